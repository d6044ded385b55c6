/* table_hands_test.c -- what those who watch are told of hands: late, and never what is played now. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stepped.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(watchers_see_old_hands),
        cmocka_unit_test(hands_wait_as_long_as_the_host_says_now),
        cmocka_unit_test(hands_in_play_are_never_old),
        cmocka_unit_test(hands_wait_for_turns_taken_back),
        cmocka_unit_test(hands_wait_in_a_pause),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
