/* table_days_test.c -- tables at which a turn may take days: nobody has to be there, and the time
 * counts over restarts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stepped.h"

#define HOUR_MS INT64_C(3600000)
#define DAY_MS  (24 * HOUR_MS)

static void begin(const char *timer)
{
    char choices[40];
    snprintf(choices, sizeof choices, ",\"timer\":\"%s\"", timer);
    open_table(choices);
    come(2, 2, 2);
    bots_in(3);
    say(1, "{\"t\":\"bot\",\"id\":ID,\"seat\":1,\"level\":\"beginner\"}");
    deal(2);
}

static struct table_turn turn_of(const char *token)
{
    uint8_t bytes[TOKEN_BYTES];
    struct table_turn turn;
    const bool known = token != NULL && cn__hex_parse(token, strlen(token), bytes, sizeof bytes);
    table_get_turn(t.table, known ? bytes : NULL, WALL_MS + t.now, &turn);
    return turn;
}

/* The server was away for that long. */
static void restart_after(int64_t ms)
{
    table_free(t.table);
    t.now += ms;
    t.timer = 0;
    t.question_count = 0;
    t.table = hosted_load(&t.log, t.now);
}

static void come_back(uint32_t client, const char *token)
{
    char text[200];
    snprintf(text, sizeof text, "{\"t\":\"hello\",\"v\":2,\"table\":\"%s\",\"token\":\"%s\"}",
             t.table->link, token);
    say(client, text);
    assert_true(receives(client, "\"t\":\"welcome\""));
}

static void bots_play(void)
{
    while (table_bot_plays(t.table, actor())) {
        think();
        wait_ms(700);
    }
}

static void nobody_has_to_be_there(void **state)
{
    (void)state;
    begin("days");
    play_until(0);
    drop(1);
    drop(2);
    wait_ms(2 * DAY_MS);
    assert_false(t.table->seats[0].bot_substitutes);
    assert_false(t.table->seats[2].bot_substitutes);
    assert_true(t.table->seats[0].host);
    come_back(1, t.maker);
    assert_true(receives(1, "\"t\":\"clock\""));
    while (actor() == 0)
        act(1);
    drop(1); /* the bot plays while nobody is there */
    while (actor() != 2) {
        think();
        wait_ms(700);
    }
    assert_true(turn_of(tokens[2]).own);
    close_table();
}

static void a_turn_ends_after_days(void **state)
{
    (void)state;
    begin("day");
    play_until(2);
    drop(1);
    drop(2);
    wait_ms(DAY_MS - HOUR_MS);
    assert_false(t.table->seats[2].bot_substitutes);
    wait_ms(HOUR_MS);
    assert_true(t.table->seats[2].bot_substitutes);
    /* It plays that turn, and goes on until its player is back. */
    while (actor() != 0) {
        think();
        wait_ms(700);
    }
    come_back(2, tokens[2]);
    assert_false(t.table->seats[2].bot_substitutes);
    close_table();
}

/* Without any of its people a table stands still. */
static void bots_alone_stand_still(void **state)
{
    (void)state;
    begin("day");
    play_until(0);
    drop(1);
    drop(2);
    for (int i = 0; i < 2000 && t.table->stage == STAGE_PLAY && table_has_audience(t.table); i++) {
        if (table_bot_plays(t.table, actor()) && t.table->asked != 0)
            think();
        wait_ms(HOUR_MS);
    }
    assert_true(t.table->stage != STAGE_PLAY || !table_has_audience(t.table));
    const int64_t number = t.table->number;
    wait_ms(30 * DAY_MS);
    assert_int_equal(t.table->number, number);
    close_table();
}

static void the_time_counts_over_restarts(void **state)
{
    (void)state;
    begin("week");
    play_until(0);
    assert_in_range(turn_of(NULL).left_ms, 7 * DAY_MS - 1000, 7 * DAY_MS);
    drop(1);
    drop(2);
    restart_after(3 * DAY_MS);
    const struct table_turn turn = turn_of(t.maker);
    assert_int_equal(turn.seat, 0);
    assert_true(turn.own);
    assert_false(turn_of(tokens[2]).own);
    assert_in_range(turn.left_ms, 4 * DAY_MS - 1000, 4 * DAY_MS);
    come_back(2, tokens[2]);
    assert_in_range(t.table->turn_ms - t.now, 4 * DAY_MS - 1000, 4 * DAY_MS);
    drop(2);
    restart_after(5 * DAY_MS);
    assert_int_equal(turn_of(NULL).left_ms, 0);
    come_back(2, tokens[2]); /* somebody looks: the time is up */
    wait_ms(1);
    assert_true(t.table->seats[0].bot_substitutes);
    bots_play();
    close_table();
}

static void each_turn_has_its_time(void **state)
{
    (void)state;
    begin("days");
    for (int i = 0; i < 6; i++) {
        const int seat = actor();
        if (table_bot_plays(t.table, seat)) {
            bots_play();
            continue;
        }
        assert_in_range(turn_of(NULL).left_ms, 3 * DAY_MS - 1000, 3 * DAY_MS);
        wait_ms(DAY_MS);
        assert_in_range(turn_of(NULL).left_ms, 2 * DAY_MS - 1000, 2 * DAY_MS);
        while (actor() == seat)
            act(t.table->seats[seat].client);
    }
    close_table();
}

/* A pause stops the time; then the turn begins again. */
static void a_pause_begins_the_turn_again(void **state)
{
    (void)state;
    begin("day");
    play_until(0);
    wait_ms(23 * HOUR_MS);
    say(1, "{\"t\":\"pause\",\"id\":ID,\"yes\":true}");
    drop(1);
    drop(2);
    restart_after(9 * DAY_MS);
    assert_int_equal(turn_of(t.maker).left_ms, -1);
    come_back(1, t.maker);
    assert_false(t.table->seats[0].bot_substitutes);
    say(1, "{\"t\":\"pause\",\"id\":ID,\"yes\":false}");
    assert_in_range(turn_of(t.maker).left_ms, DAY_MS - 1000, DAY_MS);
    close_table();
}

/* Other tables know no such lines, and show nobody whose time runs. */
static void seconds_are_not_in_the_log(void **state)
{
    (void)state;
    begin("brisk");
    play_until(0);
    assert_int_equal(turn_of(t.maker).left_ms, -1);
    assert_int_equal(turn_of(t.maker).seat, 0);
    assert_null(memmem(t.log.text, t.log.length, "\"until\"", 7));
    close_table();
}

static void a_waiting_room_waits_for_those_who_are_not_ready(void **state)
{
    (void)state;
    open_table(",\"timer\":\"days\"");
    come(2, 2, 2);
    assert_true(turn_of(t.maker).own);
    say(1, "{\"t\":\"ready\",\"id\":ID}");
    assert_false(turn_of(t.maker).own);
    assert_true(turn_of(tokens[2]).own);
    assert_false(turn_of(tokens[3]).own);
    assert_int_equal(turn_of(NULL).seat, CN_NO_SEAT);
    close_table();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_has_to_be_there),
        cmocka_unit_test(a_turn_ends_after_days),
        cmocka_unit_test(bots_alone_stand_still),
        cmocka_unit_test(the_time_counts_over_restarts),
        cmocka_unit_test(each_turn_has_its_time),
        cmocka_unit_test(a_pause_begins_the_turn_again),
        cmocka_unit_test(seconds_are_not_in_the_log),
        cmocka_unit_test(a_waiting_room_waits_for_those_who_are_not_ready),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
