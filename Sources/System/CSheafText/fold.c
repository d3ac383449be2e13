/* SPDX-License-Identifier: Apache-2.0 */
#include "sheaf_text.h"

#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>

static int is_mark(ucs4_t character)
{
    return uc_is_general_category_withtable(character, UC_CATEGORY_MASK_Mn | UC_CATEGORY_MASK_Me);
}

size_t sheaf_text_fold(uint32_t character, int any_case, int any_marks, uint32_t *folded)
{
    uint32_t room[SHEAF_TEXT_FOLDED_MAX];
    size_t length = SHEAF_TEXT_FOLDED_MAX, count = 0;
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
