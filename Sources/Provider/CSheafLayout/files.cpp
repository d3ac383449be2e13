/* SPDX-License-Identifier: Apache-2.0
 *
 * files.cpp: the files of the book, and what refers to them.
 */
#include "internal.h"

std::string file_read(sheaf_document *document, const std::string &path)
{
    size_t length = 0;
    char *bytes = document->files.files.read(document->files.files.state, path.c_str(), &length);
    if (bytes == nullptr)
        return "";
    masks_lift(&document->book, masks_find(&document->book, path.c_str()), reinterpret_cast<unsigned char *>(bytes), length);
    const std::unique_ptr<char, void (*)(void *)> owned(bytes, free);
    return std::string(bytes, length);
}

bool is_read(const sheaf_document *document)
{
    const sheaf_input &input = document->input;
    return !input.cancelled && input.failure == 0 && !input.shrunk;
}

void check_read(const sheaf_document *document)
{
    if (!is_read(document))
        throw unread();
}

std::string file_resolve(const sheaf_document *document, const std::string &from, const std::string &reference, std::string *fragment)
{
    char path[BOOK_PATH_SIZE], within[BOOK_PATH_SIZE];
    if (!book_resolve(&document->files.files, from.c_str(), reference.c_str(), path, within))
        return "";
    if (fragment != nullptr)
        *fragment = within;
    return path;
}
