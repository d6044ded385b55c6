#include "trainer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Results are learned in this many points. */
static const float unit = 500.0F;
/* No weight of the first layer becomes larger, so that its sums keep within 16 bits in whole
 * numbers: at most 160 of them are added. */
static const float row_most = 0.79F;

/* The weights, all float, so that a step can run over them as one array. */
struct weights {
    float row[CN_VALUE_NET_INPUTS][CN_VALUE_NET_FIRST];
    float bias[CN_VALUE_NET_FIRST];
    float second[CN_VALUE_NET_SECOND][CN_VALUE_NET_FIRST];
    float second_bias[CN_VALUE_NET_SECOND];
    float result[CN_VALUE_NET_SECOND];
    float single[CN_VALUE_NET_INPUTS];
    float result_bias;
};
enum {
    WEIGHTS = sizeof(struct weights) / sizeof(float)
};

struct trainer {
    union {
        struct weights named;
        float all[WEIGHTS];
    } weights, slope, mean, square; /* the last two: Adam's */
    int64_t steps;
};

/* ---- what it gives ---- */

struct neurons {
    float first[CN_VALUE_NET_FIRST], second[CN_VALUE_NET_SECOND]; /* before cutting */
    float first_cut[CN_VALUE_NET_FIRST], second_cut[CN_VALUE_NET_SECOND];
    float result;
};

static float cut(float value)
{
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

/* Eight sums side by side, which compilers turn into vectors. */
static float product(const float *a, const float *b)
{
    float part[8] = {0};
    for (int j = 0; j < CN_VALUE_NET_FIRST; j += 8)
        for (int i = 0; i < 8; i++)
            part[i] += a[j + i] * b[j + i];
    return ((part[0] + part[1]) + (part[2] + part[3])) +
           ((part[4] + part[5]) + (part[6] + part[7]));
}

static void run(const struct weights *w, const struct dataset_sample *p, struct neurons *n)
{
    memcpy(n->first, w->bias, sizeof n->first);
    n->result = w->result_bias;
    for (int i = 0; i < p->count; i++) {
        const float *row = w->row[p->inputs[i]];
        for (int j = 0; j < CN_VALUE_NET_FIRST; j++)
            n->first[j] += row[j];
        n->result += w->single[p->inputs[i]];
    }
    for (int j = 0; j < CN_VALUE_NET_FIRST; j++)
        n->first_cut[j] = cut(n->first[j]);
    for (int k = 0; k < CN_VALUE_NET_SECOND; k++) {
        n->second[k] = w->second_bias[k] + product(w->second[k], n->first_cut);
        n->second_cut[k] = cut(n->second[k]);
        n->result += w->result[k] * n->second_cut[k];
    }
}

double trainer_predict(const struct trainer *learner, const struct dataset_sample *position)
{
    struct neurons n;
    run(&learner->weights.named, position, &n);
    return (double)position->counted + (double)(n.result * unit);
}

/* ---- learning ---- */

/* Adds the slopes of half the squared error, times 'share'. Returns the error. */
static float descend(const struct weights *w, const struct dataset_sample *p, float share,
                     struct weights *slope)
{
    struct neurons n;
    float first[CN_VALUE_NET_FIRST] = {0};
    run(w, p, &n);
    const float error = n.result - (float)(p->target - p->counted) / unit;
    const float d = error * share;
    slope->result_bias += d;
    for (int k = 0; k < CN_VALUE_NET_SECOND; k++) {
        slope->result[k] += d * n.second_cut[k];
        if (n.second[k] <= 0 || n.second[k] >= 1)
            continue;
        const float dk = d * w->result[k];
        slope->second_bias[k] += dk;
        for (int j = 0; j < CN_VALUE_NET_FIRST; j++) {
            slope->second[k][j] += dk * n.first_cut[j];
            first[j] += dk * w->second[k][j];
        }
    }
    for (int j = 0; j < CN_VALUE_NET_FIRST; j++) {
        if (n.first[j] <= 0 || n.first[j] >= 1)
            first[j] = 0;
        slope->bias[j] += first[j];
    }
    for (int i = 0; i < p->count; i++) {
        float *row = slope->row[p->inputs[i]];
        for (int j = 0; j < CN_VALUE_NET_FIRST; j++)
            row[j] += first[j];
        slope->single[p->inputs[i]] += d;
    }
    return error;
}

/* Adam (Kingma and Ba, 2015). */
static void move(struct trainer *l, float rate)
{
    static const float keep_mean = 0.9F;
    static const float keep_square = 0.999F;
    l->steps++;
    const double steps = (double)l->steps;
    const float scale = (float)sqrt(1 - pow((double)keep_square, steps));
    const float step = rate * scale / (float)(1 - pow((double)keep_mean, steps));
    for (int i = 0; i < WEIGHTS; i++) {
        const float d = l->slope.all[i];
        const float mean = keep_mean * l->mean.all[i] + (1 - keep_mean) * d;
        const float square = keep_square * l->square.all[i] + (1 - keep_square) * d * d;
        l->mean.all[i] = mean;
        l->square.all[i] = square;
        l->weights.all[i] -= step * mean / (sqrtf(square) + 1e-8F);
    }
}

static void limit(float *weights, int count)
{
    for (int i = 0; i < count; i++)
        weights[i] = weights[i] < -row_most  ? -row_most
                     : weights[i] > row_most ? row_most
                                             : weights[i];
}

double trainer_step(struct trainer *learner, const struct dataset_sample *const *positions,
                    int count, double rate)
{
    double sum = 0;
    memset(&learner->slope, 0, sizeof learner->slope);
    for (int i = 0; i < count; i++) {
        const float error = descend(&learner->weights.named, positions[i], 1.0F / (float)count,
                                    &learner->slope.named);
        sum += (double)error * (double)error;
    }
    move(learner, (float)rate);
    limit(learner->weights.named.row[0], CN_VALUE_NET_INPUTS * CN_VALUE_NET_FIRST);
    limit(learner->weights.named.bias, CN_VALUE_NET_FIRST);
    return sum / count * (double)unit * (double)unit;
}

/* ---- the beginning and the end ---- */

static void roll(struct cn_rng *rng, float *weights, int count, float most)
{
    for (int i = 0; i < count; i++)
        weights[i] = most * ((float)cn_rng_below(rng, 20001) / 10000.0F - 1.0F);
}

struct trainer *trainer_open(uint64_t seed)
{
    struct trainer *l = calloc(1, sizeof *l);
    if (l == NULL)
        return NULL;
    struct weights *w = &l->weights.named;
    struct cn_rng rng;
    cn_rng_init(&rng, seed);
    /* The rows behind begin with nulls and keep them if they are never seen. */
    roll(&rng, w->row[0], CN_VALUE_NET_more_hand * CN_VALUE_NET_FIRST, 0.1F);
    roll(&rng, w->second[0], CN_VALUE_NET_SECOND * CN_VALUE_NET_FIRST, 0.25F);
    roll(&rng, w->result, CN_VALUE_NET_SECOND, 0.5F);
    for (int j = 0; j < CN_VALUE_NET_FIRST; j++)
        w->bias[j] = 0.4F;
    for (int k = 0; k < CN_VALUE_NET_SECOND; k++)
        w->second_bias[k] = 0.3F;
    return l;
}

void trainer_set(struct trainer *learner, const struct cn_value_net *net)
{
    struct weights *w = &learner->weights.named;
    const float point = 1.0F / (unit * CN_VALUE_NET_POINT);
    const float second_one = 1.0F / CN_VALUE_NET_SECOND_ONE;
    const float one = 1.0F / CN_VALUE_NET_ONE;
    for (int i = 0; i < CN_VALUE_NET_INPUTS; i++) {
        for (int j = 0; j < CN_VALUE_NET_FIRST; j++)
            w->row[i][j] = (float)net->row[i][j] * one;
        w->single[i] = (float)net->single[i] * point;
    }
    for (int j = 0; j < CN_VALUE_NET_FIRST; j++)
        w->bias[j] = (float)net->bias[j] * one;
    for (int k = 0; k < CN_VALUE_NET_SECOND; k++) {
        for (int j = 0; j < CN_VALUE_NET_FIRST; j++)
            w->second[k][j] = (float)net->second[k][j] * second_one;
        w->second_bias[k] = (float)net->second_bias[k] * one * second_one;
        w->result[k] = (float)net->result[k] * point;
    }
    w->result_bias = (float)net->result_bias * point;
}

void trainer_close(struct trainer *learner)
{
    free(learner);
}

static int32_t whole(double value, int32_t most)
{
    const long rounded = lround(value);
    return rounded < -most ? -most : rounded > most ? most : (int32_t)rounded;
}

void trainer_quantize(const struct trainer *learner, struct cn_value_net *net)
{
    const struct weights *w = &learner->weights.named;
    const double point = (double)unit * CN_VALUE_NET_POINT;
    memset(net, 0, sizeof *net);
    for (int i = 0; i < CN_VALUE_NET_INPUTS; i++) {
        for (int j = 0; j < CN_VALUE_NET_FIRST; j++)
            net->row[i][j] = (int16_t)whole((double)w->row[i][j] * CN_VALUE_NET_ONE, INT16_MAX);
        net->single[i] = (int16_t)whole((double)w->single[i] * point, INT16_MAX);
    }
    for (int j = 0; j < CN_VALUE_NET_FIRST; j++)
        net->bias[j] = (int16_t)whole((double)w->bias[j] * CN_VALUE_NET_ONE, INT16_MAX);
    for (int k = 0; k < CN_VALUE_NET_SECOND; k++) {
        for (int j = 0; j < CN_VALUE_NET_FIRST; j++)
            net->second[k][j] =
                (int16_t)whole((double)w->second[k][j] * CN_VALUE_NET_SECOND_ONE, INT16_MAX);
        const double one = (double)CN_VALUE_NET_ONE * CN_VALUE_NET_SECOND_ONE;
        net->second_bias[k] = whole((double)w->second_bias[k] * one, INT32_MAX / 4);
        net->result[k] = (int16_t)whole((double)w->result[k] * point, INT16_MAX);
    }
    net->result_bias = whole((double)w->result_bias * point, INT16_MAX * 8);
}
