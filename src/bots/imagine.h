/* imagine.h -- imagined deals: worlds in which the hidden cards lie somewhere (belief.h), played on
 * by bots that decide at once, and what happens on the way.
 *
 * Everything follows from what the seat may know, its random numbers and the bots.
 */
#ifndef CN_BOTS_IMAGINE_H
#define CN_BOTS_IMAGINE_H

#include "bots.h"

/* What can happen after a move: bit 1 << id of the courses. X(id, is it good for the side that
 * decides?) A round goes from the move to the end of the seat's next turn. */
#define CN_COURSES(X)                                                     \
    X(NEXT_TAKES, false)   /* the next player takes the pile */           \
    X(WE_TAKE, true)       /* the side takes the pile in the round */     \
    X(WE_OPEN, true)       /* … opens */                                \
    X(WE_CANASTA, true)    /* … completes a canasta */                  \
    X(WE_SOON, true)       /* … goes out in this round or the next */   \
    X(THEY_TAKE, false)    /* another side takes the pile in the round */ \
    X(THEY_OPEN, false)    /* … opens */                                \
    X(THEY_CANASTA, false) /* … completes a canasta */                  \
    X(THEY_SOON, false)    /* … goes out in this round or the next */   \
    X(WE_OUT, true)        /* the side goes out */                        \
    X(THEY_OUT, false)     /* another side goes out */

enum cn_course {
#define X(id, good) CN_COURSE_##id,
    CN_COURSES(X)
#undef X
    CN_COURSES_ALL
};

/* The worlds of one decision. */
struct cn_imagined {
    const struct cn_law *law;
    struct cn_board board;
    struct cn_memory memory;
    struct cn_view view; /* of both above */
    struct cn_rng rng;
    int32_t turns; /* played after the present one before the net is asked; below 0: all */
    struct cn_belief belief;
    struct cn_deal world, play;
};

/* Starts from the view of the deciding seat. Its law is borrowed, the rest is copied. Deals are
 * played on for this many turns after the present one, then the value net predicts their result; to
 * the end if that is below 0 or no net suits the deal. */
void cn__imagine_begin(struct cn_imagined *m, const struct cn_view *view, int turns,
                       struct cn_rng *rng);

/* Moves on to the next world. Returns false if none was found in which the partner who asks to go
 * out can. */
bool cn__imagine_next(struct cn_imagined *m);

/* Writes at most 'capacity' of the legal actions that a player would consider: first those that lay
 * no cards, then of the many ways to lay some, those that lay all of a kind or none. Returns how
 * many it wrote. */
int cn__imagine_moves(const struct cn_view *view, struct cn_action *moves, int capacity);

/* Who plays on in a world, all seats. */
struct cn_imagined_players {
    /* Decides at once for view->seat. */
    struct cn_action (*decide)(const void *context, const struct cn_view *view, struct cn_rng *rng);
    const void *context;
    uint8_t model[CN_SEATS_MAX]; /* as what the net takes them; CN_MODELS: nothing is known */
};

/* Returns by how many points the seat's side is ahead in this world if the seat does this and they
 * play on. 'courses' may be NULL; otherwise sets the bits of what happened. Adds the decisions to
 * 'nodes'. */
int32_t cn__imagine_play(struct cn_imagined *m, struct cn_action action,
                         const struct cn_imagined_players *players, uint32_t *courses,
                         int64_t *nodes);

/* Its side goes on as 'own' and all others as 'others', bots that decide at once. */
struct cn_imagined_bots {
    const struct cn_imagined *imagined;
    const struct cn_bot *own, *others;
};
/* Returns the players that these bots are. Both are borrowed. */
struct cn_imagined_players cn__imagine_bots(const struct cn_imagined_bots *bots);

/* Returns the square root of 0 or a positive number, rounded down: what a mean of trials may err by
 * is one. */
int32_t cn__square_root(int64_t x);

#endif
