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

/* Answers about a page that is there. `tell` gets what is shown on it, and returns a status. */
template <typename Tell> static int32_t told(sheaf_document *document, sheaf_request *request, int64_t page, Tell tell)
{
    return answered(document, request, [&]() -> int32_t {
        const int32_t status = page_find(document, page);
        return status != 0 ? status : tell(document_view(document, page));
    });
}

int32_t provider_text(sheaf_document *document, sheaf_request *request, int64_t page)
{
    return told(document, request, page, [&](const page_view &view) -> int32_t {
        const int64_t base = document->is_flowing ? position_base(document, page) : 0;
        for (const text_line &line : view.shown->lines) {
            const page_slice *slice = slice_of(view, line.boxes.front());
            if (slice == nullptr)
                continue;
            std::vector<sheaf_box> boxes;
            std::vector<int64_t> positions;
            int64_t position = base + line.position;
            for (const sheaf_box &box : line.boxes)
                boxes.push_back(placed(*slice, box));
            sheaf_item item = make_item(SHEAF_ITEM_TEXT, bounds_of(boxes));
            item.text = line.text.c_str();
            item.boxes = boxes.data();
            item.box_count = boxes.size();
            const char *each = line.text.c_str();
            for (size_t i = 0; i < boxes.size() && document->is_flowing; i++, each = g_utf8_next_char(each)) {
                positions.push_back(position);
                position += !g_unichar_isspace(g_utf8_get_char(each));
            }
            item.positions = positions.data();
            item.position_count = positions.size();
            const int32_t status = document->plugin->services->emit(request, &item);
            if (status != 0)
                return status;
        }
        return 0;
    });
}

int32_t provider_links(sheaf_document *document, sheaf_request *request, int64_t page)
{
    return told(document, request, page, [&](const page_view &view) -> int32_t {
        for (const sheet_link &link : view.shown->links)
            for (const sheaf_box &box : link.boxes) {
                const page_slice *slice = slice_of(view, box);
                if (slice == nullptr)
                    continue;
                sheaf_item item = make_item(SHEAF_ITEM_LINK, placed(*slice, box));
                std::string written;
                if (link.is_note)
                    item.text = "noteref";
                int32_t status = item_resolve(document, view.shown->path, link.address, &item, &written);
                if (status == 0)
                    status = document->plugin->services->emit(request, &item);
                if (status != 0)
                    return status;
            }
        return 0;
    });
}

int32_t provider_pictures(sheaf_document *document, sheaf_request *request, int64_t page)
{
    return told(document, request, page, [&](const page_view &view) -> int32_t {
        for (const sheet_picture &picture : view.shown->pictures) {
            const page_slice *slice = slice_of(view, picture.box);
            if (slice == nullptr)
                continue;
            const sheaf_item item = make_item(SHEAF_ITEM_PICTURE, placed(*slice, picture.box));
            const int32_t status = document->plugin->services->emit(request, &item);
            if (status != 0)
                return status;
        }
        return 0;
    });
}
