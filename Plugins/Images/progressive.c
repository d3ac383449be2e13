/* SPDX-License-Identifier: Apache-2.0
 *
 * progressive.c: a JPEG of several scans in an eighth of its size, of those scans alone that this needs.
 *
 * In an eighth a block of luma is one pixel, its DC coefficient, and one of chroma that is stored in half has two by two pixels: its first
 * four coefficients. The pixels are those of a whole decode as soon as these coefficients are exact, and the scans behind, which are half of a
 * usual file, are not read.
 */
#include "internal.h"

#include <jpeglib.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

/* Bytes that are read at once. */
#define PIECE (1 << 16)
#define EIGHTH 8

typedef struct decoder {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr input;
    jmp_buf failed;
    VipsSource *source;
    int is_short; /* the file has ended before the image */
    JSAMPLE *row;
    JOCTET piece[PIECE];
} decoder;

static void on_error(j_common_ptr jpeg)
{
    decoder *decoder = jpeg->client_data;
    char text[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, text);
    vips_error("jpeg", "%s", text);
    longjmp(decoder->failed, 1);
}

static void on_message(j_common_ptr jpeg, int level)
{
    (void)jpeg, (void)level;
}

static void begin(j_decompress_ptr jpeg)
{
    (void)jpeg;
}

static boolean read_piece(j_decompress_ptr jpeg)
{
    decoder *decoder = jpeg->client_data;
    gint64 count = vips_source_read(decoder->source, decoder->piece, PIECE);
    if (count <= 0) {
        /* All that is missing is left out, as libvips has it. */
        if (!decoder->is_short)
            g_warning("a JPEG ends early");
        decoder->is_short = 1;
        decoder->piece[0] = 0xff;
        decoder->piece[1] = JPEG_EOI;
        count = 2;
    }
    decoder->input.next_input_byte = decoder->piece;
    decoder->input.bytes_in_buffer = (size_t)count;
    return TRUE;
}

static void skip(j_decompress_ptr jpeg, long count)
{
    decoder *decoder = jpeg->client_data;
    while (count > (long)decoder->input.bytes_in_buffer && !decoder->is_short) {
        count -= (long)decoder->input.bytes_in_buffer;
        read_piece(jpeg);
    }
    if (count > 0 && count <= (long)decoder->input.bytes_in_buffer) {
        decoder->input.next_input_byte += count;
        decoder->input.bytes_in_buffer -= (size_t)count;
    }
}

/* Whether all coefficients that the pixels depend on are exact. */
static int is_exact(const struct jpeg_decompress_struct *jpeg)
{
    /* Scans of single components, which are not progressive, have none. */
    if (jpeg->coef_bits == NULL)
        return 0;
    for (int i = 0; i < jpeg->num_components; i++) {
        /* In the order of their zigzag: those of a square of `side`. */
        static const int needed[] = {0, 1, 2, 4};
        int side = jpeg->comp_info[i].DCT_scaled_size;
        if (side > 2)
            return 0;
        for (int k = 0; k < side * side; k++)
            if (jpeg->coef_bits[i][needed[k]] != 0)
                return 0;
    }
    return 1;
}

/* Reads the scans that are needed, and writes the rows of the image. Does not return where libjpeg fails. */
static int decode(decoder *decoder, VipsImage *out)
{
    struct jpeg_decompress_struct *jpeg = &decoder->jpeg;
    jpeg_read_header(jpeg, TRUE);
    jpeg->buffered_image = TRUE;
    jpeg->do_block_smoothing = FALSE;
    jpeg->scale_num = 1;
    jpeg->scale_denom = EIGHTH;
    jpeg->out_color_space = out->Bands == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_start_decompress(jpeg);
    /* libvips leaves out the last column and row where they stand for less than eight. */
    if ((int)jpeg->output_width < out->Xsize || (int)jpeg->output_height < out->Ysize || jpeg->output_components != out->Bands) {
        vips_error("jpeg", "it has another size than its header says");
        return -1;
    }
    for (int status = 0; status != JPEG_REACHED_EOI;) {
        status = jpeg_consume_input(jpeg);
        if (status == JPEG_SCAN_COMPLETED && is_exact(jpeg))
            break;
    }
    decoder->row = g_malloc((size_t)jpeg->output_width * (size_t)jpeg->output_components);
    jpeg_start_output(jpeg, jpeg->input_scan_number);
    int status = vips_image_write_prepare(out);
    while (status == 0 && (int)jpeg->output_scanline < out->Ysize) {
        int y = (int)jpeg->output_scanline;
        JSAMPROW row = decoder->row;
        jpeg_read_scanlines(jpeg, &row, 1);
        status = vips_image_write_line(out, y, row);
    }
    return status;
}

VipsImage *progressive_load(VipsSource *source, VipsImage *header)
{
    VipsImage *pixels = vips_image_new_memory(), *image = NULL;
    decoder *decoder = g_new0(struct decoder, 1);
    vips_image_init_fields(pixels, header->Xsize, header->Ysize, header->Bands, header->BandFmt, VIPS_CODING_NONE, header->Type,
                           header->Xres, header->Yres);
    decoder->source = source;
    decoder->jpeg.err = jpeg_std_error(&decoder->errors);
    decoder->jpeg.client_data = decoder;
    decoder->errors.error_exit = on_error;
    decoder->errors.emit_message = on_message;
    decoder->input = (struct jpeg_source_mgr){
        .init_source = begin, .fill_input_buffer = read_piece, .skip_input_data = skip, .resync_to_restart = jpeg_resync_to_restart,
        .term_source = begin};
    int status = vips_source_rewind(source);
    if (setjmp(decoder->failed) != 0) {
        status = -1;
    } else if (status == 0) {
        jpeg_create_decompress(&decoder->jpeg);
        decoder->jpeg.src = &decoder->input;
        status = decode(decoder, pixels);
    }
    jpeg_destroy_decompress(&decoder->jpeg);
    if (status == 0 && vips_copy(pixels, &image, NULL) == 0)
        profile_copy(image, header);
    g_object_unref(pixels);
    g_free(decoder->row);
    g_free(decoder);
    return image;
}
