/* referee_cards.h -- cards moved at a refereed table, in the deal and in its placement at once, and
 * the reports of it.
 *
 * Nothing here asks whether it may be done, or what follows.
 */
#ifndef CN_ENGINE_REFEREE_CARDS_H
#define CN_ENGINE_REFEREE_CARDS_H

#include "game.h"

/* A game that is played with a referee, and its observer. */
struct cn_refereed {
    struct cn_game *game;
    const struct cn_observer *observer;
};

static inline struct cn_board *cn_refereed_board(const struct cn_refereed *r)
{
    return &r->game->deal.board;
}

/* Cards with their suits. */
struct cn_some_cards {
    cn_card card[CN_CARDS_MAX];
    int count;
};

void cn_refereed_tell(const struct cn_refereed *r, const struct cn_event *event);
/* Reports an event of a seat that is only about cards. */
void cn_refereed_tell_cards(const struct cn_refereed *r, int type, int seat, const cn_card *cards,
                            int count);

/* Draws the stock's top card. A red three stays in the hand, unless it is the last card and
 * 'faces': then it is laid down, and *faced is true. Returns the card. */
cn_card cn_refereed_draw(const struct cn_refereed *r, int seat, bool faces, bool *faced);
/* Puts the card drawn last back on the stock; the seat must hold it. Returns it. *seen: a card of
 * its kind lay face up, which is the one that goes (R5), so that all see it. */
cn_card cn_refereed_undraw(const struct cn_refereed *r, int seat, bool *seen);
/* The last card of the stock was a red three: the turn of L44 begins, or the deal ends (R4). */
void cn_refereed_end_by_red_three(const struct cn_refereed *r);
/* Lays down a red three of the hand. Returns it. */
cn_card cn_refereed_face(const struct cn_refereed *r, int seat, const cn_card *card);

/* Chooses cards of the seat's hand: those that lie face up first. Returns how many; fewer if it has
 * fewer. */
int cn_refereed_pick(const struct cn_refereed *r, int seat, int kind, int count, cn_card *out);
/* Returns a card of the kind that the hand holds hidden. */
cn_card cn_refereed_hidden(const struct cn_refereed *r, int seat, int kind);
/* Lays cards of the seat in turn: naturals, deuces and jokers of its hand, on a meld of its side or
 * as a new one of the kind if 'meld' is the number of melds. */
void cn_refereed_lay(const struct cn_refereed *r, int meld, int kind, const cn_card *cards,
                     int count, struct cn_move_undo *undo);
/* Claims the pile's top card with these cards of the hand, or onto a meld (else -1). Returns the
 * meld. */
int cn_refereed_take_top(const struct cn_refereed *r, int onto, const cn_card *cards, int count);
/* Moves the pile into the hand of the seat in turn; its red threes are laid down. Reports it as an
 * event of this type. */
void cn_refereed_take_pile(const struct cn_refereed *r, int type);
void cn_refereed_merge(const struct cn_refereed *r, int into, int from);
void cn_refereed_discard(const struct cn_refereed *r, cn_card card, struct cn_move_undo *undo);
/* Takes the card that was discarded last back into the hand. */
void cn_refereed_undiscard(const struct cn_refereed *r, const struct cn_move_undo *undo);

/* Shows hidden cards of the hand: of a kind, this one or any. Returns the card. */
cn_card cn_refereed_show(const struct cn_refereed *r, int seat, int kind, const cn_card *card);
/* Makes shown cards of a kind exposed ones, or hides them; writes which. */
void cn_refereed_expose(const struct cn_refereed *r, int seat, int kind, int count,
                        struct cn_some_cards *cards);
void cn_refereed_hide(const struct cn_refereed *r, int seat, int kind, int count,
                      struct cn_some_cards *cards);
/* Returns the exposed cards of a seat. */
static inline cn_hand cn_refereed_exposed(const struct cn_board *board, int seat)
{
    return cn_hand_remove(board->exposed[seat], board->shown[seat]);
}
/* Takes cards out of the hand, those face up first (R5), for a place outside of the deal's moves.
 */
void cn_refereed_leave(const struct cn_refereed *r, int seat, cn_card card);
/* Puts a card into the hand, exposed or hidden. */
void cn_refereed_join(const struct cn_refereed *r, int seat, cn_card card, bool exposed);

/* Makes notes and placement agree with what lies face up; after every act. */
void cn_refereed_match(const struct cn_refereed *r);

#endif
