/* planned_chance.c -- unseen cards, how likely they come, and what melds are worth accordingly. */
#include "planned.h"

enum {
    BARRED = 300 /* what a meld that bars from going out costs in the judgement */
};

/* ---- chances ---- */

static int copies_of(const struct cn__planned *p, int kind)
{
    const int packs = cn_rules_packs(&p->law->rules, p->board->players);
    if (kind == CN_JOKER)
        return 4 * packs + cn_rules_jokers(&p->law->rules, p->board->players);
    return 4 * packs;
}

static int count(cn_hand cards, int kind)
{
    return kind == CN_JOKER ? cn_hand_wilds(cards) : cn_hand_count(cards, kind);
}

int cn__planned_unseen(const struct cn__planned *p, int kind)
{
    int seen = count(p->hand, kind) + count(p->pile, kind);
    for (int side = 0; side < p->board->sides; side++) {
        for (int m = 0; m < p->board->meld_count[side]; m++) {
            const cn_packed_meld meld = p->board->melds[side][m];
            if (kind == CN_JOKER)
                seen += cn_meld_wilds(meld);
            else if (meld != 0 && cn_meld_kind(meld) == kind)
                seen += cn_meld_naturals(meld);
        }
    }
    for (int seat = 0; seat < p->board->players; seat++)
        if (seat != p->seat)
            seen += count(p->memory->known[seat], kind);
    return copies_of(p, kind) - seen;
}

cn_hand cn__planned_unseen_cards(const struct cn__planned *p)
{
    const struct cn_rules *rules = &p->law->rules;
    const struct cn_board *board = p->board;
    const int packs = cn_rules_packs(rules, board->players);
    const uint64_t kinds = CN_KINDS_MASK & ~(cn_kind_mask(CN_RED_THREE) | cn_bonus_mask(rules));
    cn_hand left = cn_hand_add(
        cn_hand_of_each(CN_NATURALS_MASK | cn_kind_mask(CN_DEUCE), packs > 3 ? 0 : 4 * packs),
        cn_hand_add(cn_hand_single(CN_BLACK_THREE, 2 * packs),
                    cn_hand_single(CN_JOKER, cn_rules_jokers(rules, board->players))));
    for (int kind = CN_DEUCE; packs > 3 && kind < CN_KINDS; kind++)
        if (kind == CN_DEUCE || cn_kind_is_natural(kind))
            left = cn_hand_add(left, cn_hand_single(kind, 4 * packs));
    left = cn_hand_remove(left, cn_hand_drop(p->hand, ~kinds & CN_KINDS_MASK));
    cn_hand seen = cn_hand_keep(p->pile, kinds);
    for (int side = 0; side < board->sides; side++)
        for (int m = 0; m < board->meld_count[side]; m++)
            seen = cn_hand_add(seen, cn_meld_cards(board->melds[side][m]));
    for (int seat = 0; seat < board->players; seat++)
        if (seat != p->seat)
            seen = cn_hand_add(seen, cn_hand_keep(p->memory->known[seat], kinds));
    return cn_hand_keep(cn_hand_remove(left, seen), kinds);
}

/* Of the cards that nobody has shown, the share that comes to the side, in CN_CHANCE. */
static int own_share(const struct cn__planned *p)
{
    const struct cn_board *board = p->board;
    int all = board->stock;
    int own = 0;
    int seats = 0;
    for (int seat = 0; seat < board->players; seat++) {
        if (board->next[seat] == seat)
            continue;
        const int waiting = board->talon[seat] + board->second_size[seat];
        const int hidden =
            seat == p->seat ? 0 : board->hand_size[seat] - cn_hand_size(p->memory->known[seat]);
        all += hidden + waiting;
        if (board->side[seat] == p->side) {
            own += hidden + waiting;
            seats++;
        }
    }
    own += board->stock * p->manner->pace / 100 * seats / board->seats;
    return all <= 0 ? 0 : own * CN_CHANCE / all;
}

int cn__planned_chance(const struct cn__planned *p, int missing, int unseen)
{
    int exactly[CN_CANASTA_SIZE + 1] = {CN_CHANCE};
    if (missing <= 0)
        return CN_CHANCE;
    if (unseen < missing || missing > CN_CANASTA_SIZE)
        return 0;
    const int share = own_share(p);
    for (int card = 0; card < unseen; card++)
        for (int n = missing - 1; n >= 0; n--)
            exactly[n] = (exactly[n] * (CN_CHANCE - share) + (n > 0 ? exactly[n - 1] * share : 0)) /
                         CN_CHANCE;
    int sum = 0;
    for (int n = 0; n < missing; n++)
        sum += exactly[n];
    return sum < CN_CHANCE ? CN_CHANCE - sum : 0;
}

/* ---- what melds are worth ---- */

int cn__planned_penalty(const struct cn__planned *p, int kind, bool has_wilds)
{
    const struct cn_rules *rules = &p->law->rules;
    if (kind == CN_JOKER)
        return rules->unfinished_penalty.of[CN_KEY_WILD] +
               ((rules->out_bars & CN_KINDS_WORD) != 0 ? BARRED : 0);
    if (has_wilds)
        return 0;
    return rules->unfinished_penalty.of[kind] + ((rules->out_bars >> kind & 1) != 0 ? BARRED : 0);
}

int cn__planned_prospect(const struct cn__planned *p, int kind, int naturals, int wilds)
{
    const cn_packed_meld full = kind == CN_JOKER ? cn_meld_of(CN_JOKER, 0, CN_CANASTA_SIZE - 2, 2)
                                : wilds > 0 ? cn_meld_of(kind, CN_CANASTA_SIZE - wilds, wilds, 0)
                                            : cn_meld_of(kind, CN_CANASTA_SIZE, 0, 0);
    const int bonus = cn_canasta_worth(&p->law->rules, full);
    const int missing = CN_CANASTA_SIZE - naturals - wilds;
    if (missing <= 0)
        return bonus;
    const int chance = cn__planned_chance(p, missing, cn__planned_unseen(p, kind));
    const int penalty = cn__planned_penalty(p, kind, kind != CN_JOKER && wilds > 0);
    return (bonus * chance - penalty * (CN_CHANCE - chance)) / CN_CHANCE;
}
