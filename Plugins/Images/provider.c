/* SPDX-License-Identifier: Apache-2.0
 *
 * provider.c: the table of the image provider, and its life: load, probe, trim.
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
    g_queue_init(&plugin->kept);
    *result = plugin;
    return 0;
}

static int32_t probe(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, uint32_t *certainty)
{
    unsigned char head[HEAD_SIZE];
    *certainty = SHEAF_PROBE_NO;
    messages_begin(plugin);
    sheaf_input input = sheaf_input_open(plugin->services, plugin->host, request, source, NULL);
    int64_t count = sheaf_input_read(&input, head, sizeof head, 0);
    if (count < 0)
        return sheaf_input_result(&input, request);
    format format = detect_image(head, (size_t)count);
    if (format != FORMAT_NONE && format != FORMAT_BMP)
        *certainty = SHEAF_PROBE_CERTAIN;
    container container = detect_container(head, (size_t)count);
    if (container != CONTAINER_NONE)
        *certainty = pack_probe(&input, container);
    return input.cancelled ? SHEAF_CANCELLED : 0;
}

static void trim(sheaf_plugin *plugin, uint32_t level)
{
    if (level == SHEAF_TRIM_LOW) {
        kept_shrink(plugin, plugin->kept_bytes / 2);
        return;
    }
    kept_shrink(plugin, 0);
    if (level == SHEAF_TRIM_MEDIUM)
        return;
    for (sheaf_document *document = plugin->documents; document != NULL; document = document->next)
        if (document->pack != NULL)
            pack_rest(document->pack);
    malloc_trim(0);
}

static const sheaf_provider provider = {
    .size = sizeof provider,
    .abi_version = SHEAF_PROVIDER_ABI_VERSION,
    .name = "images",
    .version = VIPS_VERSION,
    .summary = "JPEG, PNG, WebP, TIFF, HEIF, AVIF, JPEG XL, JPEG 2000, GIF, PNM, ICO, SVG, and archives of them, by libvips",
    .load = load,
    .open = provider_open,
    .close = provider_close,
    .metrics = provider_metrics,
    .render = provider_render,
    .config = provider_config,
    .probe = probe,
    .count = provider_count,
    .refresh = provider_refresh,
    .outline = provider_outline,
    .metadata = provider_metadata,
    .trim = trim,
    .pictures = provider_pictures,
};

const sheaf_provider *sheaf_provider_v1(void)
{
    return &provider;
}
