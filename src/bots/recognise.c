#include "recognise.h"

/* ---- what is seen ---- */

/* Returns how many of the bounds the value has reached. */
static int step(int value, const uint8_t *bounds, int count)
{
    int at = 0;
    while (at < count && value >= bounds[at])
        at++;
    return at;
}
#define STEP(value, ...) \
    step(value, (const uint8_t[]){__VA_ARGS__}, (int)sizeof((const uint8_t[]){__VA_ARGS__}))

/* About how many turns each seat has had: what each of them drew. */
static int clock_of(const struct cn_rules *rules, const struct cn_board *board)
{
    const int class = board->players_class;
    const int dealt =
        rules->hand_size.at[class] * board->seats + 1 + cn_rules_second_cards(rules) * board->seats;
    const int drawn = cn_rules_cards(rules, board->players) - dealt - board->stock;
    const int turn = rules->draw_count.at[class] * board->seats;
    return STEP(drawn <= 0 || turn <= 0 ? 0 : drawn / turn, 1, 2, 3, 4, 6, 9, 13);
}

struct laid {
    int cards, wilds;
};

static struct laid laid_by(const struct cn_board *board, int side)
{
    struct laid laid = {0, 0};
    for (int m = 0; m < board->meld_count[side]; m++) {
        laid.cards += cn_meld_size(board->melds[side][m]);
        laid.wilds += cn_meld_wilds(board->melds[side][m]);
    }
    return laid;
}

/* Bit 0: lately, bit 1: longer ago. */
static int when(cn_kind_history seen, uint64_t kinds)
{
    const uint64_t recent = (seen | seen >> 16) & 0x7fff;
    const uint64_t older = seen >> 32 & 0x7fff;
    return ((recent & kinds) != 0) + 2 * ((older & kinds) != 0);
}

/* The ranks that sides other than this one have melds of. */
static uint64_t others_ranks(const struct cn_board *board, int side)
{
    uint64_t ranks = 0;
    for (int other = 0; other < board->sides; other++)
        ranks |= other == side ? 0 : board->ranks[other];
    return ranks;
}

static int at_most(int value, int most)
{
    return value < most ? value : most;
}

void cn_recognise_facts(const struct cn_view *view, int seat, uint16_t facts[CN_RECOGNISE_HOLDING])
{
    const struct cn_board *board = view->board;
    const struct cn_memory *memory = view->memory;
    const int side = board->side[seat];
    const int clock = clock_of(&view->law->rules, board);
    const int opened = cn_side_has_melded(board, side);
    const struct laid laid = laid_by(board, side);
    const int cards = STEP(laid.cards, 1, 4, 7, 10, 14, 18, 24);
    const int hand = STEP(board->hand_size[seat], 3, 5, 7, 9, 11, 13, 17);
    const int frozen = board->frozen != 0;
    const uint64_t theirs = others_ranks(board, side);
    const uint64_t wild = cn_kind_mask(CN_DEUCE) | cn_kind_mask(CN_JOKER);
    const cn_kind_history threw = memory->discarded[seat];
    int canastas = 0;
    for (int other = 0; other < board->sides; other++)
        canastas += other == side ? 0 : board->canastas[other];
    const int fits = (when(threw, board->ranks[side]) & 1) + 2 * (when(threw, theirs) & 1) +
                     4 * (when(memory->declined[seat], board->ranks[side]) & 1);
    const int minimum = STEP(board->minimum[side], 50, 90, 120);
    const int value[CN_RECOGNISE_HOLDING] = {
        [CN_RECOGNISE_at_opened] = (opened * CN_RECOGNISE_CLOCK + clock) * 4 + minimum,
        [CN_RECOGNISE_at_they] = (theirs != 0) * CN_RECOGNISE_CLOCK + clock,
        [CN_RECOGNISE_at_laid] = cards * CN_RECOGNISE_CLOCK + clock,
        [CN_RECOGNISE_at_hand] = (hand * 2 + opened) * CN_RECOGNISE_CLOCK + clock,
        [CN_RECOGNISE_at_thrown] = (opened * 4 + when(threw, wild)) * 2 + frozen,
        [CN_RECOGNISE_at_wilds] =
            at_most(laid.wilds, CN_RECOGNISE_WILDS - 1) * CN_RECOGNISE_LAID + cards,
        [CN_RECOGNISE_at_canastas] = at_most(board->canastas[side], 3) * CN_RECOGNISE_HAND + hand,
        [CN_RECOGNISE_at_theirs] = at_most(canastas, 3),
        [CN_RECOGNISE_at_fits] = opened * 8 + fits,
        [CN_RECOGNISE_at_black] = when(threw, cn_kind_mask(CN_BLACK_THREE)),
        [CN_RECOGNISE_at_known] = opened * 5 + STEP(cn_hand_size(memory->known[seat]), 1, 3, 6, 10),
        [CN_RECOGNISE_at_pile] = frozen * CN_RECOGNISE_PILES + STEP(board->pile, 2, 5, 9, 14, 20),
    };
    static const uint16_t first[CN_RECOGNISE_HOLDING] = {
#define X(name, facts) CN_RECOGNISE_##name,
        CN_RECOGNISE_GROUPS(X)
#undef X
    };
    for (int i = 0; i < CN_RECOGNISE_HOLDING; i++)
        facts[i] = (uint16_t)(first[i] + value[i]);
}

/* ---- chances ---- */

/* 2 to the power of -x / CN_RECOGNISE_OCTAVE, in 1/65536: a parabola between whole powers. */
static uint32_t halved(int x)
{
    const int whole = x / CN_RECOGNISE_OCTAVE;
    const uint32_t part = (uint32_t)(x % CN_RECOGNISE_OCTAVE);
    if (whole >= 16)
        return 0;
    return (65536 - part * 704 + part * part * 3) >> whole;
}

void cn_recognise(const struct cn_recognise_table *table, const struct cn_view *view, int seat,
                  uint16_t chances[CN_MODELS])
{
    const int players = view->board->players;
    uint16_t facts[CN_RECOGNISE_HOLDING];
    int32_t sum[CN_MODELS] = {0};
    uint32_t weight[CN_MODELS];
    uint32_t all = 0;
    int32_t top = INT32_MIN;
    cn_recognise_facts(view, seat, facts);
    for (int model = 0; model < CN_MODELS; model++) {
        for (int i = 0; i < CN_RECOGNISE_HOLDING; i++)
            sum[model] += table->value[players - 2][facts[i]][model];
        top = sum[model] > top ? sum[model] : top;
    }
    for (int model = 0; model < CN_MODELS; model++) {
        weight[model] = halved(top - sum[model]);
        all += weight[model];
    }
    uint32_t before = 0;
    uint32_t given = 0;
    for (int model = 0; model < CN_MODELS; model++) {
        before += weight[model];
        const uint32_t upto = (uint32_t)((uint64_t)before * CN_RECOGNISE_ONE / all);
        chances[model] = (uint16_t)(upto - given);
        given = upto;
    }
}
