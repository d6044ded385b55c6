/* tally.h -- what a side brought in a deal, as people count it, and which counts are impossible.
 *
 * The engine counts a deal that it has played, people count theirs with real cards. Both are scored
 * by the same arithmetic (score.h). People miscount, so this file also lists what is impossible in
 * a count.
 */
#ifndef CN_ENGINE_TALLY_H
#define CN_ENGINE_TALLY_H

#include "deal.h"

/* Melds go by what they count as, an index of struct cn_canasta_numbers. */
struct cn_tally {
    int32_t melds;                       /* points of the cards melded, without bonuses */
    int32_t canastas[CN_CANASTA_KEYS];   /* … by cn_canasta_key_of */
    int32_t unfinished[CN_CANASTA_KEYS]; /* … that cost an unfinished_penalty */
    int32_t held[CN_KINDS];              /* seats whose cards of the kind cost a held_penalty */
    int32_t red, black; /* bonus cards faced, including those of a hand that had no turn (I11) */
    int32_t hands;      /* points of the cards with the seats, as a positive number (IA14) */
    int32_t undeclared; /* red threes that were not declared (L56) */
    int32_t ruled;      /* what rulings cost, and L56 at a refereed table; not above 0 */
    int32_t other;      /* what the players add or deduct, with its sign */
    int32_t special;    /* the row of special_hands that a seat laid, from 1; 0: none */
    bool melded, out, concealed;
};

/* Counts what lies face up for a side, as if the deal ended now: without the cards of its seats and
 * without going out. */
struct cn_tally cn_tally_of_board(const struct cn_rules *rules, const struct cn_board *board,
                                  int side);
/* Computes what one side brought in a deal, or would if it ended now without anybody going out, and
 * writes it to *counted. */
void cn_tally_of(const struct cn_rules *rules, const struct cn_deal *deal, int side,
                 struct cn_tally *counted);
/* Returns what a canasta counts as: its sort of wild canasta, its rank where the rules say anything
 * about canastas of it, mixed and of that rank, or natural or mixed. */
int cn_canasta_key_of(const struct cn_rules *rules, cn_packed_meld meld);
/* Returns what a canasta earns besides the points of its cards (L23). */
static inline int32_t cn_canasta_worth(const struct cn_rules *rules, cn_packed_meld meld)
{
    return cn_canasta_bonus(rules, cn_canasta_key_of(rules, meld));
}
/* Returns what canasta_bonus calls it: "natural", "7", "mixed_7"; "" if nothing is called so. */
const char *cn_canasta_key_name(int key);
/* Do canastas count as this, in these rules? */
bool cn_tally_tells_apart(const struct cn_rules *rules, int key);
/* Returns how many canastas there are in all. */
int cn_tally_canastas(const struct cn_tally *counted);
/* Has the side the canasta that red_three_needs names? */
bool cn_tally_has_needed(const struct cn_rules *rules, const struct cn_tally *counted);

/* X(NAME, FIELD, PARAMETER): what is impossible, the field that shows it, and the parameter whose
 * article says so. The numbers are the value found and its upper or lower bound. */
#define CN_TALLY_FAULTS(X)                                   \
    X(TWO_OUT, out, going_out_bonus)                         \
    X(RED_THREES, red, packs)                                \
    X(DECK, melds, card_points)                              \
    X(CANASTAS, natural, natural_canasta_bonus)              \
    X(CONCEALED_NOT_OUT, concealed, concealed_bonus)         \
    X(CONCEALED_CANASTA, concealed, concealed_needs_canasta) \
    X(OUT_CANASTAS, out, canastas_to_go_out)                 \
    X(OUT_MELDS, melds, canastas_to_go_out)                  \
    X(OUT_HANDS, hands, canastas_to_go_out)                  \
    X(NO_HANDS, hands, going_out_bonus)                      \
    X(MELDS_STEP, melds, card_points)                        \
    X(HANDS_STEP, hands, card_points)                        \
    X(HANDS_DECK, hands, card_points)                        \
    X(NATURAL_CANASTAS, natural, natural_canasta_bonus)      \
    X(MIXED_CANASTAS, mixed, mixed_canasta_bonus)            \
    X(CANASTA_POINTS, melds, card_points)                    \
    X(INITIAL, melds, initial_minimum)                       \
    X(OUT_CONTRACT, out, out_contract)                       \
    X(OUT_NATURAL, natural, out_contract)                    \
    X(OUT_MIXED, mixed, out_contract)                        \
    X(OUT_WILD, wild, out_contract)                          \
    X(OUT_RANK, natural, out_contract)                       \
    X(OUT_BARS, unfinished, out_bars)                        \
    X(BLACK_THREES, black, packs)                            \
    X(KEY_CANASTAS, natural, canasta_bonus)                  \
    X(UNFINISHED, unfinished, unfinished_penalty)            \
    X(UNFINISHED_POINTS, melds, unfinished_penalty)          \
    X(HELD, held, held_penalty)                              \
    X(HELD_POINTS, hands, held_penalty)                      \
    X(SPECIAL_ENDS, special, special_hands)                  \
    X(SPECIAL_MELDED, special, special_hands)

enum cn_tally_problem_id {
#define X(name, field, param) CN_TALLY_##name,
    CN_TALLY_FAULTS(X)
#undef X
    CN_TALLY_FAULT_COUNT
};

struct cn_tally_problem {
    enum cn_tally_problem_id id;
    int32_t side; /* -1: all sides together */
    int32_t key;  /* which melds or cards it is about, by what they count as; -1: not some alone */
    int32_t number, bound;
};
enum {
    CN_TALLY_FAULTS_MAX = CN_SIDES_MAX * CN_TALLY_FAULT_COUNT
};

/* Lists what is impossible in a deal of this many players, the game's deal of this number, whose
 * sides began it with the scores 'before'. */
int cn_tally_check(const struct cn_rules *rules, int players, int number,
                   const struct cn_tally *counted, const int32_t *before,
                   struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX]);
/* "TWO_OUT" */
const char *cn_tally_problem_name(enum cn_tally_problem_id id);
/* Returns "out", a field of struct cn_tally. */
const char *cn_tally_problem_field(enum cn_tally_problem_id id);
/* Returns the article of the rule set that says so. */
const char *cn_tally_problem_article(const struct cn_rules *rules, enum cn_tally_problem_id id);

#endif
