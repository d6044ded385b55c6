/* pick.h -- from picked cards to actions.
 *
 * A person picks cards; this file finds what they can mean, as plans: short lists of actions with
 * exactly these cards. The engine decides legality, never this file: only plans whose actions are
 * all legal are kept. If none is left, the refusal is that of the likeliest one.
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

/* Finds what melding these cards can mean: new melds, additions to melds of the side, wild cards
 * with one rank or another; bonus cards alone are laid down. At least one card; all must be in the
 * hand. */
void plays_for_cards(const struct display *display, const cn_card *cards, int count,
                     struct card_plays *plans);

/* What a plan does, in words: "meld three sevens and a joker, then add a king to the kings". */
char *words_plan(const struct display *display, const struct card_play *plan, char *text,
                 size_t size);

/* Does the seat go out with this many cards: its last ones, while no second hand waits? */
bool display_goes_out(const struct display *display, int cards);
int card_play_cards(const struct card_play *plan); /* the cards that a plan lays */

/* Lists the legal ways to take the pack now. Returns how many; if 0, *why is the reason. */
int takes_available(const struct display *display, struct cn_action takes[TAKES_MAX],
                    struct cn_refusal *why);
/* Finds the way of taking that these cards of the hand mean, with the two to show in 'shown'.
 * Returns false if there is none. Does not check legality. */
bool take_for_cards(const struct display *display, const cn_card *cards, int count,
                    struct cn_action *take, cn_card shown[2]);

/* Returns the points that these cards count on the table. */
int points_of_cards(const struct display *display, const cn_card *cards, int count);

#endif
