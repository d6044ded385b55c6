#include "lab.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct duplicate {
    const struct duplicate_plan *plan;
    const atomic_int *stop[2];
    struct contest_player player[2][CN_SEATS_MAX];
    struct cn_law law;
    struct cn_game game;
    struct seat_stock keyed;
    struct manner_watch watch;
    struct luck luck;
    struct cn_deal before;
    struct arena_pair pair;
    struct cn_observer observer;
    int sides, at;     /* 'at': the game of the pair in play */
    int deal;          /* the number of the deal in play, as seeds have it */
    int loser;         /* the seat that forfeits the game, or CN_NO_SEAT */
    bool through_game; /* players receive events, so deals are played through cn_game_play */
    uint8_t side[CN_SEATS_MAX];
    char fault[ARENA_FAULT];
};

/* ---- what a pair is ---- */

int pair_sides(const struct cn_rules *rules, int players)
{
    struct cn_board board;
    cn_board_init(rules, &board, players, 0, 4, NULL);
    return board.sides;
}

int pair_games(int sides)
{
    return sides == 2 ? 2 : 2 * sides;
}

int pair_owner(int sides, int game, int side)
{
    if (game < sides)
        return side == game ? ARENA_A : ARENA_B;
    return side == game - sides ? ARENA_B : ARENA_A;
}

/* A game's difference; with three sides doubled, so that half a sum of two scores is whole. */
static int64_t game_difference(const int32_t *of, int sides, int game)
{
    int64_t sum[2] = {0};
    int count[2] = {0};
    for (int side = 0; side < sides; side++) {
        const int who = pair_owner(sides, game, side);
        sum[who] += of[side];
        count[who]++;
    }
    return sum[ARENA_A] * count[ARENA_B] - sum[ARENA_B] * count[ARENA_A];
}

int64_t pair_points(const struct arena_pair *pair, int sides)
{
    int64_t points = 0;
    for (int game = 0; game < pair_games(sides); game++)
        points += game_difference(pair->score[game], sides, game);
    return points;
}

int64_t pair_luck(const struct arena_pair *pair, int sides)
{
    int64_t luck = 0;
    for (int game = 0; game < pair_games(sides); game++)
        luck += game_difference(pair->luck[game], sides, game);
    return luck;
}

int64_t pair_scale(int sides)
{
    return (int64_t)pair_games(sides) * (sides - 1);
}

void pair_compare(const struct arena_pair *pair, int sides, int game, struct compared *compared)
{
    *compared = (struct compared){0, 0, 0};
    for (int a = 0; a < sides; a++) {
        for (int b = 0; b < sides; b++) {
            if (pair_owner(sides, game, a) != ARENA_A || pair_owner(sides, game, b) != ARENA_B)
                continue;
            const int32_t mine = pair->score[game][a];
            const int32_t theirs = pair->score[game][b];
            if (pair->given_up[game] || mine == theirs)
                compared->draws++;
            else if (mine > theirs)
                compared->wins++;
            else
                compared->losses++;
        }
    }
}

int game_halves_most(int sides)
{
    return 2 * (sides - 1);
}

/* ---- a stock that stays aligned ---- */

void keyed_stock_init(struct seat_stock *keyed, const struct cn_deal *deal)
{
    int seat = deal->board.turn;
    memset(keyed, 0, sizeof *keyed);
    for (int i = deal->drawn; i < deal->cards; i++) {
        keyed->seat[i] = (uint8_t)seat;
        keyed->place[i] = (uint16_t)i;
        seat = deal->board.next[seat];
    }
}

/* Puts the seat's cards first, each part in the first order. */
static void arrange_for(struct seat_stock *keyed, struct cn_deal *deal, int seat)
{
    cn_card card[CN_CARDS_MAX];
    bool left[CN_CARDS_MAX] = {false};
    for (int i = deal->drawn; i < deal->cards; i++) {
        card[keyed->place[i]] = deal->stock[i];
        left[keyed->place[i]] = true;
    }
    int to = deal->drawn;
    for (int own = 1; own >= 0; own--) {
        for (int place = 0; place < deal->cards; place++) {
            if (!left[place] || (keyed->seat[place] == seat) != (own == 1))
                continue;
            deal->stock[to] = card[place];
            keyed->place[to++] = (uint16_t)place;
        }
    }
}

void keyed_stock_arrange(struct seat_stock *keyed, struct cn_deal *deal, struct cn_action action)
{
    const struct cn_board *board = &deal->board;
    if (action.type == CN_ACTION_DRAW)
        arrange_for(keyed, deal, board->turn);
    /* The next seat replaces red threes as its first turn begins. */
    const int next = board->next[board->turn];
    if (action.type == CN_ACTION_DISCARD && (board->turned >> next & 1) == 0)
        arrange_for(keyed, deal, next);
}

/* ---- one decision ---- */

static int who_at(const struct duplicate *t, int seat)
{
    return pair_owner(t->sides, t->at, t->side[seat]);
}

static const struct contest_player *player_at(const struct duplicate *t, int seat)
{
    return &t->player[who_at(t, seat)][seat];
}

static enum pair_end fault(struct duplicate *t, int seat, const char *what)
{
    const struct contestant *contestant = t->plan->contestant[who_at(t, seat)];
    snprintf(t->fault, sizeof t->fault, "%s, seat %d, pair %lld, game %d: %s", contestant->name,
             seat, (long long)t->pair.number, t->at + 1, what);
    return PAIR_FAILED;
}

static enum pair_end player_fault(struct duplicate *t, int seat,
                                  const struct contest_player *player)
{
    const char *why = player->why != NULL ? player->why(player->context) : NULL;
    if (why == NULL)
        why = "it did not answer";
    if (player->forfeits != NULL && player->forfeits(player->context)) {
        const int who = who_at(t, seat);
        t->loser = seat;
        if (t->pair.forfeits[who]++ == 0)
            snprintf(t->pair.why[who], PAIR_WHY, "game %d, seat %d: %s", t->at + 1, seat, why);
    }
    return fault(t, seat, why);
}

/* Contestants are not trusted: an illegal action would corrupt the deal silently. */
static enum pair_end check_action(struct duplicate *t, int seat, struct cn_action action)
{
    struct cn_refusal why;
    const struct cn_deal *deal = &t->game.deal;
    if (cn_board_legal_check(t->game.law, &deal->board, seat, deal->hands[seat], action, &why))
        return PAIR_PLAYED;
    char text[CN_ACTION_TEXT];
    char what[160];
    cn_action_format(t->game.law, action, text);
    snprintf(what, sizeof what, "it played '%s', which is not legal (%s, %s)", text, why.article,
             cn_refusal_name(why.id));
    return fault(t, seat, what);
}

static enum pair_end decide(struct duplicate *t)
{
    struct cn_deal *deal = &t->game.deal;
    const int seat = cn_board_actor(&deal->board);
    const int who = who_at(t, seat);
    const struct contest_player *player = player_at(t, seat);
    struct cn_action action;
    const int64_t start = cn__clock_ns();
    if (!player->decide(player->context, deal, seat, &action))
        return player_fault(t, seat, player);
    t->pair.nanoseconds[who] += cn__clock_ns() - start;
    t->pair.decisions[who]++;
    const enum pair_end end = check_action(t, seat, action);
    if (end != PAIR_PLAYED)
        return end;
    manner_see(&t->pair.manner[who], &t->watch, deal, action);
    if (t->plan->keyed_stock)
        keyed_stock_arrange(&t->keyed, deal, action);
    const bool draws = t->plan->luck && action.type == CN_ACTION_DRAW;
    if (draws)
        t->before = *deal;
    if (t->through_game)
        (void)cn_game_play(&t->game, seat, action, NULL, NULL, &t->observer);
    else
        cn_deal_apply(&t->law.rules, deal, action);
    if (draws)
        luck_add(&t->luck, &t->law, &t->before, deal->drawn - t->before.drawn);
    return PAIR_PLAYED;
}

/* ---- one deal ---- */

/* What is rolled: the deck, the scores at the beginning, or a seat's own numbers. */
enum {
    ROLL_DECK,
    ROLL_SEAT,
    ROLL_SCORES = ROLL_SEAT + CN_SEATS_MAX
};

/* A stream of its own for each roll of each deal of each pair. Those of single deals are the
 * ones that the games of lab_simulate have. */
static uint64_t seed_of(const struct duplicate *t, int roll)
{
    const uint64_t stream =
        (uint64_t)roll << 56 | (uint64_t)t->deal << 40 | (uint64_t)t->pair.number;
    return cn_rng_seed_of(t->plan->seed, strlen(t->plan->seed), stream);
}

static void start_deal(struct duplicate *t)
{
    cn_card deck[CN_CARDS_MAX];
    struct cn_rng rng;
    int dealer;
    int idle;
    cn_rng_init(&rng, seed_of(t, ROLL_DECK));
    cn_rng_shuffle(&rng, deck, cn_deck_init(&t->law.rules, t->game.players, deck));
    if (t->game.deal_number == 0)
        lab_first_dealer(t->plan->players, t->pair.number, &dealer, &idle);
    else
        cn_game_next_dealer(&t->game, &dealer, &idle);
    if (t->through_game) {
        cn_game_deal(&t->game, dealer, idle, deck, &rng, &t->observer);
    } else {
        cn_deal_start(&t->law.rules, &t->game.deal, t->plan->players, dealer, idle, t->game.score,
                      deck, &rng, NULL);
        cn_board_set_number(&t->law.rules, &t->game.deal.board, t->game.deal_number + 1);
    }
    memset(&t->watch, 0, sizeof t->watch);
    memset(&t->luck, 0, sizeof t->luck);
    if (t->plan->keyed_stock)
        keyed_stock_init(&t->keyed, &t->game.deal);
}

static enum pair_end begin_players(struct duplicate *t)
{
    for (int seat = 0; seat < t->plan->players; seat++) {
        const struct contest_player *player = player_at(t, seat);
        if (!player->begin(player->context, &t->law, seat, seed_of(t, ROLL_SEAT + seat)))
            return player_fault(t, seat, player);
    }
    return PAIR_PLAYED;
}

static bool is_stopped(const struct duplicate *t)
{
    for (int i = 0; i < 2; i++)
        if (t->stop[i] != NULL && atomic_load_explicit(t->stop[i], memory_order_relaxed) != 0)
            return true;
    return false;
}

/* What the game's door does at the end of a deal. */
static void end_deal(struct duplicate *t, int winner, const struct cn_score *sides)
{
    for (int side = 0; side < t->sides; side++)
        t->game.score[side] = sides[side].after;
    t->game.deal_number++;
    t->game.winner = (int8_t)winner;
}

static enum pair_end play_deal(struct duplicate *t, struct cn_score *sides)
{
    struct cn_deal *deal = &t->game.deal;
    t->deal = t->plan->matches ? t->game.deal_number + 1 : 0;
    start_deal(t);
    enum pair_end end = begin_players(t);
    while (end == PAIR_PLAYED && deal->board.phase != CN_PHASE_ENDED) {
        if (is_stopped(t))
            return PAIR_STOPPED;
        end = decide(t);
    }
    if (end != PAIR_PLAYED)
        return end;
    assert(cn_deal_check(&t->law.rules, deal) == NULL);
    for (int side = 0; side < t->sides; side++)
        manner_end(&t->pair.manner[pair_owner(t->sides, t->at, side)], &t->law.rules, deal, side);
    const int winner = cn_score_deal(&t->law, deal, sides);
    if (!t->through_game)
        end_deal(t, winner, sides);
    return PAIR_PLAYED;
}

/* ---- one game, and all of a pair ---- */

static void roll_scores(struct duplicate *t, int32_t *scores)
{
    struct cn_rng rng;
    const int32_t steps = t->law.rules.target / 5;
    cn_rng_init(&rng, seed_of(t, ROLL_SCORES));
    for (int side = 0; side < t->sides && steps > 0; side++)
        scores[side] = 5 * (int32_t)cn_rng_below(&rng, (uint32_t)steps);
}

/* Announces the game to the players that receive events. */
static enum pair_end sit_down(struct duplicate *t)
{
    const char *names[CN_SEATS_MAX];
    for (int seat = 0; seat < t->plan->players; seat++)
        names[seat] = t->plan->contestant[who_at(t, seat)]->name;
    const struct cn_game_header line = {.rules = t->plan->rules,
                                        .players = t->plan->players,
                                        .names = names,
                                        .scores = t->game.score};
    for (int seat = 0; seat < t->plan->players; seat++) {
        const struct contest_player *player = player_at(t, seat);
        if (player->sit != NULL && !player->sit(player->context, &line, &t->game, seat))
            return player_fault(t, seat, player);
    }
    return PAIR_PLAYED;
}

static void hear(void *table, const struct cn_event *event)
{
    struct duplicate *t = table;
    for (int seat = 0; seat < t->plan->players; seat++) {
        const struct contest_player *player = player_at(t, seat);
        if (player->hear != NULL)
            player->hear(player->context, event);
    }
}

/* The loser's side gets less than all others have. */
static void forfeit(const struct duplicate *t, int32_t *score)
{
    int32_t lowest = INT32_MAX;
    for (int side = 0; side < t->sides; side++) {
        score[side] = t->plan->matches ? t->game.score[side] : 0;
        if (score[side] < lowest)
            lowest = score[side];
    }
    score[t->side[t->loser]] = lowest - FORFEIT_POINTS;
}

static enum pair_end play_single(struct duplicate *t, int32_t *score)
{
    struct cn_score sides[CN_SIDES_MAX];
    if (t->plan->vary_scores)
        roll_scores(t, t->game.score);
    enum pair_end end = sit_down(t);
    if (end == PAIR_PLAYED)
        end = play_deal(t, sides);
    for (int side = 0; side < t->sides && end == PAIR_PLAYED; side++) {
        score[side] = sides[side].total;
        t->pair.luck[t->at][side] = luck_of(&t->luck, side);
    }
    return end;
}

static enum pair_end play_match(struct duplicate *t, int32_t *score)
{
    struct cn_score sides[CN_SIDES_MAX];
    if (t->plan->vary_scores)
        roll_scores(t, t->game.score);
    enum pair_end end = sit_down(t);
    while (end == PAIR_PLAYED && t->game.winner < 0 && t->game.deal_number < LAB_DEALS_MAX)
        end = play_deal(t, sides);
    if (end != PAIR_PLAYED)
        return end;
    memcpy(score, t->game.score, sizeof t->game.score);
    t->pair.given_up[t->at] = t->game.winner < 0;
    return PAIR_PLAYED;
}

enum pair_end duplicate_play(struct duplicate *table, int64_t number,
                             const atomic_int *const stop[2], struct arena_pair *pair)
{
    struct duplicate *t = table;
    const int games = pair_games(t->sides);
    memset(&t->pair, 0, sizeof t->pair);
    t->pair.number = number;
    t->stop[0] = stop[0];
    t->stop[1] = stop[1];
    for (t->at = 0; t->at < games; t->at++) {
        int32_t *score = t->pair.score[t->at];
        cn_game_init(&t->game, &t->law, t->plan->players, NULL);
        t->deal = 0;
        t->loser = CN_NO_SEAT;
        const enum pair_end end = t->plan->matches ? play_match(t, score) : play_single(t, score);
        if (end == PAIR_FAILED && t->loser != CN_NO_SEAT)
            forfeit(t, score);
        else if (end != PAIR_PLAYED)
            return end;
    }
    *pair = t->pair;
    return PAIR_PLAYED;
}

const char *duplicate_fault(const struct duplicate *table)
{
    return table->fault;
}

/* ---- opening and closing ---- */

struct duplicate *duplicate_open(const struct duplicate_plan *plan)
{
    struct duplicate *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->plan = plan;
    cn_law_init(&t->law, plan->rules);
    t->sides = pair_sides(plan->rules, plan->players);
    t->observer = (struct cn_observer){.event = hear, .context = t};
    t->through_game = plan->contestant[ARENA_A]->hears || plan->contestant[ARENA_B]->hears;
    struct cn_board board;
    cn_board_init(plan->rules, &board, plan->players, 0, 4, NULL);
    memcpy(t->side, board.side, sizeof t->side);
    for (int who = ARENA_A; who <= ARENA_B; who++) {
        const struct contestant *contestant = plan->contestant[who];
        for (int seat = 0; seat < plan->players; seat++) {
            if (contestant->open(contestant, &t->player[who][seat]))
                continue;
            t->player[who][seat].close = NULL;
            duplicate_close(t);
            return NULL;
        }
    }
    return t;
}

void duplicate_close(struct duplicate *table)
{
    if (table == NULL)
        return;
    for (int who = ARENA_A; who <= ARENA_B; who++)
        for (int seat = 0; seat < CN_SEATS_MAX; seat++)
            if (table->player[who][seat].close != NULL)
                table->player[who][seat].close(table->player[who][seat].context);
    free(table);
}
