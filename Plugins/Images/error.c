/* SPDX-License-Identifier: Apache-2.0
 *
 * error.c: what went wrong, in sentences for people.
 */
#include "internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The longest error text, with its NUL. */
#define ERROR_SIZE 640

/* A damaged image has a message for each of its lines: more than these of one request say nothing new. */
#define MESSAGES_MAX 32u

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
    if (plugin == NULL || !is_warning || is_usual || plugin->messages > MESSAGES_MAX)
        return;
    if (plugin->messages++ == MESSAGES_MAX) {
        plugin->services->log(plugin->host, SHEAF_LOG_WARNING,
                              "libvips has more to say; the rest of this request is left out");
        return;
    }
    char *line = g_strdup_printf("%s: %s", domain == NULL ? "libvips" : domain, text);
    char *clean = text_clean(line, -1);
    plugin->services->log(plugin->host, SHEAF_LOG_WARNING, clean);
    g_free(clean);
    g_free(line);
}

void messages_attach(void)
{
    g_log_set_default_handler(on_message, NULL);
}

int32_t fail(const sheaf_plugin *plugin, sheaf_request *request, int32_t code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    char *clean = text_clean(text, -1);
    plugin->services->set_error(request, clean);
    g_free(clean);
    g_free(text);
    return code;
}

int32_t input_result(sheaf_document *document, sheaf_request *request)
{
    input *input = &document->input;
    if (input->cancelled)
        return SHEAF_CANCELLED;
    if (input->failure != 0)
        return fail(document->plugin, request, input->failure, "cannot read the document: %s",
                    strerror(-input->failure));
    if (input->shrunk) {
        const sheaf_change change = {.size = sizeof change, .kind = SHEAF_CHANGED_ALL};
        document->plugin->services->changed(document->plugin->host, document, &change);
        return fail(document->plugin, request, -EIO, "the document is shorter than when it was opened (%lld bytes)",
                    (long long)input->size);
    }
    return 0;
}

int32_t settled(sheaf_document *document, sheaf_request *request, int32_t result)
{
    int32_t failure = input_result(document, request);
    return failure != 0 ? failure : result;
}

int32_t fail_image(sheaf_document *document, sheaf_request *request, const char *format, ...)
{
    int32_t failure = input_result(document, request);
    if (failure != 0)
        return failure;
    char what[ERROR_SIZE];
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
    fail(document->plugin, request, code, "cannot %s: %.400s", what, *joined == 0 ? "its data is damaged" : joined);
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
