/* SPDX-License-Identifier: Apache-2.0
 *
 * looks.c: how a document is laid out: what an operator has set, and what a reader wishes.
 */
#include "internal.h"

#include <stddef.h>
#include <string.h>

/* Hosts of before have a shorter one. */
#define FLOW_WITH_JUSTIFY (offsetof(sheaf_flow, justify) + sizeof(uint32_t))
#define FLOW_WITH_ENCODING (offsetof(sheaf_flow, encoding) + sizeof(const char *))

void looks_take(looks *looks, const sheaf_flow *flow)
{
    if (flow != NULL && flow->width > 0)
        looks->width = flow->width;
    if (flow != NULL && flow->height > 0)
        looks->height = flow->height;
    if (flow != NULL && flow->font_size > 0)
        looks->font_size = flow->font_size;
    if (flow != NULL && flow->columns > 0)
        looks->columns = (int)CLAMP(flow->columns, 1, 4);
    if (flow != NULL && flow->margin >= 0)
        looks->margin = flow->margin;
    if (flow != NULL && flow->line_height > 0) {
        looks->line_height = flow->line_height;
        looks->line_height_is_exact = 1;
    }
    if (flow != NULL && flow->font_family != NULL && flow->font_family[0] != 0)
        g_strlcpy(looks->font_family, flow->font_family, sizeof looks->font_family);
    if (flow != NULL && flow->size >= FLOW_WITH_JUSTIFY && flow->justify != 0)
        looks->justify = flow->justify == SHEAF_JUSTIFY_YES;
    if (flow != NULL && flow->size >= FLOW_WITH_ENCODING && flow->unwrap != 0)
        looks->unwrap = flow->unwrap == SHEAF_UNWRAP_YES ? UNWRAP_YES : UNWRAP_NO;
    if (flow != NULL && flow->size >= FLOW_WITH_ENCODING && flow->encoding != NULL)
        g_strlcpy(looks->encoding, flow->encoding, sizeof looks->encoding);
    /* A third of a page is left for its text. */
    looks->margin = MIN(looks->margin, MIN(looks->width, looks->height) / 3);
}

int looks_equal(const looks *one, const looks *other)
{
    return one->width == other->width && one->height == other->height && one->margin == other->margin &&
           one->font_size == other->font_size && one->line_height == other->line_height &&
           one->line_height_is_exact == other->line_height_is_exact && one->columns == other->columns &&
           one->justify == other->justify && one->unwrap == other->unwrap &&
           strcmp(one->encoding, other->encoding) == 0 && strcmp(one->font_family, other->font_family) == 0;
}
