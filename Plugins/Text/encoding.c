/* SPDX-License-Identifier: Apache-2.0
 *
 * encoding.c: from bytes to UTF-8.
 */
#include "internal.h"

#include <string.h>

#define REPLACEMENT 0xfffdu

/* What Windows-1252 has from 0x80 to 0x9f, as https://encoding.spec.whatwg.org does; it is Latin-1 but for these. */
static const uint16_t windows_1252[32] = {
    0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d,   0x17d, 0x8f,
    0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d,   0x17e, 0x178,
};

/* Bytes that no text has; those that file(1) takes for text are left: from BEL to CR, and ESC. */
static int is_binary(unsigned unit)
{
    return unit < 0x07 || (unit > 0x0d && unit < 0x20 && unit != 0x1b) || unit == 0x7f;
}

static int is_line_end(unsigned unit)
{
    return unit == '\n' || unit == '\r' || unit == '\f' || unit == '\v';
}

static unsigned unit_at(encoding encoding, const unsigned char *at)
{
    return encoding == ENCODING_UTF16_LE ? at[0] | (unsigned)at[1] << 8 : at[1] | (unsigned)at[0] << 8;
}

static int is_high(unsigned unit)
{
    return unit >= 0xd800 && unit < 0xdc00;
}

static int is_low(unsigned unit)
{
    return unit >= 0xdc00 && unit < 0xe000;
}

static int is_utf16_text(encoding encoding, const unsigned char *bytes, size_t length)
{
    for (size_t i = 0; i + 2 <= length; i += 2) {
        unsigned unit = unit_at(encoding, bytes + i);
        if (is_binary(unit) || unit >= 0xfffe || is_low(unit))
            return 0;
        if (is_high(unit) && i + 4 <= length) {
            i += 2;
            if (!is_low(unit_at(encoding, bytes + i)))
                return 0;
        }
    }
    return 1;
}

encoding encoding_detect(const unsigned char *bytes, size_t length, size_t *mark)
{
    *mark = 0;
    if (length >= 2 && (memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0)) {
        encoding encoding = bytes[0] == 0xff ? ENCODING_UTF16_LE : ENCODING_UTF16_BE;
        *mark = 2;
        return is_utf16_text(encoding, bytes + 2, length - 2) ? encoding : ENCODING_NONE;
    }
    if (length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
        *mark = 3;
    for (size_t i = *mark; i < length; i++)
        if (is_binary(bytes[i]))
            return ENCODING_NONE;
    return ENCODING_UTF8;
}

/* The character that begins here, and in `size` how many bytes it has. */
static gunichar decode_utf8(const unsigned char *at, size_t length, size_t *size)
{
    *size = 1;
    if (at[0] < 0x80)
        return at[0];
    gunichar rune = g_utf8_get_char_validated((const char *)at, length < 4 ? (gssize)length : 4);
    if (rune != (gunichar)-1 && rune != (gunichar)-2) {
        *size = (size_t)g_unichar_to_utf8(rune, NULL);
        return rune;
    }
    return at[0] < 0xa0 ? windows_1252[at[0] - 0x80] : at[0];
}

static gunichar decode_utf16(encoding encoding, const unsigned char *at, size_t length, size_t *size)
{
    if (length < 2) {
        *size = 1;
        return REPLACEMENT;
    }
    unsigned unit = unit_at(encoding, at);
    *size = 2;
    if (is_high(unit) && length >= 4 && is_low(unit_at(encoding, at + 2))) {
        *size = 4;
        return 0x10000 + ((gunichar)(unit & 0x3ff) << 10) + (unit_at(encoding, at + 2) & 0x3ff);
    }
    return is_high(unit) || is_low(unit) ? REPLACEMENT : unit;
}

size_t encoding_decode(encoding encoding, const unsigned char *bytes, size_t length, char *text, uint16_t *origins)
{
    size_t end = 0;
    for (size_t i = 0, size; i < length; i += size) {
        gunichar rune = encoding == ENCODING_UTF8 ? decode_utf8(bytes + i, length - i, &size)
                                                  : decode_utf16(encoding, bytes + i, length - i, &size);
        /* Control characters can't be seen, but for those of lines. */
        if ((rune < 0x20 && rune != '\t' && !is_line_end(rune)) || (rune >= 0x7f && rune < 0xa0))
            rune = REPLACEMENT;
        int written = g_unichar_to_utf8(rune, text + end);
        for (int k = 0; origins != NULL && k < written; k++)
            origins[end + (size_t)k] = (uint16_t)i;
        end += (size_t)written;
    }
    if (origins != NULL)
        origins[end] = (uint16_t)length;
    return end;
}

size_t encoding_line(encoding encoding, const unsigned char *bytes, size_t length, size_t *without)
{
    size_t unit = encoding == ENCODING_UTF8 ? 1 : 2;
    for (size_t i = 0; i + unit <= length; i += unit) {
        unsigned value = unit == 1 ? bytes[i] : unit_at(encoding, bytes + i);
        if (value > '\r' || !is_line_end(value))
            continue;
        *without = i;
        i += unit;
        if (value == '\r' && i + unit <= length && (unit == 1 ? bytes[i] : unit_at(encoding, bytes + i)) == '\n')
            i += unit;
        return i;
    }
    return 0;
}
