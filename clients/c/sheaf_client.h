/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Viewers for the page server Sheaf, in C: calls over Varlink, descriptors of pages, watches, and connections that are made again
 * where the service was restarted.
 *
 * What is called and answered is JSON, as jansson has it: the methods and their fields are those of the interface files
 * (org.sheaf.Reader and the others, /usr/share/sheaf). A client is used by one thread at a time. Functions return 0, or a negative
 * errno, and sheaf_client_problem() says then what was tried on what; an error of the service is a reply as any other.
 *
 *     cc viewer.c $(pkg-config --cflags --libs sheaf-client)
 */
#ifndef SHEAF_CLIENT_H
#define SHEAF_CLIENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** So many milliseconds are waited for a service to listen again that was there before. */
#define SHEAF_CLIENT_PATIENCE 10000
/** A reply has at most so many bytes. */
#define SHEAF_CLIENT_LONGEST_REPLY (16 << 20)

/** A connection to the service, which is made with the first call. */
struct sheaf_client;

/** How a method is called. */
enum sheaf_call_flags {
    /** It may be done twice: it only reads, or sets something to a value. It is called again where nobody knows whether it was
     * done, and so is a method with SHEAF_CALL_MORE whose connection is lost. */
    SHEAF_CALL_REPEATABLE = 1 << 0,
    /** It answers more than once: sheaf_client_receive() has the replies after the first. Give it a client of its own: other calls would
     * wait behind it. */
    SHEAF_CALL_MORE = 1 << 1,
};

/** What the service has answered: sheaf_reply_clear() ends its use. */
struct sheaf_reply {
    /** The fields of the reply, or of the error. Never null after an answer. */
    json_t *parameters;
    /** The full name of the error that it is, or null. */
    const char *error;
    /** Whether more replies follow. */
    bool continues;
    /** The descriptors that came with it, in order: `fileDescriptor` counts them. One that is taken is replaced by -1. */
    int *descriptors;
    size_t descriptor_count;
    /** What the others belong to. */
    json_t *message;
};

/** A page or thumbnail in the service's sealed memory, mapped read-only. */
struct sheaf_page {
    /** The first row; each has 4 x `width` bytes (blue, green, red, 255), and begins `stride` bytes behind the one before. Of PNG,
     * JPEG and WebP the file, which has `size` bytes. */
    const unsigned char *pixels;
    size_t width, height, stride, size;
    /** Where the page is in its document, and the name of its memory. */
    int64_t index, rendition;
    /** What is mapped. */
    void *mapping;
    size_t mapped;
};

/**
 * A client of the service at `path`, a Unix socket; null: where the environment's SHEAF_SOCKET says, else
 * this user's own service where it answers, else /run/sheaf/org.sheaf. It does
 * not connect yet. Null where memory is short.
 */
struct sheaf_client *sheaf_client_new(const char *path);

/** Closes the connection and ends the client; null is none. */
void sheaf_client_free(struct sheaf_client *client);

/** How many milliseconds an answer may take, -1 for ever, as at first. */
void sheaf_client_set_timeout(struct sheaf_client *client, int milliseconds);

/** What went wrong last, for people. */
const char *sheaf_client_problem(const struct sheaf_client *client);

/** How often the connection was made again: readers, drags and pages of the service before may be gone. */
unsigned sheaf_client_reconnections(const struct sheaf_client *client);

/** The socket, to be polled for POLLIN in an event loop, or -1: another one after each connection, but for a client that follows files,
 * which has the same all the time. When there is something call sheaf_client_receive() with 0 until it answers -ETIMEDOUT. */
int sheaf_client_descriptor(const struct sheaf_client *client);

/**
 * Follows files: when the reader that this client watches loses the file that it was opened from, because another one has taken its
 * place as programs that save do it, it goes over to what lies at the path then (org.sheaf.Reader.Reload), as soon as that is written.
 * It is done in sheaf_client_receive(), which has nothing to tell of it but what the watch says: `removed`, `document`, `state`.
 *
 * `paths`: of the file, or of all files of an album. `files`: as they were opened; they stay the caller's. Call it before the watch.
 * -EINVAL where there are none; else what epoll_create(2), timerfd_create(2) and fstat(2) say.
 */
int sheaf_client_follow(struct sheaf_client *client, const char *const *paths, const int *files, size_t count, bool album);

/** Why the service has not taken the file that has come in the place of the watched document's (the error's full name), or null. It is
 * given the next one that comes, or this one when it was written on. */
const char *sheaf_client_refusal(const struct sheaf_client *client);

/**
 * Calls a method and waits for its reply.
 *
 * `parameters`: taken over, also where it fails; null is none. `descriptors` stay the caller's.
 *
 * A connection that was lost is made again, and so is a call that was surely not taken, or that is repeatable.
 * -ENOTCONN: nobody listens. -ECONNABORTED: the connection has ended, and nobody knows whether it was done; the next call connects
 * again. -ETIMEDOUT: no answer in time. -EPROTO: what came is no answer. -EMFILE: descriptors were lost, since this process has too
 * many open. -EINVAL: parameters that are no object. -EBADF: a descriptor that is none. -ENOMEM. `reply` is empty after each of these.
 */
int sheaf_client_call(struct sheaf_client *client, const char *method, json_t *parameters, const int *descriptors,
    size_t descriptor_count, unsigned flags, struct sheaf_reply *reply);

/** Calls a method without wanting an answer, as Drag and ReleasePage are meant to be: what does not fit is dropped. */
int sheaf_client_send(struct sheaf_client *client, const char *method, json_t *parameters);

/**
 * The next reply of a method that was called with SHEAF_CALL_MORE; waits at most so many milliseconds for it, -1 for ever.
 *
 * One that is repeatable, as Watch, goes on after the service was restarted, and begins anew. -ETIMEDOUT: nothing yet; ask again.
 * -ENODATA: the last reply has come. Others as sheaf_client_call().
 */
int sheaf_client_receive(struct sheaf_client *client, struct sheaf_reply *reply, int milliseconds);

/** Ends the use of a reply: closes the descriptors that are left in it. */
void sheaf_reply_clear(struct sheaf_reply *reply);

/**
 * Maps a page of a reply: `described` is its `page`, `second` or `thumbnail`. It stays when the reply is cleared.
 *
 * -EINVAL: there is no such page, it came inline, or it does not fit in its memory. Else what mmap(2) says.
 */
int sheaf_page_map(const struct sheaf_reply *reply, const json_t *described, struct sheaf_page *page);

/**
 * Unmaps a page and returns it to the service, through any reader of the user. Do it once for each rendition, when the last mapping of it
 * goes; unmap the others with sheaf_page_unmap().
 */
int sheaf_page_release(struct sheaf_client *client, const char *reader, struct sheaf_page *page);

/** Unmaps a page, which stays leased. */
void sheaf_page_unmap(struct sheaf_page *page);

#ifdef __cplusplus
}
#endif

#endif
