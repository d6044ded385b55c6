/* think.c -- bots at work on libuv's threads; a table only hears what they decided. */
#include <stdatomic.h>
#include <stdlib.h>

#include "host.h"

enum {
    JOBS_OF_TABLE =
        4 /* at once: of all questions of a table one is about the decision that is due, the others are late */
};

static atomic_int thinking; /* on the threads, now */

int bot_workers_thinking(void)
{
    return atomic_load(&thinking);
}

struct job {
    uv_work_t work;
    uv_timer_t wait;
    struct bot_question question;
    struct server_host *host;
    struct hosted_table *table;
    struct cn_action action;
    uint64_t from_us;
    int64_t nodes_most;
    bool failed;
};

/* On a thread of the pool: touches nothing but the job. */
static void think(uv_work_t *work)
{
    struct job *job = work->data;
    const struct bot_question *question = &job->question;
    const struct cn_view view = bot_question_view(question);
    void *mind = question->bot->mind_size > 0 ? malloc(question->bot->mind_size) : NULL;
    struct cn_rng rng;
    atomic_fetch_add(&thinking, 1);
    const int64_t nodes = question->nodes < job->nodes_most ? question->nodes : job->nodes_most;
    cn_rng_init(&rng, question->dice);
    job->failed = mind == NULL && question->bot->mind_size > 0;
    if (!job->failed)
        job->action = cn_bot_decide(question->bot, mind, nodes, &view, &rng);
    free(mind);
    atomic_fetch_sub(&thinking, 1);
}

static void free_job(uv_handle_t *handle)
{
    free(handle->data);
}

/* What had to wait is asked now; what is not due any more is not asked at all. */
static void ask_waiting(struct server_host *host, struct hosted_table *table)
{
    for (int i = 0; i < 2 && table->jobs < JOBS_OF_TABLE; i++) {
        const int64_t decision = table->waiting[i];
        table->waiting[i] = 0;
        if (decision != 0)
            bot_workers_think(host, table, decision);
    }
}

/* Tells the table, once the storage takes what comes of it. */
static void tell(uv_timer_t *timer)
{
    struct job *job = timer->data;
    struct server_host *host = job->host;
    struct hosted_table *table = job->table;
    if (!host->stopping && tables_must_wait(host)) {
        uv_timer_start(timer, tell, TICK_MS, 0);
        return;
    }
    host->metrics.bots_asked--;
    host->metrics.bots_answered--;
    table->jobs--;
    if (!host->stopping && !table->leaving) {
        if (job->failed)
            bot_workers_think(host, table, job->question.decision);
        else
            tables_step(host, table,
                        &(struct table_event){.type = TABLE_EVENT_BOT_MOVE,
                                              .decision = job->question.decision,
                                              .action = job->action});
        ask_waiting(host, table);
    }
    uv_close((uv_handle_t *)timer, free_job);
}

static void on_thought(uv_work_t *work, int status)
{
    struct job *job = work->data;
    struct server_host *host = job->host;
    (void)status; /* nothing of this kind is ever cancelled */
    host->metrics.bots_answered++;
    histogram_add(&host->metrics.bot, host_us() - job->from_us);
    job->wait.data = job;
    uv_timer_init(&host->loop, &job->wait);
    tell(&job->wait);
}

void bot_workers_think(struct server_host *host, struct hosted_table *table, int64_t decision)
{
    if (table->jobs >= JOBS_OF_TABLE) {
        table->waiting[0] = table->waiting[1];
        table->waiting[1] = decision;
        return;
    }
    struct job *job = malloc(sizeof *job);
    if (job == NULL)
        return;
    if (!table_bot_question(table->table, decision, &job->question)) {
        free(job);
        return;
    }
    job->host = host;
    job->table = table;
    job->from_us = host_us();
    job->nodes_most = host->options->bot_nodes;
    job->failed = false;
    job->work.data = job;
    table->jobs++;
    host->metrics.bots_asked++;
    uv_queue_work(&host->loop, &job->work, think, on_thought);
}
