/* rules.h -- a rule set: the parameters of the game, each with its value and its article.
 *
 * A rule set is read from lines "name = value # article" (docs/RULES.md). Several are built in; the
 * defaults are the Laws of 1950. From checked rules a law is derived, with which games are started;
 * games and threads may share it.
 *
 * A struct cn_rules is opaque: provide cn_rules_size() bytes, aligned as malloc aligns, and start
 * with cn_rules_init. Nothing needs freeing. It holds no pointers, so it may be copied bytewise.
 */
#ifndef CANASTA_RULES_H
#define CANASTA_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <canasta/version.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cn_rules;

enum {
    CN_SEATS_MAX = 6,          /* seats at a table (L1) */
    CN_SIDES_MAX = 3,          /* sides that they form (L2) */
    CN_SECOND_HANDS_MAX = 8,   /* second hands that a seat may be dealt (second_hand) */
    CN_ARTICLE_SIZE = 24,      /* room for the name of an article, its NUL included */
    CN_RULES_NAME_SIZE = 40,   /* … of a rule set or parameter */
    CN_RULES_VALUE_SIZE = 4096 /* … for the text of any value */
};

/* ---- parameters ---- */

/* How the value of a parameter is written. */
enum cn_value_type {
    CN_VALUE_INT,      /* a whole number from low to high */
    CN_VALUE_LIMIT,    /* the same, or the word */
    CN_VALUE_BOOL,     /* true or false */
    CN_VALUE_WORD,     /* one of the words */
    CN_VALUE_INT_BY,   /* a whole number, or one per number of players */
    CN_VALUE_WORD_BY,  /* a word, or one per number of players */
    CN_VALUE_PLAYERS,  /* a list of numbers of players */
    CN_VALUE_KINDS,    /* a list of kinds of cards from low to high, and words */
    CN_VALUE_MINIMA,   /* a list of steps [score, points] */
    CN_VALUE_BONUSES,  /* a list of points, for 1, 2, … cards */
    CN_VALUE_POINTS,   /* points by kind of card */
    CN_VALUE_CITE,     /* the name of an article */
    CN_VALUE_CANASTAS, /* a number by class of canastas or rank, one of the words */
    CN_VALUE_CHOICE,   /* true, false, or one of the words after them */
    CN_VALUE_INTS,     /* a list of whole numbers */
    CN_VALUE_HELD,     /* by kind of card: how many cards cost which points */
    CN_VALUE_HANDS     /* a list of special hands */
};

/* A row of the parameter table. All strings are static. */
struct cn_param_row {
    const char *name;
    const char *words;   /* that it may be, or name, separated by blanks; "" if it has none */
    const char *value;   /* the default, as a rule set writes it */
    const char *article; /* of the default */
    int32_t low, high;
    enum cn_value_type type;
};

/* Returns the parameter at an index from 0, or NULL past the last. */
CN_API const struct cn_param_row *cn_param_at(int index);

/* ---- errors ---- */

enum cn_rules_error_id {
    CN_RULES_OK,
    CN_RULES_SYNTAX,        /* 'expected' says what should stand there */
    CN_RULES_UNKNOWN,       /* there is no parameter 'name' */
    CN_RULES_TYPE,          /* wrong type of value for the parameter 'name' */
    CN_RULES_RANGE,         /* not from 'low' to 'high' */
    CN_RULES_NO_SUCH_SET,   /* "from" names no rule set */
    CN_RULES_DUPLICATE,     /* a parameter set twice in one file */
    CN_RULES_TOO_LONG,      /* a name, word or array longer than there is room for */
    CN_RULES_TOO_FEW_CARDS, /* low: cards needed, high: cards there are */
    CN_RULES_JOKERS,        /* more jokers than the packs have: low given, high possible */
    CN_RULES_NO_CANASTA,    /* no canasta, or not as many as needed, can be made */
    CN_RULES_WILDS,         /* fewer wilds allowed in a canasta than in a smaller meld */
    CN_RULES_BLACK_THREES,  /* the fewest is above the most */
    CN_RULES_CUT,           /* no cut is possible */
    CN_RULES_NATURALS,      /* more naturals required than a rank has */
    CN_RULES_MINIMA,        /* the steps do not rise, or the first is not for any score */
    CN_RULES_CONTRACT,      /* too many numbers of canastas: low: to tell apart, high: most */
    CN_RULES_REFEREE        /* a referee has no law for the parameter of index low (R14) */
};

/* What should have stood there. */
enum cn_rules_expected {
    CN_EXPECTED_NOTHING,
    CN_EXPECTED_VALUE, /* a value as the parameter's row says */
    CN_EXPECTED_END_OF_VALUE,
    CN_EXPECTED_END_OF_LINE, /* or an article */
    CN_EXPECTED_SETTING,
    CN_EXPECTED_EQUALS,
    CN_EXPECTED_FROM_FIRST /* "from" is allowed only in the first line */
};

/* What is wrong with a rule set, and where. */
struct cn_rules_error {
    enum cn_rules_error_id id;
    int32_t line, column; /* from 1 */
    char name[CN_RULES_NAME_SIZE];
    enum cn_rules_expected expected;
    int32_t low, high;
};

/* ---- making and reading ---- */

/* Finds the text of the rule set that a line "from = NAME" names. Returns it, valid until reading
 * ends, with its length; NULL if there is no such set. cn_rules_text is one. */
typedef const char *cn_rules_loader(void *context, const char *name, size_t *length);

/* Returns how many bytes a rule set needs. */
CN_API size_t cn_rules_size(void);

/* Starts with the Laws of 1950, named "laws1950", in cn_rules_size() bytes. Returns 'memory' as a
 * rule set. Never fails. */
CN_API struct cn_rules *cn_rules_init(void *memory);

/* Replaces 'rules' by the built-in rule set of that name. Returns false, with 'rules' unchanged, if
 * there is none. 'rules' need not have been initialised. */
CN_API bool cn_rules_load(struct cn_rules *rules, const char *name);

/* Reads 'length' characters of rules over 'rules', then checks the whole. "from = NAME" asks
 * 'loader', which may be NULL. Does not set the name, except through "from". Returns false and
 * fills *error on failure, with 'rules' unchanged. */
CN_API bool cn_rules_read(struct cn_rules *rules, const char *text, size_t length,
                          cn_rules_loader *loader, void *context, struct cn_rules_error *error);

/* Sets one parameter from text ("target", "3000"). Returns false and fills *error, with 'rules'
 * unchanged, if there is no such parameter or the value is wrong; the column counts within the
 * value. Call cn_rules_check when all are set. */
CN_API bool cn_rules_set(struct cn_rules *rules, const char *name, const char *value, size_t length,
                         struct cn_rules_error *error);

/* Checks that the parameters can be played together. Returns false and fills *error if not; such
 * rules must not be played with. */
CN_API bool cn_rules_check(const struct cn_rules *rules, struct cn_rules_error *error);

/* ---- for play ---- */

/* The rules as games use them: a copy, and what follows from them. Derived once, then never
 * changed: all games and threads may share it. Opaque, like struct cn_rules. */
struct cn_law;

/* Returns how many bytes a law needs. */
CN_API size_t cn_law_size(void);

/* Derives the law from checked rules, in cn_law_size() bytes, aligned as malloc aligns. Returns
 * 'memory' as a law; nothing needs freeing. It must stay where it is as long as any game that was
 * started with it, and any copy of such a game, is used. Never fails. */
CN_API struct cn_law *cn_law_init(void *memory, const struct cn_rules *rules);

/* Returns the rules of a law. Valid as long as the law. */
CN_API const struct cn_rules *cn_law_rules(const struct cn_law *law);

/* ---- reading values ---- */

/* Returns the name of the rule set, "" if it has none. Valid as long as 'rules'. */
CN_API const char *cn_rules_name(const struct cn_rules *rules);

/* Writes the value of a parameter, by its index, as a rule set writes it; NUL-terminated and cut to
 * size - 1 characters. Returns how many it wrote. */
CN_API size_t cn_rules_value(const struct cn_rules *rules, int param, char *text, size_t size);

/* Writes the value with which cn_rules_set changes a parameter, by its index, from what it is in
 * 'old' to what it is in 'rules', as cn_rules_value does. It has more than the value if a setting
 * keeps what it does not name: bonuses of canastas that are to go are given as 0. */
CN_API size_t cn_rules_change(const struct cn_rules *rules, const struct cn_rules *old, int param,
                              char *text, size_t size);

/* Finds the next difference: returns the first parameter, by its index from 'from' on, that has
 * another value in the other rules, or -1 if there is none. */
CN_API int cn_rules_diff(const struct cn_rules *one, const struct cn_rules *other, int from);

/* May this many players sit down (L1)? */
CN_API bool cn_rules_allow_players(const struct cn_rules *rules, int players);

/* Returns how many sides this many players form (L2). */
CN_API int cn_side_count(const struct cn_rules *rules, int players);

/* Returns the name of a built-in rule set by index from 0, or NULL past the last. The first is the
 * default. */
CN_API const char *cn_rules_builtin(int index);

/* Returns the name of a ready set of house rules by index from 0, or NULL past the last: what a
 * club or a book chooses within a built-in rule set. No rule set has such a name. */
CN_API const char *cn_house_builtin(int index);

/* Replaces 'rules' by the ready set of house rules of that name. They keep the name of the rule set
 * that they change, by which records, titles and the law book know it. Returns false, with 'rules'
 * unchanged, if there is none. 'rules' need not have been initialised. */
CN_API bool cn_house_load(struct cn_rules *rules, const char *name);

/* Returns the text of a built-in rule set or of ready house rules and its length, or NULL if no
 * such thing has that name. A cn_rules_loader; 'context' is not used. */
CN_API const char *cn_rules_text(void *context, const char *name, size_t *length);

#ifdef __cplusplus
}
#endif

#endif
