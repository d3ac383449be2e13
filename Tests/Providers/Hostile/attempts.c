/* SPDX-License-Identifier: Apache-2.0 */
#include "attempts.h"

#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <linux/keyctl.h>
#include <linux/openat2.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <asm/sockios.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/* Processes */

static int open_of(int pid, const char *name, int flags)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    return open(path, flags | O_CLOEXEC);
}

static int service_descriptors(const targets *t) { return open_of(t->service, "fd", O_RDONLY | O_DIRECTORY); }
static int service_descriptor(const targets *t) { return open_of(t->service, "fd/3", O_RDONLY); }
static int service_memory(const targets *t) { return open_of(t->service, "mem", O_RDWR); }
static int service_maps(const targets *t) { return open_of(t->service, "maps", O_RDONLY); }
static int service_environment(const targets *t) { return open_of(t->service, "environ", O_RDONLY); }
static int other_memory(const targets *t) { return open_of(t->other, "mem", O_RDWR); }
/* Which of them is memory of pages is not known. */
static int other_descriptor(const targets *t)
{
    char name[16];
    int code = ENOENT;
    for (int number = 0; number < 64; number++) {
        snprintf(name, sizeof name, "fd/%d", number);
        if (open_of(t->other, name, O_WRONLY) >= 0)
            return 0;
        if (errno == EPERM || errno == EACCES)
            code = errno;
    }
    errno = code;
    return -1;
}
static int other_descriptors(const targets *t) { return open_of(t->other, "fd", O_RDONLY | O_DIRECTORY); }
static int own_memory(const targets *t)
{
    (void)t;
    return open("/proc/self/mem", O_RDWR | O_CLOEXEC);
}

static int copy_memory(int pid, int write)
{
    char byte = 0;
    struct iovec local = {.iov_base = &byte, .iov_len = 1}, remote = {.iov_base = &byte, .iov_len = 1};
    return (int)(write ? process_vm_writev(pid, &local, 1, &remote, 1, 0)
                       : process_vm_readv(pid, &local, 1, &remote, 1, 0));
}

static int read_service(const targets *t) { return copy_memory(t->service, 0); }
static int write_service(const targets *t) { return copy_memory(t->service, 1); }
static int read_other(const targets *t) { return copy_memory(t->other, 0); }
static int write_other(const targets *t) { return copy_memory(t->other, 1); }

static int trace(int pid)
{
    long result = ptrace(PTRACE_SEIZE, pid, NULL, NULL);
    if (result == 0)
        ptrace(PTRACE_DETACH, pid, NULL, NULL);
    return (int)result;
}

static int trace_service(const targets *t) { return trace(t->service); }
static int trace_other(const targets *t) { return trace(t->other); }

static int take_descriptor_of(int pid)
{
    int process = (int)syscall(SYS_pidfd_open, pid, 0);
    return process < 0 ? -1 : (int)syscall(SYS_pidfd_getfd, process, 3, 0);
}

static int take_descriptor(const targets *t) { return take_descriptor_of(t->service); }
static int take_descriptor_of_other(const targets *t) { return take_descriptor_of(t->other); }

/* Signal 0 asks whether another one might be sent. */
static int signal_service(const targets *t) { return kill(t->service, 0); }
static int signal_other(const targets *t) { return kill(t->other, 0); }
static int signal_group(const targets *t)
{
    (void)t;
    return kill(0, 0);
}
static int signal_all(const targets *t)
{
    (void)t;
    return kill(-1, 0);
}
static int signal_thread(const targets *t) { return (int)syscall(SYS_tgkill, t->service, t->service, 0); }
static int signal_queued(const targets *t)
{
    union sigval value = {.sival_int = 0};
    return sigqueue(t->service, 0, value);
}
static int signal_by_file(const targets *t)
{
    return fcntl(3, F_SETOWN, t->service);
}
static int signal_by_socket(const targets *t)
{
    int owner = t->service;
    return ioctl(3, FIOSETOWN, &owner);
}

/* The kernel reads 32 bits of the signal. */
static int kill_itself(const targets *t)
{
    const long high = 1l << 32;
    (void)t;
    for (long bits = 0; bits <= high; bits += high)
        if (syscall(SYS_kill, getpid(), bits | SIGKILL) == 0 || syscall(SYS_tgkill, getpid(), getpid(), bits | SIGKILL) == 0)
            return 0;
    return -1;
}

static int limit_descriptors(int pid)
{
    struct rlimit limit = {.rlim_cur = 1024, .rlim_max = 4096};
    return prlimit((__pid_t)pid, RLIMIT_NOFILE, &limit, NULL);
}
static int limit_service(const targets *t) { return limit_descriptors(t->service); }
static int limit_other(const targets *t) { return limit_descriptors(t->other); }
/* Past it the kernel sends SIGKILL. */
static int limit_own_processor_time(const targets *t)
{
    struct rlimit limit;
    (void)t;
    return getrlimit(RLIMIT_CPU, &limit) < 0 ? -1 : setrlimit(RLIMIT_CPU, &limit);
}
static int affinity_of_service(const targets *t)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) < 0 ? -1 : sched_setaffinity(t->service, sizeof set, &set);
}
static int priority_of_service(const targets *t) { return setpriority(PRIO_PROCESS, (id_t)t->service, 0); }

/* New processes */

static int ended(pid_t child)
{
    if (child == 0)
        _exit(0);
    if (child > 0)
        waitpid(child, NULL, 0);
    return child < 0 ? -1 : 0;
}
static int start_process(const targets *t)
{
    (void)t;
    return ended(fork());
}
static int start_process_by_call(const targets *t)
{
    (void)t;
    return ended((pid_t)syscall(SYS_fork));
}
static int start_process_by_clone(const targets *t)
{
    uint64_t arguments[8] = {[4] = SIGCHLD};
    (void)t;
    return ended((pid_t)syscall(SYS_clone3, arguments, sizeof arguments));
}
static int execute(const targets *t)
{
    char *arguments[] = {"true", NULL};
    (void)t;
    return execve("/bin/true", arguments, NULL);
}
static int outlive_service(const targets *t)
{
    (void)t;
    return prctl(PR_SET_PDEATHSIG, 0);
}

/* Sockets */

static int connect_service(const targets *t)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int number = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    memcpy(address.sun_path, t->socket, sizeof address.sun_path);
    return number < 0 ? -1 : connect(number, (const struct sockaddr *)&address, sizeof address);
}
static int abstract_socket(const targets *t)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0sheaf-test"};
    int number = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    (void)t;
    return number < 0 ? -1 : bind(number, (const struct sockaddr *)&address, offsetof(struct sockaddr_un, sun_path) + 11);
}
static int internet(const targets *t)
{
    (void)t;
    return socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
}
static int socket_pair(const targets *t)
{
    int ends[2];
    (void)t;
    return socketpair(AF_UNIX, SOCK_DGRAM, 0, ends);
}

/* The kernel */

static int new_user_namespace(const targets *t)
{
    (void)t;
    return unshare(CLONE_NEWUSER);
}
static int join_namespace(const targets *t)
{
    (void)t;
    return (int)syscall(SYS_setns, 3, 0);
}
static int io_ring(const targets *t)
{
    char parameters[120] = {0};
    (void)t;
    return (int)syscall(SYS_io_uring_setup, 1, parameters);
}
static int user_faults(const targets *t)
{
    (void)t;
    return (int)syscall(SYS_userfaultfd, O_CLOEXEC | 1);
}
static int kernel_program(const targets *t)
{
    union bpf_attr attributes = {.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4, .max_entries = 1};
    (void)t;
    return (int)syscall(SYS_bpf, BPF_MAP_CREATE, &attributes, sizeof attributes);
}
static int key_ring(const targets *t)
{
    (void)t;
    return (int)syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_PROCESS_KEYRING, 1);
}
/* Resources that the kernel counts for all processes of a user together */
static int make_pipe(const targets *t)
{
    int ends[2];
    (void)t;
    return pipe(ends);
}
static int make_epoll(const targets *t)
{
    (void)t;
    return epoll_create1(EPOLL_CLOEXEC);
}
/* By the epolls of the host's own loop. */
static int watch_more(const targets *t)
{
    struct epoll_event event = {.events = EPOLLIN};
    int watched = eventfd(0, EFD_CLOEXEC);
    (void)t;
    for (int number = 0; number < 64; number++)
        if (epoll_ctl(number, EPOLL_CTL_ADD, watched, &event) == 0)
            return 0;
    return -1;
}
static int mount_memory(const targets *t)
{
    (void)t;
    return mount("none", "/mnt", "tmpfs", 0, NULL) < 0 ? -1 : umount("/mnt");
}
static int type_into_terminal(const targets *t)
{
    (void)t;
    return ioctl(2, TIOCSTI, "x");
}

/* Files */

static int read_passwords(const targets *t)
{
    (void)t;
    return open("/etc/passwd", O_RDONLY | O_CLOEXEC);
}
static int list_root(const targets *t)
{
    (void)t;
    return open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}
static int list_temporary(const targets *t)
{
    (void)t;
    return open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}
static int write_temporary(const targets *t)
{
    (void)t;
    int file = open("/tmp/sheaf-hostile", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0)
        unlink("/tmp/sheaf-hostile");
    return file;
}
static int make_shared_memory(const targets *t)
{
    (void)t;
    int file = shm_open("/sheaf-hostile", O_RDWR | O_CREAT, 0600);
    if (file >= 0)
        shm_unlink("/sheaf-hostile");
    return file;
}
static int make_nameless_memory(const targets *t)
{
    (void)t;
    return memfd_create("sheaf-page", 0);
}
/* Shared memory stays whole while a page of it is mapped. */
static int map_shared_memory(const targets *t)
{
    (void)t;
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? -1 : munmap(memory, 4096);
}
/* Of what is in another table of descriptors nobody sees that it has it. */
static int another_table(const targets *t)
{
    (void)t;
    return (int)syscall(SYS_close_range, 1000000, 1000000, CLOSE_RANGE_UNSHARE);
}
/* Where it may be, the kernel finds the flags lacking. */
static int thread_with_a_table(const targets *t)
{
    (void)t;
    return (int)syscall(SYS_clone, CLONE_THREAD, NULL, NULL, NULL, 0);
}
/* Nothing is there: Landlock is asked later than that is found out. */
static int make_empty(const targets *t)
{
    (void)t;
    return open("/usr/lib/sheaf-hostile", O_RDONLY | O_TRUNC | O_CLOEXEC);
}
static int make_empty_by_other_call(const targets *t)
{
    struct open_how how = {.flags = O_RDONLY | O_TRUNC | O_CLOEXEC};
    (void)t;
    return (int)syscall(SYS_openat2, AT_FDCWD, "/usr/lib/sheaf-hostile", &how, sizeof how);
}
static int write_library(const targets *t)
{
    (void)t;
    return open("/usr/lib/sheaf-hostile", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
}
static int make_folder(const targets *t)
{
    (void)t;
    return mkdir("/tmp/sheaf-hostile.d", 0700) == 0 ? rmdir("/tmp/sheaf-hostile.d") : -1;
}
static int remove_file(const targets *t) { return t->socket[0] ? unlink(t->socket) : unlink("/etc/passwd-"); }
/* All that it has open, its document too. */
static int change_modes(const targets *t)
{
    (void)t;
    return fchmod(5, 0600);
}

/* Itself */

static int write_and_execute(const targets *t)
{
    (void)t;
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? -1 : munmap(memory, 4096);
}
static int make_executable(const targets *t)
{
    (void)t;
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int result = memory == MAP_FAILED ? -1 : mprotect(memory, 4096, PROT_READ | PROT_EXEC);
    int code = errno;
    munmap(memory, 4096);
    errno = code;
    return result;
}
static int raise_limit(const targets *t)
{
    struct rlimit limit;
    (void)t;
    if (getrlimit(RLIMIT_CORE, &limit) < 0 || limit.rlim_max != 0)
        return 0;
    limit.rlim_cur = limit.rlim_max = 4096;
    return setrlimit(RLIMIT_CORE, &limit);
}
/* Refused is what it has none of. */
static int use_privileges(const targets *t)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct held[_LINUX_CAPABILITY_U32S_3] = {0};
    (void)t;
    if (syscall(SYS_capget, &header, held) < 0 || held[0].permitted != 0 || held[1].permitted != 0)
        return 0;
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1)
        return 0;
    errno = EPERM;
    return -1;
}

#define ATTEMPT(name) {#name, name}
const attempt attempts[] = {
    ATTEMPT(service_descriptors), ATTEMPT(service_descriptor), ATTEMPT(service_memory), ATTEMPT(service_maps),
    ATTEMPT(service_environment), ATTEMPT(other_memory), ATTEMPT(other_descriptors), ATTEMPT(other_descriptor), ATTEMPT(own_memory),
    ATTEMPT(read_service), ATTEMPT(write_service), ATTEMPT(read_other), ATTEMPT(write_other), ATTEMPT(trace_service), ATTEMPT(trace_other),
    ATTEMPT(take_descriptor), ATTEMPT(take_descriptor_of_other), ATTEMPT(signal_service), ATTEMPT(signal_other), ATTEMPT(signal_group),
    ATTEMPT(signal_all), ATTEMPT(signal_thread), ATTEMPT(signal_queued), ATTEMPT(signal_by_file),
    ATTEMPT(signal_by_socket), ATTEMPT(kill_itself), ATTEMPT(limit_service), ATTEMPT(limit_other), ATTEMPT(limit_own_processor_time), ATTEMPT(affinity_of_service), ATTEMPT(priority_of_service),
    ATTEMPT(start_process), ATTEMPT(start_process_by_call), ATTEMPT(start_process_by_clone), ATTEMPT(execute),
    ATTEMPT(outlive_service), ATTEMPT(connect_service), ATTEMPT(abstract_socket), ATTEMPT(internet),
    ATTEMPT(socket_pair), ATTEMPT(new_user_namespace), ATTEMPT(join_namespace), ATTEMPT(io_ring), ATTEMPT(user_faults),
    ATTEMPT(kernel_program), ATTEMPT(key_ring), ATTEMPT(make_pipe), ATTEMPT(make_epoll), ATTEMPT(watch_more),
    ATTEMPT(mount_memory), ATTEMPT(type_into_terminal),
    ATTEMPT(read_passwords), ATTEMPT(list_root), ATTEMPT(list_temporary), ATTEMPT(write_temporary),
    ATTEMPT(make_shared_memory), ATTEMPT(make_nameless_memory), ATTEMPT(map_shared_memory),
    ATTEMPT(another_table), ATTEMPT(thread_with_a_table), ATTEMPT(make_empty), ATTEMPT(make_empty_by_other_call), ATTEMPT(write_library), ATTEMPT(make_folder), ATTEMPT(remove_file),
    ATTEMPT(change_modes), ATTEMPT(write_and_execute), ATTEMPT(make_executable), ATTEMPT(raise_limit),
    ATTEMPT(use_privileges),
};
const int attempt_count = (int)(sizeof attempts / sizeof *attempts);
