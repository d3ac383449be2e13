/* SPDX-License-Identifier: Apache-2.0
 *
 * reading.cpp: what is to be read on a sheet: its text in the order of the part, its links and its pictures.
 */
#include "paragraph.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace {

const gunichar picture_character = 0xfffc, soft_hyphen = 0xad, line_separator = 0x2028;

struct reading {
    sheet *found;
    const screen *measure;
    double middle;     /* of the text that was read last: how far down the sheet */
    double right;      /* where that ends */
    bool has_line;     /* a line has begun, and goes on */
    bool needs_space;  /* blanks came since then */
    int link;          /* the link that is read; -1: none */
    bool is_heading;
    std::vector<int64_t> letters; /* of each element, by its number: how many were read */
};

sheaf_box box_of(const cairo_matrix_t &matrix, double x0, double y0, double x1, double y1)
{
    const double corners[4][2] = {{x0, y0}, {x1, y0}, {x0, y1}, {x1, y1}};
    sheaf_box box = {};
    for (int i = 0; i < 4; i++) {
        double x = corners[i][0], y = corners[i][1];
        cairo_matrix_transform_point(&matrix, &x, &y);
        const float left = static_cast<float>(x), top = static_cast<float>(y);
        box = i == 0 ? sheaf_box{left, top, left, top}
                     : sheaf_box{std::min(box.x0, left), std::min(box.y0, top), std::max(box.x1, left), std::max(box.y1, top)};
    }
    return box;
}

void end_line(reading *at)
{
    if (at->has_line)
        at->found->lines.back().text += '\n';
    at->has_line = at->needs_space = false;
}

void add_piece(reading *at, const sheaf_box &box)
{
    at->found->pieces.push_back({static_cast<double>(box.y0), static_cast<double>(box.y1), at->is_heading});
}

/* Adds a box to the link that is read, to the last one where that goes on. */
void add_to_link(reading *at, const sheaf_box &box, bool goes_on)
{
    if (at->link < 0)
        return;
    std::vector<sheaf_box> &boxes = at->found->links[static_cast<size_t>(at->link)].boxes;
    if (!goes_on || boxes.empty()) {
        boxes.push_back(box);
        return;
    }
    sheaf_box &last = boxes.back();
    last = {std::min(last.x0, box.x0), std::min(last.y0, box.y0), std::max(last.x1, box.x1), std::max(last.y1, box.y1)};
}

/* Adds a character, which is written in an element, to the text of a line. */
void add_character(reading *at, text_line *line, const char *each, int element)
{
    const gunichar character = g_utf8_get_char(each);
    line->text.append(each, static_cast<size_t>(g_utf8_next_char(each) - each));
    if (g_unichar_isspace(character))
        return;
    if (static_cast<size_t>(element) >= at->letters.size())
        at->letters.resize(static_cast<size_t>(element) + 1);
    int64_t &letter = at->letters[static_cast<size_t>(element)];
    const text_origin *last = line->origins.empty() ? nullptr : &line->origins.back();
    if (last == nullptr || last->element != element || letter - last->letter != line->characters - last->position)
        line->origins.push_back({line->characters, element, letter});
    letter += is_letter(character);
    line->characters++;
}

/* Adds a word, each of whose characters has its box, and which is written in an element. */
void read_word(reading *at, const std::string &word, const litehtml::position &place, litehtml::uint_ptr font, const cairo_matrix_t &matrix,
               int element)
{
    PangoLayout *layout = at->measure->make_layout(word.c_str(), font);
    const char *text = pango_layout_get_text(layout);
    std::vector<sheaf_box> boxes;
    for (const char *each = text; *each != 0; each = g_utf8_next_char(each)) {
        PangoRectangle part;
        pango_layout_index_to_pos(layout, static_cast<int>(each - text), &part);
        const double x0 = place.x + static_cast<double>(std::min(part.x, part.x + part.width)) / PANGO_SCALE;
        boxes.push_back(box_of(matrix, x0, place.y, x0 + std::fabs(static_cast<double>(part.width)) / PANGO_SCALE, place.y + place.height));
    }
    g_object_unref(layout);
    if (boxes.empty())
        return;
    const double middle = (static_cast<double>(boxes[0].y0) + static_cast<double>(boxes[0].y1)) / 2;
    const double height = static_cast<double>(boxes[0].y1 - boxes[0].y0);
    const double left = static_cast<double>(boxes[0].x0);
    const bool goes_on = at->has_line && std::fabs(middle - at->middle) < height / 2 && left > at->right - height;
    if (!goes_on) {
        /* A line that is full goes on in the next one. */
        if (at->has_line && at->needs_space) {
            text_line &before = at->found->lines.back();
            sheaf_box end = before.boxes.back();
            end.x0 = end.x1;
            before.text += ' ';
            before.boxes.push_back(end);
        }
        at->found->lines.emplace_back();
        at->has_line = true;
    } else if (at->needs_space) {
        sheaf_box between = boxes[0];
        between.x0 = static_cast<float>(std::min(at->right, left));
        between.x1 = boxes[0].x0;
        at->found->lines.back().text += ' ';
        at->found->lines.back().boxes.push_back(between);
    }
    text_line &line = at->found->lines.back();
    add_piece(at, boxes.front());
    for (const char *each = word.c_str(); *each != 0; each = g_utf8_next_char(each))
        add_character(at, &line, each, element);
    line.boxes.insert(line.boxes.end(), boxes.begin(), boxes.end());
    for (const sheaf_box &box : boxes)
        add_to_link(at, box, goes_on || &box != boxes.data());
    at->middle = middle;
    at->right = static_cast<double>(boxes.back().x1);
    at->needs_space = false;
}

/* Where a letter begins and ends in its line, in Pango's units. */
struct letter_extent {
    int left, right;
};

/* The extents of the letters of a line, by their bytes. Pango tells them one by one, and counts from the beginning of the paragraph for each. */
std::vector<letter_extent> extents_of(const PangoLayoutLine *line, const char *text)
{
    std::vector<letter_extent> extents(static_cast<size_t>(std::max(line->length, 0)), letter_extent{0, 0});
    std::vector<int> widths;
    int left = 0;
    for (GSList *each = line->runs; each != nullptr; each = each->next) {
        PangoGlyphItem *run = static_cast<PangoGlyphItem *>(each->data);
        const int total = pango_glyph_string_get_width(run->glyphs);
        const bool is_from_right = run->item->analysis.level % 2 != 0;
        const char *at = text + run->item->offset;
        int passed = 0;
        widths.assign(static_cast<size_t>(run->item->num_chars), 0);
        pango_glyph_item_get_logical_widths(run, text, widths.data());
        for (const int width : widths) {
            const size_t place = static_cast<size_t>(at - text - line->start_index);
            const int x = left + (is_from_right ? total - passed - width : passed);
            if (place < extents.size())
                extents[place] = {x, x + width};
            passed += width;
            at = g_utf8_next_char(at);
        }
        left += total;
    }
    return extents;
}

/* The number of the picture that stands at a place. */
int picture_element(const paragraph_content &content, size_t place)
{
    const auto found = std::lower_bound(content.pictures.begin(), content.pictures.end(), place,
                                        [](const paragraph_picture &each, size_t wanted) { return each.place < wanted; });
    return found == content.pictures.end() || found->place != place ? 0 : number_of(found->element);
}

/* Adds a line of a paragraph, at which an iterator of Pango is. Its first link is the `first_link` of the sheet. */
void read_line(reading *at, const paragraph_content &content, const paragraph_piece &piece, PangoLayoutIter *iterator, double x, double y,
               const cairo_matrix_t &matrix, size_t first_link)
{
    PangoLayoutLine *line = pango_layout_iter_get_line_readonly(iterator);
    PangoRectangle extents;
    const char *text = pango_layout_get_text(piece.layout);
    const int outer = at->link;
    pango_layout_iter_get_line_extents(iterator, nullptr, &extents);
    const double left = x + static_cast<double>(extents.x) / PANGO_SCALE, top = y + static_cast<double>(extents.y) / PANGO_SCALE;
    const double bottom = top + static_cast<double>(extents.height) / PANGO_SCALE;
    const std::vector<letter_extent> letters = extents_of(line, text);
    text_line made;
    bool has_picture = false;
    auto source = std::upper_bound(content.sources.begin(), content.sources.end(), piece.start + static_cast<size_t>(line->start_index),
                                   [](size_t wanted, const paragraph_source &each) { return wanted < each.place; });
    const char *end = text + line->start_index + line->length;
    for (const char *each = text + line->start_index; each < end; each = g_utf8_next_char(each)) {
        const letter_extent extent = letters[static_cast<size_t>(each - text - line->start_index)];
        const bool is_first = each == text + line->start_index;
        const size_t index = piece.start + static_cast<size_t>(each - text);
        const gunichar character = g_utf8_get_char(each);
        const sheaf_box box = box_of(matrix, left + static_cast<double>(extent.left) / PANGO_SCALE, top,
                                     left + static_cast<double>(extent.right) / PANGO_SCALE, bottom);
        for (const paragraph_anchor &anchor : content.anchors)
            if (anchor.place == index)
                at->found->anchors.emplace(anchor.id, static_cast<double>(box.y0));
        while (source != content.sources.end() && source->place <= index)
            source++;
        bool is_linked = false;
        for (size_t i = 0; i < content.links.size(); i++) {
            const paragraph_link &link = content.links[i];
            if (index < link.start || index >= link.end)
                continue;
            at->link = static_cast<int>(first_link + i);
            add_to_link(at, box, index > link.start && !is_first);
            is_linked = true;
        }
        if (!is_linked)
            add_to_link(at, box, !is_first);
        at->link = outer;
        has_picture |= character == picture_character;
        if (character == picture_character) {
            at->found->pictures.push_back({box, at->found->lines.size(), picture_element(content, index)});
        } else if (character != soft_hyphen && character != line_separator) {
            add_character(at, &made, each, source == content.sources.begin() ? 0 : std::prev(source)->element);
            made.boxes.push_back(box);
        }
    }
    const bool ends = *end == 0 || g_utf8_get_char(end) == line_separator || (end > text && g_utf8_get_char(g_utf8_prev_char(end)) == line_separator);
    if (ends)
        made.text += '\n';
    add_piece(at, box_of(matrix, left, top, left, bottom));
    /* Pictures stand with nothing but blanks between them. */
    const bool has_letters = made.text.find_first_not_of(" \n") != std::string::npos;
    if (has_letters || (!has_picture && !made.boxes.empty()))
        at->found->lines.push_back(std::move(made));
}

/* Adds a paragraph: its lines, and what is over them. */
void read_paragraph(reading *at, const paragraph_box *paragraph, int x, int y, const cairo_matrix_t &matrix)
{
    const paragraph_content &content = paragraph->content();
    const size_t first_link = at->found->links.size();
    end_line(at);
    for (const paragraph_link &link : content.links)
        at->found->links.push_back({link.address, link.is_note, {}});
    for (const paragraph_anchor &anchor : content.anchors)
        if (anchor.place >= content.text.size())
            at->found->anchors.emplace(anchor.id, static_cast<double>(box_of(matrix, x, y, x, y).y0));
    for (const paragraph_piece &piece : paragraph->pieces())
        piece_lines(piece, [&](int, PangoLayoutIter *iterator) {
            read_line(at, content, piece, iterator, x + piece.x, y + piece.y, matrix, first_link);
        });
    if (paragraph->pieces().empty())
        return;
    /* Readings come behind the text that they stand over. */
    for (const paragraph_reading &reading : content.readings) {
        const paragraph_box::place place = paragraph->place_of(reading);
        const double count = static_cast<double>(g_utf8_strlen(reading.text.c_str(), -1)), top = y + place.baseline - place.height * 0.8;
        text_line made;
        for (const char *each = reading.text.c_str(); *each != 0; each = g_utf8_next_char(each))
            add_character(at, &made, each, reading.element);
        made.text += '\n';
        for (double i = 0; i < count; i++)
            made.boxes.push_back(box_of(matrix, x + place.x + place.width * i / count, top, x + place.x + place.width * (i + 1) / count,
                                        top + place.height));
        at->found->lines.push_back(std::move(made));
    }
}

bool is_shown(const litehtml::element::ptr &element)
{
    return element->get_display() != litehtml::display_none && element->get_visibility() == litehtml::visibility_visible;
}

/* Whether a page ends before or after an element. */
bool breaks_page(const litehtml::element::ptr &element, const char *side)
{
    for (const char *prefix : {"page-break-", "break-"})
        if (const char *value = element->get_style_property((std::string(prefix) + side).c_str(), false, nullptr))
            if (strcmp(value, "always") == 0 || strcmp(value, "page") == 0 || strcmp(value, "left") == 0 || strcmp(value, "right") == 0)
                return true;
    return false;
}

/* Reads an element whose parent's place on the sheet is (x, y), and all within it. */
void read_element(reading *at, const litehtml::element::ptr &element, int x, int y, const cairo_matrix_t &outer)
{
    if (element->is_white_space()) {
        at->needs_space = true;
        return;
    }
    const litehtml::position &own = element->get_position();
    const int left = x + own.x, top = y + own.y;
    if (dynamic_cast<litehtml::el_text *>(element.get()) != nullptr) {
        litehtml::tstring word;
        element->get_text(word);
        read_word(at, word, litehtml::position(left, top, own.width, own.height), element->get_font(), outer,
                  number_of(element->parent()));
        return;
    }
    if (const paragraph_box *paragraph = dynamic_cast<paragraph_box *>(element.get())) {
        read_paragraph(at, paragraph, left, top, outer);
        return;
    }
    if (!is_shown(element) || element->is_comment())
        return;
    for (const char *id : {element->get_attr("id"), name_of(element)})
        if (id != nullptr)
            at->found->anchors.emplace(id, top);
    book_tag *tag = dynamic_cast<book_tag *>(element.get());
    if (tag != nullptr)
        for (const std::string &id : tag->names())
            at->found->anchors.emplace(id, top);
    cairo_matrix_t matrix = outer;
    const book_table *table = dynamic_cast<book_table *>(element.get());
    if ((tag != nullptr && tag->transform(x, y, &matrix)) || (table != nullptr && table->transform(x, y, &matrix)))
        cairo_matrix_multiply(&matrix, &matrix, &outer);
    else
        matrix = outer;
    const int link = at->link;
    const char *address = strcmp(element->get_tagName(), "a") == 0 ? element->get_attr("href") : nullptr;
    if (address != nullptr && address[0] != 0) {
        at->found->links.push_back({address, is_noteref(element), {}});
        at->link = static_cast<int>(at->found->links.size()) - 1;
    }
    const bool is_block = element->get_display() != litehtml::display_inline && element->get_display() != litehtml::display_inline_text;
    const bool was_heading = at->is_heading;
    const char *name = element->get_tagName();
    at->is_heading |= name[0] == 'h' && name[1] >= '1' && name[1] <= '6' && name[2] == 0;
    if (is_block && breaks_page(element, "before"))
        at->found->breaks.push_back(top);
    if (element->is_replaced()) {
        const sheaf_box box = box_of(matrix, left, top, left + own.width, top + own.height);
        at->found->pictures.push_back({box, at->found->lines.size(), number_of(element)});
        add_piece(at, box);
        add_to_link(at, box, false);
    } else if (is_block || element->is_break()) {
        end_line(at);
    }
    for (size_t i = 0; i < element->get_children_count(); i++)
        read_element(at, element->get_child(static_cast<int>(i)), left, top, matrix);
    if (is_block && !element->is_replaced())
        end_line(at);
    at->is_heading = was_heading;
    if (is_block && breaks_page(element, "after"))
        at->found->breaks.push_back(top + own.height);
    /* A box that is a link is one to its edges. */
    if (at->link != link && is_block && at->found->links.back().boxes.empty())
        add_to_link(at, box_of(matrix, left, top, left + own.width, top + own.height), false);
    at->link = link;
}

/* Gives lines and pictures their positions. */
void count_positions(sheet *sheet)
{
    int64_t position = 0;
    size_t picture = 0;
    const auto pass_pictures = [&](size_t line) {
        for (; picture < sheet->pictures.size() && sheet->pictures[picture].line <= line; picture++) {
            sheet->origins.push_back({position, sheet->pictures[picture].element, -1});
            sheet->pictures[picture].position = position++;
        }
    };
    for (size_t i = 0; i < sheet->lines.size(); i++) {
        text_line &line = sheet->lines[i];
        pass_pictures(i);
        line.position = position;
        for (const text_origin &origin : line.origins)
            sheet->origins.push_back({position + origin.position, origin.element, origin.letter});
        line.origins = {};
        position += line.characters;
    }
    pass_pictures(sheet->lines.size());
    sheet->characters = position;
}

} // namespace

void sheet_read(sheet *sheet, litehtml::document *laid, const screen &screen)
{
    reading at = {sheet, &screen, 0, 0, false, false, -1, false, {}};
    cairo_matrix_t matrix;
    cairo_matrix_init_identity(&matrix);
    if (laid->root() != nullptr)
        read_element(&at, laid->root(), 0, 0, matrix);
    end_line(&at);
    std::sort(sheet->pieces.begin(), sheet->pieces.end(), [](const sheet_piece &a, const sheet_piece &b) { return a.top < b.top; });
    count_positions(sheet);
}
