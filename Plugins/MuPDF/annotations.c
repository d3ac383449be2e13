/* SPDX-License-Identifier: Apache-2.0
 *
 * annotations.c: what people have put on the pages of a PDF. Links are told as such; form fields are the document's own, and a
 * pop-up is the window of another annotation.
 *
 * The objects of the document are read, not MuPDF's annotations: of one that brings no appearance MuPDF makes one when it draws the
 * page, and then has another box, an infinite one where there is nothing to draw. One that is no object of its own it changes itself.
 */
#include "internal.h"

#include <stdio.h>
#include <string.h>

/* The kind as PDF names it, beginning with a small letter. */
static void name_kind(fz_context *context, enum pdf_annot_type type, char *kind, size_t size)
{
    snprintf(kind, size, "%s", type == PDF_ANNOT_UNKNOWN ? "unknown" : pdf_string_from_annot_type(context, type));
    if (kind[0] >= 'A' && kind[0] <= 'Z')
        kind[0] = (char)(kind[0] + ('a' - 'A'));
}

/* Makes lines fit for the host, each of which ends in \n then. */
static void clean_lines(char *text)
{
    char *to = text;
    for (const char *at = text; *at != 0; at++)
        if (at[0] != '\r' || at[1] != '\n')
            *to++ = *at == '\r' ? '\n' : *at;
    *to = 0;
    for (char *line = text; *line != 0;) {
        char *end = line + strcspn(line, "\n"), last = *end;
        *end = 0;
        sheaf_text_clean(line);
        *end = last;
        line = last == 0 ? end : end + 1;
    }
}

/* A text of an annotation, fit for the host, or NULL where it has none; the caller frees it. Throws. */
static char *read_text(fz_context *context, pdf_obj *annotation, pdf_obj *key)
{
    const char *text = pdf_dict_get_text_string(context, annotation, key);
    char *copy = text[0] == 0 ? NULL : fz_strdup(context, text);
    if (copy != NULL)
        clean_lines(copy);
    return copy;
}

/* Emits an annotation, if it is one to be listed. `transform` leads from its page's own coordinates to where it is shown. Throws. */
static int32_t emit_annotation(fz_context *context, sheaf_document *document, sheaf_request *request, pdf_obj *annotation,
                               fz_matrix transform)
{
    if (!pdf_is_dict(context, annotation))
        return 0;
    const char *name = pdf_dict_get_name(context, annotation, PDF_NAME(Subtype));
    const enum pdf_annot_type type = pdf_annot_type_from_string(context, name);
    if (type == PDF_ANNOT_LINK || type == PDF_ANNOT_POPUP || type == PDF_ANNOT_WIDGET)
        return 0;
    const fz_rect rect = pdf_dict_get_rect(context, annotation, PDF_NAME(Rect));
    const fz_rect box = fz_is_infinite_rect(rect) ? document->bounds : fz_transform_rect(rect, transform);
    const int64_t modified = pdf_dict_get_date(context, annotation, PDF_NAME(M));
    char kind[32], *text = NULL, *author = NULL;
    int32_t status = 0;
    name_kind(context, type, kind, sizeof kind);
    fz_var(text);
    fz_var(author);
    fz_var(status);
    fz_try(context)
    {
        text = read_text(context, annotation, PDF_NAME(Contents));
        author = read_text(context, annotation, PDF_NAME(T));
        const sheaf_item item = {
            .size = sizeof item,
            .kind = SHEAF_ITEM_ANNOTATION,
            .page = SHEAF_NO_PAGE,
            .x0 = (double)(box.x0 - document->bounds.x0),
            .y0 = (double)(box.y0 - document->bounds.y0),
            .x1 = (double)(box.x1 - document->bounds.x0),
            .y1 = (double)(box.y1 - document->bounds.y0),
            .key = kind,
            .text = text,
            .author = author,
            .modified = modified > 0 ? modified : 0,
        };
        status = document->plugin->services->emit(request, &item);
    }
    fz_always(context)
    {
        fz_free(context, text);
        fz_free(context, author);
    }
    fz_catch(context)
        fz_rethrow(context);
    return status;
}

int32_t provider_annotations(sheaf_document *document, sheaf_request *request, int64_t page)
{
    fz_context *context = document->plugin->context;
    int32_t status = document_turn(document, request, page);
    if (status != 0)
        return status;
    fz_var(status);
    fz_try(context)
    {
        pdf_document *pdf = pdf_document_from_fz_document(context, document->opened);
        pdf_page *shown = pdf_page_from_fz_page(context, document->page);
        if (pdf != NULL && shown != NULL) {
            fz_rect bounds;
            fz_matrix transform;
            pdf_page_transform(context, shown, &bounds, &transform);
            pdf_obj *all = pdf_dict_get(context, shown->obj, PDF_NAME(Annots));
            const int count = pdf_array_len(context, all);
            for (int i = 0; i < count && status == 0; i++) {
                fz_try(context)
                    status = emit_annotation(context, document, request, pdf_array_get(context, all, i), transform);
                fz_catch(context)
                {
                    if (!is_damage(context))
                        fz_rethrow(context);
                    fz_warn(context, "cannot read an annotation: %s", fz_caught_message(context));
                }
            }
        }
    }
    fz_catch(context)
        return caught(document, request, "read the annotations of page %lld", (long long)page + 1);
    return settled(document, request, status);
}
