/* SPDX-License-Identifier: Apache-2.0
 *
 * What characters have in common when text is searched, by libunistring.
 */
#ifndef SHEAF_TEXT_H
#define SHEAF_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* As many characters as one becomes at most (Unicode's stability policy has 18 for NFKD). */
#define SHEAF_TEXT_FOLDED_MAX 32

/* Takes a character apart (Unicode's NFKD) and folds it: where `any_case`, upper and lower case become one; where
 * `any_marks`, marks on letters are dropped. Characters that are not seen are dropped always; blanks of any kind become U+0020, and
 * quotes, primes, dashes, an ellipsis and their kin what is typed for them: U+2019 becomes an apostrophe, U+2014 a hyphen.
 * Writes at most SHEAF_TEXT_FOLDED_MAX characters and returns how many. */
size_t sheaf_text_fold(uint32_t character, int any_case, int any_marks, uint32_t *folded);

/* Whether there are blanks between its script's words, so that the end of a line stands for one. */
int sheaf_text_needs_blanks(uint32_t character);

/* Whether words are made of it: a letter, a digit, a mark on one, or a connector such as `_`. */
int sheaf_text_is_of_word(uint32_t character);

#endif
