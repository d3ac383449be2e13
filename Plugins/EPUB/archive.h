/* SPDX-License-Identifier: Apache-2.0
 *
 * archive.h: the files of an EPUB.
 */
#ifndef SHEAF_EPUB_ARCHIVE_H
#define SHEAF_EPUB_ARCHIVE_H

#include <sheaf_layout.h>

/* Opens the ZIP archive of an input. Whether it is one. */
bool archive_open(sheaf_input *input, layout_files *files);

#endif
