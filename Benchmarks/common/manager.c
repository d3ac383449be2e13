/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "benchmark.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define NAME_LENGTH 16
/* The first number of kept descriptors: out of the way of the numbers at which a service is to find them. */
#define FIRST_KEPT 10000
#define FIRST_PASSED 3
#define NOT_STARTED 127
#define BACKLOG 128
#define MESSAGE_LENGTH 4096

struct kept {
    char name[NAME_LENGTH];
    int fd;
};

static struct kept kept[BENCHMARK_KEPT_MAX];
static int32_t kept_count;
static int notify_fd = -1;
static int listen_fd = -1;
static char notify_path[108];

static int bind_to(int type, const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof(address.sun_path) - 1);
    unlink(path);
    int fd = socket(AF_UNIX, type | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, (const struct sockaddr *)&address, sizeof(address)) < 0)
        return -errno;
    return fd;
}

int32_t benchmark_manager_open(const char *socket_path, const char *path) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0)
        return -errno;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur < FIRST_KEPT + BENCHMARK_KEPT_MAX + 1)
        return -EMFILE;
    benchmark_manager_drop();
    if (notify_fd >= 0)
        close(notify_fd);
    if (listen_fd >= 0)
        close(listen_fd);
    strncpy(notify_path, path, sizeof(notify_path) - 1);
    notify_fd = bind_to(SOCK_DGRAM, path);
    listen_fd = bind_to(SOCK_STREAM, socket_path);
    if (notify_fd < 0)
        return notify_fd;
    if (listen_fd < 0)
        return listen_fd;
    /* As systemd has it: what comes is taken at the manager's leisure, and a service waits only where there is a lot. */
    int size = 8 << 20;
    setsockopt(notify_fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof(size));
    return listen(listen_fd, BACKLOG) < 0 ? -errno : 0;
}

int32_t benchmark_manager_kept(void) {
    return kept_count;
}

void benchmark_manager_drop(void) {
    for (int32_t i = 0; i < kept_count; i++)
        close(kept[i].fd);
    kept_count = 0;
}

static void forget(const char *name) {
    for (int32_t i = 0; i < kept_count;) {
        if (strcmp(kept[i].name, name) != 0) {
            i++;
            continue;
        }
        close(kept[i].fd);
        kept[i] = kept[--kept_count];
    }
}

static void keep(const char *name, int fd) {
    int number = kept_count < BENCHMARK_KEPT_MAX ? fcntl(fd, F_DUPFD_CLOEXEC, FIRST_KEPT) : -1;
    close(fd);
    if (number < 0)
        return;
    snprintf(kept[kept_count].name, NAME_LENGTH, "%s", name);
    kept[kept_count++].fd = number;
}

/* Serves one message. Whether it says READY=1; a negative errno where none came. */
static int32_t serve(void) {
    char message[MESSAGE_LENGTH];
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr align;
    } control;
    struct iovec vector = {.iov_base = message, .iov_len = sizeof(message) - 1};
    struct msghdr header = {
        .msg_iov = &vector, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof(control)};
    ssize_t got = recvmsg(notify_fd, &header, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    if (got < 0)
        return -errno;
    message[got] = '\0';
    int fd = -1;
    for (struct cmsghdr *part = CMSG_FIRSTHDR(&header); part; part = CMSG_NXTHDR(&header, part)) {
        if (part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_RIGHTS)
            memcpy(&fd, CMSG_DATA(part), sizeof(fd));
    }
    const char *name = "";
    int is_ready = 0, removes = 0;
    for (char *rest, *line = strtok_r(message, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (strcmp(line, "READY=1") == 0)
            is_ready = 1;
        else if (strcmp(line, "FDSTOREREMOVE=1") == 0)
            removes = 1;
        else if (strncmp(line, "FDNAME=", 7) == 0)
            name = line + 7;
    }
    if (removes)
        forget(name);
    else if (fd >= 0)
        keep(name, fd);
    return is_ready;
}

int32_t benchmark_manager_serve(int32_t timeout_ms) {
    uint64_t deadline = benchmark_now() / 1000000 + (uint64_t)timeout_ms;
    for (;;) {
        int32_t result = serve();
        if (result > 0)
            return 1;
        if (result == 0)
            continue;
        uint64_t now = benchmark_now() / 1000000;
        struct pollfd wait = {.fd = notify_fd, .events = POLLIN};
        if (now >= deadline || poll(&wait, 1, (int)(deadline - now)) <= 0)
            return 0;
    }
}

int32_t benchmark_manager_collect(int32_t pid, int32_t timeout_ms) {
    uint64_t deadline = benchmark_now() / 1000000 + (uint64_t)timeout_ms;
    while (!benchmark_has_ended(pid) && benchmark_now() / 1000000 < deadline)
        benchmark_manager_serve(1);
    while (serve() >= 0)
        ;
    return benchmark_collect(pid, 1);
}

int32_t benchmark_manager_start(char *const argv[], int32_t output, uint64_t processors) {
    char count[16], pid_text[32];
    char *names = malloc((size_t)(kept_count + 1) * (NAME_LENGTH + 1) + NAME_LENGTH);
    if (!names)
        return -ENOMEM;
    char *end = stpcpy(names, "sheaf");
    for (int32_t i = 0; i < kept_count; i++)
        end = stpcpy(stpcpy(end, ":"), kept[i].name);
    snprintf(count, sizeof(count), "%d", kept_count + 1);
    pid_t child = fork();
    if (child != 0) {
        free(names);
        return child < 0 ? -errno : child;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    /* Out of the way first: the socket may have a number that is to be another's. */
    int socket = fcntl(listen_fd, F_DUPFD_CLOEXEC, FIRST_KEPT);
    close_range(FIRST_PASSED, ~0u, CLOSE_RANGE_CLOEXEC);
    dup2(socket, FIRST_PASSED);
    for (int32_t i = 0; i < kept_count; i++)
        dup2(kept[i].fd, FIRST_PASSED + 1 + i);
    snprintf(pid_text, sizeof(pid_text), "%d", getpid());
    setenv("LISTEN_PID", pid_text, 1);
    setenv("LISTEN_FDS", count, 1);
    setenv("LISTEN_FDNAMES", names, 1);
    setenv("NOTIFY_SOCKET", notify_path, 1);
    benchmark_choose_processors(processors);
    execvp(argv[0], argv);
    _exit(NOT_STARTED);
}
