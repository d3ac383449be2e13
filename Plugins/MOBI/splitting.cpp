/* SPDX-License-Identifier: Apache-2.0
 *
 * splitting.cpp: books of version 6 are one text, however long it is. It is split into parts where its pages break, so that the first page
 * comes before the last one is laid out, and memory goes by a chapter.
 */
#include "files.h"

#include <algorithm>
#include <map>

/* A text that is no longer stays one part; bytes. */
#define SPLIT_FROM ((size_t)64 << 10)

/* A part has at least so many bytes, and where there is a paragraph to end it with, at most. */
#define PIECE_MIN ((size_t)4 << 10)
#define PIECE_MAX ((size_t)256 << 10)

static size_t find_from(const std::string &text, const char *what, size_t from)
{
    const size_t found = text.find(what, from);
    return found == std::string::npos ? text.size() : found;
}

/* Where the part that begins at `start` ends. */
static size_t end_of_piece(const std::string &text, size_t start)
{
    const size_t mark = find_from(text, "<mbp:pagebreak", std::min(start + PIECE_MIN, text.size()));
    const size_t end = mark == text.size() ? mark : std::min(find_from(text, ">", mark) + 1, text.size());
    if (end - start <= PIECE_MAX)
        return end;
    const size_t least = start + PIECE_MAX / 2;
    return std::min({end, find_from(text, "<p ", least), find_from(text, "<p>", least), find_from(text, "<div", least)});
}

static std::string name_of(const std::string &name, size_t number)
{
    const size_t dot = name.rfind('.');
    return number == 0 ? name : name.substr(0, dot) + "_" + std::to_string(number) + name.substr(dot);
}

/* The number of the part that each id is in. */
static std::map<std::string, size_t> find_anchors(const std::vector<std::string> &pieces)
{
    std::map<std::string, size_t> anchors;
    for (size_t number = 0; number < pieces.size(); number++)
        for (const char *attribute : {" id=\"", " name=\""})
            for (size_t at = pieces[number].find(attribute); at != std::string::npos; at = pieces[number].find(attribute, at + 1)) {
                const size_t start = pieces[number].find('"', at) + 1, end = find_from(pieces[number], "\"", start);
                anchors.emplace(pieces[number].substr(start, end - start), number);
            }
    return anchors;
}

/* Changes addresses that begin with `prefix` and an id into those of the part where that is. */
static std::string readdressed(const std::string &text, const std::string &before, const std::string &prefix, const std::string &name,
                               const std::map<std::string, size_t> &anchors)
{
    std::string result;
    size_t done = 0;
    const std::string wanted = before + prefix + "#";
    for (size_t at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at + wanted.size())) {
        const size_t start = at + wanted.size(), end = find_from(text, "\"", start);
        const auto found = anchors.find(text.substr(start, end - start));
        if (found == anchors.end())
            continue;
        result += text.substr(done, at - done) + before + name_of(name, found->second) + "#";
        done = start;
    }
    return result.append(text, done, std::string::npos);
}

/* Puts the further parts behind the first one in a package. */
static std::string with_parts(const std::string &package, const std::string &name, size_t count)
{
    const std::string id = name.substr(0, name.rfind('.')), item = "href=\"" + name + "\"", entry = "<itemref idref=\"" + id + "\"/>";
    std::string items, entries, result = package;
    for (size_t number = 1; number < count; number++) {
        const std::string part = name_of(name, number);
        items += "<item id=\"" + part + "\" href=\"" + part + "\" media-type=\"application/xhtml+xml\"/>";
        entries += "<itemref idref=\"" + part + "\"/>";
    }
    const size_t manifest = result.find(item), end = manifest == std::string::npos ? manifest : result.find('>', manifest);
    const size_t spine = result.find(entry);
    if (end == std::string::npos || spine == std::string::npos || spine < end)
        return package;
    result.insert(spine + entry.size(), entries);
    result.insert(end + 1, items);
    return result;
}

void files_split(std::vector<memory_file> *files)
{
    if (files->empty() || files->front().bytes.size() < SPLIT_FROM)
        return;
    const std::string name = files->front().name, text = files->front().bytes;
    const size_t body = text.find("<body");
    const size_t start = body == std::string::npos ? 0 : std::min(find_from(text, ">", body) + 1, text.size());
    std::vector<std::string> pieces;
    for (size_t at = start; at < text.size();) {
        const size_t end = end_of_piece(text, at);
        pieces.push_back(text.substr(at, end - at));
        at = end;
    }
    if (pieces.size() < 2)
        return;
    const std::map<std::string, size_t> anchors = find_anchors(pieces);
    std::vector<memory_file> parts;
    for (size_t number = 0; number < pieces.size(); number++)
        parts.push_back({name_of(name, number), text.substr(0, start) + readdressed(pieces[number], "href=\"", "", name, anchors)});
    for (memory_file &each : *files) {
        const bool is_package = each.name == "content.opf";
        if (is_package || each.name.find(".ncx") != std::string::npos)
            each.bytes = readdressed(each.bytes, "", name, name, anchors);
        if (is_package)
            each.bytes = with_parts(each.bytes, name, parts.size());
    }
    files->erase(files->begin());
    files->insert(files->begin(), parts.begin(), parts.end());
}
