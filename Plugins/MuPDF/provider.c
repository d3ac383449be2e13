/* SPDX-License-Identifier: Apache-2.0
 *
 * provider.c: the table of the MuPDF provider, and its life: load, trim.
 */
#include "internal.h"

#include <errno.h>
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
    plugin->canceller = canceller_start(services);
    if (plugin->canceller == NULL) {
        services->log(host, SHEAF_LOG_ERROR, "cannot start the thread that cancels renders");
        free(plugin);
        return -EAGAIN;
    }
    *result = plugin;
    return 0;
}

static void trim(sheaf_plugin *plugin, uint32_t level)
{
    fz_context *context = plugin->context;
    if (context == NULL)
        return;
    if (level == SHEAF_TRIM_LOW) {
        fz_shrink_store(context, 50);
        return;
    }
    /* An open page holds on to its fonts, or to all of an HTML document. */
    for (sheaf_document *document = plugin->documents; document != NULL; document = document->next)
        document_leave_page(document);
    if (level == SHEAF_TRIM_MEDIUM) {
        fz_shrink_store(context, 20);
        return;
    }
    fz_empty_store(context);
    fz_purge_glyph_cache(context);
}

static const sheaf_provider provider = {
    .size = sizeof provider,
    .abi_version = SHEAF_PROVIDER_ABI_VERSION,
    .name = "mupdf",
    .version = FZ_VERSION,
    .summary = "PDF, XPS, HTML and CBZ, drawn by MuPDF",
    .load = load,
    .open = provider_open,
    .close = provider_close,
    .metrics = provider_metrics,
    .render = provider_render,
    .config = provider_config,
    .probe = provider_probe,
    .count = provider_count,
    .refresh = provider_refresh,
    .hit = provider_hit,
    .text = provider_text,
    .outline = provider_outline,
    .links = provider_links,
    .search = provider_search,
    .metadata = provider_metadata,
    .trim = trim,
    .annotations = provider_annotations,
    .ink = provider_ink,
    .pictures = provider_pictures,
    .position = provider_position,
    .page_at = provider_page_at,
};

const sheaf_provider *sheaf_provider_v1(void)
{
    return &provider;
}
