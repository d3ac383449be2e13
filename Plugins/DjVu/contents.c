/* SPDX-License-Identifier: Apache-2.0
 *
 * contents.c: what a document says: the text and the links of its pages, its outline, its metadata. The library has them as
 * lists, which djvused(1) describes.
 */
#include "internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Deeper lists are cut off. */
#define DEPTH_MAX 64u

/* The longest line of text, in characters. */
#define LINE_MAX_CHARACTERS 8192u

/* A line of text as it is put together. */
typedef struct line {
    char *text;
    sheaf_box *boxes;
    size_t length, count;
    sheaf_box all;
} line;

/* A request for text. */
typedef struct reading {
    sheaf_document *document;
    sheaf_request *request;
    scan scan;
    line line;
    int32_t status;
} reading;

/* A rectangle of the page as it is stored, whose y goes up, in points of the page as it is shown. */
static sheaf_box box_of(const scan *scan, double x0, double y0, double x1, double y1)
{
    double box[4] = {x0, y0, x1, y1};
    /* As it is stored. */
    double width = scan->turns & 1 ? scan->height : scan->width, height = scan->turns & 1 ? scan->width : scan->height;
    for (int turn = 0; turn < scan->turns; turn++) {
        double turned[4] = {height - box[3], box[0], height - box[1], box[2]};
        memcpy(box, turned, sizeof box);
        double other = width;
        width = height;
        height = other;
    }
    double scale = POINTS / scan->dpi;
    return (sheaf_box){.x0 = (float)(box[0] * scale), .y0 = (float)((height - box[3]) * scale),
                       .x1 = (float)(box[2] * scale), .y1 = (float)((height - box[1]) * scale)};
}

static int is_number(miniexp_t value) { return miniexp_numberp(value) || miniexp_doublep(value); }

/* The numbers behind the first element of a list, from `first` on. 0 where they are not there. */
static int numbers(miniexp_t list, int first, int count, double *values)
{
    for (int i = 0; i < count; i++) {
        miniexp_t value = miniexp_nth(first + i, list);
        if (!is_number(value))
            return 0;
        values[i] = miniexp_to_double(value);
    }
    return 1;
}

/* Sets an item's target from the address in a list: "#12" or "#name" within the document, "#+1" from a page on (-1: there is none),
 * else an address. Returns 0 where that is empty. */
static int lead(sheaf_document *document, const char *address, int64_t from, sheaf_item *item)
{
    item->page = SHEAF_NO_PAGE;
    if (address == NULL || address[0] == 0)
        return 0;
    item->uri = address;
    item->key = sheaf_link_name(sheaf_link_kind_of(address));
    if (address[0] != '#')
        return 1;
    char *end = NULL;
    const int is_relative = from >= 0 && (address[1] == '+' || address[1] == '-');
    const long number = strtol(address + 1, &end, 10);
    const int64_t page = end == address + 1 || *end != 0 ? ddjvu_document_search_pageno(document->opened, address + 1)
                         : is_relative                   ? from + number
                                                         : number - 1;
    if (page >= 0 && page < document->count) {
        item->uri = NULL;
        item->page = page;
    }
    return 1;
}

/* MARK: Text */

/* How many characters a text in UTF-8 has. */
static size_t characters(const char *text)
{
    size_t count = 0;
    for (; *text != 0; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

static void add_word(reading *reading, const char *text, sheaf_box box)
{
    line *line = &reading->line;
    size_t length = strlen(text), count = characters(text);
    if (count == 0 || line->count + count + 1 > LINE_MAX_CHARACTERS)
        return;
    int is_first = line->count == 0;
    char *longer = realloc(line->text, line->length + length + 3);
    sheaf_box *more = longer == NULL ? NULL : realloc(line->boxes, (line->count + count + 1) * sizeof *more);
    if (longer != NULL)
        line->text = longer;
    if (more != NULL)
        line->boxes = more;
    if (longer == NULL || more == NULL) {
        reading->status = sheaf_fail(reading->document->plugin->services, reading->request, -ENOMEM,
                                     "not enough memory to read the text");
        return;
    }
    if (!is_first) {
        /* Between two words. */
        line->text[line->length++] = ' ';
        line->boxes[line->count++] = (sheaf_box){.x0 = line->all.x1, .y0 = box.y0, .x1 = box.x0, .y1 = box.y1};
    }
    memcpy(line->text + line->length, text, length + 1);
    line->length += length;
    for (size_t i = 0; i < count; i++) {
        float step = (box.x1 - box.x0) / (float)count;
        line->boxes[line->count++] = (sheaf_box){
            .x0 = box.x0 + step * (float)i, .y0 = box.y0, .x1 = box.x0 + step * (float)(i + 1), .y1 = box.y1};
    }
    if (is_first)
        line->all = box;
    line->all.x0 = line->all.x0 < box.x0 ? line->all.x0 : box.x0;
    line->all.y0 = line->all.y0 < box.y0 ? line->all.y0 : box.y0;
    line->all.x1 = line->all.x1 > box.x1 ? line->all.x1 : box.x1;
    line->all.y1 = line->all.y1 > box.y1 ? line->all.y1 : box.y1;
}

static void end_line(reading *reading)
{
    line *line = &reading->line;
    if (line->count == 0 || reading->status != 0)
        return;
    memcpy(line->text + line->length, "\n", 2);
    const sheaf_item item = {
        .size = sizeof item, .kind = SHEAF_ITEM_TEXT, .page = SHEAF_NO_PAGE,
        .x0 = line->all.x0, .y0 = line->all.y0, .x1 = line->all.x1, .y1 = line->all.y1,
        .text = line->text, .boxes = line->boxes, .box_count = line->count,
    };
    reading->status = reading->document->plugin->services->emit(reading->request, &item);
    line->length = line->count = 0;
}

/* (kind x0 y0 x1 y1 text-or-lists...) */
static void read_zone(reading *reading, miniexp_t zone, unsigned int depth)
{
    double place[4];
    if (reading->status != 0 || depth > DEPTH_MAX || !miniexp_consp(zone) || !miniexp_symbolp(miniexp_car(zone)) ||
        !numbers(zone, 1, 4, place))
        return;
    sheaf_box box = box_of(&reading->scan, place[0], place[1], place[2], place[3]);
    const char *kind = miniexp_to_name(miniexp_car(zone));
    int is_word = strcmp(kind, "word") == 0 || strcmp(kind, "char") == 0;
    for (miniexp_t rest = miniexp_cddr(miniexp_cdddr(zone)); miniexp_consp(rest); rest = miniexp_cdr(rest)) {
        miniexp_t part = miniexp_car(rest);
        if (miniexp_stringp(part))
            add_word(reading, miniexp_to_str(part), box);
        else
            read_zone(reading, part, depth + 1);
    }
    if (!is_word)
        end_line(reading);
}

int32_t provider_text(sheaf_document *document, sheaf_request *request, int64_t page)
{
    reading reading = {.document = document, .request = request};
    reading.status = document_scan(document, request, page, &reading.scan);
    if (reading.status != 0)
        return reading.status;
    miniexp_t text;
    while ((text = ddjvu_document_get_pagetext(document->opened, (int)page, "word")) == miniexp_dummy)
        if (document_wait(document, request) != 0)
            return SHEAF_CANCELLED;
    read_zone(&reading, text, 0);
    end_line(&reading);
    free(reading.line.text);
    free(reading.line.boxes);
    ddjvu_miniexp_release(document->opened, text);
    return reading.status;
}

/* MARK: Links */

/* (maparea address comment (shape numbers...) ...): the rectangle around its shape. 0 where there is none. */
static int area_of(miniexp_t area, double *box)
{
    miniexp_t shape = miniexp_nth(3, area);
    if (!miniexp_consp(shape) || !miniexp_symbolp(miniexp_car(shape)))
        return 0;
    if (strcmp(miniexp_to_name(miniexp_car(shape)), "poly") != 0) {
        if (!numbers(shape, 1, 4, box))
            return 0;
        box[2] += box[0];
        box[3] += box[1];
        return 1;
    }
    double point[2];
    for (int at = 1; numbers(shape, at, 2, point); at += 2)
        for (int side = 0; side < 2; side++) {
            if (at == 1 || point[side] < box[side])
                box[side] = point[side];
            if (at == 1 || point[side] > box[side + 2])
                box[side + 2] = point[side];
        }
    return miniexp_length(shape) > 4;
}

int32_t provider_links(sheaf_document *document, sheaf_request *request, int64_t page)
{
    scan scan;
    int32_t status = document_scan(document, request, page, &scan);
    if (status != 0)
        return status;
    miniexp_t annotations;
    while ((annotations = ddjvu_document_get_pageanno(document->opened, (int)page)) == miniexp_dummy)
        if (document_wait(document, request) != 0)
            return SHEAF_CANCELLED;
    miniexp_t *areas = ddjvu_anno_get_hyperlinks(annotations);
    for (size_t i = 0; areas != NULL && areas[i] != NULL && status == 0; i++) {
        miniexp_t address = miniexp_nth(1, areas[i]);
        /* (url address target) */
        if (miniexp_consp(address))
            address = miniexp_nth(1, address);
        double place[4];
        sheaf_item item = {.size = sizeof item, .kind = SHEAF_ITEM_LINK};
        if (!miniexp_stringp(address) || !lead(document, miniexp_to_str(address), page, &item) || !area_of(areas[i], place))
            continue;
        sheaf_box box = box_of(&scan, place[0], place[1], place[2], place[3]);
        item.x0 = box.x0;
        item.y0 = box.y0;
        item.x1 = box.x1;
        item.y1 = box.y1;
        status = document->plugin->services->emit(request, &item);
    }
    free(areas);
    ddjvu_miniexp_release(document->opened, annotations);
    return status;
}

/* MARK: Outline */

/* (title address lists...) */
static int32_t emit_entries(sheaf_document *document, sheaf_request *request, miniexp_t entries, uint32_t level)
{
    int32_t status = 0;
    for (; miniexp_consp(entries) && status == 0 && level <= DEPTH_MAX; entries = miniexp_cdr(entries)) {
        miniexp_t entry = miniexp_car(entries);
        miniexp_t title = miniexp_consp(entry) ? miniexp_car(entry) : miniexp_nil;
        if (!miniexp_stringp(title))
            continue;
        miniexp_t address = miniexp_nth(1, entry);
        sheaf_item item = {
            .size = sizeof item, .kind = SHEAF_ITEM_OUTLINE, .level = level, .text = miniexp_to_str(title)};
        lead(document, miniexp_stringp(address) ? miniexp_to_str(address) : NULL, -1, &item);
        status = document->plugin->services->emit(request, &item);
        if (status == 0)
            status = emit_entries(document, request, miniexp_cddr(entry), level + 1);
    }
    return status;
}

int32_t provider_outline(sheaf_document *document, sheaf_request *request)
{
    miniexp_t outline;
    while ((outline = ddjvu_document_get_outline(document->opened)) == miniexp_dummy)
        if (document_wait(document, request) != 0)
            return SHEAF_CANCELLED;
    int32_t status = miniexp_consp(outline) ? emit_entries(document, request, miniexp_cdr(outline), 0) : 0;
    ddjvu_miniexp_release(document->opened, outline);
    return status;
}

/* MARK: Metadata */

int32_t provider_metadata(sheaf_document *document, sheaf_request *request)
{
    /* Under the names of Dublin Core, as far as it has one for what the document says. */
    static const struct {
        const char *own, *key;
    } names[] = {{"title", "title"},   {"author", "creator"},   {"subject", "subject"}, {"publisher", "publisher"},
                 {"year", "date"},     {"note", "description"}, {"keywords", "subject"}, {"isbn", "identifier"},
                 {"editor", "contributor"}, {"CreationDate", "date"}};
    miniexp_t annotations;
    while ((annotations = ddjvu_document_get_anno(document->opened, 1)) == miniexp_dummy)
        if (document_wait(document, request) != 0)
            return SHEAF_CANCELLED;
    int32_t status = sheaf_emit_metadata(document->plugin->services, request, "format", "DjVu");
    miniexp_t *keys = ddjvu_anno_get_metadata_keys(annotations);
    for (size_t i = 0; keys != NULL && keys[i] != NULL && status == 0; i++) {
        const char *text = ddjvu_anno_get_metadata(annotations, keys[i]);
        for (size_t known = 0; text != NULL && known < sizeof names / sizeof names[0]; known++) {
            if (strcasecmp(miniexp_to_name(keys[i]), names[known].own) != 0)
                continue;
            status = sheaf_emit_metadata(document->plugin->services, request, names[known].key, text);
            break;
        }
    }
    free(keys);
    ddjvu_miniexp_release(document->opened, annotations);
    return status;
}
