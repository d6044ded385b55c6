/* law.h -- the law of a rule set: its parameters, and what follows from them for play.
 *
 * Derived once and shared by pointer: a game, its copies and every view of it point to one law. So
 * a game is small, and copying one, for undo or for a search, copies no rules.
 */
#ifndef CN_ENGINE_LAW_H
#define CN_ENGINE_LAW_H

#include "rules.h"

enum {
    CN_WILDS_MAX = 18,
    CN_NATURALS_MAX = 4 * CN_PACKS_MAX,
    CN_DEUCES_MAX = 4 * CN_PACKS_MAX,
    CN_JOKERS_MAX = 2 * CN_PACKS_MAX,
    CN_WILD_CHOICES_MAX = (CN_DEUCES_MAX + 1) * (CN_JOKERS_MAX + 1),
    CN_WILD_CHOICES_PAST = 4 /* so many may be read beyond the last choice */
};

/* Classes of canastas (L22, L23): X(ID, name). Counts are kept by class, so new ones are appended. */
#define CN_CANASTA_CLASSES(X) \
    X(NATURAL, natural)       \
    X(MIXED, mixed)

enum cn_canasta_class_id {
#define X(id, name) CN_CLASS_##id,
    CN_CANASTA_CLASSES(X)
#undef X
    CN_CLASSES
};
/* "natural" */
const char *cn_canasta_class_name(enum cn_canasta_class_id id);

/* What makes a canasta one of a class, and what it is worth. */
struct cn_canasta_class {
    uint16_t kinds; /* a bit a kind */
    uint8_t wilds_min, wilds_max, jokers_min, jokers_max;
    uint8_t id;
    int16_t bonus;
};
enum {
    CN_CLASS_ROWS_MAX = 8
};

struct cn_law {
    struct cn_rules rules;
    /* The first row that fits a canasta is its class; one always fits. */
    struct cn_canasta_class classes[CN_CLASS_ROWS_MAX];
    uint8_t class_count;
    /* For melds of naturals. Index: naturals in the meld. */
    uint8_t wild_cap[2 * CN_NATURALS_MAX]; /* most wilds beside so many naturals */
    uint8_t new_cap[CN_NATURALS_MAX + 1];  /* … in new melds made of so many */
    int8_t new_canastas[CN_NATURALS_MAX + 1][CN_WILDS_MAX + 1]; /* best count; -1: cannot be laid */
};

/* Most wilds that a meld of so many naturals may hold. */
int cn__wild_cap(const struct cn_rules *rules, int naturals);

/* Every choice of deuces and jokers out of so many, by how many they are: choices of w wilds stand at
 * from[w] to from[w + 1] - 1, as an action's 'wilds' has them. They depend on no rule, so there is
 * one table for all laws. */
struct cn_wild_choices {
    uint8_t from[CN_WILDS_MAX + 2];
    uint8_t choice[CN_WILD_CHOICES_MAX + CN_WILD_CHOICES_PAST];
};
extern const struct cn_wild_choices cn__wild_choices[CN_DEUCES_MAX + 1][CN_JOKERS_MAX + 1];

#endif
