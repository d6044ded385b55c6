/* action.h -- a decision of a player, and its string (docs/RECORD.md, "Action strings").
 *
 * Every decision that a seat can make is one of these, in terms of kinds of cards. People, bots,
 * networks and records all use the same strings.
 */
#ifndef CANASTA_ACTION_H
#define CANASTA_ACTION_H

#include <canasta/card.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cn_law;

enum cn_action_type {
    CN_ACTION_DRAW, /* draw from the stock (L15) */
    CN_ACTION_STOP, /* end the deal, once the stock is gone (L36) */
    CN_ACTION_ASK,  /* ask the partner "May I go out?" (L40) */
    CN_ACTION_YES,  /* answer that question */
    CN_ACTION_NO,
    CN_ACTION_TAKE_PAIR,  /* take the pile with a natural pair (L32) */
    CN_ACTION_TAKE_DEUCE, /* … with a natural and a deuce */
    CN_ACTION_TAKE_JOKER, /* … with a natural and a joker */
    CN_ACTION_TAKE_ONTO,  /* … by adding its top card to a meld (L35): meld */
    CN_ACTION_MELD,       /* lay a new meld (L18): kind, naturals, deuces, jokers */
    CN_ACTION_ADD,        /* add to a meld (L20): meld, naturals, deuces, jokers */
    CN_ACTION_MERGE,      /* join two melds of one rank (L24): meld, other meld */
    CN_ACTION_DISCARD,    /* discard, which ends the turn (L16): kind */
    CN_ACTION_FACE,       /* lay down a bonus card of the hand (A:threes): kind */
    CN_ACTION_HAND,       /* lay the whole hand, a special one (A:hands): row */
    /* Only where a referee rules (parameter referee): */
    CN_ACTION_CALL,         /* call attention to an irregularity (L60) */
    CN_ACTION_REQUIRE_DRAW, /* require that the offender draws (L53, L57) */
    CN_ACTION_REQUIRE_OUT,  /* require that the offender goes out (L59) */
    CN_ACTION_WAIVE,        /* require nothing */
    CN_ACTION_ACCEPT,       /* let the deal end as it has been played */
    /* … and only insisted on: */
    CN_ACTION_PEEK,      /* look at the top card of the stock (L53) */
    CN_ACTION_TOUCH,     /* touch the top card of the pile (L57) */
    CN_ACTION_TAKE_HAND, /* take the pile into the hand (L57) */
    CN_ACTION_EXPOSE,    /* show a card of the hand (L54): kind */
    CN_ACTION_TYPES
};

/* A bit of an action's type: the seat insists on it though it is not legal ("!discard 7"). */
enum {
    CN_ACTION_INSISTED = 0x80
};

/* Four bytes. Read the fields with the functions below; those that a type does not use are 0. */
struct cn_action {
    uint8_t type;   /* enum cn_action_type, and CN_ACTION_INSISTED */
    uint8_t place;  /* kind, meld or row */
    uint8_t amount; /* natural cards, or the other meld */
    uint8_t wilds;  /* deuces in the low four bits, jokers in the high */
};

/* Returns an action of these fields; nothing is checked. */
static inline struct cn_action cn_action_of(int type, int at, int n, int deuces, int jokers)
{
    struct cn_action action;
    action.type = (uint8_t)type;
    action.place = (uint8_t)at;
    action.amount = (uint8_t)n;
    action.wilds = (uint8_t)(deuces | jokers << 4);
    return action;
}
/* Does its seat insist on it? Only where a referee rules. */
static inline bool cn_action_is_insisted(struct cn_action action)
{
    return (action.type & CN_ACTION_INSISTED) != 0;
}
/* Returns the action as one that its seat insists on, or as a plain one. */
static inline struct cn_action cn_action_insist(struct cn_action action)
{
    action.type |= CN_ACTION_INSISTED;
    return action;
}
static inline struct cn_action cn_action_plain(struct cn_action action)
{
    action.type &= (uint8_t)~CN_ACTION_INSISTED;
    return action;
}
/* Returns the kind that CN_ACTION_MELD lays, CN_ACTION_DISCARD discards, CN_ACTION_FACE lays
 * down or CN_ACTION_EXPOSE shows. */
static inline int cn_action_kind(struct cn_action action)
{
    return action.place;
}
/* Returns the index of the meld: CN_ACTION_TAKE_ONTO, CN_ACTION_ADD, CN_ACTION_MERGE. */
static inline int cn_action_meld(struct cn_action action)
{
    return action.place;
}
/* Returns the index of the meld that CN_ACTION_MERGE joins to the first. */
static inline int cn_action_other_meld(struct cn_action action)
{
    return action.amount;
}
/* Returns the special hand that CN_ACTION_HAND lays: the first row of its name in special_hands, or
 * CN_NO_HAND. */
static inline int cn_action_hand(struct cn_action action)
{
    return action.place;
}
/* Returns how many natural cards CN_ACTION_MELD or CN_ACTION_ADD lays. */
static inline int cn_action_naturals(struct cn_action action)
{
    return action.amount;
}
/* Returns how many deuces it lays. */
static inline int cn_action_deuces(struct cn_action action)
{
    return action.wilds & 15;
}
/* Returns how many jokers it lays. */
static inline int cn_action_jokers(struct cn_action action)
{
    return action.wilds >> 4;
}
/* Does it take the pile (L32, L35)? */
static inline bool cn_action_takes(struct cn_action action)
{
    return action.type >= CN_ACTION_TAKE_PAIR && action.type <= CN_ACTION_TAKE_ONTO;
}
/* May its seat undo it without the consent of others, if it revealed no card? Such are actions that
 * only lay cards (docs/RECORD.md, "undo"). */
static inline bool cn_action_is_undoable(struct cn_action action)
{
    return cn_action_takes(action) || action.type == CN_ACTION_MELD ||
           action.type == CN_ACTION_ADD || action.type == CN_ACTION_MERGE;
}
/* Are they the same decision? */
static inline bool cn_action_equal(struct cn_action a, struct cn_action b)
{
    return a.type == b.type && a.place == b.place && a.amount == b.amount && a.wilds == b.wilds;
}

enum {
    CN_ACTION_TEXT = 32, /* room for the string of any action, its NUL included */
    CN_NO_HAND = 0xff    /* a special hand that the rule set does not have */
};

/* Writes the string of an action, NUL-terminated ("meld 7 3 0 1"). Returns its length. The law has
 * the names of special hands. An action that is insisted on begins with "!". */
CN_API size_t cn_action_format(const struct cn_law *law, struct cn_action action,
                               char text[CN_ACTION_TEXT]);

/* Reads an action string of exactly 'length' characters: words separated by one blank, numbers
 * without leading zeros. Returns false if it is not an action. Does not check legality: a special
 * hand that the law does not name is CN_NO_HAND, as is any where 'law' is NULL. What only a referee
 * lets happen is an action only if the law has one. */
CN_API bool cn_action_parse(const struct cn_law *law, const char *text, size_t length,
                            struct cn_action *action);

#ifdef __cplusplus
}
#endif

#endif
