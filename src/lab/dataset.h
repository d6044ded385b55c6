/* dataset.h -- positions to learn from: deals between the models of search, sampled at the start of
 * turns, and how they ended.
 *
 * To reach the positions that a search reaches, many deals begin with turns that these seats would
 * not play: other models and random actions. Positions are sampled only after the last of those, so
 * that a position's result is always what follows from it. A deal follows from the seed and its
 * number alone.
 */
#ifndef LAB_DATASET_H
#define LAB_DATASET_H

#include "bots/bots.h"
#include "error.h"

struct dataset_sample {
    int32_t counted; /* cn_value_net_points_if_stopped for the side that sees it … */
    int32_t target;  /* … and what it was when the deal had ended, or what is to be learned */
    uint16_t turn;   /* turns played before */
    uint16_t told;   /* index among the sampled turns */
    uint8_t side;
    uint8_t count;
    uint16_t inputs[CN_VALUE_NET_ACTIVE_MAX];
};

struct dataset_plan {
    const struct cn_rules *rules; /* rule sets, played in turn */
    int rule_count;
    const char *seed;
    bool apart;     /* false: deals to learn from; true: a separate set that never repeats them */
    bool wandering; /* begin with random turns */
    int a_deal;     /* positions sampled per deal, at most */
    int jobs;       /* threads */
    int players;    /* 0: as many as dataset_players says */
    int64_t search_nodes; /* search plays one side of some deals with this budget; 0: of none */
};

/* Returns how many play where nothing else is asked for: four, or else six. */
int dataset_players(const struct cn_rules *rules);
/* Opens a block of deals, played by several threads while the caller does something else. Returns
 * NULL without memory. */
struct dataset *dataset_open(const struct dataset_plan *plan, int deals);
void dataset_close(struct dataset *samples);
/* From the next start, mixes targets with this net's estimates of later turns: each turn keeps this
 * share of the difference. NULL: only the end of the deal counts. The net must stay valid. */
void dataset_judge(struct dataset *samples, const struct cn_value_net *judge, double keep);
/* Starts playing this many deals from this number, at most as many as it was opened for. */
void dataset_start(struct dataset *samples, int64_t first, int deals);
/* Helps to play the remaining deals. */
enum lab_error dataset_finish(struct dataset *samples);
/* Returns all positions in the order of the deals; valid until the next start. */
const struct dataset_sample *const *dataset_list(struct dataset *samples, int *count);

#endif
