/* SPDX-License-Identifier: Apache-2.0
 *
 * config.c: what an operator can set. README.md explains every key.
 */
#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define CACHE_DEFAULT (64ull << 20)
#define CACHE_MIN (1ull << 20)
#define CACHE_MAX (4ull << 30)

settings settings_default(void)
{
    return (settings){.cache_size = CACHE_DEFAULT};
}

int32_t provider_config(sheaf_plugin *plugin, sheaf_request *request, const char *key, const char *value)
{
    if (strcmp(key, "cache-size") != 0)
        return fail(plugin, request, -EINVAL, "there is no setting \"%s\": only cache-size", key);
    char *end = NULL;
    errno = 0;
    unsigned long long size = strtoull(value, &end, 10);
    if (value[0] < '0' || value[0] > '9' || *end != 0 || errno != 0 || size < CACHE_MIN || size > CACHE_MAX)
        return fail(plugin, request, -EINVAL, "cache-size: \"%s\" is no number of bytes from %llu to %llu", value,
                    CACHE_MIN, CACHE_MAX);
    plugin->settings.cache_size = size;
    kept_shrink(plugin, size);
    return 0;
}
