/* SPDX-License-Identifier: Apache-2.0
 *
 * avif.c: the frames of a sequence of AVIF, of which libheif decodes none but the picture that stands for all.
 */
#include "internal.h"

#include <avif/avif.h>

/* The frame as libavif has decoded it. NULL where that fails. */
static VipsImage *image_of(const avifImage *decoded)
{
    avifRGBImage rgb;
    VipsImage *image = NULL;
    avifRGBImageSetDefaults(&rgb, decoded);
    rgb.depth = 8;
    rgb.format = AVIF_RGB_FORMAT_RGBA;
    (void)avifRGBImageAllocatePixels(&rgb);
    if (rgb.pixels != NULL && rgb.rowBytes == rgb.width * 4 && avifImageYUVToRGB(decoded, &rgb) == AVIF_RESULT_OK)
        image = vips_rgba(rgb.pixels, (int)rgb.width, (int)rgb.height, decoded->icc.data, decoded->icc.size);
    avifRGBImageFreePixels(&rgb);
    return image;
}

VipsImage *avif_load(VipsSource *source, int frame)
{
    size_t size = 0;
    const unsigned char *data = vips_source_map(source, &size);
    avifDecoder *decoder = data == NULL ? NULL : avifDecoderCreate();
    VipsImage *image = NULL;
    if (decoder == NULL)
        return NULL;
    decoder->maxThreads = 1;
    decoder->imageSizeLimit = (uint32_t)(DECODE_MAX / 4);
    decoder->ignoreExif = decoder->ignoreXMP = AVIF_TRUE;
    avifResult result = avifDecoderSetIOMemory(decoder, data, size);
    if (result == AVIF_RESULT_OK)
        result = avifDecoderSetSource(decoder, AVIF_DECODER_SOURCE_TRACKS);
    if (result == AVIF_RESULT_OK)
        result = avifDecoderParse(decoder);
    if (result == AVIF_RESULT_OK)
        result = avifDecoderNthImage(decoder, (uint32_t)frame);
    if (result == AVIF_RESULT_OK)
        image = image_of(decoder->image);
    if (image == NULL)
        vips_error("avif", "frame %d: %s", frame + 1, avifResultToString(result));
    avifDecoderDestroy(decoder);
    return image;
}
