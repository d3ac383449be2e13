/* SPDX-License-Identifier: Apache-2.0
 *
 * passage.c: the text without its pages, for who searches it.
 */
#include "internal.h"

#include <string.h>

/* How much of the source is handed over at once, in bytes, with the paragraph that goes on there. */
#define PASSAGE_LENGTH 32768

void positions_of(const paragraph *paragraph, const char *start, const char *end, GArray *positions)
{
    g_array_set_size(positions, 0);
    for (const char *at = start; at < end; at = g_utf8_next_char(at)) {
        size_t offset = (size_t)(at - paragraph->text);
        int64_t position = paragraph->start + (paragraph->origins != NULL ? paragraph->origins[offset] : (int64_t)offset);
        g_array_append_val(positions, position);
    }
}

/* The start of the line that a position is in; the position itself where that is too far before it. */
static int64_t line_start(sheaf_document *document, int64_t position)
{
    const charset *charset = &document->charset;
    if (document->markdown != NULL || position <= (int64_t)charset->mark || position > document->input.size)
        return position;
    size_t length = (size_t)MIN(position - (int64_t)charset->mark, PARAGRAPH_MAX), at = 0, line = 0, without = 0;
    const unsigned char *bytes = window_bytes(document, position - (int64_t)length, &length);
    if (bytes == NULL)
        return position;
    /* Where a line begins that ends before the position. */
    int is_start = (int64_t)length == position - (int64_t)charset->mark;
    while ((line = encoding_line(charset->encoding, bytes + at, length - at, &without)) > 0) {
        at += line;
        is_start = 1;
    }
    return is_start ? position - (int64_t)(length - at) : position;
}

static int32_t emit_paragraph(const sheaf_document *document, sheaf_request *request, const paragraph *paragraph,
                              GString *text, GArray *positions)
{
    g_string_truncate(text, 0);
    g_string_append_len(text, paragraph->text, (gssize)paragraph->length);
    if (!paragraph->is_cut)
        g_string_append_c(text, '\n');
    positions_of(paragraph, paragraph->text, paragraph->text + paragraph->length, positions);
    const sheaf_item item = {
        .size = sizeof item,
        .kind = SHEAF_ITEM_TEXT,
        .page = SHEAF_NO_PAGE,
        .text = text->str,
        .positions = (const int64_t *)(const void *)positions->data,
        .position_count = positions->len,
    };
    return document->plugin->services->emit(request, &item);
}

int32_t provider_passage(sheaf_document *document, sheaf_request *request, int64_t position, sheaf_passage *passage)
{
    sheaf_input_begin(&document->input, request);
    if (position < 0 || position >= document_end(document))
        return SHEAF_END;
    GString *text = g_string_new(NULL);
    GArray *positions = g_array_new(FALSE, FALSE, sizeof(int64_t));
    int64_t start = line_start(document, position);
    int32_t status = 0;
    passage->next = start;
    passage->end = document_end(document);
    while (status == 0 && passage->next - start < PASSAGE_LENGTH) {
        paragraph paragraph;
        status = paragraph_read(document, request, passage->next, &paragraph);
        if (status == SHEAF_END && passage->next > start) {
            status = 0;
            break;
        }
        if (status == 0) {
            passage->next = paragraph.next;
            status = emit_paragraph(document, request, &paragraph, text, positions);
        }
    }
    g_array_free(positions, TRUE);
    g_string_free(text, TRUE);
    return status;
}
