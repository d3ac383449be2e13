/* SPDX-License-Identifier: Apache-2.0
 *
 * render.c: draws regions of pages, into the host's memory.
 */
#include "internal.h"

#include <errno.h>

/* The largest edge of a scaled page, in pixels: cairo computes with 24 bits before the point. */
#define EDGE_MAX 8000000

/* The largest part that is drawn at once: cairo's images have 32,767 pixels on a side. */
#define PART_MAX 16384

/* From this size of the font on, in pixels, letters are drawn as outlines: cairo would keep a picture of each. */
#define OUTLINES_FROM 256.0

/* Draws a line, where any of it lies in what is drawn. */
static void draw_line(cairo_t *cairo, const line *line, int as_outlines)
{
    PangoLayoutLine *row = pango_layout_get_line_readonly(line->layout, line->number);
    PangoRectangle ink;
    double x0, y0, x1, y1;
    pango_layout_line_get_extents(row, &ink, NULL);
    cairo_clip_extents(cairo, &x0, &y0, &x1, &y1);
    double left = line->x + (double)ink.x / PANGO_SCALE, top = line->baseline + (double)ink.y / PANGO_SCALE;
    /* A point more: edges are smoothed. */
    if (left - 1 > x1 || top - 1 > y1 || left + (double)ink.width / PANGO_SCALE + 1 < x0 ||
        top + (double)ink.height / PANGO_SCALE + 1 < y0)
        return;
    cairo_move_to(cairo, line->x, line->baseline);
    if (as_outlines) {
        pango_cairo_layout_line_path(cairo, row);
        cairo_fill(cairo);
    } else {
        pango_cairo_show_layout_line(cairo, row);
    }
}

/* Draws one part of the region. */
static int32_t draw_part(sheaf_document *document, sheaf_request *request, const sheaf_render *render, const page *page,
                         double width, double height, int x, int y)
{
    unsigned char *pixels = (unsigned char *)render->pixels + (uint64_t)y * render->stride + (uint64_t)x * 4;
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        pixels, CAIRO_FORMAT_ARGB32, MIN(PART_MAX, render->width - x), MIN(PART_MAX, render->height - y),
        (int)render->stride);
    cairo_t *cairo = cairo_create(surface);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE);
    cairo_paint(cairo);
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER);
    cairo_set_source_rgb(cairo, 0, 0, 0);
    cairo_translate(cairo, -(double)render->x - x, -(double)render->y - y);
    if (render->rotation == 90)
        cairo_transform(cairo, &(cairo_matrix_t){0, 1, -1, 0, width, 0});
    else if (render->rotation == 180)
        cairo_transform(cairo, &(cairo_matrix_t){-1, 0, 0, -1, width, height});
    else if (render->rotation == 270)
        cairo_transform(cairo, &(cairo_matrix_t){0, -1, 1, 0, 0, height});
    cairo_scale(cairo, render->scale, render->scale);
    int as_outlines = document->looks.font_size * render->scale >= OUTLINES_FROM;
    int32_t status = 0;
    for (guint i = 0; i < page->lines->len && status == 0; i++) {
        draw_line(cairo, &g_array_index(page->lines, line, i), as_outlines);
        if (document->plugin->services->cancelled(request))
            status = SHEAF_CANCELLED;
    }
    cairo_status_t drawn = cairo_status(cairo);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    if (status == 0 && drawn != CAIRO_STATUS_SUCCESS)
        status = sheaf_fail(document->plugin->services, request, drawn == CAIRO_STATUS_NO_MEMORY ? -ENOMEM : -EIO,
                            "cannot draw page %lld: %s", (long long)render->page + 1, cairo_status_to_string(drawn));
    return status;
}

int32_t provider_render(sheaf_document *document, sheaf_request *request, const sheaf_render *render)
{
    page *page = NULL;
    int32_t width = 0, height = 0;
    sheaf_input_begin(&document->input, request);
    int32_t status = sheaf_check_render(document->plugin->services, request, render, document->looks.width,
                                        document->looks.height, EDGE_MAX, &width, &height);
    if (status == 0)
        status = document_page(document, request, render->page, &page);
    for (int y = 0; y < render->height && status == 0; y += PART_MAX)
        for (int x = 0; x < render->width && status == 0; x += PART_MAX)
            status = draw_part(document, request, render, page, width, height, x, y);
    if (status != 0)
        return status;
    /* Letters lie on whole pixels, and outlines on the same fractions of them. */
    sheaf_tell_cuttable(render);
    return sheaf_input_result(&document->input, request);
}
