/* board.h -- what lies face up, and the turn in progress.
 *
 * Everything here is visible to all: melds, red threes, hand sizes, the sizes of stock and pile,
 * the pile's top card, whether it is frozen, whose turn it is and how far it has come. The law
 * (legal.h) reads a board and one hand and nothing else, so code that leaks hidden cards cannot be
 * written there.
 *
 * Flat, no pointers: copying is =, equality is memcmp (start from zeroed memory).
 */
#ifndef CN_ENGINE_BOARD_H
#define CN_ENGINE_BOARD_H

#include "canasta/game.h"

#include "law.h"

/* Each meld uses up three cards, so a deal has at most CN_MELDS_MAX, emptied ones included. */
enum {
    CN_MELDS_MAX = CN_CARDS_MAX / 3,
    CN_NO_MELD = 0xff /* instead of a meld's index */
};

/* A meld: its kind and how many naturals, deuces and jokers, a byte each. A meld of wilds has the
 * kind CN_JOKER and no naturals. 0: emptied by combining it with another (RECORD, "combine"). */
typedef uint32_t cn_packed_meld;

static inline cn_packed_meld cn_meld_of(int kind, int naturals, int deuces, int jokers)
{
    return (cn_packed_meld)(kind | naturals << 8 | deuces << 16 | jokers << 24);
}
static inline int cn_meld_kind(cn_packed_meld m)
{
    return (int)(m & 255);
}
static inline int cn_meld_naturals(cn_packed_meld m)
{
    return (int)(m >> 8 & 255);
}
static inline int cn_meld_deuces(cn_packed_meld m)
{
    return (int)(m >> 16 & 255);
}
static inline int cn_meld_jokers(cn_packed_meld m)
{
    return (int)(m >> 24);
}
static inline int cn_meld_wilds(cn_packed_meld m)
{
    return cn_meld_deuces(m) + cn_meld_jokers(m);
}
static inline int cn_meld_size(cn_packed_meld m)
{
    return cn_meld_naturals(m) + cn_meld_wilds(m);
}
/* Returns how many cards the meld has; 0 if it is emptied. */
static inline cn_hand cn_meld_cards(cn_packed_meld m)
{
    return cn_hand_add(cn_hand_single(cn_meld_kind(m), cn_meld_naturals(m)),
                       cn_hand_add(cn_hand_single(CN_DEUCE, cn_meld_deuces(m)),
                                   cn_hand_single(CN_JOKER, cn_meld_jokers(m))));
}
/* Returns the points of its cards (L25), without bonuses. */
static inline int32_t cn_meld_points(const struct cn_rules *rules, cn_packed_meld m)
{
    const int32_t *points = rules->card_points.of;
    return cn_meld_naturals(m) * points[cn_meld_kind(m)] + cn_meld_deuces(m) * points[CN_DEUCE] +
           cn_meld_jokers(m) * points[CN_JOKER];
}
static inline bool cn_meld_is_canasta(cn_packed_meld m)
{
    return cn_meld_size(m) >= CN_CANASTA_SIZE;
}

/* Returns the class of a canasta, or the class that an unfinished meld would have (L23). */
static inline enum cn_canasta_class_id cn_meld_class(cn_packed_meld m)
{
    if (cn_meld_kind(m) == CN_JOKER)
        return CN_CLASS_WILD;
    return cn_meld_wilds(m) == 0 ? CN_CLASS_NATURAL : CN_CLASS_MIXED;
}

enum cn_drew {
    CN_DREW_NOTHING,
    CN_DREW_STOCK,
    CN_DREW_PILE
};
enum cn_answer {
    CN_ANSWER_NONE,
    CN_ANSWER_YES,
    CN_ANSWER_NO
};
/* Why the pile is frozen to all (L30); both bits may be set. */
enum {
    CN_FROZEN_BLACK_THREE = 1,
    CN_FROZEN_OTHER = 2
};

/* What the next opponent has to decide before anything else is done (REFEREE, 5). */
enum cn_due {
    CN_DUE_NOTHING,
    CN_DUE_DRAW,  /* "require draw" or "waive" */
    CN_DUE_OUT,   /* "require out" or "waive" */
    CN_DUE_ACCEPT /* "accept"; other seats may call attention */
};

struct cn_board {
    uint64_t ranks[CN_SIDES_MAX];      /* kinds of which a side has melds, as a hand's mask */
    uint64_t closed;                   /* kinds of which any side has a canasta, as that mask */
    int32_t score[CN_SIDES_MAX];       /* at the start of the deal */
    int32_t penalties[CN_SIDES_MAX];   /* of rulings in this deal, not above 0; 0 in strict play */
    int32_t number;                    /* of the deal in its game, from 1; 1 if no rule asks */
    uint16_t minimum[CN_SIDES_MAX];    /* the initial meld's minimum count (L26) */
    uint16_t hand_size[CN_SEATS_MAX];  /* red threes not yet laid down included */
    uint16_t stock, pile;              /* cards in each; a claimed top card is not in the pile */
    uint8_t meld_count[CN_SIDES_MAX];  /* emptied melds included; 0: has not melded */
    uint8_t canastas[CN_SIDES_MAX];    /* completed canastas */
    uint8_t red[CN_SIDES_MAX];         /* red threes laid down */
    uint8_t black[CN_SIDES_MAX];       /* black threes laid down as bonus cards (bonus_kinds) */
    uint8_t talon[CN_SEATS_MAX];       /* cards of a talon that wait for a seat's next turn */
    uint8_t second[CN_SEATS_MAX];      /* second hands that a seat has not taken up */
    uint8_t second_size[CN_SEATS_MAX]; /* … and the size of the next one, 0 if none */
    uint8_t asked_sides;               /* bit s: has asked in this deal (ask_limit) */
    uint8_t side[CN_SEATS_MAX];        /* side of a seat; sides by lowest seat */
    uint8_t next[CN_SEATS_MAX];        /* the seat that plays after a seat; an idle seat: itself */

    uint8_t players, sides, seats; /* seats that play this deal */
    uint8_t players_class;         /* index into values by players */
    uint8_t dealer, idle;          /* the idle seat with five players, else CN_NO_SEAT */
    uint8_t turned, melded;        /* bit s: has had its first turn / has melded */

    uint8_t pile_top; /* kind of the top card; CN_NO_KIND if the pile is empty */
    uint8_t pile_red; /* bonus cards in the pile, which everyone has seen (I27) */
    uint8_t frozen;   /* CN_FROZEN_… */

    uint8_t turn, phase;     /* whose turn; enum cn_phase */
    uint8_t asked_in;        /* phase to return to after the answer */
    uint8_t asked, answer;   /* asked this turn; enum cn_answer */
    uint8_t drew_from;       /* enum cn_drew */
    uint8_t laid;            /* has laid a card in this turn */
    uint8_t owes_opening;    /* the side had not melded; the count is still to be met */
    uint8_t black_laid;      /* has melded black threes this turn */
    uint8_t seat_had_melded; /* the seat had melded before this turn */
    uint8_t melds_before;    /* the side's melds when the turn began */
    uint8_t added_to_older;  /* a card laid in this turn is in one of those */
    uint8_t canastas_before; /* the side's canastas when the turn began, or 255 once they have
                                brought a second hand; 0 where there are no such hands */
    uint8_t take_meld;       /* meld of the claimed top card */
    uint8_t stock_was_gone;  /* … when the turn began */
    /* Facts of the turn that only a referee makes true: */
    uint8_t short_turn;   /* the seat owes discards and has not drawn (L53) */
    uint8_t no_take;      /* the seat may not take (R13): the law of the ruling, 0 if it may */
    uint8_t bound;        /* the seat must go out, required or after a yes (L59) */
    uint8_t count_waived; /* no count is owed any more, as one was insisted away (L55) */

    /* Where a referee rules; else 0. */
    uint8_t owed[CN_SEATS_MAX]; /* discards that a seat owes (L53) */
    uint8_t due, due_seat;      /* enum cn_due, and who decides */
    uint8_t due_law;            /* … after a ruling by this law */
    uint8_t waiting;            /* the deal waits for its end (R10) */

    uint8_t end_why, out_seat, concealed; /* once ended; out_seat CN_NO_SEAT if none */
    uint8_t special;                      /* row of the special hand laid, from 1; 0: none */
    uint8_t filler;                       /* 0: boards are compared byte by byte, so no hole */
    uint16_t opening_points;              /* points laid this turn (L27) */

    /* In the order laid. The law copies the board up to here and its own side's melds. */
    cn_packed_meld melds[CN_SIDES_MAX][CN_MELDS_MAX];
    cn_hand exposed[CN_SEATS_MAX]; /* cards face up (L54); empty in strict play */
    cn_hand shown[CN_SEATS_MAX];   /* those of them that no ruling has exposed */
};

/* Returns the seat that decides next: the seat in turn, the partner that is asked (I16), or who
 * decides about an irregularity. */
int cn_board_actor(const struct cn_board *board);
/* Returns the next seat of the same side in turn order, or CN_NO_SEAT if the seat plays alone. */
int cn_board_partner(const struct cn_board *board, int seat);
/* Returns how many seats play in this deal: with five players one is idle (I17). */
static inline int cn_board_seats(const struct cn_board *board)
{
    return board->players - (board->idle != CN_NO_SEAT);
}
static inline int cn_board_side(const struct cn_board *board, int seat)
{
    return board->side[seat];
}
static inline bool cn_side_has_melded(const struct cn_board *board, int side)
{
    return board->meld_count[side] > 0;
}
static inline bool cn_side_has_rank(const struct cn_board *board, int side, int kind)
{
    return (board->ranks[side] & cn_kind_mask(kind)) != 0;
}
/* Returns how many melds of the rank the side has: if there are several (L24), the rank alone does
 * not identify one. */
static inline int cn_side_melds_of(const struct cn_board *board, int side, int kind)
{
    int count = 0;
    for (int meld = 0; meld < board->meld_count[side]; meld++)
        count += board->melds[side][meld] != 0 && cn_meld_kind(board->melds[side][meld]) == kind;
    return count;
}
/* May the side claim the top card only with a natural pair (L29, L30)? */
bool cn_pile_is_frozen(const struct cn_rules *rules, const struct cn_board *board, int side);
/* Where a referee rules: fills in the board as legality sees it for the seat in turn, whose hand it
 * is. A bond is a yes, who holds a red three has not gone out, a count that was waived is not owed,
 * and a pile that may not be taken is not there. */
void cn_board_as_ruled(const struct cn_board *board, cn_hand hand, struct cn_board *judged);
/* Returns the size of such a hand: all its red threes count as one card (R17). */
static inline int cn_ruled_size(cn_hand hand)
{
    const int reds = cn_hand_count(hand, CN_RED_THREE);
    return cn_hand_size(hand) - (reds > 1 ? reds - 1 : 0);
}
/* Returns the kinds of which the seat's discard must be, because cards of it are exposed (L54); 0:
 * any. */
uint64_t cn_board_must_discard(const struct cn_board *board, int seat);
/* Is a minimum count still owed? Not while nothing has been laid; always while a claim waits. */
bool cn_owes_minimum(const struct cn_rules *rules, const struct cn_board *board);
/* Does the opening that was laid in this turn count too little, with no canasta that lifts the
 * minimum? Also asked when the turn ends: what counted when the pile joined may do so no more. */
bool cn_opening_lacks_count(const struct cn_rules *rules, const struct cn_board *board);
/* Returns what the melds of this turn count towards the minimum (L27): all of them, or, where the
 * claimed top card lies aside, what they count without it (opening_top_card). */
int cn__opening_without_top(const struct cn_rules *rules, const struct cn_board *board);
static inline int cn_opening_count(const struct cn_rules *rules, const struct cn_board *board)
{
    return rules->opening_top_card ? board->opening_points : cn__opening_without_top(rules, board);
}
/* Had the side in turn no meld when the turn began? Its opening is all that it lays in it. */
static inline bool cn_is_opening_turn(const struct cn_board *board)
{
    return board->melds_before == 0;
}
/* Does the opening lack the meld that it must contain (opening_needs)? Not while nothing has been
 * laid, nor in a later turn. */
bool cn__opening_lacks_needed(const struct cn_rules *rules, const struct cn_board *board);
static inline bool cn_opening_lacks_meld(const struct cn_rules *rules, const struct cn_board *board)
{
    return rules->opening_needs != CN_OPENING_ANYTHING && cn__opening_lacks_needed(rules, board);
}
/* Returns the kind of a meld that bars the side from going out (out_bars), CN_JOKER for one of
 * wilds, or CN_NO_KIND. */
int cn_board_out_bar(const struct cn_rules *rules, const struct cn_board *board, int side);
/* Does another seat of this seat's side still wait for a second hand that it must have taken up
 * before the seat goes out (second_hand_out)? */
bool cn_partner_waits(const struct cn_rules *rules, const struct cn_board *board, int seat);
/* Do the board's melds and the partners' second hands let the seat in turn go out? Not asked: what
 * its own hand and its opening lack, and the partner's answer. */
bool cn_board_lets_out(const struct cn_rules *rules, const struct cn_board *board);
/* Returns the kinds of a hand that may be discarded: those on the lowest step that any card of it,
 * bonus cards aside, stands on (discard_wild, empty_pile_discard, discard_after_canasta). */
uint64_t cn_board_discards(const struct cn_law *law, const struct cn_board *board, cn_hand hand);
/* Returns how many cards of a talon the discard of this turn would bring its seat, 0 if none. */
int cn_board_talon_due(const struct cn_rules *rules, const struct cn_board *board);
/* The same if something is laid before. */
int cn_board_talon_once_laid(const struct cn_rules *rules, const struct cn_board *board);
/* Is the pile closed because its top is a wild card or a three (L34)? An empty pile is closed too.
 */
bool cn_pile_is_stopped(const struct cn_board *board);
/* Does the rule set end the deal when the stock is gone, or continue it, for this number of players
 * (L36)? */
static inline enum cn_stock_gone cn_board_stock_rule(const struct cn_rules *rules,
                                                     const struct cn_board *board)
{
    return (enum cn_stock_gone)rules->stock_gone.at[board->players_class];
}
static inline int cn_board_canastas_needed(const struct cn_rules *rules,
                                           const struct cn_board *board)
{
    return rules->canastas_to_go_out.at[board->players_class];
}
/* Has the side the canastas that the contract names (out_contract)? True if it names none. */
bool cn_contract_is_met(const struct cn_rules *rules, const struct cn_board *board, int side);
/* Has the side the canastas that going out needs (L38): enough of them, and those that the contract
 * names? */
static inline bool cn_board_has_canastas(const struct cn_law *law, const struct cn_board *board,
                                         int side)
{
    return board->canastas[side] >= cn_board_canastas_needed(&law->rules, board) &&
           (law->contract.parts == 0 || cn_contract_is_met(&law->rules, board, side));
}
/* Counts the side's canastas by what they count for in the contract. */
void cn_board_count_contract(const struct cn_rules *rules, const struct cn_board *board, int side,
                             struct cn_canasta_numbers *counted);
/* Returns how many canastas called so (an index of struct cn_canasta_numbers) the contract asks for
 * and the side has not. */
int cn_contract_lacks(const struct cn_rules *rules, const struct cn_board *board, int side,
                      int called);
/* Has the claim met what lets the pile join the hand (L33, U7, I10, I31)? 'hand' is the claimant's
 * hand now, without the pile. */
bool cn_take_is_complete(const struct cn_rules *rules, const struct cn_board *board, cn_hand hand);
/* Lays cards of the seat in turn: on meld 'at' of its side, or as a new meld of the kind if 'at'
 * equals the side's meld count. Checks nothing; the hand must hold the cards. */
void cn_board_lay(const struct cn_rules *rules, struct cn_board *board, cn_hand *hand, int at,
                  int kind, int naturals, int deuces, int jokers);
/* Lays the claimed top card into cn_board_take_meld: onto the meld 'onto' or, if 'onto' is -1, with
 * two cards shown from the hand, 'deuces' and 'jokers' of them wild (L33). The pile waits
 * (CN_PHASE_TAKING). */
void cn_board_take(const struct cn_rules *rules, struct cn_board *board, cn_hand *hand, int onto,
                   int deuces, int jokers);
/* The cards of a meld without its kind. */
static inline cn_packed_meld cn_meld_counts(cn_packed_meld m)
{
    return m & ~(cn_packed_meld)255;
}
/* Replaces meld 'at' of a side and updates its number of canastas and the closed kinds. */
void cn_board_set_meld(struct cn_board *board, int side, int at, cn_packed_meld meld);
/* Joins meld 'from' to meld 'into' (L24). */
void cn_board_merge(struct cn_board *board, int into, int from);
/* Returns the meld into which two shown cards would claim the top card: a new one, or the side's
 * old one of the rank if a second is not allowed, or not yet (I23, I25). */
int cn_board_take_meld(const struct cn_rules *rules, const struct cn_board *board);
/* Returns how many cards will join the hand when the pile is taken, now or once a waiting claim is
 * met: all except the top card, which is laid, and the bonus cards, which are laid down (I27). Of
 * a pile that is not taken whole, they are taken to lie below the others. */
static inline int cn_pile_joining(const struct cn_rules *rules, const struct cn_board *board)
{
    if (board->pile == 0)
        return 0;
    const int all = board->pile - board->pile_red - (board->phase == CN_PHASE_TAKING ? 0 : 1);
    return rules->pile_taken == CN_UNLIMITED || all < rules->pile_taken ? all
                                                                        : rules->pile_taken - 1;
}

#endif
