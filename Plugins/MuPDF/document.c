/* SPDX-License-Identifier: Apache-2.0
 *
 * document.c: opens a document, counts and measures its pages.
 */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
        stream = strcmp(magic, "html") == 0 ? html_open(context, document) : stream_open(context, &document->input);
        document->opened = fz_open_document_with_stream(context, magic, stream);
        const settings *settings = &document->settings;
        document->locked = !unlock(context, document);
        if (!document->locked && fz_is_document_reflowable(context, document->opened))
            fz_layout_document(context, document->opened, column_offset(document, 1), (float)settings->layout_height,
                               (float)settings->layout_em);
        if (!document->locked)
            document->pages = (fz_count_pages(context, document->opened) + settings->columns - 1) / settings->columns;
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
    if (document->pages <= 0)
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
        if (kind.magic != NULL && strcmp(kind.magic, "html") == 0)
            flow_take(document, plugin->services->flow(request));
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
                status = sheaf_fail(plugin->services, request, -ENOTSUP, "this is no PDF, XPS, HTML or CBZ");
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
    destinations_drop(plugin->context, &document->destinations);
    nesting_drop(plugin->context, document);
    free(document->starts);
    fz_drop_document(plugin->context, document->opened);
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

fz_page *document_load(fz_context *context, const sheaf_document *document, int64_t column)
{
    return column < fz_count_pages(context, document->opened) ? fz_load_page(context, document->opened, (int)column) : NULL;
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

int32_t document_turn(sheaf_document *document, sheaf_request *request, int64_t page)
{
    sheaf_plugin *plugin = document->plugin;
    fz_context *context = plugin->context;
    document_begin(document);
    if (plugin->services->cancelled(request))
        return SHEAF_CANCELLED;
    /* Whatever is done with the page may lay out text, and another document may have been laid out since. */
    flow_begin(context, document);
    if (document->page != NULL && document->page_id == page)
        return 0;
    document_leave_page(document);
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
    (void)request;
    count->kind = SHEAF_EXACT;
    count->pages = document->pages;
    return 0;
}

int32_t provider_metrics(sheaf_document *document, sheaf_request *request, int64_t page, sheaf_metrics *metrics)
{
    fz_context *context = document->plugin->context;
    int32_t status = document_turn(document, request, page);
    if (status != 0)
        return status;
    fz_try(context)
        if (!document->labels.read)
            labels_read(context, &document->labels, document->opened);
    fz_catch(context)
    {
        /* A page without its label is still a page. */
        fz_warn(context, "cannot read the page labels: %s", fz_caught_message(context));
    }
    metrics->kind = SHEAF_EXACT;
    metrics->width = (double)(document->bounds.x1 - document->bounds.x0);
    metrics->height = (double)(document->bounds.y1 - document->bounds.y0);
    labels_print(&document->labels, (int)page, metrics->label, sizeof metrics->label);
    return settled(document, request, 0);
}

int32_t provider_refresh(sheaf_document *document, sheaf_request *request)
{
    return sheaf_input_refresh(&document->input, request, document->fingerprint);
}
