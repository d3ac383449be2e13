/* SPDX-License-Identifier: Apache-2.0
 *
 * files.cpp: the files of a book of Kindle or Mobipocket, as libmobi takes them out of it: a package, its parts, style sheets, pictures and
 * fonts. All of them are in memory while the book is open.
 */
#include "files.h"

#include <mobi.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

/* A larger book is refused; bytes. */
#define BOOK_SIZE_MAX ((int64_t)512 << 20)

/* A book while libmobi takes its files out of it. */
struct opening {
    MOBIData *data = nullptr;
    MOBIRawml *parsed = nullptr;

    ~opening()
    {
        mobi_free_rawml(parsed);
        mobi_free(data);
    }
};

/* MARK: The bytes of the book, as stdio reads them */

struct reader {
    sheaf_input *input;
    int64_t offset;
};

static ssize_t read_stream(void *state, char *buffer, size_t length)
{
    reader *at = static_cast<reader *>(state);
    const int64_t count = sheaf_input_read(at->input, buffer, length, at->offset);
    at->offset += std::max<int64_t>(count, 0);
    return count < 0 ? -1 : static_cast<ssize_t>(count);
}

static int seek_stream(void *state, off64_t *offset, int whence)
{
    reader *at = static_cast<reader *>(state);
    const int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? at->offset : at->input->size;
    if (base + *offset < 0)
        return -1;
    *offset = at->offset = base + *offset;
    return 0;
}

static MOBI_RET load(MOBIData *data, sheaf_input *input)
{
    reader state = {input, 0};
    const cookie_io_functions_t functions = {read_stream, nullptr, seek_stream, nullptr};
    FILE *stream = fopencookie(&state, "r", functions);
    if (stream == nullptr)
        return MOBI_MALLOC_FAILED;
    const MOBI_RET result = mobi_load_file(data, stream);
    fclose(stream);
    return result;
}

/* MARK: Files */

static void add_files(std::vector<memory_file> *files, const MOBIPart *part, const char *kind)
{
    for (; part != nullptr; part = part->next) {
        const MOBIFileMeta meta = mobi_get_filemeta_by_type(part->type);
        char name[64];
        /* The names that libmobi writes into the files. */
        snprintf(name, sizeof name, "%s%05zu.%s", kind, part->uid, meta.extension);
        if (part->size > 0 && part->data != nullptr)
            files->push_back({part->type == T_OPF ? "content.opf" : name, std::string(reinterpret_cast<const char *>(part->data), part->size)});
    }
}

/* MARK: Opening */

static int32_t fail(sheaf_input *input, sheaf_request *request, const char *reason)
{
    const int32_t status = sheaf_input_result(input, request);
    return status != 0 ? status : sheaf_fail(input->services, request, -EBADMSG, "cannot open the book: %s", reason);
}

int32_t files_open(sheaf_input *input, sheaf_request *request, layout_files *files)
{
    if (input->size > BOOK_SIZE_MAX)
        return sheaf_fail(input->services, request, -EFBIG, "cannot open the book: it has %lld bytes, and the limit is %lld",
                          (long long)input->size, (long long)BOOK_SIZE_MAX);
    const auto made = std::make_unique<opening>();
    made->data = mobi_init();
    if (made->data == nullptr)
        return sheaf_fail(input->services, request, -ENOMEM, "not enough memory to open the book");
    if (load(made->data, input) != MOBI_SUCCESS)
        return fail(input, request, "it is damaged or not complete");
    if (mobi_is_encrypted(made->data))
        return fail(input, request, "the book is locked by DRM (Amazon or Mobipocket)");
    if (mobi_is_replica(made->data))
        return fail(input, request, "it is a replica of a printed book (a PDF in Amazon's own form)");
    made->parsed = mobi_init_rawml(made->data);
    const MOBI_RET parsed = made->parsed == nullptr ? MOBI_MALLOC_FAILED : mobi_parse_rawml(made->parsed, made->data);
    if (parsed == MOBI_FILE_ENCRYPTED)
        return fail(input, request, "the book is locked by DRM (Amazon or Mobipocket)");
    if (parsed != MOBI_SUCCESS)
        return fail(input, request, "its text is damaged");
    std::vector<memory_file> found;
    add_files(&found, made->parsed->markup, "part");
    /* The first one is all of the text, as it was before it was parted. */
    if (made->parsed->flow != nullptr)
        add_files(&found, made->parsed->flow->next, "flow");
    add_files(&found, made->parsed->resources, "resource");
    if (!mobi_is_rawml_kf8(made->parsed))
        files_split(&found);
    *files = memory_files(std::move(found));
    return 0;
}
