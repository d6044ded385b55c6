/* count.h -- a side's score items in a deal, counted card by card as people do: from the cards on
 * the table and in hands, not from the engine's counts. */
#ifndef CN_TESTS_COUNT_H
#define CN_TESTS_COUNT_H

#include "engine/engine.h"

static inline int32_t count_card(const struct cn_rules *rules, cn_card card)
{
    char text[3];
    cn_card_format(card, text);
    if (text[0] != '3')
        return rules->card_points.of[cn_kind_parse(text, 1)];
    return text[1] == 'h' || text[1] == 'd' ? 0 : rules->card_points.of[CN_BLACK_THREE];
}

static inline bool count_is_red_three(cn_card card)
{
    return card == cn_card_parse("3h") || card == cn_card_parse("3d");
}

static inline void count_meld(const struct cn_rules *rules, const struct cn_placement *cards,
                              int side, int meld, struct cn_tally *count)
{
    cn_card laid[CN_CARDS_MAX];
    bool wild = false;
    const int all = cn_placement_meld(cards, side, meld, laid);
    for (int i = 0; i < all; i++) {
        char text[3];
        cn_card_format(laid[i], text);
        wild = wild || text[0] == 'X' || text[0] == '2';
        count->melds += count_card(rules, laid[i]);
    }
    count->melded = count->melded || all > 0;
    count->canastas[CN_CLASS_NATURAL] += all >= 7 && !wild;
    count->canastas[CN_CLASS_MIXED] += all >= 7 && wild;
}

/* The deal must have ended. */
static inline struct cn_tally count_side(const struct cn_game *game, int side)
{
    const struct cn_board *table = &game->deal.table;
    struct cn_tally count = {0};
    for (int meld = 0; meld < CN_CARDS_MAX; meld++)
        count_meld(&game->law->rules, &game->cards, side, meld, &count);
    for (int i = 0; i < game->cards.red_count; i++)
        count.red += game->cards.red_side[i] == side;
    for (int seat = 0; seat < game->players; seat++) {
        cn_card hand[CN_CARDS_MAX];
        const int held = cn_placement_hand(&game->cards, seat, hand);
        for (int i = 0; i < held && table->side[seat] == side; i++) {
            count.red += count_is_red_three(hand[i]);
            count.hands += count_card(&game->law->rules, hand[i]);
        }
    }
    count.out = table->end_why == CN_END_OUT && table->side[table->out_seat] == side;
    count.concealed = count.out && table->concealed;
    return count;
}

#endif
