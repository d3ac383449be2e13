/* SPDX-License-Identifier: Apache-2.0
 *
 * position.c: where in the text of a document without pages of its own its pages begin.
 */
#include "internal.h"

#include <errno.h>
#include <stdlib.h>

/* How much of the text is on the current page: what is there however it is laid out. Throws. */
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

/* Reads columns, once, until it is known where a column begins, or which one begins behind a place in the text. SHEAF_CANCELLED or 0.
 * Throws. */
static int32_t find_starts(fz_context *context, sheaf_document *document, sheaf_request *request, int64_t column, int64_t place)
{
    const int columns = document->settings.columns, count = fz_count_pages(context, document->opened);
    int32_t status = 0;
    if (document->starts == NULL)
        document->starts = calloc((size_t)count + 1, sizeof *document->starts);
    if (document->starts == NULL)
        fz_throw(context, FZ_ERROR_GENERIC, "not enough memory for where %d pages begin", count);
    fz_var(status);
    /* One of its columns after the other takes the place of the current page, by itself. */
    document_leave_page(document);
    document->settings.columns = 1;
    fz_try(context)
        while (document->known_starts < count && document->known_starts < column && document->starts[document->known_starts] <= place) {
            if (document->plugin->services->cancelled(request)) {
                status = SHEAF_CANCELLED;
                break;
            }
            document->page = fz_load_page(context, document->opened, document->known_starts);
            document->bounds = fz_bound_page(context, document->page);
            const int64_t on_page = count_text(context, document, request);
            document->starts[document->known_starts + 1] = document->starts[document->known_starts] + on_page;
            document->known_starts++;
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

/* Fails for a document whose pages are its own. */
static int32_t fail_fixed(sheaf_document *document, sheaf_request *request)
{
    return sheaf_fail(document->plugin->services, request, -ENOTSUP, "there are no positions in a document with pages of its own");
}

int32_t provider_position(sheaf_document *document, sheaf_request *request, int64_t page, int64_t *position)
{
    fz_context *context = document->plugin->context;
    int32_t status = 0;
    document_begin(document);
    flow_begin(context, document);
    fz_var(status);
    if (page < 0 || page >= document->pages)
        return SHEAF_END;
    fz_try(context)
    {
        const int64_t column = page * document->settings.columns;
        status = !fz_is_document_reflowable(context, document->opened) ? fail_fixed(document, request)
                                                                       : find_starts(context, document, request, column, INT64_MAX);
        if (status == 0)
            *position = document->starts[column];
    }
    fz_catch(context)
        return caught(document, request, "find the text of page %lld", (long long)page + 1);
    return settled(document, request, status);
}

int32_t provider_page_at(sheaf_document *document, sheaf_request *request, int64_t position, int64_t *page)
{
    fz_context *context = document->plugin->context;
    int32_t status = 0;
    document_begin(document);
    flow_begin(context, document);
    if (position < 0)
        return SHEAF_END;
    fz_var(status);
    fz_try(context)
    {
        const int count = fz_count_pages(context, document->opened);
        int last = 0;
        status = !fz_is_document_reflowable(context, document->opened) ? fail_fixed(document, request)
                                                                       : find_starts(context, document, request, count, position);
        while (status == 0 && last + 1 < count && last < document->known_starts && document->starts[last + 1] <= position)
            last++;
        if (status == 0)
            *page = last / document->settings.columns;
    }
    fz_catch(context)
        return caught(document, request, "find a place in its text");
    return settled(document, request, status);
}
