/* SPDX-License-Identifier: Apache-2.0
 *
 * frames.c: the frames of an animation, of which the first is shown. libvips counts those of a GIF and of a WebP.
 */
#include "internal.h"

#include <string.h>

/* Chunks of a PNG that are looked at: its count stands before its pixels. */
#define CHUNKS_MAX 1000

/* How deep boxes lie in each other down to the table of a track. */
#define DEPTH_MAX 5

static uint32_t number(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* The count of a PNG's acTL (PNG, third edition, 11.3.6.1), or 1. */
static int frames_of_png(VipsSource *source)
{
    unsigned char chunk[16];
    int64_t place = 8;
    for (int i = 0; i < CHUNKS_MAX; i++) {
        size_t count = 0;
        if (vips_source_seek(source, place, SEEK_SET) < 0)
            return 1;
        while (count < sizeof chunk) {
            gint64 more = vips_source_read(source, chunk + count, sizeof chunk - count);
            if (more <= 0)
                return 1;
            count += (size_t)more;
        }
        if (memcmp(chunk + 4, "acTL", 4) == 0)
            return number(chunk + 8) > 1 && number(chunk + 8) < INT32_MAX ? (int)number(chunk + 8) : 1;
        if (memcmp(chunk + 4, "IDAT", 4) == 0)
            return 1;
        place += 12 + (int64_t)number(chunk);
    }
    return 1;
}

/* The samples of the largest track (ISO/IEC 14496-12, 8.7.3), or 0. */
static uint32_t samples(const unsigned char *at, const unsigned char *end, int depth)
{
    static const char *const boxes[DEPTH_MAX] = {"moov", "trak", "mdia", "minf", "stbl"};
    uint32_t most = 0;
    while (end - at >= 8) {
        uint32_t size = number(at);
        if (size < 8 || size > end - at)
            return most;
        uint32_t found = 0;
        if (depth == DEPTH_MAX && memcmp(at + 4, "stsz", 4) == 0 && size >= 20)
            found = number(at + 16);
        else if (depth < DEPTH_MAX && memcmp(at + 4, boxes[depth], 4) == 0)
            found = samples(at + 8, at + size, depth + 1);
        most = found > most ? found : most;
        at += size;
    }
    return most;
}

int frames_count(VipsSource *source, format format, VipsImage *loaded)
{
    int count = 1;
    size_t size = 0;
    switch (format) {
    case FORMAT_GIF:
    case FORMAT_WEBP:
        if (vips_image_get_typeof(loaded, VIPS_META_N_PAGES) != G_TYPE_INT ||
            vips_image_get_int(loaded, VIPS_META_N_PAGES, &count) != 0)
            return 1;
        return count;
    case FORMAT_PNG:
        return frames_of_png(source);
    case FORMAT_HEIF:
    case FORMAT_AVIF: {
        const unsigned char *data = vips_source_map(source, &size);
        uint32_t found = data == NULL ? 0 : samples(data, data + size, 0);
        return found > 1 && found < INT32_MAX ? (int)found : 1;
    }
    default:
        return 1;
    }
}
