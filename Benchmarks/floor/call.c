/* SPDX-License-Identifier: Apache-2.0
 *
 * The client that drives the floor and the service alike: it sends messages that it was given, reads up to the NUL of
 * each reply, and takes and closes the descriptor that came with it. A reply without one ends the program, unless it was
 * told that replies are bare.
 *
 * call --socket PATH --requests FILE --connections N --calls N --warm N [--bare] [--page BYTES --read pread|mmap]
 *      [--watches FILE] [--pause MICROSECONDS]
 *
 * The file holds messages, each with its NUL. They are dealt out to the connections in runs of equal length; each
 * connection sends its own in turn. With one connection the calls block, with more they go through epoll, one
 * outstanding call on each. `--warm` calls are made first and not counted. Each message of `--watches` goes over a
 * connection of its own; with one calling connection what comes back over them is read between two calls: it is in the
 * elapsed time, and in no call's own. With one connection there may be a pause before each call, too.
 */
#define _GNU_SOURCE
#include "benchmark.h"
#include "commands.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define BATCH 64
#define PAGE 4096
#define REPLY_MAX (1 << 20)

struct connection {
    int fd;
    int page;        /* the descriptor that came with the reply, or -1 */
    size_t received; /* of the reply under way */
    size_t next, first, count; /* which requests are its own */
    uint64_t began;
};

/* The way in which a client reads a page once it has it. */
struct reading {
    enum { READ_NOTHING, READ_PREAD, READ_MMAP } how;
    size_t size;
    char *buffer;       /* warm: it is used for every page */
    const char *mapped; /* kept as long as the same page comes back */
    ino_t inode;
};

static char reply[REPLY_MAX];
static int is_bare;
static int watches = -1;
static useconds_t pause_before;
static volatile uint64_t sink;

static void ask(struct connection *connection, const struct request *requests) {
    const struct request *request = &requests[connection->first + connection->next];
    if (++connection->next == connection->count)
        connection->next = 0;
    connection->received = 0;
    connection->page = -1;
    connection->began = benchmark_now();
    benchmark_send(connection->fd, request->bytes, request->length);
}

/* Receives more of a reply; whether it is complete. */
static int receive(struct connection *connection) {
    char control[CMSG_SPACE(sizeof(int))];
    struct iovec space = {.iov_base = reply + connection->received, .iov_len = sizeof(reply) - connection->received};
    struct msghdr message = {
        .msg_iov = &space, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof(control)};
    ssize_t got = recvmsg(connection->fd, &message, MSG_CMSG_CLOEXEC);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return 0;
    if (got <= 0)
        benchmark_fail("receive", "a reply");
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_type == SCM_RIGHTS)
        memcpy(&connection->page, CMSG_DATA(header), sizeof(int));
    connection->received += (size_t)got;
    if (reply[connection->received - 1] != '\0')
        return 0;
    if (connection->page < 0 && !is_bare) {
        errno = 0;
        benchmark_fail("find a descriptor in", reply);
    }
    return 1;
}

static void read_page(struct reading *reading, int page) {
    if (reading->how == READ_PREAD) {
        if (pread(page, reading->buffer, reading->size, 0) != (ssize_t)reading->size)
            benchmark_fail("read", "a page");
        sink += benchmark_sum(reading->buffer, reading->size);
    } else if (reading->how == READ_MMAP) {
        struct stat status;
        if (fstat(page, &status) < 0)
            benchmark_fail("examine", "a page");
        if (!reading->mapped || status.st_ino != reading->inode) {
            if (reading->mapped)
                munmap((void *)reading->mapped, reading->size);
            reading->mapped = mmap(NULL, reading->size, PROT_READ, MAP_PRIVATE, page, 0);
            reading->inode = status.st_ino;
            if (reading->mapped == MAP_FAILED)
                benchmark_fail("map", "a page");
        }
        sink += benchmark_sum(reading->mapped, reading->size);
    }
}

/* Ends a call: reads the page, closes it, and returns what it all took. */
static uint64_t finish(struct connection *connection, struct reading *reading) {
    if (connection->page >= 0) {
        read_page(reading, connection->page);
        close(connection->page);
    }
    return benchmark_now() - connection->began;
}

static uint64_t call_one(struct connection *connection, const struct request *requests, struct reading *reading) {
    if (pause_before > 0)
        usleep(pause_before);
    ask(connection, requests);
    while (!receive(connection)) {}
    uint64_t duration = finish(connection, reading);
    if (watches >= 0)
        read_watches(watches);
    return duration;
}

/* Keeps one call outstanding on every connection until `calls` are answered. */
static void call_many(struct connection *connections, size_t count, const struct request *requests,
                      struct reading *reading, uint64_t *samples, size_t calls) {
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    for (size_t i = 0; i < count; i++) {
        struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.ptr = &connections[i]};
        epoll_ctl(epoll, EPOLL_CTL_ADD, connections[i].fd, &event);
    }
    size_t asked = 0, answered = 0;
    for (; asked < count && asked < calls; asked++)
        ask(&connections[asked], requests);
    while (answered < calls) {
        struct epoll_event events[BATCH];
        int ready = epoll_wait(epoll, events, BATCH, -1);
        for (int i = 0; i < ready; i++) {
            struct connection *connection = events[i].data.ptr;
            if (!receive(connection))
                continue;
            samples[answered++] = finish(connection, reading);
            if (asked < calls) {
                ask(connection, requests);
                asked++;
            }
        }
    }
    close(epoll);
}

static struct reading choose_reading(char *const argv[]) {
    struct reading reading = {.how = READ_NOTHING, .size = (size_t)benchmark_number(argv, "--page", 0)};
    const char *how = benchmark_option(argv, "--read", "");
    if (strcmp(how, "pread") == 0)
        reading.how = READ_PREAD;
    else if (strcmp(how, "mmap") == 0)
        reading.how = READ_MMAP;
    if (reading.how == READ_PREAD) {
        /* Where the destination is not aligned the kernel copies a third slower. */
        if (posix_memalign((void **)&reading.buffer, PAGE, reading.size) != 0)
            benchmark_fail("find memory for", "a page");
        memset(reading.buffer, 1, reading.size);
    }
    return reading;
}

int call(char *const argv[]) {
    size_t request_count = 0;
    struct request *requests = load_requests(benchmark_option(argv, "--requests", NULL), &request_count);
    size_t count = (size_t)benchmark_number(argv, "--connections", 1);
    size_t calls = (size_t)benchmark_number(argv, "--calls", -1);
    size_t warm = (size_t)benchmark_number(argv, "--warm", 0);
    struct reading reading = choose_reading(argv);
    is_bare = benchmark_flag(argv, "--bare");
    pause_before = (useconds_t)benchmark_number(argv, "--pause", 0);
    const char *socket = benchmark_option(argv, "--socket", NULL), *watched = benchmark_option(argv, "--watches", "");
    if (*watched)
        watches = open_watches(socket, watched);
    struct connection *connections = calloc(count ? count : 1, sizeof(*connections));
    uint64_t *samples = calloc(calls + warm + 1, sizeof(*samples));
    if (!requests || !connections || !samples || count == 0 || request_count < count)
        benchmark_fail("deal out", "the messages");

    for (size_t i = 0; i < count; i++) {
        size_t share = request_count / count;
        connections[i].fd = benchmark_connect(socket);
        connections[i].first = i * share;
        connections[i].count = share;
    }

    uint64_t began;
    if (count == 1) {
        for (size_t i = 0; i < warm; i++)
            call_one(connections, requests, &reading);
        began = benchmark_now();
        for (size_t i = 0; i < calls; i++)
            samples[i] = call_one(connections, requests, &reading);
    } else {
        for (size_t i = 0; i < count; i++)
            fcntl(connections[i].fd, F_SETFL, O_NONBLOCK);
        call_many(connections, count, requests, &reading, samples, warm);
        began = benchmark_now();
        call_many(connections, count, requests, &reading, samples, calls);
    }
    uint64_t elapsed = benchmark_now() - began;
    benchmark_print(samples, calls, elapsed, connections[0].received);
    return 0;
}
