/* SPDX-License-Identifier: Apache-2.0
 *
 * charset.c: which encoding a text is in.
 *
 * In this order: a byte order mark; the escapes of ISO-2022-JP; bytes of zero, which only UTF-16 has; UTF-8 that is valid; what the
 * text declares; what uchardet says of its letters.
 */
#include "internal.h"

#include <errno.h>
#include <string.h>
#include <uchardet/uchardet.h>

/* Where a text says its encoding, in bytes: HTML's scan ends there, too (https://html.spec.whatwg.org, "encoding sniffing"). */
#define DECLARED_WITHIN 1024

/* A text with more control characters than one in so many bytes is none. */
#define CONTROLS_MOST 32

/* The fewest letters beyond ASCII for a guess. With fewer uchardet guesses at random, and the text is taken for
 * Windows-1252. */
#define LETTERS_LEAST 4
/* The number of letters from which on a guess of uchardet is reliable. */
#define LETTERS_SURE 100
/* The least share of letters of another script than Latin, in percent, where there are any: words of such a script have
 * no letters of ASCII in them. */
#define OTHERS_LEAST 20

/* The least share of units of UTF-16 without a mark that are of one script, of ASCII, or punctuation, in percent. */
#define PLAUSIBLE_LEAST 98

static size_t count_invalid(const unsigned char *bytes, size_t length, size_t *valid)
{
    size_t invalid = 0;
    *valid = 0;
    for (size_t i = 0; i < length;) {
        if (bytes[i] < 0x80) {
            i++;
            continue;
        }
        gunichar rune = g_utf8_get_char_validated((const char *)bytes + i, (gssize)(length - i));
        if (rune == (gunichar)-2 && length - i < 4)
            break;
        if (rune >= (gunichar)-2) {
            invalid++;
            i++;
        } else {
            ++*valid;
            i += (size_t)g_unichar_to_utf8(rune, NULL);
        }
    }
    return invalid;
}

/* The kinds of letters that UTF-16 without a mark is told by. */
typedef enum script { SCRIPT_ASCII, SCRIPT_LATIN, SCRIPT_GREEK, SCRIPT_SEMITIC, SCRIPT_EAST, SCRIPT_MARKS, SCRIPT_NONE, SCRIPTS } script;

static script script_of(unsigned unit)
{
    if (unit < 0x80)
        return SCRIPT_ASCII;
    if (unit >= 0xa0 && unit < 0xc0)
        return SCRIPT_MARKS;
    if (unit < 0x250)
        return SCRIPT_LATIN;
    if (unit >= 0x370 && unit < 0x530)
        return SCRIPT_GREEK;
    if (unit >= 0x590 && unit < 0x780)
        return SCRIPT_SEMITIC;
    if ((unit >= 0x2000 && unit < 0x2070) || (unit >= 0x2100 && unit < 0x2150))
        return SCRIPT_MARKS;
    if ((unit >= 0x3000 && unit < 0x3100) || (unit >= 0x4e00 && unit < 0xa000) || (unit >= 0xac00 && unit < 0xd7a4) ||
        (unit >= 0xff00 && unit < 0xfff0))
        return SCRIPT_EAST;
    return SCRIPT_NONE;
}

static int is_plausible(encoding encoding, const unsigned char *bytes, size_t length)
{
    size_t counts[SCRIPTS] = {0}, units = length / 2, most = 0;
    if (length % 2 != 0 || !encoding_is_utf16(encoding, bytes, length))
        return 0;
    for (size_t i = 0; i + 2 <= length; i += 2)
        counts[script_of(encoding_unit(encoding, bytes + i))]++;
    for (int script = SCRIPT_LATIN; script < SCRIPT_MARKS; script++)
        most = MAX(most, counts[script]);
    return (counts[SCRIPT_ASCII] + counts[SCRIPT_MARKS] + most) * 100 >= units * PLAUSIBLE_LEAST;
}

/* The letters of a text in some encoding. */
typedef struct letters {
    size_t ascii;  /* of ASCII */
    size_t latin;  /* beyond */
    size_t others; /* of other scripts */
} letters;

/* Whether all of a text can be decoded, but for a character that is cut at its end; and which letters it has. */
static int decodes(const char *name, const unsigned char *bytes, size_t length, letters *letters)
{
    iconv_t converter = iconv_open("UTF-32LE", name);
    if (converter == (iconv_t)-1)
        return 0;
    unsigned char runes[4096];
    char *in = (char *)(uintptr_t)bytes;
    size_t left = length, result = 0;
    int failure = 0;
    *letters = (struct letters){0};
    do {
        char *out = (char *)runes;
        size_t room = sizeof runes;
        result = iconv(converter, &in, &left, &out, &room);
        failure = errno;
        for (size_t i = 0; i < sizeof runes - room; i += 4) {
            gunichar rune = runes[i] | (gunichar)runes[i + 1] << 8 | (gunichar)runes[i + 2] << 16;
            if (rune < 0x80)
                letters->ascii += g_ascii_isalpha((char)rune) != 0;
            else if ((rune < 0xa0) || !g_unichar_isdefined(rune) || (rune >= 0xe000 && rune < 0xf900))
                failure = EILSEQ, result = (size_t)-1, left = length;
            else if (g_unichar_isalpha(rune))
                *(rune < 0x250 ? &letters->latin : &letters->others) += 1;
        }
    } while (result == (size_t)-1 && failure == E2BIG);
    iconv_close(converter);
    return result != (size_t)-1 || (failure == EINVAL && left < 8);
}

/* The encoding of a name, as what contains it: pages in "ISO-8859-1" have the quotation marks of Windows-1252, and so on, as
 * https://encoding.spec.whatwg.org has it. */
static const char *containing(const char *name)
{
    static const char *const all[][2] = {
        {"ISO-8859-1", "WINDOWS-1252"}, {"LATIN1", "WINDOWS-1252"}, {"ISO-8859-9", "WINDOWS-1254"},
        {"ISO-8859-11", "CP874"}, {"TIS-620", "CP874"}, {"GB2312", "GB18030"}, {"GBK", "GB18030"}, {"SHIFT_JIS", "CP932"},
        {"SJIS", "CP932"}, {"X-SJIS", "CP932"}, {"EUC-KR", "CP949"}, {"KS_C_5601-1987", "CP949"}, {"UHC", "CP949"},
        {"BIG5", "BIG5-HKSCS"}, {"EUC-JP", "EUC-JP-MS"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
        if (g_ascii_strcasecmp(name, all[i][0]) == 0)
            return all[i][1];
    return name;
}

static int is_1252(const char *name)
{
    return g_ascii_strcasecmp(name, "WINDOWS-1252") == 0 || g_ascii_strcasecmp(name, "CP1252") == 0;
}

int charset_named(charset *charset, const char *name)
{
    const char *known = containing(name);
    static const struct {
        const char *name;
        encoding encoding;
    } own[] = {{"UTF-8", ENCODING_UTF8}, {"UTF8", ENCODING_UTF8}, {"UTF-16LE", ENCODING_UTF16_LE}, {"UTF-16BE", ENCODING_UTF16_BE}};
    for (size_t i = 0; i < G_N_ELEMENTS(own); i++)
        if (g_ascii_strcasecmp(name, own[i].name) == 0) {
            charset->encoding = own[i].encoding;
            return 1;
        }
    iconv_t converter = iconv_open("UTF-32LE", known);
    if (converter == (iconv_t)-1 || strlen(known) >= sizeof charset->name)
        return 0;
    iconv_close(converter);
    g_strlcpy(charset->name, known, sizeof charset->name);
    charset->encoding = is_1252(known) ? ENCODING_WINDOWS_1252 : ENCODING_CHARSET;
    return 1;
}

/* The name behind a key, as in `charset=x`, `encoding="x"` and `coding: x`. Whether there is one. */
static int declared_name(const char *text, const char *key, char *name, size_t size)
{
    const char *at = strstr(text, key);
    if (at == NULL)
        return 0;
    at += strlen(key);
    while (*at == ' ' || *at == ':' || *at == '=' || *at == '"' || *at == '\'')
        at++;
    size_t length = 0;
    while (length + 1 < size && (g_ascii_isalnum(at[length]) || (at[length] != 0 && strchr("-_.:", at[length]) != NULL)))
        length++;
    g_strlcpy(name, at, length + 1);
    return length > 1;
}

/* Sets the encoding that a text declares in HTML, in XML or for an editor. Returns whether it declares one. */
static int is_declared(charset *charset, const unsigned char *bytes, size_t length)
{
    static const char *const keys[] = {"charset=", "encoding=", "fileencoding=", "coding:", "coding="};
    char head[DECLARED_WITHIN + 1], name[sizeof charset->name];
    letters letters;
    size_t count = MIN(length, DECLARED_WITHIN);
    for (size_t i = 0; i < count; i++)
        head[i] = bytes[i] == 0 || bytes[i] >= 0x80 ? '?' : g_ascii_tolower((char)bytes[i]);
    head[count] = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++)
        if (declared_name(head, keys[i], name, sizeof name) && charset_named(charset, name) && charset->name[0] != 0 &&
            decodes(charset->name, bytes, length, &letters))
            return 1;
    return 0;
}

/* How many bytes within these ranges (pairs of a first and a last one) have a letter behind them that is none of ASCII. */
static size_t count_before_letters(const char *ranges, const unsigned char *bytes, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i + 1 < length; i++)
        for (const unsigned char *range = (const unsigned char *)ranges; bytes[i + 1] >= 0xc0 && *range != 0; range += 2)
            count += bytes[i] >= range[0] && bytes[i] <= range[1];
    return count;
}

/* The encoding of a text that uchardet says is in `name`. It takes some for their twins, whose small letters are the same: what is a
 * letter in one of the two alone tells which it is. */
static const char *tell_twin(const char *name, const unsigned char *bytes, size_t length)
{
    static const struct {
        const char *name, *letters, *twin, *twins_letters;
    } all[] = {
        /* Four letters of Ukrainian are lines of tables in KOI8-R. */
        {"KOI8-R", "", "KOI8-U", "\xa4\xa4\xa6\xa7\xad\xad\xb4\xb4\xb6\xb7\xbd\xbd"},
        /* Capital letters. */
        {"MAC-CYRILLIC", "\x80\x9f", "WINDOWS-1251", "\xc0\xde"},
        /* A capital alpha with an accent; and a micro sign, which some type for a mu. */
        {"ISO-8859-7", "\xb6\xb6", "WINDOWS-1253", "\xa2\xa2\xb5\xb5"},
        {"WINDOWS-1253", "\xa2\xa2\xb5\xb5", "ISO-8859-7", "\xb6\xb6"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
        if (strcmp(name, all[i].name) == 0 && count_before_letters(all[i].twins_letters, bytes, length) >
                                                  count_before_letters(all[i].letters, bytes, length))
            return all[i].twin;
    return name;
}

/* Sets the encoding that uchardet guesses; Windows-1252 where it guesses none. */
static void guess(charset *charset, const unsigned char *bytes, size_t length)
{
    letters letters = {0};
    uchardet_t detector = uchardet_new();
    uchardet_handle_data(detector, (const char *)bytes, length);
    uchardet_data_end(detector);
    const char *name = tell_twin(uchardet_get_charset(detector), bytes, length);
    int is_known = name[0] != 0 && charset_named(charset, name) && charset->name[0] != 0 &&
                   decodes(charset->name, bytes, length, &letters);
    uchardet_delete(detector);
    size_t count = letters.latin + letters.others;
    is_known = is_known && count >= LETTERS_LEAST &&
               (letters.others == 0 || letters.others * 100 >= (letters.ascii + count) * OTHERS_LEAST);
    charset->basis = is_known && count >= LETTERS_SURE ? BASIS_GUESSED : BASIS_UNSURE;
    if (!is_known)
        charset_named(charset, "WINDOWS-1252");
}

static int is_iso2022(charset *charset, const unsigned char *bytes, size_t length)
{
    static const char *const escapes[] = {"\x1b$B", "\x1b$@", "\x1b(J", "\x1b(I", "\x1b$(D"};
    letters letters;
    int has_escape = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(escapes); i++)
        has_escape |= memmem(bytes, length, escapes[i], strlen(escapes[i])) != NULL;
    for (size_t i = 0; i < length && has_escape; i++)
        has_escape = bytes[i] < 0x80 && bytes[i] != 0;
    return has_escape && ((charset_named(charset, "ISO-2022-JP-2") && decodes(charset->name, bytes, length, &letters)) ||
                          (charset_named(charset, "ISO-2022-JP-3") && decodes(charset->name, bytes, length, &letters)));
}

/* Sets the encoding that the bytes themselves prove; returns 0 where they prove none. */
static int is_certain(charset *charset, const unsigned char *bytes, size_t length)
{
    if (length >= 2 && (memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0)) {
        encoding encoding = bytes[0] == 0xff ? ENCODING_UTF16_LE : ENCODING_UTF16_BE;
        charset->mark = 2;
        charset->encoding = encoding_is_utf16(encoding, bytes + 2, length - 2) ? encoding : ENCODING_NONE;
        return 1;
    }
    if (length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
        charset->mark = 3;
    if (is_iso2022(charset, bytes, length))
        return 1;
    if (memchr(bytes, 0, length) != NULL) {
        charset->basis = BASIS_GUESSED;
        charset->encoding = is_plausible(ENCODING_UTF16_LE, bytes, length)   ? ENCODING_UTF16_LE
                            : is_plausible(ENCODING_UTF16_BE, bytes, length) ? ENCODING_UTF16_BE
                                                                             : ENCODING_NONE;
        return 1;
    }
    size_t controls = 0, valid = 0;
    for (size_t i = charset->mark; i < length; i++)
        controls += encoding_is_control(bytes[i]);
    if (controls * CONTROLS_MOST > length) {
        charset->encoding = ENCODING_NONE;
        return 1;
    }
    /* Where a few bytes are wrong the others are right. */
    charset->encoding = ENCODING_UTF8;
    size_t invalid = count_invalid(bytes, length, &valid);
    charset->basis = charset->mark == 3 || invalid == 0 ? BASIS_CERTAIN : BASIS_UNSURE;
    return charset->mark == 3 || invalid <= valid;
}

void charset_detect(charset *charset, const unsigned char *bytes, size_t length)
{
    *charset = (struct charset){.encoding = ENCODING_UTF8, .basis = BASIS_CERTAIN};
    if (is_certain(charset, bytes, length))
        return;
    charset->basis = BASIS_DECLARED;
    if (!is_declared(charset, bytes, length))
        guess(charset, bytes, length);
}

const char *charset_label(const charset *charset)
{
    static const char *const names[][2] = {
        {"CP932", "Shift_JIS"}, {"CP949", "EUC-KR"}, {"EUC-JP-MS", "EUC-JP"}, {"BIG5-HKSCS", "Big5"}, {"CP874", "TIS-620"},
        {"ISO-2022-JP-2", "ISO-2022-JP"}, {"ISO-2022-JP-3", "ISO-2022-JP"}, {"WINDOWS-1250", "windows-1250"},
        {"WINDOWS-1251", "windows-1251"}, {"WINDOWS-1252", "windows-1252"}, {"WINDOWS-1253", "windows-1253"},
        {"WINDOWS-1254", "windows-1254"}, {"WINDOWS-1255", "windows-1255"}, {"WINDOWS-1256", "windows-1256"},
        {"WINDOWS-1257", "windows-1257"}, {"WINDOWS-1258", "windows-1258"},
    };
    switch (charset->encoding) {
    case ENCODING_UTF8:
        return "UTF-8";
    case ENCODING_UTF16_LE:
        return "UTF-16LE";
    case ENCODING_UTF16_BE:
        return "UTF-16BE";
    default:
        for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
            if (g_ascii_strcasecmp(charset->name, names[i][0]) == 0)
                return names[i][1];
        return charset->name;
    }
}
