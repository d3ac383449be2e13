/* SPDX-License-Identifier: Apache-2.0
 *
 * book.c: finds the package of an EPUB (EPUB 3.3, 4.2.6.3.1): as its container says, or where it lies.
 */
#include "sheaf_book.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The packages that a container names. */
typedef struct container {
    book *book;
    const char *paths[16];
    int count;
} container;

static void container_start(void *state, const char *name, const char **attributes)
{
    container *at = state;
    const char *path = markup_attribute(attributes, "full-path");
    if (strcmp(name, "rootfile") == 0 && path[0] != 0 && at->count < (int)(sizeof at->paths / sizeof *at->paths))
        at->paths[at->count++] = book_string(at->book, path, strlen(path));
}

/* Options as Apple's books have them. */
typedef struct options {
    book *book;
    int is_fixed_layout; /* the one that is read */
    markup_text text;
} options;

static void options_start(void *state, const char *name, const char **attributes)
{
    options *at = state;
    at->is_fixed_layout = strcmp(name, "option") == 0 && strcmp(markup_attribute(attributes, "name"), "fixed-layout") == 0;
    at->text.length = 0;
}

static void options_text(void *state, const char *text, int length)
{
    options *at = state;
    if (at->is_fixed_layout)
        markup_text_add(&at->text, text, (size_t)length);
}

static void options_end(void *state, const char *name)
{
    options *at = state;
    (void)name;
    if (at->is_fixed_layout && strcmp(markup_text_end(&at->text), "true") == 0)
        at->book->fixed_layout = "true";
    at->is_fixed_layout = 0;
}

/* Reads what an older book says beside its package. */
static void read_options(book *book, const book_files *files, const char *folder)
{
    static const markup handlers = {options_start, options_text, options_end, NULL};
    options options = {.book = book};
    char path[BOOK_PATH_SIZE], fragment[BOOK_PATH_SIZE];
    if (book_resolve(files, folder, "META-INF/com.apple.ibooks.display-options.xml", path, fragment))
        markup_read(files, path, &handlers, &options);
}

/* Whether a path ends in a suffix or a path, without regard to case. */
static int has_end(const char *path, const char *end)
{
    const size_t length = strlen(path), size = strlen(end);
    return length >= size && strcasecmp(path + length - size, end) == 0 &&
           (length == size || end[0] == '.' || path[length - size - 1] == '/');
}

/* Finds a file by how its path ends, the one that is least deep. */
static const char *find_file(const book_files *files, const char *end)
{
    const char *found = NULL;
    size_t least = SIZE_MAX;
    for (int i = 0;; i++) {
        const char *name = files->name(files->state, i);
        size_t depth = 0;
        if (name == NULL)
            return found;
        for (const char *at = name; *at != 0; at++)
            depth += *at == '/';
        if (has_end(name, end) && depth < least && strlen(name) < BOOK_PATH_SIZE) {
            found = name;
            least = depth;
        }
    }
}

int32_t book_read(book *book, const book_files *files)
{
    static const markup handlers = {.start = container_start};
    static const char container_path[] = "META-INF/container.xml";
    container container = {.book = book};
    /* Some archives have the book in a folder. */
    char folder[BOOK_PATH_SIZE] = "", path[BOOK_PATH_SIZE], fragment[BOOK_PATH_SIZE];
    const char *found = find_file(files, container_path), *package = NULL;
    int is_read = 0;
    *book = (struct book){
        .direction = "", .layout = "", .spread = "", .viewport = "", .resolution = "", .fixed_layout = "", .writing_mode = ""};
    if (found != NULL)
        snprintf(folder, sizeof folder, "%.*s", (int)(strlen(found) - strlen(container_path)), found);
    if (found != NULL)
        markup_read(files, found, &handlers, &container);
    read_options(book, files, folder);
    for (int i = 0; i < container.count && !is_read; i++)
        is_read = book_resolve(files, folder, container.paths[i], path, fragment) && package_read(book, files, path);
    if (!is_read && (package = find_file(files, ".opf")) != NULL)
        is_read = package_read(book, files, package);
    if (is_read)
        masks_read(book, files, folder);
    return book->is_short_of_memory ? -ENOMEM : is_read ? 0 : -EBADMSG;
}

int book_is_fixed(const book *book)
{
    int count = 0;
    for (int i = 0; i < book->part_count; i++)
        count += !book->parts[i].flows;
    return 2 * count > book->part_count;
}
