/* SPDX-License-Identifier: Apache-2.0
 *
 * bookdata.c: what was read of a book: its strings and lists.
 */
#include "sheaf_book.h"

#include <stdlib.h>
#include <string.h>

/* Strings one after the other. */
typedef struct book_block {
    struct book_block *next;
    size_t used, size;
    char bytes[];
} book_block;

#define BLOCK_SIZE 16384

const char *book_string(book *book, const char *text, size_t length)
{
    book_block *block = book->blocks;
    if (block == NULL || block->size - block->used <= length) {
        const size_t size = length < BLOCK_SIZE ? BLOCK_SIZE : length + 1;
        block = malloc(sizeof *block + size);
        if (block == NULL) {
            book->is_short_of_memory = 1;
            return "";
        }
        *block = (book_block){.next = book->blocks, .size = size};
        book->blocks = block;
    }
    char *copy = block->bytes + block->used;
    memcpy(copy, text, length);
    copy[length] = 0;
    block->used += length + 1;
    return copy;
}

void *book_grow(book *book, void *array, int count, int *room, size_t size)
{
    if (count < *room)
        return array;
    const int wanted = *room == 0 ? 64 : 2 * *room;
    void *grown = count >= BOOK_ITEMS_MAX ? NULL : realloc(array, (size_t)wanted * size);
    if (grown != NULL)
        *room = wanted;
    else if (count < BOOK_ITEMS_MAX)
        book->is_short_of_memory = 1;
    return grown;
}

void book_drop(book *book)
{
    for (book_block *block = book->blocks; block != NULL;) {
        book_block *next = block->next;
        free(block);
        block = next;
    }
    free(book->parts);
    free(book->by_path);
    free(book->contents.entries);
    free(book->pages.entries);
    free(book->landmarks.entries);
    free(book->fonts);
    *book = (struct book){0};
}

static int compare_parts(const void *left, const void *right)
{
    const book_part *a = *(const book_part *const *)left, *b = *(const book_part *const *)right;
    const int order = strcmp(a->path, b->path);
    return order != 0 ? order : (a > b) - (a < b);
}

int book_sort_parts(book *book)
{
    book->by_path = calloc((size_t)book->part_count, sizeof *book->by_path);
    if (book->by_path == NULL)
        return 0;
    for (int i = 0; i < book->part_count; i++)
        book->by_path[i] = &book->parts[i];
    qsort(book->by_path, (size_t)book->part_count, sizeof *book->by_path, compare_parts);
    return 1;
}

const book_part *book_find_part(const book *book, const char *path)
{
    int low = 0, high = book->by_path == NULL ? 0 : book->part_count;
    const int end = high;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (strcmp(book->by_path[middle]->path, path) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && strcmp(book->by_path[low]->path, path) == 0 ? book->by_path[low] : NULL;
}
