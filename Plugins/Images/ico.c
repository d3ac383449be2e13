/* SPDX-License-Identifier: Apache-2.0
 *
 * ico.c: icons and pointers of Windows: of the pictures in one, all of the same thing, the largest is shown.
 *
 * A directory (ICONDIR, as Microsoft documents it) leads to pictures, each of which is a PNG or a bitmap without the header of a file.
 */
#include "internal.h"

#include <string.h>

#define HEADER_SIZE ((size_t)6)
#define ENTRY_SIZE ((size_t)16)

static size_t number(const unsigned char *at, size_t length)
{
    size_t value = 0;
    for (size_t i = length; i-- > 0;)
        value = value << 8 | at[i];
    return value;
}

/* The pictures that the directory has. */
static size_t pictures(const unsigned char *data)
{
    return number(data + 4, 2);
}

/* Where the picture of an entry begins; 0 where that is not behind the directory. */
static size_t start_of(const unsigned char *data, size_t entry)
{
    size_t start = number(data + HEADER_SIZE + ENTRY_SIZE * entry + 12, 4);
    return start >= HEADER_SIZE + ENTRY_SIZE * pictures(data) ? start : 0;
}

int ico_begins(const unsigned char *head, size_t length)
{
    if (length < HEADER_SIZE + ENTRY_SIZE || memcmp(head, "\0\0", 2) != 0 || (head[2] != 1 && head[2] != 2) || head[3] != 0)
        return 0;
    size_t count = pictures(head);
    if (count == 0 || length < HEADER_SIZE + ENTRY_SIZE * count)
        return 0;
    /* Other files begin with these zeros too. */
    for (size_t i = 0; i < count; i++) {
        size_t start = start_of(head, i);
        if (start == 0 || (start + 4 <= length && memcmp(head + start, "\x89PNG", 4) != 0 && number(head + start, 4) != 40))
            return 0;
    }
    return 1;
}

VipsImage *ico_load(VipsSource *source, int is_measured_only)
{
    size_t size = 0, best = 0, most = 0;
    const unsigned char *data = vips_source_map(source, &size);
    if (data == NULL)
        return NULL;
    if (!ico_begins(data, size)) {
        vips_error("ico", "it does not begin as an icon");
        return NULL;
    }
    for (size_t i = 0; i < pictures(data); i++) {
        const unsigned char *entry = data + HEADER_SIZE + ENTRY_SIZE * i;
        /* A side of 256 pixels is 0 there. Of pictures of the same size the one with more bits a pixel. */
        size_t pixels = (size_t)(entry[0] == 0 ? 256 : entry[0]) * (entry[1] == 0 ? 256 : entry[1]);
        size_t rank = pixels << 16 | (data[2] == 1 ? number(entry + 6, 2) : 0);
        if (start_of(data, i) + 40 <= size && rank >= most)
            most = rank, best = start_of(data, i);
    }
    if (best == 0) {
        vips_error("ico", "it ends before its pictures");
        return NULL;
    }
    VipsImage *image = NULL;
    if (number(data + best, 4) == 40)
        return bmp_load_icon(data, size, best, is_measured_only);
    return vips_pngload_buffer((void *)(uintptr_t)(data + best), size - best, &image, NULL) == 0 ? image : NULL;
}
