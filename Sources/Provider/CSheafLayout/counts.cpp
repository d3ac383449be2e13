/* SPDX-License-Identifier: Apache-2.0
 *
 * counts.cpp: keeps where the pages of a book are for when it is opened again (sheaf_host_services.kept), and believes that of a part only once it is
 * laid out: fonts and libraries may be others by then.
 */
#include "internal.h"

#include <pango/pangocairo.h>

#include <algorithm>
#include <cmath>

/* The form of what is kept, as GVariant has it: what it is of, and of each part how many letters it has, its pages and the places in it. */
#define KEPT_TYPE "(sa(xa(ddx)a{su}))"

/* The version of that, and of how pages are cut: to be counted up where one of them changes. */
#define KEPT_FORM 2

/* No part has more letters than this. */
#define CHARACTERS_MAX ((int64_t)1 << 40)

/* All that a count goes by, beside the fonts. */
static std::string subject_of(const sheaf_document *document)
{
    const looks &looks = document->looks;
    const page_size column = looks_column(looks);
    gchar *text = g_strdup_printf("%d %s %s %016" G_GINT64_MODIFIER "x %g %g %d\n", KEPT_FORM, pango_version_string(), cairo_version_string(),
                                  document->fingerprint, column.width, column.height, looks.columns);
    const std::string subject = text + looks_style(looks);
    g_free(text);
    return subject;
}

/* MARK: Keeping */

static GVariant *chapter_kept(const chapter &chapter)
{
    GVariantBuilder pages, anchors;
    g_variant_builder_init(&pages, G_VARIANT_TYPE("a(ddx)"));
    for (const chapter_page &page : chapter.pages)
        g_variant_builder_add(&pages, "(ddx)", page.top, page.bottom, page.position);
    g_variant_builder_init(&anchors, G_VARIANT_TYPE("a{su}"));
    for (const auto &anchor : chapter.anchors)
        g_variant_builder_add(&anchors, "{su}", anchor.first.c_str(), static_cast<guint32>(anchor.second));
    return g_variant_new("(xa(ddx)a{su})", chapter.characters, &pages, &anchors);
}

void counts_keep(sheaf_document *document, sheaf_request *request)
{
    GVariantBuilder chapters;
    g_variant_builder_init(&chapters, G_VARIANT_TYPE("a(xa(ddx)a{su})"));
    for (const chapter &each : document->chapters)
        g_variant_builder_add_value(&chapters, chapter_kept(each));
    GVariant *kept = g_variant_ref_sink(g_variant_new(KEPT_TYPE, subject_of(document).c_str(), &chapters));
    if (g_variant_get_size(kept) <= SHEAF_KEPT_MAX)
        document->plugin->services->keep(request, g_variant_get_data(kept), g_variant_get_size(kept));
    g_variant_unref(kept);
}

/* MARK: Finding */

/* Reads a part. False: it is none that has been counted. */
static bool read_chapter(GVariant *kept, chapter *chapter)
{
    GVariantIter *pages, *anchors;
    chapter_page page;
    const char *name;
    guint32 index;
    bool is_good = true;
    chapter->is_kept = true;
    g_variant_get(kept, "(xa(ddx)a{su})", &chapter->characters, &pages, &anchors);
    while (g_variant_iter_next(pages, "(ddx)", &page.top, &page.bottom, &page.position)) {
        const int64_t least = chapter->pages.empty() ? 0 : chapter->pages.back().position;
        is_good = is_good && std::isfinite(page.top) && std::isfinite(page.bottom) && page.top < page.bottom && page.position >= least &&
                  page.position < chapter->characters;
        chapter->pages.push_back(page);
    }
    while (g_variant_iter_next(anchors, "{&su}", &name, &index)) {
        is_good = is_good && index < chapter->pages.size();
        chapter->anchors[name] = static_cast<int>(index);
    }
    g_variant_iter_free(pages);
    g_variant_iter_free(anchors);
    return is_good && !chapter->pages.empty() && chapter->pages.size() <= PAGES_MAX && chapter->characters <= CHARACTERS_MAX;
}

void counts_find(sheaf_document *document, sheaf_request *request)
{
    uint64_t length = 0;
    const void *bytes = document->plugin->services->kept(request, &length);
    if (bytes == nullptr || length > SHEAF_KEPT_MAX)
        return;
    GVariant *kept = g_variant_ref_sink(g_variant_new_from_data(G_VARIANT_TYPE(KEPT_TYPE), bytes, length, FALSE, nullptr, nullptr));
    const char *subject;
    GVariantIter *chapters;
    GVariant *each;
    bool is_good = g_variant_is_normal_form(kept);
    g_variant_get(kept, "(&sa(xa(ddx)a{su}))", &subject, &chapters);
    is_good = is_good && subject_of(document) == subject && g_variant_iter_n_children(chapters) == static_cast<gsize>(document->book.part_count);
    while (is_good && (each = g_variant_iter_next_value(chapters)) != nullptr) {
        chapter next;
        is_good = read_chapter(each, &next);
        chapter_add(document, std::move(next));
        g_variant_unref(each);
    }
    if (!is_good)
        document->chapters.clear();
    g_variant_iter_free(chapters);
    g_variant_unref(kept);
}

/* MARK: Believing */

static bool is_same(const chapter &one, const chapter &other)
{
    const auto is_near = [](const chapter_page &a, const chapter_page &b) {
        return std::abs(a.top - b.top) < NEARLY && std::abs(a.bottom - b.bottom) < NEARLY && a.position == b.position;
    };
    return one.characters == other.characters && one.anchors == other.anchors &&
           std::equal(one.pages.begin(), one.pages.end(), other.pages.begin(), other.pages.end(), is_near);
}

bool counts_believe(sheaf_document *document, chapter *kept, const sheet *laid)
{
    if (!kept->is_kept)
        return true;
    chapter found;
    cut_pages(laid, laid->size.height, &found);
    kept->is_kept = !is_same(found, *kept);
    if (!kept->is_kept)
        return true;
    document->chapters.clear();
    sheaf_input_changed(&document->input);
    return false;
}
