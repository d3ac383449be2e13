/* SPDX-License-Identifier: Apache-2.0
 *
 * render.c: draws pages.
 */
#include "internal.h"

#include <errno.h>
#include <string.h>

/* The largest edge of a scaled page, in pixels: the library makes a table with an entry for each of them. */
#define EDGE_MAX (1 << 24)

/* Has the library decode a page, unless it is the one that it decoded last. 0, SHEAF_CANCELLED or a failure that is told. */
static int32_t decode(sheaf_document *document, sheaf_request *request, int64_t number)
{
    if (document->page != NULL && document->page_number == number)
        return 0;
    document_rest(document);
    document->error[0] = 0;
    ddjvu_page_t *page = ddjvu_page_create_by_pageno(document->opened, (int)number);
    if (page == NULL)
        return fail_document(document, request, "draw page %lld", (long long)number + 1);
    ddjvu_status_t status;
    while ((status = ddjvu_page_decoding_status(page)) < DDJVU_JOB_OK) {
        if (document_wait(document, request) == 0)
            continue;
        ddjvu_job_stop(ddjvu_page_job(page));
        ddjvu_page_release(page);
        return SHEAF_CANCELLED;
    }
    if (status != DDJVU_JOB_OK) {
        document_wait(document, request);
        ddjvu_page_release(page);
        return fail_document(document, request, "draw page %lld", (long long)number + 1);
    }
    document->page = page;
    document->page_number = number;
    return 0;
}

int32_t provider_render(sheaf_document *document, sheaf_request *request, const sheaf_render *render)
{
    scan scan;
    int32_t columns = 0, rows = 0;
    int32_t status = document_scan(document, request, render->page, &scan);
    if (status == 0)
        status = sheaf_check_render(document->plugin->services, request, render, scan.width * POINTS / scan.dpi,
                                    scan.height * POINTS / scan.dpi, EDGE_MAX, &columns, &rows);
    /* A small page may be decoded before anybody looks. */
    if (status == 0 && document->plugin->services->cancelled(request))
        status = SHEAF_CANCELLED;
    if (status == 0)
        status = decode(document, request, render->page);
    if (status != 0)
        return status;
    const ddjvu_rect_t page = {.w = (unsigned int)columns, .h = (unsigned int)rows};
    /* The library turns counterclockwise. */
    int turns = (scan.turns + 4 - (int)(render->rotation / 90)) & 3;
    ddjvu_page_set_rotation(document->page, (ddjvu_page_rotation_t)turns);
    unsigned int masks[] = {0xff0000, 0xff00, 0xff, 0xff000000};
    ddjvu_format_t *format = ddjvu_format_create(DDJVU_FORMAT_RGBMASK32, 4, masks);
    if (format == NULL)
        return sheaf_fail(document->plugin->services, request, -ENOMEM, "not enough memory to draw a page");
    ddjvu_format_set_row_order(format, 1);
    ddjvu_format_set_y_direction(format, 1);
    const ddjvu_rect_t region = {
        .x = render->x, .y = render->y, .w = (unsigned int)render->width, .h = (unsigned int)render->height};
    /* In one go: in parts, some of its pixels would be a little different. A page without anything on it is not drawn at all. */
    if (!ddjvu_page_render(document->page, DDJVU_RENDER_COLOR, &page, &region, format, (unsigned long)render->stride,
                           render->pixels))
        for (int32_t y = 0; y < render->height; y++)
            memset((char *)render->pixels + (uint64_t)y * render->stride, 0xff, (size_t)render->width * 4);
    ddjvu_format_release(format);
    return status;
}
