/* imagine.h -- the cards that a client's world imagines where its seat cannot see.
 *
 * A world is made up of three files; this header and follow.h are shared by them alone:
 *
 *   world.c    the entrance: what a line is; lines about the game, the end of a deal, fair deals
 *              and snapshots
 *   follow.c   the lines of a deal in play: dealt, decided, drawn, faced and taken back
 *   imagine.c  where the hidden cards lie, and how one that shows itself changes places
 *
 * Nothing here reads a line or makes a decision happen. What is false cannot be as the server tells
 * it; cards may have changed places until then, and the caller says that the line was wrong.
 */
#ifndef CLIENT_HIDDEN_CARDS_H
#define CLIENT_HIDDEN_CARDS_H

#include "replica.h"

/* ---- whole deals ---- */

/* A "deal" line as it was read, its numbers in bounds. */
struct deal_line {
    int n, dealer, idle, stock, hand_count, up_count;
    cn_card hand[CN_CARDS_MAX], up[CN_CARDS_MAX];
};
/* Deals by the engine what the line shows, 'hand' cards a seat, and the rest anywhere. The table
 * is that of the dealer and the idle seat. If false, the game cannot be used any more. */
bool replica_hidden_deal(struct replica *world, const struct cn_board *table,
                         const struct deal_line *deal, int hand);
/* Puts the game at a moment as it was seen, for these rules. If false, it cannot be used any more.
 */
bool replica_hidden_view(struct replica *world, const struct snapshot *seen);

/* ---- cards that show themselves ----
 *
 * Called before the engine is given what shows them. */

/* The next cards to leave the stock are these. */
bool replica_reveal_stock(struct replica *world, const cn_card *cards, int count);
/* Others' cards: the red threes are known, of the rest ('kept') how many. */
bool replica_received(struct replica *world, const cn_card *red, int reds, int kept);
/* The seat holds all of these cards. The own hand is known: it is only compared. */
bool replica_received_hand(struct replica *world, int seat, const cn_card *cards, int count);

/* Cards of a taken pack are known to be in that hand until one like them is shown. For each
 * event of a decision, as the engine tells it. */
void replica_remember_known(struct replica *world, const struct cn_event *event);

/* Own red threes laid aside in the stock for other cards, so that the engine does not face them
 * yet. */
struct aside {
    int count, at[2 * CN_PACKS_MAX];
    cn_card red[2 * CN_PACKS_MAX], instead[2 * CN_PACKS_MAX];
};
/* Not for a spectator. take_up takes back what was laid aside, also where lay_aside was false. */
bool replica_set_aside(struct replica *world, struct aside *aside);
void replica_restore(struct replica *world, const struct aside *aside);

#endif
