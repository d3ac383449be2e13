/* SPDX-License-Identifier: Apache-2.0
 *
 * masks.c: what META-INF/encryption.xml of a book says: which fonts are obfuscated (EPUB 3.3, 4.3, and Adobe's way before it), which is
 * undone, and that its text is encrypted, which is not.
 */
#include "sheaf_book.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* So many bytes of a font are hidden. */
#define IDPF_LENGTH 1040
#define ADOBE_LENGTH 1024

#define SHA1_SIZE 20

typedef struct encryption {
    book *book;
    const book_files *files;
    const char *folder;
    book_mask mask; /* of the algorithm that was named last */
    int is_unknown; /* it is another one */
    int is_readium;
} encryption;

static void add_font(encryption *at, const char *path)
{
    book *book = at->book;
    book_font *fonts = book_grow(book, book->fonts, book->font_count, &book->font_room, sizeof *fonts);
    if (fonts == NULL)
        return;
    book->fonts = fonts;
    fonts[book->font_count++] = (book_font){book_string(book, path, strlen(path)), at->mask};
}

static void encryption_start(void *state, const char *name, const char **attributes)
{
    encryption *at = state;
    if (strcmp(name, "EncryptedData") == 0) {
        at->mask = BOOK_UNMASKED;
        at->is_unknown = 0;
    } else if (strcmp(name, "EncryptionMethod") == 0) {
        const char *algorithm = markup_attribute(attributes, "Algorithm");
        if (strcmp(algorithm, "http://www.idpf.org/2008/embedding") == 0)
            at->mask = BOOK_MASK_IDPF;
        else if (strcmp(algorithm, "http://ns.adobe.com/pdf/enc#RC") == 0)
            at->mask = BOOK_MASK_ADOBE;
        else
            at->is_unknown = 1;
    } else if (strcmp(name, "RetrievalMethod") == 0) {
        at->is_readium |= strstr(markup_attribute(attributes, "Type"), "readium.org") != NULL;
    } else if (strcmp(name, "CipherReference") == 0) {
        char path[BOOK_PATH_SIZE], fragment[BOOK_PATH_SIZE];
        if (!book_resolve(at->files, at->folder, markup_attribute(attributes, "URI"), path, fragment))
            return;
        if (at->mask != BOOK_UNMASKED)
            add_font(at, path);
        else if (at->is_unknown && book_find_part(at->book, path) != NULL)
            at->book->lock = "";
    }
}

/* The name of what locks the text. */
static const char *name_of_lock(const encryption *at)
{
    static const struct {
        const char *file, *word, *name;
    } locks[] = {
        {"META-INF/license.lcpl", "", "Readium LCP"},
        {"META-INF/sinf.xml", "", "Apple FairPlay"},
        {"META-INF/rights.xml", "adept", "Adobe ADEPT"},
        {"META-INF/rights.xml", "kdrm", "Kobo"},
        {"rights.xml", "kdrm", "Kobo"},
    };
    for (size_t i = 0; i < sizeof locks / sizeof *locks && !at->is_readium; i++) {
        char path[BOOK_PATH_SIZE], fragment[BOOK_PATH_SIZE];
        size_t length;
        if (!book_resolve(at->files, at->folder, locks[i].file, path, fragment))
            continue;
        char *bytes = at->files->read(at->files->state, path, &length);
        const int is_found = bytes != NULL && strstr(bytes, locks[i].word) != NULL;
        free(bytes);
        if (is_found)
            return locks[i].name;
    }
    return at->is_readium ? "Readium LCP" : "of an unknown kind";
}

static int compare_fonts(const void *left, const void *right)
{
    return strcasecmp(((const book_font *)left)->path, ((const book_font *)right)->path);
}

void masks_read(book *book, const book_files *files, const char *folder)
{
    static const markup handlers = {.start = encryption_start};
    encryption at = {.book = book, .files = files, .folder = folder};
    char path[BOOK_PATH_SIZE], fragment[BOOK_PATH_SIZE];
    if (!book_resolve(files, folder, "META-INF/encryption.xml", path, fragment) ||
        !markup_read(files, path, &handlers, &at))
        return;
    if (book->lock != NULL)
        book->lock = name_of_lock(&at);
    if (book->font_count > 0)
        qsort(book->fonts, (size_t)book->font_count, sizeof *book->fonts, compare_fonts);
}

book_mask masks_find(const book *book, const char *path)
{
    const book_font key = {path, BOOK_UNMASKED};
    const book_font *found = book->font_count == 0 ? NULL
                                                   : bsearch(&key, book->fonts, (size_t)book->font_count,
                                                             sizeof *book->fonts, compare_fonts);
    return found == NULL ? BOOK_UNMASKED : found->mask;
}

/* MARK: Keys */

static uint32_t rotated(uint32_t value, int bits)
{
    return value << bits | value >> (32 - bits);
}

/* One block of SHA-1 (FIPS 180-4, 6.1.2). */
static void digest_block(uint32_t digest[5], const unsigned char block[64])
{
    uint32_t words[80], a = digest[0], b = digest[1], c = digest[2], d = digest[3], e = digest[4];
    for (size_t i = 0; i < 16; i++)
        words[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 |
                   block[4 * i + 3];
    for (size_t i = 16; i < 80; i++)
        words[i] = rotated(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    for (size_t i = 0; i < 80; i++) {
        const uint32_t mixed = i < 20   ? ((b & c) | (~b & d)) + 0x5a827999u
                               : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1u
                               : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdcu
                                        : (b ^ c ^ d) + 0xca62c1d6u;
        const uint32_t next = rotated(a, 5) + mixed + e + words[i];
        e = d;
        d = c;
        c = rotated(b, 30);
        b = a;
        a = next;
    }
    digest[0] += a;
    digest[1] += b;
    digest[2] += c;
    digest[3] += d;
    digest[4] += e;
}

/* SHA-1 of the identifier of a book without blanks: the key of the IDPF's way. */
static size_t make_idpf_key(const char *identifier, unsigned char key[SHA1_SIZE])
{
    uint32_t digest[5] = {0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u};
    unsigned char block[64];
    uint64_t length = 0;
    for (const char *at = identifier; *at != 0; at++) {
        if (strchr(" \t\r\n", *at) != NULL)
            continue;
        block[length++ % 64] = (unsigned char)*at;
        if (length % 64 == 0)
            digest_block(digest, block);
    }
    size_t used = length % 64;
    block[used++] = 0x80;
    if (used > 56) {
        memset(block + used, 0, 64 - used);
        digest_block(digest, block);
        used = 0;
    }
    memset(block + used, 0, 56 - used);
    for (int i = 0; i < 8; i++)
        block[56 + i] = (unsigned char)(length * 8 >> (56 - 8 * i));
    digest_block(digest, block);
    for (int i = 0; i < SHA1_SIZE; i++)
        key[i] = (unsigned char)(digest[i / 4] >> (24 - 8 * (i % 4)));
    return SHA1_SIZE;
}

/* The digits of the identifier, which is a UUID: the key of Adobe's way. 0: it is none. */
static size_t make_adobe_key(const char *identifier, unsigned char key[SHA1_SIZE])
{
    const char *at = strncasecmp(identifier, "urn:uuid:", 9) == 0 ? identifier + 9 : identifier;
    size_t count = 0;
    for (; *at != 0 && count < 32; at++) {
        const char digit = (char)(*at | 0x20);
        const int value = *at >= '0' && *at <= '9' ? *at - '0' : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
        if (value < 0)
            continue;
        key[count / 2] = (unsigned char)(count % 2 == 0 ? value << 4 : key[count / 2] | value);
        count++;
    }
    return count == 32 ? 16 : 0;
}

void masks_lift(const book *book, book_mask mask, unsigned char *bytes, size_t length)
{
    unsigned char key[SHA1_SIZE];
    const size_t size = book->identifier == NULL   ? 0
                        : mask == BOOK_MASK_IDPF   ? make_idpf_key(book->identifier, key)
                        : mask == BOOK_MASK_ADOBE ? make_adobe_key(book->identifier, key)
                                                   : 0;
    const size_t most = mask == BOOK_MASK_IDPF ? IDPF_LENGTH : ADOBE_LENGTH;
    for (size_t i = 0; size > 0 && i < length && i < most; i++)
        bytes[i] ^= key[i % size];
}
