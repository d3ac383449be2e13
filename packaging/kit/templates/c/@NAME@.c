/* @NAME@: a page provider for Sheaf.
 *
 * Its documents are texts that begin with a line "@NAME@", and have a page for each further line: a colour as rrggbb. That is for
 * you to replace. What every function has to do is in sheaf_provider(3), and what sheaf_kit.h does for them.
 */
#include <sheaf_kit.h>

#include <errno.h>
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
    sheaf_input input; /* the file */
    uint64_t fingerprint; /* of it when it was opened */
    int64_t pages;
    uint32_t colours[PAGES_MAX];
};

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
    sheaf_input input = sheaf_input_open(plugin->host, plugin->handle, request, source, NULL);
    int64_t count = sheaf_input_read(&input, start, sizeof start, 0);
    if (count < 0)
        return sheaf_input_result(&input, request);
    int is_ours = count == sizeof start && memcmp(start, SIGNATURE, sizeof start) == 0;
    *certainty = is_ours ? SHEAF_PROBE_CERTAIN : SHEAF_PROBE_NO;
    return 0;
}

/* Reads the colours. 0, SHEAF_CANCELLED or a failure that is told. */
static int32_t read_document(sheaf_document *document, sheaf_request *request)
{
    static char text[sizeof SIGNATURE + 7 * PAGES_MAX];
    sheaf_input *input = &document->input;
    sheaf_input_fingerprint(input, input->size, &document->fingerprint);
    int64_t length = sheaf_input_read(input, text, sizeof text - 1, 0);
    int32_t status = sheaf_input_result(input, request);
    if (status != 0)
        return status;
    text[length] = 0;
    if (strncmp(text, SIGNATURE, sizeof SIGNATURE - 1) != 0)
        return sheaf_fail(input->services, request, -EBADMSG,
                          "cannot open the document: it does not begin with a line \"@NAME@\"");
    for (const char *line = text + sizeof SIGNATURE - 1; *line != 0 && document->pages < PAGES_MAX;) {
        char *end = NULL;
        unsigned long colour = strtoul(line, &end, 16);
        if (end != line + 6 || (*end != '\n' && *end != 0))
            return sheaf_fail(input->services, request, -EBADMSG, "cannot open the document: line %lld is no colour",
                              (long long)document->pages + 2);
        document->colours[document->pages++] = (uint32_t)colour;
        line = *end == 0 ? end : end + 1;
    }
    return 0;
}

static int32_t open_document(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, sheaf_document **result)
{
    sheaf_document *document = calloc(1, sizeof *document);
    if (document == NULL)
        return sheaf_fail(plugin->host, request, -ENOMEM, "cannot open the document: there is not enough memory");
    document->input = sheaf_input_open(plugin->host, plugin->handle, request, source, document);
    int32_t status = read_document(document, request);
    document->input.request = NULL;
    if (status != 0)
        free(document);
    else
        *result = document;
    return status;
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
    int32_t columns, rows;
    int32_t status = sheaf_check_render(document->input.services, request, render, WIDTH, HEIGHT, INT32_MAX, &columns, &rows);
    if (status != 0)
        return status;
    uint32_t pixel = 0xff000000u | document->colours[render->page];
    for (int32_t y = 0; y < render->height; y++) {
        uint32_t *row = (uint32_t *)(void *)((char *)render->pixels + (uint64_t)y * render->stride);
        /* Nobody may wait any more: ask every few milliseconds. */
        if (document->input.services->cancelled(request))
            return SHEAF_CANCELLED;
        for (int32_t x = 0; x < render->width; x++)
            row[x] = pixel;
    }
    /* Every region has the pixels that the whole page has there. Leave this out where you don't know. */
    sheaf_tell_cuttable(render);
    return 0;
}

static int32_t refresh(sheaf_document *document, sheaf_request *request)
{
    return sheaf_input_refresh(&document->input, request, document->fingerprint);
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
        .refresh = refresh,
    };
    return &provider;
}
