/* SPDX-License-Identifier: Apache-2.0
 *
 * messages.cpp: what the libraries say, for the journal.
 */
#include "internal.h"

/* The libraries call back without saying for whom. */
static thread_local sheaf_plugin *listener;

static void on_message(const gchar *domain, GLogLevelFlags flags, const gchar *text, gpointer)
{
    if (listener != nullptr && (flags & (G_LOG_LEVEL_WARNING | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_ERROR)) != 0)
        sheaf_log_message(listener->services, listener->host, SHEAF_LOG_WARNING, domain == nullptr ? "libvips" : domain, text,
                          &listener->messages);
}

void messages_begin(sheaf_plugin *plugin)
{
    listener = plugin;
    plugin->messages = 0;
}

void messages_attach(void)
{
    g_log_set_default_handler(on_message, nullptr);
}
