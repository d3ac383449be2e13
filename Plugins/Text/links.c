/* SPDX-License-Identifier: Apache-2.0
 *
 * links.c: the links and the headings of Markdown, and the pages that they lead to.
 */
#include "internal.h"

/* The page that a block begins on. */
static int32_t page_of_block(sheaf_document *document, sheaf_request *request, guint number, int64_t *page)
{
    const block *block = &g_array_index(document->markdown->blocks, struct block, number);
    return page_of_position(document, request, block->start, page);
}

/* Emits the part of a link that is on a line, in as many boxes as it has where directions of writing are mixed. */
static int32_t emit_boxes(sheaf_document *document, sheaf_request *request, const line *line, int first, int last,
                          sheaf_item *item)
{
    PangoLayoutLine *row = pango_layout_get_line_readonly(line->layout, line->number);
    PangoRectangle logical;
    int *ranges = NULL, count = 0, start = 0;
    pango_layout_line_get_extents(row, NULL, &logical);
    item->y0 = line->baseline + (double)logical.y / PANGO_SCALE;
    item->y1 = item->y0 + (double)logical.height / PANGO_SCALE;
    /* Ranges are measured from the edge of the paragraph; the line begins at the first of all of them. */
    pango_layout_line_get_x_ranges(row, row->start_index, row->start_index + row->length, &ranges, &count);
    for (int i = 0; i < count; i++)
        start = i == 0 ? ranges[0] : MIN(start, ranges[2 * i]);
    g_free(ranges);
    pango_layout_line_get_x_ranges(row, first, last, &ranges, &count);
    int32_t status = 0;
    for (int i = 0; i < count && status == 0; i++) {
        item->x0 = line->x + (double)(ranges[2 * i] - start) / PANGO_SCALE;
        item->x1 = line->x + (double)(ranges[2 * i + 1] - start) / PANGO_SCALE;
        status = document->plugin->services->emit(request, item);
    }
    g_free(ranges);
    return status;
}

static int32_t emit_link(sheaf_document *document, sheaf_request *request, const line *line, const span *span)
{
    const markdown *markdown = document->markdown;
    PangoLayoutLine *row = pango_layout_get_line_readonly(line->layout, line->number);
    int64_t first = MAX((int64_t)span->start - line->paragraph, row->start_index);
    int64_t last = MIN((int64_t)span->end - line->paragraph, row->start_index + row->length);
    const char *target = span->link < 0 ? "" : g_ptr_array_index(markdown->links, (guint)span->link);
    /* One that says nothing leads nowhere. */
    if (target[0] == 0 || first >= last)
        return 0;
    sheaf_item item = {.size = sizeof item, .kind = SHEAF_ITEM_LINK, .page = SHEAF_NO_PAGE, .uri = target,
                       .key = sheaf_link_name(sheaf_link_kind_of(target))};
    guint block = target[0] == '#' ? GPOINTER_TO_UINT(g_hash_table_lookup(markdown->anchors, target + 1)) : 0;
    if (block != 0) {
        item.uri = NULL;
        int32_t status = page_of_block(document, request, block - 1, &item.page);
        if (status != 0)
            return status;
    }
    return emit_boxes(document, request, line, (int)first, (int)last, &item);
}

int32_t provider_links(sheaf_document *document, sheaf_request *request, int64_t number)
{
    const markdown *markdown = document->markdown;
    page *page = NULL;
    sheaf_input_begin(&document->input, request);
    int32_t status = document_page(document, request, number, &page);
    if (status != 0 || markdown == NULL)
        return status;
    for (guint i = 0; i < page->lines->len && status == 0; i++) {
        const line *line = &g_array_index(page->lines, struct line, i);
        PangoLayoutLine *row = pango_layout_get_line_readonly(line->layout, line->number);
        int64_t start = line->paragraph + row->start_index;
        for (guint k = markdown_span(markdown, start); k < markdown->spans->len && status == 0; k++) {
            const span *span = &g_array_index(markdown->spans, struct span, k);
            if (span->start >= start + row->length)
                break;
            status = emit_link(document, request, line, span);
        }
    }
    return status;
}

int32_t provider_outline(sheaf_document *document, sheaf_request *request)
{
    const markdown *markdown = document->markdown;
    int32_t status = 0;
    sheaf_input_begin(&document->input, request);
    for (guint i = 0; markdown != NULL && i < markdown->blocks->len && status == 0; i++) {
        const block *block = &g_array_index(markdown->blocks, struct block, i);
        if (!block->heading || block->length == 0)
            continue;
        sheaf_item item = {.size = sizeof item, .kind = SHEAF_ITEM_OUTLINE, .level = block->heading - 1u,
                           .key = sheaf_link_name(SHEAF_LINK_HERE)};
        status = page_of_block(document, request, i, &item.page);
        if (status != 0)
            break;
        char *title = g_strndup(markdown->text->str + block->start, block->length);
        item.text = title;
        status = document->plugin->services->emit(request, &item);
        g_free(title);
    }
    return status;
}
