/* terminal_kin_test.c -- the terminal where the rules have melds of wild cards, bonus threes that
 * are kept, special hands, and hands that wait: what can be typed, and what is shown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "terminal/cell.h"
#include "terminal/command_parser.h"
#include "terminal/frontend.h"
#include "terminal/side_facts.h"
#include "terminal_place.h"

static const char *const languages[] = {"en", "es", "de", "fr"};

static void set(struct place *place, const char *name, const char *value)
{
    struct cn_rules_error error;
    if (!cn_rules_set(&place->options.rules, name, value, strlen(value), &error))
        fail_msg("%s = %s", name, value);
}

static struct local_game *begin_kin(struct place *place)
{
    set(place, "wild_melds", "free");
    set(place, "bonus_kinds", "[3r, 3b]");
    set(place, "keep_bonus_card", "1");
    set(place, "special_hands",
        "[{name: pairs, points: 2500, groups: [2, 2, 2]}, "
        "{name: zip_code, points: 2500, groups: [3, 2]}, "
        "{name: dream_five, points: 8500, groups: [4], wild: [[1, 0]], wins: true}]");
    struct local_game *session = begin(place);
    assert_true(local_game_deal(session));
    return session;
}

/* A display before any meld of the side, with this hand. */
static void show(struct local_game *session, struct display *display, const char *cards)
{
    face_with(session, display, cards);
    display->board.meld_count[0] = 0;
    display->board.melds[0][0] = 0;
    display->board.ranks[0] = 0;
    display->board.owes_opening = 1;
    display->laid_count = 0;
}

static enum parsed_command type(const struct display *display, int verb, const char *rest,
                                struct card_plays *plans)
{
    char line[100];
    snprintf(line, sizeof line, "verb %s", rest);
    return parse_command(display, verb, line, rest, plans);
}

static void expect_action(const struct display *display, const struct card_plays *plans,
                          const char *wanted)
{
    char text[CN_ACTION_TEXT];
    assert_int_equal(plans->count, 1);
    cn_action_format(display->law, plans->at[0].step[0].action, text);
    assert_string_equal(text, wanted);
}

/* ---- special hands ---- */

static void special_hands_are_called_by_many_names(void **state)
{
    static const struct {
        const char *language, *said, *action;
    } names[] = {
        {"en", "pairs", "hand pairs"},
        {"en", "Pair", "hand pairs"},
        {"en", "", "hand pairs"},
        {"es", "parejas", "hand pairs"},
        {"de", "Paare", "hand pairs"},
        {"fr", "paires", "hand pairs"},
        {"fr", "pairs", "hand pairs"},
        {"en", "zip code", "hand zip_code"},
        {"en", "Zip-Code", "hand zip_code"},
        {"en", "zip", "hand zip_code"},
        {"es", "código postal", "hand zip_code"},
        {"es", "codigo postal", "hand zip_code"},
        {"de", "PLZ", "hand zip_code"},
        {"fr", "code postal", "hand zip_code"},
        {"de", "Traumhand mit Fünflingen", "hand dream_five"},
        {"fr", "main de reve a cinq", "hand dream_five"},
    };
    static struct display display;
    static struct card_plays plans;
    struct local_game *session = begin_kin(*state);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct cn_words words;
        const char *action = names[i].action;
        show(session, &display,
             strcmp(action, "hand pairs") == 0      ? "4s 4h 9s 9h Ks Kd"
             : strcmp(action, "hand zip_code") == 0 ? "4s 4h 4d 9s 9h"
                                                    : "5s 5h 5d 5c 2s");
        assert_true(cn_words_find(names[i].language, &words));
        display.words = &words;
        assert_int_equal(type(&display, CN_ACTION_HAND, names[i].said, &plans), COMMAND_PLANS);
        expect_action(&display, &plans, action);
    }
    /* Not a special hand, and a name that no rule knows. */
    show(session, &display, "4s 4h 9s 9h Ks Qd");
    assert_int_equal(type(&display, CN_ACTION_HAND, "pairs", &plans), COMMAND_REFUSED);
    assert_int_equal(plans.why.id, CN_REFUSED_NO_SPECIAL_HAND);
    assert_int_equal(type(&display, CN_ACTION_HAND, "", &plans), COMMAND_REFUSED);
    assert_int_equal(plans.why.id, CN_REFUSED_NO_SPECIAL_HAND);
    assert_int_equal(type(&display, CN_ACTION_HAND, "bananas", &plans), COMMAND_REFUSED);
    assert_int_equal(plans.why.id, CN_REFUSED_UNKNOWN_HAND);
    local_game_free(session);
}

/* Every name that a list shows can be typed, and no word means two hands. */
static void names_of_special_hands_differ(void **state)
{
    static const char *const all[] = {"pairs",    "wild_pairs", "miami_pairs", "zip_code",
                                      "straight", "garbage",    "blast_off",   "triples",
                                      "quads",    "dream_four", "dream_five"};
    enum {
        COUNT = sizeof all / sizeof all[0]
    };
    static struct cn_law law;
    static struct display display;
    law.rules.special_hands.count = COUNT;
    for (int i = 0; i < COUNT; i++)
        snprintf(law.rules.special_hands.row[i].name, CN_SPECIAL_NAME_SIZE, "%s", all[i]);
    display.law = &law;
    for (size_t l = 0; l < sizeof languages / sizeof languages[0]; l++) {
        struct cn_words words;
        assert_true(cn_words_find(languages[l], &words));
        display.words = &words;
        for (int i = 0; i < COUNT; i++) {
            char key[64], text[200], word[64];
            assert_int_equal(command_parse_special_hand(&display, all[i]), i);
            cn_words_special_hand(&words, all[i], text, sizeof text);
            assert_int_equal(command_parse_special_hand(&display, text), i);
            snprintf(key, sizeof key, "ui.special.%s", all[i]);
            assert_true(cn_words_lookup(&words, key, text, sizeof text));
            for (const char *at = text; *at != '\0'; at += strspn(at, " ")) {
                const size_t length = strcspn(at, " ");
                snprintf(word, sizeof word, "%.*s", (int)length, at);
                if (command_parse_special_hand(&display, word) != i)
                    fail_msg("%s: %s is not %s", languages[l], word, all[i]);
                at += length;
            }
        }
    }
    (void)state;
}

/* ---- threes ---- */

static void a_kept_three_is_laid_down_by_words(void **state)
{
    static const struct {
        const char *language, *said, *action;
    } lines[] = {
        {"en", "", "face 3b"},
        {"en", "three", "face 3b"},
        {"en", "the black three", "face 3b"},
        {"es", "tres negro", "face 3b"},
        {"de", "die schwarze Drei", "face 3b"},
        {"fr", "le trois noir", "face 3b"},
        {"en", "red three", "face 3r"},
        {"es", "tres rojo", "face 3r"},
        {"de", "die rote Drei", "face 3r"},
        {"fr", "trois rouge", "face 3r"},
    };
    static struct display display;
    static struct card_plays plans;
    struct local_game *session = begin_kin(*state);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct cn_words words;
        const bool red = strcmp(lines[i].action, "face 3r") == 0;
        show(session, &display, red ? "3h 4s 4h 9s 9h Ks Qd" : "3s 4s 4h 9s 9h Ks Qd");
        assert_true(cn_words_find(lines[i].language, &words));
        display.words = &words;
        assert_int_equal(type(&display, CN_ACTION_FACE, lines[i].said, &plans), COMMAND_PLANS);
        expect_action(&display, &plans, lines[i].action);
    }
    show(session, &display, "4s 4h 9s 9h Ks Qd");
    assert_int_equal(type(&display, CN_ACTION_FACE, "", &plans), COMMAND_REFUSED);
    assert_int_equal(plans.why.id, CN_REFUSED_NOTHING_TO_FACE);
    assert_int_equal(type(&display, CN_ACTION_FACE, "king", &plans), COMMAND_UNCLEAR);
    local_game_free(session);
}

/* ---- what is shown ---- */

/* In any width a meld of wild cards says what it is, or shows its cards. */
static void wild_melds_are_named(void **state)
{
    static struct display display;
    struct local_game *session = begin_kin(*state);
    for (size_t l = 0; l < sizeof languages / sizeof languages[0]; l++) {
        struct cn_words words;
        assert_true(cn_words_find(languages[l], &words));
        show(session, &display, "4s 4h 9s");
        display.words = &words;
        display.board.meld_count[0] = 1;
        for (int deuces = 0; deuces <= 7; deuces++)
            for (int columns = 12; columns <= 60; columns++) {
                struct meld_cell cell;
                char text[SAY_SIZE];
                display.board.melds[0][0] = cn_meld_of(CN_JOKER, 0, deuces, 7 - deuces);
                cell_of(&display, 0, 0, columns, 4, &cell);
                assert_non_null(strchr(cell.words, '7'));
                assert_true(cell.at + cn__columns(cell.words) <= columns);
                words_meld(&display, 0, 0, text, sizeof text);
                assert_null(strstr(text, "ui."));
                assert_null(strchr(text, '{'));
            }
    }
    local_game_free(session);
}

/* Where no pack is taken with a wild card or onto a meld, "open" would say too much. */
static void the_pack_says_what_takes_it(void **state)
{
    static struct display display;
    struct place *place = *state;
    char text[SAY_SIZE];
    set(place, "take_with_wild", "false");
    set(place, "take_onto_meld", "false");
    set(place, "dead_ranks", "true");
    set(place, "frozen_before_initial_meld", "false");
    struct local_game *session = begin_kin(place);
    show(session, &display, "4s 4h 9s");
    display.board.pile_top = CN_KING;
    display.board.pile = 3;
    display.board.frozen = 0;
    assert_string_equal(display_pile_text(&display, text, sizeof text),
                        "only two natural kings from the hand take it");
    display.board.closed = cn_kind_mask(CN_KING);
    assert_string_equal(display_pile_text(&display, text, sizeof text),
                        "closed: a canasta of kings is complete, nobody may take it");
    local_game_free(session);
}

/* Nor does a pack that nobody may take bring seven cards. */
static void a_stopped_pack_brings_nothing(void **state)
{
    static struct display display;
    struct place *place = *state;
    char text[SAY_SIZE];
    set(place, "pile_taken", "7");
    struct local_game *session = begin_kin(place);
    show(session, &display, "4s 4h 9s");
    display.board.pile = 12;
    display.board.pile_top = CN_KING;
    assert_string_equal(words_pack_parts(&display, text, sizeof text),
                        "taking the pack brings its top 7 cards; 5 stay");
    display.board.pile_top = CN_BLACK_THREE;
    assert_string_equal(words_pack_parts(&display, text, sizeof text), "");
    local_game_free(session);
}

/* The last card brings a second hand that waits: then there is nothing to confirm. */
static void a_last_card_goes_out_unless_a_hand_waits(void **state)
{
    static struct display display;
    static struct card_plays plans;
    struct local_game *session = begin_kin(*state);
    show(session, &display, "4s 4h 4d");
    plans.at[0].count = 2;
    plans.at[0].step[0].count = 2;
    plans.at[0].step[1].count = 1;
    assert_true(display_goes_out(&display, card_play_cards(&plans.at[0])));
    display.board.second[0] = 1;
    assert_false(display_goes_out(&display, 3));
    display.board.second[0] = 0;
    assert_false(display_goes_out(&display, 2));
    local_game_free(session);
}

/* ---- how a side stands ---- */

static bool page_has(const struct text_page *page, const char *part)
{
    for (int i = 0; i < page->count; i++)
        if (strstr(page->line[i], part) != NULL)
            return true;
    return false;
}

static void put_meld(struct display *display, int side, int at, cn_packed_meld m)
{
    struct cn_board *board = &display->board;
    if (board->meld_count[side] <= at)
        board->meld_count[side] = (uint8_t)(at + 1);
    cn_board_set_meld(board, side, at, m);
}

static void expect_facts(const struct display *display, int columns, const char *wanted)
{
    char text[SAY_SIZE];
    assert_string_equal(cell_side_facts(display, display->side, columns, text, sizeof text),
                        wanted);
}

/* Under a heading: what is still needed to go out, by class, and what keeps the side in. */
static void a_side_says_what_it_still_needs(void **state)
{
    static struct display display;
    static struct text_page page;
    struct place *place = *state;
    set(place, "canastas_to_go_out", "4");
    set(place, "out_contract", "{natural: 1, mixed: 1, wild: 1, 7: 1}");
    set(place, "out_bars", "[7]");
    set(place, "red_three_needs", "7");
    set(place, "opening_needs", "natural_meld");
    struct local_game *session = begin_kin(place);
    show(session, &display, "4s 4h 9s");
    expect_facts(&display, 60, "one meld without wild cards is needed");
    expect_facts(&display, 20, ""); /* whole clauses only */
    put_meld(&display, 0, 0, cn_meld_of(CN_KING, 7, 0, 0));
    put_meld(&display, 0, 1, cn_meld_of(CN_SEVEN, 3, 0, 0));
    expect_facts(&display, 38, "threes count as minus");
    expect_facts(&display, 60, "threes count as minus; to go out: mixed, wild, sevens");
    expect_facts(&display, 110,
                 "threes count as minus; to go out: mixed, wild, sevens; finish the sevens");
    put_meld(&display, 0, 1, cn_meld_of(CN_SEVEN, 7, 0, 0));
    expect_facts(&display, 80, "to go out: mixed, wild");
    put_meld(&display, 0, 2, cn_meld_of(CN_JOKER, 0, 5, 2));
    put_meld(&display, 0, 3, cn_meld_of(CN_FOUR, 5, 2, 0));
    expect_facts(&display, 80, "");
    put_meld(&display, 0, 4, cn_meld_of(CN_NINE, 7, 0, 0));
    text_page_table(&page, &display, 150);
    assert_true(page_has(&page, "natural canastas: 2, 1 needed"));
    for (size_t l = 0; l < sizeof languages / sizeof languages[0]; l++) {
        struct cn_words words;
        char text[SAY_SIZE];
        assert_true(cn_words_find(languages[l], &words));
        display.words = &words;
        show(session, &display, "4s 4h 9s");
        display.words = &words;
        cell_side_facts(&display, 0, 38, text, sizeof text); /* two sides in 80 columns */
        assert_true(text[0] != '\0');
        put_meld(&display, 0, 0, cn_meld_of(CN_KING, 7, 0, 0));
        put_meld(&display, 0, 1, cn_meld_of(CN_SEVEN, 3, 0, 0));
        cell_side_facts(&display, 0, 38, text, sizeof text);
        assert_true(text[0] != '\0' && cn__columns(text) <= 38);
    }
    local_game_free(session);
}

/* What the opening must contain, in the columns that two sides have in 80, in every language. */
static void a_side_says_what_its_opening_needs(void **state)
{
    static struct display display;
    static struct cn_law law;
    struct local_game *session = begin_kin(*state);
    show(session, &display, "4s 4h 9s");
    law = *display.law;
    display.law = &law;
    for (int needs = CN_OPENING_NATURAL_MELD; needs <= CN_OPENING_THREE_NATURALS; needs++) {
        law.rules.opening_needs = needs;
        for (size_t l = 0; l < sizeof languages / sizeof languages[0]; l++) {
            struct cn_words words;
            char brief[SAY_SIZE];
            char whole[SAY_SIZE];
            assert_true(cn_words_find(languages[l], &words));
            display.words = &words;
            assert_true(cell_side_facts(&display, 0, 38, brief, sizeof brief)[0] != '\0');
            words_opening_needs(&display, false, whole, sizeof whole);
            assert_string_equal(cell_side_facts(&display, 0, 80, brief, sizeof brief), whole);
        }
    }
    local_game_free(session);
}

/* Where the number of canastas decides about signs. */
static void a_side_says_how_its_threes_count(void **state)
{
    static struct display display;
    struct place *place = *state;
    set(place, "score_by_canastas", "true");
    set(place, "canastas_to_go_out", "2");
    struct local_game *session = begin_kin(place);
    show(session, &display, "4s 4h 9s");
    put_meld(&display, 0, 0, cn_meld_of(CN_KING, 6, 0, 0));
    expect_facts(&display, 38, "no canasta: points count as minus");
    put_meld(&display, 0, 0, cn_meld_of(CN_KING, 7, 0, 0));
    expect_facts(&display, 38, "one canasta: threes don't count yet");
    put_meld(&display, 0, 1, cn_meld_of(CN_QUEEN, 7, 0, 0));
    expect_facts(&display, 38, "");
    for (size_t l = 0; l < sizeof languages / sizeof languages[0]; l++) {
        struct cn_words words;
        char text[SAY_SIZE];
        assert_true(cn_words_find(languages[l], &words));
        display.words = &words;
        for (int canastas = 0; canastas < 2; canastas++) {
            put_meld(&display, 0, 0, cn_meld_of(CN_KING, 6 + canastas, 0, 0));
            put_meld(&display, 0, 1, cn_meld_of(CN_QUEEN, 6, 0, 0));
            assert_true(cell_side_facts(&display, 0, 38, text, sizeof text)[0] != '\0');
        }
    }
    local_game_free(session);
}

/* One need not try what an empty pack refuses. */
static void an_empty_pack_says_what_it_refuses(void **state)
{
    static struct display display;
    static struct text_page page;
    struct place *place = *state;
    char text[SAY_SIZE];
    set(place, "empty_pile_discard", "[7, 2, X, A, dead]");
    set(place, "dead_ranks", "true");
    struct local_game *session = begin_kin(place);
    show(session, &display, "4s 4h 9s");
    display.board.pile = 0;
    display.pile_top = CN_NO_CARD;
    assert_string_equal(cell_empty_pack_facts(&display, text, sizeof text), "7, A, JK, 2");
    put_meld(&display, 1, 0, cn_meld_of(CN_KING, 7, 0, 0));
    assert_string_equal(cell_empty_pack_facts(&display, text, sizeof text),
                        "7, A, JK, 2, closed ranks");
    text_page_table(&page, &display, 150);
    assert_true(page_has(&page, "Closed ranks: kings."));
    assert_true(page_has(&page, "not to be discarded on the empty pack"));
    display.board.pile = 1;
    assert_string_equal(cell_empty_pack_facts(&display, text, sizeof text), "");
    local_game_free(session);
}

/* ---- wild melds and goals ---- */

static void wild_melds_are_laid_by_words(void **state)
{
    static const struct {
        const char *language, *said, *action;
    } lines[] = {
        {"en", "wild cards", "meld X 0 2 1"},
        {"en", "all wild cards", "meld X 0 2 1"},
        {"en", "wild 2 2 X", "meld X 0 2 1"},
        {"en", "two deuces and a joker", "meld X 0 2 1"},
        {"es", "dos doses y un joker", "meld X 0 2 1"},
        {"de", "wilde Karten", "meld X 0 2 1"},
        {"de", "zwei Zweien und einen Joker", "meld X 0 2 1"},
        {"fr", "frimes", "meld X 0 2 1"},
        {"fr", "deux deux et un joker", "meld X 0 2 1"},
    };
    static struct display display;
    static struct card_plays plans;
    struct local_game *session = begin_kin(*state);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct cn_words words;
        show(session, &display, "2s 2h Xr 4s 4h 9s 9h");
        display.board.owes_opening = 0;
        put_meld(&display, 0, 0, cn_meld_of(CN_KING, 3, 0, 0));
        assert_true(cn_words_find(lines[i].language, &words));
        display.words = &words;
        if (type(&display, CN_ACTION_MELD, lines[i].said, &plans) != COMMAND_PLANS)
            fail_msg("%s: %s", lines[i].language, lines[i].said);
        char text[CN_ACTION_TEXT];
        cn_action_format(display.law, plans.at[0].step[0].action, text);
        assert_string_equal(text, lines[i].action);
    }
    local_game_free(session);
}

/* Picking a three that was kept and pressing the key for melding lays it down. */
static void a_picked_three_is_laid_down(void **state)
{
    static struct display display;
    static struct card_plays plans;
    struct local_game *session = begin_kin(*state);
    const cn_card three = cn_card_parse("3s");
    show(session, &display, "3s 4s 4h 9s 9h Ks Qd");
    plays_for_cards(&display, &three, 1, &plans);
    expect_action(&display, &plans, "face 3b");
    assert_int_equal(plans.at[0].step[0].cards[0], three);
    local_game_free(session);
}

static void special_hands_are_listed_as_goals(void **state)
{
    static struct display display;
    static struct text_page page;
    struct local_game *session = begin_kin(*state);
    show(session, &display, "4s 4h 9s 9h Ks Qd");
    put_meld(&display, 0, 0, cn_meld_of(CN_KING, 3, 0, 0));
    assert_false(text_page_goals(&page, &display, 78));
    show(session, &display, "4s 4h 9s 9h Ks Qd");
    for (size_t l = 0; l < sizeof languages / sizeof languages[0]; l++) {
        struct cn_words words;
        assert_true(cn_words_find(languages[l], &words));
        display.words = &words;
        assert_true(text_page_goals(&page, &display, 78));
        assert_true(page.count >= 3);
        for (int i = 0; i < page.count; i++)
            assert_null(strstr(page.line[i], "ui."));
    }
    local_game_free(session);
}

static int help_lines(const struct display *display, const char *name)
{
    char text[SAY_SIZE];
    int count = 0;
    for (int at = 0; text_page_help(display, name, &at, text, sizeof text);)
        count++;
    return count;
}

static void the_help_has_what_the_rules_need(void **state)
{
    static struct display display;
    static struct cn_law law;
    struct cn_words words;
    display.law = &law;
    display.words = &words;
    for (size_t l = 0; l < sizeof languages / sizeof languages[0]; l++) {
        assert_true(cn_words_find(languages[l], &words));
        memset(&law, 0, sizeof law);
        const int screen = help_lines(&display, "ui.help.");
        int plain = help_lines(&display, "ui.plain.help.");
        assert_true(screen > 15 && plain > 5);
        law.rules.take_with_wild = true;
        assert_int_equal(help_lines(&display, "ui.plain.help."), ++plain);
        law.rules.take_onto_meld = true;
        assert_int_equal(help_lines(&display, "ui.plain.help."), ++plain);
        law.rules.second_meld = CN_SECOND_MELD_AFTER_CANASTA;
        assert_int_equal(help_lines(&display, "ui.plain.help."), ++plain);
        law.rules.second_meld = CN_SECOND_MELD_NEVER;
        plain--;
        law.rules.keep_bonus_card = 1;
        assert_int_equal(help_lines(&display, "ui.help."), screen + 1);
        law.rules.special_hands.count = 1;
        law.rules.wild_melds = CN_WILD_MELDS_FREE;
        assert_int_equal(help_lines(&display, "ui.help."), screen + 3);
        assert_int_equal(help_lines(&display, "ui.plain.help."), plain + 3);
    }
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PLACE_TEST(special_hands_are_called_by_many_names),
        cmocka_unit_test(names_of_special_hands_differ),
        PLACE_TEST(a_kept_three_is_laid_down_by_words),
        PLACE_TEST(wild_melds_are_named),
        PLACE_TEST(the_pack_says_what_takes_it),
        PLACE_TEST(a_stopped_pack_brings_nothing),
        PLACE_TEST(a_last_card_goes_out_unless_a_hand_waits),
        PLACE_TEST(a_side_says_what_it_still_needs),
        PLACE_TEST(a_side_says_what_its_opening_needs),
        PLACE_TEST(a_side_says_how_its_threes_count),
        PLACE_TEST(an_empty_pack_says_what_it_refuses),
        PLACE_TEST(wild_melds_are_laid_by_words),
        PLACE_TEST(a_picked_three_is_laid_down),
        PLACE_TEST(special_hands_are_listed_as_goals),
        cmocka_unit_test(the_help_has_what_the_rules_need),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
