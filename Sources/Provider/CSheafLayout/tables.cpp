/* SPDX-License-Identifier: Apache-2.0
 *
 * tables.cpp: tables that are wider than the page, which are drawn smaller.
 */
#include "internal.h"

#include <cmath>

/* Widths below are those with which litehtml finds out how narrow a cell can be, in pixels. */
#define WIDTH_LEAST 16

int book_table::render(int x, int y, int max_width, bool is_again)
{
    const int width = el_table::render(x, y, max_width, is_again);
    const int outer = m_pos.width + content_margins_left() + content_margins_right();
    full_ = m_pos;
    scale_ = 1;
    if (!static_cast<screen *>(get_document()->container())->document()->is_flowing || max_width < WIDTH_LEAST || outer <= max_width)
        return width;
    scale_ = static_cast<double>(max_width) / outer;
    m_pos.width = static_cast<int>(std::ceil(full_.width * scale_));
    m_pos.height = static_cast<int>(std::ceil(full_.height * scale_));
    return max_width;
}

bool book_table::transform(int x, int y, cairo_matrix_t *matrix) const
{
    const double left = x + m_pos.x - content_margins_left(), top = y + m_pos.y - content_margins_top();
    cairo_matrix_init(matrix, scale_, 0, 0, scale_, left * (1 - scale_), top * (1 - scale_));
    return scale_ < 1;
}

/* Draws it as large as it was laid out, in a group that is smaller. */
template <typename Draw> void book_table::draw_whole(int x, int y, Draw draw)
{
    cairo_matrix_t matrix;
    if (is_inside_ || !transform(x, y, &matrix)) {
        draw();
        return;
    }
    sheet *drawn = static_cast<screen *>(get_document()->container())->drawn();
    std::swap(full_, m_pos);
    is_inside_ = true;
    group_begin(drawn, this, matrix, 1);
    draw();
    group_end(drawn, this);
    is_inside_ = false;
    std::swap(full_, m_pos);
}

void book_table::draw(litehtml::uint_ptr hdc, int x, int y, const litehtml::position *clip)
{
    draw_whole(x, y, [&] { el_table::draw(hdc, x, y, clip); });
}

void book_table::draw_children(litehtml::uint_ptr hdc, int x, int y, const litehtml::position *clip, litehtml::draw_flag flag, int zindex)
{
    draw_whole(x, y, [&] { el_table::draw_children(hdc, x, y, clip, flag, zindex); });
}

void book_table::draw_stacking_context(litehtml::uint_ptr hdc, int x, int y, const litehtml::position *clip, bool with_positioned)
{
    draw_whole(x, y, [&] { el_table::draw_stacking_context(hdc, x, y, clip, with_positioned); });
}
