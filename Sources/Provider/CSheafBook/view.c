/* SPDX-License-Identifier: Apache-2.0
 *
 * view.c: how a book asks to be seen at first (EPUB 3.3, 5.6 and 8.2).
 */
#include "sheaf_book.h"

#include <string.h>

const char *book_view_direction(const book *book, book_lines lines)
{
    if (strcmp(book->direction, "rtl") == 0)
        return VIEW_RIGHT_TO_LEFT;
    if (strcmp(book->direction, "ltr") == 0)
        return VIEW_LEFT_TO_RIGHT;
    if (lines == BOOK_LINES_VERTICAL_RL || strcmp(book->writing_mode, "horizontal-rl") == 0 || strcmp(book->writing_mode, "vertical-rl") == 0)
        return VIEW_RIGHT_TO_LEFT;
    if (lines == BOOK_LINES_VERTICAL_LR || strcmp(book->writing_mode, "horizontal-lr") == 0 || strcmp(book->writing_mode, "vertical-lr") == 0)
        return VIEW_LEFT_TO_RIGHT;
    return NULL;
}

/* Whether the pages of a book stand side by side: it says so, or its pages are fixed and say on which side they are to be. */
static int has_spreads(const book *book)
{
    static const char *const words[] = {"both", "landscape", "portrait"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(book->spread, words[i]) == 0)
            return 1;
    for (int i = 0; i < book->part_count; i++)
        if (book->parts[i].side != BOOK_ANY_SIDE && !book->parts[i].flows)
            return 1;
    return 0;
}

const char *book_view_layout(const book *book, const char *direction)
{
    const int is_rtl = direction != NULL && strcmp(direction, VIEW_RIGHT_TO_LEFT) == 0;
    if (strcmp(book->spread, "none") == 0)
        return VIEW_SINGLE;
    if (!has_spreads(book))
        return NULL;
    /* The first page of which a side is said tells whether there is a cover. */
    for (int i = 0; i < book->part_count; i++)
        if (book->parts[i].side != BOOK_ANY_SIDE)
            return ((book->parts[i].side == BOOK_LEFT) == is_rtl) != i % 2 ? VIEW_COVER : VIEW_DOUBLE;
    return VIEW_COVER;
}
