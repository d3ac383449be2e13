/* SPDX-License-Identifier: Apache-2.0
 *
 * provider.cpp: the provider of FictionBook: which documents are such books, and how one is opened.
 */
#include "book.h"

#include <glib.h>

#include <cstring>

/* So many bytes at the start say what a file is. */
#define HEAD_SIZE 1024

/* A larger book is refused; bytes. */
#define BOOK_SIZE_MAX ((int64_t)64 << 20)

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

/* The text in UTF-8, as XML says which encoding it has (XML 1.0, appendix F), without that. */
static std::string decoded(const std::string &bytes)
{
    const std::string head = ascii_of(bytes.data(), std::min<size_t>(bytes.size(), HEAD_SIZE));
    const size_t end = head.compare(0, 5, "<?xml") == 0 ? head.find("?>") : std::string::npos;
    const size_t name = end == std::string::npos ? end : head.find("encoding=", 0);
    std::string encoding = "UTF-8";
    if (bytes.compare(0, 2, "\xff\xfe") == 0 || bytes.compare(0, 2, "\xfe\xff") == 0)
        encoding = "UTF-16";
    else if (name < end)
        encoding = head.substr(name + 10, head.find(head[name + 9], name + 10) - name - 10);
    gsize length = 0;
    gchar *text = g_convert(bytes.data(), static_cast<gssize>(bytes.size()), "UTF-8", encoding.c_str(), nullptr, &length, nullptr);
    if (text == nullptr) {
        text = g_utf8_make_valid(bytes.data(), static_cast<gssize>(bytes.size()));
        length = strlen(text);
    }
    std::string result(text, length);
    g_free(text);
    const size_t mark = result.compare(0, 3, "\xef\xbb\xbf") == 0 ? 3 : 0;
    const size_t declaration = result.compare(mark, 5, "<?xml") == 0 ? result.find("?>", mark) : std::string::npos;
    return result.substr(declaration == std::string::npos ? mark : declaration + 2);
}

static int32_t open_book(sheaf_input *input, sheaf_request *request, layout_files *files)
{
    if (input->size > BOOK_SIZE_MAX)
        return sheaf_fail(input->services, request, -EFBIG, "cannot open the book: it has %lld bytes, and the limit is %lld",
                          (long long)input->size, (long long)BOOK_SIZE_MAX);
    std::string bytes(static_cast<size_t>(input->size), 0);
    int64_t count = 0, read = 0;
    while (count < input->size && (read = sheaf_input_read(input, bytes.data() + count, bytes.size() - static_cast<size_t>(count), count)) > 0)
        count += read;
    const int32_t status = sheaf_input_result(input, request);
    if (status != 0)
        return status;
    bytes.resize(static_cast<size_t>(count));
    std::vector<memory_file> made = book_files_of(decoded(bytes));
    if (made.empty())
        return sheaf_fail(input->services, request, -EBADMSG, "cannot open the book: it has no text, or is no FictionBook");
    *files = memory_files(std::move(made));
    return 0;
}

const sheaf_provider *sheaf_provider_v1(void)
{
    static const layout_format format = {
        "fictionbook", "1", "FictionBook (FB2), laid out by litehtml and Pango", "FictionBook", open_book, probe,
    };
    return layout_provider(&format);
}
