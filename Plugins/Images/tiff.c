/* SPDX-License-Identifier: Apache-2.0
 *
 * tiff.c: what libvips leaves out of TIFF: kinds that it does not read (JPEG of the old way, tiles of separate planes), which libtiff
 * turns into eight bits as a whole, and whether colours are stored multiplied by what they cover.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

/* Bytes of the pixels that are decoded at once. */
#define PIXELS_MAX (1ll << 30)

static tmsize_t on_read(thandle_t source, void *data, tmsize_t size)
{
    tmsize_t done = 0;
    while (done < size) {
        gint64 count = vips_source_read(source, (char *)data + done, (size_t)(size - done));
        if (count <= 0)
            break;
        done += count;
    }
    return done;
}

static tmsize_t on_write(thandle_t source, void *data, tmsize_t size)
{
    (void)source, (void)data, (void)size;
    return 0;
}

static toff_t on_seek(thandle_t source, toff_t offset, int whence)
{
    return (toff_t)vips_source_seek(source, (gint64)offset, whence);
}

static int on_close(thandle_t source)
{
    (void)source;
    return 0;
}

static toff_t on_size(thandle_t source)
{
    return (toff_t)vips_source_length(source);
}

static TIFF *open_page(VipsSource *source, int number)
{
    if (vips_source_rewind(source) != 0)
        return NULL;
    TIFF *tiff = TIFFClientOpen("source", "rm", source, on_read, on_write, on_seek, on_close, on_size, NULL, NULL);
    if (tiff != NULL && number > 0 && !TIFFSetDirectory(tiff, (tdir_t)number)) {
        TIFFClose(tiff);
        return NULL;
    }
    return tiff;
}

/* Takes a message, so that nobody else gets it. */
static int on_message(TIFF *tiff, void *data, const char *module, const char *format, va_list values)
{
    (void)tiff, (void)data, (void)module, (void)format, (void)values;
    return 1;
}

TIFF *tiff_open_quietly(VipsSource *source)
{
    TIFFOpenOptions *options = vips_source_rewind(source) == 0 ? TIFFOpenOptionsAlloc() : NULL;
    if (options == NULL)
        return NULL;
    TIFFOpenOptionsSetErrorHandlerExtR(options, on_message, NULL);
    TIFFOpenOptionsSetWarningHandlerExtR(options, on_message, NULL);
    TIFF *tiff = TIFFClientOpenExt("source", "rmD", source, on_read, on_write, on_seek, on_close, on_size, NULL, NULL, options);
    TIFFOpenOptionsFree(options);
    return tiff;
}

static int is_premultiplied(VipsSource *source, int number)
{
    uint16_t count = 0, *kinds = NULL;
    TIFF *tiff = open_page(source, number);
    int found = tiff != NULL && TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds) && count > 0 &&
                kinds[0] == EXTRASAMPLE_ASSOCALPHA;
    if (tiff != NULL)
        TIFFClose(tiff);
    return found;
}

VipsImage *tiff_plain(VipsImage *image, VipsSource *source, int number)
{
    VipsImage *plain = NULL, *cast = NULL;
    if (image == NULL || !vips_image_hasalpha(image) || !is_premultiplied(source, number))
        return image;
    double most = image->BandFmt == VIPS_FORMAT_USHORT ? 65535 : 255;
    int status = vips_unpremultiply(image, &plain, "max_alpha", most, NULL);
    if (status == 0)
        status = vips_cast(plain, &cast, image->BandFmt, NULL);
    VIPS_UNREF(plain);
    g_object_unref(image);
    return status == 0 ? cast : NULL;
}

/* The pixels of a page on white, three bytes each. To be freed. */
static unsigned char *read_pixels(TIFF *tiff, uint32_t width, uint32_t height, uint16_t orientation)
{
    size_t count = (size_t)width * height;
    uint32_t *raster = malloc(count * sizeof *raster);
    if (raster == NULL) {
        vips_error("tiff", "out of memory");
        return NULL;
    }
    /* As it lies in the file: it is turned later. */
    if (!TIFFReadRGBAImageOriented(tiff, width, height, raster, orientation, 1)) {
        free(raster);
        return NULL;
    }
    unsigned char *pixels = (unsigned char *)raster;
    for (size_t i = 0; i < count; i++) {
        uint32_t pixel = raster[i], rest = 255 - TIFFGetA(pixel);
        /* The colours are multiplied by what they cover. */
        pixels[3 * i] = (unsigned char)VIPS_MIN(255, TIFFGetR(pixel) + rest);
        pixels[3 * i + 1] = (unsigned char)VIPS_MIN(255, TIFFGetG(pixel) + rest);
        pixels[3 * i + 2] = (unsigned char)VIPS_MIN(255, TIFFGetB(pixel) + rest);
    }
    return pixels;
}

VipsImage *tiff_load(VipsSource *source, int number)
{
    uint32_t width = 0, height = 0;
    uint16_t orientation = ORIENTATION_TOPLEFT, unit = RESUNIT_INCH;
    float across = 0, down = 0;
    TIFF *tiff = open_page(source, number);
    if (tiff == NULL)
        return NULL;
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
    TIFFGetField(tiff, TIFFTAG_ORIENTATION, &orientation);
    TIFFGetField(tiff, TIFFTAG_XRESOLUTION, &across);
    TIFFGetField(tiff, TIFFTAG_YRESOLUTION, &down);
    TIFFGetField(tiff, TIFFTAG_RESOLUTIONUNIT, &unit);
    VipsImage *image = NULL, *coloured = NULL;
    if (width == 0 || height == 0 || (int64_t)width * height > PIXELS_MAX / 4) {
        vips_error("tiff", "it has %u x %u pixels, and of its kind no more than %lld are decoded", width, height, PIXELS_MAX / 4);
    } else {
        unsigned char *pixels = read_pixels(tiff, width, height, orientation);
        if (pixels != NULL)
            image = vips_image_new_from_memory_copy(pixels, (size_t)width * height * 3, (int)width, (int)height, 3, VIPS_FORMAT_UCHAR);
        free(pixels);
    }
    int pages = TIFFNumberOfDirectories(tiff);
    TIFFClose(tiff);
    if (image == NULL)
        return NULL;
    double scale = unit == RESUNIT_CENTIMETER ? 10 : 25.4;
    int status = vips_copy(image, &coloured, "interpretation", VIPS_INTERPRETATION_sRGB, "xres", (double)across / scale, "yres",
                           (double)down / scale, NULL);
    g_object_unref(image);
    if (status != 0)
        return NULL;
    vips_image_set_int(coloured, VIPS_META_ORIENTATION, orientation);
    vips_image_set_int(coloured, VIPS_META_N_PAGES, pages);
    return coloured;
}
