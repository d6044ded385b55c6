/* standing.h -- what the cards themselves do not show: closed canastas, dead ranks, discards that
 * are barred, talons, second hands, scores that depend on the number of canastas.
 *
 * Everything comes from the law and the board; both front ends show it. Texts are clauses without a
 * capital or a full stop, and "" if there is nothing to say.
 */
#ifndef DISPLAY_STANDING_H
#define DISPLAY_STANDING_H

#include "seat_display.h"

/* X(ID, name): the names are those of the page, and end the keys of sentences. */
#define MELD_STATES(X)                                                      \
    X(OPEN, "")                                                             \
    X(CLOSED, "closed")   /* a canasta that takes no more cards */          \
    X(DEAD, "dead")       /* no canasta, but one of its rank is complete */ \
    X(LOCKING, "locking") /* the side's wild cards go only here, until it is one */

enum meld_state {
#define X(id, name) MELD_##id,
    MELD_STATES(X)
#undef X
    MELD_STATE_COUNT
};
/* "closed" */
const char *display_meld_state_name(enum meld_state state);
enum meld_state display_meld_state(const struct display *display, int side, int meld);
/* "closed: no more cards can be laid on it" */
char *words_meld_state(const struct display *display, int side, int meld, char *text, size_t size);

/* Can nobody lay cards of this kind, because a canasta of them is complete (dead_ranks)? */
bool display_rank_is_dead(const struct display *display, int kind);
/* "dead: a canasta of kings is complete, nobody can lay them", if they are. */
char *words_dead_rank(const struct display *display, int kind, char *text, size_t size);
/* Must this seat, whose discard is due, discard another card because of this card's kind? Then *why
 * is the refusal. */
bool display_discard_is_barred(const struct display *display, int kind, struct cn_refusal *why);
/* What may not be discarded while the pack is empty: "not on an empty pack …: sevens and aces". */
char *words_empty_pack(const struct display *display, char *text, size_t size);

/* Would a claim of the pack take only a part of it (pile_taken)? Then *taken and *left are how many
 * cards, the top card and bonus cards included. Never if nobody may claim it. */
bool display_pack_parts(const struct display *display, int *taken, int *left);
/* "you take the top 7 cards, 5 stay" */
char *words_pack_parts(const struct display *display, char *text, size_t size);

/* Which meld the opening must contain that it does not yet have (opening_needs); 'brief': in few
 * columns. */
char *words_opening_needs(const struct display *display, bool brief, char *text, size_t size);

/* The talon and the second hands that wait for a seat, and when they come. */
char *words_waiting(const struct display *display, int seat, char *text, size_t size);

/* Do a side's own canastas decide how its cards or bonus cards count (score_by_canastas,
 * red_three_needs)? "one canasta: threes count nothing yet" */
char *words_standing(const struct display *display, int side, char *text, size_t size);
/* What the side would score if the deal ended now, without the cards of its hands. Returns false if
 * that is nothing but the points of its cards and canastas. */
bool display_score_so_far(const struct display *display, int side, struct cn_score *score);
/* What keeps the side from going out besides the canastas that it needs: melds that bar it, second
 * hands, a partner who must say yes. */
char *words_out_missing(const struct display *display, int side, char *text, size_t size);

#endif
