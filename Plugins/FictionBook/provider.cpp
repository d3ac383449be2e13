/* SPDX-License-Identifier: Apache-2.0
 *
 * provider.cpp: the provider of FictionBook: which documents are such books, and how one is opened.
 */
#include "book.h"

#include <glib.h>

#include <cstring>

/* So many bytes at the start say what a file is. */
#define HEAD_SIZE 1024

/* The head of a file as ASCII: of UTF-16 every other byte counts. */
static std::string ascii_of(const char *head, size_t length)
{
    const bool is_wide = length >= 2 && (memcmp(head, "\xff\xfe", 2) == 0 || memcmp(head, "\xfe\xff", 2) == 0);
    std::string text;
    for (size_t i = 0; i < length; i++)
        if (!is_wide || head[i] != 0)
            text += head[i];
    return text;
}

static uint32_t probe(sheaf_input *input)
{
    char head[HEAD_SIZE];
    const int64_t length = sheaf_input_read(input, head, sizeof head, 0);
    const bool is_book = length > 0 && ascii_of(head, static_cast<size_t>(length)).find("<FictionBook") != std::string::npos;
    return is_book ? SHEAF_PROBE_CERTAIN : SHEAF_PROBE_NO;
}

static int32_t refuse_size(sheaf_input *input, sheaf_request *request, size_t size, const char *as)
{
    return sheaf_fail(input->services, request, -EFBIG, "cannot open the book: it has %zu bytes%s, and the limit is %zu", size, as, MARKUP_MAX);
}

static int32_t open_book(sheaf_input *input, sheaf_request *request, layout_files *files)
{
    if (static_cast<size_t>(input->size) > MARKUP_MAX)
        return refuse_size(input, request, static_cast<size_t>(input->size), "");
    char *bytes = static_cast<char *>(malloc(static_cast<size_t>(input->size) + 1));
    if (bytes == nullptr)
        return sheaf_fail(input->services, request, -ENOMEM, "cannot open the book: there is no memory for its %lld bytes", (long long)input->size);
    int64_t count = 0, read = 0;
    while (count < input->size && (read = sheaf_input_read(input, bytes + count, static_cast<size_t>(input->size - count), count)) > 0)
        count += read;
    const int32_t status = sheaf_input_result(input, request);
    size_t length = static_cast<size_t>(count);
    bytes[count] = 0;
    bytes = markup_decode(bytes, &length);
    gchar *valid = g_utf8_make_valid(bytes, static_cast<gssize>(length));
    const std::string text = valid;
    g_free(valid);
    free(bytes);
    if (status != 0)
        return status;
    if (text.size() > MARKUP_MAX)
        return refuse_size(input, request, text.size(), " as UTF-8");
    std::vector<memory_file> made = book_files_of(text);
    if (made.empty())
        return sheaf_fail(input->services, request, -EBADMSG, "cannot open the book: it has no text, or is no FictionBook");
    *files = memory_files(std::move(made));
    return 0;
}

const sheaf_provider *sheaf_provider_v1(void)
{
    static const layout_format format = {
        "fictionbook", "1", "FictionBook (FB2), laid out by litehtml and Pango", "FictionBook", 0, open_book, probe,
    };
    return layout_provider(&format);
}
