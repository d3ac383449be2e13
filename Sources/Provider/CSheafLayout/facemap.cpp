/* SPDX-License-Identifier: Apache-2.0
 *
 * facemap.cpp: a map of fonts for Pango with those that a book brings. A host writes no files, and Pango 1.50 finds fonts in files alone: so
 * it asks the system's map, and puts fonts of its own before what that finds. FreeType opens them, WOFF too.
 */
#include "facefont.h"
#include "internal.h"

#include <cairo-ft.h>
#include <hb-ft.h>
#include <pango/pangocairo.h>

namespace {

const cairo_user_data_key_t file_key = {0};

void drop_file(void *file)
{
    delete static_cast<std::shared_ptr<face_file> *>(file);
}

/* MARK: What a description stands for: a font of the book, and what the system has for it */

struct FaceSet {
    PangoFontset parent;
    PangoFont *first;
    PangoFontset *others;
    PangoLanguage *language;
};

struct FaceSetClass {
    PangoFontsetClass parent;
};

gpointer face_set_parent_class;

GType face_set_get_type(void);

FaceSet *set_of(PangoFontset *set)
{
    return reinterpret_cast<FaceSet *>(set);
}

PangoFont *face_set_get_font(PangoFontset *set, guint character)
{
    FaceSet *at = set_of(set);
    if (pango_coverage_get(face_font_face(at->first)->coverage, static_cast<int>(character)) == PANGO_COVERAGE_EXACT)
        return static_cast<PangoFont *>(g_object_ref(at->first));
    return pango_fontset_get_font(at->others, character);
}

PangoFontMetrics *face_set_get_metrics(PangoFontset *set)
{
    return pango_font_get_metrics(set_of(set)->first, set_of(set)->language);
}

PangoLanguage *face_set_get_language(PangoFontset *set)
{
    return set_of(set)->language;
}

void face_set_foreach(PangoFontset *set, PangoFontsetForeachFunc visit, gpointer data)
{
    if (!visit(set, set_of(set)->first, data))
        pango_fontset_foreach(set_of(set)->others, visit, data);
}

void face_set_finalize(GObject *object)
{
    FaceSet *set = reinterpret_cast<FaceSet *>(object);
    g_object_unref(set->first);
    g_object_unref(set->others);
    G_OBJECT_CLASS(face_set_parent_class)->finalize(object);
}

void face_set_class_init(gpointer table, gpointer)
{
    FaceSetClass *type = static_cast<FaceSetClass *>(table);
    face_set_parent_class = g_type_class_peek_parent(table);
    G_OBJECT_CLASS(type)->finalize = face_set_finalize;
    type->parent.get_font = face_set_get_font;
    type->parent.get_metrics = face_set_get_metrics;
    type->parent.get_language = face_set_get_language;
    type->parent.foreach = face_set_foreach;
}

GType face_set_get_type(void)
{
    static const GType type = facefont_register("FaceSet", PANGO_TYPE_FONTSET, sizeof(FaceSetClass), face_set_class_init, sizeof(FaceSet));
    return type;
}

/* MARK: The map */

struct FaceMap {
    PangoFontMap parent;
    PangoFontMap *system;
    std::vector<std::unique_ptr<book_face>> *faces;
    std::map<std::string, PangoFontset *> *sets; /* by what they stand for */
    guint serial;
};

struct FaceMapClass {
    PangoFontMapClass parent;
};

gpointer face_map_parent_class;

GType face_map_get_type(void);

FaceMap *map_of(PangoFontMap *map)
{
    return reinterpret_cast<FaceMap *>(map);
}

/* The face of the book that is next to a description; NULL: it asks for none of its families. */
const book_face *find_face(FaceMap *map, const PangoFontDescription *wanted)
{
    const char *names = pango_font_description_get_family(wanted);
    const bool is_bold = pango_font_description_get_weight(wanted) >= PANGO_WEIGHT_SEMIBOLD;
    const bool is_italic = pango_font_description_get_style(wanted) != PANGO_STYLE_NORMAL;
    const book_face *best = nullptr;
    int least = 4;
    gchar **families = g_strsplit(names == nullptr ? "" : names, ",", -1);
    for (gchar **family = families; *family != nullptr && best == nullptr; family++) {
        g_strstrip(*family);
        for (const auto &face : *map->faces) {
            const int distance = 2 * (face->is_italic != is_italic) + (face->is_bold != is_bold);
            if (g_ascii_strcasecmp(face->family.c_str(), *family) == 0 && distance < least) {
                best = face.get();
                least = distance;
            }
        }
    }
    g_strfreev(families);
    return best;
}

PangoFontset *face_map_load_fontset(PangoFontMap *base, PangoContext *context, const PangoFontDescription *wanted, PangoLanguage *language)
{
    FaceMap *map = map_of(base);
    PangoFontset *system = pango_font_map_load_fontset(map->system, context, wanted, language);
    const book_face *face = find_face(map, wanted);
    if (face == nullptr)
        return system;
    gchar *text = pango_font_description_to_string(wanted);
    const std::string key = std::string(text) + "@" + pango_language_to_string(language);
    g_free(text);
    PangoFontset *&kept = (*map->sets)[key];
    if (kept == nullptr) {
        FaceSet *set = static_cast<FaceSet *>(g_object_new(face_set_get_type(), nullptr));
        set->first = face_font_new(&map->parent, face, wanted);
        set->others = static_cast<PangoFontset *>(g_object_ref(system));
        set->language = language;
        kept = &set->parent;
    }
    g_object_unref(system);
    return static_cast<PangoFontset *>(g_object_ref(kept));
}

PangoFont *face_map_load_font(PangoFontMap *base, PangoContext *context, const PangoFontDescription *wanted)
{
    FaceMap *map = map_of(base);
    const book_face *face = find_face(map, wanted);
    return face == nullptr ? pango_font_map_load_font(map->system, context, wanted) : face_font_new(&map->parent, face, wanted);
}

void face_map_list_families(PangoFontMap *map, PangoFontFamily ***families, int *count)
{
    pango_font_map_list_families(map_of(map)->system, families, count);
}

guint face_map_get_serial(PangoFontMap *map)
{
    return map_of(map)->serial;
}

/* Lets go of the sets: those of before know nothing of what was added. */
void forget_sets(FaceMap *map)
{
    for (auto &set : *map->sets)
        g_object_unref(set.second);
    map->sets->clear();
}

void face_map_finalize(GObject *object)
{
    FaceMap *map = reinterpret_cast<FaceMap *>(object);
    forget_sets(map);
    for (const auto &face : *map->faces) {
        hb_face_destroy(face->shaped);
        cairo_font_face_destroy(face->drawn);
        g_object_unref(face->coverage);
    }
    delete map->sets;
    delete map->faces;
    g_object_unref(map->system);
    G_OBJECT_CLASS(face_map_parent_class)->finalize(object);
}

void face_map_class_init(gpointer table, gpointer)
{
    FaceMapClass *type = static_cast<FaceMapClass *>(table);
    face_map_parent_class = g_type_class_peek_parent(table);
    G_OBJECT_CLASS(type)->finalize = face_map_finalize;
    type->parent.load_font = face_map_load_font;
    type->parent.load_fontset = face_map_load_fontset;
    type->parent.list_families = face_map_list_families;
    type->parent.get_serial = face_map_get_serial;
}

GType face_map_get_type(void)
{
    static const GType type = facefont_register("FaceMap", PANGO_TYPE_FONT_MAP, sizeof(FaceMapClass), face_map_class_init, sizeof(FaceMap));
    return type;
}

/* The characters that a face has. */
PangoCoverage *coverage_of(hb_face_t *face)
{
    PangoCoverage *coverage = pango_coverage_new();
    hb_set_t *characters = hb_set_create();
    hb_face_collect_unicodes(face, characters);
    for (hb_codepoint_t at = HB_SET_VALUE_INVALID; hb_set_next(characters, &at);)
        pango_coverage_set(coverage, static_cast<int>(at), PANGO_COVERAGE_EXACT);
    hb_set_destroy(characters);
    return coverage;
}

} // namespace

PangoFontMap *facefont_map_new(void)
{
    FaceMap *map = static_cast<FaceMap *>(g_object_new(face_map_get_type(), nullptr));
    map->system = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(map->system), 72);
    map->faces = new std::vector<std::unique_ptr<book_face>>;
    map->sets = new std::map<std::string, PangoFontset *>;
    map->serial = 1;
    return &map->parent;
}

bool facefont_add(PangoFontMap *base, const std::string &family, bool is_bold, bool is_italic, std::string bytes)
{
    FaceMap *map = map_of(base);
    const auto file = std::make_shared<face_file>();
    file->bytes = std::move(bytes);
    if (FT_Init_FreeType(&file->library) != 0 ||
        FT_New_Memory_Face(file->library, reinterpret_cast<const FT_Byte *>(file->bytes.data()), static_cast<FT_Long>(file->bytes.size()),
                           0, &file->face) != 0 ||
        !FT_IS_SCALABLE(file->face))
        return false;
    auto face = std::make_unique<book_face>(book_face{family, is_bold, is_italic, file, nullptr, nullptr, nullptr});
    face->shaped = hb_ft_face_create_referenced(file->face);
    face->drawn = cairo_ft_font_face_create_for_ft_face(file->face, 0);
    /* cairo may keep the face longer than the document does. */
    cairo_font_face_set_user_data(face->drawn, &file_key, new std::shared_ptr<face_file>(file), drop_file);
    face->coverage = coverage_of(face->shaped);
    map->faces->push_back(std::move(face));
    map->serial++;
    forget_sets(map);
    pango_font_map_changed(base);
    return true;
}
