/* SPDX-License-Identifier: Apache-2.0
 *
 * ink.cpp: what of a page is paper: all that has the colour of that in a small drawing of it.
 */
#include "internal.h"

#include <sheaf_canvas.h>

#include <algorithm>
#include <cmath>

/* The longer edge of that drawing, in pixels. */
#define EDGE 512.0

/* A pixel that differs by more in any channel is no paper: scans are never quite white. */
#define PAPER 15

static bool is_paper(uint32_t pixel, const litehtml::web_color &paper)
{
    const auto is_near = [](uint32_t channel, unsigned char wanted) { return std::abs(static_cast<int>(channel & 0xff) - wanted) <= PAPER; };
    return is_near(pixel, paper.blue) && is_near(pixel >> 8, paper.green) && is_near(pixel >> 16, paper.red);
}

int32_t provider_ink(sheaf_document *document, sheaf_request *request, int64_t page, sheaf_box *box)
{
    return answered(document, request, [&]() -> int32_t {
        int32_t columns = 0, rows = 0, status = page_find(document, page);
        if (status != 0)
            return status;
        const page_size size = document_size(document, page);
        sheaf_render render = {};
        render.size = sizeof render;
        render.format = SHEAF_FORMAT_BGRX8888;
        render.page = page;
        render.scale = EDGE / std::max(size.width, size.height);
        render.width = static_cast<int32_t>(std::ceil(size.width * render.scale - 0.001));
        render.height = static_cast<int32_t>(std::ceil(size.height * render.scale - 0.001));
        render.width = std::max(render.width, 1);
        render.height = std::max(render.height, 1);
        render.stride = static_cast<uint64_t>(render.width) * 4;
        std::vector<uint32_t> pixels(static_cast<size_t>(render.width) * static_cast<size_t>(render.height));
        render.pixels = pixels.data();
        status = sheaf_check_render(document->plugin->services, request, &render, size.width, size.height, SHEAF_CANVAS_EDGE_MAX, &columns, &rows);
        if (status == 0)
            status = page_draw(document, request, &render, columns, rows);
        if (status != 0)
            return status;
        const litehtml::web_color paper = document_view(document, page).shown->paper;
        int left = render.width, top = render.height, right = 0, bottom = 0;
        for (int y = 0; y < render.height; y++)
            for (int x = 0; x < render.width; x++) {
                if (is_paper(pixels[static_cast<size_t>(y) * static_cast<size_t>(render.width) + static_cast<size_t>(x)], paper))
                    continue;
                left = std::min(left, x), top = std::min(top, y);
                right = std::max(right, x + 1), bottom = std::max(bottom, y + 1);
            }
        if (left >= right)
            return SHEAF_BACKGROUND;
        const auto points = [&](int pixel, double most) { return static_cast<float>(std::min(pixel / render.scale, most)); };
        *box = {points(left, size.width), points(top, size.height), points(right, size.width), points(bottom, size.height)};
        return 0;
    });
}
