/* SPDX-License-Identifier: Apache-2.0
 *
 * provider.cpp: the EPUB provider: of which books it is sure, and how they are opened.
 */
#include "archive.h"

#include <cstring>

/* Whether a source begins as a ZIP archive does. */
static bool is_archive(sheaf_input *input)
{
    char head[4];
    return sheaf_input_read(input, head, sizeof head, 0) == sizeof head && memcmp(head, "PK\3\4", sizeof head) == 0;
}

static uint32_t probe(sheaf_input *input)
{
    layout_files files;
    if (!is_archive(input) || !archive_open(input, &files))
        return SHEAF_PROBE_NO;
    book book = {};
    const bool is_ours = book_read(&book, &files.files) == 0 && book_is_fixed(&book);
    book_drop(&book);
    files.close(files.files.state);
    return is_ours ? SHEAF_PROBE_CERTAIN : SHEAF_PROBE_NO;
}

static int32_t open_book(sheaf_input *input, sheaf_request *request, layout_files *files)
{
    if (archive_open(input, files))
        return 0;
    return sheaf_fail(input->services, request, -EBADMSG, "cannot open the book: it is no ZIP archive, or its directory is damaged");
}

const sheaf_provider *sheaf_provider_v1(void)
{
    static const layout_format format = {
        "epub", "1", "EPUB with fixed pages, laid out by litehtml and drawn by cairo", "EPUB", open_book, probe,
    };
    return layout_provider(&format);
}
