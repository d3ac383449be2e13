/* SPDX-License-Identifier: Apache-2.0 */
/* Not installed: what the files of the library have in common. */
#ifndef SHEAF_CLIENT_INTERNAL_H
#define SHEAF_CLIENT_INTERNAL_H

#include "sheaf_client.h"

/** The socket of this user's own service where that answers, else that of the system; null: no memory. The caller frees it. */
char *find_service(void);

/** How many descriptors a message says that it has. */
size_t count_descriptors(const json_t *value);
/** A call as it is sent, with the NUL at its end; null where it cannot be. Takes the parameters over. */
char *write_call(const char *method, json_t *parameters, const char *flag, size_t *length);

/** Waits for the files that take the place of those that a reader was opened from. */
struct follower;

/** 0, or a negative errno. `socket` is where the service is. */
int follower_new(const char *socket, const char *const *paths, const int *files, size_t count, bool album, struct follower **made);
void follower_free(struct follower *follower);

/** The descriptor to poll: it is readable where follower_work() has something to do, or a socket that was added has something to read. */
int follower_descriptor(const struct follower *follower);
/** Polls a socket along. It is forgotten when it is closed. */
void follower_add(struct follower *follower, int socket);
/** Takes in what the watch was told: with a state, or that the file was removed, looks begin. */
void follower_told(struct follower *follower, const struct sheaf_reply *reply);
/** Does what is due. It waits for nothing but a service that is being restarted. */
void follower_work(struct follower *follower);
/** Why the service has not taken the last file; null where it has. */
const char *follower_refusal(const struct follower *follower);

/** Sends a call, whose answer end_call() has. Takes the parameters over. */
int begin_call(struct sheaf_client *client, const char *method, json_t *parameters, const int *descriptors, size_t count);
/** The answer, where it comes in so many milliseconds; else -ETIMEDOUT. After any other failure there is none. */
int end_call(struct sheaf_client *client, struct sheaf_reply *reply, int milliseconds);

#endif
