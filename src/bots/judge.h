/* judge.h -- compares a decision with the best move that a thinking bot finds in its place.
 *
 * The bot sees only what the seat saw, so a loss reflects judgement and never luck. Every decision
 * has its own random numbers, derived from its number: the same number and budget give the same
 * loss, in one slice or in many.
 */
#ifndef CN_BOTS_JUDGE_H
#define CN_BOTS_JUDGE_H

#include "bots.h"

enum cn_judged_kind {
    CN_REVIEW_FORCED,  /* nothing else was legal */
    CN_REVIEW_WEIGHED, /* compared with the best */
    CN_REVIEW_UNKNOWN, /* the bot did not compare the move that was played */
    CN_REVIEW_KINDS
};

struct cn_review {
    enum cn_judged_kind kind;
    struct cn_action best;
    int32_t loss; /* points lost against the best move, as expected; 0 within two errors */
    int32_t
        /* points by which the move played was estimated above the best, but too uncertain to be
         * called better */
        lead;
    int32_t error, worlds;   /* standard error of the comparison, and worlds compared */
    struct cn_reason reason; /* for the best move */
};

/* The review of one decision. The caller sets the bot, and memory of bot->memory_size bytes. */
struct cn_review_work {
    const struct cn_bot *bot;
    void *mind;
    int64_t left; /* nodes */
    bool thinks;  /* false: nothing else was legal */
};
enum {
    CN_REVIEW_NODES = 100000 /* default budget of a decision */
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
