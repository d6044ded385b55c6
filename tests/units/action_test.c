/* action_test.c -- action strings (RECORD, "Action strings"): each action has exactly one, and
 * every other text is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/engine.h"

static void is_written(const char *text, struct cn_action action)
{
    char written[CN_ACTION_TEXT];
    struct cn_action read;
    assert_int_equal(cn_action_format(NULL, action, written), strlen(text));
    assert_string_equal(written, text);
    assert_true(cn_action_parse(NULL, text, strlen(text), &read));
    assert_true(cn_action_equal(read, action));
}

static void is_none(const char *text)
{
    struct cn_action read;
    if (cn_action_parse(NULL, text, strlen(text), &read))
        fail_msg("'%s' is read as an action", text);
}

static void each_action_has_its_string(void **state)
{
    is_written("draw", cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0));
    is_written("stop", cn_action_of(CN_ACTION_STOP, 0, 0, 0, 0));
    is_written("ask", cn_action_of(CN_ACTION_ASK, 0, 0, 0, 0));
    is_written("yes", cn_action_of(CN_ACTION_YES, 0, 0, 0, 0));
    is_written("no", cn_action_of(CN_ACTION_NO, 0, 0, 0, 0));
    is_written("take pair", cn_action_of(CN_ACTION_TAKE_PAIR, 0, 0, 0, 0));
    is_written("take deuce", cn_action_of(CN_ACTION_TAKE_DEUCE, 0, 0, 0, 0));
    is_written("take joker", cn_action_of(CN_ACTION_TAKE_JOKER, 0, 0, 0, 0));
    is_written("take onto 12", cn_action_of(CN_ACTION_TAKE_ONTO, 12, 0, 0, 0));
    is_written("meld T 4 2 1", cn_action_of(CN_ACTION_MELD, CN_TEN, 4, 2, 1));
    is_written("meld 3b 3 0 0", cn_action_of(CN_ACTION_MELD, CN_BLACK_THREE, 3, 0, 0));
    is_written("add 0 0 0 1", cn_action_of(CN_ACTION_ADD, 0, 0, 0, 1));
    is_written("add 53 12 12 6", cn_action_of(CN_ACTION_ADD, 53, 12, 12, 6));
    is_written("combine 0 53", cn_action_of(CN_ACTION_MERGE, 0, 53, 0, 0));
    is_written("discard X", cn_action_of(CN_ACTION_DISCARD, CN_JOKER, 0, 0, 0));
    is_written("discard 3r", cn_action_of(CN_ACTION_DISCARD, CN_RED_THREE, 0, 0, 0));
}

static void every_kind_can_be_discarded_and_melded(void **state)
{
    for (int kind = 0; kind < CN_KINDS; kind++) {
        char text[CN_ACTION_TEXT] = "discard ";
        strcat(text, cn_kind_name(kind));
        is_written(text, cn_action_of(CN_ACTION_DISCARD, kind, 0, 0, 0));
        strcpy(text, "meld ");
        strcat(text, cn_kind_name(kind));
        strcat(text, " 3 1 1");
        is_written(text, cn_action_of(CN_ACTION_MELD, kind, 3, 1, 1));
    }
}

static void counts_of_every_size(void **state)
{
    for (int n = 0; n < 100; n++)
        for (int deuces = 0; deuces < 16; deuces++)
            for (int jokers = 0; jokers < 16; jokers += 5) {
                char text[CN_ACTION_TEXT];
                struct cn_action read;
                const struct cn_action action =
                    cn_action_of(CN_ACTION_ADD, n, 99 - n, deuces, jokers);
                assert_true(
                    cn_action_parse(NULL, text, cn_action_format(NULL, action, text), &read));
                assert_true(cn_action_equal(action, read));
                assert_int_equal(cn_action_deuces(read), deuces);
                assert_int_equal(cn_action_jokers(read), jokers);
            }
}

static void words_must_be_complete(void **state)
{
    is_none("");
    is_none("d");
    is_none("draws");
    is_none("Draw");
    is_none(" draw");
    is_none("draw ");
    is_none("draw 1");
    is_none("take");
    is_none("take four");
    is_none("takepair");
    is_none("take  pair");
    is_none("take\tpair");
    is_none("yes no");
}

static void all_fields_are_needed(void **state)
{
    is_none("discard");
    is_none("discard ");
    is_none("discard 10");
    is_none("discard 7 7");
    is_none("take onto");
    is_none("take onto 1 2");
    is_none("meld 7 3 0");
    is_none("meld 7 3 0 0 0");
    is_none("add 0 1 0");
    is_none("combine 1");
}

static void numbers_are_plain(void **state)
{
    is_none("take onto 01");
    is_none("take onto -1");
    is_none("take onto +1");
    is_written("take onto 107", cn_action_of(CN_ACTION_TAKE_ONTO, 107, 0, 0, 0));
    is_none("take onto 108");
    is_none("take onto 1000");
    is_none("take onto 99999999999999999999");
    is_none("add 0 1 16 0");
    is_none("add 0 1 0 16");
    is_none("add 0 1 0x1 0");
    is_none("add 0 1.0 0 0");
}

/* Combining names two different melds, the lower one first. */
static void combine_goes_into_the_lower(void **state)
{
    is_none("combine 1 0");
    is_none("combine 1 1");
    is_written("combine 1 2", cn_action_of(CN_ACTION_MERGE, 1, 2, 0, 0));
}

static void threes_are_laid_down(void **state)
{
    is_written("face 3r", cn_action_of(CN_ACTION_FACE, CN_RED_THREE, 0, 0, 0));
    is_written("face 3b", cn_action_of(CN_ACTION_FACE, CN_BLACK_THREE, 0, 0, 0));
    is_none("face");
    is_none("face 4");
    is_none("face 3r 1");
    is_written("meld X 0 3 1", cn_action_of(CN_ACTION_MELD, CN_JOKER, 0, 3, 1));
}

/* The law says which row a name is: the first of several. */
static void special_hands_have_names(void **state)
{
    static struct cn_law law;
    struct cn_action action;
    char text[CN_ACTION_TEXT];
    struct cn_special_hands *hands = &law.rules.special_hands;
    hands->count = 3;
    strcpy(hands->row[0].name, "pairs");
    strcpy(hands->row[1].name, "zip_code");
    strcpy(hands->row[2].name, "zip_code");
    assert_true(cn_action_parse(&law, "hand zip_code", 13, &action));
    assert_int_equal(action.type, CN_ACTION_HAND);
    assert_int_equal(cn_action_hand(action), 1);
    assert_int_equal(cn_action_format(&law, action, text), 13);
    assert_string_equal(text, "hand zip_code");
    assert_true(cn_action_parse(&law, "hand zip_cod", 12, &action));
    assert_int_equal(cn_action_hand(action), CN_NO_HAND);
    assert_true(cn_action_parse(NULL, "hand pairs", 10, &action));
    assert_int_equal(cn_action_hand(action), CN_NO_HAND);
    is_none("hand");
    is_none("hand ");
    is_none("hand a b");
    is_none("hand \"a\"");
    is_none("hand a_name_too_long_for_it");
}

/* The text ends at its length, whatever follows. */
static void text_ends_at_its_length(void **state)
{
    struct cn_action action;
    const char text[] = {'d', 'r', 'a', 'w'}; /* the sanitizer sees a read past it */
    assert_true(cn_action_parse(NULL, text, sizeof text, &action));
    assert_int_equal(action.type, CN_ACTION_DRAW);
    assert_true(cn_action_parse(NULL, "take onto 12", 11, &action));
    assert_int_equal(action.place, 1);
    assert_false(cn_action_parse(NULL, "draw\0", 5, &action));
}

/* ---- where a referee rules ---- */

static const struct cn_law *refereed_law(void)
{
    static struct cn_law law;
    law.refereed = true;
    return &law;
}

static void is_written_there(const char *text, struct cn_action action)
{
    char written[CN_ACTION_TEXT];
    struct cn_action read;
    assert_int_equal(cn_action_format(refereed_law(), action, written), strlen(text));
    assert_string_equal(written, text);
    assert_true(cn_action_parse(refereed_law(), text, strlen(text), &read));
    assert_true(cn_action_equal(read, action));
    is_none(text); /* strict play knows none of them */
}

static void a_referee_knows_more_actions(void **state)
{
    struct cn_action read;
    is_written_there("call", cn_action_of(CN_ACTION_CALL, 0, 0, 0, 0));
    is_written_there("require draw", cn_action_of(CN_ACTION_REQUIRE_DRAW, 0, 0, 0, 0));
    is_written_there("require out", cn_action_of(CN_ACTION_REQUIRE_OUT, 0, 0, 0, 0));
    is_written_there("waive", cn_action_of(CN_ACTION_WAIVE, 0, 0, 0, 0));
    is_written_there("accept", cn_action_of(CN_ACTION_ACCEPT, 0, 0, 0, 0));
    assert_false(cn_action_parse(refereed_law(), "peek", 4, &read)); /* insisted on, or not done */
    assert_false(cn_action_parse(refereed_law(), "expose 7", 8, &read));
    assert_false(cn_action_parse(refereed_law(), "!", 1, &read));
    assert_false(cn_action_parse(refereed_law(), "!!draw", 6, &read));
    assert_false(cn_action_parse(refereed_law(), "! draw", 6, &read));
    assert_true(cn_action_parse(refereed_law(), "draw", 4, &read));
    assert_false(cn_action_is_insisted(read));
}

static void insisted_action(const char *text, struct cn_action plain)
{
    const struct cn_action insisted = cn_action_insist(plain);
    assert_true(cn_action_is_insisted(insisted));
    assert_true(cn_action_equal(cn_action_plain(insisted), plain));
    is_written_there(text, insisted);
}

static void what_is_insisted_on_begins_with_a_mark(void **state)
{
    insisted_action("!draw", cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0));
    insisted_action("!peek", cn_action_of(CN_ACTION_PEEK, 0, 0, 0, 0));
    insisted_action("!touch", cn_action_of(CN_ACTION_TOUCH, 0, 0, 0, 0));
    insisted_action("!take hand", cn_action_of(CN_ACTION_TAKE_HAND, 0, 0, 0, 0));
    insisted_action("!take onto 3", cn_action_of(CN_ACTION_TAKE_ONTO, 3, 0, 0, 0));
    insisted_action("!meld K 3 0 0", cn_action_of(CN_ACTION_MELD, CN_KING, 3, 0, 0));
    insisted_action("!add 2 0 1 3", cn_action_of(CN_ACTION_ADD, 2, 0, 1, 3));
    insisted_action("!discard 7", cn_action_of(CN_ACTION_DISCARD, CN_SEVEN, 0, 0, 0));
    insisted_action("!expose X", cn_action_of(CN_ACTION_EXPOSE, CN_JOKER, 0, 0, 0));
    insisted_action("!ask", cn_action_of(CN_ACTION_ASK, 0, 0, 0, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_action_has_its_string),
        cmocka_unit_test(every_kind_can_be_discarded_and_melded),
        cmocka_unit_test(counts_of_every_size),
        cmocka_unit_test(words_must_be_complete),
        cmocka_unit_test(all_fields_are_needed),
        cmocka_unit_test(numbers_are_plain),
        cmocka_unit_test(combine_goes_into_the_lower),
        cmocka_unit_test(threes_are_laid_down),
        cmocka_unit_test(special_hands_have_names),
        cmocka_unit_test(text_ends_at_its_length),
        cmocka_unit_test(a_referee_knows_more_actions),
        cmocka_unit_test(what_is_insisted_on_begins_with_a_mark),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
