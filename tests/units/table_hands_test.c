/* table_hands_test.c -- the hands that spectators see: late, and never those in play now. */
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

/* Only spectators see hands, as late as the host chooses, and a spectator who has seen them cannot
 * play in that deal. */
static void watchers_see_old_hands(void **state)
{
    open_table(",\"pace\":0");
    bots_in(1);
    watch(9);
    deal(1);
    t.received[9][0] = '\0';
    wait_ms(100000);
    assert_false(receives(9, "\"t\":\"hands\""));
    say(1, "{\"t\":\"set\",\"id\":ID,\"open\":59}");
    assert_true(receives(1, "\"why\":\"value\""));
    say(1, "{\"t\":\"set\",\"id\":ID,\"open\":60}");
    assert_true(receives(9, "\"open\":60"));
    struct cn__text then = {NULL, 0, 0, false};
    cn_record_write_hands(&then, &t.table->game, t.table->number);
    cn__text_append(&then, "", 1);
    const int64_t set = t.now;
    wait_ms(1000);
    play_until(0);
    a_turn();
    play_until(0);
    a_turn();
    t.received[1][0] = t.received[9][0] = '\0';
    wait_ms(59000 - (t.now - set));
    assert_false(receives(9, "\"t\":\"hands\""));
    wait_ms(1000);
    assert_true(receives(9, "\"t\":\"hands\""));
    assert_false(receives(1, "\"t\":\"hands\""));
    assert_true(receives(9, then.text));
    cn__text_free(&then);
    say(9, "{\"t\":\"sit\",\"id\":1,\"seat\":2}");
    assert_true(receives(9, "\"why\":\"hand\""));
    /* Leaving and returning under another name does not help. */
    drop(9);
    come(9, 2, 2);
    assert_true(receives(9, "\"why\":\"hand\"") && receives(9, "\"watching\":true"));
    assert_false(t.table->seats[2].held);
    say(9, "{\"t\":\"share\",\"id\":2}");
    assert_true(receives(9, "\"t\":\"share\"") && receives(9, "\"t\":\"ok\""));
    say(1, "{\"t\":\"set\",\"id\":ID,\"open\":0}");
    assert_int_equal(t.table->hands_count, 0);
    drop(9);
    come(9, 2, 2);
    assert_true(receives(9, "\"why\":\"hand\""));
    while (t.table->stage == STAGE_PLAY) {
        if (actor() == 0) {
            act(1);
        } else {
            think();
            wait_ms(1);
        }
    }
    say(9, "{\"t\":\"sit\",\"id\":3,\"seat\":2}");
    assert_true(t.table->seats[2].held);
    close_table();
}

/* Everyone plays this many turns, until it is seat 0's turn. */
static void rounds(int count)
{
    play_until(0);
    for (; count > 0; count--) {
        a_turn();
        play_until(0);
    }
}

static void hands_wait_as_long_as_the_host_sets(void **state)
{
    open_table(",\"open\":60");
    bots_in(1);
    watch(9);
    deal(1);
    t.received[9][0] = '\0';
    wait_ms(30000);
    say(1, "{\"t\":\"set\",\"id\":ID,\"open\":600}");
    const int64_t then = t.now;
    rounds(2);
    wait_ms(599000 - (t.now - then));
    assert_false(receives(9, "\"t\":\"hands\""));
    wait_ms(2000);
    assert_true(receives(9, "\"t\":\"hands\""));
    close_table();
}

/* Hands in play are never shown, however long a player thinks and whatever else happens. */
static void hands_in_play_are_never_old(void **state)
{
    open_table(",\"open\":60,\"pace\":0");
    bots_in(1);
    watch(9);
    deal(1);
    play_until(0);
    for (int n = 0; n < 3; n++) {
        t.received[9][0] = '\0';
        wait_ms(3600000);
        say(1, "{\"t\":\"chat\",\"id\":ID,\"text\":\"one moment\"}");
        assert_false(receives(9, "\"t\":\"hands\""));
    }
    /* The others have played and it is this seat's turn again, so its last finished turn is a round
     * ago. */
    a_turn();
    play_until(0);
    t.received[9][0] = '\0';
    wait_ms(3600000);
    say(1, "{\"t\":\"chat\",\"id\":ID,\"text\":\"one moment\"}");
    assert_false(receives(9, "\"t\":\"hands\""));
    const int64_t at = t.table->hands[0].turn;
    rounds(1);
    wait_ms(61000);
    assert_true(receives(9, "\"t\":\"hands\""));
    assert_true(t.table->hands_count == 0 || t.table->hands[0].turn > at);
    close_table();
}

/* A turn that is undone and begun again is not a finished turn. */
static void hands_wait_for_undone_turns(void **state)
{
    open_table(",\"open\":60,\"pace\":0");
    bots_in(1);
    watch(9);
    deal(1);
    play_until(0);
    rounds(1);
    act(1);
    say(1, "{\"t\":\"back\",\"id\":ID}");
    assert_true(receives(1, "\"t\":\"undo\""));
    t.received[9][0] = '\0';
    a_turn();
    wait_ms(600000);
    assert_false(receives(9, "\"t\":\"hands\""));
    play_until(0);
    rounds(1);
    wait_ms(61000);
    assert_true(receives(9, "\"t\":\"hands\""));
    close_table();
}

/* Time in a pause does not count. */
static void hands_wait_in_a_pause(void **state)
{
    open_table(",\"open\":60,\"pace\":0");
    bots_in(1);
    watch(9);
    deal(1);
    rounds(2);
    t.received[9][0] = '\0';
    say(1, "{\"t\":\"pause\",\"id\":ID,\"yes\":true}");
    wait_ms(3600000);
    say(1, "{\"t\":\"chat\",\"id\":ID,\"text\":\"back soon\"}");
    say(1, "{\"t\":\"pause\",\"id\":ID,\"yes\":false}");
    wait_ms(50000);
    assert_false(receives(9, "\"t\":\"hands\""));
    wait_ms(11000);
    assert_true(receives(9, "\"t\":\"hands\""));
    close_table();
}

/* ---- a deal already in play ---- */

/* Four people in a deal, and client 9 as a spectator. */
static void four_in_a_deal(const char *choices)
{
    open_table(choices);
    for (int who = 2; who <= 4; who++)
        come((uint32_t)who, who, who - 1);
    watch(9);
    deal(4);
    t.received[9][0] = '\0';
}

/* Every seat plays some turns and hours pass, so if hands of this deal are ever sent, they are sent
 * now. */
static void much_happens(void)
{
    for (int n = 0; n < 3; n++) {
        for (int seat = 0; seat < 4; seat++) {
            play_until(seat);
            while (t.table->stage == STAGE_PLAY && actor() == seat)
                act(t.table->seats[seat].client);
        }
        wait_ms(7200000);
        say(2, "{\"t\":\"chat\",\"id\":ID,\"text\":\"my turn?\"}");
    }
    assert_int_equal(t.table->stage, STAGE_PLAY);
}

static int32_t asked_to_open(void)
{
    return t.table->proposals[PROPOSAL_OPEN].on;
}

/* Hands of the deal in play are not shown unless all players agree: the host alone is not enough,
 * nor are all but one. */
static void a_deal_in_play_is_not_opened_without_consent(void **state)
{
    static const char *const wishes[] = {
        "{\"t\":\"set\",\"id\":ID,\"open\":60}",
        "{\"t\":\"set\",\"id\":ID,\"open\":60,\"watch\":true,\"title\":\"x\"}",
        "{\"t\":\"set\",\"id\":ID,\"open\":3600}",
    };
    four_in_a_deal(",\"pace\":0");
    for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++) {
        say(1, wishes[i]);
        assert_true(receives(1, "\"t\":\"ok\"") && asked_to_open() != 0);
        assert_int_equal(t.table->open, 0);
        say_vote(2, asked_to_open(), true);
        say_vote(3, asked_to_open(), true);
        say_vote(1, asked_to_open(), true);
        assert_int_equal(t.table->open, 0);
    }
    assert_string_equal(t.table->title, "x");
    t.received[9][0] = '\0';
    much_happens();
    assert_false(receives(9, "\"t\":\"hands\""));
    say_vote(4, asked_to_open(), false);
    assert_true(receives(1, "\"what\":\"open\"") && receives(1, "\"yes\":false"));
    assert_int_equal(asked_to_open(), 0);
    much_happens();
    assert_false(receives(9, "\"t\":\"hands\""));
    close_table();
}

/* Spectators were not allowed when the deal began. Allowing them now must not show its hands. */
static void letting_people_watch_opens_no_deal(void **state)
{
    four_in_a_deal(",\"pace\":0,\"open\":60,\"watch\":false");
    say(1, "{\"t\":\"set\",\"id\":ID,\"watch\":true}");
    assert_true(asked_to_open() != 0);
    assert_false(t.table->watch);
    say(1, "{\"t\":\"set\",\"id\":ID,\"open\":0,\"watch\":true}");
    assert_int_equal(asked_to_open(), 0); /* spectators see no hands, so no consent is needed */
    assert_true(t.table->watch);
    watch(9);
    much_happens();
    assert_false(receives(9, "\"t\":\"hands\""));
    close_table();
}

static void all_who_play_may_open_a_deal(void **state)
{
    four_in_a_deal(",\"pace\":0");
    say(1, "{\"t\":\"set\",\"id\":ID,\"open\":60}");
    for (uint32_t client = 2; client <= 4; client++) {
        assert_true(receives(client, "\"n\":60"));
        say_vote(client, asked_to_open(), true);
    }
    assert_int_equal(t.table->open, 60);
    much_happens();
    assert_true(receives(9, "\"t\":\"hands\""));
    assert_false(receives(2, "\"t\":\"hands\""));
    /* Showing them sooner needs consent again; later or never does not. */
    say(1, "{\"t\":\"set\",\"id\":ID,\"open\":90}");
    assert_int_equal(t.table->open, 90);
    say(1, "{\"t\":\"set\",\"id\":ID,\"open\":80}");
    assert_int_equal(t.table->open, 90);
    assert_true(asked_to_open() != 0);
    say(1, "{\"t\":\"set\",\"id\":ID,\"open\":0}");
    assert_int_equal(t.table->open, 0);
    assert_int_equal(asked_to_open(), 0);
    close_table();
}

/* One player's consent does not bind the next player in that seat. */
static void consent_goes_with_the_person(void **state)
{
    four_in_a_deal(",\"pace\":0");
    say(1, "{\"t\":\"set\",\"id\":ID,\"open\":60}");
    say_vote(2, asked_to_open(), true);
    say_vote(3, asked_to_open(), true);
    say(3, "{\"t\":\"rise\",\"id\":ID}");
    drop(3);
    come(5, 3, 2);
    assert_true(t.table->seats[2].held);
    say_vote(4, asked_to_open(), true);
    assert_int_equal(t.table->open, 0);
    say_vote(5, asked_to_open(), true);
    assert_int_equal(t.table->open, 60);
    close_table();
}

static void a_request_to_open_ends_with_its_deal(void **state)
{
    four_in_a_deal(",\"pace\":0");
    say(1, "{\"t\":\"set\",\"id\":ID,\"open\":60}");
    const int32_t on = asked_to_open();
    while (t.table->stage == STAGE_PLAY)
        act(t.table->seats[actor()].client);
    assert_int_equal(asked_to_open(), 0);
    for (uint32_t client = 2; client <= 4; client++) {
        say_vote(client, on, true);
        assert_true(receives(client, "\"why\":\"gone\""));
    }
    assert_int_equal(t.table->open, 0);
    say(1, "{\"t\":\"set\",\"id\":ID,\"open\":60}");
    assert_int_equal(t.table->open, 60); /* between deals the host chooses alone */
    close_table();
}

/* The host cannot change a deal in play to its own advantage: clocks, hints and bots stay as they
 * were when it was dealt. */
static void a_deal_in_play_keeps_its_choices(void **state)
{
    static const char *const wishes[] = {
        "{\"t\":\"set\",\"id\":ID,\"timer\":\"brisk\"}",
        "{\"t\":\"set\",\"id\":ID,\"hints\":false}",
        "{\"t\":\"set\",\"id\":ID,\"title\":\"x\",\"hints\":false}",
        "{\"t\":\"bot\",\"id\":ID,\"seat\":3,\"level\":\"master\"}",
    };
    open_table(",\"pace\":0");
    come(2, 2, 1);
    bots_in(2);
    deal(2);
    for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++) {
        say(1, wishes[i]);
        assert_true(receives(1, "\"why\":\"deal\""));
    }
    assert_true(t.table->hints && t.table->timer == TURN_TIMER_NONE && t.table->title[0] == '\0');
    assert_string_equal(t.table->seats[3].level, "beginner");
    say(1, "{\"t\":\"set\",\"id\":ID,\"title\":\"x\",\"hints\":true,\"timer\":\"none\"}");
    assert_true(receives(1, "\"t\":\"ok\"")); /* setting the same value is accepted */
    say(2, "{\"t\":\"rise\",\"id\":ID}");
    for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++) {
        say(1, wishes[i]);
        assert_true(receives(1, "\"t\":\"ok\"")); /* a host who plays alone may */
    }
    close_table();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(watchers_see_old_hands),
        cmocka_unit_test(hands_wait_as_long_as_the_host_sets),
        cmocka_unit_test(hands_in_play_are_never_old),
        cmocka_unit_test(hands_wait_for_undone_turns),
        cmocka_unit_test(hands_wait_in_a_pause),
        cmocka_unit_test(a_deal_in_play_is_not_opened_without_consent),
        cmocka_unit_test(letting_people_watch_opens_no_deal),
        cmocka_unit_test(all_who_play_may_open_a_deal),
        cmocka_unit_test(consent_goes_with_the_person),
        cmocka_unit_test(a_request_to_open_ends_with_its_deal),
        cmocka_unit_test(a_deal_in_play_keeps_its_choices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
