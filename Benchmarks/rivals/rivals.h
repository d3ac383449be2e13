/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHEAF_BENCH_RIVALS_H
#define SHEAF_BENCH_RIVALS_H

#include <stddef.h>

/* One connection to a store that copies values over a socket. What fails ends the program. */
struct rival {
    const char *name;
    void (*open)(const char *path);
    void (*set)(const char *value, size_t size);
    /* The value, in memory of this process, until release(). */
    const char *(*get)(size_t size);
    void (*release)(void);
};

extern const struct rival rival_memcached, rival_redis;

/* The key under which the value is kept. */
#define RIVAL_KEY "page"

#endif
