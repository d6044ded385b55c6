/* exit_status.h -- the exit statuses of both programs. */
#ifndef BASE_EXIT_STATUS_H
#define BASE_EXIT_STATUS_H

enum {
    EXIT_OK = 0,
    EXIT_NEGATIVE = 1, /* differences, not found, not legal */
    EXIT_USAGE = 2,    /* an invalid command line or rule set */
    EXIT_IO = 3        /* a file, memory, a thread, the network */
};

#endif
