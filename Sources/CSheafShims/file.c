/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "sheaf_shims.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
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

int32_t sheaf_file_open_beneath(int32_t folder, const char *path) {
    struct open_how how = {
        .flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
    };
    long fd = syscall(SYS_openat2, folder, path, &how, sizeof(how));
    return fd < 0 ? -errno : (int32_t)fd;
}

int32_t sheaf_file_locate_folder_beneath(int32_t folder, const char *path) {
    struct open_how how = {
        .flags = O_PATH | O_CLOEXEC | O_DIRECTORY,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
    };
    long fd = syscall(SYS_openat2, folder, path, &how, sizeof(how));
    return fd < 0 ? -errno : (int32_t)fd;
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
