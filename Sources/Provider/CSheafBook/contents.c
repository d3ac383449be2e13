/* SPDX-License-Identifier: Apache-2.0
 *
 * contents.c: the contents of a book and the marks of its printed pages: of its navigation document (EPUB 3.3, 7), and of the NCX of
 * EPUB 2.
 */
#include "sheaf_book.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds an entry. Its index, or -1: there is no room. */
static int add_entry(book *book, book_list *list, uint32_t level, const char *title)
{
    book_entry *entries = book_grow(book, list->entries, list->count, &list->room, sizeof *entries);
    if (entries == NULL)
        return -1;
    list->entries = entries;
    entries[list->count] = (book_entry){.title = book_string(book, title, strlen(title)), .part = -1, .level = level};
    return list->count++;
}

/* Sets the target of an entry: a file of the book, or the address as it is written. */
static void set_target(book_entry *entry, book *book, const book_files *files, const char *from, const char *reference)
{
    char path[BOOK_PATH_SIZE], fragment[BOOK_PATH_SIZE], address[BOOK_ADDRESS_SIZE];
    if (reference[0] != 0)
        entry->target = book_string(book, reference, strlen(reference));
    if (reference[0] == 0 || !book_resolve(files, from, reference, path, fragment))
        return;
    const book_part *part = book_find_part(book, path);
    const int length = snprintf(address, sizeof address, "%s%s%s", part == NULL ? path : part->path,
                                fragment[0] == 0 ? "" : "#", fragment);
    entry->target = book_string(book, address, (size_t)length);
    entry->part = part == NULL ? -1 : (int)(part - book->parts);
}

/* MARK: Landmarks */

void contents_add_landmark(book *book, const book_files *files, const char *from, const char *what, const char *reference)
{
    const int entry = add_entry(book, &book->landmarks, 0, what);
    if (entry >= 0)
        set_target(&book->landmarks.entries[entry], book, files, from, reference);
}

const book_entry *book_landmark(const book *book, const char *what)
{
    for (int i = 0; i < book->landmarks.count; i++)
        if (book->landmarks.entries[i].part >= 0 && markup_has_word(book->landmarks.entries[i].title, what))
            return &book->landmarks.entries[i];
    return NULL;
}

/* MARK: The navigation document */

typedef struct navigation {
    book *book;
    const book_files *files;
    const char *path;
    book_list *list;  /* of the nav that it is in, or NULL */
    int depth;        /* of elements */
    int nav_depth;    /* that of the nav */
    int hidden_depth; /* that of an element whose entries are hidden; 0: none */
    int label_depth;  /* that of the `a` or `span` that is read; 0: none */
    int levels;       /* how many `ol` it is in */
    int has_label;    /* whether the `li` that is read had its `a` or `span` */
    int entry;        /* the one of that label */
    markup_text text;
} navigation;

static void begin_nav(navigation *at, const char **attributes)
{
    const char *type = markup_attribute(attributes, "type"), *role = markup_attribute(attributes, "role");
    /* One that is hidden as a whole is not shown as a page; it is still the list. */
    if (markup_has_word(type, "toc") || markup_has_word(role, "doc-toc"))
        at->list = &at->book->contents;
    else if (markup_has_word(type, "page-list") || markup_has_word(role, "doc-pagelist"))
        at->list = &at->book->pages;
    else if (markup_has_word(type, "landmarks"))
        at->list = &at->book->landmarks;
    at->nav_depth = at->depth;
    at->levels = 0;
    /* Of several of a kind the first one counts. */
    if (at->list != NULL && at->list->count > 0)
        at->list = NULL;
}

static void begin_label(navigation *at, const char *name, const char **attributes)
{
    at->label_depth = at->depth;
    at->has_label = 1;
    at->text.length = 0;
    at->entry = -1;
    if (at->levels < 1 || at->levels > BOOK_DEPTH_MAX || at->hidden_depth > 0)
        return;
    at->entry = add_entry(at->book, at->list, (uint32_t)at->levels - 1, "");
    if (at->entry >= 0 && strcmp(name, "a") == 0)
        set_target(&at->list->entries[at->entry], at->book, at->files, at->path, markup_attribute(attributes, "href"));
}

static int is_there(const char **attributes, const char *name)
{
    for (; attributes[0] != NULL; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return 1;
    return 0;
}

static void navigation_start(void *state, const char *name, const char **attributes)
{
    navigation *at = state;
    at->depth++;
    if (strcmp(name, "nav") == 0 && at->list == NULL)
        begin_nav(at, attributes);
    if (at->list == NULL)
        return;
    if (at->list == &at->book->landmarks) {
        if (strcmp(name, "a") == 0)
            contents_add_landmark(at->book, at->files, at->path, markup_attribute(attributes, "type"),
                                  markup_attribute(attributes, "href"));
        return;
    }
    if (at->depth > at->nav_depth && at->hidden_depth == 0 && is_there(attributes, "hidden"))
        at->hidden_depth = at->depth;
    if (strcmp(name, "ol") == 0)
        at->levels++;
    else if (strcmp(name, "li") == 0)
        at->has_label = 0;
    else if (at->label_depth == 0 && !at->has_label && (strcmp(name, "a") == 0 || strcmp(name, "span") == 0))
        begin_label(at, name, attributes);
    else if (at->label_depth > 0 && strcmp(name, "img") == 0) {
        const char *words = markup_attribute(attributes, "alt");
        markup_text_add(&at->text, words, strlen(words));
    }
}

static void navigation_text(void *state, const char *text, int length)
{
    navigation *at = state;
    if (at->label_depth > 0)
        markup_text_add(&at->text, text, (size_t)length);
}

static void navigation_end(void *state, const char *name)
{
    navigation *at = state;
    if (at->list != NULL && at->depth == at->label_depth) {
        at->label_depth = 0;
        const char *title = markup_text_end(&at->text);
        if (at->entry >= 0)
            at->list->entries[at->entry].title = book_string(at->book, title, strlen(title));
    }
    if (at->list != NULL && strcmp(name, "ol") == 0)
        at->levels--;
    if (at->depth == at->hidden_depth)
        at->hidden_depth = 0;
    if (at->list != NULL && at->depth == at->nav_depth)
        at->list = NULL;
    at->depth--;
}

void contents_read_navigation(book *book, const book_files *files, const char *path)
{
    static const markup handlers = {navigation_start, navigation_text, navigation_end, NULL};
    navigation at = {.book = book, .files = files, .path = path};
    markup_read(files, path, &handlers, &at);
}

/* MARK: The NCX */

typedef struct ncx {
    book *book;
    const book_files *files;
    const char *path;
    book_list *list; /* of the map that it is in, or NULL */
    int points[BOOK_DEPTH_MAX]; /* the entries of the points that it is in */
    int level;                  /* so many are they, and those below the last one that counts */
    int is_text;
    markup_text text;
} ncx;

/* The entry of the point that is read; NULL: it is left out. */
static book_entry *point_of(const ncx *at)
{
    if (at->list == NULL || at->level < 1 || at->level > BOOK_DEPTH_MAX || at->points[at->level - 1] < 0)
        return NULL;
    return &at->list->entries[at->points[at->level - 1]];
}

static void ncx_start(void *state, const char *name, const char **attributes)
{
    ncx *at = state;
    if (strcmp(name, "navMap") == 0 || strcmp(name, "pageList") == 0) {
        at->list = strcmp(name, "navMap") == 0 ? &at->book->contents : &at->book->pages;
        if (at->list->count > 0)
            at->list = NULL;
    }
    if (at->list == NULL)
        return;
    if (strcmp(name, "navPoint") == 0 || strcmp(name, "pageTarget") == 0) {
        if (at->level < BOOK_DEPTH_MAX)
            at->points[at->level] = add_entry(at->book, at->list, (uint32_t)at->level, "");
        at->level++;
    }
    book_entry *point = point_of(at);
    if (strcmp(name, "content") == 0 && point != NULL && point->target == NULL)
        set_target(point, at->book, at->files, at->path, markup_attribute(attributes, "src"));
    if (strcmp(name, "text") == 0) {
        at->is_text = point != NULL && point->title[0] == 0;
        at->text.length = 0;
    }
}

static void ncx_text(void *state, const char *text, int length)
{
    ncx *at = state;
    if (at->is_text)
        markup_text_add(&at->text, text, (size_t)length);
}

static void ncx_end(void *state, const char *name)
{
    ncx *at = state;
    book_entry *point = point_of(at);
    if (strcmp(name, "text") == 0 && at->is_text && point != NULL) {
        const char *title = markup_text_end(&at->text);
        point->title = book_string(at->book, title, strlen(title));
    }
    at->is_text = 0;
    if (at->list != NULL && (strcmp(name, "navPoint") == 0 || strcmp(name, "pageTarget") == 0))
        at->level--;
    if (strcmp(name, "navMap") == 0 || strcmp(name, "pageList") == 0) {
        at->list = NULL;
        at->level = 0;
    }
}

void contents_read_ncx(book *book, const book_files *files, const char *path)
{
    static const markup handlers = {ncx_start, ncx_text, ncx_end, NULL};
    ncx at = {.book = book, .files = files, .path = path};
    markup_read(files, path, &handlers, &at);
}
