/* SPDX-License-Identifier: Apache-2.0
 *
 * measure.c: the sizes of pages of archives, as their files come by.
 */
#include "internal.h"

int document_is_measured(const sheaf_document *document, int64_t number)
{
    return document->pages == NULL || document->pages[number].is_measured;
}

/* Reads the header of a page of an archive from memory. 0, or -1 where that can't be, and nothing is told. */
static int measure(sheaf_document *document, const blob *content, format format, image *image)
{
    int count = 0, status = -1;
    VipsSource *source = input_source(&document->input, content, format);
    if (source != NULL)
        status = image_measure(source, format, 0, image, &count);
    VIPS_UNREF(source);
    vips_error_clear();
    return status;
}

void document_measure(sheaf_document *document, int64_t number, const blob *content)
{
    image image = {0};
    format format = detect_image(content->data, MIN(content->size, HEAD_SIZE));
    if (document_is_measured(document, number) || format == FORMAT_NONE || measure(document, content, format, &image) != 0)
        return;
    document->pages[number] = (page){.image = image, .is_measured = 1};
}
