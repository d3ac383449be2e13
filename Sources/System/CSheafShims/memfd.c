/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "sheaf_shims.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert(SHEAF_SEAL_SEAL == F_SEAL_SEAL && SHEAF_SEAL_SHRINK == F_SEAL_SHRINK, "seals");
_Static_assert(SHEAF_SEAL_GROW == F_SEAL_GROW && SHEAF_SEAL_WRITE == F_SEAL_WRITE, "seals");

int32_t sheaf_memfd_create(const char *name) {
    int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    return fd < 0 ? -errno : fd;
}

int32_t sheaf_memfd_add_seals(int32_t fd, uint32_t seals) { return fcntl(fd, F_ADD_SEALS, (int)seals) < 0 ? -errno : 0; }

int32_t sheaf_memfd_get_seals(int32_t fd) {
    int seals = fcntl(fd, F_GET_SEALS);
    return seals < 0 ? -errno : seals;
}

int32_t sheaf_memfd_allocate(int32_t fd, int64_t offset, int64_t bytes) {
    return fallocate(fd, 0, offset, bytes) < 0 ? -errno : 0;
}

int32_t sheaf_memfd_free(int32_t fd) {
    struct stat status;
    if (fstat(fd, &status) < 0) return -errno;
    /* Of a page of memory that is not in it as a whole only the bytes are made zero. */
    off_t page = sysconf(_SC_PAGESIZE), bytes = (status.st_size + page - 1) / page * page;
    return fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, bytes) < 0 ? -errno : 0;
}
