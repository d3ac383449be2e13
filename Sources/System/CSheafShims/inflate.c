/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "sheaf_shims.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

/* The bytes of the file that are read at once, and of the memory that is made first. */
#define PIECE ((size_t)65536)

/* Goes on unpacking into more memory. 0, or -EFBIG or -ENOMEM. */
static int32_t grow(unsigned char **bytes, size_t *room, size_t most) {
    if (*room == most)
        return -EFBIG;
    size_t larger = *room == 0 ? PIECE : *room * 2;
    larger = larger < most ? larger : most;
    unsigned char *memory = realloc(*bytes, larger);
    if (!memory)
        return -ENOMEM;
    *bytes = memory;
    *room = larger;
    return 0;
}

/* Reads bytes that are not packed. */
static int32_t copy(int32_t file, int64_t offset, int64_t length, size_t most, unsigned char **bytes, size_t *used) {
    size_t room = 0;
    while (length > 0) {
        int32_t status = *used == room ? grow(bytes, &room, most) : 0;
        if (status != 0)
            return status;
        ssize_t count = pread(file, *bytes + *used, (size_t)length < room - *used ? (size_t)length : room - *used, offset);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return count < 0 ? -errno : -EBADMSG;
        offset += count, length -= count, *used += (size_t)count;
    }
    return 0;
}

int32_t sheaf_inflate(int32_t file, int64_t offset, int64_t length, int32_t form, size_t most, void **result, size_t *size) {
    unsigned char piece[PIECE], *bytes = NULL;
    size_t room = 0, used = 0;
    int32_t status = 0;
    int at_end = 0, is_gzip = form == SHEAF_PACKED_GZIP;
    if (form == SHEAF_PACKED_STORED) {
        status = copy(file, offset, length, most, &bytes, &used);
        *result = bytes;
        *size = used;
        return status;
    }
    z_stream stream = {0};
    /* A window of 32 KiB; with 16 more gzip's header and end, with a minus none. */
    if (inflateInit2(&stream, is_gzip ? 15 + 16 : -15) != Z_OK)
        return -ENOMEM;
    while (status == 0) {
        /* Where there was no more room, there may be more of what was read before. */
        if (stream.avail_in == 0 && (used < room || room == 0 || at_end)) {
            ssize_t count = pread(file, piece, length < (int64_t)PIECE ? (size_t)length : PIECE, offset);
            if (count < 0 && errno == EINTR)
                continue;
            if (count <= 0) {
                status = count < 0 ? -errno : at_end ? 0 : -EBADMSG;
                break;
            }
            offset += count, length -= count;
            stream.next_in = piece;
            stream.avail_in = (uInt)count;
        }
        /* A further part of a file of gzip's; what follows otherwise belongs to nothing. */
        if (at_end && (!is_gzip || *stream.next_in != 0x1f || inflateReset(&stream) != Z_OK))
            break;
        at_end = 0;
        if (used == room && (status = grow(&bytes, &room, most)) != 0)
            break;
        size_t left = room - used < (1u << 30) ? room - used : (1u << 30);
        stream.next_out = bytes + used;
        stream.avail_out = (uInt)left;
        int found = inflate(&stream, Z_NO_FLUSH);
        used += left - stream.avail_out;
        if (found == Z_STREAM_END)
            at_end = 1;
        else if (found != Z_OK && found != Z_BUF_ERROR)
            status = found == Z_MEM_ERROR ? -ENOMEM : -EBADMSG;
    }
    inflateEnd(&stream);
    *result = bytes;
    *size = used;
    return status;
}
