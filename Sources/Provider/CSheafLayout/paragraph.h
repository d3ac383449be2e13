/* SPDX-License-Identifier: Apache-2.0
 *
 * paragraph.h: a run of inline content, which Pango lays out.
 */
#ifndef SHEAF_LAYOUT_PARAGRAPH_H
#define SHEAF_LAYOUT_PARAGRAPH_H

#include "internal.h"

/* Stands for a picture in the text. */
#define PICTURE_MARK "\xef\xbf\xbc"

/* Gives a part of a text an attribute. */
inline void attribute_insert(PangoAttrList *list, PangoAttribute *attribute, size_t start, size_t end)
{
    attribute->start_index = static_cast<guint>(start);
    attribute->end_index = static_cast<guint>(end);
    pango_attr_list_insert(list, attribute);
}

/* A part of the text of a paragraph, in bytes. */
struct paragraph_link {
    size_t start, end;
    std::string address;
    bool is_note;
};

struct paragraph_anchor {
    size_t place;
    std::string id;
};

/* Where text begins that is written in an element, by its number. */
struct paragraph_source {
    size_t place;
    int element;
};

struct paragraph_picture {
    size_t place; /* of the character that stands for it */
    litehtml::element::ptr element;
};

/* A reading above a part of the text (ruby). */
struct paragraph_reading {
    size_t start, end;
    std::string text;
    const screen_font *font;
    litehtml::web_color colour;
    int element; /* the number of that which it is written in */
};

/* The content of a paragraph. */
struct paragraph_content {
    std::string text;
    PangoAttrList *attributes = nullptr; /* but for the pictures */
    std::vector<paragraph_link> links;
    std::vector<paragraph_anchor> anchors;
    std::vector<paragraph_picture> pictures; /* sorted */
    std::vector<paragraph_reading> readings;
    std::vector<paragraph_source> sources; /* sorted */
    size_t ruby = 0; /* where the text begins over which the next reading stands */
    double spacing = 0; /* the largest between letters */
    /* The element that the text since `styled_from` is in, and what it says of each word. */
    litehtml::element::ptr styled;
    size_t styled_from = 0;
    litehtml::text_transform transform = litehtml::text_transform_none;
    std::string language; /* none: words are not parted */
    litehtml::white_space kept = litehtml::white_space_normal;
};

/* Lines of a paragraph that are equally wide: beside something that floats there are others than below it. */
struct paragraph_piece {
    PangoLayout *layout; /* the paragraph's text from `start` on, of which the piece has so many lines */
    size_t start;
    int lines;
    double x, y; /* where it is in the paragraph */
};

/* Does something for each line of a piece, with its number and an iterator of Pango at it. */
template <typename Work> void piece_lines(const paragraph_piece &piece, Work work)
{
    PangoLayoutIter *iterator = pango_layout_get_iter(piece.layout);
    int number = 0;
    do {
        work(number, iterator);
    } while (++number < piece.lines && pango_layout_iter_next_line(iterator));
    pango_layout_iter_free(iterator);
}

/* A paragraph has so many pieces at most; the last one has the rest of its lines. */
#define PIECES_MAX 8

/* An element in place of inline ones, which its parent had. */
class paragraph_box : public litehtml::html_tag {
public:
    /* `parent` has the inline elements. */
    paragraph_box(const std::shared_ptr<litehtml::document> &document, litehtml::element *parent, paragraph_content content);
    ~paragraph_box() override;

    bool is_replaced() const override { return true; }
    int render(int x, int y, int max_width, bool second_pass = false) override;
    void draw(litehtml::uint_ptr hdc, int x, int y, const litehtml::position *clip) override;

    const paragraph_content &content() const { return content_; }
    const std::vector<paragraph_piece> &pieces() const { return pieces_; }

    /* Where a reading stands in the paragraph, as its box, and its baseline. */
    struct place {
        double x, baseline, width, height;
    };
    place place_of(const paragraph_reading &reading) const;

private:
    void measure_pictures(int max_width);
    void clear_pieces();
    void add_piece(size_t start, double x, double y, int width);
    void lay_out_beside(const line_holder &holder, int x, int y, int max_width);
    /* The piece that has a place in the text. */
    const paragraph_piece &piece_at(size_t place) const;

    paragraph_content content_;
    PangoLayout *layout_ = nullptr; /* of all of the text */
    std::vector<paragraph_piece> pieces_;
    bool wraps_ = true;
};

/* Whether an element and all in it can be a part of a paragraph. */
bool paragraph_holds(const litehtml::element::ptr &element);

/* The name of a place to which links lead, as older books have it (HTML 4, 12.2). NULL: it is none. */
const char *name_of(const litehtml::element::ptr &element);

/* The number of an element; 0: the part has no such element. */
int number_of(const litehtml::element::ptr &element);

/* Whether a link leads to a note (EPUB Structural Semantics: noteref). */
bool is_noteref(const litehtml::element::ptr &link);

/* Adds an element to the content of a paragraph. */
void paragraph_add(paragraph_content *content, sheaf_document *document, const litehtml::element::ptr &element);

/* Ends the content: whether there is any, or a place to which links lead. */
bool paragraph_end(paragraph_content *content);

#endif
