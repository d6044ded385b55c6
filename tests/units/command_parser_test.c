/* command_parser_test.c -- the actions that picked cards and typed words mean, in all languages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "terminal/command_parser.h"
#include "terminal/frontend.h"
#include "terminal_place.h"

/* ---- picks and words ---- */

static int pick(const struct display *display, const char *cards, struct card_plays *plans)
{
    cn_card picked[CN_CARDS_MAX];
    int count = 0;
    for (; *cards != '\0'; cards += cards[2] == ' ' ? 3 : 2)
        picked[count++] = cn_card_parse(cards);
    plays_for_cards(display, picked, count, plans);
    return plans->count;
}

static void assert_step(const struct card_plays *plans, int plan, int step, const char *text)
{
    char is[CN_ACTION_TEXT];
    assert_in_range(plan, 0, plans->count - 1);
    assert_in_range(step, 0, plans->at[plan].count - 1);
    cn_action_format(NULL, plans->at[plan].step[step].action, is);
    assert_string_equal(is, text);
}

static void picked_cards_have_their_legal_meanings(void **state)
{
    struct local_game *session = begin(*state);
    static struct display display;
    static struct card_plays plans;
    assert_true(local_game_deal(session));
    face_with(session, &display, "7d 7c 7c 9s 9h 9d 2s 2h Xr Ks Kh 4s 5d 3s");
    /* One meaning: a new meld; a seven can only be added; a wild card alone goes to the only
     * meld. */
    assert_int_equal(pick(&display, "9s 9h 9d", &plans), 1);
    assert_step(&plans, 0, 0, "meld 9 3 0 0");
    assert_int_equal(pick(&display, "7d", &plans), 1);
    assert_step(&plans, 0, 0, "add 0 1 0 0");
    assert_int_equal(pick(&display, "2s", &plans), 1);
    assert_step(&plans, 0, 0, "add 0 0 1 0");
    /* Three sevens are added to the meld of sevens, or make a new one (L24). */
    assert_int_equal(pick(&display, "7d 7c 7c", &plans), 2);
    assert_step(&plans, 0, 0, "add 0 3 0 0");
    assert_step(&plans, 1, 0, "meld 7 3 0 0");
    /* Two ranks and a deuce: the kings need it, the nines do not. */
    assert_true(pick(&display, "9s 9h 9d Ks Kh 2s", &plans) >= 1);
    assert_step(&plans, plans.count - 1, 0, "meld 9 3 0 0");
    assert_step(&plans, plans.count - 1, 1, "meld K 2 1 0");
    /* Nothing legal, and the article that forbids it. */
    assert_int_equal(pick(&display, "9s 9h", &plans), 0);
    assert_string_equal(plans.why.article, "L18");
    assert_int_equal(pick(&display, "4s 5d", &plans), 0);
    local_game_free(session);
}

/* An action counts deuces in four bits. With six packs a hand has more; the others stay in it. */
static void more_deuces_than_one_action_lays_stay_in_the_hand(void **state)
{
    static const char hand[] = "7d 7c 2s 2s 2s 2s 2s 2s 2h 2h 2h 2h 2h 2h 2d 2d 2d 2d 2d 4s 5d";
    static const char picked[] = "7d 7c 2s 2s 2s 2s 2s 2s 2h 2h 2h 2h 2h 2h 2d 2d 2d 2d";
    struct local_game *session = begin(*state);
    static struct display display;
    static struct card_plays plans;
    assert_true(local_game_deal(session));
    face_with(session, &display, hand);
    assert_true(pick(&display, picked, &plans) > 0);
    assert_step(&plans, 0, 0, "add 0 2 15 0");
    assert_int_equal(plans.at[0].step[0].count, 17);
    display.board.melds[0][0] = cn_meld_of(CN_SEVEN, 7, 0, 0);
    assert_true(pick(&display, picked + 6, &plans) > 0);
    assert_step(&plans, 0, 0, "add 0 0 15 0");
    assert_int_equal(plans.at[0].step[0].count, 15);
    local_game_free(session);
}

static enum parsed_command type_line(const struct display *display, int verb, const char *line,
                                     struct card_plays *plans)
{
    const char *rest = strchr(line, ' ');
    return parse_command(display, verb, line, rest != NULL ? rest + 1 : "", plans);
}

static void words_mean_actions(void **state)
{
    static const struct {
        int verb;
        const char *line, *action;
    } said[] = {
        {CN_ACTION_MELD, "meld 9 3 0 0", "meld 9 3 0 0"},
        {CN_ACTION_MELD, "meld nines", "meld 9 3 0 0"},
        {CN_ACTION_MELD, "meld three nines", "meld 9 3 0 0"},
        {CN_ACTION_MELD, "meld 9 9 9", "meld 9 3 0 0"},
        {CN_ACTION_MELD, "meld two kings and a deuce", "meld K 2 1 0"},
        {CN_ACTION_MELD, "meld all kings, one joker", "meld K 2 0 1"},
        {CN_ACTION_MELD, "meld all the kings and one joker", "meld K 2 0 1"},
        {CN_ACTION_MELD, "meld Ks Kh 2h", "meld K 2 1 0"},
        {CN_ACTION_ADD, "add seven", "add 0 1 0 0"},
        {CN_ACTION_ADD, "add 7", "add 0 1 0 0"},
        {CN_ACTION_ADD, "add joker to sevens", "add 0 0 0 1"},
        {CN_ACTION_ADD, "add two sevens to the sevens", "add 0 2 0 0"},
        {CN_ACTION_ADD, "add 0 1 0 0", "add 0 1 0 0"},
        {CN_ACTION_ADD, "add #1 1 0 0", "add 0 1 0 0"},
        {CN_ACTION_DISCARD, "discard 4", "discard 4"},
        {CN_ACTION_DISCARD, "discard four", "discard 4"},
        {CN_ACTION_DISCARD, "discard the four of spades", "discard 4"},
        {CN_ACTION_DISCARD, "discard Ks", "discard K"},
        {CN_ACTION_DISCARD, "discard black three", "discard 3b"},
        {CN_ACTION_DISCARD, "discard joker", "discard X"},
    };
    struct local_game *session = begin(*state);
    static struct display display;
    static struct card_plays plans;
    assert_true(local_game_deal(session));
    face_with(session, &display, "7d 7c 7c 9s 9h 9d 2s 2h Xr Ks Kh 4s 5d 3s");
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        assert_int_equal(type_line(&display, said[i].verb, said[i].line, &plans), COMMAND_PLANS);
        assert_step(&plans, 0, 0, said[i].action);
    }
    assert_int_equal(type_line(&display, CN_ACTION_MELD, "meld bananas", &plans), COMMAND_UNCLEAR);
    assert_int_equal(type_line(&display, CN_ACTION_DISCARD, "discard", &plans), COMMAND_UNCLEAR);
    assert_int_equal(type_line(&display, CN_ACTION_DISCARD, "discard eight", &plans),
                     COMMAND_REFUSED);
    assert_string_equal(plans.why.article, "L16");
    assert_int_equal(type_line(&display, CN_ACTION_MELD, "meld three kings", &plans),
                     COMMAND_REFUSED);
    assert_string_equal(plans.why.article, "L19");
    local_game_free(session);
}

static void words_mean_actions_in_every_language(void **state)
{
    static const struct {
        const char *language;
        int verb;
        const char *line, *action;
    } said[] = {
        {"es", CN_ACTION_MELD, "bajar nueves", "meld 9 3 0 0"},
        {"es", CN_ACTION_MELD, "bajar tres nueves", "meld 9 3 0 0"},
        {"es", CN_ACTION_MELD, "bajar dos reyes y un dos", "meld K 2 1 0"},
        {"es", CN_ACTION_MELD, "bajo todos los reyes y un joker", "meld K 2 0 1"},
        {"es", CN_ACTION_MELD, "bajar dos reyes y dos doses", "meld K 2 2 0"},
        {"es", CN_ACTION_ADD, "añadir siete", "add 0 1 0 0"},
        {"es", CN_ACTION_ADD, "añadir un joker a los sietes", "add 0 0 0 1"},
        {"es", CN_ACTION_ADD, "agrego dos sietes al juego de sietes", "add 0 2 0 0"},
        {"es", CN_ACTION_DISCARD, "descartar cuatro", "discard 4"},
        {"es", CN_ACTION_DISCARD, "descartar el cuatro de picas", "discard 4"},
        {"es", CN_ACTION_DISCARD, "tirar un tres negro", "discard 3b"},
        {"es", CN_ACTION_DISCARD, "descartar comodín", "discard X"},
        {"es", CN_ACTION_DISCARD, "discard 4", "discard 4"},
        {"de", CN_ACTION_MELD, "auslegen neunen", "meld 9 3 0 0"},
        {"de", CN_ACTION_MELD, "lege drei Neunen aus", "meld 9 3 0 0"},
        {"de", CN_ACTION_MELD, "auslegen zwei Könige und eine Zwei", "meld K 2 1 0"},
        {"de", CN_ACTION_MELD, "melde alle Könige und einen Joker", "meld K 2 0 1"},
        {"de", CN_ACTION_MELD, "auslegen zwei könige und zwei zweien", "meld K 2 2 0"},
        {"de", CN_ACTION_ADD, "anlegen sieben", "add 0 1 0 0"},
        {"de", CN_ACTION_ADD, "anlegen einen Joker an die Siebenen", "add 0 0 0 1"},
        {"de", CN_ACTION_ADD, "lege zwei Siebenen an die Siebenen", "add 0 2 0 0"},
        {"de", CN_ACTION_DISCARD, "abwerfen vier", "discard 4"},
        {"de", CN_ACTION_DISCARD, "wirf die Pik-Vier ab", "discard 4"},
        {"de", CN_ACTION_DISCARD, "abwerfen pik vier", "discard 4"},
        {"de", CN_ACTION_DISCARD, "abwerfen vier von pik", "discard 4"},
        {"de", CN_ACTION_DISCARD, "abwerfen eine schwarze Drei", "discard 3b"},
        {"de", CN_ACTION_DISCARD, "wirf den König ab", "discard K"},
        {"de", CN_ACTION_DISCARD, "abwerfen joker", "discard X"},
        {"de", CN_ACTION_DISCARD, "discard 4", "discard 4"},
        {"fr", CN_ACTION_MELD, "étaler neuf", "meld 9 3 0 0"},
        {"fr", CN_ACTION_MELD, "étaler trois neuf", "meld 9 3 0 0"},
        {"fr", CN_ACTION_MELD, "étale les neuf", "meld 9 3 0 0"},
        {"fr", CN_ACTION_MELD, "poser deux rois et un deux", "meld K 2 1 0"},
        {"fr", CN_ACTION_MELD, "étaler tous les rois et un joker", "meld K 2 0 1"},
        {"fr", CN_ACTION_MELD, "étaler deux rois et deux deux", "meld K 2 2 0"},
        {"fr", CN_ACTION_ADD, "ajouter sept", "add 0 1 0 0"},
        {"fr", CN_ACTION_ADD, "ajouter un joker aux sept", "add 0 0 0 1"},
        {"fr", CN_ACTION_ADD, "ajoute deux sept à la combinaison de sept", "add 0 2 0 0"},
        {"fr", CN_ACTION_DISCARD, "jeter quatre", "discard 4"},
        {"fr", CN_ACTION_DISCARD, "jeter le roi de pique", "discard K"},
        {"fr", CN_ACTION_DISCARD, "défausser un trois noir", "discard 3b"},
        {"fr", CN_ACTION_DISCARD, "jeter neuf", "discard 9"},
        {"fr", CN_ACTION_DISCARD, "jeter un joker", "discard X"},
        {"fr", CN_ACTION_MELD, "étaler deux as et un deux", "meld A 2 1 0"},
        {"fr", CN_ACTION_DISCARD, "jeter un as", "discard A"},
        {"fr", CN_ACTION_DISCARD, "jeter l'as de cœur", "discard A"},
    };
    struct local_game *session = begin(*state);
    static struct display display;
    static struct card_plays plans;
    assert_true(local_game_deal(session));
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        struct cn_words words;
        face_with(session, &display, "7d 7c 7c 9s 9h 9d 2s 2h Xr Ks Kh 4s 5d 3s As Ah");
        assert_true(cn_words_find(said[i].language, &words));
        display.words = &words;
        assert_int_equal(type_line(&display, said[i].verb, said[i].line, &plans), COMMAND_PLANS);
        assert_step(&plans, 0, 0, said[i].action);
    }
    local_game_free(session);
}

/* ---- counting from 1 ---- */

/* Actions are shown in the form that can be typed, and number melds as the table does. */
static void typed_actions_count_melds_from_one(void **state)
{
    static const char *const wrong[] = {"add #0 1 0 0",  "add # 1 0 0",  "add #109 1 0 0",
                                        "meld #7 3 0 0", "combine 0 #1", "discard #4",
                                        "add #1 #1 0 0", "draw #1",      "#1"};
    char text[CN_ACTION_TEXT];
    struct cn_action action;
    for (int at = 0; at < CN_MELDS_MAX; at++) {
        for (int other = at + 1; other < CN_MELDS_MAX; other++) {
            const struct cn_action actions[] = {cn_action_of(CN_ACTION_TAKE_ONTO, at, 0, 0, 0),
                                                cn_action_of(CN_ACTION_MERGE, at, other, 0, 0),
                                                cn_action_of(CN_ACTION_ADD, at, 2, 0, 1)};
            for (int i = 0; i < 3; i++) {
                char first[16];
                snprintf(first, sizeof first, " #%d", at + 1);
                command_format_action(NULL, actions[i], text);
                assert_non_null(strstr(text, first));
                assert_true(command_parse_action(NULL, text, &action));
                assert_true(cn_action_equal(action, actions[i]));
                cn_action_format(NULL, actions[i], text); /* as in records */
                assert_true(command_parse_action(NULL, text, &action));
                assert_true(cn_action_equal(action, actions[i]));
            }
        }
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(command_parse_action(NULL, wrong[i], &action));
    struct local_game *session = begin(*state);
    static struct display display;
    static struct text_page page;
    assert_true(local_game_deal(session));
    face_with(session, &display, "7d 7c 9s");
    text_page_table(&page, &display, 100);
    bool first = false;
    for (int i = 0; i < page.count; i++) {
        first |= strstr(page.line[i], "meld 1: ") != NULL;
        assert_null(strstr(page.line[i], "meld 0"));
    }
    assert_true(first);
    local_game_free(session);
}

/* What a hint says to type: words, that mean this action and no other. */
static void hints_are_typed_in_words(void **state)
{
    static const struct {
        const char *language, *action, *typed;
    } hints[] = {
        {"en", "meld 9 3 0 0", "meld three nines"},
        {"en", "meld K 2 0 1", "meld two kings and a joker"},
        {"en", "add 0 1 0 0", "add a seven to sevens"},
        {"en", "add 0 0 2 0", "add two deuces to sevens"},
        {"en", "add 1 1 0 0", "add an ace to aces"},
        {"en", "meld 7 3 0 0", "meld 7 3 0 0"}, /* the words may mean the meld of sevens */
        {"en", "discard 4", "discard four"},
        {"en", "discard 3b", "discard black three"},
        {"en", "discard X", "discard joker"},
        {"es", "meld K 2 1 0", "bajar dos reyes y un dos"},
        {"es", "add 0 2 0 0", "añadir dos sietes a sietes"},
        {"es", "discard 3b", "descartar tres negro"},
        {"de", "meld 9 3 0 0", "auslegen drei Neunen"},
        {"de", "add 0 1 0 1", "anlegen eine Sieben und einen Joker an Siebenen"},
        {"de", "discard K", "abwerfen König"},
        {"fr", "meld K 2 2 0", "étaler deux rois et deux deux"},
        {"fr", "add 0 3 0 0", "ajouter trois sept à sept"},
        {"fr", "discard A", "jeter as"},
    };
    struct local_game *session = begin(*state);
    static struct display display;
    assert_true(local_game_deal(session));
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        char typed[SAY_SIZE];
        struct cn_words words;
        struct cn_action action;
        face_with(session, &display, "7d 7c 7c 9s 9h 9d 2s 2h Xr Ks Kh 4s 5d 3s As Ah");
        display.board.melds[0][1] = cn_meld_of(CN_ACE, 3, 0, 0);
        display.board.ranks[0] |= cn_kind_mask(CN_ACE);
        display.board.meld_count[0] = 2;
        assert_true(cn_words_find(hints[i].language, &words));
        display.words = &words;
        assert_true(command_parse_action(display.law, hints[i].action, &action));
        command_for_action(&display, action, typed, sizeof typed);
        assert_string_equal(typed, hints[i].typed);
    }
    local_game_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PLACE_TEST(picked_cards_have_their_legal_meanings),
        PLACE_TEST(more_deuces_than_one_action_lays_stay_in_the_hand),
        PLACE_TEST(words_mean_actions),
        PLACE_TEST(words_mean_actions_in_every_language),
        PLACE_TEST(typed_actions_count_melds_from_one),
        PLACE_TEST(hints_are_typed_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
