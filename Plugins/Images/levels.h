/* SPDX-License-Identifier: Apache-2.0
 *
 * levels.h: the pages of a TIFF, and their smaller versions.
 */
#ifndef SHEAF_IMAGES_LEVELS_H
#define SHEAF_IMAGES_LEVELS_H

#include "internal.h"

/* A smaller version of a page. */
typedef struct level {
    int number, sub; /* its directory, and which SubIFD of that; or -1 */
    int halvings;    /* of the page, that made it */
    int width, height;
} level;

/* The levels of one page, each smaller than the one before. */
struct levels {
    int count;
    level all[];
};

typedef struct tiff_page {
    int number;     /* its directory */
    levels *levels; /* to be freed; or NULL */
} tiff_page;

/* The pages of a TIFF of so many directories, of tiff_page: none where it can't be read. To be freed with g_array_free. */
GArray *levels_find(VipsSource *source, int count, int *is_ndpi);

#endif
