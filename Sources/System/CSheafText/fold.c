/* SPDX-License-Identifier: Apache-2.0 */
#include "sheaf_text.h"

#include <string.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>

/* Characters that stand for one that keyboards have, from the first to the last of a range, in order: quotes, primes and apostrophes,
 * operators that programs set for what was typed. Dashes are a category of their own. */
static const struct {
    uint16_t first, last;
    char typed;
} kin[] = {
    {0x00ab, 0x00ab, '"'},  {0x00b4, 0x00b4, '\''}, {0x00bb, 0x00bb, '"'},  {0x02b9, 0x02b9, '\''}, {0x02ba, 0x02ba, '"'},
    {0x02bb, 0x02bf, '\''}, {0x02c6, 0x02c6, '^'},  {0x02c8, 0x02c8, '\''}, {0x02ca, 0x02cb, '\''}, {0x02d7, 0x02d7, '-'},
    {0x02dc, 0x02dc, '~'},  {0x02dd, 0x02dd, '"'},  {0x02ee, 0x02ee, '"'},  {0x0384, 0x0384, '\''}, {0x055a, 0x055a, '\''},
    {0x05f3, 0x05f3, '\''}, {0x05f4, 0x05f4, '"'},  {0x07f4, 0x07f5, '\''}, {0x1fbd, 0x1fbd, '\''}, {0x1fbf, 0x1fbf, '\''},
    {0x1ffe, 0x1ffe, '\''}, {0x2018, 0x201b, '\''}, {0x201c, 0x201f, '"'},  {0x2032, 0x2032, '\''}, {0x2033, 0x2033, '"'},
    {0x2035, 0x2035, '\''}, {0x2036, 0x2036, '"'},  {0x2039, 0x203a, '\''}, {0x2043, 0x2043, '-'},  {0x2044, 0x2044, '/'},
    {0x2053, 0x2053, '~'},  {0x2212, 0x2212, '-'},  {0x2215, 0x2215, '/'},  {0x2216, 0x2216, '\\'}, {0x2217, 0x2217, '*'},
    {0x2223, 0x2223, '|'},  {0x223c, 0x223c, '~'},  {0x275b, 0x275c, '\''}, {0x275d, 0x275e, '"'},  {0x275f, 0x275f, '\''},
    {0x2760, 0x2760, '"'},  {0x276e, 0x276f, '"'},  {0x2796, 0x2796, '-'},  {0x2e42, 0x2e42, '"'},  {0x3003, 0x3003, '"'},
    {0x301c, 0x301c, '~'},  {0x301d, 0x301f, '"'},  {0x3030, 0x3030, '~'},  {0xa78b, 0xa78c, '\''},
};

/* Returns what keyboards type for a character; 0 where that is no other one. */
static char typed(ucs4_t character)
{
    size_t low = 0, high = sizeof kin / sizeof kin[0];
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (character < kin[middle].first)
            high = middle;
        else if (character > kin[middle].last)
            low = middle + 1;
        else
            return kin[middle].typed;
    }
    return character >= 0x80 && uc_is_general_category_withtable(character, UC_CATEGORY_MASK_Pd) ? '-' : 0;
}

static int is_mark(ucs4_t character)
{
    return uc_is_general_category_withtable(character, UC_CATEGORY_MASK_Mn | UC_CATEGORY_MASK_Me);
}

size_t sheaf_text_fold(uint32_t character, int any_case, int any_marks, uint32_t *folded)
{
    uint32_t room[SHEAF_TEXT_FOLDED_MAX];
    size_t length = SHEAF_TEXT_FOLDED_MAX, count = 0;
    char one = typed(character);
    /* Before it is taken apart: of a double prime that makes two, of an accent by itself a blank. */
    if (one != 0) {
        folded[0] = (uint32_t)one;
        return 1;
    }
    if (character == 0x22ef) { /* U+2026 is taken apart by Unicode */
        folded[0] = folded[1] = folded[2] = '.';
        return 3;
    }
    /* Both give back `room` where that is large enough, as it always is; they fail for what is no character. */
    uint32_t *all = any_case ? u32_casefold(&character, 1, NULL, UNINORM_NFKD, room, &length)
                             : u32_normalize(UNINORM_NFKD, &character, 1, room, &length);
    if (all != room) {
        folded[0] = character;
        return 1;
    }
    for (size_t i = 0; i < length; i++) {
        if (uc_is_property_white_space(all[i]))
            folded[count++] = ' ';
        else if ((one = typed(all[i])) != 0)
            folded[count++] = (uint32_t)one;
        else if (!uc_is_general_category_withtable(all[i], UC_CATEGORY_MASK_Cf) && !(any_marks && is_mark(all[i])))
            folded[count++] = all[i];
    }
    return count;
}

int sheaf_text_is_of_word(uint32_t character)
{
    return uc_is_general_category_withtable(character, UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_N | UC_CATEGORY_MASK_M |
                                                           UC_CATEGORY_MASK_Pc);
}

int sheaf_text_needs_blanks(uint32_t character)
{
    static const char *const without[] = {"Han", "Hiragana", "Katakana", "Bopomofo", "Thai", "Lao", "Khmer", "Myanmar"};
    const uc_script_t *script = uc_script(character);
    for (size_t i = 0; script != NULL && i < sizeof without / sizeof without[0]; i++)
        if (strcmp(script->name, without[i]) == 0)
            return 0;
    /* Punctuation of Chinese and Japanese, and wide forms. */
    return !((character >= 0x3000 && character < 0x3040) || (character >= 0xff00 && character < 0xff66));
}
