/* workers.h -- threads that play pairs and hand them on in the order of their numbers. */
#ifndef LAB_WORKERS_H
#define LAB_WORKERS_H

#include "arena.h"

/* The pairs 'first', first + stride, ...: 'count' of them. */
struct workers_work {
    int64_t first, stride, count;
    /* Takes the next pair in order, by one thread at a time; returning false stops the threads. */
    bool (*take)(void *context, const struct arena_pair *pair);
    void *context;
};

/* Creates this many threads, each with its own table. On failure returns NULL and sets *error
 * (LAB_MEMORY: out of memory, or a contestant cannot be opened). The plan and 'interrupted', which
 * may be NULL, must stay valid. */
struct workers *workers_open(const struct duplicate_plan *plan, int jobs,
                             const atomic_int *interrupted, enum lab_error *error);
void workers_close(struct workers *crew);
/* Plays the work. Returns when all is taken, 'take' returned false, it is interrupted or something
 * failed. */
enum lab_error workers_play(struct workers *crew, const struct workers_work *work,
                            char fault[ARENA_FAULT]);

#endif
