/* SPDX-License-Identifier: Apache-2.0
 *
 * addresses.c: the addresses of links in books and in HTML as they are written there.
 *
 * MuPDF takes what has no "://" for a path beside the chapter, and makes it shorter: of "mailto:a@b.c" it makes "OEBPS/mailto:a@b.c".
 */
#include "internal.h"

#include <stdio.h>
#include <string.h>

/* Whether an address leads out of the book by itself: it has a scheme, or is a host. */
static int leads_out(const char *uri)
{
    return sheaf_scheme_length(uri) > 1 || sheaf_link_kind_of(uri) == SHEAF_LINK_WEB;
}

void address_restore(const char *uri, char *written, size_t size)
{
    const char *start = uri;
    const size_t path = strcspn(uri, "?#");
    /* The folders of the chapter go, one after the other. */
    while (start != NULL && *start != 0 && start < uri + path && !leads_out(start)) {
        const char *slash = memchr(start, '/', (size_t)(uri + path - start));
        start = slash == NULL ? NULL : slash + 1;
    }
    if (start == NULL || *start == 0 || start >= uri + path)
        start = uri;
    const size_t scheme = sheaf_scheme_length(start);
    const int has_lost_slash =
        scheme > 0 && sheaf_link_kind_of(start) == SHEAF_LINK_WEB && start[scheme + 1] == '/' && start[scheme + 2] != '/';
    if (has_lost_slash)
        snprintf(written, size, "%.*s/%s", (int)scheme + 1, start, start + scheme + 1);
    else
        snprintf(written, size, "%s", start);
}

sheaf_link_kind address_kind(const sheaf_document *document, const char *written)
{
    static const char *const chapters[] = {"xhtml", "html", "htm", "xml"};
    const sheaf_link_kind kind = sheaf_link_kind_of(written);
    const size_t path = strcspn(written, "?#");
    if (document->rewriting == NULL || (kind != SHEAF_LINK_DOCUMENT && kind != SHEAF_LINK_UNKNOWN) || sheaf_scheme_length(written) > 0)
        return kind;
    for (size_t i = 0; i < sizeof chapters / sizeof *chapters; i++) {
        const size_t length = strlen(chapters[i]);
        if (path > length && written[path - length - 1] == '.' &&
            fz_strncasecmp(written + path - length, chapters[i], length) == 0)
            return SHEAF_LINK_HERE;
    }
    return kind;
}
