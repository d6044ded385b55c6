#include "judge.h"

enum {
    WEIGHED = 2, /* moves that are asked for: the choice and the next best */
    ERRORS = 2   /* differences within this many standard errors are not clear */
};

static bool is_legal(const struct cn_view *view, struct cn_action action)
{
    return cn_board_legal_check(view->law, view->board, view->seat, view->hand, action, NULL);
}

void cn_review_start(struct cn_review_work *work, const struct cn_view *view,
                     const struct cn_action *played, uint64_t number, int64_t nodes)
{
    work->view = *view;
    work->left = nodes - nodes / 2;
    work->left_of_duel = nodes / 2;
    work->compares = false;
    work->played = played != NULL ? *played : cn_action_of(CN_ACTION_TYPES, 0, 0, 0, 0);
    work->best = work->rival = work->played;
    work->thinks = view->seat == cn_board_actor(view->board) && cn_legal_list(view, NULL, 0) > 1;
    if (!work->thinks) {
        if (played == NULL)
            cn_legal_list(view, &work->best, 1);
        work->rival = work->best;
        return;
    }
    cn_rng_init(&work->rng, number);
    work->bot->begin(work->mind, view, &work->rng);
}

static bool has_played(const struct cn_review_work *work)
{
    return work->played.type != CN_ACTION_TYPES;
}

/* The bot has made up its mind: finds what its move is to be compared with. */
static void begin_duel(struct cn_review_work *work)
{
    struct cn_candidate list[WEIGHED];
    const int count = work->bot->moves(work->mind, list, WEIGHED);
    work->best = work->bot->choice(work->mind);
    work->rival = has_played(work) ? work->played : count > 1 ? list[1].action : work->best;
    work->left = 0;
    work->compares =
        !cn_action_equal(work->best, work->rival) && is_legal(&work->view, work->rival);
    if (work->compares)
        cn_duel_begin(work->duel, &work->view, work->best, work->rival, &work->rng);
}

bool cn_review_think(struct cn_review_work *work, int64_t nodes)
{
    if (!work->thinks)
        return true;
    if (work->left > 0) {
        const int64_t slice = nodes < work->left ? nodes : work->left;
        const bool more = work->bot->think(work->mind, slice);
        nodes -= slice;
        work->left -= slice;
        if (more && work->left > 0)
            return false;
        begin_duel(work);
    }
    if (!work->compares)
        return true;
    if (nodes > work->left_of_duel)
        nodes = work->left_of_duel;
    work->left_of_duel -= nodes;
    return (nodes > 0 && !cn_duel_think(work->duel, nodes)) || work->left_of_duel <= 0;
}

/* What the duel shows. If it turns out against the bot's move, the other one is the best. */
static void compare(const struct cn_review_work *work, struct cn_review *review)
{
    const struct cn_difference mean = cn_duel_mean(work->duel);
    const struct cn_difference least = cn_duel_least(work->duel);
    const bool turned = mean.points < -ERRORS * mean.error;
    const bool lost = has_played(work) && least.points > ERRORS * least.error;
    review->clear = turned || mean.points > ERRORS * mean.error;
    review->gain = turned ? -mean.points : mean.points > 0 ? mean.points : 0;
    review->loss = lost ? least.points : 0;
    review->error = lost ? least.error : mean.error;
    review->worlds = work->duel->worlds;
    if (turned) {
        review->best = work->rival;
        review->rival = work->best;
    }
    if (review->clear)
        review->finding = cn_duel_finding(work->duel, turned ? 1 : 0);
}

void cn_review_finish(const struct cn_review_work *work, struct cn_review *review)
{
    *review =
        (struct cn_review){.kind = CN_REVIEW_FORCED, .best = work->best, .rival = work->rival};
    if (has_played(work) && !is_legal(&work->view, work->played)) {
        review->kind = CN_REVIEW_UNKNOWN;
        if (!work->thinks)
            return;
    } else if (work->thinks) {
        review->kind = CN_REVIEW_WEIGHED;
    }
    if (work->compares)
        compare(work, review);
    review->reason = cn_reason_for(&work->view, review->best);
}
