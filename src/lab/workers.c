#include "workers.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    JOBS_MAX = 256,
    WAITING_MAX = 4096, /* pairs played ahead of one that takes long */
    BUNCH = 16          /* pairs at a time where they take microseconds */
};

struct member {
    struct workers *crew;
    struct duplicate *table;
    struct arena_pair played[BUNCH];
    pthread_t thread;
};

struct workers {
    struct workers_work work;
    const atomic_int *interrupted;
    struct member *member[JOBS_MAX];
    int jobs, bunch;
    atomic_int stop;
    pthread_mutex_t lock; /* over what follows */
    pthread_cond_t moved; /* 'taken' has grown, or all stops */
    int64_t next;         /* the first that nobody plays yet; these count from 0 within the work */
    int64_t taken;        /* pairs handed on */
    struct arena_pair waiting[WAITING_MAX];
    bool is_waiting[WAITING_MAX];
    enum lab_error error;
    char fault[ARENA_FAULT];
};

/* ---- stopping ---- */

static void stop_with(struct workers *crew, enum lab_error error, const char *fault)
{
    pthread_mutex_lock(&crew->lock);
    if (crew->error == LAB_OK && error != LAB_OK) {
        crew->error = error;
        snprintf(crew->fault, sizeof crew->fault, "%s", fault);
    }
    atomic_store(&crew->stop, 1);
    pthread_cond_broadcast(&crew->moved);
    pthread_mutex_unlock(&crew->lock);
}

static bool is_stopped(const struct workers *crew)
{
    return atomic_load(&crew->stop) != 0 ||
           (crew->interrupted != NULL && atomic_load(crew->interrupted) != 0);
}

/* ---- handing out and taking in ---- */

/* The next bunch of the work; waits while it lies too far ahead. Returns its size, 0 at the end. */
static int64_t next_bunch(struct workers *crew, int64_t *first)
{
    int64_t count = 0;
    pthread_mutex_lock(&crew->lock);
    while (!is_stopped(crew) && crew->next + crew->bunch > crew->taken + WAITING_MAX)
        pthread_cond_wait(&crew->moved, &crew->lock);
    if (!is_stopped(crew) && crew->next < crew->work.count) {
        const int64_t left = crew->work.count - crew->next;
        count = left < crew->bunch ? left : crew->bunch;
        *first = crew->next;
        crew->next += count;
    }
    pthread_mutex_unlock(&crew->lock);
    return count;
}

/* Takes in what was played and hands on what is complete up to its number. */
static void deliver(struct member *m, int64_t first, int64_t count)
{
    struct workers *crew = m->crew;
    pthread_mutex_lock(&crew->lock);
    for (int64_t i = 0; i < count; i++) {
        crew->waiting[(first + i) % WAITING_MAX] = m->played[i];
        crew->is_waiting[(first + i) % WAITING_MAX] = true;
    }
    for (int64_t at = crew->taken % WAITING_MAX;
         crew->is_waiting[at] && atomic_load(&crew->stop) == 0; at = crew->taken % WAITING_MAX) {
        crew->is_waiting[at] = false;
        crew->taken++;
        if (!crew->work.take(crew->work.context, &crew->waiting[at]))
            atomic_store(&crew->stop, 1);
    }
    pthread_cond_broadcast(&crew->moved);
    pthread_mutex_unlock(&crew->lock);
}

/* Plays a bunch; returns how many pairs of it are complete. */
static int64_t play_bunch(struct member *m, int64_t first, int64_t count)
{
    const struct workers_work *work = &m->crew->work;
    const atomic_int *const stop[2] = {&m->crew->stop, m->crew->interrupted};
    for (int64_t i = 0; i < count; i++) {
        const int64_t number = work->first + (first + i) * work->stride;
        const enum pair_end end = duplicate_play(m->table, number, stop, &m->played[i]);
        if (end == PAIR_FAILED)
            stop_with(m->crew, LAB_CONTESTANT, duplicate_fault(m->table));
        if (end != PAIR_PLAYED)
            return i;
    }
    return count;
}

static void *play_work(void *member)
{
    struct member *m = member;
    int64_t first = 0;
    for (int64_t count; (count = next_bunch(m->crew, &first)) > 0;) {
        const int64_t played = play_bunch(m, first, count);
        deliver(m, first, played);
        if (played < count)
            stop_with(m->crew, LAB_OK, "");
    }
    return NULL;
}

/* ---- the crew ---- */

static struct member *open_member(struct workers *crew, const struct duplicate_plan *plan)
{
    struct member *m = calloc(1, sizeof *m);
    if (m == NULL)
        return NULL;
    m->crew = crew;
    m->table = duplicate_open(plan);
    if (m->table != NULL)
        return m;
    free(m);
    return NULL;
}

struct workers *workers_open(const struct duplicate_plan *plan, int jobs,
                             const atomic_int *interrupted, enum lab_error *error)
{
    *error = LAB_MEMORY;
    struct workers *crew = calloc(1, sizeof *crew);
    if (crew == NULL)
        return NULL;
    const bool quick =
        plan->contestant[ARENA_A]->at_once && plan->contestant[ARENA_B]->at_once && !plan->matches;
    crew->jobs = jobs < 1 ? 1 : jobs > JOBS_MAX ? JOBS_MAX : jobs;
    crew->bunch = quick ? BUNCH : 1;
    crew->interrupted = interrupted;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->moved, NULL);
    for (int i = 0; i < crew->jobs; i++) {
        crew->member[i] = open_member(crew, plan);
        if (crew->member[i] == NULL) {
            workers_close(crew);
            return NULL;
        }
    }
    *error = LAB_OK;
    return crew;
}

void workers_close(struct workers *crew)
{
    if (crew == NULL)
        return;
    for (int i = 0; i < crew->jobs && crew->member[i] != NULL; i++) {
        duplicate_close(crew->member[i]->table);
        free(crew->member[i]);
    }
    pthread_cond_destroy(&crew->moved);
    pthread_mutex_destroy(&crew->lock);
    free(crew);
}

/* No more threads than there are bunches. */
static int threads_for(const struct workers *crew)
{
    const int64_t bunches = (crew->work.count + crew->bunch - 1) / crew->bunch;
    return bunches < crew->jobs ? (int)bunches : crew->jobs;
}

enum lab_error workers_play(struct workers *crew, const struct workers_work *work,
                            char fault[ARENA_FAULT])
{
    crew->work = *work;
    crew->next = crew->taken = 0;
    crew->error = LAB_OK;
    crew->fault[0] = '\0';
    memset(crew->is_waiting, 0, sizeof crew->is_waiting);
    atomic_store(&crew->stop, 0);
    const int threads = threads_for(crew);
    int started = 0;
    for (int i = 1; i < threads; i++) {
        if (pthread_create(&crew->member[i]->thread, NULL, play_work, crew->member[i]) != 0) {
            stop_with(crew, LAB_THREADS, "");
            break;
        }
        started = i;
    }
    play_work(crew->member[0]);
    for (int i = 1; i <= started; i++)
        pthread_join(crew->member[i]->thread, NULL);
    memcpy(fault, crew->fault, sizeof crew->fault);
    return crew->error;
}
