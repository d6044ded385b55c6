/* bot_workers.c -- bots on libuv's threads. Their answers wait until the loop takes them. */
#include <stdatomic.h>
#include <stdlib.h>

#include "host.h"

enum {
    /* at once per table: only one question is about the present decision, the rest are late */
    JOBS_OF_TABLE = 4
};

static atomic_int thinking; /* running on the threads now */

int bot_workers_thinking(void)
{
    return atomic_load(&thinking);
}

struct bot_job {
    uv_work_t work;
    struct bot_job *next; /* of those that are answered */
    struct bot_question question;
    struct server_host *host;
    struct hosted_table *table;
    struct cn_action action;
    struct cn_finding finding;
    uint64_t from_us;
    int64_t nodes_most;
    bool failed;
};

/* Returns false without memory. */
static bool advise(struct bot_job *job, const struct cn_view *view, void *mind, int64_t nodes)
{
    struct cn_review_work work = {
        .bot = job->question.bot, .mind = mind, .duel = malloc(sizeof *work.duel)};
    struct cn_review review;
    if (work.duel == NULL)
        return false;
    cn_review_start(&work, view, NULL, job->question.dice, nodes);
    cn_review_think(&work, nodes);
    cn_review_finish(&work, &review);
    job->action = review.best;
    job->finding = review.finding;
    free(work.duel);
    return true;
}

/* Runs on a thread of the pool: touches only the job. */
static void think(uv_work_t *work)
{
    struct bot_job *job = work->data;
    const struct bot_question *question = &job->question;
    const struct cn_view view = bot_question_view(question);
    void *mind = question->bot->memory_size > 0 ? malloc(question->bot->memory_size) : NULL;
    struct cn_rng rng;
    atomic_fetch_add(&thinking, 1);
    const int64_t nodes = question->nodes < job->nodes_most ? question->nodes : job->nodes_most;
    cn_rng_init(&rng, question->dice);
    job->failed = mind == NULL && question->bot->memory_size > 0;
    if (!job->failed && question->advice)
        job->failed = !advise(job, &view, mind, nodes);
    else if (!job->failed)
        job->action = cn_bot_decide(question->bot, mind, nodes, &view, &rng);
    free(mind);
    atomic_fetch_sub(&thinking, 1);
}

static void on_answer(uv_work_t *work, int status)
{
    struct bot_job *job = work->data;
    struct server_host *host = job->host;
    (void)status; /* this work is never cancelled */
    host->metrics.bots_answered++;
    histogram_add(&host->metrics.bot, host_us() - job->from_us);
    *host->last_answer = job;
    host->last_answer = &job->next;
}

void bot_workers_ask(struct server_host *host, struct hosted_table *table, int64_t decision)
{
    if (table->jobs >= JOBS_OF_TABLE) {
        table->waiting[0] = table->waiting[1];
        table->waiting[1] = decision;
        return;
    }
    struct bot_job *job = malloc(sizeof *job);
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
    job->finding = (struct cn_finding){.any = false};
    job->next = NULL;
    job->work.data = job;
    table->jobs++;
    host->metrics.bots_asked++;
    uv_queue_work(&host->loop, &job->work, think, on_answer);
}

void bot_workers_ask_waiting(struct server_host *host, struct hosted_table *table)
{
    for (int i = 0; i < 2 && table->jobs < JOBS_OF_TABLE; i++) {
        const int64_t decision = table->waiting[i];
        table->waiting[i] = 0;
        if (decision != 0)
            bot_workers_ask(host, table, decision);
    }
}

bool bot_workers_answer(struct server_host *host, struct bot_answer *answer)
{
    struct bot_job *job = host->first_answer;
    if (job == NULL)
        return false;
    host->first_answer = job->next;
    if (host->first_answer == NULL)
        host->last_answer = &host->first_answer;
    *answer = (struct bot_answer){.table = job->table,
                                  .decision = job->question.decision,
                                  .action = job->action,
                                  .finding = job->finding,
                                  .failed = job->failed};
    host->metrics.bots_asked--;
    host->metrics.bots_answered--;
    job->table->jobs--;
    free(job);
    return true;
}
