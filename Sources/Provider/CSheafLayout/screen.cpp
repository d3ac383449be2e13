/* SPDX-License-Identifier: Apache-2.0
 *
 * screen.cpp: what litehtml draws on: it measures text by Pango, and keeps what is drawn as the steps of a sheet.
 */
#include "internal.h"

#include <algorithm>
#include <cmath>
#include <cstring>

/* A page takes in at most so many style sheets. */
#define IMPORTS_MAX 64

/* The largest font, in pixels: FreeType makes letters of 65,535 at most, and cairo draws no others any more when that was tried. */
#define FONT_SIZE_MAX 2000

/* Behind the names of a font: the space between its letters, in pixels. */
#define SPACING_MARK '\n'

screen::~screen()
{
    for (screen_font *font : fonts_) {
        pango_font_description_free(font->description);
        delete font;
    }
}

/* MARK: Text */

/* The names of a font as Pango takes them. */
static std::string names_for_pango(const char *names)
{
    std::string result = names;
    result.erase(std::remove_if(result.begin(), result.end(), [](char c) { return c == '"' || c == '\''; }), result.end());
    return result.substr(0, result.find(SPACING_MARK));
}

litehtml::uint_ptr screen::create_font(const char *names, int size, int weight, litehtml::font_style style, unsigned int decoration,
                                       litehtml::font_metrics *metrics)
{
    const char *mark = strchr(names, SPACING_MARK);
    screen_font *font = new screen_font{pango_font_description_new(), decoration, mark == nullptr ? 0 : g_ascii_strtod(mark + 1, nullptr), 0};
    fonts_.push_back(font);
    pango_font_description_set_family(font->description, names_for_pango(names).c_str());
    pango_font_description_set_absolute_size(font->description, static_cast<double>(std::max(0, std::min(size, FONT_SIZE_MAX))) * PANGO_SCALE);
    pango_font_description_set_weight(font->description, static_cast<PangoWeight>(std::max(100, std::min(weight, 1000))));
    if (style == litehtml::fontStyleItalic)
        pango_font_description_set_style(font->description, PANGO_STYLE_ITALIC);
    PangoFontMetrics *found = pango_context_get_metrics(document_->context, font->description, nullptr);
    const double ascent = static_cast<double>(pango_font_metrics_get_ascent(found)) / PANGO_SCALE;
    const double descent = static_cast<double>(pango_font_metrics_get_descent(found)) / PANGO_SCALE;
    pango_font_metrics_unref(found);
    font->ascent = static_cast<int>(std::lround(ascent));
    if (metrics != nullptr) {
        metrics->ascent = font->ascent;
        metrics->descent = static_cast<int>(std::lround(descent));
        metrics->height = metrics->ascent + metrics->descent;
        metrics->x_height = size / 2;
        metrics->draw_spaces = decoration != 0;
    }
    return reinterpret_cast<litehtml::uint_ptr>(font);
}

void screen::delete_font(litehtml::uint_ptr) {}

PangoLayout *screen::make_layout(const char *text, litehtml::uint_ptr handle) const
{
    const screen_font *font = reinterpret_cast<const screen_font *>(handle);
    PangoLayout *layout = pango_layout_new(document_->context);
    pango_layout_set_font_description(layout, font->description);
    pango_layout_set_single_paragraph_mode(layout, TRUE);
    if (font->spacing != 0) {
        PangoAttrList *attributes = pango_attr_list_new();
        pango_attr_list_insert(attributes, pango_attr_letter_spacing_new(static_cast<int>(font->spacing * PANGO_SCALE)));
        pango_layout_set_attributes(layout, attributes);
        pango_attr_list_unref(attributes);
    }
    pango_layout_set_text(layout, text, -1);
    return layout;
}

int screen::text_width(const char *text, litehtml::uint_ptr font)
{
    int width = 0;
    if (!measures)
        return 0;
    PangoLayout *layout = make_layout(text, font);
    pango_layout_get_size(layout, &width, nullptr);
    g_object_unref(layout);
    /* Pango leaves the space out behind the last letter. */
    return static_cast<int>(std::lround(static_cast<double>(width) / PANGO_SCALE + reinterpret_cast<const screen_font *>(font)->spacing));
}

void screen::draw_text(litehtml::uint_ptr, const char *text, litehtml::uint_ptr handle, litehtml::web_color colour,
                       const litehtml::position &box)
{
    const screen_font *font = reinterpret_cast<const screen_font *>(handle);
    drawing_step &step = step_add(sheet_, drawing_step::TEXT);
    step.layout = make_layout(text, handle);
    step.decoration = font->decoration;
    step.colour = colour;
    step.x = box.x;
    step.baseline = box.y + font->ascent;
}

int screen::get_default_font_size() const
{
    return document_->is_flowing ? static_cast<int>(std::lround(document_->looks.font_size / POINTS_PER_PIXEL)) : 16;
}

int screen::pt_to_px(int points) const
{
    return static_cast<int>(std::lround(points * 96.0 / 72));
}

void screen::split_text(const char *text, const std::function<void(const char *)> &on_word, const std::function<void(const char *)> &on_space)
{
    if (text[strspn(text, " \t\r\n\f")] == 0)
        document_container::split_text(text, on_word, on_space);
    else
        on_word(text);
}

void screen::transform_text(litehtml::tstring &text, litehtml::text_transform transform)
{
    text = letters_transformed(text, transform);
}

/* MARK: Boxes */

void screen::draw_list_marker(litehtml::uint_ptr, const litehtml::list_marker &marker)
{
    drawing_step &step = step_add(sheet_, marker.image.empty() ? drawing_step::MARKER : drawing_step::PICTURE);
    step.box = step.clip = marker.pos;
    step.colour = marker.color;
    step.mark = marker.marker_type;
    if (!marker.image.empty())
        step.picture = key_of(marker.image, marker.baseurl == nullptr ? "" : marker.baseurl);
}

/* A colour over another one that is opaque. */
static litehtml::web_color over(const litehtml::web_color &colour, const litehtml::web_color &below)
{
    const auto mixed = [&](int above, int under) { return static_cast<unsigned char>(under + (above - under) * colour.alpha / 255); };
    return litehtml::web_color(mixed(colour.red, below.red), mixed(colour.green, below.green), mixed(colour.blue, below.blue));
}

void screen::draw_background(litehtml::uint_ptr, const litehtml::background_paint &background)
{
    if (background.color.alpha > 0 && background.is_root && document_->is_flowing) {
        sheet_->paper = over(background.color, sheet_->paper);
    } else if (background.color.alpha > 0) {
        drawing_step &step = step_add(sheet_, drawing_step::FILL);
        step.box = background.is_root ? litehtml::position(0, 0, static_cast<int>(sheet_->size.width), static_cast<int>(sheet_->size.height))
                                      : background.clip_box;
        step.radii = background.border_radius;
        step.colour = background.color;
    }
    const std::string key = background.image.empty() ? "" : key_of(background.image, background.baseurl);
    if (key.empty() || background.image_size.width <= 0 || background.image_size.height <= 0)
        return;
    drawing_step &step = step_add(sheet_, drawing_step::PICTURE);
    step.box = litehtml::position(background.position_x, background.position_y, background.image_size.width, background.image_size.height);
    step.clip = background.clip_box;
    step.radii = background.border_radius;
    step.picture = key;
    step.repeats_x = background.repeat == litehtml::background_repeat_repeat || background.repeat == litehtml::background_repeat_repeat_x;
    step.repeats_y = background.repeat == litehtml::background_repeat_repeat || background.repeat == litehtml::background_repeat_repeat_y;
}

void screen::draw_borders(litehtml::uint_ptr, const litehtml::borders &borders, const litehtml::position &box, bool)
{
    drawing_step &step = step_add(sheet_, drawing_step::BORDER);
    step.box = box;
    step.borders = borders;
    step.radii = borders.radius;
}

void screen::set_clip(const litehtml::position &box, const litehtml::border_radiuses &radii, bool valid_x, bool valid_y)
{
    drawing_step &step = step_add(sheet_, drawing_step::CLIP);
    const int far = static_cast<int>(EDGE_MAX);
    step.box = litehtml::position(valid_x ? box.x : -far, valid_y ? box.y : -far, valid_x ? box.width : 3 * far, valid_y ? box.height : 3 * far);
    step.radii = radii;
}

void screen::del_clip()
{
    step_add(sheet_, drawing_step::UNCLIP);
}

void screen::get_client_rect(litehtml::position &client) const
{
    client = litehtml::position(0, 0, static_cast<int>(sheet_->size.width), static_cast<int>(sheet_->size.height));
}

/* MARK: Files */

std::string screen::key_of(const std::string &source, const std::string &base) const
{
    if (source.compare(0, 4, "svg:") == 0 || source.compare(0, 5, "data:") == 0)
        return source;
    return file_resolve(document_, base.empty() ? sheet_->path : base, source, nullptr);
}

void screen::get_image_size(const char *source, const char *base, litehtml::size &size)
{
    const std::string key = key_of(source, base == nullptr ? "" : base);
    const picture_size found = key.empty() ? picture_size{0, 0} : picture_measure(document_, sheet_, key);
    size.width = found.width;
    size.height = found.height;
}

void screen::import_css(litehtml::tstring &text, const litehtml::tstring &reference, litehtml::tstring &base)
{
    const std::string path = file_resolve(document_, base.empty() ? sheet_->path : base, reference, nullptr);
    if (path.empty() || imports_++ >= IMPORTS_MAX)
        return;
    text = style_clean(document_, path, file_read(document_, path));
    base = path;
}

litehtml::element::ptr screen::create_element(const char *name, const litehtml::string_map &, const std::shared_ptr<litehtml::document> &document)
{
    /* Elements for which litehtml has a class that does something. */
    static const char *const others[] = {"br", "img", "tr", "style", "link", "title", "font", "script", "base"};
    if (std::any_of(std::begin(others), std::end(others), [name](const char *each) { return strcmp(each, name) == 0; }))
        return nullptr;
    if (strcmp(name, "svg") == 0)
        return std::make_shared<litehtml::el_image>(document);
    if (strcmp(name, "table") == 0)
        return std::make_shared<book_table>(document);
    return std::make_shared<book_tag>(document);
}

void screen::get_media_features(litehtml::media_features &media) const
{
    media.type = litehtml::media_type_screen;
    media.width = media.device_width = static_cast<int>(sheet_->size.width);
    media.height = media.device_height = static_cast<int>(sheet_->size.height);
    media.color = 8;
    media.color_index = 0;
    media.monochrome = 0;
    media.resolution = 96;
}

void screen::get_language(litehtml::tstring &language, litehtml::tstring &culture) const
{
    language = document_->book.language == nullptr ? "" : document_->book.language;
    culture = "";
}
