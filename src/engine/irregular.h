/* irregular.h -- what a referee notes of a deal: irregularities that are open, and what taking a
 * turn back needs (REFEREE, sections 3 to 5).
 *
 * All 0 in strict play. Flat like the rest of a game: copying is =.
 */
#ifndef CN_ENGINE_IRREGULAR_H
#define CN_ENGINE_IRREGULAR_H

#include "moves.h"

/* X(id, law, name): 'law' and 'what' of records. */
#define CN_IRREGULARITIES(X)                    \
    X(TOO_MANY, 53, "too many")                 \
    X(DRAWN_OUT_OF_TURN, 53, "out of turn")     \
    X(LOOKED, 53, "looked")                     \
    X(WITHOUT_DRAWING, 53, "without drawing")   \
    X(NO_MELD, 54, "no meld")                   \
    X(AGAINST_ANSWER, 54, "against the answer") \
    X(MELDED_OUT_OF_TURN, 54, "out of turn")    \
    X(EXPOSED, 54, "exposed")                   \
    X(ANOTHER_CARD, 54, "another card")         \
    X(TOO_SMALL, 55, "too small")               \
    X(NOT_MADE_GOOD, 55, "not made good")       \
    X(TOUCHED, 57, "touched")                   \
    X(TAKEN, 57, "taken")                       \
    X(TOO_MANY_WILDS, 58, "too many wilds")     \
    X(AGAINST_NO, 59, "against a no")           \
    X(BEFORE_ANSWER, 59, "before the answer")   \
    X(NOT_OUT, 59, "not out after a yes")       \
    X(ASKED_UNABLE, 59, "asked unable")         \
    X(NO_CARD_KEPT, 38, "no card kept")

enum cn_irregularity {
#define X(id, law, name) CN_IRREGULAR_##id,
    CN_IRREGULARITIES(X)
#undef X
    CN_IRREGULAR_COUNT
};

/* Returns the number of the law (53). */
int cn_irregular_number(int what);
/* Returns the law ("L53") and the name ("too many") of an irregularity. Static strings. */
const char *cn_irregular_law(int what);
const char *cn_irregular_name(int what);

enum {
    /* Open at one time. A seat can touch the pile without end; at a table nobody has the patience
     * for this many, so what would be one more is refused (R2). */
    CN_OPEN_MAX = 96
};

/* What a ruling will have to know about the moment of an irregularity. */
enum {
    CN_OPEN_SOME_TAKE = 1,     /* TAKEN: some take was legal … */
    CN_OPEN_ONTO_TAKE = 2,     /* … onto a meld */
    CN_OPEN_IN_TURN = 4,       /* LOOKED, TOUCHED: by the seat in turn */
    CN_OPEN_OWN_SIDE = 8,      /* MELDED_OUT_OF_TURN: in a partner's turn */
    CN_OPEN_ANSWERED_YES = 16, /* ASKED_UNABLE */
    CN_OPEN_PLAYED_SINCE = 32  /* the offender has */
};

/* How the pile was taken: by a claim, or its top card too went into the hand. */
enum {
    CN_NOTES_CLAIMED = 1,
    CN_NOTES_TOOK_HAND = 2
};

/* An irregularity that has neither been ruled on nor has lapsed. */
struct cn_open {
    cn_packed_meld shown; /* cards that it showed and that still lie so: naturals, deuces, jokers */
    uint16_t drawn;       /* DRAWN_OUT_OF_TURN: deal.drawn after it */
    uint8_t seat, what;
    uint8_t turn; /* in which it was done, as in struct cn_notes */
    uint8_t flags;
    uint16_t number; /* of those of the deal, from 1 */
};

struct cn_notes {
    struct cn_open open[CN_OPEN_MAX]; /* the oldest first */
    uint16_t noted;                   /* in the deal so far */
    uint8_t open_count;
    uint8_t turn;         /* counts the turns of the deal, modulo 256 */
    uint8_t played;       /* the seat in turn has, in this turn (R15) */
    uint8_t bound_once;   /* … and has been bound, or its hand has been exposed instead */
    uint8_t insisted_ask; /* the question that waits for an answer was */
    uint8_t ruled_seat;   /* whose open irregularities are being ruled on, from 1; 0: none */
    uint8_t
        fallen_answer; /* enum cn_answer: of what the seat in turn cannot obey any more (R20), … */
    uint8_t fallen_bound; /* … which nobody else knows */
    uint8_t due_what;     /* the irregularity that the decision is about … */
    uint8_t due_offender;
    uint8_t ends_by_card; /* the deal ends with the last card of its stock, whatever is open */
    uint8_t ending;       /* why the deal is about to end, from 1 (enum cn_end_why); 0: it is not */
    /* Cards of a hand that were shown and are hidden again since the oldest draw out of turn that
     * is open: the card drawn may be one of them. */
    cn_hand hidden_again[CN_SEATS_MAX];
    struct cn_move_undo last; /* how the last laying is undone */

    /* The last discard, until a seat plays in the next turn: it can be taken back. */
    uint8_t over;    /* there is one */
    uint8_t passed;  /* the next turn has begun */
    uint8_t settled; /* it settled a debt */
    uint8_t exposed; /* an exposed card was discarded */
    uint8_t unlaid;  /* what the turn laid has gone back since (R12) */
    uint8_t was_bound_once;
    uint8_t was_fallen_answer, was_fallen_bound;
    uint8_t owed_next;        /* what the next seat owed when its turn began */
    uint8_t asked_sides_then; /* … and which sides had asked (ask_limit) */
    cn_card discard;
    struct cn_move_undo discarded, pass;

    /* The table when the seat in turn, or the one before it, first played in its turn. */
    uint8_t took;       /* the pile was, in this turn: 0 or CN_NOTES_… */
    uint8_t had_melded; /* the seat, before */
    uint8_t meld_count, frozen;
    uint16_t laid_count, pile_count;
    cn_packed_meld melds[CN_MELDS_MAX]; /* of its side */
    uint8_t laid_meld[CN_CARDS_MAX];    /* as in struct cn_placement */
    cn_card pile[CN_CARDS_MAX];
};

/* Notes an irregularity; the list must have room. Returns it. */
struct cn_open *cn_notes_add(struct cn_notes *notes, int seat, int what, int flags);
/* Removes the irregularity at this place of the list. */
void cn_notes_remove(struct cn_notes *notes, int at);
/* Returns the place of the newest open irregularity of a seat, or -1. */
int cn_notes_newest(const struct cn_notes *notes, int seat);
/* Is one of this side open? */
bool cn_notes_has_side(const struct cn_notes *notes, const struct cn_board *board, int side);
/* Forgets of shown cards those that are face up no longer, the oldest irregularity first (R5). */
void cn_notes_match(struct cn_notes *notes, const struct cn_board *board);

#endif
