/* SPDX-License-Identifier: Apache-2.0
 *
 * pnm.c: netpbm's formats. Of a plain bitmap (P1) the digits may stand together (pbm(5)), which libvips takes for one number; of a float
 * map the last row comes first, which libvips 8.14 takes for the first one.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* The pixels of a plain bitmap: a file has a byte for each at least. */
#define SIDE_MAX 1000000

/* The bytes of one that is read as a whole. */
#define FILE_MAX (256 << 20)

/* Skips blanks and comments. */
static size_t skip(const unsigned char *data, size_t size, size_t at)
{
    while (at < size && (g_ascii_isspace(data[at]) || data[at] == '#')) {
        const unsigned char *end = data[at] == '#' ? memchr(data + at, '\n', size - at) : data + at;
        at = end == NULL ? size : (size_t)(end - data) + 1;
    }
    return at;
}

static int read_side(const unsigned char *data, size_t size, size_t *at)
{
    int side = 0;
    for (*at = skip(data, size, *at); *at < size && g_ascii_isdigit(data[*at]) && side <= SIDE_MAX; ++*at)
        side = side * 10 + (data[*at] - '0');
    return side;
}

/* All bytes of a file. */
static const unsigned char *map(VipsSource *source, size_t *size)
{
    if (vips_source_length(source) > FILE_MAX) {
        vips_error("pnm", "it has more than %d bytes", FILE_MAX);
        return NULL;
    }
    return vips_source_map(source, size);
}

/* An image of pixels, which are freed. */
static VipsImage *image_of(unsigned char *pixels, size_t bytes, int width, int height, int bands, VipsBandFormat format,
                           VipsInterpretation colours)
{
    VipsImage *image = vips_image_new_from_memory_copy(pixels, bytes, width, height, bands, format), *coloured = NULL;
    free(pixels);
    if (image == NULL)
        return NULL;
    int status = vips_copy(image, &coloured, "interpretation", colours, NULL);
    g_object_unref(image);
    return status == 0 ? coloured : NULL;
}

static VipsImage *load_bitmap(VipsSource *source)
{
    size_t size = 0, at = 2;
    const unsigned char *data = map(source, &size);
    if (data == NULL)
        return NULL;
    int width = read_side(data, size, &at), height = read_side(data, size, &at);
    if (width < 1 || width > SIDE_MAX || height < 1 || height > SIDE_MAX || (size_t)width * (size_t)height > size) {
        vips_error("pnm", "it says %d x %d pixels, and has fewer", width, height);
        return NULL;
    }
    size_t count = (size_t)width * (size_t)height;
    unsigned char *pixels = malloc(count);
    if (pixels == NULL) {
        vips_error("pnm", "not enough memory for %d x %d pixels", width, height);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        at = skip(data, size, at);
        pixels[i] = at < size && data[at] == '1' ? 0 : 255;
        at++;
    }
    return image_of(pixels, count, width, height, 1, VIPS_FORMAT_UCHAR, VIPS_INTERPRETATION_B_W);
}

/* A map of floats (netpbm's pfm(5)): a size, a number whose sign says which byte comes first, and rows from the last one up. */
static VipsImage *load_floats(VipsSource *source)
{
    size_t size = 0, at = 2;
    const unsigned char *data = map(source, &size);
    if (data == NULL)
        return NULL;
    int bands = data[1] == 'F' ? 3 : 1, width = read_side(data, size, &at), height = read_side(data, size, &at);
    at = skip(data, size, at);
    int is_swapped = (at < size && data[at] == '-') != (G_BYTE_ORDER == G_LITTLE_ENDIAN);
    while (at < size && !g_ascii_isspace(data[at]))
        at++;
    at++;
    size_t row = (size_t)width * (size_t)bands * 4;
    if (width < 1 || width > SIDE_MAX || height < 1 || height > SIDE_MAX || at > size || row * (size_t)height > size - at) {
        vips_error("pnm", "it says %d x %d pixels, and has fewer", width, height);
        return NULL;
    }
    unsigned char *pixels = malloc(row * (size_t)height);
    if (pixels == NULL) {
        vips_error("pnm", "not enough memory for %d x %d pixels", width, height);
        return NULL;
    }
    for (size_t y = 0; y < (size_t)height; y++)
        memcpy(pixels + row * y, data + at + row * ((size_t)height - 1 - y), row);
    for (size_t i = 0; is_swapped && i < row * (size_t)height / 4; i++) {
        uint32_t value;
        memcpy(&value, pixels + 4 * i, sizeof value);
        value = __builtin_bswap32(value);
        memcpy(pixels + 4 * i, &value, sizeof value);
    }
    return image_of(pixels, row * (size_t)height, width, height, bands, VIPS_FORMAT_FLOAT,
                    bands == 3 ? VIPS_INTERPRETATION_scRGB : VIPS_INTERPRETATION_B_W);
}

VipsImage *pnm_load(VipsSource *source)
{
    VipsImage *image = NULL;
    const unsigned char *start = vips_source_sniff(source, 2);
    if (start != NULL && memcmp(start, "P1", 2) == 0)
        return load_bitmap(source);
    if (start != NULL && (memcmp(start, "PF", 2) == 0 || memcmp(start, "Pf", 2) == 0))
        return load_floats(source);
    return vips_ppmload_source(source, &image, "access", VIPS_ACCESS_SEQUENTIAL, NULL) == 0 ? image : NULL;
}
