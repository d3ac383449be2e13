/* SPDX-License-Identifier: Apache-2.0
 *
 * The system calls that a provider host may make. Every other one fails with EPERM: the list says what rendering needs, so
 * a call that a kernel learns later is refused too. How files are opened is Landlock's part.
 */
#include "sheaf_sandbox.h"

#include <asm/termbits.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define SIGNALS 64

/* Allowed with any arguments. */
static const int allowed[] = {
    /* memory */
    SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise), SCMP_SYS(mincore), SCMP_SYS(membarrier),
    /* threads: clone and the signals that they send each other are below */
    SCMP_SYS(futex), SCMP_SYS(set_robust_list), SCMP_SYS(get_robust_list), SCMP_SYS(rseq), SCMP_SYS(set_tid_address),
    SCMP_SYS(gettid), SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity),
    SCMP_SYS(sched_getattr), SCMP_SYS(sched_getparam), SCMP_SYS(sched_getscheduler), SCMP_SYS(sched_get_priority_max),
    SCMP_SYS(sched_get_priority_min), SCMP_SYS(getcpu), SCMP_SYS(restart_syscall),
    /* signals that it gets */
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigpending),
    SCMP_SYS(rt_sigsuspend), SCMP_SYS(rt_sigtimedwait), SCMP_SYS(sigaltstack), SCMP_SYS(signalfd4),
    /* time */
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep),
    SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(times), SCMP_SYS(timerfd_create), SCMP_SYS(timerfd_settime),
    SCMP_SYS(timerfd_gettime),
    /* itself and the machine, looked at */
    SCMP_SYS(getpid), SCMP_SYS(getppid), SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getegid),
    SCMP_SYS(getgroups), SCMP_SYS(getpgrp), SCMP_SYS(getrusage), SCMP_SYS(getrlimit), SCMP_SYS(getpriority),
    SCMP_SYS(capget), SCMP_SYS(uname), SCMP_SYS(sysinfo), SCMP_SYS(getrandom),
    /* files */
    SCMP_SYS(close), SCMP_SYS(dup), SCMP_SYS(dup2), SCMP_SYS(dup3), SCMP_SYS(read), SCMP_SYS(readv),
    SCMP_SYS(pread64), SCMP_SYS(preadv),
    SCMP_SYS(preadv2), SCMP_SYS(write), SCMP_SYS(writev), SCMP_SYS(pwrite64), SCMP_SYS(pwritev), SCMP_SYS(pwritev2),
    SCMP_SYS(lseek), SCMP_SYS(ftruncate), SCMP_SYS(fallocate), SCMP_SYS(fadvise64), SCMP_SYS(readahead),
    SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(fstat), SCMP_SYS(newfstatat), SCMP_SYS(statx), SCMP_SYS(fstatfs),
    SCMP_SYS(access), SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(readlink), SCMP_SYS(readlinkat),
    SCMP_SYS(getcwd), SCMP_SYS(getdents64),
    /* what it has been given to talk over, and waiting for it */
    SCMP_SYS(recvmsg), SCMP_SYS(recvfrom), SCMP_SYS(sendmsg), SCMP_SYS(sendto), SCMP_SYS(shutdown), SCMP_SYS(getsockopt),
    SCMP_SYS(getsockname), SCMP_SYS(eventfd2), SCMP_SYS(poll), SCMP_SYS(ppoll), SCMP_SYS(select), SCMP_SYS(pselect6),
    SCMP_SYS(epoll_wait), SCMP_SYS(epoll_pwait), SCMP_SYS(epoll_pwait2),
    /* No pipes, and nothing that an epoll watches from here on (below): the kernel limits both for all processes of a user,
     * and the service could start no other host. No memfd_create: what is in shared memory that is not mapped counts for no
     * process, and nothing limits it. */
};

/* Not those by which a file sends signals to another process (F_SETOWN, F_SETSIG), nor leases and locks. */
static const int file_commands[] = {
    F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_ADD_SEALS, F_GET_SEALS,
};
/* Whether it is a terminal, how much there is to read; nothing that types into a terminal or sends signals. */
static const unsigned device_commands[] = {TCGETS, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX};
/* Of the loop that was made before. */
static const int watch_commands[] = {EPOLL_CTL_MOD, EPOLL_CTL_DEL};
static const int process_commands[] = {PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_GET_NO_NEW_PRIVS};

/* Closing in a copy of the descriptor table is a way to have another one. */
static const int close_range_flags[] = {0, CLOSE_RANGE_CLOEXEC};

/* A thread has these flags, and none of those of namespaces: what it has open counts for its process. */
#define THREAD_FLAGS (CLONE_THREAD | CLONE_FILES)
#define THREAD_MASK                                                                                                    \
    (THREAD_FLAGS | CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID |       \
     CLONE_NEWNET)

static int allow_if(scmp_filter_ctx filter, int call, struct scmp_arg_cmp argument) {
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1, argument);
}

static int add_commands(scmp_filter_ctx filter) {
    int result = 0;
    for (size_t i = 0; result == 0 && i < COUNT(file_commands); i++)
        result = allow_if(filter, SCMP_SYS(fcntl), SCMP_A1(SCMP_CMP_EQ, (scmp_datum_t)file_commands[i], 0));
    for (size_t i = 0; result == 0 && i < COUNT(device_commands); i++)
        result = allow_if(filter, SCMP_SYS(ioctl), SCMP_A1(SCMP_CMP_EQ, device_commands[i], 0));
    for (size_t i = 0; result == 0 && i < COUNT(watch_commands); i++)
        result = allow_if(filter, SCMP_SYS(epoll_ctl), SCMP_A1(SCMP_CMP_EQ, (scmp_datum_t)watch_commands[i], 0));
    for (size_t i = 0; result == 0 && i < COUNT(process_commands); i++)
        result = allow_if(filter, SCMP_SYS(prctl), SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)process_commands[i], 0));
    for (size_t i = 0; result == 0 && i < COUNT(close_range_flags); i++)
        result = allow_if(filter, SCMP_SYS(close_range), SCMP_A2(SCMP_CMP_EQ, (scmp_datum_t)close_range_flags[i], 0));
    return result;
}

/* Opening is Landlock's part, but for making a file empty: before its version 3 (Linux 6.2) it does not see that. */
static int add_opening(scmp_filter_ctx filter) {
    int result = allow_if(filter, SCMP_SYS(open), SCMP_A1(SCMP_CMP_MASKED_EQ, O_TRUNC, 0));
    if (result == 0)
        result = allow_if(filter, SCMP_SYS(openat), SCMP_A2(SCMP_CMP_MASKED_EQ, O_TRUNC, 0));
    /* openat2 has its flags in memory, as clone3 does. */
    return result < 0 ? result : seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(openat2), 0);
}

/* Allows what a process may do to itself and to no other process. */
static int add_own(scmp_filter_ctx filter) {
    scmp_datum_t own = (scmp_datum_t)getpid();
    int result = allow_if(filter, SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, THREAD_MASK, THREAD_FLAGS));
    /* clone3 has its flags in memory, where a filter does not see them; the C library goes on with clone. */
    if (result == 0)
        result = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    /* A host that SIGKILL has ended was ended by somebody else. Each of the others by its number: a filter compares 64 bits, and
     * the kernel reads 32 of them. */
    for (scmp_datum_t signal = 0; result == 0 && signal <= SIGNALS; signal++) {
        if (signal == SIGKILL)
            continue;
        result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 2, SCMP_A0(SCMP_CMP_EQ, own, 0),
                                  SCMP_A2(SCMP_CMP_EQ, signal, 0));
        if (result == 0)
            result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(kill), 2, SCMP_A0(SCMP_CMP_EQ, own, 0),
                                      SCMP_A1(SCMP_CMP_EQ, signal, 0));
    }
    /* Limits are looked at: past one of processor time the kernel sends SIGKILL. */
    if (result == 0)
        result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 2, SCMP_A0(SCMP_CMP_EQ, 0, 0),
                                  SCMP_A2(SCMP_CMP_EQ, 0, 0));
    if (result == 0)
        result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 2, SCMP_A0(SCMP_CMP_EQ, own, 0),
                                  SCMP_A2(SCMP_CMP_EQ, 0, 0));
    return result;
}

/* A program that is confined before it is executed. What it executes later, if it can (landlock.c), has the same filter. */
static int add_program(scmp_filter_ctx filter) {
    int result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(execve), 0);
    /* Where its first thread has its variables, which the dynamic linker says. */
    return result < 0 ? result : seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(arch_prctl), 0);
}

/* Memory for these bits of protection; but none that is shared and of no file: it stays whole while a page of it is mapped, and
 * counts for no process. */
static int allow_mapping(scmp_filter_ctx filter, scmp_datum_t mask, scmp_datum_t protection) {
    static const int kinds[] = {0, MAP_SHARED, MAP_ANONYMOUS};
    int result = 0;
    for (size_t i = 0; result == 0 && i < COUNT(kinds); i++)
        result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2,
                                  SCMP_A2(SCMP_CMP_MASKED_EQ, mask, protection),
                                  SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_SHARED | MAP_ANONYMOUS, (scmp_datum_t)kinds[i]));
    return result;
}

static int add_memory(scmp_filter_ctx filter, int executable_memory) {
    if (executable_memory) {
        int result = allow_mapping(filter, 0, 0);
        return result < 0 ? result : seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 0);
    }
    /* Not both at once; and none becomes executable that was mapped otherwise. */
    int result = allow_mapping(filter, PROT_EXEC, 0);
    if (result == 0)
        result = allow_mapping(filter, PROT_WRITE | PROT_EXEC, PROT_EXEC);
    if (result == 0)
        result = allow_if(filter, SCMP_SYS(mprotect), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    return result;
}

static int add_rules(scmp_filter_ctx filter, int executable_memory, int role) {
    /* All threads, and a process as a whole is ended that calls by the numbers of another architecture. */
    int result = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    if (result == 0)
        result = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    if (result == 0) /* A tree: calls are found by their number, not one after the other. */
        result = seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    for (size_t i = 0; result == 0 && i < COUNT(allowed); i++)
        result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
    if (result == 0)
        result = add_commands(filter);
    if (result == 0)
        result = add_opening(filter);
    if (result == 0)
        result = add_own(filter);
    if (result == 0 && role == SHEAF_SANDBOX_PROGRAM_HOST)
        result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(memfd_create), 0);
    if (result == 0 && role == SHEAF_SANDBOX_PROGRAM)
        result = add_program(filter);
    return result < 0 ? result : add_memory(filter, executable_memory);
}

int32_t sheaf_sandbox_can_filter(void) {
    uint32_t action = SECCOMP_RET_ERRNO;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

int32_t sheaf_sandbox_filter_calls(int32_t executable_memory, int32_t role) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (filter == NULL)
        return -ENOMEM;
    int result = add_rules(filter, executable_memory, role);
    if (result == 0)
        result = seccomp_load(filter);
    seccomp_release(filter);
    return result;
}
