/* kin.c -- rule sets and positions in which the parameters of American Canasta and its kin matter.
 */
#include "kin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/deal.h"

struct cn_rng kin_rng;
struct kin_set kin;
struct kin_position kin_now;

static void stop(const char *what, const char *value)
{
    fprintf(stderr, "kin.c: %s: %s\n", what, value);
    abort();
}

int kin_below(int n)
{
    return (int)cn_rng_below(&kin_rng, (uint32_t)n);
}

bool kin_chance(int percent)
{
    return kin_below(100) < percent;
}

/* ---- parameters ---- */

#define SPECIAL_HANDS                                                                   \
    "[{name: pairs, points: 2500, groups: [2, 2, 2]}, "                                 \
    "{name: pairs, points: 2000, groups: [2, 2], wild: [[1, 1]], must: [A]}, "          \
    "{name: zip, points: 2500, groups: [3, 2, 1], wild: [[0, 0], [2, 0], [0, 2]]}, "    \
    "{name: straight, points: 3000, groups: [1, 1, 1, 1], wild: [[1, 1]], threes: 1}, " \
    "{name: quads, points: 3500, groups: [4, 4], wild: [[2, 0], [0, 2]]}]"

struct kin_parameter kin_parameters[KIN_PARAMETERS] = {
    {"bonus_kinds", "[3r]", {"[3r, 3b]"}, 0, 0},
    {"opening_needs", "nothing", {"natural_meld", "natural_or_wild_meld", "three_naturals"}, 0, 0},
    {"opening_top_card", "true", {"false"}, 0, 0},
    {"opening_mixed_canasta", "true", {"false"}, 0, 0},
    {"canasta_lifts_minimum", "false", {"true", "natural_or_wild"}, 0, 0},
    {"largest_meld", "none", {"7", "8", "9"}, 0, 0},
    {"wild_needs_naturals", "0", {"3", "4", "5"}, 0, 0},
    {"wilds_fewer_than_naturals", "false", {"true"}, 0, 0},
    {"pure_kinds", "[]", {"[7]", "[5, A]"}, 0, 0},
    {"pure_after_opening", "[]", {"[A]", "[A, K, 4]"}, 0, 0},
    {"wild_melds", "none", {"free", "locking"}, 0, 0},
    {"second_meld", "true", {"false", "after_canasta"}, 0, 0},
    {"dead_ranks", "false", {"true"}, 0, 0},
    {"discard_wild", "free", {"last"}, 0, 0},
    {"empty_pile_discard", "[]", {"[7, 2, X, A, dead]", "[dead]", "[4, 5, 6, X]"}, 0, 0},
    {"discard_after_canasta", "[]", {"[7]", "[4, 7, 9]"}, 0, 0},
    {"last_discard_bars", "[]", {"[7]", "[4, 5, 6, 7, X]", "[2, K]"}, 0, 0},
    {"talon", "[]", {"[4, 3]", "[2]"}, 0, 0},
    {"talon_stock", "0", {"9", "20"}, 0, 0},
    {"out_bars", "[]", {"[7, A, wild]", "[4, 5, 6, 7, 8]", "[wild]"}, 0, 0},
    {"out_contract", "{}", {"{wild: 1}", "{7: 1, natural: 1}", "{mixed: 1, wild: 1}"}, 0, 0},
    {"out_consent", "false", {"true"}, 0, 0},
    {"ask_limit", "turn", {"deal"}, 0, 0},
    {"special_hands", "[]", {SPECIAL_HANDS}, 0, 0},
    {"second_hand", "[]", {"[11]", "[1, 2]", "[2]"}, 0, 0},
    {"second_hand_when", "empty", {"own_canasta"}, 0, 0},
    {"second_hand_out", "own", {"all"}, 0, 0},
    {"pile_taken", "all", {"1", "2", "7"}, 0, 0},
    {"keep_bonus_card", "0", {"1", "2"}, 0, 0},
};
/* Rules that are not new, but meet the new ones. */
static const struct kin_parameter others[] = {
    {"naturals_outnumber_wilds", "false", {"true"}, 0, 0},
    {"go_out_by_melding", "true", {"true", "false"}, 0, 0},
    {"ask_partner", "true", {"true", "false"}, 0, 0},
    {"canastas_to_go_out", "1", {"0", "1", "2"}, 0, 0},
    {"most_wilds", "3", {"2", "3", "4"}, 0, 0},
    {"concealed_minimum", "pack", {"pack", "none", "always"}, 0, 0},
    {"concealed_needs_canasta", "true", {"true", "false"}, 0, 0},
    {"stock_gone", "forced", {"forced", "free", "one_more", "last_discard"}, 0, 0},
    {"draw_count", "1", {"1", "2"}, 0, 0},
    {"fewest_naturals", "2", {"2", "3"}, 0, 0},
    {"take_with_wild", "true", {"true", "false"}, 0, 0},
    {"frozen_before_initial_meld", "true", {"true", "false"}, 0, 0},
    {"pile_freeze", "[3r, X, 2]", {"[]", "[X]"}, 0, 0},
    {"upcard", "true", {"true", "false"}, 0, 0},
    {"last_bonus_card", "lay", {"lay", "hold"}, 0, 0},
    {"minimum_by_round", "[]", {"[50, 90, 120, 150]"}, 0, 0},
};

enum {
    OTHERS = sizeof others / sizeof others[0]
};

static int value_count(const struct kin_parameter *parameter)
{
    int count = 0;
    while (count < 6 && parameter->values[count] != NULL)
        count++;
    return count;
}

static bool is_sound(const struct cn_rules *rules)
{
    struct cn_rules_error error;
    return cn_rules_check(rules, &error);
}

bool kin_set_value(struct cn_rules *rules, const char *name, const char *value)
{
    struct cn_rules changed = *rules;
    struct cn_rules_error error;
    if (!cn_rules_set(&changed, name, value, strlen(value), &error))
        stop(name, value);
    if (!is_sound(&changed))
        return false;
    *rules = changed;
    return true;
}

static void choose_value(const struct kin_parameter *parameter)
{
    const char *value = parameter->values[kin_below(value_count(parameter))];
    if (strstr(value, "wild: 1") != NULL) /* such a contract cannot be met without wild melds */
        kin_set_value(&kin.rules, "wild_melds", kin_chance(50) ? "free" : "locking");
    if (!kin_set_value(&kin.rules, parameter->name, value))
        return;
    const size_t length = strlen(kin.text);
    snprintf(kin.text + length, sizeof kin.text - length, " %s=%s", parameter->name, value);
}

static bool has_value(const struct cn_rules *rules, const struct kin_parameter *parameter)
{
    struct cn_rules neutral = *rules;
    char value[CN_RULES_VALUE_SIZE], other[CN_RULES_VALUE_SIZE];
    const int index = cn_param_find(parameter->name, strlen(parameter->name));
    if (!kin_set_value(&neutral, parameter->name, parameter->neutral))
        return false;
    cn_rules_value(rules, index, value, sizeof value);
    cn_rules_value(&neutral, index, other, sizeof other);
    return strcmp(value, other) != 0;
}

/* Has the rule set a value that no classic one has? */
static bool is_kin(const struct cn_rules *rules)
{
    for (int i = 0; i < KIN_PARAMETERS; i++)
        if (strcmp(kin_parameters[i].name, "second_meld") != 0 &&
            strcmp(kin_parameters[i].name, "canasta_lifts_minimum") != 0 &&
            has_value(rules, &kin_parameters[i]))
            return true;
    return false;
}

/* The built-in rule sets, then the ready house rules. Returns false if there is no such number. */
static bool load_set(int number, struct cn_rules *rules)
{
    int sets = 0;
    while (cn_rules_builtin(sets) != NULL)
        sets++;
    const char *name = number < sets ? cn_rules_builtin(number) : cn_house_builtin(number - sets);
    if (name == NULL)
        return false;
    if (!(number < sets ? cn_rules_load(rules, name) : cn_house_load(rules, name)))
        stop("rule set", name);
    return true;
}

bool kin_choose_set(bool wanted)
{
    int count = 0, at[32];
    struct cn_rules rules;
    for (int i = 0; load_set(i, &rules); i++)
        if (is_kin(&rules) == wanted)
            at[count++] = i;
    if (count == 0)
        return false;
    load_set(at[kin_below(count)], &kin.rules);
    kin.text[0] = '\0';
    return true;
}

/* One to three values of a rule set that has such parameters, now and then neutral ones. */
void kin_change_set(void)
{
    for (int n = 1 + kin_below(3); n > 0; n--) {
        const struct kin_parameter *parameter = &kin_parameters[kin_below(KIN_PARAMETERS)];
        const struct kin_parameter neutral = {
            parameter->name, parameter->neutral, {parameter->neutral}, 0, 0};
        choose_value(kin_chance(30)   ? &neutral
                     : kin_chance(30) ? &others[kin_below(OTHERS)]
                                      : parameter);
    }
}

/* Two to eight new values on a classic rule set. */
void kin_choose_combination(void)
{
    kin_choose_set(false);
    kin_set_value(&kin.rules, "players", "[2, 3, 4, 6]");
    for (int n = 2 + kin_below(7); n > 0; n--)
        choose_value(&kin_parameters[kin_below(KIN_PARAMETERS)]);
    for (int n = kin_below(4); n > 0; n--)
        choose_value(&others[kin_below(OTHERS)]);
    if (kin_chance(20))
        choose_value(&others[0]);
    if (kin_chance(15))
        choose_value(&kin_parameters[KIN_PARAMETERS - 1]); /* bonus cards are seldom kept */
    if (kin.rules.second_hand_when != 0 || kin.rules.second_hand_out != 0)
        kin_set_value(&kin.rules, "second_hand", kin_chance(50) ? "[11]" : "[1, 2]");
    if (kin.rules.talon_stock > 0)
        kin_set_value(&kin.rules, "talon", "[4, 3]");
}

void kin_choose_refereed(void)
{
    static const struct kin_parameter rules[] = {
        {"second_meld", "true", {"true", "false"}, 0, 0},
        {"canasta_lifts_minimum", "false", {"true", "false"}, 0, 0},
        {"most_wilds_canasta", "none", {"3", "4", "none"}, 0, 0},
        {"take_onto_canasta", "true", {"true", "false"}, 0, 0},
        {"one_card_pile", "free", {"unless_forced", "never", "stock_gone", "free"}, 0, 0},
        {"one_card_hand", "false", {"true", "false"}, 0, 0},
        {"out_contract", "{}", {"{7: 1, natural: 1}", "{mixed: 1}"}, 0, 0}};
    enum {
        RULES = sizeof rules / sizeof rules[0]
    };
    kin_choose_set(false);
    kin_set_value(&kin.rules, "referee", kin_chance(50) ? "called" : "watchful");
    for (int n = kin_below(4); n > 0; n--)
        choose_value(&rules[kin_below(RULES)]);
    for (int n = kin_below(3); n > 0; n--)
        choose_value(&others[kin_below(OTHERS)]);
}

void kin_note_parameters(void)
{
    kin.count = 0;
    for (int i = 0; i < KIN_PARAMETERS; i++)
        if (has_value(&kin.rules, &kin_parameters[i]))
            kin.at[kin.count++] = i;
}

/* ---- a position ---- */

/* Returns a card of the kind that is in no other place, or CN_NO_KIND. Any kind: CN_NO_KIND. */
int kin_draw_left(struct kin_position *p, int kind)
{
    for (int i = 0; i < p->left_count; i++) {
        const int found = p->left[i];
        if (kind != CN_NO_KIND && found != kind)
            continue;
        p->left[i] = p->left[--p->left_count];
        return found;
    }
    return CN_NO_KIND;
}

bool kin_is_bonus(int kind)
{
    return oracle_is_bonus(&kin.rules, kind);
}

int kin_bonus_cards(cn_hand hand)
{
    int sum = 0;
    for (int kind = 0; kind < CN_KINDS; kind++)
        sum += kin_is_bonus(kind) ? cn_hand_count(hand, kind) : 0;
    return sum;
}

int kin_natural(void)
{
    static const int often[] = {CN_SEVEN, CN_SEVEN, CN_ACE, CN_FOUR, CN_FIVE};
    return kin_chance(45) ? often[kin_below(5)] : CN_FOUR + kin_below(CN_KINDS - CN_FOUR);
}

/* -- melds -- */

/* Does a claim take few cards off the pile? */
static bool takes_little(void)
{
    return kin.rules.pile_taken < 4;
}

bool kin_may_begin(const struct cn_board *board, int side, int kind)
{
    if (kin.rules.second_meld == CN_SECOND_MELD_ANY)
        return true;
    for (int m = 0; m < board->meld_count[side]; m++) {
        const cn_packed_meld meld = board->melds[side][m];
        if (meld != 0 && cn_meld_kind(meld) == kind &&
            (kin.rules.second_meld == CN_SECOND_MELD_NEVER || cn_meld_size(meld) < 7))
            return false;
    }
    return true;
}

static void put_meld(struct cn_board *board, int side, cn_packed_meld meld)
{
    board->melds[side][board->meld_count[side]++] = meld;
    board->ranks[side] |= cn_kind_mask(cn_meld_kind(meld));
    board->canastas[side] += cn_meld_is_canasta(meld);
    if (cn_meld_is_canasta(meld) && cn_kind_is_natural(cn_meld_kind(meld)))
        board->closed |= cn_kind_mask(cn_meld_kind(meld));
}

/* Sizes just kin_below a canasta, and canastas, are common. */
static int random_size(void)
{
    static const int often[] = {3, 4, 5, 6, 6, 6, 7, 7, 7, 8};
    return often[kin_below(10)];
}

static void place_wild(struct kin_position *p, int side, int size)
{
    int deuces = 0, jokers = 0;
    if (kin.rules.wild_melds == CN_WILD_MELDS_NONE || !kin_may_begin(&p->board, side, CN_JOKER))
        return;
    while (deuces + jokers < size) {
        if (kin_chance(70) && kin_draw_left(p, CN_DEUCE) != CN_NO_KIND)
            deuces++;
        else if (kin_draw_left(p, CN_JOKER) != CN_NO_KIND)
            jokers++;
        else
            break;
    }
    if (deuces + jokers >= 3)
        put_meld(&p->board, side, cn_meld_of(CN_JOKER, 0, deuces, jokers));
}

/* Returns how many wild cards a meld of a rank may have, at most 'wanted'. */
static int wilds_allowed(int kind, int naturals, int wanted)
{
    int wilds = 0;
    if ((kin.rules.pure_kinds >> kind & 1) != 0)
        return 0;
    while (wilds < wanted && oracle_takes_wild(&kin.rules, naturals, wilds) &&
           naturals + wilds < kin.rules.largest_meld &&
           (!kin.rules.wilds_fewer_than_naturals || wilds + 1 < naturals))
        wilds++;
    return wilds;
}

static void place_meld(struct kin_position *p, int side)
{
    const int kind = kin_natural();
    const int size = random_size();
    if (!kin_may_begin(&p->board, side, kind))
        return;
    const int wilds_wanted = kin_chance(45) ? 1 + kin_below(3) : 0;
    int naturals = 0, deuces = 0, jokers = 0;
    while (naturals < size - wilds_wanted && naturals < kin.rules.largest_meld &&
           kin_draw_left(p, kind) != CN_NO_KIND)
        naturals++;
    for (int n = wilds_allowed(kind, naturals, wilds_wanted); n > 0; n--)
        if (kin_draw_left(p, CN_DEUCE) != CN_NO_KIND)
            deuces++;
        else if (kin_draw_left(p, CN_JOKER) != CN_NO_KIND)
            jokers++;
    if (naturals < kin.rules.fewest_naturals || naturals + deuces + jokers < 3)
        return;
    put_meld(&p->board, side, cn_meld_of(kind, naturals, deuces, jokers));
}

/* Takes up to 'naturals' of a kind and 'wilds' wild cards for a meld. */
static cn_packed_meld take_meld(struct kin_position *p, int kind, int naturals, int wilds)
{
    int found = 0, deuces = 0, jokers = 0;
    while (found < naturals && kin_draw_left(p, kind) != CN_NO_KIND)
        found++;
    for (int n = wilds_allowed(kind, found, wilds); n > 0; n--)
        if (kin_draw_left(p, CN_DEUCE) != CN_NO_KIND)
            deuces++;
        else if (kin_draw_left(p, CN_JOKER) != CN_NO_KIND)
            jokers++;
    return cn_meld_of(kind, found, deuces, jokers);
}

static void place_canasta(struct kin_position *p, int side, int kind, bool mixed)
{
    const int wilds = mixed ? 1 + kin_below(kin.rules.most_wilds) : 0;
    if (!kin_may_begin(&p->board, side, kind))
        return;
    const cn_packed_meld meld = take_meld(p, kind, 7 - wilds, wilds);
    if (cn_meld_size(meld) >= 7)
        put_meld(&p->board, side, meld);
}

/* The canastas that going out needs, now and then without one. */
static void place_canastas(struct kin_position *p, int side)
{
    const struct cn_board *board = &p->board;
    const int32_t *asked = kin.rules.out_contract.of;
    if (asked[CN_KEY_WILD] > 0 && kin_chance(85))
        place_wild(p, side, 7);
    for (int kind = CN_FOUR; kind < CN_KINDS; kind++)
        if (asked[kind] > 0 && kin_chance(90))
            place_canasta(p, side, kind, false);
    for (int class = 0; class < 2; class ++)
        for (int n = asked[CN_KEY_OF_CLASS + class]; n > 0 && kin_chance(90); n--)
            place_canasta(p, side, kin_natural(), class == CN_CLASS_MIXED);
    for (int tries = 0; tries < 8; tries++)
        if (board->canastas[side] < cn_board_canastas_needed(&kin.rules, board) || tries == 0)
            place_canasta(p, side, kin_natural(), kin_chance(30));
}

/* Pairs of melds that are canastas once they are combined, which a second hand may wait for. */
static void place_halves(struct kin_position *p, int side)
{
    for (int count = 2 + kin_below(5); count > 0; count--) {
        const int kind = kin_natural();
        if (cn_side_has_rank(&p->board, side, kind))
            continue;
        for (int naturals = 3; naturals <= 4 && kin_may_begin(&p->board, side, kind); naturals++) {
            const cn_packed_meld meld = take_meld(p, kind, naturals, 0);
            if (cn_meld_size(meld) == naturals)
                put_meld(&p->board, side, meld);
            p->halves += cn_meld_size(meld) == 4;
        }
    }
}

static void place_some_melds(struct kin_position *p, int side, int count)
{
    const bool own = side == p->board.side[p->board.turn];
    if (kin_chance(own ? 45 : 15))
        place_wild(p, side, kin_chance(60) ? 3 + kin_below(5) : 6);
    while (count-- > 0)
        place_meld(p, side);
}

static void place_melds(struct kin_position *p)
{
    struct cn_board *board = &p->board;
    for (int side = 0; side < board->sides; side++) {
        const bool own = side == board->side[board->turn];
        if (own ? p->scenario == OPENING ||
                      (p->scenario == CLAIMING && kin_chance(takes_little() ? 20 : 60))
                : kin_chance(30))
            continue;
        if (own && p->scenario == GOING_OUT)
            place_canastas(p, side);
        if (own && p->scenario == GOING_OUT && kin.rules.second_hand.count > 0 && kin_chance(70) &&
            kin.rules.second_hand_when == CN_SECOND_HAND_BY_OWN_CANASTA)
            place_halves(p, side);
        place_some_melds(p, side,
                         own && p->scenario == GOING_OUT ? kin_below(3) : 1 + kin_below(5));
        for (int seat = 0; seat < board->players; seat++)
            if (board->side[seat] == side && board->meld_count[side] > 0 && kin_chance(60))
                board->melded |= (uint8_t)(1 << seat);
    }
}

/* -- pile, stock, hands -- */

static void place_on_pile(struct kin_position *p, int kind)
{
    struct cn_board *board = &p->board;
    p->pile[board->pile++] = (int8_t)kind;
    board->pile_top = (uint8_t)kind;
    board->pile_red += kin_is_bonus(kind);
    if ((kin.rules.pile_freeze >> kind & 1) != 0)
        board->frozen |= kind == CN_BLACK_THREE ? CN_FROZEN_BLACK_THREE : CN_FROZEN_OTHER;
}

static void place_pile(struct kin_position *p)
{
    const int sort = p->scenario != CLAIMING ? kin_below(10)
                     : takes_little()        ? 6 + kin_below(4)
                                             : 3 + kin_below(7);
    int size = sort < 3 ? 0 : sort < 6 ? 1 : sort < 8 ? 2 + kin_below(2) : 4 + kin_below(12);
    if (size > 1 && kin.rules.upcard && kin_chance(15)) {
        const int kind = kin_draw_left(p, CN_RED_THREE);
        if (kind != CN_NO_KIND)
            place_on_pile(p, kind);
    }
    for (; size > 0; size--) {
        const int wanted = size == 1 && kin_chance(92) ? kin_natural() : CN_NO_KIND;
        const int kind = kin_draw_left(p, wanted);
        if (kind == CN_NO_KIND)
            return;
        if (kin_is_bonus(kind) || (cn_kind_is_wild(kind) && kin_chance(70)))
            continue;
        place_on_pile(p, kind);
    }
}

static void place_stock(struct kin_position *p)
{
    const int sort = kin_below(10);
    int size = sort < 2 ? 0 : sort < 4 ? 1 + kin_below(3) : 10 + kin_below(20);
    if (kin.rules.talon.count > 0 && kin_chance(50))
        size = kin.rules.talon_stock + kin_below(4) - 1;
    for (; size > 0 && p->left_count > 0; size--)
        p->stock[p->board.stock++] = (int8_t)kin_draw_left(p, CN_NO_KIND);
}

static void give(struct kin_position *p, int kind)
{
    const int found = kin_draw_left(p, kind);
    if (found == CN_NO_KIND)
        return;
    if (kin_is_bonus(found) && kind != found)
        return;
    p->hand = cn_hand_add(p->hand, cn_hand_single(found, 1));
}

static void give_some(struct kin_position *p, int kind, int n)
{
    while (n-- > 0)
        give(p, kind);
}

static void give_bonus_cards(struct kin_position *p)
{
    const struct cn_board *board = &p->board;
    if (board->meld_count[board->side[board->turn]] > 0 || !kin_chance(45))
        return;
    for (int n = kin.rules.keep_bonus_card; n > 0; n--)
        give(p, kin_chance(50) && kin_is_bonus(CN_BLACK_THREE) ? CN_BLACK_THREE : CN_RED_THREE);
}

/* Returns the kind of one of the side's melds, of the top card, of a closed rank, or another. */
static int useful_kind(const struct kin_position *p, const int few[3])
{
    const struct cn_board *board = &p->board;
    const int side = board->side[board->turn];
    const int sort = kin_below(100);
    if (sort < 40 && board->meld_count[side] > 0) {
        const cn_packed_meld meld = board->melds[side][kin_below(board->meld_count[side])];
        return cn_meld_naturals(meld) > 0 ? cn_meld_kind(meld) : CN_DEUCE;
    }
    if (sort < 60)
        return kin_chance(65) ? CN_DEUCE : CN_JOKER;
    if (sort < 67 && cn_kind_is_natural(board->pile_top))
        return board->pile_top;
    if (sort < 72 && board->closed != 0)
        return cn_mask_first(board->closed);
    return sort < 95 ? few[kin_below(3)] : kin_natural();
}

static int random_hand_size(const struct kin_position *p)
{
    const struct cn_board *board = &p->board;
    const bool small = board->second[board->turn] > 0;
    const int sort = kin_below(100);
    if (small && sort < 60)
        return 1 + kin_below(4);
    if (sort < 8)
        return 1;
    return sort < 60 ? 2 + kin_below(5) : 6 + kin_below(8);
}

/* A minimum near to what the hand counts. */
static void choose_minimum(struct kin_position *p)
{
    int points = 0;
    for (int kind = 0; kind < CN_KINDS; kind++)
        points += cn_hand_count(p->hand, kind) * oracle_points_of(&kin.rules, kind);
    p->board.minimum[p->board.side[p->board.turn]] =
        (uint16_t)(points * (40 + kin_below(80)) / 100 / 5 * 5);
}

/* Cards that claim the top card, and perhaps no others. */
static void give_claim(struct kin_position *p, const int few[3])
{
    const int top = p->board.pile_top;
    if (takes_little() && kin_chance(70)) {
        give_some(p, top, 2);
        give_some(p, few[0], kin_below(2));
        return;
    }
    give_some(p, cn_kind_is_natural(top) ? top : few[0], 2 + kin_below(2));
    give_some(p, CN_DEUCE,
              kin.rules.naturals_outnumber_wilds ? 3
              : kin_chance(50)                   ? kin_below(4)
                                                 : 0);
    give_some(p, CN_JOKER, kin_chance(30) ? 1 : 0);
    if (kin_chance(50))
        give_some(p, few[0], 3);
    give_some(p, few[1], kin_below(3));
    if (kin_chance(75))
        choose_minimum(p);
}

/* Groups that can be laid. */
static void give_opening(struct kin_position *p, const int few[3])
{
    const struct cn_board *board = &p->board;
    const int most = kin_chance(25) ? 7 : 4;
    for (int n = 1 + kin_below(2); n > 0; n--)
        give_some(p, few[n], 2 + kin_below(most));
    give_some(p, CN_DEUCE, kin_below(3));
    give_some(p, CN_JOKER, kin_below(2));
    give_some(p, kin_natural(), kin_below(3));
    if (cn_kind_is_natural(board->pile_top) && kin_chance(50))
        give_some(p, board->pile_top, 2 + kin_below(2));
    if (kin_chance(75))
        choose_minimum(p);
}

/* Returns a kind that may not be the last, or another. */
static int last_kind(void)
{
    const int kind = kin_below(CN_KINDS);
    return (kin.rules.last_discard_bars >> kind & 1) != 0 ? kind : kin_natural();
}

/* Cards for the side's unfinished melds, and little else. */
static void give_last_cards(struct kin_position *p)
{
    const struct cn_board *board = &p->board;
    const int side = board->side[board->turn];
    for (int m = 0; m < board->meld_count[side]; m++) {
        const cn_packed_meld meld = board->melds[side][m];
        const int kind = cn_meld_naturals(meld) > 0 ? cn_meld_kind(meld) : CN_DEUCE;
        if (cn_meld_size(meld) < 7 && kin_chance(80))
            give_some(p, kind, kin_chance(70) ? 7 - cn_meld_size(meld) : 1 + kin_below(2));
        else if (kin_chance(20))
            give(p, kind);
    }
    if (kin_chance(35))
        give_some(p, kin_natural(), kin_chance(50) ? 3 : 1);
    give_some(p, CN_DEUCE, kin_chance(25) ? 1 + kin_below(3) : 0);
    if (cn_hand_size(p->hand) == 0 || kin_chance(60))
        give(p, last_kind());
    if (!kin_is_bonus(CN_BLACK_THREE) && kin_chance(15))
        give_some(p, CN_BLACK_THREE, 3);
}

static void give_useful(struct kin_position *p, const int few[3])
{
    const struct cn_board *board = &p->board;
    if (cn_kind_is_natural(board->pile_top) && kin_chance(60))
        give_some(p, board->pile_top, 2 + kin_below(2));
    if (kin_chance(12))
        give_some(p, CN_SEVEN, 1 + kin_below(6));
    if (!kin_is_bonus(CN_BLACK_THREE) && kin_chance(12))
        give_some(p, CN_BLACK_THREE, 3);
    if (kin_chance(10))
        give_some(p, CN_DEUCE, 3 + kin_below(4));
    const int size = random_hand_size(p);
    for (int tries = 0; cn_hand_size(p->hand) < size && tries < 100; tries++)
        give(p, useful_kind(p, few));
}

/* Few cards, since the search has enough to combine, and one of them to lay. */
static void give_for_halves(struct kin_position *p)
{
    const struct cn_board *board = &p->board;
    const int side = board->side[board->turn];
    give(p, cn_meld_kind(board->melds[side][kin_below(board->meld_count[side])]));
    give_some(p, kin_natural(), 1 + kin_below(2));
}

static void place_hand(struct kin_position *p)
{
    const int few[3] = {kin_natural(), kin_natural(), kin_natural()};
    if (p->halves > 0)
        give_for_halves(p);
    else if (p->scenario == OPENING && kin_chance(80))
        give_opening(p, few);
    else if (p->scenario == CLAIMING)
        give_claim(p, few);
    else if (p->scenario == GOING_OUT)
        give_last_cards(p);
    else
        give_useful(p, few);
    give_bonus_cards(p);
    while (cn_hand_size(p->hand) < (kin_chance(25) ? 1 : 2))
        give(p, kin_natural());
}

/* The whole hand is a special one, or nearly. */
static void place_special(struct kin_position *p)
{
    const struct cn_special_hands *hands = &kin.rules.special_hands;
    const struct cn_special_hand *row = &hands->row[kin_below(hands->count)];
    int used = 0;
    for (int i = 0; i < row->groups; i++) {
        int kind = CN_FOUR + kin_below(CN_KINDS - CN_FOUR);
        for (int k = CN_FOUR; k < CN_KINDS && i == 0; k++)
            if ((row->must >> k & 1) != 0)
                kind = k;
        while ((used >> kind & 1) != 0)
            kind = CN_FOUR + (kind - CN_FOUR + 1) % (CN_KINDS - CN_FOUR);
        used |= 1 << kind;
        give_some(p, kind, row->group[i]);
    }
    const int wild = kin_below(row->wilds);
    give_some(p, CN_DEUCE, row->wild[wild].deuces);
    give_some(p, CN_JOKER, row->wild[wild].jokers);
    give_some(p, kin_is_bonus(CN_BLACK_THREE) && kin_chance(50) ? CN_BLACK_THREE : CN_RED_THREE,
              row->threes);
    if (kin_chance(15))
        give(p, kin_natural());
}

/* -- the whole -- */

static int choose_players(void)
{
    for (;;) {
        const int players = 2 + kin_below(CN_SEATS_MAX - 1);
        if (players != 5 && cn_rules_allow_players(&kin.rules, players))
            return players;
    }
}

void kin_set_second_size(struct cn_board *board, int seat)
{
    const struct cn_ints *sizes = &kin.rules.second_hand;
    const int waiting = board->second[seat];
    board->second_size[seat] = (uint8_t)(waiting > 0 ? sizes->of[sizes->count - waiting] : 0);
}

static void place_second_hands(struct kin_position *p)
{
    struct cn_board *board = &p->board;
    const int count = kin.rules.second_hand.count;
    for (int seat = 0; seat < board->players && count > 0; seat++) {
        const bool waits = p->halves > 0 && seat == board->turn;
        board->second[seat] = (uint8_t)(!waits && kin_chance(60) ? 0 : 1 + kin_below(count));
        kin_set_second_size(board, seat);
    }
}

static void begin_turn(struct kin_position *p)
{
    struct cn_board *board = &p->board;
    const int side = board->side[board->turn];
    board->turned = 0xff;
    board->owes_opening = board->meld_count[side] == 0;
    board->seat_had_melded = board->melded >> board->turn & 1;
    board->melds_before = board->meld_count[side];
    board->canastas_before = board->canastas[side];
    board->stock_was_gone = board->stock == 0;
    for (int seat = 0; seat < board->players; seat++)
        board->hand_size[seat] = (uint16_t)(seat == board->turn ? cn_hand_size(p->hand) : 5);
    board->phase = CN_PHASE_START;
    const int drawn = p->scenario == SPECIAL ? 90 : p->scenario == CLAIMING ? 10 : 60;
    if (board->stock > 0 && kin_chance(drawn) &&
        cn_hand_size(p->hand) > 1 + kin_bonus_cards(p->hand)) {
        board->drew_from = CN_DREW_STOCK;
        board->phase = CN_PHASE_MELD;
        if (kin_chance(10) && kin.rules.last_red_three_meld &&
            kin.rules.last_bonus_card == CN_LAST_BONUS_LAY) {
            board->phase = CN_PHASE_LAST_RED_THREE;
            board->stock = 0;
        }
        /* As if canastas had been combined in the turn, so that one more is not enough. */
        if (p->halves > 0)
            board->canastas_before =
                (uint8_t)(board->canastas_before + p->halves - 1 + kin_below(2));
    }
}

void kin_choose_position(void)
{
    struct kin_position *p = &kin_now;
    static const int32_t steps[] = {-200, 0, 500, 1500, 3000, 7000};
    int32_t scores[CN_SIDES_MAX];
    memset(p, 0, sizeof *p);
    for (int side = 0; side < CN_SIDES_MAX; side++)
        scores[side] = steps[kin_below(6)];
    cn_card deck[CN_CARDS_MAX];
    const int players = choose_players();
    p->left_count = cn_deck_init(&kin.rules, players, deck);
    cn_rng_shuffle(&kin_rng, deck, p->left_count);
    for (int i = 0; i < p->left_count; i++)
        p->left[i] = (int8_t)cn_card_kind(deck[i]);
    cn_board_init(&kin.rules, &p->board, players, kin_below(players), CN_NO_SEAT, scores);
    if (kin_chance(60))
        p->board.minimum[p->board.side[p->board.turn]] = (uint16_t)(5 * kin_below(30));
    p->scenario = (enum scenario)kin_below(kin.rules.special_hands.count > 0 ? SCENARIOS : SPECIAL);
    if (p->scenario == PLAYING && kin_chance(50))
        p->scenario = GOING_OUT;
    if (takes_little() && kin_chance(40))
        p->scenario = CLAIMING;
    if (p->scenario != SPECIAL)
        place_melds(p);
    place_second_hands(p);
    place_pile(p);
    if (p->scenario == SPECIAL)
        place_special(p);
    else
        place_hand(p);
    place_stock(p);
    if (kin.rules.ask_limit == CN_ASK_ONCE_A_DEAL)
        p->board.asked_sides = (uint8_t)(kin_chance(50) ? 0 : 7);
    begin_turn(p);
}

/* ---- what rulings leave ---- */

/* Some cards of the hand lie face up; of those some are only shown. Red threes never are (R17). */
static void lay_open(struct kin_position *p)
{
    struct cn_board *board = &p->board;
    for (int kind = CN_BLACK_THREE; kind < CN_KINDS + CN_BLACK_THREE; kind++) {
        const int of = kind % CN_KINDS;
        if (of == CN_RED_THREE || !kin_chance(35))
            continue;
        const int up = kin_below(cn_hand_count(p->hand, of) + 1);
        const int shown = kin_below(up + 1);
        board->exposed[board->turn] =
            cn_hand_add(board->exposed[board->turn], cn_hand_single(of, up));
        board->shown[board->turn] =
            cn_hand_add(board->shown[board->turn], cn_hand_single(of, shown));
    }
}

/* A count that was insisted away, with or without melds of the turn. */
static void waive_count(struct cn_board *board)
{
    const int side = board->side[board->turn];
    if (board->phase != CN_PHASE_MELD || (board->meld_count[side] > 0 && kin_chance(50)))
        return;
    board->laid = board->meld_count[side] > 0;
    board->opening_points = (uint16_t)(board->laid ? 5 * kin_below(8) : 0);
    board->melds_before = 0;
    board->owes_opening = 0;
    board->count_waived = 1;
}

static void owe_discards(struct cn_board *board)
{
    /* A short turn begins as if a card had been drawn; before that, the debt is newer. */
    board->owed[board->turn] = (uint8_t)(1 + kin_below(3));
    board->short_turn = board->phase == CN_PHASE_MELD;
}

static void decide_first(struct cn_board *board)
{
    board->due = (uint8_t)(CN_DUE_DRAW + kin_below(3));
    board->due_seat = board->next[board->turn];
}

/* Hardly a card besides red threes, which were not faced in time. */
static void give_little(struct kin_position *p)
{
    p->hand = CN_NO_CARDS;
    if (kin_chance(50))
        p->board.stock = 0;
    if (p->board.phase == CN_PHASE_START && p->board.stock > 0 && kin_chance(50)) {
        p->board.phase = CN_PHASE_MELD;
        p->board.drew_from = CN_DREW_STOCK;
    }
    give_some(p, kin_natural(), kin_below(3) / 2);
    give(p, CN_RED_THREE);
}

void kin_add_rulings(void)
{
    struct kin_position *p = &kin_now;
    struct cn_board *board = &p->board;
    if (kin_chance(8))
        give_little(p);
    for (int n = kin_chance(50) ? 1 + kin_below(2) : 0; n > 0; n--)
        give(p, CN_RED_THREE);
    board->hand_size[board->turn] = (uint16_t)cn_hand_size(p->hand);
    if (kin_chance(40))
        lay_open(p);
    if (kin_chance(10))
        waive_count(board);
    if (kin_chance(15))
        owe_discards(board);
    if (kin_chance(15) && board->phase == CN_PHASE_START)
        board->no_take = kin_chance(50) ? 55 : 57;
    if (kin_chance(15))
        board->bound = 1;
    if (kin_chance(2))
        decide_first(board);
}
