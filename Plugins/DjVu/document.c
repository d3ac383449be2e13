/* SPDX-License-Identifier: Apache-2.0
 *
 * document.c: opens a document, counts and measures its pages.
 */
#include "internal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* How much of the document is handed over at once. */
#define CHUNK_SIZE 65536

/* The size of the library's cache of decoded parts, in bytes. */
#define CACHE_SIZE (8ul << 20)

/* The resolution that DjVuLibre assumes of a page that does not tell its own, and the range that is believed of one
 * that does. */
#define DPI_DEFAULT 300
#define DPI_MIN 25
#define DPI_MAX 6000

int32_t fail_document(sheaf_document *document, sheaf_request *request, const char *format, ...)
{
    char what[100];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return sheaf_fail(document->plugin->services, request, -EBADMSG, "cannot %s: %s", what,
                      document->error[0] == 0 ? "its data is damaged" : document->error);
}

/* Notes what the library said: the text behind the name of the message, if it has one. */
static void note_error(sheaf_document *document, const char *text)
{
    const char *tab = text == NULL ? NULL : strchr(text, '\t');
    snprintf(document->error, sizeof document->error, "%s", text == NULL ? "" : tab == NULL ? text : tab + 1);
    for (char *at = document->error; *at != 0; at++)
        if ((unsigned char)*at < 0x20 || (unsigned char)*at > 0x7e)
            *at = ' ';
}

/* Takes in one message; 0 where there was none. */
static int take_message(sheaf_document *document)
{
    const ddjvu_message_t *message = ddjvu_message_peek(document->context);
    if (message == NULL)
        return 0;
    if (message->m_any.tag == DDJVU_ERROR)
        note_error(document, message->m_error.message);
    /* Of a document whose pages are in other files: those are not to be had. */
    if (message->m_any.tag == DDJVU_NEWSTREAM && message->m_newstream.streamid > 0)
        ddjvu_stream_close(document->opened, message->m_newstream.streamid, 1);
    ddjvu_message_pop(document->context);
    return 1;
}

int32_t document_wait(sheaf_document *document, sheaf_request *request)
{
    if (!take_message(document)) {
        /* DjVuLibre's threads are at work: a millisecond is little beside a page. */
        const struct timespec moment = {.tv_nsec = 1000000};
        nanosleep(&moment, NULL);
    }
    while (take_message(document)) {
    }
    return document->plugin->services->cancelled(request) ? SHEAF_CANCELLED : 0;
}

/* Hands all bytes to the library. */
static int32_t feed(sheaf_document *document, sheaf_request *request)
{
    char chunk[CHUNK_SIZE];
    int64_t count;
    for (int64_t offset = 0; (count = sheaf_input_read(&document->input, chunk, CHUNK_SIZE, offset)) > 0; offset += count)
        ddjvu_stream_write(document->opened, 0, chunk, (unsigned long)count);
    int32_t status = sheaf_input_result(&document->input, request);
    ddjvu_stream_close(document->opened, 0, status != 0);
    return status;
}

static int32_t start(sheaf_document *document, sheaf_request *request)
{
    sheaf_plugin *plugin = document->plugin;
    sheaf_input *input = &document->input;
    if (sheaf_input_fingerprint(input, input->size, &document->fingerprint) != 0)
        return sheaf_input_result(input, request);
    if (input->size > FILE_MAX)
        return sheaf_fail(plugin->services, request, -EFBIG, "the document has %lld bytes, and the limit is %lld",
                          (long long)input->size, (long long)FILE_MAX);
    document->context = ddjvu_context_create("sheaf-djvu");
    if (document->context == NULL)
        return sheaf_fail(plugin->services, request, -ENOMEM, "not enough memory to open a document");
    ddjvu_cache_set_size(document->context, CACHE_SIZE);
    document->opened = ddjvu_document_create(document->context, NULL, 0);
    if (document->opened == NULL)
        return fail_document(document, request, "open the document");
    int32_t status = feed(document, request);
    while (status == 0 && ddjvu_document_decoding_status(document->opened) < DDJVU_JOB_OK)
        status = document_wait(document, request);
    if (status != 0)
        return status;
    while (take_message(document)) {
    }
    document->count = ddjvu_document_get_pagenum(document->opened);
    if (ddjvu_document_decoding_status(document->opened) != DDJVU_JOB_OK || document->count < 1)
        return fail_document(document, request, "open the document");
    return 0;
}

int32_t provider_open(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, sheaf_document **result)
{
    sheaf_document *document = calloc(1, sizeof *document);
    if (document == NULL)
        return sheaf_fail(plugin->services, request, -ENOMEM, "not enough memory to open a document");
    *document = (sheaf_document){
        .plugin = plugin,
        .next = plugin->documents,
        .input = sheaf_input_open(plugin->services, plugin->host, request, source, document),
    };
    plugin->documents = document;
    int32_t status = start(document, request);
    document->input.request = NULL;
    if (status != 0) {
        provider_close(document);
        return status;
    }
    *result = document;
    return 0;
}

void document_rest(sheaf_document *document)
{
    if (document->page != NULL)
        ddjvu_page_release(document->page);
    document->page = NULL;
}

void provider_close(sheaf_document *document)
{
    for (sheaf_document **at = &document->plugin->documents; *at != NULL; at = &(*at)->next) {
        if (*at == document) {
            *at = document->next;
            break;
        }
    }
    document_rest(document);
    if (document->opened != NULL)
        ddjvu_document_release(document->opened);
    if (document->context != NULL)
        ddjvu_context_release(document->context);
    free(document);
}

int32_t provider_count(sheaf_document *document, sheaf_request *request, sheaf_count *count)
{
    (void)request;
    count->kind = SHEAF_EXACT;
    count->pages = document->count;
    return 0;
}

int32_t document_scan(sheaf_document *document, sheaf_request *request, int64_t page, scan *scan)
{
    if (page < 0 || page >= document->count)
        return SHEAF_END;
    ddjvu_pageinfo_t info;
    ddjvu_status_t found;
    document->error[0] = 0;
    while ((found = ddjvu_document_get_pageinfo(document->opened, (int)page, &info)) < DDJVU_JOB_OK)
        if (document_wait(document, request) != 0)
            return SHEAF_CANCELLED;
    if (found != DDJVU_JOB_OK || info.width < 1 || info.height < 1)
        return fail_document(document, request, "measure page %lld", (long long)page + 1);
    scan->dpi = info.dpi >= DPI_MIN && info.dpi <= DPI_MAX ? info.dpi : DPI_DEFAULT;
    scan->turns = info.rotation & 3;
    scan->width = info.width;
    scan->height = info.height;
    return 0;
}

int32_t provider_metrics(sheaf_document *document, sheaf_request *request, int64_t page, sheaf_metrics *metrics)
{
    scan scan;
    int32_t status = document_scan(document, request, page, &scan);
    if (status != 0)
        return status;
    metrics->kind = SHEAF_EXACT;
    metrics->width = scan.width * POINTS / scan.dpi;
    metrics->height = scan.height * POINTS / scan.dpi;
    metrics->label[0] = 0;
    ddjvu_fileinfo_t file;
    int files = ddjvu_document_get_filenum(document->opened);
    for (int i = 0; i < files; i++) {
        if (ddjvu_document_get_fileinfo(document->opened, i, &file) != DDJVU_JOB_OK || file.type != 'P' || file.pageno != page)
            continue;
        /* A page without a title has its file's name in its place. */
        if (file.title != NULL && file.id != NULL && strcmp(file.title, file.id) != 0 &&
            (file.name == NULL || strcmp(file.title, file.name) != 0))
            snprintf(metrics->label, sizeof metrics->label, "%s", file.title);
        break;
    }
    return 0;
}

int32_t provider_refresh(sheaf_document *document, sheaf_request *request)
{
    return sheaf_input_refresh(&document->input, request, document->fingerprint);
}
