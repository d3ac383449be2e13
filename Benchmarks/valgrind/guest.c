/* SPDX-License-Identifier: Apache-2.0
 *
 * Preloaded into sheafd when valgrind runs it, for what differs there from a run without it.
 *
 * - Time. A program runs 50 to 100 times as slowly: what is due every few milliseconds would be due with every turn.
 *   The clocks go slower by a factor (BENCH_CLOCK_DIVISOR), and timers are set for when they will show the time.
 * - /proc/self/exe is valgrind's own program: provider hosts are started from BENCH_PROGRAM, without valgrind.
 * - valgrind 3.19 does not know pidfds: what is returned in the place of one never says that the process has ended. Nor does it
 *   know close_range, and children that share descriptors: a host is started by a child that has a copy of them.
 */
#include <dlfcn.h>
#include <errno.h>
#include <linux/close_range.h>
#include <sched.h>
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
typedef long system_call_function(long, ...);

static clock_function *next_clock;
static timer_function *next_timer;
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

/* As the service starts a host (sheaf_process_spawn), with a copy of its memory and descriptors. */
int __clone(int (*run)(void *), void *stack, int flags, void *argument, ...) {
    (void)stack;
    if (!(flags & CLONE_VFORK) || !(flags & CLONE_PIDFD)) {
        errno = ENOSYS;
        return -1;
    }
    va_list rest;
    va_start(rest, argument);
    int *pidfd = va_arg(rest, int *);
    va_end(rest);
    pid_t child = fork();
    if (child == 0)
        _exit(run(argument));
    if (child > 0)
        *pidfd = eventfd(0, EFD_CLOEXEC);
    return child;
}

/* Descriptors of valgrind's own are beyond the limit, and it lets nobody close them. */
static long close_range_of_copies(unsigned first, unsigned last) {
    for (long fd = first; fd <= (long)last && fd < sysconf(_SC_OPEN_MAX); fd++)
        close((int)fd);
    return 0;
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
    if (number == SYS_close_range && arguments[2] & CLOSE_RANGE_CLOEXEC) {
        errno = ENOSYS;
        return -1;
    }
    if (number == SYS_close_range)
        return close_range_of_copies((unsigned)arguments[0], (unsigned)arguments[1]);
    if (number == SYS_execve && program && strcmp((const char *)arguments[0], "/proc/self/exe") == 0)
        arguments[0] = (long)program;
    return next_system_call(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
                            arguments[5]);
}
