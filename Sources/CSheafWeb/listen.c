/* SPDX-License-Identifier: Apache-2.0 */
#include "sheaf_web.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int32_t sheaf_web_listen(const char *address, const char *port, int32_t backlog) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE};
    struct addrinfo *found = NULL;
    int one = 1;

    if (getaddrinfo(address, port, &hints, &found) != 0)
        return -EADDRNOTAVAIL;
    int fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int result = fd < 0 ? -errno : fd;
    if (fd >= 0 && (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one)) < 0 ||
                    bind(fd, found->ai_addr, found->ai_addrlen) < 0 || listen(fd, backlog) < 0)) {
        result = -errno;
        close(fd);
    }
    freeaddrinfo(found);
    return result;
}

int32_t sheaf_web_port(int32_t fd) {
    struct sockaddr_storage address;
    socklen_t length = sizeof(address);

    if (getsockname(fd, (struct sockaddr *)&address, &length) < 0)
        return -errno;
    if (address.ss_family == AF_INET)
        return ntohs(((struct sockaddr_in *)&address)->sin_port);
    if (address.ss_family == AF_INET6)
        return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    return 0;
}

int32_t sheaf_web_is_listening(int32_t fd) {
    int type = 0, listens = 0;
    socklen_t length = sizeof(int);

    if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &length) < 0 || type != SOCK_STREAM)
        return 0;
    length = sizeof(int);
    return getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0 && listens != 0;
}
