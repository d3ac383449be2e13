/* SPDX-License-Identifier: Apache-2.0
 *
 * config.c: what an operator can set. README.md explains every key.
 */
#include "internal.h"

#define CACHE_DEFAULT (64ull << 20)
#define CACHE_MIN (1ull << 20)
#define CACHE_MAX (4ull << 30)

settings settings_default(void)
{
    return (settings){.cache_size = CACHE_DEFAULT};
}

int32_t provider_config(sheaf_plugin *plugin, sheaf_request *request, const char *key, const char *value)
{
    const sheaf_setting keys[] = {
        {"cache-size", .bytes = &plugin->settings.cache_size, .least = CACHE_MIN, .most = CACHE_MAX},
    };
    int32_t status = sheaf_configure(plugin->services, request, keys, 1, key, value);
    if (status == 0)
        kept_shrink(plugin, plugin->settings.cache_size);
    return status;
}
