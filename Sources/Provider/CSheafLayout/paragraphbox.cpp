/* SPDX-License-Identifier: Apache-2.0
 *
 * paragraphbox.cpp: a paragraph that Pango lays out: with justified lines, hyphens, kerning over the ends of elements, and text in both
 * directions. litehtml has the boxes around it.
 */
#include "paragraph.h"

#include <algorithm>
#include <cmath>
#include <cstring>

/* Lines beside something that floats are not narrower, as multiples of the font's size; they begin below it. */
#define LINE_LEAST 4

/* MARK: Layout */

paragraph_box::paragraph_box(const std::shared_ptr<litehtml::document> &document, litehtml::element *parent, paragraph_content content)
    : html_tag(document), content_(std::move(content))
{
    m_display = litehtml::display_block;
    /* Nothing of a text that flows lies beside the page. */
    const litehtml::white_space kept = parent->get_white_space();
    wraps_ = (kept != litehtml::white_space_nowrap && kept != litehtml::white_space_pre) ||
             static_cast<screen *>(document->container())->document()->is_flowing;
    const screen_font *font = reinterpret_cast<const screen_font *>(parent->get_font());
    layout_ = pango_layout_new(static_cast<screen *>(document->container())->context());
    if (font != nullptr)
        pango_layout_set_font_description(layout_, font->description);
    pango_layout_set_text(layout_, content_.text.data(), static_cast<int>(content_.text.size()));
    const std::string align = parent->get_style_property("text-align", true, "left");
    pango_layout_set_justify(layout_, align == "justify");
    pango_layout_set_alignment(layout_, align == "center"                       ? PANGO_ALIGN_CENTER
                                        : align == "right" || align == "end" ? PANGO_ALIGN_RIGHT
                                                                             : PANGO_ALIGN_LEFT);
    const int indent = document->cvt_units(parent->get_style_property("text-indent", true, "0"), parent->get_font_size());
    pango_layout_set_indent(layout_, std::max(-10000, std::min(indent, 10000)) * PANGO_SCALE);
    pango_layout_set_attributes(layout_, content_.attributes);
}

paragraph_box::~paragraph_box()
{
    clear_pieces();
    g_object_unref(layout_);
    pango_attr_list_unref(content_.attributes);
}

/* Gives pictures the sizes that they have in a line of this width. */
void paragraph_box::measure_pictures(int max_width)
{
    if (content_.pictures.empty())
        return;
    PangoAttrList *all = pango_attr_list_copy(content_.attributes);
    for (const paragraph_picture &picture : content_.pictures) {
        picture.element->render(0, 0, max_width);
        const int width = std::min(picture.element->width(), std::max(max_width, 1)), height = picture.element->height();
        const PangoRectangle box = {0, -height * PANGO_SCALE, width * PANGO_SCALE, height * PANGO_SCALE};
        attribute_insert(all, pango_attr_shape_new(&box, &box), picture.place, picture.place + strlen(PICTURE_MARK));
    }
    pango_layout_set_attributes(layout_, all);
    pango_attr_list_unref(all);
}

void paragraph_box::clear_pieces()
{
    for (const paragraph_piece &piece : pieces_)
        g_object_unref(piece.layout);
    pieces_.clear();
}

/* Whether an element stands beside the text, or in something that does. */
static bool floats(litehtml::element::ptr element)
{
    while (element != nullptr && element->get_float() == litehtml::float_none)
        element = element->parent();
    return element != nullptr;
}

/* Lays out the text from a place on in lines of a width. */
void paragraph_box::add_piece(size_t start, double x, double y, int width)
{
    const bool is_flowing = static_cast<screen *>(get_document()->container())->document()->is_flowing;
    PangoLayout *layout = start == 0 ? static_cast<PangoLayout *>(g_object_ref(layout_)) : pango_layout_copy(layout_);
    if (start > 0) {
        PangoAttrList *rest = pango_attr_list_copy(pango_layout_get_attributes(layout_));
        pango_attr_list_update(rest, 0, static_cast<int>(start), 0);
        pango_layout_set_text(layout, content_.text.data() + start, static_cast<int>(content_.text.size() - start));
        pango_layout_set_attributes(layout, rest);
        pango_attr_list_unref(rest);
        pango_layout_set_indent(layout, 0);
    }
    pango_layout_set_width(layout, wraps_ ? std::max(0, std::min(width, 100000)) * PANGO_SCALE : -1);
    /* A word that is wider than all of the line is broken, so that it does not leave the page; in a narrow box beside the text it leaves that.
     * The narrowest that a cell may be is its widest word. */
    const bool is_narrow = width < LINE_LEAST * parent()->get_font_size() && floats(parent());
    const bool breaks_words = width > 1 && is_flowing && !is_narrow;
    pango_layout_set_wrap(layout, breaks_words ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD);
    pieces_.push_back({layout, start, pango_layout_get_line_count(layout), x, y});
}

/* Lays out the text beside what floats there, and goes on below it. (x, y) is where it is in its parent. */
void paragraph_box::lay_out_beside(const line_holder &holder, int x, int y, int max_width)
{
    const litehtml::element::ptr outer = parent();
    const int narrowest = LINE_LEAST * outer->get_font_size();
    int left = x, right = x + max_width, top = y;
    if (max_width < narrowest) {
        top = outer->find_next_line_top(y, narrowest, holder.line_width());
        outer->get_line_left_right(top, holder.line_width(), left, right);
    }
    add_piece(0, left - x, top - y, right - left);
    while (pieces_.size() < PIECES_MAX) {
        paragraph_piece &piece = pieces_.back();
        int lines = 0, next_left = left, next_right = right;
        double height = 0;
        size_t next = 0;
        piece_lines(piece, [&](int number, PangoLayoutIter *iterator) {
            PangoRectangle extents;
            if (lines < number)
                return;
            pango_layout_iter_get_line_extents(iterator, nullptr, &extents);
            height = piece.y + static_cast<double>(extents.y) / PANGO_SCALE;
            next = piece.start + static_cast<size_t>(pango_layout_iter_get_line_readonly(iterator)->start_index);
            outer->get_line_left_right(y + static_cast<int>(height), holder.line_width(), next_left, next_right);
            lines += number == 0 || (next_left == left && next_right == right);
        });
        if (lines == piece.lines)
            return;
        piece.lines = lines;
        left = next_left;
        right = next_right;
        add_piece(next, left - x, height, right - left);
    }
}

int paragraph_box::render(int x, int y, int max_width, bool)
{
    m_pos.move_to(x, y);
    /* Only a place to which links lead. */
    if (content_.text.empty())
        return m_pos.width = m_pos.height = 0;
    measure_pictures(max_width);
    clear_pieces();
    const litehtml::element::ptr outer = parent();
    const line_holder *holder = dynamic_cast<const line_holder *>(outer.get());
    if (wraps_ && max_width > 1 && holder != nullptr && outer->get_floats_height() > y)
        lay_out_beside(*holder, x, y, max_width);
    else
        add_piece(0, 0, 0, max_width);
    double width = 0, height = 0;
    for (const paragraph_piece &piece : pieces_)
        piece_lines(piece, [&](int, PangoLayoutIter *iterator) {
            PangoRectangle extents;
            pango_layout_line_get_extents(pango_layout_iter_get_line_readonly(iterator), nullptr, &extents);
            width = std::max(width, piece.x + static_cast<double>(extents.width) / PANGO_SCALE);
            pango_layout_iter_get_line_extents(iterator, nullptr, &extents);
            height = piece.y + static_cast<double>(extents.y + extents.height) / PANGO_SCALE;
        });
    m_pos.width = max_width;
    m_pos.height = static_cast<int>(std::ceil(height));
    /* So that the same lines fit into a box of this width: the last letter of a line is without its space here. */
    return static_cast<int>(std::ceil(width + content_.spacing)) + (width > 0 ? 1 : 0);
}

const paragraph_piece &paragraph_box::piece_at(size_t place) const
{
    size_t found = pieces_.size() - 1;
    while (found > 0 && pieces_[found].start > place)
        found--;
    return pieces_[found];
}

/* MARK: Drawing */

paragraph_box::place paragraph_box::place_of(const paragraph_reading &reading) const
{
    PangoRectangle first, last;
    const paragraph_piece &piece = piece_at(reading.start);
    PangoLayout *measured = pango_layout_new(static_cast<screen *>(get_document()->container())->context());
    int width = 0, height = 0, line = 0;
    pango_layout_set_font_description(measured, reading.font->description);
    pango_layout_set_text(measured, reading.text.c_str(), -1);
    pango_layout_get_size(measured, &width, &height);
    g_object_unref(measured);
    const char *text = pango_layout_get_text(piece.layout);
    const int start = static_cast<int>(reading.start - piece.start);
    const int end = static_cast<int>(g_utf8_prev_char(text + reading.end - piece.start) - text);
    pango_layout_index_to_pos(piece.layout, start, &first);
    pango_layout_index_to_pos(piece.layout, end, &last);
    /* Over the first line of what is parted. */
    const double middle = first.y == last.y ? (std::min(first.x, last.x) + std::max(first.x + first.width, last.x + last.width)) / 2.0
                                            : first.x + first.width / 2.0;
    pango_layout_index_to_line_x(piece.layout, start, FALSE, &line, nullptr);
    double baseline = 0;
    piece_lines(piece, [&](int number, PangoLayoutIter *iterator) {
        if (number == line)
            baseline = piece.y + static_cast<double>(pango_layout_iter_get_baseline(iterator)) / PANGO_SCALE;
    });
    const double size = static_cast<double>(pango_font_description_get_size(reading.font->description)) / PANGO_SCALE;
    /* A reading is half as large as the letters below it. */
    return {piece.x + (middle - width / 2.0) / PANGO_SCALE, baseline - size * 1.9, static_cast<double>(width) / PANGO_SCALE,
            static_cast<double>(height) / PANGO_SCALE};
}

void paragraph_box::draw(litehtml::uint_ptr hdc, int x, int y, const litehtml::position *)
{
    sheet *drawn = static_cast<screen *>(get_document()->container())->drawn();
    const double left = x + m_pos.x, top = y + m_pos.y;
    if (pieces_.empty())
        return;
    for (const paragraph_piece &piece : pieces_)
        piece_lines(piece, [&](int number, PangoLayoutIter *iterator) {
            PangoRectangle extents;
            pango_layout_iter_get_line_extents(iterator, nullptr, &extents);
            drawing_step &step = step_add(drawn, drawing_step::TEXT);
            step.layout = static_cast<PangoLayout *>(g_object_ref(piece.layout));
            step.line = number;
            step.x = left + piece.x + static_cast<double>(extents.x) / PANGO_SCALE;
            step.baseline = top + piece.y + static_cast<double>(pango_layout_iter_get_baseline(iterator)) / PANGO_SCALE;
            step.colour = litehtml::web_color(0, 0, 0);
        });
    for (const paragraph_reading &reading : content_.readings) {
        const place where = place_of(reading);
        drawing_step &step = step_add(drawn, drawing_step::TEXT);
        step.layout = pango_layout_new(static_cast<screen *>(get_document()->container())->context());
        pango_layout_set_font_description(step.layout, reading.font->description);
        pango_layout_set_text(step.layout, reading.text.c_str(), -1);
        step.x = left + where.x;
        step.baseline = top + where.baseline;
        step.colour = reading.colour;
    }
    for (const paragraph_picture &picture : content_.pictures) {
        PangoRectangle place;
        const char *source = picture.element->get_attr("src");
        const paragraph_piece &piece = piece_at(picture.place);
        pango_layout_index_to_pos(piece.layout, static_cast<int>(picture.place - piece.start), &place);
        litehtml::background_paint paint;
        const litehtml::position &own = picture.element->get_position();
        paint.image = source == nullptr ? "" : source;
        paint.clip_box = paint.origin_box = paint.border_box = litehtml::position(
            static_cast<int>(std::lround(left + piece.x + static_cast<double>(place.x) / PANGO_SCALE)) + picture.element->content_margins_left(),
            static_cast<int>(std::lround(top + piece.y + static_cast<double>(place.y) / PANGO_SCALE)) + picture.element->content_margins_top(),
            std::min(own.width, place.width / PANGO_SCALE), own.height);
        paint.image_size.width = paint.clip_box.width;
        paint.image_size.height = paint.clip_box.height;
        paint.repeat = litehtml::background_repeat_no_repeat;
        paint.position_x = paint.clip_box.x;
        paint.position_y = paint.clip_box.y;
        if (!paint.image.empty())
            get_document()->container()->draw_background(hdc, paint);
    }
}
