/* SPDX-License-Identifier: Apache-2.0 */
#include "acts.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define REQUESTS 3
#define NOTICES 4
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Ends */

static void fault(const stage *s)
{
    (void)s;
    *(volatile int *)8 = 1;
}
static int deeper(volatile int *above)
{
    volatile int here[256];
    here[0] = *above + 1;
    return here[0] < 0 ? 0 : deeper(here) + here[0];
}
static void overflow(const stage *s)
{
    volatile int depth = 0;
    (void)s;
    deeper(&depth);
}
static void abort_now(const stage *s)
{
    (void)s;
    abort();
}
static void exit_well(const stage *s)
{
    (void)s;
    _exit(0);
}
static void exit_badly(const stage *s)
{
    (void)s;
    _exit(3);
}
static void use_up_processor(const stage *s)
{
    struct rlimit limit = {.rlim_cur = 0, .rlim_max = 1};
    (void)s;
    setrlimit(RLIMIT_CPU, &limit);
    for (volatile int i = 0;; i++)
        ;
}
static void hang_up(const stage *s)
{
    (void)s;
    close(REQUESTS);
    close(NOTICES);
}

/* Hangs; none of them looks whether it is cancelled. */

static void spin(const stage *s)
{
    (void)s;
    for (volatile int i = 0;; i++)
        ;
}
static void wait_in_call(const stage *s)
{
    int file = eventfd(0, EFD_CLOEXEC);
    uint64_t count;
    (void)s;
    while (read(file, &count, sizeof count) != 0)
        ;
}
static void stop_itself(const stage *s)
{
    (void)s;
    raise(SIGSTOP);
}
static void *spin_aside(void *argument)
{
    (void)argument;
    for (volatile int i = 0;; i++)
        ;
    return NULL;
}
static void start_threads(const stage *s)
{
    pthread_t thread;
    (void)s;
    for (int i = 0; i < 4; i++)
        pthread_create(&thread, NULL, spin_aside, NULL);
}

/* Takes */

static void leak_memory(const stage *s)
{
    (void)s;
    for (int i = 0; mmap(NULL, 16 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | (i < 4 ? MAP_POPULATE : 0), -1,
                         0) != MAP_FAILED;
         i++)
        ;
}
static void leak_descriptors(const stage *s)
{
    (void)s;
    while (dup(REQUESTS) >= 0)
        ;
}
static void leak_files(const stage *s)
{
    (void)s;
    while (memfd_create("hostile", 0) >= 0)
        ;
}
/* Takes shared memory without mapping it: unmapped memory counts for no process. */
static void take_shared_memory(const stage *s)
{
    char line[64];
    int pieces = 0;
    for (int file; pieces < 16 && (file = memfd_create("sheaf-page", 0)) >= 0; pieces++)
        if (fallocate(file, 0, 0, 64 << 20) < 0)
            break;
    snprintf(line, sizeof line, "took %d MiB of shared memory", 64 * pieces);
    s->services->log(s->host, SHEAF_LOG_INFO, line);
}
static void leak_pipes(const stage *s)
{
    int ends[2];
    (void)s;
    while (pipe(ends) == 0)
        ;
}
static void *wait_aside(void *argument)
{
    (void)argument;
    for (;;)
        poll(NULL, 0, -1);
    return NULL;
}
static void leak_threads(const stage *s)
{
    pthread_attr_t small;
    pthread_t thread;
    (void)s;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 64 << 10);
    for (int i = 0; i < 2000 && pthread_create(&thread, &small, wait_aside, NULL) == 0; i++)
        ;
}

/* Writes where it must not */

static size_t page_bytes(const stage *s) { return (size_t)s->render->height * s->render->stride; }
static void write_past_page(const stage *s)
{
    memset((char *)s->render->pixels + page_bytes(s), 0xa5, 4096);
}
static void write_far_past_page(const stage *s)
{
    memset((char *)s->render->pixels + page_bytes(s), 0xa5, (size_t)1 << 30);
}
/* The memory of the page that is asked for: that of others is sealed. */
static int page_memory(const stage *s)
{
    struct stat status;
    for (int file = 255; file > NOTICES; file--)
        if ((fcntl(file, F_GET_SEALS) & (F_SEAL_WRITE | F_SEAL_GROW)) == F_SEAL_GROW && fstat(file, &status) == 0 &&
            (size_t)status.st_size == page_bytes(s))
            return file;
    return -1;
}
static void keep_page(const stage *s)
{
    dup(page_memory(s));
}
static void keep_pages_at_first(const stage *s)
{
    static int kept;
    if (kept++ < 16)
        keep_page(s);
}
static void *write_for_ever(void *argument)
{
    int file = (int)(long)argument;
    while (pwrite(file, "hostile", 7, 0) == 7)
        ;
    return NULL;
}
static void write_sealed_page(const stage *s)
{
    pthread_t thread;
    pthread_create(&thread, NULL, write_for_ever, (void *)(long)dup(page_memory(s)));
}
/* A mapping that can be written keeps the seal off. */
static void map_page(const stage *s)
{
    mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, page_memory(s), 0);
}
/* One that can't be written keeps no seal off, and all of the page in memory. */
static void map_a_part(const stage *s)
{
    mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, page_memory(s), 0);
}
static void map_much(const stage *s)
{
    (void)s;
    for (int i = 0; i < 16384; i++)
        mmap(NULL, 4096, i % 2 ? PROT_READ : PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
static void shrink_page(const stage *s)
{
    if (ftruncate(page_memory(s), 16) < 0)
        return;
}
static void seal_page(const stage *s)
{
    fcntl(page_memory(s), F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
}

/* Says */

static void say(int socket, const char *text, size_t length)
{
    if (send(socket, text, length, MSG_NOSIGNAL) < 0)
        return;
}
static void answer_nonsense(const stage *s)
{
    (void)s;
    say(REQUESTS, "nonsense", 9);
}
static void answer(const char *parameters)
{
    char text[512];
    int length = snprintf(text, sizeof text, "{\"parameters\":{%s}}", parameters);
    say(REQUESTS, text, (size_t)length + 1);
}
static void lie_about_size(const stage *s)
{
    (void)s;
    answer("\"bytes\":4611686018427387904,\"stride\":200,\"cuttable\":true,\"microseconds\":1");
}
/* When it is opened. */
static void lie_about_count(const stage *s)
{
    (void)s;
    answer("\"count\":{\"kind\":\"exact\",\"pages\":9223372036854775807},\"locked\":false");
}
static void lie_about_stride(const stage *s)
{
    (void)s;
    answer("\"bytes\":10000,\"stride\":-200,\"cuttable\":true,\"microseconds\":1");
}
static void lie_about_time(const stage *s)
{
    (void)s;
    answer("\"bytes\":10000,\"stride\":200,\"cuttable\":true,\"microseconds\":9223372036854775807");
}
static void answer_rightly(const stage *s)
{
    char text[128];
    snprintf(text, sizeof text, "\"bytes\":%zu,\"stride\":%zu,\"cuttable\":true,\"microseconds\":1", page_bytes(s),
             (size_t)s->render->stride);
    answer(text);
}
/* Before the host has sealed the page. */
static void lie_about_seals(const stage *s)
{
    answer_rightly(s);
    spin(s);
}
static void answer_twice(const stage *s)
{
    answer_rightly(s);
    answer_rightly(s);
}
static void notice_nonsense(const stage *s)
{
    (void)s;
    say(NOTICES, "nonsense", 9);
}
static void notice_thumbnails(const stage *s)
{
    unsigned packet[6] = {3, 1};
    (void)s;
    for (packet[2] = 0; packet[2] < 1000; packet[2]++)
        say(NOTICES, (const char *)packet, sizeof packet);
}
static void send_descriptors(const stage *s)
{
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(253 * sizeof(int))];
    } control = {.header = {.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(253 * sizeof(int))}};
    unsigned packet[6] = {2, 3};
    struct iovec vector = {.iov_base = packet, .iov_len = sizeof packet};
    struct msghdr message = {
        .msg_iov = &vector, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    int numbers[253];
    for (size_t i = 0; i < COUNT(numbers); i++)
        numbers[i] = REQUESTS;
    memcpy(CMSG_DATA(&control.header), numbers, sizeof numbers);
    while (sendmsg(NOTICES, &message, MSG_NOSIGNAL) > 0)
        ;
    /* Notices on their way are limited: the first of them may not have come yet. */
    spin(s);
}

/* Floods; they go on until the host is killed. */

static void flood_log(const stage *s)
{
    char line[2048];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = 0;
    for (;;)
        s->services->log(s->host, SHEAF_LOG_ERROR, line);
}
static void flood_changes(const stage *s)
{
    sheaf_change change = {.size = sizeof change, .kind = SHEAF_CHANGED_PAGES};
    for (;;)
        s->services->changed(s->host, s->document, &change);
}
static void flood_standard_error(const stage *s)
{
    (void)s;
    for (;;)
        if (write(2, "\n<0>sheafd: error: forged\033[2J\n", 31) < 0)
            continue;
}

static const struct {
    const char *name;
    void (*perform)(const stage *stage);
} acts[] = {
    {"fault", fault},
    {"overflow", overflow},
    {"abort", abort_now},
    {"exit-well", exit_well},
    {"exit-badly", exit_badly},
    {"use-up-processor", use_up_processor},
    {"hang-up", hang_up},
    {"spin", spin},
    {"wait-in-call", wait_in_call},
    {"stop-itself", stop_itself},
    {"start-threads", start_threads},
    {"leak-memory", leak_memory},
    {"leak-descriptors", leak_descriptors},
    {"leak-files", leak_files},
    {"take-shared-memory", take_shared_memory},
    {"leak-pipes", leak_pipes},
    {"leak-threads", leak_threads},
    {"write-past-page", write_past_page},
    {"write-far-past-page", write_far_past_page},
    {"keep-page", keep_page},
    {"keep-pages-at-first", keep_pages_at_first},
    {"write-sealed-page", write_sealed_page},
    {"map-page", map_page},
    {"map-a-part", map_a_part},
    {"map-much", map_much},
    {"shrink-page", shrink_page},
    {"seal-page", seal_page},
    {"answer-nonsense", answer_nonsense},
    {"lie-about-size", lie_about_size},
    {"lie-about-count", lie_about_count},
    {"lie-about-stride", lie_about_stride},
    {"lie-about-time", lie_about_time},
    {"lie-about-seals", lie_about_seals},
    {"answer-twice", answer_twice},
    {"notice-nonsense", notice_nonsense},
    {"notice-thumbnails", notice_thumbnails},
    {"send-descriptors", send_descriptors},
    {"flood-log", flood_log},
    {"flood-changes", flood_changes},
    {"flood-standard-error", flood_standard_error},
};

int act(const char *name, const stage *stage)
{
    int number;
    if (sscanf(name, "raise-%d", &number) == 1) {
        raise(number);
        return 1;
    }
    for (size_t i = 0; i < COUNT(acts); i++)
        if (strcmp(acts[i].name, name) == 0) {
            acts[i].perform(stage);
            return 1;
        }
    return 0;
}
