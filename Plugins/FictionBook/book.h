/* SPDX-License-Identifier: Apache-2.0
 *
 * book.h: a FictionBook as the files of an EPUB, which the layout reads.
 */
#ifndef SHEAF_FICTIONBOOK_BOOK_H
#define SHEAF_FICTIONBOOK_BOOK_H

#include <sheaf_memory_files.h>

/* The files of a book, from its text in UTF-8: a container, a package, contents, parts, pictures. None: it has no text. */
std::vector<memory_file> book_files_of(const std::string &text);

#endif
