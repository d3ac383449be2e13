/* SPDX-License-Identifier: Apache-2.0
 *
 * The floor: what a call, a reply and a descriptor cost between two processes when nothing else is done: one epoll_wait,
 * recv and sendmsg for a call, and a look at the NUL at its end. (The service needs recvmsg, since calls can bring
 * descriptors; the floor does not let it off that.)
 *
 * serve --socket PATH --reply BYTES --page BYTES
 *
 * With a reply of 0 bytes nothing is answered: the floor of messages that are sent oneway.
 */
#define _GNU_SOURCE
#include "benchmark.h"
#include "commands.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define BATCH 64
#define BACKLOG 256
#define REPLY_MAX 65536

static char request[65536];
static char reply[REPLY_MAX];

static int listen_at(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof(address.sun_path) - 1);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0 || bind(fd, (const struct sockaddr *)&address, sizeof(address)) < 0 || listen(fd, BACKLOG) < 0)
        benchmark_fail("listen on", path);
    return fd;
}

/* A sealed page whose every byte was written. */
static int make_page(size_t size) {
    int fd = memfd_create("page", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    char block[4096];
    memset(block, 0xa5, sizeof(block));
    for (size_t at = 0; at < size; at += sizeof(block)) {
        size_t length = size - at < sizeof(block) ? size - at : sizeof(block);
        if (pwrite(fd, block, length, (off_t)at) != (ssize_t)length)
            benchmark_fail("fill", "a page");
    }
    if (fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) < 0)
        benchmark_fail("seal", "a page");
    return fd;
}

/* Serves what one recv brings; 0 when the peer is gone. */
static int answer(int fd, size_t reply_length, int page) {
    ssize_t got = recv(fd, request, sizeof(request), 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return 1;
    if (got <= 0)
        return 0;
    if (request[got - 1] != '\0' || reply_length == 0)
        return 1;

    char control[CMSG_SPACE(sizeof(int))];
    struct iovec bytes = {.iov_base = reply, .iov_len = reply_length};
    struct msghdr message = {
        .msg_iov = &bytes, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof(control)};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &page, sizeof(page));
    return sendmsg(fd, &message, MSG_NOSIGNAL) == (ssize_t)reply_length;
}

int serve(char *const argv[]) {
    size_t reply_length = (size_t)benchmark_number(argv, "--reply", -1);
    if (reply_length > REPLY_MAX)
        benchmark_fail("send a reply of", benchmark_option(argv, "--reply", NULL));
    if (reply_length > 0)
        memset(reply, 'x', reply_length - 1);
    int page = make_page((size_t)benchmark_number(argv, "--page", -1));
    int listener = listen_at(benchmark_option(argv, "--socket", NULL));

    int epoll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);

    for (;;) {
        struct epoll_event events[BATCH];
        int count = epoll_wait(epoll, events, BATCH, -1);
        for (int i = 0; i < count; i++) {
            int fd = events[i].data.fd;
            if (fd == listener) {
                int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
                event = (struct epoll_event){.events = EPOLLIN | EPOLLRDHUP | EPOLLET, .data.fd = client};
                if (client >= 0)
                    epoll_ctl(epoll, EPOLL_CTL_ADD, client, &event);
            } else if (!answer(fd, reply_length, page)) {
                close(fd);
            }
        }
    }
}
