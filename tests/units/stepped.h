/* stepped.h -- a server's table, step by step, with a clock set by the test: for tests of what
 * people do at it. */
#ifndef CN_TESTS_STEPPED_H
#define CN_TESTS_STEPPED_H

#include "hosted.h"

/* The time of day when the test's clock begins. */
#define WALL_MS INT64_C(1800000000000)

enum {
    CLIENTS = 80,
    RECEIVED = 1 << 16,
    ENDS = 256
};

static struct {
    struct table *table;
    struct table_effects effects;
    struct cn__text log;
    char received[CLIENTS][RECEIVED]; /* since it was last checked */
    int closed[CLIENTS];
    int64_t now, timer, id;
    int64_t questions[64];
    int question_count;
    int confirms;
    size_t ends[ENDS]; /* lengths of the log after each step */
    int end_count;
    struct chance chance;
    char maker[2 * TOKEN_BYTES + 1]; /* the token of the one who made the table */
} t;

/* ---- stepping ---- */

/* Called with all that a client receives. */
static void (*on_received)(uint32_t client, const char *text, size_t length);

static inline void on_line(uint32_t client, const char *text, size_t length)
{
    if (on_received != NULL)
        on_received(client, text, length);
    const size_t at = strlen(t.received[client]);
    assert_true(at + length < RECEIVED);
    memcpy(t.received[client] + at, text, length);
    t.received[client][at + length] = '\0';
}

static inline void take_effects(void)
{
    for (int i = 0; i < t.effects.count; i++) {
        const struct table_effect *e = &t.effects.at[i];
        const char *text = t.effects.text.text + e->at;
        switch (e->type) {
        case EFFECT_APPEND:
            cn__text_append(&t.log, text, e->length);
            t.ends[t.end_count++ % ENDS] = t.log.length;
            break;
        case EFFECT_SEND: on_line(e->client, text, e->length); break;
        case EFFECT_CLOSE: t.closed[e->client] = e->code; break;
        case EFFECT_CONFIRM: t.confirms++; break;
        case EFFECT_TIMER: t.timer = e->ms; break;
        case EFFECT_ASK_BOT: t.questions[t.question_count++ % 64] = e->decision; break;
        case EFFECT_SUMMARY_CHANGED: break;
        }
    }
}

static inline void step(struct table_event input)
{
    hosted_random(&t.chance, input.random, RANDOM_BYTES);
    input.now_ms = t.now;
    input.wall_ms = WALL_MS + t.now;
    hosted_step(t.table, &input, &t.effects);
    take_effects();
    if (input.type == TABLE_EVENT_TIMER)
        assert_true(t.timer == 0 || t.timer > t.now);
}

/* Sends a client's message. "ID" in it becomes the next id. */
static inline void say(uint32_t client, const char *text)
{
    struct message message;
    char line[1024];
    const char *id = strstr(text, "ID");
    if (id != NULL)
        snprintf(line, sizeof line, "%.*s%lld%s", (int)(id - text), text, (long long)++t.id,
                 id + 2);
    else
        snprintf(line, sizeof line, "%s", text);
    t.received[client][0] = '\0';
    step(hosted_event_of_text(client, line, strlen(line), &message));
}

static inline bool receives(uint32_t client, const char *what)
{
    return strstr(t.received[client], what) != NULL;
}

static inline void drop(uint32_t client)
{
    step((struct table_event){.type = TABLE_EVENT_DISCONNECT, .client = client});
}

static inline void wait_ms(int64_t ms)
{
    const int64_t until = t.now + ms;
    while (t.timer != 0 && t.timer <= until) {
        t.now = t.timer;
        t.timer = 0;
        step((struct table_event){.type = TABLE_EVENT_TIMER});
    }
    t.now = until;
}

static inline struct cn_action some_action(void)
{
    static struct cn_actions list;
    const struct cn_game *game = &t.table->game;
    const int seat = cn_game_actor(game);
    assert_true(cn_board_legal_list(game->law, &game->deal.board, game->deal.hands[seat], &list) >
                0);
    return list.at[0];
}

/* The bot that was asked last answers, and gives what it found. */
static inline void think_and_find(struct cn_finding finding)
{
    assert_true(t.question_count > 0);
    step((struct table_event){.type = TABLE_EVENT_BOT_MOVE,
                              .decision = t.questions[(t.question_count - 1) % 64],
                              .action = some_action(),
                              .finding = finding});
}

static inline void think(void)
{
    think_and_find((struct cn_finding){.any = false});
}

/* ---- a table ---- */

static const char *const tokens[] = {NULL,
                                     "11111111111111111111111111111111",
                                     "22222222222222222222222222222222",
                                     "33333333333333333333333333333333",
                                     "44444444444444444444444444444444",
                                     "55555555555555555555555555555555",
                                     "66666666666666666666666666666666"};

static inline void come(uint32_t client, int who, int seat)
{
    char text[400];
    snprintf(text, sizeof text,
             "{\"t\":\"hello\",\"v\":2,\"table\":\"%s\",\"name\":\"P%d\",\"token\":\"%s\",\"new\":"
             "true,\"seat\":%d}",
             t.table->link, who, tokens[who], seat);
    say(client, text);
}

static inline void watch(uint32_t client)
{
    char text[200];
    snprintf(text, sizeof text,
             "{\"t\":\"hello\",\"v\":2,\"table\":\"%s\",\"watching\":true,\"name\":\"W\"}",
             t.table->link);
    say(client, text);
}

/* Opens a table whose maker sits at seat 0 as client 1. */
static inline void open_table_of(int players, const char *choices)
{
    static const char link[] = "0123456789abcdef0123456789abcdef";
    struct message make;
    struct message_error why;
    uint8_t random[RANDOM_BYTES] = {0};
    const char *wrong = NULL;
    char text[800];
    memset(&t, 0, sizeof t);
    chance_from_seed(&t.chance, 7);
    t.now = 1000;
    snprintf(text, sizeof text, "{\"t\":\"make\",\"v\":2,\"name\":\"P1\",\"players\":%d%s}",
             players, choices);
    assert_int_equal(message_parse(text, strlen(text), MESSAGE_FROM_SERVER, &make, &why),
                     MESSAGE_VALID);
    t.table = table_create(&make, link, t.now, random, &t.effects, &wrong);
    assert_non_null(t.table);
    take_effects();
    uint8_t token[TOKEN_BYTES];
    char hex[2 * TOKEN_BYTES + 1];
    table_creator_token(random, token);
    cn__hex_format(token, sizeof token, hex);
    memcpy(t.maker, hex, sizeof t.maker);
    snprintf(text, sizeof text, "{\"t\":\"hello\",\"v\":2,\"table\":\"%s\",\"token\":\"%s\"}", link,
             hex);
    say(1, text);
    assert_true(receives(1, "\"t\":\"welcome\""));
}

static inline void open_table(const char *choices)
{
    open_table_of(4, choices);
}

static inline void bots_in(int from)
{
    char text[100];
    for (int seat = from; seat < t.table->players; seat++) {
        snprintf(text, sizeof text, "{\"t\":\"bot\",\"id\":ID,\"seat\":%d,\"level\":\"beginner\"}",
                 seat);
        say(1, text);
        assert_true(receives(1, "\"t\":\"ok\""));
    }
}

static inline void say_message(uint32_t client, struct message message)
{
    message_set_number(&message, FIELD_ID, ++t.id);
    t.received[client][0] = '\0';
    step(hosted_event(client, &message));
}

/* The client pledges, or sends what it has pledged. */
static inline void pledge(uint32_t client)
{
    const int seat = table_find_connection(t.table, client)->seat;
    say_message(client, sitting_pledge(t.table, seat, t.table->fair.deal));
}

static inline void open_part(uint32_t client)
{
    const int seat = table_find_connection(t.table, client)->seat;
    say_message(client, sitting_part(seat, t.table->fair.deal));
}

/* The cutter cuts, if one is asked to. */
static inline void cut_cards(void)
{
    if (t.table->stage == STAGE_CUT)
        say(t.table->seats[t.table->cutter].client, "{\"t\":\"cut\",\"id\":ID,\"k\":30}");
}

/* The first 'people' clients contribute to a deal. */
static inline void contribute(int people)
{
    for (int client = 1; client <= people; client++)
        pledge((uint32_t)client);
    cut_cards();
    for (int client = 1; client <= people; client++)
        open_part((uint32_t)client);
}

/* Starts a deal: the first 'people' clients are ready, contribute and, if it is their turn, cut. */
static inline void deal(int people)
{
    for (int client = 1; client <= people; client++)
        say((uint32_t)client, "{\"t\":\"ready\",\"id\":ID}");
    assert_int_equal(t.table->stage, STAGE_PLEDGES);
    contribute(people);
    assert_int_equal(t.table->stage, STAGE_PLAY);
}

static inline void act(uint32_t client)
{
    char action[CN_ACTION_TEXT];
    char text[400];
    cn_action_format(NULL, some_action(), action);
    snprintf(text, sizeof text, "{\"t\":\"act\",\"id\":ID,\"at\":%lld,\"action\":\"%s\"}",
             (long long)t.table->number, action);
    say(client, text);
    assert_true(receives(client, "\"t\":\"ok\""));
}

static inline void say_vote(uint32_t client, int32_t on, bool yes)
{
    char text[100];
    snprintf(text, sizeof text, "{\"t\":\"vote\",\"id\":ID,\"on\":%d,\"yes\":%s}", on,
             yes ? "true" : "false");
    say(client, text);
}

static inline int actor(void)
{
    return cn_game_actor(&t.table->game);
}

/* Plays until it is this seat's decision. */
static inline void play_until(int seat)
{
    while (actor() != seat) {
        assert_int_equal(t.table->stage, STAGE_PLAY);
        if (table_bot_plays(t.table, actor())) {
            think();
            wait_ms(700);
        } else {
            act(t.table->seats[actor()].client);
        }
    }
}

/* Loading the log must give the same table. */
static inline void loads(void)
{
    struct table *again = hosted_load(&t.log, t.now);
    assert_int_equal(again->number, t.table->number);
    table_free(again);
}

static inline int count_lines(const struct cn__text *lines, const char *type)
{
    int count = 0;
    for (const char *at = lines->text; at != NULL && (at = strstr(at, type)) != NULL; at++)
        count++;
    return count;
}

/* Anyone with the link can read the record while a deal is in play, so it must not contain that
 * deal. */
static inline void shows_no_deal_in_play(size_t length)
{
    struct cn__text record = {.text = NULL};
    table_log_to_record(t.log.text, length, false, &record);
    cn__text_append(&record, "", 1);
    assert_int_equal(count_lines(&record, "{\"t\":\"deal\""),
                     count_lines(&record, "{\"t\":\"end\""));
    assert_int_equal(count_lines(&record, "{\"t\":\"fair\""),
                     count_lines(&record, "{\"t\":\"reveal\""));
    assert_null(strstr(record.text, "\"secret\""));
    cn__text_free(&record);
}

/* A crash leaves the log as it was after some step. Each of these must load. */
static inline void every_cut_loads(void)
{
    for (int i = 0; i < t.end_count && i < ENDS; i++) {
        int64_t line = 0;
        struct table *cut = table_load(t.log.text, t.ends[i], t.now, &line);
        assert_non_null(cut);
        table_free(cut);
        shows_no_deal_in_play(t.ends[i]);
    }
}

static inline void close_table(void)
{
    loads();
    every_cut_loads();
    table_free(t.table);
    table_effects_free(&t.effects);
    cn__text_free(&t.log);
}

#endif
