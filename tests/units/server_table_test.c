/* server_table_test.c -- a table and its clients' sessions in a simulated world, whose network,
 * disk and clock follow a seed.
 *
 * Clients are sessions (src/client/session.h), for two to six seats and spectators. The network
 * delays, repeats, holds back and cuts off; pages are reloaded; the disk forgets what was not
 * committed when the server dies, which then reads the log; clocks run, and sometimes jump. In
 * lossy worlds single messages are lost, repeated late and delivered in another order too, as no
 * connection should do it.
 *
 * Checks that a client's replica agrees with the table whenever it has received all lines; that
 * what it takes as certain is true, and no other hand is sent; that each acknowledged message is in
 * the log once; that the log's record has no differences; and that the game ends once the trouble
 * does.
 *
 * CANASTA_FULL=1 makes a million steps of sessions. */
#include "hosted.h"
#include "tests/fuzz/driver/mover.h"

enum {
    CLIENTS = CN_SEATS_MAX + 2, /* at most: all seats and two spectators */
    QUEUE = 4000,
    ACKS = 20000,
    TICKET_KINDS = 1000 /* a ticket is a number and the kind of message that it is for */
};

/* A message on its way. */
struct letter {
    char *text;
    size_t length;
    uint32_t client; /* the connection that it belongs to */
    int64_t due;
    int64_t serial;
    bool from_server;
};

struct player {
    uint32_t client; /* its connection; 0: none */
    bool watches, lost;
    int close_code;
    struct session session;
    int64_t tickets;
    int64_t sees; /* the number of the last decision it answered */
    int64_t judged;
    int64_t tainted; /* the last letter to it that a lossy network has lost or misplaced; 0: none */
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
    int seats, clients;
    bool lossy;
    struct session_effects said;
    int64_t serial, session_steps, reloads, losses, asked_again;
    struct {
        int seat;
        int64_t id;
    } acks[ACKS], done[ACKS];
    int ack_count, done_count;
    int64_t steps, crashes, drops, compared, wrong, repeats;
    struct cn_actions list;
} sim;

static int64_t verdicts[DEAL_VERDICTS]; /* of all runs */
static int64_t all_steps;               /* of the sessions of all runs */

static void deliver_effects(void);
static void check_host(void);
static void follow(struct player *p, struct session_event event);
static void drop_player(struct player *p);

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

static void step(struct table_event input)
{
    hosted_random(&sim.chance, input.random, RANDOM_BYTES);
    input.now_ms = sim.now;
    hosted_step(sim.table, &input, &sim.effects);
    sim.steps++;
    check_host();
    deliver_effects();
    /* A timer that fires for ever gives nobody else a turn. Once more is what a late one needs. */
    if (sim.now != sim.fired || input.type != TABLE_EVENT_TIMER)
        sim.at_once = 0;
    sim.fired = sim.now;
    sim.at_once += sim.timer != 0 && sim.timer <= sim.now;
    assert_true(input.type != TABLE_EVENT_TIMER || sim.at_once <= 2);
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

/* Now and then a lossy network does what a connection must not do. */
static bool misbehaves(void)
{
    return sim.lossy && sim.trouble > 0 && chance_below(&sim.chance, 400) == 0;
}

static void taint(uint32_t client)
{
    struct player *p = player_of(client);
    sim.losses++;
    if (p != NULL)
        p->tainted = sim.serial;
}

static void hold_copy(uint32_t client, const char *text, size_t length, int64_t due)
{
    struct letter letter = {.client = client, .length = length, .from_server = true};
    letter.due = due;
    letter.serial = ++sim.serial;
    letter.text = malloc(length);
    memcpy(letter.text, text, length);
    assert_true(sim.held_count < QUEUE);
    sim.held[sim.held_count++] = letter;
}

static void hold(uint32_t client, const char *text, size_t length)
{
    const int64_t due = due_after(sim.letters, sim.letter_count, client, true);
    const int64_t other = due_after(sim.held, sim.held_count, client, true);
    const int64_t last = due > other ? due : other;
    if (misbehaves()) { /* it is lost */
        sim.serial++;
        taint(client);
        return;
    }
    hold_copy(client, text, length, last);
    if (misbehaves()) { /* it comes before others, or again after others */
        taint(client);
        hold_copy(client, text, length, sim.now + chance_below(&sim.chance, 200));
    } else if (chance_percent(&sim.chance, sim.trouble / 4)) {
        hold_copy(client, text, length, last); /* twice in a row does no harm */
    }
}

static void deliver_effects(void)
{
    const struct table_effects *effects = &sim.effects;
    bool sent = false;
    for (int i = 0; i < effects->count; i++) {
        const struct table_effect *e = &effects->at[i];
        switch (e->type) {
        case EFFECT_APPEND:
            assert_false(sent); /* durable before anything is sent */
            cn__text_append(&sim.unsynced, effects->text.text + e->at, e->length);
            break;
        case EFFECT_SEND:
            sent = true;
            hold(e->client, effects->text.text + e->at, e->length);
            break;
        case EFFECT_CLOSE: {
            struct player *p = player_of(e->client);
            if (p != NULL) {
                p->lost = true;
                p->close_code = e->code;
            }
            break;
        }
        case EFFECT_CONFIRM: break;
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
    sim.crashes++;
    table_free(sim.table);
    cn__text_clear(&sim.unsynced);
    forget_letters(sim.held, &sim.held_count);
    forget_letters(sim.letters, &sim.letter_count);
    sim.thought_count = 0;
    sim.timer = 0;
    sim.table = hosted_load(&sim.log, sim.now);
    for (int i = 0; i < sim.clients; i++) {
        if (sim.players[i].client == 0)
            continue;
        sim.players[i].client = 0;
        follow(&sim.players[i], (struct session_event){.type = SESSION_CLOSED, .code = 1006});
    }
}

/* ---- clients ---- */

static void send_text(struct player *p, const char *text, size_t length)
{
    const int copies = misbehaves() ? 0 : chance_percent(&sim.chance, sim.trouble) ? 2 : 1;
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

static bool is_kept(int kind)
{
    return kind == MESSAGE_ACT || kind == MESSAGE_CUT || kind == MESSAGE_CHAT;
}

static void hear_answer(const struct player *p, const struct session_effect *answer)
{
    if (!answer->done || !is_kept((int)(answer->ticket % TICKET_KINDS)))
        return;
    assert_true(sim.ack_count < ACKS);
    sim.acks[sim.ack_count].seat = p->session.seat;
    sim.acks[sim.ack_count++].id = answer->id;
}

/* The server is honest: whatever was lost with a connection, nobody may call a deal unfair. */
static void hear_verdict(struct player *p)
{
    const struct replica *replica = &p->session.replica;
    if (replica->judged == p->judged)
        return;
    p->judged = replica->judged;
    if (replica->judged == 0)
        return;
    if (deal_is_unfair(replica->verdict) && !sim.lossy)
        fail_msg("seat %d: %s", replica->seat, deal_verdict_name(replica->verdict));
    verdicts[replica->verdict]++;
}

/* Carries out what a session wants after an event. */
static void follow(struct player *p, struct session_event event)
{
    bool cut = false;
    event.now_ms = sim.now;
    hosted_random(&sim.chance, event.random, PART_BYTES);
    hosted_follow(&p->session, &event, &sim.said);
    sim.session_steps++;
    for (int i = 0; i < sim.said.count; i++) {
        const struct session_effect *e = &sim.said.at[i];
        if (e->type == SESSION_EFFECT_SEND && p->client != 0)
            send_text(p, sim.said.text.text + e->at, e->length);
        if (e->type == SESSION_EFFECT_ANSWER)
            hear_answer(p, e);
        if (e->type == SESSION_EFFECT_ENDED)
            fail_msg("a session ended: %s", p->session.ended_why);
        cut = cut || e->type == SESSION_EFFECT_RECONNECT;
    }
    hear_verdict(p);
    if (cut)
        drop_player(p);
}

static void connect_player(struct player *p)
{
    p->client = ++sim.next_client;
    p->lost = false;
    p->tainted = p->tainted > 0 ? ++sim.serial : 0; /* lines of the connection before stay lost */
    follow(p, (struct session_event){.type = SESSION_CONNECTED});
}

static void drop_player(struct player *p)
{
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
    follow(p, (struct session_event){.type = SESSION_CLOSED, .code = 1006});
    step((struct table_event){.type = TABLE_EVENT_DISCONNECT, .client = client});
}

/* The page is opened again, with or without its journal. */
static void reload(struct player *p, bool remembers)
{
    struct cn__text journal = {.text = NULL};
    drop_player(p);
    struct session_options options = p->session.options;
    const int64_t highest = p->session.highest_id;
    sim.reloads++;
    options.first_id = p->session.next_id;
    cn__text_append(&journal, p->session.journal.text, p->session.journal.length);
    session_free(&p->session);
    session_init(&p->session, &options);
    if (remembers)
        session_recall(&p->session, journal.text, journal.length, highest);
    else
        p->tainted = 0;
    p->judged = p->session.replica.judged;
    p->sees = 0;
    cn__text_free(&journal);
}

static bool has(const char *text, size_t length, const char *what)
{
    return memmem(text, length, what, strlen(what)) != NULL;
}

/* Of cards that others draw only the number is sent. */
static void check_hidden(const struct player *p, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        char own[20];
        const size_t size = hosted_line(text + at, length - at) - 1;
        const bool draws =
            has(text + at, size, "\"t\":\"draw\"") || has(text + at, size, "\"t\":\"face\"");
        snprintf(own, sizeof own, "\"seat\":%d", p->session.seat);
        if (draws && !has(text + at, size, own) &&
            (has(text + at, size, "\"cards\":[") || has(text + at, size, "\"drawn\":[")))
            fail_msg("seat %d was told %.*s", p->session.seat, (int)size, text + at);
        at += size + 1;
    }
}

static void hear_letter(struct player *p, const struct letter *letter)
{
    const struct session *session = &p->session;
    const bool was_deaf = session->deaf;
    const bool asked = session->replica.number == 0;
    const int64_t again = session->asked.again ? session->asked.id : 0;
    const uint32_t client = p->client;
    check_hidden(p, letter->text, letter->length);
    follow(p, (struct session_event){
                  .type = SESSION_LINES, .text = letter->text, .length = letter->length});
    if (p->client != client)
        return;
    sim.asked_again += session->asked.again && session->asked.id != again;
    if (session->deaf && !was_deaf) {
        sim.wrong++; /* what was taken back lies further in the past than it remembers */
        if (p->tainted == 0 && !has(letter->text, letter->length, "\"undo\""))
            fail_msg("%.*s does not fit", (int)letter->length, letter->text);
    } else if (asked && letter->serial > p->tainted && session->welcomed &&
               has(letter->text, letter->length, "\"t\":\"table\"")) {
        p->tainted = 0;
    }
}

/* ---- what a client does ---- */

static void want(struct player *p, struct message *message)
{
    follow(p, (struct session_event){.type = SESSION_WANT,
                                     .message = message,
                                     .ticket = ++p->tickets * TICKET_KINDS + message->kind});
}

static void decide(struct player *p)
{
    const struct cn_game *game = &p->session.replica.game;
    const int seat = p->session.seat;
    struct message act;
    char text[CN_ACTION_TEXT];
    const struct cn_view view = cn_game_view(game, seat);
    const struct cn_action action =
        mover_move(cn_bot_at(chance_percent(&sim.chance, 10) ? 0 : 1), &view, &sim.chance.rng);
    cn_action_format(NULL, action, text);
    message_init(&act, MESSAGE_ACT);
    message_set_text(&act, FIELD_ACTION, text);
    if (chance_percent(&sim.chance, 30)) {
        act.card_count = cn_game_pick_cards(game, seat, action, act.cards);
        if (act.card_count > 0)
            message_set_flag(&act, FIELD_CARDS);
    }
    p->sees = p->session.replica.number;
    want(p, &act);
}

static void do_simple(struct player *p, enum message_kind kind)
{
    struct message message;
    message_init(&message, kind);
    if (kind == MESSAGE_CHAT)
        message_set_text(&message, FIELD_PHRASE, phrase_at(chance_below(&sim.chance, 5)));
    if (kind == MESSAGE_PAUSE)
        message_set_number(&message, FIELD_YES, !p->session.paused);
    if (kind == MESSAGE_UNDO)
        message_set_number(&message, FIELD_N, 1 + chance_below(&sim.chance, 3));
    if (kind == MESSAGE_CUT)
        message_set_number(&message, FIELD_K, 20 + chance_below(&sim.chance, 50));
    want(p, &message);
}

static bool vote(struct player *p)
{
    for (int what = 0; what < PROPOSALS; what++) {
        struct message message;
        if (p->session.proposals[what].on == 0 || !p->session.proposals[what].may_vote)
            continue;
        message_init(&message, MESSAGE_VOTE);
        message_set_number(&message, FIELD_ON, p->session.proposals[what].on);
        message_set_number(&message, FIELD_YES, chance_percent(&sim.chance, 70));
        want(p, &message);
        return true;
    }
    return false;
}

static void client_acts(struct player *p)
{
    const struct session *session = &p->session;
    const struct cn_game *game = &session->replica.game;
    if (p->client == 0 || !session->welcomed || session->seat == CN_NO_SEAT ||
        session->asked.id != 0 || vote(p))
        return;
    if (session->paused && chance_percent(&sim.chance, 20)) {
        do_simple(p, MESSAGE_PAUSE);
    } else if (session_is_gathering(session) && !session->seats[session->seat].ready) {
        do_simple(p, MESSAGE_READY);
    } else if (session->cutting) {
        do_simple(p, MESSAGE_CUT);
    } else if (chance_percent(&sim.chance, sim.trouble > 0 ? 2 : 0)) {
        do_simple(p, MESSAGE_CHAT);
    } else if (sim.trouble > 0 && chance_below(&sim.chance, 200) == 0) {
        do_simple(p, MESSAGE_UNDO);
    } else if (sim.trouble > 0 && chance_below(&sim.chance, 400) == 0 && !session->paused) {
        do_simple(p, MESSAGE_PAUSE);
    } else if (session->replica.has_deal && game->in_deal &&
               cn_game_actor(game) == session->replica.seat &&
               (p->sees != session->replica.number || chance_percent(&sim.chance, 5))) {
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
        hear_letter(p, &letter);
    } else if (p != NULL) {
        struct message message;
        step(hosted_event_of_text(letter.client, letter.text, letter.length, &message));
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
        step(input);
        return;
    }
}

/* What a client holds for sure of others' hands is so: by kind, since a snapshot tells no faces. */
static void check_sure(const struct player *p)
{
    const struct replica *replica = &p->session.replica;
    for (int seat = 0; seat < sim.seats; seat++) {
        int spare[CN_KINDS] = {0};
        for (int face = 0; face < CN_CARD_CODES; face++)
            spare[cn_card_kind((cn_card)face)] +=
                sim.table->game.cards.hand[seat][face] - replica->known_cards[seat][face];
        for (int kind = 0; kind < CN_KINDS; kind++)
            assert_true(seat == replica->seat || spare[kind] >= 0);
    }
}

/* A client that has received everything knows exactly what its seat may know. */
static void compare(const struct player *p)
{
    struct snapshot snapshot;
    struct cn__text a = {.text = NULL};
    struct cn__text b = {.text = NULL};
    const struct cn_game *game = &sim.table->game;
    const struct replica *replica = &p->session.replica;
    assert_int_equal(p->session.stage, sim.table->stage);
    for (int seat = 0; seat < sim.seats; seat++)
        assert_string_equal(p->session.seats[seat].name, sim.table->seats[seat].name);
    if (!game->in_deal)
        return;
    assert_true(replica->has_deal);
    snapshot_of(game, replica->seat, &snapshot);
    snapshot_write(&a, &snapshot, &game->law->rules, 0);
    snapshot_of(&replica->game, replica->seat, &snapshot);
    snapshot_write(&b, &snapshot, &game->law->rules, 0);
    sim.compared++;
    if (a.length != b.length || memcmp(a.text, b.text, a.length) != 0)
        fail_msg("worlds differ:\n%.*s%.*s", (int)a.length, a.text, (int)b.length, b.text);
    check_sure(p);
    cn__text_free(&a);
    cn__text_free(&b);
}

/* A table that somebody sits at has one host, and none is waited for in vain while another
 * holder is there. */
static void check_host(void)
{
    const struct table *table = sim.table;
    int hosts = 0;
    bool missed = false;
    int here = 0;
    for (int seat = 0; seat < table->players; seat++) {
        const struct seat *entry = &table->seats[seat];
        assert_true(entry->held || !entry->host);
        hosts += entry->host;
        missed = missed || (entry->host && entry->no_show);
        here += entry->client != 0;
    }
    assert_int_equal(hosts, 1);
    assert_true(!missed || here == 0 || table->paused);
}

/* Returns whether nothing is pending, so that every client has received everything. */
static bool is_quiet(void)
{
    return sim.letter_count == 0 && sim.held_count == 0 && sim.unsynced.length == 0;
}

static void compare_all(void)
{
    if (!is_quiet())
        return;
    for (int i = 0; i < sim.clients; i++) {
        const struct player *p = &sim.players[i];
        if (p->client != 0 && p->session.welcomed && p->tainted == 0 &&
            table_find_connection(sim.table, p->client) != NULL)
            compare(p);
    }
}

static void trouble(void)
{
    if (sim.trouble == 0)
        return;
    const int which = chance_below(&sim.chance, 4000);
    struct player *p = &sim.players[chance_below(&sim.chance, sim.clients)];
    if (which < 6)
        drop_player(p);
    else if (which == 9 || which == 10)
        reload(p, which == 9);
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
        sim.timer = 0;
        step((struct table_event){.type = TABLE_EVENT_TIMER});
    }
    think();
    if (sim.unsynced.length + (size_t)sim.held_count > 0 && chance_percent(&sim.chance, 50))
        commit();
    compare_all();
    for (int i = 0; i < sim.clients; i++) {
        struct player *p = &sim.players[i];
        if (p->lost) {
            p->client = 0;
            p->lost = false;
            follow(p, (struct session_event){.type = SESSION_CLOSED, .code = p->close_code});
        }
        if (chance_below(&sim.chance, 400) == 0)
            follow(p, (struct session_event){.type = SESSION_TICK});
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
        const size_t length = hosted_line(sim.log.text + at, sim.log.length - at) - 1;
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
    struct table *again = hosted_load(&sim.log, sim.now);
    assert_ptr_equal(again->law, sim.table->law); /* one for all tables of these rules */
    struct cn_game game = again->game;
    game.law = sim.table->game.law;
    assert_memory_equal(&game, &sim.table->game, sizeof game);
    assert_int_equal(again->number, sim.table->number);
    assert_int_equal(again->decision_number, sim.table->decision_number);
    assert_int_equal(again->stage, sim.table->stage);
    table_free(again);
}

/* A newcomer must receive the finished deals' scores as the record has them. */
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
    sim.table->outgoing_count = 0;
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
    make->card_count = cn_deck_init(&rules, 4, make->cards);
    cn_rng_shuffle(&rng, make->cards, make->card_count);
    message_set_flag(make, FIELD_DECK);
}

static void begin(uint64_t seed, int bad, const char *rules, int players, enum turn_timer timer)
{
    struct message make = sitting_make("Maker", rules, players);
    const char *why;
    uint8_t random[RANDOM_BYTES];
    memset(&sim, 0, sizeof sim);
    chance_from_seed(&sim.chance, seed);
    sim.trouble = bad;
    sim.seats = players;
    sim.clients = players + 1 + (int)(seed % 2);
    sim.now = 1000;
    hosted_random(&sim.chance, random, sizeof random);
    message_set_number(&make, FIELD_TIMER, timer);
    message_set_number(&make, FIELD_PACE, 5);
    message_set_text(&make, FIELD_HOUSE, "target = 2000\nrounds = 0");
    if (seed % 4 == 1)
        arrange(&make, seed, rules);
    sim.table = table_create(&make, SITTING_LINK, sim.now, random, &sim.effects, &why);
    if (sim.table == NULL)
        fail_msg("no table: %s", why);
    deliver_effects();
    commit();
    for (int i = 0; i < sim.clients; i++) {
        struct session_options options = {
            .name = "Player", .seat = -1, .first_id = 1, .keeps_journal = true};
        snprintf(options.link, sizeof options.link, "%s", sim.table->link);
        sim.players[i].watches = i >= players;
        options.has_token = options.is_new = i < players;
        hosted_random(&sim.chance, options.token, TOKEN_BYTES);
        if (i == 0)
            table_creator_token(random, options.token);
        session_init(&sim.players[i].session, &options);
    }
}

static void clear(void)
{
    table_free(sim.table);
    forget_letters(sim.letters, &sim.letter_count);
    forget_letters(sim.held, &sim.held_count);
    for (int i = 0; i < sim.clients; i++)
        session_free(&sim.players[i].session);
    session_effects_free(&sim.said);
    all_steps += sim.session_steps;
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

/* From here it must come to an end. Who has lost lines and does not know it opens the page again.
 */
static void heal(void)
{
    sim.trouble = 0;
    for (int i = 0; i < sim.clients; i++)
        if (sim.players[i].tainted > 0)
            reload(&sim.players[i], false);
}

static void play(uint64_t seed)
{
    for (int i = 0; i < 200000 && sim.table->stage != STAGE_OVER; i++) {
        tick();
        if (i == 60000)
            heal();
    }
    if (sim.table->stage != STAGE_OVER)
        fail_msg("seed %llu: the table is stuck in stage %d", (unsigned long long)seed,
                 sim.table->stage);
    sim.trouble = 0;
    commit();
    finish();
}

static void run(uint64_t seed, int bad, const char *rules, int players, enum turn_timer timer)
{
    begin(seed, bad, rules, players, timer);
    play(seed);
}

static int scale(void)
{
    const char *full = getenv("CANASTA_FULL");
    return full != NULL && full[0] == '1' ? 30 : 1;
}

/* Where nothing is lost, each deal is found fair by all who play, and made from what was fixed
 * by who watches. */
static void calm(void **state)
{
    for (int seed = 1; seed <= 3 * scale(); seed++)
        run((uint64_t)seed, 0, "laws1950", 4, TURN_TIMER_NONE);
    assert_true(verdicts[DEAL_FAIR] > 0 && verdicts[DEAL_FAIR_WATCHED] > 0);
    for (int verdict = DEAL_MISSED; verdict < DEAL_VERDICTS; verdict++)
        assert_int_equal(verdicts[verdict], 0);
}

static int rule_sets(void)
{
    int count = 0;
    while (cn_rules_builtin(count) != NULL)
        count++;
    return count;
}

/* Every number of players that a rule set allows, in turn. */
static int players_for(const char *name, int seed)
{
    struct cn_rules rules;
    int players = 2 + seed % (CN_SEATS_MAX - 1);
    assert_true(cn_rules_load(&rules, name));
    while (!cn_rules_allow_players(&rules, players))
        players = players == CN_SEATS_MAX ? 2 : players + 1;
    return players;
}

static void troubled(void **state)
{
    const int64_t wanted = scale() > 1 ? 1000000 : 0;
    int64_t crashes = 0;
    int64_t drops = 0;
    int64_t compared = 0;
    int64_t reloads = 0;
    int64_t losses = 0;
    int seed = 1;
    for (; seed <= 12 || all_steps < wanted; seed++) {
        const char *rules = cn_rules_builtin(seed % rule_sets());
        begin(1000 + (uint64_t)seed, 10 + 10 * (seed % 3), rules, players_for(rules, seed / 2),
              (enum turn_timer)(seed % 3));
        sim.lossy = seed % 3 == 2;
        play((uint64_t)seed);
        crashes += sim.crashes;
        drops += sim.drops;
        compared += sim.compared;
        reloads += sim.reloads;
        losses += sim.losses;
    }
    print_message("%d games, %lld steps of sessions, %lld crashes, %lld drops, %lld reloads, "
                  "%lld messages lost or misplaced, %lld compared\n",
                  seed - 1, (long long)all_steps, (long long)crashes, (long long)drops,
                  (long long)reloads, (long long)losses, (long long)compared);
    assert_true(crashes > 0 && drops > 0 && compared > 0 && reloads > 0 && losses > 0);
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
        begin(77, 20, "laws1950", 4, TURN_TIMER_BRISK);
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
        if (sim.table->seats[seat].host)
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
        sim.now = sim.timer;
        sim.timer = 0;
        step((struct table_event){.type = TABLE_EVENT_TIMER});
    }
    sim.now = until;
}

static void come(int player)
{
    connect_player(&sim.players[player]);
    settle_down();
}

/* Who made the table goes for good: after a while the next who is there is host, also before a
 * game and over restarts, and stays it when the other comes back. */
static void host_goes(void **state)
{
    begin(5, 0, "laws1950", 4, TURN_TIMER_NONE);
    come(0);
    come(1);
    come(2);
    assert_int_equal(host_of(), 0);
    drop_player(&sim.players[0]);
    let_time_pass();
    const int next = host_of();
    assert_int_equal(next, 1);
    assert_int_equal(sim.players[1].session.seat, 1);
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
    assert_int_equal(host_of(), 0); /* the first to come waits for the others again */
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
