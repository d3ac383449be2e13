/* SPDX-License-Identifier: Apache-2.0
 *
 * styles.c: what parts of a paragraph look like, for Pango.
 */
#include "internal.h"

#include <string.h>

static void add_attribute(PangoAttrList *list, PangoAttribute *attribute, uint32_t start, uint32_t end)
{
    attribute->start_index = start;
    attribute->end_index = end;
    pango_attr_list_insert(list, attribute);
}

/* Adds the styles of a block of Markdown. */
static void add_spans(PangoAttrList *list, const markdown *markdown, const block *block)
{
    for (guint i = markdown_span(markdown, block->start); i < markdown->spans->len; i++) {
        const span *span = &g_array_index(markdown->spans, struct span, i);
        if (span->start >= block->start + block->length)
            break;
        uint32_t start = span->start > block->start ? (uint32_t)(span->start - block->start) : 0;
        uint32_t end = MIN((uint32_t)(span->end - block->start), block->length);
        if (span->style & SPAN_STRONG)
            add_attribute(list, pango_attr_weight_new(PANGO_WEIGHT_BOLD), start, end);
        if (span->style & SPAN_EMPHASIS)
            add_attribute(list, pango_attr_style_new(PANGO_STYLE_ITALIC), start, end);
        if (span->style & SPAN_CODE) {
            add_attribute(list, pango_attr_family_new("monospace"), start, end);
            add_attribute(list, pango_attr_scale_new(CODE_SIZE), start, end);
        }
        if (span->link >= 0)
            add_attribute(list, pango_attr_underline_new(PANGO_UNDERLINE_SINGLE), start, end);
    }
}

/* Long words are broken without a hyphen that the text has not: an address with one is another. Soft hyphens show theirs. */
static void forbid_hyphens(PangoAttrList *list, const paragraph *paragraph)
{
    const char *text = paragraph->text, *end = text + paragraph->length;
    for (const char *at = text, *stop; at < end; at = stop) {
        const char *soft = memmem(at, (size_t)(end - at), "\u00ad", 2);
        const char *from = soft, *to = soft;
        while (from != NULL && from > at && from[-1] != ' ')
            from--;
        while (to != NULL && to < end && *to != ' ')
            to++;
        stop = to == NULL ? end : to;
        const char *last = from == NULL ? end : from;
        if (last > at)
            add_attribute(list, pango_attr_insert_hyphens_new(FALSE), (uint32_t)(at - text), (uint32_t)(last - text));
    }
}

static void add_colour(PangoAttrList *list, PangoAttribute *(*make)(guint16, guint16, guint16), uint32_t colour,
                       const style *style)
{
    if (colour != 0)
        add_attribute(list, make((colour >> 16 & 255) * 257, (colour >> 8 & 255) * 257, (colour & 255) * 257), style->start,
                      style->end);
}

/* Adds the styles of a paragraph of plain text. */
static void add_styles(PangoAttrList *list, const GArray *styles)
{
    for (guint i = 0; i < styles->len; i++) {
        const style *style = &g_array_index(styles, struct style, i);
        if (style->style & SPAN_STRONG)
            add_attribute(list, pango_attr_weight_new(PANGO_WEIGHT_BOLD), style->start, style->end);
        if (style->style & SPAN_EMPHASIS)
            add_attribute(list, pango_attr_style_new(PANGO_STYLE_ITALIC), style->start, style->end);
        if (style->style & SPAN_UNDERLINE)
            add_attribute(list, pango_attr_underline_new(PANGO_UNDERLINE_SINGLE), style->start, style->end);
        if (style->style & SPAN_STRUCK)
            add_attribute(list, pango_attr_strikethrough_new(TRUE), style->start, style->end);
        add_colour(list, pango_attr_foreground_new, style->foreground, style);
        add_colour(list, pango_attr_background_new, style->background, style);
    }
}

PangoAttrList *styles_of(const sheaf_document *document, const paragraph *paragraph)
{
    PangoAttrList *list = pango_attr_list_new();
    if (paragraph->block != NULL)
        add_spans(list, document->markdown, paragraph->block);
    else
        add_styles(list, document->styles);
    forbid_hyphens(list, paragraph);
    return list;
}
