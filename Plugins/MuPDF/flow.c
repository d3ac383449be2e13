/* SPDX-License-Identifier: Apache-2.0
 *
 * flow.c: how a document without pages of its own is laid out, and where in its text pages begin.
 */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A position: the chapter above, and below how much of its text is before. */
#define CHAPTER_SHIFT 32

/* Hosts of before have a shorter one. */
#define FLOW_WITH_JUSTIFY (offsetof(sheaf_flow, justify) + sizeof(uint32_t))

static void add_css(sheaf_document *document, const char *format, ...) PRINTF_LIKE(2, 3);

static void add_css(sheaf_document *document, const char *format, ...)
{
    size_t length = strlen(document->css);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(document->css + length, sizeof document->css - length, format, arguments);
    va_end(arguments);
}

/* Whether a name can stand between quotes in a style sheet. */
static int is_font_name(const char *name)
{
    return name[0] != 0 && strlen(name) <= 128 && strpbrk(name, "\"\\\n\r{};<>") == NULL;
}

void flow_take(sheaf_document *document, const sheaf_flow *flow)
{
    settings *settings = &document->settings;
    if (flow == NULL)
        return;
    if (flow->width > 0)
        settings->layout_width = (float)flow->width;
    if (flow->height > 0)
        settings->layout_height = (float)flow->height;
    if (flow->font_size > 0)
        settings->layout_em = (float)flow->font_size;
    if (flow->columns >= 1 && flow->columns <= COLUMNS_MAX)
        settings->columns = (int)flow->columns;
    if (flow->margin >= 0)
        add_css(document, "@page{margin:%gpt}body,FictionBook{margin:0}", flow->margin);
    if (flow->line_height > 0)
        add_css(document, "*{line-height:%g!important}", flow->line_height);
    if (flow->size >= FLOW_WITH_JUSTIFY && flow->justify != 0) {
        /* Centred lines, headings and code stay as they are. */
        const char *align = flow->justify == SHEAF_JUSTIFY_YES ? "justify" : "left";
        add_css(document, "body,p,li,dd,blockquote{text-align:%s!important}", align);
    }
    if (flow->font_family != NULL && is_font_name(flow->font_family)) {
        int is_generic = strcmp(flow->font_family, "serif") == 0 || strcmp(flow->font_family, "sans-serif") == 0 ||
                         strcmp(flow->font_family, "monospace") == 0;
        const char *quote = is_generic ? "" : "\"";
        add_css(document, "*{font-family:%s%s%s,serif!important}", quote, flow->font_family, quote);
        /* What a computer says stays as it is. */
        add_css(document, "code,code *,pre,pre *,tt,tt *,kbd,kbd *,samp,samp *{font-family:monospace!important}");
    }
}

/* How much of the stack is cleared: more than MuPDF needs from there to where it makes boxes of a chapter. */
#define STACK_CLEARED (64 * 1024)

static __attribute__((noinline)) void clear_stack(void)
{
    char stack[STACK_CLEARED];
    memset(stack, 0, sizeof stack);
    /* Else it would be left out. */
    __asm__ volatile("" : : "r"(stack) : "memory");
}

void flow_begin(fz_context *context, const sheaf_document *document)
{
    clear_stack();
    fz_set_use_document_css(context, document->settings.document_css);
    fz_set_user_css(context, document->css[0] != 0 ? document->css : NULL);
}

int flow_is_counted(const sheaf_document *document, int64_t chapter)
{
    return document->pages >= 0 || chapter < document->counted_chapters;
}

void flow_drop(sheaf_document *document)
{
    for (int chapter = 0; chapter < document->chapter_count; chapter++)
        free(document->chapters[chapter].starts);
    free(document->chapters);
}

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
    document->plugin->messages = 0;
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
    document->plugin->messages = 0;
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
