/* SPDX-License-Identifier: Apache-2.0
 *
 * provider.cpp: the EPUB provider: of which books it is sure, and how they are opened.
 */
#include "archive.h"

#include <glib.h>

#include <cstring>
#include <string>

/* So many bytes at the start say what an archive begins with. */
#define HEAD_SIZE 1024

/* Whether the first file of an archive, which may be cut off, is one that books begin with. */
static bool begins_as_book(const std::string &head)
{
    /* Where the method, the length of the name and the name are in a local file header (APPNOTE.TXT 6.3.10, 4.3.7). */
    const size_t method = 8, name_length = 26, name = 30;
    const auto begins = [&](const std::string &first) {
        return head.size() > name + first.size() && static_cast<size_t>(head[name_length]) == first.size() &&
               head.compare(name, first.size(), first) == 0;
    };
    /* Other formats begin with a type, too: it can be read where it is not compressed. */
    return begins("META-INF/container.xml") ||
           (begins("mimetype") && (head[method] != 0 || head.find("application/epub+zip") != std::string::npos));
}

static uint32_t probe(sheaf_input *input)
{
    char head[HEAD_SIZE];
    layout_files files;
    const int64_t length = sheaf_input_read(input, head, sizeof head, 0);
    if (length < 4 || memcmp(head, "PK\3\4", 4) != 0)
        return SHEAF_PROBE_NO;
    const bool begins = begins_as_book(std::string(head, static_cast<size_t>(length)));
    if (!archive_open(input, &files))
        return begins ? SHEAF_PROBE_MAYBE : SHEAF_PROBE_NO;
    /* A container, in a folder or not; or the package of a book that says by its first file that it is one. */
    bool is_book = files.files.has(files.files.state, "META-INF/container.xml");
    for (int i = 0; !is_book; i++) {
        const char *name = files.files.name(files.files.state, i);
        if (name == nullptr)
            break;
        is_book = g_str_has_suffix(name, "/META-INF/container.xml") ||
                  (g_str_has_suffix(name, ".opf") && files.files.has(files.files.state, "mimetype"));
    }
    files.close(files.files.state);
    return is_book ? SHEAF_PROBE_CERTAIN : begins ? SHEAF_PROBE_MAYBE : SHEAF_PROBE_NO;
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
        "epub", "1", "EPUB, laid out by litehtml and Pango and drawn by cairo", "EPUB", 1, open_book, probe,
    };
    return layout_provider(&format);
}
