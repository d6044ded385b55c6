/* erring.h -- for tests of refereed tables: what random people do there, lawful and not. */
#ifndef UNITS_ERRING_H
#define UNITS_ERRING_H

#include <stdint.h>
#include <string.h>

#include "engine/engine.h"

enum {
    ERRING_LIST = 6000
};

struct erring_act {
    struct cn_action action;
    int seat;
};

static inline int erring_below(struct cn_rng *rng, int n)
{
    return (int)cn_rng_below(rng, (uint32_t)n);
}

/* Any irregularity as likely as another: most of what can be insisted on is melds. */
static inline bool erring_insist(const struct cn_game *game, struct cn_rng *rng,
                                 struct erring_act *act)
{
    static struct cn_action list[ERRING_LIST];
    static uint8_t whats[ERRING_LIST];
    const struct cn_deal *deal = &game->deal;
    const int seat = erring_below(rng, game->players);
    const int count =
        cn_insist_list(game->law, &deal->board, seat, deal->hands[seat], 0, list, ERRING_LIST);
    int of[CN_IRREGULAR_COUNT] = {0};
    int kinds = 0;
    if (count == 0 || count > ERRING_LIST || game->notes.open_count == CN_OPEN_MAX)
        return false;
    for (int i = 0; i < count; i++) {
        struct cn_insisted found;
        cn_insist_check(game->law, &deal->board, seat, deal->hands[seat], cn_action_plain(list[i]),
                        &found);
        whats[i] = found.what;
        kinds += of[found.what]++ == 0;
    }
    int what = 0;
    for (int nth = erring_below(rng, kinds); of[what] == 0 || nth-- > 0; what++) {
    }
    int nth = erring_below(rng, of[what]);
    int chosen = 0;
    while (whats[chosen] != what || nth-- > 0)
        chosen++;
    *act = (struct erring_act){list[chosen], seat};
    return true;
}

static inline bool erring_call(const struct cn_game *game, struct cn_rng *rng,
                               struct erring_act *act)
{
    struct cn_noted noted;
    *act = (struct erring_act){cn_action_of(CN_ACTION_CALL, 0, 0, 0, 0),
                               erring_below(rng, game->players)};
    return cn_referee_check(game, act->seat, act->action, &noted, NULL);
}

/* Chooses what is done next; of a hundred acts about 'erring' are not lawful, or calls. */
static inline struct erring_act erring_choose(const struct cn_game *game, struct cn_rng *rng,
                                              int erring)
{
    static struct cn_action list[ERRING_LIST];
    struct erring_act act;
    if (erring_below(rng, 100) < erring &&
        (erring_below(rng, 4) == 0 ? erring_call(game, rng, &act) : erring_insist(game, rng, &act)))
        return act;
    const int seat = cn_game_actor(game);
    const struct cn_view view = cn_game_view(game, seat);
    const int count = cn_legal_list(&view, list, ERRING_LIST);
    act = (struct erring_act){list[erring_below(rng, count < ERRING_LIST ? count : ERRING_LIST)],
                              seat};
    return act;
}

#endif
