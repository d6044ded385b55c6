/* game.h -- a game of deals up to the target, and the one function through which it is played.
 *
 * A host sets a game up, deals, and passes every decision, wherever it comes from, to cn_game_play.
 * The game refuses or performs it and reports to the host's observer what happened, as events that
 * are the lines of a record (RECORD.md). It keeps no log, no clock and no memory of its own: undo
 * is a copied state.
 */
#ifndef CN_ENGINE_GAME_H
#define CN_ENGINE_GAME_H

#include "canasta/game.h"

#include "irregular.h"
#include "legal.h"
#include "placement.h"
#include "score.h"
#include "view.h"

struct cn_game {
    const struct cn_law *law;
    struct cn_deal deal;
    struct cn_placement cards;
    int32_t score[CN_SIDES_MAX]; /* before the deal in play, or after the last one that ended */
    int32_t deal_number;         /* deals begun; a set-up position counts as one */
    uint8_t players, sides;
    uint8_t in_deal;       /* a deal is in play */
    int8_t winner;         /* the winning side once the game is over, else -1 */
    uint8_t starting_pile; /* cards the pile started with */
    struct cn_notes notes; /* of a referee */
};

/* Internal to the engine: reports what followed automatically from starting the first turn of a
 * deal: a talon of this many cards was taken up, and the cards from 'drawn' on were drawn. */
void cn__game_announce_start(struct cn_game *game, int talon, int drawn,
                             const struct cn_observer *observer);

/* Internal to the engine: after an action, ends the deal, and the game, if its phase says so. */
void cn__game_finish(struct cn_game *game, const struct cn_observer *observer);

/* For a client's copy of a game (told in struct cn_deal): what its lines say. The seat
 * in turn lays down these bonus cards, which are in its hand, and replaces them; a seat takes up
 * what waits for it; a talon is laid beside a seat after its discard, from a stock that has that
 * many cards. */
void cn__game_face(struct cn_game *game, const cn_card *cards, int count,
                   const struct cn_observer *observer);
void cn__game_pick(struct cn_game *game, int seat, const struct cn_observer *observer);
void cn__game_talon(struct cn_game *game, int seat, int size, const struct cn_observer *observer);

/* Performs an action that was found legal elsewhere, with a hand that is only imagined here: for a
 * client's copy of a game in which it does not see the others' cards. The turn must allow such an
 * action and the hand must hold its cards. */
void cn_game_apply_unchecked(struct cn_game *game, int seat, struct cn_action action,
                             const cn_card *cards, const struct cn_observer *observer);

/* Finds the cards of the hand that the action lays, shows or discards, as the game would choose
 * them. Returns how many, or -1 if the seat does not hold them. */
int cn_game_pick_cards(const struct cn_game *game, int seat, struct cn_action action,
                       cn_card cards[CN_CARDS_MAX]);

static inline struct cn_view cn_game_view(const struct cn_game *game, int seat)
{
    return cn_deal_view(game->law, &game->deal, seat);
}
/* Compares all counts. Returns NULL if they agree, else a static text that names one that does not.
 */
const char *cn_game_check(const struct cn_game *game);

/* Draws for seats (L5, L6): players drew the cards drawn[0 … players - 1], and edge[i] (or NULL)
 * says that the card lay among the first or last four. Returns 0 and fills seat_of_player, with the
 * highest card at seat 0, which plays first; or returns the players that must draw again, one bit
 * each. */
unsigned cn_seating_resolve(const struct cn_rules *rules, int players, const cn_card *drawn,
                            const bool *edge, uint8_t seat_of_player[CN_SEATS_MAX]);
enum {
    CN_DRAWS_MAX = 12 /* cards that one player draws for its seat, redrawing included */
};
/* A random drawing for seats: what each player drew, in order, and the resulting seats. */
struct cn_seating {
    cn_card drawn[CN_SEATS_MAX][CN_DRAWS_MAX];
    uint8_t count[CN_SEATS_MAX];
    uint8_t seat_of_player[CN_SEATS_MAX];
};
/* Draws for all players from a spread deck until each has a seat (L5, L6). The same generator gives
 * the same drawing. */
void cn_seating_draw(const struct cn_rules *rules, int players, struct cn_rng *rng,
                     struct cn_seating *drawing);

#endif
