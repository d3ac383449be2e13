/* SPDX-License-Identifier: Apache-2.0
 *
 * libmicrohttpd, driven by the caller's loop: its epoll is watched by that, and a request that is not answered at once is suspended until
 * it is. Its own time limit is one on silence; those here are on the whole of a request and of an answer.
 */
#include "sheaf_web.h"

#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* How much of a body that is made meanwhile is sent at once, in bytes. */
#define STREAM_BLOCK 16384

typedef struct connection {
    struct connection *next, *previous;
    int fd;
    /* The phase: WAITING for a request, RECEIVING its body, WORKING on it, SENDING the answer, UPGRADED from HTTP. */
    enum { WAITING, RECEIVING, WORKING, SENDING, UPGRADED } phase;
    int64_t since; /* ms, of the phase; of a body, of the window that its bytes are counted in */
    int64_t left;  /* bytes of a body that are to come */
    int64_t due;   /* of these, in this window */
    int is_ended;  /* it was shut down for being slow */
} connection;

struct sheaf_http {
    struct MHD_Daemon *daemon;
    sheaf_http_handlers handlers;
    sheaf_http_limits limits;
    connection *connections;
    uint32_t count;
};

/* A body that is sent as it is made. */
typedef struct stream {
    struct MHD_Connection *http;
    char *bytes; /* those that were not sent so far */
    size_t length, room;
    int is_whole, is_suspended;
} stream;

struct sheaf_http_response {
    struct MHD_Response *response;
};

struct sheaf_http_request {
    sheaf_http *server;
    connection *connection;
    struct MHD_Connection *http;
    char *target;
    const char *method;
    int was_seen, was_told, is_suspended;
    int body; /* what its body is written to; -1: it has none, or that is refused */
    int body_error;
    uint32_t status;
    sheaf_http_response *response;
    stream *stream; /* the body of its answer, where that is one */
    struct MHD_UpgradeResponseHandle *upgrade;
};

static int64_t now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void set_phase(connection *connection, int phase) {
    connection->phase = phase;
    connection->since = now_ms();
}

/* A window of time begins, in which so much of the body has to come, or all that is left of it. */
static void begin_window(connection *connection, const sheaf_http_limits *limits) {
    set_phase(connection, RECEIVING);
    connection->due = connection->left < limits->body_bytes ? connection->left : limits->body_bytes;
}

static void connection_changed(void *context, struct MHD_Connection *http, void **own,
                               enum MHD_ConnectionNotificationCode code) {
    sheaf_http *server = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        connection *new = calloc(1, sizeof(*new));
        if (!new)
            return;
        new->fd = MHD_get_connection_info(http, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
        set_phase(new, WAITING);
        new->next = server->connections;
        if (new->next)
            new->next->previous = new;
        server->connections = new;
        server->count++;
        *own = new;
    } else if (*own) {
        connection *old = *own;
        if (old->next)
            old->next->previous = old->previous;
        if (old->previous)
            old->previous->next = old->next;
        else
            server->connections = old->next;
        server->count--;
        server->handlers.closed(server->handlers.context, old->fd);
        free(old);
        *own = NULL;
    }
}

/* The request line has come: from here on there is a request. */
static void *request_begins(void *context, const char *target, struct MHD_Connection *http) {
    sheaf_http_request *request = calloc(1, sizeof(*request));
    if (!request)
        return NULL;
    request->server = context;
    request->http = http;
    request->body = -1;
    request->target = strdup(target);
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(http, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    request->connection = info ? info->socket_context : NULL;
    return request;
}

static void free_response(sheaf_http_response *response) {
    if (!response)
        return;
    MHD_destroy_response(response->response);
    free(response);
}

static enum MHD_Result queue(sheaf_http_request *request) {
    set_phase(request->connection, SENDING);
    return MHD_queue_response(request->http, request->status, request->response->response);
}

/* Whether a request says that it has a body. A body that is not wanted is refused before it comes. */
static int may_have_body(const sheaf_http_request *request) {
    return sheaf_http_header(request, "Content-Length") || sheaf_http_header(request, "Transfer-Encoding");
}

/* Writes a part of a body. After an error the rest is passed over: the error is told when all of the body has come. */
static void write_body(sheaf_http_request *request, const char *bytes, size_t length) {
    request->connection->left -= (int64_t)length;
    request->connection->due -= (int64_t)length;
    while (length && !request->body_error) {
        ssize_t written = write(request->body, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0) {
            request->body_error = errno;
            return;
        }
        bytes += written;
        length -= (size_t)written;
    }
}

static enum MHD_Result serve(void *context, struct MHD_Connection *http, const char *url, const char *method,
                             const char *version, const char *upload, size_t *upload_size, void **own) {
    sheaf_http_request *request = *own;
    (void)context, (void)http, (void)url, (void)version, (void)upload;
    if (!request || !request->target || !request->connection)
        return MHD_NO;
    if (request->response)
        return queue(request);
    request->method = method;
    if (!request->was_seen) {
        request->was_seen = 1;
        if (may_have_body(request)) {
            request->body = request->server->handlers.begins(request->server->handlers.context, request);
            const char *length = sheaf_http_header(request, "Content-Length");
            if (request->body >= 0) {
                request->connection->left = length ? strtoll(length, NULL, 10) : 0;
                begin_window(request->connection, &request->server->limits);
            }
        }
        /* The headers of the request are there. What is answered before it is over ends its connection. */
        if (!may_have_body(request) || request->body >= 0)
            return MHD_YES;
    }
    if (request->body >= 0 && *upload_size) {
        write_body(request, upload, *upload_size);
        *upload_size = 0;
        return MHD_YES;
    }
    if (request->was_told) {
        *upload_size = 0;
        return MHD_YES;
    }
    request->was_told = 1;
    set_phase(request->connection, WORKING);
    request->server->handlers.arrived(request->server->handlers.context, request);
    if (request->response)
        return queue(request);
    request->is_suspended = 1;
    MHD_suspend_connection(http);
    return MHD_YES;
}

static void request_ends(void *context, struct MHD_Connection *http, void **own, enum MHD_RequestTerminationCode code) {
    sheaf_http *server = context;
    sheaf_http_request *request = *own;
    (void)http, (void)code;
    if (!request)
        return;
    if (request->connection)
        set_phase(request->connection, WAITING);
    if (request->was_told || request->body >= 0)
        server->handlers.ended(server->handlers.context, request);
    free_response(request->response);
    free(request->target);
    free(request);
    *own = NULL;
}

/* Targets are taken apart by who reads them. */
static size_t leave_escaped(void *context, struct MHD_Connection *http, char *text) {
    (void)context, (void)http;
    return strlen(text);
}

int32_t sheaf_http_start(const sheaf_http_handlers *handlers, const sheaf_http_limits *limits, sheaf_http **server) {
    sheaf_http *new = calloc(1, sizeof(*new));
    if (!new)
        return -ENOMEM;
    new->handlers = *handlers;
    new->limits = *limits;
    new->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_ALLOW_UPGRADE | MHD_USE_NO_LISTEN_SOCKET, 0, NULL, NULL, serve, new,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned int)limits->connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)limits->header_bytes, MHD_OPTION_CONNECTION_TIMEOUT, 0u, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_NOTIFY_CONNECTION, connection_changed, new, MHD_OPTION_NOTIFY_COMPLETED, request_ends, new,
        MHD_OPTION_URI_LOG_CALLBACK, request_begins, new, MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, NULL,
        MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_END);
    if (!new->daemon) {
        free(new);
        return errno ? -errno : -EIO;
    }
    *server = new;
    return 0;
}

void sheaf_http_release(sheaf_http_request *request) {
    sheaf_http_end_upgrade(request);
    sheaf_http_end_body(request);
    if (request->is_suspended)
        MHD_resume_connection(request->http);
    request->is_suspended = 0;
}

void sheaf_http_stop(sheaf_http *server) {
    MHD_stop_daemon(server->daemon);
    free(server);
}

int32_t sheaf_http_descriptor(const sheaf_http *server) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -EBADF;
}

int32_t sheaf_http_run(sheaf_http *server) {
    MHD_UNSIGNED_LONG_LONG wait = 0;
    MHD_run(server->daemon);
    return MHD_get_timeout(server->daemon, &wait) == MHD_YES && wait == 0;
}

void sheaf_http_end_slow(sheaf_http *server) {
    int64_t now = now_ms();
    for (connection *each = server->connections; each; each = each->next) {
        int64_t limit = each->phase == WAITING     ? server->limits.request_time
                        : each->phase == RECEIVING ? server->limits.body_time
                                                   : server->limits.response_time;
        if (each->phase == WORKING || each->phase == UPGRADED || each->is_ended || now - each->since < limit)
            continue;
        if (each->phase == RECEIVING && each->due <= 0) {
            begin_window(each, &server->limits);
            continue;
        }
        each->is_ended = 1;
        shutdown(each->fd, SHUT_RDWR);
    }
}

int32_t sheaf_http_add(sheaf_http *server, int32_t fd) {
    struct sockaddr_storage address = {0};
    socklen_t length = sizeof(address);
    if (getpeername(fd, (struct sockaddr *)&address, &length) < 0) {
        int error = errno;
        close(fd);
        return -error;
    }
    /* libmicrohttpd closes the socket where it fails. */
    return MHD_add_connection(server->daemon, fd, (struct sockaddr *)&address, length) == MHD_YES ? 0 : -EMFILE;
}

uint32_t sheaf_http_connections(const sheaf_http *server) { return server->count; }

int32_t sheaf_http_body_error(const sheaf_http_request *request) { return request->body_error; }

const char *sheaf_http_target(const sheaf_http_request *request) { return request->target; }

const char *sheaf_http_method(const sheaf_http_request *request) { return request->method; }

const char *sheaf_http_header(const sheaf_http_request *request, const char *name) {
    return MHD_lookup_connection_value(request->http, MHD_HEADER_KIND, name);
}

typedef struct counting {
    const char *name;
    uint32_t count;
} counting;

static enum MHD_Result count_header(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
    counting *counting = context;
    (void)kind, (void)value;
    if (strcasecmp(name, counting->name) == 0)
        counting->count++;
    return MHD_YES;
}

uint32_t sheaf_http_header_count(const sheaf_http_request *request, const char *name) {
    counting counting = {.name = name};
    MHD_get_connection_values(request->http, MHD_HEADER_KIND, count_header, &counting);
    return counting.count;
}

typedef struct seeking {
    const char *name;
    uint32_t left;
    const char *value;
} seeking;

static enum MHD_Result seek_header(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
    seeking *seeking = context;
    (void)kind;
    if (strcasecmp(name, seeking->name) != 0 || seeking->left-- > 0)
        return MHD_YES;
    seeking->value = value;
    return MHD_NO;
}

const char *sheaf_http_header_at(const sheaf_http_request *request, const char *name, uint32_t number) {
    seeking seeking = {.name = name, .left = number};
    MHD_get_connection_values(request->http, MHD_HEADER_KIND, seek_header, &seeking);
    return seeking.value;
}

/* RFC 9110, 5.6.2. */
static int is_token(const char *text) {
    return *text && text[strspn(text, "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")] == 0;
}

static enum MHD_Result check_name(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
    (void)kind, (void)value;
    if (is_token(name))
        return MHD_YES;
    *(int *)context = 0;
    return MHD_NO;
}

int32_t sheaf_http_has_good_names(const sheaf_http_request *request) {
    int are_good = 1;
    MHD_get_connection_values(request->http, MHD_HEADER_KIND, check_name, &are_good);
    return are_good;
}

int32_t sheaf_http_socket(const sheaf_http_request *request) { return request->connection->fd; }

const char *sheaf_http_library_version(void) { return MHD_get_version(); }

static sheaf_http_response *wrap(struct MHD_Response *response) {
    sheaf_http_response *wrapped = response ? malloc(sizeof(*wrapped)) : NULL;
    if (wrapped)
        wrapped->response = response;
    else if (response)
        MHD_destroy_response(response);
    return wrapped;
}

sheaf_http_response *sheaf_http_response_bytes(const void *bytes, size_t length) {
    return wrap(MHD_create_response_from_buffer(length, length ? (void *)bytes : (void *)"",
                                                length ? MHD_RESPMEM_MUST_COPY : MHD_RESPMEM_PERSISTENT));
}

sheaf_http_response *sheaf_http_response_file(int32_t fd, uint64_t offset, uint64_t length) {
    struct MHD_Response *response = MHD_create_response_from_fd_at_offset64(length, fd, offset);
    if (!response)
        close(fd);
    return wrap(response);
}

static void upgraded(void *context, struct MHD_Connection *http, void *own, const char *early, size_t length,
                     MHD_socket fd, struct MHD_UpgradeResponseHandle *handle) {
    sheaf_http_request *request = context;
    (void)http, (void)own;
    request->upgrade = handle;
    set_phase(request->connection, UPGRADED);
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    request->server->handlers.upgraded(request->server->handlers.context, request, fd, early, length);
}

sheaf_http_response *sheaf_http_response_upgrade(sheaf_http_request *request) {
    return wrap(MHD_create_response_for_upgrade(upgraded, request));
}

void sheaf_http_end_upgrade(sheaf_http_request *request) {
    if (request->upgrade)
        MHD_upgrade_action(request->upgrade, MHD_UPGRADE_ACTION_CLOSE);
    request->upgrade = NULL;
}

static ssize_t read_stream(void *context, uint64_t offset, char *buffer, size_t most) {
    stream *stream = context;
    (void)offset;
    size_t length = stream->length < most ? stream->length : most;
    if (length == 0 && stream->is_whole)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (length == 0) {
        /* The stream is asked again when there is more. */
        stream->is_suspended = 1;
        MHD_suspend_connection(stream->http);
        return 0;
    }
    memcpy(buffer, stream->bytes, length);
    stream->length -= length;
    memmove(stream->bytes, stream->bytes + length, stream->length);
    return (ssize_t)length;
}

static void free_stream(void *context) {
    stream *stream = context;
    free(stream->bytes);
    free(stream);
}

sheaf_http_response *sheaf_http_response_stream(sheaf_http_request *request) {
    stream *stream = request->stream ? NULL : calloc(1, sizeof(*stream));
    if (!stream)
        return NULL;
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BLOCK, read_stream, stream, free_stream);
    if (!response) {
        free(stream);
        return NULL;
    }
    stream->http = request->http;
    request->stream = stream;
    return wrap(response);
}

static void go_on(stream *stream) {
    if (!stream->is_suspended)
        return;
    stream->is_suspended = 0;
    MHD_resume_connection(stream->http);
}

int32_t sheaf_http_write(sheaf_http_request *request, const void *bytes, size_t length) {
    stream *stream = request->stream;
    if (!stream)
        return -EINVAL;
    if (stream->room - stream->length < length) {
        size_t room = 2 * (stream->length + length);
        char *larger = realloc(stream->bytes, room);
        if (!larger)
            return -ENOMEM;
        stream->bytes = larger;
        stream->room = room;
    }
    memcpy(stream->bytes + stream->length, bytes, length);
    stream->length += length;
    go_on(stream);
    return 0;
}

void sheaf_http_end_body(sheaf_http_request *request) {
    if (!request->stream)
        return;
    request->stream->is_whole = 1;
    go_on(request->stream);
}

int32_t sheaf_http_response_header(sheaf_http_response *response, const char *name, const char *value) {
    return MHD_add_response_header(response->response, name, value) == MHD_YES ? 0 : -EINVAL;
}

void sheaf_http_answer(sheaf_http_request *request, uint32_t status, sheaf_http_response *response) {
    if (request->response)
        return free_response(response);
    request->status = status;
    request->response = response;
    if (!request->is_suspended)
        return;
    request->is_suspended = 0;
    MHD_resume_connection(request->http);
}
