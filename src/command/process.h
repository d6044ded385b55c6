/* process.h -- a program at the other end of two pipes: lines to it, lines from it, with a time
 * limit.
 *
 * Only reading and ending wait for the program, each up to its limit. What the program does not
 * read is kept up to a bound.
 */
#ifndef COMMAND_PROCESS_H
#define COMMAND_PROCESS_H

#include <sys/types.h>

#include "record/record.h"

enum {
    PROCESS_ANSWER_MAX = 4096, /* bytes of a line from it, its end included */
    PROCESS_UNREAD_MAX =
        4 << 20 /* bytes that it may leave unread; the longest line has some 400,000 */
};

struct process {
    pid_t pid;           /* 0: none runs */
    bool hushed;         /* its standard error goes nowhere: set before it is started */
    int to, from;        /* our ends of the pipes; -1: closed */
    struct cn__text out; /* still to be sent, from 'sent' on: append here */
    size_t sent;
    char in[PROCESS_ANSWER_MAX]; /* received and not yet read */
    size_t in_length;
};

/* Starts a command: words parted by blanks, the first looked up in PATH; no shell reads it. Its
 * standard error is ours, unless it is hushed. 'process' must be zeroed memory or ended. 0, or the
 * errno of what failed. */
int process_start(struct process *process, const char *command);

/* Writes as much of 'out' as it will take now. False if it leaves too much unread, or memory ran
 * out. */
bool process_write(struct process *process);

enum process_result {
    PROCESS_LINE,
    PROCESS_LONG, /* a line longer than any answer */
    PROCESS_LATE,
    PROCESS_CLOSED /* it has ended, or closed its output */
};
/* Waits for its next line for at most 'ms' milliseconds, and sends 'out' meanwhile. Writes the line
 * without its end to 'line', NUL-terminated; *length shows NULs inside. */
enum process_result process_read(struct process *process, int64_t ms, char line[PROCESS_ANSWER_MAX],
                                 size_t *length);

/* Closes the pipes, waits for it to exit for at most 'ms', then kills it and every process in its
 * group. Returns its wait status: see waitpid. Does nothing if none runs. */
int process_end(struct process *process, int64_t ms);

#endif
