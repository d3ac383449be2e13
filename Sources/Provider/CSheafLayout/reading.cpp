/* SPDX-License-Identifier: Apache-2.0
 *
 * reading.cpp: what is to be read on a sheet: its text in the order of the part, its links and its pictures.
 */
#include "internal.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace {

struct reading {
    sheet *found;
    const screen *measure;
    double baseline;   /* of the text that was read last, on the sheet */
    double right;      /* where that ends */
    bool has_line;     /* a line has begun, and goes on */
    bool needs_space;  /* blanks came since then */
    int link;          /* the link that is read; -1: none */
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

/* Adds a word, each of whose characters has its box. */
void read_word(reading *at, const std::string &word, const litehtml::position &place, litehtml::uint_ptr font, const cairo_matrix_t &matrix)
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
    const bool goes_on = at->has_line && std::fabs(middle - at->baseline) < height / 2 && left > at->right - height;
    if (!goes_on) {
        end_line(at);
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
    line.text += word;
    line.boxes.insert(line.boxes.end(), boxes.begin(), boxes.end());
    for (const sheaf_box &box : boxes)
        add_to_link(at, box, goes_on || &box != boxes.data());
    at->baseline = middle;
    at->right = static_cast<double>(boxes.back().x1);
    at->needs_space = false;
}

bool is_shown(const litehtml::element::ptr &element)
{
    return element->get_display() != litehtml::display_none && element->get_visibility() == litehtml::visibility_visible;
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
        read_word(at, word, litehtml::position(left, top, own.width, own.height), element->get_font(), outer);
        return;
    }
    if (!is_shown(element) || element->is_comment())
        return;
    cairo_matrix_t matrix = outer;
    if (book_tag *tag = dynamic_cast<book_tag *>(element.get()); tag != nullptr && tag->transform(x, y, &matrix))
        cairo_matrix_multiply(&matrix, &matrix, &outer);
    else
        matrix = outer;
    const int link = at->link;
    const char *address = strcmp(element->get_tagName(), "a") == 0 ? element->get_attr("href") : nullptr;
    if (address != nullptr && address[0] != 0) {
        at->found->links.push_back({address, {}});
        at->link = static_cast<int>(at->found->links.size()) - 1;
    }
    const bool is_block = element->get_display() != litehtml::display_inline && element->get_display() != litehtml::display_inline_text;
    if (element->is_replaced()) {
        const sheaf_box box = box_of(matrix, left, top, left + own.width, top + own.height);
        at->found->pictures.push_back(box);
        add_to_link(at, box, false);
    } else if (is_block || element->is_break()) {
        end_line(at);
    }
    for (size_t i = 0; i < element->get_children_count(); i++)
        read_element(at, element->get_child(static_cast<int>(i)), left, top, matrix);
    if (is_block && !element->is_replaced())
        end_line(at);
    /* A box that is a link is one to its edges. */
    if (at->link != link && is_block && at->found->links.back().boxes.empty())
        add_to_link(at, box_of(matrix, left, top, left + own.width, top + own.height), false);
    at->link = link;
}

} // namespace

void sheet_read(sheet *sheet, litehtml::document *laid, const screen &screen)
{
    reading at = {sheet, &screen, 0, 0, false, false, -1};
    cairo_matrix_t matrix;
    cairo_matrix_init_identity(&matrix);
    if (laid->root() != nullptr)
        read_element(&at, laid->root(), 0, 0, matrix);
    end_line(&at);
}
