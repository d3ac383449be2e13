/* SPDX-License-Identifier: Apache-2.0
 *
 * contents.cpp: the contents of the book, the labels of its pages, and where its links lead.
 */
#include "internal.h"

#include <cstring>

/* The kind of an address that leads to no part of the book; `path`: the file that it is by its path, or empty. */
static sheaf_link_kind kind_of(const sheaf_document *document, const std::string &path, const std::string &written)
{
    const sheaf_link_kind kind = sheaf_link_kind_of(written.c_str());
    /* A part that is missing is one of this book. */
    const bool is_of_book = strstr(book_suffix(path.c_str()), "htm") != nullptr || document->files.files.has(document->files.files.state, path.c_str());
    const bool leads_out = kind == SHEAF_LINK_WEB || (kind == SHEAF_LINK_DOCUMENT && !is_of_book);
    return path.empty() || leads_out ? kind : SHEAF_LINK_HERE;
}

int32_t item_resolve(sheaf_document *document, const std::string &from, const std::string &address, sheaf_item *item, std::string *written)
{
    std::string fragment;
    const std::string path = file_resolve(document, from, address, &fragment);
    const book_part *part = path.empty() ? nullptr : book_find_part(&document->book, path.c_str());
    if (part != nullptr) {
        item->key = sheaf_link_name(SHEAF_LINK_HERE);
        return page_of_target(document, static_cast<int>(part - document->book.parts), fragment, &item->page);
    }
    *written = address;
    sheaf_text_clean(written->data());
    item->uri = written->c_str();
    item->key = sheaf_link_name(kind_of(document, path, *written));
    return 0;
}

int32_t provider_outline(sheaf_document *document, sheaf_request *request)
{
    return answered(document, request, [&]() -> int32_t {
        const book_list &contents = document->book.contents;
        for (int i = 0; i < contents.count; i++) {
            const book_entry &entry = contents.entries[i];
            std::string title = entry.title, written;
            sheaf_item item = {};
            sheaf_text_clean(title.data());
            item.size = sizeof item;
            item.kind = SHEAF_ITEM_OUTLINE;
            item.level = entry.level;
            item.page = SHEAF_NO_PAGE;
            item.text = title.c_str();
            if (entry.part >= 0) {
                item.key = sheaf_link_name(SHEAF_LINK_HERE);
                const int32_t status = page_of_target(document, entry.part, fragment_of(entry.target), &item.page);
                if (status != 0)
                    return status;
            } else if (entry.target != nullptr) {
                written = entry.target;
                sheaf_text_clean(written.data());
                item.uri = written.c_str();
                item.key = sheaf_link_name(sheaf_scheme_length(written.c_str()) > 0 ? sheaf_link_kind_of(written.c_str()) : SHEAF_LINK_HERE);
            }
            const int32_t status = document->plugin->services->emit(request, &item);
            if (status != 0)
                return status;
        }
        return 0;
    });
}

std::string label_of(sheaf_document *document, int64_t page)
{
    const book_list &marks = document->book.pages;
    const char *before = "";
    for (int i = 0; i < marks.count; i++) {
        const book_entry &mark = marks.entries[i];
        const std::string fragment = fragment_of(mark.target);
        int64_t at = -1;
        if (mark.part < 0 || !has_target(document, mark.part, fragment) || page_of_target(document, mark.part, fragment, &at) != 0)
            continue;
        if (at == page)
            return mark.title;
        if (at < page)
            before = mark.title;
    }
    return before;
}
