/* law.h -- the law of a rule set: its parameters, and what follows from them for play.
 *
 * Derived once and shared by pointer: a game, its copies and all their views point to one law. So a
 * game is small, and copying one, for undo or for a search, copies no rules.
 */
#ifndef CN_ENGINE_LAW_H
#define CN_ENGINE_LAW_H

#include "rules.h"

/* How many cards of a sort a file must reckon with: those of three packs where hands are narrow
 * (hand.h), which keeps its tables small. */
enum {
    CN_NARROW_NATURALS = 4 * CN_NARROW_PACKS_MAX,
    CN_NARROW_WILDS = 6 * CN_NARROW_PACKS_MAX,
    CN_WIDE_NATURALS = 4 * CN_PACKS_MAX,
    CN_WIDE_WILDS = 6 * CN_PACKS_MAX,
    CN_NATURALS_MAX = CN_HANDS_ARE_WIDE ? CN_WIDE_NATURALS : CN_NARROW_NATURALS,
    CN_WILDS_MAX = CN_HANDS_ARE_WIDE ? CN_WIDE_WILDS : CN_NARROW_WILDS,
    CN_DEUCES_MAX = CN_NATURALS_MAX,
    CN_JOKERS_MAX = CN_DEUCES_MAX / 2,
    CN_ACTION_DEUCES = 15,   /* most that one action lays: it counts them in four bits */
    CN_WILD_CHOICES_PAST = 4 /* how many may be read beyond the last choice */
};

enum {
    CN_CONTRACT_PARTS = 7 /* six numbers above 0 make 64 states, and the rest */
};

/* Rows of wild_limit: how many wild cards the melds of a kind take. */
enum cn_limits {
    CN_LIMITS_DEFAULT, /* as most_wilds and most_wilds_canasta define (L18, L20) */
    CN_LIMITS_NONE,    /* no wilds: black threes, and pure_kinds */
    CN_LIMITS_ROWS
};
enum {
    CN_MELD_UNLIMITED = UINT8_MAX,
    CN_WILD_MELD_LEAST = 3, /* wilds in a meld of nothing else (A:wilds) */
    CN_WILD_MELD_MOST = 7
};

/* Limits for the melds of a kind. */
struct cn_kind_law {
    uint8_t limits;  /* a row of wild_limit */
    uint8_t fewest;  /* naturals in a new meld, which has at least three cards (L18); of wilds: 0 */
    uint8_t largest; /* cards in a meld; 0: the kind is never melded */
};

/* What the melds of one rank can come to: a set of pairs, how many natural canastas (up to 3: a
 * fourth needs 28 naturals) and how many mixed ones (up to 7). Bit 8 * naturals + mixed. */
typedef uint32_t cn_outcomes;
enum {
    CN_OUTCOME_NATURALS = 4,
    CN_OUTCOME_MIXED = 8
};

/* Returns the outcomes with one more meld of this many naturals and wilds. */
static inline cn_outcomes cn_outcomes_with(cn_outcomes set, int naturals, int wilds)
{
    const cn_outcomes naturals_full = 0xff000000u;
    const cn_outcomes mixed_full = 0x80808080u;
    if (naturals + wilds < 7)
        return set;
    if (wilds == 0)
        return set << CN_OUTCOME_MIXED | (set & naturals_full);
    return (set & ~mixed_full) << 1 | (set & mixed_full);
}

/* The contract for going out: a part for each number of canastas that it asks for by name, and one,
 * the rest, for the canastas that canastas_to_go_out asks for besides. A side's canastas are in
 * some state, which has a digit for each part: how many there are, at most as many as are asked
 * for; what is above that counts towards the rest. A set of states is a word, a bit a state. */
struct cn_contract {
    uint8_t parts; /* 0: no contract; else with the rest, which is the last */
    uint8_t part[CN_CANASTA_KEYS];
    uint8_t step[CN_CONTRACT_PARTS];  /* states from one with a canasta fewer of a part */
    uint64_t full[CN_CONTRACT_PARTS]; /* states in which a part has all that it asks for … */
    uint64_t rest_full[CN_PLAYERS_CLASSES];  /* … and the rest, by number of players */
    uint64_t met[CN_PLAYERS_CLASSES];        /* states in which all have it … */
    uint64_t met_by_two[CN_PLAYERS_CLASSES]; /* … and there are two canastas or more */
};

/* Returns the states with one canasta more, which counts as 'key' says (cn_canasta_key); 'by' is
 * the class of the number of players. A part that has all it asks for passes the canasta on to the
 * rest, and a full rest drops it: more than enough is the same state as enough, which is why the
 * states are few. All states of the word move in one shift. */
static inline uint64_t cn_contract_with_canasta(const struct cn_contract *contract, int by,
                                                uint64_t states, int key)
{
    const int rest = contract->parts - 1;
    const int part = contract->part[key];
    const uint64_t rest_full = contract->rest_full[by];
    const uint64_t over = part == rest ? states : states & contract->full[part];
    return (over & rest_full) | (over & ~rest_full) << contract->step[rest] |
           (states & ~over) << contract->step[part];
}

/* What is asked at every step comes first, next to that of the rules (cn_rules_derived). */
struct cn_law {
    /* Kinds of some parameters, as a hand's masks: bonus_kinds, which are faced and replaced,
     * empty_pile_discard, discard_after_canasta, pure_kinds, pure_after_opening. */
    uint64_t bonus, not_on_empty_pile, wait_for_canastas, pure, pure_later;
    bool refereed; /* what is not legal can be done all the same (referee) */
    bool planned;  /* turn_plan.h decides whether a turn can end, not turn_end.h */
    bool common;   /* not planned, nor wide (hand.h): most laws */
    struct cn_rules rules;
    struct cn_kind_law kinds[CN_KINDS + 1]; /* CN_NO_KIND is never melded */
    /* By row, then by naturals: most wilds beside that many in a meld … */
    uint8_t wild_limit[CN_LIMITS_ROWS][2 * CN_WIDE_NATURALS];
    /* … in new melds made of that many; and the most canastas in those, by their wilds too (-1:
     * they cannot be laid). */
    uint8_t new_meld_wilds[CN_LIMITS_ROWS][CN_WIDE_NATURALS + 1];
    union {
        int8_t narrow[CN_LIMITS_ROWS][CN_NARROW_NATURALS + 1][CN_NARROW_WILDS + 1];
        int8_t wide[CN_LIMITS_ROWS][CN_WIDE_NATURALS + 1][CN_WIDE_WILDS + 1];
    } new_meld_canastas; /* 'wide' if the law is */
    /* The same for a contract, which asks for all that these can come to (0: they cannot be laid).
     * Without one, not derived. Of CN_LIMITS_DEFAULT only, since kinds of another row make no
     * canastas: a second row would be a tenth of what a server keeps of a table. */
    struct cn_contract contract;
    cn_outcomes new_meld_outcomes[CN_WIDE_NATURALS + 1][CN_WIDE_WILDS + 1];
};

/* Does a referee rule? */
static inline bool cn_law_is_refereed(const struct cn_law *law)
{
    return CN_REFEREES_ARE_HERE && law->refereed;
}

/* Does only a plan decide whether a turn can end? */
static inline bool cn_law_is_planned(const struct cn_law *law)
{
    return CN_PLANS_ARE_HERE && law->planned;
}

/* Returns the most wilds that a meld of this many naturals may hold by default. */
int cn__default_wild_limit(const struct cn_rules *rules, int naturals);

/* Returns the most wilds in a meld of a kind, by its naturals. */
static inline const uint8_t *cn_wild_limits(const struct cn_law *law, int kind)
{
    return law->wild_limit[law->kinds[kind].limits];
}

/* Returns the most canastas in new melds of a kind, by naturals and wilds. */
typedef int8_t cn_canastas_by_wilds[CN_WILDS_MAX + 1];
static inline const cn_canastas_by_wilds *cn_new_canastas(const struct cn_law *law, int kind)
{
    const int limits = law->kinds[kind].limits;
#ifdef CN_NARROW_HANDS
    return law->new_meld_canastas.narrow[limits];
#else
    return law->new_meld_canastas.wide[limits];
#endif
}

/* Every choice of deuces and jokers, ordered by their total: choices of w wilds are at from[w] to
 * from[w + 1] - 1, in the form of an action's 'wilds'. They depend on no rule, so up to three packs
 * there is one table for all laws. For six packs it would be twelve times as large. */
enum {
    CN_NARROW_CHOICES = (CN_NARROW_NATURALS + 1) * (CN_NARROW_NATURALS / 2 + 1)
};
struct cn_wild_choices {
    uint8_t from[CN_NARROW_WILDS + 2];
    uint8_t choice[CN_NARROW_CHOICES + CN_WILD_CHOICES_PAST];
};
extern const struct cn_wild_choices cn__wild_choices[CN_NARROW_NATURALS + 1]
                                                    [CN_NARROW_NATURALS / 2 + 1];

#endif
