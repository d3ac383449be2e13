/* SPDX-License-Identifier: Apache-2.0
 *
 * flow.c: how a document without pages of its own is laid out.
 */
#include "internal.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Hosts of before have a shorter one. */
#define FLOW_WITH_JUSTIFY (offsetof(sheaf_flow, justify) + sizeof(uint32_t))
#define FLOW_WITH_ENCODING (offsetof(sheaf_flow, encoding) + sizeof(const char *))

/* MuPDF's own style sheet takes these of HTML 5 for pieces of a line: their text runs into what is before, and links to them lead to the
 * start of the document. */
static const char sections_css[] = "section,article,aside,header,footer,nav,main,figure,figcaption{display:block}";

static void add_css(sheaf_document *document, const char *format, ...) SHEAF_PRINTF(2, 3);

static void add_css(sheaf_document *document, const char *format, ...)
{
    size_t length = strlen(document->css);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(document->css + length, sizeof document->css - length, format, arguments);
    va_end(arguments);
}

/* Whether a name can stand between quotes in a style sheet. */
static int is_font_name(const char *name)
{
    return name[0] != 0 && strlen(name) <= 128 && strpbrk(name, "\"\\\n\r{};<>") == NULL;
}

void flow_take(sheaf_document *document, const sheaf_flow *flow)
{
    settings *settings = &document->settings;
    add_css(document, "%s", sections_css);
    if (flow == NULL)
        return;
    if (flow->width > 0)
        settings->layout_width = (float)flow->width;
    if (flow->height > 0)
        settings->layout_height = (float)flow->height;
    if (flow->font_size > 0)
        settings->layout_em = (float)flow->font_size;
    if (flow->columns >= 1 && flow->columns <= COLUMNS_MAX)
        settings->columns = (int)flow->columns;
    if (flow->margin >= 0)
        add_css(document, "@page{margin:%gpt}body{margin:0}", flow->margin);
    if (flow->line_height > 0)
        add_css(document, "*{line-height:%g!important}", flow->line_height);
    if (flow->size >= FLOW_WITH_JUSTIFY && flow->justify != 0) {
        /* Centred lines, headings and code stay as they are. */
        const char *align = flow->justify == SHEAF_JUSTIFY_YES ? "justify" : "left";
        add_css(document, "body,p,li,dd,blockquote{text-align:%s!important}", align);
    }
    if (flow->size >= FLOW_WITH_ENCODING && flow->encoding != NULL)
        snprintf(document->wanted_encoding, sizeof document->wanted_encoding, "%s", flow->encoding);
    if (flow->font_family != NULL && is_font_name(flow->font_family)) {
        int is_generic = strcmp(flow->font_family, "serif") == 0 || strcmp(flow->font_family, "sans-serif") == 0 ||
                         strcmp(flow->font_family, "monospace") == 0;
        const char *quote = is_generic ? "" : "\"";
        add_css(document, "*{font-family:%s%s%s,serif!important}", quote, flow->font_family, quote);
        /* Code and terminal text keep a font of one width. */
        add_css(document, "code,code *,pre,pre *,tt,tt *,kbd,kbd *,samp,samp *{font-family:monospace!important}");
    }
}

/* How much of the stack is cleared: more than MuPDF needs from there to where it makes boxes of a document. */
#define STACK_CLEARED (64 * 1024)

static __attribute__((noinline)) void clear_stack(void)
{
    char stack[STACK_CLEARED];
    memset(stack, 0, sizeof stack);
    /* Else it would be left out. */
    __asm__ volatile("" : : "r"(stack) : "memory");
}

void flow_begin(fz_context *context, const sheaf_document *document)
{
    clear_stack();
    fz_set_use_document_css(context, document->settings.document_css);
    fz_set_user_css(context, document->css[0] != 0 ? document->css : NULL);
}
