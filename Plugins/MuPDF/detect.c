/* SPDX-License-Identifier: Apache-2.0
 *
 * detect.c: what kind of document it is, by its content. A name proves nothing, and the host does not tell it.
 */
#include "internal.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

/* Readers accept a PDF whose header stands within its first kilobyte. */
#define HEAD_SIZE 1024

/* A local file header of a ZIP archive: where the name's length and the name are. */
#define ZIP_NAME_LENGTH 26
#define ZIP_NAME 30

static const kind none = {NULL, SHEAF_PROBE_NO};

static int contains(const void *data, size_t length, const char *needle)
{
    return memmem(data, length, needle, strlen(needle)) != NULL;
}

/* Whether a comic's page may be called so. Such names end as MuPDF's comic reader wants them. */
static int is_image_name(const char *name, size_t length)
{
    static const char *const endings[] = {".bmp", ".gif", ".jp2", ".jpeg", ".jpg", ".jpx", ".jxr", ".pam", ".pbm",
                                          ".pgm", ".png", ".pnm", ".ppm", ".tif",  ".tiff"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t size = strlen(endings[i]);
        if (length > size && strncasecmp(name + length - size, endings[i], size) == 0)
            return 1;
    }
    return 0;
}

/* A comic is an archive of which at least half of the files are images: a text document may hold some as well. */
static int is_comic(fz_context *context, fz_archive *archive)
{
    int files = 0, images = 0, count = fz_count_archive_entries(context, archive);
    for (int i = 0; i < count; i++) {
        const char *name = fz_list_archive_entry(context, archive, i);
        size_t length = name == NULL ? 0 : strlen(name);
        if (length == 0 || name[length - 1] == '/')
            continue;
        files++;
        images += is_image_name(name, length);
    }
    return images > 0 && images * 2 >= files;
}

/* An XPS document says in its relationships where its fixed pages are; other Office documents have none. */
static int is_xps(fz_context *context, fz_archive *archive)
{
    static const char *const names[] = {"_rels/.rels", "_rels/.rels/[0].piece"};
    int found = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !found; i++) {
        if (!fz_has_archive_entry(context, archive, names[i]))
            continue;
        fz_buffer *buffer = fz_read_archive_entry(context, archive, names[i]);
        unsigned char *data = NULL;
        size_t length = fz_buffer_storage(context, buffer, &data);
        found = contains(data, length, "fixedrepresentation");
        fz_drop_buffer(context, buffer);
    }
    return found;
}

static kind detect_archive(fz_context *context, sheaf_input *input)
{
    fz_stream *stream = NULL;
    fz_archive *archive = NULL;
    kind found = none;
    fz_var(stream);
    fz_var(archive);
    fz_var(found);
    fz_try(context)
    {
        stream = stream_open(context, input);
        archive = fz_open_zip_archive_with_stream(context, stream);
        if (is_xps(context, archive))
            found = (kind){"xps", SHEAF_PROBE_CERTAIN};
        else if (!fz_has_archive_entry(context, archive, "[Content_Types].xml") && is_comic(context, archive))
            found = (kind){"cbz", SHEAF_PROBE_LIKELY};
    }
    fz_always(context)
    {
        fz_drop_archive(context, archive);
        fz_drop_stream(context, stream);
    }
    fz_catch(context)
    {
        return none;
    }
    return found;
}

/* An archive that was cut off has no directory; its first file still tells what it was meant to be. */
static kind detect_damaged_archive(const unsigned char *head, size_t length)
{
    if (length < ZIP_NAME)
        return none;
    size_t name_length = head[ZIP_NAME_LENGTH] | (size_t)head[ZIP_NAME_LENGTH + 1] << 8;
    const char *name = (const char *)head + ZIP_NAME;
    if (name_length > length - ZIP_NAME)
        return none;
    if (is_image_name(name, name_length))
        return (kind){"cbz", SHEAF_PROBE_MAYBE};
    return none;
}

/* Whether it begins with a tag, and says early that it is HTML. */
static int is_html(const unsigned char *head, size_t length)
{
    char text[HEAD_SIZE + 1];
    size_t count = 0;
    /* Of UTF-16 every other byte counts. */
    const int is_utf16 = memcmp(head, "\xff\xfe", 2) == 0 || memcmp(head, "\xfe\xff", 2) == 0;
    for (size_t i = is_utf16 ? 2 : 0; i < length; i++)
        if (!is_utf16 || head[i] != 0)
            text[count++] = (char)head[i];
    text[count] = 0;
    const char *begin = strncmp(text, "\xef\xbb\xbf", 3) == 0 ? text + 3 : text;
    begin += strspn(begin, " \t\r\n");
    return *begin == '<' && (strcasestr(begin, "<html") != NULL || strcasestr(begin, "<!doctype html") != NULL);
}

kind detect(fz_context *context, sheaf_input *input)
{
    unsigned char head[HEAD_SIZE];
    int64_t count = sheaf_input_read(input, head, sizeof head, 0);
    if (count < 4)
        return none;
    size_t length = (size_t)count;
    if (memcmp(head, "%PDF", 4) == 0)
        return (kind){"pdf", SHEAF_PROBE_CERTAIN};
    if (memcmp(head, "PK\3\4", 4) == 0) {
        kind found = detect_archive(context, input);
        return found.magic != NULL ? found : detect_damaged_archive(head, length);
    }
    if (contains(head, length, "%PDF-"))
        return (kind){"pdf", SHEAF_PROBE_LIKELY};
    if (is_html(head, length))
        return (kind){"html", SHEAF_PROBE_LIKELY};
    return none;
}

int32_t provider_probe(sheaf_plugin *plugin, sheaf_request *request, sheaf_source *source, uint32_t *certainty)
{
    *certainty = SHEAF_PROBE_NO;
    fz_context *context = plugin_context(plugin, request);
    if (context == NULL)
        return -ENOMEM;
    plugin->messages = 0;
    sheaf_input input = sheaf_input_open(plugin->services, plugin->host, request, source, NULL);
    if (input.failure != 0)
        return sheaf_input_result(&input, request);
    *certainty = detect(context, &input).certainty;
    fz_flush_warnings(context);
    return input.cancelled ? SHEAF_CANCELLED : 0;
}
