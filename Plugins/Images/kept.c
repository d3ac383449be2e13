/* SPDX-License-Identifier: Apache-2.0
 *
 * kept.c: the unpacked pages of all archives that are kept, as far as there is room.
 */
#include "unpacker.h"

#include <stdlib.h>

/* How many pages lie between the one that was asked for last and this one, reading on, and from the start behind the end. */
static int64_t ahead(const member *member)
{
    const sheaf_document *document = member->document;
    int64_t distance = member->index - document->current;
    return distance < 0 ? distance + document->count : distance;
}

void kept_drop(member *member)
{
    if (member->content.data == NULL)
        return;
    sheaf_plugin *plugin = member->document->plugin;
    plugin->kept_bytes -= member->content.size;
    g_queue_unlink(&plugin->kept, &member->kept);
    free(member->content.data);
    member->content = (blob){0};
}

/* Returns the member that is dropped first: one of another document, else the one that is farthest ahead in this
 * document. */
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

int kept_is_wanted(const member *member, int64_t size)
{
    sheaf_plugin *plugin = member->document->plugin;
    if (member->content.data != NULL || size < 0 || (uint64_t)size > plugin->settings.cache_size)
        return 0;
    if (plugin->kept_bytes + (uint64_t)size <= plugin->settings.cache_size)
        return 1;
    struct member *least = least_wanted(plugin, member->document);
    return least == NULL || least->document != member->document || ahead(least) > ahead(member);
}

void kept_add(member *member, blob content)
{
    sheaf_plugin *plugin = member->document->plugin;
    kept_drop(member);
    member->content = content;
    member->kept.data = member;
    plugin->kept_bytes += content.size;
    while (plugin->kept_bytes > plugin->settings.cache_size && plugin->kept.head != NULL)
        kept_drop(least_wanted(plugin, member->document));
    g_queue_push_tail_link(&plugin->kept, &member->kept);
}

void kept_shrink(sheaf_plugin *plugin, uint64_t most)
{
    while (plugin->kept_bytes > most && plugin->kept.head != NULL)
        kept_drop(plugin->kept.head->data);
}
