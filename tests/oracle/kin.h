/* kin.h -- random positions of American Canasta and its kin, and what an action does to them.
 *
 * Nothing here is taken from a played deal, and no engine function lays, takes or draws a card: so
 * a fault in the engine's moves cannot hide one in its law. Only the seat in turn has a hand. */
#ifndef CN_TESTS_KIN_H
#define CN_TESTS_KIN_H

#include "engine/rng.h"
#include "oracle.h"

/* A parameter that the classic rule sets have at its neutral value, or one that they share. */
struct kin_parameter {
    const char *name;
    const char *neutral;
    const char *values[6];
    int64_t tried, changed; /* lists with another than the neutral value, and how many differ */
};

enum {
    KIN_PARAMETERS = 29
};
extern struct kin_parameter kin_parameters[KIN_PARAMETERS];

/* The rule set of a position. */
struct kin_set {
    struct cn_rules rules;
    struct cn_law law;
    char text[2000];   /* values that differ from the rule set's */
    bool played;       /* the engine plays them */
    int count, at[40]; /* the kin_parameters that have another than the neutral value */
};
extern struct kin_set kin;

/* What a position is about. */
enum scenario {
    PLAYING,
    OPENING,   /* the side has not opened, and may be able to */
    CLAIMING,  /* the hand can claim the top card, and has few other cards */
    GOING_OUT, /* the side has nearly what going out needs, and few cards */
    SPECIAL,   /* the hand is a special one, or nearly */
    SCENARIOS
};

struct kin_position {
    struct cn_board board;
    enum scenario scenario;
    cn_hand hand; /* of the seat in turn */
    int8_t stock[64];
    int8_t pile[128]; /* the top card last */
    int8_t left[CN_CARDS_MAX];
    int left_count;
    int halves; /* pairs of the side's melds that are canastas once they are combined */
};
extern struct kin_position kin_now;

extern struct cn_rng kin_rng;
int kin_below(int n);
bool kin_chance(int percent);

/* Chooses a built-in rule set or ready house rules with such parameters or, if none is wanted, a
 * classic set. Returns false if there is none. */
bool kin_choose_set(bool wanted);
/* Changes some parameters of that, as house rules do. */
void kin_change_set(void);
/* Chooses two to eight values of them for a classic rule set. */
void kin_choose_combination(void);
/* Notes which parameters the rule set has. */
void kin_note_parameters(void);
/* Sets a parameter. Returns false, with the rules unchanged, if they would not be sound. */
bool kin_set_value(struct cn_rules *rules, const char *name, const char *value);

/* Sets up a position with the rule set. */
void kin_choose_position(void);
/* Changes some parameters of a classic rule set, and has a referee rule. */
void kin_choose_refereed(void);
/* Gives the seat in turn of such a position red threes, and what rulings leave. */
void kin_add_rulings(void);
/* Applies a listed action of a turn. Returns false if the turn is over. */
bool kin_apply(struct kin_position *p, struct cn_action action);

/* ---- used by both files ---- */

bool kin_is_bonus(int kind);
int kin_bonus_cards(cn_hand hand);
/* Returns a rank, often one of those that the rules name. */
int kin_natural(void);
/* Returns a card of the kind that is in no other place, or CN_NO_KIND. Any kind: CN_NO_KIND. */
int kin_draw_left(struct kin_position *p, int kind);
/* Sets the size of the next second hand of the seat, as the rules deal it. */
void kin_set_second_size(struct cn_board *board, int seat);
/* May the side begin a meld of the kind? */
bool kin_may_begin(const struct cn_board *board, int side, int kind);

#endif
