/* SPDX-License-Identifier: Apache-2.0
 *
 * layout.c: breaks paragraphs into lines, and fills pages with them.
 *
 * All of it is in points, unhinted and without rounding: pages are the same at any scale.
 */
#include "internal.h"

#include <fontconfig/fontconfig.h>
#include <math.h>

/* Rounding errors add up over the lines of a page. */
#define EPSILON 0.01

/* The size of headings, as a multiple of the font's, and of code. */
static const double heading_sizes[] = {1, 1.8, 1.5, 1.25, 1.1, 1, 1};
#define CODE_SIZE 0.9

/* How far each level of a list is set in, and how far it may be, as a part of the column. */
#define INDENT_EM 1.8
#define INDENT_MOST 0.5

/* The space above a block, in lines. */
#define BLOCK_SPACE 0.6

/* Widths that were measured character by character are those of a line but for its kerning: a line that would fit with a twentieth
 * more fits. */
#define WIDTH_SLACK 1.05

/* From here on (Hebrew) a byte of UTF-8 begins letters that may be taller than a line. */
#define TALL_FROM 0xd6

static PangoFontDescription *describe(const looks *looks, double size)
{
    char *families = g_strconcat(looks->font_family, ",serif", NULL);
    PangoFontDescription *font = pango_font_description_new();
    pango_font_description_set_family(font, families);
    pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
    g_free(families);
    return font;
}

static void measure_ascii(typesetter *typesetter)
{
    PangoLayout *layout = pango_layout_new(typesetter->context);
    for (int i = 0; i < 95; i++) {
        const char text[] = {(char)(0x20 + i), 0};
        int width = 0;
        pango_layout_set_text(layout, text, 1);
        pango_layout_get_size(layout, &width, NULL);
        typesetter->ascii[i] = (double)width / PANGO_SCALE;
    }
    g_object_unref(layout);
}

int typesetter_has_fonts(void)
{
    const FcFontSet *fonts = FcInit() ? FcConfigGetFonts(NULL, FcSetSystem) : NULL;
    return fonts != NULL && fonts->nfont > 0;
}

void typesetter_open(sheaf_document *document)
{
    const looks *looks = &document->looks;
    typesetter *typesetter = &document->typesetter;
    if (document->plugin->fonts == NULL)
        document->plugin->fonts = pango_cairo_font_map_new();
    typesetter->context = pango_font_map_create_context(document->plugin->fonts);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(typesetter->context, options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions(typesetter->context, FALSE);
    pango_context_set_language(typesetter->context, pango_language_from_string(document->language));

    PangoFontDescription *font = describe(looks, looks->font_size);
    pango_context_set_font_description(typesetter->context, font);
    PangoFontMetrics *metrics = pango_context_get_metrics(typesetter->context, font, NULL);
    double ascent = (double)pango_font_metrics_get_ascent(metrics) / PANGO_SCALE;
    double descent = (double)pango_font_metrics_get_descent(metrics) / PANGO_SCALE;
    pango_font_metrics_unref(metrics);
    pango_font_description_free(font);

    typesetter->advance = looks->font_size * looks->line_height;
    typesetter->ascent = (typesetter->advance - ascent - descent) / 2 + ascent;
    typesetter->content_height = looks->height - 2 * looks->margin;
    typesetter->gap = 2 * looks->font_size;
    double width = looks->width - 2 * looks->margin;
    typesetter->column_width = fmax((width - (looks->columns - 1) * typesetter->gap) / looks->columns, width / 8);
    typesetter->gap = looks->columns < 2 ? 0 : (width - looks->columns * typesetter->column_width) / (looks->columns - 1);
    typesetter->tabs = pango_tab_array_new_with_positions(
        1, FALSE, PANGO_TAB_LEFT, (int)(INDENT_EM * looks->font_size * PANGO_SCALE));
    typesetter->scratch = pango_layout_new(typesetter->context);
    measure_ascii(typesetter);
}

void typesetter_close(sheaf_document *document)
{
    typesetter *typesetter = &document->typesetter;
    g_clear_object(&typesetter->scratch);
    g_clear_object(&typesetter->context);
    g_clear_pointer(&typesetter->tabs, pango_tab_array_free);
}

void lines_clear(GArray *lines)
{
    for (guint i = 0; i < lines->len; i++)
        g_object_unref(g_array_index(lines, line, i).layout);
    g_array_set_size(lines, 0);
}

static void add_attribute(PangoAttrList *list, PangoAttribute *attribute, uint32_t start, uint32_t end)
{
    attribute->start_index = start;
    attribute->end_index = end;
    pango_attr_list_insert(list, attribute);
}

/* The styles of the parts of a block. */
static PangoAttrList *attributes(const markdown *markdown, const block *block)
{
    PangoAttrList *list = pango_attr_list_new();
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
    return list;
}

/* The size of a paragraph's font, as a multiple of the usual. */
static double size_of(const paragraph *paragraph)
{
    return paragraph->block == NULL ? 1 : heading_sizes[paragraph->block->heading];
}

static double indent_of(const sheaf_document *document, const paragraph *paragraph)
{
    if (paragraph->block == NULL)
        return 0;
    double column = document->typesetter.column_width;
    /* The mark of an item hangs out into the level above. */
    int levels = paragraph->block->indent - (paragraph->block->hangs ? 1 : 0);
    return fmin(levels * INDENT_EM * document->looks.font_size, column * INDENT_MOST);
}

static int is_monospaced(const looks *looks)
{
    return g_ascii_strncasecmp(looks->font_family, "mono", 4) == 0;
}

/* Makes a layout that of a paragraph. */
static void set_paragraph(const sheaf_document *document, PangoLayout *layout, const paragraph *paragraph)
{
    const looks *looks = &document->looks;
    const typesetter *typesetter = &document->typesetter;
    const block *block = paragraph->block;
    double width = typesetter->column_width - indent_of(document, paragraph);
    pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_justify(layout, looks->justify && !is_monospaced(looks) &&
                                         (block == NULL || (!block->is_code && !block->heading && !block->is_rule)));
    if (block != NULL) {
        PangoFontDescription *font = describe(looks, looks->font_size * size_of(paragraph));
        if (block->is_code) {
            pango_font_description_set_family_static(font, "monospace");
            pango_font_description_set_absolute_size(font, looks->font_size * CODE_SIZE * PANGO_SCALE);
        }
        if (block->heading)
            pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD);
        pango_layout_set_font_description(layout, font);
        pango_font_description_free(font);
        pango_layout_set_alignment(layout, block->is_rule ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT);
        pango_layout_set_indent(layout, block->hangs ? (int)(-INDENT_EM * looks->font_size * PANGO_SCALE) : 0);
        pango_layout_set_tabs(layout, block->hangs ? typesetter->tabs : NULL);
        PangoAttrList *list = attributes(document->markdown, block);
        pango_layout_set_attributes(layout, list);
        pango_attr_list_unref(list);
    }
    pango_layout_set_text(layout, paragraph->text, (int)paragraph->length);
}

/* Whether a paragraph of plain text fits on one line, for sure: most of those of a log do. */
static int is_one_line(const sheaf_document *document, const paragraph *paragraph)
{
    const typesetter *typesetter = &document->typesetter;
    double width = 0, most = typesetter->column_width / WIDTH_SLACK;
    for (size_t i = 0; i < paragraph->length && width <= most; i++) {
        unsigned char byte = (unsigned char)paragraph->text[i];
        if (byte < 0x20 || byte > 0x7e)
            return 0;
        width += typesetter->ascii[byte - 0x20];
    }
    return paragraph->block == NULL && width <= most;
}

static int has_tall_letters(const paragraph *paragraph)
{
    for (size_t i = 0; i < paragraph->length; i++)
        if ((unsigned char)paragraph->text[i] >= TALL_FROM)
            return 1;
    return 0;
}

/* How far down a page is filled. */
typedef struct filling {
    sheaf_document *document;
    GArray *lines;  /* or NULL */
    int column;
    double y;       /* where the next line begins, from the top margin on */
    int is_begun;   /* there is a line in this column */
    place kept;     /* where headings begin that have nothing below them yet; PLACE_END: there are none */
    guint kept_lines;
    int has_lines;  /* there is one on the page */
} filling;

/* Makes room for a line. Whether there is any. */
static int make_room(filling *filling, double space, double height)
{
    const typesetter *typesetter = &filling->document->typesetter;
    space = filling->is_begun ? space : 0;
    if (filling->is_begun && filling->y + space + height > typesetter->content_height + EPSILON) {
        if (filling->column + 1 >= filling->document->looks.columns)
            return 0;
        filling->column++;
        filling->y = 0;
        space = 0;
    }
    filling->y += space;
    filling->is_begun = 1;
    return 1;
}

/* Puts the lines of a paragraph on a page, from a place in it on. Whether all of them had room; `next` gets where the first one
 * begins that had none. */
static int put_paragraph(filling *filling, const paragraph *paragraph, size_t skip, place *next)
{
    const sheaf_document *document = filling->document;
    const typesetter *typesetter = &document->typesetter;
    double size = size_of(paragraph), height = typesetter->advance * size, ascent = typesetter->ascent * size;
    double space = skip == 0 && paragraph->block != NULL && paragraph->block->is_apart ? BLOCK_SPACE * typesetter->advance : 0;
    if (filling->lines == NULL && is_one_line(document, paragraph)) {
        *next = place_make(paragraph->start, 0);
        if (!make_room(filling, space, height))
            return 0;
        filling->y += height;
        filling->has_lines = 1;
        return 1;
    }
    PangoLayout *layout = filling->lines == NULL ? g_object_ref(typesetter->scratch) : pango_layout_new(typesetter->context);
    set_paragraph(document, layout, paragraph);
    PangoLayoutIter *iterator = filling->lines == NULL ? NULL : pango_layout_get_iter(layout);
    int is_tall = !document->looks.line_height_is_exact && has_tall_letters(paragraph), has_room = 1, number = 0;
    for (GSList *at = pango_layout_get_lines_readonly(layout); at != NULL && has_room; at = at->next, number++) {
        PangoLayoutLine *row = at->data;
        size_t offset = (size_t)row->start_index;
        if (paragraph->origins != NULL)
            offset = paragraph->origins[offset];
        if (offset >= skip) {
            PangoRectangle logical = {0};
            double above = 0, below = 0;
            if (is_tall) {
                pango_layout_line_get_extents(row, NULL, &logical);
                above = fmax(0, (double)PANGO_ASCENT(logical) / PANGO_SCALE - ascent);
                below = fmax(0, (double)PANGO_DESCENT(logical) / PANGO_SCALE - (height - ascent));
            }
            *next = place_make(paragraph->start, offset);
            has_room = make_room(filling, space, above + height + below);
            space = 0;
            if (has_room && iterator != NULL) {
                pango_layout_iter_get_line_extents(iterator, NULL, &logical);
                double column = filling->column * (typesetter->column_width + typesetter->gap);
                const line line = {
                    .layout = g_object_ref(layout),
                    .number = number,
                    .paragraph = paragraph->start,
                    .x = document->looks.margin + column + indent_of(document, paragraph) +
                         (double)logical.x / PANGO_SCALE,
                    .baseline = document->looks.margin + filling->y + above + ascent,
                };
                g_array_append_val(filling->lines, line);
            }
            if (has_room) {
                filling->y += above + height + below;
                filling->has_lines = 1;
            }
        }
        if (iterator != NULL)
            pango_layout_iter_next_line(iterator);
    }
    g_clear_pointer(&iterator, pango_layout_iter_free);
    g_object_unref(layout);
    return has_room;
}

int32_t layout_fill(sheaf_document *document, sheaf_request *request, place from, GArray *lines, place *next)
{
    filling filling = {.document = document, .lines = lines, .kept = PLACE_END};
    int64_t start = place_paragraph(from);
    size_t skip = (size_t)(from & ((1 << PLACE_BITS) - 1));
    for (;;) {
        paragraph paragraph;
        int32_t status = paragraph_read(document, request, start, &paragraph);
        if (status == SHEAF_END) {
            *next = PLACE_END;
            return 0;
        }
        if (status != 0)
            return status;
        guint before = lines == NULL ? 0 : lines->len;
        int is_heading = paragraph.block != NULL && paragraph.block->heading;
        if (is_heading && filling.kept == PLACE_END && filling.has_lines && skip == 0) {
            filling.kept = place_make(paragraph.start, 0);
            filling.kept_lines = before;
        }
        place first = place_make(paragraph.start, skip);
        if (!put_paragraph(&filling, &paragraph, skip, next)) {
            /* A heading goes with what is below it. */
            if (filling.kept != PLACE_END && (is_heading || *next == first)) {
                *next = filling.kept;
                if (lines != NULL) {
                    for (guint i = filling.kept_lines; i < lines->len; i++)
                        g_object_unref(g_array_index(lines, line, i).layout);
                    g_array_set_size(lines, filling.kept_lines);
                }
            }
            return 0;
        }
        if (!is_heading)
            filling.kept = PLACE_END;
        start = paragraph.next;
        skip = 0;
    }
}
