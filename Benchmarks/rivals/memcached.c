/* SPDX-License-Identifier: Apache-2.0 */
#include "benchmark.h"
#include "rivals.h"

#include <libmemcached/memcached.h>
#include <string.h>

static memcached_st *store;
/* Kept between calls, so that a value arrives in memory that is warm. */
static memcached_result_st result;

static void require(memcached_return_t outcome, const char *what) {
    if (outcome != MEMCACHED_SUCCESS)
        benchmark_fail(what, memcached_strerror(store, outcome));
}

static void open_store(const char *path) {
    store = memcached_create(NULL);
    require(memcached_server_add_unix_socket(store, path), "connect to memcached:");
    /* The text protocol, libmemcached's default: the binary one is slower here, it asks with two messages. */
    memcached_result_create(store, &result);
}

static void set(const char *value, size_t size) {
    require(memcached_set(store, RIVAL_KEY, strlen(RIVAL_KEY), value, size, 0, 0), "give memcached a page:");
}

static const char *get(size_t size) {
    static const char *const keys[] = {RIVAL_KEY};
    static const size_t lengths[] = {sizeof(RIVAL_KEY) - 1};
    memcached_return_t outcome;

    require(memcached_mget(store, keys, lengths, 1), "ask memcached for a page:");
    if (!memcached_fetch_result(store, &result, &outcome) || memcached_result_length(&result) != size)
        benchmark_fail("get a page from memcached:", memcached_strerror(store, outcome));
    return memcached_result_value(&result);
}

static void release(void) {
    memcached_return_t outcome;
    /* The end of the answer to mget is read too. */
    while (memcached_fetch_result(store, &result, &outcome)) {}
}

const struct rival rival_memcached = {"memcached", open_store, set, get, release};
