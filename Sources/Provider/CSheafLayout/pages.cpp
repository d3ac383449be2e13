/* SPDX-License-Identifier: Apache-2.0
 *
 * pages.cpp: the pages of a book. One with fixed pages has a page for each part. Text that flows is laid out in a column for each part, which
 * is cut between its lines; nothing of that is kept but where the cuts are.
 */
#include "internal.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <stdexcept>

/* How long a call of count counts, in seconds. */
#define COUNT_TIME 0.05

/* Lays out the next chapter. */
static void count_chapter(sheaf_document *document)
{
    chapter next;
    const sheet *laid = document_sheet(document, document->counted_chapters());
    cut_pages(laid, laid->size.height, &next);
    chapter_add(document, std::move(next));
}

/* MARK: Counting */

static double now(void)
{
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

static int64_t counted_pages(const sheaf_document *document)
{
    return document->chapters.empty() ? 0 : document->chapters.back().first_page + document->chapters.back().page_count;
}

int32_t provider_count(sheaf_document *document, sheaf_request *request, sheaf_count *count)
{
    const int parts = document->book.part_count;
    count->kind = SHEAF_EXACT;
    count->pages = parts;
    if (!document->is_flowing)
        return 0;
    return answered(document, request, [&]() -> int32_t {
        /* At first as much as the first page needs. */
        const double end = document->counted_chapters() == 0 ? 0 : now() + COUNT_TIME;
        const bool was_counted = document->counted_chapters() == parts;
        do {
            if (document->plugin->services->cancelled(request))
                return SHEAF_CANCELLED;
            if (document->counted_chapters() < parts)
                count_chapter(document);
        } while (document->counted_chapters() < parts && now() < end);
        if (!was_counted && document->counted_chapters() == parts)
            counts_keep(document, request);
        const int64_t pages = counted_pages(document);
        count->kind = document->counted_chapters() < parts ? SHEAF_COUNTING : SHEAF_EXACT;
        count->pages = document->counted_chapters() == 0 ? parts : pages * parts / document->counted_chapters();
        if (count->size >= offsetof(sheaf_count, counted) + sizeof count->counted)
            count->counted = pages;
        return 0;
    });
}

/* MARK: Pages */

/* The chapter of a page that is counted. */
static int chapter_of(const sheaf_document *document, int64_t page)
{
    const auto found = std::upper_bound(document->chapters.begin(), document->chapters.end(), page,
                                        [](int64_t wanted, const chapter &each) { return wanted < each.first_page; });
    return static_cast<int>(found - document->chapters.begin()) - 1;
}

int32_t page_find(sheaf_document *document, int64_t page)
{
    if (page < 0)
        return SHEAF_END;
    if (!document->is_flowing)
        return page < document->book.part_count ? 0 : SHEAF_END;
    if (page < counted_pages(document))
        return 0;
    return document->counted_chapters() < document->book.part_count ? SHEAF_NOT_COUNTED : SHEAF_END;
}

page_size document_size(sheaf_document *document, int64_t page)
{
    if (document->is_flowing)
        return {document->looks.width, document->looks.height};
    return document->book.parts[page].flows ? document_sheet(document, page)->size : size_of_part(document, page);
}

const sheet *chapter_sheet(sheaf_document *document, int number)
{
    const sheet *laid = document_sheet(document, number);
    if (!counts_believe(document, &document->chapters[static_cast<size_t>(number)], laid))
        throw std::runtime_error("its pages were counted with other fonts, and are counted anew");
    return laid;
}

page_view document_view(sheaf_document *document, int64_t page)
{
    page_view view = {};
    if (!document->is_flowing) {
        view.shown = document_sheet(document, page);
        view.slices.push_back({0, view.shown->size.height, 0, 0, 1});
        return view;
    }
    const looks &looks = document->looks;
    const int number = chapter_of(document, page);
    view.shown = chapter_sheet(document, number);
    const chapter &chapter = document->chapters[static_cast<size_t>(number)];
    const double step = view.shown->size.width * POINTS_PER_PIXEL + looks.gap();
    const int64_t first = (page - chapter.first_page) * looks.columns, count = static_cast<int64_t>(chapter.pages.size());
    for (int64_t i = first; i < std::min(first + looks.columns, count); i++) {
        const chapter_page &cut = chapter.pages[static_cast<size_t>(i)];
        view.slices.push_back({cut.top, cut.bottom, looks.margin + static_cast<double>(i - first) * step, looks.margin, POINTS_PER_PIXEL});
    }
    return view;
}

const page_slice *slice_of(const page_view &view, const sheaf_box &box)
{
    const double middle = (static_cast<double>(box.y0) + static_cast<double>(box.y1)) / 2;
    for (const page_slice &slice : view.slices)
        if (middle >= slice.top && middle < slice.bottom)
            return &slice;
    return nullptr;
}

sheaf_box placed(const page_slice &slice, const sheaf_box &box)
{
    const auto across = [&](float x) { return static_cast<float>(slice.x + static_cast<double>(x) * slice.scale); };
    const auto down = [&](float y) { return static_cast<float>(slice.y + (static_cast<double>(y) - slice.top) * slice.scale); };
    return {across(box.x0), down(box.y0), across(box.x1), down(box.y1)};
}

int32_t page_of_target(sheaf_document *document, int part, const std::string &fragment, int64_t *page)
{
    *page = part;
    if (!document->is_flowing)
        return 0;
    if (part >= document->counted_chapters())
        return SHEAF_NOT_COUNTED;
    const chapter &chapter = document->chapters[static_cast<size_t>(part)];
    const auto found = chapter.anchors.find(fragment);
    *page = chapter.first_page + (found == chapter.anchors.end() ? 0 : found->second / document->looks.columns);
    return 0;
}

bool has_target(const sheaf_document *document, int part, const std::string &fragment)
{
    return !document->is_flowing || fragment.empty() ||
           (part < document->counted_chapters() && document->chapters[static_cast<size_t>(part)].anchors.count(fragment) > 0);
}

int64_t page_of_landmark(sheaf_document *document, const char *what)
{
    const book_entry *entry = book_landmark(&document->book, what);
    const double start = now();
    int64_t page = -1;
    while (entry != nullptr && document->is_flowing && document->counted_chapters() <= entry->part && now() - start < COUNT_TIME)
        count_chapter(document);
    if (entry == nullptr || page_of_target(document, entry->part, fragment_of(entry->target), &page) != 0)
        return -1;
    return page;
}

/* MARK: Positions */

int64_t position_base(const sheaf_document *document, int64_t page)
{
    const int number = chapter_of(document, page);
    return document->chapters[static_cast<size_t>(number)].first_position;
}

int32_t chapter_of_position(const sheaf_document *document, int64_t position, int *number)
{
    const bool is_complete = document->counted_chapters() == document->book.part_count;
    const auto &chapters = document->chapters;
    if (chapters.empty() || (!is_complete && position >= chapters.back().first_position + chapters.back().characters))
        return SHEAF_NOT_COUNTED;
    *number = document->counted_chapters() - 1;
    while (*number > 0 && chapters[static_cast<size_t>(*number)].first_position > position)
        --*number;
    return 0;
}

static int32_t fail_fixed(sheaf_document *document, sheaf_request *request)
{
    return sheaf_fail(document->plugin->services, request, -ENOTSUP, "there are no positions in a book whose pages are fixed");
}

int32_t provider_position(sheaf_document *document, sheaf_request *request, int64_t page, int64_t *position)
{
    return answered(document, request, [&]() -> int32_t {
        if (!document->is_flowing)
            return fail_fixed(document, request);
        const int32_t status = page_find(document, page);
        if (status != 0)
            return status;
        const chapter &chapter = document->chapters[static_cast<size_t>(chapter_of(document, page))];
        const size_t first = static_cast<size_t>((page - chapter.first_page) * document->looks.columns);
        *position = chapter.first_position + chapter.pages[first].position;
        return 0;
    });
}

int32_t provider_page_at(sheaf_document *document, sheaf_request *request, int64_t position, int64_t *page)
{
    return answered(document, request, [&]() -> int32_t {
        if (!document->is_flowing)
            return fail_fixed(document, request);
        int number = 0;
        const int32_t status = chapter_of_position(document, position, &number);
        if (status != 0)
            return status;
        const chapter &chapter = document->chapters[static_cast<size_t>(number)];
        size_t cut = chapter.pages.size() - 1;
        while (cut > 0 && chapter.first_position + chapter.pages[cut].position > position)
            cut--;
        *page = chapter.first_page + static_cast<int64_t>(cut) / document->looks.columns;
        return 0;
    });
}
