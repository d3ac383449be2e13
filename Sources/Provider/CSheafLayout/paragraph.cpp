/* SPDX-License-Identifier: Apache-2.0
 *
 * paragraph.cpp: the content of a paragraph: the text of a run of inline elements, and how each part of it looks.
 */
#include "paragraph.h"

#include <algorithm>
#include <cstring>

/* Ends a line of a paragraph (U+2028). */
#define LINE_END "\xe2\x80\xa8"

/* The height of a line with readings, as a multiple of what it would have. */
#define RUBY_LINE_HEIGHT 1.7

/* MARK: Content */

bool paragraph_holds(const litehtml::element::ptr &element)
{
    if (dynamic_cast<litehtml::el_text *>(element.get()) != nullptr || element->is_comment())
        return true;
    const litehtml::style_display display = element->get_display();
    const litehtml::element_position position = element->get_element_position();
    if (display == litehtml::display_none)
        return true;
    if (element->get_float() != litehtml::float_none || position == litehtml::element_position_absolute ||
        position == litehtml::element_position_fixed)
        return false;
    if (element->is_replaced())
        return display == litehtml::display_inline || display == litehtml::display_inline_block;
    if (display != litehtml::display_inline)
        return false;
    for (size_t i = 0; i < element->get_children_count(); i++)
        if (!paragraph_holds(element->get_child(static_cast<int>(i))))
            return false;
    return true;
}

static bool ends_in_blank(const std::string &text)
{
    return text.empty() || text.back() == ' ' || (text.size() >= 3 && text.compare(text.size() - 3, 3, LINE_END) == 0);
}

/* Adds text as its white space is to be kept. */
static void add_text(std::string *to, const std::string &text, litehtml::white_space kept)
{
    const bool keeps_lines = kept == litehtml::white_space_pre || kept == litehtml::white_space_pre_line || kept == litehtml::white_space_pre_wrap;
    const bool keeps_blanks = kept == litehtml::white_space_pre || kept == litehtml::white_space_pre_wrap;
    for (const char byte : text) {
        if (byte == '\n' && keeps_lines)
            *to += LINE_END;
        else if (strchr(" \t\r\n", byte) == nullptr || (keeps_blanks && byte == '\t'))
            *to += byte;
        else if (keeps_blanks || !ends_in_blank(*to))
            *to += ' ';
    }
}

static guint16 level_of(unsigned char level)
{
    return static_cast<guint16>(level * 257);
}

/* How far text is raised, in points: by its inline parents. */
static double rise_of(const litehtml::element::ptr &parent)
{
    double rise = 0;
    for (litehtml::element::ptr at = parent; at != nullptr && at->get_display() == litehtml::display_inline; at = at->parent()) {
        const litehtml::element::ptr above = at->parent();
        const double size = above == nullptr ? 0 : above->get_font_size();
        rise += at->get_vertical_align() == litehtml::va_super ? size * 0.35 : at->get_vertical_align() == litehtml::va_sub ? -size * 0.2 : 0;
    }
    return rise;
}

/* The background of the inline parents of text: the innermost one that has one. */
static litehtml::web_color background_of(const litehtml::element::ptr &parent)
{
    for (litehtml::element::ptr at = parent; at != nullptr && at->get_display() == litehtml::display_inline; at = at->parent()) {
        const litehtml::background *found = at->get_background(true);
        if (found != nullptr && found->m_color.alpha > 0)
            return found->m_color;
    }
    return litehtml::web_color(0, 0, 0, 0);
}

static void add_colour(PangoAttrList *list, const litehtml::web_color &colour, bool is_background, size_t start, size_t end)
{
    PangoAttribute *(*make)(guint16, guint16, guint16) = is_background ? pango_attr_background_new : pango_attr_foreground_new;
    PangoAttribute *(*make_alpha)(guint16) = is_background ? pango_attr_background_alpha_new : pango_attr_foreground_alpha_new;
    attribute_insert(list, make(level_of(colour.red), level_of(colour.green), level_of(colour.blue)), start, end);
    if (colour.alpha < 255)
        attribute_insert(list, make_alpha(std::max<guint16>(level_of(colour.alpha), 1)), start, end);
}

/* How text between two places looks: as its parent does. */
static void add_style(PangoAttrList *list, const litehtml::element::ptr &parent, size_t start, size_t end)
{
    const screen_font *font = reinterpret_cast<const screen_font *>(parent->get_font());
    if (font == nullptr)
        return;
    attribute_insert(list, pango_attr_font_desc_new(font->description), start, end);
    add_colour(list, parent->get_color("color", true, litehtml::web_color(0, 0, 0)), false, start, end);
    const litehtml::web_color background = background_of(parent);
    if (background.alpha > 0)
        add_colour(list, background, true, start, end);
    if ((font->decoration & litehtml::font_decoration_underline) != 0)
        attribute_insert(list, pango_attr_underline_new(PANGO_UNDERLINE_SINGLE), start, end);
    if ((font->decoration & litehtml::font_decoration_linethrough) != 0)
        attribute_insert(list, pango_attr_strikethrough_new(TRUE), start, end);
    if (font->spacing != 0)
        attribute_insert(list, pango_attr_letter_spacing_new(static_cast<int>(font->spacing * PANGO_SCALE)), start, end);
    if (strcmp(parent->get_style_property("font-variant", true, "normal"), "small-caps") == 0)
        attribute_insert(list, pango_attr_variant_new(PANGO_VARIANT_SMALL_CAPS), start, end);
    const double rise = rise_of(parent);
    if (rise != 0)
        attribute_insert(list, pango_attr_rise_new(static_cast<int>(rise * PANGO_SCALE)), start, end);
    else if (strcmp(parent->get_style_property("line-height", true, "normal"), "normal") != 0)
        attribute_insert(list, pango_attr_line_height_new_absolute(parent->line_height() * PANGO_SCALE), start, end);
}

/* The language of an element; empty: nobody says it. */
static std::string language_of(const sheaf_document *document, const litehtml::element::ptr &element)
{
    for (litehtml::element::ptr at = element; at != nullptr; at = at->parent())
        for (const char *name : {"xml:lang", "lang"})
            if (const char *language = at->get_attr(name))
                return language;
    return document->book.language == nullptr ? "" : document->book.language;
}

static bool has_hyphens(const sheaf_document *document, const litehtml::element::ptr &parent)
{
    for (const char *name : {"hyphens", "-webkit-hyphens", "-epub-hyphens", "adobe-hyphenate"})
        if (const char *value = parent->get_style_property(name, true, nullptr))
            return strcmp(value, "auto") == 0;
    return document->is_flowing;
}

/* Gives the text since the style began its attributes. */
static void end_style(paragraph_content *content)
{
    const litehtml::element::ptr parent = content->styled;
    content->styled = nullptr;
    if (parent == nullptr || content->text.size() <= content->styled_from)
        return;
    add_style(content->attributes, parent, content->styled_from, content->text.size());
    const screen_font *font = reinterpret_cast<const screen_font *>(parent->get_font());
    content->spacing = std::max(content->spacing, font == nullptr ? 0 : font->spacing);
}

/* Begins text that looks as an element does. */
static void begin_style(paragraph_content *content, const sheaf_document *document, const litehtml::element::ptr &parent)
{
    end_style(content);
    content->sources.push_back({content->text.size(), number_of(parent)});
    content->styled = parent;
    content->styled_from = content->text.size();
    content->transform = static_cast<litehtml::text_transform>(litehtml::value_index(
        parent->get_style_property("text-transform", true, "none"), text_transform_strings, litehtml::text_transform_none));
    content->kept = parent->get_white_space();
    content->language =
        content->kept == litehtml::white_space_normal && has_hyphens(document, parent) ? language_of(document, parent) : "";
}

static void add_text_of(paragraph_content *content, sheaf_document *document, const litehtml::element::ptr &element)
{
    const litehtml::element::ptr parent = element->parent();
    litehtml::tstring text;
    element->get_text(text);
    /* Words side by side look alike: they have their attributes together. */
    if (parent != content->styled)
        begin_style(content, document, parent);
    std::string shown = letters_transformed(text, content->transform);
    if (!content->language.empty())
        shown = hyphens_add(document, content->language, shown);
    add_text(&content->text, shown, content->kept);
}

/* Adds a reading to the text before it, whose line gets room for it. */
static void add_reading(paragraph_content *content, const litehtml::element::ptr &element)
{
    litehtml::tstring text;
    element->get_text(text);
    const size_t start = std::min(content->ruby, content->text.size());
    content->ruby = content->text.size();
    const screen_font *font = reinterpret_cast<const screen_font *>(element->get_font());
    if (text.empty() || start == content->text.size() || font == nullptr)
        return;
    attribute_insert(content->attributes, pango_attr_line_height_new(RUBY_LINE_HEIGHT), start, content->text.size());
    content->readings.push_back(
        {start, content->text.size(), text, font, element->get_color("color", true, litehtml::web_color(0, 0, 0)), number_of(element)});
}

const char *name_of(const litehtml::element::ptr &element)
{
    return strcmp(element->get_tagName(), "a") == 0 ? element->get_attr("name") : nullptr;
}

int number_of(const litehtml::element::ptr &element)
{
    const char *number = element == nullptr ? nullptr : element->get_attr(NUMBER_ATTRIBUTE);
    return number == nullptr ? 0 : std::max(0, std::min(atoi(number), ELEMENTS_MAX));
}

bool is_noteref(const litehtml::element::ptr &link)
{
    const char *type = link->get_attr("epub:type", ""), *role = link->get_attr("role", "");
    return markup_has_word(type, "noteref") || markup_has_word(role, "doc-noteref");
}

void paragraph_add(paragraph_content *content, sheaf_document *document, const litehtml::element::ptr &element)
{
    if (content->attributes == nullptr)
        content->attributes = pango_attr_list_new();
    if (dynamic_cast<litehtml::el_text *>(element.get()) != nullptr) {
        add_text_of(content, document, element);
        return;
    }
    if (element->get_display() == litehtml::display_none || element->is_comment() || element->get_visibility() != litehtml::visibility_visible)
        return;
    if (strcmp(element->get_tagName(), "rt") == 0) {
        add_reading(content, element);
        return;
    }
    const size_t start = content->text.size();
    if (strcmp(element->get_tagName(), "ruby") == 0)
        content->ruby = start;
    for (const char *id : {element->get_attr("id"), name_of(element)})
        if (id != nullptr)
            content->anchors.push_back({start, id});
    if (element->is_replaced()) {
        content->text += PICTURE_MARK;
        content->pictures.push_back({start, element});
    } else if (element->is_break()) {
        content->text += LINE_END;
    }
    for (size_t i = 0; i < element->get_children_count(); i++)
        paragraph_add(content, document, element->get_child(static_cast<int>(i)));
    const char *address = strcmp(element->get_tagName(), "a") == 0 ? element->get_attr("href") : nullptr;
    if (address != nullptr && address[0] != 0 && content->text.size() > start)
        content->links.push_back({start, content->text.size(), address, is_noteref(element)});
}

bool paragraph_end(paragraph_content *content)
{
    std::string &text = content->text;
    end_style(content);
    while (!text.empty() && text.back() == ' ')
        text.pop_back();
    /* Nothing stands over the blanks that went. */
    std::vector<paragraph_reading> &readings = content->readings;
    for (paragraph_reading &reading : readings)
        reading.end = std::min(reading.end, text.size());
    readings.erase(std::remove_if(readings.begin(), readings.end(), [](const paragraph_reading &each) { return each.start >= each.end; }),
                   readings.end());
    return !text.empty() || !content->anchors.empty();
}
