/* judge.h -- a decision compared with the best that a bot that thinks finds in its place.
 *
 * The bot sees what the seat saw and nothing else, so that a loss is a matter of judgement and
 * never of luck. Every decision has random numbers of its own, from its number: the same number and
 * budget give the same loss, in one slice or in many.
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
        /* points by which what was played was estimated above the best, too uncertain to be called
         * better */
        lead;
    int32_t error, worlds; /* standard error of the comparison, and worlds in which it was tried */
    struct cn_reason reason; /* of the best */
};

/* The review of one decision. The caller sets the bot, and memory of bot->mind_size bytes. */
struct cn_review_work {
    const struct cn_bot *bot;
    void *mind;
    int64_t left; /* nodes */
    bool thinks;  /* false: nothing else was legal */
};
enum {
    CN_REVIEW_NODES = 100000 /* usual budget of a decision */
};

/* Starts the review of a decision with a budget of nodes. */
void cn_review_start(struct cn_review_work *work, const struct cn_view *view, uint64_t number,
                     int64_t nodes);
/* Thinks for at most this many nodes. Returns true if there is nothing left to think about. */
bool cn_review_think(struct cn_review_work *work, int64_t nodes);
/* Compares what was played with what the bot found so far. */
void cn_review_finish(const struct cn_review_work *work, const struct cn_view *view,
                      struct cn_action played, struct cn_review *judgement);

#endif
