/* SPDX-License-Identifier: Apache-2.0
 *
 * jp2.c: JPEG 2000 by libvips: of its resolutions the smallest that is large enough, and its tiles as they are asked for; what libvips
 * does not decode rightly by htj2k.c.
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

/* The beginning of a codestream. */
typedef struct head {
    int64_t start;         /* where it begins */
    int64_t width, height; /* of its tiles; 0 where one is all of the image */
    int is_ht;             /* whether it is of high throughput (bit 14 of Rsiz, ISO/IEC 15444-15, A.2) */
} head;

/* Zeros where it can't be read. An image that was loaded from the source is no more to be computed after it. */
static head read_head(VipsSource *source)
{
    unsigned char siz[SIZ_SIZE];
    head found = {.start = codestream(source)};
    if (found.start < 0 || source_read(source, found.start, siz, sizeof siz) != 0)
        return (head){0};
    int64_t right = big_endian(siz + 8), bottom = big_endian(siz + 12), across = big_endian(siz + 24), down = big_endian(siz + 28);
    if (across > 0 && down > 0 && (across < right || down < bottom))
        found.width = VIPS_MIN(right, across), found.height = VIPS_MIN(bottom, down);
    found.is_ht = (siz[6] & 0x40) != 0;
    return found;
}

int64_t jp2_whole_bytes(VipsSource *source, const VipsImage *loaded)
{
    head head = read_head(source);
    /* OpenJPEG has four bytes a sample, and its pixels are made of these. */
    if (head.is_ht && head.width == 0)
        return (int64_t)loaded->Xsize * loaded->Ysize * loaded->Bands * (4 + (int64_t)VIPS_IMAGE_SIZEOF_ELEMENT(loaded));
    /* Of another tile that is all of the image no more is decoded than the part that is asked for. Of others OpenJPEG has one, four bytes
     * a sample, and libvips keeps those of two rows. */
    return (head.width * 4 + (int64_t)loaded->Xsize * 2) * head.height * loaded->Bands;
}

/* A side of a resolution: each is half of the one before, rounded up (B.5). */
static int half(int side, int times)
{
    return (int)(((int64_t)side + (1ll << times) - 1) >> times);
}

VipsImage *jp2_load(VipsSource *source, int width, int height)
{
    VipsImage *image = NULL;
    head head = {0};
    if (width > 0)
        head = read_head(source);
    int is_whole = head.is_ht && head.width == 0;
    if (vips_jp2kload_source(source, &image, NULL) != 0 || width == 0)
        return image;
    int level = 0;
    /* libvips takes tiles for as large as each other in each resolution. */
    while (level < RESOLUTIONS_MAX && half(image->Xsize, level + 1) >= width && half(image->Ysize, level + 1) >= height &&
           ((head.width | head.height) & ((2ll << level) - 1)) == 0)
        level++;
    for (VipsImage *smaller = NULL; level > 0; level--)
        if (vips_jp2kload_source(source, &smaller, "page", level, NULL) == 0) {
            g_object_unref(image);
            image = smaller;
            break;
        }
    /* There may be none so small. */
    vips_error_clear();
    if (!is_whole)
        return image;
    VipsImage *decoded = htj2k_load(source, head.start, image, level);
    g_object_unref(image);
    return decoded;
}
