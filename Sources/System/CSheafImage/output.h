/* SPDX-License-Identifier: Apache-2.0
 *
 * Gathers the small pieces that encoders write, and hands them to the kernel in large ones.
 */
#ifndef SHEAF_IMAGE_OUTPUT_H
#define SHEAF_IMAGE_OUTPUT_H

#include "sheaf_image.h"

#define OUTPUT_PIECE ((size_t)256 * 1024)

typedef struct output {
    const sheaf_image_sink *sink;
    uint8_t *piece;
    size_t used;
    uint64_t written; /* what the kernel has */
    int32_t error;    /* the first negative errno; nothing is written after it */
} output;

int32_t output_begin(output *out, const sheaf_image_sink *sink);
int32_t output_flush(output *out);
int32_t output_write(output *out, const void *bytes, size_t length);
void output_end(output *out);

static inline int output_cancelled(const output *out) { return out->sink->cancelled(out->sink->context) != 0; }

#endif
