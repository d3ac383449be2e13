/* SPDX-License-Identifier: Apache-2.0
 *
 * levels.h: the pages of a TIFF, and their smaller versions.
 */
#ifndef SHEAF_IMAGES_LEVELS_H
#define SHEAF_IMAGES_LEVELS_H

#include "internal.h"

#include <tiffio.h>

/* A smaller version of a page. */
typedef struct level {
    int number, sub; /* its directory, and which SubIFD of that; or -1 */
    int halvings;    /* of the page, that made it */
    int width, height;
} level;

/* The levels of one page, each smaller than the one before. */
struct levels {
    int is_jp2; /* the tiles of the page and of these are codestreams that tiffjp2.c decodes */
    int count;
    level all[];
};

typedef struct tiff_page {
    int number;     /* its directory */
    levels *levels; /* to be freed; or NULL */
} tiff_page;

/* The pages of a TIFF of so many directories, of tiff_page: none where it can't be read. To be freed with g_array_free. */
GArray *levels_find(VipsSource *source, int count, int *is_ndpi);

/* tiffjp2.c: whether the tiles of the directory that is read are codestreams of JPEG 2000 which libvips does not read as it should. */
int tiff_is_jp2(TIFF *tiff);

/* The pixels of such a directory, whose header libvips has read. NULL where they can't be read. */
VipsImage *tiff_jp2_load(VipsSource *source, VipsImage *header, int number, int sub);

#endif
