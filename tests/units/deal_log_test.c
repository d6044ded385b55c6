/* deal_log_test.c -- a deal as a seat saw it, with many undos, is found again in the deck that was
 * dealt, and in no other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "client/client.h"
#include "law_of.h"

enum {
    PLAYERS = 4,
    SEAT = 2,
    MOST = 4000, /* decisions of a deal, with those that are undone */
    BACK_MOST = 64
};

static struct cn_game game;
static struct deal_log course;
static struct cn_game past[MOST];
static int played, kept, late_undos; /* kept: decisions that the log can undo */

static void hear(void *context, const struct cn_event *event)
{
    (void)context;
    deal_log_event(&course, event, &game, SEAT);
}
static const struct cn_observer observer = {hear, NULL};

static void decide(const struct cn_bot *bot, struct cn_rng *rng)
{
    cn_card cards[CN_CARDS_MAX];
    const int seat = cn_game_actor(&game);
    const struct cn_view view = cn_game_view(&game, seat);
    const struct cn_action action = bot->decide(&view, rng);
    const int count = cn_game_pick_cards(&game, seat, action, cards);
    past[played++] = game;
    kept += kept < BACK_MOST;
    deal_log_decision(&course, seat, action, cards, count);
    assert_true(cn_game_play(&game, seat, action, cards, NULL, &observer));
}

static void go_back(struct cn_rng *rng)
{
    const int n = 1 + (int)cn_rng_below(rng, (uint32_t)kept);
    late_undos += played > BACK_MOST;
    played -= n;
    kept -= n;
    game = past[played];
    deal_log_undo(&course, n);
}

static void play_deal(uint64_t seed, cn_card deck[CN_CARDS_MAX])
{
    struct cn_rng rng;
    struct cn_rules rules;
    const struct cn_bot *bot = cn_bot_find("random");
    int undos = 8;
    cn_rng_init(&rng, seed);
    assert_true(cn_rules_load(&rules, "laws1950"));
    cn_game_init(&game, law_of(&rules), PLAYERS, NULL);
    cn_rng_shuffle(&rng, deck, cn_deck_init(&game.law->rules, game.players, deck));
    deal_log_start(&course, &game, 0, CN_NO_SEAT);
    played = kept = 0;
    assert_true(cn_game_deal(&game, 0, CN_NO_SEAT, deck, &rng, &observer));
    memcpy(deck, game.deal.stock, game.deal.cards);
    while (game.in_deal) {
        decide(bot, &rng);
        if (game.in_deal && undos > 0 && kept > 0 && cn_rng_below(&rng, 25) == 0) {
            go_back(&rng);
            undos--;
        }
    }
}

static void undone(void **state)
{
    cn_card deck[CN_CARDS_MAX];
    late_undos = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        play_deal(seed, deck);
        assert_int_equal(deal_log_verify(&course, game.law, PLAYERS, SEAT, deck, NULL),
                         DEAL_LOG_FITS);
        const int first = game.law->rules.hand_size.at[game.deal.board.players_class] * PLAYERS;
        int other = first;
        while (deck[other] == deck[0])
            other++;
        const cn_card card = deck[0];
        deck[0] = deck[other];
        deck[other] = card;
        assert_int_equal(deal_log_verify(&course, game.law, PLAYERS, SEAT, deck, NULL),
                         DEAL_LOG_DIFFERS);
    }
    assert_in_range(late_undos, 20, 160); /* or nothing was undone that the log still had */
    deal_log_discard(&course);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(undone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
