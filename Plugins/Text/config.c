/* SPDX-License-Identifier: Apache-2.0
 *
 * config.c: what an operator can set. README.md explains every key.
 */
#include "internal.h"

#include <errno.h>
#include <string.h>

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
                .font_family = "serif",
            },
        .markdown = 1,
        .unwrap = 1,
    };
}

static int32_t set_number(sheaf_plugin *plugin, sheaf_request *request, const char *key, const char *value,
                          double *setting, double least, double most)
{
    char *end = NULL;
    double number = g_ascii_strtod(value, &end);
    if (value[0] < '0' || value[0] > '9' || *end != 0 || !(number >= least && number <= most))
        return fail(plugin, request, -EINVAL, "%s: \"%s\" is no number from %g to %g", key, value, least, most);
    *setting = number;
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

static int32_t set_font(sheaf_plugin *plugin, sheaf_request *request, const char *value)
{
    if (value[0] == 0 || strlen(value) > FONT_MAX)
        return fail(plugin, request, -EINVAL, "font: \"%s\" is no name of 1 to %d bytes", value, FONT_MAX);
    g_strlcpy(plugin->settings.looks.font_family, value, sizeof plugin->settings.looks.font_family);
    return 0;
}

int32_t provider_config(sheaf_plugin *plugin, sheaf_request *request, const char *key, const char *value)
{
    looks *looks = &plugin->settings.looks;
    if (strcmp(key, "layout-width") == 0)
        return set_number(plugin, request, key, value, &looks->width, 72, 7200);
    if (strcmp(key, "layout-height") == 0)
        return set_number(plugin, request, key, value, &looks->height, 72, 7200);
    if (strcmp(key, "margin") == 0)
        return set_number(plugin, request, key, value, &looks->margin, 0, 720);
    if (strcmp(key, "font-size") == 0)
        return set_number(plugin, request, key, value, &looks->font_size, 4, 144);
    if (strcmp(key, "line-height") == 0)
        return set_number(plugin, request, key, value, &looks->line_height, 0.8, 4);
    if (strcmp(key, "font") == 0)
        return set_font(plugin, request, value);
    if (strcmp(key, "justify") == 0)
        return set_boolean(plugin, request, key, value, &looks->justify);
    if (strcmp(key, "markdown") == 0)
        return set_boolean(plugin, request, key, value, &plugin->settings.markdown);
    if (strcmp(key, "unwrap") == 0)
        return set_boolean(plugin, request, key, value, &plugin->settings.unwrap);
    return fail(plugin, request, -EINVAL,
                "there is no setting \"%s\": only layout-width, layout-height, margin, font-size, line-height, font, "
                "justify, markdown, unwrap",
                key);
}
