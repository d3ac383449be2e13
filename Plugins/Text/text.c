/* SPDX-License-Identifier: Apache-2.0
 *
 * text.c: the text of a page, where its characters are, and where on the page anything is.
 */
#include "internal.h"

#include <math.h>

/* A part of a line in points on its page. */
static sheaf_box part_box(const line *line, int x0, int x1, const PangoRectangle *logical)
{
    double left = (double)MIN(x0, x1) / PANGO_SCALE, right = (double)MAX(x0, x1) / PANGO_SCALE;
    return (sheaf_box){
        .x0 = (float)(line->x + left),
        .y0 = (float)(line->baseline + (double)logical->y / PANGO_SCALE),
        .x1 = (float)(line->x + right),
        .y1 = (float)(line->baseline + (double)(logical->y + logical->height) / PANGO_SCALE),
    };
}

static int32_t emit_line(sheaf_document *document, sheaf_request *request, const line *line, GArray *boxes,
                         GString *text)
{
    PangoLayoutLine *row = pango_layout_get_line_readonly(line->layout, line->number);
    const char *start = pango_layout_get_text(line->layout) + row->start_index, *end = start + row->length;
    PangoRectangle logical;
    pango_layout_line_get_extents(row, NULL, &logical);
    /* A line that goes on in the next one ends in the blank between them, or in nothing. */
    int ends = (line->number + 1 == pango_layout_get_line_count(line->layout) && !line->is_cut) || *end == '\n';
    g_string_truncate(text, 0);
    g_array_set_size(boxes, 0);
    for (const char *at = start; at < end; at = g_utf8_next_char(at)) {
        int x0 = 0, x1 = 0, index = row->start_index + (int)(at - start);
        pango_layout_line_index_to_x(row, index, FALSE, &x0);
        pango_layout_line_index_to_x(row, index, TRUE, &x1);
        sheaf_box box = part_box(line, x0, x1, &logical);
        g_array_append_val(boxes, box);
    }
    if (boxes->len == 0 && !ends)
        return 0;
    g_string_append_len(text, start, end - start);
    if (ends)
        g_string_append_c(text, '\n');
    const sheaf_box whole = part_box(line, 0, logical.width, &logical);
    const sheaf_item item = {
        .size = sizeof item,
        .kind = SHEAF_ITEM_TEXT,
        .page = SHEAF_NO_PAGE,
        .x0 = (double)whole.x0,
        .y0 = (double)whole.y0,
        .x1 = (double)whole.x1,
        .y1 = (double)whole.y1,
        .text = text->str,
        .boxes = (const sheaf_box *)(const void *)boxes->data,
        .box_count = boxes->len,
    };
    return document->plugin->services->emit(request, &item);
}

int32_t provider_text(sheaf_document *document, sheaf_request *request, int64_t number)
{
    page *page = NULL;
    sheaf_input_begin(&document->input, request);
    int32_t status = document_page(document, request, number, &page);
    if (status != 0)
        return status;
    GArray *boxes = g_array_new(FALSE, FALSE, sizeof(sheaf_box));
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < page->lines->len && status == 0; i++)
        status = emit_line(document, request, &g_array_index(page->lines, line, i), boxes, text);
    g_array_free(boxes, TRUE);
    g_string_free(text, TRUE);
    return status;
}

int32_t provider_ink(sheaf_document *document, sheaf_request *request, int64_t number, sheaf_box *box)
{
    page *page = NULL;
    sheaf_input_begin(&document->input, request);
    int32_t status = document_page(document, request, number, &page);
    if (status != 0)
        return status;
    sheaf_box all = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (guint i = 0; i < page->lines->len; i++) {
        const line *line = &g_array_index(page->lines, struct line, i);
        PangoRectangle ink;
        pango_layout_line_get_extents(pango_layout_get_line_readonly(line->layout, line->number), &ink, NULL);
        if (ink.width <= 0 || ink.height <= 0)
            continue;
        sheaf_box part = part_box(line, ink.x, ink.x + ink.width, &ink);
        all.x0 = fminf(all.x0, part.x0), all.y0 = fminf(all.y0, part.y0);
        all.x1 = fmaxf(all.x1, part.x1), all.y1 = fmaxf(all.y1, part.y1);
    }
    /* Glyphs may reach over the edge of the page. */
    all.x0 = fmaxf(all.x0, 0), all.y0 = fmaxf(all.y0, 0);
    all.x1 = fminf(all.x1, (float)document->looks.width), all.y1 = fminf(all.y1, (float)document->looks.height);
    if (all.x0 >= all.x1 || all.y0 >= all.y1)
        return SHEAF_BACKGROUND;
    *box = all;
    return 0;
}
