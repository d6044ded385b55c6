/* game.h -- the middle end: a game of deals up to the target, and the one door into it.
 *
 * A host sets a game up, deals, and passes every decision, from wherever it comes, through
 * cn_game_play. The game refuses or performs it and tells the host's sink what happened, as
 * events that are the lines of a record (RECORD.md). It keeps no log, no clock, no
 * memory of its own: undo is a copied state.
 */
#ifndef CN_ENGINE_GAME_H
#define CN_ENGINE_GAME_H

#include "legal.h"
#include "placement.h"
#include "score.h"
#include "view.h"

enum cn_event_type {
    CN_EVENT_DEAL,    /* cards: the deck in order; seat: the dealer */
    CN_EVENT_FACE,    /* cards: red threes faced; drawn: all cards drawn to replace them */
    CN_EVENT_DRAW,    /* cards: all that left the stock */
    CN_EVENT_TAKE,    /* cards: the two shown, or none and at: the meld taken onto */
    CN_EVENT_PILE,    /* cards: the rest of the pile, bottom first */
    CN_EVENT_MELD,    /* cards; at: the new meld's index */
    CN_EVENT_ADD,     /* cards; at: the meld */
    CN_EVENT_COMBINE, /* at: the meld that goes; into: where to */
    CN_EVENT_ASK,
    CN_EVENT_ANSWER,  /* yes */
    CN_EVENT_DISCARD, /* cards: the one card */
    CN_EVENT_STOP,
    CN_EVENT_END,  /* why, seat (CN_NO_SEAT if nobody went out), concealed, sides */
    CN_EVENT_OVER, /* winner, receives */
    CN_EVENT_TYPES
};

/* One thing that happened. Everything pointed to is borrowed for the length of the call. */
struct cn_event {
    uint8_t type, seat, at, into, yes;
    uint8_t why, concealed, side_count;
    int32_t winner;
    const cn_card *cards;
    const cn_card *drawn;
    int32_t card_count, drawn_count;
    const struct cn_score *sides; /* by side */
    const int32_t *receives;      /* by side */
};

/* Where events go. A NULL sink, or one without a function, hears nothing. */
struct cn_observer {
    void (*event)(void *context, const struct cn_event *event);
    void *context;
};

struct cn_game {
    struct cn_rules rules;
    struct cn_deal deal;
    struct cn_placement cards;
    int32_t score[CN_SIDES_MAX]; /* before the deal in play; after it once it has ended */
    int32_t deals;               /* deals begun; a set-up position counts as one */
    uint8_t players, sides;
    uint8_t dealing; /* a deal is in play */
    int8_t winner;   /* side, once the game is over; else -1 */
    uint8_t upcards; /* cards the pile started with */
};

/* A game before its first deal. 'players' must be allowed by the rules (asserted); 'scores' by side,
 * or NULL for zeros. The rules are copied. */
void cn_game_init(struct cn_game *game, const struct cn_rules *rules, int players,
                  const int32_t *scores);

/* Who deals next, and with five players who is idle (else CN_NO_SEAT). Before the first deal: so that
 * seat 0 plays first and seat 4 is idle; a host may start otherwise (I17). */
void cn_game_next_dealer(const struct cn_game *game, int *dealer, int *idle);

/* Starts the next deal from a shuffled and cut deck of the rule set's cards (asserted); see
 * cn_deal_start for rng. False, with the game unchanged, if the deck cannot be the order in which cards
 * leave for good. */
bool cn_game_deal(struct cn_game *game, int dealer, int idle, const cn_card *deck,
                  struct cn_rng *rng, const struct cn_observer *sink);

/* A set-up position (RECORD.md, "Positions"): the seat 'turn' is about to start its turn. */
struct cn_position {
    cn_card hand[CN_SEATS_MAX][CN_CARDS_MAX];
    cn_card laid[CN_CARDS_MAX]; /* every melded card, its side and its meld */
    cn_card red[2 * CN_PACKS_MAX];
    cn_card pile[CN_CARDS_MAX], stock[CN_CARDS_MAX]; /* bottom first; next to be drawn first */
    uint8_t laid_side[CN_CARDS_MAX], laid_meld[CN_CARDS_MAX];
    uint8_t red_side[2 * CN_PACKS_MAX];
    int32_t score[CN_SIDES_MAX];
    int32_t hand_count[CN_SEATS_MAX], laid_count, red_count, pile_count, stock_count;
    uint8_t meld_count[CN_SIDES_MAX]; /* melds of a side, emptied ones (without cards) included */
    uint8_t dealer, turn, idle;       /* idle CN_NO_SEAT: 4 with five players */
    uint8_t turned, melded;           /* bit s */
    uint8_t melded_given; /* 'melded' was given; else every seat of a side with melds has */
};

enum cn_position_error {
    CN_POSITION_OK,
    CN_POSITION_SEAT,   /* dealer, turn or idle is no seat that plays */
    CN_POSITION_COPIES, /* more copies of a card than the packs have: 'card' */
    CN_POSITION_MELD,   /* a meld that cannot lie on the table: side, meld */
    CN_POSITION_RED,    /* a red three in a meld, or another card among the red threes */
    CN_POSITION_HAND,   /* a red three in a hand that has turned, or an idle seat with cards */
    CN_POSITION_MELDED  /* a seat has melded, but its side has no meld, or the other way round */
};
struct cn_position_fault {
    enum cn_position_error error;
    int32_t card, seat, side, meld; /* what it is about; -1 where that says nothing */
};

/* Sets the position up as a deal in play and starts the turn. False and *fault, with the game
 * unchanged, if it cannot be. */
bool cn_game_set_position(struct cn_game *game, const struct cn_position *position,
                          const struct cn_observer *sink, struct cn_position_fault *fault);

/* Internal to the engine: tells what the first turn of a set-up position brought by itself. */
void cn__game_announce_start(struct cn_game *game, int drawn, const struct cn_observer *sink);

/* The one door. Performs the action of 'seat' with the given cards, which must be of the kinds that the
 * action names and in the seat's hand (asserted); NULL: the game chooses. Cards are listed naturals,
 * deuces, jokers or in any order. Then everything that follows by itself. False and *why, with nothing
 * changed, if it is not legal; why may be NULL. */
bool cn_game_play(struct cn_game *game, int seat, struct cn_action action, const cn_card *cards,
                  struct cn_refusal *why, const struct cn_observer *sink);

/* Performs an action that was found legal elsewhere, by a hand that is only imagined here: a client's side of a game
 * in which it does not see the others' cards. The turn must allow such an action and the hand hold its cards. */
void cn_game_apply_unchecked(struct cn_game *game, int seat, struct cn_action action,
                             const cn_card *cards, const struct cn_observer *sink);

/* How many cards from the hand the action lays or discards, and which the game would choose. Returns
 * the count, or -1 if the seat does not hold them. */
int cn_game_pick_cards(const struct cn_game *game, int seat, struct cn_action action,
                       cn_card cards[CN_CARDS_MAX]);

static inline struct cn_view cn_game_view(const struct cn_game *game, int seat)
{
    return cn_view_of(&game->deal, seat);
}
/* The seat that decides next, or CN_NO_SEAT when no deal is in play. */
int cn_game_actor(const struct cn_game *game);
/* NULL if every count agrees everywhere, else a static text that names what does not. */
const char *cn_game_check(const struct cn_game *game);

/* Drawing for seats (L5, L6): players drew the cards drawn[0 … players - 1], and edge[i] (or NULL)
 * says that the card lay among the first or last four. Returns 0 and fills seat_of_player, the highest
 * at seat 0, which plays first; or the players that must draw again, a bit each. */
unsigned cn_seating_resolve(const struct cn_rules *rules, int players, const cn_card *drawn,
                            const bool *edge, uint8_t seat_of_player[CN_SEATS_MAX]);
enum {
    CN_DRAWS_MAX = 12 /* cards that one player draws for its seat, redrawing included */
};
/* A drawing for seats by chance: what each player drew, in order, and where that seats it. */
struct cn_seating {
    cn_card drawn[CN_SEATS_MAX][CN_DRAWS_MAX];
    uint8_t count[CN_SEATS_MAX];
    uint8_t seat_of_player[CN_SEATS_MAX];
};
/* All draw from a spread deck until everybody has a seat (L5, L6); the same generator gives the same drawing. */
void cn_seating_draw(const struct cn_rules *rules, int players, struct cn_rng *rng,
                     struct cn_seating *drawing);
/* The seat that cuts for this dealer (L7). */
int cn_game_cutter(const struct cn_game *game, int dealer, int idle);
/* May the cut leave k cards in the upper packet (L7)? */
bool cn_cut_is_legal(const struct cn_rules *rules, int k);
/* Cuts: the upper k of n cards go below the rest. */
void cn_deck_cut(cn_card *deck, int n, int k);

#endif
