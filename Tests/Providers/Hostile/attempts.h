/* SPDX-License-Identifier: Apache-2.0
 *
 * What the hostile provider reaches for. An attempt returns a negative number and errno where it was refused. One that
 * succeeds does no lasting harm: it is the tests' own machine.
 */
#ifndef ATTEMPTS_H
#define ATTEMPTS_H

#include <errno.h>

typedef struct targets {
    int service, other; /* pids */
    char socket[108];
} targets;

typedef struct attempt {
    const char *name;
    int (*make)(const targets *targets);
} attempt;

extern const attempt attempts[];
extern const int attempt_count;

#endif
