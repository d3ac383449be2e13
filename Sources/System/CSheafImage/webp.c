/* SPDX-License-Identifier: Apache-2.0 */
#include "output.h"

#include <errno.h>
#include <webp/encode.h>

_Static_assert(SHEAF_IMAGE_WEBP_SIDE == WEBP_MAX_DIMENSION, "the longest side that the format has");

/* libwebp's effort, 0 (fast) to 6 (small). A page of text takes half the time with 2 that it takes with 4, and is 3 % larger. */
#define EFFORT 2

static int write_some(const uint8_t *bytes, size_t length, const WebPPicture *picture) {
    return output_write(picture->custom_ptr, bytes, length) == 0;
}

static int go_on(int percent, const WebPPicture *picture) {
    (void)percent;
    return !output_cancelled(picture->user_data);
}

static int64_t errno_of(WebPEncodingError error) {
    switch (error) {
    case VP8_ENC_ERROR_USER_ABORT:
        return SHEAF_IMAGE_CANCELLED;
    case VP8_ENC_ERROR_OUT_OF_MEMORY:
    case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY:
        return -ENOMEM;
    case VP8_ENC_ERROR_BAD_DIMENSION:
        return -EINVAL;
    default:
        return -EIO;
    }
}

static int64_t encode(output *out, const sheaf_image *image, int32_t quality) {
    WebPConfig config;
    WebPPicture picture;
    if (!WebPConfigInit(&config) || !WebPPictureInit(&picture))
        return -EINVAL;
    config.quality = (float)quality;
    config.method = EFFORT;
    picture.width = (int)image->width;
    picture.height = (int)image->height;
    picture.use_argb = 0;
    picture.writer = write_some;
    picture.custom_ptr = out;
    picture.progress_hook = go_on;
    picture.user_data = out;
    int done = !output_cancelled(out) && WebPPictureImportBGRX(&picture, image->pixels, (int)image->stride) &&
               WebPEncode(&config, &picture);
    WebPPictureFree(&picture);
    if (done)
        return 0;
    return output_cancelled(out) ? SHEAF_IMAGE_CANCELLED : errno_of(picture.error_code);
}

int64_t sheaf_image_write_webp(const sheaf_image *image, const sheaf_image_sink *sink, int32_t quality) {
    output out;

    if (image->width > SHEAF_IMAGE_WEBP_SIDE || image->height > SHEAF_IMAGE_WEBP_SIDE || image->stride > INT32_MAX)
        return -EINVAL;
    int64_t answer = output_begin(&out, sink);
    if (answer == 0)
        answer = encode(&out, image, quality);
    if (answer == 0)
        answer = output_flush(&out);
    if (out.error < 0)
        answer = out.error;
    if (answer == 0)
        answer = (int64_t)out.written;
    output_end(&out);
    return answer;
}
