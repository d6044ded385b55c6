/* train.h -- making the net: bots play, the net learns how deals end, and it is
 * measured on deals that it has not seen.
 *
 * Threads only play; one of them learns, in the order of the deals. So the same seed gives the same
 * net, whatever the number of threads.
 */
#ifndef LAB_TRAIN_H
#define LAB_TRAIN_H

#include <stdatomic.h>
#include <stdio.h>

#include "bots/bots.h"
#include "error.h"

/* Parts of a deal: turns 0 to 5, 6 to 11, 12 to 17, 18 to 23, and later; then all turns. */
enum {
    BAND_TURNS = 6,
    BANDS = 5,
    BAND_ALL = BANDS
};

/* How well an estimate predicts the ends of deals, as a share of their variance: 1 is all of it. */
struct prediction {
    int64_t positions;
    double counted, real,
        whole; /* plain counting, the net in real numbers, and the net as it plays */
};

struct training {
    /* rule sets, played in turn; all must be for the same net (train_fits) */
    const struct cn_rules *rules;
    int rule_count;
    int players;          /* 0: as dataset_players says */
    int64_t search_nodes; /* search plays one side of every fourth deal; 0: of none */
    const char *seed;
    bool continued;   /* from the net that is given, not from a new one */
    int64_t deals;    /* to learn from; 0: only measure the net */
    int64_t held_out; /* deals to measure with, without random actions */
    int jobs;
    /* Called after each block of deals; may be NULL. 'error' is the last block's, in points. */
    void (*told)(void *context, int64_t deals, int64_t positions, double error);
    void *context;
    const atomic_int *interrupted; /* stops learning when it is not 0; NULL: nothing interrupts */
};

struct training_report {
    int64_t deals, positions; /* learned from */
    struct prediction band[BANDS + 1];
    /* difference in points between the net in real and in whole numbers */
    double apart_mean, apart_most;
    bool interrupted;
};

/* Returns which net can be trained for these rules with that many players (0: as dataset_players
 * says), or CN_VALUE_NETS: none. */
enum cn_value_net_kind train_fits(const struct cn_rules *rules, int players);
/* Trains a new net into *net, or the one that it holds further (continued), or measures that if
 * there are no deals to learn from. */
enum lab_error lab_train(const struct training *training, struct cn_value_net *net,
                         struct training_report *report);
/* Writes the net in the format of src/bots/value_net.weights. Returns false on failure. */
bool train_write_net(const struct cn_value_net *net, FILE *to);

#endif
