/* setup.h -- random positions, and damaged ones.
 *
 * Cards are placed in melds, red threes, pile, hands and stock so that the position can be played.
 * This makes all kinds of turns that games seldom reach. Damage then changes single fields, and the
 * game must refuse the position or play it. */
#ifndef CN_TESTS_SETUP_H
#define CN_TESTS_SETUP_H

#include <string.h>

#include "chance.h"

struct setup {
    const struct cn_rules *rules;
    struct cn_board board; /* the seats */
    struct chance *chance;
    struct cn_position *position;
    cn_card pool[CN_CARDS_MAX];
    int left;
};

/* Takes the next card of the kind, or any card if it is CN_NO_KIND. Returns CN_NO_CARD if none is
 * left. */
static inline cn_card setup_draw(struct setup *s, int kind)
{
    for (int i = s->left - 1; i >= 0; i--) {
        const cn_card card = s->pool[i];
        if (kind != CN_NO_KIND && cn_card_kind(card) != kind)
            continue;
        s->pool[i] = s->pool[--s->left];
        return card;
    }
    return CN_NO_CARD;
}

static inline int setup_natural(struct setup *s)
{
    return CN_FOUR + chance_below(s->chance, CN_KINDS - CN_FOUR);
}

static inline bool setup_lay(struct setup *s, int side, int meld, int kind)
{
    struct cn_position *p = s->position;
    const cn_card card = setup_draw(s, kind);
    if (card == CN_NO_CARD)
        return false;
    p->laid[p->laid_count] = card;
    p->laid_side[p->laid_count] = (uint8_t)side;
    p->laid_meld[p->laid_count++] = (uint8_t)meld;
    return true;
}

static inline int setup_pool_count(const struct setup *s, int kind)
{
    int count = 0;
    for (int i = 0; i < s->left; i++)
        count += cn_card_kind(s->pool[i]) == kind;
    return count;
}

/* Lays a meld within its limits, if enough cards are left. */
static inline void setup_meld(struct setup *s, int side, uint16_t *ranks)
{
    struct cn_position *p = s->position;
    const struct cn_rules *rules = s->rules;
    const int kind = setup_natural(s);
    int naturals = rules->fewest_naturals + chance_below(s->chance, 6);
    int wilds = chance_below(s->chance, 4);
    const int left = setup_pool_count(s, kind);
    if (naturals > left)
        naturals = left;
    if (rules->largest_meld != CN_UNLIMITED && naturals > rules->largest_meld)
        naturals = rules->largest_meld;
    if ((rules->second_meld != CN_SECOND_MELD_ANY && (*ranks >> kind & 1) != 0) ||
        naturals < rules->fewest_naturals)
        return;
    if (wilds > cn__default_wild_limit(rules, naturals))
        wilds = cn__default_wild_limit(rules, naturals);
    if (rules->largest_meld != CN_UNLIMITED && wilds > rules->largest_meld - naturals)
        wilds = rules->largest_meld - naturals;
    if (rules->wilds_fewer_than_naturals && wilds >= naturals)
        wilds = naturals - 1;
    if ((rules->pure_kinds >> kind & 1) != 0)
        wilds = 0;
    if (wilds > setup_pool_count(s, CN_DEUCE) || naturals + wilds < 3)
        return;
    const int meld = p->meld_count[side]++;
    *ranks |= (uint16_t)(1 << kind);
    for (int i = 0; i < naturals; i++)
        (void)setup_lay(s, side, meld, kind);
    for (int i = 0; i < wilds; i++)
        (void)setup_lay(s, side, meld, CN_DEUCE);
}

static inline void setup_melds(struct setup *s)
{
    for (int side = 0; side < s->board.sides; side++) {
        uint16_t ranks = 0;
        for (int melds = chance_below(s->chance, 6); melds > 1; melds--)
            setup_meld(s, side, &ranks);
    }
}

static inline void setup_reds(struct setup *s)
{
    struct cn_position *p = s->position;
    for (int reds = chance_below(s->chance, 2 * cn_rules_packs(s->rules, s->board.players));
         reds > 0; reds--) {
        p->red[p->red_count] = setup_draw(s, CN_RED_THREE);
        p->red_side[p->red_count++] = (uint8_t)chance_below(s->chance, s->board.sides);
    }
}

static inline void setup_pile(struct setup *s)
{
    struct cn_position *p = s->position;
    const bool tame = chance_percent(s->chance, 60);
    int count = chance_below(s->chance, chance_percent(s->chance, 30) ? 40 : 4);
    while (count-- > 0 && s->left > 20) {
        const cn_card card = setup_draw(s, tame ? setup_natural(s) : CN_NO_KIND);
        if (card != CN_NO_CARD)
            p->pile[p->pile_count++] = card;
    }
}

static inline void setup_give(struct setup *s, int seat, int kind)
{
    struct cn_position *p = s->position;
    cn_card card = setup_draw(s, kind);
    if (card == CN_NO_CARD)
        card = setup_draw(s, CN_NO_KIND);
    if (card == CN_NO_CARD)
        return;
    if (cn_is_bonus(s->rules, cn_card_kind(card)) && (p->turned >> seat & 1) != 0)
        return; /* the card is left out of the position */
    p->hand[seat][p->hand_count[seat]++] = card;
}

/* Returns a kind that is useful to the seat in turn: of its melds, of the top card, one of a few,
 * or wild. */
static inline int setup_kind_for(struct setup *s, const int few[3])
{
    const struct cn_position *p = s->position;
    const int sort = chance_below(s->chance, 10);
    if (sort < 2)
        return CN_NO_KIND;
    if (sort < 4 && p->laid_count > 0)
        return cn_card_kind(p->laid[chance_below(s->chance, p->laid_count)]);
    if (sort == 4 && p->pile_count > 0)
        return cn_card_kind(p->pile[p->pile_count - 1]);
    if (sort == 5)
        return chance_percent(s->chance, 30) ? CN_JOKER : CN_DEUCE;
    return sort == 6 ? CN_BLACK_THREE : few[sort % 3];
}

/* A hand that can go out concealed: a canasta, a meld, and a card to discard (L48). */
static inline void setup_concealed(struct setup *s, const int few[3])
{
    for (int n = 0; n < 7; n++)
        setup_give(s, s->position->turn, setup_pool_count(s, few[0]) > 0 ? few[0] : CN_DEUCE);
    for (int n = 0; n < 4; n++)
        setup_give(s, s->position->turn, few[1]);
    setup_give(s, s->position->turn, few[2]);
}

static inline void setup_hands(struct setup *s)
{
    static const uint8_t sizes[] = {1, 2, 3, 4, 6, 9, 14, 30};
    struct cn_position *p = s->position;
    const int few[3] = {setup_natural(s), setup_natural(s), setup_natural(s)};
    if (chance_percent(s->chance, 10))
        setup_concealed(s, few);
    else
        for (int n = sizes[chance_below(s->chance, 8)]; n > 0; n--)
            setup_give(s, p->turn, setup_kind_for(s, few));
    for (int seat = s->board.next[p->turn]; seat != p->turn; seat = s->board.next[seat])
        for (int n = 1 + chance_below(s->chance, 12); n > 0; n--)
            setup_give(s, seat, CN_NO_KIND);
    for (int seat = p->turn, n = 0; n < s->board.seats; seat = s->board.next[seat], n++)
        for (int tries = 0; p->hand_count[seat] == 0 && tries < 20; tries++)
            setup_give(s, seat, CN_NO_KIND);
}

static inline void setup_stock(struct setup *s)
{
    struct cn_position *p = s->position;
    int count = chance_percent(s->chance, 50) ? s->left : chance_below(s->chance, 5);
    while (count-- > 0 && s->left > 0)
        p->stock[p->stock_count++] = setup_draw(s, CN_NO_KIND);
    if (p->stock_count == 0 || !chance_percent(s->chance, 20))
        return;
    const cn_card red = setup_draw(s, CN_RED_THREE); /* drawn next (L44) */
    if (red != CN_NO_CARD)
        p->stock[p->stock_count - 1] = red;
}

static inline void setup_seats(struct setup *s, int players)
{
    struct cn_position *p = s->position;
    static const uint8_t idle[] = {1, 3, 4};
    p->idle = players == 5 ? idle[chance_below(s->chance, 3)] : CN_NO_SEAT;
    do
        p->dealer = (uint8_t)chance_below(s->chance, players);
    while (p->dealer == p->idle);
    cn_board_init(s->rules, &s->board, players, p->dealer, p->idle, NULL);
    do
        p->turn = (uint8_t)chance_below(s->chance, players);
    while (p->turn == p->idle);
    p->turned = (uint8_t)((1 << players) - 1);
    if (chance_percent(s->chance, 20))
        p->turned = (uint8_t)(p->turned & ~(1 << chance_below(s->chance, players)));
}

/* Sets up a position that can be played by these rules. */
static inline void setup_position(struct cn_position *p, const struct cn_rules *rules, int players,
                                  struct chance *c)
{
    static const int32_t scores[] = {0, -5, 1495, 1500, 2995, 3000, 7000, 4950};
    static struct setup s;
    memset(p, 0, sizeof *p);
    s.rules = rules;
    s.chance = c;
    s.position = p;
    s.left = cn_deck_init(rules, players, s.pool);
    chance_shuffle(c, s.pool, s.left);
    setup_seats(&s, players);
    for (int side = 0; side < CN_SIDES_MAX; side++)
        p->score[side] = scores[chance_below(c, 8)];
    setup_melds(&s);
    setup_reds(&s);
    setup_pile(&s);
    setup_hands(&s);
    setup_stock(&s);
}

static inline void setup_damage_counts(struct cn_position *p, struct chance *c)
{
    const int seat = chance_below(c, CN_SEATS_MAX);
    switch (chance_below(c, 6)) {
    case 0: p->hand_count[seat] = chance_below(c, 40); break;
    case 1: p->laid_count = chance_below(c, 40); break;
    case 2: p->red_count = chance_below(c, 2 * CN_PACKS_MAX + 1); break;
    case 3: p->pile_count = chance_below(c, 40); break;
    case 4: p->stock_count = chance_below(c, 40); break;
    default: p->meld_count[chance_below(c, CN_SIDES_MAX)] = (uint8_t)chance_below(c, 256); break;
    }
}

static inline void setup_damage_card(struct cn_position *p, struct chance *c)
{
    const cn_card card = (cn_card)chance_below(c, chance_percent(c, 90) ? CN_CARD_CODES : 256);
    const int at = chance_below(c, CN_CARDS_MAX / 4);
    switch (chance_below(c, 7)) {
    case 0: p->hand[chance_below(c, CN_SEATS_MAX)][at] = card; break;
    case 1: p->laid[at] = card; break;
    case 2: p->red[at % (2 * CN_PACKS_MAX)] = card; break;
    case 3: p->pile[at] = card; break;
    case 4: p->stock[at] = card; break;
    case 5: p->laid_side[at] = (uint8_t)chance_below(c, 4); break;
    default: p->laid_meld[at] = (uint8_t)chance_below(c, 256); break;
    }
}

/* Changes one field to a value that the struct can hold and a reader lets pass. */
static inline void setup_damage(struct cn_position *p, int players, struct chance *c)
{
    const int seats = 1 << players;
    switch (chance_below(c, 8)) {
    case 0: p->dealer = (uint8_t)chance_below(c, 8); break;
    case 1: p->turn = (uint8_t)chance_below(c, 8); break;
    case 2: p->idle = (uint8_t)chance_below(c, 256); break;
    case 3: p->turned = (uint8_t)chance_below(c, seats); break;
    case 4:
        p->melded_given = 1;
        p->melded = (uint8_t)chance_below(c, seats);
        break;
    case 5: setup_damage_counts(p, c); break;
    case 6: setup_damage_card(p, c); break;
    default: p->score[chance_below(c, 2)] = 100000000 - chance_below(c, 200000001); break;
    }
}

#endif
