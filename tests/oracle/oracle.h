/* oracle.h -- an independent implementation of the law of one turn, written from the rulebook
 * alone.
 *
 * The engine's lister is fast and clever; this one is neither. It has its own representation of a
 * turn (hand counts by kind, the side's melds, the number of unknown cards in the hand, the points
 * laid, a few flags). It lists every conceivable action, applies the rules about the action itself,
 * and then asks the one question of the legality principle (docs/RULES.md): can the turn still be
 * brought to a legal end? steps.c has the rules of one step, lister.c makes the lists. The question
 * is answered in two separate ways: oracle.c tries every continuation; feasible.c calculates, for
 * hands too large for that. Both must give the engine's list.
 *
 * No engine function that decides legality is called. Interpretations of the rulebook are marked
 * "Reading". */
#ifndef CN_TESTS_ORACLE_H
#define CN_TESTS_ORACLE_H

#include "engine/action.h"

/* The requirements for the end of a turn, in the order of the rulebook ("The article a refusal
 * cites"). A list can be made as if the rulebook did not have some of them, a mask of ORACLE_BIT.
 */
enum oracle_need {
    ORACLE_OUTNUMBER,     /* naturals outnumber wilds before the pile joins (I31) */
    ORACLE_OPENING_NEEDS, /* an opening contains the meld that opening_needs asks for */
    ORACLE_MINIMUM,       /* an initial meld has its count (L26, L33) */
    ORACLE_ANSWER,        /* the partner's answer is obeyed (L40) */
    ORACLE_CONSENT,       /* a seat goes out only with the partner's yes (out_consent) */
    ORACLE_BLACK_THREES,  /* a player who melds black threes goes out (L18) */
    ORACLE_OUT_BARS,      /* no unfinished meld bars the side from going out (out_bars) */
    ORACLE_SECOND_HANDS,  /* the partners have taken up their second hands (second_hand_out) */
    ORACLE_LAST_BARRED,   /* some cards cannot be the last discard (last_discard_bars) */
    ORACLE_LAST_DISCARD,  /* the last card is discarded, not melded (S:discard) */
    ORACLE_CONTRACT,      /* a side that goes out has the canastas that are asked for by name */
    ORACLE_KEEP,          /* a side that may not go out keeps a card (L38) */
    ORACLE_NEEDS
};
#define ORACLE_BIT(need) (1u << (need))

/* Rules about an action itself, in the order in which a refusal to lay cards cites them. */
enum oracle_rule {
    ORACLE_FINE,       /* none forbids it */
    ORACLE_HELD,       /* the hand has these cards */
    ORACLE_NEVER,      /* kinds that are never melded */
    ORACLE_SHAPE,      /* of a meld, of a meld of wild cards, of black threes */
    ORACLE_SIZE,       /* largest_meld */
    ORACLE_PURE,       /* pure_kinds, pure_after_opening */
    ORACLE_FIFTH,      /* wild_needs_naturals */
    ORACLE_LOCK,       /* wild_melds */
    ORACLE_MIXED,      /* opening_mixed_canasta */
    ORACLE_SECOND,     /* second_meld */
    ORACLE_DEAD,       /* dead_ranks */
    ORACLE_BONUS_HELD, /* a bonus card is in the hand of a side that has not opened */
    ORACLE_TOP,        /* the pile's top card; only of taking, like the next four */
    ORACLE_ONE_CARD,
    ORACLE_FROZEN,
    ORACLE_MANNER,
    ORACLE_BONUS, /* a bonus card is never discarded */
    ORACLE_LADDER,
    ORACLE_UNJUDGED /* an action out of its phase, or of another sort */
};

enum oracle_phase {
    ORACLE_CLAIM,
    ORACLE_MELD,
    ORACLE_LAST_RED
};

/* A meld of wild cards has the kind CN_JOKER and no naturals. One that combining emptied has no
 * cards. */
struct oracle_meld {
    int8_t kind;
    int8_t naturals;
    int8_t wilds;
    int8_t jokers; /* of the wilds */
};

/* A turn after cards were drawn, taken or laid. Melds have the indexes of the board. */
struct oracle_turn {
    const struct cn_rules *rules;
    unsigned without;       /* these requirements are ignored */
    int needed;             /* canastas to go out (L38) */
    int minimum;            /* count of the initial meld (L26) */
    bool initial;           /* the side had no meld when the turn began */
    bool partners_wait;     /* a partner has not taken up a second hand */
    bool consent;           /* going out needs a yes */
    int others_opened;      /* other sides that have melds */
    int canastas_before;    /* of the side, when the turn began */
    unsigned others_closed; /* a bit for each rank of which another side has a canasta */

    enum oracle_phase phase;
    int hand[CN_KINDS]; /* cards that the seat knows, bonus cards included */
    int unknown;        /* cards in the hand that it does not know, which are never melded (I27) */
    int joining;        /* cards that join when the claim is met (L33) */
    int claim;          /* meld of the top card claimed in this turn, or -1 */
    int points;         /* laid in this turn, the top card included (L27) */
    int stock;
    int waiting;      /* second hands of the seat that wait */
    int waiting_size; /* cards in the next of them */
    bool taken_up;    /* one was taken up in this turn, for a canasta */
    bool laid, black; /* has laid a card, has melded black threes */
    bool no_special;  /* special hands are left out of account */
    bool no_free;     /* a concealed hand needs its count too */
    enum cn_answer answer;
    enum cn_drew drew;

    int meld_count;
    struct oracle_meld melds[CN_MELDS_MAX];
};

/* Returns whether the turn can be brought to a legal end from here. */
typedef bool oracle_ends(void *context, const struct oracle_turn *turn);

/* Lists the legal actions of the deciding seat with this hand, as if the rulebook did not have the
 * requirements 'without' (0: the whole rulebook). 'ends' answers the question above. Returns the
 * count. */
int oracle_list_by(const struct cn_rules *rules, const struct cn_board *board, cn_hand hand,
                   unsigned without, oracle_ends *ends, void *context, struct cn_actions *out);

/* The same, by trying everything. Returns -1, with an invalid list, if that would take more than
 * ORACLE_STATES_MAX states. */
enum {
    ORACLE_STATES_MAX = 400000
};
int oracle_list(const struct cn_rules *rules, const struct cn_board *board, cn_hand hand,
                unsigned without, struct cn_actions *out);

/* Returns which rule about the action itself forbids it: the first in the rulebook's order. Judges
 * taking, laying, combining and discarding in their phases. */
enum oracle_rule oracle_objection(const struct cn_rules *rules, const struct cn_board *board,
                                  cn_hand hand, struct cn_action action);

/* Describes the turn of the seat that decides, which has this hand. */
void oracle_read(const struct cn_rules *rules, const struct cn_board *board, cn_hand hand,
                 struct oracle_turn *turn);

/* ---- the rules about one step, used by both ---- */

/* The hand's known cards, and all its cards. */
int oracle_known(const struct oracle_turn *turn);
int oracle_size(const struct oracle_turn *turn);
int oracle_canastas(const struct oracle_turn *turn);
static inline int oracle_meld_size(const struct oracle_meld *meld)
{
    return meld->naturals + meld->wilds;
}
static inline bool oracle_is_wild_meld(const struct oracle_meld *meld)
{
    return meld->naturals == 0 && meld->wilds > 0;
}
static inline bool oracle_lacks(const struct oracle_turn *turn, enum oracle_need need)
{
    return (turn->without & ORACLE_BIT(need)) != 0;
}
/* Returns whether cards of the kind are faced, never melded and never discarded. */
static inline bool oracle_is_bonus(const struct cn_rules *rules, int kind)
{
    return (rules->bonus_kinds >> kind & 1) != 0;
}
int oracle_bonus_held(const struct oracle_turn *turn);
/* Does a referee rule, so that red threes stay in hands until they are faced? */
static inline bool oracle_is_refereed(const struct cn_rules *rules)
{
    return rules->referee != CN_REFEREE_STRICT;
}
/* Does the seat face bonus cards on the way to a legal end? Where a referee rules, only one that is
 * bound to go out: for all others a red three is a card that can be kept (R17). */
static inline bool oracle_faces(const struct oracle_turn *turn)
{
    return !oracle_is_refereed(turn->rules) || turn->answer == CN_ANSWER_YES;
}
/* Returns whether a bonus card in the hand keeps the seat from melding and taking. */
bool oracle_must_face(const struct oracle_turn *turn);
/* Returns whether some side has a complete canasta of the rank, where that closes it (IA10). */
bool oracle_is_dead(const struct oracle_turn *turn, int kind);
/* How many canastas of a kind, or of any kind that the contract does not name if 'kind' is
 * CN_NO_KIND, of wild cards too or of naturals alone. Melds of wild cards are not counted. */
int oracle_canastas_of(const struct oracle_turn *turn, int kind, bool mixed);
int oracle_wild_canastas(const struct oracle_turn *turn);
/* Returns how many are asked for by the name of a kind (0: it is not named), or as natural or mixed
 * ones. */
int oracle_asked_of(const struct oracle_turn *turn, int kind, bool mixed);
/* Has the side each of the canastas that are asked for by name? */
bool oracle_has_contract(const struct oracle_turn *turn);
int oracle_points_of(const struct cn_rules *rules, int kind);
int oracle_points_of_meld(const struct oracle_turn *turn, const struct oracle_meld *meld);
/* Returns whether a meld of these naturals and wild cards, complete or not, may get another wild
 * card (L18, L20), as far as numbers of wild cards alone decide. */
bool oracle_takes_wild(const struct cn_rules *rules, int naturals, int wilds);
/* Returns whether the side has a meld of this kind; CN_JOKER: of wild cards. */
bool oracle_has_kind(const struct oracle_turn *turn, int kind);
/* Return what rule forbids these cards as a new meld, or on meld 'at', or melds combined: the first
 * in the rulebook's order. They check neither whether the hand holds them nor oracle_must_face. */
enum oracle_rule oracle_new_objection(const struct oracle_turn *turn, int kind, int naturals,
                                      int wilds);
enum oracle_rule oracle_addition_objection(const struct oracle_turn *turn, int at, int naturals,
                                           int wilds);
enum oracle_rule oracle_combination_objection(const struct oracle_turn *turn, int low, int high);

/* The same, without a reason. */
bool oracle_new_fits(const struct oracle_turn *turn, int kind, int naturals, int wilds);
bool oracle_addition_fits(const struct oracle_turn *turn, int at, int naturals, int wilds);
bool oracle_combination_fits(const struct oracle_turn *turn, int low, int high);
bool oracle_is_second_meld(const struct oracle_turn *turn, int kind);
bool oracle_is_pure_after_opening(const struct oracle_turn *turn, int kind);
bool oracle_holds(const struct oracle_turn *turn, int kind, int naturals, int deuces, int jokers);

/* Lay cards of the hand on meld 'at' or, if that is the number of melds, as a new one of the kind;
 * or combine. Then the pile joins and a second hand comes, if they may. They check nothing. */
void oracle_lay(struct oracle_turn *turn, int at, int kind, int naturals, int deuces, int jokers);
void oracle_combine(struct oracle_turn *turn, int low, int high);
/* Puts cards from any place on a meld, and nothing follows. */
void oracle_put_on(struct oracle_turn *turn, int at, int kind, int naturals, int deuces,
                   int jokers);
void oracle_settle(struct oracle_turn *turn);

/* Return whether the turn may end here by a discard that leaves a card, by the last card (discarded
 * or melded), or by 'stop' after the last red three. The caller checks the hand's size. */
bool oracle_may_stay(const struct oracle_turn *turn);
bool oracle_may_go_out(const struct oracle_turn *turn);
bool oracle_may_stop(const struct oracle_turn *turn);
/* Has the side all that going out needs, apart from the answer, the consent and its opening? */
bool oracle_has_all(const struct oracle_turn *turn);
/* Returns whether an unfinished meld bars the side from going out (out_bars). */
bool oracle_is_barred(const struct oracle_turn *turn);
/* Returns whether this kind may be the card that goes out. */
bool oracle_may_be_last(const struct oracle_turn *turn, int kind);
/* Does the last card, known or not, go out if it is discarded? */
bool oracle_last_card_goes_out(const struct oracle_turn *turn);
/* Returns whether a turn that emptied the hand by laying ends legally. */
bool oracle_may_be_empty(const struct oracle_turn *turn);
/* Returns how many cards a seat that does not go out needs before its discard, or when it stops
 * (L38, I28, IA5). */
int oracle_cards_to_stay(const struct oracle_turn *turn);
/* Returns whether a talon follows the discard of this turn, if it ends now. */
bool oracle_talon_is_due(const struct oracle_turn *turn);
/* Returns what an opening counts so far (L27, IA12). */
int oracle_count(const struct oracle_turn *turn);
/* Returns whether an initial meld has its count, or what replaces it (L26, U7). */
bool oracle_has_count(const struct oracle_turn *turn);
/* Returns whether an initial meld has the meld that it needs, and no mixed canasta if that is not
 * allowed. */
bool oracle_opening_fits(const struct oracle_turn *turn);
/* Both of the last two. */
bool oracle_opening_is_complete(const struct oracle_turn *turn);
/* Returns whether a concealed hand needs no count here (L49, I10). Does not check for its
 * canasta. */
bool oracle_concealed_is_free(const struct oracle_turn *turn);
/* Returns whether the pile joins the hand (L33, I10, I31). */
bool oracle_claim_is_met(const struct oracle_turn *turn);
/* Returns whether a special hand may be laid now, and whether this hand is of a row. */
bool oracle_may_lay_special(const struct oracle_turn *turn);
bool oracle_fits_row(const struct oracle_turn *turn, const struct cn_special_hand *row);
/* Returns whether the hand is a special one that may be laid now. */
bool oracle_is_special(const struct oracle_turn *turn);
/* Faces a bonus card of the hand, and draws an unknown one for it if there is a stock. */
void oracle_face(struct oracle_turn *turn, int kind);

#endif
