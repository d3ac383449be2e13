/* SPDX-License-Identifier: Apache-2.0
 *
 * package.c: how an EPUB asks to be seen at first: what its package document says (EPUB 3.3, 5.6 and 8.2), and its style sheets where
 * that says nothing. MuPDF reads the package for its chapters alone.
 */
#include "internal.h"

#include <string.h>

/* The first files of the text are looked at: a cover may be set otherwise than what follows. */
#define FILES_MAX 8

/* So much of a file has its head; bytes. */
#define HEAD_SIZE 16384

/* So much of a package or of a style sheet is read; bytes. */
#define FILE_MAX 1048576

#define PATH_SIZE 1024

/* The package of a book, as far as it was read. */
typedef struct package {
    fz_archive *archive;
    char path[PATH_SIZE]; /* of its document, in the archive */
    fz_xml *document;
    fz_xml *metadata, *manifest, *spine; /* of it, or NULL */
} package;

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

/* Whether an attribute that is a list of words has one of these. */
static int has_property(fz_xml *element, const char *one, const char *two)
{
    const char *words = attribute(element, "properties");
    for (const char *at = words + strspn(words, " "); *at != 0; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        if ((strlen(one) == length && strncmp(at, one, length) == 0) ||
            (strlen(two) == length && strncmp(at, two, length) == 0))
            return 1;
        at += length;
    }
    return 0;
}

/* Returns the value of a `meta` of the package: <meta property="name">value</meta>, in EPUB 2 <meta name="name" content="value"/>. */
static const char *meta(const package *package, const char *name)
{
    for (fz_xml *at = fz_xml_find_down(package->metadata, "meta"); at != NULL; at = fz_xml_find_next(at, "meta")) {
        if (strcmp(attribute(at, "name"), name) == 0)
            return attribute(at, "content");
        /* A meta that refines another one is not about the book. */
        if (strcmp(attribute(at, "property"), name) == 0 && fz_xml_att(at, "refines") == NULL) {
            const char *text = fz_xml_text(fz_xml_down(at));
            return text == NULL ? "" : text;
        }
    }
    return "";
}

/* MARK: Which way its lines run */

/* Returns the writing mode that an attribute, or the style sheet that it leads to, asks for. */
static writing_mode mode_of_head(fz_context *context, const package *package, const char *path, fz_xml *head,
                                 const char *html_classes, const char *body_classes)
{
    writing_mode mode = WRITING_UNSAID;
    for (fz_xml *at = fz_xml_down(head); at != NULL; at = fz_xml_next(at)) {
        if (fz_xml_is_tag(at, "style")) {
            const char *sheet = fz_xml_text(fz_xml_down(at));
            if (sheet != NULL)
                mode = writing_mode_styled(sheet, strlen(sheet), html_classes, body_classes, mode);
        } else if (fz_xml_is_tag(at, "link") && strcmp(attribute(at, "rel"), "stylesheet") == 0) {
            char linked[PATH_SIZE];
            find_path(linked, path, attribute(at, "href"));
            fz_buffer *sheet = read_file(context, package->archive, linked, FILE_MAX);
            if (sheet == NULL)
                continue;
            mode = writing_mode_styled((const char *)sheet->data, sheet->len, html_classes, body_classes, mode);
            fz_drop_buffer(context, sheet);
        }
    }
    return mode;
}

/* Which way the lines of a file run, as its style sheets say. */
static writing_mode mode_of_file(fz_context *context, const package *package, const char *path)
{
    fz_xml *document = read_xml(context, package->archive, path, HEAD_SIZE, 1);
    writing_mode mode = WRITING_UNSAID;
    fz_var(mode);
    fz_try(context)
    {
        fz_xml *html = fz_xml_find_dfs(fz_xml_root((fz_xml_doc *)document), "html", NULL, NULL);
        fz_xml *body = fz_xml_find_down(html, "body");
        mode = mode_of_head(context, package, path, fz_xml_find_down(html, "head"), attribute(html, "class"),
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
static writing_mode find_mode(fz_context *context, const package *package)
{
    const char *primary = meta(package, "primary-writing-mode");
    writing_mode mode = writing_mode_of(primary, strlen(primary));
    if (mode != WRITING_UNSAID || strncmp(primary, "horizontal-", 11) == 0)
        return mode;
    fz_xml *at = fz_xml_find_down(package->spine, "itemref");
    for (int i = 0; i < FILES_MAX && at != NULL && mode < WRITING_VERTICAL_RL; i++, at = fz_xml_find_next(at, "itemref")) {
        char path[PATH_SIZE];
        fz_xml *item = fz_xml_find_down_match(package->manifest, "item", "id", attribute(at, "idref"));
        if (item == NULL)
            continue;
        find_path(path, package->path, attribute(item, "href"));
        mode = mode_of_file(context, package, path);
    }
    return mode;
}

/* MARK: What it asks for */

static const char *find_direction(const package *package, writing_mode mode)
{
    const char *said = attribute(package->spine, "page-progression-direction");
    const char *primary = meta(package, "primary-writing-mode");
    if (strcmp(said, "rtl") == 0)
        return VIEW_RIGHT_TO_LEFT;
    if (strcmp(said, "ltr") == 0)
        return VIEW_LEFT_TO_RIGHT;
    if (mode == WRITING_VERTICAL_RL || strcmp(primary, "horizontal-rl") == 0)
        return VIEW_RIGHT_TO_LEFT;
    if (mode == WRITING_VERTICAL_LR || strcmp(primary, "horizontal-lr") == 0)
        return VIEW_LEFT_TO_RIGHT;
    return NULL;
}

/* Which pages stand side by side: of a book whose files are pages, the first one of which it says a side tells whether there is a cover. */
static const char *find_layout(const package *package, const char *direction)
{
    const char *said = meta(package, "rendition:spread");
    const int is_rtl = direction != NULL && strcmp(direction, VIEW_RIGHT_TO_LEFT) == 0;
    if (strcmp(said, "none") == 0)
        return VIEW_SINGLE;
    if (strcmp(said, "both") != 0 && strcmp(said, "landscape") != 0)
        return NULL;
    int is_second = 0;
    for (fz_xml *at = fz_xml_find_down(package->spine, "itemref"); at != NULL; at = fz_xml_find_next(at, "itemref")) {
        const int is_left = has_property(at, "page-spread-left", "rendition:page-spread-left");
        if (is_left || has_property(at, "page-spread-right", "rendition:page-spread-right"))
            return (is_left == is_rtl) != is_second ? VIEW_COVER : VIEW_DOUBLE;
        is_second = !is_second;
    }
    return VIEW_COVER;
}

static book_view find_view(fz_context *context, const package *package)
{
    /* The mode that is asked for, and that it is not done. */
    static const char *const modes[] = {
        [WRITING_VERTICAL_RL] = "vertical-rl (not set: lines are horizontal)",
        [WRITING_VERTICAL_LR] = "vertical-lr (not set: lines are horizontal)",
    };
    const writing_mode mode = find_mode(context, package);
    const char *direction = find_direction(package, mode);
    return (book_view){direction, find_layout(package, direction), modes[mode], 1};
}

/* Finds the package document, and its parts. Throws. */
static void open_package(fz_context *context, package *package, fz_stream *stream)
{
    package->archive = fz_open_zip_archive_with_stream(context, stream);
    fz_xml *container = read_xml(context, package->archive, "META-INF/container.xml", FILE_MAX, 0);
    fz_xml *file = fz_xml_find_dfs(fz_xml_root((fz_xml_doc *)container), "rootfile", NULL, NULL);
    find_path(package->path, "", attribute(file, "full-path"));
    fz_drop_xml(context, container);
    package->document = read_xml(context, package->archive, package->path, FILE_MAX, 0);
    fz_xml *root = fz_xml_find(fz_xml_root((fz_xml_doc *)package->document), "package");
    package->metadata = fz_xml_find_down(root, "metadata");
    package->manifest = fz_xml_find_down(root, "manifest");
    package->spine = fz_xml_find_down(root, "spine");
}

/* Reads the view, where that is not done. Throws. */
static void read_view(fz_context *context, sheaf_document *document)
{
    package package = {0};
    fz_stream *stream = NULL;
    if (document->view.read)
        return;
    fz_var(package);
    fz_var(stream);
    fz_try(context)
    {
        stream = stream_open(context, &document->input);
        open_package(context, &package, stream);
        document->view = find_view(context, &package);
    }
    fz_always(context)
    {
        fz_drop_xml(context, package.document);
        fz_drop_archive(context, package.archive);
        fz_drop_stream(context, stream);
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
    read_view(context, document);
    int32_t status = sheaf_emit_metadata(services, request, VIEW_DIRECTION, document->view.direction);
    if (status == 0)
        status = sheaf_emit_metadata(services, request, VIEW_LAYOUT, document->view.layout);
    return status != 0 ? status : sheaf_emit_metadata(services, request, "writing-mode", document->view.lines);
}
