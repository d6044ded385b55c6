#include "score.h"

#include <string.h>

/* A side that never melded pays for its red threes, no matter which of its seats drew them (L13).
 */
static int32_t red_bonus(const struct cn_rules *rules, int reds, bool melded)
{
    if (reds == 0)
        return 0;
    const struct cn_bonus_steps *bonuses = &rules->red_three_bonus;
    const int32_t bonus = bonuses->bonus[(reds < bonuses->count ? reds : bonuses->count) - 1];
    if (melded)
        return bonus;
    return rules->red_three_without_meld == CN_RED_SUBTRACT ? -bonus : 0;
}

static int32_t canasta_bonuses(const struct cn_law *law, const struct cn_tally *counted)
{
    int32_t bonuses = 0;
    for (int row = 0; row < law->class_count; row++)
        bonuses += counted->canastas[law->classes[row].id] * law->classes[row].bonus;
    return bonuses;
}

static struct cn_score score_counted(const struct cn_law *law, const struct cn_tally *counted)
{
    const struct cn_rules *rules = &law->rules;
    struct cn_score score = {
        .item = {
            [CN_SCORE_MELDS] = counted->melds,
            [CN_SCORE_CANASTAS] = canasta_bonuses(law, counted),
            [CN_SCORE_RED_THREES] = red_bonus(rules, counted->red, counted->melded),
            [CN_SCORE_OUT] = counted->out ? rules->going_out_bonus : 0,
            [CN_SCORE_CONCEALED] = counted->concealed ? rules->concealed_bonus : 0,
            [CN_SCORE_HANDS] = -counted->hands,
            [CN_SCORE_UNDECLARED] = -counted->undeclared * rules->undeclared_red_three,
            [CN_SCORE_OTHER] = counted->other,
        }};
    for (int item = 0; item < CN_SCORE_ITEM_COUNT; item++)
        score.total += score.item[item];
    return score;
}

int cn_score_tally(const struct cn_law *law, const struct cn_tally *counted, const int32_t *before,
                   int sides, struct cn_score scores[CN_SIDES_MAX])
{
    int32_t totals[CN_SIDES_MAX] = {0};
    for (int side = 0; side < sides; side++) {
        scores[side] = score_counted(law, &counted[side]);
        totals[side] = before[side] + scores[side].total;
        scores[side].after = totals[side];
    }
    /* The bonus comes last: it is for having won, and must not make a winner (I35). */
    const int winner = cn_score_winner(&law->rules, totals, sides);
    if (winner < 0)
        return winner;
    scores[winner].item[CN_SCORE_BONUS] = law->rules.game_bonus; /* I35 */
    scores[winner].total += law->rules.game_bonus;
    scores[winner].after += law->rules.game_bonus;
    return winner;
}

void cn_score_deal(const struct cn_law *law, const struct cn_deal *deal,
                   struct cn_score sides[CN_SIDES_MAX])
{
    const struct cn_board *table = &deal->table;
    struct cn_tally counted[CN_SIDES_MAX];
    memset(sides, 0, CN_SIDES_MAX * sizeof sides[0]);
    for (int side = 0; side < table->sides; side++)
        counted[side] = cn_tally_of(law, deal, side);
    cn_score_tally(law, counted, table->score, table->sides, sides);
}

/* A tie at the top has no winner, even above the target: another deal is played (I7). */
int cn_score_winner(const struct cn_rules *rules, const int32_t *scores, int sides)
{
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
    return scores[best] >= rules->target && !tied ? best : -1;
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
