/* SPDX-License-Identifier: Apache-2.0
 *
 * Fingers on many screens: sends messages that nobody answers, at a pace, over many connections, and tells how much
 * processor time the server took meanwhile.
 *
 * drag --socket PATH --requests FILE --connections N --rate N --seconds N --server PID [--watches FILE]
 *
 * The file's messages are dealt out to the connections as `call` does it; each connection sends its own in turn, `--rate`
 * a second, no two connections at the same time. Each message of `--watches` goes over a connection of its own, and what
 * comes back over it is read and dropped.
 */
#define _GNU_SOURCE
#include "benchmark.h"
#include "commands.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define SECOND UINT64_C(1000000000)
#define SETTLE_MS 200

/* The processor time of another process. */
static uint64_t processor_time(pid_t pid) {
    clockid_t clock;
    struct timespec time;
    errno = clock_getcpuclockid(pid, &clock);
    if (errno || clock_gettime(clock, &time) < 0)
        benchmark_fail("tell", "the server's processor time");
    return (uint64_t)time.tv_sec * SECOND + (uint64_t)time.tv_nsec;
}

/* Reads what comes over the watches up to a time; returns the bytes. */
static size_t read_until(int epoll, uint64_t end) {
    size_t bytes = 0;
    for (uint64_t now = benchmark_now(); now < end; now = benchmark_now()) {
        struct timespec left = {.tv_sec = (time_t)((end - now) / SECOND), .tv_nsec = (long)((end - now) % SECOND)};
        struct pollfd wait = {.fd = epoll, .events = POLLIN};
        if (ppoll(&wait, 1, &left, NULL) > 0)
            bytes += read_watches(epoll);
    }
    return bytes;
}

int drag(char *const argv[]) {
    const char *socket = benchmark_option(argv, "--socket", NULL);
    size_t request_count = 0;
    struct request *requests = load_requests(benchmark_option(argv, "--requests", NULL), &request_count);
    size_t count = (size_t)benchmark_number(argv, "--connections", -1);
    uint64_t rate = (uint64_t)benchmark_number(argv, "--rate", -1);
    uint64_t seconds = (uint64_t)benchmark_number(argv, "--seconds", -1);
    pid_t server = (pid_t)benchmark_number(argv, "--server", -1);
    int *connections = calloc(count ? count : 1, sizeof(*connections));
    if (!requests || !connections || count == 0 || rate == 0 || request_count < count)
        benchmark_fail("deal out", "the messages");
    for (size_t i = 0; i < count; i++)
        connections[i] = benchmark_connect(socket);
    int epoll = open_watches(socket, benchmark_option(argv, "--watches", ""));
    prctl(PR_SET_TIMERSLACK, 1);

    /* The first state that a watch brings, and the accepting of connections, do not count. */
    uint64_t began = benchmark_now() + SETTLE_MS * UINT64_C(1000000);
    read_until(epoll, began);
    uint64_t before = processor_time(server);
    size_t share = request_count / count, bytes = 0;
    uint64_t total = seconds * rate * count;
    for (uint64_t i = 0; i < total; i++) {
        bytes += read_until(epoll, began + i * SECOND / (rate * count));
        size_t connection = i % count;
        const struct request *request = &requests[connection * share + i / count % share];
        benchmark_send(connections[connection], request->bytes, request->length);
    }
    /* Up to where the next one would be sent, so that the server has read the last one. */
    bytes += read_until(epoll, began + total * SECOND / (rate * count));
    uint64_t elapsed = benchmark_now() - began;
    uint64_t took = processor_time(server) - before;
    benchmark_print(&took, 1, elapsed, bytes);
    return 0;
}
