/* expert.h -- what the files of the expert share.
 *
 *   expert_view.c      a view as the expert reads it, and a short cut to the law
 *   expert_discard.c   what each discard costs
 *   expert_lay.c       melding when the turn is not to go out
 *   expert_out.c       going out
 *   expert.c           the order of a turn
 */
#ifndef CN_BOTS_EXPERT_H
#define CN_BOTS_EXPERT_H

#include "bots.h"
#include "weights.h"

#ifdef CN_NARROW_HANDS
#include "bots_narrow.h"
#endif

/* A view as the expert reads it. */
struct cn__expert {
    const struct cn_law *law;
    const struct cn_board *board;
    const struct cn_memory *memory;
    const struct cn_weights *weights;
    cn_hand hand, pile;
    int seat, side, size, wilds, partner; /* CN_NO_SEAT: none */
    int opponent, opponent_side;          /* the next seat of another side */
    bool opened, they_opened;
    bool twice;  /* the side has two unfinished melds of one kind */
    bool frozen; /* for this side */
    bool late;
    bool threatened; /* an opponent meets the conditions for going out */
    /* by kind: the side's unfinished meld, else a canasta; CN_NO_MELD: neither */
    uint8_t meld[CN_KINDS + 1];
};

void cn__expert_init(struct cn__expert *e, const struct cn_view *view,
                     const struct cn_weights *weights);
/* Is the action legal? Asks the law only if counting cannot tell. 'cards': how many it lays. */
bool cn__expert_allows(const struct cn__expert *e, struct cn_action action, int cards);
/* Sets *action to 'wanted' and returns whether it is legal. */
bool cn__expert_consider(const struct cn__expert *e, struct cn_action *action,
                         struct cn_action wanted);

enum {
    CN_COPIES_MOST = 4 * CN_PACKS_MAX /* of a kind */
};
/* The parts of the cost that all discards share, in points: what the next opponent may do with the
 * pile, and what the hand loses. */
struct cn__expert_danger {
    cn_hand unseen; /* by kind: not seen, and not known to be in a hand */
    /* by copies unseen: how likely, in 1/1024, the opponent holds none, and exactly one */
    int32_t none[CN_COPIES_MOST + 1], one[CN_COPIES_MOST + 1];
    uint8_t their_size[CN_KINDS]; /* cards in their largest meld of a kind */
    int completes;                /* their canastas that the pile would complete */
    int pairs;                    /* natural pairs in the hand */
    int pair, single, onto;       /* the cost if it is taken with a pair, a wild card, for a meld */
    bool by_meld;                 /* the opponent may take it for a meld */
    int held[4];                  /* what the hand loses, by how many of the kind it holds */
    int points, unseen_single, unseen_pair; /* for each point and each copy unseen, in 1/1024 */
};
void cn__expert_discard_weights(const struct cn__expert *e, struct cn__expert_danger *danger);
/* Returns the cost of discarding a card of this kind. */
int cn__expert_discard_cost(const struct cn__expert *e, const struct cn__expert_danger *danger,
                            int kind);

/* Finds the next meld or addition of this turn; returns false if there is none. */
bool cn__expert_meld(const struct cn__expert *e, struct cn_action *action);
/* Finds the next action towards going out in this turn; returns false if it cannot or should not.
 */
bool cn__expert_go_out(const struct cn__expert *e, struct cn_action *action);
/* Could the current hand go out in this turn? */
bool cn__expert_can_go_out(const struct cn__expert *e);

#endif
