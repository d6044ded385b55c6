/* effects.c -- a step of a table: passes it an event and carries out its effects. */
#include <string.h>

#include "host.h"

/* From here on no message of the client reaches the table. */
static void detach_from_table(struct server_host *host, uint32_t client)
{
    struct connection *connection = connection_of(host, client);
    if (connection == NULL || connection->table == NULL)
        return;
    connection->table->connections--;
    connection->table = NULL;
    connection->ignore_input = true;
}

/* ---- the effects of one step ---- */

static void collect(struct server_host *host, const struct table_effect *effect)
{
    cn__text_append(&host->scratch, host->effects.text.text + effect->at, effect->length);
    if (host->scratch.failed)
        abort();
}

static bool contradicts(const struct table_effects *effects)
{
    for (int i = 0; i < effects->count; i++)
        if (effects->at[i].type == EFFECT_CONFIRM)
            return true;
    return false;
}

/* All lines of a step are one row, so that all or none of them are stored. */
static void append(struct server_host *host, struct hosted_table *table)
{
    const struct table_effects *effects = &host->effects;
    cn__text_clear(&host->scratch);
    for (int i = 0; i < effects->count; i++)
        if (effects->at[i].type == EFFECT_APPEND)
            collect(host, &effects->at[i]);
    if (host->scratch.length > 0)
        write_queue_append(host->writes, table->id, table->epoch, ++table->rows, host->scratch.text,
                           host->scratch.length);
    else if (server_shares(host) && contradicts(effects))
        write_queue_confirm(host->writes, table->id);
    else
        return;
    table->last_batch = write_queue_batch(host->writes);
}

/* Sends everything that a step has for one client as one frame. */
static void send_all(struct server_host *host, struct hosted_table *table, int first)
{
    const struct table_effects *effects = &host->effects;
    const uint32_t client = effects->at[first].client;
    cn__text_clear(&host->scratch);
    for (int i = first; i < effects->count; i++) {
        struct table_effect *effect = &effects->at[i];
        if (effect->client != client)
            continue;
        if (effect->type == EFFECT_CLOSE)
            break;
        if (effect->type != EFFECT_SEND)
            continue;
        collect(host, effect);
        effect->length = 0;
        effect->client = 0;
    }
    size_t length = host->scratch.length;
    while (length > 0 && host->scratch.text[length - 1] == '\n')
        length--;
    durable_send_answer(host, table, client, host->scratch.text, length);
}

static void on_timer(uv_timer_t *timer);

static void set_timer(struct server_host *host, struct hosted_table *table, int64_t due_ms)
{
    const int64_t now = host_now_ms(host);
    table->due_ms = due_ms;
    if (due_ms == 0)
        uv_timer_stop(&table->timer);
    else
        uv_timer_start(&table->timer, on_timer, due_ms > now ? (uint64_t)(due_ms - now) : 1, 0);
}

static void perform(struct server_host *host, struct hosted_table *table, int i)
{
    const struct table_effect *effect = &host->effects.at[i];
    switch (effect->type) {
    case EFFECT_SEND:
        if (effect->client != 0)
            send_all(host, table, i);
        break;
    case EFFECT_CLOSE:
        detach_from_table(host, effect->client);
        durable_close(host, table, effect->client, effect->code);
        break;
    case EFFECT_TIMER: set_timer(host, table, effect->ms); break;
    case EFFECT_ASK_BOT: bot_workers_ask(host, table, effect->decision); break;
    case EFFECT_SUMMARY_CHANGED: tables_summary_changed(host, table); break;
    case EFFECT_APPEND:
    case EFFECT_CONFIRM: break;
    }
}

void tables_execute(struct server_host *host, struct hosted_table *table)
{
    if (host->effects.failed)
        abort(); /* the table has changed but its effects are lost: the log has the true state */
    append(host, table);
    for (int i = 0; i < host->effects.count; i++)
        perform(host, table, i);
    table_effects_reset(&host->effects);
}

/* ---- a step ---- */

bool tables_must_wait(const struct server_host *host)
{
    enum {
        HICCUP_MS = 300,
        PENDING_MOST = 20000
    };
    return write_queue_stalled_ms(host->writes) > HICCUP_MS ||
           write_queue_pending(host->writes) > PENDING_MOST;
}

/* A shared link must work even when the table is not in memory. */
static void note_share(struct server_host *host, struct hosted_table *table)
{
    const char *link = table_record_link(table->table);
    if (table->shared || link[0] == '\0')
        return;
    table->shared = true;
    write_queue_share(host->writes, table->id, link);
}

void tables_step(struct server_host *host, struct hosted_table *table, struct table_event *input)
{
    if (table->moving)
        return;
    input->now_ms = host_now_ms(host);
    input->wall_ms = cn__wall_clock_us() / 1000;
    host->events++;
    host_random(input->random, sizeof input->random);
    table_step(table->table, input, &host->effects);
    note_share(host, table);
    tables_execute(host, table);
}

static void on_timer(uv_timer_t *timer)
{
    struct hosted_table *table = timer->data;
    const int64_t now = host_now_ms(table->host);
    if (table->leaving)
        return;
    if (tables_must_wait(table->host)) {
        uv_timer_start(timer, on_timer, TICK_MS, 0);
        return;
    }
    if (now < table->due_ms) {
        uv_timer_start(timer, on_timer, (uint64_t)(table->due_ms - now), 0);
        return;
    }
    tables_step(table->host, table, &(struct table_event){.type = TABLE_EVENT_TIMER});
}

static void take_bot_answer(struct server_host *host, const struct bot_answer *answer)
{
    struct hosted_table *table = answer->table;
    if (host->stopping || table->leaving || table->moving)
        return;
    if (answer->failed)
        bot_workers_ask(host, table, answer->decision);
    else
        tables_step(host, table,
                    &(struct table_event){.type = TABLE_EVENT_BOT_MOVE,
                                          .decision = answer->decision,
                                          .action = answer->action,
                                          .finding = answer->finding});
    bot_workers_ask_waiting(host, table);
}

void tables_take_bot_answers(struct server_host *host)
{
    struct bot_answer answer;
    while ((host->stopping || !tables_must_wait(host)) && bot_workers_answer(host, &answer))
        take_bot_answer(host, &answer);
}
