/* SPDX-License-Identifier: Apache-2.0
 *
 * archive.c: archives of images: which pages are in one, and the file of a page.
 *
 * An archive is read from its start to its end, and can't be entered in the middle: a solid one is a single compressed
 * stream. So an unpacker stays where the last page was, and goes back to the start only for what lies before it. On the
 * way through a solid archive the pages that it passes are kept as they are packed in there, those that come next first,
 * as far as there is room: a document that is read through is unpacked about as many times as it is larger than that
 * room, in whatever order its pages lie in the archive.
 */
#include "unpacker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The files and folders of one archive. */
#define ENTRIES_MAX 100000

/* The bytes of one name, and of all of them. */
#define NAME_MAX_BYTES 4096
#define NAMES_MAX_BYTES ((size_t)64 << 20)

/* The bytes of one page, unpacked. */
#define MEMBER_MAX ((size_t)256 << 20)

/* The bytes that a compressed archive unpacks to until all is found that is in it. */
#define UNPACKED_MAX (4ll << 30)

/* ComicInfo.xml. */
#define COMIC_INFO_MAX ((size_t)1 << 20)

/* How far an archive is looked through to see whether it is a comic: entries, and bytes unpacked. */
#define PROBE_ENTRIES 1000
#define PROBE_UNPACKED (64ll << 20)

struct pack {
    sheaf_document *document;
    unpacker unpacker; /* stays where the last page was */
    int is_solid;
    int64_t broken_at; /* no entry from this place on can be reached */
    member *members;   /* in the order of the pages */
    member **by_place;
    int64_t count;
    int64_t comic_info;      /* the place of ComicInfo.xml, or -1 */
    int names_are_of_others; /* it is another kind of document */
    int64_t files, foreign;  /* that were seen: files that count, images that only others show */
};

static int order_of_pages(const void *left, const void *right)
{
    const member *a = left, *b = right;
    int order = name_compare(a->folded, b->folded);
    return order != 0 ? order : a->place < b->place ? -1 : 1;
}

static int order_of_places(const void *left, const void *right)
{
    const member *const *a = left, *const *b = right;
    return (*a)->place < (*b)->place ? -1 : 1;
}

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

/* Notes an entry. 0, or -1 where there is no memory. Takes the name. */
static int note(pack *pack, struct archive_entry *entry, char *name, size_t *room)
{
    name_kind kind = archive_entry_filetype(entry) == AE_IFREG ? name_judge(name) : NAME_LEFT_OUT;
    pack->files += kind == NAME_PAGE || kind == NAME_FOREIGN_PAGE || kind == NAME_OTHER;
    pack->foreign += kind == NAME_FOREIGN_PAGE;
    pack->names_are_of_others |= kind == NAME_OF_OTHERS;
    if (kind == NAME_COMIC_INFO && pack->comic_info < 0)
        pack->comic_info = pack->unpacker.next - 1;
    /* One that is not shown here is a page that says so. */
    if (kind != NAME_PAGE && kind != NAME_FOREIGN_PAGE) {
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
    pack->members[pack->count++] = (member){
        .name = name,
        .folded = g_utf8_casefold(name, -1),
        .place = pack->unpacker.next - 1,
        .is_encrypted = archive_entry_is_encrypted(entry),
        .document = pack->document,
    };
    return 0;
}

/* Looks through the archive. 0, or a failure that is told in `why`. An archive that ends early has what was found. */
static int32_t look_through(pack *pack, int64_t most, int is_probe, char **why)
{
    size_t room = 0, names = 0;
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
        if (found < 0)
            return -EBADMSG;
        if (pack->unpacker.next > most) {
            *why = g_strdup_printf("it has more than %lld files", (long long)most);
            return -EFBIG;
        }
        char *name = entry_name(entry);
        size_t length = strlen(name);
        names += length;
        if (length > NAME_MAX_BYTES || names > NAMES_MAX_BYTES) {
            g_free(name);
            *why = g_strdup_printf("its names are longer than %d bytes, or %zu MiB together", NAME_MAX_BYTES,
                                   NAMES_MAX_BYTES >> 20);
            return -EFBIG;
        }
        if (note(pack, entry, name, &room) != 0) {
            *why = g_strdup("not enough memory");
            return -ENOMEM;
        }
    }
}

static pack *make_pack(sheaf_document *document, sheaf_input *input, container container)
{
    pack *pack = calloc(1, sizeof *pack);
    if (pack == NULL)
        return NULL;
    pack->document = document;
    pack->unpacker.input = input;
    pack->unpacker.container = container;
    pack->comic_info = -1;
    pack->broken_at = INT64_MAX;
    pack->unpacker.unpacked_max = INT64_MAX;
    return pack;
}

void pack_rest(pack *pack)
{
    unpacker_close(&pack->unpacker);
}

void pack_close(pack *pack)
{
    if (pack == NULL)
        return;
    unpacker_close(&pack->unpacker);
    for (int64_t i = 0; i < pack->count; i++) {
        kept_drop(&pack->members[i]);
        g_free(pack->members[i].folded);
        g_free(pack->members[i].name);
    }
    free(pack->members);
    free(pack->by_place);
    free(pack);
}

uint32_t pack_probe(sheaf_input *input, container container)
{
    char *why = NULL;
    pack *pack = make_pack(NULL, input, container);
    if (pack == NULL)
        return SHEAF_PROBE_NO;
    /* Of the others what is counted is where in the file it reads, and a ZIP's directory is at its end. */
    pack->unpacker.unpacked_max = container == CONTAINER_TAR_COMPRESSED ? PROBE_UNPACKED : INT64_MAX;
    locale_t before = unpacker_enter();
    look_through(pack, PROBE_ENTRIES, 1, &why);
    uselocale(before);
    uint32_t certainty = SHEAF_PROBE_NO;
    /* At least half of the files are images, and one of them is shown here. */
    if (!pack->names_are_of_others && pack->count > pack->foreign && pack->count * 2 >= pack->files)
        certainty = PROBE_COMIC;
    g_free(why);
    pack_close(pack);
    return certainty;
}

pack *pack_open(sheaf_document *document, sheaf_request *request, container container, int32_t *status)
{
    sheaf_plugin *plugin = document->plugin;
    char *why = NULL;
    pack *pack = make_pack(document, &document->input, container);
    if (pack == NULL) {
        *status = sheaf_fail(plugin->services, request, -ENOMEM, "not enough memory to open an archive");
        return NULL;
    }
    pack->is_solid = unpacker_is_solid(container, &document->input);
    pack->unpacker.unpacked_max = container == CONTAINER_TAR_COMPRESSED ? UNPACKED_MAX : INT64_MAX;
    locale_t before = unpacker_enter();
    *status = look_through(pack, ENTRIES_MAX, 0, &why);
    uselocale(before);
    pack->unpacker.unpacked_max = INT64_MAX;
    int32_t unread = *status == 0 ? 0 : sheaf_input_result(&document->input, request);
    if (unread != 0)
        *status = unread;
    else if (*status != 0)
        *status = sheaf_fail(plugin->services, request, *status, "cannot open the %s archive: %s",
                             container_name(container), why);
    else if (pack->count == pack->foreign)
        *status = sheaf_fail(plugin->services, request, -ENOTSUP, "there is no image in the archive that is known here");
    else if ((pack->by_place = calloc((size_t)pack->count, sizeof *pack->by_place)) == NULL)
        *status = sheaf_fail(plugin->services, request, -ENOMEM, "not enough memory to open an archive");
    g_free(why);
    if (*status != 0) {
        pack_close(pack);
        return NULL;
    }
    qsort(pack->members, (size_t)pack->count, sizeof *pack->members, order_of_pages);
    for (int64_t i = 0; i < pack->count; i++) {
        pack->members[i].index = i;
        pack->by_place[i] = &pack->members[i];
        g_clear_pointer(&pack->members[i].folded, g_free);
    }
    qsort(pack->by_place, (size_t)pack->count, sizeof *pack->by_place, order_of_places);
    return pack;
}

int64_t pack_count(const pack *pack)
{
    return pack->count;
}

const char *pack_name(const pack *pack, int64_t index)
{
    return pack->members[index].name;
}

static int compare_place(const void *key, const void *element)
{
    int64_t place = *(const int64_t *)key;
    const member *const *member = element;
    return place < (*member)->place ? -1 : place > (*member)->place;
}

/* The page at a place, or NULL. */
static member *member_at(const pack *pack, int64_t place)
{
    member **found =
        bsearch(&place, pack->by_place, (size_t)pack->count, sizeof *pack->by_place, compare_place);
    return found == NULL ? NULL : *found;
}

/* Unpacks the entry at a place. 0, or -1 with the reason. */
static int unpack_place(pack *pack, int64_t place, size_t most, blob *content, char **why)
{
    if (place >= pack->broken_at) {
        *why = g_strdup("the archive is damaged before it");
        return -1;
    }
    if ((pack->unpacker.archive == NULL || pack->unpacker.next > place) && unpacker_open(&pack->unpacker, why) != 0)
        return -1;
    for (;;) {
        struct archive_entry *entry = NULL;
        int found = unpacker_next(&pack->unpacker, &entry, why);
        if (found <= 0) {
            if (!pack->unpacker.input->cancelled && pack->unpacker.input->failure == 0)
                pack->broken_at = place;
            if (found == 0)
                *why = g_strdup("the archive ends before it");
            return -1;
        }
        if (pack->unpacker.next - 1 == place) {
            int status = unpacker_read(&pack->unpacker, entry, most, content, why);
            /* The unpacker may be in the middle of an entry, or have failed for good. */
            if (status != 0)
                unpacker_close(&pack->unpacker);
            return status;
        }
        member *passed = pack->is_solid ? member_at(pack, pack->unpacker.next - 1) : NULL;
        blob passing = {0};
        if (passed != NULL && !passed->is_encrypted && kept_is_wanted(passed, archive_entry_size(entry))) {
            if (unpacker_read(&pack->unpacker, entry, MEMBER_MAX, &passing, why) == 0)
                kept_add(passed, passing);
            else
                g_clear_pointer(why, g_free);
            if (pack->unpacker.input->cancelled) {
                unpacker_close(&pack->unpacker);
                *why = g_strdup("cancelled");
                return -1;
            }
        }
    }
}

const blob *pack_member(pack *pack, sheaf_request *request, int64_t index, int32_t *status)
{
    sheaf_document *document = pack->document;
    member *member = &pack->members[index];
    document->current = index;
    if (member->content.data != NULL)
        return &member->content;
    if (member->is_encrypted) {
        *status = sheaf_fail(document->plugin->services, request, -ENOTSUP,
                             "page %lld (%s) is encrypted: encrypted archives are not opened here", (long long)index + 1,
                             member->name);
        return NULL;
    }
    blob content = {0};
    char *why = NULL;
    locale_t before = unpacker_enter();
    int result = unpack_place(pack, member->place, MEMBER_MAX, &content, &why);
    uselocale(before);
    if (result == 0) {
        kept_add(member, content);
        return &member->content;
    }
    *status = sheaf_input_result(&document->input, request);
    if (*status == 0)
        *status = sheaf_fail(document->plugin->services, request, -EBADMSG, "cannot unpack page %lld (%s): %s",
                             (long long)index + 1, member->name, why == NULL ? "its data is damaged" : why);
    g_free(why);
    return NULL;
}

int pack_comic_info(pack *pack, blob *content, char **why)
{
    if (pack->comic_info < 0)
        return 0;
    locale_t before = unpacker_enter();
    int result = unpack_place(pack, pack->comic_info, COMIC_INFO_MAX, content, why);
    uselocale(before);
    return result == 0 ? 1 : -1;
}
