/* SPDX-License-Identifier: Apache-2.0
 *
 * input.c: the bytes of a document, through the host or from memory, as libvips reads them.
 */
#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int32_t input_read_all(sheaf_input *input, size_t most, blob *blob)
{
    if ((uint64_t)input->size > most)
        return -EFBIG;
    blob->data = malloc((size_t)input->size + 1);
    if (blob->data == NULL)
        return -ENOMEM;
    int64_t count = sheaf_input_read(input, blob->data, (size_t)input->size, 0);
    blob->size = count < 0 ? 0 : (size_t)count;
    return count < 0 ? (int32_t)count : 0;
}

/* A source that libvips reads. */
typedef struct reader {
    sheaf_input *input;
    const blob *blob; /* NULL: the document itself */
    int64_t start, size; /* of the part that is read */
    /* The result of a failed read: libtiff 4.5 takes -1 for a number of bytes, and clears what follows from there
     * on. */
    int failed;
    int64_t position;
} reader;

static gint64 on_read(VipsSourceCustom *source, void *buffer, gint64 length, reader *reader)
{
    (void)source;
    sheaf_input *input = reader->input;
    if (length < 0)
        return reader->failed;
    int64_t rest = reader->size - reader->position;
    int64_t count = length < rest ? length : rest > 0 ? rest : 0;
    if (reader->blob == NULL) {
        count = sheaf_input_read(input, buffer, (size_t)count, reader->start + reader->position);
    } else if (sheaf_input_is_cancelled(input)) {
        return reader->failed;
    } else {
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
    int64_t base = whence == SEEK_CUR ? reader->position : whence == SEEK_END ? reader->size : 0;
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

static VipsSource *source_of(reader content)
{
    reader *state = malloc(sizeof *state);
    if (state == NULL)
        return NULL;
    *state = content;
    VipsSourceCustom *source = vips_source_custom_new();
    g_signal_connect_data(source, "read", G_CALLBACK(on_read), state, NULL, 0);
    g_signal_connect_data(source, "seek", G_CALLBACK(on_seek), state, on_gone, 0);
    return VIPS_SOURCE(source);
}

VipsSource *input_source(sheaf_input *input, const blob *blob, format format)
{
    int64_t size = blob == NULL ? input->size : (int64_t)blob->size;
    return source_of((reader){.input = input, .blob = blob, .size = size, .failed = format == FORMAT_TIFF ? 0 : -1});
}

int source_read(VipsSource *source, int64_t place, void *to, size_t length)
{
    size_t count = 0;
    if (vips_source_seek(source, place, SEEK_SET) < 0)
        return -1;
    while (count < length) {
        gint64 more = vips_source_read(source, (char *)to + count, length - count);
        if (more <= 0)
            return -1;
        count += (size_t)more;
    }
    return 0;
}

VipsSource *input_part(sheaf_input *input, int64_t start, int64_t length)
{
    return source_of((reader){.input = input, .start = start, .size = length, .failed = -1});
}
