/* SPDX-License-Identifier: Apache-2.0
 *
 * reduce.c: makes an image smaller, by the steps of vips_resize(): means of whole pixels as long as it is four times too large, then
 * Lanczos 3.
 *
 * libvips does that by vector code that it makes at run time, which a host forbids, and without it takes as long as decoding a JPEG. Here
 * the compiler makes it. Both ways are filtered at once, a row of the result after the other, in numbers that are rounded in the end
 * alone: a pixel differs from libvips's by five levels at most (Tests/ImagesProviderTests/PixelTests.swift).
 */
#include "internal.h"

#include <math.h>
#include <string.h>

/* Pixels of the source on either side that a pixel of the result depends on, where both have the same size. */
#define SUPPORT 3.0
/* The least factor that is left to the filter where whole pixels are averaged first. */
#define FACTOR_LEFT 2.0
/* The largest side of a result, in pixels: a filter has some 200 bytes for each of them. */
#define SIDE_MAX 65535
/* Sums that are made side by side across a row: all bands come out even, from one to four. */
#define LANES 12
/* Numbers of a row that are summed up over all rows before the next ones are. */
#define BLOCK 512

#if defined(__x86_64__) && defined(__has_attribute)
#if __has_attribute(target_clones)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("arch=haswell", "default")))
#endif
#endif
#ifndef FOR_EACH_PROCESSOR
#define FOR_EACH_PROCESSOR
#endif

/* The filter of one direction: what each pixel of the result is made of. */
typedef struct filter {
    int taps;   /* of each pixel at most */
    int stride; /* numbers from the weights of one pixel to the next */
    int *first; /* by pixel of the result */
    float *weights;
} filter;

typedef struct reduction {
    filter across, down;
} reduction;

static double lanczos(double x)
{
    if (x == 0)
        return 1;
    if (fabs(x) >= SUPPORT)
        return 0;
    return SUPPORT * sin(M_PI * x) * sin(M_PI * x / SUPPORT) / (M_PI * M_PI * x * x);
}

/* A filter from `extent` pixels, of which the last may be a part of one, to `count`. Its memory goes with `owner`. Weights for what is
 * beyond an edge count for the pixel at it. `bands`: each weight is there so often. 0, or -1 where there is no memory for it. */
static int make_filter(filter *filter, VipsImage *owner, int source, double extent, int count, int bands)
{
    double shrink = extent / count;
    int taps = VIPS_MIN((int)ceil(2 * SUPPORT * shrink) + 2, source);
    filter->taps = taps;
    filter->stride = VIPS_ROUND_UP(taps * bands, LANES);
    filter->first = VIPS_ARRAY(owner, count, int);
    filter->weights = VIPS_ARRAY(owner, (size_t)count * (size_t)filter->stride, float);
    double *exact = g_new(double, taps);
    for (int i = 0; filter->first != NULL && filter->weights != NULL && i < count; i++) {
        double centre = (i + 0.5) * shrink - 0.5, sum = 0;
        int from = (int)floor(centre - SUPPORT * shrink), to = (int)ceil(centre + SUPPORT * shrink);
        int first = VIPS_CLIP(0, from, source - taps);
        memset(exact, 0, sizeof(*exact) * (size_t)taps);
        for (int j = from; j <= to; j++) {
            double weight = lanczos((j - centre) / shrink);
            exact[VIPS_CLIP(0, VIPS_CLIP(0, j, source - 1) - first, taps - 1)] += weight;
            sum += weight;
        }
        float *weights = filter->weights + (size_t)i * (size_t)filter->stride;
        memset(weights, 0, sizeof(*weights) * (size_t)filter->stride);
        for (int j = 0; j < taps * bands; j++)
            weights[j] = (float)(exact[j / bands] / sum);
        filter->first[i] = first;
    }
    g_free(exact);
    return filter->first != NULL && filter->weights != NULL ? 0 : -1;
}

/* Sums up rows, from `rows` on in steps of `stride` bytes. */
FOR_EACH_PROCESSOR
static void filter_down(const VipsPel *rows, size_t stride, const float *weights, int taps, int count, float *sums)
{
    for (int begin = 0; begin < count; begin += BLOCK) {
        int length = VIPS_MIN(BLOCK, count - begin);
        float *out = sums + begin;
        for (int i = 0; i < length; i++)
            out[i] = 0;
        for (int row = 0; row < taps; row++) {
            const VipsPel *in = rows + (size_t)row * stride + begin;
            float weight = weights[row];
            for (int i = 0; i < length; i++)
                out[i] += weight * in[i];
        }
        /* As libvips has it: what overshoots at an edge does not come back across it. */
        for (int i = 0; i < length; i++)
            out[i] = out[i] < 0 ? 0 : out[i] > 255 ? 255 : out[i];
    }
}

/* Makes pixels of a row of sums, whose first is the source's pixel `left`. Behind its last are as many numbers as LANES. */
FOR_EACH_PROCESSOR
static void filter_across(const float *sums, int left, const filter *filter, int begin, int end, int bands, VipsPel *out)
{
    int used = filter->taps * bands;
    for (int x = begin; x < end; x++) {
        const float *in = sums + (size_t)(filter->first[x] - left) * (size_t)bands;
        const float *weights = filter->weights + (size_t)x * (size_t)filter->stride;
        float lanes[LANES] = {0};
        for (int i = 0; i < used; i += LANES)
            for (int lane = 0; lane < LANES; lane++)
                lanes[lane] += weights[i + lane] * in[i + lane];
        for (int band = 0; band < bands; band++) {
            float sum = 0.5F;
            for (int lane = band; lane < LANES; lane += bands)
                sum += lanes[lane];
            *out++ = (VipsPel)VIPS_CLIP(0, sum, 255);
        }
    }
}

static int generate(VipsRegion *out, void *seq, void *a, void *b, gboolean *stop)
{
    (void)a, (void)stop;
    VipsRegion *region = seq;
    const reduction *reduction = b;
    const filter *across = &reduction->across, *down = &reduction->down;
    const VipsRect *r = &out->valid;
    int last = VIPS_RECT_BOTTOM(r) - 1, right = VIPS_RECT_RIGHT(r) - 1, bands = out->im->Bands;
    int top = down->first[r->top], left = across->first[r->left];
    VipsRect needed = {left, top, across->first[right] + across->taps - left, down->first[last] + down->taps - top};
    if (vips_region_prepare(region, &needed) != 0)
        return -1;
    int count = needed.width * bands;
    float *sums = g_new0(float, count + LANES);
    for (int y = r->top; y <= last; y++) {
        filter_down(VIPS_REGION_ADDR(region, left, down->first[y]), (size_t)VIPS_REGION_LSKIP(region),
                    down->weights + (size_t)y * (size_t)down->stride, down->taps, count, sums);
        filter_across(sums, left, across, r->left, right + 1, bands, VIPS_REGION_ADDR(out, r->left, y));
    }
    g_free(sums);
    return 0;
}

int reduce_is_possible(const VipsImage *image, int width, int height)
{
    return image->BandFmt == VIPS_FORMAT_UCHAR && image->Coding == VIPS_CODING_NONE && (image->Bands == 1 || image->Bands == 3) &&
           width <= image->Xsize && height <= image->Ysize && width <= SIDE_MAX && height <= SIDE_MAX;
}

VipsImage *reduce(VipsImage *image, int width, int height)
{
    double across = image->Xsize, down = image->Ysize;
    int steps_across = VIPS_MAX(1, (int)(across / width / FACTOR_LEFT)), steps_down = VIPS_MAX(1, (int)(down / height / FACTOR_LEFT));
    VipsImage *averaged = NULL;
    if (steps_across == 1 && steps_down == 1)
        averaged = g_object_ref(image);
    else if (vips_shrink(image, &averaged, steps_across, steps_down, "ceil", TRUE, NULL) != 0)
        return NULL;
    VipsImage *out = vips_image_new();
    /* The source lives as long as it does. */
    vips_object_local(out, averaged);
    reduction *reduction = VIPS_NEW(out, struct reduction);
    if (reduction == NULL || vips_image_pipelinev(out, VIPS_DEMAND_STYLE_THINSTRIP, averaged, NULL) != 0) {
        g_object_unref(out);
        return NULL;
    }
    out->Xsize = width;
    out->Ysize = height;
    if (make_filter(&reduction->across, out, averaged->Xsize, across / steps_across, width, averaged->Bands) != 0 ||
        make_filter(&reduction->down, out, averaged->Ysize, down / steps_down, height, 1) != 0 ||
        vips_image_generate(out, vips_start_one, generate, vips_stop_one, averaged, reduction) != 0) {
        g_object_unref(out);
        return NULL;
    }
    return out;
}
