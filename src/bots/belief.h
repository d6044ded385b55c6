/* belief.h -- worlds: possible places of the hidden cards, as likely as a seat can judge.
 *
 * A world is a complete deal that agrees with a view: cards that a seat is known to hold are in its
 * hand, and the other unseen cards are distributed over the hands, what waits for the seats, and
 * the stock. Worlds follow one
 * another in a Markov chain of swaps. The likelihood of a hand follows from what its seat
 * discarded, declined and laid (belief.table).
 */
#ifndef CN_BOTS_BELIEF_H
#define CN_BOTS_BELIEF_H

#include "engine/engine.h"

#ifdef CN_NARROW_HANDS
#include "bots_narrow.h"
#endif

/* Likelihoods, in 32nds of a power of two: for each class of kinds and what a seat did with a kind,
 * one value per number of cards of the kind that the seat may hold. */
enum {
    CN_BELIEF_CLASSES = 6,
    CN_BELIEF_OBSERVATIONS = 72,
    CN_BELIEF_COUNTS = 8, /* the last: this many or more */
    CN_BELIEF_OCTAVE = 32,
    CN_BELIEF_SWAPS = 40 /* between two worlds with little resemblance; used by the bots */
};
typedef int16_t cn_belief_row[CN_BELIEF_COUNTS];
struct cn_belief_table {
    cn_belief_row row[CN_BELIEF_CLASSES][CN_BELIEF_OBSERVATIONS];
};

/* The table that the bots use. */
extern const struct cn_belief_table cn_belief_default;

/* Returns the class of a kind, or -1 for red threes, which nobody keeps. */
int cn_belief_class(int kind);
/* Returns what the seat and its side did with the kind: a number below CN_BELIEF_OBSERVATIONS. */
int cn_belief_observation(const struct cn_view *view, int seat, int kind);

struct cn_belief {
    const cn_belief_row *row[CN_SEATS_MAX][CN_KINDS]; /* NULL: nothing is known about it */
    cn_hand hands[CN_SEATS_MAX]; /* in this world; the observer's own hand never changes */
    uint8_t card[CN_CARDS_MAX];  /* unknown kinds: of each seat in turn, what waits, the stock */
    uint8_t owner[CN_CARDS_MAX]; /* the seat, or CN_NO_SEAT for what waits and the stock */
    uint64_t bonus;              /* kinds that are laid down, as a hand's mask */
    uint8_t most[CN_SEATS_MAX];  /* cards of them that a hand may hold */
    uint8_t second_sizes[CN_SEATS_MAX][CN_SECOND_HANDS_MAX + 1]; /* as in struct cn_deal */
    uint8_t turned;
    bool wide;                    /* the law is (src/engine/law.h) */
    int32_t held, waiting, count; /* unknown cards in hands, that wait, and in all */
};

/* Starts from a view and makes a first world. The table is borrowed while the belief is in use; if
 * it is NULL, all worlds are equally likely. */
void cn_belief_init(struct cn_belief *belief, const struct cn_rules *rules,
                    const struct cn_view *view, const struct cn_belief_table *table,
                    struct cn_rng *rng);
/* Moves on to the next world: tries this many swaps and redraws the top of the stock. */
void cn_belief_resample(struct cn_belief *belief, int swaps, struct cn_rng *rng);
/* Writes hands, what waits for the seats, and the stock of the world into a deal that already has
 * the view's table, memory and pile. */
void cn_belief_fill_deal(const struct cn_belief *belief, struct cn_deal *deal);

#endif
