/* action.h -- a decision and its string (RECORD.md, "Action strings").
 *
 * Every decision that a seat can make is one of these, in terms of kinds of cards. People, bots,
 * networks and saved games all use the same strings.
 */
#ifndef CN_ENGINE_ACTION_H
#define CN_ENGINE_ACTION_H

#include "canasta/action.h"

#include "board.h"

/* Room for every legal list. Each meld of a rank, and a new one, takes 0 to h naturals with up to
 * 16 x 13 counts of wilds, and naturals in melds are not in the hand: with six packs and 12 ranks
 * that is about 12 x (11 + 1) x (6 + 1) x 208 = 210,000 at most. Three packs give 17,000. */
enum {
    CN_ACTIONS_MAX = 220 * 1024
};
struct cn_actions {
    int count;
    struct cn_action at[CN_ACTIONS_MAX];
};
/* The types of the actions in the list: bit t for enum cn_action_type t. */
unsigned cn_actions_types(const struct cn_actions *actions);

/* Is it an action string of some law, strict or with a referee? */
bool cn_action_is_string(const char *text, size_t length);

/* Returns how many of these deuces one action lays; the others need another. */
static inline int cn_deuces_at_once(int deuces)
{
    return deuces < CN_ACTION_DEUCES ? deuces : CN_ACTION_DEUCES;
}

/* Returns how many of the latest actions their seat may undo without the consent of others, after
 * an action that caused this many events (its own included), from the number before it. */
static inline int cn_undo_count(int before, struct cn_action action, int events)
{
    return events == 1 && cn_action_is_undoable(action) ? before + 1 : 0;
}

enum {
    CN_TYPES_TAKE = 1 << CN_ACTION_TAKE_PAIR | 1 << CN_ACTION_TAKE_DEUCE |
                    1 << CN_ACTION_TAKE_JOKER | 1 << CN_ACTION_TAKE_ONTO,
    CN_TYPES_LAY = 1 << CN_ACTION_MELD | 1 << CN_ACTION_ADD
};

/* The name of a decision in the "require" lines of records, NULL for other types of action; and the
 * type of the decision with this name, -1 for other names and NULL. */
const char *cn_decision_name(int type);
int cn_decision_type(const char *name);

/* The types that only refereed tables have, for a switch that has nothing to do for them: the last
 * part of a case label, so that the compiler still finds a type that is left out. */
#define CN_REFEREED_ACTIONS      \
    CN_ACTION_CALL:              \
    case CN_ACTION_REQUIRE_DRAW: \
    case CN_ACTION_REQUIRE_OUT:  \
    case CN_ACTION_WAIVE:        \
    case CN_ACTION_ACCEPT:       \
    case CN_ACTION_PEEK:         \
    case CN_ACTION_TOUCH:        \
    case CN_ACTION_TAKE_HAND:    \
    case CN_ACTION_EXPOSE

#endif
