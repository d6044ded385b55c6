/* game.h -- a game of deals up to the target, and the one function through which it is played.
 *
 * Set a game up, deal, and pass every decision, wherever it comes from, to cn_game_play. The game
 * refuses or performs it and reports what happened as events, which are the lines of a record
 * (docs/RECORD.md).
 *
 * A struct cn_game is opaque: provide cn_game_size() bytes, aligned as malloc aligns, and start
 * with cn_game_init. Nothing needs freeing. Its only pointer is to its law: undo is a copy.
 */
#ifndef CANASTA_GAME_H
#define CANASTA_GAME_H

#include <canasta/action.h>
#include <canasta/law.h>
#include <canasta/rng.h>
#include <canasta/rules.h>
#include <canasta/view.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cn_game;

/* ---- events ---- */

/* What happened: X(id, name), where the name is the type of the line in records. New ones are
 * appended. */
#define CN_EVENTS(X)                                                                       \
    X(DEAL, "deal")     /* cards: the deck in order; seat: the dealer */                   \
    X(FACE, "face")     /* cards: bonus cards laid down; drawn: all drawn for them */      \
    X(DRAW, "draw")     /* cards: all that left the stock */                               \
    X(TAKE, "take")     /* cards: the two shown; or none, and meld: taken onto it */       \
    X(PILE, "pile")     /* cards: the rest of the pile, bottom first */                    \
    X(MELD, "meld")     /* cards; meld: the new meld's index */                            \
    X(ADD, "add")       /* cards; meld */                                                  \
    X(MERGE, "combine") /* meld: the one that goes; merged_into: the one it joins */       \
    X(ASK, "ask")                                                                          \
    X(ANSWER, "answer")   /* yes */                                                        \
    X(DISCARD, "discard") /* cards: the one card */                                        \
    X(STOP, "stop")                                                                        \
    X(END, "end")     /* why, seat (CN_NO_SEAT if nobody went out), concealed, sides */    \
    X(OVER, "over")   /* winner, receives */                                               \
    X(TALON, "talon") /* cards: they wait beside the seat (A:talon) */                     \
    X(PICK, "pick")   /* cards: a talon or a second hand that comes into the hand */       \
    X(HAND, "hand")   /* cards: the whole hand, a special one; name */                     \
    /* At a refereed table (REFEREE); law and what name an irregularity: */                \
    X(IRREGULAR, "irregular") /* action, cards, law, what */                               \
    X(CALL, "call")           /* seat: CN_NO_SEAT if the referee calls attention itself */ \
    X(REQUIRE, "require")     /* seat: who decides; what: draw, out, waive, accept */      \
    X(PEEK, "peek")           /* cards: the top card of the stock, which stays */          \
    X(HOLD, "hold")           /* cards: the pile, taken into the hand, bottom first */     \
    X(EXPOSE, "expose")       /* cards; ruled */                                           \
    X(LAPSE, "lapse")         /* law, what; seat: the offender, as in what follows */      \
    X(BACK, "back")           /* cards: hidden again */                                    \
    X(RULING, "ruling")       /* law, what, points */                                      \
    X(OWE, "owe")             /* n: discards owed in all */                                \
    X(STOCK, "stock")         /* cards: the one put back on top of the stock */            \
    X(REOPEN, "reopen")       /* cards: gone back into the hand; pile, if it lies again */ \
    X(UNLAY, "unlay")         /* cards: laid in a turn that stays over, gone back */       \
    X(BOUND, "bound")

enum cn_event_type {
#define X(id, name) CN_EVENT_##id,
    CN_EVENTS(X)
#undef X
    CN_EVENT_TYPES
};

/* Returns the name of an event type ("combine"), or NULL past the last. */
CN_API const char *cn_event_name(int type);

/* Why a deal ended: X(id, name). The name is "why" in records. New reasons are appended. */
#define CN_ENDS(X)                                                               \
    X(OUT, "out")        /* a seat went out (L37) */                             \
    X(STOCK, "stock")    /* the stock was gone (L36) */                          \
    X(RED_THREE, "red3") /* the last card of the stock was a bonus card (L44) */ \
    X(HAND, "hand")      /* a special hand was laid (A:hands) */

enum cn_end_why {
#define X(id, name) CN_END_##id,
    CN_ENDS(X)
#undef X
};

/* Returns the name of a reason ("red3"), or NULL past the last. */
CN_API const char *cn_end_name(int why);

struct cn_score;

/* One thing that happened. The library fills it; more fields may be appended. Everything pointed to
 * is valid only during the call. */
struct cn_event {
    uint8_t type, seat, meld, merged_into, yes;
    uint8_t why, concealed, side_count; /* why: enum cn_end_why */
    uint8_t kind;                       /* of the meld, for TAKE, MELD, ADD and MERGE */
    uint8_t freezes;                    /* of DISCARD: the pile is frozen by the card (L30) */
    int32_t winner;                     /* a side */
    const cn_card *cards;
    const cn_card *drawn;
    const cn_card *shown; /* of 'cards' and 'drawn' the bonus cards that were laid down */
    const char *name;     /* of the special hand, in special_hands */
    int32_t card_count, drawn_count, shown_count;
    const struct cn_score *sides; /* by side: read with cn_score_item */
    const int32_t *receives;      /* by side: what it receives, or pays if negative (L46) */
    /* At a refereed table: */
    uint8_t irregular;       /* of DRAW, TAKE, MELD, ADD, ASK and DISCARD: it was insisted on, or
                                required by a ruling */
    uint8_t ruled;           /* of EXPOSE: by a ruling */
    struct cn_action action; /* of IRREGULAR */
    const char *law, *what;
    int32_t points; /* of RULING: not above 0 */
    int32_t n;
    const cn_card *pile; /* of REOPEN; NULL if the pile was not taken */
    int32_t pile_count;
};

/* Receives events. The observer and its function may be NULL. */
struct cn_observer {
    void (*event)(void *context, const struct cn_event *event);
    void *context;
};

/* What a side scores in a deal: X(id, name, column, written, shown, article). 'name' is its key in
 * records. An item that is 0 is in records only if it is 'written', and on score sheets only if it
 * is 'shown'. The article is that of the rule set's parameter, or none. New items are appended;
 * they need the sentences score.NAME, web.sheet.NAME and web.sheet.NAME.about. */
#define CN_SCORE_ITEMS(X)                                                                   \
    X(MELDS, "melds", CARDS, true, true, card_points) /* of the cards melded */             \
    X(CANASTAS, "canastas", BASE, true, true, natural_canasta_bonus)                        \
    X(RED_THREES, "red", BASE, true, true, red_three_bonus) /* of all bonus cards */        \
    X(OUT, "out", BASE, true, false, going_out_bonus)                                       \
    X(CONCEALED, "concealed", BASE, true, false, concealed_bonus)                           \
    X(HANDS, "hands", CARDS, true, true, cite_hands) /* cards left there; not above 0 */    \
    X(BONUS, "bonus", BASE, true, false, game_bonus) /* for winning the game */             \
    X(UNDECLARED, "undeclared", BASE, false, false, undeclared_red_three) /* not above 0 */ \
    X(OTHER, "other", BASE, false, false, none) /* penalties of the table and the like */   \
    X(PENALTIES, "penalties", BASE, false, false, unfinished_penalty) /* not above 0 */     \
    X(SPECIAL, "special", BASE, false, false, special_hands)          /* instead of all else */

enum cn_score_item_id {
#define X(id, name, column, written, shown, article) CN_SCORE_##id,
    CN_SCORE_ITEMS(X)
#undef X
    CN_SCORE_ITEM_COUNT,
    CN_SCORE_TOTAL = -1, /* the sum of all items */
    CN_SCORE_AFTER = -2  /* the running score after the deal (L47) */
};

/* Sheets add up two columns: bonuses of all kinds, and points of cards. */
enum cn_score_column {
    CN_SCORE_BASE,
    CN_SCORE_CARDS
};

/* A row of CN_SCORE_ITEMS. */
struct cn_score_row {
    const char *name; /* "melds" */
    enum cn_score_column column;
    int param; /* whose article is cited, or -1 */
    bool written, shown;
};

/* Returns the item at an index from 0, or NULL past the last. */
CN_API const struct cn_score_row *cn_score_item_at(int index);

/* Returns what one side scored for an item, or CN_SCORE_TOTAL or CN_SCORE_AFTER, from the
 * 'sides' of CN_EVENT_END; 0 for an item that this version of the library does not know. */
CN_API int32_t cn_score_item(const struct cn_score *sides, int side, enum cn_score_item_id item);

/* ---- setting up and dealing ---- */

/* Returns how many bytes a game needs. */
CN_API size_t cn_game_size(void);

/* Starts a game before its first deal, in cn_game_size() bytes. Returns 'memory' as a game. The law
 * is not copied: it must outlive the game. Its rules must allow this many players (L1). 'scores'
 * are by side; NULL for zeros. Never fails. */
CN_API struct cn_game *cn_game_init(void *memory, const struct cn_law *law, int players,
                                    const int32_t *scores);

/* Makes 'to', cn_game_size() bytes, the same game as 'from', with the same law. */
CN_API void cn_game_copy(void *to, const struct cn_game *from);

/* The same with a copy of the law, in cn_law_size() bytes: for a game whose law may go, such as
 * that of a record's reader. */
CN_API void cn_game_copy_with_law(void *to, void *law, const struct cn_game *from);

/* Returns the law of a game. */
CN_API const struct cn_law *cn_game_law(const struct cn_game *game);

/* Finds who deals next and, with five players, who is idle (else CN_NO_SEAT) (L6, I17). Before the
 * first deal: such that seat 0 plays first and seat 4 is idle. You may start otherwise. */
CN_API void cn_game_next_dealer(const struct cn_game *game, int *dealer, int *idle);

/* Writes the full deck of a rule set for 2 to 6 players in a fixed order. Returns how many cards it
 * has (L3). */
CN_API int cn_deck_init(const struct cn_rules *rules, int players, cn_card deck[CN_CARDS_MAX]);

/* Returns the seat that cuts for this dealer (L7). */
CN_API int cn_game_cutter(const struct cn_game *game, int dealer, int idle);

/* May the cut of a deck for 2 to 6 players leave k cards in the upper packet (L7)? */
CN_API bool cn_cut_is_legal(const struct cn_rules *rules, int players, int k);

/* Cuts a deck of n cards: the upper k go below the rest. */
CN_API void cn_deck_cut(cn_card *deck, int n, int k);

/* Starts the next deal from a shuffled and cut deck of the rule set's cards (L7 to L11), which are
 * asserted. No deal may be in play and the game must not be over.
 *
 * An upcard that must be covered may go back into the stock (I2), at a place drawn from 'rng'. With
 * 'rng' NULL the deck must be in the order in which the cards leave it. Returns false, with the
 * game unchanged, if it is not. */
CN_API bool cn_game_deal(struct cn_game *game, int dealer, int idle, const cn_card *deck,
                         struct cn_rng *rng, const struct cn_observer *observer);

/* Starts the next deal with the next dealer, from a deck that 'seed' and the number of the deal
 * name: the same text gives the same game on every machine, as in `canasta play --seed`. */
CN_API void cn_game_deal_seeded(struct cn_game *game, const char *seed,
                                const struct cn_observer *observer);

/* A position set up by hand (docs/RECORD.md, "Positions"): the seat 'turn' is about to start its
 * turn. Start from zeroed memory. */
struct cn_position {
    cn_card hand[CN_SEATS_MAX][CN_CARDS_MAX];
    cn_card laid[CN_CARDS_MAX];      /* every melded card; its side and its meld are below */
    cn_card red[CN_BONUS_CARDS_MAX]; /* bonus cards laid down */
    cn_card pile[CN_CARDS_MAX];      /* bottom first */
    cn_card stock[CN_CARDS_MAX];     /* next to be drawn first */
    cn_card talon[CN_SEATS_MAX][CN_CARDS_MAX];
    cn_card second[CN_SEATS_MAX][CN_CARDS_MAX]; /* one second hand after the other */
    uint8_t second_size[CN_SEATS_MAX][CN_SECOND_HANDS_MAX];
    uint8_t laid_side[CN_CARDS_MAX], laid_meld[CN_CARDS_MAX];
    uint8_t red_side[CN_BONUS_CARDS_MAX];
    int32_t score[CN_SIDES_MAX];
    int32_t hand_count[CN_SEATS_MAX], laid_count, red_count, pile_count, stock_count;
    int32_t talon_count[CN_SEATS_MAX], second_count[CN_SEATS_MAX]; /* cards; second hands */
    int32_t number;                                                /* of the deal; 0: the next */
    /* Where a referee rules: cards of the hands that lie exposed (L54), and points of rulings. */
    cn_card exposed[CN_SEATS_MAX][CN_CARDS_MAX];
    int32_t exposed_count[CN_SEATS_MAX];
    int32_t penalties[CN_SIDES_MAX];  /* 0 or less */
    uint8_t owed[CN_SEATS_MAX];       /* discards (L53) */
    uint8_t meld_count[CN_SIDES_MAX]; /* melds of a side, empty ones included */
    uint8_t dealer, turn, idle; /* idle: 4 or another seat with five players, else CN_NO_SEAT */
    uint8_t turned;             /* bit s: seat s has had its first turn; where a referee rules: has
                                   played in it (R15) */
    uint8_t melded;             /* bit s: seat s has melded */
    uint8_t asked;              /* bit s: side s has asked in this deal */
    uint8_t melded_given;       /* if 0, every seat of a side with melds counts as melded */
};

enum cn_position_error {
    CN_POSITION_OK,
    CN_POSITION_SEAT,    /* dealer, turn or idle is not a seat that plays */
    CN_POSITION_COPIES,  /* more copies of a card than the packs have: card */
    CN_POSITION_MELD,    /* an impossible meld: side, meld */
    CN_POSITION_RED,     /* a bonus card in a meld, or another card among the bonus cards */
    CN_POSITION_HAND,    /* a bonus card in a hand that must have laid it down, or an idle seat with
                           cards */
    CN_POSITION_MELDED,  /* a seat has melded, but its side has no meld, or the other way round */
    CN_POSITION_WAITING, /* a talon or second hand that the rule set does not have: seat */
    CN_POSITION_EXPOSED, /* an exposed card that its hand has not, or that no ruling exposes: card,
                             seat */
    CN_POSITION_OWED,    /* a debt of a seat that does not play, or that no ruling makes: seat */
    CN_POSITION_PENALTIES /* points that no ruling brings: side */
};
/* What is wrong with a position. */
struct cn_position_fault {
    enum cn_position_error error;
    int32_t card, seat, side, meld; /* what it is about; -1 if not about one */
};

/* Sets the position up as a deal in play and starts the turn. Returns false and fills *fault, with
 * the game unchanged, if the position is impossible. */
CN_API bool cn_game_set_position(struct cn_game *game, const struct cn_position *position,
                                 const struct cn_observer *observer,
                                 struct cn_position_fault *fault);

/* ---- playing ---- */

/* Performs an action of a seat, and then everything that follows automatically: red threes, the
 * next turn, the end of the deal and of the game. Returns false and fills *refusal, which may be
 * NULL, with nothing changed, if the action is not legal.
 *
 * 'cards' are those that the action lays or discards, in any order: they must be of its kinds and
 * in the seat's hand (asserted). NULL: the game picks suits. */
CN_API bool cn_game_play(struct cn_game *game, int seat, struct cn_action action,
                         const cn_card *cards, struct cn_refusal *refusal,
                         const struct cn_observer *observer);

/* Returns the seat that decides next, or CN_NO_SEAT if no deal is in play. */
CN_API int cn_game_actor(const struct cn_game *game);

/* How far a game has come: X(id, name). */
#define CN_STAGES(X)                                                                 \
    X(BETWEEN_DEALS,                                                                 \
      "between") /* before the first deal, or after one that did not end the game */ \
    X(IN_DEAL, "playing")                                                            \
    X(OVER, "over")

enum cn_stage {
#define X(id, name) CN_STAGE_##id,
    CN_STAGES(X)
#undef X
};

/* Returns the name of a stage ("playing"), or NULL past the last. */
CN_API const char *cn_stage_name(int stage);

/* Returns how far the game has come. */
CN_API enum cn_stage cn_game_stage(const struct cn_game *game);

/* Writes the running score of each side into 'scores' and returns how many sides there are (L47). A
 * deal in play does not count yet. */
CN_API int cn_game_scores(const struct cn_game *game, int32_t scores[CN_SIDES_MAX]);

/* Returns the side that has won, or -1 if the game is not over (L45). */
CN_API int cn_game_winner(const struct cn_game *game);

/* Writes the cards that a seat holds, suits and all, and returns how many. For showing a player his
 * own hand: the view has only the kinds. */
CN_API int cn_game_hand(const struct cn_game *game, int seat, cn_card cards[CN_CARDS_MAX]);

/* Writes the cards of a meld in the order in which they were laid, and returns how many. */
CN_API int cn_game_meld(const struct cn_game *game, int side, int index,
                        cn_card cards[CN_CARDS_MAX]);

/* Makes the view of a seat of the deal in play, or of the deal that has just ended, in
 * cn_view_size() bytes. Returns 'memory' as a view, valid until the game changes. A deal must have
 * begun. */
CN_API struct cn_view *cn_view_of(void *memory, const struct cn_game *game, int seat);

#ifdef __cplusplus
}
#endif

#endif
