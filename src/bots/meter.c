/* meter.c -- see meter.h. */
#include "meter.h"

#include <string.h>

/* ---- cards ---- */

/* What the next bonus card of the colour brings a side that has this many. */
static int32_t bonus_step(const struct cn_bonus_steps *steps, int cards)
{
    if (steps->count == 0 || cards >= steps->count)
        return 0;
    return steps->bonus[cards] - (cards > 0 ? steps->bonus[cards - 1] : 0);
}

static int32_t bonus_points(const struct cn_rules *rules, const struct cn_board *board, int side,
                            int kind)
{
    return kind == CN_RED_THREE ? bonus_step(&rules->red_three_bonus, board->red[side])
                                : bonus_step(&rules->black_three_bonus, board->black[side]);
}

struct worth {
    int what; /* enum cn_meter_drawn, or -1 */
    int32_t amount;
};

static struct worth of_rank(const struct cn_deal *deal, int seat, int kind)
{
    const struct cn_board *board = &deal->board;
    const int side = board->side[seat];
    const int held = cn_hand_count(deal->hands[seat], kind);
    for (int m = 0; m < board->meld_count[side]; m++) {
        const cn_packed_meld meld = board->melds[side][m];
        if (meld != 0 && cn_meld_kind(meld) == kind)
            return (struct worth){
                cn_meld_is_canasta(meld) ? CN_METER_DRAWN_GROWS : CN_METER_DRAWN_FITS, 1};
    }
    if (held >= 2)
        return (struct worth){CN_METER_DRAWN_THIRD, 1};
    return (struct worth){held == 1 ? CN_METER_DRAWN_PAIRS : CN_METER_DRAWN_SINGLE, 1};
}

static struct worth worth_of(const struct cn_rules *rules, const struct cn_deal *deal, int seat,
                             int kind)
{
    if (cn_is_bonus(rules, kind))
        return (struct worth){CN_METER_DRAWN_BONUS,
                              bonus_points(rules, &deal->board, deal->board.side[seat], kind)};
    if (cn_kind_is_wild(kind))
        return (struct worth){kind == CN_JOKER ? CN_METER_DRAWN_JOKER : CN_METER_DRAWN_DEUCE, 1};
    if (cn_kind_is_natural(kind))
        return of_rank(deal, seat, kind);
    return (struct worth){-1, 0};
}

/* ---- dealing ---- */

static void count_hand(int64_t *of, const struct cn_rules *rules, cn_hand hand)
{
    static const int groups[] = {CN_METER_DEALT_PAIR, CN_METER_DEALT_THREE, CN_METER_DEALT_FOUR};
    of[CN_METER_DEALT_JOKER] += cn_hand_count(hand, CN_JOKER);
    of[CN_METER_DEALT_DEUCE] += cn_hand_count(hand, CN_DEUCE);
    if (!cn_is_bonus(rules, CN_BLACK_THREE))
        of[CN_METER_DEALT_BLACK] += cn_hand_count(hand, CN_BLACK_THREE);
    for (int kind = CN_FOUR; kind <= CN_ACE; kind++) {
        const int count = cn_hand_count(hand, kind);
        if (count >= 2)
            of[groups[count >= 4 ? 2 : count - 2]]++;
        of[CN_METER_DEALT_POINTS] += count * rules->card_points.of[kind];
    }
}

void cn_meter_deal(struct cn_meter *meter, const struct cn_law *law, const struct cn_deal *deal)
{
    const struct cn_rules *rules = &law->rules;
    const struct cn_board *board = &deal->board;
    const int dealt = rules->hand_size.at[board->players_class] * board->seats;
    cn_hand hands[CN_SEATS_MAX] = {CN_NO_CARDS};
    int bonus[CN_SIDES_MAX][2] = {{0}};
    int seat = board->next[board->dealer];
    memset(meter, 0, sizeof *meter);
    for (int i = 0; i < dealt; i++) {
        const int kind = cn_card_kind(deal->stock[i]);
        const int side = board->side[seat];
        if (cn_is_bonus(rules, kind)) {
            const bool red = kind == CN_RED_THREE;
            meter->of[side][CN_METER_DEALT_BONUS] += bonus_step(
                red ? &rules->red_three_bonus : &rules->black_three_bonus, bonus[side][red]++);
        }
        cn_hand_add_card(&hands[seat], kind);
        seat = board->next[seat];
    }
    for (int i = 0; i < board->players; i++)
        if (board->next[i] != i)
            count_hand(meter->of[board->side[i]], rules, hands[i]);
    for (int side = 0; side < board->sides; side++) {
        for (int i = 0; i < CN_METER_DEALT_COUNT; i++)
            meter->of[side][i] *= CN_METER_ONE;
        meter->minimum[side] = (int64_t)board->minimum[side] * CN_METER_ONE;
    }
}

/* ---- drawing ---- */

static void give(struct cn_deal *deal, const struct cn_rules *rules, int seat, int kind)
{
    const int side = deal->board.side[seat];
    deal->board.stock--;
    if (!cn_is_bonus(rules, kind))
        deal->hands[seat] = cn_hand_add(deal->hands[seat], cn_hand_single(kind, 1));
    else if (kind == CN_RED_THREE)
        deal->board.red[side]++;
    else
        deal->board.black[side]++;
}

static int stage_of(const struct cn_deal *deal, int side, int at)
{
    const int left = deal->cards - at;
    const int melded = cn_side_has_melded(&deal->board, side) ? CN_METER_STAGES / 2 : 0;
    if (5 * left > 2 * deal->cards)
        return melded;
    return melded + (5 * left > deal->cards ? 1 : 2);
}

/* Counts the card at a place of the deck, which comes to the seat. */
static void draw(struct cn_meter *meter, const struct cn_law *law, struct cn_deal *deal, int seat,
                 int at)
{
    int left[CN_KINDS] = {0};
    const int all = deal->cards - at;
    const int kind = cn_card_kind(deal->stock[at]);
    int64_t *of = meter->of[deal->board.side[seat]] + CN_METER_DEALT_COUNT +
                  stage_of(deal, deal->board.side[seat], at) * CN_METER_DRAWN_COUNT;
    for (int card = at; card < deal->cards; card++)
        left[cn_card_kind(deal->stock[card])]++;
    for (int k = 0; k < CN_KINDS; k++) {
        if (left[k] == 0)
            continue;
        const struct worth worth = worth_of(&law->rules, deal, seat, k);
        if (worth.what >= 0)
            of[worth.what] +=
                ((int64_t)(k == kind) * all - left[k]) * worth.amount * CN_METER_ONE / all;
    }
    give(deal, &law->rules, seat, kind);
}

void cn_meter_step(struct cn_meter *meter, const struct cn_law *law, const struct cn_deal *before,
                   const struct cn_deal *after)
{
    if (after->drawn <= before->drawn)
        return;
    struct cn_deal deal = *before;
    const int actor = before->board.turn;
    const int talon = after->board.talon[actor] - before->board.talon[actor];
    for (int at = before->drawn; at < after->drawn; at++) {
        const bool own = at < before->drawn + talon || after->board.turn == actor ||
                         before->board.phase == CN_PHASE_START;
        draw(meter, law, &deal, own ? actor : after->board.turn, at);
    }
}

void cn_meter_begin(struct cn_meter_course *course, const struct cn_law *law,
                    const struct cn_deal *deal)
{
    cn_meter_deal(&course->now, law, deal);
    course->at[deal->drawn] = course->now;
}

void cn_meter_follow(struct cn_meter_course *course, const struct cn_law *law,
                     const struct cn_deal *before, const struct cn_deal *after)
{
    if (after->drawn < before->drawn)
        course->now = course->at[after->drawn];
    else
        cn_meter_step(&course->now, law, before, after);
    course->at[after->drawn] = course->now;
}

/* ---- worth ---- */

void cn_meter_features(const struct cn_meter *meter, int sides, int side,
                       int64_t features[CN_METER_FEATURES])
{
    memset(features, 0, CN_METER_FEATURES * sizeof *features);
    for (int s = 0; s < sides; s++)
        for (int i = 0; i < CN_METER_OWN; i++)
            features[i + (s == side ? 0 : CN_METER_OWN)] += meter->of[s][i];
    for (int s = 0; s < sides; s++)
        features[CN_METER_MINIMUM + (s != side)] += meter->minimum[s];
    features[CN_METER_CONSTANT] = CN_METER_ONE;
}

static bool is_of(const char *line, const struct cn_rules *rules, int players)
{
    const size_t length = strlen(rules->name);
    return strncmp(line, rules->name, length) == 0 && line[length] == ' ' &&
           line[length + 1] == '0' + players && line[length + 2] == ' ';
}

/* Reads a blank and a whole number. */
static bool read_number(const char **at, int32_t *number)
{
    const char *text = *at;
    const bool minus = text[0] == ' ' && text[1] == '-';
    int64_t sum = 0;
    if (*text++ != ' ')
        return false;
    text += minus;
    if (*text < '0' || *text > '9')
        return false;
    for (; *text >= '0' && *text <= '9' && sum <= INT32_MAX; text++)
        sum = 10 * sum + (*text - '0');
    *at = text;
    *number = (int32_t)(minus ? -sum : sum);
    return sum <= INT32_MAX;
}

bool cn_meter_find(const char *table, const struct cn_rules *rules, int players,
                   struct cn_meter_fit *fit)
{
    const char *line = table;
    while (line != NULL && !is_of(line, rules, players)) {
        line = strchr(line, '\n');
        line = line != NULL ? line + 1 : NULL;
    }
    if (line == NULL)
        return false;
    const char *at = line + strlen(rules->name) + 2;
    for (int i = 0; i < CN_METER_FEATURES; i++)
        if (!read_number(&at, &fit->of[i]))
            return false;
    return *at == '\n';
}

int32_t cn_meter_worth(const struct cn_meter *meter, const struct cn_meter_fit *fit, int sides,
                       int side)
{
    int64_t features[CN_METER_FEATURES];
    int64_t sum = 0;
    const int64_t five = (int64_t)CN_METER_POINT * CN_METER_ONE * 5;
    cn_meter_features(meter, sides, side, features);
    for (int i = 0; i < CN_METER_FEATURES; i++)
        sum += features[i] * fit->of[i];
    return (int32_t)((sum + (sum < 0 ? -five : five) / 2) / five) * 5;
}
