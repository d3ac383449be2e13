/* SPDX-License-Identifier: Apache-2.0
 *
 * window.c: the bytes of a document, a window of them at a time.
 */
#include "internal.h"

const unsigned char *window_bytes(sheaf_document *document, int64_t offset, size_t *length)
{
    window *window = &document->window;
    int64_t rest = offset < document->input.size ? document->input.size - offset : 0;
    size_t wanted = *length < WINDOW_SIZE ? *length : WINDOW_SIZE;
    if ((int64_t)wanted > rest)
        wanted = (size_t)rest;
    *length = wanted;
    int64_t within = offset - window->start;
    if (within >= 0 && within + (int64_t)wanted <= (int64_t)window->length)
        return window->bytes + within;
    window->length = 0;
    int64_t count = sheaf_input_read(&document->input, window->bytes, WINDOW_SIZE, offset);
    if (count < (int64_t)wanted)
        return NULL;
    window->start = offset;
    window->length = (size_t)count;
    return window->bytes;
}
