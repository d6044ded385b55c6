/* analyze.h -- the decisions of a record, each compared with the best move that a thinking bot
 * finds in its place (src/bots/judge.h). The same record and budget give the same losses.
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
    struct cn_board board; /* before it, for words … */
    struct cn_law law;     /* … with the law of the game */
};

struct cn_seat_judged {
    int64_t decisions[CN_REVIEW_KINDS];
    int64_t best;    /* decisions weighed without a loss */
    int64_t loss;    /* points of all */
    int64_t squares; /* of the errors of all: their sum's root is the error of 'loss' */
    int64_t deals;   /* in which it decided anything */
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
    cn_report_to *report;     /* receives the faults of the record; may be NULL */
    const struct cn_bot *bot; /* one that thinks */
    int64_t nodes;            /* for a decision */
    int seat;                 /* whose decisions to review; CN_NO_SEAT for all */
    /* Receives each decision in order, with the summary so far. May be NULL. */
    void (*told)(void *context, const struct reviewed_decision *judged,
                 const struct review_summary *so_far);
    void *context;                 /* of both */
    const atomic_int *interrupted; /* stops when it is not 0; NULL: nothing interrupts */
};

enum cn_analysis_end {
    REVIEW_RECORD_DONE,    /* or interrupted: analyzed up to there */
    REVIEW_RECORD_DAMAGED, /* the record could not be replayed to its end: up to there */
    REVIEW_RECORD_IO       /* memory, or the file could not be read */
};

/* Analyzes the decisions of a record except those that were undone. */
enum cn_analysis_end review_record(const struct review_options *analysis,
                                   struct review_summary *analyzed);

#endif
