/* SPDX-License-Identifier: Apache-2.0
 *
 * Which files a process opens, seen by another one: seccomp_unotify(2). Nothing is refused by it.
 */
#include "sheaf_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

int32_t sheaf_sandbox_watch_opening(void) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (filter == NULL)
        return -ENOMEM;
    int result = seccomp_rule_add(filter, SCMP_ACT_NOTIFY, SCMP_SYS(open), 0);
    if (result == 0)
        result = seccomp_rule_add(filter, SCMP_ACT_NOTIFY, SCMP_SYS(openat), 0);
    if (result == 0)
        result = seccomp_load(filter);
    if (result == 0)
        result = seccomp_notify_fd(filter);
    seccomp_release(filter);
    return result;
}

/* Copies a string from the memory of another process, over the end of a page where it goes on there. */
static void copy_text(uint32_t process, uint64_t address, char *text, size_t length) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE), first = page - address % page;
    struct iovec here = {.iov_base = text, .iov_len = length - 1};
    struct iovec there[2] = {
        {.iov_base = (void *)(uintptr_t)address, .iov_len = first < length - 1 ? first : length - 1},
        {.iov_base = (void *)(uintptr_t)(address + first), .iov_len = first < length - 1 ? length - 1 - first : 0},
    };
    ssize_t count = process_vm_readv((pid_t)process, &here, 1, there, 2, 0);
    text[count < 0 ? 0 : count] = '\0';
}

/* Puts the folder before a path that begins in one. */
static void complete(uint32_t process, int folder, char *path, size_t length) {
    char link[64], start[PATH_MAX], whole[2 * PATH_MAX + 2];
    if (path[0] == '/' || path[0] == '\0')
        return;
    if (folder == AT_FDCWD)
        snprintf(link, sizeof link, "/proc/%u/cwd", process);
    else
        snprintf(link, sizeof link, "/proc/%u/fd/%d", process, folder);
    ssize_t count = readlink(link, start, sizeof start - 1);
    if (count < 0) {
        path[0] = '\0';
        return;
    }
    start[count] = '\0';
    snprintf(whole, sizeof whole, "%s/%s", start, path);
    snprintf(path, length, "%s", whole);
}

int32_t sheaf_sandbox_next_opening(int32_t watch, char *path, size_t length) {
    struct seccomp_notif *call = NULL;
    struct seccomp_notif_resp *answer = NULL;

    path[0] = '\0';
    if (seccomp_notify_alloc(&call, &answer) < 0)
        return -ENOMEM;
    int result = seccomp_notify_receive(watch, call);
    if (result == 0) {
        int at = call->data.nr == SCMP_SYS(openat);
        copy_text(call->pid, call->data.args[at ? 1 : 0], path, length);
        complete(call->pid, at ? (int)call->data.args[0] : AT_FDCWD, path, length);
        answer->id = call->id;
        answer->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
        /* Where that fails the process has ended meanwhile. */
        seccomp_notify_respond(watch, answer);
    }
    seccomp_notify_free(call, answer);
    return result < 0 ? -errno : 0;
}
