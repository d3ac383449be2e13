/* SPDX-License-Identifier: Apache-2.0
 *
 * odd.c: a provider for tests of the host that does what the plain one does not: it steps from page to page and has no
 * page ids by index, says things that are not quite right, emits more than anybody takes, and tells what it was told.
 *
 * Its documents begin with `odd 1`, or with `odd 1 endless`. They have ten pages with the ids 100, 110 .. 190, labelled i, ii .. x.
 */
#include <sheaf_provider.h>

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PAGES 10
#define FIRST 100
#define STEP 10

struct sheaf_plugin {
    const sheaf_host_services *services;
    sheaf_host *host;
    uint32_t trimmed;
    char setting[64];
};

struct sheaf_document {
    sheaf_plugin *plugin;
    uint32_t prefetched, cancelled, appeared;
    int endless; /* its text begins with `odd 1 endless`: its outline does not end */
};

static void *log_from_a_thread(void *argument)
{
    sheaf_plugin *plugin = argument;
    plugin->services->log(plugin->host, SHEAF_LOG_WARNING, "from a thread");
    return NULL;
}

static int32_t load(const sheaf_host_services *services, sheaf_host *host, sheaf_plugin **result)
{
    sheaf_plugin *plugin = calloc(1, sizeof *plugin);
    pthread_t thread;
    if (plugin == NULL)
        return -ENOMEM;
    plugin->services = services;
    plugin->host = host;
    services->log(host, SHEAF_LOG_INFO, "loaded,\nand \xff not UTF-8");
    if (pthread_create(&thread, NULL, log_from_a_thread, plugin) != 0)
        return -EAGAIN;
    pthread_join(thread, NULL);
    *result = plugin;
    return 0;
}

static int32_t config(sheaf_plugin *plugin, sheaf_request *request, const char *key, const char *value)
{
    if (strcmp(key, "Crash") == 0) {
        /* A sanitizer would make an exit of it. */
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
    }
    if (strcmp(key, "Setting") != 0) {
        plugin->services->set_error(request, "there is no such setting");
        return -EINVAL;
    }
    snprintf(plugin->setting, sizeof plugin->setting, "%s", value);
    return 0;
}

static int32_t probe(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, uint32_t *certainty)
{
    char text[5];
    (void)request;
    if (plugin->services->read_at(source, text, sizeof text, 0) == 5 && memcmp(text, "odd 1", 5) == 0)
        *certainty = SHEAF_PROBE_LIKELY;
    return 0;
}

static int32_t open_document(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source,
                             sheaf_document **result)
{
    char byte, text[13];
    (void)request;
    /* Reads that no provider should ask for must not harm the host. */
    if (plugin->services->read_at(source, &byte, 1, UINT64_MAX) >= 0 || plugin->services->source_size(source) < 5)
        return -EIO;
    *result = calloc(1, sizeof **result);
    if (*result == NULL)
        return -ENOMEM;
    (*result)->plugin = plugin;
    (*result)->endless = plugin->services->read_at(source, text, sizeof text, 0) == sizeof text &&
                         memcmp(text, "odd 1 endless", sizeof text) == 0;
    return 0;
}

static void close_document(sheaf_document *document) { free(document); }

static int is_page(int64_t page) { return page >= FIRST && page < FIRST + PAGES * STEP && page % STEP == 0; }

static int32_t metrics(sheaf_document *document, sheaf_request *request, int64_t page, sheaf_metrics *metrics)
{
    static const char *const labels[PAGES] = {"i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "X"};
    (void)document;
    (void)request;
    if (!is_page(page))
        return SHEAF_END;
    metrics->kind = SHEAF_ESTIMATED;
    metrics->width = page == 190 ? 0.0 / 0.0 : 100;
    metrics->height = 200;
    snprintf(metrics->label, sizeof metrics->label, "%s", labels[(page - FIRST) / STEP]);
    if (page == 180) /* a label without its NUL, cut in the middle of a character */
        for (size_t i = 0; i < sizeof metrics->label; i += 2)
            memcpy(metrics->label + i, "\xc3\xa4", 2);
    return 0;
}

static int32_t render(sheaf_document *document, sheaf_request *request, const sheaf_render *render)
{
    for (int32_t y = 0; y < render->height && render->page >= 150; y++)
        memset((char *)render->pixels + (size_t)y * render->stride, 0xff, 4 * (size_t)render->width);
    if (render->page >= 150)
        return 0;
    document->plugin->services->set_error(request, "a text\nthat nobody asked for");
    return render->page == FIRST ? 77 : INT32_MIN;
}

static int32_t page_step(sheaf_document *document, sheaf_request *request, int64_t from, int64_t step, int64_t *page)
{
    (void)document;
    (void)request;
    if (from == SHEAF_NO_PAGE)
        from = FIRST;
    *page = from + step * STEP;
    return is_page(*page) ? 0 : SHEAF_END;
}

static int32_t prefetch(sheaf_document *document, sheaf_request *request, const int64_t *pages, uint32_t length)
{
    (void)request;
    (void)pages;
    document->prefetched += length;
    return 0;
}

static int32_t cancel_prefetch(sheaf_document *document, sheaf_request *request, const int64_t *pages, uint32_t length)
{
    (void)request;
    (void)pages;
    document->cancelled += length;
    return 0;
}

static int32_t appearance(sheaf_document *document, sheaf_request *request, int64_t page, uint32_t event)
{
    (void)request;
    (void)page;
    document->appeared += event;
    return 0;
}

static int32_t refresh(sheaf_document *document, sheaf_request *request)
{
    const sheaf_host_services *services = document->plugin->services;
    sheaf_host *host = document->plugin->host;
    (void)request;
    services->changed(host, document, &(sheaf_change){sizeof(sheaf_change), SHEAF_CHANGED_PAGES, 0});
    services->changed(host, document, &(sheaf_change){sizeof(sheaf_change), SHEAF_CHANGED_PAGE, 110});
    services->changed(host, document, &(sheaf_change){sizeof(sheaf_change), SHEAF_CHANGED_ALL, 0});
    services->changed(host, (sheaf_document *)request, &(sheaf_change){sizeof(sheaf_change), SHEAF_CHANGED_ALL, 0});
    return 0;
}

static int32_t move(sheaf_document *document, sheaf_request *request, const sheaf_move *move)
{
    (void)document;
    (void)request;
    return move->stage == SHEAF_MOVE_END && move->page == 110 && move->index == 4 ? 0 : -EINVAL;
}

static int32_t hit(sheaf_document *document, sheaf_request *request, int64_t page, double x, double y, uint32_t *claims)
{
    (void)document;
    (void)request;
    (void)y;
    /* There is nothing that it counts. */
    if (page == FIRST + 9 * STEP)
        return SHEAF_NOT_COUNTED;
    *claims = x < 10;
    return x > 90 ? SHEAF_BACKGROUND : 0;
}

static int32_t emit(sheaf_document *document, sheaf_request *request, uint32_t kind, const char *key, const char *text)
{
    /* As a provider that was built before items had boxes: what is behind its size is none of the host's. */
    sheaf_item item = {.size = offsetof(sheaf_item, boxes), .kind = kind, .page = SHEAF_NO_PAGE, .key = key, .text = text};
    item.boxes = (const sheaf_box *)16;
    item.box_count = 3;
    item.x0 = 1.5;
    item.y1 = 1.0 / 0.0;
    return document->plugin->services->emit(request, &item);
}

static int32_t emit_for_ever(sheaf_document *document, sheaf_request *request, const char *text)
{
    int32_t status;
    while ((status = emit(document, request, SHEAF_ITEM_TEXT, NULL, text)) == 0)
        ;
    return status;
}

static int32_t text(sheaf_document *document, sheaf_request *request, int64_t page)
{
    static char large[100001];
    if (page == 110)
        return emit_for_ever(document, request, "a");
    if (page == 120)
        return emit_for_ever(document, request, memset(large, 1, sizeof large - 1));
    if (page == 130)
        return emit(document, request, 99, NULL, "of no kind");
    if (page == 140)
        return emit_for_ever(document, request, memset(large, 'a', sizeof large - 1));
    return emit(document, request, SHEAF_ITEM_TEXT, NULL, "one \xff\n");
}

/* A link to a page that there is, to one that there is not, nowhere, and out of the document, in boxes that are none. */
static int32_t links(sheaf_document *document, sheaf_request *request, int64_t page)
{
    const sheaf_item all[] = {
        {.page = 150, .x0 = 0.0 / 0.0, .y1 = 9, .x1 = 3},
        {.page = 151, .x0 = 1, .x1 = 1.0 / 0.0},
        {.page = SHEAF_NO_PAGE, .x0 = 1e300, .y0 = -1e300, .x1 = 1e301},
        {.page = SHEAF_NO_PAGE, .x0 = 9, .y0 = 1e9, .x1 = -9, .y1 = -1e9, .uri = "a\xff" "b\1"},
    };
    (void)page;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        sheaf_item item = all[i];
        item.size = sizeof item;
        item.kind = SHEAF_ITEM_LINK;
        int32_t status = document->plugin->services->emit(request, &item);
        if (status != 0)
            return status;
    }
    return 0;
}

/* Of page 100, some in boxes that are none, of no time, in words that are no text; of 110, more than anybody takes; of 120, one that says
 * that it is smaller than it is. */
static int32_t annotations(sheaf_document *document, sheaf_request *request, int64_t page)
{
    static char large[100001];
    const sheaf_item all[] = {
        {.key = "highlight", .x0 = 0.0 / 0.0, .x1 = 3, .y1 = 9, .text = "a\xff" "b\1", .author = "\xc3", .modified = 1},
        {.key = NULL, .x0 = 1e300, .y0 = -1e300, .x1 = 1.0 / 0.0, .modified = INT64_MIN},
        {.key = "", .x0 = 9, .y0 = 1e9, .x1 = -9, .y1 = -1e9, .author = "", .modified = INT64_MAX},
        {.key = "n\033ote", .author = memset(large, 1, sizeof large - 1), .text = large, .modified = 253402300799},
    };
    sheaf_item item = {.size = sizeof item, .kind = SHEAF_ITEM_ANNOTATION, .key = "ink"};
    int32_t status = 0;
    if (page == 110) {
        while ((status = document->plugin->services->emit(request, &item)) == 0)
            item.modified++;
        return status;
    }
    if (page == 120) {
        item.size = offsetof(sheaf_item, author) + 4;
        item.author = (const char *)16;
        item.modified = 7;
        return document->plugin->services->emit(request, &item);
    }
    for (size_t i = 0; i < sizeof all / sizeof all[0] && status == 0; i++) {
        item = all[i];
        item.size = sizeof item;
        item.kind = SHEAF_ITEM_ANNOTATION;
        status = document->plugin->services->emit(request, &item);
    }
    return status;
}

/* Of page 100, nowhere; of 110, around everything; of 120, from corner to corner the other way round; else nothing. */
static int32_t ink(sheaf_document *document, sheaf_request *request, int64_t page, sheaf_box *box)
{
    (void)document;
    (void)request;
    *box = page == 100   ? (sheaf_box){.x0 = 0.0f / 0.0f, .x1 = 50, .y1 = 50}
           : page == 110 ? (sheaf_box){-1e30f, -1e30f, 1e30f, 1e30f}
           : page == 120 ? (sheaf_box){60, 90, 20, 30}
                         : (sheaf_box){500, 500, 600, 600};
    return page == 130 ? SHEAF_BACKGROUND : page == 140 ? -EIO : 0;
}

/* Some that are none; of page 160, more than anybody takes; of 150, one and an error. */
static int32_t pictures(sheaf_document *document, sheaf_request *request, int64_t page)
{
    sheaf_item item = {.size = sizeof item, .kind = SHEAF_ITEM_PICTURE, .x0 = 1e300, .x1 = -1e300, .y1 = 0.0 / 0.0};
    int32_t status = document->plugin->services->emit(request, &item);
    while (status == 0 && page == 160)
        status = document->plugin->services->emit(request, &item);
    return page == 150 ? -EIO : status;
}

static int32_t position(sheaf_document *document, sheaf_request *request, int64_t page, int64_t *position)
{
    (void)document;
    (void)request;
    *position = page == 100 ? INT64_MIN : page == 110 ? INT64_MAX : page;
    return is_page(page) ? 0 : SHEAF_END;
}

static int32_t page_at(sheaf_document *document, sheaf_request *request, int64_t position, int64_t *page)
{
    (void)document;
    (void)request;
    *page = position;
    return position < 0 ? SHEAF_END : 0;
}

static int32_t outline(sheaf_document *document, sheaf_request *request)
{
    static char words[100001];
    sheaf_item item = {.size = sizeof item, .kind = SHEAF_ITEM_OUTLINE, .page = 150, .text = "again"};
    int32_t status;
    if (document->endless) {
        while ((status = document->plugin->services->emit(request, &item)) == 0)
            item.level += 1000;
        return status;
    }
    document->plugin->services->set_error(request, memset(words, 'w', sizeof words - 1));
    return -EIO;
}

static int32_t search(sheaf_document *document, sheaf_request *request, int64_t page, const char *needle)
{
    struct timespec pause = {.tv_nsec = 1000000};
    if (page == 130)
        while (!document->plugin->services->cancelled(request))
            nanosleep(&pause, NULL);
    return emit(document, request, SHEAF_ITEM_MATCH, NULL, needle);
}

static int32_t metadata(sheaf_document *document, sheaf_request *request)
{
    char report[128];
    snprintf(report, sizeof report, "prefetched %u, cancelled %u, appeared %u, trimmed %u", document->prefetched,
             document->cancelled, document->appeared, document->plugin->trimmed);
    int32_t status = emit(document, request, SHEAF_ITEM_METADATA, "report", report);
    return status ? status : emit(document, request, SHEAF_ITEM_METADATA, "setting", document->plugin->setting);
}

static void trim(sheaf_plugin *plugin, uint32_t level) { plugin->trimmed += level; }

static const sheaf_provider provider = {
    .size = sizeof(sheaf_provider),
    .abi_version = SHEAF_PROVIDER_ABI_VERSION,
    .name = "odd",
    .version = "1",
    .summary = "for tests of the host",
    .load = load,
    .open = open_document,
    .close = close_document,
    .metrics = metrics,
    .render = render,
    .config = config,
    .probe = probe,
    .page_step = page_step,
    .prefetch = prefetch,
    .cancel_prefetch = cancel_prefetch,
    .appearance = appearance,
    .refresh = refresh,
    .move = move,
    .hit = hit,
    .text = text,
    .outline = outline,
    .links = links,
    .search = search,
    .metadata = metadata,
    .trim = trim,
    .annotations = annotations,
    .ink = ink,
    .pictures = pictures,
    .position = position,
    .page_at = page_at,
};

const sheaf_provider *sheaf_provider_v1(void) { return &provider; }
