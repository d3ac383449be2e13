/* SPDX-License-Identifier: Apache-2.0
 *
 * pages.c: where pages begin, and those that were laid out last.
 *
 * Pages are laid out from the first one on, each time that the host asks how many there are. What is kept of them are numbers, at
 * most STARTS_MAX: with more pages they are those of every second page, then of every fourth. Those between are laid out again
 * when they are wanted.
 */
#include "internal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How long pages are laid out each time that they are counted on, in microseconds: whoever asks for a page then waits. */
#define COUNT_TIME 50000

static void append(starts *starts, place start)
{
    if (starts->count == STARTS_MAX) {
        for (size_t i = 0; i < STARTS_MAX / 2; i++)
            starts->places[i] = starts->places[2 * i];
        starts->count = STARTS_MAX / 2;
        starts->shift++;
    }
    if (starts->known % (1ll << starts->shift) == 0)
        starts->places[starts->count++] = start;
    starts->known++;
    starts->last = start;
}

int32_t starts_open(sheaf_document *document, const sheaf_document *other)
{
    starts *starts = &document->starts;
    starts->places = malloc(STARTS_MAX * sizeof *starts->places);
    if (starts->places == NULL)
        return -ENOMEM;
    append(starts, 0);
    if (other == NULL)
        return 0;
    /* The starts near the end are left out, since the last lines of the other document have changed. */
    int64_t end = other->input.size - 2 * PARAGRAPH_MAX;
    size_t count = 1;
    while (count < other->starts.count && place_paragraph(other->starts.places[count]) < end)
        count++;
    memcpy(starts->places, other->starts.places, count * sizeof *starts->places);
    starts->count = count;
    starts->shift = other->starts.shift;
    starts->known = (((int64_t)count - 1) << starts->shift) + 1;
    starts->last = starts->places[count - 1];
    return 0;
}

/* Lays out pages until the end of the document or of the time is reached, but one at least. 0, SHEAF_CANCELLED, or a failure that
 * is told. */
static int32_t count_on(sheaf_document *document, sheaf_request *request, int64_t end)
{
    starts *starts = &document->starts;
    while (!starts->is_complete) {
        place next = PLACE_END;
        int32_t status = layout_fill(document, request, starts->last, NULL, &next);
        if (status != 0)
            return status;
        if (next == PLACE_END)
            starts->is_complete = 1;
        else
            append(starts, next);
        if (g_get_monotonic_time() >= end)
            break;
    }
    return 0;
}

/* Walks some pages on from where one begins. */
static int32_t walk(sheaf_document *document, sheaf_request *request, place *start, int64_t pages)
{
    int32_t status = 0;
    while (pages-- > 0 && status == 0)
        status = layout_fill(document, request, *start, NULL, start);
    return status;
}

/* Makes sure that there is a page. */
static int32_t reach(const sheaf_document *document, int64_t number)
{
    if (number >= 0 && number < document->starts.known)
        return 0;
    if (number >= 0 && !document->starts.is_complete)
        return SHEAF_NOT_COUNTED;
    return SHEAF_END;
}

/* Where a page begins. */
static int32_t start_of(sheaf_document *document, sheaf_request *request, int64_t number, place *start)
{
    const starts *starts = &document->starts;
    int32_t status = reach(document, number);
    if (status != 0)
        return status;
    int is_last = number == starts->known - 1;
    *start = is_last ? starts->last : starts->places[number >> starts->shift];
    return is_last ? 0 : walk(document, request, start, number % (1ll << starts->shift));
}

int32_t document_page(sheaf_document *document, sheaf_request *request, int64_t number, page **result)
{
    page *oldest = &document->pages[0];
    for (int i = 0; i < PAGES_KEPT; i++) {
        page *page = &document->pages[i];
        if (page->lines != NULL && page->number == number) {
            page->used = ++document->clock;
            *result = page;
            return document->plugin->services->cancelled(request) ? SHEAF_CANCELLED : 0;
        }
        if (page->used < oldest->used)
            oldest = page;
    }
    place start = 0, next;
    int32_t status = start_of(document, request, number, &start);
    if (status != 0)
        return status;
    if (oldest->lines == NULL)
        oldest->lines = g_array_new(FALSE, FALSE, sizeof(line));
    lines_clear(oldest->lines);
    oldest->number = -1;
    oldest->used = 0;
    status = layout_fill(document, request, start, oldest->lines, &next);
    if (status != 0)
        return status;
    oldest->number = number;
    oldest->used = ++document->clock;
    *result = oldest;
    return 0;
}

void pages_drop(sheaf_document *document)
{
    for (int i = 0; i < PAGES_KEPT; i++) {
        page *page = &document->pages[i];
        if (page->lines == NULL)
            continue;
        lines_clear(page->lines);
        g_array_free(page->lines, TRUE);
        *page = (struct page){.number = -1};
    }
}

int32_t page_of_position(sheaf_document *document, sheaf_request *request, int64_t position, int64_t *number)
{
    starts *starts = &document->starts;
    int32_t status = 0;
    if (!starts->is_complete && place_position(starts->last) < position)
        return SHEAF_NOT_COUNTED;
    size_t low = 0, high = starts->count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        *(place_position(starts->places[middle]) <= position ? &low : &high) = middle;
    }
    *number = (int64_t)low << starts->shift;
    if (starts->shift == 0)
        return 0;
    for (place at = starts->places[low]; *number + 1 < starts->known; ++*number) {
        status = walk(document, request, &at, 1);
        if (status != 0 || place_position(at) > position)
            break;
    }
    return status;
}

int32_t provider_count(sheaf_document *document, sheaf_request *request, sheaf_count *count)
{
    starts *starts = &document->starts;
    sheaf_input_begin(&document->input, request);
    /* At first as much as the first page needs. */
    int64_t end = starts->was_asked ? g_get_monotonic_time() + COUNT_TIME : 0;
    starts->was_asked = 1;
    int32_t status = count_on(document, request, end);
    if (status != 0)
        return status;
    count->kind = starts->is_complete ? SHEAF_EXACT : SHEAF_COUNTING;
    count->pages = starts->known;
    if (!starts->is_complete) {
        /* As if all pages had as much on them as those so far. */
        double share = (double)document_end(document) / (double)place_position(starts->last);
        count->pages = (int64_t)fmax(ceil((double)(starts->known - 1) * share), (double)starts->known);
        count->counted = starts->known;
    }
    return sheaf_input_result(&document->input, request);
}

int32_t provider_metrics(sheaf_document *document, sheaf_request *request, int64_t number, sheaf_metrics *metrics)
{
    sheaf_input_begin(&document->input, request);
    int32_t status = reach(document, number);
    if (status != 0)
        return status;
    metrics->kind = SHEAF_EXACT;
    metrics->width = document->looks.width;
    metrics->height = document->looks.height;
    metrics->label[0] = 0;
    return sheaf_input_result(&document->input, request);
}

int32_t provider_position(sheaf_document *document, sheaf_request *request, int64_t number, int64_t *position)
{
    place start = 0;
    sheaf_input_begin(&document->input, request);
    int32_t status = start_of(document, request, number, &start);
    *position = place_position(start);
    return status;
}

int32_t provider_page_at(sheaf_document *document, sheaf_request *request, int64_t position, int64_t *number)
{
    sheaf_input_begin(&document->input, request);
    if (position < 0)
        return SHEAF_END;
    return page_of_position(document, request, position, number);
}
