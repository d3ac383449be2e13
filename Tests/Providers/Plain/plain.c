/* SPDX-License-Identifier: Apache-2.0
 *
 * plain.c: a provider in plain C for tests: the ABI without any kit, and a provider that misbehaves on demand.
 *
 * Its documents are text. The first line is `plain 1`; each further line holds words of the form key=value:
 *
 *     pages=5            how many pages there are (1)
 *     width=612          their size in points (100 by 100)
 *     height=792
 *     crash=segv         ends the process: segv, kill, abort, exit, trap, or memory: all that it may have is taken before
 *     crash-once=1       crash=segv, unless a host has done so already with this document
 *     hang=2             takes that many seconds, unless it is cancelled
 *     hang=2 deaf=1      the same, and does not look whether it is cancelled
 *     allocate=BYTES     takes that much memory and writes to it; fails with ENOMEM where there is not enough
 *     leak=BYTES         takes that much memory, writes to it, and keeps it
 *     fail=1             fails with EIO
 *     reads=FILE         is drawn in its colour only where it can read that file, and else in black
 *     sizeless=1         can't be measured: that fails with EIO
 *
 * These faults happen when the page is rendered (with sizeless: measured) that the same line names with page=N (from 0), and
 * without one when the document is opened. With in=measure (Bad/ alone: text, annotations, links, outline, metadata too) they happen
 * when that is asked for, and with least=PIXELS only where a rendering has so many. Page N is filled with blue 37 N + 17, green 73 N + 41 and red 151 N + 67, each modulo 256.
 *
 * Small/ and Newer/ build the same as an older provider, whose table ends after the functions that must be there, and
 * as one for a later version of the ABI; First/ and Second/ as ones for versions 1 and 2, with the headers of then.
 */
#include <sheaf_provider.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifndef PLAIN_NAME
#define PLAIN_NAME "plain"
#define PLAIN_TABLE_SIZE sizeof(sheaf_provider)
#define PLAIN_ABI_VERSION SHEAF_PROVIDER_ABI_VERSION
#endif

#define SOURCE_MAX 4096
#define FAULTS_MAX 16
#define AT_OPEN ((int64_t)-1)
#define MARK 4711

typedef struct fault {
    char kind[16];
    char value[256];
    char in[16]; /* what is asked for; empty: to render the page, or to open the document */
    int64_t page;
    int64_t least;
    int deaf;
} fault;

struct sheaf_plugin {
    const sheaf_host_services *services;
    sheaf_host *host;
};

struct sheaf_document {
    sheaf_plugin *plugin;
    int64_t size, pages;
    double width, height;
    fault faults[FAULTS_MAX];
    int fault_count;
};

static int32_t fail(const sheaf_plugin *plugin, sheaf_request *request, int32_t code, const char *text)
{
    plugin->services->set_error(request, text);
    return code;
}

/* The text of a document */

static void parse_line(sheaf_document *document, char *line)
{
    int64_t page = AT_OPEN, least = 0;
    const char *in = "";
    int deaf = 0, first = document->fault_count;
    char *rest = NULL;
    for (char *word = strtok_r(line, " \t\r", &rest); word != NULL; word = strtok_r(NULL, " \t\r", &rest)) {
        char *value = strchr(word, '=');
        if (value == NULL)
            continue;
        *value++ = 0;
        if (strcmp(word, "pages") == 0)
            document->pages = atoll(value);
        else if (strcmp(word, "width") == 0)
            document->width = atof(value);
        else if (strcmp(word, "height") == 0)
            document->height = atof(value);
        else if (strcmp(word, "page") == 0)
            page = atoll(value);
        else if (strcmp(word, "in") == 0)
            in = value;
        else if (strcmp(word, "least") == 0)
            least = atoll(value);
        else if (strcmp(word, "deaf") == 0)
            deaf = atoi(value);
        else if (document->fault_count < FAULTS_MAX) {
            fault *fault = &document->faults[document->fault_count++];
            snprintf(fault->kind, sizeof fault->kind, "%s", word);
            snprintf(fault->value, sizeof fault->value, "%s", value);
        }
    }
    for (int i = first; i < document->fault_count; i++) {
        document->faults[i].page = page;
        document->faults[i].least = least;
        snprintf(document->faults[i].in, sizeof document->faults[i].in, "%s", in);
        document->faults[i].deaf = deaf;
    }
}

static int is_plain(const char *text)
{
    return strncmp(text, "plain 1", 7) == 0 && (text[7] == '\n' || text[7] == 0);
}

static int64_t read_source(const sheaf_plugin *plugin, sheaf_source *source, char *text)
{
    int64_t count = plugin->services->read_at(source, text, SOURCE_MAX - 1, 0);
    text[count < 0 ? 0 : count] = 0;
    return count;
}

/* Faults on demand */

static void take_all_memory(void)
{
    for (size_t size = (size_t)1 << 40; size >= 4096; size /= 2)
        while (mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED)
            ;
}

static void crash(const char *how)
{
    if (strcmp(how, "memory") == 0) {
        take_all_memory();
        abort();
    } else if (strcmp(how, "trap") == 0)
        __builtin_trap();
    else if (strcmp(how, "kill") == 0)
        raise(SIGKILL);
    else if (strcmp(how, "abort") == 0)
        abort();
    else if (strcmp(how, "exit") == 0)
        _exit(3);
    else {
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
    }
}

static int32_t hang(const sheaf_plugin *plugin, sheaf_request *request, const fault *fault)
{
    struct timespec start, now, pause = {.tv_nsec = 1000000};
    /* Tests wait for this line. */
    plugin->services->log(plugin->host, SHEAF_LOG_DEBUG, "hangs, as asked for");
    clock_gettime(CLOCK_MONOTONIC, &start);
    do {
        if (!fault->deaf && plugin->services->cancelled(request))
            return SHEAF_CANCELLED;
        nanosleep(&pause, NULL);
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while ((double)(now.tv_sec - start.tv_sec) + (double)(now.tv_nsec - start.tv_nsec) / 1e9 < atof(fault->value));
    return 0;
}

static int32_t allocate(const sheaf_plugin *plugin, sheaf_request *request, size_t size, int keeps)
{
    volatile char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return fail(plugin, request, -ENOMEM, "not enough memory, as asked for");
    for (size_t i = 0; i < size; i += 4096)
        memory[i] = 1;
    if (!keeps)
        munmap((char *)memory, size);
    return 0;
}

/* Leaves a mark that outlives the host, where there is none yet: the position in the document's file, which is one for all
 * that have it open. A host can write to nothing else. */
static int mark(const sheaf_document *document)
{
    for (int file = 3; file < 256; file++) {
        struct stat status;
        if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == document->size)
            return lseek(file, 0, SEEK_CUR) != MARK && lseek(file, MARK, SEEK_SET) == MARK;
    }
    return 0;
}

/* `in`: what is asked for, as fault.in; `pixels`: how many of them. */
static int32_t misbehave(const sheaf_document *document, sheaf_request *request, const char *in, int64_t page,
                         int64_t pixels)
{
    const sheaf_plugin *plugin = document->plugin;
    int32_t status = 0;
    for (int i = 0; i < document->fault_count && status == 0; i++) {
        const fault *fault = &document->faults[i];
        if (fault->page != page || fault->least > pixels || strcmp(fault->in, in) != 0)
            continue;
        if (strcmp(fault->kind, "crash") == 0)
            crash(fault->value);
        else if (strcmp(fault->kind, "crash-once") == 0) {
            if (mark(document))
                crash("segv");
        } else if (strcmp(fault->kind, "hang") == 0)
            status = hang(plugin, request, fault);
        else if (strcmp(fault->kind, "allocate") == 0)
            status = allocate(plugin, request, strtoull(fault->value, NULL, 10), 0);
        else if (strcmp(fault->kind, "leak") == 0)
            status = allocate(plugin, request, strtoull(fault->value, NULL, 10), 1);
        else if (strcmp(fault->kind, "fail") == 0)
            status = fail(plugin, request, -EIO, "it fails, as asked for");
    }
    return status;
}

/* Whether the page is to be drawn from a file that can't be read. */
static int lacks_file(const sheaf_document *document, int64_t page)
{
    for (int i = 0; i < document->fault_count; i++) {
        const fault *fault = &document->faults[i];
        if (fault->page != page || strcmp(fault->kind, "reads") != 0)
            continue;
        int file = open(fault->value, O_RDONLY | O_CLOEXEC);
        if (file < 0)
            return 1;
        close(file);
    }
    return 0;
}

/* The provider */

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

static int32_t open_document(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source,
                             sheaf_document **result)
{
    char text[SOURCE_MAX];
    if (read_source(plugin, source, text) < 0)
        return fail(plugin, request, -EIO, "cannot read the document");
    if (!is_plain(text))
        return fail(plugin, request, -ENOTSUP, "this document does not begin with \"plain 1\"");
    sheaf_document *document = calloc(1, sizeof *document);
    if (document == NULL)
        return fail(plugin, request, -ENOMEM, "not enough memory to open a document");
    *document = (sheaf_document){.plugin = plugin, .pages = 1, .width = 100, .height = 100};
    document->size = plugin->services->source_size(source);
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
        parse_line(document, line);
    int32_t status = misbehave(document, request, "", AT_OPEN, 0);
    if (status != 0) {
        free(document);
        return status;
    }
    *result = document;
    return 0;
}

static void close_document(sheaf_document *document)
{
    free(document);
}

static int32_t metrics(sheaf_document *document, sheaf_request *request, int64_t page, sheaf_metrics *metrics)
{
    if (page < 0 || page >= document->pages)
        return fail(document->plugin, request, -ENOENT, "there is no such page");
    for (int i = 0; i < document->fault_count; i++)
        if (document->faults[i].page == page && strcmp(document->faults[i].kind, "sizeless") == 0)
            return fail(document->plugin, request, -EIO, "it has no size, as asked for");
    int32_t status = misbehave(document, request, "measure", page, 0);
    if (status != 0)
        return status;
    metrics->kind = SHEAF_EXACT;
    metrics->width = document->width;
    metrics->height = document->height;
    metrics->label[0] = 0;
    return 0;
}

static int32_t render(sheaf_document *document, sheaf_request *request, const sheaf_render *render)
{
    if (render->page < 0 || render->page >= document->pages)
        return fail(document->plugin, request, -ENOENT, "there is no such page");
    int32_t status = misbehave(document, request, "", render->page, (int64_t)render->width * render->height);
    if (status != 0)
        return status;
    uint64_t page = (uint64_t)render->page;
    unsigned char colour[4] = {
        (unsigned char)(37 * page + 17),
        (unsigned char)(73 * page + 41),
        (unsigned char)(151 * page + 67),
        0xff,
    };
    if (lacks_file(document, render->page))
        memset(colour, 0, 3);
    for (int32_t y = 0; y < render->height; y++) {
        unsigned char *row = (unsigned char *)render->pixels + (size_t)y * render->stride;
        for (int32_t x = 0; x < render->width; x++)
            memcpy(row + (size_t)x * 4, colour, 4);
    }
    return 0;
}

static int32_t probe(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, uint32_t *certainty)
{
    char text[SOURCE_MAX];
    (void)request;
    *certainty = read_source(plugin, source, text) > 0 && is_plain(text) ? SHEAF_PROBE_CERTAIN : SHEAF_PROBE_NO;
    return 0;
}

static int32_t count(sheaf_document *document, sheaf_request *request, sheaf_count *count)
{
    (void)request;
    count->kind = SHEAF_EXACT;
    count->pages = document->pages;
    return 0;
}

#ifdef PLAIN_CONTENTS
static int32_t say(sheaf_document *document, sheaf_request *request, uint32_t kind, const char *in, int64_t page,
                   const char *text)
{
    int32_t status = misbehave(document, request, in, page, 0);
    const sheaf_item item = {
        .size = sizeof item,
        .kind = kind,
        .page = SHEAF_NO_PAGE,
        .x1 = 50,
        .y1 = 10,
        .key = kind == SHEAF_ITEM_METADATA ? "subject" : NULL,
        .text = text,
        .uri = kind == SHEAF_ITEM_LINK ? "https://example.org/" : NULL,
    };
    return status != 0 ? status : document->plugin->services->emit(request, &item);
}

static int32_t text(sheaf_document *document, sheaf_request *request, int64_t page)
{
    char words[64];
    snprintf(words, sizeof words, "the text of page %lld", (long long)page + 1);
    return say(document, request, SHEAF_ITEM_TEXT, "text", page, words);
}

static int32_t annotations(sheaf_document *document, sheaf_request *request, int64_t page)
{
    return say(document, request, SHEAF_ITEM_ANNOTATION, "annotations", page, "a note");
}

static int32_t links(sheaf_document *document, sheaf_request *request, int64_t page)
{
    return say(document, request, SHEAF_ITEM_LINK, "links", page, NULL);
}

static int32_t outline(sheaf_document *document, sheaf_request *request)
{
    return say(document, request, SHEAF_ITEM_OUTLINE, "outline", AT_OPEN, "All of it");
}

static int32_t metadata(sheaf_document *document, sheaf_request *request)
{
    return say(document, request, SHEAF_ITEM_METADATA, "metadata", AT_OPEN, "tests");
}
#endif

static const sheaf_provider provider = {
    .size = PLAIN_TABLE_SIZE,
    .abi_version = PLAIN_ABI_VERSION,
    .name = PLAIN_NAME,
    .version = "1",
    .summary = "text files that say how many pages they have, for tests",
    .load = load,
    .open = open_document,
    .close = close_document,
    .metrics = metrics,
    .render = render,
    .probe = probe,
    .count = count,
#ifdef PLAIN_TEXT
    .text = PLAIN_TEXT,
#endif
#ifdef PLAIN_CONTENTS
    .text = text,
    .annotations = annotations,
    .links = links,
    .outline = outline,
    .metadata = metadata,
#endif
};

const sheaf_provider *sheaf_provider_v1(void)
{
    return &provider;
}
