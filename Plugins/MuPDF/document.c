/* SPDX-License-Identifier: Apache-2.0
 *
 * document.c: opens a document, counts and measures its pages.
 */
#include "rewriting.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* How long chapters are laid out each time that the pages are counted on, in milliseconds: whoever asks for a page then waits. */
#define COUNT_TIME 50

void document_begin(sheaf_document *document)
{
    document->plugin->messages = 0;
    sheaf_input_begin(&document->input, NULL);
}

/* Opens a locked document with the host's password: that of a user or of the owner. Whether it is open then. Throws. */
static int unlock(fz_context *context, sheaf_document *document)
{
    if (!fz_needs_password(context, document->opened))
        return 1;
    const char *password = document->plugin->services->password(document->input.request);
    return password != NULL && fz_authenticate_password(context, document->opened, password) != 0;
}

/* Opens the document behind `input` and lays it out. Throws. */
static void open_document(fz_context *context, sheaf_document *document, const char *magic)
{
    fz_stream *stream = NULL;
    fz_var(stream);
    fz_try(context)
    {
        if (strcmp(magic, "epub") == 0) {
            document->rewriting = rewriting_open(context, &document->input);
            stream = stream_open_with(context, rewriting_read, document->rewriting, rewriting_size(document->rewriting));
        } else
            stream = strcmp(magic, "html") == 0 ? html_open(context, document) : stream_open(context, &document->input);
        document->opened = fz_open_document_with_stream(context, magic, stream);
        const settings *settings = &document->settings;
        document->locked = !unlock(context, document);
        if (!document->locked && fz_is_document_reflowable(context, document->opened)) {
            fz_layout_document(context, document->opened, column_offset(document, 1), (float)settings->layout_height,
                               (float)settings->layout_em);
        } else if (!document->locked)
            document->pages = fz_count_pages(context, document->opened);
    }
    fz_always(context)
        fz_drop_stream(context, stream);
    fz_catch(context)
        fz_rethrow(context);
}

/* Makes sure that what was opened is of use. */
static int32_t check_document(sheaf_document *document, sheaf_request *request)
{
    if (document->locked)
        return SHEAF_PASSWORD_NEEDED;
    if (document->pages == 0 || document->pages < -1)
        return sheaf_fail(document->plugin->services, request, -EBADMSG,
                          "the document has no pages: it is damaged or not complete");
    return 0;
}

int32_t provider_open(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, sheaf_document **result)
{
    fz_context *context = plugin_context(plugin, request);
    sheaf_document *document = context == NULL ? NULL : calloc(1, sizeof *document);
    if (document == NULL)
        return sheaf_fail(plugin->services, request, -ENOMEM, "not enough memory to open a document");
    *document = (sheaf_document){
        .plugin = plugin,
        .next = plugin->documents,
        .input = sheaf_input_open(plugin->services, plugin->host, request, source, document),
        .settings = plugin->settings,
        .pages = -1,
    };
    plugin->documents = document;
    plugin->messages = 0;

    sheaf_input *input = &document->input;
    sheaf_input_fingerprint(input, input->size, &document->fingerprint);
    int32_t status = sheaf_input_result(input, request);
    if (status == 0 && input->size == 0)
        status = sheaf_fail(plugin->services, request, -EBADMSG, "the document is empty");
    if (status == 0) {
        kind kind = detect(context, input);
        /* FB2 and HTML are styled when they are opened, EPUB chapter by chapter. */
        if (kind.magic != NULL &&
            (strcmp(kind.magic, "epub") == 0 || strcmp(kind.magic, "fb2") == 0 || strcmp(kind.magic, "html") == 0))
            flow_take(document, plugin->services->flow(request), strcmp(kind.magic, "epub") == 0);
        flow_begin(context, document);
        fz_try(context)
        {
            if (kind.magic != NULL)
                open_document(context, document, kind.magic);
        }
        fz_catch(context)
            status = caught(document, request, "open the %s document", kind.magic);
        if (kind.magic == NULL) {
            status = sheaf_input_result(input, request);
            if (status == 0)
                status = sheaf_fail(plugin->services, request, -ENOTSUP, "this is no PDF, EPUB, XPS, FB2, HTML or CBZ");
        }
    }
    if (status == 0)
        status = settled(document, request, check_document(document, request));
    input->request = NULL;
    if (status != 0) {
        provider_close(document);
        return status;
    }
    *result = document;
    return 0;
}

void provider_close(sheaf_document *document)
{
    sheaf_plugin *plugin = document->plugin;
    document_leave_page(document);
    labels_drop(plugin->context, &document->labels);
    printed_drop(plugin->context, &document->printed);
    destinations_drop(plugin->context, &document->destinations);
    nesting_drop(plugin->context, document);
    flow_drop(document);
    fz_drop_document(plugin->context, document->opened);
    rewriting_drop(plugin->context, document->rewriting);
    for (sheaf_document **at = &plugin->documents; *at != NULL; at = &(*at)->next)
        if (*at == document) {
            *at = document->next;
            break;
        }
    free(document);
}

void document_leave_page(sheaf_document *document)
{
    fz_drop_page(document->plugin->context, document->page);
    document->page = NULL;
    for (int column = 1; column < COLUMNS_MAX; column++) {
        fz_drop_page(document->plugin->context, document->others[column - 1]);
        document->others[column - 1] = NULL;
    }
}

/* The chapters behind it are not laid out. */
fz_page *document_load(fz_context *context, const sheaf_document *document, int64_t column)
{
    int chapters = fz_count_chapters(context, document->opened);
    for (int chapter = 0; chapter < chapters; chapter++) {
        int count = fz_count_chapter_pages(context, document->opened, chapter);
        if (column < count)
            return fz_load_chapter_page(context, document->opened, chapter, (int)column);
        column -= count;
    }
    return NULL;
}

float column_offset(const sheaf_document *document, int column)
{
    return (float)document->settings.layout_width / (float)document->settings.columns * (float)column;
}

/* Loads the page and its columns. Throws. */
static void load_columns(fz_context *context, sheaf_document *document, int64_t page)
{
    int columns = document->settings.columns;
    int is_damaged = 0;
    fields_renew(context, document, page);
    fz_var(is_damaged);
    fz_try(context)
        document->page = document_load(context, document, page * columns);
    fz_catch(context)
    {
        if (!is_damage(context))
            fz_rethrow(context);
        is_damaged = 1;
    }
    /* A bad annotation costs itself alone. */
    if (is_damaged) {
        annotations_cut(context, document, page);
        document->page = document_load(context, document, page * columns);
    }
    if (document->page == NULL)
        return;
    nesting_cut(context, document, document->page);
    document->bounds = fz_bound_page(context, document->page);
    for (int column = 1; column < columns; column++)
        document->others[column - 1] = document_load(context, document, page * columns + column);
    if (columns > 1)
        document->bounds.x1 = document->bounds.x0 + (float)document->settings.layout_width;
}

static int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Lays out a chapter. One of a book that can't be laid out is a page that says so. Throws. */
static int count_chapter(fz_context *context, sheaf_document *document, int chapter)
{
    int count = -1;
    fz_var(count);
    fz_try(context)
        count = fz_count_chapter_pages(context, document->opened, chapter);
    fz_catch(context)
    {
        if (!is_damage(context) || document->input.failure != 0 || document->rewriting == NULL ||
            !rewriting_spoil(context, document->rewriting, chapter))
            fz_rethrow(context);
        fz_warn(context, "cannot lay out chapter %d: %s", chapter + 1, fz_caught_message(context));
        /* In the store there is the chapter as it was read. */
        fz_empty_store(context);
    }
    return count >= 0 ? count : fz_count_chapter_pages(context, document->opened, chapter);
}

/* Lays out chapters until the end of the document or of the time is reached, but one at least. SHEAF_CANCELLED or 0. Throws. */
static int32_t count_on(fz_context *context, sheaf_document *document, sheaf_request *request, int64_t end)
{
    if (document->pages >= 0)
        return 0;
    const int chapters = fz_count_chapters(context, document->opened);
    while (document->counted_chapters < chapters) {
        flow_begin(context, document);
        rewriting_ease(context, document->rewriting, document->settings.store_size);
        document->counted_columns += count_chapter(context, document, document->counted_chapters);
        document->counted_chapters++;
        if (document->plugin->services->cancelled(request))
            return SHEAF_CANCELLED;
        if (milliseconds() >= end)
            break;
    }
    if (document->counted_chapters >= chapters)
        document->pages = (document->counted_columns + document->settings.columns - 1) / document->settings.columns;
    return 0;
}

int32_t document_turn(sheaf_document *document, sheaf_request *request, int64_t page)
{
    sheaf_plugin *plugin = document->plugin;
    fz_context *context = plugin->context;
    document_begin(document);
    if (plugin->services->cancelled(request))
        return SHEAF_CANCELLED;
    /* Whatever is done with the page may lay out a chapter, and another document may have been laid out since. */
    flow_begin(context, document);
    if (document->page != NULL && document->page_id == page)
        return 0;
    document_leave_page(document);
    rewriting_ease(context, document->rewriting, document->settings.store_size);
    const int columns = document->settings.columns;
    if (document->pages < 0 && page >= 0 && page < INT_MAX / COLUMNS_MAX && (page + 1) * columns > document->counted_columns)
        return SHEAF_NOT_COUNTED;
    fz_try(context)
        if (page >= 0 && page < INT_MAX / COLUMNS_MAX)
            load_columns(context, document, page);
    fz_catch(context)
    {
        document_leave_page(document);
        return caught(document, request, "load page %lld", (long long)page + 1);
    }
    if (document->page == NULL)
        return SHEAF_END;
    document->page_id = page;
    const fz_rect *bounds = &document->bounds;
    float width = bounds->x1 - bounds->x0, height = bounds->y1 - bounds->y0;
    if (!(width > 0 && height > 0 && isfinite(width) && isfinite(height))) {
        document_leave_page(document);
        return sheaf_fail(plugin->services, request, -EBADMSG, "page %lld has no size", (long long)page + 1);
    }
    return 0;
}

int32_t provider_count(sheaf_document *document, sheaf_request *request, sheaf_count *count)
{
    fz_context *context = document->plugin->context;
    int32_t status = 0;
    int chapters = 1;
    document_begin(document);
    fz_var(status);
    fz_var(chapters);
    flow_begin(context, document);
    fz_try(context)
    {
        /* At first as much as the first page needs. */
        const int64_t time = document->counted_chapters == 0 ? 0 : COUNT_TIME;
        status = count_on(context, document, request, milliseconds() + time);
        chapters = fz_count_chapters(context, document->opened);
    }
    fz_catch(context)
        return caught(document, request, "count the pages");
    count->kind = document->pages < 0 ? SHEAF_COUNTING : SHEAF_EXACT;
    count->pages = document->pages;
    if (document->pages < 0) {
        const int columns = document->settings.columns;
        const int64_t all = document->counted_columns * chapters / document->counted_chapters;
        count->pages = (all + columns - 1) / columns;
        count->counted = document->counted_columns / columns;
    }
    return settled(document, request, status);
}

int32_t provider_metrics(sheaf_document *document, sheaf_request *request, int64_t page, sheaf_metrics *metrics)
{
    fz_context *context = document->plugin->context;
    int32_t status = document_turn(document, request, page);
    if (status != 0)
        return status;
    const char *label = "";
    fz_var(label);
    fz_try(context)
    {
        if (!document->labels.read)
            labels_read(context, &document->labels, document->opened);
        label = printed_label(context, document, page);
    }
    fz_catch(context)
    {
        /* A page without its label is still a page. */
        fz_warn(context, "cannot read the page labels: %s", fz_caught_message(context));
    }
    metrics->kind = SHEAF_EXACT;
    metrics->width = (double)(document->bounds.x1 - document->bounds.x0);
    metrics->height = (double)(document->bounds.y1 - document->bounds.y0);
    labels_print(&document->labels, (int)page, metrics->label, sizeof metrics->label);
    if (label[0] != 0)
        label_copy(metrics->label, sizeof metrics->label, label);
    return settled(document, request, 0);
}

int32_t provider_refresh(sheaf_document *document, sheaf_request *request)
{
    return sheaf_input_refresh(&document->input, request, document->fingerprint);
}
