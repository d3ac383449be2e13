/* SPDX-License-Identifier: Apache-2.0
 *
 * members.c: the files in an archive.
 *
 * An archive is read from its start to its end, and can't be entered in the middle: a solid one is a single compressed
 * stream. So an unpacker stays where the last page was, and goes back to the start only for what lies before it. On the
 * way through a solid archive the pages that it passes are measured, and kept as they are packed in there, those nearest to
 * the page that is read first, as far as there is room: a document that is read through is unpacked about as many times as it
 * is larger than that room, in whatever order its pages lie in the archive.
 */
#include "unpacker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The bytes of a page that are unpacked to measure it, where the rest need not be. */
#define MEASURED_SIZE ((size_t)131072)

/* ComicInfo.xml. */
#define COMIC_INFO_MAX ((size_t)1 << 20)

void member_forget_begun(pack *pack)
{
    free(pack->begun.data);
    pack->begun = (blob){0};
    pack->begun_member = NULL;
    pack->begun_entry = NULL;
}

/* The member at a place, or NULL. */
static member *member_at(const pack *pack, int64_t place)
{
    int64_t low = 0, high = pack->count;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (pack->members[middle].place < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low < pack->count && pack->members[low].place == place ? &pack->members[low] : NULL;
}

/* Has an archive that is in another one in memory, and those that it is in. 0, or -1 with the reason. */
static int hold(pack *pack, char **why)
{
    member *holder = pack->holder;
    if (holder == NULL || holder->content.data != NULL)
        return 0;
    blob content = {0};
    if (member_unpack(holder->pack, holder->place, MEMBER_MAX, &content, why) != 0)
        return -1;
    kept_add(holder, content);
    return 0;
}

/* A solid archive is passed through: what comes to light on the way is kept, or measured at least. 0, or -1 with the reason where
 * that was cancelled. */
static int pass(pack *pack, member *passed, struct archive_entry *entry, char **why)
{
    blob content = {0};
    int is_wanted = kept_is_wanted(passed, archive_entry_size(entry));
    if (!is_wanted && (passed->is_archive || document_is_measured(pack->document, passed->index)))
        return 0;
    char *reason = NULL;
    if (unpacker_read(&pack->unpacker, entry, MEMBER_MAX, 0, &content, &reason) == 0) {
        if (!passed->is_archive)
            document_measure(pack->document, passed->index, &content);
        if (is_wanted)
            kept_add(passed, content);
        else
            free(content.data);
    }
    g_free(reason);
    if (!pack->unpacker.input->cancelled)
        return 0;
    unpacker_close(&pack->unpacker);
    *why = g_strdup("cancelled");
    return -1;
}

/* Comes to the entry at a place. NULL where that can't be: `why` gets the reason. */
static struct archive_entry *reach(pack *pack, int64_t place, char **why)
{
    if (place >= pack->broken_at) {
        *why = g_strdup("the archive is damaged before it");
        return NULL;
    }
    member_forget_begun(pack);
    if ((pack->unpacker.archive == NULL || pack->unpacker.next > place) && unpacker_open(&pack->unpacker, why) != 0)
        return NULL;
    for (;;) {
        struct archive_entry *entry = NULL;
        int found = unpacker_next(&pack->unpacker, &entry, why);
        if (found <= 0) {
            if (!pack->unpacker.input->cancelled && pack->unpacker.input->failure == 0)
                pack->broken_at = place;
            if (found == 0)
                *why = g_strdup("the archive ends before it");
            return NULL;
        }
        if (pack->unpacker.next - 1 == place)
            return entry;
        member *passed = pack->is_solid ? member_at(pack, pack->unpacker.next - 1) : NULL;
        if (passed != NULL && !passed->is_encrypted && pass(pack, passed, entry, why) != 0)
            return NULL;
    }
}

int member_unpack(pack *pack, int64_t place, size_t most, blob *content, char **why)
{
    if (hold(pack, why) != 0)
        return -1;
    int was_pinned = pack->holder != NULL && pack->holder->is_pinned;
    if (pack->holder != NULL)
        pack->holder->is_pinned = 1;
    struct archive_entry *entry = pack->begun_entry;
    if (entry != NULL && pack->unpacker.archive != NULL && pack->begun_member->place == place) {
        *content = pack->begun;
        pack->begun = (blob){0};
        member_forget_begun(pack);
    } else {
        entry = reach(pack, place, why);
    }
    int status = entry == NULL ? -1 : unpacker_read(&pack->unpacker, entry, most, 0, content, why);
    /* The unpacker may be in the middle of an entry, or have failed for good. */
    if (entry != NULL && status != 0)
        unpacker_close(&pack->unpacker);
    if (pack->holder != NULL)
        pack->holder->is_pinned = was_pinned;
    return status;
}

static int32_t refuse(const member *member, sheaf_request *request, int32_t code, const char *format, const char *why)
{
    char *what = g_strdup_printf(format, (long long)member->index + 1, member->name, why);
    int32_t status = sheaf_fail(member->pack->document->plugin->services, request, code, "%s", what);
    g_free(what);
    return status;
}

const blob *pack_member(pack *top, sheaf_request *request, int64_t index, int32_t *status)
{
    sheaf_document *document = top->document;
    member *member = g_ptr_array_index(top->pages, (guint)index);
    document->current = index;
    if (member->why != NULL) {
        *status = refuse(member, request, -EBADMSG, "page %lld (%s) is an archive that cannot be opened: %s", member->why);
        return NULL;
    }
    if (member->content.data != NULL)
        return &member->content;
    if (member->is_encrypted) {
        *status = refuse(member, request, -ENOTSUP, "page %lld (%s) is encrypted: encrypted archives are not opened here%s", "");
        return NULL;
    }
    blob content = {0};
    char *why = NULL;
    locale_t before = unpacker_enter();
    int result = member_unpack(member->pack, member->place, MEMBER_MAX, &content, &why);
    uselocale(before);
    if (result == 0) {
        kept_add(member, content);
        return &member->content;
    }
    *status = sheaf_input_result(&document->input, request);
    if (*status == 0)
        *status = refuse(member, request, -EBADMSG, "cannot unpack page %lld (%s): %s",
                         why == NULL ? "its data is damaged" : why);
    g_free(why);
    return NULL;
}

const blob *pack_start(pack *top, int64_t index)
{
    member *member = g_ptr_array_index(top->pages, (guint)index);
    pack *pack = member->pack;
    if (member->why != NULL || member->is_encrypted || pack->is_solid || pack->holder != NULL)
        return NULL;
    if (member->content.data != NULL)
        return &member->content;
    if (pack->begun_member == member)
        return &pack->begun;
    char *why = NULL;
    locale_t before = unpacker_enter();
    struct archive_entry *entry = reach(pack, member->place, &why);
    int result = entry == NULL ? -1
                               : unpacker_read(&pack->unpacker, entry, MEMBER_MAX, MEASURED_SIZE, &pack->begun, &why);
    uselocale(before);
    g_free(why);
    if (result != 0) {
        unpacker_close(&pack->unpacker);
        return NULL;
    }
    pack->begun_member = member;
    pack->begun_entry = entry;
    return &pack->begun;
}

int pack_comic_info(pack *top, blob *content, int *is_of_chapter, char **why)
{
    pack *from = top->comic_info >= 0 ? top : NULL;
    for (guint i = 0; from == NULL && i < top->chapters->len; i++) {
        const member *chapter = g_ptr_array_index(top->chapters, i);
        from = chapter->inner->comic_info >= 0 ? chapter->inner : NULL;
    }
    if (from == NULL)
        return 0;
    *is_of_chapter = from != top;
    locale_t before = unpacker_enter();
    int result = member_unpack(from, from->comic_info, COMIC_INFO_MAX, content, why);
    uselocale(before);
    return result == 0 ? 1 : -1;
}
