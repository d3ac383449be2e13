/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char *argv[]) {
    static const struct {
        const char *name;
        int (*run)(char *const argv[]);
    } commands[] = {{"serve", serve}, {"call", call}, {"drag", drag}, {"start", start}, {"ready", ready},
                  {"close", close_pages}, {"without", without}};

    for (size_t i = 0; argc > 1 && i < sizeof(commands) / sizeof(commands[0]); i++) {
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argv + 2);
    }
    fputs("usage: bench-floor serve|call|drag|start|ready|close|without [OPTION...]\n", stderr);
    return 2;
}
