/* SPDX-License-Identifier: Apache-2.0
 *
 * facefont.h: a font that a book brings, in a size, and the map of fonts that has it.
 */
#ifndef SHEAF_LAYOUT_FACEFONT_H
#define SHEAF_LAYOUT_FACEFONT_H

#include <cairo.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include <hb.h>
#include <pango/pango.h>

#include <cstdio>
#include <memory>
#include <string>

/* The file of a font. */
struct face_file {
    std::string bytes;
    FT_Library library = nullptr;
    FT_Face face = nullptr;

    ~face_file()
    {
        if (face != nullptr)
            FT_Done_Face(face);
        if (library != nullptr)
            FT_Done_FreeType(library);
    }
};

/* A face of a family that the book has. */
struct book_face {
    std::string family;
    bool is_bold, is_italic;
    std::shared_ptr<face_file> file;
    hb_face_t *shaped;
    cairo_font_face_t *drawn;
    PangoCoverage *coverage;
};

/* Registers a type of GObject. Its name is this library's alone: another provider of books may be in the process. */
inline GType facefont_register(const char *name, GType parent, size_t class_size, GClassInitFunc begin, size_t size)
{
    static const char library = 0;
    char unique[64];
    snprintf(unique, sizeof unique, "%s%p", name, static_cast<const void *>(&library));
    return g_type_register_static_simple(parent, unique, static_cast<guint>(class_size), begin, static_cast<guint>(size), nullptr,
                                         static_cast<GTypeFlags>(0));
}

/* The face in the size of a description. */
PangoFont *face_font_new(PangoFontMap *map, const book_face *face, const PangoFontDescription *wanted);

/* The face of such a font. */
const book_face *face_font_face(PangoFont *font);

#endif
