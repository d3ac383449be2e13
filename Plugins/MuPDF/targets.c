/* SPDX-License-Identifier: Apache-2.0
 *
 * targets.c: where an entry of a PDF's outline or a link on its pages leads, and what kind of thing that is.
 *
 * The document's own objects are read: MuPDF makes addresses of all of them, and then "www.example.org" and a launched program are both
 * a file on this machine. What is wrong with one costs that one alone.
 */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A string of the document as UTF-8; NULL where it has none, or an empty one. The caller frees it. Throws. */
static char *read_string(fz_context *context, pdf_obj *object)
{
    size_t length = 0;
    if (!pdf_is_string(context, object))
        return NULL;
    const char *bytes = pdf_to_string(context, object, &length);
    int is_utf8 = memchr(bytes, 0, length) == NULL;
    for (size_t i = 0, n; is_utf8 && i < length; i += n) {
        n = sheaf_character_length((const unsigned char *)bytes + i);
        is_utf8 = n > 0;
    }
    /* Many write UTF-8 where an address is to be ASCII. */
    const char *text = is_utf8 ? bytes : pdf_to_text_string(context, object);
    while (*text == ' ' || *text == '\t' || *text == '\r' || *text == '\n')
        text++;
    size_t end = strlen(text);
    while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\t' || text[end - 1] == '\r' || text[end - 1] == '\n'))
        end--;
    if (end == 0)
        return NULL;
    char *copy = fz_malloc(context, end + 1);
    memcpy(copy, text, end);
    copy[end] = 0;
    return copy;
}

/* The name of a file as its specification has it (ISO 32000-1, 7.11), or NULL. The caller frees it. Throws. */
static char *read_file_name(fz_context *context, pdf_obj *file)
{
    static const char *const keys[] = {"UF", "F", "Unix", "DOS", "Mac"};
    char *name = read_string(context, file);
    for (size_t i = 0; name == NULL && i < sizeof keys / sizeof *keys; i++)
        name = read_string(context, pdf_dict_gets(context, file, keys[i]));
    return name;
}

/* MARK: Addresses */

/* Goes to what is behind the # of an address in this document: "page=3", "nameddest=here", "here". Throws. */
static void follow_fragment(fz_context *context, sheaf_document *document, pdf_document *pdf, const char *fragment,
                            target *target)
{
    const char *page = strncmp(fragment, "page=", 5) == 0 ? fragment + 5 : NULL;
    if (page != NULL && *page >= '0' && *page <= '9')
        target->page = destination_of_index(context, pdf, strtoll(page, NULL, 10) - 1);
    else
        target->page = destination_find_name(
            context, document, pdf, strncmp(fragment, "nameddest=", 10) == 0 ? fragment + 10 : fragment, &target->point);
}

/* An address that is written for what the document says all of them begin with; NULL: it says nothing. Throws. */
static char *join_base(fz_context *context, pdf_document *pdf, const char *uri)
{
    char *base = read_string(context, pdf_dict_getp(context, pdf_trailer(context, pdf), "Root/URI/Base"));
    char *joined = NULL;
    if (base == NULL || sheaf_link_kind_of(base) != SHEAF_LINK_WEB || sheaf_scheme_length(base) == 0) {
        fz_free(context, base);
        return NULL;
    }
    const char *authority = base + sheaf_scheme_length(base) + 1;
    if (strncmp(authority, "//", 2) == 0)
        authority += 2;
    const size_t host = (size_t)(authority - base) + strcspn(authority, "/?#");
    size_t kept = host + strcspn(base + host, "?#");
    while (kept > host && (uri[0] == '/' || base[kept - 1] != '/'))
        kept--;
    while (strncmp(uri, "./", 2) == 0)
        uri += 2;
    const char *slash = kept == host && uri[0] != '/' ? "/" : "";
    const size_t room = kept + strlen(slash) + strlen(uri) + 1;
    fz_try(context)
    {
        joined = fz_malloc(context, room);
        snprintf(joined, room, "%.*s%s%s", (int)kept, base, slash, uri);
    }
    fz_always(context)
        fz_free(context, base);
    fz_catch(context)
        fz_rethrow(context);
    return joined;
}

static void follow_uri(fz_context *context, sheaf_document *document, pdf_document *pdf, pdf_obj *action, target *target)
{
    target->uri = read_string(context, pdf_dict_get(context, action, PDF_NAME(URI)));
    /* One that says nothing leads nowhere. */
    target->kind = target->uri == NULL ? SHEAF_LINK_NONE : sheaf_link_kind_of(target->uri);
    if (target->kind == SHEAF_LINK_HERE) {
        follow_fragment(context, document, pdf, target->uri + 1, target);
    } else if (target->uri != NULL && sheaf_scheme_length(target->uri) == 0 && target->kind != SHEAF_LINK_WEB) {
        char *joined = join_base(context, pdf, target->uri);
        if (joined != NULL) {
            fz_free(context, target->uri);
            target->uri = joined;
            target->kind = SHEAF_LINK_WEB;
        }
    }
}

/* MARK: Actions */

/* Writes two strings behind each other, with `between` them; the caller frees it. Throws. */
static char *join(fz_context *context, const char *left, const char *between, const char *right)
{
    const size_t room = strlen(left) + strlen(between) + strlen(right) + 1;
    char *joined = fz_malloc(context, room);
    snprintf(joined, room, "%s%s%s", left, between, right);
    return joined;
}

/* A destination as a name, or NULL where it is none. The caller frees it. Throws. */
static char *read_name(fz_context *context, pdf_obj *destination)
{
    return pdf_is_name(context, destination) ? fz_strdup(context, pdf_to_name(context, destination))
                                             : read_string(context, destination);
}

/* A destination in another file is told behind its name, as an address has it: "#page=3", "#nameddest=here". Throws. */
static void add_fragment(fz_context *context, target *target, pdf_obj *destination)
{
    char *name = read_name(context, destination), *whole = NULL;
    pdf_obj *page = pdf_array_get(context, destination, 0);
    char number[24];
    snprintf(number, sizeof number, "%lld", (long long)pdf_to_int(context, page) + 1);
    fz_try(context)
    {
        if (name != NULL)
            whole = join(context, target->uri, "#nameddest=", name);
        else if (pdf_is_int(context, page) && pdf_to_int(context, page) >= 0)
            whole = join(context, target->uri, "#page=", number);
    }
    fz_always(context)
        fz_free(context, name);
    fz_catch(context)
        fz_rethrow(context);
    if (whole != NULL) {
        fz_free(context, target->uri);
        target->uri = whole;
    }
}

static void follow_file(fz_context *context, pdf_obj *action, target *target)
{
    pdf_obj *file = pdf_dict_get(context, action, PDF_NAME(F));
    target->kind = SHEAF_LINK_DOCUMENT;
    target->uri = read_file_name(context, file);
    if (target->uri == NULL)
        return;
    if (pdf_name_eq(context, pdf_dict_gets(context, file, "FS"), PDF_NAME(URL)) && sheaf_link_kind_of(target->uri) == SHEAF_LINK_WEB)
        target->kind = SHEAF_LINK_WEB;
    add_fragment(context, target, pdf_dict_get(context, action, PDF_NAME(D)));
}

static void follow_launch(fz_context *context, pdf_obj *action, target *target)
{
    target->kind = SHEAF_LINK_LAUNCH;
    target->uri = read_file_name(context, pdf_dict_get(context, action, PDF_NAME(F)));
    if (target->uri == NULL)
        target->uri = read_file_name(context, pdf_dict_gets(context, action, "Win"));
}

static void follow_name(fz_context *context, pdf_document *pdf, pdf_obj *action, int64_t from, target *target)
{
    const char *name = pdf_to_name(context, pdf_dict_get(context, action, PDF_NAME(N)));
    const int64_t last = pdf_count_pages(context, pdf) - 1;
    target->kind = SHEAF_LINK_HERE;
    if (strcmp(name, "FirstPage") == 0)
        target->page = destination_of_index(context, pdf, 0);
    else if (strcmp(name, "LastPage") == 0)
        target->page = destination_of_index(context, pdf, last);
    else if (strcmp(name, "NextPage") == 0)
        target->page = from < 0 ? -1 : destination_of_index(context, pdf, from + 1);
    else if (strcmp(name, "PrevPage") == 0)
        target->page = from < 0 ? -1 : destination_of_index(context, pdf, from - 1);
    else
        target->kind = SHEAF_LINK_UNKNOWN;
}

/* Goes to a destination of this document; its name is told where there is none. Throws. */
static void follow_destination(fz_context *context, sheaf_document *document, pdf_document *pdf, pdf_obj *destination,
                               target *target)
{
    target->kind = SHEAF_LINK_HERE;
    target->page = destination_find(context, document, pdf, destination, &target->point);
    if (target->page >= 0)
        return;
    char *name = read_name(context, destination);
    fz_try(context)
        target->uri = name == NULL ? NULL : join(context, "", "#", name);
    fz_always(context)
        fz_free(context, name);
    fz_catch(context)
        fz_rethrow(context);
}

static void follow_action(fz_context *context, sheaf_document *document, pdf_document *pdf, pdf_obj *action,
                          int64_t from, target *target)
{
    const char *type = pdf_to_name(context, pdf_dict_get(context, action, PDF_NAME(S)));
    target->kind = SHEAF_LINK_UNKNOWN;
    if (strcmp(type, "GoTo") == 0)
        follow_destination(context, document, pdf, pdf_dict_get(context, action, PDF_NAME(D)), target);
    else if (strcmp(type, "URI") == 0)
        follow_uri(context, document, pdf, action, target);
    else if (strcmp(type, "GoToR") == 0 || strcmp(type, "GoToE") == 0)
        follow_file(context, action, target);
    else if (strcmp(type, "Launch") == 0)
        follow_launch(context, action, target);
    else if (strcmp(type, "Named") == 0)
        follow_name(context, pdf, action, from, target);
    else if (strcmp(type, "JavaScript") == 0)
        target->kind = SHEAF_LINK_SCRIPT;
}

/* Follows an action, or without one a destination. What is damaged leads nowhere. Throws for other reasons. */
static target follow(fz_context *context, sheaf_document *document, pdf_document *pdf, pdf_obj *action,
                     pdf_obj *destination, int64_t from, int number)
{
    target target = {.page = -1};
    fz_var(target);
    fz_try(context)
    {
        if (action != NULL)
            follow_action(context, document, pdf, action, from, &target);
        else if (destination != NULL)
            follow_destination(context, document, pdf, destination, &target);
    }
    fz_catch(context)
    {
        if (!is_damage(context)) {
            fz_free(context, target.uri);
            fz_rethrow(context);
        }
        fz_warn(context, "cannot tell where object %d leads: %s", number, fz_caught_message(context));
        target.page = -1;
        if (target.kind == SHEAF_LINK_NONE)
            target.kind = SHEAF_LINK_UNKNOWN;
    }
    return target;
}

target target_read(fz_context *context, sheaf_document *document, pdf_document *pdf, pdf_obj *object, int64_t from)
{
    pdf_obj *destination = pdf_dict_get(context, object, PDF_NAME(Dest));
    pdf_obj *action = pdf_dict_get(context, object, PDF_NAME(A));
    if (action == NULL)
        action = pdf_dict_geta(context, pdf_dict_get(context, object, PDF_NAME(AA)), PDF_NAME(U), PDF_NAME(D));
    /* A reference to an object that was removed is there, and is null. */
    if (destination != NULL && action != NULL && !pdf_is_null(context, destination))
        action = NULL;
    return follow(context, document, pdf, action, destination, from, pdf_to_num(context, object));
}

int64_t target_open(fz_context *context, sheaf_document *document, pdf_document *pdf)
{
    pdf_obj *root = pdf_dict_get(context, pdf_trailer(context, pdf), PDF_NAME(Root));
    pdf_obj *object = pdf_dict_gets(context, root, "OpenAction");
    const int is_action = pdf_dict_get(context, object, PDF_NAME(S)) != NULL;
    target target = follow(context, document, pdf, is_action ? object : NULL, object, -1, pdf_to_num(context, root));
    fz_free(context, target.uri);
    return target.page;
}
