#include "join_table.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- tokens stored between runs ---- */

/* Appends a line "URL TOKEN NAME"; the latest is last. */
static void keep_token(const struct join_table *table, const uint8_t token[TOKEN_BYTES])
{
    char url[2 * URL_SIZE];
    char text[2 * TOKEN_BYTES + 1];
    if (table->options->seats_path == NULL)
        return;
    FILE *file = fopen(table->options->seats_path, "ae");
    if (file == NULL)
        return;
    chmod(table->options->seats_path, 0600);
    url_format(&table->options->url, url, sizeof url);
    cn__hex_format(token, TOKEN_BYTES, text);
    fprintf(file, "%s %s %s\n", url, text, table->options->name);
    fclose(file);
}

/* Reads "URL TOKEN NAME". Takes the token if it belongs to this table and to this player's name, if
 * one was given: two people may play at one table from the same machine. */
static bool read_seat(const struct join_options *options, const char *url, char *line,
                      uint8_t token[TOKEN_BYTES])
{
    char *rest = line;
    line[strcspn(line, "\n")] = '\0';
    const char *there = strsep(&rest, " ");
    const char *text = strsep(&rest, " ");
    if (text == NULL || strcmp(there, url) != 0)
        return false;
    if (options->named && rest != NULL && strcmp(rest, options->name) != 0)
        return false;
    return cn__hex_parse(text, strlen(text), token, TOKEN_BYTES);
}

/* A seat lost meanwhile is reclaimed with the same token. */
static void find_token(struct join_options *options)
{
    uint8_t token[TOKEN_BYTES];
    char url[2 * URL_SIZE];
    char line[3 * URL_SIZE];
    FILE *file = options->seats_path != NULL ? fopen(options->seats_path, "re") : NULL;
    if (file == NULL)
        return;
    url_format(&options->url, url, sizeof url);
    while (fgets(line, sizeof line, file) != NULL) {
        if (!read_seat(options, url, line, token))
            continue;
        memcpy(options->token, token, sizeof token);
        options->has_token = options->new_token = true;
    }
    fclose(file);
}

/* ---- effects of the session ---- */

static void tell_verdict(struct join_table *table)
{
    char key[40];
    const struct replica *replica = &table->session.replica;
    const bool told = replica->judged <= table->verdicts;
    table->verdicts = replica->judged;
    if (told)
        return;
    if (table->far != NULL) {
        remote_game_scene(table->far)->meter = replica->meter;
        remote_game_scene(table->far)->metered = replica->metered;
    }
    snprintf(key, sizeof key, "join.%s", deal_verdict_name(replica->verdict));
    join_say(table, key, "", "", "");
}

static void keep_once(struct join_table *table)
{
    const struct session_options *options = &table->session.options;
    if (table->token_is_kept &&
        memcmp(table->kept_token, options->token, sizeof table->kept_token) == 0)
        return;
    memcpy(table->kept_token, options->token, sizeof table->kept_token);
    table->token_is_kept = true;
    keep_token(table, options->token);
}

static void take_answer(struct join_table *table, const struct session_effect *answer,
                        const char *said)
{
    if (answer->ticket != table->asked)
        return;
    table->asked = 0;
    table->refused = !answer->done;
    remote_game_pending(table->far, false);
    if (!table->refused)
        return;
    join_refusal(table, answer->why, answer->law, said, table->why, sizeof table->why);
    if (!table->waits)
        remote_game_say(table->far, table->why);
}

static void say_refusal(struct join_table *table, const char *why, const char *said)
{
    char text[400];
    join_refusal(table, why, "", said, text, sizeof text);
    remote_game_say(table->far, text);
}

static void take_end(struct join_table *table)
{
    const struct session *session = &table->session;
    table->over = true;
    table->unreached = session->ended_why[0] == '\0';
    if (!table->unreached)
        table->exit_status = 1;
    if (!table->unreached && strcmp(session->ended_why, table->seat_refused) != 0)
        say_refusal(table, session->ended_why, session->ended_text);
}

static void carry_out(struct join_table *table, const struct session_effects *effects)
{
    for (int i = 0; i < effects->count; i++) {
        const struct session_effect *effect = &effects->at[i];
        const char *text = effects->text.text + effect->at;
        char said[1004];
        snprintf(said, sizeof said, "%.*s", (int)effect->length, effect->length > 0 ? text : "");
        switch (effect->type) {
        case SESSION_EFFECT_SEND: transport_send(table->client, text, effect->length); break;
        case SESSION_EFFECT_RECONNECT: transport_drop(table->client); break;
        case SESSION_EFFECT_ANSWER: take_answer(table, effect, said); break;
        case SESSION_EFFECT_REFUSAL: say_refusal(table, effect->why, said); break;
        case SESSION_EFFECT_TOKEN: keep_once(table); break;
        case SESSION_EFFECT_ENDED: take_end(table); break;
        case SESSION_EFFECT_DECLINED: /* reported as "settled" */
        case SESSION_EFFECT_NO_TOKEN: break;
        }
    }
}

/* Shows the connection's state in the screen's title. */
static void show_status(struct join_table *table)
{
    char text[40] = "";
    if (table->lost || table->session.paused)
        cn_words_lookup(&table->words, table->lost ? "join.status.lost" : "join.status.paused",
                        text, sizeof text);
    remote_game_status(table->far, text);
}

static void show_name(struct join_table *table, int seat)
{
    const struct session_seat *entry = &table->session.seats[seat];
    const bool bot = entry->name[0] == '\0' && entry->level[0] != '\0';
    char *shown = table->shown[seat];
    char number[NUMBER_SIZE];
    join_number(seat, number);
    const char *const arguments[] = {number};
    cn_words_format(&table->words, bot ? "join.bot" : "join.nobody", arguments, 1, shown,
                    sizeof table->shown[seat]);
    if (entry->name[0] != '\0')
        snprintf(shown, sizeof table->shown[seat], "%s", entry->name);
    scene_set_name(remote_game_scene(table->far), seat, shown, bot ? entry->level : NULL);
}

static void show(struct join_table *table)
{
    const struct session *session = &table->session;
    for (int seat = 0; seat < session->players; seat++)
        if (session->seats[seat].known)
            show_name(table, seat);
    show_status(table);
    remote_game_hints(table->far, session->choices.hints);
    if (table->clock_runs && session->clock_seat == CN_NO_SEAT) {
        table->clock_runs = false;
        remote_game_clock(table->far, 0, -1);
    }
    if (session->seat_refused[0] != '\0' && strcmp(session->seat_refused, table->seat_refused) != 0)
        say_refusal(table, session->seat_refused, session->seat_refused_text);
    memcpy(table->seat_refused, session->seat_refused, sizeof table->seat_refused);
}

static void follow(struct join_table *table, struct session_event event)
{
    struct session_effects effects = {.at = NULL};
    event.now_ms = cn__clock_ms();
    randombytes_buf(event.random, sizeof event.random);
    session_step(&table->session, &event, &effects);
    tell_verdict(table);
    carry_out(table, &effects);
    if (effects.changed) {
        table->changed = true;
        show(table);
    }
    session_effects_free(&effects);
}

/* ---- messages from the server ---- */

static void on_opened(void *context)
{
    struct join_table *table = context;
    if (table->lost)
        join_say(table, table->reached ? "join.back" : "join.reached", "", "", "");
    table->lost = false;
    table->reached = true;
    follow(table, (struct session_event){.type = SESSION_CONNECTED});
}

static bool on_lost(void *context, int code)
{
    struct join_table *table = context;
    follow(table, (struct session_event){.type = SESSION_CLOSED, .code = code});
    if (table->session.status == SESSION_STATUS_ENDED)
        return false;
    if (code == TRANSPORT_MOVED)
        return true;
    if (!table->lost)
        join_say(table, table->reached ? "join.lost" : "join.unreached", "", "", "");
    table->lost = true;
    show_status(table);
    return true;
}

static void on_line(void *context, const char *text, size_t length)
{
    struct join_table *table = context;
    follow(table, (struct session_event){.type = SESSION_LINES, .text = text, .length = length});
    if (!table->session.replica.has_game)
        join_show_lobby(table);
}

static void hear_event(void *context, const struct cn_event *event)
{
    struct join_table *table = context;
    scene_apply_event(remote_game_scene(table->far), event, &table->session.replica.game);
}

/* A line of the record, which the replica has already applied. */
static void hear_line(void *context)
{
    struct join_table *table = context;
    const struct replica *replica = &table->session.replica;
    struct scene *scene = remote_game_scene(table->far);
    tell_verdict(table);
    switch ((enum replica_change)replica->change.line) {
    case REPLICA_CHANGE_UNDO:
        scene_undo(scene, &replica->game, replica->change.seat, replica->change.number);
        break;
    case REPLICA_CHANGE_VOID: join_tell_void(table, replica->change.number); break;
    case REPLICA_CHANGE_CUT: scene_cut(scene, replica->change.seat, replica->change.number); break;
    case REPLICA_CHANGE_GAME:
    case REPLICA_CHANGE_VIEW: scene_set_game(scene, &replica->game, table->session.seat); break;
    case REPLICA_CHANGE_END:
    case REPLICA_CHANGE_OVER:
    case REPLICA_CHANGE_OTHER:
        if (scene->begun)
            scene_settle(scene, &replica->game);
        break;
    }
}

static void hear_made(struct join_table *table, const struct message *made)
{
    char url[2 * URL_SIZE];
    snprintf(table->options->url.table, sizeof table->options->url.table, "%s", made->table);
    url_format(&table->options->url, url, sizeof url);
    join_say(table, "join.made", url, "", "");
}

static void hear_welcome(struct join_table *table, const struct message *welcome)
{
    const bool watches = !message_has(welcome, FIELD_SEAT);
    if (watches && !table->watched)
        join_say(table, "join.watching", "", "", "");
    table->watched = watches;
}

/* Called before the session takes the message in. */
static void hear_message(void *context, const struct message *message)
{
    struct join_table *table = context;
    tell_verdict(table);
    join_tell(table, message);
    switch ((enum message_kind)message->kind) {
    case MESSAGE_MADE: hear_made(table, message); break;
    case MESSAGE_WELCOME: hear_welcome(table, message); break;
    case MESSAGE_SHEET:
        scene_set_score(remote_game_scene(table->far), message->deal, message->sides,
                        message->side_count);
        break;
    case MESSAGE_BYE: /* the session reports why it ended, if it has ended for good */
        if (message->why[0] != '\0' && reason_code_of_close(message->code) == NULL)
            say_refusal(table, message->why, "");
        break;
    case MESSAGE_CLOCK:
        table->clock_runs = true;
        remote_game_clock(table->far, message->seat, message->ms);
        break;
    default: break;
    }
}

/* ---- the loop ---- */

static void on_input(uv_poll_t *input, int status, int events)
{
    struct join_table *table = input->data;
    (void)status;
    (void)events;
    table->input_ready = true;
    uv_poll_stop(input);
}

static void on_timer(uv_timer_t *timer)
{
    struct join_table *table = timer->data;
    table->timed = true;
}

static void on_tick(uv_timer_t *timer)
{
    follow(timer->data, (struct session_event){.type = SESSION_TICK});
}

/* Files and /dev/null are always readable, but cannot be polled. */
static bool watch_input(struct join_table *table)
{
    if (uv_is_active((uv_handle_t *)&table->input))
        return true;
    return uv_poll_start(&table->input, UV_READABLE, on_input) == 0;
}

bool join_wait(void *context, int ms, bool *input)
{
    struct join_table *table = context;
    table->input_ready = table->changed = table->timed = false;
    const bool polled = table->input.data != NULL && watch_input(table);
    if (ms >= 0)
        uv_timer_start(&table->timer, on_timer, (uint64_t)ms, 0);
    if (!polled) {
        uv_run(&table->loop, UV_RUN_NOWAIT);
        table->input_ready = true;
    }
    while (!table->input_ready && !table->changed && !table->timed && !table->over)
        uv_run(&table->loop, UV_RUN_ONCE);
    uv_timer_stop(&table->timer);
    *input = table->input_ready;
    return table->changed;
}

/* Runs the loop until the request is answered or the connection is lost. In that case it is sent
 * again after reconnecting, and the player does not have to wait. */
static bool wait_for_answer(struct join_table *table, char *why, size_t size)
{
    table->waits = true;
    while (table->asked != 0 && !table->over && !table->lost)
        uv_run(&table->loop, UV_RUN_ONCE);
    table->waits = false;
    if (table->asked == 0 && !table->refused)
        return true;
    snprintf(why, size, "%s", table->refused ? table->why : "");
    remote_game_pending(table->far, table->asked != 0);
    if (table->asked != 0 && !table->over)
        cn_words_lookup(&table->words, "join.sent_later", why, size);
    return false;
}

bool join_ask_and_wait(struct join_table *table, struct message *message, char *why, size_t size)
{
    if (table->asked != 0) {
        cn_words_lookup(&table->words, "join.no_connection", why, size);
        return false;
    }
    table->asked = ++table->tickets;
    table->refused = false;
    follow(table, (struct session_event){
                      .type = SESSION_WANT, .message = message, .ticket = table->asked});
    return wait_for_answer(table, why, size);
}

bool join_act(void *context, struct cn_action action, const cn_card *cards, int count, char *why,
              size_t size)
{
    struct join_table *table = context;
    struct message act;
    message_init(&act, MESSAGE_ACT);
    cn_action_format(table->session.replica.game.law, action, act.action);
    message_set_flag(&act, FIELD_ACTION);
    if (count > 0) {
        memcpy(act.cards, cards, (size_t)count);
        act.card_count = count;
        message_set_flag(&act, FIELD_CARDS);
    }
    return join_ask_and_wait(table, &act, why, size);
}

bool join_undo(void *context, char *why, size_t size)
{
    struct join_table *table = context;
    struct message back;
    message_init(&back, MESSAGE_UNDO);
    message_set_number(&back, FIELD_N, 1);
    return join_ask_and_wait(table, &back, why, size);
}

static bool others_are_ready(const struct session *session)
{
    for (int seat = 0; seat < session->players; seat++) {
        const struct session_seat *entry = &session->seats[seat];
        const bool waited_for = entry->name[0] != '\0' ? !entry->ready : entry->level[0] == '\0';
        if (waited_for && seat != session->seat)
            return false;
    }
    return true;
}

void join_ready(void *context)
{
    struct join_table *table = context;
    const struct session *session = &table->session;
    struct message ready;
    char why[400] = "";
    if (session->seat == CN_NO_SEAT) {
        join_say(table, table->watched ? "join.watching" : "join.no_connection", "", "", "");
        return;
    }
    message_init(&ready, MESSAGE_READY);
    if (!join_ask_and_wait(table, &ready, why, sizeof why))
        remote_game_say(table->far, why);
    else if (session_is_gathering(session) && !others_are_ready(session))
        join_say(table, "join.ready", "", "", "");
}

bool join_is_over(const void *context)
{
    return ((const struct join_table *)context)->over;
}

/* ---- opening and closing ---- */

static void fill_make(const struct join_options *options, struct message *make)
{
    message_init(make, MESSAGE_MAKE);
    message_set_number(make, FIELD_V, PROTOCOL_VERSION);
    message_set_text(make, FIELD_NAME, options->name);
    message_set_text(make, FIELD_RULES, options->rules);
    if (options->house[0] != '\0')
        message_set_text(make, FIELD_HOUSE, options->house);
    message_set_number(make, FIELD_PLAYERS, options->players);
    if (options->seat >= 0)
        message_set_number(make, FIELD_SEAT, options->seat);
}

static void begin_session(struct join_table *table)
{
    const struct join_options *options = table->options;
    struct message make;
    /* Ids increase across runs of this program too. */
    struct session_options session = {.has_token = options->has_token,
                                      .is_new = options->new_token,
                                      .seat = options->seat,
                                      .first_id = cn__wall_clock_us() / 1000};
    snprintf(session.link, sizeof session.link, "%.32s", options->url.table);
    snprintf(session.name, sizeof session.name, "%s", options->name);
    memcpy(session.token, options->token, sizeof session.token);
    if (options->make) {
        fill_make(options, &make);
        session.make = &make;
    }
    session_init(&table->session, &session);
    table->observer = (struct session_observer){table, hear_event, hear_line, hear_message};
    table->session.observer = &table->observer;
    if (options->has_token && options->new_token)
        keep_once(table);
}

/* Uses the token stored for this table, or creates one. The client chooses it, so that the seat is
 * held even if the welcome is lost on its way. */
static void choose_token(struct join_table *table)
{
    struct join_options *options = table->options;
    if (options->has_token || options->url.table[0] == '\0' || options->watching)
        return;
    find_token(options);
    if (options->has_token) {
        table->token_is_kept = true;
        memcpy(table->kept_token, options->token, sizeof table->kept_token);
        return;
    }
    randombytes_buf(options->token, sizeof options->token);
    options->has_token = options->new_token = true;
}

bool join_open(struct join_table *table, struct join_options *options,
               const struct terminal_options *terminal, const struct remote_door *door)
{
    enum {
        TICK_MS = 5000
    };
    static const struct transport_hooks hooks = {on_opened, on_line, on_lost};
    memset(table, 0, sizeof *table);
    table->options = options;
    if (sodium_init() < 0 || !cn_words_find(terminal->language, &table->words) ||
        uv_loop_init(&table->loop) != 0)
        return false;
    choose_token(table);
    begin_session(table);
    uv_timer_init(&table->loop, &table->timer);
    table->timer.data = table;
    uv_timer_init(&table->loop, &table->ticker);
    table->ticker.data = table;
    uv_timer_start(&table->ticker, on_tick, TICK_MS, TICK_MS);
    if (uv_poll_init(&table->loop, &table->input, STDIN_FILENO) == 0)
        table->input.data = table;
    table->far = remote_game_open(terminal, door);
    if (table->far != NULL)
        table->client =
            transport_open(&table->loop, &options->url, options->insecure, &hooks, table);
    return table->client != NULL;
}

void join_close(struct join_table *table)
{
    transport_close(table->client);
    if (table->input.data != NULL)
        uv_close((uv_handle_t *)&table->input, NULL);
    uv_close((uv_handle_t *)&table->timer, NULL);
    uv_close((uv_handle_t *)&table->ticker, NULL);
    uv_run(&table->loop, UV_RUN_DEFAULT);
    uv_loop_close(&table->loop);
    remote_game_close(table->far);
    session_free(&table->session);
}
