/* count.h -- what a side scores in a deal, counted card by card as people do: from the cards on the
 * table and in hands, not from the engine's counts, and by the text of the rules, not by the
 * engine's tables. */
#ifndef CN_TESTS_COUNT_H
#define CN_TESTS_COUNT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"

/* ---- the rules ---- */

/* Finds the number of a name in a value such as "{7: 2500, wild: 2000}". */
static inline bool count_figure(const struct cn_rules *rules, int param, const char *name,
                                int32_t *figure)
{
    char value[CN_RULES_VALUE_SIZE], wanted[40];
    cn_rules_value(rules, param, value, sizeof value);
    snprintf(wanted, sizeof wanted, "%s: ", name);
    for (const char *at = strstr(value, wanted); at != NULL; at = strstr(at + 1, wanted)) {
        if (at[-1] != '{' && at[-1] != ' ')
            continue;
        *figure = atoi(at + strlen(wanted));
        return true;
    }
    return false;
}

static inline bool count_is_bonus_card(const struct cn_rules *rules, cn_card card)
{
    char text[3];
    cn_card_format(card, text);
    if (text[0] != '3')
        return false;
    return strchr("hd", text[1]) != NULL || cn_black_threes_are_bonus(rules);
}

static inline bool count_is_red(cn_card card)
{
    return card == cn_card_parse("3h") || card == cn_card_parse("3d");
}

/* The points of a card as L25 lists them; a bonus card has those of one that is held. */
static inline int32_t count_card(const struct cn_rules *rules, cn_card card)
{
    char text[3];
    cn_card_format(card, text);
    if (count_is_bonus_card(rules, card))
        return rules->bonus_held_points;
    if (text[0] != '3')
        return rules->card_points.of[cn_kind_parse(text, 1)];
    return rules->card_points.of[CN_BLACK_THREE];
}

/* ---- melds ---- */

struct count_meld {
    char rank[2]; /* "" if it has only wild cards */
    int cards, naturals, deuces, jokers;
    int32_t points;
};

static inline struct count_meld count_meld_at(const struct cn_game *game, int side, int meld)
{
    struct count_meld m = {.cards = 0};
    cn_card laid[CN_CARDS_MAX];
    m.cards = cn_placement_meld(&game->cards, side, meld, laid);
    for (int i = 0; i < m.cards; i++) {
        char text[3];
        cn_card_format(laid[i], text);
        m.points += count_card(&game->law->rules, laid[i]);
        m.jokers += text[0] == 'X';
        m.deuces += text[0] == '2';
        if (text[0] != 'X' && text[0] != '2') {
            m.naturals++;
            m.rank[0] = text[0];
        }
    }
    return m;
}

/* The name of a canasta's figure: its own, if the rules name one, else that of its class. */
static inline void count_name(const struct cn_rules *rules, const struct count_meld *m,
                              char name[24])
{
    int32_t figure;
    const bool natural = m->naturals == m->cards;
    if (m->naturals > 0) {
        snprintf(name, 24, "%s%s", natural ? "" : "mixed_", m->rank);
        if (!count_figure(rules, CN_PARAM_canasta_bonus, name, &figure))
            snprintf(name, 24, natural ? "natural" : "mixed");
        return;
    }
    snprintf(name, 24, "wild_jokers");
    if (m->deuces == 0 && count_figure(rules, CN_PARAM_canasta_bonus, name, &figure))
        return;
    snprintf(name, 24, "wild_four_jokers");
    if (m->jokers >= 4 && count_figure(rules, CN_PARAM_canasta_bonus, name, &figure))
        return;
    snprintf(name, 24, "wild_deuces");
    if (m->jokers == 0 && count_figure(rules, CN_PARAM_canasta_bonus, name, &figure))
        return;
    snprintf(name, 24, "wild");
}

static inline int32_t count_canasta(const struct cn_rules *rules, const struct count_meld *m)
{
    char name[24];
    int32_t figure = 0;
    count_name(rules, m, name);
    if (strcmp(name, "natural") == 0)
        return rules->natural_canasta_bonus;
    if (strcmp(name, "mixed") == 0)
        return rules->mixed_canasta_bonus;
    (void)count_figure(rules, CN_PARAM_canasta_bonus, name, &figure);
    return figure;
}

/* What an unfinished meld costs (unfinished_penalty); 'name' is what it is called there. */
static inline int32_t count_unfinished(const struct cn_rules *rules, const struct count_meld *m,
                                       char name[24])
{
    int32_t figure = 0;
    snprintf(name, 24, "%s", m->rank);
    if (m->naturals == m->cards) {
        (void)count_figure(rules, CN_PARAM_unfinished_penalty, name, &figure);
    } else if (m->naturals == 0) {
        snprintf(name, 24, "wild_four_jokers");
        if (m->jokers < 4 || !count_figure(rules, CN_PARAM_unfinished_penalty, name, &figure)) {
            snprintf(name, 24, "wild");
            (void)count_figure(rules, CN_PARAM_unfinished_penalty, name, &figure);
        }
    }
    return figure;
}

/* ---- a side ---- */

struct count {
    struct cn_tally tally; /* as people write it down */
    int32_t items[CN_SCORE_ITEM_COUNT];
    int canastas, needed; /* canastas; those of the rank that red_three_needs names */
};

static inline int count_key(const char *name)
{
    for (int key = 0; key < CN_CANASTA_KEYS; key++)
        if (strcmp(cn_canasta_key_name(key), name) == 0)
            return key;
    return -1;
}

static inline void count_one_canasta(const struct cn_rules *rules, const struct count_meld *m,
                                     struct count *count)
{
    char needs[40], name[24], own[24];
    count_name(rules, m, name);
    cn_rules_value(rules, CN_PARAM_red_three_needs, needs, sizeof needs);
    count->canastas++;
    count->needed += m->naturals > 0 && strcmp(needs, m->rank) == 0;
    count->items[CN_SCORE_CANASTAS] += count_canasta(rules, m);
    /* People enter a canasta of a rank that the rules name anywhere as one of that rank. */
    snprintf(own, sizeof own, "%s%s", m->naturals == m->cards ? "" : "mixed_", m->rank);
    const int key = m->naturals > 0 ? count_key(own) : -1;
    const bool apart = key >= 0 && cn_tally_tells_apart(rules, key);
    count->tally.canastas[apart ? key : count_key(name)]++;
}

static inline void count_table(const struct cn_game *game, int side, struct count *count)
{
    const struct cn_rules *rules = &game->law->rules;
    for (int meld = 0; meld < CN_MELDS_MAX; meld++) {
        char name[24];
        const struct count_meld m = count_meld_at(game, side, meld);
        if (m.cards == 0)
            continue;
        count->tally.melded = true;
        count->tally.melds += m.points;
        if (m.cards >= 7) {
            count_one_canasta(rules, &m, count);
            continue;
        }
        const int32_t cost = count_unfinished(rules, &m, name);
        if (cost != 0)
            count->tally.unfinished[count_key(name)]++;
        count->items[CN_SCORE_PENALTIES] -= cost;
    }
    for (int i = 0; i < game->cards.red_count; i++)
        if (game->cards.red_side[i] == side)
            *(count_is_red(game->cards.red[i]) ? &count->tally.red : &count->tally.black) += 1;
}

/* What the cards of a kind that a seat holds cost: "{7: [3, 1500]}". */
static inline void count_held_kind(const struct cn_rules *rules, int kind, int cards,
                                   struct count *count)
{
    char value[CN_RULES_VALUE_SIZE], wanted[16];
    int many, cost;
    cn_rules_value(rules, CN_PARAM_held_penalty, value, sizeof value);
    snprintf(wanted, sizeof wanted, "%s: [", cn_kind_name(kind));
    const char *at = strstr(value, wanted);
    if (at == NULL || sscanf(at + strlen(wanted), "%d, %d", &many, &cost) != 2 || cards < many)
        return;
    count->tally.held[kind]++;
    count->items[CN_SCORE_PENALTIES] -= cost;
}

/* Adds cards that wait in the deck: a talon, or second hands. Returns how many. */
static inline int count_waiting(const struct cn_deal *deal, int from, int to, cn_card *cards)
{
    int count = 0;
    for (int i = from; i < to; i++)
        cards[count++] = deal->stock[i];
    return count;
}

/* The cards with a seat: a hand that had no turn has its bonus cards faced (I11). */
static inline void count_seat(const struct cn_game *game, int seat, struct count *count)
{
    const struct cn_rules *rules = &game->law->rules;
    const struct cn_deal *deal = &game->deal;
    const bool had_turn = (deal->board.turned >> seat & 1) != 0;
    const int talon = deal->talon_from[seat];
    cn_card cards[CN_CARDS_MAX];
    int kinds[CN_KINDS] = {0};
    const int hand = cn_placement_hand(&game->cards, seat, cards);
    int held = hand + count_waiting(deal, talon, talon + deal->board.talon[seat], cards + hand);
    held += count_waiting(deal, deal->second_from[seat], deal->second_end[seat], cards + held);
    for (int i = 0; i < held; i++) {
        if (i < hand && !had_turn && count_is_bonus_card(rules, cards[i])) {
            *(count_is_red(cards[i]) ? &count->tally.red : &count->tally.black) += 1;
            continue;
        }
        count->tally.hands += count_card(rules, cards[i]);
        kinds[cn_card_kind(cards[i])]++;
    }
    for (int kind = 0; kind < CN_KINDS; kind++)
        count_held_kind(rules, kind, kinds[kind], count);
}

/* ---- the items ---- */

static inline int32_t count_bonus_cards(const struct cn_bonus_steps *bonuses, int cards)
{
    if (cards == 0 || bonuses->count == 0)
        return 0;
    return bonuses->bonus[cards > bonuses->count ? bonuses->count - 1 : cards - 1];
}

/* Do the bonus cards add, subtract or count nothing? */
static inline int count_bonus_sign(const struct cn_rules *rules, const struct count *count)
{
    char needs[40];
    if (rules->score_by_canastas)
        return count->canastas == 0 ? -1 : count->canastas == 1 ? 0 : 1;
    cn_rules_value(rules, CN_PARAM_red_three_needs, needs, sizeof needs);
    bool has = count->needed > 0;
    if (strcmp(needs, "meld") == 0)
        has = count->tally.melded;
    if (strcmp(needs, "canasta") == 0)
        has = count->canastas > 0;
    if (has || rules->red_three_without_meld == CN_RED_ADD)
        return 1;
    return rules->red_three_without_meld == CN_RED_SUBTRACT ? -1 : 0;
}

static inline void count_items(const struct cn_rules *rules, struct count *count)
{
    const struct cn_tally *tally = &count->tally;
    int32_t *items = count->items;
    if (tally->special > 0) {
        memset(items, 0, sizeof count->items);
        items[CN_SCORE_SPECIAL] = rules->special_hands.row[tally->special - 1].points;
        return;
    }
    const bool swings = rules->score_by_canastas && count->canastas == 0;
    items[CN_SCORE_MELDS] = swings ? -tally->melds : tally->melds;
    items[CN_SCORE_RED_THREES] = count_bonus_sign(rules, count) *
                                 (count_bonus_cards(&rules->red_three_bonus, tally->red) +
                                  count_bonus_cards(&rules->black_three_bonus, tally->black));
    items[CN_SCORE_OUT] = tally->out && !swings ? rules->going_out_bonus : 0;
    items[CN_SCORE_CONCEALED] = tally->concealed && !swings ? rules->concealed_bonus : 0;
    items[CN_SCORE_HANDS] = -tally->hands;
}

/* The deal must have ended. The bonus for the game is left out. */
static inline struct count count_all(const struct cn_game *game, int side)
{
    const struct cn_board *board = &game->deal.board;
    struct count count;
    memset(&count, 0, sizeof count);
    count_table(game, side, &count);
    for (int seat = 0; seat < game->players; seat++)
        if (board->side[seat] == side)
            count_seat(game, seat, &count);
    count.tally.out = board->end_why == CN_END_OUT && board->side[board->out_seat] == side;
    count.tally.concealed = count.tally.out && board->concealed;
    if (board->special > 0 && board->side[board->out_seat] == side)
        count.tally.special = board->special;
    count_items(&game->law->rules, &count);
    return count;
}

/* Only what people write down. */
static inline struct cn_tally count_side(const struct cn_game *game, int side)
{
    return count_all(game, side).tally;
}

#endif
