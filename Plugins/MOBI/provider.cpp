/* SPDX-License-Identifier: Apache-2.0
 *
 * provider.cpp: the provider of books of Kindle and Mobipocket.
 */
#include "files.h"

#include <cstring>

/* Where a database of Palm says of which type and program it is. */
#define TYPE_OFFSET 60

static uint32_t probe(sheaf_input *input)
{
    char type[8];
    if (sheaf_input_read(input, type, sizeof type, TYPE_OFFSET) != sizeof type)
        return SHEAF_PROBE_NO;
    const bool is_book = memcmp(type, "BOOKMOBI", sizeof type) == 0 || memcmp(type, "TEXtREAd", sizeof type) == 0;
    return is_book ? SHEAF_PROBE_CERTAIN : SHEAF_PROBE_NO;
}

const sheaf_provider *sheaf_provider_v1(void)
{
    static const layout_format format = {
        "mobi", "1", "MOBI and AZW3 without DRM, read by libmobi, laid out by litehtml and Pango", "MOBI", 0, files_open, probe,
    };
    return layout_provider(&format);
}
