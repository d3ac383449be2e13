/* SPDX-License-Identifier: Apache-2.0
 *
 * By raw system calls: the header of Debian 12 knows less than newer kernels can do.
 */
#include "sheaf_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* struct landlock_ruleset_attr as of version 6; older kernels take its beginning. */
struct ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};

/* Everything that version 1 knows of files: from EXECUTE to MAKE_SYM. */
#define FILES_1 ((1ull << 13) - 1)
#define FILES_REFER (1ull << 13)    /* from version 2 on */
#define FILES_TRUNCATE (1ull << 14) /* 3 */
#define FILES_IOCTL_DEV (1ull << 15) /* 5 */
/* Binding and connecting TCP; abstract Unix sockets and signals. */
#define NETWORK_ALL 3ull
#define SCOPES_ALL 3ull

int32_t sheaf_sandbox_landlock_version(void) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, LANDLOCK_CREATE_RULESET_VERSION);
    return version < 0 ? 0 : (int32_t)version;
}

static int allow(int ruleset, int file, uint64_t more) {
    struct landlock_path_beneath_attr rule = {.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | more, .parent_fd = file};
    struct stat status;
    if (fstat(file, &status) < 0)
        return -errno;
    if (S_ISDIR(status.st_mode))
        rule.allowed_access |= LANDLOCK_ACCESS_FS_READ_DIR;
    return syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) < 0 ? -errno : 0;
}

int32_t sheaf_sandbox_restrict_files(const int32_t *readable, size_t count, const int32_t *executable,
                                     size_t executable_count) {
    int version = sheaf_sandbox_landlock_version();
    struct ruleset all = {.files = FILES_1};
    size_t size = sizeof all.files;

    if (version < 1)
        return -EOPNOTSUPP;
    if (version >= 2)
        all.files |= FILES_REFER;
    if (version >= 3)
        all.files |= FILES_TRUNCATE;
    if (version >= 5)
        all.files |= FILES_IOCTL_DEV;
    if (version >= SHEAF_SANDBOX_LANDLOCK_NETWORK) {
        all.network = NETWORK_ALL;
        size += sizeof all.network;
    }
    if (version >= SHEAF_SANDBOX_LANDLOCK_SCOPES) {
        all.scopes = SCOPES_ALL;
        size += sizeof all.scopes;
    }
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &all, size, 0);
    if (ruleset < 0)
        return -errno;
    int result = 0;
    for (size_t i = 0; result == 0 && i < count; i++)
        result = allow(ruleset, readable[i], 0);
    for (size_t i = 0; result == 0 && i < executable_count; i++)
        result = allow(ruleset, executable[i], LANDLOCK_ACCESS_FS_EXECUTE);
    if (result == 0 && syscall(SYS_landlock_restrict_self, ruleset, 0) < 0)
        result = -errno;
    close(ruleset);
    return result;
}

int32_t sheaf_sandbox_locate(const char *path) {
    int file = open(path, O_PATH | O_CLOEXEC);
    return file < 0 ? -errno : file;
}
