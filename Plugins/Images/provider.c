/* SPDX-License-Identifier: Apache-2.0
 *
 * provider.c: the table of the image provider, and its life: load, trim.
 */
#include "internal.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <vips/vector.h>

static pthread_once_t started = PTHREAD_ONCE_INIT;
static int start_status;

/* Whether libvips's vector code was compiled with it, by Highway. What ORC compiles at run time goes into memory that may not be
 * executed here. */
static gboolean has_compiled_vectors(void)
{
#if VIPS_MAJOR_VERSION == 8 && VIPS_MINOR_VERSION < 15
    return FALSE;
#else
    return vips_vector_get_builtin_targets() != 0;
#endif
}

static void start(void)
{
    vips_vector_set_enabled(has_compiled_vectors());
    start_status = vips_init("sheaf-images");
    if (start_status != 0)
        return;
    vips_vector_set_enabled(has_compiled_vectors());
    /* Nothing is computed by its threads, and no operation is done twice. */
#if VIPS_MAJOR_VERSION == 8 && VIPS_MINOR_VERSION < 15
    const int is_ready = 0;
#else
    const int is_ready = vips_vector_get_builtin_targets() != 0;
#endif
    /* Vector code that was compiled with libvips (by Highway) is used. What ORC makes is made at run time, which hosts forbid: it would
     * end them. */
    if (!is_ready)
        vips_vector_set_enabled(FALSE);
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    vips_cache_set_max_mem(0);
    messages_attach();
}

int32_t vips_begin(const sheaf_plugin *plugin, sheaf_request *request)
{
    pthread_once(&started, start);
    if (start_status == 0)
        return 0;
    return fail(plugin, request, -ENOSYS, "cannot start libvips: %s", vips_error_buffer());
}

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
    .summary = "JPEG, PNG, WebP, TIFF, HEIF, AVIF, JPEG XL, GIF, SVG, and archives of them, by libvips",
    .load = load,
    .open = provider_open,
    .close = provider_close,
    .metrics = provider_metrics,
    .render = provider_render,
    .config = provider_config,
    .probe = provider_probe,
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
