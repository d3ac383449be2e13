/* SPDX-License-Identifier: Apache-2.0
 *
 * cfi.cpp: positions in the text as EPUB Canonical Fragment Identifiers, and back (EPUB CFI 1.1, https://idpf.org/epub/linking/cfi/).
 *
 * A CFI counts the elements of a part as it is written, and the UTF-16 units of a text; a position counts letters and pictures as they are
 * read. A sheet knows of each letter which of its element's it is (`text_origin`); where that is written, the part itself says.
 */
#include "internal.h"

#include <algorithm>
#include <cstdlib>

namespace {

/* MARK: A part as it is written */

struct source_element {
    int parent; /* its number; 0: it is the root */
    int step;   /* of a CFI: the first element in another one is 2 */
    std::string id;
    int last = 0;        /* the number of the last one in it, or its own */
    int64_t letters = 0; /* in its own text */
};

/* All text of an element that no other element parts. */
struct source_text {
    int element;
    int step; /* 1 before the first element in that, 3 behind it */
    std::string text;
    int64_t letters = 0;
};

struct source {
    std::vector<source_element> elements{{0, 0, ""}}; /* by their numbers, from 1 on */
    std::vector<source_text> texts;                   /* as they are written */
    std::vector<int> open{0};                         /* the elements that it is read in */
    std::vector<int> children{0};                     /* of those */
    int left_out = 0; /* elements that it is read in, beyond as many as are laid out */
    size_t size = 0;  /* of the texts, in bytes; more than is laid out is left out */
};

void on_start(void *state, const char *, const char **attributes)
{
    source *read = static_cast<source *>(state);
    if (read->elements.size() > ELEMENTS_MAX || read->left_out > 0) {
        read->left_out++;
        return;
    }
    read->elements.push_back({read->open.back(), 2 * ++read->children.back(), markup_attribute(attributes, "id")});
    read->open.push_back(static_cast<int>(read->elements.size()) - 1);
    read->children.push_back(0);
}

void on_text(void *state, const char *text, int length)
{
    source *read = static_cast<source *>(state);
    const int element = read->open.back(), step = 2 * read->children.back() + 1;
    if (read->left_out > 0 || read->size > HTML_SIZE_MAX)
        return;
    read->size += static_cast<size_t>(length);
    if (read->texts.empty() || read->texts.back().element != element || read->texts.back().step != step)
        read->texts.push_back({element, step, ""});
    read->texts.back().text.append(text, static_cast<size_t>(length));
}

void on_end(void *state, const char *)
{
    source *read = static_cast<source *>(state);
    if (read->left_out > 0) {
        read->left_out--;
        return;
    }
    read->elements[static_cast<size_t>(read->open.back())].last = static_cast<int>(read->elements.size()) - 1;
    read->open.pop_back();
    read->children.pop_back();
}

/* Each entity of HTML that XML does not know stands for a letter or a blank. */
void on_entity(void *state, const char *name)
{
    const bool is_blank = strcmp(name, "nbsp") == 0 || strcmp(name, "ensp") == 0 || strcmp(name, "emsp") == 0 || strcmp(name, "thinsp") == 0;
    on_text(state, is_blank ? " " : "x", 1);
}

/* How many UTF-16 units a letter has. */
int64_t units_of(gunichar letter)
{
    return letter > 0xffff ? 2 : 1;
}

int64_t letters_in(const std::string &text)
{
    int64_t count = 0;
    for (const char *each = text.c_str(); *each != 0; each = g_utf8_next_char(each))
        count += is_letter(g_utf8_get_char(each));
    return count;
}

source read_source(sheaf_document *document, const std::string &path)
{
    static const markup handlers = {on_start, on_text, on_end, on_entity};
    source read;
    part_read(document, path, &handlers, &read);
    check_read(document);
    for (source_text &text : read.texts) {
        text.letters = letters_in(text.text);
        read.elements[static_cast<size_t>(text.element)].letters += text.letters;
    }
    return read;
}

/* Where a letter of a text begins, in UTF-16 units; or where it ends. */
int64_t offset_of(const std::string &text, int64_t letter, bool is_behind)
{
    int64_t offset = 0;
    for (const char *each = text.c_str(); *each != 0; each = g_utf8_next_char(each)) {
        const gunichar character = g_utf8_get_char(each);
        if (is_letter(character) && letter-- == 0)
            return is_behind ? offset + units_of(character) : offset;
        offset += units_of(character);
    }
    return offset;
}

/* How many letters of a text are before an offset. */
int64_t letters_before(const std::string &text, int64_t offset)
{
    int64_t count = 0;
    for (const char *each = text.c_str(); *each != 0 && offset > 0; each = g_utf8_next_char(each)) {
        count += is_letter(g_utf8_get_char(each));
        offset -= units_of(g_utf8_get_char(each));
    }
    return count;
}

/* MARK: Writing */

/* An id as an assertion (EPUB CFI 1.1, 2.3); nothing for one that would be longer than the rest. */
std::string assertion(const std::string &id)
{
    std::string written;
    for (const char byte : id) {
        if (strchr("^[](),;=", byte) != nullptr)
            written += '^';
        written += byte;
    }
    return id.empty() || id.size() > ID_SIZE_MAX ? "" : "[" + written + "]";
}

/* The steps from the root of a part to an element. */
std::vector<std::string> steps_to(const source &read, int element)
{
    std::vector<std::string> steps;
    for (; element > 0 && read.elements[static_cast<size_t>(element)].parent > 0; element = read.elements[static_cast<size_t>(element)].parent) {
        const source_element &at = read.elements[static_cast<size_t>(element)];
        steps.insert(steps.begin(), "/" + std::to_string(at.step) + assertion(at.id));
    }
    return steps;
}

/* The steps to the text behind an element: where that begins. */
std::vector<std::string> steps_behind(const source &read, int element)
{
    std::vector<std::string> steps = steps_to(read, element);
    if (!steps.empty())
        steps.back() = "/" + std::to_string(read.elements[static_cast<size_t>(element)].step + 1) + ":0";
    return steps;
}

/* The steps to a letter of an element, as it is written there; empty: it is not there. */
std::vector<std::string> steps_to_letter(const source &read, int element, int64_t letter, bool is_behind)
{
    for (const source_text &text : read.texts) {
        if (text.element != element)
            continue;
        if (letter < text.letters) {
            std::vector<std::string> steps = steps_to(read, element);
            steps.push_back("/" + std::to_string(text.step) + ":" + std::to_string(offset_of(text.text, letter, is_behind)));
            return steps;
        }
        letter -= text.letters;
    }
    return {};
}

/* The steps to the letter or picture at a position of a sheet, or behind that. */
std::vector<std::string> steps_to_position(const source &read, const sheet &laid, int64_t position, bool is_behind)
{
    if (position >= laid.characters) {
        position = laid.characters - 1;
        is_behind = true;
    }
    auto next = std::upper_bound(laid.origins.begin(), laid.origins.end(), position,
                                 [](int64_t wanted, const text_origin &each) { return wanted < each.position; });
    /* A letter that is in no element of the part is where the one before it ends. */
    for (; next != laid.origins.begin(); next--) {
        const text_origin &origin = *(next - 1);
        const int64_t letter = origin.letter + position - origin.position;
        if (origin.element > 0 && static_cast<size_t>(origin.element) < read.elements.size()) {
            if (origin.letter < 0)
                return is_behind ? steps_behind(read, origin.element) : steps_to(read, origin.element);
            if (letter < read.elements[static_cast<size_t>(origin.element)].letters)
                return steps_to_letter(read, origin.element, letter, is_behind);
        }
        position = origin.position - 1;
        is_behind = true;
    }
    return {};
}

std::string joined(const std::vector<std::string> &steps, size_t from, size_t to)
{
    std::string path;
    for (size_t i = from; i < to; i++)
        path += steps[i];
    return path;
}

/* MARK: Reading */

struct cfi_path {
    std::vector<int64_t> package, content; /* the steps before and behind the ! */
    bool is_in_content = false;
    int64_t offset = -1;
};

/* A CFI that is read, and how far. */
struct cfi_reader {
    const char *at;

    bool take(char wanted)
    {
        if (*at != wanted)
            return false;
        at++;
        return true;
    }

    int64_t number()
    {
        int64_t value = 0;
        for (; g_ascii_isdigit(*at); at++)
            value = std::min(value * 10 + (*at - '0'), NUMBER_MAX);
        return value;
    }

    /* Passes over an assertion: what it says is for who mends a CFI of another edition. */
    void assertion()
    {
        if (!take('['))
            return;
        for (; *at != 0 && *at != ']'; at++)
            if (*at == '^' && at[1] != 0)
                at++;
        take(']');
    }

    /* Adds the steps that come now. */
    void path(cfi_path *to)
    {
        for (;;) {
            if (take('/')) {
                (to->is_in_content ? to->content : to->package).push_back(number());
            } else if (take(':')) {
                to->offset = number();
            } else if (take('!')) {
                to->is_in_content = true;
            } else if (*at == '~' || *at == '@') {
                /* A time or a point in a picture: the picture it is. */
                at += 1 + strspn(at + 1, "0123456789.:");
            } else {
                return;
            }
            assertion();
        }
    }

    static constexpr int64_t NUMBER_MAX = 1000000000;
};

/* Reads a CFI. Whether it is one; `end` is `start` where it is no range. */
bool read_cfi(const char *text, cfi_path *start, cfi_path *end)
{
    cfi_reader reader = {text};
    if (strncmp(text, "epubcfi(", 8) != 0)
        return false;
    reader.at += 8;
    reader.path(start);
    *end = *start;
    if (reader.take(',')) {
        reader.path(start);
        if (!reader.take(','))
            return false;
        reader.path(end);
    }
    return reader.take(')') && *reader.at == 0 && start->package.size() >= 2 && end->package == start->package;
}

/* The part that a path leads to; -1: none. */
int part_of(const sheaf_document *document, const cfi_path &path)
{
    for (int i = 0; i < document->book.part_count; i++)
        if (document->book.parts[i].last_step >= path.package[1])
            return i;
    return -1;
}

/* A place as it is written: before or behind a letter of an element; below 0: the element as a whole, with all in it. */
struct source_place {
    int element;
    int64_t letter;
    bool is_behind;
};

/* The element in another one to which a step leads; 0: there is none. */
int child_of(const source &read, int element, int64_t step)
{
    const auto found = std::find_if(read.elements.begin() + element, read.elements.end(),
                                    [&](const source_element &each) { return each.parent == element && each.step == step; });
    return found == read.elements.end() ? 0 : static_cast<int>(found - read.elements.begin());
}

/* The place that a path leads to; the one next to it where there is none. */
source_place place_of(const source &read, const cfi_path &path, bool is_end)
{
    int element = std::min(1, static_cast<int>(read.elements.size()) - 1);
    for (const int64_t step : path.content) {
        if (step % 2 != 0) {
            int64_t before = 0, passed = 0, count = 0;
            for (const source_text &text : read.texts)
                if (text.element == element && text.step < step) {
                    before += text.letters;
                } else if (text.element == element && text.step == step) {
                    passed = letters_before(text.text, path.offset);
                    count = text.letters;
                }
            /* Where a text ends, is no place of what comes behind it; where it begins, an end is one of what comes before it. */
            const bool is_behind = passed > 0 && (is_end || passed == count);
            const int sibling = passed == 0 && (is_end || count == 0) ? child_of(read, element, step - 1) : 0;
            if (sibling > 0)
                return {sibling, -1, true};
            return {element, before + passed - (is_behind ? 1 : 0), is_behind};
        }
        const int found = child_of(read, element, step);
        if (found == 0)
            break;
        element = found;
    }
    return {element, -1, is_end};
}

/* The position on a sheet behind all of an element; below 0: nothing of it is shown. */
int64_t position_behind(const source &read, const sheet &laid, int element)
{
    int64_t behind = -1;
    for (size_t i = 0; i < laid.origins.size(); i++)
        if (laid.origins[i].element >= element && laid.origins[i].element <= read.elements[static_cast<size_t>(element)].last)
            behind = i + 1 < laid.origins.size() ? laid.origins[i + 1].position : laid.characters;
    return behind;
}

/* The position on a sheet of a place; of one that is not shown, what is read behind it. */
int64_t position_of(const source &read, const sheet &laid, const source_place &place)
{
    const int64_t end = place.letter < 0 && place.is_behind ? position_behind(read, laid, place.element) : -1;
    if (end >= 0)
        return end;
    int64_t behind = -1, after = laid.characters;
    for (size_t i = 0; i < laid.origins.size(); i++) {
        const text_origin &origin = laid.origins[i];
        const int64_t length = (i + 1 < laid.origins.size() ? laid.origins[i + 1].position : laid.characters) - origin.position;
        if (origin.element == place.element && origin.letter >= 0 && origin.letter <= place.letter) {
            if (place.letter < origin.letter + length)
                return origin.position + place.letter - origin.letter + (place.is_behind ? 1 : 0);
            behind = origin.position + length;
        }
        if (origin.element >= place.element)
            after = std::min(after, origin.position);
    }
    return behind >= 0 ? behind : after;
}

} // namespace

/* Refuses a book whose parts no CFI can name. */
static int32_t check_spine(sheaf_document *document, sheaf_request *request)
{
    if (document->book.part_count > 0 && document->book.parts[0].step > 0)
        return 0;
    return sheaf_fail(document->plugin->services, request, -ENOTSUP, "a CFI goes by the spine of a book, and this one has none");
}

/* The end of a CFI: steps in a part, from one place to another. */
static std::string path_in_part(std::vector<std::string> first, const std::vector<std::string> &last)
{
    first = first.empty() ? last : first;
    if (first == last)
        return "!" + joined(first, 0, first.size());
    size_t common = 0;
    while (common + 1 < std::min(first.size(), last.size()) && first[common] == last[common])
        common++;
    return "!" + joined(first, 0, common) + "," + joined(first, common, first.size()) + "," + joined(last, common, last.size());
}

int32_t provider_cfi(sheaf_document *document, sheaf_request *request, int64_t position, int64_t end, const char **cfi)
{
    return answered(document, request, [&]() -> int32_t {
        int number = static_cast<int>(std::max<int64_t>(0, std::min<int64_t>(position, document->book.part_count - 1)));
        int32_t status = check_spine(document, request);
        if (status == 0 && document->is_flowing)
            status = chapter_of_position(document, position, &number);
        if (status != 0)
            return status;
        const book_part &part = document->book.parts[number];
        std::string path = "/" + std::to_string(document->book.spine_step) + "/" + std::to_string(part.step) + assertion(part.reference);
        if (document->is_flowing && part.kind == BOOK_TEXT) {
            const sheet &laid = *chapter_sheet(document, number);
            const int64_t base = document->chapters[static_cast<size_t>(number)].first_position;
            const source read = read_source(document, laid.path);
            const std::vector<std::string> first = steps_to_position(read, laid, position - base, false);
            path += path_in_part(first, end <= position ? first : steps_to_position(read, laid, std::min(end - base, laid.characters) - 1, true));
        }
        document->cfi = "epubcfi(" + path + ")";
        if (document->cfi.size() > CFI_SIZE_MAX)
            return sheaf_fail(document->plugin->services, request, -E2BIG, "the elements there nest too deep for a CFI of %d bytes", CFI_SIZE_MAX);
        *cfi = document->cfi.c_str();
        return 0;
    });
}

int32_t provider_find_cfi(sheaf_document *document, sheaf_request *request, const char *cfi, int64_t *position, int64_t *end)
{
    return answered(document, request, [&]() -> int32_t {
        cfi_path first, last;
        const int32_t status = check_spine(document, request);
        if (status != 0)
            return status;
        if (!read_cfi(cfi, &first, &last))
            return sheaf_fail(document->plugin->services, request, -EINVAL,
                              "\"%.200s\" is no place as EPUB names it; one is \"epubcfi(/6/4!/4/2/1:0)\"", cfi);
        const int number = part_of(document, first);
        if (number < 0)
            return sheaf_fail(document->plugin->services, request, -EINVAL, "\"%.200s\" leads behind the %d parts of the book", cfi,
                              document->book.part_count);
        *position = *end = number;
        if (!document->is_flowing)
            return 0;
        if (number >= document->counted_chapters())
            return SHEAF_NOT_COUNTED;
        const sheet &laid = *chapter_sheet(document, number);
        const int64_t base = document->chapters[static_cast<size_t>(number)].first_position;
        *position = *end = base;
        if (document->book.parts[number].kind == BOOK_TEXT) {
            const source read = read_source(document, laid.path);
            *position = base + std::max<int64_t>(0, std::min(position_of(read, laid, place_of(read, first, false)), laid.characters));
            if (last.content != first.content || last.offset != first.offset)
                *end = base + position_of(read, laid, place_of(read, last, true));
            *end = std::max(*end, *position);
        }
        return 0;
    });
}
