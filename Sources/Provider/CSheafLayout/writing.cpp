/* SPDX-License-Identifier: Apache-2.0
 *
 * writing.cpp: whether the lines of a book run from top to bottom (CSS Writing Modes 3), which is not set.
 */
#include "internal.h"

#include <algorithm>
#include <cstring>

/* So many parts are looked at: a cover may be set otherwise than what follows. */
#define PARTS_MAX 8

/* A writing mode by its name of today, or that of older books (SVG 1.1). */
static book_lines lines_named(const std::string &name)
{
    static const struct {
        const char *name;
        book_lines lines;
    } known[] = {
        {"horizontal-tb", BOOK_LINES_HORIZONTAL}, {"horizontal-lr", BOOK_LINES_HORIZONTAL}, {"horizontal-rl", BOOK_LINES_HORIZONTAL},
        {"lr-tb", BOOK_LINES_HORIZONTAL},         {"vertical-rl", BOOK_LINES_VERTICAL_RL},  {"tb-rl", BOOK_LINES_VERTICAL_RL},
        {"tb", BOOK_LINES_VERTICAL_RL},           {"vertical-lr", BOOK_LINES_VERTICAL_LR},  {"tb-lr", BOOK_LINES_VERTICAL_LR},
    };
    for (const auto &each : known)
        if (g_ascii_strcasecmp(name.c_str(), each.name) == 0)
            return each.lines;
    return BOOK_LINES_UNSAID;
}

/* Whether a style sheet or a part may say that lines run from top to bottom, or a style sheet that it takes in. */
static bool text_may_say(std::string text)
{
    static const char property[] = "writing-mode";
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return g_ascii_tolower(c); });
    for (size_t at = text.find(property); at != std::string::npos; at = text.find(property, at + 1)) {
        const size_t value = text.find_first_not_of(" \t\r\n\f:", at + strlen(property));
        if (value == std::string::npos || (text.compare(value, strlen("horizontal"), "horizontal") != 0 && text.compare(value, strlen("lr"), "lr") != 0))
            return true;
    }
    return text.find("@import") != std::string::npos;
}

/* Whether a part or its style sheets may say it: those of most books don't, and are not read as such for that.
 * `sheets` has what is known of these. */
static bool part_may_say(sheaf_document *document, const std::string &path, std::map<std::string, bool> *sheets)
{
    std::string head = part_source(document, path).value_or("");
    const size_t body = head.find("<body");
    if (body != std::string::npos)
        head.resize(std::min(head.find('>', body), head.size()));
    bool may_say = text_may_say(head);
    for (size_t at = head.find("href"); at != std::string::npos && !may_say; at = head.find("href", at + 1)) {
        const size_t quote = head.find_first_of("\"'", at), end = quote == std::string::npos ? quote : head.find(head[quote], quote + 1);
        if (end == std::string::npos)
            return true;
        const std::string reference = head.substr(quote + 1, end - quote - 1), sheet = file_resolve(document, path, reference, nullptr);
        if (!sheet.empty() && sheets->count(sheet) == 0)
            (*sheets)[sheet] = text_may_say(file_read(document, sheet));
        /* A name with an escape is found by who reads it as one. */
        may_say = reference.find('&') != std::string::npos || (!sheet.empty() && (*sheets)[sheet]);
    }
    return may_say;
}

/* As the style sheets of a part say it of its body, or else of all of it. */
static book_lines lines_of_part(sheaf_document *document, const book_part *part)
{
    sheet none;
    none.path = part->path;
    none.size = looks_column(document->looks);
    screen screen(document, &none);
    litehtml::context context;
    context.load_master_stylesheet("html,body{display:block}");
    const litehtml::document::ptr laid = litehtml::document::createFromUTF8(part_head(document, part->path).html.c_str(), &screen, &context);
    const litehtml::element::ptr root = laid->root();
    book_lines lines = root == nullptr ? BOOK_LINES_UNSAID : lines_named(property_of(root.get(), "writing-mode"));
    for (size_t i = 0; root != nullptr && i < root->get_children_count(); i++) {
        const litehtml::element::ptr child = root->get_child(static_cast<int>(i));
        const std::string own = strcmp(child->get_tagName(), "body") == 0 ? property_of(child.get(), "writing-mode") : "";
        lines = lines_named(own) == BOOK_LINES_UNSAID ? lines : lines_named(own);
    }
    return lines;
}

book_lines lines_of(sheaf_document *document)
{
    const book *book = &document->book;
    book_lines lines = lines_named(book->writing_mode);
    if (lines != BOOK_LINES_UNSAID || !document->is_flowing)
        return lines;
    std::map<std::string, bool> sheets;
    for (int i = 0; i < PARTS_MAX && i < book->part_count && lines < BOOK_LINES_VERTICAL_RL; i++)
        if (book->parts[i].kind == BOOK_TEXT && part_may_say(document, book->parts[i].path, &sheets))
            lines = lines_of_part(document, &book->parts[i]);
    check_read(document);
    return lines;
}
