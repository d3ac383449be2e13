/* SPDX-License-Identifier: Apache-2.0
 *
 * provider.cpp: the table of the EPUB provider, and its life: load, trim.
 */
#include "internal.h"

#include <malloc.h>
#include <new>

static int32_t load(const sheaf_host_services *services, sheaf_host *host, sheaf_plugin **result)
{
    if (services->size < sizeof *services)
        return -ENOSYS;
    sheaf_plugin *plugin = new (std::nothrow) sheaf_plugin{services, host, nullptr, 0};
    if (plugin == nullptr)
        return -ENOMEM;
    messages_attach();
    *result = plugin;
    return 0;
}

static void trim(sheaf_plugin *plugin, uint32_t level)
{
    for (sheaf_document *document = plugin->documents; document != nullptr; document = document->next) {
        pictures_drop(document);
        if (level >= SHEAF_TRIM_MEDIUM)
            document->sheets.clear();
    }
    if (level >= SHEAF_TRIM_CRITICAL)
        malloc_trim(0);
}

static sheaf_provider make_table()
{
    sheaf_provider table = {};
    table.size = sizeof table;
    table.abi_version = SHEAF_PROVIDER_ABI_VERSION;
    table.name = "epub";
    table.version = "1";
    table.summary = "EPUB with fixed pages, laid out by litehtml and drawn by cairo";
    table.load = load;
    table.open = provider_open;
    table.close = provider_close;
    table.metrics = provider_metrics;
    table.render = provider_render;
    table.probe = provider_probe;
    table.count = provider_count;
    table.refresh = provider_refresh;
    table.text = provider_text;
    table.outline = provider_outline;
    table.links = provider_links;
    table.metadata = provider_metadata;
    table.trim = trim;
    table.pictures = provider_pictures;
    return table;
}

const sheaf_provider *sheaf_provider_v1(void)
{
    static const sheaf_provider provider = make_table();
    return &provider;
}
