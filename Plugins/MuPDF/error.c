/* SPDX-License-Identifier: Apache-2.0
 *
 * error.c: what went wrong, for people, and what MuPDF says meanwhile, for the journal.
 */
#include "internal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The longest error text, with its NUL. MuPDF's own messages measure up to 256. */
#define ERROR_SIZE 640

/* A damaged document has a message for each of its objects: more than these of one request say nothing new. */
#define MESSAGES_MAX 32u

int32_t fail(const sheaf_plugin *plugin, sheaf_request *request, int32_t code, const char *format, ...)
{
    char text[ERROR_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    text_clean(text);
    plugin->services->set_error(request, text);
    return code;
}

/* The code of an error for want of memory: MuPDF 1.24 has one for all that the system refuses. Files are read by the service's
 * functions, so that memory is all that this MuPDF asks the system for. */
#if FZ_VERSION_MAJOR == 1 && FZ_VERSION_MINOR < 24
#define NO_MEMORY FZ_ERROR_MEMORY
#else
#define NO_MEMORY FZ_ERROR_SYSTEM
#endif

/* The sentence on a source that could not be read, or 0 where it could. */
static int32_t input_failure(sheaf_document *document, sheaf_request *request)
{
    input *input = &document->input;
    if (input->failure != 0) {
        int32_t code = input->failure;
        input->failure = 0;
        return fail(document->plugin, request, code, "cannot read the document: %s", strerror(-code));
    }
    if (input->shrunk) {
        const sheaf_change change = {.size = sizeof change, .kind = SHEAF_CHANGED_ALL};
        input->shrunk = 0;
        document->plugin->services->changed(document->plugin->host, document, &change);
        return fail(document->plugin, request, -EIO, "the document is shorter than when it was opened (%lld bytes)",
                    (long long)input->size);
    }
    return 0;
}

int32_t caught(sheaf_document *document, sheaf_request *request, const char *format, ...)
{
    sheaf_plugin *plugin = document->plugin;
    fz_context *context = plugin->context;
    int code = fz_caught(context);
    if (code == FZ_ERROR_ABORT || code == FZ_ERROR_TRYLATER)
        return SHEAF_CANCELLED;

    char message[256];
    snprintf(message, sizeof message, "%s", fz_caught_message(context));
    fz_flush_warnings(context);
    int32_t failure = input_failure(document, request);
    if (failure != 0)
        return failure;

    char what[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (code == NO_MEMORY)
        return fail(plugin, request, -ENOMEM, "cannot %s: not enough memory (%s)", what, message);
    return fail(plugin, request, -EBADMSG, "cannot %s: %s", what, message);
}

int32_t settled(sheaf_document *document, sheaf_request *request, int32_t result)
{
    fz_flush_warnings(document->plugin->context);
    int32_t failure = input_failure(document, request);
    return failure != 0 ? failure : result;
}

static void message(sheaf_plugin *plugin, uint32_t level, const char *text)
{
    char line[300];
    if (plugin->messages > MESSAGES_MAX)
        return;
    if (plugin->messages++ == MESSAGES_MAX) {
        plugin->services->log(plugin->host, level, "MuPDF has more to say; the rest of this request is left out");
        return;
    }
    snprintf(line, sizeof line, "MuPDF: %s", text);
    text_clean(line);
    plugin->services->log(plugin->host, level, line);
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

/* The length of the UTF-8 character that `text` begins with, or 0 where it is none. */
static size_t character_length(const unsigned char *text)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = text[0] < 0x80 ? 1 : text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : text[0] >= 0xc0 ? 2 : 0;
    if (length < 2)
        return length;
    uint32_t value = text[0] & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (text[i] & 0x3f);
    }
    if (text[0] > 0xf4 || value < least[length] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
        return 0;
    return length;
}

/* Makes the character at `at` fit for the host, and returns what comes behind it. */
static unsigned char *clean_character(unsigned char *at)
{
    size_t length = character_length(at);
    if (length == 0)
        *at = '?';
    else if (*at < 0x20 || *at == 0x7f)
        *at = ' ';
    else
        return at + length;
    return at + 1;
}

void text_clean(char *text)
{
    unsigned char *at = (unsigned char *)text;
    while (*at != 0)
        at = clean_character(at);
}

void text_clean_lines(char *text)
{
    unsigned char *at = (unsigned char *)text, *to = at;
    while (*at != 0) {
        unsigned char *end = at + 1;
        if (*at == '\r' || *at == '\n') {
            end += at[0] == '\r' && at[1] == '\n';
            *to++ = '\n';
        } else
            for (end = clean_character(at); at < end; at++)
                *to++ = *at;
        at = end;
    }
    *to = 0;
}
