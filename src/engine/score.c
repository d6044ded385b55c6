#include "score.h"

#include <string.h>

/* What counts for a side, and what against it: -1, 0 or 1. */
struct signs {
    int bonus_cards, melds, out;
};

/* A side that never melded pays for its red threes, no matter which of its seats drew them (L13).
 */
static int sign_of_bonus_cards(const struct cn_rules *rules, const struct cn_tally *counted)
{
    const bool has = rules->red_three_needs == CN_BONUS_NEEDS_MELD
                         ? counted->melded
                         : cn_tally_has_needed(rules, counted);
    if (has || rules->red_three_without_meld == CN_RED_ADD)
        return 1;
    return rules->red_three_without_meld == CN_RED_SUBTRACT ? -1 : 0;
}

static struct signs signs_of(const struct cn_rules *rules, const struct cn_tally *counted)
{
    if (!rules->score_by_canastas)
        return (struct signs){sign_of_bonus_cards(rules, counted), 1, 1};
    const int canastas = cn_tally_canastas(counted);
    if (canastas == 0)
        return (struct signs){.bonus_cards = -1, .melds = -1};
    return (struct signs){canastas > 1 ? 1 : 0, 1, 1};
}

static int32_t bonus_for(const struct cn_bonus_steps *bonuses, int cards)
{
    if (cards == 0 || bonuses->count == 0)
        return 0;
    return bonuses->bonus[(cards < bonuses->count ? cards : bonuses->count) - 1];
}

static int32_t canasta_bonuses(const struct cn_rules *rules, const struct cn_tally *counted)
{
    int32_t bonuses = 0;
    const int first = rules->derived.named ? CN_FOUR : CN_KEY_OF_CLASS;
    const int last = rules->derived.named ? CN_CANASTA_KEYS - 1 : CN_KEY_OF_CLASS + CN_CLASS_MIXED;
    for (int key = first; key <= last; key++)
        if (counted->canastas[key] != 0)
            bonuses += counted->canastas[key] * cn_canasta_bonus(rules, key);
    return bonuses;
}

static int32_t penalties(const struct cn_rules *rules, const struct cn_tally *counted)
{
    int32_t points = 0;
    if (!rules->derived.penalties)
        return 0;
    for (int key = CN_FOUR; key < CN_CANASTA_KEYS; key++)
        points += counted->unfinished[key] * rules->unfinished_penalty.of[key];
    for (int kind = 0; kind < CN_KINDS; kind++)
        points += counted->held[kind] * rules->held_penalty.of[kind].points;
    return points;
}

static void put_items(const struct cn_rules *rules, const struct cn_tally *counted, int32_t *item)
{
    const struct signs sign = signs_of(rules, counted);
    const int32_t bonus_cards = bonus_for(&rules->red_three_bonus, counted->red) +
                                bonus_for(&rules->black_three_bonus, counted->black);
    item[CN_SCORE_MELDS] = sign.melds * counted->melds;
    item[CN_SCORE_CANASTAS] = canasta_bonuses(rules, counted);
    item[CN_SCORE_RED_THREES] = sign.bonus_cards * bonus_cards;
    item[CN_SCORE_OUT] = counted->out ? sign.out * rules->going_out_bonus : 0;
    item[CN_SCORE_CONCEALED] = counted->concealed ? sign.out * rules->concealed_bonus : 0;
    item[CN_SCORE_HANDS] = -counted->hands;
    item[CN_SCORE_UNDECLARED] = -counted->undeclared * rules->undeclared_red_three;
    item[CN_SCORE_PENALTIES] = counted->ruled - penalties(rules, counted);
}

static struct cn_score score_counted(const struct cn_rules *rules, const struct cn_tally *counted)
{
    struct cn_score score = {.item = {[CN_SCORE_OTHER] = counted->other}};
    if (counted->special > 0)
        score.item[CN_SCORE_SPECIAL] = rules->special_hands.row[counted->special - 1].points;
    else
        put_items(rules, counted, score.item);
    for (int item = 0; item < CN_SCORE_ITEM_COUNT; item++)
        score.total += score.item[item];
    return score;
}

/* The side whose special hand wins the game whatever the totals are, or -1 (IA17). */
static int wins_at_once(const struct cn_rules *rules, const struct cn_tally *counted, int sides)
{
    for (int side = 0; side < sides; side++)
        if (counted[side].special > 0 && rules->special_hands.row[counted[side].special - 1].wins)
            return side;
    return -1;
}

int cn_score_tally(const struct cn_law *law, int number, const struct cn_tally *counted,
                   const int32_t *before, int sides, struct cn_score scores[CN_SIDES_MAX])
{
    const struct cn_rules *rules = &law->rules;
    int32_t totals[CN_SIDES_MAX] = {0};
    for (int side = 0; side < sides; side++) {
        scores[side] = score_counted(rules, &counted[side]);
        totals[side] = before[side] + scores[side].total;
        scores[side].after = totals[side];
    }
    /* The bonus comes last: it is for having won, and must not make a winner (I35). */
    int winner = wins_at_once(rules, counted, sides);
    if (winner < 0)
        winner = cn_score_winner(rules, number, totals, sides);
    if (winner < 0)
        return winner;
    scores[winner].item[CN_SCORE_BONUS] = rules->game_bonus; /* I35 */
    scores[winner].total += rules->game_bonus;
    scores[winner].after += rules->game_bonus;
    return winner;
}

int cn_score_deal(const struct cn_law *law, const struct cn_deal *deal,
                  struct cn_score sides[CN_SIDES_MAX])
{
    const struct cn_board *board = &deal->board;
    struct cn_tally counted[CN_SIDES_MAX];
    memset(sides, 0, CN_SIDES_MAX * sizeof sides[0]);
    for (int side = 0; side < board->sides; side++)
        cn_tally_of(&law->rules, deal, side, &counted[side]);
    return cn_score_tally(law, board->number, counted, board->score, board->sides, sides);
}

/* A tie at the top has no winner, even above the target: another deal is played (I7). */
int cn_score_winner(const struct cn_rules *rules, int number, const int32_t *scores, int sides)
{
    if (rules->rounds > 0 && number < rules->rounds)
        return -1;
    int best = 0;
    bool tied = false;
    for (int side = 1; side < sides; side++) {
        if (scores[side] > scores[best]) {
            best = side;
            tied = false;
        } else if (scores[side] == scores[best]) {
            tied = true;
        }
    }
    const bool enough = rules->rounds > 0 || scores[best] >= rules->target;
    return enough && !tied ? best : -1;
}

/* Rounds to the nearest hundred by size, 50 up (C8, I14). */
static int32_t hundreds(int32_t score)
{
    return score < 0 ? -((-score + 50) / 100) : (score + 50) / 100;
}

void cn_score_settlement(const struct cn_rules *rules, const int32_t *scores, int sides,
                         int32_t *receives)
{
    const bool by_hundreds = rules->settlement == CN_SETTLE_HUNDREDS;
    for (int side = 0; side < sides; side++) {
        receives[side] = 0;
        for (int other = 0; other < sides; other++)
            receives[side] += by_hundreds ? hundreds(scores[side]) - hundreds(scores[other])
                                          : scores[side] - scores[other];
    }
}

/* ---- the table of items ---- */

enum {
    CN_PARAM_none = -1
};

static const struct cn_score_row items[CN_SCORE_ITEM_COUNT] = {
#define X(id, name, column, written, shown, article) \
    [CN_SCORE_##id] = {name, CN_SCORE_##column, CN_PARAM_##article, written, shown},
    CN_SCORE_ITEMS(X)
#undef X
};

const struct cn_score_row *cn_score_item_at(int index)
{
    return index >= 0 && index < CN_SCORE_ITEM_COUNT ? &items[index] : NULL;
}

int32_t cn_score_column_sum(const struct cn_score *score, enum cn_score_column column)
{
    int32_t sum = 0;
    for (int item = 0; item < CN_SCORE_ITEM_COUNT; item++)
        sum += items[item].column == column ? score->item[item] : 0;
    return sum;
}

int32_t cn_score_item(const struct cn_score *sides, int side, enum cn_score_item_id item)
{
    const struct cn_score *score = &sides[side];
    if (item == CN_SCORE_TOTAL)
        return score->total;
    if (item == CN_SCORE_AFTER)
        return score->after;
    return cn_score_item_at(item) != NULL ? score->item[item] : 0;
}
