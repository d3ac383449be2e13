/* SPDX-License-Identifier: Apache-2.0
 *
 * chapters.c: archives in archives, as chapters of a comic are packed: they are one book.
 *
 * Each is unpacked into memory once, to see which pages it has, and again when one of these is read and it is not kept any more.
 */
#include "unpacker.h"

#include <errno.h>
#include <string.h>

/* The bytes of an archive in another one that is looked at to see whether it has images. */
#define PROBE_MEMBER_MAX ((size_t)64 << 20)

/* Unpacks an archive into memory, where it is kept as pages are. 0, or -1 with the reason in `why`. */
static int unpack(pack *top, member *archive, char **why)
{
    blob content = {0};
    if (archive->is_encrypted) {
        *why = g_strdup("it is encrypted, and encrypted archives are not opened here");
        return -1;
    }
    if (member_unpack(archive->pack, archive->place, MEMBER_MAX, &content, why) != 0)
        return -1;
    top->unpacked += (int64_t)content.size;
    kept_add(archive, content);
    return 0;
}

/* Opens an archive that is in another one. 0, or a failure in `why`. */
static int32_t open_chapter(pack *top, member *archive, char **why)
{
    if (unpack(top, archive, why) != 0)
        return -EBADMSG;
    container container = detect_container(archive->content.data, MIN(archive->content.size, HEAD_SIZE));
    if (container == CONTAINER_NONE) {
        *why = g_strdup("it is no archive that is known here");
        return -EBADMSG;
    }
    pack *inner = pack_make(top->document, top->unpacker.input, container, archive);
    if (inner == NULL) {
        *why = g_strdup("not enough memory");
        return -ENOMEM;
    }
    archive->inner = inner;
    g_ptr_array_add(top->packs, inner);
    archive->is_pinned = 1;
    inner->is_solid = unpacker_is_solid(&inner->unpacker);
    inner->unpacker.unpacked_max = container == CONTAINER_TAR_COMPRESSED ? UNPACKED_MAX : INT64_MAX;
    int32_t status = pack_look_through(top, inner, ENTRIES_MAX, 0, why);
    inner->unpacker.unpacked_max = INT64_MAX;
    if (status == 0)
        status = chapters_open(top, inner, why);
    top->foreign += inner->foreign;
    archive->is_pinned = 0;
    unpacker_close(&inner->unpacker);
    return status;
}

int32_t chapters_open(pack *top, pack *pack, char **why)
{
    for (int64_t i = 0; i < pack->count; i++) {
        member *archive = &pack->members[i];
        if (!archive->is_archive)
            continue;
        /* Until all are counted: those that come first are kept. */
        archive->index = archive->last = top->entries;
        int32_t status = open_chapter(top, archive, why);
        if (top->unpacked > UNPACKED_MAX) {
            g_free(*why);
            *why = g_strdup_printf("the archives in it unpack to more than %lld MiB", UNPACKED_MAX >> 20);
            return -EFBIG;
        }
        if (status == 0)
            continue;
        if (status == -EFBIG || status == -ENOMEM || top->unpacker.input->cancelled || top->unpacker.input->failure != 0)
            return status;
        /* One that can't be read costs no other one. */
        archive->why = *why;
        *why = NULL;
    }
    return 0;
}

int chapters_have_images(pack *outer)
{
    for (int64_t i = 0; i < outer->count; i++) {
        member *archive = &outer->members[i];
        if (!archive->is_archive || archive->is_encrypted)
            continue;
        const char *dot = strrchr(archive->name, '.');
        /* Names of comics are believed, as those of images are. */
        if (dot != NULL && g_ascii_strncasecmp(dot, ".cb", 3) == 0)
            return 1;
        char *why = NULL;
        int has_images = 0;
        if (member_unpack(outer, archive->place, PROBE_MEMBER_MAX, &archive->content, &why) == 0) {
            container container = detect_container(archive->content.data, MIN(archive->content.size, HEAD_SIZE));
            pack *inner =
                container == CONTAINER_NONE ? NULL : pack_make(NULL, outer->unpacker.input, container, archive);
            if (inner != NULL) {
                inner->unpacker.unpacked_max = (int64_t)PROBE_MEMBER_MAX;
                has_images = pack_look_through(inner, inner, ENTRIES_MAX, 0, &why) == 0 && !inner->names_are_of_others &&
                             inner->count > inner->foreign && inner->count * 2 >= inner->files;
                pack_close(inner);
            }
        }
        g_free(why);
        free(archive->content.data);
        archive->content = (blob){0};
        return has_images;
    }
    return 0;
}
