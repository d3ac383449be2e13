/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "sheaf_shims.h"

#include <errno.h>
#include <sys/epoll.h>

_Static_assert(SHEAF_EPOLL_IN == EPOLLIN && SHEAF_EPOLL_PRI == EPOLLPRI && SHEAF_EPOLL_OUT == EPOLLOUT, "epoll");
_Static_assert(SHEAF_EPOLL_ERR == EPOLLERR && SHEAF_EPOLL_HUP == EPOLLHUP && SHEAF_EPOLL_RDHUP == EPOLLRDHUP, "epoll");
_Static_assert(SHEAF_EPOLL_EDGE == (uint32_t)EPOLLET, "epoll");

/* How many events one wait hands over at most. */
#define MAX_EVENTS 256

int32_t sheaf_epoll_create(void) {
    int fd = epoll_create1(EPOLL_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

static int32_t control(int32_t epoll, int operation, int32_t fd, uint32_t events, uint64_t data) {
    struct epoll_event event = {.events = events, .data.u64 = data};
    return epoll_ctl(epoll, operation, fd, &event) < 0 ? -errno : 0;
}

int32_t sheaf_epoll_add(int32_t epoll, int32_t fd, uint32_t events, uint64_t data) {
    return control(epoll, EPOLL_CTL_ADD, fd, events, data);
}

int32_t sheaf_epoll_modify(int32_t epoll, int32_t fd, uint32_t events, uint64_t data) {
    return control(epoll, EPOLL_CTL_MOD, fd, events, data);
}

int32_t sheaf_epoll_remove(int32_t epoll, int32_t fd) { return control(epoll, EPOLL_CTL_DEL, fd, 0, 0); }

int32_t sheaf_epoll_wait(int32_t epoll, sheaf_epoll_event *events, int32_t capacity, int32_t timeout_ms) {
    struct epoll_event ready[MAX_EVENTS];
    int count = epoll_wait(epoll, ready, capacity < MAX_EVENTS ? capacity : MAX_EVENTS, timeout_ms);
    if (count < 0)
        return -errno;
    for (int i = 0; i < count; i++)
        events[i] = (sheaf_epoll_event){.events = ready[i].events, .data = ready[i].data.u64};
    return count;
}
