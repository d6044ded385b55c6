/* action.h -- a decision and its string (RECORD.md, "Action strings").
 *
 * Every decision that a seat can make is one of these, at the level of kinds, and every one has
 * a string: a person, a bot, a network and a saved game all pass through them.
 */
#ifndef CN_ENGINE_ACTION_H
#define CN_ENGINE_ACTION_H

#include "board.h"

enum cn_action_type {
    CN_ACTION_DRAW,
    CN_ACTION_STOP,
    CN_ACTION_ASK,
    CN_ACTION_YES,
    CN_ACTION_NO,
    CN_ACTION_TAKE_PAIR,
    CN_ACTION_TAKE_DEUCE,
    CN_ACTION_TAKE_JOKER,
    CN_ACTION_TAKE_ONTO, /* at = meld */
    CN_ACTION_MELD,      /* at = kind, n, deuces, jokers */
    CN_ACTION_ADD,       /* at = meld, n, deuces, jokers */
    CN_ACTION_MERGE,     /* at = lower meld, n = higher meld */
    CN_ACTION_DISCARD,   /* at = kind */
    CN_ACTION_TYPES
};

/* Four bytes; wilds: deuces in the low four bits, jokers in the high. Unused fields are 0. */
struct cn_action {
    uint8_t type, at, n, wilds;
};

static inline struct cn_action cn_action_of(int type, int at, int n, int deuces, int jokers)
{
    return (struct cn_action){(uint8_t)type, (uint8_t)at, (uint8_t)n,
                              (uint8_t)(deuces | jokers << 4)};
}
static inline int cn_action_deuces(struct cn_action a)
{
    return a.wilds & 15;
}
static inline int cn_action_jokers(struct cn_action a)
{
    return a.wilds >> 4;
}
static inline bool cn_action_equal(struct cn_action a, struct cn_action b)
{
    return a.type == b.type && a.at == b.at && a.n == b.n && a.wilds == b.wilds;
}

enum {
    CN_ACTION_TEXT = 32
};
/* Writes the action's string, NUL-terminated; returns its length. */
size_t cn_action_format(struct cn_action action, char text[CN_ACTION_TEXT]);
/* Reads an action string of exactly 'length' characters: words separated by one blank, numbers
 * without leading zeros. False if it is none; whether it is legal is another question. */
bool cn_action_parse(const char *text, size_t length, struct cn_action *action);

/* Room for every legal list: three packs give at most some 17,000 actions (each meld and each rank
 * takes up to 12 naturals x 13 x 7 counts of wilds, and naturals in melds are not in the hand). */
enum {
    CN_ACTIONS_MAX = 24576
};
struct cn_actions {
    int count;
    struct cn_action at[CN_ACTIONS_MAX];
};
/* Which types the list has actions of: bit t for enum cn_action_type t. */
unsigned cn_actions_types(const struct cn_actions *actions);

enum {
    CN_TYPES_TAKE = 1 << CN_ACTION_TAKE_PAIR | 1 << CN_ACTION_TAKE_DEUCE |
                    1 << CN_ACTION_TAKE_JOKER | 1 << CN_ACTION_TAKE_ONTO,
    CN_TYPES_LAY = 1 << CN_ACTION_MELD | 1 << CN_ACTION_ADD
};

#endif
