/* recognise.h -- how likely somebody plays as each of the models, from what lies face up and what
 * everyone remembers.
 *
 * What is seen becomes a list of facts: how early the side opened, how much of its hands it has
 * laid, wild cards thrown and laid, packs taken and declined, what was discarded with melds open,
 * going out delayed. Each fact counts for or against each model (recognise.table,
 * made by `canasta-lab fit --styles`); what they sum up to becomes chances. Before anything is
 * seen that is what strangers are like.
 */
#ifndef CN_BOTS_RECOGNISE_H
#define CN_BOTS_RECOGNISE_H

#include "engine/engine.h"
#include "models.h"

enum {
    CN_RECOGNISE_PLAYERS = CN_SEATS_MAX - 1, /* numbers of players, from 2 */
    CN_RECOGNISE_CLOCK = 8,                  /* turns of a seat so far, by the stock */
    CN_RECOGNISE_LAID = 8,                   /* cards in the melds of its side */
    CN_RECOGNISE_HAND = 8,                   /* cards in its hand */
    CN_RECOGNISE_WILDS = 6,                  /* wild cards in the melds */
    CN_RECOGNISE_PILES = 6                   /* cards in the pile */
};

/* The facts, by groups of which one holds: X(name, facts). */
#define CN_RECOGNISE_GROUPS(X)                          \
    X(any, 1)                                           \
    X(opened, 2 * CN_RECOGNISE_CLOCK * 4)               \
    X(they, 2 * CN_RECOGNISE_CLOCK)                     \
    X(laid, CN_RECOGNISE_LAID *CN_RECOGNISE_CLOCK)      \
    X(hand, CN_RECOGNISE_HAND * 2 * CN_RECOGNISE_CLOCK) \
    X(thrown, 2 * 8)                                    \
    X(wilds, CN_RECOGNISE_WILDS *CN_RECOGNISE_LAID)     \
    X(canastas, 4 * CN_RECOGNISE_HAND)                  \
    X(theirs, 4)                                        \
    X(fits, 2 * 8)                                      \
    X(black, 4)                                         \
    X(known, 2 * 5)                                     \
    X(pile, 2 * CN_RECOGNISE_PILES)

enum {
#define X(name, facts) \
    CN_RECOGNISE_##name, CN_RECOGNISE_##name##_last = CN_RECOGNISE_##name + (facts)-1,
    CN_RECOGNISE_GROUPS(X)
#undef X
    CN_RECOGNISE_FACTS
};

enum {
#define X(name, facts) CN_RECOGNISE_at_##name,
    CN_RECOGNISE_GROUPS(X)
#undef X
    CN_RECOGNISE_HOLDING,     /* facts that hold at a time */
    CN_RECOGNISE_OCTAVE = 64, /* a value that doubles a chance */
    CN_RECOGNISE_ONE = 4096   /* a chance of 1 */
};

struct cn_recognise_table {
    int16_t value[CN_RECOGNISE_PLAYERS][CN_RECOGNISE_FACTS][CN_MODELS];
};
/* NULL if it has not been loaded (browsers). */
const struct cn_recognise_table *cn_recognise_default(void);

/* Lists the facts that hold for a seat, one of each group. Reads only what every seat's view has.
 */
void cn_recognise_facts(const struct cn_view *view, int seat, uint16_t facts[CN_RECOGNISE_HOLDING]);
/* Writes how likely the seat plays as each model; the sum is CN_RECOGNISE_ONE. */
void cn_recognise(const struct cn_recognise_table *table, const struct cn_view *view, int seat,
                  uint16_t chances[CN_MODELS]);

#endif
