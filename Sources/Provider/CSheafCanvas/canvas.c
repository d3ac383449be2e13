/* SPDX-License-Identifier: Apache-2.0
 *
 * canvas.c: gives cairo the host's memory, a part of it at a time.
 */
#include "sheaf_canvas.h"

#include <errno.h>
#include <sheaf_kit.h>

/* The largest part that is drawn at once: cairo's images have 32,767 pixels on a side. */
#define PART_MAX 16384

static int32_t smaller(int32_t one, int32_t other)
{
    return one < other ? one : other;
}

/* A white image of one part of the region. */
static cairo_t *begin_part(const sheaf_render *render, int32_t columns, int32_t rows, int32_t x, int32_t y)
{
    unsigned char *pixels = (unsigned char *)render->pixels + (uint64_t)y * render->stride + (uint64_t)x * 4;
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        pixels, CAIRO_FORMAT_ARGB32, smaller(PART_MAX, render->width - x), smaller(PART_MAX, render->height - y), (int)render->stride);
    cairo_t *cairo = cairo_create(surface);
    cairo_surface_destroy(surface);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE);
    cairo_paint(cairo);
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER);
    cairo_set_source_rgb(cairo, 0, 0, 0);
    cairo_translate(cairo, -(double)render->x - x, -(double)render->y - y);
    if (render->rotation == 90)
        cairo_transform(cairo, &(cairo_matrix_t){0, 1, -1, 0, columns, 0});
    else if (render->rotation == 180)
        cairo_transform(cairo, &(cairo_matrix_t){-1, 0, 0, -1, columns, rows});
    else if (render->rotation == 270)
        cairo_transform(cairo, &(cairo_matrix_t){0, -1, 1, 0, 0, rows});
    cairo_scale(cairo, render->scale, render->scale);
    return cairo;
}

int32_t sheaf_canvas_draw(const sheaf_host_services *services, sheaf_request *request, const sheaf_render *render, int32_t columns,
                          int32_t rows, sheaf_canvas_paint *paint, void *state)
{
    int32_t status = 0;
    for (int32_t y = 0; y < render->height && status == 0; y += PART_MAX)
        for (int32_t x = 0; x < render->width && status == 0; x += PART_MAX) {
            cairo_t *cairo = begin_part(render, columns, rows, x, y);
            status = paint(state, cairo);
            const cairo_status_t drawn = cairo_status(cairo);
            cairo_destroy(cairo);
            if (status == 0 && drawn != CAIRO_STATUS_SUCCESS)
                status = sheaf_fail(services, request, drawn == CAIRO_STATUS_NO_MEMORY ? -ENOMEM : -EIO, "cannot draw page %lld: %s",
                                    (long long)render->page + 1, cairo_status_to_string(drawn));
        }
    return status;
}
