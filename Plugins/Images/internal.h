/* SPDX-License-Identifier: Apache-2.0
 *
 * internal.h: what the files of the image provider share. One concern a file; its name says which.
 *
 * Everything happens on the thread that the host calls on, since only there the document's bytes may be read: pixels
 * are taken from libvips with vips_region_prepare, which computes where it is called, and not with one of its sinks,
 * which start threads.
 */
#ifndef SHEAF_IMAGES_INTERNAL_H
#define SHEAF_IMAGES_INTERNAL_H

#include <sheaf_kit.h>
#include <vips/vips.h>

/* error.c: what went wrong, for people */

/* Makes `plugin` the one whose log gets the messages of the libraries, for this thread and until the next call. */
void messages_begin(sheaf_plugin *plugin);

/* Sends the messages of the libraries to the log of whoever began last on the thread. Called once. */
void messages_attach(void);

/* Fails a request because of what libvips said last. The format says what was tried: "draw page 3". Where the request
 * was cancelled, or the source could not be read, it says that instead. */
int32_t fail_image(sheaf_document *document, sheaf_request *request, const char *format, ...) SHEAF_PRINTF(3, 4);

/* Makes text that a document brought fit for the host: valid UTF-8 on one line. To be freed with g_free. */
char *text_clean(const char *text, gssize length);

/* vips.c */

/* Starts libvips, when the first document is opened: it takes longer than to see that a document is of another kind. 0, or a
 * failure that is told. Nothing of libvips may be called before. */
int32_t vips_begin(const sheaf_plugin *plugin, sheaf_request *request);

/* Gives an image the profile of another one, or none. */
void profile_copy(VipsImage *image, VipsImage *from);

/* A copy of pixels of four bytes in sRGB, or in the colours of a profile (`length` 0: none). NULL where libvips fails. */
VipsImage *vips_rgba(const void *pixels, int width, int height, const void *profile, size_t length);

/* The formats of images. */
typedef enum format {
    FORMAT_NONE,
    FORMAT_JPEG,
    FORMAT_PNG,
    FORMAT_WEBP,
    FORMAT_TIFF,
    FORMAT_GIF,
    FORMAT_HEIF,
    FORMAT_AVIF,
    FORMAT_JXL,
    FORMAT_SVG,
    FORMAT_JPEG2000,
    FORMAT_PNM,
    FORMAT_BMP, /* as a page of an archive */
    FORMAT_ICO,
} format;

/* input.c: the bytes of a document, through the host */

/* Bytes in memory. */
typedef struct blob {
    unsigned char *data;
    size_t size;
} blob;

/* Reads the whole document. A negative errno where that fails, -EFBIG where it has more than `most` bytes. */
int32_t input_read_all(sheaf_input *input, size_t most, blob *blob);

/* A source for libvips over a blob, or over the document where that is NULL, to read an image of a format from. Both outlive
 * it. What is read of a TIFF ends where reading fails, and no error comes of it: ask sheaf_input_result. */
VipsSource *input_source(sheaf_input *input, const blob *blob, format format);

/* A source over a part of the document, to read an image from that is in there. */
VipsSource *input_part(sheaf_input *input, int64_t start, int64_t length);

/* Reads so many bytes at a place of a source. 0, or -1 where it has fewer. An image that was loaded from it is no more to be computed. */
int source_read(VipsSource *source, int64_t place, void *to, size_t length);

/* Four bytes as a number, as PNG, JPEG 2000 and ISO's files have them. */
static inline uint32_t big_endian(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* raw.c: raw photos */

/* The largest JPEG in a raw photo; `length` is 0 where there is none. */
typedef struct preview {
    const char *kind; /* of raw photo */
    int64_t start, length;
    int orientation; /* of the photo, as EXIF counts them */
} preview;

/* Whether a document that begins as a TIFF does is a raw photo, and what is shown of it. */
int raw_find(sheaf_input *input, preview *found);

/* detect.c: what kind of document it is, by its content */

/* The bytes of the start of a document or of a page that are looked at: drawings may have a licence before their first element. */
#define HEAD_SIZE 65536

/* The format of an image that begins with these bytes. */
format detect_image(const unsigned char *head, size_t length);

typedef enum container {
    CONTAINER_NONE,
    CONTAINER_ZIP,
    CONTAINER_RAR,
    CONTAINER_RAR5,
    CONTAINER_7Z,
    CONTAINER_TAR,
    CONTAINER_TAR_COMPRESSED,
} container;

/* The kind of an archive that begins with these bytes. */
container detect_container(const unsigned char *head, size_t length);

/* The name of a kind of archive, for people. */
const char *container_name(container container);

/* How sure an archive of images is one: surer than MuPDF, which takes those of which half of the files are images for comics
 * with SHEAF_PROBE_LIKELY. */
#define PROBE_COMIC 75u

/* How sure an archive is one of images whose names can't be read: as unsure as can be. It is opened where nobody else wants it, to be
 * refused with the reason. */
#define PROBE_UNREADABLE 10u

/* names.c: which files of an archive are pages, and in which order */

typedef enum name_kind {
    NAME_LEFT_OUT,     /* hidden, or no file */
    NAME_PAGE,         /* an image that is shown here, by its name */
    NAME_FOREIGN_PAGE, /* an image that is not */
    NAME_ARCHIVE,      /* an archive by its name: a chapter */
    NAME_COMIC_INFO,
    NAME_OF_OTHERS, /* the archive is a document of another kind */
    NAME_OTHER,
} name_kind;

name_kind name_judge(const char *name);

/* The last part of a name. */
const char *name_file(const char *name);

/* A key by which names sort as people count, as strcmp compares keys: to be freed with g_free. The ending of the file is not in it. */
char *name_key(const char *name);

/* The key of a name that is in something with a key: to be freed with g_free. */
char *name_key_within(const char *folder, const char *key);

/* Below, at or above 0, as names with one key are sorted. */
int name_compare(const char *left, const char *right);

/* archive.c, chapters.c, entries.c, members.c, unpacker.c: archives of images */

typedef struct pack pack;

/* How sure an archive is one of images. */
uint32_t pack_probe(sheaf_input *input, container container);

/* Looks through an archive. NULL where it can't be read; `status` has been told then. */
pack *pack_open(sheaf_document *document, sheaf_request *request, container container, int32_t *status);
void pack_close(pack *pack);

int64_t pack_count(const pack *pack);
const char *pack_name(const pack *pack, int64_t index);

/* An archive in an archive. */
typedef struct chapter {
    const char *name;
    int64_t page; /* its first */
    int level;    /* in how many others it is */
} chapter;

int64_t pack_chapters(const pack *pack);
chapter pack_chapter(const pack *pack, int64_t number);

/* The start of the file of a page, where that can be had for less than all of it; else NULL. It stays until the next call. */
const blob *pack_start(pack *pack, int64_t index);

/* The file of a page, which stays until the next call. NULL where it can't be had; `status` has been told then. */
const blob *pack_member(pack *pack, sheaf_request *request, int64_t index, int32_t *status);

/* ComicInfo.xml, to be freed: that of the archive, or that of its first chapter which has one. 1, 0 where there is none, -1 where it
 * can't be had: `why` gets the reason, to be freed. */
int pack_comic_info(pack *pack, blob *content, int *is_of_chapter, char **why);

/* Gives back what reading takes; the next reading begins at the start. */
void pack_rest(pack *pack);

/* kept.c: the unpacked pages that are kept */

/* Drops pages that are kept until they take no more than so many bytes. */
void kept_shrink(sheaf_plugin *plugin, uint64_t most);

/* comicinfo.c: what ComicInfo.xml says */

typedef struct bookmark {
    int64_t page;
    char *text;
} bookmark;

/* A page that is of another kind than most, as ComicInfo.xml calls it: FrontCover, Advertisement. */
typedef struct page_kind {
    int64_t page;
    char *kind;
} page_kind;

typedef struct comic {
    char *title, *series, *number, *writer, *summary, *publisher, *manga, *language; /* or NULL */
    GArray *bookmarks; /* of bookmark */
    GArray *doubles;   /* of int64_t: pages that are two */
    GArray *kinds;     /* of page_kind */
    int is_of_chapter; /* what it says of pages and titles is of one of several */
} comic;

/* NULL where there is no memory. */
comic *comic_parse(const blob *content);
void comic_free(comic *comic);

/* config.c: what an operator can set */

typedef struct settings {
    uint64_t cache_size; /* bytes of unpacked pages that are kept, of all archives */
} settings;

/* The settings of a provider that nobody configured. */
settings settings_default(void);

int32_t provider_config(sheaf_plugin *plugin, sheaf_request *request, const char *key, const char *value);

/* bmp.c: a bitmap as a page of an archive */

/* Whether a file is a bitmap. Two letters are not enough: texts begin with them. */
int bmp_begins(const unsigned char *head, size_t length);

/* Reads a bitmap as a whole, or no more than its header: its pixels are black then. NULL where it can't be read; libvips's error says why. */
VipsImage *bmp_load(VipsSource *source, int is_measured_only);

/* Reads a bitmap that is a picture of an icon, at least 14 bytes behind the start of the icon's own. */
VipsImage *bmp_load_icon(const unsigned char *data, size_t size, size_t at, int is_measured_only);

/* ico.c: icons and pointers of Windows */

/* Whether a file is one. */
int ico_begins(const unsigned char *head, size_t length);

/* Reads the largest picture, or no more than its header. It needs the source's bytes as long as it is there. NULL where that can't be
 * read; libvips's error says why. */
VipsImage *ico_load(VipsSource *source, int is_measured_only);

/* jp2.c: JPEG 2000 */

/* Opens one, no larger than need be for `width` by `height` pixels (0: as it is). NULL where libvips can't. */
VipsImage *jp2_load(VipsSource *source, int width, int height);

/* progressive.c: a JPEG of several scans in an eighth of its size. `header`: what libvips has read of that, and no pixels; with one band or three.
 * NULL where it can't be decoded. */
VipsImage *progressive_load(VipsSource *source, VipsImage *header);

/* htj2k.c: all of a codestream of high throughput, from `start` on, that was halved so many times. `header`: what libvips has read of it,
 * and no pixels. NULL where it can't be decoded. */
VipsImage *htj2k_load(VipsSource *source, int64_t start, VipsImage *header, int level);

/* The bytes that are decoded at once at least: those of a tile, 0 where there are none. */
int64_t jp2_whole_bytes(VipsSource *source, const VipsImage *loaded);

/* tiff.c: what libvips leaves out of TIFF */

/* Opens a TIFF whose messages nobody needs. NULL where it is none; to be closed with TIFFClose. */
struct tiff *tiff_open_quietly(VipsSource *source);

/* An image with colours that are not multiplied by what they cover, as those of this directory may be stored. Takes the reference, or
 * NULL. */
VipsImage *tiff_plain(VipsImage *image, VipsSource *source, int number);

/* Decodes a page as a whole by libtiff, where libvips does not read its kind. NULL where that can't either. */
VipsImage *tiff_load(VipsSource *source, int number);

/* levels.c: which images of a TIFF are pages, and the smaller versions of them. levels.h has them. */
typedef struct levels levels;

/* pnm.c: netpbm's formats. NULL where the image can't be read; libvips's error says why. */
VipsImage *pnm_load(VipsSource *source);

/* Bytes that an image may take that can only be decoded as a whole. */
#define DECODE_MAX (1ll << 30)

/* image.c: one image: how large it is, and its pixels */

/* The properties of an image, as its header tells them. */
typedef struct image {
    format format;
    int number;        /* which of the images of its file, from 0 */
    int width, height; /* pixels, as they are stored */
    int orientation;   /* 1 to 8, as EXIF counts them */
    int frames;
    int is_tiled; /* it can be read in any order */
    double point_width, point_height; /* of the image as it is shown, in points */
    levels *levels; /* its smaller versions, to be freed; or NULL */
    double black, white; /* the samples that are that, where an image has no range of its own and was drawn; else equal */
    int64_t whole; /* bytes of its pixels, where it can only be decoded as a whole; else 0 */
} image;

/* Opens an image, shrunk as it is loaded to not much less than `width` by `height` pixels (0: as it is). NULL where libvips
 * can't; it has said why. */
VipsImage *image_load(VipsSource *source, format format, int number, int width, int height);

/* Opens an image, or the smallest of its levels that has `width` by `height` pixels: levels.c has it. */
VipsImage *levels_load(VipsSource *source, const image *image, int width, int height);

/* Reads what a header says. `count` gets the number of images in the file. 0, or -1 where libvips can't. */
int image_measure(VipsSource *source, format format, int number, image *image, int *count);

/* Whether a loaded image can be read in any order: a drawing, JPEG 2000, and a TIFF whose hint says so. */
int image_is_tiled(const VipsImage *loaded, format format);

/* Turns an upright image as one of EXIF's orientations says. */
void image_turn(image *image, int orientation);

/* The pixels of a loaded image in sRGB on white paper, `width` by `height` of them. Nothing is computed yet. NULL where libvips
 * can't. */
VipsImage *image_pixels(VipsImage *loaded, const image *image, int width, int height);

/* The name of a format, for people. */
const char *format_name(format format);

/* frames.c: the frames of an image that moves; 1 of others. The image is no more to be computed after it. */
int frames_count(VipsSource *source, format format, VipsImage *loaded);

/* One of them, from 0, as it is on the screen then. NULL where it can't be had; libvips's error says why. */
VipsImage *frames_load(VipsSource *source, const image *image, int frame);

/* apng.c: those of a PNG, behind the picture before them that is shown where nothing moves, if there is one */
int apng_count(VipsSource *source);
VipsImage *apng_load(VipsSource *source, int frame);

/* avif.c */
VipsImage *avif_load(VipsSource *source, int frame);

/* range.c: black and white of images whose samples have no range of their own */

int range_is_needed(const VipsImage *image);

/* Reads all of an image for its black and its white. 0, SHEAF_CANCELLED, or -1 where libvips fails. */
int32_t range_find(const sheaf_host_services *services, sheaf_request *request, VipsImage *image, double *black, double *white);

/* An image with samples from 0 to 255 instead. NULL where libvips fails. */
VipsImage *range_apply(VipsImage *image, double black, double white);

/* reduce.c: whether an image can be made smaller here, which others are by vips_resize(); and makes it so, in pixels. NULL where libvips
 * can't. */
int reduce_is_possible(const VipsImage *image, int width, int height);
VipsImage *reduce(VipsImage *image, int width, int height);

/* Whether images of this format are read from memory. */
int format_is_read_whole(format format);

/* provider.c, document.c: the state */

struct sheaf_plugin {
    const sheaf_host_services *services;
    sheaf_host *host;
    settings settings;
    uint32_t messages; /* that libraries had in this request */
    GQueue kept;       /* members of archives whose content is there, the oldest first */
    uint64_t kept_bytes;
    sheaf_document *documents; /* the open ones */
};

/* A page. */
typedef struct page {
    image image;
    int is_measured;
} page;

struct sheaf_document {
    sheaf_plugin *plugin;
    sheaf_document *next;
    sheaf_input input;
    uint64_t fingerprint; /* of the source when it was opened */
    preview preview;      /* of a raw photo */
    blob content;         /* the whole of it, where its format is read whole; else empty */
    container container;
    pack *pack;    /* of an archive; else NULL */
    comic *comic;  /* what its ComicInfo.xml says, once it was looked for, or NULL */
    int has_looked_for_comic;
    page *pages;
    int64_t count;
    int64_t current; /* the page that was asked for last */
};

int32_t provider_open(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, sheaf_document **document);
void provider_close(sheaf_document *document);
int32_t provider_count(sheaf_document *document, sheaf_request *request, sheaf_count *count);
int32_t provider_metrics(sheaf_document *document, sheaf_request *request, int64_t page, sheaf_metrics *metrics);
int32_t provider_refresh(sheaf_document *document, sheaf_request *request);

/* Begins a request: it can be cancelled now, and messages go to its provider. */
void document_begin(sheaf_document *document, sheaf_request *request);

/* Finds a page and reads its header. 0, SHEAF_CANCELLED or a failure that is told. */
int32_t document_page(sheaf_document *document, sheaf_request *request, int64_t number, page **page);

/* A page as errors call it: "page 3", with the name of its file where it has one. To be freed with g_free. */
char *document_page_name(const sheaf_document *document, int64_t number);

/* The bytes of a page's image of some format. NULL where they can't be had; `status` says what is to be returned then. */
VipsSource *document_source(sheaf_document *document, sheaf_request *request, int64_t number, format format,
                            int32_t *status);

/* measure.c */

/* Whether a page of an archive was measured, and need not be. */
int document_is_measured(const sheaf_document *document, int64_t number);

/* Measures a page of an archive whose file came by, where that can be done. */
void document_measure(sheaf_document *document, int64_t number, const blob *content);

/* render.c */

int32_t provider_render(sheaf_document *document, sheaf_request *request, const sheaf_render *render);

/* contents.c */

/* Tells what an archive says of itself. */
int32_t comic_metadata(sheaf_document *document, sheaf_request *request);
int32_t provider_outline(sheaf_document *document, sheaf_request *request);

/* metadata.c */

int32_t provider_pictures(sheaf_document *document, sheaf_request *request, int64_t number);
int32_t provider_metadata(sheaf_document *document, sheaf_request *request);

#endif
