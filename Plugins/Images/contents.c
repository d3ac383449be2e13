/* SPDX-License-Identifier: Apache-2.0
 *
 * contents.c: what a comic says about itself, and where its chapters begin.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* Looks for ComicInfo.xml, once. A comic without it is still one. 0, or SHEAF_CANCELLED. */
static int32_t look_for_comic(sheaf_document *document, sheaf_request *request)
{
    blob content = {0};
    char *why = NULL;
    if (document->has_looked_for_comic)
        return 0;
    int is_of_chapter = 0, found = pack_comic_info(document->pack, &content, &is_of_chapter, &why);
    int32_t status = sheaf_input_result(&document->input, request);
    if (found < 0 && status == 0)
        g_warning("cannot unpack ComicInfo.xml: %s", why);
    if (status == 0)
        document->has_looked_for_comic = 1;
    if (found > 0)
        document->comic = comic_parse(&content);
    if (document->comic != NULL)
        document->comic->is_of_chapter = is_of_chapter;
    free(content.data);
    g_free(why);
    return status;
}

/* Whether the pages that ComicInfo.xml counts are those of the document. */
static int has_pages(const comic *comic)
{
    return comic != NULL && !comic->is_of_chapter;
}

/* The pages that are two, as readers count them: to be freed with g_free. */
static char *double_pages(const sheaf_document *document)
{
    GString *list = g_string_new(NULL);
    const GArray *doubles = document->comic->doubles;
    for (guint i = 0; i < doubles->len; i++) {
        int64_t page = g_array_index(doubles, int64_t, i);
        if (page >= 0 && page < document->count)
            g_string_append_printf(list, "%s%lld", list->len == 0 ? "" : " ", (long long)page + 1);
    }
    return g_string_free(list, FALSE);
}

/* Which pages are of which kind: "1 FrontCover, 24 Advertisement"; to be freed with g_free. */
static char *page_kinds(const sheaf_document *document)
{
    GString *list = g_string_new(NULL);
    const GArray *kinds = document->comic->kinds;
    for (guint i = 0; i < kinds->len; i++) {
        const page_kind *kind = &g_array_index(kinds, page_kind, i);
        if (kind->page >= 0 && kind->page < document->count)
            g_string_append_printf(list, "%s%lld %s", list->len == 0 ? "" : ", ", (long long)kind->page + 1, kind->kind);
    }
    return g_string_free(list, FALSE);
}

int32_t comic_metadata(sheaf_document *document, sheaf_request *request)
{
    static const char *const names[] = {"", "CBZ", "CBR", "CBR", "CB7", "CBT", "CBT"};
    const sheaf_host_services *services = document->plugin->services;
    int32_t status = look_for_comic(document, request);
    if (status == 0)
        status = sheaf_emit_metadata(services, request, "format", names[document->container]);
    /* Pages of comics that are wide are two of the others. */
    if (status == 0)
        status = sheaf_emit_metadata(services, request, "wide-pages", "alone");
    const comic *comic = document->comic;
    if (status != 0 || comic == NULL)
        return status;
    const char *series = comic->series == NULL ? "" : comic->series;
    /* Number and title of a chapter are not the book's. */
    const char *number = comic->number == NULL || !has_pages(comic) ? "" : comic->number;
    /* Few issues have a title of their own. */
    char *title = has_pages(comic) && comic->title != NULL && *comic->title != 0
                      ? g_strdup(comic->title)
                      : g_strstrip(g_strdup_printf("%s %s", series, *series == 0 ? "" : number));
    char *doubles = has_pages(comic) ? double_pages(document) : NULL, *kinds = has_pages(comic) ? page_kinds(document) : NULL;
    const struct {
        const char *key, *text;
    } fields[] = {
        {"title", title},
        {"series", series},
        {"number", number},
        {"creator", comic->writer},
        {"description", has_pages(comic) ? comic->summary : NULL},
        {"publisher", comic->publisher},
        {"language", comic->language},
        {"reading-direction",
         comic->manga != NULL && g_ascii_strcasecmp(comic->manga, "YesAndRightToLeft") == 0 ? "right-to-left" : NULL},
        {"double-pages", doubles},
        {"page-kinds", kinds},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(fields) && status == 0; i++)
        status = sheaf_emit_metadata(services, request, fields[i].key, fields[i].text);
    g_free(title);
    g_free(doubles);
    g_free(kinds);
    return status;
}

static int32_t emit_entry(sheaf_document *document, sheaf_request *request, int64_t page, const char *text, int level)
{
    const sheaf_item item = {
        .size = sizeof item,
        .kind = SHEAF_ITEM_OUTLINE,
        .page = page >= 0 && page < document->count ? page : SHEAF_NO_PAGE,
        .level = (uint32_t)level,
        .text = text,
        .key = "here",
    };
    return document->plugin->services->emit(request, &item);
}

/* The archives in it are chapters, each called as its file is. */
static int32_t emit_chapters(sheaf_document *document, sheaf_request *request)
{
    int32_t status = 0;
    for (int64_t i = 0; status == 0 && i < pack_chapters(document->pack); i++) {
        chapter chapter = pack_chapter(document->pack, i);
        const char *file = name_file(chapter.name), *dot = strrchr(file, '.');
        char *title = g_strndup(file, dot == NULL ? strlen(file) : (size_t)(dot - file));
        status = emit_entry(document, request, chapter.page, title, chapter.level);
        g_free(title);
    }
    return status;
}

/* How many bytes of a page's name are the folder that it is in, with the slash. */
static size_t folder_length(const char *name)
{
    return (size_t)(name_file(name) - name);
}

/*
 * Whether folders are chapters: the pages are in several, and some of them together. So it is not in an album of files, each of which is in
 * a folder of its own. `common` gets how many bytes of folders all names begin with.
 */
static int has_folders(const sheaf_document *document, size_t *common)
{
    const char *first = pack_name(document->pack, 0), *before = first;
    int are_together = 0;
    *common = folder_length(first);
    for (int64_t i = 1; i < document->count; i++) {
        const char *name = pack_name(document->pack, i);
        size_t length = folder_length(name), same = 0;
        for (size_t at = 0; at < MIN(*common, length) && name[at] == first[at]; at++)
            if (name[at] == '/')
                same = at + 1;
        *common = same;
        are_together |= length > 0 && length == folder_length(before) && strncmp(name, before, length) == 0;
        before = name;
    }
    for (int64_t i = 0; are_together && i < document->count; i++)
        if (folder_length(pack_name(document->pack, i)) > *common)
            return 1;
    return 0;
}

/* The folders in it are chapters, each called as its folder is. */
static int32_t emit_folders(sheaf_document *document, sheaf_request *request)
{
    size_t common = 0;
    const char *before = "";
    int32_t status = 0;
    if (!has_folders(document, &common))
        return 0;
    for (int64_t i = 0; status == 0 && i < document->count; i++) {
        const char *name = pack_name(document->pack, i);
        size_t length = folder_length(name), known = folder_length(before);
        int level = 0, is_new = 0;
        for (size_t at = common; status == 0 && at < length; level++) {
            size_t part = strcspn(name + at, "/");
            is_new |= at + part + 1 > known || strncmp(name + at, before + at, part + 1) != 0;
            char *title = g_strndup(name + at, part);
            if (is_new)
                status = emit_entry(document, request, i, title, level);
            g_free(title);
            at += part + 1;
        }
        before = name;
    }
    return status;
}

int32_t provider_outline(sheaf_document *document, sheaf_request *request)
{
    document_begin(document, request);
    if (document->pack == NULL)
        return 0;
    int32_t status = look_for_comic(document, request);
    if (status == 0)
        status = pack_chapters(document->pack) > 0 ? emit_chapters(document, request) : emit_folders(document, request);
    for (guint i = 0; status == 0 && has_pages(document->comic) && i < document->comic->bookmarks->len; i++) {
        const bookmark *bookmark = &g_array_index(document->comic->bookmarks, struct bookmark, i);
        status = emit_entry(document, request, bookmark->page, bookmark->text, 0);
    }
    return status != 0 ? status : sheaf_input_result(&document->input, request);
}
