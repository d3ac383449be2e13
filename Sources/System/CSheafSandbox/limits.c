/* SPDX-License-Identifier: Apache-2.0 */
#include "sheaf_sandbox.h"

#include <dirent.h>
#include <errno.h>
#include <linux/capability.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

int32_t sheaf_sandbox_is_sanitized(void) { return SANITIZED; }

static int lower(int resource, uint64_t value) {
    struct rlimit limit;
    if (getrlimit((__rlimit_resource_t)resource, &limit) < 0)
        return -errno;
    if (limit.rlim_max > value)
        limit.rlim_max = value;
    /* The soft limit is the hard one: a provider can't raise what it was given. */
    limit.rlim_cur = limit.rlim_max;
    return setrlimit((__rlimit_resource_t)resource, &limit) < 0 ? -errno : 0;
}

/* The threads of all processes of this user that can be seen: the folder of them has so many links, and two. */
static uint64_t threads_of_user(void) {
    uint64_t count = 0;
    DIR *processes = opendir("/proc");
    struct dirent *entry;
    struct stat threads;
    char path[sizeof("/proc//task") + sizeof(entry->d_name)];

    while (processes != NULL && (entry = readdir(processes)) != NULL) {
        if (entry->d_name[0] < '0' || entry->d_name[0] > '9')
            continue;
        snprintf(path, sizeof path, "/proc/%s/task", entry->d_name);
        if (stat(path, &threads) == 0 && threads.st_uid == getuid() && threads.st_nlink > 2)
            count += threads.st_nlink - 2;
    }
    if (processes != NULL)
        closedir(processes);
    return count;
}

/* Libraries that go down by recursion meet documents that nest deeply: the stack grows to this, in bytes, where it is needed. The kernel
 * leaves 128 MB of addresses for it. */
#define STACK_SIZE ((rlim_t)96 << 20)

static int raise_stack(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) < 0)
        return -errno;
    if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur >= STACK_SIZE)
        return 0;
    limit.rlim_cur = limit.rlim_max < STACK_SIZE ? limit.rlim_max : STACK_SIZE;
    return setrlimit(RLIMIT_STACK, &limit) < 0 ? -errno : 0;
}

int32_t sheaf_sandbox_set_limits(const sheaf_sandbox_limits *limits) {
    int result = lower(RLIMIT_CORE, 0);
    if (result == 0)
        result = raise_stack();
    if (result == 0)
        result = lower(RLIMIT_FSIZE, limits->file_size);
    if (result == 0 && limits->address_space > 0)
        result = lower(RLIMIT_AS, limits->address_space);
    /* The kernel counts what all processes of the user have, where that is not root. */
    if (result == 0)
        result = lower(RLIMIT_NPROC, threads_of_user() + limits->threads);
    return result;
}

int32_t sheaf_sandbox_drop_privileges(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
    struct __user_cap_data_struct held[_LINUX_CAPABILITY_U32S_3];
    static const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];
    uint32_t all = 0;

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
        return -errno;
    if (syscall(SYS_capget, &header, held) < 0)
        return -errno;
    for (int i = 0; i < _LINUX_CAPABILITY_U32S_3; i++)
        all |= held[i].permitted | held[i].effective | held[i].inheritable;
    /* Not asked where there are none: the unit's filter of system calls refuses capset. */
    if (all != 0 && syscall(SYS_capset, &header, none) < 0)
        return -errno;
    return 0;
}
