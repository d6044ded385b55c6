/* referee.h -- what a refereed table knows beyond a game of strict play: irregularities.
 *
 * At a refereed table a seat may insist on what the law refuses, and the referee puts it right once
 * it is noticed (the parameter 'referee'; docs/RULES.md). Everything is played by cn_game_play:
 * these functions only ask. The game must have a law with a referee.
 */
#ifndef CANASTA_REFEREE_H
#define CANASTA_REFEREE_H

#include <canasta/action.h>
#include <canasta/game.h>
#include <canasta/view.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An irregularity as records name it. The strings are static. */
struct cn_noted {
    const char *law;  /* "L53"; NULL: nothing irregular */
    const char *what; /* "too many" */
    int32_t seat;     /* the offender */
    int32_t number;   /* of the irregularities of the deal, from 1; 0: not done yet */
};

/* May the seat do this now? If it is insisted on, *noted says what the referee would note. If not,
 * returns false and fills *refusal, which may be NULL: R1 says that it is legal without insisting,
 * R2 that nobody can do it. Reads only what the seat may know. */
CN_API bool cn_referee_check(const struct cn_game *game, int seat, struct cn_action action,
                             struct cn_noted *noted, struct cn_refusal *refusal);

/* Lists what the seat can insist on now, in no order that matters: at most 'capacity' actions from
 * index 'first' on. Returns how many there are. Reads only what the seat may know. */
CN_API int cn_referee_insist_list(const struct cn_game *game, int seat, int first,
                                  struct cn_action *actions, int capacity);

/* The same questions of a seat's own view, which is all that they read: for a player's program,
 * which has no game. Only a game of which very many irregularities are open refuses more (R2). */
CN_API bool cn_view_insists(const struct cn_view *view, struct cn_action action,
                            struct cn_noted *noted, struct cn_refusal *refusal);
CN_API int cn_view_insist_list(const struct cn_view *view, int first, struct cn_action *actions,
                               int capacity);

/* Returns how many irregularities are open: neither ruled on nor lapsed (L60). */
CN_API int cn_referee_open(const struct cn_game *game);

/* Returns the one at a place below that number; the oldest is 0. */
CN_API struct cn_noted cn_referee_open_at(const struct cn_game *game, int at);

/* Returns how far the turn, or what interrupts it, has come: "start", "lay", "claim", "last",
 * "answer", "decide", "wait", and without a deal in play "done" or "over". */
CN_API const char *cn_referee_phase(const struct cn_game *game);

#ifdef __cplusplus
}
#endif

#endif
