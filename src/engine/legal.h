/* legal.h -- the law of strict play: what may be done, and why not.
 *
 * The legality principle (docs/RULES.md): an action is legal exactly when, after it, the turn can
 * still be brought to a legal end by the cards the acting seat knows. Both functions read only a
 * board and the acting seat's hand.
 */
#ifndef CN_ENGINE_LEGAL_H
#define CN_ENGINE_LEGAL_H

#include "canasta/law.h"

#include "action.h"
#include "view.h"

/* Returns the types of a refusal's arguments ("k"). A static string. */
const char *cn_refusal_arguments(enum cn_refusal_id id);

/* Lists all legal actions of the deciding seat (cn_board_actor), whose hand is 'hand'; none only
 * when the deal has ended. Order is fixed but not sorted. Returns the count. */
int cn_board_legal_list(const struct cn_law *law, const struct cn_board *board, cn_hand hand,
                        struct cn_actions *actions);
/* Writes at most 'capacity' of those from index 'first' on. Returns how many there are in all. */
int cn_board_legal_list_from(const struct cn_law *law, const struct cn_board *board, cn_hand hand,
                             int first, struct cn_action *actions, int capacity);
/* Finds those of cn_board_legal_list (canasta/law.h). Returns how many there are. */
int cn_board_legal_set_init(struct cn_legal_set *set, const struct cn_law *law,
                            const struct cn_board *board, cn_hand hand);
/* Returns the last action of the view's list, which must not be empty: for callers that accept any
 * legal action. */
struct cn_action cn_legal_last(const struct cn_view *view);

/* Could the seat in turn, whose hand is 'hand', still go out in this turn, whatever its partner
 * answers? Before drawing: with all of its hand melded. */
bool cn_board_can_go_out(const struct cn_law *law, const struct cn_board *board, cn_hand hand);

/* Could the turn still end legally if 'unknown' cards more joined the hand of the seat in turn, of
 * which none can be counted on to be melded? And once it has done this, taking, melding or adding?
 * Not asked before it has drawn, nor whether it may do so. */
bool cn_board_can_end(const struct cn_law *law, const struct cn_board *board, cn_hand hand,
                      int unknown);
bool cn_board_can_end_after(const struct cn_law *law, const struct cn_board *board, cn_hand hand,
                            struct cn_action action);

/* Is this action of 'seat', whose hand is 'hand', legal? If not, returns false and fills *why,
 * naming the first article that applies (docs/RULES.md). Accepts any action that cn_action_parse
 * can produce; why may be NULL. */
bool cn_board_legal_check(const struct cn_law *law, const struct cn_board *board, int seat,
                          cn_hand hand, struct cn_action action, struct cn_refusal *why);

#endif
