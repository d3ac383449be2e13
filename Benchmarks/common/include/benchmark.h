/* SPDX-License-Identifier: Apache-2.0
 *
 * What the programs of the benchmark share. Every client program prints its measurement the same way
 * (benchmark_print), so that the program that runs them reads one form. Durations are in nanoseconds.
 */
#ifndef SHEAF_BENCHMARK_H
#define SHEAF_BENCHMARK_H

#include <stddef.h>
#include <stdint.h>

/* The monotonic clock. */
uint64_t benchmark_now(void);
/* Ends the program: one line that says what went wrong, and errno's text where it is not 0. */
_Noreturn void benchmark_fail(const char *what, const char *subject);
/* The value of `--name` as text, as a number of at least 0, or whether the flag is there. Ends the program where a
 * value is missing and there is no fallback (NULL, or below 0). */
const char *benchmark_option(char *const argv[], const char *name, const char *fallback);
int64_t benchmark_number(char *const argv[], const char *name, int64_t fallback);
int benchmark_flag(char *const argv[], const char *name);

/* A blocking Unix stream socket, connected to `path`. */
int benchmark_connect(const char *path);
/* Writes all of it to a blocking socket. */
void benchmark_send(int fd, const char *bytes, size_t length);
/* Reads every byte: the sum of its 64-bit words, and of the bytes after the last of them. */
uint64_t benchmark_sum(const void *bytes, size_t length);
/* Prints "elapsed reply_bytes", then a line for each sample. */
void benchmark_print(const uint64_t *samples, size_t count, uint64_t elapsed, size_t reply_bytes);

/* process.c: for whoever starts programs. Programs are looked up in PATH and killed when the caller's thread ends.
 * `processors` are bits, 0 for all of the caller's. Each returns at least 0, or a negative errno. */
int32_t benchmark_start(char *const argv[], int32_t output, int32_t errors, uint64_t processors);
/* Keeps the calling process on those processors; ends it where that fails. For a child that is about to exec. */
void benchmark_choose_processors(uint64_t processors);
/* Runs a program to its end and keeps what it prints. 0 where it exited with 0, 1 where it did not or did not in time;
 * -EINTR where the caller was interrupted. */
int32_t benchmark_run(char *const argv[], uint64_t processors, int32_t timeout_ms, char *output, size_t capacity,
                      size_t *length);
/* Collects a child, waiting at most so long, then kills it. 0 where it exited with 0, 1 where it did not. */
int32_t benchmark_collect(int32_t pid, int32_t timeout_ms);
/* The most memory that the child which was collected last has had at once, with the libraries that it shares: bytes. */
int64_t benchmark_peak(void);
/* Whether a child has ended; it is still to be collected. */
int32_t benchmark_has_ended(int32_t pid);
/* The processors that the caller may run on. */
uint64_t benchmark_processors(void);
/* From now on SIGINT, SIGTERM and SIGHUP end nothing but what waits here. */
void benchmark_catch_interrupts(void);
int32_t benchmark_interrupted(void);

/* manager.c: a service manager as far as a restart needs one. It keeps what the service sends (FDSTORE=1), and passes it to
 * the next one it starts, behind a listening socket. There is one. */
#define BENCHMARK_KEPT_MAX 8192
/* Makes both sockets, and keeps nothing any more. 0, or a negative errno. */
int32_t benchmark_manager_open(const char *socket_path, const char *notify_path);
/* How many descriptors it keeps. */
int32_t benchmark_manager_kept(void);
/* Lets go of them. */
void benchmark_manager_drop(void);
/* Starts a program on those processors. At least 0, or a negative errno. */
int32_t benchmark_manager_start(char *const argv[], int32_t output, uint64_t processors);
/* Takes what comes for so long, or until READY=1: 1 then, else 0. */
int32_t benchmark_manager_serve(int32_t timeout_ms);
/* Takes what comes until a program has ended, and collects it, as benchmark_collect does. */
int32_t benchmark_manager_collect(int32_t pid, int32_t timeout_ms);

#endif
