/* meter.h -- the luck meter: what the cards that a side was dealt and drew were worth in a deal.
 *
 * For after the deal, as it needs the order of the stock. The worth is a sum: a constant, points
 * for what was dealt, and for each card drawn its points less the mean points of all cards that
 * were still in the stock. As nobody has seen the stock, the last is 0 on average for every player
 * and style, whatever the points are. The constant and the points are fitted to deals of bots
 * (meter.table, canasta-lab meter), so that on average a side makes what its cards are worth.
 *
 * Points depend on the kind of card, on what the hand held and the side had melded, and on how much
 * of the stock was left; bonus cards count as the law scores them. What the others were dealt and
 * drew counts too, and what each initial meld had to count.
 */
#ifndef CN_BOTS_METER_H
#define CN_BOTS_METER_H

#include "engine/engine.h"

/* What is counted. Cards dealt, by hand: */
#define CN_METER_DEALT(X)                                        \
    X(JOKER)                                                     \
    X(DEUCE)                                                     \
    X(BONUS) /* points of bonus cards, as the law scores them */ \
    X(BLACK) /* black threes that are no bonus cards */          \
    X(PAIR)  /* ranks of which the hand has two */               \
    X(THREE)                                                     \
    X(FOUR)                                                      \
    X(POINTS) /* points of the cards that form melds */

/* Cards drawn, in each stage: */
#define CN_METER_DRAWN(X)                                          \
    X(JOKER)                                                       \
    X(DEUCE)                                                       \
    X(BONUS)                                                       \
    X(FITS)  /* the side has a meld of the rank, no canasta yet */ \
    X(GROWS) /* it has a canasta of the rank */                    \
    X(THIRD) /* the hand has two or more of it */                  \
    X(PAIRS) /* the hand has one of it */                          \
    X(SINGLE)

enum cn_meter_dealt {
#define X(id) CN_METER_DEALT_##id,
    CN_METER_DEALT(X)
#undef X
    CN_METER_DEALT_COUNT
};
enum cn_meter_drawn {
#define X(id) CN_METER_DRAWN_##id,
    CN_METER_DRAWN(X)
#undef X
    CN_METER_DRAWN_COUNT
};

enum {
    CN_METER_STAGES = 6, /* three of the stock, before and after the side's first meld */
    CN_METER_OWN = CN_METER_DEALT_COUNT + CN_METER_STAGES * CN_METER_DRAWN_COUNT,
    /* The side's, those of all others together, what its initial meld had to count and theirs
     * together, a constant. */
    CN_METER_MINIMUM = 2 * CN_METER_OWN,
    CN_METER_CONSTANT = CN_METER_MINIMUM + 2,
    CN_METER_FEATURES = CN_METER_CONSTANT + 1,
    CN_METER_ONE = 65536, /* of what is counted */
    CN_METER_POINT = 1024 /* of a fit */
};

/* What was counted so far, in 65536ths. */
struct cn_meter {
    int64_t of[CN_SIDES_MAX][CN_METER_OWN];
    int64_t minimum[CN_SIDES_MAX];
};

/* A deal that is followed step by step, also back. Some 250 KB. */
struct cn_meter_course {
    struct cn_meter now;
    struct cn_meter at[CN_CARDS_MAX + 1]; /* by how many cards had left the stock */
};

/* Points of each feature, in 1024ths. */
struct cn_meter_fit {
    int32_t of[CN_METER_FEATURES];
};

/* Counts what was dealt: 'deal' as it is before the first decision. */
void cn_meter_deal(struct cn_meter *meter, const struct cn_law *law, const struct cn_deal *deal);

/* Counts what was drawn between 'before' and 'after' one decision and all that followed it. */
void cn_meter_step(struct cn_meter *meter, const struct cn_law *law, const struct cn_deal *before,
                   const struct cn_deal *after);

/* The same for a course. An undone draw is forgotten. */
void cn_meter_begin(struct cn_meter_course *course, const struct cn_law *law,
                    const struct cn_deal *deal);
void cn_meter_follow(struct cn_meter_course *course, const struct cn_law *law,
                     const struct cn_deal *before, const struct cn_deal *after);

/* Writes the features of one side. */
void cn_meter_features(const struct cn_meter *meter, int sides, int side,
                       int64_t features[CN_METER_FEATURES]);

/* Finds the fit for a rule set, which house rules keep by their name, in the text of
 * data/luck.table: a line "NAME PLAYERS NUMBER ..." for each. Returns false if there is none. */
bool cn_meter_find(const char *table, const struct cn_rules *rules, int players,
                   struct cn_meter_fit *fit);

/* Returns what the side's cards were worth, in points, rounded to 5. */
int32_t cn_meter_worth(const struct cn_meter *meter, const struct cn_meter_fit *fit, int sides,
                       int side);

#endif
