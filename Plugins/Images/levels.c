/* SPDX-License-Identifier: Apache-2.0
 *
 * levels.c: which images of a TIFF are pages, which are smaller versions of one, and which are neither: masks, thumbnails, the label of
 * a slide. libvips counts them all, so libtiff is asked.
 */
#include "levels.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <tiffio.h>

/* The levels of one page. The last of them halves an edge of 65,535 to one pixel. */
#define LEVELS_MAX 16

/* The directories below others (SubIFDs) that are looked at, of one page and of one file. */
#define SUBIFDS_MAX 32
#define SUBIFDS_OF_FILE_MAX 4096

/* A tag that Hamamatsu's slides have in their first directory. */
#define TAG_NDPI 65420

/* A directory, as far as it says what its image is. */
typedef struct directory {
    uint32_t width, height, tile_width, tile_height; /* no tiles: 0 */
    uint32_t marks;                                  /* of NewSubfileType */
    uint16_t samples, bits, kind;
    int is_aperio, is_ndpi, is_of_slide; /* by its description */
    int is_jp2;
    uint64_t subs[SUBIFDS_MAX];
    int sub_count;
} directory;

typedef struct walk {
    const directory *all;
    int count;
    const directory *largest; /* of those that are not marked as versions of another; or NULL */
    int is_slide;
    GArray *pages; /* of tiff_page */
} walk;

/* The marks of the older tag (SubfileType: 1 all of an image, 2 a smaller version, 3 a page), which libtiff does not tell: where the newer
 * one is missing they are read from the directory. */
static uint32_t old_marks(TIFF *tiff)
{
    int is_big = TIFFIsBigTIFF(tiff), is_big_endian = TIFFIsBigEndian(tiff), size = is_big ? 20 : 12;
    unsigned char bytes[20] = {0};
    TIFFReadWriteProc read = TIFFGetReadProc(tiff);
    thandle_t file = TIFFClientdata(tiff);
    uint64_t place = TIFFCurrentDirOffset(tiff);
    if (TIFFGetSeekProc(tiff)(file, place, SEEK_SET) != place || read(file, bytes, is_big ? 8 : 2) != (is_big ? 8 : 2))
        return 0;
    /* No directory that libtiff reads has more entries than two bytes count. */
    int count = is_big_endian ? bytes[is_big ? 6 : 0] << 8 | bytes[is_big ? 7 : 1] : bytes[1] << 8 | bytes[0];
    for (int i = 0; i < count && read(file, bytes, size) == size; i++) {
        const unsigned char *value = bytes + size - (is_big ? 8 : 4);
        int tag = is_big_endian ? bytes[0] << 8 | bytes[1] : bytes[1] << 8 | bytes[0];
        if (tag == TIFFTAG_OSUBFILETYPE)
            switch (is_big_endian ? value[0] << 8 | value[1] : value[1] << 8 | value[0]) {
            case OFILETYPE_REDUCEDIMAGE:
                return FILETYPE_REDUCEDIMAGE;
            case OFILETYPE_PAGE:
                return FILETYPE_PAGE;
            default:
                return 0;
            }
    }
    return 0;
}

static directory look_at(TIFF *tiff)
{
    directory found = {.samples = 1, .bits = 1, .kind = SAMPLEFORMAT_UINT};
    const char *text = NULL;
    const uint64_t *subs = NULL;
    uint16_t count = 0;
    const TIFFField *field = TIFFFindField(tiff, TAG_NDPI, TIFF_ANY);
    uint32_t values = 0;
    const void *value = NULL;
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &found.width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &found.height);
    if (!TIFFGetField(tiff, TIFFTAG_SUBFILETYPE, &found.marks))
        found.marks = old_marks(tiff);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &found.samples);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &found.bits);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &found.kind);
    if (TIFFIsTiled(tiff)) {
        TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &found.tile_width);
        TIFFGetField(tiff, TIFFTAG_TILELENGTH, &found.tile_height);
    }
    if (TIFFGetField(tiff, TIFFTAG_IMAGEDESCRIPTION, &text) && text != NULL) {
        found.is_aperio = strncmp(text, "Aperio", 6) == 0;
        found.is_of_slide = strncasecmp(text, "label", 5) == 0 || strncasecmp(text, "macro", 5) == 0 ||
                            strncasecmp(text, "thumbnail", 9) == 0;
    }
    found.is_jp2 = tiff_is_jp2(tiff);
    found.is_ndpi = field != NULL && TIFFFieldPassCount(field) && TIFFFieldReadCount(field) == TIFF_VARIABLE2 &&
                    TIFFGetField(tiff, TAG_NDPI, &values, &value);
    if (TIFFGetField(tiff, TIFFTAG_SUBIFD, &count, &subs) && subs != NULL)
        for (found.sub_count = 0; found.sub_count < count && found.sub_count < SUBIFDS_MAX; found.sub_count++)
            found.subs[found.sub_count] = subs[found.sub_count];
    return found;
}

static int is_half(uint32_t whole, uint32_t part, int times)
{
    int64_t difference = ((int64_t)part << times) - whole;
    return part > 0 && part <= whole && difference <= 1ll << times && difference >= -(1ll << times);
}

/* How many times an image was halved, to a pixel, to make another one of its kind. 0 where it was not. */
static int halvings(const directory *main, const directory *other)
{
    if (main->samples != other->samples || main->bits != other->bits || main->kind != other->kind ||
        main->tile_width != other->tile_width || main->tile_height != other->tile_height || main->is_jp2 != other->is_jp2 ||
        (other->width >= main->width && other->height >= main->height))
        return 0;
    for (int times = 1; times <= LEVELS_MAX; times++)
        if (is_half(main->width, other->width, times) && is_half(main->height, other->height, times))
            return times;
    return 0;
}

/* The levels of a page, which may be none yet. NULL where there is no memory. */
static levels *levels_of(tiff_page *page)
{
    if (page->levels == NULL)
        page->levels = calloc(1, sizeof *page->levels + LEVELS_MAX * sizeof page->levels->all[0]);
    return page->levels;
}

/* Adds a level to a page. 0 where that has one as small, or there is no memory. */
static int add_level(tiff_page *page, const directory *image, int times, int number, int sub)
{
    levels *levels = levels_of(page);
    if (levels == NULL || levels->count == LEVELS_MAX || (levels->count > 0 && levels->all[levels->count - 1].halvings >= times))
        return 0;
    levels->all[levels->count++] = (level){
        .number = number, .sub = sub, .halvings = times, .width = (int)image->width, .height = (int)image->height};
    return 1;
}

/* Whether a directory is a level of the last page: unmarked images only where tiles show that they are no page of a scan. */
static int is_level(walk *walk, int number)
{
    const directory *image = &walk->all[number];
    if (walk->pages->len == 0 || image->is_of_slide)
        return 0;
    tiff_page *page = &g_array_index(walk->pages, tiff_page, walk->pages->len - 1);
    int times = halvings(&walk->all[page->number], image);
    int may_be = (image->marks & FILETYPE_REDUCEDIMAGE) || (image->tile_width > 0 && !(image->marks & FILETYPE_PAGE));
    return times > 0 && may_be && add_level(page, image, times, number, -1);
}

static int is_page(const walk *walk, int number)
{
    const directory *image = &walk->all[number];
    if (image->marks & FILETYPE_MASK)
        return 0;
    if ((image->marks & FILETYPE_REDUCEDIMAGE) && walk->largest != NULL && walk->largest->width > image->width &&
        walk->largest->height > image->height)
        return 0;
    if (number == 0 || !walk->is_slide)
        return 1;
    return !walk->all[0].is_aperio && image->tile_width > 0 && !image->is_of_slide &&
           !(image->marks & FILETYPE_REDUCEDIMAGE);
}

static void find_pages(walk *walk)
{
    for (int i = 0; i < walk->count; i++) {
        const directory *image = &walk->all[i];
        uint64_t pixels = (uint64_t)image->width * image->height;
        if (!(image->marks & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) &&
            (walk->largest == NULL || pixels > (uint64_t)walk->largest->width * walk->largest->height))
            walk->largest = image;
        if (walk->all[0].tile_width > 0)
            walk->is_slide |= image->is_aperio || (i > 0 && (image->is_of_slide || halvings(&walk->all[0], image) > 0));
    }
    for (int i = 0; i < walk->count; i++) {
        const tiff_page page = {.number = i};
        if (!(walk->all[i].marks & FILETYPE_MASK) && is_level(walk, i))
            continue;
        if (is_page(walk, i))
            g_array_append_val(walk->pages, page);
    }
    /* Marks that leave nothing are wrong. */
    for (int i = 0; i < walk->count && walk->pages->len == 0; i++) {
        const tiff_page page = {.number = i};
        g_array_append_val(walk->pages, page);
    }
}

/* Adds the levels that lie below the directories of pages. Directories below these are not looked at, so none leads back. */
static void find_subs(walk *walk, TIFF *tiff)
{
    int left = SUBIFDS_OF_FILE_MAX;
    for (guint i = 0; i < walk->pages->len; i++) {
        tiff_page *page = &g_array_index(walk->pages, tiff_page, i);
        const directory *main = &walk->all[page->number];
        for (int sub = 0; sub < main->sub_count && left > 0; sub++, left--) {
            if (!TIFFSetSubDirectory(tiff, main->subs[sub]))
                continue;
            directory image = look_at(tiff);
            int times = image.marks & FILETYPE_MASK ? 0 : halvings(main, &image);
            if (times > 0)
                add_level(page, &image, times, page->number, sub);
        }
    }
}

GArray *levels_find(VipsSource *source, int count, int *is_ndpi)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(directory));
    TIFF *tiff = tiff_open_quietly(source);
    for (int more = tiff != NULL; more && (int)all->len < count; more = TIFFReadDirectory(tiff)) {
        directory image = look_at(tiff);
        g_array_append_val(all, image);
    }
    walk walk = {.all = (const directory *)(const void *)all->data, .count = (int)all->len};
    walk.pages = g_array_new(FALSE, FALSE, sizeof(tiff_page));
    *is_ndpi = all->len > 0 && walk.all[0].is_ndpi;
    find_pages(&walk);
    for (guint i = 0; i < walk.pages->len; i++) {
        tiff_page *page = &g_array_index(walk.pages, tiff_page, i);
        if (walk.all[page->number].is_jp2 && levels_of(page) != NULL)
            page->levels->is_jp2 = 1;
    }
    if (tiff != NULL) {
        find_subs(&walk, tiff);
        TIFFClose(tiff);
    }
    g_array_free(all, TRUE);
    return walk.pages;
}

/* The colours of a level are those of its page. */
static VipsImage *with_profile(VipsImage *image, VipsImage *main)
{
    VipsImage *copy = NULL;
    int status = vips_copy(image, &copy, NULL);
    g_object_unref(image);
    if (status != 0)
        return NULL;
    profile_copy(copy, main);
    return copy;
}

/* The smallest level that is large enough; NULL where the page's own image is. */
static const level *choose(const levels *levels, int width, int height)
{
    for (int i = levels == NULL || width == 0 ? 0 : levels->count; i > 0; i--)
        if (levels->all[i - 1].width >= width && levels->all[i - 1].height >= height)
            return &levels->all[i - 1];
    return NULL;
}

/* An image that libvips has loaded, with the pixels that tiffjp2.c decodes where it has to. */
static VipsImage *with_pixels(VipsImage *loaded, VipsSource *source, const image *image, int number, int sub)
{
    if (loaded == NULL || image->levels == NULL || !image->levels->is_jp2 || loaded->BandFmt != VIPS_FORMAT_UCHAR)
        return loaded;
    VipsImage *decoded = tiff_jp2_load(source, loaded, number, sub);
    g_object_unref(loaded);
    return decoded;
}

VipsImage *levels_load(VipsSource *source, const image *image, int width, int height)
{
    const level *level = image->format == FORMAT_TIFF ? choose(image->levels, width, height) : NULL;
    if (level == NULL)
        return with_pixels(image_load(source, image->format, image->number, width, height), source, image, image->number, -1);
    VipsImage *main = NULL, *found = NULL;
    if (vips_tiffload_source(source, &main, "access", VIPS_ACCESS_SEQUENTIAL, "page", image->number, NULL) != 0)
        return NULL;
    if (vips_tiffload_source(source, &found, "access", VIPS_ACCESS_SEQUENTIAL, "page", level->number, "subifd", level->sub,
                             NULL) == 0)
        found = with_pixels(tiff_plain(with_profile(found, main), source, image->number), source, image, level->number, level->sub);
    g_object_unref(main);
    return found;
}
