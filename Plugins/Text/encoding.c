/* SPDX-License-Identifier: Apache-2.0
 *
 * encoding.c: from bytes to UTF-8.
 */
#include "internal.h"

#include <errno.h>
#include <string.h>

#define REPLACEMENT 0xfffdu

/* The characters of Windows-1252 from 0x80 to 0x9f, as in https://encoding.spec.whatwg.org; the others are those of
 * Latin-1. */
static const uint16_t windows_1252[32] = {
    0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d,   0x17d, 0x8f,
    0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d,   0x17e, 0x178,
};

int encoding_is_control(unsigned unit)
{
    return unit < 0x07 || (unit > 0x0d && unit < 0x20 && unit != 0x1b) || unit == 0x7f;
}

static int is_line_end(unsigned unit)
{
    return unit == '\n' || unit == '\r' || unit == '\f' || unit == '\v';
}

unsigned encoding_unit(encoding encoding, const unsigned char *at)
{
    return encoding == ENCODING_UTF16_LE ? at[0] | (unsigned)at[1] << 8 : at[1] | (unsigned)at[0] << 8;
}

int encoding_is_wide(encoding encoding)
{
    return encoding == ENCODING_UTF16_LE || encoding == ENCODING_UTF16_BE;
}

static int is_high(unsigned unit)
{
    return unit >= 0xd800 && unit < 0xdc00;
}

static int is_low(unsigned unit)
{
    return unit >= 0xdc00 && unit < 0xe000;
}

int encoding_is_utf16(encoding encoding, const unsigned char *bytes, size_t length)
{
    for (size_t i = 0; i + 2 <= length; i += 2) {
        unsigned unit = encoding_unit(encoding, bytes + i);
        if (encoding_is_control(unit) || unit >= 0xfffe || is_low(unit))
            return 0;
        if (is_high(unit) && i + 4 <= length) {
            i += 2;
            if (!is_low(encoding_unit(encoding, bytes + i)))
                return 0;
        }
    }
    return 1;
}

static gunichar decode_1252(unsigned char byte)
{
    return byte >= 0x80 && byte < 0xa0 ? windows_1252[byte - 0x80] : byte;
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
    return decode_1252(at[0]);
}

static gunichar decode_utf16(encoding encoding, const unsigned char *at, size_t length, size_t *size)
{
    if (length < 2) {
        *size = 1;
        return REPLACEMENT;
    }
    unsigned unit = encoding_unit(encoding, at);
    *size = 2;
    if (is_high(unit) && length >= 4 && is_low(encoding_unit(encoding, at + 2))) {
        *size = 4;
        return 0x10000 + ((gunichar)(unit & 0x3ff) << 10) + (encoding_unit(encoding, at + 2) & 0x3ff);
    }
    return is_high(unit) || is_low(unit) ? REPLACEMENT : unit;
}

/* Decodes the next character with iconv, and sets `size` to its bytes. Returns whether there is one: a shift of iconv's
 * state is none, and a letter that marks may follow comes with what follows, or behind the end. */
static int decode_charset(iconv_t converter, const unsigned char *at, size_t length, size_t *size, gunichar *rune)
{
    unsigned char out[4];
    char *in = (char *)(uintptr_t)at, *to = (char *)out;
    size_t left = length, room = sizeof out;
    size_t result = iconv(converter, length > 0 ? &in : NULL, length > 0 ? &left : NULL, &to, &room);
    *size = length - left;
    if (room == 0)
        *rune = out[0] | (gunichar)out[1] << 8 | (gunichar)out[2] << 16;
    else if (result == (size_t)-1 && *size == 0 && length > 0) {
        *size = 1;
        *rune = REPLACEMENT;
    } else
        return 0;
    return 1;
}

/* Writes a character, as it is shown. Returns how many bytes that takes. */
static int write_character(gunichar rune, char *text)
{
    int is_line = rune == '\t' || is_line_end(rune);
    if (rune == 0x1b || rune == '\b' || rune == '\a') {
        text[0] = (char)rune;
        text[1] = 0; /* terminal.c reads it */
        return 2;
    }
    if ((rune < 0x20 && !is_line) || rune == 0x7f) {
        text[0] = '^';
        text[1] = (char)(rune ^ 0x40);
        return 2;
    }
    if (rune >= 0x80 && rune < 0xa0) {
        static const char digits[] = "0123456789ABCDEF";
        text[0] = '<', text[1] = digits[rune >> 4], text[2] = digits[rune & 15], text[3] = '>';
        return 4;
    }
    return g_unichar_to_utf8(rune, text);
}

size_t encoding_decode(const charset *charset, const unsigned char *bytes, size_t length, char *text, uint16_t *origins)
{
    size_t end = 0;
    /* Each line begins anew. */
    if (charset->converter != NULL)
        iconv(charset->converter, NULL, NULL, NULL, NULL);
    for (size_t i = 0, size; i < length || charset->converter != NULL; i += size) {
        gunichar rune = 0;
        if (charset->encoding == ENCODING_UTF8)
            rune = decode_utf8(bytes + i, length - i, &size);
        else if (charset->encoding == ENCODING_WINDOWS_1252) {
            rune = decode_1252(bytes[i]);
            size = 1;
        } else if (charset->encoding != ENCODING_CHARSET)
            rune = decode_utf16(charset->encoding, bytes + i, length - i, &size);
        else if (!decode_charset(charset->converter, bytes + i, length - i, &size, &rune)) {
            if (i == length)
                break;
            continue;
        }
        int written = write_character(rune, text + end);
        for (int k = 0; origins != NULL && k < written; k++)
            origins[end + (size_t)k] = (uint16_t)i;
        end += (size_t)written;
    }
    if (origins != NULL)
        origins[end] = (uint16_t)length;
    return end;
}

int32_t charset_open(charset *charset)
{
    if (charset->encoding != ENCODING_CHARSET)
        return 0;
    iconv_t converter = iconv_open("UTF-32LE", charset->name);
    if (converter == (iconv_t)-1)
        return -errno;
    charset->converter = converter;
    return 0;
}

void charset_close(charset *charset)
{
    if (charset->converter != NULL)
        iconv_close(charset->converter);
    charset->converter = NULL;
}

size_t encoding_line(encoding encoding, const unsigned char *bytes, size_t length, size_t *without)
{
    size_t unit = encoding_is_wide(encoding) ? 2 : 1;
    for (size_t i = 0; i + unit <= length; i += unit) {
        unsigned value = unit == 1 ? bytes[i] : encoding_unit(encoding, bytes + i);
        if (value > '\r' || !is_line_end(value))
            continue;
        *without = i;
        i += unit;
        if (value == '\r' && i + unit <= length && (unit == 1 ? bytes[i] : encoding_unit(encoding, bytes + i)) == '\n')
            i += unit;
        return i;
    }
    return 0;
}
