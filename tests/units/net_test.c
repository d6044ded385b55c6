/* net_test.c -- the value net: what it must not depend on, its arithmetic, its predictions and its
 * training. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "lab/dataset.h"
#include "lab/lab.h"
#include "law_of.h"
#include "words/words.h"

/* Deals that a net suits. The first ones are for the same net. */
static const struct {
    const char *rules;
    int players;
    enum cn_value_net_kind net;
} fitting[] = {
    {"laws1950", 4, CN_VALUE_NET_CLASSIC},   {"bicycle", 4, CN_VALUE_NET_CLASSIC},
    {"montevideo", 4, CN_VALUE_NET_CLASSIC}, {"hoyle", 4, CN_VALUE_NET_CLASSIC},
    {"pumpa", 4, CN_VALUE_NET_CLASSIC},      {"american", 4, CN_VALUE_NET_BY_CANASTAS},
    {"uruguay", 4, CN_VALUE_NET_WILD_MELDS}, {"handandfoot", 4, CN_VALUE_NET_TWO_HANDS},
    {"pennies", 6, CN_VALUE_NET_SIX_SEATS},  {"laws1950", 2, CN_VALUE_NET_TWO},
    {"laws1950", 6, CN_VALUE_NET_SIX},       {"montevideo", 2, CN_VALUE_NET_TWO},
    {"montevideo", 6, CN_VALUE_NET_SIX},     {"laws1950", 5, CN_VALUE_NET_CLASSIC},
    {"uruguay", 5, CN_VALUE_NET_WILD_MELDS}, {"laws1950", 3, CN_VALUE_NET_THREE},
    {"montevideo", 3, CN_VALUE_NET_THREE},
};
enum {
    CLASSIC = 5,
    FITTING = sizeof fitting / sizeof fitting[0]
};

static struct cn_rules rules_of(const char *name)
{
    struct cn_rules rules;
    assert_true(cn_rules_load(&rules, name));
    return rules;
}

/* ---- deals that stop at the start of each turn ---- */

struct walk {
    struct cn_rules rules;
    struct cn_deal deal;
    struct cn_rng rng;
    const struct cn_bot *bot;
    int turn;
};

static void begin(struct walk *w, int fits, const char *bot, uint64_t seed)
{
    cn_card deck[CN_CARDS_MAX];
    int32_t scores[CN_SIDES_MAX] = {0};
    const int players = fitting[fits].players;
    const bool waits = players == 5;
    w->rules = rules_of(fitting[fits].rules);
    w->bot = cn_bot_find(bot);
    w->turn = -1;
    cn_rng_init(&w->rng, seed);
    for (int side = 0; side < (fitting[fits].players == 3 ? 3 : 2); side++)
        scores[side] = 5 * (int32_t)cn_rng_below(&w->rng, 1000) - 500;
    cn_rng_shuffle(&w->rng, deck, cn_deck_init(&w->rules, players, deck));
    cn_deal_start(&w->rules, &w->deal, players, (int)(seed % (uint64_t)(players - waits)),
                  waits ? players - 1 : CN_NO_SEAT, scores, deck, &w->rng, NULL);
}

/* Plays to the next start of a turn. The first call stops at the first turn. Returns false if the
 * deal ends. */
static bool next_turn(struct walk *w)
{
    const struct cn_board *board = &w->deal.board;
    if (w->turn++ < 0)
        return board->phase == CN_PHASE_START;
    while (board->phase != CN_PHASE_ENDED) {
        const struct cn_view view =
            cn_deal_view(law_of(&w->rules), &w->deal, cn_board_actor(board));
        cn_deal_apply(&w->rules, &w->deal, w->bot->decide(&view, &w->rng));
        if (board->phase == CN_PHASE_START && !board->asked)
            return true;
    }
    return false;
}

static struct walk walk;

/* ---- what it must not depend on ---- */

static uint8_t rotated(uint8_t seats, int by, int players)
{
    return (uint8_t)((seats << by | seats >> (players - by)) & ((1 << players) - 1));
}

/* Moves all players by this many seats, with their cards. */
static void rotate(const struct cn_deal *from, int by, struct cn_deal *to)
{
    const int players = from->board.players;
    *to = *from;
    for (int seat = 0; seat < players; seat++) {
        const int moved = (seat + by) % players;
        to->hands[moved] = from->hands[seat];
        to->board.hand_size[moved] = from->board.hand_size[seat];
        to->board.next[moved] = (uint8_t)((from->board.next[seat] + by) % players);
        to->board.talon[moved] = from->board.talon[seat];
        to->talon_from[moved] = from->talon_from[seat];
        to->board.second[moved] = from->board.second[seat];
        to->board.second_size[moved] = from->board.second_size[seat];
        to->second_from[moved] = from->second_from[seat];
        to->second_end[moved] = from->second_end[seat];
        memcpy(to->second_sizes[moved], from->second_sizes[seat], sizeof to->second_sizes[moved]);
        to->memory.known[moved] = from->memory.known[seat];
        to->memory.discarded[moved] = from->memory.discarded[seat];
        to->memory.declined[moved] = from->memory.declined[seat];
    }
    to->board.turn = (uint8_t)((from->board.turn + by) % players);
    to->board.dealer = (uint8_t)((from->board.dealer + by) % players);
    to->board.turned = rotated(from->board.turned, by, players);
    to->board.melded = rotated(from->board.melded, by, players);
    const int sides = from->board.sides;
    for (int side = 0; side < sides; side++) {
        const int moved = (side + by) % sides; /* sides alternate */
        to->board.ranks[moved] = from->board.ranks[side];
        to->board.score[moved] = from->board.score[side];
        to->board.minimum[moved] = from->board.minimum[side];
        to->board.meld_count[moved] = from->board.meld_count[side];
        to->board.canastas[moved] = from->board.canastas[side];
        to->board.red[moved] = from->board.red[side];
        to->board.black[moved] = from->board.black[side];
        memcpy(to->board.melds[moved], from->board.melds[side], sizeof to->board.melds[moved]);
    }
}

static void check_same_value(const struct walk *w)
{
    struct cn_deal moved;
    const int32_t value = cn_value_net_predict(law_of(&w->rules), &w->deal, 0, NULL);
    const int sides = w->deal.board.sides;
    if (sides == 2)
        assert_int_equal(cn_value_net_predict(law_of(&w->rules), &w->deal, 1, NULL), -value);
    const bool waits = w->deal.board.idle != CN_NO_SEAT; /* only some seats may */
    for (int by = 1; by < w->deal.board.players && !waits; by++) {
        rotate(&w->deal, by, &moved);
        assert_null(cn_deal_check(&w->rules, &moved));
        assert_int_equal(cn_value_net_predict(law_of(&w->rules), &moved, by % sides, NULL), value);
    }
    /* No player knows the order of the stock, so it must not matter in a sample either. */
    moved = w->deal;
    for (int from = moved.drawn, to = moved.cards - 1; from < to; from++, to--) {
        const cn_card card = moved.stock[from];
        moved.stock[from] = moved.stock[to];
        moved.stock[to] = card;
    }
    memset(&moved.memory, 0, sizeof moved.memory);
    assert_int_equal(cn_value_net_predict(law_of(&w->rules), &moved, 0, NULL), value);
}

static void the_same_for_every_seat(void **state)
{
    for (uint64_t seed = 0; seed < 100; seed++) {
        begin(&walk, (int)(seed % FITTING), seed % 3 == 0 ? "random" : "greedy", seed);
        while (next_turn(&walk))
            check_same_value(&walk);
    }
}

static cn_hand exchanged(cn_hand hand, int a, int b)
{
    const int in_a = cn_hand_count(hand, a);
    const int in_b = cn_hand_count(hand, b);
    if (a == b)
        return hand;
    const cn_hand others = cn_hand_drop(hand, cn_kind_mask(a) | cn_kind_mask(b));
    return cn_hand_add(others, cn_hand_add(cn_hand_single(b, in_a), cn_hand_single(a, in_b)));
}

static int other(int kind, int a, int b)
{
    return kind == a ? b : kind == b ? a : kind;
}

/* Exchanges kinds a and b everywhere that a net may read. */
static void exchange(struct cn_deal *deal, int a, int b)
{
    struct cn_board *board = &deal->board;
    for (int seat = 0; seat < board->players; seat++)
        deal->hands[seat] = exchanged(deal->hands[seat], a, b);
    deal->pile = exchanged(deal->pile, a, b);
    board->pile_top = (uint8_t)other(board->pile_top, a, b);
    for (int side = 0; side < board->sides; side++) {
        board->ranks[side] = cn_hand_mask(exchanged(cn_hand_of_each(board->ranks[side], 1), a, b));
        for (int m = 0; m < board->meld_count[side]; m++) {
            const cn_packed_meld meld = board->melds[side][m];
            board->melds[side][m] =
                cn_meld_of(other(cn_meld_kind(meld), a, b), cn_meld_naturals(meld),
                           cn_meld_deuces(meld), cn_meld_jokers(meld));
        }
    }
}

static void the_same_for_equal_kinds(void **state)
{
    for (uint64_t seed = 0; seed < 100; seed++) {
        begin(&walk, (int)(seed % FITTING), "greedy", seed);
        const bool low = seed % 2 == 0 && !walk.rules.score_by_canastas && /* or sevens differ */
                         walk.rules.canasta_bonus.of[CN_SEVEN] == 0;
        const int first = low ? CN_FOUR : CN_EIGHT;
        const int a = first + (int)(seed / 2 % 4);
        const int b = first + (int)(seed / 8 % 4);
        while (next_turn(&walk)) {
            struct cn_deal deal = walk.deal;
            exchange(&deal, a, b);
            assert_int_equal(cn_value_net_predict(law_of(&walk.rules), &deal, 0, NULL),
                             cn_value_net_predict(law_of(&walk.rules), &walk.deal, 0, NULL));
        }
    }
}

/* ---- its arithmetic ---- */

static void roll_16(struct cn_rng *rng, int16_t *to, size_t count, uint32_t most)
{
    for (size_t i = 0; i < count; i++)
        to[i] = (int16_t)((int)cn_rng_below(rng, 2 * most + 1) - (int)most);
}

static void roll_32(struct cn_rng *rng, int32_t *to, size_t count, uint32_t most)
{
    for (size_t i = 0; i < count; i++)
        to[i] = (int32_t)cn_rng_below(rng, 2 * most + 1) - (int32_t)most;
}

/* Useless but constant weights. Training changes the real ones. */
static void roll_net(struct cn_value_net *net)
{
    struct cn_rng rng;
    cn_rng_init(&rng, 1950);
    roll_16(&rng, net->row[0], (size_t)CN_VALUE_NET_INPUTS * CN_VALUE_NET_FIRST, 150);
    roll_16(&rng, net->bias, CN_VALUE_NET_FIRST, 500);
    roll_16(&rng, net->second[0], (size_t)CN_VALUE_NET_SECOND * CN_VALUE_NET_FIRST, 400);
    roll_32(&rng, net->second_bias, CN_VALUE_NET_SECOND, 300000);
    roll_16(&rng, net->result, CN_VALUE_NET_SECOND, 4000);
    roll_16(&rng, net->single, CN_VALUE_NET_INPUTS, 2000);
    net->result_bias = 77;
}

static int64_t cut(int64_t value)
{
    return value < 0 ? 0 : value > CN_VALUE_NET_ONE ? CN_VALUE_NET_ONE : value;
}

/* The net again, in plain wide numbers. */
static int64_t plain_rest(const struct cn_value_net *net, const uint16_t *inputs, int count)
{
    int64_t result = net->result_bias;
    for (int i = 0; i < count; i++)
        result += net->single[inputs[i]];
    result *= CN_VALUE_NET_ONE;
    for (int k = 0; k < CN_VALUE_NET_SECOND; k++) {
        int64_t sum = net->second_bias[k];
        for (int j = 0; j < CN_VALUE_NET_FIRST; j++) {
            int64_t first = net->bias[j];
            for (int i = 0; i < count; i++)
                first += net->row[inputs[i]][j];
            sum += cut(first) * net->second[k][j];
        }
        result += cut(sum / CN_VALUE_NET_SECOND_ONE) * net->result[k];
    }
    return result / (CN_VALUE_NET_ONE * CN_VALUE_NET_POINT);
}

static void check_inputs(const uint16_t *inputs, int count)
{
    bool holds[CN_VALUE_NET_INPUTS] = {false};
    for (int i = 0; i < count; i++) {
        assert_true(inputs[i] < CN_VALUE_NET_INPUTS);
        assert_false(holds[inputs[i]] && inputs[i] < CN_VALUE_NET_meld);
        holds[inputs[i]] = true;
    }
}

/* The most, up or down, that a set of inputs can add to a neuron if only one is active at a
 * time. */
static int most_of(const struct cn_value_net *net, int neuron, int from, int inputs)
{
    int most = 0;
    for (int i = from; i < from + inputs; i++)
        most = abs(net->row[i][neuron]) > most ? abs(net->row[i][neuron]) : most;
    return most;
}

/* The most that all inputs together can add. Each group consists of sets with one active input
 * each, and there may be two melds of a kind. */
static int most_sum(const struct cn_value_net *net, int neuron)
{
    static const struct {
        int from, to, set, times;
    } group[] = {
        {CN_VALUE_NET_hand, CN_VALUE_NET_hand_last, CN_VALUE_NET_COUNTS, 1},
        {CN_VALUE_NET_hand_size, CN_VALUE_NET_hand_size_last, CN_VALUE_NET_HAND_SIZES, 1},
        {CN_VALUE_NET_meld, CN_VALUE_NET_meld_last, CN_VALUE_NET_MELD_STATES, 2},
        {CN_VALUE_NET_canastas, CN_VALUE_NET_canastas_last, CN_VALUE_NET_CANASTAS, 1},
        {CN_VALUE_NET_red, CN_VALUE_NET_red_last, CN_VALUE_NET_REDS * 2, 1},
        {CN_VALUE_NET_minima, CN_VALUE_NET_minima_last, CN_VALUE_NET_MINIMA * CN_VALUE_NET_MINIMA,
         1},
        {CN_VALUE_NET_opening, CN_VALUE_NET_opening_last, CN_VALUE_NET_OPENINGS, 1},
        {CN_VALUE_NET_rest, CN_VALUE_NET_rest_last, CN_VALUE_NET_RESTS * 2, 1},
        {CN_VALUE_NET_pile, CN_VALUE_NET_pile_last, CN_VALUE_NET_PILE_COUNTS, 1},
        {CN_VALUE_NET_top, CN_VALUE_NET_top_last, (CN_KINDS + 1) * 2, 1},
        {CN_VALUE_NET_pile_size, CN_VALUE_NET_pile_size_last, CN_VALUE_NET_PILE_SIZES * 2, 1},
        {CN_VALUE_NET_claim, CN_VALUE_NET_claim_last, CN_VALUE_NET_CLAIMS * CN_VALUE_NET_PRIZES, 1},
        {CN_VALUE_NET_safe, CN_VALUE_NET_safe_last, CN_VALUE_NET_SAFE * CN_VALUE_NET_PRIZES, 1},
        {CN_VALUE_NET_stock, CN_VALUE_NET_stock_last, CN_VALUE_NET_STOCK_SIZES, 1},
        {CN_VALUE_NET_rules, CN_VALUE_NET_rules_last, 1, 2},
        {CN_VALUE_NET_model, CN_VALUE_NET_model_last, CN_MODELS_MOST, 1},
        {CN_VALUE_NET_more_hand, CN_VALUE_NET_more_hand_last, CN_VALUE_NET_COUNTS, 1},
        {CN_VALUE_NET_more_hand_size, CN_VALUE_NET_more_hand_size_last, CN_VALUE_NET_HAND_SIZES, 1},
        {CN_VALUE_NET_more_opening, CN_VALUE_NET_more_opening_last, CN_VALUE_NET_OPENINGS, 1},
        {CN_VALUE_NET_more_rest, CN_VALUE_NET_more_rest_last, CN_VALUE_NET_RESTS * 2, 1},
        {CN_VALUE_NET_more_claim, CN_VALUE_NET_more_claim_last,
         CN_VALUE_NET_CLAIMS * CN_VALUE_NET_PRIZES, 1},
        {CN_VALUE_NET_more_safe, CN_VALUE_NET_more_safe_last,
         CN_VALUE_NET_SAFE * CN_VALUE_NET_PRIZES, 1},
        {CN_VALUE_NET_more_model, CN_VALUE_NET_more_model_last, CN_MODELS_MOST, 1},
        {CN_VALUE_NET_second, CN_VALUE_NET_second_last, 1, 1},
        {CN_VALUE_NET_class, CN_VALUE_NET_class_last, 1, 1},
        {CN_VALUE_NET_third_meld, CN_VALUE_NET_third_meld_last, CN_VALUE_NET_MELD_STATES, 2},
        {CN_VALUE_NET_third_canastas, CN_VALUE_NET_third_canastas_last, CN_VALUE_NET_CANASTAS, 1},
        {CN_VALUE_NET_third_red, CN_VALUE_NET_third_red_last, CN_VALUE_NET_REDS * 2, 1},
        {CN_VALUE_NET_third_minimum, CN_VALUE_NET_third_minimum_last, CN_VALUE_NET_MINIMA, 1},
        {CN_VALUE_NET_turn, CN_VALUE_NET_turn_last, CN_VALUE_NET_SIDES_MOST, 1},
    };
    int sum = abs(net->bias[neuron]);
    for (size_t g = 0; g < sizeof group / sizeof group[0]; g++)
        for (int from = group[g].from; from <= group[g].to; from += group[g].set)
            sum += group[g].times * most_of(net, neuron, from, group[g].set);
    return sum;
}

static void no_sum_leaves_16_bits(void **state)
{
    for (int kind = 0; kind < CN_VALUE_NETS; kind++)
        for (int j = 0; j < CN_VALUE_NET_FIRST; j++)
            assert_true(most_sum(&cn_value_net_default()[kind], j) <= INT16_MAX);
}

static void sums_are_exact_and_the_same_everywhere(void **state)
{
    static struct cn_value_net net;
    uint64_t mark = 0;
    roll_net(&net);
    for (uint64_t seed = 0; seed < 40; seed++) {
        begin(&walk, (int)(seed % CLASSIC), "greedy", seed);
        while (next_turn(&walk)) {
            uint16_t inputs[CN_VALUE_NET_ACTIVE_MAX];
            const int count =
                cn_value_net_inputs(&walk.rules, &walk.deal, walk.deal.board.turn, NULL, inputs);
            check_inputs(inputs, count);
            const int32_t rest = cn_value_net_correction(&net, inputs, count);
            assert_int_equal(rest, plain_rest(&net, inputs, count));
            assert_int_equal(cn_value_net_correction(cn_value_net_default(), inputs, count),
                             plain_rest(cn_value_net_default(), inputs, count));
            mark = mark * 0x100000001b3u ^ (uint64_t)(int64_t)rest;
        }
    }
    if (mark != UINT64_C(0xaf0587baaa3e2f71))
        fail_msg("the mark is now 0x%016llx", (unsigned long long)mark);
}

static int32_t without_ends(const struct cn_score *score)
{
    return score->total - score->item[CN_SCORE_OUT] - score->item[CN_SCORE_CONCEALED] -
           score->item[CN_SCORE_BONUS];
}

/* At the end there is nothing left to predict. */
static void counting_is_scoring(void **state)
{
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct cn_score sides[CN_SIDES_MAX];
        begin(&walk, (int)(seed % FITTING), seed % 2 == 0 ? "greedy" : "expert", seed);
        while (next_turn(&walk)) {
        }
        cn_score_deal(law_of(&walk.rules), &walk.deal, sides);
        const int count = walk.deal.board.sides;
        for (int side = 0; side < count; side++) {
            int32_t others = 0;
            for (int other = 0; other < count; other++)
                others += other != side ? without_ends(&sides[other]) : 0;
            assert_int_equal(cn_value_net_points_if_stopped(law_of(&walk.rules), &walk.deal, side),
                             without_ends(&sides[side]) - others / (count - 1));
        }
    }
}

static void which_deals_are_fit(void **state)
{
    struct cn_deal deal = {0};
    for (int set = 0; cn_rules_builtin(set) != NULL; set++) {
        const struct cn_rules rules = rules_of(cn_rules_builtin(set));
        for (int players = 2; players <= 6; players++) {
            enum cn_value_net_kind net = CN_VALUE_NETS;
            for (int i = 0; i < FITTING; i++)
                if (strcmp(fitting[i].rules, rules.name) == 0 && fitting[i].players == players)
                    net = fitting[i].net;
            assert_int_equal(train_fits(&rules, players), net);
            if (!cn_rules_allow_players(&rules, players))
                continue;
            cn_board_init(&rules, &deal.board, players, 0, players == 5 ? 4 : CN_NO_SEAT, NULL);
            assert_int_equal(cn_value_net_for(&rules, &deal), net);
            assert_int_equal(cn_value_net_supports(&rules, &deal), net != CN_VALUE_NETS);
        }
        assert_int_equal(train_fits(&rules, 0), train_fits(&rules, dataset_players(&rules)));
    }
    struct cn_rules rules = rules_of("uruguay");
    rules.canasta_bonus.of[CN_KEY_WILD] = 1000;
    assert_int_equal(train_fits(&rules, 0), CN_VALUE_NETS);
    rules = rules_of("american");
    rules.canasta_bonus.of[CN_SEVEN] = 1500;
    assert_int_equal(train_fits(&rules, 0), CN_VALUE_NETS);
    rules = rules_of("laws1950");
    rules.natural_canasta_bonus = 700;
    assert_int_equal(train_fits(&rules, 0), CN_VALUE_NETS);
    static const char *const scored_otherwise[][2] = {
        {"canasta_bonus", "{7: 1500}"},    {"unfinished_penalty", "{7: 100}"},
        {"held_penalty", "{7: [3, 100]}"}, {"score_by_canastas", "true"},
        {"red_three_needs", "canasta"},    {"red_three_without_meld", "add"}};
    for (size_t i = 0; i < sizeof scored_otherwise / sizeof scored_otherwise[0]; i++) {
        struct cn_rules_error error;
        const char *value = scored_otherwise[i][1];
        rules = rules_of("laws1950");
        assert_true(cn_rules_set(&rules, scored_otherwise[i][0], value, strlen(value), &error));
        assert_int_equal(train_fits(&rules, 0), CN_VALUE_NETS);
    }
}

/* ---- what it is worth ---- */

static void check_predictions(int fits)
{
    static struct cn_value_net net;
    struct training_report report;
    const struct cn_rules rules = rules_of(fitting[fits].rules);
    net = cn_value_net_default()[fitting[fits].net];
    const struct training training = {.rules = &rules,
                                      .rule_count = 1,
                                      .players = fitting[fits].players,
                                      .seed = "never trained with",
                                      .held_out = 600,
                                      .jobs = 2};
    assert_int_equal(lab_train(&training, &net, &report), LAB_OK);
    for (int band = 0; band <= BANDS; band++) {
        assert_true(report.band[band].positions > 600);
        if (report.band[band].whole < report.band[band].counted + 0.07)
            fail_msg("%s with %d: band %d: %.3f, counting %.3f", fitting[fits].rules,
                     fitting[fits].players, band, report.band[band].whole,
                     report.band[band].counted);
    }
}

static void predicts_better_than_counting(void **state)
{
    check_predictions(0);
    for (int fits = CLASSIC; fits < FITTING; fits++)
        check_predictions(fits);
}

/* ---- training ---- */

static void train(int jobs, int64_t deals, const atomic_int *interrupted, struct cn_value_net *net,
                  struct training_report *report)
{
    const struct cn_rules rules[2] = {rules_of("laws1950"), rules_of("hoyle")};
    const struct training training = {.rules = rules,
                                      .rule_count = 2,
                                      .seed = "unit",
                                      .deals = deals,
                                      .held_out = 100,
                                      .jobs = jobs,
                                      .interrupted = interrupted};
    assert_int_equal(lab_train(&training, net, report), LAB_OK);
}

static void threads_do_not_change_the_net(void **state)
{
    static struct cn_value_net one, three;
    struct training_report report, again;
    train(1, 9000, NULL, &one, &report);
    train(3, 9000, NULL, &three, &again);
    assert_memory_equal(&one, &three, sizeof one);
    assert_memory_equal(&report, &again, sizeof report);
    assert_int_equal(report.deals, 9000);
    assert_true(report.positions > 9000);
    assert_true(report.band[BAND_ALL].whole > report.band[BAND_ALL].counted);
    assert_true(report.apart_mean < 8);
}

static void training_stops_when_interrupted(void **state)
{
    static struct cn_value_net net;
    struct training_report report;
    const atomic_int now = 1;
    train(1, INT64_C(1) << 40, &now, &net, &report);
    assert_true(report.interrupted);
    assert_true(report.deals > 0 && report.deals < 10000);
}

/* The file in the sources must be what the program contains, and what it would write again. */
static void check_file(const char *source, const char *name, const struct cn_value_net *net)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/src/bots/%s", source, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    FILE *written = tmpfile();
    assert_non_null(written);
    assert_true(train_write_net(net, written));
    rewind(written);
    int a;
    int last = 0;
    while ((a = getc(file)) != EOF && !(last == '*' && a == '/'))
        last = a;
    assert_int_equal(getc(file), '\n');
    do {
        a = getc(file);
        assert_int_equal(a, getc(written));
    } while (a != EOF);
    fclose(file);
    fclose(written);
}

static void the_files_round_trip(void **state)
{
    const char *source = getenv("SOURCE_DIR");
    if (source == NULL)
        skip();
    check_file(source, "value_net.weights", &cn_value_net_default()[CN_VALUE_NET_CLASSIC]);
    check_file(source, "value_net_by_canastas.weights",
               &cn_value_net_default()[CN_VALUE_NET_BY_CANASTAS]);
    check_file(source, "value_net_wild_melds.weights",
               &cn_value_net_default()[CN_VALUE_NET_WILD_MELDS]);
    check_file(source, "value_net_two_hands.weights",
               &cn_value_net_default()[CN_VALUE_NET_TWO_HANDS]);
    check_file(source, "value_net_six_seats.weights",
               &cn_value_net_default()[CN_VALUE_NET_SIX_SEATS]);
    check_file(source, "value_net_two.weights", &cn_value_net_default()[CN_VALUE_NET_TWO]);
    check_file(source, "value_net_six.weights", &cn_value_net_default()[CN_VALUE_NET_SIX]);
    check_file(source, "value_net_three.weights", &cn_value_net_default()[CN_VALUE_NET_THREE]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_for_every_seat),
        cmocka_unit_test(the_same_for_equal_kinds),
        cmocka_unit_test(no_sum_leaves_16_bits),
        cmocka_unit_test(sums_are_exact_and_the_same_everywhere),
        cmocka_unit_test(counting_is_scoring),
        cmocka_unit_test(which_deals_are_fit),
        cmocka_unit_test(predicts_better_than_counting),
        cmocka_unit_test(threads_do_not_change_the_net),
        cmocka_unit_test(training_stops_when_interrupted),
        cmocka_unit_test(the_files_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
