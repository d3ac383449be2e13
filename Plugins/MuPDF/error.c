/* SPDX-License-Identifier: Apache-2.0
 *
 * error.c: what went wrong, for people, and what MuPDF says meanwhile, for the journal.
 */
#include "internal.h"

#include <stdarg.h>
#include <stdio.h>

/* The code of an error for want of memory: MuPDF 1.24 has one for all that the system refuses. Files are read by the service's
 * functions, so that memory is all that this MuPDF asks the system for. */
#if FZ_VERSION_MAJOR == 1 && FZ_VERSION_MINOR < 24
#define NO_MEMORY FZ_ERROR_MEMORY
#else
#define NO_MEMORY FZ_ERROR_SYSTEM
#endif

int is_damage(fz_context *context)
{
    const int code = fz_caught(context);
    return code != FZ_ERROR_ABORT && code != FZ_ERROR_TRYLATER && code != NO_MEMORY;
}

int32_t caught(sheaf_document *document, sheaf_request *request, const char *format, ...)
{
    const sheaf_host_services *services = document->plugin->services;
    fz_context *context = document->plugin->context;
    int code = fz_caught(context);
    if (code == FZ_ERROR_ABORT || code == FZ_ERROR_TRYLATER)
        return SHEAF_CANCELLED;

    char message[256];
    snprintf(message, sizeof message, "%s", fz_caught_message(context));
    fz_flush_warnings(context);
    int32_t failure = sheaf_input_result(&document->input, request);
    if (failure != 0)
        return failure;

    char what[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (code == NO_MEMORY)
        return sheaf_fail(services, request, -ENOMEM, "cannot %s: not enough memory (%s)", what, message);
    return sheaf_fail(services, request, -EBADMSG, "cannot %s: %s", what, message);
}

int32_t settled(sheaf_document *document, sheaf_request *request, int32_t result)
{
    fz_flush_warnings(document->plugin->context);
    int32_t failure = sheaf_input_result(&document->input, request);
    return failure != 0 ? failure : result;
}

static void message(sheaf_plugin *plugin, uint32_t level, const char *text)
{
    sheaf_log_message(plugin->services, plugin->host, level, "MuPDF", text, &plugin->messages);
}

static void on_warning(void *plugin, const char *text)
{
    message(plugin, SHEAF_LOG_WARNING, text);
}

/* Most of MuPDF's errors are caught by MuPDF, which then tries something else: not a warning yet. */
static void on_error(void *plugin, const char *text)
{
    message(plugin, SHEAF_LOG_DEBUG, text);
}

void messages_attach(sheaf_plugin *plugin)
{
    fz_set_warning_callback(plugin->context, on_warning, plugin);
    fz_set_error_callback(plugin->context, on_error, plugin);
}
