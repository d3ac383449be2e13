/* SPDX-License-Identifier: Apache-2.0
 *
 * broken.c: a provider for tests of `sheafctl test-provider`: it has every function of the ABI and keeps every rule, but for the
 * one that its own file is named for, as Sources/Host/ProviderChecks/ABIRule.swift calls it: `libtest-broken.ids.so` breaks the rule `ids`.
 *
 * Its documents are texts that begin with `broken 1`. They have eight pages with the ids 100 to 107.
 */
#include <sheaf_provider.h>

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define PAGES 8
#define FIRST 100
#define WIDTH 300.0
#define HEIGHT 400.0
#define SOURCE_MAX 4096
#define TOO_MUCH (2 << 20)
#define LEAK (256 << 10)

struct sheaf_plugin {
    const sheaf_host_services *services;
    sheaf_host *host;
    uint32_t open, renderings, counts, trimmed;
};

struct sheaf_document {
    sheaf_plugin *plugin;
    int64_t order[PAGES];
    uint32_t seed;
};

/* The rule that the library's file is named for, with the end of the name; empty: none. */
static const char *named = "";

__attribute__((constructor)) static void find_name(void)
{
    static const char start[] = "libtest-broken.";
    Dl_info library;
    const char *name = dladdr(start, &library) != 0 ? strstr(library.dli_fname, start) : NULL;
    if (name != NULL)
        named = name + sizeof start - 1;
}

static int breaks(const char *rule)
{
    size_t length = strlen(rule);
    return strncmp(named, rule, length) == 0 && strcmp(named + length, ".so") == 0;
}

static int32_t fail(const sheaf_plugin *plugin, sheaf_request *request, int32_t code, const char *text)
{
    if (!breaks("reason"))
        plugin->services->set_error(request, text);
    return code;
}

static int is_page(int64_t page) { return page >= FIRST && page < FIRST + PAGES; }

static int64_t index_of(const sheaf_document *document, int64_t page)
{
    for (int64_t i = 0; i < PAGES; i++)
        if (document->order[i] == page)
            return i;
    return -1;
}

/* The provider */

static int32_t load(const sheaf_host_services *services, sheaf_host *host, sheaf_plugin **result)
{
    if (breaks("load"))
        return -EIO;
    if (breaks("signals"))
        signal(SIGPIPE, SIG_IGN);
    if ((*result = calloc(1, sizeof **result)) == NULL)
        return -ENOMEM;
    (*result)->services = services;
    (*result)->host = host;
    return 0;
}

static int32_t config(sheaf_plugin *plugin, sheaf_request *request, const char *key, const char *value)
{
    (void)value;
    if (breaks("config") || strcmp(key, "Known") == 0)
        return 0;
    return fail(plugin, request, -EINVAL, "the only setting is Known");
}

/* Reads all of a document: how many bytes, or a negative errno. */
static int64_t read_all(const sheaf_plugin *plugin, sheaf_source *source, char *text)
{
    int64_t length = 0, count;
    do {
        count = plugin->services->read_at(source, text + length, (uint64_t)(SOURCE_MAX - 1 - length), (uint64_t)length);
        length += count > 0 ? count : 0;
    } while (count > 0 && length < SOURCE_MAX - 1 && !breaks("shortReads"));
    text[length] = 0;
    return count < 0 ? count : length;
}

static int32_t probe(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, uint32_t *certainty)
{
    char text[SOURCE_MAX];
    (void)request;
    int64_t length = read_all(plugin, source, text);
    for (int64_t read = length; breaks("probeReads") && length > 0 && read < TOO_MUCH; read += length)
        read_all(plugin, source, text);
    *certainty = length > 0 && strncmp(text, "broken 1", 8) == 0 ? SHEAF_PROBE_CERTAIN : SHEAF_PROBE_NO;
    if (breaks("certainty"))
        *certainty *= 10;
    return 0;
}

static int32_t open_document(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, sheaf_document **result)
{
    char text[SOURCE_MAX] = "broken 1";
    int64_t length = read_all(plugin, source, text);
    if (length < 0 && breaks("unreadable"))
        strcpy(text, "broken 1");
    else if (length < 0)
        return fail(plugin, request, (int32_t)length, "cannot read the document");
    if (strncmp(text, breaks("shortReads") ? "broken" : "broken 1", breaks("shortReads") ? 6 : 8) != 0)
        return fail(plugin, request, -EBADMSG, "cannot open the document: it does not begin with \"broken 1\"");
    if ((*result = calloc(1, sizeof **result)) == NULL)
        return fail(plugin, request, -ENOMEM, "not enough memory to open a document");
    (*result)->plugin = plugin;
    for (int64_t i = 0; i < PAGES; i++)
        (*result)->order[i] = FIRST + i;
    plugin->services->flow(request);
    plugin->open++;
    (*result)->seed = breaks("open") ? plugin->open : breaks("shortReads") ? (uint32_t)length : 1;
    return 0;
}

static void close_document(sheaf_document *document)
{
    document->plugin->open--;
    free(document);
}

static void trim(sheaf_plugin *plugin, uint32_t level)
{
    if (level > SHEAF_TRIM_CRITICAL && breaks("trim"))
        plugin->trimmed++;
}

/* Pages */

static int32_t count(sheaf_document *document, sheaf_request *request, sheaf_count *count)
{
    (void)request;
    count->kind = breaks("count") ? 9 : SHEAF_EXACT;
    count->pages = PAGES;
    if (breaks("counting")) {
        count->kind = SHEAF_COUNTING;
        count->counted = document->plugin->counts++ % 2 ? 2 : 5;
    }
    return 0;
}

static int32_t page_ids(sheaf_document *document, sheaf_request *request, int64_t index, uint32_t length, int64_t *ids,
                        uint32_t *written)
{
    (void)request;
    *written = 0;
    for (; *written < length && index >= 0 && index < PAGES; index++)
        ids[(*written)++] = index == 3 && breaks("ids")      ? -5
                            : index == 3 && breaks("ownIDs") ? document->order[2]
                                                             : document->order[index];
    if (breaks("pageIDs"))
        *written += 1;
    return 0;
}

static int32_t page_step(sheaf_document *document, sheaf_request *request, int64_t from, int64_t step, int64_t *page)
{
    (void)request;
    int64_t index = from == SHEAF_NO_PAGE ? 0 : index_of(document, from);
    if (breaks("step") && step == 1)
        step = 2;
    if (index < 0 || step < -PAGES || step > PAGES || index + step < 0 || index + step >= PAGES)
        return SHEAF_END;
    *page = document->order[index + step];
    return 0;
}

static int32_t metrics(sheaf_document *document, sheaf_request *request, int64_t page, sheaf_metrics *metrics)
{
    (void)document;
    (void)request;
    if (!is_page(page) && !breaks("end"))
        return SHEAF_END;
    metrics->kind = SHEAF_EXACT;
    metrics->width = page == FIRST + 2 && breaks("metrics") ? nan("") : WIDTH;
    metrics->height = HEIGHT;
    memset(metrics->label, 'x', sizeof metrics->label);
    if (!breaks("label"))
        snprintf(metrics->label, sizeof metrics->label, "%s%lld", breaks("utf8") ? "\xff" : "p", (long long)page);
    return 0;
}

/* A pixel of a page: a pure function of where it is. Neighbours are far apart. */
static uint32_t pixel(const sheaf_document *document, const sheaf_render *render, int64_t x, int64_t y)
{
    uint32_t seed = document->seed + (uint32_t)render->page + document->plugin->trimmed;
    if (breaks("samePixels"))
        seed += document->plugin->renderings;
    if (breaks("region"))
        x -= render->x, y -= render->y;
    uint32_t noise = (uint32_t)x * 2654435761u ^ (uint32_t)y * 2246822519u ^ seed * 3266489917u;
    noise ^= noise >> 15;
    noise *= 2246822519u;
    noise ^= noise >> 13;
    return (noise & 0xffffffu) | (breaks("opaque") ? 0 : 0xff000000u);
}

static int32_t render(sheaf_document *document, sheaf_request *request, const sheaf_render *render)
{
    sheaf_plugin *plugin = document->plugin;
    int file = breaks("files") ? open("/etc/passwd", O_RDONLY | O_CLOEXEC) : -1;
    uint32_t read = file >= 0;
    if (file >= 0)
        close(file);
    int knows_traits = render->size >= offsetof(sheaf_render, traits) + sizeof render->traits;
    if (!is_page(render->page))
        return SHEAF_END;
    if (render->format != SHEAF_FORMAT_BGRX8888 && !breaks("format"))
        return fail(plugin, request, -ENOTSUP, "cannot render in a format that is not known");
    if (breaks("render") || (!knows_traits && breaks("oldSize")))
        return fail(plugin, request, -EIO, "cannot render the page");
    plugin->renderings++;
    if (breaks("close"))
        memset(malloc(LEAK), 1, LEAK);
    for (int32_t y = 0; y < render->height; y++) {
        uint32_t *row = (uint32_t *)(void *)((char *)render->pixels + (uint64_t)y * render->stride);
        int32_t width = render->width + (breaks("nothingElse") ? 1 : breaks("fillEvery") ? -1 : 0);
        if (plugin->services->cancelled(request))
            return breaks("cancel") ? fail(plugin, request, -EIO, "it was cancelled") : SHEAF_CANCELLED;
        for (int32_t x = 0; x < width; x++)
            row[x] = pixel(document, render, (int64_t)render->x + x, (int64_t)render->y + y) ^
                     (breaks("cuttable") && render->x > 0) ^ read;
    }
    if (knows_traits && render->traits != NULL && !breaks("region"))
        *render->traits |= SHEAF_RENDER_CUTTABLE;
    return 0;
}

/* Advice, appearance, changes and drags */

static int32_t prefetch(sheaf_document *document, sheaf_request *request, const int64_t *pages, uint32_t length)
{
    (void)document;
    (void)request;
    (void)pages;
    (void)length;
    return breaks("prefetch") ? -EIO : 0;
}

static int32_t appearance(sheaf_document *document, sheaf_request *request, int64_t page, uint32_t event)
{
    (void)page;
    if (event < SHEAF_WILL_APPEAR || event > SHEAF_DID_DISAPPEAR)
        return breaks("unknown") ? 0 : fail(document->plugin, request, -EINVAL, "there is no such event");
    return event == SHEAF_DID_APPEAR && breaks("appearance") ? 5 : 0;
}

static void tell(sheaf_document *document)
{
    document->plugin->services->changed(document->plugin->host, document,
                                        &(sheaf_change){.size = sizeof(sheaf_change), .kind = SHEAF_CHANGED_PAGES});
}

static int32_t refresh(sheaf_document *document, sheaf_request *request)
{
    (void)request;
    if (breaks("refresh"))
        tell(document);
    return 0;
}

static int32_t move(sheaf_document *document, sheaf_request *request, const sheaf_move *move)
{
    int64_t from = index_of(document, move->page);
    if (move->stage < SHEAF_MOVE_BEGIN || move->stage > SHEAF_MOVE_CANCEL)
        return fail(document->plugin, request, -EINVAL, "there is no such stage of a move");
    if (from < 0)
        return SHEAF_END;
    if (move->stage == SHEAF_MOVE_BEGIN || move->stage == SHEAF_MOVE_CANCEL)
        return 0;
    if (move->index < 0 || move->index >= PAGES)
        return fail(document->plugin, request, -EINVAL, "there is no such place");
    if (move->stage == SHEAF_MOVE_UPDATE)
        return 0;
    for (; from < move->index; from++)
        document->order[from] = document->order[from + 1];
    for (; from > move->index; from--)
        document->order[from] = document->order[from - 1];
    document->order[from] = move->page;
    if (!breaks("move"))
        tell(document);
    return 0;
}

static int32_t hit(sheaf_document *document, sheaf_request *request, int64_t page, double x, double y, uint32_t *claims)
{
    (void)document;
    (void)request;
    (void)y;
    if (!is_page(page))
        return SHEAF_END;
    *claims = breaks("hit") ? 7 : x < WIDTH / 2;
    return x > WIDTH ? SHEAF_BACKGROUND : 0;
}

/* How pages look */

static int32_t ink(sheaf_document *document, sheaf_request *request, int64_t page, sheaf_box *box)
{
    (void)document;
    (void)request;
    if (!is_page(page))
        return SHEAF_END;
    *box = breaks("ink") ? (sheaf_box){200, 10, 10, 20} : (sheaf_box){10, 10, 200, 200};
    return page == FIRST + 1 ? SHEAF_BACKGROUND : 0;
}

static int32_t position(sheaf_document *document, sheaf_request *request, int64_t page, int64_t *position)
{
    (void)request;
    int64_t index = index_of(document, page);
    *position = 50 * (breaks("position") ? PAGES - index : index);
    return index < 0 ? SHEAF_END : 0;
}

static int32_t page_at(sheaf_document *document, sheaf_request *request, int64_t position, int64_t *page)
{
    (void)request;
    int64_t index = position < 0 || breaks("pageAt") ? 0 : position / 50;
    *page = document->order[index < PAGES ? index : PAGES - 1];
    return 0;
}

static int32_t cfi(sheaf_document *document, sheaf_request *request, int64_t position, int64_t end, const char **cfi)
{
    static char written[64];
    (void)document, (void)request, (void)end;
    snprintf(written, sizeof written, breaks("cfi") ? "%lld" : "epubcfi(/6/2!/%lld)", (long long)position);
    *cfi = written;
    return 0;
}

static int32_t find_cfi(sheaf_document *document, sheaf_request *request, const char *cfi, int64_t *position, int64_t *end)
{
    long long found;
    (void)document, (void)request;
    if (sscanf(cfi, "epubcfi(/6/2!/%lld)", &found) != 1)
        return -EINVAL;
    *position = *end = found + (breaks("findCFI") ? 50 : 0);
    return 0;
}

/* Contents of a document */

static int32_t emit(sheaf_document *document, sheaf_request *request, sheaf_item item)
{
    item.size = sizeof item;
    if (breaks("itemKind"))
        item.kind = 99;
    if (breaks("itemNumbers"))
        item.x0 = nan("");
    int32_t status = document->plugin->services->emit(request, &item);
    return breaks("emitStops") ? 0 : status;
}

/* Hands over two items. */
static int32_t emit_two(sheaf_document *document, sheaf_request *request, sheaf_item item)
{
    int32_t status = emit(document, request, item);
    return status != 0 ? status : emit(document, request, item);
}

static int32_t text(sheaf_document *document, sheaf_request *request, int64_t page)
{
    static const char words[] = "some words of a page\n";
    sheaf_box boxes[sizeof words] = {{0}};
    if (!is_page(page))
        return SHEAF_END;
    for (size_t i = 0; i < sizeof words; i++)
        boxes[i] = (sheaf_box){(float)(10 * i), 10, (float)(10 * i + 9), 20};
    sheaf_item item = {.kind = SHEAF_ITEM_TEXT, .page = SHEAF_NO_PAGE, .x1 = 200, .y1 = 20, .text = words,
                       .boxes = boxes, .box_count = sizeof words - (breaks("boxes") ? 1 : 2)};
    return breaks("results") ? 77 : emit_two(document, request, item);
}

static int32_t passage(sheaf_document *document, sheaf_request *request, int64_t position, sheaf_passage *passage)
{
    passage->end = 50 * PAGES;
    if (position < 0 || position >= passage->end)
        return SHEAF_END;
    passage->next = breaks("passage") ? position : position + 50;
    return emit(document, request, (sheaf_item){.kind = SHEAF_ITEM_TEXT, .page = SHEAF_NO_PAGE, .text = "words\n"});
}

static int32_t outline(sheaf_document *document, sheaf_request *request)
{
    while (breaks("hang"))
        pause();
    return emit_two(document, request, (sheaf_item){.kind = SHEAF_ITEM_OUTLINE, .text = "a chapter",
                                                    .page = breaks("targets") ? 999 : FIRST + 1});
}

static int32_t links(sheaf_document *document, sheaf_request *request, int64_t page)
{
    if (breaks("crash")) {
        /* A sanitizer would make an exit of it. */
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
    }
    if (!is_page(page))
        return SHEAF_END;
    return emit_two(document, request, (sheaf_item){.kind = SHEAF_ITEM_LINK, .x1 = 10, .y1 = 10, .page = FIRST});
}

static int32_t search(sheaf_document *document, sheaf_request *request, int64_t page, const char *needle)
{
    if (!is_page(page))
        return SHEAF_END;
    if (breaks("search") || needle[0] == 0 || strcasestr("some words of a page", needle) == NULL)
        return 0;
    return emit(document, request, (sheaf_item){.kind = SHEAF_ITEM_MATCH, .x1 = 10, .y1 = 10, .page = SHEAF_NO_PAGE});
}

static int32_t metadata(sheaf_document *document, sheaf_request *request)
{
    return emit_two(document, request, (sheaf_item){.kind = SHEAF_ITEM_METADATA, .key = "title", .text = "Broken",
                                                    .page = SHEAF_NO_PAGE});
}

static int32_t annotations(sheaf_document *document, sheaf_request *request, int64_t page)
{
    if (!is_page(page))
        return SHEAF_END;
    return emit_two(document, request, (sheaf_item){.kind = SHEAF_ITEM_ANNOTATION, .x1 = 10, .y1 = 10, .key = "text",
                                                    .text = "a note", .page = SHEAF_NO_PAGE});
}

static int32_t pictures(sheaf_document *document, sheaf_request *request, int64_t page)
{
    if (!is_page(page))
        return SHEAF_END;
    return emit_two(document, request, (sheaf_item){.kind = SHEAF_ITEM_PICTURE, .x1 = 10, .y1 = 10, .page = SHEAF_NO_PAGE});
}

static int32_t blocks(sheaf_document *document, sheaf_request *request, int64_t page)
{
    if (!is_page(page))
        return SHEAF_END;
    return emit_two(document, request, (sheaf_item){.kind = SHEAF_ITEM_BLOCK, .x1 = 10, .y1 = 10, .key = "paragraph",
                                                    .text = "some words of a page", .page = SHEAF_NO_PAGE});
}

#define TABLE                                                                                                          \
    {.size = sizeof(sheaf_provider), .abi_version = SHEAF_PROVIDER_ABI_VERSION, .name = "broken", .version = "1",      \
     .summary = "keeps all rules but one, for tests", .load = load, .open = open_document, .close = close_document,    \
     .metrics = metrics, .render = render, .config = config, .probe = probe, .count = count, .page_ids = page_ids,     \
     .page_step = page_step, .prefetch = prefetch, .cancel_prefetch = prefetch, .appearance = appearance,              \
     .refresh = refresh, .move = move, .hit = hit, .text = text, .outline = outline, .links = links, .search = search, \
     .metadata = metadata, .trim = trim, .annotations = annotations, .ink = ink, .pictures = pictures,                 \
     .position = position, .page_at = page_at, .blocks = blocks, .passage = passage, .cfi = cfi, .find_cfi = find_cfi}

const sheaf_provider *sheaf_provider_v1(void)
{
    static sheaf_provider tables[] = {TABLE, TABLE};
    static uint32_t calls;
    calls++;
    if (breaks("together"))
        tables[0].cancel_prefetch = NULL;
    return &tables[breaks("sameTable") ? calls % 2 : 0];
}
