/* numbered.h -- numbered games: any text names the cards of all deals of a game (canasta play
 * --seed).
 *
 * The same text gives the same decks and cuts in every host, so that a game can be named to
 * somebody and played again.
 */
#ifndef CN_ENGINE_SEEDED_H
#define CN_ENGINE_SEEDED_H

#include "game.h"

/* Streams of random numbers from one text, so that none depends on how far another has come. */
enum cn_rng_stream {
    CN_STREAM_DECK = 1,
    CN_STREAM_CUT,
    CN_STREAM_BOT,
    CN_STREAM_SEATS
};
void cn_seeded_rng(const char *number, enum cn_rng_stream stream, uint64_t n, struct cn_rng *rng);

/* The deck of deal 'deal', from 1, shuffled and cut; returns where the cutter divided it. 'rng'
 * is for cn_game_deal. */
int cn_seeded_deck(const struct cn_rules *rules, const char *number, int deal,
                   cn_card deck[CN_CARDS_MAX], struct cn_rng *rng);

#endif
