/* SPDX-License-Identifier: Apache-2.0
 *
 * text.c: the text of a page, and where a needle is in it.
 */
#include "internal.h"

#include <errno.h>

/* Matches on one page: the boxes to begin with, and where it ends. */
#define BOXES_FIRST 256
#define BOXES_MAX 65536

fz_stext_page *page_text(fz_context *context, sheaf_document *document, sheaf_request *request, int flags)
{
    fz_stext_page *text = fz_new_stext_page(context, document->bounds);
    fz_device *device = NULL;
    fz_var(device);
    fz_try(context)
    {
        const fz_stext_options options = {.flags = flags};
        device = fz_new_stext_device(context, text, &options);
        page_run(context, document, request, device, fz_identity);
    }
    fz_always(context)
        fz_drop_device(context, device);
    fz_catch(context)
    {
        fz_drop_stext_page(context, text);
        fz_rethrow(context);
    }
    return text;
}

/* An item of the current page, its box measured from the page's top left. */
static sheaf_item item_at(const sheaf_document *document, uint32_t kind, fz_rect box)
{
    return (sheaf_item){
        .size = sizeof(sheaf_item),
        .kind = kind,
        .page = SHEAF_NO_PAGE,
        .x0 = (double)(box.x0 - document->bounds.x0),
        .y0 = (double)(box.y0 - document->bounds.y0),
        .x1 = (double)(box.x1 - document->bounds.x0),
        .y1 = (double)(box.y1 - document->bounds.y0),
    };
}

/* Control characters and halves of surrogates occur in damaged fonts. */
static int printable(int rune)
{
    return rune < 0x20 || rune == 0x7f || (rune >= 0xd800 && rune < 0xe000) || rune > 0x10ffff ? 0xfffd : rune;
}

/* A line of text and the boxes of its characters, while it is emitted. */
typedef struct line_buffers {
    fz_buffer *text;
    fz_buffer *boxes;
} line_buffers;

/* Emits a line of text. Throws. */
static int32_t emit_line(fz_context *context, sheaf_document *document, sheaf_request *request,
                         const fz_stext_line *line, const line_buffers *buffers)
{
    fz_clear_buffer(context, buffers->text);
    fz_clear_buffer(context, buffers->boxes);
    for (const fz_stext_char *character = line->first_char; character != NULL; character = character->next) {
        const fz_rect rect = fz_rect_from_quad(character->quad);
        const sheaf_box box = {rect.x0 - document->bounds.x0, rect.y0 - document->bounds.y0,
                               rect.x1 - document->bounds.x0, rect.y1 - document->bounds.y0};
        fz_append_rune(context, buffers->text, printable(character->c));
        fz_append_data(context, buffers->boxes, &box, sizeof box);
    }
    fz_append_byte(context, buffers->text, '\n');
    sheaf_item item = item_at(document, SHEAF_ITEM_TEXT, line->bbox);
    item.text = fz_string_from_buffer(context, buffers->text);
    unsigned char *boxes = NULL;
    item.box_count = fz_buffer_storage(context, buffers->boxes, &boxes) / sizeof(sheaf_box);
    item.boxes = (const sheaf_box *)(const void *)boxes;
    return document->plugin->services->emit(request, &item);
}

int32_t provider_text(sheaf_document *document, sheaf_request *request, int64_t page)
{
    fz_context *context = document->plugin->context;
    fz_stext_page *text = NULL;
    line_buffers buffers = {0};
    int32_t status = document_turn(document, request, page);
    if (status != 0)
        return status;
    fz_var(text);
    fz_var(buffers);
    fz_var(status);
    fz_try(context)
    {
        text = page_text(context, document, request, FZ_STEXT_MEDIABOX_CLIP);
        buffers.text = fz_new_buffer(context, 256);
        buffers.boxes = fz_new_buffer(context, 256 * sizeof(sheaf_box));
        for (const fz_stext_block *block = text->first_block; block != NULL && status == 0; block = block->next)
            if (block->type == FZ_STEXT_BLOCK_TEXT)
                for (const fz_stext_line *line = block->u.t.first_line; line != NULL && status == 0; line = line->next)
                    status = emit_line(context, document, request, line, &buffers);
    }
    fz_always(context)
    {
        fz_drop_buffer(context, buffers.text);
        fz_drop_buffer(context, buffers.boxes);
        fz_drop_stext_page(context, text);
    }
    fz_catch(context)
        return caught(document, request, "read the text of page %lld", (long long)page + 1);
    return settled(document, request, status);
}

static int is_hyphen(int rune)
{
    return rune == '-' || rune == 0xad || rune == 0x2010;
}

/* Takes the hyphen off a line's end and puts the next line there, so that a divided word is found. MuPDF has an option
 * for that, FZ_STEXT_DEHYPHENATE, but 1.21 loses a reference to the font with each hyphen. */
static void join_next_line(fz_context *context, fz_stext_block *block, fz_stext_line *line)
{
    fz_stext_line *next = line->next;
    fz_stext_char *before = line->first_char;
    while (before->next != line->last_char)
        before = before->next;
    fz_drop_font(context, line->last_char->font);
    before->next = next->first_char;
    line->last_char = next->last_char;
    line->next = next->next;
    if (next->next != NULL)
        next->next->prev = line;
    else
        block->u.t.last_line = line;
}

static void join_divided_words(fz_context *context, fz_stext_page *text)
{
    for (fz_stext_block *block = text->first_block; block != NULL; block = block->next) {
        if (block->type != FZ_STEXT_BLOCK_TEXT)
            continue;
        for (fz_stext_line *line = block->u.t.first_line; line != NULL; line = line->next)
            while (line->next != NULL && line->next->first_char != NULL && line->first_char != line->last_char &&
                   is_hyphen(line->last_char->c))
                join_next_line(context, block, line);
    }
}

/* The boxes of all matches, with a mark where a match begins. */
typedef struct matches {
    fz_quad *boxes;
    int *begins;
    int count;
} matches;

/* Searches with room for ever more boxes: MuPDF stops when there is none left. Throws. */
static void find(fz_context *context, matches *matches, fz_stext_page *text, const char *needle)
{
    for (int room = BOXES_FIRST; room <= BOXES_MAX; room *= 4) {
        matches->boxes = fz_realloc_array(context, matches->boxes, (size_t)room, fz_quad);
        matches->begins = fz_realloc_array(context, matches->begins, (size_t)room, int);
        matches->count = fz_search_stext_page(context, text, needle, matches->begins, matches->boxes, room);
        if (matches->count < room)
            return;
    }
}

static int32_t emit_matches(sheaf_document *document, sheaf_request *request, const matches *matches)
{
    uint32_t match = 0;
    for (int i = 0; i < matches->count; i++) {
        sheaf_item item = item_at(document, SHEAF_ITEM_MATCH, fz_rect_from_quad(matches->boxes[i]));
        if (i > 0 && matches->begins[i])
            match++;
        item.level = match;
        int32_t status = document->plugin->services->emit(request, &item);
        if (status != 0)
            return status;
    }
    return 0;
}

int32_t provider_search(sheaf_document *document, sheaf_request *request, int64_t page, const char *needle)
{
    fz_context *context = document->plugin->context;
    fz_stext_page *text = NULL;
    matches matches = {0};
    int32_t status = document_turn(document, request, page);
    if (status != 0)
        return status;
    if (needle == NULL || needle[0] == 0)
        return sheaf_fail(document->plugin->services, request, -EINVAL, "there is nothing to search for");
    fz_var(text);
    fz_var(matches);
    fz_var(status);
    fz_try(context)
    {
        text = page_text(context, document, request, 0);
        join_divided_words(context, text);
        find(context, &matches, text, needle);
        status = emit_matches(document, request, &matches);
    }
    fz_always(context)
    {
        fz_free(context, matches.boxes);
        fz_free(context, matches.begins);
        fz_drop_stext_page(context, text);
    }
    fz_catch(context)
        return caught(document, request, "search page %lld", (long long)page + 1);
    return settled(document, request, status);
}
