/* SPDX-License-Identifier: Apache-2.0
 *
 * terminal.c: what a terminal would make of a text, as `less -R` reads it: colours (ECMA-48's SGR), bold and underlined letters
 * that were typed twice, and links (OSC 8). All other control characters are shown: as ^A, as a terminal's driver does.
 */
#include "internal.h"

#include <string.h>

/* Control characters that this file reads stand in the decoded text with a NUL behind them: there is room for ^ and a letter. */

typedef struct reading {
    char *text;
    uint16_t *origins; /* or NULL */
    size_t length, end; /* what is read, and how much of it is written */
    GArray *styles;     /* or NULL */
    style style;        /* the one that holds */
} reading;

static void put(reading *reading, const char *bytes, size_t length, size_t origin_at)
{
    for (size_t i = 0; i < length; i++) {
        if (reading->origins != NULL)
            reading->origins[reading->end] = reading->origins[origin_at];
        reading->text[reading->end++] = bytes[i];
    }
}

/* Marks what was written since `start`. */
static void mark(reading *reading, size_t start, style style)
{
    if (reading->styles == NULL || start == reading->end ||
        (style.style == 0 && style.foreground == 0 && style.background == 0))
        return;
    style.start = (uint32_t)start;
    style.end = (uint32_t)reading->end;
    struct style *last = reading->styles->len == 0 ? NULL : &g_array_index(reading->styles, struct style, reading->styles->len - 1);
    if (last != NULL && last->end == style.start && last->style == style.style && last->foreground == style.foreground &&
        last->background == style.background)
        last->end = style.end;
    else
        g_array_append_val(reading->styles, style);
}

/* A colour of the 256 of xterm, as it can be read on white: bright ones are made darker where they are letters. */
static uint32_t colour(unsigned number)
{
    static const uint32_t basic[16] = {0x000000, 0xaa0000, 0x007700, 0x8a5a00, 0x0000aa, 0xaa00aa, 0x007a7a, 0x666666,
                                       0x555555, 0xd00000, 0x008f00, 0xa06a00, 0x3030e0, 0xc000c0, 0x008a8a, 0x333333};
    if (number < 16)
        return basic[number];
    if (number >= 232)
        return 0x010101u * (8 + (number - 232) * 10);
    number -= 16;
    static const uint32_t steps[6] = {0, 0x5f, 0x87, 0xaf, 0xd7, 0xff};
    return steps[number / 36] << 16 | steps[number / 6 % 6] << 8 | steps[number % 6];
}

/* Applies the numbers of an SGR sequence to a style:
 * https://www.ecma-international.org/publications-and-standards/standards/ecma-48/. */
static void set_style(style *style, const unsigned *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        unsigned number = numbers[i];
        if (number == 0)
            *style = (struct style){0};
        else if (number == 1)
            style->style |= SPAN_STRONG;
        else if (number == 3)
            style->style |= SPAN_EMPHASIS;
        else if (number == 4)
            style->style |= SPAN_UNDERLINE;
        else if (number == 9)
            style->style |= SPAN_STRUCK;
        else if (number == 22)
            style->style &= ~SPAN_STRONG;
        else if (number == 23)
            style->style &= ~SPAN_EMPHASIS;
        else if (number == 24)
            style->style &= ~SPAN_UNDERLINE;
        else if (number == 29)
            style->style &= ~SPAN_STRUCK;
        else if ((number >= 30 && number < 38) || (number >= 90 && number < 98))
            style->foreground = STYLE_COLOUR | colour(number < 38 ? number - 30 : number - 90 + 8);
        else if ((number >= 40 && number < 48) || (number >= 100 && number < 108))
            style->background = STYLE_COLOUR | colour(number < 48 ? number - 40 : number - 100 + 8);
        else if (number == 39)
            style->foreground = 0;
        else if (number == 49)
            style->background = 0;
        else if ((number == 38 || number == 48) && i + 1 < count) {
            uint32_t value = 0;
            if (numbers[i + 1] == 5 && i + 2 < count)
                value = colour(numbers[i + 2] & 255), i += 2;
            else if (numbers[i + 1] == 2 && i + 4 < count)
                value = (numbers[i + 2] & 255) << 16 | (numbers[i + 3] & 255) << 8 | (numbers[i + 4] & 255), i += 4;
            else
                break;
            *(number == 38 ? &style->foreground : &style->background) = STYLE_COLOUR | value;
        }
    }
}

/* Where a sequence ends that begins with ESC at `at`; `at` where there is none that is read. */
static size_t sequence_end(reading *reading, size_t at)
{
    const char *text = reading->text;
    size_t i = at + 2;
    if (i < reading->length && text[i] == '[') {
        unsigned numbers[16] = {0};
        size_t count = 1;
        for (i++; i < reading->length && (g_ascii_isdigit(text[i]) || text[i] == ';' || text[i] == ':'); i++)
            if (g_ascii_isdigit(text[i]))
                numbers[count - 1] = MIN(numbers[count - 1] * 10 + (unsigned)(text[i] - '0'), 65535u);
            else if (count < G_N_ELEMENTS(numbers))
                count++;
        if (i < reading->length && text[i] == 'm')
            set_style(&reading->style, numbers, count);
        return i < reading->length && (text[i] == 'm' || text[i] == 'K') ? i + 1 : at;
    }
    /* ESC ] 8 ; parameters ; address, up to BEL or ESC \. */
    if (reading->length - at < 5 || memcmp(text + i, "]8;", 3) != 0)
        return at;
    for (; i < reading->length; i++)
        if (text[i] == '\a' || text[i] == '\x1b')
            return text[i] == '\a' ? i + 2 : i + 2 < reading->length && text[i + 2] == '\\' ? i + 3 : at;
    return at;
}

/* The last character that was written, where it can be typed once more. */
static size_t last_start(const reading *reading)
{
    const char *last = g_utf8_find_prev_char(reading->text, reading->text + reading->end);
    return last == NULL || *last == '\n' ? reading->end : (size_t)(last - reading->text);
}

/* A letter, a backspace, and a letter: bold where both are the same, underlined where one is a low line; else the last one is seen.
 * `at` is that of the backspace. Returns where the text goes on; `at` where that is none. */
static size_t read_overstrike(reading *reading, size_t at)
{
    size_t before = last_start(reading), next = at + 2;
    if (before == reading->end || next >= reading->length || (unsigned char)reading->text[next] < 0x20)
        return at;
    size_t size = (size_t)(g_utf8_next_char(reading->text + next) - (reading->text + next));
    size_t before_size = reading->end - before;
    style style = reading->style;
    int is_same = size == before_size && memcmp(reading->text + before, reading->text + next, size) == 0;
    int is_line = reading->text[before] == '_', is_next_line = reading->text[next] == '_';
    if (is_same)
        style.style |= SPAN_STRONG;
    else if (is_line || is_next_line)
        style.style |= SPAN_UNDERLINE;
    if (reading->styles != NULL && reading->styles->len > 0) {
        struct style *last = &g_array_index(reading->styles, struct style, reading->styles->len - 1);
        if (last->end > before) {
            style.style |= last->start == before ? last->style : 0;
            last->end = (uint32_t)before;
            if (last->start >= last->end)
                g_array_set_size(reading->styles, reading->styles->len - 1);
        }
    }
    if (is_same || !is_next_line) {
        reading->end = before;
        for (size_t i = 0; i < size; i++) {
            if (reading->origins != NULL)
                reading->origins[reading->end] = reading->origins[next];
            reading->text[reading->end++] = reading->text[next + i];
        }
    }
    mark(reading, before, style);
    return next + size;
}

size_t terminal_read(char *text, size_t length, uint16_t *origins, GArray *styles)
{
    reading reading = {.text = text, .origins = origins, .length = length, .styles = styles};
    size_t at = 0, start = 0;
    while (at < length) {
        char byte = text[at];
        size_t next = at;
        if (byte == '\n') {
            mark(&reading, start, reading.style);
            start = reading.end;
            reading.style = (style){0};
        }
        if (byte == '\x1b') {
            mark(&reading, start, reading.style);
            next = sequence_end(&reading, at);
            start = reading.end;
        } else if (byte == '\b') {
            mark(&reading, start, reading.style);
            next = read_overstrike(&reading, at);
            start = reading.end;
        }
        if (next > at) {
            at = next;
        } else if (byte == '\x1b' || byte == '\b' || byte == '\a') {
            const char caret[2] = {'^', (char)(byte | 0x40)};
            put(&reading, caret, 2, at);
            at += 2;
        } else {
            put(&reading, text + at, 1, at);
            at++;
        }
    }
    mark(&reading, start, reading.style);
    if (origins != NULL)
        origins[reading.end] = origins[length];
    return reading.end;
}
