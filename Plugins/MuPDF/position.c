/* SPDX-License-Identifier: Apache-2.0
 *
 * position.c: where in the text of a document without pages of its own its pages begin.
 */
#include "internal.h"

#include <limits.h>

/* A position: the chapter above, and below how much of its text is before. */
#define CHAPTER_SHIFT 32

/* How much of the text of a chapter is on the current page: what is there however it is laid out. Throws. */
static int64_t count_text(fz_context *context, sheaf_document *document, sheaf_request *request)
{
    fz_stext_page *text = page_text(context, document, request, FZ_STEXT_PRESERVE_IMAGES);
    int64_t count = 0;
    for (const fz_stext_block *block = text->first_block; block != NULL; block = block->next) {
        if (block->type == FZ_STEXT_BLOCK_IMAGE) {
            count++;
            continue;
        }
        for (const fz_stext_line *line = block->u.t.first_line; line != NULL; line = line->next)
            for (const fz_stext_char *character = line->first_char; character != NULL; character = character->next)
                /* Blanks go at the ends of lines, and hyphens come there. */
                count += character->c > 0x20 && character->c != 0xa0 && character->c != '-' && character->c != 0xad &&
                         character->c != 0x2010;
    }
    fz_drop_stext_page(context, text);
    return count;
}

/* Reads pages of a chapter, once, until it is known where a page begins, or which one begins behind a place in its text.
 * SHEAF_CANCELLED or 0. Throws. */
static int32_t count_on_starts(fz_context *context, sheaf_document *document, sheaf_request *request, int chapter,
                               chapter_starts *of, int page, int64_t place)
{
    int columns = document->settings.columns;
    int32_t status = 0;
    fz_var(status);
    /* One of its pages after the other takes the place of the current one, by itself. */
    document_leave_page(document);
    document->settings.columns = 1;
    fz_try(context)
        while (of->known < of->count && of->known < page && of->starts[of->known] <= place) {
            if (document->plugin->services->cancelled(request)) {
                status = SHEAF_CANCELLED;
                break;
            }
            document->page = fz_load_chapter_page(context, document->opened, chapter, of->known);
            document->bounds = fz_bound_page(context, document->page);
            of->starts[of->known + 1] = of->starts[of->known] + count_text(context, document, request);
            of->known++;
            document_leave_page(document);
        }
    fz_always(context)
    {
        document->settings.columns = columns;
        document_leave_page(document);
    }
    fz_catch(context)
        fz_rethrow(context);
    return status;
}

/* Where the pages of a chapter begin, as far as `page`, or behind a place in its text. SHEAF_CANCELLED or 0. Throws. */
static int32_t find_starts(fz_context *context, sheaf_document *document, sheaf_request *request, int chapter, int page,
                           int64_t place, const chapter_starts **result)
{
    if (document->chapters == NULL) {
        int count = fz_count_chapters(context, document->opened);
        document->chapters = fz_calloc(context, (size_t)count + 1, sizeof *document->chapters);
        document->chapter_count = count;
    }
    chapter_starts *of = &document->chapters[chapter];
    if (of->starts == NULL) {
        int count = fz_count_chapter_pages(context, document->opened, chapter);
        of->starts = fz_calloc(context, (size_t)count + 1, sizeof *of->starts);
        of->count = count;
    }
    *result = of;
    return count_on_starts(context, document, request, chapter, of, page, place);
}

int32_t provider_position(sheaf_document *document, sheaf_request *request, int64_t page, int64_t *position)
{
    fz_context *context = document->plugin->context;
    int32_t status = SHEAF_END;
    document_begin(document);
    flow_begin(context, document);
    fz_var(status);
    fz_try(context)
    {
        int64_t column = page >= 0 && page < INT_MAX / COLUMNS_MAX ? page * document->settings.columns : -1;
        for (int chapter = 0; column >= 0 && chapter < fz_count_chapters(context, document->opened); chapter++) {
            if (!flow_is_counted(document, chapter)) {
                status = SHEAF_NOT_COUNTED;
                break;
            }
            int count = fz_count_chapter_pages(context, document->opened, chapter);
            if (column < count) {
                const chapter_starts *of;
                status = find_starts(context, document, request, chapter, (int)column, INT64_MAX, &of);
                if (status == 0)
                    *position = ((int64_t)chapter << CHAPTER_SHIFT) | of->starts[column];
                break;
            }
            column -= count;
        }
    }
    fz_catch(context)
        return caught(document, request, "find the text of page %lld", (long long)page + 1);
    return settled(document, request, status);
}

int32_t provider_page_at(sheaf_document *document, sheaf_request *request, int64_t position, int64_t *page)
{
    fz_context *context = document->plugin->context;
    int32_t status = SHEAF_END;
    document_begin(document);
    flow_begin(context, document);
    fz_var(status);
    fz_try(context)
    {
        int64_t chapter = position >> CHAPTER_SHIFT, before = 0;
        if (position >= 0 && chapter < fz_count_chapters(context, document->opened) && !flow_is_counted(document, chapter)) {
            status = SHEAF_NOT_COUNTED;
        } else if (position >= 0 && chapter < fz_count_chapters(context, document->opened)) {
            for (int other = 0; other < chapter; other++)
                before += fz_count_chapter_pages(context, document->opened, other);
            const chapter_starts *of;
            const int64_t place = position & UINT32_MAX;
            status = find_starts(context, document, request, (int)chapter, INT_MAX, place, &of);
            int last = 0;
            while (last + 1 < of->count && last < of->known && of->starts[last + 1] <= place)
                last++;
            if (status == 0)
                *page = (before + last) / document->settings.columns;
        }
    }
    fz_catch(context)
        return caught(document, request, "find a place in its text");
    return settled(document, request, status);
}
