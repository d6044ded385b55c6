/* commitment.h -- what a client remembers of a fair deal in progress, to check it when the deck is
 * revealed.
 *
 * It survives snapshots. Otherwise a server could make a client forget the commitment and its own
 * contribution by sending a contradictory line, and then choose the deal after all. So this state
 * belongs to the committed hash, not to the number of a deal, which a server may send twice.
 */
#ifndef CLIENT_COMMITMENT_H
#define CLIENT_COMMITMENT_H

#include "protocol/protocol.h"

/* The state of the part that this client sent. */
enum contribution_state {
    CONTRIBUTION_NONE, /* none was sent for this seat */
    CONTRIBUTION_SENT, /* no answer yet */
    CONTRIBUTION_REFUSED,
    /* another part counts for the seat: a former holder's, or one from an earlier run of this
     * program */
    CONTRIBUTION_OTHER,
    CONTRIBUTION_COUNTS /* the server confirmed that it arrived */
};

enum recommitted {
    RECOMMITTED_NO,
    /* while this client was away: a whole game may have been played in the meantime */
    RECOMMITTED_PERHAPS,
    RECOMMITTED_YES
};

struct commitment {
    bool fixed; /* a hash was received and has not been revealed yet */
    bool sent;  /* a part was sent for it */
    bool away;  /* the connection was lost since then; set by the caller */
    bool gap;   /* lines were missed since then */
    uint8_t again;
    int32_t deal;
    int64_t heard; /* the last numbered line received */
    uint8_t hash[HASH_BYTES];
    /* our part */
    bool has_part;
    uint8_t part[PART_BYTES];
    uint8_t part_state;
    int64_t part_id;
    /* all parts, as the server sent them before the cut */
    uint8_t told, parts; /* bit s: seat s; parts: the number of seats in 'shuffled', 0 before it */
    uint8_t told_part[CN_SEATS_MAX][PART_BYTES];
    /* our cut */
    bool cuts, cut_done; /* this client was named as the cutter; its cut was confirmed */
    int16_t cut;         /* the cut it sent; -1: none */
    int64_t cut_id;
};

void commitment_init(struct commitment *pledge);
/* The client has another seat now, or none. */
void commitment_change_seat(struct commitment *pledge);
/* What the client sends, and under which id. The part is the same for the same hash, however often
 * it is requested: 'part' holds 16 random bytes and receives the part to send. */
void commitment_contribute(struct commitment *pledge, int64_t id, uint8_t part[PART_BYTES]);
void commitment_cut(struct commitment *pledge, int64_t id, int k);

/* Lines of the server. Return false if they are invalid. */
bool commitment_on_commit(struct commitment *pledge, const json_t *line, bool *missed);
bool commitment_on_part(struct commitment *pledge, const json_t *line, int seat);
bool commitment_on_shuffled(struct commitment *pledge, const json_t *line, int seat, int players);
void commitment_on_answer(struct commitment *pledge, const json_t *line, bool ok);
void commitment_on_table(struct commitment *pledge, const json_t *line);

/* Checks the deal against what only this client knows. Returns FAIR_VERIFIED if nothing contradicts
 * it. */
enum fair_verdict commitment_check(const struct commitment *pledge, const struct fair_deal *fair,
                                   const struct cn_rules *rules, int seat);
/* Returns whether our part is in the deal. */
bool commitment_includes_us(const struct commitment *pledge, const struct fair_deal *fair,
                            int seat);

#endif
