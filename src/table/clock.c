#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "table_internal.h"

/* Milliseconds by timer: none, relaxed, brisk. */
static const int32_t turn_times[] = {0, 90000, 25000};
static const int32_t cut_times[] = {30000, 20000, 8000};
static const int32_t between_times[] = {0, 45000, 12000};
static const int32_t away_times[] = {120000, 45000, 15000};
enum {
    PARTS_MS = 10000,  /* whatever the timer: programs send parts, not people */
    ANSWER_MS = 20000, /* that bots wait while people are asked whether something is taken back */
    NO_STAGE = 255
};

void random_for(const struct cn_server_table *table, const char *what, uint8_t *bytes, size_t count)
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, count);
    crypto_generichash_update(&state, table->random, CN_RANDOM_BYTES);
    crypto_generichash_update(&state, (const uint8_t *)what, strlen(what));
    crypto_generichash_final(&state, bytes, count);
}

/* ---- who is there ---- */

bool is_here(const struct cn_server_table *table, int seat)
{
    return table->chairs[seat].held && table->chairs[seat].client != 0;
}

bool is_bot_run(const struct cn_server_table *table, int seat)
{
    const struct chair *chair = &table->chairs[seat];
    return !chair->held || chair->stands_in;
}

bool is_playing(const struct cn_server_table *table)
{
    return table->stage != CN_TABLE_LOBBY && table->stage != CN_TABLE_OVER;
}

int people_here(const struct cn_server_table *table)
{
    int count = 0;
    for (int seat = 0; seat < table->players; seat++)
        count += is_here(table, seat);
    return count;
}

bool is_attended(const struct cn_server_table *table)
{
    for (int seat = 0; seat < table->players; seat++)
        if (table->chairs[seat].held)
            return people_here(table) > 0;
    return table->guest_count > 0;
}

const struct cn_level *level_of(const struct cn_server_table *table, int seat)
{
    const struct cn_level *level = cn_level_find(table->chairs[seat].level);
    if (level == NULL)
        level = cn_level_find("club");
    return level != NULL ? level : cn_level_at(0);
}

int64_t away_time(const struct cn_server_table *table)
{
    return away_times[table->timer];
}

void give_back(struct cn_server_table *table, int seat)
{
    struct chair *chair = &table->chairs[seat];
    chair->away_ms = NO_TIME;
    chair->missed = false;
    chair->wants_back = chair->expired;
    if (!chair->stands_in || chair->expired)
        return;
    chair->stands_in = false;
    table->turn_seat = CN_NO_SEAT; /* a fresh clock */
    say_presence(table, seat);
}

void flow_begin_anew(struct cn_server_table *table, int seat)
{
    table->chairs[seat].expired = false;
    if (is_here(table, seat))
        give_back(table, seat);
    table->turn_seat = table->left_seat = CN_NO_SEAT;
}

/* ---- bots ---- */

int64_t flow_ask(struct cn_server_table *table)
{
    if (table->think_count > CN_SEATS_MAX)
        return 0;
    table->thinks[table->think_count++] = ++table->questions;
    return table->questions;
}

static void wait_for_answers(struct cn_server_table *table)
{
    const int64_t until = table->proposals[CN_PROPOSAL_BACK].wait_ms;
    if (table->bot_ms != NO_TIME && table->bot_ms < until)
        table->bot_ms = until;
}

void flow_hold_bots(struct cn_server_table *table)
{
    table->proposals[CN_PROPOSAL_BACK].wait_ms = table->now + ANSWER_MS;
    wait_for_answers(table);
}

void flow_release_bots(struct cn_server_table *table)
{
    if (table->bot_ms != NO_TIME)
        table->bot_ms = table->now + table->pace;
}

static void ask_bot(struct cn_server_table *table)
{
    uint8_t dice[16];
    if (table->asked_due == table->due)
        return;
    random_for(table, "dice", dice, sizeof dice);
    memcpy(&table->dice, dice, sizeof table->dice);
    table->asked = flow_ask(table);
    table->asked_due = table->asked != 0 ? table->due : -1;
    table->answered = false;
    table->bot_ms = table->now + table->pace;
    if (table->proposals[CN_PROPOSAL_BACK].on != 0)
        wait_for_answers(table);
}

/* What a bot has thought of a decision that is not its any more; it may become so again. */
static void forget_bot(struct cn_server_table *table)
{
    table->asked_due = -1;
    table->answered = false;
    table->bot_ms = NO_TIME;
}

static struct cn_action any_legal(const struct cn_game *game, int seat)
{
    struct cn_actions *list = malloc(sizeof *list);
    struct cn_action action = cn_action_of(CN_DRAW, 0, 0, 0, 0);
    if (list != NULL &&
        cn_legal_list(&game->rules, &game->deal.table, game->deal.hands[seat], list) > 0)
        action = list->at[0];
    free(list);
    return action;
}

static void play_answer(struct cn_server_table *table)
{
    const struct cn_game *game = &table->game;
    const int seat = cn_game_actor(game);
    struct cn_action action = table->answer;
    table->answered = false;
    table->bot_ms = NO_TIME;
    if (!cn_legal_check(&game->rules, &game->deal.table, seat, game->deal.hands[seat], action,
                        NULL))
        action = any_legal(game, seat);
    happen_action(table, seat, 0, action, NULL, 0);
}

static bool awaits_bot(const struct cn_server_table *table)
{
    return table->stage == CN_TABLE_PLAY && !table->paused && table->asked_due == table->due &&
           is_bot_run(table, cn_game_actor(&table->game));
}

/* A hint goes to its seat alone. */
static void give_hint(struct cn_server_table *table, int seat, struct cn_action action)
{
    struct chair *chair = &table->chairs[seat];
    const struct cn_view view = cn_game_view(&table->game, seat);
    struct cn_message hint;
    char text[CN_ACTION_TEXT];
    char sentence[300];
    chair->hint = 0;
    if (chair->client == 0 || table->stage != CN_TABLE_PLAY ||
        cn_game_actor(&table->game) != seat ||
        !cn_legal_check(&table->game.rules, &table->game.deal.table, seat,
                        table->game.deal.hands[seat], action, NULL))
        return;
    const struct cn_reason reason = cn_reason_of(&table->game.rules, &view, action);
    cn_action_format(action, text);
    cn_message_init(&hint, CN_MESSAGE_HINT);
    cn_message_number(&hint, CN_FIELD_ID, chair->hint_id);
    cn_message_text(&hint, CN_FIELD_ACTION, text);
    cn_message_text(&hint, CN_FIELD_WHY, cn_reason_name(reason.id));
    cn_words_reason(&table->words, cn_reason_name(reason.id), reason.kind, reason.number, sentence,
                    sizeof sentence);
    cn_message_text(&hint, CN_FIELD_TEXT, sentence);
    say_to(table, chair->client, &hint);
}

void flow_thought(struct cn_server_table *table, int64_t decision, struct cn_action action)
{
    for (int seat = 0; seat < table->players; seat++)
        if (table->chairs[seat].hint == decision && decision != 0)
            give_hint(table, seat, action);
    if (decision != table->asked || !awaits_bot(table))
        return;
    table->answer = action;
    table->answered = true;
    if (table->now >= table->bot_ms)
        play_answer(table);
}

/* ---- stages ---- */

static bool all_ready(const struct cn_server_table *table)
{
    int ready = 0;
    for (int seat = 0; seat < table->players; seat++) {
        const struct chair *chair = &table->chairs[seat];
        if (table->stage == CN_TABLE_LOBBY) {
            if (chair->held ? !chair->ready : chair->level[0] == '\0')
                return false;
        } else if (!is_bot_run(table, seat) && !chair->ready) {
            return false;
        }
        ready += chair->held;
    }
    return ready > 0 || table->stage != CN_TABLE_LOBBY;
}

static bool all_parts(const struct cn_server_table *table)
{
    for (int seat = 0; seat < table->players; seat++)
        if (!is_bot_run(table, seat) && (table->fair.given >> seat & 1) == 0)
            return false; /* also of one who is away: a connection lost for a moment costs no part */
    return true;
}

static void begin_fair(struct cn_server_table *table)
{
    struct cn_message line;
    struct cn_fair fair;
    uint8_t seed[CN_HASH_BYTES];
    uint8_t nonce[CN_HASH_BYTES];
    random_for(table, "deck", seed, sizeof seed);
    random_for(table, "nonce", nonce, sizeof nonce);
    cn_fair_begin(&fair, &table->game.rules, table->players, seed, nonce);
    cn_message_init(&line, CN_MESSAGE_SECRET);
    cn_message_number(&line, CN_FIELD_DEAL, table->game.deals + 1);
    memcpy(line.nonce, nonce, sizeof line.nonce);
    cn_message_give(&line, CN_FIELD_NONCE);
    memcpy(line.cards, fair.committed, fair.cards);
    line.card_count = fair.cards;
    cn_message_give(&line, CN_FIELD_CARDS);
    happen_secret(table, &line);
}

/* Who gave no part does not cut: nobody could tell such a cut from one that the server chose. */
static bool awaits_cut(const struct cn_server_table *table)
{
    return !is_bot_run(table, table->cutter) && (table->fair.given >> table->cutter & 1) != 0;
}

/* One step onward; false if nothing goes on by itself. */
static bool go_on(struct cn_server_table *table)
{
    const bool forced = table->forced;
    switch ((enum cn_server_stage)table->stage) {
    case CN_TABLE_LOBBY:
        if (!all_ready(table))
            return false;
        happen_game(table);
        time_absent(table);
        return true;
    case CN_TABLE_BETWEEN:
        if (!all_ready(table) && !forced)
            return false;
        if (table->deck != NULL)
            happen_arranged_deal(table);
        else
            begin_fair(table);
        return true;
    case CN_TABLE_PARTS:
        if (!all_parts(table) && !forced)
            return false;
        happen_shuffled(table);
        return true;
    case CN_TABLE_CUT:
        if (awaits_cut(table) && !forced)
            return false;
        table->fair.uncut = true;
        happen_deal(table, cn_fair_cut(&table->fair, &table->game.rules));
        return true;
    case CN_TABLE_PLAY:
    case CN_TABLE_OVER: return false;
    }
    return false;
}

/* ---- clocks ---- */

static void time_stage(struct cn_server_table *table)
{
    if (table->timed == table->stage)
        return;
    int32_t ms = 0;
    switch ((enum cn_server_stage)table->stage) {
    case CN_TABLE_PARTS: ms = PARTS_MS; break;
    case CN_TABLE_CUT: ms = cut_times[table->timer]; break;
    case CN_TABLE_BETWEEN: ms = between_times[table->timer]; break;
    default: break;
    }
    table->timed = table->stage;
    table->stage_ms = ms > 0 ? table->now + ms : NO_TIME;
}

/* What is left of a turn whose clock was stopped; a pause gives no more time than it takes. */
static int32_t time_left(const struct cn_server_table *table, int seat, int32_t ms)
{
    return seat == table->left_seat && table->left_ms < ms ? (int32_t)table->left_ms : ms;
}

/* A turn has passed on: whose time was up in it, and has spoken since, is back. */
static void end_expired(struct cn_server_table *table, int actor)
{
    for (int seat = 0; seat < table->players; seat++) {
        struct chair *chair = &table->chairs[seat];
        if (seat == actor || !chair->expired)
            continue;
        chair->expired = false;
        if (chair->wants_back)
            give_back(table, seat);
    }
    if (actor != table->left_seat)
        table->left_seat = CN_NO_SEAT;
}

static void time_turn(struct cn_server_table *table)
{
    const int seat = table->stage == CN_TABLE_PLAY ? cn_game_actor(&table->game) : CN_NO_SEAT;
    int32_t ms = turn_times[table->timer];
    end_expired(table, seat);
    if (seat == CN_NO_SEAT || ms == 0 || is_bot_run(table, seat)) {
        table->turn_ms = NO_TIME;
        table->turn_seat = CN_NO_SEAT;
        return;
    }
    if (seat == table->turn_seat)
        return;
    struct cn_message clock;
    ms = time_left(table, seat, ms);
    cn_message_init(&clock, CN_MESSAGE_CLOCK);
    cn_message_number(&clock, CN_FIELD_SEAT, seat);
    cn_message_number(&clock, CN_FIELD_MS, ms);
    say_all(table, &clock);
    table->turn_seat = seat;
    table->turn_ms = table->now + ms;
}

static void stop_clocks(struct cn_server_table *table)
{
    enum {
        LEAST_MS = 5000
    };
    if (table->turn_seat != CN_NO_SEAT && table->turn_ms != NO_TIME) {
        const int64_t left = table->turn_ms - table->now;
        table->left_seat = table->turn_seat;
        table->left_ms = left < LEAST_MS ? LEAST_MS : left;
    }
    table->stage_ms = table->turn_ms = NO_TIME;
    table->timed = NO_STAGE;
    table->turn_seat = CN_NO_SEAT;
    forget_bot(table);
}

void flow_on(struct cn_server_table *table)
{
    if (!is_attended(table) || table->paused) {
        stop_clocks(table);
        return;
    }
    hand_over(table);
    while (!table->failed && go_on(table))
        table->forced = false;
    table->forced = false;
    time_stage(table);
    time_turn(table);
    if (table->stage == CN_TABLE_PLAY && is_bot_run(table, cn_game_actor(&table->game)))
        ask_bot(table);
    else
        forget_bot(table);
    say_actions(table);
}

static void stand_in(struct cn_server_table *table, int seat)
{
    struct chair *chair = &table->chairs[seat];
    chair->away_ms = NO_TIME;
    chair->missed = chair->client == 0;
    if (!chair->held || chair->stands_in || table->stage == CN_TABLE_LOBBY)
        return;
    chair->stands_in = true;
    say_presence(table, seat);
}

static bool is_due(const struct cn_server_table *table, int64_t ms)
{
    return ms != NO_TIME && ms <= table->now;
}

void flow_timer(struct cn_server_table *table)
{
    for (int seat = 0; seat < table->players; seat++)
        if (is_due(table, table->chairs[seat].away_ms))
            stand_in(table, seat);
    if (is_due(table, table->stage_ms)) {
        table->stage_ms = NO_TIME;
        table->forced = true;
    }
    if (is_due(table, table->turn_ms)) {
        table->turn_ms = NO_TIME;
        table->chairs[table->turn_seat].expired = true;
        stand_in(table, table->turn_seat);
    }
    if (table->answered && is_due(table, table->bot_ms) && awaits_bot(table))
        play_answer(table);
}

static int64_t earlier(int64_t a, int64_t b)
{
    if (a == NO_TIME || b == NO_TIME)
        return a == NO_TIME ? b : a;
    return a < b ? a : b;
}

int64_t flow_next_ms(const struct cn_server_table *table)
{
    if (!is_attended(table) || table->paused)
        return NO_TIME;
    int64_t ms = earlier(table->stage_ms, table->turn_ms);
    if (table->answered)
        ms = earlier(ms, table->bot_ms);
    for (int seat = 0; seat < table->players; seat++)
        ms = earlier(ms, table->chairs[seat].away_ms);
    return earlier(ms, hands_next_ms(table));
}

/* The server, or its machine, stood still: nobody's time may have run out by that. */
void flow_late(struct cn_server_table *table, int64_t late)
{
    int64_t *const times[] = {&table->stage_ms, &table->turn_ms, &table->bot_ms};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
        if (*times[i] != NO_TIME)
            *times[i] += late;
    for (int seat = 0; seat < table->players; seat++)
        if (table->chairs[seat].away_ms != NO_TIME)
            table->chairs[seat].away_ms += late;
}
