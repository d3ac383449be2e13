/* SPDX-License-Identifier: Apache-2.0
 *
 * What a process does to itself so that code which is loaded into it afterwards reaches nothing. Nothing of it can be
 * taken back. Call it while the process has one thread: Landlock holds for the calling thread and those that it starts.
 * Functions return a value of at least 0, or a negative errno.
 */
#ifndef SHEAF_SANDBOX_H
#define SHEAF_SANDBOX_H

#include <stddef.h>
#include <stdint.h>

/* Whether this was built with a sanitizer, which needs more of the system than what it watches: 1 or 0. */
int32_t sheaf_sandbox_is_sanitized(void);

/* limits.c */
typedef struct sheaf_sandbox_limits {
    uint64_t address_space; /* bytes of RLIMIT_AS; 0: as it is */
    uint64_t file_size;     /* bytes of RLIMIT_FSIZE, which also holds for shared memory */
    uint64_t threads;       /* RLIMIT_NPROC: so many beyond those that this user has already */
} sheaf_sandbox_limits;
/* Sets limits, none above what is in force, and forbids core dumps. */
int32_t sheaf_sandbox_set_limits(const sheaf_sandbox_limits *limits);
/* Gives up all capabilities, and the ways to gain privileges by executing something (no_new_privs). */
int32_t sheaf_sandbox_drop_privileges(void);

/* landlock.c: landlock(7) */
/* The version of Landlock that the kernel has; 0 where it has none. */
int32_t sheaf_sandbox_landlock_version(void);
#define SHEAF_SANDBOX_LANDLOCK_NETWORK 4 /* the version from which on TCP is confined */
#define SHEAF_SANDBOX_LANDLOCK_SCOPES 6  /* the version from which on signals and abstract sockets are */
/* Confines the calling thread to reading files, and to executing some of them, each named by a descriptor of it or of a folder above
 * it (O_PATH will do). */
int32_t sheaf_sandbox_restrict_files(const int32_t *readable, size_t count, const int32_t *executable,
                                     size_t executable_count);
/* Names a file or folder (O_PATH), links followed. */
int32_t sheaf_sandbox_locate(const char *path);

/* syscalls.c: seccomp(2) */
/* Whether the kernel filters system calls: 1 or 0. */
int32_t sheaf_sandbox_can_filter(void);
/* Whom a filter is for: a host that has a library loaded; one whose provider is a program, for which it makes memory for pixels; or
 * that program, which is executed then. */
enum { SHEAF_SANDBOX_LIBRARY, SHEAF_SANDBOX_PROGRAM_HOST, SHEAF_SANDBOX_PROGRAM };
/* Refuses every system call to all threads but those that rendering needs.
 * `executable_memory`: memory may be made executable that is or was writable. */
int32_t sheaf_sandbox_filter_calls(int32_t executable_memory, int32_t role);

/* opening.c: seccomp_unotify(2), for what authors of providers run */
/* Has each call of this process, and of those that it starts, that opens a file wait until sheaf_sandbox_next_opening has seen it; the
 * descriptor for that, which another process must have. */
int32_t sheaf_sandbox_watch_opening(void);
/* Waits for the next such call and lets it go on. `path` becomes what it opens, from the root on; empty where that can't be told. */
int32_t sheaf_sandbox_next_opening(int32_t watch, char *path, size_t length);

/* signals.c */
/* The exit status of a process whose own fault comes when an eighth of its RLIMIT_AS can't be had any more. */
#define SHEAF_SANDBOX_STATUS_OF_MEMORY 193
/* Has this process exit with status 128 + N where another process sends it signal N, one of those that mean a fault or end a
 * process by default. Its own faults end it as before, or for want of memory with that status. */
int32_t sheaf_sandbox_tell_signals(void);
/* The signals that sheaf_sandbox_tell_signals is about: bit N - 1 is signal N. Blocked from the start of a process they
 * wait until it can tell them; its own faults end it all the same. */
uint64_t sheaf_sandbox_told_signals(void);

/* program.c: a provider that is a program */
typedef struct sheaf_sandbox_program {
    const char *path;
    int32_t channel;      /* becomes its descriptor 3 */
    int32_t cancel_word;  /* becomes its descriptor 4 */
    int32_t confine_files, confine_calls; /* whether the kernel can */
    int32_t executable_memory;
    const int32_t *readable; /* as for sheaf_sandbox_restrict_files */
    size_t readable_count;
    const int32_t *executable;
    size_t executable_count;
} sheaf_sandbox_program;
/* The step that failed in starting a program. */
#define SHEAF_SANDBOX_STEP_EXECUTE 0
#define SHEAF_SANDBOX_STEP_FILES 1
#define SHEAF_SANDBOX_STEP_CALLS 2
/* Starts a program in a process that has what confines this one, and more, and ends with it; its pid. Where that fails, `step` says at what. SIGCHLD is
 * blocked from then on. */
int32_t sheaf_sandbox_start_program(const sheaf_sandbox_program *program, int32_t *step);
/* Waits until a program that was started so has ended, and ends this process in the same way; with status 1 where it takes longer. */
void sheaf_sandbox_end_like(int32_t program, int32_t milliseconds) __attribute__((noreturn));

/* title.c */
/* Leaves nothing of a program's arguments in the list of processes but the first. */
void sheaf_sandbox_hide_arguments(int32_t count);
/* Calls `found` with the folder of every library that is loaded; paths may come more than once. */
void sheaf_sandbox_library_folders(void (*found)(const char *folder, void *context), void *context);

#endif
