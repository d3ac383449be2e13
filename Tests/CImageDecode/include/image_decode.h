/* SPDX-License-Identifier: Apache-2.0
 *
 * Decodes what the host encoded, for tests.
 */
#ifndef IMAGE_DECODE_H
#define IMAGE_DECODE_H

#include <stddef.h>
#include <stdint.h>

/* Each fills `rgb` (3 bytes a pixel, `capacity` bytes) and returns 0, or a negative number. */
int32_t image_decode_png(const void *bytes, size_t length, uint8_t *rgb, size_t capacity, uint32_t *width,
                         uint32_t *height);
int32_t image_decode_jpeg(const void *bytes, size_t length, uint8_t *rgb, size_t capacity, uint32_t *width,
                          uint32_t *height);
int32_t image_decode_webp(const void *bytes, size_t length, uint8_t *rgb, size_t capacity, uint32_t *width,
                          uint32_t *height);

#endif
