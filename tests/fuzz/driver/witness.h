/* witness.h -- properties that every position of every game must have.
 *
 * If one does not hold, the functions return false with a sentence in 'fault'; the fuzz targets
 * then abort and the unit tests fail. The checks use a separate generator, so that they do not
 * change what is played. */
#ifndef CN_TESTS_WITNESS_H
#define CN_TESTS_WITNESS_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"

/* No deal can have more decisions. A turn takes a card from the stock or lays one from the pile for
 * good, and a card is laid once, so there are fewer than two turns per card. A turn asks, is
 * answered, draws or takes, and discards; every other decision lays a card or merges two melds. */
enum {
    DECISIONS_MAX = 2 * CN_CARDS_MAX * 4 + CN_CARDS_MAX + CN_MELDS_MAX
};

/* Of longer lists only samples are checked. */
enum {
    LISTED_MAX = 96
};

struct witness {
    struct chance chance;
    struct cn_actions list;
    uint32_t keys[CN_ACTIONS_MAX]; /* the list's keys, sorted */
    struct cn_game before;
    char fault[400];
};

static inline void witness_init(struct witness *w, uint64_t seed)
{
    chance_from_seed(&w->chance, seed);
    w->fault[0] = '\0';
}

static inline bool witness_expects(struct witness *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(w->fault, sizeof w->fault, format, arguments);
    va_end(arguments);
    return false;
}

static inline uint32_t action_key(struct cn_action a)
{
    return (uint32_t)a.type << 24 | (uint32_t)a.place << 16 | (uint32_t)a.amount << 8 | a.wilds;
}

static inline int compare_keys(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a;
    const uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Deals with a shuffled and cut deck. */
static inline bool witness_deal(struct cn_game *game, struct chance *c,
                                const struct cn_observer *observer)
{
    cn_card deck[CN_CARDS_MAX];
    int dealer, idle;
    const int count = cn_deck_init(&game->law->rules, game->players, deck);
    struct cn_rng rng;
    cn_rng_init(&rng, chance_seed(c));
    cn_rng_shuffle(&rng, deck, count);
    cn_game_next_dealer(game, &dealer, &idle);
    return cn_game_deal(game, dealer, idle, deck, &rng, observer);
}

/* ---- the list ---- */

static inline bool witness_listed(const struct witness *w, struct cn_action action)
{
    const uint32_t key = action_key(action);
    return bsearch(&key, w->keys, (size_t)w->list.count, sizeof key, compare_keys) != NULL;
}

static inline bool witness_round_trip(struct witness *w, const struct cn_law *law,
                                      struct cn_action action)
{
    char text[CN_ACTION_TEXT], again[CN_ACTION_TEXT];
    struct cn_action read;
    const size_t length = cn_action_format(law, action, text);
    if (length != strlen(text) || !cn_action_parse(law, text, length, &read))
        return witness_expects(w, "'%s' cannot be read", text);
    cn_action_format(law, read, again);
    if (!cn_action_equal(action, read) || strcmp(text, again) != 0)
        return witness_expects(w, "'%s' is read as '%s'", text, again);
    return true;
}

static inline bool witness_listed_action(struct witness *w, const struct cn_game *game,
                                         struct cn_action action)
{
    char text[CN_ACTION_TEXT];
    struct cn_refusal why = {.id = CN_LEGAL};
    cn_card cards[CN_CARDS_MAX];
    const int seat = cn_game_actor(game);
    const struct cn_deal *deal = &game->deal;
    cn_action_format(NULL, action, text);
    if (!cn_board_legal_check(game->law, &deal->board, seat, deal->hands[seat], action, &why))
        return witness_expects(w, "'%s' is listed, but refused by %s %s", text,
                               cn_refusal_name(why.id), why.article);
    if (cn_game_pick_cards(game, seat, action, cards) < 0)
        return witness_expects(w, "'%s' is listed, but its cards are not held", text);
    return witness_round_trip(w, game->law, action);
}

static inline bool witness_sort(struct witness *w)
{
    for (int i = 0; i < w->list.count; i++)
        w->keys[i] = action_key(w->list.at[i]);
    qsort(w->keys, (size_t)w->list.count, sizeof w->keys[0], compare_keys);
    for (int i = 1; i < w->list.count; i++)
        if (w->keys[i] == w->keys[i - 1])
            return witness_expects(w, "an action is listed twice: %08x", (unsigned)w->keys[i]);
    return true;
}

/* Makes and checks the list of the position, which must be in play. */
static inline bool witness_list(struct witness *w, const struct cn_game *game)
{
    const char *wrong = cn_game_check(game);
    const int seat = cn_game_actor(game);
    if (wrong != NULL)
        return witness_expects(w, "the counts differ: %s", wrong);
    if (seat >= game->players)
        return witness_expects(w, "a deal in play, but nobody decides");
    if (cn_board_legal_list(game->law, &game->deal.board, game->deal.hands[seat], &w->list) <= 0)
        return witness_expects(w, "nothing is legal in phase %d", game->deal.board.phase);
    if (!witness_sort(w))
        return false;
    const int looked = w->list.count < LISTED_MAX ? w->list.count : LISTED_MAX;
    for (int i = 0; i < looked; i++) {
        const int at = looked == w->list.count ? i : chance_below(&w->chance, w->list.count);
        if (!witness_listed_action(w, game, w->list.at[at]))
            return false;
    }
    return true;
}

/* ---- refusals ---- */

/* Returns any action that an action string can express. */
static inline struct cn_action witness_any_action(struct chance *c)
{
    const int type = chance_below(c, CN_ACTION_TYPES);
    const int most = chance_percent(c, 90) ? 8 : 100;
    const int wilds = chance_percent(c, 90) ? 4 : 16;
    int at = 0, n = 0, deuces = 0, jokers = 0;
    if (type == CN_ACTION_MELD || type == CN_ACTION_DISCARD)
        at = chance_below(c, CN_KINDS);
    if (type == CN_ACTION_FACE)
        at = chance_percent(c, 50) ? CN_RED_THREE : CN_BLACK_THREE;
    if (type == CN_ACTION_HAND)
        at = chance_percent(c, 50) ? CN_NO_HAND : chance_below(c, CN_SPECIAL_HANDS_MAX);
    if (type == CN_ACTION_TAKE_ONTO || type == CN_ACTION_ADD || type == CN_ACTION_MERGE)
        at = chance_below(c, most);
    if (type == CN_ACTION_MELD || type == CN_ACTION_ADD) {
        n = chance_below(c, most);
        deuces = chance_below(c, wilds);
        jokers = chance_below(c, wilds);
    }
    if (type == CN_ACTION_MERGE) {
        at = at < 99 ? at : 98;
        n = at + 1 + chance_below(c, most < 99 - at ? most : 99 - at);
    }
    return cn_action_of(type, at, n, deuces, jokers);
}

/* Returns a listed action with one field slightly changed, to test the limits of the law. */
static inline struct cn_action witness_near_miss(struct witness *w)
{
    struct cn_action a = w->list.at[chance_below(&w->chance, w->list.count)];
    const int step = chance_percent(&w->chance, 50) ? 1 : -1;
    switch (chance_below(&w->chance, 4)) {
    case 0: a.place = (uint8_t)(a.place + step); break;
    case 1: a.amount = (uint8_t)(a.amount + step); break;
    case 2: a.wilds = (uint8_t)(a.wilds + step); break;
    default: a.wilds = (uint8_t)(a.wilds + 16 * step); break;
    }
    char text[CN_ACTION_TEXT];
    const bool has_kind =
        a.type == CN_ACTION_MELD || a.type == CN_ACTION_DISCARD || a.type == CN_ACTION_FACE;
    const bool can_be_said = a.place < (has_kind ? CN_KINDS : 100) && a.amount < 100;
    struct cn_action read;
    if (can_be_said && cn_action_parse(NULL, text, cn_action_format(NULL, a, text), &read))
        return read;
    return witness_any_action(&w->chance);
}

/* A seat tries an illegal action: it must get a reason, and nothing may change. */
static inline bool witness_refuses(struct witness *w, struct cn_game *game, int seat,
                                   struct cn_action action)
{
    char text[CN_ACTION_TEXT];
    struct cn_refusal why = {.id = CN_LEGAL};
    cn_action_format(NULL, action, text);
    w->before = *game;
    if (cn_game_play(game, seat, action, NULL, &why, NULL))
        return witness_expects(w, "'%s' of seat %d is played, but not listed", text, seat);
    if (memcmp(&w->before, game, sizeof *game) != 0)
        return witness_expects(w, "'%s' of seat %d is refused, but changes the game", text, seat);
    if (why.id <= CN_LEGAL || why.id >= CN_REFUSAL_COUNT || why.article[0] == '\0' ||
        memchr(why.article, '\0', sizeof why.article) == NULL)
        return witness_expects(w, "'%s' of seat %d is refused without an article", text, seat);
    return true;
}

/* Tries actions that are not in the list. Call witness_list first. */
static inline bool witness_refusals(struct witness *w, struct cn_game *game, int tries)
{
    const int actor = cn_game_actor(game);
    for (int i = 0; i < tries; i++) {
        const struct cn_action action =
            i % 2 == 0 ? witness_any_action(&w->chance) : witness_near_miss(w);
        if (!witness_listed(w, action) && !witness_refuses(w, game, actor, action))
            return false;
    }
    const int other = chance_below(&w->chance, game->players);
    return other == actor || witness_refuses(w, game, other, w->list.at[0]);
}

/* ---- playing ---- */

/* Chooses other cards of the same kinds than the game would, in any order. */
static inline void witness_other_cards(struct witness *w, const struct cn_game *game, int seat,
                                       cn_card *cards, int count)
{
    uint8_t held[CN_CARD_CODES];
    memcpy(held, game->cards.hand[seat], sizeof held);
    for (int i = 0; i < count; i++) {
        const int kind = cn_card_kind(cards[i]);
        int face = chance_below(&w->chance, CN_CARD_CODES);
        while (held[face] == 0 || cn_card_kind((cn_card)face) != kind)
            face = (face + 1) % CN_CARD_CODES;
        held[face]--;
        cards[i] = (cn_card)face;
    }
    for (int i = count - 1; i > 0; i--) {
        const int other = chance_below(&w->chance, i + 1);
        const cn_card card = cards[i];
        cards[i] = cards[other];
        cards[other] = card;
    }
}

/* Plays a legal action of the deciding seat, with cards of its choice or the game's. */
static inline bool witness_play(struct witness *w, struct cn_game *game, struct cn_action action,
                                const struct cn_observer *observer)
{
    char text[CN_ACTION_TEXT];
    cn_card cards[CN_CARDS_MAX];
    struct cn_refusal why;
    const int seat = cn_game_actor(game);
    const int count = cn_game_pick_cards(game, seat, action, cards);
    const bool own = chance_percent(&w->chance, 60) && count > 0;
    cn_action_format(NULL, action, text);
    if (own)
        witness_other_cards(w, game, seat, cards, count);
    if (!cn_game_play(game, seat, action, own ? cards : NULL, &why, observer))
        return witness_expects(w, "'%s' is legal, but not played", text);
    const char *wrong = cn_game_check(game);
    if (wrong != NULL)
        return witness_expects(w, "after '%s': %s", text, wrong);
    if ((game->deal.board.phase == CN_PHASE_ENDED) == (game->in_deal != 0))
        return witness_expects(w, "after '%s' the deal has ended and has not", text);
    return true;
}

#endif
