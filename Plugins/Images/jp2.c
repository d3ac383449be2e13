/* SPDX-License-Identifier: Apache-2.0
 *
 * jp2.c: JPEG 2000 by libvips: of its resolutions the smallest that is large enough, and its tiles as they are asked for.
 */
#include "internal.h"

#include <string.h>

/* Boxes of a JP2 before its pixels that are looked through. */
#define BOXES_MAX 100

/* The most resolutions beside the image itself (A.6.1). */
#define RESOLUTIONS_MAX 32

/* The start of a codestream up to the size of its tiles (ISO/IEC 15444-1, A.5.1): SOC, SIZ, and its length, capabilities and sizes. */
#define SIZ_SIZE 40

/* Where the codestream begins: at the start of the file, or in the box jp2c (I.5.4). -1 where there is none. */
static int64_t codestream(VipsSource *source)
{
    unsigned char head[16];
    int64_t place = 0;
    for (int i = 0; i < BOXES_MAX && source_read(source, place, head, sizeof head) == 0; i++) {
        if (memcmp(head, "\xff\x4f\xff\x51", 4) == 0)
            return place;
        uint64_t size = big_endian(head);
        int is_long = size == 1;
        if (is_long)
            size = (uint64_t)big_endian(head + 8) << 32 | big_endian(head + 12);
        if (memcmp(head + 4, "jp2c", 4) == 0)
            return place + (is_long ? 16 : 8);
        if (size < 8 || size > INT64_MAX / 2)
            return -1;
        place += (int64_t)size;
    }
    return -1;
}

/* The sides of its tiles; 0 where one is all of the image, or where they can't be read. An image that was loaded from the source is
 * no more to be computed after it. */
static void tiles(VipsSource *source, int64_t *width, int64_t *height)
{
    unsigned char siz[SIZ_SIZE];
    int64_t start = codestream(source);
    *width = *height = 0;
    if (start < 0 || source_read(source, start, siz, sizeof siz) != 0)
        return;
    int64_t right = big_endian(siz + 8), bottom = big_endian(siz + 12), across = big_endian(siz + 24), down = big_endian(siz + 28);
    if (across > 0 && down > 0 && (across < right || down < bottom))
        *width = VIPS_MIN(right, across), *height = VIPS_MIN(bottom, down);
}

int64_t jp2_whole_bytes(VipsSource *source, const VipsImage *loaded)
{
    int64_t width = 0, height = 0;
    tiles(source, &width, &height);
    /* Of a tile that is all of the image no more is decoded than the part that is asked for. Of others OpenJPEG has one, four bytes a
     * sample, and libvips keeps those of two rows. */
    return (width * 4 + (int64_t)loaded->Xsize * 2) * height * loaded->Bands;
}

/* A side of a resolution: each is half of the one before, rounded up (B.5). */
static int half(int side, int times)
{
    return (int)(((int64_t)side + (1ll << times) - 1) >> times);
}

VipsImage *jp2_load(VipsSource *source, int width, int height)
{
    VipsImage *image = NULL;
    int64_t across = 0, down = 0;
    if (width > 0)
        tiles(source, &across, &down);
    if (vips_jp2kload_source(source, &image, NULL) != 0 || width == 0)
        return image;
    int level = 0;
    /* libvips takes tiles for as large as each other in each resolution. */
    while (level < RESOLUTIONS_MAX && half(image->Xsize, level + 1) >= width && half(image->Ysize, level + 1) >= height &&
           ((across | down) & ((2ll << level) - 1)) == 0)
        level++;
    for (VipsImage *smaller = NULL; level > 0; level--)
        if (vips_jp2kload_source(source, &smaller, "page", level, NULL) == 0) {
            g_object_unref(image);
            image = smaller;
            break;
        }
    /* There may be none so small. */
    vips_error_clear();
    return image;
}
