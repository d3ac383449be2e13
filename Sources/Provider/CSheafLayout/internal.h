/* SPDX-License-Identifier: Apache-2.0
 *
 * internal.h: what the files of the layout of books share: the document, its pages, and the answers about them. sheet.h has what is laid
 * out. One concern a file; its name says which.
 */
#ifndef SHEAF_LAYOUT_INTERNAL_H
#define SHEAF_LAYOUT_INTERNAL_H

#include "sheet.h"

#include <cstring>
#include <optional>

/* MARK: looks.cpp: how text that flows is laid out */

/* A pixel of CSS (CSS Values 4, 6.2). Text that flows is laid out in these; pages that are fixed have a point for each. */
#define POINTS_PER_PIXEL 0.75

/* Sizes are in points. */
struct looks {
    double width, height; /* of a page */
    double margin;
    double font_size;
    double line_height; /* as a multiple of the font's size; 0: as the book has it */
    int columns;
    int justify; /* SHEAF_JUSTIFY_* or 0 */
    std::string font_family;
    bool is_plain; /* the styles and fonts of the book are left out */

    /* The space between columns. */
    double gap() const;
};

void looks_take(looks *looks, const sheaf_flow *flow);

/* The size of a column, in pixels. */
page_size looks_column(const looks &looks);

/* The style sheet that comes after the book's. */
std::string looks_style(const looks &looks);

/* The part of an address behind its #. */
inline std::string fragment_of(const char *target)
{
    const char *mark = target == nullptr ? nullptr : strchr(target, '#');
    return mark == nullptr ? "" : mark + 1;
}

/* MARK: pages.cpp: the pages of a book */

/* A part has at most so many pages. */
#define PAGES_MAX 100000

/* Two places that differ by less are the same. */
#define NEARLY 0.01

/* A page in the column of its part, in pixels, and the letters and pictures before it. */
struct chapter_page {
    double top, bottom;
    int64_t position;
};

/* A part whose pages are counted. */
struct chapter {
    std::vector<chapter_page> pages; /* or columns */
    std::map<std::string, int> anchors; /* in which of these an id is */
    int64_t first_page = 0, page_count = 0;
    int64_t first_position = 0, characters = 0;
    bool is_kept = false; /* it was counted at another time, and was not laid out since */
};

/* A part of a sheet that is on a page, and where. */
struct page_slice {
    double top, bottom; /* of the sheet */
    double x, y;        /* of the slice on the page, in points */
    double scale;       /* points a unit of the sheet */
};

struct page_view {
    const sheet *shown;
    std::vector<page_slice> slices;
};

/* Whether there is a page: 0, SHEAF_END or SHEAF_NOT_COUNTED. */
int32_t page_find(sheaf_document *document, int64_t page);

/* The size of a page: as high as its text where it says that this flows. */
page_size document_size(sheaf_document *document, int64_t page);

/* The parts that are shown on a page that is there, until the next call. */
page_view document_view(sheaf_document *document, int64_t page);

/* The slice in which something on a sheet is seen. NULL: none. */
const page_slice *slice_of(const page_view &view, const sheaf_box &box);
sheaf_box placed(const page_slice &slice, const sheaf_box &box);

/* The page to which an address leads: that where its part begins, where the part has no such place. 0 or SHEAF_NOT_COUNTED. */
int32_t page_of_target(sheaf_document *document, int part, const std::string &fragment, int64_t *page);

/* Whether a part that is counted has a place of this name. */
bool has_target(const sheaf_document *document, int part, const std::string &fragment);

/* Lays out parts until that of a landmark is, for as long as a call of count takes. The page that it leads to, from 0; -1: there is none, or
 * it is further on. */
int64_t page_of_landmark(sheaf_document *document, const char *what);

/* The sheet of a part that is counted, until the next call. Throws where it has other pages than were counted. */
const sheet *chapter_sheet(sheaf_document *document, int number);

/* The part that a position is in: the last one that begins there or before. 0 or SHEAF_NOT_COUNTED. */
int32_t chapter_of_position(const sheaf_document *document, int64_t position, int *number);

/* How many letters and pictures are before the part of a page that is counted. */
int64_t position_base(const sheaf_document *document, int64_t page);

int32_t provider_count(sheaf_document *document, sheaf_request *request, sheaf_count *count);
int32_t provider_position(sheaf_document *document, sheaf_request *request, int64_t page, int64_t *position);
int32_t provider_page_at(sheaf_document *document, sheaf_request *request, int64_t position, int64_t *page);

/* MARK: cuts.cpp */

/* Cuts a part that is laid out into pages of a height. */
void cut_pages(const sheet *sheet, double height, chapter *chapter);

/* Adds the next part that is counted. */
void chapter_add(sheaf_document *document, chapter &&next);

/* MARK: counts.cpp */

/* Hands over what was counted, when that is all. */
void counts_keep(sheaf_document *document, sheaf_request *request);

/* Takes in what was handed over at another time, if it is of this book in these looks. */
void counts_find(sheaf_document *document, sheaf_request *request);

/* Whether a part has the pages that were counted of it, now that it is laid out; else nothing is counted any more, and the document has changed. */
bool counts_believe(sheaf_document *document, chapter *kept, const sheet *laid);

/* MARK: cfi.cpp */

/* The longest CFI that is written, and the longest id in one; bytes. */
#define CFI_SIZE_MAX 4096
#define ID_SIZE_MAX 64

int32_t provider_cfi(sheaf_document *document, sheaf_request *request, int64_t position, int64_t end, const char **cfi);
int32_t provider_find_cfi(sheaf_document *document, sheaf_request *request, const char *cfi, int64_t *position, int64_t *end);

/* MARK: render.cpp */

/* Draws a region of a page that is there and that measures so many pixels. */
int32_t page_draw(sheaf_document *document, sheaf_request *request, const sheaf_render *render, int32_t columns, int32_t rows);

int32_t provider_render(sheaf_document *document, sheaf_request *request, const sheaf_render *render);

/* MARK: ink.cpp */

int32_t provider_ink(sheaf_document *document, sheaf_request *request, int64_t page, sheaf_box *box);

/* MARK: text.cpp */

int32_t provider_text(sheaf_document *document, sheaf_request *request, int64_t page);
int32_t provider_links(sheaf_document *document, sheaf_request *request, int64_t page);
int32_t provider_pictures(sheaf_document *document, sheaf_request *request, int64_t page);

/* MARK: contents.cpp */

int32_t provider_outline(sheaf_document *document, sheaf_request *request);

/* Fills in where an address leads, from a part. 0 or SHEAF_NOT_COUNTED. */
int32_t item_resolve(sheaf_document *document, const std::string &from, const std::string &address, sheaf_item *item, std::string *written);

/* The label of a page; empty: it has none. */
std::string label_of(sheaf_document *document, int64_t page);

/* MARK: provider.cpp, document.cpp: the state */

struct sheaf_plugin {
    const layout_format *format;
    const sheaf_host_services *services;
    sheaf_host *host;
    sheaf_document *documents; /* the open ones */
    uint32_t messages;         /* that libraries had in this request */
    std::map<std::string, struct _HyphenDict *> patterns; /* of hyphens, by language; NULL: there are none */
};

/* A picture that was decoded. */
struct kept_picture {
    std::string key;
    cairo_surface_t *surface;
    uint64_t used;
};

struct sheaf_document {
    sheaf_plugin *plugin;
    sheaf_document *next;
    sheaf_input input;
    uint64_t fingerprint; /* of the source when it was opened */
    layout_files files;
    struct book book;
    std::vector<page_size> sizes; /* of the pages, as far as they are known */
    PangoFontMap *fonts;
    PangoContext *context;
    bool is_flowing; /* its text has no pages of its own */
    struct looks looks;
    std::optional<book_lines> lines; /* which way they run, where somebody has asked */
    std::vector<chapter> chapters; /* those that are counted, from the first one on */

    int counted_chapters() const { return static_cast<int>(chapters.size()); }
    std::vector<std::string> known_fonts; /* the paths of those that the book brings and that were looked at */
    std::vector<std::unique_ptr<sheet>> sheets;
    std::map<std::string, picture_size> picture_sizes; /* by path or address */
    std::vector<kept_picture> kept;
    uint64_t clock; /* counts what is asked of `sheets` and `kept` */
    std::string cfi; /* the one that was asked for last */
};

inline PangoContext *screen::context() const
{
    return document_->context;
}

int32_t provider_open(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, sheaf_document **document);
void provider_close(sheaf_document *document);
int32_t provider_metrics(sheaf_document *document, sheaf_request *request, int64_t page, sheaf_metrics *metrics);
int32_t provider_refresh(sheaf_document *document, sheaf_request *request);
int32_t provider_metadata(sheaf_document *document, sheaf_request *request);

/* MARK: messages.cpp */

/* Sends what the libraries say to the host's log. */
void messages_attach(void);

/* A request, in whose name they speak while this lives. */
struct messages_of_request {
    explicit messages_of_request(sheaf_plugin *plugin);
    ~messages_of_request();
    messages_of_request(const messages_of_request &) = delete;
    messages_of_request &operator=(const messages_of_request &) = delete;
};

/* Thrown where the bytes of the book could not be read for this request: sheaf_input_result says why. */
struct unread : std::exception {
};

/* Whether all bytes that this request wanted were read. What was made without some of them is not kept: the next request may have them. */
bool is_read(const sheaf_document *document);

/* Throws where they were not. */
void check_read(const sheaf_document *document);

/* Does what a request asks for, and makes a result of what is thrown meanwhile. */
template <typename Work> int32_t answered(sheaf_document *document, sheaf_request *request, Work work)
{
    sheaf_input_begin(&document->input, request);
    const messages_of_request messages(document->plugin);
    try {
        const int32_t status = work();
        return status != 0 ? status : sheaf_input_result(&document->input, request);
    } catch (const unread &) {
        return sheaf_input_result(&document->input, request);
    } catch (const std::bad_alloc &) {
        return sheaf_fail(document->plugin->services, request, -ENOMEM, "not enough memory for a page of the book");
    } catch (const std::exception &fault) {
        return sheaf_fail(document->plugin->services, request, -EBADMSG, "cannot read the book: %s", fault.what());
    }
}

#endif
