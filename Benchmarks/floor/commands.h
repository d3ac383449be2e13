/* SPDX-License-Identifier: Apache-2.0
 *
 * The commands of bench-floor: what is measured against, in C on the system calls alone, and the client that drives
 * both sides.
 */
#ifndef SHEAF_BENCH_FLOOR_COMMANDS_H
#define SHEAF_BENCH_FLOOR_COMMANDS_H

#include <stddef.h>

/* requests.c: a file of messages, each with its NUL. Ends the program where there are none. */
struct request {
    const char *bytes;
    size_t length; /* with the NUL */
};
struct request *load_requests(const char *path, size_t *count);

/* watches.c: opens a watch for each message of a file, over a connection of its own; none where the path is empty.
 * Returns an epoll of them. */
int open_watches(const char *socket, const char *path);
/* Reads what has come over them, without waiting; the number of bytes. */
size_t read_watches(int epoll);

/* serve.c: answers every message with the same number of bytes and a descriptor; or none at all. */
int serve(char *const argv[]);
/* call.c: makes calls over one connection, or many at once, and times them; reads watches meanwhile. */
int call(char *const argv[]);
/* drag.c: sends messages at a pace that nobody answers, and tells what processor time the server took. */
int drag(char *const argv[]);
/* start.c: starts a program and times it up to its READY=1. */
int start(char *const argv[]);
/* start.c: says READY=1 and ends: the least that a service can do. */
int ready(char *const argv[]);
/* close.c: closes the memory of pages: the least that giving it back can take one thread. */
int close_pages(char *const argv[]);
/* without.c: executes a program to which the kernel seems to lack system calls. */
int without(char *const argv[]);

#endif
