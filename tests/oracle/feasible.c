/* feasible.c -- calculates whether a turn can be brought to a legal end, for hands of any size.
 *
 * Cards laid on one rank affect the other ranks only through three sums: the wild cards used, the
 * canastas made and the points. So each rank is explored separately: its melds, with naturals and
 * wild cards added one by one, new melds begun and melds combined, in every order. The result is
 * the numbers of natural and mixed canastas that it can come to, for each number of naturals and
 * wild cards laid ("layouts"). The ranks are then added up, twice:
 *   - to stay in, points are maximised while enough cards are kept;
 *   - to go out, everything except at most one card must be laid, so the points are known and the
 *     canastas are maximised, besides those that are asked for by name.
 *
 * While a claim waits, its pile joins at one moment, and the rules are about that moment (L33, I10,
 * I31). Cards laid after it are called late. This matters only if naturals must outnumber wilds in
 * the claimed meld, and the only useful late cards are
 *   - wild cards on the claimed meld or its rank, because naturals must outnumber wilds at that
 *     moment (I31);
 *   - combinations of the claimed rank, for the same reason;
 *   - one last card of any kind, because a late combination needs a card in the hand (I24).
 * These are the only late codes below. A hand that takes the pack by I10 could go out at that
 * moment, so it needs nothing late.
 */
#include "feasible.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    NATURALS = 4 * CN_PACKS_MAX + 1,
    WILDS = CN_WILDS_MAX + 1,
    MIXED_MAX = 8,
    GROUPS = 2 * CN_PACKS_MAX, /* melds of one rank: each has at least two of its naturals */
    EXPLORED_MAX = 300000      /* states of a rank: more than three packs have */
};

/* The part of a rank that is laid after the pile joined. */
enum {
    LATE_NOTHING,
    LATE_COMBINED, /* combined, no card */
    LATE_NATURAL,  /* one natural, the last card of the hand */
    LATE_WILD,     /* one wild card; LATE_WILD + n: n more of them */
    LATE_CODES = LATE_WILD + CN_WILDS_MAX
};

/* ---- one rank ---- */

struct group {
    int8_t naturals, wilds;
};
/* A rank during the exploration: its melds, the claimed one first. */
struct rank {
    int8_t count, late;
    bool had_canasta; /* when the pile joined; kept up to date until then */
    struct group group[GROUPS];
};

/* All of a rank in eleven bits a meld; the last word is never 0. */
enum {
    CODED = 5 /* melds in a word */
};
struct code {
    uint64_t word[3];
};

/* made[late][canasta when the pile joined][naturals laid][wild cards laid]: a set of pairs, bit
 * MIXED_MAX * natural canastas + mixed ones; 0 for never. If stages do not matter, late is always
 * LATE_NOTHING. */
struct layouts {
    int codes;
    uint64_t made[][2][NATURALS][WILDS];
};

struct explorer {
    const struct cn_rules *rules;
    int kind, naturals, wilds; /* of the hand */
    int naturals_before, wilds_before;
    bool claimed, staged;
    struct layouts *layouts;
    struct code *seen;
    size_t room, count;
};

static struct code code_of(const struct rank *rank)
{
    struct code code = {{0, 0, 0}};
    for (int i = 0; i < rank->count; i++)
        code.word[i / CODED] = code.word[i / CODED] << 11 |
                               (uint64_t)(rank->group[i].naturals << 6 | rank->group[i].wilds);
    code.word[2] |= (uint64_t)rank->late << 40 | (uint64_t)rank->had_canasta << 48 |
                    (uint64_t)rank->count << 49 | (uint64_t)1 << 63;
    return code;
}

static bool is_same_code(struct code a, struct code b)
{
    return a.word[0] == b.word[0] && a.word[1] == b.word[1] && a.word[2] == b.word[2];
}

static uint64_t hash_of(struct code code)
{
    uint64_t hash = 0;
    for (int i = 0; i < 3; i++)
        hash = (hash ^ code.word[i] ^ hash >> 29) * 0x9e3779b97f4a7c15u;
    return hash;
}

static struct code *place_of(const struct explorer *e, struct code code)
{
    size_t at = (size_t)(hash_of(code) >> 32) & (e->room - 1);
    while (e->seen[at].word[2] != 0 && !is_same_code(e->seen[at], code))
        at = (at + 1) & (e->room - 1);
    return &e->seen[at];
}

/* Returns true the first time. */
static bool is_first_visit(struct explorer *e, struct code code)
{
    if (place_of(e, code)->word[2] != 0 || e->count >= EXPLORED_MAX)
        return false;
    if (2 * (e->count + 1) > e->room) {
        const struct explorer old = *e;
        e->room *= 2;
        e->seen = calloc(e->room, sizeof *e->seen);
        if (e->seen == NULL)
            abort();
        for (size_t i = 0; i < old.room; i++)
            if (old.seen[i].word[2] != 0)
                *place_of(e, old.seen[i]) = old.seen[i];
        free(old.seen);
    }
    e->count++;
    *place_of(e, code) = code;
    return true;
}

/* Sorts the groups, so that equal ranks have equal codes. The claimed one stays first. */
static void sort_groups(const struct explorer *e, struct rank *rank)
{
    for (int i = e->claimed ? 2 : 1; i < rank->count; i++) {
        const struct group moved = rank->group[i];
        int at = i;
        for (; at > (e->claimed ? 1 : 0); at--) {
            const struct group left = rank->group[at - 1];
            if (left.naturals * 32 + left.wilds <= moved.naturals * 32 + moved.wilds)
                break;
            rank->group[at] = left;
        }
        rank->group[at] = moved;
    }
}

static int canastas_of(const struct rank *rank)
{
    int sum = 0;
    for (int i = 0; i < rank->count; i++)
        sum += rank->group[i].naturals + rank->group[i].wilds >= 7;
    return sum;
}

/* I31, at the moment when the pile joins. */
static bool may_join(const struct explorer *e, const struct rank *rank)
{
    return !e->claimed || !e->rules->naturals_outnumber_wilds ||
           rank->group[0].naturals > rank->group[0].wilds;
}

static void laid_on(const struct explorer *e, const struct rank *rank, int *naturals, int *wilds)
{
    *naturals = -e->naturals_before;
    *wilds = -e->wilds_before;
    for (int i = 0; i < rank->count; i++) {
        *naturals += rank->group[i].naturals;
        *wilds += rank->group[i].wilds;
    }
}

static void keep(const struct explorer *e, const struct rank *rank, int naturals, int wilds)
{
    const int canastas = canastas_of(rank);
    int mixed = 0;
    for (int i = 0; i < rank->count; i++)
        mixed += rank->group[i].wilds > 0 && rank->group[i].naturals + rank->group[i].wilds >= 7;
    const bool before = rank->late == LATE_NOTHING ? canastas > 0 : rank->had_canasta;
    const int pair = MIXED_MAX * (canastas - mixed) + mixed;
    e->layouts->made[rank->late][before][naturals][wilds] |= (uint64_t)1 << pair;
}

static void explore(struct explorer *e, const struct rank *from);

/* Explores the rank after one more step, which is late if the pile has joined by then. */
static void explore_step(struct explorer *e, const struct rank *from, struct rank next, int late)
{
    if (late != LATE_NOTHING && from->late == LATE_NOTHING)
        next.had_canasta = canastas_of(from) > 0;
    next.late = (int8_t)late;
    sort_groups(e, &next);
    explore(e, &next);
}

static void explore_naturals(struct explorer *e, const struct rank *from, int late)
{
    for (int i = 0; i < from->count; i++) {
        struct rank next = *from;
        next.group[i].naturals++;
        if (e->kind == CN_BLACK_THREE && next.group[i].naturals > e->rules->most_black_threes)
            continue;
        explore_step(e, from, next, late);
    }
}

static void explore_wilds(struct explorer *e, const struct rank *from, int late)
{
    if (e->kind == CN_BLACK_THREE)
        return;
    for (int i = 0; i < from->count; i++) {
        struct rank next = *from;
        if (!oracle_takes_wild(e->rules, next.group[i].naturals, next.group[i].wilds))
            continue;
        next.group[i].wilds++;
        explore_step(e, from, next, late);
    }
}

static void explore_new(struct explorer *e, const struct rank *from, int naturals, int wilds)
{
    if (naturals < 2 || (from->count > 0 && !e->rules->second_meld))
        return;
    assert(from->count < GROUPS);
    const bool black = e->kind == CN_BLACK_THREE;
    const int fewest = black ? e->rules->fewest_black_threes : e->rules->fewest_naturals;
    struct rank next = *from;
    struct group *made = &next.group[next.count++];
    if (naturals >= fewest && naturals >= 3) {
        if (black && fewest > e->rules->most_black_threes)
            return;
        *made = (struct group){(int8_t)(fewest > 3 ? fewest : 3), 0};
        explore_step(e, from, next, LATE_NOTHING);
    }
    if (!black && fewest == 2 && naturals >= 2 && wilds >= 1 && e->rules->most_wilds >= 1) {
        *made = (struct group){2, 1};
        explore_step(e, from, next, LATE_NOTHING);
    }
}

static void explore_combinations(struct explorer *e, const struct rank *from, int late)
{
    for (int i = 0; i < from->count; i++)
        for (int j = i + 1; j < from->count; j++) {
            struct rank next = *from;
            struct group *into = &next.group[i];
            into->naturals = (int8_t)(into->naturals + next.group[j].naturals);
            into->wilds = (int8_t)(into->wilds + next.group[j].wilds);
            const bool fits = e->kind == CN_BLACK_THREE
                                  ? into->naturals <= e->rules->most_black_threes
                                  : into->wilds <= e->rules->most_wilds;
            if (!fits)
                continue;
            next.count--;
            for (int k = j; k < next.count; k++)
                next.group[k] = next.group[k + 1];
            next.group[next.count] = (struct group){0, 0};
            explore_step(e, from, next, late);
        }
}

static void explore(struct explorer *e, const struct rank *from)
{
    if (!is_first_visit(e, code_of(from)))
        return;
    int naturals, wilds;
    laid_on(e, from, &naturals, &wilds);
    if (from->late != LATE_NOTHING || may_join(e, from))
        keep(e, from, naturals, wilds);
    const bool natural_left = naturals < e->naturals;
    const bool wild_left = wilds < e->wilds;
    if (from->late == LATE_NOTHING) {
        if (natural_left)
            explore_naturals(e, from, LATE_NOTHING);
        if (wild_left)
            explore_wilds(e, from, LATE_NOTHING);
        explore_new(e, from, e->naturals - naturals, e->wilds - wilds);
        explore_combinations(e, from, LATE_NOTHING);
        if (!e->staged || !may_join(e, from))
            return;
    }
    if (from->late == LATE_NOTHING || from->late == LATE_COMBINED) {
        if (natural_left)
            explore_naturals(e, from, LATE_NATURAL);
        if (wild_left)
            explore_wilds(e, from, LATE_WILD);
        if (e->claimed)
            explore_combinations(e, from, LATE_COMBINED);
    } else if (from->late >= LATE_WILD && e->claimed) {
        if (wild_left)
            explore_wilds(e, from, from->late + 1);
        explore_combinations(e, from, from->late);
    }
}

/* ---- layouts kept for one list ---- */

struct known_layouts {
    struct rank rank;
    int8_t kind, naturals;
    bool claimed, staged;
    struct layouts *layouts;
    struct known_layouts *next;
};
enum {
    SHELVES = 4096
};
struct calculator {
    int wilds; /* in the hand of the seat */
    bool gave_up;
    struct known_layouts *shelf[SHELVES];
};

static struct layouts *new_layouts(int codes)
{
    const size_t size = (size_t)codes * sizeof(uint64_t[2][NATURALS][WILDS]);
    struct layouts *layouts = malloc(sizeof *layouts + size);
    if (layouts == NULL)
        abort();
    layouts->codes = codes;
    memset(layouts->made, 0, size);
    return layouts;
}

static struct layouts *explore_rank(struct calculator *calculator, const struct cn_rules *rules,
                                    const struct known_layouts *wanted)
{
    struct explorer e = {.rules = rules,
                         .kind = wanted->kind,
                         .naturals = wanted->naturals,
                         .claimed = wanted->claimed,
                         .staged = wanted->staged,
                         .room = 256};
    for (int i = 0; i < wanted->rank.count; i++) {
        e.naturals_before += wanted->rank.group[i].naturals;
        e.wilds_before += wanted->rank.group[i].wilds;
    }
    /* At most all wild cards. The hand may now have fewer than when the list began. */
    e.wilds = calculator->wilds < CN_WILDS_MAX - e.wilds_before ? calculator->wilds
                                                                : CN_WILDS_MAX - e.wilds_before;
    e.layouts = new_layouts(wanted->staged ? LATE_CODES : 1);
    e.seen = calloc(e.room, sizeof *e.seen);
    if (e.seen == NULL)
        abort();
    explore(&e, &wanted->rank);
    calculator->gave_up |= e.count >= EXPLORED_MAX;
    free(e.seen);
    return e.layouts;
}

/* Returns whether it matters when the pile joins, apart from the cards on the table then. */
static bool stages_matter(const struct oracle_turn *turn)
{
    return turn->phase == ORACLE_CLAIM && turn->rules->naturals_outnumber_wilds;
}

static struct known_layouts describe(const struct oracle_turn *turn, int kind)
{
    struct known_layouts wanted = {.kind = (int8_t)kind, .naturals = (int8_t)turn->hand[kind]};
    wanted.staged = stages_matter(turn);
    struct rank *rank = &wanted.rank;
    if (turn->phase == ORACLE_CLAIM && turn->melds[turn->claim].kind == kind) {
        wanted.claimed = true;
        rank->group[rank->count++] =
            (struct group){turn->melds[turn->claim].naturals, turn->melds[turn->claim].wilds};
    }
    for (int m = 0; m < turn->meld_count; m++) {
        const struct oracle_meld *meld = &turn->melds[m];
        if (meld->kind != kind || meld->naturals == 0)
            continue;
        if (wanted.claimed && m == turn->claim)
            continue;
        assert(rank->count < GROUPS);
        rank->group[rank->count++] = (struct group){meld->naturals, meld->wilds};
    }
    const struct explorer order = {.claimed = wanted.claimed};
    sort_groups(&order, rank);
    return wanted;
}

static const struct layouts *layouts_of(struct calculator *calculator,
                                        const struct oracle_turn *turn, int kind)
{
    struct known_layouts wanted = describe(turn, kind);
    const struct code code = code_of(&wanted.rank);
    const uint64_t hash =
        (hash_of(code) + (uint64_t)(kind * 4 + wanted.claimed * 2 + wanted.staged)) *
        0x9e3779b97f4a7c15u;
    struct known_layouts **shelf = &calculator->shelf[hash >> 52];
    for (const struct known_layouts *k = *shelf; k != NULL; k = k->next)
        if (k->kind == kind && k->naturals == wanted.naturals && k->claimed == wanted.claimed &&
            k->staged == wanted.staged && is_same_code(code_of(&k->rank), code))
            return k->layouts;
    wanted.layouts = explore_rank(calculator, turn->rules, &wanted);
    wanted.next = *shelf;
    *shelf = malloc(sizeof wanted);
    if (*shelf == NULL)
        abort();
    **shelf = wanted;
    return wanted.layouts;
}

static void free_layouts(struct calculator *calculator)
{
    for (int i = 0; i < SHELVES; i++)
        while (calculator->shelf[i] != NULL) {
            struct known_layouts *gone = calculator->shelf[i];
            calculator->shelf[i] = gone->next;
            free(gone->layouts);
            free(gone);
        }
}

/* ---- staying in ---- */

static int wilds_in(const struct oracle_turn *turn)
{
    return turn->hand[CN_DEUCE] + turn->hand[CN_JOKER];
}

/* Returns the points of the 'count' highest or lowest wild cards of the hand. */
static int wild_points(const struct oracle_turn *turn, int count, bool best)
{
    const int deuce = oracle_points_of(turn->rules, CN_DEUCE);
    const int joker = oracle_points_of(turn->rules, CN_JOKER);
    const int first = (joker > deuce) == best ? CN_JOKER : CN_DEUCE;
    const int of_first = count < turn->hand[first] ? count : turn->hand[first];
    return of_first * (first == CN_JOKER ? joker : deuce) +
           (count - of_first) * (first == CN_JOKER ? deuce : joker);
}

/* most[has a canasta][naturals kept, at most 2 counted][wild cards laid]: points of naturals, -1
 * for never. */
struct points_sum {
    int most[2][3][WILDS];
};

static void add_points(const struct oracle_turn *turn, struct points_sum *sum,
                       const struct layouts *layouts, int kind)
{
    const uint64_t(*made)[NATURALS][WILDS] = layouts->made[LATE_NOTHING];
    const int wilds = wilds_in(turn);
    struct points_sum next;
    memset(&next, -1, sizeof next);
    for (int canasta = 0; canasta < 4; canasta++) /* bit 0: until now; bit 1: on this rank */
        for (int x = 0; x <= turn->hand[kind]; x++)
            for (int w = 0; w <= wilds; w++) {
                if (made[canasta >> 1][x][w] == 0)
                    continue;
                const int points = x * oracle_points_of(turn->rules, kind);
                for (int kept = 0; kept <= 2; kept++)
                    for (int before = 0; before + w <= wilds; before++) {
                        const int sofar = sum->most[canasta & 1][kept][before];
                        if (sofar < 0)
                            continue;
                        int left = kept + turn->hand[kind] - x;
                        if (left > 2)
                            left = 2;
                        int *slot = &next.most[canasta != 0][left][before + w];
                        if (sofar + points > *slot)
                            *slot = sofar + points;
                    }
            }
    *sum = next;
}

/* Returns whether cards can be laid so that the count is met and the pile has joined, with 'keep'
 * cards left. */
static bool can_make_count(struct calculator *calculator, const struct oracle_turn *turn, int keep)
{
    struct points_sum sum;
    memset(&sum, -1, sizeof sum);
    const bool lays_threes =
        oracle_lacks(turn, ORACLE_BLACK_THREES) && turn->phase != ORACLE_LAST_RED;
    const int threes = lays_threes ? 0 : turn->hand[CN_BLACK_THREE];
    sum.most[0][threes > 2 ? 2 : threes][0] = 0;
    for (int kind = lays_threes ? CN_BLACK_THREE : CN_FOUR; kind <= CN_ACE; kind++)
        add_points(turn, &sum, layouts_of(calculator, turn, kind), kind);
    const int hidden = turn->unknown + turn->joining;
    for (int canasta = 0; canasta < 2; canasta++)
        for (int kept = 0; kept <= 2; kept++)
            for (int w = 0; w <= wilds_in(turn); w++) {
                const int naturals = sum.most[canasta][kept][w];
                if (naturals < 0 || kept + wilds_in(turn) - w + hidden < keep)
                    continue;
                if (canasta && turn->rules->canasta_lifts_minimum)
                    return true;
                if (turn->points + naturals + wild_points(turn, w, true) >= turn->minimum)
                    return true;
            }
    return false;
}

static bool can_stay(struct calculator *calculator, const struct oracle_turn *turn)
{
    if (turn->answer == CN_ANSWER_YES || turn->black)
        return false;
    const int kept = oracle_cards_to_stay(turn);
    if (turn->phase == ORACLE_MELD && oracle_size(turn) < kept)
        return false;
    if (turn->phase == ORACLE_MELD && oracle_may_stay(turn))
        return true;
    return can_make_count(calculator, turn, kept);
}

/* ---- going out ---- */

enum {
    ASKED = 7 /* of natural or mixed canastas at most, and none */
};

/* others[canasta when the pile joined][wild cards laid][natural][mixed]: the most other canastas
 * beside these numbers of natural and mixed ones, which are at most those that the contract asks
 * for; -1 for never. */
struct canasta_sum {
    int8_t others[2][WILDS][ASKED][ASKED];
};

/* Adds 'natural' and 'mixed' canastas of a kind to a sum in which there are some. */
static void put_canastas(const struct oracle_turn *turn, int kind, int natural, int mixed,
                         int8_t from[ASKED][ASKED], int8_t to[ASKED][ASKED])
{
    const int named = oracle_asked_of(turn, kind, false);
    const int naturals_asked = oracle_asked_of(turn, CN_NO_KIND, false);
    const int mixed_asked = oracle_asked_of(turn, CN_NO_KIND, true);
    if (natural + mixed < named)
        return;
    for (int n = 0; n <= naturals_asked; n++)
        for (int m = 0; m <= mixed_asked; m++) {
            if (from[n][m] < 0)
                continue;
            int n1 = n, m1 = m;
            if (named == 0) {
                n1 = n + natural < naturals_asked ? n + natural : naturals_asked;
                m1 = m + mixed < mixed_asked ? m + mixed : mixed_asked;
            }
            const int others = from[n][m] + n + m + natural + mixed - n1 - m1;
            if (others > to[n1][m1])
                to[n1][m1] = (int8_t)others;
        }
}

static void add_canastas(const struct oracle_turn *turn, struct canasta_sum *sum,
                         const struct layouts *layouts, int kind, int late)
{
    const int wilds = wilds_in(turn);
    struct canasta_sum next;
    memset(&next, -1, sizeof next);
    for (int canasta = 0; canasta < 4; canasta++)
        for (int w = 0; w <= wilds; w++) {
            const uint64_t made = layouts->made[late][canasta >> 1][turn->hand[kind]][w];
            for (int pair = 0; pair < 64 && made >> pair != 0; pair++)
                for (int before = 0; (made >> pair & 1) != 0 && before + w <= wilds; before++)
                    put_canastas(turn, kind, pair / MIXED_MAX, pair % MIXED_MAX,
                                 sum->others[canasta & 1][before],
                                 next.others[canasta != 0][before + w]);
        }
    *sum = next;
}

/* A way to go out: the cards laid of each rank, and which of them are late. */
struct way {
    const struct oracle_turn *turn; /* its hand is everything to be laid */
    int claimed_late;               /* of the claimed rank */
    int late_kind, late;            /* of one other rank; CN_NO_KIND: nothing late there */
};

static struct canasta_sum canastas_by(struct calculator *calculator, const struct way *way,
                                      const struct oracle_turn *at)
{
    const struct oracle_turn *turn = way->turn;
    struct canasta_sum sum;
    memset(&sum, -1, sizeof sum);
    sum.others[0][0][0][0] = 0;
    for (int kind = CN_BLACK_THREE; kind <= CN_ACE; kind++) {
        const bool claimed = turn->phase == ORACLE_CLAIM && turn->melds[turn->claim].kind == kind;
        const int late = claimed                  ? way->claimed_late
                         : kind == way->late_kind ? way->late
                                                  : LATE_NOTHING;
        add_canastas(turn, &sum, layouts_of(calculator, at, kind), kind, late);
    }
    return sum;
}

static int hand_points(const struct oracle_turn *turn)
{
    int sum = 0;
    for (int kind = 0; kind < CN_KINDS; kind++)
        sum += turn->hand[kind] * oracle_points_of(turn->rules, kind);
    return sum;
}

/* Returns the points of the cards that this way lays after the pile joined. */
static int late_points(const struct way *way)
{
    const struct oracle_turn *turn = way->turn;
    const int claimed_kind = turn->melds[turn->claim].kind;
    int wilds = 0, points = 0;
    for (int i = 0; i < 2; i++) {
        const int late = i == 0 ? way->claimed_late : way->late;
        if (late == LATE_NATURAL)
            points += oracle_points_of(turn->rules, i == 0 ? claimed_kind : way->late_kind);
        if (late >= LATE_WILD)
            wilds += late - LATE_WILD + 1;
    }
    return points + wild_points(turn, wilds, false);
}

/* Returns whether the pile joins in this way, given whether there is a canasta at that moment. */
static bool joins(const struct way *way, bool canasta)
{
    const struct oracle_turn *turn = way->turn;
    if (turn->points + hand_points(turn) - late_points(way) >= turn->minimum)
        return true;
    if (canasta && turn->rules->canasta_lifts_minimum)
        return true;
    /* I10: nothing is late, so the canastas needed to go out exist, and at most one card is
     * left. */
    return turn->rules->concealed_minimum == CN_CONCEALED_NONE &&
           (canasta || !turn->rules->concealed_needs_canasta) &&
           way->claimed_late == LATE_NOTHING && way->late == LATE_NOTHING;
}

static bool way_leads_out(struct calculator *calculator, const struct way *way,
                          const struct oracle_turn *at)
{
    const struct oracle_turn *turn = way->turn;
    const struct canasta_sum sum = canastas_by(calculator, way, at);
    const int natural = oracle_asked_of(turn, CN_NO_KIND, false);
    const int mixed = oracle_asked_of(turn, CN_NO_KIND, true);
    for (int canasta = 0; canasta < 2; canasta++) {
        const int others = sum.others[canasta][wilds_in(turn)][natural][mixed];
        const int canastas = others + natural + mixed;
        if (others < 0 || canastas < turn->needed)
            continue;
        if (turn->phase == ORACLE_CLAIM) {
            if (joins(way, canasta))
                return true;
            continue;
        }
        if (!turn->initial || turn->points + hand_points(turn) >= turn->minimum)
            return true;
        if (!turn->laid && oracle_known(turn) == 0)
            return true;
        if (turn->rules->canasta_lifts_minimum && canastas > 0)
            return true;
        if (turn->phase == ORACLE_MELD && oracle_concealed_is_free(turn) &&
            (canastas > 0 || !turn->rules->concealed_needs_canasta))
            return true;
    }
    return false;
}

/* Tries one last card of this kind, laid on some rank after the pile joined. */
static bool last_card_leads_out(struct calculator *calculator, struct way way,
                                const struct oracle_turn *at, int last)
{
    const int claimed_kind = way.turn->melds[way.turn->claim].kind;
    const int late = cn_kind_is_wild(last) ? LATE_WILD : LATE_NATURAL;
    for (int kind = CN_BLACK_THREE; kind <= CN_ACE; kind++) {
        if (late == LATE_NATURAL && kind != last)
            continue;
        if (kind == claimed_kind) {
            way.claimed_late = late;
            way.late_kind = CN_NO_KIND;
            way.late = LATE_NOTHING;
            if (way_leads_out(calculator, &way, at))
                return true;
            continue;
        }
        way.late_kind = kind;
        way.late = late;
        for (way.claimed_late = LATE_NOTHING; way.claimed_late <= LATE_COMBINED; way.claimed_late++)
            if (way_leads_out(calculator, &way, at))
                return true;
    }
    return false;
}

/* Tries to lay the whole hand of 'turn', with or without one more card discarded. 'at' is the turn
 * with its whole hand. */
static bool laying_all_leads_out(struct calculator *calculator, const struct oracle_turn *turn,
                                 const struct oracle_turn *at, bool discards)
{
    struct way way = {turn, LATE_NOTHING, CN_NO_KIND, LATE_NOTHING};
    if (way_leads_out(calculator, &way, at))
        return true;
    if (!stages_matter(turn))
        return false;
    if (discards) {
        way.claimed_late = LATE_COMBINED;
        if (way_leads_out(calculator, &way, at))
            return true;
    }
    for (int late = 0; late < wilds_in(turn); late++) {
        way.claimed_late = LATE_WILD + late;
        if (way_leads_out(calculator, &way, at))
            return true;
    }
    if (discards)
        return false;
    for (int last = 0; last < CN_KINDS; last++)
        if (turn->hand[last] > 0 && last_card_leads_out(calculator, way, at, last))
            return true;
    return false;
}

/* Returns whether all naturals of the kind in the hand can be laid. */
static bool rank_can_go(struct calculator *calculator, const struct oracle_turn *turn, int kind)
{
    if (turn->hand[kind] == 0)
        return true;
    const struct layouts *layouts = layouts_of(calculator, turn, kind);
    for (int late = 0; late < layouts->codes; late++)
        for (int canasta = 0; canasta < 2; canasta++)
            for (int w = 0; w <= wilds_in(turn); w++)
                if (layouts->made[late][canasta][turn->hand[kind]][w] != 0)
                    return true;
    return false;
}

/* Returns the kind of which one card must be left, -1 if none must, or CN_NO_KIND if more must. */
static int kind_that_stays(struct calculator *calculator, const struct oracle_turn *turn)
{
    int stays = -1;
    for (int kind = CN_BLACK_THREE; kind <= CN_ACE; kind++) {
        if (rank_can_go(calculator, turn, kind))
            continue;
        if (stays >= 0)
            return CN_NO_KIND;
        stays = kind;
    }
    return stays;
}

static bool can_go_out(struct calculator *calculator, const struct oracle_turn *turn)
{
    const int hidden = turn->unknown + turn->joining;
    if (turn->answer == CN_ANSWER_NO || hidden > 1)
        return false;
    const int stays = kind_that_stays(calculator, turn);
    if (stays == CN_NO_KIND || (hidden == 1 && stays >= 0))
        return false;
    if (hidden == 1)
        return laying_all_leads_out(calculator, turn, turn, true);
    if (stays < 0 && turn->rules->go_out_by_melding &&
        laying_all_leads_out(calculator, turn, turn, false))
        return true;
    for (int kind = 0; kind < CN_KINDS; kind++) {
        if (turn->hand[kind] == 0 || (stays >= 0 && stays != kind))
            continue;
        struct oracle_turn rest = *turn;
        rest.hand[kind]--;
        if (laying_all_leads_out(calculator, &rest, turn, true))
            return true;
    }
    return false;
}

/* ---- the turn of the last red three (L44, I28) ---- */

static bool can_stop(struct calculator *calculator, const struct oracle_turn *turn)
{
    if (oracle_may_stop(turn) || can_make_count(calculator, turn, oracle_cards_to_stay(turn)))
        return true;
    if (turn->hand[CN_BLACK_THREE] > 0 || !turn->rules->go_out_by_melding)
        return false;
    return laying_all_leads_out(calculator, turn, turn, false);
}

static bool calculate_end(void *context, const struct oracle_turn *turn)
{
    struct calculator *calculator = context;
    if (oracle_size(turn) == 0)
        return oracle_may_be_empty(turn);
    if (turn->phase == ORACLE_LAST_RED)
        return can_stop(calculator, turn);
    return can_stay(calculator, turn) || can_go_out(calculator, turn);
}

int feasible_list(const struct cn_rules *rules, const struct cn_board *table, cn_hand hand,
                  unsigned without, struct cn_actions *out)
{
    struct calculator *calculator = calloc(1, sizeof *calculator);
    if (calculator == NULL)
        abort();
    calculator->wilds = cn_hand_count(hand, CN_DEUCE) + cn_hand_count(hand, CN_JOKER);
    const int count = oracle_list_by(rules, table, hand, without, calculate_end, calculator, out);
    const bool gave_up = calculator->gave_up;
    free_layouts(calculator);
    free(calculator);
    return gave_up ? -1 : count;
}
