/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Prints how bright each page of a document is, from 0 (black) to 255 (white): a program in C that has pages without showing them.
 *
 *     cc -o brightness brightness.c $(pkg-config --cflags --libs sheaf-client)
 *     ./brightness book.pdf
 *
 * SHEAF_SOCKET says where the service is. Where that is restarted meanwhile, it goes on.
 */
#include <errno.h>
#include <fcntl.h>
#include <sheaf_client.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Opens the document and says how many pages it has. The file goes as a descriptor: the service needs no right to read it. */
static char *open_reader(struct sheaf_client *client, int file, json_int_t *pages)
{
    struct sheaf_reply reply;
    json_t *parameters = json_pack("{s:i, s:{s:i, s:i}}", "fileDescriptor", 0, "viewport", "width", 300, "height", 400);
    if (sheaf_client_call(client, "org.sheaf.Reader.Open", parameters, &file, 1, 0, &reply) < 0 || reply.error) {
        char *said = reply.parameters ? json_dumps(reply.parameters, 0) : NULL;
        fprintf(stderr, "brightness: %s %s\n", said ? reply.error : sheaf_client_problem(client), said ? said : "");
        exit(1);
    }
    const char *name = NULL;
    json_unpack(reply.parameters, "{s:{s:s, s:{s:{s:I}}}}", "state", "reader", &name, "document", "count", "pages", pages);
    char *copy = strdup(name ? name : "");
    sheaf_reply_clear(&reply);
    return copy;
}

static double brightness_of(const struct sheaf_page *page)
{
    double sum = 0;
    for (size_t row = 0; row < page->height; row++) {
        const unsigned char *pixel = page->pixels + row * page->stride;
        for (size_t column = 0; column < page->width; column++, pixel += 4)
            sum += (29 * pixel[0] + 150 * pixel[1] + 77 * pixel[2]) / 256.0;
    }
    return sum / (double)(page->width * page->height);
}

int main(int count, char **words)
{
    int file = count == 2 ? open(words[1], O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) {
        fprintf(stderr, count == 2 ? "brightness: %s: %s\n" : "usage: brightness DOCUMENT\n", words[1], strerror(errno));
        return 2;
    }
    struct sheaf_client *client = sheaf_client_new(NULL);
    json_int_t pages = 0;
    char *reader = open_reader(client, file, &pages);
    for (json_int_t index = 0; index < pages; index++) {
        struct sheaf_reply reply;
        json_t *parameters = json_pack("{s:s, s:I}", "reader", reader, "index", index);
        if (sheaf_client_call(client, "org.sheaf.Reader.GetPage", parameters, NULL, 0, SHEAF_CALL_REPEATABLE, &reply) < 0) {
            fprintf(stderr, "brightness: %s\n", sheaf_client_problem(client));
            return 1;
        }
        struct sheaf_page page;
        if (reply.error && !strcmp(reply.error, "org.sheaf.Reader.NoSuchReader")) {
            // The service that knew it has ended: the same page of the same file again.
            free(reader);
            reader = open_reader(client, file, &pages);
            index--;
        } else if (reply.error || sheaf_page_map(&reply, json_object_get(reply.parameters, "page"), &page) < 0) {
            printf("%lld: %s\n", (long long)index, reply.error ? reply.error : "no page");
        } else {
            printf("%lld: %.3f\n", (long long)index, brightness_of(&page));
            sheaf_page_release(client, reader, &page);
        }
        fflush(stdout);
        sheaf_reply_clear(&reply);
    }
    struct sheaf_reply closed;
    sheaf_client_call(client, "org.sheaf.Reader.Close", json_pack("{s:s}", "reader", reader), NULL, 0, 0, &closed);
    sheaf_reply_clear(&closed);
    sheaf_client_free(client);
    free(reader);
    return 0;
}
