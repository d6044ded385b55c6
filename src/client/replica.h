/* world.h -- a client's side of a game: a whole game that agrees with everything its seat was sent.
 *
 * The cards that the seat cannot see lie anywhere in it; when one shows itself, it changes places
 * with the card that was imagined there. So a client has a cn_game to show, to ask for legal
 * actions and to hand to a bot as a view, and plays each line of its record by the same engine as
 * the server. Nothing about hidden cards can be learnt from it. Whatever a server sends, it is a
 * refusal, never a crash.
 */
#ifndef CLIENT_REPLICA_H
#define CLIENT_REPLICA_H

#include "commitment.h"
#include "deal_log.h"
#include "protocol/protocol.h"

enum replica_line {
    REPLICA_APPLIED,
    REPLICA_DUPLICATE, /* was taken in before: nothing was done, and nobody need hear of it */
    REPLICA_NOT_GAME,  /* not a line of a game: nothing was done */
    REPLICA_CONFLICT   /* not what this game could have come to: ask for a snapshot */
};

/* What this client can say of a deal. */
enum deal_verdict {
    DEAL_UNJUDGED,
    DEAL_FAIR, /* it follows from what was fixed before this client's part, which is in it */
    /* It follows from what was fixed, but the own part is not in it. */
    DEAL_FAIR_WATCHED, /* a watcher gives none */
    DEAL_FAIR_LATE,    /* it did not come in time */
    DEAL_FAIR_OTHER,   /* another stood for the seat before */
    /* Nothing was found against it, but it was not all checked. */
    DEAL_NONE,   /* nothing was fixed */
    DEAL_LATER,  /* it was fixed before this client came */
    DEAL_MISSED, /* its end was not seen */
    DEAL_MIDDLE, /* lines in between were missed */
    DEAL_DEALER, /* the deal before was not seen, which says who deals */
    DEAL_AGAIN,  /* the deck was fixed a second time while this client was away */
    /* Not fair. */
    DEAL_BAD_HASH,
    DEAL_BAD_COMMITTED,
    DEAL_BAD_PART,
    DEAL_BAD_PARTS,
    DEAL_BAD_CUT,
    DEAL_BAD_DECK,
    DEAL_BAD_DEALER, /* it was another's turn to deal */
    DEAL_BAD_SHOWN,  /* somebody showed what the deck did not give */
    DEAL_BAD_AGAIN,  /* the deck was fixed a second time, after the part */
    DEAL_VERDICTS
};
static inline bool deal_is_unfair(enum deal_verdict verdict)
{
    return verdict >= DEAL_BAD_HASH && verdict < DEAL_VERDICTS;
}
/* "fair", "unfair.hash": the sentence is the catalogue's join.NAME; "" for DEAL_UNJUDGED. */
const char *deal_verdict_name(enum deal_verdict verdict);

/* Is the dealer the one whose turn it is? Who gets which cards hangs on that. */
enum dealer_is {
    DEALER_UNKNOWN,
    DEALER_RIGHT,
    DEALER_WRONG
};

/* Lines after which a host has more to do than to hear their events. */
enum replica_change {
    REPLICA_CHANGE_OTHER,
    REPLICA_CHANGE_GAME,
    REPLICA_CHANGE_VIEW, /* the game is another than it was: it is to be looked at anew */
    REPLICA_CHANGE_CUT,
    REPLICA_CHANGE_UNDO,
    REPLICA_CHANGE_END,
    REPLICA_CHANGE_OVER
};

struct replica_past; /* opaque: a deal as it was before an action */

struct replica {
    struct cn_law law;
    struct cn_game game;     /* under it, once has_game */
    bool has_game, has_deal; /* a game line came; a deal or view came */
    uint8_t seat;            /* CN_NO_SEAT: a spectator */
    int64_t number;          /* the last event taken in ("#") */
    char names[CN_SEATS_MAX][64];
    uint8_t sure[CN_SEATS_MAX][CN_CARD_CODES]; /* cards that others must hold: of packs they took */
    const struct cn_observer *sink; /* or NULL: hears the events of lines as they are played */

    /* The deck as far as the seat has seen it (CN_NO_CARD elsewhere), to be compared with what is
     * revealed; after a snapshot less of it is known. */
    cn_card deck[CN_CARDS_MAX];
    uint16_t deck_count;
    uint8_t dealer;            /* enum dealer_is */
    bool resumed;              /* the game line came in a snapshot … */
    bool resumed_over;         /* … of a game that is over */
    bool diverged;             /* a line did not fit: nothing of the deal can be judged */
    int16_t cut, cut_seat;     /* as the cut line said; -1: none */
    struct fair_deal fair;     /* of the deal in play or just ended */
    struct commitment pledge;  /* what was fixed, given and told before it */
    struct deal_log course;    /* what happened in it */
    enum deal_verdict verdict; /* of the last deal that was judged … */
    int64_t judged;            /* … and how many were */

    struct {
        uint8_t line;     /* enum replica_change: what the last line that was taken in was */
        int seat, number; /* of "undo" (n) and "cut" (k) */
    } told;

    /* What "undo" lines go back to. */
    struct replica_past *past;
    int past_count;
    size_t past_size;
    int undo_limit; /* how many are kept, 64; 0 where undo may cost a snapshot */
};

void replica_init(struct replica *world, int seat);
/* A snapshot will come: the game is forgotten, but not what was fixed, and what this client gave
 * for it. */
void replica_restart(struct replica *world, int seat);
void replica_free(struct replica *world);
/* Takes one line of the server in, "view" included; the sink hears what happened. In events of
 * others' hidden cards the cards are imagined and must not be shown, as with any cn_event that
 * is told to another seat. Who comes between deals is told how the last one ended by a
 * CN_EVENT_END without scores: its side_count is 0. */
enum replica_line replica_take_line(struct replica *world, const char *text, size_t length);

#endif
