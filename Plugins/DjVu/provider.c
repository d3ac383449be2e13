/* SPDX-License-Identifier: Apache-2.0
 *
 * provider.c: the table of the DjVu provider, and its life: load, probe, trim.
 */
#include "internal.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

static int32_t load(const sheaf_host_services *services, sheaf_host *host, sheaf_plugin **result)
{
    if (services->size < sizeof *services)
        return -ENOSYS;
    sheaf_plugin *plugin = calloc(1, sizeof *plugin);
    if (plugin == NULL)
        return -ENOMEM;
    plugin->services = services;
    plugin->host = host;
    *result = plugin;
    return 0;
}

/* A page, or several of them in one file: IFF 85 with these kinds of forms. */
static int32_t probe(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, uint32_t *certainty)
{
    (void)request;
    char head[16];
    int64_t count = plugin->services->read_at(source, head, sizeof head, 0);
    int is_one = count == (int64_t)sizeof head && memcmp(head, "AT&TFORM", 8) == 0 &&
                 (memcmp(head + 12, "DJVU", 4) == 0 || memcmp(head + 12, "DJVM", 4) == 0);
    *certainty = is_one ? SHEAF_PROBE_CERTAIN : SHEAF_PROBE_NO;
    return 0;
}

static void trim(sheaf_plugin *plugin, uint32_t level)
{
    for (sheaf_document *document = plugin->documents; document != NULL; document = document->next) {
        document_rest(document);
        ddjvu_cache_clear(document->context);
    }
    if (level > SHEAF_TRIM_MEDIUM)
        malloc_trim(0);
}

static const sheaf_provider provider = {
    .size = sizeof provider,
    .abi_version = SHEAF_PROVIDER_ABI_VERSION,
    .name = "djvu",
    .version = "3.5",
    .summary = "DjVu, by DjVuLibre",
    .load = load,
    .open = provider_open,
    .close = provider_close,
    .metrics = provider_metrics,
    .render = provider_render,
    .probe = probe,
    .count = provider_count,
    .refresh = provider_refresh,
    .text = provider_text,
    .outline = provider_outline,
    .links = provider_links,
    .metadata = provider_metadata,
    .trim = trim,
};

const sheaf_provider *sheaf_provider_v1(void)
{
    return &provider;
}
