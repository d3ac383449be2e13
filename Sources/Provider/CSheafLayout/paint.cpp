/* SPDX-License-Identifier: Apache-2.0
 *
 * paint.cpp: paints a sheet with cairo.
 */
#include "internal.h"

#include <pango/pangocairo.h>

#include <algorithm>
#include <cmath>

namespace {

/* Nothing of a line lies further from its baseline. */
const double line_max = 2 * 2000;

/* A picture is repeated at most so often along one side. */
const int repeats_max = 1000;

/* From this size of the font on, in pixels, letters are drawn as outlines: cairo would keep a picture of each. */
const double outlines_from = 256;

/* The size in which outlines are made. */
const double outlines_size = 512;

void set_colour(cairo_t *cairo, const litehtml::web_color &colour)
{
    cairo_set_source_rgba(cairo, colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0, colour.alpha / 255.0);
}

/* A rectangle with elliptic corners. */
void trace_box(cairo_t *cairo, double x, double y, double width, double height, const litehtml::border_radiuses &radii)
{
    const double corners[4][4] = {
        /* where the ellipse has its middle, and its half axes */
        {x + width - radii.top_right_x, y + radii.top_right_y, static_cast<double>(radii.top_right_x), static_cast<double>(radii.top_right_y)},
        {x + width - radii.bottom_right_x, y + height - radii.bottom_right_y, static_cast<double>(radii.bottom_right_x),
         static_cast<double>(radii.bottom_right_y)},
        {x + radii.bottom_left_x, y + height - radii.bottom_left_y, static_cast<double>(radii.bottom_left_x),
         static_cast<double>(radii.bottom_left_y)},
        {x + radii.top_left_x, y + radii.top_left_y, static_cast<double>(radii.top_left_x), static_cast<double>(radii.top_left_y)},
    };
    cairo_new_sub_path(cairo);
    for (int i = 0; i < 4; i++) {
        if (corners[i][2] <= 0 || corners[i][3] <= 0) {
            const bool is_right = i < 2, is_bottom = i == 1 || i == 2;
            cairo_line_to(cairo, is_right ? x + width : x, is_bottom ? y + height : y);
            continue;
        }
        cairo_save(cairo);
        cairo_translate(cairo, corners[i][0], corners[i][1]);
        cairo_scale(cairo, corners[i][2], corners[i][3]);
        cairo_arc(cairo, 0, 0, 1, (i - 1) * G_PI / 2, i * G_PI / 2);
        cairo_restore(cairo);
    }
    cairo_close_path(cairo);
}

void trace_position(cairo_t *cairo, const litehtml::position &box, const litehtml::border_radiuses &radii)
{
    trace_box(cairo, box.x, box.y, box.width, box.height, radii);
}

/* MARK: Text */

double size_of_font(PangoFont *font)
{
    PangoFontDescription *description = pango_font_describe_with_absolute_size(font);
    const double size = static_cast<double>(pango_font_description_get_size(description)) / PANGO_SCALE;
    pango_font_description_free(description);
    return size;
}

/* The attributes of a run that are drawn. */
struct run_style {
    litehtml::web_color colour, background;
    bool is_underlined, is_struck, is_picture;
};

unsigned char channel_of(guint16 level)
{
    return static_cast<unsigned char>(level / 257);
}

run_style style_of(const PangoItem *item, const drawing_step &step)
{
    run_style style = {step.colour, litehtml::web_color(0, 0, 0, 0), (step.decoration & litehtml::font_decoration_underline) != 0,
                       (step.decoration & litehtml::font_decoration_linethrough) != 0, false};
    for (GSList *each = item->analysis.extra_attrs; each != nullptr; each = each->next) {
        const PangoAttribute *attribute = static_cast<PangoAttribute *>(each->data);
        const PangoColor *colour = &reinterpret_cast<const PangoAttrColor *>(attribute)->color;
        const int number = reinterpret_cast<const PangoAttrInt *>(attribute)->value;
        const litehtml::web_color made = litehtml::web_color(channel_of(colour->red), channel_of(colour->green), channel_of(colour->blue));
        switch (attribute->klass->type) {
        case PANGO_ATTR_FOREGROUND: style.colour = litehtml::web_color(made.red, made.green, made.blue, style.colour.alpha); break;
        case PANGO_ATTR_BACKGROUND: style.background = made; break;
        case PANGO_ATTR_FOREGROUND_ALPHA: style.colour.alpha = channel_of(static_cast<guint16>(number)); break;
        case PANGO_ATTR_BACKGROUND_ALPHA: style.background.alpha = channel_of(static_cast<guint16>(number)); break;
        case PANGO_ATTR_UNDERLINE: style.is_underlined = number != PANGO_UNDERLINE_NONE; break;
        case PANGO_ATTR_STRIKETHROUGH: style.is_struck = number != 0; break;
        case PANGO_ATTR_SHAPE: style.is_picture = true; break;
        default: break;
        }
    }
    return style;
}

/* Draws letters from the outlines of others that FreeType can make: in so many pixels they have all that outlines have. */
void paint_outlines(cairo_t *cairo, PangoFont *font, PangoGlyphString *glyphs, double x, double baseline)
{
    cairo_surface_t *nothing = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    cairo_t *scratch = cairo_create(nothing);
    const double size = std::max(size_of_font(font), 1.0);
    cairo_scale(scratch, outlines_size / size, outlines_size / size);
    cairo_move_to(scratch, x, baseline);
    facefont_show(scratch, font, glyphs, true);
    cairo_path_t *path = cairo_copy_path(scratch);
    cairo_new_path(cairo);
    cairo_append_path(cairo, path);
    cairo_fill(cairo);
    cairo_path_destroy(path);
    cairo_destroy(scratch);
    cairo_surface_destroy(nothing);
}

void paint_run(cairo_t *cairo, const PangoGlyphItem *run, const run_style &style, double x, double baseline, double width)
{
    PangoFont *font = run->item->analysis.font;
    const double size = size_of_font(font), thickness = std::max(size / 16, 0.5);
    double across = size, down = 0;
    cairo_user_to_device_distance(cairo, &across, &down);
    set_colour(cairo, style.colour);
    if (std::hypot(across, down) >= outlines_from) {
        paint_outlines(cairo, font, run->glyphs, x, baseline);
    } else {
        cairo_move_to(cairo, x, baseline);
        facefont_show(cairo, font, run->glyphs, false);
    }
    if (style.is_underlined)
        cairo_rectangle(cairo, x, baseline + size / 9 - thickness / 2, width, thickness);
    if (style.is_struck)
        cairo_rectangle(cairo, x, baseline - size / 3.5 - thickness / 2, width, thickness);
    cairo_fill(cairo);
}

/* Draws the backgrounds of a line, or its text over them. */
void paint_line(cairo_t *cairo, const drawing_step &step, bool is_background)
{
    PangoLayoutLine *line = pango_layout_get_line_readonly(step.layout, step.line);
    double x = step.x;
    for (GSList *each = line == nullptr ? nullptr : line->runs; each != nullptr; each = each->next) {
        const PangoGlyphItem *run = static_cast<PangoGlyphItem *>(each->data);
        const double width = static_cast<double>(pango_glyph_string_get_width(run->glyphs)) / PANGO_SCALE;
        const double baseline = step.baseline - static_cast<double>(run->y_offset) / PANGO_SCALE;
        const run_style style = style_of(run->item, step);
        if (is_background && style.background.alpha > 0 && !style.is_picture) {
            PangoFontMetrics *metrics = pango_font_get_metrics(run->item->analysis.font, run->item->analysis.language);
            const double ascent = static_cast<double>(pango_font_metrics_get_ascent(metrics)) / PANGO_SCALE;
            const double descent = static_cast<double>(pango_font_metrics_get_descent(metrics)) / PANGO_SCALE;
            pango_font_metrics_unref(metrics);
            set_colour(cairo, style.background);
            cairo_rectangle(cairo, x, baseline - ascent, width, ascent + descent);
            cairo_fill(cairo);
        } else if (!is_background && !style.is_picture) {
            paint_run(cairo, run, style, x, baseline, width);
        }
        x += width;
    }
}

void paint_text(cairo_t *cairo, const drawing_step &step)
{
    paint_line(cairo, step, true);
    paint_line(cairo, step, false);
}

/* MARK: Boxes */

/* One side of a border, from the outer edge to the inner one. */
void paint_side(cairo_t *cairo, const litehtml::border &side, const double points[4][2])
{
    if (side.width <= 0 || side.style == litehtml::border_style_none || side.style == litehtml::border_style_hidden)
        return;
    set_colour(cairo, side.color);
    if (side.style == litehtml::border_style_dashed || side.style == litehtml::border_style_dotted) {
        const bool is_dotted = side.style == litehtml::border_style_dotted;
        const double dash = side.width * (is_dotted ? 1.0 : 3.0);
        cairo_set_line_width(cairo, side.width);
        cairo_set_dash(cairo, &dash, 1, 0);
        cairo_move_to(cairo, (points[0][0] + points[3][0]) / 2, (points[0][1] + points[3][1]) / 2);
        cairo_line_to(cairo, (points[1][0] + points[2][0]) / 2, (points[1][1] + points[2][1]) / 2);
        cairo_stroke(cairo);
        cairo_set_dash(cairo, nullptr, 0, 0);
        return;
    }
    cairo_move_to(cairo, points[0][0], points[0][1]);
    for (int i = 1; i < 4; i++)
        cairo_line_to(cairo, points[i][0], points[i][1]);
    cairo_close_path(cairo);
    cairo_fill(cairo);
}

void paint_borders(cairo_t *cairo, const drawing_step &step)
{
    const litehtml::borders &sides = step.borders;
    const double x0 = step.box.x, y0 = step.box.y, x1 = x0 + step.box.width, y1 = y0 + step.box.height;
    const double left = x0 + sides.left.width, top = y0 + sides.top.width, right = x1 - sides.right.width, bottom = y1 - sides.bottom.width;
    litehtml::border_radiuses inner = step.radii;
    litehtml::margins widths;
    widths.left = sides.left.width, widths.right = sides.right.width, widths.top = sides.top.width, widths.bottom = sides.bottom.width;
    inner -= widths;
    cairo_save(cairo);
    trace_position(cairo, step.box, step.radii);
    trace_box(cairo, left, top, right - left, bottom - top, inner);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD);
    cairo_clip(cairo);
    const double shapes[4][4][2] = {
        {{x0, y0}, {x1, y0}, {right, top}, {left, top}},
        {{x1, y0}, {x1, y1}, {right, bottom}, {right, top}},
        {{x1, y1}, {x0, y1}, {left, bottom}, {right, bottom}},
        {{x0, y1}, {x0, y0}, {left, top}, {left, bottom}},
    };
    paint_side(cairo, sides.top, shapes[0]);
    paint_side(cairo, sides.right, shapes[1]);
    paint_side(cairo, sides.bottom, shapes[2]);
    paint_side(cairo, sides.left, shapes[3]);
    cairo_restore(cairo);
}

void paint_picture(cairo_t *cairo, sheaf_document *document, const sheet *sheet, const drawing_step &step)
{
    const double width = step.box.width, height = step.box.height;
    double x0, y0, x1, y1;
    cairo_save(cairo);
    trace_position(cairo, step.clip, step.radii);
    cairo_clip(cairo);
    cairo_clip_extents(cairo, &x0, &y0, &x1, &y1);
    /* The first and the last copy that is seen, along each side. */
    const int left = step.repeats_x ? static_cast<int>(std::floor((x0 - step.box.x) / width)) : 0;
    const int right = step.repeats_x ? std::min(static_cast<int>(std::ceil((x1 - step.box.x) / width)), left + repeats_max) : 1;
    const int top = step.repeats_y ? static_cast<int>(std::floor((y0 - step.box.y) / height)) : 0;
    const int bottom = step.repeats_y ? std::min(static_cast<int>(std::ceil((y1 - step.box.y) / height)), top + repeats_max) : 1;
    if (x0 < x1 && y0 < y1)
        for (int row = top; row < bottom; row++)
            for (int column = left; column < right; column++)
                picture_draw(document, sheet, step.picture, cairo, step.box.x + column * width, step.box.y + row * height, width, height);
    cairo_restore(cairo);
}

void paint_marker(cairo_t *cairo, const drawing_step &step)
{
    const double radius = std::min(step.box.width, step.box.height) / 2.0;
    const double x = step.box.x + step.box.width / 2.0, y = step.box.y + step.box.height / 2.0;
    set_colour(cairo, step.colour);
    if (step.mark == litehtml::list_style_type_square) {
        cairo_rectangle(cairo, x - radius, y - radius, 2 * radius, 2 * radius);
        cairo_fill(cairo);
    } else if (step.mark == litehtml::list_style_type_circle) {
        cairo_new_sub_path(cairo);
        cairo_set_line_width(cairo, std::max(radius / 4, 0.5));
        cairo_arc(cairo, x, y, radius, 0, 2 * G_PI);
        cairo_stroke(cairo);
    } else if (step.mark == litehtml::list_style_type_disc) {
        cairo_new_sub_path(cairo);
        cairo_arc(cairo, x, y, radius, 0, 2 * G_PI);
        cairo_fill(cairo);
    }
}

void paint_step(cairo_t *cairo, sheaf_document *document, const sheet *sheet, const drawing_step &step)
{
    switch (step.kind) {
    case drawing_step::TEXT: paint_text(cairo, step); break;
    case drawing_step::PICTURE: paint_picture(cairo, document, sheet, step); break;
    case drawing_step::BORDER: paint_borders(cairo, step); break;
    case drawing_step::MARKER: paint_marker(cairo, step); break;
    case drawing_step::FILL:
        set_colour(cairo, step.colour);
        trace_position(cairo, step.box, step.radii);
        cairo_fill(cairo);
        break;
    case drawing_step::PUSH:
    case drawing_step::CLIP:
        cairo_save(cairo);
        if (step.kind == drawing_step::CLIP) {
            trace_position(cairo, step.box, step.radii);
            cairo_clip(cairo);
        } else {
            cairo_transform(cairo, &step.matrix);
        }
        break;
    case drawing_step::POP:
    case drawing_step::UNCLIP: break;
    }
}

/* Whether cairo goes on with a matrix. */
bool is_usable(const cairo_matrix_t &matrix)
{
    return std::fabs(matrix.xx * matrix.yy - matrix.xy * matrix.yx) > 1e-12;
}

} // namespace

bool sheet_paint(sheaf_document *document, sheaf_request *request, const sheet *sheet, cairo_t *cairo)
{
    /* The opacities that were begun; what is within one without a size is not drawn. */
    std::vector<double> groups;
    int unseen = 0;
    double left, top, right, bottom;
    cairo_clip_extents(cairo, &left, &top, &right, &bottom);
    for (const drawing_step &step : sheet->steps) {
        if (document->plugin->services->cancelled(request))
            return false;
        /* Nearly all of a long part lies beside the page. */
        if (step.kind == drawing_step::TEXT && groups.empty() && (step.baseline < top - line_max || step.baseline > bottom + line_max))
            continue;
        const bool begins = step.kind == drawing_step::PUSH || step.kind == drawing_step::CLIP;
        const bool ends = step.kind == drawing_step::POP || step.kind == drawing_step::UNCLIP;
        if (unseen > 0 || (step.kind == drawing_step::PUSH && !is_usable(step.matrix))) {
            unseen += begins ? 1 : ends ? -1 : 0;
            continue;
        }
        if (ends) {
            if (groups.empty())
                continue;
            cairo_restore(cairo);
            if (groups.back() < 1) {
                cairo_pop_group_to_source(cairo);
                cairo_paint_with_alpha(cairo, groups.back());
            }
            groups.pop_back();
            continue;
        }
        if (begins) {
            groups.push_back(step.opacity);
            if (step.opacity < 1)
                cairo_push_group(cairo);
        }
        paint_step(cairo, document, sheet, step);
    }
    return true;
}
