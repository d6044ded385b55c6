/* rules.h -- a rule set: the parameters of the game, each with its value and article.
 *
 * One table, CN_PARAMS below, generates everything: the struct, the reader of "name = value"
 * profiles, "--set name=value", the printer and the docs. A rule set is a file of such lines under
 * data/rules/; no code refers to one by name. The built-in defaults are the Laws of 1950, so a
 * profile needs only what differs.
 *
 * Parameters cite_… hold the article that a refusal names in this rule set (docs/RULES.md, "The
 * article a refusal names").
 */
#ifndef CN_ENGINE_RULES_H
#define CN_ENGINE_RULES_H

#include "canasta/rules.h"

#include "hand.h"

enum cn_first_dealer {
    CN_RIGHT,
    CN_LEFT
};
enum cn_six_sides {
    CN_THREE_THREE,
    CN_TWO_TWO_TWO
};
enum cn_direction {
    CN_CLOCKWISE,
    CN_COUNTERCLOCKWISE
};
enum cn_one_card_pile {
    CN_PILE_UNLESS_FORCED,
    CN_PILE_NEVER,
    CN_PILE_STOCK_GONE,
    CN_PILE_FREE
};
enum cn_concealed_minimum {
    CN_CONCEALED_PACK,
    CN_CONCEALED_NONE,
    CN_CONCEALED_ALWAYS
};
enum cn_stock_gone {
    CN_STOCK_FORCED,
    CN_STOCK_FREE,
    CN_STOCK_ONE_MORE,
    CN_STOCK_LAST_DISCARD
};
enum cn_red_unmelded {
    CN_RED_SUBTRACT,
    CN_RED_NOTHING,
    CN_RED_ADD
};
enum cn_opening_needs {
    CN_OPENING_ANYTHING,
    CN_OPENING_NATURAL_MELD,         /* a meld of three or more naturals and no wild */
    CN_OPENING_NATURAL_OR_WILD_MELD, /* … or one of wilds */
    CN_OPENING_THREE_NATURALS        /* a meld with three naturals, wilds or not */
};
enum cn_lifts_minimum {
    CN_LIFTS_NEVER,
    CN_LIFTS_ANY_CANASTA,
    CN_LIFTS_NATURAL_OR_WILD /* no mixed canasta */
};
enum cn_wild_melds {
    CN_WILD_MELDS_NONE,
    CN_WILD_MELDS_FREE,
    CN_WILD_MELDS_LOCKING /* while one is unfinished its side lays wilds nowhere else */
};
enum cn_second_meld {
    CN_SECOND_MELD_NEVER,
    CN_SECOND_MELD_ANY,
    CN_SECOND_MELD_AFTER_CANASTA /* if all melds of the rank that the side has are canastas */
};
enum cn_discard_wild {
    CN_DISCARD_WILD_FREE,
    CN_DISCARD_WILD_LAST /* only as the card that goes out, or from a hand of nothing else */
};
enum cn_ask_limit {
    CN_ASK_ONCE_A_TURN,
    CN_ASK_ONCE_A_DEAL
};
enum cn_last_bonus_card {
    CN_LAST_BONUS_LAY,
    CN_LAST_BONUS_HOLD
};
/* red_three_needs: a meld, a canasta, or a canasta of a rank. */
enum cn_bonus_needs {
    CN_BONUS_NEEDS_MELD,
    CN_BONUS_NEEDS_CANASTA,
    CN_BONUS_NEEDS_FOUR /* … and on to the ace, in the order of enum cn_kind */
};
enum cn_second_hand_when {
    CN_SECOND_HAND_WHEN_EMPTY,
    CN_SECOND_HAND_BY_OWN_CANASTA
};
enum cn_second_hand_out {
    CN_SECOND_HAND_OUT_OWN,
    CN_SECOND_HAND_OUT_ALL
};
enum cn_referee {
    CN_REFEREE_STRICT,
    CN_REFEREE_CALLED,
    CN_REFEREE_WATCHFUL
};
enum cn_settlement {
    CN_SETTLE_DIFFERENCE,
    CN_SETTLE_HUNDREDS
};

/* The largest number of wild cards, which "none" (no limit) stands for. */
#define CN_UNLIMITED 99

enum {
    CN_CANASTA_SIZE = 7 /* cards that make a meld a canasta (L22) */
};

/* Classes of canastas (L22, L23): X(ID, name). Counts are kept by class, so new ones are appended.
 */
#define CN_CANASTA_CLASSES(X) \
    X(NATURAL, natural)       \
    X(MIXED, mixed)           \
    X(WILD, wild)

enum cn_canasta_class_id {
#define X(id, name) CN_CLASS_##id,
    CN_CANASTA_CLASSES(X)
#undef X
    CN_CLASSES
};
/* "natural" */
const char *cn_canasta_class_name(enum cn_canasta_class_id id);

/* One step of the minimum count: scores from 'from' up need 'count'. */
struct cn_minimum {
    int32_t from; /* INT32_MIN for "null": any score */
    int32_t count;
};
enum {
    CN_MINIMA_MAX = 8
};
struct cn_minimum_steps {
    int32_t count;
    struct cn_minimum step[CN_MINIMA_MAX];
};
struct cn_bonus_steps {
    int32_t count;
    int32_t bonus[2 * CN_PACKS_MAX]; /* for 1, 2, … red threes; beyond the list, the last counts */
};
struct cn_kind_points {
    int32_t of[CN_KINDS];
};
/* A value by number of players, 2 to 6. */
enum {
    CN_PLAYERS_CLASSES = CN_SEATS_MAX - 1
};
struct cn_per_players {
    int32_t at[CN_PLAYERS_CLASSES];
};
/* A number by what a canasta may be called: its rank, its class, a sort of wild canasta, or mixed
 * and of a rank. An index is a kind of card, CN_KEY_OF_CLASS plus a class, one of CN_KEY_WILD_…, or
 * CN_KEY_MIXED_OF plus a kind. */
enum {
    CN_KEY_OF_CLASS = 16,
    CN_KEY_WILD = CN_KEY_OF_CLASS + CN_CLASS_WILD,
    CN_KEY_WILD_FOUR_JOKERS, /* four jokers or more */
    CN_KEY_WILD_DEUCES,      /* no joker */
    CN_KEY_WILD_JOKERS,      /* no deuce */
    CN_KEY_MIXED_OF,
    CN_CANASTA_KEYS = CN_KEY_MIXED_OF + CN_KINDS
};
struct cn_canasta_numbers {
    int32_t of[CN_CANASTA_KEYS];
};
struct cn_article {
    char text[CN_ARTICLE_SIZE];
};
/* Numbers of cards. */
enum {
    CN_INTS_MAX = CN_SECOND_HANDS_MAX
};
struct cn_ints {
    int32_t count;
    int32_t of[CN_INTS_MAX];
};
/* What this many cards of a kind or more cost who holds them at the end; 0 cards: nothing. */
struct cn_held_penalties {
    struct {
        int32_t cards, points;
    } of[CN_KINDS];
};
/* A hand that is laid whole (special_hands). Rows of one name are one hand in several forms. */
enum {
    CN_SPECIAL_HANDS_MAX = 24,
    CN_SPECIAL_NAME_SIZE = 16,
    CN_SPECIAL_GROUPS_MAX = 14,
    CN_SPECIAL_WILDS_MAX = 6
};
struct cn_special_hand {
    char name[CN_SPECIAL_NAME_SIZE];
    int32_t points;
    uint16_t must;                        /* kinds that are among the groups, a bit each */
    uint8_t groups, wilds;                /* how many of the following */
    uint8_t group[CN_SPECIAL_GROUPS_MAX]; /* cards in each group of a natural kind, most first */
    struct {
        uint8_t deuces, jokers;
    } wild[CN_SPECIAL_WILDS_MAX]; /* allowed; [0, 0] alone if a rule set names none */
    uint8_t threes;               /* bonus cards */
    uint8_t wins;                 /* the side wins the game at once */
};
struct cn_special_hands {
    int32_t count;
    struct cn_special_hand row[CN_SPECIAL_HANDS_MAX];
};

/* The table. X(TYPE, name, low, high, words, default, article)
 *   INT      a whole number from low to high
 *   LIMIT    the same, or the word
 *   BOOL     true or false
 *   CHOICE   true, false, or one of the words after them
 *   WORD     one of the words, separated by blanks
 *   INT_BY   INT by number of players; WORD_BY the same for words
 *   PLAYERS  the numbers of players that may sit down (one bit each)
 *   KINDS    kinds of cards from low to high (one bit each), and the words (bits from
 *            CN_KINDS_WORDS on)
 *   INTS     whole numbers from low to high
 *   MINIMA, BONUSES, POINTS   see the structs above
 *   CITE     an article's name
 *   CANASTAS a number from low to high by the words, 0 for those that are not named; what is given
 *            for canasta_bonus changes the old value, and its natural and mixed are kept in the
 *            parameters that only they have
 *   HELD, HANDS   see struct cn_held_penalties and struct cn_special_hand
 */
enum {
    CN_KINDS_WORDS = 16,
    CN_KINDS_WORD = 1 << CN_KINDS_WORDS /* the first word of a parameter of type KINDS */
};
#define CN_PARAMS(X)                                                                               \
    X(INT_BY, packs, 1, 6, "", "2", "L3")                                                          \
    X(INT_BY, jokers, 0, 12, "", "4", "L3")                                                        \
    X(PLAYERS, players, 2, 6, "", "[2, 3, 4, 5, 6]", "L1")                                         \
    X(WORD, first_dealer, 0, 0, "right left", "right", "L6")                                       \
    X(WORD, cutter, 0, 0, "right left", "right", "L7")                                             \
    X(INT, cut_least, 1, 20, "", "4", "L7")                                                        \
    X(WORD, six_sides, 0, 0, "3+3 2+2+2", "3+3", "L2")                                             \
    X(WORD, direction, 0, 0, "clockwise counterclockwise", "clockwise", "L14")                     \
    X(INT_BY, hand_size, 1, 40, "", "{\"2\": 15, \"3\": 13, \"4\": 11}", "L8")                     \
    X(INT_BY, draw_count, 1, 5, "", "1", "L15")                                                    \
    X(BOOL, upcard, 0, 1, "", "true", "L10")                                                       \
    X(KINDS, upcard_cover, 0, CN_ACE, "", "[3r, X, 2]", "L10")                                     \
    X(KINDS, pile_freeze, 0, CN_ACE, "", "[3r, X, 2]", "L30")                                      \
    X(BOOL, upcard_cover_once, 0, 1, "", "false", "L10")                                           \
    X(LIMIT, pile_taken, 1, 100, "all", "all", "L32")                                              \
    X(BOOL, frozen_before_initial_meld, 0, 1, "", "true", "L29")                                   \
    X(BOOL, take_with_wild, 0, 1, "", "true", "L32")                                               \
    X(BOOL, take_onto_meld, 0, 1, "", "true", "L35")                                               \
    X(BOOL, take_onto_canasta, 0, 1, "", "true", "L35")                                            \
    X(WORD, one_card_pile, 0, 0, "unless_forced never stock_gone free", "unless_forced", "L35")    \
    X(BOOL, one_card_hand, 0, 1, "", "false", "L35")                                               \
    X(INT, fewest_naturals, 2, 7, "", "2", "L18")                                                  \
    X(INT, most_wilds, 0, 6, "", "3", "L18")                                                       \
    X(LIMIT, most_wilds_canasta, 0, 36, "none", "none", "L20")                                     \
    X(CHOICE, second_meld, 0, 0, "false true after_canasta", "true", "L24")                        \
    X(LIMIT, largest_meld, 7, 36, "none", "none", "L18")                                           \
    X(INT, wild_needs_naturals, 0, 7, "", "0", "L18")                                              \
    X(BOOL, wilds_fewer_than_naturals, 0, 1, "", "false", "L18")                                   \
    X(KINDS, pure_kinds, CN_FOUR, CN_ACE, "", "[]", "L18")                                         \
    X(KINDS, pure_after_opening, CN_FOUR, CN_ACE, "", "[]", "L18")                                 \
    X(WORD, wild_melds, 0, 0, "none free locking", "none", "L18")                                  \
    X(BOOL, dead_ranks, 0, 1, "", "false", "L22")                                                  \
    X(INT, fewest_black_threes, 3, 6, "", "3", "L18")                                              \
    X(INT, most_black_threes, 0, 12, "", "4", "L18")                                               \
    X(MINIMA, initial_minimum, 0, 1000, "", "[[null, 0], [0, 50], [1500, 90], [3000, 120]]",       \
      "L26")                                                                                       \
    X(INTS, minimum_by_round, 0, 1000, "", "[]", "L26")                                            \
    X(CHOICE, canasta_lifts_minimum, 0, 0, "false true natural_or_wild", "false", "L27")           \
    X(WORD, opening_needs, 0, 0, "nothing natural_meld natural_or_wild_meld three_naturals",       \
      "nothing", "L27")                                                                            \
    X(BOOL, opening_top_card, 0, 1, "", "true", "L33")                                             \
    X(BOOL, opening_mixed_canasta, 0, 1, "", "true", "L27")                                        \
    X(BOOL, naturals_outnumber_wilds, 0, 1, "", "false", "L33")                                    \
    X(WORD, discard_wild, 0, 0, "free last", "free", "L16")                                        \
    X(KINDS, empty_pile_discard, 0, CN_ACE, "dead", "[]", "L16")                                   \
    X(KINDS, discard_after_canasta, CN_FOUR, CN_ACE, "", "[]", "L16")                              \
    X(KINDS, last_discard_bars, 0, CN_ACE, "", "[]", "L39")                                        \
    X(INTS, talon, 0, 40, "", "[]", "L15")                                                         \
    X(INT, talon_stock, 0, 300, "", "0", "L15")                                                    \
    X(INTS, second_hand, 1, 40, "", "[]", "L8")                                                    \
    X(WORD, second_hand_when, 0, 0, "empty own_canasta", "empty", "L8")                            \
    X(WORD, second_hand_out, 0, 0, "own all", "own", "L38")                                        \
    X(HANDS, special_hands, 0, 100000, "", "[]", "L38")                                            \
    X(INT_BY, canastas_to_go_out, 0, 6, "", "1", "L38")                                            \
    X(CANASTAS, out_contract, 0, 6, "natural mixed wild 4 5 6 7 8 9 T J Q K A", "{}", "L38")       \
    X(KINDS, out_bars, CN_FOUR, CN_ACE, "wild", "[]", "L38")                                       \
    X(BOOL, out_consent, 0, 1, "", "false", "L40")                                                 \
    X(WORD, ask_limit, 0, 0, "turn deal", "turn", "L40")                                           \
    X(BOOL, go_out_by_melding, 0, 1, "", "true", "L39")                                            \
    X(BOOL, ask_partner, 0, 1, "", "true", "L40")                                                  \
    X(BOOL, concealed_needs_canasta, 0, 1, "", "true", "L49")                                      \
    X(BOOL, concealed_adding, 0, 1, "", "false", "L48")                                            \
    X(BOOL, concealed_after_partner, 0, 1, "", "true", "L48")                                      \
    X(WORD, concealed_minimum, 0, 0, "pack none always", "pack", "L49")                            \
    X(WORD_BY, stock_gone, 0, 0, "forced free one_more last_discard", "forced", "L36")             \
    X(BOOL, last_red_three_meld, 0, 1, "", "true", "L44")                                          \
    X(WORD, last_bonus_card, 0, 0, "lay hold", "lay", "L44")                                       \
    X(KINDS, bonus_kinds, CN_RED_THREE, CN_BLACK_THREE, "", "[3r]", "L11")                         \
    X(INT, keep_bonus_card, 0, 4, "", "0", "L11")                                                  \
    X(BONUSES, red_three_bonus, -10000, 10000, "", "[100, 200, 300, 800]", "L13")                  \
    X(BONUSES, black_three_bonus, -10000, 10000, "", "[]", "L13")                                  \
    X(WORD, red_three_needs, 0, 0, "meld canasta 4 5 6 7 8 9 T J Q K A", "meld", "L43")            \
    X(WORD, red_three_without_meld, 0, 0, "subtract nothing add", "subtract", "L43")               \
    X(INT, bonus_held_points, 0, 10000, "", "0", "L43")                                            \
    X(INT, natural_canasta_bonus, 0, 10000, "", "500", "L23")                                      \
    X(INT, mixed_canasta_bonus, 0, 10000, "", "300", "L23")                                        \
    X(CANASTAS, canasta_bonus, 0, 10000,                                                           \
      "natural mixed wild wild_four_jokers wild_deuces wild_jokers 4 5 6 7 8 9 T J Q K A mixed_4 " \
      "mixed_5 mixed_6 mixed_7 mixed_8 mixed_9 mixed_T mixed_J mixed_Q mixed_K mixed_A",           \
      "{}", "L23")                                                                                 \
    X(CANASTAS, unfinished_penalty, 0, 10000, "wild wild_four_jokers 4 5 6 7 8 9 T J Q K A", "{}", \
      "L42")                                                                                       \
    X(HELD, held_penalty, 0, 10000, "", "{}", "L42")                                               \
    X(BOOL, score_by_canastas, 0, 1, "", "false", "L42")                                           \
    X(INT, going_out_bonus, 0, 10000, "", "100", "L42")                                            \
    X(INT, concealed_bonus, 0, 10000, "", "100", "L50")                                            \
    X(INT, target, 1, 1000000, "", "5000", "L45")                                                  \
    X(INT, rounds, 0, 1000, "", "0", "L45")                                                        \
    X(INT, game_bonus, 0, 100000, "", "0", "L46")                                                  \
    X(WORD, settlement, 0, 0, "difference hundreds", "difference", "L46")                          \
    X(POINTS, card_points, 0, 400, "",                                                             \
      "{X: 50, 2: 20, 3b: 5, 4: 5, 5: 5, 6: 5, 7: 5, 8: 10, 9: 10, T: 10, J: 10, Q: 10, K: 10, "   \
      "A: 20}",                                                                                    \
      "L25")                                                                                       \
    X(WORD, referee, 0, 0, "strict called watchful", "strict", "L60")                              \
    X(INT, undeclared_red_three, 0, 10000, "", "500", "L56")                                       \
    X(BOOL, point_penalties, 0, 1, "", "false", "P")                                               \
    X(BOOL, announce_last_card, 0, 1, "", "false", "C3")                                           \
    X(CITE, cite_frozen, 0, 0, "", "L31", "L31")                                                   \
    X(CITE, cite_frozen_before_initial, 0, 0, "", "L31", "L31")                                    \
    X(CITE, cite_frozen_by_black_three, 0, 0, "", "L31", "L31")                                    \
    X(CITE, cite_claim_with_wild, 0, 0, "", "L32", "L32")                                          \
    X(CITE, cite_onto_meld, 0, 0, "", "L35", "L35")                                                \
    X(CITE, cite_onto_canasta, 0, 0, "", "L35", "L35")                                             \
    X(CITE, cite_one_card, 0, 0, "", "L35", "L35")                                                 \
    X(CITE, cite_shape, 0, 0, "", "L18", "L18")                                                    \
    X(CITE, cite_wilds_in_canasta, 0, 0, "", "L20", "L20")                                         \
    X(CITE, cite_second_meld, 0, 0, "", "L24", "L24")                                              \
    X(CITE, cite_black_threes, 0, 0, "", "L18", "L18")                                             \
    X(CITE, cite_minimum, 0, 0, "", "L26", "L26")                                                  \
    X(CITE, cite_minimum_with_pack, 0, 0, "", "L33", "L33")                                        \
    X(CITE, cite_outnumber, 0, 0, "", "H:initial", "H:initial")                                    \
    X(CITE, cite_keep_a_card, 0, 0, "", "L38", "L38")                                              \
    X(CITE, cite_contract, 0, 0, "", "L38", "L38")                                                 \
    X(CITE, cite_last_discard, 0, 0, "", "S:discard", "S:discard")                                 \
    X(CITE, cite_asking, 0, 0, "", "L40", "L40")                                                   \
    X(CITE, cite_forcing, 0, 0, "", "L36", "L36")                                                  \
    X(CITE, cite_last_red_three, 0, 0, "", "L44", "L44")                                           \
    X(CITE, cite_top_card, 0, 0, "", "L34", "L34")                                                 \
    X(CITE, cite_claim, 0, 0, "", "L32", "L32")                                                    \
    X(CITE, cite_largest_meld, 0, 0, "", "A:closed", "A:closed")                                   \
    X(CITE, cite_dead_rank, 0, 0, "", "A:closed", "A:closed")                                      \
    X(CITE, cite_pure, 0, 0, "", "A:sevens", "A:sevens")                                           \
    X(CITE, cite_pure_after_opening, 0, 0, "", "A:aces", "A:aces")                                 \
    X(CITE, cite_wilds, 0, 0, "", "A:wilds", "A:wilds")                                            \
    X(CITE, cite_no_wild_melds, 0, 0, "", "L18", "L18")                                            \
    X(CITE, cite_opening, 0, 0, "", "A:opening", "A:opening")                                      \
    X(CITE, cite_bonus_cards, 0, 0, "", "A:threes", "A:threes")                                    \
    X(CITE, cite_discard, 0, 0, "", "A:discard", "A:discard")                                      \
    X(CITE, cite_discard_waits, 0, 0, "", "PH:sevens", "PH:sevens")                                \
    X(CITE, cite_out_bars, 0, 0, "", "A:out", "A:out")                                             \
    X(CITE, cite_special_hands, 0, 0, "", "A:hands", "A:hands")                                    \
    X(CITE, cite_books, 0, 0, "", "HF:books", "HF:books")                                          \
    X(CITE, cite_consent, 0, 0, "", "HF:out", "HF:out")                                            \
    X(CITE, cite_second_hand, 0, 0, "", "HF:foot", "HF:foot")                                      \
    X(CITE, cite_hands, 0, 0, "", "L42", "L42")

#define CN_TYPE_INT      int32_t
#define CN_TYPE_LIMIT    int32_t
#define CN_TYPE_BOOL     int32_t
#define CN_TYPE_WORD     int32_t
#define CN_TYPE_INT_BY   struct cn_per_players
#define CN_TYPE_WORD_BY  struct cn_per_players
#define CN_TYPE_PLAYERS  int32_t
#define CN_TYPE_KINDS    int32_t
#define CN_TYPE_MINIMA   struct cn_minimum_steps
#define CN_TYPE_BONUSES  struct cn_bonus_steps
#define CN_TYPE_POINTS   struct cn_kind_points
#define CN_TYPE_CITE     struct cn_article
#define CN_TYPE_CANASTAS struct cn_canasta_numbers
#define CN_TYPE_CHOICE   int32_t
#define CN_TYPE_INTS     struct cn_ints
#define CN_TYPE_HELD     struct cn_held_penalties
#define CN_TYPE_HANDS    struct cn_special_hands

enum cn_param {
#define X(type, name, low, high, words, value, article) CN_PARAM_##name,
    CN_PARAMS(X)
#undef X
    CN_PARAM_COUNT
};

/* What follows from the parameters and is asked at every step. */
struct cn_rules_derived {
    uint64_t bonus;  /* bonus_kinds as a hand's mask, … */
    cn_hand bonuses; /* … and as 15 cards of each */
    bool refereed;   /* what is not legal can be done all the same (referee) */
    bool wide;       /* more than narrow copies of files can count, or know (hand.h) */
    bool waiting;    /* cards may wait for seats: talons, second hands */
    bool penalties;  /* unfinished melds or cards that are held may cost points (L42) */
    bool named;      /* canastas may count otherwise than as natural or mixed (cn_canasta_key_of) */
};

struct cn_rules {
    struct cn_rules_derived derived;
    char name[CN_RULES_NAME_SIZE];
#define X(type, name, low, high, words, value, article) CN_TYPE_##type name;
    CN_PARAMS(X)
#undef X
    struct cn_article article[CN_PARAM_COUNT]; /* the article that each value comes from */
};

/* Does a referee rule? */
static inline bool cn_rules_are_refereed(const struct cn_rules *rules)
{
    return CN_REFEREES_ARE_HERE && rules->derived.refereed;
}

/* May the words of a rules file, such as names of special hands, contain this character? */
static inline bool cn__is_word_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '+' || c == '-' || c == '.';
}

/* Of an error of cn_rules_check: is this parameter, which alone may have any value, part of the
 * combination that is not allowed? */
bool cn_rules_error_involves(const struct cn_rules_error *error, int param);

/* Returns the index at which a parameter of type CANASTAS has the number of one of its words, or -1
 * for another word. */
int cn_param_canasta_key(int param, const char *word, size_t length);
/* Returns where a parameter's value is in struct cn_rules. Here and below, 'param' is below
 * CN_PARAM_COUNT. */
size_t cn_param_offset(int param);
const char *cn_param_name(int param);
int cn_param_find(const char *name, size_t length); /* -1 if there is none */

/* Returns the index of a word in a list separated by blanks, or -1. */
int cn__word_index(const char *words, const char *word, size_t length);
/* Do both rule sets give this parameter the same value? */
bool cn__rules_same(const struct cn_rules *one, const struct cn_rules *other, int param);

/* Returns the first parameter whose value only a plan can decide (turn_plan.h), or -1 if there is
 * none. */
int cn_rules_planned_by(const struct cn_rules *rules);

/* Computes what follows from the parameters: cn_rules_set and cn_law_init do. */
void cn_rules_derive(struct cn_rules *rules);

/* Is the kind faced and replaced, and counted as a bonus card (bonus_kinds)? The mask is that of a
 * hand. */
static inline uint64_t cn_bonus_mask(const struct cn_rules *rules)
{
    return rules->derived.bonus;
}
static inline bool cn_is_bonus(const struct cn_rules *rules, int kind)
{
    return (cn_bonus_mask(rules) & cn_kind_mask(kind)) != 0;
}

/* Returns the index into a value by number of players. */
/* Does a discard of the kind freeze the pile (L30)? */
static inline bool cn_rules_freezes(const struct cn_rules *rules, int kind)
{
    return (rules->pile_freeze >> kind & 1) != 0 && !cn_is_bonus(rules, kind);
}

static inline int cn_players_class(int players)
{
    return players - 2;
}
/* Returns how many packs, and jokers and cards in all, this many players play with (L3). */
static inline int cn_rules_packs(const struct cn_rules *rules, int players)
{
    return rules->packs.at[cn_players_class(players)];
}
static inline int cn_rules_jokers(const struct cn_rules *rules, int players)
{
    return rules->jokers.at[cn_players_class(players)];
}
static inline int cn_rules_cards(const struct cn_rules *rules, int players)
{
    return 52 * cn_rules_packs(rules, players) + cn_rules_jokers(rules, players);
}
/* Returns the most packs that any number of players plays with. */
int cn_rules_most_packs(const struct cn_rules *rules);
/* Are there packs enough for hands that only wide copies of the engine's files can count? */
static inline bool cn_rules_are_wide(const struct cn_rules *rules)
{
    return rules->derived.wide;
}
/* May cards wait for seats: a talon, second hands? Only under laws that a plan decides (law.h). */
static inline bool cn_rules_let_wait(const struct cn_rules *rules)
{
    return CN_PLANS_ARE_HERE && rules->derived.waiting;
}
/* Returns what a canasta counts for where canastas are asked for by name: its rank if that has a
 * number, else its class. An index of 'asked'. */
static inline int cn_canasta_key(const struct cn_canasta_numbers *asked, int kind, bool natural)
{
    if (kind == CN_JOKER)
        return CN_KEY_WILD;
    if (asked->of[kind] > 0)
        return kind;
    return CN_KEY_OF_CLASS + (natural ? CN_CLASS_NATURAL : CN_CLASS_MIXED);
}
/* The law of going out keeps a set of states in one word. */
enum {
    CN_CONTRACT_STATES = 64
};
/* Returns how many canastas the contract for going out asks for in all; 0: there is none. */
int cn_rules_contract_size(const struct cn_rules *rules);
/* Returns the points of a card (L25). Red threes have none. */
static inline int32_t cn_hand_points(const struct cn_rules *rules, cn_hand hand)
{
    int32_t points = 0;
    for (uint64_t mask = cn_hand_mask(hand) & ~cn_kind_mask(CN_RED_THREE); mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        points += cn_hand_count(hand, kind) * rules->card_points.of[kind];
    }
    return points;
}
/* Are black threes bonus cards, as red threes always are (bonus_kinds)? */
static inline bool cn_black_threes_are_bonus(const struct cn_rules *rules)
{
    return (rules->bonus_kinds >> CN_BLACK_THREE & 1) != 0;
}
/* Returns how many of the cards are bonus cards. */
static inline int cn_hand_bonus_cards(const struct cn_rules *rules, cn_hand hand)
{
    return cn_hand_size(cn_hand_keep(hand, cn_bonus_mask(rules)));
}
/* Returns the points of cards that are with a seat at the end of a deal, where a bonus card counts
 * bonus_held_points (A:score). */
static inline int32_t cn_held_points(const struct cn_rules *rules, cn_hand hand)
{
    return cn_hand_points(rules, cn_hand_drop(hand, cn_bonus_mask(rules))) +
           cn_hand_bonus_cards(rules, hand) * rules->bonus_held_points;
}
/* Returns how many cards the second hands of a seat have together. */
int cn_rules_second_cards(const struct cn_rules *rules);
/* Returns what a canasta that counts for this index of canasta_bonus earns (L23). */
static inline int32_t cn_canasta_bonus(const struct cn_rules *rules, int key)
{
    if (rules->canasta_bonus.of[key] != 0)
        return rules->canasta_bonus.of[key];
    if (key == CN_KEY_OF_CLASS + CN_CLASS_NATURAL || key < CN_KEY_OF_CLASS)
        return rules->natural_canasta_bonus;
    if (key == CN_KEY_OF_CLASS + CN_CLASS_MIXED || key >= CN_KEY_MIXED_OF)
        return rules->mixed_canasta_bonus;
    return 0;
}
/* Does anything depend on which deal of its game it is? */
static inline bool cn_rules_count_deals(const struct cn_rules *rules)
{
    return rules->rounds > 0 || rules->minimum_by_round.count > 0;
}
/* Returns the minimum count that a side with this score needs in a deal of this number, from 1
 * (L26). */
int cn_rules_minimum(const struct cn_rules *rules, int number, int32_t score);

#endif
