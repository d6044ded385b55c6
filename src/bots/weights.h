/* weights.h -- the weights of the expert's judgement, as one table.
 *
 * Values are points, cards or per cent, as the comments say; whole numbers, so that every compiler
 * plays the same. The file of each style (*.weights) says where its values come from.
 */
#ifndef CN_BOTS_WEIGHTS_H
#define CN_BOTS_WEIGHTS_H

#include <stdint.h>

/* X(name, low, high): the range that tuning may try. */
#define CN_WEIGHTS(X)                                                                              \
    X(pile_card, -20, 60)         /* worth of each card in a pile that is taken */                 \
    X(pile_points, -90, 300)      /* ... %: and of its points */                                   \
    X(pile_fit, 0, 60)            /* ... more for a natural that fits a meld */                    \
    X(pile_pair, -40, 60)         /* ... a pair in the hand */                                     \
    X(pile_triple, 0, 60)         /* ... for one of three that are together then */                \
    X(pile_wild, 0, 200)          /* ... for a wild card */                                        \
    X(pile_canasta, 0, 520)       /* ... for a canasta that is complete then */                    \
    X(pile_wilds_held, -20, 50)   /* ... for each wild card held */                                \
    X(pile_own_hand, -10, 20)     /* ... less for each card in the hand */                         \
    X(pile_their_hand, -10, 30)   /* ... for each card in the next opponent's */                   \
    X(pile_they_opened, -50, 150) /* ... where they have melded */                                 \
    X(take_onto, -100, 400)       /* what it must be worth to take it onto a meld */               \
    X(take_pair, -400, 300)       /* ... to show a pair */                                         \
    X(take_wild, -50, 500)        /* ... a natural and a wild card */                              \
    X(take_closed, -300, 100)     /* ... more where the side has not melded */                     \
    X(onto_base, -300, 200)       /* cost of a discard that goes on a meld of the next opponent */ \
    X(onto_card, 0, 80)           /* ... for each card in the pile */                              \
    X(onto_canasta, -150, 50)     /* ... where it goes on one */                                   \
    X(onto_hand, -10, 29)         /* ... for each card in that hand */                             \
    X(onto_pile_hand, -10, 81) /* ... tenths, for each card in the pile times each in that hand */ \
    X(danger_canasta, -50, 500) /* ... for a canasta that the pile completes */                    \
    X(danger_fit, -20, 80)  /* ... for each card in the pile that fits their melds, not frozen */  \
    X(pair_base, -300, 200) /* cost of the pile, where a pair takes it: the pile not frozen */     \
    X(pair_card, 0, 80)     /* ... for each card in the pile */                                    \
    X(single_base, -300, 200) /* ... where a natural and a wild card take it */                    \
    X(single_card, 0, 104)    /* ... for each card in the pile */                                  \
    X(frozen_base, -600, 500) /* ... frozen to all */                                              \
    X(frozen_card, 0, 180)    /* ... for each card in the pile */                                  \
    X(frozen_stock, -5, 20)   /* ... less for each card in the stock */                            \
    X(closed_base, -600, 200) /* ... where the next side has not melded */                         \
    X(closed_card, 0, 100)    /* ... for each card in the pile */                                  \
    X(danger_threw, 0, 300)   /* %: chance of a pair, if that seat discarded the kind recently */  \
    X(danger_passed, 0, 200)  /* %: ... if it declined the kind recently */                        \
    X(keep_unseen, -25, 15)   /* a natural, for each copy not seen: dangerous later */             \
    X(keep_unseen_pair, -25, 15)     /* ... one of several of its kind */                          \
    X(keep_unseen_pile, -15, 20)     /* ... tenths, each of them times each card in the pile */    \
    X(keep_unseen_stock, -10, 10)    /* ... in the stock */                                        \
    X(keep_partner, -60, 30)         /* ... for each copy that the partner is known to hold */     \
    X(keep_pair, -50, 150)           /* breaking a pair */                                         \
    X(keep_pair_more, 0, 25)         /* ... less for each pair held */                             \
    X(keep_pair_open, -30, 60)       /* ... less if the side has melded */                         \
    X(keep_triple, -100, 150)        /* breaking three */                                          \
    X(keep_triple_frozen, -50, 150)  /* ... less if the pile is frozen */                          \
    X(keep_triple_open, -50, 120)    /* ... less if the side has melded */                         \
    X(keep_four, -200, 160)          /* breaking more */                                           \
    X(keep_own, -125, 200)           /* a natural that fits a meld of its side */                  \
    X(keep_canasta, -50, 150)        /* ... a complete canasta */                                  \
    X(keep_points, -600, 300)        /* %: of a card's points */                                   \
    X(keep_points_card, -20, 100)    /* ... for each card in the hand */                           \
    X(keep_points_closed, -100, 400) /* ... while the next side has not melded */                  \
    X(late_points, -100, 300)        /* ... less, late */                                          \
    X(keep_wild, -50, 600)           /* a deuce */                                                 \
    X(keep_wild_more, -40, 40)       /* ... less for each wild card held */                        \
    X(keep_joker, -50, 210)          /* a joker is worth this much more */                         \
    X(keep_black, -200, 80)          /* a black three */                                           \
    X(keep_black_card, -10, 20)      /* ... for each card in the pile */                           \
    X(freeze_base, -100, 150)        /* worth of freezing against a side that has melded */        \
    X(freeze_card, -10, 50)          /* ... for each card in the pile */                           \
    X(freeze_pair, 0, 40)            /* ... for each natural pair held */                          \
    X(freeze_unopened, -300, 150)    /* ... while only they have melded */                         \
    X(freeze_closed, -10, 40)        /* cost of freezing before that, for each card in the pile */ \
    X(open_base, -300, 600)          /* worth of opening from the hand */                          \
    X(open_card, 0, 60)              /* ... less for each card that it takes */                    \
    X(open_minimum, -10, 50)         /* ... tenths, per point of the minimum: it gets no easier */ \
    X(open_triple, -100, 200)        /* ... for each three of a kind in the hand */                \
    X(open_answer, -150, 300)        /* ... where they have melded */                              \
    X(open_late, -50, 500)           /* ... late */                                                \
    X(open_threat, -200, 200)        /* ... where an opponent may go out */                        \
    X(open_their_hand, -10, 81)      /* ... less for each card in the next opponent's hand */      \
    X(open_pile, -10, 40)            /* ... less for each card in the pile */                      \
    X(open_frozen, -100, 200)        /* ... where the pile is frozen to all */                     \
    X(open_rivals, -100, 1500)       /* ... where three sides have waited long enough */           \
    X(open_wild, -18, 60)            /* cost of a wild card in opening, in tenths of a card */     \
    X(lay_base, -200, 840)           /* worth of laying three of a kind, and opening is done */    \
    X(lay_frozen, -50, 400)     /* ... less where the pile is frozen: held, a pair can take it */  \
    X(lay_pile, -10, 40)        /* ... less for each card in the pile */                           \
    X(lay_first, -100, 200)     /* ... less while the side has no canasta */                       \
    X(lay_canasta, -110, 150)   /* ... less for each canasta of the side */                        \
    X(lay_threat, -100, 200)    /* ... less where an opponent may go out */                        \
    X(lay_their_meld, -30, 100) /* ... for each of their melds */                                  \
    X(lay_they_opened, -100, 290) /* ... less where they have melded */                            \
    X(lay_stock, -5, 15)          /* ... less for each card in the stock */                        \
    X(lay_their_hand, -10, 30)    /* ... less for each card in the next opponent's hand */         \
    X(lay_own_hand, -10, 42)      /* ... for each card in the hand */                              \
    X(lay_left, -10, 55)          /* ... less for each that is left then */                        \
    X(lay_late, -50, 300)         /* ... late */                                                   \
    X(lay_pair, -50, 600)         /* ... less for a pair with a wild card */                       \
    X(hold_most, 3, 8)            /* this many of a kind are laid at once */                       \
    X(hold_add, 0, 12)            /* add single naturals only below this many cards, if frozen */  \
    X(add_least, 0, 8)            /* ... and only if this many cards are left */                   \
    X(size_five, 0, 300)          /* worth of a meld of five cards above one of four */            \
    X(size_six, 0, 500)           /* ... of six */                                                 \
    X(size_seven, 0, 1300)        /* ... of a canasta */                                           \
    X(first_canasta, -410, 500)   /* ... the side's first */                                       \
    X(threat_canasta, -100, 500)  /* ... where an opponent may go out */                           \
    X(natural_five, -150, 500)    /* worth of five naturals without a wild card */                 \
    X(natural_six, 0, 780)        /* ... of six */                                                 \
    X(natural_late, 0, 100)       /* %: of that, late or where an opponent may go out */           \
    X(wild_each, 0, 300)          /* what a wild card is worth in the hand */                      \
    X(wild_late, -50, 300)        /* ... late */                                                   \
    X(wild_last, -190, 200)       /* ... more for the last one */                                  \
    X(wild_stock, -8, 10)         /* ... laid at all, for each card in the stock */                \
    X(wild_pile, -10, 30)         /* ... in the pile */                                            \
    X(wild_their_hand, -10, 30)   /* ... in the next opponent's hand */                            \
    X(wild_partner, -10, 30)      /* ... in the partner's */                                       \
    X(late_stock, 0, 40)          /* it is late once the stock has this many cards */              \
    X(late_hand, 0, 8)            /* ... or when an opponent with a canasta has this few cards */  \
    X(out_base, -570, 600)        /* worth of going out */                                         \
    X(out_their_card, -10, 50)    /* ... for each card in their hands */                           \
    X(out_our_card, -10, 50)      /* ... less for each card in the partner's */                    \
    X(out_own_card, -10, 68)      /* ... less per card in its hand, which could do more later */   \
    X(out_stock, -15, 30)         /* ... less for each card in the stock */                        \
    X(out_pile, -19, 20)          /* ... less for each card in the pile */                         \
    X(out_their_canasta, -200, 200) /* ... less for each of their canastas */                      \
    X(out_they_opened, -200, 300)   /* ... where they have melded */                               \
    X(out_red, -50, 200)            /* ... for each red three of theirs, where they have not */    \
    X(out_near, -20, 60)            /* ... less for each of its melds of four to six cards */      \
    X(out_their_near, -20, 60)      /* ... for each of theirs */                                   \
    X(out_meld, -20, 60)            /* ... less for each of its melds */                           \
    X(ask_from, 0, 15)              /* ask a partner with this many cards or more */               \
    X(answer_yes, -100, 500)        /* the answer is yes up to this many points left in the hand */

struct cn_weights {
#define X(name, low, high) int32_t name;
    CN_WEIGHTS(X)
#undef X
};

/* The expert's own, and those of the style that plays on for canastas. */
extern const struct cn_weights cn_expert_tuned, cn_patient_tuned;

enum cn_weight {
#define X(name, low, high) CN_WEIGHT_##name,
    CN_WEIGHTS(X)
#undef X
    CN_WEIGHT_COUNT
};

#endif
