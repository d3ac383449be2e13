/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "sheaf_shims.h"

#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <zlib.h>

uint32_t sheaf_atomic_load(const volatile uint32_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }

void sheaf_atomic_store(volatile uint32_t *word, uint32_t value) { __atomic_store_n(word, value, __ATOMIC_RELEASE); }

int32_t sheaf_random(void *bytes, size_t length) {
    if (length > 256)
        return -EINVAL;
    return getrandom(bytes, length, 0) == (ssize_t)length ? 0 : -errno;
}

void sheaf_memory_trim(void) { malloc_trim(0); }

int32_t sheaf_memory_report(char **text) {
    size_t length = 0;
    *text = NULL;
    FILE *stream = open_memstream(text, &length);
    if (!stream)
        return -errno;
    int32_t result = malloc_info(0, stream) == 0 ? 0 : -errno;
    /* Only now is the text there. */
    if (fclose(stream) != 0 && result == 0)
        result = -errno;
    if (result != 0) {
        free(*text);
        *text = NULL;
    }
    return result;
}

uint32_t sheaf_crc32(uint32_t seed, const void *bytes, size_t length) {
    return (uint32_t)crc32_z(seed, bytes, length);
}
