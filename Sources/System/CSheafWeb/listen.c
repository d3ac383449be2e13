/* SPDX-License-Identifier: Apache-2.0 */
#include "sheaf_web.h"

#include <errno.h>
#include <netdb.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <stdio.h>
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

/* An address as proc_net_tcp(5) writes it: words of the host's order, and the port. */
static void write_address(const struct sockaddr_storage *address, int family, char *text, size_t size) {
    uint32_t words[4] = {0, 0, htonl(0xffff), 0};
    uint16_t port;
    if (address->ss_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)address;
        words[3] = four->sin_addr.s_addr;
        port = ntohs(four->sin_port);
    } else {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
        memcpy(words, &six->sin6_addr, sizeof(words));
        port = ntohs(six->sin6_port);
    }
    if (family == AF_INET)
        snprintf(text, size, "%08" PRIX32 ":%04" PRIX16, words[3], port);
    else
        snprintf(text, size, "%08" PRIX32 "%08" PRIX32 "%08" PRIX32 "%08" PRIX32 ":%04" PRIX16, words[0], words[1], words[2],
                 words[3], port);
}

int64_t sheaf_web_peer_user(int32_t fd) {
    struct sockaddr_storage own = {0}, peer = {0};
    socklen_t length = sizeof(own);
    if (getsockname(fd, (struct sockaddr *)&own, &length) < 0)
        return -errno;
    length = sizeof(peer);
    if (getpeername(fd, (struct sockaddr *)&peer, &length) < 0)
        return -errno;
    if (own.ss_family != AF_INET && own.ss_family != AF_INET6)
        return -EAFNOSUPPORT;
    /* A socket of IPv6 that speaks IPv4 is among those of IPv6, with mapped addresses. */
    for (int family = own.ss_family;; family = AF_INET6) {
        char local[48], remote[48], line[512];
        write_address(&peer, family, local, sizeof(local));
        write_address(&own, family, remote, sizeof(remote));
        FILE *table = fopen(family == AF_INET ? "/proc/net/tcp" : "/proc/net/tcp6", "re");
        int64_t user = -ENOENT;
        if (!table)
            return -errno;
        while (user < 0 && fgets(line, sizeof(line), table)) {
            char from[48], to[48];
            uint32_t uid;
            uint64_t inode;
            /* A socket that was closed is still there for a while, without an inode, and as if it were root's. */
            if (sscanf(line, " %*[0-9]: %47s %47s %*s %*s %*s %*s %" SCNu32 " %*s %" SCNu64, from, to, &uid, &inode) == 4 &&
                inode != 0 && strcmp(from, local) == 0 && strcmp(to, remote) == 0)
                user = uid;
        }
        fclose(table);
        if (user >= 0 || family == AF_INET6)
            return user;
    }
}
