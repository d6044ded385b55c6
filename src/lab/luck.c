#include "luck.h"

/* Chosen once, by which left least variance between bots of many kinds. Any number would do, but
 * not one that is fitted to the pairs that it corrects. */
enum {
    NET_PERCENT = 70, /* of what the net expects: it has seen other players */
    /* Points that a card is worth where there is no net. */
    WORTH_RED = 150,
    WORTH_JOKER = 180,
    WORTH_DEUCE = 135,
    WORTH_FITS = 60,
    WORTH_PAIRS = 40
};

static void give(struct cn_deal *deal, const struct cn_rules *rules, int seat, int kind)
{
    deal->board.stock--;
    if (cn_is_bonus(rules, kind)) {
        if (kind == CN_RED_THREE)
            deal->board.red[deal->board.side[seat]]++;
        return;
    }
    deal->hands[seat] = cn_hand_add(deal->hands[seat], cn_hand_single(kind, 1));
    deal->board.hand_size[seat]++;
}

static int plain_worth(const struct cn_deal *deal, int seat, int kind)
{
    const struct cn_board *board = &deal->board;
    if (kind == CN_RED_THREE)
        return WORTH_RED;
    if (cn_kind_is_wild(kind))
        return kind == CN_JOKER ? WORTH_JOKER : WORTH_DEUCE;
    if (!cn_kind_is_natural(kind))
        return 0;
    if (cn_side_has_rank(board, board->side[seat], kind))
        return WORTH_FITS;
    return cn_hand_count(deal->hands[seat], kind) > 0 ? WORTH_PAIRS : 0;
}

static int worth(const struct cn_law *law, const struct cn_deal *deal, int seat, int kind)
{
    struct cn_deal with = *deal;
    if (!cn_value_net_supports(&law->rules, deal))
        return plain_worth(deal, seat, kind);
    give(&with, &law->rules, seat, kind);
    return cn_value_net_predict(law, &with, with.board.side[seat], NULL) * NET_PERCENT / 100;
}

void luck_add(struct luck *luck, const struct cn_law *law, const struct cn_deal *before, int drawn)
{
    struct cn_deal deal = *before;
    const int seat = deal.board.turn;
    for (int i = 0; i < drawn; i++) {
        int left[CN_KINDS] = {0};
        int64_t sum = 0;
        int came = 0;
        const int at = deal.drawn + i;
        const int all = deal.cards - at;
        const int kind = cn_card_kind(deal.stock[at]);
        for (int card = at; card < deal.cards; card++)
            left[cn_card_kind(deal.stock[card])]++;
        for (int k = 0; k < CN_KINDS; k++) {
            if (left[k] == 0)
                continue;
            const int here = worth(law, &deal, seat, k);
            sum += (int64_t)here * left[k];
            if (k == kind)
                came = here;
        }
        luck->of[deal.board.side[seat]] += ((int64_t)came * all - sum) * 65536 / all;
        give(&deal, &law->rules, seat, kind);
    }
}

int32_t luck_of(const struct luck *luck, int side)
{
    const int64_t unit = 65536 / LUCK_ONE;
    const int64_t sum = luck->of[side];
    return (int32_t)((sum + (sum < 0 ? -unit : unit) / 2) / unit);
}
