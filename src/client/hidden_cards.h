/* hidden_cards.h -- the cards that a replica imagines where its seat cannot see.
 *
 * A replica consists of three files, which share this header and replay_line.h:
 *
 *   replica.c        the entry: dispatches lines; lines about the game, the end of a deal, fair
 *                    deals and snapshots
 *   replay_line.c    the lines of a deal in play: dealt, decided, drawn, faced and undone
 *   hidden_cards.c   where the hidden cards are, and how one that is revealed is swapped
 *
 * Nothing here parses a line or applies a decision. A function returns false if what the server
 * sent is impossible; cards may have been swapped by then, and the caller reports a conflict.
 */
#ifndef CLIENT_HIDDEN_CARDS_H
#define CLIENT_HIDDEN_CARDS_H

#include "replica.h"

/* ---- whole deals ---- */

/* Marks the deal as one whose lines say what follows from an action (src/engine/moves.h). */
void replica_mark_told(struct replica *replica);

/* A parsed "deal" line, its numbers in bounds. */
struct deal_line {
    int n, dealer, idle, stock, hand_count, up_count;
    int second; /* cards of all second hands */
    cn_card hand[CN_CARDS_MAX], up[CN_CARDS_MAX];
};
/* Deals what the line shows with the engine, 'hand' cards per seat, and fills in the rest. The
 * table has the dealer and the idle seat. If false, the game must not be used any more. */
bool replica_hidden_deal(struct replica *replica, const struct cn_board *board,
                         const struct deal_line *deal, int hand);
/* Sets the game to a snapshot, with these rules. If false, the game must not be used any more. */
bool replica_hidden_view(struct replica *replica, const struct snapshot *snapshot);

/* ---- cards that are revealed ----
 *
 * Called before the engine applies what reveals them. */

/* These are the next cards to leave the stock. */
bool replica_reveal_stock(struct replica *replica, const cn_card *cards, int count);
/* These are the cards that wait at this place of the deck, which are about to be taken up. */
bool replica_reveal_waiting(struct replica *replica, int from, const cn_card *cards, int count);
/* The same for those of another seat, which may be any but bonus cards. */
bool replica_wait_unseen(struct replica *replica, int from, int count);
/* Cards that another seat received: the bonus cards it showed, and how many others it kept. */
bool replica_received(struct replica *replica, const cn_card *red, int reds, int kept);
/* The same where red threes stay in hands: only the last card of the stock can have been laid down.
 */
bool replica_reveal_last(struct replica *replica, const cn_card *red, int reds, int kept);
/* The last card of the stock, which is about to be drawn, was not laid down: it is not a red
 * three. */
bool replica_keep_last_from_red(struct replica *replica);
/* The card that was drawn last goes back on top of the stock from this hand, unseen. */
bool replica_put_back(struct replica *replica, int seat);
/* The same with this card, which all have seen. */
bool replica_put_back_seen(struct replica *replica, int seat, cn_card card);
/* The seat holds all of these cards. Our own hand is known and only compared. */
bool replica_received_hand(struct replica *replica, int seat, const cn_card *cards, int count);

/* Cards of a taken pile are known to be in that hand until one of the same kind is shown. Called
 * for each event of a decision, as the engine reports it. */
void replica_remember_known(struct replica *replica, const struct cn_event *event);

#endif
