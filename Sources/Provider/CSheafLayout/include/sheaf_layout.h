/* SPDX-License-Identifier: Apache-2.0
 *
 * sheaf_layout.h: a provider of books. A format says which files a book has; all else, their layout, their pages and what is told of
 * them, is the same for each.
 */
#ifndef SHEAF_LAYOUT_H
#define SHEAF_LAYOUT_H

#include <sheaf_book.h>
#include <sheaf_kit.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The files of an open book, and what closes them. */
typedef struct layout_files {
    book_files files;
    void (*close)(void *state);
} layout_files;

/* A format of books. */
typedef struct layout_format {
    const char *name;    /* of the provider */
    const char *version;
    const char *summary;
    const char *label;   /* of the format, for people */
    int has_cfis;        /* EPUB CFIs lead into it: other programs read the same files */
    /* Opens the files of a book. They read the input, which stays. 0, or a failure that is told. */
    int32_t (*open)(sheaf_input *input, sheaf_request *request, layout_files *files);
    /* How sure it is of a source. */
    uint32_t (*probe)(sheaf_input *input);
} layout_format;

/* The provider of a format, of which there is one in a process. */
const sheaf_provider *layout_provider(const layout_format *format);

#ifdef __cplusplus
}
#endif

#endif
