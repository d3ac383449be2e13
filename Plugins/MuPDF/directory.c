/* SPDX-License-Identifier: Apache-2.0
 *
 * directory.c: the directory of a ZIP archive (APPNOTE.TXT 6.3.10, 4.3.12 to 4.3.16), as bytes: MuPDF tells the names in it alone.
 */
#include "rewriting.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Sizes of records without what varies in them. */
#define END_SIZE 22
#define LOCATOR_SIZE 20
#define END64_SIZE 56

/* A longer directory is none of a book. */
#define BYTES_MAX ((int64_t)64 << 20)

static uint64_t number(const unsigned char *bytes, size_t size)
{
    uint64_t value = 0;
    for (size_t i = size; i > 0; i--)
        value = value << 8 | bytes[i - 1];
    return value;
}

static int compare(const void *left, const void *right)
{
    const directory_entry *a = left, *b = right;
    const int order = strcasecmp(a->name, b->name);
    return order != 0 ? order : (a->record > b->record) - (a->record < b->record);
}

/* Finds where the directory is, and where it ends. 0: it is not there. */
static int find_directory(sheaf_input *input, int64_t *start, int64_t *end, uint64_t *count)
{
    unsigned char tail[UINT16_MAX + END_SIZE], record[END64_SIZE];
    const int64_t from = input->size > (int64_t)sizeof tail ? input->size - (int64_t)sizeof tail : 0;
    int64_t at = sheaf_input_read(input, tail, sizeof tail, from) - END_SIZE;
    while (at >= 0 && memcmp(tail + at, "PK\5\6", 4) != 0)
        at--;
    if (at < 0)
        return 0;
    *count = number(tail + at + 10, 2);
    *start = (int64_t)number(tail + at + 16, 4);
    *end = from + at;
    if (*count < UINT16_MAX && *start < (int64_t)UINT32_MAX)
        return *start <= *end;
    if (sheaf_input_read(input, record, LOCATOR_SIZE, *end - LOCATOR_SIZE) != LOCATOR_SIZE || memcmp(record, "PK\6\7", 4) != 0)
        return *start <= *end;
    *end = (int64_t)number(record + 8, 8);
    if (*end < 0 || sheaf_input_read(input, record, END64_SIZE, *end) != END64_SIZE || memcmp(record, "PK\6\6", 4) != 0)
        return 0;
    *count = number(record + 32, 8);
    *start = (int64_t)number(record + 48, 8);
    return *start >= 0 && *start <= *end;
}

/* Reads the entries of the directory, as far as they are whole. */
static int read_entries(directory *directory, int64_t length, uint64_t count)
{
    const unsigned char *at = directory->bytes, *end = at + length;
    const uint64_t most = (uint64_t)length / DIRECTORY_RECORD_SIZE;
    directory->entries = calloc((size_t)(count < most ? count : most) + 1, sizeof *directory->entries);
    for (uint64_t i = 0; i < count && directory->entries != NULL; i++) {
        if (end - at < DIRECTORY_RECORD_SIZE || memcmp(at, "PK\1\2", 4) != 0)
            break;
        const size_t name = (size_t)number(at + 28, 2);
        const size_t size = DIRECTORY_RECORD_SIZE + name + (size_t)(number(at + 30, 2) + number(at + 32, 2));
        if ((size_t)(end - at) < size)
            break;
        char *copy = strndup((const char *)at + DIRECTORY_RECORD_SIZE, name);
        if (copy == NULL)
            return 0;
        directory->entries[directory->count++] =
            (directory_entry){.name = copy, .record = at, .record_size = size, .size = number(at + 24, 4)};
        at += size;
    }
    if (directory->count > 0)
        qsort(directory->entries, (size_t)directory->count, sizeof *directory->entries, compare);
    return directory->entries != NULL;
}

int directory_read(directory *directory, sheaf_input *input)
{
    int64_t start, end;
    uint64_t count;
    *directory = (struct directory){0};
    if (!find_directory(input, &start, &end, &count) || end - start > BYTES_MAX)
        return 0;
    const int64_t length = end - start;
    directory->bytes = malloc((size_t)length + 1);
    return directory->bytes != NULL && sheaf_input_read(input, directory->bytes, (size_t)length, start) == length &&
           read_entries(directory, length, count);
}

void directory_drop(directory *directory)
{
    for (int i = 0; i < directory->count; i++)
        free(directory->entries[i].name);
    free(directory->entries);
    free(directory->bytes);
    *directory = (struct directory){0};
}

const directory_entry *directory_find(const directory *directory, const char *path)
{
    int low = 0, high = directory->count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (strcasecmp(directory->entries[middle].name, path) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < directory->count && strcasecmp(directory->entries[low].name, path) == 0 ? &directory->entries[low] : NULL;
}
