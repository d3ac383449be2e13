/* SPDX-License-Identifier: Apache-2.0
 *
 * names.c: which files of an archive are pages, and in which order. A name is nothing but that: no file is made by it.
 */
#include "internal.h"

#include <string.h>

/* Formats that are shown here, and images that only others show. */
static const char *const own[] = {"jpg", "jpeg", "jpe",  "jfif", "png",  "webp", "tif", "tiff",
                                  "gif", "heic", "heif", "avif", "jxl",  "svg",  "bmp", "dib",
                                  "jp2", "j2k",  "j2c",  "jpc",  "jpf",  "jpx",  "pbm", "pgm",
                                  "ppm", "pnm",  "pfm"};
static const char *const foreign[] = {"jxr", "pam"};

static int ends_in(const char *name, const char *const *endings, size_t count)
{
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot != NULL && i < count; i++)
        if (g_ascii_strcasecmp(dot + 1, endings[i]) == 0)
            return 1;
    return 0;
}

const char *name_file(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash == NULL ? name : slash + 1;
}

name_kind name_judge(const char *name)
{
    static const char *const left_out[] = {"Thumbs.db", "desktop.ini"};
    const char *file = name_file(name);
    /* Names in an EPUB, an Office document, an OpenDocument or an XPS, and in no comic. */
    if (strcmp(name, "META-INF/container.xml") == 0 || strcmp(name, "META-INF/MANIFEST.MF") == 0 ||
        strcmp(name, "[Content_Types].xml") == 0 || strcmp(name, "mimetype") == 0 ||
        g_str_has_prefix(name, "_rels/.rels"))
        return NAME_OF_OTHERS;
    /* Dot files, those of the resource forks that macOS adds, and what Windows leaves in folders. */
    if (*file == 0 || *file == '.' || g_str_has_prefix(name, "__MACOSX/") || strstr(name, "/__MACOSX/") != NULL)
        return NAME_LEFT_OUT;
    for (size_t i = 0; i < G_N_ELEMENTS(left_out); i++)
        if (g_ascii_strcasecmp(file, left_out[i]) == 0)
            return NAME_LEFT_OUT;
    if (g_ascii_strcasecmp(file, "ComicInfo.xml") == 0)
        return NAME_COMIC_INFO;
    if (ends_in(file, own, G_N_ELEMENTS(own)))
        return NAME_PAGE;
    return ends_in(file, foreign, G_N_ELEMENTS(foreign)) ? NAME_FOREIGN_PAGE : NAME_OTHER;
}

static size_t digits(const char *at)
{
    return strspn(at, "0123456789");
}

int name_compare(const char *left, const char *right)
{
    const char *a = left, *b = right;
    while (*a != 0 && *b != 0) {
        if (g_ascii_isdigit(*a) && g_ascii_isdigit(*b)) {
            a += strspn(a, "0");
            b += strspn(b, "0");
            size_t m = digits(a), n = digits(b);
            int order = m != n ? (m < n ? -1 : 1) : memcmp(a, b, m);
            if (order != 0)
                return order;
            a += m;
            b += n;
        } else if (*a == *b) {
            a++;
            b++;
        } else {
            /* A file in a folder comes before one in a folder with a longer name. */
            unsigned char x = *a == '/' ? 1 : (unsigned char)*a, y = *b == '/' ? 1 : (unsigned char)*b;
            return x < y ? -1 : 1;
        }
    }
    if (*a != *b)
        return *a == 0 ? -1 : 1;
    return strcmp(left, right);
}
