/* SPDX-License-Identifier: Apache-2.0
 *
 * render.c: draws pages.
 *
 * The pixels are those of `mutool draw -D -c rgb`, byte for byte. MuPDF draws BGRX, which is what the host wants, with those very pixels
 * where a page has nothing but one opaque layer. Else it draws RGB into the start of each row, and the row is widened in place, from
 * its end. Which one it takes is seen while it is drawn: see watch.c.
 */
#include "internal.h"

#include <math.h>

/* The largest edge of a scaled page, in pixels: MuPDF computes with 24 bits. */
#define EDGE_MAX (1 << 24)

/* The side of the square around a point that counts as that point, in points: about a fingertip's least movement. */
#define HIT_SIZE 8

/* Whether the canceller has stopped MuPDF. While it watches, it may do so at any moment. */
static int is_aborted(const fz_cookie *cookie)
{
    return __atomic_load_n(&cookie->abort, __ATOMIC_RELAXED);
}

void page_run(fz_context *context, sheaf_document *document, sheaf_request *request, fz_device *device,
              fz_matrix matrix)
{
    canceller *canceller = document->plugin->canceller;
    fz_cookie cookie = {0};
    flow_begin(context, document);
    watch_run(context, &cookie);
    canceller_watch(canceller, request, &cookie);
    fz_try(context)
    {
        fz_run_page(context, document->page, device, matrix, &cookie);
        for (int column = 1; column < document->settings.columns && !is_aborted(&cookie); column++)
            if (document->others[column - 1] != NULL)
                fz_run_page(context, document->others[column - 1], device,
                            fz_pre_translate(matrix, column_offset(document, column), 0), &cookie);
        if (!is_aborted(&cookie))
            fz_close_device(context, device);
    }
    fz_always(context)
    {
        canceller_leave(canceller);
        watch_run(context, NULL);
    }
    fz_catch(context)
        fz_rethrow(context);
    if (is_aborted(&cookie)) {
        device->close_device = NULL; /* as MuPDF does after a failed run: its layers are still open */
        fz_throw(context, FZ_ERROR_ABORT, "cancelled");
    }
    if (cookie.errors > 0) {
        watch_doubt(context);
        fz_warn(context, "%d errors on page %d: not all of it is there", cookie.errors, (int)document->page_id + 1);
    }
}

/* From points of the page to pixels. A turned page lies beside the origin: see turned_region. */
static fz_matrix page_matrix(const sheaf_document *document, double scale, uint32_t rotation)
{
    fz_matrix matrix = fz_pre_scale(fz_rotate((float)rotation), (float)scale, (float)scale);
    return fz_pre_translate(matrix, -document->bounds.x0, -document->bounds.y0);
}

/* The region where page_matrix puts it. The page is not moved to the origin instead: that would be rounded. */
static fz_irect turned_region(const sheaf_render *render, int32_t width, int32_t height)
{
    int left = render->x - (render->rotation == 90 || render->rotation == 180 ? width : 0);
    int top = render->y - (render->rotation == 180 || render->rotation == 270 ? height : 0);
    return fz_make_irect(left, top, left + render->width, top + render->height);
}

/* The separations that make MuPDF simulate overprinting where a page uses it, as mutool does. Throws. */
static fz_separations *page_separations(fz_context *context, const sheaf_document *document)
{
    fz_separations *separations = fz_page_separations(context, document->page);
    fz_colorspace *intent = fz_document_output_intent(context, document->opened);
    if (separations != NULL) {
        for (int i = 0, count = fz_count_separations(context, separations); i < count; i++)
            fz_set_separation_behavior(context, separations, i, FZ_SEPARATION_COMPOSITE);
        return separations;
    }
    if (fz_page_uses_overprint(context, document->page) ||
        (intent != NULL && fz_colorspace_n(context, intent) != 3))
        return fz_new_separations(context, 0);
    return NULL;
}

/* Draws a region of the current page, as RGB or as BGRX, and says what was learnt of it. Throws. */
static void draw(fz_context *context, sheaf_document *document, sheaf_request *request, const canvas *canvas,
                 fz_separations *separations, int is_bgrx, draw_watch *watch)
{
    const fz_irect region = canvas->region;
    fz_pixmap *pixmap = NULL;
    fz_device *device = NULL;
    fz_var(pixmap);
    fz_var(device);
    fz_try(context)
    {
        pixmap = fz_new_pixmap_with_data(context, is_bgrx ? fz_device_bgr(context) : fz_device_rgb(context),
                                         region.x1 - region.x0, region.y1 - region.y0, separations, is_bgrx,
                                         canvas->stride, canvas->pixels);
        pixmap->x = region.x0;
        pixmap->y = region.y0;
        fz_clear_pixmap_with_value(context, pixmap, 255);
        device = fz_new_draw_device(context, fz_identity, pixmap);
        watch_begin(context, watch, device, is_bgrx);
        page_run(context, document, request, device, canvas->matrix);
    }
    fz_always(context)
    {
        fz_drop_device(context, device);
        fz_drop_pixmap(context, pixmap);
        watch_end(context);
    }
    fz_catch(context)
        fz_rethrow(context);
}

void page_draw(fz_context *context, sheaf_document *document, sheaf_request *request, const canvas *canvas)
{
    draw_watch watch;
    fz_separations *separations = page_separations(context, document);
    fz_try(context)
        draw(context, document, request, canvas, separations, 0, &watch);
    fz_always(context)
        fz_drop_separations(context, separations);
    fz_catch(context)
        fz_rethrow(context);
}

/* Whether the current page is known to have layers before it is drawn. */
static int has_layers(fz_context *context, const sheaf_document *document)
{
    const pdf_page *page = pdf_page_from_fz_page(context, document->page);
    return page != NULL && page->transparency;
}

/* Draws a region of the current page as BGRX; false where it has to be drawn as RGB. Throws. */
static int draw_bgrx(fz_context *context, sheaf_document *document, sheaf_request *request, const canvas *canvas,
                     draw_watch *watch)
{
    if (document->draws_rgb || has_layers(context, document))
        return 0;
    fz_try(context)
        draw(context, document, request, canvas, NULL, 1, watch);
    fz_catch(context)
    {
        if (!watch->needs_rgb)
            fz_rethrow(context);
        document->draws_rgb = 1;
        return 0;
    }
    return 1;
}

/* Draws a region of the current page as BGRX, by way of RGB where it takes that, and says whether every region within would be drawn
 * the same. Throws. */
static int draw_pixels(fz_context *context, sheaf_document *document, sheaf_request *request, const canvas *canvas)
{
    draw_watch watch = {0};
    fz_separations *separations = page_separations(context, document);
    fz_try(context)
    {
        if (separations != NULL || !draw_bgrx(context, document, request, canvas, &watch)) {
            draw(context, document, request, canvas, separations, 0, &watch);
            for (int y = canvas->region.y0; y < canvas->region.y1; y++)
                widen_row(canvas->pixels + (size_t)(y - canvas->region.y0) * (size_t)canvas->stride,
                          (size_t)(canvas->region.x1 - canvas->region.x0));
        }
    }
    fz_always(context)
        fz_drop_separations(context, separations);
    fz_catch(context)
        fz_rethrow(context);
    /* Inks are mixed in a layer of their own: nobody has shown that its pixels do not depend on the region. */
    return watch.cuttable && separations == NULL;
}

int32_t provider_render(sheaf_document *document, sheaf_request *request, const sheaf_render *render)
{
    fz_context *context = document->plugin->context;
    const fz_rect *bounds = &document->bounds;
    int32_t width = 0, height = 0;
    int32_t status = document_turn(document, request, render->page);
    if (status == 0)
        status = sheaf_check_render(document->plugin->services, request, render, bounds->x1 - bounds->x0,
                                    bounds->y1 - bounds->y0, EDGE_MAX, &width, &height);
    if (status != 0)
        return status;

    const canvas canvas = {page_matrix(document, render->scale, render->rotation),
                           turned_region(render, width, height), render->pixels, (int)render->stride};
    int cuttable = 0;
    fz_var(cuttable);
    fz_try(context)
        cuttable = draw_pixels(context, document, request, &canvas);
    fz_catch(context)
        return caught(document, request, "draw page %lld", (long long)render->page + 1);
    if (cuttable)
        sheaf_tell_cuttable(render);
    return settled(document, request, 0);
}

/* Whether a link of the current page covers the point. Throws. */
static int on_link(fz_context *context, const sheaf_document *document, fz_point point)
{
    int found = 0;
    for (int column = 0; column < document->settings.columns && !found; column++) {
        fz_page *page = column == 0 ? document->page : document->others[column - 1];
        fz_link *links = page == NULL ? NULL : fz_load_links(context, page);
        for (const fz_link *link = links; link != NULL && !found; link = link->next)
            found = fz_is_point_inside_rect(point, link->rect);
        fz_drop_link(context, links);
        point.x -= column_offset(document, 1);
    }
    return found;
}

int32_t provider_hit(sheaf_document *document, sheaf_request *request, int64_t page, double x, double y,
                     uint32_t *claims)
{
    fz_context *context = document->plugin->context;
    unsigned char pixels[HIT_SIZE * HIT_SIZE * 3];
    int blank = 1;
    *claims = 0;
    int32_t status = document_turn(document, request, page);
    if (status != 0)
        return status;
    if (!(x >= 0 && y >= 0 && x <= EDGE_MAX && y <= EDGE_MAX))
        return SHEAF_BACKGROUND;

    fz_point point = {(float)x + document->bounds.x0, (float)y + document->bounds.y0};
    int left = (int)floor(x) - HIT_SIZE / 2, top = (int)floor(y) - HIT_SIZE / 2;
    const canvas around = {page_matrix(document, 1, 0), fz_make_irect(left, top, left + HIT_SIZE, top + HIT_SIZE),
                           pixels, HIT_SIZE * 3};
    fz_var(blank);
    fz_try(context)
    {
        page_draw(context, document, request, &around);
        blank = !on_link(context, document, point);
    }
    fz_catch(context)
        return caught(document, request, "look at page %lld", (long long)page + 1);
    for (size_t i = 0; i < sizeof pixels; i++)
        blank &= pixels[i] == 255;
    return settled(document, request, blank ? SHEAF_BACKGROUND : 0);
}
