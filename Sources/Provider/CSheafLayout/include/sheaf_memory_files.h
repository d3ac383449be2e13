/* SPDX-License-Identifier: Apache-2.0
 *
 * sheaf_memory_files.h: the files of a book that is not an archive of them: they are made when it is opened, and kept.
 */
#ifndef SHEAF_MEMORY_FILES_H
#define SHEAF_MEMORY_FILES_H

#include <sheaf_layout.h>

#include <string>
#include <vector>

struct memory_file {
    std::string name, bytes;
};

/* Files as the layout reads them. Of several with one name the first one counts. */
layout_files memory_files(std::vector<memory_file> files);

#endif
