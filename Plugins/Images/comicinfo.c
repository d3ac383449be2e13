/* SPDX-License-Identifier: Apache-2.0
 *
 * comicinfo.c: what ComicInfo.xml (https://anansi-project.github.io/docs/comicinfo/intro) says of a comic, read with expat.
 * A document type ends it: there is nothing to declare in it, so entities are those of XML itself. Programs write the names of elements in
 * other letters now and then, and declare encodings that the file is not in: it is read in that which it is in.
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

/* Chapters, and pages of which anything else is said. */
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
        if (g_ascii_strcasecmp(name, fields[i].name) == 0)
            return fields[i].field;
    return NULL;
}

/* The value of an attribute, or NULL. */
static const char *value_of(const char **attributes, const char *name)
{
    for (; attributes[0] != NULL; attributes += 2)
        if (g_ascii_strcasecmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

static int is_true(const char *text)
{
    return text != NULL && (g_ascii_strcasecmp(text, "true") == 0 || strcmp(text, "1") == 0);
}

static void add_page(comic *comic, const char **attributes)
{
    const char *text = value_of(attributes, "Bookmark"), *image = value_of(attributes, "Image");
    const char *kind = value_of(attributes, "Type");
    if (image == NULL)
        return;
    int64_t number = g_ascii_strtoll(image, NULL, 10);
    if (text != NULL && *text != 0 && comic->bookmarks->len < BOOKMARKS_MAX) {
        bookmark bookmark = {.page = number, .text = text_clean(text, -1)};
        g_array_append_val(comic->bookmarks, bookmark);
    }
    if (is_true(value_of(attributes, "DoublePage")) && comic->doubles->len < BOOKMARKS_MAX)
        g_array_append_val(comic->doubles, number);
    if (kind != NULL && *kind != 0 && g_ascii_strcasecmp(kind, "Story") != 0 && comic->kinds->len < BOOKMARKS_MAX) {
        page_kind page_kind = {.page = number, .kind = text_clean(kind, -1)};
        g_array_append_val(comic->kinds, page_kind);
    }
}

static void XMLCALL on_start(void *data, const char *name, const char **attributes)
{
    parse *parse = data;
    parse->depth++;
    if (parse->depth == 2) {
        parse->field = field_of(parse->comic, name);
        g_string_truncate(parse->text, 0);
    }
    if (parse->depth == 3 && g_ascii_strcasecmp(name, "Page") == 0)
        add_page(parse->comic, attributes);
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

/* The encoding that an XML declaration names: to be freed. NULL where there is none. */
static char *declared_encoding(const blob *content)
{
    char *head = g_strndup((const char *)content->data, MIN(content->size, 200));
    char *end = strstr(head, "?>"), *at = end == NULL ? NULL : strstr(head, "encoding"), *name = NULL;
    if (at != NULL && at < end && (at = strpbrk(at, "'\"")) != NULL && at < end)
        name = g_strndup(at + 1, strcspn(at + 1, "'\""));
    g_free(head);
    return name;
}

/* The file in UTF-8: to be freed with g_free. What it is in, a mark or its bytes say before its declaration does; where that is wrong,
 * too, it is taken for windows-1252. */
static char *in_utf8(const blob *content, gsize *length)
{
    const char *data = (const char *)content->data;
    gssize size = (gssize)content->size;
    const char *name = size < 2                                            ? NULL
                       : memcmp(data, "\xff\xfe", 2) == 0                  ? "UTF-16"
                       : memcmp(data, "\xfe\xff", 2) == 0                  ? "UTF-16"
                       : memcmp(data, "<\0", 2) == 0                       ? "UTF-16LE"
                       : memcmp(data, "\0<", 2) == 0                       ? "UTF-16BE"
                                                                           : NULL;
    if (name == NULL && g_utf8_validate(data, size, NULL)) {
        *length = content->size;
        return g_strndup(data, content->size);
    }
    char *declared = name == NULL ? declared_encoding(content) : NULL, *text = NULL;
    const char *names[] = {name == NULL ? declared : name, "WINDOWS-1252", "ISO-8859-1"};
    for (size_t i = 0; i < G_N_ELEMENTS(names) && text == NULL; i++)
        if (names[i] != NULL)
            text = g_convert(data, size, "UTF-8", names[i], NULL, length, NULL);
    g_free(declared);
    return text;
}

comic *comic_parse(const blob *content)
{
    gsize length = 0;
    char *text = in_utf8(content, &length);
    parse parse = {.comic = calloc(1, sizeof *parse.comic), .parser = XML_ParserCreate("UTF-8")};
    if (parse.comic == NULL || parse.parser == NULL || text == NULL) {
        free(parse.comic);
        g_free(text);
        if (parse.parser != NULL)
            XML_ParserFree(parse.parser);
        return NULL;
    }
    parse.comic->bookmarks = g_array_new(FALSE, FALSE, sizeof(bookmark));
    parse.comic->doubles = g_array_new(FALSE, FALSE, sizeof(int64_t));
    parse.comic->kinds = g_array_new(FALSE, FALSE, sizeof(page_kind));
    parse.text = g_string_new(NULL);
    XML_SetUserData(parse.parser, &parse);
    XML_SetElementHandler(parse.parser, on_start, on_end);
    XML_SetCharacterDataHandler(parse.parser, on_text);
    XML_SetStartDoctypeDeclHandler(parse.parser, on_document_type);
    /* Elements that were read before a mistake are taken. */
    if (XML_Parse(parse.parser, text, (int)length, XML_TRUE) != XML_STATUS_OK)
        g_warning("ComicInfo.xml, line %lu: %s", (unsigned long)LINE_NUMBER(parse.parser),
                  XML_GetErrorCode(parse.parser) == XML_ERROR_ABORTED
                      ? "a document type is not read"
                      : XML_ErrorString(XML_GetErrorCode(parse.parser)));
    XML_ParserFree(parse.parser);
    g_string_free(parse.text, TRUE);
    g_free(text);
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
    for (guint i = 0; i < comic->kinds->len; i++)
        g_free(g_array_index(comic->kinds, page_kind, i).kind);
    g_array_free(comic->bookmarks, TRUE);
    g_array_free(comic->doubles, TRUE);
    g_array_free(comic->kinds, TRUE);
    free(comic);
}
