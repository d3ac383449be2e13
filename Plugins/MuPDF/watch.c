/* SPDX-License-Identifier: Apache-2.0
 *
 * watch.c: what is learnt of a page while it is drawn. The functions of the drawing device are exchanged for some that
 * take a note: that costs next to nothing.
 *
 * Whether a region that is cut out of the drawing equals that region drawn by itself: MuPDF clips to the region before
 * it computes pixels. That changes nothing for glyphs out of its cache, for edges along the axes, and for layers, which
 * it blends pixel by pixel; but slanted edges are rounded anew where the region cuts them, scaled images and shadings
 * are sampled from where the region begins, and glyphs too large for the cache are drawn as paths. So a page is
 * cuttable where nothing but the former is on it.
 *
 * Whether it can be drawn as BGRX: onto something opaque MuPDF draws the same with an alpha component as without one,
 * and in either order of the components. But where there is an alpha component, layers (groups, masks, what is clipped
 * to text or to strokes, shadings that shine through) begin transparent instead of with what is below, and tiled
 * patterns are laid on it otherwise: that is rounded in other places. Some blend modes look at red, green and blue one
 * by one. And MuPDF keeps glyphs that are drawings without a note of the order of their components. Where one of these
 * comes, the drawing is stopped: it has to begin again, as RGB.
 */
#include "internal.h"

/* Glyphs up to this size, in pixels, come out of MuPDF's cache (MAX_GLYPH_SIZE in its draw-glyph.c). */
#define CACHED_GLYPH_MAX 256.0f
/* A square corner is mitred under this limit; a smaller one would bevel it. */
#define SQUARE_MITRE 1.5f

/* The watch of the drawing that is under way. */
static draw_watch *watch_of(fz_context *context)
{
    return fz_user_context(context);
}

/* Notes something that comes out otherwise as BGRX, and has MuPDF draw no more after it. */
static void see_layer(draw_watch *watch)
{
    if (!watch->is_bgrx)
        return;
    watch->needs_rgb = 1;
    if (watch->cookie != NULL)
        __atomic_store_n(&watch->cookie->abort, 1, __ATOMIC_RELAXED);
}

/* The findings of a walk along a path. */
typedef struct walk {
    fz_point last;
    fz_point start;
    int is_filled; /* each part that is open is closed then */
    int along_axes;
} walk;

static void walk_line(fz_context *context, void *state, float x, float y)
{
    (void)context;
    walk *walk = state;
    if (x != walk->last.x && y != walk->last.y)
        walk->along_axes = 0;
    walk->last = fz_make_point(x, y);
}

static void walk_close(fz_context *context, void *state)
{
    const walk *walk = state;
    walk_line(context, state, walk->start.x, walk->start.y);
}

static void walk_move(fz_context *context, void *state, float x, float y)
{
    walk *walk = state;
    if (walk->is_filled)
        walk_close(context, state);
    walk->start = walk->last = fz_make_point(x, y);
}

static void walk_curve(fz_context *context, void *state, float x1, float y1, float x2, float y2, float x3, float y3)
{
    (void)context, (void)x1, (void)y1, (void)x2, (void)y2;
    walk *walk = state;
    walk->along_axes = 0;
    walk->last = fz_make_point(x3, y3);
}

/* Whether all edges of a path run along the axes of the drawing. */
static int runs_along_axes(fz_context *context, const fz_path *path, fz_matrix matrix, int is_filled)
{
    static const fz_path_walker walker = {walk_move, walk_line, walk_curve, walk_close, NULL, NULL, NULL, NULL};
    walk state = {.is_filled = is_filled, .along_axes = 1};
    if (!fz_is_rectilinear(matrix))
        return 0;
    fz_walk_path(context, path, &walker, &state);
    if (is_filled)
        walk_close(context, &state);
    return state.along_axes;
}

/* Whether the ends and corners of a stroke have square edges. Dashes beyond the region are left out, and the next begins
 * elsewhere. */
static int is_square(const fz_stroke_state *stroke)
{
    const fz_linecap caps[] = {stroke->start_cap, stroke->end_cap};
    for (size_t i = 0; i < sizeof caps / sizeof caps[0]; i++)
        if (caps[i] != FZ_LINECAP_BUTT && caps[i] != FZ_LINECAP_SQUARE)
            return 0;
    return stroke->dash_len == 0 && stroke->linejoin == FZ_LINEJOIN_MITER && stroke->miterlimit >= SQUARE_MITRE;
}

/* Whether all glyphs of a text come out of the cache. */
static int is_small(const fz_text *text, fz_matrix matrix)
{
    for (const fz_text_span *span = text->head; span != NULL; span = span->next)
        if (!(fz_matrix_expansion(fz_concat(span->trm, matrix)) < CACHED_GLYPH_MAX))
            return 0;
    return 1;
}

/* Whether some glyphs of a text are drawings, which can have colours (Type 3). */
static int has_drawn_glyphs(fz_context *context, const fz_text *text)
{
    for (const fz_text_span *span = text->head; span != NULL; span = span->next)
        if (fz_font_t3_procs(context, span->font) != NULL)
            return 1;
    return 0;
}

static void fill_path(fz_context *context, fz_device *device, const fz_path *path, int even_odd, fz_matrix matrix,
                      fz_colorspace *space, const float *color, float alpha, fz_color_params parameters)
{
    draw_watch *watch = watch_of(context);
    watch->cuttable = watch->cuttable && runs_along_axes(context, path, matrix, 1);
    watch->drawing.fill_path(context, device, path, even_odd, matrix, space, color, alpha, parameters);
}

static void stroke_path(fz_context *context, fz_device *device, const fz_path *path, const fz_stroke_state *stroke,
                        fz_matrix matrix, fz_colorspace *space, const float *color, float alpha,
                        fz_color_params parameters)
{
    draw_watch *watch = watch_of(context);
    watch->cuttable = watch->cuttable && is_square(stroke) && runs_along_axes(context, path, matrix, 0);
    watch->drawing.stroke_path(context, device, path, stroke, matrix, space, color, alpha, parameters);
}

static void clip_path(fz_context *context, fz_device *device, const fz_path *path, int even_odd, fz_matrix matrix,
                      fz_rect scissor)
{
    draw_watch *watch = watch_of(context);
    watch->cuttable = watch->cuttable && runs_along_axes(context, path, matrix, 1);
    watch->drawing.clip_path(context, device, path, even_odd, matrix, scissor);
}

static void fill_text(fz_context *context, fz_device *device, const fz_text *text, fz_matrix matrix,
                      fz_colorspace *space, const float *color, float alpha, fz_color_params parameters)
{
    draw_watch *watch = watch_of(context);
    if (has_drawn_glyphs(context, text)) {
        watch->cuttable = 0;
        see_layer(watch);
        if (watch->needs_rgb)
            return; /* before the glyphs are kept as BGRX */
    }
    watch->cuttable = watch->cuttable && is_small(text, matrix);
    watch->drawing.fill_text(context, device, text, matrix, space, color, alpha, parameters);
}

/* Everything else that draws: it may differ. */

static void clip_stroke_path(fz_context *context, fz_device *device, const fz_path *path,
                             const fz_stroke_state *stroke, fz_matrix matrix, fz_rect scissor)
{
    watch_of(context)->cuttable = 0;
    see_layer(watch_of(context));
    watch_of(context)->drawing.clip_stroke_path(context, device, path, stroke, matrix, scissor);
}

static void stroke_text(fz_context *context, fz_device *device, const fz_text *text, const fz_stroke_state *stroke,
                        fz_matrix matrix, fz_colorspace *space, const float *color, float alpha,
                        fz_color_params parameters)
{
    draw_watch *watch = watch_of(context);
    watch->cuttable = 0;
    if (has_drawn_glyphs(context, text)) {
        see_layer(watch);
        if (watch->needs_rgb)
            return;
    }
    watch->drawing.stroke_text(context, device, text, stroke, matrix, space, color, alpha, parameters);
}

static void clip_text(fz_context *context, fz_device *device, const fz_text *text, fz_matrix matrix, fz_rect scissor)
{
    watch_of(context)->cuttable = 0;
    see_layer(watch_of(context));
    watch_of(context)->drawing.clip_text(context, device, text, matrix, scissor);
}

static void clip_stroke_text(fz_context *context, fz_device *device, const fz_text *text,
                             const fz_stroke_state *stroke, fz_matrix matrix, fz_rect scissor)
{
    watch_of(context)->cuttable = 0;
    see_layer(watch_of(context));
    watch_of(context)->drawing.clip_stroke_text(context, device, text, stroke, matrix, scissor);
}

static void fill_shade(fz_context *context, fz_device *device, fz_shade *shade, fz_matrix matrix, float alpha,
                       fz_color_params parameters)
{
    watch_of(context)->cuttable = 0;
    if (alpha < 1)
        see_layer(watch_of(context));
    watch_of(context)->drawing.fill_shade(context, device, shade, matrix, alpha, parameters);
}

static void fill_image(fz_context *context, fz_device *device, fz_image *image, fz_matrix matrix, float alpha,
                       fz_color_params parameters)
{
    watch_of(context)->cuttable = 0;
    watch_of(context)->drawing.fill_image(context, device, image, matrix, alpha, parameters);
}

static void fill_image_mask(fz_context *context, fz_device *device, fz_image *image, fz_matrix matrix,
                            fz_colorspace *space, const float *color, float alpha, fz_color_params parameters)
{
    watch_of(context)->cuttable = 0;
    watch_of(context)->drawing.fill_image_mask(context, device, image, matrix, space, color, alpha, parameters);
}

static void clip_image_mask(fz_context *context, fz_device *device, fz_image *image, fz_matrix matrix,
                            fz_rect scissor)
{
    watch_of(context)->cuttable = 0;
    watch_of(context)->drawing.clip_image_mask(context, device, image, matrix, scissor);
}

static void begin_mask(fz_context *context, fz_device *device, fz_rect area, int luminosity, fz_colorspace *space,
                       const float *color, fz_color_params parameters)
{
    watch_of(context)->cuttable = 0;
    see_layer(watch_of(context));
    watch_of(context)->drawing.begin_mask(context, device, area, luminosity, space, color, parameters);
}

static void begin_group(fz_context *context, fz_device *device, fz_rect area, fz_colorspace *space, int isolated,
                        int knockout, int blend_mode, float alpha)
{
    see_layer(watch_of(context));
    watch_of(context)->drawing.begin_group(context, device, area, space, isolated, knockout, blend_mode, alpha);
}

static int begin_tile(fz_context *context, fz_device *device, fz_rect area, fz_rect view, float x_step, float y_step,
                      fz_matrix matrix, int id)
{
    watch_of(context)->cuttable = 0;
    see_layer(watch_of(context));
    return watch_of(context)->drawing.begin_tile(context, device, area, view, x_step, y_step, matrix, id);
}

void watch_begin(fz_context *context, draw_watch *watch, fz_device *device, int is_bgrx)
{
    *watch = (draw_watch){.drawing = *device, .cuttable = 1, .is_bgrx = is_bgrx};
    fz_set_user_context(context, watch);
    device->fill_path = fill_path;
    device->stroke_path = stroke_path;
    device->clip_path = clip_path;
    device->clip_stroke_path = clip_stroke_path;
    device->fill_text = fill_text;
    device->stroke_text = stroke_text;
    device->clip_text = clip_text;
    device->clip_stroke_text = clip_stroke_text;
    device->fill_shade = fill_shade;
    device->fill_image = fill_image;
    device->fill_image_mask = fill_image_mask;
    device->clip_image_mask = clip_image_mask;
    device->begin_mask = begin_mask;
    device->begin_group = begin_group;
    device->begin_tile = begin_tile;
}

void watch_run(fz_context *context, fz_cookie *cookie)
{
    if (watch_of(context) != NULL)
        watch_of(context)->cookie = cookie;
}

void watch_doubt(fz_context *context)
{
    if (watch_of(context) != NULL)
        watch_of(context)->cuttable = 0;
}

void watch_end(fz_context *context)
{
    fz_set_user_context(context, NULL);
}
