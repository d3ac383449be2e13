/* SPDX-License-Identifier: Apache-2.0
 *
 * destinations.c: which page of a PDF an object is, and what its named destinations are.
 *
 * MuPDF's own look-ups throw where one page is missing from the tree, take a page without a parent for the first one, and look only
 * into one of the two places that have names. Both tables are read once, when the first destination needs them.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* The nodes of a tree in nodes: deeper ones are left out. */
#define DEPTH_MAX 64

/* The most named destinations: a hostile document shall not fill the memory. */
#define NAMES_MAX 1048576

/* A destination's name leads to another one at most so often. */
#define NAMES_IN_TURN_MAX 8

/* MARK: Pages */

static void add_page(fz_context *context, destinations *destinations, pdf_obj *page)
{
    if (destinations->page_count == destinations->page_room) {
        const int room = destinations->page_room == 0 ? 64 : 2 * destinations->page_room;
        destinations->pages = fz_realloc_array(context, destinations->pages, (size_t)room, page_number);
        destinations->page_room = room;
    }
    destinations->pages[destinations->page_count] = (page_number){pdf_to_num(context, page), destinations->page_count};
    destinations->page_count++;
}

/* Whether a node of the page tree has others below it, as MuPDF tells it when it looks for a page. */
static int has_pages(fz_context *context, pdf_obj *node)
{
    pdf_obj *type = pdf_dict_get(context, node, PDF_NAME(Type));
    return type != NULL ? pdf_name_eq(context, type, PDF_NAME(Pages))
                        : pdf_dict_get(context, node, PDF_NAME(Kids)) != NULL &&
                              pdf_dict_get(context, node, PDF_NAME(MediaBox)) == NULL;
}

/* Adds the pages below a node. */
static void read_pages(fz_context *context, destinations *destinations, pdf_obj *node, pdf_mark_bits *seen, int most,
                       int depth)
{
    pdf_obj *kids = pdf_dict_get(context, node, PDF_NAME(Kids));
    const int before = destinations->page_count;
    if (depth >= DEPTH_MAX || pdf_mark_bits_set(context, seen, node) || pdf_mark_bits_set(context, seen, kids)) {
        destinations->is_doubtful = 1;
        return;
    }
    for (int i = 0, n = pdf_array_len(context, kids); i < n && destinations->page_count < most; i++) {
        pdf_obj *kid = pdf_array_get(context, kids, i);
        if (has_pages(context, kid))
            read_pages(context, destinations, kid, seen, most, depth + 1);
        else
            add_page(context, destinations, kid);
    }
    if (pdf_dict_get_int(context, node, PDF_NAME(Count)) != destinations->page_count - before)
        destinations->is_doubtful = 1;
}

static int compare_pages(const void *left, const void *right)
{
    const page_number *a = left, *b = right;
    if (a->object != b->object)
        return a->object < b->object ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

/* The index of the page that an object is; -1: of none. Throws. */
static int find_page(fz_context *context, sheaf_document *document, pdf_document *pdf, pdf_obj *page)
{
    destinations *destinations = &document->destinations;
    const int object = pdf_to_num(context, page);
    int low = 0, high = destinations->page_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (destinations->pages[middle].object < object)
            low = middle + 1;
        else
            high = middle;
    }
    if (object <= 0 || low == destinations->page_count || destinations->pages[low].object != object)
        return -1;
    const int index = destinations->pages[low].index;
    /* Where counts in the tree are wrong, MuPDF may show another page at that index. */
    if (destinations->is_doubtful && pdf_to_num(context, pdf_lookup_page_obj(context, pdf, index)) != object)
        return -1;
    return index;
}

/* MARK: Names */

/* Adds the names below a node of the name tree (ISO 32000-1, 7.9.6). */
static void read_names(fz_context *context, destinations *destinations, pdf_obj *node, pdf_mark_bits *seen, int depth)
{
    pdf_obj *kids = pdf_dict_get(context, node, PDF_NAME(Kids));
    pdf_obj *names = pdf_dict_get(context, node, PDF_NAME(Names));
    if (depth >= DEPTH_MAX || pdf_mark_bits_set(context, seen, node) || pdf_mark_bits_set(context, seen, kids))
        return;
    for (int i = 0, n = pdf_array_len(context, kids); i < n && destinations->name_count < NAMES_MAX; i++)
        read_names(context, destinations, pdf_array_get(context, kids, i), seen, depth + 1);
    for (int i = 0, n = pdf_array_len(context, names); i + 1 < n && destinations->name_count < NAMES_MAX; i++) {
        pdf_obj *key = pdf_resolve_indirect_chain(context, pdf_array_get(context, names, i));
        /* One that has lost its value, or a value its name: the pairs go on behind it. */
        if (!pdf_is_string(context, key) || pdf_is_string(context, pdf_array_get(context, names, i + 1)))
            continue;
        if (destinations->name_count == destinations->name_room) {
            const int room = destinations->name_room == 0 ? 64 : 2 * destinations->name_room;
            destinations->names = fz_realloc_array(context, destinations->names, (size_t)room, destination_name);
            destinations->name_room = room;
        }
        destination_name *name = &destinations->names[destinations->name_count++];
        name->bytes = pdf_to_string(context, key, &name->length);
        name->order = destinations->name_count;
        name->key = pdf_keep_obj(context, key);
        name->value = pdf_keep_obj(context, pdf_array_get(context, names, ++i));
    }
}

static int compare_bytes(const destination_name *a, const destination_name *b)
{
    const int order = memcmp(a->bytes, b->bytes, a->length < b->length ? a->length : b->length);
    return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

static int compare_names(const void *left, const void *right)
{
    const destination_name *a = left, *b = right;
    const int order = compare_bytes(a, b);
    return order != 0 ? order : (a->order > b->order) - (a->order < b->order);
}

/* Returns the destination of a name in the name tree, or NULL. */
static pdf_obj *find_name(const destinations *destinations, const char *bytes, size_t length)
{
    const destination_name wanted = {.bytes = bytes, .length = length};
    int low = 0, high = destinations->name_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (compare_bytes(&destinations->names[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == destinations->name_count || compare_bytes(&destinations->names[low], &wanted) != 0)
        return NULL;
    return destinations->names[low].value;
}

/* MARK: Both */

/* Reads both tables, where that is not done. Throws. */
static void destinations_read(fz_context *context, sheaf_document *document, pdf_document *pdf)
{
    destinations *destinations = &document->destinations;
    if (destinations->read)
        return;
    destinations_drop(context, destinations);
    pdf_obj *root = pdf_dict_get(context, pdf_trailer(context, pdf), PDF_NAME(Root));
    pdf_obj *names = pdf_dict_get(context, root, PDF_NAME(Names));
    const int pages = pdf_count_pages(context, pdf);
    pdf_mark_bits *seen = pdf_new_mark_bits(context, pdf);
    fz_try(context)
    {
        read_pages(context, destinations, pdf_dict_get(context, root, PDF_NAME(Pages)), seen, pages, 0);
        pdf_mark_bits_reset(context, seen);
        read_names(context, destinations, pdf_dict_get(context, names, PDF_NAME(Dests)), seen, 0);
        destinations->read = 1;
    }
    fz_always(context)
        pdf_drop_mark_bits(context, seen);
    fz_catch(context)
        fz_rethrow(context);
    if (destinations->page_count > 0)
        qsort(destinations->pages, (size_t)destinations->page_count, sizeof *destinations->pages, compare_pages);
    if (destinations->name_count > 0)
        qsort(destinations->names, (size_t)destinations->name_count, sizeof *destinations->names, compare_names);
}

void destinations_drop(fz_context *context, destinations *destinations)
{
    for (int i = 0; i < destinations->name_count; i++) {
        pdf_drop_obj(context, destinations->names[i].key);
        pdf_drop_obj(context, destinations->names[i].value);
    }
    fz_free(context, destinations->names);
    fz_free(context, destinations->pages);
    *destinations = (struct destinations){0};
}

/* Returns the destination of a name's bytes, or NULL. `is_name`: the document has it as a name, and not as a string.
 * Throws. */
static pdf_obj *look_up(fz_context *context, const sheaf_document *document, pdf_document *pdf, const char *bytes,
                        size_t length, int is_name)
{
    pdf_obj *root = pdf_dict_get(context, pdf_trailer(context, pdf), PDF_NAME(Root));
    pdf_obj *old = strlen(bytes) == length ? pdf_dict_gets(context, pdf_dict_get(context, root, PDF_NAME(Dests)), bytes)
                                           : NULL;
    pdf_obj *found = find_name(&document->destinations, bytes, length);
    /* PDF 1.1 has names and a dictionary, later ones strings and a tree. */
    return is_name ? (old != NULL ? old : found) : (found != NULL ? found : old);
}

/* The point of a destination on its page, from the top left; what it leaves open is 0. Throws. */
static fz_point find_point(fz_context *context, pdf_obj *destination, pdf_obj *page)
{
    const char *type = pdf_to_name(context, pdf_array_get(context, destination, 1));
    fz_rect box = fz_empty_rect;
    fz_matrix transform = fz_identity;
    float numbers[4] = {0};
    int given[4] = {0};
    for (int i = 0; i < 4; i++) {
        pdf_obj *number = pdf_array_get(context, destination, 2 + i);
        given[i] = pdf_is_number(context, number);
        numbers[i] = given[i] ? pdf_to_real(context, number) : 0;
    }
    pdf_page_obj_transform(context, page, &box, &transform);
    fz_point point = {0, 0};
    if (strcmp(type, "FitH") == 0 || strcmp(type, "FitBH") == 0) {
        point.y = given[0] ? fz_transform_point_xy(0, numbers[0], transform).y : 0;
    } else if (strcmp(type, "FitV") == 0 || strcmp(type, "FitBV") == 0) {
        point.x = given[0] ? fz_transform_point_xy(numbers[0], 0, transform).x : 0;
    } else if (strcmp(type, "FitR") == 0) {
        const fz_rect shown = {numbers[0], numbers[1], numbers[2], numbers[3]};
        const fz_rect there = fz_transform_rect(shown, transform);
        point = fz_make_point(fz_min(there.x0, there.x1), fz_min(there.y0, there.y1));
    } else if (strncmp(type, "Fit", 3) != 0) {
        const fz_point there = fz_transform_point_xy(numbers[0], numbers[1], transform);
        point = fz_make_point(given[0] ? there.x : 0, given[1] ? there.y : 0);
    }
    return point;
}

int destination_of_index(fz_context *context, pdf_document *pdf, int64_t index)
{
    return index >= 0 && index < pdf_count_pages(context, pdf) ? (int)index : -1;
}

int destination_find(fz_context *context, sheaf_document *document, pdf_document *pdf, pdf_obj *object, fz_point *point)
{
    destinations_read(context, document, pdf);
    for (int turns = 0; turns < NAMES_IN_TURN_MAX; turns++) {
        if (pdf_is_name(context, object)) {
            const char *name = pdf_to_name(context, object);
            object = look_up(context, document, pdf, name, strlen(name), 1);
        } else if (pdf_is_string(context, object)) {
            size_t length = 0;
            const char *bytes = pdf_to_string(context, object, &length);
            object = look_up(context, document, pdf, bytes, length, 0);
        } else if (pdf_is_array(context, object)) {
            pdf_obj *page = pdf_array_get(context, object, 0);
            const int is_index = pdf_is_int(context, page);
            const int index = is_index ? destination_of_index(context, pdf, pdf_to_int64(context, page))
                                       : find_page(context, document, pdf, page);
            if (index >= 0)
                *point = find_point(context, object, is_index ? pdf_lookup_page_obj(context, pdf, index) : page);
            return index;
        } else if (pdf_is_dict(context, object)) {
            object = pdf_dict_get(context, object, PDF_NAME(D));
        } else {
            return -1;
        }
    }
    return -1;
}

int destination_find_name(fz_context *context, sheaf_document *document, pdf_document *pdf, const char *name,
                          fz_point *point)
{
    destinations_read(context, document, pdf);
    pdf_obj *object = look_up(context, document, pdf, name, strlen(name), 0);
    return object == NULL ? -1 : destination_find(context, document, pdf, object, point);
}
