/* SPDX-License-Identifier: Apache-2.0
 *
 * fonts.c: whether there are fonts, for all that is written.
 */
#include "internal.h"

#include <fontconfig/fontconfig.h>
#include <string.h>

/* How many different characters of a text are looked at. */
#define CHARACTERS_MOST 256

int fonts_exist(void)
{
    const FcFontSet *fonts = FcInit() ? FcConfigGetFonts(NULL, FcSetSystem) : NULL;
    return fonts != NULL && fonts->nfont > 0;
}

/* Debian's package with a font for a character. */
static const char *package_of(gunichar rune)
{
    switch (g_unichar_get_script(rune)) {
    case G_UNICODE_SCRIPT_HAN:
    case G_UNICODE_SCRIPT_HIRAGANA:
    case G_UNICODE_SCRIPT_KATAKANA:
    case G_UNICODE_SCRIPT_HANGUL:
    case G_UNICODE_SCRIPT_BOPOMOFO:
        return "fonts-noto-cjk";
    default:
        return rune >= 0x1f000 && rune < 0x20000 ? "fonts-noto-color-emoji" : "fonts-noto-core";
    }
}

const char *fonts_missing(PangoContext *context, const char *text, size_t length)
{
    gunichar seen[CHARACTERS_MOST];
    size_t count = 0;
    const char *missing = NULL, *end = text + length;
    PangoLayout *layout = pango_layout_new(context);
    for (const char *at = text; at < end && count < CHARACTERS_MOST && missing == NULL; at = g_utf8_next_char(at)) {
        gunichar rune = g_utf8_get_char(at);
        size_t known = 0;
        if (rune < 0x80 || rune == 0xfffd || !g_unichar_isgraph(rune))
            continue;
        while (known < count && seen[known] != rune)
            known++;
        if (known < count)
            continue;
        seen[count++] = rune;
        pango_layout_set_text(layout, at, (int)(g_utf8_next_char(at) - at));
        if (pango_layout_get_unknown_glyphs_count(layout) > 0)
            missing = package_of(rune);
    }
    g_object_unref(layout);
    return missing;
}
