/* losses.c -- see losses.h. Deals are played and reviewed in batches of a fixed size, each with a
 * seed of its own, so that any number of threads gives the same sums. */
#include "losses.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "command/analyze.h"

enum {
    BATCH = 5, /* deals */
    SEED_SIZE = 300
};

struct batch {
    int64_t loss[BATCH][2]; /* by deal and side */
    bool done;
};

struct crew {
    const struct losses_plan *plan;
    struct batch *batches;
    int64_t count;
    atomic_llong next;
    atomic_int error; /* enum lab_error */
};

static bool is_interrupted(const struct losses_plan *plan)
{
    return plan->interrupted != NULL && atomic_load(plan->interrupted) != 0;
}

/* ---- one batch ---- */

static int64_t deals_of(const struct losses_plan *plan, int64_t number)
{
    const int64_t left = plan->deals - number * BATCH;
    return left < BATCH ? left : BATCH;
}

static enum lab_error record_batch(const struct losses_plan *plan, int64_t number, FILE *record)
{
    char seed[SEED_SIZE];
    struct arena_tally tally;
    struct simulation simulation = {.rules = plan->rules,
                                    .seed = seed,
                                    .record = record,
                                    .games = deals_of(plan, number),
                                    .players = plan->players,
                                    .jobs = 1};
    snprintf(seed, sizeof seed, "%s.%" PRId64, plan->seed, number);
    for (int seat = 0; seat < plan->players; seat++) {
        simulation.bot[seat] = plan->entry[seat % 2]->bot;
        simulation.own_nodes[seat] = plan->entry[seat % 2]->nodes;
    }
    return lab_simulate(&simulation, &tally);
}

static void tell(void *context, const struct reviewed_decision *judged,
                 const struct review_summary *so_far)
{
    struct batch *batch = context;
    (void)so_far;
    batch->loss[judged->game - 1][judged->seat % 2] += judged->judgement.loss;
}

static enum lab_error review_batch(const struct losses_plan *plan, char *text, size_t length,
                                   struct batch *batch)
{
    struct review_summary summary;
    FILE *file = fmemopen(text, length, "r");
    if (file == NULL)
        return LAB_MEMORY;
    const struct review_options review = {.record = file,
                                          .bot = cn_bot_find(cn_level_best()->bot),
                                          .nodes = plan->nodes,
                                          .seat = CN_NO_SEAT,
                                          .told = tell,
                                          .context = batch,
                                          .interrupted = plan->interrupted};
    const enum cn_analysis_end end = review_record(&review, &summary);
    fclose(file);
    batch->done = end == REVIEW_RECORD_DONE && !summary.interrupted;
    return end == REVIEW_RECORD_IO ? LAB_MEMORY : LAB_OK;
}

static enum lab_error run_batch(const struct losses_plan *plan, int64_t number, struct batch *batch)
{
    char *text = NULL;
    size_t length = 0;
    FILE *record = open_memstream(&text, &length);
    if (record == NULL)
        return LAB_MEMORY;
    enum lab_error error = record_batch(plan, number, record);
    if (fclose(record) != 0)
        error = LAB_MEMORY;
    if (error == LAB_OK)
        error = review_batch(plan, text, length, batch);
    free(text);
    return error;
}

/* ---- all of them ---- */

static void *work(void *context)
{
    struct crew *crew = context;
    while (atomic_load(&crew->error) == LAB_OK && !is_interrupted(crew->plan)) {
        const int64_t number = atomic_fetch_add(&crew->next, 1);
        if (number >= crew->count)
            break;
        const enum lab_error error = run_batch(crew->plan, number, &crew->batches[number]);
        if (error != LAB_OK)
            atomic_store(&crew->error, (int)error);
    }
    return NULL;
}

static enum lab_error run_all(struct crew *crew)
{
    pthread_t *threads = calloc((size_t)crew->plan->jobs, sizeof *threads);
    int started = 0;
    if (threads == NULL)
        return LAB_MEMORY;
    while (started < crew->plan->jobs && pthread_create(&threads[started], NULL, work, crew) == 0)
        started++;
    if (started < crew->plan->jobs)
        atomic_store(&crew->error, (int)LAB_THREADS);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    return (enum lab_error)atomic_load(&crew->error);
}

static void add_up(const struct crew *crew, struct losses *losses)
{
    for (int64_t i = 0; i < crew->count; i++) {
        const struct batch *batch = &crew->batches[i];
        losses->interrupted = losses->interrupted || !batch->done;
        for (int64_t deal = 0; batch->done && deal < deals_of(crew->plan, i); deal++) {
            for (int who = 0; who < 2; who++)
                sums_add(&losses->of[who], batch->loss[deal][who]);
            sums_add(&losses->apart, batch->loss[deal][1] - batch->loss[deal][0]);
        }
    }
}

enum lab_error lab_measure_losses(const struct losses_plan *plan, struct losses *losses)
{
    struct crew crew = {.plan = plan, .count = (plan->deals + BATCH - 1) / BATCH};
    memset(losses, 0, sizeof *losses);
    crew.batches = calloc((size_t)crew.count, sizeof *crew.batches);
    if (crew.batches == NULL)
        return LAB_MEMORY;
    const enum lab_error error = run_all(&crew);
    if (error == LAB_OK)
        add_up(&crew, losses);
    free(crew.batches);
    return error;
}
