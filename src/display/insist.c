#include "insist.h"

#include <string.h>

#include "seat_display.h"

static bool can_insist(const struct display *display, struct cn_action action)
{
    return display_check(display, cn_action_insist(action), NULL);
}

static bool is_refereed(const struct display *display)
{
    return cn_law_is_refereed(display->law) && display->viewer != CN_NO_SEAT &&
           display->stage == CN_STAGE_IN_DEAL;
}

static struct cn_action plain(int type)
{
    return cn_action_of(type, 0, 0, 0, 0);
}

/* ---- instead of one action ---- */

static int try_action(const struct display *display, struct cn_action action, int count,
                      struct cn_action *out)
{
    if (can_insist(display, action))
        out[count++] = cn_action_insist(action);
    return count;
}

static int find_takes(const struct display *display, struct cn_action out[ANYWAY_MAX])
{
    int count = 0;
    for (int type = CN_ACTION_TAKE_PAIR; type <= CN_ACTION_TAKE_JOKER; type++)
        count = try_action(display, plain(type), count, out);
    for (int meld = 0; meld < display->board.meld_count[display->side] && count < TAKES_MAX; meld++)
        count = try_action(display, cn_action_of(CN_ACTION_TAKE_ONTO, meld, 0, 0, 0), count, out);
    return try_action(display, plain(CN_ACTION_TAKE_HAND), count, out);
}

int display_anyway(const struct display *display, struct cn_action refused,
                   struct cn_action out[ANYWAY_MAX])
{
    if (!is_refereed(display) || cn_action_is_insisted(refused))
        return 0;
    if (!cn_action_takes(refused))
        return try_action(display, refused, 0, out);
    const int takes = find_takes(display, out);
    return takes > 0 ? takes : try_action(display, plain(CN_ACTION_TOUCH), 0, out);
}

/* ---- laying cards ---- */

/* Picked cards: natural ones by kind, the rarest arrangement that a person may mean for each. */
struct share {
    int kind, meld; /* meld: CN_NO_MELD for a new one */
    int deuces, jokers, count;
    cn_card cards[CN_CARDS_MAX];
};

struct shares {
    int count, deuces, jokers;
    cn_card deuce[CN_CARDS_MAX], joker[CN_CARDS_MAX];
    struct share share[CN_KINDS];
};

static struct share *share_of(struct shares *shares, int kind)
{
    for (int i = 0; i < shares->count; i++)
        if (shares->share[i].kind == kind)
            return &shares->share[i];
    struct share *fresh = &shares->share[shares->count++];
    memset(fresh, 0, sizeof *fresh);
    fresh->kind = kind;
    fresh->meld = CN_NO_MELD;
    return fresh;
}

static void sort_out(const cn_card *cards, int count, struct shares *shares)
{
    memset(shares, 0, sizeof *shares);
    for (int i = 0; i < count; i++) {
        const int kind = cn_card_kind(cards[i]);
        if (kind == CN_DEUCE && shares->deuces < CN_ACTION_DEUCES)
            shares->deuce[shares->deuces++] = cards[i];
        else if (kind == CN_JOKER)
            shares->joker[shares->jokers++] = cards[i];
        else if (kind != CN_DEUCE) {
            struct share *share = share_of(shares, kind);
            share->cards[share->count++] = cards[i];
        }
    }
}

static int meld_of_kind(const struct display *display, int kind)
{
    const struct cn_board *board = &display->board;
    for (int meld = 0; meld < board->meld_count[display->side]; meld++)
        if (board->melds[display->side][meld] != 0 &&
            cn_meld_kind(board->melds[display->side][meld]) == kind)
            return meld;
    return CN_NO_MELD;
}

static struct cn_action action_of(const struct share *share)
{
    if (share->meld == CN_NO_MELD)
        return cn_action_of(CN_ACTION_MELD, share->kind, share->count, share->deuces,
                            share->jokers);
    return cn_action_of(CN_ACTION_ADD, share->meld, share->count, share->deuces, share->jokers);
}

/* Keeps the shares as a plan if each of them can be insisted on or is legal, and not all are. */
static void keep_plan(const struct display *display, const struct shares *shares,
                      struct card_plays *plans)
{
    struct card_play *plan = &plans->at[plans->count];
    int deuce = 0;
    int joker = 0;
    bool insists = false;
    if (plans->count == CARD_PLAYS_MAX || shares->count > CARD_PLAY_STEPS_MAX)
        return;
    for (int i = 0; i < shares->count; i++) {
        const struct share *share = &shares->share[i];
        struct card_play_step *step = &plan->step[i];
        const bool insisted = can_insist(display, action_of(share));
        if (!insisted && !display_check(display, action_of(share), NULL))
            return;
        insists |= insisted;
        step->action = insisted ? cn_action_insist(action_of(share)) : action_of(share);
        step->count = share->count;
        memcpy(step->cards, share->cards, (size_t)share->count);
        for (int d = 0; d < share->deuces; d++)
            step->cards[step->count++] = shares->deuce[deuce++];
        for (int j = 0; j < share->jokers; j++)
            step->cards[step->count++] = shares->joker[joker++];
    }
    plan->count = shares->count;
    plans->count += insists;
}

/* Wild cards go first where a new meld has fewer than three cards, the rest where the first cards
 * go. */
static void share_wilds(struct shares *shares)
{
    int deuces = shares->deuces;
    int jokers = shares->jokers;
    for (int i = 0; i < shares->count; i++) {
        struct share *share = &shares->share[i];
        const bool short_of = share->meld == CN_NO_MELD;
        while (short_of && share->count + share->deuces + share->jokers < 3 && deuces + jokers > 0)
            if (deuces > 0) {
                share->deuces++;
                deuces--;
            } else {
                share->jokers++;
                jokers--;
            }
    }
    shares->share[0].deuces += deuces;
    shares->share[0].jokers += jokers;
}

/* Wild cards alone are added to a meld. */
static void lay_wilds(const struct display *display, struct shares *shares, int onto,
                      struct card_plays *plans)
{
    const struct cn_board *board = &display->board;
    const struct shares wilds = *shares;
    for (int meld = 0; meld < board->meld_count[display->side]; meld++) {
        const cn_packed_meld m = board->melds[display->side][meld];
        if (m == 0 || (onto != CN_NO_MELD && meld != onto))
            continue;
        *shares = wilds;
        share_of(shares, cn_meld_kind(m))->meld = meld;
        shares->share[0].deuces = shares->deuces;
        shares->share[0].jokers = shares->jokers;
        keep_plan(display, shares, plans);
    }
}

void plays_anyway(const struct display *display, const cn_card *cards, int count, int onto,
                  struct card_plays *plans)
{
    struct shares shares;
    plans->count = 0;
    if (!is_refereed(display) || count == 0)
        return;
    sort_out(cards, count, &shares);
    if (shares.count == 0) {
        lay_wilds(display, &shares, onto, plans);
        return;
    }
    for (int i = 0; i < shares.count; i++) {
        const int meld = meld_of_kind(display, shares.share[i].kind);
        shares.share[i].meld = onto != CN_NO_MELD ? onto : meld;
    }
    if (onto != CN_NO_MELD &&
        (shares.count > 1 || onto >= display->board.meld_count[display->side] ||
         cn_meld_kind(display->board.melds[display->side][onto]) != shares.share[0].kind))
        return; /* no meld takes cards of several kinds */
    share_wilds(&shares);
    keep_plan(display, &shares, plans);
}

/* ---- everything else ---- */

static void put_step(struct card_play *plan, struct cn_action action, const cn_card *card)
{
    struct card_play_step *step = &plan->step[plan->count++];
    step->action = cn_action_insist(action);
    step->count = card != NULL;
    if (card != NULL)
        step->cards[0] = *card;
}

static int add_plain(const struct display *display, int type, int count, struct card_play *plans)
{
    if (!can_insist(display, plain(type)))
        return count;
    plans[count].count = 0;
    put_step(&plans[count], plain(type), NULL);
    return count + 1;
}

static int add_takes(const struct display *display, int count, struct card_play *plans)
{
    struct cn_action takes[ANYWAY_MAX];
    const int found = find_takes(display, takes);
    for (int i = 0; i < found; i++) {
        struct card_play_step *step = &plans[count].step[0];
        const int cards = display_pick_cards(display, cn_action_plain(takes[i]), step->cards);
        step->action = takes[i];
        step->count = cards > 0 ? cards : 0;
        plans[count++].count = 1;
    }
    return count;
}

static int add_discard(const struct display *display, const cn_card *card, int count,
                       struct card_play *plans)
{
    const struct cn_action discard = cn_action_of(CN_ACTION_DISCARD, cn_card_kind(*card), 0, 0, 0);
    if (!can_insist(display, discard))
        return count;
    plans[count].count = 0;
    put_step(&plans[count], discard, card);
    return count + 1;
}

/* Cards are shown one by one, and only those that nobody sees yet. */
static int add_showing(const struct display *display, const cn_card *cards, int picked, int count,
                       struct card_play *plans)
{
    struct card_play *plan = &plans[count];
    int shown[CN_KINDS] = {0};
    plan->count = 0;
    if (picked > CARD_PLAY_STEPS_MAX)
        return count;
    for (int i = 0; i < picked; i++) {
        const int kind = cn_card_kind(cards[i]);
        const struct cn_action expose = cn_action_of(CN_ACTION_EXPOSE, kind, 0, 0, 0);
        const int up = cn_hand_count(display->board.exposed[display->viewer], kind);
        if (!can_insist(display, expose) ||
            cn_hand_count(display->hand, kind) - up <= shown[kind]++)
            return count;
        put_step(plan, expose, &cards[i]);
    }
    return count + (plan->count > 0);
}

int display_irregular(const struct display *display, const cn_card *cards, int count,
                      struct card_play plans[IRREGULAR_MAX])
{
    struct card_plays lays;
    int found = 0;
    if (!is_refereed(display))
        return 0;
    plays_anyway(display, cards, count, CN_NO_MELD, &lays);
    for (int i = 0; i < lays.count; i++)
        plans[found++] = lays.at[i];
    if (count == 1)
        found = add_discard(display, &cards[0], found, plans);
    found = add_showing(display, cards, count, found, plans);
    found = add_plain(display, CN_ACTION_DRAW, found, plans);
    found = add_plain(display, CN_ACTION_PEEK, found, plans);
    found = add_plain(display, CN_ACTION_TOUCH, found, plans);
    found = add_takes(display, found, plans);
    return add_plain(display, CN_ACTION_ASK, found, plans);
}
