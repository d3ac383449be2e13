/* SPDX-License-Identifier: Apache-2.0
 *
 * Tells a signal that another process sends from a fault of this one's own: the parent sees only which signal it was, and a
 * document is not to blame for what an operator or another program does.
 */
#include "sheaf_sandbox.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A shell's convention for a program that a signal has ended. */
#define STATUS_OF_SIGNAL 128

static const int signals[] = {
    SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGQUIT, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT,
};
static struct sigaction before[COUNT(signals)];

static int is_from_another(const siginfo_t *info) {
    return (info->si_code == SI_USER || info->si_code == SI_TKILL || info->si_code == SI_QUEUE) &&
           info->si_pid != getpid();
}

static void arrived(int number, siginfo_t *info, void *context) {
    (void)context;
    if (is_from_another(info))
        _exit(STATUS_OF_SIGNAL + number);
    for (size_t i = 0; i < COUNT(signals); i++)
        if (signals[i] == number)
            sigaction(number, &before[i], NULL);
    /* The instruction at fault is done again. What was sent, or comes after its instruction, does not come a second time by itself. */
    if (info->si_code <= 0 || number == SIGTRAP || number == SIGSYS)
        raise(number);
}

int32_t sheaf_sandbox_tell_signals(void) {
    /* With a stack of its own where the thread has one: its own may be what is at fault. */
    struct sigaction action = {.sa_sigaction = arrived, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigset_t set;
    sigemptyset(&action.sa_mask);
    sigemptyset(&set);
    for (size_t i = 0; i < COUNT(signals); i++) {
        if (sigaction(signals[i], &action, &before[i]) < 0)
            return -errno;
        sigaddset(&set, signals[i]);
    }
    /* Who started it may have blocked them. */
    return sigprocmask(SIG_UNBLOCK, &set, NULL) < 0 ? -errno : 0;
}
