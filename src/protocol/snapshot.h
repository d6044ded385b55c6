/* snapshot.h -- everything that one seat, or a spectator, may know of a game at one moment.
 *
 * The snapshot of the protocol. Only snapshot_of reads it from a game. Anything sent about a game
 * in play is written from a snapshot or from a seat's record, never from a cn_game, so that hidden
 * cards cannot be sent.
 */
#ifndef PROTOCOL_SNAPSHOT_H
#define PROTOCOL_SNAPSHOT_H

#include <jansson.h>

#include "record/record.h"

struct snapshot {
    struct cn_board board;
    struct cn_memory memory;
    uint8_t second_sizes[CN_SEATS_MAX][CN_SECOND_HANDS_MAX + 1]; /* as in struct cn_deal */
    int32_t score[CN_SIDES_MAX];                                 /* at this moment */
    int32_t deals;
    uint8_t players, seat; /* seat: CN_NO_SEAT for a spectator */
    uint8_t upcards;
    uint16_t hand_count, laid_count, red_count, pile_count;
    cn_card hand[CN_CARDS_MAX];
    cn_card pile[CN_CARDS_MAX]; /* bottom first */
    cn_card laid[CN_CARDS_MAX]; /* every melded card with its side and its meld */
    uint8_t laid_side[CN_CARDS_MAX], laid_meld[CN_CARDS_MAX];
    cn_card red[CN_BONUS_CARDS_MAX];
    uint8_t red_side[CN_BONUS_CARDS_MAX];
    /* Where a referee rules: cards of hands that lie face up, and of the notes what all have seen;
     * else 0. Not how a turn is taken back: after that a client asks for another snapshot. */
    uint8_t up[CN_SEATS_MAX][CN_CARD_CODES];
    struct cn_notes notes;
};

/* Counts naturals, deuces and jokers. Returns the kind of the naturals, CN_NO_KIND without any, or
 * -1 if they are of two kinds or more than a meld can have. */
int snapshot_meld_counts(const cn_card *cards, int count, int counts[3]);
/* What the seat may know of a game with a deal in play. */
void snapshot_of(const struct cn_game *game, int seat, struct snapshot *snapshot);
/* Appends the "view" line: 'number' is the last event it includes. */
void snapshot_write(struct cn__text *lines, const struct snapshot *snapshot,
                    const struct cn_rules *rules, int64_t number);
/* Appends the "due" line of a refereed deal: who decides about what, where something is due. */
void snapshot_write_due(struct cn__text *lines, const struct cn_board *board);
/* Reads a "view" line for these rules. Returns false if it is invalid: checks every value, and that
 * all counts agree. */
bool snapshot_read(const json_t *line, const struct cn_rules *rules, int players, int seat,
                   struct snapshot *snapshot);

#endif
