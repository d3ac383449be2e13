/* @NAME@: a page provider for Sheaf.
 *
 * Its documents are texts that begin with a line "@NAME@", and have a page for each further line: a colour as rrggbb. That is for
 * you to replace. What every function has to do is in sheaf_provider(3).
 */
#include <sheaf_provider.h>

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIGNATURE "@NAME@\n"
#define PAGES_MAX 1000
/* Of a page, in points: A4. */
#define WIDTH 595.0
#define HEIGHT 842.0

/* What lives as long as the process. There is one. */
struct sheaf_plugin {
    const sheaf_host_services *host;
    sheaf_host *handle;
};

/* What lives as long as a document is open. */
struct sheaf_document {
    struct sheaf_plugin *plugin;
    int64_t pages;
    uint32_t colours[PAGES_MAX];
};

/* A failure: its reason, for a person to read, and the errno. */
static int32_t fail(struct sheaf_plugin *plugin, sheaf_request *request, int32_t code, const char *reason)
{
    plugin->host->set_error(request, reason);
    return code;
}

/* Reads up to `length` bytes from the beginning: how many there were, or a negative errno. A read may return less than it was asked for. */
static int64_t read_start(struct sheaf_plugin *plugin, sheaf_source *source, char *buffer, uint64_t length)
{
    uint64_t done = 0;
    while (done < length) {
        int64_t count = plugin->host->read_at(source, buffer + done, length - done, done);
        if (count < 0)
            return count;
        if (count == 0)
            break;
        done += (uint64_t)count;
    }
    return (int64_t)done;
}

/* The provider */

static int32_t load(const sheaf_host_services *host, sheaf_host *handle, sheaf_plugin **plugin)
{
    if ((*plugin = calloc(1, sizeof **plugin)) == NULL)
        return -ENOMEM;
    (*plugin)->host = host;
    (*plugin)->handle = handle;
    return 0;
}

/* Whether a document is one of these: by its content, not by its name. */
static int32_t probe(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, uint32_t *certainty)
{
    char start[sizeof SIGNATURE - 1];
    int64_t count = read_start(plugin, source, start, sizeof start);
    if (count < 0)
        return fail(plugin, request, (int32_t)count, "cannot read the document");
    int is_ours = count == sizeof start && memcmp(start, SIGNATURE, sizeof start) == 0;
    *certainty = is_ours ? SHEAF_PROBE_CERTAIN : SHEAF_PROBE_NO;
    return 0;
}

static int32_t open_document(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, sheaf_document **result)
{
    static char text[sizeof SIGNATURE + 7 * PAGES_MAX];
    int64_t length = read_start(plugin, source, text, sizeof text - 1);
    if (length < 0)
        return fail(plugin, request, (int32_t)length, "cannot read the document");
    text[length] = 0;
    if (strncmp(text, SIGNATURE, sizeof SIGNATURE - 1) != 0)
        return fail(plugin, request, -EBADMSG, "cannot open the document: it does not begin with a line \"@NAME@\"");
    sheaf_document *document = calloc(1, sizeof *document);
    if (document == NULL)
        return fail(plugin, request, -ENOMEM, "cannot open the document: there is not enough memory");
    document->plugin = plugin;
    for (const char *line = text + sizeof SIGNATURE - 1; *line != 0 && document->pages < PAGES_MAX;) {
        char *end = NULL;
        unsigned long colour = strtoul(line, &end, 16);
        if (end != line + 6 || (*end != '\n' && *end != 0)) {
            char reason[80];
            snprintf(reason, sizeof reason, "cannot open the document: line %lld is no colour", (long long)document->pages + 2);
            free(document);
            return fail(plugin, request, -EBADMSG, reason);
        }
        document->colours[document->pages++] = (uint32_t)colour;
        line = *end == 0 ? end : end + 1;
    }
    *result = document;
    return 0;
}

static void close_document(sheaf_document *document) { free(document); }

/* Pages: here a page's id is its index. */

static int32_t count(sheaf_document *document, sheaf_request *request, sheaf_count *count)
{
    (void)request;
    count->kind = SHEAF_EXACT;
    count->pages = document->pages;
    return 0;
}

static int32_t metrics(sheaf_document *document, sheaf_request *request, int64_t page, sheaf_metrics *metrics)
{
    (void)request;
    if (page < 0 || page >= document->pages)
        return SHEAF_END;
    metrics->kind = SHEAF_EXACT;
    metrics->width = WIDTH;
    metrics->height = HEIGHT;
    metrics->label[0] = 0; /* what is printed on the page; empty: its number */
    return 0;
}

static int32_t render(sheaf_document *document, sheaf_request *request, const sheaf_render *render)
{
    if (render->page < 0 || render->page >= document->pages)
        return SHEAF_END;
    if (render->format != SHEAF_FORMAT_BGRX8888)
        return fail(document->plugin, request, -ENOTSUP, "cannot render in a pixel format that is not known");
    uint32_t pixel = 0xff000000u | document->colours[render->page];
    for (int32_t y = 0; y < render->height; y++) {
        uint32_t *row = (uint32_t *)(void *)((char *)render->pixels + (uint64_t)y * render->stride);
        /* Nobody may wait any more: ask every few milliseconds. */
        if (document->plugin->host->cancelled(request))
            return SHEAF_CANCELLED;
        for (int32_t x = 0; x < render->width; x++)
            row[x] = pixel;
    }
    /* Every region has the pixels that the whole page has there. Leave this out where you don't know. */
    if (render->size >= offsetof(sheaf_render, traits) + sizeof render->traits && render->traits != NULL)
        *render->traits |= SHEAF_RENDER_CUTTABLE;
    return 0;
}

/* What is not in this table is answered "unsupported": text, outline, links, search and the others. */
const sheaf_provider *sheaf_provider_v1(void)
{
    static const sheaf_provider provider = {
        .size = sizeof provider,
        .abi_version = SHEAF_PROVIDER_ABI_VERSION,
        .name = "@NAME@",
        .version = "1",
        .summary = "pages in one colour each",
        .load = load,
        .open = open_document,
        .close = close_document,
        .metrics = metrics,
        .render = render,
        .probe = probe,
        .count = count,
    };
    return &provider;
}
