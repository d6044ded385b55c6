/* simulate.c -- games between bots, by the thousand.
 *
 * A game is made of the seed and its number: the number names a stream for its decks and one for
 * each seat's bot. So games can be played in any order by any number of threads. Without a record
 * they are played on deals, where there are only counts of kinds; with one through the game's door.
 * Both roll the same numbers in the same order. A record is written in the order of the games: a
 * thread that is done with its game waits for its turn to write. Seats that programs play are
 * played with through the door as well.
 */
#include "lab.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What all threads share. */
struct shared {
    const struct simulation *simulation;
    atomic_llong next; /* the first game that nobody plays yet */
    atomic_int error;  /* enum lab_error */
    atomic_llong played;
    pthread_mutex_t lock; /* over what follows */
    pthread_cond_t written;
    int64_t next_to_write;
    int64_t broken_off; /* the first game that was interrupted: from there on nothing is written */
};

struct worker {
    struct shared *shared;
    const struct simulation *simulation;
    struct cn_rng deck_rng, bot_rng[CN_SEATS_MAX], erring_rng;
    uint64_t dice;                              /* of a deal: what its bots notice */
    void *mind[CN_SEATS_MAX];                   /* of bots that think */
    struct external_bot *outside[CN_SEATS_MAX]; /* programs, where they play */
    bool has_outside, is_first;
    int64_t index; /* of the game in play */
    struct cn_law law;
    struct cn_game game;
    struct cn__text lines;
    struct cn_record_writer recorder;
    struct cn_observer observer;
    struct arena_tally tally;
    struct cn_actions listed;
    pthread_t thread;
};

static void fail(struct shared *shared, enum lab_error error)
{
    atomic_store(&shared->error, (int)error);
}

static bool is_interrupted(const struct worker *w)
{
    const atomic_int *interrupted = w->simulation->interrupted;
    return interrupted != NULL && atomic_load_explicit(interrupted, memory_order_relaxed) != 0;
}

/* ---- one game ---- */

static void seed_game(struct worker *w, int64_t index)
{
    const char *seed = w->simulation->seed;
    const size_t length = strlen(seed);
    cn_rng_init(&w->deck_rng, cn_rng_seed_of(seed, length, (uint64_t)index));
    for (int seat = 0; seat < w->simulation->players; seat++) {
        const uint64_t stream = (uint64_t)(seat + 1) << 56 | (uint64_t)index;
        cn_rng_init(&w->bot_rng[seat], cn_rng_seed_of(seed, length, stream));
    }
    const uint64_t stream = (uint64_t)(CN_SEATS_MAX + 1) << 56 | (uint64_t)index;
    cn_rng_init(&w->erring_rng, cn_rng_seed_of(seed, length, stream));
}

void lab_first_dealer(int players, int64_t index, int *dealer, int *idle)
{
    static const int idle_of[] = {4, 1, 3};
    *idle = CN_NO_SEAT;
    if (players != 5) {
        *dealer = (int)((players - 1 + index) % players);
        return;
    }
    *idle = idle_of[index % 3];
    const int place = (int)((3 + index) % 4);
    *dealer = place == *idle ? 4 : place;
}

static void next_dealer(const struct worker *w, int64_t index, int *dealer, int *idle)
{
    if (w->game.deal_number == 0)
        lab_first_dealer(w->simulation->players, index, dealer, idle);
    else
        cn_game_next_dealer(&w->game, dealer, idle);
}

static int64_t nodes_of(const struct simulation *s, int seat)
{
    return s->own_nodes[seat] > 0 ? s->own_nodes[seat] : s->nodes;
}

static struct cn_action decide(struct worker *w, int seat)
{
    const struct cn_view view = cn_deal_view(w->game.law, &w->game.deal, seat);
    w->tally.decisions++;
    return cn_bot_decide(w->simulation->bot[seat], w->mind[seat], nodes_of(w->simulation, seat),
                         &view, &w->bot_rng[seat]);
}

/* Plays a deal on counts of kinds alone, and then does what a game does at its end. Returns false
 * if it was interrupted. */
static bool play_deal(struct worker *w, int dealer, int idle, cn_card *deck, struct cn_score *sides)
{
    const struct cn_rules *rules = &w->game.law->rules;
    struct cn_deal *deal = &w->game.deal;
    cn_deal_start(rules, deal, w->simulation->players, dealer, idle, w->game.score, deck,
                  &w->deck_rng, NULL);
    cn_board_set_number(rules, &deal->board, w->game.deal_number + 1);
    while (deal->board.phase != CN_PHASE_ENDED && !is_interrupted(w))
        cn_deal_apply(rules, deal, decide(w, cn_board_actor(&deal->board)));
    if (deal->board.phase != CN_PHASE_ENDED)
        return false;
    const int winner = cn_score_deal(w->game.law, deal, sides);
    for (int side = 0; side < w->game.sides; side++)
        w->game.score[side] = sides[side].after;
    w->game.deal_number++;
    w->game.winner = (int8_t)winner;
    return true;
}

static void write_legal(struct worker *w, int seat)
{
    cn_board_legal_list(w->game.law, &w->game.deal.board, w->game.deal.hands[seat], &w->listed);
    cn_record_write_legal(&w->lines, w->game.law, seat, w->listed.at, w->listed.count);
}

/* A bot that does what is not legal, or a lister that lists it, is a bug of ours. */
static void play_or_die(struct worker *w, int seat, struct cn_action action)
{
    struct cn_refusal why;
    if (cn_game_play(&w->game, seat, action, NULL, &why, &w->observer))
        return;
    char text[CN_ACTION_TEXT];
    cn_action_format(w->game.law, action, text);
    fprintf(stderr, "bug: seat %d played \"%s\", which is refused by %s (%s)\n", seat, text,
            why.article, cn_refusal_name(why.id));
    if (w->lines.text != NULL)
        fwrite(w->lines.text, 1, w->lines.length, stderr);
    abort();
}

/* Decides for a seat, played by a bot or a program. Returns false if a program failed. */
static bool decide_anyhow(struct worker *w, int seat, struct cn_action *action)
{
    if (w->outside[seat] == NULL) {
        *action = decide(w, seat);
        return true;
    }
    w->tally.decisions++;
    return external_bot_decide(w->outside[seat], action) == EXTERNAL_BOT_ANSWERED;
}

/* ---- where a referee rules ---- */

static bool errs(const struct worker *w)
{
    return w->simulation->erring > 0 && w->law.refereed;
}

/* Now and then some bot insists on something that is not legal. Returns false if none does. */
static bool err(struct worker *w)
{
    struct cn_rng *rng = &w->erring_rng;
    if (!errs(w) || (int)cn_rng_below(rng, 100) >= w->simulation->erring)
        return false;
    const int seat = (int)cn_rng_below(rng, (uint32_t)w->simulation->players);
    const int count = cn_referee_insist_list(&w->game, seat, 0, NULL, 0);
    if (count == 0 || w->outside[seat] != NULL)
        return false;
    struct cn_action action;
    cn_referee_insist_list(&w->game, seat, (int)cn_rng_below(rng, (uint32_t)count), &action, 1);
    return cn_game_play(&w->game, seat, action, NULL, NULL, &w->observer);
}

static bool bot_calls(const struct worker *w, int seat)
{
    const struct simulation *s = w->simulation;
    return w->outside[seat] == NULL &&
           cn_bot_calls(&w->game, seat, cn_bot_notices(s->bot[seat], nodes_of(s, seat)), w->dice);
}

/* The bots call attention, those after the offender first, until none does. */
static void let_call(struct worker *w)
{
    const int players = w->simulation->players;
    while (errs(w) && w->game.in_deal && cn_referee_open(&w->game) > 0) {
        const int last = cn_referee_open(&w->game) - 1;
        const int offender = cn_referee_open_at(&w->game, last).seat;
        int after = 1;
        while (after < players && !bot_calls(w, (offender + after) % players))
            after++;
        if (after == players)
            return;
        play_or_die(w, (offender + after) % players, cn_action_of(CN_ACTION_CALL, 0, 0, 0, 0));
    }
}

/* Plays a deal through the game's door, which tells the record. Returns the seat whose program
 * failed, which breaks the deal off, or CN_NO_SEAT, also if it was interrupted: then there is
 * still a deal in play. */
static int play_recorded_deal(struct worker *w, int dealer, int idle, const cn_card *deck,
                              struct cn_score *sides)
{
    cn_game_deal(&w->game, dealer, idle, deck, &w->deck_rng, &w->observer);
    w->dice = cn_rng_next(&w->erring_rng);
    while (w->game.in_deal && !is_interrupted(w)) {
        if (err(w)) {
            let_call(w);
            continue;
        }
        const int seat = cn_game_actor(&w->game);
        if (w->simulation->legal && w->simulation->record != NULL)
            write_legal(w, seat);
        struct cn_action action = cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0);
        if (!decide_anyhow(w, seat, &action))
            return seat;
        play_or_die(w, seat, action);
        let_call(w);
    }
    if (!w->game.in_deal)
        cn_score_deal(w->game.law, &w->game.deal, sides);
    return CN_NO_SEAT;
}

static void count_canastas(struct worker *w)
{
    const struct cn_board *board = &w->game.deal.board;
    for (int side = 0; side < board->sides; side++) {
        for (int m = 0; m < board->meld_count[side]; m++) {
            const cn_packed_meld meld = board->melds[side][m];
            if (cn_meld_is_canasta(meld))
                w->tally.canastas[cn_meld_class(meld)][side]++;
        }
    }
}

static void count_deal(struct worker *w, const struct cn_score *sides)
{
    const struct cn_board *board = &w->game.deal.board;
    struct arena_tally *tally = &w->tally;
    tally->deals++;
    switch ((enum cn_end_why)board->end_why) {
    case CN_END_OUT: tally->out++; break;
    case CN_END_STOCK: tally->stock++; break;
    case CN_END_RED_THREE: tally->red_three++; break;
    case CN_END_HAND: tally->special++; break;
    }
    if (board->concealed)
        tally->concealed++;
    for (int side = 0; side < board->sides; side++)
        tally->points[side] += sides[side].total;
    count_canastas(w);
}

static void count_game(struct worker *w, bool broken_off)
{
    struct arena_tally *tally = &w->tally;
    tally->games++;
    if (w->game.winner >= 0)
        tally->wins[w->game.winner]++;
    else if (w->simulation->to_target && !broken_off)
        tally->given_up++;
    for (int side = 0; side < w->game.sides; side++)
        tally->final_scores[side] += w->game.score[side];
}

/* Of all faults of a seat that of the first game, whatever the threads. */
static void keep_fault(struct arena_tally *tally, int seat, const struct external_bot_fault *fault,
                       int64_t game)
{
    if (fault->result == EXTERNAL_BOT_ANSWERED ||
        (tally->fault[seat].result != EXTERNAL_BOT_ANSWERED && tally->fault_game[seat] <= game))
        return;
    tally->fault[seat] = *fault;
    tally->fault_game[seat] = game;
}

/* The game line, for the record and for programs. */
static void begin_lines(struct worker *w)
{
    const struct simulation *s = w->simulation;
    const char *names[CN_SEATS_MAX];
    for (int seat = 0; seat < s->players; seat++)
        names[seat] = s->outside[seat] != NULL ? s->outside[seat] : s->bot[seat]->name;
    const struct cn_game_header game = {
        .rules = s->rules, .players = s->players, .names = names, .seed = s->seed};
    cn__text_clear(&w->lines);
    if (s->record != NULL)
        cn_record_write_game(&w->lines, &game);
    for (int seat = 0; seat < s->players; seat++)
        if (w->outside[seat] != NULL &&
            !external_bot_begin(w->outside[seat], &game, &w->game, seat)) {
            keep_fault(&w->tally, seat, external_bot_fault(w->outside[seat]), w->index);
            fail(w->shared, LAB_PROGRAM);
        }
}

/* The seat's program failed: its side has lost, and of two sides the other one has won. */
static void lose_game(struct worker *w, int seat)
{
    const struct external_bot_fault *fault = external_bot_fault(w->outside[seat]);
    if (fault->result == EXTERNAL_BOT_MEMORY)
        fail(w->shared, LAB_MEMORY);
    w->tally.failed[seat]++;
    keep_fault(&w->tally, seat, fault, w->index);
    if (w->simulation->to_target && w->game.sides == 2)
        w->game.winner = (int8_t)(1 - w->game.deal.board.side[seat]);
}

/* Plays a deal in either way. False if it was interrupted; *failed as play_recorded_deal has it. */
static bool play_any_deal(struct worker *w, int64_t index, int *failed, struct cn_score *sides)
{
    const struct simulation *s = w->simulation;
    cn_card deck[CN_CARDS_MAX];
    int dealer;
    int idle;
    cn_rng_shuffle(&w->deck_rng, deck, cn_deck_init(s->rules, s->players, deck));
    next_dealer(w, index, &dealer, &idle);
    if (s->record == NULL && !s->through_game && !w->has_outside && !errs(w))
        return play_deal(w, dealer, idle, deck, sides);
    *failed = play_recorded_deal(w, dealer, idle, deck, sides);
    return *failed != CN_NO_SEAT || !w->game.in_deal;
}

/* False if it was interrupted: then nothing of it counts. */
static bool play_game(struct worker *w, int64_t index)
{
    const struct simulation *s = w->simulation;
    const int64_t most = s->to_target ? LAB_DEALS_MAX : 1;
    int failed = CN_NO_SEAT;
    w->index = index;
    seed_game(w, index);
    cn_game_init(&w->game, &w->law, s->players, NULL);
    begin_lines(w);
    while (w->game.winner < 0 && w->game.deal_number < most) {
        struct cn_score sides[CN_SIDES_MAX] = {{.total = 0}};
        if (!play_any_deal(w, index, &failed, sides))
            return false;
        if (failed != CN_NO_SEAT)
            break;
        count_deal(w, sides);
    }
    if (failed != CN_NO_SEAT)
        lose_game(w, failed);
    count_game(w, failed != CN_NO_SEAT);
    return true;
}

/* ---- many games ---- */

/* Waits until all games before have been written, and writes this one. False if one before was
 * interrupted. */
static bool write_in_turn(struct worker *w, int64_t index)
{
    struct shared *shared = w->shared;
    if (w->lines.failed)
        fail(shared, LAB_MEMORY);
    pthread_mutex_lock(&shared->lock);
    while (shared->next_to_write != index && shared->broken_off > index)
        pthread_cond_wait(&shared->written, &shared->lock);
    const bool in_turn = shared->broken_off > index;
    if (in_turn && atomic_load(&shared->error) == LAB_OK &&
        fwrite(w->lines.text, 1, w->lines.length, w->simulation->record) != w->lines.length)
        fail(shared, LAB_WRITING);
    shared->next_to_write += in_turn;
    pthread_cond_broadcast(&shared->written);
    pthread_mutex_unlock(&shared->lock);
    return in_turn;
}

static void break_off(struct shared *shared, int64_t index)
{
    pthread_mutex_lock(&shared->lock);
    if (index < shared->broken_off)
        shared->broken_off = index;
    pthread_cond_broadcast(&shared->written);
    pthread_mutex_unlock(&shared->lock);
}

/* Plays a game and writes it. False if it was interrupted: it leaves nothing behind. */
static bool do_game(struct worker *w, int64_t index)
{
    const struct arena_tally before = w->tally;
    const bool played = play_game(w, index);
    if (!played)
        break_off(w->shared, index);
    if (played && (w->simulation->record == NULL || write_in_turn(w, index))) {
        atomic_fetch_add(&w->shared->played, 1);
        return true;
    }
    w->tally = before;
    return false;
}

/* Takes games until there are no more: one at a time where they are written, else a bunch. The
 * first of the threads, which is the caller's, tells. */
static void *work(void *worker)
{
    struct worker *w = worker;
    struct shared *shared = w->shared;
    const struct simulation *s = w->simulation;
    const int64_t bunch = s->record != NULL || s->to_target ? 1 : 64;
    while (atomic_load(&shared->error) == LAB_OK && !is_interrupted(w)) {
        const int64_t first = atomic_fetch_add(&shared->next, bunch);
        if (first >= s->games)
            break;
        for (int64_t i = first; i < first + bunch && i < s->games; i++) {
            if (!do_game(w, i))
                return NULL;
            if (w->is_first && s->told != NULL)
                s->told(s->context, atomic_load(&shared->played));
        }
    }
    return NULL;
}

/* What the game tells goes to the record and to the programs. */
static void hear(void *worker, const struct cn_event *event)
{
    struct worker *w = worker;
    cn_record_on_event(&w->recorder, event);
    for (int seat = 0; w->has_outside && seat < w->simulation->players; seat++)
        if (w->outside[seat] != NULL)
            external_bot_hear(w->outside[seat], event);
}

static bool open_programs(struct worker *w)
{
    const struct simulation *s = w->simulation;
    for (int seat = 0; seat < s->players; seat++) {
        if (s->outside[seat] == NULL)
            continue;
        w->outside[seat] = external_bot_open(s->outside[seat], s->outside_ms);
        w->has_outside = true;
        if (w->outside[seat] == NULL)
            return false;
    }
    return true;
}

static bool make_minds(struct worker *w)
{
    for (int seat = 0; seat < w->simulation->players; seat++) {
        const struct cn_bot *bot = w->simulation->bot[seat];
        if (bot == NULL || bot->memory_size == 0)
            continue;
        w->mind[seat] = calloc(1, bot->memory_size);
        if (w->mind[seat] == NULL)
            return false;
    }
    return true;
}

static void free_worker(struct worker *w)
{
    for (int seat = 0; seat < CN_SEATS_MAX; seat++) {
        external_bot_close(w->outside[seat]);
        free(w->mind[seat]);
    }
    cn__text_free(&w->lines);
    free(w);
}

static struct worker *make_worker(struct shared *shared)
{
    struct worker *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->shared = shared;
    w->simulation = shared->simulation;
    cn_law_init(&w->law, w->simulation->rules);
    w->recorder.lines = w->simulation->record != NULL ? &w->lines : NULL;
    w->recorder.game = &w->game;
    w->observer.event = hear;
    w->observer.context = w;
    if (open_programs(w) && make_minds(w))
        return w;
    free_worker(w);
    return NULL;
}

static void add(struct arena_tally *to, const struct arena_tally *from)
{
    to->games += from->games;
    to->deals += from->deals;
    to->decisions += from->decisions;
    to->given_up += from->given_up;
    to->out += from->out;
    to->concealed += from->concealed;
    to->stock += from->stock;
    to->red_three += from->red_three;
    to->special += from->special;
    for (int side = 0; side < CN_SIDES_MAX; side++) {
        for (int id = 0; id < CN_CLASSES; id++)
            to->canastas[id][side] += from->canastas[id][side];
        to->points[side] += from->points[side];
        to->final_scores[side] += from->final_scores[side];
        to->wins[side] += from->wins[side];
    }
    for (int seat = 0; seat < CN_SEATS_MAX; seat++) {
        to->failed[seat] += from->failed[seat];
        keep_fault(to, seat, &from->fault[seat], from->fault_game[seat]);
    }
}

static void run(struct shared *shared, struct worker **workers, int jobs)
{
    int started = 0;
    for (int i = 1; i < jobs; i++) {
        if (pthread_create(&workers[i]->thread, NULL, work, workers[i]) != 0) {
            fail(shared, LAB_THREADS);
            break;
        }
        started = i;
    }
    workers[0]->is_first = true;
    work(workers[0]);
    for (int i = 1; i <= started; i++)
        pthread_join(workers[i]->thread, NULL);
}

enum lab_error lab_simulate(const struct simulation *simulation, struct arena_tally *tally)
{
    enum {
        JOBS_MAX = 256
    };
    struct shared shared = {.simulation = simulation, .broken_off = INT64_MAX};
    struct worker *workers[JOBS_MAX] = {NULL};
    int jobs = simulation->jobs < 1 ? 1 : simulation->jobs;
    if (jobs > JOBS_MAX)
        jobs = JOBS_MAX;
    if (jobs > simulation->games)
        jobs = simulation->games < 1 ? 1 : (int)simulation->games;
    pthread_mutex_init(&shared.lock, NULL);
    pthread_cond_init(&shared.written, NULL);
    for (int i = 0; i < jobs; i++) {
        workers[i] = make_worker(&shared);
        if (workers[i] == NULL)
            fail(&shared, LAB_MEMORY);
    }
    memset(tally, 0, sizeof *tally);
    const double start = command_clock();
    if (atomic_load(&shared.error) == LAB_OK)
        run(&shared, workers, jobs);
    tally->seconds = command_clock() - start;
    for (int i = 0; i < jobs && workers[i] != NULL; i++) {
        add(tally, &workers[i]->tally);
        free_worker(workers[i]);
    }
    tally->sides = cn_side_count(simulation->rules, simulation->players);
    tally->interrupted = tally->games < simulation->games;
    pthread_cond_destroy(&shared.written);
    pthread_mutex_destroy(&shared.lock);
    return (enum lab_error)atomic_load(&shared.error);
}
