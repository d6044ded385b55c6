/* table_people_test.c -- what people may do to each other at a server's table, step by step, with a clock by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "net/clean.h"
#include "table/parts.h"
#include "tests/fuzz/driver/chance.h"

enum {
    CLIENTS = 80,
    HEARD = 1 << 16,
    ENDS = 256
};

static struct {
    struct cn_server_table *table;
    struct cn_effects effects;
    struct cn_lines log;
    char heard[CLIENTS][HEARD]; /* since it was last looked at */
    int closed[CLIENTS];
    int64_t now, timer, id;
    int64_t questions[64];
    int question_count;
    size_t ends[ENDS]; /* of the log, after each step */
    int end_count;
    struct chance chance;
} t;

/* ---- stepping ---- */

static void hear(uint32_t client, const char *text, size_t length)
{
    const size_t at = strlen(t.heard[client]);
    assert_true(at + length < HEARD);
    memcpy(t.heard[client] + at, text, length);
    t.heard[client][at + length] = '\0';
}

static void take_effects(void)
{
    for (int i = 0; i < t.effects.count; i++) {
        const struct cn_effect *e = &t.effects.at[i];
        const char *text = t.effects.text.text + e->at;
        switch (e->type) {
        case CN_EFFECT_APPEND:
            cn_lines_put(&t.log, text, e->length);
            t.ends[t.end_count++ % ENDS] = t.log.length;
            break;
        case CN_EFFECT_SEND: hear(e->client, text, e->length); break;
        case CN_EFFECT_CLOSE: t.closed[e->client] = e->code; break;
        case CN_EFFECT_TIMER: t.timer = e->ms; break;
        case CN_EFFECT_THINK: t.questions[t.question_count++ % 64] = e->decision; break;
        case CN_EFFECT_BRIEF: break;
        }
    }
    cn_effects_reset(&t.effects);
}

static void step(struct cn_input input)
{
    for (int i = 0; i < CN_RANDOM_BYTES; i++)
        input.random[i] = (uint8_t)chance_below(&t.chance, 256);
    input.now_ms = t.now;
    cn_server_table_step(t.table, &input, &t.effects);
    assert_false(t.effects.failed);
    take_effects();
    if (input.type == CN_INPUT_TIMER)
        assert_true(t.timer == 0 || t.timer > t.now);
}

/* A message as a client writes it; "ID" in it becomes the next id. */
static void say(uint32_t client, const char *text)
{
    struct cn_message message;
    struct cn_misread why;
    char line[1024];
    const char *id = strstr(text, "ID");
    if (id != NULL)
        snprintf(line, sizeof line, "%.*s%lld%s", (int)(id - text), text, (long long)++t.id,
                 id + 2);
    else
        snprintf(line, sizeof line, "%s", text);
    assert_int_equal(cn_message_parse(line, strlen(line), CN_READER_SERVER, &message, &why),
                     CN_READ_OK);
    t.heard[client][0] = '\0';
    step((struct cn_input){.type =
                               message.kind == CN_MESSAGE_HELLO ? CN_INPUT_HELLO : CN_INPUT_MESSAGE,
                           .client = client,
                           .message = &message});
}

static bool hears(uint32_t client, const char *what)
{
    return strstr(t.heard[client], what) != NULL;
}

static void drop(uint32_t client)
{
    step((struct cn_input){.type = CN_INPUT_DROP, .client = client});
}

static void wait_ms(int64_t ms)
{
    const int64_t until = t.now + ms;
    while (t.timer != 0 && t.timer <= until) {
        t.now = t.timer;
        t.timer = 0;
        step((struct cn_input){.type = CN_INPUT_TIMER});
    }
    t.now = until;
}

static struct cn_action some_action(void)
{
    static struct cn_actions list;
    const struct cn_game *game = &t.table->game;
    const int seat = cn_game_actor(game);
    assert_true(cn_legal_list(&game->rules, &game->deal.table, game->deal.hands[seat], &list) > 0);
    return list.at[0];
}

/* The bot that was asked last has its answer. */
static void think(void)
{
    assert_true(t.question_count > 0);
    step((struct cn_input){.type = CN_INPUT_THOUGHT,
                           .decision = t.questions[(t.question_count - 1) % 64],
                           .action = some_action()});
}

/* ---- a table ---- */

static const char *const tokens[] = {
    NULL, "11111111111111111111111111111111", "22222222222222222222222222222222",
    "33333333333333333333333333333333", "44444444444444444444444444444444"};

static void come(uint32_t client, int who, int seat)
{
    char text[400];
    snprintf(text, sizeof text,
             "{\"t\":\"hello\",\"v\":1,\"table\":\"%s\",\"name\":\"P%d\",\"token\":\"%s\",\"new\":"
             "true,\"seat\":%d}",
             t.table->link, who, tokens[who], seat);
    say(client, text);
}

static void watch(uint32_t client)
{
    char text[200];
    snprintf(text, sizeof text,
             "{\"t\":\"hello\",\"v\":1,\"table\":\"%s\",\"watching\":true,\"name\":\"W\"}",
             t.table->link);
    say(client, text);
}

/* A table whose maker has come to seat 0 as client 1, whose own token is tokens[1]. */
static void open_table(const char *choices)
{
    static const char link[] = "0123456789abcdef0123456789abcdef";
    struct cn_message make;
    struct cn_misread why;
    uint8_t random[CN_RANDOM_BYTES] = {0};
    const char *wrong = NULL;
    char text[800];
    memset(&t, 0, sizeof t);
    chance_from_seed(&t.chance, 7);
    t.now = 1000;
    snprintf(text, sizeof text, "{\"t\":\"make\",\"v\":1,\"name\":\"P1\",\"players\":4%s}",
             choices);
    assert_int_equal(cn_message_parse(text, strlen(text), CN_READER_SERVER, &make, &why),
                     CN_READ_OK);
    t.table = cn_server_table_make(&make, link, t.now, random, &t.effects, &wrong);
    assert_non_null(t.table);
    take_effects();
    uint8_t token[CN_TOKEN_BYTES];
    char hex[2 * CN_TOKEN_BYTES + 1];
    cn_server_table_token(random, token);
    cn_hex_format(token, sizeof token, hex);
    snprintf(text, sizeof text, "{\"t\":\"hello\",\"v\":1,\"table\":\"%s\",\"token\":\"%s\"}", link,
             hex);
    say(1, text);
    assert_true(hears(1, "\"t\":\"welcome\""));
}

static void bots_in(int from)
{
    char text[100];
    for (int seat = from; seat < 4; seat++) {
        snprintf(text, sizeof text, "{\"t\":\"bot\",\"id\":ID,\"seat\":%d,\"level\":\"beginner\"}",
                 seat);
        say(1, text);
        assert_true(hears(1, "\"t\":\"ok\""));
    }
}

/* The first 'people' clients are ready, give parts, and whoever cuts does: a deal is in play. */
static void deal(int people)
{
    char text[200];
    for (int client = 1; client <= people; client++)
        say((uint32_t)client, "{\"t\":\"ready\",\"id\":ID}");
    assert_int_equal(t.table->stage, CN_TABLE_PARTS);
    for (int client = 1; client <= people; client++) {
        snprintf(text, sizeof text, "{\"t\":\"part\",\"id\":ID,\"deal\":%d,\"part\":\"%s\"}",
                 t.table->game.deals + 1, tokens[client]);
        say((uint32_t)client, text);
    }
    if (t.table->stage == CN_TABLE_CUT) {
        const uint32_t cutter = t.table->chairs[t.table->cutter].client;
        say(cutter, "{\"t\":\"cut\",\"id\":ID,\"k\":30}");
    }
    assert_int_equal(t.table->stage, CN_TABLE_PLAY);
}

static void act(uint32_t client)
{
    char action[CN_ACTION_TEXT];
    char text[400];
    cn_action_format(some_action(), action);
    snprintf(text, sizeof text, "{\"t\":\"act\",\"id\":ID,\"at\":%lld,\"action\":\"%s\"}",
             (long long)t.table->number, action);
    say(client, text);
    assert_true(hears(client, "\"t\":\"ok\""));
}

static void say_vote(uint32_t client, int32_t on, bool yes)
{
    char text[100];
    snprintf(text, sizeof text, "{\"t\":\"vote\",\"id\":ID,\"on\":%d,\"yes\":%s}", on,
             yes ? "true" : "false");
    say(client, text);
}

static int actor(void)
{
    return cn_game_actor(&t.table->game);
}

/* Everybody plays until a seat is to decide. */
static void play_until(int seat)
{
    while (actor() != seat) {
        assert_int_equal(t.table->stage, CN_TABLE_PLAY);
        if (is_bot_run(t.table, actor())) {
            think();
            wait_ms(700);
        } else {
            act(t.table->chairs[actor()].client);
        }
    }
}

/* What the log holds is the table. */
static void loads(void)
{
    int64_t line = 0;
    struct cn_server_table *again = cn_server_table_load(t.log.text, t.log.length, t.now, &line);
    assert_non_null(again);
    assert_int_equal(again->number, t.table->number);
    cn_server_table_free(again);
}

static int count_lines(const struct cn_lines *lines, const char *type)
{
    int count = 0;
    for (const char *at = lines->text; at != NULL && (at = strstr(at, type)) != NULL; at++)
        count++;
    return count;
}

/* Whoever has the link of a record may read it while the next deal is in play. */
static void shows_no_deal_in_play(size_t length)
{
    struct cn_lines record = {.text = NULL};
    cn_log_record(t.log.text, length, false, &record);
    cn_lines_put(&record, "", 1);
    assert_int_equal(count_lines(&record, "{\"t\":\"deal\""),
                     count_lines(&record, "{\"t\":\"end\""));
    assert_int_equal(count_lines(&record, "{\"t\":\"fair\""),
                     count_lines(&record, "{\"t\":\"reveal\""));
    assert_null(strstr(record.text, "\"secret\""));
    cn_lines_free(&record);
}

/* A crash leaves what some steps have appended, and no step half. */
static void every_cut_loads(void)
{
    for (int i = 0; i < t.end_count && i < ENDS; i++) {
        int64_t line = 0;
        struct cn_server_table *cut = cn_server_table_load(t.log.text, t.ends[i], t.now, &line);
        assert_non_null(cut);
        cn_server_table_free(cut);
        shows_no_deal_in_play(t.ends[i]);
    }
}

static void close_table(void)
{
    loads();
    every_cut_loads();
    cn_server_table_free(t.table);
    cn_effects_free(&t.effects);
    cn_lines_free(&t.log);
}

/* ---- bots and clocks ---- */

/* A bot has decided and waits a moment before it plays; then somebody takes its chair, or is back. */
static void a_bots_answer_is_forgotten(void **state)
{
    open_table(",\"timer\":\"brisk\"");
    bots_in(1);
    deal(1);
    play_until(1);
    think();
    come(2, 2, 1);
    assert_true(hears(2, "\"t\":\"welcome\""));
    wait_ms(10000);
    assert_int_equal(actor(), 1);
    drop(2);
    wait_ms(60000); /* the chair is a bot's again, which is asked again */
    think();
    wait_ms(1000);
    play_until(0);
    close_table();
}

/* Whoever lets his time run out leaves the turn to a bot; speaking up gives no new time. */
static void time_is_not_won_by_talking(void **state)
{
    open_table(",\"timer\":\"brisk\"");
    bots_in(1);
    deal(1);
    play_until(0);
    wait_ms(24000);
    assert_false(is_bot_run(t.table, 0));
    wait_ms(2000);
    assert_true(is_bot_run(t.table, 0));
    say(1, "{\"t\":\"chat\",\"id\":ID,\"phrase\":\"sorry\"}");
    assert_true(is_bot_run(t.table, 0));
    while (actor() == 0) {
        think();
        wait_ms(700);
    }
    assert_false(is_bot_run(t.table, 0)); /* the next turn is his own */
    close_table();
}

static void a_pause_gives_no_time(void **state)
{
    open_table(",\"timer\":\"brisk\"");
    bots_in(1);
    deal(1);
    play_until(0);
    wait_ms(15000);
    say(1, "{\"t\":\"pause\",\"id\":ID,\"yes\":true}");
    wait_ms(3600000);
    assert_false(is_bot_run(t.table, 0));
    say(1, "{\"t\":\"pause\",\"id\":ID,\"yes\":false}");
    wait_ms(9000);
    assert_false(is_bot_run(t.table, 0));
    wait_ms(2000);
    assert_true(is_bot_run(t.table, 0));
    close_table();
}

/* Whoever wants to play for himself again sits down where he sits, which is all that it does: others may have paused meanwhile. */
static void a_seat_is_taken_back_without_another_word(void **state)
{
    open_table(",\"timer\":\"brisk\"");
    come(2, 2, 1);
    bots_in(2);
    deal(2);
    play_until(0);
    wait_ms(26000);
    assert_true(t.table->chairs[0].stands_in);
    say(2, "{\"t\":\"pause\",\"id\":ID,\"yes\":true}");
    const int64_t number = t.table->number;
    say(1, "{\"t\":\"sit\",\"id\":ID,\"seat\":0}");
    assert_true(hears(1, "\"t\":\"ok\""));
    assert_true(t.table->paused);
    assert_int_equal(t.table->number, number);
    say(2, "{\"t\":\"pause\",\"id\":ID,\"yes\":false}");
    while (actor() == 0) {
        think();
        wait_ms(700);
    }
    assert_false(t.table->chairs[0].stands_in);
    close_table();
}

/* Players are away, somebody watches: nobody plays their game. */
static void watchers_do_not_play(void **state)
{
    open_table(",\"timer\":\"brisk\"");
    come(2, 2, 2);
    bots_in(3);
    say(1, "{\"t\":\"bot\",\"id\":ID,\"seat\":1,\"level\":\"beginner\"}");
    deal(2);
    watch(9);
    drop(1);
    drop(2);
    const int64_t number = t.table->number;
    wait_ms(3600000);
    assert_int_equal(t.table->number, number);
    assert_int_equal(t.timer, 0);
    close_table();
}

/* With every chair a bot's, there is something to watch. */
static void bots_play_for_watchers(void **state)
{
    open_table("");
    bots_in(1);
    deal(1);
    const int64_t number = t.table->number;
    say(1, "{\"t\":\"rise\",\"id\":ID}");
    think();
    wait_ms(1000);
    assert_true(t.table->number > number + 1);
    close_table();
}

/* Ready in the lobby, and gone before the game begins: a bot plays for him in time. */
static void gone_before_the_game(void **state)
{
    open_table("");
    come(2, 2, 1);
    come(3, 3, 2);
    say(1, "{\"t\":\"bot\",\"id\":ID,\"seat\":3,\"level\":\"beginner\"}");
    say(2, "{\"t\":\"ready\",\"id\":ID}");
    drop(2);
    wait_ms(600000);
    say(3, "{\"t\":\"ready\",\"id\":ID}");
    say(1, "{\"t\":\"ready\",\"id\":ID}");
    assert_int_not_equal(t.table->stage, CN_TABLE_LOBBY);
    wait_ms(130000);
    assert_true(t.table->chairs[1].stands_in);
    close_table();
}

/* ---- dealing ---- */

static void a_lost_connection_costs_no_part(void **state)
{
    open_table("");
    come(2, 2, 1);
    bots_in(2);
    say(1, "{\"t\":\"ready\",\"id\":ID}");
    say(2, "{\"t\":\"ready\",\"id\":ID}");
    assert_int_equal(t.table->stage, CN_TABLE_PARTS);
    drop(2);
    say(1, "{\"t\":\"part\",\"id\":ID,\"deal\":1,\"part\":\"11111111111111111111111111111111\"}");
    assert_int_equal(t.table->stage, CN_TABLE_PARTS);
    come(3, 2, 1);
    say(3, "{\"t\":\"part\",\"id\":ID,\"deal\":1,\"part\":\"22222222222222222222222222222222\"}");
    assert_int_not_equal(t.table->stage, CN_TABLE_PARTS);
    assert_int_equal(t.table->fair.given & 3, 3);
    close_table();
}

static void nobody_is_waited_for_too_long(void **state)
{
    open_table("");
    come(2, 2, 1);
    bots_in(2);
    say(1, "{\"t\":\"ready\",\"id\":ID}");
    say(2, "{\"t\":\"ready\",\"id\":ID}");
    drop(2);
    wait_ms(60000);
    assert_int_equal(t.table->stage, CN_TABLE_PLAY);
    close_table();
}

/* ---- consent ---- */

static void nothing_revealed_goes_back_behind_a_back(void **state)
{
    open_table("");
    come(2, 2, 1);
    bots_in(2);
    deal(2);
    play_until(0);
    act(1);
    drop(2);
    const int decisions = t.table->decision_count;
    say(1, "{\"t\":\"back\",\"id\":ID}");
    assert_true(hears(1, "\"away\""));
    wait_ms(130000);
    assert_true(t.table->chairs[1].stands_in);
    say(1, "{\"t\":\"back\",\"id\":ID}");
    assert_true(hears(1, "\"away\""));
    assert_int_equal(t.table->decision_count, decisions);
    come(3, 2, 1);
    say(1, "{\"t\":\"back\",\"id\":ID}");
    assert_true(hears(3, "\"t\":\"proposal\""));
    assert_int_equal(t.table->decision_count, decisions);
    say_vote(3, t.table->proposals[CN_PROPOSAL_BACK].on, true);
    assert_int_equal(t.table->decision_count, decisions - 1);
    close_table();
}

static void votes_are_not_numbered_anew(void **state)
{
    open_table("");
    come(2, 2, 1);
    bots_in(2);
    deal(2);
    play_until(0);
    act(1);
    say(1, "{\"t\":\"back\",\"id\":ID}");
    const int32_t first = t.table->proposals[CN_PROPOSAL_BACK].on;
    say(1, "{\"t\":\"back\",\"id\":ID}");
    assert_int_not_equal(first, 0);
    assert_int_not_equal(first, t.table->proposals[CN_PROPOSAL_BACK].on);
    say_vote(2, first, true);
    assert_true(hears(2, "\"gone\""));
    close_table();
}

/* ---- who may come, and see ---- */

static void nobody_sees_two_hands(void **state)
{
    open_table("");
    bots_in(1);
    deal(1);
    say(1, "{\"t\":\"rise\",\"id\":ID}");
    say(1, "{\"t\":\"sit\",\"id\":ID,\"seat\":2}");
    assert_true(hears(1, "\"hand\""));
    assert_false(hears(1, "\"hand\":["));
    say(1, "{\"t\":\"sit\",\"id\":ID,\"seat\":0}");
    assert_true(hears(1, "\"t\":\"welcome\""));
    /* Saying hello once more makes nobody somebody else. */
    say(1, "{\"t\":\"rise\",\"id\":ID}");
    watch(1);
    say(1, "{\"t\":\"sit\",\"id\":ID,\"seat\":2}");
    assert_true(hears(1, "\"why\":\"hand\""));
    close_table();
}

static void watchers_keep_no_holder_out(void **state)
{
    open_table("");
    come(2, 2, 1);
    drop(2);
    int inside = 0;
    for (uint32_t client = 5; client < 75; client++) {
        watch(client);
        inside += hears(client, "\"t\":\"welcome\"");
    }
    assert_true(inside > 40 && inside < 70);
    come(3, 2, 1);
    assert_true(hears(3, "\"t\":\"welcome\""));
    close_table();
}

static void who_may_not_watch_is_told_nothing(void **state)
{
    open_table(",\"join\":\"ask\",\"watch\":false");
    come(2, 2, 1);
    assert_true(hears(2, "\"ask\""));
    assert_false(hears(2, "\"t\":\"table\""));
    t.heard[2][0] = '\0';
    say(1, "{\"t\":\"chat\",\"id\":ID,\"text\":\"between us\"}");
    assert_false(hears(2, "between us"));
    come(3, 3, 2); /* one at a time */
    assert_int_equal(t.closed[3], CN_CLOSE_REFUSED);
    say_vote(1, t.table->proposals[CN_PROPOSAL_SIT].on, false);
    assert_int_equal(t.closed[2], CN_CLOSE_REFUSED);
    close_table();
}

static void whom_the_host_lets_has_the_own_token(void **state)
{
    open_table(",\"join\":\"ask\"");
    come(2, 2, 1);
    say_vote(1, t.table->proposals[CN_PROPOSAL_SIT].on, true);
    assert_true(t.table->chairs[1].held);
    drop(2);
    come(3, 2, 1); /* with the same token: the chair is its own */
    assert_true(hears(3, "\"seat\":1"));
    assert_int_equal(t.table->chairs[1].client, 3);
    close_table();
}

/* The chair was taken, or hands are shown, before the host said yes: that is said to both. */
static void a_yes_that_comes_too_late_is_a_no(void **state)
{
    open_table(",\"join\":\"all\",\"watch\":false");
    come(2, 2, 1);
    say(1, "{\"t\":\"set\",\"id\":ID,\"join\":\"ask\"}");
    come(3, 3, 2);
    assert_true(hears(3, "\"ask\""));
    int32_t on = t.table->proposals[CN_PROPOSAL_SIT].on;
    say(2, "{\"t\":\"sit\",\"id\":ID,\"seat\":2}");
    t.heard[1][0] = t.heard[3][0] = '\0';
    say_vote(1, on, true);
    assert_true(hears(1, "\"yes\":false"));
    assert_true(hears(3, "\"why\":\"full\"") && hears(3, "\"yes\":false"));
    assert_int_equal(t.closed[3], CN_CLOSE_REFUSED);
    assert_string_equal(t.table->chairs[2].name, "P2");
    /* Who asked for any chair gets another. */
    say(5,
        "{\"t\":\"hello\",\"v\":1,\"table\":\"0123456789abcdef0123456789abcdef\",\"name\":\"P4\"}");
    assert_int_equal(t.table->proposals[CN_PROPOSAL_SIT].seat, 1);
    on = t.table->proposals[CN_PROPOSAL_SIT].on;
    say(2, "{\"t\":\"sit\",\"id\":ID,\"seat\":1}");
    t.heard[1][0] = '\0';
    say_vote(1, on, true);
    assert_true(hears(1, "\"yes\":true"));
    assert_true(hears(5, "\"t\":\"table\""));
    assert_string_equal(t.table->chairs[2].name, "P4");
    close_table();
}

static void a_yes_after_hands_are_shown_is_a_no(void **state)
{
    open_table(",\"join\":\"ask\",\"open\":60");
    bots_in(1);
    watch(9);
    say(9, "{\"t\":\"sit\",\"id\":1,\"seat\":2}");
    const int32_t on = t.table->proposals[CN_PROPOSAL_SIT].on;
    assert_true(on != 0);
    deal(1);
    t.heard[9][0] = '\0';
    say_vote(1, on, true);
    assert_true(hears(1, "\"yes\":false"));
    assert_true(hears(9, "\"why\":\"hand\""));
    assert_false(t.table->chairs[2].held);
    assert_int_equal(t.closed[9], 0);
    close_table();
}

/* Not let in yet: neither are scores told, nor is anything said to those who are in. */
static void who_waits_neither_reads_nor_speaks(void **state)
{
    open_table(",\"join\":\"ask\",\"watch\":false");
    come(3, 3, 2);
    assert_true(find_guest(t.table, 3)->waiting);
    const size_t log = t.log.length;
    t.heard[1][0] = '\0';
    say(3, "{\"t\":\"chat\",\"id\":1,\"text\":\"let me in\"}");
    assert_true(hears(3, "\"why\":\"watching\""));
    assert_false(hears(1, "let me in"));
    const struct cn_side_score nothing[2] = {{0}};
    const struct cn_event end = {.type = CN_EVENT_END, .sides = nothing, .side_count = 2};
    sheet_add(t.table, &end);
    say(3, "{\"t\":\"sheet\",\"id\":2}");
    assert_true(hears(3, "\"why\":\"watching\""));
    assert_false(hears(3, "\"t\":\"sheet\""));
    say(3, "{\"t\":\"share\",\"id\":3}");
    assert_true(hears(3, "\"why\":\"watching\""));
    assert_int_equal(t.log.length, log);
    say(3, "{\"t\":\"ping\",\"id\":4}");
    assert_true(hears(3, "\"t\":\"pong\""));
    /* Where nobody needs to be asked any more it may sit down, and is told all. */
    say(1, "{\"t\":\"set\",\"id\":ID,\"join\":\"all\"}");
    say(3, "{\"t\":\"sit\",\"id\":5,\"seat\":2}");
    assert_true(hears(3, "\"t\":\"table\""));
    assert_int_equal(t.table->proposals[CN_PROPOSAL_SIT].on, 0);
    say(1, "{\"t\":\"chat\",\"id\":ID,\"text\":\"welcome\"}");
    assert_true(hears(3, "\"text\":\"welcome\""));
    close_table();
}

static void a_wrong_token_frees_no_seat_quietly(void **state)
{
    open_table("");
    come(2, 2, 1);
    char text[300];
    t.heard[1][0] = '\0';
    snprintf(text, sizeof text, "{\"t\":\"hello\",\"v\":1,\"table\":\"%s\",\"token\":\"%s\"}",
             t.table->link, tokens[4]);
    say(2, text);
    assert_int_equal(t.closed[2], CN_CLOSE_TOKEN);
    assert_true(hears(1, "\"here\":\"away\""));
    assert_true(t.table->chairs[1].away_ms > t.now);
    close_table();
}

static void one_hint_at_a_time(void **state)
{
    open_table("");
    bots_in(1);
    deal(1);
    play_until(0);
    say(1, "{\"t\":\"hint\",\"id\":ID}");
    assert_true(hears(1, "\"t\":\"ok\""));
    say(1, "{\"t\":\"hint\",\"id\":ID}");
    assert_true(hears(1, "\"busy\""));
    think();
    assert_true(hears(1, "\"t\":\"hint\""));
    say(1, "{\"t\":\"hint\",\"id\":ID}");
    assert_true(hears(1, "\"t\":\"ok\""));
    close_table();
}

static void who_comes_back_knows_what_was_done(void **state)
{
    open_table("");
    come(2, 2, 1);
    say(2, "{\"t\":\"chat\",\"id\":4711,\"text\":\"hello\"}");
    drop(2);
    come(3, 2, 1);
    assert_true(hears(3, "\"done\":4711"));
    close_table();
}

/* ---- words ---- */

/* Hidden characters between marks, marks without a letter, blanks at the ends … */
/* A host who moves is still the host, with the same token; a bot makes room. */
static void who_waits_may_move(void **state)
{
    open_table("");
    bots_in(3);
    come(2, 2, 1);
    say(2, "{\"t\":\"sit\",\"id\":ID,\"seat\":0}");
    assert_true(hears(2, "\"why\":\"seat\""));
    say(2, "{\"t\":\"sit\",\"id\":ID,\"seat\":5}");
    assert_true(hears(2, "\"why\":\"seat\""));
    t.heard[2][0] = '\0';
    say(1, "{\"t\":\"sit\",\"id\":ID,\"seat\":3}");
    assert_true(hears(1, "\"t\":\"ok\"") && hears(1, "\"t\":\"welcome\"") &&
                hears(1, "\"seat\":3,\"done\""));
    assert_true(hears(2, "\"seat\":3,\"name\":\"P1\",\"host\":true"));
    assert_true(hears(2, "\"seat\":0,\"level\":\"beginner\""));
    assert_true(t.table->chairs[3].host && t.table->chairs[3].client == 1);
    assert_string_equal(t.table->chairs[0].level, "beginner");
    loads();
    say(1, "{\"t\":\"bot\",\"id\":ID,\"seat\":2,\"level\":\"club\"}");
    assert_true(hears(1, "\"t\":\"ok\""));
    deal(2);
    say(1, "{\"t\":\"sit\",\"id\":ID,\"seat\":0}");
    assert_true(hears(1, "\"why\":\"seated\""));
    close_table();
}

/* Who held the chair is at the seat that the last card earned, with its token, and is told so. */
static void everybody_draws_for_a_seat(void **state)
{
    struct chair before[4];
    uint8_t from = 0;
    open_table("");
    come(2, 2, 1);
    watch(9);
    say(1, "{\"t\":\"seats\",\"id\":ID}");
    assert_true(hears(1, "\"why\":\"chairs\""));
    bots_in(2);
    say(2, "{\"t\":\"seats\",\"id\":ID}");
    assert_true(hears(2, "\"why\":\"host\""));
    const int64_t last = t.table->number;
    memcpy(before, t.table->chairs, sizeof before);
    drop(2);
    t.heard[9][0] = '\0';
    say(1, "{\"t\":\"seats\",\"id\":ID}");
    assert_true(hears(1, "\"t\":\"drawn\"") && hears(1, "\"t\":\"ok\""));
    assert_true(hears(9, "\"t\":\"drawn\"") && hears(9, "\"t\":\"table\""));
    for (int seat = 0; seat < 4; seat++) {
        const struct cn_drawing *drawing = &t.table->drawing;
        const int count = drawing->count[seat];
        assert_in_range(count, 1, CN_DRAWS_MAX);
        assert_true(cn_card_draw_order(drawing->drawn[seat][count - 1]) <=
                    cn_card_draw_order(drawing->drawn[0][drawing->count[0] - 1]));
        for (int other = 0; other < 4; other++)
            if (strcmp(t.table->chairs[seat].name, before[other].name) == 0 &&
                memcmp(t.table->chairs[seat].hash, before[other].hash, CN_HASH_BYTES) == 0)
                from |= (uint8_t)(1 << other);
        assert_false(t.table->chairs[seat].ready);
    }
    assert_int_equal(from, 15);
    char text[300];
    int seat = 0;
    while (strcmp(t.table->chairs[seat].name, "P1") != 0)
        seat++;
    snprintf(text, sizeof text, "\"seat\":%d,\"done\"", seat);
    assert_true(hears(1, text));
    assert_int_equal(find_guest(t.table, 1)->seat, seat);
    assert_int_equal(t.table->chairs[seat].client, 1);
    assert_true(t.table->chairs[seat].host);
    /* Who was away is at the new seat with the old token, and is not left with what was true before. */
    snprintf(text, sizeof text,
             "{\"t\":\"hello\",\"v\":1,\"table\":\"%s\",\"token\":\"%s\",\"last\":%lld}",
             t.table->link, tokens[2], (long long)last);
    say(3, text);
    assert_string_equal(t.table->chairs[find_guest(t.table, 3)->seat].name, "P2");
    assert_true(hears(3, "\"t\":\"table\""));
    loads();
    say(3, "{\"t\":\"ready\",\"id\":ID}");
    say(1, "{\"t\":\"ready\",\"id\":ID}");
    assert_int_equal(t.table->stage, CN_TABLE_PARTS);
    assert_true(hears(1, "\"t\":\"draws\""));
    say(1, "{\"t\":\"seats\",\"id\":ID}");
    assert_true(hears(1, "\"why\":\"playing\""));
    close_table();
}

/* The chair that somebody asks for moves with its bot. */
static void who_asks_for_a_chair_gets_that_one(void **state)
{
    open_table(",\"join\":\"ask\"");
    bots_in(1);
    come(5, 2, 2);
    assert_true(hears(1, "\"what\":\"sit\""));
    const int32_t on = t.table->proposals[CN_PROPOSAL_SIT].on;
    say(1, "{\"t\":\"seats\",\"id\":ID}");
    const int seat = t.table->drawing.seat_of_player[2];
    say_vote(1, on, true);
    assert_string_equal(t.table->chairs[seat].name, "P2");
    assert_int_equal(find_guest(t.table, 5)->seat, seat);
    close_table();
}

/* The log of a table with bots and one person whose seats have been drawn for, as far as a crash may have left it. */
static void a_drawing_that_was_cut_off_begins_anew(void **state)
{
    open_table("");
    bots_in(1);
    say(1, "{\"t\":\"seats\",\"id\":ID}");
    struct cn_lines whole = t.log;
    t.end_count = 0;
    memset(&t.log, 0, sizeof t.log);
    for (size_t at = 0; at < whole.length; at++) {
        int64_t line = 0;
        if (whole.text[at] != '\n')
            continue;
        cn_server_table_free(t.table);
        t.table = cn_server_table_load(whole.text, at + 1, t.now, &line);
        assert_non_null(t.table);
        cn_lines_reset(&t.log);
        cn_lines_put(&t.log, whole.text, at + 1);
        const uint8_t random[CN_RANDOM_BYTES] = {3};
        t.table->random = random;
        const char *why = draw_for_seats(t.table, 0, ++t.id);
        t.table->random = NULL;
        step((struct cn_input){.type = CN_INPUT_TIMER});
        assert_true(why == NULL || strcmp(why, "chairs") == 0);
        loads();
    }
    cn_lines_free(&whole);
    t.end_count = 0;
    close_table();
}

/* The person at seat 0 plays its turn to the end. */
static void a_turn(void)
{
    while (actor() == 0)
        act(1);
}

/* Hands go to those alone who watch, as late as the host says, and who was told them plays no more in that deal. */
static void watchers_see_old_hands(void **state)
{
    open_table(",\"pace\":0");
    bots_in(1);
    watch(9);
    deal(1);
    t.heard[9][0] = '\0';
    wait_ms(100000);
    assert_false(hears(9, "\"t\":\"hands\""));
    say(1, "{\"t\":\"set\",\"id\":ID,\"open\":59}");
    assert_true(hears(1, "\"why\":\"value\""));
    say(1, "{\"t\":\"set\",\"id\":ID,\"open\":60}");
    assert_true(hears(9, "\"open\":60"));
    struct cn_lines then = {NULL, 0, 0, false};
    cn_lines_hands(&then, &t.table->game, t.table->number);
    cn_lines_put(&then, "", 1);
    const int64_t set = t.now;
    wait_ms(1000);
    play_until(0);
    a_turn();
    play_until(0);
    a_turn();
    t.heard[1][0] = t.heard[9][0] = '\0';
    wait_ms(59000 - (t.now - set));
    assert_false(hears(9, "\"t\":\"hands\""));
    wait_ms(1000);
    assert_true(hears(9, "\"t\":\"hands\""));
    assert_false(hears(1, "\"t\":\"hands\""));
    assert_true(hears(9, then.text));
    cn_lines_free(&then);
    say(9, "{\"t\":\"sit\",\"id\":1,\"seat\":2}");
    assert_true(hears(9, "\"why\":\"hand\""));
    /* Going and coming back as somebody else helps nobody. */
    drop(9);
    come(9, 2, 2);
    assert_true(hears(9, "\"why\":\"hand\"") && hears(9, "\"watching\":true"));
    assert_false(t.table->chairs[2].held);
    say(9, "{\"t\":\"share\",\"id\":2}");
    assert_true(hears(9, "\"t\":\"share\"") && hears(9, "\"t\":\"ok\""));
    say(1, "{\"t\":\"set\",\"id\":ID,\"open\":0}");
    assert_int_equal(t.table->hands_count, 0);
    drop(9);
    come(9, 2, 2);
    assert_true(hears(9, "\"why\":\"hand\""));
    while (t.table->stage == CN_TABLE_PLAY) {
        if (actor() == 0) {
            act(1);
        } else {
            think();
            wait_ms(1);
        }
    }
    say(9, "{\"t\":\"sit\",\"id\":3,\"seat\":2}");
    assert_true(t.table->chairs[2].held);
    close_table();
}

/* Everybody has so many turns; it is seat 0's in the end. */
static void rounds(int count)
{
    play_until(0);
    for (; count > 0; count--) {
        a_turn();
        play_until(0);
    }
}

static void hands_wait_as_long_as_the_host_says_now(void **state)
{
    open_table(",\"open\":60");
    bots_in(1);
    watch(9);
    deal(1);
    t.heard[9][0] = '\0';
    wait_ms(30000);
    say(1, "{\"t\":\"set\",\"id\":ID,\"open\":600}");
    const int64_t then = t.now;
    rounds(2);
    wait_ms(599000 - (t.now - then));
    assert_false(hears(9, "\"t\":\"hands\""));
    wait_ms(2000);
    assert_true(hears(9, "\"t\":\"hands\""));
    close_table();
}

/* However long somebody thinks, and whatever is said meanwhile: the hands that are played are shown to nobody. */
static void hands_in_play_are_never_old(void **state)
{
    open_table(",\"open\":60,\"pace\":0");
    bots_in(1);
    watch(9);
    deal(1);
    play_until(0);
    for (int n = 0; n < 3; n++) {
        t.heard[9][0] = '\0';
        wait_ms(3600000);
        say(1, "{\"t\":\"chat\",\"id\":ID,\"text\":\"one moment\"}");
        assert_false(hears(9, "\"t\":\"hands\""));
    }
    /* The others have had their turns, and it is this seat's again: its own since then is not over. */
    a_turn();
    play_until(0);
    t.heard[9][0] = '\0';
    wait_ms(3600000);
    say(1, "{\"t\":\"chat\",\"id\":ID,\"text\":\"one moment\"}");
    assert_false(hears(9, "\"t\":\"hands\""));
    const int64_t at = t.table->hands[0].turn;
    rounds(1);
    wait_ms(61000);
    assert_true(hears(9, "\"t\":\"hands\""));
    assert_true(t.table->hands_count == 0 || t.table->hands[0].turn > at);
    close_table();
}

/* A turn that is begun anew has not been had. */
static void hands_wait_for_turns_taken_back(void **state)
{
    open_table(",\"open\":60,\"pace\":0");
    bots_in(1);
    watch(9);
    deal(1);
    play_until(0);
    rounds(1);
    act(1);
    say(1, "{\"t\":\"back\",\"id\":ID}");
    assert_true(hears(1, "\"t\":\"undo\""));
    t.heard[9][0] = '\0';
    a_turn();
    wait_ms(600000);
    assert_false(hears(9, "\"t\":\"hands\""));
    play_until(0);
    rounds(1);
    wait_ms(61000);
    assert_true(hears(9, "\"t\":\"hands\""));
    close_table();
}

/* A pause makes nothing older. */
static void hands_wait_in_a_pause(void **state)
{
    open_table(",\"open\":60,\"pace\":0");
    bots_in(1);
    watch(9);
    deal(1);
    rounds(2);
    t.heard[9][0] = '\0';
    say(1, "{\"t\":\"pause\",\"id\":ID,\"yes\":true}");
    wait_ms(3600000);
    say(1, "{\"t\":\"chat\",\"id\":ID,\"text\":\"back soon\"}");
    say(1, "{\"t\":\"pause\",\"id\":ID,\"yes\":false}");
    wait_ms(50000);
    assert_false(hears(9, "\"t\":\"hands\""));
    wait_ms(11000);
    assert_true(hears(9, "\"t\":\"hands\""));
    close_table();
}

static void clean_text_stays_as_it_is(void **state)
{
    static const char *const pieces[] = {"a",
                                         " ",
                                         "\xcc\x81",
                                         "\xe2\x80\x8d",
                                         "\xe2\x80\xae",
                                         "\n",
                                         "\xe3\x80\x80",
                                         "\xf0\x9f\x83\x8f",
                                         "<",
                                         "\xc3\xa9",
                                         "\xe2\x83\x90",
                                         "\xef\xb8\x8f"};
    struct chance chance;
    chance_from_seed(&chance, 3);
    for (int i = 0; i < 200000; i++) {
        char text[200] = "";
        char once[100];
        char twice[100];
        for (int n = 1 + chance_below(&chance, 24); n > 0; n--)
            strcat(text, pieces[chance_below(&chance, (int)(sizeof pieces / sizeof pieces[0]))]);
        const int most = 1 + chance_below(&chance, 24);
        const size_t size = 8 + (size_t)chance_below(&chance, 90);
        const size_t length = cn_clean_text(text, strlen(text), most, once, size);
        assert_int_equal(cn_clean_text(once, length, most, twice, size), length);
        assert_string_equal(once, twice);
    }
}

static void no_word_destroys_a_table(void **state)
{
    open_table("");
    say(1, "{\"t\":\"chat\",\"id\":ID,\"text\":\"a\xcc\x81\xcc\x81\xe2\x80\x8d\xcc\x81\xcc\x81\"}");
    assert_true(hears(1, "\"t\":\"ok\""));
    close_table();
}

static void house_rules_hide_nothing(void **state)
{
    struct cn_message message;
    struct cn_misread why;
    static const char text[] = "{\"t\":\"make\",\"v\":1,\"name\":\"A\",\"house\":\"target = 500 @ "
                               "\xe2\x80\xae H1\"}";
    assert_int_equal(cn_message_parse(text, sizeof text - 1, CN_READER_SERVER, &message, &why),
                     CN_READ_BAD);
    assert_string_equal(why.field, "house");
}

/* ---- a deal whose cards somebody chose ---- */

/* The two packs, shuffled by a seed; ",\"deck\":…" with them as a choice of open_table. */
static void shuffle(uint64_t seed, cn_card deck[CN_CARDS_MAX], char choice[300])
{
    struct cn_rules rules;
    struct cn_rng rng;
    assert_true(cn_rule_set_read("laws1950", &rules));
    cn_rng_init(&rng, seed);
    const int count = cn_deck_fill(&rules, deck);
    cn_rng_shuffle(&rng, deck, count);
    int at = snprintf(choice, 300, ",\"deck\":\"");
    for (int i = 0; i < count; i++) {
        cn_card_format(deck[i], choice + at);
        at += 2;
    }
    snprintf(choice + at, (size_t)(300 - at), "\"");
}

static bool makes(const char *choices, const char **why)
{
    struct cn_message make;
    struct cn_misread misread;
    const uint8_t random[CN_RANDOM_BYTES] = {0};
    struct cn_effects effects = {.at = NULL};
    char text[800];
    snprintf(text, sizeof text, "{\"t\":\"make\",\"v\":1,\"name\":\"A\"%s}", choices);
    if (cn_message_parse(text, strlen(text), CN_READER_SERVER, &make, &misread) != CN_READ_OK) {
        *why = misread.why;
        return false;
    }
    struct cn_server_table *table =
        cn_server_table_make(&make, "0123456789abcdef0123456789abcdef", 0, random, &effects, why);
    cn_server_table_free(table);
    cn_effects_free(&effects);
    return table != NULL;
}

static void a_deck_is_of_the_rules(void **state)
{
    cn_card deck[CN_CARDS_MAX];
    char choice[300];
    char other[400];
    const char *why = "";
    shuffle(1, deck, choice);
    assert_true(makes(choice, &why));
    snprintf(other, sizeof other, "%s,\"rules\":\"threepack\"", choice);
    assert_false(makes(other, &why)); /* too few of them */
    assert_string_equal(why, "deck");
    memcpy(choice + 11, choice + 13, 2); /* one card of a kind too many */
    if (memcmp(choice + 9, choice + 11, 2) == 0)
        memcpy(choice + 9, choice + 15, 2);
    assert_false(makes(choice, &why));
    assert_string_equal(why, "deck");
    assert_false(makes(",\"deck\":\"\"", &why));
    assert_string_equal(why, "deck");
    assert_false(makes(",\"deck\":\"7\"", &why));
    assert_string_equal(why, "value");
    assert_false(makes(",\"deck\":\"7h8z\"", &why));
    assert_string_equal(why, "value");
    assert_false(makes(",\"arranged\":true", &why)); /* is said by the server alone */
    assert_string_equal(why, "field");
}

/* The hands are those that the deck gives. */
static void expect_dealt(const cn_card deck[CN_CARDS_MAX])
{
    const struct cn_game *game = &t.table->game;
    struct cn_game same;
    cn_card order[CN_CARDS_MAX];
    int dealer;
    int idle;
    memcpy(order, deck, sizeof order);
    cn_game_init(&same, &game->rules, 4, NULL);
    cn_game_next_dealer(&same, &dealer, &idle);
    assert_int_equal(game->deal.table.dealer, dealer);
    if (!cn_game_deal(&same, dealer, idle, order, NULL, NULL))
        return; /* the upcard went elsewhere by chance */
    assert_memory_equal(same.deal.hands, game->deal.hands, sizeof same.deal.hands);
    assert_memory_equal(same.deal.stock, game->deal.stock, sizeof same.deal.stock);
}

static void play_deal(void)
{
    for (int i = 0; i < 5000 && t.table->stage == CN_TABLE_PLAY; i++)
        act(t.table->chairs[actor()].client);
    assert_true(t.table->stage == CN_TABLE_BETWEEN || t.table->stage == CN_TABLE_OVER);
}

static void expect_record(int deals)
{
    struct cn_lines record = {.text = NULL};
    int found = 0;
    cn_log_record(t.log.text, t.log.length, false, &record);
    struct cn_replay *replay = cn_replay_open_text(record.text, record.length, NULL, NULL);
    assert_true(cn_replay_run(replay, 0));
    assert_int_equal(cn_replay_counts(replay)->differences, 0);
    cn_replay_close(replay);
    cn_lines_put(&record, "", 1);
    for (const char *at = record.text; (at = strstr(at, "{\"t\":\"deal\"")) != NULL; at++)
        found++;
    assert_int_equal(found, deals);
    cn_lines_free(&record);
}

static void an_arranged_deal(uint64_t seed, int upcard)
{
    cn_card deck[CN_CARDS_MAX];
    char choice[300];
    char house[400];
    struct cn_brief brief;
    shuffle(seed, deck, choice);
    for (int i = 0; upcard != CN_NO_CARD && i < 108; i++) {
        if (deck[i] != upcard)
            continue;
        char *a = choice + 9 + (size_t)2 * (size_t)i;
        char *b = choice + 9 + (size_t)2 * 44;
        const char name[] = {a[0], a[1]};
        memcpy(a, b, 2);
        memcpy(b, name, 2);
        deck[i] = deck[44];
        deck[44] = (cn_card)upcard;
        break;
    }
    snprintf(house, sizeof house, "%s,\"house\":\"target = 5\\n\"", choice);
    open_table(house);
    assert_true(hears(1, "\"arranged\":true"));
    assert_false(hears(1, "\"deck\""));
    cn_server_table_brief(t.table, &brief);
    assert_true(brief.arranged);
    for (int seat = 1; seat < 4; seat++)
        come((uint32_t)seat + 1, seat + 1, seat);
    loads();
    watch(9);
    assert_true(hears(9, "\"arranged\":true"));
    for (uint32_t client = 1; client <= 4; client++)
        say(client, "{\"t\":\"ready\",\"id\":ID}");
    assert_int_equal(t.table->stage, CN_TABLE_PLAY);
    assert_true(hears(9, "\"t\":\"deal\""));
    assert_false(hears(9, "\"deck\"") || hears(9, "\"commit\"") || hears(9, "\"shuffled\"") ||
                 hears(9, "\"fair\""));
    expect_dealt(deck);
    loads();
    /* Who comes in the middle sees the deal, and no pledge. */
    drop(9);
    watch(10);
    assert_true(hears(10, "\"t\":\"view\""));
    assert_false(hears(10, "\"fair\""));
    expect_record(0);
    t.heard[10][0] = '\0';
    play_deal();
    assert_true(hears(10, "\"t\":\"end\""));
    assert_false(hears(10, "\"reveal\""));
    expect_record(1);
    loads();
    /* The next deal is a fair one, and so are those of a rematch. */
    if (t.table->stage == CN_TABLE_OVER) {
        for (uint32_t client = 1; client <= 4; client++)
            say(client, "{\"t\":\"rematch\",\"id\":ID}");
        assert_int_equal(t.table->stage, CN_TABLE_PARTS);
        cn_server_table_brief(t.table, &brief);
        assert_false(brief.arranged);
        watch(11);
        assert_false(hears(11, "\"arranged\":true"));
    } else {
        deal(4);
    }
    close_table();
}

static void an_arranged_deal_is_dealt_once(void **state)
{
    for (uint64_t seed = 1; seed <= 6; seed++)
        an_arranged_deal(seed, CN_NO_CARD);
    an_arranged_deal(7, cn_card_parse("3h"));
    an_arranged_deal(8, cn_card_parse("Xr"));
}

/* What seat 0 and those who watch hear of an arranged deal until the first card is drawn; to be given back. */
static char *hear_of(const char *choice, const struct cn_deal *deal)
{
    open_table(choice);
    for (int seat = 1; seat < 4; seat++)
        come((uint32_t)seat + 1, seat + 1, seat);
    watch(9);
    for (uint32_t client = 1; client <= 4; client++)
        say(client, "{\"t\":\"ready\",\"id\":ID}");
    assert_memory_equal(&t.table->game.deal, deal, sizeof *deal);
    struct cn_lines all = {.text = NULL};
    static const char *const asked[] = {"{\"t\":\"hint\",\"id\":ID}", "{\"t\":\"share\",\"id\":ID}",
                                        "{\"t\":\"sheet\",\"id\":ID}"};
    cn_lines_put(&all, t.heard[1], strlen(t.heard[1]));
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        say(1, asked[i]);
        if (i == 0)
            think();
        cn_lines_put(&all, t.heard[1], strlen(t.heard[1]));
    }
    for (int rank = 0; rank < 13; rank++) {
        char text[100];
        snprintf(text, sizeof text,
                 "{\"t\":\"act\",\"id\":ID,\"at\":%lld,\"action\":\"discard %c\"}",
                 (long long)t.table->number, "A2456789TJQKX"[rank]);
        say(1, text);
        cn_lines_put(&all, t.heard[1], strlen(t.heard[1]));
    }
    watch(10);
    say(10, "{\"t\":\"share\",\"id\":1}");
    cn_lines_put(&all, t.heard[9], strlen(t.heard[9]));
    cn_lines_put(&all, t.heard[10], strlen(t.heard[10]) + 1);
    close_table();
    return all.text;
}

static bool looks_the_same(const struct cn_game *a, const struct cn_game *b)
{
    return memcmp(&a->deal.table, &b->deal.table, sizeof a->deal.table) == 0 &&
           a->deal.hands[0] == b->deal.hands[0] && a->deal.pile == b->deal.pile &&
           memcmp(a->cards.hand[0], b->cards.hand[0], sizeof a->cards.hand[0]) == 0 &&
           memcmp(a->cards.pile, b->cards.pile, a->cards.pile_count) == 0;
}

/* Decks that differ only in what a seat has not seen sound the same to it. */
static void an_arranged_deal_gives_nothing_away(void **state)
{
    cn_card deck[CN_CARDS_MAX];
    char choice[300];
    struct cn_game game;
    struct cn_game other;
    struct chance chance;
    int tried = 0;
    chance_from_seed(&chance, 11);
    for (uint64_t seed = 1; tried < 40; seed++) {
        struct cn_rules rules;
        char twin[300];
        shuffle(seed, deck, choice);
        assert_true(cn_rule_set_read("laws1950", &rules));
        cn_game_init(&game, &rules, 4, NULL);
        cn_game_init(&other, &rules, 4, NULL);
        if (!cn_game_deal(&game, 3, CN_NO_SEAT, deck, NULL, NULL))
            continue;
        const int i = chance_below(&chance, 108);
        const int k = chance_below(&chance, 108);
        const cn_card card = deck[i];
        deck[i] = deck[k];
        deck[k] = card;
        memcpy(twin, choice, sizeof twin);
        memcpy(twin + 9 + (size_t)2 * (size_t)i, choice + 9 + (size_t)2 * (size_t)k, 2);
        memcpy(twin + 9 + (size_t)2 * (size_t)k, choice + 9 + (size_t)2 * (size_t)i, 2);
        if (!cn_game_deal(&other, 3, CN_NO_SEAT, deck, NULL, NULL) ||
            !looks_the_same(&game, &other))
            continue;
        char *one = hear_of(choice, &game.deal);
        char *two = hear_of(twin, &other.deal);
        assert_string_equal(one, two);
        free(one);
        free(two);
        tried++;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bots_answer_is_forgotten),
        cmocka_unit_test(time_is_not_won_by_talking),
        cmocka_unit_test(a_pause_gives_no_time),
        cmocka_unit_test(a_seat_is_taken_back_without_another_word),
        cmocka_unit_test(watchers_do_not_play),
        cmocka_unit_test(bots_play_for_watchers),
        cmocka_unit_test(gone_before_the_game),
        cmocka_unit_test(a_lost_connection_costs_no_part),
        cmocka_unit_test(nobody_is_waited_for_too_long),
        cmocka_unit_test(nothing_revealed_goes_back_behind_a_back),
        cmocka_unit_test(votes_are_not_numbered_anew),
        cmocka_unit_test(nobody_sees_two_hands),
        cmocka_unit_test(watchers_keep_no_holder_out),
        cmocka_unit_test(who_may_not_watch_is_told_nothing),
        cmocka_unit_test(whom_the_host_lets_has_the_own_token),
        cmocka_unit_test(a_yes_that_comes_too_late_is_a_no),
        cmocka_unit_test(a_yes_after_hands_are_shown_is_a_no),
        cmocka_unit_test(who_waits_neither_reads_nor_speaks),
        cmocka_unit_test(a_wrong_token_frees_no_seat_quietly),
        cmocka_unit_test(one_hint_at_a_time),
        cmocka_unit_test(who_comes_back_knows_what_was_done),
        cmocka_unit_test(who_waits_may_move),
        cmocka_unit_test(everybody_draws_for_a_seat),
        cmocka_unit_test(who_asks_for_a_chair_gets_that_one),
        cmocka_unit_test(a_drawing_that_was_cut_off_begins_anew),
        cmocka_unit_test(watchers_see_old_hands),
        cmocka_unit_test(hands_wait_as_long_as_the_host_says_now),
        cmocka_unit_test(hands_in_play_are_never_old),
        cmocka_unit_test(hands_wait_for_turns_taken_back),
        cmocka_unit_test(hands_wait_in_a_pause),
        cmocka_unit_test(clean_text_stays_as_it_is),
        cmocka_unit_test(no_word_destroys_a_table),
        cmocka_unit_test(house_rules_hide_nothing),
        cmocka_unit_test(a_deck_is_of_the_rules),
        cmocka_unit_test(an_arranged_deal_is_dealt_once),
        cmocka_unit_test(an_arranged_deal_gives_nothing_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
