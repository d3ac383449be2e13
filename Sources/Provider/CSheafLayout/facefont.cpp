/* SPDX-License-Identifier: Apache-2.0
 *
 * facefont.cpp: a font that a book brings, in a size, for Pango: HarfBuzz measures it, cairo draws it.
 */
#include "facefont.h"
#include "internal.h"

#include <hb-ot.h>
#include <pango/pangocairo.h>

namespace {

struct FaceFont {
    PangoFont parent;
    const book_face *face;
    PangoFontMap *map;
    PangoFontDescription *description;
    hb_font_t *shaped;
    double size; /* pixels */
};

struct FaceFontClass {
    PangoFontClass parent;
};

gpointer face_font_parent_class;

GType face_font_get_type(void);

FaceFont *font_of(PangoFont *font)
{
    return reinterpret_cast<FaceFont *>(font);
}

PangoFontDescription *face_font_describe(PangoFont *font)
{
    return pango_font_description_copy(font_of(font)->description);
}

PangoCoverage *face_font_get_coverage(PangoFont *font, PangoLanguage *)
{
    return static_cast<PangoCoverage *>(g_object_ref(font_of(font)->face->coverage));
}

void face_font_get_glyph_extents(PangoFont *font, PangoGlyph glyph, PangoRectangle *ink, PangoRectangle *logical)
{
    hb_font_t *shaped = font_of(font)->shaped;
    hb_font_extents_t lines = {};
    hb_glyph_extents_t extents = {};
    const bool is_glyph = glyph != PANGO_GLYPH_EMPTY && (glyph & PANGO_GLYPH_UNKNOWN_FLAG) == 0;
    hb_font_get_h_extents(shaped, &lines);
    if (is_glyph)
        hb_font_get_glyph_extents(shaped, glyph, &extents);
    if (ink != nullptr)
        *ink = {extents.x_bearing, -extents.y_bearing, extents.width, -extents.height};
    if (logical != nullptr)
        *logical = {0, -lines.ascender, is_glyph ? hb_font_get_glyph_h_advance(shaped, glyph) : 0, lines.ascender - lines.descender};
}

PangoFontMetrics *face_font_get_metrics(PangoFont *font, PangoLanguage *)
{
    hb_font_t *shaped = font_of(font)->shaped;
    hb_font_extents_t lines = {};
    hb_position_t position = 0, thickness = 0;
    hb_codepoint_t digit = 0;
    hb_font_get_h_extents(shaped, &lines);
    if (!hb_ot_metrics_get_position(shaped, HB_OT_METRICS_TAG_UNDERLINE_OFFSET, &position))
        position = -lines.ascender / 8;
    if (!hb_ot_metrics_get_position(shaped, HB_OT_METRICS_TAG_UNDERLINE_SIZE, &thickness))
        thickness = lines.ascender / 16;
    hb_font_get_nominal_glyph(shaped, '0', &digit);
    /* As Pango makes one, by a function that its headers leave out. */
    PangoFontMetrics *metrics = g_slice_new0(PangoFontMetrics);
    metrics->ref_count = 1;
    metrics->ascent = lines.ascender;
    metrics->descent = -lines.descender;
    metrics->height = lines.ascender - lines.descender + lines.line_gap;
    metrics->approximate_char_width = metrics->approximate_digit_width = hb_font_get_glyph_h_advance(shaped, digit);
    metrics->underline_position = position;
    metrics->underline_thickness = metrics->strikethrough_thickness = thickness;
    metrics->strikethrough_position = lines.ascender / 3;
    return metrics;
}

PangoFontMap *face_font_get_font_map(PangoFont *font)
{
    return font_of(font)->map;
}

hb_font_t *face_font_create_hb_font(PangoFont *font)
{
    return hb_font_reference(font_of(font)->shaped);
}

void face_font_finalize(GObject *object)
{
    FaceFont *font = reinterpret_cast<FaceFont *>(object);
    hb_font_destroy(font->shaped);
    pango_font_description_free(font->description);
    G_OBJECT_CLASS(face_font_parent_class)->finalize(object);
}

void face_font_class_init(gpointer table, gpointer)
{
    FaceFontClass *type = static_cast<FaceFontClass *>(table);
    face_font_parent_class = g_type_class_peek_parent(table);
    G_OBJECT_CLASS(type)->finalize = face_font_finalize;
    type->parent.describe = face_font_describe;
    type->parent.describe_absolute = face_font_describe;
    type->parent.get_coverage = face_font_get_coverage;
    type->parent.get_glyph_extents = face_font_get_glyph_extents;
    type->parent.get_metrics = face_font_get_metrics;
    type->parent.get_font_map = face_font_get_font_map;
    type->parent.create_hb_font = face_font_create_hb_font;
}

GType face_font_get_type(void)
{
    static const GType type = facefont_register("FaceFont", PANGO_TYPE_FONT, sizeof(FaceFontClass), face_font_class_init, sizeof(FaceFont));
    return type;
}

} // namespace

PangoFont *face_font_new(PangoFontMap *map, const book_face *face, const PangoFontDescription *wanted)
{
    FaceFont *font = static_cast<FaceFont *>(g_object_new(face_font_get_type(), nullptr));
    font->face = face;
    font->map = map;
    font->description = pango_font_description_copy(wanted);
    font->shaped = hb_font_create(face->shaped);
    font->size = static_cast<double>(pango_font_description_get_size(wanted)) / PANGO_SCALE;
    hb_font_set_scale(font->shaped, pango_font_description_get_size(wanted), pango_font_description_get_size(wanted));
    return &font->parent;
}

const book_face *face_font_face(PangoFont *font)
{
    return font_of(font)->face;
}

void facefont_show(cairo_t *cairo, PangoFont *font, PangoGlyphString *glyphs, bool as_path)
{
    if (!G_TYPE_CHECK_INSTANCE_TYPE(font, face_font_get_type())) {
        if (as_path)
            pango_cairo_glyph_string_path(cairo, font, glyphs);
        else
            pango_cairo_show_glyph_string(cairo, font, glyphs);
        return;
    }
    /* As the context of the document has it. */
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    std::vector<cairo_glyph_t> shown;
    double x = 0, y = 0;
    int width = 0;
    cairo_get_current_point(cairo, &x, &y);
    for (int i = 0; i < glyphs->num_glyphs; i++) {
        const PangoGlyphInfo &glyph = glyphs->glyphs[i];
        if (glyph.glyph != PANGO_GLYPH_EMPTY && (glyph.glyph & PANGO_GLYPH_UNKNOWN_FLAG) == 0)
            shown.push_back({glyph.glyph, x + static_cast<double>(width + glyph.geometry.x_offset) / PANGO_SCALE,
                             y + static_cast<double>(glyph.geometry.y_offset) / PANGO_SCALE});
        width += glyph.geometry.width;
    }
    cairo_set_font_face(cairo, font_of(font)->face->drawn);
    cairo_set_font_size(cairo, font_of(font)->size);
    cairo_set_font_options(cairo, options);
    cairo_font_options_destroy(options);
    if (as_path)
        cairo_glyph_path(cairo, shown.data(), static_cast<int>(shown.size()));
    else
        cairo_show_glyphs(cairo, shown.data(), static_cast<int>(shown.size()));
}
