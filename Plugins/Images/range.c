/* SPDX-License-Identifier: Apache-2.0
 *
 * range.c: what is black and what is white in an image whose samples have no range of their own: floats, numbers with a sign, numbers
 * of 32 bits. Measurements and renderings come so, and what they mean stands nowhere: the samples themselves are looked at.
 */
#include "internal.h"

#include <math.h>

/* Rows that are looked at together. */
#define ROWS 16

int range_is_needed(const VipsImage *image)
{
    switch (image->Type) {
    case VIPS_INTERPRETATION_B_W:
    case VIPS_INTERPRETATION_GREY16:
    case VIPS_INTERPRETATION_sRGB:
    case VIPS_INTERPRETATION_RGB:
    case VIPS_INTERPRETATION_RGB16:
    case VIPS_INTERPRETATION_MULTIBAND:
        return image->BandFmt != VIPS_FORMAT_UCHAR && image->BandFmt != VIPS_FORMAT_USHORT &&
               image->BandFmt != VIPS_FORMAT_COMPLEX && image->BandFmt != VIPS_FORMAT_DPCOMPLEX;
    default:
        return 0;
    }
}

static double sample(const VipsPel *row, VipsBandFormat format, int at)
{
    switch (format) {
    case VIPS_FORMAT_CHAR:
        return ((const signed char *)row)[at];
    case VIPS_FORMAT_SHORT:
        return ((const short *)(const void *)row)[at];
    case VIPS_FORMAT_INT:
        return ((const int *)(const void *)row)[at];
    case VIPS_FORMAT_UINT:
        return ((const unsigned int *)(const void *)row)[at];
    case VIPS_FORMAT_FLOAT:
        return (double)((const float *)(const void *)row)[at];
    case VIPS_FORMAT_DOUBLE:
        return ((const double *)(const void *)row)[at];
    default:
        return 0;
    }
}

/* The white that samples up to some number are meant to have: of the usual ones the next. */
static double white_for(double most, VipsBandFormat format)
{
    static const double usual[] = {1, 255, 65535, 4294967295.0};
    int is_float = format == VIPS_FORMAT_FLOAT || format == VIPS_FORMAT_DOUBLE;
    for (size_t i = is_float ? 0 : 1; i < (is_float ? 3u : 4u); i++)
        if (most <= usual[i])
            return usual[i];
    return most;
}

int32_t range_find(const sheaf_host_services *services, sheaf_request *request, VipsImage *image, double *black, double *white)
{
    double least = INFINITY, most = -INFINITY;
    int32_t status = 0;
    /* Bands behind three colours, or behind one, are transparency. */
    int colours = image->Bands >= 3 ? 3 : 1;
    VipsRegion *region = vips_region_new(image);
    for (int top = 0; top < image->Ysize && status == 0; top += ROWS) {
        VipsRect part = {0, top, image->Xsize, VIPS_MIN(ROWS, image->Ysize - top)};
        if (services->cancelled(request))
            status = SHEAF_CANCELLED;
        else if (vips_region_prepare(region, &part) != 0)
            status = -1;
        for (int y = top; y < top + part.height && status == 0; y++)
            for (int x = 0; x < image->Xsize; x++)
                for (int band = 0; band < colours; band++) {
                    double value = sample(VIPS_REGION_ADDR(region, 0, y), image->BandFmt, x * image->Bands + band);
                    if (!isfinite(value))
                        continue;
                    least = fmin(least, value);
                    most = fmax(most, value);
                }
    }
    g_object_unref(region);
    *black = least < 0 ? least : 0;
    *white = most <= *black ? *black + 1 : least < 0 ? most : white_for(most, image->BandFmt);
    return status;
}

VipsImage *range_apply(VipsImage *image, double black, double white)
{
    VipsImage *levels = NULL, *coloured = NULL;
    double factor = 255 / (white - black);
    if (vips_linear1(image, &levels, factor, -black * factor, NULL) != 0)
        return NULL;
    int status = vips_copy(levels, &coloured, "interpretation",
                           image->Bands >= 3 ? VIPS_INTERPRETATION_sRGB : VIPS_INTERPRETATION_B_W, NULL);
    g_object_unref(levels);
    return status == 0 ? coloured : NULL;
}
