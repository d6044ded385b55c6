/* weights.h -- what the expert's judgement weighs, as one table.
 *
 * Values are points, or cards, or per cent where the words say so; whole numbers, so that every compiler
 * plays the same. Where the values of a style come from stands in its file (*.weights).
 */
#ifndef CN_BOTS_WEIGHTS_H
#define CN_BOTS_WEIGHTS_H

#include <stdint.h>

/* X(name, low, high): the range is what tuning may try. */
#define CN_WEIGHTS(X)                                                                            \
    X(pile_base, 0, 120)       /* worth of any pile to who takes it */                           \
    X(pile_card, 0, 60)        /* … and of each card in it */                                  \
    X(pile_fit, 0, 60)         /* … more for a card that fits a meld or a pair of the taker */ \
    X(take_least, -200, 300)   /* a pile must be worth so much to be taken */                    \
    X(take_pair, -40, 120)     /* what a pair shown costs */                                     \
    X(take_wild, 0, 250)       /* what a wild card shown costs */                                \
    X(danger_unopened, 0, 100) /* %: of the danger where the next side has not melded */         \
    X(danger_frozen, 20, 200)  /* %: of the danger where the pile is frozen */                   \
    X(danger_wild, 0, 100)     /* %: of the danger that a wild card takes it */                  \
    X(danger_after, 0, 100)    /* %: of the danger from the opponent after the next */           \
    X(danger_threw, 0, 200)    /* %: of that of a pair, where he threw the kind lately */        \
    X(danger_passed, 0, 200)   /* %: … where he let the kind lie lately */                     \
    X(keep_single, 0, 15)      /* a single natural, for each copy not seen */                    \
    X(keep_pair, -20, 120)     /* breaking a pair */                                             \
    X(keep_triple, -40, 120)   /* breaking three */                                              \
    X(keep_four, -40, 160)     /* breaking more */                                               \
    X(keep_own, 0, 200)        /* a natural that fits an own meld */                             \
    X(keep_canasta, 0, 150)    /* … a complete canasta */                                      \
    X(keep_wild, 0, 400)       /* a deuce */                                                     \
    X(keep_joker, -50, 150)    /* … a joker is worth more by so much */                        \
    X(keep_black, -40, 80)     /* a black three */                                               \
    X(keep_points, -100, 150)  /* %: of a card's points */                                       \
    X(late_points, 0, 300)     /* %: of a card's points that throwing it saves, late */          \
    X(freeze_pile, 0, 150)     /* %: of the pile's worth that freezing keeps from them */        \
    X(freeze_unopened, 0, 150) /* … while only they have melded */                             \
    X(freeze_pair, 0, 40)      /* … for each natural pair held */                              \
    X(open_cards, 0, 100)      /* tenths of a card to keep when opening from the hand */         \
    X(open_answer, 0, 80)      /* … fewer where they have melded */                            \
    X(open_late, 0, 100)       /* … fewer late */                                              \
    X(open_wild, 0, 60)        /* cost of a wild card in opening, in tenths of a card */         \
    X(hold_triple, 3, 25)      /* lay three of a kind only from so many cards on */              \
    X(hold_add, 0, 12)         /* add single naturals only below so many cards, if frozen */     \
    X(wild_most, 0, 5)         /* most wild cards to complete a canasta with */                  \
    X(wild_hand, 0, 20)        /* spare wild cards are laid below so many cards in hand */       \
    X(late_stock, 0, 40)       /* it is late from so many cards in the stock on */               \
    X(late_hand, 0, 8)         /* … or when an opponent with a canasta has so few cards */     \
    X(out_base, -300, 400)     /* going out at all */                                            \
    X(out_their_card, -10, 50) /* … for each card in their hands */                            \
    X(out_our_card, -10, 50)   /* … against each card in the partner's */                      \
    X(out_their_canasta, -200, 300) /* … where they have no canasta */                         \
    X(out_stock, 0, 20)             /* … against each card in the stock */                     \
    X(out_lead, -100, 100)   /* %: … against what lies on our side above theirs, a tenth */    \
    X(ask_from, 0, 15)       /* ask a partner with so many cards or more */                      \
    X(answer_yes, -100, 400) /* the answer is yes up to so many points left in the hand */

struct cn_weights {
#define X(name, low, high) int32_t name;
    CN_WEIGHTS(X)
#undef X
};

/* The expert's own. */
extern const struct cn_weights cn_expert_tuned;

enum cn_weight {
#define X(name, low, high) CN_WEIGHT_##name,
    CN_WEIGHTS(X)
#undef X
    CN_WEIGHT_COUNT
};

#endif
