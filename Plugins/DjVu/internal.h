/* SPDX-License-Identifier: Apache-2.0
 *
 * internal.h: what the files of the DjVu provider share. One concern a file; its name says which.
 *
 * DjVuLibre decodes in threads of its own and tells by messages how far it is. The document's bytes may only be read on the
 * thread that the host calls on: there they are handed to the library, all of them when the document is opened.
 */
#ifndef SHEAF_DJVU_INTERNAL_H
#define SHEAF_DJVU_INTERNAL_H

#include <libdjvu/ddjvuapi.h>
#include <libdjvu/miniexp.h>
#include <sheaf_kit.h>
#include <sheaf_links.h>

/* The longest document, in bytes: the library keeps it in memory. */
#define FILE_MAX ((int64_t)1 << 30)

/* Points in an inch. */
#define POINTS 72.0

struct sheaf_plugin {
    const sheaf_host_services *services;
    sheaf_host *host;
    sheaf_document *documents; /* the open ones */
};

/* A page as it is shown: its size in pixels as it was scanned, turned as the document says. */
typedef struct scan {
    int width, height;
    int dpi;
    int turns; /* by 90 degrees, counterclockwise, from how it is stored */
} scan;

struct sheaf_document {
    sheaf_plugin *plugin;
    sheaf_document *next;
    sheaf_input input;
    uint64_t fingerprint; /* of the source when it was opened */
    ddjvu_context_t *context;
    ddjvu_document_t *opened;
    int count;
    ddjvu_page_t *page; /* the one that was rendered last, or NULL */
    int64_t page_number;
    char error[512]; /* what the library said last */
};

/* document.c */

int32_t provider_open(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, sheaf_document **document);
void provider_close(sheaf_document *document);
int32_t provider_count(sheaf_document *document, sheaf_request *request, sheaf_count *count);
int32_t provider_metrics(sheaf_document *document, sheaf_request *request, int64_t page, sheaf_metrics *metrics);
int32_t provider_refresh(sheaf_document *document, sheaf_request *request);

/* Takes in what the library tells, and waits a moment for more where there was nothing. SHEAF_CANCELLED once nobody waits for the
 * request any more, else 0. */
int32_t document_wait(sheaf_document *document, sheaf_request *request);

/* Finds a page and how it was scanned. 0, SHEAF_CANCELLED or a failure that is told. */
int32_t document_scan(sheaf_document *document, sheaf_request *request, int64_t page, scan *scan);

/* Lets go of the page that is kept. */
void document_rest(sheaf_document *document);

/* Fails a request because of what the library has said last. The format says what was tried: "draw page 3". */
int32_t fail_document(sheaf_document *document, sheaf_request *request, const char *format, ...) SHEAF_PRINTF(3, 4);

/* render.c */

int32_t provider_render(sheaf_document *document, sheaf_request *request, const sheaf_render *render);

/* contents.c */

int32_t provider_text(sheaf_document *document, sheaf_request *request, int64_t page);
int32_t provider_links(sheaf_document *document, sheaf_request *request, int64_t page);
int32_t provider_outline(sheaf_document *document, sheaf_request *request);
int32_t provider_metadata(sheaf_document *document, sheaf_request *request);

#endif
