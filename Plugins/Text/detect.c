/* SPDX-License-Identifier: Apache-2.0
 *
 * detect.c: whether a document is text, and which kind, by its content, and by how its name ends.
 */
#include "internal.h"

#include <string.h>

/* "# A heading". */
static int is_heading(row row)
{
    size_t marks = 0;
    while (marks < row_length(row) && row.at[marks] == '#')
        marks++;
    return marks >= 1 && marks <= 6 && row_length(row) > marks + 1 && row.at[marks] == ' ' && row.at[marks + 1] != '#';
}

/* A row of nothing but one of two marks, below a heading. */
static int is_underline(row row)
{
    if (row_length(row) < 3 || (row.at[0] != '=' && row.at[0] != '-'))
        return 0;
    for (size_t i = 1; i < row_length(row); i++)
        if (row.at[i] != row.at[0])
            return 0;
    return 1;
}

/* "[words](target)", anywhere in a row. */
static int has_link(row row)
{
    const char *end = row.end;
    for (const char *at = row.at; at < end && (at = memchr(at, ']', (size_t)(end - at))) != NULL; at++)
        if (end - at > 2 && at[1] == '(' && memchr(row.at, '[', (size_t)(at - row.at)) != NULL &&
            memchr(at, ')', (size_t)(end - at)) != NULL)
            return 1;
    return 0;
}

/* Whether a word is "**strong**". */
static int has_strong(row row)
{
    const char *first = memmem(row.at, row_length(row), "**", 2);
    if (first == NULL || first + 2 >= row.end || g_ascii_isspace(first[2]) || first[2] == '*')
        return 0;
    return memmem(first + 3, (size_t)(row.end - first - 3), "**", 2) != NULL;
}

/* The endings of Markdown, and those that say nothing of what a text is. */
static int is_suffix_of(const char *const *all, const char *suffix)
{
    while (*all != NULL && strcmp(*all, suffix) != 0)
        all++;
    return *all != NULL;
}

int is_markdown(const char *suffix, const char *text, size_t length)
{
    static const char *const own[] = {".md", ".markdown", ".mkd", ".mdown", NULL};
    static const char *const any[] = {".txt", ".text", ".asc", NULL};
    if (suffix != NULL && is_suffix_of(own, suffix))
        return 1;
    if (suffix != NULL && !is_suffix_of(any, suffix))
        return 0;
    /* Where its name says nothing: a title, and two more kinds of marks. */
    const char *at = text, *end = text + length;
    row row, before = {0}, above = {0};
    int titles = 0, fences = 0, links = 0, others = 0;
    /* Scripts and markup of another kind. */
    if (length >= 2 && (memcmp(text, "#!", 2) == 0 || text[0] == '<'))
        return 0;
    while (next_row(&at, end, &row)) {
        /* A comment of a script or of a configuration has something right below. */
        if (row_length(before) > 0 && is_heading(before) && row_length(above) == 0 && row_length(row) == 0)
            titles++;
        if (is_underline(row) && row_length(before) > 0 && row_length(above) == 0 && !g_ascii_isspace(before.at[0]))
            titles++;
        fences += row_length(row) >= 3 && memcmp(row.at, "```", 3) == 0;
        if (fences % 2 == 0) {
            links += has_link(row);
            others += has_strong(row) || (row_length(row) > 2 && (row.at[0] == '-' || row.at[0] == '*') && row.at[1] == ' ');
            /* Outside of fences, what is none in Markdown. */
            if (row_length(row) > 0 && strchr("{};\\", row.at[row_length(row) - 1]) != NULL)
                return 0;
        }
        above = before;
        before = row;
    }
    return titles > 0 && fences % 2 == 0 && (fences > 0) + (links > 0) + (others > 1) >= 2;
}

const char *language_of(const char *text, size_t length)
{
    const char *found = "en", *end = text + length;
    for (const char *at = text; at < end; at = g_utf8_next_char(at)) {
        gunichar rune = g_utf8_get_char(at);
        if (rune >= 0x3041 && rune <= 0x30fe)
            return "ja";
        if (rune >= 0xac00 && rune <= 0xd7a3)
            return "ko";
        if (rune >= 0x4e00 && rune <= 0x9fff)
            found = "zh-cn";
    }
    return found;
}

int32_t provider_probe(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, uint32_t *certainty)
{
    charset charset = {.encoding = ENCODING_NONE};
    *certainty = SHEAF_PROBE_NO;
    sheaf_input input = sheaf_input_open(plugin->services, plugin->host, request, source, NULL);
    unsigned char *head = g_malloc(HEAD_SIZE);
    int64_t count = sheaf_input_read(&input, head, HEAD_SIZE, 0);
    /* All that is text is text, but what another provider knows for its own is that before. */
    if (count >= 0)
        charset_detect(&charset, head, (size_t)count);
    if (charset.encoding != ENCODING_NONE)
        *certainty = SHEAF_PROBE_MAYBE;
    g_free(head);
    return count < 0 ? sheaf_input_result(&input, request) : 0;
}
