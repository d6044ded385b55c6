/* fair.h -- provably fair deals: what is fixed before, what everybody adds, and the check
 * afterwards.
 *
 * 1. The server fixes a deck D and a nonce of 32 bytes, and sends BLAKE2b-256(nonce ‖ text of D).
 * 2. Each seat adds a part of 16 bytes. The part of a seat from which none came, as of a bot, is
 *    BLAKE2b-128(nonce ‖ the seat's number as one byte).
 * 3. BLAKE2b-256(nonce ‖ parts in seat order) is the key of a ChaCha20 stream, by which D is
 *    shuffled.
 * 4. The seat whom the rules name cuts. The next eight bytes of the stream seed later reshuffles
 *    (I2).
 * 5. After the deal nonce and D are revealed, and everybody can do it all again.
 */
#ifndef PROTOCOL_FAIR_H
#define PROTOCOL_FAIR_H

#include <jansson.h>

#include "message.h"

struct fair_deal {
    cn_card committed[CN_CARDS_MAX]; /* D */
    uint16_t cards;
    uint8_t players;
    uint8_t given;                       /* bit s: the part of seat s came */
    bool has_hash, has_parts, has_nonce; /* as far as known */
    bool uncut;                          /* nobody cut: the nonce has chosen where */
    int16_t cut;                         /* cards in the upper packet */
    uint8_t nonce[HASH_BYTES], hash[HASH_BYTES];
    uint8_t part[CN_SEATS_MAX][PART_BYTES];
};

/* Fixes D, in an order made of 'seed', and the nonce; computes the hash. */
void fair_commit(struct fair_deal *fair, const struct cn_rules *rules, int players,
                 const uint8_t seed[HASH_BYTES], const uint8_t nonce[HASH_BYTES]);
void fair_hash(const struct fair_deal *fair, uint8_t hash[HASH_BYTES]);
/* The shuffled deck before the cut, and the generator for later reshuffles. */
void fair_shuffle(const struct fair_deal *fair, cn_card deck[CN_CARDS_MAX], struct cn_rng *rng);
/* Where a cutter who is a bot, or does not say, cuts: chosen by the nonce, as the rules allow. */
int fair_cut(const struct fair_deal *fair, const struct cn_rules *rules);

/* Record lines: "fair" before the deal, "reveal" after it. */
void fair_write(struct cn__text *lines, const struct fair_deal *fair);
void fair_write_reveal(struct cn__text *lines, const struct fair_deal *fair);
/* … and back; false, with *fair unchanged, if they cannot be. "fair" begins a new one, "reveal"
 * adds to it. */
bool fair_read(const json_t *line, int players, struct fair_deal *fair);
bool fair_read_reveal(const json_t *line, struct fair_deal *fair);

/* Does D hold every card of the rule set? */
bool fair_is_deck(const struct fair_deal *fair, const struct cn_rules *rules);

/* Deals as the server should have: 'deck' receives the order in which cards leave. False if it
 * cannot be. */
bool fair_deck(const struct fair_deal *fair, const struct cn_rules *rules, int dealer, int idle,
               cn_card deck[CN_CARDS_MAX]);

enum fair_verdict {
    FAIR_UNKNOWN, /* nothing was revealed yet, or the deal was not a fair one */
    FAIR_VERIFIED,
    FAIR_HASH,      /* the revealed deck and nonce are not those that were fixed */
    FAIR_COMMITTED, /* the revealed deck is none of this rule set */
    FAIR_PART,      /* the part that this client sent is not there */
    FAIR_PARTS,     /* the parts are not those that were told before the cut */
    FAIR_CUT,       /* the cut is not the one that was made, or not allowed */
    FAIR_DECK       /* the deal was not made from it */
};
/* What was seen of the deal that should follow. */
struct fair_dealt {
    int dealer, idle;
    int cutter;        /* the seat whom the rules name */
    int cut_seat, cut; /* as the cut line said; -1 if there was none */
    int cards;
    const cn_card *deck; /* as it was dealt, CN_NO_CARD where it was not seen */
};
/* Does the deal follow? A cut that the cutter did not make must be the one that the nonce
 * chooses: else whoever knows the nonce could choose among all cuts. */
enum fair_verdict fair_check(const struct fair_deal *fair, const struct cn_rules *rules,
                             const struct fair_dealt *dealt);

#endif
