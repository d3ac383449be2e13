/* SPDX-License-Identifier: Apache-2.0
 *
 * book.cpp: reads a FictionBook (2.1, 2.2: http://www.fictionbook.org/index.php/Eng:XML_Schema_Fictionbook_2.1) and writes each of its
 * elements as XHTML has it. Chapters become parts of their own, so that the first page comes before the last one is laid out.
 */
#include "writing.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace {

/* A section begins a new part where the one before has so many bytes. */
const size_t part_max = (size_t)128 << 10;

/* Sections nested no deeper begin a part where they have a title. */
const size_t part_depth = 2;

/* An element that is written as one of XHTML. */
struct replacement {
    const char *name, *tag, *kind; /* `kind`: its class, or empty */
};

const replacement replacements[] = {
    {"annotation", "div", "annotation"}, {"cite", "blockquote", ""},        {"code", "code", ""},
    {"date", "p", "date"},               {"emphasis", "i", ""},             {"epigraph", "div", "epigraph"},
    {"p", "p", ""},                      {"poem", "div", "poem"},           {"stanza", "div", "stanza"},
    {"strikethrough", "s", ""},          {"strong", "b", ""},               {"style", "span", ""},
    {"sub", "sub", ""},                  {"subtitle", "h6", "subtitle"},    {"sup", "sup", ""},
    {"table", "table", ""},              {"td", "td", ""},                  {"text-author", "p", "text-author"},
    {"th", "th", ""},                    {"tr", "tr", ""},                  {"v", "p", "verse"},
};

const replacement *replacement_of(const std::string &name)
{
    const auto found = std::find_if(std::begin(replacements), std::end(replacements), [&](const replacement &each) { return name == each.name; });
    return found == std::end(replacements) ? nullptr : found;
}

struct reading {
    book_text *book;
    std::vector<std::string> path; /* the names of the elements that it is in */
    std::string *to = nullptr;     /* where text goes; NULL: nowhere */
    std::string author, word;      /* of the description */
    size_t sections = 0;           /* that it is in, of a body */
    bool is_first_body = true;
    bool is_in_notes = false;
    bool has_line = false;         /* of a title */
    std::vector<std::string> ids;  /* of sections that have begun, and of which nothing is written yet */
    std::string title;

    /* Whether it is in an element of this name, not further out than matters: sections may nest without end. */
    bool is_in(const char *name) const
    {
        const auto first = path.size() > 32 ? path.end() - 32 : path.begin();
        return std::find(first, path.end(), name) != path.end();
    }
    /* The element that the current one is in. */
    std::string outer(size_t levels = 1) const { return path.size() > levels ? path[path.size() - 1 - levels] : ""; }
};

/* MARK: What it says of itself */

void begin_description(reading *at, const std::string &name, const char **attributes)
{
    at->word.clear();
    if (name == "author")
        at->author.clear();
    else if (name == "image" && at->is_in("coverpage") && at->book->cover.empty())
        at->book->cover = markup_attribute(attributes, "href");
}

void end_description(reading *at, const std::string &name)
{
    static const char *const names[] = {"first-name", "middle-name", "last-name"};
    book_text *book = at->book;
    markup_text clean = {};
    markup_text_add(&clean, at->word.data(), at->word.size());
    const std::string word = markup_text_end(&clean);
    const bool is_of_book = at->is_in("title-info");
    if (is_of_book && name == "book-title")
        book->title = word;
    else if (is_of_book && name == "lang")
        book->language = word;
    else if (at->is_in("document-info") && name == "id")
        book->identifier = word;
    else if (at->outer() == "author" && std::any_of(std::begin(names), std::end(names), [&](const char *each) { return name == each; }))
        at->author += (at->author.empty() || word.empty() ? "" : " ") + word;
    else if (at->outer() == "author" && name == "nickname" && at->author.empty())
        at->author = word;
    else if (name == "author" && at->outer() == "title-info" && !at->author.empty())
        book->creator += (book->creator.empty() ? "" : ", ") + at->author;
    at->word.clear();
}

/* MARK: Text */

/* Goes on in a part of its own. */
void begin_part(reading *at)
{
    std::vector<std::string> &parts = at->book->parts;
    if (parts.empty() || !parts.back().empty())
        parts.emplace_back();
    at->to = &parts.back();
}

/* An id becomes a place to which links lead. */
std::string id_of(reading *at, const std::string &id)
{
    if (id.empty())
        return "";
    at->book->places.emplace(id, std::max<size_t>(at->book->parts.size(), 1) - 1);
    return " id=\"" + escaped(id) + "\"";
}

/* Writes the ids of the sections that have begun. */
void write_ids(reading *at)
{
    for (const std::string &id : at->ids)
        *at->to += "<span" + id_of(at, id) + "></span>";
    at->ids.clear();
}

void begin_body(reading *at, const char **attributes)
{
    const std::string name = markup_attribute(attributes, "name");
    at->is_in_notes = !at->is_first_body && (name == "notes" || name == "comments" || name == "footnotes");
    at->sections = 0;
    begin_part(at);
    if (!at->is_first_body && !name.empty())
        at->book->contents.push_back({0, name, at->book->parts.size() - 1, ""});
}

/* A chapter in a chapter begins a part where it has a title, and where more than a title is before it. */
bool title_begins_part(const reading *at)
{
    return at->outer() == "section" && !at->is_in_notes && at->sections == part_depth && at->to->find("<p") != std::string::npos;
}

void begin_title(reading *at)
{
    const std::string outer = at->outer();
    if (title_begins_part(at))
        begin_part(at);
    write_ids(at);
    const size_t level = outer == "body" ? 1 : outer == "section" && !at->is_in_notes ? std::min<size_t>(at->sections + 1, 6) : 6;
    *at->to += "<h" + std::to_string(level) + ">";
    at->title.clear();
    at->has_line = false;
}

/* The title of a section or a body is an entry of the contents. */
void end_title(reading *at)
{
    book_text *book = at->book;
    const std::string outer = at->outer();
    const size_t open = at->to->rfind("<h"), part = book->parts.empty() ? 0 : book->parts.size() - 1;
    markup_text clean = {};
    markup_text_add(&clean, at->title.data(), at->title.size());
    const std::string title = markup_text_end(&clean);
    const bool is_entry = (outer == "section" && !at->is_in_notes) || (outer == "body" && !at->is_first_body);
    /* A section in a title goes on in another part. */
    if (open == std::string::npos)
        return;
    *at->to += std::string("</h") + (*at->to)[open + 2] + ">";
    if (!is_entry || title.empty())
        return;
    /* A body that has a title is not called by its name. */
    if (outer == "body" && !book->contents.empty() && book->contents.back().part == part && book->contents.back().level == 0)
        book->contents.pop_back();
    const std::string id = "title-" + std::to_string(book->contents.size());
    const size_t before = book->contents.empty() ? 0 : book->contents.back().level + 1;
    at->to->insert(open + 3, " id=\"" + id + "\"");
    book->contents.push_back({outer == "body" ? 0 : std::min(at->sections - 1, before), title, part, id});
}

void begin_section(reading *at, const char **attributes)
{
    const std::string id = markup_attribute(attributes, "id");
    at->sections++;
    if ((at->sections == 1 && !at->is_in_notes) || at->to->size() > part_max)
        begin_part(at);
    if (!id.empty())
        at->ids.push_back(id);
}

void write_picture(reading *at, const char **attributes)
{
    const std::string address = markup_attribute(attributes, "href");
    const bool is_in_text = at->is_in("p") || at->is_in("v") || at->is_in("td") || at->is_in("th") || at->is_in("subtitle");
    const std::string picture = "<img" + id_of(at, markup_attribute(attributes, "id")) + " src=\"" + picture_address(address) + "\" alt=\"" +
                                escaped(markup_attribute(attributes, "alt")) + "\"/>";
    *at->to += is_in_text ? picture : "<div class=\"picture\">" + picture + "</div>";
}

void begin_link(reading *at, const char **attributes)
{
    const bool is_note = strcmp(markup_attribute(attributes, "type"), "note") == 0;
    *at->to += std::string("<a") + (is_note ? " epub:type=\"noteref\" class=\"note\"" : "") + " href=\"" +
               escaped(markup_attribute(attributes, "href")) + "\">";
}

void begin_text(reading *at, const std::string &name, const char **attributes)
{
    const replacement *as = replacement_of(name);
    if (name == "section")
        begin_section(at, attributes);
    else if (name != "title")
        write_ids(at);
    if (name == "title") {
        begin_title(at);
    } else if (name == "p" && at->outer() == "title") {
        *at->to += at->has_line ? "<br/>" : "";
        at->title += ' ';
        at->has_line = true;
    } else if (name == "empty-line") {
        *at->to += "<p class=\"empty-line\">\xc2\xa0</p>";
    } else if (name == "image") {
        write_picture(at, attributes);
    } else if (name == "a") {
        begin_link(at, attributes);
    } else if (as != nullptr) {
        *at->to += std::string("<") + as->tag + id_of(at, markup_attribute(attributes, "id"));
        if (as->kind[0] != 0)
            *at->to += std::string(" class=\"") + as->kind + "\"";
        for (const char *kept : {"colspan", "rowspan", "align", "valign", "lang"})
            if (markup_attribute(attributes, kept)[0] != 0)
                *at->to += std::string(" ") + kept + "=\"" + escaped(markup_attribute(attributes, kept)) + "\"";
        *at->to += ">";
    }
}

void end_text(reading *at, const std::string &name)
{
    const replacement *as = replacement_of(name);
    if (name == "title")
        end_title(at);
    else if (name == "a")
        *at->to += "</a>";
    else if (as != nullptr && !(name == "p" && at->outer() == "title"))
        *at->to += std::string("</") + as->tag + ">";
    if (name == "section" && at->sections > 0)
        at->sections--;
}

/* MARK: XML */

void on_start(void *state, const char *name, const char **attributes)
{
    reading *at = static_cast<reading *>(state);
    at->path.push_back(name);
    const std::string &called = at->path.back();
    if (called == "body" && at->path.size() == 2)
        begin_body(at, attributes);
    else if (called == "annotation" && at->is_in("title-info"))
        at->to = &at->book->annotation;
    else if (called == "binary")
        at->book->pictures.push_back({markup_attribute(attributes, "id"), ""});
    else if (at->to != nullptr)
        begin_text(at, called, attributes);
    else
        begin_description(at, called, attributes);
}

void on_text(void *state, const char *text, int length)
{
    reading *at = static_cast<reading *>(state);
    const size_t size = static_cast<size_t>(length);
    if (at->is_in("title"))
        at->title.append(text, size);
    if (!at->path.empty() && at->path.back() == "binary")
        at->book->pictures.back().base64.append(text, size);
    else if (at->to != nullptr)
        *at->to += escaped(std::string(text, size));
    else
        at->word.append(text, size);
}

void on_end(void *state, const char *name)
{
    reading *at = static_cast<reading *>(state);
    const std::string called = name;
    if ((called == "body" && at->path.size() == 2) || (called == "annotation" && at->is_in("title-info"))) {
        at->is_first_body &= called != "body";
        at->to = nullptr;
    } else if (called == "binary") {
        at->word.clear();
    } else if (at->to != nullptr) {
        end_text(at, called);
    } else {
        end_description(at, called);
    }
    at->path.pop_back();
}

} // namespace

std::vector<memory_file> book_files_of(const std::string &text)
{
    static const markup handlers = {on_start, on_text, on_end, nullptr};
    layout_files source = memory_files({{"book", text}});
    book_text book;
    reading at = {};
    at.book = &book;
    markup_read(&source.files, "book", &handlers, &at);
    source.close(source.files.state);
    return book_written(&book);
}
