/* SPDX-License-Identifier: Apache-2.0
 *
 * raw.c: raw photos that begin as a TIFF does (DNG, NEF, ARW, CR2). They are not developed here: what is shown is the largest JPEG in
 * them, as cameras and programs put it there for that.
 *
 * The numbers are those of TIFF 6.0, its supplement for DNG (Adobe), and Exif's for a thumbnail.
 */
#include "internal.h"

#include <string.h>

/* Directories that are looked at, and entries of each. */
#define DIRECTORIES_MAX 32
#define ENTRIES_MAX 1000

/* Bytes of a JPEG that are looked through for its size. */
#define MARKERS_MAX ((int64_t)1 << 20)

typedef struct walk {
    sheaf_input *input;
    int is_big_endian;
    uint32_t directories[DIRECTORIES_MAX];
    int count;
    int is_raw;
    char make[8];
    preview *best;
    int64_t pixels; /* of the best one */
} walk;

static uint32_t number(const walk *walk, const unsigned char *at, int length)
{
    uint32_t value = 0;
    for (int i = 0; i < length; i++)
        value = value << 8 | at[walk->is_big_endian ? i : length - 1 - i];
    return value;
}

static int read_at(walk *walk, void *bytes, size_t length, int64_t offset)
{
    return sheaf_input_read(walk->input, bytes, length, offset) == (int64_t)length ? 0 : -1;
}

static void add(walk *walk, uint32_t directory)
{
    for (int i = 0; i < walk->count; i++)
        if (walk->directories[i] == directory)
            return;
    if (directory != 0 && walk->count < DIRECTORIES_MAX)
        walk->directories[walk->count++] = directory;
}

/* The pixels of a JPEG of the usual kinds; 0 of what is none, and of the lossless ones that raw photos are made of. */
static int64_t jpeg_pixels(walk *walk, int64_t start, int64_t length)
{
    unsigned char bytes[9];
    if (length < 4 || read_at(walk, bytes, 2, start) != 0 || bytes[0] != 0xff || bytes[1] != 0xd8)
        return 0;
    for (int64_t at = 2; at + 9 <= length && at < MARKERS_MAX;) {
        if (read_at(walk, bytes, sizeof bytes, start + at) != 0 || bytes[0] != 0xff)
            return 0;
        if (bytes[1] >= 0xc0 && bytes[1] <= 0xc2)
            return (int64_t)(bytes[5] << 8 | bytes[6]) * (bytes[7] << 8 | bytes[8]);
        if (bytes[1] == 0xc3 || bytes[1] == 0xda)
            return 0;
        at += bytes[1] == 0xff ? 1 : 2 + (bytes[2] << 8 | bytes[3]);
    }
    return 0;
}

/* Reads the entries of a directory: what it leads to, and whether a JPEG is there. */
static void look_at(walk *walk, uint32_t directory)
{
    unsigned char bytes[12];
    uint32_t strip = 0, strip_size = 0, jpeg = 0, jpeg_size = 0, compression = 0;
    if (read_at(walk, bytes, 2, directory) != 0)
        return;
    uint32_t count = number(walk, bytes, 2);
    for (uint32_t i = 0; i < count && i < ENTRIES_MAX; i++) {
        if (read_at(walk, bytes, sizeof bytes, (int64_t)directory + 2 + 12 * (int64_t)i) != 0)
            return;
        uint32_t tag = number(walk, bytes, 2), type = number(walk, bytes + 2, 2), values = number(walk, bytes + 4, 4);
        uint32_t value = number(walk, bytes + 8, type == 3 ? 2 : 4);
        switch (tag) {
        case 259:
            compression = value;
            break;
        case 262: /* of a colour filter, or of what is before a picture's colours are made */
            walk->is_raw |= value == 32803 || value == 34892;
            compression = value == 32803 || value == 34892 ? UINT32_MAX : compression;
            break;
        case 271:
            if (values > sizeof walk->make)
                read_at(walk, walk->make, sizeof walk->make - 1, value);
            break;
        case 273:
            strip = values == 1 ? value : 0;
            break;
        case 274:
            if (directory == walk->directories[0])
                walk->best->orientation = value >= 1 && value <= 8 ? (int)value : 1;
            break;
        case 279:
            strip_size = values == 1 ? value : 0;
            break;
        case 330: /* further directories: one, or where their places are */
            if (values == 1)
                add(walk, value);
            for (uint32_t n = 0; values > 1 && n < values && n < DIRECTORIES_MAX; n++) {
                unsigned char place[4];
                if (read_at(walk, place, sizeof place, (int64_t)value + 4 * (int64_t)n) == 0)
                    add(walk, number(walk, place, 4));
            }
            break;
        case 513:
            jpeg = value;
            break;
        case 514:
            jpeg_size = value;
            break;
        case 50706:
            walk->is_raw = 1;
            walk->best->kind = "DNG";
            break;
        }
    }
    unsigned char next[4];
    if (count <= ENTRIES_MAX && read_at(walk, next, sizeof next, (int64_t)directory + 2 + 12 * (int64_t)count) == 0)
        add(walk, number(walk, next, 4));
    if (compression == 6 || compression == 7)
        jpeg = jpeg == 0 ? strip : jpeg, jpeg_size = jpeg == strip ? strip_size : jpeg_size;
    int64_t pixels = jpeg == 0 ? 0 : jpeg_pixels(walk, jpeg, jpeg_size);
    if (pixels > walk->pixels) {
        walk->pixels = pixels;
        walk->best->start = jpeg;
        walk->best->length = jpeg_size;
    }
}

int raw_find(sheaf_input *input, preview *found)
{
    unsigned char head[10];
    *found = (preview){.orientation = 1};
    walk walk = {.input = input, .best = found};
    if (read_at(&walk, head, sizeof head, 0) != 0)
        return 0;
    walk.is_big_endian = head[0] == 'M';
    if (number(&walk, head + 2, 2) != 42)
        return 0;
    if (memcmp(head + 8, "CR", 2) == 0) {
        walk.is_raw = 1;
        found->kind = "CR2";
    }
    add(&walk, number(&walk, head + 4, 4));
    for (int i = 0; i < walk.count; i++)
        look_at(&walk, walk.directories[i]);
    if (!walk.is_raw)
        *found = (preview){0};
    if (walk.is_raw && found->kind == NULL)
        found->kind = g_str_has_prefix(walk.make, "NIKON") ? "NEF" : g_str_has_prefix(walk.make, "SONY") ? "ARW" : "raw photo";
    return walk.is_raw;
}
