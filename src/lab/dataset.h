/* samples.h -- positions to learn from: the expert's deals, stopped where a turn starts, and how
 * they ended.
 *
 * To reach what a search reaches, many deals begin with turns that the expert would not play: other
 * players and random actions. Positions are taken only after the last of those, so that what came
 * of a position is always what the expert makes of it. A deal follows from the seed and its number
 * alone.
 */
#ifndef LAB_DATASET_H
#define LAB_DATASET_H

#include "bots/bots.h"
#include "error.h"

struct dataset_sample {
    int32_t counted; /* cn_value_net_points_if_stopped for the side in turn … */
    int32_t target;  /* … and what it was when the deal had ended, or what is to be learned */
    uint16_t turn;   /* turns that were played before */
    uint16_t told;   /* … of those that were told */
    uint8_t side;
    uint8_t count;
    uint16_t inputs[CN_VALUE_NET_ACTIVE_MAX];
};

struct dataset_plan {
    const struct cn_rules *rules; /* rule sets, played in turn */
    int rule_count;
    const char *seed;
    bool apart;     /* deals that are learned from, or others that are never the same */
    bool wandering; /* with strange turns before */
    int a_deal;     /* positions taken from a deal at most */
    int jobs;       /* threads */
};

/* A block of deals, played by several threads while the caller does something else. NULL without
 * memory. */
struct dataset *dataset_open(const struct dataset_plan *plan, int deals);
void dataset_close(struct dataset *samples);
/* From the next start on, what is to be learned is drawn to what this net says of later turns:
 * of the difference each turn keeps so much. NULL: the end of the deal counts alone. The net is
 * borrowed. */
void dataset_judge(struct dataset *samples, const struct cn_value_net *judge, double keep);
/* Begins to play so many deals, at most those that it was opened for, from this number on. */
void dataset_start(struct dataset *samples, int64_t first, int deals);
/* Helps to play what is left. */
enum lab_error dataset_finish(struct dataset *samples);
/* All positions in the order of the deals; valid until the next start. */
const struct dataset_sample *const *dataset_list(struct dataset *samples, int *count);

#endif
