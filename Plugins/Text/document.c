/* SPDX-License-Identifier: Apache-2.0
 *
 * document.c: opens a document, and says what it is.
 */
#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* How much of a source's start and end is compared to see whether it changed. */
#define FINGERPRINT_SIZE 4096

/* FNV-1a over the first bytes of a source, and the last of its first `size`. */
static int32_t fingerprint(input *input, int64_t size, uint64_t *result)
{
    uint64_t hash = 0xcbf29ce484222325u ^ (uint64_t)size;
    int64_t offsets[] = {0, size > FINGERPRINT_SIZE ? size - FINGERPRINT_SIZE : 0};
    for (int part = 0; part < 2; part++) {
        size_t length = size < FINGERPRINT_SIZE ? (size_t)size : FINGERPRINT_SIZE;
        const unsigned char *bytes = input_bytes(input, offsets[part], &length);
        if (bytes == NULL)
            return -EIO;
        for (size_t i = 0; i < length; i++)
            hash = (hash ^ bytes[i]) * 0x100000001b3u;
    }
    *result = hash;
    return 0;
}

void document_begin(sheaf_document *document, sheaf_request *request)
{
    document->input.request = request;
    document->input.cancelled = 0;
    document->input.failure = 0;
    document->input.shrunk = 0;
}

int64_t document_end(const sheaf_document *document)
{
    return document->markdown != NULL ? (int64_t)document->markdown->text->len : document->input.size;
}

/* A document that is open, is laid out alike, and has only grown since: a log. NULL where there is none. */
static const sheaf_document *find_beginning(sheaf_document *document)
{
    for (const sheaf_document *other = document->plugin->documents; other != NULL; other = other->next) {
        uint64_t print = 0;
        if (other == document || other->markdown != NULL || other->starts.places == NULL ||
            other->encoding != document->encoding || other->wrapped != document->wrapped ||
            strcmp(other->language, document->language) != 0 || other->input.size > document->input.size ||
            other->input.size < FINGERPRINT_SIZE || !looks_equal(&other->looks, &document->looks))
            continue;
        if (fingerprint(&document->input, other->input.size, &print) == 0 && print == other->fingerprint)
            return other;
    }
    return NULL;
}

static int32_t open_document(sheaf_document *document, sheaf_request *request)
{
    sheaf_plugin *plugin = document->plugin;
    input *input = &document->input;
    size_t length = HEAD_SIZE;
    int32_t status = 0;
    if (fingerprint(input, input->size, &document->fingerprint) != 0)
        return input_result(document, request);
    const unsigned char *head = input_bytes(input, 0, &length);
    if (head == NULL)
        return input_result(document, request);
    document->encoding = encoding_detect(head, length, &document->mark);
    if (document->encoding == ENCODING_NONE)
        return fail(plugin, request, -ENOTSUP, "this is no text: there are bytes in it that no text has");

    char *text = g_malloc(length * DECODED_MAX + 1);
    size_t decoded =
        encoding_decode(document->encoding, head + document->mark, length - document->mark, text, NULL);
    int markdown = plugin->settings.markdown && input->size <= MARKDOWN_MAX && is_markdown(text, decoded);
    document->language = language_of(text, decoded);
    document->wrapped = !markdown && plugin->settings.unwrap ? wrapped_width(text, decoded) : 0;
    g_free(text);
    if (markdown)
        document->markdown = markdown_read(document, request, &status);
    if (status != 0)
        return status;
    /* Pango would end the process. */
    if (!typesetter_has_fonts())
        return fail(plugin, request, -ENOENT,
                    "there is no font that the provider can read: install one, and look whether "
                    "libsheaf-text.provider lies beside the provider");
    typesetter_open(document);
    status = starts_open(document, document->markdown != NULL ? NULL : find_beginning(document));
    return status == -ENOMEM ? fail(plugin, request, status, "not enough memory to open a document") : status;
}

int32_t provider_open(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, sheaf_document **result)
{
    sheaf_document *document = calloc(1, sizeof *document);
    if (document == NULL)
        return fail(plugin, request, -ENOMEM, "not enough memory to open a document");
    document->plugin = plugin;
    document->next = plugin->documents;
    plugin->documents = document;
    document->looks = plugin->settings.looks;
    looks_take(&document->looks, plugin->services->flow(request));
    int32_t status = input_open(&document->input, plugin->services, source, request);
    if (status != 0)
        fail(plugin, request, status, "cannot read the document: %s", strerror(-status));
    else
        status = open_document(document, request);
    if (status == 0)
        status = settled(document, request, 0);
    document->input.request = NULL;
    if (status != 0) {
        provider_close(document);
        return status;
    }
    *result = document;
    return 0;
}

void provider_close(sheaf_document *document)
{
    pages_drop(document);
    typesetter_close(document);
    markdown_free(document->markdown);
    free(document->starts.places);
    input_close(&document->input);
    for (sheaf_document **at = &document->plugin->documents; *at != NULL; at = &(*at)->next)
        if (*at == document) {
            *at = document->next;
            break;
        }
    free(document);
}

int32_t provider_refresh(sheaf_document *document, sheaf_request *request)
{
    sheaf_plugin *plugin = document->plugin;
    uint64_t print = 0;
    document_begin(document, request);
    input now;
    int32_t status = input_open(&now, plugin->services, document->input.source, request);
    if (status == 0 && fingerprint(&now, now.size, &print) != 0)
        status = now.failure;
    int has_changed = now.size != document->input.size || print != document->fingerprint || now.shrunk;
    int cancelled = now.cancelled;
    input_close(&now);
    if (cancelled)
        return SHEAF_CANCELLED;
    if (status < 0)
        return fail(plugin, request, status, "cannot read the document: %s", strerror(-status));
    if (has_changed) {
        const sheaf_change change = {.size = sizeof change, .kind = SHEAF_CHANGED_ALL};
        plugin->services->changed(plugin->host, document, &change);
    }
    return 0;
}

static int32_t tell(sheaf_document *document, sheaf_request *request, const char *key, const char *text)
{
    const sheaf_item item = {
        .size = sizeof item, .kind = SHEAF_ITEM_METADATA, .page = SHEAF_NO_PAGE, .key = key, .text = text};
    return document->plugin->services->emit(request, &item);
}

int32_t provider_metadata(sheaf_document *document, sheaf_request *request)
{
    const markdown *markdown = document->markdown;
    document_begin(document, request);
    const char *format = markdown != NULL                         ? "Markdown"
                         : document->encoding == ENCODING_UTF8 ? "plain text"
                                                               : "plain text, UTF-16";
    int32_t status = tell(document, request, "format", format);
    for (guint i = 0; markdown != NULL && i < markdown->blocks->len && status == 0; i++) {
        const block *block = &g_array_index(markdown->blocks, struct block, i);
        if (!block->heading || block->length == 0)
            continue;
        char *title = g_strndup(markdown->text->str + block->start, block->length);
        status = tell(document, request, "title", title);
        g_free(title);
        break;
    }
    return status;
}
