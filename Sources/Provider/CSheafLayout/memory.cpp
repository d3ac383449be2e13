/* SPDX-License-Identifier: Apache-2.0
 *
 * memory.cpp: the files of a book that are in memory.
 */
#include <sheaf_memory_files.h>

#include <cstdlib>
#include <cstring>
#include <map>

struct kept_files {
    std::vector<memory_file> files;
    std::map<std::string, const memory_file *> by_name;
};

static const memory_file *find_file(void *state, const char *path)
{
    const kept_files *kept = static_cast<kept_files *>(state);
    const auto found = kept->by_name.find(path);
    return found == kept->by_name.end() ? nullptr : found->second;
}

static int has_file(void *state, const char *path)
{
    return find_file(state, path) != nullptr;
}

static const char *name_of_file(void *state, int index)
{
    const kept_files *kept = static_cast<kept_files *>(state);
    return static_cast<size_t>(index) < kept->files.size() ? kept->files[static_cast<size_t>(index)].name.c_str() : nullptr;
}

static char *copy_of_file(void *state, const char *path, size_t *length)
{
    const memory_file *found = find_file(state, path);
    char *bytes = found == nullptr ? nullptr : static_cast<char *>(malloc(found->bytes.size() + 1));
    if (bytes == nullptr)
        return nullptr;
    memcpy(bytes, found->bytes.c_str(), found->bytes.size() + 1);
    *length = found->bytes.size();
    return bytes;
}

static void close_files(void *state)
{
    delete static_cast<kept_files *>(state);
}

layout_files memory_files(std::vector<memory_file> files)
{
    kept_files *kept = new kept_files{std::move(files), {}};
    for (const memory_file &each : kept->files)
        kept->by_name.emplace(each.name, &each);
    return {{kept, has_file, name_of_file, copy_of_file}, close_files};
}
