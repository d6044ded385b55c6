/* belief_test.c -- sampled deals: each agrees with the view and has every card in one place, and
 * together they predict hands better than chance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "lab/lab.h"
#include "law_of.h"
#include "words/words.h"

enum {
    WORLDS = 6,
    SWAPS = 40
};

static struct cn_rules rules_of(const char *name)
{
    struct cn_rules rules;
    assert_true(cn_rules_load(&rules, name));
    return rules;
}

struct walk {
    struct cn_rules rules;
    struct cn_deal deal, world;
    struct cn_rng rng;
    struct cn_belief belief;
    int64_t worlds;
};
static struct walk walk;

static cn_hand all_cards(const struct cn_deal *deal)
{
    const struct cn_board *board = &deal->board;
    cn_hand all = deal->pile;
    for (int seat = 0; seat < board->players; seat++)
        all = cn_hand_add(all, deal->hands[seat]);
    for (int i = 0; i < deal->cards; i++)
        if (i >= deal->drawn || cn_deal_waits_at(deal, i))
            all = cn_hand_add(all, cn_hand_single(cn_card_kind(deal->stock[i]), 1));
    return all;
}

static bool holds_all(cn_hand hand, cn_hand part)
{
    for (int kind = 0; kind < CN_KINDS; kind++)
        if (cn_hand_count(hand, kind) < cn_hand_count(part, kind))
            return false;
    return true;
}

/* The sample hides exactly the cards that the deal hides, each in a place where it may be. */
static void check_world(const struct walk *w, int seat)
{
    const struct cn_board *board = &w->deal.board;
    assert_int_equal(w->world.cards - w->world.drawn, board->stock);
    for (int other = 0; other < board->players; other++)
        assert_int_equal(cn_hand_size(cn_deal_waiting(&w->world, other)),
                         cn_hand_size(cn_deal_waiting(&w->deal, other)));
    assert_true(cn_hand_same(all_cards(&w->world), all_cards(&w->deal)));
    assert_true(cn_hand_same(w->world.hands[seat], w->deal.hands[seat]));
    for (int other = 0; other < board->players; other++) {
        const cn_hand hand = w->world.hands[other];
        if (other == seat)
            continue;
        assert_int_equal(cn_hand_size(hand), cn_hand_size(w->deal.hands[other]));
        assert_true(holds_all(hand, w->deal.memory.known[other]));
        const int bonus = cn_hand_size(cn_hand_keep(hand, cn_bonus_mask(&w->rules)));
        const bool faced =
            (board->turned >> other & 1) != 0 && board->second[other] == w->rules.second_hand.count;
        if (faced || other == board->turn) /* others may have taken up a second hand since */
            assert_in_range(bonus, 0, w->rules.keep_bonus_card);
    }
}

static void imagine(struct walk *w)
{
    const int seat = cn_board_actor(&w->deal.board);
    const struct cn_view view = cn_deal_view(law_of(&w->rules), &w->deal, seat);
    memset(&w->world, 0, sizeof w->world);
    w->world.board = *view.board;
    w->world.memory = *view.memory;
    w->world.pile = view.pile;
    cn_belief_init(&w->belief, &w->rules, &view,
                   cn_rng_below(&w->rng, 4) == 0 ? NULL : &cn_belief_default, &w->rng);
    for (int i = 0; i < WORLDS; i++) {
        cn_belief_fill_deal(&w->belief, &w->world);
        check_world(w, seat);
        cn_belief_resample(&w->belief, SWAPS, &w->rng);
        w->worlds++;
    }
}

static void walk_deal(struct walk *w, int players, uint64_t seed)
{
    const char *const bots[] = {"random", "greedy", "expert"};
    const struct cn_bot *bot = cn_bot_find(bots[seed % 3]);
    cn_card deck[CN_CARDS_MAX];
    int dealer, idle;
    cn_rng_init(&w->rng, seed);
    lab_first_dealer(players, (int64_t)seed, &dealer, &idle);
    cn_rng_shuffle(&w->rng, deck, cn_deck_init(&w->rules, players, deck));
    cn_deal_start(&w->rules, &w->deal, players, dealer, idle, NULL, deck, &w->rng, NULL);
    while (w->deal.board.phase != CN_PHASE_ENDED) {
        if (cn_rng_below(&w->rng, 4) == 0)
            imagine(w);
        const struct cn_view view =
            cn_deal_view(law_of(&w->rules), &w->deal, cn_board_actor(&w->deal.board));
        cn_deal_apply(&w->rules, &w->deal, bot->decide(&view, &w->rng));
    }
}

static void worlds_agree_with_the_view(void **state)
{
    for (int set = 0; cn_rules_builtin(set) != NULL; set++) {
        walk.rules = rules_of(cn_rules_builtin(set));
        for (int players = 2; players <= CN_SEATS_MAX; players++)
            for (uint64_t seed = 1; seed <= 9 && cn_rules_allow_players(&walk.rules, players);
                 seed++)
                walk_deal(&walk, players, seed * 31 + (uint64_t)players);
    }
    assert_true(walk.worlds > 10000);
}

/* On deals that were not used for fitting, the fitted table leaves a tenth of a bit less
 * uncertainty about each kind in each hand. */
static void likelihood_beats_chance(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    const struct belief_fit_plan plan = {
        .rules = &rules, .bot = cn_bot_find("patient"), .players = 4, .deals = 150, .seed = 99};
    struct belief_fit_measure fitted, uniform;
    const struct cn_belief_table flat = {0};
    assert_true(belief_fit_measure(&plan, &cn_belief_default, &fitted));
    assert_true(belief_fit_measure(&plan, &flat, &uniform));
    assert_true(fitted.positions > 500);
    assert_true(fitted.bits < fitted.uniform - 0.08);
    assert_true(uniform.bits > uniform.uniform - 0.01 && uniform.bits < uniform.uniform + 0.01);
}

static bool stop_after_second(void *context, int64_t round, struct belief_fit_measure measure)
{
    double *bits = context;
    bits[round - 1] = measure.bits;
    return round < 2;
}

/* Fitting from nothing learns in one round, stops when asked to, and is reproducible. */
static void fitting_learns(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    const struct belief_fit_plan plan = {.rules = &rules,
                                         .bot = cn_bot_find("greedy"),
                                         .players = 4,
                                         .deals = 60,
                                         .rounds = 5,
                                         .seed = 3};
    static struct cn_belief_table table, again;
    double bits[5] = {0};
    assert_true(belief_fit(&plan, &table, stop_after_second, bits));
    assert_true(bits[1] < bits[0] - 0.02);
    assert_true(bits[2] == 0);
    assert_true(belief_fit(&plan, &again, stop_after_second, bits));
    assert_memory_equal(&table, &again, sizeof table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(worlds_agree_with_the_view),
                                       cmocka_unit_test(likelihood_beats_chance),
                                       cmocka_unit_test(fitting_learns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
