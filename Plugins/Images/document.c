/* SPDX-License-Identifier: Apache-2.0
 *
 * document.c: opens a document, counts and measures its pages.
 */
#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* How much of a source's start and end is compared to see whether it changed. */
#define FINGERPRINT_SIZE 4096

/* The pages of one TIFF. */
#define PAGES_MAX 10000

/* The bytes of an image that is read as a whole. */
#define FILE_MAX ((size_t)256 << 20)

/* FNV-1a over the first and the last bytes of a source and its size. */
static int32_t fingerprint(input *input, uint64_t *result)
{
    unsigned char buffer[FINGERPRINT_SIZE];
    uint64_t hash = 0xcbf29ce484222325u ^ (uint64_t)input->size;
    int64_t offsets[] = {0, input->size > FINGERPRINT_SIZE ? input->size - FINGERPRINT_SIZE : 0};
    for (int part = 0; part < 2; part++) {
        size_t length = input->size < FINGERPRINT_SIZE ? (size_t)input->size : FINGERPRINT_SIZE;
        int64_t count = input_read(input, buffer, length, offsets[part]);
        if (count < 0)
            return (int32_t)count;
        for (int64_t i = 0; i < count; i++)
            hash = (hash ^ buffer[i]) * 0x100000001b3u;
    }
    *result = hash;
    return 0;
}

void document_begin(sheaf_document *document, sheaf_request *request)
{
    messages_begin(document->plugin);
    vips_error_clear();
    document->input.request = request;
    document->input.cancelled = 0;
    document->input.failure = 0;
    document->input.shrunk = 0;
}

/* Whether bytes of the document could not be read. */
static int has_failed(const input *input)
{
    return input->cancelled || input->failure != 0 || input->shrunk;
}

/* Opens a file that is one image, or several. */
static int32_t open_image(sheaf_document *document, sheaf_request *request, format format)
{
    sheaf_plugin *plugin = document->plugin;
    if (format_is_read_whole(format)) {
        int32_t status = input_read_all(&document->input, FILE_MAX, &document->content);
        if (status == -EFBIG)
            return fail(plugin, request, status, "this %s has %lld bytes, and the limit is %zu", format_name(format),
                        (long long)document->input.size, FILE_MAX);
        if (status == -ENOMEM)
            return fail(plugin, request, status, "not enough memory to read a document");
        if (status != 0)
            return input_result(document, request);
    }
    page first = {.is_measured = 1};
    int count = 1;
    VipsSource *source = input_source(&document->input, document->content.data == NULL ? NULL : &document->content, format);
    int status = source == NULL ? -1 : image_measure(source, format, 0, &first.image, &count);
    VIPS_UNREF(source);
    if (status != 0 || has_failed(&document->input))
        return fail_image(document, request, "open the %s", format_name(format));
    if (count > PAGES_MAX)
        return fail(plugin, request, -EFBIG, "this %s has %d pages, and the limit is %d", format_name(format), count,
                    PAGES_MAX);
    document->pages = calloc((size_t)count, sizeof *document->pages);
    if (document->pages == NULL)
        return fail(plugin, request, -ENOMEM, "not enough memory to open a document");
    document->count = count;
    for (int i = 0; i < count; i++)
        document->pages[i].image = (image){.format = format, .number = i};
    document->pages[0] = first;
    return 0;
}

/* Opens an archive: its pages are measured when they are asked for. */
static int32_t open_archive(sheaf_document *document, sheaf_request *request, container container)
{
    int32_t status = 0;
    document->container = container;
    document->pack = pack_open(document, request, container, &status);
    if (document->pack == NULL)
        return status;
    document->count = pack_count(document->pack);
    document->pages = calloc((size_t)document->count, sizeof *document->pages);
    if (document->pages == NULL)
        return fail(document->plugin, request, -ENOMEM, "not enough memory to open a document");
    return 0;
}

static int32_t open_document(sheaf_document *document, sheaf_request *request)
{
    sheaf_plugin *plugin = document->plugin;
    unsigned char head[HEAD_SIZE];
    input *input = &document->input;
    input->size = plugin->services->source_size(input->source);
    if (input->size < 0) {
        input->failure = (int32_t)input->size;
        return input_result(document, request);
    }
    if (input->size == 0)
        return fail(plugin, request, -EBADMSG, "the document is empty");
    if (fingerprint(input, &document->fingerprint) != 0)
        return input_result(document, request);
    size_t length = input->size < HEAD_SIZE ? (size_t)input->size : HEAD_SIZE;
    int64_t count = input_read(input, head, length, 0);
    if (count < 0)
        return input_result(document, request);
    container container = detect_container(head, (size_t)count);
    if (container != CONTAINER_NONE)
        return open_archive(document, request, container);
    format format = detect_image(head, (size_t)count);
    if (format == FORMAT_NONE)
        return fail(plugin, request, -ENOTSUP, "this is no image, and no archive of images, that is known here");
    return open_image(document, request, format);
}

int32_t provider_open(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, sheaf_document **result)
{
    int32_t status = vips_begin(plugin, request);
    if (status != 0)
        return status;
    sheaf_document *document = calloc(1, sizeof *document);
    if (document == NULL)
        return fail(plugin, request, -ENOMEM, "not enough memory to open a document");
    *document = (sheaf_document){
        .plugin = plugin,
        .next = plugin->documents,
        .input = {.services = plugin->services, .source = source},
    };
    plugin->documents = document;
    document_begin(document, request);
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
    sheaf_plugin *plugin = document->plugin;
    pack_close(document->pack);
    comic_free(document->comic);
    for (sheaf_document **at = &plugin->documents; *at != NULL; at = &(*at)->next)
        if (*at == document) {
            *at = document->next;
            break;
        }
    free(document->pages);
    free(document->content.data);
    free(document);
}

VipsSource *document_source(sheaf_document *document, sheaf_request *request, int64_t number, format format,
                            int32_t *status)
{
    const blob *content = document->content.data == NULL ? NULL : &document->content;
    if (document->pack != NULL) {
        content = pack_member(document->pack, request, number, status);
        if (content == NULL)
            return NULL;
    }
    VipsSource *source = input_source(&document->input, content, format);
    if (source == NULL)
        *status = fail(document->plugin, request, -ENOMEM, "not enough memory to read a page");
    return source;
}

char *document_page_name(const sheaf_document *document, int64_t number)
{
    if (document->pack == NULL)
        return g_strdup_printf("page %lld", (long long)number + 1);
    return g_strdup_printf("page %lld (%s)", (long long)number + 1, pack_name(document->pack, number));
}

/* Finds out by its content which format a page of an archive has. */
static int32_t detect_page(sheaf_document *document, sheaf_request *request, int64_t number, format *format)
{
    int32_t status = 0;
    const blob *content = pack_member(document->pack, request, number, &status);
    if (content == NULL)
        return status;
    *format = detect_image(content->data, content->size < HEAD_SIZE ? content->size : HEAD_SIZE);
    if (*format == FORMAT_NONE)
        return fail(document->plugin, request, -EBADMSG, "page %lld (%s) is no image that is known here",
                    (long long)number + 1, pack_name(document->pack, number));
    return 0;
}

int32_t document_page(sheaf_document *document, sheaf_request *request, int64_t number, page **page)
{
    sheaf_plugin *plugin = document->plugin;
    if (plugin->services->cancelled(request))
        return SHEAF_CANCELLED;
    if (number < 0 || number >= document->count)
        return SHEAF_END;
    struct page *found = &document->pages[number];
    *page = found;
    if (found->is_measured)
        return 0;
    int count = 0;
    format format = found->image.format;
    int32_t status = document->pack == NULL ? 0 : detect_page(document, request, number, &format);
    VipsSource *source = status != 0 ? NULL : document_source(document, request, number, format, &status);
    if (source == NULL)
        return status;
    image image = {0};
    int result = image_measure(source, format, found->image.number, &image, &count);
    if (result != 0 || has_failed(&document->input)) {
        char *name = document_page_name(document, number);
        status = fail_image(document, request, "read %s", name);
        g_free(name);
    } else {
        found->image = image;
        found->is_measured = 1;
    }
    g_object_unref(source);
    return status;
}

int32_t provider_count(sheaf_document *document, sheaf_request *request, sheaf_count *count)
{
    document_begin(document, request);
    count->kind = SHEAF_EXACT;
    count->pages = document->count;
    return 0;
}

int32_t provider_metrics(sheaf_document *document, sheaf_request *request, int64_t number, sheaf_metrics *metrics)
{
    page *page = NULL;
    document_begin(document, request);
    int32_t status = document_page(document, request, number, &page);
    if (status != 0)
        return status;
    metrics->kind = SHEAF_EXACT;
    metrics->width = page->image.point_width;
    metrics->height = page->image.point_height;
    metrics->label[0] = 0;
    return settled(document, request, 0);
}

/* All of a page is one. */
int32_t provider_pictures(sheaf_document *document, sheaf_request *request, int64_t number)
{
    page *page = NULL;
    document_begin(document, request);
    int32_t status = document_page(document, request, number, &page);
    if (status != 0)
        return status;
    const sheaf_item picture = {
        .size = sizeof picture,
        .kind = SHEAF_ITEM_PICTURE,
        .page = SHEAF_NO_PAGE,
        .x1 = page->image.point_width,
        .y1 = page->image.point_height,
    };
    status = document->plugin->services->emit(request, &picture);
    return status == 0 ? settled(document, request, 0) : status;
}

int32_t provider_refresh(sheaf_document *document, sheaf_request *request)
{
    sheaf_plugin *plugin = document->plugin;
    uint64_t print = 0;
    document_begin(document, request);
    input now = document->input;
    now.size = plugin->services->source_size(now.source);
    int32_t status = now.size < 0 ? (int32_t)now.size : fingerprint(&now, &print);
    if (now.cancelled)
        return SHEAF_CANCELLED;
    if (status < 0)
        return fail(plugin, request, status, "cannot read the document: %s", strerror(-status));
    if (now.size != document->input.size || print != document->fingerprint) {
        const sheaf_change change = {.size = sizeof change, .kind = SHEAF_CHANGED_ALL};
        plugin->services->changed(plugin->host, document, &change);
    }
    return 0;
}
