// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/** As many descriptors as Linux passes at once. */
#define MAX_DESCRIPTORS 253
/** So many connections may be lost, one after the other, before a call fails. */
#define MAX_LOSSES 8
#define PIECE (64 << 10)

struct sheaf_client {
    char *path;
    int socket;
    int timeout;
    bool was_there;
    unsigned connections;
    /** What was received and not read yet; before `searched` there is no end of a message. */
    char *buffer;
    size_t used, size, searched;
    int descriptors[MAX_DESCRIPTORS];
    size_t descriptor_count;
    /** What was called with SHEAF_CALL_MORE and goes on, as text, and whether it is called again. */
    char *stream;
    size_t stream_length;
    bool stream_repeats;
    /** Waits for files that take the place of others; null. */
    struct follower *follower;
    char problem[512];
};

static int fail(struct sheaf_client *client, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));

static int fail(struct sheaf_client *client, int code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(client->problem, sizeof client->problem, format, arguments);
    va_end(arguments);
    return code;
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

struct sheaf_client *sheaf_client_new(const char *path)
{
    if (!path) path = getenv("SHEAF_SOCKET");
    struct sheaf_client *client = calloc(1, sizeof *client);
    if (!client || !(client->path = path && *path ? strdup(path) : find_service())) {
        free(client);
        return NULL;
    }
    client->socket = -1;
    client->timeout = -1;
    return client;
}

/** Ends the connection, with all that came over it. */
static void disconnect(struct sheaf_client *client)
{
    if (client->socket >= 0) close(client->socket);
    client->socket = -1;
    for (size_t index = 0; index < client->descriptor_count; index++) close(client->descriptors[index]);
    client->descriptor_count = client->used = client->searched = 0;
}

static void end_stream(struct sheaf_client *client)
{
    free(client->stream);
    client->stream = NULL;
}

void sheaf_client_free(struct sheaf_client *client)
{
    if (!client) return;
    disconnect(client);
    end_stream(client);
    follower_free(client->follower);
    free(client->buffer);
    free(client->path);
    free(client);
}

void sheaf_client_set_timeout(struct sheaf_client *client, int milliseconds) { client->timeout = milliseconds; }

const char *sheaf_client_problem(const struct sheaf_client *client) { return client->problem; }

int sheaf_client_descriptor(const struct sheaf_client *client)
{
    return client->follower ? follower_descriptor(client->follower) : client->socket;
}

int sheaf_client_follow(struct sheaf_client *client, const char *const *paths, const int *files, size_t count, bool album)
{
    if (count == 0 || (count > 1 && !album)) return fail(client, -EINVAL, "there are no files to follow, or several that are no album");
    struct follower *follower;
    int result = follower_new(client->path, paths, files, count, album, &follower);
    if (result < 0) return fail(client, result, "cannot follow %s: %s", paths[0], strerror(-result));
    follower_free(client->follower);
    client->follower = follower;
    if (client->socket >= 0) follower_add(follower, client->socket);
    return 0;
}

const char *sheaf_client_refusal(const struct sheaf_client *client)
{
    return client->follower ? follower_refusal(client->follower) : NULL;
}

unsigned sheaf_client_reconnections(const struct sheaf_client *client)
{
    return client->connections > 1 ? client->connections - 1 : 0;
}

/** Fails with which socket was tried, why that failed, and what to do next, in the words of sheafctl: ServiceDiscovery/UnreachableService.swift. */
static int fail_unreachable(struct sheaf_client *client, int code)
{
    const char *remedy = "name the socket of sheafd (SHEAF_SOCKET=PATH)";
    switch (code) {
    case ENOENT:
    case ECONNREFUSED:
        remedy = "start it (\"systemctl start sheafd.socket\"), or one of your own (\"sheafctl open FILE\" does), or name its socket "
                 "(SHEAF_SOCKET=PATH)";
        break;
    case EACCES:
    case EPERM: remedy = "you may not use this socket: ask who runs sheafd for access"; break;
    case EAGAIN: remedy = "it is too busy to answer: try again"; break;
    case ENAMETOOLONG: remedy = "the path of a socket has at most 107 bytes: give a shorter one"; break;
    }
    return fail(client, -ENOTCONN, "cannot reach sheafd at %s: %s: %s", client->path, strerror(code), remedy);
}

/** Connects where it is not connected; a service that was there before is waited for. */
static int connect_again(struct sheaf_client *client)
{
    if (client->socket >= 0) return 0;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(client->path) >= sizeof address.sun_path)
        return fail_unreachable(client, ENAMETOOLONG);
    memcpy(address.sun_path, client->path, strlen(client->path) + 1);
    int64_t end = now() + (client->was_there ? SHEAF_CLIENT_PATIENCE : 0);
    for (long pause = 10;; pause = pause < 125 ? pause * 2 : 250) {
        int number = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (number < 0) return fail(client, -errno, "cannot make a socket: %s", strerror(errno));
        if (connect(number, (const struct sockaddr *)&address, sizeof address) == 0) {
            client->socket = number;
            client->was_there = true;
            client->connections++;
            if (client->follower) follower_add(client->follower, number);
            return 0;
        }
        int code = errno;
        close(number);
        if ((code != ENOENT && code != ECONNREFUSED) || now() >= end)
            return fail_unreachable(client, code);
        nanosleep(&(struct timespec){.tv_nsec = pause * 1000000}, NULL);
    }
}

/** Sends all of a message: 0, or -ECONNRESET where the connection ended before. */
static int send_message(struct sheaf_client *client, const char *text, size_t length, const int *descriptors, size_t count)
{
    char control[CMSG_SPACE(sizeof(int) * MAX_DESCRIPTORS)] = {0};
    while (length > 0) {
        struct iovec part = {.iov_base = (char *)text, .iov_len = length};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
        if (count > 0) {
            message.msg_control = control;
            message.msg_controllen = CMSG_SPACE(sizeof(int) * count);
            struct cmsghdr *header = CMSG_FIRSTHDR(&message);
            *header = (struct cmsghdr){
                .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof(int) * count)};
            memcpy(CMSG_DATA(header), descriptors, sizeof(int) * count);
        }
        ssize_t sent = sendmsg(client->socket, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0)
            return fail(client, errno == EBADF ? -EBADF : -ECONNRESET, "cannot send to %s: %s", client->path, strerror(errno));
        text += sent;
        length -= (size_t)sent;
        count = 0;
    }
    return 0;
}

/** Makes a reply of the message in the first `length` bytes of what was received. */
static int take_message(struct sheaf_client *client, size_t length, struct sheaf_reply *reply)
{
    json_error_t error;
    json_t *message = json_loadb(client->buffer, length, JSON_ALLOW_NUL, &error);
    client->used -= length + 1;
    memmove(client->buffer, client->buffer + length + 1, client->used);
    client->searched = 0;
    size_t count = count_descriptors(message);
    if (!json_is_object(message) || count > client->descriptor_count) {
        json_decref(message);
        return fail(client, -EPROTO, "%s has sent what is no answer: %.100s", client->path, message ? "" : error.text);
    }
    json_t *parameters = json_object_get(message, "parameters");
    if (!json_is_object(parameters)) {
        parameters = json_object();
        json_object_set_new(message, "parameters", parameters);
    }
    int *descriptors = count > 0 ? malloc(sizeof(int) * count) : NULL;
    if ((count > 0 && !descriptors) || !parameters) {
        free(descriptors);
        json_decref(message);
        return fail(client, -ENOMEM, "memory is short");
    }
    // Descriptors come in the order of messages, each of which says how many are its own.
    if (count > 0) memcpy(descriptors, client->descriptors, sizeof(int) * count);
    client->descriptor_count -= count;
    memmove(client->descriptors, client->descriptors + count, sizeof(int) * client->descriptor_count);
    *reply = (struct sheaf_reply){
        .parameters = parameters,
        .error = json_string_value(json_object_get(message, "error")),
        .continues = json_is_true(json_object_get(message, "continues")),
        .descriptors = descriptors,
        .descriptor_count = count,
        .message = message,
    };
    return 0;
}

/** Keeps the descriptors that came with a piece; false where there are too many. */
static bool keep_descriptors(struct sheaf_client *client, struct msghdr *message)
{
    bool all = !(message->msg_flags & MSG_CTRUNC);
    for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header; header = CMSG_NXTHDR(message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < count; index++) {
            int number;
            memcpy(&number, CMSG_DATA(header) + index * sizeof number, sizeof number);
            if (client->descriptor_count < MAX_DESCRIPTORS) {
                client->descriptors[client->descriptor_count++] = number;
            } else {
                close(number);
                all = false;
            }
        }
    }
    return all;
}

/**
 * Waits for a message. -ETIMEDOUT; -ECONNRESET: the connection ended and the last message was surely not taken; -ECONNABORTED: it ended,
 * and nobody knows.
 */
static int receive_message(struct sheaf_client *client, struct sheaf_reply *reply, int milliseconds)
{
    int64_t end = milliseconds < 0 ? INT64_MAX : now() + milliseconds;
    for (;;) {
        char *found = client->used > client->searched
            ? memchr(client->buffer + client->searched, 0, client->used - client->searched) : NULL;
        if (found) return take_message(client, (size_t)(found - client->buffer), reply);
        client->searched = client->used;
        if (client->used > SHEAF_CLIENT_LONGEST_REPLY)
            return fail(client, -EPROTO, "%s has sent a message of more than %d bytes", client->path, SHEAF_CLIENT_LONGEST_REPLY);
        if (client->size < client->used + PIECE) {
            char *larger = realloc(client->buffer, client->used + 2 * PIECE);
            if (!larger) return fail(client, -ENOMEM, "memory is short");
            client->buffer = larger;
            client->size = client->used + 2 * PIECE;
        }
        int64_t left = milliseconds < 0 ? -1 : end - now();
        struct pollfd wanted = {.fd = sheaf_client_descriptor(client), .events = POLLIN};
        int ready = poll(&wanted, 1, milliseconds < 0 ? -1 : left > 0 ? (int)left : 0);
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) return fail(client, -ETIMEDOUT, "%s has not answered in %d milliseconds", client->path, milliseconds);
        if (client->follower) follower_work(client->follower);

        char control[CMSG_SPACE(sizeof(int) * MAX_DESCRIPTORS)];
        struct iovec part = {.iov_base = client->buffer + client->used, .iov_len = PIECE};
        struct msghdr message = {
            .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
        ssize_t count = recvmsg(client->socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        // Linux says ECONNRESET where the other end was closed with something unread in it.
        if (count < 0)
            return fail(client, errno == ECONNRESET ? -ECONNRESET : -ECONNABORTED, "%s has closed the connection: %s",
                client->path, strerror(errno));
        if (!keep_descriptors(client, &message))
            return fail(client, -EMFILE, "descriptors from %s were lost: too many are open", client->path);
        if (count == 0) return fail(client, -ECONNABORTED, "%s has closed the connection before it answered", client->path);
        client->used += (size_t)count;
    }
}

/** Sends a call and waits for its reply, over as many connections as it takes. */
static int exchange(struct sheaf_client *client, const char *text, size_t length, const int *descriptors, size_t count,
    bool repeats, int milliseconds, struct sheaf_reply *reply)
{
    for (int losses = 0;; losses++) {
        int result = connect_again(client);
        if (result < 0) return result;
        result = send_message(client, text, length, descriptors, count);
        if (result == 0) result = receive_message(client, reply, milliseconds);
        if (result == 0) return 0;
        // An answer that comes late would be taken for the next call's.
        disconnect(client);
        bool again = result == -ECONNRESET || (result == -ECONNABORTED && repeats);
        if (!again || losses + 1 == MAX_LOSSES) return result;
    }
}

int sheaf_client_call(struct sheaf_client *client, const char *method, json_t *parameters, const int *descriptors,
    size_t descriptor_count, unsigned flags, struct sheaf_reply *reply)
{
    *reply = (struct sheaf_reply){0};
    if ((parameters && !json_is_object(parameters)) || descriptor_count > MAX_DESCRIPTORS) {
        json_decref(parameters);
        return fail(client, -EINVAL, "%s: parameters have to be an object", method);
    }
    // What was told so far ends with its connection.
    if (client->stream) disconnect(client);
    end_stream(client);
    size_t length;
    bool more = flags & SHEAF_CALL_MORE;
    char *text = write_call(method, parameters, more ? "more" : NULL, &length);
    if (!text) return fail(client, -ENOMEM, "%s: memory is short, or parameters are no UTF-8", method);
    bool repeats = more || flags & SHEAF_CALL_REPEATABLE;
    int result = exchange(client, text, length, descriptors, descriptor_count, repeats, client->timeout, reply);
    if (result == 0 && more && reply->continues) {
        client->stream = text;
        client->stream_length = length;
        client->stream_repeats = flags & SHEAF_CALL_REPEATABLE;
        if (client->follower) follower_told(client->follower, reply);
    } else {
        free(text);
    }
    return result;
}

/** Sends a call without waiting for its answer. */
static int send_call(struct sheaf_client *client, const char *method, json_t *parameters, const char *flag, const int *descriptors,
    size_t count)
{
    size_t length;
    char *text = write_call(method, parameters, flag, &length);
    if (!text) return fail(client, -ENOMEM, "%s: memory is short, or parameters are no UTF-8", method);
    int result = connect_again(client);
    if (result == 0) result = send_message(client, text, length, descriptors, count);
    if (result == -ECONNRESET) {
        // Once more, to the service that is there now.
        disconnect(client);
        result = connect_again(client);
        if (result == 0) result = send_message(client, text, length, descriptors, count);
    }
    free(text);
    return result;
}

int sheaf_client_send(struct sheaf_client *client, const char *method, json_t *parameters)
{
    return send_call(client, method, parameters, "oneway", NULL, 0);
}

int begin_call(struct sheaf_client *client, const char *method, json_t *parameters, const int *descriptors, size_t count)
{
    return send_call(client, method, parameters, NULL, descriptors, count);
}

int end_call(struct sheaf_client *client, struct sheaf_reply *reply, int milliseconds)
{
    *reply = (struct sheaf_reply){0};
    int result = receive_message(client, reply, milliseconds);
    if (result < 0 && result != -ETIMEDOUT) disconnect(client);
    return result;
}

int sheaf_client_receive(struct sheaf_client *client, struct sheaf_reply *reply, int milliseconds)
{
    *reply = (struct sheaf_reply){0};
    if (!client->stream) return fail(client, -ENODATA, "the last reply has come, or nothing was called with SHEAF_CALL_MORE");
    int result = receive_message(client, reply, milliseconds);
    if (result == -ETIMEDOUT) return result;
    if (result < 0) {
        disconnect(client);
        bool lost = result == -ECONNRESET || result == -ECONNABORTED;
        if (lost && client->stream_repeats)
            result = exchange(client, client->stream, client->stream_length, NULL, 0, true, client->timeout, reply);
    }
    if (result == 0 && client->follower) follower_told(client->follower, reply);
    if (result < 0 || !reply->continues) end_stream(client);
    return result;
}

void sheaf_reply_clear(struct sheaf_reply *reply)
{
    for (size_t index = 0; index < reply->descriptor_count; index++)
        if (reply->descriptors[index] >= 0) close(reply->descriptors[index]);
    free(reply->descriptors);
    json_decref(reply->message);
    *reply = (struct sheaf_reply){0};
}
