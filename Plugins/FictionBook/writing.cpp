/* SPDX-License-Identifier: Apache-2.0
 *
 * writing.cpp: writes a FictionBook as the files of an EPUB (EPUB 3.3): a package, a navigation document, a file for each part, pictures.
 */
#include "writing.h"

#include <glib.h>

#include <algorithm>

static const char style[] =
    "h1,h2,h3,h4,h5,h6{text-align:center;hyphens:none}h6{font-size:1em}"
    "p{margin:0;text-indent:1.5em}.empty-line,.verse,.date,td p,th p,.note-title{text-indent:0}"
    ".epigraph,.annotation{margin:1em 0 1em 3em;font-style:italic}.text-author{text-align:right;font-style:italic}"
    ".poem{margin:1em 0 1em 3em}.stanza{margin:0.7em 0}.date{text-align:right}"
    ".picture,.cover{text-align:center;margin:0.5em 0;text-indent:0}.note{vertical-align:super;font-size:0.75em}"
    "table{border-collapse:collapse;margin:0.5em 0}td,th{border:1px solid #888;padding:2px 4px}";

std::string escaped(const std::string &text)
{
    gchar *made = g_markup_escape_text(text.data(), static_cast<gssize>(text.size()));
    const std::string result = made;
    g_free(made);
    return result;
}

/* The name of the file of a picture. */
static std::string picture_name(const std::string &name)
{
    return "pictures/" + name;
}

std::string picture_address(const std::string &address)
{
    /* Pictures are in the book: nothing is fetched. */
    if (address.compare(0, 1, "#") != 0)
        return "";
    gchar *made = g_uri_escape_string(picture_name(address.substr(1)).c_str(), "/", TRUE);
    const std::string result = made;
    g_free(made);
    return escaped(result);
}

static std::string part_name(size_t number)
{
    return "part" + std::to_string(number) + ".xhtml";
}

/* A part with links that lead to the parts where their places are. */
static std::string linked(const book_text &book, const std::string &html)
{
    static const std::string before = "href=\"#";
    std::string result;
    size_t done = 0;
    for (size_t at = html.find(before); at != std::string::npos; at = html.find(before, at + before.size())) {
        const size_t start = at + before.size(), end = html.find('"', start);
        const auto found = book.places.find(html.substr(start, end - start));
        if (found == book.places.end())
            continue;
        result += html.substr(done, start - 1 - done) + part_name(found->second);
        done = start - 1;
    }
    return result.append(html, done, std::string::npos);
}

static std::string page(const std::string &body)
{
    return "<html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\"><head><title>-</title>"
           "<link rel=\"stylesheet\" href=\"style.css\"/></head><body>" +
           body + "</body></html>";
}

static std::string entry(const std::string &address, const std::string &title)
{
    return "<li><a href=\"" + address + "\">" + escaped(title) + "</a>";
}

static std::string navigation(const book_text &book, bool has_cover)
{
    std::string list;
    size_t depth = 0;
    for (const book_chapter &each : book.contents) {
        for (; depth > each.level + 1; depth--)
            list += "</li></ol>";
        list += depth == each.level + 1 ? "</li>" : "<ol>";
        depth = each.level + 1;
        list += entry(part_name(each.part) + (each.id.empty() ? "" : "#" + each.id), each.title);
    }
    for (; depth > 0; depth--)
        list += "</li></ol>";
    const std::string cover = has_cover ? "<li><a epub:type=\"cover\" href=\"cover.xhtml\">-</a></li>" : "";
    return page("<nav epub:type=\"toc\">" + list + "</nav><nav epub:type=\"landmarks\"><ol>" + cover + "</ol></nav>");
}

static std::string package(const book_text &book, const std::vector<std::string> &spine)
{
    std::string items = "<item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>", entries;
    for (const std::string &name : spine) {
        items += "<item id=\"" + name + "\" href=\"" + name + "\" media-type=\"application/xhtml+xml\"/>";
        entries += "<itemref idref=\"" + name + "\"/>";
    }
    const auto said = [](const char *key, const std::string &value) {
        return value.empty() ? "" : std::string("<dc:") + key + ">" + escaped(value) + "</dc:" + key + ">";
    };
    return "<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\"><metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">" +
           said("title", book.title) + said("creator", book.creator) + said("language", book.language) +
           said("identifier", book.identifier) + "</metadata><manifest>" + items + "</manifest><spine>" + entries + "</spine></package>";
}

std::vector<memory_file> book_written(book_text *book)
{
    std::vector<memory_file> files;
    std::vector<std::string> spine;
    const bool has_cover = book->cover.compare(0, 1, "#") == 0 &&
                           std::any_of(book->pictures.begin(), book->pictures.end(),
                                       [book](const book_picture &each) { return "#" + each.name == book->cover; });
    if (std::all_of(book->parts.begin(), book->parts.end(), [](const std::string &each) { return each.empty(); }))
        return files;
    const auto add_part = [&](const std::string &name, const std::string &body) {
        files.push_back({name, page(body)});
        spine.push_back(name);
    };
    if (has_cover)
        add_part("cover.xhtml", "<div class=\"cover\"><img alt=\"\" src=\"" + picture_address(book->cover) + "\"/></div>");
    if (!book->annotation.empty())
        add_part("annotation.xhtml", "<div class=\"annotation\">" + book->annotation + "</div>");
    for (size_t number = 0; number < book->parts.size(); number++)
        add_part(part_name(number), linked(*book, book->parts[number]));
    for (book_picture &picture : book->pictures) {
        gsize length = 0;
        guchar *bytes = g_base64_decode(picture.base64.c_str(), &length);
        files.push_back({picture_name(picture.name), std::string(reinterpret_cast<char *>(bytes), length)});
        g_free(bytes);
        picture.base64.clear();
    }
    files.push_back({"style.css", style});
    files.push_back({"nav.xhtml", navigation(*book, has_cover)});
    files.push_back({"content.opf", package(*book, spine)});
    return files;
}
