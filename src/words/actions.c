/* actions.c -- what an action does: "add a seven to your sevens".
 *
 * Hints, lists to choose from, buttons, reviews and votes all use this wording, so that they cannot
 * differ. The key with ".own" addresses the seat that decides.
 */
#include <assert.h>

#include "speech.h"

struct action_words {
    const struct cn_words *words;
    const struct cn_law *law;
    const struct cn_board *board;
    struct cn_action action;
    int seat; /* that acts */
    bool own;
    struct cn__writer *out;
};

static void say(const struct action_words *w, const char *key, const struct cn__argument *arguments,
                int count)
{
    char common[CN__KEY_SIZE], own[CN__KEY_SIZE];
    cn__key(common, "action.", key);
    cn__key(own, common, ".own");
    const bool ours = w->own && cn__has_key(w->words, own);
    cn__words_expand(w->words, ours ? own : common, arguments, count, w->out);
}

static void say_plain(const struct action_words *w, const char *key)
{
    say(w, key, NULL, 0);
}

static void say_kinds(const struct action_words *w, int kind, char text[CN__WORD_SIZE])
{
    text[0] = '\0';
    if (kind < CN_KINDS)
        cn__words_melded(w->words, kind, text);
}

/* ---- melds ---- */

static int side_of_actor(const struct action_words *w)
{
    return w->board->side[w->seat];
}

static int kind_of_meld(const struct action_words *w, int meld)
{
    return meld < CN_MELDS_MAX ? cn_meld_kind(w->board->melds[side_of_actor(w)][meld]) : CN_NO_KIND;
}

static int melds_of(const struct action_words *w, int kind)
{
    return kind < CN_KINDS ? cn_side_melds_of(w->board, side_of_actor(w), kind) : 0;
}

/* A meld of a rank of which the side has several. */
struct which_meld {
    char number[CN__WORD_SIZE], cards[CN__LIST_SIZE];
};

static void say_which(const struct action_words *w, int meld, struct which_meld *which)
{
    const cn_packed_meld m = w->board->melds[side_of_actor(w)][meld];
    int counts[CN_KINDS] = {0};
    counts[cn_meld_kind(m)] = cn_meld_naturals(m);
    counts[CN_DEUCE] = cn_meld_deuces(m);
    counts[CN_JOKER] = cn_meld_jokers(m);
    cn__number_text(meld + 1, which->number); /* people count from 1 */
    cn_words_counts(w->words, counts, which->cards, sizeof which->cards);
}

/* ---- each type ---- */

static void say_take_with(const struct action_words *w, const char *key)
{
    char kinds[CN__WORD_SIZE], one[CN__WORD_SIZE * 2] = "";
    const int kind = w->board->pile_top;
    say_kinds(w, kind, kinds);
    if (kind < CN_KINDS)
        cn_words_amount(w->words, kind, 1, one, sizeof one);
    const struct cn__argument arguments[] = {{kinds, NULL}, {one, NULL}};
    say(w, key, arguments, 2);
}

static void say_take_onto(const struct action_words *w)
{
    char kinds[CN__WORD_SIZE];
    struct which_meld which = {"", ""};
    const bool several = melds_of(w, kind_of_meld(w, w->action.place)) > 1;
    say_kinds(w, w->board->pile_top, kinds);
    if (several)
        say_which(w, w->action.place, &which);
    const struct cn__argument arguments[] = {
        {kinds, NULL}, {which.number, NULL}, {which.cards, NULL}};
    say(w, several ? "take.onto.which" : "take.onto", arguments, 3);
}

static void say_laid(const struct action_words *w, int kind, char cards[CN__LIST_SIZE])
{
    int counts[CN_KINDS] = {0};
    if (kind < CN_KINDS)
        counts[kind] = w->action.amount;
    counts[CN_DEUCE] = cn_action_deuces(w->action);
    counts[CN_JOKER] = cn_action_jokers(w->action);
    cn_words_counts(w->words, counts, cards, CN__LIST_SIZE);
}

static void say_meld(const struct action_words *w)
{
    char cards[CN__LIST_SIZE];
    say_laid(w, w->action.place, cards);
    const struct cn__argument argument = {cards, NULL};
    say(w, "meld", &argument, 1);
}

static void say_add(const struct action_words *w)
{
    char cards[CN__LIST_SIZE], kinds[CN__WORD_SIZE];
    struct which_meld which = {"", ""};
    const int kind = kind_of_meld(w, w->action.place);
    const bool several = melds_of(w, kind) > 1;
    say_laid(w, kind, cards);
    say_kinds(w, kind, kinds);
    if (several)
        say_which(w, w->action.place, &which);
    const struct cn__argument arguments[] = {
        {cards, NULL}, {kinds, NULL}, {which.number, NULL}, {which.cards, NULL}};
    say(w, several ? "add.which" : "add", arguments, 4);
}

/* With two melds of the rank it is clear which ones; with more, both are named. */
static void say_merge(const struct action_words *w)
{
    char kinds[CN__WORD_SIZE];
    struct which_meld into = {"", ""}, from = {"", ""};
    const int kind = kind_of_meld(w, w->action.place);
    const bool several = melds_of(w, kind) > 2 && w->action.amount < CN_MELDS_MAX;
    say_kinds(w, kind, kinds);
    if (several) {
        say_which(w, w->action.place, &into);
        say_which(w, w->action.amount, &from);
    }
    const struct cn__argument arguments[] = {{kinds, NULL},
                                             {into.number, NULL},
                                             {into.cards, NULL},
                                             {from.number, NULL},
                                             {from.cards, NULL}};
    say(w, several ? "combine.which" : "combine", arguments, 5);
}

static void say_card(const struct action_words *w, const char *key)
{
    char card[CN__WORD_SIZE * 2] = "";
    if (w->action.place < CN_KINDS)
        cn_words_amount(w->words, w->action.place, 1, card, sizeof card);
    const struct cn__argument argument = {card, NULL};
    say(w, key, &argument, 1);
}

static void say_hand(const struct action_words *w)
{
    char name[CN__WORD_SIZE * 2] = "", points[CN__WORD_SIZE] = "";
    const struct cn_special_hands *hands = &w->law->rules.special_hands;
    if (w->action.place < hands->count) {
        const struct cn_special_hand *hand = &hands->row[w->action.place];
        cn_words_special_hand(w->words, hand->name, name, sizeof name);
        cn_words_points(w->words, hand->points, points, sizeof points);
    }
    const struct cn__argument arguments[] = {{name, NULL}, {points, NULL}};
    say(w, "hand", arguments, 2);
}

static void say_plainly(const struct action_words *w)
{
    switch ((enum cn_action_type)w->action.type) {
    case CN_ACTION_DRAW: say_plain(w, "draw"); break;
    case CN_ACTION_STOP: say_plain(w, "stop"); break;
    case CN_ACTION_ASK: say_plain(w, "ask"); break;
    case CN_ACTION_YES: say_plain(w, "yes"); break;
    case CN_ACTION_NO: say_plain(w, "no"); break;
    case CN_ACTION_TAKE_PAIR: say_take_with(w, "take.pair"); break;
    case CN_ACTION_TAKE_DEUCE: say_take_with(w, "take.deuce"); break;
    case CN_ACTION_TAKE_JOKER: say_take_with(w, "take.joker"); break;
    case CN_ACTION_TAKE_ONTO: say_take_onto(w); break;
    case CN_ACTION_MELD: say_meld(w); break;
    case CN_ACTION_ADD: say_add(w); break;
    case CN_ACTION_MERGE: say_merge(w); break;
    case CN_ACTION_DISCARD: say_card(w, "discard"); break;
    case CN_ACTION_FACE: say_card(w, "face"); break;
    case CN_ACTION_HAND: say_hand(w); break;
    case CN_ACTION_CALL: say_plain(w, "call"); break;
    case CN_ACTION_REQUIRE_DRAW: say_plain(w, "require.draw"); break;
    case CN_ACTION_REQUIRE_OUT: say_plain(w, "require.out"); break;
    case CN_ACTION_WAIVE: say_plain(w, "waive"); break;
    case CN_ACTION_ACCEPT: say_plain(w, "accept"); break;
    case CN_ACTION_PEEK: say_plain(w, "peek"); break;
    case CN_ACTION_TOUCH: say_plain(w, "touch"); break;
    case CN_ACTION_TAKE_HAND: say_plain(w, "take.hand"); break;
    case CN_ACTION_EXPOSE: say_card(w, "expose"); break;
    case CN_ACTION_TYPES: assert(false);
    }
}

/* ---- what is insisted on ---- */

/* "meld three kings anyway" */
static void say_anyway(const struct action_words *w)
{
    char text[CN__LIST_SIZE];
    struct cn__writer plain = cn__buffer_of(text, sizeof text);
    struct action_words inner = *w;
    inner.out = &plain;
    say_plainly(&inner);
    const struct cn__argument argument = {text, NULL};
    say(w, w->seat == w->board->turn ? "anyway" : "out_of_turn", &argument, 1);
}

static void say_insisted(const struct action_words *w)
{
    const bool in_turn = w->seat == w->board->turn;
    switch ((enum cn_action_type)w->action.type) {
    case CN_ACTION_DRAW: say_plain(w, in_turn ? "draw.more" : "draw.out_of_turn"); break;
    case CN_ACTION_DISCARD:
        if (w->board->phase == CN_PHASE_START)
            say_card(w, "discard.undrawn");
        else
            say_anyway(w);
        break;
    case CN_ACTION_ASK:
    case CN_ACTION_PEEK:
    case CN_ACTION_TOUCH:
    case CN_ACTION_TAKE_HAND:
    case CN_ACTION_EXPOSE: say_plainly(w); break;
    default: say_anyway(w); break;
    }
}

/* Out of turn only a seat itself asks what it could do. */
static int seat_of(const struct cn_board *board, int own, struct cn_action action)
{
    const bool any = cn_action_is_insisted(action) || action.type == CN_ACTION_CALL;
    return any && own >= 0 && own < board->players ? own : cn_board_actor(board);
}

size_t cn_words_action(const struct cn_words *words, const struct cn_law *law,
                       const struct cn_board *board, int own, struct cn_action action, char *text,
                       size_t size)
{
    struct cn__writer out = cn__buffer_of(text, size);
    const int seat = seat_of(board, own, action);
    const struct action_words w = {words, law,         board, cn_action_plain(action),
                                   seat,  seat == own, &out};
    if (cn_action_is_insisted(action))
        say_insisted(&w);
    else
        say_plainly(&w);
    return out.length;
}
