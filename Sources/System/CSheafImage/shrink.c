/* SPDX-License-Identifier: Apache-2.0
 *
 * A small image of a large one, by a box filter. Rows are added up first, as a whole: the compiler makes vector
 * instructions of that, and it is nearly all of the work.
 */
#include "sheaf_image.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define CHANNELS 4
/* Of what a pixel stands for, no more rows than this are looked at, and all columns. For a page of 8 MB that takes 0.2 ms,
 * all rows 0.6 ms, and rendering and writing it 3 ms. */
#define MAX_ROWS 4
_Static_assert(MAX_ROWS * 255 <= UINT16_MAX, "sums of rows");

/* Bits behind the point of a reciprocal. A sum is at most 256 times its count, and counts have 18 bits: 46 make every mean
 * exact, and no product has more than 55. */
#define POINT 46

static void add_rows(uint16_t *restrict sums, const uint8_t *const rows[MAX_ROWS], size_t count) {
    const uint8_t *restrict a = rows[0], *restrict b = rows[1], *restrict c = rows[2], *restrict d = rows[3];
    for (size_t i = 0; i < count; i++)
        sums[i] = (uint16_t)(a[i] + b[i] + c[i] + d[i]);
}

/* The first source pixel that the small image's pixel at `place` stands for. */
static uint32_t begin_of(uint32_t place, uint32_t source, uint32_t small) {
    return (uint32_t)((uint64_t)place * source / small);
}

static uint64_t reciprocal(uint64_t count) { return ((UINT64_C(1) << POINT) + count - 1) / count; }

/* `begins`: the first pixel of each box, and the end of the last one. */
static void average(const uint16_t *restrict sums, const uint32_t *restrict begins, uint32_t rows, uint32_t width,
                    uint8_t *restrict out) {
    uint32_t count = 0;
    uint64_t one_by_count = 0;
    for (uint32_t x = 0; x < width; x++) {
        uint32_t total[CHANNELS] = {0};
        for (size_t i = begins[x]; i < begins[x + 1]; i++)
            for (size_t c = 0; c < CHANNELS; c++)
                total[c] += sums[i * CHANNELS + c];
        if (count != rows * (begins[x + 1] - begins[x])) {
            count = rows * (begins[x + 1] - begins[x]);
            one_by_count = reciprocal(count);
        }
        for (size_t c = 0; c < CHANNELS; c++)
            out[x * CHANNELS + c] = (uint8_t)((total[c] + count / 2) * one_by_count >> POINT);
    }
}

int64_t sheaf_image_shrink(const sheaf_image *image, uint32_t width, uint32_t height, void *small) {
    if (width < 1 || height < 1 || width > image->width || height > image->height)
        return -EINVAL;
    size_t count = (size_t)image->width * CHANNELS;
    uint16_t *sums = malloc(count * sizeof(*sums));
    uint32_t *begins = malloc(((size_t)width + 1) * sizeof(*begins));
    uint8_t *black = calloc(count, 1);
    for (uint32_t x = 0; begins && x <= width; x++)
        begins[x] = begin_of(x, image->width, width);
    for (uint32_t y = 0; sums && begins && black && y < height; y++) {
        uint32_t from = begin_of(y, image->height, height), to = begin_of(y + 1, image->height, height);
        uint32_t rows = to - from < MAX_ROWS ? to - from : MAX_ROWS;
        const uint8_t *added[MAX_ROWS] = {black, black, black, black};
        for (uint32_t i = 0; i < rows; i++) {
            uint64_t row = from + (2 * i + 1) * (uint64_t)(to - from) / (2 * rows);
            added[i] = (const uint8_t *)image->pixels + row * image->stride;
        }
        add_rows(sums, added, count);
        average(sums, begins, rows, width, (uint8_t *)small + (size_t)y * width * CHANNELS);
    }
    int64_t result = sums && begins && black ? 0 : -ENOMEM;
    free(sums);
    free(begins);
    free(black);
    return result;
}
