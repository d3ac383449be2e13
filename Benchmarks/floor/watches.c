/* SPDX-License-Identifier: Apache-2.0
 *
 * Watches that a client program keeps open while it calls: what comes over them is read and dropped.
 */
#define _GNU_SOURCE
#include "benchmark.h"
#include "commands.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#define BATCH 64

static char received[1 << 16];

int open_watches(const char *socket, const char *path) {
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    size_t count = 0;
    struct request *requests = *path ? load_requests(path, &count) : NULL;
    for (size_t i = 0; i < count; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.fd = benchmark_connect(socket)};
        epoll_ctl(epoll, EPOLL_CTL_ADD, event.data.fd, &event);
        benchmark_send(event.data.fd, requests[i].bytes, requests[i].length);
    }
    free(requests);
    return epoll;
}

size_t read_watches(int epoll) {
    struct epoll_event events[BATCH];
    size_t bytes = 0;
    int ready = epoll_wait(epoll, events, BATCH, 0);
    for (int i = 0; i < ready; i++) {
        ssize_t got = recv(events[i].data.fd, received, sizeof(received), MSG_DONTWAIT);
        if (got == 0 || (got < 0 && errno != EAGAIN))
            benchmark_fail("receive from", "a watch");
        bytes += got > 0 ? (size_t)got : 0;
    }
    return bytes;
}
