/* SPDX-License-Identifier: Apache-2.0
 *
 * Messages that were written for the client programs to send.
 */
#define _GNU_SOURCE
#include "benchmark.h"
#include "commands.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct request *load_requests(const char *path, size_t *count) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) < 0)
        benchmark_fail("open", path);
    size_t size = (size_t)status.st_size;
    char *bytes = malloc(size);
    if (!bytes || read(fd, bytes, size) != (ssize_t)size || size == 0 || bytes[size - 1] != '\0')
        benchmark_fail("read messages from", path);
    close(fd);

    *count = 0;
    for (size_t at = 0; at < size; at += strlen(bytes + at) + 1)
        ++*count;
    struct request *requests = calloc(*count, sizeof(*requests));
    for (size_t i = 0, at = 0; requests && i < *count; i++) {
        requests[i] = (struct request){.bytes = bytes + at, .length = strlen(bytes + at) + 1};
        at += requests[i].length;
    }
    return requests;
}
