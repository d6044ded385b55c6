/* oracle.h -- the law of one turn a second time, written from the rulebook alone.
 *
 * The engine's lister is fast and clever; this one is neither. It keeps a turn of its own (hand
 * counts by kind, the side's melds, how many unknown cards are in the hand, the points laid, a few
 * flags), lists every action that anybody could think of, applies the rules that speak of the
 * action itself, and then asks the one question of the legality principle (docs/RULES.md): can the
 * turn still be brought to a legal end? Two ways to answer it are kept apart: oracle.c tries every
 * continuation; feasible.c calculates, for hands too large for that. Both must give the engine's
 * list.
 *
 * Nothing of the engine that decides law is called. The readings of the rulebook that were needed
 * are marked "Reading" where they are applied.
 */
#ifndef CN_TESTS_ORACLE_H
#define CN_TESTS_ORACLE_H

#include "engine/action.h"

/* What a turn needs to end, in the order of the rulebook ("The article a refusal cites"). A list
 * can be asked for as if the rulebook did not have one of them. */
enum oracle_need {
    ORACLE_OUTNUMBER,    /* naturals outnumber wilds before the pile joins (I31) */
    ORACLE_MINIMUM,      /* an initial meld has its count (L26, L33) */
    ORACLE_ANSWER,       /* the partner's answer is obeyed (L40) */
    ORACLE_BLACK_THREES, /* whoever melds black threes goes out (L18) */
    ORACLE_LAST_DISCARD, /* the last card is discarded, not melded (S:discard) */
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
    int8_t naturals; /* 0: emptied by combining */
    int8_t wilds;
};

/* A turn after something was drawn, taken or laid. Index of melds: as on the table. */
struct oracle_turn {
    const struct cn_rules *rules;
    enum oracle_need without; /* not asked for */
    int needed;               /* canastas to go out (L38) */
    int minimum;              /* count of the initial meld (L26) */
    bool initial;             /* the side had no meld when the turn began */

    enum oracle_phase phase;
    int hand[CN_KINDS]; /* cards that the seat knows */
    int unknown;        /* cards in the hand that it does not know: never melded (I27) */
    int joining;        /* cards that join when the claim is met (L33) */
    int claim;          /* meld of the claimed top card */
    int points;         /* laid in this turn (L27) */
    bool laid, black;   /* has laid a card, has melded black threes */
    enum cn_answer answer;
    enum cn_drew drew;

    int meld_count;
    struct oracle_meld melds[CN_MELDS_MAX];
};

/* Can the turn be brought to a legal end from here? */
typedef bool oracle_ends(void *context, const struct oracle_turn *turn);

/* The list of legal actions of the deciding seat, whose hand is 'hand', if the rulebook were
 * 'without' this; the question above is put to 'ends'. Returns the count. */
int oracle_list_by(const struct cn_rules *rules, const struct cn_board *table, cn_hand hand,
                   enum oracle_need without, oracle_ends *ends, void *context,
                   struct cn_actions *out);

/* The same, answered by trying everything. Returns -1, with the list worthless, where that would
 * take more than ORACLE_STATES_MAX states. */
enum {
    ORACLE_STATES_MAX = 400000
};
int oracle_list(const struct cn_rules *rules, const struct cn_board *table, cn_hand hand,
                enum oracle_need without, struct cn_actions *out);

/* ---- what both ways of answering use: the rules that speak of one step ---- */

/* Cards in the hand, known and unknown. */
int oracle_known(const struct oracle_turn *turn);
int oracle_size(const struct oracle_turn *turn);
int oracle_canastas(const struct oracle_turn *turn);
int oracle_points_of(const struct cn_rules *rules, int kind);
/* Would a meld of so many naturals with 'wilds' wild cards, complete or not, stand another (L18,
 * L20)? */
bool oracle_takes_wild(const struct cn_rules *rules, int naturals, int wilds);
/* Does the side own a meld of this kind? */
bool oracle_has_kind(const struct oracle_turn *turn, int kind);

/* May the turn end here by a discard that leaves a card, by the last card (discarded or melded), by
 * 'stop' after the last red three? The hand's size is the caller's affair. */
bool oracle_may_stay(const struct oracle_turn *turn);
bool oracle_may_go_out(const struct oracle_turn *turn);
bool oracle_may_stop(const struct oracle_turn *turn);
/* The hand was emptied by laying: does the turn end legally? */
bool oracle_may_be_empty(const struct oracle_turn *turn);
/* Cards that a seat that does not go out holds before its discard, or when it stops (L38, I28). */
int oracle_cards_to_stay(const struct oracle_turn *turn);
/* Has an initial meld its count, or what stands for it (L26, U7)? */
bool oracle_has_count(const struct oracle_turn *turn);
/* Does a concealed hand need no count here (L49, I10)? Its own canasta is not asked for. */
bool oracle_concealed_is_free(const struct oracle_turn *turn);
/* Does the pile join the hand (L33, I10, I31)? */
bool oracle_claim_is_met(const struct oracle_turn *turn);

#endif
