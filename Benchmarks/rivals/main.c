/* SPDX-License-Identifier: Apache-2.0
 *
 * bench-rivals memcached|redis --socket PATH --page BYTES --calls N --warm N [--read]: sets one value, then times
 * getting it into this process's memory; with --read, and reading every byte of it.
 */
#include "benchmark.h"
#include "rivals.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile uint64_t sink;

int main(int argc, char *argv[]) {
    static const struct rival *const rivals[] = {&rival_memcached, &rival_redis};
    const struct rival *rival = NULL;
    for (size_t i = 0; argc > 1 && i < sizeof(rivals) / sizeof(rivals[0]); i++) {
        if (strcmp(argv[1], rivals[i]->name) == 0)
            rival = rivals[i];
    }
    if (!rival) {
        fputs("usage: bench-rivals memcached|redis --socket PATH --page BYTES --calls N --warm N [--read]\n", stderr);
        return 2;
    }

    /* The libraries' buffers stay warm: without this malloc would map and fault in each value anew, to the rivals'
     * disadvantage. */
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);

    size_t size = (size_t)benchmark_number(argv, "--page", -1);
    size_t calls = (size_t)benchmark_number(argv, "--calls", -1);
    size_t warm = (size_t)benchmark_number(argv, "--warm", 0);
    int read = benchmark_flag(argv, "--read");
    char *value = malloc(size);
    uint64_t *samples = calloc(calls + 1, sizeof(*samples));
    if (!value || !samples)
        benchmark_fail("find memory for", "a page");
    memset(value, 0xa5, size);

    rival->open(benchmark_option(argv, "--socket", NULL));
    rival->set(value, size);
    uint64_t began = benchmark_now();
    for (size_t i = 0; i < warm + calls; i++) {
        if (i == warm)
            began = benchmark_now();
        uint64_t before = benchmark_now();
        const char *page = rival->get(size);
        if (read)
            sink += benchmark_sum(page, size);
        rival->release();
        if (i >= warm)
            samples[i - warm] = benchmark_now() - before;
    }
    benchmark_print(samples, calls, benchmark_now() - began, size);
    return 0;
}
