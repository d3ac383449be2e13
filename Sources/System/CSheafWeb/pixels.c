/* SPDX-License-Identifier: Apache-2.0 */
#include "sheaf_web.h"

#include "sheaf_image.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define BYTES 4

/* Of what is to be written, the most: no encoder writes more than the pixels and a little. */
static uint64_t capacity_of(const sheaf_pixels_job *job) { return (uint64_t)job->width * job->height * BYTES + 65536; }

static void mirror(uint8_t *pixels, uint32_t width, uint32_t height) {
    for (uint32_t y = 0; y < height; y++) {
        uint8_t *row = pixels + (size_t)y * width * BYTES;
        for (uint32_t x = 0; x < width / 2; x++) {
            uint32_t left, right;
            memcpy(&left, row + (size_t)x * BYTES, BYTES);
            memcpy(&right, row + (size_t)(width - 1 - x) * BYTES, BYTES);
            memcpy(row + (size_t)x * BYTES, &right, BYTES);
            memcpy(row + (size_t)(width - 1 - x) * BYTES, &left, BYTES);
        }
    }
}

/* The luma that sheaf_image_tone goes by. */
static void discolour(uint8_t *pixels, size_t count, int is_bitonal) {
    for (size_t i = 0; i < count; i++) {
        uint8_t *pixel = pixels + i * BYTES;
        uint32_t luma = (29u * pixel[0] + 150u * pixel[1] + 77u * pixel[2] + 128) / 256;
        if (is_bitonal)
            luma = luma < 128 ? 0 : 255;
        pixel[0] = pixel[1] = pixel[2] = (uint8_t)luma;
    }
}

static uint32_t go_on(void *context) {
    (void)context;
    return 0;
}

static int64_t encode(const sheaf_pixels_job *job, const uint8_t *pixels) {
    sheaf_image image = {
        .pixels = pixels, .stride = (uint64_t)job->width * BYTES, .width = job->width, .height = job->height};
    sheaf_image_sink sink = {.fd = job->output, .capacity = capacity_of(job), .cancelled = go_on};
    switch (job->format) {
    case SHEAF_PIXELS_JPEG:
        return sheaf_image_write_jpeg(&image, &sink, job->quality);
    case SHEAF_PIXELS_PNG:
        return sheaf_image_write_png(&image, &sink, 1);
    case SHEAF_PIXELS_WEBP:
        return sheaf_image_write_webp(&image, &sink, job->quality);
    default:
        return -EINVAL;
    }
}

static int is_sound(const sheaf_pixels_job *job) {
    if (!job->width || !job->height || job->width > job->source_width || job->height > job->source_height)
        return 0;
    if ((uint64_t)job->source_width * BYTES > job->stride || job->offset > job->size)
        return 0;
    uint64_t needed = (uint64_t)job->stride * (job->source_height - 1) + (uint64_t)job->source_width * BYTES;
    return needed <= job->size - job->offset;
}

int64_t sheaf_pixels_make(const sheaf_pixels_job *job) {
    if (!is_sound(job))
        return -EINVAL;
    const uint8_t *source = mmap(NULL, job->size, PROT_READ, MAP_PRIVATE, job->source, 0);
    if (source == MAP_FAILED)
        return -errno;
    size_t count = (size_t)job->width * job->height;
    uint8_t *pixels = malloc(count * BYTES);
    sheaf_image image = {.pixels = source + job->offset,
                         .stride = job->stride,
                         .width = job->source_width,
                         .height = job->source_height};
    int64_t result = pixels ? sheaf_image_shrink(&image, job->width, job->height, pixels) : -ENOMEM;
    munmap((void *)source, job->size);
    if (result == 0) {
        if (job->mirrored)
            mirror(pixels, job->width, job->height);
        if (job->colours != SHEAF_PIXELS_COLOUR)
            discolour(pixels, count, job->colours == SHEAF_PIXELS_BITONAL);
        result = encode(job, pixels);
    }
    free(pixels);
    return result;
}

typedef struct pipes {
    int jobs, results;
} pipes;

static void *work(void *argument) {
    pipes pipes = *(struct pipes *)argument;
    sheaf_pixels_job job;
    free(argument);
    for (;;) {
        ssize_t count = read(pipes.jobs, &job, sizeof(job));
        if (count < 0 && errno == EINTR)
            continue;
        if (count != (ssize_t)sizeof(job))
            return NULL;
        sheaf_pixels_result result = {.number = job.number, .bytes = sheaf_pixels_make(&job)};
        while (write(pipes.results, &result, sizeof(result)) < 0 && errno == EINTR)
            ;
    }
}

int32_t sheaf_pixels_start(uint32_t threads, int32_t jobs, int32_t results) {
    sigset_t all, before;
    int error = 0;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (uint32_t i = 0; i < threads && error == 0; i++) {
        pthread_t thread;
        pipes *argument = malloc(sizeof(*argument));
        if (!argument) {
            error = ENOMEM;
            break;
        }
        *argument = (pipes){.jobs = jobs, .results = results};
        error = pthread_create(&thread, NULL, work, argument);
        if (error)
            free(argument);
        else
            pthread_detach(thread);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return -error;
}
