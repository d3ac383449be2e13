/* SPDX-License-Identifier: Apache-2.0
 *
 * names.c: which files of an archive are pages, and in which order. A name is nothing but that: no file is made by it.
 */
#include "internal.h"

#include <string.h>

/* Formats that are shown here, archives of them, and images that only others show. */
static const char *const own[] = {"jpg", "jpeg", "jpe",  "jfif", "png",  "webp", "tif", "tiff",
                                  "gif", "heic", "heif", "avif", "jxl",  "svg",  "bmp", "dib",
                                  "jp2", "j2k",  "j2c",  "jpc",  "jpf",  "jpx",  "pbm", "pgm",
                                  "jph", "jhc",  "ppm",  "pnm",  "pfm",  "ico"};
static const char *const archives[] = {"cbz", "cbr", "cb7", "cbt", "zip", "rar", "7z", "tar"};
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

/* Whether a file or a folder that it is in is hidden, or is kept by macOS or a Synology for itself. */
static int is_left_out(const char *name)
{
    static const char *const folders[] = {"__MACOSX", "@eaDir"};
    for (const char *at = name; at != NULL; at = strchr(at, '/')) {
        at += *at == '/';
        size_t length = strcspn(at, "/");
        if (*at == '.' && !(length == 1 || (length == 2 && at[1] == '.')))
            return 1;
        for (size_t i = 0; at[length] == '/' && i < G_N_ELEMENTS(folders); i++)
            if (strlen(folders[i]) == length && g_ascii_strncasecmp(at, folders[i], length) == 0)
                return 1;
    }
    return 0;
}

name_kind name_judge(const char *name)
{
    static const char *const left_out[] = {"Thumbs.db", "ehthumbs.db", "desktop.ini"};
    const char *file = name_file(name);
    /* Names in an EPUB, an Office document, an OpenDocument or an XPS, and in no comic. */
    if (strcmp(name, "META-INF/container.xml") == 0 || strcmp(name, "META-INF/MANIFEST.MF") == 0 ||
        strcmp(name, "[Content_Types].xml") == 0 || strcmp(name, "mimetype") == 0 ||
        g_str_has_prefix(name, "_rels/.rels"))
        return NAME_OF_OTHERS;
    /* Hidden files, the resource forks that macOS adds, and what others leave in folders. */
    if (*file == 0 || is_left_out(name))
        return NAME_LEFT_OUT;
    for (size_t i = 0; i < G_N_ELEMENTS(left_out); i++)
        if (g_ascii_strcasecmp(file, left_out[i]) == 0)
            return NAME_LEFT_OUT;
    if (g_ascii_strcasecmp(file, "ComicInfo.xml") == 0)
        return NAME_COMIC_INFO;
    if (ends_in(file, own, G_N_ELEMENTS(own)))
        return NAME_PAGE;
    if (ends_in(file, archives, G_N_ELEMENTS(archives)))
        return NAME_ARCHIVE;
    return ends_in(file, foreign, G_N_ELEMENTS(foreign)) ? NAME_FOREIGN_PAGE : NAME_OTHER;
}

/* The order of the signs of ASCII before digits and letters, as the Unicode Collation Algorithm has it. */
static const char signs[] = "_-,;:!?.'\"()[]{}@*\\&#%`^+<=>|~$";

/* Letters that have no decomposition, and those beside which readers look for them. */
static const struct {
    gunichar letter;
    char beside[3];
} bases[] = {
    {0xe6, "ae"}, {0xf0, "d"}, {0xf8, "o"}, {0xfe, "th"}, {0x111, "d"}, {0x127, "h"}, {0x131, "i"}, {0x142, "l"}, {0x153, "oe"},
};

/* Whether a mark is one of those that stand over and under letters, which count only between names that are equal otherwise. */
static int is_accent(gunichar letter)
{
    return (letter >= 0x300 && letter <= 0x36f) || (letter >= 0x1ab0 && letter <= 0x1aff) ||
           (letter >= 0x1dc0 && letter <= 0x1dff) || (letter >= 0x20d0 && letter <= 0x20ff) || letter == 0x3099 ||
           letter == 0x309a;
}

/* The classes that parts of a key begin with, in the order in which they come. */
enum { KEY_FOLDER = 1, KEY_BLANK, KEY_SIGN, KEY_NUMBER, KEY_LETTER };

/* Adds a number: how many digits it has, and these, without the zeros before them. */
static const char *add_number(GString *key, const char *at)
{
    size_t length = 0;
    at += strspn(at, "0");
    length = strspn(at, "0123456789");
    g_string_append_c(key, KEY_NUMBER);
    g_string_append_c(key, (char)(length / 255 + 1));
    g_string_append_c(key, (char)(length % 255 + 1));
    g_string_append_len(key, at, (gssize)length);
    return at + length;
}

static void add_letter(GString *key, gunichar letter)
{
    for (size_t i = 0; i < G_N_ELEMENTS(bases); i++) {
        if (bases[i].letter != letter)
            continue;
        for (const char *at = bases[i].beside; *at != 0; at++)
            g_string_append_printf(key, "%c%c", KEY_LETTER, *at);
        return;
    }
    g_string_append_c(key, KEY_LETTER);
    g_string_append_unichar(key, letter);
}

char *name_key(const char *name)
{
    const char *dot = strrchr(name_file(name), '.');
    char *decomposed = g_utf8_normalize(name, dot == NULL ? -1 : dot - name, G_NORMALIZE_ALL);
    char *folded = g_utf8_casefold(decomposed == NULL ? "" : decomposed, -1);
    GString *key = g_string_sized_new(2 * strlen(folded));
    for (const char *at = folded; *at != 0;) {
        gunichar letter = g_utf8_get_char(at);
        const char *sign = letter < 0x80 ? strchr(signs, (int)letter) : NULL;
        if (g_ascii_isdigit(*at)) {
            at = add_number(key, at);
            continue;
        }
        if (letter == '/') {
            g_string_append_c(key, KEY_FOLDER);
        } else if (g_unichar_isspace(letter)) {
            g_string_append_c(key, KEY_BLANK);
        } else if (sign != NULL) {
            g_string_append_c(key, KEY_SIGN);
            g_string_append_c(key, (char)(sign - signs + 1));
        } else if (g_unichar_isalnum(letter) || g_unichar_ismark(letter)) {
            if (!is_accent(letter))
                add_letter(key, letter);
        } else {
            g_string_append_c(key, KEY_SIGN);
            g_string_append_unichar(key, letter);
        }
        at = g_utf8_next_char(at);
    }
    g_free(folded);
    g_free(decomposed);
    return g_string_free(key, FALSE);
}

char *name_key_within(const char *folder, const char *key)
{
    return g_strdup_printf("%s%c%s", folder, KEY_FOLDER, key);
}

int name_compare(const char *left, const char *right)
{
    char *a = g_utf8_casefold(left, -1), *b = g_utf8_casefold(right, -1);
    int order = strcmp(a, b);
    g_free(a);
    g_free(b);
    return order != 0 ? order : strcmp(left, right);
}
