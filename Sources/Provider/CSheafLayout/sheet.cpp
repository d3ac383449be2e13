/* SPDX-License-Identifier: Apache-2.0
 *
 * sheet.cpp: lays out a part of the book, and keeps those sheets that were asked for last.
 */
#include "internal.h"

#include <algorithm>
#include <cmath>

/* HTML with a picture alone, which fills the page. */
static cleaned picture_page(const book_part *part, const page_size &size)
{
    cleaned page;
    page.html = "<html><body style=\"margin:0\"><img style=\"display:block;width:" + std::to_string(std::lround(size.width)) +
                "px;height:" + std::to_string(std::lround(size.height)) + "px\" src=\"";
    const std::string path = part->path;
    gchar *name = g_path_get_basename(path.c_str()), *escaped = g_uri_escape_string(name, nullptr, TRUE);
    page.html += escaped;
    page.html += "\"></body></html>";
    g_free(escaped);
    g_free(name);
    return page;
}

/* Whether a picture can be shown. */
static bool can_be_shown(sheaf_document *document, const book_part *part)
{
    sheet none;
    none.path = part->path;
    return picture_measure(document, &none, part->path).width > 0;
}

static cleaned content_of(sheaf_document *document, const book_part *part, const page_size &size)
{
    if (part->kind == BOOK_PICTURE && can_be_shown(document, part))
        return picture_page(part, size);
    cleaned text;
    if (part->kind == BOOK_TEXT)
        text = part_clean(document, part->path);
    return text.html.empty() ? part_notice(part) : text;
}

/* Parts the texts that are in no paragraph into words, and measures these. */
static void measure_words(screen *screen, const litehtml::document::ptr &laid, const litehtml::element::ptr &element)
{
    litehtml::elements_vector words;
    bool has_text = false;
    for (size_t i = 0; i < element->get_children_count(); i++) {
        const litehtml::element::ptr child = element->get_child(static_cast<int>(i));
        if (dynamic_cast<litehtml::el_text *>(child.get()) == nullptr) {
            words.push_back(child);
            measure_words(screen, laid, child);
            continue;
        }
        litehtml::tstring text;
        child->get_text(text);
        has_text = true;
        screen->litehtml::document_container::split_text(
            text.c_str(), [&](const char *word) { words.push_back(std::make_shared<litehtml::el_text>(word, laid)); },
            [&](const char *blank) { words.push_back(std::make_shared<litehtml::el_space>(blank, laid)); });
    }
    if (!has_text)
        return;
    while (element->get_children_count() > 0)
        element->removeChild(element->get_child(static_cast<int>(element->get_children_count()) - 1));
    for (const litehtml::element::ptr &word : words) {
        element->appendChild(word);
        if (dynamic_cast<litehtml::el_text *>(word.get()) != nullptr)
            word->parse_styles(false);
    }
}

static std::unique_ptr<sheet> make_sheet(sheaf_document *document, int64_t number)
{
    const book_part *part = &document->book.parts[number];
    auto made = std::make_unique<sheet>();
    made->part = number;
    made->path = part->path;
    made->size = document->is_flowing ? looks_column(document->looks) : size_of_part(document, number);
    cleaned text = content_of(document, part, made->size);
    made->drawings = std::move(text.drawings);
    screen screen(document, made.get());
    litehtml::context context;
    context.load_master_stylesheet(style_of_html);
    litehtml::css wishes;
    if (document->is_flowing)
        wishes.parse_stylesheet(looks_style(document->looks).c_str(), nullptr, nullptr, nullptr);
    else if (!part->flows)
        /* Parts of its height are those of the page. */
        context.load_master_stylesheet("html,body{height:100%}");
    const litehtml::document::ptr laid = litehtml::document::createFromUTF8(text.html.c_str(), &screen, &context, &wishes);
    screen.measures = true;
    if (laid->root() != nullptr)
        measure_words(&screen, laid, laid->root());
    laid->render(static_cast<int>(made->size.width));
    if (part->flows && !document->is_flowing)
        made->size.height = std::min(std::max(made->size.height, static_cast<double>(laid->height())), EDGE_MAX);
    laid->draw(0, 0, 0, nullptr);
    sheet_read(made.get(), laid.get(), screen);
    return made;
}

const sheet *document_sheet(sheaf_document *document, int64_t part)
{
    std::vector<std::unique_ptr<sheet>> &sheets = document->sheets;
    for (const std::unique_ptr<sheet> &each : sheets)
        if (each->part == part) {
            each->used = ++document->clock;
            return each.get();
        }
    std::unique_ptr<sheet> made = make_sheet(document, part);
    check_read(document);
    made->used = ++document->clock;
    if (sheets.size() >= SHEETS_KEPT)
        sheets.erase(std::min_element(sheets.begin(), sheets.end(), [](const auto &a, const auto &b) { return a->used < b->used; }));
    sheets.push_back(std::move(made));
    return sheets.back().get();
}
