/* SPDX-License-Identifier: Apache-2.0
 *
 * rows.c: the lines of a text that is looked at.
 */
#include "internal.h"

#include <string.h>

int next_row(const char **at, const char *end, row *row)
{
    if (*at >= end)
        return 0;
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    stop = stop == NULL ? end : stop;
    row->at = *at;
    row->end = stop;
    while (row->end > row->at && g_ascii_isspace(row->end[-1]))
        row->end--;
    *at = stop + 1;
    return 1;
}
