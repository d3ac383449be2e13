/* SPDX-License-Identifier: Apache-2.0
 *
 * printed.c: the pages of the printed book that the pages of an EPUB are from. A page on which a printed page begins has the label of the
 * first that does; another one has that of the page before it.
 */
#include "rewriting.h"

/* A page as it is shown: the columns of the chapters from the first to the last one on it. */
typedef struct extent {
    fz_location first, last;
} extent;

static int is_before(fz_location a, fz_location b)
{
    return a.chapter < b.chapter || (a.chapter == b.chapter && a.page < b.page);
}

/* Where a column is. Those behind the last one are on it. */
static fz_location location_of(fz_context *context, const sheaf_document *document, int64_t column)
{
    fz_location location = {0, 0};
    for (int chapter = 0; chapter < fz_count_chapters(context, document->opened); chapter++) {
        if (!flow_is_counted(document, chapter))
            break;
        const int count = fz_count_chapter_pages(context, document->opened, chapter);
        if (column < count)
            return fz_make_location(chapter, (int)column);
        location = fz_make_location(chapter, count - 1);
        column -= count;
    }
    return location;
}

/* Finds the marks of a chapter, once: it is laid out for that. Throws. */
static void find_marks(fz_context *context, sheaf_document *document, const book_list *marks, int chapter)
{
    printed *printed = &document->printed;
    if (printed->columns == NULL) {
        printed->columns = fz_malloc_array(context, (size_t)marks->count, int);
        for (int i = 0; i < marks->count; i++)
            printed->columns[i] = -1;
        printed->is_found = fz_calloc(context, (size_t)rewriting_book(document->rewriting)->part_count, 1);
    }
    if (printed->is_found[chapter])
        return;
    printed->is_found[chapter] = 1;
    for (int i = 0; i < marks->count; i++) {
        if (marks->entries[i].part != chapter)
            continue;
        const fz_link_dest target = fz_resolve_link_dest(context, document->opened, marks->entries[i].target);
        if (target.loc.page >= 0 && target.loc.chapter == chapter)
            printed->columns[i] = target.loc.page;
    }
}

const char *printed_label(fz_context *context, sheaf_document *document, int64_t page)
{
    const book_list *marks = document->rewriting == NULL ? NULL : &rewriting_book(document->rewriting)->pages;
    const int columns = document->settings.columns;
    const char *before = "";
    if (marks == NULL || marks->count == 0)
        return "";
    const extent shown = {location_of(context, document, page * columns),
                          location_of(context, document, page * columns + columns - 1)};
    for (int chapter = shown.first.chapter; chapter <= shown.last.chapter; chapter++)
        find_marks(context, document, marks, chapter);
    for (int i = 0; i < marks->count; i++) {
        const fz_location at = {marks->entries[i].part, document->printed.columns[i]};
        if (at.chapter < 0 || at.chapter > shown.last.chapter || (at.chapter >= shown.first.chapter && at.page < 0))
            continue;
        if (is_before(at, shown.first))
            before = marks->entries[i].title;
        else if (!is_before(shown.last, at))
            return marks->entries[i].title;
    }
    return before;
}

void printed_drop(fz_context *context, printed *printed)
{
    fz_free(context, printed->columns);
    fz_free(context, printed->is_found);
}
