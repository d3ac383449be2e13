/* SPDX-License-Identifier: Apache-2.0
 *
 * view.c: how a PDF asks to be seen at first (ISO 32000-1, 7.7.2 and 12.2): from which side it is read, which pages stand side by
 * side, and on which page it begins.
 */
#include "internal.h"

#include <stdio.h>
#include <string.h>

/* A name of PDF, and what metadata calls it. */
typedef struct value {
    const char *name, *text;
} value;

static const value directions[] = {
    {"L2R", VIEW_LEFT_TO_RIGHT},
    {"R2L", VIEW_RIGHT_TO_LEFT},
    {NULL, NULL},
};

/* Whether pages follow each other without a gap is the viewer's choice: columns are spreads here. In a book that is read from right to
 * left, too, viewers take "right" for a first page that stands alone. */
static const value layouts[] = {
    {"SinglePage", VIEW_SINGLE},  {"OneColumn", VIEW_SINGLE},     {"TwoPageLeft", VIEW_DOUBLE}, {"TwoColumnLeft", VIEW_DOUBLE},
    {"TwoPageRight", VIEW_COVER}, {"TwoColumnRight", VIEW_COVER}, {NULL, NULL},
};

/* Returns the word of metadata for a name; NULL: it is none of them. */
static const char *text_of(fz_context *context, pdf_obj *name, const value *values)
{
    while (values->name != NULL && strcmp(values->name, pdf_to_name(context, name)) != 0)
        values++;
    return values->text;
}

int32_t view_emit_pdf(fz_context *context, sheaf_document *document, sheaf_request *request, pdf_document *pdf)
{
    const sheaf_host_services *services = document->plugin->services;
    pdf_obj *root = pdf_dict_get(context, pdf_trailer(context, pdf), PDF_NAME(Root));
    pdf_obj *preferences = pdf_dict_gets(context, root, "ViewerPreferences");
    const char *direction = text_of(context, pdf_dict_gets(context, preferences, "Direction"), directions);
    const char *layout = text_of(context, pdf_dict_gets(context, root, "PageLayout"), layouts);
    const int64_t page = target_open(context, document, pdf);
    char number[24] = "";
    if (page >= 0)
        snprintf(number, sizeof number, "%lld", (long long)page + 1);
    int32_t status = sheaf_emit_metadata(services, request, VIEW_DIRECTION, direction);
    if (status == 0)
        status = sheaf_emit_metadata(services, request, VIEW_LAYOUT, layout);
    return status != 0 ? status : sheaf_emit_metadata(services, request, VIEW_START, number);
}
