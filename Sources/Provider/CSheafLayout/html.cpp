/* SPDX-License-Identifier: Apache-2.0
 *
 * html.cpp: a part that is no XML, as old books have it and as mistakes make it: it is read as a browser reads HTML (gumbo), and told as XML is.
 */
#include "internal.h"

#include <gumbo.h>

#include <algorithm>
#include <cstring>

/* Elements that have no end in HTML. */
static const char *const empty_elements[] = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "wbr"};

bool html_has_no_end(const std::string &name)
{
    return std::any_of(std::begin(empty_elements), std::end(empty_elements), [&](const char *each) { return name == each; });
}

/* Ends what XML ends by "/>", which HTML takes for a beginning: <title/> would hide all that follows. */
static std::string ended(const std::string &text)
{
    std::string result;
    size_t done = 0;
    for (size_t slash = text.find("/>"); slash != std::string::npos; slash = text.find("/>", slash + 2)) {
        const size_t start = text.rfind('<', slash);
        if (start == std::string::npos || start < done || text.find('>', start) != slash + 1)
            continue;
        /* gumbo makes a letter of an end without a name. */
        if (start + 1 == slash) {
            result.append(text, done, start - done);
            done = slash + 2;
            continue;
        }
        const size_t end = std::min(text.find_first_of(" \t\r\n/", start), slash);
        const std::string name = text.substr(start + 1, end - start - 1);
        if (name.empty() || !g_ascii_isalpha(name[0]) || html_has_no_end(name))
            continue;
        result.append(text, done, slash - done);
        result += "></" + name + ">";
        done = slash + 2;
    }
    return result.append(text, done, std::string::npos);
}

static void tell(const GumboNode *node, const markup *markup, void *state, int depth);

static void tell_element(const GumboNode *node, const markup *markup, void *state, int depth)
{
    const GumboElement *element = &node->v.element;
    GumboStringPiece original = element->original_tag;
    std::string name = gumbo_normalized_tagname(element->tag);
    if (name.empty()) {
        gumbo_tag_from_original_text(&original);
        name.assign(original.data == nullptr ? "" : original.data, original.length);
        std::transform(name.begin(), name.end(), name.begin(), [](char c) { return g_ascii_tolower(c); });
        const size_t colon = name.rfind(':');
        name = colon == std::string::npos ? name : name.substr(colon + 1);
    }
    std::vector<const char *> attributes;
    for (unsigned i = 0; i < element->attributes.length; i++) {
        const GumboAttribute *attribute = static_cast<const GumboAttribute *>(element->attributes.data[i]);
        attributes.push_back(attribute->name);
        attributes.push_back(attribute->value);
    }
    attributes.push_back(nullptr);
    markup->start(state, name.c_str(), attributes.data());
    for (unsigned i = 0; i < element->children.length; i++)
        tell(static_cast<const GumboNode *>(element->children.data[i]), markup, state, depth + 1);
    markup->end(state, name.c_str());
}

static void tell(const GumboNode *node, const markup *markup, void *state, int depth)
{
    if (node->type == GUMBO_NODE_ELEMENT || node->type == GUMBO_NODE_TEMPLATE) {
        if (depth < HTML_DEPTH_MAX)
            tell_element(node, markup, state, depth);
    } else if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_WHITESPACE || node->type == GUMBO_NODE_CDATA) {
        markup->text(state, node->v.text.text, static_cast<int>(strlen(node->v.text.text)));
    }
}

void html_read(const std::string &bytes, const markup *markup, void *state)
{
    const std::string text = ended(bytes);
    GumboOptions options = kGumboDefaultOptions;
    options.max_errors = 0;
    GumboOutput *output = gumbo_parse_with_options(&options, text.data(), text.size());
    if (output == nullptr)
        return;
    tell(output->root, markup, state, 0);
    gumbo_destroy_output(&options, output);
}
