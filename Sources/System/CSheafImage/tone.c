/* SPDX-License-Identifier: Apache-2.0
 *
 * Black on white in other colours.
 */
#include "sheaf_image.h"

#include <string.h>

#define CHANNELS 4

/* As BT.601 weighs them, of 256. */
static int luma(int blue, int green, int red) { return (29 * blue + 150 * green + 77 * red + 128) >> 8; }

/* x / 255, rounded, for 0 to 255 * 255. */
static int divided(int x) { return (x + 128 + ((x + 128) >> 8)) >> 8; }

static int clamped(int x) { return x < 0 ? 0 : x > 255 ? 255 : x; }

void sheaf_image_tone(void *pixels, uint32_t count, const sheaf_image_colour *ink, const sheaf_image_colour *paper) {
    uint8_t *p = pixels;
    uint8_t last[CHANNELS] = {0}, toned[CHANNELS] = {0};
    for (uint32_t i = 0; i < count; i++, p += CHANNELS) {
        /* Most pixels of a page are those before them: its paper. */
        if (i == 0 || memcmp(p, last, CHANNELS) != 0) {
            memcpy(last, p, CHANNELS);
            int y = luma(p[0], p[1], p[2]);
            for (int c = 0; c < 3; c++)
                toned[c] = (uint8_t)clamped(divided(ink->bgr[c] * (255 - y) + paper->bgr[c] * y) + p[c] - y);
            toned[3] = p[3];
        }
        memcpy(p, toned, CHANNELS);
    }
}

void sheaf_image_invert(void *pixels, uint32_t count) {
    uint8_t *p = pixels;
    for (uint32_t i = 0; i < count; i++, p += CHANNELS)
        for (int c = 0; c < 3; c++)
            p[c] = (uint8_t)(255 - p[c]);
}

uint32_t sheaf_image_count_paper(const void *pixels, uint32_t count) {
    const uint8_t *p = pixels;
    uint32_t paper = 0;
    for (uint32_t i = 0; i < count; i++, p += CHANNELS) {
        int low = p[0] < p[1] ? p[0] : p[1], high = p[0] > p[1] ? p[0] : p[1];
        low = p[2] < low ? p[2] : low;
        high = p[2] > high ? p[2] : high;
        paper += low >= SHEAF_IMAGE_PAPER_LEAST && high - low <= SHEAF_IMAGE_PAPER_SPREAD;
    }
    return paper;
}

uint32_t sheaf_image_count_dark(const void *pixels, uint32_t count) {
    const uint8_t *p = pixels;
    uint32_t dark = 0;
    for (uint32_t i = 0; i < count; i++, p += CHANNELS)
        dark += (29 * p[0] + 150 * p[1] + 77 * p[2] + 128) / 256 < SHEAF_IMAGE_DARK_BELOW &&
                p[0] <= SHEAF_IMAGE_DARK_MOST && p[1] <= SHEAF_IMAGE_DARK_MOST && p[2] <= SHEAF_IMAGE_DARK_MOST;
    return dark;
}
