/* SPDX-License-Identifier: Apache-2.0
 *
 * document.c: opens a document, counts and measures its pages.
 */
#include "levels.h"

#include <errno.h>
#include <stdlib.h>

/* The pages of one TIFF. */
#define PAGES_MAX 10000

/* The size of a page that can't be read, where none is measured: A4, in points. */
#define UNKNOWN_WIDTH 595.0
#define UNKNOWN_HEIGHT 842.0

/* The bytes of an image that is read as a whole. */
#define FILE_MAX ((size_t)256 << 20)

void document_begin(sheaf_document *document, sheaf_request *request)
{
    messages_begin(document->plugin);
    vips_error_clear();
    sheaf_input_begin(&document->input, request);
}

/* Whether bytes of the document could not be read. */
static int has_failed(const sheaf_input *input)
{
    return input->cancelled || input->failure != 0 || input->shrunk;
}

/* Makes pages of the images of a file, in their order. */
static int32_t make_pages(sheaf_document *document, sheaf_request *request, format format, int count)
{
    document->pages = calloc((size_t)count, sizeof *document->pages);
    if (document->pages == NULL)
        return sheaf_fail(document->plugin->services, request, -ENOMEM, "not enough memory to open a document");
    document->count = count;
    for (int i = 0; i < count; i++)
        document->pages[i].image = (image){.format = format, .number = i};
    return 0;
}

/* Makes pages of those images of a TIFF that are some. Where libtiff can't say, all are. */
static int32_t find_tiff_pages(sheaf_document *document, sheaf_request *request, VipsSource *source, int count)
{
    int is_ndpi = 0;
    GArray *found = levels_find(source, count, &is_ndpi);
    int32_t status = make_pages(document, request, FORMAT_TIFF, found->len == 0 ? count : (int)found->len);
    for (guint i = 0; i < found->len; i++) {
        tiff_page page = g_array_index(found, tiff_page, i);
        if (status != 0) {
            free(page.levels);
            continue;
        }
        document->pages[i].image.number = page.number;
        document->pages[i].image.levels = page.levels;
    }
    g_array_free(found, TRUE);
    if (status == 0 && has_failed(&document->input))
        return sheaf_input_result(&document->input, request);
    if (status == 0 && is_ndpi)
        return sheaf_fail(document->plugin->services, request, -ENOTSUP,
                          "this is a slide of Hamamatsu's (NDPI), which is not read here: convert it into a pyramid TIFF");
    return status;
}

/* Opens a file that is one image, or several. */
static int32_t open_image(sheaf_document *document, sheaf_request *request, format format)
{
    sheaf_plugin *plugin = document->plugin;
    if (format_is_read_whole(format)) {
        int32_t status = input_read_all(&document->input, FILE_MAX, &document->content);
        if (status == -EFBIG)
            return sheaf_fail(plugin->services, request, status, "this %s has %lld bytes, and the limit is %zu",
                              format_name(format), (long long)document->input.size, FILE_MAX);
        if (status == -ENOMEM)
            return sheaf_fail(plugin->services, request, status, "not enough memory to read a document");
        if (status != 0)
            return sheaf_input_result(&document->input, request);
    }
    page first = {.is_measured = 1};
    int count = 1;
    int32_t made = 0;
    VipsSource *source = document_source(document, request, 0, format, &made);
    int status = source == NULL ? -1 : image_measure(source, format, 0, &first.image, &count);
    if (status != 0 || has_failed(&document->input)) {
        VIPS_UNREF(source);
        return fail_image(document, request, "open the %s", format_name(format));
    }
    /* The preview in a raw photo lies as the photo does, where it does not say otherwise itself. */
    if (document->preview.length > 0 && first.image.orientation <= 1)
        image_turn(&first.image, document->preview.orientation);
    if (count > PAGES_MAX)
        status = sheaf_fail(plugin->services, request, -EFBIG, "this %s has %d pages, and the limit is %d",
                            format_name(format), count, PAGES_MAX);
    else if (format == FORMAT_TIFF)
        status = find_tiff_pages(document, request, source, count);
    else
        status = make_pages(document, request, format, count);
    g_object_unref(source);
    if (status != 0)
        return status;
    if (document->pages[0].image.number == 0) {
        first.image.levels = document->pages[0].image.levels;
        document->pages[0] = first;
    }
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
        return sheaf_fail(document->plugin->services, request, -ENOMEM, "not enough memory to open a document");
    return 0;
}

static int32_t open_document(sheaf_document *document, sheaf_request *request)
{
    sheaf_plugin *plugin = document->plugin;
    unsigned char head[HEAD_SIZE];
    sheaf_input *input = &document->input;
    sheaf_input_fingerprint(input, input->size, &document->fingerprint);
    int64_t count = sheaf_input_read(input, head, sizeof head, 0);
    if (has_failed(input))
        return sheaf_input_result(input, request);
    if (input->size == 0)
        return sheaf_fail(plugin->services, request, -EBADMSG, "the document is empty");
    container container = detect_container(head, (size_t)count);
    if (container != CONTAINER_NONE)
        return open_archive(document, request, container);
    format format = detect_image(head, (size_t)count);
    if (format == FORMAT_NONE || format == FORMAT_BMP)
        return sheaf_fail(plugin->services, request, -ENOTSUP, "this is no image, and no archive of images, that is known here");
    if (format == FORMAT_TIFF && raw_find(input, &document->preview)) {
        if (document->preview.length == 0)
            return sheaf_fail(plugin->services, request, -ENOTSUP,
                              "this %s has no JPEG in it that could be shown, and raw photos are not developed here",
                              document->preview.kind);
        format = FORMAT_JPEG;
    }
    return open_image(document, request, format);
}

int32_t provider_open(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, sheaf_document **result)
{
    int32_t status = vips_begin(plugin, request);
    if (status != 0)
        return status;
    sheaf_document *document = calloc(1, sizeof *document);
    if (document == NULL)
        return sheaf_fail(plugin->services, request, -ENOMEM, "not enough memory to open a document");
    *document = (sheaf_document){
        .plugin = plugin,
        .next = plugin->documents,
    };
    plugin->documents = document;
    document_begin(document, request);
    document->input = sheaf_input_open(plugin->services, plugin->host, request, source, document);
    status = open_document(document, request);
    if (status == 0)
        status = sheaf_input_result(&document->input, request);
    document->input.request = NULL;
    if (status != 0) {
        provider_close(document);
        return status;
    }
    if (document->pack != NULL || !document->pages[0].image.is_tiled)
        sheaf_tell_sequential(plugin->services, request);
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
    for (int64_t i = 0; document->pages != NULL && i < document->count; i++)
        free(document->pages[i].image.levels);
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
    VipsSource *source = document->preview.length > 0
                             ? input_part(&document->input, document->preview.start, document->preview.length)
                             : input_source(&document->input, content, format);
    if (source == NULL)
        *status = sheaf_fail(document->plugin->services, request, -ENOMEM, "not enough memory to read a page");
    return source;
}

char *document_page_name(const sheaf_document *document, int64_t number)
{
    if (document->pack == NULL)
        return g_strdup_printf("page %lld", (long long)number + 1);
    return g_strdup_printf("page %lld (%s)", (long long)number + 1, pack_name(document->pack, number));
}

/* Measures a page of an archive by the start of its file, where that has all of its header. */
static void measure_start(sheaf_document *document, int64_t number)
{
    const blob *start = pack_start(document->pack, number);
    format format = start == NULL ? FORMAT_NONE : detect_image(start->data, MIN(start->size, HEAD_SIZE));
    if (format == FORMAT_JPEG || format == FORMAT_PNG)
        document_measure(document, number, start);
}

/* Finds out by its content which format a page of an archive has. */
static int32_t detect_page(sheaf_document *document, sheaf_request *request, int64_t number, format *format)
{
    int32_t status = 0;
    const blob *content = pack_member(document->pack, request, number, &status);
    if (content == NULL)
        return status;
    *format = detect_image(content->data, content->size < HEAD_SIZE ? content->size : HEAD_SIZE);
    if (content->size == 0)
        return sheaf_fail(document->plugin->services, request, -EBADMSG, "page %lld (%s) is empty", (long long)number + 1,
                          pack_name(document->pack, number));
    if (*format == FORMAT_NONE)
        return sheaf_fail(document->plugin->services, request, -EBADMSG, "page %lld (%s) is no image that is known here",
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
    if (!found->is_measured && document->pack != NULL)
        measure_start(document, number);
    if (has_failed(&document->input))
        return sheaf_input_result(&document->input, request);
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
        image.levels = found->image.levels;
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

/* The nearest page that was measured: before a page, else behind it. NULL where there is none. */
static page *neighbour(const sheaf_document *document, int64_t number)
{
    for (int64_t i = number; i >= 0; i--)
        if (document->pages[i].is_measured)
            return &document->pages[i];
    for (int64_t i = number; i < document->count; i++)
        if (document->pages[i].is_measured)
            return &document->pages[i];
    return NULL;
}

int32_t provider_metrics(sheaf_document *document, sheaf_request *request, int64_t number, sheaf_metrics *metrics)
{
    page *page = NULL;
    document_begin(document, request);
    int32_t status = document_page(document, request, number, &page);
    if (status != 0 && (document->pack == NULL || status == SHEAF_CANCELLED || status == SHEAF_END || has_failed(&document->input)))
        return status;
    metrics->label[0] = 0;
    metrics->kind = status == 0 ? SHEAF_EXACT : SHEAF_ESTIMATED;
    if (status != 0)
        page = neighbour(document, number);
    /* One that can't be read is a page all the same, which says why where it is drawn: it can be turned to, and past. */
    metrics->width = page == NULL ? UNKNOWN_WIDTH : page->image.point_width;
    metrics->height = page == NULL ? UNKNOWN_HEIGHT : page->image.point_height;
    sheaf_tell_frames(metrics, page == NULL ? 1 : (uint32_t)page->image.frames);
    return sheaf_input_result(&document->input, request);
}

/* The picture on a page is the whole page. */
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
    return status == 0 ? sheaf_input_result(&document->input, request) : status;
}

int32_t provider_refresh(sheaf_document *document, sheaf_request *request)
{
    document_begin(document, request);
    return sheaf_input_refresh(&document->input, request, document->fingerprint);
}
