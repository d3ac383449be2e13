/* SPDX-License-Identifier: Apache-2.0
 *
 * archive.c: archives of images, read with libarchive.
 *
 * An archive is read from its start to its end, and can't be entered in the middle: a solid one is a single compressed
 * stream. So a reader stays where the last page was, and goes back to the start only for what lies before it. On the way through
 * a solid archive the pages that it passes are kept as they are packed in there, those that come next first, as far
 * as there is room: a document that is read through is unpacked about as many times as it is larger than that room,
 * in whatever order its pages lie in the archive.
 */
#include "internal.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <locale.h>
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

/* What is read at once: little behind a jump, since the next may follow. */
#define READ_FIRST ((size_t)4096)
#define READ_MAX ((size_t)65536)

struct member {
    char *name;
    char *folded; /* it, for comparing; NULL once the order is known */
    int64_t place; /* how many entries lie before it in the archive */
    int64_t index; /* which page it is */
    int is_encrypted;
    sheaf_document *document;
    blob content; /* unpacked, or NULL */
    GList kept;   /* among the plugin's, where content is there */
};

struct pack {
    sheaf_document *document;
    sheaf_input *input;
    container container;
    int is_solid;
    struct archive *reader; /* or NULL: it has to begin anew */
    int64_t next;           /* the place of the entry that it comes to next */
    int64_t position;       /* of the next byte that libarchive wants */
    size_t length;          /* how much it gets at once */
    int64_t unpacked_max;
    int is_too_large;      /* it unpacked to more than that */
    int64_t broken_at;     /* no entry from this place on can be reached */
    member *members;       /* in the order of the pages */
    member **by_place;
    int64_t count;
    int64_t comic_info;    /* the place of ComicInfo.xml, or -1 */
    int names_are_of_others; /* it is another kind of document */
    int64_t files, foreign; /* that were seen: files that count, images that others show */
    unsigned char buffer[READ_MAX];
};

/* MARK: Reading */

static la_ssize_t on_read(struct archive *reader, void *data, const void **bytes)
{
    pack *pack = data;
    sheaf_input *input = pack->input;
    /* Asked for each block: a bomb is noticed within what one block unpacks to. */
    if (archive_filter_bytes(reader, 0) > pack->unpacked_max) {
        pack->is_too_large = 1;
        archive_set_error(reader, EFBIG, "it unpacks to too much");
        return -1;
    }
    int64_t count = sheaf_input_read(input, pack->buffer, pack->length, pack->position);
    if (count < 0) {
        archive_set_error(reader, (int)-count, "%s", strerror((int)-count));
        return -1;
    }
    pack->position += count;
    if (pack->length < READ_MAX)
        pack->length *= 2;
    *bytes = pack->buffer;
    return (la_ssize_t)count;
}

static la_int64_t on_seek(struct archive *reader, void *data, la_int64_t offset, int whence)
{
    (void)reader;
    pack *pack = data;
    int64_t base = whence == SEEK_CUR ? pack->position : whence == SEEK_END ? pack->input->size : 0;
    if (__builtin_add_overflow(base, offset, &base) || base < 0)
        return ARCHIVE_FATAL;
    pack->position = base;
    pack->length = READ_FIRST;
    return base;
}

static la_int64_t on_skip(struct archive *reader, void *data, la_int64_t length)
{
    (void)reader;
    pack *pack = data;
    int64_t rest = pack->input->size - pack->position;
    if (length <= 0 || rest <= 0)
        return 0;
    length = length < rest ? length : rest;
    pack->position += length;
    pack->length = READ_FIRST;
    return length;
}

/* libarchive takes names for what the locale of the thread says. */
static locale_t enter_utf8(void)
{
    static locale_t utf8;
    if (utf8 == (locale_t)0) {
        locale_t made = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0), none = (locale_t)0;
        if (made != (locale_t)0 &&
            !__atomic_compare_exchange_n(&utf8, &none, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            freelocale(made);
    }
    return uselocale(utf8);
}

static void close_reader(pack *pack)
{
    if (pack->reader != NULL)
        archive_read_free(pack->reader);
    pack->reader = NULL;
}

/* Only what the first bytes say that it is: libarchive would try everything else on it, too. */
static int choose_formats(struct archive *reader, container container)
{
    switch (container) {
    case CONTAINER_ZIP:
        return archive_read_support_format_zip(reader);
    case CONTAINER_RAR:
        return archive_read_support_format_rar(reader);
    case CONTAINER_RAR5:
        return archive_read_support_format_rar5(reader);
    case CONTAINER_7Z:
        return archive_read_support_format_7zip(reader);
    default:
        if (container == CONTAINER_TAR_COMPRESSED) {
            archive_read_support_filter_gzip(reader);
            archive_read_support_filter_bzip2(reader);
            archive_read_support_filter_xz(reader);
            archive_read_support_filter_zstd(reader);
        }
        return archive_read_support_format_tar(reader);
    }
}

/* Begins at the start of the archive. 0, or -1 where libarchive can't: `why` gets the reason, to be freed. */
static int open_reader(pack *pack, char **why)
{
    close_reader(pack);
    struct archive *reader = archive_read_new();
    pack->reader = reader;
    pack->next = pack->position = 0;
    pack->length = READ_FIRST;
    int status = reader == NULL ? ARCHIVE_FATAL : choose_formats(reader, pack->container);
    if (status >= ARCHIVE_WARN) {
        archive_read_set_read_callback(reader, on_read);
        archive_read_set_seek_callback(reader, on_seek);
        archive_read_set_skip_callback(reader, on_skip);
        archive_read_set_callback_data(reader, pack);
        status = archive_read_open1(reader);
    }
    /* One filter is none. */
    if (status >= ARCHIVE_WARN && archive_filter_count(reader) > 2) {
        archive_set_error(reader, EFBIG, "it is compressed more than once");
        status = ARCHIVE_FATAL;
    }
    if (status >= ARCHIVE_WARN)
        return 0;
    *why = g_strdup(reader == NULL ? "not enough memory" : archive_error_string(reader));
    close_reader(pack);
    return -1;
}

/* Comes to the next entry. 1, 0 at the end, -1 where libarchive can't: the reader is closed then. */
static int next_entry(pack *pack, struct archive_entry **entry, char **why)
{
    int status;
    do
        status = archive_read_next_header(pack->reader, entry);
    while (status == ARCHIVE_RETRY);
    if (status == ARCHIVE_EOF)
        return 0;
    if (status < ARCHIVE_WARN) {
        *why = g_strdup(archive_error_string(pack->reader));
        close_reader(pack);
        return -1;
    }
    pack->next++;
    return 1;
}

/* Unpacks the entry that the reader has come to. 0, or -1 with the reason. What was read before an error is taken. */
static int unpack(pack *pack, struct archive_entry *entry, size_t most, blob *content, char **why)
{
    size_t room = archive_entry_size_is_set(entry) && archive_entry_size(entry) >= 0 &&
                          (uint64_t)archive_entry_size(entry) < most
                      ? (size_t)archive_entry_size(entry) + 1
                      : READ_MAX;
    blob found = {.data = malloc(room)};
    while (found.data != NULL) {
        if (found.size == room) {
            if (room > most) {
                free(found.data);
                *why = g_strdup_printf("it unpacks to more than %zu MiB", most >> 20);
                return -1;
            }
            room = room * 2 < most ? room * 2 : most + 1;
            unsigned char *larger = realloc(found.data, room);
            if (larger == NULL)
                free(found.data);
            found.data = larger;
            continue;
        }
        la_ssize_t count = sheaf_input_is_cancelled(pack->input)
                               ? ARCHIVE_FATAL
                               : archive_read_data(pack->reader, found.data + found.size, room - found.size);
        if (count == 0 || (count < 0 && count != ARCHIVE_RETRY && found.size > 0 && !pack->input->cancelled)) {
            /* A part of an image is better than none; what is missing is told where it is drawn. */
            if (count < 0)
                g_warning("%s: %s", archive_entry_pathname_utf8(entry), archive_error_string(pack->reader));
            *content = found;
            return 0;
        }
        if (count < 0 && count != ARCHIVE_RETRY) {
            *why = g_strdup(archive_error_string(pack->reader));
            free(found.data);
            return -1;
        }
        found.size += count > 0 ? (size_t)count : 0;
    }
    *why = g_strdup("not enough memory");
    return -1;
}

/* MARK: Keeping */

/* How many pages lie between the one that was asked for last and this one, reading on, and from the start behind the end. */
static int64_t ahead(const member *member)
{
    const sheaf_document *document = member->document;
    int64_t distance = member->index - document->current;
    return distance < 0 ? distance + document->count : distance;
}

static void drop(member *member)
{
    sheaf_plugin *plugin = member->document->plugin;
    if (member->content.data == NULL)
        return;
    plugin->kept_bytes -= member->content.size;
    g_queue_unlink(&plugin->kept, &member->kept);
    free(member->content.data);
    member->content = (blob){0};
}

/* What is dropped first: what is of other documents, then what is farthest ahead in this one. */
static member *least_wanted(sheaf_plugin *plugin, const sheaf_document *document)
{
    member *least = NULL;
    for (GList *link = plugin->kept.head; link != NULL; link = link->next) {
        member *member = link->data;
        if (member->document != document)
            return member;
        if (least == NULL || ahead(member) > ahead(least))
            least = member;
    }
    return least;
}

/* Whether a page that is passed on the way would be kept. */
static int is_wanted(const member *member, int64_t size)
{
    sheaf_plugin *plugin = member->document->plugin;
    if (member->content.data != NULL || size < 0 || (uint64_t)size > plugin->settings.cache_size)
        return 0;
    if (plugin->kept_bytes + (uint64_t)size <= plugin->settings.cache_size)
        return 1;
    struct member *least = least_wanted(plugin, member->document);
    return least == NULL || least->document != member->document || ahead(least) > ahead(member);
}

/* Keeps what was unpacked. Whatever has no room beside it goes; it itself stays, as large as it may be. */
static void keep(member *member, blob content)
{
    sheaf_plugin *plugin = member->document->plugin;
    drop(member);
    member->content = content;
    member->kept.data = member;
    plugin->kept_bytes += content.size;
    while (plugin->kept_bytes > plugin->settings.cache_size && plugin->kept.head != NULL)
        drop(least_wanted(plugin, member->document));
    g_queue_push_tail_link(&plugin->kept, &member->kept);
}

void kept_shrink(sheaf_plugin *plugin, uint64_t most)
{
    while (plugin->kept_bytes > most && plugin->kept.head != NULL)
        drop(plugin->kept.head->data);
}

void pack_rest(pack *pack)
{
    close_reader(pack);
}

/* MARK: What is in it */

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
        pack->comic_info = pack->next - 1;
    if (kind != NAME_PAGE) {
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
        .place = pack->next - 1,
        .is_encrypted = archive_entry_is_encrypted(entry),
        .document = pack->document,
    };
    return 0;
}

/* Looks through the archive. 0, or a failure that is told in `why`. An archive that ends early has what was found. */
static int32_t look_through(pack *pack, int64_t most, int is_probe, char **why)
{
    size_t room = 0, names = 0;
    if (open_reader(pack, why) != 0)
        return -EBADMSG;
    for (;;) {
        struct archive_entry *entry = NULL;
        int found = next_entry(pack, &entry, why);
        if (found == 0 || (is_probe && pack->next > most))
            return 0;
        if (found < 0 && !pack->is_too_large && !pack->input->cancelled && pack->count > 0) {
            g_warning("the archive is damaged behind %lld files: %s", (long long)pack->next, *why);
            pack->broken_at = pack->next;
            g_clear_pointer(why, g_free);
            return 0;
        }
        if (found < 0 && pack->is_too_large) {
            g_free(*why);
            *why = g_strdup_printf("it unpacks to more than %lld MiB", (long long)(pack->unpacked_max >> 20));
            return -EFBIG;
        }
        if (found < 0)
            return -EBADMSG;
        if (pack->next > most) {
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

/* Whether the pages of a RAR 5 archive are one stream: its main header says so (RAR 5.0 archive format, 2.3.1). */
static int is_solid_rar(sheaf_input *input)
{
    unsigned char head[64];
    int64_t count = sheaf_input_read(input, head, sizeof head, 0);
    uint64_t numbers[5] = {0}; /* header size, type, flags, size of the extra area, flags of the archive */
    int64_t at = 8 + 4;
    for (int i = 0; i < 5; i++) {
        if (i == 3 && !(numbers[2] & 1))
            continue;
        for (int shift = 0; at < count && shift < 63; shift += 7) {
            numbers[i] |= (uint64_t)(head[at] & 0x7f) << shift;
            if (!(head[at++] & 0x80))
                break;
        }
    }
    return numbers[1] == 1 && (numbers[4] & 4) != 0;
}

static pack *make_pack(sheaf_document *document, sheaf_input *input, container container)
{
    pack *pack = calloc(1, sizeof *pack);
    if (pack == NULL)
        return NULL;
    pack->document = document;
    pack->input = input;
    pack->container = container;
    pack->comic_info = -1;
    pack->broken_at = INT64_MAX;
    pack->unpacked_max = INT64_MAX;
    return pack;
}

void pack_close(pack *pack)
{
    if (pack == NULL)
        return;
    close_reader(pack);
    for (int64_t i = 0; i < pack->count; i++) {
        if (pack->members[i].content.data != NULL)
            drop(&pack->members[i]);
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
    pack->unpacked_max = container == CONTAINER_TAR_COMPRESSED ? PROBE_UNPACKED : INT64_MAX;
    locale_t before = enter_utf8();
    look_through(pack, PROBE_ENTRIES, 1, &why);
    uselocale(before);
    uint32_t certainty = SHEAF_PROBE_NO;
    /* At least half of the files are images. Where some are of a kind that only others show, others are asked first. */
    if (!pack->names_are_of_others && pack->count > 0 && (pack->count + pack->foreign) * 2 >= pack->files)
        certainty = pack->foreign == 0 ? PROBE_COMIC : PROBE_COMIC_IN_PART;
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
    pack->is_solid = container == CONTAINER_7Z || container == CONTAINER_TAR_COMPRESSED ||
                     (container == CONTAINER_RAR5 && is_solid_rar(&document->input));
    pack->unpacked_max = container == CONTAINER_TAR_COMPRESSED ? UNPACKED_MAX : INT64_MAX;
    locale_t before = enter_utf8();
    *status = look_through(pack, ENTRIES_MAX, 0, &why);
    uselocale(before);
    pack->unpacked_max = INT64_MAX;
    int32_t unread = *status == 0 ? 0 : sheaf_input_result(&document->input, request);
    if (unread != 0)
        *status = unread;
    else if (*status != 0)
        *status = sheaf_fail(plugin->services, request, *status, "cannot open the %s archive: %s",
                             container_name(container), why);
    else if (pack->count == 0)
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
    if ((pack->reader == NULL || pack->next > place) && open_reader(pack, why) != 0)
        return -1;
    for (;;) {
        struct archive_entry *entry = NULL;
        int found = next_entry(pack, &entry, why);
        if (found <= 0) {
            if (!pack->input->cancelled && pack->input->failure == 0)
                pack->broken_at = place;
            if (found == 0)
                *why = g_strdup("the archive ends before it");
            return -1;
        }
        if (pack->next - 1 == place) {
            int status = unpack(pack, entry, most, content, why);
            /* It may be in the middle of an entry, or have failed for good. */
            if (status != 0)
                close_reader(pack);
            return status;
        }
        member *passed = pack->is_solid ? member_at(pack, pack->next - 1) : NULL;
        blob passing = {0};
        if (passed != NULL && !passed->is_encrypted && is_wanted(passed, archive_entry_size(entry))) {
            if (unpack(pack, entry, MEMBER_MAX, &passing, why) == 0)
                keep(passed, passing);
            else
                g_clear_pointer(why, g_free);
            if (pack->input->cancelled) {
                close_reader(pack);
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
    locale_t before = enter_utf8();
    int result = unpack_place(pack, member->place, MEMBER_MAX, &content, &why);
    uselocale(before);
    if (result == 0) {
        keep(member, content);
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
    locale_t before = enter_utf8();
    int result = unpack_place(pack, pack->comic_info, COMIC_INFO_MAX, content, why);
    uselocale(before);
    return result == 0 ? 1 : -1;
}
