/* error.h -- what can go wrong with a study: the world, or a contestant. */
#ifndef CN_STUDY_ERROR_H
#define CN_STUDY_ERROR_H

enum cn_study_error {
    CN_STUDY_OK,
    CN_STUDY_MEMORY,
    CN_STUDY_THREADS,
    CN_STUDY_WRITING,
    CN_STUDY_PROGRAM,   /* one could not be started: the tally's 'fault' */
    CN_STUDY_CONTESTANT /* one could not be opened, failed, or played what is not legal */
};

#endif
