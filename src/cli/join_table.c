#include "join_table.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- tokens, kept for when this program is gone ---- */

/* Lines "URL TOKEN NAME", the latest last. */
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

/* "URL TOKEN NAME": the token, if it is of this table and, where a name was given, of this player: two people of one
 * machine may sit at one table. */
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

/* A chair that was lost meanwhile is taken anew, with the same token. */
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

/* ---- sending ---- */

static bool send_message(struct join_table *table, const struct message *message)
{
    struct cn__text lines = {NULL, 0, 0, false};
    message_write(&lines, message);
    const bool sent = !lines.failed && transport_send(table->client, lines.text, lines.length - 1);
    cn__text_free(&lines);
    return sent;
}

static void say_hello(struct join_table *table)
{
    struct message hello;
    struct join_options *options = table->options;
    message_init(&hello, MESSAGE_HELLO);
    message_set_number(&hello, FIELD_V, PROTOCOL_VERSION);
    message_set_text(&hello, FIELD_TABLE, options->url.table);
    /* A token of our own making: whoever sits down with it holds the chair, also if the welcome is lost on its way. */
    if (!options->has_token && !options->watching) {
        randombytes_buf(options->token, sizeof options->token);
        options->has_token = options->new_token = true;
        keep_token(table, options->token);
    }
    if (options->has_token) {
        memcpy(hello.token, options->token, sizeof hello.token);
        message_set_flag(&hello, FIELD_TOKEN);
    }
    if (options->new_token)
        message_set_number(&hello, FIELD_NEW, true);
    if (options->new_token || options->watching)
        message_set_text(&hello, FIELD_NAME, options->name);
    if (options->watching)
        message_set_number(&hello, FIELD_WATCHING, true);
    else if (options->new_token && options->seat >= 0)
        message_set_number(&hello, FIELD_SEAT, options->seat);
    if (table->world.number > 0)
        message_set_number(&hello, FIELD_LAST, table->world.number);
    send_message(table, &hello);
}

/* Where not even a snapshot helps, a new connection, after a wait, does the server less harm than asking for ever. */
static void ask_for_snapshot(struct join_table *table)
{
    enum {
        TRIES = 3
    };
    table->tries = table->world.number == table->stuck_at ? table->tries + 1 : 0;
    table->stuck_at = table->world.number;
    table->world.number = 0;
    if (table->tries >= TRIES) {
        table->tries = 0;
        transport_drop(table->client);
        return;
    }
    table->welcome = false;
    say_hello(table);
}

static void make_table(struct join_table *table)
{
    struct message make;
    message_init(&make, MESSAGE_MAKE);
    message_set_number(&make, FIELD_V, PROTOCOL_VERSION);
    message_set_text(&make, FIELD_NAME, table->options->name);
    message_set_text(&make, FIELD_RULES, table->options->rules);
    if (table->options->house[0] != '\0')
        message_set_text(&make, FIELD_HOUSE, table->options->house);
    message_set_number(&make, FIELD_PLAYERS, table->options->players);
    if (table->options->seat >= 0)
        message_set_number(&make, FIELD_SEAT, table->options->seat);
    send_message(table, &make);
}

/* ---- what is heard ---- */

/* A word for the screen's title. */
static void show_status(struct join_table *table)
{
    char text[40] = "";
    const bool paused = table->paused;
    if (table->lost || paused)
        cn_words_lookup(&table->words, table->lost ? "join.status.lost" : "join.status.paused",
                        text, sizeof text);
    remote_game_status(table->far, text);
}

static void on_opened(void *context)
{
    struct join_table *table = context;
    if (table->lost)
        join_say(table, "join.back", "", "", "");
    table->lost = false;
    show_status(table);
    if (table->options->url.table[0] == '\0')
        make_table(table);
    else
        say_hello(table);
}

static bool on_lost(void *context, int code)
{
    struct join_table *table = context;
    table->welcome = false;
    table->changed = true;
    table->world.pledge.away = true;
    if (code == 4001 || code == 4003 || code == 4004) {
        table->over = true;
        table->exit_status = 1;
        return false;
    }
    if (table->options->url.table[0] ==
        '\0') { /* none was made, and nothing is there to come back to */
        table->over = table->unreached = true;
        return false;
    }
    if (!table->lost)
        join_say(table, "join.lost", "", "", "");
    table->lost = true;
    show_status(table);
    return true;
}

static void on_made(struct join_table *table, const struct message *made)
{
    char url[2 * URL_SIZE];
    struct join_options *options = table->options;
    snprintf(options->url.table, sizeof options->url.table, "%s", made->table);
    memcpy(options->token, made->token, sizeof options->token);
    options->has_token = true;
    keep_token(table, options->token);
    url_format(&options->url, url, sizeof url);
    join_say(table, "join.made", url, "", "");
    say_hello(table);
}

static void on_welcome(struct join_table *table, const struct message *welcome)
{
    const int seat = message_has(welcome, FIELD_SEAT) ? welcome->seat : CN_NO_SEAT;
    const bool stood = table->seat != CN_NO_SEAT && seat == CN_NO_SEAT;
    if (stood) /* the chair is given up: who comes back, watches */
        table->options->watching = true;
    if (stood)
        table->options->has_token = table->options->new_token = false;
    if (seat == CN_NO_SEAT && !table->watched)
        join_say(table, "join.watching", "", "", "");
    table->watched = seat == CN_NO_SEAT;
    table->options->watching = table->options->watching && seat == CN_NO_SEAT;
    table->welcome = true;
    if (seat != table->seat || table->world.number == 0) {
        replica_restart(&table->world, seat);
        table->world.sink = &table->sink;
    }
    table->seat = seat;
    if (message_has(welcome, FIELD_TOKEN)) {
        if (memcmp(table->options->token, welcome->token, sizeof welcome->token) != 0)
            keep_token(table, welcome->token);
        memcpy(table->options->token, welcome->token, sizeof welcome->token);
        table->options->has_token = true;
    }
    /* Another device may have gone further. */
    if (message_has(welcome, FIELD_DONE) && table->next_id <= welcome->done)
        table->next_id = welcome->done + 1;
    table->asked_again = table->asked != 0;
    if (table->asked_again)
        transport_send(table->client, table->asked_text, strlen(table->asked_text));
}

static void take_seat(struct join_table *table, const struct message *seat)
{
    struct join_chair *chair = &table->chairs[seat->seat];
    const bool bot = seat->name[0] == '\0' && seat->level[0] != '\0';
    char number[NUMBER_SIZE];
    join_number(seat->seat, number);
    if (strcmp(chair->name, seat->name) != 0)
        chair->here_known = chair->ready = false;
    snprintf(chair->name, sizeof chair->name, "%s", seat->name);
    snprintf(chair->level, sizeof chair->level, "%s", seat->level);
    const char *const arguments[] = {number};
    cn_words_format(&table->words, bot ? "join.bot" : "join.nobody", arguments, 1, chair->shown,
                    sizeof chair->shown);
    if (chair->name[0] != '\0')
        snprintf(chair->shown, sizeof chair->shown, "%s", seat->name);
    chair->host = seat->host;
    chair->known = true;
    remote_game_name(table->far, seat->seat, chair->shown, bot ? chair->level : NULL);
}

/* With the last of them everybody has moved. */
static void take_drawn(struct join_table *table, const struct message *drawn)
{
    struct join_chair chairs[CN_SEATS_MAX];
    table->drawn_to[drawn->seat] = (uint8_t)drawn->to;
    if (drawn->seat != table->players - 1)
        return;
    memcpy(chairs, table->chairs, sizeof chairs);
    for (int seat = 0; seat < table->players; seat++)
        table->chairs[table->drawn_to[seat]] = chairs[seat];
}

/* Readiness is not kept over a restart of the server: it is said again. */
static void take_here(struct join_table *table, const struct message *here)
{
    struct message ready;
    if (message_has(here, FIELD_WATCHERS))
        table->watchers = here->watchers;
    if (!message_has(here, FIELD_SEAT))
        return;
    struct join_chair *chair = &table->chairs[here->seat];
    chair->here = here->here;
    chair->here_known = true;
    chair->ready = here->ready;
    if (here->seat != table->seat || !message_has(here, FIELD_READY) || here->ready ||
        !table->wants_ready)
        return;
    message_init(&ready, MESSAGE_READY);
    message_set_number(&ready, FIELD_ID, table->next_id++);
    send_message(table, &ready);
}

static void take_choices(struct join_table *table, const struct message *from)
{
    struct message *choices = &table->choices;
    const struct message before = *choices;
    *choices = *from;
    choices->has |= before.has;
    if (!message_has(from, FIELD_TITLE))
        memcpy(choices->title, before.title, sizeof before.title);
    if (!message_has(from, FIELD_TIMER))
        choices->timer = before.timer;
    if (!message_has(from, FIELD_JOIN))
        choices->join = before.join;
    if (!message_has(from, FIELD_WATCH))
        choices->watch = before.watch;
    if (!message_has(from, FIELD_HINTS))
        choices->hints = before.hints;
    if (!message_has(from, FIELD_LISTED))
        choices->listed = before.listed;
    if (!message_has(from, FIELD_PACE))
        choices->pace = before.pace;
    if (!message_has(from, FIELD_OPEN))
        choices->open = before.open;
    remote_game_hints(table->far, choices->hints != 0);
    if (choices->timer == TURN_TIMER_NONE)
        remote_game_clock(table->far, 0, -1);
}

static void take_table(struct join_table *table, const struct message *message)
{
    table->players = message->players;
    table->gathering = message->stage == STAGE_LOBBY || message->stage == STAGE_BETWEEN;
    table->paused = false; /* a line of its own says so */
    const int open = table->choices.open;
    table->choices.open = 0; /* that hands are not shown is not said */
    take_choices(table, message);
    show_status(table);
    if (table->choices.open != open && table->choices.open > 0 && table->choices.watch)
        join_tell_open(table, &table->choices);
    if (message->arranged && !table->arranged)
        join_say(table, "join.arranged", "", "", "");
    table->arranged = message->arranged;
}

static void take_proposal(struct join_table *table, const struct message *message)
{
    struct join_proposal *p = &table->proposals[message->what];
    p->on = message->kind == MESSAGE_PROPOSAL ? message->on : 0;
    p->heard = ++table->proposals_heard;
    p->voted = message_has(message, FIELD_SEAT) && message->seat == table->seat &&
               message->what != PROPOSAL_SIT;
}

/* What the finished deals brought is asked for: a snapshot does not hold it. */
static void ask_for_sheet(struct join_table *table)
{
    struct message sheet;
    message_init(&sheet, MESSAGE_SHEET);
    message_set_number(&sheet, FIELD_ID, table->next_id++);
    send_message(table, &sheet);
}

static void take_sheet(struct join_table *table, const struct message *message)
{
    remote_game_sheet(table->far, message->deal, message->sides, message->side_count);
}

/* A part of our own in the deal that is being made; the world knows whether one was given for it already. */
static void give_part(struct join_table *table, const struct message *commit)
{
    struct message part;
    table->gathering = table->wants_ready = false;
    if (table->seat == CN_NO_SEAT)
        return;
    message_init(&part, MESSAGE_PART);
    message_set_number(&part, FIELD_ID, table->next_id++);
    message_set_number(&part, FIELD_DEAL, commit->deal);
    randombytes_buf(part.part, sizeof part.part);
    commitment_contribute(&table->world.pledge, part.id, part.part);
    message_set_flag(&part, FIELD_PART);
    send_message(table, &part);
}

/* A refusal that nothing was asked for: of a hello, or a connection. */
static void on_refusal(struct join_table *table, const struct message *message)
{
    static const char *const final[] = {"table", "damaged", "version"};
    if (message->kind == MESSAGE_BYE && strcmp(message->why, table->last_no) == 0)
        return;
    snprintf(table->last_no, sizeof table->last_no, "%s", message->why);
    join_refusal(table, message, table->why, sizeof table->why);
    remote_game_say(table->far, table->why);
    for (size_t i = 0; i < sizeof final / sizeof final[0]; i++)
        if (strcmp(message->why, final[i]) == 0 && !table->welcome)
            table->over = true;
    if (table->options->url.table[0] == '\0') /* none was made */
        table->over = true;
    if (table->over)
        table->exit_status = 1;
}

static void on_answer(struct join_table *table, const struct message *message)
{
    const bool refused = message->kind == MESSAGE_NO;
    if (refused && !message_has(message, FIELD_ID))
        on_refusal(table, message);
    if (!message_has(message, FIELD_ID) || message->id != table->asked)
        return;
    table->asked = 0;
    remote_game_pending(table->far, false);
    /* What was sent twice, since the answer was lost, may have been done the first time. */
    table->refused = refused && !(table->asked_again && strcmp(message->why, "old") == 0);
    if (!table->refused)
        return;
    join_refusal(table, message, table->why, sizeof table->why);
    if (!table->waits)
        remote_game_say(table->far, table->why);
}

static void take_in(struct join_table *table, const struct message *message)
{
    switch ((enum message_kind)message->kind) {
    case MESSAGE_MADE: on_made(table, message); break;
    case MESSAGE_WELCOME: on_welcome(table, message); break;
    case MESSAGE_TABLE: take_table(table, message); break;
    case MESSAGE_SET: take_choices(table, message); break;
    case MESSAGE_SEAT: take_seat(table, message); break;
    case MESSAGE_DRAWN: take_drawn(table, message); break;
    case MESSAGE_PRESENCE: take_here(table, message); break;
    case MESSAGE_COMMIT: give_part(table, message); break;
    case MESSAGE_OK:
    case MESSAGE_NO: on_answer(table, message); break;
    case MESSAGE_BYE: on_refusal(table, message); break;
    case MESSAGE_SHEET: take_sheet(table, message); break;
    case MESSAGE_PROPOSAL:
    case MESSAGE_SETTLED: take_proposal(table, message); break;
    case MESSAGE_CLOCK: remote_game_clock(table->far, message->seat, message->ms); break;
    case MESSAGE_PAUSE:
        table->paused = message->yes;
        remote_game_clock(table->far, 0, -1);
        show_status(table);
        break;
    default: break;
    }
}

static void on_message(struct join_table *table, const struct message *message)
{
    join_tell(table, message);
    take_in(table, message);
    if (!table->world.has_game)
        join_show_lobby(table);
}

static void hear_event(void *context, const struct cn_event *event)
{
    struct join_table *table = context;
    remote_game_event(table->far, event, &table->world.game);
}

static void tell_verdict(struct join_table *table)
{
    char key[40];
    if (table->verdicts == table->world.judged)
        return;
    table->verdicts = table->world.judged;
    snprintf(key, sizeof key, "join.%s", deal_verdict_name(table->world.verdict));
    join_say(table, key, "", "", "");
}

/* A deal has ended: all are asked anew whether they are ready. */
static void gather(struct join_table *table)
{
    table->gathering = true;
    table->wants_ready = false;
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        table->chairs[seat].ready = false;
}

/* A line of the record, which the world has taken in. */
static void tell_line(struct join_table *table)
{
    const struct replica *world = &table->world;
    switch ((enum replica_change)world->told.line) {
    case REPLICA_CHANGE_END: gather(table); break;
    case REPLICA_CHANGE_OVER: table->gathering = false; break;
    case REPLICA_CHANGE_UNDO:
        remote_game_undone(table->far, &world->game, world->told.seat, world->told.number);
        break;
    case REPLICA_CHANGE_CUT:
        remote_game_cut(table->far, world->told.seat, world->told.number);
        break;
    case REPLICA_CHANGE_GAME:
        if (world->resumed)
            ask_for_sheet(table);
        remote_game_game(table->far, &world->game, table->seat);
        break;
    case REPLICA_CHANGE_VIEW: remote_game_game(table->far, &world->game, table->seat); break;
    case REPLICA_CHANGE_OTHER: break;
    }
}

static void on_line(void *context, const char *text, size_t length)
{
    struct join_table *table = context;
    struct message message;
    struct message_error why;
    table->changed = true;
    /* The world first: it knows what was heard before, and forgets the part of one deal when the next begins. */
    const enum replica_line taken = replica_take_line(&table->world, text, length);
    tell_verdict(table);
    switch (taken) {
    case REPLICA_APPLIED: tell_line(table); break;
    case REPLICA_NOT_GAME: break;
    case REPLICA_DUPLICATE: return;
    case REPLICA_CONFLICT: ask_for_snapshot(table); return;
    }
    if (message_parse(text, length, MESSAGE_FROM_CLIENT, &message, &why) == MESSAGE_VALID)
        on_message(table, &message);
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

/* Files and /dev/null can always be read, and cannot be polled. */
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

static void ask(struct join_table *table, struct message *message)
{
    struct cn__text lines = {NULL, 0, 0, false};
    table->asked = table->next_id++;
    message_set_number(message, FIELD_ID, table->asked);
    if (message->kind == MESSAGE_CUT)
        commitment_cut(&table->world.pledge, table->asked, message->k);
    message_write(&lines, message);
    snprintf(table->asked_text, sizeof table->asked_text, "%.*s", (int)lines.length - 1,
             lines.text);
    cn__text_free(&lines);
    table->refused = table->asked_again = false;
    if (table->welcome)
        transport_send(table->client, table->asked_text, strlen(table->asked_text));
}

/* Runs the loop until what was asked is answered, or the connection is lost: then it is sent again when that is back,
 * and nobody has to sit before a dead screen until then. */
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
    ask(table, message);
    return wait_for_answer(table, why, size);
}

bool join_act(void *context, struct cn_action action, const cn_card *cards, int count, char *why,
              size_t size)
{
    struct join_table *table = context;
    struct message act;
    message_init(&act, MESSAGE_ACT);
    message_set_number(&act, FIELD_AT, table->world.number);
    cn_action_format(action, act.action);
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

static bool others_are_ready(const struct join_table *table)
{
    for (int seat = 0; seat < table->players; seat++) {
        const struct join_chair *chair = &table->chairs[seat];
        const bool waited_for = chair->name[0] != '\0' ? !chair->ready : chair->level[0] == '\0';
        if (waited_for && seat != table->seat)
            return false;
    }
    return true;
}

void join_ready(void *context)
{
    struct join_table *table = context;
    struct message ready;
    char why[400] = "";
    if (table->seat == CN_NO_SEAT) {
        join_say(table, table->watched ? "join.watching" : "join.no_connection", "", "", "");
        return;
    }
    message_init(&ready, MESSAGE_READY);
    table->wants_ready = table->gathering;
    if (!join_ask_and_wait(table, &ready, why, sizeof why))
        remote_game_say(table->far, why);
    else if (table->gathering && !others_are_ready(table))
        join_say(table, "join.ready", "", "", "");
}

bool join_is_over(const void *context)
{
    return ((const struct join_table *)context)->over;
}

/* ---- beginning and end ---- */

bool join_open(struct join_table *table, struct join_options *options,
               const struct terminal_options *terminal)
{
    static const struct transport_hooks hooks = {on_opened, on_line, on_lost};
    static struct remote_door remote;
    struct timespec now;
    memset(table, 0, sizeof *table);
    remote = (struct remote_door){.context = table,
                                  .wait = join_wait,
                                  .act = join_act,
                                  .undo = join_undo,
                                  .ready = join_ready,
                                  .command = join_command,
                                  .is_over = join_is_over};
    table->options = options;
    table->seat = CN_NO_SEAT;
    table->sink = (struct cn_observer){hear_event, table};
    if (sodium_init() < 0 || !cn_words_find(terminal->language, &table->words) ||
        uv_loop_init(&table->loop) != 0)
        return false;
    if (!options->has_token && options->url.table[0] != '\0' && !options->watching)
        find_token(options);
    /* Ids rise, also over several runs of this program. */
    clock_gettime(CLOCK_REALTIME, &now);
    table->next_id = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    replica_init(&table->world, CN_NO_SEAT);
    table->world.sink = &table->sink;
    uv_timer_init(&table->loop, &table->timer);
    table->timer.data = table;
    if (uv_poll_init(&table->loop, &table->input, STDIN_FILENO) == 0)
        table->input.data = table;
    table->far = remote_game_open(terminal, &remote);
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
    uv_run(&table->loop, UV_RUN_DEFAULT);
    uv_loop_close(&table->loop);
    remote_game_close(table->far);
    replica_free(&table->world);
}
