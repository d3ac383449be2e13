/* SPDX-License-Identifier: Apache-2.0 */
#include "image_decode.h"

#include <setjmp.h>
#include <spng.h>
#include <stdio.h>

#include <jpeglib.h>
#include <webp/decode.h>

int32_t image_decode_png(const void *bytes, size_t length, uint8_t *rgb, size_t capacity, uint32_t *width,
                         uint32_t *height) {
    struct spng_ihdr header;
    size_t needed = 0;
    spng_ctx *context = spng_ctx_new(0);
    int result = spng_set_png_buffer(context, bytes, length);
    if (result == 0)
        result = spng_get_ihdr(context, &header);
    if (result == 0)
        result = spng_decoded_image_size(context, SPNG_FMT_RGB8, &needed);
    if (result == 0 && needed > capacity)
        result = SPNG_EBUFSIZ;
    if (result == 0)
        result = spng_decode_image(context, rgb, capacity, SPNG_FMT_RGB8, 0);
    spng_ctx_free(context);
    if (result != 0)
        return -result;
    *width = header.width;
    *height = header.height;
    return 0;
}

static void fail(j_common_ptr common) { longjmp(*(jmp_buf *)common->client_data, 1); }

int32_t image_decode_jpeg(const void *bytes, size_t length, uint8_t *rgb, size_t capacity, uint32_t *width,
                          uint32_t *height) {
    struct jpeg_decompress_struct decompress;
    struct jpeg_error_mgr errors;
    jmp_buf failed;

    decompress.err = jpeg_std_error(&errors);
    errors.error_exit = fail;
    decompress.client_data = &failed;
    if (setjmp(failed)) {
        jpeg_destroy_decompress(&decompress);
        return -1;
    }
    jpeg_create_decompress(&decompress);
    jpeg_mem_src(&decompress, bytes, length);
    jpeg_read_header(&decompress, TRUE);
    decompress.out_color_space = JCS_RGB;
    jpeg_start_decompress(&decompress);
    size_t row_size = (size_t)decompress.output_width * 3;
    if (row_size * decompress.output_height > capacity)
        fail((j_common_ptr)&decompress);
    while (decompress.output_scanline < decompress.output_height) {
        JSAMPROW row = rgb + decompress.output_scanline * row_size;
        jpeg_read_scanlines(&decompress, &row, 1);
    }
    *width = decompress.output_width;
    *height = decompress.output_height;
    jpeg_finish_decompress(&decompress);
    jpeg_destroy_decompress(&decompress);
    return 0;
}

int32_t image_decode_webp(const void *bytes, size_t length, uint8_t *rgb, size_t capacity, uint32_t *width,
                          uint32_t *height) {
    int columns = 0, rows = 0;
    if (!WebPGetInfo(bytes, length, &columns, &rows) ||
        !WebPDecodeRGBInto(bytes, length, rgb, capacity, columns * 3))
        return -1;
    *width = (uint32_t)columns;
    *height = (uint32_t)rows;
    return 0;
}
