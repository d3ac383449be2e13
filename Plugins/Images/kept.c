/* SPDX-License-Identifier: Apache-2.0
 *
 * kept.c: the unpacked pages of all archives that are kept, as far as there is room.
 */
#include "unpacker.h"

#include <stdlib.h>

/* A page behind the one that was asked for last counts as if it lay so many times as far ahead. */
#define BEHIND_WEIGHT 4

/* How far a page is from the one that was asked for last: readers turn on, and now and then back. */
static int64_t distance(const member *member)
{
    int64_t current = member->pack->document->current;
    return member->index > current ? member->index - current
           : member->last < current ? (current - member->last) * BEHIND_WEIGHT
                                    : 0;
}

void kept_drop(member *member)
{
    if (member->content.data == NULL)
        return;
    sheaf_plugin *plugin = member->pack->document->plugin;
    plugin->kept_bytes -= member->content.size;
    g_queue_unlink(&plugin->kept, &member->kept);
    free(member->content.data);
    member->content = (blob){0};
}

/* Returns the member that is dropped first: one of another document, else the one that is farthest in this document. NULL where all are
 * being read from. */
static member *least_wanted(sheaf_plugin *plugin, const sheaf_document *document)
{
    member *least = NULL;
    for (GList *link = plugin->kept.head; link != NULL; link = link->next) {
        member *member = link->data;
        if (member->is_pinned)
            continue;
        if (member->pack->document != document)
            return member;
        if (least == NULL || distance(member) > distance(least))
            least = member;
    }
    return least;
}

int kept_is_wanted(const member *member, int64_t size)
{
    sheaf_plugin *plugin = member->pack->document->plugin;
    if (member->content.data != NULL || size < 0 || (uint64_t)size > plugin->settings.cache_size)
        return 0;
    if (plugin->kept_bytes + (uint64_t)size <= plugin->settings.cache_size)
        return 1;
    struct member *least = least_wanted(plugin, member->pack->document);
    return least == NULL || least->pack->document != member->pack->document || distance(least) > distance(member);
}

void kept_add(member *member, blob content)
{
    sheaf_plugin *plugin = member->pack->document->plugin;
    kept_drop(member);
    member->content = content;
    member->kept.data = member;
    plugin->kept_bytes += content.size;
    for (struct member *least; plugin->kept_bytes > plugin->settings.cache_size &&
                               (least = least_wanted(plugin, member->pack->document)) != NULL;)
        kept_drop(least);
    g_queue_push_tail_link(&plugin->kept, &member->kept);
}

void kept_shrink(sheaf_plugin *plugin, uint64_t most)
{
    while (plugin->kept_bytes > most && plugin->kept.head != NULL)
        kept_drop(plugin->kept.head->data);
}
