#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "table_internal.h"

enum {
    DAY_MS = 24 * 60 * 60 * 1000
};
/* Milliseconds by timer. Where a turn takes days, the next deal does not wait for everybody: people
 * who come later still find the score. */
static const int32_t turn_times[TURN_TIMERS] = {0, 90000, 25000, DAY_MS, 3 * DAY_MS, 7 * DAY_MS};
static const int32_t cut_times[TURN_TIMERS] = {30000, 20000, 8000, 20000, 20000, 20000};
static const int32_t between_times[TURN_TIMERS] = {0, 45000, 12000, 45000, 45000, 45000};
enum {
    PARTS_MS = 10000, /* independent of the timer: programs send pledges and parts, not people */
    /* Where turns have no limit, a decision about an irregularity has one all the same: all others
     * wait for it, and can do nothing meanwhile. */
    DECISION_MS = 60000,
    NO_STAGE = 255
};

/* ---- bots ---- */

int64_t table_ask_bot(struct table *table)
{
    if (table->think_count > CN_SEATS_MAX)
        return 0;
    table->thinks[table->think_count++] = ++table->questions;
    return table->questions;
}

static void ask_bot(struct table *table)
{
    uint8_t dice[16];
    if (table->asked_due == table->decision_number)
        return;
    table_derive_random(table, "dice", dice, sizeof dice);
    memcpy(&table->bot_seed, dice, sizeof table->bot_seed);
    table->asked = table_ask_bot(table);
    table->asked_due = table->asked != 0 ? table->decision_number : -1;
    table->answered = false;
    table->bot_ms = table->now + table->pace;
    if (table->proposals[PROPOSAL_BACK].on != 0)
        table_delay_bots(table);
}

/* ---- bots that call attention ---- */

/* Drawn for each irregularity from what nobody knows before the deal is over, and the same after a
 * restart. */
static uint64_t dice_of_deal(const struct table *table)
{
    const struct cn_deal *deal = &table->game.deal;
    uint64_t dice;
    uint8_t hash[16];
    crypto_generichash_state state;
    crypto_generichash_init(&state, table->fair.nonce, sizeof table->fair.nonce, sizeof hash);
    crypto_generichash_update(&state, deal->stock, deal->cards);
    crypto_generichash_final(&state, hash, sizeof hash);
    memcpy(&dice, hash, sizeof dice);
    return dice;
}

/* Returns the seat whose bot calls attention now, in turn order from the offender of the newest
 * irregularity; CN_NO_SEAT if none does. */
static int find_caller(const struct table *table)
{
    const struct cn_game *game = &table->game;
    const int open = table->stage == STAGE_PLAY ? cn_referee_open(game) : 0;
    if (open == 0 || game->law->rules.referee != CN_REFEREE_CALLED)
        return CN_NO_SEAT;
    const int offender = cn_referee_open_at(game, open - 1).seat;
    const uint64_t dice = dice_of_deal(table);
    for (int seat = game->deal.board.next[offender]; seat != offender;
         seat = game->deal.board.next[seat])
        if (table_bot_plays(table, seat) &&
            cn_bot_calls(game, seat, table_level(table, seat)->notices, dice))
            return seat;
    return CN_NO_SEAT;
}

static void call(struct table *table)
{
    const int seat = find_caller(table);
    table->call_ms = NO_TIME;
    if (seat != CN_NO_SEAT)
        table_log_action(table, seat, 0, cn_action_of(CN_ACTION_CALL, 0, 0, 0, 0), NULL, 0);
}

/* A bot that notices something waits as long before it says so as before a move. */
static void watch_out(struct table *table)
{
    while (table->pace == 0 && find_caller(table) != CN_NO_SEAT)
        call(table);
    if (find_caller(table) == CN_NO_SEAT) {
        table->call_ms = NO_TIME;
    } else if (table->call_due != table->decision_number) {
        table->call_due = table->decision_number;
        table->call_ms = table->now + table->pace;
    }
}

/* ---- a bot's move ---- */

/* Discards a bot's answer to a decision that is no longer its own; the bot can be asked again. */
static void forget_bot(struct table *table)
{
    table->asked_due = -1;
    table->answered = false;
    table->bot_ms = NO_TIME;
}

static struct cn_action any_legal(const struct cn_game *game, int seat)
{
    struct cn_action action = cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0);
    cn_board_legal_list_from(game->law, &game->deal.board, game->deal.hands[seat], 0, &action, 1);
    return action;
}

static void play_answer(struct table *table)
{
    const struct cn_game *game = &table->game;
    const int seat = cn_game_actor(game);
    struct cn_action action = table->answer;
    table->answered = false;
    table->bot_ms = NO_TIME;
    if (!cn_board_legal_check(game->law, &game->deal.board, seat, game->deal.hands[seat], action,
                              NULL))
        action = any_legal(game, seat);
    table_log_action(table, seat, 0, action, NULL, 0);
}

static bool awaits_bot(const struct table *table)
{
    return table->stage == STAGE_PLAY && !table->paused &&
           table->asked_due == table->decision_number &&
           table_bot_plays(table, cn_game_actor(&table->game));
}

/* What the trials found, or the principle of the move. */
static void put_why(const struct table *table, const struct cn_view *view,
                    const struct table_event *answer, struct message *hint)
{
    const struct cn_finding *finding = &answer->finding;
    const struct cn_reason reason = cn_reason_for(view, answer->action);
    char found[CN_FINDING_TEXT];
    char sentence[300];
    cn_finding_format(finding, found);
    message_set_text(hint, FIELD_WHY, finding->any ? found : cn_reason_name(reason.id));
    if (finding->any)
        cn_words_found(&table->words, cn_course_name(finding->course), finding->better,
                       finding->other, sentence, sizeof sentence);
    else
        cn_words_reason(&table->words, cn_reason_name(reason.id), reason.kind, reason.number,
                        sentence, sizeof sentence);
    message_set_text(hint, FIELD_TEXT, sentence);
}

/* A hint is sent only to its seat. */
static void give_hint(struct table *table, int seat, const struct table_event *answer)
{
    struct seat *entry = &table->seats[seat];
    const struct cn_view view = cn_game_view(&table->game, seat);
    const struct cn_action action = answer->action;
    struct message hint;
    char text[CN_ACTION_TEXT];
    entry->hint = 0;
    if (entry->client == 0 || table->stage != STAGE_PLAY || cn_game_actor(&table->game) != seat ||
        !cn_board_legal_check(table->game.law, &table->game.deal.board, seat,
                              table->game.deal.hands[seat], action, NULL))
        return;
    cn_action_format(table->game.law, action, text);
    message_init(&hint, MESSAGE_HINT);
    message_set_number(&hint, FIELD_ID, entry->hint_id);
    message_set_text(&hint, FIELD_ACTION, text);
    put_why(table, &view, answer, &hint);
    table_send_message(table, entry->client, &hint);
}

void table_on_bot_move(struct table *table, const struct table_event *answer)
{
    const int64_t decision = answer->decision;
    for (int seat = 0; seat < table->players; seat++)
        if (table->seats[seat].hint == decision && decision != 0)
            give_hint(table, seat, answer);
    if (decision != table->asked || !awaits_bot(table))
        return;
    table->answer = answer->action;
    table->answered = true;
    if (table->now >= table->bot_ms)
        play_answer(table);
}

/* ---- stages ---- */

static bool all_ready(const struct table *table)
{
    int ready = 0;
    for (int seat = 0; seat < table->players; seat++) {
        const struct seat *entry = &table->seats[seat];
        if (table->stage == STAGE_LOBBY) {
            if (entry->held ? !entry->ready : entry->level[0] == '\0')
                return false;
        } else if (!table_bot_plays(table, seat) && !entry->ready) {
            return false;
        }
        ready += entry->held;
    }
    return ready > 0 || table->stage != STAGE_LOBBY;
}

/* Bots do not pledge: their parts would come from the server, which has the nonce for that. */
static bool all_pledges(const struct table *table)
{
    const unsigned excused = table->fair.pledged | table->absent;
    for (int seat = 0; seat < table->players; seat++)
        if (!table_bot_plays(table, seat) && (excused >> seat & 1) == 0)
            return false; /* even if away: a short disconnection costs no contribution */
    return true;
}

/* Without a part that was pledged no deal goes on: its seat has seen the others' parts by now, and
 * with the server's help it knows the deal that it would refuse. */
static bool collect_parts(struct table *table, bool forced)
{
    if (table->fair.version == FAIR_OLD)
        table_log_old_shuffle(table);
    else if (table->fair.given == table->fair.pledged)
        table_log_deal(table);
    else if (forced || (table->fair.given | table->partless) == table->fair.pledged)
        table_log_void(table);
    else
        return false;
    return true;
}

static void begin_fair(struct table *table)
{
    struct message line;
    struct fair_deal fair;
    uint8_t seed[HASH_BYTES];
    uint8_t nonce[HASH_BYTES];
    table_derive_random(table, "deck", seed, sizeof seed);
    table_derive_random(table, "nonce", nonce, sizeof nonce);
    fair_commit(&fair, &table->game.law->rules, table->players, seed, nonce);
    message_init(&line, MESSAGE_SECRET);
    message_set_number(&line, FIELD_V, FAIR_PLEDGED);
    message_set_number(&line, FIELD_DEAL, table->game.deal_number + 1);
    memcpy(line.nonce, nonce, sizeof line.nonce);
    message_set_flag(&line, FIELD_NONCE);
    memcpy(line.cards, fair.committed, fair.cards);
    line.card_count = fair.cards;
    message_set_flag(&line, FIELD_CARDS);
    table_log_commitment(table, &line);
}

/* A seat that has not pledged does not cut: its cut could not be told from one chosen by the
 * server. */
static bool awaits_cut(const struct table *table)
{
    return table->fair.version == FAIR_PLEDGED && !table_bot_plays(table, table->cutter) &&
           (table->fair.pledged >> table->cutter & 1) != 0;
}

/* Nobody has cut. */
static void leave_uncut(struct table *table)
{
    if (table->fair.version == FAIR_PLEDGED) {
        table_log_open(table, -1);
        return;
    }
    table->fair.uncut = true;
    table_log_old_deal(table, fair_cut(&table->fair, &table->game.law->rules));
}

/* Advances one step. Returns false if nothing continues automatically. */
static bool go_on(struct table *table)
{
    const bool forced = table->forced;
    switch ((enum table_stage)table->stage) {
    case STAGE_LOBBY:
        if (!all_ready(table))
            return false;
        table_log_game(table);
        table_expire_absent(table);
        return true;
    case STAGE_BETWEEN:
        if (!table->redeal && !all_ready(table) && !forced)
            return false;
        if (table->deck != NULL)
            table_log_arranged_deal(table);
        else
            begin_fair(table);
        return true;
    case STAGE_PLEDGES:
        if (!all_pledges(table) && !forced)
            return false;
        table_log_pledged(table);
        return true;
    case STAGE_CUT:
        if (awaits_cut(table) && !forced)
            return false;
        leave_uncut(table);
        return true;
    case STAGE_PARTS: return collect_parts(table, forced);
    case STAGE_PLAY:
    case STAGE_OVER: return false;
    }
    return false;
}

/* ---- clocks ---- */

static void time_stage(struct table *table)
{
    if (table->timed == table->stage)
        return;
    int32_t ms = 0;
    switch ((enum table_stage)table->stage) {
    case STAGE_PLEDGES:
    case STAGE_PARTS: ms = PARTS_MS; break;
    case STAGE_CUT: ms = cut_times[table->timer]; break;
    case STAGE_BETWEEN: ms = between_times[table->timer]; break;
    default: break;
    }
    table->timed = table->stage;
    table->stage_ms = ms > 0 ? table->now + ms : NO_TIME;
}

/* What remains of a turn whose clock was stopped. A pause gives no extra time. */
static int32_t time_left(const struct table *table, int seat, int32_t ms)
{
    return seat == table->left_seat && table->left_ms < ms ? (int32_t)table->left_ms : ms;
}

/* The turn has passed on: a player whose time was up in it, and who has sent something since, is
 * back. */
static void end_expired(struct table *table, int actor)
{
    const struct cn_board *board = &table->game.deal.board;
    for (int seat = 0; seat < table->players; seat++) {
        struct seat *entry = &table->seats[seat];
        if (seat == actor || !entry->timed_out)
            continue;
        if (actor != CN_NO_SEAT && board->due != CN_DUE_NOTHING && seat == board->turn)
            continue; /* its turn goes on once another seat has decided */
        entry->timed_out = false;
        if (entry->returning)
            table_return_seat(table, seat);
    }
    if (actor != table->left_seat)
        table->left_seat = CN_NO_SEAT;
}

/* The log says when a turn that takes days is over, so that it ends even if nobody is there, and
 * after a restart. */
static int32_t days_left(struct table *table, int seat, int32_t ms)
{
    if (table->until_seat != seat)
        table_log_until(table, seat, table->wall + ms);
    const int64_t left = table->until - table->wall;
    return left < 0 ? 0 : left < ms ? (int32_t)left : ms;
}

/* Each decision about an irregularity has its own time, and so has the turn that goes on after it.
 */
static void begin_decision(struct table *table)
{
    const bool is_due = table->stage == STAGE_PLAY && table->game.deal.board.due != CN_DUE_NOTHING;
    const int64_t decided = is_due ? table->decision_number : 0;
    if (decided == table->decided)
        return;
    table->decided = decided;
    table->turn_seat = table->left_seat = CN_NO_SEAT;
}

static void time_turn(struct table *table)
{
    const int seat = table->stage == STAGE_PLAY ? cn_game_actor(&table->game) : CN_NO_SEAT;
    int32_t ms = turn_times[table->timer];
    end_expired(table, seat);
    begin_decision(table);
    if (ms == 0 && table->decided != 0)
        ms = DECISION_MS;
    if (seat == CN_NO_SEAT || ms == 0 || table_bot_plays(table, seat)) {
        table->turn_ms = NO_TIME;
        table->turn_seat = CN_NO_SEAT;
        return;
    }
    if (seat == table->turn_seat)
        return;
    struct message clock;
    ms = table_takes_days(table) ? days_left(table, seat, ms) : time_left(table, seat, ms);
    message_init(&clock, MESSAGE_CLOCK);
    message_set_number(&clock, FIELD_SEAT, seat);
    message_set_number(&clock, FIELD_MS, ms);
    table_broadcast(table, &clock);
    table->turn_seat = seat;
    table->turn_ms = table->now + ms;
}

static void stop_clocks(struct table *table)
{
    enum {
        LEAST_MS = 5000
    };
    if (table->turn_seat != CN_NO_SEAT && table->turn_ms != NO_TIME) {
        const int64_t left = table->turn_ms - table->now;
        table->left_seat = table->turn_seat;
        table->left_ms = left < LEAST_MS ? LEAST_MS : left;
    }
    table->stage_ms = table->turn_ms = table->call_ms = NO_TIME;
    table->call_due = -1;
    table->timed = NO_STAGE;
    table->turn_seat = CN_NO_SEAT;
    forget_bot(table);
}

void table_advance(struct table *table)
{
    if (!table_has_audience(table) || table->paused) {
        stop_clocks(table);
        return;
    }
    table_pass_host(table);
    watch_out(table);
    while (!table->failed && go_on(table))
        table->forced = false;
    table->forced = false;
    time_stage(table);
    time_turn(table);
    if (table->stage == STAGE_PLAY && table_bot_plays(table, cn_game_actor(&table->game)))
        ask_bot(table);
    else
        forget_bot(table);
    table_send_legal_actions(table);
}

static void stand_in(struct table *table, int seat)
{
    struct seat *entry = &table->seats[seat];
    entry->away_ms = NO_TIME;
    entry->no_show = entry->client == 0;
    if (!entry->held || entry->bot_substitutes || table->stage == STAGE_LOBBY)
        return;
    entry->bot_substitutes = true;
    table_send_presence(table, seat);
}

/* Silence about an irregularity is consent. */
static void let_pass(struct table *table, int seat)
{
    const bool accepts = table->game.deal.board.due == CN_DUE_ACCEPT;
    table_log_action(table, seat, 0,
                     cn_action_of(accepts ? CN_ACTION_ACCEPT : CN_ACTION_WAIVE, 0, 0, 0, 0), NULL,
                     0);
}

static void turn_ends(struct table *table)
{
    const int seat = table->turn_seat;
    table->turn_ms = NO_TIME;
    if (table->stage == STAGE_PLAY && table->game.deal.board.due != CN_DUE_NOTHING) {
        let_pass(table, seat);
        return;
    }
    table->seats[seat].timed_out = true;
    stand_in(table, seat);
}

static bool is_due(const struct table *table, int64_t ms)
{
    return ms != NO_TIME && ms <= table->now;
}

void table_on_timer(struct table *table)
{
    for (int seat = 0; seat < table->players; seat++)
        if (is_due(table, table->seats[seat].away_ms))
            stand_in(table, seat);
    if (is_due(table, table->stage_ms)) {
        table->stage_ms = NO_TIME;
        table->forced = true;
    }
    if (is_due(table, table->turn_ms))
        turn_ends(table);
    if (is_due(table, table->call_ms) && table->call_due == table->decision_number)
        call(table);
    if (table->answered && is_due(table, table->bot_ms) && awaits_bot(table))
        play_answer(table);
}

static int64_t earlier(int64_t a, int64_t b)
{
    if (a == NO_TIME || b == NO_TIME)
        return a == NO_TIME ? b : a;
    return a < b ? a : b;
}

int64_t table_next_deadline_ms(const struct table *table)
{
    if (!table_has_audience(table) || table->paused)
        return NO_TIME;
    int64_t ms = earlier(earlier(table->stage_ms, table->turn_ms), table->call_ms);
    if (table->answered)
        ms = earlier(ms, table->bot_ms);
    for (int seat = 0; seat < table->players; seat++)
        ms = earlier(ms, table->seats[seat].away_ms);
    return earlier(ms, table_delayed_hands_next_ms(table));
}

/* The process or the machine was suspended. Do not count that time against anyone. */
void table_on_time_lost(struct table *table, int64_t late)
{
    int64_t *const times[] = {&table->stage_ms, &table->turn_ms, &table->bot_ms, &table->call_ms};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
        if (*times[i] != NO_TIME)
            *times[i] += late;
    for (int seat = 0; seat < table->players; seat++)
        if (table->seats[seat].away_ms != NO_TIME)
            table->seats[seat].away_ms += late;
}
