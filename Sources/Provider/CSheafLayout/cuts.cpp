/* SPDX-License-Identifier: Apache-2.0
 *
 * cuts.cpp: cuts the column in which a part is laid out into pages, between its lines.
 */
#include "internal.h"

#include <algorithm>

/* A page ends between lines where it has so much of its height before; else it ends where it is full. */
#define LEAST_CUT 0.3

/* A heading moves to the next page with its text, where so much of the page is still used: a part of its height. */
#define LEAST_USED 0.5

/* Where a page that begins at `top` has to end, at most `height` further down: between lines. */
static double find_cut(const sheet *sheet, size_t first, double top, double height)
{
    const std::vector<sheet_piece> &pieces = sheet->pieces;
    double cut = top + height;
    for (const double each : sheet->breaks)
        if (each > top + NEARLY && each < cut)
            cut = each;
    const double first_cut = cut;
    for (bool is_moved = true; is_moved;) {
        is_moved = false;
        for (size_t i = first; i < pieces.size() && pieces[i].top < cut - NEARLY && !is_moved; i++)
            /* One that is higher than a page is cut. */
            if (pieces[i].bottom > cut + NEARLY && pieces[i].top > top + NEARLY) {
                cut = pieces[i].top;
                is_moved = true;
            }
    }
    /* Where lines lie side by side at other heights there is no place between them. */
    return cut - top < LEAST_CUT * height && first_cut - top > LEAST_CUT * height ? first_cut : cut;
}

/* Moves a cut that parts a heading from its text before the heading. */
static double keep_headings(const sheet *sheet, size_t first, double top, double height, double cut)
{
    const std::vector<sheet_piece> &pieces = sheet->pieces;
    size_t end = first;
    while (end < pieces.size() && pieces[end].top < cut - NEARLY)
        end++;
    if (end == pieces.size())
        return cut;
    while (end > first + 1 && pieces[end - 1].is_heading && pieces[end - 1].top - top > LEAST_USED * height)
        cut = pieces[--end].top;
    return cut;
}

void cut_pages(const sheet *sheet, double height, chapter *chapter)
{
    const std::vector<sheet_piece> &pieces = sheet->pieces;
    size_t first = 0;
    double top = pieces.empty() ? 0 : std::min(pieces.front().top, height / 2);
    int64_t position = 0;
    do {
        const double cut = keep_headings(sheet, first, top, height, find_cut(sheet, first, top, height));
        chapter->pages.push_back({top, cut, position});
        for (const text_line &line : sheet->lines)
            if (!line.boxes.empty() && static_cast<double>(line.boxes.front().y0) < cut - NEARLY)
                position = std::max(position, line.position + line.characters);
        for (const sheet_picture &picture : sheet->pictures)
            if (static_cast<double>(picture.box.y0) < cut - NEARLY)
                position = std::max(position, picture.position + 1);
        /* Each page begins further on than the one before, also where there is nothing on that, but for blank ones at the end. */
        position = std::min(std::max(position, chapter->pages.back().position + 1), sheet->characters);
        while (first < pieces.size() && pieces[first].bottom <= cut + NEARLY)
            first++;
        /* Space at the beginning of a page is left out. */
        top = first < pieces.size() ? std::max(cut, pieces[first].top) : cut;
    } while (first < pieces.size() && chapter->pages.size() < PAGES_MAX);
    for (const auto &anchor : sheet->anchors) {
        /* On the page of what comes first at that place or below: the space before it may be on the page before. */
        const auto piece = std::find_if(pieces.begin(), pieces.end(), [&](const sheet_piece &each) { return each.bottom > anchor.second + NEARLY; });
        const double place = piece == pieces.end() ? anchor.second : std::max(anchor.second, piece->top);
        size_t page = 0;
        while (page + 1 < chapter->pages.size() && place >= chapter->pages[page].bottom - NEARLY)
            page++;
        chapter->anchors[anchor.first] = static_cast<int>(page);
    }
    /* One more, so that a part without a letter begins before the next one. */
    chapter->characters = sheet->characters + 1;
}

void chapter_add(sheaf_document *document, chapter &&next)
{
    const int columns = document->looks.columns;
    if (!document->chapters.empty()) {
        const chapter &before = document->chapters.back();
        next.first_page = before.first_page + before.page_count;
        next.first_position = before.first_position + before.characters;
    }
    next.page_count = (static_cast<int64_t>(next.pages.size()) + columns - 1) / columns;
    document->chapters.push_back(std::move(next));
}
