/* thinker.h -- the smallest bot that thinks: it chooses a random action of the list, again after
 * every 100 nodes, at most ten times. Its estimates are one point less for each action of the
 * list. */
#ifndef CN_TESTS_THINKER_H
#define CN_TESTS_THINKER_H

#include "bots/bots.h"

struct thinker {
    struct cn_rng rng;
    struct cn_actions list;
    int at, rolls;
};

static inline void thinker_begin(void *mind, const struct cn_view *view, struct cn_rng *rng)
{
    struct thinker *m = (struct thinker *)mind;
    m->rng = *rng;
    m->at = m->rolls = 0;
    cn_board_legal_list(view->law, view->board, view->hand, &m->list);
}

static inline bool thinker_think(void *mind, int64_t nodes)
{
    struct thinker *m = (struct thinker *)mind;
    for (int64_t i = 0; i < nodes && m->rolls < 10; i += 100, m->rolls++)
        m->at = (int)cn_rng_below(&m->rng, (uint32_t)m->list.count);
    return m->rolls < 10;
}

static inline struct cn_action thinker_choice(const void *mind)
{
    const struct thinker *m = (const struct thinker *)mind;
    return m->list.at[m->at];
}

static inline int thinker_weighed(const void *mind, struct cn_candidate *list, int capacity)
{
    const struct thinker *m = (const struct thinker *)mind;
    int count = 0;
    for (; count < m->list.count && count < capacity; count++)
        list[count] = (struct cn_candidate){.action = m->list.at[(m->at + count) % m->list.count],
                                            .points = 50 - count,
                                            .error = 1,
                                            .worlds = m->rolls};
    return count;
}

static const struct cn_bot thinker = {.name = "thinker",
                                      .memory_size = sizeof(struct thinker),
                                      .begin = thinker_begin,
                                      .think = thinker_think,
                                      .choice = thinker_choice,
                                      .moves = thinker_weighed};

#endif
