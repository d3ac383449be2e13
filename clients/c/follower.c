// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

/** The pause between two looks, in milliseconds; after SHORT_LOOKS of them, and then. */
#define SHORT_PAUSE 250
#define LONG_PAUSE 1000
#define SHORT_LOOKS 40

struct follower {
    /** Asks the service, over a connection of its own. */
    struct sheaf_client *service;
    int epoll, timer;
    char **paths;
    size_t count;
    bool album;
    /** The files that the service has, those of the look before, those that it has refused, and those that it is being given. */
    struct stat *shown, *last, *refused, *found;
    int *files;
    bool is_looking, is_asking;
    unsigned looks;
    char reader[64], refusal[128];
};

void follower_free(struct follower *follower)
{
    if (!follower) return;
    sheaf_client_free(follower->service);
    if (follower->epoll >= 0) close(follower->epoll);
    if (follower->timer >= 0) close(follower->timer);
    for (size_t index = 0; index < follower->count; index++) {
        if (follower->paths) free(follower->paths[index]);
        if (follower->files && follower->files[index] >= 0) close(follower->files[index]);
    }
    free(follower->paths);
    free(follower->files);
    free(follower->shown);
    free(follower->last);
    free(follower->refused);
    free(follower->found);
    free(follower);
}

void follower_add(struct follower *follower, int socket)
{
    epoll_ctl(follower->epoll, EPOLL_CTL_ADD, socket, &(struct epoll_event){.events = EPOLLIN});
}

int follower_new(const char *socket, const char *const *paths, const int *files, size_t count, bool album, struct follower **made)
{
    struct follower *follower = calloc(1, sizeof *follower);
    if (!follower) return -ENOMEM;
    follower->epoll = epoll_create1(EPOLL_CLOEXEC);
    follower->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    int result = follower->epoll < 0 || follower->timer < 0 ? -errno : 0;
    follower->service = sheaf_client_new(socket);
    follower->paths = calloc(count, sizeof *follower->paths);
    follower->files = malloc(count * sizeof *follower->files);
    follower->shown = calloc(count, sizeof(struct stat));
    follower->last = calloc(count, sizeof(struct stat));
    follower->refused = calloc(count, sizeof(struct stat));
    follower->found = calloc(count, sizeof(struct stat));
    if (!follower->service || !follower->paths || !follower->files || !follower->shown || !follower->last || !follower->refused
        || !follower->found)
        result = -ENOMEM;
    follower->album = album;
    for (size_t index = 0; index < count && result == 0; index++, follower->count++) {
        follower->files[index] = -1;
        if (fstat(files[index], &follower->shown[index]) < 0) result = -errno;
        // Where it is now, wherever this process goes.
        const char *slash = strrchr(paths[index], '/');
        char *folder = slash ? strndup(paths[index], (size_t)(slash - paths[index]) + 1) : strdup("."), *real = NULL;
        if (folder) real = realpath(folder, NULL);
        if (!real || asprintf(&follower->paths[index], "%s/%s", real, slash ? slash + 1 : paths[index]) < 0) {
            follower->paths[index] = NULL;
            result = real ? -ENOMEM : -errno;
        }
        free(real);
        free(folder);
    }
    if (result < 0) {
        follower_free(follower);
        return result;
    }
    follower_add(follower, follower->timer);
    *made = follower;
    return 0;
}

int follower_descriptor(const struct follower *follower) { return follower->epoll; }

const char *follower_refusal(const struct follower *follower) { return *follower->refusal ? follower->refusal : NULL; }

/** Looks again after so many milliseconds; 0: not before something is told. */
static void set_timer(struct follower *follower, int milliseconds)
{
    struct itimerspec when = {.it_value = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L}};
    timerfd_settime(follower->timer, 0, &when, NULL);
}

static void close_files(struct follower *follower)
{
    for (size_t index = 0; index < follower->count; index++) {
        if (follower->files[index] >= 0) close(follower->files[index]);
        follower->files[index] = -1;
    }
}

static bool is_same_file(const struct stat *one, const struct stat *other)
{
    return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

static bool is_unchanged(const struct stat *one, const struct stat *other)
{
    return is_same_file(one, other) && one->st_size == other->st_size && one->st_mtim.tv_sec == other->st_mtim.tv_sec
        && one->st_mtim.tv_nsec == other->st_mtim.tv_nsec && one->st_ctim.tv_sec == other->st_ctim.tv_sec
        && one->st_ctim.tv_nsec == other->st_ctim.tv_nsec;
}

static bool all(const struct follower *follower, const struct stat *list, bool (*is_so)(const struct stat *, const struct stat *))
{
    for (size_t index = 0; index < follower->count; index++)
        if (!is_so(&follower->found[index], &list[index])) return false;
    return true;
}

/** Opens what lies at the paths; false where that is not all of it, or no files. */
static bool open_files(struct follower *follower)
{
    for (size_t index = 0; index < follower->count; index++) {
        // A FIFO would have it wait.
        follower->files[index] = open(follower->paths[index], O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
        if (follower->files[index] < 0 || fstat(follower->files[index], &follower->found[index]) < 0
            || !S_ISREG(follower->found[index].st_mode))
            return false;
    }
    return true;
}

static int ask(struct follower *follower)
{
    json_t *parameters = json_pack("{s:s}", "reader", follower->reader);
    if (follower->album) {
        json_t *album = json_array();
        for (size_t index = 0; index < follower->count; index++)
            json_array_append_new(album, json_pack("{s:i, s:s}", "fileDescriptor", (int)index, "name",
                strrchr(follower->paths[index], '/') + 1));
        json_object_set_new(parameters, "album", album);
    } else {
        json_object_set_new(parameters, "fileDescriptor", json_integer(0));
    }
    return begin_call(follower->service, "org.sheaf.Reader.Reload", parameters, follower->files, follower->count);
}

static void look(struct follower *follower)
{
    follower->looks++;
    set_timer(follower, follower->looks < SHORT_LOOKS ? SHORT_PAUSE : LONG_PAUSE);
    bool is_there = open_files(follower);
    if (is_there && all(follower, follower->shown, is_same_file)) {
        // What the service has.
        follower->is_looking = false;
        set_timer(follower, 0);
    } else if (is_there && all(follower, follower->last, is_unchanged) && !all(follower, follower->refused, is_unchanged)) {
        // It was so at the look before.
        follower->is_asking = ask(follower) == 0;
        if (follower->is_asking) {
            set_timer(follower, 0);
            return follower_add(follower, sheaf_client_descriptor(follower->service));
        }
    } else if (is_there) {
        memcpy(follower->last, follower->found, follower->count * sizeof(struct stat));
    }
    close_files(follower);
}

static void take_answer(struct follower *follower)
{
    struct sheaf_reply reply;
    int result = end_call(follower->service, &reply, 0);
    if (result == -ETIMEDOUT) return;
    follower->is_asking = false;
    const char *error = result == 0 && reply.error ? strrchr(reply.error, '.') + 1 : NULL;
    if (result == 0 && !error) {
        memcpy(follower->shown, follower->found, follower->count * sizeof(struct stat));
        *follower->refusal = 0;
    } else if (error && strcmp(error, "LimitReached") && strcmp(error, "ServiceOverloaded")) {
        // It is being written, perhaps, or of another format.
        memcpy(follower->refused, follower->last, follower->count * sizeof(struct stat));
        snprintf(follower->refusal, sizeof follower->refusal, "%s", reply.error);
    }
    sheaf_reply_clear(&reply);
    close_files(follower);
    // It may be another one by now.
    set_timer(follower, SHORT_PAUSE);
}

void follower_told(struct follower *follower, const struct sheaf_reply *reply)
{
    const json_t *state = json_object_get(reply->parameters, "state");
    const char *reader = json_string_value(json_object_get(state, "reader"));
    if (reader) snprintf(follower->reader, sizeof follower->reader, "%s", reader);
    // Also where the watch begins, and where something was missed.
    if (follower->is_looking || (!state && !json_is_true(json_object_get(reply->parameters, "removed")))) return;
    follower->is_looking = true;
    follower->looks = 0;
    set_timer(follower, 1);
}

void follower_work(struct follower *follower)
{
    uint64_t times;
    bool is_due = read(follower->timer, &times, sizeof times) > 0;
    if (follower->is_asking) {
        take_answer(follower);
    } else if (is_due && follower->is_looking) {
        look(follower);
    }
}
