/* SPDX-License-Identifier: Apache-2.0
 *
 * unpacker.h: what the files share that read archives.
 */
#ifndef SHEAF_IMAGES_UNPACKER_H
#define SHEAF_IMAGES_UNPACKER_H

#include "internal.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

/* unpacker.c: reads an archive with libarchive, from its start to its end */

/* The most bytes that are read at once. */
#define READ_MAX ((size_t)65536)

typedef struct unpacker {
    sheaf_input *input;
    container container;
    struct archive *archive; /* or NULL: it has to begin anew */
    int64_t next;            /* the place of the entry that it comes to next */
    int64_t position;        /* of the next byte that libarchive wants */
    size_t length;           /* how much it gets at once */
    int64_t unpacked_max;    /* bytes that a compressed archive may unpack to */
    int is_too_large;        /* it unpacked to more than that */
    unsigned char buffer[READ_MAX];
} unpacker;

/* Has libarchive take names for UTF-8: it goes by the locale of the thread. To be given back with uselocale. */
locale_t unpacker_enter(void);

/* Begins at the start of the archive. 0, or -1 where libarchive can't: `why` gets the reason, to be freed. */
int unpacker_open(unpacker *unpacker, char **why);
void unpacker_close(unpacker *unpacker);

/* Comes to the next entry. 1, 0 at the end, -1 with the reason where libarchive can't: the archive is closed then. */
int unpacker_next(unpacker *unpacker, struct archive_entry **entry, char **why);

/* Unpacks the entry that was come to, to `most` bytes. 0, or -1 with the reason. What was read before an error is taken. */
int unpacker_read(unpacker *unpacker, struct archive_entry *entry, size_t most, blob *content, char **why);

/* Whether the files of an archive are packed as one stream. */
int unpacker_is_solid(container container, sheaf_input *input);

/* kept.c: the unpacked pages of all archives that are kept, as far as there is room */

/* A page of an archive. */
typedef struct member {
    char *name;
    char *folded;  /* it, for comparing; NULL once the order is known */
    int64_t place; /* how many entries lie before it in the archive */
    int64_t index; /* which page it is */
    int is_encrypted;
    sheaf_document *document;
    blob content; /* unpacked, or NULL */
    GList kept;   /* among the plugin's, where content is there */
} member;

/* Whether a page that is passed on the way would be kept. */
int kept_is_wanted(const member *member, int64_t size);

/* Keeps what was unpacked. Whatever has no room beside it goes; it itself stays, as large as it may be. */
void kept_add(member *member, blob content);

/* Drops what is kept of a page, if anything is. */
void kept_drop(member *member);

#endif
