/* SPDX-License-Identifier: Apache-2.0
 *
 * second.c: the plain provider as it was built for version 2 of the ABI, with text and the boxes of its characters. The header
 * beside it is the one of then: nothing in this folder is ever changed.
 */
#include <sheaf_provider.h>

#define PLAIN_NAME "second"
#define PLAIN_TABLE_SIZE sizeof(sheaf_provider)
#define PLAIN_ABI_VERSION 2u
#define PLAIN_TEXT page_text

static int32_t page_text(sheaf_document *document, sheaf_request *request, int64_t page);

#include "../Plain/plain.c"

static int32_t page_text(sheaf_document *document, sheaf_request *request, int64_t page)
{
    const sheaf_box boxes[] = {{0, 0, 10, 10}, {10, 0, 40, 10}, {40, 0, 50, 10}};
    const sheaf_item item = {
        .size = sizeof item,
        .kind = SHEAF_ITEM_TEXT,
        .page = SHEAF_NO_PAGE,
        .x1 = 50,
        .y1 = 10,
        .text = "abc\n",
        .boxes = boxes,
        .box_count = 3,
    };
    if (page < 0 || page >= document->pages)
        return SHEAF_END;
    return document->plugin->services->emit(request, &item);
}
