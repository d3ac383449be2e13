/* SPDX-License-Identifier: Apache-2.0
 *
 * render.cpp: draws regions of pages, into the host's memory.
 */
#include "internal.h"

#include <sheaf_canvas.h>

struct rendering {
    sheaf_document *document;
    sheaf_request *request;
    page_view view;
};

static int32_t paint(void *state, cairo_t *cairo)
{
    const rendering *at = static_cast<rendering *>(state);
    const litehtml::web_color &paper = at->view.shown->paper;
    cairo_set_source_rgb(cairo, paper.red / 255.0, paper.green / 255.0, paper.blue / 255.0);
    cairo_paint(cairo);
    for (const page_slice &slice : at->view.slices) {
        cairo_save(cairo);
        cairo_translate(cairo, slice.x, slice.y);
        cairo_scale(cairo, slice.scale, slice.scale);
        cairo_translate(cairo, 0, -slice.top);
        /* Boxes may lie beside their column. */
        cairo_rectangle(cairo, -EDGE_MAX, slice.top, 3 * EDGE_MAX, slice.bottom - slice.top);
        cairo_clip(cairo);
        const bool is_done = sheet_paint(at->document, at->request, at->view.shown, cairo);
        cairo_restore(cairo);
        if (!is_done)
            return SHEAF_CANCELLED;
    }
    return 0;
}

int32_t page_draw(sheaf_document *document, sheaf_request *request, const sheaf_render *render, int32_t columns, int32_t rows)
{
    rendering at = {document, request, document_view(document, render->page)};
    return sheaf_canvas_draw(document->plugin->services, request, render, columns, rows, paint, &at);
}

int32_t provider_render(sheaf_document *document, sheaf_request *request, const sheaf_render *render)
{
    return answered(document, request, [&]() -> int32_t {
        int32_t columns = 0, rows = 0, status = page_find(document, render->page);
        if (status != 0)
            return status;
        const page_size size = document_size(document, render->page);
        status = sheaf_check_render(document->plugin->services, request, render, size.width, size.height, SHEAF_CANVAS_EDGE_MAX, &columns,
                                    &rows);
        return status != 0 ? status : page_draw(document, request, render, columns, rows);
    });
}
