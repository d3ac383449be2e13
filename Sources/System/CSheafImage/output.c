/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int32_t output_begin(output *out, const sheaf_image_sink *sink) {
    *out = (output){.sink = sink, .piece = malloc(OUTPUT_PIECE)};
    return out->piece ? 0 : -ENOMEM;
}

int32_t output_flush(output *out) {
    size_t done = 0;
    if (out->error == 0 && out->used > out->sink->capacity - out->written)
        out->error = -EFBIG;
    while (out->error == 0 && done < out->used) {
        ssize_t count = pwrite(out->sink->fd, out->piece + done, out->used - done, (off_t)(out->written + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            out->error = count < 0 ? -errno : -EIO;
        else
            done += (size_t)count;
    }
    out->written += done;
    out->used = 0;
    return out->error;
}

int32_t output_write(output *out, const void *bytes, size_t length) {
    const uint8_t *from = bytes;
    while (length > 0 && out->error == 0) {
        size_t room = OUTPUT_PIECE - out->used;
        size_t count = length < room ? length : room;
        memcpy(out->piece + out->used, from, count);
        out->used += count;
        from += count;
        length -= count;
        if (out->used == OUTPUT_PIECE)
            output_flush(out);
    }
    return out->error;
}

void output_end(output *out) { free(out->piece); }
