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
    const struct cn_table *table;
    const struct cn_memory *memory;
    const struct cn_weights *weights;
    cn_hand hand, pile;
    int seat, side, size, wilds, partner; /* CN_NO_SEAT: none */
    int opponent, opponent_side;          /* the next seat of another side */
    bool opened, they_opened;
    bool frozen; /* to this side */
    bool late;
    bool threatened; /* an opponent has what it takes to go out */
    uint8_t meld[CN_KINDS +
                 1]; /* the side's largest meld of a kind under seven, else any; CN_NO_MELD */
};

void cn_expert_look(struct cn_expert *e, const struct cn_rules *rules, const struct cn_view *view,
                    const struct cn_weights *weights);
/* Is the action legal? Asks the law only where plain counting does not tell. 'cards': those that it lays. */
bool cn_expert_may(const struct cn_expert *e, struct cn_action action, int cards);
/* Sets *action to what is wanted and says whether it is legal. */
bool cn_expert_try(const struct cn_expert *e, struct cn_action *action, struct cn_action wanted);
enum {
    CN_COPIES_COUNTED = 12 /* all that three packs have of a kind */
};
/* By copies of a kind that are unseen: how likely it is, in 1/1024, that a seat holds none, and just one. */
struct cn_expert_chances {
    int32_t none[CN_COPIES_COUNTED + 1], one[CN_COPIES_COUNTED + 1];
};
/* What it costs to discard a card of this kind, in points: what the opponents may do with it and what the hand
 * loses. */
struct cn_expert_danger {
    cn_hand unseen;                      /* by kind: not seen, and not known to lie in a hand */
    struct cn_expert_chances chances[2]; /* of the next opponent, and of the one after */
    uint8_t their_size[CN_KINDS];        /* cards in the next opponent's largest meld of a kind */
    int fits;  /* cards in the pile that fit melds of the next opponent's side */
    int pairs; /* natural pairs in the hand */
    int opponent[2];
};
void cn_expert_count(const struct cn_expert *e, struct cn_expert_danger *danger);
int cn_expert_discard_cost(const struct cn_expert *e, const struct cn_expert_danger *danger,
                           int kind);

/* The next action of this turn's laying, or false where nothing more is to be laid. */
bool cn_expert_lay(const struct cn_expert *e, struct cn_action *action);
/* The next action towards going out in this turn; false where that cannot or should not be. */
bool cn_expert_go_out(const struct cn_expert *e, struct cn_action *action);
/* Could the hand go out in this turn, as it stands? */
bool cn_expert_can_go_out(const struct cn_expert *e);

#endif
