/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "benchmark.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORD_BITS 64
#define NOT_STARTED 127
#define END_TIMEOUT_MS 5000

static volatile sig_atomic_t interrupted;
static int64_t peak;

void benchmark_choose_processors(uint64_t processors) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (int i = 0; i < WORD_BITS; i++) {
        if (processors & (UINT64_C(1) << i))
            CPU_SET(i, &set);
    }
    if (processors && sched_setaffinity(0, sizeof(set), &set) < 0)
        _exit(NOT_STARTED);
}

int32_t benchmark_start(char *const argv[], int32_t output, int32_t errors, uint64_t processors) {
    pid_t parent = getpid();
    pid_t child = fork();
    if (child < 0)
        return -errno;
    if (child > 0)
        return child;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(NOT_STARTED);
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    close_range(STDERR_FILENO + 1, ~0u, CLOSE_RANGE_CLOEXEC);
    benchmark_choose_processors(processors);
    execvp(argv[0], argv);
    _exit(NOT_STARTED);
}

/* Reads up to the end of what a program prints. */
static int32_t read_all(int fd, int32_t timeout_ms, char *output, size_t capacity, size_t *length) {
    uint64_t deadline = benchmark_now() / 1000000 + (uint64_t)timeout_ms;
    *length = 0;
    for (;;) {
        uint64_t now = benchmark_now() / 1000000;
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        int ready = poll(&wait, 1, now < deadline ? (int)(deadline - now) : 0);
        if (ready < 0)
            return -errno;
        if (ready == 0)
            return -ETIMEDOUT;
        ssize_t got = read(fd, output + *length, capacity - *length);
        if (got <= 0)
            return got < 0 ? -errno : 0;
        *length += (size_t)got;
        if (*length == capacity)
            return -EFBIG;
    }
}

int32_t benchmark_run(char *const argv[], uint64_t processors, int32_t timeout_ms, char *output, size_t capacity,
                      size_t *length) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return -errno;
    int32_t pid = benchmark_start(argv, ends[1], STDERR_FILENO, processors);
    close(ends[1]);
    int32_t result = pid < 0 ? pid : read_all(ends[0], timeout_ms, output, capacity, length);
    close(ends[0]);
    if (pid < 0)
        return result;
    if (result < 0)
        kill(pid, SIGKILL);
    int32_t status = benchmark_collect(pid, END_TIMEOUT_MS);
    return result < 0 ? result : status;
}

int32_t benchmark_collect(int32_t pid, int32_t timeout_ms) {
    int pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (pidfd >= 0) {
        struct pollfd wait = {.fd = pidfd, .events = POLLIN};
        if (poll(&wait, 1, timeout_ms) < 1)
            kill(pid, SIGKILL);
        close(pidfd);
    }
    int status = 0;
    struct rusage usage;
    while (wait4(pid, &status, 0, &usage) < 0) {
        if (errno != EINTR)
            return -errno;
    }
    peak = (int64_t)usage.ru_maxrss * 1024;
    return status == 0 ? 0 : 1;
}

int64_t benchmark_peak(void) {
    return peak;
}

int32_t benchmark_has_ended(int32_t pid) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) < 0 || info.si_pid == pid;
}

uint64_t benchmark_processors(void) {
    cpu_set_t set;
    uint64_t processors = 0;
    if (sched_getaffinity(0, sizeof(set), &set) < 0)
        return 1;
    for (int i = 0; i < WORD_BITS; i++) {
        if (CPU_ISSET(i, &set))
            processors |= UINT64_C(1) << i;
    }
    return processors;
}

static void interrupt(int signal) {
    (void)signal;
    interrupted = 1;
}

void benchmark_catch_interrupts(void) {
    struct sigaction action = {.sa_handler = interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

int32_t benchmark_interrupted(void) {
    return interrupted;
}
