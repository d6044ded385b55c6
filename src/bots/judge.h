/* judge.h -- compares a decision with the best move that a thinking bot finds in its place; and
 * advice, which compares that move with the next best.
 *
 * First the bot thinks. Then its move and the rival, the move that was played or the next best, are
 * tried in new samples (duel.h): an estimate that was chosen because it is high is too high, so it
 * counts for nothing here. A loss is charged only if it is clear, and as much of it as holds
 * against every manner of the others.
 *
 * The bot sees only what the seat saw, so a loss reflects judgement and never luck. Every decision
 * has its own random numbers, derived from its number: the same number and budget give the same
 * loss, in one slice or in many.
 */
#ifndef CN_BOTS_JUDGE_H
#define CN_BOTS_JUDGE_H

#include "bots.h"
#include "duel.h"

enum cn_judged_kind {
    CN_REVIEW_FORCED,  /* nothing else was legal */
    CN_REVIEW_WEIGHED, /* compared with the best */
    CN_REVIEW_UNKNOWN, /* it could not be compared: it was irregular or out of turn */
    CN_REVIEW_KINDS
};

struct cn_review {
    enum cn_judged_kind kind;
    struct cn_action best, rival; /* rival: best itself if there was nothing to compare */
    int32_t gain;                 /* points by which best is better, as expected; never below 0 */
    int32_t loss;          /* of the move played: what holds in every manner; 0 within two errors */
    int32_t error, worlds; /* standard error of the loss, or of the gain; samples compared */
    bool clear;            /* the gain is above two errors */
    struct cn_reason reason;   /* for the best move */
    struct cn_finding finding; /* what favours it over the rival; only if the gain is clear */
};

/* The review of one decision. The caller sets the bot, memory of bot->memory_size bytes, and the
 * duel. */
struct cn_review_work {
    const struct cn_bot *bot;
    void *mind;
    struct cn_duel *duel;
    struct cn_view view;     /* borrowed until the review is finished */
    struct cn_action played; /* of no type for advice */
    struct cn_action best, rival;
    struct cn_rng rng;
    int64_t left;         /* nodes of the bot, then of the duel */
    int64_t left_of_duel; /* nodes that the duel will have */
    bool thinks;          /* false: nothing else was legal, or the seat does not decide */
    bool compares;        /* the duel has begun */
};
enum {
    CN_REVIEW_NODES = 100000 /* default budget of a decision */
};

/* Starts the review of a move, or, if that is NULL, advice to the deciding seat, with a budget of
 * nodes. */
void cn_review_start(struct cn_review_work *work, const struct cn_view *view,
                     const struct cn_action *played, uint64_t number, int64_t nodes);
/* Thinks for at most this many nodes. Returns true if there is nothing left to think about. */
bool cn_review_think(struct cn_review_work *work, int64_t nodes);
/* Writes what was found so far. */
void cn_review_finish(const struct cn_review_work *work, struct cn_review *review);

#endif
