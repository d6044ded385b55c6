#include "tally.h"

#include <string.h>

/* ---- a deal that was played ---- */

static void count_melds(const struct cn_law *law, const struct cn_board *table, int side,
                        struct cn_tally *counted)
{
    for (int m = 0; m < table->meld_count[side]; m++) {
        const cn_packed_meld meld = table->melds[side][m];
        counted->melds += cn_meld_points(&law->rules, meld);
        if (cn_meld_is_canasta(meld))
            counted->canastas[cn_canasta_class_of(law, meld)->id]++;
    }
}

struct cn_tally cn_tally_of(const struct cn_law *law, const struct cn_deal *deal, int side)
{
    const struct cn_board *table = &deal->table;
    struct cn_tally counted = {.red = table->red[side], .melded = cn_side_has_melded(table, side)};
    count_melds(law, table, side, &counted);
    for (int seat = 0; seat < table->players; seat++) {
        if (table->side[seat] != side)
            continue;
        counted.hands += cn_hand_points(&law->rules, deal->hands[seat]);
        counted.red += cn_hand_count(deal->hands[seat], CN_RED_THREE); /* I11 */
    }
    counted.out = table->end_why == CN_END_OUT && table->side[table->out_seat] == side;
    counted.concealed = counted.out && table->concealed;
    return counted;
}

/* ---- names ---- */

static const struct fault_text {
    const char *name, *field;
    int param;
} texts[CN_TALLY_FAULT_COUNT] = {
#define X(name, field, param) {#name, #field, CN_PARAM_##param},
    CN_TALLY_FAULTS(X)
#undef X
};

const char *cn_tally_problem_name(enum cn_tally_problem_id id)
{
    return texts[id].name;
}

const char *cn_tally_problem_field(enum cn_tally_problem_id id)
{
    return texts[id].field;
}

const char *cn_tally_problem_article(const struct cn_rules *rules, enum cn_tally_problem_id id)
{
    return rules->article[texts[id].param].text;
}

/* ---- what the cards allow ---- */

/* Bounds that follow from the deck, however the cards are distributed.
 *
 * The counts come from people with real cards. A sheet that rejected what is only unlikely would
 * sooner or later reject a true count. So each bound is one that no deal can exceed, even where a
 * closer one holds for nearly all; a miscount within the bounds is not found. */
struct bounds {
    int32_t reds;            /* red threes in the deck */
    int32_t deck;            /* points of all cards */
    int32_t step;            /* every count of points is a multiple of it */
    int32_t cheapest;        /* points of the cheapest card */
    int32_t natural_least;   /* points of the cheapest natural canasta */
    int32_t mixed_least;     /* … and of a mixed one; -1: impossible */
    int32_t natural_most;    /* canastas for which there are enough cards */
    int32_t mixed_most, all; /* … mixed ones, and both together */
};

static int32_t common_divisor(int32_t a, int32_t b)
{
    while (b != 0) {
        const int32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int copies_of(const struct cn_rules *rules, int kind)
{
    if (kind == CN_JOKER)
        return rules->jokers;
    return kind == CN_BLACK_THREE ? 2 * rules->packs : 4 * rules->packs;
}

static int32_t cheaper(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t cheapest_natural(const struct cn_rules *rules)
{
    int32_t least = rules->card_points.of[CN_FOUR];
    for (int kind = CN_FOUR; kind <= CN_ACE; kind++)
        least = cheaper(least, rules->card_points.of[kind]);
    return least;
}

static int32_t cheapest_wild(const struct cn_rules *rules)
{
    const int32_t *points = rules->card_points.of;
    return rules->jokers == 0 ? points[CN_DEUCE] : cheaper(points[CN_JOKER], points[CN_DEUCE]);
}

/* Uses as few cards as possible. Whether many wilds among them or few count least depends on what a
 * wild counts in this rule set, so every number of naturals is tried. More than seven
 * naturals still need one wild to be mixed. */
static int32_t cheapest_mixed(const struct cn_rules *rules)
{
    int32_t least = -1;
    for (int naturals = rules->fewest_naturals; naturals <= 4 * rules->packs; naturals++) {
        const int wilds = naturals < 7 ? 7 - naturals : 1;
        if (wilds > cn__default_wild_limit(rules, naturals))
            continue;
        const int32_t points = naturals * cheapest_natural(rules) + wilds * cheapest_wild(rules);
        least = least < 0 ? points : cheaper(least, points);
    }
    return least;
}

static struct bounds bounds_of(const struct cn_rules *rules)
{
    enum {
        RANKS = CN_ACE - CN_FOUR + 1
    };
    struct bounds b = {.reds = 2 * rules->packs, .cheapest = cheapest_wild(rules)};
    for (int kind = 0; kind < CN_KINDS; kind++) {
        const int32_t points = rules->card_points.of[kind];
        if (kind == CN_RED_THREE || copies_of(rules, kind) == 0)
            continue;
        b.deck += copies_of(rules, kind) * points;
        b.step = common_divisor(b.step, points);
        b.cheapest = cheaper(b.cheapest, points);
    }
    const int wilds = 4 * rules->packs + rules->jokers;
    b.natural_least = 7 * cheapest_natural(rules);
    b.mixed_least = cheapest_mixed(rules);
    b.natural_most = RANKS * (4 * rules->packs / 7);
    b.mixed_most = b.mixed_least < 0 ? 0 : wilds;
    b.all = (RANKS * 4 * rules->packs + wilds) / 7;
    return b;
}

/* ---- what is impossible ---- */

struct check {
    const struct cn_rules *rules;
    const struct cn_tally *counted;
    const int32_t *before;
    struct cn_tally_problem *faults;
    struct bounds bounds;
    int players, sides, count;
};

static void fault(struct check *c, bool is, enum cn_tally_problem_id id, int side, int32_t number,
                  int32_t bound)
{
    if (is)
        c->faults[c->count++] = (struct cn_tally_problem){id, side, number, bound};
}

static int32_t all_canastas(const struct cn_tally *counted)
{
    int32_t sum = 0;
    for (int id = 0; id < CN_CLASSES; id++)
        sum += counted->canastas[id];
    return sum;
}

static void check_all_sides(struct check *c)
{
    struct cn_tally sum = {0};
    int32_t canastas = 0;
    int out = 0;
    for (int side = 0; side < c->sides; side++) {
        const struct cn_tally *counted = &c->counted[side];
        out += counted->out;
        sum.red += counted->red + counted->undeclared;
        sum.melds += counted->melds + counted->hands;
        canastas += all_canastas(counted);
    }
    const struct bounds *b = &c->bounds;
    fault(c, out > 1, CN_TALLY_TWO_OUT, -1, out, 1);
    fault(c, sum.red > b->reds, CN_TALLY_RED_THREES, -1, sum.red, b->reds);
    fault(c, sum.melds > b->deck, CN_TALLY_DECK, -1, sum.melds, b->deck);
    fault(c, canastas > b->all, CN_TALLY_CANASTAS, -1, canastas, b->all);
}

/* A canasta of a rank that the contract names is counted by its class, as all are: so classes are
 * only known to be too few, and ranks count in the sum. */
static void check_contract(struct check *c, int side)
{
    const struct cn_tally *counted = &c->counted[side];
    const int32_t canastas = all_canastas(counted);
    const int32_t contract = cn_rules_contract_size(c->rules);
    const int32_t *asked = c->rules->out_contract.of + CN_KEY_OF_CLASS;
    const int32_t natural = counted->canastas[CN_CLASS_NATURAL];
    const int32_t mixed = counted->canastas[CN_CLASS_MIXED];
    fault(c, canastas < contract, CN_TALLY_OUT_CONTRACT, side, canastas, contract);
    fault(c, natural < asked[CN_CLASS_NATURAL], CN_TALLY_OUT_NATURAL, side, natural,
          asked[CN_CLASS_NATURAL]);
    fault(c, mixed < asked[CN_CLASS_MIXED], CN_TALLY_OUT_MIXED, side, mixed, asked[CN_CLASS_MIXED]);
}

static void check_out(struct check *c, int side)
{
    const struct cn_tally *counted = &c->counted[side];
    const int32_t canastas = all_canastas(counted);
    const int32_t needed = c->rules->canastas_to_go_out.at[cn_players_class(c->players)];
    const bool unmelded = !counted->melded && needed == 0;
    if (!counted->out)
        return;
    fault(c, canastas < needed, CN_TALLY_OUT_CANASTAS, side, canastas, needed);
    check_contract(c, side);
    fault(c, unmelded && c->bounds.cheapest > 0, CN_TALLY_OUT_MELDS, side, counted->melds, 1);
    /* A partner may still hold cards; a player without one holds none. */
    fault(c, c->sides == c->players && counted->hands > 0, CN_TALLY_OUT_HANDS, side, counted->hands,
          0);
}

/* If somebody went out, every other side still holds cards: only a hand of nothing but red threes
 * counts 0. */
static void check_hands(struct check *c, int side)
{
    const struct cn_tally *counted = &c->counted[side];
    const struct bounds *b = &c->bounds;
    bool other_out = false;
    for (int other = 0; other < c->sides; other++)
        other_out = other_out || (other != side && c->counted[other].out);
    const bool dealt_more = c->rules->hand_size.at[cn_players_class(c->players)] > b->reds;
    const bool none = other_out && !counted->out && counted->hands == 0;
    fault(c, none && dealt_more && b->cheapest > 0, CN_TALLY_NO_HANDS, side, 0, b->cheapest);
    fault(c, counted->hands > b->deck, CN_TALLY_HANDS_DECK, side, counted->hands, b->deck);
    fault(c, b->step > 0 && counted->hands % b->step != 0, CN_TALLY_HANDS_STEP, side,
          counted->hands, b->step);
}

static void check_concealed(struct check *c, int side)
{
    const struct cn_tally *counted = &c->counted[side];
    const bool none = all_canastas(counted) == 0;
    const bool needs = c->rules->concealed_needs_canasta;
    if (!counted->concealed)
        return;
    fault(c, !counted->out, CN_TALLY_CONCEALED_NOT_OUT, side, 0, 1);
    fault(c, counted->out && none && needs, CN_TALLY_CONCEALED_CANASTA, side, 0, 1);
}

/* The least that its melds count, if they began as required (L26, L49). Later melds only add, so
 * the minimum of the opening is one for the whole deal; where a canasta may have stood for it,
 * or a concealed hand was free of it, there is none. */
static int32_t least_initial(const struct check *c, int side)
{
    const struct cn_tally *counted = &c->counted[side];
    const bool whole_canasta = c->rules->canasta_lifts_minimum && all_canastas(counted) > 0;
    const bool free_hand = counted->concealed && c->rules->concealed_minimum != CN_CONCEALED_ALWAYS;
    if (!counted->melded || whole_canasta || free_hand)
        return 0;
    return cn_rules_minimum(c->rules, c->before[side]);
}

static void check_melds(struct check *c, int side)
{
    const struct cn_tally *counted = &c->counted[side];
    const struct bounds *b = &c->bounds;
    const int32_t mixed_least = b->mixed_least < 0 ? 0 : b->mixed_least;
    const int32_t least = counted->canastas[CN_CLASS_NATURAL] * b->natural_least +
                          counted->canastas[CN_CLASS_MIXED] * mixed_least;
    const int32_t initial = least_initial(c, side);
    fault(c, b->step > 0 && counted->melds % b->step != 0, CN_TALLY_MELDS_STEP, side,
          counted->melds, b->step);
    fault(c, counted->canastas[CN_CLASS_NATURAL] > b->natural_most, CN_TALLY_NATURAL_CANASTAS, side,
          counted->canastas[CN_CLASS_NATURAL], b->natural_most);
    fault(c, counted->canastas[CN_CLASS_MIXED] > b->mixed_most, CN_TALLY_MIXED_CANASTAS, side,
          counted->canastas[CN_CLASS_MIXED], b->mixed_most);
    fault(c, counted->melds < least, CN_TALLY_CANASTA_POINTS, side, counted->melds, least);
    fault(c, counted->melds >= least && counted->melds < initial, CN_TALLY_INITIAL, side,
          counted->melds, initial);
}

int cn_tally_check(const struct cn_rules *rules, int players, const struct cn_tally *counted,
                   const int32_t *before, struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX])
{
    struct check c = {.rules = rules,
                      .counted = counted,
                      .before = before,
                      .faults = faults,
                      .bounds = bounds_of(rules),
                      .players = players,
                      .sides = cn_side_count(rules, players)};
    check_all_sides(&c);
    for (int side = 0; side < c.sides; side++) {
        check_melds(&c, side);
        check_out(&c, side);
        check_concealed(&c, side);
        check_hands(&c, side);
    }
    return c.count;
}
