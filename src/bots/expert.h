/* expert.h -- what the expert sees in a view, for its files. */
#ifndef CN_BOTS_EXPERT_H
#define CN_BOTS_EXPERT_H

#include "bots.h"
#include "weights.h"

enum {
    CN_NO_MELD = 0xff
};

/* A view as the expert looks at it. */
struct cn_expert {
    const struct cn_rules *rules;
    const struct cn_board *table;
    const struct cn_memory *memory;
    const struct cn_weights *weights;
    cn_hand hand, pile;
    int seat, side, size, wilds, partner; /* CN_NO_SEAT: none */
    int opponent, opponent_side;          /* the next seat of another side */
    bool opened, they_opened;
    bool twice;  /* the side has two unfinished melds of one kind */
    bool frozen; /* to this side */
    bool late;
    bool threatened; /* an opponent has what it takes to go out */
    uint8_t meld[CN_KINDS +
                 1]; /* the side's largest meld of a kind under seven, else any; CN_NO_MELD */
};

void cn_expert_look(struct cn_expert *e, const struct cn_view *view,
                    const struct cn_weights *weights);
/* Is the action legal? Asks the law only where plain counting does not tell. 'cards': those that it lays. */
bool cn_expert_may(const struct cn_expert *e, struct cn_action action, int cards);
/* Sets *action to what is wanted and says whether it is legal. */
bool cn_expert_try(const struct cn_expert *e, struct cn_action *action, struct cn_action wanted);
enum {
    CN_COPIES_MOST = 15 /* of a kind, as a hand counts them */
};
/* What every discard is weighed by, in points: what the next opponent may do with it and what the hand loses. */
struct cn_expert_danger {
    cn_hand unseen; /* by kind: not seen, and not known to lie in a hand */
    int32_t none[CN_COPIES_MOST + 1],
        one[CN_COPIES_MOST + 1];  /* by copies unseen: how likely it is, in
                                                 1/1024, that he holds none, and just one */
    uint8_t their_size[CN_KINDS]; /* cards in their largest meld of a kind */
    int completes;                /* canastas of theirs that the pile completes as it lies */
    int pairs;                    /* natural pairs in the hand */
    int pair, single,
        onto;     /* what it costs if he takes it by a pair, with a wild card, onto a meld */
    bool by_meld; /* he can do that */
    int held[4];  /* what the hand loses, by how many of a kind it holds */
    int points, unseen_single, unseen_pair; /* … for each point and each copy unseen, in 1/1024 */
};
void cn_expert_count(const struct cn_expert *e, struct cn_expert_danger *danger);
/* What it costs to discard a card of this kind. */
int cn_expert_discard_cost(const struct cn_expert *e, const struct cn_expert_danger *danger,
                           int kind);

/* The next action of this turn's laying, or false where nothing more is to be laid. */
bool cn_expert_lay(const struct cn_expert *e, struct cn_action *action);
/* The next action towards going out in this turn; false where that cannot or should not be. */
bool cn_expert_go_out(const struct cn_expert *e, struct cn_action *action);
/* Could the hand go out in this turn, as it stands? */
bool cn_expert_can_go_out(const struct cn_expert *e);

#endif
