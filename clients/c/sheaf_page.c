// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "sheaf_client.h"

#include <errno.h>
#include <sys/mman.h>

int sheaf_page_map(const struct sheaf_reply *reply, const json_t *described, struct sheaf_page *page)
{
    *page = (struct sheaf_page){0};
    const json_t *place = json_object_get(described, "fileDescriptor");
    json_int_t index = json_integer_value(place), size = json_integer_value(json_object_get(described, "size"));
    json_int_t offset = json_integer_value(json_object_get(described, "offset"));
    if (!json_is_integer(place) || index < 0 || (size_t)index >= reply->descriptor_count || reply->descriptors[index] < 0
        || size <= 0 || offset < 0 || offset >= size)
        return -EINVAL;
    json_int_t width = json_integer_value(json_object_get(described, "width"));
    json_int_t height = json_integer_value(json_object_get(described, "height"));
    json_int_t stride = json_integer_value(json_object_get(described, "stride"));
    // Pictures, which are files, have none. Who reads all rows shall not read past the memory.
    if (width <= 0 || height <= 0 || stride < 0 || (stride > 0 && (height - 1 > (size - offset) / stride
        || (height - 1) * stride + 4 * width > size - offset)))
        return -EINVAL;
    void *mapping = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, reply->descriptors[index], 0);
    if (mapping == MAP_FAILED) return -errno;
    *page = (struct sheaf_page){
        .pixels = (const unsigned char *)mapping + offset,
        .width = (size_t)width,
        .height = (size_t)height,
        .stride = (size_t)stride,
        .size = (size_t)(size - offset),
        .index = json_integer_value(json_object_get(described, "index")),
        .rendition = json_integer_value(json_object_get(described, "rendition")),
        .mapping = mapping,
        .mapped = (size_t)size,
    };
    return 0;
}

void sheaf_page_unmap(struct sheaf_page *page)
{
    if (page->mapping) munmap(page->mapping, page->mapped);
    *page = (struct sheaf_page){0};
}

int sheaf_page_release(struct sheaf_client *client, const char *reader, struct sheaf_page *page)
{
    json_int_t rendition = page->rendition;
    sheaf_page_unmap(page);
    return sheaf_client_send(
        client, "org.sheaf.Reader.ReleasePage", json_pack("{s:s, s:I}", "reader", reader, "rendition", rendition));
}
