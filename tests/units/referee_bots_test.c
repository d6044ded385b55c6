/* referee_bots_test.c -- bots at refereed tables, alone and beside people who err: whatever they
 * decide is legal, red threes are laid down at once, they call attention as their level would and
 * with cause, and every deal ends with nothing left to do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "effort.h"
#include "engine/engine.h"
#include "words/words.h"

enum {
    LIST = 6000,
    ACTS_MAX = 20000,
    NODES = 12 /* a decision of a bot that thinks */
};

static const char *const sets[] = {"laws1950",   "threepack", "bicycle",
                                   "montevideo", "hoyle",     "pumpa"};

static struct cn_rules rules;
static struct cn_law law;
static struct cn_game game;
static struct cn_rng rng;
static struct cn_action list[LIST];
static uint64_t mind[40000];
static int64_t faced, called, noticed, unnoticed, decided[CN_ACTION_TYPES], reasons[CN_REASONS_ALL];
static struct cn_words words;

static int below(int n)
{
    return (int)cn_rng_below(&rng, (uint32_t)n);
}

/* ---- the table ---- */

/* Who sits where: bit s of 'people': somebody who errs. */
struct party {
    const struct cn_bot *bot;
    int notices, people, erring;
    uint64_t dice;
};

static bool is_bot(const struct party *party, int seat)
{
    return (party->people >> seat & 1) == 0;
}

static void play(int seat, struct cn_action action)
{
    struct cn_refusal why;
    char text[CN_ACTION_TEXT];
    if (!cn_game_play(&game, seat, action, NULL, &why, NULL)) {
        cn_action_format(&law, action, text);
        fail_msg("seat %d: %s: refused by %s", seat, text, why.article);
    }
    assert_null(cn_game_check(&game));
}

/* ---- people ---- */

static bool insist(const struct party *party)
{
    const int seat = below(game.players);
    if (is_bot(party, seat))
        return false;
    const int count = cn_referee_insist_list(&game, seat, 0, list, LIST);
    if (count == 0 || count > LIST || cn_referee_open(&game) > 80)
        return false;
    struct cn_action chosen = list[below(count)];
    for (int i = 0; i < 8 && cn_action_plain(chosen).type == CN_ACTION_MELD; i++)
        chosen = list[below(count)]; /* most of the list are melds */
    play(seat, chosen);
    return true;
}

static struct cn_action some_legal(int seat)
{
    const struct cn_view view = cn_game_view(&game, seat);
    const int count = cn_legal_list(&view, list, LIST);
    assert_in_range(count, 1, LIST);
    return list[below(count)];
}

/* ---- bots ---- */

/* Everything that can be done has a reason with a sentence. */
static void check_reasons(const struct cn_view *view)
{
    const int count = cn_legal_list(view, list, LIST);
    for (int i = 0; i < count && i < LIST; i++) {
        char text[200];
        const struct cn_reason reason = cn_reason_for(view, list[i]);
        const char *name = cn_reason_name(reason.id);
        reasons[reason.id]++;
        assert_true(cn_words_reason(&words, name, reason.kind, reason.number, text, sizeof text) >
                    0);
        assert_null(strstr(text, "reason."));
        assert_null(strchr(text, '{'));
    }
}

static void decide(const struct party *party, int seat)
{
    const struct cn_view view = cn_game_view(&game, seat);
    const struct cn_action face = cn_action_of(CN_ACTION_FACE, CN_RED_THREE, 0, 0, 0);
    const bool may_face = cn_legal_check(&view, face, NULL);
    const struct cn_action action = cn_bot_decide(party->bot, mind, NODES, &view, &rng);
    if (below(10) == 0)
        check_reasons(&view);
    faced += may_face;
    assert_true(!may_face || cn_action_equal(action, face));
    assert_false(cn_action_is_insisted(action));
    decided[action.type]++;
    play(seat, action);
}

/* The newest irregularity is all that matters, and the same question has the same answer. */
static bool calls(const struct party *party, int seat)
{
    const bool yes = cn_bot_calls(&game, seat, party->notices, party->dice);
    assert_int_equal(yes, cn_bot_calls(&game, seat, party->notices, party->dice));
    if (cn_referee_open(&game) == 0) {
        assert_false(yes);
        return false;
    }
    const struct cn_noted newest = cn_referee_open_at(&game, cn_referee_open(&game) - 1);
    const struct cn_board *board = &game.deal.board;
    const struct cn_action call = cn_action_of(CN_ACTION_CALL, 0, 0, 0, 0);
    struct cn_noted nothing;
    if (!cn_referee_check(&game, seat, call, &nothing, NULL) ||
        board->side[newest.seat] == board->side[seat]) {
        assert_false(yes);
        return false;
    }
    noticed += yes;
    unnoticed += !yes;
    assert_true(yes || party->notices < 100);
    return yes;
}

static void let_bots_call(const struct party *party)
{
    for (int seat = 0; seat < game.players && game.in_deal; seat++)
        if (is_bot(party, seat) && calls(party, seat)) {
            const int before = cn_referee_open(&game);
            play(seat, cn_action_of(CN_ACTION_CALL, 0, 0, 0, 0));
            assert_true(cn_referee_open(&game) < before);
            called++;
            seat = -1;
        }
}

/* ---- deals ---- */

static void play_deal(const struct party *party, const char *seed)
{
    int acts = 0;
    cn_game_deal_seeded(&game, seed, NULL);
    while (game.in_deal) {
        if (party->people == 0 || below(100) >= party->erring || acts > ACTS_MAX / 2 ||
            !insist(party)) {
            const int seat = cn_game_actor(&game);
            /* A bot that stands in for somebody finds its debts and its exposed cards. */
            if (is_bot(party, seat) || below(2) == 0)
                decide(party, seat);
            else
                play(seat, some_legal(seat));
        }
        if (game.in_deal)
            let_bots_call(party);
        acts++;
        assert_true(acts < ACTS_MAX);
    }
    assert_int_equal(game.deal.board.due, CN_DUE_NOTHING);
    assert_int_equal(game.notes.open_count, 0);
}

static bool set_up(const char *name, int players, int referee)
{
    assert_true(cn_rules_load(&rules, name));
    rules.referee = referee;
    rules.point_penalties = below(2);
    if (!cn_rules_allow_players(&rules, players))
        return false;
    cn_law_init(&law, &rules);
    cn_game_init(&game, &law, players, NULL);
    return true;
}

/* Every bot in every set, with each number of players: alone, and with people. */
static void test_bots_obey_rulings(void **state)
{
    (void)state;
    cn_rng_init(&rng, first_seed());
    assert_true(cn_words_find("en", &words));
    assert_true(sizeof mind >= cn_bot_memory(cn_bot_find("search")));
    for (int b = 0; cn_bot_at(b) != NULL; b++)
        for (size_t set = 0; set < sizeof sets / sizeof sets[0]; set++)
            for (int players = 2; players <= 6; players++) {
                if (!set_up(sets[set], players,
                            below(4) == 0 ? CN_REFEREE_WATCHFUL : CN_REFEREE_CALLED))
                    continue;
                struct party party = {.bot = cn_bot_at(b),
                                      .notices = below(2) == 0 ? 100 : 50,
                                      .dice = cn_rng_next(&rng)};
                play_deal(&party, cn_bot_name(party.bot));
                party.people = 1 << below(players) | 1 << below(players);
                party.erring = 5 + below(30);
                for (int deals = 0; deals < 2 && game.winner < 0; deals++)
                    play_deal(&party, sets[set]);
            }
    assert_true(faced > 0 && called > 0 && noticed > 0 && unnoticed > 0);
    assert_true(decided[CN_ACTION_REQUIRE_DRAW] > 0 && decided[CN_ACTION_WAIVE] > 0);
    assert_true(decided[CN_ACTION_ACCEPT] > 0);
    assert_true(reasons[CN_REASON_RED_THREE] > 0 && reasons[CN_REASON_EXPOSED] > 0);
}

/* Of many irregularities a bot notices as many of 100 as it should, each seat for itself. */
static void test_notices_as_often_as_its_level(void **state)
{
    (void)state;
    struct cn_refusal why;
    assert_true(set_up("laws1950", 4, CN_REFEREE_CALLED));
    cn_game_deal_seeded(&game, "notices", NULL);
    const int offender = (game.deal.board.turn + 1) % 4;
    const struct cn_action touch = cn_action_insist(cn_action_of(CN_ACTION_TOUCH, 0, 0, 0, 0));
    assert_true(cn_game_play(&game, offender, touch, NULL, &why, NULL));
    const int left = (offender + 1) % 4;
    int both = 0;
    for (int i = 0; cn_level_at(i) != NULL; i++) {
        const int percent = cn_level_at(i)->notices;
        int count = 0;
        for (uint64_t dice = 0; dice < 10000; dice++) {
            const bool yes = cn_bot_calls(&game, left, percent, dice);
            count += yes;
            both += yes && cn_bot_calls(&game, (left + 2) % 4, percent, dice);
            assert_false(cn_bot_calls(&game, offender, percent, dice));
            assert_false(cn_bot_calls(&game, (offender + 2) % 4, percent, dice));
        }
        assert_in_range(count, percent * 100 - 200, percent * 100 + 200);
        assert_int_equal(cn_bot_notices(cn_bot_find(cn_level_at(i)->bot), cn_level_at(i)->nodes),
                         percent);
    }
    assert_int_equal(cn_level_best()->notices, 100);
    assert_in_range(both, 20000, 35000);
}

static void insists(int seat, int type, int kind)
{
    play(seat, cn_action_insist(cn_action_of(type, kind, 0, 0, 0)));
}

static int known(int seat, int kind)
{
    return cn_hand_count(game.deal.memory.known[seat], kind);
}

/* A kind of which the seat holds at least this many, other than one. */
static int kind_held(int seat, int count, int other)
{
    for (int kind = CN_FOUR; kind <= CN_ACE; kind++)
        if (kind != other && cn_hand_count(game.deal.hands[seat], kind) >= count)
            return kind;
    fail_msg("seat %d holds no kind %d times", seat, count);
    return CN_NO_KIND;
}

/* What lay face up is remembered when it is hidden again, and no card more. */
static void test_shown_cards_are_remembered(void **state)
{
    (void)state;
    static struct cn_belief belief;
    assert_true(set_up("laws1950", 4, CN_REFEREE_CALLED));
    cn_game_deal_seeded(&game, "remembered", NULL);
    const int shows = game.deal.board.turn;
    const int kind = kind_held(shows, 2, CN_NO_KIND);
    insists(shows, CN_ACTION_EXPOSE, kind);
    const struct cn_view view = cn_game_view(&game, (shows + 1) % 4);
    cn_belief_init(&belief, &rules, &view, &cn_belief_default, &rng);
    for (int world = 0; world < 100; world++) {
        cn_belief_resample(&belief, CN_BELIEF_SWAPS, &rng);
        assert_true(cn_hand_count(belief.hands[shows], kind) >= 1);
    }
    play(shows, cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0));
    play(shows, cn_action_of(CN_ACTION_DISCARD, kind_held(shows, 1, kind), 0, 0, 0));
    assert_int_equal(cn_hand_count(game.deal.board.exposed[shows], kind), 1);
    play((shows + 1) % 4, cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0));
    assert_int_equal(cn_hand_count(game.deal.board.exposed[shows], kind), 0);
    assert_int_equal(known(shows, kind), 1);
    insists(shows, CN_ACTION_EXPOSE, kind); /* perhaps the same card */
    assert_int_equal(known(shows, kind), 1);
    insists(shows, CN_ACTION_EXPOSE, kind);
    assert_int_equal(known(shows, kind), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bots_obey_rulings),
        cmocka_unit_test(test_notices_as_often_as_its_level),
        cmocka_unit_test(test_shown_cards_are_remembered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
