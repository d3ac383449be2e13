/* SPDX-License-Identifier: Apache-2.0
 *
 * error.c: what went wrong, in sentences for people.
 */
#include "internal.h"

#include <errno.h>
#include <string.h>

int32_t fail(const sheaf_plugin *plugin, sheaf_request *request, int32_t code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    char *valid = g_utf8_make_valid(text, -1);
    plugin->services->set_error(request, valid);
    g_free(valid);
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
