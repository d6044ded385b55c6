/* pledge.h -- what a client keeps of a fair deal while it is made and played, to judge by when the deck is revealed.
 *
 * It outlives snapshots: a server that could make a client forget what was fixed, and what the client gave for it, by a
 * line that does not fit, could choose the deal after all. So what is kept here belongs to the hash that was
 * fixed, not to the number of a deal, which a server may say twice.
 */
#ifndef CN_NET_PLEDGE_H
#define CN_NET_PLEDGE_H

#include "protocol/protocol.h"

/* What became of the part that this client sent. */
enum cn_part_state {
    CN_PART_NONE, /* none was sent for this seat */
    CN_PART_SENT, /* no answer yet */
    CN_PART_REFUSED,
    CN_PART_OTHER, /* another stands for the seat: its former holder's, or one of this program before it was ended */
    CN_PART_COUNTS /* the server has said that it came */
};

enum cn_fixed_again {
    CN_AGAIN_NO,
    CN_AGAIN_PERHAPS, /* while this client was away: a whole game may have been played meanwhile */
    CN_AGAIN_YES
};

struct cn_pledge {
    bool fixed; /* a hash was heard, which was not revealed yet */
    bool sent;  /* a part was sent for it */
    bool away;  /* the connection was lost since: the caller's to set */
    bool gap;   /* lines were missed since */
    uint8_t again;
    int32_t deal;
    int64_t heard; /* the last numbered line */
    uint8_t hash[CN_HASH_BYTES];
    /* the own part */
    bool has_part;
    uint8_t part[CN_PART_BYTES];
    uint8_t part_state;
    int64_t part_id;
    /* all parts, as they were told before the cut */
    uint8_t told, parts; /* bit s: seat s; parts: how many seats 'shuffled' told of, 0 before */
    uint8_t told_part[CN_SEATS_MAX][CN_PART_BYTES];
    /* the own cut */
    bool cuts, cut_done; /* this client was named as the cutter; its cut was confirmed */
    int16_t cut;         /* that it sent; -1: none */
    int64_t cut_id;
};

void cn_pledge_init(struct cn_pledge *pledge);
/* The client sits elsewhere now, or nowhere. */
void cn_pledge_move(struct cn_pledge *pledge);
/* What the client sends, with which id. The part is the same for the same hash, however often it is asked for: 'part' comes
 * as 16 bytes of chance, and goes as what must be sent. */
void cn_pledge_give(struct cn_pledge *pledge, int64_t id, uint8_t part[CN_PART_BYTES]);
void cn_pledge_cut(struct cn_pledge *pledge, int64_t id, int k);

/* Lines of the server; false if they cannot be. */
bool cn_pledge_take_commit(struct cn_pledge *pledge, const json_t *line, bool *missed);
bool cn_pledge_take_part(struct cn_pledge *pledge, const json_t *line, int seat);
bool cn_pledge_take_shuffled(struct cn_pledge *pledge, const json_t *line, int seat, int players);
void cn_pledge_take_answer(struct cn_pledge *pledge, const json_t *line, bool ok);
void cn_pledge_take_table(struct cn_pledge *pledge, const json_t *line);

/* What this client knows against the deal by itself; CN_FAIR_HOLDS if nothing. */
enum cn_fair_verdict cn_pledge_check(const struct cn_pledge *pledge, const struct cn_fair *fair,
                                     const struct cn_rules *rules, int seat);
/* Does the own part stand in it? */
bool cn_pledge_is_in(const struct cn_pledge *pledge, const struct cn_fair *fair, int seat);

#endif
