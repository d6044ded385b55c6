/* suggestions.c -- "What can I do?": what is possible now, and why the rest is not. */
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "page.h"
#include "query.h"

/* ---- what is possible ---- */

/* Returns the better representative of all actions that lay cards in the same place: the one with
 * fewer wild cards, then more naturals. */
static bool is_likelier(struct cn_action a, struct cn_action b)
{
    const int wilds = cn_action_deuces(a) + cn_action_jokers(a);
    const int others = cn_action_deuces(b) + cn_action_jokers(b);
    if (wilds != others)
        return wilds < others;
    if (a.amount != b.amount)
        return a.amount > b.amount;
    return cn_action_jokers(a) < cn_action_jokers(b);
}

/* The legal actions of a seat. */
struct legal {
    struct cn_action *list;
    int count;
};

/* Returns the likeliest action of a type that lays cards in one place, or NULL. */
static const struct cn_action *best_at(const struct legal *legal, int type, int at)
{
    const struct cn_action *best = NULL;
    for (int i = 0; i < legal->count; i++) {
        const struct cn_action *action = &legal->list[i];
        if (action->type == type && action->place == at &&
            (best == NULL || is_likelier(*action, *best)))
            best = action;
    }
    return best;
}

/* Writes one for each place, and the one that is wanted in any case. */
static void put_type(struct cn__text *out, const struct display *display, const struct legal *legal,
                     int type, const struct cn_action *also)
{
    for (int at = 0; at < 256; at++) {
        const struct cn_action *best = best_at(legal, type, at);
        const bool here = also != NULL && also->type == type && also->place == at;
        if (here)
            page_write_full_choice(out, NULL, display, *also);
        if (best != NULL && !(here && cn_action_equal(*best, *also)))
            page_write_full_choice(out, NULL, display, *best);
    }
}

/* Each pair of melds is a separate combination. */
static void put_combinations(struct cn__text *out, const struct display *display,
                             const struct legal *legal)
{
    for (int i = 0; i < legal->count; i++)
        if (legal->list[i].type == CN_ACTION_MERGE)
            page_write_full_choice(out, NULL, display, legal->list[i]);
}

static void put_can(struct cn__text *out, const struct display *display,
                    const struct cn_action *also)
{
    static const uint8_t order[] = {
        CN_ACTION_YES,       CN_ACTION_NO,         CN_ACTION_REQUIRE_DRAW, CN_ACTION_REQUIRE_OUT,
        CN_ACTION_WAIVE,     CN_ACTION_ACCEPT,     CN_ACTION_DRAW,         CN_ACTION_TAKE_PAIR,
        CN_ACTION_TAKE_ONTO, CN_ACTION_TAKE_DEUCE, CN_ACTION_TAKE_JOKER,   CN_ACTION_HAND,
        CN_ACTION_FACE,      CN_ACTION_MELD,       CN_ACTION_ADD,          CN_ACTION_MERGE,
        CN_ACTION_DISCARD,   CN_ACTION_ASK,        CN_ACTION_STOP};
    struct legal legal;
    legal.list = display_legal(display, &legal.count);
    cn__json_open(out, "can", '[');
    for (size_t i = 0; i < sizeof order && legal.count > 0; i++)
        if (order[i] == CN_ACTION_MERGE)
            put_combinations(out, display, &legal);
        else
            put_type(out, display, &legal, order[i], also);
    cn__json_close(out, ']');
    free(legal.list);
}

/* ---- what is not ---- */

static void put_cannot(struct cn__text *out, const struct display *display, const char *key,
                       const struct cn_refusal *why)
{
    char text[SAY_SIZE];
    if (why->id == CN_LEGAL)
        return;
    cn__json_open(out, NULL, '{');
    cn__json_string(out, "text", WORDS0(display->words, text, key));
    page_write_refusal(out, "why", display, why);
    cn__json_close(out, '}');
}

static void try_action(struct cn__text *out, const struct display *display, const char *key,
                       struct cn_action action)
{
    struct cn_refusal why;
    page_check(display, action, &why);
    put_cannot(out, display, key, &why);
}

/* Returns the rank of which the hand has most, or CN_NO_KIND if it has only wild cards and threes.
 */
static int likeliest_rank(const struct display *display)
{
    int best = CN_NO_KIND;
    for (int kind = CN_FOUR; kind <= CN_ACE; kind++) {
        const int count = cn_hand_count(display->hand, kind);
        if (count > 0 && (best == CN_NO_KIND || count >= cn_hand_count(display->hand, best)))
            best = kind;
    }
    return best;
}

static int at_most(int number, int most)
{
    return number < most ? number : most;
}

/* Finds why nothing can be melded or added: tries three cards of the likeliest rank, filled up with
 * wild cards. */
static void try_meld(struct cn__text *out, const struct display *display)
{
    const int kind = likeliest_rank(display);
    const int naturals = kind == CN_NO_KIND ? 0 : cn_hand_count(display->hand, kind);
    const int missing = naturals < 3 ? 3 - naturals : 0;
    const int deuces = at_most(missing, cn_hand_count(display->hand, CN_DEUCE));
    const int jokers = at_most(missing - deuces, cn_hand_count(display->hand, CN_JOKER));
    if (kind != CN_NO_KIND)
        try_action(out, display, "web.try.meld",
                   cn_action_of(CN_ACTION_MELD, kind, naturals, deuces, jokers));
}

static bool any_legal(const struct display *display, int first, int last)
{
    const unsigned types = display_may(display);
    bool any = false;
    for (int type = first; type <= last; type++)
        any = any || (types & 1u << type) != 0;
    return any;
}

static void try_take(struct cn__text *out, const struct display *display)
{
    struct cn_action takes[TAKES_MAX];
    struct cn_refusal why;
    memset(&why, 0, sizeof why);
    if (takes_available(display, takes, &why) == 0)
        put_cannot(out, display, "web.try.take", &why);
}

/* Mentions asking only if there is a partner and the rule set allows it. */
static void try_ask(struct cn__text *out, const struct display *display)
{
    struct cn_refusal why;
    page_check(display, cn_action_of(CN_ACTION_ASK, 0, 0, 0, 0), &why);
    if (why.id != CN_REFUSED_ASK_NO_RULE && why.id != CN_REFUSED_ASK_NO_PARTNER)
        put_cannot(out, display, "action.ask.own", &why);
}

static void put_all_cannot(struct cn__text *out, const struct display *display)
{
    try_action(out, display, "action.draw", cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0));
    if (!display_is_my_turn(display)) /* one reason for everything */
        return;
    try_take(out, display);
    if (!any_legal(display, CN_ACTION_MELD, CN_ACTION_ADD))
        try_meld(out, display);
    try_ask(out, display);
    if (!any_legal(display, CN_ACTION_DISCARD, CN_ACTION_DISCARD) && display->card_count > 0)
        try_action(out, display, "web.try.discard",
                   cn_action_of(CN_ACTION_DISCARD, cn_card_kind(display->cards[0]), 0, 0, 0));
    if (display->board.stock == 0)
        try_action(out, display, "action.stop.own", cn_action_of(CN_ACTION_STOP, 0, 0, 0, 0));
}

void page_write_suggestions(struct cn__text *out, const json_t *question,
                            const struct display *display)
{
    struct cn_action also;
    const bool wanted =
        query_action(question, "also", display->law, &also) && page_check(display, also, NULL);
    put_can(out, display, wanted ? &also : NULL);
    cn__json_open(out, "cannot", '[');
    if (display->viewer != CN_NO_SEAT)
        put_all_cannot(out, display);
    cn__json_close(out, ']');
}
