/* SPDX-License-Identifier: Apache-2.0
 *
 * archive.c: archives of images: whether one is a comic, and in which order its pages come.
 */
#include "unpacker.h"

#include <errno.h>
#include <string.h>

/* How far an archive is looked through to see whether it is a comic: entries, and bytes unpacked. */
#define PROBE_ENTRIES 1000
#define PROBE_UNPACKED (64ll << 20)

static gint order_of_pages(gconstpointer left, gconstpointer right)
{
    const member *a = *(const member *const *)left, *b = *(const member *const *)right;
    int order = strcmp(a->key, b->key);
    if (order == 0)
        order = name_compare(a->name, b->name);
    return order != 0 ? order : a->place < b->place ? -1 : a->place > b->place;
}

static gint order_of_chapters(gconstpointer left, gconstpointer right)
{
    const member *a = *(const member *const *)left, *b = *(const member *const *)right;
    return a->index != b->index ? (a->index < b->index ? -1 : 1) : a->pack->depth - b->pack->depth;
}

uint32_t pack_probe(sheaf_input *input, container container)
{
    char *why = NULL;
    pack *pack = pack_make(NULL, input, container, NULL);
    if (pack == NULL)
        return SHEAF_PROBE_NO;
    /* Of the others what is counted is where in the file it reads, and a ZIP's directory is at its end. */
    pack->unpacker.unpacked_max = container == CONTAINER_TAR_COMPRESSED ? PROBE_UNPACKED : INT64_MAX;
    locale_t before = unpacker_enter();
    int32_t status = pack_look_through(pack, pack, PROBE_ENTRIES, 1, &why);
    uint32_t certainty = SHEAF_PROBE_NO;
    /* At least half of the files are images, or archives of them, and one of them is shown here. */
    if (!pack->names_are_of_others && pack->count > pack->foreign && pack->count * 2 >= pack->files &&
        (pack->count > pack->archives || chapters_have_images(pack)))
        certainty = PROBE_COMIC;
    uselocale(before);
    /* Of one whose names can't be read nobody else can say more: it is refused with the reason. */
    if (status == -ENOTSUP)
        certainty = PROBE_UNREADABLE;
    g_free(why);
    pack_close(pack);
    return certainty;
}

/* Puts the pages of an archive, and of those in it, behind those that are there. */
static void gather(pack *top, pack *pack)
{
    for (int64_t i = 0; i < pack->count; i++) {
        member *member = &pack->members[i];
        if (!member->is_archive || member->why != NULL)
            g_ptr_array_add(top->pages, member);
        else if (member->inner != NULL)
            gather(top, member->inner);
    }
}

/* Which pages an archive has that is in another one; and notes it as a chapter where it has any. */
static void count_pages(pack *top, member *archive)
{
    archive->index = INT64_MAX;
    archive->last = -1;
    for (int64_t i = 0; i < archive->inner->count; i++) {
        member *member = &archive->inner->members[i];
        if (member->inner != NULL && member->why == NULL)
            count_pages(top, member);
        if (member->last < 0)
            continue;
        archive->index = MIN(archive->index, member->index);
        archive->last = MAX(archive->last, member->last);
    }
    if (archive->last >= 0)
        g_ptr_array_add(top->chapters, archive);
}

/* Why an archive without a page that can be shown is none to open: the first chapter may say it. */
static const char *reason_without_pages(const pack *pack, const char **chapter)
{
    int64_t shown = (int64_t)pack->pages->len - pack->foreign;
    const char *why = NULL;
    for (guint i = pack->pages->len; i-- > 0;) {
        const member *member = g_ptr_array_index(pack->pages, i);
        if (member->why == NULL)
            continue;
        shown--;
        why = member->why;
        *chapter = member->name;
    }
    return shown > 0 ? NULL : why != NULL ? why : "there is no image in it that is known here";
}

/* Puts the pages of all archives in their order. */
static void sort_pages(pack *top)
{
    top->pages = g_ptr_array_new();
    top->chapters = g_ptr_array_new();
    gather(top, top);
    g_ptr_array_sort(top->pages, order_of_pages);
    for (guint i = 0; i < top->pages->len; i++) {
        member *member = g_ptr_array_index(top->pages, i);
        member->index = member->last = i;
    }
    for (int64_t i = 0; i < top->count; i++)
        if (top->members[i].inner != NULL && top->members[i].why == NULL)
            count_pages(top, &top->members[i]);
    g_ptr_array_sort(top->chapters, order_of_chapters);
}

pack *pack_open(sheaf_document *document, sheaf_request *request, container container, int32_t *status)
{
    sheaf_plugin *plugin = document->plugin;
    char *why = NULL;
    pack *pack = pack_make(document, &document->input, container, NULL);
    if (pack == NULL) {
        *status = sheaf_fail(plugin->services, request, -ENOMEM, "not enough memory to open an archive");
        return NULL;
    }
    pack->is_solid = unpacker_is_solid(&pack->unpacker);
    pack->unpacker.unpacked_max = container == CONTAINER_TAR_COMPRESSED ? UNPACKED_MAX : INT64_MAX;
    pack->packs = g_ptr_array_new();
    locale_t before = unpacker_enter();
    *status = pack_look_through(pack, pack, ENTRIES_MAX, 0, &why);
    pack->unpacker.unpacked_max = INT64_MAX;
    if (*status == 0)
        *status = chapters_open(pack, pack, &why);
    uselocale(before);
    int32_t unread = *status == 0 ? 0 : sheaf_input_result(&document->input, request);
    if (*status == 0)
        sort_pages(pack);
    if (unread != 0)
        *status = unread;
    else if (*status != 0)
        *status = sheaf_fail(plugin->services, request, *status, "cannot open the %s archive: %s",
                             container_name(container), why);
    const char *chapter = NULL, *reason = *status == 0 ? reason_without_pages(pack, &chapter) : NULL;
    if (reason != NULL)
        *status = sheaf_fail(plugin->services, request, -ENOTSUP, "cannot open the %s archive: %s%s%s",
                             container_name(container), chapter == NULL ? "" : chapter, chapter == NULL ? "" : ": ", reason);
    g_free(why);
    if (*status != 0) {
        pack_close(pack);
        return NULL;
    }
    return pack;
}

int64_t pack_count(const pack *pack)
{
    return pack->pages->len;
}

const char *pack_name(const pack *pack, int64_t index)
{
    return ((const member *)g_ptr_array_index(pack->pages, (guint)index))->name;
}

int64_t pack_chapters(const pack *pack)
{
    return pack->chapters->len;
}

chapter pack_chapter(const pack *pack, int64_t number)
{
    const member *member = g_ptr_array_index(pack->chapters, (guint)number);
    return (chapter){.name = member->name, .page = member->index, .level = member->pack->depth};
}
