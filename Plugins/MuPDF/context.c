/* SPDX-License-Identifier: Apache-2.0
 *
 * context.c: MuPDF's context, which all documents share.
 */
#include "internal.h"

#include <errno.h>

/* Makes MuPDF's context. Its one setting that can't change later is the size of its store. */
static fz_context *make_context(sheaf_plugin *plugin)
{
    fz_context *context = fz_new_context(NULL, NULL, (size_t)plugin->settings.store_size);
    if (context == NULL)
        return NULL;
    fz_try(context)
        fz_register_document_handlers(context);
    fz_catch(context)
    {
        fz_drop_context(context);
        return NULL;
    }
    plugin->context = context;
    plugin->context_store = plugin->settings.store_size;
    messages_attach(plugin);
    return context;
}

fz_context *plugin_context(sheaf_plugin *plugin, sheaf_request *request)
{
    if (plugin->context != NULL && plugin->documents == NULL &&
        plugin->context_store != plugin->settings.store_size) {
        fz_drop_context(plugin->context);
        plugin->context = NULL;
    }
    if (plugin->context == NULL && make_context(plugin) == NULL)
        sheaf_fail(plugin->services, request, -ENOMEM, "not enough memory to start MuPDF");
    return plugin->context;
}
