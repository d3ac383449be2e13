/* SPDX-License-Identifier: Apache-2.0
 *
 * avif.c: the frames of a sequence of AVIF, of which libheif decodes none but the picture that stands for all.
 */
#include "internal.h"

#include <avif/avif.h>

/* The frame as libavif has decoded it, in RGBA. NULL where that fails. */
static VipsImage *image_of(const avifImage *decoded)
{
    avifRGBImage rgb;
    VipsImage *plain = NULL, *image = NULL;
    avifRGBImageSetDefaults(&rgb, decoded);
    rgb.depth = 8;
    rgb.format = AVIF_RGB_FORMAT_RGBA;
    (void)avifRGBImageAllocatePixels(&rgb);
    if (rgb.pixels != NULL && avifImageYUVToRGB(decoded, &rgb) == AVIF_RESULT_OK)
        plain = vips_image_new_from_memory_copy(rgb.pixels, (size_t)rgb.rowBytes * rgb.height, (int)rgb.width, (int)rgb.height, 4,
                                                VIPS_FORMAT_UCHAR);
    avifRGBImageFreePixels(&rgb);
    if (plain == NULL)
        return NULL;
    if (vips_copy(plain, &image, "interpretation", VIPS_INTERPRETATION_sRGB, NULL) == 0 && decoded->icc.size > 0)
        vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, decoded->icc.data, decoded->icc.size);
    g_object_unref(plain);
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
    decoder->imageSizeLimit = (uint32_t)VIPS_MIN(DECODE_MAX / 4, AVIF_DEFAULT_IMAGE_SIZE_LIMIT);
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
