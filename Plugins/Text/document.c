/* SPDX-License-Identifier: Apache-2.0
 *
 * document.c: opens a document, and says what it is.
 */
#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A document that is open, is laid out alike, and has only grown since: a log. NULL where there is none. */
static const sheaf_document *find_beginning(sheaf_document *document)
{
    for (const sheaf_document *other = document->plugin->documents; other != NULL; other = other->next) {
        uint64_t print = 0;
        if (other == document || other->markdown != NULL || other->starts.places == NULL ||
            other->charset.encoding != document->charset.encoding ||
            strcmp(other->charset.name, document->charset.name) != 0 ||
            memcmp(&other->shape, &document->shape, sizeof other->shape) != 0 ||
            strcmp(other->language, document->language) != 0 || other->input.size > document->input.size ||
            other->input.size < SHEAF_FINGERPRINT_SIZE || !looks_equal(&other->looks, &document->looks))
            continue;
        if (sheaf_input_fingerprint(&document->input, other->input.size, &print) == 0 && print == other->fingerprint)
            return other;
    }
    return NULL;
}

static int32_t open_document(sheaf_document *document, sheaf_request *request)
{
    sheaf_plugin *plugin = document->plugin;
    sheaf_input *input = &document->input;
    size_t length = HEAD_SIZE;
    int32_t status = 0;
    if (sheaf_input_fingerprint(input, input->size, &document->fingerprint) != 0)
        return sheaf_input_result(input, request);
    const unsigned char *head = window_bytes(document, 0, &length);
    if (head == NULL)
        return sheaf_input_result(input, request);
    charset *charset = &document->charset;
    const char *suffix = plugin->services->suffix(request);
    if (document->looks.encoding[0] == 0)
        charset_detect(charset, head, length);
    else if (!charset_named(charset, document->looks.encoding))
        return sheaf_fail(plugin->services, request, -EINVAL,
                          "there is no encoding \"%s\": iconv --list names those that there are", document->looks.encoding);
    if (charset->encoding == ENCODING_NONE)
        return sheaf_fail(plugin->services, request, -ENOTSUP, "this is no text: there are bytes in it that no text has");
    status = charset_open(charset);
    if (status != 0)
        return sheaf_fail(plugin->services, request, status, "cannot read text in %s: %s", charset->name, strerror(-status));

    char *text = g_malloc(length * DECODED_MAX + 1);
    size_t decoded = encoding_decode(charset, head + charset->mark, length - charset->mark, text, NULL);
    size_t shown = terminal_read(text, decoded, NULL, NULL);
    int markdown = plugin->settings.markdown && input->size <= MARKDOWN_MAX && is_markdown(suffix, text, shown);
    document->language = language_of(text, shown);
    if (!markdown)
        document->shape = shape_of(text, shown, document->looks.unwrap);
    /* A text with control sequences was written by a program, for a terminal. */
    if (shown < decoded)
        document->shape.is_prose = 0;
    if (markdown)
        document->markdown = markdown_read(document, request, &status);
    /* Pango would end the process. */
    if (status == 0 && !fonts_exist())
        status = sheaf_fail(plugin->services, request, -ENOENT,
                      "there is no font that the provider can read: install one, and look whether "
                      "libsheaf-text.provider lies beside the provider");
    if (status == 0) {
        typesetter_open(document);
        document->missing_fonts = fonts_missing(document->typesetter.context, text, shown);
    }
    g_free(text);
    if (status != 0)
        return status;
    if (document->missing_fonts != NULL) {
        char *line = g_strdup_printf("no font has some letters of a text, which are shown as boxes: install %s",
                                     document->missing_fonts);
        plugin->services->log(plugin->host, SHEAF_LOG_WARNING, line);
        g_free(line);
    }
    status = starts_open(document, document->markdown != NULL ? NULL : find_beginning(document));
    return status == -ENOMEM ? sheaf_fail(plugin->services, request, status, "not enough memory to open a document") : status;
}

int32_t provider_open(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, sheaf_document **result)
{
    sheaf_document *document = calloc(1, sizeof *document);
    if (document == NULL)
        return sheaf_fail(plugin->services, request, -ENOMEM, "not enough memory to open a document");
    document->plugin = plugin;
    document->next = plugin->documents;
    plugin->documents = document;
    document->styles = g_array_new(FALSE, FALSE, sizeof(style));
    document->looks = plugin->settings.looks;
    looks_take(&document->looks, plugin->services->flow(request));
    document->input = sheaf_input_open(plugin->services, plugin->host, request, source, document);
    int32_t status = open_document(document, request);
    if (status == 0)
        status = sheaf_input_result(&document->input, request);
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
    charset_close(&document->charset);
    if (document->styles != NULL)
        g_array_free(document->styles, TRUE);
    free(document->starts.places);
    for (sheaf_document **at = &document->plugin->documents; *at != NULL; at = &(*at)->next)
        if (*at == document) {
            *at = document->next;
            break;
        }
    free(document);
}

int32_t provider_refresh(sheaf_document *document, sheaf_request *request)
{
    return sheaf_input_refresh(&document->input, request, document->fingerprint);
}

int32_t provider_metadata(sheaf_document *document, sheaf_request *request)
{
    const sheaf_host_services *services = document->plugin->services;
    const markdown *markdown = document->markdown;
    sheaf_input_begin(&document->input, request);
    int32_t status = sheaf_emit_metadata(services, request, "format", markdown != NULL ? "Markdown" : "plain text");
    if (status == 0) {
        static const char *const known[] = {
            [BASIS_CERTAIN] = "", [BASIS_DECLARED] = " (declared)", [BASIS_GUESSED] = " (guessed)",
            [BASIS_UNSURE] = " (guessed, unsure)"};
        char *encoding = g_strconcat(charset_label(&document->charset), known[document->charset.basis], NULL);
        status = sheaf_emit_metadata(services, request, "encoding", encoding);
        g_free(encoding);
    }
    if (status == 0 && document->missing_fonts != NULL)
        status = sheaf_emit_metadata(services, request, "missingFonts", document->missing_fonts);
    for (guint i = 0; markdown != NULL && i < markdown->blocks->len && status == 0; i++) {
        const block *block = &g_array_index(markdown->blocks, struct block, i);
        if (!block->heading || block->length == 0)
            continue;
        char *title = g_strndup(markdown->text->str + block->start, block->length);
        status = sheaf_emit_metadata(services, request, "title", title);
        g_free(title);
        break;
    }
    return status;
}
