/* SPDX-License-Identifier: Apache-2.0
 *
 * parts.c: the files that MuPDF reads in place of a book's own: its package, with each part that is to be read, and a page for each part
 * that is none.
 */
#include "rewriting.h"

#include <string.h>

/* Appends text as it stands in XML. */
static void append_text(fz_context *context, fz_buffer *buffer, const char *text)
{
    for (const char *at = text; *at != 0; at++) {
        if (*at == '<' || *at == '&' || *at == '"')
            fz_append_printf(context, buffer, "&#%d;", *at);
        else
            fz_append_byte(context, buffer, *at);
    }
}

/* Appends a path as it stands in a reference. */
static void append_path(fz_context *context, fz_buffer *buffer, const char *path)
{
    static const char digits[] = "0123456789ABCDEF";
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./";
    for (const char *at = path; *at != 0; at++) {
        const unsigned char byte = (unsigned char)*at;
        if (strchr(plain, byte) != NULL) {
            fz_append_byte(context, buffer, byte);
            continue;
        }
        fz_append_byte(context, buffer, '%');
        fz_append_byte(context, buffer, digits[byte >> 4]);
        fz_append_byte(context, buffer, digits[byte & 15]);
    }
}

static void append_element(fz_context *context, fz_buffer *buffer, const char *name, const char *text)
{
    if (text == NULL)
        return;
    fz_append_printf(context, buffer, "<dc:%s>", name);
    append_text(context, buffer, text);
    fz_append_printf(context, buffer, "</dc:%s>", name);
}

fz_buffer *part_make_container(fz_context *context)
{
    static const char text[] = "<container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\"><rootfiles>"
                               "<rootfile full-path=\"" PART_PACKAGE "\" media-type=\"application/oebps-package+xml\"/>"
                               "</rootfiles></container>";
    return fz_new_buffer_from_copied_data(context, (const unsigned char *)text, sizeof text - 1);
}

fz_buffer *part_make_package(fz_context *context, const book *book)
{
    fz_buffer *buffer = fz_new_buffer(context, 4096);
    fz_try(context)
    {
        fz_append_string(context, buffer, "<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"2.0\"><metadata "
                                          "xmlns:dc=\"http://purl.org/dc/elements/1.1/\">");
        append_element(context, buffer, "title", book->title);
        append_element(context, buffer, "creator", book->creator);
        fz_append_string(context, buffer, "</metadata><manifest>");
        for (int i = 0; i < book->part_count; i++) {
            fz_append_printf(context, buffer, "<item id=\"p%d\" media-type=\"application/xhtml+xml\" href=\"", i);
            append_path(context, buffer, book->parts[i].text);
            fz_append_string(context, buffer, "\"/>");
        }
        fz_append_string(context, buffer, "</manifest><spine>");
        for (int i = 0; i < book->part_count; i++)
            fz_append_printf(context, buffer, "<itemref idref=\"p%d\"/>", i);
        fz_append_string(context, buffer, "</spine></package>");
    }
    fz_catch(context)
    {
        fz_drop_buffer(context, buffer);
        fz_rethrow(context);
    }
    return buffer;
}

void part_make_notice(fz_context *context, fz_buffer *buffer, const book_part *part)
{
    char html[BOOK_NOTICE_SIZE];
    book_notice(part, html);
    fz_append_string(context, buffer, html);
}

void part_make_picture(fz_context *context, fz_buffer *buffer, const book_part *part)
{
    const char *slash = strrchr(part->path, '/');
    fz_append_string(context, buffer, "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title></title></head>"
                                      "<body style=\"margin:0;text-align:center\"><img alt=\"\" src=\"");
    append_path(context, buffer, slash == NULL ? part->path : slash + 1);
    fz_append_string(context, buffer, "\"/></body></html>");
}
