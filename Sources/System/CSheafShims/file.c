/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "sheaf_shims.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/syscall.h>
#include <unistd.h>

static int64_t nanoseconds(struct timespec time) {
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static sheaf_file_status file_status(const struct stat *file) {
    return (sheaf_file_status){
        .device = file->st_dev,
        .inode = file->st_ino,
        .size = file->st_size,
        .modified = nanoseconds(file->st_mtim),
        .changed = nanoseconds(file->st_ctim),
        .type = file->st_mode & S_IFMT,
    };
}

int32_t sheaf_file_status_get(int32_t fd, sheaf_file_status *status) {
    struct stat file;
    if (fstat(fd, &file) < 0)
        return -errno;
    *status = file_status(&file);
    return 0;
}

int32_t sheaf_file_status_find(int32_t folder, const char *name, sheaf_file_status *status) {
    struct stat file;
    if (fstatat(folder, name, &file, AT_SYMLINK_NOFOLLOW) < 0)
        return -errno;
    *status = file_status(&file);
    return 0;
}

int32_t sheaf_file_stamp_get(const char *path, sheaf_file_stamp *stamp) {
    struct stat file;
    if (stat(path, &file) < 0)
        return -errno;
    *stamp = (sheaf_file_stamp){
        .device = file.st_dev,
        .inode = file.st_ino,
        .size = (uint64_t)file.st_size,
        .modified_seconds = file.st_mtim.tv_sec,
        .modified_nanoseconds = file.st_mtim.tv_nsec,
        .is_program = S_ISREG(file.st_mode) && (file.st_mode & 0111) != 0,
    };
    return 0;
}

/* The major number of /dev/null, /dev/zero and /dev/urandom. */
#define MEMORY_DEVICES 1

/* An overlay passes on the attributes of the file system below it, and adds some of its own: APPEND, but neither COMPRESSED
 * nor VERITY. */
int32_t sheaf_file_is_on_disk(uint32_t device_major, uint64_t mask) {
    const uint64_t btrfs = STATX_ATTR_COMPRESSED | STATX_ATTR_APPEND;
    /* ext4 and F2FS; nothing on FUSE or the network has it. */
    if (mask & STATX_ATTR_VERITY)
        return 1;
    /* XFS and others on a disk, which alone have a device number of their own. FUSE may have one too (fuseblk), but tells no
     * attributes. */
    if (device_major != 0 && (mask & STATX_ATTR_APPEND))
        return 1;
    /* CIFS has COMPRESSED too, but never without ENCRYPTED. */
    return (mask & btrfs) == btrfs && !(mask & STATX_ATTR_ENCRYPTED);
}

/* Only files in memory have seals: on tmpfs, and memfds. */
static int has_seals(int fd) { return fcntl(fd, F_GET_SEALS) >= 0; }

/* Whether a file is known to be on a file system that answers by itself. fstat and fstatfs ask FUSE and network file systems.
 * None of this does. */
static int is_local(int fd, const struct statx *file) {
    return sheaf_file_is_on_disk(file->stx_dev_major, file->stx_attributes_mask) || has_seals(fd);
}

int32_t sheaf_file_kind_get(int32_t fd, sheaf_file_kind *kind) {
    struct statx file;
    int flags = fcntl(fd, F_GETFL);
    if (flags < 0 || statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_TYPE | STATX_INO, &file) < 0)
        return -errno;
    *kind = (sheaf_file_kind){
        .type = file.stx_mode & S_IFMT,
        .access = flags & O_PATH ? 3 : (uint32_t)(flags & O_ACCMODE),
        .device_major = file.stx_dev_major,
        .device_minor = file.stx_dev_minor,
        .local = is_local(fd, &file),
        .device = makedev(file.stx_dev_major, file.stx_dev_minor),
        .inode = file.stx_ino,
    };
    return 0;
}

int32_t sheaf_file_closes_at_once(int32_t fd) {
    struct statx file;
    /* Pages, of which thousands may go at once: a quarter of what statx takes. */
    if (has_seals(fd))
        return 1;
    if (statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_TYPE, &file) < 0)
        return 0;
    switch (file.stx_mode & S_IFMT) {
    case S_IFREG:
    case S_IFDIR:
        if (sheaf_file_is_on_disk(file.stx_dev_major, file.stx_attributes_mask))
            return 1;
        break;
    case S_IFCHR: /* not of terminals, which wait until all is written */
        if (file.stx_rdev_major == MEMORY_DEVICES)
            return 1;
        break;
    case S_IFIFO:
    case 0: /* what the kernel has no file for: epoll, eventfd, inotify */
        return 1;
    }
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && (flags & O_PATH) != 0;
}

int32_t sheaf_file_mounts_changed(int32_t fd) {
    struct pollfd mounts = {.fd = fd, .events = POLLPRI};
    int count = poll(&mounts, 1, 0);
    return count < 0 ? -errno : count > 0;
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

int32_t sheaf_file_locate_folder_on_device(int32_t folder, const char *path) {
    struct open_how how = {
        .flags = O_PATH | O_CLOEXEC | O_DIRECTORY,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_XDEV,
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
    /* One that holds less will do: the kernel gives no more where all of this user's pipes have much already. */
    fcntl(fds[1], F_SETPIPE_SZ, capacity);
    if (fcntl(fds[1], F_SETFL, O_NONBLOCK) < 0) {
        int result = -errno;
        close(fds[0]);
        close(fds[1]);
        return result;
    }
    return 0;
}
