/* effects.c -- does what tables want done, and holds back what must not be said yet. */
#include <string.h>

#include "host.h"

/* Of a held frame: its text follows. 'code' not 0: the connection is closed instead. However long it waits, it goes
 * to the connection it was meant for or to nobody: 'serial' is that one's alone. */
struct held {
    uint64_t received_us; /* of the message that it answers; 0: it answers none */
    uint64_t serial;
    size_t length;
    uint32_t client;
    int32_t code;
};

static void close_client(struct server_host *host, struct connection *connection, int code)
{
    if (code == CLOSE_TOKEN && connection->address != NULL)
        limits_wrong_token(connection->address, host_us() / 1000);
    connection_close(host, connection, code);
}

/* From here on the table hears nothing of this client any more, whatever still comes from it. */
static void part_with(struct server_host *host, uint32_t client)
{
    struct connection *connection = connection_of(host, client);
    if (connection == NULL || connection->table == NULL)
        return;
    connection->table->connections--;
    connection->table = NULL;
    connection->deaf = true;
}

static void deliver(struct server_host *host, const struct held *held, const char *text)
{
    struct connection *connection = connection_of(host, held->client);
    if (connection != NULL && connection->serial != held->serial)
        connection = NULL;
    if (held->code != 0) {
        if (connection != NULL)
            close_client(host, connection, held->code);
        return;
    }
    if (connection != NULL)
        connection_send(host, connection, text, held->length);
    if (held->received_us != 0)
        histogram_add(&host->metrics.latency, host_us() - held->received_us);
}

/* Frames to one client keep their order: what a table says waits while anything of that table does. */
static bool must_wait(const struct server_host *host, const struct hosted_table *table)
{
    return table != NULL && table->last_batch > write_queue_durable(host->store);
}

static void say(struct server_host *host, struct hosted_table *table, const struct held *meant,
                const char *text)
{
    const struct connection *connection = connection_of(host, meant->client);
    struct held whole = *meant;
    const struct held *held = &whole;
    whole.serial = connection != NULL ? connection->serial : 0;
    if (!must_wait(host, table)) {
        deliver(host, held, text);
        return;
    }
    /* In the batch that is gathered now: nothing of this table may overtake it. */
    table->last_batch = write_queue_batch(host->store);
    write_queue_attach(host->store, held, sizeof *held);
    write_queue_attach(host->store, text, held->length);
}

void effects_send(struct server_host *host, struct hosted_table *table, uint32_t client,
                  const char *text, size_t length)
{
    const struct held held = {.length = length, .client = client};
    say(host, table, &held, text);
}

void effects_on_durable(void *context, const char *at, size_t length, int rows, uint64_t commit_us)
{
    struct server_host *host = context;
    const char *end = at + length;
    host->events++;
    host->metrics.rows_total += (uint64_t)rows;
    if (rows > 0) {
        host->metrics.commits_total++;
        histogram_add(&host->metrics.commit, commit_us);
    }
    while (at < end) {
        struct held held;
        memcpy(&held, at, sizeof held);
        deliver(host, &held, at + sizeof held);
        at += sizeof held + held.length;
    }
}

/* ---- the effects of one step ---- */

static void collect(struct server_host *host, const struct table_effect *effect)
{
    cn__text_append(&host->scratch, host->effects.text.text + effect->at, effect->length);
    if (host->scratch.failed)
        abort();
}

/* All lines of a step are one row: they stand or fall together. */
static bool append(struct server_host *host, struct hosted_table *table)
{
    const struct table_effects *effects = &host->effects;
    cn__text_clear(&host->scratch);
    for (int i = 0; i < effects->count; i++)
        if (effects->at[i].type == EFFECT_APPEND)
            collect(host, &effects->at[i]);
    if (host->scratch.length == 0)
        return false;
    write_queue_append(host->store, table->id, ++table->rows, host->scratch.text,
                       host->scratch.length);
    table->last_batch = write_queue_batch(host->store);
    return true;
}

/* What one client is told by a step goes as one frame. */
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
    const struct held held = {.length = length,
                              .client = client,
                              .received_us = client == host->origin ? host->received_us : 0};
    say(host, table, &held, host->scratch.text);
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
    case EFFECT_CLOSE: {
        const struct held held = {.client = effect->client, .code = effect->code};
        part_with(host, effect->client);
        say(host, table, &held, "");
        break;
    }
    case EFFECT_TIMER: set_timer(host, table, effect->ms); break;
    case EFFECT_ASK_BOT: bot_workers_think(host, table, effect->decision); break;
    case EFFECT_SUMMARY_CHANGED: tables_summary_changed(host, table); break;
    case EFFECT_APPEND: break;
    }
}

void effects_execute(struct server_host *host, struct hosted_table *table)
{
    if (host->effects.failed)
        abort(); /* the table has changed, and what it wanted done is lost: the log has the truth */
    append(host, table);
    for (int i = 0; i < host->effects.count; i++)
        perform(host, table, i);
    table_effects_reset(&host->effects);
}
