/* SPDX-License-Identifier: Apache-2.0
 *
 * frame.c: what makes a ZIP archive of files that are put behind another one: their headers, and a directory of all (APPNOTE.TXT 6.3.10).
 * Nothing of it says when a file was written or has a checksum: MuPDF looks at none.
 */
#include "rewriting.h"

#include <string.h>

#define VERSION 45 /* with sizes of 64 bits */

static void put(fz_context *context, frame *frame, uint64_t value, int size)
{
    for (int i = 0; i < size; i++)
        fz_append_byte(context, frame->bytes, (int)(value >> 8 * i & 0xff));
}

/* Puts what a header and a record of the directory have in common: from the version to the length of the name. */
static void put_description(fz_context *context, frame *frame, int64_t size, size_t name)
{
    put(context, frame, VERSION, 2);
    put(context, frame, 0x800, 2); /* names are UTF-8 */
    put(context, frame, 0, 10);    /* stored */
    put(context, frame, (uint64_t)size, 4);
    put(context, frame, (uint64_t)size, 4);
    put(context, frame, name, 2);
}

/* Ends a stretch of the frame that began at `from`. */
static void end_piece(frame *frame, size_t from)
{
    const int64_t length = (int64_t)(frame->bytes->len - from);
    frame->pieces[frame->piece_count++] = (piece){.start = frame->size, .length = length, .from = from, .file = -1};
    frame->size += length;
}

void frame_begin(fz_context *context, frame *frame, int64_t before, int files)
{
    frame->size = before;
    frame->bytes = fz_new_buffer(context, 65536);
    frame->records = fz_new_buffer(context, 65536);
    frame->pieces = fz_malloc_array(context, 2 * (size_t)files + 1, piece);
}

void frame_add_file(fz_context *context, frame *frame, const char *path, int64_t size)
{
    const size_t from = frame->bytes->len, name = strlen(path);
    const int64_t offset = frame->size;
    fz_append_string(context, frame->bytes, "PK\3\4");
    put_description(context, frame, size, name);
    put(context, frame, 0, 2);
    fz_append_string(context, frame->bytes, path);
    end_piece(frame, from);
    frame->pieces[frame->piece_count++] = (piece){.start = frame->size, .length = size, .file = frame->files++};
    frame->size += size;

    fz_buffer *bytes = frame->bytes;
    frame->bytes = frame->records;
    frame->records = bytes;
    fz_append_string(context, frame->bytes, "PK\1\2");
    put(context, frame, VERSION, 2);
    put_description(context, frame, size, name);
    put(context, frame, 12, 2); /* of the extra field, which has the offset in 64 bits */
    put(context, frame, 0, 10);
    put(context, frame, UINT32_MAX, 4);
    fz_append_string(context, frame->bytes, path);
    put(context, frame, 1, 2);
    put(context, frame, 8, 2);
    put(context, frame, (uint64_t)offset, 8);
    frame->records = frame->bytes;
    frame->bytes = bytes;
    frame->record_count++;
}

void frame_add_record(fz_context *context, frame *frame, const directory_entry *entry)
{
    fz_append_data(context, frame->records, entry->record, entry->record_size);
    frame->record_count++;
}

void frame_end(fz_context *context, frame *frame)
{
    const size_t from = frame->bytes->len;
    const uint64_t start = (uint64_t)frame->size, size = frame->records->len, count = frame->record_count;
    fz_append_buffer(context, frame->bytes, frame->records);
    fz_append_string(context, frame->bytes, "PK\6\6");
    put(context, frame, 44, 8);
    put(context, frame, VERSION, 2);
    put(context, frame, VERSION, 2);
    put(context, frame, 0, 8);
    put(context, frame, count, 8);
    put(context, frame, count, 8);
    put(context, frame, size, 8);
    put(context, frame, start, 8);
    fz_append_string(context, frame->bytes, "PK\6\7");
    put(context, frame, 0, 4);
    put(context, frame, start + size, 8);
    put(context, frame, 1, 4);
    fz_append_string(context, frame->bytes, "PK\5\6");
    put(context, frame, 0, 4);
    put(context, frame, UINT64_MAX, 8);
    put(context, frame, UINT32_MAX, 4);
    put(context, frame, 0, 2);
    end_piece(frame, from);
}

void frame_drop(fz_context *context, frame *frame)
{
    fz_drop_buffer(context, frame->bytes);
    fz_drop_buffer(context, frame->records);
    fz_free(context, frame->pieces);
}

const piece *frame_find(const frame *frame, int64_t offset)
{
    int low = 0, high = frame->piece_count;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (frame->pieces[middle].start <= offset)
            low = middle;
        else
            high = middle;
    }
    return offset >= frame->size || frame->piece_count == 0 ? NULL : &frame->pieces[low];
}
