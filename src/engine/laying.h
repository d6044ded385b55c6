/* laying.h -- may these cards lie so, whatever the turn comes to?
 *
 * The part of the law of melds that one action answers for itself: shape, size, which melds take
 * wilds and when, dead ranks. That the turn must still end legally is another question (turn_end.h,
 * turn_plan.h). Reads the board only.
 */
#ifndef CN_ENGINE_LAYING_H
#define CN_ENGINE_LAYING_H

#include "canasta/law.h"

#include "board.h"

/* What one action lays on one meld of the side in turn. */
struct cn_laying {
    int meld;     /* its index, or CN_NO_MELD for a new one */
    int kind;     /* CN_JOKER: a meld of wilds */
    int naturals; /* the claimed top card is one of these */
    int wilds;
    bool claims; /* takes the pile */
};

/* A refusal and its first argument; CN_LEGAL if nothing stands against it. */
struct cn_objection {
    enum cn_refusal_id id;
    int about;
};

/* The first objection in the order of docs/RULES.md, from the shape to a dead rank. */
struct cn_objection cn_laying_objection(const struct cn_law *law, const struct cn_board *table,
                                        struct cn_laying laying);
/* Returns the most wilds that may be laid with these naturals ('wilds' is not read), 0 if none may.
 * They must still be enough for a meld. Not asked: whether the naturals may be laid without wilds,
 * and whether a meld of the kind may be begun. */
int cn_laying_wilds(const struct cn_law *law, const struct cn_board *table,
                    struct cn_laying laying);
/* The first objection to joining two melds of one rank, or of wilds, of the side in turn (L24). */
struct cn_objection cn_combining_objection(const struct cn_law *law, const struct cn_board *table,
                                           int into, int from);
/* Is the rank dead: has any side a complete canasta of it (dead_ranks)? */
static inline bool cn_rank_is_dead(const struct cn_law *law, const struct cn_board *table, int kind)
{
    return law->rules.dead_ranks && (table->closed & cn_kind_mask(kind)) != 0;
}

#endif
