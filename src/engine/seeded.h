/* seeded.h -- seeded games: any text names the cards of all deals of a game (canasta play --seed).
 *
 * The same text gives the same decks and cuts in every host, so that a game can be named to
 * somebody and played again.
 */
#ifndef CN_ENGINE_SEEDED_H
#define CN_ENGINE_SEEDED_H

#include "game.h"

/* Streams of random numbers from one text, none of which depends on how much another was used. */
enum cn_rng_stream {
    CN_STREAM_DECK = 1,
    CN_STREAM_CUT,
    CN_STREAM_BOT,
    CN_STREAM_SEATS
};
void cn_seeded_rng(const char *number, enum cn_rng_stream stream, uint64_t n, struct cn_rng *rng);

/* Makes the deck of deal 'deal', from 1, shuffled and cut; returns where it was cut. 'rng' is for
 * cn_game_deal. */
int cn_seeded_deck(const struct cn_rules *rules, int players, const char *number, int deal,
                   cn_card deck[CN_CARDS_MAX], struct cn_rng *rng);

#endif
