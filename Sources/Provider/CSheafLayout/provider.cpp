/* SPDX-License-Identifier: Apache-2.0
 *
 * provider.cpp: the table of a provider of books, and its life: load, trim.
 */
#include "internal.h"

#include <malloc.h>
#include <new>

/* The format of this library. */
static const layout_format *shared_format;

static int32_t load(const sheaf_host_services *services, sheaf_host *host, sheaf_plugin **result)
{
    if (services->size < sizeof *services)
        return -ENOSYS;
    sheaf_plugin *plugin = new (std::nothrow) sheaf_plugin{shared_format, services, host, nullptr, 0, {}};
    if (plugin == nullptr)
        return -ENOMEM;
    messages_attach();
    *result = plugin;
    return 0;
}

static int32_t probe(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, uint32_t *certainty)
{
    sheaf_input input = sheaf_input_open(plugin->services, plugin->host, request, source, nullptr);
    *certainty = plugin->format->probe(&input);
    return sheaf_input_result(&input, request);
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
    table.name = shared_format->name;
    table.version = shared_format->version;
    table.summary = shared_format->summary;
    table.load = load;
    table.open = provider_open;
    table.close = provider_close;
    table.metrics = provider_metrics;
    table.render = provider_render;
    table.probe = probe;
    table.count = provider_count;
    table.refresh = provider_refresh;
    table.text = provider_text;
    table.outline = provider_outline;
    table.links = provider_links;
    table.metadata = provider_metadata;
    table.trim = trim;
    table.pictures = provider_pictures;
    table.ink = provider_ink;
    table.position = provider_position;
    table.page_at = provider_page_at;
    if (shared_format->has_cfis) {
        table.cfi = provider_cfi;
        table.find_cfi = provider_find_cfi;
    }
    return table;
}

const sheaf_provider *layout_provider(const layout_format *format)
{
    shared_format = format;
    static const sheaf_provider provider = make_table();
    return &provider;
}
