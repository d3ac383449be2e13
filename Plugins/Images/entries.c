/* SPDX-License-Identifier: Apache-2.0
 *
 * entries.c: looks through one archive: which pages and archives are in it.
 */
#include "unpacker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The bytes of one name, and of all of them. */
#define NAME_MAX_BYTES 4096
#define NAMES_MAX_BYTES ((size_t)64 << 20)

/* The name of an entry in UTF-8 with slashes; to be freed. */
static char *entry_name(struct archive_entry *entry)
{
    const char *name = archive_entry_pathname_utf8(entry);
    if (name == NULL)
        name = archive_entry_pathname(entry);
    char *clean = text_clean(name == NULL ? "" : name, -1);
    for (char *at = clean; *at != 0; at++)
        if (*at == '\\')
            *at = '/';
    return clean;
}

/* Notes where ComicInfo.xml is: of several, the one in the fewest folders. */
static void note_comic_info(pack *pack, const char *name)
{
    int depth = 0;
    for (const char *at = name; (at = strchr(at, '/')) != NULL; at++)
        depth++;
    if (pack->comic_info >= 0 && pack->comic_info_depth <= depth)
        return;
    pack->comic_info = pack->unpacker.next - 1;
    pack->comic_info_depth = depth;
}

/* Notes an entry. 0, or -1 where there is no memory. Takes the name. */
static int note(pack *pack, struct archive_entry *entry, char *name, size_t *room)
{
    name_kind kind = archive_entry_filetype(entry) == AE_IFREG ? name_judge(name) : NAME_LEFT_OUT;
    pack->files += kind == NAME_PAGE || kind == NAME_FOREIGN_PAGE || kind == NAME_ARCHIVE || kind == NAME_OTHER;
    pack->foreign += kind == NAME_FOREIGN_PAGE;
    pack->names_are_of_others |= kind == NAME_OF_OTHERS;
    if (kind == NAME_COMIC_INFO)
        note_comic_info(pack, name);
    int is_archive = kind == NAME_ARCHIVE && pack->depth < NESTED_MAX;
    pack->archives += is_archive;
    /* An image that is not shown here is a page that says so. */
    if (kind != NAME_PAGE && kind != NAME_FOREIGN_PAGE && !is_archive) {
        g_free(name);
        return 0;
    }
    if ((size_t)pack->count == *room) {
        size_t larger = *room == 0 ? 64 : *room * 2;
        member *members = realloc(pack->members, larger * sizeof *members);
        if (members == NULL) {
            g_free(name);
            return -1;
        }
        pack->members = members;
        *room = larger;
    }
    char *key = name_key(name);
    const member *holder = pack->holder;
    pack->members[pack->count++] = (member){
        .name = holder == NULL ? g_strdup(name) : g_strdup_printf("%s/%s", holder->name, name),
        .key = holder == NULL ? g_strdup(key) : name_key_within(holder->key, key),
        .place = pack->unpacker.next - 1,
        .last = -1,
        .is_archive = is_archive,
        .is_encrypted = archive_entry_is_encrypted(entry),
        .pack = pack,
    };
    g_free(key);
    g_free(name);
    return 0;
}

/* Whether entries and names are within their limits; `why` gets the limit that is passed. */
static int is_within(pack *top, size_t length, int64_t most, char **why)
{
    top->entries++;
    top->names += length;
    if (top->entries > most) {
        *why = g_strdup_printf("it has more than %lld files", (long long)most);
        return 0;
    }
    if (length > NAME_MAX_BYTES || top->names > NAMES_MAX_BYTES) {
        *why = g_strdup_printf("its names are longer than %d bytes, or %zu MiB together", NAME_MAX_BYTES,
                               NAMES_MAX_BYTES >> 20);
        return 0;
    }
    return 1;
}

int32_t pack_look_through(pack *top, pack *pack, int64_t most, int is_probe, char **why)
{
    size_t room = 0;
    const char *refusal = unpacker_refusal(&pack->unpacker);
    if (refusal != NULL) {
        *why = g_strdup(refusal);
        return -ENOTSUP;
    }
    if (unpacker_open(&pack->unpacker, why) != 0)
        return -EBADMSG;
    for (;;) {
        struct archive_entry *entry = NULL;
        int found = unpacker_next(&pack->unpacker, &entry, why);
        if (found == 0 || (is_probe && pack->unpacker.next > most))
            return 0;
        if (found < 0 && !pack->unpacker.is_too_large && !pack->unpacker.input->cancelled && pack->count > 0) {
            g_warning("the archive is damaged behind %lld files: %s", (long long)pack->unpacker.next, *why);
            pack->broken_at = pack->unpacker.next;
            g_clear_pointer(why, g_free);
            return 0;
        }
        if (found < 0 && pack->unpacker.is_too_large) {
            g_free(*why);
            *why = g_strdup_printf("it unpacks to more than %lld MiB", (long long)(pack->unpacker.unpacked_max >> 20));
            return -EFBIG;
        }
        if (found < 0 && *why != NULL && strstr(*why, "encrypt") != NULL) {
            g_free(*why);
            *why = g_strdup("its names are encrypted, and encrypted archives are not opened here");
            return -ENOTSUP;
        }
        if (found < 0)
            return -EBADMSG;
        char *name = entry_name(entry);
        if (!is_within(top, strlen(name), is_probe ? INT64_MAX : most, why)) {
            g_free(name);
            return -EFBIG;
        }
        if (note(pack, entry, name, &room) != 0) {
            *why = g_strdup("not enough memory");
            return -ENOMEM;
        }
    }
}

pack *pack_make(sheaf_document *document, sheaf_input *input, container container, member *holder)
{
    pack *pack = calloc(1, sizeof *pack);
    if (pack == NULL)
        return NULL;
    pack->document = document;
    pack->holder = holder;
    pack->depth = holder == NULL ? 0 : holder->pack->depth + 1;
    pack->unpacker.input = input;
    pack->unpacker.blob = holder == NULL ? NULL : &holder->content;
    pack->unpacker.container = container;
    pack->unpacker.unpacked_max = INT64_MAX;
    pack->comic_info = -1;
    pack->broken_at = INT64_MAX;
    return pack;
}

void pack_rest(pack *pack)
{
    unpacker_close(&pack->unpacker);
    member_forget_begun(pack);
    for (guint i = 0; pack->packs != NULL && i < pack->packs->len; i++)
        pack_rest(g_ptr_array_index(pack->packs, i));
}

void pack_close(pack *pack)
{
    if (pack == NULL)
        return;
    pack_rest(pack);
    for (int64_t i = 0; i < pack->count; i++) {
        member *member = &pack->members[i];
        if (member->pack->document != NULL)
            kept_drop(member);
        pack_close(member->inner);
        g_free(member->key);
        g_free(member->name);
        g_free(member->why);
    }
    for (size_t i = 0; i < 3; i++) {
        GPtrArray *list = (GPtrArray *[]){pack->pages, pack->chapters, pack->packs}[i];
        if (list != NULL)
            g_ptr_array_free(list, TRUE);
    }
    free(pack->members);
    free(pack);
}
