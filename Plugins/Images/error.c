/* SPDX-License-Identifier: Apache-2.0
 *
 * error.c: what went wrong, in sentences for people.
 */
#include "internal.h"

#include <stdio.h>
#include <string.h>

/* The libraries call back without saying for whom. */
static _Thread_local sheaf_plugin *listener;

void messages_begin(sheaf_plugin *plugin)
{
    listener = plugin;
    plugin->messages = 0;
}

static void on_message(const gchar *domain, GLogLevelFlags flags, const gchar *text, gpointer data)
{
    (void)data;
    sheaf_plugin *plugin = listener;
    int is_warning = (flags & (G_LOG_LEVEL_WARNING | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_ERROR)) != 0;
    /* Of a HEIF without an ICC profile: it is drawn in sRGB, as nearly all of them are meant. */
    int is_usual = strstr(text, "ignoring nclx profile") != NULL;
    if (plugin != NULL && is_warning && !is_usual)
        sheaf_log_message(plugin->services, plugin->host, SHEAF_LOG_WARNING, domain == NULL ? "libvips" : domain, text,
                          &plugin->messages);
}

void messages_attach(void)
{
    g_log_set_default_handler(on_message, NULL);
}

int32_t fail_image(sheaf_document *document, sheaf_request *request, const char *format, ...)
{
    int32_t failure = sheaf_input_result(&document->input, request);
    if (failure != 0)
        return failure;
    char what[SHEAF_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    /* A line for each layer of the library: they are put after each other. */
    char *reason = g_strdup(vips_error_buffer());
    g_strchomp(reason);
    char **lines = g_strsplit(reason, "\n", 4);
    char *joined = g_strjoinv("; ", lines);
    int32_t code = strstr(joined, "out of memory") != NULL ? -ENOMEM : -EBADMSG;
    sheaf_fail(document->plugin->services, request, code, "cannot %s: %.400s", what,
               *joined == 0 ? "its data is damaged" : joined);
    g_free(joined);
    g_strfreev(lines);
    g_free(reason);
    vips_error_clear();
    return code;
}

char *text_clean(const char *text, gssize length)
{
    char *clean = g_utf8_make_valid(text, length);
    for (char *at = clean; *at != 0; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7f)
            *at = ' ';
    return clean;
}
