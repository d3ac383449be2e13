/* SPDX-License-Identifier: Apache-2.0
 *
 * apng.c: the frames of a PNG that moves (PNG, third edition, 11.3.6), which libpng does not know.
 *
 * Each frame is a PNG of its own, smaller than the canvas maybe, whose chunks lie between those of the others. It is put together here,
 * decoded by libvips, and drawn onto what the frames before it have left.
 */
#include "internal.h"

#include <string.h>
#include <zlib.h>

/* The bytes of the chunks that stand before the pixels, and of those that have a frame's pixels. */
#define CHUNKS_BYTES_MAX ((size_t)256 << 20)

/* The pictures that are held at once: the canvas, what was there before a frame, the frame, and what comes of it. */
#define PICTURES 4

/* Chunks that are looked at for the count, which stands before the pixels. */
#define CHUNKS_MAX 1000

#define SIGNATURE "\x89PNG\r\n\x1a\n"
#define SIGNATURE_SIZE 8
#define IHDR_SIZE 13
#define FCTL_SIZE 26

/* The ways to take a frame off the canvas before the next one is drawn, and to draw one. */
enum { DISPOSE_NONE, DISPOSE_BACKGROUND, DISPOSE_PREVIOUS };
enum { BLEND_SOURCE, BLEND_OVER };

typedef struct reader {
    VipsSource *source;
    int64_t place; /* of the next chunk */
} reader;

typedef struct chunk {
    char type[5];
    size_t length;
    int64_t start; /* of its content */
} chunk;

/* One frame, as its fcTL has it. */
typedef struct frame {
    int left, top, width, height;
    int dispose, blend;
} frame;

/* The picture that frames are drawn on: four bytes a pixel, as PNG has them. */
typedef struct canvas {
    int width, height;
    unsigned char *pixels;
    unsigned char *before; /* what was there before a frame that goes again; or NULL */
} canvas;

static int next_chunk(reader *from, chunk *chunk)
{
    unsigned char head[8];
    if (source_read(from->source, from->place, head, sizeof head) != 0)
        return -1;
    *chunk = (struct chunk){.length = big_endian(head), .start = from->place + 8};
    memcpy(chunk->type, head + 4, 4);
    from->place += 12 + (int64_t)chunk->length;
    return 0;
}

/* Appends what a chunk has from some byte on. */
static int append(reader *from, const chunk *chunk, size_t skipped, GByteArray *to)
{
    size_t before = to->len;
    if (chunk->length < skipped || before + chunk->length - skipped > CHUNKS_BYTES_MAX)
        return -1;
    g_byte_array_set_size(to, (guint)(before + chunk->length - skipped));
    return source_read(from->source, chunk->start + (int64_t)skipped, to->data + before, chunk->length - skipped);
}

/* Appends a chunk with its length and its sum. */
static void put_chunk(GByteArray *to, const char *type, const unsigned char *content, size_t length)
{
    uint32_t sum = (uint32_t)crc32(crc32(0, (const Bytef *)type, 4), content, (uInt)length);
    uint32_t size = GUINT32_TO_BE((uint32_t)length), check = GUINT32_TO_BE(sum);
    g_byte_array_append(to, (const guint8 *)&size, 4);
    g_byte_array_append(to, (const guint8 *)type, 4);
    g_byte_array_append(to, content, (guint)length);
    g_byte_array_append(to, (const guint8 *)&check, 4);
}

/* A frame as a PNG of its own. */
static GByteArray *picture_of(const frame *frame, const unsigned char header[IHDR_SIZE], const GByteArray *common,
                              const GByteArray *data)
{
    unsigned char own[IHDR_SIZE];
    memcpy(own, header, IHDR_SIZE);
    uint32_t width = GUINT32_TO_BE((uint32_t)frame->width), height = GUINT32_TO_BE((uint32_t)frame->height);
    memcpy(own, &width, 4);
    memcpy(own + 4, &height, 4);
    GByteArray *picture = g_byte_array_new();
    g_byte_array_append(picture, (const guint8 *)SIGNATURE, SIGNATURE_SIZE);
    put_chunk(picture, "IHDR", own, IHDR_SIZE);
    g_byte_array_append(picture, common->data, common->len);
    put_chunk(picture, "IDAT", data->data, data->len);
    put_chunk(picture, "IEND", (const unsigned char *)"", 0);
    return picture;
}

/* The pixels of a PNG, four bytes each, in the numbers that the file has; to be freed. NULL where it can't be decoded. */
static unsigned char *decode(GByteArray *picture)
{
    VipsImage *image = NULL, *coloured = NULL, *whole = NULL;
    size_t size = 0;
    unsigned char *pixels = NULL;
    if (vips_pngload_buffer(picture->data, picture->len, &image, NULL) != 0)
        return NULL;
    if (vips_colourspace(image, &coloured, VIPS_INTERPRETATION_sRGB, NULL) == 0 &&
        (vips_image_hasalpha(coloured) ? vips_copy(coloured, &whole, NULL) : vips_addalpha(coloured, &whole, NULL)) == 0)
        pixels = vips_image_write_to_memory(whole, &size);
    VIPS_UNREF(whole);
    VIPS_UNREF(coloured);
    g_object_unref(image);
    return pixels;
}

/* One pixel over another, neither multiplied by what it covers (PNG, third edition, 13.16). */
static void blend_over(unsigned char *at, const unsigned char *pixel)
{
    uint32_t over = pixel[3] * 255u, under = at[3] * (255u - pixel[3]), both = over + under;
    if (both == 0)
        return;
    for (int i = 0; i < 3; i++)
        at[i] = (unsigned char)((pixel[i] * over + at[i] * under + both / 2) / both);
    at[3] = (unsigned char)((both + 127) / 255);
}

static void draw(canvas *canvas, const frame *frame, const unsigned char *pixels)
{
    for (int y = 0; y < frame->height; y++) {
        unsigned char *at = canvas->pixels + 4 * ((size_t)(frame->top + y) * (size_t)canvas->width + (size_t)frame->left);
        const unsigned char *row = pixels + 4 * (size_t)y * (size_t)frame->width;
        if (frame->blend == BLEND_SOURCE)
            memcpy(at, row, 4 * (size_t)frame->width);
        else
            for (int x = 0; x < frame->width; x++)
                blend_over(at + 4 * (size_t)x, row + 4 * (size_t)x);
    }
}

/* Takes a frame off the canvas as it says. */
static void dispose(canvas *canvas, const frame *frame)
{
    if (frame->dispose == DISPOSE_NONE)
        return;
    for (int y = 0; y < frame->height; y++) {
        size_t start = 4 * ((size_t)(frame->top + y) * (size_t)canvas->width + (size_t)frame->left);
        if (frame->dispose == DISPOSE_PREVIOUS && canvas->before != NULL)
            memcpy(canvas->pixels + start, canvas->before + start, 4 * (size_t)frame->width);
        else
            memset(canvas->pixels + start, 0, 4 * (size_t)frame->width);
    }
}

/* Draws a frame whose data is complete. 0, or -1 where it can't be decoded. */
static int show(canvas *canvas, const frame *frame, const unsigned char header[IHDR_SIZE], const GByteArray *common,
                const GByteArray *data)
{
    size_t bytes = 4 * (size_t)canvas->width * (size_t)canvas->height;
    GByteArray *picture = picture_of(frame, header, common, data);
    unsigned char *pixels = decode(picture);
    g_byte_array_free(picture, TRUE);
    if (pixels == NULL)
        return -1;
    if (frame->dispose == DISPOSE_PREVIOUS) {
        if (canvas->before == NULL)
            canvas->before = g_try_malloc(bytes);
        if (canvas->before != NULL)
            memcpy(canvas->before, canvas->pixels, bytes);
    }
    draw(canvas, frame, pixels);
    g_free(pixels);
    return 0;
}

/* Reads an fcTL. 0, or -1 where the frame is none that lies on the canvas. */
static int read_frame(reader *from, const chunk *chunk, const canvas *canvas, frame *frame)
{
    unsigned char content[FCTL_SIZE];
    if (chunk->length != FCTL_SIZE || source_read(from->source, chunk->start, content, sizeof content) != 0)
        return -1;
    uint32_t width = big_endian(content + 4), height = big_endian(content + 8), left = big_endian(content + 12), top = big_endian(content + 16);
    if (width == 0 || height == 0 || (uint64_t)left + width > (uint64_t)canvas->width ||
        (uint64_t)top + height > (uint64_t)canvas->height || content[24] > DISPOSE_PREVIOUS || content[25] > BLEND_OVER)
        return -1;
    *frame = (struct frame){(int)left, (int)top, (int)width, (int)height, content[24], content[25]};
    return 0;
}

/* Draws all frames up to one onto the canvas, counted as `apng_count` does. 0, or -1. */
static int play(reader *from, canvas *canvas, const unsigned char header[IHDR_SIZE], int wanted)
{
    GByteArray *common = g_byte_array_new(), *data = g_byte_array_new();
    frame frame = {0};
    chunk chunk;
    int shown = -1, has_frame = 0, has_pixels = 0, status = next_chunk(from, &chunk); /* the IHDR */
    while (status == 0 && shown < wanted && (status = next_chunk(from, &chunk)) == 0) {
        int is_control = memcmp(chunk.type, "fcTL", 4) == 0, is_end = memcmp(chunk.type, "IEND", 4) == 0;
        if ((is_control || is_end) && has_frame && data->len > 0) {
            shown++;
            status = show(canvas, &frame, header, common, data);
            g_byte_array_set_size(data, 0);
            if (status != 0 || shown == wanted)
                break;
            dispose(canvas, &frame);
        }
        if (is_end) {
            status = -1;
        } else if (is_control) {
            status = read_frame(from, &chunk, canvas, &frame);
            has_frame = 1;
        } else if (memcmp(chunk.type, "IDAT", 4) == 0) {
            has_pixels = 1;
            if (has_frame)
                status = append(from, &chunk, 0, data);
            else
                shown = 0; /* a picture before the animation */
        } else if (memcmp(chunk.type, "fdAT", 4) == 0) {
            status = has_frame ? append(from, &chunk, 4, data) : -1;
        } else if (!has_pixels && memcmp(chunk.type, "acTL", 4) != 0) {
            /* A palette, a profile, a transparent colour: with the length before it, and the sum behind. */
            struct chunk all = {.length = chunk.length + 12, .start = chunk.start - 8};
            status = append(from, &all, 0, common);
        }
    }
    g_byte_array_free(common, TRUE);
    g_byte_array_free(data, TRUE);
    return status;
}

/* The canvas as an image in the colours of the file's first one. */
static VipsImage *image_of(const canvas *canvas, VipsImage *first)
{
    const void *profile = NULL;
    size_t length = 0;
    /* A profile of greys does not fit colours. */
    if (first->Bands >= 3 && vips_image_get_typeof(first, VIPS_META_ICC_NAME) != 0 &&
        vips_image_get_blob(first, VIPS_META_ICC_NAME, &profile, &length) != 0)
        length = 0;
    return vips_rgba(canvas->pixels, canvas->width, canvas->height, profile, length);
}

int apng_count(VipsSource *source)
{
    reader from = {.source = source, .place = SIGNATURE_SIZE};
    unsigned char content[4];
    uint32_t count = 0;
    int is_in_animation = 0;
    chunk chunk;
    for (int i = 0; i < CHUNKS_MAX && next_chunk(&from, &chunk) == 0; i++) {
        if (memcmp(chunk.type, "acTL", 4) == 0 && source_read(source, chunk.start, content, sizeof content) == 0)
            count = big_endian(content);
        is_in_animation |= memcmp(chunk.type, "fcTL", 4) == 0;
        if (memcmp(chunk.type, "IDAT", 4) == 0)
            break;
    }
    if (count == 0 || count >= INT32_MAX)
        return 1;
    /* Where nothing moves a picture before the animation may be shown. */
    return is_in_animation ? (int)count : (int)count + 1;
}

VipsImage *apng_load(VipsSource *source, int frame)
{
    unsigned char header[IHDR_SIZE];
    VipsImage *first = NULL, *image = NULL;
    reader from = {.source = source, .place = SIGNATURE_SIZE};
    if (vips_pngload_source(source, &first, NULL) != 0)
        return NULL;
    canvas canvas = {.width = first->Xsize, .height = first->Ysize};
    int64_t bytes = (int64_t)4 * canvas.width * canvas.height;
    int is_too_large = bytes > DECODE_MAX / PICTURES;
    canvas.pixels = is_too_large ? NULL : g_try_malloc0((size_t)bytes);
    if (is_too_large)
        vips_error("apng", "its frames take %lld bytes each, and the limit is %lld", (long long)bytes, DECODE_MAX / PICTURES);
    else if (canvas.pixels == NULL)
        vips_error("apng", "out of memory");
    else if (source_read(source, SIGNATURE_SIZE + 8, header, sizeof header) == 0 && play(&from, &canvas, header, frame) == 0)
        image = image_of(&canvas, first);
    else
        vips_error("apng", "its frames are damaged, or fewer than it says");
    g_free(canvas.pixels);
    g_free(canvas.before);
    g_object_unref(first);
    return image;
}
