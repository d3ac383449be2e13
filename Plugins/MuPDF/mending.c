/* SPDX-License-Identifier: Apache-2.0
 *
 * mending.c: changes the annotations of a page of a PDF, in memory, where MuPDF can't load it with them, or would show them as they
 * were before somebody filled in a form.
 */
#include "internal.h"

/* How often a page with bad annotations is loaded with some of them, to find those; those that were not tried then are left out. */
#define TRIES_MAX 256

/* The flag of a text field that hides what is typed (ISO 32000-1, table 228). */
#define FIELD_IS_PASSWORD (1 << 13)

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

/* Whether a form field has a value that is to be drawn as text: MuPDF draws those of text fields and of lists. Throws. */
static int has_text(fz_context *context, pdf_obj *field)
{
    pdf_obj *type = pdf_dict_get_inheritable(context, field, PDF_NAME(FT));
    pdf_obj *value = pdf_dict_get_inheritable(context, field, PDF_NAME(V));
    const int flags = pdf_to_int(context, pdf_dict_get_inheritable(context, field, PDF_NAME(Ff)));
    if (!pdf_name_eq(context, pdf_dict_get(context, field, PDF_NAME(Subtype)), PDF_NAME(Widget)))
        return 0;
    if (pdf_name_eq(context, type, PDF_NAME(Tx)))
        return (flags & FIELD_IS_PASSWORD) == 0 && *pdf_to_text_string(context, value) != 0;
    return pdf_name_eq(context, type, PDF_NAME(Ch)) &&
           (*pdf_to_text_string(context, value) != 0 ||
            pdf_array_len(context, pdf_dict_get_inheritable(context, field, PDF_NAME(Opt))) > 0);
}

void fields_renew(fz_context *context, sheaf_document *document, int64_t index)
{
    pdf_document *pdf = pdf_specifics(context, document->opened);
    if (pdf == NULL)
        return;
    fz_try(context)
    {
        pdf_obj *form = pdf_dict_getp(context, pdf_trailer(context, pdf), "Root/AcroForm");
        const int is_stale = pdf_to_bool(context, pdf_dict_gets(context, form, "NeedAppearances"));
        pdf_obj *page = is_stale ? pdf_lookup_page_obj(context, pdf, (int)index) : NULL;
        pdf_obj *all = pdf_dict_get(context, page, PDF_NAME(Annots));
        for (int i = 0, count = pdf_array_len(context, all); i < count; i++) {
            pdf_obj *field = pdf_array_get(context, all, i);
            if (pdf_dict_get(context, field, PDF_NAME(AP)) != NULL && has_text(context, field))
                pdf_dict_del(context, field, PDF_NAME(AP));
        }
    }
    fz_catch(context)
    {
        if (!is_damage(context))
            fz_rethrow(context);
        fz_warn(context, "cannot renew the fields of page %d: %s", (int)index + 1, fz_caught_message(context));
    }
}
