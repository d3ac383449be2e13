/* SPDX-License-Identifier: Apache-2.0
 *
 * letters.cpp: capital and small letters, as style sheets want them (CSS 2.2, 16.5).
 */
#include "internal.h"

static std::string capitalized(const std::string &text)
{
    std::string result;
    bool is_first = true;
    for (const char *at = text.c_str(); *at != 0; at = g_utf8_next_char(at)) {
        const char *next = g_utf8_next_char(at);
        if (is_first) {
            gchar *capital = g_utf8_strup(at, next - at);
            result += capital;
            g_free(capital);
        } else {
            result.append(at, static_cast<size_t>(next - at));
        }
        is_first = g_ascii_isspace(*at);
    }
    return result;
}

std::string letters_transformed(const std::string &text, litehtml::text_transform transform)
{
    const gssize all = static_cast<gssize>(text.size());
    gchar *changed = nullptr;
    if (transform == litehtml::text_transform_capitalize)
        return capitalized(text);
    if (transform == litehtml::text_transform_uppercase)
        changed = g_utf8_strup(text.data(), all);
    else if (transform == litehtml::text_transform_lowercase)
        changed = g_utf8_strdown(text.data(), all);
    const std::string result = changed == nullptr ? text : changed;
    g_free(changed);
    return result;
}
