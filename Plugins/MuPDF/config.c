/* SPDX-License-Identifier: Apache-2.0
 *
 * config.c: what an operator can set. README.md explains every key.
 */
#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define STORE_DEFAULT (32ull << 20)
#define STORE_MIN (1ull << 20)
#define STORE_MAX (4ull << 30)

settings settings_default(void)
{
    return (settings){
        .store_size = STORE_DEFAULT,
        .layout_width = FZ_DEFAULT_LAYOUT_W,
        .layout_height = FZ_DEFAULT_LAYOUT_H,
        .layout_em = FZ_DEFAULT_LAYOUT_EM,
        .document_css = 1,
        .columns = 1,
    };
}

static int32_t set_store(sheaf_plugin *plugin, sheaf_request *request, const char *value)
{
    char *end = NULL;
    errno = 0;
    unsigned long long size = strtoull(value, &end, 10);
    if (value[0] < '0' || value[0] > '9' || *end != 0 || errno != 0 || size < STORE_MIN || size > STORE_MAX)
        return fail(plugin, request, -EINVAL, "store-size: \"%s\" is no number of bytes from %llu to %llu", value,
                    STORE_MIN, STORE_MAX);
    plugin->settings.store_size = size;
    return 0;
}

/* The longest and the shortest edge that PDF allows are taken for every layout. */
static int32_t set_points(sheaf_plugin *plugin, sheaf_request *request, const char *key, const char *value,
                          float *setting, float least, float most)
{
    char *end = NULL;
    float points = fz_strtof(value, &end);
    if (value[0] < '0' || value[0] > '9' || *end != 0 || !(points >= least && points <= most))
        return fail(plugin, request, -EINVAL, "%s: \"%s\" is no number of points from %g to %g", key, value,
                    (double)least, (double)most);
    *setting = points;
    return 0;
}

static int32_t set_boolean(sheaf_plugin *plugin, sheaf_request *request, const char *key, const char *value,
                           int *setting)
{
    if (strcmp(value, "yes") != 0 && strcmp(value, "no") != 0)
        return fail(plugin, request, -EINVAL, "%s: \"%s\" is neither yes nor no", key, value);
    *setting = strcmp(value, "yes") == 0;
    return 0;
}

int32_t provider_config(sheaf_plugin *plugin, sheaf_request *request, const char *key, const char *value)
{
    settings *settings = &plugin->settings;
    if (strcmp(key, "store-size") == 0)
        return set_store(plugin, request, value);
    if (strcmp(key, "layout-width") == 0)
        return set_points(plugin, request, key, value, &settings->layout_width, 36, 14400);
    if (strcmp(key, "layout-height") == 0)
        return set_points(plugin, request, key, value, &settings->layout_height, 36, 14400);
    if (strcmp(key, "layout-em") == 0)
        return set_points(plugin, request, key, value, &settings->layout_em, 1, 200);
    if (strcmp(key, "document-css") == 0)
        return set_boolean(plugin, request, key, value, &settings->document_css);
    return fail(plugin, request, -EINVAL,
                "there is no setting \"%s\": only store-size, layout-width, layout-height, layout-em, document-css",
                key);
}
