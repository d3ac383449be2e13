/* SPDX-License-Identifier: Apache-2.0
 *
 * tags.cpp: elements with what litehtml does not know and fixed pages have: transforms (CSS Transforms 1), opacity, and space between
 * letters.
 */
#include "paragraph.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace {

/* So many functions of a transform are done. */
const int functions_max = 16;

/* A length, or a part of `whole`, in pixels. */
double length_of(const char *text, double whole, double font_size)
{
    char *unit = nullptr;
    const double number = g_ascii_strtod(text, &unit);
    const double scale = strncmp(unit, "%", 1) == 0                                  ? whole / 100
                         : strncmp(unit, "em", 2) == 0 || strncmp(unit, "rem", 3) == 0 ? font_size
                         : strncmp(unit, "pt", 2) == 0                                 ? 96.0 / 72
                         : strncmp(unit, "in", 2) == 0                                 ? 96
                         : strncmp(unit, "mm", 2) == 0                                 ? 96 / 25.4
                         : strncmp(unit, "cm", 2) == 0                                 ? 96 / 2.54
                                                                                       : 1;
    const double value = number * scale;
    return std::isfinite(value) ? std::max(-1e6, std::min(value, 1e6)) : 0;
}

/* An angle in radians. */
double angle_of(const char *text)
{
    char *unit = nullptr;
    const double number = g_ascii_strtod(text, &unit);
    const double value = number * (strncmp(unit, "rad", 3) == 0    ? 1
                                   : strncmp(unit, "turn", 4) == 0 ? 2 * G_PI
                                   : strncmp(unit, "grad", 4) == 0 ? G_PI / 200
                                                                   : G_PI / 180);
    return std::isfinite(value) ? value : 0;
}

double factor_of(const char *text)
{
    const double value = g_ascii_strtod(text, nullptr);
    return std::isfinite(value) ? std::max(-1e4, std::min(value, 1e4)) : 1;
}

/* One function of a transform: its name, and up to six arguments. Whether it is known. */
bool function_matrix(const std::string &name, const std::vector<std::string> &arguments, double width, double height, double font_size,
                     cairo_matrix_t *matrix)
{
    const auto argument = [&arguments](size_t index) { return index < arguments.size() ? arguments[index].c_str() : "0"; };
    cairo_matrix_init_identity(matrix);
    if (name == "translate" || name == "translate3d")
        cairo_matrix_init_translate(matrix, length_of(argument(0), width, font_size), length_of(argument(1), height, font_size));
    else if (name == "translatex")
        cairo_matrix_init_translate(matrix, length_of(argument(0), width, font_size), 0);
    else if (name == "translatey")
        cairo_matrix_init_translate(matrix, 0, length_of(argument(0), height, font_size));
    else if (name == "rotate" || name == "rotatez")
        cairo_matrix_init_rotate(matrix, angle_of(argument(0)));
    else if (name == "scale" || name == "scale3d")
        cairo_matrix_init_scale(matrix, factor_of(argument(0)), factor_of(argument(arguments.size() > 1 ? 1 : 0)));
    else if (name == "scalex")
        cairo_matrix_init_scale(matrix, factor_of(argument(0)), 1);
    else if (name == "scaley")
        cairo_matrix_init_scale(matrix, 1, factor_of(argument(0)));
    else if (name == "skewx")
        cairo_matrix_init(matrix, 1, 0, std::tan(angle_of(argument(0))), 1, 0, 0);
    else if (name == "skewy")
        cairo_matrix_init(matrix, 1, std::tan(angle_of(argument(0))), 0, 1, 0, 0);
    else if (name == "matrix" && arguments.size() == 6)
        cairo_matrix_init(matrix, factor_of(argument(0)), factor_of(argument(1)), factor_of(argument(2)), factor_of(argument(3)),
                          length_of(argument(4), width, font_size), length_of(argument(5), height, font_size));
    else
        return false;
    return true;
}

/* The functions of a transform, one after the other. */
cairo_matrix_t functions_matrix(const std::string &text, double width, double height, double font_size)
{
    cairo_matrix_t all;
    size_t at = 0;
    cairo_matrix_init_identity(&all);
    for (int count = 0; count < functions_max; count++) {
        const size_t open = text.find('(', at), close = text.find(')', at);
        if (open == std::string::npos || close == std::string::npos || close < open)
            break;
        std::string name;
        for (size_t i = at; i < open; i++)
            if (g_ascii_isalnum(text[i]))
                name += g_ascii_tolower(text[i]);
        std::vector<std::string> arguments;
        for (size_t i = open + 1; i < close && arguments.size() < 6;) {
            const size_t start = text.find_first_not_of(", \t\r\n", i);
            const size_t end = std::min(text.find_first_of(", \t\r\n)", start), close);
            if (start >= close)
                break;
            arguments.push_back(text.substr(start, end - start));
            i = end;
        }
        cairo_matrix_t one;
        if (function_matrix(name, arguments, width, height, font_size, &one))
            cairo_matrix_multiply(&all, &one, &all);
        at = close + 1;
    }
    return all;
}

/* Where a transform has its origin, along one side. */
double origin_of(const std::string &text, size_t index, double whole, double font_size)
{
    gchar **words = g_strsplit_set(text.c_str(), " \t", -1);
    double origin = whole / 2;
    size_t count = 0;
    for (gchar **word = words; *word != nullptr; word++) {
        if (**word == 0)
            continue;
        const bool is_start = strcmp(*word, index == 0 ? "left" : "top") == 0, is_end = strcmp(*word, index == 0 ? "right" : "bottom") == 0;
        if (is_start || is_end)
            origin = is_end ? whole : 0;
        else if (count == index && !g_ascii_isalpha(**word))
            origin = length_of(*word, whole, font_size);
        count++;
    }
    g_strfreev(words);
    return origin;
}

} // namespace

std::string property_of(const litehtml::element *element, const char *name)
{
    const std::string prefixes[] = {"", "-webkit-", "-epub-", "-ms-"};
    for (const std::string &prefix : prefixes)
        if (const char *value = element->get_style_property((prefix + name).c_str(), false, nullptr))
            return value;
    return "";
}

void book_tag::parse_attributes()
{
    /* As litehtml does it of those elements for which it has classes. */
    static const struct {
        const char *attribute, *property;
    } styles[] = {{"align", "text-align"}, {"valign", "vertical-align"}, {"bgcolor", "background-color"}, {"width", "width"}, {"height", "height"}};
    const bool is_cell = m_tag == "td" || m_tag == "th";
    for (const auto &style : styles) {
        const char *value = get_attr(style.attribute);
        const bool is_of_cell = strcmp(style.attribute, "align") != 0;
        if (value != nullptr && (is_cell || !is_of_cell) && m_tag != "table")
            m_style.add_property(style.property, value, nullptr, false, this);
    }
    html_tag::parse_attributes();
}

void book_tag::init()
{
    is_moved_ = !property_of(this, "transform").empty() || !property_of(this, "opacity").empty();
    /* Runs of inline elements become paragraphs, where each of them can be a part of one. */
    litehtml::elements_vector kept, run;
    sheaf_document *document = static_cast<screen *>(get_document()->container())->document();
    const auto end_run = [&](const litehtml::element::ptr &next) {
        paragraph_content content;
        book_tag *named = dynamic_cast<book_tag *>(next.get());
        bool is_held = std::all_of(run.begin(), run.end(), paragraph_holds);
        for (size_t i = 0; i < run.size() && is_held; i++)
            paragraph_add(&content, document, run[i]);
        if (!is_held)
            kept.insert(kept.end(), run.begin(), run.end());
        else if (paragraph_end(&content) && (!content.text.empty() || named == nullptr)) {
            kept.push_back(std::make_shared<paragraph_box>(get_document(), this, std::move(content)));
            kept.back()->parent(shared_from_this());
        } else {
            for (const paragraph_anchor &anchor : content.anchors)
                named->names_.push_back(anchor.id);
            if (content.attributes != nullptr)
                pango_attr_list_unref(content.attributes);
        }
        run.clear();
    };
    const bool is_container = m_display == litehtml::display_block || m_display == litehtml::display_list_item ||
                              m_display == litehtml::display_table_cell || m_display == litehtml::display_inline_block ||
                              m_display == litehtml::display_table_caption;
    if (is_container) {
        for (const litehtml::element::ptr &child : m_children) {
            const litehtml::style_display display = child->get_display();
            const bool is_inline = display == litehtml::display_inline || display == litehtml::display_inline_block ||
                                   display == litehtml::display_inline_text || display == litehtml::display_inline_table;
            const bool is_placed = child->get_float() != litehtml::float_none || child->get_element_position() == litehtml::element_position_absolute ||
                                   child->get_element_position() == litehtml::element_position_fixed;
            if (is_inline && !is_placed) {
                run.push_back(child);
                continue;
            }
            end_run(child);
            kept.push_back(child);
        }
        end_run(nullptr);
        m_children = std::move(kept);
    }
    html_tag::init();
}

void book_tag::apply_stylesheet(const litehtml::css &stylesheet)
{
    if (m_tag == "a" && get_attr("href") != nullptr)
        m_pseudo_classes.push_back("link");
    html_tag::apply_stylesheet(stylesheet);
}

const char *book_tag::get_style_property(const char *name, bool is_inherited, const char *otherwise) const
{
    /* litehtml looks for the table around a cell without end where the root is one. */
    const bool is_root = strcmp(name, "display") == 0 && !have_parent();
    if (is_root)
        return "block";
    if (strcmp(name, "display") == 0) {
        /* litehtml leaves the rows of these groups out. */
        const char *display = html_tag::get_style_property(name, is_inherited, otherwise);
        const bool is_group = display != nullptr && (strcmp(display, "table-header-group") == 0 || strcmp(display, "table-footer-group") == 0);
        return is_group ? "table-row-group" : display;
    }
    if (!is_inherited || !is_styled_)
        return html_tag::get_style_property(name, is_inherited, otherwise);
    for (const auto &each : inherited_)
        if (each.first == name)
            return each.second == nullptr ? otherwise : each.second;
    const char *found = html_tag::get_style_property(name, true, nullptr);
    inherited_.emplace_back(name, found);
    return found == nullptr ? otherwise : found;
}

void book_tag::parse_styles(bool is_again)
{
    is_styled_ = true;
    html_tag::parse_styles(is_again);
}

void book_tag::init_font()
{
    html_tag::init_font();
    const char *spacing = get_style_property("letter-spacing", true, "normal");
    const double pixels = length_of(spacing, 0, m_font_size);
    if (pixels == 0 || strcmp(spacing, "normal") == 0)
        return;
    const std::string names = std::string(get_style_property("font-family", true, "serif")) + "\n" + std::to_string(pixels);
    m_font = get_document()->get_font(names.c_str(), m_font_size, get_style_property("font-weight", true, "normal"),
                                      get_style_property("font-style", true, "normal"),
                                      get_style_property("text-decoration", true, "none"), &m_font_metrics);
}

int book_tag::place_element(const litehtml::element::ptr &element, int max_width)
{
    line_width_ = max_width;
    /* litehtml takes what is before something that floats for the line that is beside it, and places it once more: also a block, with what
     * floats in that. An empty line is all that it finds so. */
    if (element->get_float() != litehtml::float_none && !m_boxes.empty() && m_boxes.back()->get_type() == litehtml::box_block)
        m_boxes.push_back(std::make_unique<litehtml::line_box>(m_boxes.back()->bottom(), 0, max_width, line_height(), m_font_metrics, m_text_align));
    return html_tag::place_element(element, max_width);
}

bool book_tag::transform(int x, int y, cairo_matrix_t *matrix)
{
    const std::string functions = is_moved_ ? property_of(this, "transform") : "";
    if (functions.find('(') == std::string::npos)
        return false;
    const double width = m_pos.width + m_padding.width() + m_borders.width();
    const double height = m_pos.height + m_padding.height() + m_borders.height();
    const std::string origin = property_of(this, "transform-origin");
    const double left = x + m_pos.x - m_padding.left - m_borders.left + origin_of(origin, 0, width, m_font_size);
    const double top = y + m_pos.y - m_padding.top - m_borders.top + origin_of(origin, 1, height, m_font_size);
    const cairo_matrix_t middle = functions_matrix(functions, width, height, m_font_size);
    cairo_matrix_init_translate(matrix, -left, -top);
    cairo_matrix_multiply(matrix, matrix, &middle);
    cairo_matrix_t back;
    cairo_matrix_init_translate(&back, left, top);
    cairo_matrix_multiply(matrix, matrix, &back);
    return true;
}

/* Begins to draw it, or what is in it, otherwise than its parent is drawn. Whether it is. */
bool book_tag::begin(int x, int y)
{
    if (is_inside_ || !is_moved_)
        return false;
    cairo_matrix_t matrix;
    const std::string opacity = property_of(this, "opacity");
    const double part = opacity.empty() ? 1 : std::max(0.0, std::min(g_ascii_strtod(opacity.c_str(), nullptr), 1.0));
    const bool is_moved = transform(x, y, &matrix);
    if (!is_moved && part >= 1)
        return false;
    if (!is_moved)
        cairo_matrix_init_identity(&matrix);
    group_begin(static_cast<screen *>(get_document()->container())->drawn(), this, matrix, part);
    return is_inside_ = true;
}

void book_tag::end(bool has_begun)
{
    if (!has_begun)
        return;
    group_end(static_cast<screen *>(get_document()->container())->drawn(), this);
    is_inside_ = false;
}

void book_tag::draw(litehtml::uint_ptr hdc, int x, int y, const litehtml::position *clip)
{
    const bool has_begun = begin(x, y);
    html_tag::draw(hdc, x, y, clip);
    end(has_begun);
}

void book_tag::draw_children(litehtml::uint_ptr hdc, int x, int y, const litehtml::position *clip, litehtml::draw_flag flag, int zindex)
{
    const bool has_begun = begin(x, y);
    html_tag::draw_children(hdc, x, y, clip, flag, zindex);
    end(has_begun);
}

void book_tag::draw_stacking_context(litehtml::uint_ptr hdc, int x, int y, const litehtml::position *clip, bool with_positioned)
{
    const bool has_begun = begin(x, y);
    html_tag::draw_stacking_context(hdc, x, y, clip, with_positioned);
    end(has_begun);
}
