/* plan.h -- the parts of turn_plan.c: how the melds can lie in the end, and what that comes to.
 *
 * plan_melds.c says what the melds of one rank can come to. plan_sums.c adds that up over the
 * ranks. turn_plan.c asks for what each way of ending the turn needs.
 */
#ifndef CN_ENGINE_PLAN_H
#define CN_ENGINE_PLAN_H

#include "turn_end.h"

enum {
    NEEDED = 1, /* flag: the opening has the meld that it needs (opening_needs) */
    LIFTED = 2, /* flag: a canasta lifts its minimum */
    FLAGS = 4,
    /* Canastas more than the side has now, 0 among them. An opening needs one at most; later the
     * side may have to gain as many as it has combined in this turn. */
    OPENING_GAINS = 2,
    GAINS = CN_CARDS_MAX / (CN_HANDS_ARE_WIDE ? 1 : 2) / CN_CANASTA_SIZE + 1,
    OPENING_STATES = FLAGS * OPENING_GAINS, /* … with flags */
    STATES = OPENING_STATES > GAINS ? OPENING_STATES : GAINS,
    KEPT = 3 /* cards kept: 0, 1, 2 or more */
};

/* The turn, and the way of ending it that is tried. */
struct plan {
    const struct cn_lookahead *im;
    const struct cn_law *law;
    const struct cn_rules *rules;
    const struct cn_board *board;
    const cn_packed_meld *melds;
    int meld_count, side, seat;
    cn_hand hand; /* what may be laid */
    int wilds;
    bool opening;   /* the side had no meld when the turn began */
    bool outnumber; /* naturals must outnumber wilds in the claimed meld as the pile joins (I31) */
    bool aside;     /* the opening counts without the claimed top card (IA12) */
    bool locked;    /* an unfinished wild meld lies there, and wilds go nowhere else */
    int claimed;    /* the claimed meld, where it matters; else CN_NO_MELD */

    bool out;       /* everything is laid … */
    bool bars;      /* … and what bars from going out may not lie there */
    int last;       /* the rank that takes the last card, so that it is not joined after it; … */
    bool unlifted;  /* … or else what is joined last does so too late to lift the minimum */
    bool unlocked;  /* the wild melds that lie there are completed, so that ranks take wilds */
    bool bare;      /* the claimed meld counts for nothing without the top card */
    int late;       /* wilds laid after the pile has joined: on the claimed meld … */
    int late_melds; /* … and in an unfinished wild meld, which would lock them; -1: none is late */
    int gains;      /* canastas to gain that are distinguished … */
    bool gaining; /* … or, where a seat stays in after the opening, that count instead of points */
    int kept_most; /* cards kept that are distinguished */
};

/* What the melds of a rank come to, by naturals and wilds laid and by flags; 0: impossible. */
typedef cn_outcomes rank_ways[CN_NATURALS_MAX + 1][CN_WILDS_MAX + 1][FLAGS];

/* The same for melds of wilds: a set of numbers of canastas. */
typedef uint8_t wild_ways[CN_WILDS_MAX + 1][FLAGS];

/* A meld that lies there, or several that are combined. */
struct group {
    int naturals, wilds;
    int part_naturals, part_wilds; /* of these, those in a part that is joined to the rest last */
    bool claimed;
    bool joined_last;
};

/* What the law says of a rank in this turn. */
struct rank {
    const struct plan *plan;
    int kind, naturals, wilds; /* up to this many are laid */
    int fewest, largest;
    const uint8_t *limits;
    bool takes_wilds; /* none that is in doubt: see takes_wild */
    bool pure_later;  /* pure_after_opening */
    bool bars;        /* an unfinished natural meld bars from going out (out_bars) */
    bool dies;        /* when a meld is complete */
    bool dead;
    bool begins; /* new melds are possible */
};

/* What a rank comes to with some number of naturals, by wilds and by flags. */
typedef cn_outcomes rank_row[CN_WILDS_MAX + 1][FLAGS];

enum {
    ANY_LAST = -1 /* of plan.last: it does not matter */
};
enum {
    NO_MELD = -1,
    SEVERAL = -2
};

/* The side's only meld of each kind, or NO_MELD, or SEVERAL. */
struct spread {
    int8_t only[CN_KINDS + 1];
};

/* What is asked of staying in. */
struct stay {
    bool opens; /* what lies in the end must be a complete opening */
    int kept;   /* known cards that must be kept, at most 2 … */
    int gains;  /* … or, with this many canastas more (0: that helps nothing), … */
    int kept_with_gain;
    bool fills; /* cards come when the opening is complete */
};

static inline bool is_locking(const struct plan *p)
{
    return p->rules->wild_melds == CN_WILD_MELDS_LOCKING;
}
static inline bool is_wild_meld(cn_packed_meld meld)
{
    return meld != 0 && cn_meld_kind(meld) == CN_JOKER;
}
static inline int bonus_cards(const struct cn_rules *rules, cn_hand hand)
{
    return cn_hand_size(cn_hand_keep(hand, cn_bonus_mask(rules)));
}
static inline bool claim_waits(const struct cn_lookahead *im)
{
    return im->board.phase == CN_PHASE_TAKING;
}
static inline bool holds(int32_t kinds, int kind)
{
    return (kinds >> kind & 1) != 0;
}
static inline bool has_wild_row(const struct plan *p)
{
    return p->rules->wild_melds != CN_WILD_MELDS_NONE;
}
static inline int at_most(int number, int most)
{
    return number < most ? number : most;
}

/* The turn as it is imagined; the way of ending it is still to be chosen. */
void cn__plan_init(struct plan *p, const struct cn_lookahead *imagined);
/* A rank of which up to this many naturals and wilds are laid. */
void cn__plan_rank_init(struct rank *r, const struct plan *p, int kind, int naturals, int wilds);
/* Would the claimed meld be a meld without the top card (IA12)? */
bool cn__plan_without_top(const struct rank *r, int naturals, int wilds);
/* What a meld of these cards is for the opening: flags. */
int cn__plan_flags(const struct rank *r, int naturals, int wilds, bool claimed);
int cn__plan_wild_flags(const struct plan *p, int size, bool late);
/* May a meld of these cards lie there in the end? */
bool cn__plan_may_lie(const struct rank *r, int naturals, int wilds);
/* May a group take this many naturals and wilds, and lie there in the end? */
bool cn__plan_group_takes(const struct rank *r, const struct group *group, int naturals, int wilds);
/* May a new meld be made of these? */
bool cn__plan_may_begin(const struct rank *r, int naturals, int wilds);
/* Fills in all that the rank can come to, or the melds of wilds. */
void cn__plan_ask_rank(const struct rank *r, rank_ways ways);
void cn__plan_ask_wilds(const struct plan *p, wild_ways ways);
/* Can canastas of the rank be combined in this turn after they have been gained? That can make room
 * for wilds. If so, the second function adds the ways to lay all its naturals to those by canastas
 * gained, up to plan.gains, and by wilds laid; 'now' is the number of its canastas. */
bool cn__plan_may_lose(const struct rank *r);
void cn__plan_add_peaks(const struct rank *r, int now, cn_outcomes ways[][CN_WILDS_MAX + 1]);
/* Can all that is laid of a rank only go to one meld? Then a row of what it comes to is filled at
 * once. 'only' is from the spread. */
bool cn__plan_is_simple(const struct rank *r, int only);
void cn__plan_fill_row(const struct rank *r, int only, int naturals, rank_row row);
void cn__plan_spread_melds(const struct plan *p, struct spread *spread);

/* Is the opening complete as it lies? Without a count if 'no_count'. */
bool cn__plan_opening_is_there(const struct plan *p, bool no_count);
bool cn__plan_stays(const struct plan *p, const struct stay *stay);
/* Returns the canastas needed to go out concealed without a count (L49, I10, U16), or -1 if that is
 * not allowed. */
int cn__plan_uncounted(const struct plan *p);
/* Can the seat go out by laying all of 'hand', and with 'gains' canastas more? A second hand that
 * waits comes on the way: with these canastas, or where none are asked when all is laid. */
bool cn__plan_goes_out_laying(const struct plan *p, cn_hand hand, int gains);

#endif
