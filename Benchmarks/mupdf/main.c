/* SPDX-License-Identifier: Apache-2.0
 *
 * MuPDF alone, in process: opens a document and renders pages of it, each once, into memory that stays warm. What the
 * service adds to a cold page is what it takes beyond this.
 *
 * bench-mupdf --document FILE --scale SCALE --pages N,N,... --warm N [--pause MICROSECONDS] [--memfd [--ahead]]: pages are
 * counted from 0; the first `--warm` of them are rendered and not counted. Loading the page is part of it, as it is of a page
 * asked for by index; a pause before each is not. With `--memfd` each page is written to a memfd of its own, which is sealed
 * and kept, as one has to be that is shared with another process; with `--ahead` its memory is allocated before the clock
 * starts, as large as the last page's.
 */
#define _GNU_SOURCE
#include "benchmark.h"

#include <fcntl.h>
#include <mupdf/fitz.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGES_MAX 4096

struct canvas {
    unsigned char *memory;
    size_t size;
};

static int new_memory(void) {
    int fd = memfd_create("page", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0)
        benchmark_fail("make memory for", "a page");
    return fd;
}

/* Memory for the next page, or -1. */
static int spare = -1;

static void prepare_memory(const struct canvas *canvas) {
    if (canvas->size == 0)
        return;
    if (spare < 0)
        spare = new_memory();
    if (fallocate(spare, 0, 0, (off_t)canvas->size) < 0)
        benchmark_fail("allocate", "a page");
}

/* Puts what was rendered into memory that others may map. */
static void share(const struct canvas *canvas, size_t size) {
    int fd = spare >= 0 ? spare : new_memory();
    spare = -1;
    if (ftruncate(fd, (off_t)size) < 0 || pwrite(fd, canvas->memory, size, 0) != (ssize_t)size ||
        fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) < 0)
        benchmark_fail("share", "a page");
}

static void render(fz_context *context, fz_document *document, int number, float scale, int is_shared,
                   struct canvas *canvas) {
    fz_matrix transform = fz_scale(scale, scale);
    fz_page *page = fz_load_page(context, document, number);
    fz_irect box = fz_round_rect(fz_transform_rect(fz_bound_page(context, page), transform));
    int stride = (box.x1 - box.x0) * 4;
    size_t size = (size_t)stride * (size_t)(box.y1 - box.y0);
    if (size > canvas->size) {
        canvas->memory = realloc(canvas->memory, size);
        canvas->size = size;
        if (!canvas->memory)
            benchmark_fail("find memory for", "a page");
    }
    /* bgrx8888, as the service hands it out. */
    fz_pixmap *pixmap =
        fz_new_pixmap_with_bbox_and_data(context, fz_device_bgr(context), box, NULL, 1, canvas->memory);
    memset(canvas->memory, 0xff, size);
    fz_device *device = fz_new_draw_device(context, transform, pixmap);
    fz_run_page(context, page, device, fz_identity, NULL);
    fz_close_device(context, device);
    fz_drop_device(context, device);
    fz_drop_pixmap(context, pixmap);
    fz_drop_page(context, page);
    if (is_shared)
        share(canvas, size);
}

int main(int argc, char *argv[]) {
    (void)argc;
    const char *path = benchmark_option(argv, "--document", NULL);
    float scale = strtof(benchmark_option(argv, "--scale", NULL), NULL);
    const char *pages = benchmark_option(argv, "--pages", NULL);
    size_t warm = (size_t)benchmark_number(argv, "--warm", 0), count = 0;
    useconds_t pause_before = (useconds_t)benchmark_number(argv, "--pause", 0);
    int is_shared = benchmark_flag(argv, "--memfd"), is_ahead = benchmark_flag(argv, "--ahead");
    static uint64_t samples[PAGES_MAX];
    struct canvas canvas = {0};

    fz_context *context = fz_new_context(NULL, NULL, FZ_STORE_DEFAULT);
    if (!context)
        benchmark_fail("start", "MuPDF");
    fz_try(context) {
        fz_register_document_handlers(context);
        fz_document *document = fz_open_document(context, path);
        uint64_t began = benchmark_now();
        for (char *end; *pages && count < PAGES_MAX; pages = *end == ',' ? end + 1 : end) {
            long number = strtol(pages, &end, 10);
            if (end == pages)
                benchmark_fail("take as pages", pages);
            if (count == warm)
                began = benchmark_now();
            if (is_ahead)
                prepare_memory(&canvas);
            if (pause_before > 0)
                usleep(pause_before);
            uint64_t before = benchmark_now();
            render(context, document, (int)number, scale, is_shared, &canvas);
            samples[count++] = benchmark_now() - before;
        }
        if (count <= warm)
            benchmark_fail("measure", "no page");
        benchmark_print(samples + warm, count - warm, benchmark_now() - began, canvas.size);
        fz_drop_document(context, document);
    }
    fz_catch(context)
        benchmark_fail("render", fz_caught_message(context));
    fz_drop_context(context);
    free(canvas.memory);
    return 0;
}
