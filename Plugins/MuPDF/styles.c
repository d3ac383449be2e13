/* SPDX-License-Identifier: Apache-2.0
 *
 * styles.c: whether a book's style sheets have its lines run from top to bottom (CSS Writing Modes 3), which MuPDF does not set. MuPDF's
 * own reader of style sheets knows no such property, and keeps nothing of it.
 */
#include "internal.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static const char property[] = "writing-mode";

/* The names of today, and those that older books have (SVG 1.1). */
static const struct {
    const char *value;
    book_lines mode;
} modes[] = {
    {"horizontal-tb", BOOK_LINES_HORIZONTAL}, {"vertical-rl", BOOK_LINES_VERTICAL_RL}, {"vertical-lr", BOOK_LINES_VERTICAL_LR},
    {"tb-rl", BOOK_LINES_VERTICAL_RL},        {"tb-lr", BOOK_LINES_VERTICAL_LR},       {"tb", BOOK_LINES_VERTICAL_RL},
    {"lr-tb", BOOK_LINES_HORIZONTAL},
};

/* Leaves out blanks around a text. */
static void trim(const char **text, size_t *length)
{
    for (; *length > 0 && isspace((unsigned char)**text); (*text)++)
        --*length;
    while (*length > 0 && isspace((unsigned char)(*text)[*length - 1]))
        --*length;
}

book_lines writing_mode_of(const char *value, size_t length)
{
    trim(&value, &length);
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
        if (strlen(modes[i].value) == length && strncasecmp(modes[i].value, value, length) == 0)
            return modes[i].mode;
    return BOOK_LINES_UNSAID;
}

book_lines writing_mode_declared(const char *declarations, size_t length, book_lines before)
{
    const char *end = declarations + length;
    book_lines mode = before;
    for (const char *at = declarations; at < end;) {
        const char *next = memchr(at, ';', (size_t)(end - at));
        const char *colon = memchr(at, ':', (size_t)((next == NULL ? end : next) - at));
        const char *name = at;
        size_t name_length = colon == NULL ? 0 : (size_t)(colon - at);
        trim(&name, &name_length);
        const size_t size = sizeof property - 1;
        /* Also with a prefix, as -epub-writing-mode, and behind a comment. */
        if (name_length >= size && strncasecmp(name + name_length - size, property, size) == 0 &&
            (name_length == size || strchr("-/ \t\r\n", name[name_length - size - 1]) != NULL)) {
            const char *value = colon + 1;
            size_t value_length = (size_t)((next == NULL ? end : next) - value);
            const char *important = memchr(value, '!', value_length);
            const book_lines said =
                writing_mode_of(value, important == NULL ? value_length : (size_t)(important - value));
            mode = said == BOOK_LINES_UNSAID ? mode : said;
        }
        at = next == NULL ? end : next + 1;
    }
    return mode;
}

/* Whether a word is among others. */
static int has_word(const char *words, const char *word, size_t length)
{
    for (const char *at = words; *at != 0;) {
        at += strspn(at, " \t\r\n\f");
        const size_t size = strcspn(at, " \t\r\n\f");
        if (size == length && strncmp(at, word, length) == 0)
            return 1;
        at += size;
    }
    return 0;
}

/* Whether a selector without blanks is that of an element with these classes. */
static int is_of_element(const char *selector, size_t length, const char *element, const char *classes)
{
    const char *end = selector + length;
    const size_t size = strcspn(selector, ".:#[") < length ? strcspn(selector, ".:#[") : length;
    const int is_named = size == strlen(element) && strncasecmp(selector, element, size) == 0;
    const char *at = selector + size;
    if (size > 0 && !is_named && !(size == 1 && *selector == '*'))
        return 0;
    while (at < end) {
        const char *part = at + 1;
        size_t part_length = 0;
        while (part + part_length < end && strchr(".:#[", part[part_length]) == NULL)
            part_length++;
        /* An id or a state may be that of a part of the text. */
        const int is_root = *at == ':' && part_length == 4 && strncasecmp(part, "root", 4) == 0 && element[0] == 'h';
        if (!is_root && !(*at == '.' && has_word(classes, part, part_length)))
            return 0;
        at = part + part_length;
    }
    return length > 0;
}

/* Whether the rules of a list of selectors are for html or body. */
static int is_of_text(const char *selectors, size_t length, const char *html_classes, const char *body_classes)
{
    const char *end = selectors + length;
    for (const char *at = selectors; at < end;) {
        const char *next = memchr(at, ',', (size_t)(end - at));
        const char *selector = at;
        size_t size = (size_t)((next == NULL ? end : next) - at);
        trim(&selector, &size);
        /* The last one, in what the others are. */
        size_t start = size;
        while (start > 0 && !isspace((unsigned char)selector[start - 1]) && selector[start - 1] != '>')
            start--;
        if (is_of_element(selector + start, size - start, "html", html_classes) ||
            is_of_element(selector + start, size - start, "body", body_classes))
            return 1;
        at = next == NULL ? end : next + 1;
    }
    return 0;
}

book_lines writing_mode_styled(const char *sheet, size_t length, const char *html_classes, const char *body_classes,
                                 book_lines before)
{
    const char *end = sheet + length, *selectors = sheet, *block = NULL;
    book_lines mode = before;
    for (const char *at = sheet; at < end; at++) {
        if (end - at >= 2 && at[0] == '/' && at[1] == '*') {
            const char *close = memmem(at + 2, (size_t)(end - at - 2), "*/", 2);
            if (close == NULL)
                break;
            at = close + 1;
            /* A rule may begin behind it. */
            if (block == NULL)
                selectors = close + 2;
        } else if (*at == '{') {
            /* Rules in a rule: those of a medium. */
            selectors = block == NULL ? selectors : block;
            block = at + 1;
            if (memchr(selectors, '@', (size_t)(at - selectors)) != NULL) {
                selectors = block;
                block = NULL;
            }
        } else if (*at == '}') {
            if (block != NULL &&
                is_of_text(selectors, (size_t)(block - 1 - selectors), html_classes, body_classes))
                mode = writing_mode_declared(block, (size_t)(at - block), mode);
            selectors = at + 1;
            block = NULL;
        } else if (*at == ';' && block == NULL) {
            selectors = at + 1;
        }
    }
    return mode;
}
