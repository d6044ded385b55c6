/* course.h -- the course of a deal as one seat saw it, kept to be played again with the true cards.
 *
 * What happened in front of a seat is kept in two ways: the decisions, and beside them everything
 * that the seat saw of what they brought: its own cards, and of others' what they showed and how
 * many they drew. When the deck is revealed, the same decisions are played from it by the engine,
 * and must be legal and look the same.
 */
#ifndef CLIENT_DEAL_LOG_H
#define CLIENT_DEAL_LOG_H

#include "record/record.h"

struct deal_log_decision; /* opaque: a decision, or taking back */

struct deal_log {
    bool whole; /* from the deal on, with nothing missing; else the rest is empty */
    uint8_t dealer, idle;
    int32_t deals;
    int32_t score[CN_SIDES_MAX]; /* before the deal */
    struct deal_log_decision *steps;
    int count;
    size_t capacity;
    struct cn__text cards; /* of the steps */
    struct cn__text seen;
};

/* Begins with the game's next deal. */
void deal_log_start(struct deal_log *course, const struct cn_game *game, int dealer, int idle);
/* Something was missed, or it is over: the memory goes. */
void deal_log_discard(struct deal_log *course);

/* What the seat sees happen, or would not have to be told: 'game' as in the call of a sink. */
void deal_log_event(struct deal_log *course, const struct cn_event *event,
                    const struct cn_game *game, int seat);
void deal_log_decision(struct deal_log *course, int seat, struct cn_action action,
                       const cn_card *cards, int count);
void deal_log_undo(struct deal_log *course, int n);

enum deal_log_fit {
    DEAL_LOG_FITS,
    DEAL_LOG_DIFFERS,
    DEAL_LOG_UNKNOWN /* it is not whole, or there is no memory to look */
};
/* Can it have come about, as this seat saw it, from this deck, in the order in which its cards
 * leave? */
enum deal_log_fit deal_log_verify(const struct deal_log *course, const struct cn_law *law,
                                  int players, int seat, const cn_card deck[CN_CARDS_MAX]);

#endif
