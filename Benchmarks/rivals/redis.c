/* SPDX-License-Identifier: Apache-2.0 */
#include "benchmark.h"
#include "rivals.h"

#include <hiredis/hiredis.h>

static redisContext *store;
static redisReply *reply;

static void require(int type) {
    if (!reply || reply->type != type)
        benchmark_fail("use redis:", reply && reply->str ? reply->str : store->errstr);
}

static void open_store(const char *path) {
    store = redisConnectUnix(path);
    if (!store || store->err)
        benchmark_fail("connect to redis:", store ? store->errstr : path);
}

static void release(void) {
    freeReplyObject(reply);
    reply = NULL;
}

static void set(const char *value, size_t size) {
    reply = redisCommand(store, "SET " RIVAL_KEY " %b", value, size);
    require(REDIS_REPLY_STATUS);
    release();
}

static const char *get(size_t size) {
    reply = redisCommand(store, "GET " RIVAL_KEY);
    require(REDIS_REPLY_STRING);
    if ((size_t)reply->len != size)
        benchmark_fail("get a whole page from", "redis");
    return reply->str;
}

const struct rival rival_redis = {"redis", open_store, set, get, release};
