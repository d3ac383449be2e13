/* SPDX-License-Identifier: Apache-2.0
 *
 * What Linux offers and Swift's Glibc module does not show: names behind _GNU_SOURCE, macros, variadic calls.
 * Every function returns a value of at least 0, or a negative errno. Only fixed-width types cross.
 */
#ifndef SHEAF_SHIMS_H
#define SHEAF_SHIMS_H

#include <stddef.h>
#include <stdint.h>

/* memfd.c */
#define SHEAF_SEAL_SEAL 1u
#define SHEAF_SEAL_SHRINK 2u
#define SHEAF_SEAL_GROW 4u
#define SHEAF_SEAL_WRITE 8u
int32_t sheaf_memfd_create(const char *name);
int32_t sheaf_memfd_add_seals(int32_t fd, uint32_t seals);
int32_t sheaf_memfd_get_seals(int32_t fd);
/* Allocates the memory of some bytes, so that writing them finds it there. */
int32_t sheaf_memfd_allocate(int32_t fd, int64_t offset, int64_t bytes);
/* Gives its memory back to the system, whoever has it mapped: they find zeros. Its size stays. */
int32_t sheaf_memfd_free(int32_t fd);

/* socket.c: Unix stream sockets, close-on-exec. What is not said to block does not. */
typedef struct sheaf_credentials {
    int32_t pid;
    uint32_t uid, gid;
} sheaf_credentials;
int32_t sheaf_socket_pair(int32_t fds[2]);
/* A socket pair that keeps the bounds of what is sent (SOCK_SEQPACKET). */
int32_t sheaf_socket_packet_pair(int32_t fds[2]);
int32_t sheaf_socket_listen(const char *path, int32_t backlog);
int32_t sheaf_socket_connect(const char *path);
/* A datagram socket that is connected to what NOTIFY_SOCKET names: a path, or "@" and an abstract name. */
int32_t sheaf_socket_connect_notify(const char *name);
/* Whether what is sent now would not wait for the peer to receive something first: 1 or 0. */
int32_t sheaf_socket_has_room(int32_t fd);
int32_t sheaf_socket_accept(int32_t fd);
int32_t sheaf_socket_credentials(int32_t fd, sheaf_credentials *credentials);
/* Whether the process that connected had a group among its supplementary ones then (SO_PEERGROUPS): 1 or 0. */
int32_t sheaf_socket_peer_has_group(int32_t fd, uint32_t group);
/* A pidfd of the process that connected; -ESRCH where it has ended. */
int32_t sheaf_socket_peer_process(int32_t fd);
int32_t sheaf_socket_set_blocking(int32_t fd, int32_t blocking);
/* Whether fd is a listening Unix stream socket: 1 or 0. */
int32_t sheaf_socket_is_listening(int32_t fd);
/* Whether fd is a socket of any kind: 1 or 0. */
int32_t sheaf_socket_is_socket(int32_t fd);
/* Has closing it not wait, whatever it was told before. */
int32_t sheaf_socket_end_linger(int32_t fd);
/* Sends bytes, and descriptors with the first of them. Never raises SIGPIPE. */
int64_t sheaf_socket_send(int32_t fd, const void *bytes, size_t length, const int32_t *fds, size_t fd_count);
/* The descriptors that one message carries at most: the kernel's own limit (SCM_MAX_FD). */
#define SHEAF_SOCKET_MAX_DESCRIPTORS 253
/* Receives bytes and descriptors (close-on-exec). 0 at the end of the stream; -EPROTO where the kernel cut descriptors
 * off. The caller owns what is in `fds` then too: closing it here could block. */
int64_t sheaf_socket_receive(int32_t fd, void *bytes, size_t length, int32_t fds[SHEAF_SOCKET_MAX_DESCRIPTORS],
                             size_t *fd_count);
/* Whether descriptors wait to be received: 0 where surely not, else 1. */
int32_t sheaf_socket_may_hold_descriptors(int32_t fd);
/* Whether the peer has received all that was sent: 1 or 0. */
int32_t sheaf_socket_is_read(int32_t fd);
/* Lets the peer send no more; what has come can still be received. */
int32_t sheaf_socket_end_input(int32_t fd);
/* Nothing is sent any more: the peer receives what was, and then the end. */
int32_t sheaf_socket_end_output(int32_t fd);
/* Ends both directions. */
int32_t sheaf_socket_shut_down(int32_t fd);

/* terminal.c: how many columns and rows the terminal has, and how many pixels: 0 where it does not tell. */
int32_t sheaf_terminal_size(int32_t fd, uint16_t *columns, uint16_t *rows, uint16_t *width, uint16_t *height);

/* epoll.c */
#define SHEAF_EPOLL_IN 1u
#define SHEAF_EPOLL_PRI 2u
#define SHEAF_EPOLL_OUT 4u
#define SHEAF_EPOLL_ERR 8u
#define SHEAF_EPOLL_HUP 16u
#define SHEAF_EPOLL_RDHUP 0x2000u
#define SHEAF_EPOLL_EDGE 0x80000000u
typedef struct sheaf_epoll_event {
    uint32_t events;
    uint32_t reserved;
    uint64_t data;
} sheaf_epoll_event;
int32_t sheaf_epoll_create(void);
int32_t sheaf_epoll_add(int32_t epoll, int32_t fd, uint32_t events, uint64_t data);
int32_t sheaf_epoll_modify(int32_t epoll, int32_t fd, uint32_t events, uint64_t data);
int32_t sheaf_epoll_remove(int32_t epoll, int32_t fd);
int32_t sheaf_epoll_wait(int32_t epoll, sheaf_epoll_event *events, int32_t capacity, int32_t timeout_ms);

/* process.c */
/* Starts a program whose standard input is /dev/null, whose standard output and standard error are `output`, and whose
 * descriptors from 3 on are `fds`, and no others. Its signals have their default action; those of the caller that were
 * blocked stay so, and those of `blocked` are blocked too: bit N - 1 is signal N. Returns a pidfd and stores the pid. */
int32_t sheaf_process_spawn(const char *path, char *const argv[], char *const envp[], const int32_t *fds,
                            size_t fd_count, int32_t output, uint64_t blocked, int32_t *pid);
/* Starts a program as sheaf_process_spawn does, in a session of its own, without blocked signals and without
 * descriptors. Returns a pidfd. */
int32_t sheaf_process_spawn_detached(const char *path, char *const argv[], char *const envp[], int32_t output);
/* The variables of this process's environment, "NAME=VALUE" each, ended by NULL. */
char *const *sheaf_process_environment(void);
/* Descriptors from here on are never in a child, not even until it executes its program. */
#define SHEAF_PROCESS_FIRST_KEPT 64
/* Has no program that is executed get a descriptor from 3 on; where the kernel can't do that, nothing happens. */
void sheaf_process_close_on_exec(void);
/* Occupies the free numbers below SHEAF_PROCESS_FIRST_KEPT, and moves the first `count` descriptors from 3 on out of
 * them: numbers[i] is where 3 + i is then. What is opened from now on has a number from there on. */
int32_t sheaf_process_reserve_numbers(int32_t *numbers, size_t count);
/* Closes descriptors of this process, which -1 ends, in another process, which shares its descriptors and its memory: on
 * FUSE a close waits for ever where the file system does not answer, and nothing ends that process then. The numbers and its
 * stack, of SHEAF_PROCESS_STACK bytes, are the caller's again when it has ended. Returns a pidfd. */
#define SHEAF_PROCESS_STACK 16384
int32_t sheaf_process_close_aside(const int32_t *fds, void *stack);
/* For the end of the process: closes every descriptor that waits for nobody, since one that is being closed aside would keep
 * them open. Where others may be left (`may_wait`, or one was closed aside), a child that shares them waits for this process
 * to have ended, and closes them in its place. Standard descriptors are none of the child's: this process writes to the null device
 * from then on, unless closing what it wrote to may wait. */
void sheaf_process_close_all(int32_t may_wait);
/* Collects an ended child. 1 where it has ended: `signal` is what ended it, or 0 and `status` its exit status. */
int32_t sheaf_process_wait(int32_t pidfd, int32_t *signal, int32_t *status);
int32_t sheaf_process_signal(int32_t pidfd, int32_t signal);
/* Ends a child by SIGKILL, waits until it has ended, and collects it. */
void sheaf_process_kill(int32_t pidfd);
/* Whether a process has ended: 1 or 0. It need not be a child. */
int32_t sheaf_process_has_ended(int32_t pidfd);
/* The bytes of the shared memory behind those descriptors of a process that were made by memfd_create(2) with names that begin with
 * `name`: it need not have mapped them. Each descriptor counts. It asks no file system. -EMFILE where it has more than so many
 * descriptors, of whatever: looking at them takes time. */
int64_t sheaf_process_memfd_bytes(int32_t pid, const char *name, int32_t most);
/* How many pieces of such memory a process has mapped, a part of each or all of it, with a descriptor or without: how large they are is
 * told to nobody. -EMFILE where it has more than so many mappings, of whatever. */
int32_t sheaf_process_mapped_memfds(int32_t pid, const char *name, int32_t most);
/* Sets the name that ps shows of this process, cut to 15 bytes. */
int32_t sheaf_process_set_name(const char *name);
/* "SEGV" for 11; NULL for no signal. */
const char *sheaf_signal_name(int32_t signal);
/* "ENOENT" for 2; NULL for what is no error. */
const char *sheaf_error_name(int32_t error);
int32_t sheaf_process_block_signals(const int32_t *signals, size_t count);
/* Ends this process with SIGKILL when its parent's thread ends; -ESRCH where the parent is not `parent` any more. */
int32_t sheaf_process_die_with_parent(int32_t parent);
/* Whether others of the same user may look into this process, and whether it leaves core dumps (PR_SET_DUMPABLE). */
int32_t sheaf_process_set_dumpable(int32_t dumpable);
/* The processors that this process may run on. */
int32_t sheaf_process_processors(void);
/* Lets this process open as many descriptors as its hard limit says; returns how many. */
int64_t sheaf_process_raise_descriptor_limit(void);

/* file.c */
typedef struct sheaf_file_status {
    uint64_t device, inode;
    int64_t size;              /* bytes */
    int64_t modified, changed; /* nanoseconds since 1970 */
    uint32_t type;             /* S_IFMT bits of st_mode */
    uint32_t reserved;
} sheaf_file_status;
int32_t sheaf_file_status_get(int32_t fd, sheaf_file_status *status);
/* Of what a name stands for in a folder (or AT_FDCWD), a link itself. */
int32_t sheaf_file_status_find(int32_t folder, const char *name, sheaf_file_status *status);
/* Which file stands at a path, links followed, and in which state. */
typedef struct sheaf_file_stamp {
    uint64_t device, inode, size;
    int64_t modified_seconds, modified_nanoseconds;
    uint32_t is_program; /* 1: a regular file that somebody may execute; else 0 */
    uint32_t reserved;
} sheaf_file_stamp;
int32_t sheaf_file_stamp_get(const char *path, sheaf_file_stamp *stamp);
/* The facts that the kernel tells of a descriptor without asking its file system, which may never answer. */
typedef struct sheaf_file_kind {
    uint32_t type;   /* S_IFMT bits of st_mode */
    uint32_t access; /* O_ACCMODE bits; 3 for O_PATH */
    uint32_t device_major, device_minor;
    uint32_t local; /* 1 where it surely is on a file system of this machine's own; 0 where that is not known */
    uint32_t reserved;
    uint64_t device, inode; /* as stat(2) has them */
} sheaf_file_kind;
int32_t sheaf_file_kind_get(int32_t fd, sheaf_file_kind *kind);
/* Whether the attributes that a file system tells of its files (stx_attributes_mask of statx(2)) are those of one on disks that
 * the kernel itself serves: 1 or 0. */
int32_t sheaf_file_is_on_disk(uint32_t device_major, uint64_t attributes_mask);
/* Whether closing a descriptor surely waits for nobody: 1 or 0. Waits for nobody either. */
int32_t sheaf_file_closes_at_once(int32_t fd);
/* Whether what a descriptor of /proc/self/mountinfo lists has changed since it was opened or asked last: 1 or 0. */
int32_t sheaf_file_mounts_changed(int32_t fd);
/* Opens `path` below the folder `folder` for reading; links that lead out of it are refused. */
int32_t sheaf_file_open_beneath(int32_t folder, const char *path);
/* Names the folder `path` below the folder `folder` (O_PATH); links that lead out of it are refused. */
int32_t sheaf_file_locate_folder_beneath(int32_t folder, const char *path);
/* Names the folder `path` (O_PATH) on the file system of `folder`, without links: -ENOSYS where there is no openat2(2). */
int32_t sheaf_file_locate_folder_on_device(int32_t folder, const char *path);
/* Does as both above, where the kernel or a sandbox has no openat2: name by name, and no link is followed (ELOOP,
 * ENOTDIR). With `locate` it names a folder, else it opens a file. */
int32_t sheaf_file_walk_beneath(int32_t folder, const char *path, int32_t locate);
int32_t sheaf_file_open_folder(const char *path);
/* A pipe that holds `capacity` bytes; its writing end does not block. */
int32_t sheaf_file_pipe(int32_t fds[2], uint32_t capacity);

/* memory.c */
uint32_t sheaf_atomic_load(const volatile uint32_t *word);
void sheaf_atomic_store(volatile uint32_t *word, uint32_t value);
int32_t sheaf_random(void *bytes, size_t length);
/* Gives freed memory back to the system. */
void sheaf_memory_trim(void);
/* The report of malloc_info(3). The caller frees it. */
int32_t sheaf_memory_report(char **text);
/* zlib's CRC-32, going on from `seed`. */
uint32_t sheaf_crc32(uint32_t seed, const void *bytes, size_t length);

/* inflate.c */
enum { SHEAF_PACKED_STORED, SHEAF_PACKED_DEFLATE, SHEAF_PACKED_GZIP };
/* Unpacks up to `length` bytes of a file from `offset` on: what gzip has written, with all its parts, or a deflated stream alone; or
 * reads them as they are. The caller frees `*bytes`, where `*size` bytes are. 0; or, with what came before it in there, -EBADMSG where it is damaged or ends early,
 * -EFBIG where it unpacks to more than `most` bytes, -ENOMEM, or -errno of reading. */
int32_t sheaf_inflate(int32_t file, int64_t offset, int64_t length, int32_t form, size_t most, void **bytes, size_t *size);

#endif
