/* table_people_test.c -- what people at a server's table may do to each other, step by step, with a
 * clock set by the test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "protocol/plain_text.h"
#include "stepped.h"

/* ---- bots and clocks ---- */

/* A bot has decided and waits a moment before it plays. Then a person takes its seat, or returns to
 * it. */
static void a_bots_pending_answer_is_dropped(void **state)
{
    open_table(",\"timer\":\"brisk\"");
    bots_in(1);
    deal(1);
    play_until(1);
    think();
    come(2, 2, 1);
    assert_true(receives(2, "\"t\":\"welcome\""));
    wait_ms(10000);
    assert_int_equal(actor(), 1);
    drop(2);
    wait_ms(60000); /* the seat is a bot's again, so the bot is asked again */
    think();
    wait_ms(1000);
    play_until(0);
    close_table();
}

/* A player whose time runs out leaves the turn to a bot. Sending a message gives no new time. */
static void talking_gives_no_time(void **state)
{
    open_table(",\"timer\":\"brisk\"");
    bots_in(1);
    deal(1);
    play_until(0);
    wait_ms(24000);
    assert_false(table_bot_plays(t.table, 0));
    wait_ms(2000);
    assert_true(table_bot_plays(t.table, 0));
    say(1, "{\"t\":\"chat\",\"id\":ID,\"phrase\":\"sorry\"}");
    assert_true(table_bot_plays(t.table, 0));
    while (actor() == 0) {
        think();
        wait_ms(700);
    }
    assert_false(table_bot_plays(t.table, 0)); /* the player has the next turn back */
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
    assert_false(table_bot_plays(t.table, 0));
    say(1, "{\"t\":\"pause\",\"id\":ID,\"yes\":false}");
    wait_ms(9000);
    assert_false(table_bot_plays(t.table, 0));
    wait_ms(2000);
    assert_true(table_bot_plays(t.table, 0));
    close_table();
}

/* To take over from the bot again, a player sits down at their own seat. That must do nothing else,
 * such as ending another player's pause. */
static void taking_a_seat_back_does_nothing_else(void **state)
{
    open_table(",\"timer\":\"brisk\"");
    come(2, 2, 1);
    bots_in(2);
    deal(2);
    play_until(0);
    wait_ms(26000);
    assert_true(t.table->seats[0].bot_substitutes);
    say(2, "{\"t\":\"pause\",\"id\":ID,\"yes\":true}");
    const int64_t number = t.table->number;
    say(1, "{\"t\":\"sit\",\"id\":ID,\"seat\":0}");
    assert_true(receives(1, "\"t\":\"ok\""));
    assert_true(t.table->paused);
    assert_int_equal(t.table->number, number);
    say(2, "{\"t\":\"pause\",\"id\":ID,\"yes\":false}");
    while (actor() == 0) {
        think();
        wait_ms(700);
    }
    assert_false(t.table->seats[0].bot_substitutes);
    close_table();
}

/* If all players are away, a spectator alone does not keep the game going. */
static void watchers_do_not_keep_a_game_going(void **state)
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

/* If bots have all the seats, they play for the spectators. */
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

/* A player who was ready but left before the game began is replaced by a bot when their time is
 * up. */
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
    assert_int_not_equal(t.table->stage, STAGE_LOBBY);
    wait_ms(130000);
    assert_true(t.table->seats[1].bot_substitutes);
    close_table();
}

/* ---- dealing ---- */

static void a_lost_connection_loses_no_contribution(void **state)
{
    open_table("");
    come(2, 2, 1);
    bots_in(2);
    say(1, "{\"t\":\"ready\",\"id\":ID}");
    say(2, "{\"t\":\"ready\",\"id\":ID}");
    assert_int_equal(t.table->stage, STAGE_PLEDGES);
    drop(2);
    pledge(1);
    assert_int_equal(t.table->stage, STAGE_PLEDGES);
    come(3, 2, 1);
    pledge(3);
    assert_int_not_equal(t.table->stage, STAGE_PLEDGES);
    assert_int_equal(t.table->fair.pledged & 3, 3);
    close_table();
}

static void waiting_for_a_player_has_a_limit(void **state)
{
    open_table("");
    come(2, 2, 1);
    bots_in(2);
    say(1, "{\"t\":\"ready\",\"id\":ID}");
    say(2, "{\"t\":\"ready\",\"id\":ID}");
    drop(2);
    wait_ms(60000);
    assert_int_equal(t.table->stage, STAGE_PLAY);
    close_table();
}

/* ---- consent ---- */

static void revealed_cards_are_undone_only_by_consent(void **state)
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
    assert_true(receives(1, "\"away\""));
    wait_ms(130000);
    assert_true(t.table->seats[1].bot_substitutes);
    say(1, "{\"t\":\"back\",\"id\":ID}");
    assert_true(receives(1, "\"away\""));
    assert_int_equal(t.table->decision_count, decisions);
    come(3, 2, 1);
    say(1, "{\"t\":\"back\",\"id\":ID}");
    assert_true(receives(3, "\"t\":\"proposal\""));
    assert_int_equal(t.table->decision_count, decisions);
    say_vote(3, t.table->proposals[PROPOSAL_BACK].on, true);
    assert_int_equal(t.table->decision_count, decisions - 1);
    close_table();
}

static void a_vote_on_an_old_proposal_is_refused(void **state)
{
    open_table("");
    come(2, 2, 1);
    bots_in(2);
    deal(2);
    play_until(0);
    act(1);
    say(1, "{\"t\":\"back\",\"id\":ID}");
    const int32_t first = t.table->proposals[PROPOSAL_BACK].on;
    say(1, "{\"t\":\"back\",\"id\":ID}");
    assert_int_not_equal(first, 0);
    assert_int_not_equal(first, t.table->proposals[PROPOSAL_BACK].on);
    say_vote(2, first, true);
    assert_true(receives(2, "\"gone\""));
    close_table();
}

/* Plays until seat 0 has drawn and must discard. Returns how many decisions there were. */
static int come_to_a_discard(void)
{
    play_until(0);
    act(1);
    assert_int_equal(actor(), 0);
    assert_int_equal(t.table->game.deal.board.phase, CN_PHASE_MELD);
    return t.table->decision_count;
}

/* The others play: people immediately, bots after thinking. */
static void others_play(int decisions)
{
    for (int i = 0; i < decisions; i++) {
        assert_int_not_equal(actor(), 0);
        if (table_bot_plays(t.table, actor())) {
            think();
            wait_ms(700);
        } else {
            act(t.table->seats[actor()].client);
        }
    }
}

static void expect_position(const struct cn_game *before, int decisions)
{
    assert_memory_equal(&t.table->game.deal, &before->deal, sizeof before->deal);
    assert_int_equal(t.table->decision_count, decisions);
    assert_int_equal(actor(), 0);
    assert_false(table_bot_plays(t.table, 0));
}

/* Undoing one's own decision also undoes what bots have played since, and the player decides
 * again. */
static void undo_returns_to_ones_own_decision(void **state)
{
    open_table("");
    bots_in(1);
    deal(1);
    for (int others = 0; others < 5; others++) {
        const int decisions = come_to_a_discard();
        const struct cn_game before = t.table->game;
        char undo[60];
        act(1);
        others_play(others);
        say(1, "{\"t\":\"back\",\"id\":ID}");
        expect_position(&before, decisions);
        snprintf(undo, sizeof undo, "\"t\":\"undo\",\"seat\":0,\"n\":%d", others + 1);
        assert_true(receives(1, undo));
        wait_ms(60000);
        expect_position(&before, decisions); /* no bot plays in its place */
        act(1);
    }
    play_until(0);
    say(1, "{\"t\":\"back\",\"id\":ID,\"n\":2}");
    assert_int_equal(actor(), 0);
    assert_int_equal(t.table->game.deal.board.phase, CN_PHASE_START);
    say(1, "{\"t\":\"back\",\"id\":ID,\"n\":90}");
    assert_true(receives(1, "\"back\""));
    close_table();
}

/* Two people and two bots: seats 0 and 1 have played, and a bot is about to. */
static int come_to_a_bot(struct cn_game *before)
{
    open_table("");
    come(2, 2, 1);
    bots_in(2);
    deal(2);
    const int decisions = come_to_a_discard();
    *before = t.table->game;
    act(1);
    while (actor() == 1)
        act(2);
    assert_true(table_bot_plays(t.table, actor()));
    return decisions;
}

/* People have time to answer before bots continue. After that it is too late. */
static void bots_wait_for_answers(void **state)
{
    struct cn_game before;
    const int decisions = come_to_a_bot(&before);
    const int played = t.table->decision_count;
    char n[20];
    say(1, "{\"t\":\"back\",\"id\":ID}");
    snprintf(n, sizeof n, "\"n\":%d", played - decisions);
    assert_true(receives(2, "\"t\":\"proposal\"") && receives(2, n));
    think();
    wait_ms(15000);
    assert_int_equal(t.table->decision_count, played);
    say_vote(2, t.table->proposals[PROPOSAL_BACK].on, true);
    expect_position(&before, decisions);
    act(1);
    while (actor() == 1)
        act(2);
    say(1, "{\"t\":\"back\",\"id\":ID}");
    think();
    wait_ms(21000);
    assert_int_equal(t.table->decision_count, played + 1);
    assert_int_equal(t.table->proposals[PROPOSAL_BACK].on, 0);
    assert_true(receives(2, "\"t\":\"settled\"") && receives(2, "\"yes\":false"));
    close_table();
}

static void after_a_no_bots_play_on(void **state)
{
    struct cn_game before;
    come_to_a_bot(&before);
    const int played = t.table->decision_count;
    say(1, "{\"t\":\"back\",\"id\":ID}");
    think();
    say_vote(2, t.table->proposals[PROPOSAL_BACK].on, false);
    wait_ms(1000);
    assert_int_equal(t.table->decision_count, played + 1);
    close_table();
}

/* A bot finished this turn after its time was up. Undoing it gives the turn back to the player, or
 * the bot would play the same again. */
static void undo_gives_the_turn_back(void **state)
{
    open_table(",\"timer\":\"brisk\"");
    bots_in(1);
    deal(1);
    play_until(0);
    const int decisions = t.table->decision_count;
    const struct cn_game before = t.table->game;
    act(1);
    wait_ms(26000);
    assert_true(table_bot_plays(t.table, 0));
    say(1, "{\"t\":\"back\",\"id\":ID}");
    expect_position(&before, decisions);
    assert_true(receives(1, "\"ms\":25000"));
    wait_ms(24000);
    expect_position(&before, decisions);
    act(1);
    wait_ms(26000);
    think();
    wait_ms(700); /* the bot has finished that turn */
    assert_int_not_equal(actor(), 0);
    say(1, "{\"t\":\"back\",\"id\":ID}");
    expect_position(&before, decisions);
    close_table();
}

/* Decisions of an earlier player in the same seat are not one's own. */
static void undo_is_only_for_ones_own_decisions(void **state)
{
    open_table("");
    come(2, 2, 1);
    bots_in(2);
    deal(2);
    play_until(1);
    act(2);
    say(2, "{\"t\":\"rise\",\"id\":ID}");
    come(3, 3, 1);
    assert_true(receives(3, "\"t\":\"welcome\""));
    const int decisions = t.table->decision_count;
    say(3, "{\"t\":\"back\",\"id\":ID}");
    assert_true(receives(3, "\"back\""));
    assert_int_equal(t.table->decision_count, decisions);
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
    assert_true(receives(1, "\"hand\""));
    assert_false(receives(1, "\"hand\":["));
    say(1, "{\"t\":\"sit\",\"id\":ID,\"seat\":0}");
    assert_true(receives(1, "\"t\":\"welcome\""));
    /* A second hello does not change who the client is. */
    say(1, "{\"t\":\"rise\",\"id\":ID}");
    watch(1);
    say(1, "{\"t\":\"sit\",\"id\":ID,\"seat\":2}");
    assert_true(receives(1, "\"why\":\"hand\""));
    close_table();
}

static void a_full_table_still_admits_its_players(void **state)
{
    open_table("");
    come(2, 2, 1);
    drop(2);
    int inside = 0;
    for (uint32_t client = 5; client < 75; client++) {
        watch(client);
        inside += receives(client, "\"t\":\"welcome\"");
    }
    assert_true(inside > 40 && inside < 70);
    come(3, 2, 1);
    assert_true(receives(3, "\"t\":\"welcome\""));
    close_table();
}

static void a_refused_spectator_receives_nothing(void **state)
{
    open_table(",\"join\":\"ask\",\"watch\":false");
    come(2, 2, 1);
    assert_true(receives(2, "\"ask\""));
    assert_false(receives(2, "\"t\":\"table\""));
    t.received[2][0] = '\0';
    say(1, "{\"t\":\"chat\",\"id\":ID,\"text\":\"between us\"}");
    assert_false(receives(2, "between us"));
    come(3, 3, 2); /* one request at a time */
    assert_int_equal(t.closed[3], CLOSE_REFUSED);
    say_vote(1, t.table->proposals[PROPOSAL_SIT].on, false);
    assert_int_equal(t.closed[2], CLOSE_REFUSED);
    close_table();
}

static void an_admitted_player_keeps_the_token(void **state)
{
    open_table(",\"join\":\"ask\"");
    come(2, 2, 1);
    say_vote(1, t.table->proposals[PROPOSAL_SIT].on, true);
    assert_true(t.table->seats[1].held);
    drop(2);
    come(3, 2, 1); /* the same token gives the same seat */
    assert_true(receives(3, "\"seat\":1"));
    assert_int_equal(t.table->seats[1].client, 3);
    close_table();
}

/* The seat was taken, or hands were shown, before the host accepted. Both sides are informed. */
static void accepting_too_late_is_a_refusal(void **state)
{
    open_table(",\"join\":\"all\",\"watch\":false");
    come(2, 2, 1);
    say(1, "{\"t\":\"set\",\"id\":ID,\"join\":\"ask\"}");
    come(3, 3, 2);
    assert_true(receives(3, "\"ask\""));
    int32_t on = t.table->proposals[PROPOSAL_SIT].on;
    say(2, "{\"t\":\"sit\",\"id\":ID,\"seat\":2}");
    t.received[1][0] = t.received[3][0] = '\0';
    say_vote(1, on, true);
    assert_true(receives(1, "\"yes\":false"));
    assert_true(receives(3, "\"why\":\"full\"") && receives(3, "\"yes\":false"));
    assert_int_equal(t.closed[3], CLOSE_REFUSED);
    assert_string_equal(t.table->seats[2].name, "P2");
    /* A client that asked for any seat gets another one. */
    say(5,
        "{\"t\":\"hello\",\"v\":2,\"table\":\"0123456789abcdef0123456789abcdef\",\"name\":\"P4\"}");
    assert_int_equal(t.table->proposals[PROPOSAL_SIT].seat, 1);
    on = t.table->proposals[PROPOSAL_SIT].on;
    say(2, "{\"t\":\"sit\",\"id\":ID,\"seat\":1}");
    t.received[1][0] = '\0';
    say_vote(1, on, true);
    assert_true(receives(1, "\"yes\":true"));
    assert_true(receives(5, "\"t\":\"table\""));
    assert_string_equal(t.table->seats[2].name, "P4");
    close_table();
}

static void accepting_after_hands_are_shown_is_a_refusal(void **state)
{
    open_table(",\"join\":\"ask\",\"open\":60");
    bots_in(1);
    watch(9);
    say(9, "{\"t\":\"sit\",\"id\":1,\"seat\":2}");
    const int32_t on = t.table->proposals[PROPOSAL_SIT].on;
    assert_true(on != 0);
    deal(1);
    t.received[9][0] = '\0';
    say_vote(1, on, true);
    assert_true(receives(1, "\"yes\":false"));
    assert_true(receives(9, "\"why\":\"hand\""));
    assert_false(t.table->seats[2].held);
    assert_int_equal(t.closed[9], 0);
    close_table();
}

/* A client that waits to be admitted receives no scores and cannot chat. */
static void a_waiting_client_neither_reads_nor_chats(void **state)
{
    open_table(",\"join\":\"ask\",\"watch\":false");
    come(3, 3, 2);
    assert_true(table_find_connection(t.table, 3)->waiting);
    const size_t log = t.log.length;
    t.received[1][0] = '\0';
    say(3, "{\"t\":\"chat\",\"id\":1,\"text\":\"let me in\"}");
    assert_true(receives(3, "\"why\":\"watching\""));
    assert_false(receives(1, "let me in"));
    const struct cn_score nothing[2] = {{.total = 0}};
    const struct cn_event end = {.type = CN_EVENT_END, .sides = nothing, .side_count = 2};
    table_sheet_add(t.table, &end);
    say(3, "{\"t\":\"sheet\",\"id\":2}");
    assert_true(receives(3, "\"why\":\"watching\""));
    assert_false(receives(3, "\"t\":\"sheet\""));
    say(3, "{\"t\":\"share\",\"id\":3}");
    assert_true(receives(3, "\"why\":\"watching\""));
    assert_int_equal(t.log.length, log);
    say(3, "{\"t\":\"ping\",\"id\":4}");
    assert_true(receives(3, "\"t\":\"pong\""));
    /* Once the host need not be asked, it may sit down and receives everything. */
    say(1, "{\"t\":\"set\",\"id\":ID,\"join\":\"all\"}");
    say(3, "{\"t\":\"sit\",\"id\":5,\"seat\":2}");
    assert_true(receives(3, "\"t\":\"table\""));
    assert_int_equal(t.table->proposals[PROPOSAL_SIT].on, 0);
    say(1, "{\"t\":\"chat\",\"id\":ID,\"text\":\"welcome\"}");
    assert_true(receives(3, "\"text\":\"welcome\""));
    close_table();
}

/* Between deals, newcomers and clients that return after a restart receive how the last deal ended,
 * as everyone at the table saw it. */
static void newcomers_between_deals_receive_the_last_end(void **state)
{
    int64_t line = 0;
    struct cn__text ended = {.text = NULL};
    open_table("");
    bots_in(1);
    watch(8);
    assert_false(receives(8, "\"t\":\"ended\"")); /* no deal yet */
    deal(1);
    watch(9);
    assert_false(receives(9, "\"t\":\"ended\""));
    while (t.table->stage == STAGE_PLAY)
        if (actor() == 0) {
            act(1);
        } else {
            think();
            wait_ms(700);
        }
    cn_record_write_ended(&ended, &t.table->game);
    cn__text_append(&ended, "", 1);
    const char *said = strstr(ended.text, "\"why\"");
    const char *logged = strstr(strstr(t.log.text, "{\"t\":\"end\""), "\"why\"");
    assert_int_equal(strncmp(said, logged, strlen(said) - strlen("}\n")), 0);
    watch(10);
    assert_true(receives(10, ended.text));
    struct table *before = t.table;
    t.table = table_load(t.log.text, t.log.length, t.now, &line);
    assert_non_null(t.table);
    table_free(before);
    watch(11);
    assert_true(receives(11, ended.text));
    cn__text_free(&ended);
    close_table();
}

static void a_wrong_token_does_not_free_a_seat(void **state)
{
    open_table("");
    come(2, 2, 1);
    char text[300];
    t.received[1][0] = '\0';
    assert_int_equal(t.confirms, 0);
    snprintf(text, sizeof text, "{\"t\":\"hello\",\"v\":2,\"table\":\"%s\",\"token\":\"%s\"}",
             t.table->link, tokens[4]);
    say(2, text);
    assert_int_equal(t.closed[2], CLOSE_TOKEN);
    assert_int_equal(t.confirms, 1);
    assert_true(receives(1, "\"here\":\"away\""));
    assert_true(t.table->seats[1].away_ms > t.now);
    close_table();
}

static void one_hint_at_a_time(void **state)
{
    open_table("");
    bots_in(1);
    deal(1);
    play_until(0);
    say(1, "{\"t\":\"hint\",\"id\":ID}");
    assert_true(receives(1, "\"t\":\"ok\""));
    say(1, "{\"t\":\"hint\",\"id\":ID}");
    assert_true(receives(1, "\"busy\""));
    think();
    assert_true(receives(1, "\"t\":\"hint\""));
    assert_false(receives(1, "cases"));
    say(1, "{\"t\":\"hint\",\"id\":ID}");
    assert_true(receives(1, "\"t\":\"ok\""));
    think_and_find((struct cn_finding){true, CN_COURSE_NEXT_TAKES, 100, 333});
    assert_true(receives(1, "\"why\":\"NEXT_TAKES.100.333\""));
    assert_true(receives(1, "the next player takes the pack in 1 of 10 cases, otherwise in 1 of 3 "
                            "cases"));
    close_table();
}

static void a_returning_client_receives_what_was_done(void **state)
{
    open_table("");
    come(2, 2, 1);
    say(2, "{\"t\":\"chat\",\"id\":4711,\"text\":\"hello\"}");
    drop(2);
    come(3, 2, 1);
    assert_true(receives(3, "\"done\":4711"));
    close_table();
}

/* ---- choosing seats ---- */

/* A host who moves is still the host, with the same token; a bot makes room. */
static void waiting_players_may_move(void **state)
{
    open_table("");
    bots_in(3);
    come(2, 2, 1);
    say(2, "{\"t\":\"sit\",\"id\":ID,\"seat\":0}");
    assert_true(receives(2, "\"why\":\"seat\""));
    say(2, "{\"t\":\"sit\",\"id\":ID,\"seat\":5}");
    assert_true(receives(2, "\"why\":\"seat\""));
    t.received[2][0] = '\0';
    say(1, "{\"t\":\"sit\",\"id\":ID,\"seat\":3}");
    assert_true(receives(1, "\"t\":\"ok\"") && receives(1, "\"t\":\"welcome\"") &&
                receives(1, "\"seat\":3,\"done\""));
    assert_true(receives(2, "\"seat\":3,\"name\":\"P1\",\"host\":true"));
    assert_true(receives(2, "\"seat\":0,\"level\":\"beginner\""));
    assert_true(t.table->seats[3].host && t.table->seats[3].client == 1);
    assert_string_equal(t.table->seats[0].level, "beginner");
    loads();
    say(1, "{\"t\":\"bot\",\"id\":ID,\"seat\":2,\"level\":\"club\"}");
    assert_true(receives(1, "\"t\":\"ok\""));
    deal(2);
    say(1, "{\"t\":\"sit\",\"id\":ID,\"seat\":0}");
    assert_true(receives(1, "\"why\":\"seated\""));
    close_table();
}

/* Each player moves to the seat that its last card earned, keeps its token, and is sent the new
 * seat. */
static void players_draw_for_seats(void **state)
{
    struct seat before[4];
    uint8_t from = 0;
    open_table("");
    come(2, 2, 1);
    watch(9);
    say(1, "{\"t\":\"seats\",\"id\":ID}");
    assert_true(receives(1, "\"why\":\"chairs\""));
    bots_in(2);
    say(2, "{\"t\":\"seats\",\"id\":ID}");
    assert_true(receives(2, "\"why\":\"host\""));
    const int64_t last = t.table->number;
    memcpy(before, t.table->seats, sizeof before);
    drop(2);
    t.received[9][0] = '\0';
    say(1, "{\"t\":\"seats\",\"id\":ID}");
    assert_true(receives(1, "\"t\":\"drawn\"") && receives(1, "\"t\":\"ok\""));
    assert_true(receives(9, "\"t\":\"drawn\"") && receives(9, "\"t\":\"table\""));
    for (int seat = 0; seat < 4; seat++) {
        const struct cn_seating *drawing = &t.table->drawing;
        const int count = drawing->count[seat];
        assert_in_range(count, 1, CN_DRAWS_MAX);
        assert_true(cn_card_draw_order(drawing->drawn[seat][count - 1]) <=
                    cn_card_draw_order(drawing->drawn[0][drawing->count[0] - 1]));
        for (int other = 0; other < 4; other++)
            if (strcmp(t.table->seats[seat].name, before[other].name) == 0 &&
                memcmp(t.table->seats[seat].hash, before[other].hash, HASH_BYTES) == 0)
                from |= (uint8_t)(1 << other);
        assert_false(t.table->seats[seat].ready);
    }
    assert_int_equal(from, 15);
    char text[300];
    int seat = 0;
    while (strcmp(t.table->seats[seat].name, "P1") != 0)
        seat++;
    snprintf(text, sizeof text, "\"seat\":%d,\"done\"", seat);
    assert_true(receives(1, text));
    assert_int_equal(table_find_connection(t.table, 1)->seat, seat);
    assert_int_equal(t.table->seats[seat].client, 1);
    assert_true(t.table->seats[seat].host);
    /* A player who was away returns to the new seat with the old token, and gets the new state. */
    snprintf(text, sizeof text,
             "{\"t\":\"hello\",\"v\":2,\"table\":\"%s\",\"token\":\"%s\",\"last\":%lld}",
             t.table->link, tokens[2], (long long)last);
    say(3, text);
    assert_string_equal(t.table->seats[table_find_connection(t.table, 3)->seat].name, "P2");
    assert_true(receives(3, "\"t\":\"table\""));
    loads();
    say(3, "{\"t\":\"ready\",\"id\":ID}");
    say(1, "{\"t\":\"ready\",\"id\":ID}");
    assert_int_equal(t.table->stage, STAGE_PLEDGES);
    assert_true(receives(1, "\"t\":\"draws\""));
    say(1, "{\"t\":\"seats\",\"id\":ID}");
    assert_true(receives(1, "\"why\":\"playing\""));
    close_table();
}

/* A seat that a newcomer asked for moves with its bot. */
static void a_requested_seat_moves_with_its_bot(void **state)
{
    open_table(",\"join\":\"ask\"");
    bots_in(1);
    come(5, 2, 2);
    assert_true(receives(1, "\"what\":\"sit\""));
    const int32_t on = t.table->proposals[PROPOSAL_SIT].on;
    say(1, "{\"t\":\"seats\",\"id\":ID}");
    const int seat = t.table->drawing.seat_of_player[2];
    say_vote(1, on, true);
    assert_string_equal(t.table->seats[seat].name, "P2");
    assert_int_equal(table_find_connection(t.table, 5)->seat, seat);
    close_table();
}

/* The log of a table with bots and one person that has drawn for seats, truncated as a crash may
 * leave it. */
static void an_interrupted_drawing_starts_again(void **state)
{
    open_table("");
    bots_in(1);
    say(1, "{\"t\":\"seats\",\"id\":ID}");
    struct cn__text whole = t.log;
    t.end_count = 0;
    memset(&t.log, 0, sizeof t.log);
    for (size_t at = 0; at < whole.length; at++) {
        int64_t line = 0;
        if (whole.text[at] != '\n')
            continue;
        table_free(t.table);
        t.table = table_load(whole.text, at + 1, t.now, &line);
        assert_non_null(t.table);
        cn__text_clear(&t.log);
        cn__text_append(&t.log, whole.text, at + 1);
        const uint8_t random[RANDOM_BYTES] = {3};
        t.table->random = random;
        const char *why = table_draw_for_seats(t.table, 0, ++t.id);
        t.table->random = NULL;
        step((struct table_event){.type = TABLE_EVENT_TIMER});
        assert_true(why == NULL || strcmp(why, "chairs") == 0);
        loads();
    }
    cn__text_free(&whole);
    t.end_count = 0;
    close_table();
}

/* ---- text ---- */

/* Hidden characters between marks, marks without a letter, blanks at the ends … */
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
        const size_t length = plain_text_clean(text, strlen(text), most, once, size);
        assert_int_equal(plain_text_clean(once, length, most, twice, size), length);
        assert_string_equal(once, twice);
    }
}

static void no_text_breaks_a_table(void **state)
{
    open_table("");
    say(1, "{\"t\":\"chat\",\"id\":ID,\"text\":\"a\xcc\x81\xcc\x81\xe2\x80\x8d\xcc\x81\xcc\x81\"}");
    assert_true(receives(1, "\"t\":\"ok\""));
    close_table();
}

static void house_rules_hide_nothing(void **state)
{
    struct message message;
    struct message_error why;
    static const char text[] = "{\"t\":\"make\",\"v\":2,\"name\":\"A\",\"house\":\"target = 500 @ "
                               "\xe2\x80\xae H1\"}";
    assert_int_equal(message_parse(text, sizeof text - 1, MESSAGE_FROM_SERVER, &message, &why),
                     MESSAGE_INVALID);
    assert_string_equal(why.field, "house");
}

/* ---- lines that were lost ---- */

static void say_last(uint32_t client, const char *token, int64_t last)
{
    char text[300];
    snprintf(text, sizeof text,
             "{\"t\":\"hello\",\"v\":2,\"table\":\"%s\",\"token\":\"%s\",\"last\":%lld}",
             t.table->link, token, (long long)last);
    say(client, text);
}

/* A client that has seen more than the log holds is sent a snapshot and then, once, that lines were
 * lost. So is a client that returns when the log is as long again, because the numbers then belong
 * to other lines. */
static void clients_learn_that_lines_were_lost(void **state)
{
    open_table(",\"pace\":0");
    come(2, 2, 1);
    come(3, 3, 2);
    bots_in(3);
    deal(3);
    drop(2);
    drop(3);
    const int64_t number = t.table->number;
    say_last(2, tokens[2], number + 2);
    assert_true(receives(2, "\"t\":\"view\"") && receives(2, "\"why\":\"lost\""));
    assert_true(strstr(t.received[2], "\"t\":\"view\"") <
                strstr(t.received[2], "\"why\":\"lost\""));
    say_last(2, tokens[2], number);
    assert_false(receives(2, "\"why\":\"lost\""));
    while (t.table->number <= number + 2)
        say(1, "{\"t\":\"chat\",\"id\":ID,\"text\":\"again\"}");
    say_last(3, tokens[3], number + 2);
    assert_true(receives(3, "\"t\":\"view\""));
    assert_false(receives(3, "\"why\":\"lost\""));
    drop(3);
    say_last(3, tokens[3], number + 3);
    assert_false(
        receives(3, "\"t\":\"view\"")); /* the client's last number names another line now */
    /* Also if the seat is lost, and if new players are refused. */
    say_last(7, tokens[4], number + 1000);
    assert_true(strstr(t.received[7], "\"why\":\"lost\"") <
                strstr(t.received[7], "\"why\":\"token\""));
    assert_int_equal(t.closed[7], CLOSE_TOKEN);
    close_table();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bots_pending_answer_is_dropped),
        cmocka_unit_test(talking_gives_no_time),
        cmocka_unit_test(a_pause_gives_no_time),
        cmocka_unit_test(taking_a_seat_back_does_nothing_else),
        cmocka_unit_test(watchers_do_not_keep_a_game_going),
        cmocka_unit_test(bots_play_for_watchers),
        cmocka_unit_test(gone_before_the_game),
        cmocka_unit_test(a_lost_connection_loses_no_contribution),
        cmocka_unit_test(waiting_for_a_player_has_a_limit),
        cmocka_unit_test(revealed_cards_are_undone_only_by_consent),
        cmocka_unit_test(undo_returns_to_ones_own_decision),
        cmocka_unit_test(bots_wait_for_answers),
        cmocka_unit_test(after_a_no_bots_play_on),
        cmocka_unit_test(undo_gives_the_turn_back),
        cmocka_unit_test(undo_is_only_for_ones_own_decisions),
        cmocka_unit_test(a_vote_on_an_old_proposal_is_refused),
        cmocka_unit_test(nobody_sees_two_hands),
        cmocka_unit_test(a_full_table_still_admits_its_players),
        cmocka_unit_test(a_refused_spectator_receives_nothing),
        cmocka_unit_test(an_admitted_player_keeps_the_token),
        cmocka_unit_test(accepting_too_late_is_a_refusal),
        cmocka_unit_test(accepting_after_hands_are_shown_is_a_refusal),
        cmocka_unit_test(a_waiting_client_neither_reads_nor_chats),
        cmocka_unit_test(newcomers_between_deals_receive_the_last_end),
        cmocka_unit_test(a_wrong_token_does_not_free_a_seat),
        cmocka_unit_test(one_hint_at_a_time),
        cmocka_unit_test(a_returning_client_receives_what_was_done),
        cmocka_unit_test(waiting_players_may_move),
        cmocka_unit_test(players_draw_for_seats),
        cmocka_unit_test(a_requested_seat_moves_with_its_bot),
        cmocka_unit_test(an_interrupted_drawing_starts_again),
        cmocka_unit_test(clean_text_stays_as_it_is),
        cmocka_unit_test(no_text_breaks_a_table),
        cmocka_unit_test(house_rules_hide_nothing),
        cmocka_unit_test(clients_learn_that_lines_were_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
