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
    const blob *blob; /* the archive, where it is in memory: in another one; else NULL */
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

/* Reads bytes of the archive as they are packed. How many, or a negative errno. */
int64_t unpacker_peek(unpacker *unpacker, void *buffer, size_t length, int64_t position);

/* Begins at the start of the archive. 0, or -1 where libarchive can't: `why` gets the reason, to be freed. */
int unpacker_open(unpacker *unpacker, char **why);
void unpacker_close(unpacker *unpacker);

/* Comes to the next entry. 1, 0 at the end, -1 with the reason where libarchive can't: the archive is closed then. */
int unpacker_next(unpacker *unpacker, struct archive_entry **entry, char **why);

/* Unpacks the entry that was come to, to `most` bytes, or no more of it than `enough` (0: all), behind what `content` has of it. 0, or
 * -1 with the reason, and `content` is empty. What was read before an error is taken. */
int unpacker_read(unpacker *unpacker, struct archive_entry *entry, size_t most, size_t enough, blob *content, char **why);

/* Whether the files of the archive are packed as one stream. */
int unpacker_is_solid(unpacker *unpacker);

/* Why the archive can't be read here, as its first bytes say; NULL where they say nothing of the kind. */
const char *unpacker_refusal(unpacker *unpacker);

/* entries.c: what is in one archive */

/* Files and folders of all archives of one document. */
#define ENTRIES_MAX 100000

/* The bytes of one page, and of one archive in another, unpacked. */
#define MEMBER_MAX ((size_t)256 << 20)

/* The bytes that a compressed archive unpacks to until all is found that is in it, and that all archives in others have. */
#define UNPACKED_MAX (4ll << 30)

/* How deep archives lie in each other. */
#define NESTED_MAX 3

/* A page of an archive, or an archive in it. */
typedef struct member {
    char *name;     /* from the outermost archive on */
    char *key;      /* for the order of the pages; NULL once that is known */
    int64_t place;  /* how many entries lie before it in its archive */
    int64_t index;  /* which page it is; of an archive, its first */
    int64_t last;   /* of an archive, its last page; else as index */
    pack *pack;     /* that it is in */
    pack *inner;    /* what is in it, where it is an archive; else NULL */
    char *why;      /* of an archive that can't be read: a page that says so; else NULL */
    int is_archive;
    int is_encrypted;
    int is_pinned;  /* it is being read from */
    blob content;   /* unpacked, or NULL */
    GList kept;     /* among the plugin's, where content is there */
} member;

struct pack {
    sheaf_document *document;
    member *holder; /* whose content it is, in another archive; NULL: the document's */
    int depth;      /* in how many others it is */
    unpacker unpacker; /* stays where the last page was */
    int is_solid;
    int64_t broken_at; /* no entry from this place on can be reached */
    member *members;   /* in the order of their places */
    int64_t count;
    int64_t comic_info;       /* the place of ComicInfo.xml, or -1 */
    int comic_info_depth;     /* in how many folders it is */
    int names_are_of_others;  /* it is another kind of document */
    int64_t files, foreign, archives; /* that were seen: files that count, images that only others show, archives */
    blob begun;               /* the start of a page that was measured; what comes next is read behind it */
    member *begun_member;
    struct archive_entry *begun_entry;
    /* Of the document's alone: */
    GPtrArray *pages;    /* of member, in their order */
    GPtrArray *chapters; /* of member: the archives that have pages, in the order of these */
    GPtrArray *packs;    /* of pack: those in it */
    int64_t entries;     /* that were found in all */
    int64_t unpacked;    /* bytes of all archives in it */
    size_t names;        /* bytes of all names */
};

/* Makes the pack of an archive that is the document or, with a holder, is in another one. NULL where there is no memory. */
pack *pack_make(sheaf_document *document, sheaf_input *input, container container, member *holder);

/* Looks through an archive, to `most` entries. 0, or a failure that is told in `why`. One that ends early has what was found. */
int32_t pack_look_through(pack *top, pack *pack, int64_t most, int is_probe, char **why);

/* chapters.c: archives in archives */

/* Opens the archives that are in one, and in these. 0, or a failure that is told in `why`: of all. One that can't be read is a page that
 * says why. */
int32_t chapters_open(pack *top, pack *pack, char **why);

/* Whether an archive whose files are archives has images in the first of them. */
int chapters_have_images(pack *pack);

/* members.c: the files in an archive */

/* Forgets the start of a page. */
void member_forget_begun(pack *pack);

/* Unpacks the entry at a place. 0, or -1 with the reason. */
int member_unpack(pack *pack, int64_t place, size_t most, blob *content, char **why);

/* kept.c: the unpacked pages of all archives that are kept, as far as there is room */

/* Whether a page that is passed on the way would be kept. */
int kept_is_wanted(const member *member, int64_t size);

/* Keeps what was unpacked. Whatever has no room beside it goes; it itself stays, as large as it may be. */
void kept_add(member *member, blob content);

/* Drops what is kept of a page, if anything is. */
void kept_drop(member *member);

#endif
