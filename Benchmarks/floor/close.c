/* SPDX-License-Identifier: Apache-2.0
 *
 * close --count COUNT --bytes BYTES: closes so many sealed memfds of that size, one after the other. Prints how long all
 * of it took.
 */
#define _GNU_SOURCE
#include "benchmark.h"
#include "commands.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define SEALS (F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE)

int close_pages(char *const argv[]) {
    size_t count = (size_t)benchmark_number(argv, "--count", -1);
    size_t bytes = (size_t)benchmark_number(argv, "--bytes", -1);
    int *pages = malloc((count + 1) * sizeof(*pages));
    char *pixels = malloc(bytes + 1);
    struct rlimit limit;
    if (!pages || !pixels || getrlimit(RLIMIT_NOFILE, &limit) < 0)
        benchmark_fail("have room for", "the pages");
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    memset(pixels, 1, bytes);
    for (size_t i = 0; i < count; i++) {
        pages[i] = memfd_create("sheaf-page", MFD_CLOEXEC | MFD_ALLOW_SEALING);
        if (pages[i] < 0 || write(pages[i], pixels, bytes) != (ssize_t)bytes ||
            fcntl(pages[i], F_ADD_SEALS, SEALS) < 0)
            benchmark_fail("make", "a page");
    }

    uint64_t began = benchmark_now();
    for (size_t i = 0; i < count; i++)
        close(pages[i]);
    uint64_t taken = benchmark_now() - began;
    benchmark_print(&taken, 1, taken, 0);
    return 0;
}
