/* commitment.h -- what a client remembers of a fair deal in progress, and what it checks of it:
 * pledges and parts as they come, the rest when the deck is revealed.
 *
 * It survives snapshots. Otherwise a server could make a client forget the commitment and its own
 * contribution by sending a contradictory line, and then choose the deal after all. So this state
 * belongs to the committed hash, not to the number of a deal, which a server may send twice.
 */
#ifndef CLIENT_COMMITMENT_H
#define CLIENT_COMMITMENT_H

#include "protocol/protocol.h"

/* The state of the pledge that this client sent. */
enum contribution_state {
    CONTRIBUTION_NONE, /* none was sent for this seat */
    CONTRIBUTION_SENT, /* no answer yet */
    CONTRIBUTION_REFUSED,
    /* another pledge counts for the seat: a former holder's, or one from an earlier run of this
     * program */
    CONTRIBUTION_OTHER,
    CONTRIBUTION_COUNTS /* the server confirmed that it arrived */
};

enum recommitted {
    RECOMMITTED_NO,
    /* while this client was away: a deal may have been void meanwhile, or a whole game played */
    RECOMMITTED_PERHAPS,
    RECOMMITTED_YES
};

/* What a server can do wrong before the cards are dealt. The first that is found is kept, and
 * taints the next deal too if this one is never dealt. */
enum commitment_fault {
    COMMITMENT_FINE,
    COMMITMENT_LEFT_OUT, /* our pledge, which the server had confirmed, is not in the list */
    /* the list is not what was sent before, or has a seat that may not pledge */
    COMMITMENT_PLEDGES,
    COMMITMENT_PARTS, /* a part does not fit its pledge, or was not pledged */
    COMMITMENT_CUT,   /* the cut is not the one that was told */
    COMMITMENT_ORDER, /* something came before its time, or was told twice in different ways */
    COMMITMENT_VOID,  /* the deal was called void without a reason */
    COMMITMENT_FAULTS
};

/* How far the deal has come. */
enum commitment_step {
    COMMITMENT_PLEDGING,
    COMMITMENT_LISTED, /* the list of pledges is closed */
    COMMITMENT_OPENING,
    COMMITMENT_DEALT
};

struct commitment {
    bool fixed; /* a hash was received and has not been revealed yet */
    bool sent;  /* a pledge was sent for it */
    bool away;  /* the connection was lost since then; set by the caller */
    bool gap;   /* lines were missed since then */
    uint8_t again, step, fault;
    bool fault_told; /* set by the caller */
    int32_t deal;
    int64_t heard;             /* the last numbered line received */
    uint8_t table[HASH_BYTES]; /* fair_table of this table's link; set by the caller */
    uint8_t absent;            /* bit s: seat s has withheld a part in this game */
    bool whole_game;           /* no line of this game was missed, so 'absent' is complete */
    uint8_t hash[HASH_BYTES];
    /* ours */
    bool has_part;
    uint8_t part[PART_BYTES];
    uint8_t state;             /* of the pledge */
    bool part_sent, part_done; /* the part itself was sent, and is confirmed */
    int64_t pledge_id, part_id;
    /* as the server told everybody; bit s: seat s */
    uint8_t told, listed, opened;
    uint8_t pledge[CN_SEATS_MAX][HASH_BYTES], told_part[CN_SEATS_MAX][PART_BYTES];
    int16_t told_cut; /* from "open"; below 0: nobody has cut */
    /* our cut */
    bool cuts, cut_done; /* this client was named as the cutter; its cut was confirmed */
    int16_t cut;         /* the cut it sent; -1: none */
    int64_t cut_id;
};

void commitment_init(struct commitment *c);
/* The client has another seat now, or none. */
void commitment_change_seat(struct commitment *c);
/* A game begins, or continues from a snapshot; in a new one nobody counts as absent. */
void commitment_on_game(struct commitment *c, bool is_new);

/* What the client sends, and under which id. The part is the same for the same hash, however often
 * it is requested: 'random' is the one to use if there is none yet. */
void commitment_give_pledge(struct commitment *c, int64_t id, int seat,
                            const uint8_t random[PART_BYTES], uint8_t pledge[HASH_BYTES]);
/* Returns false if the part must not be sent: our pledge is not in the list, or the server has done
 * something wrong. */
bool commitment_may_give_part(const struct commitment *c, int seat);
/* Returns whether our seat has pledged a part that this client does not have: another device, or an
 * earlier run of this program, has pledged it. */
bool commitment_lacks_part(const struct commitment *c, int seat);
void commitment_give_part(struct commitment *c, int64_t id, uint8_t part[PART_BYTES]);
void commitment_cut(struct commitment *c, int64_t id, int k);

/* Lines of the server. Return false if they cannot be read. */
bool commitment_on_commit(struct commitment *c, const json_t *line, bool *missed);
bool commitment_on_pledge(struct commitment *c, const json_t *line, int seat);
bool commitment_on_pledged(struct commitment *c, const json_t *line, int seat, int players);
bool commitment_on_open(struct commitment *c, const json_t *line);
bool commitment_on_part(struct commitment *c, const json_t *line, int seat);
void commitment_on_answer(struct commitment *c, const json_t *line, bool ok);
void commitment_on_table(struct commitment *c, const json_t *line);
/* The line "fair"; numbered: it has just been dealt, and does not come in a snapshot. */
void commitment_on_fair(struct commitment *c, const struct fair_deal *fair, int seat,
                        bool numbered);
/* The line "void". If nothing is wrong with it, the deal is forgotten. */
void commitment_on_void(struct commitment *c, const struct fair_deal *fair, uint8_t by, int seat);

/* Checks the revealed deal against what only this client knows. Returns FAIR_VERIFIED if nothing
 * contradicts it. */
enum fair_verdict commitment_check(const struct commitment *c, const struct fair_deal *fair,
                                   const struct cn_rules *rules, int seat);
/* Returns whether our part is in the deal. */
bool commitment_includes_us(const struct commitment *c, const struct fair_deal *fair, int seat);

#endif
