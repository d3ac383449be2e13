/* SPDX-License-Identifier: Apache-2.0
 *
 * paragraphbox.cpp: a paragraph that Pango lays out: with justified lines, hyphens, kerning over the ends of elements, and text in both
 * directions. litehtml has the boxes around it.
 */
#include "paragraph.h"

#include <algorithm>
#include <cmath>
#include <cstring>

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

int paragraph_box::render(int x, int y, int max_width, bool)
{
    m_pos.move_to(x, y);
    /* Only a place to which links lead. */
    if (content_.text.empty())
        return m_pos.width = m_pos.height = 0;
    measure_pictures(max_width);
    pango_layout_set_width(layout_, wraps_ ? std::max(0, std::min(max_width, 100000)) * PANGO_SCALE : -1);
    const bool is_flowing = static_cast<screen *>(get_document()->container())->document()->is_flowing;
    /* A word that is wider than all of the line is broken; the narrowest that a cell may be is its widest word. */
    pango_layout_set_wrap(layout_, max_width > 1 && is_flowing ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD);
    int width = 0, height = 0;
    for (GSList *line = pango_layout_get_lines_readonly(layout_); line != nullptr; line = line->next) {
        PangoRectangle extents;
        pango_layout_line_get_extents(static_cast<PangoLayoutLine *>(line->data), nullptr, &extents);
        width = std::max(width, extents.width);
    }
    pango_layout_get_size(layout_, nullptr, &height);
    m_pos.width = max_width;
    m_pos.height = static_cast<int>(std::ceil(static_cast<double>(height) / PANGO_SCALE));
    /* So that the same lines fit into a box of this width: the last letter of a line is without its space here. */
    return static_cast<int>(std::ceil(static_cast<double>(width) / PANGO_SCALE + content_.spacing)) + (width > 0 ? 1 : 0);
}

/* MARK: Drawing */

paragraph_box::place paragraph_box::place_of(const paragraph_reading &reading) const
{
    PangoRectangle first, last;
    PangoLayout *measured = pango_layout_new(static_cast<screen *>(get_document()->container())->context());
    int width = 0, height = 0, line = 0;
    pango_layout_set_font_description(measured, reading.font->description);
    pango_layout_set_text(measured, reading.text.c_str(), -1);
    pango_layout_get_size(measured, &width, &height);
    g_object_unref(measured);
    const char *text = pango_layout_get_text(layout_);
    const int end = static_cast<int>(g_utf8_prev_char(text + reading.end) - text);
    pango_layout_index_to_pos(layout_, static_cast<int>(reading.start), &first);
    pango_layout_index_to_pos(layout_, end, &last);
    /* Over the first line of what is parted. */
    const double middle = first.y == last.y ? (std::min(first.x, last.x) + std::max(first.x + first.width, last.x + last.width)) / 2.0
                                            : first.x + first.width / 2.0;
    pango_layout_index_to_line_x(layout_, static_cast<int>(reading.start), FALSE, &line, nullptr);
    PangoLayoutIter *iterator = pango_layout_get_iter(layout_);
    for (; line > 0; line--)
        pango_layout_iter_next_line(iterator);
    const double baseline = static_cast<double>(pango_layout_iter_get_baseline(iterator)) / PANGO_SCALE;
    pango_layout_iter_free(iterator);
    const double size = static_cast<double>(pango_font_description_get_size(reading.font->description)) / PANGO_SCALE;
    /* A reading is half as large as the letters below it. */
    return {(middle - width / 2.0) / PANGO_SCALE, baseline - size * 1.9, static_cast<double>(width) / PANGO_SCALE,
            static_cast<double>(height) / PANGO_SCALE};
}

void paragraph_box::draw(litehtml::uint_ptr hdc, int x, int y, const litehtml::position *)
{
    sheet *drawn = static_cast<screen *>(get_document()->container())->drawn();
    const double left = x + m_pos.x, top = y + m_pos.y;
    if (content_.text.empty())
        return;
    PangoLayoutIter *iterator = pango_layout_get_iter(layout_);
    int number = 0;
    do {
        PangoRectangle extents;
        pango_layout_iter_get_line_extents(iterator, nullptr, &extents);
        drawing_step &step = step_add(drawn, drawing_step::TEXT);
        step.layout = static_cast<PangoLayout *>(g_object_ref(layout_));
        step.line = number++;
        step.x = left + static_cast<double>(extents.x) / PANGO_SCALE;
        step.baseline = top + static_cast<double>(pango_layout_iter_get_baseline(iterator)) / PANGO_SCALE;
        step.colour = litehtml::web_color(0, 0, 0);
    } while (pango_layout_iter_next_line(iterator));
    pango_layout_iter_free(iterator);
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
        pango_layout_index_to_pos(layout_, static_cast<int>(picture.place), &place);
        litehtml::background_paint paint;
        const litehtml::position &own = picture.element->get_position();
        paint.image = source == nullptr ? "" : source;
        paint.clip_box = paint.origin_box = paint.border_box = litehtml::position(
            static_cast<int>(std::lround(left + static_cast<double>(place.x) / PANGO_SCALE)) + picture.element->content_margins_left(),
            static_cast<int>(std::lround(top + static_cast<double>(place.y) / PANGO_SCALE)) + picture.element->content_margins_top(),
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
