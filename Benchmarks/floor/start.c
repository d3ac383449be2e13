/* SPDX-License-Identifier: Apache-2.0
 *
 * start --notify PATH -- PROGRAM [ARGUMENT...]: from the fork to READY=1, once. `PATH` is the notification socket to
 * make. The program gets SIGTERM afterwards; what it prints is dropped.
 */
#define _GNU_SOURCE
#include "benchmark.h"
#include "commands.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#define READY_TIMEOUT_S 10
#define END_TIMEOUT_MS 5000
#define READY "READY=1"

static struct sockaddr_un address_of(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof(address.sun_path) - 1);
    return address;
}

/* Whether one of a datagram's lines is READY=1. */
static int says_ready(char *message) {
    for (char *rest, *line = strtok_r(message, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (strcmp(line, READY) == 0)
            return 1;
    }
    return 0;
}

int start(char *const argv[]) {
    const char *path = benchmark_option(argv, "--notify", NULL);
    char *const *program = argv;
    while (*program && strcmp(*program, "--") != 0)
        program++;
    if (!*program || !*++program)
        benchmark_fail("start", "no program");

    struct sockaddr_un address = address_of(path);
    struct timeval timeout = {.tv_sec = READY_TIMEOUT_S};
    int notify = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    unlink(path);
    if (notify < 0 || bind(notify, (const struct sockaddr *)&address, sizeof(address)) < 0)
        benchmark_fail("listen on", path);
    setsockopt(notify, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));
    setenv("NOTIFY_SOCKET", path, 1);

    int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    uint64_t began = benchmark_now();
    int pid = benchmark_start(program, nothing, nothing, 0);
    if (pid < 0)
        benchmark_fail("start", *program);
    for (;;) {
        char message[4096];
        ssize_t got = recv(notify, message, sizeof(message) - 1, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            kill(pid, SIGKILL);
            benchmark_collect(pid, END_TIMEOUT_MS);
            errno = 0;
            benchmark_fail("hear READY=1 from", *program);
        }
        message[got] = '\0';
        if (says_ready(message))
            break;
    }
    uint64_t elapsed = benchmark_now() - began;

    kill(pid, SIGTERM);
    benchmark_collect(pid, END_TIMEOUT_MS);
    unlink(path);
    benchmark_print(&elapsed, 1, elapsed, 0);
    return 0;
}

int ready(char *const argv[]) {
    (void)argv;
    const char *path = getenv("NOTIFY_SOCKET");
    if (!path)
        benchmark_fail("do without", "NOTIFY_SOCKET");
    struct sockaddr_un address = address_of(path);
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (sendto(fd, READY, strlen(READY), 0, (const struct sockaddr *)&address, sizeof(address)) < 0)
        benchmark_fail("notify", path);
    return 0;
}
