/* SPDX-License-Identifier: Apache-2.0
 *
 * sheet.h: a part of the book that is laid out.
 *
 * A part is cleaned (cleaning.cpp), laid out by litehtml, which asks a `screen` for fonts and pictures and draws on it, and
 * kept as a `sheet`: what is drawn, and what is to be read. A sheet is painted by cairo as often as somebody asks for it.
 */
#ifndef SHEAF_LAYOUT_SHEET_H
#define SHEAF_LAYOUT_SHEET_H

#include <optional>
#include <cairo.h>
#include <litehtml/litehtml.h>
#include <litehtml/el_image.h>
#include <litehtml/el_space.h>
#include <litehtml/el_table.h>
#include <litehtml/el_text.h>
#include <pango/pango.h>
#include <sheaf_book.h>
#include <sheaf_kit.h>
#include <sheaf_layout.h>
#include <sheaf_links.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

/* MARK: files.cpp: the files of the book */

/* The bytes of a file, its font's mask taken off; empty: it can't be read. */
std::string file_read(sheaf_document *document, const std::string &path);

/* The path of what a file refers to. Empty: that is not in the book. `fragment` may be NULL. */
std::string file_resolve(const sheaf_document *document, const std::string &from, const std::string &reference, std::string *fragment);

/* MARK: cleaning.cpp: a part as litehtml takes it */

/* Elements nest at most so deep; those within are taken for one. */
#define DEPTH_MAX 200

/* A part has so many elements at most, and so many bytes; the rest is left out. */
#define ELEMENTS_MAX 200000
#define HTML_SIZE_MAX ((size_t)16 << 20)

/* A cell spans at most so many rows or columns. */
#define SPAN_MAX 1000

/* A part without what could do harm. */
struct cleaned {
    std::string html;
    std::string viewport;              /* what the page says of its size */
    std::vector<std::string> drawings; /* the SVG in it, each a file of its own */
};

/* A part as it is written, in UTF-8 where that can be; none: it can't be read. */
std::optional<std::string> part_source(sheaf_document *document, const std::string &path);

/* Reads a part as XML, or else as HTML. */
void part_read(sheaf_document *document, const std::string &path, const markup *markup, void *state);

/* The attribute of an element that has its number, from 1 on: all elements of the part count, as `part_read` tells them. It is the first one, so
 * that none that the part has counts in its place. */
#define NUMBER_ATTRIBUTE "sheaf-element"

/* A part as litehtml takes it. */
cleaned part_clean(sheaf_document *document, const std::string &path);

/* A page that says why a part is not shown. */
cleaned part_notice(const book_part *part);

/* The head of a part, and its body without what is in that. */
cleaned part_head(sheaf_document *document, const std::string &path);

/* MARK: html.cpp: a part that is no XML */

/* Elements that nest deeper are left out. */
#define HTML_DEPTH_MAX 2000

/* Whether an element of HTML has no end ("br"). */
bool html_has_no_end(const std::string &name);

/* Reads HTML as a browser does, and tells its elements and texts as those of XML are told. */
void html_read(const std::string &bytes, const markup *markup, void *state);

/* MARK: styles.cpp: style sheets as litehtml takes them */

/* Numbers in them have at most so many digits before the point. */
#define DIGITS_MAX 5

/* A style sheet in which numbers are no larger than can be laid out. The fonts that it brings are made known. */
std::string style_clean(sheaf_document *document, const std::string &path, const std::string &text);

/* The style sheet of HTML itself. */
extern const char *const style_of_html;

/* MARK: sizes.cpp: how large a page is */

/* A page is at most so wide and so high, in points. */
#define EDGE_MAX 20000.0

/* A size in points: those of CSS's pixels. */
struct page_size {
    double width, height;
    bool is_known() const { return width > 0; }
};

/* The size that the words of a viewport say ("width=600, height=800"); unknown: none. */
page_size size_of_viewport(const std::string &words);

/* The size of a page. */
page_size size_of_part(sheaf_document *document, int64_t page);

/* MARK: facefont.cpp: the fonts that a book brings */

/* A map of fonts that has those of the book before those of the system. */
PangoFontMap *facefont_map_new(void);

/* Adds a font of a book, from its bytes. Whether it is one. */
bool facefont_add(PangoFontMap *map, const std::string &family, bool is_bold, bool is_italic, std::string bytes);

/* Draws glyphs, of a font of a book or of the system; or makes their outlines the path. */
void facefont_show(cairo_t *cairo, PangoFont *font, PangoGlyphString *glyphs, bool as_path);

/* MARK: pictures.cpp */

/* The size of a picture in pixels; 0: it can't be shown. `key`: a path, "svg:" and the number of a drawing, or a data: URI. */
struct picture_size {
    int width, height;
};
picture_size picture_measure(sheaf_document *document, const struct sheet *sheet, const std::string &key);

/* Draws a picture into a box. */
void picture_draw(sheaf_document *document, const struct sheet *sheet, const std::string &key, cairo_t *cairo, double x, double y,
                  double width, double height);

/* Drops the pictures that are kept. */
void pictures_drop(sheaf_document *document);

/* MARK: sheet.cpp: a part that is laid out */

/* One step of drawing a sheet. Sizes are in points, as those of the sheet. */
struct drawing_step {
    enum kind { TEXT, PICTURE, FILL, BORDER, MARKER, PUSH, POP, CLIP, UNCLIP } kind;
    cairo_matrix_t matrix;          /* PUSH: that is put before others */
    double opacity;                 /* PUSH: 1: as it is */
    litehtml::position box;         /* what is filled, framed, clipped to */
    litehtml::position clip;        /* PICTURE: what of it is seen */
    litehtml::border_radiuses radii;
    litehtml::borders borders;      /* BORDER */
    litehtml::web_color colour;
    litehtml::list_style_type mark; /* MARKER */
    bool repeats_x, repeats_y;      /* PICTURE */
    PangoLayout *layout;            /* TEXT */
    int line;                       /* TEXT: of the layout */
    double x, baseline;             /* TEXT: where the line begins */
    unsigned decoration;            /* TEXT: litehtml's font_decoration_*; of a paragraph its attributes say it */
    std::string picture;            /* PICTURE */
};

/* A line or a picture, which is not cut. */
struct sheet_piece {
    double top, bottom;
    bool is_heading; /* it stays with what follows */
};

/* Where letters that are read one behind the other are written. */
struct text_origin {
    int64_t position; /* of the first one: how many letters and pictures are read before it, as those of a line */
    int element;      /* the number of the element that they are in; 0: none of the part */
    int64_t letter;   /* how many letters of that come before; below 0: it is a picture */
};

/* Whether a character counts where places in a text are counted. */
inline bool is_letter(gunichar character)
{
    return !g_unichar_isspace(character) && character != 0xad;
}

/* A line of text, or what of it lies side by side. */
struct text_line {
    std::string text; /* ends in a newline where the line does; in a blank, or in nothing, where it goes on in the next one */
    std::vector<sheaf_box> boxes;
    int64_t position = 0;   /* letters and pictures of the part before it: blanks do not count */
    int64_t characters = 0; /* so many letters has it */
    std::vector<text_origin> origins; /* their positions are in the line */
};

/* A picture on a sheet. */
struct sheet_picture {
    sheaf_box box;
    size_t line = 0;      /* before which it is read */
    int element = 0;      /* its number */
    int64_t position = 0; /* as that of a line */
};

/* A link on a sheet: an address as the part has it, and where it is. */
struct sheet_link {
    std::string address;
    bool is_note; /* it leads to a note */
    std::vector<sheaf_box> boxes;
};

struct sheet {
    page_size size;
    litehtml::web_color paper = litehtml::web_color(255, 255, 255); /* of a text that flows: of all of its pages */
    std::vector<drawing_step> steps;
    std::vector<text_line> lines; /* in the order in which they are read */
    std::vector<sheet_link> links;
    std::vector<sheet_picture> pictures;
    int64_t characters = 0; /* its letters and pictures */
    std::vector<text_origin> origins; /* of all of these */
    std::vector<sheet_piece> pieces; /* sorted */
    std::vector<double> breaks;      /* where a page has to begin */
    std::map<std::string, double> anchors; /* how far down what has an id is */
    std::vector<std::string> drawings;
    std::string path; /* of the part */
    const void *last_owner = nullptr; /* of the group of steps that ended last */
    int64_t part = -1;
    uint64_t used = 0; /* when it was asked for last */

    sheet() = default;
    sheet(const sheet &) = delete;
    sheet &operator=(const sheet &) = delete;
    ~sheet();
};

/* So many sheets are kept laid out. */
#define SHEETS_KEPT 4

/* The sheet of a part, until the next call. */
const sheet *document_sheet(sheaf_document *document, int64_t part);

/* MARK: steps.cpp: what is drawn */

drawing_step &step_add(sheet *sheet, enum drawing_step::kind kind);

/* Begins to draw an element by a matrix, as a group with an opacity; and ends that. */
void group_begin(sheet *sheet, const void *owner, const cairo_matrix_t &matrix, double opacity);
void group_end(sheet *sheet, const void *owner);

/* MARK: screen.cpp: what litehtml draws on */

/* A font as litehtml knows it. */
struct screen_font {
    PangoFontDescription *description;
    unsigned decoration;
    double spacing; /* between letters */
    int ascent;
};

class screen : public litehtml::document_container {
public:
    screen(sheaf_document *document, sheet *sheet) : document_(document), sheet_(sheet) {}
    ~screen();

    litehtml::uint_ptr create_font(const char *names, int size, int weight, litehtml::font_style style, unsigned int decoration,
                                   litehtml::font_metrics *metrics) override;
    void delete_font(litehtml::uint_ptr font) override;
    int text_width(const char *text, litehtml::uint_ptr font) override;
    void draw_text(litehtml::uint_ptr, const char *text, litehtml::uint_ptr font, litehtml::web_color colour,
                   const litehtml::position &box) override;
    int pt_to_px(int points) const override;
    int get_default_font_size() const override;
    const char *get_default_font_name() const override { return "serif"; }
    void draw_list_marker(litehtml::uint_ptr, const litehtml::list_marker &marker) override;
    void load_image(const char *, const char *, bool) override {}
    void get_image_size(const char *source, const char *base, litehtml::size &size) override;
    void draw_background(litehtml::uint_ptr, const litehtml::background_paint &background) override;
    void draw_borders(litehtml::uint_ptr, const litehtml::borders &borders, const litehtml::position &box, bool) override;
    void set_caption(const char *) override {}
    void set_base_url(const char *) override {}
    void link(const std::shared_ptr<litehtml::document> &, const litehtml::element::ptr &) override {}
    void on_anchor_click(const char *, const litehtml::element::ptr &) override {}
    void set_cursor(const char *) override {}
    void transform_text(litehtml::tstring &text, litehtml::text_transform transform) override;
    void import_css(litehtml::tstring &text, const litehtml::tstring &reference, litehtml::tstring &base) override;
    void set_clip(const litehtml::position &box, const litehtml::border_radiuses &radii, bool, bool) override;
    void del_clip() override;
    void get_client_rect(litehtml::position &client) const override;
    litehtml::element::ptr create_element(const char *name, const litehtml::string_map &attributes,
                                          const std::shared_ptr<litehtml::document> &document) override;
    void get_media_features(litehtml::media_features &media) const override;
    void get_language(litehtml::tstring &language, litehtml::tstring &culture) const override;
    /* Text stays whole: paragraphs want it so. */
    void split_text(const char *text, const std::function<void(const char *)> &on_word,
                    const std::function<void(const char *)> &on_space) override;

    /* A line of text in a font, to be unreferenced. */
    PangoLayout *make_layout(const char *text, litehtml::uint_ptr font) const;

    /* Whether words are measured: most become parts of paragraphs, and never need it. */
    bool measures = false;

    /* The sheet that is drawn on. */
    sheet *drawn() const { return sheet_; }
    sheaf_document *document() const { return document_; }
    PangoContext *context() const;

private:
    std::string key_of(const std::string &source, const std::string &base) const;

    sheaf_document *document_;
    sheet *sheet_;
    std::vector<screen_font *> fonts_;
    int imports_ = 0;
};

/* MARK: writing.cpp */

/* Which way the lines of the book run: as it says at all (`primary-writing-mode`), else as the style sheets of its first parts do. */
book_lines lines_of(sheaf_document *document);

/* MARK: letters.cpp */

/* A text with the letters that `text-transform` makes of it. */
std::string letters_transformed(const std::string &text, litehtml::text_transform transform);

/* MARK: hyphens.cpp */

/* A text with soft hyphens where words of a language ("en-GB") may be parted. */
std::string hyphens_add(sheaf_document *document, const std::string &language, const std::string &text);

/* How words of the text are parted, for people; empty: pages are fixed, and their styles say it. */
std::string hyphens_said(sheaf_document *document);

/* MARK: tags.cpp: elements with what litehtml does not know */

/* The value of a property of an element itself, under the name of the standard or an older one with a prefix; empty: there is none. */
std::string property_of(const litehtml::element *element, const char *name);

/* An element that has lines. */
class line_holder {
public:
    virtual ~line_holder() = default;
    /* How wide its lines are where nothing floats beside them. */
    int line_width() const { return line_width_; }

protected:
    int line_width_ = 0;
};

/* Any element that litehtml has no class of its own for: with transforms, opacity, and space between letters. */
class book_tag : public litehtml::html_tag, public line_holder {
public:
    explicit book_tag(const std::shared_ptr<litehtml::document> &document) : html_tag(document) {}

    void parse_attributes() override;
    void apply_stylesheet(const litehtml::css &stylesheet) override;
    bool is_body() const override { return m_tag == "body"; }
    void parse_styles(bool is_again) override;
    void init() override;
    const char *get_style_property(const char *name, bool is_inherited, const char *otherwise) const override;
    void init_font() override;
    void draw(litehtml::uint_ptr hdc, int x, int y, const litehtml::position *clip) override;
    void draw_children(litehtml::uint_ptr hdc, int x, int y, const litehtml::position *clip, litehtml::draw_flag flag,
                       int zindex) override;
    void draw_stacking_context(litehtml::uint_ptr hdc, int x, int y, const litehtml::position *clip, bool with_positioned) override;

    int place_element(const litehtml::element::ptr &element, int max_width) override;
    /* The names of empty elements before it: those take no room. */
    const std::vector<std::string> &names() const { return names_; }

    /* How it is turned, moved and scaled, where its parent lies at (x, y). Whether it is. */
    bool transform(int x, int y, cairo_matrix_t *matrix);

private:
    bool begin(int x, int y);
    void end(bool has_begun);

    /* Inherited properties that were asked for once the styles were known, by the names as they lie in memory. */
    mutable std::vector<std::pair<const char *, const char *>> inherited_;
    std::vector<std::string> names_;
    bool is_styled_ = false;
    bool is_inside_ = false;
    bool is_moved_ = false; /* it has a transform or an opacity */
};

/* MARK: tables.cpp */

/* A table, which is made smaller where a text that flows has no room for it. */
class book_table : public litehtml::el_table {
public:
    explicit book_table(const std::shared_ptr<litehtml::document> &document) : el_table(document) {}

    int render(int x, int y, int max_width, bool is_again = false) override;
    void draw(litehtml::uint_ptr hdc, int x, int y, const litehtml::position *clip) override;
    void draw_children(litehtml::uint_ptr hdc, int x, int y, const litehtml::position *clip, litehtml::draw_flag flag,
                       int zindex) override;
    void draw_stacking_context(litehtml::uint_ptr hdc, int x, int y, const litehtml::position *clip, bool with_positioned) override;

    /* How it is scaled, where its parent lies at (x, y). Whether it is. */
    bool transform(int x, int y, cairo_matrix_t *matrix) const;

private:
    template <typename Draw> void draw_whole(int x, int y, Draw draw);

    litehtml::position full_; /* as it was laid out */
    double scale_ = 1;
    bool is_inside_ = false;
};

/* MARK: reading.cpp */

/* Finds what is to be read on a sheet. */
void sheet_read(sheet *sheet, litehtml::document *laid, const screen &screen);

/* MARK: paint.cpp */

/* Paints a sheet. Whether nobody has stopped it. */
bool sheet_paint(sheaf_document *document, sheaf_request *request, const sheet *sheet, cairo_t *cairo);

#endif
