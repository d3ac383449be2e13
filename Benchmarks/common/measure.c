/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "benchmark.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

uint64_t benchmark_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void benchmark_fail(const char *what, const char *subject) {
    const char *reason = errno ? strerror(errno) : "";
    fprintf(stderr, "%s: cannot %s %s%s%s\n", program_invocation_short_name, what, subject, *reason ? ": " : "", reason);
    exit(1);
}

const char *benchmark_option(char *const argv[], const char *name, const char *fallback) {
    for (; *argv; argv++) {
        if (strcmp(*argv, name) == 0 && argv[1])
            return argv[1];
    }
    errno = 0;
    if (!fallback)
        benchmark_fail("do without", name);
    return fallback;
}

int64_t benchmark_number(char *const argv[], const char *name, int64_t fallback) {
    const char *text = benchmark_option(argv, name, fallback < 0 ? NULL : "");
    if (!*text)
        return fallback;
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (*end || errno || value < 0)
        benchmark_fail("take as a number", text);
    return value;
}

int benchmark_flag(char *const argv[], const char *name) {
    while (*argv && strcmp(*argv, name) != 0)
        argv++;
    return *argv != NULL;
}

int benchmark_connect(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    errno = ENAMETOOLONG;
    if (strlen(path) >= sizeof(address.sun_path))
        benchmark_fail("connect to", path);
    strcpy(address.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (const struct sockaddr *)&address, sizeof(address)) < 0)
        benchmark_fail("connect to", path);
    return fd;
}

void benchmark_send(int fd, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t sent = send(fd, bytes, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            benchmark_fail("send", "a request");
        bytes += sent;
        length -= (size_t)sent;
    }
}

uint64_t benchmark_sum(const void *bytes, size_t length) {
    const char *next = bytes;
    uint64_t sum = 0, word;
    for (; length >= sizeof(word); next += sizeof(word), length -= sizeof(word)) {
        memcpy(&word, next, sizeof(word));
        sum += word;
    }
    for (; length > 0; next++, length--)
        sum += (unsigned char)*next;
    return sum;
}

void benchmark_print(const uint64_t *samples, size_t count, uint64_t elapsed, size_t reply_bytes) {
    printf("%llu %zu\n", (unsigned long long)elapsed, reply_bytes);
    for (size_t i = 0; i < count; i++)
        printf("%llu\n", (unsigned long long)samples[i]);
    if (fflush(stdout) != 0)
        benchmark_fail("write", "the samples");
}
