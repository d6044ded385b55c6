/* replica.h -- a client's copy of a game, consistent with everything its seat was sent.
 *
 * Cards that the seat cannot see are placed arbitrarily; when one is revealed, it is swapped with
 * the card imagined there. So a client has a complete cn_game to show, to list legal actions and to
 * give to a bot as a view, and applies each line of its record with the same engine as the server.
 * It reveals nothing about hidden cards. Invalid server input is refused; it never crashes.
 */
#ifndef CLIENT_REPLICA_H
#define CLIENT_REPLICA_H

#include "commitment.h"
#include "deal_log.h"
#include "protocol/protocol.h"

enum replica_line {
    REPLICA_APPLIED,
    REPLICA_DUPLICATE, /* was applied before: ignored, and need not be reported */
    REPLICA_NOT_GAME,  /* not a line of a game: ignored */
    REPLICA_CONFLICT   /* impossible in this game: ask for a snapshot */
};

/* A client's judgement of a deal. */
enum deal_verdict {
    DEAL_UNJUDGED,
    DEAL_FAIR, /* it follows from the commitment made before this client's part, which is in it */
    /* It follows from the commitment, but our part is not in it. */
    DEAL_FAIR_WATCHED, /* a spectator gives none */
    DEAL_FAIR_LATE,    /* it arrived too late */
    DEAL_FAIR_OTHER,   /* another part counted for the seat */
    DEAL_FAIR_ABSENT,  /* the seat has withheld a part before in this game */
    /* Nothing contradicts it, but not everything was checked. */
    DEAL_NONE,   /* there was no commitment */
    DEAL_LATER,  /* the commitment was made before this client came */
    DEAL_MISSED, /* its end was not seen */
    DEAL_MIDDLE, /* lines in between were missed */
    DEAL_DEALER, /* the deal before, which determines the dealer, was not seen */
    DEAL_AGAIN,  /* the deck was fixed again while this client was away */
    DEAL_OLD,    /* a deal that was begun by version 1, without pledges */
    /* Not fair. */
    DEAL_BAD_HASH,
    DEAL_BAD_COMMITTED,
    DEAL_BAD_PART,
    DEAL_BAD_PARTS,
    DEAL_BAD_CUT,
    DEAL_BAD_DECK,
    DEAL_BAD_DEALER, /* it was another seat's turn to deal */
    DEAL_BAD_SHOWN,  /* a player showed cards that the deck did not deal */
    DEAL_BAD_AGAIN,  /* the deck was fixed again, after our pledge */
    /* Found before the cards were dealt. */
    DEAL_BAD_PLEDGE,  /* our pledge, which the server had confirmed, was left out */
    DEAL_BAD_PLEDGES, /* the list of pledges is not what was told before */
    DEAL_BAD_OPENED,  /* a part does not fit its pledge */
    DEAL_BAD_ORDER,   /* something came before its time */
    DEAL_BAD_VOID,    /* it was called void without a reason */
    DEAL_VERDICTS
};
static inline bool deal_is_unfair(enum deal_verdict verdict)
{
    return verdict >= DEAL_BAD_HASH && verdict < DEAL_VERDICTS;
}
/* "fair", "unfair.hash": the catalogue's join.NAME is the sentence; "" for DEAL_UNJUDGED. */
const char *deal_verdict_name(enum deal_verdict verdict);

/* Whether the dealer is the seat whose turn it is to deal, which determines who gets which
 * cards. */
enum dealer_is {
    DEALER_UNKNOWN,
    DEALER_RIGHT,
    DEALER_WRONG
};

/* Lines that require more of a host than handling their events. */
enum replica_change {
    REPLICA_CHANGE_OTHER,
    REPLICA_CHANGE_GAME,
    REPLICA_CHANGE_VIEW, /* the game was replaced: redraw all of it */
    REPLICA_CHANGE_CUT,
    REPLICA_CHANGE_VOID,
    REPLICA_CHANGE_UNDO,
    REPLICA_CHANGE_END,
    REPLICA_CHANGE_OVER
};

struct replica_past; /* opaque: a deal as it was before an action */

struct replica {
    struct cn_law law;
    struct cn_game game;     /* valid once has_game */
    bool has_game, has_deal; /* a game line came; a deal or view came */
    uint8_t seat;            /* CN_NO_SEAT: a spectator */
    int64_t number;          /* the last event applied ("#") */
    char names[CN_SEATS_MAX][64];
    /* cards that others certainly hold, from piles they took */
    uint8_t known_cards[CN_SEATS_MAX][CN_CARD_CODES];
    const struct cn_observer
        *observer; /* or NULL: receives the events of lines as they are applied */

    /* The deck as far as the seat has seen it (CN_NO_CARD elsewhere), to compare with the revealed
     * one. After a snapshot less of it is known. */
    cn_card deck[CN_CARDS_MAX];
    uint16_t deck_count;
    /* What the latest line was, to tell bonus cards that go automatically from a decision: a turn
     * has begun with it, which is the seat's first, or cards that had waited came. */
    bool turn_begins, first_turn, brought;
    bool irregular;                /* the line in hand is of an act that was insisted on */
    struct cn_following following; /* of a refereed deal */
    uint8_t dealer;                /* enum dealer_is */
    bool resumed;                  /* the game line came in a snapshot */
    bool resumed_over;             /* the same, of a finished game */
    bool diverged;                 /* a line conflicted: nothing of the deal can be judged */
    int16_t cut, cut_seat;         /* from the cut line; -1: none */
    struct fair_deal fair;         /* of the deal in play or the last one */
    struct commitment commitment;  /* the commitment and contributions for it */
    struct deal_log deal_log;      /* what happened in it */
    struct cn_meter meter;         /* of deal 'metered', whose deck was revealed; 0: of none */
    int32_t metered;
    enum deal_verdict verdict; /* on the last deal judged */
    int64_t judged;            /* how many deals were judged */

    struct {
        uint8_t line;     /* enum replica_change of the last line applied */
        int seat, number; /* of "undo" (n), "cut" (k) and "void" (bit s: seat s is to blame) */
    } change;

    /* The deals that "undo" lines return to. */
    struct replica_past *undo;
    int undo_count;
    size_t undo_size;
    int undo_limit; /* how many are saved: 64, or fewer where an undo may cost a snapshot */
};

void replica_init(struct replica *replica, int seat);
/* Prepares for a snapshot: forgets the game, but not the commitment and this client's contribution
 * to it. */
void replica_restart(struct replica *replica, int seat);
void replica_free(struct replica *replica);
/* Applies one line of the server, including "view", and calls the observer. In events of others'
 * hidden cards the cards are imagined and must not be shown, as with any cn_event reported to
 * another seat. A client that joins between deals gets the end of the last deal as a CN_EVENT_END
 * without scores: its side_count is 0. */
enum replica_line replica_take_line(struct replica *replica, const char *text, size_t length);
/* The same for a line that was parsed already; NULL: it is not JSON. */
enum replica_line replica_take_parsed(struct replica *replica, const json_t *line, const char *text,
                                      size_t length);

#endif
