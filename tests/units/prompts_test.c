/* prompts_test.c -- a prompt offers a seat exactly what the law allows it.
 *
 * Games are played at random by every rule set, and by house rules. At every decision, the sentence
 * of the turn in each language, the state of the pack and the keys of the screen are compared with
 * the legal list, by the words in the table below. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "display/display.h"
#include "law_of.h"
#include "terminal/screen.h"
#include "tests/fuzz/driver/witness.h"

enum {
    LANGUAGES = 4,
    OFFERS = 8
};

/* Words that must be in a sentence if one of the types is legal, and must not be if none is. */
static const struct offer {
    unsigned types;
    const char *said[LANGUAGES];
} offers[OFFERS] = {
    {1u << CN_ACTION_DRAW, {"draw", "roba", "ziehen Sie", "piochez"}},
    {CN_TYPES_TAKE, {"take the pack", "toma el pozo", "nehmen Sie das Paket", "prenez le pot"}},
    {CN_TYPES_LAY, {"meld", "baja juegos", "legen Sie aus", "talez"}},
    {1u << CN_ACTION_MERGE,
     {"merge two melds", "une dos juegos", "zwei Meldungen zusammen", "unissez deux"}},
    {1u << CN_ACTION_DISCARD, {"discard", "descarta", "mit einem Abwurf", "jetez"}},
    {1u << CN_ACTION_STOP, {"stop", "pl\u00e1ntate", "h\u00f6ren Sie auf", "arr\u00eatez-vous"}},
    {1u << CN_ACTION_ASK, {"ask your", "pregunta a tu", "fragen Sie", "demandez \u00e0"}},
    {1u << CN_ACTION_YES | 1u << CN_ACTION_NO,
     {"Answer yes or no", "Responde", "Antworten Sie", "pondez oui ou non"}},
};
static const char *const languages[LANGUAGES] = {"en", "es", "de", "fr"};
static const char *const must_go_out[LANGUAGES] = {": go out", ": cierra",
                                                   "machen Sie in diesem Zug aus", ": sortez"};
static const char *const must_stay[LANGUAGES] = {": do not go out", ": no cierres", "nicht aus",
                                                 ": ne sortez pas"};

static struct {
    struct chance chance;
    struct cn_game game;
    struct scene scene;
    struct display display;
    struct cn_actions list;
    struct cn_words words[LANGUAGES];
    int64_t decisions, legal[OFFERS], closed, bound;
} w;

static void in_small_letters(const char *text, char small[SAY_SIZE])
{
    size_t n = 0;
    for (; text[n] != '\0' && n + 1 < SAY_SIZE; n++)
        small[n] = (char)tolower((unsigned char)text[n]);
    small[n] = '\0';
}

/* Returns whether the text contains the words, not only as the beginning of a longer one. */
static bool says(const char *text, const char *words)
{
    char all[SAY_SIZE], wanted[SAY_SIZE];
    in_small_letters(text, all);
    in_small_letters(words, wanted);
    for (const char *at = all; (at = strstr(at, wanted)) != NULL; at++)
        if (!isalpha((unsigned char)at[strlen(wanted)]))
            return true;
    return false;
}

static void expect(const char *text, const char *words, bool is, int language)
{
    if (says(text, words) != is)
        fail_msg("%s, %s, phase %d: \"%s\" %s in: %s", w.game.law->rules.name, languages[language],
                 w.game.deal.board.phase, words, is ? "is wanted" : "may not stand", text);
}

static void expect_offers(int language, unsigned types)
{
    const struct cn_board *board = &w.game.deal.board;
    const bool asked = board->phase == CN_PHASE_ANSWER;
    char text[SAY_SIZE];
    w.scene.words = w.words[language];
    words_turn(&w.display, text, sizeof text);
    assert_null(strchr(text, '{'));
    for (int i = 0; i < OFFERS; i++)
        expect(text, offers[i].said[language], (types & offers[i].types) != 0, language);
    expect(text, must_go_out[language], !asked && board->answer == CN_ANSWER_YES, language);
    expect(text, must_stay[language], !asked && board->answer == CN_ANSWER_NO, language);
}

/* The pack is shown as takeable exactly if this seat may take it. */
static void expect_pack(unsigned types)
{
    char text[SAY_SIZE];
    const bool can = (types & CN_TYPES_TAKE) != 0;
    w.scene.words = w.words[0];
    display_pile_text(&w.display, text, sizeof text);
    expect(text, "you can take it", can, 0);
    if (strstr(text, "with two") != NULL)
        assert_true((types & 1u << CN_ACTION_TAKE_PAIR) != 0);
    w.closed += w.game.deal.board.phase == CN_PHASE_START && !can;
}

static void expect_keys(unsigned types)
{
    const struct turn_key *keys[TURN_KEYS];
    const int count = key_turn_row(&w.display, keys);
    unsigned keyed = 0;
    for (int i = 0; i < count; i++) {
        assert_true(keys[i]->types == 0 || (keys[i]->types & types) != 0);
        if (strcmp(keys[i]->name, "pick") != 0)
            keyed |= keys[i]->types;
    }
    assert_int_equal(types & ~keyed, 0);
}

/* The keys for yes and no are on the bar, by the letters of each language. */
static void expect_letters(int language)
{
    static const char yes[] = "ysjo";
    struct key_bar bar;
    w.scene.words = w.words[language];
    key_bar_of_turn(&w.display, 80, &bar);
    assert_int_equal(bar.count, 2);
    assert_int_equal(bar.key[0].text[0], yes[language]);
    assert_int_equal(bar.key[1].text[0], 'n');
}

/* No other seat is offered anything. */
static void expect_nothing(int seat)
{
    char text[SAY_SIZE];
    const struct turn_key *keys[TURN_KEYS];
    display_of(&w.scene, seat, &w.display);
    assert_int_equal(key_turn_row(&w.display, keys), 0);
    words_turn(&w.display, text, sizeof text);
    for (int i = 0; i < OFFERS; i++)
        expect(text, offers[i].said[0], false, 0);
    display_pile_text(&w.display, text, sizeof text);
    expect(text, "you can take it", false, 0);
}

static void check_prompts(int seat)
{
    const unsigned types = cn_actions_types(&w.list);
    w.decisions++;
    for (int i = 0; i < OFFERS; i++)
        w.legal[i] += (types & offers[i].types) != 0;
    w.bound += w.game.deal.board.answer != CN_ANSWER_NONE;
    w.scene.game = w.game;
    display_of(&w.scene, seat, &w.display);
    for (int language = 0; language < LANGUAGES; language++)
        expect_offers(language, types);
    expect_pack(types);
    expect_keys(types);
    for (int language = 0; language < LANGUAGES && (types & 1u << CN_ACTION_YES) != 0; language++)
        expect_letters(language);
    expect_nothing((seat + 1) % w.game.players);
}

/* Chooses at random, but prefers rare actions. */
static struct cn_action choose(void)
{
    struct cn_action best = w.list.at[chance_below(&w.chance, w.list.count)];
    for (int tries = 0; tries < 4; tries++) {
        const struct cn_action other = w.list.at[chance_below(&w.chance, w.list.count)];
        if (other.type == CN_ACTION_ASK || other.type == CN_ACTION_MERGE ||
            best.type == CN_ACTION_STOP ||
            (best.type == CN_ACTION_DRAW && other.type >= CN_ACTION_TAKE_PAIR &&
             other.type <= CN_ACTION_TAKE_ONTO))
            best = other;
    }
    return best;
}

static void play_deal(void)
{
    assert_true(witness_deal(&w.game, &w.chance, NULL));
    while (w.game.in_deal) {
        const int seat = cn_game_actor(&w.game);
        cn_board_legal_list(w.game.law, &w.game.deal.board, w.game.deal.hands[seat], &w.list);
        check_prompts(seat);
        assert_true(cn_game_play(&w.game, seat, choose(), NULL, NULL, NULL));
    }
}

static void play(const char *set, const char *house)
{
    struct cn_rules rules;
    struct cn_rules_error error;
    assert_true(cn_rules_load(&rules, set));
    assert_true(cn_rules_read(&rules, house, strlen(house), NULL, NULL, &error));
    for (int players = 2; players <= CN_SEATS_MAX; players++) {
        if (!cn_rules_allow_players(&rules, players))
            continue;
        for (int deal = 0; deal < 3; deal++) {
            cn_game_init(&w.game, law_of(&rules), players, NULL);
            play_deal();
        }
    }
}

static void prompts_offer_what_is_legal(void **state)
{
    chance_from_seed(&w.chance, 12);
    for (int i = 0; i < LANGUAGES; i++)
        assert_true(cn_words_find(languages[i], &w.words[i]));
    scene_init(&w.scene, &w.words[0], SCENE_ALL_SEATS);
    for (int i = 0; cn_rules_builtin(i) != NULL; i++) {
        play(cn_rules_builtin(i), "");
        play(cn_rules_builtin(i),
             "initial_minimum = [[null, 0]]\nfrozen_before_initial_meld = false\n");
    }
    print_message(
        "%lld decisions, %lld with a pack that may not be taken, %lld bound by an answer\n",
        (long long)w.decisions, (long long)w.closed, (long long)w.bound);
    for (int i = 0; i < OFFERS; i++) {
        print_message("  %s: %lld\n", offers[i].said[0], (long long)w.legal[i]);
        assert_true(w.legal[i] > 5 && w.legal[i] < w.decisions);
    }
    assert_true(w.closed > 1000 && w.bound > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prompts_offer_what_is_legal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
