/* SPDX-License-Identifier: Apache-2.0
 *
 * charset.c: HTML as UTF-8. MuPDF knows six encodings by their names, and reads all other HTML as UTF-8; it is given that, and no names.
 *
 * The encoding is what the reader says, what a byte order mark says, UTF-8 where all of it is valid, what the document declares, and else
 * Windows-1252, in this order. One that is declared and does not exist counts as none.
 */
#include "internal.h"

#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>

/* Where a document says its encoding, in bytes (https://html.spec.whatwg.org, "encoding sniffing"). */
#define DECLARED_WITHIN 1024

/* U+FFFD stands for bytes that cannot be decoded. */
#define REPLACEMENT "\xef\xbf\xbd"

/* Returns the encoding that one is to be read as: it has all of its letters and those that are used with it all the same, as
 * https://encoding.spec.whatwg.org has it. */
static const char *containing(const char *name)
{
    static const char *const all[][2] = {
        {"iso-8859-1", "WINDOWS-1252"}, {"latin1", "WINDOWS-1252"}, {"us-ascii", "WINDOWS-1252"}, {"ascii", "WINDOWS-1252"},
        {"iso-8859-9", "WINDOWS-1254"}, {"iso-8859-11", "CP874"}, {"tis-620", "CP874"}, {"gb2312", "GB18030"}, {"gbk", "GB18030"},
        {"shift_jis", "CP932"}, {"sjis", "CP932"}, {"x-sjis", "CP932"}, {"euc-kr", "CP949"}, {"ks_c_5601-1987", "CP949"},
        {"big5", "BIG5-HKSCS"}, {"euc-jp", "EUC-JP-MS"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (fz_strcasecmp(name, all[i][0]) == 0)
            return all[i][1];
    return name;
}

/* Whether all of a text that has a zero behind its end is UTF-8. */
static int is_utf8(const unsigned char *bytes, size_t length)
{
    for (size_t i = 0, n; i < length; i += n) {
        n = bytes[i] == 0 ? 1 : sheaf_character_length(bytes + i);
        if (n == 0)
            return 0;
    }
    return 1;
}

/* Copies what a document declares: charset=x, or encoding="x" of XML. Whether it declares one. */
static int read_declaration(const unsigned char *bytes, size_t length, char *name, size_t size)
{
    static const char *const keys[] = {"charset", "encoding"};
    char head[DECLARED_WITHIN + 1];
    const size_t count = length < DECLARED_WITHIN ? length : DECLARED_WITHIN;
    for (size_t i = 0; i < count; i++)
        head[i] = bytes[i] == 0 ? '?' : (char)bytes[i];
    head[count] = 0;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *at = strcasestr(head, keys[i]);
        if (at == NULL)
            continue;
        at += strlen(keys[i]);
        at += strspn(at, " \t\r\n");
        if (*at++ != '=')
            continue;
        at += strspn(at, " \t\r\n\"'");
        const size_t end = strcspn(at, " \t\r\n\"';/>?");
        if (end > 0 && end < size) {
            memcpy(name, at, end);
            name[end] = 0;
            return 1;
        }
    }
    return 0;
}

/* Appends some bytes as UTF-8, decoded by a converter. Throws. */
static void decode(fz_context *context, iconv_t converter, const unsigned char *bytes, size_t length, fz_buffer *text)
{
    char *from = (char *)(uintptr_t)bytes, room[4096];
    while (length > 0) {
        char *to = room;
        size_t left = sizeof room;
        const size_t result = iconv(converter, &from, &length, &to, &left);
        const int failure = errno;
        fz_append_data(context, text, room, sizeof room - left);
        if (result != (size_t)-1 || failure == E2BIG)
            continue;
        fz_append_string(context, text, REPLACEMENT);
        from++, length--;
    }
}

/* Decodes a document in an encoding, which is noted; NULL where there is none of that name. Throws. */
static fz_buffer *convert(fz_context *context, sheaf_document *document, const char *name, const char *basis, fz_buffer *raw,
                          size_t mark)
{
    unsigned char *bytes = NULL;
    const size_t length = fz_buffer_storage(context, raw, &bytes);
    iconv_t converter = iconv_open("UTF-8", containing(name));
    if (converter == (iconv_t)-1)
        return NULL;
    fz_buffer *text = NULL;
    fz_var(text);
    fz_try(context)
    {
        text = fz_new_buffer(context, length + length / 2 + 1);
        decode(context, converter, bytes + mark, length - mark, text);
    }
    fz_always(context)
        iconv_close(converter);
    fz_catch(context)
    {
        fz_drop_buffer(context, text);
        fz_rethrow(context);
    }
    snprintf(document->encoding, sizeof document->encoding, "%s%s", name, basis);
    return text;
}

/* Spoils what is said of the encoding, which holds no more: in meta elements, which nobody sees, and in the declaration of XML. */
static void forget_declarations(unsigned char *bytes, size_t length)
{
    static const struct {
        const char *start, *key;
    } places[] = {{"<meta", "charset="}, {"<?xml", "encoding="}};
    for (size_t i = 0; i < length; i++)
        for (size_t place = 0; bytes[i] == '<' && place < sizeof places / sizeof *places; place++) {
            const size_t start = strlen(places[place].start), key = strlen(places[place].key);
            if (length - i < start || fz_strncasecmp((const char *)bytes + i, places[place].start, start) != 0)
                continue;
            for (size_t at = i + start; at + key <= length && bytes[at] != '>'; at++)
                if (fz_strncasecmp((const char *)bytes + at, places[place].key, key) == 0)
                    bytes[at] = 'x';
        }
}

/* The document as UTF-8, or NULL where it is that already. Throws. */
static fz_buffer *as_utf8(fz_context *context, sheaf_document *document, fz_buffer *raw)
{
    unsigned char *bytes = NULL;
    const size_t length = fz_buffer_storage(context, raw, NULL);
    char declared[32] = "";
    fz_buffer *text = NULL;
    fz_terminate_buffer(context, raw);
    fz_buffer_storage(context, raw, &bytes);
    if (document->wanted_encoding[0] != 0) {
        text = convert(context, document, document->wanted_encoding, "", raw, 0);
        if (text == NULL)
            fz_throw(context, FZ_ERROR_GENERIC, "there is no encoding \"%s\": iconv --list names those that there are",
                     document->wanted_encoding);
        return text;
    }
    if (length >= 2 && memcmp(bytes, "\xff\xfe", 2) == 0)
        return convert(context, document, "UTF-16LE", "", raw, 2);
    if (length >= 2 && memcmp(bytes, "\xfe\xff", 2) == 0)
        return convert(context, document, "UTF-16BE", "", raw, 2);
    const int is_declared = read_declaration(bytes, length, declared, sizeof declared);
    /* ISO-2022-JP has no bytes but those of ASCII. */
    if (is_utf8(bytes, length) && fz_strncasecmp(declared, "iso-2022-", 9) != 0) {
        snprintf(document->encoding, sizeof document->encoding, "UTF-8");
        return NULL;
    }
    /* A text whose declaration can be read as ASCII is not in UTF-16. */
    if (is_declared && fz_strncasecmp(declared, "utf-16", 6) != 0)
        text = convert(context, document, declared, " (declared)", raw, 0);
    return text != NULL ? text : convert(context, document, "windows-1252", " (guessed, unsure)", raw, 0);
}

fz_stream *html_open(fz_context *context, sheaf_document *document)
{
    fz_stream *stream = stream_open(context, &document->input);
    fz_buffer *raw = NULL, *text = NULL;
    fz_stream *opened = NULL;
    fz_var(raw);
    fz_var(text);
    fz_try(context)
    {
        raw = fz_read_all(context, stream, 0);
        text = as_utf8(context, document, raw);
        if (text == NULL)
            text = fz_keep_buffer(context, raw);
        unsigned char *bytes = NULL;
        const size_t length = fz_buffer_storage(context, text, &bytes);
        forget_declarations(bytes, length);
        opened = fz_open_buffer(context, text);
    }
    fz_always(context)
    {
        fz_drop_stream(context, stream);
        fz_drop_buffer(context, raw);
        fz_drop_buffer(context, text);
    }
    fz_catch(context)
        fz_rethrow(context);
    return opened;
}
