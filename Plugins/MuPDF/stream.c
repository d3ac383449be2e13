/* SPDX-License-Identifier: Apache-2.0
 *
 * stream.c: the bytes of a document, through the host.
 */
#include "internal.h"

#include <string.h>

/* MuPDF seeks to every object, so a long buffer is mostly read in vain. */
#define BUFFER_SIZE 4096

typedef struct stream_state {
    sheaf_input *input;
    unsigned char buffer[BUFFER_SIZE];
} stream_state;

/* MuPDF 1.21 lays out a list by a part of its stack that it has not written to (xml_to_boxes in html-parse.c): whether the first item
 * of a list has a mark went by what was called last, and that is this file. With zeros there it has one. */
#define UNWRITTEN_STACK ((size_t)16 << 10)

__attribute__((noinline)) static void clear_stack(void)
{
    char space[UNWRITTEN_STACK];
    memset(space, 0, sizeof space);
    /* The compiler is not to leave it out. */
    __asm__ volatile("" : : "r"(space) : "memory");
}

static int next(fz_context *context, fz_stream *stream, size_t hint)
{
    stream_state *state = stream->state;
    (void)hint;
    int64_t count = sheaf_input_read(state->input, state->buffer, sizeof state->buffer, stream->pos);
    /* "Try later" is the one failure that MuPDF does not take for the end of the file, to go on with a repair. */
    if (state->input->cancelled)
        fz_throw(context, FZ_ERROR_TRYLATER, "cancelled");
    if (count < 0)
        fz_throw(context, FZ_ERROR_GENERIC, "cannot read the document: %s", strerror((int)-count));
    clear_stack();
    stream->rp = state->buffer;
    stream->wp = state->buffer + count;
    stream->pos += count;
    return count == 0 ? EOF : *stream->rp++;
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

fz_stream *stream_open(fz_context *context, sheaf_input *input)
{
    stream_state *state = fz_malloc(context, sizeof *state);
    state->input = input;
    fz_stream *stream = fz_new_stream(context, state, next, fz_free); /* frees the state where it throws */
    stream->seek = seek;
    return stream;
}
