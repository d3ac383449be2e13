/* SPDX-License-Identifier: Apache-2.0
 *
 * rewriting.h: an EPUB as MuPDF can read it.
 */
#ifndef SHEAF_MUPDF_REWRITING_H
#define SHEAF_MUPDF_REWRITING_H

#include "internal.h"

/* directory.c: the directory of a ZIP archive */

/* A record of it without what varies. */
#define DIRECTORY_RECORD_SIZE 46

typedef struct directory_entry {
    char *name;
    const unsigned char *record;
    size_t record_size;
    uint64_t size; /* of the file, unpacked; bytes */
} directory_entry;

typedef struct directory {
    unsigned char *bytes;
    directory_entry *entries; /* by name, without regard to case; of several the first one in the file is first */
    int count;
} directory;

/* Whether there is one. What was read is to be dropped in each case. */
int directory_read(directory *directory, sheaf_input *input);
void directory_drop(directory *directory);

/* The first file with this path, without regard to case, or NULL. */
const directory_entry *directory_find(const directory *directory, const char *path);

/* parts.c: the files that MuPDF reads in place of a book's own */

#define PART_CONTAINER "META-INF/container.xml"
#define PART_PACKAGE "sheaf.opf"

fz_buffer *part_make_container(fz_context *context);
fz_buffer *part_make_package(fz_context *context, const book *book);

/* Appends a page that says what is wrong with a part. Throws. */
void part_make_notice(fz_context *context, fz_buffer *buffer, const book_part *part);

/* Appends a page with a picture. Throws. */
void part_make_picture(fz_context *context, fz_buffer *buffer, const book_part *part);

/* anchors.c */

/* Moves empty elements with names, in a chapter, behind the tags of the blocks before which they stand. */
void anchors_move(unsigned char *bytes, size_t length);

/* frame.c: what makes a ZIP archive of files that are put behind another one */

/* A stretch of the stream behind that. */
typedef struct piece {
    int64_t start, length;
    size_t from; /* in the bytes of the frame, where it is none of a file */
    int file;    /* in the order in which they were put in, or -1 */
} piece;

typedef struct frame {
    fz_buffer *bytes, *records;
    piece *pieces;
    int piece_count;
    int files;
    uint64_t record_count;
    int64_t size; /* of the stream */
} frame;

/* Begins behind so many bytes; all of these throw. Then the files that are put in, the records of those before them, and the end. */
void frame_begin(fz_context *context, frame *frame, int64_t before, int files);
void frame_add_file(fz_context *context, frame *frame, const char *path, int64_t size);
void frame_add_record(fz_context *context, frame *frame, const directory_entry *entry);
void frame_end(fz_context *context, frame *frame);
void frame_drop(fz_context *context, frame *frame);

/* The piece at an offset; NULL behind the last one. */
const piece *frame_find(const frame *frame, int64_t offset);

/* rewriting.c: an EPUB as MuPDF can read it */

/* Reads the package of a book. `input` is to live as long. Throws. */
rewriting *rewriting_open(fz_context *context, sheaf_input *input);
void rewriting_drop(fz_context *context, rewriting *rewriting);

const book *rewriting_book(const rewriting *rewriting);

/* The bytes of the stream. */
int64_t rewriting_size(const rewriting *rewriting);
stream_read rewriting_read;

/* The archive as the file has it. */
fz_archive *rewriting_archive(const rewriting *rewriting);

/* Empties the store where more than this was read of the file since: MuPDF keeps the pictures of the chapters that it keeps, and does not
 * count them. `rewriting` may be NULL. */
void rewriting_ease(fz_context *context, rewriting *rewriting, uint64_t most);

/* Has a page say that a part is damaged, in its place. 0: it did so already. */
int rewriting_spoil(fz_context *context, rewriting *rewriting, int part);

#endif
