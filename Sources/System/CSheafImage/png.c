/* SPDX-License-Identifier: Apache-2.0 */
#include "output.h"

#include <errno.h>
#include <spng.h>
#include <stdlib.h>

/* How many rows are encoded between two looks at whether they are still wanted. */
#define ROWS_BETWEEN_LOOKS 16

static int write_some(spng_ctx *context, void *user, void *bytes, size_t length) {
    (void)context;
    return output_write(user, bytes, length) < 0 ? SPNG_IO_ERROR : 0;
}

static int32_t errno_of(int result) {
    switch (result) {
    case 0:
    case SPNG_EOI:
        return 0;
    case SPNG_EMEM:
        return -ENOMEM;
    case SPNG_EWIDTH:
    case SPNG_EHEIGHT:
    case SPNG_EUSER_WIDTH:
    case SPNG_EUSER_HEIGHT:
    case SPNG_EOVERFLOW:
        return -EINVAL;
    default:
        return -EIO;
    }
}

static void to_rgb(uint8_t *to, const uint8_t *from, uint32_t width) {
    for (uint32_t x = 0; x < width; x++) {
        to[3 * x] = from[4 * x + 2];
        to[3 * x + 1] = from[4 * x + 1];
        to[3 * x + 2] = from[4 * x];
    }
}

/* SPNG_EOI once all rows are in, another code where it failed, or -1 where it was cancelled. */
static int encode_rows(spng_ctx *context, const sheaf_image *image, const output *out, uint8_t *row) {
    int result = 0;
    for (uint32_t y = 0; y < image->height && result == 0; y++) {
        if (y % ROWS_BETWEEN_LOOKS == 0 && output_cancelled(out))
            return -1;
        to_rgb(row, (const uint8_t *)image->pixels + y * image->stride, image->width);
        result = spng_encode_row(context, row, (size_t)image->width * 3);
    }
    return result;
}

int64_t sheaf_image_write_png(const sheaf_image *image, const sheaf_image_sink *sink, int32_t level) {
    output out;
    struct spng_ihdr header = {
        .width = image->width, .height = image->height, .bit_depth = 8, .color_type = SPNG_COLOR_TYPE_TRUECOLOR};
    spng_ctx *context = spng_ctx_new(SPNG_CTX_ENCODER);
    uint8_t *row = malloc((size_t)image->width * 3);
    int64_t answer = output_begin(&out, sink);

    if (answer == 0 && (!context || !row))
        answer = -ENOMEM;
    if (answer == 0) {
        int result = spng_set_png_stream(context, write_some, &out);
        if (result == 0)
            result = spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, level);
        if (result == 0)
            /* On pages of text, filters make the file larger by a tenth and take a quarter more time. */
            result = spng_set_option(context, SPNG_FILTER_CHOICE, SPNG_DISABLE_FILTERING);
        if (result == 0)
            result = spng_set_ihdr(context, &header);
        if (result == 0)
            result = spng_encode_image(context, NULL, 0, SPNG_FMT_PNG, SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE);
        if (result == 0)
            result = encode_rows(context, image, &out, row);
        answer = result == -1 ? SHEAF_IMAGE_CANCELLED : errno_of(result);
    }
    if (answer == 0)
        answer = output_flush(&out);
    if (out.error < 0)
        answer = out.error;
    if (answer == 0)
        answer = (int64_t)out.written;
    output_end(&out);
    free(row);
    spng_ctx_free(context);
    return answer;
}
