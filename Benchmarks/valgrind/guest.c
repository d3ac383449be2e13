/* SPDX-License-Identifier: Apache-2.0
 *
 * Preloaded into sheafd when valgrind runs it, for what differs there from a run without it.
 *
 * - Time. A program runs 50 to 100 times as slowly: what is due every few milliseconds would be due with every turn.
 *   The clocks go slower by a factor (BENCH_CLOCK_DIVISOR), and timers are set for when they will show the time.
 * - /proc/self/exe is valgrind's own program: provider hosts are started from BENCH_PROGRAM, without valgrind.
 * - valgrind 3.19 does not know pidfd_open: what is returned in its place never says that the process has ended.
 */
#include <dlfcn.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define SECOND INT64_C(1000000000)
/* CLOCK_REALTIME to CLOCK_TAI. */
#define CLOCKS 12

typedef int clock_function(clockid_t, struct timespec *);
typedef int timer_function(int, int, const struct itimerspec *, struct itimerspec *);
typedef int spawn_function(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
                           char *const[], char *const[]);
typedef long system_call_function(long, ...);

static clock_function *next_clock;
static timer_function *next_timer;
static spawn_function *next_spawn;
static system_call_function *next_system_call;
static const char *program;
static int64_t divisor = 1;
static int64_t start[CLOCKS];

static int64_t nanoseconds(struct timespec time) {
    return time.tv_sec * SECOND + time.tv_nsec;
}

static struct timespec timespec_of(int64_t time) {
    return (struct timespec){.tv_sec = time / SECOND, .tv_nsec = time % SECOND};
}

/* ISO C has no conversion from dlsym's result to a function: POSIX has this one. */
#define FIND(variable, name) (*(void **)&(variable) = dlsym(RTLD_NEXT, name))

static void prepare(void) {
    if (next_clock)
        return;
    FIND(next_timer, "timerfd_settime");
    FIND(next_spawn, "posix_spawn");
    FIND(next_system_call, "syscall");
    FIND(next_clock, "clock_gettime");
    const char *value = getenv("BENCH_CLOCK_DIVISOR");
    program = getenv("BENCH_PROGRAM");
    if (value && atoi(value) > 0)
        divisor = atoi(value);
    for (clockid_t clock = 0; clock < CLOCKS; clock++) {
        struct timespec now;
        if (next_clock(clock, &now) == 0)
            start[clock] = nanoseconds(now);
    }
}

/* Before any function of the program calls one of those below, other libraries' constructors aside. */
__attribute__((constructor)) static void begin(void) {
    prepare();
}

/* Whether a clock shows the time of day or since the start of the machine, and not what a process has used. */
static int is_slowed(clockid_t clock) {
    return clock >= 0 && clock < CLOCKS && clock != CLOCK_PROCESS_CPUTIME_ID && clock != CLOCK_THREAD_CPUTIME_ID;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    prepare();
    int result = next_clock(clock, time);
    if (result == 0 && is_slowed(clock))
        *time = timespec_of(start[clock] + (nanoseconds(*time) - start[clock]) / divisor);
    return result;
}

/* sd-event's timers and the service's are those of the monotonic clock. */
int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old) {
    prepare();
    struct itimerspec slowed = *new;
    int64_t due = nanoseconds(new->it_value);
    if (!(flags & TFD_TIMER_ABSTIME))
        due *= divisor;
    else if (due > start[CLOCK_MONOTONIC] && due < INT64_MAX / divisor)
        due = start[CLOCK_MONOTONIC] + (due - start[CLOCK_MONOTONIC]) * divisor;
    slowed.it_value = timespec_of(due);
    return next_timer(fd, flags, &slowed, old);
}

int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const argv[], char *const envp[]) {
    prepare();
    if (program && strcmp(path, "/proc/self/exe") == 0)
        path = program;
    return next_spawn(pid, path, actions, attributes, argv, envp);
}

long syscall(long number, ...) {
    prepare();
    va_list rest;
    va_start(rest, number);
    long arguments[6];
    for (size_t i = 0; i < sizeof(arguments) / sizeof(arguments[0]); i++)
        arguments[i] = va_arg(rest, long);
    va_end(rest);
    if (number == SYS_pidfd_open)
        return eventfd(0, EFD_CLOEXEC);
    return next_system_call(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
                            arguments[5]);
}
