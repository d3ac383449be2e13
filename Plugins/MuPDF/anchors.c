/* SPDX-License-Identifier: Apache-2.0
 *
 * anchors.c: places in a chapter that links lead to, as MuPDF has them. An empty element with an id before a heading, as many programs
 * write it, would be a line of its own without any text. So it goes behind the heading's tag.
 */
#include "rewriting.h"

#include <string.h>

/* Longer tags are left where they are; bytes. */
#define TAG_MAX 1024

/* So many elements are moved together. */
#define ANCHORS_MAX 16

/* Whether the tag at `at` is of one of these elements. */
static int is_tag(const unsigned char *at, const unsigned char *end, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(names[i]);
        if ((size_t)(end - at) > length + 1 && at[0] == '<' && memcmp(at + 1, names[i], length) == 0 &&
            strchr(" \t\r\n/>", at[length + 1]) != NULL)
            return 1;
    }
    return 0;
}

/* The end of the tag at `at`, behind its `>`; NULL: it has none. */
static unsigned char *end_of_tag(unsigned char *at, unsigned char *end)
{
    unsigned char *found = memchr(at, '>', end - at < TAG_MAX ? (size_t)(end - at) : TAG_MAX);
    return found == NULL ? NULL : found + 1;
}

static int has(const unsigned char *at, const unsigned char *end, const char *text)
{
    return memmem(at, (size_t)(end - at), text, strlen(text)) != NULL;
}

/* The end of the empty element with a name at `at`; NULL: it is none. */
static unsigned char *end_of_anchor(unsigned char *at, unsigned char *end)
{
    static const char *const names[] = {"span", "a"};
    unsigned char *tag = is_tag(at, end, names, sizeof names / sizeof *names) ? end_of_tag(at, end) : NULL;
    if (tag == NULL || has(at, tag, "href") || !(has(at, tag, "id=") || has(at, tag, "name=")))
        return NULL;
    if (tag[-2] == '/')
        return tag;
    return end - tag > 2 && tag[0] == '<' && tag[1] == '/' ? end_of_tag(tag, end) : NULL;
}

static unsigned char *skip_blanks(unsigned char *at, const unsigned char *end)
{
    while (at < end && *at != 0 && strchr(" \t\r\n", *at) != NULL)
        at++;
    return at;
}

/* The end of all those that are side by side at `at`; NULL: there is none. */
static unsigned char *end_of_anchors(unsigned char *at, unsigned char *end)
{
    unsigned char *last = NULL, *next = end_of_anchor(at, end);
    for (int i = 0; i < ANCHORS_MAX && next != NULL; i++) {
        last = next;
        next = end_of_anchor(skip_blanks(next, end), end);
    }
    return last;
}

/* The end of the start tag of a block behind `at`; NULL: something else is there. */
static unsigned char *end_of_block(unsigned char *at, unsigned char *end)
{
    static const char *const names[] = {"h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "section", "dt", "dd", "blockquote"};
    at = skip_blanks(at, end);
    unsigned char *tag = is_tag(at, end, names, sizeof names / sizeof *names) ? end_of_tag(at, end) : NULL;
    return tag == NULL || tag[-2] == '/' ? NULL : tag;
}

static void reverse(unsigned char *from, unsigned char *to)
{
    while (from < to) {
        const unsigned char byte = *from;
        *from++ = *--to;
        *to = byte;
    }
}

void anchors_move(unsigned char *bytes, size_t length)
{
    unsigned char *at = bytes, *const end = bytes + length;
    while ((at = memchr(at, '<', (size_t)(end - at))) != NULL) {
        unsigned char *anchor = end_of_anchors(at, end), *block = anchor == NULL ? NULL : end_of_block(anchor, end);
        if (block == NULL) {
            at++;
            continue;
        }
        /* The bytes from `at` to `block` are turned around, and each of both parts again. */
        const size_t size = (size_t)(anchor - at);
        reverse(at, block);
        reverse(at, block - size);
        reverse(block - size, block);
        at = block - size;
    }
}
