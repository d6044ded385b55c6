/* lab.h -- what studies the game: many deals at once, and how fast they are.
 *
 * Clocks and threads live here. Results are counted in whole numbers, so that they do not depend on
 * how the work was divided.
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

/* A game whose bots never reach the target is given up after so many deals. */
enum {
    LAB_DEALS_MAX = 1000
};

struct simulation {
    const struct cn_rules *rules;
    const struct cn_bot *bot[CN_SEATS_MAX]; /* one a player … */
    const char *outside[CN_SEATS_MAX]; /* … or the command of a program (outside.h); else NULL */
    int outside_ms;                    /* its limit for a decision */
    int64_t nodes;                     /* the budget of a bot that thinks, for a decision */
    const char *seed;
    FILE *record; /* where the record goes; NULL: none */
    int64_t games;
    int players, jobs;
    bool to_target; /* else each game is one deal */
    bool legal;     /* write legal lines */
    bool
        /* play through the game's door even without a record: slower, the same deals */
        through_game;
    void (*told)(void *context, int64_t games); /* how many are played, now and then; or NULL */
    void *context;
    const atomic_int *interrupted; /* stops when it is not 0; NULL: nothing interrupts */
};

struct arena_tally {
    int64_t games, deals, decisions;
    int64_t given_up; /* games that were stopped undecided */
    int64_t out, concealed, stock,
        red_three; /* ends of deals; a concealed hand counts under both */
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

/* A seat whose program fails loses its side the game, which breaks off there, and the next game
 * begins: it is counted among the games, its last deal not among the deals; of two sides the
 * other one has won. Programs are played with through the game's door, each thread with its own. */

/* Plays the games, dealt by the seed and the game's number alone, and counts. The record is the
 * same whatever the number of jobs, and holds whole games alone, also when it is interrupted:
 * then the first ones, and only they are counted. On an error the tally says nothing and the
 * record may be cut off. */
enum lab_error lab_simulate(const struct simulation *simulation, struct arena_tally *tally);

/* ---- speed ---- */

struct benchmark {
    double random_deals_per_s, random_decisions_per_s, greedy_deals_per_s;
    double expert_deals_per_s;
    double worlds_per_s; /* sampled from a belief and written as deals */
    double copy_ns, list_ns, apply_ns;
    int state_bytes;
};
/* Measures four players under the Laws of 1950 in one thread for about so many seconds, or until
 * 'interrupted', which may be NULL, is not 0: then the figures mean nothing. False without
 * memory. */
bool bench_run(double seconds, const atomic_int *interrupted, struct benchmark *bench);

/* Who deals first in game 'index', and with five players who is idle, else CN_NO_SEAT: from seat
 * to seat, or with five from chair to chair (I17). */
void lab_first_dealer(int players, int64_t index, int *dealer, int *idle);

#endif
