/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "sheaf_shims.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where the child's own descriptors begin. */
#define FIRST_DESCRIPTOR 3
#define MAX_INHERITED 8

/* The kernel's own interface, where the C library and the sanitizers would keep accounts: what runs in a child that shares
 * the caller's memory must leave none there. */
#define SIGNAL_SET_SIZE 8

struct start {
    const char *path;
    char *const *argv;
    char *const *envp;
    size_t fd_count;
    /* Where its output goes waits in a slot behind those of its descriptors; else it is this process's standard error. */
    int has_output;
    /* The highest number that the child needs of the caller's. */
    int highest;
    uint64_t mask;    /* the caller's */
    uint64_t blocked; /* beside it */
    int is_detached;  /* has a session of its own, and no signal blocked */
    long error;
};

/* Where descriptors wait for a child: numbers of this process that nothing else uses. */
static pthread_mutex_t slots_lock = PTHREAD_MUTEX_INITIALIZER;
#define SLOTS (MAX_INHERITED + 1)
static int slots[SLOTS];
static int slot_count;
static int null_device = -1;

/* Not no_sanitize: the thread sanitizer notes calls of such a function all the same, in what it has of the caller's thread. */
#define UNSEEN __attribute__((disable_sanitizer_instrumentation))

/* Runs in the child, which still shares the caller's memory and, until its first call, its descriptors. */
UNSEEN static int run_child(void *argument) {
    struct start *start = argument;
    const unsigned long default_action[4] = {0};
    const uint64_t mask = start->is_detached ? 0 : start->mask | start->blocked;
    const size_t used = start->fd_count + (start->has_output ? 1 : 0);
    int high[SLOTS] = {0};
    /* A descriptor that is left out of the copy needs no closing: on FUSE that waits for ever where the file system
     * does not answer, and the caller would wait with it. Numbers below SHEAF_PROCESS_FIRST_KEPT are always copied. */
    long result = syscall(SYS_close_range, start->highest + 1, ~0u, CLOSE_RANGE_UNSHARE);
    if (result >= 0)
        result = syscall(SYS_dup3, null_device, 0, 0);
    /* First out of the way: a target may be the slot of a later one. */
    for (size_t i = 0; result >= 0 && i < used; i++)
        result = high[i] = (int)syscall(SYS_fcntl, slots[i], F_DUPFD, FIRST_DESCRIPTOR + MAX_INHERITED);
    if (result >= 0 && start->has_output)
        result = syscall(SYS_dup3, high[start->fd_count], 2, 0);
    for (size_t i = 0; result >= 0 && i < start->fd_count; i++)
        result = syscall(SYS_dup3, high[i], FIRST_DESCRIPTOR + (int)i, 0);
    if (result >= 0)
        result = syscall(SYS_close_range, FIRST_DESCRIPTOR + (int)start->fd_count, ~0u, 0);
    if (result >= 0)
        result = syscall(SYS_dup3, 2, 1, 0);
    if (result >= 0 && start->is_detached)
        result = syscall(SYS_setsid);
    for (int signal = 1; result >= 0 && signal <= 64; signal++) /* some can't be changed */
        syscall(SYS_rt_sigaction, signal, default_action, NULL, SIGNAL_SET_SIZE);
    if (result >= 0)
        syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, NULL, SIGNAL_SET_SIZE);
    if (result >= 0)
        syscall(SYS_execve, start->path, start->argv, start->envp);
    start->error = errno;
    syscall(SYS_exit_group, 127);
    return 0;
}

/* Not clone: the thread sanitizer takes what that does for fork. */
int __clone(int (*run)(void *), void *stack, int flags, void *argument, ...);

/* The child runs while this waits, until it executes its program or ends. */
static int32_t start_child(struct start *start, int32_t *pid) {
    _Alignas(16) char stack[SHEAF_PROCESS_STACK];
    const uint64_t all = ~(uint64_t)0;
    int pidfd = -1;
    /* A handler that ran in the child would run in this memory. */
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &start->mask, SIGNAL_SET_SIZE);
    int child = __clone(run_child, stack + sizeof(stack), CLONE_VM | CLONE_VFORK | CLONE_FILES | CLONE_PIDFD | SIGCHLD,
                        start, &pidfd);
    int error = errno;
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &start->mask, NULL, SIGNAL_SET_SIZE);
    if (child < 0)
        return -error;
    if (start->error != 0) {
        waitpid(child, NULL, 0);
        close(pidfd);
        return -(int32_t)start->error;
    }
    *pid = child;
    return pidfd;
}

/* The slots, which are made once. */
static int32_t make_slots(void) {
    if (null_device < 0)
        null_device = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null_device < 0)
        return -errno;
    for (; slot_count < SLOTS; slot_count++) {
        slots[slot_count] = fcntl(null_device, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
        if (slots[slot_count] < 0)
            return -errno;
    }
    return 0;
}

char *const *sheaf_process_environment(void) { return environ; }

static int32_t spawn(struct start start, const int32_t *fds, int32_t output, int32_t *pid) {
    const size_t fd_count = start.fd_count;
    start.has_output = output != STDERR_FILENO;
    if (fd_count > MAX_INHERITED)
        return -E2BIG;
    pthread_mutex_lock(&slots_lock);
    int32_t result = make_slots();
    size_t used = 0;
    start.highest = null_device;
    for (int i = 0; i < slot_count; i++)
        start.highest = slots[i] > start.highest ? slots[i] : start.highest;
    for (; result >= 0 && used < fd_count + (start.has_output ? 1 : 0); used++)
        result = dup3(used < fd_count ? fds[used] : output, slots[used], O_CLOEXEC) < 0 ? -errno : 0;
    if (result >= 0)
        result = start_child(&start, pid);
    for (size_t i = 0; i < used; i++)
        dup3(null_device, slots[i], O_CLOEXEC);
    pthread_mutex_unlock(&slots_lock);
    return result;
}

int32_t sheaf_process_spawn(const char *path, char *const argv[], char *const envp[], const int32_t *fds,
                            size_t fd_count, int32_t output, uint64_t blocked, int32_t *pid) {
    struct start start = {.path = path, .argv = argv, .envp = envp, .fd_count = fd_count, .blocked = blocked};
    return spawn(start, fds, output, pid);
}

int32_t sheaf_process_spawn_detached(const char *path, char *const argv[], char *const envp[], int32_t output) {
    int32_t pid;
    struct start start = {.path = path, .argv = argv, .envp = envp, .is_detached = 1};
    return spawn(start, NULL, output, &pid);
}

void sheaf_process_close_on_exec(void) {
    syscall(SYS_close_range, FIRST_DESCRIPTOR, ~0u, CLOSE_RANGE_CLOEXEC);
}

int32_t sheaf_process_reserve_numbers(int32_t *numbers, size_t count) {
    int32_t result = 0;
    pthread_mutex_lock(&slots_lock);
    for (size_t i = 0; result >= 0 && i < count; i++) {
        int number = FIRST_DESCRIPTOR + (int)i;
        numbers[i] = number;
        if (number >= SHEAF_PROCESS_FIRST_KEPT)
            continue;
        numbers[i] = fcntl(number, F_DUPFD_CLOEXEC, SHEAF_PROCESS_FIRST_KEPT);
        if (numbers[i] < 0 || close(number) < 0)
            result = -errno;
    }
    if (result >= 0)
        result = make_slots();
    while (result >= 0) {
        int number = fcntl(null_device, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
        if (number < 0)
            result = -errno;
        else if (number >= SHEAF_PROCESS_FIRST_KEPT) {
            close(number);
            break;
        }
    }
    pthread_mutex_unlock(&slots_lock);
    return result;
}

/* Whether a descriptor was closed so. */
static atomic_int closed_aside;

/* Runs in a process of its own that shares the caller's memory. */
UNSEEN static int close_descriptors(void *numbers) {
    for (const int32_t *fd = numbers; *fd >= 0; fd++)
        syscall(SYS_close, *fd);
    syscall(SYS_exit_group, 0);
    return 0;
}

int32_t sheaf_process_close_aside(const int32_t *fds, void *stack) {
    int pidfd = -1;
    closed_aside = 1;
    /* No signal at its end: its pidfd tells that. */
    int child = __clone(close_descriptors, (char *)stack + SHEAF_PROCESS_STACK, CLONE_VM | CLONE_FILES | CLONE_PIDFD,
                        (void *)fds, &pidfd);
    return child < 0 ? -errno : pidfd;
}

/* How often a process that outlives its parent looks whether that is so, in nanoseconds: a pidfd has been seen not to wake who waits
 * for it (Linux 6.18). */
#define PARENT_LOOK 250000000

/* Runs in a process of its own that shares the caller's descriptors and memory. */
UNSEEN static int outlive(void *parent) {
    struct pollfd end = {.fd = (int)syscall(SYS_pidfd_open, (long)parent, 0), .events = POLLIN};
    struct timespec look;
    /* The kernel gives a child another parent before anything else of the old one's end. */
    do
        look = (struct timespec){.tv_nsec = PARENT_LOOK};
    while (syscall(SYS_getppid) == (long)parent && syscall(SYS_ppoll, &end, 1, &look, NULL, 0) <= 0);
    /* The standard streams that are left are closed first: their readers do not wait for what is never closed. */
    for (int fd = 0; fd < FIRST_DESCRIPTOR; fd++)
        syscall(SYS_close, fd);
    syscall(SYS_exit_group, 0);
    return 0;
}

/* Whether it is a socket of this machine that has nothing in its queue that would be closed with it: only at the end of the
 * process, since somebody may put it there between this and the closing. */
static int is_plain_socket(int fd) {
    int domain = 0;
    socklen_t length = sizeof(domain);
    return getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &length) == 0 && domain == AF_UNIX &&
           !sheaf_socket_may_hold_descriptors(fd);
}

/* Puts the null device in the place of standard descriptors, but for those whose closing may wait. */
static void give_up_standard_descriptors(void) {
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; null >= 0 && fd < FIRST_DESCRIPTOR; fd++)
        if (sheaf_file_closes_at_once(fd) == 1 || is_plain_socket(fd))
            dup3(null, fd, 0);
}

void sheaf_process_close_all(int32_t may_wait) {
    static _Alignas(16) char stack[SHEAF_PROCESS_STACK];
    long highest = 0;
    char line[128];
    FILE *status = fopen("/proc/self/status", "re");
    while (status && fgets(line, sizeof(line), status))
        if (sscanf(line, "FDSize: %ld", &highest) == 1)
            break;
    if (status)
        fclose(status);
    for (int fd = FIRST_DESCRIPTOR; fd < highest; fd++)
        if (sheaf_file_closes_at_once(fd) == 1 || is_plain_socket(fd))
            close(fd);
    if (!may_wait && !closed_aside)
        return;
    /* Readers of this process's output see its end, and not that of the child. */
    give_up_standard_descriptors();
    __clone(outlive, stack + sizeof(stack), CLONE_VM | CLONE_FILES, (void *)(long)getpid());
}

int32_t sheaf_process_wait(int32_t pidfd, int32_t *signal, int32_t *status) {
    siginfo_t info = {0};
    if (waitid(P_PIDFD, (id_t)pidfd, &info, WEXITED | WNOHANG | __WALL) < 0)
        return -errno;
    if (info.si_pid == 0)
        return 0;
    *signal = info.si_code == CLD_EXITED ? 0 : info.si_status;
    *status = info.si_code == CLD_EXITED ? info.si_status : 0;
    return 1;
}

void sheaf_process_kill(int32_t pidfd) {
    siginfo_t info;
    sheaf_process_signal(pidfd, SIGKILL);
    while (waitid(P_PIDFD, (id_t)pidfd, &info, WEXITED | __WALL) < 0 && errno == EINTR)
        ;
}

int32_t sheaf_process_signal(int32_t pidfd, int32_t signal) {
    return syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0) < 0 ? -errno : 0;
}

int32_t sheaf_process_has_ended(int32_t pidfd) {
    struct pollfd poll_pidfd = {.fd = pidfd, .events = POLLIN};
    int count = poll(&poll_pidfd, 1, 0);
    return count < 0 ? -errno : count > 0;
}

int64_t sheaf_process_memfd_bytes(int32_t pid, const char *name, int32_t most) {
    char prefix[64], path[32], target[64];
    struct dirent *entry;
    struct statx file;
    int64_t bytes = 0;

    size_t length = (size_t)snprintf(prefix, sizeof prefix, "/memfd:%s", name);
    snprintf(path, sizeof path, "/proc/%d/fd", pid);
    DIR *descriptors = opendir(path);
    if (descriptors == NULL)
        return -errno;
    while ((entry = readdir(descriptors)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        if (most-- == 0) {
            bytes = -EMFILE;
            break;
        }
        /* The name first: what is behind a document's descriptor is not looked at, it may hang. */
        ssize_t count = readlinkat(dirfd(descriptors), entry->d_name, target, sizeof target);
        if (count < (ssize_t)length || memcmp(target, prefix, length) != 0)
            continue;
        if (statx(dirfd(descriptors), entry->d_name, AT_STATX_DONT_SYNC, STATX_BLOCKS, &file) == 0)
            bytes += (int64_t)file.stx_blocks * 512;
    }
    closedir(descriptors);
    return bytes;
}

int32_t sheaf_process_mapped_memfds(int32_t pid, const char *name, int32_t most) {
    char prefix[64], path[32], line[512];
    unsigned long inode, last = 0;
    int32_t pieces = 0;

    size_t length = (size_t)snprintf(prefix, sizeof prefix, "/memfd:%s", name);
    snprintf(path, sizeof path, "/proc/%d/maps", pid);
    FILE *maps = fopen(path, "re");
    if (maps == NULL)
        return -errno;
    /* Addresses, rights, offset, device, inode and name (proc_pid_maps(5)); mappings of one piece mostly follow each other. */
    while (fgets(line, sizeof line, maps) != NULL) {
        int position = 0;
        if (most-- == 0) {
            pieces = -EMFILE;
            break;
        }
        if (sscanf(line, "%*s %*s %*s %*s %lu %n", &inode, &position) != 1 || position == 0 || inode == last ||
            strncmp(line + position, prefix, length) != 0)
            continue;
        pieces++;
        last = inode;
    }
    fclose(maps);
    return pieces;
}

int32_t sheaf_process_set_name(const char *name) { return prctl(PR_SET_NAME, name) < 0 ? -errno : 0; }

const char *sheaf_signal_name(int32_t signal) { return sigabbrev_np(signal); }

const char *sheaf_error_name(int32_t error) { return strerrorname_np(error); }

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
