/* server_table_test.c -- a table in a simulated world: clients, network, disk and clock by seed.
 *
 * Clients play by what they were sent alone. The network delays, repeats, holds back and cuts off; the disk
 * forgets what was not committed when the server dies, which then reads the log; clocks run, and sometimes jump. What
 * must hold: a client's world agrees with the table whenever it has heard all; what was acknowledged is in the
 * log, once; the record of the log has no difference; and when the trouble ends, the game does.
 *
 * CANASTA_FULL=1 runs thirty times as many seeds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "client/client.h"
#include "table/table_internal.h"
#include "tests/fuzz/driver/chance.h"
#include "tests/fuzz/driver/mover.h"

enum {
    CLIENTS = 5, /* four seats and a watcher */
    QUEUE = 4000,
    ACKS = 20000
};

/* A message on its way. */
struct letter {
    char *text;
    size_t length;
    uint32_t client; /* the connection that it belongs to */
    int64_t due;
    bool from_server;
};

struct player {
    uint32_t client; /* its connection; 0: none */
    bool watches, has_token, greeted, lost;
    uint8_t token[TOKEN_BYTES];
    struct replica world;
    int64_t next_id, pending_id; /* 0: none under way */
    char pending[600];
    bool pending_is_kept; /* what it does stands in the log */
    int64_t sees;         /* the number of the last decision it answered */
    int part_deal;
    int64_t judged;
    bool wants_ready, wants_cut;
    bool over;
};

static struct {
    struct chance chance;
    struct table *table;
    struct table_effects effects;
    struct cn__text log; /* on the disk */
    struct cn__text unsynced;
    struct letter letters[QUEUE];
    int letter_count;
    struct letter held[QUEUE]; /* sends that wait for the commit */
    int held_count;
    struct player players[CLIENTS];
    int64_t now, timer, thoughts[64], thought_due[64];
    int64_t fired;
    int at_once; /* steps in a row, of the same moment, after which the timer was due again */
    int thought_count;
    uint32_t next_client;
    int trouble; /* percent */
    struct {
        int seat;
        int64_t id;
    } acks[ACKS], done[ACKS];
    int ack_count, done_count;
    int64_t steps, crashes, drops, compared, wrong, repeats;
    struct cn_actions list;
} sim;

static int64_t verdicts[DEAL_VERDICTS]; /* of all runs */

static void deliver_effects(void);
static void check_host(void);

static void random_bytes(uint8_t *bytes, int count)
{
    for (int i = 0; i < count; i++)
        bytes[i] = (uint8_t)chance_below(&sim.chance, 256);
}

/* ---- the disk ---- */

static void commit(void)
{
    cn__text_append(&sim.log, sim.unsynced.text, sim.unsynced.length);
    cn__text_clear(&sim.unsynced);
    for (int i = 0; i < sim.held_count; i++) {
        assert_true(sim.letter_count < QUEUE);
        sim.letters[sim.letter_count++] = sim.held[i];
    }
    sim.held_count = 0;
}

static void forget_letters(struct letter *letters, int *count)
{
    for (int i = 0; i < *count; i++)
        free(letters[i].text);
    *count = 0;
}

/* ---- the server ---- */

static void step(struct table_event *input)
{
    random_bytes(input->random, RANDOM_BYTES);
    input->now_ms = sim.now;
    table_effects_reset(&sim.effects);
    table_step(sim.table, input, &sim.effects);
    assert_false(sim.effects.failed);
    sim.steps++;
    check_host();
    deliver_effects();
    /* A timer that fires for ever gives nobody else a turn. Once more is what a late one needs. */
    if (sim.now != sim.fired || input->type != TABLE_EVENT_TIMER)
        sim.at_once = 0;
    sim.fired = sim.now;
    sim.at_once += sim.timer != 0 && sim.timer <= sim.now;
    assert_true(input->type != TABLE_EVENT_TIMER || sim.at_once <= 2);
    if (!chance_percent(&sim.chance, sim.trouble))
        commit();
}

static struct player *player_of(uint32_t client)
{
    for (int i = 0; i < CLIENTS; i++)
        if (sim.players[i].client == client && client != 0)
            return &sim.players[i];
    return NULL;
}

/* In order within a connection: the network never reorders what one side sent. */
static int64_t due_after(const struct letter *letters, int count, uint32_t client, bool from_server)
{
    int64_t due = sim.now + chance_below(&sim.chance, sim.trouble > 0 ? 80 : 3);
    for (int i = 0; i < count; i++)
        if (letters[i].client == client && letters[i].from_server == from_server &&
            letters[i].due > due)
            due = letters[i].due;
    return due;
}

static void hold(uint32_t client, const char *text, size_t length)
{
    struct letter letter = {.client = client, .length = length, .from_server = true};
    int64_t due = due_after(sim.letters, sim.letter_count, client, true);
    const int64_t other = due_after(sim.held, sim.held_count, client, true);
    letter.due = due > other ? due : other;
    letter.text = malloc(length);
    memcpy(letter.text, text, length);
    assert_true(sim.held_count < QUEUE);
    sim.held[sim.held_count++] = letter;
}

static void deliver_effects(void)
{
    const struct table_effects *effects = &sim.effects;
    bool sent = false;
    for (int i = 0; i < effects->count; i++) {
        const struct table_effect *e = &effects->at[i];
        switch (e->type) {
        case EFFECT_APPEND:
            assert_false(sent); /* durable before anything is told */
            cn__text_append(&sim.unsynced, effects->text.text + e->at, e->length);
            break;
        case EFFECT_SEND:
            sent = true;
            hold(e->client, effects->text.text + e->at, e->length);
            break;
        case EFFECT_CLOSE: {
            struct player *p = player_of(e->client);
            if (p != NULL)
                p->lost = true;
            break;
        }
        case EFFECT_TIMER: sim.timer = e->ms; break;
        case EFFECT_ASK_BOT:
            assert_true(sim.thought_count < 64);
            sim.thoughts[sim.thought_count] = e->decision;
            sim.thought_due[sim.thought_count++] = sim.now + chance_below(&sim.chance, 50);
            break;
        case EFFECT_SUMMARY_CHANGED: break;
        }
    }
}

/* The server dies: what was not committed is gone, and everybody's connection. */
static void crash(void)
{
    int64_t line;
    sim.crashes++;
    table_free(sim.table);
    cn__text_clear(&sim.unsynced);
    forget_letters(sim.held, &sim.held_count);
    forget_letters(sim.letters, &sim.letter_count);
    for (int i = 0; i < CLIENTS; i++)
        sim.players[i].client = 0;
    sim.thought_count = 0;
    sim.timer = 0;
    sim.table = table_load(sim.log.text, sim.log.length, sim.now, &line);
    if (sim.table == NULL)
        fail_msg("the log cannot be read at line %lld", (long long)line);
}

/* ---- clients ---- */

static void send_text(struct player *p, const char *text, size_t length)
{
    const int copies = chance_percent(&sim.chance, sim.trouble) ? 2 : 1;
    for (int i = 0; i < copies; i++) {
        struct letter letter = {.client = p->client, .length = length};
        letter.due = due_after(sim.letters, sim.letter_count, p->client, false);
        letter.text = malloc(length);
        memcpy(letter.text, text, length);
        assert_true(sim.letter_count < QUEUE);
        sim.letters[sim.letter_count++] = letter;
        sim.repeats += i;
    }
}

static void send_message(struct player *p, struct message *message, bool with_id)
{
    struct cn__text lines = {.text = NULL};
    if (with_id) {
        p->pending_id = p->next_id++;
        p->pending_is_kept = message->kind == MESSAGE_ACT || message->kind == MESSAGE_PART ||
                             message->kind == MESSAGE_CUT || message->kind == MESSAGE_CHAT;
        message_set_number(message, FIELD_ID, p->pending_id);
    }
    message_write(&lines, message);
    if (with_id) {
        assert_true(lines.length < sizeof p->pending);
        memcpy(p->pending, lines.text, lines.length);
        p->pending[lines.length] = '\0';
    }
    send_text(p, lines.text, lines.length - 1);
    cn__text_free(&lines);
}

static void say_hello(struct player *p, bool resume)
{
    struct message hello;
    message_init(&hello, MESSAGE_HELLO);
    message_set_number(&hello, FIELD_V, PROTOCOL_VERSION);
    message_set_text(&hello, FIELD_TABLE, sim.table->link);
    if (p->has_token) {
        memcpy(hello.token, p->token, sizeof hello.token);
        message_set_flag(&hello, FIELD_TOKEN);
        message_set_number(&hello, FIELD_NEW, true);
    } else if (p->watches) {
        message_set_number(&hello, FIELD_WATCHING, true);
    }
    message_set_text(&hello, FIELD_NAME, p->watches ? "Watcher" : "Player");
    if (resume && p->greeted)
        message_set_number(&hello, FIELD_LAST, p->world.number);
    send_message(p, &hello, false);
}

static void connect_player(struct player *p)
{
    p->client = ++sim.next_client;
    p->lost = false;
    p->world.pledge.away = true;
    say_hello(p, true);
    if (p->pending_id != 0) /* sent again: it may have been done or not */
        send_text(p, p->pending, strlen(p->pending) - 1);
}

static void drop_player(struct player *p)
{
    struct table_event input = {.type = TABLE_EVENT_DISCONNECT, .client = p->client};
    const uint32_t client = p->client;
    if (client == 0)
        return;
    sim.drops++;
    p->client = 0;
    int kept = 0;
    for (int i = 0; i < sim.letter_count; i++) {
        if (sim.letters[i].client == client)
            free(sim.letters[i].text);
        else
            sim.letters[kept++] = sim.letters[i];
    }
    sim.letter_count = kept;
    step(&input);
}

static void settle_pending(struct player *p, int64_t id, bool good)
{
    if (id != p->pending_id || id == 0)
        return;
    if (good && p->pending_is_kept) {
        assert_true(sim.ack_count < ACKS);
        sim.acks[sim.ack_count].seat = p->world.seat;
        sim.acks[sim.ack_count++].id = id;
    }
    p->pending_id = 0;
}

static void hear_message(struct player *p, const struct message *m)
{
    switch ((enum message_kind)m->kind) {
    case MESSAGE_WELCOME: {
        const int seat = m->watching ? CN_NO_SEAT : m->seat;
        if (message_has(m, FIELD_TOKEN)) {
            memcpy(p->token, m->token, sizeof p->token);
            p->has_token = true;
        }
        if (!p->greeted || p->world.seat != seat) {
            replica_restart(&p->world, seat);
        }
        p->greeted = true;
        break;
    }
    case MESSAGE_TABLE:
        p->wants_ready = m->stage == STAGE_LOBBY || m->stage == STAGE_BETWEEN;
        p->over = m->stage == STAGE_OVER;
        break;
    case MESSAGE_PRESENCE:
        if (message_has(m, FIELD_READY) && m->seat == p->world.seat && !p->watches)
            p->wants_ready = !m->ready;
        break;
    case MESSAGE_COMMIT: p->part_deal = m->deal; break;
    case MESSAGE_SHUFFLED: p->wants_cut = m->seat == p->world.seat; break;
    case MESSAGE_OK: settle_pending(p, m->id, true); break;
    case MESSAGE_NO: settle_pending(p, m->id, false); break;
    case MESSAGE_PROPOSAL: {
        struct message vote;
        if (p->watches || p->pending_id != 0)
            break;
        message_init(&vote, MESSAGE_VOTE);
        message_set_number(&vote, FIELD_ON, m->on);
        message_set_number(&vote, FIELD_YES, chance_percent(&sim.chance, 70));
        send_message(p, &vote, true);
        break;
    }
    default: break;
    }
}

static void does_not_fit(struct player *p, const char *line)
{
    sim.wrong++;
    if (strstr(line, "\"undo\"") == NULL) /* further back than it remembers: it asks for all anew */
        fail_msg("%s does not fit", line);
    say_hello(p, false);
}

/* The server is honest: whatever was lost on the way, nobody may call a deal unfair. */
static void hear_verdict(struct player *p)
{
    p->judged = p->world.judged;
    if (deal_is_unfair(p->world.verdict))
        fail_msg("seat %d: %s", p->world.seat, deal_verdict_name(p->world.verdict));
    verdicts[p->world.verdict]++;
}

static void hear_line(struct player *p, const char *line, size_t length)
{
    struct message message;
    struct message_error why;
    const enum message_result read =
        message_parse(line, length, MESSAGE_FROM_CLIENT, &message, &why);
    if (read == MESSAGE_INVALID)
        fail_msg("%s %s in %s", why.why, why.field, line);
    if (read == MESSAGE_VALID && message.kind == MESSAGE_WELCOME)
        hear_message(p, &message);
    if (!p->greeted)
        return;
    const enum replica_line taken = replica_take_line(&p->world, line, length);
    if (taken == REPLICA_DUPLICATE)
        return;
    if (taken == REPLICA_CONFLICT)
        does_not_fit(p, line);
    if (read == MESSAGE_VALID && message.kind != MESSAGE_WELCOME)
        hear_message(p, &message);
    if (strstr(line, "\"t\":\"end\"") != NULL)
        p->wants_ready = true;
    if (strstr(line, "\"t\":\"over\"") != NULL)
        p->over = true;
    if (p->world.judged != p->judged)
        hear_verdict(p);
}

static void hear_frame(struct player *p, const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    for (char *at = copy; *at != '\0';) {
        char *end = strchr(at, '\n');
        assert_non_null(end);
        *end = '\0';
        hear_line(p, at, (size_t)(end - at));
        at = end + 1;
    }
    free(copy);
}

/* ---- what a client does ---- */

static void decide(struct player *p)
{
    const struct cn_game *game = &p->world.game;
    const int seat = p->world.seat;
    struct message act;
    char text[CN_ACTION_TEXT];
    const struct cn_view view = cn_game_view(game, seat);
    const struct cn_action action =
        mover_move(cn_bot_at(chance_percent(&sim.chance, 10) ? 0 : 1), &view, &sim.chance.rng);
    cn_action_format(action, text);
    message_init(&act, MESSAGE_ACT);
    message_set_number(&act, FIELD_AT, p->world.number);
    message_set_text(&act, FIELD_ACTION, text);
    if (chance_percent(&sim.chance, 30)) {
        act.card_count = cn_game_pick_cards(game, seat, action, act.cards);
        if (act.card_count > 0)
            message_set_flag(&act, FIELD_CARDS);
    }
    p->sees = p->world.number;
    send_message(p, &act, true);
}

static void do_simple(struct player *p, enum message_kind kind)
{
    struct message message;
    message_init(&message, kind);
    if (kind == MESSAGE_CHAT)
        message_set_text(&message, FIELD_PHRASE, phrase_at(chance_below(&sim.chance, 5)));
    if (kind == MESSAGE_PAUSE)
        message_set_number(&message, FIELD_YES, true);
    if (kind == MESSAGE_UNDO)
        message_set_number(&message, FIELD_N, 1 + chance_below(&sim.chance, 3));
    if (kind == MESSAGE_CUT)
        message_set_number(&message, FIELD_K, 20 + chance_below(&sim.chance, 50));
    if (kind == MESSAGE_CUT)
        commitment_cut(&p->world.pledge, p->next_id, message.k);
    if (kind == MESSAGE_PART) {
        random_bytes(message.part, PART_BYTES);
        commitment_contribute(&p->world.pledge, p->next_id, message.part);
        message_set_flag(&message, FIELD_PART);
        message_set_number(&message, FIELD_DEAL, p->part_deal);
    }
    send_message(p, &message, true);
}

static void unpause(struct player *p)
{
    struct message message;
    message_init(&message, MESSAGE_PAUSE);
    message_set_number(&message, FIELD_YES, false);
    send_message(p, &message, true);
}

static void client_acts(struct player *p)
{
    const struct cn_game *game = &p->world.game;
    if (p->client == 0 || !p->greeted || p->watches || p->pending_id != 0)
        return;
    if (sim.table->paused && chance_percent(&sim.chance, 20)) {
        unpause(p);
    } else if (p->wants_ready) {
        p->wants_ready = false;
        do_simple(p, MESSAGE_READY);
    } else if (p->part_deal > 0) {
        do_simple(p, MESSAGE_PART);
        p->part_deal = 0;
    } else if (p->wants_cut) {
        p->wants_cut = false;
        do_simple(p, MESSAGE_CUT);
    } else if (chance_percent(&sim.chance, sim.trouble > 0 ? 2 : 0)) {
        do_simple(p, MESSAGE_CHAT);
    } else if (sim.trouble > 0 && chance_below(&sim.chance, 200) == 0) {
        do_simple(p, MESSAGE_UNDO);
    } else if (sim.trouble > 0 && chance_below(&sim.chance, 400) == 0) {
        do_simple(p, MESSAGE_PAUSE);
    } else if (p->world.has_deal && game->dealing && cn_game_actor(game) == p->world.seat &&
               (p->sees != p->world.number || chance_percent(&sim.chance, 5))) {
        decide(p);
    }
}

/* ---- the network and the clock ---- */

static void take_letter(int at)
{
    const struct letter letter = sim.letters[at];
    memmove(sim.letters + at, sim.letters + at + 1,
            (size_t)(--sim.letter_count - at) * sizeof sim.letters[0]);
    struct player *p = player_of(letter.client);
    if (p != NULL && letter.from_server) {
        hear_frame(p, letter.text, letter.length);
    } else if (p != NULL) {
        struct message message;
        struct message_error why;
        const enum message_result read =
            message_parse(letter.text, letter.length, MESSAGE_FROM_SERVER, &message, &why);
        if (read != MESSAGE_VALID)
            fail_msg("%s %s in %.*s", why.why, why.field, (int)letter.length, letter.text);
        struct table_event input = {.type = message.kind == MESSAGE_HELLO ? TABLE_EVENT_HELLO
                                                                          : TABLE_EVENT_MESSAGE,
                                    .client = letter.client,
                                    .message = &message};
        step(&input);
    }
    free(letter.text);
}

static int next_letter(void)
{
    int best = -1;
    for (int i = 0; i < sim.letter_count; i++)
        if (sim.letters[i].due <= sim.now &&
            (best < 0 || sim.letters[i].due < sim.letters[best].due))
            best = i;
    return best;
}

static void think(void)
{
    for (int i = 0; i < sim.thought_count; i++) {
        struct bot_question question;
        struct cn_rng rng;
        if (sim.thought_due[i] > sim.now)
            continue;
        const int64_t decision = sim.thoughts[i];
        sim.thoughts[i] = sim.thoughts[--sim.thought_count];
        sim.thought_due[i] = sim.thought_due[sim.thought_count];
        if (!table_bot_question(sim.table, decision, &question))
            return;
        cn_rng_init(&rng, question.dice);
        const struct cn_view view = bot_question_view(&question);
        struct table_event input = {.type = TABLE_EVENT_BOT_MOVE, .decision = decision};
        input.action = mover_move(cn_bot_at(1), &view, &rng);
        step(&input);
        return;
    }
}

/* A client that has heard everything knows exactly what its seat may know. */
static void compare(struct player *p)
{
    struct snapshot seen;
    struct cn__text a = {.text = NULL};
    struct cn__text b = {.text = NULL};
    const struct cn_game *game = &sim.table->game;
    if (!game->dealing || !p->world.has_deal)
        return;
    snapshot_of(game, p->world.seat, &seen);
    snapshot_write(&a, &seen, &game->law->rules, 0);
    snapshot_of(&p->world.game, p->world.seat, &seen);
    snapshot_write(&b, &seen, &game->law->rules, 0);
    sim.compared++;
    if (a.length != b.length || memcmp(a.text, b.text, a.length) != 0)
        fail_msg("worlds differ:\n%.*s%.*s", (int)a.length, a.text, (int)b.length, b.text);
    cn__text_free(&a);
    cn__text_free(&b);
}

/* A table that somebody sits at has one host, and none is waited for in vain while another holder is there. */
static void check_host(void)
{
    const struct table *table = sim.table;
    int hosts = 0;
    bool missed = false;
    int here = 0;
    for (int seat = 0; seat < table->players; seat++) {
        const struct chair *chair = &table->chairs[seat];
        assert_true(chair->held || !chair->host);
        hosts += chair->host;
        missed = missed || (chair->host && chair->missed);
        here += chair->client != 0;
    }
    assert_int_equal(hosts, 1);
    assert_true(!missed || here == 0 || table->paused);
}

/* Nothing under way: then everybody has heard everything. */
static bool is_quiet(void)
{
    return sim.letter_count == 0 && sim.held_count == 0 && sim.unsynced.length == 0;
}

static void compare_all(void)
{
    if (!is_quiet())
        return;
    for (int i = 0; i < CLIENTS; i++) {
        struct player *p = &sim.players[i];
        if (p->client != 0 && p->greeted && table_find_connection(sim.table, p->client) != NULL)
            compare(p);
    }
}

static void trouble(void)
{
    if (sim.trouble == 0)
        return;
    const int which = chance_below(&sim.chance, 4000);
    if (which < 6)
        drop_player(&sim.players[chance_below(&sim.chance, CLIENTS)]);
    else if (which == 6)
        crash();
    else if (which == 7)
        sim.now += 5000; /* everything stood still */
    else if (which == 8)
        sim.now += 130000;
}

static void tick(void)
{
    sim.now += 1 + chance_below(&sim.chance, 4);
    trouble();
    const int letter = next_letter();
    if (letter >= 0)
        take_letter(letter);
    if (sim.timer != 0 && sim.timer <= sim.now) {
        struct table_event input = {.type = TABLE_EVENT_TIMER};
        sim.timer = 0;
        step(&input);
    }
    think();
    if (sim.unsynced.length + (size_t)sim.held_count > 0 && chance_percent(&sim.chance, 50))
        commit();
    compare_all();
    for (int i = 0; i < CLIENTS; i++) {
        struct player *p = &sim.players[i];
        if (p->lost) {
            p->client = 0;
            p->lost = false;
        }
        if (p->client == 0 && chance_percent(&sim.chance, 10))
            connect_player(p);
        client_acts(p);
    }
}

/* ---- what must hold at the end ---- */

static bool was_done(int seat, int64_t id)
{
    for (int i = 0; i < sim.done_count; i++)
        if (sim.done[i].seat == seat && sim.done[i].id == id)
            return true;
    return false;
}

/* Each id stands in the log once, and each that was acknowledged does. */
static void check_acks(void)
{
    int64_t last[CN_SEATS_MAX] = {0};
    for (size_t at = 0; at < sim.log.length;) {
        struct message m;
        struct message_error why;
        const char *end = memchr(sim.log.text + at, '\n', sim.log.length - at);
        assert_non_null(end);
        const size_t length = (size_t)(end - sim.log.text) - at;
        if (message_parse(sim.log.text + at, length, MESSAGE_FROM_LOG, &m, &why) == MESSAGE_VALID &&
            m.kind == MESSAGE_ACKNOWLEDGED && m.id > 0) {
            assert_true(m.id > last[m.seat]);
            last[m.seat] = m.id;
            assert_true(sim.done_count < ACKS);
            sim.done[sim.done_count].seat = m.seat;
            sim.done[sim.done_count++].id = m.id;
        }
        at += length + 1;
    }
    for (int i = 0; i < sim.ack_count; i++)
        if (!was_done(sim.acks[i].seat, sim.acks[i].id))
            fail_msg("seat %d was told that %lld is done, and the log does not know it",
                     sim.acks[i].seat, (long long)sim.acks[i].id);
}

static void report(void *context, const struct cn_report *report)
{
    print_message("line %lld: %s: expected %s, found %s\n", (long long)report->line,
                  report->article, report->expected, report->found);
}

static void check_record(bool whole)
{
    struct cn__text record = {.text = NULL};
    table_log_to_record(sim.log.text, sim.log.length, whole, &record);
    struct cn_reader *replay = cn_reader_open_text(record.text, record.length, report, NULL);
    assert_true(cn_reader_run(replay, 0));
    assert_int_equal(cn_reader_counts(replay)->differences, 0);
    assert_true(cn_reader_counts(replay)->actions > 0);
    cn_reader_close(replay);
    cn__text_free(&record);
}

static void check_load(void)
{
    int64_t line;
    struct table *again = table_load(sim.log.text, sim.log.length, sim.now, &line);
    assert_non_null(again);
    assert_memory_equal(&again->law, &sim.table->law, sizeof again->law);
    struct cn_game game = again->game;
    game.law = sim.table->game.law;
    assert_memory_equal(&game, &sim.table->game, sizeof game);
    assert_int_equal(again->number, sim.table->number);
    assert_int_equal(again->due, sim.table->due);
    assert_int_equal(again->stage, sim.table->stage);
    table_free(again);
}

/* What a newcomer is told of the finished deals is what the record says of them. */
static void check_sheet(void)
{
    struct cn__text record = {.text = NULL};
    struct message m;
    struct message_error why;
    int deals = 0;
    table_log_to_record(sim.log.text, sim.log.length, true, &record);
    struct cn_reader *replay = cn_reader_open_text(record.text, record.length, NULL, NULL);
    assert_true(cn_reader_run(replay, 0));
    const struct cn_score_sheet *wanted = cn_reader_sheet(replay);
    cn__text_clear(&record);
    table_sheet_send(sim.table, 1);
    const char *at = sim.table->say.text;
    for (const char *end; (end = memchr(at, '\n', sim.table->say.length)) != NULL; at = end + 1) {
        assert_int_equal(message_parse(at, (size_t)(end - at), MESSAGE_FROM_CLIENT, &m, &why),
                         MESSAGE_VALID);
        assert_int_equal(m.deal, ++deals);
        assert_memory_equal(m.sides, wanted->deal[deals - 1], m.side_count * sizeof m.sides[0]);
        if (end + 1 == sim.table->say.text + sim.table->say.length)
            break;
    }
    assert_int_equal(deals, wanted->count);
    assert_true(deals > 0);
    cn__text_clear(&sim.table->say);
    sim.table->told_count = 0;
    cn_reader_close(replay);
    cn__text_free(&record);
}

/* ---- runs ---- */

/* Some tables are made with the cards of their first deal. */
static void arrange(struct message *make, uint64_t seed, const char *name)
{
    struct cn_rules rules;
    struct cn_rng rng;
    assert_true(cn_rules_load(&rules, name));
    cn_rng_init(&rng, seed);
    make->card_count = cn_deck_init(&rules, make->cards);
    cn_rng_shuffle(&rng, make->cards, make->card_count);
    message_set_flag(make, FIELD_DECK);
}

static void begin(uint64_t seed, int bad, const char *rules, enum turn_timer timer)
{
    struct message make;
    const char *why;
    uint8_t random[RANDOM_BYTES];
    memset(&sim, 0, sizeof sim);
    chance_from_seed(&sim.chance, seed);
    sim.trouble = bad;
    sim.now = 1000;
    random_bytes(random, sizeof random);
    message_init(&make, MESSAGE_MAKE);
    message_set_number(&make, FIELD_V, 1);
    message_set_text(&make, FIELD_NAME, "Maker");
    message_set_text(&make, FIELD_RULES, rules);
    message_set_number(&make, FIELD_TIMER, timer);
    message_set_number(&make, FIELD_PACE, 5);
    message_set_text(&make, FIELD_HOUSE, "target = 2000");
    if (seed % 4 == 1)
        arrange(&make, seed, rules);
    sim.table = table_create(&make, "00112233445566778899aabbccddeeff", sim.now, random,
                             &sim.effects, &why);
    if (sim.table == NULL)
        fail_msg("no table: %s", why);
    deliver_effects();
    commit();
    for (int i = 0; i < CLIENTS; i++) {
        replica_init(&sim.players[i].world, CN_NO_SEAT);
        sim.players[i].next_id = 1;
        sim.players[i].watches = i == CLIENTS - 1;
    }
    for (int i = 0; i < CLIENTS; i++) {
        sim.players[i].has_token = !sim.players[i].watches;
        random_bytes(sim.players[i].token, TOKEN_BYTES);
    }
    table_creator_token(random, sim.players[0].token);
}

static void clear(void)
{
    table_free(sim.table);
    forget_letters(sim.letters, &sim.letter_count);
    forget_letters(sim.held, &sim.held_count);
    for (int i = 0; i < CLIENTS; i++)
        replica_free(&sim.players[i].world);
    cn__text_free(&sim.log);
    cn__text_free(&sim.unsynced);
    table_effects_free(&sim.effects);
}

static void finish(void)
{
    check_acks();
    check_record(true);
    check_record(false);
    check_load();
    if (sim.table->stage == STAGE_OVER)
        check_sheet();
    clear();
}

static void run(uint64_t seed, int bad, const char *rules, enum turn_timer timer)
{
    begin(seed, bad, rules, timer);
    for (int i = 0; i < 200000 && sim.table->stage != STAGE_OVER; i++) {
        tick();
        if (i == 60000)
            sim.trouble = 0; /* the heal: from here it must come to an end */
    }
    if (sim.table->stage != STAGE_OVER)
        fail_msg("seed %llu: the table is stuck in stage %d", (unsigned long long)seed,
                 sim.table->stage);
    sim.trouble = 0;
    commit();
    finish();
}

static int scale(void)
{
    const char *full = getenv("CANASTA_FULL");
    return full != NULL && full[0] == '1' ? 30 : 1;
}

/* Where nothing is lost, each deal is found fair by all who play, and made from what was fixed by who watches. */
static void calm(void **state)
{
    for (int seed = 1; seed <= 3 * scale(); seed++)
        run((uint64_t)seed, 0, "laws1950", TURN_TIMER_NONE);
    assert_true(verdicts[DEAL_FAIR] > 0 && verdicts[DEAL_FAIR_WATCHED] > 0);
    for (int verdict = DEAL_MISSED; verdict < DEAL_VERDICTS; verdict++)
        assert_int_equal(verdicts[verdict], 0);
}

static void troubled(void **state)
{
    int64_t crashes = 0;
    int64_t drops = 0;
    int64_t compared = 0;
    for (int seed = 1; seed <= 12 * scale(); seed++) {
        const char *rules = cn_rules_builtin(seed % 3);
        run(1000 + (uint64_t)seed, 10 + 10 * (seed % 3), rules, (enum turn_timer)(seed % 3));
        crashes += sim.crashes;
        drops += sim.drops;
        compared += sim.compared;
    }
    print_message("%lld crashes, %lld drops, %lld compared\n", (long long)crashes, (long long)drops,
                  (long long)compared);
    assert_true(crashes > 0 && drops > 0 && compared > 0);
    for (int verdict = DEAL_FAIR; verdict < DEAL_VERDICTS; verdict++)
        if (verdicts[verdict] > 0)
            print_message("%lld %s\n", (long long)verdicts[verdict],
                          deal_verdict_name((enum deal_verdict)verdict));
}

/* Same seed, same bytes. */
static void deterministic(void **state)
{
    struct cn__text first = {.text = NULL};
    for (int pass = 0; pass < 2; pass++) {
        begin(77, 20, "laws1950", TURN_TIMER_BRISK);
        for (int i = 0; i < 20000; i++)
            tick();
        commit();
        if (pass == 0)
            cn__text_append(&first, sim.log.text, sim.log.length);
        else
            assert_true(first.length == sim.log.length &&
                        memcmp(first.text, sim.log.text, first.length) == 0);
        finish();
    }
    cn__text_free(&first);
}

static int host_of(void)
{
    for (int seat = 0; seat < sim.table->players; seat++)
        if (sim.table->chairs[seat].host)
            return seat;
    return CN_NO_SEAT;
}

/* Lets everything that is under way arrive. */
static void settle_down(void)
{
    for (int i = 0; i < 300; i++) {
        sim.now += 2;
        for (int letter; (letter = next_letter()) >= 0;)
            take_letter(letter);
        commit();
    }
}

static void let_time_pass(void)
{
    const int64_t until = sim.now + 130000;
    while (sim.timer != 0 && sim.timer <= until) {
        struct table_event input = {.type = TABLE_EVENT_TIMER};
        sim.now = sim.timer;
        sim.timer = 0;
        step(&input);
    }
    sim.now = until;
}

static void come(int player)
{
    connect_player(&sim.players[player]);
    settle_down();
}

/* Who made the table goes for good: after a while the next who is there is host, also before a game and over restarts,
 * and stays it when the other comes back. */
static void host_goes(void **state)
{
    begin(5, 0, "laws1950", TURN_TIMER_NONE);
    come(0);
    come(1);
    come(2);
    assert_int_equal(host_of(), 0);
    drop_player(&sim.players[0]);
    let_time_pass();
    const int next = host_of();
    assert_int_equal(next, 1);
    assert_int_equal(sim.players[1].world.seat, 1);
    commit();
    crash();
    assert_int_equal(host_of(), 1);
    come(0);
    assert_int_equal(host_of(), 1);
    let_time_pass(); /* nobody else has come back after the restart */
    assert_int_equal(host_of(), 0);
    drop_player(&sim.players[0]);
    come(4); /* watchers do not count */
    let_time_pass();
    assert_int_equal(host_of(), 0);
    come(2);
    assert_int_equal(host_of(), 0); /* who has come first waits for the others anew */
    let_time_pass();
    assert_int_equal(host_of(), 2);
    check_load();
    sim.now += 1;
    clear();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(host_goes),
        cmocka_unit_test(calm),
        cmocka_unit_test(troubled),
        cmocka_unit_test(deterministic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
