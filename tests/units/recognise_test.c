/* recognise_test.c -- recognising how others play: from what is public alone, in every rule set,
 * and rightly on average; and the models play as the bots of their names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "law_of.h"
#include "words/words.h"

struct walk {
    struct cn_rules rules;
    struct cn_deal deal;
    struct cn_rng rng;
    const struct cn_bot *bot[CN_SEATS_MAX];
};

/* All seats of a side play as the same bot. */
static void start(struct walk *w, const char *rules, int players, const char *const bots[2],
                  uint64_t seed)
{
    cn_card deck[CN_CARDS_MAX];
    memset(w, 0, sizeof *w);
    assert_true(cn_rules_load(&w->rules, rules));
    cn_rng_init(&w->rng, seed);
    cn_rng_shuffle(&w->rng, deck, cn_deck_init(&w->rules, players, deck));
    cn_deal_start(&w->rules, &w->deal, players,
                  (int)(seed % (uint64_t)(players == 5 ? 4 : players)),
                  players == 5 ? 4 : CN_NO_SEAT, NULL, deck, &w->rng, NULL);
    for (int seat = 0; seat < players; seat++)
        w->bot[seat] = cn_bot_find(bots[w->deal.board.side[seat] % 2]);
}

static bool is_over(const struct walk *w)
{
    return w->deal.board.phase == CN_PHASE_ENDED;
}

static struct cn_view view_of(struct walk *w, int seat)
{
    return cn_deal_view(law_of(&w->rules), &w->deal, seat);
}

static void move_on(struct walk *w)
{
    const int actor = cn_board_actor(&w->deal.board);
    const struct cn_view view = view_of(w, actor);
    cn_deal_apply(&w->rules, &w->deal, cn_bot_decide(w->bot[actor], NULL, 0, &view, &w->rng));
}

static void check_facts(const struct cn_view *view, int seat)
{
    static const int first[CN_RECOGNISE_HOLDING + 1] = {
#define X(name, facts) CN_RECOGNISE_##name,
        CN_RECOGNISE_GROUPS(X)
#undef X
            CN_RECOGNISE_FACTS};
    uint16_t facts[CN_RECOGNISE_HOLDING];
    uint16_t chances[CN_MODELS];
    int sum = 0;
    cn_recognise_facts(view, seat, facts);
    for (int i = 0; i < CN_RECOGNISE_HOLDING; i++)
        assert_in_range(facts[i], first[i], first[i + 1] - 1);
    cn_recognise(cn_recognise_default(), view, seat, chances);
    for (int model = 0; model < CN_MODELS; model++)
        sum += chances[model];
    assert_int_equal(sum, CN_RECOGNISE_ONE);
}

/* One fact of each group holds, and chances add up. */
static void every_deal_can_be_read(void **state)
{
    static const char *const bots[2] = {"greedy", "patient"};
    struct walk w;
    for (int i = 0; cn_rules_builtin(i) != NULL; i++) {
        struct cn_rules rules;
        assert_true(cn_rules_load(&rules, cn_rules_builtin(i)));
        for (int players = 2; players <= CN_SEATS_MAX; players++) {
            if (!cn_rules_allow_players(&rules, players))
                continue;
            start(&w, cn_rules_builtin(i), players, bots, (uint64_t)players);
            for (; !is_over(&w); move_on(&w))
                for (int seat = 0; seat < players; seat++) {
                    const struct cn_view view = view_of(&w, w.deal.board.turn);
                    check_facts(&view, seat);
                }
        }
    }
}

static void recognise(struct walk *w, int from, int seat, uint16_t chances[CN_MODELS])
{
    const struct cn_view view = view_of(w, from);
    cn_recognise(cn_recognise_default(), &view, seat, chances);
}

/* Exchanges a card of the stock with one of each hand, so that hidden cards alone are others. */
static void hide_others(struct walk *w)
{
    struct cn_deal *deal = &w->deal;
    for (int seat = 0; seat < deal->board.players; seat++) {
        uint64_t kinds = cn_hand_mask(deal->hands[seat]) & CN_NATURALS_MASK;
        if (kinds == 0 || deal->board.stock <= seat)
            continue;
        const int kind = cn_mask_pop(&kinds);
        const int place = deal->drawn + seat;
        const int other = cn_card_kind(deal->stock[place]);
        if ((cn_kind_mask(other) & CN_NATURALS_MASK) == 0)
            continue;
        cn_hand_remove_cards(&deal->hands[seat], kind, 1);
        cn_hand_add_card(&deal->hands[seat], other);
    }
}

/* All seats judge a seat alike, and hidden cards make no difference. */
static void only_public_facts_count(void **state)
{
    static const char *const bots[2] = {"racer", "patient"};
    struct walk w;
    for (uint64_t seed = 0; seed < 8; seed++)
        for (start(&w, "laws1950", 4, bots, seed); !is_over(&w); move_on(&w))
            for (int seat = 0; seat < 4; seat++) {
                uint16_t known[CN_MODELS], told[CN_MODELS];
                struct walk twin = w;
                recognise(&w, seat, seat, known);
                hide_others(&twin);
                recognise(&twin, (seat + 1) % 4, seat, told);
                assert_memory_equal(known, told, sizeof known);
            }
}

/* How likely a side that plays as 'bot' is taken for a fast one after three rounds, in 1/1000.
 * Strangers are: 630. */
static int taken_for_fast(enum cn_model bot)
{
    const char *const bots[2] = {cn_model_name(bot), "guess"};
    struct walk w;
    int64_t sum = 0;
    int64_t count = 0;
    for (uint64_t seed = 100; seed < 400; seed++) {
        start(&w, "laws1950", 4, bots, seed);
        while (!is_over(&w) && w.deal.board.stock > 50)
            move_on(&w);
        for (int seat = 0; seat < 4 && !is_over(&w); seat += 2) {
            uint16_t chances[CN_MODELS];
            recognise(&w, 1, seat, chances);
            for (int model = CN_MODEL_RACER; model <= CN_MODEL_GUESS; model++)
                sum += chances[model];
            count++;
        }
    }
    assert_true(count > 100);
    return (int)(sum * 1000 / (count * CN_RECOGNISE_ONE));
}

static void fast_and_slow_players_are_told_apart(void **state)
{
    static const enum cn_model fast[] = {CN_MODEL_RACER, CN_MODEL_RUSHER, CN_MODEL_GREEDY};
    static const enum cn_model slow[] = {CN_MODEL_CASUAL, CN_MODEL_PATIENT, CN_MODEL_PURIST};
    for (int i = 0; i < 3; i++) {
        const int quick = taken_for_fast(fast[i]);
        const int late = taken_for_fast(slow[i]);
        printf("%s %d, %s %d\n", cn_model_name(fast[i]), quick, cn_model_name(slow[i]), late);
        assert_true(quick > 600);
        assert_true(late < 500);
    }
}

static void models_play_as_the_bots_of_their_names(void **state)
{
    static const char *const bots[2] = {"greedy", "patient"};
    struct cn_models models;
    struct walk w;
    cn_models_init(&models);
    for (start(&w, "laws1950", 4, bots, 5); !is_over(&w); move_on(&w)) {
        const struct cn_view view = view_of(&w, cn_board_actor(&w.deal.board));
        for (int model = 0; model < CN_MODELS; model++) {
            const struct cn_bot *bot = cn_bot_find(cn_model_name((enum cn_model)model));
            struct cn_rng rng[2] = {w.rng, w.rng};
            assert_non_null(bot);
            assert_true(
                cn_action_equal(cn_model_decide(&models, (enum cn_model)model, &view, &rng[0]),
                                cn_bot_decide(bot, NULL, 0, &view, &rng[1])));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_deal_can_be_read),
        cmocka_unit_test(only_public_facts_count),
        cmocka_unit_test(fast_and_slow_players_are_told_apart),
        cmocka_unit_test(models_play_as_the_bots_of_their_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
