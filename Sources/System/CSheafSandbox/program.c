/* SPDX-License-Identifier: Apache-2.0
 *
 * A provider that is a program. The host starts it when it has confined itself, but for its system calls, since it can start
 * nothing afterwards. So the program has the privileges and limits of its host, and is within its Landlock domain, by which the
 * signal reaches it that ends it with its host. Between fork and exec it gets a domain and a filter of its own, by which it may
 * execute itself, its interpreter and what lies in the library folders: nothing that it executes is confined any less.
 */
#include "sheaf_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* The program's descriptors, and that by which it reports why it can't be executed. */
#define CHANNEL 3
#define CANCEL_WORD 4
#define REPORT 5
/* Where its descriptors wait until those are free. */
#define ASIDE (REPORT + 1)
/* A shell's convention for a program that can't be executed, and for one that a signal has ended. */
#define STATUS_OF_NO_PROGRAM 127
#define STATUS_OF_SIGNAL 128
struct report {
    int32_t step;
    int32_t error;
};

static void fail(int32_t step, int result) {
    struct report report = {.step = step, .error = -result};
    if (write(REPORT, &report, sizeof report) != sizeof report)
        _exit(STATUS_OF_NO_PROGRAM + 1);
    _exit(STATUS_OF_NO_PROGRAM);
}

static int place(int channel, int cancel_word, int report) {
    int from[] = {channel, cancel_word, report};
    int to[] = {CHANNEL, CANCEL_WORD, REPORT};
    for (int i = 0; i < 3; i++)
        if ((from[i] = fcntl(from[i], F_DUPFD_CLOEXEC, ASIDE)) < 0)
            return -errno;
    for (int i = 0; i < 3; i++)
        if (dup3(from[i], to[i], to[i] == REPORT ? O_CLOEXEC : 0) < 0)
            return -errno;
    return syscall(SYS_close_range, REPORT + 1, ~0u, CLOSE_RANGE_CLOEXEC) < 0 ? -errno : 0;
}

static void execute(const sheaf_sandbox_program *program, pid_t host, int report) {
    char listen_pid[32];
    char *environment[] = {"LANG=C.UTF-8", "LISTEN_FDS=2", "LISTEN_FDNAMES=varlink:cancel", listen_pid, NULL};
    char *arguments[] = {(char *)program->path, NULL};
    int result;

    if ((result = place(program->channel, program->cancel_word, report)) < 0)
        _exit(STATUS_OF_NO_PROGRAM);
    /* The program ends with its host, also where the host ended before this call. */
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0)
        fail(SHEAF_SANDBOX_STEP_EXECUTE, -errno);
    if (getppid() != host)
        _exit(STATUS_OF_NO_PROGRAM);
    if (program->confine_files != 0 &&
        (result = sheaf_sandbox_restrict_files(program->readable, program->readable_count, program->executable,
                                               program->executable_count)) < 0)
        fail(SHEAF_SANDBOX_STEP_FILES, result);
    if (program->confine_calls != 0 &&
        (result = sheaf_sandbox_filter_calls(program->executable_memory, SHEAF_SANDBOX_PROGRAM)) < 0)
        fail(SHEAF_SANDBOX_STEP_CALLS, result);
    snprintf(listen_pid, sizeof listen_pid, "LISTEN_PID=%ld", (long)getpid());
    execve(program->path, arguments, environment);
    fail(SHEAF_SANDBOX_STEP_EXECUTE, -errno);
}

int32_t sheaf_sandbox_start_program(const sheaf_sandbox_program *program, int32_t *step) {
    int pipe[2];
    struct report report = {0};
    sigset_t ended;

    *step = SHEAF_SANDBOX_STEP_EXECUTE;
    /* How it ends is heard by the signal: a confined host can't wait for processes. */
    sigemptyset(&ended);
    sigaddset(&ended, SIGCHLD);
    if (sigprocmask(SIG_BLOCK, &ended, NULL) < 0 || pipe2(pipe, O_CLOEXEC) < 0)
        return -errno;
    pid_t host = getpid(), child = fork();
    if (child == 0)
        execute(program, host, pipe[1]);
    int error = child < 0 ? errno : 0;
    close(pipe[1]);
    if (error == 0) {
        ssize_t count;
        while ((count = read(pipe[0], &report, sizeof report)) < 0 && errno == EINTR)
            continue;
        /* The pipe is closed by the program's being executed. */
        if (count == sizeof report) {
            *step = report.step;
            error = report.error;
        }
    }
    close(pipe[0]);
    return error != 0 ? -error : (int32_t)child;
}

void sheaf_sandbox_end_like(int32_t program, int32_t milliseconds) {
    struct timespec end, now, left;
    siginfo_t info;
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += milliseconds / 1000;
    for (;;) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        left.tv_sec = end.tv_sec > now.tv_sec ? end.tv_sec - now.tv_sec : 0;
        left.tv_nsec = 0;
        int number = sigtimedwait(&set, &info, &left);
        if (number < 0 && errno == EINTR)
            continue;
        /* The program still runs: it ends with this process. */
        if (number < 0)
            _exit(1);
        if (info.si_pid != program || (info.si_code != CLD_EXITED && info.si_code != CLD_KILLED &&
                                       info.si_code != CLD_DUMPED))
            continue;
        if (info.si_code == CLD_EXITED)
            _exit(info.si_status);
        break;
    }
    /* Not by its own doing, which the filter of system calls sees to: it was ended from outside. */
    if (info.si_status == SIGKILL)
        _exit(STATUS_OF_SIGNAL + SIGKILL);
    signal(info.si_status, SIG_DFL);
    sigemptyset(&set);
    sigaddset(&set, info.si_status);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(info.si_status);
    _exit(STATUS_OF_SIGNAL + info.si_status);
}
