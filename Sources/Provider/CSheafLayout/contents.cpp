/* SPDX-License-Identifier: Apache-2.0
 *
 * contents.cpp: the contents of the book, the labels of its pages, and where its links lead.
 */
#include "internal.h"

void item_resolve(const sheaf_document *document, const std::string &from, const std::string &address, sheaf_item *item, std::string *written)
{
    std::string fragment;
    const std::string path = file_resolve(document, from, address, &fragment);
    const book_part *part = path.empty() ? nullptr : book_find_part(&document->book, path.c_str());
    if (part != nullptr) {
        item->page = part - document->book.parts;
        item->key = sheaf_link_name(SHEAF_LINK_HERE);
        return;
    }
    *written = address;
    sheaf_text_clean(written->data());
    item->uri = written->c_str();
    /* A part that is missing is one of this book. */
    item->key = sheaf_link_name(path.empty() ? sheaf_link_kind_of(written->c_str()) : SHEAF_LINK_HERE);
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
                item.page = entry.part;
                item.key = sheaf_link_name(SHEAF_LINK_HERE);
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

std::string label_of(const sheaf_document *document, int64_t page)
{
    const book_list &marks = document->book.pages;
    const char *before = "";
    for (int i = 0; i < marks.count; i++) {
        if (marks.entries[i].part == page)
            return marks.entries[i].title;
        if (marks.entries[i].part >= 0 && marks.entries[i].part < page)
            before = marks.entries[i].title;
    }
    return before;
}
