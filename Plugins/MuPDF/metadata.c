/* SPDX-License-Identifier: Apache-2.0
 *
 * metadata.c: what a document says about itself, under Dublin Core's names where it has one. The entries of a PDF's
 * information dictionary go where XMP puts them (ISO 16684-1): its Subject is a description, its Keywords the subject.
 */
#include "internal.h"

#include <stdio.h>
#include <string.h>

/* The longest value; longer ones are cut. */
#define VALUE_SIZE 4096

static const struct {
    const char *key;
    const char *entry; /* as MuPDF calls it */
    int is_date;
} fields[] = {
    {"title", FZ_META_INFO_TITLE, 0},
    {"creator", FZ_META_INFO_AUTHOR, 0},
    {"subject", FZ_META_INFO_KEYWORDS, 0},
    {"description", FZ_META_INFO_SUBJECT, 0},
    {"created", FZ_META_INFO_CREATIONDATE, 1},
    {"modified", FZ_META_INFO_MODIFICATIONDATE, 1},
    {"tool", FZ_META_INFO_CREATOR, 0},
    {"producer", FZ_META_INFO_PRODUCER, 0},
    {"format", FZ_META_FORMAT, 0},
    {"encryption", FZ_META_ENCRYPTION, 0},
};

/* Turns a PDF's date (D:20221217024144-00'00', of which all but the year may be missing) into ISO 8601's form. */
static void date_to_iso(char *value, size_t size)
{
    int part[6] = {0, 1, 1, 0, 0, 0}, used = 0, zone_hours = 0, zone_minutes = 0;
    const char *at = strncmp(value, "D:", 2) == 0 ? value + 2 : value;
    if (sscanf(at, "%4d%n", &part[0], &used) != 1 || used != 4)
        return;
    int parts = 1;
    for (at += used; parts < 6 && sscanf(at, "%2d%n", &part[parts], &used) == 1 && used == 2; parts++)
        at += used;
    if (parts < 3)
        snprintf(value, size, parts == 1 ? "%04d" : "%04d-%02d", part[0], part[1]);
    else if (parts < 6)
        snprintf(value, size, "%04d-%02d-%02d", part[0], part[1], part[2]);
    else {
        char zone[16] = "";
        int numbers = at[0] == '+' || at[0] == '-' ? sscanf(at + 1, "%2d'%2d", &zone_hours, &zone_minutes) : 0;
        if (at[0] == 'Z' || (numbers > 0 && zone_hours == 0 && zone_minutes == 0))
            snprintf(zone, sizeof zone, "Z");
        else if (numbers > 0)
            snprintf(zone, sizeof zone, "%c%02d:%02d", at[0], zone_hours, zone_minutes);
        snprintf(value, size, "%04d-%02d-%02dT%02d:%02d:%02d%s", part[0], part[1], part[2], part[3], part[4], part[5],
                 zone);
    }
}

/* Emits one field, if the document has it. Throws. */
static int32_t emit_field(fz_context *context, sheaf_document *document, sheaf_request *request, size_t field)
{
    char value[VALUE_SIZE] = "";
    int length = fz_lookup_metadata(context, document->opened, fields[field].entry, value, sizeof value);
    if (length <= 0)
        return 0;
    if (fields[field].is_date)
        date_to_iso(value, sizeof value);
    sheaf_text_clean(value);
    return sheaf_emit_metadata(document->plugin->services, request, fields[field].key, value);
}

/* Emits how the document asks to be seen at first. Throws. */
static int32_t emit_view(fz_context *context, sheaf_document *document, sheaf_request *request)
{
    pdf_document *pdf = pdf_specifics(context, document->opened);
    return pdf == NULL ? 0 : view_emit_pdf(context, document, request, pdf);
}

int32_t provider_metadata(sheaf_document *document, sheaf_request *request)
{
    fz_context *context = document->plugin->context;
    int32_t status = 0;
    document_begin(document);
    fz_var(status);
    fz_try(context)
    {
        for (size_t i = 0; i < sizeof fields / sizeof fields[0] && status == 0; i++)
            status = emit_field(context, document, request, i);
        if (status == 0)
            status = emit_view(context, document, request);
        if (document->encoding[0] != 0 && status == 0)
            status = sheaf_emit_metadata(document->plugin->services, request, "encoding", document->encoding);
    }
    fz_catch(context)
        return caught(document, request, "read the metadata");
    return settled(document, request, status);
}
