/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "sheaf_shims.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where the child's own descriptors begin. */
#define FIRST_DESCRIPTOR 3
#define MAX_INHERITED 16

static int start(const char *path, char *const argv[], char *const envp[], const int *fds, size_t fd_count,
                 int output, pid_t *pid) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;

    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    int result = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (result == 0)
        result = posix_spawn_file_actions_adddup2(&actions, output, 1);
    if (result == 0 && output != 2)
        result = posix_spawn_file_actions_adddup2(&actions, output, 2);
    for (size_t i = 0; result == 0 && i < fd_count; i++)
        result = posix_spawn_file_actions_adddup2(&actions, fds[i], FIRST_DESCRIPTOR + (int)i);
    if (result == 0)
        result = posix_spawn_file_actions_addclosefrom_np(&actions, FIRST_DESCRIPTOR + (int)fd_count);
    sigfillset(&defaults);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    if (result == 0)
        result = posix_spawn(pid, path, &actions, &attributes, argv, envp);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return -result;
}

int32_t sheaf_process_spawn(const char *path, char *const argv[], char *const envp[], const int32_t *fds,
                            size_t fd_count, int32_t output, int32_t *pid) {
    /* Copies above the targets: a dup2 in the child must not overwrite a descriptor that a later one needs. The closing of all
     * that comes behind the targets closes them. */
    int copies[MAX_INHERITED];
    size_t made = 0;
    int result = fd_count > MAX_INHERITED ? -E2BIG : 0;
    pid_t child = -1;

    for (; result == 0 && made < fd_count; made++) {
        copies[made] = fcntl(fds[made], F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR + MAX_INHERITED);
        if (copies[made] < 0) {
            result = -errno;
            break;
        }
    }
    if (result == 0)
        result = start(path, argv, envp, copies, fd_count, output, &child);
    for (size_t i = 0; i < made; i++)
        close(copies[i]);
    if (result < 0)
        return result;

    int pidfd = (int)syscall(SYS_pidfd_open, child, 0);
    if (pidfd < 0) {
        result = -errno;
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        return result;
    }
    *pid = child;
    return pidfd;
}

int32_t sheaf_process_wait(int32_t pidfd, int32_t *signal, int32_t *status) {
    siginfo_t info = {0};
    if (waitid(P_PIDFD, (id_t)pidfd, &info, WEXITED | WNOHANG) < 0)
        return -errno;
    if (info.si_pid == 0)
        return 0;
    *signal = info.si_code == CLD_EXITED ? 0 : info.si_status;
    *status = info.si_code == CLD_EXITED ? info.si_status : 0;
    return 1;
}

int32_t sheaf_process_signal(int32_t pidfd, int32_t signal) {
    return syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0) < 0 ? -errno : 0;
}

int32_t sheaf_process_has_ended(int32_t pidfd) {
    struct pollfd poll_pidfd = {.fd = pidfd, .events = POLLIN};
    int count = poll(&poll_pidfd, 1, 0);
    return count < 0 ? -errno : count > 0;
}

int32_t sheaf_process_set_name(const char *name) { return prctl(PR_SET_NAME, name) < 0 ? -errno : 0; }

const char *sheaf_signal_name(int32_t signal) { return sigabbrev_np(signal); }

int32_t sheaf_process_block_signals(const int32_t *signals, size_t count) {
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < count; i++)
        sigaddset(&set, signals[i]);
    return -pthread_sigmask(SIG_BLOCK, &set, NULL);
}

int32_t sheaf_process_die_with_parent(int32_t parent) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0)
        return -errno;
    return getppid() == parent ? 0 : -ESRCH;
}

int32_t sheaf_process_set_dumpable(int32_t dumpable) { return prctl(PR_SET_DUMPABLE, dumpable) < 0 ? -errno : 0; }

int32_t sheaf_process_processors(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof(set), &set) < 0 ? -errno : CPU_COUNT(&set);
}

int64_t sheaf_process_raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0)
        return -errno;
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) < 0)
        return -errno;
    return (int64_t)limit.rlim_cur;
}
