/* SPDX-License-Identifier: Apache-2.0
 *
 * detect.c: what kind of document it is, by its content. A name proves nothing, and the host does not tell it.
 */
#include "internal.h"

#include <string.h>

/* The brands of an ISO media file (ISO/IEC 14496-12) that are still images, and the format that they make it. */
static const struct {
    char brand[5];
    format format;
} brands[] = {
    {"avif", FORMAT_AVIF}, {"avis", FORMAT_AVIF}, {"heic", FORMAT_HEIF}, {"heix", FORMAT_HEIF},
    {"heim", FORMAT_HEIF}, {"heis", FORMAT_HEIF}, {"mif1", FORMAT_HEIF}, {"msf1", FORMAT_HEIF},
};

static int begins(const unsigned char *head, size_t length, const char *magic, size_t size)
{
    return length >= size && memcmp(head, magic, size) == 0;
}

/* The first brand that is known, of the major one and the compatible ones. */
static format detect_media(const unsigned char *head, size_t length)
{
    if (length < 16 || memcmp(head + 4, "ftyp", 4) != 0)
        return FORMAT_NONE;
    size_t size = (size_t)head[2] << 8 | head[3];
    if (head[0] != 0 || head[1] != 0 || size > length)
        size = length;
    for (size_t at = 8; at + 4 <= size; at += at == 8 ? 8 : 4)
        for (size_t i = 0; i < sizeof brands / sizeof brands[0]; i++)
            if (memcmp(head + at, brands[i].brand, 4) == 0)
                return brands[i].format;
    return FORMAT_NONE;
}

/* Behind what may stand before the first element of an XML document; NULL where that is not there. */
static const char *first_element(const char *at, const char *end)
{
    if (end - at >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0)
        at += 3;
    for (;;) {
        while (at < end && g_ascii_isspace(*at))
            at++;
        if (end - at < 5 || *at != '<')
            return NULL;
        const char *close = "", *from = at;
        if (at[1] == '?') {
            close = "?>";
        } else if (memcmp(at, "<!--", 4) == 0) {
            close = "-->";
        } else if (at[1] == '!') {
            /* A document type, with its own declarations in brackets or not. */
            const char *bracket = memchr(at, '[', (size_t)(end - at)), *tag = memchr(at, '>', (size_t)(end - at));
            close = bracket != NULL && tag != NULL && bracket < tag ? "]" : ">";
            at = memmem(from, (size_t)(end - from), close, 1);
            at = at == NULL ? NULL : memchr(at, '>', (size_t)(end - at));
            if (at == NULL)
                return NULL;
            at++;
            continue;
        } else {
            return at + 1;
        }
        at = memmem(from, (size_t)(end - from), close, strlen(close));
        if (at == NULL)
            return NULL;
        at += strlen(close);
    }
}

static int is_svg(const unsigned char *head, size_t length)
{
    const char *end = (const char *)head + length;
    const char *name = first_element((const char *)head, end);
    if (name == NULL)
        return 0;
    const char *after = name;
    while (after < end && !g_ascii_isspace(*after) && *after != '>' && *after != '/')
        after++;
    const char *colon = memchr(name, ':', (size_t)(after - name));
    if (colon != NULL)
        name = colon + 1;
    return after - name == 3 && memcmp(name, "svg", 3) == 0;
}

/* A number behind the letter, then a blank and digits or a comment: "P6 640 480 255", or a float map's size. */
static int is_pnm(const unsigned char *head, size_t length)
{
    if (length < 8 || head[0] != 'P' || head[1] == 0 || strchr("123456Ff", head[1]) == NULL || !g_ascii_isspace(head[2]))
        return 0;
    size_t at = 2;
    while (at < length && (g_ascii_isspace(head[at]) || head[at] == '#')) {
        if (head[at] == '#')
            while (at < length && head[at] != '\n')
                at++;
        else
            at++;
    }
    size_t digits = 0;
    while (at < length && g_ascii_isdigit(head[at]))
        at++, digits++;
    return digits > 0 && digits < 10 && at < length && g_ascii_isspace(head[at]);
}

format detect_image(const unsigned char *head, size_t length)
{
    if (begins(head, length, "\xff\xd8\xff", 3))
        return FORMAT_JPEG;
    if (begins(head, length, "\x89PNG\r\n\x1a\n", 8))
        return FORMAT_PNG;
    if (begins(head, length, "RIFF", 4) && length >= 12 && memcmp(head + 8, "WEBP", 4) == 0)
        return FORMAT_WEBP;
    if (begins(head, length, "II*\0", 4) || begins(head, length, "MM\0*", 4) || begins(head, length, "II+\0", 4) ||
        begins(head, length, "MM\0+", 4))
        return FORMAT_TIFF;
    if (begins(head, length, "GIF87a", 6) || begins(head, length, "GIF89a", 6))
        return FORMAT_GIF;
    if (begins(head, length, "\xff\x0a", 2) || begins(head, length, "\0\0\0\x0cJXL \r\n\x87\n", 12))
        return FORMAT_JXL;
    if (begins(head, length, "\0\0\0\x0cjP  \r\n\x87\n", 12) || begins(head, length, "\xff\x4f\xff\x51", 4))
        return FORMAT_JPEG2000;
    if (is_pnm(head, length))
        return FORMAT_PNM;
    if (bmp_begins(head, length))
        return FORMAT_BMP;
    if (ico_begins(head, length))
        return FORMAT_ICO;
    format media = detect_media(head, length);
    if (media != FORMAT_NONE)
        return media;
    return is_svg(head, length) ? FORMAT_SVG : FORMAT_NONE;
}

container detect_container(const unsigned char *head, size_t length)
{
    if (begins(head, length, "PK\3\4", 4))
        return CONTAINER_ZIP;
    if (begins(head, length, "Rar!\x1a\x07\0", 7))
        return CONTAINER_RAR;
    if (begins(head, length, "Rar!\x1a\x07\1\0", 8))
        return CONTAINER_RAR5;
    if (begins(head, length, "7z\xbc\xaf\x27\x1c", 6))
        return CONTAINER_7Z;
    if (length >= 262 && memcmp(head + 257, "ustar", 5) == 0)
        return CONTAINER_TAR;
    if (begins(head, length, "\x1f\x8b\x08", 3) || begins(head, length, "BZh", 3) ||
        begins(head, length, "\xfd" "7zXZ\0", 6) || begins(head, length, "\x28\xb5\x2f\xfd", 4))
        return CONTAINER_TAR_COMPRESSED;
    return CONTAINER_NONE;
}

const char *container_name(container container)
{
    static const char *const names[] = {"", "ZIP", "RAR", "RAR", "7z", "tar", "compressed tar"};
    return names[container];
}
