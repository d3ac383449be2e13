/* SPDX-License-Identifier: Apache-2.0
 *
 * render.cpp: draws regions of pages, into the host's memory.
 */
#include "internal.h"

#include <sheaf_canvas.h>

struct rendering {
    sheaf_document *document;
    sheaf_request *request;
    const sheet *shown;
};

static int32_t paint(void *state, cairo_t *cairo)
{
    const rendering *at = static_cast<rendering *>(state);
    return sheet_paint(at->document, at->request, at->shown, cairo) ? 0 : SHEAF_CANCELLED;
}

int32_t provider_render(sheaf_document *document, sheaf_request *request, const sheaf_render *render)
{
    return answered(document, request, [&]() -> int32_t {
        if (!is_page(document, render->page))
            return SHEAF_END;
        rendering at = {document, request, document_sheet(document, render->page)};
        int32_t columns = 0, rows = 0;
        const int32_t status = sheaf_check_render(document->plugin->services, request, render, at.shown->size.width, at.shown->size.height,
                                                  SHEAF_CANVAS_EDGE_MAX, &columns, &rows);
        return status != 0 ? status : sheaf_canvas_draw(document->plugin->services, request, render, columns, rows, paint, &at);
    });
}
