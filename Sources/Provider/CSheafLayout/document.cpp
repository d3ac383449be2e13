/* SPDX-License-Identifier: Apache-2.0
 *
 * document.cpp: opens a book, counts and measures its pages, and says what it is.
 */
#include "internal.h"

#include <pango/pangocairo.h>

#include <algorithm>
#include <cstring>
#include <new>

/* MARK: Its life */

static int32_t open_document(sheaf_document *document, sheaf_request *request)
{
    const sheaf_host_services *services = document->plugin->services;
    if (sheaf_input_fingerprint(&document->input, document->input.size, &document->fingerprint) != 0)
        return sheaf_input_result(&document->input, request);
    int32_t status = document->plugin->format->open(&document->input, request, &document->files);
    if (status != 0)
        return status;
    status = book_read(&document->book, &document->files.files);
    if (status == -EBADMSG)
        return sheaf_fail(services, request, status, "cannot open the book: it has no package that names what is to be read");
    if (status != 0)
        return sheaf_fail(services, request, status, "not enough memory to open the book");
    if (document->book.lock != nullptr)
        return sheaf_fail(services, request, -EBADMSG, "cannot open the book: it is locked by DRM (%s)",
                          document->book.lock);
    document->is_flowing = !book_is_fixed(&document->book);
    looks_take(&document->looks, document->is_flowing ? services->flow(request) : nullptr);
    document->sizes.resize(static_cast<size_t>(document->book.part_count));
    document->fonts = facefont_map_new();
    document->context = pango_font_map_create_context(document->fonts);
    /* Text looks the same in each part of a page, at each scale. */
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(document->context, options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions(document->context, FALSE);
    if (document->book.language != nullptr)
        pango_context_set_language(document->context, pango_language_from_string(document->book.language));
    if (document->is_flowing)
        counts_find(document, request);
    else
        sheaf_tell_sequential(services, request);
    return 0;
}

int32_t provider_open(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, sheaf_document **result)
{
    sheaf_document *document = new (std::nothrow) sheaf_document{};
    if (document == nullptr)
        return sheaf_fail(plugin->services, request, -ENOMEM, "not enough memory to open a book");
    document->plugin = plugin;
    document->next = plugin->documents;
    plugin->documents = document;
    document->input = sheaf_input_open(plugin->services, plugin->host, request, source, document);
    const int32_t status = answered(document, request, [&] { return open_document(document, request); });
    document->input.request = nullptr;
    if (status != 0) {
        provider_close(document);
        return status;
    }
    *result = document;
    return 0;
}

void provider_close(sheaf_document *document)
{
    document->sheets.clear();
    pictures_drop(document);
    g_clear_object(&document->context);
    g_clear_object(&document->fonts);
    if (document->files.close != nullptr)
        document->files.close(document->files.files.state);
    book_drop(&document->book);
    for (sheaf_document **at = &document->plugin->documents; *at != nullptr; at = &(*at)->next)
        if (*at == document) {
            *at = document->next;
            break;
        }
    delete document;
}

int32_t provider_refresh(sheaf_document *document, sheaf_request *request)
{
    return sheaf_input_refresh(&document->input, request, document->fingerprint);
}

/* MARK: Its pages */

int32_t provider_metrics(sheaf_document *document, sheaf_request *request, int64_t page, sheaf_metrics *metrics)
{
    return answered(document, request, [&]() -> int32_t {
        const int32_t status = page_find(document, page);
        if (status != 0)
            return status;
        const page_size size = document_size(document, page);
        const std::string label = label_of(document, page);
        metrics->kind = SHEAF_EXACT;
        metrics->width = size.width;
        metrics->height = size.height;
        /* Cut between characters. */
        size_t length = std::min(label.size(), static_cast<size_t>(SHEAF_LABEL_SIZE - 1));
        while (length > 0 && length < label.size() && (static_cast<unsigned char>(label[length]) & 0xc0) == 0x80)
            length--;
        memcpy(metrics->label, label.data(), length);
        metrics->label[length] = 0;
        sheaf_text_clean(metrics->label);
        return 0;
    });
}

/* MARK: What it says of itself */

int32_t provider_metadata(sheaf_document *document, sheaf_request *request)
{
    return answered(document, request, [&]() -> int32_t {
        const book *book = &document->book;
        const std::string hyphens = hyphens_said(document);
        const int64_t start = page_of_landmark(document, "bodymatter"), cover = page_of_landmark(document, "cover");
        const std::string start_page = start < 0 ? "" : std::to_string(start + 1), cover_page = cover < 0 ? "" : std::to_string(cover + 1);
        if (!document->lines.has_value())
            document->lines = lines_of(document);
        const book_lines lines = *document->lines;
        const char *direction = book_view_direction(book, lines);
        const struct {
            const char *key, *value;
        } said[] = {
            {"title", book->title},
            {"creator", book->creator},
            {"format", document->plugin->format->label},
            {"language", book->language},
            {"reading-direction", direction},
            {"page-layout", book_view_layout(book, direction)},
            {"writing-mode", lines == BOOK_LINES_VERTICAL_RL   ? "vertical-rl (not set: lines are horizontal)"
                             : lines == BOOK_LINES_VERTICAL_LR ? "vertical-lr (not set: lines are horizontal)"
                                                               : nullptr},
            {"fixed-layout", document->is_flowing ? nullptr : "yes"},
            {VIEW_START, start_page.c_str()},
            {"cover-page", cover_page.c_str()},
            {"hyphens", hyphens.c_str()},
        };
        for (const auto &each : said) {
            std::string value = each.value == nullptr ? "" : each.value;
            sheaf_text_clean(value.data());
            const int32_t status = sheaf_emit_metadata(document->plugin->services, request, each.key, value.c_str());
            if (status != 0)
                return status;
        }
        return 0;
    });
}
