/* SPDX-License-Identifier: Apache-2.0
 *
 * Encodes rendered pixels as PNG, JPEG or WebP into a file or shared memory, part by part, so that a cancelled request ends
 * soon; makes them smaller; gives them other colours. libjpeg reports errors by longjmp: it stays inside this module.
 */
#ifndef SHEAF_IMAGE_H
#define SHEAF_IMAGE_H

#include <stddef.h>
#include <stdint.h>

/* The result of an encoding that its caller stopped. */
#define SHEAF_IMAGE_CANCELLED ((int64_t)INT64_MIN)

/* The picture to encode: four bytes a pixel, blue, green, red, and one that is ignored; the first row is the top. */
typedef struct sheaf_image {
    const void *pixels;
    uint64_t stride; /* bytes from one row to the next */
    uint32_t width, height;
} sheaf_image;

/* The output of an encoding, and whether anybody still wants it. */
typedef struct sheaf_image_sink {
    int32_t fd;        /* written with pwrite from offset 0 on */
    uint32_t reserved; /* 0 */
    uint64_t capacity; /* more bytes than this are -EFBIG */
    uint32_t (*cancelled)(void *context);
    void *context;
} sheaf_image_sink;

/* Each returns how many bytes were written, SHEAF_IMAGE_CANCELLED, or a negative errno. */

/* `level`: of zlib's compression, 1 (fast) to 9 (small). */
int64_t sheaf_image_write_png(const sheaf_image *image, const sheaf_image_sink *sink, int32_t level);
/* `quality`: 1 to 100. */
int64_t sheaf_image_write_jpeg(const sheaf_image *image, const sheaf_image_sink *sink, int32_t quality);
/* The longest side that a WebP has, in pixels. */
#define SHEAF_IMAGE_WEBP_SIDE 16383
/* `quality`: 1 to 100; a longer side than that is -EINVAL. */
int64_t sheaf_image_write_webp(const sheaf_image *image, const sheaf_image_sink *sink, int32_t quality);

/* Makes a small image of `width` by `height` pixels, no larger than `image` on either side: each pixel is the mean of those
 * that it stands for, or of some of them where they are many. Its rows are packed. Returns 0 or a negative errno. */
int64_t sheaf_image_shrink(const sheaf_image *image, uint32_t width, uint32_t height, void *small);

/* A colour: blue, green, red. */
typedef struct sheaf_image_colour {
    uint8_t bgr[3];
} sheaf_image_colour;

/* Shows `count` pixels, which are black on white, as `ink` on `paper`. With the luma of a pixel, Y = (29 B + 150 G + 77 R + 128) / 256
 * rounded down, each of its channels c becomes (ink (255 - Y) + paper Y) / 255, rounded, + c - Y, within 0 and 255: grey
 * goes from ink to paper, and what has a hue keeps it. */
void sheaf_image_tone(void *pixels, uint32_t count, const sheaf_image_colour *ink, const sheaf_image_colour *paper);
/* Each channel c of `count` pixels becomes 255 - c. */
void sheaf_image_invert(void *pixels, uint32_t count);

/* A pixel looks like paper where none of its channels is below the first, and they are no further apart than the second. */
#define SHEAF_IMAGE_PAPER_LEAST 200
#define SHEAF_IMAGE_PAPER_SPREAD 24
/* How many of `count` pixels look like paper. */
uint32_t sheaf_image_count_paper(const void *pixels, uint32_t count);

/* A pixel is dark where its luma, as sheaf_image_tone computes it, is below the first, and none of its channels above the second: a pure
 * blue has little luma, and shines. */
#define SHEAF_IMAGE_DARK_BELOW 80
#define SHEAF_IMAGE_DARK_MOST 160
/* How many of `count` pixels are dark. */
uint32_t sheaf_image_count_dark(const void *pixels, uint32_t count);

#endif
