#include "pick.h"

#include <stdio.h>
#include <string.h>

#include "say.h"

enum {
    RANKS_MAX = 13,
    GROUPS_MAX = RANKS_MAX + 1
};

/* The picked cards: naturals by rank, and wild cards. Where there are melds of wild cards, the last
 * group is of them: it has no naturals, and takes the wild cards that no rank gets. */
struct heap {
    int groups, ranks, deuces, jokers;
    struct {
        int kind, count;
        cn_card cards[CN_CARDS_MAX];
    } group[GROUPS_MAX];
    cn_card deuce[CN_CARDS_MAX], joker[CN_CARDS_MAX];
};

static int group_of(struct heap *heap, int kind)
{
    for (int g = 0; g < heap->groups; g++)
        if (heap->group[g].kind == kind)
            return g;
    heap->group[heap->groups].kind = kind;
    heap->group[heap->groups].count = 0;
    return heap->groups++;
}

static void sort_out(const struct cn_rules *rules, const cn_card *cards, int count,
                     struct heap *heap)
{
    heap->groups = heap->deuces = heap->jokers = 0;
    for (int i = 0; i < count; i++) {
        const int kind = cn_card_kind(cards[i]);
        if (kind == CN_DEUCE) {
            if (heap->deuces < CN_ACTION_DEUCES) /* the others stay in the hand */
                heap->deuce[heap->deuces++] = cards[i];
        } else if (kind == CN_JOKER)
            heap->joker[heap->jokers++] = cards[i];
        else {
            const int g = group_of(heap, kind);
            heap->group[g].cards[heap->group[g].count++] = cards[i];
        }
    }
    heap->ranks = heap->groups;
    if (rules->wild_melds != CN_WILD_MELDS_NONE && heap->deuces + heap->jokers > 0)
        group_of(heap, CN_JOKER);
}

/* ---- choosing where everything goes ---- */

/* A choice for each group: a meld of the side, or -1 for a new one; and its number of wild
 * cards. */
struct choice {
    int meld[GROUPS_MAX];
    int deuces[GROUPS_MAX], jokers[GROUPS_MAX];
};

struct search {
    const struct display *display;
    const struct heap *heap;
    struct choice choice;
    struct card_plays *plans;
    struct cn_refusal why; /* of the first plan tried */
    bool tried;
};

static struct cn_action action_of_group(const struct search *search, int g)
{
    const struct choice *choice = &search->choice;
    const int meld = choice->meld[g];
    const int naturals = search->heap->group[g].count;
    if (meld < 0)
        return cn_action_of(CN_ACTION_MELD, search->heap->group[g].kind, naturals,
                            choice->deuces[g], choice->jokers[g]);
    return cn_action_of(CN_ACTION_ADD, meld, naturals, choice->deuces[g], choice->jokers[g]);
}

/* Is the action of this group legal as things stand? Remembers the first refusal. */
static bool is_allowed(struct search *search, int g)
{
    struct cn_refusal why;
    const bool legal = display_check(search->display, action_of_group(search, g), &why);
    if (!legal && !search->tried)
        search->why = why;
    search->tried = true;
    return legal;
}

static bool is_empty(const struct search *search, int g)
{
    return search->heap->group[g].count + search->choice.deuces[g] + search->choice.jokers[g] == 0;
}

static void fill_step(const struct search *search, int g, int *deuce, int *joker,
                      struct card_play_step *step)
{
    const struct heap *heap = search->heap;
    step->action = action_of_group(search, g);
    step->count = heap->group[g].count;
    memcpy(step->cards, heap->group[g].cards, (size_t)step->count);
    for (int i = 0; i < search->choice.deuces[g]; i++)
        step->cards[step->count++] = heap->deuce[(*deuce)++];
    for (int i = 0; i < search->choice.jokers[g]; i++)
        step->cards[step->count++] = heap->joker[(*joker)++];
}

static void keep_plan(struct search *search)
{
    int deuce = 0;
    int joker = 0;
    if (search->plans->count == CARD_PLAYS_MAX)
        return;
    struct card_play *plan = &search->plans->at[search->plans->count++];
    plan->count = 0;
    for (int g = 0; g < search->heap->groups; g++)
        if (!is_empty(search, g))
            fill_step(search, g, &deuce, &joker, &plan->step[plan->count++]);
}

static void choose_meld(struct search *search, int g, int deuces, int jokers);

/* Gives the group its share of the wild cards: all of what is left first, so that the likeliest
 * plan comes first; the last group takes the rest. */
static void choose_wilds(struct search *search, int g, int deuces, int jokers)
{
    const bool last = g == search->heap->groups - 1;
    for (int d = deuces; d >= (last ? deuces : 0); d--) {
        for (int j = jokers; j >= (last ? jokers : 0); j--) {
            if (search->plans->count == CARD_PLAYS_MAX)
                return;
            search->choice.deuces[g] = d;
            search->choice.jokers[g] = j;
            if (!is_empty(search, g) && !is_allowed(search, g))
                continue;
            if (last)
                keep_plan(search);
            else
                choose_meld(search, g + 1, deuces - d, jokers - j);
        }
    }
}

/* Onto each meld of that rank, or a new one. */
static void choose_meld(struct search *search, int g, int deuces, int jokers)
{
    const struct cn_board *board = &search->display->board;
    const int side = search->display->side;
    const bool none_left = g >= search->heap->ranks && deuces + jokers == 0;
    for (int meld = 0; meld < board->meld_count[side] && !none_left; meld++) {
        if (board->melds[side][meld] == 0)
            continue;
        if (cn_meld_kind(board->melds[side][meld]) != search->heap->group[g].kind)
            continue;
        search->choice.meld[g] = meld;
        choose_wilds(search, g, deuces, jokers);
    }
    search->choice.meld[g] = -1;
    choose_wilds(search, g, deuces, jokers);
}

/* Keeps the action with all the wild cards as a plan, if it is legal. */
static void keep_wilds(struct search *search, struct cn_action action)
{
    const struct heap *heap = search->heap;
    const bool legal = display_check(search->display, action, search->tried ? NULL : &search->why);
    search->tried = true;
    if (!legal || search->plans->count == CARD_PLAYS_MAX)
        return;
    struct card_play *plan = &search->plans->at[search->plans->count++];
    plan->count = 1;
    plan->step[0].action = action;
    plan->step[0].count = heap->deuces + heap->jokers;
    memcpy(plan->step[0].cards, heap->deuce, (size_t)heap->deuces);
    memcpy(plan->step[0].cards + heap->deuces, heap->joker, (size_t)heap->jokers);
}

/* Wild cards alone go on a meld of the side: these, of wild cards or of ranks. */
static void add_wilds(struct search *search, bool to_wilds)
{
    const struct cn_board *board = &search->display->board;
    const struct heap *heap = search->heap;
    struct card_plays *plans = search->plans;
    for (int meld = 0; meld < board->meld_count[search->display->side]; meld++) {
        const cn_packed_meld m = board->melds[search->display->side][meld];
        const struct cn_action action =
            cn_action_of(CN_ACTION_ADD, meld, 0, heap->deuces, heap->jokers);
        if (m == 0 || plans->count == CARD_PLAYS_MAX || (cn_meld_kind(m) == CN_JOKER) != to_wilds)
            continue;
        keep_wilds(search, action);
    }
}

static void choose_for_wilds(struct search *search)
{
    const struct heap *heap = search->heap;
    const int wilds = heap->deuces + heap->jokers;
    const bool melds = heap->groups > 0;
    const struct cn_action fresh =
        cn_action_of(CN_ACTION_MELD, CN_JOKER, 0, heap->deuces, heap->jokers);
    if (melds)
        add_wilds(search, true);
    if (melds && wilds >= CN_WILD_MELD_LEAST)
        keep_wilds(search, fresh);
    add_wilds(search, false);
    /* No meld to add them to: the law says why these wild cards alone are none. */
    if (!search->tried)
        keep_wilds(search, fresh);
}

static bool all_are_bonus(const struct cn_rules *rules, const cn_card *cards, int count)
{
    for (int i = 0; i < count; i++)
        if (!cn_is_bonus(rules, cn_card_kind(cards[i])))
            return false;
    return count > 0;
}

/* Bonus cards are laid down, one by one. */
static void face_cards(const struct display *display, const cn_card *cards, int count,
                       struct card_plays *plans)
{
    struct card_play *plan = &plans->at[0];
    plan->count = 0;
    for (int i = 0; i < count && i < CARD_PLAY_STEPS_MAX; i++) {
        struct card_play_step *step = &plan->step[plan->count++];
        step->action = cn_action_of(CN_ACTION_FACE, cn_card_kind(cards[i]), 0, 0, 0);
        step->count = 1;
        step->cards[0] = cards[i];
        if (!display_check(display, step->action, &plans->why))
            return;
    }
    plans->count = 1;
}

void plays_for_cards(const struct display *display, const cn_card *cards, int count,
                     struct card_plays *plans)
{
    struct heap heap;
    struct search search = {.display = display, .heap = &heap, .plans = plans};
    plans->count = 0;
    if (all_are_bonus(&display->law->rules, cards, count)) {
        face_cards(display, cards, count, plans);
        return;
    }
    sort_out(&display->law->rules, cards, count, &heap);
    if (heap.ranks > 0)
        choose_meld(&search, 0, heap.deuces, heap.jokers);
    else
        choose_for_wilds(&search);
    plans->why = search.why;
}

/* ---- taking the pack ---- */

bool display_goes_out(const struct display *display, int cards)
{
    return cards == display->card_count && display->board.second[display->viewer] == 0;
}

int card_play_cards(const struct card_play *plan)
{
    int cards = 0;
    for (int i = 0; i < plan->count; i++)
        cards += plan->step[i].count;
    return cards;
}

int takes_available(const struct display *display, struct cn_action takes[TAKES_MAX],
                    struct cn_refusal *why)
{
    int count = 0;
    for (int type = CN_ACTION_TAKE_PAIR; type <= CN_ACTION_TAKE_JOKER; type++) {
        const struct cn_action take = cn_action_of(type, 0, 0, 0, 0);
        if (display_check(display, take, type == CN_ACTION_TAKE_PAIR ? why : NULL))
            takes[count++] = take;
    }
    for (int meld = 0; meld < display->board.meld_count[display->side]; meld++) {
        const struct cn_action take = cn_action_of(CN_ACTION_TAKE_ONTO, meld, 0, 0, 0);
        if (display_check(display, take, NULL) && count < TAKES_MAX)
            takes[count++] = take;
    }
    /* A frozen pack needs the pair because it is frozen. */
    struct cn_refusal other;
    if (count == 0 && why->id == CN_REFUSED_CLAIM_NEEDS_PAIR &&
        !display_check(display, cn_action_of(CN_ACTION_TAKE_JOKER, 0, 0, 0, 0), &other) &&
        (other.id == CN_REFUSED_FROZEN || other.id == CN_REFUSED_FROZEN_BEFORE_INITIAL ||
         other.id == CN_REFUSED_FROZEN_BY_BLACK_THREE))
        *why = other;
    return count;
}

bool take_for_cards(const struct display *display, const cn_card *cards, int count,
                    struct cn_action *take, cn_card shown[2])
{
    int naturals = 0;
    cn_card wild = CN_NO_CARD;
    for (int i = 0; i < count; i++) {
        const int kind = cn_card_kind(cards[i]);
        if (kind == display->board.pile_top && naturals < 2)
            shown[naturals++] = cards[i];
        if (cn_kind_is_wild(kind) && wild == CN_NO_CARD)
            wild = cards[i];
    }
    if (naturals == 0 || (naturals == 1 && wild == CN_NO_CARD))
        return false;
    int type = CN_ACTION_TAKE_PAIR;
    if (naturals == 1) {
        type = cn_card_kind(wild) == CN_DEUCE ? CN_ACTION_TAKE_DEUCE : CN_ACTION_TAKE_JOKER;
        shown[1] = wild;
    }
    *take = cn_action_of(type, 0, 0, 0, 0);
    return true;
}

int points_of_cards(const struct display *display, const cn_card *cards, int count)
{
    int points = 0;
    for (int i = 0; i < count; i++)
        points += display->law->rules.card_points.of[cn_card_kind(cards[i])];
    return points;
}

/* ---- words ---- */

/* Adds to the text of an action how near it brings a meld to a canasta: that is what a choice
 * between two ways turns on. */
static void add_what_it_makes(const struct display *display, struct cn_action action, char *text,
                              size_t size)
{
    const cn_packed_meld *melds = display->board.melds[display->side];
    char plain[SAY_SIZE];
    char cards[16];
    char whole[16];
    if (action.type != CN_ACTION_ADD || action.place >= display->board.meld_count[display->side])
        return;
    const int before = cn_meld_size(melds[action.place]);
    const int after = before + action.amount + (action.wilds & 15) + (action.wilds >> 4);
    if (before >= CN_CANASTA_SIZE)
        return;
    snprintf(plain, sizeof plain, "%s", text);
    snprintf(cards, sizeof cards, "%d", after);
    snprintf(whole, sizeof whole, "%d", CN_CANASTA_SIZE);
    words_format(display->words, text, size,
                 after >= CN_CANASTA_SIZE ? "plan.canasta" : "plan.towards", 3, plain, cards,
                 whole);
}

char *words_plan(const struct display *display, const struct card_play *plan, char *text,
                 size_t size)
{
    words_action(display, plan->step[0].action, text, size);
    if (plan->count == 1)
        add_what_it_makes(display, plan->step[0].action, text, size);
    for (int i = 1; i < plan->count; i++) {
        char next[SAY_SIZE];
        words_action(display, plan->step[i].action, next, sizeof next);
        words_join(display->words, i == plan->count - 1 ? "list.and" : "list.comma", next, text,
                   size);
    }
    return text;
}
