/* crew.h -- threads that play pairs, which are handed on in the order of their numbers. */
#ifndef LAB_WORKERS_H
#define LAB_WORKERS_H

#include "arena.h"

/* The pairs 'first', first + stride, ...: 'count' of them. */
struct workers_work {
    int64_t first, stride, count;
    /* Takes the next pair in order, by one thread at a time; false stops the crew. */
    bool (*take)(void *context, const struct arena_pair *pair);
    void *context;
};

/* A crew of so many threads, each at a table of its own. NULL and *error (LAB_MEMORY: memory or a
 * contestant is not to be had). The plan is borrowed, and so is 'interrupted', which may be NULL.
 */
struct workers *workers_open(const struct duplicate_plan *plan, int jobs,
                             const atomic_int *interrupted, enum lab_error *error);
void workers_close(struct workers *crew);
/* Plays the work. Returns when all is taken, 'take' said stop, something interrupted or went wrong.
 */
enum lab_error workers_play(struct workers *crew, const struct workers_work *work,
                            char fault[ARENA_FAULT]);

#endif
