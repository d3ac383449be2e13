/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "sheaf_shims.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

/* From the kernel's sources; linux/magic.h does not carry them. */
#define CIFS_MAGIC 0xff534d42u
#define SMB2_MAGIC 0xfe534d42u
#define CEPH_MAGIC 0x00c36400u
#define V9FS_MAGIC_NUMBER 0x01021997u

static int is_remote(uint32_t magic) {
    switch (magic) {
    case FUSE_SUPER_MAGIC:
    case NFS_SUPER_MAGIC:
    case SMB_SUPER_MAGIC:
    case CIFS_MAGIC:
    case SMB2_MAGIC:
    case CEPH_MAGIC:
    case CODA_SUPER_MAGIC:
    case AFS_SUPER_MAGIC:
    case AFS_FS_MAGIC:
    case V9FS_MAGIC_NUMBER:
        return 1;
    default:
        return 0;
    }
}

int32_t sheaf_file_status_get(int32_t fd, sheaf_file_status *status) {
    struct stat file;
    struct statfs system;
    int flags = fcntl(fd, F_GETFL);
    if (flags < 0 || fstat(fd, &file) < 0 || fstatfs(fd, &system) < 0)
        return -errno;
    *status = (sheaf_file_status){
        .device = file.st_dev,
        .inode = file.st_ino,
        .size = (uint64_t)file.st_size,
        .changed_seconds = file.st_ctim.tv_sec,
        .changed_nanoseconds = file.st_ctim.tv_nsec,
        .type = file.st_mode & S_IFMT,
        .access = flags & O_PATH ? 3 : (uint32_t)(flags & O_ACCMODE),
        .remote = (uint32_t)is_remote((uint32_t)system.f_type),
    };
    return 0;
}

/* RestrictSUIDSGID= of systemd (and so DynamicUser=) takes openat2 away: its filter cannot look into open_how. */
int32_t sheaf_file_walk_beneath(int32_t folder, const char *path, int32_t locate) {
    int step = O_PATH | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW;
    int last = locate ? step : O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW;
    int at = folder;
    char name[NAME_MAX + 1];
    if (path[0] == '/')
        return -EXDEV;
    for (;;) {
        size_t length = strcspn(path, "/");
        int fd, is_last, error;
        if (length > NAME_MAX) {
            fd = -1, is_last = 1, errno = ENAMETOOLONG;
        } else {
            memcpy(name, path, length);
            name[length] = 0;
            path += length + strspn(path + length, "/");
            is_last = *path == 0;
            if (strcmp(name, "..") == 0)
                fd = -1, errno = EXDEV;
            else
                fd = openat(at, name, is_last ? last : step);
        }
        error = errno;
        if (at != folder)
            close(at);
        if (fd < 0)
            return -error;
        if (is_last)
            return fd;
        at = fd;
    }
}

static int32_t open_beneath(int32_t folder, const char *path, int flags, int32_t locate) {
    struct open_how how = {
        .flags = (uint64_t)flags,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
    };
    long fd = syscall(SYS_openat2, folder, path, &how, sizeof(how));
    if (fd < 0 && errno == ENOSYS)
        return sheaf_file_walk_beneath(folder, path, locate);
    return fd < 0 ? -errno : (int32_t)fd;
}

int32_t sheaf_file_open_beneath(int32_t folder, const char *path) {
    return open_beneath(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
}

int32_t sheaf_file_locate_folder_beneath(int32_t folder, const char *path) {
    return open_beneath(folder, path, O_PATH | O_CLOEXEC | O_DIRECTORY, 1);
}

int32_t sheaf_file_open_folder(const char *path) {
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

int32_t sheaf_file_pipe(int32_t fds[2], uint32_t capacity) {
    if (pipe2(fds, O_CLOEXEC) < 0)
        return -errno;
    if (fcntl(fds[1], F_SETPIPE_SZ, capacity) < 0 || fcntl(fds[1], F_SETFL, O_NONBLOCK) < 0) {
        int result = -errno;
        close(fds[0]);
        close(fds[1]);
        return result;
    }
    return 0;
}
