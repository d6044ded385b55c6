/* moves.h -- cards and turns moved on a deal, forward and back.
 *
 * A move carries cards from one place to another and updates the board's counts and the memory. It
 * does not check the law: whether a seat may draw twice, lay too few points or take the pile is for
 * legal.h, or for a referee who lets it happen and puts it right afterwards. What follows
 * automatically, such as the replacement of a red three, is in deal.h.
 *
 * Every move has an inverse. Moves undone in the opposite order give the same bytes. The record
 * that a move fills holds only what cannot be computed from the state after it, and nothing about
 * cards that other moves carried. So some may be skipped: melds go back from a turn whose discard
 * stands, and a card drawn after a meld stays when the meld goes back (REFEREE). The facts of a
 * turn (from 'phase' to 'count_waived', and 'count') go back only while that turn runs.
 *
 * Preconditions are asserted, and also that each card is in one place afterwards.
 */
#ifndef CN_ENGINE_MOVES_H
#define CN_ENGINE_MOVES_H

#include "memory.h"
#include "rng.h"

struct cn_deal {
    struct cn_board board;
    cn_hand hands[CN_SEATS_MAX];
    cn_hand pile; /* what the pile holds, by kinds */
    /* The deck: cards from 'drawn' to 'cards' are the stock, in order. */
    cn_card stock[CN_CARDS_MAX];
    uint16_t drawn, cards;
    /* Talons and second hands stay in the deck, before 'drawn': where a seat's talon begins, and
     * where its next second hand begins and its last one ends. */
    uint16_t talon_from[CN_SEATS_MAX], second_from[CN_SEATS_MAX], second_end[CN_SEATS_MAX];
    uint8_t second_sizes[CN_SEATS_MAX][CN_SECOND_HANDS_MAX + 1]; /* the last one before a 0 */
    /* In a client's copy of a deal, whose hands are imagined but one: what brings cards to a seat
     * without its decision comes by lines, and does not follow automatically (cn_deal_face).
     * 'told_seat' is the one whose hand is known, or CN_NO_SEAT. */
    uint8_t told, told_seat;
    uint8_t first_black[CN_SEATS_MAX]; /* black threes among the bonus cards that came first to a
                                          seat, as many as may stay (keep_bonus_card) */
    /* Red threes that came to a seat outside of its turn, since when it has not played (L56). */
    uint8_t late_red[CN_SEATS_MAX];
    struct cn_memory memory;
};

/* The size of the second hand of a seat with which 'left' of them are left; 0 for none. */
static inline uint8_t *cn_deal_second_size(struct cn_deal *deal, int seat, int left)
{
    return &deal->second_sizes[seat][CN_SECOND_HANDS_MAX - left];
}

/* The facts of a turn that the inverse of pass_turn restores, except for the points laid. */
enum {
    CN_TURN_FACTS = offsetof(struct cn_board, count_waived) + 1 - offsetof(struct cn_board, phase)
};

/* Cards of a kind that left a hand: how many of them were known to all, and how many lay exposed.
 */
struct cn_move_seen {
    uint8_t known, exposed;
};

/* What a move's inverse cannot compute. Filled by the move, read by its inverse. Pass NULL for a
 * move that is never undone. */
struct cn_move_undo {
    union {
        struct {
            uint16_t opening_points; /* points laid in the turn before */
            uint8_t seat, meld, facts, phase_and_drew_from, take_meld;
            uint8_t naturals, deuces, jokers; /* from the hand */
            struct cn_move_seen seen[3];
        } lay; /* lay, take_top */
        struct {
            cn_packed_meld moved;
            uint8_t seat, into, from, take_meld, added_to_older;
        } merge;
        struct {
            cn_hand cards;
            uint8_t seat, top, frozen, phase_and_drew_from, owes_opening;
        } pile;
        struct {
            cn_kind_history discarded;
            uint8_t seat, kind, top, frozen, pile_red, forgotten;
            struct cn_move_seen seen;
        } discard;
        struct {
            uint8_t seat, size;
        } pick;
        struct {
            uint16_t opening_points;
            uint8_t first;
            uint8_t facts[CN_TURN_FACTS];
        } turn;
    } of;
};

/* Moves the top card of the stock, bonus card or not, to the seat's hand. Returns its kind. */
int cn_move_draw(struct cn_deal *deal, int seat);
/* Puts the card that was drawn last back on top of the stock. The seat must hold one of its kind.
 */
void cn_move_undraw(struct cn_deal *deal, int seat);

/* Lays a bonus card of the seat's hand before its side (L11, L12), whether hidden or exposed. */
void cn_move_face(struct cn_deal *deal, int seat, int kind, struct cn_move_seen *undo);
void cn_move_unface(struct cn_deal *deal, int seat, int kind, const struct cn_move_seen *undo);

/* Lays the next 'size' cards of the stock beside the seat, as its talon (A:talon). */
void cn_move_talon(struct cn_deal *deal, int seat, int size);
void cn_move_untalon(struct cn_deal *deal, int seat);

/* Moves the seat's talon to its hand, bonus cards included. */
void cn_move_pick_talon(struct cn_deal *deal, int seat, struct cn_move_undo *undo);
void cn_move_unpick_talon(struct cn_deal *deal, const struct cn_move_undo *undo);

/* Moves the seat's next second hand to its hand, bonus cards included. */
void cn_move_pick_second(struct cn_deal *deal, int seat, struct cn_move_undo *undo);
void cn_move_unpick_second(struct cn_deal *deal, const struct cn_move_undo *undo);

/* Lays cards of the seat in turn on meld 'meld' of its side, or as a new meld of the kind if 'meld'
 * is the number of the side's melds. */
void cn_move_lay(const struct cn_rules *rules, struct cn_deal *deal, int meld, int kind,
                 int naturals, int deuces, int jokers, struct cn_move_undo *undo);
void cn_move_unlay(struct cn_deal *deal, const struct cn_move_undo *undo);

/* Joins meld 'from' of the side in turn to meld 'into' (L24); 'from' stays as an empty one. */
void cn_move_merge(struct cn_deal *deal, int into, int from, struct cn_move_undo *undo);
void cn_move_unmerge(struct cn_deal *deal, const struct cn_move_undo *undo);

/* Lays the pile's top card for the seat in turn, as cn_board_take does; the rest of the pile waits.
 */
void cn_move_take_top(const struct cn_rules *rules, struct cn_deal *deal, int onto, int deuces,
                      int jokers, struct cn_move_undo *undo);
void cn_move_untake_top(struct cn_deal *deal, const struct cn_move_undo *undo);

/* Moves what a claim takes of the pile (pile_taken), after its top card, to the hand of the seat in
 * turn; bonus cards among it are laid down (L12). */
void cn_move_take_pile(const struct cn_rules *rules, struct cn_deal *deal,
                       struct cn_move_undo *undo);
void cn_move_untake_pile(const struct cn_rules *rules, struct cn_deal *deal,
                         const struct cn_move_undo *undo);

/* Lays a card of the hand of the seat in turn on the pile. cn_move_pass_turn then passes the turn.
 */
void cn_move_discard(const struct cn_rules *rules, struct cn_deal *deal, int kind,
                     struct cn_move_undo *undo);
void cn_move_undiscard(struct cn_deal *deal, const struct cn_move_undo *undo);

/* Lays a hidden card of the seat's hand face up before it (L54). It remains part of the hand, and
 * leaves it before hidden cards of its kind do. The inverse hides it again. */
void cn_move_expose(struct cn_deal *deal, int seat, int kind);
void cn_move_unexpose(struct cn_deal *deal, int seat, int kind);

/* Begins the next seat's turn. Returns whether it is that seat's first. */
bool cn_move_pass_turn(struct cn_deal *deal, struct cn_move_undo *undo);
void cn_move_unpass_turn(struct cn_deal *deal, const struct cn_move_undo *undo);

/* Begins the turn of table.turn, in a deal that is being set up. Returns whether it is that seat's
 * first. It has no inverse. */
bool cn_move_begin_turn(struct cn_deal *deal);

/* Lays a card that is in no other place on the pile; some kinds freeze it (L30). For setting up: it
 * has no inverse and no assertions. */
void cn_move_to_pile(const struct cn_rules *rules, struct cn_deal *deal, int kind);

#endif
