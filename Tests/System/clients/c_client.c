/**
 * Uses libsheaf-client as a viewer does, and reads on where sheafd is killed. Prints a line for each fact that holds; the first one that
 * doesn't ends it with status 1.
 *
 *     c_client SOCKET PATTERN PID COMMAND ...     PATTERN is a document of 50 pages, PID the sheafd that runs, COMMAND what starts another
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sheaf_client.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct sheaf_client *client;
static const char *path;
static pid_t service, own;
static char reader[64];

static void end_own(void)
{
    if (own > 0) kill(own, SIGKILL);
}

static void fact(const char *name, bool holds)
{
    printf("%s: %s", holds ? "ok" : "not so", name);
    printf(holds ? "\n" : " (%s)\n", sheaf_client_problem(client));
    fflush(stdout);
    if (!holds) exit(1);
}

static struct sheaf_reply reply;

/** Calls, and returns the result; the reply is the one above. */
static int call(const char *method, unsigned flags, json_t *parameters)
{
    sheaf_reply_clear(&reply);
    char full[128];
    snprintf(full, sizeof full, "org.sheaf.%s", method);
    return sheaf_client_call(client, full, parameters, NULL, 0, flags, &reply);
}

static bool is_error(const char *name) { return reply.error && !strcmp(strrchr(reply.error, '.') + 1, name); }

static void open_reader(int file, int index)
{
    sheaf_reply_clear(&reply);
    json_t *parameters = json_pack("{s:i, s:{s:i, s:i}, s:{s:i}}", "fileDescriptor", 0, "viewport", "width", 300, "height", 400,
        "target", "index", index);
    int result = sheaf_client_call(client, "org.sheaf.Reader.Open", parameters, &file, 1, 0, &reply);
    fact("a document is opened", result == 0 && !reply.error);
    snprintf(reader, sizeof reader, "%s", json_string_value(json_object_get(json_object_get(reply.parameters, "state"), "reader")));
}

static json_t *of_reader(void) { return json_pack("{s:s}", "reader", reader); }

static json_int_t leased(void)
{
    json_int_t count = -1;
    if (call("Manager.Status", SHEAF_CALL_REPEATABLE, NULL) == 0)
        json_unpack(reply.parameters, "{s:{s:I}}", "cache", "leasedPages", &count);
    return count;
}

static bool listens(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    int number = socket(AF_UNIX, SOCK_STREAM, 0);
    bool connected = connect(number, (struct sockaddr *)&address, sizeof address) == 0;
    close(number);
    return connected;
}

/** Kills the service, waits until it is gone, and starts another one where there is a command. */
static void kill_service(char **command)
{
    kill(service, SIGKILL);
    if (own > 0) waitpid(own, NULL, 0);
    while (listens()) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    own = 0;
    if (command) {
        service = own = fork();
        if (own == 0) {
            int nothing = open("/dev/null", O_RDWR);
            dup2(nothing, 0);
            dup2(nothing, 1);
            dup2(nothing, 2);
            execv(command[0], command);
            _exit(127);
        }
    }
}

static void pages(void)
{
    struct sheaf_page page, again;
    fact("a page comes", call("Reader.GetPage", SHEAF_CALL_REPEATABLE, of_reader()) == 0 && !reply.error);
    json_t *described = json_object_get(reply.parameters, "page");
    fact("it is mapped", sheaf_page_map(&reply, described, &page) == 0 && page.index == 3 && page.height == 400);
    fact("and cannot be written to",
         mmap(NULL, page.mapped, PROT_READ | PROT_WRITE, MAP_SHARED, reply.descriptors[0], 0) == MAP_FAILED);
    fact("its last pixel has a color", page.pixels[(page.height - 1) * page.stride + 4 * page.width - 1] == 255);
    json_object_set_new(described, "height", json_integer(1 << 20));
    fact("one that does not fit in its memory is refused", sheaf_page_map(&reply, described, &again) == -EINVAL);
    fact("it is leased", leased() == 1);
    fact("and returned", sheaf_page_release(client, reader, &page) == 0 && leased() == 0 && !page.mapping);

    json_t *parameters = of_reader();
    json_object_set_new(parameters, "index", json_integer(50));
    fact("an error is a reply", call("Reader.GetPage", 0, parameters) == 0 && is_error("NoSuchPage"));
    fact("with its parameters", json_integer_value(json_object_get(reply.parameters, "pages")) == 50);
    fact("what is no object is refused", call("Reader.GetState", 0, json_array()) == -EINVAL && !reply.parameters);
    fact("what is sent is not answered", sheaf_client_send(client, "org.sheaf.Reader.Drag", json_pack("{s:s, s:f}", "reader", reader,
        "offset", 0.5)) == 0);
    fact("and is done", call("Reader.GetState", 0, of_reader()) == 0
        && json_integer_value(json_object_get(json_object_get(reply.parameters, "state"), "badOffsets")) == 1);
}

/** Waits for a field of the watch. */
static bool is_told(struct sheaf_client *watch, const char *field, const char *event)
{
    for (;;) {
        struct sheaf_reply told;
        int result = sheaf_client_receive(watch, &told, 60000);
        json_t *value = json_object_get(told.parameters, field);
        bool is_it = value && (!event || !strcmp(json_string_value(json_object_get(value, "event")), event));
        bool over = result < 0 || told.error;
        sheaf_reply_clear(&told);
        if (is_it || over) return is_it;
    }
}

int main(int count, char **words)
{
    (void)count;
    path = words[1];
    service = atoi(words[3]);
    char **command = words + 4;
    atexit(end_own);
    client = sheaf_client_new("/nowhere/sheaf");
    fact("a service that is not there is told", call("Manager.Status", 0, NULL) == -ENOTCONN
        && strstr(sheaf_client_problem(client), "/nowhere/sheaf") && strstr(sheaf_client_problem(client), "SHEAF_SOCKET=PATH"));
    sheaf_client_free(client);

    client = sheaf_client_new(path);
    struct sheaf_client *watch = sheaf_client_new(path);
    int file = open(words[2], O_RDONLY | O_CLOEXEC);
    open_reader(file, 3);
    pages();

    struct sheaf_reply told;
    fact("a watch begins with the state", sheaf_client_call(watch, "org.sheaf.Reader.Watch", of_reader(), NULL, 0,
        SHEAF_CALL_MORE | SHEAF_CALL_REPEATABLE, &told) == 0 && told.continues && json_object_get(told.parameters, "state"));
    sheaf_reply_clear(&told);
    while (sheaf_client_receive(watch, &told, 0) == 0) sheaf_reply_clear(&told);
    fact("then nothing comes", sheaf_client_receive(watch, &told, 0) == -ETIMEDOUT);
    json_t *turn = json_pack("{s:s, s:{s:i}, s:s}", "reader", reader, "target", "relative", 1, "handover", "none");
    fact("a turn", call("Reader.Navigate", 0, turn) == 0 && !reply.error);
    struct pollfd wanted = {.fd = sheaf_client_descriptor(watch), .events = POLLIN};
    fact("wakes it", poll(&wanted, 1, 60000) == 1);
    fact("and is told", is_told(watch, "appearance", "didAppear"));

    sheaf_client_set_timeout(client, 60000);
    kill_service(command);
    fact("what may be done twice is answered by the next service", call("Reader.GetState", SHEAF_CALL_REPEATABLE, of_reader()) == 0);
    fact("which does not know the reader", is_error("NoSuchReader") && sheaf_client_reconnections(client) == 1);
    // What it was told before comes first.
    bool is_over = false;
    while (!is_over && sheaf_client_receive(watch, &told, 60000) == 0) {
        is_over = told.error && !told.continues;
        sheaf_reply_clear(&told);
    }
    fact("its watch is told so too", is_over);
    fact("and is over", sheaf_client_receive(watch, &told, 0) == -ENODATA);
    open_reader(file, 4);
    kill_service(command);
    int result = call("Reader.Navigate", 0, json_pack("{s:s, s:{s:i}}", "reader", reader, "target", "relative", 1));
    // What was sent before the connection was seen to end is sent again, or nobody knows.
    fact("what may not is done once, or nobody knows", result == -ECONNABORTED || is_error("NoSuchReader"));
    fact("and the next call is answered", call("Manager.Status", 0, NULL) == 0 && !reply.error);
    kill_service(NULL);
    fact("without a service it says so in the end", call("Manager.Status", SHEAF_CALL_REPEATABLE, NULL) == -ENOTCONN);
    sheaf_reply_clear(&reply);
    sheaf_client_free(client);
    sheaf_client_free(watch);
    close(file);
    puts("ok: all of it");
    return 0;
}
