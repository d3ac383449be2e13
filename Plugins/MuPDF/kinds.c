/* SPDX-License-Identifier: Apache-2.0
 *
 * kinds.c: what an address leads to, by how it is written.
 */
#include "internal.h"

#include <string.h>

/* The kinds of addresses that begin with a scheme; others are unknown. */
static const struct {
    const char *scheme;
    link_kind kind;
} schemes[] = {
    {"http", KIND_WEB},      {"https", KIND_WEB},         {"ftp", KIND_WEB},         {"mailto", KIND_MAIL},
    {"file", KIND_FILE},     {"javascript", KIND_SCRIPT}, {"vbscript", KIND_SCRIPT},
};

/* The suffixes of documents that Sheaf's providers open. */
static const char *const endings[] = {
    "pdf", "epub", "xps", "oxps", "fb2",  "cbz", "cbr", "cb7",  "cbt",  "html", "htm",  "xhtml", "djvu", "djv", "txt", "text",
    "md",  "log",  "jpg", "jpeg", "webp", "png", "tif", "tiff", "heic", "heif", "avif", "jxl",   "gif",  "svg", "bmp",
};

static int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

size_t scheme_length(const char *uri)
{
    size_t length = is_letter(uri[0]) ? 1 : 0;
    while (length > 0 && (is_letter(uri[length]) || is_digit(uri[length]) || strchr("+-.", uri[length]) != NULL) &&
           uri[length] != 0)
        length++;
    return uri[length] == ':' ? length : 0;
}

/* Whether the first `length` bytes are a host: labels with dots between, the last one of letters ("example.org"); a port may follow. */
static int is_host(const char *text, size_t length)
{
    const char *port = memchr(text, ':', length);
    if (port != NULL) {
        for (const char *c = port + 1; c < text + length; c++)
            if (!is_digit(*c))
                return 0;
        length = (size_t)(port - text);
    }
    size_t label = 0, labels = 0;
    int of_letters = 1;
    for (size_t i = 0; i < length; i++) {
        const int is_high = (unsigned char)text[i] >= 0x80;
        if (text[i] == '.') {
            if (label == 0)
                return 0;
            label = 0, of_letters = 1, labels++;
            continue;
        }
        if (!is_high && !is_letter(text[i]) && !is_digit(text[i]) && text[i] != '-')
            return 0;
        of_letters &= is_high || is_letter(text[i]);
        label++;
    }
    return labels > 0 && label >= 2 && of_letters;
}

/* Whether a path ends as the name of a document does. */
static int is_document(const char *path, size_t length)
{
    size_t start = length;
    while (start > 0 && path[start - 1] != '.' && path[start - 1] != '/')
        start--;
    if (start == 0 || path[start - 1] != '.')
        return 0;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (strlen(endings[i]) == length - start && fz_strncasecmp(endings[i], path + start, length - start) == 0)
            return 1;
    return 0;
}

const char *kind_name(link_kind kind)
{
    static const char *const names[] = {
        [KIND_HERE] = "here",   [KIND_DOCUMENT] = "document", [KIND_WEB] = "web",       [KIND_MAIL] = "mail",
        [KIND_FILE] = "file",   [KIND_SCRIPT] = "script",     [KIND_LAUNCH] = "launch", [KIND_UNKNOWN] = "unknown",
    };
    return names[kind];
}

link_kind kind_of_uri(const char *uri)
{
    const size_t scheme = scheme_length(uri), path = strcspn(uri, "#?"), first = strcspn(uri, "/#?");
    if (uri[0] == '#')
        return KIND_HERE;
    if (scheme == 1 && (uri[2] == '/' || uri[2] == '\\'))
        return KIND_FILE; /* a drive of Windows */
    for (size_t i = 0; scheme > 0 && i < sizeof schemes / sizeof *schemes; i++)
        if (strlen(schemes[i].scheme) == scheme && fz_strncasecmp(schemes[i].scheme, uri, scheme) == 0)
            return schemes[i].kind;
    /* "example.org:80/" has a port and no scheme. */
    if (scheme > 0)
        return is_digit(uri[scheme + 1]) && is_host(uri, first) ? KIND_WEB : KIND_UNKNOWN;
    if (uri[0] == '/' || uri[0] == '\\')
        return uri[0] == '/' && uri[1] == '/' ? KIND_WEB : KIND_FILE;
    if (fz_strncasecmp(uri, "www.", 4) == 0 && uri[4] != 0)
        return KIND_WEB;
    if (uri[first] == '/' && is_host(uri, first))
        return KIND_WEB;
    return is_document(uri, path) ? KIND_DOCUMENT : KIND_UNKNOWN;
}
