/* SPDX-License-Identifier: Apache-2.0
 *
 * unpacker.c: reads an archive with libarchive, from its start to its end.
 */
#include "unpacker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The bytes that are read first: few behind a jump, since the next jump may follow. */
#define READ_FIRST ((size_t)4096)

static la_ssize_t on_read(struct archive *archive, void *data, const void **bytes)
{
    unpacker *unpacker = data;
    sheaf_input *input = unpacker->input;
    /* Asked for each block: a bomb is noticed within what one block unpacks to. */
    if (archive_filter_bytes(archive, 0) > unpacker->unpacked_max) {
        unpacker->is_too_large = 1;
        archive_set_error(archive, EFBIG, "it unpacks to too much");
        return -1;
    }
    int64_t count = sheaf_input_read(input, unpacker->buffer, unpacker->length, unpacker->position);
    if (count < 0) {
        archive_set_error(archive, (int)-count, "%s", strerror((int)-count));
        return -1;
    }
    unpacker->position += count;
    if (unpacker->length < READ_MAX)
        unpacker->length *= 2;
    *bytes = unpacker->buffer;
    return (la_ssize_t)count;
}

static la_int64_t on_seek(struct archive *archive, void *data, la_int64_t offset, int whence)
{
    (void)archive;
    unpacker *unpacker = data;
    int64_t base = whence == SEEK_CUR ? unpacker->position : whence == SEEK_END ? unpacker->input->size : 0;
    if (__builtin_add_overflow(base, offset, &base) || base < 0)
        return ARCHIVE_FATAL;
    unpacker->position = base;
    unpacker->length = READ_FIRST;
    return base;
}

static la_int64_t on_skip(struct archive *archive, void *data, la_int64_t length)
{
    (void)archive;
    unpacker *unpacker = data;
    int64_t rest = unpacker->input->size - unpacker->position;
    if (length <= 0 || rest <= 0)
        return 0;
    length = length < rest ? length : rest;
    unpacker->position += length;
    unpacker->length = READ_FIRST;
    return length;
}

locale_t unpacker_enter(void)
{
    static locale_t utf8;
    if (utf8 == (locale_t)0) {
        locale_t made = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0), none = (locale_t)0;
        if (made != (locale_t)0 &&
            !__atomic_compare_exchange_n(&utf8, &none, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            freelocale(made);
    }
    return uselocale(utf8);
}

void unpacker_close(unpacker *unpacker)
{
    if (unpacker->archive != NULL)
        archive_read_free(unpacker->archive);
    unpacker->archive = NULL;
}

/* Only what the first bytes say that it is: libarchive would try everything else on it, too. */
static int choose_formats(struct archive *archive, container container)
{
    switch (container) {
    case CONTAINER_ZIP:
        return archive_read_support_format_zip(archive);
    case CONTAINER_RAR:
        return archive_read_support_format_rar(archive);
    case CONTAINER_RAR5:
        return archive_read_support_format_rar5(archive);
    case CONTAINER_7Z:
        return archive_read_support_format_7zip(archive);
    default:
        if (container == CONTAINER_TAR_COMPRESSED) {
            archive_read_support_filter_gzip(archive);
            archive_read_support_filter_bzip2(archive);
            archive_read_support_filter_xz(archive);
            archive_read_support_filter_zstd(archive);
        }
        return archive_read_support_format_tar(archive);
    }
}

int unpacker_open(unpacker *unpacker, char **why)
{
    unpacker_close(unpacker);
    struct archive *archive = archive_read_new();
    unpacker->archive = archive;
    unpacker->next = unpacker->position = 0;
    unpacker->length = READ_FIRST;
    int status = archive == NULL ? ARCHIVE_FATAL : choose_formats(archive, unpacker->container);
    if (status >= ARCHIVE_WARN) {
        archive_read_set_read_callback(archive, on_read);
        archive_read_set_seek_callback(archive, on_seek);
        archive_read_set_skip_callback(archive, on_skip);
        archive_read_set_callback_data(archive, unpacker);
        status = archive_read_open1(archive);
    }
    /* One filter is none. */
    if (status >= ARCHIVE_WARN && archive_filter_count(archive) > 2) {
        archive_set_error(archive, EFBIG, "it is compressed more than once");
        status = ARCHIVE_FATAL;
    }
    if (status >= ARCHIVE_WARN)
        return 0;
    *why = g_strdup(archive == NULL ? "not enough memory" : archive_error_string(archive));
    unpacker_close(unpacker);
    return -1;
}

int unpacker_next(unpacker *unpacker, struct archive_entry **entry, char **why)
{
    int status;
    do
        status = archive_read_next_header(unpacker->archive, entry);
    while (status == ARCHIVE_RETRY);
    if (status == ARCHIVE_EOF)
        return 0;
    if (status < ARCHIVE_WARN) {
        *why = g_strdup(archive_error_string(unpacker->archive));
        unpacker_close(unpacker);
        return -1;
    }
    unpacker->next++;
    return 1;
}

int unpacker_read(unpacker *unpacker, struct archive_entry *entry, size_t most, blob *content, char **why)
{
    size_t room = archive_entry_size_is_set(entry) && archive_entry_size(entry) >= 0 &&
                          (uint64_t)archive_entry_size(entry) < most
                      ? (size_t)archive_entry_size(entry) + 1
                      : READ_MAX;
    blob found = {.data = malloc(room)};
    while (found.data != NULL) {
        if (found.size == room) {
            if (room > most) {
                free(found.data);
                *why = g_strdup_printf("it unpacks to more than %zu MiB", most >> 20);
                return -1;
            }
            room = room * 2 < most ? room * 2 : most + 1;
            unsigned char *larger = realloc(found.data, room);
            if (larger == NULL)
                free(found.data);
            found.data = larger;
            continue;
        }
        la_ssize_t count = sheaf_input_is_cancelled(unpacker->input)
                               ? ARCHIVE_FATAL
                               : archive_read_data(unpacker->archive, found.data + found.size, room - found.size);
        if (count == 0 || (count < 0 && count != ARCHIVE_RETRY && found.size > 0 && !unpacker->input->cancelled)) {
            /* A part of an image is better than none; what is missing is told where it is drawn. */
            if (count < 0)
                g_warning("%s: %s", archive_entry_pathname_utf8(entry), archive_error_string(unpacker->archive));
            *content = found;
            return 0;
        }
        if (count < 0 && count != ARCHIVE_RETRY) {
            *why = g_strdup(archive_error_string(unpacker->archive));
            free(found.data);
            return -1;
        }
        found.size += count > 0 ? (size_t)count : 0;
    }
    *why = g_strdup("not enough memory");
    return -1;
}

/* Whether the pages of a RAR 5 archive are one stream: its main header says so (RAR 5.0 archive format, 2.3.1). */
static int is_solid_rar(sheaf_input *input)
{
    unsigned char head[64];
    int64_t count = sheaf_input_read(input, head, sizeof head, 0);
    uint64_t numbers[5] = {0}; /* header size, type, flags, size of the extra area, flags of the archive */
    int64_t at = 8 + 4;
    for (int i = 0; i < 5; i++) {
        if (i == 3 && !(numbers[2] & 1))
            continue;
        for (int shift = 0; at < count && shift < 63; shift += 7) {
            numbers[i] |= (uint64_t)(head[at] & 0x7f) << shift;
            if (!(head[at++] & 0x80))
                break;
        }
    }
    return numbers[1] == 1 && (numbers[4] & 4) != 0;
}

int unpacker_is_solid(container container, sheaf_input *input)
{
    return container == CONTAINER_7Z || container == CONTAINER_TAR_COMPRESSED ||
           (container == CONTAINER_RAR5 && is_solid_rar(input));
}
