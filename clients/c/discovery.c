// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define SYSTEM_SOCKET "/run/sheaf/org.sheaf"

/** Whether a folder is this user's, and closed to everybody else. */
static bool is_private(const char *path)
{
    struct stat status;
    return path && *path == '/' && lstat(path, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
           (status.st_mode & 0777) == 0700;
}

/** The value of a variable that names a folder of this user's: su and sudo keep those of another one. Null where it does not. */
static const char *own_folder(const char *variable)
{
    const char *path = getenv(variable);
    struct stat status;
    return path && *path == '/' && stat(path, &status) == 0 && status.st_uid == geteuid() ? path : NULL;
}

/** The folder of the user's own service, as sheafd has it; null where there can be none. The caller frees it. */
static char *service_folder(void)
{
    char *path = NULL, *user = NULL;
    const char *runtime = getenv("XDG_RUNTIME_DIR"), *state = own_folder("XDG_STATE_HOME"), *home = own_folder("HOME");
    if (asprintf(&user, "/run/user/%u", (unsigned)geteuid()) < 0) return NULL;
    if (!home) {
        const struct passwd *entry = getpwuid(geteuid());
        home = entry ? entry->pw_dir : NULL;
    }
    int length = -1;
    if (is_private(runtime))
        length = asprintf(&path, "%s/sheaf", runtime);
    else if (is_private(user))
        length = asprintf(&path, "%s/sheaf", user);
    else if (state)
        length = asprintf(&path, "%s/sheaf/run", state);
    else if (home)
        length = asprintf(&path, "%s/.local/state/sheaf/run", home);
    free(user);
    return length < 0 ? NULL : path;
}

/** Whether a service of this user answers on a socket. */
static bool answers(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (strlen(path) >= sizeof address.sun_path) return false;
    memcpy(address.sun_path, path, strlen(path) + 1);
    int number = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (number < 0) return false;
    bool is_own = connect(number, (struct sockaddr *)&address, sizeof address) == 0 &&
                  getsockopt(number, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 && peer.uid == geteuid();
    close(number);
    return is_own;
}

char *find_service(void)
{
    char *folder = service_folder(), *path = NULL;
    if (folder && is_private(folder) && asprintf(&path, "%s/org.sheaf", folder) >= 0 && !answers(path)) {
        free(path);
        path = NULL;
    }
    free(folder);
    return path ? path : strdup(SYSTEM_SOCKET);
}
