/* error.h -- failures of a study: a file, memory, or a contestant. */
#ifndef LAB_ERROR_H
#define LAB_ERROR_H

enum lab_error {
    LAB_OK,
    LAB_MEMORY,
    LAB_THREADS,
    LAB_WRITING,
    LAB_PROGRAM,   /* one could not be started: the tally's 'fault' */
    LAB_CONTESTANT /* one could not be opened, failed, or played an illegal action */
};

/* Prints what failed. 'about' is the file of LAB_WRITING, and the whole message of LAB_CONTESTANT.
 * Returns the exit status. */
int lab_complain(enum lab_error error, const char *about);

#endif
