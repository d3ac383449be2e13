/* SPDX-License-Identifier: Apache-2.0
 *
 * sheaf_canvas.h: a region of a page that is drawn by cairo, into the host's memory.
 */
#ifndef SHEAF_CANVAS_H
#define SHEAF_CANVAS_H

#include <cairo.h>
#include <sheaf_provider.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The largest edge of a scaled page, in pixels: cairo computes with 24 bits before the point. */
#define SHEAF_CANVAS_EDGE_MAX 8000000

/* Draws a page in its points. 0, SHEAF_CANCELLED, or a failure that is told. */
typedef int32_t sheaf_canvas_paint(void *state, cairo_t *cairo);

/* Draws a region of a page that measures `columns` by `rows` pixels, scaled and turned: on white, part by part, by calling `paint` for each.
 * 0, SHEAF_CANCELLED, or a failure that is told. */
int32_t sheaf_canvas_draw(const sheaf_host_services *services, sheaf_request *request, const sheaf_render *render, int32_t columns,
                          int32_t rows, sheaf_canvas_paint *paint, void *state);

#ifdef __cplusplus
}
#endif

#endif
