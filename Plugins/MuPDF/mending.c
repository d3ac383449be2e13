/* SPDX-License-Identifier: Apache-2.0
 *
 * mending.c: takes annotations out of a page of a PDF with which MuPDF can't load it.
 */
#include "internal.h"

/* How often a page with bad annotations is loaded with some of them, to find those; those that were not tried then are left out. */
#define TRIES_MAX 256

/* Whether MuPDF can load the page with what its Annots are now. Throws where something else than the document is to blame. */
static int can_load(fz_context *context, const sheaf_document *document, int64_t index)
{
    int can = 0;
    fz_var(can);
    fz_try(context)
    {
        fz_drop_page(context, fz_load_page(context, document->opened, (int)index));
        can = 1;
    }
    fz_catch(context)
    {
        if (!is_damage(context))
            fz_rethrow(context);
        fz_warn(context, "cannot load page %d: %s", (int)index + 1, fz_caught_message(context));
    }
    return can;
}

/* Makes some of `all` the annotations of a page. Throws. */
static void put_annotations(fz_context *context, pdf_document *pdf, pdf_obj *page, pdf_obj *all, int start, int end)
{
    pdf_obj *some = pdf_new_array(context, pdf, end - start);
    fz_try(context)
    {
        for (int i = start; i < end; i++)
            pdf_array_push(context, some, pdf_array_get(context, all, i));
        pdf_dict_put(context, page, PDF_NAME(Annots), some);
    }
    fz_always(context)
        pdf_drop_obj(context, some);
    fz_catch(context)
        fz_rethrow(context);
}

/* Adds those of `all` to `kept` with which the page can be loaded. Throws. */
static void keep_loadable(fz_context *context, const sheaf_document *document, pdf_document *pdf, int64_t index,
                          pdf_obj *page, pdf_obj *all, int start, int end, pdf_obj *kept, int *tries)
{
    if (start == end || *tries == TRIES_MAX)
        return;
    ++*tries;
    put_annotations(context, pdf, page, all, start, end);
    if (can_load(context, document, index)) {
        for (int i = start; i < end; i++)
            pdf_array_push(context, kept, pdf_array_get(context, all, i));
    } else if (end - start > 1) {
        const int middle = start + (end - start) / 2;
        keep_loadable(context, document, pdf, index, page, all, start, middle, kept, tries);
        keep_loadable(context, document, pdf, index, page, all, middle, end, kept, tries);
    }
}

void annotations_cut(fz_context *context, sheaf_document *document, int64_t index)
{
    pdf_document *pdf = pdf_specifics(context, document->opened);
    pdf_obj *page = pdf == NULL ? NULL : pdf_lookup_page_obj(context, pdf, (int)index);
    pdf_obj *all = pdf_dict_get(context, page, PDF_NAME(Annots));
    const int count = pdf_array_len(context, all);
    pdf_obj *kept = NULL;
    int tries = 0;
    if (count == 0)
        return;
    pdf_keep_obj(context, all);
    fz_var(kept);
    fz_try(context)
    {
        kept = pdf_new_array(context, pdf, count);
        keep_loadable(context, document, pdf, index, page, all, 0, count, kept, &tries);
        pdf_dict_put(context, page, PDF_NAME(Annots), kept);
    }
    fz_always(context)
    {
        pdf_drop_obj(context, all);
        pdf_drop_obj(context, kept);
    }
    fz_catch(context)
        fz_rethrow(context);
}
