/* SPDX-License-Identifier: Apache-2.0
 *
 * sheaf_provider.h: the page provider ABI, version 3.
 *
 * A page provider is a dynamic library that turns one kind of document into pages. It exports one function,
 * sheaf_provider_v1(), and resolves no symbol against the program that loads it: everything it needs of the host comes
 * in a table of functions. docs/provider-abi.md explains every function and the life of a provider.
 *
 * Conventions
 *  - Results: 0 or a positive condition (SHEAF_*) on success, a negative errno on failure. A provider that fails calls
 *    host->set_error first, so that a person learns why.
 *  - Threads: every function is called from one thread, one call at a time. Only host->cancelled and host->log may be
 *    called from other threads, and only while the request that they belong to is running.
 *  - Sizes of a page are in points (1/72 inch), before scale and rotation; y grows downwards, the origin is top left.
 *  - Strings are UTF-8. A string handed to the host is copied before the call returns.
 *  - Structures that may grow begin with their size in bytes. A reader looks only at what that size covers.
 */
#ifndef SHEAF_PROVIDER_H
#define SHEAF_PROVIDER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define SHEAF_EXPORT __attribute__((visibility("default")))
#else
#define SHEAF_EXPORT
#endif

/* The version of this header. A host loads providers of its own version and of every older one. */
#define SHEAF_PROVIDER_ABI_VERSION 3u

/* Conditions: results above zero. They are no failures. */
#define SHEAF_END 1       /* there is no page there: past the end, or an id that names none */
#define SHEAF_CANCELLED 2 /* the request was cancelled; what was written so far means nothing */
#define SHEAF_BACKGROUND 3 /* hit: the page is blank at this point */
#define SHEAF_PASSWORD_NEEDED 4 /* open: the document is locked, and the password is missing or wrong */
#define SHEAF_NOT_COUNTED 5 /* of a document that says SHEAF_COUNTING: count on, and ask again. Since version 3 */

/* Log levels, as syslog(3) counts them. */
#define SHEAF_LOG_ERROR 3u
#define SHEAF_LOG_WARNING 4u
#define SHEAF_LOG_INFO 6u
#define SHEAF_LOG_DEBUG 7u

/* probe: how sure a provider is that a document is its own. The highest answer above zero opens it. */
#define SHEAF_PROBE_NO 0u
#define SHEAF_PROBE_MAYBE 25u
#define SHEAF_PROBE_LIKELY 50u
#define SHEAF_PROBE_CERTAIN 100u

/* How far a number is to be trusted. */
#define SHEAF_EXACT 1u
#define SHEAF_ESTIMATED 2u
#define SHEAF_UNKNOWN 3u
#define SHEAF_COUNTING 4u /* count: an estimate; each further call counts on for a while, and the last one is exact. Since version 3 */

/* Pixel formats that a provider renders. Encoding to PNG or JPEG is the host's work. */
#define SHEAF_FORMAT_BGRX8888 1u /* four bytes a pixel: blue, green, red, 0xff */

/* sheaf_render.traits: what a rendering turned out to be. */
#define SHEAF_RENDER_CUTTABLE 1u /* every region within this one, rendered by itself, has these same pixels */

/* describe: what a document is like. */
#define SHEAF_DOCUMENT_SEQUENTIAL 1u /* a region of a page takes about as long as the page: pixels are decoded from the first one on */

/* appearance: the events of a page on some screen, in the order of docs/architecture.md. */
#define SHEAF_WILL_APPEAR 1u
#define SHEAF_DID_APPEAR 2u
#define SHEAF_WILL_DISAPPEAR 3u
#define SHEAF_DID_DISAPPEAR 4u

/* flow: whether lines are made as wide as their column; 0: as the provider would have it. */
#define SHEAF_JUSTIFY_YES 1u
#define SHEAF_JUSTIFY_NO 2u

/* flow: whether the lines of a text that were broken to a width when it was written are joined; 0: where it is prose. */
#define SHEAF_UNWRAP_YES 1u
#define SHEAF_UNWRAP_NO 2u

/* flow: whose styles a text has: those of its author, or those of a plain text with headings, lists, tables and emphasis. */
#define SHEAF_STYLES_BOOK 1u
#define SHEAF_STYLES_PLAIN 2u

/* trim and move: levels and stages. */
#define SHEAF_TRIM_LOW 1u
#define SHEAF_TRIM_MEDIUM 2u
#define SHEAF_TRIM_CRITICAL 3u
#define SHEAF_MOVE_BEGIN 1u
#define SHEAF_MOVE_UPDATE 2u
#define SHEAF_MOVE_END 3u
#define SHEAF_MOVE_CANCEL 4u

/* changed: what changed in a document. */
#define SHEAF_CHANGED_PAGES 1u  /* pages were inserted, deleted or moved: ask for count and ids again */
#define SHEAF_CHANGED_PAGE 2u   /* the look or the size of one page */
#define SHEAF_CHANGED_ALL 3u    /* anything: open it again from its source */

/* Kinds of sheaf_item. */
#define SHEAF_ITEM_TEXT 1u     /* text: a run of text in its box, in reading order; text ends in \n where a line does */
/* outline: an entry at `level` (0 is the top), in order, with its text; and where it leads, as a link. */
#define SHEAF_ITEM_OUTLINE 2u
/* links: the box on the page, and either page or uri; key, since version 3: the kind of what it leads to, or NULL: here (this
 * document), document (another one), web, mail, file, script, launch, unknown. Page and uri may be missing then. */
#define SHEAF_ITEM_LINK 3u
#define SHEAF_ITEM_MATCH 4u    /* search: the box of a match; boxes of one match over several lines share `level` */
#define SHEAF_ITEM_METADATA 5u /* metadata: key and text; keys as Dublin Core names them: title, creator, subject, ... */
/* annotations: the box of one on the page; key: its kind as PDF names it, beginning with a small letter: highlight, text (a
 * note), freeText, ink, stamp, ...; text: what it says; author and modified. Links are none. Since version 3. */
#define SHEAF_ITEM_ANNOTATION 6u
#define SHEAF_ITEM_PICTURE 7u  /* pictures: the box of a picture */
/* blocks: the box of a paragraph or the like, in reading order; key: what it is: heading, paragraph, listItem, table, code, rule;
 * text: what it says, without a newline at its end, an item of a list with its mark, a table with a line for each row and a tab
 * between cells; level: of a heading 1 to 6, of an item of a list how deep it lies, from 1; else 0. Since version 3. */
#define SHEAF_ITEM_BLOCK 8u

/* No page: a link to the outside, an outline entry without a target. Ids of pages are 0 or more. */
#define SHEAF_NO_PAGE ((int64_t)-1)

/* The longest label of a page, with its NUL. Longer ones are cut at a character. */
#define SHEAF_LABEL_SIZE 64u
#define SHEAF_KEPT_MAX (1 << 20) /* bytes that are kept of a document */

typedef struct sheaf_host sheaf_host;         /* the host's: the provider as the host sees it */
typedef struct sheaf_request sheaf_request;   /* the host's: the request that is being served */
typedef struct sheaf_source sheaf_source;     /* the host's: the bytes of a document */
typedef struct sheaf_plugin sheaf_plugin;     /* the provider's: what load returned */
typedef struct sheaf_document sheaf_document; /* the provider's: what open returned */

/* A rectangle on a page, in points. */
typedef struct sheaf_box {
    float x0, y0, x1, y1;
} sheaf_box;

/* One thing that a provider tells about a document: a run of text, an outline entry, a link, a match, metadata, an annotation. */
typedef struct sheaf_item {
    uint32_t size; /* sizeof(sheaf_item) */
    uint32_t kind; /* SHEAF_ITEM_* */
    uint32_t level;
    uint32_t reserved; /* 0 */
    int64_t page;      /* the target's page id, or SHEAF_NO_PAGE */
    double x0, y0, x1, y1; /* in points on the page that was asked about */
    double target_x, target_y; /* where on the target page, in points; 0, 0 is its top left */
    const char *key;  /* NUL-terminated, or NULL */
    const char *text; /* NUL-terminated, or NULL */
    const char *uri;  /* NUL-terminated, or NULL */
    /* Where `size` covers them: of text, the box of each of its characters (Unicode scalar values, but for a newline at its
     * end); or NULL and 0. Without them its characters are taken to share its box evenly. */
    const sheaf_box *boxes;
    uint64_t box_count;
    /* Since version 3, where `size` covers them: of an annotation, who made it, NUL-terminated, or NULL; and when it was last
     * changed, in seconds since 1970 (UTC), or 0 where nobody knows. */
    const char *author;
    int64_t modified;
    /* Where `size` covers them: of text in a document that flows, where in the document each of its characters stands, counted as
     * `position` counts, as many as `boxes` would be; or NULL and 0. */
    const int64_t *positions;
    uint64_t position_count;
} sheaf_item;

/* The end of a passage: text of a document that is read without its pages. */
typedef struct sheaf_passage {
    uint32_t size;     /* sizeof(sheaf_passage) */
    uint32_t reserved; /* 0 */
    int64_t next; /* the position behind what was handed over */
    int64_t end;  /* where the text ends, as far as is known */
} sheaf_passage;

/* A change of a document, for host->changed. */
typedef struct sheaf_change {
    uint32_t size; /* sizeof(sheaf_change) */
    uint32_t kind; /* SHEAF_CHANGED_* */
    int64_t page;  /* SHEAF_CHANGED_PAGE: its id */
} sheaf_change;

/* How the text of a document that flows is to be laid out. What is 0 or NULL is as the provider would have it. */
typedef struct sheaf_flow {
    uint32_t size;    /* sizeof(sheaf_flow) */
    uint32_t columns; /* of text on a page, side by side: 1 to 4 */
    double width, height; /* of a page, in points, 72 to 7200 */
    double font_size;     /* of plain text, in points, 4 to 144 */
    double line_height;   /* from one line to the next, as a multiple of the font's size, 0.8 to 4 */
    double margin;        /* around what is on a page, in points, 0 to 720; below 0: as the provider would have it */
    const char *font_family; /* "serif", "sans-serif", "monospace", or the name of a font */
    uint32_t justify; /* where `size` covers it: whether lines are made as wide as their column, SHEAF_JUSTIFY_* */
    uint32_t unwrap;  /* where `size` covers it: whether lines that were broken to a width are joined, SHEAF_UNWRAP_* */
    const char *encoding; /* where `size` covers it: what a text is encoded in, as IANA names it; NULL: as it is found */
    uint32_t styles;   /* where `size` covers it: whose styles a text has, SHEAF_STYLES_* */
    uint32_t reserved; /* 0 */
} sheaf_flow;

/* The services of the host for a provider. They live as long as the provider. */
typedef struct sheaf_host_services {
    uint32_t size; /* sizeof(sheaf_host_services) of the host: it may be larger than the provider's */
    uint32_t abi_version;

    /* Reads up to `length` bytes at `offset` into `buffer`. Returns how many (0 at the end) or a negative errno. */
    int64_t (*read_at)(sheaf_source *source, void *buffer, uint64_t length, uint64_t offset);
    /* The number of bytes of the document, or a negative errno. It can change while the document is open. */
    int64_t (*source_size)(sheaf_source *source);
    /* One line for the journal, at SHEAF_LOG_*. */
    void (*log)(sheaf_host *host, uint32_t level, const char *text);
    /* Why the request fails, for a person to read: what was tried on what. The last text before the return counts. */
    void (*set_error)(sheaf_request *request, const char *text);
    /* Nonzero once nobody waits for the request any more. Cheap: poll it. */
    uint32_t (*cancelled)(sheaf_request *request);
    /* Hands over one item. Nonzero: stop (it was cancelled, or a limit was reached); return that value. */
    int32_t (*emit)(sheaf_request *request, const sheaf_item *item);
    /* Says that a document changed by itself; may be called in any of the provider's functions. */
    void (*changed)(sheaf_host *host, sheaf_document *document, const sheaf_change *change);

    /* Since version 2. In open only: the password for a locked document, or NULL where none was given. To ask for it is to say that the
     * document is locked. It is valid until open returns. Keep no copy, and never log it. */
    const char *(*password)(sheaf_request *request);

    /* Since version 3. In open only: how a document that flows is to be laid out; NULL: as the provider would have it. To ask for
     * it is to say that the document flows, and such a one has `position` and `page_at`. It is valid until open returns. */
    const sheaf_flow *(*flow)(sheaf_request *request);

    /* Where `size` covers it. In probe and open only: how the name of the document's file ends, from its last dot on, in small
     * letters (".md"); NULL where that is not known. It is a hint: the content decides. A file that is opened by another
     * ending is another document. It is valid until the call returns. */
    const char *(*suffix)(sheaf_request *request);

    /* Where `size` covers it. In open only: what the document is like, SHEAF_DOCUMENT_* bits. Of one that is sequential, regions of a
     * page are cut from all of it, which is rendered once, wherever that can be kept. */
    void (*describe)(sheaf_request *request, uint32_t traits);

    /* Where `size` covers it. In count only: what a document that flows has found by laying all of its text out, to have it when the same
     * file is opened again to be laid out in the same way: at most SHEAF_KEPT_MAX bytes. They are copied. The host need not keep them. */
    void (*keep)(sheaf_request *request, const void *bytes, uint64_t length);
    /* Where `size` covers it. In open only: what the same version of the provider has kept of this file; NULL: nothing. It is aligned to 8
     * bytes, was on a disk meanwhile, and may be of a time with other fonts and libraries: look at it before you believe it. It is valid
     * until open returns. A document that changes (SHEAF_CHANGED_ALL) has nothing kept any more. */
    const void *(*kept)(sheaf_request *request, uint64_t *length);
} sheaf_host_services;

/* How many pages there are. */
typedef struct sheaf_count {
    uint32_t size; /* sizeof(sheaf_count) */
    uint32_t kind; /* SHEAF_EXACT, SHEAF_ESTIMATED, SHEAF_UNKNOWN or SHEAF_COUNTING */
    int64_t pages; /* 0 where unknown */
    int64_t counted; /* since version 3, where `size` covers it: with SHEAF_COUNTING, how many there are for sure */
} sheaf_count;

/* The size and the label of a page. */
typedef struct sheaf_metrics {
    uint32_t size; /* sizeof(sheaf_metrics) */
    uint32_t kind; /* SHEAF_EXACT or SHEAF_ESTIMATED */
    double width, height;           /* in points, 0.001 to 1e9 */
    char label[SHEAF_LABEL_SIZE];   /* what is printed on the page ("iv", "12"); empty: its number */
    uint32_t frames; /* where `size` covers it: how many frames a page has that moves; else 0 or 1 */
    uint32_t reserved; /* 0 */
} sheaf_metrics;

/* One rendering. The whole page at `scale`, turned clockwise by `rotation`, measures
 * ceil(w * scale - 0.001) by ceil(h * scale - 0.001) pixels, at least 1 by 1, where w and h are the page's width and
 * height, swapped for 90 and 270. The region lies within it. A provider fills every pixel of the region and nothing
 * outside of it; paper is white. */
typedef struct sheaf_render {
    uint32_t size; /* sizeof(sheaf_render) */
    uint32_t format; /* SHEAF_FORMAT_* */
    int64_t page;
    double scale;      /* pixels per point, above 0 */
    uint32_t rotation; /* 0, 90, 180 or 270 degrees, clockwise */
    uint32_t frame;    /* which frame of a page that moves, from 0: below what its metrics say; else 0 */
    int32_t x, y;      /* the region's top left corner, in pixels of the scaled and turned page */
    int32_t width, height;
    uint64_t stride; /* bytes from one row to the next, at least 4 * width, a multiple of 4 */
    void *pixels;    /* stride * height bytes, aligned to 4; their content is undefined before the call */
    /* Where `size` covers it: NULL, or gets SHEAF_RENDER_* bits; 0 before the call. In doubt it stays 0. */
    uint32_t *traits;
} sheaf_render;

/* Reordering of pages by hand. */
typedef struct sheaf_move {
    uint32_t size; /* sizeof(sheaf_move) */
    uint32_t stage; /* SHEAF_MOVE_* */
    int64_t page;
    int64_t index; /* where to, counted from 0 without the page itself */
} sheaf_move;

/* The provider. The first five functions must be there; each of the others may be NULL and is answered "unsupported".
 * The table and what it points to are constant and live as long as the process. */
typedef struct sheaf_provider {
    uint32_t size;        /* sizeof(sheaf_provider) of the provider */
    uint32_t abi_version; /* SHEAF_PROVIDER_ABI_VERSION it was built with */
    const char *name;     /* short, lower case: "mupdf" */
    const char *version;  /* its own version */
    const char *summary;  /* one line: which documents it opens */

    /* Called once, first. `services` stays valid for the life of the process. A failure is explained by host->log. */
    int32_t (*load)(const sheaf_host_services *services, sheaf_host *host, sheaf_plugin **plugin);
    /* Opens a document, and gives it back; the source stays valid until close. SHEAF_PASSWORD_NEEDED where it is locked and
     * host->password gives none that opens it; nothing is open then. */
    int32_t (*open)(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, sheaf_document **document);
    void (*close)(sheaf_document *document);
    /* The size and label of a page. */
    int32_t (*metrics)(sheaf_document *document, sheaf_request *request, int64_t page, sheaf_metrics *metrics);
    /* Renders a region of a page into memory. */
    int32_t (*render)(sheaf_document *document, sheaf_request *request, const sheaf_render *render);

    /* One setting, before the first open and again when the configuration changes. -EINVAL refuses it. */
    int32_t (*config)(sheaf_plugin *plugin, sheaf_request *request, const char *key, const char *value);
    /* SHEAF_PROBE_*: whether it would open this document. Reads little. NULL: never chosen unless named. */
    int32_t (*probe)(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, uint32_t *certainty);
    /* The number of pages. NULL: unknown. With SHEAF_COUNTING it is called again, where there is nothing else to do, until it
     * is exact: each call counts on for 50 ms or so, from where the last one ended. Page ids stay as they are meanwhile. A
     * function whose answer lies behind what is counted answers SHEAF_NOT_COUNTED: count is called, and it again. */
    int32_t (*count)(sheaf_document *document, sheaf_request *request, sheaf_count *count);
    /* The ids of `length` pages from `index` on; `written` says how many there were. NULL: the id is the index. */
    int32_t (*page_ids)(sheaf_document *document, sheaf_request *request, int64_t index, uint32_t length, int64_t *ids,
                        uint32_t *written);
    /* The page `step` pages after (before, where negative) `from`; `from` SHEAF_NO_PAGE: the first page, for step 0.
     * SHEAF_END where there is none. NULL: by page_ids. */
    int32_t (*page_step)(sheaf_document *document, sheaf_request *request, int64_t from, int64_t step, int64_t *page);
    /* Advice: these pages will be asked for, in this order. Returns soon; may do nothing. */
    int32_t (*prefetch)(sheaf_document *document, sheaf_request *request, const int64_t *pages, uint32_t length);
    int32_t (*cancel_prefetch)(sheaf_document *document, sheaf_request *request, const int64_t *pages, uint32_t length);
    /* A page comes on some screen or leaves it. */
    int32_t (*appearance)(sheaf_document *document, sheaf_request *request, int64_t page, uint32_t event);
    /* Look again at the source. SHEAF_CHANGED_* calls tell what is new. */
    int32_t (*refresh)(sheaf_document *document, sheaf_request *request);
    int32_t (*move)(sheaf_document *document, sheaf_request *request, const sheaf_move *move);
    /* Whether the page takes a drag at this point for itself (`claims` 1). SHEAF_BACKGROUND: it is blank there. */
    int32_t (*hit)(sheaf_document *document, sheaf_request *request, int64_t page, double x, double y, uint32_t *claims);
    int32_t (*text)(sheaf_document *document, sheaf_request *request, int64_t page);
    int32_t (*outline)(sheaf_document *document, sheaf_request *request);
    int32_t (*links)(sheaf_document *document, sheaf_request *request, int64_t page);
    /* Matches of `needle` on one page, without regard to case. */
    int32_t (*search)(sheaf_document *document, sheaf_request *request, int64_t page, const char *needle);
    int32_t (*metadata)(sheaf_document *document, sheaf_request *request);
    /* Give memory back: SHEAF_TRIM_*. */
    void (*trim)(sheaf_plugin *plugin, uint32_t level);

    /* Since version 3. The annotations on a page: highlights, notes, drawings and stamps that people have put there. */
    int32_t (*annotations)(sheaf_document *document, sheaf_request *request, int64_t page);
    /* All of these since version 3 too. */
    /* The smallest box with all that is drawn on a page beside its paper. SHEAF_BACKGROUND: it is blank. */
    int32_t (*ink)(sheaf_document *document, sheaf_request *request, int64_t page, sheaf_box *box);
    /* The pictures on a page: what is left as it is where the page is shown light on dark. */
    int32_t (*pictures)(sheaf_document *document, sheaf_request *request, int64_t page);
    /* The position in the text of a document that flows at which a page begins. The same text has the same position
     * however it is laid out; positions are 0 or more, and greater further on. */
    int32_t (*position)(sheaf_document *document, sheaf_request *request, int64_t page, int64_t *position);
    /* The page that a position is on: the last one that begins there or before. */
    int32_t (*page_at)(sheaf_document *document, sheaf_request *request, int64_t position, int64_t *page);
    /* The text of a page as headings, paragraphs, lists and tables; of one that goes on over pages, what is on this one. */
    int32_t (*blocks)(sheaf_document *document, sheaf_request *request, int64_t page);
    /* Where `size` covers it. Of a document that flows: its text from a position on, without laying it out, as SHEAF_ITEM_TEXT
     * with `positions` and without boxes: the text of its pages, some kilobytes of it at a time. It may begin before the position,
     * where a paragraph does. SHEAF_END where no text is behind the position. By it a document is searched before it is laid out. */
    int32_t (*passage)(sheaf_document *document, sheaf_request *request, int64_t position, sheaf_passage *passage);
    /* Both where `size` covers them. A place in the text of a book as other programs name it: by an EPUB CFI (EPUB Canonical Fragment
     * Identifiers 1.1), "epubcfi(/6/4!/4/2/1:0)". From `position` to before `end`; where that is not behind it, the one place. In a book that
     * does not flow positions are the ids of its pages. The CFI ends in a NUL, and is valid until the next call about the document. */
    int32_t (*cfi)(sheaf_document *document, sheaf_request *request, int64_t position, int64_t end, const char **cfi);
    /* Where a CFI leads, and to before which position where it is a range; else `end` is `position`. -EINVAL: nowhere in this book. */
    int32_t (*find_cfi)(sheaf_document *document, sheaf_request *request, const char *cfi, int64_t *position, int64_t *end);
} sheaf_provider;

/* The one exported function. It returns the same table each time, or NULL where the provider can't work here. */
SHEAF_EXPORT const sheaf_provider *sheaf_provider_v1(void);

#ifdef __cplusplus
}
#endif

#endif
