/* pick.h -- from picked cards to actions.
 *
 * A person picks cards; what they could mean is worked out here as plans, each a short row of actions with
 * the very cards. Whether an action is allowed is asked of the law, never decided: plans whose actions are
 * all legal now are kept. With none left, the refusal says why the likeliest one is not.
 */
#ifndef CN_PICK_H
#define CN_PICK_H

#include "seat_display.h"

enum {
    CN_STEPS_MAX = 16,
    CN_PLANS_MAX = 9,
    CN_TAKES_MAX = 24
};

struct cn_plan_step {
    struct cn_action action;
    int count;
    cn_card cards[CN_CARDS_MAX];
};
struct cn_plan {
    int count;
    struct cn_plan_step step[CN_STEPS_MAX];
};
struct cn_plans {
    int count;
    struct cn_plan at[CN_PLANS_MAX];
    struct cn_refusal why; /* if count is 0 */
};

/* What melding these cards can mean: new melds, adding to melds of the side, wild cards with one rank or
 * another. At least one card; all must be in the hand. */
void cn_plans_of_cards(const struct cn_face *face, const cn_card *cards, int count,
                       struct cn_plans *plans);

/* What a plan does, in words: "meld three sevens and a joker, then add a king to the kings". */
char *cn_say_plan(const struct cn_face *face, const struct cn_plan *plan, char *text, size_t size);

/* The legal ways to take the pack now, as actions; with none, *why. */
int cn_takes_of_face(const struct cn_face *face, struct cn_action takes[CN_TAKES_MAX],
                     struct cn_refusal *why);
/* The way of taking that these cards of the hand mean, with the two to be shown in 'shown': false if they
 * mean none. Whether it is legal is another question. */
bool cn_take_of_cards(const struct cn_face *face, const cn_card *cards, int count,
                      struct cn_action *take, cn_card shown[2]);

/* Points that these cards count on the table. */
int cn_points_of_cards(const struct cn_face *face, const cn_card *cards, int count);

#endif
