/* SPDX-License-Identifier: Apache-2.0
 *
 * Tells a signal that another process sends from a fault of this one's own: the parent sees only which signal it was, and a
 * document is not to blame for what an operator or another program does.
 */
#include "sheaf_sandbox.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A shell's convention for a program that a signal has ended. */
#define STATUS_OF_SIGNAL 128

#define LAST_SIGNAL 64
/* systemd's convention: the service's, which its hosts take no notice of. */
#define SERVICE_COMMAND (SIGRTMIN + 18)

static const int signals[] = {
    SIGSEGV, SIGBUS,  SIGFPE,    SIGILL,  SIGTRAP, SIGABRT, SIGSYS,    SIGQUIT,
    SIGALRM, SIGXCPU, SIGVTALRM, SIGPROF, SIGIO,   SIGPWR,  SIGSTKFLT,
};
static struct sigaction before[LAST_SIGNAL + 1];

static int is_from_another(const siginfo_t *info) {
    return (info->si_code == SI_USER || info->si_code == SI_TKILL || info->si_code == SI_QUEUE) &&
           info->si_pid != getpid();
}

/* A fault with less than this part of the address space left is taken for want of it: what could not be had is not known any more. */
#define SHORT_PART 8

static int is_short_of_memory(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) < 0 || limit.rlim_cur == RLIM_INFINITY)
        return 0;
    void *part = mmap(NULL, limit.rlim_cur / SHORT_PART, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (part == MAP_FAILED)
        return errno == ENOMEM;
    munmap(part, limit.rlim_cur / SHORT_PART);
    return 0;
}

static void arrived(int number, siginfo_t *info, void *context) {
    (void)context;
    if (is_from_another(info))
        _exit(STATUS_OF_SIGNAL + number);
    if (is_short_of_memory())
        _exit(SHEAF_SANDBOX_STATUS_OF_MEMORY);
    sigaction(number, &before[number], NULL);
    /* The instruction at fault is done again. What was sent, or comes after its instruction, does not come a second time by itself. */
    if (info->si_code <= 0 || number == SIGTRAP || number == SIGSYS || number == SIGXCPU)
        raise(number);
}

static int tell(int number, sigset_t *set) {
    /* With a stack of its own where the thread has one: its own may be what is at fault. */
    struct sigaction action = {.sa_sigaction = arrived, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    sigaddset(set, number);
    return sigaction(number, &action, &before[number]) < 0 ? -errno : 0;
}

uint64_t sheaf_sandbox_told_signals(void) {
    uint64_t told = 0;
    for (size_t i = 0; i < COUNT(signals); i++)
        told |= UINT64_C(1) << (signals[i] - 1);
    for (int number = SIGRTMIN; number <= LAST_SIGNAL; number++)
        if (number != SERVICE_COMMAND)
            told |= UINT64_C(1) << (number - 1);
    return told;
}

int32_t sheaf_sandbox_tell_signals(void) {
    const uint64_t told = sheaf_sandbox_told_signals();
    sigset_t set;
    int result = 0;
    sigemptyset(&set);
    for (int number = 1; result == 0 && number <= LAST_SIGNAL; number++)
        if (told >> (number - 1) & 1)
            result = tell(number, &set);
    /* The process that started this one may have blocked these signals. */
    if (result == 0 && sigprocmask(SIG_UNBLOCK, &set, NULL) < 0)
        result = -errno;
    return result;
}
