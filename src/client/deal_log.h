/* course.h -- the course of a deal as one seat saw it, kept to be played again with the true cards.
 *
 * What happened in front of a seat is kept in two ways: the decisions, and beside them everything that the seat saw of
 * what they brought: its own cards, and of others' what they showed and how many they drew. When the deck is
 * revealed, the same decisions are played from it by the engine, and must be legal and look the same.
 */
#ifndef CN_NET_COURSE_H
#define CN_NET_COURSE_H

#include "record/record.h"

struct cn_course_step; /* opaque: a decision, or taking back */

struct cn_course {
    bool whole; /* from the deal on, with nothing missing; else the rest is empty */
    uint8_t dealer, idle;
    int32_t deals;
    int32_t score[CN_SIDES_MAX]; /* before the deal */
    struct cn_course_step *steps;
    int count, size;
    struct cn_lines cards; /* of the steps */
    struct cn_lines seen;
};

/* Begins with the game's next deal. */
void cn_course_begin(struct cn_course *course, const struct cn_game *game, int dealer, int idle);
/* Something was missed, or it is over: the memory goes. */
void cn_course_lose(struct cn_course *course);

/* What the seat sees happen, or would not have to be told: 'game' as in the call of a sink. */
void cn_course_see(struct cn_course *course, const struct cn_event *event,
                   const struct cn_game *game, int seat);
void cn_course_step(struct cn_course *course, int seat, struct cn_action action,
                    const cn_card *cards, int count);
void cn_course_undo(struct cn_course *course, int n);

enum cn_course_fit {
    CN_COURSE_FITS,
    CN_COURSE_DIFFERS,
    CN_COURSE_UNKNOWN /* it is not whole, or there is no memory to look */
};
/* Can it have come about, as this seat saw it, from this deck, in the order in which its cards leave? */
enum cn_course_fit cn_course_check(const struct cn_course *course, const struct cn_rules *rules,
                                   int players, int seat, const cn_card deck[CN_CARDS_MAX]);

#endif
