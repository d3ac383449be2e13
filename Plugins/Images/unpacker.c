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

/* So many headers in a row that libarchive skips are read past: of a damaged RAR it may skip the same one for ever. */
#define RETRIES_MAX 64

static int64_t size_of(const unpacker *unpacker)
{
    return unpacker->blob == NULL ? unpacker->input->size : (int64_t)unpacker->blob->size;
}

int64_t unpacker_peek(unpacker *unpacker, void *buffer, size_t length, int64_t position)
{
    if (unpacker->blob == NULL)
        return sheaf_input_read(unpacker->input, buffer, length, position);
    if (sheaf_input_is_cancelled(unpacker->input))
        return -ECANCELED;
    int64_t rest = (int64_t)unpacker->blob->size - position;
    int64_t count = rest < 0 ? 0 : rest < (int64_t)length ? rest : (int64_t)length;
    if (count > 0)
        memcpy(buffer, unpacker->blob->data + position, (size_t)count);
    return count;
}

static la_ssize_t on_read(struct archive *archive, void *data, const void **bytes)
{
    unpacker *unpacker = data;
    /* Asked for each block: a bomb is noticed within what one block unpacks to. */
    if (archive_filter_bytes(archive, 0) > unpacker->unpacked_max) {
        unpacker->is_too_large = 1;
        archive_set_error(archive, EFBIG, "it unpacks to too much");
        return -1;
    }
    int64_t count = unpacker_peek(unpacker, unpacker->buffer, unpacker->length, unpacker->position);
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
    int64_t base = whence == SEEK_CUR ? unpacker->position : whence == SEEK_END ? size_of(unpacker) : 0;
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
    int64_t rest = size_of(unpacker) - unpacker->position;
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
    int status, retries = 0;
    do
        status = archive_read_next_header(unpacker->archive, entry);
    while (status == ARCHIVE_RETRY && retries++ < RETRIES_MAX);
    if (status == ARCHIVE_EOF)
        return 0;
    if (status < ARCHIVE_WARN) {
        const char *reason = archive_error_string(unpacker->archive);
        *why = g_strdup(reason == NULL ? "it is damaged" : reason);
        unpacker_close(unpacker);
        return -1;
    }
    unpacker->next++;
    return 1;
}

int unpacker_read(unpacker *unpacker, struct archive_entry *entry, size_t most, size_t enough, blob *content, char **why)
{
    blob found = *content;
    size_t room = found.size;
    *content = (blob){0};
    for (;;) {
        if (found.size > most) {
            free(found.data);
            *why = g_strdup_printf("it unpacks to more than %zu MiB", most >> 20);
            return -1;
        }
        if (enough > 0 && found.size >= enough)
            break;
        if (found.size == room) {
            int64_t size = archive_entry_size_is_set(entry) ? archive_entry_size(entry) : -1;
            size_t wanted = enough > 0 ? enough : size >= 0 && (uint64_t)size < most ? (size_t)size + 1 : READ_MAX;
            room = wanted > room ? wanted : room * 2 < most ? room * 2 : most + 1;
            unsigned char *larger = realloc(found.data, room);
            if (larger == NULL) {
                free(found.data);
                *why = g_strdup("not enough memory");
                return -1;
            }
            found.data = larger;
        }
        la_ssize_t count = sheaf_input_is_cancelled(unpacker->input)
                               ? ARCHIVE_FATAL
                               : archive_read_data(unpacker->archive, found.data + found.size, room - found.size);
        if (count == ARCHIVE_RETRY)
            continue;
        if (count < 0 && (found.size == 0 || unpacker->input->cancelled)) {
            *why = g_strdup(archive_error_string(unpacker->archive));
            free(found.data);
            return -1;
        }
        /* A part of an image is better than none; what is missing is told where it is drawn. */
        if (count < 0)
            g_warning("%s: %s", archive_entry_pathname_utf8(entry), archive_error_string(unpacker->archive));
        if (count <= 0)
            break;
        found.size += (size_t)count;
    }
    *content = found;
    return 0;
}

/* The features of a RAR archive, as its headers say. */
typedef struct rar_head {
    int is_solid, is_encrypted, is_volume;
} rar_head;

/* A number of RAR 5: seven bits a byte, the lowest first. */
static uint64_t rar_number(const unsigned char *head, int64_t count, int64_t *at)
{
    uint64_t number = 0;
    for (int shift = 0; *at < count && shift < 63; shift += 7) {
        number |= (uint64_t)(head[*at] & 0x7f) << shift;
        if (!(head[(*at)++] & 0x80))
            break;
    }
    return number;
}

/* The main header of RAR 4 (technical note of RAR 4, "Archive header") or of RAR 5 (RAR 5.0 archive format, 2.2 and 2.3.1). */
static rar_head read_rar_head(unpacker *unpacker)
{
    unsigned char head[64];
    int64_t count = unpacker_peek(unpacker, head, sizeof head, 0), at = 8 + 4;
    if (unpacker->container == CONTAINER_RAR) {
        int flags = count >= 12 && head[9] == 0x73 ? head[10] : 0;
        return (rar_head){.is_volume = flags & 0x01, .is_solid = flags & 0x08, .is_encrypted = flags & 0x80};
    }
    rar_number(head, count, &at);
    uint64_t type = rar_number(head, count, &at), flags = rar_number(head, count, &at);
    if (flags & 1)
        rar_number(head, count, &at);
    uint64_t of_archive = type == 1 ? rar_number(head, count, &at) : 0;
    return (rar_head){.is_volume = of_archive & 1, .is_solid = (of_archive & 4) != 0, .is_encrypted = type == 4};
}

static int is_rar(const unpacker *unpacker)
{
    return unpacker->container == CONTAINER_RAR || unpacker->container == CONTAINER_RAR5;
}

int unpacker_is_solid(unpacker *unpacker)
{
    return unpacker->container == CONTAINER_7Z || unpacker->container == CONTAINER_TAR_COMPRESSED ||
           (is_rar(unpacker) && read_rar_head(unpacker).is_solid);
}

const char *unpacker_refusal(unpacker *unpacker)
{
    rar_head head = is_rar(unpacker) ? read_rar_head(unpacker) : (rar_head){0};
    if (head.is_encrypted)
        return "its names are encrypted, and encrypted archives are not opened here";
    if (head.is_volume)
        return "it is one volume of a RAR archive that is in several files, and only whole archives are read: pack it anew";
    if (head.is_solid && unpacker->container == CONTAINER_RAR)
        return "it is a solid RAR archive of version 4 or older, which libarchive does not read: pack it anew";
    return NULL;
}
