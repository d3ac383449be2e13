/* SPDX-License-Identifier: Apache-2.0
 *
 * image.c: one image: what its header says, and its pixels.
 *
 * The steps are those of vipsthumbnail: shrink while loading, resize what is left with Lanczos 3 (alpha
 * premultiplied), then convert to sRGB, which costs less after than before.
 */
#include "internal.h"

#include <math.h>
#include <string.h>

/* Resolutions below and above are taken for mistakes, as MuPDF takes them (fz_image_resolution), in pixels an inch. */
#define RESOLUTION_MIN 72.0
#define RESOLUTION_MAX 4800.0

/* The least factor that shrinking while loading leaves to the better filter. */
#define SHRINK_LEFT 2.0

const char *format_name(format format)
{
    static const char *const names[] = {"", "JPEG", "PNG", "WebP", "TIFF", "GIF", "HEIF", "AVIF", "JPEG XL", "SVG", "JPEG 2000",
                                        "PNM", "BMP", "ICO"};
    return names[format];
}

int format_is_read_whole(format format)
{
    return format == FORMAT_WEBP || format == FORMAT_GIF || format == FORMAT_HEIF || format == FORMAT_AVIF ||
           format == FORMAT_ICO;
}

/* How much smaller a JPEG is loaded: to exactly what is asked for, where that is a half, a quarter or an eighth, as the tiles of viewers
 * that zoom are; else to at least twice as much. */
static int jpeg_shrink(const VipsImage *image, int width, int height)
{
    for (int shrink = 8; shrink >= 2; shrink /= 2)
        if (width * shrink == image->Xsize && height * shrink == image->Ysize)
            return shrink;
    double left = fmin((double)image->Xsize / width, (double)image->Ysize / height) / SHRINK_LEFT;
    return left >= 8 ? 8 : left >= 4 ? 4 : left >= 2 ? 2 : 1;
}

/* A number that libvips keeps beside an image, or 0. */
static int number_of(VipsImage *image, const char *name)
{
    int number = 0;
    return vips_image_get_typeof(image, name) == G_TYPE_INT && vips_image_get_int(image, name, &number) == 0 ? number
                                                                                                             : 0;
}

static VipsImage *load_jpeg(VipsSource *source, int width, int height)
{
    VipsImage *image = NULL, *shrunk = NULL;
    if (vips_jpegload_source(source, &image, "access", VIPS_ACCESS_SEQUENTIAL, NULL) != 0)
        return NULL;
    if (width == 0)
        return image;
    int shrink = jpeg_shrink(image, width, height);
    if (shrink == 1)
        return image;
    g_object_unref(image);
    if (vips_jpegload_source(source, &shrunk, "access", VIPS_ACCESS_SEQUENTIAL, "shrink", shrink, NULL) != 0)
        return NULL;
    if (shrink < 8 || !number_of(shrunk, "jpeg-multiscan") || (shrunk->Bands != 1 && shrunk->Bands != 3))
        return shrunk;
    VipsImage *decoded = progressive_load(source, shrunk);
    g_object_unref(shrunk);
    return decoded;
}

static VipsImage *load_webp(VipsSource *source, int width, int height)
{
    VipsImage *image = NULL, *shrunk = NULL;
    if (vips_webpload_source(source, &image, "access", VIPS_ACCESS_SEQUENTIAL, NULL) != 0)
        return NULL;
    if (width == 0)
        return image;
    double left = fmin((double)image->Xsize / width, (double)image->Ysize / height) / SHRINK_LEFT;
    if (left <= 1)
        return image;
    g_object_unref(image);
    if (vips_webpload_source(source, &shrunk, "access", VIPS_ACCESS_SEQUENTIAL, "scale", 1 / left, NULL) != 0)
        return NULL;
    return shrunk;
}

static VipsImage *load_tiff(VipsSource *source, int number)
{
    VipsImage *image = NULL;
    if (vips_tiffload_source(source, &image, "access", VIPS_ACCESS_SEQUENTIAL, "page", number, NULL) != 0)
        return tiff_load(source, number);
    return tiff_plain(image, source, number);
}

/* Drawn at its size, not shrunk afterwards. */
static VipsImage *load_svg(VipsSource *source, int width, int height)
{
    VipsImage *image = NULL, *scaled = NULL;
    if (vips_svgload_source(source, &image, NULL) != 0)
        return NULL;
    if (width == 0 || (image->Xsize == width && image->Ysize == height))
        return image;
    double scale = fmax((double)width / image->Xsize, (double)height / image->Ysize);
    g_object_unref(image);
    if (vips_svgload_source(source, &scaled, "scale", scale, NULL) != 0)
        return NULL;
    return scaled;
}

VipsImage *image_load(VipsSource *source, format format, int number, int width, int height)
{
    VipsImage *image = NULL;
    int status = -1;
    switch (format) {
    case FORMAT_JPEG:
        return load_jpeg(source, width, height);
    case FORMAT_WEBP:
        return load_webp(source, width, height);
    case FORMAT_SVG:
        return load_svg(source, width, height);
    case FORMAT_PNG:
        status = vips_pngload_source(source, &image, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
        break;
    case FORMAT_TIFF:
        return load_tiff(source, number);
    case FORMAT_GIF:
        status = vips_gifload_source(source, &image, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
        break;
    case FORMAT_HEIF:
    case FORMAT_AVIF:
        status = vips_heifload_source(source, &image, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
        break;
    case FORMAT_JXL:
        status = vips_jxlload_source(source, &image, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
        break;
    case FORMAT_JPEG2000:
        return jp2_load(source, width, height);
    case FORMAT_PNM:
        return pnm_load(source);
    case FORMAT_BMP:
        return bmp_load(source, width == 0);
    case FORMAT_ICO:
        return ico_load(source, width == 0);
    case FORMAT_NONE:
        break;
    }
    return status == 0 ? image : NULL;
}

/* Pixels an inch, by MuPDF's rules: where one is no resolution, both are made from the other. */
static void resolution(const VipsImage *image, double *across, double *down)
{
    double x = image->Xres * 25.4, y = image->Yres * 25.4;
    *across = *down = RESOLUTION_MIN;
    if (!(isfinite(x) && isfinite(y) && x > 0 && y > 0))
        return;
    /* A resolution that was counted in centimetres is rounded to whole pixels an inch. */
    x = round(x), y = round(y);
    if (x >= RESOLUTION_MIN && y >= RESOLUTION_MIN && x <= RESOLUTION_MAX && y <= RESOLUTION_MAX) {
        *across = x, *down = y;
    } else if (x < y && x > 0 && y / x <= RESOLUTION_MAX / RESOLUTION_MIN) {
        *down = y * RESOLUTION_MIN / x;
    } else if (y < x && y > 0 && x / y <= RESOLUTION_MAX / RESOLUTION_MIN) {
        *across = x * RESOLUTION_MIN / y;
    }
}

/* The bytes of pixels that are held at once where an image is decoded as a whole. */
static int64_t whole_bytes(VipsSource *source, VipsImage *loaded, format format)
{
    int64_t pixels = (int64_t)loaded->Xsize * loaded->Ysize;
    switch (format) {
    case FORMAT_JPEG: /* two bytes of coefficients for each sample, before colours are made */
        return number_of(loaded, "jpeg-multiscan") || number_of(loaded, "interlaced") ? pixels * 2 * loaded->Bands : 0;
    case FORMAT_PNG:
        return number_of(loaded, "interlaced") ? pixels * (int64_t)VIPS_IMAGE_SIZEOF_PEL(loaded) : 0;
    case FORMAT_TIFF:
    case FORMAT_SVG:
    case FORMAT_PNM:
        return 0;
    case FORMAT_JPEG2000: /* the largest tile */
        return jp2_whole_bytes(source, loaded);
    default: /* four bands, which may be kept once more as they come */
        return pixels * 4 * (int64_t)VIPS_IMAGE_SIZEOF_ELEMENT(loaded);
    }
}

int image_is_tiled(const VipsImage *loaded, format format)
{
    return format == FORMAT_SVG || format == FORMAT_JPEG2000 ||
           (format == FORMAT_TIFF && loaded->dhint == VIPS_DEMAND_STYLE_SMALLTILE);
}

void image_turn(image *image, int orientation)
{
    image->orientation = orientation;
    if (orientation >= 5) {
        double width = image->point_width;
        image->point_width = image->point_height;
        image->point_height = width;
    }
}

int image_measure(VipsSource *source, format format, int number, image *image, int *count)
{
    VipsImage *loaded = image_load(source, format, number, 0, 0);
    if (loaded == NULL)
        return -1;
    *image = (struct image){.format = format, .number = number, .width = loaded->Xsize, .height = loaded->Ysize};
    double across = RESOLUTION_MIN, down = RESOLUTION_MIN;
    if (format != FORMAT_SVG)
        resolution(loaded, &across, &down);
    image->point_width = image->width * 72.0 / across;
    image->point_height = image->height * 72.0 / down;
    /* An image that libheif or libjxl has turned already counts as upright. */
    image_turn(image, vips_image_get_orientation(loaded));
    image->whole = whole_bytes(source, loaded, format);
    image->is_tiled = image_is_tiled(loaded, format);
    *count = format == FORMAT_TIFF ? VIPS_MAX(1, number_of(loaded, VIPS_META_N_PAGES)) : 1;
    image->frames = frames_count(source, format, loaded);
    g_object_unref(loaded);
    return 0;
}

/* One step: `next` is the image after it. What it is made from lives as long as it does. */
static VipsImage *step(VipsImage *before, VipsImage *next, int status)
{
    g_object_unref(before);
    return status == 0 ? next : NULL;
}

/* Exactly `width` by `height`, by interpolation. Takes the reference. */
static VipsImage *resized(VipsImage *image, int width, int height)
{
    VipsImage *next = NULL;
    int has_alpha = vips_image_hasalpha(image);
    VipsBandFormat format = image->BandFmt;
    int status;
    if (image->Xsize == width && image->Ysize == height)
        return image;
    if (reduce_is_possible(image, width, height)) {
        next = reduce(image, width, height);
        return step(image, next, next == NULL ? -1 : 0);
    }
    if (has_alpha) {
        status = vips_premultiply(image, &next, NULL);
        if ((image = step(image, next, status)) == NULL)
            return NULL;
    }
    status = vips_resize(image, &next, (double)width / image->Xsize, "vscale", (double)height / image->Ysize, NULL);
    if ((image = step(image, next, status)) == NULL || !has_alpha)
        return image;
    status = vips_unpremultiply(image, &next, NULL);
    if ((image = step(image, next, status)) == NULL)
        return NULL;
    status = vips_cast(image, &next, format, NULL);
    return step(image, next, status);
}

/* An image without colours that libvips knows: its first bands, as they are. Takes the reference. */
static VipsImage *uncoloured(VipsImage *image)
{
    VipsImage *next = NULL;
    int bands = image->Bands >= 3 ? 3 : 1;
    int status = vips_extract_band(image, &next, 0, "n", bands, NULL);
    if ((image = step(image, next, status)) == NULL)
        return NULL;
    int is_16 = image->BandFmt == VIPS_FORMAT_USHORT;
    status = vips_copy(image, &next, "interpretation",
                       bands == 3 ? (is_16 ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB)
                                  : (is_16 ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W),
                       NULL);
    return step(image, next, status);
}

/* The intent that a profile has a table for: some have one for pictures as they look (A2B0 of ICC.1), and none for measured colours. */
static VipsIntent intent_of(VipsImage *image)
{
    const void *data = NULL;
    size_t size = 0;
    int has_looks = 0;
    if (vips_image_get_typeof(image, VIPS_META_ICC_NAME) == 0 || vips_image_get_blob(image, VIPS_META_ICC_NAME, &data, &size) != 0)
        return VIPS_INTENT_RELATIVE;
    const unsigned char *tags = data;
    size_t count = size < 132 ? 0 : big_endian(tags + 128);
    for (size_t i = 0; i < count && 132 + 12 * (i + 1) <= size; i++) {
        if (memcmp(tags + 132 + 12 * i, "A2B1", 4) == 0)
            return VIPS_INTENT_RELATIVE;
        has_looks |= memcmp(tags + 132 + 12 * i, "A2B0", 4) == 0;
    }
    return has_looks ? VIPS_INTENT_PERCEPTUAL : VIPS_INTENT_RELATIVE;
}

/* In sRGB, eight bits, alpha as it was. Takes the reference. */
static VipsImage *in_srgb(VipsImage *image)
{
    VipsImage *next = NULL;
    int is_cmyk = image->Type == VIPS_INTERPRETATION_CMYK;
    /* By the white that profiles have, which is the usual one of a TIFF too; libvips's own is another. A profile of colours is not meant
     * for these numbers. */
    if (image->Type == VIPS_INTERPRETATION_LAB || image->Type == VIPS_INTERPRETATION_LABS) {
        int status = vips_icc_export(image, &next, "output_profile", "srgb", "depth", 8, NULL);
        if (status == 0)
            return step(image, next, 0);
        vips_error_clear();
    }
    if (vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0 || is_cmyk) {
        /* One that can't be used is passed over; an image in CMYK has another. */
        int is_deep = vips_image_hasalpha(image) && image->BandFmt == VIPS_FORMAT_USHORT;
        int status = vips_icc_transform(image, &next, "srgb", "embedded", TRUE, "input_profile", is_cmyk ? "cmyk" : "srgb",
                                        "intent", intent_of(image), "depth", is_deep ? 16 : 8, NULL);
        if (status == 0 && !is_deep)
            return step(image, next, 0);
        /* From 16 bits to 8 at once, libvips 8.14 takes what a pixel covers for all of it. */
        if (status == 0)
            image = step(image, next, 0);
        vips_error_clear();
    }
    if (!vips_colourspace_issupported(image) && (image = uncoloured(image)) == NULL)
        return NULL;
    int status = vips_colourspace(image, &next, VIPS_INTERPRETATION_sRGB, NULL);
    return step(image, next, status);
}

VipsImage *image_pixels(VipsImage *loaded, const struct image *properties, int width, int height)
{
    int has_range = properties->white > properties->black;
    VipsImage *image = has_range ? range_apply(loaded, properties->black, properties->white) : g_object_ref(loaded), *next = NULL;
    int status;
    if (image == NULL)
        return NULL;
    if (properties->format == FORMAT_SVG) {
        /* The drawing has this size already, but for the rounding of its edges. */
        status = vips_embed(image, &next, 0, 0, width, height, "extend", VIPS_EXTEND_COPY, NULL);
        image = step(image, next, status);
    } else {
        image = resized(image, width, height);
    }
    if (image != NULL)
        image = in_srgb(image);
    if (image != NULL && vips_image_hasalpha(image)) {
        VipsArrayDouble *white = vips_array_double_newv(1, 255.0);
        status = vips_flatten(image, &next, "background", white, NULL);
        vips_area_unref(VIPS_AREA(white));
        image = step(image, next, status);
    }
    if (image != NULL && image->Bands > 3) {
        status = vips_extract_band(image, &next, 0, "n", 3, NULL);
        image = step(image, next, status);
    }
    if (image != NULL && image->BandFmt != VIPS_FORMAT_UCHAR) {
        status = vips_cast_uchar(image, &next, NULL);
        image = step(image, next, status);
    }
    if (image != NULL && image->Bands != 3) {
        vips_error("sheaf", "it has %d colours, and not three", image->Bands);
        g_object_unref(image);
        return NULL;
    }
    return image;
}
