/* SPDX-License-Identifier: Apache-2.0
 *
 * render.c: draws regions of pages, into the host's memory.
 */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>

/* The largest edge of a scaled page, in pixels: cairo computes with 24 bits before the point. */
#define EDGE_MAX 8000000.0

/* The largest part that is drawn at once: cairo's images have 32,767 pixels on a side. */
#define PART_MAX 16384

/* From this size of the font on, in pixels, letters are drawn as outlines: cairo would keep a picture of each. */
#define OUTLINES_FROM 256.0

/* The size of a sheaf_render that has `traits`: a host of the first days passes less. */
#define RENDER_WITH_TRAITS (offsetof(sheaf_render, traits) + sizeof(uint32_t *))

/* Refuses what can't be drawn. `width` and `height` get the size of the whole page in pixels, turned. */
static int32_t check_render(const sheaf_document *document, sheaf_request *request, const sheaf_render *render,
                            double *width, double *height)
{
    const sheaf_plugin *plugin = document->plugin;
    int is_turned = render->rotation == 90 || render->rotation == 270;
    if (render->format != SHEAF_FORMAT_BGRX8888)
        return fail(plugin, request, -ENOTSUP, "there is no pixel format %u", render->format);
    if (render->rotation % 90 != 0 || render->rotation > 270)
        return fail(plugin, request, -EINVAL, "a page can't be turned by %u degrees", render->rotation);
    if (!(isfinite(render->scale) && render->scale > 0))
        return fail(plugin, request, -EINVAL, "a page can't be drawn at a scale of %g", render->scale);
    double w = document->looks.width * render->scale, h = document->looks.height * render->scale;
    if (w > EDGE_MAX || h > EDGE_MAX)
        return fail(plugin, request, -EINVAL, "a page of %.0f x %.0f pixels is more than cairo computes", w, h);
    w = fmax(1, ceil(w - 0.001)), h = fmax(1, ceil(h - 0.001));
    *width = is_turned ? h : w, *height = is_turned ? w : h;
    if (render->width < 1 || render->height < 1 || render->x < 0 || render->y < 0 ||
        render->width > *width - render->x || render->height > *height - render->y)
        return fail(plugin, request, -EINVAL, "the region %d,%d %dx%d is not within the page of %.0fx%.0f pixels",
                    render->x, render->y, render->width, render->height, *width, *height);
    if (render->pixels == NULL || render->stride > INT_MAX || render->stride < (uint64_t)render->width * 4)
        return fail(plugin, request, -EINVAL, "a stride of %llu bytes does not do for %d pixels",
                    (unsigned long long)render->stride, render->width);
    return 0;
}

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
        status = fail(document->plugin, request, drawn == CAIRO_STATUS_NO_MEMORY ? -ENOMEM : -EIO,
                      "cannot draw page %lld: %s", (long long)render->page + 1, cairo_status_to_string(drawn));
    return status;
}

int32_t provider_render(sheaf_document *document, sheaf_request *request, const sheaf_render *render)
{
    page *page = NULL;
    double width = 0, height = 0;
    document_begin(document, request);
    int32_t status = check_render(document, request, render, &width, &height);
    if (status == 0)
        status = document_page(document, request, render->page, &page);
    for (int y = 0; y < render->height && status == 0; y += PART_MAX)
        for (int x = 0; x < render->width && status == 0; x += PART_MAX)
            status = draw_part(document, request, render, page, width, height, x, y);
    if (status != 0)
        return status;
    /* Letters lie on whole pixels, and outlines on the same fractions of them. */
    if (render->size >= RENDER_WITH_TRAITS && render->traits != NULL)
        *render->traits |= SHEAF_RENDER_CUTTABLE;
    return settled(document, request, 0);
}
