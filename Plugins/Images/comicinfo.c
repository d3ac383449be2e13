/* SPDX-License-Identifier: Apache-2.0
 *
 * comicinfo.c: what ComicInfo.xml (https://anansi-project.github.io/docs/comicinfo/intro) says of a comic, read with expat.
 * A document type ends it: there is nothing to declare in it, so entities are those of XML itself.
 */
#include "internal.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

/* Newer versions of expat have numbers of 64 bits, and deprecate the others by this macro. */
#ifdef XML_ATTR_DEPRECATED
#define LINE_NUMBER XML_GetCurrentLineNumber64
#else
#define LINE_NUMBER XML_GetCurrentLineNumber
#endif

/* The bytes of one field; what is more is cut off. */
#define FIELD_MAX 4096

/* Chapters. */
#define BOOKMARKS_MAX 10000

typedef struct parse {
    comic *comic;
    XML_Parser parser;
    int depth;
    char **field; /* the one whose text comes, or NULL */
    GString *text;
} parse;

static char **field_of(comic *comic, const char *name)
{
    struct {
        const char *name;
        char **field;
    } fields[] = {
        {"Title", &comic->title},   {"Series", &comic->series},   {"Number", &comic->number},
        {"Writer", &comic->writer}, {"Summary", &comic->summary}, {"Publisher", &comic->publisher},
        {"Manga", &comic->manga},   {"LanguageISO", &comic->language},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(fields); i++)
        if (strcmp(name, fields[i].name) == 0)
            return fields[i].field;
    return NULL;
}

static void add_bookmark(comic *comic, const char **attributes)
{
    const char *text = NULL, *image = NULL;
    for (; attributes[0] != NULL; attributes += 2) {
        if (strcmp(attributes[0], "Bookmark") == 0)
            text = attributes[1];
        if (strcmp(attributes[0], "Image") == 0)
            image = attributes[1];
    }
    if (text == NULL || *text == 0 || image == NULL || comic->bookmarks->len >= BOOKMARKS_MAX)
        return;
    bookmark bookmark = {.page = g_ascii_strtoll(image, NULL, 10), .text = text_clean(text, -1)};
    g_array_append_val(comic->bookmarks, bookmark);
}

static void XMLCALL on_start(void *data, const char *name, const char **attributes)
{
    parse *parse = data;
    parse->depth++;
    if (parse->depth == 2) {
        parse->field = field_of(parse->comic, name);
        g_string_truncate(parse->text, 0);
    }
    if (parse->depth == 3 && strcmp(name, "Page") == 0)
        add_bookmark(parse->comic, attributes);
}

static void XMLCALL on_text(void *data, const char *text, int length)
{
    parse *parse = data;
    if (parse->depth == 2 && parse->field != NULL && parse->text->len < FIELD_MAX)
        g_string_append_len(parse->text, text, MIN(length, (int)(FIELD_MAX - parse->text->len)));
}

static void XMLCALL on_end(void *data, const char *name)
{
    (void)name;
    parse *parse = data;
    if (parse->depth == 2 && parse->field != NULL && *parse->field == NULL)
        *parse->field = g_strstrip(text_clean(parse->text->str, (gssize)parse->text->len));
    if (parse->depth == 2)
        parse->field = NULL;
    parse->depth--;
}

static void XMLCALL on_document_type(void *data, const char *name, const char *system, const char *public, int has_subset)
{
    (void)name, (void)system, (void)public, (void)has_subset;
    XML_StopParser(((parse *)data)->parser, XML_FALSE);
}

comic *comic_parse(const blob *content)
{
    parse parse = {.comic = calloc(1, sizeof *parse.comic), .parser = XML_ParserCreate(NULL)};
    if (parse.comic == NULL || parse.parser == NULL) {
        free(parse.comic);
        if (parse.parser != NULL)
            XML_ParserFree(parse.parser);
        return NULL;
    }
    parse.comic->bookmarks = g_array_new(FALSE, FALSE, sizeof(bookmark));
    parse.text = g_string_new(NULL);
    XML_SetUserData(parse.parser, &parse);
    XML_SetElementHandler(parse.parser, on_start, on_end);
    XML_SetCharacterDataHandler(parse.parser, on_text);
    XML_SetStartDoctypeDeclHandler(parse.parser, on_document_type);
    /* Elements that were read before a mistake are taken. */
    if (XML_Parse(parse.parser, (const char *)content->data, (int)content->size, XML_TRUE) != XML_STATUS_OK)
        g_warning("ComicInfo.xml, line %lu: %s", (unsigned long)LINE_NUMBER(parse.parser),
                  XML_GetErrorCode(parse.parser) == XML_ERROR_ABORTED
                      ? "a document type is not read"
                      : XML_ErrorString(XML_GetErrorCode(parse.parser)));
    XML_ParserFree(parse.parser);
    g_string_free(parse.text, TRUE);
    return parse.comic;
}

void comic_free(comic *comic)
{
    if (comic == NULL)
        return;
    char *fields[] = {comic->title,   comic->series,    comic->number, comic->writer,
                      comic->summary, comic->publisher, comic->manga,  comic->language};
    for (size_t i = 0; i < G_N_ELEMENTS(fields); i++)
        g_free(fields[i]);
    for (guint i = 0; i < comic->bookmarks->len; i++)
        g_free(g_array_index(comic->bookmarks, bookmark, i).text);
    g_array_free(comic->bookmarks, TRUE);
    free(comic);
}
