/* duel.h -- two moves, tried in the same worlds and played on, until it is clear by how much one is
 * better; and what happens after either (enum cn_course).
 *
 * How the others play is not known, so they are imagined in several manners, all in every world.
 * How the side itself goes on is its own choice: each move gets the plan that suits it best.
 */
#ifndef CN_BOTS_DUEL_H
#define CN_BOTS_DUEL_H

#include "bots.h"
#include "imagine.h"

enum {
    CN_DUEL_MANNERS = 4,
    CN_DUEL_PLANS = 2
};

/* After a move, by one plan. */
struct cn_duel_tally {
    int64_t points;
    int32_t count[CN_COURSES_ALL];       /* worlds in which a course came */
    int64_t points_with[CN_COURSES_ALL]; /* … and their points */
};
struct cn_duel_manner {
    struct cn_duel_tally after[2][CN_DUEL_PLANS];
    int64_t squares[CN_DUEL_PLANS][CN_DUEL_PLANS]; /* of the differences of both moves by plans */
};

/* Some 50 KB; needs no initialisation, and may be used for one duel after the other. */
struct cn_duel {
    struct cn_imagined imagined;
    struct cn_action move[2];
    const struct cn_bot *plan[CN_DUEL_PLANS], *others[CN_DUEL_MANNERS];
    struct cn_duel_manner of[CN_DUEL_MANNERS];
    int32_t worlds;
    int64_t left; /* nodes of the budget */
    bool stuck;   /* no more possible worlds were found */
};

/* Starts a duel of two legal moves of the deciding seat. The law is borrowed. */
void cn_duel_begin(struct cn_duel *duel, const struct cn_view *view, struct cn_action first,
                   struct cn_action second, struct cn_rng *rng);

/* Plays about this many nodes more; the excess is deducted from the next slice. Returns false if
 * more would change little. */
bool cn_duel_think(struct cn_duel *duel, int64_t nodes);

/* A difference in points, above 0 if the first move is better, and its standard error. */
struct cn_difference {
    int32_t points, error;
};
/* Returns the mean difference over all manners. */
struct cn_difference cn_duel_mean(const struct cn_duel *duel);
/* Returns the difference against the manner in which it is least. */
struct cn_difference cn_duel_least(const struct cn_duel *duel);

/* What separates two moves: how often it happens after the better one and after the other. */
struct cn_finding {
    bool any; /* false: nothing does, and the rest means nothing */
    enum cn_course course;
    int32_t better, other; /* of 1000 worlds */
};
/* Returns what most favours a move of the duel, 0 or 1, over the other: of what is clearly
 * more frequent if it is good, or rarer if it is bad, what accounts for most points. */
struct cn_finding cn_duel_finding(const struct cn_duel *duel, int better);
enum {
    CN_FINDING_TEXT = 32
};
/* Writes a finding as one word, "NEXT_TAKES.100.333"; "" if there is none. */
void cn_finding_format(const struct cn_finding *finding, char text[CN_FINDING_TEXT]);
/* Reads it again. Returns false if it is not one. */
bool cn_finding_parse(const char *text, struct cn_finding *finding);
/* Returns the name of a course ("NEXT_TAKES"), a static string. */
const char *cn_course_name(enum cn_course course);

#endif
