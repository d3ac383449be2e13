/* SPDX-License-Identifier: Apache-2.0
 *
 * provider.c: the table of the text provider, and its life: load, trim.
 */
#include "internal.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

static int32_t load(const sheaf_host_services *services, sheaf_host *host, sheaf_plugin **result)
{
    if (services->size < sizeof *services)
        return -ENOSYS;
    sheaf_plugin *plugin = calloc(1, sizeof *plugin);
    if (plugin == NULL)
        return -ENOMEM;
    plugin->services = services;
    plugin->host = host;
    plugin->settings = settings_default();
    *result = plugin;
    return 0;
}

static void trim(sheaf_plugin *plugin, uint32_t level)
{
    if (level == SHEAF_TRIM_LOW)
        return;
    for (sheaf_document *document = plugin->documents; document != NULL; document = document->next)
        pages_drop(document);
    if (level == SHEAF_TRIM_MEDIUM)
        return;
    if (plugin->documents == NULL)
        g_clear_object(&plugin->fonts);
    malloc_trim(0);
}

static const sheaf_provider provider = {
    .size = sizeof provider,
    .abi_version = SHEAF_PROVIDER_ABI_VERSION,
    .name = "text",
    .version = PANGO_VERSION_STRING,
    .summary = "plain text and Markdown, laid out by Pango",
    .load = load,
    .open = provider_open,
    .close = provider_close,
    .metrics = provider_metrics,
    .render = provider_render,
    .config = provider_config,
    .probe = provider_probe,
    .count = provider_count,
    .refresh = provider_refresh,
    .text = provider_text,
    .outline = provider_outline,
    .links = provider_links,
    .metadata = provider_metadata,
    .trim = trim,
    .ink = provider_ink,
    .position = provider_position,
    .page_at = provider_page_at,
    .blocks = provider_blocks,
    .passage = provider_passage,
};

const sheaf_provider *sheaf_provider_v1(void)
{
    return &provider;
}
