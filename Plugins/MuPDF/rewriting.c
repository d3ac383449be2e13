/* SPDX-License-Identifier: Apache-2.0
 *
 * rewriting.c: an EPUB as MuPDF can read it: a stream that looks like a ZIP archive. It begins with the bytes of the file. Behind them are
 * a package of ours, in which there is each part of the book, and the parts and the obfuscated fonts, which are made when they are read;
 * and a directory of all. What is not replaced is read where it lies in the file, so that memory goes by one part and the directory.
 */
#include "rewriting.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Each part has room for a page that says what is wrong with it. */
#define PART_LEAST 4096

/* Larger texts are not read. */
#define TEXT_MAX ((uint64_t)64 << 20)

/* A part with more than this before its first element is no text; bytes. */
#define PROLOGUE_MAX 1024

/* A file that is put in. */
typedef struct added {
    const char *path;
    const book_part *part; /* that it is the text of, or NULL */
    fz_buffer *bytes;      /* what it has, or NULL: that is made when it is read */
    book_mask mask;        /* of a font */
    int64_t size;
    int is_spoiled;        /* it can't be laid out as it is */
} added;

struct rewriting {
    sheaf_input *input;
    fz_context *context; /* while the book is read */
    fz_archive *archive; /* the file as it is */
    directory directory; /* of that */
    book book;
    added *added; /* by path */
    int added_count;
    frame frame;
    uint64_t unaccounted; /* bytes of the file that were read since the store was emptied */
    int loaded;   /* the file whose bytes are kept, or -1 */
    fz_buffer *loaded_bytes;
};

const book *rewriting_book(const rewriting *rewriting)
{
    return &rewriting->book;
}

fz_archive *rewriting_archive(const rewriting *rewriting)
{
    return rewriting->archive;
}

int64_t rewriting_size(const rewriting *rewriting)
{
    return rewriting->frame.size;
}

/* MARK: The book as it is */

static int has_file(void *state, const char *path)
{
    const rewriting *rewriting = state;
    return directory_find(&rewriting->directory, path) != NULL;
}

static const char *name_of_file(void *state, int index)
{
    const rewriting *rewriting = state;
    return index < rewriting->directory.count ? rewriting->directory.entries[index].name : NULL;
}

/* The bytes of a file, with a NUL behind them; NULL: it can't be read. Throws where that does not lie with it. */
static fz_buffer *read_file(fz_context *context, const rewriting *rewriting, const char *path)
{
    const directory_entry *entry = directory_find(&rewriting->directory, path);
    fz_buffer *buffer = NULL;
    if (entry == NULL || entry->size > TEXT_MAX)
        return NULL;
    fz_var(buffer);
    fz_try(context)
    {
        buffer = fz_read_archive_entry(context, rewriting->archive, path);
        fz_terminate_buffer(context, buffer);
    }
    fz_catch(context)
    {
        fz_drop_buffer(context, buffer);
        if (!is_damage(context) || rewriting->input->failure != 0)
            fz_rethrow(context);
        fz_warn(context, "cannot read %s: %s", path, fz_caught_message(context));
        return NULL;
    }
    return buffer;
}

static char *copy_of_file(void *state, const char *path, size_t *length)
{
    const rewriting *rewriting = state;
    fz_context *context = rewriting->context;
    fz_buffer *buffer = NULL;
    char *copy = NULL;
    /* No function of the book is jumped over: what went wrong is known from the input. */
    fz_var(buffer);
    fz_try(context)
        buffer = read_file(context, rewriting, path);
    fz_catch(context)
        return NULL;
    if (buffer != NULL && (copy = malloc(buffer->len + 1)) != NULL) {
        memcpy(copy, buffer->data, buffer->len);
        copy[buffer->len] = 0;
        *length = buffer->len;
    }
    fz_drop_buffer(context, buffer);
    return copy;
}

/* MARK: The files that are put in */

/* Puts blanks over end tags without a name: MuPDF 1.21 takes one for the end of everything, and ends with what comes behind it. */
static void mend_text(fz_buffer *buffer)
{
    unsigned char *at = buffer->data, *const end = at + buffer->len;
    while ((at = memmem(at, (size_t)(end - at), "</>", 3)) != NULL)
        memset(at, ' ', 3);
}

/* Whether it may be XHTML: there is an element soon. */
static int is_text(const fz_buffer *buffer)
{
    const size_t length = buffer->len < PROLOGUE_MAX ? buffer->len : PROLOGUE_MAX;
    return length > 0 && memchr(buffer->data, '<', length) != NULL;
}

/* Makes the bytes of a file. Throws. */
static fz_buffer *make_file(fz_context *context, const rewriting *rewriting, const added *file)
{
    fz_buffer *buffer = NULL;
    const book_part *part = file->part;
    if (file->bytes != NULL)
        return fz_keep_buffer(context, file->bytes);
    fz_var(buffer);
    fz_try(context)
    {
        if (part == NULL || (part->kind == BOOK_TEXT && !file->is_spoiled))
            buffer = read_file(context, rewriting, file->path);
        if (part == NULL && buffer != NULL)
            masks_lift(&rewriting->book, file->mask, buffer->data, buffer->len);
        if (part != NULL && buffer != NULL && !is_text(buffer)) {
            fz_drop_buffer(context, buffer);
            buffer = NULL;
        }
        if (part != NULL && buffer != NULL) {
            mend_text(buffer);
            anchors_move(buffer->data, buffer->len);
        }
        if (buffer == NULL) {
            buffer = fz_new_buffer(context, PART_LEAST);
            if (part != NULL && part->kind == BOOK_PICTURE && !file->is_spoiled)
                part_make_picture(context, buffer, part);
            else if (part != NULL)
                part_make_notice(context, buffer, part);
        }
        /* Blanks behind its end are nothing. */
        const size_t length = buffer->len;
        fz_resize_buffer(context, buffer, (size_t)file->size);
        if (length < buffer->cap)
            memset(buffer->data + length, ' ', buffer->cap - length);
        buffer->len = (size_t)file->size;
    }
    fz_catch(context)
    {
        fz_drop_buffer(context, buffer);
        fz_rethrow(context);
    }
    return buffer;
}

/* MARK: The archive */

static int compare_added(const void *left, const void *right)
{
    const added *a = left, *b = right;
    const int order = strcasecmp(a->path, b->path);
    /* A file of ours goes before one that the book has by the same name. */
    return order != 0 ? order : (a->bytes == NULL) - (b->bytes == NULL);
}

static const added *find_added(const rewriting *rewriting, const char *path)
{
    int low = 0, high = rewriting->added_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (strcasecmp(rewriting->added[middle].path, path) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    const added *found = low < rewriting->added_count ? &rewriting->added[low] : NULL;
    return found != NULL && strcasecmp(found->path, path) == 0 ? found : NULL;
}

/* Says what is put in, sorted, each name once. Throws. */
static void collect_added(fz_context *context, rewriting *rewriting)
{
    const book *book = &rewriting->book;
    added *files = fz_calloc(context, (size_t)book->part_count + (size_t)book->font_count + 2, sizeof *files);
    int count = 0, kept = 0;
    rewriting->added = files;
    files[0] = (added){.path = PART_CONTAINER, .bytes = part_make_container(context)};
    rewriting->added_count = 1;
    files[1] = (added){.path = PART_PACKAGE, .bytes = part_make_package(context, book)};
    rewriting->added_count = count = 2;
    for (int i = 0; i < count; i++)
        files[i].size = (int64_t)files[i].bytes->len;
    for (int i = 0; i < book->part_count; i++) {
        const book_part *part = &book->parts[i];
        const directory_entry *entry =
            part->kind == BOOK_TEXT ? directory_find(&rewriting->directory, part->text) : NULL;
        int64_t size = entry == NULL || entry->size > TEXT_MAX ? 0 : (int64_t)entry->size;
        files[count++] = (added){.path = part->text, .part = part, .size = size < PART_LEAST ? PART_LEAST : size};
    }
    for (int i = 0; i < book->font_count; i++) {
        const book_font *font = &book->fonts[i];
        const directory_entry *entry = directory_find(&rewriting->directory, font->path);
        if (entry != NULL && entry->size > 0 && entry->size <= TEXT_MAX)
            files[count++] = (added){.path = font->path, .mask = font->mask, .size = (int64_t)entry->size};
    }
    qsort(files, (size_t)count, sizeof *files, compare_added);
    for (int i = 0; i < count; i++)
        if (kept == 0 || strcasecmp(files[kept - 1].path, files[i].path) != 0)
            files[kept++] = files[i];
    rewriting->added_count = kept;
}

/* Whether an entry of the file is left out: it is replaced, or of its META-INF. */
static int is_left_out(const rewriting *rewriting, const directory_entry *entry)
{
    return strncasecmp(entry->name, "META-INF/", 9) == 0 || find_added(rewriting, entry->name) != NULL;
}

static void put_archive(fz_context *context, rewriting *rewriting)
{
    frame_begin(context, &rewriting->frame, rewriting->input->size, rewriting->added_count);
    for (int i = 0; i < rewriting->added_count; i++)
        frame_add_file(context, &rewriting->frame, rewriting->added[i].path, rewriting->added[i].size);
    for (int i = 0; i < rewriting->directory.count; i++)
        if (!is_left_out(rewriting, &rewriting->directory.entries[i]))
            frame_add_record(context, &rewriting->frame, &rewriting->directory.entries[i]);
    frame_end(context, &rewriting->frame);
}

/* Reads the book as it is. Throws. */
static void read_book(fz_context *context, rewriting *rewriting)
{
    const book_files files = {rewriting, has_file, name_of_file, copy_of_file};
    rewriting->context = context;
    const int32_t status = book_read(&rewriting->book, &files);
    if (rewriting->input->cancelled)
        fz_throw(context, FZ_ERROR_TRYLATER, "cancelled");
    if (status == -EBADMSG || rewriting->input->failure != 0)
        fz_throw(context, FZ_ERROR_GENERIC, "it has no package that names what is to be read");
    if (status != 0)
        fz_throw(context, FZ_ERROR_GENERIC, "there is not enough memory for its package");
    if (rewriting->book.lock != NULL)
        fz_throw(context, FZ_ERROR_GENERIC, "the book is locked by DRM (%s)", rewriting->book.lock);
}

rewriting *rewriting_open(fz_context *context, sheaf_input *input)
{
    rewriting *rewriting = fz_calloc(context, 1, sizeof *rewriting);
    fz_stream *stream = NULL;
    rewriting->input = input;
    rewriting->loaded = -1;
    fz_var(stream);
    fz_try(context)
    {
        stream = stream_open(context, input);
        rewriting->archive = fz_open_zip_archive_with_stream(context, stream);
        if (!directory_read(&rewriting->directory, input))
            fz_throw(context, FZ_ERROR_GENERIC, "its directory can't be read");
        read_book(context, rewriting);
        collect_added(context, rewriting);
        put_archive(context, rewriting);
    }
    fz_always(context)
        fz_drop_stream(context, stream);
    fz_catch(context)
    {
        rewriting_drop(context, rewriting);
        fz_rethrow(context);
    }
    return rewriting;
}

void rewriting_drop(fz_context *context, rewriting *rewriting)
{
    if (rewriting == NULL)
        return;
    for (int i = 0; i < rewriting->added_count; i++)
        fz_drop_buffer(context, rewriting->added[i].bytes);
    fz_free(context, rewriting->added);
    frame_drop(context, &rewriting->frame);
    fz_drop_buffer(context, rewriting->loaded_bytes);
    fz_drop_archive(context, rewriting->archive);
    directory_drop(&rewriting->directory);
    book_drop(&rewriting->book);
    fz_free(context, rewriting);
}

int rewriting_spoil(fz_context *context, rewriting *rewriting, int part)
{
    const book *book = &rewriting->book;
    for (int i = 0; i < rewriting->added_count && part < book->part_count; i++) {
        added *file = &rewriting->added[i];
        if (file->part == NULL || strcasecmp(file->path, book->parts[part].text) != 0)
            continue;
        if (file->is_spoiled)
            return 0;
        file->is_spoiled = 1;
        fz_drop_buffer(context, rewriting->loaded_bytes);
        rewriting->loaded_bytes = NULL;
        rewriting->loaded = -1;
        return 1;
    }
    return 0;
}

void rewriting_ease(fz_context *context, rewriting *rewriting, uint64_t most)
{
    if (rewriting == NULL || rewriting->unaccounted <= most)
        return;
    fz_empty_store(context);
    rewriting->unaccounted = 0;
}

/* MARK: Its bytes */

/* The bytes of a file that is put in. Throws. */
static const unsigned char *load(fz_context *context, rewriting *rewriting, int file)
{
    if (rewriting->loaded != file) {
        fz_drop_buffer(context, rewriting->loaded_bytes);
        rewriting->loaded_bytes = NULL;
        rewriting->loaded = -1;
        rewriting->loaded_bytes = make_file(context, rewriting, &rewriting->added[file]);
        rewriting->loaded = file;
    }
    return rewriting->loaded_bytes->data;
}

int64_t rewriting_read(fz_context *context, void *state, unsigned char *buffer, size_t length, int64_t offset)
{
    rewriting *rewriting = state;
    if (offset < rewriting->input->size) {
        const int64_t rest = rewriting->input->size - offset;
        rewriting->unaccounted += length;
        return stream_read_input(context, rewriting->input, buffer, (int64_t)length < rest ? length : (size_t)rest, offset);
    }
    const piece *piece = frame_find(&rewriting->frame, offset);
    if (piece == NULL)
        return 0;
    const int64_t within = offset - piece->start, rest = piece->length - within;
    const size_t count = (int64_t)length < rest ? length : (size_t)rest;
    const unsigned char *bytes = piece->file >= 0 ? load(context, rewriting, piece->file)
                                                  : rewriting->frame.bytes->data + piece->from;
    memcpy(buffer, bytes + within, count);
    return (int64_t)count;
}
