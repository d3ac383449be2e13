/* SPDX-License-Identifier: Apache-2.0 */
#include "sheaf_sandbox.h"

#include <errno.h>
#include <limits.h>
#include <link.h>
#include <string.h>

void sheaf_sandbox_hide_arguments(int32_t count) {
    /* The kernel puts them one behind the other, and shows that memory as the command line. */
    char *argument = program_invocation_name + strlen(program_invocation_name) + 1;
    for (int32_t i = 1; i < count; i++) {
        size_t length = strlen(argument);
        memset(argument, 0, length);
        argument += length + 1;
    }
}

struct visit {
    void (*found)(const char *folder, void *context);
    void *context;
};

static int visit(struct dl_phdr_info *info, size_t size, void *context) {
    const struct visit *visit = context;
    char folder[PATH_MAX];
    const char *end = strrchr(info->dlpi_name, '/');
    (void)size;
    if (end != NULL && end > info->dlpi_name && (size_t)(end - info->dlpi_name) < sizeof folder) {
        memcpy(folder, info->dlpi_name, (size_t)(end - info->dlpi_name));
        folder[end - info->dlpi_name] = '\0';
        visit->found(folder, visit->context);
    }
    return 0;
}

void sheaf_sandbox_library_folders(void (*found)(const char *folder, void *context), void *context) {
    struct visit all = {.found = found, .context = context};
    dl_iterate_phdr(visit, &all);
}
