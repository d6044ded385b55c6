/* server_nodes_test.c -- several nodes on one database in a simulated world, whose processes,
 * network, database and clocks follow a seed.
 *
 * What runs is the store on PostgreSQL (src/server/postgres_store.c, postgres_link.c), tables and
 * clients' sessions. The database is a model of one (tests/nodes/model.h). A node is what
 * src/server makes of these: a loop that steps tables and gathers rows, a thread that writes them
 * and one that reads tables, which run in turns, each until it waits for the database. Nodes never
 * speak with each other.
 *
 * Nodes are stopped for a while and go on, die in the middle of anything, are retired; they are cut
 * off from the database or from clients; connections break with a transaction half sent, or
 * committed and not answered; the database stops and comes back; clocks of nodes differ and jump.
 *
 * Checks that whatever a node has made known is in the log, as it said; that each acknowledged
 * action is in the log once, in its order; that nobody but its owner has acknowledged anything in
 * an epoch; that epochs only rise along a log; that no node finds its store broken; and that
 * everybody is served once the trouble is over. To see that it would notice, each rule that all
 * this depends on is broken in turn. CANASTA_FULL=1 makes a million schedules. */
#include "hosted.h"
#include "server/postgres_store.h"
#include "server/store.h"
#include "tests/nodes/fiber.h"
#include "tests/nodes/model.h"
#include "tests/units/effort.h"

enum {
    NODES = MODEL_HOSTS,
    TABLES = 2,
    SEATS = 2,
    CLIENTS = TABLES * SEATS,
    WISHES = 4, /* of a client */
    EPOCHS = 200,
    LETTERS = 2000,
    ACKS = 200,
    FOREVER = 1 << 30
};

/* ---- nodes, and what reaches them ---- */

struct batch {
    struct cn__text rows;
    int count;
    uint64_t number;
};

struct hosted_here {
    struct table *inside; /* NULL: it is not in memory */
    int64_t id, epoch, rows, timer;
    uint64_t last_batch;
    bool moving;
    bool asked; /* of the reading thread */
};

struct node {
    int index, serial; /* of the process */
    bool running, up, dead, stopped, closing, draining, others_known, waits_for_read;
    struct postgres_node about;
    char name[2], url[16];
    int64_t ahead; /* of its clock */
    struct store *store, *reader;
    struct fiber writer, asker;
    struct hosted_here tables[TABLES];
    struct batch gathering, job;
    bool writing, finished, held_now;
    uint64_t durable;
    enum store_result result; /* that ends the process */
    char why[STORE_WHY_SIZE];
    /* the reading thread */
    int question; /* a table; TABLES: the other nodes; -1: nothing */
    bool answered;
    enum store_result found;
    struct store_table read;
    struct cn__text others;
};

/* A message on its way between a client and a node, or one that a node holds back. */
struct letter {
    char *text;
    size_t length;
    int client, close_code;
    uint32_t serial; /* of the connection */
    bool to_node;
    uint64_t batch; /* that it waits for; in the node's hands */
    int held_by;    /* node, + 1; 0: on its way */
    bool waits;     /* for its table to be read */
};

struct client {
    struct session session;
    int table, seat, node, next_node; /* node: -1: not connected; next_node: -1: any */
    uint32_t serial;
    bool attached;
    int wishes, answers;
};

struct acknowledged {
    int table, seat;
    int64_t id;
};

static struct {
    struct chance chance;
    struct node nodes[NODES];
    struct client clients[CLIENTS];
    struct letter letters[LETTERS];
    int letter_count;
    int host;        /* whose code runs */
    bool cut[NODES]; /* from clients */
    bool healed;
    int owners[TABLES][EPOCHS]; /* the process that has acknowledged in it */
    struct acknowledged acks[ACKS];
    int ack_count, serials, steps;
    uint32_t connections;
    bool acks_early; /* a mutant of the node's */
    struct table_effects effects;
    struct session_effects said;
    char fault[400];
} sim;

static const char *const links[TABLES] = {"00112233445566778899aabbccddeeff",
                                          "ffeeddccbbaa99887766554433221100"};
static struct cn__text first_lines[TABLES];
static uint8_t tokens[CLIENTS][TOKEN_BYTES];
static int64_t stops, crashes, cuts, failovers, retirements, replacements, taken, schedules, acked;

static int below(int n)
{
    return chance_below(&sim.chance, n);
}

static void blame(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void blame(const char *format, ...)
{
    va_list arguments;
    if (sim.fault[0] != '\0')
        return;
    va_start(arguments, format);
    vsnprintf(sim.fault, sizeof sim.fault, format, arguments);
    va_end(arguments);
}

static void run_fiber(struct fiber *fiber)
{
    sim.host = fiber->node->index;
    fiber_run(fiber);
}

static bool is_runnable(const struct fiber *fiber)
{
    return !fiber->done && (fiber->until <= model.now_ms ||
                            (fiber->awaits != NULL && model_has_news(fiber->awaits)));
}

/* ---- the world, as the model sees it ---- */

static void wait_in_world(struct pg_conn *connection, int64_t ms)
{
    struct fiber *fiber = fiber_running();
    if (fiber == NULL || fiber->node->dead)
        return;
    fiber->awaits = connection;
    fiber->until = model.now_ms + ms;
    fiber_go_home(fiber);
}

static int host_in_world(void)
{
    return sim.host;
}

static bool is_dead_in_world(int host)
{
    return sim.nodes[host].dead;
}

static int64_t clock_in_world(void)
{
    const struct fiber *fiber = fiber_running();
    const int64_t ahead = fiber != NULL ? fiber->node->ahead : 0;
    return 1000000 + model.now_ms + ahead;
}

static const struct model_world world = {.wait = wait_in_world,
                                         .host = host_in_world,
                                         .is_dead = is_dead_in_world,
                                         .clock_ms = clock_in_world,
                                         .chance = below};

static void nap(struct fiber *fiber, int64_t ms)
{
    if (fiber->node->dead)
        return;
    fiber->until = model.now_ms + ms;
    fiber_go_home(fiber);
}

/* ---- letters ---- */

static struct letter *put_letter(int client, uint32_t serial, const char *text, size_t length)
{
    assert_true(sim.letter_count < LETTERS);
    struct letter *letter = &sim.letters[sim.letter_count++];
    *letter = (struct letter){.client = client, .serial = serial, .length = length};
    letter->text = malloc(length + 1);
    memcpy(letter->text, text, length);
    letter->text[length] = '\0';
    return letter;
}

static void drop_letter(int i)
{
    free(sim.letters[i].text);
    sim.letter_count--;
    memmove(&sim.letters[i], &sim.letters[i + 1],
            (size_t)(sim.letter_count - i) * sizeof sim.letters[0]);
}

/* ---- a node's two threads ---- */

static int table_of(int64_t id)
{
    return (int)id - 1;
}

/* What the thread calls durable must be in the log, word for word, and nobody else may have said so
 * in this epoch. */
static void check_durable(const struct node *node)
{
    const struct store_batch batch = {node->job.rows.text, node->job.rows.length, node->job.count,
                                      node->job.number};
    for (size_t at = 0; at < batch.length;) {
        struct store_row row;
        const char *text = store_next_row(&batch, &at, &row);
        if (row.n <= 0)
            continue;
        const struct model_row *kept = model_find_row(row.table, row.n);
        if (kept == NULL || kept->length != row.length ||
            memcmp(kept->lines, text, row.length) != 0) {
            blame("node %s: row %lld of table %lld is not in the log", node->name, (long long)row.n,
                  (long long)row.table);
            continue;
        }
        int *owner = &sim.owners[table_of(row.table)][row.epoch];
        if (*owner != 0 && *owner != node->serial)
            blame("table %lld: two nodes have acknowledged in epoch %lld", (long long)row.table,
                  (long long)row.epoch);
        *owner = node->serial;
    }
}

static void end_process(struct node *node, enum store_result result)
{
    if (result == STORE_DONE || result == STORE_PASSING || node->dead)
        return;
    node->result = result;
    snprintf(node->why, sizeof node->why, "%s", node->store->why);
}

static void write_job(struct node *node)
{
    const struct store_batch batch = {node->job.rows.text, node->job.rows.length, node->job.count,
                                      node->job.number};
    enum store_result result = STORE_DONE;
    while (!node->dead && batch.count > 0 &&
           (result = store_write(node->store, &batch)) == STORE_PASSING)
        nap(&node->writer, 50);
    end_process(node, result);
    if (node->dead || result != STORE_DONE)
        return;
    check_durable(node);
    node->writing = false;
    node->finished = true;
    end_process(node, store_rest(node->store, false));
}

static void write_for_ever(struct fiber *fiber)
{
    struct node *node = fiber->node;
    node->store = modelled_store_open(&node->about, node->why, sizeof node->why);
    if (node->store != NULL)
        node->reader = store_open_reader(node->store, node->why, sizeof node->why);
    node->up = node->reader != NULL;
    node->result = node->up ? STORE_DONE : STORE_PASSING;
    while (node->up && !node->dead && node->result == STORE_DONE) {
        if (node->writing) {
            write_job(node);
        } else if (node->closing && node->asker.done) {
            struct store *store = node->store;
            store_close(node->reader);
            node->reader = NULL;
            node->store = NULL;
            store_close(store);
            return;
        } else {
            nap(fiber, node->closing ? 10 : 1000);
            if (!node->writing && !node->dead && !node->closing)
                end_process(node, store_rest(node->store, true));
        }
    }
}

static void read_for_ever(struct fiber *fiber)
{
    struct node *node = fiber->node;
    while (!node->dead && !node->closing) {
        if (!node->up || node->question < 0 || node->answered) {
            nap(fiber, FOREVER);
            continue;
        }
        node->found = node->question == TABLES
                          ? store_others(node->reader, &node->others)
                          : store_open_table(node->reader, links[node->question], &node->read);
        node->answered = true;
    }
}

/* ---- a node's loop ---- */

static void start_node(struct node *node)
{
    node->serial = ++sim.serials;
    node->running = true;
    node->question = -1;
    node->gathering.number = 1;
    node->about = (struct postgres_node){"postgresql://model", node->name, node->url};
    node->writer.node = node->asker.node = node;
    fiber_begin(&node->writer, write_for_ever);
    fiber_begin(&node->asker, read_for_ever);
}

static void follow(struct client *client, struct session_event event);

static void disconnect(struct client *client)
{
    if (client->node < 0)
        return;
    client->node = -1;
    client->attached = false;
    follow(client, (struct session_event){.type = SESSION_CLOSED, .code = 1006});
}

/* The process is gone, whatever it was doing. */
static void kill_node(struct node *node)
{
    const struct postgres_node about = node->about;
    node->dead = true;
    while (!node->writer.done)
        run_fiber(&node->writer);
    while (!node->asker.done)
        run_fiber(&node->asker);
    sim.host = node->index;
    store_close(node->reader);
    store_close(node->store);
    for (int i = 0; i < TABLES; i++)
        table_free(node->tables[i].inside);
    cn__text_free(&node->gathering.rows);
    cn__text_free(&node->job.rows);
    cn__text_free(&node->read.log);
    cn__text_free(&node->others);
    for (int i = sim.letter_count - 1; i >= 0; i--)
        if (sim.letters[i].held_by == node->index + 1)
            drop_letter(i);
    const struct node next = {.index = node->index,
                              .about = about,
                              .ahead = node->ahead,
                              .writer.stack = node->writer.stack,
                              .asker.stack = node->asker.stack};
    *node = next;
    node->name[0] = (char)('a' + node->index);
    snprintf(node->url, sizeof node->url, "http://%s/", node->name);
    for (int i = 0; i < CLIENTS; i++)
        if (sim.clients[i].node == node->index)
            disconnect(&sim.clients[i]);
}

static bool must_wait(const struct node *node, const struct hosted_here *table)
{
    return table->last_batch > node->durable && !sim.acks_early;
}

static void hold(struct node *node, struct hosted_here *table, uint32_t serial, const char *text,
                 size_t length, int close_code)
{
    for (int i = 0; i < CLIENTS; i++) {
        if (sim.clients[i].serial != serial || sim.clients[i].node != node->index)
            continue;
        struct letter *letter = put_letter(i, serial, text, length);
        letter->close_code = close_code;
        if (!must_wait(node, table))
            continue;
        table->last_batch = node->gathering.number;
        letter->batch = table->last_batch;
        letter->held_by = node->index + 1;
        node->held_now = true;
    }
}

static void put_row(struct node *node, const struct store_row *row, const char *text)
{
    store_put_row(&node->gathering.rows, row, text);
    node->gathering.count++;
}

static void step(struct node *node, int index, struct table_event *event)
{
    struct hosted_here *table = &node->tables[index];
    struct cn__text lines = {.text = NULL};
    event->now_ms = 1000000 + model.now_ms + node->ahead;
    hosted_random(&sim.chance, event->random, RANDOM_BYTES);
    hosted_step(table->inside, event, &sim.effects);
    for (int i = 0; i < sim.effects.count; i++)
        if (sim.effects.at[i].type == EFFECT_APPEND)
            cn__text_append(&lines, sim.effects.text.text + sim.effects.at[i].at,
                            sim.effects.at[i].length);
    if (lines.length > 0) {
        put_row(node,
                &(struct store_row){.table = table->id,
                                    .n = ++table->rows,
                                    .epoch = table->epoch,
                                    .length = lines.length},
                lines.text);
        table->last_batch = node->gathering.number;
    }
    cn__text_free(&lines);
    for (int i = 0; i < sim.effects.count; i++) {
        const struct table_effect *effect = &sim.effects.at[i];
        if (effect->type == EFFECT_CONFIRM) {
            put_row(node, &(struct store_row){.table = table->id, .n = ROW_CONFIRM}, "");
            table->last_batch = node->gathering.number;
        }
        if (effect->type == EFFECT_SEND)
            hold(node, table, effect->client, sim.effects.text.text + effect->at, effect->length,
                 0);
        else if (effect->type == EFFECT_CLOSE)
            hold(node, table, effect->client, "", 0, effect->code);
        else if (effect->type == EFFECT_TIMER)
            table->timer = effect->ms;
    }
}

static void send_elsewhere(struct node *node, struct hosted_here *table, const struct client *to,
                           const char *url)
{
    struct message bye;
    struct cn__text text = {.text = NULL};
    message_init(&bye, MESSAGE_BYE);
    message_set_number(&bye, FIELD_CODE, CLOSE_RESTART);
    message_set_text(&bye, FIELD_URL, url);
    message_write(&text, &bye);
    hold(node, table, to->serial, text.text, text.length, 0);
    hold(node, table, to->serial, "", 0, CLOSE_RESTART);
    cn__text_free(&text);
}

/* Returns the address of another node; "": there is none. */
static void choose_other(const struct node *node, char url[16])
{
    url[0] = '\0';
    if (node->others.length > 0)
        snprintf(url, 16, "%.*s", (int)strcspn(node->others.text, "\n"), node->others.text);
}

static void say_hello(struct node *node, struct client *client, const struct message *hello)
{
    struct hosted_here *table = &node->tables[client->table];
    char url[16];
    choose_other(node, url);
    if (table->moving && url[0] != '\0') {
        send_elsewhere(node, table, client, url);
        return;
    }
    client->attached = true;
    struct table_event event = hosted_event(client->serial, hello);
    step(node, client->table, &event);
}

/* Returns whether the letter must wait for its table. */
static bool take_letter(struct node *node, const struct letter *letter)
{
    struct client *client = &sim.clients[letter->client];
    struct hosted_here *table = &node->tables[client->table];
    struct message message;
    struct table_event event =
        hosted_event_of_text(client->serial, letter->text, letter->length, &message);
    if (client->attached && table->inside != NULL) {
        if (!table->moving)
            step(node, client->table, &event);
        return false;
    }
    if (message.kind != MESSAGE_HELLO)
        return false;
    if (table->inside == NULL) {
        table->asked = true;
        return true;
    }
    say_hello(node, client, &message);
    return false;
}

static void ask(struct node *node)
{
    if (node->question >= 0 || !node->up || node->closing)
        return;
    for (int i = 0; i < TABLES && node->question < 0; i++)
        if (node->tables[i].asked)
            node->question = i;
    if (node->draining && !node->others_known)
        node->question = TABLES;
    if (node->question >= 0)
        node->asker.until = 0;
}

static void take_in(struct node *node, int index)
{
    struct hosted_here *table = &node->tables[index];
    int64_t line = 0;
    table->inside = table_load(node->read.log.text, node->read.log.length,
                               1000000 + model.now_ms + node->ahead, &line);
    if (table->inside == NULL) {
        blame("node %s: the log of table %d cannot be read at line %lld", node->name, index,
              (long long)line);
        return;
    }
    table->id = node->read.id;
    table->epoch = node->read.epoch;
    table->rows = node->read.rows;
    table->moving = false;
    taken++;
    if (table->epoch >= EPOCHS)
        abort();
}

/* Who has waited is served, sent elsewhere, or has to come again. */
static void answer_waiting(struct node *node, int index)
{
    struct hosted_here *table = &node->tables[index];
    for (int i = 0; i < sim.letter_count; i++) {
        struct letter letter = sim.letters[i];
        struct client *client = &sim.clients[letter.client];
        if (letter.held_by != node->index + 1 || !letter.waits || client->table != index)
            continue;
        sim.letters[i].text = strdup("");
        drop_letter(i--);
        if (client->serial == letter.serial && client->node == node->index) {
            if (table->inside != NULL)
                take_letter(node, &letter);
            else if (node->found == STORE_ELSEWHERE)
                send_elsewhere(node, table, client, node->read.url);
            else
                hold(node, table, client->serial, "", 0, CLOSE_RESTART);
        }
        free(letter.text);
    }
}

static void take_answer(struct node *node)
{
    const int index = node->question;
    if (!node->answered)
        return;
    node->answered = false;
    node->question = -1;
    if (index == TABLES) {
        node->others_known = node->found == STORE_DONE;
        return;
    }
    node->tables[index].asked = false;
    if (node->found == STORE_DONE)
        take_in(node, index);
    else if (node->found != STORE_ELSEWHERE && node->found != STORE_PASSING)
        blame("node %s: table %d: %s", node->name, index, node->reader->why);
    answer_waiting(node, index);
    cn__text_free(&node->read.log);
    memset(&node->read, 0, sizeof node->read);
}

static void take_commit(struct node *node)
{
    if (!node->finished)
        return;
    node->finished = false;
    node->durable = node->job.number;
    for (int i = 0; i < sim.letter_count; i++)
        if (sim.letters[i].held_by == node->index + 1 && !sim.letters[i].waits &&
            sim.letters[i].batch <= node->durable)
            sim.letters[i].held_by = 0;
}

static void flush(struct node *node)
{
    if (node->writing || node->finished || !node->up ||
        (node->gathering.count == 0 && !node->held_now))
        return;
    cn__text_free(&node->job.rows);
    node->job = node->gathering;
    node->gathering = (struct batch){.number = node->job.number + 1};
    node->held_now = false;
    node->writing = true;
    node->writer.until = 0;
}

static void give_away(struct node *node, int index, const char *url)
{
    struct hosted_here *table = &node->tables[index];
    table->moving = true;
    put_row(node, &(struct store_row){.table = table->id, .n = ROW_RELEASE}, "");
    table->last_batch = node->gathering.number;
    for (int i = 0; i < CLIENTS; i++) {
        struct client *client = &sim.clients[i];
        if (client->node != node->index || !client->attached || client->table != index)
            continue;
        client->attached = false;
        send_elsewhere(node, table, client, url);
    }
}

/* Without another node it ends with the tables that it has. */
static void drain(struct node *node)
{
    char url[16];
    bool left = false;
    choose_other(node, url);
    if (!node->others_known)
        return;
    for (int i = 0; i < TABLES && url[0] != '\0'; i++) {
        struct hosted_here *table = &node->tables[i];
        if (table->inside != NULL && !table->moving)
            give_away(node, i, url);
        left |= table->inside != NULL || table->asked;
    }
    if (left || node->writing || node->gathering.count > 0 || node->question >= 0)
        return;
    node->closing = true;
    node->writer.until = 0;
    node->asker.until = 0;
    retirements++;
}

static void let_go(struct node *node)
{
    for (int i = 0; i < TABLES; i++) {
        struct hosted_here *table = &node->tables[i];
        if (table->inside == NULL || !table->moving || table->last_batch > node->durable)
            continue;
        table_free(table->inside);
        *table = (struct hosted_here){.asked = table->asked};
    }
}

static void fire_timers(struct node *node)
{
    for (int i = 0; i < TABLES; i++) {
        struct hosted_here *table = &node->tables[i];
        if (table->inside == NULL || table->moving || table->timer == 0 ||
            table->timer > 1000000 + model.now_ms + node->ahead)
            continue;
        table->timer = 0;
        step(node, i, &(struct table_event){.type = TABLE_EVENT_TIMER});
    }
}

static void loop(struct node *node)
{
    if (!node->up || node->closing)
        return;
    node->draining |= atomic_load(&node->store->draining);
    take_commit(node);
    take_answer(node);
    fire_timers(node);
    let_go(node);
    if (node->draining)
        drain(node);
    ask(node);
    flush(node);
}

/* ---- clients ---- */

static void follow(struct client *client, struct session_event event)
{
    bool lost = false;
    event.now_ms = model.now_ms;
    hosted_random(&sim.chance, event.random, PART_BYTES);
    hosted_follow(&client->session, &event, &sim.said);
    for (int i = 0; i < sim.said.count; i++) {
        const struct session_effect *effect = &sim.said.at[i];
        if (effect->type == SESSION_EFFECT_SEND && client->node >= 0)
            put_letter((int)(client - sim.clients), client->serial, sim.said.text.text + effect->at,
                       effect->length)
                ->to_node = true;
        if (effect->type == SESSION_EFFECT_ANSWER) {
            client->answers++;
            if (effect->done && sim.ack_count < ACKS)
                sim.acks[sim.ack_count++] =
                    (struct acknowledged){client->table, client->session.seat, effect->id};
            else
                blame("client %d was refused: %s", (int)(client - sim.clients), effect->why);
        }
        if (effect->type == SESSION_EFFECT_ENDED)
            blame("a session has ended: %s", client->session.ended_why);
        lost |= effect->type == SESSION_EFFECT_RECONNECT;
    }
    if (lost)
        disconnect(client);
}

static void hear(struct client *client, const struct letter *letter)
{
    static const char bye[] = "{\"t\":\"bye\"";
    struct message message;
    struct message_error why;
    if (letter->close_code != 0) {
        disconnect(client);
        return;
    }
    if (strncmp(letter->text, bye, sizeof bye - 1) == 0 &&
        message_parse(letter->text, strcspn(letter->text, "\n"), MESSAGE_FROM_CLIENT, &message,
                      &why) == MESSAGE_VALID &&
        message_has(&message, FIELD_URL)) {
        client->next_node = message.url[7] - 'a';
        return;
    }
    follow(client, (struct session_event){
                       .type = SESSION_LINES, .text = letter->text, .length = letter->length});
}

/* Of each connection the letters of one direction come in their order. */
static bool deliver(void)
{
    const int chosen = below(CLIENTS);
    const bool to_node = below(2) == 0;
    for (int i = 0; i < sim.letter_count; i++) {
        struct letter letter = sim.letters[i];
        struct client *client = &sim.clients[letter.client];
        if (letter.client != chosen || letter.to_node != to_node || letter.held_by != 0)
            continue;
        struct node *node = client->node >= 0 ? &sim.nodes[client->node] : NULL;
        if (node == NULL || letter.serial != client->serial) {
            drop_letter(i);
            return true;
        }
        if (sim.cut[node->index] || (to_node && (node->stopped || !node->up || node->closing)))
            return false;
        if (to_node && take_letter(node, &letter)) {
            sim.letters[i].held_by = node->index + 1;
            sim.letters[i].waits = true;
            return true;
        }
        sim.letters[i].text = NULL;
        drop_letter(i);
        if (!to_node)
            hear(client, &letter);
        free(letter.text);
        return true;
    }
    return false;
}

static bool connect_client(struct client *client)
{
    const int index = client->next_node >= 0 ? client->next_node : below(NODES);
    client->next_node = -1;
    if (!sim.nodes[index].up || sim.nodes[index].closing || sim.cut[index])
        return false;
    client->node = index;
    client->serial = ++sim.connections;
    follow(client, (struct session_event){.type = SESSION_CONNECTED});
    return true;
}

/* The node learns of it unless they are cut off from each other: then it never does. */
static void hang_up(struct client *client)
{
    if (client->node < 0)
        return;
    struct node *node = &sim.nodes[client->node];
    const uint32_t serial = client->serial;
    const bool attached = client->attached;
    disconnect(client);
    if (attached && node->up && !node->stopped && !node->closing && !sim.cut[node->index] &&
        node->tables[client->table].inside != NULL && !node->tables[client->table].moving)
        step(node, client->table,
             &(struct table_event){.type = TABLE_EVENT_DISCONNECT, .client = serial});
}

static bool act(struct client *client)
{
    struct message chat;
    if (client->node < 0)
        return connect_client(client);
    if (!client->session.welcomed || client->session.seat == CN_NO_SEAT ||
        client->wishes == WISHES || client->answers < client->wishes)
        return false;
    message_init(&chat, MESSAGE_CHAT);
    message_set_text(&chat, FIELD_TEXT, "so");
    client->wishes++;
    follow(client, (struct session_event){
                       .type = SESSION_WANT, .message = &chat, .ticket = client->wishes});
    return true;
}

/* ---- trouble ---- */

static void retire(const struct node *node)
{
    for (int i = 0; i < model.node_count; i++)
        if (model.nodes[i].by == 0 && strcmp(model.nodes[i].now.name, node->name) == 0 &&
            !model.nodes[i].now.replaced)
            model.nodes[i].now.draining = true;
}

static void make_trouble(void)
{
    const int index = below(NODES);
    struct node *node = &sim.nodes[index];
    switch (below(11)) {
    case 0:
        stops += !node->stopped;
        node->stopped = true;
        break;
    case 1: node->stopped = false; break;
    case 2:
        if (node->running && below(2) == 0) {
            crashes++;
            kill_node(node);
        }
        break;
    case 3:
        cuts++;
        model_cut(index, true);
        break;
    case 4: model_cut(index, false); break;
    case 5: sim.cut[index] = true; break;
    case 6: sim.cut[index] = false; break;
    case 7:
        failovers++;
        model_stop_database();
        break;
    case 8:
        if (below(2) == 0)
            retire(node);
        break;
    case 9: hang_up(&sim.clients[below(CLIENTS)]); break;
    case 10: node->ahead += below(8000) - 4000; break;
    }
}

static void heal(void)
{
    sim.healed = true;
    model_start_database();
    for (int i = 0; i < NODES; i++) {
        sim.nodes[i].stopped = false;
        sim.cut[i] = false;
        model_cut(i, false);
    }
    for (int i = 0; i < CLIENTS; i++)
        hang_up(&sim.clients[i]); /* what was lost on the way is asked for again */
}

/* ---- a schedule ---- */

/* A process that has ended begins again. */
static void look_after(struct node *node)
{
    if (!node->running) {
        start_node(node);
        return;
    }
    if (node->result == STORE_BROKEN)
        blame("node %s: the store is broken: %s", node->name, node->why);
    replacements += node->result == STORE_REPLACED;
    if (node->result != STORE_DONE || (node->closing && node->writer.done))
        kill_node(node);
}

static bool run_some_fiber(void)
{
    struct node *node = &sim.nodes[below(NODES)];
    struct fiber *fiber = below(3) == 0 ? &node->asker : &node->writer;
    if (!node->running || node->stopped || !is_runnable(fiber))
        return false;
    run_fiber(fiber);
    return true;
}

/* Does one thing. Returns false if that changed nothing. */
static bool advance(void)
{
    struct node *node = &sim.nodes[below(NODES)];
    switch (below(8)) {
    case 0:
    case 1:
    case 2: return model_step();
    case 3:
    case 4: return run_some_fiber();
    case 5: return deliver();
    case 6:
        if (!node->stopped)
            loop(node);
        if (!node->stopped && (sim.healed || below(4) == 0))
            look_after(node);
        return false;
    default: return act(&sim.clients[below(CLIENTS)]);
    }
}

static bool all_served(void)
{
    for (int i = 0; i < CLIENTS; i++)
        if (sim.clients[i].answers < WISHES)
            return false;
    return true;
}

static void begin(uint64_t seed, enum model_mutant mutant)
{
    chance_from_seed(&sim.chance, seed);
    model_reset();
    model.mutant = mutant;
    model_world = world;
    for (int i = 0; i < TABLES; i++) {
        struct table_versions *table = &model.tables[model.table_count++];
        memset(table, 0, sizeof *table);
        table->now = (struct model_table){.id = i + 1, .epoch = 1};
        snprintf(table->now.link, sizeof table->now.link, "%s", links[i]);
        struct row_version *row = &model.rows[model.row_count++];
        *row = (struct row_version){
            .row = {.table = i + 1, .n = 1, .epoch = 1, .length = first_lines[i].length}};
        row->row.lines = memcpy(malloc(row->row.length), first_lines[i].text, row->row.length);
        row->row.sum = store_sum(i + 1, 1, row->row.lines, row->row.length);
    }
    for (int i = 0; i < NODES; i++) {
        struct node *node = &sim.nodes[i];
        node->index = i;
        node->name[0] = (char)('a' + i);
        node->ahead = below(2000000) - 1000000;
        snprintf(node->url, sizeof node->url, "http://%c/", 'a' + i);
    }
    for (int i = 0; i < CLIENTS; i++) {
        struct client *client = &sim.clients[i];
        struct session_options options = {
            .name = "Player", .seat = i % SEATS, .first_id = 1, .has_token = true, .is_new = true};
        client->table = i / SEATS;
        client->node = -1;
        client->next_node = -1;
        snprintf(options.link, sizeof options.link, "%s", links[client->table]);
        memcpy(options.token, tokens[i], TOKEN_BYTES);
        session_init(&client->session, &options);
    }
}

/* Each id stands in the log once, in its order, and each that was acknowledged does. */
static void check_log(int table)
{
    int64_t last[SEATS] = {0};
    int64_t epoch = 0;
    bool found[ACKS] = {false};
    for (int64_t n = 1; model_find_row(table + 1, n) != NULL; n++) {
        const struct model_row *row = model_find_row(table + 1, n);
        struct message m;
        struct message_error why;
        if (row->epoch < epoch)
            blame("table %d: row %lld of epoch %lld comes after epoch %lld", table, (long long)n,
                  (long long)row->epoch, (long long)epoch);
        epoch = row->epoch;
        for (size_t at = 0; at < row->length;) {
            const size_t length = hosted_line(row->lines + at, row->length - at) - 1;
            if (message_parse(row->lines + at, length, MESSAGE_FROM_LOG, &m, &why) ==
                    MESSAGE_VALID &&
                m.kind == MESSAGE_ACKNOWLEDGED && m.id > 0) {
                if (m.id <= last[m.seat])
                    blame("table %d: an action of seat %d is doubled", table, m.seat);
                last[m.seat] = m.id;
                for (int i = 0; i < sim.ack_count; i++)
                    found[i] |= sim.acks[i].table == table && sim.acks[i].seat == m.seat &&
                                sim.acks[i].id == m.id;
            }
            at += length + 1;
        }
    }
    for (int i = 0; i < sim.ack_count; i++)
        if (sim.acks[i].table == table && !found[i])
            blame("table %d: action %lld of seat %d was acknowledged and is not in the log", table,
                  (long long)sim.acks[i].id, sim.acks[i].seat);
}

static void end(void)
{
    for (int i = 0; i < TABLES; i++)
        check_log(i);
    acked += sim.ack_count;
    schedules++;
    for (int i = 0; i < NODES; i++)
        if (sim.nodes[i].running)
            kill_node(&sim.nodes[i]);
    for (int i = 0; i < NODES; i++) {
        free(sim.nodes[i].writer.stack);
        free(sim.nodes[i].asker.stack);
    }
    for (int i = 0; i < CLIENTS; i++)
        session_free(&sim.clients[i].session);
    while (sim.letter_count > 0)
        drop_letter(sim.letter_count - 1);
    model_close_all();
    model_reset();
}

/* Returns whether everything held; sim.fault says what did not. */
static bool run(uint64_t seed, enum model_mutant mutant, bool acks_early)
{
    enum {
        TROUBLED = 600,
        MOST = 60000
    };
    struct table_effects effects = sim.effects;
    struct session_effects said = sim.said;
    memset(&sim, 0, sizeof sim);
    sim.effects = effects;
    sim.said = said;
    begin(seed, mutant);
    sim.acks_early = acks_early;
    int rarely = 10 + below(40);
    for (; sim.steps < MOST && !(sim.healed && all_served()) && sim.fault[0] == '\0'; sim.steps++) {
        if (!advance() || below(4) == 0)
            model.now_ms += below(200) == 0 ? below(4000) : below(10);
        if (!sim.healed && below(rarely) == 0)
            make_trouble();
        if (!sim.healed && below(30) == 0)
            model_start_database();
        if (sim.steps == TROUBLED)
            heal();
    }
    if (sim.steps == MOST)
        blame("somebody is not served although the trouble is over");
    end();
    return sim.fault[0] == '\0';
}

/* ---- tests ---- */

static int make_tables(void **state)
{
    for (int i = 0; i < TABLES; i++) {
        struct message make = sitting_make("Maker", "laws1950", SEATS);
        struct table_effects effects = {.at = NULL};
        uint8_t random[RANDOM_BYTES];
        const char *why;
        memset(random, i + 1, sizeof random);
        struct table *table = table_create(&make, links[i], 1000, random, &effects, &why);
        assert_non_null(table);
        for (int j = 0; j < effects.count; j++)
            if (effects.at[j].type == EFFECT_APPEND)
                cn__text_append(&first_lines[i], effects.text.text + effects.at[j].at,
                                effects.at[j].length);
        for (int seat = 0; seat < SEATS; seat++)
            memset(tokens[i * SEATS + seat], 100 + i * SEATS + seat, TOKEN_BYTES);
        table_creator_token(random, tokens[i * SEATS]);
        table_free(table);
        table_effects_free(&effects);
    }
    return 0;
}

static int free_tables(void **state)
{
    for (int i = 0; i < TABLES; i++)
        cn__text_free(&first_lines[i]);
    table_effects_free(&sim.effects);
    session_effects_free(&sim.said);
    return 0;
}

static int64_t effort(void)
{
    const char *full = getenv("CANASTA_FULL");
    const char *count = getenv("SCHEDULES");
    if (count != NULL)
        return strtoll(count, NULL, 10);
    if (full != NULL && full[0] == '1')
        return is_sanitized() ? 100000 : 1000000;
    return is_sanitized() ? 200 : 2000;
}

static void nothing_is_lost(void **state)
{
    const uint64_t first = first_seed();
    const int64_t count = effort();
    for (uint64_t seed = first; seed < first + (uint64_t)count; seed++)
        if (!run(seed, MUTANT_NONE, false))
            fail_msg("seed %llu, step %d: %s", (unsigned long long)seed, sim.steps, sim.fault);
    print_message("%lld schedules: %lld actions acknowledged, %lld stops, %lld crashes, %lld cuts "
                  "from the database, %lld failovers, %lld nodes retired, %lld replaced, tables "
                  "taken %lld times\n",
                  (long long)schedules, (long long)acked, (long long)stops, (long long)crashes,
                  (long long)cuts, (long long)failovers, (long long)retirements,
                  (long long)replacements, (long long)taken);
    assert_true(acked > count && stops > 0 && crashes > 0 && cuts > 0 && failovers > 0);
    assert_true(retirements > 0 && replacements > 0 && taken > count);
}

/* Each rule is needed: without it something goes wrong before long, and is noticed. */
static void broken_rules_are_noticed(void **state)
{
    static const struct {
        const char *name;
        enum model_mutant mutant;
        bool acks_early;
    } mutants[] = {
        {"no fence", MUTANT_NO_FENCE, false},
        {"the epoch is not raised", MUTANT_EPOCH_STAYS, false},
        {"a node's clock is believed", MUTANT_NODE_CLOCK, false},
        {"a lost answer counts as a failure", MUTANT_BATCHES_FORGOTTEN, false},
        {"acknowledged before it is durable", MUTANT_NONE, true},
        {"who is given up is not hindered", MUTANT_NOBODY_REPLACED, false},
    };
    enum {
        MOST = 20000
    };
    /* The last is noticed after thousands of schedules, which take long under sanitizers. */
    const size_t count = sizeof mutants / sizeof mutants[0] - is_sanitized();
    for (size_t i = 0; i < count; i++) {
        uint64_t seed = 1;
        while (seed <= MOST && run(seed, mutants[i].mutant, mutants[i].acks_early))
            seed++;
        if (seed > MOST)
            fail_msg("%s: not noticed in %d schedules", mutants[i].name, MOST);
        print_message("%s: schedule %llu: %s\n", mutants[i].name, (unsigned long long)seed,
                      sim.fault);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_lost),
        cmocka_unit_test(broken_rules_are_noticed),
    };
    return cmocka_run_group_tests(tests, make_tables, free_tables);
}
