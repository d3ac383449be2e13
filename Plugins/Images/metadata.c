/* SPDX-License-Identifier: Apache-2.0
 *
 * metadata.c: what a document says about itself, under Dublin Core's names where it has one.
 */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The EXIF fields that cameras write, as libvips names them. */
static const struct {
    const char *key;
    const char *entry;
    int is_date;
} exif_fields[] = {
    {"description", "exif-ifd0-ImageDescription", 0},
    {"creator", "exif-ifd0-Artist", 0},
    {"rights", "exif-ifd0-Copyright", 0},
    {"created", "exif-ifd2-DateTimeOriginal", 1},
    {"modified", "exif-ifd0-DateTime", 1},
    {"camera-make", "exif-ifd0-Make", 0},
    {"camera", "exif-ifd0-Model", 0},
    {"tool", "exif-ifd0-Software", 0},
};

static int32_t emit(sheaf_document *document, sheaf_request *request, const char *key, const char *text)
{
    return sheaf_emit_metadata(document->plugin->services, request, key, text);
}

/* The value in what libvips makes of an entry: "Acme (Acme, ASCII, 5 components, 5 bytes)". NULL where it is no text. */
static char *exif_text(const char *entry)
{
    const char *last = NULL;
    for (const char *at = entry; (at = strstr(at, ", ASCII, ")) != NULL; at++)
        last = at;
    if (last == NULL)
        return NULL;
    /* The value twice, and " (" between. */
    size_t length = (size_t)(last - entry);
    if (length < 2)
        return NULL;
    char *text = text_clean(entry, (gssize)((length - 2) / 2));
    return g_strstrip(text);
}

/* Turns EXIF's "2022:12:17 02:41:44" into ISO 8601's form. */
static void date_to_iso(char *value)
{
    int parts[6], used = 0;
    if (sscanf(value, "%4d:%2d:%2d %2d:%2d:%2d%n", &parts[0], &parts[1], &parts[2], &parts[3], &parts[4], &parts[5],
               &used) != 6 || used != 19)
        return;
    value[4] = value[7] = '-';
    value[10] = 'T';
}

static int32_t emit_exif(sheaf_document *document, sheaf_request *request, VipsImage *image)
{
    int32_t status = 0;
    for (size_t i = 0; i < sizeof exif_fields / sizeof exif_fields[0] && status == 0; i++) {
        const char *entry = NULL;
        if (vips_image_get_typeof(image, exif_fields[i].entry) == 0 ||
            vips_image_get_string(image, exif_fields[i].entry, &entry) != 0)
            continue;
        char *text = exif_text(entry);
        if (text == NULL)
            continue;
        if (exif_fields[i].is_date)
            date_to_iso(text);
        status = emit(document, request, exif_fields[i].key, text);
        g_free(text);
    }
    return status;
}

int32_t provider_metadata(sheaf_document *document, sheaf_request *request)
{
    char number[32];
    page *page = NULL;
    document_begin(document, request);
    if (document->pack != NULL) {
        int32_t status = comic_metadata(document, request);
        return status != 0 ? status : sheaf_input_result(&document->input, request);
    }
    int32_t status = document_page(document, request, 0, &page);
    if (status != 0)
        return status;
    const image *image = &page->image;
    VipsSource *source = document_source(document, request, 0, image->format, &status);
    if (source == NULL)
        return status;
    VipsImage *loaded = image_load(source, image->format, image->number, 0, 0);
    if (loaded == NULL) {
        status = fail_image(document, request, "read the metadata");
    } else {
        int is_aside = image->orientation >= 5;
        int is_preview = document->preview.length > 0;
        status = emit(document, request, "format", is_preview ? document->preview.kind : format_name(image->format));
        if (status == 0 && is_preview)
            status = emit(document, request, "shown", "the largest JPEG in it: raw photos are not developed");
        snprintf(number, sizeof number, "%d", is_aside ? image->height : image->width);
        if (status == 0)
            status = emit(document, request, "width", number);
        snprintf(number, sizeof number, "%d", is_aside ? image->width : image->height);
        if (status == 0)
            status = emit(document, request, "height", number);
        snprintf(number, sizeof number, "%d", image->frames);
        if (status == 0 && image->frames > 1)
            status = emit(document, request, "frames", number);
        if (status == 0)
            status = emit_exif(document, request, loaded);
        g_object_unref(loaded);
    }
    g_object_unref(source);
    return status != 0 ? status : sheaf_input_result(&document->input, request);
}
