/* SPDX-License-Identifier: Apache-2.0 */
#include "sheaf_web.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pwd.h>
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

int32_t sheaf_web_peer_of(int32_t fd, sheaf_web_peer *peer) {
    struct sockaddr_storage address = {0};
    socklen_t length = sizeof(address);

    memset(peer, 0, sizeof(*peer));
    if (getpeername(fd, (struct sockaddr *)&address, &length) < 0)
        return -errno;
    if (address.ss_family == AF_UNIX) {
        struct ucred credentials;
        length = sizeof(credentials);
        if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0)
            return -errno;
        *peer = (sheaf_web_peer){.family = SHEAF_WEB_UNIX, .uid = credentials.uid};
    } else if (address.ss_family == AF_INET) {
        peer->family = SHEAF_WEB_IPV4;
        memcpy(peer->address, &((struct sockaddr_in *)&address)->sin_addr, 4);
    } else if (address.ss_family == AF_INET6) {
        const struct in6_addr *six = &((struct sockaddr_in6 *)&address)->sin6_addr;
        int is_mapped = IN6_IS_ADDR_V4MAPPED(six);
        peer->family = is_mapped ? SHEAF_WEB_IPV4 : SHEAF_WEB_IPV6;
        memcpy(peer->address, six->s6_addr + (is_mapped ? 12 : 0), is_mapped ? 4 : 16);
    }
    return 0;
}

int64_t sheaf_web_uid(const char *name) {
    char text[16384];
    struct passwd entry, *found = NULL;
    int error = getpwnam_r(name, &entry, text, sizeof(text), &found);
    return found ? (int64_t)entry.pw_uid : error ? -error : -ENOENT;
}
