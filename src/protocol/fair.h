/* fair.h -- provably fair deals: the commitment, the pledges, the parts, and the check afterwards.
 *
 * 1. The server fixes a deck D and a nonce of 32 bytes, and sends BLAKE2b-256(nonce ‖ text of D).
 * 2. Each seat chooses a part of 32 bytes and sends its pledge, a hash of it (fair_pledge).
 * 3. The server sends the list of pledges. The seat named by the rules cuts, if it has pledged.
 * 4. The seats send their parts, which must fit their pledges. BLAKE2b-256("canasta deal" ‖ nonce ‖
 *    parts in seat order, zeros for a seat without a pledge) is the key of a ChaCha20 stream, which
 *    shuffles D. The next eight bytes of the stream seed later reshuffles (I2). If nobody has cut,
 *    the place follows from the key.
 * 5. If a pledged part is missing, the deal is void.
 * 6. After the deal the server reveals the nonce and D, so that anyone can repeat the computation.
 *
 * Deals of version 1 had no pledges: parts of 16 bytes were sent in clear as they came, and the
 * player who sent the last one could choose among deals with the server's help. Their records are
 * still checked. There, for a seat that sent no part, it is BLAKE2b-128(nonce ‖ the seat's number
 * as one byte), the key is BLAKE2b-256(nonce ‖ parts), and a cut that nobody made follows from the
 * nonce.
 */
#ifndef PROTOCOL_FAIR_H
#define PROTOCOL_FAIR_H

#include <jansson.h>

#include "message.h"

enum {
    FAIR_OLD = 1, /* without pledges */
    FAIR_PLEDGED = 2
};

struct fair_deal {
    cn_card committed[CN_CARDS_MAX]; /* D */
    uint16_t cards;
    uint8_t version; /* FAIR_OLD or FAIR_PLEDGED */
    uint8_t players;
    uint8_t pledged, given;              /* bit s: seat s sent a pledge, a part */
    bool has_hash, has_parts, has_nonce; /* which of the fields are known */
    bool uncut;                          /* nobody cut: the position is calculated */
    int16_t cut;                         /* cards in the upper packet */
    int32_t deal;                        /* its number in the game; not in its lines */
    uint8_t nonce[HASH_BYTES], hash[HASH_BYTES];
    uint8_t table[HASH_BYTES]; /* fair_table */
    uint8_t pledge[CN_SEATS_MAX][HASH_BYTES];
    uint8_t part[CN_SEATS_MAX][PART_BYTES]; /* FAIR_OLD: the first OLD_PART_BYTES of each */
};

/* Names a table in its pledges without telling its link, which would let anybody in:
 * BLAKE2b-256("canasta table" ‖ the link's 16 bytes). 'link': in hexadecimal. */
void fair_table(const char *link, uint8_t table[HASH_BYTES]);
/* A seat's pledge: BLAKE2b-256("canasta pledge" ‖ table ‖ deal as four bytes, lowest first ‖ seat
 * as one byte ‖ the server's hash ‖ part). */
void fair_pledge(const uint8_t table[HASH_BYTES], int32_t deal, int seat,
                 const uint8_t hash[HASH_BYTES], const uint8_t part[PART_BYTES],
                 uint8_t pledge[HASH_BYTES]);
/* Returns whether the seat's part is the one that it pledged. */
bool fair_part_fits(const struct fair_deal *fair, int seat);

/* Fixes D, in an order derived from 'seed', and the nonce; computes the hash. The caller adds the
 * table and the deal's number. */
void fair_commit(struct fair_deal *fair, const struct cn_rules *rules, int players,
                 const uint8_t seed[HASH_BYTES], const uint8_t nonce[HASH_BYTES]);
void fair_hash(const struct fair_deal *fair, uint8_t hash[HASH_BYTES]);
/* The shuffled deck before the cut, and the generator for later reshuffles. */
void fair_shuffle(const struct fair_deal *fair, cn_card deck[CN_CARDS_MAX], struct cn_rng *rng);
/* Where to cut for a bot or a player who does not choose: derived from the joint key (FAIR_OLD:
 * from the nonce), within the rules. */
int fair_cut(const struct fair_deal *fair, const struct cn_rules *rules);

/* Record lines: "fair" before the deal, "reveal" after it; or "void", which names the seats that
 * withheld their parts, bit s for seat s. */
void fair_write(struct cn__text *lines, const struct fair_deal *fair);
void fair_write_void(struct cn__text *lines, const struct fair_deal *fair, uint8_t by);
void fair_write_reveal(struct cn__text *lines, const struct fair_deal *fair);
/* Reads a list that has 'bytes' bytes or null for each seat; bit s of *which: seat s has some. */
bool fair_read_list(const json_t *line, const char *key, int players,
                    uint8_t rows[CN_SEATS_MAX][HASH_BYTES], size_t bytes, uint8_t *which);
/* Reads them back. Returns false and leaves *fair unchanged if they are invalid. "fair" begins a
 * new deal, "reveal" completes it. */
bool fair_read(const json_t *line, int players, struct fair_deal *fair);
bool fair_read_void(const json_t *line, int players, struct fair_deal *fair, uint8_t *by);
bool fair_read_reveal(const json_t *line, struct fair_deal *fair);

/* Does D hold every card of the rule set? */
bool fair_is_deck(const struct fair_deal *fair, const struct cn_rules *rules);

/* Deals as the server should have: 'deck' receives the order in which cards leave. Returns false if
 * that is impossible. */
bool fair_deck(const struct fair_deal *fair, const struct cn_rules *rules, int dealer, int idle,
               cn_card deck[CN_CARDS_MAX]);

enum fair_verdict {
    FAIR_UNKNOWN, /* nothing was revealed yet, or the deal was not a fair one */
    FAIR_VERIFIED,
    FAIR_HASH,      /* the revealed deck and nonce do not match the hash */
    FAIR_COMMITTED, /* the revealed deck is not one of this rule set */
    FAIR_PART,      /* the part that this client sent is missing */
    FAIR_PARTS,     /* the parts differ from those sent before the cut */
    FAIR_CUT,       /* the cut differs from the one that was made, or is not allowed */
    FAIR_DECK,      /* the dealt deck does not follow from it */
    FAIR_PLEDGE,    /* a part does not fit its pledge, or a pledged part is missing */
    FAIR_ABSENT,    /* a seat pledged that had withheld a part in this game */
    FAIR_TABLE,     /* the deal is another table's than those before it */
    FAIR_VOID,      /* void as it should be: pledged parts were withheld */
    FAIR_NOT_VOID   /* void without a reason */
};
/* What was seen of the deal being checked. */
struct fair_dealt {
    int dealer, idle;
    int cutter;        /* the seat named by the rules */
    int cut_seat, cut; /* from the cut line; -1 if there was none */
    int cards;
    const cn_card *deck; /* as it was dealt, CN_NO_CARD where it was not seen */
};
/* Checks pledges and parts alone, which needs no reveal. FAIR_VERIFIED if nothing is wrong. */
enum fair_verdict fair_check_parts(const struct fair_deal *fair);
/* Checks that a void deal had a reason: its seats are those whose pledged parts are missing. */
enum fair_verdict fair_check_void(const struct fair_deal *fair, uint8_t by);
/* Checks that the deal follows. A cut that the cutter did not make must be the one that is derived;
 * otherwise a server, which knows the nonce, could choose among all cuts. */
enum fair_verdict fair_check(const struct fair_deal *fair, const struct cn_rules *rules,
                             const struct fair_dealt *dealt);

#endif
