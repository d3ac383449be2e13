/* SPDX-License-Identifier: Apache-2.0
 *
 * input.c: the bytes of a document, through the host or from memory, as libvips reads them.
 */
#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int64_t input_read(input *input, void *buffer, size_t length, int64_t offset)
{
    size_t done = 0;
    while (done < length) {
        if (input->request != NULL && input->services->cancelled(input->request)) {
            input->cancelled = 1;
            return -ECANCELED;
        }
        unsigned char *at = (unsigned char *)buffer + done;
        int64_t count = input->services->read_at(input->source, at, length - done, (uint64_t)offset + done);
        if (count > (int64_t)(length - done))
            count = -EIO;
        if (count < 0) {
            input->failure = (int32_t)count;
            return count;
        }
        if (count == 0) {
            input->shrunk |= offset + (int64_t)done < input->size;
            break;
        }
        done += (size_t)count;
    }
    return (int64_t)done;
}

int32_t input_read_all(input *input, size_t most, blob *blob)
{
    if (input->size < 0 || (uint64_t)input->size > most)
        return -EFBIG;
    blob->data = malloc((size_t)input->size + 1);
    if (blob->data == NULL)
        return -ENOMEM;
    int64_t count = input_read(input, blob->data, (size_t)input->size, 0);
    blob->size = count < 0 ? 0 : (size_t)count;
    return count < 0 ? (int32_t)count : 0;
}

/* A source that libvips reads. */
typedef struct reader {
    input *input;
    const blob *blob; /* NULL: the document itself */
    /* What a failed read returns: libtiff 4.5 takes -1 for a number of bytes, and clears what follows from there on. */
    int failed;
    int64_t position;
} reader;

static gint64 on_read(VipsSourceCustom *source, void *buffer, gint64 length, reader *reader)
{
    (void)source;
    input *input = reader->input;
    int64_t count;
    if (length < 0)
        return reader->failed;
    if (reader->blob == NULL) {
        /* Nothing lies behind the size that the document had: there it must not be taken for one that has shrunk. */
        int64_t rest = input->size > reader->position ? input->size - reader->position : 0;
        count = input_read(input, buffer, (size_t)(length < rest ? length : rest), reader->position);
    } else if (input->request != NULL && input->services->cancelled(input->request)) {
        input->cancelled = 1;
        count = -ECANCELED;
    } else {
        int64_t rest = (int64_t)reader->blob->size - reader->position;
        count = length < rest ? length : rest > 0 ? rest : 0;
        if (count > 0)
            memcpy(buffer, reader->blob->data + reader->position, (size_t)count);
    }
    if (count < 0)
        return reader->failed;
    reader->position += count;
    return count;
}

static gint64 on_seek(VipsSourceCustom *source, gint64 offset, int whence, reader *reader)
{
    (void)source;
    int64_t size = reader->blob == NULL ? reader->input->size : (int64_t)reader->blob->size;
    int64_t base = whence == SEEK_CUR ? reader->position : whence == SEEK_END ? size : 0;
    if (__builtin_add_overflow(base, offset, &base) || base < 0)
        return -1;
    reader->position = base;
    return base;
}

static void on_gone(gpointer reader, GClosure *closure)
{
    (void)closure;
    free(reader);
}

VipsSource *input_source(input *input, const blob *blob, format format)
{
    reader *state = malloc(sizeof *state);
    if (state == NULL)
        return NULL;
    *state = (reader){.input = input, .blob = blob, .failed = format == FORMAT_TIFF ? 0 : -1};
    VipsSourceCustom *source = vips_source_custom_new();
    g_signal_connect_data(source, "read", G_CALLBACK(on_read), state, NULL, 0);
    g_signal_connect_data(source, "seek", G_CALLBACK(on_seek), state, on_gone, 0);
    return VIPS_SOURCE(source);
}
