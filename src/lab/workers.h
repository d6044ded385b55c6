/* crew.h -- threads that play pairs, which are handed on in the order of their numbers. */
#ifndef CN_STUDY_CREW_H
#define CN_STUDY_CREW_H

#include "arena.h"

/* The pairs 'first', first + stride, ...: 'count' of them. */
struct cn_crew_work {
    int64_t first, stride, count;
    /* Takes the next pair in order, by one thread at a time; false stops the crew. */
    bool (*take)(void *context, const struct cn_pair *pair);
    void *context;
};

/* A crew of so many threads, each at a table of its own. NULL and *error (CN_STUDY_MEMORY: memory or a
 * contestant is not to be had). The plan is borrowed, and so is 'interrupted', which may be NULL. */
struct cn_crew *cn_crew_open(const struct cn_duplicate_plan *plan, int jobs,
                             const atomic_int *interrupted, enum cn_study_error *error);
void cn_crew_close(struct cn_crew *crew);
/* Plays the work. Returns when all is taken, 'take' said stop, something interrupted or went wrong. */
enum cn_study_error cn_crew_play(struct cn_crew *crew, const struct cn_crew_work *work,
                                 char fault[CN_ARENA_FAULT]);

#endif
