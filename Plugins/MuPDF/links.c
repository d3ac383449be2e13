/* SPDX-License-Identifier: Apache-2.0
 *
 * links.c: the links on the pages of a document, and what links and entries of an outline have in common.
 */
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int32_t item_resolve(fz_context *context, const sheaf_document *document, const char *uri, char *written, sheaf_item *item)
{
    fz_link_dest target = fz_make_link_dest_none();
    int page = -1;
    /* An empty address of HTML is the folder that it lies in. */
    if (uri == NULL || uri[0] == 0 || strcmp(uri, ".") == 0)
        return 0;
    address_restore(uri, written, SHEAF_TEXT_SIZE);
    item->key = sheaf_link_name(sheaf_link_kind_of(written));
    item->uri = written;
    if (fz_is_external_link(context, uri))
        return 0;
    fz_var(target);
    fz_var(page);
    fz_try(context)
    {
        target = fz_resolve_link_dest(context, document->opened, uri);
        if (target.loc.page >= 0)
            page = fz_page_number_from_location(context, document->opened, target.loc);
    }
    fz_catch(context)
    {
        if (!is_damage(context))
            fz_rethrow(context);
        fz_warn(context, "cannot tell where %s leads: %s", uri, fz_caught_message(context));
    }
    const int columns = document->settings.columns;
    if (page < 0 || page / columns >= document->pages)
        return 0;
    item->uri = NULL;
    item->key = sheaf_link_name(SHEAF_LINK_HERE);
    item->page = page / columns;
    item->target_x = (isfinite(target.x) ? (double)target.x : 0) + (double)column_offset(document, page % columns);
    item->target_y = isfinite(target.y) ? (double)target.y : 0;
    return 0;
}

int32_t item_emit(fz_context *context, sheaf_document *document, sheaf_request *request, sheaf_item *item)
{
    char *text = NULL, *uri = NULL;
    int32_t status = 0;
    fz_var(text);
    fz_var(uri);
    fz_var(status);
    fz_try(context)
    {
        if (item->text != NULL) {
            text = fz_strdup(context, item->text);
            sheaf_text_clean(text);
            item->text = text;
        }
        if (item->uri != NULL) {
            uri = fz_strdup(context, item->uri);
            sheaf_text_clean(uri);
            item->uri = uri;
        }
        status = document->plugin->services->emit(request, item);
    }
    fz_always(context)
    {
        fz_free(context, text);
        fz_free(context, uri);
    }
    fz_catch(context)
        fz_rethrow(context);
    return status;
}

int32_t item_emit_target(fz_context *context, sheaf_document *document, sheaf_request *request, sheaf_item *item,
                         target *target)
{
    int32_t status = 0;
    fz_var(status);
    item->key = sheaf_link_name(target->kind);
    item->uri = target->uri;
    if (target->page >= 0) {
        item->uri = NULL;
        item->page = target->page;
        item->target_x = isfinite(target->point.x) ? (double)target->point.x : 0;
        item->target_y = isfinite(target->point.y) ? (double)target->point.y : 0;
    }
    fz_try(context)
        status = item_emit(context, document, request, item);
    fz_always(context)
    {
        fz_free(context, target->uri);
        target->uri = NULL;
    }
    fz_catch(context)
        fz_rethrow(context);
    return status;
}

/* A link with this box. */
static sheaf_item link_item(const sheaf_document *document, fz_rect box, float offset)
{
    return (sheaf_item){
        .size = sizeof(sheaf_item),
        .kind = SHEAF_ITEM_LINK,
        .page = SHEAF_NO_PAGE,
        .x0 = (double)(box.x0 - document->bounds.x0 + offset),
        .y0 = (double)(box.y0 - document->bounds.y0),
        .x1 = (double)(box.x1 - document->bounds.x0 + offset),
        .y1 = (double)(box.y1 - document->bounds.y0),
    };
}

/* In the order in which they are read, from the top; those of a line from the left. MuPDF has them from the last to the first. */
static int compare_links(const void *left, const void *right)
{
    const fz_rect a = (*(fz_link *const *)left)->rect, b = (*(fz_link *const *)right)->rect;
    const float ay = floorf(a.y1), by = floorf(b.y1);
    return ay != by ? (ay > by) - (ay < by) : (a.x0 > b.x0) - (a.x0 < b.x0);
}

/* Emits links as MuPDF has them. Throws. */
static int32_t emit_sorted(fz_context *context, sheaf_document *document, sheaf_request *request, fz_link *const *links,
                           int count, float offset)
{
    int32_t status = 0;
    for (int i = 0; i < count && status == 0; i++) {
        char written[SHEAF_TEXT_SIZE];
        sheaf_item item = link_item(document, links[i]->rect, offset);
        status = item_resolve(context, document, links[i]->uri, written, &item);
        if (status == 0 && item.key != NULL)
            status = item_emit(context, document, request, &item);
    }
    return status;
}

/* Emits the links of a page, or of a column of one. Throws. */
static int32_t emit_links(fz_context *context, sheaf_document *document, sheaf_request *request, fz_page *page,
                          float offset)
{
    fz_link *first = fz_load_links(context, page), **links = NULL;
    int32_t status = 0;
    int count = 0;
    for (const fz_link *link = first; link != NULL; link = link->next)
        count++;
    fz_var(links);
    fz_var(status);
    fz_try(context)
    {
        links = fz_malloc_array(context, (size_t)count + 1, fz_link *);
        count = 0;
        for (fz_link *link = first; link != NULL; link = link->next)
            links[count++] = link;
        qsort(links, (size_t)count, sizeof *links, compare_links);
        status = emit_sorted(context, document, request, links, count, offset);
    }
    fz_always(context)
    {
        fz_free(context, links);
        fz_drop_link(context, first);
    }
    fz_catch(context)
        fz_rethrow(context);
    return status;
}

/* Emits the links of a page of a PDF. One that says nothing of where it leads is none. Throws. */
static int32_t emit_pdf_links(fz_context *context, sheaf_document *document, sheaf_request *request, pdf_document *pdf,
                              pdf_page *page, int64_t index)
{
    pdf_obj *all = pdf_dict_get(context, page->obj, PDF_NAME(Annots));
    const int count = pdf_array_len(context, all);
    int32_t status = 0;
    fz_rect bounds;
    fz_matrix transform;
    pdf_page_transform(context, page, &bounds, &transform);
    for (int i = 0; i < count && status == 0; i++) {
        pdf_obj *link = pdf_array_get(context, all, i);
        if (!pdf_name_eq(context, pdf_dict_get(context, link, PDF_NAME(Subtype)), PDF_NAME(Link)))
            continue;
        target target = target_read(context, document, pdf, link, index);
        if (target.kind == SHEAF_LINK_NONE)
            continue;
        const fz_rect rect = pdf_dict_get_rect(context, link, PDF_NAME(Rect));
        sheaf_item item = link_item(document, fz_transform_rect(rect, transform), 0);
        status = item_emit_target(context, document, request, &item, &target);
    }
    return status;
}

int32_t provider_links(sheaf_document *document, sheaf_request *request, int64_t page)
{
    fz_context *context = document->plugin->context;
    int32_t status = document_turn(document, request, page);
    if (status != 0)
        return status;
    fz_var(status);
    fz_try(context)
    {
        pdf_document *pdf = pdf_specifics(context, document->opened);
        pdf_page *loaded = pdf_page_from_fz_page(context, document->page);
        if (pdf != NULL && loaded != NULL)
            status = emit_pdf_links(context, document, request, pdf, loaded, page);
        for (int column = 0; pdf == NULL && column < document->settings.columns && status == 0; column++) {
            fz_page *shown = column == 0 ? document->page : document->others[column - 1];
            if (shown != NULL)
                status = emit_links(context, document, request, shown, column_offset(document, column));
        }
    }
    fz_catch(context)
        return caught(document, request, "read the links of page %lld", (long long)page + 1);
    return settled(document, request, status);
}
