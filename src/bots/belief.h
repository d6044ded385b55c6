/* belief.h -- worlds: where the hidden cards may be, as likely as a seat can judge.
 *
 * A world is a complete deal that agrees with a view: cards that a seat is known to hold lie in its
 * hand, the rest of the unseen cards lie in the hands and in the stock somehow. Worlds follow one
 * another in a Markov chain of swaps; how likely a hand is follows from what its seat threw, let
 * lie and laid (belief.table). /
 */
#ifndef CN_BOTS_BELIEF_H
#define CN_BOTS_BELIEF_H

#include "engine/engine.h"

/* The table of likelihoods: for a class of kinds and what a seat did with a kind, by how many of it
 * the seat holds, in 32nds of a power of two. */
enum {
    CN_BELIEF_CLASSES = 6,
    CN_BELIEF_OBSERVATIONS = 72,
    CN_BELIEF_COUNTS = 8, /* the last: so many or more */
    CN_BELIEF_OCTAVE = 32,
    CN_BELIEF_SWAPS = 40 /* between two worlds that hardly resemble each other: what the bots use */
};
typedef int16_t cn_belief_row[CN_BELIEF_COUNTS];
struct cn_belief_table {
    cn_belief_row row[CN_BELIEF_CLASSES][CN_BELIEF_OBSERVATIONS];
};

/* The table that the bots use. */
extern const struct cn_belief_table cn_belief_default;

/* The class of a kind; -1 for red threes, which nobody keeps. */
int cn_belief_class(int kind);
/* What the seat did with the kind, and its side: 0 … CN_BELIEF_OBSERVATIONS - 1. */
int cn_belief_observation(const struct cn_view *view, int seat, int kind);

struct cn_belief {
    const cn_belief_row *row[CN_SEATS_MAX][CN_KINDS]; /* NULL: nothing can be judged */
    cn_hand hands[CN_SEATS_MAX]; /* of this world; the observer's own stays as it is */
    uint8_t
        card[CN_CARDS_MAX]; /* kinds that are not known: of each seat in turn, then of the stock */
    uint8_t owner[CN_CARDS_MAX]; /* the seat, or CN_NO_SEAT for the stock */
    uint8_t turned;
    int32_t held, count; /* unknown cards in hands, and all */
};

/* Takes a view in and makes a first world. The table is borrowed while the belief is used; NULL:
 * every world is as likely as any other. */
void cn_belief_init(struct cn_belief *belief, const struct cn_rules *rules,
                    const struct cn_view *view, const struct cn_belief_table *table,
                    struct cn_rng *rng);
/* Moves on to the next world: so many swaps tried, and the stock's next cards drawn anew. */
void cn_belief_resample(struct cn_belief *belief, int swaps, struct cn_rng *rng);
/* Writes hands and stock of the world into a deal that has the view's table, memory and pile
 * already. */
void cn_belief_fill_deal(const struct cn_belief *belief, struct cn_deal *deal);

#endif
