/* SPDX-License-Identifier: Apache-2.0
 *
 * internal.h: what the files of the MuPDF provider share. One concern a file; its name says which.
 *
 * MuPDF reports failures with longjmp: every call of an fz_ or pdf_ function that can throw stands within fz_try. The
 * host's functions are called from within such blocks too; they return before anything jumps, so no frame of the host
 * is ever jumped over.
 */
#ifndef SHEAF_MUPDF_INTERNAL_H
#define SHEAF_MUPDF_INTERNAL_H

#include <mupdf/fitz.h>
#include <mupdf/pdf.h>
#include <sheaf_kit.h>
#include <sheaf_links.h>
#include <sheaf_view.h>

/* config.c: what an operator can set */

typedef struct settings {
    uint64_t store_size; /* bytes that MuPDF may keep of fonts and images */
    double layout_width; /* points: the page of a document without pages of its own */
    double layout_height;
    double layout_em; /* points: the size of its plain text */
    int document_css; /* whether an HTML document's own style sheets count */
    int columns;      /* of text on such a page, side by side */
} settings;

/* The settings of a provider that nobody configured. */
settings settings_default(void);

int32_t provider_config(sheaf_plugin *plugin, sheaf_request *request, const char *key, const char *value);

/* cancel.c: the thread that carries a cancellation into a running MuPDF call */

typedef struct canceller canceller;

/* Starts the thread, parked. NULL where the system refuses it. */
canceller *canceller_start(const sheaf_host_services *services);

/* From here on, a cancelled `request` sets `cookie->abort`; both stay valid until canceller_leave. */
void canceller_watch(canceller *canceller, sheaf_request *request, fz_cookie *cookie);

/* Ends the canceller's watch of a request. Afterwards its thread touches neither request nor cookie; calling it twice
 * is fine. */
void canceller_leave(canceller *canceller);

/* flow.c: how a document without pages of its own is laid out */

/* The most columns on a page. */
#define COLUMNS_MAX 4

/* Takes what a client wants over what the operator has set, and writes the style sheet that it takes. `flow` may be NULL. */
void flow_take(sheaf_document *document, const sheaf_flow *flow);

/* Has MuPDF lay out what it lays out next as this document is to be. It clears the stack: MuPDF 1.21 counts the items of a list from
 * whatever is there, and leaves out the first mark where that is -1. */
void flow_begin(fz_context *context, const sheaf_document *document);

/* stream.c: the bytes of a document, through the host */

/* A stream over `input`. Throws. */
fz_stream *stream_open(fz_context *context, sheaf_input *input);

/* charset.c: HTML that is not in UTF-8 */

/* A stream of an HTML document as UTF-8; its encoding is noted. Throws. */
fz_stream *html_open(fz_context *context, sheaf_document *document);

/* detect.c: what kind of document it is, by its content */

typedef struct kind {
    const char *magic; /* as fz_open_document_with_stream takes it; NULL: none of ours */
    uint32_t certainty;
} kind;

/* Never throws: a source that can't be read is of no kind. */
kind detect(fz_context *context, sheaf_input *input);

int32_t provider_probe(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, uint32_t *certainty);

/* labels.c: what is printed on the pages of a PDF */

typedef struct label_range {
    int first;     /* the first page that it holds for */
    int start;     /* the number of that page */
    char style;    /* D, R, r, A, a, or 0: the prefix alone */
    char *prefix;  /* or NULL */
} label_range;

typedef struct labels {
    label_range *ranges; /* by first page, ascending */
    int count;
    int read;
} labels;

/* Reads the ranges of a PDF's page labels. Throws. */
void labels_read(fz_context *context, labels *labels, fz_document *document);
void labels_drop(fz_context *context, labels *labels);

/* The label of a page, cut to `size`; empty where it has none. */
void labels_print(const labels *labels, int page, char *text, size_t size);

/* destinations.c: which page of a PDF an object is, and what its named destinations are */

typedef struct page_number {
    int object; /* its number in the file */
    int index;
} page_number;

typedef struct destination_name {
    const char *bytes; /* of `key` */
    size_t length;
    int order; /* in the document */
    pdf_obj *key, *value;
} destination_name;

typedef struct destinations {
    page_number *pages; /* by object, ascending */
    int page_count, page_room;
    int is_doubtful; /* the page tree does not add up */
    destination_name *names; /* of the name tree, ascending */
    int name_count, name_room;
    int read;
} destinations;

/* The page with an index, where there is one, or -1. Throws. */
int destination_of_index(fz_context *context, pdf_document *pdf, int64_t index);

/* The page that a destination leads to, and where on it; -1: to none of this document. Throws. */
int destination_find(fz_context *context, sheaf_document *document, pdf_document *pdf, pdf_obj *object,
                     fz_point *point);

/* The page that a destination of this name leads to. Throws. */
int destination_find_name(fz_context *context, sheaf_document *document, pdf_document *pdf, const char *name,
                          fz_point *point);

void destinations_drop(fz_context *context, destinations *destinations);

/* addresses.c: the addresses of links in HTML */

/* Writes an address that MuPDF has taken for a path as it is written in the document. */
void address_restore(const char *uri, char *written, size_t size);

/* provider.c, document.c: the state */

struct sheaf_plugin {
    const sheaf_host_services *services;
    sheaf_host *host;
    settings settings;
    canceller *canceller;
    fz_context *context;       /* made when the first document needs it */
    uint64_t context_store;    /* the store size that it was made with */
    sheaf_document *documents; /* the open ones */
    uint32_t messages;         /* that MuPDF had in this request */
};

struct sheaf_document {
    sheaf_plugin *plugin;
    sheaf_document *next;
    sheaf_input input;    /* its `request` is set while it is opened */
    uint64_t fingerprint; /* of the source when it was opened */
    settings settings;    /* those it was opened with */
    char css[512];        /* what a client wants of its layout, as a style sheet; empty: nothing */
    char wanted_encoding[32]; /* that a client wants HTML to be read in; empty: as it is found */
    char encoding[64]; /* of HTML, and how that was told; else empty */
    int64_t *starts; /* of HTML: where each of its columns begins, in characters and pictures, and its end; NULL: none is known yet */
    int known_starts; /* so many columns were read: one start more is known */
    fz_document *opened;
    int locked; /* no page can be read without another password */
    int64_t pages;
    labels labels;
    destinations destinations;
    fz_page *page; /* the one last asked for, or NULL: with several columns, that of the first one */
    fz_page *others[COLUMNS_MAX - 1]; /* those of the other columns, or NULL */
    int64_t page_id;
    fz_rect bounds; /* its, of all columns */
    pdf_mark_bits *looked_at; /* the objects in which there is no function that nests too deeply, or NULL */
    int draws_rgb; /* one page was begun as BGRX and needed RGB: no other one is tried */
};

/* context.c: MuPDF's context, which all documents share */

/* The context, made when it is first needed. NULL, with the error set, where there is no memory for it. */
fz_context *plugin_context(sheaf_plugin *plugin, sheaf_request *request);

/* document.c: opens a document, counts and measures its pages */

/* Begins a request: what went wrong in the one before is forgotten. */
void document_begin(sheaf_document *document);

/* Begins a request, and makes `page` the document's current one: its `page` and `bounds`. 0, SHEAF_CANCELLED or a failure that is
 * told. */
int32_t document_turn(sheaf_document *document, sheaf_request *request, int64_t page);

/* Loads a page of MuPDF's, which is a column of one of ours. NULL: there is none. Throws. */
fz_page *document_load(fz_context *context, const sheaf_document *document, int64_t column);

/* How far a column is from the first one, in points. */
float column_offset(const sheaf_document *document, int column);

/* Drops the current page. */
void document_leave_page(sheaf_document *document);

int32_t provider_open(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, sheaf_document **document);
void provider_close(sheaf_document *document);
int32_t provider_count(sheaf_document *document, sheaf_request *request, sheaf_count *count);
int32_t provider_metrics(sheaf_document *document, sheaf_request *request, int64_t page, sheaf_metrics *metrics);
int32_t provider_refresh(sheaf_document *document, sheaf_request *request);

/* nesting.c */

/* Takes functions out of what a page is drawn with that nest too deeply for MuPDF. */
void nesting_cut(fz_context *context, sheaf_document *document, fz_page *page);
void nesting_drop(fz_context *context, sheaf_document *document);

/* mending.c */

/* Takes annotations out of a page of a PDF, in memory, with which MuPDF can't load it. Throws. */
void annotations_cut(fz_context *context, sheaf_document *document, int64_t index);
/* Takes the appearances of filled fields off a page of a PDF, in memory, where the document says that they are out of date
 * (NeedAppearances): MuPDF makes new ones when it loads the page. Throws. */
void fields_renew(fz_context *context, sheaf_document *document, int64_t index);

/* render.c */

/* Draws the current page through a device, and stops where the request is cancelled: then it throws
 * FZ_ERROR_ABORT. Throws. */
void page_run(fz_context *context, sheaf_document *document, sheaf_request *request, fz_device *device,
              fz_matrix matrix);

/* The region of a page that is drawn, and the pixels that it is drawn to. */
typedef struct canvas {
    fz_matrix matrix; /* from points of the page to pixels */
    fz_irect region;  /* in those pixels */
    unsigned char *pixels;
    int stride; /* bytes from row to row */
} canvas;

/* Draws a region of the current page as RGB. Throws. */
void page_draw(fz_context *context, sheaf_document *document, sheaf_request *request, const canvas *canvas);

int32_t provider_render(sheaf_document *document, sheaf_request *request, const sheaf_render *render);
int32_t provider_hit(sheaf_document *document, sheaf_request *request, int64_t page, double x, double y,
                     uint32_t *claims);

/* looks.c: what of a page is paper, and what a picture */

int32_t provider_ink(sheaf_document *document, sheaf_request *request, int64_t page, sheaf_box *box);
int32_t provider_pictures(sheaf_document *document, sheaf_request *request, int64_t page);

/* watch.c */

/* The findings about a page while it is drawn. */
typedef struct draw_watch {
    fz_device drawing; /* the device's own functions */
    int cuttable;      /* whether every region of what was drawn so far, drawn by itself, has the same pixels */
    int is_bgrx;       /* it is drawn as BGRX, over something opaque */
    int needs_rgb;     /* the drawing was stopped: drawn as RGB it has other pixels */
    fz_cookie *cookie; /* that stops it, or NULL */
} draw_watch;

/* Watches what is drawn with a device that draws. One at a time; both stay valid until watch_end. */
void watch_begin(fz_context *context, draw_watch *watch, fz_device *device, int is_bgrx);

/* Says what stops the drawing that is watched; NULL when it has ended. Nothing happens without a watch. */
void watch_run(fz_context *context, fz_cookie *cookie);

/* Says that something went wrong in what was drawn: it counts as not cuttable. Nothing happens without a watch. */
void watch_doubt(fz_context *context);

/* Ends the watch of a drawing, when the device has gone. */
void watch_end(fz_context *context);

/* widen.c */

/* Turns a row of RGB, at the start of its memory, into BGRX over all of it. */
void widen_row(unsigned char *row, size_t width);

/* targets.c: where an entry of a PDF's outline or a link leads */

typedef struct target {
    sheaf_link_kind kind;
    int page;       /* -1: to none */
    fz_point point; /* on that page */
    char *uri;      /* as the document has it, or NULL */
} target;

/* Where an entry or a link leads, from the page `from`, which may be -1. What is damaged leads nowhere. Throws for other reasons. */
target target_read(fz_context *context, sheaf_document *document, pdf_document *pdf, pdf_obj *object, int64_t from);

/* The index of the page that a PDF asks to be opened on; -1: of none. Throws. */
int64_t target_open(fz_context *context, sheaf_document *document, pdf_document *pdf);

/* view.c: how a PDF asks to be seen at first */

/* Emits what a PDF asks for. Throws. */
int32_t view_emit_pdf(fz_context *context, sheaf_document *document, sheaf_request *request, pdf_document *pdf);

/* text.c, links.c, outline.c, annotations.c, metadata.c: what there is to tell about a document */

/* The current page's text, in the order of the document. Throws. */
fz_stext_page *page_text(fz_context *context, sheaf_document *document, sheaf_request *request, int flags);

int32_t provider_text(sheaf_document *document, sheaf_request *request, int64_t page);
int32_t provider_search(sheaf_document *document, sheaf_request *request, int64_t page, const char *needle);
int32_t provider_links(sheaf_document *document, sheaf_request *request, int64_t page);

/* Fills in the target of an item as MuPDF has it, an address: the page and the point on it, or the address, which is kept in `written`
 * (SHEAF_TEXT_SIZE bytes). Nothing of an address that says nothing. SHEAF_NOT_COUNTED or 0. Throws. */
int32_t item_resolve(fz_context *context, const sheaf_document *document, const char *uri, char *written, sheaf_item *item);

/* Emits an item with copies of its strings that are fit for the host. Throws. */
int32_t item_emit(fz_context *context, sheaf_document *document, sheaf_request *request, sheaf_item *item);

/* Emits an item that leads to `target`, which it frees. Throws. */
int32_t item_emit_target(fz_context *context, sheaf_document *document, sheaf_request *request, sheaf_item *item,
                         target *target);

int32_t provider_outline(sheaf_document *document, sheaf_request *request);
int32_t provider_annotations(sheaf_document *document, sheaf_request *request, int64_t page);
int32_t provider_metadata(sheaf_document *document, sheaf_request *request);

/* position.c: where in the text of a document without pages of its own its pages begin */

int32_t provider_position(sheaf_document *document, sheaf_request *request, int64_t page, int64_t *position);
int32_t provider_page_at(sheaf_document *document, sheaf_request *request, int64_t position, int64_t *page);

/* error.c: what went wrong, for people */

/* Within fz_catch: whether the document is to blame. Then one entry of a list is given up, and the others are read. */
int is_damage(fz_context *context);

/* Within fz_catch: turns what MuPDF threw into a result. The format says what was tried: "draw page 3". */
int32_t caught(sheaf_document *document, sheaf_request *request, const char *format, ...) SHEAF_PRINTF(3, 4);

/* The last step of a request that went well: fails it after all where the source could not be read. */
int32_t settled(sheaf_document *document, sheaf_request *request, int32_t result);

/* Sends MuPDF's messages to the host's log. */
void messages_attach(sheaf_plugin *plugin);

#endif
