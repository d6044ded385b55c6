/* pick.h -- from picked cards to actions.
 *
 * A person picks cards; what they could mean is worked out here as plans, each a short row of actions with
 * the very cards. Whether an action is allowed is asked of the law, never decided: plans whose actions are
 * all legal now are kept. With none left, the refusal says why the likeliest one is not.
 */
#ifndef DISPLAY_PICK_H
#define DISPLAY_PICK_H

#include "seat_display.h"

enum {
    CARD_PLAY_STEPS_MAX = 16,
    CARD_PLAYS_MAX = 9,
    TAKES_MAX = 24
};

struct card_play_step {
    struct cn_action action;
    int count;
    cn_card cards[CN_CARDS_MAX];
};
struct card_play {
    int count;
    struct card_play_step step[CARD_PLAY_STEPS_MAX];
};
struct card_plays {
    int count;
    struct card_play at[CARD_PLAYS_MAX];
    struct cn_refusal why; /* if count is 0 */
};

/* What melding these cards can mean: new melds, adding to melds of the side, wild cards with one rank or
 * another. At least one card; all must be in the hand. */
void plays_for_cards(const struct display *face, const cn_card *cards, int count,
                     struct card_plays *plans);

/* What a plan does, in words: "meld three sevens and a joker, then add a king to the kings". */
char *words_plan(const struct display *face, const struct card_play *plan, char *text, size_t size);

/* The legal ways to take the pack now, as actions; with none, *why. */
int takes_available(const struct display *face, struct cn_action takes[TAKES_MAX],
                    struct cn_refusal *why);
/* The way of taking that these cards of the hand mean, with the two to be shown in 'shown': false if they
 * mean none. Whether it is legal is another question. */
bool take_for_cards(const struct display *face, const cn_card *cards, int count,
                    struct cn_action *take, cn_card shown[2]);

/* Points that these cards count on the table. */
int points_of_cards(const struct display *face, const cn_card *cards, int count);

#endif
