/* SPDX-License-Identifier: Apache-2.0
 *
 * links.c: where a document leads: its outline and the links on its pages.
 */
#include "internal.h"

#include <math.h>

/* Deeper outlines are cut off: people do not write them. */
#define OUTLINE_DEPTH_MAX 64u

/* Fills in the target of an item: the page and the point on it, or the URI as the document gives it. SHEAF_NOT_COUNTED or 0.
 * Throws. */
static int32_t resolve(fz_context *context, const sheaf_document *document, const char *uri, sheaf_item *item)
{
    if (uri == NULL)
        return 0;
    if (fz_is_external_link(context, uri)) {
        item->uri = uri;
        return 0;
    }
    fz_link_dest target = fz_resolve_link_dest(context, document->opened, uri);
    if (target.loc.page >= 0 && !flow_is_counted(document, target.loc.chapter))
        return SHEAF_NOT_COUNTED;
    int page = target.loc.page < 0 ? -1 : fz_page_number_from_location(context, document->opened, target.loc);
    int columns = document->settings.columns;
    if (page < 0 || (document->pages >= 0 && page / columns >= document->pages))
        return 0;
    item->page = page / columns;
    item->target_x = (isfinite(target.x) ? (double)target.x : 0) + (double)column_offset(document, page % columns);
    item->target_y = isfinite(target.y) ? (double)target.y : 0;
    return 0;
}

/* Emits an item with copies of its strings that are fit for the host. Throws. */
static int32_t emit_cleaned(fz_context *context, sheaf_document *document, sheaf_request *request, sheaf_item *item)
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

static int32_t emit_link(fz_context *context, sheaf_document *document, sheaf_request *request, const fz_link *link,
                         float offset)
{
    sheaf_item item = {
        .size = sizeof item,
        .kind = SHEAF_ITEM_LINK,
        .page = SHEAF_NO_PAGE,
        .x0 = (double)(link->rect.x0 - document->bounds.x0 + offset),
        .y0 = (double)(link->rect.y0 - document->bounds.y0),
        .x1 = (double)(link->rect.x1 - document->bounds.x0 + offset),
        .y1 = (double)(link->rect.y1 - document->bounds.y0),
    };
    int32_t status = resolve(context, document, link->uri, &item);
    if (status != 0)
        return status;
    /* A link that leads nowhere is none. */
    return item.page == SHEAF_NO_PAGE && item.uri == NULL ? 0 : emit_cleaned(context, document, request, &item);
}

int32_t provider_links(sheaf_document *document, sheaf_request *request, int64_t page)
{
    fz_context *context = document->plugin->context;
    fz_link *links = NULL;
    int32_t status = document_turn(document, request, page);
    if (status != 0)
        return status;
    fz_var(links);
    fz_var(status);
    fz_try(context)
    {
        for (int column = 0; column < document->settings.columns && status == 0; column++) {
            fz_page *shown = column == 0 ? document->page : document->others[column - 1];
            links = shown == NULL ? NULL : fz_load_links(context, shown);
            for (const fz_link *link = links; link != NULL && status == 0; link = link->next)
                status = emit_link(context, document, request, link, column_offset(document, column));
            fz_drop_link(context, links);
            links = NULL;
        }
    }
    fz_always(context)
        fz_drop_link(context, links);
    fz_catch(context)
        return caught(document, request, "read the links of page %lld", (long long)page + 1);
    return settled(document, request, status);
}

static int32_t emit_entry(fz_context *context, sheaf_document *document, sheaf_request *request,
                          const fz_outline_item *entry, uint32_t level)
{
    sheaf_item item = {
        .size = sizeof item,
        .kind = SHEAF_ITEM_OUTLINE,
        .level = level,
        .page = SHEAF_NO_PAGE,
        .text = entry->title != NULL ? entry->title : "",
    };
    int32_t status = resolve(context, document, entry->uri, &item);
    return status != 0 ? status : emit_cleaned(context, document, request, &item);
}

/* MuPDF has these in every version, and its headers leave them out from 1.24 on. */
char *pdf_parse_link_dest(fz_context *context, pdf_document *document, pdf_obj *target);
char *pdf_parse_link_action(fz_context *context, pdf_document *document, pdf_obj *action, int page);

/* Emits an entry of a PDF's outline. Throws. */
static int32_t emit_object(fz_context *context, sheaf_document *document, sheaf_request *request, pdf_document *pdf,
                           pdf_obj *object, uint32_t level)
{
    pdf_obj *target = pdf_dict_get(context, object, PDF_NAME(Dest));
    pdf_obj *action = pdf_dict_get(context, object, PDF_NAME(A));
    fz_outline_item entry = {0};
    int32_t status = 0;
    fz_var(entry);
    fz_var(status);
    fz_try(context)
    {
        entry.title = fz_strdup(context, pdf_to_text_string(context, pdf_dict_get(context, object, PDF_NAME(Title))));
        if (target != NULL)
            entry.uri = pdf_parse_link_dest(context, pdf, target);
        else if (action != NULL)
            entry.uri = pdf_parse_link_action(context, pdf, action, -1);
        status = emit_entry(context, document, request, &entry, level);
    }
    fz_always(context)
    {
        fz_free(context, entry.title);
        fz_free(context, entry.uri);
    }
    fz_catch(context)
        fz_rethrow(context);
    return status;
}

/* Emits the outline of a PDF. MuPDF's own iterator tests all of it first, by recursion: one that nests deeply would end the process.
 * Throws. */
static int32_t emit_pdf_outline(fz_context *context, sheaf_document *document, sheaf_request *request,
                                pdf_document *pdf)
{
    pdf_obj *root = pdf_dict_get(context, pdf_trailer(context, pdf), PDF_NAME(Root));
    pdf_obj *entry = pdf_dict_get(context, pdf_dict_get(context, root, PDF_NAME(Outlines)), PDF_NAME(First));
    pdf_obj *above[OUTLINE_DEPTH_MAX];
    pdf_mark_bits *seen = pdf_new_mark_bits(context, pdf);
    uint32_t level = 0;
    int32_t status = 0;
    fz_var(status);
    fz_try(context)
    {
        /* Entries are indirect objects: one that follows itself is seen twice. */
        while (pdf_is_dict(context, entry) && !pdf_mark_bits_set(context, seen, entry) && status == 0) {
            status = emit_object(context, document, request, pdf, entry, level);
            if (document->plugin->services->cancelled(request))
                status = SHEAF_CANCELLED;
            pdf_obj *below = pdf_dict_get(context, entry, PDF_NAME(First));
            if (pdf_is_dict(context, below) && level + 1 < OUTLINE_DEPTH_MAX) {
                above[level++] = entry;
                entry = below;
                continue;
            }
            entry = pdf_dict_get(context, entry, PDF_NAME(Next));
            while (!pdf_is_dict(context, entry) && level > 0)
                entry = pdf_dict_get(context, above[--level], PDF_NAME(Next));
        }
    }
    fz_always(context)
        pdf_drop_mark_bits(context, seen);
    fz_catch(context)
        fz_rethrow(context);
    return status;
}

/* Goes from an entry to the one that follows it on the page. 0: there it is. */
static int advance(fz_context *context, fz_outline_iterator *entries, uint32_t *level)
{
    int below = fz_outline_iterator_down(context, entries);
    if (below >= 0)
        ++*level;
    if (below == 0 && *level < OUTLINE_DEPTH_MAX)
        return 0;
    /* An entry without any below it may still be gone down into: new ones could be put there. */
    if (below >= 0) {
        fz_outline_iterator_up(context, entries);
        --*level;
    }
    while (fz_outline_iterator_next(context, entries) != 0) {
        if (*level == 0 || fz_outline_iterator_up(context, entries) < 0)
            return -1;
        --*level;
    }
    return 0;
}

int32_t provider_outline(sheaf_document *document, sheaf_request *request)
{
    sheaf_plugin *plugin = document->plugin;
    fz_context *context = plugin->context;
    fz_outline_iterator *entries = NULL;
    uint32_t level = 0;
    int32_t status = 0;
    document_begin(document);
    flow_begin(context, document);
    fz_var(entries);
    fz_var(level);
    fz_var(status);
    fz_try(context)
    {
        pdf_document *pdf = pdf_specifics(context, document->opened);
        if (pdf != NULL)
            status = emit_pdf_outline(context, document, request, pdf);
        else
            entries = fz_new_outline_iterator(context, document->opened);
        const fz_outline_item *entry = entries == NULL ? NULL : fz_outline_iterator_item(context, entries);
        while (entry != NULL && status == 0) {
            status = emit_entry(context, document, request, entry, level);
            if (plugin->services->cancelled(request))
                status = SHEAF_CANCELLED;
            entry = advance(context, entries, &level) == 0 ? fz_outline_iterator_item(context, entries) : NULL;
        }
    }
    fz_always(context)
        fz_drop_outline_iterator(context, entries);
    fz_catch(context)
        return caught(document, request, "read the outline");
    return settled(document, request, status);
}
