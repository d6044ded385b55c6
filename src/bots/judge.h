/* judge.h -- a decision compared with the best that a bot that thinks finds in its place.
 *
 * The bot sees what the seat saw and nothing else, so that a loss is a matter of judgement and
 * never of luck. Every decision has random numbers of its own, from its number: the same number and
 * budget give the same loss. /
 */
#ifndef CN_BOTS_JUDGE_H
#define CN_BOTS_JUDGE_H

#include "bots.h"

enum cn_judged_kind {
    CN_REVIEW_FORCED,  /* nothing else was legal */
    CN_REVIEW_WEIGHED, /* compared with the best */
    CN_REVIEW_UNKNOWN, /* the bot did not weigh what was played */
    CN_REVIEW_KINDS
};

struct cn_review {
    enum cn_judged_kind kind;
    struct cn_action best;
    int32_t
        loss; /* points of the deal less than the best is expected to bring; 0 within two errors */
    int32_t
        lead; /* points by which what was played was estimated above the best, too uncertain to be called better */
    int32_t error, worlds; /* standard error of the comparison, and worlds in which it was tried */
    struct cn_reason reason; /* of the best */
};

/* Takes a decision in, to be thought about by bot->think as often as is wanted. False if nothing
 * else is legal: then there is nothing to think about. */
bool cn_review_start(const struct cn_bot *bot, void *mind, const struct cn_view *view,
                     uint64_t number);
/* What is to be said of it; 'mind' NULL: it was forced. */
void cn_review_finish(const struct cn_bot *bot, const void *mind, const struct cn_view *view,
                      struct cn_action played, struct cn_review *judgement);

#endif
