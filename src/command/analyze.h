/* analyze.h -- the decisions of a record, each compared with the best that a bot that thinks finds
 * in its place (src/bots/judge.h). The same record and budget give the same losses.
 */
#ifndef COMMAND_ANALYZE_H
#define COMMAND_ANALYZE_H

#include <stdatomic.h>

#include "bots/bots.h"
#include "record/record.h"

/* A decision, and what it lost. */
struct reviewed_decision {
    int64_t line, game, deal; /* of the record; games, and deals of the game, from 1 */
    int seat;
    struct cn_action played;
    struct cn_review judgement;
    struct cn_board table; /* before it, for words */
};

struct cn_seat_judged {
    int64_t decisions[CN_REVIEW_KINDS];
    int64_t best;  /* decisions weighed without a loss */
    int64_t loss;  /* points of all */
    int64_t deals; /* in which it decided anything */
};

enum {
    REVIEW_RECORD_WORST = 5,
    REVIEW_RECORD_NAME = 64
};
struct review_summary {
    struct cn_seat_judged seat[CN_SEATS_MAX];
    char name[CN_SEATS_MAX][REVIEW_RECORD_NAME];         /* as the latest game has them */
    struct reviewed_decision worst[REVIEW_RECORD_WORST]; /* those that lost most, the worst first */
    int worst_count, players;
    int64_t games, deals, decisions;
    int64_t bytes; /* of the record that are done with */
    bool interrupted;
};

struct review_options {
    FILE *record;
    cn_report_to *report;     /* what is wrong with the record; NULL: nobody is told */
    const struct cn_bot *bot; /* one that thinks */
    int64_t nodes;            /* for a decision */
    int seat;                 /* only this one's decisions; CN_NO_SEAT: all */
    /* Each decision in its order, with all so far. NULL: nobody is told. */
    void (*told)(void *context, const struct reviewed_decision *judged,
                 const struct review_summary *so_far);
    void *context;                 /* of both */
    const atomic_int *interrupted; /* stops when it is not 0; NULL: nothing interrupts */
};

enum cn_analysis_end {
    REVIEW_RECORD_DONE,    /* or interrupted: so much is analyzed */
    REVIEW_RECORD_DAMAGED, /* the record could not be replayed to its end: up to there */
    REVIEW_RECORD_WORLD    /* memory, or the file could not be read */
};

/* Analyzes what stands in the end: decisions that were withdrawn are left out. */
enum cn_analysis_end review_record(const struct review_options *analysis,
                                   struct review_summary *analyzed);

#endif
