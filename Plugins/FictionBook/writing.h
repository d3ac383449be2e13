/* SPDX-License-Identifier: Apache-2.0
 *
 * writing.h: a FictionBook that was read, between reading it and writing the files of an EPUB.
 */
#ifndef SHEAF_FICTIONBOOK_WRITING_H
#define SHEAF_FICTIONBOOK_WRITING_H

#include "book.h"

#include <map>

/* An entry of the contents. */
struct book_chapter {
    size_t level;
    std::string title;
    size_t part;
    std::string id; /* empty: where the part begins */
};

struct book_picture {
    std::string name, base64;
};

struct book_text {
    std::string title, creator, language, identifier;
    std::string cover;      /* the address of a picture */
    std::string annotation; /* XHTML, as parts are */
    std::vector<std::string> parts;
    std::map<std::string, size_t> places; /* the parts of ids */
    std::vector<book_chapter> contents;
    std::vector<book_picture> pictures;
};

/* A text as XHTML has it. */
std::string escaped(const std::string &text);

/* The address of a picture ("#cover.jpg") as a part has it. */
std::string picture_address(const std::string &address);

/* Writes the files. None: there is no text. */
std::vector<memory_file> book_written(book_text *book);

#endif
