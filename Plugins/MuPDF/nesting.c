/* SPDX-License-Identifier: Apache-2.0
 *
 * nesting.c: what nests so deeply that MuPDF, which goes down by recursion, would run out of stack.
 *
 * Most of MuPDF's recursion ends in its own limit of 256 nested fz_try. A PostScript calculator function (ISO 32000-1, 7.10.5) has no
 * such limit: it is read and run by recursion, as deep as its braces nest. One that nests too deeply is taken out of the document, in
 * memory, before its page is drawn; what needs it is left out of the page then, and the rest is drawn.
 */
#include "internal.h"

#include <string.h>

/* Braces in braces: a level takes up to 160 bytes of stack, of which a host has 96 MB. */
#define FUNCTION_DEPTH_MAX 65536

/* The objects that are looked at for one page. */
#define OBJECTS_MAX 65536

/* The keys that lead away from what a page is drawn with, or to much that has no functions. */
static const char *const passed_over[] = {
    "Parent", "P", "Popup", "A", "AA", "Dest", "OC", "StructParents", "Metadata", "PieceInfo", "B", "Thumb",
    "FontDescriptor", "DescendantFonts", "ToUnicode", "Widths", "Encoding",
};

static int is_passed_over(const char *key)
{
    for (size_t i = 0; i < sizeof passed_over / sizeof *passed_over; i++)
        if (strcmp(key, passed_over[i]) == 0)
            return 1;
    return 0;
}

/* Whether the braces of a PostScript calculator function nest too deeply. Throws. */
static int nests_too_deeply(fz_context *context, pdf_obj *function)
{
    fz_stream *stream = pdf_open_stream(context, function);
    int depth = 0, is_comment = 0;
    fz_var(depth);
    fz_try(context)
    {
        for (int c = fz_read_byte(context, stream); c != EOF && depth <= FUNCTION_DEPTH_MAX;
             c = fz_read_byte(context, stream)) {
            if (c == '%' || c == '\r' || c == '\n')
                is_comment = c == '%';
            else if (!is_comment && (c == '{' || c == '}'))
                depth += c == '{' ? 1 : -1;
        }
    }
    fz_always(context)
        fz_drop_stream(context, stream);
    fz_catch(context)
        fz_rethrow(context);
    return depth > FUNCTION_DEPTH_MAX;
}

/* The objects that are still to be looked at. */
typedef struct queue {
    pdf_obj **objects;
    int count, room;
    int total; /* that were put there */
} queue;

/* Adds an object, if there may be a function in it. Throws. */
static void add(fz_context *context, queue *queue, pdf_obj *object)
{
    if (queue->total >= OBJECTS_MAX || !(pdf_is_indirect(context, object) || pdf_is_dict(context, object) ||
                                         pdf_is_array(context, object)))
        return;
    if (queue->count == queue->room) {
        queue->room = queue->room == 0 ? 64 : 2 * queue->room;
        queue->objects = fz_realloc_array(context, queue->objects, (size_t)queue->room, pdf_obj *);
    }
    queue->objects[queue->count++] = pdf_keep_obj(context, object);
    queue->total++;
}

/* Looks at an object, and adds what is in it. Throws. */
static void look(fz_context *context, sheaf_document *document, pdf_document *pdf, queue *queue, pdf_obj *object)
{
    if (pdf_is_indirect(context, object) && pdf_mark_bits_set(context, document->looked_at, object))
        return;
    if (pdf_is_array(context, object)) {
        for (int i = 0, n = pdf_array_len(context, object); i < n; i++)
            add(context, queue, pdf_array_get(context, object, i));
        return;
    }
    if (!pdf_is_dict(context, object))
        return;
    if (pdf_dict_get_int(context, object, PDF_NAME(FunctionType)) == 4 && pdf_is_stream(context, object)) {
        if (nests_too_deeply(context, object)) {
            fz_warn(context, "the function in object %d nests too deeply, and is left out",
                    pdf_to_num(context, object));
            pdf_obj *nothing = pdf_new_dict(context, pdf, 0);
            fz_try(context)
                pdf_update_object(context, pdf, pdf_to_num(context, object), nothing);
            fz_always(context)
                pdf_drop_obj(context, nothing);
            fz_catch(context)
                fz_rethrow(context);
        }
        return;
    }
    for (int i = 0, n = pdf_dict_len(context, object); i < n; i++)
        if (!is_passed_over(pdf_to_name(context, pdf_dict_get_key(context, object, i))))
            add(context, queue, pdf_dict_get_val(context, object, i));
}

void nesting_cut(fz_context *context, sheaf_document *document, fz_page *page)
{
    pdf_document *pdf = pdf_specifics(context, document->opened);
    pdf_page *loaded = pdf_page_from_fz_page(context, page);
    queue queue = {0};
    pdf_obj *object = NULL;
    if (pdf == NULL || loaded == NULL)
        return;
    fz_var(object);
    fz_try(context)
    {
        if (document->looked_at == NULL)
            document->looked_at = pdf_new_mark_bits(context, pdf);
        add(context, &queue, loaded->obj);
        add(context, &queue, pdf_dict_get_inheritable(context, loaded->obj, PDF_NAME(Resources)));
        while (queue.count > 0) {
            object = queue.objects[--queue.count];
            look(context, document, pdf, &queue, object);
            pdf_drop_obj(context, object);
            object = NULL;
        }
    }
    fz_always(context)
    {
        pdf_drop_obj(context, object);
        while (queue.count > 0)
            pdf_drop_obj(context, queue.objects[--queue.count]);
        fz_free(context, queue.objects);
    }
    fz_catch(context)
        /* Damage in those objects is reported when the page is drawn. */
        fz_warn(context, "cannot look through all that the page is drawn with: %s", fz_caught_message(context));
}

void nesting_drop(fz_context *context, sheaf_document *document)
{
    pdf_drop_mark_bits(context, document->looked_at);
    document->looked_at = NULL;
}
