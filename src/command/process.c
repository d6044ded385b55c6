#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void close_end(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

/* ---- starting ---- */

/* Two pipes: [0] what it reads and [1] our end, [2] our end and [3] where it writes. */
static int open_pipes(int ends[4])
{
    ends[0] = ends[1] = ends[2] = ends[3] = -1;
    /* Closed in every program that is started, those of other threads included. */
    if (pipe2(ends, O_CLOEXEC) == 0 && pipe2(ends + 2, O_CLOEXEC) == 0 &&
        fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0 && fcntl(ends[2], F_SETFL, O_NONBLOCK) == 0)
        return 0;
    return errno;
}

/* A process group of its own, so that what it starts is ended with it; no signal blocked, and
 * SIGPIPE as programs know it, whatever the host does with it. */
static int set_attributes(posix_spawnattr_t *attributes)
{
    sigset_t none;
    sigset_t pipe;
    sigemptyset(&none);
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    int error = posix_spawnattr_setsigmask(attributes, &none);
    if (error == 0)
        error = posix_spawnattr_setsigdefault(attributes, &pipe);
    if (error == 0)
        error = posix_spawnattr_setpgroup(attributes, 0);
    if (error == 0)
        error = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                                         POSIX_SPAWN_SETSIGMASK);
    return error;
}

static int spawn(struct process *process, char *const words[], const int ends[4])
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0)
        return error;
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        error = set_attributes(&attributes);
        if (error == 0)
            error = posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
        if (error == 0)
            error = posix_spawn_file_actions_adddup2(&actions, ends[3], STDOUT_FILENO);
        if (error == 0 && process->hushed)
            error =
                posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        if (error == 0)
            error = posix_spawnp(&process->pid, words[0], &actions, &attributes, words, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Words parted by blanks, in place. False if there are none, or too many. */
static bool split(char *command, char *words[], int most)
{
    int count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(command, " \t", &rest); word != NULL;
         word = strtok_r(NULL, " \t", &rest)) {
        if (count + 1 == most)
            return false;
        words[count++] = word;
    }
    words[count] = NULL;
    return count > 0;
}

static int start_words(struct process *process, char *const words[])
{
    int ends[4];
    int error = open_pipes(ends);
    if (error == 0)
        error = spawn(process, words, ends);
    close_end(&ends[0]);
    close_end(&ends[3]);
    if (error != 0) {
        close_end(&ends[1]);
        close_end(&ends[2]);
        process->pid = 0;
        return error;
    }
    process->to = ends[1];
    process->from = ends[2];
    return 0;
}

int process_start(struct process *process, const char *command)
{
    enum {
        WORDS_MAX = 64
    };
    char *words[WORDS_MAX];
    char *copy = strdup(command);
    if (copy == NULL)
        return ENOMEM;
    cn__text_clear(&process->out);
    process->sent = process->in_length = 0;
    process->to = process->from = -1;
    const int error = split(copy, words, WORDS_MAX) ? start_words(process, words) : EINVAL;
    free(copy);
    return error;
}

/* ---- telling ---- */

/* A program that has ended must not end us: SIGPIPE is held back from this thread and taken out.
 * The host's own way with the signal stays as it is. */
static ssize_t write_without_signal(int to, const char *text, size_t length)
{
    const struct timespec at_once = {0, 0};
    sigset_t pipe;
    sigset_t before;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    const ssize_t written = write(to, text, length);
    const int error = errno;
    if (written < 0 && error == EPIPE)
        sigtimedwait(&pipe, NULL, &at_once);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return written;
}

/* What was told, and what will never be, makes room. */
static void forget_told(struct process *process)
{
    struct cn__text *out = &process->out;
    const size_t left = process->to < 0 ? 0 : out->length - process->sent;
    if (left > 0 && process->sent < PROCESS_UNREAD_MAX)
        return;
    if (left > 0)
        memmove(out->text, out->text + process->sent, left);
    out->length = left;
    process->sent = 0;
}

bool process_write(struct process *process)
{
    struct cn__text *out = &process->out;
    while (process->to >= 0 && process->sent < out->length) {
        const ssize_t written = write_without_signal(process->to, out->text + process->sent,
                                                     out->length - process->sent);
        if (written >= 0)
            process->sent += (size_t)written;
        else if (errno == EAGAIN)
            break;
        else if (errno != EINTR)
            close_end(&process->to); /* it listens no more; what it still says counts */
    }
    forget_told(process);
    return !out->failed && out->length - process->sent <= PROCESS_UNREAD_MAX;
}

/* ---- hearing ---- */

/* Takes the first line of what it said. */
static bool take_line(struct process *process, char line[PROCESS_ANSWER_MAX], size_t *length)
{
    const char *end = memchr(process->in, '\n', process->in_length);
    if (end == NULL)
        return false;
    const size_t taken = (size_t)(end - process->in) + 1;
    *length = taken - 1;
    memcpy(line, process->in, *length);
    line[*length] = '\0';
    process->in_length -= taken;
    memmove(process->in, process->in + taken, process->in_length);
    return true;
}

static void wait_for_either(const struct process *process, int64_t ms)
{
    const bool telling = process->sent < process->out.length;
    struct pollfd ends[2] = {{.fd = process->from, .events = POLLIN},
                             {.fd = telling ? process->to : -1, .events = POLLOUT}};
    (void)poll(ends, 2, ms > 60000 ? 60000 : (int)ms);
}

/* Reads what there is. False at its end. */
static bool read_more(struct process *process)
{
    const ssize_t count = read(process->from, process->in + process->in_length,
                               sizeof process->in - process->in_length);
    if (count > 0)
        process->in_length += (size_t)count;
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

enum process_result process_read(struct process *process, int64_t ms, char line[PROCESS_ANSWER_MAX],
                                 size_t *length)
{
    const int64_t deadline = cn__clock_ms() + ms;
    for (;;) {
        if (take_line(process, line, length))
            return PROCESS_LINE;
        if (process->in_length == sizeof process->in)
            return PROCESS_LONG;
        if (!process_write(process))
            return PROCESS_LATE;
        const int64_t left = deadline - cn__clock_ms();
        if (left <= 0)
            return PROCESS_LATE;
        wait_for_either(process, left);
        if (!read_more(process))
            return PROCESS_CLOSED;
    }
}

/* ---- ending ---- */

static bool has_ended(pid_t pid)
{
    siginfo_t info = {.si_pid = 0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == pid;
}

int process_end(struct process *process, int64_t ms)
{
    int status = 0;
    cn__text_free(&process->out);
    if (process->pid == 0)
        return 0;
    close_end(&process->to);
    close_end(&process->from);
    const int64_t deadline = cn__clock_ms() + ms;
    while (!has_ended(process->pid) && cn__clock_ms() < deadline)
        (void)poll(NULL, 0, 1);
    /* Not reaped yet, so the number of the group still belongs to it. */
    kill(-process->pid, SIGKILL);
    kill(process->pid, SIGKILL); /* it may have left the group */
    while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
        ;
    process->pid = 0;
    return status;
}
