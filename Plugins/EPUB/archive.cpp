/* SPDX-License-Identifier: Apache-2.0
 *
 * archive.cpp: the files of the book, read by libzip where they lie.
 */
#include "archive.h"

#include <zip.h>

/* A file with more bytes than this is not read. */
#define FILE_SIZE_MAX ((uint64_t)256 << 20)

/* The state of reading an input as libzip does it. */
struct reader {
    sheaf_input *input;
    int64_t offset;
};

static zip_int64_t read_source(void *state, void *data, zip_uint64_t length, zip_source_cmd_t command)
{
    reader *at = static_cast<reader *>(state);
    switch (command) {
    case ZIP_SOURCE_SUPPORTS:
        return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR,
                                              ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, -1);
    case ZIP_SOURCE_OPEN:
        at->offset = 0;
        return 0;
    case ZIP_SOURCE_READ: {
        const int64_t count = sheaf_input_read(at->input, data, length, at->offset);
        if (count > 0)
            at->offset += count;
        return count < 0 ? -1 : count;
    }
    case ZIP_SOURCE_STAT: {
        zip_stat_t *found = static_cast<zip_stat_t *>(data);
        zip_stat_init(found);
        found->size = static_cast<zip_uint64_t>(at->input->size);
        found->valid = ZIP_STAT_SIZE;
        return sizeof *found;
    }
    case ZIP_SOURCE_SEEK: {
        zip_error_t error;
        zip_error_init(&error);
        const zip_int64_t offset =
            zip_source_seek_compute_offset(static_cast<zip_uint64_t>(at->offset), static_cast<zip_uint64_t>(at->input->size), data, length, &error);
        if (offset < 0)
            return -1;
        at->offset = offset;
        return 0;
    }
    case ZIP_SOURCE_TELL:
        return at->offset;
    case ZIP_SOURCE_ERROR: {
        zip_error_t error;
        zip_error_init(&error);
        zip_error_set(&error, ZIP_ER_READ, EIO);
        return zip_error_to_data(&error, data, length);
    }
    case ZIP_SOURCE_FREE:
        delete at;
        return 0;
    default:
        return 0;
    }
}

/* Opens the archive of an input. NULL: it is none. */
static zip_t *open_archive(sheaf_input *input)
{
    zip_error_t error;
    zip_error_init(&error);
    reader *state = new reader{input, 0};
    zip_source_t *source = zip_source_function_create(read_source, state, &error);
    if (source == nullptr) {
        delete state;
        return nullptr;
    }
    zip_t *archive = zip_open_from_source(source, ZIP_RDONLY, &error);
    if (archive == nullptr)
        zip_source_free(source);
    zip_error_fini(&error);
    return archive;
}

/* The number of a file; -1: there is none. Names that differ in case alone are found, too. */
static zip_int64_t find_file(zip_t *archive, const char *path)
{
    const zip_int64_t found = zip_name_locate(archive, path, ZIP_FL_ENC_GUESS);
    return found >= 0 ? found : zip_name_locate(archive, path, ZIP_FL_ENC_GUESS | ZIP_FL_NOCASE);
}

static int has_file(void *state, const char *path)
{
    return find_file(static_cast<zip_t *>(state), path) >= 0;
}

static const char *name_of_file(void *state, int index)
{
    return zip_get_name(static_cast<zip_t *>(state), static_cast<zip_uint64_t>(index), ZIP_FL_ENC_GUESS);
}

static char *copy_of_file(void *state, const char *path, size_t *length)
{
    zip_t *archive = static_cast<zip_t *>(state);
    const zip_int64_t index = find_file(archive, path);
    zip_stat_t found;
    if (index < 0 || zip_stat_index(archive, static_cast<zip_uint64_t>(index), 0, &found) != 0 || found.size > FILE_SIZE_MAX)
        return nullptr;
    zip_file_t *file = zip_fopen_index(archive, static_cast<zip_uint64_t>(index), 0);
    if (file == nullptr)
        return nullptr;
    char *bytes = static_cast<char *>(malloc(found.size + 1));
    /* No more is read than it has: a checksum that is wrong costs nothing. */
    const zip_int64_t count = bytes == nullptr ? -1 : zip_fread(file, bytes, found.size);
    zip_fclose(file);
    if (count < 0) {
        free(bytes);
        return nullptr;
    }
    bytes[count] = 0;
    *length = static_cast<size_t>(count);
    return bytes;
}

static void close_archive(void *state)
{
    zip_discard(static_cast<zip_t *>(state));
}

bool archive_open(sheaf_input *input, layout_files *files)
{
    zip_t *archive = open_archive(input);
    *files = {{archive, has_file, name_of_file, copy_of_file}, close_archive};
    return archive != nullptr;
}
