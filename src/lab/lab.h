/* lab.h -- studies of the game: playing many deals at once, and measuring speed.
 *
 * Clocks and threads are used only here. Results are counted in whole numbers, so they do not
 * depend on how the work was divided.
 */
#ifndef LAB_H
#define LAB_H

#include <stdatomic.h>
#include <stdio.h>

#include "bots/bots.h"
#include "command/command.h"
#include "command/external_bot.h"
#include "record/record.h"

#include "arena.h"
#include "arena_csv.h"
#include "belief_fit.h"
#include "error.h"
#include "mpi.h"
#include "train.h"
#include "tune.h"
#include "weights_file.h"

/* ---- simulation ---- */

/* A game whose bots never reach the target is abandoned after this many deals. */
enum {
    LAB_DEALS_MAX = 1000
};

struct simulation {
    const struct cn_rules *rules;
    const struct cn_bot *bot[CN_SEATS_MAX]; /* one per player */
    const char *outside[CN_SEATS_MAX];      /* or a program (external_bot.h); otherwise NULL */
    int outside_ms;                         /* its limit per decision */
    int64_t nodes;                          /* the budget per decision of a bot that searches */
    int64_t own_nodes[CN_SEATS_MAX];        /* … of the one in this seat; 0: as all */
    int erring; /* where a referee rules: of 100 acts, how many are irregular, of any bot */
    const char *seed;
    FILE *record; /* where the record is written; NULL: nowhere */
    int64_t games;
    int players, jobs;
    bool to_target; /* otherwise each game is one deal */
    bool legal;     /* write legal lines */
    bool
        /* play through cn_game_play even without a record: slower, the same deals */
        through_game;
    /* called now and then with the number of games played; or NULL */
    void (*told)(void *context, int64_t games);
    void *context;
    const atomic_int *interrupted; /* stops when it is not 0; NULL: nothing interrupts */
};

struct arena_tally {
    int64_t games, deals, decisions;
    int64_t given_up; /* games that were stopped undecided */
    int64_t out, concealed, stock, red_three,
        special; /* ends of deals; a concealed hand counts under both */
    int64_t canastas[CN_CLASSES][CN_SIDES_MAX];
    int64_t points[CN_SIDES_MAX]; /* of all deals */
    int64_t final_scores[CN_SIDES_MAX], wins[CN_SIDES_MAX];
    int64_t failed[CN_SEATS_MAX]; /* games lost because the seat's program failed */
    int64_t fault_game[CN_SEATS_MAX];
    struct external_bot_fault fault[CN_SEATS_MAX]; /* how it failed in the first such game */
    int sides;
    double seconds;
    bool interrupted; /* games are missing */
};

/* If a seat's program fails, its side loses the game, which ends there, and the next game begins.
 * It is counted among the games, but its last deal not among the deals; of two sides the other one
 * wins. Programs are played through cn_game_play, each thread with its own. */

/* Plays the games, dealt by the seed and the game's number alone, and counts. The record does not
 * depend on the number of jobs and has whole games only. After an interruption it has the first
 * ones, and only they are counted. On an error the tally is meaningless and the record may be cut
 * off. */
enum lab_error lab_simulate(const struct simulation *simulation, struct arena_tally *tally);

/* ---- speed ---- */

struct benchmark {
    double random_deals_per_s, random_decisions_per_s, greedy_deals_per_s;
    double expert_deals_per_s;
    double worlds_per_s; /* sampled from a belief and written as deals */
    double copy_ns, list_ns, apply_ns;
    int state_bytes;
    /* Random deals of another rule set, and their number for each one of the Laws of 1950 that is
     * played in the same time; 0 without one. */
    double beside_deals_per_s, beside_of_laws;
};
/* Measures four players under the Laws of 1950 in one thread for about this many seconds, or until
 * 'interrupted', which may be NULL, is not 0: then the figures are meaningless. If 'other' is not
 * NULL, then spends as long on its random deals, in turns with those of the Laws of 1950: for four
 * players, or as many as it allows. Returns false if there is no memory. */
bool bench_run(double seconds, const struct cn_rules *other, const atomic_int *interrupted,
               struct benchmark *bench);

/* Chooses the dealer of game 'index' and with five players the idle seat, otherwise CN_NO_SEAT.
 * They move from seat to seat, or with five in the order of I17. */
void lab_first_dealer(int players, int64_t index, int *dealer, int *idle);

#endif
