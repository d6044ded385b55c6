/* deal_log.h -- a deal as one seat saw it, to be replayed with the revealed deck.
 *
 * The log stores the decisions and, with them, everything the seat saw of their results: its own
 * cards, the cards that others showed and how many they drew. When the deck is revealed, the engine
 * replays the decisions from it. They must be legal and show the same.
 */
#ifndef CLIENT_DEAL_LOG_H
#define CLIENT_DEAL_LOG_H

#include "bots/bots.h"
#include "record/record.h"

struct deal_log_decision; /* opaque: a decision or an undo */

struct deal_log {
    bool whole; /* complete from the start of the deal; else the rest is empty */
    uint8_t dealer, idle;
    int32_t deals;
    int32_t score[CN_SIDES_MAX]; /* before the deal */
    struct deal_log_decision *steps;
    int count;
    size_t capacity;
    struct cn__text cards; /* cards of the steps */
    struct cn__text seen;
};

/* Begins with the game's next deal. */
void deal_log_start(struct deal_log *course, const struct cn_game *game, int dealer, int idle);
/* Frees the log, because something was missed or the deal is over. */
void deal_log_discard(struct deal_log *course);

/* Logs what the seat sees, and ignores events that it could not see. 'game' as for an observer. */
void deal_log_event(struct deal_log *course, const struct cn_event *event,
                    const struct cn_game *game, int seat);
void deal_log_decision(struct deal_log *course, int seat, struct cn_action action,
                       const cn_card *cards, int count);
/* A line that may have been such a decision, or have followed automatically. */
void deal_log_perhaps(struct deal_log *course, int seat, struct cn_action action, cn_card card);
void deal_log_undo(struct deal_log *course, int n);

enum deal_log_fit {
    DEAL_LOG_FITS,
    DEAL_LOG_DIFFERS,
    DEAL_LOG_UNKNOWN /* the log is not complete, or memory ran out */
};
/* Returns whether this deck, in the order in which its cards leave, could have led to what the seat
 * saw. If it fits, *meter, which may be NULL, is what the cards were worth. */
enum deal_log_fit deal_log_verify(const struct deal_log *course, const struct cn_law *law,
                                  int players, int seat, const cn_card deck[CN_CARDS_MAX],
                                  struct cn_meter *meter);

#endif
