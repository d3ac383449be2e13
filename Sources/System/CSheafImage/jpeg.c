/* SPDX-License-Identifier: Apache-2.0 */
#include "output.h"

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#define ROWS_BETWEEN_LOOKS 16
#define DESTINATION_BUFFER 16384

typedef struct encoder {
    struct jpeg_compress_struct compress;
    struct jpeg_error_mgr errors;
    struct jpeg_destination_mgr destination;
    output *out;
    jmp_buf failed;
    JOCTET buffer[DESTINATION_BUFFER];
} encoder;

static encoder *encoder_of(j_common_ptr common) { return common->client_data; }

static void fail(j_common_ptr common) { longjmp(encoder_of(common)->failed, 1); }

/* Warnings go nowhere: a page that libjpeg can write at all is written whole. */
static void say_nothing(j_common_ptr common) { (void)common; }

static void start_buffer(j_compress_ptr compress) {
    encoder *self = encoder_of((j_common_ptr)compress);
    self->destination.next_output_byte = self->buffer;
    self->destination.free_in_buffer = DESTINATION_BUFFER;
}

static boolean empty_buffer(j_compress_ptr compress) {
    encoder *self = encoder_of((j_common_ptr)compress);
    if (output_write(self->out, self->buffer, DESTINATION_BUFFER) < 0)
        fail((j_common_ptr)compress);
    start_buffer(compress);
    return TRUE;
}

static void end_buffer(j_compress_ptr compress) {
    encoder *self = encoder_of((j_common_ptr)compress);
    if (output_write(self->out, self->buffer, DESTINATION_BUFFER - self->destination.free_in_buffer) < 0)
        fail((j_common_ptr)compress);
}

static int64_t encode(encoder *self, const sheaf_image *image, int32_t quality) {
    struct jpeg_compress_struct *compress = &self->compress;

    compress->err = jpeg_std_error(&self->errors);
    self->errors.error_exit = fail;
    self->errors.output_message = say_nothing;
    if (setjmp(self->failed))
        return self->out->error < 0 ? self->out->error : -EIO;
    compress->client_data = self;
    jpeg_create_compress(compress);
    self->destination.init_destination = start_buffer;
    self->destination.empty_output_buffer = empty_buffer;
    self->destination.term_destination = end_buffer;
    compress->dest = &self->destination;
    compress->image_width = image->width;
    compress->image_height = image->height;
    compress->input_components = 4;
    compress->in_color_space = JCS_EXT_BGRX;
    jpeg_set_defaults(compress);
    jpeg_set_quality(compress, quality, TRUE);
    jpeg_start_compress(compress, TRUE);
    while (compress->next_scanline < image->height) {
        JSAMPROW row = (JSAMPROW)((const uint8_t *)image->pixels + compress->next_scanline * image->stride);
        if (compress->next_scanline % ROWS_BETWEEN_LOOKS == 0 && output_cancelled(self->out))
            return SHEAF_IMAGE_CANCELLED;
        jpeg_write_scanlines(compress, &row, 1);
    }
    jpeg_finish_compress(compress);
    return 0;
}

int64_t sheaf_image_write_jpeg(const sheaf_image *image, const sheaf_image_sink *sink, int32_t quality) {
    encoder self = {0};
    output out;

    if (image->width > JPEG_MAX_DIMENSION || image->height > JPEG_MAX_DIMENSION)
        return -EINVAL;
    int64_t answer = output_begin(&out, sink);
    if (answer == 0) {
        self.out = &out;
        answer = encode(&self, image, quality);
        jpeg_destroy_compress(&self.compress);
    }
    if (answer == 0)
        answer = output_flush(&out);
    if (answer == 0)
        answer = (int64_t)out.written;
    output_end(&out);
    return answer;
}
