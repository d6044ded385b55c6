#include "train.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trainer.h"

enum {
    BLOCK_DEALS = 4096, /* learned from at once, in any order */
    A_DEAL = 12,        /* positions of each */
    BATCH = 1024,       /* positions of one step */
    MEASURE_DEALS = 256,
    EVERY_TURN = 96
};
static const double first_rate = 2e-3;
static const double continued_rate = 5e-4; /* of a net that learns further */
static const double last_rate = 2e-5;
/* What a turn keeps of what came later (dataset_judge), after a share of the deals in which it
 * keeps all. Of 1, 0.9 and 0.7 the middle one was best. */
static const double keep = 0.9;
static const double unjudged = 0.15;

enum cn_value_net_kind train_fits(const struct cn_rules *rules, int players)
{
    struct cn_deal deal;
    memset(&deal, 0, sizeof deal);
    if (players == 0)
        players = dataset_players(rules);
    if (!cn_rules_allow_players(rules, players))
        return CN_VALUE_NETS;
    cn_board_init(rules, &deal.board, players, 0, players == 5 ? players - 1 : CN_NO_SEAT, NULL);
    return cn_value_net_for(rules, &deal);
}

/* ---- learning ---- */

static bool is_interrupted(const struct training *training)
{
    return training->interrupted != NULL && atomic_load(training->interrupted) != 0;
}

struct lesson {
    const struct training *training;
    struct training_report *report;
    struct trainer *learner;
    struct dataset *block[2];     /* one is learned from while the other is played */
    struct cn_value_net judge[2]; /* theirs */
    const struct dataset_sample **order;
};

static int64_t block_size(const struct training *training, int64_t first)
{
    const int64_t left = training->deals - first;
    return left < BLOCK_DEALS ? left : BLOCK_DEALS;
}

/* The rate falls along a cosine. */
static double rate_at(const struct training *training, int64_t deals)
{
    const double done = (double)deals / (double)training->deals;
    const double first = training->continued ? continued_rate : first_rate;
    return last_rate + (first - last_rate) * 0.5 * (1 + cos(done * acos(-1.0)));
}

static void shuffle(struct lesson *l, const struct dataset_sample *const *list, int count)
{
    struct cn_rng rng;
    const char *seed = l->training->seed;
    cn_rng_init(&rng, cn_rng_seed_of(seed, strlen(seed), (uint64_t)l->report->deals));
    memcpy(l->order, list, (size_t)count * sizeof(struct dataset_sample *));
    for (int i = count - 1; i > 0; i--) {
        const uint32_t j = cn_rng_below(&rng, (uint32_t)i + 1);
        const struct dataset_sample *last = l->order[i];
        l->order[i] = l->order[j];
        l->order[j] = last;
    }
}

static void learn(struct lesson *l, struct dataset *block, int64_t deals)
{
    int count;
    double sum = 0;
    const struct dataset_sample *const *list = dataset_list(block, &count);
    shuffle(l, list, count);
    for (int from = 0; from < count; from += BATCH) {
        const int size = count - from < BATCH ? count - from : BATCH;
        const double rate = rate_at(l->training, l->report->deals + deals * from / count);
        sum += size * trainer_step(l->learner, l->order + from, size, rate);
    }
    l->report->deals += deals;
    l->report->positions += count;
    if (l->training->told != NULL)
        l->training->told(l->training->context, l->report->deals, l->report->positions,
                          count > 0 ? sqrt(sum / count) : 0);
}

/* Begins the block from this deal on, with the net of this moment as its judge once that is
 * worth hearing. */
static void play_next(struct lesson *l, int64_t first, int at)
{
    const struct training *t = l->training;
    if (t->continued || (double)first >= unjudged * (double)t->deals) {
        trainer_quantize(l->learner, &l->judge[at]);
        dataset_judge(l->block[at], &l->judge[at], keep);
    }
    dataset_start(l->block[at], first, (int)block_size(t, first));
}

static enum lab_error learn_all(struct lesson *l)
{
    const struct training *t = l->training;
    enum lab_error error = LAB_OK;
    dataset_start(l->block[0], 0, (int)block_size(t, 0));
    for (int64_t first = 0, turn = 0; first < t->deals; first += BLOCK_DEALS, turn ^= 1) {
        const int64_t next = first + BLOCK_DEALS;
        const bool more = next < t->deals && !is_interrupted(t);
        error = dataset_finish(l->block[turn]);
        if (more && error == LAB_OK)
            play_next(l, next, (int)turn ^ 1);
        if (error == LAB_OK)
            learn(l, l->block[turn], block_size(t, first));
        if (!more || error != LAB_OK)
            break;
    }
    l->report->interrupted = error == LAB_OK && l->report->deals < t->deals;
    return error;
}

static enum lab_error train(const struct training *t, struct trainer *learner,
                            struct training_report *report)
{
    const struct dataset_plan plan = {.rules = t->rules,
                                      .rule_count = t->rule_count,
                                      .players = t->players,
                                      .search_nodes = t->search_nodes,
                                      .seed = t->seed,
                                      .wandering = true,
                                      .a_deal = A_DEAL,
                                      .jobs = t->jobs};
    struct lesson lesson = {.training = t, .report = report, .learner = learner};
    enum lab_error error = LAB_MEMORY;
    lesson.block[0] = dataset_open(&plan, BLOCK_DEALS);
    lesson.block[1] = dataset_open(&plan, BLOCK_DEALS);
    lesson.order = calloc((size_t)BLOCK_DEALS * A_DEAL, sizeof(struct dataset_sample *));
    if (lesson.block[0] != NULL && lesson.block[1] != NULL && lesson.order != NULL)
        error = learn_all(&lesson);
    dataset_close(lesson.block[0]);
    dataset_close(lesson.block[1]);
    free(lesson.order);
    return error;
}

/* ---- measuring ---- */

enum {
    COUNTED,
    REAL,
    WHOLE,
    GUESSES
};

struct band_sums {
    int64_t positions;
    double final, final_square, error[GUESSES]; /* sums; of squares the last two */
};

struct measure {
    const struct trainer *learner; /* NULL: there are only whole numbers */
    const struct cn_value_net *net;
    struct band_sums band[BANDS + 1];
    double apart, apart_most;
};

static void add(struct band_sums *band, const struct dataset_sample *p, const double guess[GUESSES])
{
    band->positions++;
    band->final += p->target;
    band->final_square += (double)p->target * p->target;
    for (int g = 0; g < GUESSES; g++)
        band->error[g] += (guess[g] - p->target) * (guess[g] - p->target);
}

static void measure_position(struct measure *m, const struct dataset_sample *p)
{
    double guess[GUESSES];
    const int band = p->turn / BAND_TURNS < BANDS ? p->turn / BAND_TURNS : BANDS - 1;
    guess[COUNTED] = p->counted;
    guess[WHOLE] = p->counted + cn_value_net_correction(m->net, p->inputs, p->count);
    guess[REAL] = m->learner != NULL ? trainer_predict(m->learner, p) : guess[WHOLE];
    add(&m->band[band], p, guess);
    add(&m->band[BAND_ALL], p, guess);
    const double apart = fabs(guess[REAL] - guess[WHOLE]);
    m->apart += apart;
    m->apart_most = apart > m->apart_most ? apart : m->apart_most;
}

/* The share of the variance that the errors leave over; 0 where nothing varies. */
static double share(const struct band_sums *band, int guess)
{
    const double spread = band->final_square - band->final * band->final / (double)band->positions;
    return band->positions > 0 && spread > 0 ? 1 - band->error[guess] / spread : 0;
}

static void report_measure(const struct measure *m, struct training_report *report)
{
    for (int b = 0; b <= BANDS; b++)
        report->band[b] = (struct prediction){.positions = m->band[b].positions,
                                              .counted = share(&m->band[b], COUNTED),
                                              .real = share(&m->band[b], REAL),
                                              .whole = share(&m->band[b], WHOLE)};
    const int64_t all = m->band[BAND_ALL].positions;
    report->apart_mean = all > 0 ? m->apart / (double)all : 0;
    report->apart_most = m->apart_most;
}

static enum lab_error measure(const struct training *t, const struct trainer *learner,
                              const struct cn_value_net *net, struct training_report *report)
{
    const struct dataset_plan plan = {.rules = t->rules,
                                      .rule_count = t->rule_count,
                                      .players = t->players,
                                      .search_nodes = t->search_nodes,
                                      .seed = t->seed,
                                      .apart = true,
                                      .a_deal = EVERY_TURN,
                                      .jobs = t->jobs};
    struct measure m = {.learner = learner, .net = net};
    struct dataset *block = dataset_open(&plan, MEASURE_DEALS);
    enum lab_error error = block != NULL ? LAB_OK : LAB_MEMORY;
    for (int64_t first = 0; first < t->held_out && error == LAB_OK; first += MEASURE_DEALS) {
        int count;
        const int64_t left = t->held_out - first;
        dataset_start(block, first, (int)(left < MEASURE_DEALS ? left : MEASURE_DEALS));
        error = dataset_finish(block);
        const struct dataset_sample *const *list = dataset_list(block, &count);
        for (int i = 0; i < count && error == LAB_OK; i++)
            measure_position(&m, list[i]);
    }
    report_measure(&m, report);
    dataset_close(block);
    return error;
}

/* ---- the whole ---- */

enum lab_error lab_train(const struct training *training, struct cn_value_net *net,
                         struct training_report *report)
{
    memset(report, 0, sizeof *report);
    if (training->deals == 0)
        return measure(training, NULL, net, report);
    const char *seed = training->seed;
    struct trainer *learner = trainer_open(cn_rng_seed_of(seed, strlen(seed), UINT64_MAX));
    if (learner == NULL)
        return LAB_MEMORY;
    if (training->continued)
        trainer_set(learner, net);
    enum lab_error error = train(training, learner, report);
    if (error == LAB_OK) {
        trainer_quantize(learner, net);
        error = measure(training, learner, net, report);
    }
    trainer_close(learner);
    return error;
}

/* ---- the file ---- */

static void write_16(FILE *to, const int16_t *values, int count)
{
    for (int i = 0; i < count; i++)
        fprintf(to, "%s%d", i > 0 ? "," : "", values[i]);
}

static void write_32(FILE *to, const int32_t *values, int count)
{
    for (int i = 0; i < count; i++)
        fprintf(to, "%s%" PRId32, i > 0 ? "," : "", values[i]);
}

/* Rows of nulls alone are inputs that were never seen. */
static bool is_null(const int16_t row[CN_VALUE_NET_FIRST])
{
    for (int j = 0; j < CN_VALUE_NET_FIRST; j++)
        if (row[j] != 0)
            return false;
    return true;
}

static void write_rows(FILE *to, const struct cn_value_net *net)
{
    fputs(".row = {\n", to);
    for (int i = 0; i < CN_VALUE_NET_INPUTS; i++) {
        if (is_null(net->row[i]))
            continue;
        fprintf(to, "[%d] = {", i);
        write_16(to, net->row[i], CN_VALUE_NET_FIRST);
        fputs("},\n", to);
    }
    fputs("},\n", to);
}

/* The groups behind the first ones are left out where nothing was seen of them. */
static int count_singles(const struct cn_value_net *net)
{
    static const int ends[] = {CN_VALUE_NET_INPUTS, CN_VALUE_NET_third_meld};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        const int from = i == 0 ? CN_VALUE_NET_third_meld : CN_VALUE_NET_more_hand;
        for (int input = from; input < ends[i]; input++)
            if (net->single[input] != 0)
                return ends[i];
    }
    return CN_VALUE_NET_more_hand;
}

bool train_write_net(const struct cn_value_net *net, FILE *to)
{
    write_rows(to, net);
    fputs(".bias = {", to);
    write_16(to, net->bias, CN_VALUE_NET_FIRST);
    fputs("},\n.second = {\n", to);
    for (int k = 0; k < CN_VALUE_NET_SECOND; k++) {
        fputs("{", to);
        write_16(to, net->second[k], CN_VALUE_NET_FIRST);
        fputs("},\n", to);
    }
    fputs("},\n.second_bias = {", to);
    write_32(to, net->second_bias, CN_VALUE_NET_SECOND);
    fputs("},\n.result = {", to);
    write_16(to, net->result, CN_VALUE_NET_SECOND);
    fprintf(to, "},\n.result_bias = %" PRId32 ",\n.single = {\n", net->result_bias);
    const int singles = count_singles(net);
    for (int i = 0; i < singles; i += 32) {
        write_16(to, net->single + i, singles - i < 32 ? singles - i : 32);
        fputs(",\n", to);
    }
    fputs("},\n", to);
    return !ferror(to);
}
