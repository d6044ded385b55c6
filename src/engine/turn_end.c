/* turn_end.c -- the exact answer to "can this turn still end legally?".
 *
 * A turn ends in one of two ways. Both are questions about counts, not about orders of play:
 *
 * - Staying in: two cards are kept (one to discard, one to hold, L38), and, while an initial meld
 *   is short of its minimum, the rest must be able to reach it. The best count is found directly:
 *   every rank that can be melded is laid whole, pairs are opened with one wild card each, dearest
 *   first, and wild cards fill the remaining room in the melds. If too few cards would be left,
 *   each choice of one or two cards to hold back is tried.
 * - Going out: everything except at most one card is laid, so the points are known; what is open is
 *   where the wild cards go and which melds of a rank are combined. For each rank a table says how
 *   many canastas a given number of wilds can make there; the tables are added up over the ranks.
 *
 * Melds only grow, and a larger meld never holds fewer wilds, so the order of laying is irrelevant.
 * An unknown card can be kept or discarded, so their count is enough.
 *
 * A contract (out_contract) asks for canastas by class or rank. Then "most canastas" no longer
 * answers the question: a wild on a natural canasta makes it a mixed one, so what a rank can come
 * to is a set, and all of it matters. The order of laying stays irrelevant, because a contract is
 * asked for once, when the hand is gone: only what lies there then counts, and what can lie there
 * is what the paragraph above says. Melds are combined before anything is laid on them, since the
 * limit is on the wilds that they have when they are combined, and melds only grow. Nor is anything
 * gained by keeping cards back: all of the hand is laid but at most one card, and each choice of
 * that card is tried, a wild too. What a contract does take away is every short cut from having the
 * canastas now to having them at the end.
 */
#include "turn_end.h"

#include <string.h>

enum {
    GROUPS_MAX = CN_NATURALS_MAX
};

/* ---- imagining ---- */

/* Does the hand hold red threes that the seat has not faced (R17)? */
static bool has_red_threes(const struct cn_lookahead *im)
{
    return CN_REFEREES_ARE_HERE && im->red_threes > 0;
}

/* Returns as how many unknown cards the red threes of the hand count (R17): facing them brings as
 * many as the stock has, which matters to a seat that must go out. Any other keeps them. */
static int cards_for_red_threes(const struct cn_lookahead *im)
{
    const struct cn_board *board = &im->board;
    if (!has_red_threes(im))
        return 0;
    if (board->phase == CN_PHASE_LAST_RED_THREE || board->answer != CN_ANSWER_YES)
        return 1;
    return im->red_threes < board->stock ? im->red_threes : board->stock;
}

/* What a referee's rulings make of a turn. A seat that must go out does so as after a yes. One with
 * a red three in its hand has not gone out, as if its partner had said no (R17). */
static __attribute__((noinline)) void apply_rulings(struct cn_lookahead *im)
{
    struct cn_board *board = &im->board;
    im->red_threes = cn_hand_count(im->hand, CN_RED_THREE);
    im->hand = cn_hand_drop(im->hand, cn_kind_mask(CN_RED_THREE));
    if (board->count_waived)
        board->owes_opening = 0;
    if (board->bound)
        board->answer = CN_ANSWER_YES;
    else if (im->red_threes > 0 && board->answer != CN_ANSWER_YES)
        board->answer = CN_ANSWER_NO;
    im->unknown += cards_for_red_threes(im);
}

void cn_lookahead_init(struct cn_lookahead *imagined, const struct cn_law *law,
                       const struct cn_board *board, cn_hand hand)
{
    const int side = board->side[board->turn];
    imagined->law = law;
    memcpy(&imagined->board, board, offsetof(struct cn_board, melds));
    memcpy(imagined->board.melds[side], board->melds[side],
           (size_t)board->meld_count[side] * sizeof board->melds[side][0]);
    if (board->meld_count[side] < CN_MELDS_MAX)
        imagined->board.melds[side][board->meld_count[side]] = 0;
    imagined->hand = hand;
    imagined->keeps_none = false;
    imagined->red_threes = 0;
    imagined->unknown = board->phase == CN_PHASE_TAKING ? cn_pile_joining(&law->rules, board) : 0;
    if (cn_law_is_refereed(law))
        apply_rulings(imagined);
}

void cn_lookahead_answer(struct cn_lookahead *im, enum cn_answer answer)
{
    im->unknown -= cards_for_red_threes(im);
    im->board.answer = (uint8_t)answer;
    im->unknown += cards_for_red_threes(im);
}

static inline cn_hand whole_hand(const struct cn_lookahead *im)
{
    if (!has_red_threes(im))
        return im->hand;
    return cn_hand_add(im->hand, cn_hand_single(CN_RED_THREE, im->red_threes));
}

void cn_lookahead_join_pile(struct cn_lookahead *im)
{
    struct cn_board *board = &im->board;
    if (board->phase != CN_PHASE_TAKING)
        return;
    im->unknown = cn_pile_joining(&im->law->rules, board) + cards_for_red_threes(im);
    if (board->owes_opening && !cn_take_is_complete(&im->law->rules, board, whole_hand(im)))
        return;
    board->phase = CN_PHASE_MELD;
    board->owes_opening = 0;
}

/* A bonus card is faced, and another card comes for it while the stock lasts (L12). */
static __attribute__((noinline)) void face(struct cn_lookahead *im, int kind)
{
    struct cn_board *board = &im->board;
    cn_hand_remove_cards(&im->hand, kind, 1);
    if (board->stock == 0) {
        board->hand_size[board->turn]--;
        return;
    }
    board->stock--;
    im->unknown++;
}

/* Takes up the second hand that waits if the action has brought it (second_hand). */
static __attribute__((noinline)) void join_second_hand(struct cn_lookahead *im)
{
    const struct cn_rules *rules = &im->law->rules;
    struct cn_board *board = &im->board;
    const int seat = board->turn;
    if (board->phase == CN_PHASE_TAKING || cn_owes_minimum(rules, board) ||
        cn_opening_lacks_meld(rules, board))
        return;
    if (rules->second_hand_when == CN_SECOND_HAND_BY_OWN_CANASTA) {
        if (board->canastas[board->side[seat]] <= board->canastas_before)
            return;
        board->canastas_before = UINT8_MAX; /* one a turn */
    } else if (!cn_hand_is_empty(im->hand) || im->unknown > 0) {
        return;
    }
    im->unknown += board->second_size[seat];
    board->second[seat]--;
    const int waiting = board->second[seat];
    board->second_size[seat] = 0;
    if (waiting > 0 && waiting <= rules->second_hand.count)
        board->second_size[seat] =
            (uint8_t)rules->second_hand.of[rules->second_hand.count - waiting];
}

void cn_lookahead_apply(struct cn_lookahead *im, struct cn_action action)
{
    struct cn_board *board = &im->board;
    const int side = board->side[board->turn];
    const int deuces = cn_action_deuces(action);
    const int jokers = cn_action_jokers(action);
    switch (action.type) {
    case CN_ACTION_DRAW:
        im->unknown = im->law->rules.draw_count.at[board->players_class];
        if (im->unknown > board->stock)
            im->unknown = board->stock;
        board->stock = (uint16_t)(board->stock - im->unknown);
        im->unknown += cards_for_red_threes(im);
        board->phase = CN_PHASE_MELD;
        board->drew_from = CN_DREW_STOCK;
        return;
    case CN_ACTION_TAKE_PAIR:
    case CN_ACTION_TAKE_DEUCE:
    case CN_ACTION_TAKE_JOKER:
    case CN_ACTION_TAKE_ONTO:
        cn_board_take(&im->law->rules, board, &im->hand,
                      action.type == CN_ACTION_TAKE_ONTO ? action.place : -1,
                      action.type == CN_ACTION_TAKE_DEUCE, action.type == CN_ACTION_TAKE_JOKER);
        break;
    case CN_ACTION_MELD:
        cn_board_lay(&im->law->rules, board, &im->hand, board->meld_count[side], action.place,
                     action.amount, deuces, jokers);
        break;
    case CN_ACTION_ADD:
        cn_board_lay(&im->law->rules, board, &im->hand, action.place,
                     cn_meld_kind(board->melds[side][action.place]), action.amount, deuces, jokers);
        break;
    case CN_ACTION_MERGE: cn_board_merge(board, action.place, action.amount); break;
    case CN_ACTION_FACE: face(im, action.place); break;
    default: break;
    }
    cn_lookahead_join_pile(im);
    if (board->second[board->turn] > 0)
        join_second_hand(im);
}

/* ---- small facts ---- */

static int side_in_turn(const struct cn_lookahead *im)
{
    return im->board.side[im->board.turn];
}

static bool has_rank(const struct cn_lookahead *im, int kind)
{
    return cn_side_has_rank(&im->board, side_in_turn(im), kind);
}

static bool claim_waits(const struct cn_lookahead *im)
{
    return im->board.phase == CN_PHASE_TAKING;
}

/* Must naturals outnumber wilds in the meld of the claimed card before the pile joins (I31)? */
static bool must_outnumber(const struct cn_lookahead *im)
{
    return claim_waits(im) && im->law->rules.naturals_outnumber_wilds;
}

/* ---- one rank: what its naturals and a given number of wilds can become ---- */

/* The side's melds of a rank, combined in some way (L24), before more is laid. 'claimed' marks the
 * group that holds the claimed card, since naturals must outnumber wilds in that one only. */
struct groups {
    int count;
    struct {
        int naturals, wilds;
        bool claimed;
    } at[GROUPS_MAX];
};

/* The question about a rank. */
struct rank {
    const struct cn_lookahead *im;
    int kind, naturals; /* naturals to lay, all of them */
    int wilds;          /* up to this many wilds; answers are indexed by count */
    int slack;          /* wilds above "naturals outnumber" in the claimed meld; -1: no such rule */
    int8_t *best;       /* best[x]: most canastas with exactly x wilds; -1: impossible */
    cn_outcomes *outcomes; /* instead, for a contract: all that it can be; 0: impossible */
    bool in_time; /* … when the pile joins: a canasta that is one only later does not count */
};

/* Returns the most wilds in a group of this many naturals; less than 'there', the wilds already in
 * it, if the group is impossible. Only when the pile joins must naturals outnumber wilds; 'slack'
 * wilds may follow in the same turn, and going out counts them too. */
static int group_cap(const struct rank *r, int naturals, int there, bool claimed)
{
    const int cap = cn_wild_limits(r->im->law, r->kind)[naturals];
    if (!claimed || r->slack < 0)
        return cap;
    if (there >= naturals)
        return -1;
    const int outnumbered = naturals - 1 + r->slack;
    return outnumbered < cap ? outnumbered : cap;
}

static void no_way(const struct rank *r, int8_t way[CN_NATURALS_MAX + 1][CN_WILDS_MAX + 1])
{
    memset(way, -1, (size_t)(r->naturals + 1) * sizeof way[0]);
}

/* Lays 0 … all naturals and wilds on one group, for each combination found so far. Only how many
 * have been laid matters to the groups that follow, not where; so for each such pair of numbers the
 * most canastas are kept, and the work grows with the groups instead of multiplying. */
static void fill_group(const struct rank *r, const struct groups *groups, int g,
                       int8_t from[CN_NATURALS_MAX + 1][CN_WILDS_MAX + 1],
                       int8_t to[CN_NATURALS_MAX + 1][CN_WILDS_MAX + 1])
{
    no_way(r, to);
    for (int n = 0; n <= r->naturals; n++) {
        const int naturals = groups->at[g].naturals + n;
        const int there = groups->at[g].wilds;
        const int cap = group_cap(r, naturals, there, groups->at[g].claimed) - there;
        for (int w = 0; w <= r->wilds && w <= cap; w++) {
            const int canasta = naturals + there + w >= 7;
            for (int n0 = 0; n0 + n <= r->naturals; n0++)
                for (int w0 = 0; w0 + w <= r->wilds; w0++)
                    if (from[n0][w0] >= 0 && from[n0][w0] + canasta > to[n0 + n][w0 + w])
                        to[n0 + n][w0 + w] = (int8_t)(from[n0][w0] + canasta);
        }
    }
}

/* Returns the outcomes with a group of this many cards more. While naturals must outnumber wilds in
 * the claimed meld, it is a canasta from four naturals on: three and two wilds are five cards. */
static cn_outcomes with_group(const struct rank *r, cn_outcomes set, int naturals, int wilds,
                              bool claimed)
{
    if (r->in_time && claimed && naturals < 4)
        return set;
    return cn_outcomes_with(set, naturals, wilds);
}

typedef cn_outcomes rank_ways[CN_NATURALS_MAX + 1][CN_WILDS_MAX + 1];

/* As fill_group, for a contract. */
static void fill_group_by_contract(const struct rank *r, const struct groups *groups, int g,
                                   rank_ways from, rank_ways to)
{
    const int there = groups->at[g].wilds;
    const bool claimed = groups->at[g].claimed;
    memset(to, 0, sizeof(rank_ways));
    for (int n = 0; n <= r->naturals; n++) {
        const int naturals = groups->at[g].naturals + n;
        const int cap = group_cap(r, naturals, there, claimed) - there;
        for (int w = 0; w <= r->wilds && w <= cap; w++)
            for (int n0 = 0; n0 + n <= r->naturals; n0++)
                for (int w0 = 0; w0 + w <= r->wilds; w0++)
                    if (from[n0][w0] != 0)
                        to[n0 + n][w0 + w] |=
                            with_group(r, from[n0][w0], naturals, there + w, claimed);
    }
}

/* Returns the outcomes of two lots of melds together. */
static cn_outcomes both_outcomes(cn_outcomes some, cn_outcomes others)
{
    cn_outcomes sum = 0;
    for (int naturals = 0; naturals < CN_OUTCOME_NATURALS; naturals++) {
        cn_outcomes set = some;
        for (int mixed = 0; mixed < CN_OUTCOME_MIXED; mixed++) {
            if ((others >> (naturals * CN_OUTCOME_MIXED + mixed) & 1) != 0)
                sum |= set;
            set = cn_outcomes_with(set, 6, 1);
        }
        some = cn_outcomes_with(some, 7, 0);
    }
    return sum;
}

/* As fill_groups, for a contract. */
static void fill_groups_by_contract(const struct rank *r, const struct groups *groups)
{
    rank_ways way[2];
    const struct cn_law *law = r->im->law;
    const cn_outcomes(*new_outcomes)[CN_WIDE_WILDS + 1] = law->new_meld_outcomes;
    int now = 0;
    memset(way[0], 0, sizeof way[0]);
    way[0][0][0] = 1;
    for (int g = 0; g < groups->count; g++) {
        fill_group_by_contract(r, groups, g, way[now], way[1 - now]);
        now = 1 - now;
    }
    for (int n = law->rules.second_meld ? 0 : r->naturals; n <= r->naturals; n++)
        for (int w = 0; w <= r->wilds; w++)
            for (int x = w; x <= r->wilds && way[now][n][w] != 0; x++)
                r->outcomes[x] |=
                    both_outcomes(way[now][n][w], new_outcomes[r->naturals - n][x - w]);
}

/* Tries all ways to lay the naturals on these groups and on new melds. What new melds can be
 * made of the rest depends on no board, so the law has it in a table. If no second meld of the
 * rank may be begun, the groups must take everything. */
static void fill_groups(const struct rank *r, const struct groups *groups)
{
    int8_t way[2][CN_NATURALS_MAX + 1][CN_WILDS_MAX + 1];
    const struct cn_law *law = r->im->law;
    const cn_canastas_by_wilds *new_canastas = cn_new_canastas(law, r->kind);
    int now = 0;
    no_way(r, way[0]);
    way[0][0][0] = 0;
    for (int g = 0; g < groups->count; g++) {
        fill_group(r, groups, g, way[now], way[1 - now]);
        now = 1 - now;
    }
    for (int n = 0; n <= r->naturals; n++) {
        if (n < r->naturals && !law->rules.second_meld)
            continue;
        for (int w = 0; w <= r->wilds; w++) {
            if (way[now][n][w] < 0)
                continue;
            for (int x = w; x <= r->wilds; x++) {
                const int more = new_canastas[r->naturals - n][x - w];
                if (more >= 0 && way[now][n][w] + more > r->best[x])
                    r->best[x] = (int8_t)(way[now][n][w] + more);
            }
        }
    }
}

/* Is a group before this one its equal? Joining a meld to either comes to the same. */
static bool is_repeated(const struct groups *groups, int g)
{
    for (int other = 0; other < g; other++)
        if (groups->at[other].naturals == groups->at[g].naturals &&
            groups->at[other].wilds == groups->at[g].wilds &&
            groups->at[other].claimed == groups->at[g].claimed)
            return true;
    return false;
}

/* Tries every way to combine the melds from 'next' on with those already grouped (I24). With two
 * packs a rank has few melds. Six packs have eight of three cards, which can be combined in
 * thousands of ways, but mostly alike. */
static void group_melds(const struct rank *r, struct groups *groups, int next)
{
    const struct cn_board *board = &r->im->board;
    const int side = side_in_turn(r->im);
    while (next < board->meld_count[side] &&
           (board->melds[side][next] == 0 || cn_meld_kind(board->melds[side][next]) != r->kind))
        next++;
    if (next == board->meld_count[side] || groups->count == GROUPS_MAX) {
        if (r->outcomes != NULL)
            fill_groups_by_contract(r, groups);
        else
            fill_groups(r, groups);
        return;
    }
    const cn_packed_meld meld = board->melds[side][next];
    const bool claimed = claim_waits(r->im) && board->take_meld == next;
    for (int g = 0; g < groups->count; g++) {
        if (groups->at[g].wilds + cn_meld_wilds(meld) > r->im->law->rules.most_wilds ||
            is_repeated(groups, g))
            continue;
        struct groups joined = *groups;
        joined.at[g].naturals += cn_meld_naturals(meld);
        joined.at[g].wilds += cn_meld_wilds(meld);
        joined.at[g].claimed |= claimed;
        group_melds(r, &joined, next + 1);
    }
    struct groups apart = *groups;
    apart.at[apart.count].naturals = cn_meld_naturals(meld);
    apart.at[apart.count].wilds = cn_meld_wilds(meld);
    apart.at[apart.count].claimed = claimed;
    apart.count++;
    group_melds(r, &apart, next + 1);
}

enum {
    NO_MELD = -1,
    SEVERAL = -2
};

/* For each kind the side's only meld of it, or NO_MELD, or SEVERAL: found in one pass over the
 * melds, since every rank will be asked about. */
struct spread {
    int8_t only[CN_KINDS + 1];
};

static void spread_melds(const struct cn_lookahead *im, struct spread *spread)
{
    const int side = side_in_turn(im);
    memset(spread, NO_MELD, sizeof *spread);
    for (int m = 0; m < im->board.meld_count[side]; m++) {
        const cn_packed_meld meld = im->board.melds[side][m];
        if (meld == 0)
            continue;
        int8_t *only = &spread->only[cn_meld_kind(meld)];
        *only = (int8_t)(*only == NO_MELD ? m : SEVERAL);
    }
}

/* The common case: one meld that takes everything, since no second one can be made. Nothing is to
 * be chosen then but the number of wilds. */
static void ask_only_meld(const struct rank *r, int m)
{
    const struct cn_board *board = &r->im->board;
    const cn_packed_meld meld = board->melds[side_in_turn(r->im)][m];
    const int naturals = cn_meld_naturals(meld) + r->naturals;
    const int there = cn_meld_wilds(meld);
    const bool claimed = claim_waits(r->im) && board->take_meld == m;
    const int cap = group_cap(r, naturals, there, claimed) - there;
    for (int w = 0; w <= r->wilds && w <= cap; w++)
        if (r->outcomes != NULL)
            r->outcomes[w] = with_group(r, 1, naturals, there + w, claimed);
        else
            r->best[w] = naturals + there + w >= 7;
}

/* Computes the answers for a rank: best[0 … wilds]. A rank without a meld has its answers in the
 * law, one with a single meld in a line; only several melds, or one beside which another could
 * be begun, need a search. */
static void ask_rank(const struct cn_lookahead *im, const struct spread *spread, int kind,
                     int naturals, int wilds, int slack, int8_t best[CN_WILDS_MAX + 1])
{
    const int only = spread->only[kind];
    if (only == NO_MELD) {
        memcpy(best, cn_new_canastas(im->law, kind)[naturals], CN_WILDS_MAX + 1);
        return;
    }
    memset(best, -1, CN_WILDS_MAX + 1);
    const struct rank r = {im, kind, naturals, wilds, slack, best, NULL, false};
    if (only >= 0 && (!im->law->rules.second_meld || naturals < im->law->rules.fewest_naturals)) {
        ask_only_meld(&r, only);
        return;
    }
    struct groups none;
    memset(&none, 0, sizeof none);
    group_melds(&r, &none, 0);
}

/* ---- staying in: the best count ---- */

/* Returns how many more wilds the side's melds of a rank take if this many naturals are also laid.
 */
static int room_for_wilds(const struct cn_lookahead *im, const struct spread *spread, int kind,
                          int naturals, int wilds, int slack)
{
    const int only = spread->only[kind];
    if (only >= 0 && slack < 0) { /* where a canasta has no limit, one meld takes them all */
        const cn_packed_meld meld = im->board.melds[side_in_turn(im)][only];
        if (cn_wild_limits(im->law, kind)[cn_meld_naturals(meld) + naturals] == CN_WILDS_MAX)
            return wilds;
    }
    int8_t best[CN_WILDS_MAX + 1];
    ask_rank(im, spread, kind, naturals, wilds, slack, best);
    int room = -1;
    for (int w = 0; w <= wilds; w++)
        if (best[w] >= 0)
            room = w;
    return room;
}

struct best_count {
    int points; /* -1: the melds cannot be made valid */
    int laid;   /* cards it uses */
};

/* Pairs that one wild card each can open, dearest first. */
struct pairs {
    int count;
    int points[CN_KINDS];
};

static void add_pair(struct pairs *pairs, int points)
{
    int at = pairs->count++;
    for (; at > 0 && pairs->points[at - 1] < points; at--)
        pairs->points[at] = pairs->points[at - 1];
    pairs->points[at] = points;
}

/* Returns the most points that can be laid from a hand, ignoring cards to keep.
 *
 * No search is needed. Laying a rank whole counts most, and never leaves less room for wilds, since
 * the limit on wilds does not fall as naturals are added. What a wild counts does not depend on its
 * meld, so only the room in all melds together matters. A wild that opens a pair adds the pair's
 * points to its own and takes no other wild's place, so pairs come first, the dearest before the
 * rest; each is a choice of its own, because no two compete for anything but wilds. */
static struct best_count most_points(const struct cn_lookahead *im, cn_hand hand, int slack)
{
    const struct cn_rules *rules = &im->law->rules;
    const int wilds = cn_hand_wilds(hand);
    struct best_count best = {0, 0};
    struct pairs pairs;
    struct spread spread;
    int room = 0;
    pairs.count = 0;
    spread_melds(im, &spread);
    const uint64_t ranks = im->board.ranks[side_in_turn(im)];
    for (uint64_t kinds = (cn_hand_pairs(hand) | ranks) & CN_NATURALS_MASK; kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        const int n = cn_hand_count(hand, kind);
        const int points = n * rules->card_points.of[kind];
        if (spread.only[kind] != NO_MELD) {
            const int rank_room = room_for_wilds(im, &spread, kind, n, wilds, slack);
            if (rank_room < 0)
                return (struct best_count){-1, 0};
            room += rank_room;
        } else if (n == 2 && cn_new_canastas(im->law, kind)[2][1] >= 0) {
            add_pair(&pairs, points);
            continue;
        } else if (n < 3 || n < rules->fewest_naturals) {
            continue;
        } else {
            room += im->law->new_meld_wilds[im->law->kinds[kind].limits][n];
        }
        best.points += points;
        best.laid += n;
    }
    for (int i = 0; i < pairs.count && i < wilds; i++) {
        best.points += pairs.points[i];
        best.laid += 2;
        room += im->law->new_meld_wilds[CN_LIMITS_DEFAULT][2]; /* other rows open no pairs */
    }
    const int wilds_laid = room < wilds ? room : wilds;
    best.points += cn__best_wild_points(rules, hand, wilds_laid);
    best.laid += wilds_laid;
    return best;
}

/* Can this many points be laid while this many cards of the hand are held? The best count is asked
 * first without them: it mostly leaves enough. Otherwise any card may be the one to hold, even a
 * wild or one of a pair, and the rest is a smaller question of the same kind. At most two are held,
 * so that it is asked a few hundred times at worst. */
static bool reaches(const struct cn_lookahead *im, cn_hand hand, int points, int held, int slack)
{
    const struct best_count best = most_points(im, hand, slack);
    if (best.points < 0 || best.points < points)
        return false;
    if (cn_hand_size(hand) - best.laid >= held)
        return true;
    for (uint64_t mask = cn_hand_mask(hand); mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        if (reaches(im, cn_hand_remove(hand, cn_hand_single(kind, 1)), points, held - 1, slack))
            return true;
    }
    return false;
}

/* Returns how many naturals the meld of the claimed card still needs to outnumber its wilds; more
 * than the hand can hold if it has too few. */
static int naturals_owed(const struct cn_lookahead *im)
{
    const cn_packed_meld claimed = im->board.melds[side_in_turn(im)][im->board.take_meld];
    const int owed = cn_meld_wilds(claimed) + 1 - cn_meld_naturals(claimed);
    if (owed <= 0)
        return 0;
    return owed <= cn_hand_count(im->hand, cn_meld_kind(claimed)) ? owed : CN_CARDS_MAX;
}

/* Can a canasta be laid while this many cards are held (U7)? Here a rank need not be laid whole: a
 * canasta with fewer naturals and more wilds may hold back the card that has to stay. So each
 * number of naturals is tried with each number of wilds. */
static bool reaches_canasta(const struct cn_lookahead *im, int held, int slack)
{
    const int wilds = cn_hand_wilds(im->hand);
    const int size = cn_hand_size(im->hand);
    const int claimed =
        cn_meld_kind(im->board.melds[side_in_turn(im)][slack < 0 ? 0 : im->board.take_meld]);
    struct spread spread;
    spread_melds(im, &spread);
    for (int kind = CN_FOUR; kind <= CN_ACE; kind++) {
        const int owed = slack < 0 || kind == claimed ? 0 : naturals_owed(im);
        for (int n = 0; n <= cn_hand_count(im->hand, kind); n++) {
            if (n == 0 && spread.only[kind] == NO_MELD)
                continue;
            int8_t best[CN_WILDS_MAX + 1];
            ask_rank(im, &spread, kind, n, wilds, slack, best);
            for (int w = 0; w <= wilds; w++)
                if (best[w] > 0 && size - n - w - owed >= held)
                    return true;
        }
    }
    return false;
}

static bool owes_count(const struct cn_lookahead *im)
{
    return cn_owes_minimum(&im->law->rules, &im->board);
}

/* Unknown cards can be those kept; they count towards nothing else (I27). */
static bool can_stay(const struct cn_lookahead *im, int kept)
{
    const int size = cn_hand_size(im->hand);
    if (!owes_count(im))
        return size + im->unknown >= kept;
    const int held = kept > im->unknown ? kept - im->unknown : 0;
    if (size < held)
        return false;
    const struct cn_board *board = &im->board;
    const int owed = board->minimum[side_in_turn(im)] - board->opening_points;
    const int slack = must_outnumber(im) ? 0 : -1;
    if (owed <= 0 && slack < 0)
        return true;
    if (reaches(im, im->hand, owed, held, slack))
        return true;
    return im->law->rules.canasta_lifts_minimum && reaches_canasta(im, held, slack);
}

/* ---- going out: the whole hand ---- */

/* Can this many black threes be laid, on black threes laid in this turn or as new melds (L18)?
 * Apart from the other ranks, because they take no wilds and never are a canasta: whether they
 * fit decides nothing else. */
static bool black_threes_can_be_laid(const struct cn_lookahead *im, int count)
{
    if (count == 0)
        return true;
    const struct cn_kind_law *law = &im->law->kinds[CN_BLACK_THREE];
    const bool second_meld = im->law->rules.second_meld;
    const struct cn_board *board = &im->board;
    const int side = side_in_turn(im);
    if (law->largest == 0 || board->phase == CN_PHASE_LAST_RED_THREE)
        return false;
    int room = 0;
    for (int m = 0; m < board->meld_count[side]; m++)
        if (board->melds[side][m] != 0 && cn_meld_kind(board->melds[side][m]) == CN_BLACK_THREE)
            room += law->largest - cn_meld_naturals(board->melds[side][m]);
    if (has_rank(im, CN_BLACK_THREE) && !second_meld)
        return count <= room;
    for (int added = 0; added <= room && added <= count; added++) {
        const int rest = count - added;
        if (rest == 0)
            return true;
        const int most = second_meld ? rest / law->fewest : 1;
        for (int melds = 1; melds <= most; melds++)
            if (rest >= melds * law->fewest && rest <= melds * law->largest)
                return true;
    }
    return false;
}

/* If canastas do not matter, each rank takes any number of wilds between what its pair needs and
 * the room it has, so the sums decide. Wilds can be taken away one by one from the fullest way to
 * lay a rank, and what is left stays a meld down to that least number. */
static bool lays_all_somehow(const struct cn_lookahead *im, cn_hand hand)
{
    const struct cn_rules *rules = &im->law->rules;
    const int wilds = cn_hand_wilds(hand);
    const uint64_t ranks = im->board.ranks[side_in_turn(im)];
    int least = 0;
    int room = 0;
    for (uint64_t kinds = cn_hand_mask(hand) & CN_NATURALS_MASK & ~ranks; kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        const int n = cn_hand_count(hand, kind);
        if (n < rules->fewest_naturals || (n == 2 && cn_new_canastas(im->law, kind)[2][1] < 0))
            return false;
        least += n == 2;
        room += im->law->new_meld_wilds[im->law->kinds[kind].limits][n];
    }
    if (least > wilds)
        return false;
    if (room >= wilds)
        return true;
    struct spread spread;
    spread_melds(im, &spread);
    for (int kind = CN_FOUR; kind <= CN_ACE && room < wilds; kind++)
        if (spread.only[kind] != NO_MELD)
            room += room_for_wilds(im, &spread, kind, cn_hand_count(hand, kind), wilds, -1);
    return room >= wilds;
}

/* Adds one rank's answers to the sum over ranks; returns false if nothing is possible any more. */
static bool add_rank(int8_t sum[CN_WILDS_MAX + 1], const int8_t best[CN_WILDS_MAX + 1], int wilds)
{
    bool any = false;
    for (int w = wilds; w >= 0; w--) { /* downwards: sum[w] needs only the entries below it */
        int most = -1;
        for (int x = 0; x <= w; x++)
            if (best[x] >= 0 && sum[w - x] >= 0 && sum[w - x] + best[x] > most)
                most = sum[w - x] + best[x];
        sum[w] = (int8_t)most;
        any |= most >= 0;
    }
    return any;
}

/* Returns the canastas that the side has when all these cards, which include no wilds, are laid, or
 * -1 if they cannot be. Without wilds the ranks share nothing, so each has one answer and no table
 * need be added up. */
static int canastas_without_wilds(const struct cn_lookahead *im, const struct spread *spread,
                                  cn_hand hand)
{
    const cn_packed_meld *melds = im->board.melds[side_in_turn(im)];
    int canastas = 0;
    const uint64_t ranks = im->board.ranks[side_in_turn(im)];
    for (uint64_t kinds = (cn_hand_mask(hand) | ranks) & CN_NATURALS_MASK; kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        const int n = cn_hand_count(hand, kind);
        const int only = spread->only[kind];
        int more;
        if (only >= 0 && (n < im->law->rules.fewest_naturals || !im->law->rules.second_meld)) {
            more = cn_meld_size(melds[only]) + n >= 7;
        } else if (only == NO_MELD) {
            more = cn_new_canastas(im->law, kind)[n][0];
        } else {
            int8_t best[CN_WILDS_MAX + 1];
            ask_rank(im, spread, kind, n, 0, -1, best);
            more = best[0];
        }
        if (more < 0)
            return -1;
        canastas += more;
    }
    return canastas;
}

static uint64_t states_with_canasta(const struct cn_lookahead *im, uint64_t states, int key)
{
    return cn_contract_with_canasta(&im->law->contract, im->board.players_class, states, key);
}

/* Returns the states that follow if a rank comes to one of these outcomes. The outcomes are walked
 * row by row, a natural canasta more with each row and a mixed one more with each bit; so each step
 * adds one canasta to the states of the step before. */
static uint64_t states_with_rank(const struct cn_lookahead *im, uint64_t states, int kind,
                                 cn_outcomes outcomes)
{
    const struct cn_canasta_numbers *asked = &im->law->rules.out_contract;
    const int natural = cn_canasta_key(asked, kind, true);
    const int mixed = cn_canasta_key(asked, kind, false);
    uint64_t sum = 0;
    for (; outcomes != 0; outcomes >>= CN_OUTCOME_MIXED) {
        uint64_t now = states;
        for (cn_outcomes row = outcomes & 0xff; row != 0; row >>= 1) {
            if ((row & 1) != 0)
                sum |= now;
            now = states_with_canasta(im, now, mixed);
        }
        states = states_with_canasta(im, states, natural);
    }
    return sum;
}

/* As ask_rank, for a contract: computes outcomes[0 … wilds]. */
static void ask_outcomes(const struct rank *question, const struct spread *spread)
{
    const struct cn_law *law = question->im->law;
    if (spread->only[question->kind] == NO_MELD) {
        memcpy(question->outcomes, law->new_meld_outcomes[question->naturals],
               (size_t)(question->wilds + 1) * sizeof *question->outcomes);
        return;
    }
    const int only = spread->only[question->kind];
    memset(question->outcomes, 0, (size_t)(question->wilds + 1) * sizeof *question->outcomes);
    if (only >= 0 && (!law->rules.second_meld || question->naturals < law->rules.fewest_naturals)) {
        ask_only_meld(question, only);
        return;
    }
    struct groups none;
    memset(&none, 0, sizeof none);
    group_melds(question, &none, 0);
}

/* Adds a rank to the states of the ranks before it, by the wilds laid on them. Returns false if
 * nothing is possible any more. */
static bool add_outcomes(const struct cn_lookahead *im, uint64_t sum[CN_WILDS_MAX + 1], int kind,
                         const cn_outcomes outcomes[CN_WILDS_MAX + 1], int wilds)
{
    bool any = false;
    for (int w = wilds; w >= 0; w--) { /* downwards: sum[w] needs only the entries below it */
        uint64_t states = 0;
        for (int x = 0; x <= w; x++)
            if (outcomes[x] != 0 && sum[w - x] != 0)
                states |= states_with_rank(im, sum[w - x], kind, outcomes[x]);
        sum[w] = states;
        any |= states != 0;
    }
    return any;
}

/* Can all these cards be laid so that the side's canastas are then in a state of 'met'? */
static bool lays_all_to(const struct cn_lookahead *im, cn_hand hand, uint64_t met, int slack,
                        bool in_time)
{
    const int wilds = cn_hand_wilds(hand);
    const uint64_t ranks = im->board.ranks[side_in_turn(im)];
    struct spread spread;
    uint64_t sum[CN_WILDS_MAX + 1] = {1};
    spread_melds(im, &spread);
    for (uint64_t kinds = (cn_hand_mask(hand) | ranks) & CN_NATURALS_MASK; kinds != 0;) {
        cn_outcomes outcomes[CN_WILDS_MAX + 1];
        const int kind = cn_mask_pop(&kinds);
        const struct rank r = {.im = im,
                               .kind = kind,
                               .naturals = cn_hand_count(hand, kind),
                               .wilds = wilds,
                               .slack = slack,
                               .outcomes = outcomes,
                               .in_time = in_time};
        ask_outcomes(&r, &spread);
        if (!add_outcomes(im, sum, kind, outcomes, wilds))
            return false;
    }
    return (sum[wilds] & met) != 0;
}

static bool lays_all_by_contract(const struct cn_lookahead *im, cn_hand hand, int slack)
{
    return lays_all_to(im, hand, im->law->contract.met[im->board.players_class], slack, false);
}

/* Can all these cards be laid so that the side then has this many canastas, or those of the
 * contract? A contract asks for one canasta at least, which is as many as callers add to it.
 *
 * Whether the cards can be laid at all is the cheaper question, and the only one if the side has
 * its canastas: they are never lost, except by combining, which nobody has to do. Otherwise the
 * wilds join the ranks to one problem: each goes to one of them, and the sums over ranks find
 * the best way to divide them. */
static bool lays_all(const struct cn_lookahead *im, cn_hand hand, int canastas, int slack)
{
    if (!black_threes_can_be_laid(im, cn_hand_count(hand, CN_BLACK_THREE)))
        return false;
    if (im->law->contract.parts != 0)
        return lays_all_by_contract(im, hand, slack);
    if (slack < 0 && im->board.canastas[side_in_turn(im)] >= canastas)
        return lays_all_somehow(im, hand);
    const int wilds = cn_hand_wilds(hand);
    struct spread spread;
    int8_t sum[CN_WILDS_MAX + 1];
    spread_melds(im, &spread);
    if (wilds == 0 && slack < 0) {
        const int all = canastas_without_wilds(im, &spread, hand);
        return all >= canastas && all >= 0;
    }
    memset(sum, -1, sizeof sum);
    sum[0] = 0;
    const uint64_t ranks = im->board.ranks[side_in_turn(im)];
    for (uint64_t kinds = (cn_hand_mask(hand) | ranks) & CN_NATURALS_MASK; kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        const int n = cn_hand_count(hand, kind);
        int8_t best[CN_WILDS_MAX + 1];
        ask_rank(im, &spread, kind, n, wilds, slack, best);
        if (!add_rank(sum, best, wilds))
            return false;
    }
    return sum[wilds] >= canastas;
}

/* Returns the canastas needed to go out concealed without a count (L49, I10, U16), or -1 if that is
 * not allowed. A seat that melded before is not concealed; some rule sets free only a hand that
 * drew from the stock, because the pack is never given without the count. */
static int canastas_without_count(const struct cn_lookahead *im)
{
    const struct cn_rules *rules = &im->law->rules;
    const int needed = cn_board_canastas_needed(rules, &im->board);
    if (rules->concealed_minimum == CN_CONCEALED_ALWAYS || im->board.seat_had_melded)
        return -1;
    if (rules->concealed_minimum == CN_CONCEALED_PACK && im->board.drew_from == CN_DREW_PILE)
        return -1;
    if (has_red_threes(im) && claim_waits(im))
        return -1; /* it is faced only after the pile has joined (R16) */
    return rules->concealed_needs_canasta && needed == 0 ? 1 : needed;
}

/* All of 'hand' is laid and the count is met before the pile joins. Wilds that would stop naturals
 * from outnumbering them may be laid after that (I31): the cheapest, 'late' of them. */
static bool goes_out_with_count(const struct cn_lookahead *im, cn_hand hand, int canastas,
                                bool outnumber)
{
    const struct cn_rules *rules = &im->law->rules;
    const int owed = im->board.minimum[side_in_turn(im)] - im->board.opening_points;
    const int points = cn_hand_points(rules, hand);
    if (points < owed)
        return false;
    if (!outnumber)
        return lays_all(im, hand, canastas, -1);
    const int wilds = cn_hand_wilds(hand);
    for (int late = 0; late <= wilds; late++) {
        const int before = points - cn__best_wild_points(rules, hand, wilds) +
                           cn__best_wild_points(rules, hand, wilds - late);
        if (before < owed)
            return false;
        if (lays_all(im, hand, canastas, late))
            return true;
    }
    return false;
}

/* As goes_out_with_canasta, if naturals must outnumber wilds. A canasta of the claimed card with
 * fewer than four naturals does not lift the minimum: it has too few cards when the pile joins. So
 * either the contract is met without it, or there is another canasta. */
static bool goes_out_with_canasta_by_contract(const struct cn_lookahead *im, cn_hand hand)
{
    const struct cn_contract *contract = &im->law->contract;
    const int by = im->board.players_class;
    for (int late = 0; late <= cn_hand_wilds(hand); late++)
        if (lays_all_to(im, hand, contract->met[by], late, true) ||
            lays_all_to(im, hand, contract->met_by_two[by], late, false))
            return true;
    return false;
}

/* All of 'hand' is laid and a canasta lifts the minimum (U7): if naturals must outnumber wilds, one
 * made before the pile joins; further wilds may follow (I31). */
static bool goes_out_with_canasta(const struct cn_lookahead *im, cn_hand hand, int needed,
                                  bool outnumber)
{
    const int canastas = needed > 0 ? needed : 1;
    if (!outnumber)
        return lays_all(im, hand, canastas, -1);
    if (im->law->contract.parts != 0)
        return goes_out_with_canasta_by_contract(im, hand);
    if (!reaches_canasta(im, 0, 0))
        return false;
    for (int late = 0; late <= cn_hand_wilds(hand); late++)
        if (lays_all(im, hand, canastas, late))
            return true;
    return false;
}

/* Goes out by laying all of 'hand' (and discarding the rest, if any). An opening that is owed
 * can be met in three ways: by its count, by a canasta that lifts it (U7), and by being a
 * concealed hand that needs none (L49). Each asks for different canastas, so each is tried. */
static bool goes_out_laying(const struct cn_lookahead *im, cn_hand hand)
{
    const int needed = cn_board_canastas_needed(&im->law->rules, &im->board);
    const bool lays_any = im->board.laid || !cn_hand_is_empty(hand);
    const bool owes =
        im->board.owes_opening && lays_any &&
        (claim_waits(im) || im->board.opening_points < im->board.minimum[side_in_turn(im)]);
    if (!owes)
        return lays_all(im, hand, needed, -1);
    const bool outnumber = must_outnumber(im);
    if (goes_out_with_count(im, hand, needed, outnumber))
        return true;
    const int slack = outnumber ? 0 : -1;
    if (im->law->rules.canasta_lifts_minimum && goes_out_with_canasta(im, hand, needed, outnumber))
        return true;
    const int without = canastas_without_count(im);
    return without >= 0 && lays_all(im, hand, without, slack);
}

/* Could the hand make one more canasta with what lies there, if all of a rank's melds were one? It
 * gives every rank all wilds and forgets the limits, so "no" is certain and "yes" is not: it spares
 * the tables where they would find nothing. */
static bool may_make_canasta(const struct cn_board *board, cn_hand hand)
{
    const int side = board->side[board->turn];
    int size[CN_KINDS + 1] = {0};
    const int wilds = cn_hand_wilds(hand);
    for (int m = 0; m < board->meld_count[side]; m++) {
        const cn_packed_meld meld = board->melds[side][m];
        size[cn_meld_kind(meld)] += cn_meld_size(meld);
    }
    for (int kind = CN_FOUR; kind <= CN_ACE; kind++)
        if (size[kind] + cn_hand_count(hand, kind) + wilds >= 7)
            return true;
    return false;
}

/* Adds up all that could possibly be laid, whether it fits or not: every wild, and every natural
 * but single ones. Once something has been laid, single cards can be added to it and the bound
 * would say little; then it says yes. */
bool cn__count_may_reach_minimum(const struct cn_law *law, const struct cn_board *board,
                                 cn_hand hand)
{
    if (law->rules.canasta_lifts_minimum && may_make_canasta(board, hand))
        return true;
    const int32_t *points = law->rules.card_points.of;
    const int side = board->side[board->turn];
    int sum = board->opening_points + cn_hand_count(hand, CN_JOKER) * points[CN_JOKER] +
              cn_hand_count(hand, CN_DEUCE) * points[CN_DEUCE];
    for (uint64_t kinds = cn_hand_pairs(hand) & CN_NATURALS_MASK; kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        sum += cn_hand_count(hand, kind) * points[kind];
    }
    return sum >= board->minimum[side] || board->laid;
}

bool cn__count_may_go_out(const struct cn_law *law, const struct cn_board *board, cn_hand hand,
                          int left)
{
    if (cn_cannot_meld_out(law, board, hand, left))
        return false;
    if (law->contract.parts != 0) /* a wild may also give a canasta another class */
        return true;
    return board->canastas[board->side[board->turn]] >=
               cn_board_canastas_needed(&law->rules, board) ||
           may_make_canasta(board, hand);
}

/* Checks all requirements for going out: the canastas, the count, the last discard. One card that
 * cannot be melded has to be the discard; only a hand without such a card has a choice of discards,
 * and then each kind is tried, since even a wild may be the right one. */
bool cn__count_can_go_out(const struct cn_lookahead *im)
{
    if (im->unknown > 1)
        return false;
    const int over = 1 - im->unknown;
    if (!cn__count_may_go_out(im->law, &im->board, im->hand, over))
        return false;
    const bool by_melding = im->unknown == 1 || im->law->rules.go_out_by_melding;
    if (by_melding && goes_out_laying(im, im->hand))
        return true;
    if (over == 0)
        return false;
    const cn_hand stuck = cn_unmeldable_cards(im->law, &im->board, im->hand);
    for (uint64_t mask = cn_hand_mask(cn_hand_is_empty(stuck) ? im->hand : stuck); mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        if (goes_out_laying(im, cn_hand_remove(im->hand, cn_hand_single(kind, 1))))
            return true;
    }
    return false;
}

bool cn__count_can_meld_all(const struct cn_lookahead *im)
{
    if (!cn__count_may_go_out(im->law, &im->board, im->hand, 0))
        return false;
    return goes_out_laying(im, im->hand);
}

/* ---- an empty hand, and the turn of the last red three ---- */

/* Can only going out end the turn (L40, L18)? An answer lapses with the last red three (I28). */
static bool must_go_out(const struct cn_lookahead *im)
{
    return im->board.phase != CN_PHASE_LAST_RED_THREE &&
           (im->board.answer == CN_ANSWER_YES || im->board.black_laid);
}

/* The hand is empty and the turn is over: no later action can put anything right. What was owed
 * must have been met on the way here. */
static bool may_be_empty(const struct cn_lookahead *im)
{
    const struct cn_rules *rules = &im->law->rules;
    const struct cn_board *board = &im->board;
    const bool last_red = board->phase == CN_PHASE_LAST_RED_THREE;
    const int canastas = board->canastas[side_in_turn(im)];
    if (owes_count(im)) {
        const int without = last_red ? -1 : canastas_without_count(im);
        if (without < 0 || canastas < without)
            return false;
    }
    if (board->answer == CN_ANSWER_NO && !last_red)
        return false;
    return rules->go_out_by_melding && (cn_board_has_canastas(im->law, board, side_in_turn(im)) ||
                                        (im->keeps_none && !must_go_out(im)));
}

/* L44: the turn ends by stopping with a card in hand, or by melding everything (I28). The latter is
 * not going out, so a concealed hand frees from nothing here; but a side that lacks its canastas
 * may not be without cards either. */
static bool can_end_last_red(const struct cn_lookahead *im)
{
    if (cn_hand_is_empty(im->hand) && im->unknown == 0)
        return may_be_empty(im);
    if (can_stay(im, im->keeps_none && im->law->rules.go_out_by_melding ? 0 : 1))
        return true;
    if (!im->law->rules.go_out_by_melding)
        return false;
    if (!cn__count_may_go_out(im->law, &im->board, im->hand, 0))
        return false;
    const int needed = cn_board_canastas_needed(&im->law->rules, &im->board);
    if (!owes_count(im))
        return lays_all(im, im->hand, needed, -1);
    if (goes_out_with_count(im, im->hand, needed, false))
        return true;
    return im->law->rules.canasta_lifts_minimum &&
           lays_all(im, im->hand, needed > 0 ? needed : 1, -1);
}

/* Nothing is imagined any more, so this needs no more than the board: the canastas are those
 * that lie there, and the last card goes out. */
bool cn__count_can_end_by_discard(const struct cn_lookahead *im)
{
    const struct cn_board *board = &im->board;
    const bool goes_out = cn_hand_size(im->hand) + im->unknown == 1 && !has_red_threes(im);
    const int canastas = board->canastas[side_in_turn(im)];
    if (owes_count(im)) {
        const int without = goes_out && !claim_waits(im) ? canastas_without_count(im) : -1;
        if (without < 0 || canastas < without)
            return false;
    }
    if (board->answer != CN_ANSWER_NONE && goes_out != (board->answer == CN_ANSWER_YES))
        return false;
    if (board->black_laid && !goes_out)
        return false;
    return !goes_out || im->keeps_none || cn_board_has_canastas(im->law, board, side_in_turn(im));
}

/* How many cards must be held before a discard that does not go out (L38): it and one to keep, so
 * that only who goes out has no cards left. */
static int cards_to_stay(const struct cn_lookahead *im)
{
    if (!im->keeps_none || im->board.answer == CN_ANSWER_NO)
        return 2;
    return im->law->rules.go_out_by_melding ? 0 : 1;
}

/* Staying in comes before going out: it is the cheaper question, and a turn that owes nothing has
 * its answer from the number of cards alone. */
bool cn__count_can_end(const struct cn_lookahead *im)
{
    const struct cn_board *board = &im->board;
    if (cn_hand_is_empty(im->hand) && claim_waits(im) && !has_red_threes(im))
        return false; /* nothing can be laid or combined any more (I24) */
    if (board->phase == CN_PHASE_LAST_RED_THREE)
        return can_end_last_red(im);
    if (cn_hand_is_empty(im->hand) && im->unknown == 0 && !claim_waits(im))
        return may_be_empty(im);
    if (!must_go_out(im) && can_stay(im, cards_to_stay(im)))
        return true;
    return board->answer != CN_ANSWER_NO && cn__count_can_go_out(im);
}
