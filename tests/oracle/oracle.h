/* oracle.h -- an independent implementation of the law of one turn, written from the rulebook
 * alone.
 *
 * The engine's lister is fast and clever; this one is neither. It has its own representation of a
 * turn (hand counts by kind, the side's melds, the number of unknown cards in the hand, the points
 * laid, a few flags). It lists every conceivable action, applies the rules about the action itself,
 * and then asks the one question of the legality principle (docs/RULES.md): can the turn still be
 * brought to a legal end? This is answered in two separate ways: oracle.c tries every continuation;
 * feasible.c calculates, for hands too large for that. Both must give the engine's list.
 *
 * No engine function that decides legality is called. Interpretations of the rulebook are marked
 * "Reading". */
#ifndef CN_TESTS_ORACLE_H
#define CN_TESTS_ORACLE_H

#include "engine/action.h"

/* The requirements for the end of a turn, in the order of the rulebook ("The article a refusal
 * cites"). A list can be made as if the rulebook did not have one of them. */
enum oracle_need {
    ORACLE_OUTNUMBER,    /* naturals outnumber wilds before the pile joins (I31) */
    ORACLE_MINIMUM,      /* an initial meld has its count (L26, L33) */
    ORACLE_ANSWER,       /* the partner's answer is obeyed (L40) */
    ORACLE_BLACK_THREES, /* a player who melds black threes goes out (L18) */
    ORACLE_LAST_DISCARD, /* the last card is discarded, not melded (S:discard) */
    ORACLE_CONTRACT,     /* a side that goes out has the canastas that are asked for by name */
    ORACLE_KEEP,         /* a side that may not go out keeps a card (L38) */
    ORACLE_NOTHING       /* the whole rulebook */
};

enum oracle_phase {
    ORACLE_CLAIM,
    ORACLE_MELD,
    ORACLE_LAST_RED
};

struct oracle_meld {
    int8_t kind;
    int8_t naturals; /* 0 if emptied by combining */
    int8_t wilds;
};

/* A turn after cards were drawn, taken or laid. Melds have the indexes of the board. */
struct oracle_turn {
    const struct cn_rules *rules;
    enum oracle_need without; /* this requirement is ignored */
    int needed;               /* canastas to go out (L38) */
    int minimum;              /* count of the initial meld (L26) */
    bool initial;             /* the side had no meld when the turn began */

    enum oracle_phase phase;
    int hand[CN_KINDS]; /* cards that the seat knows */
    int unknown;        /* cards in the hand that it does not know, which are never melded (I27) */
    int joining;        /* cards that join when the claim is met (L33) */
    int claim;          /* meld of the claimed top card */
    int points;         /* laid in this turn (L27) */
    bool laid, black;   /* has laid a card, has melded black threes */
    enum cn_answer answer;
    enum cn_drew drew;

    int meld_count;
    struct oracle_meld melds[CN_MELDS_MAX];
};

/* Returns whether the turn can be brought to a legal end from here. */
typedef bool oracle_ends(void *context, const struct oracle_turn *turn);

/* Lists the legal actions of the deciding seat with this hand, as if the rulebook did not have the
 * requirement 'without'. 'ends' answers the question above. Returns the count. */
int oracle_list_by(const struct cn_rules *rules, const struct cn_board *table, cn_hand hand,
                   enum oracle_need without, oracle_ends *ends, void *context,
                   struct cn_actions *out);

/* The same, by trying everything. Returns -1, with an invalid list, if that would take more than
 * ORACLE_STATES_MAX states. */
enum {
    ORACLE_STATES_MAX = 400000
};
int oracle_list(const struct cn_rules *rules, const struct cn_board *table, cn_hand hand,
                enum oracle_need without, struct cn_actions *out);

/* ---- the rules about one step, used by both ---- */

/* The hand's known cards, and all its cards. */
int oracle_known(const struct oracle_turn *turn);
int oracle_size(const struct oracle_turn *turn);
int oracle_canastas(const struct oracle_turn *turn);
/* How many canastas of a kind, or of any kind that the contract does not name if 'kind' is
 * CN_NO_KIND, of wild cards too or of naturals alone. */
int oracle_canastas_of(const struct oracle_turn *turn, int kind, bool mixed);
/* Returns how many are asked for by the name of a kind (0: it is not named), or as natural or mixed
 * ones. */
int oracle_asked_of(const struct oracle_turn *turn, int kind, bool mixed);
/* Has the side each of the canastas that are asked for by name? */
bool oracle_has_contract(const struct oracle_turn *turn);
int oracle_points_of(const struct cn_rules *rules, int kind);
/* Returns whether a meld of these naturals and wild cards, complete or not, may get another wild
 * card (L18, L20). */
bool oracle_takes_wild(const struct cn_rules *rules, int naturals, int wilds);
/* Returns whether the side has a meld of this kind. */
bool oracle_has_kind(const struct oracle_turn *turn, int kind);

/* Return whether the turn may end here by a discard that leaves a card, by the last card (discarded
 * or melded), or by 'stop' after the last red three. The caller checks the hand's size. */
bool oracle_may_stay(const struct oracle_turn *turn);
bool oracle_may_go_out(const struct oracle_turn *turn);
bool oracle_may_stop(const struct oracle_turn *turn);
/* Returns whether a turn that emptied the hand by laying ends legally. */
bool oracle_may_be_empty(const struct oracle_turn *turn);
/* Returns how many cards a seat that does not go out needs before its discard, or when it stops
 * (L38, I28). */
int oracle_cards_to_stay(const struct oracle_turn *turn);
/* Returns whether an initial meld has its count, or what replaces it (L26, U7). */
bool oracle_has_count(const struct oracle_turn *turn);
/* Returns whether a concealed hand needs no count here (L49, I10). Does not check for its
 * canasta. */
bool oracle_concealed_is_free(const struct oracle_turn *turn);
/* Returns whether the pile joins the hand (L33, I10, I31). */
bool oracle_claim_is_met(const struct oracle_turn *turn);

#endif
