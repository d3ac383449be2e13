/* SPDX-License-Identifier: Apache-2.0
 *
 * sheaf_links.h: what a link leads to, by how its address is written. Part of the kit for C: see sheaf_kit.h.
 *
 *     item.uri = address;
 *     item.key = sheaf_link_name(sheaf_link_kind_of(address));
 */
#ifndef SHEAF_LINKS_H
#define SHEAF_LINKS_H

#include <string.h>
#include <strings.h>

/* The kind of target of a link, or of an entry of an outline. */
typedef enum sheaf_link_kind {
    SHEAF_LINK_NONE,     /* nothing is said of where it leads */
    SHEAF_LINK_HERE,     /* this document */
    SHEAF_LINK_DOCUMENT, /* another one */
    SHEAF_LINK_WEB,
    SHEAF_LINK_MAIL,
    SHEAF_LINK_FILE,     /* a file of this machine by its path */
    SHEAF_LINK_SCRIPT,
    SHEAF_LINK_LAUNCH,   /* a program, or a file that is opened by one */
    SHEAF_LINK_UNKNOWN,
} sheaf_link_kind;

/* A kind as items have it in `key`: "here", "web", ...; NULL: none. */
static inline const char *sheaf_link_name(sheaf_link_kind kind)
{
    static const char *const names[] = {
        NULL, "here", "document", "web", "mail", "file", "script", "launch", "unknown",
    };
    return names[kind];
}

static inline int sheaf_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline int sheaf_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The length of the scheme that an address begins with, without its colon, or 0. */
static inline size_t sheaf_scheme_length(const char *uri)
{
    size_t length = sheaf_is_letter(uri[0]) ? 1 : 0;
    while (length > 0 && (sheaf_is_letter(uri[length]) || sheaf_is_digit(uri[length]) || strchr("+-.", uri[length]) != NULL) &&
           uri[length] != 0)
        length++;
    return uri[length] == ':' ? length : 0;
}

/* Whether the first `length` bytes are a host: labels with dots between, the last one of letters ("example.org"); a port may follow. */
static inline int sheaf_is_host(const char *text, size_t length)
{
    const char *port = (const char *)memchr(text, ':', length);
    if (port != NULL) {
        for (const char *c = port + 1; c < text + length; c++)
            if (!sheaf_is_digit(*c))
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
        if (!is_high && !sheaf_is_letter(text[i]) && !sheaf_is_digit(text[i]) && text[i] != '-')
            return 0;
        of_letters &= is_high || sheaf_is_letter(text[i]);
        label++;
    }
    return labels > 0 && label >= 2 && of_letters;
}

/* Whether a path ends as the name of a document does. */
static inline int sheaf_is_document_name(const char *path, size_t length)
{
    static const char *const endings[] = {
        /* The formats, as `make generate` writes them from the suffixes in the folders with a format.ini. */
        "asc", "avif", "azw", "azw3", "bmp", "cb7", "cbr", "cbt", "cbz", "cur", "dib", "djv", "djvu", "epub", "fb2",
        "gif", "heic", "heif", "htm", "html", "ico", "j2c", "j2k", "jhc", "jp2", "jpc", "jpeg", "jpf", "jpg", "jph",
        "jpx", "jxl", "log", "markdown", "md", "mkd", "mobi", "nfo", "oxps", "pattern", "pbm", "pdf", "pfm", "pgm",
        "png", "pnm", "ppm", "prc", "svg", "svgz", "text", "tif", "tiff", "txt", "webp", "xhtml", "xps",
        /* End of the formats. */
    };
    size_t start = length;
    while (start > 0 && path[start - 1] != '.' && path[start - 1] != '/')
        start--;
    if (start == 0 || path[start - 1] != '.')
        return 0;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (strlen(endings[i]) == length - start && strncasecmp(endings[i], path + start, length - start) == 0)
            return 1;
    return 0;
}

/* The kind of an address that is not empty, as a document has it. */
static inline sheaf_link_kind sheaf_link_kind_of(const char *uri)
{
    /* Other schemes are unknown. */
    static const struct {
        const char *scheme;
        sheaf_link_kind kind;
    } schemes[] = {
        {"http", SHEAF_LINK_WEB},    {"https", SHEAF_LINK_WEB},         {"ftp", SHEAF_LINK_WEB},         {"mailto", SHEAF_LINK_MAIL},
        {"file", SHEAF_LINK_FILE},   {"javascript", SHEAF_LINK_SCRIPT}, {"vbscript", SHEAF_LINK_SCRIPT},
    };
    const size_t scheme = sheaf_scheme_length(uri), path = strcspn(uri, "#?"), first = strcspn(uri, "/#?");
    if (uri[0] == '#')
        return SHEAF_LINK_HERE;
    if (scheme == 1 && (uri[2] == '/' || uri[2] == '\\'))
        return SHEAF_LINK_FILE; /* a drive of Windows */
    for (size_t i = 0; scheme > 0 && i < sizeof schemes / sizeof *schemes; i++)
        if (strlen(schemes[i].scheme) == scheme && strncasecmp(schemes[i].scheme, uri, scheme) == 0)
            return schemes[i].kind;
    /* "example.org:80/" has a port and no scheme. */
    if (scheme > 0)
        return sheaf_is_digit(uri[scheme + 1]) && sheaf_is_host(uri, first) ? SHEAF_LINK_WEB : SHEAF_LINK_UNKNOWN;
    if (uri[0] == '/' || uri[0] == '\\')
        return uri[0] == '/' && uri[1] == '/' ? SHEAF_LINK_WEB : SHEAF_LINK_FILE;
    if (strncasecmp(uri, "www.", 4) == 0 && uri[4] != 0)
        return SHEAF_LINK_WEB;
    if (uri[first] == '/' && sheaf_is_host(uri, first))
        return SHEAF_LINK_WEB;
    return sheaf_is_document_name(uri, path) ? SHEAF_LINK_DOCUMENT : SHEAF_LINK_UNKNOWN;
}

#endif
