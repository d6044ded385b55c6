/* local_table.c -- a table without a server: does for one page what the server's host does.
 *
 * There is one table at a time. Events arrive as questions and effects leave as the answer. The
 * page stores the log and keeps the clock, and gives the number of nodes that a bot may use before
 * the page checks the clock again.
 */
#include <stdlib.h>
#include <string.h>

#include "pages/pages.h"
#include "pages/schema.h"
#include "table/table.h"
#include "web.h"

/* A decision that a bot is thinking about. */
struct thinking {
    int64_t decision; /* 0: none */
    struct bot_question question;
    struct cn_rng rng;
    struct cn_action action;
    void *mind;
    size_t memory_size;
    int64_t left;        /* nodes */
    struct cn_duel duel; /* of a hint … */
    struct cn_review_work work;
    struct cn_finding finding; /* … and what it found */
};

static struct {
    struct table *table;
    struct table_effects effects;
    char link[2 * LINK_BYTES + 1];
    struct thinking thinking[2]; /* a bot's decision, and a hint */
    int64_t advised;             /* the decision of the last hint … */
    struct cn_finding finding;   /* … and what it found */
} host;

/* ---- effects ---- */

static bool wants_net(int64_t decision)
{
    struct bot_question question;
    return table_bot_question(host.table, decision, &question) && question.bot->memory_size > 0;
}

static const char *const effect_names[] = {[EFFECT_APPEND] = "append",
                                           [EFFECT_SEND] = "send",
                                           [EFFECT_CLOSE] = "close",
                                           [EFFECT_TIMER] = "timer",
                                           [EFFECT_ASK_BOT] = "think"};

static void put_effect(struct cn__text *answer, const struct table_effect *effect)
{
    if (effect->type == EFFECT_SUMMARY_CHANGED || effect->type == EFFECT_CONFIRM)
        return;
    cn__json_open(answer, NULL, '{');
    cn__json_string(answer, "is", effect_names[effect->type]);
    switch (effect->type) {
    case EFFECT_SEND: cn__json_int(answer, "client", effect->client); /* fall through */
    case EFFECT_APPEND:
        cn__json_string_n(answer, "text", host.effects.text.text + effect->at, effect->length);
        break;
    case EFFECT_CLOSE:
        cn__json_int(answer, "client", effect->client);
        cn__json_int(answer, "code", effect->code);
        break;
    case EFFECT_TIMER: cn__json_int(answer, "at", effect->ms); break;
    case EFFECT_ASK_BOT:
        cn__json_int(answer, "decision", effect->decision);
        cn__json_bool(answer, "net", wants_net(effect->decision));
        break;
    case EFFECT_CONFIRM:
    case EFFECT_SUMMARY_CHANGED: break;
    }
    cn__json_close(answer, '}');
}

/* Opens the answer with the effects so far. */
static void open_with_effects(struct cn__text *answer)
{
    cn__json_open(answer, NULL, '{');
    cn__json_open(answer, "effects", '[');
    for (int i = 0; i < host.effects.count; i++)
        put_effect(answer, &host.effects.at[i]);
    cn__json_close(answer, ']');
    answer->failed = answer->failed || host.effects.failed;
}

/* Writes an answer with one text. */
static void put_only(struct cn__text *answer, const char *key, const char *text)
{
    cn__json_open(answer, NULL, '{');
    cn__json_string(answer, key, text);
    cn__json_close(answer, '}');
}

/* ---- events ---- */

static bool read_random(const json_t *question, uint8_t random[RANDOM_BYTES])
{
    const char *text = query_text_or_empty(question, "random");
    return cn__hex_parse(text, strlen(text), random, RANDOM_BYTES);
}

static void step(const json_t *question, struct table_event *input, struct cn__text *answer)
{
    if (host.table == NULL || !read_random(question, input->random))
        return;
    input->client = (uint32_t)query_integer(question, "client");
    input->now_ms = query_integer(question, "now");
    table_effects_reset(&host.effects);
    table_step(host.table, input, &host.effects);
    open_with_effects(answer);
    cn__json_close(answer, '}');
}

/* Refuses an action that need not reach the table. */
static void refuse(const json_t *question, int64_t id, const char *why, struct cn__text *answer)
{
    struct message no;
    struct cn__text line = {NULL, 0, 0, false};
    message_init(&no, MESSAGE_NO);
    if (id > 0)
        message_set_number(&no, FIELD_ID, id);
    message_set_text(&no, FIELD_WHY, why);
    message_write(&line, &no);
    cn__json_open(answer, NULL, '{');
    cn__json_open(answer, "effects", '[');
    cn__json_open(answer, NULL, '{');
    cn__json_string(answer, "is", effect_names[EFFECT_SEND]);
    cn__json_int(answer, "client", query_integer(question, "client"));
    cn__json_string_n(answer, "text", line.text, line.length);
    cn__json_close(answer, '}');
    cn__json_close(answer, ']');
    cn__json_close(answer, '}');
    cn__text_free(&line);
}

static void message(const json_t *question, struct cn__text *answer)
{
    struct message message;
    struct message_error why;
    const char *text = query_text_or_empty(question, "message");
    if (message_parse(text, strlen(text), MESSAGE_FROM_SERVER, &message, &why) != MESSAGE_VALID) {
        refuse(question, why.id, why.why, answer);
    } else if (message.kind == MESSAGE_HELLO && strcmp(message.table, host.link) != 0) {
        refuse(question, message.id, "table", answer);
    } else if (message.kind == MESSAGE_MAKE || message.kind == MESSAGE_LIST ||
               message.kind == MESSAGE_DAILY) {
        refuse(question, message.id, "kind", answer);
    } else {
        const bool hello = message.kind == MESSAGE_HELLO;
        step(question,
             &(struct table_event){.type = hello ? TABLE_EVENT_HELLO : TABLE_EVENT_MESSAGE,
                                   .message = &message},
             answer);
    }
}

static void thought(const json_t *question, struct cn__text *answer)
{
    struct table_event input = {.type = TABLE_EVENT_BOT_MOVE,
                                .decision = query_integer(question, "decision")};
    const char *text = query_text_or_empty(question, "action");
    struct bot_question asked;
    if (input.decision == host.advised)
        input.finding = host.finding;
    if (host.table != NULL && table_bot_question(host.table, input.decision, &asked) &&
        cn_action_parse(asked.law, text, strlen(text), &input.action))
        step(question, &input, answer);
}

/* ---- the table ---- */

static void replace_table(struct table *table)
{
    struct table_summary brief;
    table_free(host.table);
    host.table = table;
    for (int i = 0; i < 2; i++)
        host.thinking[i].decision = 0;
    table_get_summary(table, &brief);
    memcpy(host.link, brief.link, sizeof host.link);
}

static void put_made(struct cn__text *answer, const uint8_t random[RANDOM_BYTES])
{
    uint8_t token[TOKEN_BYTES];
    table_creator_token(random, token);
    open_with_effects(answer);
    cn__json_hex(answer, "token", token, sizeof token);
    cn__json_close(answer, '}');
}

static void make(const json_t *question, struct cn__text *answer)
{
    struct message make;
    struct message_error misread;
    uint8_t random[RANDOM_BYTES];
    uint8_t link[LINK_BYTES];
    const char *why = "memory";
    const char *text = query_text_or_empty(question, "message");
    const char *link_text = query_text_or_empty(question, "link");
    if (!read_random(question, random) ||
        !cn__hex_parse(link_text, strlen(link_text), link, sizeof link))
        return;
    if (message_parse(text, strlen(text), MESSAGE_FROM_SERVER, &make, &misread) != MESSAGE_VALID) {
        put_only(answer, "why", misread.why);
        return;
    }
    if (make.kind != MESSAGE_MAKE) {
        put_only(answer, "why", "kind");
        return;
    }
    table_effects_reset(&host.effects);
    struct table *table =
        table_create(&make, link_text, query_integer(question, "now"), random, &host.effects, &why);
    if (table == NULL) {
        put_only(answer, "why", why);
        return;
    }
    replace_table(table);
    put_made(answer, random);
}

static void load(const json_t *question, struct cn__text *answer)
{
    const char *log = query_text_or_empty(question, "log");
    int64_t line = 0;
    struct table *table = table_load(log, strlen(log), query_integer(question, "now"), &line);
    if (table == NULL) {
        cn__json_open(answer, NULL, '{');
        cn__json_int(answer, "line", line);
        cn__json_close(answer, '}');
        return;
    }
    replace_table(table);
    cn__text_append_string(answer, "{}");
}

/* Only finished deals: the page that asks plays at this table. */
static void give_record(const json_t *question, struct cn__text *answer)
{
    const char *log = query_text_or_empty(question, "log");
    struct cn__text record = {NULL, 0, 0, false};
    table_log_to_record(log, strlen(log), false, &record);
    cn__json_open(answer, NULL, '{');
    cn__json_string_n(answer, "record", record.text, record.length);
    cn__json_close(answer, '}');
    answer->failed = answer->failed || record.failed;
    cn__text_free(&record);
}

/* ---- thinking ---- */

static bool has_mind(struct thinking *t, size_t size)
{
    if (size > t->memory_size) {
        free(t->mind);
        t->mind = malloc(size);
        t->memory_size = t->mind != NULL ? size : 0;
    }
    return size <= t->memory_size;
}

static bool begin(struct thinking *t, int64_t decision)
{
    t->decision = 0;
    if (!table_bot_question(host.table, decision, &t->question))
        return false;
    const struct cn_bot *bot = t->question.bot;
    if (!has_mind(t, bot->memory_size))
        return false;
    t->decision = decision;
    t->left = t->question.nodes < CN_DEFAULT_NODES ? t->question.nodes : CN_DEFAULT_NODES;
    cn_rng_init(&t->rng, t->question.dice);
    const struct cn_view view = bot_question_view(&t->question);
    t->finding = (struct cn_finding){.any = false};
    if (t->question.advice) {
        t->work = (struct cn_review_work){.bot = bot, .mind = t->mind, .duel = &t->duel};
        cn_review_start(&t->work, &view, NULL, t->question.dice, t->question.nodes);
    } else if (bot->decide == NULL) {
        bot->begin(t->mind, &view, &t->rng);
    }
    return true;
}

/* Finds the slot that has this decision, or else the free or older one of the two. */
static struct thinking *thinking_of(int64_t decision)
{
    struct thinking *t = host.thinking;
    if (t[0].decision == decision || t[1].decision == decision)
        return &t[t[1].decision == decision];
    return &t[t[1].decision < t[0].decision];
}

static bool advise_on(struct thinking *t, int64_t nodes)
{
    struct cn_review review;
    if (!cn_review_think(&t->work, nodes < 1 ? 1 : nodes))
        return false;
    cn_review_finish(&t->work, &review);
    t->action = review.best;
    t->finding = review.finding;
    return true;
}

/* Returns true once it has decided. */
static bool think_on(struct thinking *t, int64_t nodes)
{
    const struct cn_bot *bot = t->question.bot;
    if (t->question.advice)
        return advise_on(t, nodes);
    if (bot->decide != NULL) {
        const struct cn_view view = bot_question_view(&t->question);
        t->action = bot->decide(&view, &t->rng);
        return true;
    }
    nodes = nodes < 1 ? 1 : nodes < t->left ? nodes : t->left;
    t->left -= nodes;
    const bool more = bot->think(t->mind, nodes);
    t->action = bot->choice(t->mind);
    return !more || t->left <= 0;
}

/* Finds the first action of the seat's script that is legal now. Returns its index, or -1
 * if none is legal. */
static int script_place(const json_t *question, const struct bot_question *asked,
                        struct cn_action *action)
{
    const json_t *script = json_array_get(json_object_get(question, "script"), asked->seat);
    for (size_t i = 0; i < json_array_size(script); i++) {
        const char *text = json_string_value(json_array_get(script, i));
        if (text != NULL && cn_action_parse(asked->law, text, strlen(text), action) &&
            cn_board_legal_check(asked->law, &asked->board, asked->seat, asked->hand, *action,
                                 NULL))
            return (int)i;
    }
    return -1;
}

static void think(const json_t *question, struct cn__text *answer)
{
    const int64_t decision = query_integer(question, "decision");
    char text[CN_ACTION_TEXT];
    if (host.table == NULL || decision < 1)
        return;
    if (wants_net(decision) && cn_value_net_default() == NULL) {
        query_error(answer, "value.net");
        return;
    }
    struct thinking *t = thinking_of(decision);
    if (t->decision != decision && !begin(t, decision)) {
        cn__text_append_string(answer, "{\"done\":true,\"stale\":true}");
        return;
    }
    const int seat = t->question.seat;
    const int place = script_place(question, &t->question, &t->action);
    if (place < 0 && !think_on(t, query_integer(question, "nodes"))) {
        cn__text_append_string(answer, "{\"done\":false}");
        return;
    }
    t->decision = 0;
    host.advised = t->question.advice ? decision : host.advised;
    host.finding = t->question.advice ? t->finding : host.finding;
    cn_action_format(t->question.law, t->action, text);
    cn__json_open(answer, NULL, '{');
    cn__json_bool(answer, "done", true);
    cn__json_string(answer, "action", text);
    cn__json_int(answer, "seat", seat);
    cn__json_int(answer, "used", place + 1);
    cn__json_close(answer, '}');
}

/* ---- the endpoint ---- */

static void answer_host(const json_t *question, struct cn__text *answer)
{
    const size_t before = answer->length;
    if (query_does(question, "make"))
        make(question, answer);
    else if (query_does(question, "load"))
        load(question, answer);
    else if (query_does(question, "record"))
        give_record(question, answer);
    else if (query_does(question, "think"))
        think(question, answer);
    else if (query_does(question, "thought"))
        thought(question, answer);
    else if (query_does(question, "message"))
        message(question, answer);
    else if (query_does(question, "drop"))
        step(question, &(struct table_event){.type = TABLE_EVENT_DISCONNECT}, answer);
    else if (query_does(question, "timer"))
        step(question, &(struct table_event){.type = TABLE_EVENT_TIMER}, answer);
    if (answer->length > before)
        SCHEMA_CHECK(question, answer, before);
}

WEB_ENDPOINT(host, answer_host)
