/* SPDX-License-Identifier: Apache-2.0 */
#include "sheaf_terminal.h"

#include <chafa.h>
#include <dlfcn.h>
#include <errno.h>
#include <unistd.h>

/* The functions of libchafa that are used, and of the glib that comes with it. */
#define FUNCTIONS(with)                          \
    with(chafa_term_db_get_default)              \
    with(chafa_term_db_detect)                   \
    with(chafa_term_db_get_fallback_info)        \
    with(chafa_term_info_have_seq)               \
    with(chafa_term_info_supplement)             \
    with(chafa_term_info_unref)                  \
    with(chafa_canvas_config_new)                \
    with(chafa_canvas_config_set_geometry)       \
    with(chafa_canvas_config_set_cell_geometry)  \
    with(chafa_canvas_config_set_pixel_mode)     \
    with(chafa_canvas_config_set_canvas_mode)    \
    with(chafa_canvas_config_set_symbol_map)     \
    with(chafa_canvas_config_unref)              \
    with(chafa_symbol_map_new)                   \
    with(chafa_symbol_map_add_by_tags)           \
    with(chafa_symbol_map_unref)                 \
    with(chafa_canvas_new)                       \
    with(chafa_canvas_draw_all_pixels)           \
    with(chafa_canvas_print)                     \
    with(chafa_canvas_unref)                     \
    with(g_string_free)                          \
    with(g_free)

#define DECLARE(name) static __typeof__(&name) do_##name;
FUNCTIONS(DECLARE)

/* Behind the ABI of this name nothing that is used here changes. */
static const char library[] = "libchafa.so.0";

int32_t sheaf_terminal_load(void) {
    static void *handle;
    if (handle)
        return 0;
    void *opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!opened)
        return -ENOENT;
#define FIND(name)                                               \
    do_##name = (__typeof__(&name))dlsym(opened, #name);         \
    if (!do_##name) {                                            \
        dlclose(opened);                                         \
        return -ENOENT;                                          \
    }
    FUNCTIONS(FIND)
    handle = opened;
    return 0;
}

static ChafaTermInfo *detected(void) { return do_chafa_term_db_detect(do_chafa_term_db_get_default(), environ); }

int32_t sheaf_terminal_detect(void) {
    ChafaTermInfo *info = detected();
    int32_t format = do_chafa_term_info_have_seq(info, CHAFA_TERM_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1) ? SHEAF_TERMINAL_KITTY
                     : do_chafa_term_info_have_seq(info, CHAFA_TERM_SEQ_BEGIN_SIXELS)                 ? SHEAF_TERMINAL_SIXEL
                                                                                                      : SHEAF_TERMINAL_SYMBOLS;
    do_chafa_term_info_unref(info);
    return format;
}

/* As many colours as the terminal has. */
static ChafaCanvasMode colours(const ChafaTermInfo *info) {
    if (do_chafa_term_info_have_seq(info, CHAFA_TERM_SEQ_SET_COLOR_FGBG_DIRECT))
        return CHAFA_CANVAS_MODE_TRUECOLOR;
    if (do_chafa_term_info_have_seq(info, CHAFA_TERM_SEQ_SET_COLOR_FGBG_256))
        return CHAFA_CANVAS_MODE_INDEXED_240;
    if (do_chafa_term_info_have_seq(info, CHAFA_TERM_SEQ_SET_COLOR_FGBG_16))
        return CHAFA_CANVAS_MODE_INDEXED_16;
    return CHAFA_CANVAS_MODE_FGBG_BGFG;
}

static ChafaCanvasConfig *configuration(const sheaf_terminal_canvas *canvas, const ChafaTermInfo *info) {
    ChafaCanvasConfig *config = do_chafa_canvas_config_new();
    do_chafa_canvas_config_set_geometry(config, canvas->columns, canvas->rows);
    do_chafa_canvas_config_set_cell_geometry(config, canvas->cell_width, canvas->cell_height);
    switch (canvas->format) {
    case SHEAF_TERMINAL_KITTY:
        do_chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_KITTY);
        break;
    case SHEAF_TERMINAL_SIXEL:
        do_chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_SIXELS);
        break;
    case SHEAF_TERMINAL_SYMBOLS:
        do_chafa_canvas_config_set_canvas_mode(config, colours(info));
        ChafaSymbolMap *symbols = do_chafa_symbol_map_new();
        do_chafa_symbol_map_add_by_tags(symbols,
                                        CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_BLOCK | CHAFA_SYMBOL_TAG_BORDER);
        do_chafa_canvas_config_set_symbol_map(config, symbols);
        do_chafa_symbol_map_unref(symbols);
    }
    return config;
}

char *sheaf_terminal_draw(const sheaf_terminal_canvas *canvas, const sheaf_terminal_pixels *pixels, size_t *length) {
    ChafaTermInfo *info = detected();
    ChafaCanvasConfig *config = configuration(canvas, info);
    /* The sequences of a format that was asked for, whatever the environment says. */
    if (canvas->format != SHEAF_TERMINAL_SYMBOLS) {
        ChafaTermInfo *fallback = do_chafa_term_db_get_fallback_info(do_chafa_term_db_get_default());
        do_chafa_term_info_supplement(info, fallback);
        do_chafa_term_info_unref(fallback);
    }
    ChafaCanvas *drawn = do_chafa_canvas_new(config);
    do_chafa_canvas_draw_all_pixels(drawn, CHAFA_PIXEL_BGRA8_UNASSOCIATED, pixels->start, pixels->width, pixels->height,
                                    pixels->stride);
    GString *text = do_chafa_canvas_print(drawn, info);
    do_chafa_canvas_unref(drawn);
    do_chafa_canvas_config_unref(config);
    do_chafa_term_info_unref(info);
    if (!text)
        return NULL;
    *length = text->len;
    return do_g_string_free(text, FALSE);
}

void sheaf_terminal_free(char *text) { do_g_free(text); }

void sheaf_terminal_tint(uint8_t *start, int32_t width, int32_t height, int32_t stride, const int32_t rectangle[4],
                         uint32_t rgb, uint32_t share) {
    int32_t left = rectangle[0] > 0 ? rectangle[0] : 0, top = rectangle[1] > 0 ? rectangle[1] : 0;
    int64_t right = (int64_t)rectangle[0] + rectangle[2], bottom = (int64_t)rectangle[1] + rectangle[3];
    const uint32_t colour[3] = {rgb & 0xff, rgb >> 8 & 0xff, rgb >> 16 & 0xff};
    for (int32_t y = top; y < bottom && y < height; y++) {
        uint8_t *row = start + (size_t)y * (size_t)stride;
        for (int32_t x = left; x < right && x < width; x++)
            for (int channel = 0; channel < 3; channel++) {
                uint8_t *value = row + 4 * (size_t)x + channel;
                *value = (uint8_t)((*value * (256 - share) + colour[channel] * share) >> 8);
            }
    }
}
