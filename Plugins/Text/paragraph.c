/* SPDX-License-Identifier: Apache-2.0
 *
 * paragraph.c: the paragraphs of a document, wherever they come from. In plain text each line is one, or as many of them as belong
 * together.
 */
#include "internal.h"

#include <string.h>

/* Where a line without end is cut that has no blanks, in bytes: Pango takes ever longer for each line of one word. */
#define UNBROKEN_MAX 1024

/* Where a line is cut that is longer than a paragraph may be: behind the last blank in the latter half, else between two characters
 * far before. */
static size_t cut(encoding encoding, const unsigned char *bytes, size_t length)
{
    size_t unit = encoding_is_wide(encoding) ? 2 : 1, low = encoding == ENCODING_UTF16_BE ? 1 : 0;
    for (size_t i = length; i > length / 2; i -= unit) {
        const unsigned char *last = bytes + i - unit;
        int is_blank = unit == 1 ? last[0] == ' ' || last[0] == '\t' : last[low] == ' ' && last[1 - low] == 0;
        if (is_blank)
            return i;
    }
    length = UNBROKEN_MAX;
    if (unit == 2) {
        /* Not between the halves of a surrogate. */
        unsigned char high = bytes[length - 1 - low];
        return high >= 0xd8 && high < 0xdc ? length - 2 : length;
    }
    if (encoding != ENCODING_UTF8)
        return length;
    for (size_t back = 1; back <= 3; back++)
        if (bytes[length - back] >= 0xc0)
            return length - back;
        else if (bytes[length - back] < 0x80)
            break;
    return length;
}

/* Decodes a line, or a part of one, behind the first `at` bytes of the paragraph's text. Returns how long it is there. */
static size_t decode(sheaf_document *document, const unsigned char *bytes, size_t length, size_t at)
{
    char *text = document->text + at;
    size_t decoded = encoding_decode(&document->charset, bytes, length, text, document->origins + at);
    if (memchr(text, 0, decoded) == NULL)
        return decoded;
    guint before = document->styles->len;
    decoded = terminal_read(text, decoded, document->origins + at, document->styles);
    for (guint i = before; i < document->styles->len; i++) {
        g_array_index(document->styles, style, i).start += (uint32_t)at;
        g_array_index(document->styles, style, i).end += (uint32_t)at;
    }
    return decoded;
}

/* Puts the lines behind a paragraph to it that it goes on with. `bytes` are those of the source, of which it has `used`. */
static size_t join(sheaf_document *document, paragraph *paragraph, const unsigned char *bytes, size_t length, size_t used)
{
    size_t line = 0;
    for (;;) {
        size_t without = 0, whole = encoding_line(document->charset.encoding, bytes + used, length - used, &without);
        int is_last = paragraph->start + (int64_t)length >= document->input.size;
        if (whole == 0 && is_last)
            whole = without = length - used;
        if (whole == 0 || used + without > PARAGRAPH_MAX)
            return used;
        size_t end = paragraph->length;
        /* A blank takes the place of the line's end, which is as long at least. */
        char *text = document->text + end + 1;
        uint16_t *origins = document->origins + end + 1;
        guint styles = document->styles->len;
        size_t decoded = decode(document, bytes + used, without, end + 1);
        if (!shape_goes_on(document->shape.width, document->text + line, end - line, text, decoded)) {
            g_array_set_size(document->styles, styles);
            document->origins[end] = (uint16_t)used;
            return used;
        }
        int gap = shape_needs_blank(document->text + line, end - line, text);
        if (gap)
            document->text[end] = ' ';
        else {
            memmove(document->text + end, text, decoded);
            for (guint i = styles; i < document->styles->len; i++) {
                g_array_index(document->styles, style, i).start--;
                g_array_index(document->styles, style, i).end--;
            }
        }
        for (size_t i = 0; i <= decoded; i++)
            document->origins[end + (size_t)gap + i] = (uint16_t)(origins[i] + used);
        line = end + (size_t)gap;
        paragraph->length = line + decoded;
        used += whole;
    }
}

static int32_t read_plain(sheaf_document *document, sheaf_request *request, int64_t start, paragraph *paragraph)
{
    /* With what ends a line. */
    size_t length = PARAGRAPH_MAX + 4;
    if (start == 0)
        start = (int64_t)document->charset.mark;
    if (start >= document->input.size)
        return SHEAF_END;
    const unsigned char *bytes = window_bytes(document, start, &length);
    if (bytes == NULL)
        return sheaf_input_result(&document->input, request);
    size_t without = 0, whole = encoding_line(document->charset.encoding, bytes, length, &without);
    if (whole == 0)
        whole = without = length;
    paragraph->is_cut = without > PARAGRAPH_MAX;
    if (paragraph->is_cut)
        whole = without = cut(document->charset.encoding, bytes, PARAGRAPH_MAX);
    paragraph->start = start;
    g_array_set_size(document->styles, 0);
    paragraph->length = decode(document, bytes, without, 0);
    paragraph->text = document->text;
    paragraph->origins = document->origins;
    paragraph->block = NULL;
    if (document->shape.width != 0 && !paragraph->is_cut)
        whole = join(document, paragraph, bytes, length, whole);
    paragraph->next = start + (int64_t)whole;
    return 0;
}

/* The number of the last block that begins at a place or before. */
static guint find_block(const markdown *markdown, int64_t start)
{
    guint low = 0, high = markdown->blocks->len;
    while (high - low > 1) {
        guint middle = (low + high) / 2;
        *(g_array_index(markdown->blocks, block, middle).start <= start ? &low : &high) = middle;
    }
    return low;
}

static int32_t read_block(const markdown *markdown, int64_t start, paragraph *paragraph)
{
    if (start >= (int64_t)markdown->text->len)
        return SHEAF_END;
    const block *block = &g_array_index(markdown->blocks, struct block, find_block(markdown, start));
    paragraph->start = block->start;
    paragraph->next = block->start + block->length + 1;
    paragraph->text = markdown->text->str + block->start;
    paragraph->length = block->length;
    paragraph->origins = NULL;
    paragraph->block = block;
    paragraph->is_cut = 0;
    return 0;
}

int64_t document_end(const sheaf_document *document)
{
    return document->markdown != NULL ? (int64_t)document->markdown->text->len : document->input.size;
}

int32_t paragraph_read(sheaf_document *document, sheaf_request *request, int64_t start, paragraph *paragraph)
{
    if (document->plugin->services->cancelled(request))
        return SHEAF_CANCELLED;
    return document->markdown != NULL ? read_block(document->markdown, start, paragraph)
                                      : read_plain(document, request, start, paragraph);
}
