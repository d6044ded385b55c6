/* planned_goal.c -- which special hand is near enough to wait for?
 *
 * A row asks for groups of sizes, each of a kind of its own. Let have[n] be the kinds of which the
 * hand has n cards or more, and asked[n] the groups of n or more. The largest group goes to the
 * kind with the most cards, and so on; then min(have[n], asked[n]) cards are the n-th of their kind
 * and of use. So one card more of a kind that has n - 1 helps if have[n] < asked[n], and one of a
 * kind that has n is spare if have[n] > asked[n].
 */
#include "planned.h"

#include <string.h>

enum {
    LACKS_MOST = 3, /* cards: a special hand that lacks more is far */
    LEVELS = 6,     /* cards of a kind that are distinguished, from 1 */
    SURE = CN_CHANCE
};

struct cards {
    uint64_t level[LEVELS + 1]; /* kinds of which the hand has this many or more */
    int count[LEVELS + 1];
    uint64_t kinds; /* that may be groups */
    cn_hand hand, unseen;
    int deuces, jokers, threes, size;
};

/* What one row asks for. */
struct asked {
    int count[LEVELS + 1];
    uint64_t must; /* kinds that must be there, while they are too few */
    int deuces, jokers;
    int lacks;
};

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static struct cards cards_of(const struct cn__planned *p, int size)
{
    struct cards c = {.hand = p->hand, .size = size};
    const uint64_t bonus = cn_bonus_mask(&p->law->rules);
    c.kinds = (CN_NATURALS_MASK | cn_kind_mask(CN_BLACK_THREE)) & ~bonus;
    c.deuces = cn_hand_count(p->hand, CN_DEUCE);
    c.jokers = cn_hand_count(p->hand, CN_JOKER);
    c.threes = cn_hand_size(cn_hand_keep(p->hand, bonus));
    for (uint64_t mask = cn_hand_mask(p->hand) & c.kinds; mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        for (int n = smaller(cn_hand_count(p->hand, kind), LEVELS); n > 0; n--)
            c.level[n] |= cn_kind_mask(kind);
    }
    c.level[0] = c.kinds;
    for (int n = 1; n <= LEVELS; n++)
        c.count[n] = cn_mask_size(c.level[n]);
    return c;
}

/* The allowed wilds that are nearest to those of the hand. */
static int nearest_wilds(const struct cn_special_hand *row, const struct cards *c, struct asked *a)
{
    int most = -1;
    for (int i = 0; i < row->wilds; i++) {
        const int used =
            smaller(c->deuces, row->wild[i].deuces) + smaller(c->jokers, row->wild[i].jokers);
        if (used > most) {
            most = used;
            a->deuces = row->wild[i].deuces;
            a->jokers = row->wild[i].jokers;
        }
    }
    return most < 0 ? 0 : most;
}

/* Kinds that must be there take the smallest groups. */
static int used_of_must(const struct cn_special_hand *row, const struct cards *c, struct asked *a,
                        int have[LEVELS + 1])
{
    int used = 0;
    int left = row->groups;
    for (uint64_t mask = c->kinds; row->must != 0 && mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        if ((row->must >> kind & 1) == 0 || left == 0)
            continue;
        const int group = row->group[--left];
        const int held = cn_hand_count(c->hand, kind);
        used += smaller(held, group);
        a->must |= held < group ? cn_kind_mask(kind) : 0;
        for (int n = 1; n <= smaller(group, LEVELS); n++)
            a->count[n]--;
        for (int n = 1; n <= smaller(held, LEVELS); n++)
            have[n]--;
    }
    return used;
}

static struct asked ask_of(const struct cn_special_hand *row, const struct cards *c)
{
    struct asked a = {.lacks = LACKS_MOST + 1};
    const int kinds = c->count[1] - row->groups; /* too many or too few: a card each */
    if (kinds > LACKS_MOST || kinds < -LACKS_MOST)
        return a;
    int have[LEVELS + 1];
    int total = row->threes;
    memcpy(have, c->count, sizeof have);
    for (int i = 0; i < row->groups; i++) {
        total += row->group[i];
        for (int n = 1; n <= smaller(row->group[i], LEVELS); n++)
            a.count[n]++;
    }
    int used = nearest_wilds(row, c, &a) + smaller(c->threes, row->threes);
    total += a.deuces + a.jokers;
    if (total != c->size)
        return a;
    used += used_of_must(row, c, &a, have);
    for (int n = 1; n <= LEVELS; n++)
        used += smaller(have[n], a.count[n]);
    a.lacks = total - used;
    return a;
}

/* The chance of this many successes in some draws, each as likely as 'each' says. */
static int chance_of(int draws, int successes, int each)
{
    int exactly[LACKS_MOST + 1] = {SURE};
    int sum = 0;
    for (int draw = 0; draw < draws; draw++)
        for (int n = successes - 1; n >= 0; n--)
            exactly[n] = (exactly[n] * (SURE - each) + (n > 0 ? exactly[n - 1] * each : 0)) / SURE;
    for (int n = 0; n < successes; n++)
        sum += exactly[n];
    return sum < SURE ? SURE - sum : 0;
}

static uint64_t wanted_by(const struct cn_special_hand *row, const struct cards *c,
                          const struct asked *a)
{
    uint64_t wanted = a->must;
    for (int n = 1; n <= LEVELS; n++)
        if (c->count[n] - cn_mask_size(c->level[n] & a->must) < a->count[n])
            wanted |= c->level[n - 1] & ~c->level[n];
    for (uint64_t mask = wanted & ~a->must; row->must != 0 && mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        if ((row->must >> kind & 1) != 0)
            wanted &= ~cn_kind_mask(kind);
    }
    if (c->deuces < a->deuces)
        wanted |= cn_kind_mask(CN_DEUCE);
    if (c->jokers < a->jokers)
        wanted |= cn_kind_mask(CN_JOKER);
    return wanted;
}

static uint64_t spare_of(const struct cn_special_hand *row, const struct cards *c,
                         const struct asked *a)
{
    uint64_t spare = 0;
    const int smallest = row->groups > 0 ? row->group[row->groups - 1] : 0;
    for (int n = 1; n <= LEVELS; n++)
        if (c->count[n] > a->count[n] || n == LEVELS)
            spare |= c->level[n] & ~(n == LEVELS ? 0 : c->level[n + 1]);
    for (uint64_t mask = spare; row->must != 0 && mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        if ((row->must >> kind & 1) != 0 && cn_hand_count(c->hand, kind) <= smallest)
            spare &= ~cn_kind_mask(kind);
    }
    if (c->deuces > a->deuces)
        spare |= cn_kind_mask(CN_DEUCE);
    if (c->jokers > a->jokers)
        spare |= cn_kind_mask(CN_JOKER);
    return spare;
}

/* How many cards nobody has shown would help. */
static int outs_of(const struct cards *c, uint64_t wanted)
{
    return cn_hand_size(cn_hand_keep(c->unseen, wanted));
}

void cn__planned_find_goal(struct cn__planned *p)
{
    const struct cn_special_hands *hands = &p->law->rules.special_hands;
    const struct cn_board *board = p->board;
    p->goal = -1;
    p->wanted = 0;
    p->spare = CN_KINDS_MASK;
    if (hands->count == 0 || p->manner->goal_least == 0 || !p->opens || board->laid ||
        board->drew_from == CN_DREW_PILE ||
        (board->phase != CN_PHASE_START && board->phase != CN_PHASE_MELD))
        return;
    const int each_turn = p->law->rules.draw_count.at[board->players_class];
    struct cards c = cards_of(p, p->size + (board->phase == CN_PHASE_START ? each_turn : 0));
    const int draws = each_turn * (board->stock * p->manner->pace / 100) / board->seats;
    int most = p->manner->goal_least - 1;
    for (int i = 0; i < hands->count; i++) {
        const struct cn_special_hand *row = &hands->row[i];
        const struct asked a = ask_of(row, &c);
        if (a.lacks > LACKS_MOST || a.lacks == 0 || row->points <= most)
            continue;
        if (cn_hand_is_empty(c.unseen))
            c.unseen = cn__planned_unseen_cards(p);
        const uint64_t wanted = wanted_by(row, &c, &a);
        const int outs = outs_of(&c, wanted);
        const int all = cn_hand_size(c.unseen);
        const int each = all == 0 ? 0 : outs * SURE / all;
        const int worth = row->points * chance_of(draws, a.lacks, each) / SURE;
        if (worth > most) {
            most = worth;
            p->goal = i;
            p->wanted = wanted;
            p->spare = spare_of(row, &c, &a);
        }
    }
}
