/* SPDX-License-Identifier: Apache-2.0
 *
 * cleaning.cpp: a part of the book as litehtml takes it. It is read as XML and written as HTML 5, without what runs, without what litehtml
 * takes too much time or memory for, and with each drawing taken out as a file of its own.
 */
#include "internal.h"

#include <algorithm>
#include <cstring>

namespace {

/* Elements whose content is no text of the book. */
const char *const dropped[] = {"script", "iframe", "object", "embed", "audio", "video", "canvas", "template", "form", "base"};

bool is_dropped(const char *name)
{
    return std::any_of(std::begin(dropped), std::end(dropped), [name](const char *each) { return strcmp(each, name) == 0; });
}

struct cleaning {
    sheaf_document *document;
    std::string path;
    cleaned result;
    std::string drawing;   /* the SVG that is read */
    std::string style;     /* the style sheet that is read */
    int depth = 0;         /* of all elements */
    int dropped_depth = 0; /* that of an element which is left out; 0: none */
    int drawing_depth = 0; /* that of the outermost svg; 0: none */
    int style_depth = 0;
    int elements = 0;
    size_t numbers_size = 0; /* of what elements say of themselves, in bytes: it is no part of the text */
    std::vector<int> numbers; /* of the last item of each list that it is in */

    bool is_full() const { return elements > ELEMENTS_MAX || result.html.size() - numbers_size > HTML_SIZE_MAX; }
};

void append_escaped(std::string &to, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        switch (text[i]) {
        case '<': to += "&lt;"; break;
        case '>': to += "&gt;"; break;
        case '&': to += "&amp;"; break;
        case '"': to += "&quot;"; break;
        default: to += text[i];
        }
    }
}

void append_attribute(std::string &to, const char *name, const std::string &value)
{
    to += ' ';
    to += name;
    to += "=\"";
    append_escaped(to, value.data(), value.size());
    to += '"';
}

/* Has an element say which it is. */
void append_number(cleaning *at)
{
    const size_t size = at->result.html.size();
    append_attribute(at->result.html, NUMBER_ATTRIBUTE, std::to_string(at->elements));
    at->numbers_size += at->result.html.size() - size;
}

/* MARK: Drawings */

/* A file of the book as an address that has all of it; librsvg reads no other files. */
std::string data_address(cleaning *at, const std::string &reference)
{
    if (reference.compare(0, 5, "data:") == 0 || reference.compare(0, 1, "#") == 0)
        return reference;
    const std::string path = file_resolve(at->document, at->path, reference, nullptr);
    const std::string bytes = path.empty() ? "" : file_read(at->document, path);
    if (bytes.empty())
        return "";
    gchar *encoded = g_base64_encode(reinterpret_cast<const guchar *>(bytes.data()), bytes.size());
    std::string address = std::string("data:") + (g_str_has_suffix(path.c_str(), "svg") ? "image/svg+xml" : "") + ";base64," + encoded;
    g_free(encoded);
    return address;
}

void begin_in_drawing(cleaning *at, const char *name, const char **attributes)
{
    at->drawing += '<';
    at->drawing += name;
    if (at->depth == at->drawing_depth)
        at->drawing += " xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"";
    for (; attributes[0] != nullptr; attributes += 2) {
        const char *key = attributes[0];
        if (strncmp(key, "xmlns", 5) == 0 || strncmp(key, "on", 2) == 0)
            continue;
        if (strcmp(key, "href") == 0 || strcmp(key, "xlink:href") == 0)
            append_attribute(at->drawing, "xlink:href", strcmp(name, "image") == 0 ? data_address(at, attributes[1]) : attributes[1]);
        else if (strchr(key, ':') == nullptr || strncmp(key, "xml:", 4) == 0)
            append_attribute(at->drawing, key, attributes[1]);
    }
    at->drawing += '>';
}

/* Puts a drawing into the text that has been read. */
void begin_drawing(cleaning *at, const char **attributes)
{
    std::string &html = at->result.html;
    at->drawing_depth = at->depth;
    at->drawing.clear();
    html += "<svg";
    append_number(at);
    append_attribute(html, "src", "svg:" + std::to_string(at->result.drawings.size()));
    for (const char **each = attributes; each[0] != nullptr; each += 2)
        if (strcmp(each[0], "class") == 0 || strcmp(each[0], "id") == 0 || strcmp(each[0], "style") == 0 ||
            strcmp(each[0], "width") == 0 || strcmp(each[0], "height") == 0)
            append_attribute(html, each[0], each[1]);
    html += "></svg>";
}

/* MARK: Text */

/* Counts the items of lists, which litehtml leaves to whoever reads the file. */
void count_items(cleaning *at, const char *name, const char **attributes)
{
    const auto number = [attributes](const char *key, int otherwise) {
        const char *value = markup_attribute(attributes, key);
        return value[0] == 0 ? otherwise : static_cast<int>(std::max(-999999L, std::min(strtol(value, nullptr, 10), 999999L)));
    };
    if (strcmp(name, "ol") == 0 || strcmp(name, "ul") == 0)
        at->numbers.push_back(number("start", 1) - 1);
    else if (strcmp(name, "li") == 0 && !at->numbers.empty())
        at->numbers.back() = number("value", at->numbers.back() + 1);
}

/* Keeps what a page says of its size. */
void read_meta(cleaning *at, const char **attributes)
{
    if (g_ascii_strcasecmp(markup_attribute(attributes, "name"), "viewport") == 0 && at->result.viewport.empty())
        at->result.viewport = markup_attribute(attributes, "content");
}

void begin_element(cleaning *at, const char *name, const char **attributes)
{
    std::string &html = at->result.html;
    /* As Mobipocket's books have it. */
    if (strcmp(name, "pagebreak") == 0) {
        html += "<div style=\"page-break-after:always\">";
        return;
    }
    html += '<';
    html += name;
    append_number(at);
    for (; attributes[0] != nullptr; attributes += 2) {
        const char *key = attributes[0];
        if (strncmp(key, "on", 2) == 0 || strncmp(key, "xmlns", 5) == 0 || strpbrk(key, "\"'<>/=") != nullptr)
            continue;
        if (strcmp(key, "colspan") == 0 || strcmp(key, "rowspan") == 0)
            append_attribute(html, key, std::to_string(std::max(1, std::min(atoi(attributes[1]), SPAN_MAX))));
        else if (strcmp(key, "style") == 0)
            append_attribute(html, key, style_clean(at->document, at->path, attributes[1]));
        else
            append_attribute(html, key, attributes[1]);
    }
    if (strcmp(name, "li") == 0 && !at->numbers.empty())
        append_attribute(html, "list_index", std::to_string(at->numbers.back()));
    html += '>';
}

void on_start(void *state, const char *name, const char **attributes)
{
    cleaning *at = static_cast<cleaning *>(state);
    at->depth++;
    at->elements++;
    if (at->dropped_depth > 0 || at->is_full())
        return;
    if (at->drawing_depth > 0) {
        if (at->depth - at->drawing_depth > DEPTH_MAX || strcmp(name, "script") == 0)
            at->dropped_depth = at->depth;
        else
            begin_in_drawing(at, name, attributes);
    } else if (is_dropped(name)) {
        at->dropped_depth = at->depth;
    } else if (strcmp(name, "svg") == 0) {
        begin_drawing(at, attributes);
        begin_in_drawing(at, name, attributes);
    } else if (strcmp(name, "style") == 0) {
        at->style_depth = at->depth;
        at->style.clear();
    } else if (strcmp(name, "meta") == 0) {
        read_meta(at, attributes);
    } else if (at->depth <= DEPTH_MAX) {
        count_items(at, name, attributes);
        begin_element(at, name, attributes);
    }
}

void on_text(void *state, const char *text, int length)
{
    cleaning *at = static_cast<cleaning *>(state);
    const size_t size = static_cast<size_t>(length);
    if (at->dropped_depth > 0 || at->is_full())
        return;
    if (at->drawing_depth > 0)
        append_escaped(at->drawing, text, size);
    else if (at->style_depth > 0)
        at->style.append(text, size);
    else
        append_escaped(at->result.html, text, size);
}

/* An entity of HTML: whoever reads the HTML knows it. */
void on_entity(void *state, const char *name)
{
    cleaning *at = static_cast<cleaning *>(state);
    if (at->dropped_depth == 0 && at->drawing_depth == 0 && at->style_depth == 0 && !at->is_full())
        at->result.html += std::string("&") + name + ";";
}

void end_style(cleaning *at)
{
    std::string clean = style_clean(at->document, at->path, at->style);
    /* The element ends where its content says so. */
    for (size_t end = clean.find("</"); end != std::string::npos; end = clean.find("</", end))
        clean.erase(end, 2);
    at->result.html += "<style>" + clean + "</style>";
    at->style_depth = 0;
}

void on_end(void *state, const char *name)
{
    cleaning *at = static_cast<cleaning *>(state);
    const int depth = at->depth--;
    if (at->dropped_depth > 0) {
        if (depth == at->dropped_depth)
            at->dropped_depth = 0;
        return;
    }
    if (at->drawing_depth > 0) {
        at->drawing += std::string("</") + name + ">";
        if (depth == at->drawing_depth) {
            at->result.drawings.push_back(std::move(at->drawing));
            at->drawing_depth = 0;
        }
    } else if (depth == at->style_depth) {
        end_style(at);
    } else if (depth <= DEPTH_MAX && !at->is_full() && strcmp(name, "meta") != 0 &&
               !html_has_no_end(name)) {
        at->result.html += std::string("</") + (strcmp(name, "pagebreak") == 0 ? "div" : name) + ">";
        if (!at->numbers.empty() && (strcmp(name, "ol") == 0 || strcmp(name, "ul") == 0))
            at->numbers.pop_back();
    }
}

const markup handlers = {on_start, on_text, on_end, on_entity};

} // namespace

std::optional<std::string> part_source(sheaf_document *document, const std::string &path)
{
    size_t length = 0;
    char *bytes = document->files.files.read(document->files.files.state, path.c_str(), &length);
    bytes = bytes == nullptr ? nullptr : markup_decode(bytes, &length);
    const std::unique_ptr<char, void (*)(void *)> owned(bytes, free);
    return bytes == nullptr ? std::nullopt : std::optional(std::string(bytes, length));
}

void part_read(sheaf_document *document, const std::string &path, const markup *markup, void *state)
{
    const std::optional<std::string> source = part_source(document, path);
    if (!source.has_value() || markup_read_well_formed(source->data(), source->size(), markup, state))
        return;
    if (g_utf8_validate(source->data(), static_cast<gssize>(source->size()), nullptr) && source->size() < HTML_SIZE_MAX)
        html_read(*source, markup, state);
    else
        markup_read(&document->files.files, path.c_str(), markup, state);
}

cleaned part_clean(sheaf_document *document, const std::string &path)
{
    cleaning at;
    at.document = document;
    at.path = path;
    part_read(document, path, &handlers, &at);
    return std::move(at.result);
}

cleaned part_head(sheaf_document *document, const std::string &path)
{
    cleaned head = part_clean(document, path);
    const size_t body = head.html.find("<body"), end = body == std::string::npos ? body : head.html.find('>', body);
    if (end != std::string::npos)
        head.html.resize(end + 1);
    return head;
}

cleaned part_notice(const book_part *part)
{
    char text[BOOK_NOTICE_SIZE];
    cleaned notice;
    book_notice(part, text);
    notice.html = text;
    return notice;
}
