/* SPDX-License-Identifier: Apache-2.0
 *
 * tiffjp2.c: images of a TIFF whose tiles are codestreams of JPEG 2000 in RGB or grey, each decoded as a picture of its own.
 *
 * libvips takes the colours in all of them for YCbCr, which those of compression 33003 are (Aperio's JP2K-YCbCr), and not those of 33005 (its
 * JP2K-RGB); and it does not know 34712, the number that Adobe has given out.
 */
#include "levels.h"

#include <string.h>
#include <tiffio.h>

#define COMPRESSION_APERIO_RGB 33005

/* The bytes of a compressed tile. */
#define TILE_MAX (64 << 20)

typedef struct tiles {
    TIFF *tiff;
    int width, height, across; /* of a tile in pixels, and how many lie beside each other */
} tiles;

int tiff_is_jp2(TIFF *tiff)
{
    uint16_t compression = 0, colours = 0, bits = 0;
    return TIFFIsTiled(tiff) && TIFFGetField(tiff, TIFFTAG_COMPRESSION, &compression) &&
           (compression == COMPRESSION_APERIO_RGB || compression == COMPRESSION_JP2000) &&
           TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &colours) && (colours == PHOTOMETRIC_RGB || colours == PHOTOMETRIC_MINISBLACK) &&
           TIFFGetField(tiff, TIFFTAG_BITSPERSAMPLE, &bits) && bits == 8;
}

/* A tile as an image of its own. NULL where that can't be read, or is none of these tiles. */
static VipsImage *load_tile(const tiles *tiles, uint32_t number, int bands, void **codestream)
{
    uint64_t size = TIFFGetStrileByteCount(tiles->tiff, number);
    if (size == 0 || size > TILE_MAX) {
        vips_error("tiff", "tile %u has %llu bytes, and the limit is %d", number, (unsigned long long)size, TILE_MAX);
        return NULL;
    }
    *codestream = g_malloc((size_t)size);
    if (TIFFReadRawTile(tiles->tiff, number, *codestream, (tmsize_t)size) != (tmsize_t)size) {
        vips_error("tiff", "tile %u can't be read", number);
        return NULL;
    }
    VipsSource *source = vips_source_new_from_memory(*codestream, (size_t)size);
    VipsImage *tile = jp2_load(source, tiles->width, tiles->height);
    VIPS_UNREF(source);
    if (tile == NULL || (tile->Xsize == tiles->width && tile->Ysize == tiles->height && tile->Bands == bands && tile->BandFmt == VIPS_FORMAT_UCHAR))
        return tile;
    vips_error("tiff", "tile %u has %d x %d pixels of %d samples, and should have %d x %d of %d", number, tile->Xsize, tile->Ysize,
               tile->Bands, tiles->width, tiles->height, bands);
    g_object_unref(tile);
    return NULL;
}

/* Puts the part of a tile at `left`, `top` of the image that is asked for. */
static int put_tile(VipsRegion *out, const tiles *tiles, int left, int top)
{
    void *codestream = NULL;
    int bands = out->im->Bands;
    VipsImage *tile = load_tile(tiles, (uint32_t)(top / tiles->height * tiles->across + left / tiles->width), bands, &codestream);
    VipsRegion *region = tile == NULL ? NULL : vips_region_new(tile);
    VipsRect part = {left, top, tiles->width, tiles->height};
    vips_rect_intersectrect(&part, &out->valid, &part);
    VipsRect of_tile = {part.left - left, part.top - top, part.width, part.height};
    int status = region == NULL ? -1 : vips_region_prepare(region, &of_tile);
    for (int y = 0; y < part.height && status == 0; y++)
        memcpy(VIPS_REGION_ADDR(out, part.left, part.top + y), VIPS_REGION_ADDR(region, of_tile.left, of_tile.top + y),
               (size_t)part.width * (size_t)bands);
    VIPS_UNREF(region);
    VIPS_UNREF(tile);
    g_free(codestream);
    return status;
}

static int generate(VipsRegion *out, void *seq, void *a, void *b, gboolean *stop)
{
    (void)seq, (void)b, (void)stop;
    const tiles *tiles = a;
    const VipsRect *r = &out->valid;
    for (int top = r->top / tiles->height * tiles->height; top < VIPS_RECT_BOTTOM(r); top += tiles->height)
        for (int left = r->left / tiles->width * tiles->width; left < VIPS_RECT_RIGHT(r); left += tiles->width)
            if (put_tile(out, tiles, left, top) != 0)
                return -1;
    return 0;
}

static int select_directory(TIFF *tiff, int number, int sub)
{
    uint16_t count = 0;
    const uint64_t *subs = NULL;
    if (!TIFFSetDirectory(tiff, (tdir_t)number))
        return 0;
    return sub < 0 || (TIFFGetField(tiff, TIFFTAG_SUBIFD, &count, &subs) && sub < count && TIFFSetSubDirectory(tiff, subs[sub]));
}

static void close_tiff(gpointer tiff)
{
    TIFFClose(tiff);
}

VipsImage *tiff_jp2_load(VipsSource *source, VipsImage *header, int number, int sub)
{
    uint32_t width = 0, height = 0;
    TIFF *tiff = tiff_open_quietly(source);
    if (tiff == NULL || !select_directory(tiff, number, sub) || !TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &width) ||
        !TIFFGetField(tiff, TIFFTAG_TILELENGTH, &height) || width == 0 || height == 0 || width > VIPS_MAX_COORD || height > VIPS_MAX_COORD) {
        vips_error("tiff", "the tiles of image %d can't be read", number);
        if (tiff != NULL)
            TIFFClose(tiff);
        return NULL;
    }
    VipsImage *image = vips_image_new(), *cached = NULL;
    g_object_set_data_full(G_OBJECT(image), "tiff", tiff, close_tiff);
    g_object_set_data_full(G_OBJECT(image), "source", g_object_ref(source), g_object_unref);
    tiles *tiles = VIPS_NEW(image, struct tiles);
    int across = (header->Xsize + (int)width - 1) / (int)width;
    int status = tiles == NULL ? -1 : vips_image_pipelinev(image, VIPS_DEMAND_STYLE_SMALLTILE, header, NULL);
    if (status == 0) {
        *tiles = (struct tiles){.tiff = tiff, .width = (int)width, .height = (int)height, .across = across};
        status = vips_image_generate(image, NULL, generate, NULL, tiles, NULL);
    }
    /* Parts of a tile are asked for one after the other: it is decoded once. */
    if (status == 0)
        status = vips_tilecache(image, &cached, "tile_width", (int)width, "tile_height", (int)height, "max_tiles", 2 * (across + 1), NULL);
    g_object_unref(image);
    return status == 0 ? cached : NULL;
}
