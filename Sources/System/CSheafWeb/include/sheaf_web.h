/* SPDX-License-Identifier: Apache-2.0
 *
 * What sheaf-web needs of C: libmicrohttpd, whose functions are variadic, on a loop of the caller's; sockets to listen on; and threads
 * that make other pictures of rendered pages. Functions that return an integer return at least 0, or a negative errno.
 */
#ifndef SHEAF_WEB_H
#define SHEAF_WEB_H

#include <stddef.h>
#include <stdint.h>

/* listen.c: sockets that do not block, close-on-exec. */

/* Listens on a numeric IPv4 or IPv6 address and a port, 0 for any. */
int32_t sheaf_web_listen(const char *address, const char *port, int32_t backlog);
/* The port of a socket that listens; 0 for one of another kind. */
int32_t sheaf_web_port(int32_t fd);
/* Whether fd is a stream socket that listens, of whatever family: 1 or 0. */
int32_t sheaf_web_is_listening(int32_t fd);

#define SHEAF_WEB_UNIX 1u
#define SHEAF_WEB_IPV4 4u
#define SHEAF_WEB_IPV6 6u

/* The client at the other end of a connection. */
typedef struct sheaf_web_peer {
    uint32_t family;     /* SHEAF_WEB_…; 0 where it is none of them */
    uint32_t uid;        /* over a Unix socket: when it connected */
    uint8_t address[16]; /* the first four bytes of an IPv4 address */
} sheaf_web_peer;

int32_t sheaf_web_peer_of(int32_t fd, sheaf_web_peer *peer);
/* The user of this machine who has the other end of a TCP connection over the loopback, or -errno: -ENOENT where nobody has it. */
int64_t sheaf_web_peer_user(int32_t fd);

/* http.c: one server, on one thread. */

typedef struct sheaf_http sheaf_http;
typedef struct sheaf_http_request sheaf_http_request;
typedef struct sheaf_http_response sheaf_http_response;

typedef struct sheaf_http_handlers {
    void *context;
    /* The headers of a request are there that has a body: what that is written to, or -1 where it is refused, which `arrived` is told then.
     * The descriptor stays the caller's, until `ended`. */
    int32_t (*begins)(void *context, sheaf_http_request *request);
    /* A request is there, with the whole of its body, or with none, or with one that was refused. It is answered now or later, once. */
    void (*arrived)(void *context, sheaf_http_request *request);
    /* The answer that lets it speak something else (sheaf_http_response_upgrade) was sent: its connection is the caller's until
     * sheaf_http_end_upgrade, which closes the socket. `early` has come already. */
    void (*upgraded)(void *context, sheaf_http_request *request, int32_t fd, const void *early, size_t length);
    /* A request is over, its answer sent or its client gone: it is not to be used any more. */
    void (*ended)(void *context, sheaf_http_request *request);
    /* A connection is over whose socket was taken (sheaf_http_add). */
    void (*closed)(void *context, int32_t fd);
} sheaf_http_handlers;

typedef struct sheaf_http_limits {
    uint32_t connections;   /* at once; one more is closed */
    uint32_t header_bytes;  /* of a request line with its headers */
    uint32_t request_time;  /* ms from connecting, or from the end of the answer before, until the head of a request is there */
    uint32_t body_time;     /* ms in each of which body_bytes of a body come at least, or the rest of it */
    uint32_t body_bytes;
    uint32_t response_time; /* ms that sending an answer takes at most */
} sheaf_http_limits;

int32_t sheaf_http_start(const sheaf_http_handlers *handlers, const sheaf_http_limits *limits, sheaf_http **server);
/* Lets go of a request that is not answered, or was upgraded: before the server is stopped, of each. */
void sheaf_http_release(sheaf_http_request *request);
/* Ends all connections, and is gone. */
void sheaf_http_stop(sheaf_http *server);
/* The descriptor to watch for reading. */
int32_t sheaf_http_descriptor(const sheaf_http *server);
/* Serves what is ready; 1 where it is to be called again at once, else 0. */
int32_t sheaf_http_run(sheaf_http *server);
/* Ends the connections that take too long. To be called now and then while there are any. */
void sheaf_http_end_slow(sheaf_http *server);
/* Takes a socket that was accepted. */
int32_t sheaf_http_add(sheaf_http *server, int32_t fd);
uint32_t sheaf_http_connections(const sheaf_http *server);

/* The target of the request line, as it came. */
const char *sheaf_http_target(const sheaf_http_request *request);
const char *sheaf_http_method(const sheaf_http_request *request);
/* The value of a header; NULL where it is not there. */
const char *sheaf_http_header(const sheaf_http_request *request, const char *name);
/* The errno of the first write of its body that failed; 0: it was written, as long as it was said to be. */
int32_t sheaf_http_body_error(const sheaf_http_request *request);
/* How often a header is there. */
uint32_t sheaf_http_header_count(const sheaf_http_request *request, const char *name);
/* The value of the header of this name that comes after so many others of it; NULL where there are no more. */
const char *sheaf_http_header_at(const sheaf_http_request *request, const char *name, uint32_t number);
/* Whether the names of its headers are tokens (RFC 9110, 5.6.2): 1 or 0. The library lets others pass, with blanks in them. */
int32_t sheaf_http_has_good_names(const sheaf_http_request *request);
/* The socket that it came over. */
int32_t sheaf_http_socket(const sheaf_http_request *request);
/* The version of libmicrohttpd that runs, as "0.9.75". */
const char *sheaf_http_library_version(void);

/* NULL where there is no memory. Bytes are copied; a descriptor is taken, also where it fails, and its bytes are sent by sendfile(2). */
sheaf_http_response *sheaf_http_response_bytes(const void *bytes, size_t length);
sheaf_http_response *sheaf_http_response_file(int32_t fd, uint64_t offset, uint64_t length);
/* One that goes with status 101: then the connection is spoken over in another way (`upgraded`). */
sheaf_http_response *sheaf_http_response_upgrade(sheaf_http_request *request);
/* One whose body comes as it is made (sheaf_http_write), in chunks. A request has one at most. */
sheaf_http_response *sheaf_http_response_stream(sheaf_http_request *request);
/* Adds to the body of such an answer. 0 or -ENOMEM. */
int32_t sheaf_http_write(sheaf_http_request *request, const void *bytes, size_t length);
/* The body is whole. */
void sheaf_http_end_body(sheaf_http_request *request);
int32_t sheaf_http_response_header(sheaf_http_response *response, const char *name, const char *value);
/* Answers a request, which takes the response. */
void sheaf_http_answer(sheaf_http_request *request, uint32_t status, sheaf_http_response *response);
/* Closes the connection of a request that was upgraded, and ends the request with it. */
void sheaf_http_end_upgrade(sheaf_http_request *request);

/* websocket.c: a WebSocket of a server, over a socket that does not block. */

#define SHEAF_WEBSOCKET_DIGEST 20
/* The events to watch the socket for after a run; neither: the WebSocket is over. */
#define SHEAF_WEBSOCKET_READS 1
#define SHEAF_WEBSOCKET_WRITES 2
/* Bytes that a message takes that waits to be sent, besides its own. */
#define SHEAF_WEBSOCKET_MESSAGE 64

typedef struct sheaf_websocket sheaf_websocket;

/* Computes the digest that a server answers, in base64, to the key of a client. */
void sheaf_websocket_digest(const char *key, uint8_t digest[SHEAF_WEBSOCKET_DIGEST]);
/* Speaks over a socket that stays the caller's, with what has come of it already. Messages of more than `limit` bytes end it. NULL where there
 * is no memory. `received` is called from within sheaf_websocket_run, with texts in UTF-8. */
sheaf_websocket *sheaf_websocket_new(int32_t fd, const void *early, size_t length, size_t limit, void *context,
                                     void (*received)(void *context, const void *text, size_t length));
void sheaf_websocket_free(sheaf_websocket *socket);
/* Receives and sends what can be. */
int32_t sheaf_websocket_run(sheaf_websocket *socket);
/* These wait for the next run. */
int32_t sheaf_websocket_send(sheaf_websocket *socket, const void *text, size_t length);
int32_t sheaf_websocket_ping(sheaf_websocket *socket);
/* `reason` has at most 123 bytes. */
void sheaf_websocket_close(sheaf_websocket *socket, uint16_t code, const char *reason);
/* Bytes that messages take that wait to be sent, with answers to pings. */
size_t sheaf_websocket_unsent(const sheaf_websocket *socket);
/* How many messages have come, and answers to pings. */
uint64_t sheaf_websocket_received(const sheaf_websocket *socket);

/* pixels.c: threads that make other pictures of rendered pages. */

/* A picture to make of pixels in shared memory, four bytes each: blue, green, red, and one that is not looked at. In
 * this order: the part that is `source_width` by `source_height`, scaled to `width` by `height`, which are no larger,
 * mirrored, in other colours, encoded. */
typedef struct sheaf_pixels_job {
    uint64_t number; /* the caller's */
    int32_t source;  /* shared memory, to be closed by the caller when the job has ended */
    int32_t output;  /* written from byte 0 on; likewise */
    uint64_t size;   /* of the source, in bytes */
    uint64_t offset; /* of the first pixel, in bytes */
    uint32_t stride, source_width, source_height;
    uint32_t width, height;
    uint32_t mirrored; /* left and right change places: 1 or 0 */
    uint32_t colours;  /* SHEAF_PIXELS_… */
    uint32_t format;   /* SHEAF_PIXELS_… */
    int32_t quality;   /* 1 to 100, of JPEG and WebP */
    uint32_t reserved;
} sheaf_pixels_job;

#define SHEAF_PIXELS_COLOUR 0u
#define SHEAF_PIXELS_GRAY 1u
#define SHEAF_PIXELS_BITONAL 2u

#define SHEAF_PIXELS_JPEG 0u
#define SHEAF_PIXELS_PNG 1u
#define SHEAF_PIXELS_WEBP 2u

typedef struct sheaf_pixels_result {
    uint64_t number;
    int64_t bytes; /* that were written, or a negative errno */
} sheaf_pixels_result;

/* Starts threads that read jobs, each as a whole, from one pipe and write results to another one, until the first has no writer. */
int32_t sheaf_pixels_start(uint32_t threads, int32_t jobs, int32_t results);
/* Does one job. */
int64_t sheaf_pixels_make(const sheaf_pixels_job *job);

#endif
