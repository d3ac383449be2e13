/* SPDX-License-Identifier: Apache-2.0
 *
 * labels.c: what is printed on the pages of a PDF ("iv", "A-3"). MuPDF 1.21 does not tell.
 *
 * ISO 32000-1, 12.4.2: a number tree from page indices to dictionaries with a style (S), a prefix (P) and the number of
 * the first page (St).
 */
#include "internal.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A real document has a handful; a hostile one shall not fill the memory. */
#define RANGES_MAX 4096
#define DEPTH_MAX 32

static void add_range(fz_context *context, labels *labels, int first, pdf_obj *value)
{
    if (labels->count == RANGES_MAX || first < 0)
        return;
    labels->ranges = fz_realloc_array(context, labels->ranges, (size_t)labels->count + 1, label_range);
    const char *style = pdf_to_name(context, pdf_dict_get(context, value, PDF_NAME(S)));
    pdf_obj *start = pdf_dict_gets(context, value, "St");
    pdf_obj *prefix = pdf_dict_get(context, value, PDF_NAME(P));
    label_range *range = &labels->ranges[labels->count];
    *range = (label_range){
        .first = first,
        .start = pdf_is_number(context, start) ? pdf_to_int(context, start) : 1,
        .style = strchr("DRrAa", style[0]) != NULL ? style[0] : 0,
    };
    labels->count++;
    if (pdf_is_string(context, prefix)) {
        range->prefix = fz_strdup(context, pdf_to_text_string(context, prefix));
        sheaf_text_clean(range->prefix);
    }
}

static void read_node(fz_context *context, labels *labels, pdf_obj *node, pdf_mark_bits *seen, int depth)
{
    pdf_obj *kids = pdf_dict_get(context, node, PDF_NAME(Kids));
    pdf_obj *numbers = pdf_dict_get(context, node, PDF_NAME(Nums));
    if (depth == DEPTH_MAX || pdf_mark_bits_set(context, seen, node) || pdf_mark_bits_set(context, seen, kids))
        return;
    for (int i = 0, n = pdf_array_len(context, kids); i < n && labels->count < RANGES_MAX; i++)
        read_node(context, labels, pdf_array_get(context, kids, i), seen, depth + 1);
    for (int i = 0, n = pdf_array_len(context, numbers); i + 1 < n && labels->count < RANGES_MAX; i++) {
        pdf_obj *first = pdf_array_get(context, numbers, i), *value = pdf_array_get(context, numbers, i + 1);
        /* One that has lost its value, or a value its number: the pairs go on behind it. */
        if (pdf_is_int(context, first) && !pdf_is_int(context, value)) {
            add_range(context, labels, pdf_to_int(context, first), value);
            i++;
        }
    }
}

static int compare(const void *left, const void *right)
{
    const label_range *a = left, *b = right;
    return (a->first > b->first) - (a->first < b->first);
}

void labels_read(fz_context *context, labels *labels, fz_document *document)
{
    pdf_document *pdf = pdf_specifics(context, document);
    labels->read = 1;
    if (pdf == NULL)
        return;
    pdf_obj *root = pdf_dict_get(context, pdf_trailer(context, pdf), PDF_NAME(Root));
    pdf_mark_bits *seen = pdf_new_mark_bits(context, pdf);
    fz_try(context)
        read_node(context, labels, pdf_dict_gets(context, root, "PageLabels"), seen, 0);
    fz_always(context)
        pdf_drop_mark_bits(context, seen);
    fz_catch(context)
        fz_rethrow(context);
    if (labels->count > 0)
        qsort(labels->ranges, (size_t)labels->count, sizeof labels->ranges[0], compare);
}

void labels_drop(fz_context *context, labels *labels)
{
    for (int i = 0; i < labels->count; i++)
        fz_free(context, labels->ranges[i].prefix);
    fz_free(context, labels->ranges);
    *labels = (struct labels){0};
}

static void print_roman(char *text, size_t size, int number, int upper)
{
    static const struct {
        int value;
        const char *lower, *upper;
    } digits[] = {{1000, "m", "M"}, {900, "cm", "CM"}, {500, "d", "D"}, {400, "cd", "CD"}, {100, "c", "C"},
                  {90, "xc", "XC"}, {50, "l", "L"},    {40, "xl", "XL"}, {10, "x", "X"},   {9, "ix", "IX"},
                  {5, "v", "V"},    {4, "iv", "IV"},   {1, "i", "I"}};
    size_t length = 0;
    text[0] = 0;
    for (size_t i = 0; i < sizeof digits / sizeof digits[0]; i++)
        for (; number >= digits[i].value && length + 3 <= size; number -= digits[i].value) {
            const char *digit = upper ? digits[i].upper : digits[i].lower;
            strcpy(text + length, digit);
            length += strlen(digit);
        }
}

/* a to z, aa to zz, aaa to zzz, ... */
static void print_letters(char *text, size_t size, int number, int upper)
{
    size_t length = (size_t)(number - 1) / 26 + 1;
    if (length > size - 1)
        length = size - 1;
    memset(text, (upper ? 'A' : 'a') + (number - 1) % 26, length);
    text[length] = 0;
}

static void print_number(const label_range *range, int64_t number, char *text, size_t size)
{
    text[0] = 0;
    if (range->style == 'D')
        snprintf(text, size, "%lld", (long long)number);
    else if (number < 1 || number > INT_MAX)
        return;
    else if (range->style == 'R' || range->style == 'r')
        print_roman(text, size, (int)number, range->style == 'R');
    else if (range->style == 'A' || range->style == 'a')
        print_letters(text, size, (int)number, range->style == 'A');
}

/* Takes away the beginning of a character that a text was cut in. */
static void end_between_characters(char *text, size_t size)
{
    size_t end = size - 1;
    while (end > 0 && ((unsigned char)text[end - 1] & 0xc0) == 0x80)
        end--;
    if (end > 0 && (unsigned char)text[end - 1] >= 0xc0)
        text[end - 1] = 0;
}

void labels_print(const labels *labels, int page, char *text, size_t size)
{
    const label_range *range = NULL;
    for (int i = 0; i < labels->count && labels->ranges[i].first <= page; i++)
        range = &labels->ranges[i];
    text[0] = 0;
    if (range == NULL)
        return;
    char number[SHEAF_LABEL_SIZE];
    print_number(range, (int64_t)range->start + page - range->first, number, sizeof number);
    if (snprintf(text, size, "%s%s", range->prefix != NULL ? range->prefix : "", number) >= (int)size)
        end_between_characters(text, size);
}
