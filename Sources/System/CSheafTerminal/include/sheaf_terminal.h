/* SPDX-License-Identifier: Apache-2.0
 *
 * Pictures on a terminal, by libchafa. It is loaded when the first picture is drawn, and not with the program: with it and glib every
 * other verb of sheafctl would start 0.8 ms later, of 5. Functions that return an integer return at least 0, or a negative errno.
 */
#ifndef SHEAF_TERMINAL_H
#define SHEAF_TERMINAL_H

#include <stddef.h>
#include <stdint.h>

/* How pictures travel to a terminal. */
enum sheaf_terminal_format { SHEAF_TERMINAL_SYMBOLS, SHEAF_TERMINAL_SIXEL, SHEAF_TERMINAL_KITTY };

typedef struct sheaf_terminal_canvas {
    enum sheaf_terminal_format format;
    int32_t columns, rows;           /* what the picture fills */
    int32_t cell_width, cell_height; /* pixels of a character */
} sheaf_terminal_canvas;

/* Four bytes a pixel: blue, green, red, 255. */
typedef struct sheaf_terminal_pixels {
    const uint8_t *start;
    int32_t width, height, stride;
} sheaf_terminal_pixels;

/* Loads libchafa: -ENOENT where it is not installed, or lacks what is needed of it. */
int32_t sheaf_terminal_load(void);

/* Returns the best format of the terminal by the environment. Call it once libchafa is loaded. */
int32_t sheaf_terminal_detect(void);

/* Returns the bytes that make the terminal show a picture, scaled to the canvas, from where its cursor is: of symbols a
 * line for each row. NULL where there is no memory. Call it once libchafa is loaded. */
char *sheaf_terminal_draw(const sheaf_terminal_canvas *canvas, const sheaf_terminal_pixels *pixels, size_t *length);

/* Returns what was drawn. */
void sheaf_terminal_free(char *text);

/* Mixes a colour into a rectangle of pixels, as far as it lies within them: of 256 parts `share` are of the colour. */
void sheaf_terminal_tint(uint8_t *start, int32_t width, int32_t height, int32_t stride, const int32_t rectangle[4],
                         uint32_t rgb, uint32_t share);

#endif
