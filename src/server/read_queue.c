#include "read_queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct question {
    struct question *next;
    struct read_answer answer;
};

struct question_list {
    struct question *first, **last;
};

struct read_queue {
    struct store *store; /* used by the thread */
    read_queue_answer_call *answer;
    void *context;
    uv_thread_t thread;
    uv_mutex_t lock;
    uv_cond_t wake;
    uv_async_t done;
    /* Guarded by the lock. */
    struct question_list asked, answered;
    bool closing;
};

static void put(struct question_list *list, struct question *question)
{
    question->next = NULL;
    *list->last = question;
    list->last = &question->next;
}

static struct question *take(struct question_list *list)
{
    struct question *question = list->first;
    if (question == NULL)
        return NULL;
    list->first = question->next;
    if (list->first == NULL)
        list->last = &list->first;
    return question;
}

static void free_all(struct question_list *list)
{
    struct question *question;
    while ((question = take(list)) != NULL) {
        cn__text_free(&question->answer.table.log);
        free(question);
    }
}

/* ---- the thread ---- */

static enum store_result read_for(struct store *store, struct read_answer *answer)
{
    switch (answer->kind) {
    case READ_TABLE: return store_open_table(store, answer->link, &answer->table);
    case READ_SHARED: return store_read_table(store, answer->link, true, &answer->table);
    case READ_RECORD: return store_read_table(store, answer->link, false, &answer->table);
    case READ_DAILY: return store_read_daily(store, answer->table.id, &answer->table.log);
    case READ_LISTED: return store_read_listed(store, &answer->table.log);
    case READ_NODES: return store_read_nodes(store, &answer->table.log);
    case READ_OTHERS: break;
    }
    return store_others(store, &answer->table.log);
}

static void read_for_ever(void *context)
{
    struct read_queue *queue = context;
    uv_mutex_lock(&queue->lock);
    while (!queue->closing) {
        struct question *question = take(&queue->asked);
        if (question == NULL) {
            uv_cond_wait(&queue->wake, &queue->lock);
            continue;
        }
        uv_mutex_unlock(&queue->lock);
        question->answer.result = read_for(queue->store, &question->answer);
        uv_mutex_lock(&queue->lock);
        put(&queue->answered, question);
        uv_async_send(&queue->done);
    }
    uv_mutex_unlock(&queue->lock);
}

/* ---- on the loop ---- */

static void on_done(uv_async_t *async)
{
    struct read_queue *queue = async->data;
    for (;;) {
        uv_mutex_lock(&queue->lock);
        struct question *question = take(&queue->answered);
        uv_mutex_unlock(&queue->lock);
        if (question == NULL)
            return;
        queue->answer(queue->context, &question->answer);
        cn__text_free(&question->answer.table.log);
        free(question);
    }
}

struct read_queue *read_queue_open(uv_loop_t *loop, struct store *store,
                                   read_queue_answer_call *answer, void *context)
{
    struct read_queue *queue = calloc(1, sizeof *queue);
    if (queue == NULL)
        return NULL;
    queue->store = store;
    queue->answer = answer;
    queue->context = context;
    queue->asked.last = &queue->asked.first;
    queue->answered.last = &queue->answered.first;
    queue->done.data = queue;
    uv_mutex_init(&queue->lock);
    uv_cond_init(&queue->wake);
    uv_async_init(loop, &queue->done, on_done);
    uv_thread_create(&queue->thread, read_for_ever, queue);
    return queue;
}

static struct question *make(enum read_kind kind, const char *link, void *asker)
{
    struct question *question = calloc(1, sizeof *question);
    if (question == NULL)
        return NULL;
    snprintf(question->answer.link, sizeof question->answer.link, "%s", link);
    question->answer.asker = asker;
    question->answer.kind = kind;
    return question;
}

static void pass_on(struct read_queue *queue, struct question *question)
{
    uv_mutex_lock(&queue->lock);
    put(&queue->asked, question);
    uv_cond_signal(&queue->wake);
    uv_mutex_unlock(&queue->lock);
}

static bool ask(struct read_queue *queue, enum read_kind kind, const char *link, void *asker)
{
    struct question *question = make(kind, link, asker);
    if (question != NULL)
        pass_on(queue, question);
    return question != NULL;
}

bool read_queue_open_table(struct read_queue *queue, const char *link, void *asker)
{
    return ask(queue, READ_TABLE, link, asker);
}

bool read_queue_read_record(struct read_queue *queue, const char *link, bool shared, void *asker)
{
    return ask(queue, shared ? READ_SHARED : READ_RECORD, link, asker);
}

bool read_queue_daily(struct read_queue *queue, int64_t day, const char *player, const char *own,
                      int64_t id, uint32_t client)
{
    struct question *question = make(READ_DAILY, player, NULL);
    if (question == NULL)
        return false;
    question->answer.table.id = day;
    question->answer.table.epoch = id;
    question->answer.table.rows = client;
    cn__text_append_string(&question->answer.table.log, own);
    cn__text_append_string(&question->answer.table.log, "\n");
    pass_on(queue, question);
    return true;
}

bool read_queue_others(struct read_queue *queue)
{
    return ask(queue, READ_OTHERS, "", NULL);
}

bool read_queue_listed(struct read_queue *queue, int64_t id, uint32_t client)
{
    struct question *question = make(READ_LISTED, "", NULL);
    if (question == NULL)
        return false;
    question->answer.table.epoch = id;
    question->answer.table.rows = client;
    pass_on(queue, question);
    return true;
}

bool read_queue_nodes(struct read_queue *queue)
{
    return ask(queue, READ_NODES, "", NULL);
}

static void free_queue(uv_handle_t *handle)
{
    free(handle->data);
}

void read_queue_close(struct read_queue *queue)
{
    if (queue == NULL)
        return;
    uv_mutex_lock(&queue->lock);
    queue->closing = true;
    uv_cond_signal(&queue->wake);
    uv_mutex_unlock(&queue->lock);
    uv_thread_join(&queue->thread);
    free_all(&queue->asked);
    free_all(&queue->answered);
    uv_mutex_destroy(&queue->lock);
    uv_cond_destroy(&queue->wake);
    uv_close((uv_handle_t *)&queue->done, free_queue);
}
