/* SPDX-License-Identifier: Apache-2.0
 *
 * text.cpp: tells of a page its text, its links and its pictures.
 */
#include "internal.h"

#include <algorithm>

static sheaf_item make_item(uint32_t kind, const sheaf_box &box)
{
    sheaf_item item = {};
    item.size = sizeof item;
    item.kind = kind;
    item.page = SHEAF_NO_PAGE;
    item.x0 = static_cast<double>(box.x0);
    item.y0 = static_cast<double>(box.y0);
    item.x1 = static_cast<double>(box.x1);
    item.y1 = static_cast<double>(box.y1);
    return item;
}

static sheaf_box bounds_of(const std::vector<sheaf_box> &boxes)
{
    sheaf_box all = boxes.front();
    for (const sheaf_box &box : boxes)
        all = {std::min(all.x0, box.x0), std::min(all.y0, box.y0), std::max(all.x1, box.x1), std::max(all.y1, box.y1)};
    return all;
}

int32_t provider_text(sheaf_document *document, sheaf_request *request, int64_t page)
{
    return answered(document, request, [&]() -> int32_t {
        if (!is_page(document, page))
            return SHEAF_END;
        int32_t status = 0;
        for (const text_line &line : document_sheet(document, page)->lines) {
            sheaf_item item = make_item(SHEAF_ITEM_TEXT, bounds_of(line.boxes));
            item.text = line.text.c_str();
            item.boxes = line.boxes.data();
            item.box_count = line.boxes.size();
            if ((status = document->plugin->services->emit(request, &item)) != 0)
                break;
        }
        return status;
    });
}

int32_t provider_links(sheaf_document *document, sheaf_request *request, int64_t page)
{
    return answered(document, request, [&]() -> int32_t {
        if (!is_page(document, page))
            return SHEAF_END;
        const sheet *shown = document_sheet(document, page);
        for (const sheet_link &link : shown->links)
            for (const sheaf_box &box : link.boxes) {
                sheaf_item item = make_item(SHEAF_ITEM_LINK, box);
                std::string written;
                item_resolve(document, shown->path, link.address, &item, &written);
                const int32_t status = document->plugin->services->emit(request, &item);
                if (status != 0)
                    return status;
            }
        return 0;
    });
}

int32_t provider_pictures(sheaf_document *document, sheaf_request *request, int64_t page)
{
    return answered(document, request, [&]() -> int32_t {
        if (!is_page(document, page))
            return SHEAF_END;
        int32_t status = 0;
        for (const sheaf_box &box : document_sheet(document, page)->pictures) {
            const sheaf_item item = make_item(SHEAF_ITEM_PICTURE, box);
            if ((status = document->plugin->services->emit(request, &item)) != 0)
                break;
        }
        return status;
    });
}
