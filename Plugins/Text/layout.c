/* SPDX-License-Identifier: Apache-2.0
 *
 * layout.c: breaks paragraphs into lines, and fills pages with them.
 *
 * All of it is in points, unhinted and without rounding: pages are the same at any scale.
 */
#include "internal.h"

#include <math.h>
#include <string.h>

/* Rounding errors add up over the lines of a page. */
#define EPSILON 0.01

/* The size of headings, as a multiple of the font's. */
static const double heading_sizes[] = {1, 1.8, 1.5, 1.25, 1.1, 1, 1};

/* The size of code where its lines are long: 80 of its characters fit on a page as it is by default. */
#define CODE_SIZE_LEAST 0.65

/* How far a line of code that has no room on one line is set in where it goes on, beside its own blanks. */
#define CODE_HANG 2

/* How far each level of a list is set in, and how far it may be, as a part of the column. */
#define INDENT_EM 1.8
#define INDENT_MOST 0.5

/* The space above a block, in lines. */
#define BLOCK_SPACE 0.6

/* Widths that were measured character by character are those of a line but for its kerning: a line that would fit with a twentieth
 * more fits. */
#define WIDTH_SLACK 1.05

/* From here on a byte of UTF-8 begins letters of Chinese, Japanese and Korean, or others that stand alone. */
#define IDEOGRAPHS_FROM 0xe2

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

/* Whether each line of a document means something: it is set in a font of one width, as it was written. */
static int is_lines(const sheaf_document *document)
{
    return document->markdown == NULL && !document->shape.is_prose && document->shape.width == 0;
}

static int is_monospaced(const looks *looks)
{
    return g_ascii_strncasecmp(looks->font_family, "mono", 4) == 0;
}

/* The font of plain text and of the words of Markdown. That of lines is as large as nearly all of them need. */
static PangoFontDescription *describe_base(const sheaf_document *document, double *size)
{
    const looks *looks = &document->looks;
    *size = looks->font_size;
    if (!is_lines(document))
        return describe(looks, *size);
    PangoFontDescription *font = pango_font_description_from_string(is_monospaced(looks) ? looks->font_family : "monospace");
    pango_font_description_set_absolute_size(font, *size * PANGO_SCALE);
    PangoFontMetrics *metrics = pango_context_get_metrics(document->typesetter.context, font, NULL);
    double width = (double)pango_font_metrics_get_approximate_char_width(metrics) / PANGO_SCALE;
    pango_font_metrics_unref(metrics);
    /* Half a character more: widths are rounded. Longer lines than anybody means to be read as one need no small letters. */
    double room = document->typesetter.column_width / (((double)document->shape.columns + 0.5) * width);
    *size *= document->shape.columns == COLUMNS_MAX ? CODE_SIZE : CLAMP(room, CODE_SIZE_LEAST, CODE_SIZE);
    pango_font_description_set_absolute_size(font, *size * PANGO_SCALE);
    return font;
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

    typesetter->content_height = looks->height - 2 * looks->margin;
    typesetter->gap = 2 * looks->font_size;
    double width = looks->width - 2 * looks->margin, size = 0;
    typesetter->column_width = fmax((width - (looks->columns - 1) * typesetter->gap) / looks->columns, width / 8);
    typesetter->gap = looks->columns < 2 ? 0 : (width - looks->columns * typesetter->column_width) / (looks->columns - 1);

    PangoFontDescription *font = describe_base(document, &size);
    pango_context_set_font_description(typesetter->context, font);
    PangoFontMetrics *metrics = pango_context_get_metrics(typesetter->context, font, NULL);
    double ascent = (double)pango_font_metrics_get_ascent(metrics) / PANGO_SCALE;
    double descent = (double)pango_font_metrics_get_descent(metrics) / PANGO_SCALE;
    pango_font_metrics_unref(metrics);
    pango_font_description_free(font);

    typesetter->advance = size * looks->line_height;
    typesetter->ascent = (typesetter->advance - ascent - descent) / 2 + ascent;
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

/* How far a line of code is set in where it goes on, in points. */
static double hang_of(const sheaf_document *document, const paragraph *paragraph)
{
    const typesetter *typesetter = &document->typesetter;
    size_t blanks = 0;
    for (size_t i = 0; i < paragraph->length && (paragraph->text[i] == ' ' || paragraph->text[i] == '\t'); i++)
        blanks += paragraph->text[i] == ' ' ? 1 : TAB_COLUMNS - blanks % TAB_COLUMNS;
    return fmin((double)(blanks + CODE_HANG) * typesetter->ascii[0], typesetter->column_width * INDENT_MOST);
}

/* Whether a line would be made as wide as its column by space between the letters of a word: a part of a long one has no blanks. */
static int is_torn(PangoLayout *layout)
{
    const char *text = pango_layout_get_text(layout);
    for (GSList *at = pango_layout_get_lines_readonly(layout); at != NULL && at->next != NULL; at = at->next) {
        const PangoLayoutLine *row = at->data;
        const char *start = text + row->start_index, *end = start + row->length;
        int is_word = row->length > 0;
        for (const char *byte = start; byte < end - 1 && is_word; byte++)
            is_word = *byte != ' ' && (unsigned char)*byte < IDEOGRAPHS_FROM;
        if (is_word)
            return 1;
    }
    return 0;
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
    pango_layout_set_justify(layout, looks->justify && !is_monospaced(looks) && !is_lines(document) &&
                                         (block == NULL || (!block->is_code && !block->heading && !block->is_rule)));
    PangoAttrList *list = styles_of(document, paragraph);
    pango_layout_set_attributes(layout, list);
    pango_attr_list_unref(list);
    if (is_lines(document)) {
        pango_layout_set_indent(layout, (int)(-hang_of(document, paragraph) * PANGO_SCALE));
    } else if (block != NULL) {
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
    }
    pango_layout_set_text(layout, paragraph->text, (int)paragraph->length);
    if (pango_layout_get_justify(layout) && is_torn(layout))
        pango_layout_set_justify(layout, FALSE);
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
                    .is_cut = paragraph->is_cut,
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
