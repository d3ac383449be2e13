/* SPDX-License-Identifier: Apache-2.0
 *
 * package.c: the package document of an EPUB (EPUB 3.3, 5): what files it lists, and which of them are read in which order.
 */
#include "sheaf_book.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* How many files may stand in for each other. */
#define FALLBACKS_MAX 16

typedef struct manifest_item {
    const char *id, *href, *type, *properties, *fallback;
} manifest_item;

typedef struct spine_item {
    const char *id, *properties, *reference; /* of the item that it names, its own, its own */
    int step;
} spine_item;

typedef struct package {
    book *book;
    const book_files *files;
    const char *path;
    manifest_item *items;
    int item_count, item_room;
    const manifest_item **by_id; /* the items, sorted */
    spine_item *spine;
    int spine_count, spine_room;
    const char *ncx;               /* the id that the spine names */
    const char *cover, *start;     /* what its guide leads to (OPF 2.0.1, 2.6), or NULL */
    const char *unique_identifier; /* the id of that identifier */
    const char **field;            /* the value whose text comes, or NULL */
    int is_identifier;             /* that is an identifier with the id that was named */
    markup_text text;
    int depth, child, grandchild; /* where it is read: in how many elements, and which of theirs it is */
} package;

static const char *copied(package *at, const char *text)
{
    return book_string(at->book, text, strlen(text));
}

static const char **field_of_meta(book *book, const char *name)
{
    return strcmp(name, "rendition:layout") == 0       ? &book->layout
           : strcmp(name, "rendition:spread") == 0     ? &book->spread
           : strcmp(name, "primary-writing-mode") == 0 ? &book->writing_mode
           : strcmp(name, "rendition:viewport") == 0   ? &book->viewport
           : strcmp(name, "original-resolution") == 0  ? &book->resolution
           : strcmp(name, "fixed-layout") == 0         ? &book->fixed_layout
                                                       : NULL;
}

/* A `meta`: <meta property="name">value</meta>, in EPUB 2 <meta name="name" content="value"/>. */
static void begin_meta(package *at, const char **attributes)
{
    const char **field = field_of_meta(at->book, markup_attribute(attributes, "name"));
    if (field != NULL)
        *field = copied(at, markup_attribute(attributes, "content"));
    /* One that refines another one is not about the book. */
    else if (markup_attribute(attributes, "refines")[0] == 0)
        at->field = field_of_meta(at->book, markup_attribute(attributes, "property"));
}

static void add_item(package *at, const char **attributes)
{
    manifest_item *items = book_grow(at->book, at->items, at->item_count, &at->item_room, sizeof *items);
    if (items == NULL)
        return;
    at->items = items;
    items[at->item_count++] = (manifest_item){
        .id = copied(at, markup_attribute(attributes, "id")),
        .href = copied(at, markup_attribute(attributes, "href")),
        .type = copied(at, markup_attribute(attributes, "media-type")),
        .properties = copied(at, markup_attribute(attributes, "properties")),
        .fallback = copied(at, markup_attribute(attributes, "fallback")),
    };
}

static void add_to_spine(package *at, const char **attributes)
{
    spine_item *spine = book_grow(at->book, at->spine, at->spine_count, &at->spine_room, sizeof *spine);
    if (spine == NULL)
        return;
    at->spine = spine;
    spine[at->spine_count++] = (spine_item){
        .id = copied(at, markup_attribute(attributes, "idref")),
        .properties = copied(at, markup_attribute(attributes, "properties")),
        .reference = copied(at, markup_attribute(attributes, "id")),
        .step = 2 * at->grandchild,
    };
}

/* Counts the elements in the package, and those in these. */
static void count_element(package *at)
{
    at->depth++;
    if (at->depth == 2) {
        at->child++;
        at->grandchild = 0;
    } else if (at->depth == 3) {
        at->grandchild++;
    }
}

static void package_start(void *state, const char *name, const char **attributes)
{
    package *at = state;
    book *book = at->book;
    at->field = NULL;
    at->is_identifier = 0;
    at->text.length = 0;
    count_element(at);
    if (strcmp(name, "package") == 0)
        at->unique_identifier = copied(at, markup_attribute(attributes, "unique-identifier"));
    else if (strcmp(name, "title") == 0)
        at->field = &book->title;
    else if (strcmp(name, "creator") == 0)
        at->field = &book->creator;
    else if (strcmp(name, "language") == 0)
        at->field = &book->language;
    else if (strcmp(name, "identifier") == 0) {
        const char *id = markup_attribute(attributes, "id");
        at->is_identifier = at->unique_identifier != NULL && id[0] != 0 && strcmp(id, at->unique_identifier) == 0;
        at->field = &book->identifier;
    } else if (strcmp(name, "meta") == 0)
        begin_meta(at, attributes);
    else if (strcmp(name, "item") == 0)
        add_item(at, attributes);
    else if (strcmp(name, "itemref") == 0)
        add_to_spine(at, attributes);
    else if (strcmp(name, "reference") == 0) {
        const char *type = markup_attribute(attributes, "type");
        const char **to = strcmp(type, "cover") == 0 ? &at->cover : strcmp(type, "text") == 0 ? &at->start : NULL;
        if (to != NULL && *to == NULL)
            *to = copied(at, markup_attribute(attributes, "href"));
    } else if (strcmp(name, "spine") == 0) {
        book->direction = copied(at, markup_attribute(attributes, "page-progression-direction"));
        at->ncx = copied(at, markup_attribute(attributes, "toc"));
        book->spine_step = 2 * at->child;
    }
}

static void package_text(void *state, const char *text, int length)
{
    package *at = state;
    if (at->field != NULL)
        markup_text_add(&at->text, text, (size_t)length);
}

static void package_end(void *state, const char *name)
{
    package *at = state;
    (void)name;
    at->depth--;
    const char *text = markup_text_end(&at->text);
    /* Of several of a kind the first one counts; the identifier that the package names before others. */
    if (at->field != NULL && text[0] != 0 && (*at->field == NULL || (*at->field)[0] == 0 || at->is_identifier))
        *at->field = copied(at, text);
    at->field = NULL;
    at->is_identifier = 0;
}

/* MARK: Its parts */

static int compare_items(const void *left, const void *right)
{
    const manifest_item *a = *(const manifest_item *const *)left, *b = *(const manifest_item *const *)right;
    const int order = strcmp(a->id, b->id);
    /* Of those with the same id the first one counts. */
    return order != 0 ? order : (a > b) - (a < b);
}

/* Sorts the items. Whether there was memory for it. */
static int sort_items(package *at)
{
    at->by_id = calloc((size_t)at->item_count + 1, sizeof *at->by_id);
    if (at->by_id == NULL)
        return 0;
    for (int i = 0; i < at->item_count; i++)
        at->by_id[i] = &at->items[i];
    qsort(at->by_id, (size_t)at->item_count, sizeof *at->by_id, compare_items);
    return 1;
}

static const manifest_item *find_item(const package *at, const char *id)
{
    int low = 0, high = at->item_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (strcmp(at->by_id[middle]->id, id) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return id[0] != 0 && low < at->item_count && strcmp(at->by_id[low]->id, id) == 0 ? at->by_id[low] : NULL;
}

/* The kind of a file: its name says it before the media type, which is often wrong. */
static book_part_kind kind_of(const char *path, const char *type)
{
    static const struct {
        const char *suffix;
        book_part_kind kind;
    } names[] = {
        {".xhtml", BOOK_TEXT},   {".html", BOOK_TEXT},    {".htm", BOOK_TEXT},     {".xml", BOOK_TEXT},
        {".svg", BOOK_PICTURE}, {".jpg", BOOK_PICTURE}, {".jpeg", BOOK_PICTURE}, {".png", BOOK_PICTURE},
        {".gif", BOOK_PICTURE},
    };
    static const char *const texts[] = {"application/xhtml+xml", "text/html", "application/x-dtbook+xml",
                                        "text/x-oeb1-document", "application/xml", "text/xml"};
    static const char *const pictures[] = {"image/svg+xml", "image/jpeg", "image/jpg", "image/png", "image/gif"};
    const char *suffix = book_suffix(path);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(suffix, names[i].suffix) == 0)
            return names[i].kind;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcasecmp(type, texts[i]) == 0)
            return BOOK_TEXT;
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
        if (strcasecmp(type, pictures[i]) == 0)
            return BOOK_PICTURE;
    return BOOK_FOREIGN;
}

/* Makes a part of a file. `path` is in the archive. */
static book_part make_part(package *at, const char *path, const char *type)
{
    book_part part = {.path = copied(at, path), .type = type, .kind = kind_of(path, type)};
    if (!at->files->has(at->files->state, path))
        part.kind = BOOK_MISSING;
    return part;
}

/* The part that an entry of the spine names, or the first of its fallbacks that can be shown. */
static book_part find_part_of_spine(package *at, const char *id)
{
    book_part first = {.path = id, .type = "", .kind = BOOK_MISSING};
    const manifest_item *item = find_item(at, id);
    for (int i = 0; i < FALLBACKS_MAX && item != NULL; i++, item = find_item(at, item->fallback)) {
        char path[BOOK_PATH_SIZE], fragment[BOOK_PATH_SIZE];
        if (!book_resolve(at->files, at->path, item->href, path, fragment) || path[0] == 0)
            continue;
        const book_part part = make_part(at, path, item->type);
        if (part.kind == BOOK_TEXT || part.kind == BOOK_PICTURE)
            return part;
        if (i == 0)
            first = part;
    }
    return first;
}

static void add_part(package *at, book_part part)
{
    book *book = at->book;
    book_part *parts = book_grow(book, book->parts, book->part_count, &book->part_room, sizeof *parts);
    if (parts == NULL)
        return;
    book->parts = parts;
    parts[book->part_count++] = part;
}

/* Whether the text of a part has no pages of its own: what its properties say first, or what the book does. */
static int flows(const char *properties, int book_flows)
{
    const char *layout = strstr(properties, "rendition:layout-");
    return layout == NULL ? book_flows : strncmp(layout + strlen("rendition:layout-"), "reflowable", 10) == 0;
}

/* Whether the part before is the same file. */
static int is_repeated(const package *at, const book_part *part)
{
    const int count = at->book->part_count;
    return count > 0 && part->kind == BOOK_TEXT && strcmp(at->book->parts[count - 1].path, part->path) == 0;
}

static void make_parts(package *at)
{
    const char *layout = at->book->layout;
    const int is_fixed = strcmp(layout, "pre-paginated") == 0 || (layout[0] == 0 && strcmp(at->book->fixed_layout, "true") == 0);
    for (int i = 0; i < at->spine_count; i++) {
        const char *properties = at->spine[i].properties;
        book_part part = find_part_of_spine(at, at->spine[i].id);
        /* Some list a file once for each of its chapters ("a.xhtml#one", "a.xhtml#two"). It is read once. */
        if (is_repeated(at, &part)) {
            at->book->parts[at->book->part_count - 1].last_step = at->spine[i].step;
            continue;
        }
        part.step = part.last_step = at->spine[i].step;
        part.reference = at->spine[i].reference;
        if (markup_has_word(properties, "page-spread-left") || markup_has_word(properties, "rendition:page-spread-left"))
            part.side = BOOK_LEFT;
        else if (markup_has_word(properties, "page-spread-right") ||
                 markup_has_word(properties, "rendition:page-spread-right"))
            part.side = BOOK_RIGHT;
        part.flows = flows(properties, !is_fixed);
        add_part(at, part);
    }
    /* Without a spine all texts are read. */
    for (int i = 0; i < at->item_count && at->spine_count == 0; i++) {
        book_part part = find_part_of_spine(at, at->items[i].id);
        part.flows = !is_fixed;
        if (part.kind == BOOK_TEXT && !markup_has_word(at->items[i].properties, "nav"))
            add_part(at, part);
    }
}

/* Reads the contents: of the navigation document, or of an NCX where that has none. */
static void read_contents(package *at)
{
    char path[BOOK_PATH_SIZE], fragment[BOOK_PATH_SIZE];
    const manifest_item *ncx = find_item(at, at->ncx == NULL ? "" : at->ncx);
    for (int i = 0; i < at->item_count; i++) {
        const manifest_item *item = &at->items[i];
        if (markup_has_word(item->properties, "nav") && book_resolve(at->files, at->path, item->href, path, fragment))
            contents_read_navigation(at->book, at->files, path);
        if (ncx == NULL && strcmp(item->type, "application/x-dtbncx+xml") == 0)
            ncx = item;
    }
    if (ncx != NULL && at->book->contents.count == 0 && book_resolve(at->files, at->path, ncx->href, path, fragment))
        contents_read_ncx(at->book, at->files, path);
    /* The guide of EPUB 2 counts where there are no landmarks. */
    const int has_landmarks = at->book->landmarks.count > 0;
    if (!has_landmarks && at->cover != NULL)
        contents_add_landmark(at->book, at->files, at->path, "cover", at->cover);
    if (!has_landmarks && at->start != NULL)
        contents_add_landmark(at->book, at->files, at->path, "bodymatter", at->start);
}

int package_read(book *book, const book_files *files, const char *path)
{
    static const markup handlers = {package_start, package_text, package_end, NULL};
    package at = {.book = book, .files = files, .path = path};
    if (!markup_read(files, path, &handlers, &at))
        return 0;
    book->is_short_of_memory |= !sort_items(&at);
    if (at.by_id != NULL)
        make_parts(&at);
    if (book->part_count > 0) {
        book->is_short_of_memory |= !book_sort_parts(book);
        read_contents(&at);
    }
    free(at.by_id);
    free(at.items);
    free(at.spine);
    return book->part_count > 0;
}
