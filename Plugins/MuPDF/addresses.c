/* SPDX-License-Identifier: Apache-2.0
 *
 * addresses.c: the addresses of links in HTML as they are written there.
 *
 * MuPDF takes what has no "://" for a path, and makes it shorter.
 */
#include "internal.h"

#include <stdio.h>
#include <string.h>

/* Whether an address leads out of the document by itself: it has a scheme, or is a host. */
static int leads_out(const char *uri)
{
    return sheaf_scheme_length(uri) > 1 || sheaf_link_kind_of(uri) == SHEAF_LINK_WEB;
}

void address_restore(const char *uri, char *written, size_t size)
{
    const char *start = uri;
    const size_t path = strcspn(uri, "?#");
    /* The folders before it go, one after the other. */
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
