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

#include <iconv.h>
#include <pango/pangocairo.h>
#include <sheaf_kit.h>
#include <sheaf_links.h>

/* Whether lines that were broken to a width are put together. */
typedef enum unwrap { UNWRAP_AUTO, UNWRAP_YES, UNWRAP_NO } unwrap;

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
    ENCODING_NONE, /* no text */
    ENCODING_UTF8, /* and what is none in it, as Windows-1252 has it */
    ENCODING_UTF16_LE,
    ENCODING_UTF16_BE,
    ENCODING_WINDOWS_1252,
    ENCODING_CHARSET, /* what iconv reads */
} encoding;

/* How it is known. */
typedef enum basis { BASIS_CERTAIN, BASIS_DECLARED, BASIS_GUESSED, BASIS_UNSURE } basis;

/* The encoding of a text. */
typedef struct charset {
    encoding encoding;
    basis basis;
    size_t mark;       /* the length of its byte order mark */
    char name[32];     /* of ENCODING_WINDOWS_1252 and ENCODING_CHARSET, as iconv has it */
    iconv_t converter; /* of ENCODING_CHARSET, to UTF-32LE; else NULL */
} charset;

/* The most bytes of UTF-8 that a byte of the source becomes. */
#define DECODED_MAX 4

/* Opens the converter of an encoding, where it needs one. 0 or a negative errno. */
int32_t charset_open(charset *charset);
void charset_close(charset *charset);

/* Decodes all of some bytes; returns the length of what is written to `text`, which has room for DECODED_MAX times as many.
 * Bytes that no text has become U+FFFD; control characters are written as ^A, but for those that terminal_read reads.
 * `origins`, or NULL, gets for each byte of the result, and for its end, how many bytes of the source come before. */
size_t encoding_decode(const charset *charset, const unsigned char *bytes, size_t length, char *text, uint16_t *origins);

/* Where the first line ends: how many bytes it has with what ends it, and without. 0 where no end is there. */
size_t encoding_line(encoding encoding, const unsigned char *bytes, size_t length, size_t *without);

/* Whether it has units of two bytes. */
int encoding_is_wide(encoding encoding);
/* One of those. */
unsigned encoding_unit(encoding encoding, const unsigned char *at);
/* Whether UTF-16 is valid, and has no control characters but those of lines. */
int encoding_is_utf16(encoding encoding, const unsigned char *bytes, size_t length);
/* Whether that is a control character that file(1) takes for none of a text: neither BEL to CR, nor ESC. */
int encoding_is_control(unsigned unit);

/* charset.c: which encoding a text is in */

/* The encoding of a text that begins with these bytes. */
void charset_detect(charset *charset, const unsigned char *bytes, size_t length);

/* The encoding of a name, as IANA has it. Whether there is one. */
int charset_named(charset *charset, const char *name);

/* The name of an encoding, for people. */
const char *charset_label(const charset *charset);

/* terminal.c: colours and letters that were typed twice */

/* A part of a plain text with a style of its own. Colours are 0xRRGGBB with STYLE_COLOUR, or 0. */
#define STYLE_COLOUR 0x1000000u
typedef struct style {
    uint32_t start, end;
    uint32_t style; /* SPAN_* */
    uint32_t foreground, background;
} style;

/* Takes what a terminal reads out of decoded text, in place, and writes other control characters as ^A. `styles`, or NULL, gets the
 * styles of its parts: of struct style. Returns the length of what is left. */
size_t terminal_read(char *text, size_t length, uint16_t *origins, GArray *styles);

/* rows.c: the lines of a text that is looked at */

/* One line. */
typedef struct row {
    const char *at, *end; /* without blanks at its end */
} row;

static inline size_t row_length(row row)
{
    return (size_t)(row.end - row.at);
}

/* Takes the next line of a text, and moves `at` behind it. Whether there is one. */
int next_row(const char **at, const char *end, row *row);

/* detect.c: whether it is text, and which kind */

/* How much of the start of a document is looked at. */
#define HEAD_SIZE WINDOW_SIZE

/* Whether a text that begins so is Markdown, given how the name of its file ends (".md"), or NULL. */
int is_markdown(const char *suffix, const char *text, size_t length);

/* The language whose letters are used, where that chooses a font: "ja", "ko", "zh-cn"; else "en". */
const char *language_of(const char *text, size_t length);

int32_t provider_probe(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, uint32_t *certainty);

/* shape.c: what the lines of a plain text are */

/* A tab goes on to the next multiple of so many characters. */
#define TAB_COLUMNS 8

/* Longer lines are not counted on. */
#define COLUMNS_MAX 160

typedef struct shape {
    int is_prose;   /* running words; else each line means something: code, a table, a log */
    size_t width;   /* the width that its lines were broken to, in characters; 0: they are not put together */
    size_t columns; /* into how many columns nearly all lines fit, at most COLUMNS_MAX */
} shape;

/* The shape of a text that begins so. */
shape shape_of(const char *text, size_t length, unwrap unwrap);

/* Whether a line was broken to a width where `next` begins. */
int shape_goes_on(size_t width, const char *line, size_t length, const char *next, size_t next_length);

/* Whether a blank is between the words of two such lines. */
int shape_needs_blank(const char *line, size_t length, const char *next);

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
#define SPAN_UNDERLINE 8u
#define SPAN_STRUCK 16u

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
    unwrap unwrap;           /* whether lines that were broken to a width are put together */
    char encoding[32];       /* of a text, as somebody wants it read; empty: as it is found */
    char font_family[160]; /* a list, as Pango takes it */
} looks;

/* Sets the looks that a reader wishes. Those without a wish stay. */
void looks_take(looks *looks, const sheaf_flow *flow);

int looks_equal(const looks *one, const looks *other);

/* config.c: what an operator can set */

typedef struct settings {
    looks looks;
    int markdown; /* whether it is looked for */
} settings;

/* The settings of a provider that nobody configured. */
settings settings_default(void);

int32_t provider_config(sheaf_plugin *plugin, sheaf_request *request, const char *key, const char *value);

/* styles.c: what parts of a paragraph look like */

/* The size of code, as a multiple of the font's. */
#define CODE_SIZE 0.9

/* The styles of the parts of the paragraph that was read last. */
PangoAttrList *styles_of(const sheaf_document *document, const paragraph *paragraph);

/* fonts.c: whether there are fonts, for all that is written */

/* Whether there is any font. */
int fonts_exist(void);

/* Debian's package with a font for the first character of a text that none has; NULL where there are fonts for all. */
const char *fonts_missing(PangoContext *context, const char *text, size_t length);

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

/* The position of a place as the host knows it: the same however the document is laid out. */
static inline int64_t place_position(place place)
{
    return (place >> PLACE_BITS) + (place & ((1 << PLACE_BITS) - 1));
}

/* A line on a page, in points. */
typedef struct line {
    PangoLayout *layout; /* of its paragraph */
    int number;          /* of the line in there */
    int64_t paragraph;   /* where that begins */
    int is_cut;          /* the paragraph goes on in the next one */
    double x, baseline;
} line;

/* A page that is laid out. */
typedef struct page {
    int64_t number; /* -1: none */
    uint64_t used;  /* when it was asked for last */
    GArray *lines;  /* of line */
} page;

/* The objects and measures that a document is laid out with. */
typedef struct typesetter {
    PangoContext *context;
    PangoLayout *scratch; /* of what is only counted */
    PangoTabArray *tabs;
    double content_height, column_width, gap;
    double advance; /* from one line to the next, in points */
    double ascent;  /* from the top of a line to its baseline */
    double ascii[95]; /* how wide the characters of ASCII are, from the space on */
} typesetter;

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
    charset charset;
    uint64_t fingerprint; /* of the source when it was opened */
    looks looks;
    const char *missing_fonts; /* as fonts_missing tells it */
    const char *language; /* whose letters it has, as language_of tells it */
    markdown *markdown; /* or NULL: plain text */
    shape shape;        /* of plain text */
    typesetter typesetter;
    starts starts;
    page pages[PAGES_KEPT];
    uint64_t clock; /* counts what is asked of `pages` */
    GArray *styles; /* of struct style: those of the paragraph that was read last */
    char text[PARAGRAPH_MAX * DECODED_MAX]; /* of that paragraph */
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
int32_t provider_blocks(sheaf_document *document, sheaf_request *request, int64_t number);

/* passage.c: the text without its pages */

/* Where in the document the characters of a part of a paragraph's text stand, as sheaf_item has it. */
void positions_of(const paragraph *paragraph, const char *start, const char *end, GArray *positions);

int32_t provider_passage(sheaf_document *document, sheaf_request *request, int64_t position, sheaf_passage *passage);

/* links.c */

int32_t provider_links(sheaf_document *document, sheaf_request *request, int64_t number);
int32_t provider_outline(sheaf_document *document, sheaf_request *request);

#endif
