/* fair.h -- provably fair deals: the commitment, the contributions, and the check afterwards.
 *
 * 1. The server fixes a deck D and a nonce of 32 bytes, and sends BLAKE2b-256(nonce ‖ text of D).
 * 2. Each seat adds a part of 16 bytes. For a seat that sends none, such as a bot's, the part is
 *    BLAKE2b-128(nonce ‖ the seat's number as one byte).
 * 3. BLAKE2b-256(nonce ‖ parts in seat order) is the key of a ChaCha20 stream, which shuffles D.
 * 4. The seat named by the rules cuts. The next eight bytes of the stream seed later reshuffles
 *    (I2).
 * 5. After the deal the server reveals the nonce and D, so that anyone can repeat the computation.
 */
#ifndef PROTOCOL_FAIR_H
#define PROTOCOL_FAIR_H

#include <jansson.h>

#include "message.h"

struct fair_deal {
    cn_card committed[CN_CARDS_MAX]; /* D */
    uint16_t cards;
    uint8_t players;
    uint8_t given;                       /* bit s: seat s sent a part */
    bool has_hash, has_parts, has_nonce; /* which of the fields are known */
    bool uncut;                          /* nobody cut: the nonce chose the position */
    int16_t cut;                         /* cards in the upper packet */
    uint8_t nonce[HASH_BYTES], hash[HASH_BYTES];
    uint8_t part[CN_SEATS_MAX][PART_BYTES];
};

/* Fixes D, in an order derived from 'seed', and the nonce; computes the hash. */
void fair_commit(struct fair_deal *fair, const struct cn_rules *rules, int players,
                 const uint8_t seed[HASH_BYTES], const uint8_t nonce[HASH_BYTES]);
void fair_hash(const struct fair_deal *fair, uint8_t hash[HASH_BYTES]);
/* The shuffled deck before the cut, and the generator for later reshuffles. */
void fair_shuffle(const struct fair_deal *fair, cn_card deck[CN_CARDS_MAX], struct cn_rng *rng);
/* Where to cut for a bot or a player who does not choose: derived from the nonce, within the
 * rules. */
int fair_cut(const struct fair_deal *fair, const struct cn_rules *rules);

/* Record lines: "fair" before the deal, "reveal" after it. */
void fair_write(struct cn__text *lines, const struct fair_deal *fair);
void fair_write_reveal(struct cn__text *lines, const struct fair_deal *fair);
/* Reads them back. Returns false and leaves *fair unchanged if they are invalid. "fair" begins a
 * new deal, "reveal" completes it. */
bool fair_read(const json_t *line, int players, struct fair_deal *fair);
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
    FAIR_DECK       /* the dealt deck does not follow from it */
};
/* What was seen of the deal being checked. */
struct fair_dealt {
    int dealer, idle;
    int cutter;        /* the seat named by the rules */
    int cut_seat, cut; /* from the cut line; -1 if there was none */
    int cards;
    const cn_card *deck; /* as it was dealt, CN_NO_CARD where it was not seen */
};
/* Checks that the deal follows. A cut that the cutter did not make must be the one derived from the
 * nonce; otherwise a server, which knows the nonce, could choose among all cuts. */
enum fair_verdict fair_check(const struct fair_deal *fair, const struct cn_rules *rules,
                             const struct fair_dealt *dealt);

#endif
