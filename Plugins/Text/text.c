/* SPDX-License-Identifier: Apache-2.0
 *
 * text.c: the text of a page, where its characters are, its blocks, and where on the page anything is.
 */
#include "internal.h"

#include <math.h>
#include <string.h>

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

/* The memory in which runs of text are made. */
typedef struct runs {
    GArray *boxes;
    GArray *positions;
    GString *text;
    const PangoLayout *layout; /* of the paragraph that was read last */
    paragraph paragraph;
} runs;

static int32_t emit_line(sheaf_document *document, sheaf_request *request, const line *line, runs *runs)
{
    GArray *boxes = runs->boxes;
    GString *text = runs->text;
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
    int32_t status = line->layout == runs->layout ? 0 : paragraph_read(document, request, line->paragraph, &runs->paragraph);
    if (status != 0)
        return status;
    runs->layout = line->layout;
    const char *in_paragraph = runs->paragraph.text + row->start_index;
    positions_of(&runs->paragraph, in_paragraph, in_paragraph + row->length, runs->positions);
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
        .positions = (const int64_t *)(const void *)runs->positions->data,
        .position_count = runs->positions->len,
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
    runs runs = {
        .boxes = g_array_new(FALSE, FALSE, sizeof(sheaf_box)),
        .positions = g_array_new(FALSE, FALSE, sizeof(int64_t)),
        .text = g_string_new(NULL),
    };
    for (guint i = 0; i < page->lines->len && status == 0; i++)
        status = emit_line(document, request, &g_array_index(page->lines, line, i), &runs);
    g_array_free(runs.boxes, TRUE);
    g_array_free(runs.positions, TRUE);
    g_string_free(runs.text, TRUE);
    return status;
}

/* A block of a page, while its lines are put together. */
typedef struct page_block {
    const char *kind; /* NULL: none */
    uint32_t level;
    sheaf_box box;
    GString *text;
} page_block;

/* Whether rows of cells begin. */
static int is_table(const block *block, const char *text)
{
    return block != NULL && !block->is_code && text[0] == '|';
}

static const char *kind_of(const block *block, const char *text)
{
    if (block == NULL)
        return "paragraph";
    return block->is_rule                ? "rule"
           : block->is_code              ? "code"
           : block->heading != 0         ? "heading"
           : is_table(block, text)       ? "table"
           : block->hangs                ? "listItem"
                                         : "paragraph";
}

/* Makes "a<tab>b" of "| a | b |", a line each; the row of hyphens below the first one goes. */
static void clear_table(GString *text)
{
    char **rows = g_strsplit(text->str, "\n", -1);
    g_string_truncate(text, 0);
    for (char **row = rows; *row != NULL; row++) {
        if (strspn(*row, "|-: ") == strlen(*row))
            continue;
        char *start = *row[0] == '|' ? *row + 1 : *row, *end = strrchr(start, '|');
        if (end != NULL && end[1] == 0)
            *end = 0;
        char **cells = g_strsplit(start, "|", -1);
        for (char **cell = cells; *cell != NULL; cell++)
            g_string_append_printf(text, "%s%s", cell == cells ? "" : "\t", g_strstrip(*cell));
        g_string_append_c(text, '\n');
        g_strfreev(cells);
    }
    g_strfreev(rows);
}

static int32_t emit_block(sheaf_document *document, sheaf_request *request, page_block *block)
{
    if (block->kind == NULL)
        return 0;
    if (strcmp(block->kind, "table") == 0)
        clear_table(block->text);
    while (block->text->len > 0 && g_ascii_isspace(block->text->str[block->text->len - 1]))
        g_string_truncate(block->text, block->text->len - 1);
    const sheaf_item item = {
        .size = sizeof item,
        .kind = SHEAF_ITEM_BLOCK,
        .level = block->level,
        .page = SHEAF_NO_PAGE,
        .x0 = (double)block->box.x0,
        .y0 = (double)block->box.y0,
        .x1 = (double)block->box.x1,
        .y1 = (double)block->box.y1,
        .key = block->kind,
        .text = block->text->str,
    };
    return block->text->len == 0 ? 0 : document->plugin->services->emit(request, &item);
}

/* Adds a line to a block. */
static void add_line(page_block *block, const line *line)
{
    PangoLayoutLine *row = pango_layout_get_line_readonly(line->layout, line->number);
    const char *start = pango_layout_get_text(line->layout) + row->start_index, *end = start + row->length;
    PangoRectangle logical;
    pango_layout_line_get_extents(row, NULL, &logical);
    const sheaf_box part = part_box(line, 0, logical.width, &logical);
    block->box.x0 = fminf(block->box.x0, part.x0), block->box.y0 = fminf(block->box.y0, part.y0);
    block->box.x1 = fmaxf(block->box.x1, part.x1), block->box.y1 = fmaxf(block->box.y1, part.y1);
    g_string_append_len(block->text, start, end - start);
    if (*end == '\n' || line->number + 1 == pango_layout_get_line_count(line->layout))
        g_string_append_c(block->text, '\n');
}

/* Emits the block so far where another one begins with a line; code has a paragraph for each of its lines. */
static int32_t begin_block(sheaf_document *document, sheaf_request *request, page_block *open, const line *line)
{
    paragraph paragraph = {0};
    /* Plain text has nothing but paragraphs, which need not be read for that. */
    int32_t status = document->markdown == NULL ? 0 : paragraph_read(document, request, line->paragraph, &paragraph);
    if (status != 0)
        return status;
    const block *block = paragraph.block;
    const char *kind = kind_of(block, pango_layout_get_text(line->layout));
    if (block != NULL && block->is_code && !block->is_apart && open->kind == kind)
        return 0;
    status = emit_block(document, request, open);
    open->kind = kind;
    open->level = block == NULL ? 0 : block->heading != 0 ? block->heading : block->hangs ? block->indent : 0;
    open->box = (sheaf_box){INFINITY, INFINITY, -INFINITY, -INFINITY};
    g_string_truncate(open->text, 0);
    return status;
}

int32_t provider_blocks(sheaf_document *document, sheaf_request *request, int64_t number)
{
    page *page = NULL;
    sheaf_input_begin(&document->input, request);
    int32_t status = document_page(document, request, number, &page);
    if (status != 0)
        return status;
    page_block open = {.text = g_string_new(NULL)};
    const PangoLayout *layout = NULL;
    for (guint i = 0; i < page->lines->len && status == 0; i++) {
        const line *line = &g_array_index(page->lines, struct line, i);
        if (line->layout != layout)
            status = begin_block(document, request, &open, line);
        layout = line->layout;
        add_line(&open, line);
    }
    if (status == 0)
        status = emit_block(document, request, &open);
    g_string_free(open.text, TRUE);
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
