/* pledge.h -- what a client keeps of a fair deal while it is made and played, to judge by when the
 * deck is revealed.
 *
 * It outlives snapshots: a server that could make a client forget what was fixed, and what the
 * client gave for it, by a line that does not fit, could choose the deal after all. So what is kept
 * here belongs to the hash that was fixed, not to the number of a deal, which a server may say
 * twice.
 */
#ifndef CLIENT_COMMITMENT_H
#define CLIENT_COMMITMENT_H

#include "protocol/protocol.h"

/* What became of the part that this client sent. */
enum contribution_state {
    CONTRIBUTION_NONE, /* none was sent for this seat */
    CONTRIBUTION_SENT, /* no answer yet */
    CONTRIBUTION_REFUSED,
    /* another stands for the seat: its former holder's, or one of this program before it was ended
     */
    CONTRIBUTION_OTHER,
    CONTRIBUTION_COUNTS /* the server has said that it came */
};

enum recommitted {
    RECOMMITTED_NO,
    /* while this client was away: a whole game may have been played meanwhile */
    RECOMMITTED_PERHAPS,
    RECOMMITTED_YES
};

struct commitment {
    bool fixed; /* a hash was heard, which was not revealed yet */
    bool sent;  /* a part was sent for it */
    bool away;  /* the connection was lost since: the caller's to set */
    bool gap;   /* lines were missed since */
    uint8_t again;
    int32_t deal;
    int64_t heard; /* the last numbered line */
    uint8_t hash[HASH_BYTES];
    /* the own part */
    bool has_part;
    uint8_t part[PART_BYTES];
    uint8_t part_state;
    int64_t part_id;
    /* all parts, as they were told before the cut */
    uint8_t told, parts; /* bit s: seat s; parts: how many seats 'shuffled' told of, 0 before */
    uint8_t told_part[CN_SEATS_MAX][PART_BYTES];
    /* the own cut */
    bool cuts, cut_done; /* this client was named as the cutter; its cut was confirmed */
    int16_t cut;         /* that it sent; -1: none */
    int64_t cut_id;
};

void commitment_init(struct commitment *pledge);
/* The client sits elsewhere now, or nowhere. */
void commitment_change_seat(struct commitment *pledge);
/* What the client sends, with which id. The part is the same for the same hash, however often it
 * is asked for: 'part' comes as 16 bytes of chance, and goes as what must be sent. */
void commitment_contribute(struct commitment *pledge, int64_t id, uint8_t part[PART_BYTES]);
void commitment_cut(struct commitment *pledge, int64_t id, int k);

/* Lines of the server; false if they cannot be. */
bool commitment_on_commit(struct commitment *pledge, const json_t *line, bool *missed);
bool commitment_on_part(struct commitment *pledge, const json_t *line, int seat);
bool commitment_on_shuffled(struct commitment *pledge, const json_t *line, int seat, int players);
void commitment_on_answer(struct commitment *pledge, const json_t *line, bool ok);
void commitment_on_table(struct commitment *pledge, const json_t *line);

/* What this client knows against the deal by itself; FAIR_VERIFIED if nothing. */
enum fair_verdict commitment_check(const struct commitment *pledge, const struct fair_deal *fair,
                                   const struct cn_rules *rules, int seat);
/* Does the own part stand in it? */
bool commitment_includes_us(const struct commitment *pledge, const struct fair_deal *fair,
                            int seat);

#endif
