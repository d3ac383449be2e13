/* SPDX-License-Identifier: Apache-2.0
 *
 * config.c: what an operator can set. README.md explains every key.
 */
#include "internal.h"

/* A font's name, or several with commas between them. */
#define FONT_MAX 128

settings settings_default(void)
{
    return (settings){
        .looks =
            {
                /* A5, as the MuPDF provider has it. */
                .width = 420,
                .height = 595,
                .margin = 36,
                .font_size = 11,
                .line_height = 1.4,
                .columns = 1,
                .justify = 1,
                .unwrap = UNWRAP_AUTO,
                .font_family = "serif",
            },
        .markdown = 1,
    };
}

int32_t provider_config(sheaf_plugin *plugin, sheaf_request *request, const char *key, const char *value)
{
    settings *settings = &plugin->settings;
    looks *looks = &settings->looks;
    const sheaf_setting keys[] = {
        {"layout-width", .number = &looks->width, .unit = "points", .least = 72, .most = 7200},
        {"layout-height", .number = &looks->height, .unit = "points", .least = 72, .most = 7200},
        {"margin", .number = &looks->margin, .unit = "points", .least = 0, .most = 720},
        {"font-size", .number = &looks->font_size, .unit = "points", .least = 4, .most = 144},
        {"line-height", .number = &looks->line_height, .least = 0.8, .most = 4},
        {"font", .name = looks->font_family, .most = FONT_MAX},
        {"justify", .boolean = &looks->justify},
        {"markdown", .boolean = &settings->markdown},
        {"unwrap", .choice = (int *)&looks->unwrap, .unit = "auto yes no"},
    };
    return sheaf_configure(plugin->services, request, keys, G_N_ELEMENTS(keys), key, value);
}
