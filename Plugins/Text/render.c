/* SPDX-License-Identifier: Apache-2.0
 *
 * render.c: draws regions of pages, into the host's memory.
 */
#include "internal.h"

#include <sheaf_canvas.h>

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

typedef struct painting {
    const sheaf_host_services *services;
    sheaf_request *request;
    const page *page;
    int as_outlines;
} painting;

static int32_t paint(void *state, cairo_t *cairo)
{
    const painting *at = state;
    for (guint i = 0; i < at->page->lines->len; i++) {
        draw_line(cairo, &g_array_index(at->page->lines, line, i), at->as_outlines);
        if (at->services->cancelled(at->request))
            return SHEAF_CANCELLED;
    }
    return 0;
}

int32_t provider_render(sheaf_document *document, sheaf_request *request, const sheaf_render *render)
{
    page *page = NULL;
    int32_t width = 0, height = 0;
    sheaf_input_begin(&document->input, request);
    int32_t status = sheaf_check_render(document->plugin->services, request, render, document->looks.width,
                                        document->looks.height, SHEAF_CANVAS_EDGE_MAX, &width, &height);
    if (status == 0)
        status = document_page(document, request, render->page, &page);
    if (status == 0) {
        painting at = {document->plugin->services, request, page, document->looks.font_size * render->scale >= OUTLINES_FROM};
        status = sheaf_canvas_draw(document->plugin->services, request, render, width, height, paint, &at);
    }
    if (status != 0)
        return status;
    /* Letters lie on whole pixels, and outlines on the same fractions of them. */
    sheaf_tell_cuttable(render);
    return sheaf_input_result(&document->input, request);
}
