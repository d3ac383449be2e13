/* SPDX-License-Identifier: Apache-2.0
 *
 * sheaf_book.h: what the package of an EPUB says: its parts in the order in which they are read, its contents, where the pages of the printed
 * book begin, and what of it is obfuscated. It knows no engine: who lays the book out reads the archive for it.
 *
 * Everything counts that can be read: a book has mistakes, and the reader of it did not make them.
 */
#ifndef SHEAF_BOOK_H
#define SHEAF_BOOK_H

#include <sheaf_view.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The longest path in a book, with its NUL; longer ones lead nowhere. */
#define BOOK_PATH_SIZE 640

/* The longest address with a fragment, with its NUL. */
#define BOOK_ADDRESS_SIZE (2 * BOOK_PATH_SIZE)

/* Files in a manifest, entries of a spine and of a list of contents; what is more is left out. */
#define BOOK_ITEMS_MAX 65536

/* Deeper entries of contents are left out. */
#define BOOK_DEPTH_MAX 64

/* The archive of a book, as its engine reads it. */
typedef struct book_files {
    void *state;
    int (*has)(void *state, const char *path);
    /* The name of a file; NULL behind the last one. */
    const char *(*name)(void *state, int index);
    /* The bytes of a file with a NUL behind them, to be freed; NULL: it can't be read. */
    char *(*read)(void *state, const char *path, size_t *length);
} book_files;

/* The kind of a part of the spine. */
typedef enum book_part_kind {
    BOOK_TEXT,    /* XHTML */
    BOOK_PICTURE, /* a picture or a drawing by itself */
    BOOK_MISSING, /* it is not in the file */
    BOOK_FOREIGN, /* of a kind that no book is read in, without a fallback */
} book_part_kind;

/* Which page of a spread a part is to be, as it says. */
typedef enum book_side { BOOK_ANY_SIDE, BOOK_LEFT, BOOK_RIGHT } book_side;

typedef struct book_part {
    const char *path; /* in the archive; of one that is not there, what leads to it */
    const char *type; /* the media type that it is declared with */
    book_part_kind kind;
    book_side side;
    int flows; /* its text has no pages of its own */
    /* The place of its entry in the spine: which step of a CFI it is (EPUB CFI 1.1), from 2 on, and that of the last one of several that name the same file;
     * 0: the book has no spine. And its id, or empty. */
    int step, last_step;
    const char *reference;
} book_part;

/* An entry of the contents, or the mark of a printed page. */
typedef struct book_entry {
    const char *title;
    const char *target; /* the path of a part, with a fragment or without; NULL: nowhere */
    int part;           /* the index of that part; -1: none of the book */
    uint32_t level;     /* 0: the uppermost */
} book_entry;

typedef struct book_list {
    book_entry *entries;
    int count, room;
} book_list;

/* How the first bytes of a font are hidden. */
typedef enum book_mask { BOOK_UNMASKED, BOOK_MASK_IDPF, BOOK_MASK_ADOBE } book_mask;

typedef struct book_font {
    const char *path;
    book_mask mask;
} book_font;

typedef struct book {
    struct book_block *blocks; /* of the strings */
    int is_short_of_memory;
    const char *title, *creator, *language, *identifier; /* or NULL */
    const char *direction;    /* page-progression-direction, or empty */
    const char *layout;       /* rendition:layout, or empty */
    const char *spread;       /* rendition:spread, or empty */
    const char *viewport;     /* rendition:viewport, of EPUB 3.0, or empty */
    const char *resolution;   /* original-resolution, of Kindle's books, or empty */
    const char *fixed_layout; /* fixed-layout, of Kindle's and Apple's books, or empty */
    const char *writing_mode; /* primary-writing-mode, or empty */
    const char *lock;         /* the name of what locks its text; NULL: it is open */
    book_part *parts;
    int part_count, part_room;
    int spine_step; /* which step of a CFI the spine is */
    const book_part **by_path; /* the parts, sorted */
    book_list contents;
    book_list pages; /* the marks of printed pages, in their order */
    book_list landmarks; /* by what they are, "cover", "bodymatter", in place of titles */
    book_font *fonts; /* by path, without regard to case */
    int font_count, font_room;
} book;

/* MARK: book.c */

/* Reads the package. 0; -EBADMSG: there is none; -ENOMEM. What was read is to be dropped in each case. */
int32_t book_read(book *book, const book_files *files);

/* Whether its parts are pages with sizes of their own, most of them. */
int book_is_fixed(const book *book);

/* MARK: package.c */

/* Reads a package document. Whether it is one: it names what is to be read. */
int package_read(book *book, const book_files *files, const char *path);

/* MARK: bookdata.c */

void book_drop(book *book);

/* A copy of a string that lives as long as the book; empty where there is no memory for it. */
const char *book_string(book *book, const char *text, size_t length);

/* Makes room for one more in an array. The array, or NULL: there is no memory for it. */
void *book_grow(book *book, void *array, int count, int *room, size_t size);

/* Sorts the parts by their paths. Whether there was memory for it. */
int book_sort_parts(book *book);

/* The part that a file is, or NULL. */
const book_part *book_find_part(const book *book, const char *path);

/* MARK: encoding.c */

/* Larger files of XML are not read; bytes. */
#define MARKUP_MAX ((size_t)64 << 20)

/* The text of a file in UTF-8, where a byte order mark or its declaration says that it is encoded otherwise, with U+FFFD for what is no
 * letter of that encoding; the file as it is where it does not, or iconv does not know the encoding. Takes the bytes of the file, and free()
 * takes what comes back. */
char *markup_decode(char *bytes, size_t *length);

/* MARK: markup.c */

/* The functions that are called for the elements and the text of XML, with names without prefixes. */
typedef struct markup {
    void (*start)(void *state, const char *name, const char **attributes);
    void (*text)(void *state, const char *text, int length);
    void (*end)(void *state, const char *name);
    void (*entity)(void *state, const char *name); /* one that XML does not know; NULL: a few of HTML are read as text, others left out */
} markup;

/* Reads a file of XML. Blanks are put over tags and bytes that are not well-formed. Entities that it does not declare are those of HTML, or
   nothing. Whether the file could be read. */
int markup_read(const book_files *files, const char *path, const markup *markup, void *state);

/* Reads XML in UTF-8 without a mistake. Whether it is: of what has one nothing is told. */
int markup_read_well_formed(const char *bytes, size_t length, const markup *markup, void *state);

/* An attribute, whatever prefix it has; empty where it is not there. */
const char *markup_attribute(const char **attributes, const char *name);

/* Whether a list of words between blanks has this one. */
int markup_has_word(const char *list, const char *word);

/* Text that is put together from pieces, with one blank for all that are side by side. */
typedef struct markup_text {
    char bytes[4096];
    size_t length;
} markup_text;

void markup_text_add(markup_text *text, const char *bytes, size_t length);
/* Takes a blank off its end, and ends it with a NUL. */
const char *markup_text_end(markup_text *text);

/* Writes the path of what a file refers to, without fragment, and the fragment. 0: it is an address outside of the book, or too long. */
int book_resolve(const book_files *files, const char *from, const char *reference, char path[BOOK_PATH_SIZE],
                 char fragment[BOOK_PATH_SIZE]);

/* How a path ends, from its last dot on; empty: it has none. */
const char *book_suffix(const char *path);

/* MARK: contents.c */

/* Reads the entries of a navigation document into `contents` and `pages`. */
void contents_read_navigation(book *book, const book_files *files, const char *path);
/* Reads those of an NCX, where the lists are empty so far. */
void contents_read_ncx(book *book, const book_files *files, const char *path);
/* Adds a landmark. */
void contents_add_landmark(book *book, const book_files *files, const char *from, const char *what, const char *reference);

/* The first landmark of a kind (EPUB Structural Semantics: "cover", "bodymatter") that leads to a part. NULL: there is none. */
const book_entry *book_landmark(const book *book, const char *what);

/* MARK: masks.c */

/* Reads which fonts are obfuscated, and what locks the text. */
void masks_read(book *book, const book_files *files, const char *folder);
/* The mask of a file. */
book_mask masks_find(const book *book, const char *path);
/* Takes the mask off the bytes of a file, in place. */
void masks_lift(const book *book, book_mask mask, unsigned char *bytes, size_t length);

/* MARK: notice.c */

/* The size of a notice, with its NUL. */
#define BOOK_NOTICE_SIZE 4096

/* Writes XHTML that says why a part is not shown. */
void book_notice(const book_part *part, char html[BOOK_NOTICE_SIZE]);

/* MARK: view.c */

/* Which way the lines of a book run: of vertical ones, the columns from right to left, or from left to right. */
typedef enum book_lines { BOOK_LINES_UNSAID, BOOK_LINES_HORIZONTAL, BOOK_LINES_VERTICAL_RL, BOOK_LINES_VERTICAL_LR } book_lines;

/* The direction in which the pages follow each other, a value of VIEW_DIRECTION; NULL: nothing says it. */
const char *book_view_direction(const book *book, book_lines lines);

/* Which pages stand side by side, a value of VIEW_LAYOUT; NULL: nothing says it. */
const char *book_view_layout(const book *book, const char *direction);

#ifdef __cplusplus
}
#endif

#endif
