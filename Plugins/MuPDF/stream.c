/* SPDX-License-Identifier: Apache-2.0
 *
 * stream.c: the bytes of a document, through the host.
 */
#include "internal.h"

#include <errno.h>
#include <string.h>

/* MuPDF seeks to every object, so a long buffer is mostly read in vain. */
#define BUFFER_SIZE 4096

typedef struct stream_state {
    input *input;
    unsigned char buffer[BUFFER_SIZE];
} stream_state;

int64_t stream_read(const input *input, void *buffer, size_t length, int64_t offset)
{
    size_t done = 0;
    while (done < length) {
        unsigned char *at = (unsigned char *)buffer + done;
        int64_t count = input->services->read_at(input->source, at, length - done, (uint64_t)offset + done);
        if (count < 0)
            return count;
        if (count == 0)
            break;
        if ((uint64_t)count > length - done)
            return -EIO;
        done += (size_t)count;
    }
    return (int64_t)done;
}

static int next(fz_context *context, fz_stream *stream, size_t hint)
{
    stream_state *state = stream->state;
    input *input = state->input;
    (void)hint;
    /* "Try later" is the one failure that MuPDF does not take for the end of the file, to go on with a repair. */
    if (input->opening != NULL && input->services->cancelled(input->opening))
        fz_throw(context, FZ_ERROR_TRYLATER, "cancelled");

    int64_t count = input->services->read_at(input->source, state->buffer, sizeof state->buffer, (uint64_t)stream->pos);
    if (count > (int64_t)sizeof state->buffer)
        count = -EIO;
    if (count < 0) {
        input->failure = (int32_t)count;
        fz_throw(context, FZ_ERROR_GENERIC, "cannot read the document: %s", strerror((int)-count));
    }
    stream->rp = state->buffer;
    stream->wp = state->buffer + count;
    stream->pos += count;
    if (count == 0) {
        input->shrunk |= stream->pos < input->size;
        return EOF;
    }
    return *stream->rp++;
}

static void seek(fz_context *context, fz_stream *stream, int64_t offset, int whence)
{
    stream_state *state = stream->state;
    /* fz_seek has turned SEEK_CUR into SEEK_SET. */
    if (whence == SEEK_END)
        offset += state->input->size;
    if (offset < 0)
        fz_throw(context, FZ_ERROR_GENERIC, "seek before the start of the document");

    int64_t start = stream->wp == NULL ? stream->pos : stream->pos - (stream->wp - state->buffer);
    if (stream->wp != NULL && offset >= start && offset <= stream->pos) {
        stream->rp = state->buffer + (offset - start);
        return;
    }
    stream->pos = offset;
    stream->rp = stream->wp = state->buffer;
}

fz_stream *stream_open(fz_context *context, input *input)
{
    stream_state *state = fz_malloc(context, sizeof *state);
    state->input = input;
    fz_stream *stream = fz_new_stream(context, state, next, fz_free); /* frees the state where it throws */
    stream->seek = seek;
    return stream;
}
