/* SPDX-License-Identifier: Apache-2.0
 *
 * wrapped.c: text whose lines were broken to a width when it was written, as those of most free novels are. Broken once more to the
 * width of a page, every second line would be a short one: they are put together again.
 *
 * A line was broken where the next word would have made it too long. In a poem, a list or a log most lines end elsewhere.
 */
#include "internal.h"

#include <string.h>

/* Longer lines are none that somebody has broken, in characters. */
#define WIDTH_MAX 120
/* Shorter ones are those of poems. */
#define WIDTH_MIN 40

/* How many lines of a hundred may be longer than the width: addresses, say. */
#define LONGER_MOST 2

/* How many of a hundred lines that go on must have been broken for their width, and how many there must be. Of a hundred of
 * those the next must begin so often with a small letter, or one that is neither small nor large: the lines of a log do not. */
#define BROKEN_LEAST 80
#define BROKEN_ENOUGH 8
#define SMALL_LEAST 50

/* Nobody breaks lines quite evenly: a word may be so much shorter than the room for it, in hundredths of the width. */
#define WIDTH_SLACK 10

/* From here on (CJK) a line may be broken between any two characters. */
#define IDEOGRAPHS 0x2e80

static size_t count_characters(const char *text, size_t length)
{
    return (size_t)g_utf8_strlen(text, (gssize)length);
}

static int is_blank(const char *text, size_t length)
{
    return length == 0 || text[0] == ' ' || text[0] == '\t' || g_unichar_isspace(g_utf8_get_char(text));
}

/* How many characters have to stay together at the start of a line. */
static size_t first_word(const char *text, size_t length)
{
    size_t count = 0;
    for (const char *at = text; at < text + length && *at != ' ' && *at != '\t'; at = g_utf8_next_char(at)) {
        if (g_utf8_get_char(at) >= IDEOGRAPHS)
            return count + 1;
        count++;
    }
    return count;
}

int wrapped_goes_on(size_t width, const char *line, size_t length, const char *next, size_t next_length)
{
    if (length == 0 || is_blank(next, next_length))
        return 0;
    size_t characters = count_characters(line, length);
    return characters <= WIDTH_MAX &&
           (characters + 1 + first_word(next, next_length)) * 100 > width * (100 - WIDTH_SLACK);
}

int wrapped_needs_blank(const char *line, size_t length, const char *next)
{
    const char *last = g_utf8_find_prev_char(line, line + length);
    if (last == NULL || *last == '-' || *last == ' ')
        return 0;
    return g_utf8_get_char(last) < IDEOGRAPHS || g_utf8_get_char(next) < IDEOGRAPHS;
}

size_t wrapped_width(const char *text, size_t length)
{
    unsigned lengths[WIDTH_MAX + 2] = {0}, rows = 0, longer = 0, broken = 0, goes_on = 0, small = 0;
    const char *end = text + length;
    for (const char *at = text, *stop; at < end; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(end - at));
        if (stop == NULL)
            break;
        size_t characters = count_characters(at, (size_t)(stop - at));
        rows += characters > 0;
        lengths[MIN(characters, WIDTH_MAX + 1)]++;
    }
    size_t width = WIDTH_MAX + 1;
    while (width > 0 && (longer + lengths[width]) * 100 <= rows * LONGER_MOST)
        longer += lengths[width--];
    if (width > WIDTH_MAX || width < WIDTH_MIN)
        return 0;
    const char *before = NULL;
    size_t before_length = 0;
    for (const char *at = text, *stop; at < end; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(end - at));
        if (stop == NULL)
            break;
        if (before_length > 0 && !is_blank(at, (size_t)(stop - at))) {
            unsigned is_broken = (unsigned)wrapped_goes_on(width, before, before_length, at, (size_t)(stop - at));
            gunichar first = g_utf8_get_char(at);
            goes_on++;
            broken += is_broken;
            small += is_broken && g_unichar_isalpha(first) && !g_unichar_isupper(first);
        }
        before = at;
        before_length = (size_t)(stop - at);
    }
    return broken >= BROKEN_ENOUGH && broken * 100 >= goes_on * BROKEN_LEAST && small * 100 >= broken * SMALL_LEAST
               ? width
               : 0;
}
