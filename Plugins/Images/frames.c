/* SPDX-License-Identifier: Apache-2.0
 *
 * frames.c: the frames of an animation, of which the first is shown where nobody asks for another. libvips has those of a GIF and of a
 * WebP.
 */
#include "internal.h"

#include <string.h>

/* How deep boxes lie in each other down to the table of a track. */
#define DEPTH_MAX 5

/* The samples of the largest track (ISO/IEC 14496-12, 8.7.3), or 0. */
static uint32_t samples(const unsigned char *at, const unsigned char *end, int depth)
{
    static const char *const boxes[DEPTH_MAX] = {"moov", "trak", "mdia", "minf", "stbl"};
    uint32_t most = 0;
    while (end - at >= 8) {
        uint32_t size = big_endian(at);
        if (size < 8 || size > end - at)
            return most;
        uint32_t found = 0;
        if (depth == DEPTH_MAX && memcmp(at + 4, "stsz", 4) == 0 && size >= 20)
            found = big_endian(at + 16);
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
        return apng_count(source);
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

VipsImage *frames_load(VipsSource *source, const image *image, int frame)
{
    VipsImage *loaded = NULL;
    switch (image->format) {
    case FORMAT_GIF:
        (void)vips_gifload_source(source, &loaded, "page", frame, NULL);
        break;
    case FORMAT_WEBP:
        (void)vips_webpload_source(source, &loaded, "page", frame, NULL);
        break;
    case FORMAT_PNG:
        loaded = apng_load(source, frame);
        break;
    case FORMAT_HEIF:
    case FORMAT_AVIF:
        loaded = avif_load(source, frame);
        break;
    default:
        vips_error("frames", "it does not move");
    }
    if (loaded == NULL || (loaded->Xsize == image->width && loaded->Ysize == image->height))
        return loaded;
    vips_error("frames", "frame %d has %d x %d pixels, and the first one %d x %d", frame + 1, loaded->Xsize, loaded->Ysize,
               image->width, image->height);
    g_object_unref(loaded);
    return NULL;
}
