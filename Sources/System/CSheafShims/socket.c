/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "sheaf_shims.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <poll.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#define PEEK_LENGTH (64 << 10)

int32_t sheaf_socket_pair(int32_t fds[2]) {
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, fds) < 0 ? -errno : 0;
}

int32_t sheaf_socket_packet_pair(int32_t fds[2]) {
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, fds) < 0 ? -errno : 0;
}

static int address_of(const char *path, struct sockaddr_un *address) {
    size_t length = strlen(path);
    if (length == 0)
        return -EINVAL;
    if (length >= sizeof(address->sun_path))
        return -ENAMETOOLONG;
    memset(address, 0, sizeof(*address));
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, path, length + 1);
    return 0;
}

int32_t sheaf_socket_listen(const char *path, int32_t backlog) {
    struct sockaddr_un address;
    int result = address_of(path, &address);
    if (result < 0)
        return result;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -errno;
    if (bind(fd, (struct sockaddr *)&address, sizeof(address)) < 0 || listen(fd, backlog) < 0) {
        result = -errno;
        close(fd);
        return result;
    }
    return fd;
}

int32_t sheaf_socket_connect(const char *path) {
    struct sockaddr_un address;
    int result = address_of(path, &address);
    if (result < 0)
        return result;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -errno;
    if (connect(fd, (struct sockaddr *)&address, sizeof(address)) < 0) {
        result = -errno;
        close(fd);
        return result;
    }
    return fd;
}

int32_t sheaf_socket_connect_notify(const char *name) {
    struct sockaddr_un address;
    int result = address_of(name, &address);
    if (result < 0)
        return result;
    socklen_t length = sizeof(address);
    if (name[0] == '@') {
        address.sun_path[0] = '\0';
        length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name));
    }
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -errno;
    if (connect(fd, (struct sockaddr *)&address, length) < 0) {
        result = -errno;
        close(fd);
        return result;
    }
    return fd;
}

int32_t sheaf_socket_has_room(int32_t fd) {
    struct pollfd socket = {.fd = fd, .events = POLLOUT};
    int count = poll(&socket, 1, 0);
    return count < 0 ? -errno : count == 0 ? 0 : 1;
}

int32_t sheaf_socket_accept(int32_t fd) {
    int accepted = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    return accepted < 0 ? -errno : accepted;
}

int32_t sheaf_socket_credentials(int32_t fd, sheaf_credentials *credentials) {
    struct ucred peer;
    socklen_t length = sizeof(peer);
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0)
        return -errno;
    *credentials = (sheaf_credentials){.pid = peer.pid, .uid = peer.uid, .gid = peer.gid};
    return 0;
}

#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59 /* Linux 4.13 */
#endif
/* The supplementary groups that a process may have: the kernel's own limit (NGROUPS_MAX). */
#define MOST_GROUPS 65536

int32_t sheaf_socket_peer_has_group(int32_t fd, uint32_t group) {
    /* Nearly everybody has fewer. */
    gid_t few[64], *groups = few;
    socklen_t length = sizeof(few);
    int32_t result = getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &length) < 0 ? -errno : 0;
    /* The kernel has said how much room they take. They stay as they were when the peer connected. */
    if (result == -ERANGE && length <= MOST_GROUPS * sizeof(gid_t)) {
        groups = malloc(length);
        if (groups == NULL)
            return -ENOMEM;
        result = getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &length) < 0 ? -errno : 0;
    }
    for (size_t index = 0; result == 0 && index < length / sizeof(gid_t); index++)
        result = groups[index] == group;
    if (groups != few)
        free(groups);
    return result;
}

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77 /* Linux 6.5; Debian 12 has 6.1 */
#endif

int32_t sheaf_socket_peer_process(int32_t fd) {
    int pidfd;
    socklen_t length = sizeof(pidfd);
    if (getsockopt(fd, SOL_SOCKET, SO_PEERPIDFD, &pidfd, &length) == 0)
        return pidfd;
    /* EINVAL and ENODATA: it was there to be collected, and was. */
    if (errno != ENOPROTOOPT)
        return errno == EINVAL || errno == ENODATA ? -ESRCH : -errno;
    sheaf_credentials peer;
    int32_t result = sheaf_socket_credentials(fd, &peer);
    if (result < 0)
        return result;
    /* 0 is a process that this one can't see. The number may be another's by now, of a peer that connected, passed the
     * connection on and ended: then that one is watched, until it ends. */
    if (peer.pid <= 0)
        return -ESRCH;
    pidfd = (int)syscall(SYS_pidfd_open, peer.pid, 0);
    return pidfd < 0 ? -errno : pidfd;
}

int32_t sheaf_socket_set_blocking(int32_t fd, int32_t blocking) {
    int flags = fcntl(fd, F_GETFL);
    if (flags < 0)
        return -errno;
    flags = blocking ? flags & ~O_NONBLOCK : flags | O_NONBLOCK;
    return fcntl(fd, F_SETFL, flags) < 0 ? -errno : 0;
}

int32_t sheaf_socket_is_listening(int32_t fd) {
    int value;
    socklen_t length = sizeof(value);
    struct sockaddr_storage address;
    socklen_t address_length = sizeof(address);
    if (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &value, &length) < 0)
        return errno == ENOTSOCK ? 0 : -errno;
    if (getsockname(fd, (struct sockaddr *)&address, &address_length) < 0)
        return -errno;
    return value && address.ss_family == AF_UNIX;
}

int32_t sheaf_socket_is_socket(int32_t fd) {
    int type;
    socklen_t length = sizeof(type);
    return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &length) == 0;
}

int32_t sheaf_socket_end_linger(int32_t fd) {
    struct linger none = {0};
    return setsockopt(fd, SOL_SOCKET, SO_LINGER, &none, sizeof(none)) < 0 ? -errno : 0;
}

int64_t sheaf_socket_send(int32_t fd, const void *bytes, size_t length, const int32_t *fds, size_t fd_count) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int) * SHEAF_SOCKET_MAX_DESCRIPTORS)];
    } control;
    struct iovec vector = {.iov_base = (void *)bytes, .iov_len = length};
    struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};

    if (fd_count > SHEAF_SOCKET_MAX_DESCRIPTORS)
        return -E2BIG;
    if (fd_count > 0) {
        message.msg_control = &control;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * fd_count);
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        control.header.cmsg_len = CMSG_LEN(sizeof(int) * fd_count);
        memcpy(CMSG_DATA(&control.header), fds, sizeof(int) * fd_count);
    }
    ssize_t sent = fd_count > 0 ? sendmsg(fd, &message, MSG_NOSIGNAL) : send(fd, bytes, length, MSG_NOSIGNAL);
    return sent < 0 ? -errno : sent;
}

int64_t sheaf_socket_receive(int32_t fd, void *bytes, size_t length, int32_t fds[SHEAF_SOCKET_MAX_DESCRIPTORS],
                             size_t *fd_count) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int) * SHEAF_SOCKET_MAX_DESCRIPTORS)];
    } control;
    struct iovec vector = {.iov_base = bytes, .iov_len = length};
    struct msghdr message = {
        .msg_iov = &vector, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof(control)};

    *fd_count = 0;
    ssize_t received = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
    if (received < 0)
        return -errno;
    for (struct cmsghdr *c = CMSG_FIRSTHDR(&message); c != NULL; c = CMSG_NXTHDR(&message, c)) {
        if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
            continue;
        size_t count = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        /* The room is for one header with the most descriptors that there are: no second one can follow. */
        memcpy(fds, CMSG_DATA(c), count * sizeof(int));
        *fd_count = count;
    }
    return message.msg_flags & MSG_CTRUNC ? -EPROTO : received;
}

int32_t sheaf_socket_may_hold_descriptors(int32_t fd) {
    /* A look without room for descriptors says that it has left some out. It ends behind the first that come. */
    char bytes[PEEK_LENGTH];
    struct iovec vector = {.iov_base = bytes, .iov_len = sizeof(bytes)};
    struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};
    ssize_t seen = recvmsg(fd, &message, MSG_PEEK | MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    return seen == sizeof(bytes) || (seen >= 0 && message.msg_flags & MSG_CTRUNC);
}

int32_t sheaf_socket_is_read(int32_t fd) {
    int unread;
    if (ioctl(fd, SIOCOUTQ, &unread) < 0)
        return -errno;
    /* The kernel tells of the room before it gives the last byte of a message back. */
    return unread <= 1;
}

int32_t sheaf_socket_end_input(int32_t fd) { return shutdown(fd, SHUT_RD) < 0 ? -errno : 0; }

int32_t sheaf_socket_end_output(int32_t fd) { return shutdown(fd, SHUT_WR) < 0 ? -errno : 0; }

int32_t sheaf_socket_shut_down(int32_t fd) { return shutdown(fd, SHUT_RDWR) < 0 ? -errno : 0; }
