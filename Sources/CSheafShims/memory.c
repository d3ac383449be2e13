/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "sheaf_shims.h"

#include <errno.h>
#include <malloc.h>
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

uint32_t sheaf_crc32(uint32_t seed, const void *bytes, size_t length) {
    return (uint32_t)crc32_z(seed, bytes, length);
}
