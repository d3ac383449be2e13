/* SPDX-License-Identifier: Apache-2.0
 *
 * cancel.c: carries a cancellation into a running MuPDF call.
 *
 * MuPDF can be stopped only from another thread, through the cookie. So there is one: parked on a condition variable
 * while nothing runs, and for a request that is done within the grace time it does not poll once. It does not have to
 * be told of the end of a request: it finds that at its next wake-up, and most often the next request too.
 */
#include "internal.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

/* How long a request runs before anybody asks whether it is cancelled, and how often then. */
#define GRACE_NANOSECONDS 3000000L
#define POLL_NANOSECONDS 1000000L

/* A little more than the thread needs; the default of 8 MB would count against the host's RLIMIT_AS. */
#define STACK_SIZE (256 * 1024)

struct canceller {
    const sheaf_host_services *services;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    sheaf_request *request; /* NULL: nothing runs */
    fz_cookie *cookie;
    uint64_t turn; /* counts the requests */
    int parked;
};

/* Waits for a while, or until woken. Under the lock. */
static void wait_for(canceller *canceller, long nanoseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += nanoseconds;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_nsec -= 1000000000L;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&canceller->wake, &canceller->lock, &until);
}

static void *run(void *argument)
{
    canceller *canceller = argument;
    uint64_t known = 0; /* the turn whose grace time is over */
    pthread_mutex_lock(&canceller->lock);
    for (;;) {
        if (canceller->request == NULL || __atomic_load_n(&canceller->cookie->abort, __ATOMIC_RELAXED)) {
            canceller->parked = 1;
            pthread_cond_wait(&canceller->wake, &canceller->lock);
            canceller->parked = 0;
        } else if (canceller->turn != known) {
            known = canceller->turn;
            wait_for(canceller, GRACE_NANOSECONDS);
        } else if (canceller->services->cancelled(canceller->request)) {
            /* MuPDF reads it without a lock: that is its interface. */
            __atomic_store_n(&canceller->cookie->abort, 1, __ATOMIC_RELAXED);
        } else {
            wait_for(canceller, POLL_NANOSECONDS);
        }
    }
    return NULL;
}

/* Starts the thread with every signal blocked: they are the host's. */
static int start_thread(canceller *canceller)
{
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, before;
    if (pthread_attr_init(&attributes) != 0)
        return -1;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int status = pthread_attr_setstacksize(&attributes, STACK_SIZE);
    if (status == 0)
        status = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (status == 0)
        status = pthread_create(&thread, &attributes, run, canceller);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return status;
}

canceller *canceller_start(const sheaf_host_services *services)
{
    pthread_condattr_t attributes;
    canceller *canceller = calloc(1, sizeof *canceller);
    if (canceller == NULL)
        return NULL;
    canceller->services = services;
    int status = pthread_mutex_init(&canceller->lock, NULL);
    if (status == 0)
        status = pthread_condattr_init(&attributes);
    if (status == 0) {
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
        status = pthread_cond_init(&canceller->wake, &attributes);
        pthread_condattr_destroy(&attributes);
    }
    if (status == 0)
        status = start_thread(canceller);
    if (status != 0) {
        free(canceller);
        return NULL;
    }
    return canceller;
}

void canceller_watch(canceller *canceller, sheaf_request *request, fz_cookie *cookie)
{
    pthread_mutex_lock(&canceller->lock);
    canceller->request = request;
    canceller->cookie = cookie;
    canceller->turn++;
    int parked = canceller->parked;
    pthread_mutex_unlock(&canceller->lock);
    if (parked)
        pthread_cond_signal(&canceller->wake);
}

void canceller_leave(canceller *canceller)
{
    pthread_mutex_lock(&canceller->lock);
    canceller->request = NULL;
    canceller->cookie = NULL;
    pthread_mutex_unlock(&canceller->lock);
}
