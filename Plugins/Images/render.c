/* SPDX-License-Identifier: Apache-2.0
 *
 * render.c: draws regions of pages.
 *
 * An image is computed as it is stored, from top to bottom, and each of its pixels is put where the page shows it: so
 * turning takes no memory. Only the strips that the region touches are computed. What lies above it is decoded where a
 * format can be read from its start alone, and dropped.
 */
#include "internal.h"

#include <errno.h>
#include <stddef.h>

/* The largest edge of a scaled page, in pixels: libvips's own limit (VIPS_MAX_COORD). */
#define EDGE_MAX 10000000

/* Pixels are computed in parts of this size at most. Where the parts begin depends on the page alone, and so does every
 * rounding error: a region has the same pixels as the whole page. */
#define PART_ROWS 64
#define PART_COLUMNS 256

/* The rows of the loaded image that one part may need. */
#define SOURCE_ROWS 256

/* Where an image is shown: pixel (x, y) of the page is its pixel (xx * x + xy * y + x0, yx * x + yy * y + y0). */
typedef struct turn {
    int xx, xy, x0;
    int yx, yy, y0;
} turn;

/* `first`, then `then`: what is shown of what is shown. */
static turn combine(turn first, turn then)
{
    return (turn){
        .xx = first.xx * then.xx + first.xy * then.yx,
        .xy = first.xx * then.xy + first.xy * then.yy,
        .x0 = first.xx * then.x0 + first.xy * then.y0 + first.x0,
        .yx = first.yx * then.xx + first.yy * then.yx,
        .yy = first.yx * then.xy + first.yy * then.yy,
        .y0 = first.yx * then.x0 + first.yy * then.y0 + first.y0,
    };
}

/* An image of `width` by `height` pixels in one of EXIF's orientations. */
static turn oriented(int orientation, int width, int height)
{
    int right = width - 1, bottom = height - 1;
    switch (orientation) {
    case 2:
        return (turn){-1, 0, right, 0, 1, 0};
    case 3:
        return (turn){-1, 0, right, 0, -1, bottom};
    case 4:
        return (turn){1, 0, 0, 0, -1, bottom};
    case 5:
        return (turn){0, 1, 0, 1, 0, 0};
    case 6:
        return (turn){0, 1, 0, -1, 0, bottom};
    case 7:
        return (turn){0, -1, right, -1, 0, bottom};
    case 8:
        return (turn){0, -1, right, 1, 0, 0};
    default:
        return (turn){1, 0, 0, 0, 1, 0};
    }
}

/* A page of `width` by `height` pixels, turned clockwise. That is what these orientations say, too. */
static turn rotated(uint32_t rotation, int width, int height)
{
    return oriented(rotation == 90 ? 6 : rotation == 180 ? 3 : rotation == 270 ? 8 : 1, width, height);
}

/* Refuses what can't be drawn. `width` and `height` get the size of the scaled page, not turned yet. */
static int32_t check_render(const sheaf_document *document, sheaf_request *request, const page *page,
                            const sheaf_render *render, int *width, int *height)
{
    const sheaf_host_services *services = document->plugin->services;
    int32_t columns = 0, rows = 0;
    int32_t status = sheaf_check_render(services, request, render, page->image.point_width, page->image.point_height, EDGE_MAX,
                                        &columns, &rows);
    if (status != 0)
        return status;
    const int is_turned = render->rotation % 180 != 0;
    *width = is_turned ? rows : columns;
    *height = is_turned ? columns : rows;
    if (page->image.whole > DECODE_MAX)
        return sheaf_fail(services, request, -ENOTSUP,
                          "page %lld can only be decoded as a whole, a %s of %d x %d pixels takes %lld bytes for that, "
                          "and the limit is %lld",
                          (long long)render->page + 1, format_name(page->image.format), page->image.width,
                          page->image.height, (long long)page->image.whole, DECODE_MAX);
    return 0;
}

/* The part of the image that a region shows. */
static VipsRect shown_part(turn turn, const sheaf_render *render)
{
    int x0 = turn.xx * render->x + turn.xy * render->y + turn.x0;
    int y0 = turn.yx * render->x + turn.yy * render->y + turn.y0;
    int right = render->x + render->width - 1, bottom = render->y + render->height - 1;
    int x1 = turn.xx * right + turn.xy * bottom + turn.x0;
    int y1 = turn.yx * right + turn.yy * bottom + turn.y0;
    return (VipsRect){VIPS_MIN(x0, x1), VIPS_MIN(y0, y1), abs(x1 - x0) + 1, abs(y1 - y0) + 1};
}

/* Puts a part of the image, three bytes a pixel, where the region shows it. */
static void put(VipsRegion *from, const VipsRect *part, turn turn, const sheaf_render *render)
{
    /* The way back: what `turn` does has columns of length one, so turning the other way is its transpose. */
    ptrdiff_t stride = (ptrdiff_t)render->stride;
    ptrdiff_t across = turn.xx * (ptrdiff_t)4 + turn.xy * stride;
    for (int y = part->top; y < VIPS_RECT_BOTTOM(part); y++) {
        const VipsPel *pixel = VIPS_REGION_ADDR(from, part->left, y);
        ptrdiff_t dx = part->left - turn.x0, dy = y - turn.y0;
        ptrdiff_t column = turn.xx * dx + turn.yx * dy - render->x, row = turn.xy * dx + turn.yy * dy - render->y;
        unsigned char *at = (unsigned char *)render->pixels + row * stride + column * 4;
        for (int x = 0; x < part->width; x++, pixel += 3, at += across) {
            at[0] = pixel[2];
            at[1] = pixel[1];
            at[2] = pixel[0];
            at[3] = 0xff;
        }
    }
}

/* Decodes what lies above a row, a little at a time: at once it would all be held in memory. */
static int32_t pass_over(sheaf_document *document, sheaf_request *request, VipsRegion *region, int rows, int end)
{
    for (int top = 0; top < end; top += rows) {
        VipsRect edge = {0, top, 1, rows};
        if (document->plugin->services->cancelled(request))
            return SHEAF_CANCELLED;
        if (vips_region_prepare(region, &edge) != 0)
            return -1;
    }
    return 0;
}

/* Computes the part of `pixels` that the region shows, piece by piece. 0, SHEAF_CANCELLED, or -1 where libvips fails. */
static int32_t compute(sheaf_document *document, sheaf_request *request, const sheaf_render *render, VipsImage *pixels,
                       double shrink, int is_tiled, turn turn)
{
    VipsRect shown = shown_part(turn, render);
    int rows = PART_ROWS;
    while (rows > 1 && rows * shrink > SOURCE_ROWS)
        rows /= 2;
    VipsRegion *region = vips_region_new(pixels);
    int32_t status = is_tiled ? 0 : pass_over(document, request, region, rows, shown.top / rows * rows);
    for (int top = shown.top / rows * rows; top < VIPS_RECT_BOTTOM(&shown) && status == 0; top += rows) {
        /* An image that can only be read from its start is computed from its left edge on, since that is there
         * anyway. */
        int columns = is_tiled ? PART_COLUMNS : VIPS_RECT_RIGHT(&shown);
        for (int left = shown.left / columns * columns; left < VIPS_RECT_RIGHT(&shown) && status == 0;
             left += columns) {
            VipsRect whole = {0, 0, pixels->Xsize, pixels->Ysize};
            VipsRect part = {left, top, columns, rows}, visible;
            vips_rect_intersectrect(&part, &whole, &part);
            vips_rect_intersectrect(&part, &shown, &visible);
            if (document->plugin->services->cancelled(request))
                status = SHEAF_CANCELLED;
            else if (vips_region_prepare(region, &part) != 0)
                status = -1;
            else
                put(region, &visible, turn, render);
        }
    }
    g_object_unref(region);
    return status;
}

/* Loads a page's image for a size, and knows its black and its white then where it needs that. NULL where libvips can't, or `status`
 * says that the request is cancelled. */
static VipsImage *load(sheaf_document *document, sheaf_request *request, VipsSource *source, image *image, uint32_t frame, int width,
                       int height, int32_t *status)
{
    if (frame > 0)
        return frames_load(source, image, (int)VIPS_MIN(frame, INT32_MAX));
    VipsImage *loaded = levels_load(source, image, width, height);
    if (loaded == NULL || image->white > image->black || !range_is_needed(loaded))
        return loaded;
    /* By the page's own image, whichever of its levels is shown first. */
    g_object_unref(loaded);
    loaded = image_load(source, image->format, image->number, 0, 0);
    if (loaded == NULL)
        return NULL;
    *status = range_find(document->plugin->services, request, loaded, &image->black, &image->white);
    g_object_unref(loaded);
    /* A file that is read from its start to its end has been read now. */
    return *status == 0 ? levels_load(source, image, width, height) : NULL;
}

int32_t provider_render(sheaf_document *document, sheaf_request *request, const sheaf_render *render)
{
    page *page = NULL;
    int width = 0, height = 0;
    document_begin(document, request);
    int32_t status = document_page(document, request, render->page, &page);
    if (status == 0)
        status = check_render(document, request, page, render, &width, &height);
    if (status != 0)
        return status;

    image *image = &page->image;
    VipsSource *source = document_source(document, request, render->page, image->format, &status);
    if (source == NULL)
        return status;
    int is_aside = image->orientation >= 5;
    int across = is_aside ? height : width, down = is_aside ? width : height;
    turn turn = combine(oriented(image->orientation, across, down), rotated(render->rotation, width, height));
    VipsImage *loaded = load(document, request, source, image, render->frame, across, down, &status);
    VipsImage *pixels = loaded == NULL ? NULL : image_pixels(loaded, image, across, down);
    if (pixels == NULL) {
        status = status == 0 ? -1 : status;
    } else {
        status = compute(document, request, render, pixels, (double)loaded->Ysize / down, image_is_tiled(loaded, image->format), turn);
    }
    /* A kind of TIFF that libvips has found to be none of its own only now. A pyramid is of a kind that it reads: what fails there is
     * damaged, and decoding all of it would take long for nothing. */
    if (status == -1 && image->format == FORMAT_TIFF && image->levels == NULL && sheaf_input_result(&document->input, request) == 0) {
        VIPS_UNREF(pixels);
        VIPS_UNREF(loaded);
        loaded = tiff_load(source, image->number);
        pixels = loaded == NULL ? NULL : image_pixels(loaded, image, across, down);
        status = pixels == NULL ? -1 : compute(document, request, render, pixels, (double)loaded->Ysize / down, 0, turn);
    }
    if (status < 0) {
        char *name = document_page_name(document, render->page);
        status = fail_image(document, request, "draw %s", name);
        g_free(name);
    }
    VIPS_UNREF(pixels);
    VIPS_UNREF(loaded);
    VIPS_UNREF(source);
    if (status != 0)
        return status;
    /* Letters and curves are drawn anew for each part of a drawing. */
    if (image->format != FORMAT_SVG)
        sheaf_tell_cuttable(render);
    return sheaf_input_result(&document->input, request);
}
