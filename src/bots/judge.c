#include "judge.h"

enum {
    WEIGHED = 64, /* more moves than a bot compares */
    ERRORS = 2    /* differences within this many standard errors are not a loss */
};

static void compare(struct cn_review *judgement, struct cn_action played,
                    const struct cn_candidate *list, int count)
{
    for (int i = 0; i < count; i++) {
        if (!cn_action_equal(list[i].action, played))
            continue;
        const int32_t less = list[0].points - list[i].points;
        judgement->kind = CN_REVIEW_WEIGHED;
        judgement->error = list[i].error > list[0].error ? list[i].error : list[0].error;
        judgement->worlds = list[i].worlds;
        judgement->lead = cn_weighed_lead(&list[0], &list[i]);
        judgement->loss = i > 0 && less > ERRORS * judgement->error ? less : 0;
        return;
    }
}

void cn_review_start(struct cn_review_work *work, const struct cn_view *view, uint64_t number,
                     int64_t nodes)
{
    struct cn_rng rng;
    work->left = nodes;
    work->thinks = cn_legal_list(view, NULL, 0) != 1;
    if (!work->thinks)
        return;
    cn_rng_init(&rng, number);
    work->bot->begin(work->mind, view, &rng);
}

bool cn_review_think(struct cn_review_work *work, int64_t nodes)
{
    if (!work->thinks)
        return true;
    if (nodes > work->left)
        nodes = work->left;
    work->left -= nodes;
    return !work->bot->think(work->mind, nodes) || work->left <= 0;
}

void cn_review_finish(const struct cn_review_work *work, const struct cn_view *view,
                      struct cn_action played, struct cn_review *judgement)
{
    struct cn_candidate list[WEIGHED];
    *judgement = (struct cn_review){.kind = CN_REVIEW_FORCED, .best = played};
    if (work->thinks) {
        judgement->kind = CN_REVIEW_UNKNOWN;
        judgement->best = work->bot->choice(work->mind);
        compare(judgement, played, list, work->bot->moves(work->mind, list, WEIGHED));
    }
    judgement->reason = cn_reason_for(view, judgement->best);
}
