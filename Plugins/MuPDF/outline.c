/* SPDX-License-Identifier: Apache-2.0
 *
 * outline.c: the outline of a document.
 */
#include "internal.h"

/* Deeper outlines are cut off: people do not write them. */
#define OUTLINE_DEPTH_MAX 64u

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
    char written[SHEAF_TEXT_SIZE];
    int32_t status = item_resolve(context, document, entry->uri, written, &item);
    return status != 0 ? status : item_emit(context, document, request, &item);
}

/* MARK: Of a PDF */

/* The entries of a PDF's outline that are below one of them, in their order. */
typedef struct siblings {
    pdf_obj **entries;
    int count, room;
    int next; /* the first one that was not emitted */
} siblings;

static void drop_siblings(fz_context *context, siblings *siblings)
{
    for (int i = 0; i < siblings->count; i++)
        pdf_drop_obj(context, siblings->entries[i]);
    fz_free(context, siblings->entries);
    *siblings = (struct siblings){0};
}

static void add_sibling(fz_context *context, siblings *siblings, pdf_obj *entry)
{
    if (siblings->count == siblings->room) {
        const int room = siblings->room == 0 ? 16 : 2 * siblings->room;
        siblings->entries = fz_realloc_array(context, siblings->entries, (size_t)room, pdf_obj *);
        siblings->room = room;
    }
    siblings->entries[siblings->count++] = pdf_keep_obj(context, entry);
}

/* Finds the entries below one: from the first one on, and where the chain is broken, from the last one back. Entries are indirect
 * objects: one that is below itself, or follows itself, was `seen`. Throws. */
static void find_siblings(fz_context *context, siblings *siblings, pdf_obj *above, pdf_mark_bits *seen)
{
    pdf_obj *entry = pdf_dict_get(context, above, PDF_NAME(First));
    while (pdf_is_dict(context, entry) && !pdf_mark_bits_set(context, seen, entry)) {
        add_sibling(context, siblings, entry);
        entry = pdf_dict_get(context, entry, PDF_NAME(Next));
    }
    const int before = siblings->count;
    entry = pdf_dict_get(context, above, PDF_NAME(Last));
    /* A wrong Last may lead to where other entries are. */
    while (pdf_is_dict(context, entry) && pdf_to_num(context, above) > 0 &&
           pdf_to_num(context, pdf_dict_get(context, entry, PDF_NAME(Parent))) == pdf_to_num(context, above) &&
           !pdf_mark_bits_set(context, seen, entry)) {
        add_sibling(context, siblings, entry);
        entry = pdf_dict_get(context, entry, PDF_NAME(Prev));
    }
    for (int i = before, j = siblings->count - 1; i < j; i++, j--) {
        pdf_obj *other = siblings->entries[i];
        siblings->entries[i] = siblings->entries[j];
        siblings->entries[j] = other;
    }
}

/* Emits an entry. Throws. */
static int32_t emit_object(fz_context *context, sheaf_document *document, sheaf_request *request, pdf_document *pdf,
                           pdf_obj *object, uint32_t level)
{
    sheaf_item item = {
        .size = sizeof item,
        .kind = SHEAF_ITEM_OUTLINE,
        .level = level,
        .page = SHEAF_NO_PAGE,
        .text = pdf_dict_get_text_string(context, object, PDF_NAME(Title)),
    };
    target target = target_read(context, document, pdf, object, -1);
    return item_emit_target(context, document, request, &item, &target);
}

/* Emits the outline of a PDF. MuPDF's own iterator tests all of it first, by recursion: one that nests deeply would end the process.
 * Throws. */
static int32_t emit_pdf_outline(fz_context *context, sheaf_document *document, sheaf_request *request,
                                pdf_document *pdf)
{
    pdf_obj *root = pdf_dict_get(context, pdf_trailer(context, pdf), PDF_NAME(Root));
    pdf_obj *outlines = pdf_dict_get(context, root, PDF_NAME(Outlines));
    siblings levels[OUTLINE_DEPTH_MAX] = {0};
    pdf_mark_bits *seen = pdf_new_mark_bits(context, pdf);
    uint32_t level = 0;
    int32_t status = 0;
    fz_var(status);
    fz_try(context)
    {
        pdf_mark_bits_set(context, seen, outlines);
        find_siblings(context, &levels[0], outlines, seen);
        while (status == 0) {
            siblings *siblings = &levels[level];
            if (siblings->next == siblings->count) {
                drop_siblings(context, siblings);
                if (level == 0)
                    break;
                level--;
                continue;
            }
            pdf_obj *entry = siblings->entries[siblings->next++];
            status = emit_object(context, document, request, pdf, entry, level);
            if (document->plugin->services->cancelled(request))
                status = SHEAF_CANCELLED;
            if (status == 0 && level + 1 < OUTLINE_DEPTH_MAX)
                find_siblings(context, &levels[++level], entry, seen);
        }
    }
    fz_always(context)
    {
        for (uint32_t i = 0; i < OUTLINE_DEPTH_MAX; i++)
            drop_siblings(context, &levels[i]);
        pdf_drop_mark_bits(context, seen);
    }
    fz_catch(context)
        fz_rethrow(context);
    return status;
}

/* MARK: Of others */

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
