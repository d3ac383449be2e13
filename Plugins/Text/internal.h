/* SPDX-License-Identifier: Apache-2.0
 *
 * internal.h: what the files of the text provider share. One concern a file; its name says which.
 *
 * A document is a row of paragraphs. Those of plain text are read from the source when they are needed, those of Markdown
 * are made once, when it is opened. Pages are filled with the lines of paragraphs, one page after the other, and of each
 * page nothing is kept but where it begins.
 */
#ifndef SHEAF_TEXT_INTERNAL_H
#define SHEAF_TEXT_INTERNAL_H

#include <pango/pangocairo.h>
#include <sheaf_kit.h>

/* window.c: the bytes of a document, a window of them at a time */

/* How much of the source is read at once. */
#define WINDOW_SIZE ((size_t)64 << 10)

/* The bytes that were read last. */
typedef struct window {
    int64_t start;
    size_t length;
    unsigned char bytes[WINDOW_SIZE];
} window;

/* The bytes from `offset` on, until the next call: `length` of them, or as many as there are, which `length` gets. At most
 * WINDOW_SIZE. NULL where they can't be read. */
const unsigned char *window_bytes(sheaf_document *document, int64_t offset, size_t *length);

/* encoding.c: from bytes to UTF-8 */

typedef enum encoding {
    ENCODING_NONE,     /* no text */
    ENCODING_UTF8,     /* and what is none in it, as Windows-1252 has it */
    ENCODING_UTF16_LE, /* with a byte order mark */
    ENCODING_UTF16_BE,
} encoding;

/* The most bytes of UTF-8 that a byte of the source becomes. */
#define DECODED_MAX 3

/* The encoding of a text that begins with these bytes. `mark` gets the length of its byte order mark. */
encoding encoding_detect(const unsigned char *bytes, size_t length, size_t *mark);

/* Decodes all of some bytes; returns the length of what is written to `text`, which has room for DECODED_MAX times as many.
 * What is none of a text becomes U+FFFD. `origins`, or NULL, gets for each byte of the result, and for its end, how many
 * bytes of the source come before. */
size_t encoding_decode(encoding encoding, const unsigned char *bytes, size_t length, char *text, uint16_t *origins);

/* Where the first line ends: how many bytes it has with what ends it, and without. 0 where no end is there. */
size_t encoding_line(encoding encoding, const unsigned char *bytes, size_t length, size_t *without);

/* detect.c: whether it is text, and which kind */

/* How much of the start of a document is looked at. */
#define HEAD_SIZE WINDOW_SIZE

/* Whether a text that begins so is Markdown. */
int is_markdown(const char *text, size_t length);

/* The language whose letters are used, where that chooses a font: "ja", "ko", "zh-cn"; else "en". */
const char *language_of(const char *text, size_t length);

int32_t provider_probe(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, uint32_t *certainty);

/* wrapped.c: text whose lines were broken to a width when it was written */

/* The width that the lines of a text that begins so were broken to, in characters; 0 where they were not. */
size_t wrapped_width(const char *text, size_t length);

/* Whether a line was broken to that width where `next` begins. */
int wrapped_goes_on(size_t width, const char *line, size_t length, const char *next, size_t next_length);

/* Whether a blank is between the words of two such lines. */
int wrapped_needs_blank(const char *line, size_t length, const char *next);

/* paragraph.c: what pages are made of */

/* The most bytes of the source in a paragraph: a longer one is cut into several. */
#define PARAGRAPH_MAX 4096

/* How a paragraph of Markdown looks. */
typedef struct block {
    int64_t start;   /* in the text of the document */
    uint32_t length; /* bytes, without the \n behind it */
    uint8_t heading; /* 1 to 6, or 0 */
    uint8_t is_code;
    uint8_t is_rule;
    uint8_t indent;  /* how deep it lies in lists and quotations */
    uint8_t hangs;   /* it begins with the mark of a list's item and a tab */
    uint8_t is_apart; /* there is space above it */
} block;

/* A paragraph, until the next one is read. */
typedef struct paragraph {
    int64_t start; /* where it begins in the document: in the source, or in the text of Markdown */
    int64_t next;  /* where the next one does */
    const char *text;
    size_t length;
    const uint16_t *origins; /* as encoding_decode tells them; NULL: as many bytes before as in `text` */
    const block *block;      /* of Markdown; else NULL */
    int is_cut;              /* its line goes on in the next one */
} paragraph;

/* Reads the paragraph that begins at `start`. 0, SHEAF_END where none does, SHEAF_CANCELLED, or a failure that is told. */
int32_t paragraph_read(sheaf_document *document, sheaf_request *request, int64_t start, paragraph *paragraph);

/* Where the text of a document ends, as paragraphs are counted. */
int64_t document_end(const sheaf_document *document);

/* markdown.c */

/* The longest Markdown, in bytes: cmark holds all of it at once. A longer document is shown as plain text. */
#define MARKDOWN_MAX ((int64_t)8 << 20)

#define SPAN_STRONG 1u
#define SPAN_EMPHASIS 2u
#define SPAN_CODE 4u

/* A part of the text with a style, or a link. */
typedef struct span {
    uint32_t start, end;
    uint32_t style;
    int32_t link; /* in `links`, or -1 */
} span;

/* A Markdown document, ready to be laid out. */
typedef struct markdown {
    GString *text;   /* of all blocks, each with a \n behind it */
    GArray *blocks;  /* of block */
    GArray *spans;   /* of span, in order */
    GPtrArray *links; /* where they lead, as they are written */
    GHashTable *anchors; /* the number of a heading's block + 1 by its name, as GitHub makes one */
} markdown;

/* Reads all of a document. NULL where it can't be read; `status` has been told then. */
markdown *markdown_read(sheaf_document *document, sheaf_request *request, int32_t *status);
void markdown_free(markdown *markdown);

/* The number of the first span that ends behind a place. */
guint markdown_span(const markdown *markdown, int64_t place);

/* looks.c: how a document is laid out */

typedef struct looks {
    double width, height; /* of a page, in points */
    double margin;
    double font_size;
    double line_height;       /* as a multiple of the font's size */
    int line_height_is_exact; /* somebody asked for it: lines do not grow with what is in them */
    int columns;
    int justify;
    char font_family[160]; /* a list, as Pango takes it */
} looks;

/* What a reader wishes, where it has a wish. */
void looks_take(looks *looks, const sheaf_flow *flow);

int looks_equal(const looks *one, const looks *other);

/* config.c: what an operator can set */

typedef struct settings {
    looks looks;
    int markdown; /* whether it is looked for */
    int unwrap;   /* whether lines that were broken to a width are put together */
} settings;

/* The settings of a provider that nobody configured. */
settings settings_default(void);

int32_t provider_config(sheaf_plugin *plugin, sheaf_request *request, const char *key, const char *value);

/* layout.c: fills pages with lines */

/* Where a line begins: the start of its paragraph, and below PLACE_BITS how far in there, both in bytes of the source. Further on
 * is greater. */
typedef int64_t place;
#define PLACE_BITS 16
#define PLACE_END INT64_MAX

static inline place place_make(int64_t paragraph, size_t offset)
{
    return paragraph << PLACE_BITS | (int64_t)offset;
}

static inline int64_t place_paragraph(place place)
{
    return place >> PLACE_BITS;
}

/* As the host knows it: the same however the document is laid out. */
static inline int64_t place_position(place place)
{
    return (place >> PLACE_BITS) + (place & ((1 << PLACE_BITS) - 1));
}

/* A line on a page, in points. */
typedef struct line {
    PangoLayout *layout; /* of its paragraph */
    int number;          /* of the line in there */
    int64_t paragraph;   /* where that begins */
    double x, baseline;
} line;

/* A page that is laid out. */
typedef struct page {
    int64_t number; /* -1: none */
    uint64_t used;  /* when it was asked for last */
    GArray *lines;  /* of line */
} page;

/* What laying out takes, of a document. */
typedef struct typesetter {
    PangoContext *context;
    PangoLayout *scratch; /* of what is only counted */
    PangoTabArray *tabs;
    double content_height, column_width, gap;
    double advance; /* from one line to the next, in points */
    double ascent;  /* from the top of a line to its baseline */
    double ascii[95]; /* how wide the characters of ASCII are, from the space on */
} typesetter;

/* Whether there is any font. */
int typesetter_has_fonts(void);

void typesetter_open(sheaf_document *document);
void typesetter_close(sheaf_document *document);

/* Fills the page that begins at `from`. `lines` gets its lines; where it is NULL they are not kept. `next` gets where the next
 * page begins, or PLACE_END. 0, SHEAF_CANCELLED, or a failure that is told. */
int32_t layout_fill(sheaf_document *document, sheaf_request *request, place from, GArray *lines, place *next);

void lines_clear(GArray *lines);

/* pages.c: where pages begin, and those that were laid out last */

/* How many beginnings of pages are kept: of longer documents that of every second page, of every fourth, ... */
#define STARTS_MAX 65536u

typedef struct starts {
    place *places;   /* of page 0, 1 << shift, 2 << shift, ... */
    size_t count;
    unsigned shift;
    int64_t known;   /* how many pages there are for sure */
    place last;      /* where the last of these begins */
    int is_complete; /* there are no more */
    int was_asked;   /* somebody has asked for the count */
} starts;

/* How many pages are kept laid out. */
#define PAGES_KEPT 4

/* Begins to count. What is known of `other`, which this one begins with, holds for it too; else NULL. 0 or -ENOMEM. */
int32_t starts_open(sheaf_document *document, const sheaf_document *other);

/* The page of a number, laid out, until the next call. 0, SHEAF_NOT_COUNTED, SHEAF_CANCELLED, or a failure that is told. */
int32_t document_page(sheaf_document *document, sheaf_request *request, int64_t number, page **page);

/* The page that a position is on. 0, SHEAF_NOT_COUNTED, SHEAF_CANCELLED, or a failure that is told. */
int32_t page_of_position(sheaf_document *document, sheaf_request *request, int64_t position, int64_t *number);

/* Drops the pages that are kept. */
void pages_drop(sheaf_document *document);

int32_t provider_count(sheaf_document *document, sheaf_request *request, sheaf_count *count);
int32_t provider_metrics(sheaf_document *document, sheaf_request *request, int64_t number, sheaf_metrics *metrics);
int32_t provider_position(sheaf_document *document, sheaf_request *request, int64_t number, int64_t *position);
int32_t provider_page_at(sheaf_document *document, sheaf_request *request, int64_t position, int64_t *number);

/* provider.c, document.c: the state */

struct sheaf_plugin {
    const sheaf_host_services *services;
    sheaf_host *host;
    settings settings;
    PangoFontMap *fonts;       /* made with the first document */
    sheaf_document *documents; /* the open ones */
};

struct sheaf_document {
    sheaf_plugin *plugin;
    sheaf_document *next;
    sheaf_input input; /* what comes behind its size is read when the document is opened again */
    window window;
    encoding encoding;
    size_t mark;          /* the length of the byte order mark */
    uint64_t fingerprint; /* of the source when it was opened */
    looks looks;
    const char *language; /* whose letters it has, as language_of tells it */
    markdown *markdown; /* or NULL: plain text */
    size_t wrapped;     /* the width that its lines were broken to, in characters; 0: they were not */
    typesetter typesetter;
    starts starts;
    page pages[PAGES_KEPT];
    uint64_t clock; /* counts what is asked of `pages` */
    char text[PARAGRAPH_MAX * DECODED_MAX];         /* of the paragraph that was read last */
    uint16_t origins[PARAGRAPH_MAX * DECODED_MAX + 1];
};

int32_t provider_open(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, sheaf_document **document);
void provider_close(sheaf_document *document);
int32_t provider_refresh(sheaf_document *document, sheaf_request *request);
int32_t provider_metadata(sheaf_document *document, sheaf_request *request);

/* render.c */

int32_t provider_render(sheaf_document *document, sheaf_request *request, const sheaf_render *render);

/* text.c */

int32_t provider_text(sheaf_document *document, sheaf_request *request, int64_t number);
int32_t provider_ink(sheaf_document *document, sheaf_request *request, int64_t number, sheaf_box *box);

/* links.c */

int32_t provider_links(sheaf_document *document, sheaf_request *request, int64_t number);
int32_t provider_outline(sheaf_document *document, sheaf_request *request);

#endif
