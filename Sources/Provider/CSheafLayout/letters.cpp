/* SPDX-License-Identifier: Apache-2.0
 *
 * letters.cpp: capital and small letters, as style sheets want them (CSS 2.2, 16.5).
 */
#include "internal.h"

std::string letters_transformed(const std::string &word, litehtml::text_transform transform)
{
    const gssize all = static_cast<gssize>(word.size());
    gchar *changed = nullptr;
    if (transform == litehtml::text_transform_uppercase) {
        changed = g_utf8_strup(word.data(), all);
    } else if (transform == litehtml::text_transform_lowercase) {
        changed = g_utf8_strdown(word.data(), all);
    } else if (transform == litehtml::text_transform_capitalize && !word.empty()) {
        const char *rest = g_utf8_next_char(word.c_str());
        gchar *first = g_utf8_strup(word.c_str(), rest - word.c_str());
        changed = g_strconcat(first, rest, nullptr);
        g_free(first);
    }
    const std::string result = changed == nullptr ? word : changed;
    g_free(changed);
    return result;
}
