#include "seeded.h"

#include <assert.h>
#include <string.h>

void cn_seeded_rng(const char *number, enum cn_rng_stream stream, uint64_t n, struct cn_rng *rng)
{
    cn_rng_init(rng, cn_rng_seed_of(number, strlen(number), (uint64_t)stream << 56 | n));
}

/* Where the cutter divides the deck: anywhere the law allows (L7). */
static int choose_cut(const struct cn_rules *rules, int players, const char *number, int deal)
{
    struct cn_rng rng;
    const uint32_t count = (uint32_t)cn_rules_cards(rules, players);
    cn_seeded_rng(number, CN_STREAM_CUT, (uint64_t)deal, &rng);
    for (int tries = 0; tries < 1000; tries++) {
        const int k = 1 + (int)cn_rng_below(&rng, count - 1);
        if (cn_cut_is_legal(rules, players, k))
            return k;
    }
    return rules->cut_least;
}

int cn_seeded_deck(const struct cn_rules *rules, int players, const char *number, int deal,
                   cn_card deck[CN_CARDS_MAX], struct cn_rng *rng)
{
    const int count = cn_deck_init(rules, players, deck);
    const int k = choose_cut(rules, players, number, deal);
    cn_seeded_rng(number, CN_STREAM_DECK, (uint64_t)deal, rng);
    cn_rng_shuffle(rng, deck, count);
    cn_deck_cut(deck, count, k);
    return k;
}

void cn_game_deal_seeded(struct cn_game *game, const char *seed, const struct cn_observer *observer)
{
    int dealer, idle;
    cn_card deck[CN_CARDS_MAX];
    struct cn_rng rng;
    cn_game_next_dealer(game, &dealer, &idle);
    cn_seeded_deck(&game->law->rules, game->players, seed, game->deal_number + 1, deck, &rng);
    const bool dealt = cn_game_deal(game, dealer, idle, deck, &rng, observer);
    assert(dealt); /* it can fail only without a generator */
    (void)dealt;
}
