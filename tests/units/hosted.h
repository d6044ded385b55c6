/* hosted.h -- what each host of a table and of a client's session does: it gives them events, and
 * takes their effects. For tests that put their own network, disk and clock between the two. */
#ifndef CN_TESTS_HOSTED_H
#define CN_TESTS_HOSTED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "client/client.h"
#include "table/table_internal.h"
#include "tests/fuzz/driver/chance.h"
#include "tests/fuzz/driver/sitting.h"

static inline void hosted_random(struct chance *chance, uint8_t *bytes, int count)
{
    for (int i = 0; i < count; i++)
        bytes[i] = (uint8_t)chance_below(chance, 256);
}

/* Returns the length of the first line, with its newline, which must be there. */
static inline size_t hosted_line(const char *text, size_t length)
{
    const char *end = memchr(text, '\n', length);
    assert_non_null(end);
    return (size_t)(end - text) + 1;
}

/* ---- the table ---- */

static inline void hosted_step(struct table *table, const struct table_event *event,
                               struct table_effects *effects)
{
    table_effects_reset(effects);
    table_step(table, event, effects);
    assert_false(effects->failed);
}

static inline struct table_event hosted_event(uint32_t client, const struct message *message)
{
    return (struct table_event){.type = message->kind == MESSAGE_HELLO ? TABLE_EVENT_HELLO
                                                                       : TABLE_EVENT_MESSAGE,
                                .client = client,
                                .message = message};
}

/* Reads what a client sent, which must be valid. The event refers to 'message'. */
static inline struct table_event hosted_event_of_text(uint32_t client, const char *text,
                                                      size_t length, struct message *message)
{
    struct message_error why;
    if (message_parse(text, length, MESSAGE_FROM_SERVER, message, &why) != MESSAGE_VALID)
        fail_msg("%s %s in %.*s", why.why, why.field, (int)length, text);
    return hosted_event(client, message);
}

/* Loads the log as a server does that was started again. */
static inline struct table *hosted_load(const struct cn__text *log, int64_t now_ms)
{
    int64_t line = 0;
    struct table *table = table_load(log->text, log->length, now_ms, &line);
    if (table == NULL)
        fail_msg("the log cannot be read at line %lld", (long long)line);
    return table;
}

/* ---- a client's session ---- */

static inline void hosted_follow(struct session *session, const struct session_event *event,
                                 struct session_effects *effects)
{
    session_effects_reset(effects);
    session_step(session, event, effects);
    assert_false(effects->failed);
}

/* ---- a table where time and random bytes depend only on the number of steps ---- */

enum {
    HOSTED_CLIENTS = CN_SEATS_MAX + 1,
    HOSTED_CUT = 40 /* where everybody cuts */
};

/* Client i of the table is client i + 1 of its effects. */
struct hosted {
    struct table *table;
    struct table_effects effects;
    struct cn__text sent[HOSTED_CLIENTS]; /* since the test has cleared it */
    int64_t id[HOSTED_CLIENTS];
    int steps, seed;
};

/* Leaves the effects to the test. */
static inline void hosted_next_step(struct hosted *hosted, struct table_event event)
{
    for (int i = 0; i < RANDOM_BYTES; i++)
        event.random[i] = (uint8_t)(hosted->steps * 31 + hosted->seed + i);
    event.now_ms = 1000 + 10 * hosted->steps++;
    hosted_step(hosted->table, &event, &hosted->effects);
}

/* Keeps in 'sent' what each client is sent. */
static inline void hosted_kept_step(struct hosted *hosted, struct table_event event)
{
    hosted_next_step(hosted, event);
    for (int i = 0; i < hosted->effects.count; i++) {
        const struct table_effect *e = &hosted->effects.at[i];
        if (e->type == EFFECT_SEND && e->client >= 1 && e->client <= HOSTED_CLIENTS)
            cn__text_append(&hosted->sent[e->client - 1], hosted->effects.text.text + e->at,
                            e->length);
    }
}

/* Sends a client's message, with its next id. */
static inline void hosted_send(struct hosted *hosted, int client, struct message *message)
{
    if (message->kind != MESSAGE_HELLO)
        message_set_number(message, FIELD_ID, ++hosted->id[client]);
    hosted_kept_step(hosted, hosted_event((uint32_t)client + 1, message));
}

/* Sends a pledge or a contribution to the first deal, a cut, or a message that has nothing but its
 * kind. */
static inline void hosted_say(struct hosted *hosted, int client, enum message_kind kind)
{
    struct message message;
    message_init(&message, kind);
    if (kind == MESSAGE_PLEDGE)
        message = sitting_pledge(hosted->table, client, 1);
    if (kind == MESSAGE_PART)
        message = sitting_part(client, 1);
    if (kind == MESSAGE_CUT)
        message = sitting_cut(HOSTED_CUT);
    hosted_send(hosted, client, &message);
}

static inline void hosted_free(struct hosted *hosted)
{
    table_free(hosted->table);
    table_effects_free(&hosted->effects);
    for (int i = 0; i < HOSTED_CLIENTS; i++)
        cn__text_free(&hosted->sent[i]);
    memset(hosted, 0, sizeof *hosted);
}

#endif
