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
static void show(struct local_game *session, struct display *face, const char *cards)
{
    face_with(session, face, cards);
    face->table.meld_count[0] = 0;
    face->table.melds[0][0] = 0;
    face->table.ranks[0] = 0;
    face->table.owes_opening = 1;
    face->laid_count = 0;
}

static enum parsed_command type(const struct display *face, int verb, const char *rest,
                                struct card_plays *plans)
{
    char line[100];
    snprintf(line, sizeof line, "verb %s", rest);
    return parse_command(face, verb, line, rest, plans);
}

static void expect_action(const struct display *face, const struct card_plays *plans,
                          const char *wanted)
{
    char text[CN_ACTION_TEXT];
    assert_int_equal(plans->count, 1);
    cn_action_format(face->law, plans->at[0].step[0].action, text);
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
    static struct display face;
    static struct card_plays plans;
    struct local_game *session = begin_kin(*state);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct cn_words words;
        const char *action = names[i].action;
        show(session, &face,
             strcmp(action, "hand pairs") == 0      ? "4s 4h 9s 9h Ks Kd"
             : strcmp(action, "hand zip_code") == 0 ? "4s 4h 4d 9s 9h"
                                                    : "5s 5h 5d 5c 2s");
        assert_true(cn_words_find(names[i].language, &words));
        face.words = &words;
        assert_int_equal(type(&face, CN_ACTION_HAND, names[i].said, &plans), COMMAND_PLANS);
        expect_action(&face, &plans, action);
    }
    /* Not a special hand, and a name that no rule knows. */
    show(session, &face, "4s 4h 9s 9h Ks Qd");
    assert_int_equal(type(&face, CN_ACTION_HAND, "pairs", &plans), COMMAND_REFUSED);
    assert_int_equal(plans.why.id, CN_REFUSED_NO_SPECIAL_HAND);
    assert_int_equal(type(&face, CN_ACTION_HAND, "", &plans), COMMAND_REFUSED);
    assert_int_equal(plans.why.id, CN_REFUSED_NO_SPECIAL_HAND);
    assert_int_equal(type(&face, CN_ACTION_HAND, "bananas", &plans), COMMAND_REFUSED);
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
    static struct display face;
    law.rules.special_hands.count = COUNT;
    for (int i = 0; i < COUNT; i++)
        snprintf(law.rules.special_hands.row[i].name, CN_SPECIAL_NAME_SIZE, "%s", all[i]);
    face.law = &law;
    for (size_t l = 0; l < sizeof languages / sizeof languages[0]; l++) {
        struct cn_words words;
        assert_true(cn_words_find(languages[l], &words));
        face.words = &words;
        for (int i = 0; i < COUNT; i++) {
            char key[64], text[200], word[64];
            assert_int_equal(command_parse_special_hand(&face, all[i]), i);
            cn_words_special_hand(&words, all[i], text, sizeof text);
            assert_int_equal(command_parse_special_hand(&face, text), i);
            snprintf(key, sizeof key, "ui.special.%s", all[i]);
            assert_true(cn_words_lookup(&words, key, text, sizeof text));
            for (const char *at = text; *at != '\0'; at += strspn(at, " ")) {
                const size_t length = strcspn(at, " ");
                snprintf(word, sizeof word, "%.*s", (int)length, at);
                if (command_parse_special_hand(&face, word) != i)
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
    static struct display face;
    static struct card_plays plans;
    struct local_game *session = begin_kin(*state);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct cn_words words;
        const bool red = strcmp(lines[i].action, "face 3r") == 0;
        show(session, &face, red ? "3h 4s 4h 9s 9h Ks Qd" : "3s 4s 4h 9s 9h Ks Qd");
        assert_true(cn_words_find(lines[i].language, &words));
        face.words = &words;
        assert_int_equal(type(&face, CN_ACTION_FACE, lines[i].said, &plans), COMMAND_PLANS);
        expect_action(&face, &plans, lines[i].action);
    }
    show(session, &face, "4s 4h 9s 9h Ks Qd");
    assert_int_equal(type(&face, CN_ACTION_FACE, "", &plans), COMMAND_REFUSED);
    assert_int_equal(plans.why.id, CN_REFUSED_NOTHING_TO_FACE);
    assert_int_equal(type(&face, CN_ACTION_FACE, "king", &plans), COMMAND_UNCLEAR);
    local_game_free(session);
}

/* ---- what is shown ---- */

/* In any width a meld of wild cards says what it is, or shows its cards. */
static void wild_melds_are_named(void **state)
{
    static struct display face;
    struct local_game *session = begin_kin(*state);
    for (size_t l = 0; l < sizeof languages / sizeof languages[0]; l++) {
        struct cn_words words;
        assert_true(cn_words_find(languages[l], &words));
        show(session, &face, "4s 4h 9s");
        face.words = &words;
        face.table.meld_count[0] = 1;
        for (int deuces = 0; deuces <= 7; deuces++)
            for (int columns = 12; columns <= 60; columns++) {
                struct meld_cell cell;
                char text[SAY_SIZE];
                face.table.melds[0][0] = cn_meld_of(CN_JOKER, 0, deuces, 7 - deuces);
                cell_of(&face, 0, 0, columns, 4, &cell);
                assert_non_null(strchr(cell.words, '7'));
                assert_true(cell.at + cn__columns(cell.words) <= columns);
                words_meld(&face, 0, 0, text, sizeof text);
                assert_null(strstr(text, "ui."));
                assert_null(strchr(text, '{'));
            }
    }
    local_game_free(session);
}

/* Where no pack is taken with a wild card or onto a meld, "open" would say too much. */
static void the_pack_says_what_takes_it(void **state)
{
    static struct display face;
    struct place *place = *state;
    char text[SAY_SIZE];
    set(place, "take_with_wild", "false");
    set(place, "take_onto_meld", "false");
    set(place, "dead_ranks", "true");
    set(place, "frozen_before_initial_meld", "false");
    struct local_game *session = begin_kin(place);
    show(session, &face, "4s 4h 9s");
    face.table.pile_top = CN_KING;
    face.table.pile = 3;
    face.table.frozen = 0;
    assert_string_equal(display_pile_text(&face, text, sizeof text),
                        "only two natural kings from the hand take it");
    face.table.closed = cn_kind_mask(CN_KING);
    assert_string_equal(display_pile_text(&face, text, sizeof text),
                        "closed: a canasta of kings is complete, nobody may take it");
    local_game_free(session);
}

static int help_lines(const struct display *face, const char *name)
{
    char text[SAY_SIZE];
    int count = 0;
    for (int at = 0; text_page_help(face, name, &at, text, sizeof text);)
        count++;
    return count;
}

static void the_help_has_what_the_rules_need(void **state)
{
    static struct display face;
    static struct cn_law law;
    struct cn_words words;
    face.law = &law;
    face.words = &words;
    for (size_t l = 0; l < sizeof languages / sizeof languages[0]; l++) {
        assert_true(cn_words_find(languages[l], &words));
        memset(&law, 0, sizeof law);
        const int screen = help_lines(&face, "ui.help.");
        const int plain = help_lines(&face, "ui.plain.help.");
        assert_true(screen > 15 && plain > 5);
        law.rules.keep_bonus_card = 1;
        assert_int_equal(help_lines(&face, "ui.help."), screen + 1);
        law.rules.special_hands.count = 1;
        law.rules.wild_melds = CN_WILD_MELDS_FREE;
        assert_int_equal(help_lines(&face, "ui.help."), screen + 3);
        assert_int_equal(help_lines(&face, "ui.plain.help."), plain + 3);
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
        cmocka_unit_test(the_help_has_what_the_rules_need),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
