/* expert_lay.c -- what to meld in a turn that does not go out: opening, adding, canastas, and what
 * to hold back.
 */
#include "expert.h"
#include "out_contract.h"

enum {
    FAR = 1200,    /* points of a score, see has_waited_enough */
    KINDS_MOST = 6 /* kinds that an opening considers, dearest first */
};

/* ---- opening ---- */

/* A way to reach the count: which kinds are laid whole, and with which wilds. */
struct opening {
    unsigned kinds; /* bit i: the i-th candidate */
    int deuces, jokers;
    int cost; /* in tenths of a card */
    int cards;
};

struct candidates {
    int count;
    int kind[KINDS_MOST], n[KINDS_MOST];
    struct laid {
        int16_t points, cards, pairs, room; /* pairs need a wild card each; room is for more */
    } of[1 << KINDS_MOST]; /* what each set of candidates brings, with the cards already laid */
};

static void find_candidates(const struct cn__expert *e, struct candidates *c)
{
    const uint64_t there = e->board->ranks[e->side];
    const uint64_t held = cn_hand_mask(e->hand);
    struct laid *of = c->of;
    of[0] = (struct laid){.points = (int16_t)e->board->opening_points};
    c->count = 0;
    for (uint64_t mask = (cn_hand_pairs(e->hand) | (held & there)) & CN_NATURALS_MASK;
         mask != 0 && c->count < KINDS_MOST;) {
        const int kind = cn_mask_last(&mask);
        const int n = cn_hand_count(e->hand, kind);
        if ((there & cn_kind_mask(kind)) == 0 &&
            (n < e->law->rules.fewest_naturals || (n == 2 && e->wilds == 0)))
            continue;
        c->kind[c->count] = kind;
        c->n[c->count++] = n;
    }
    for (int m = 0; m < e->board->meld_count[e->side]; m++) {
        const cn_packed_meld meld = e->board->melds[e->side][m];
        if (meld != 0)
            of[0].room =
                (int16_t)(of[0].room +
                          cn_wild_limits(e->law, cn_meld_kind(meld))[cn_meld_naturals(meld)] -
                          cn_meld_wilds(meld));
    }
    /* Each set is one of the sets before it plus one candidate. */
    for (int i = 0; i < c->count; i++) {
        const bool is_new = e->meld[c->kind[i]] == CN_NO_MELD;
        const int points = c->n[i] * e->law->rules.card_points.of[c->kind[i]];
        const int room = is_new ? cn_wild_limits(e->law, c->kind[i])[c->n[i]] : 0;
        for (unsigned set = 0; set < 1u << i; set++)
            of[set | 1u << i] = (struct laid){(int16_t)(of[set].points + points),
                                              (int16_t)(of[set].cards + c->n[i]),
                                              (int16_t)(of[set].pairs + (is_new && c->n[i] == 2)),
                                              (int16_t)(of[set].room + room)};
    }
}

/* Finds the cheapest wilds, 'least' to 'most' of them, that bring this many points; returns false
 * if there are none. */
static bool cheapest_wilds(const struct cn__expert *e, int points, int least, int most,
                           struct opening *o)
{
    const int32_t *of = e->law->rules.card_points.of;
    const int deuces = cn_hand_count(e->hand, CN_DEUCE);
    const int jokers = cn_hand_count(e->hand, CN_JOKER);
    for (int wilds = least; wilds <= most && wilds <= deuces + jokers; wilds++) {
        for (int j = wilds > deuces ? wilds - deuces : 0; j <= jokers && j <= wilds; j++) {
            if ((wilds - j) * of[CN_DEUCE] + j * of[CN_JOKER] < points)
                continue;
            o->deuces = wilds - j;
            o->jokers = j;
            return true;
        }
    }
    return false;
}

static void weigh_opening(const struct cn__expert *e, const struct candidates *c, unsigned kinds,
                          struct opening *best)
{
    const struct laid *laid = &c->of[kinds];
    struct opening o = {.kinds = kinds, .cards = laid->cards};
    const int owed = e->board->minimum[e->side] - laid->points;
    if (!cheapest_wilds(e, owed, laid->pairs, laid->room, &o))
        return;
    o.cards += o.deuces + o.jokers;
    o.cost = 10 * o.cards + e->weights->open_wild * (o.deuces + 2 * o.jokers);
    if (o.cards > 0 && e->size - o.cards >= 2 && (best->cards == 0 || o.cost < best->cost))
        *best = o;
}

/* Where wild cards neither take the pile nor form melds, holding them gains less. If all sides wait
 * all the same, no deal is ever opened, and all lose. So it ends as soon as one of them has come
 * far from where they began. */
static bool has_waited_enough(const struct cn__expert *e)
{
    const struct cn_board *board = e->board;
    if (e->law->rules.take_with_wild || e->law->rules.wild_melds != CN_WILD_MELDS_NONE)
        return false;
    for (int side = 0; side < board->sides; side++)
        if (board->score[side] < -FAR || board->score[side] > FAR)
            return true;
    return false;
}

static bool is_worth_it(const struct cn__expert *e, const struct opening *o)
{
    const struct cn_weights *w = e->weights;
    const struct cn_board *board = e->board;
    if (board->laid)
        return true;
    const uint64_t triples = cn_hand_triples(e->hand) & CN_NATURALS_MASK;
    int worth = w->open_base - w->open_card * o->cost / 10 +
                w->open_minimum * board->minimum[e->side] / 10 +
                w->open_triple * cn_mask_size(triples) -
                w->open_their_hand * board->hand_size[e->opponent] - w->open_pile * board->pile;
    if (e->they_opened)
        worth += w->open_answer;
    if (e->late)
        worth += w->open_late;
    if (e->threatened)
        worth += w->open_threat;
    if (board->frozen != 0)
        worth += w->open_frozen;
    if (board->sides > 2 && has_waited_enough(e))
        worth += w->open_rivals;
    return worth > 0;
}

/* Only wilds are missing: they go onto a meld already on the board. */
static bool add_wilds_only(const struct cn__expert *e, const struct opening *o,
                           struct cn_action *action)
{
    for (int m = 0; m < e->board->meld_count[e->side]; m++)
        if (e->board->melds[e->side][m] != 0 &&
            cn__expert_consider(
                e, action,
                cn_action_of(CN_ACTION_ADD, m, 0, cn_deuces_at_once(o->deuces), o->jokers)))
            return true;
    return false;
}

/* The first step: a whole kind, with a wild if it is a pair, and the spare wilds that it takes. The
 * next call finds the rest again. */
static bool begin_opening(const struct cn__expert *e, const struct candidates *c,
                          const struct opening *o, struct cn_action *action)
{
    int spare = o->deuces + o->jokers;
    int first = -1;
    for (int i = c->count - 1; i >= 0; i--) {
        if ((o->kinds >> i & 1) == 0)
            continue;
        spare -= c->n[i] == 2 && e->meld[c->kind[i]] == CN_NO_MELD;
        first = i;
    }
    if (first < 0)
        return add_wilds_only(e, o, action);
    const int kind = c->kind[first];
    const int n = c->n[first];
    const bool is_new = e->meld[kind] == CN_NO_MELD;
    const int at = is_new ? kind : e->meld[kind];
    const cn_packed_meld old = is_new ? 0 : e->board->melds[e->side][at];
    int wilds = is_new && n == 2 ? 1 : 0;
    const int room =
        cn_wild_limits(e->law, kind)[cn_meld_naturals(old) + n] - cn_meld_wilds(old) - wilds;
    wilds += spare < room ? spare : room > 0 ? room : 0;
    const int jokers = wilds < o->jokers ? wilds : o->jokers;
    const int deuces = wilds - jokers < o->deuces ? wilds - jokers : o->deuces;
    return cn__expert_consider(e, action,
                               cn_action_of(is_new ? CN_ACTION_MELD : CN_ACTION_ADD, at, n,
                                            cn_deuces_at_once(deuces), jokers));
}

static bool open(const struct cn__expert *e, struct cn_action *action)
{
    struct candidates c;
    struct opening best = {.cards = 0};
    find_candidates(e, &c);
    const int wilds = cn_hand_count(e->hand, CN_DEUCE) * e->law->rules.card_points.of[CN_DEUCE] +
                      cn_hand_count(e->hand, CN_JOKER) * e->law->rules.card_points.of[CN_JOKER];
    if (c.of[(1u << c.count) - 1].points + wilds < e->board->minimum[e->side])
        return false;
    for (unsigned kinds = 0; kinds < 1u << c.count; kinds++)
        if (c.of[kinds].points + wilds >= e->board->minimum[e->side])
            weigh_opening(e, &c, kinds, &best);
    return best.cards > 0 && is_worth_it(e, &best) && begin_opening(e, &c, &best, action);
}

/* ---- adding ---- */

static struct cn_action with_wilds(const struct cn__expert *e, int type, int at, int n, int wilds)
{
    const int jokers = cn_hand_count(e->hand, CN_JOKER);
    const int deuces = cn_hand_count(e->hand, CN_DEUCE);
    const int first = e->late ? jokers : deuces; /* late in the deal, dear cards go first */
    const int used = wilds < first ? wilds : first;
    return e->late ? cn_action_of(type, at, n, cn_deuces_at_once(wilds - used), used)
                   : cn_action_of(type, at, n, cn_deuces_at_once(used), wilds - used);
}

/* The value of a meld of this many cards above one of four: being near a canasta, or being one. */
static int worth_of_size(const struct cn__expert *e, int size)
{
    const struct cn_weights *w = e->weights;
    if (size < 5)
        return 0;
    if (size == 5)
        return w->size_five;
    if (size == 6)
        return w->size_six;
    return w->size_seven + (e->board->canastas[e->side] == 0 ? w->first_canasta : 0) +
           (e->threatened ? w->threat_canasta : 0);
}

/* … and above that, if it has no wild card. */
static int worth_of_nature(const struct cn__expert *e, int naturals)
{
    const struct cn_weights *w = e->weights;
    const int worth = naturals < 5 ? 0 : naturals == 5 ? w->natural_five : w->natural_six;
    return e->late || e->threatened ? worth * w->natural_late / 100 : worth;
}

static int cost_of_wilds(const struct cn__expert *e, int wilds)
{
    const struct cn_weights *w = e->weights;
    const int each = e->late ? w->wild_late : w->wild_each;
    const struct cn_board *board = e->board;
    return wilds * each + (wilds == e->wilds ? w->wild_last : 0) + w->wild_stock * board->stock +
           w->wild_pile * board->pile + w->wild_their_hand * board->hand_size[e->opponent] +
           (e->partner == CN_NO_SEAT ? 0 : w->wild_partner * board->hand_size[e->partner]);
}

/* How many wilds are worth laying on this meld, which also gets 'n' naturals. */
static int wilds_for(const struct cn__expert *e, cn_packed_meld meld, int n)
{
    const int naturals = cn_meld_naturals(meld) + n;
    const int there = cn_meld_wilds(meld);
    if (cn_meld_size(meld) >= 7 || naturals + there >= 7)
        return 0;
    if (there == 0 &&
        cn__wilds_spoil_contract(e->law, e->board, e->side, cn_meld_kind(meld), naturals))
        return 0;
    int most = cn_wild_limits(e->law, cn_meld_kind(meld))[naturals] - there;
    if (most > e->wilds)
        most = e->wilds;
    if (most > 7 - naturals - there)
        most = 7 - naturals - there;
    const int before =
        worth_of_size(e, naturals + there) + (there == 0 ? worth_of_nature(e, naturals) : 0);
    int best = 0;
    int least = 0;
    for (int wilds = 1; wilds <= most; wilds++) {
        const int gain =
            worth_of_size(e, naturals + there + wilds) - before - cost_of_wilds(e, wilds);
        if (gain > least) {
            least = gain;
            best = wilds;
        }
    }
    return best;
}

/* While the pile is frozen, a pair in the hand can take it; on the board it cannot. And a hand must
 * keep cards that it may discard. */
static bool is_held_back(const struct cn__expert *e, int n, int size)
{
    const struct cn_weights *w = e->weights;
    if (e->late || size + n >= 7)
        return false;
    return e->size - n < w->add_least ||
           (e->board->frozen != 0 && n >= 2 && e->size >= w->hold_add);
}

static bool add_to(const struct cn__expert *e, int at, int n, struct cn_action *action)
{
    const cn_packed_meld meld = e->board->melds[e->side][at];
    const int wilds = e->wilds > 0 ? wilds_for(e, meld, n) : 0;
    if (n + wilds == 0 || (wilds == 0 && is_held_back(e, n, cn_meld_size(meld))))
        return false;
    if (cn__expert_consider(e, action, with_wilds(e, CN_ACTION_ADD, at, n, wilds)))
        return true;
    if (n > 0 && wilds > 0 &&
        cn__expert_consider(e, action, cn_action_of(CN_ACTION_ADD, at, n, 0, 0)))
        return true;
    return n > 1 && cn__expert_consider(e, action, cn_action_of(CN_ACTION_ADD, at, n - 1, 0, 0));
}

static bool add(const struct cn__expert *e, struct cn_action *action)
{
    const uint64_t fits = cn_hand_mask(e->hand) & e->board->ranks[e->side] & CN_NATURALS_MASK;
    for (uint64_t mask = fits; mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        if (e->meld[kind] != CN_NO_MELD &&
            add_to(e, e->meld[kind], cn_hand_count(e->hand, kind), action))
            return true;
    }
    if (e->wilds == 0)
        return false;
    for (int m = 0; m < e->board->meld_count[e->side]; m++) {
        const cn_packed_meld meld = e->board->melds[e->side][m];
        const bool is_open = meld != 0 && !cn_meld_is_canasta(meld);
        const int kind = cn_meld_kind(meld);
        if (is_open && kind != CN_BLACK_THREE && (fits & cn_kind_mask(kind)) == 0 &&
            add_to(e, m, 0, action))
            return true;
    }
    return false;
}

/* Two melds of one kind, neither of them a canasta, are nearer to one when joined. */
static bool combine(const struct cn__expert *e, struct cn_action *action)
{
    const cn_packed_meld *melds = e->board->melds[e->side];
    const int count = e->board->meld_count[e->side];
    if (!e->twice)
        return false;
    for (int into = 0; into < count; into++) {
        for (int from = into + 1; from < count; from++) {
            if (melds[into] == 0 || melds[from] == 0 ||
                cn_meld_kind(melds[into]) != cn_meld_kind(melds[from]) ||
                cn_meld_is_canasta(melds[into]) || cn_meld_is_canasta(melds[from]))
                continue;
            *action = cn_action_of(CN_ACTION_MERGE, into, from, 0, 0);
            if (cn_board_legal_check(e->law, e->board, e->seat, e->hand, *action, NULL))
                return true;
        }
    }
    return false;
}

/* The value of laying a new meld of this many cards, above keeping them for the pile. */
static int worth_of_laying(const struct cn__expert *e, int cards)
{
    const struct cn_weights *w = e->weights;
    const struct cn_board *board = e->board;
    int worth = w->lay_base - w->lay_pile * board->pile - w->lay_stock * board->stock -
                w->lay_their_hand * board->hand_size[e->opponent] + w->lay_own_hand * e->size -
                w->lay_left * (e->size - cards);
    if (board->frozen != 0)
        worth -= w->lay_frozen;
    worth -=
        board->canastas[e->side] == 0 ? w->lay_first : w->lay_canasta * board->canastas[e->side];
    worth += w->lay_their_meld * board->meld_count[e->opponent_side];
    if (e->threatened)
        worth -= w->lay_threat;
    if (e->they_opened)
        worth -= w->lay_they_opened;
    return e->late ? worth + w->lay_late : worth;
}

static bool meld_naturals(const struct cn__expert *e, struct cn_action *action)
{
    for (uint64_t mask = cn_hand_triples(e->hand) & CN_NATURALS_MASK; mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        const int n = cn_hand_count(e->hand, kind);
        if (e->meld[kind] != CN_NO_MELD || n < e->law->rules.fewest_naturals)
            continue;
        if (n < e->weights->hold_most && worth_of_laying(e, n) <= 0)
            continue;
        if (cn__expert_consider(e, action, cn_action_of(CN_ACTION_MELD, kind, n, 0, 0)))
            return true;
    }
    return false;
}

/* Pairs with a wild card. */
static bool meld_pairs(const struct cn__expert *e, struct cn_action *action)
{
    if (e->wilds == 0 || e->size < 3 || e->law->rules.fewest_naturals > 2 ||
        worth_of_laying(e, 3) <= e->weights->lay_pair)
        return false;
    for (uint64_t mask = cn_hand_doubles(e->hand) & CN_NATURALS_MASK; mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        if (e->meld[kind] == CN_NO_MELD &&
            cn__expert_consider(e, action, with_wilds(e, CN_ACTION_MELD, kind, 2, 1)))
            return true;
    }
    return false;
}

bool cn__expert_meld(const struct cn__expert *e, struct cn_action *action)
{
    const struct cn_board *board = e->board;
    const bool owes = board->owes_opening && (board->phase == CN_PHASE_TAKING ||
                                              board->opening_points < board->minimum[e->side]);
    if (owes && open(e, action))
        return true;
    if (owes && !board->laid)
        return false;
    return combine(e, action) || add(e, action) || meld_naturals(e, action) ||
           meld_pairs(e, action);
}
