/* bot.h -- players that know only what a seat may know.
 *
 * A bot turns a view into an action. All its randomness comes from the generator passed in: the
 * same view, generator and budget give the same move on every machine. Some bots decide
 * immediately. Others think, for as many nodes as the caller allows; a node is one decision played
 * in a deal that the bot makes up. All of them are used in the same way.
 */
#ifndef CANASTA_BOT_H
#define CANASTA_BOT_H

#include <canasta/action.h>
#include <canasta/rng.h>
#include <canasta/view.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cn_bot;
struct cn_game;

/* ---- which bots there are ---- */

/* Returns a bot by name ("expert"), or NULL if there is none. */
CN_API const struct cn_bot *cn_bot_find(const char *name);

/* Returns the bot at an index from 0, weaker ones first, or NULL past the last. */
CN_API const struct cn_bot *cn_bot_at(int index);

/* Returns its name, a static string. */
CN_API const char *cn_bot_name(const struct cn_bot *bot);

/* How well a player plays: a bot and its budget. All strings are static. */
struct cn_level {
    const char *name; /* "club"; cn_words_format gives its word, key level.NAME */
    const char *bot;
    int64_t nodes;   /* per decision, if the bot thinks */
    int32_t notices; /* of 100 irregularities of others at a refereed table, how many */
};
enum {
    CN_LEVELS = 5
};

/* Returns the level at an index from 0, from weak to strong, or NULL past the last. */
CN_API const struct cn_level *cn_level_at(int index);

/* Returns a level by name, or NULL if there is none. */
CN_API const struct cn_level *cn_level_find(const char *name);

/* ---- deciding ---- */

/* A reasonable budget for a bot that thinks, in nodes per decision. */
#define CN_DEFAULT_NODES 20000

/* Returns how many bytes a decision of this bot needs, aligned as malloc aligns: at least 1, at
 * most some 300 KB. The memory needs no initialisation and may be used for one decision after the
 * other. */
CN_API size_t cn_bot_memory(const struct cn_bot *bot);

/* Decides, thinking for at most 'nodes' if it is a bot that thinks. 'view' must be of the seat that
 * decides (cn_view_actor). Returns a legal action. */
CN_API struct cn_action cn_bot_decide(const struct cn_bot *bot, void *memory, int64_t nodes,
                                      const struct cn_view *view, struct cn_rng *rng);

/* The same in slices, for programs that must not block: begin, think until it returns false or time
 * is up, then read the choice. The view is copied; its law must stay. */
CN_API void cn_bot_begin(const struct cn_bot *bot, void *memory, const struct cn_view *view,
                         struct cn_rng *rng);

/* Thinks about this many nodes. May overshoot slightly; the excess is deducted from the next slice,
 * so slices give the same move as one call. Returns false if more thinking would change nothing. */
CN_API bool cn_bot_think(const struct cn_bot *bot, void *memory, int64_t nodes);

/* Returns what the bot would do now; at any time after cn_bot_begin. */
CN_API struct cn_action cn_bot_choice(const struct cn_bot *bot, const void *memory);

/* A move that a thinking bot has compared with others. */
struct cn_candidate {
    struct cn_action action;
    int32_t points; /* expected points of the deal, relative to the move of the bot "patient" */
    int32_t error;  /* its standard error */
    int32_t worlds; /* made-up deals in which it was tried */
};

/* Writes at most 'capacity' of the moves compared: the choice first, then by points. Returns how
 * many it wrote; 0 for a bot that does not think, or if there was no choice. */
CN_API int cn_bot_moves(const struct cn_bot *bot, const void *memory, struct cn_candidate *list,
                        int capacity);

/* ---- calling attention ---- */

/* Returns how many of 100 irregularities a bot with this budget notices (struct cn_level): as many
 * as its strongest level that does not think longer, or, of a bot that plays at no level, half. */
CN_API int cn_bot_notices(const struct cn_bot *bot, int64_t nodes);

/* Does the bot at this seat call attention now, at a refereed table? It does if the newest open
 * irregularity is of another side and it notices it: 'notices' of 100, drawn once for each seat and
 * irregularity from 'dice', a number of the deal that players do not know. So the same question has
 * the same answer, and at a strict or a watchful table it is no.
 *
 * Ask for each seat that a bot plays, after every act; the first to say yes does CN_ACTION_CALL.
 * What open irregularities there are is all that is read of the game, and everybody knows it. */
CN_API bool cn_bot_calls(const struct cn_game *game, int seat, int notices, uint64_t dice);

/* ---- why ---- */

/* Principles of good play, and what their sentences are about: a kind, a number, or nothing. New
 * ones are appended. */
#define CN_REASONS(X)                                                               \
    X(DRAW)          /* the pile cannot be taken */                                 \
    X(LEAVE_PACK)    /* it could be taken; number: its cards */                     \
    X(TAKE)          /* number: cards that it brings */                             \
    X(TAKE_FITS)     /* number: those that fit melds and pairs */                   \
    X(TAKE_OPENS)    /* with the initial meld */                                    \
    X(CLAIM)         /* meets the minimum that the pile waits for */                \
    X(GO_OUT)        /* number: cards in the hands of the other sides */            \
    X(OPEN)          /* the initial meld */                                         \
    X(MELD)          /* kind */                                                     \
    X(CANASTA)       /* kind: completes it */                                       \
    X(TOWARDS)       /* kind, number: cards still missing from a canasta */         \
    X(COUNT)         /* melded cards count for the side */                          \
    X(FREEZE)        /* discards a wild card */                                     \
    X(BLACK_THREE)   /* discards one */                                             \
    X(COVER)         /* kind: a wild card on a frozen pile */                       \
    X(SAFE_GONE)     /* kind: too few are left to take the pile with */             \
    X(SAFE_THREW)    /* kind: the next opponent discarded it recently */            \
    X(SAFE_PASSED)   /* kind: the next opponent declined it recently */             \
    X(WAIT)          /* could go out, and does not */                               \
    X(HOLD)          /* kind: could be melded, and stays in the hand */             \
    X(KEEP_PAIR)     /* kind: a single card, to keep pairs */                       \
    X(LATE)          /* kind: its points would be lost */                           \
    X(LEAST)         /* kind: helps least */                                        \
    X(ASK)           /* could go out, and leaves it to the partner */               \
    X(YES)           /* number: points left in the hand if the partner goes out */  \
    X(NO)            /* the same */                                                 \
    X(STOP)          /* the deal is over */                                         \
    X(FACE)          /* a bonus card in the hand keeps the side from opening */     \
    X(HAND)          /* number: points of the special hand */                       \
    X(HAND_NEAR)     /* number: cards missing from a special hand */                \
    X(SECOND_HAND)   /* the last card: the next hand is taken up */                 \
    X(TALON)         /* opens; number: cards of the talon that it brings */         \
    X(OPEN_ADD)      /* the initial meld, where the pile is taken no more easily */ \
    X(RISK)          /* kind: begins a meld that costs points unfinished */         \
    X(HOLD_RISK)     /* kind: could be melded, and would cost points unfinished */  \
    X(WILDS)         /* begins a meld of wild cards */                              \
    X(WILDS_RISK)    /* the same, if it costs points unfinished */                  \
    X(WILDS_TOWARDS) /* number: cards still missing from a canasta of them */       \
    X(WILDS_CANASTA) /* completes it */                                             \
    X(DEAD)          /* kind: nobody can claim or lay it any more */                \
    X(HELD)          /* kind, number: that many held at the end cost extra */       \
    X(CONSENT)       /* asks, since it may go out only after a yes */               \
    /* Only where a referee rules: */                                               \
    X(RED_THREE)  /* lays one down */                                               \
    X(EXPOSED)    /* kind: an exposed card, of which the discard must be one */     \
    X(HOLD_BACK)  /* requires a draw, which keeps others from going out */          \
    X(BURDEN)     /* …, and the card may still be held at the end */              \
    X(SPARE_CARD) /* waives it, since a card more would help */                     \
    X(FROM_PACK)  /* requires a draw; number: cards that the pile would bring */    \
    X(SPARE_PACK) /* waives it, since the pile brings little */                     \
    X(MAKE_OUT)   /* requires going out; number: points that the hand would lose */ \
    X(PLAY_ON)    /* waives it; number: the same */                                 \
    X(LET_END)    /* calls attention to nothing: the deal ends */

enum cn_reason_id {
#define X(id) CN_REASON_##id,
    CN_REASONS(X)
#undef X
    CN_REASONS_ALL
};

struct cn_reason {
    enum cn_reason_id id;
    int32_t kind;   /* CN_NO_KIND if it is not about one */
    int32_t number; /* 0 if it has none */
};

/* Returns the principle that a legal action of the view's seat, which must be the one that decides,
 * follows: what a good player would say about it, from what the seat itself can see. */
CN_API struct cn_reason cn_reason_for(const struct cn_view *view, struct cn_action action);

/* Returns the name of a reason ("SAFE_GONE"), for cn_words_reason. A static string. */
CN_API const char *cn_reason_name(enum cn_reason_id id);

#ifdef __cplusplus
}
#endif

#endif
