/* SPDX-License-Identifier: Apache-2.0
 *
 * bmp.c: a Windows bitmap that is a page of an archive, or a picture of an icon. libvips reads none without ImageMagick; alone one is
 * the BMP provider's.
 *
 * The fields are those of BITMAPCOREHEADER, BITMAPINFOHEADER and its later versions, as Microsoft documents them.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* Pixels across, and down. */
#define SIDE_MAX 65535

typedef struct bitmap {
    const unsigned char *data;
    size_t size, offset; /* where the pixels begin */
    int width, height, is_top_down, depth, method;
    int bands;                     /* bytes of a pixel: red, green, blue; and what it covers where that is said */
    unsigned char palette[256][3]; /* red, green, blue */
    uint32_t masks[4];             /* red, green, blue and what a pixel covers; 0: all have none */
    double across, down;           /* pixels a millimetre; 0: not said */
} bitmap;

/* A number of a file, the lowest byte first; behind its end are zeros. */
static uint32_t number(const bitmap *bitmap, size_t at, size_t length)
{
    uint32_t value = 0;
    for (size_t i = length; i-- > 0;)
        value = value << 8 | (at + i < bitmap->size ? bitmap->data[at + i] : 0u);
    return value;
}

int bmp_begins(const unsigned char *head, size_t length)
{
    const bitmap bitmap = {.data = head, .size = length};
    if (length < 30 || head[0] != 'B' || head[1] != 'M')
        return 0;
    uint32_t header = number(&bitmap, 14, 4);
    if (header != 12 && header != 16 && header != 40 && header != 52 && header != 56 && header != 64 && header != 108 &&
        header != 124)
        return 0;
    return number(&bitmap, header == 12 ? 22 : 26, 2) == 1;
}

/* Reads the header. 0, or -1 where it is none that is read here: libvips's error says why. An icon's picture has no more than the
 * header of BITMAPINFOHEADER, and its mask counts as as many rows more. */
static int read_header(bitmap *bitmap, int is_icon)
{
    uint32_t header = number(bitmap, 14, 4);
    if (is_icon ? header != 40 : !bmp_begins(bitmap->data, bitmap->size)) {
        vips_error("bmp", "it does not begin as a bitmap");
        return -1;
    }
    int is_old = header == 12;
    int32_t lines = is_old ? (int32_t)number(bitmap, 20, 2) : (int32_t)number(bitmap, 22, 4);
    bitmap->width = is_old ? (int)number(bitmap, 18, 2) : (int32_t)number(bitmap, 18, 4);
    bitmap->is_top_down = lines < 0;
    bitmap->height = lines == INT32_MIN ? 0 : abs(lines) / (is_icon ? 2 : 1);
    bitmap->depth = (int)number(bitmap, is_old ? 24 : 28, 2);
    bitmap->method = header >= 40 ? (int)number(bitmap, 30, 4) : 0;
    bitmap->offset = number(bitmap, 10, 4);
    if (bitmap->width < 1 || bitmap->width > SIDE_MAX || bitmap->height < 1 || bitmap->height > SIDE_MAX) {
        vips_error("bmp", "it has %d x %d pixels; 1 to %d a side are read", bitmap->width, lines, SIDE_MAX);
        return -1;
    }
    int depth = bitmap->depth, method = bitmap->method, has_masks = method == 3 || method == 6;
    int is_known = method == 0 ? depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16 || depth == 24 || depth == 32
                   : method == 1 ? depth == 8
                   : method == 2 ? depth == 4
                                 : has_masks && header != 64 && (depth == 16 || depth == 32);
    if (!is_known) {
        vips_error("bmp", "its %d bits a pixel are compressed by method %d", depth, method);
        return -1;
    }
    if (has_masks)
        for (size_t i = 0; i < (header >= 56 || method == 6 ? 4u : 3u); i++)
            bitmap->masks[i] = number(bitmap, 54 + 4 * i, 4);
    else if (depth == 16)
        memcpy(bitmap->masks, (const uint32_t[]){0x7c00, 0x3e0, 0x1f, 0}, sizeof bitmap->masks);
    else
        memcpy(bitmap->masks, (const uint32_t[]){0xff0000, 0xff00, 0xff, 0}, sizeof bitmap->masks);
    size_t start = 14 + header + (has_masks && header == 40 ? (method == 6 ? 16 : 12) : 0), entry = is_old ? 3 : 4;
    /* Some bitmaps say that their pixels begin where their palette does; an icon's picture does not say it. */
    if (is_icon || (depth <= 8 && bitmap->offset <= start)) {
        size_t colours = depth > 8 || header < 40 ? 0 : number(bitmap, 46, 4);
        bitmap->offset = start + entry * (colours > 0 && colours <= 1u << depth ? colours : depth > 8 ? 0 : 1u << depth);
    }
    if (is_icon && depth == 32)
        bitmap->masks[3] = 0xff000000;
    bitmap->bands = is_icon || bitmap->masks[3] != 0 ? 4 : 3;
    for (size_t i = 0; depth <= 8 && i < 1u << depth && start + entry * (i + 1) <= bitmap->offset; i++)
        for (size_t channel = 0; channel < 3; channel++)
            bitmap->palette[i][channel] = (unsigned char)number(bitmap, start + entry * i + 2 - channel, 1);
    if (header >= 40) {
        bitmap->across = (int32_t)number(bitmap, 38, 4) / 1000.0;
        bitmap->down = (int32_t)number(bitmap, 42, 4) / 1000.0;
    }
    return 0;
}

/* A channel of a pixel, from 0 to 255. */
static unsigned char channel(uint32_t pixel, uint32_t mask)
{
    if (mask == 0)
        return 0;
    uint32_t greatest = mask >> __builtin_ctz(mask), value = (pixel & mask) >> __builtin_ctz(mask);
    return (unsigned char)(((uint64_t)value * 255 + greatest / 2) / greatest);
}

/* The row of the pixels that stands `row`th in the file. */
static unsigned char *row_of(const bitmap *bitmap, unsigned char *pixels, int row)
{
    return pixels + (size_t)(bitmap->is_top_down ? row : bitmap->height - 1 - row) * (size_t)bitmap->width * (size_t)bitmap->bands;
}

/* Pixels as they are. What the file does not have any more stays as it is. */
static void read_rows(const bitmap *bitmap, unsigned char *pixels)
{
    size_t stride = ((size_t)bitmap->width * (size_t)bitmap->depth + 31) / 32 * 4;
    for (int row = 0; row < bitmap->height; row++) {
        size_t line = bitmap->offset + stride * (size_t)row;
        if (line >= bitmap->size)
            return;
        unsigned char *at = row_of(bitmap, pixels, row);
        for (size_t x = 0; x < (size_t)bitmap->width; x++, at += bitmap->bands) {
            size_t bit = x * (size_t)bitmap->depth;
            if (bitmap->depth <= 8) {
                uint32_t byte = number(bitmap, line + bit / 8, 1);
                uint32_t index = byte >> (8 - (size_t)bitmap->depth - bit % 8) & ((1u << bitmap->depth) - 1);
                memcpy(at, bitmap->palette[index], 3);
                continue;
            }
            uint32_t pixel = number(bitmap, line + bit / 8, (size_t)bitmap->depth / 8);
            for (size_t i = 0; i < (bitmap->masks[3] != 0 ? 4u : 3u); i++)
                at[i] = channel(pixel, bitmap->masks[i]);
        }
    }
}

/* Pixels in runs of the same index, and as they are between these. */
static void read_runs(const bitmap *bitmap, unsigned char *pixels)
{
    int x = 0, row = 0, is_8 = bitmap->depth == 8;
    size_t at = bitmap->offset;
    while (row < bitmap->height && at + 1 < bitmap->size) {
        uint32_t count = number(bitmap, at, 1), value = number(bitmap, at + 1, 1);
        at += 2;
        if (count == 0 && value == 0) {
            x = 0, row++;
        } else if (count == 0 && value == 1) {
            return;
        } else if (count == 0 && value == 2) {
            x += (int)number(bitmap, at, 1), row += (int)number(bitmap, at + 1, 1);
            at += 2;
        } else {
            int is_run = count > 0;
            uint32_t length = is_run ? count : value;
            for (uint32_t i = 0; i < length; i++, x++) {
                uint32_t byte = is_run ? value : number(bitmap, at + (is_8 ? i : i / 2), 1);
                uint32_t index = is_8 ? byte : i % 2 == 0 ? byte >> 4 : byte & 15;
                if (x < bitmap->width)
                    memcpy(row_of(bitmap, pixels, row) + bitmap->bands * x, bitmap->palette[index], 3);
            }
            /* Whole words hold pixels that stand as they are. */
            if (!is_run)
                at += ((is_8 ? length : (length + 1) / 2) + 1) / 2 * 2;
        }
    }
}

/* Whether each pixel covers nothing, which is a mistake: then all do. */
static int is_clear(const bitmap *bitmap, const unsigned char *pixels, size_t bytes)
{
    for (size_t at = 3; bitmap->masks[3] != 0 && at < bytes; at += 4)
        if (pixels[at] != 0)
            return 0;
    return 1;
}

/* The mask of an icon stands behind its pixels, a bit a pixel: where it is set nothing is covered. */
static void read_mask(const bitmap *bitmap, unsigned char *pixels)
{
    size_t width = (size_t)bitmap->width, rows = (size_t)bitmap->height, stride = (width + 31) / 32 * 4;
    size_t start = bitmap->offset + (width * (size_t)bitmap->depth + 31) / 32 * 4 * rows;
    for (size_t row = 0; row < rows; row++)
        for (size_t x = 0; x < width; x++)
            if (number(bitmap, start + stride * row + x / 8, 1) & (0x80u >> x % 8))
                row_of(bitmap, pixels, (int)row)[4 * x + 3] = 0;
}

/* A bitmap as an image, or no more than its size. */
static VipsImage *load(bitmap *bitmap, int is_icon, int is_measured_only)
{
    if (read_header(bitmap, is_icon) != 0)
        return NULL;
    VipsImage *image = NULL;
    size_t bytes = (size_t)bitmap->width * (size_t)bitmap->height * (size_t)bitmap->bands;
    if (is_measured_only) {
        if (vips_black(&image, bitmap->width, bitmap->height, "bands", bitmap->bands, NULL) != 0)
            return NULL;
    } else {
        unsigned char *pixels = calloc(1, bytes);
        if (pixels == NULL) {
            vips_error("bmp", "not enough memory for %d x %d pixels", bitmap->width, bitmap->height);
            return NULL;
        }
        if (bitmap->method == 1 || bitmap->method == 2)
            read_runs(bitmap, pixels);
        else
            read_rows(bitmap, pixels);
        if (bitmap->bands == 4 && is_clear(bitmap, pixels, bytes)) {
            for (size_t at = 3; at < bytes; at += 4)
                pixels[at] = 255;
            if (is_icon)
                read_mask(bitmap, pixels);
        }
        image = vips_image_new_from_memory_copy(pixels, bytes, bitmap->width, bitmap->height, bitmap->bands, VIPS_FORMAT_UCHAR);
        free(pixels);
        if (image == NULL)
            return NULL;
    }
    VipsImage *coloured = NULL;
    int status = vips_copy(image, &coloured, "interpretation", VIPS_INTERPRETATION_sRGB, "xres", bitmap->across, "yres",
                           bitmap->down, NULL);
    g_object_unref(image);
    return status == 0 ? coloured : NULL;
}

VipsImage *bmp_load(VipsSource *source, int is_measured_only)
{
    bitmap bitmap = {0};
    bitmap.data = vips_source_map(source, &bitmap.size);
    return bitmap.data == NULL ? NULL : load(&bitmap, 0, is_measured_only);
}

VipsImage *bmp_load_icon(const unsigned char *data, size_t size, size_t at, int is_measured_only)
{
    /* As if the header of a file stood before it. */
    bitmap bitmap = {.data = data + at - 14, .size = size - at + 14};
    return load(&bitmap, 1, is_measured_only);
}
