/* SPDX-License-Identifier: Apache-2.0
 *
 * WebSockets (RFC 6455) by wslay, over a socket of the caller's that does not block.
 */
#include "sheaf_web.h"

#include <errno.h>
#include <gcrypt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <wslay/wslay.h>

/* So many bytes are received before others get their turn. */
#define BYTES_A_RUN 65536

struct sheaf_websocket {
    wslay_event_context_ptr events;
    int fd;
    /* The bytes that had come before the socket was passed on. */
    uint8_t *early;
    size_t early_length, early_offset;
    void *context;
    void (*received)(void *context, const void *text, size_t length);
    uint64_t messages; /* and answers to pings */
    size_t budget;     /* bytes that may be received in this run */
};

static ssize_t receive(wslay_event_context_ptr events, uint8_t *buffer, size_t length, int flags, void *user) {
    sheaf_websocket *socket = user;
    (void)flags;
    size_t early = socket->early_length - socket->early_offset;
    if (early) {
        size_t taken = early < length ? early : length;
        memcpy(buffer, socket->early + socket->early_offset, taken);
        socket->early_offset += taken;
        return (ssize_t)taken;
    }
    ssize_t count = -1;
    errno = EAGAIN;
    if (length > socket->budget)
        length = socket->budget;
    if (length) do
        count = recv(socket->fd, buffer, length, 0);
    while (count < 0 && errno == EINTR);
    if (count > 0) {
        socket->budget -= (size_t)count;
        return count;
    }
    wslay_event_set_error(events, count < 0 && errno == EAGAIN ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static ssize_t transmit(wslay_event_context_ptr events, const uint8_t *bytes, size_t length, int flags, void *user) {
    sheaf_websocket *socket = user;
    ssize_t count;
    do
        count = send(socket->fd, bytes, length, MSG_NOSIGNAL | (flags & WSLAY_MSG_MORE ? MSG_MORE : 0));
    while (count < 0 && errno == EINTR);
    if (count >= 0)
        return count;
    wslay_event_set_error(events, errno == EAGAIN ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static void message(wslay_event_context_ptr events, const struct wslay_event_on_msg_recv_arg *message, void *user) {
    sheaf_websocket *socket = user;
    (void)events;
    if (message->opcode == WSLAY_TEXT_FRAME || message->opcode == WSLAY_PONG)
        socket->messages++;
    if (message->opcode == WSLAY_TEXT_FRAME)
        socket->received(socket->context, message->msg, message->msg_length);
    else if (message->opcode == WSLAY_BINARY_FRAME)
        wslay_event_queue_close(events, WSLAY_CODE_UNSUPPORTED_DATA, NULL, 0);
}

void sheaf_websocket_digest(const char *key, uint8_t digest[SHEAF_WEBSOCKET_DIGEST]) {
    char text[128];
    int length = snprintf(text, sizeof(text), "%.60s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    gcry_md_hash_buffer(GCRY_MD_SHA1, digest, text, (size_t)length);
}

sheaf_websocket *sheaf_websocket_new(int32_t fd, const void *early, size_t length, size_t limit, void *context,
                                     void (*received)(void *context, const void *text, size_t length)) {
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = receive, .send_callback = transmit, .on_msg_recv_callback = message};
    sheaf_websocket *socket = calloc(1, sizeof(*socket));
    if (!socket)
        return NULL;
    socket->fd = fd;
    socket->context = context;
    socket->received = received;
    socket->early = malloc(length ? length : 1);
    if (!socket->early || wslay_event_context_server_init(&socket->events, &callbacks, socket)) {
        free(socket->early);
        free(socket);
        return NULL;
    }
    if (length)
        memcpy(socket->early, early, length);
    socket->early_length = length;
    wslay_event_config_set_max_recv_msg_length(socket->events, limit);
    return socket;
}

void sheaf_websocket_free(sheaf_websocket *socket) {
    wslay_event_context_free(socket->events);
    free(socket->early);
    free(socket);
}

int32_t sheaf_websocket_run(sheaf_websocket *socket) {
    socket->budget = BYTES_A_RUN;
    if (wslay_event_want_read(socket->events) && wslay_event_recv(socket->events))
        return 0;
    if (wslay_event_want_write(socket->events) && wslay_event_send(socket->events))
        return 0;
    return (wslay_event_want_read(socket->events) ? SHEAF_WEBSOCKET_READS : 0) |
           (wslay_event_want_write(socket->events) ? SHEAF_WEBSOCKET_WRITES : 0);
}

int32_t sheaf_websocket_send(sheaf_websocket *socket, const void *text, size_t length) {
    struct wslay_event_msg message = {.opcode = WSLAY_TEXT_FRAME, .msg = text, .msg_length = length};
    return wslay_event_queue_msg(socket->events, &message) ? -ENOMEM : 0;
}

int32_t sheaf_websocket_ping(sheaf_websocket *socket) {
    struct wslay_event_msg message = {.opcode = WSLAY_PING};
    return wslay_event_queue_msg(socket->events, &message) ? -ENOMEM : 0;
}

void sheaf_websocket_close(sheaf_websocket *socket, uint16_t code, const char *reason) {
    wslay_event_queue_close(socket->events, code, (const uint8_t *)reason, strlen(reason));
}

size_t sheaf_websocket_unsent(const sheaf_websocket *socket) {
    return wslay_event_get_queued_msg_length(socket->events) +
           SHEAF_WEBSOCKET_MESSAGE * wslay_event_get_queued_msg_count(socket->events);
}

uint64_t sheaf_websocket_received(const sheaf_websocket *socket) { return socket->messages; }
