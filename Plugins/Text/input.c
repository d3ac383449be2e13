/* SPDX-License-Identifier: Apache-2.0
 *
 * input.c: the bytes of a document, through the host, a window of them at a time.
 */
#include "internal.h"

#include <errno.h>
#include <stdlib.h>

int32_t input_open(input *input, const sheaf_host_services *services, sheaf_source *source, sheaf_request *request)
{
    *input = (struct input){.services = services, .source = source, .request = request};
    input->size = services->source_size(source);
    if (input->size < 0)
        return (int32_t)input->size;
    input->window = malloc(WINDOW_SIZE);
    return input->window == NULL ? -ENOMEM : 0;
}

void input_close(input *input)
{
    free(input->window);
    input->window = NULL;
}

/* Reads a window. Returns how many bytes it has, or a negative errno. */
static int64_t read_window(input *input, size_t length, int64_t offset)
{
    size_t done = 0;
    while (done < length) {
        if (input->request != NULL && input->services->cancelled(input->request)) {
            input->cancelled = 1;
            return -ECANCELED;
        }
        int64_t count = input->services->read_at(input->source, input->window + done, length - done,
                                                 (uint64_t)offset + done);
        if (count > (int64_t)(length - done))
            count = -EIO;
        if (count < 0) {
            input->failure = (int32_t)count;
            return count;
        }
        if (count == 0) {
            input->shrunk = 1;
            break;
        }
        done += (size_t)count;
    }
    return (int64_t)done;
}

const unsigned char *input_bytes(input *input, int64_t offset, size_t *length)
{
    int64_t rest = offset < input->size ? input->size - offset : 0;
    size_t wanted = *length < WINDOW_SIZE ? *length : WINDOW_SIZE;
    if ((int64_t)wanted > rest)
        wanted = (size_t)rest;
    *length = wanted;
    int64_t within = offset - input->window_start;
    if (within >= 0 && within + (int64_t)wanted <= (int64_t)input->window_length)
        return input->window + within;
    input->window_length = 0;
    int64_t count = read_window(input, rest < (int64_t)WINDOW_SIZE ? (size_t)rest : WINDOW_SIZE, offset);
    if (count < (int64_t)wanted)
        return NULL;
    input->window_start = offset;
    input->window_length = (size_t)count;
    return input->window;
}
