/* SPDX-License-Identifier: Apache-2.0
 *
 * messages.cpp: what the libraries say, for the journal.
 */
#include "internal.h"

/* The libraries call back without saying for whom: the request that this thread serves. */
static thread_local sheaf_plugin *listener;

/* The handler of before: of another library of the process, or of GLib. */
static GLogFunc before = g_log_default_handler;

static void on_message(const gchar *domain, GLogLevelFlags flags, const gchar *text, gpointer)
{
    if (listener == nullptr)
        before(domain, flags, text, nullptr);
    else if ((flags & (G_LOG_LEVEL_WARNING | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_ERROR)) != 0)
        sheaf_log_message(listener->services, listener->host, SHEAF_LOG_WARNING, domain == nullptr ? "libvips" : domain, text,
                          &listener->messages);
}

void messages_attach(void)
{
    static const GLogFunc previous = before = g_log_set_default_handler(on_message, nullptr);
    (void)previous;
}

messages_of_request::messages_of_request(sheaf_plugin *plugin)
{
    plugin->messages = 0;
    listener = plugin;
}

messages_of_request::~messages_of_request()
{
    listener = nullptr;
}
