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

#endif
