/* table_hands_test.c -- what those who watch are told of hands: late, and never what is played now.
 */
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

/* Hands go to those alone who watch, as late as the host says, and who was told them plays no
 * more in that deal. */
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
    struct cn__text then = {NULL, 0, 0, false};
    cn_record_write_hands(&then, &t.table->game, t.table->number);
    cn__text_append(&then, "", 1);
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
    cn__text_free(&then);
    say(9, "{\"t\":\"sit\",\"id\":1,\"seat\":2}");
    assert_true(hears(9, "\"why\":\"hand\""));
    /* Going and coming back as somebody else helps nobody. */
    drop(9);
    come(9, 2, 2);
    assert_true(hears(9, "\"why\":\"hand\"") && hears(9, "\"watching\":true"));
    assert_false(t.table->seats[2].held);
    say(9, "{\"t\":\"share\",\"id\":2}");
    assert_true(hears(9, "\"t\":\"share\"") && hears(9, "\"t\":\"ok\""));
    say(1, "{\"t\":\"set\",\"id\":ID,\"open\":0}");
    assert_int_equal(t.table->hands_count, 0);
    drop(9);
    come(9, 2, 2);
    assert_true(hears(9, "\"why\":\"hand\""));
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

/* However long somebody thinks, and whatever is said meanwhile: the hands that are played are
 * shown to nobody. */
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
    /* The others have had their turns, and it is this seat's again: its own since then is not over.
     */
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

/* ---- a deal that is in play already ---- */

/* Four people in a deal, and one who watches: client 9. */
static void four_in_a_deal(const char *choices)
{
    open_table(choices);
    for (int who = 2; who <= 4; who++)
        come((uint32_t)who, who, who - 1);
    watch(9);
    deal(4);
    t.heard[9][0] = '\0';
}

/* Every seat has some turns, and hours pass: if hands of this deal are told at all, they are
 * told now. */
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

/* The host alone, or all but one, show nobody the hands of the deal in play, whatever the host
 * sets. */
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
        assert_true(hears(1, "\"t\":\"ok\"") && asked_to_open() != 0);
        assert_int_equal(t.table->open, 0);
        say_vote(2, asked_to_open(), true);
        say_vote(3, asked_to_open(), true);
        say_vote(1, asked_to_open(), true);
        assert_int_equal(t.table->open, 0);
    }
    assert_string_equal(t.table->title, "x");
    t.heard[9][0] = '\0';
    much_happens();
    assert_false(hears(9, "\"t\":\"hands\""));
    say_vote(4, asked_to_open(), false);
    assert_true(hears(1, "\"what\":\"open\"") && hears(1, "\"yes\":false"));
    assert_int_equal(asked_to_open(), 0);
    much_happens();
    assert_false(hears(9, "\"t\":\"hands\""));
    close_table();
}

/* The hands were to be shown to nobody, for nobody might watch: to let people watch now would
 * show them. */
static void letting_people_watch_opens_no_deal(void **state)
{
    four_in_a_deal(",\"pace\":0,\"open\":60,\"watch\":false");
    say(1, "{\"t\":\"set\",\"id\":ID,\"watch\":true}");
    assert_true(asked_to_open() != 0);
    assert_false(t.table->watch);
    say(1, "{\"t\":\"set\",\"id\":ID,\"open\":0,\"watch\":true}");
    assert_int_equal(asked_to_open(), 0); /* those who watch see no hands: nobody need be asked */
    assert_true(t.table->watch);
    watch(9);
    much_happens();
    assert_false(hears(9, "\"t\":\"hands\""));
    close_table();
}

static void all_who_play_may_open_a_deal(void **state)
{
    four_in_a_deal(",\"pace\":0");
    say(1, "{\"t\":\"set\",\"id\":ID,\"open\":60}");
    for (uint32_t client = 2; client <= 4; client++) {
        assert_true(hears(client, "\"n\":60"));
        say_vote(client, asked_to_open(), true);
    }
    assert_int_equal(t.table->open, 60);
    much_happens();
    assert_true(hears(9, "\"t\":\"hands\""));
    assert_false(hears(2, "\"t\":\"hands\""));
    /* Sooner is asked for again, later and not at all are not. */
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

/* What somebody agreed to binds nobody who takes the chair afterwards. */
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

static void a_wish_to_open_is_over_with_its_deal(void **state)
{
    four_in_a_deal(",\"pace\":0");
    say(1, "{\"t\":\"set\",\"id\":ID,\"open\":60}");
    const int32_t on = asked_to_open();
    while (t.table->stage == STAGE_PLAY)
        act(t.table->seats[actor()].client);
    assert_int_equal(asked_to_open(), 0);
    for (uint32_t client = 2; client <= 4; client++) {
        say_vote(client, on, true);
        assert_true(hears(client, "\"why\":\"gone\""));
    }
    assert_int_equal(t.table->open, 0);
    say(1, "{\"t\":\"set\",\"id\":ID,\"open\":60}");
    assert_int_equal(t.table->open, 60); /* before a deal the host chooses */
    close_table();
}

/* The host does not change the others' deal for a turn of its own: clocks, hints and bots are as
 * they were when it was dealt. */
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
        assert_true(hears(1, "\"why\":\"deal\""));
    }
    assert_true(t.table->hints && t.table->timer == TURN_TIMER_NONE && t.table->title[0] == '\0');
    assert_string_equal(t.table->seats[3].level, "beginner");
    say(1, "{\"t\":\"set\",\"id\":ID,\"title\":\"x\",\"hints\":true,\"timer\":\"none\"}");
    assert_true(hears(1, "\"t\":\"ok\"")); /* what is so already changes nothing */
    say(2, "{\"t\":\"rise\",\"id\":ID}");
    for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++) {
        say(1, wishes[i]);
        assert_true(hears(1, "\"t\":\"ok\"")); /* who plays alone may */
    }
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
        cmocka_unit_test(a_deal_in_play_is_not_opened_without_consent),
        cmocka_unit_test(letting_people_watch_opens_no_deal),
        cmocka_unit_test(all_who_play_may_open_a_deal),
        cmocka_unit_test(consent_goes_with_the_person),
        cmocka_unit_test(a_wish_to_open_is_over_with_its_deal),
        cmocka_unit_test(a_deal_in_play_keeps_its_choices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
