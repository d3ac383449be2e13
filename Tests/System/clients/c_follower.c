/**
 * Follows a file by libsheaf-client while it is saved. Prints a line for each fact that holds; the first one that doesn't ends it with
 * status 1.
 *
 *     c_follower SOCKET FOLDER
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sheaf_client.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct sheaf_client *client, *watch;
static char path[512], other[512];
static char reader[64];

static void fact(const char *name, bool holds)
{
    printf("%s: %s\n", holds ? "ok" : "not so", name);
    fflush(stdout);
    if (!holds) exit(1);
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    fprintf(file, "%s", text);
    fclose(file);
}

/** Serves the watch as an event loop does, until it is told a document of so many pages; 0: that the file was removed. */
static bool is_told(int pages)
{
    for (int turn = 0; turn < 600; turn++) {
        struct pollfd wanted = {.fd = sheaf_client_descriptor(watch), .events = POLLIN};
        poll(&wanted, 1, 100);
        struct sheaf_reply told;
        while (sheaf_client_receive(watch, &told, 0) == 0) {
            json_int_t count = 0;
            json_unpack(told.parameters, "{s:{s:{s:{s:I}}}}", "state", "document", "count", "pages", &count);
            bool is_it = pages ? count == pages : json_is_true(json_object_get(told.parameters, "removed"));
            sheaf_reply_clear(&told);
            if (is_it) return true;
        }
    }
    return false;
}

/** Waits until the service refuses what lies there, with an error; null: until it does not any more. */
static bool is_refused(const char *name)
{
    for (int turn = 0; turn < 600; turn++) {
        const char *refusal = sheaf_client_refusal(watch);
        if (name ? refusal && !strcmp(strrchr(refusal, '.') + 1, name) : !refusal) return true;
        struct sheaf_reply told;
        if (sheaf_client_receive(watch, &told, 100) == 0) sheaf_reply_clear(&told);
    }
    return false;
}

int main(int count, char **words)
{
    (void)count;
    snprintf(path, sizeof path, "%s/book", words[2]);
    snprintf(other, sizeof other, "%s/other", words[2]);
    client = sheaf_client_new(words[1]);
    watch = sheaf_client_new(words[1]);
    write_file(path, "sheaf-pattern 1\npages = 9\n");
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct sheaf_reply reply;
    json_t *parameters = json_pack("{s:i, s:{s:i, s:i}, s:{s:i}}", "fileDescriptor", 0, "viewport", "width", 60, "height", 80,
        "target", "index", 4);
    fact("a document is opened", sheaf_client_call(client, "org.sheaf.Reader.Open", parameters, &file, 1, 0, &reply) == 0 && !reply.error);
    snprintf(reader, sizeof reader, "%s", json_string_value(json_object_get(json_object_get(reply.parameters, "state"), "reader")));
    sheaf_reply_clear(&reply);
    const char *paths[] = {path, other};
    fact("several files that are no album are none to follow", sheaf_client_follow(watch, paths, &file, 2, false) == -EINVAL);
    fact("its file is followed", sheaf_client_follow(watch, paths, &file, 1, false) == 0);
    fact("while it is watched", sheaf_client_call(watch, "org.sheaf.Reader.Watch", json_pack("{s:s}", "reader", reader), NULL, 0,
        SHEAF_CALL_MORE | SHEAF_CALL_REPEATABLE, &reply) == 0 && reply.continues);
    sheaf_reply_clear(&reply);

    write_file(other, "sheaf-pattern 1\npages = 10\n");
    rename(other, path);
    fact("a file that is renamed over it", is_told(0) && is_told(10));
    unlink(path);
    fact("one that is removed", is_told(0));
    nanosleep(&(struct timespec){.tv_sec = 1, .tv_nsec = 500000000}, NULL);
    write_file(path, "sheaf-pattern 1\norder = 0-");
    fact("of which half is written", is_refused("NotADocument"));
    write_file(path, "<!doctype html><html><body><p>a text</p></body></html>");
    fact("or something else", is_refused("OtherFormat"));
    write_file(path, "sheaf-pattern 1\npages = 11\n");
    fact("and then all of it", is_told(11) && is_refused(NULL));
    fact("the reader is where it was", sheaf_client_call(client, "org.sheaf.Reader.GetState", json_pack("{s:s}", "reader", reader), NULL, 0,
        0, &reply) == 0 && !reply.error);
    json_int_t index = 0;
    json_unpack(reply.parameters, "{s:{s:{s:I}}}", "state", "location", "index", &index);
    fact("on its page", index == 4);
    sheaf_reply_clear(&reply);
    sheaf_client_free(client);
    sheaf_client_free(watch);
    close(file);
    puts("ok: all of it");
    return 0;
}
