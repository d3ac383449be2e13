/* SPDX-License-Identifier: Apache-2.0
 *
 * files.h: the files of a book of Kindle or Mobipocket.
 */
#ifndef SHEAF_MOBI_FILES_H
#define SHEAF_MOBI_FILES_H

#include <sheaf_memory_files.h>

/* Splits the first file where it is the long text of a book, and says so in the others. */
void files_split(std::vector<memory_file> *files);

/* Opens the files of a book. 0, or a failure that is told. */
int32_t files_open(sheaf_input *input, sheaf_request *request, layout_files *files);

#endif
