/* insist_test.c -- what a person is offered at a refereed table besides what is legal: each offer
 * can be insisted on, and the cards of it are those that were picked. */
#include "display/display.h"
#include "refereed.h"

static struct scene scene;
static struct display display;

static void look(int seat)
{
    const struct cn_words words = {0};
    scene_init(&scene, &words, seat);
    scene.game = at_table.game;
    display_of(&scene, seat, &display);
}

/* Picks cards of these kinds from the hand of the display's seat. */
static int pick(const char *kinds, cn_card cards[CN_CARDS_MAX])
{
    char copy[100];
    int count = 0;
    bool used[CN_CARDS_MAX] = {false};
    snprintf(copy, sizeof copy, "%s", kinds);
    for (char *kind = strtok(copy, " "); kind != NULL; kind = strtok(NULL, " ")) {
        int at = 0;
        while (at < display.card_count &&
               (used[at] || strcmp(cn_kind_name(cn_card_kind(display.cards[at])), kind) != 0))
            at++;
        assert_true(at < display.card_count);
        used[at] = true;
        cards[count++] = display.cards[at];
    }
    return count;
}

static void tell_action(struct cn_action action)
{
    char text[CN_ACTION_TEXT];
    cn_action_format(display.law, action, text);
    tell("%s%s", told[0] == '\0' ? "" : "; ", text);
}

/* The first step of a plan must be possible now. */
static void tell_plan(const struct card_play *plan)
{
    struct cn_noted noted;
    for (int i = 0; i < plan->count; i++) {
        const struct card_play_step *step = &plan->step[i];
        if (i == 0)
            tell_action(step->action);
        else {
            char text[CN_ACTION_TEXT];
            cn_action_format(display.law, step->action, text);
            tell(" + %s", text);
        }
        assert_true(i > 0 ||
                    cn_referee_check(&at_table.game, display.viewer, step->action, &noted, NULL));
    }
}

/* Instead of a refused action these are offered. */
static void anyway(int seat, const char *refused, const char *expected)
{
    struct cn_action out[ANYWAY_MAX];
    look(seat);
    const int count = display_anyway(&display, table_action(refused), out);
    told[0] = '\0';
    for (int i = 0; i < count; i++)
        tell_action(out[i]);
    assert_string_equal(told, expected);
}

static void lays(int seat, const char *kinds, int onto, const char *expected)
{
    cn_card cards[CN_CARDS_MAX];
    struct card_plays plans;
    look(seat);
    const int count = pick(kinds, cards);
    plays_anyway(&display, cards, count, onto, &plans);
    told[0] = '\0';
    for (int i = 0; i < plans.count; i++)
        tell_plan(&plans.at[i]);
    assert_string_equal(told, expected);
    for (int i = 0; i < plans.count; i++) {
        int laid = 0;
        for (int step = 0; step < plans.at[i].count; step++)
            laid += plans.at[i].step[step].count;
        assert_int_equal(laid, count);
    }
}

static void irregular(int seat, const char *kinds, const char *expected)
{
    static struct card_play plans[IRREGULAR_MAX];
    cn_card cards[CN_CARDS_MAX];
    look(seat);
    const int count = pick(kinds, cards);
    const int found = display_irregular(&display, cards, count, plans);
    told[0] = '\0';
    for (int i = 0; i < found; i++)
        tell_plan(&plans[i]);
    assert_string_equal(told, expected);
}

#define PLAIN                                                                              \
    "hands: K K 5 6 2 2 X J / 9 9 5 6 8 J / 4 5 6 8 J / 4 5 6 8 J; melds: Qx3 / Tx3 2 2; " \
    "pile: 9; stock: Q K T 9 +20"

static void test_instead(void **state)
{
    (void)state;
    table(CALLED, PLAIN);
    anyway(0, "draw", ""); /* it is legal */
    anyway(0, "discard 5", "!discard 5");
    anyway(0, "take pair", "!take hand");
    anyway(1, "draw", "!draw");
    anyway(1, "take pair", "!touch");
    anyway(1, "discard 5", "");
    anyway(0, "ask", "!ask");
    after("0 draw");
    anyway(0, "draw", "!draw");
    anyway(0, "take pair", "!touch");
    anyway(0, "discard 5", "");
    table("laws1950", "hands: K K 5 6 2 2 X J / 9 9 5 6 8 J; pile: 9");
    anyway(0, "discard 5", "");
}

static void test_laying(void **state)
{
    (void)state;
    table(CALLED, "hands: 4 4 4 5 5 5 6 8 7 7 J / 4 4 4; pile: 9; stock: Q K T +20");
    lays(0, "5 5 5", CN_NO_MELD, "");
    after("0 draw");
    lays(0, "5 5 5", CN_NO_MELD, "!meld 5 3 0 0");
    lays(0, "7 7", CN_NO_MELD, "!meld 7 2 0 0");
    lays(0, "4 4 4 5 5 5", CN_NO_MELD, "!meld 4 3 0 0 + !meld 5 3 0 0");
    lays(0, "5 5 5 7 7", CN_NO_MELD, "!meld 5 3 0 0 + !meld 7 2 0 0");
    lays(0, "5 5 5", 3, "");
    lays(1, "4 4 4", CN_NO_MELD, "!meld 4 3 0 0");

    table(CALLED, "hands: K K K 7 7 2 2 2 X 5 6 / 4 4 4; pile: 9; stock: Q K T +20");
    after("0 draw");
    lays(0, "K K K", CN_NO_MELD, ""); /* legal */
    lays(0, "7 7 2 2 2 X", CN_NO_MELD, "!meld 7 2 3 1");
    lays(0, "2 2", CN_NO_MELD, "");

    table(CALLED, "hands: 9 4 5 6 2 2 J / 4 4 4 ; melds: 9x3 2 2 2, Qx3 /; pile: 5; stock: +9");
    after("0 draw");
    lays(0, "2", CN_NO_MELD, "!add 0 0 1 0");
    lays(0, "2", 1, "");
    lays(0, "2", 0, "!add 0 0 1 0");
    lays(0, "4", 0, "");
    lays(2, "4", CN_NO_MELD, "");
}

static void test_everything_else(void **state)
{
    (void)state;
    table(CALLED, "hands: K K 5 6 2 J / 9 9 5 6 8 J / 4 5 6 8 J / 4 5 6 8 J; pile: 9; stock: +20");
    irregular(0, "", "!touch; !take hand; !ask");
    irregular(0, "5", "!discard 5; !expose 5; !touch; !take hand; !ask");
    irregular(1, "", "!draw; !peek; !touch");
    irregular(1, "9 9", "!meld 9 2 0 0; !expose 9 + !expose 9; !draw; !peek; !touch");
    after("1 !expose 9");
    irregular(1, "9 9", "!meld 9 2 0 0; !draw; !peek; !touch");
    irregular(1, "9 5", "!expose 9 + !expose 5; !draw; !peek; !touch");
    after("0 draw");
    irregular(0, "K K", "!meld K 2 0 0; !expose K + !expose K; !draw; !peek; !touch; !ask");
}

/* A spectator is offered nothing, and nobody is while a decision is due. */
static void test_nothing(void **state)
{
    static struct card_play plans[IRREGULAR_MAX];
    (void)state;
    table(CALLED, "hands: K K 5 6 2 J / 9 9 5 6 8 J; pile: 9; stock: +20");
    after("0 !discard 5; 1 call");
    irregular(1, "5", "");
    irregular(0, "6", "");
    look(1);
    display.viewer = CN_NO_SEAT;
    assert_int_equal(display_irregular(&display, NULL, 0, plans), 0);
}

static void test_face_up(void **state)
{
    cn_card cards[CN_CARDS_MAX];
    bool exposed[CN_CARDS_MAX];
    (void)state;
    table(CALLED, "hands: K 8 8 5 6 J / 9 9 5 6 8 J; pile: 9; stock: +20");
    after("0 !expose 8; 1 call; 0 !expose 8; 0 !expose K");
    look(1);
    assert_int_equal(display_up(&display, 0, cards, exposed), 3);
    assert_int_equal(cn_card_kind(cards[0]), CN_EIGHT);
    assert_true(exposed[0]);
    assert_false(exposed[1]);
    assert_int_equal(cn_card_kind(cards[2]), CN_KING);
    assert_false(exposed[2]);
    assert_int_equal(display_up(&display, 1, cards, exposed), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_instead),         cmocka_unit_test(test_laying),
        cmocka_unit_test(test_everything_else), cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_face_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
