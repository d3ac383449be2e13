/* SPDX-License-Identifier: Apache-2.0
 *
 * sheaf_kit.h: what most page providers in C need: failures in sentences, the bytes of a document, checks of a rendering,
 * settings.
 *
 * The kit is no part of the ABI. It is compiled into the provider, and needs nothing but the C library and sheaf_provider.h.
 * C11, also C++. A provider may use any of these functions, or none.
 */
#ifndef SHEAF_KIT_H
#define SHEAF_KIT_H

#include "sheaf_provider.h"

#include <errno.h>
#include <float.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Has the compiler check the arguments of a function as those of printf: `text` is the number of the format, `first` that of the
 * first argument behind it. */
#if defined(__GNUC__)
#define SHEAF_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define SHEAF_PRINTF(text, first)
#endif

/* MARK: Text */

/* The longest text for a person, with its NUL: the host cuts there. */
#define SHEAF_TEXT_SIZE 2049u

/* The length of the UTF-8 character that `text` begins with, or 0 where it begins with none. */
static inline size_t sheaf_character_length(const unsigned char *text)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = text[0] < 0x80 ? 1 : text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : text[0] >= 0xc0 ? 2 : 0;
    if (length < 2)
        return length;
    uint32_t value = text[0] & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (text[i] & 0x3f);
    }
    if (text[0] > 0xf4 || value < least[length] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
        return 0;
    return length;
}

/* Makes text that a document brought fit for the host, in place: valid UTF-8 on one line. Other bytes become '?'. */
static inline void sheaf_text_clean(char *text)
{
    unsigned char *at = (unsigned char *)text;
    while (*at != 0) {
        size_t length = sheaf_character_length(at);
        if (length == 0)
            *at = '?';
        else if (*at < 0x20 || *at == 0x7f)
            *at = ' ';
        at += length == 0 ? 1 : length;
    }
}

/* Sets the error of a request and returns `code`, a negative errno. The sentence says what was tried on what, and why it
 * failed. */
static inline int32_t sheaf_fail(const sheaf_host_services *services, sheaf_request *request, int32_t code,
                                 const char *format, ...) SHEAF_PRINTF(4, 5);

static inline int32_t sheaf_fail(const sheaf_host_services *services, sheaf_request *request, int32_t code,
                                 const char *format, ...)
{
    char text[SHEAF_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    sheaf_text_clean(text);
    services->set_error(request, text);
    return code;
}

/* The lines of a library that go to the journal for one request: a damaged document has one for each of its objects. */
#define SHEAF_MESSAGES_MAX 32u

/* Logs what a library said. `count` is how many lines it had in this request: set it to 0 where a request begins. */
static inline void sheaf_log_message(const sheaf_host_services *services, sheaf_host *host, uint32_t level,
                                     const char *library, const char *text, uint32_t *count)
{
    char line[SHEAF_TEXT_SIZE];
    if (*count > SHEAF_MESSAGES_MAX)
        return;
    if ((*count)++ == SHEAF_MESSAGES_MAX)
        snprintf(line, sizeof line, "%s has more to say; the rest of this request is left out", library);
    else
        snprintf(line, sizeof line, "%s: %s", library, text);
    sheaf_text_clean(line);
    services->log(host, level, line);
}

/* Emits an item of metadata; nothing where `text` is NULL or empty. 0, or what the caller is to return. */
static inline int32_t sheaf_emit_metadata(const sheaf_host_services *services, sheaf_request *request, const char *key,
                                          const char *text)
{
    sheaf_item item;
    if (text == NULL || text[0] == 0)
        return 0;
    memset(&item, 0, sizeof item);
    item.size = sizeof item;
    item.kind = SHEAF_ITEM_METADATA;
    item.page = SHEAF_NO_PAGE;
    item.key = key;
    item.text = text;
    return services->emit(request, &item);
}

/* MARK: The bytes of a document */

/* The source of a document as long as it was when it was opened, and what went wrong in reading it. */
typedef struct sheaf_input {
    const sheaf_host_services *services;
    sheaf_host *host;
    sheaf_document *document; /* or NULL: it is probed */
    sheaf_source *source;
    int64_t size;           /* bytes, when it was opened */
    sheaf_request *request; /* reads fail once this request is cancelled; NULL: they go on */
    int cancelled;          /* a read failed because of that */
    int32_t failure;        /* the negative errno that the host answered, else 0: no byte is read any more */
    int shrunk;             /* the source ended before `size` */
} sheaf_input;

/* Begins with a source. Where its size is not to be had, every read fails. */
static inline sheaf_input sheaf_input_open(const sheaf_host_services *services, sheaf_host *host, sheaf_request *request,
                                           sheaf_source *source, sheaf_document *document)
{
    sheaf_input input;
    memset(&input, 0, sizeof input);
    input.services = services;
    input.host = host;
    input.document = document;
    input.source = source;
    input.request = request;
    input.size = services->source_size(source);
    if (input.size < 0) {
        input.failure = (int32_t)input.size;
        input.size = 0;
    }
    return input;
}

/* Begins a request: what went wrong before is forgotten. `request` as in sheaf_input. */
static inline void sheaf_input_begin(sheaf_input *input, sheaf_request *request)
{
    input->request = request;
    input->cancelled = 0;
    input->failure = 0;
    input->shrunk = 0;
}

/* Whether the request of an input is cancelled, which is noted. */
static inline int sheaf_input_is_cancelled(sheaf_input *input)
{
    if (input->request != NULL && input->services->cancelled(input->request))
        input->cancelled = 1;
    return input->cancelled;
}

/* Reads up to `length` bytes at `offset`, all that there are. How many, or a negative errno: sheaf_input_result says more. */
static inline int64_t sheaf_input_read(sheaf_input *input, void *buffer, size_t length, int64_t offset)
{
    uint64_t rest = offset < input->size ? (uint64_t)(input->size - offset) : 0, done = 0;
    if (input->failure != 0)
        return input->failure;
    rest = length < rest ? length : rest;
    while (done < rest) {
        if (sheaf_input_is_cancelled(input))
            return -ECANCELED;
        int64_t count = input->services->read_at(input->source, (unsigned char *)buffer + done, rest - done,
                                                 (uint64_t)offset + done);
        if (count < 0 || (uint64_t)count > rest - done)
            return input->failure = count < 0 ? (int32_t)count : -EIO;
        if (count == 0) {
            input->shrunk = 1;
            break;
        }
        done += (uint64_t)count;
    }
    return (int64_t)done;
}

/* Tells the host that the document has changed. */
static inline void sheaf_input_changed(const sheaf_input *input)
{
    sheaf_change change;
    memset(&change, 0, sizeof change);
    change.size = sizeof change;
    change.kind = SHEAF_CHANGED_ALL;
    if (input->document != NULL)
        input->services->changed(input->host, input->document, &change);
}

/* Returns what went wrong with the bytes of a document since sheaf_input_begin: SHEAF_CANCELLED, a failure whose error
 * is set, or 0. Call it last in every request that has read of them. */
static inline int32_t sheaf_input_result(const sheaf_input *input, sheaf_request *request)
{
    if (input->cancelled)
        return SHEAF_CANCELLED;
    if (input->failure != 0)
        return sheaf_fail(input->services, request, input->failure, "cannot read the document: %s",
                          strerror(-input->failure));
    if (!input->shrunk)
        return 0;
    sheaf_input_changed(input);
    return sheaf_fail(input->services, request, -EIO, "the document is shorter than when it was opened (%lld bytes)",
                      (long long)input->size);
}

/* How much of a source's start and end is compared to see whether it has changed. */
#define SHEAF_FINGERPRINT_SIZE 4096

/* FNV-1a over `size`, and over the first and the last of so many bytes. 0 or a negative errno, as sheaf_input_read. */
static inline int32_t sheaf_input_fingerprint(sheaf_input *input, int64_t size, uint64_t *result)
{
    unsigned char bytes[SHEAF_FINGERPRINT_SIZE];
    size_t length = size < SHEAF_FINGERPRINT_SIZE ? (size_t)size : SHEAF_FINGERPRINT_SIZE;
    uint64_t hash = 0xcbf29ce484222325u ^ (uint64_t)size;
    for (int part = 0; part < 2; part++) {
        int64_t count = sheaf_input_read(input, bytes, length, part == 0 ? 0 : size - (int64_t)length);
        if (count < 0)
            return (int32_t)count;
        for (int64_t i = 0; i < count; i++)
            hash = (hash ^ bytes[i]) * 0x100000001b3u;
    }
    *result = hash;
    return 0;
}

/* Serves `refresh`: tells the host of a change where the source has another size or fingerprint than when it was
 * opened. */
static inline int32_t sheaf_input_refresh(const sheaf_input *input, sheaf_request *request, uint64_t fingerprint)
{
    sheaf_input now = sheaf_input_open(input->services, input->host, request, input->source, input->document);
    uint64_t found = 0;
    if (sheaf_input_fingerprint(&now, now.size, &found) < 0)
        return sheaf_input_result(&now, request);
    if (now.size != input->size || now.shrunk || found != fingerprint)
        sheaf_input_changed(input);
    return 0;
}

/* MARK: Renderings */

/* Refuses what can't be rendered of a page of `width` by `height` points. `columns` and `rows` get the size of the whole page in
 * pixels, scaled and turned. `most` is the limit of its longer edge: that of the library which draws, else INT32_MAX. */
static inline int32_t sheaf_check_render(const sheaf_host_services *services, sheaf_request *request,
                                         const sheaf_render *render, double width, double height, int32_t most,
                                         int32_t *columns, int32_t *rows)
{
    if (render->format != SHEAF_FORMAT_BGRX8888)
        return sheaf_fail(services, request, -ENOTSUP, "there is no pixel format %u", render->format);
    if (render->rotation % 90 != 0 || render->rotation > 270)
        return sheaf_fail(services, request, -EINVAL, "a page can't be turned by %u degrees", render->rotation);
    if (!(render->scale > 0 && render->scale <= DBL_MAX))
        return sheaf_fail(services, request, -EINVAL, "a page can't be drawn at a scale of %g", render->scale);
    const int is_sideways = render->rotation % 180 != 0;
    const double edges[2] = {(is_sideways ? height : width) * render->scale,
                             (is_sideways ? width : height) * render->scale};
    int32_t pixels[2];
    if (!(edges[0] <= most && edges[1] <= most))
        return sheaf_fail(services, request, -EINVAL, "a page of %.0f x %.0f pixels is larger than the limit of %d",
                          edges[0], edges[1], most);
    for (int i = 0; i < 2; i++) {
        /* Rounded up, but for what may come of rounding before. */
        pixels[i] = (int32_t)(edges[i] - 0.001);
        pixels[i] += pixels[i] < edges[i] - 0.001;
        pixels[i] = pixels[i] < 1 ? 1 : pixels[i];
    }
    *columns = pixels[0];
    *rows = pixels[1];
    if (render->width < 1 || render->height < 1 || render->x < 0 || render->y < 0 ||
        render->width > *columns - render->x || render->height > *rows - render->y)
        return sheaf_fail(services, request, -EINVAL, "the region %d,%d %dx%d is not within the page of %dx%d pixels",
                          render->x, render->y, render->width, render->height, *columns, *rows);
    if (render->pixels == NULL || render->stride > INT_MAX || render->stride < (uint64_t)render->width * 4)
        return sheaf_fail(services, request, -EINVAL, "a stride of %llu bytes does not do for %d pixels",
                          (unsigned long long)render->stride, render->width);
    return 0;
}

/* Says, when a document is opened, that a region of a page takes about as long as the page. */
static inline void sheaf_tell_sequential(const sheaf_host_services *services, sheaf_request *request)
{
    /* A host of before has no such service. */
    if (services->size >= offsetof(sheaf_host_services, describe) + sizeof services->describe && services->describe != NULL)
        services->describe(request, SHEAF_DOCUMENT_SEQUENTIAL);
}

/* Says that every region of a rendering has these same pixels when it is rendered by itself. */
static inline void sheaf_tell_cuttable(const sheaf_render *render)
{
    /* A host of the first days passes a shorter one. */
    if (render->size >= offsetof(sheaf_render, traits) + sizeof render->traits && render->traits != NULL)
        *render->traits |= SHEAF_RENDER_CUTTABLE;
}

/* Says how many frames a page has that moves. */
static inline void sheaf_tell_frames(sheaf_metrics *metrics, uint32_t frames)
{
    if (metrics->size >= offsetof(sheaf_metrics, frames) + sizeof metrics->frames)
        metrics->frames = frames;
}

/* MARK: Settings */

/* A setting. Where it goes says what values it has: one of the pointers is not NULL. */
typedef struct sheaf_setting {
    const char *key;
    double *number;  /* from `least` to `most`, counted in `unit` ("points"; NULL: it has none) */
    uint64_t *bytes; /* a whole number from `least` to `most` */
    int *boolean;    /* "yes" or "no" */
    int *choice;     /* one of the words in `unit`, with a blank between two: gets the number of the word, from 0 on */
    char *name;      /* 1 to `most` bytes, for which there is room, and for a NUL */
    const char *unit;
    double least, most;
} sheaf_setting;

/* Reads the value of a setting; 0 where it can't have that. */
static inline int sheaf_setting_read(const sheaf_setting *setting, const char *value)
{
    char *end = NULL;
    const int is_number = value[0] >= '0' && value[0] <= '9';
    if (setting->number != NULL) {
        double number = strtod(value, &end);
        if (!is_number || *end != 0 || !(number >= setting->least && number <= setting->most))
            return 0;
        *setting->number = number;
    } else if (setting->bytes != NULL) {
        errno = 0;
        unsigned long long bytes = strtoull(value, &end, 10);
        if (!is_number || *end != 0 || errno != 0 || (double)bytes < setting->least || (double)bytes > setting->most)
            return 0;
        *setting->bytes = bytes;
    } else if (setting->boolean != NULL) {
        if (strcmp(value, "yes") != 0 && strcmp(value, "no") != 0)
            return 0;
        *setting->boolean = strcmp(value, "yes") == 0;
    } else if (setting->choice != NULL) {
        int number = 0;
        const char *word = setting->unit;
        size_t length = strlen(value);
        while (strncmp(word, value, length) != 0 || (word[length] != 0 && word[length] != ' ')) {
            word = strchr(word, ' ');
            if (word++ == NULL)
                return 0;
            number++;
        }
        *setting->choice = number;
    } else {
        if (value[0] == 0 || (double)strlen(value) > setting->most)
            return 0;
        memcpy(setting->name, value, strlen(value) + 1);
    }
    return 1;
}

/* Serves `config`: sets one of `count` settings. 0, or -EINVAL with the error set. */
static inline int32_t sheaf_configure(const sheaf_host_services *services, sheaf_request *request,
                                      const sheaf_setting *settings, size_t count, const char *key, const char *value)
{
    char keys[SHEAF_TEXT_SIZE] = "";
    for (size_t i = 0; i < count; i++) {
        const sheaf_setting *setting = &settings[i];
        if (strcmp(setting->key, key) != 0) {
            snprintf(keys + strlen(keys), sizeof keys - strlen(keys), "%s%s", i == 0 ? "" : ", ", setting->key);
            continue;
        }
        if (sheaf_setting_read(setting, value))
            return 0;
        if (setting->number != NULL)
            return sheaf_fail(services, request, -EINVAL, "%s: \"%s\" is no number%s%s from %g to %g", key, value,
                              setting->unit == NULL ? "" : " of ", setting->unit == NULL ? "" : setting->unit,
                              setting->least, setting->most);
        if (setting->bytes != NULL)
            return sheaf_fail(services, request, -EINVAL, "%s: \"%s\" is no number of bytes from %.0f to %.0f", key,
                              value, setting->least, setting->most);
        if (setting->boolean != NULL)
            return sheaf_fail(services, request, -EINVAL, "%s: \"%s\" is neither yes nor no", key, value);
        if (setting->choice != NULL)
            return sheaf_fail(services, request, -EINVAL, "%s: \"%s\" is none of: %s", key, value, setting->unit);
        return sheaf_fail(services, request, -EINVAL, "%s: \"%s\" is no name of 1 to %.0f bytes", key, value,
                          setting->most);
    }
    return sheaf_fail(services, request, -EINVAL, "there is no setting \"%s\": only %s", key, keys);
}

#ifdef __cplusplus
}
#endif

#endif
