/* SPDX-License-Identifier: Apache-2.0
 *
 * bookview.c: how an EPUB asks to be seen at first: what its package document says (EPUB 3.3, 5.6 and 8.2), and its style sheets where
 * that says nothing. MuPDF reads the package for its chapters alone.
 */
#include "rewriting.h"

#include <string.h>

/* The first files of the text are looked at: a cover may be set otherwise than what follows. */
#define FILES_MAX 8

/* So much of a file has its head; bytes. */
#define HEAD_SIZE 16384

/* So much of a package or of a style sheet is read; bytes. */
#define FILE_MAX 1048576

#define PATH_SIZE 1024

/* Writes the path of a file that another one names. */
static void find_path(char *path, const char *from, const char *reference)
{
    char written[PATH_SIZE];
    fz_strlcpy(written, reference, sizeof written);
    written[strcspn(written, "#?")] = 0;
    fz_urldecode(written);
    fz_dirname(path, from, PATH_SIZE);
    fz_strlcat(path, "/", PATH_SIZE);
    fz_strlcat(path, written, PATH_SIZE);
    fz_cleanname(path);
}

/* Reads the beginning of a file; NULL: it can't be read. Throws where that does not lie with it. */
static fz_buffer *read_file(fz_context *context, fz_archive *archive, const char *path, size_t most)
{
    fz_stream *stream = NULL;
    fz_buffer *read = NULL;
    fz_var(stream);
    fz_var(read);
    fz_try(context)
    {
        if (fz_has_archive_entry(context, archive, path)) {
            read = fz_new_buffer(context, most + 1);
            stream = fz_open_archive_entry(context, archive, path);
            read->len = fz_read(context, stream, read->data, most);
            fz_terminate_buffer(context, read);
        }
    }
    fz_always(context)
        fz_drop_stream(context, stream);
    fz_catch(context)
    {
        fz_drop_buffer(context, read);
        if (!is_damage(context))
            fz_rethrow(context);
        return NULL;
    }
    return read;
}

/* Reads a file of XML, or of HTML, which may be cut off; NULL: it can't be read. Throws where that does not lie with it. */
static fz_xml *read_xml(fz_context *context, fz_archive *archive, const char *path, size_t most, int is_html)
{
    fz_buffer *bytes = read_file(context, archive, path, most);
    fz_xml *document = NULL;
    fz_var(document);
    fz_try(context)
    {
        if (bytes != NULL)
            document = is_html ? fz_parse_xml_from_html5(context, bytes) : fz_parse_xml(context, bytes, 0);
    }
    fz_always(context)
        fz_drop_buffer(context, bytes);
    fz_catch(context)
    {
        if (!is_damage(context))
            fz_rethrow(context);
        return NULL;
    }
    return document;
}

/* An attribute; empty where it is not there. */
static const char *attribute(fz_xml *element, const char *name)
{
    const char *value = fz_xml_att(element, name);
    return value == NULL ? "" : value;
}

/* MARK: Which way its lines run */

/* Returns the writing mode that an attribute, or the style sheet that it leads to, asks for. */
static book_lines mode_of_head(fz_context *context, fz_archive *archive, const char *path, fz_xml *head,
                                 const char *html_classes, const char *body_classes)
{
    book_lines mode = BOOK_LINES_UNSAID;
    for (fz_xml *at = fz_xml_down(head); at != NULL; at = fz_xml_next(at)) {
        if (fz_xml_is_tag(at, "style")) {
            const char *sheet = fz_xml_text(fz_xml_down(at));
            if (sheet != NULL)
                mode = writing_mode_styled(sheet, strlen(sheet), html_classes, body_classes, mode);
        } else if (fz_xml_is_tag(at, "link") && strcmp(attribute(at, "rel"), "stylesheet") == 0) {
            char linked[PATH_SIZE];
            find_path(linked, path, attribute(at, "href"));
            fz_buffer *sheet = read_file(context, archive, linked, FILE_MAX);
            if (sheet == NULL)
                continue;
            mode = writing_mode_styled((const char *)sheet->data, sheet->len, html_classes, body_classes, mode);
            fz_drop_buffer(context, sheet);
        }
    }
    return mode;
}

/* Which way the lines of a file run, as its style sheets say. */
static book_lines mode_of_file(fz_context *context, fz_archive *archive, const char *path)
{
    fz_xml *document = read_xml(context, archive, path, HEAD_SIZE, 1);
    book_lines mode = BOOK_LINES_UNSAID;
    fz_var(mode);
    fz_try(context)
    {
        fz_xml *html = fz_xml_find_dfs(fz_xml_root((fz_xml_doc *)document), "html", NULL, NULL);
        fz_xml *body = fz_xml_find_down(html, "body");
        mode = mode_of_head(context, archive, path, fz_xml_find_down(html, "head"), attribute(html, "class"),
                            attribute(body, "class"));
        const char *own = attribute(html, "style"), *inner = attribute(body, "style");
        mode = writing_mode_declared(own, strlen(own), mode);
        mode = writing_mode_declared(inner, strlen(inner), mode);
    }
    fz_always(context)
        fz_drop_xml(context, document);
    fz_catch(context)
        fz_rethrow(context);
    return mode;
}

/* Which way the lines of the book run: as it says at all (`primary-writing-mode`), else as the first files of its text do of which one
 * is vertical. */
static book_lines find_mode(fz_context *context, const rewriting *rewriting)
{
    const book *book = rewriting_book(rewriting);
    book_lines mode = writing_mode_of(book->writing_mode, strlen(book->writing_mode));
    if (mode != BOOK_LINES_UNSAID || strncmp(book->writing_mode, "horizontal-", 11) == 0)
        return mode;
    for (int i = 0; i < FILES_MAX && i < book->part_count && mode < BOOK_LINES_VERTICAL_RL; i++)
        if (book->parts[i].kind == BOOK_TEXT)
            mode = mode_of_file(context, rewriting_archive(rewriting), book->parts[i].path);
    return mode;
}

/* MARK: What it asks for */

/* Reads the view, where that is not done. Throws. */
static void read_view(fz_context *context, sheaf_document *document)
{
    /* The mode that is asked for, and that it is not done. */
    static const char *const modes[] = {
        [BOOK_LINES_VERTICAL_RL] = "vertical-rl (not set: lines are horizontal)",
        [BOOK_LINES_VERTICAL_LR] = "vertical-lr (not set: lines are horizontal)",
    };
    if (document->view.read)
        return;
    fz_try(context)
    {
        const book *book = rewriting_book(document->rewriting);
        const book_lines mode = find_mode(context, document->rewriting);
        const char *direction = book_view_direction(book, mode);
        document->view = (book_view){direction, book_view_layout(book, direction), modes[mode], 1};
    }
    fz_catch(context)
    {
        if (!is_damage(context))
            fz_rethrow(context);
        fz_warn(context, "cannot read how the book is to be seen: %s", fz_caught_message(context));
        document->view.read = document->input.failure == 0;
    }
}

int32_t view_emit_book(fz_context *context, sheaf_document *document, sheaf_request *request)
{
    const sheaf_host_services *services = document->plugin->services;
    const book *book = rewriting_book(document->rewriting);
    char language[64] = "";
    read_view(context, document);
    if (book->language != NULL)
        label_copy(language, sizeof language, book->language);
    const struct {
        const char *key, *value;
    } said[] = {
        {"language", language},
        {VIEW_DIRECTION, document->view.direction},
        {VIEW_LAYOUT, document->view.layout},
        {"writing-mode", document->view.lines},
        {"fixed-layout", strcmp(book->layout, "pre-paginated") == 0 ? "yes (not kept: sheaf-provider-epub, which keeps them, is not there)" : NULL},
    };
    int32_t status = 0;
    for (size_t i = 0; i < sizeof said / sizeof *said && status == 0; i++)
        status = sheaf_emit_metadata(services, request, said[i].key, said[i].value);
    return status;
}
