/* SPDX-License-Identifier: Apache-2.0
 *
 * hostile.c: a provider for tests that a document has taken over: it reaches for what is not its own.
 *
 * Its documents are text that begins with `hostile 1`. Words behind it may be socket=PATH and other=PID: the service's socket,
 * and another host. Each page is an attempt, and its label says which. It is made when the page is rendered, and logged as
 * `NAME: EPERM`, the errno by which it was refused, or as `NAME: done`. Then the page is drawn in one colour. With act=NAME there is
 * one page instead, and an act of acts.c is done when it is rendered; lie-about-count when the pages are counted.
 */
#include <sheaf_provider.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "acts.h"
#include "attempts.h"

#define SOURCE_MAX 512

struct sheaf_plugin {
    const sheaf_host_services *services;
    sheaf_host *host;
};

struct sheaf_document {
    sheaf_plugin *plugin;
    targets targets;
    char act[32]; /* empty: attempts */
};

static int32_t load(const sheaf_host_services *services, sheaf_host *host, sheaf_plugin **result)
{
    sheaf_plugin *plugin = calloc(1, sizeof *plugin);
    if (plugin == NULL)
        return -ENOMEM;
    plugin->services = services;
    plugin->host = host;
    *result = plugin;
    return 0;
}

static int is_hostile(const char *text) { return strncmp(text, "hostile 1", 9) == 0; }

static void read_source(const sheaf_plugin *plugin, sheaf_source *source, char *text)
{
    int64_t count = plugin->services->read_at(source, text, SOURCE_MAX - 1, 0);
    text[count < 0 ? 0 : count] = 0;
}

static int32_t probe(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, uint32_t *certainty)
{
    char text[SOURCE_MAX];
    (void)request;
    read_source(plugin, source, text);
    *certainty = is_hostile(text) ? SHEAF_PROBE_CERTAIN : SHEAF_PROBE_NO;
    return 0;
}

static int32_t open_document(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source,
                             sheaf_document **result)
{
    char text[SOURCE_MAX];
    (void)request;
    read_source(plugin, source, text);
    if (!is_hostile(text))
        return -EBADMSG;
    sheaf_document *document = calloc(1, sizeof *document);
    if (document == NULL)
        return -ENOMEM;
    document->plugin = plugin;
    document->targets.service = getppid();
    for (char *word = strtok(text, " \n"); word != NULL; word = strtok(NULL, " \n")) {
        sscanf(word, "socket=%107s", document->targets.socket);
        sscanf(word, "other=%d", &document->targets.other);
        sscanf(word, "act=%31s", document->act);
    }
    *result = document;
    return 0;
}

static void close_document(sheaf_document *document) { free(document); }

static int32_t count(sheaf_document *document, sheaf_request *request, sheaf_count *count)
{
    (void)request;
    if (strcmp(document->act, "lie-about-count") == 0) {
        stage stage = {document->plugin->services, document->plugin->host, document, NULL};
        act(document->act, &stage);
    }
    count->kind = SHEAF_EXACT;
    count->pages = document->act[0] ? 1 : attempt_count;
    return 0;
}

static int32_t metrics(sheaf_document *document, sheaf_request *request, int64_t page, sheaf_metrics *metrics)
{
    (void)document;
    (void)request;
    if (page < 0 || page >= attempt_count)
        return SHEAF_END;
    metrics->width = metrics->height = 100;
    metrics->kind = SHEAF_EXACT;
    snprintf(metrics->label, sizeof metrics->label, "%s", attempts[page].name);
    return 0;
}

static int32_t render(sheaf_document *document, sheaf_request *request, const sheaf_render *render)
{
    const sheaf_plugin *plugin = document->plugin;
    char line[128];
    if (document->act[0]) {
        stage stage = {plugin->services, plugin->host, document, render};
        if (!act(document->act, &stage)) {
            plugin->services->set_error(request, "there is no such act");
            return -EINVAL;
        }
    } else {
        errno = 0;
        int result = attempts[render->page].make(&document->targets);
        snprintf(line, sizeof line, "%s: %s", attempts[render->page].name, result < 0 ? strerrorname_np(errno) : "done");
        plugin->services->log(plugin->host, SHEAF_LOG_INFO, line);
    }
    for (int32_t y = 0; y < render->height; y++)
        memset((char *)render->pixels + (uint64_t)y * render->stride, (int)render->page + 1, 4u * (size_t)render->width);
    return 0;
}

static const sheaf_provider provider = {
    .size = sizeof(sheaf_provider),
    .abi_version = SHEAF_PROVIDER_ABI_VERSION,
    .name = "hostile",
    .version = "1",
    .summary = "reaches for what is not its own, for tests",
    .load = load,
    .open = open_document,
    .close = close_document,
    .metrics = metrics,
    .render = render,
    .probe = probe,
    .count = count,
};

const sheaf_provider *sheaf_provider_v1(void) { return &provider; }
