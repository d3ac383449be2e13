/* SPDX-License-Identifier: Apache-2.0
 *
 * without --calls NAME[,NAME...] -- PROGRAM [ARGUMENT...]: executes a program to which the kernel seems to lack these system
 * calls, as an older one does. The others cost it next to nothing: the kernel knows that the filter lets them pass.
 */
#define _GNU_SOURCE
#include "benchmark.h"
#include "commands.h"

#include <errno.h>
#include <seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int without(char *const argv[]) {
    char *names = strdup(benchmark_option(argv, "--calls", NULL));
    char *const *program = argv;
    while (*program && strcmp(*program, "--") != 0)
        program++;
    if (!*program || !*++program)
        benchmark_fail("execute", "no program");

    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (!filter || !names)
        benchmark_fail("make a filter without", "memory");
    for (char *rest, *name = strtok_r(names, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        int call = seccomp_syscall_resolve_name(name);
        if (call == __NR_SCMP_ERROR || seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), call, 0) < 0)
            benchmark_fail("leave out the system call", name);
    }
    if (seccomp_load(filter) < 0)
        benchmark_fail("filter", "system calls");
    seccomp_release(filter);
    free(names);
    execv(program[0], program);
    benchmark_fail("execute", program[0]);
}
