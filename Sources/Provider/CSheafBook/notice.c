/* SPDX-License-Identifier: Apache-2.0
 *
 * notice.c: a page in place of a part that can't be shown.
 */
#include "sheaf_book.h"

#include <sheaf_kit.h>
#include <stdio.h>
#include <string.h>

/* So much of a path and of a media type is said on a page; bytes. */
#define PATH_SHOWN 300
#define TYPE_SHOWN 64

/* Appends the beginning of a text as it stands in XML, on one line. */
static void append_text(char *html, const char *text, size_t most)
{
    char shown[PATH_SHOWN + 1];
    size_t length = strlen(html);
    snprintf(shown, sizeof shown, "%.*s", (int)most, text);
    sheaf_text_clean(shown);
    for (const char *at = shown; *at != 0 && length + 8 < BOOK_NOTICE_SIZE; at++) {
        if (*at == '<' || *at == '&' || *at == '"')
            length += (size_t)snprintf(html + length, BOOK_NOTICE_SIZE - length, "&#%d;", *at);
        else
            html[length++] = *at;
        html[length] = 0;
    }
}

void book_notice(const book_part *part, char html[BOOK_NOTICE_SIZE])
{
    snprintf(html, BOOK_NOTICE_SIZE, "%s",
             "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title></title></head><body>"
             "<p><b>A part of this book can\u2019t be shown.</b></p><p>\u201c");
    append_text(html, part->path, PATH_SHOWN);
    if (part->kind == BOOK_MISSING) {
        strcat(html, "\u201d is not in the file.");
    } else if (part->kind == BOOK_FOREIGN) {
        strcat(html, "\u201d is of a kind that no book is read in: ");
        append_text(html, part->type[0] == 0 ? "it says none" : part->type, TYPE_SHOWN);
        strcat(html, ".");
    } else {
        strcat(html, "\u201d is damaged.");
    }
    strcat(html, "</p></body></html>");
}
