/* SPDX-License-Identifier: Apache-2.0
 *
 * htj2k.c: high-throughput JPEG 2000 (ISO/IEC 15444-15) without tiles, by OpenJPEG.
 *
 * Of such a codestream OpenJPEG 2.5.0 decodes a part as grey, which is how libvips reads one that is a single tile: so all of it is decoded.
 */
#include "internal.h"

#include <openjpeg.h>
#include <string.h>

/* Bytes that are read at once. */
#define PIECE (1 << 16)
#define BITS_MAX 16

typedef struct stream {
    VipsSource *source;
    int64_t start; /* of the codestream */
} stream;

static OPJ_SIZE_T on_read(void *buffer, OPJ_SIZE_T length, void *state)
{
    stream *stream = state;
    gint64 count = vips_source_read(stream->source, buffer, length);
    return count <= 0 ? (OPJ_SIZE_T)-1 : (OPJ_SIZE_T)count;
}

static OPJ_OFF_T on_skip(OPJ_OFF_T length, void *state)
{
    stream *stream = state;
    return vips_source_seek(stream->source, length, SEEK_CUR) < 0 ? -1 : length;
}

static OPJ_BOOL on_seek(OPJ_OFF_T place, void *state)
{
    stream *stream = state;
    return vips_source_seek(stream->source, stream->start + place, SEEK_SET) >= 0;
}

static void on_error(const char *message, void *state)
{
    (void)state;
    vips_error("htj2k", "%.*s", (int)strcspn(message, "\n"), message);
}

/* The image without its pixels, for a size that is so many times a half. NULL where OpenJPEG can't. */
static opj_image_t *decode(VipsSource *source, int64_t start, int level)
{
    stream state = {source, start};
    opj_image_t *image = NULL;
    opj_dparameters_t parameters;
    opj_set_default_decoder_parameters(&parameters);
    parameters.cp_reduce = (OPJ_UINT32)level;
    opj_codec_t *codec = opj_create_decompress(OPJ_CODEC_J2K);
    opj_stream_t *reader = opj_stream_create(PIECE, OPJ_TRUE);
    int is_good = codec != NULL && reader != NULL;
    if (is_good) {
        opj_stream_set_read_function(reader, on_read);
        opj_stream_set_skip_function(reader, on_skip);
        opj_stream_set_seek_function(reader, on_seek);
        opj_stream_set_user_data(reader, &state, NULL);
        opj_stream_set_user_data_length(reader, (OPJ_UINT64)(vips_source_length(source) - start));
        opj_set_error_handler(codec, on_error, NULL);
        is_good = opj_setup_decoder(codec, &parameters) && vips_source_seek(source, start, SEEK_SET) >= 0 &&
                  opj_read_header(reader, codec, &image) && opj_decode(codec, reader, image);
    }
    if (reader != NULL)
        opj_stream_destroy(reader);
    if (codec != NULL)
        opj_destroy_codec(codec);
    if (!is_good && image != NULL) {
        opj_image_destroy(image);
        image = NULL;
    }
    return image;
}

/* Whether the planes have what libvips has found in the header. */
static int is_as_told(const opj_image_t *image, const VipsImage *header)
{
    if ((int)image->numcomps != header->Bands || image->color_space == OPJ_CLRSPC_SYCC)
        return 0;
    for (OPJ_UINT32 i = 0; i < image->numcomps; i++) {
        const opj_image_comp_t *plane = &image->comps[i];
        if ((int)plane->w != header->Xsize || (int)plane->h != header->Ysize || plane->prec > BITS_MAX || plane->data == NULL ||
            header->BandFmt != (plane->prec > 8 ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR))
            return 0;
    }
    return 1;
}

static int write_rows(const opj_image_t *image, VipsImage *out)
{
    int bands = out->Bands, is_deep = out->BandFmt == VIPS_FORMAT_USHORT;
    VipsPel *row = g_malloc(VIPS_IMAGE_SIZEOF_LINE(out));
    int status = vips_image_write_prepare(out);
    for (int y = 0; y < out->Ysize && status == 0; y++) {
        for (int band = 0; band < bands; band++) {
            const opj_image_comp_t *plane = &image->comps[band];
            const OPJ_INT32 *in = plane->data + (size_t)y * (size_t)out->Xsize;
            int most = (1 << plane->prec) - 1, offset = plane->sgnd ? 1 << (plane->prec - 1) : 0;
            for (int x = 0; x < out->Xsize; x++) {
                int value = VIPS_CLIP(0, in[x] + offset, most);
                if (is_deep)
                    ((uint16_t *)(void *)row)[x * bands + band] = (uint16_t)value;
                else
                    row[x * bands + band] = (VipsPel)value;
            }
        }
        status = vips_image_write_line(out, y, row);
    }
    g_free(row);
    return status;
}

VipsImage *htj2k_load(VipsSource *source, int64_t start, VipsImage *header, int level)
{
    VipsImage *pixels = vips_image_new_memory(), *image = NULL;
    opj_image_t *decoded = decode(source, start, level);
    vips_image_init_fields(pixels, header->Xsize, header->Ysize, header->Bands, header->BandFmt, VIPS_CODING_NONE, header->Type,
                           header->Xres, header->Yres);
    int status = decoded == NULL ? -1 : 0;
    if (status == 0 && !is_as_told(decoded, header)) {
        vips_error("htj2k", "its planes of samples are not alike, or are not what its header says");
        status = -1;
    }
    if (status == 0 && (status = write_rows(decoded, pixels)) == 0)
        status = vips_copy(pixels, &image, NULL);
    if (status == 0)
        profile_copy(image, header);
    g_object_unref(pixels);
    if (decoded != NULL)
        opj_image_destroy(decoded);
    return image;
}
