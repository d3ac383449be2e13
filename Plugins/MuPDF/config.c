/* SPDX-License-Identifier: Apache-2.0
 *
 * config.c: what an operator can set. README.md explains every key.
 */
#include "internal.h"

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

int32_t provider_config(sheaf_plugin *plugin, sheaf_request *request, const char *key, const char *value)
{
    settings *settings = &plugin->settings;
    /* The longest and the shortest edge that PDF allows are taken for every layout. */
    const sheaf_setting keys[] = {
        {"store-size", .bytes = &settings->store_size, .least = STORE_MIN, .most = STORE_MAX},
        {"layout-width", .number = &settings->layout_width, .unit = "points", .least = 36, .most = 14400},
        {"layout-height", .number = &settings->layout_height, .unit = "points", .least = 36, .most = 14400},
        {"layout-em", .number = &settings->layout_em, .unit = "points", .least = 1, .most = 200},
        {"document-css", .boolean = &settings->document_css},
    };
    return sheaf_configure(plugin->services, request, keys, sizeof keys / sizeof keys[0], key, value);
}
