#include "tally.h"

#include <string.h>

/* ---- what melds count as ---- */

/* The rank of which a canasta is needed for the bonus cards to count, or CN_NO_KIND. */
static int needed_kind(const struct cn_rules *rules)
{
    const int32_t needs = rules->red_three_needs;
    return needs < CN_BONUS_NEEDS_FOUR ? CN_NO_KIND : CN_FOUR + needs - CN_BONUS_NEEDS_FOUR;
}

bool cn_tally_tells_apart(const struct cn_rules *rules, int key)
{
    if (key >= CN_KEY_WILD && key < CN_KEY_MIXED_OF)
        return rules->wild_melds != CN_WILD_MELDS_NONE &&
               (key == CN_KEY_WILD || rules->canasta_bonus.of[key] != 0);
    if (key == CN_KEY_OF_CLASS + CN_CLASS_NATURAL || key == CN_KEY_OF_CLASS + CN_CLASS_MIXED)
        return true;
    const int kind = key < CN_KEY_OF_CLASS ? key : key - CN_KEY_MIXED_OF;
    return kind >= CN_FOUR && kind <= CN_ACE &&
           (rules->canasta_bonus.of[key] != 0 || rules->out_contract.of[kind] > 0 ||
            kind == needed_kind(rules));
}

static int key_of_wilds(const struct cn_rules *rules, cn_packed_meld meld)
{
    if (cn_meld_deuces(meld) == 0 && cn_tally_tells_apart(rules, CN_KEY_WILD_JOKERS))
        return CN_KEY_WILD_JOKERS;
    if (cn_meld_jokers(meld) >= 4 && cn_tally_tells_apart(rules, CN_KEY_WILD_FOUR_JOKERS))
        return CN_KEY_WILD_FOUR_JOKERS;
    if (cn_meld_jokers(meld) == 0 && cn_tally_tells_apart(rules, CN_KEY_WILD_DEUCES))
        return CN_KEY_WILD_DEUCES;
    return CN_KEY_WILD;
}

int cn_canasta_key_of(const struct cn_rules *rules, cn_packed_meld meld)
{
    const int kind = cn_meld_kind(meld);
    const bool natural = cn_meld_wilds(meld) == 0;
    const int class = CN_KEY_OF_CLASS + (natural ? CN_CLASS_NATURAL : CN_CLASS_MIXED);
    if (!rules->derived.named)
        return class;
    if (kind == CN_JOKER)
        return key_of_wilds(rules, meld);
    const int key = natural ? kind : CN_KEY_MIXED_OF + kind;
    if (cn_tally_tells_apart(rules, key))
        return key;
    return class;
}

/* What an unfinished meld is called in unfinished_penalty, or -1: one of a rank counts only without
 * wild cards (IA19). */
static int unfinished_key(const struct cn_rules *rules, cn_packed_meld meld)
{
    const int32_t *penalty = rules->unfinished_penalty.of;
    const int kind = cn_meld_kind(meld);
    if (kind == CN_JOKER)
        return cn_meld_jokers(meld) >= 4 && penalty[CN_KEY_WILD_FOUR_JOKERS] != 0
                   ? CN_KEY_WILD_FOUR_JOKERS
                   : CN_KEY_WILD;
    return cn_meld_wilds(meld) == 0 ? kind : -1;
}

int cn_tally_canastas(const struct cn_tally *counted)
{
    int sum = 0;
    for (int key = 0; key < CN_CANASTA_KEYS; key++)
        sum += counted->canastas[key];
    return sum;
}

bool cn_tally_has_needed(const struct cn_rules *rules, const struct cn_tally *counted)
{
    const int kind = needed_kind(rules);
    if (kind == CN_NO_KIND)
        return cn_tally_canastas(counted) > 0;
    return counted->canastas[kind] + counted->canastas[CN_KEY_MIXED_OF + kind] > 0;
}

/* ---- a deal that was played ---- */

static void count_melds(const struct cn_rules *rules, const struct cn_board *board, int side,
                        struct cn_tally *counted)
{
    for (int m = 0; m < board->meld_count[side]; m++) {
        const cn_packed_meld meld = board->melds[side][m];
        counted->melds += cn_meld_points(rules, meld);
        if (cn_meld_is_canasta(meld)) {
            counted->canastas[cn_canasta_key_of(rules, meld)]++;
        } else if (rules->derived.penalties && meld != 0) {
            const int key = unfinished_key(rules, meld);
            if (key >= 0)
                counted->unfinished[key] += rules->unfinished_penalty.of[key] != 0;
        }
    }
}

/* The hand of a seat that had no turn is scored as if its bonus cards lay faced (I11). */
static cn_hand face_bonus_cards(const struct cn_rules *rules, cn_hand hand,
                                struct cn_tally *counted)
{
    counted->red += cn_hand_count(hand, CN_RED_THREE);
    if (cn_black_threes_are_bonus(rules))
        counted->black += cn_hand_count(hand, CN_BLACK_THREE);
    return cn_hand_drop(hand, cn_bonus_mask(rules));
}

static void count_held(const struct cn_rules *rules, cn_hand cards, struct cn_tally *counted)
{
    counted->hands += cn_held_points(rules, cards);
    if (!rules->derived.penalties)
        return;
    for (int kind = 0; kind < CN_KINDS; kind++) {
        const int32_t many = rules->held_penalty.of[kind].cards;
        counted->held[kind] += many > 0 && cn_hand_count(cards, kind) >= many;
    }
}

/* L56: a red three that its seat could have faced in a turn costs its side, and brings nothing. */
static cn_hand count_undeclared(const struct cn_rules *rules, const struct cn_deal *deal, int seat,
                                struct cn_tally *counted)
{
    const cn_hand hand = deal->hands[seat];
    const int held = cn_hand_count(hand, CN_RED_THREE);
    const int late = deal->late_red[seat] < held ? deal->late_red[seat] : held;
    counted->red += late;
    counted->ruled -= (held - late) * rules->undeclared_red_three;
    return cn_hand_drop(hand, cn_kind_mask(CN_RED_THREE));
}

/* The cards of a talon and of second hands that a seat has not taken up are with it too (IA14). */
static void count_seat(const struct cn_rules *rules, const struct cn_deal *deal, int seat,
                       struct cn_tally *counted)
{
    cn_hand hand = deal->hands[seat];
    if ((deal->board.turned >> seat & 1) == 0)
        hand = face_bonus_cards(rules, hand, counted);
    else if (rules->derived.refereed)
        hand = count_undeclared(rules, deal, seat, counted);
    if (cn_rules_let_wait(rules))
        hand = cn_hand_add(hand, cn_deal_waiting(deal, seat));
    count_held(rules, hand, counted);
}

static void count_board(const struct cn_rules *rules, const struct cn_board *board, int side,
                        struct cn_tally *counted)
{
    memset(counted, 0, sizeof *counted);
    counted->red = board->red[side];
    counted->black = board->black[side];
    counted->ruled = board->penalties[side];
    counted->melded = cn_side_has_melded(board, side);
    count_melds(rules, board, side, counted);
}

struct cn_tally cn_tally_of_board(const struct cn_rules *rules, const struct cn_board *board,
                                  int side)
{
    struct cn_tally counted;
    count_board(rules, board, side, &counted);
    return counted;
}

void cn_tally_of(const struct cn_rules *rules, const struct cn_deal *deal, int side,
                 struct cn_tally *counted)
{
    const struct cn_board *board = &deal->board;
    count_board(rules, board, side, counted);
    for (int seat = 0; seat < board->players; seat++)
        if (board->side[seat] == side)
            count_seat(rules, deal, seat, counted);
    counted->out = board->phase == CN_PHASE_ENDED && board->end_why == CN_END_OUT &&
                   board->side[board->out_seat] == side;
    counted->concealed = counted->out && board->concealed;
    if (board->special > 0 && board->side[board->out_seat] == side)
        counted->special = board->special;
}

/* ---- names ---- */

const char *cn_canasta_key_name(int key)
{
    static const char *const names[CN_CANASTA_KEYS] = {
#define RANK(kind, name) [kind] = (name), [CN_KEY_MIXED_OF + (kind)] = "mixed_" name
        RANK(CN_FOUR, "4"),
        RANK(CN_FIVE, "5"),
        RANK(CN_SIX, "6"),
        RANK(CN_SEVEN, "7"),
        RANK(CN_EIGHT, "8"),
        RANK(CN_NINE, "9"),
        RANK(CN_TEN, "T"),
        RANK(CN_JACK, "J"),
        RANK(CN_QUEEN, "Q"),
        RANK(CN_KING, "K"),
        RANK(CN_ACE, "A"),
#undef RANK
        [CN_KEY_OF_CLASS + CN_CLASS_NATURAL] = "natural",
        [CN_KEY_OF_CLASS + CN_CLASS_MIXED] = "mixed",
        [CN_KEY_WILD] = "wild",
        [CN_KEY_WILD_FOUR_JOKERS] = "wild_four_jokers",
        [CN_KEY_WILD_DEUCES] = "wild_deuces",
        [CN_KEY_WILD_JOKERS] = "wild_jokers"};
    return names[key] != NULL ? names[key] : "";
}

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

enum {
    RANKS = CN_ACE - CN_FOUR + 1
};

/* Bounds that follow from the deck, however the cards are distributed.
 *
 * The counts come from people with real cards. A sheet that rejected what is only unlikely would
 * sooner or later reject a true count. So each bound is one that no deal can exceed, even where a
 * closer one holds for nearly all; a miscount within the bounds is not found. */
struct bounds {
    int32_t reds, blacks;    /* bonus cards in the deck */
    int32_t wilds;           /* wild cards in the deck */
    int32_t deck;            /* points of all cards */
    int32_t step;            /* every count of points of melds is a multiple of it … */
    int32_t held_step;       /* … and every count of points of cards that are held */
    int32_t cheapest;        /* points of the cheapest card that a seat may keep */
    int32_t natural_most;    /* natural canastas for which there are enough cards */
    int32_t mixed_most, all; /* … mixed ones, and canastas of all sorts together */
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

static int copies_of(const struct cn_rules *rules, int players, int kind)
{
    if (kind == CN_JOKER)
        return cn_rules_jokers(rules, players);
    return kind == CN_BLACK_THREE || kind == CN_RED_THREE ? 2 * cn_rules_packs(rules, players)
                                                          : 4 * cn_rules_packs(rules, players);
}

static int32_t cheaper(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t cheapest_natural(const struct cn_rules *rules, int players)
{
    const bool blacks =
        2 * cn_rules_packs(rules, players) >= 7 && !cn_black_threes_are_bonus(rules);
    int32_t least = rules->card_points.of[blacks ? CN_BLACK_THREE : CN_FOUR];
    for (int kind = CN_FOUR; kind <= CN_ACE; kind++)
        least = cheaper(least, rules->card_points.of[kind]);
    return least;
}

static int32_t cheapest_wild(const struct cn_rules *rules, int players)
{
    const int32_t *points = rules->card_points.of;
    return cn_rules_jokers(rules, players) == 0 ? points[CN_DEUCE]
                                                : cheaper(points[CN_JOKER], points[CN_DEUCE]);
}

/* The least that a mixed canasta counts whose naturals count 'each', or -1 if there can be none.
 * Uses as few cards as possible. Whether many wilds among them or few count least depends on what a
 * wild counts in this rule set, so every number of naturals is tried. More than seven
 * naturals still need one wild to be mixed. */
static int32_t cheapest_mixed(const struct cn_rules *rules, int players, int32_t each)
{
    int32_t least = -1;
    for (int naturals = rules->fewest_naturals; naturals <= 4 * cn_rules_packs(rules, players);
         naturals++) {
        const int wilds = naturals < 7 ? 7 - naturals : 1;
        if (wilds > cn__default_wild_limit(rules, naturals))
            continue;
        const int32_t points = naturals * each + wilds * cheapest_wild(rules, players);
        least = least < 0 ? points : cheaper(least, points);
    }
    return least;
}

static int32_t cheapest_of_wilds(const struct cn_rules *rules, int players, int key, int cards)
{
    const int32_t *points = rules->card_points.of;
    const int jokers = cards < 4 ? cards : 4;
    if (key == CN_KEY_WILD_FOUR_JOKERS)
        return jokers * points[CN_JOKER] + (cards - jokers) * cheapest_wild(rules, players);
    if (key == CN_KEY_WILD)
        return cards * cheapest_wild(rules, players);
    return cards * points[key == CN_KEY_WILD_DEUCES ? CN_DEUCE : CN_JOKER];
}

/* The least that a canasta counts which counts as this. */
static int32_t cheapest_canasta(const struct cn_rules *rules, int players, int key)
{
    const int32_t *points = rules->card_points.of;
    if (key == CN_KEY_OF_CLASS + CN_CLASS_NATURAL)
        return 7 * cheapest_natural(rules, players);
    if (key < CN_KEY_OF_CLASS)
        return 7 * points[key];
    if (key >= CN_KEY_WILD && key < CN_KEY_MIXED_OF)
        return cheapest_of_wilds(rules, players, key, 7);
    const int32_t mixed = cheapest_mixed(rules, players,
                                         key < CN_KEY_WILD ? cheapest_natural(rules, players)
                                                           : points[key - CN_KEY_MIXED_OF]);
    return mixed < 0 ? 0 : mixed;
}

/* The most canastas of all sides that can count as this: a dead rank has one (dead_ranks). */
static int32_t most_canastas(const struct cn_rules *rules, int players, int key)
{
    const int naturals = 4 * cn_rules_packs(rules, players);
    switch (key) {
    case CN_KEY_WILD: return (naturals + cn_rules_jokers(rules, players)) / 7;
    case CN_KEY_WILD_FOUR_JOKERS: return cn_rules_jokers(rules, players) / 4;
    case CN_KEY_WILD_DEUCES: return naturals / 7;
    case CN_KEY_WILD_JOKERS: return cn_rules_jokers(rules, players) / 7;
    default: break;
    }
    if (rules->dead_ranks)
        return 1;
    return key < CN_KEY_OF_CLASS ? naturals / 7 : naturals / cheaper(7, rules->fewest_naturals);
}

static void add_points(const struct cn_rules *rules, int players, struct bounds *b)
{
    for (int kind = 0; kind < CN_KINDS; kind++) {
        const bool bonus = cn_is_bonus(rules, kind);
        const int32_t points = bonus ? rules->bonus_held_points : rules->card_points.of[kind];
        if (copies_of(rules, players, kind) == 0)
            continue;
        b->deck += copies_of(rules, players, kind) * points;
        b->held_step = common_divisor(b->held_step, points);
        if (!bonus)
            b->step = common_divisor(b->step, points);
        if (!bonus || rules->keep_bonus_card > 0)
            b->cheapest = cheaper(b->cheapest, points);
    }
}

static struct bounds bounds_of(const struct cn_rules *rules, int players)
{
    const int naturals = 4 * cn_rules_packs(rules, players);
    const int wilds = naturals + cn_rules_jokers(rules, players);
    struct bounds b = {
        .reds = 2 * cn_rules_packs(rules, players),
        .blacks = cn_black_threes_are_bonus(rules) ? 2 * cn_rules_packs(rules, players) : 0,
        .wilds = wilds,
        .cheapest = cheapest_wild(rules, players)};
    add_points(rules, players, &b);
    const int blacks =
        b.blacks > 0 ? 0 : 2 * cn_rules_packs(rules, players) / 7; /* canastas of black threes */
    b.natural_most = RANKS * (rules->dead_ranks ? 1 : naturals / 7) + blacks;
    b.mixed_most = cheapest_mixed(rules, players, 0) < 0 ? 0 : wilds;
    b.all = (rules->dead_ranks ? RANKS + wilds / 7 : (RANKS * naturals + wilds) / 7) + blacks;
    return b;
}

/* ---- what is impossible ---- */

struct check {
    const struct cn_rules *rules;
    const struct cn_tally *counted;
    const int32_t *before;
    struct cn_tally_problem *faults;
    struct bounds bounds;
    int players, number, sides, seats, count;
};

/* 'key' says which melds it is about, or is -1. Returns whether it is a fault. */
static bool fault_of(struct check *c, bool is, enum cn_tally_problem_id id, int side, int key,
                     int32_t number, int32_t bound)
{
    if (is)
        c->faults[c->count++] = (struct cn_tally_problem){id, side, key, number, bound};
    return is;
}

static void fault(struct check *c, bool is, enum cn_tally_problem_id id, int side, int32_t number,
                  int32_t bound)
{
    fault_of(c, is, id, side, -1, number, bound);
}

/* Whether what canastas count as is natural, mixed or of wild cards. */
enum sort {
    SORT_NATURAL,
    SORT_MIXED,
    SORT_WILD
};

static enum sort sort_of(int key)
{
    if (key <= CN_KEY_OF_CLASS + CN_CLASS_NATURAL)
        return SORT_NATURAL;
    return key >= CN_KEY_WILD && key < CN_KEY_MIXED_OF ? SORT_WILD : SORT_MIXED;
}

/* The rank that a key names, or CN_NO_KIND. */
static int rank_of(int key)
{
    if (key < CN_KEY_OF_CLASS)
        return key;
    return key < CN_KEY_MIXED_OF ? CN_NO_KIND : key - CN_KEY_MIXED_OF;
}

static int32_t canastas_of_sort(const struct cn_tally *counted, enum sort sort)
{
    int32_t sum = 0;
    for (int key = 0; key < CN_CANASTA_KEYS; key++)
        sum += sort_of(key) == sort ? counted->canastas[key] : 0;
    return sum;
}

/* Canastas of a rank, or of a sort of wild cards, take cards that other sides then lack. */
static void check_canastas_by_key(struct check *c)
{
    for (int key = CN_FOUR; key < CN_CANASTA_KEYS; key++) {
        const bool is_class = rank_of(key) == CN_NO_KIND && sort_of(key) != SORT_WILD;
        int32_t sum = 0;
        for (int side = 0; side < c->sides; side++)
            sum += c->counted[side].canastas[key];
        const int32_t most = is_class ? sum : most_canastas(c->rules, c->players, key);
        if (fault_of(c, sum > most, CN_TALLY_KEY_CANASTAS, -1, key, sum, most))
            return;
    }
}

static void check_all_sides(struct check *c)
{
    struct cn_tally sum = {0};
    int32_t canastas = 0;
    int out = 0;
    int special = 0;
    for (int side = 0; side < c->sides; side++) {
        const struct cn_tally *counted = &c->counted[side];
        out += counted->out;
        special += counted->special > 0;
        sum.red += counted->red + counted->undeclared;
        sum.black += counted->black;
        sum.melds += counted->melds + counted->hands;
        canastas += cn_tally_canastas(counted);
    }
    const struct bounds *b = &c->bounds;
    fault(c, out > 1, CN_TALLY_TWO_OUT, -1, out, 1);
    fault(c, special > 0 && out + special > 1, CN_TALLY_SPECIAL_ENDS, -1, out + special, 1);
    fault(c, sum.red > b->reds, CN_TALLY_RED_THREES, -1, sum.red, b->reds);
    fault(c, sum.black > b->blacks, CN_TALLY_BLACK_THREES, -1, sum.black, b->blacks);
    fault(c, sum.melds > b->deck, CN_TALLY_DECK, -1, sum.melds, b->deck);
    fault(c, canastas > b->all, CN_TALLY_CANASTAS, -1, canastas, b->all);
    check_canastas_by_key(c);
}

/* A canasta of a rank that the contract names counts for that rank, not for its class. */
static void check_contract(struct check *c, int side)
{
    static const struct {
        enum cn_tally_problem_id id;
        int key;
    } classes[] = {
        [SORT_NATURAL] = {CN_TALLY_OUT_NATURAL, CN_KEY_OF_CLASS + CN_CLASS_NATURAL},
        [SORT_MIXED] = {CN_TALLY_OUT_MIXED, CN_KEY_OF_CLASS + CN_CLASS_MIXED},
        [SORT_WILD] = {CN_TALLY_OUT_WILD, CN_KEY_WILD},
    };
    const struct cn_tally *counted = &c->counted[side];
    const int32_t canastas = cn_tally_canastas(counted);
    const int32_t contract = cn_rules_contract_size(c->rules);
    const int32_t *asked = c->rules->out_contract.of;
    int32_t have[] = {canastas_of_sort(counted, SORT_NATURAL),
                      canastas_of_sort(counted, SORT_MIXED), canastas_of_sort(counted, SORT_WILD)};
    fault(c, canastas < contract, CN_TALLY_OUT_CONTRACT, side, canastas, contract);
    if (canastas < contract)
        return;
    for (int kind = CN_FOUR; kind <= CN_ACE; kind++) {
        const int32_t natural = counted->canastas[kind];
        const int32_t mixed = counted->canastas[CN_KEY_MIXED_OF + kind];
        if (asked[kind] == 0)
            continue;
        have[SORT_NATURAL] -= natural;
        have[SORT_MIXED] -= mixed;
        if (fault_of(c, natural + mixed < asked[kind], CN_TALLY_OUT_RANK, side, kind,
                     natural + mixed, asked[kind]))
            return;
    }
    for (int sort = 0; sort < 3; sort++)
        fault(c, have[sort] < asked[classes[sort].key], classes[sort].id, side, have[sort],
              asked[classes[sort].key]);
}

/* A seat that goes out leaves no unfinished meld of a kind that bars it (out_bars). */
static void check_bars(struct check *c, int side)
{
    const uint32_t bars = (uint32_t)c->rules->out_bars;
    for (int key = CN_FOUR; key < CN_KEY_MIXED_OF; key++) {
        const int bit = sort_of(key) == SORT_WILD ? CN_KINDS_WORDS : key;
        const int32_t unfinished = c->counted[side].unfinished[key];
        if ((bars >> bit & 1) != 0 &&
            fault_of(c, unfinished > 0, CN_TALLY_OUT_BARS, side, key, unfinished, 0))
            return;
    }
}

static void check_out(struct check *c, int side)
{
    const struct cn_tally *counted = &c->counted[side];
    const int32_t canastas = cn_tally_canastas(counted);
    const int32_t needed = c->rules->canastas_to_go_out.at[cn_players_class(c->players)];
    const bool unmelded = !counted->melded && needed == 0;
    if (!counted->out)
        return;
    fault(c, canastas < needed, CN_TALLY_OUT_CANASTAS, side, canastas, needed);
    check_contract(c, side);
    check_bars(c, side);
    fault(c, unmelded && c->bounds.cheapest > 0, CN_TALLY_OUT_MELDS, side, counted->melds, 1);
    /* A partner may still hold cards; a player without one holds none. */
    fault(c, c->sides == c->players && counted->hands > 0, CN_TALLY_OUT_HANDS, side, counted->hands,
          0);
}

/* If somebody went out, every other side still holds cards: only a hand of nothing but bonus cards
 * counts 0. A talon or a second hand may be nothing but bonus cards too. */
static bool holds_points(const struct check *c, int side)
{
    const struct cn_rules *rules = c->rules;
    const int hand = rules->hand_size.at[cn_players_class(c->players)];
    bool other_out = false;
    for (int other = 0; other < c->sides; other++)
        other_out = other_out || (other != side && c->counted[other].out);
    return other_out && !c->counted[side].out && hand > c->bounds.reds + c->bounds.blacks &&
           rules->talon.count == 0 && rules->second_hand.count == 0 && c->bounds.cheapest > 0;
}

static void check_hands(struct check *c, int side)
{
    const struct cn_tally *counted = &c->counted[side];
    const struct bounds *b = &c->bounds;
    fault(c, counted->hands == 0 && holds_points(c, side), CN_TALLY_NO_HANDS, side, 0, b->cheapest);
    fault(c, counted->hands > b->deck, CN_TALLY_HANDS_DECK, side, counted->hands, b->deck);
    fault(c, b->held_step > 0 && counted->hands % b->held_step != 0, CN_TALLY_HANDS_STEP, side,
          counted->hands, b->held_step);
}

/* Every seat of the side but the one that went out may hold cards that cost, and those cards count.
 */
static void check_held(struct check *c, int side)
{
    const struct cn_tally *counted = &c->counted[side];
    const int32_t seats = c->seats / c->sides - (counted->out ? 1 : 0);
    int32_t least = 0;
    for (int kind = 0; kind < CN_KINDS; kind++) {
        const int32_t cards = c->rules->held_penalty.of[kind].cards;
        if (cards == 0 || counted->held[kind] == 0)
            continue;
        const int32_t most = cheaper(seats, copies_of(c->rules, c->players, kind) / cards);
        if (fault_of(c, counted->held[kind] > most, CN_TALLY_HELD, side, kind, counted->held[kind],
                     most))
            return;
        least += counted->held[kind] * cards *
                 (cn_is_bonus(c->rules, kind) ? c->rules->bonus_held_points
                                              : c->rules->card_points.of[kind]);
    }
    fault(c, counted->hands < least, CN_TALLY_HELD_POINTS, side, counted->hands, least);
}

static void check_concealed(struct check *c, int side)
{
    const struct cn_tally *counted = &c->counted[side];
    const bool none = cn_tally_canastas(counted) == 0;
    const bool needs = c->rules->concealed_needs_canasta;
    if (!counted->concealed)
        return;
    fault(c, !counted->out, CN_TALLY_CONCEALED_NOT_OUT, side, 0, 1);
    fault(c, counted->out && none && needs, CN_TALLY_CONCEALED_CANASTA, side, 0, 1);
}

/* May a canasta of this side have stood for the minimum count (L27)? If melds may grow past seven,
 * one that was natural may be mixed now. */
static bool canasta_may_open(const struct check *c, int side)
{
    const struct cn_tally *counted = &c->counted[side];
    switch ((enum cn_lifts_minimum)c->rules->canasta_lifts_minimum) {
    case CN_LIFTS_NEVER: break;
    case CN_LIFTS_ANY_CANASTA: return cn_tally_canastas(counted) > 0;
    case CN_LIFTS_NATURAL_OR_WILD:
        return cn_tally_canastas(counted) >
               (c->rules->largest_meld > 7 ? 0 : canastas_of_sort(counted, SORT_MIXED));
    }
    return false;
}

/* The least that its melds count, if they began as required (L26, L49). Later melds only add, so
 * the minimum of the opening is one for the whole deal; where a canasta may have stood for it,
 * or a concealed hand was free of it, there is none. */
static int32_t least_initial(const struct check *c, int side)
{
    const struct cn_tally *counted = &c->counted[side];
    const bool free_hand = counted->concealed && c->rules->concealed_minimum != CN_CONCEALED_ALWAYS;
    if (!counted->melded || canasta_may_open(c, side) || free_hand)
        return 0;
    return cn_rules_minimum(c->rules, c->number, c->before[side]);
}

/* Unfinished melds of one side that no rule allows: more than one of a rank, unless any number may
 * be begun, or more than there are cards for. */
static bool check_unfinished(struct check *c, int side)
{
    const int naturals = 4 * cn_rules_packs(c->rules, c->players);
    for (int key = CN_FOUR; key < CN_CANASTA_KEYS; key++) {
        const int cards = sort_of(key) == SORT_WILD ? c->bounds.wilds : naturals;
        const int most = c->rules->second_meld == CN_SECOND_MELD_ANY ? cards / 3 : 1;
        const int32_t found = c->counted[side].unfinished[key];
        if (fault_of(c, found > most, CN_TALLY_UNFINISHED, side, key, found, most))
            return true;
    }
    return false;
}

static int32_t least_of_unfinished(const struct check *c, int side)
{
    int32_t least = 0;
    for (int key = CN_FOUR; key < CN_KEY_MIXED_OF; key++) {
        const int32_t found = c->counted[side].unfinished[key];
        if (found > 0)
            least +=
                found * (sort_of(key) == SORT_WILD ? cheapest_of_wilds(c->rules, c->players, key, 3)
                                                   : 3 * c->rules->card_points.of[key]);
    }
    return least;
}

static void check_meld_points(struct check *c, int side)
{
    const struct cn_tally *counted = &c->counted[side];
    const int32_t initial = least_initial(c, side);
    int32_t least = 0;
    for (int key = CN_FOUR; key < CN_CANASTA_KEYS; key++)
        if (counted->canastas[key] > 0)
            least += counted->canastas[key] * cheapest_canasta(c->rules, c->players, key);
    const int32_t all = least + least_of_unfinished(c, side);
    fault(c, counted->melds < least, CN_TALLY_CANASTA_POINTS, side, counted->melds, least);
    fault(c, counted->melds >= least && counted->melds < all, CN_TALLY_UNFINISHED_POINTS, side,
          counted->melds, all);
    fault(c, counted->melds >= all && counted->melds < initial, CN_TALLY_INITIAL, side,
          counted->melds, initial);
}

static void check_melds(struct check *c, int side)
{
    const struct cn_tally *counted = &c->counted[side];
    const struct bounds *b = &c->bounds;
    const int32_t natural = canastas_of_sort(counted, SORT_NATURAL);
    const int32_t mixed = canastas_of_sort(counted, SORT_MIXED);
    fault(c, b->step > 0 && counted->melds % b->step != 0, CN_TALLY_MELDS_STEP, side,
          counted->melds, b->step);
    fault(c, natural > b->natural_most, CN_TALLY_NATURAL_CANASTAS, side, natural, b->natural_most);
    fault(c, mixed > b->mixed_most, CN_TALLY_MIXED_CANASTAS, side, mixed, b->mixed_most);
    if (!check_unfinished(c, side))
        check_meld_points(c, side);
}

/* Only a side that has not melded may lay a special hand (A:hands). */
static void check_special(struct check *c, int side)
{
    const struct cn_tally *counted = &c->counted[side];
    fault(c, counted->special > 0 && counted->melded, CN_TALLY_SPECIAL_MELDED, side, counted->melds,
          0);
}

int cn_tally_check(const struct cn_rules *rules, int players, int number,
                   const struct cn_tally *counted, const int32_t *before,
                   struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX])
{
    struct check c = {.rules = rules,
                      .counted = counted,
                      .before = before,
                      .faults = faults,
                      .bounds = bounds_of(rules, players),
                      .players = players,
                      .number = number,
                      .seats = players == 5 ? 4 : players,
                      .sides = cn_side_count(rules, players)};
    check_all_sides(&c);
    for (int side = 0; side < c.sides; side++) {
        check_melds(&c, side);
        check_out(&c, side);
        check_concealed(&c, side);
        check_hands(&c, side);
        check_held(&c, side);
        check_special(&c, side);
    }
    return c.count;
}
