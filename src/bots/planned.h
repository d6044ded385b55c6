/* planned.h -- play by laws in which laying cards can cost points (law->planned): unfinished melds
 * that are penalised, ranks that die, melds of wilds, special hands, second hands.
 *
 *   planned_chance.c   unseen cards, how likely they come, what melds are then worth
 *   planned_goal.c     which special hand is near
 *   planned_view.c     a view as these files read it, and short cuts to the law
 *   planned_open.c     the opening
 *   planned_lay.c      what is laid when the opening is done
 *   planned_discard.c  what is discarded
 *   planned.c          the order of a turn
 *
 * Everything is judged by parameters: bonuses, penalties and bars. No rule set is known by name.
 */
#ifndef CN_BOTS_PLANNED_H
#define CN_BOTS_PLANNED_H

#include "engine/engine.h"

#ifdef CN_NARROW_HANDS
#include "bots_narrow.h"
#endif

/* How a bot judges, in points unless it says otherwise. */
struct cn_manner {
    int32_t goal_least;  /* it waits for a special hand that is worth this; 0: for none */
    int32_t pace;        /* %: of the stock, this much will be drawn before the deal ends */
    int32_t wild_worth;  /* of a wild in the hand */
    int32_t take_least;  /* what taking the pile must be worth */
    int32_t take_card;   /* worth of each card of the pile */
    int32_t danger;      /* %: of what the pile is worth to the next side; 0: looks at melds only */
    int32_t open_danger; /* %: … if that side has not opened; below 0 what they could claim goes
                            first, while they cannot */
    int32_t harmless;    /* cards of the pile that are no loss */
    int32_t keep_pair;   /* breaking a pair */
    int32_t keep_triple; /* … three or more */
    int32_t keep_points; /* %: of a card's points, as the worth of discarding it */
    int32_t rush;        /* cards: this few are laid with wilds, if an empty hand brings another */
    int32_t rush_out;    /* … if the side has the canastas to go out */
};
extern const struct cn_manner cn_manner_plain, cn_manner_casual, cn_manner_club;

/* A view as these files read it. */
struct cn__planned {
    const struct cn_law *law;
    const struct cn_board *board;
    const struct cn_memory *memory;
    const struct cn_manner *manner;
    cn_hand hand, pile;
    int seat, side, size, wilds, opponent, opponent_side;
    bool opens;  /* the side had no meld when the turn began */
    bool owes;   /* … and its opening is not complete */
    bool refill; /* emptying the hand brings a second hand */
    /* by kind, CN_JOKER for wilds: the side's unfinished meld, else a canasta, else CN_NO_MELD */
    uint8_t meld[CN_KINDS + 1];
    int goal;               /* the row of the special hand that it waits for, -1: none … */
    uint64_t wanted, spare; /* … kinds of which a card more helps, and of which one may go */
};

enum {
    CN_CHANCE = 1024 /* a certainty */
};

void cn__planned_init(struct cn__planned *p, const struct cn_view *view,
                      const struct cn_manner *manner);
bool cn__planned_legal(const struct cn__planned *p, struct cn_action action);
/* Is an action that lays this many cards legal? Asks the law only if counting cannot tell. */
bool cn__planned_may_lay(const struct cn__planned *p, struct cn_action action);
/* Returns the side's meld of a kind that can still grow, as packed; 0 if there is none. */
cn_packed_meld cn__planned_meld(const struct cn__planned *p, int kind);
/* Returns an action that lays naturals and wilds of the hand on the side's meld of the kind, or as
 * a new meld; deuces first. */
struct cn_action cn__planned_laying(const struct cn__planned *p, int kind, int naturals, int wilds);
/* Returns the most wilds of the hand that may be laid with these naturals. */
int cn__planned_wilds(const struct cn__planned *p, int kind, int naturals);
/* Returns how many cards of a kind nobody has shown: CN_JOKER for wilds of both sorts. */
int cn__planned_unseen(const struct cn__planned *p, int kind);
/* Returns the cards that nobody has shown, bonus cards aside. */
cn_hand cn__planned_unseen_cards(const struct cn__planned *p);
/* Returns how likely the side gets this many of some unseen cards, in CN_CHANCE. */
int cn__planned_chance(const struct cn__planned *p, int missing, int unseen);
/* Returns the points lost if a meld of these cards stays unfinished. */
int cn__planned_penalty(const struct cn__planned *p, int kind, bool has_wilds);
/* Returns what a meld with these cards will bring, as may be expected: its canasta's bonus or its
 * penalty. */
int cn__planned_prospect(const struct cn__planned *p, int kind, int naturals, int wilds);

/* Finds the special hand that the seat should wait for. Part of cn__planned_init. */
void cn__planned_find_goal(struct cn__planned *p);
/* Finds the next action of the opening; returns false if the hand cannot open, or should not.
 * 'action' may be NULL, to ask only that. */
bool cn__planned_open(const struct cn__planned *p, struct cn_action *action);
/* Finds the next meld or addition when the opening is complete; returns false if there is none. */
bool cn__planned_lay_wilds(const struct cn__planned *p, struct cn_action *action);
bool cn__planned_lay(const struct cn__planned *p, struct cn_action *action);
struct cn_action cn__planned_discard(const struct cn__planned *p);

/* Is laying cards so different under this law that the expert's weights, tuned where it costs
 * nothing, do not fit? Then its styles play by manners. */
bool cn_planned_suits(const struct cn_law *law);
/* What comes before all that the expert knows: special hands, kept bonus cards, asking for consent,
 * melds of wilds. Returns false if there is none. */
bool cn_planned_first(const struct cn_view *view, struct cn_action *action);
/* Returns the decision for view->seat, which must be the deciding seat, in this manner. */
struct cn_action cn_planned_decide(const struct cn_view *view, const struct cn_manner *manner);

#endif
