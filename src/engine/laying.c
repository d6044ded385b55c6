#include "laying.h"

static const struct cn_objection NONE = {CN_LEGAL, 0};

static struct cn_objection object(enum cn_refusal_id id, int about)
{
    return (struct cn_objection){id, about};
}

/* ---- one meld ---- */

/* The meld as it will lie, and what is laid for it. */
struct change {
    const struct cn_law *law;
    const struct cn_board *board;
    struct cn_laying laying;
    int side, old_wilds;
    int naturals, wilds; /* with what lies there */
};

static struct change change_of(const struct cn_law *law, const struct cn_board *board,
                               struct cn_laying laying)
{
    struct change c = {.law = law,
                       .board = board,
                       .laying = laying,
                       .side = board->side[board->turn],
                       .naturals = laying.naturals,
                       .wilds = laying.wilds};
    if (laying.meld != CN_NO_MELD) {
        const cn_packed_meld old = board->melds[c.side][laying.meld];
        c.old_wilds = cn_meld_wilds(old);
        c.naturals += cn_meld_naturals(old);
        c.wilds += c.old_wilds;
    }
    return c;
}

/* May a meld of this many naturals and wilds lie on the board (L18, L20)? It is asked about the
 * meld as it would then lie, not about the cards that are laid: four wilds at once on four
 * naturals are right where a canasta has no limit, since they could have come one after another
 * (I30). A pure kind has its own objection, so here it is like any other. */
static struct cn_objection shape(const struct change *c)
{
    const struct cn_rules *rules = &c->law->rules;
    const struct cn_kind_law *kind = &c->law->kinds[c->laying.kind];
    if (c->naturals < kind->fewest)
        return object(CN_REFUSED_TOO_FEW_NATURALS, kind->fewest);
    if (c->naturals + c->wilds < 3)
        return object(CN_REFUSED_TOO_FEW_CARDS, 0);
    if (c->wilds <= c->law->wild_limit[CN_LIMITS_DEFAULT][c->naturals])
        return NONE;
    const bool canasta = c->naturals + c->wilds >= 7;
    if (canasta && c->wilds > rules->most_wilds_canasta)
        return object(CN_REFUSED_TOO_MANY_WILDS_CANASTA, rules->most_wilds_canasta);
    if (rules->wilds_fewer_than_naturals && c->wilds >= c->naturals &&
        c->wilds <= (canasta ? rules->most_wilds_canasta : rules->most_wilds))
        return object(CN_REFUSED_WILDS_NOT_FEWER, 0);
    return object(CN_REFUSED_TOO_MANY_WILDS, rules->most_wilds);
}

/* Was the pack claimed in this turn into a meld of the kind, as the side opened (IA15)? */
static bool claimed_in_opening(const struct change *c)
{
    if (!cn_is_opening_turn(c->board))
        return false;
    if (c->laying.claims)
        return true;
    return c->board->drew_from == CN_DREW_PILE &&
           cn_meld_kind(c->board->melds[c->side][c->board->take_meld]) == c->laying.kind;
}

static struct cn_objection pure(const struct change *c)
{
    const struct cn_rules *rules = &c->law->rules;
    const int kind = c->laying.kind;
    const bool is_new = c->laying.meld == CN_NO_MELD;
    if (c->laying.wilds > 0 && (rules->pure_kinds >> kind & 1) != 0)
        return object(CN_REFUSED_PURE, kind);
    if ((rules->pure_after_opening >> kind & 1) == 0)
        return NONE;
    if (claimed_in_opening(c) && (c->laying.wilds > 0 || (is_new && !c->laying.claims)))
        return object(CN_REFUSED_PURE_CLAIMED, kind);
    if (!cn_is_opening_turn(c->board) && c->laying.wilds > 0 && c->old_wilds == 0)
        return object(CN_REFUSED_PURE_AFTER_OPENING, kind);
    return NONE;
}

/* Returns the side's unfinished meld of wilds, or CN_NO_MELD. */
static int unfinished_wild_meld(const struct change *c)
{
    if (!cn_side_has_rank(c->board, c->side, CN_JOKER))
        return CN_NO_MELD;
    for (int m = 0; m < c->board->meld_count[c->side]; m++) {
        const cn_packed_meld meld = c->board->melds[c->side][m];
        if (meld != 0 && cn_meld_kind(meld) == CN_JOKER && !cn_meld_is_canasta(meld))
            return m;
    }
    return CN_NO_MELD;
}

/* Returns the wild meld that waits for the wilds, or CN_NO_MELD. */
static int locking_meld(const struct change *c)
{
    if (c->law->rules.wild_melds != CN_WILD_MELDS_LOCKING ||
        (c->laying.kind == CN_JOKER && c->laying.meld != CN_NO_MELD))
        return CN_NO_MELD;
    return unfinished_wild_meld(c);
}

/* Returns how many naturals a meld must have before wilds are laid on it. */
static int naturals_before_wilds(const struct change *c)
{
    return c->laying.kind == CN_JOKER || cn_is_opening_turn(c->board)
               ? 0
               : c->law->rules.wild_needs_naturals;
}

/* When may wilds be laid here: on enough naturals, and not while a wild meld waits for them? */
static struct cn_objection wilds_now(const struct change *c)
{
    if (c->laying.wilds == 0)
        return NONE;
    const int needs = naturals_before_wilds(c);
    if (c->naturals < needs)
        return object(CN_REFUSED_WILD_NEEDS_NATURALS, needs);
    const int waits = locking_meld(c);
    if (waits != CN_NO_MELD)
        return object(CN_REFUSED_WILDS_LOCKED, cn_meld_size(c->board->melds[c->side][waits]));
    return NONE;
}

static struct cn_objection second_meld(const struct change *c)
{
    const int rule = c->law->rules.second_meld;
    const int kind = c->laying.kind;
    if (c->laying.meld != CN_NO_MELD || rule == CN_SECOND_MELD_ANY ||
        !cn_side_has_rank(c->board, c->side, kind))
        return NONE;
    if (rule == CN_SECOND_MELD_NEVER)
        return object(CN_REFUSED_SECOND_MELD, kind);
    for (int m = 0; m < c->board->meld_count[c->side]; m++) {
        const cn_packed_meld meld = c->board->melds[c->side][m];
        if (meld != 0 && cn_meld_kind(meld) == kind && !cn_meld_is_canasta(meld))
            return object(CN_REFUSED_SECOND_MELD_UNFINISHED, kind);
    }
    return NONE;
}

static bool is_mixed_in_opening(const struct change *c)
{
    return !c->law->rules.opening_mixed_canasta && cn_is_opening_turn(c->board) &&
           c->laying.kind != CN_JOKER && c->wilds > 0 && c->naturals + c->wilds >= 7;
}

struct cn_objection cn_laying_objection(const struct cn_law *law, const struct cn_board *board,
                                        struct cn_laying laying)
{
    const struct change c = change_of(law, board, laying);
    struct cn_objection why = NONE;
    if (!cn_law_is_planned(law)) { /* the other parameters object to nothing */
        why = shape(&c);
        return why.id == CN_LEGAL ? second_meld(&c) : why;
    }
    if (laying.kind == CN_JOKER) {
        if (c.naturals > 0 || c.wilds < CN_WILD_MELD_LEAST || c.wilds > CN_WILD_MELD_MOST)
            return object(CN_REFUSED_WILD_MELD_SHAPE, 0);
    } else {
        why = shape(&c);
        if (why.id == CN_LEGAL && c.naturals + c.wilds > law->kinds[laying.kind].largest)
            why = object(CN_REFUSED_MELD_TOO_LARGE, law->kinds[laying.kind].largest);
        if (why.id == CN_LEGAL)
            why = pure(&c);
    }
    if (why.id == CN_LEGAL)
        why = wilds_now(&c);
    if (why.id == CN_LEGAL && is_mixed_in_opening(&c))
        why = object(CN_REFUSED_OPENING_MIXED, laying.kind);
    if (why.id == CN_LEGAL)
        why = second_meld(&c);
    if (why.id == CN_LEGAL && cn_rank_is_dead(law, board, laying.kind))
        why = object(CN_REFUSED_DEAD_RANK, laying.kind);
    return why;
}

/* Kinds of which the side has an unfinished meld. */
static uint64_t unfinished_kinds(const struct cn_board *board, int side)
{
    uint64_t kinds = 0;
    for (int m = 0; m < board->meld_count[side]; m++) {
        const cn_packed_meld meld = board->melds[side][m];
        if (meld != 0 && !cn_meld_is_canasta(meld))
            kinds |= cn_kind_mask(cn_meld_kind(meld));
    }
    return kinds;
}

/* Kinds of which no second meld is begun now. */
static uint64_t kinds_with_one(const struct cn_law *law, const struct cn_board *board, int side)
{
    if (law->rules.second_meld == CN_SECOND_MELD_ANY)
        return 0;
    if (law->rules.second_meld == CN_SECOND_MELD_NEVER)
        return board->ranks[side];
    return unfinished_kinds(board, side);
}

struct cn_rooms cn_laying_rooms(const struct cn_law *law, const struct cn_board *board)
{
    const struct cn_rules *rules = &law->rules;
    const int side = board->side[board->turn];
    const bool opens = cn_is_opening_turn(board);
    const bool claimed = opens && board->drew_from == CN_DREW_PILE; /* IA15 */
    const uint64_t claimed_pure =
        claimed ? law->pure_later & cn_kind_mask(cn_meld_kind(board->melds[side][board->take_meld]))
                : 0;
    return (struct cn_rooms){
        .dead = rules->dead_ranks ? board->closed : 0,
        .begun = claimed_pure | kinds_with_one(law, board, side),
        .pure = law->pure | claimed_pure,
        .natural = opens ? 0 : law->pure_later,
        .needs = opens ? 0 : rules->wild_needs_naturals,
        .most_mixed = opens && !rules->opening_mixed_canasta ? 6 : CN_MELD_UNLIMITED,
        .locked = rules->wild_melds == CN_WILD_MELDS_LOCKING &&
                  cn_side_has_rank(board, side, CN_JOKER) &&
                  (unfinished_kinds(board, side) & cn_kind_mask(CN_JOKER)) != 0};
}

int cn_laying_wilds(const struct cn_law *law, const struct cn_board *board, struct cn_laying laying)
{
    const struct cn_rooms rooms = cn_laying_rooms(law, board);
    const cn_packed_meld meld =
        laying.meld == CN_NO_MELD ? 0 : board->melds[board->side[board->turn]][laying.meld];
    const struct cn_room room = cn_room_of(law, &rooms, laying.kind, meld);
    return cn_room_for_wilds(&room, laying.naturals);
}

/* ---- two melds ---- */

/* A pure meld gets no wilds by combining either. */
static struct cn_objection pure_together(const struct cn_law *law, const struct cn_board *board,
                                         cn_packed_meld a, cn_packed_meld b)
{
    const int kind = cn_meld_kind(a);
    const bool differ = (cn_meld_wilds(a) == 0) != (cn_meld_wilds(b) == 0);
    if ((law->rules.pure_after_opening >> kind & 1) != 0 && differ && !cn_is_opening_turn(board))
        return object(CN_REFUSED_PURE_AFTER_OPENING, kind);
    return NONE;
}

struct cn_objection cn_combining_objection(const struct cn_law *law, const struct cn_board *board,
                                           int into, int from)
{
    const int side = board->side[board->turn];
    const cn_packed_meld a = board->melds[side][into];
    const cn_packed_meld b = board->melds[side][from];
    const int kind = cn_meld_kind(a);
    const int size = cn_meld_size(a) + cn_meld_size(b);
    const int wilds = cn_meld_wilds(a) + cn_meld_wilds(b);
    if (kind == CN_JOKER)
        return size > CN_WILD_MELD_MOST ? object(CN_REFUSED_WILD_MELD_SHAPE, 0) : NONE;
    if (wilds > law->rules.most_wilds)
        return object(CN_REFUSED_COMBINE_WILDS, wilds);
    if (kind == CN_BLACK_THREE && size > law->rules.most_black_threes)
        return object(CN_REFUSED_BLACK_THREES_SHAPE, law->kinds[kind].fewest);
    if (size > law->kinds[kind].largest)
        return object(CN_REFUSED_MELD_TOO_LARGE, law->kinds[kind].largest);
    const struct cn_objection why = pure_together(law, board, a, b);
    if (why.id != CN_LEGAL)
        return why;
    if (!law->rules.opening_mixed_canasta && cn_is_opening_turn(board) && wilds > 0 && size >= 7)
        return object(CN_REFUSED_OPENING_MIXED, kind);
    return cn_rank_is_dead(law, board, kind) ? object(CN_REFUSED_DEAD_RANK, kind) : NONE;
}
