/* load_flood.c -- a client that sends as fast as it can, and comes back at once when it is closed;
 * in a process of its own. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "load.h"

struct load_flood {
    pid_t process;              /* told by the parent alone: both see this memory */
    _Atomic int64_t longest_us; /* until it was closed */
    _Atomic int64_t closed;
};

static int connect_to(const struct url *url)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)url->port)};
    const char *host = strcmp(url->host, "localhost") == 0 ? "127.0.0.1" : url->host;
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && inet_pton(AF_INET, host, &to.sin_addr) == 1 &&
        connect(fd, (const struct sockaddr *)&to, sizeof to) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

static bool upgrade(int fd, const struct url *url)
{
    char text[1024];
    const int length = load_upgrade_text(url, text, sizeof text);
    return send(fd, text, (size_t)length, MSG_NOSIGNAL) == length &&
           recv(fd, text, sizeof text, 0) > 12 && memcmp(text, "HTTP/1.1 101", 12) == 0;
}

/* Fills the bytes with as many frames as fit. Returns their length. */
static size_t write_pings(char *frames, size_t size)
{
    struct message ping;
    struct cn__text line = {.text = NULL};
    size_t length = 0;
    message_init(&ping, MESSAGE_PING);
    message_write(&line, &ping);
    while (!line.failed && length + line.length + LOAD_FRAME_HEAD <= size)
        length += load_frame_write(frames + length, line.text, line.length - 1);
    cn__text_free(&line);
    return length;
}

/* Until the server closes. */
static void pour(int fd)
{
    static char pings[9000];
    char answers[4096];
    const size_t length = write_pings(pings, sizeof pings);
    while (send(fd, pings, length, MSG_NOSIGNAL) > 0)
        while (recv(fd, answers, sizeof answers, MSG_DONTWAIT) > 0)
            ;
}

static void flood_for_ever(struct load_flood *flood, const struct url *url)
{
    for (;;) {
        const int fd = connect_to(url);
        const int64_t begin = load_now_us();
        if (fd >= 0 && upgrade(fd, url)) {
            pour(fd);
            const int64_t took = load_now_us() - begin;
            if (took > flood->longest_us)
                flood->longest_us = took;
            flood->closed++;
        }
        if (fd >= 0)
            close(fd);
    }
}

struct load_flood *load_flood_begin(const struct url *url)
{
    struct load_flood *flood =
        mmap(NULL, sizeof *flood, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (flood == MAP_FAILED)
        return NULL;
    const pid_t process = fork();
    if (process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        flood_for_ever(flood, url);
    }
    flood->process = process;
    if (process > 0)
        return flood;
    munmap(flood, sizeof *flood);
    return NULL;
}

double load_flood_end(struct load_flood *flood, int64_t *closed)
{
    kill(flood->process, SIGKILL);
    waitpid(flood->process, NULL, 0);
    const double longest_ms = (double)flood->longest_us / 1000;
    *closed = flood->closed;
    munmap(flood, sizeof *flood);
    return longest_ms;
}
