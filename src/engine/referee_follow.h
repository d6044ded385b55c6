/* referee_follow.h -- a refereed deal as its lines tell it, for a client's copy of a game.
 *
 * A client does not see the other hands, so it cannot find out what a referee rules; but every line
 * of a record says one thing that happens, and what all may know follows from the lines alone. Each
 * is applied alone. Hands may be imagined, but must hold the cards that a line shows.
 *
 * Lines come from outside: a function returns false, with nothing changed, if its line is
 * impossible.
 */
#ifndef CN_ENGINE_REFEREE_FOLLOW_H
#define CN_ENGINE_REFEREE_FOLLOW_H

#include "game.h"

/* What the last lines were about. Zeroed when a deal begins. */
struct cn_following {
    uint8_t cause; /* internal */
    uint8_t what;  /* the irregularity that it is about: enum cn_irregularity */
    uint8_t seat;  /* its seat */
    uint8_t up;    /* what the next "expose" names lies face up already */
    uint8_t late;  /* the turn had begun when the copy was made: it cannot be taken back here */
};

/* The viewer, whose hand is known, or CN_NO_SEAT; and who receives the events. */
struct cn_follower {
    struct cn_game *game;
    struct cn_following *following;
    const struct cn_observer *observer;
    int viewer;
};

/* An act with a line of its own, that was allowed elsewhere: 'action' without "!", and its cards or
 * NULL. 'irregular': it follows from one that was insisted on. The board must allow it (see
 * cn_follow_may), the hand must hold the cards. */
void cn_follow_act(const struct cn_follower *f, int seat, struct cn_action action,
                   const cn_card *cards, bool irregular);
/* Does what follows now belong to an act that was insisted on? */
bool cn_follow_insists(const struct cn_follower *f);
/* Could such a draw follow? One that was required or insisted on is of one card. */
bool cn_follow_may_draw(const struct cn_follower *f, int seat, int count, bool irregular);
/* The cards come from the stock; if the last of them is laid down at once (R4), it must be a red
 * three there, and must be none if it is not. */
void cn_follow_draw(const struct cn_follower *f, int seat, bool irregular);
/* Could this seat lay down a red three now? The hand must hold it, and the stock what replaces it.
 */
bool cn_follow_may_face(const struct cn_follower *f, int seat);
void cn_follow_face(const struct cn_follower *f, int seat, cn_card card);
/* Does the seat lay it down by its own decision? Else a ruling demands it. */
bool cn_follow_decides_face(const struct cn_follower *f, int seat);
/* The pile joins the hand of the seat in turn: an event of type PILE or HOLD. */
bool cn_follow_pile(const struct cn_follower *f, int seat, int type);

/* Do the cards that the next "expose" names lie face up already? */
bool cn_follow_knows_up(const struct cn_follower *f);
/* Which cards the seat's hand must hold for a line of this type, besides those that it names: the
 * pile that goes back. Returns how many, or -1 if the line is impossible. */
int cn_follow_needs(const struct cn_follower *f, const struct cn_event *event,
                    cn_card cards[CN_CARDS_MAX]);
/* Any other line of a refereed deal: IRREGULAR, CALL, REQUIRE, PEEK, EXPOSE, LAPSE, BACK, RULING,
 * OWE, STOCK, REOPEN, UNLAY and BOUND. Reports the event. */
bool cn_follow_event(const struct cn_follower *f, const struct cn_event *event);

/* What is due after an act, where it does not follow from the lines: whether a ruling on a pile
 * wrongly taken asks for a decision depends on a hand. due: enum cn_due, but CN_DUE_NOTHING. */
bool cn_follow_due(const struct cn_follower *f, int due, int seat, int law);

/* The deal has ended. */
void cn_follow_end(const struct cn_follower *f, int why);

#endif
