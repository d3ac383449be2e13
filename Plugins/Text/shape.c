/* SPDX-License-Identifier: Apache-2.0
 *
 * shape.c: what the lines of a plain text are: prose, or lines that each mean something (code, tables, logs, lists). And prose
 * whose lines were broken to a width when it was written, as that of most free novels is: broken once more to the width of a
 * page, every second line would be a short one, so they are put together again.
 */
#include "internal.h"

#include <string.h>

/* A line is prose where so many of a hundred of its tokens are words. */
#define WORDS_LEAST 80
/* A text is prose where so many of a hundred of its characters are in such lines, */
#define PROSE_LEAST 90
/* and no more than one of so many lines ends as those of programs do. */
#define CODE_MOST 100

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

/* The slack by which a word may be shorter than the room for it, in hundredths of the width: nobody breaks lines quite
 * evenly. */
#define WIDTH_SLACK 10

/* From here on (CJK) a line may be broken between any two characters, and there are no blanks between words. */
#define IDEOGRAPHS 0x2e80

/* The least share of lines that fit into the columns of a text, in percent. */
#define FITTING 95

static int is_one_of(gunichar rune, const char *all)
{
    return rune != 0 && g_utf8_strchr(all, -1, rune) != NULL;
}

typedef enum token { TOKEN_WORD, TOKEN_NUMBER, TOKEN_OTHER } token;

/* The kind of what stands between two blanks: a word of prose, with the marks around it; a number, or a dash; or anything else. */
static token token_of(const char *at, const char *end)
{
    while (at < end && is_one_of(g_utf8_get_char(at), "\"'([_*“”‘’„‚«»‹›¿¡—–-…"))
        at = g_utf8_next_char(at);
    while (end > at) {
        const char *last = g_utf8_find_prev_char(at, end);
        if (last == NULL || !is_one_of(g_utf8_get_char(last), "\"')]_*.,;:!?“”‘’«»‹›—–-…"))
            break;
        end = last;
    }
    if (at == end)
        return TOKEN_NUMBER;
    int letters = 0, is_number = 1;
    for (const char *next; at < end; at = next) {
        gunichar rune = g_utf8_get_char(at);
        next = g_utf8_next_char(at);
        if (g_unichar_isalpha(rune) || g_unichar_ismark(rune) || rune >= IDEOGRAPHS) {
            is_number = 0;
            letters++;
        } else if (!g_unichar_isdigit(rune)) {
            if (!is_one_of(rune, "'’-‐—–.,%…"))
                return TOKEN_OTHER;
            /* "U.S.", and no names of files or of members. */
            if (rune == '.' && letters > 1 && !(next < end && g_unichar_isupper(g_utf8_get_char(next))))
                return TOKEN_OTHER;
            letters = rune == '.' ? 0 : letters;
        }
    }
    return is_number ? TOKEN_NUMBER : TOKEN_WORD;
}

/* Whether a line is an item of a list: "- words", "* words", "1. words", "(a) words". */
static int is_item(const char *at, const char *end)
{
    if (end - at > 2 && strchr("-*+o", at[0]) != NULL && at[1] == ' ')
        return 1;
    if (g_str_has_prefix(at, "•") || g_str_has_prefix(at, "–") || g_str_has_prefix(at, "·"))
        return 1;
    const char *from = at;
    if (at < end && *at == '(')
        at++;
    const char *number = at;
    while (at < end && g_ascii_isdigit(*at))
        at++;
    if (at == number && at < end && g_ascii_isalpha(*at) && from != number)
        at++;
    return at > number && at - number <= 4 && end - at > 1 && (*at == '.' || *at == ')') && at[1] == ' ';
}

/* Whether a line is one of running words, whatever it is set in by. */
static int is_prose(const char *at, const char *end)
{
    size_t words = 0, others = 0;
    while (at < end && g_ascii_isspace(*at))
        at++;
    /* "Key: value". */
    const char *key = at;
    while (key < end && (g_ascii_isalnum(*key) || *key == '-' || *key == '_'))
        key++;
    if (key < end && *key == ':' && key > at && (key + 1 == end || key[1] == ' ' || key[1] == '\t'))
        return 0;
    while (at < end) {
        const char *stop = at;
        while (stop < end && *stop != ' ' && *stop != '\t')
            stop = g_utf8_next_char(stop);
        token token = token_of(at, stop);
        words += token == TOKEN_WORD;
        others += token == TOKEN_OTHER;
        /* Columns: blanks that are more than those behind a sentence. */
        const char *next = stop;
        while (next < end && (*next == ' ' || *next == '\t'))
            next++;
        if (next < end && (next - stop > 2 || memchr(stop, '\t', (size_t)(next - stop)) != NULL ||
                           (next - stop == 2 && g_ascii_isalnum(stop[-1]))))
            return 0;
        at = next;
    }
    return words > 0 && words * 100 >= (words + others) * WORDS_LEAST;
}

/* Whether a line ends or begins as only those of programs do. */
static int is_code(row row)
{
    static const char *const ends[] = {"{", "}", "};", ");", "});", "*/", "->", "=>", "\\", "\"\"\"", "&&", "||", "[", "],", "},"};
    static const char *const starts[] = {"#!", "//", "/*", "<?", "\"\"\"", "@", ".\\\"", "import ", "from ", "#include", "#define", "package ", "use ", "module "};
    for (size_t i = 0; i < G_N_ELEMENTS(ends); i++) {
        size_t length = strlen(ends[i]);
        if (row_length(row) >= length && memcmp(row.end - length, ends[i], length) == 0)
            return 1;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(starts); i++)
        if (row_length(row) > strlen(starts[i]) && memcmp(row.at, starts[i], strlen(starts[i])) == 0)
            return i < 6 || row.end[-1] == ';' || memchr(row.at, '.', row_length(row)) == NULL;
    return 0;
}

/* How many columns of characters of one width a line takes. */
static size_t columns_of(row row)
{
    size_t columns = 0;
    for (const char *at = row.at; at < row.end; at = g_utf8_next_char(at)) {
        gunichar rune = g_utf8_get_char(at);
        if (rune == '\t')
            columns += TAB_COLUMNS - columns % TAB_COLUMNS;
        else if (!g_unichar_iszerowidth(rune))
            columns += g_unichar_iswide(rune) ? 2 : 1;
    }
    return columns;
}

/* How many columns nearly all lines fit into, up to COLUMNS_MAX. */
static size_t columns_needed(const char *text, const char *end)
{
    size_t counts[COLUMNS_MAX + 1] = {0}, rows = 0, longer = 0, columns = COLUMNS_MAX;
    row row;
    while (next_row(&text, end, &row)) {
        rows += row.end > row.at;
        counts[MIN(columns_of(row), COLUMNS_MAX)]++;
    }
    while (columns > 0 && (longer + counts[columns]) * 100 <= rows * (100 - FITTING))
        longer += counts[columns--];
    return columns;
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

static int is_blank(const char *text, size_t length)
{
    return length == 0 || text[0] == ' ' || text[0] == '\t' || g_unichar_isspace(g_utf8_get_char(text));
}

int shape_goes_on(size_t width, const char *line, size_t length, const char *next, size_t next_length)
{
    if (length == 0 || is_blank(next, next_length) || is_item(next, next + next_length))
        return 0;
    size_t characters = (size_t)g_utf8_strlen(line, (gssize)length);
    return characters <= WIDTH_MAX &&
           (characters + 1 + first_word(next, next_length)) * 100 > width * (100 - WIDTH_SLACK) &&
           is_prose(line, line + length) && is_prose(next, next + next_length);
}

int shape_needs_blank(const char *line, size_t length, const char *next)
{
    const char *last = g_utf8_find_prev_char(line, line + length);
    if (last == NULL || *last == '-' || *last == ' ')
        return 0;
    return g_utf8_get_char(last) < IDEOGRAPHS || g_utf8_get_char(next) < IDEOGRAPHS;
}

/* The width that nearly all lines keep to, in characters; 0 where that is not one that prose is broken to. */
static size_t width_of(const char *text, const char *end)
{
    unsigned lengths[WIDTH_MAX + 2] = {0}, rows = 0, longer = 0;
    row row;
    while (next_row(&text, end, &row)) {
        size_t characters = (size_t)g_utf8_strlen(row.at, row.end - row.at);
        rows += characters > 0;
        lengths[MIN(characters, WIDTH_MAX + 1)]++;
    }
    size_t width = WIDTH_MAX + 1;
    while (width > 0 && (longer + lengths[width]) * 100 <= rows * LONGER_MOST)
        longer += lengths[width--];
    return width > WIDTH_MAX || width < WIDTH_MIN ? 0 : width;
}

/* Whether lines were broken where the next word had no room: in a poem, a list or a log most of them end elsewhere. */
static int is_broken_to(size_t width, const char *text, const char *end)
{
    unsigned broken = 0, goes_on = 0, small = 0;
    row row, before = {0};
    while (next_row(&text, end, &row)) {
        size_t length = row_length(row);
        if (before.end > before.at && !is_blank(row.at, length)) {
            unsigned is_broken =
                (unsigned)shape_goes_on(width, before.at, row_length(before), row.at, length);
            gunichar first = g_utf8_get_char(row.at);
            goes_on++;
            broken += is_broken;
            small += is_broken && g_unichar_isalpha(first) && !g_unichar_isupper(first);
        }
        before = row;
    }
    return broken >= BROKEN_ENOUGH && broken * 100 >= goes_on * BROKEN_LEAST && small * 100 >= broken * SMALL_LEAST;
}

shape shape_of(const char *text, size_t length, unwrap unwrap)
{
    const char *at = text, *end = text + length;
    size_t prose = 0, all = 0, code = 0, rows = 0;
    row row;
    while (next_row(&at, end, &row)) {
        size_t characters = row_length(row);
        if (characters == 0)
            continue;
        rows++;
        all += characters;
        prose += is_prose(row.at, row.end) ? characters : 0;
        code += (size_t)is_code(row);
    }
    shape shape = {.columns = columns_needed(text, end)};
    shape.is_prose = prose * 100 >= all * PROSE_LEAST && code * CODE_MOST <= rows;
    size_t width = width_of(text, end);
    if (unwrap == UNWRAP_YES || (unwrap == UNWRAP_AUTO && shape.is_prose && is_broken_to(width, text, end)))
        shape.width = width;
    return shape;
}
