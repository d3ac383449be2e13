/* SPDX-License-Identifier: Apache-2.0
 *
 * encoding.c: the text in UTF-8 of a file of XML that is encoded otherwise.
 */
#include "sheaf_book.h"

#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Names of encodings are shorter. */
#define NAME_SIZE 64

/* One byte becomes so many at most. */
#define GROWTH 3

/* Stands for what is no letter (U+FFFD). */
static const char replacement[] = "\xef\xbf\xbd";

static int is_utf16(const char *bytes, size_t length)
{
    return length >= 2 && (memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0);
}

/* The end of the declaration that a file begins with, or NULL. */
static char *declaration_end(char *bytes, size_t length)
{
    char *end = length >= 5 && memcmp(bytes, "<?xml", 5) == 0 ? memmem(bytes, length, "?>", 2) : NULL;
    return end == NULL ? NULL : end + 2;
}

/* The encoding that a file says that it has (XML 1.0, appendix F). Whether it is one that has to be decoded. */
static int find_encoding(char *bytes, size_t length, char name[NAME_SIZE])
{
    if (is_utf16(bytes, length)) {
        strcpy(name, "UTF-16");
        return 1;
    }
    const char *end = declaration_end(bytes, length);
    const char *at = end == NULL ? NULL : memmem(bytes, (size_t)(end - bytes), "encoding", 8);
    if (at == NULL)
        return 0;
    at += 8;
    at += strspn(at, " \t\r\n=");
    const char *close = *at == '"' || *at == '\'' ? memchr(at + 1, *at, (size_t)(end - at - 1)) : NULL;
    const size_t size = close == NULL ? 0 : (size_t)(close - at - 1);
    if (size == 0 || size >= NAME_SIZE)
        return 0;
    memcpy(name, at + 1, size);
    name[size] = 0;
    /* A declaration in ASCII is none of UTF-16. */
    return strncasecmp(name, "UTF", 3) != 0 && strncasecmp(name, "UCS", 3) != 0 && strcasecmp(name, "US-ASCII") != 0;
}

char *markup_decode(char *bytes, size_t *length)
{
    char name[NAME_SIZE];
    iconv_t converter = *length <= MARKUP_MAX && find_encoding(bytes, *length, name) ? iconv_open("UTF-8", name) : (iconv_t)-1;
    if (converter == (iconv_t)-1)
        return bytes;
    size_t left = *length, room = left * GROWTH;
    char *text = malloc(room + 1), *in = bytes, *out = text;
    const size_t unit = is_utf16(bytes, *length) ? 2 : 1;
    while (text != NULL && left > 0 && iconv(converter, &in, &left, &out, &room) == (size_t)-1 && errno == EILSEQ &&
           room >= sizeof replacement - 1) {
        const size_t skipped = left < unit ? left : unit;
        memcpy(out, replacement, sizeof replacement - 1);
        out += sizeof replacement - 1;
        room -= sizeof replacement - 1;
        in += skipped;
        left -= skipped;
    }
    iconv_close(converter);
    if (text == NULL)
        return bytes;
    free(bytes);
    *length = (size_t)(out - text);
    *out = 0;
    const char *end = declaration_end(text, *length);
    if (end != NULL)
        memset(text, ' ', (size_t)(end - text));
    return text;
}
