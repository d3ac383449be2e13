/* SPDX-License-Identifier: Apache-2.0
 *
 * looks.c: what of a page is paper, and what a picture.
 */
#include "internal.h"

#include <math.h>
#include <stdlib.h>

/* The longer side of the drawing in which ink is looked for, in pixels: a pixel is 1.6 points of A4. */
#define INK_SIDE 512

/* The least value of each colour of paper: scans are never quite white. */
#define PAPER_LEAST 240

/* Pictures that are smaller than this on either side are signs, in points. */
#define PICTURE_LEAST 8

/* The rows and columns of a drawing with anything on them; false where there are none. */
static int find_ink(const unsigned char *pixels, int width, int height, fz_irect *ink)
{
    *ink = fz_make_irect(width, height, 0, 0);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const unsigned char *pixel = pixels + 3 * ((size_t)y * (size_t)width + (size_t)x);
            if (pixel[0] >= PAPER_LEAST && pixel[1] >= PAPER_LEAST && pixel[2] >= PAPER_LEAST)
                continue;
            ink->x0 = fz_mini(ink->x0, x);
            ink->y0 = fz_mini(ink->y0, y);
            ink->x1 = fz_maxi(ink->x1, x + 1);
            ink->y1 = fz_maxi(ink->y1, y + 1);
        }
    return ink->x0 < ink->x1;
}

int32_t provider_ink(sheaf_document *document, sheaf_request *request, int64_t page, sheaf_box *box)
{
    fz_context *context = document->plugin->context;
    int32_t status = document_turn(document, request, page);
    if (status != 0)
        return status;
    float w = document->bounds.x1 - document->bounds.x0, h = document->bounds.y1 - document->bounds.y0;
    float scale = INK_SIDE / fz_max(w, h);
    int width = fz_maxi(1, (int)ceilf(w * scale)), height = fz_maxi(1, (int)ceilf(h * scale));
    unsigned char *pixels = NULL;
    fz_irect ink = {0};
    int found = 0;
    fz_var(pixels);
    fz_var(found);
    fz_try(context)
    {
        pixels = fz_malloc(context, 3 * (size_t)width * (size_t)height);
        const canvas canvas = {fz_pre_translate(fz_scale(scale, scale), -document->bounds.x0, -document->bounds.y0),
                               fz_make_irect(0, 0, width, height), pixels, 3 * width};
        page_draw(context, document, request, &canvas);
        found = find_ink(pixels, width, height, &ink);
    }
    fz_always(context)
        fz_free(context, pixels);
    fz_catch(context)
        return caught(document, request, "find what is on page %lld", (long long)page + 1);
    *box = (sheaf_box){(float)ink.x0 / scale, (float)ink.y0 / scale, fz_min((float)ink.x1 / scale, w),
                       fz_min((float)ink.y1 / scale, h)};
    return settled(document, request, found ? 0 : SHEAF_BACKGROUND);
}

/* Emits pictures as they are drawn. */
typedef struct picture_device {
    fz_device super;
    sheaf_document *document;
    sheaf_request *request;
    int32_t status; /* of the last one */
} picture_device;

static void see_image(fz_context *context, fz_device *device, fz_image *image, fz_matrix matrix, float alpha,
                      fz_color_params parameters)
{
    picture_device *pictures = (picture_device *)device;
    const fz_rect page = pictures->document->bounds;
    fz_rect box = fz_transform_rect(fz_unit_rect, matrix);
    (void)image, (void)alpha, (void)parameters;
    box = fz_intersect_rect(fz_intersect_rect(box, fz_device_current_scissor(context, device)), page);
    if (box.x1 - box.x0 < PICTURE_LEAST || box.y1 - box.y0 < PICTURE_LEAST || pictures->status != 0)
        return;
    const sheaf_item item = {
        .size = sizeof item,
        .kind = SHEAF_ITEM_PICTURE,
        .page = SHEAF_NO_PAGE,
        .x0 = (double)(box.x0 - page.x0),
        .y0 = (double)(box.y0 - page.y0),
        .x1 = (double)(box.x1 - page.x0),
        .y1 = (double)(box.y1 - page.y0),
    };
    pictures->status = pictures->document->plugin->services->emit(pictures->request, &item);
}

int32_t provider_pictures(sheaf_document *document, sheaf_request *request, int64_t page)
{
    fz_context *context = document->plugin->context;
    picture_device *device = NULL;
    int32_t status = document_turn(document, request, page);
    if (status != 0)
        return status;
    fz_var(device);
    fz_var(status);
    fz_try(context)
    {
        device = (picture_device *)fz_new_device_of_size(context, sizeof *device);
        device->super.fill_image = see_image;
        device->document = document;
        device->request = request;
        page_run(context, document, request, &device->super, fz_identity);
        status = device->status;
    }
    fz_always(context)
        fz_drop_device(context, device == NULL ? NULL : &device->super);
    fz_catch(context)
        return caught(document, request, "find the pictures of page %lld", (long long)page + 1);
    return settled(document, request, status);
}
