/* view.h -- what one seat may know of a deal.
 *
 * Bots and clients are given a view, never the game: hidden cards cannot be read from it. It
 * contains everything that lies face up, the seat's own hand, and what everyone who watched the
 * deal can remember.
 *
 * A struct cn_view is opaque: provide cn_view_size() bytes, aligned as malloc aligns, and fill them
 * with cn_view_of (game.h). It points into the game: do not use it once the game has changed.
 */
#ifndef CANASTA_VIEW_H
#define CANASTA_VIEW_H

#include <canasta/card.h>
#include <canasta/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cn_view;
struct cn_board; /* everything that lies face up; see cn_view_board */

#define CN_NO_SEAT 0xff

/* How far the turn has come: X(id, name). */
#define CN_PHASES(X)                                                                               \
    X(START, "start")   /* draw, take the pile, ask or, once the stock is gone, stop */            \
    X(ANSWER, "answer") /* the partner is asked "May I go out?" (L40) */                           \
    X(TAKING, "claim")  /* the top card is laid; the pile follows once the minimum is met (L33) */ \
    X(MELD, "meld")     /* meld, ask, and discard */                                               \
    X(LAST_RED_THREE,                                                                              \
      "last-red") /* the stock's last card was a red three: meld, then stop (L44) */               \
    X(ENDED, "ended")

enum cn_phase {
#define X(id, name) CN_PHASE_##id,
    CN_PHASES(X)
#undef X
};

/* Returns the name of a phase ("last-red"), or NULL past the last. */
CN_API const char *cn_phase_name(int phase);

/* A meld: its kind, and how many cards of each sort. 0 naturals: it was joined to another (L24). */
struct cn_meld {
    uint8_t kind, naturals, deuces, jokers;
};

/* Returns how many bytes a view needs. */
CN_API size_t cn_view_size(void);

/* Returns the seat whose view it is. */
CN_API int cn_view_seat(const struct cn_view *view);

/* Returns the seat that decides next: the seat in turn, or the partner that is asked (I16). */
CN_API int cn_view_actor(const struct cn_view *view);

/* Returns how far the turn has come. */
CN_API enum cn_phase cn_view_phase(const struct cn_view *view);

/* Returns the side of a seat (L2). Sides are numbered from 0 by their lowest seat. */
CN_API int cn_view_side(const struct cn_view *view, int seat);

/* Returns how many cards of a kind the view's own seat holds. */
CN_API int cn_view_hand(const struct cn_view *view, int kind);

/* Returns how many cards a seat holds, red threes not yet laid down included. */
CN_API int cn_view_hand_size(const struct cn_view *view, int seat);

/* Returns how many melds a side has, those joined to others included (L24): the indexes of actions
 * count these. */
CN_API int cn_view_meld_count(const struct cn_view *view, int side);

/* Returns a meld by its index, which must be below cn_view_meld_count. */
CN_API struct cn_meld cn_view_meld(const struct cn_view *view, int side, int index);

/* Returns how many cards of a kind lie in the pile. Everyone saw each of them discarded. */
CN_API int cn_view_pile(const struct cn_view *view, int kind);

/* Returns how many cards the pile has. */
CN_API int cn_view_pile_size(const struct cn_view *view);

/* Returns the kind of the pile's top card, or CN_NO_KIND if none lies there. */
CN_API int cn_view_pile_top(const struct cn_view *view);

/* Is the pile frozen to the view's own side: can it be taken only with a natural pair (L29, L30)?
 */
CN_API bool cn_view_pile_is_frozen(const struct cn_view *view);

/* Returns how many cards the stock has. */
CN_API int cn_view_stock_size(const struct cn_view *view);

/* Returns how many bonus cards, such as red threes, a side has laid down (L11). */
CN_API int cn_view_bonus_cards(const struct cn_view *view, int side);

/* Returns how many cards of a talon wait for the next turn of a seat (A:talon). */
CN_API int cn_view_talon_size(const struct cn_view *view, int seat);

/* Returns how many second hands a seat has not taken up (HF:foot). */
CN_API int cn_view_second_hands(const struct cn_view *view, int seat);

/* Returns how many cards the next of them has; 0 if there is none. */
CN_API int cn_view_second_hand_size(const struct cn_view *view, int seat);

/* Returns the points that a side's initial meld needs (L26). */
CN_API int cn_view_minimum(const struct cn_view *view, int side);

/* Returns a side's score at the start of the deal (L47). */
CN_API int32_t cn_view_score(const struct cn_view *view, int side);

/* Returns what lies face up, for cn_words_turn and cn_words_action. Valid as long as the view. */
CN_API const struct cn_board *cn_view_board(const struct cn_view *view);

#ifdef __cplusplus
}
#endif

#endif
