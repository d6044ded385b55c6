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
struct cn_objection cn_laying_objection(const struct cn_law *law, const struct cn_board *board,
                                        struct cn_laying laying);
/* Returns the most wilds that may be laid with these naturals ('wilds' is not read), 0 if none may.
 * They must still be enough for a meld. Not asked: whether the naturals may be laid without wilds,
 * and whether a meld of the kind may be begun. */
int cn_laying_wilds(const struct cn_law *law, const struct cn_board *board,
                    struct cn_laying laying);
/* What the turn says of all melds: asked once for any number of them. */
struct cn_rooms {
    uint64_t dead;    /* kinds of which nothing is laid */
    uint64_t begun;   /* kinds of which no meld is begun now */
    uint64_t pure;    /* kinds whose melds take no wilds, … */
    uint64_t natural; /* … and those whose melds take none unless some lie there */
    int needs;        /* naturals before wilds are laid; of a meld of wilds: none */
    int most_mixed;   /* cards of a meld with wilds */
    bool locked;      /* wilds go only to a meld of wilds that lies there */
};
struct cn_rooms cn_laying_rooms(const struct cn_law *law, const struct cn_board *board);
/* What a meld has room for, or a new one of a kind: asked once for any numbers of naturals that may
 * be laid, and of wilds. */
struct cn_room {
    const uint8_t *limit;       /* most wilds, by naturals … */
    int naturals, wilds;        /* … of which this many lie there */
    int largest, largest_mixed; /* cards, of naturals alone and with wilds */
    int needs;                  /* naturals before wilds are laid */
    bool open;                  /* the meld may be begun or grow */
    bool takes_wilds;
    bool is_wild; /* a meld of wilds */
};
/* 'meld' is 0 for a new one. */
static inline struct cn_room cn_room_of(const struct cn_law *law, const struct cn_rooms *rooms,
                                        int kind, cn_packed_meld meld)
{
    const bool is_wild = kind == CN_JOKER;
    const int largest = law->kinds[kind].largest;
    const int wilds = cn_meld_wilds(meld);
    const uint64_t pure = rooms->pure | (wilds == 0 ? rooms->natural : 0);
    const uint64_t shut = rooms->dead | (meld == 0 ? rooms->begun : 0);
    struct cn_room room; /* member by member, for C++ */
    room.limit = law->wild_limit[CN_LIMITS_DEFAULT];
    room.naturals = cn_meld_naturals(meld);
    room.wilds = wilds;
    room.largest = largest;
    room.largest_mixed = is_wild || largest < rooms->most_mixed ? largest : rooms->most_mixed;
    room.needs = is_wild ? 0 : rooms->needs;
    room.open = (shut & cn_kind_mask(kind)) == 0;
    room.takes_wilds = ((rooms->dead | pure) & cn_kind_mask(kind)) == 0 &&
                       !(rooms->locked && !(is_wild && meld != 0));
    room.is_wild = is_wild;
    return room;
}
/* Returns the most wilds that may be laid with this many naturals, as cn_laying_wilds. */
static inline int cn_room_for_wilds(const struct cn_room *room, int naturals)
{
    const int all = room->naturals + naturals;
    if (!room->takes_wilds || all < room->needs)
        return 0;
    const int by_size = room->largest_mixed - all - room->wilds;
    const int by_limit = room->is_wild ? by_size : room->limit[all] - room->wilds;
    const int most = by_limit < by_size ? by_limit : by_size;
    return most > 0 ? most : 0;
}
/* May this many naturals be laid without wilds on a meld that is open? A new meld must have its
 * fewest naturals. */
static inline bool cn_room_for_naturals(const struct cn_room *room, int naturals)
{
    const int size = room->naturals + room->wilds + naturals;
    return naturals > 0 && size >= 3 &&
           size <= (room->wilds > 0 ? room->largest_mixed : room->largest) &&
           room->wilds <= room->limit[room->naturals + naturals];
}
/* The first objection to joining two melds of one rank, or of wilds, of the side in turn (L24). */
struct cn_objection cn_combining_objection(const struct cn_law *law, const struct cn_board *board,
                                           int into, int from);
/* Is the rank dead: has any side a complete canasta of it (dead_ranks)? */
static inline bool cn_rank_is_dead(const struct cn_law *law, const struct cn_board *board, int kind)
{
    return law->rules.dead_ranks && (board->closed & cn_kind_mask(kind)) != 0;
}

#endif
