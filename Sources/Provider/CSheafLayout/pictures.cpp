/* SPDX-License-Identifier: Apache-2.0
 *
 * pictures.cpp: the pictures and drawings of a book, decoded by libvips and drawn by librsvg.
 */
#include "internal.h"

#include <librsvg/rsvg.h>
#include <sheaf_vips.h>
#include <vips/vips.h>

#include <algorithm>
#include <cmath>
#include <cstring>

/* So many bytes of decoded pictures are kept. */
#define KEPT_MAX ((size_t)64 << 20)

/* A picture has at most so many pixels. */
#define PIXELS_MAX ((uint64_t)400 * 1000 * 1000)

/* The size of a drawing that says none (CSS 2.2, 10.3.2). */
static const picture_size default_size = {300, 150};

/* MARK: Bytes */

static bool is_drawing(const std::string &key, const std::string &bytes)
{
    const std::string start = bytes.substr(0, 512);
    return key.compare(0, 4, "svg:") == 0 || start.find("<svg") != std::string::npos ||
           (g_str_has_suffix(key.c_str(), ".svg") && start.find('<') != std::string::npos);
}

static std::string bytes_of(sheaf_document *document, const sheet *sheet, const std::string &key)
{
    if (key.compare(0, 4, "svg:") == 0) {
        const size_t number = static_cast<size_t>(atoi(key.c_str() + 4));
        return number < sheet->drawings.size() ? sheet->drawings[number] : "";
    }
    const size_t comma = key.compare(0, 5, "data:") == 0 ? key.find(',') : std::string::npos;
    if (comma == std::string::npos)
        return file_read(document, key);
    if (key.rfind(";base64", comma) == std::string::npos) {
        GBytes *plain = g_uri_unescape_bytes(key.c_str() + comma + 1, -1, nullptr, nullptr);
        if (plain == nullptr)
            return "";
        gsize length = 0;
        const char *data = static_cast<const char *>(g_bytes_get_data(plain, &length));
        std::string bytes(data == nullptr ? "" : data, length);
        g_bytes_unref(plain);
        return bytes;
    }
    gsize length = 0;
    guchar *decoded = g_base64_decode(key.c_str() + comma + 1, &length);
    std::string bytes(reinterpret_cast<char *>(decoded), length);
    g_free(decoded);
    return bytes;
}

/* MARK: Sizes */

static RsvgHandle *open_drawing(const std::string &bytes)
{
    RsvgHandle *handle = rsvg_handle_new_from_data(reinterpret_cast<const guint8 *>(bytes.data()), bytes.size(), nullptr);
    if (handle != nullptr)
        rsvg_handle_set_dpi(handle, 96);
    return handle;
}

static picture_size measure_drawing(const std::string &bytes)
{
    RsvgHandle *handle = open_drawing(bytes);
    if (handle == nullptr)
        return {0, 0};
    gboolean has_width = FALSE, has_height = FALSE, has_box = FALSE;
    RsvgLength width = {}, height = {};
    RsvgRectangle box = {};
    gdouble pixel_width = 0, pixel_height = 0;
    rsvg_handle_get_intrinsic_dimensions(handle, &has_width, &width, &has_height, &height, &has_box, &box);
    const bool is_sized = rsvg_handle_get_intrinsic_size_in_pixels(handle, &pixel_width, &pixel_height);
    g_object_unref(handle);
    if (is_sized && pixel_width >= 1 && pixel_height >= 1 && pixel_width <= EDGE_MAX && pixel_height <= EDGE_MAX)
        return {static_cast<int>(std::lround(pixel_width)), static_cast<int>(std::lround(pixel_height))};
    if (has_box && box.width >= 1 && box.height >= 1 && box.width <= EDGE_MAX && box.height <= EDGE_MAX)
        return {static_cast<int>(std::lround(box.width)), static_cast<int>(std::lround(box.height))};
    return default_size;
}

picture_size picture_measure(sheaf_document *document, const sheet *sheet, const std::string &key)
{
    const auto known = document->picture_sizes.find(key);
    const bool is_own = key.compare(0, 4, "svg:") == 0;
    if (!is_own && known != document->picture_sizes.end())
        return known->second;
    const std::string bytes = bytes_of(document, sheet, key);
    picture_size size = {0, 0};
    if (bytes.empty())
        return size;
    if (is_drawing(key, bytes)) {
        size = measure_drawing(bytes);
    } else if (sheaf_vips_start("sheaf-book")) {
        if (VipsImage *image = vips_image_new_from_buffer(bytes.data(), bytes.size(), "", nullptr)) {
            size = {vips_image_get_width(image), vips_image_get_page_height(image)};
            if (vips_image_get_orientation_swap(image))
                std::swap(size.width, size.height);
            g_object_unref(image);
        }
        vips_error_clear();
    }
    if (!is_own)
        document->picture_sizes[key] = size;
    return size;
}

/* MARK: Drawing */

static void paint_drawing(const std::string &bytes, cairo_t *cairo, double x, double y, double width, double height)
{
    RsvgHandle *handle = open_drawing(bytes);
    if (handle == nullptr)
        return;
    const RsvgRectangle viewport = {x, y, width, height};
    rsvg_handle_render_document(handle, cairo, &viewport, nullptr);
    g_object_unref(handle);
}

static void destroy_pixels(void *pixels)
{
    g_free(pixels);
}

/* The pixels of a picture as cairo has them. NULL: it can't be decoded. */
static cairo_surface_t *surface_of(VipsImage *image)
{
    VipsImage *colours = nullptr, *bytes = nullptr, *full = nullptr;
    cairo_surface_t *surface = nullptr;
    size_t length = 0;
    unsigned char *pixels = nullptr;
    if (vips_colourspace(image, &colours, VIPS_INTERPRETATION_sRGB, nullptr) == 0 && vips_cast_uchar(colours, &bytes, nullptr) == 0 &&
        (vips_image_hasalpha(bytes) ? vips_copy(bytes, &full, nullptr) : vips_addalpha(bytes, &full, nullptr)) == 0 &&
        vips_image_get_bands(full) == 4)
        pixels = static_cast<unsigned char *>(vips_image_write_to_memory(full, &length));
    if (pixels != nullptr) {
        /* cairo's pixels are premultiplied, blue first. */
        for (size_t i = 0; i + 3 < length; i += 4) {
            const unsigned alpha = pixels[i + 3], red = pixels[i], green = pixels[i + 1], blue = pixels[i + 2];
            pixels[i] = static_cast<unsigned char>((blue * alpha + 127) / 255);
            pixels[i + 1] = static_cast<unsigned char>((green * alpha + 127) / 255);
            pixels[i + 2] = static_cast<unsigned char>((red * alpha + 127) / 255);
        }
        static const cairo_user_data_key_t owner = {0};
        const int width = vips_image_get_width(full), height = vips_image_get_height(full);
        surface = cairo_image_surface_create_for_data(pixels, CAIRO_FORMAT_ARGB32, width, height, 4 * width);
        cairo_surface_set_user_data(surface, &owner, pixels, destroy_pixels);
    }
    for (VipsImage *each : {colours, bytes, full})
        if (each != nullptr)
            g_object_unref(each);
    return surface;
}

static size_t size_of_surface(cairo_surface_t *surface)
{
    return static_cast<size_t>(cairo_image_surface_get_stride(surface)) * static_cast<size_t>(cairo_image_surface_get_height(surface));
}

/* Keeps a picture, and lets go of those that were used longest ago. */
static void keep(sheaf_document *document, const std::string &key, cairo_surface_t *surface)
{
    std::vector<kept_picture> &kept = document->kept;
    size_t total = size_of_surface(surface);
    kept.push_back({key, cairo_surface_reference(surface), ++document->clock});
    std::sort(kept.begin(), kept.end(), [](const kept_picture &a, const kept_picture &b) { return a.used > b.used; });
    for (size_t i = 1; i < kept.size(); i++) {
        total += size_of_surface(kept[i].surface);
        while (i < kept.size() && total > KEPT_MAX) {
            total -= size_of_surface(kept.back().surface);
            cairo_surface_destroy(kept.back().surface);
            kept.pop_back();
        }
    }
}

/* A picture in at least so many pixels, as far as it has them. NULL: it can't be decoded. */
static cairo_surface_t *load(sheaf_document *document, const std::string &key, const std::string &bytes, int width, int height)
{
    const std::string name = key + "@" + std::to_string(width) + "x" + std::to_string(height);
    for (kept_picture &each : document->kept)
        if (each.key == name) {
            each.used = ++document->clock;
            return cairo_surface_reference(each.surface);
        }
    VipsImage *image = nullptr;
    cairo_surface_t *surface = nullptr;
    if (vips_thumbnail_buffer(const_cast<char *>(bytes.data()), bytes.size(), &image, width, "height", height, "size", VIPS_SIZE_FORCE,
                              nullptr) == 0) {
        surface = surface_of(image);
        g_object_unref(image);
    }
    vips_error_clear();
    if (surface != nullptr)
        keep(document, name, surface);
    return surface;
}

void picture_draw(sheaf_document *document, const sheet *sheet, const std::string &key, cairo_t *cairo, double x, double y, double width,
                  double height)
{
    const std::string bytes = bytes_of(document, sheet, key);
    if (bytes.empty() || width <= 0 || height <= 0)
        return;
    if (is_drawing(key, bytes)) {
        paint_drawing(bytes, cairo, x, y, width, height);
        return;
    }
    const picture_size whole = picture_measure(document, sheet, key);
    double across = width, unused = 0, zero = 0, down = height;
    cairo_user_to_device_distance(cairo, &across, &unused);
    cairo_user_to_device_distance(cairo, &zero, &down);
    const int columns = std::min(whole.width, static_cast<int>(std::ceil(std::hypot(across, unused))));
    const int rows = std::min(whole.height, static_cast<int>(std::ceil(std::hypot(zero, down))));
    if (columns < 1 || rows < 1 || static_cast<uint64_t>(columns) * static_cast<uint64_t>(rows) > PIXELS_MAX)
        return;
    cairo_surface_t *surface = load(document, key, bytes, columns, rows);
    if (surface == nullptr)
        return;
    cairo_save(cairo);
    cairo_rectangle(cairo, x, y, width, height);
    cairo_clip(cairo);
    cairo_translate(cairo, x, y);
    cairo_scale(cairo, width / columns, height / rows);
    cairo_set_source_surface(cairo, surface, 0, 0);
    /* The edge is not mixed with what is beside it. */
    cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD);
    cairo_paint(cairo);
    cairo_restore(cairo);
    cairo_surface_destroy(surface);
}

void pictures_drop(sheaf_document *document)
{
    for (kept_picture &each : document->kept)
        cairo_surface_destroy(each.surface);
    document->kept.clear();
}
