/* SPDX-License-Identifier: Apache-2.0
 *
 * markup.c: the XML of a book's package, read with expat, and the paths in it. Mistakes in it are taken out.
 */
#include "sheaf_book.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* So many mistakes are taken out, one by one, as far as so many bytes are read for it. */
#define MISTAKES_MAX 1000
#define WORK_MAX ((size_t)64 << 20)

typedef struct reading {
    const markup *markup;
    void *state;
} reading;

static const char *local_name(const char *name)
{
    const char *colon = strrchr(name, ':');
    return colon == NULL ? name : colon + 1;
}

static void XMLCALL on_start(void *data, const char *name, const char **attributes)
{
    const reading *reading = data;
    if (reading->markup->start != NULL)
        reading->markup->start(reading->state, local_name(name), attributes);
}

static void XMLCALL on_text(void *data, const char *text, int length)
{
    const reading *reading = data;
    if (reading->markup->text != NULL)
        reading->markup->text(reading->state, text, length);
}

static void XMLCALL on_end(void *data, const char *name)
{
    const reading *reading = data;
    if (reading->markup->end != NULL)
        reading->markup->end(reading->state, local_name(name));
}

static void XMLCALL on_skipped(void *data, const char *name, int is_parameter)
{
    const reading *reading = data;
    if (!is_parameter)
        reading->markup->entity(reading->state, name);
}

/* Nothing is fetched: in place of what a document type names there are those of HTML's entities that titles have. Others are skipped. */
static int XMLCALL on_external(XML_Parser parser, const char *context, const char *base, const char *system, const char *public)
{
    static const char entities[] =
        "<!ENTITY nbsp '&#160;'><!ENTITY mdash '&#8212;'><!ENTITY ndash '&#8211;'><!ENTITY hellip '&#8230;'>"
        "<!ENTITY lsquo '&#8216;'><!ENTITY rsquo '&#8217;'><!ENTITY ldquo '&#8220;'><!ENTITY rdquo '&#8221;'>"
        "<!ENTITY laquo '&#171;'><!ENTITY raquo '&#187;'><!ENTITY copy '&#169;'><!ENTITY middot '&#183;'>"
        "<!ENTITY bull '&#8226;'><!ENTITY shy '&#173;'>";
    (void)base, (void)system, (void)public;
    XML_Parser inner = XML_ExternalEntityParserCreate(parser, context, NULL);
    if (inner == NULL)
        return XML_STATUS_ERROR;
    const int status = XML_Parse(inner, entities, sizeof entities - 1, XML_TRUE);
    XML_ParserFree(inner);
    return status;
}

/* Parses XML. XML_ERROR_NONE, or the mistake and where it is. */
static enum XML_Error parse(const char *bytes, size_t length, const char *encoding, reading *reading, size_t *place)
{
    XML_Parser parser = XML_ParserCreate(encoding);
    if (parser == NULL)
        return XML_ERROR_NO_MEMORY;
    XML_SetUserData(parser, reading);
    if (reading != NULL) {
        XML_SetElementHandler(parser, on_start, on_end);
        XML_SetCharacterDataHandler(parser, on_text);
        if (reading->markup->entity != NULL)
            XML_SetSkippedEntityHandler(parser, on_skipped);
    }
    /* With a document type of its own, an entity that is not known is no mistake. */
    XML_SetExternalEntityRefHandler(parser, on_external);
    XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_ALWAYS);
    XML_UseForeignDTD(parser, XML_TRUE);
    XML_Parse(parser, bytes, (int)length, XML_TRUE);
    const enum XML_Error mistake = XML_GetErrorCode(parser);
    const long index = (long)XML_GetCurrentByteIndex(parser);
    *place = index < 0 ? 0 : (size_t)index;
    XML_ParserFree(parser);
    return mistake;
}

/* Puts blanks over what is not well-formed: the tag or the beginning of the reference that a mistake is in, or a byte of text. Whether that
 * changes anything. */
static int blank(char *bytes, size_t length, size_t place)
{
    size_t start = place;
    while (start > 0 && strchr("<&>", bytes[start]) == NULL)
        start--;
    if (bytes[start] == '<') {
        const char *end = memchr(bytes + start, '>', length - start);
        memset(bytes + start, ' ', end == NULL ? length - start : (size_t)(end - bytes) + 1 - start);
        return 1;
    }
    if (bytes[start] != '&')
        start = place;
    const int is_blank = bytes[start] == ' ';
    bytes[start] = ' ';
    return !is_blank;
}

static void read_bytes(char *bytes, size_t length, const markup *markup, void *state)
{
    reading reading = {markup, state};
    const char *encoding = NULL;
    size_t place;
    if (length > MARKUP_MAX)
        return;
    for (size_t tries = 0; tries < MISTAKES_MAX && tries * length < WORK_MAX; tries++) {
        const enum XML_Error mistake = parse(bytes, length, encoding, NULL, &place);
        if (mistake == XML_ERROR_UNKNOWN_ENCODING || mistake == XML_ERROR_INCORRECT_ENCODING) {
            if (encoding != NULL)
                break;
            encoding = "UTF-8";
        } else if (mistake == XML_ERROR_NONE || mistake == XML_ERROR_NO_MEMORY || place >= length ||
                   !blank(bytes, length, place))
            break;
    }
    parse(bytes, length, encoding, &reading, &place);
}

int markup_read_well_formed(const char *bytes, size_t length, const markup *markup, void *state)
{
    reading reading = {markup, state};
    size_t place;
    if (length > MARKUP_MAX || parse(bytes, length, NULL, NULL, &place) != XML_ERROR_NONE)
        return 0;
    return parse(bytes, length, NULL, &reading, &place) == XML_ERROR_NONE;
}

int markup_read(const book_files *files, const char *path, const markup *markup, void *state)
{
    size_t length;
    char *bytes = files->read(files->state, path, &length);
    if (bytes == NULL)
        return 0;
    bytes = markup_decode(bytes, &length);
    read_bytes(bytes, length, markup, state);
    free(bytes);
    return 1;
}

const char *markup_attribute(const char **attributes, const char *name)
{
    for (; attributes[0] != NULL; attributes += 2)
        if (strcmp(local_name(attributes[0]), name) == 0)
            return attributes[1];
    return "";
}

int markup_has_word(const char *list, const char *word)
{
    static const char blanks[] = " \t\r\n";
    const size_t length = strlen(word);
    for (const char *at = list + strspn(list, blanks); *at != 0; at += strspn(at, blanks)) {
        const size_t size = strcspn(at, blanks);
        if (size == length && strncmp(at, word, length) == 0)
            return 1;
        at += size;
    }
    return 0;
}

void markup_text_add(markup_text *text, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length && text->length + 1 < sizeof text->bytes; i++) {
        const char byte = strchr(" \t\r\n", bytes[i]) != NULL ? ' ' : bytes[i];
        if (byte != ' ' || (text->length > 0 && text->bytes[text->length - 1] != ' '))
            text->bytes[text->length++] = byte;
    }
}

const char *markup_text_end(markup_text *text)
{
    if (text->length > 0 && text->bytes[text->length - 1] == ' ')
        text->length--;
    text->bytes[text->length] = 0;
    return text->bytes;
}

/* MARK: Paths */

static int digit_of(char character)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = character == 0 ? NULL : strchr(digits, character | 0x20);
    return found == NULL ? -1 : (int)(found - digits);
}

/* Turns %20 into a blank, and so on, in place. */
static void decode(char *text)
{
    char *to = text;
    for (const char *at = text; *at != 0; at++) {
        const int high = *at == '%' ? digit_of(at[1]) : -1, low = high < 0 ? -1 : digit_of(at[2]);
        if (low >= 0 && high + low > 0) {
            *to++ = (char)(high * 16 + low);
            at += 2;
        } else
            *to++ = *at;
    }
    *to = 0;
}

/* Takes `.` and `..` out of a path, and what leads out of the book with them. */
static void clean(char *path)
{
    char *to = path;
    for (char *at = path; *at != 0;) {
        const size_t length = strcspn(at, "/");
        char *next = at + length + (at[length] == '/');
        if (length == 2 && at[0] == '.' && at[1] == '.') {
            while (to > path && *--to != '/')
                ;
        } else if (length > 0 && !(length == 1 && at[0] == '.')) {
            if (to > path)
                *to++ = '/';
            memmove(to, at, length);
            to += length;
        }
        at = next;
    }
    *to = 0;
}

/* Writes the path that a reference leads to from a file. 0: it is too long. */
static int join(char path[BOOK_PATH_SIZE], const char *from, const char *reference)
{
    const char *slash = strrchr(from, '/');
    const size_t folder = slash == NULL || reference[0] == '/' ? 0 : (size_t)(slash - from) + 1, length = strlen(reference);
    if (folder + length >= BOOK_PATH_SIZE)
        return 0;
    memcpy(path, from, folder);
    memcpy(path + folder, reference, length + 1);
    clean(path);
    return 1;
}

int book_resolve(const book_files *files, const char *from, const char *reference, char path[BOOK_PATH_SIZE],
                 char fragment[BOOK_PATH_SIZE])
{
    char written[BOOK_PATH_SIZE], decoded[BOOK_PATH_SIZE];
    const size_t colon = strcspn(reference, ":/?#"), end = strcspn(reference, "#");
    fragment[0] = 0;
    if (reference[colon] == ':' || strlen(reference) >= sizeof written)
        return 0;
    if (reference[end] == '#')
        strcpy(fragment, reference + end + 1);
    decode(fragment);
    memcpy(written, reference, end);
    written[end] = 0;
    if (written[0] == 0) {
        strcpy(path, from);
        return 1;
    }
    for (char *at = written; *at != 0; at++)
        if (*at == '\\')
            *at = '/';
    strcpy(decoded, written);
    decode(decoded);
    /* A file may be named as the reference is written. */
    if (join(path, from, written) && files->has(files->state, path))
        return 1;
    written[strcspn(written, "?")] = 0;
    if (strchr(decoded, '?') != NULL && !files->has(files->state, decoded)) {
        strcpy(decoded, written);
        decode(decoded);
    }
    return join(path, from, decoded);
}

const char *book_suffix(const char *path)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    return dot == NULL || (slash != NULL && dot < slash) ? "" : dot;
}
