#include "score.h"

#include <string.h>

static int32_t hand_points(const struct cn_rules *rules, cn_hand hand)
{
    int32_t points = 0;
    for (uint64_t mask = cn_hand_mask(hand); mask != 0;) {
        const int kind = cn_mask_next(&mask);
        if (kind != CN_RED_THREE)
            points += cn_hand_count(hand, kind) * rules->card_points.of[kind];
    }
    return points;
}

static void score_melds(const struct cn_rules *rules, const struct cn_table *table, int side,
                        struct cn_side_score *score)
{
    for (int m = 0; m < table->meld_count[side]; m++) {
        const cn_meld meld = table->melds[side][m];
        score->melds += cn_meld_naturals(meld) * rules->card_points.of[cn_meld_kind(meld)] +
                        cn_meld_deuces(meld) * rules->card_points.of[CN_DEUCE] +
                        cn_meld_jokers(meld) * rules->card_points.of[CN_JOKER];
        if (cn_meld_is_canasta(meld))
            score->canastas += cn_meld_wilds(meld) == 0 ? rules->natural_canasta_bonus
                                                        : rules->mixed_canasta_bonus;
    }
}

static int32_t red_bonus(const struct cn_rules *rules, int reds, bool melded)
{
    if (reds == 0)
        return 0;
    const struct cn_bonuses *bonuses = &rules->red_three_bonus;
    const int32_t bonus = bonuses->bonus[(reds < bonuses->count ? reds : bonuses->count) - 1];
    if (melded)
        return bonus;
    return rules->red_three_without_meld == CN_RED_SUBTRACT ? -bonus : 0;
}

void cn_score_deal(const struct cn_rules *rules, const struct cn_deal *deal,
                   struct cn_side_score sides[CN_SIDES_MAX])
{
    const struct cn_table *table = &deal->table;
    memset(sides, 0, CN_SIDES_MAX * sizeof sides[0]);
    int reds[CN_SIDES_MAX] = {0};
    for (int seat = 0; seat < table->players; seat++) {
        const int side = table->side[seat];
        sides[side].hands -= hand_points(rules, deal->hands[seat]);
        reds[side] += cn_hand_count(deal->hands[seat], CN_RED_THREE); /* I11 */
    }
    for (int side = 0; side < table->sides; side++) {
        struct cn_side_score *score = &sides[side];
        score_melds(rules, table, side, score);
        score->red =
            red_bonus(rules, reds[side] + table->red[side], cn_side_has_melded(table, side));
        if (table->end_why == CN_END_OUT && table->side[table->out_seat] == side) {
            score->out = rules->going_out_bonus;
            score->concealed = table->concealed ? rules->concealed_bonus : 0;
        }
        score->total = score->melds + score->canastas + score->red + score->out + score->concealed +
                       score->hands;
        score->score = table->score[side] + score->total;
    }
    int32_t totals[CN_SIDES_MAX] = {0};
    for (int side = 0; side < table->sides; side++)
        totals[side] = sides[side].score;
    const int winner = cn_score_winner(rules, totals, table->sides);
    if (winner < 0)
        return;
    sides[winner].bonus = rules->game_bonus; /* I35 */
    sides[winner].total += rules->game_bonus;
    sides[winner].score += rules->game_bonus;
}

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

/* To the nearest hundred by size, 50 counting up (C8, I14). */
static int32_t hundreds(int32_t score)
{
    return score < 0 ? -((-score + 50) / 100) : (score + 50) / 100;
}

void cn_score_settle(const struct cn_rules *rules, const int32_t *scores, int sides,
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
