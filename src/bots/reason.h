/* reason.h -- which principle of good play a move follows, as an id; sentences stand in the catalogue (reason.ID).
 *
 * It does not say why a bot chose the move, which may lie in worlds that nobody can list, but what a good player would
 * say about it, from what the seat itself can see.
 */
#ifndef CN_BOTS_REASON_H
#define CN_BOTS_REASON_H

#include "engine/canasta.h"

/* What their sentences are about: a kind of card {0}, a number {1}, or nothing. */
#define CN_REASONS(X)                                                               \
    X(DRAW)        /* the pack cannot be taken */                                   \
    X(LEAVE_PACK)  /* it could be taken; number: its cards */                       \
    X(TAKE)        /* number: cards that it brings */                               \
    X(TAKE_FITS)   /* number: those that fit melds and pairs */                     \
    X(TAKE_OPENS)  /* with the initial meld */                                      \
    X(CLAIM)       /* the count that the pack waits for */                          \
    X(GO_OUT)      /* number: cards in the hands of the other sides */              \
    X(OPEN)        /* the initial meld */                                           \
    X(MELD)        /* kind */                                                       \
    X(CANASTA)     /* kind: completes it */                                         \
    X(TOWARDS)     /* kind, number: cards that are still missing */                 \
    X(COUNT)       /* on the table cards count for the side */                      \
    X(FREEZE)      /* discards a wild card */                                       \
    X(BLACK_THREE) /* discards one */                                               \
    X(COVER)       /* kind: a wild card on a frozen pack */                         \
    X(SAFE_GONE)   /* kind: so few are left that nobody takes the pack with them */ \
    X(SAFE_THREW)  /* kind: the next opponent threw it lately */                    \
    X(SAFE_PASSED) /* kind: … let it lie lately */                                \
    X(WAIT)        /* could go out, and does not */                                 \
    X(HOLD)        /* kind: could be laid, and stays in the hand */                 \
    X(KEEP_PAIR)   /* kind: a single card, where there are pairs to keep */         \
    X(LATE)        /* kind: its points would be lost */                             \
    X(LEAST)       /* kind: helps least */                                          \
    X(ASK)         /* could go out, and leaves it to the partner */                 \
    X(YES)         /* number: points left in the hand when the partner goes out */  \
    X(NO)          /* likewise */                                                   \
    X(STOP)        /* the deal is over */

enum cn_reason_id {
#define X(id) CN_REASON_##id,
    CN_REASONS(X)
#undef X
    CN_REASONS_ALL
};

struct cn_reason {
    enum cn_reason_id id;
    int32_t kind;   /* CN_NO_KIND if it is about none */
    int32_t number; /* 0 if it has none */
};

/* The principle that a legal action of view->seat, which must be the deciding seat, follows. */
struct cn_reason cn_reason_for(const struct cn_rules *rules, const struct cn_view *view,
                               struct cn_action action);
/* "SAFE_GONE" */
const char *cn_reason_name(enum cn_reason_id id);

#endif
