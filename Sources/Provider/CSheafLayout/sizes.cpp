/* SPDX-License-Identifier: Apache-2.0
 *
 * sizes.cpp: how large a page is: as it says (EPUB 3.3, 8.2.2.6), or as the book does, or as what is on it is. A pixel of CSS is a point.
 */
#include "internal.h"

#include <algorithm>
#include <cmath>
#include <cstring>

static page_size sized(double width, double height)
{
    const bool is_size = width >= 1 && height >= 1 && width <= EDGE_MAX && height <= EDGE_MAX;
    return is_size ? page_size{width, height} : page_size{0, 0};
}

/* The number behind a word and a "=" or ":"; 0: it is not there. */
static double number_behind(const std::string &words, const char *name)
{
    for (size_t at = words.find(name); at != std::string::npos; at = words.find(name, at + 1)) {
        const bool is_word = at == 0 || !g_ascii_isalpha(words[at - 1]);
        const size_t behind = words.find_first_not_of(" \t\r\n", at + strlen(name));
        if (is_word && behind != std::string::npos && (words[behind] == '=' || words[behind] == ':'))
            return g_ascii_strtod(words.c_str() + behind + 1, nullptr);
    }
    return 0;
}

page_size size_of_viewport(const std::string &words)
{
    return sized(number_behind(words, "width"), number_behind(words, "height"));
}

/* The size that the book says for all of its pages: EPUB 3.0's rendition:viewport, or Kindle's original-resolution ("600x800"). */
static page_size size_of_book(const book *book)
{
    const char *cross = strpbrk(book->resolution, "xX");
    const page_size size = size_of_viewport(book->viewport);
    return size.is_known() || cross == nullptr ? size : sized(g_ascii_strtod(book->resolution, nullptr), g_ascii_strtod(cross + 1, nullptr));
}

/* The size of what fills a page: its only picture. */
static page_size size_of_picture(sheaf_document *document, const sheet &sheet, const std::string &key)
{
    const picture_size found = picture_measure(document, &sheet, key);
    check_read(document);
    return sized(found.width, found.height);
}

/* Whether a part has neither letters nor pictures beside its drawings. */
static bool is_drawing_alone(const std::string &html)
{
    const size_t body = html.find("<body");
    bool is_in_tag = true;
    for (size_t i = body == std::string::npos ? 0 : body; i < html.size(); i++) {
        if (html[i] == '<')
            is_in_tag = true;
        else if (html[i] == '>')
            is_in_tag = false;
        else if (!is_in_tag && !g_ascii_isspace(html[i]))
            return false;
    }
    return html.find("<img") == std::string::npos;
}

/* The size that a part itself says. */
static page_size size_said(sheaf_document *document, const book_part *part)
{
    sheet sheet;
    sheet.path = part->path;
    if (part->kind == BOOK_PICTURE)
        return size_of_picture(document, sheet, part->path);
    if (part->kind != BOOK_TEXT)
        return {0, 0};
    cleaned text = part_clean(document, part->path);
    check_read(document);
    const page_size size = size_of_viewport(text.viewport);
    if (size.is_known() || text.drawings.size() != 1 || !is_drawing_alone(text.html))
        return size;
    sheet.drawings = std::move(text.drawings);
    return size_of_picture(document, sheet, "svg:0");
}

page_size size_of_part(sheaf_document *document, int64_t page)
{
    const book *book = &document->book;
    page_size &size = document->sizes[static_cast<size_t>(page)];
    if (!size.is_known())
        size = size_said(document, &book->parts[page]);
    if (!size.is_known())
        size = size_of_book(book);
    /* A page that says nothing is like the others. */
    for (int i = 0; i < book->part_count && i < 8 && !size.is_known(); i++)
        size = size_said(document, &book->parts[i]);
    if (!size.is_known())
        size = {600, 800};
    return size;
}
