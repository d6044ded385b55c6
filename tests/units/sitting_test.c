/* sitting_test.c -- a spectator sits down, the connection is lost and found, and the host frees the
 * seat, in every order.
 *
 * The spectator is a session (src/client/session.h), the table a real one (src/table/table.h), and
 * between them are two queues. A script has a letter for each event. All scripts of a length are
 * played, and after each the network carries whatever is left.
 *
 * What must hold: a wish seats once, never after it was refused or after the host freed the seat,
 * and is answered in the end.
 */
#include "hosted.h"

enum {
    ANN = 1, /* her connection; she is the host, on seat 0 */
    BOB,
    WILL, /* his first one */
    SEAT = 1,
    QUEUE = 64,
    LETTER = 4000,
    WISHES = 4,
    LONGEST = 12
};

struct queue {
    char text[QUEUE][LETTER];
    int first, count;
};

static struct {
    struct table *table;
    struct table_effects effects;
    struct cn__text log;
    uint8_t token[TOKEN_BYTES]; /* Ann's */
    struct session session;
    struct session_effects said;
    struct queue up, down;
    struct chance chance;
    uint32_t client; /* Will's connection; 0: none */
    uint32_t clients;
    int64_t ann_id;
    int wishes, answers, cuts;
    struct {
        bool sits, over; /* over: refused, or the host has freed the seat since */
    } wish[WISHES + 1];
    bool will_sits;
    const char *script;
} w;

/* ---- the world ---- */

static void post(struct queue *queue, const char *text, size_t length)
{
    assert_true(queue->count < QUEUE && length < LETTER);
    char *letter = queue->text[(queue->first + queue->count++) % QUEUE];
    memcpy(letter, text, length);
    letter[length] = '\0';
}

static const char *take(struct queue *queue)
{
    const char *letter = queue->text[queue->first];
    queue->first = (queue->first + 1) % QUEUE;
    queue->count--;
    return letter;
}

static void post_lines(const char *text, size_t length)
{
    for (size_t at = 0, size; at < length; at += size) {
        size = hosted_line(text + at, length - at);
        post(&w.down, text + at, size);
    }
}

/* A wish that is open takes the blame, or nothing does. */
static void look_at_the_seat(void)
{
    const bool sits = w.table->seats[SEAT].held && strcmp(w.table->seats[SEAT].name, "Will") == 0;
    if (sits && !w.will_sits) {
        int i = 0;
        while (i < w.wishes && (w.wish[i].sits || w.wish[i].over))
            i++;
        if (i == w.wishes)
            fail_msg("%s: sat down again", w.script);
        w.wish[i].sits = true;
    }
    w.will_sits = sits;
}

static void carry_out(void)
{
    for (int i = 0; i < w.effects.count; i++) {
        const struct table_effect *e = &w.effects.at[i];
        const char *text = w.effects.text.text + e->at;
        if (e->type == EFFECT_APPEND)
            cn__text_append(&w.log, text, e->length);
        if (e->type == EFFECT_SEND && e->client == w.client)
            post_lines(text, e->length);
    }
}

static void step(struct table_event event)
{
    hosted_random(&w.chance, event.random, RANDOM_BYTES);
    event.now_ms = 1000;
    hosted_step(w.table, &event, &w.effects);
    carry_out();
    look_at_the_seat();
}

static void ask(uint32_t client, struct message *message)
{
    message_set_number(message, FIELD_ID, ++w.ann_id);
    step(hosted_event(client, message));
}

static void follow(struct session_event event)
{
    hosted_random(&w.chance, event.random, PART_BYTES);
    event.now_ms = 1000;
    hosted_follow(&w.session, &event, &w.said);
    for (int i = 0; i < w.said.count; i++) {
        const struct session_effect *e = &w.said.at[i];
        if (e->type == SESSION_EFFECT_SEND && w.client != 0)
            post(&w.up, w.said.text.text + e->at, e->length);
        if (e->type != SESSION_EFFECT_ANSWER)
            continue;
        w.answers++;
        w.wish[e->ticket - 1].over |= !e->done;
    }
}

static void connect_will(void)
{
    w.client = w.clients++;
    follow((struct session_event){.type = SESSION_CONNECTED});
}

static void cut_off(void)
{
    const uint32_t client = w.client;
    w.client = 0;
    w.up.count = w.down.count = 0;
    follow((struct session_event){.type = SESSION_CLOSED, .code = 1006});
    step((struct table_event){.type = TABLE_EVENT_DISCONNECT, .client = client});
}

static void deliver_up(void)
{
    struct message message;
    const char *text = take(&w.up);
    step(hosted_event_of_text(w.client, text, strlen(text), &message));
}

static void deliver_down(void)
{
    const char *text = take(&w.down);
    follow((struct session_event){.type = SESSION_LINES, .text = text, .length = strlen(text)});
}

static void deliver_all(void)
{
    while (w.up.count + w.down.count > 0)
        if (w.up.count > 0)
            deliver_up();
        else
            deliver_down();
}

static void hello(uint32_t client, const char *name, const uint8_t *token)
{
    struct message hello;
    message_init(&hello, MESSAGE_HELLO);
    message_set_number(&hello, FIELD_V, PROTOCOL_VERSION);
    message_set_text(&hello, FIELD_TABLE, w.table->link);
    message_set_text(&hello, FIELD_NAME, name);
    if (token != NULL) {
        memcpy(hello.token, token, TOKEN_BYTES);
        message_set_flag(&hello, FIELD_TOKEN);
    } else {
        message_set_number(&hello, FIELD_WATCHING, true);
    }
    step(hosted_event(client, &hello));
}

static void ann_and_bob_come(void)
{
    hello(ANN, "Ann", w.token);
    hello(BOB, "Bob", NULL);
}

static void restart(void)
{
    if (w.client != 0) {
        w.client = 0;
        w.up.count = w.down.count = 0;
        follow((struct session_event){.type = SESSION_CLOSED, .code = 1006});
    }
    table_free(w.table);
    w.table = hosted_load(&w.log, 1000);
    ann_and_bob_come();
}

/* A lobby: Ann is the host, seat 1 is free, Bob and Will watch. */
static void begin(const char *script, enum join_policy join)
{
    struct session_options options = {.name = "Will", .seat = -1, .first_id = 1};
    struct message make = sitting_make("Ann", "laws1950", 2);
    const char *why;
    uint8_t random[RANDOM_BYTES];
    memset(&w, 0, sizeof w);
    w.script = script;
    w.clients = WILL;
    chance_from_seed(&w.chance, 7);
    hosted_random(&w.chance, random, sizeof random);
    message_set_number(&make, FIELD_JOIN, join);
    w.table = table_create(&make, SITTING_LINK, 1000, random, &w.effects, &why);
    assert_non_null(w.table);
    carry_out();
    table_creator_token(random, w.token);
    ann_and_bob_come();
    snprintf(options.link, sizeof options.link, "%s", w.table->link);
    session_init(&w.session, &options);
    connect_will();
    deliver_all();
    assert_true(w.session.welcomed && w.session.seat == CN_NO_SEAT);
}

static void clear(void)
{
    table_free(w.table);
    table_effects_free(&w.effects);
    cn__text_free(&w.log);
    session_free(&w.session);
    session_effects_free(&w.said);
}

/* ---- scripts ---- */

static void sit(void)
{
    struct message message;
    message_init(&message, MESSAGE_SIT);
    message_set_number(&message, FIELD_SEAT, SEAT);
    w.wishes++;
    follow((struct session_event){.type = SESSION_WANT, .message = &message, .ticket = w.wishes});
}

static void another_sits(void)
{
    struct message message;
    message_init(&message, MESSAGE_SIT);
    message_set_number(&message, FIELD_SEAT, SEAT);
    ask(BOB, &message);
}

static void free_the_seat(void)
{
    struct message message;
    message_init(&message, MESSAGE_EVICT);
    message_set_number(&message, FIELD_SEAT, SEAT);
    for (int i = 0; i < w.wishes; i++)
        w.wish[i].over |= w.will_sits;
    ask(ANN, &message);
}

static void answer_the_question(bool yes)
{
    struct message message;
    message_init(&message, MESSAGE_VOTE);
    message_set_number(&message, FIELD_ON, w.table->proposals[PROPOSAL_SIT].on);
    message_set_number(&message, FIELD_YES, yes);
    ask(ANN, &message);
}

/* Returns false if it cannot happen now. */
static bool happen(char event)
{
    const bool held = w.table->seats[SEAT].held;
    const bool over = w.session.status == SESSION_STATUS_ENDED;
    bool can = false;
    switch (event) {
    case 'w': /* Will wants the seat */
        can = !over && w.wishes < 2 && !w.will_sits && w.session.seat == CN_NO_SEAT;
        if (can)
            sit();
        break;
    case 'c': /* the connection is lost */
        can = w.client != 0 && w.cuts++ < 3;
        if (can)
            cut_off();
        break;
    case 's': /* the server restarts */
        can = w.cuts++ < 3;
        if (can)
            restart();
        break;
    case 'r': /* and found */
        can = w.client == 0 && !over;
        if (can)
            connect_will();
        break;
    case 'u': /* a message comes to the table */
        can = w.up.count > 0;
        if (can)
            deliver_up();
        break;
    case 'd': /* a line comes to Will */
        can = w.down.count > 0;
        if (can)
            deliver_down();
        break;
    case 'D': /* all lines do */
        can = w.down.count > 0;
        while (w.down.count > 0)
            deliver_down();
        break;
    case 'f': /* the host frees the seat */
        can = held;
        if (can)
            free_the_seat();
        break;
    case 'b': /* another takes it */
        can = !held && w.table->join == JOIN_ALL;
        if (can)
            another_sits();
        break;
    case 'y': /* the host lets him sit, or not */
    case 'n':
        can = w.table->proposals[PROPOSAL_SIT].on != 0;
        if (can)
            answer_the_question(event == 'y');
        break;
    }
    return can;
}

static void settle(void)
{
    if (w.client == 0 && w.session.status != SESSION_STATUS_ENDED)
        connect_will();
    deliver_all();
    if (w.table->proposals[PROPOSAL_SIT].on != 0)
        answer_the_question(true);
    deliver_all();
}

static void expect_an_end(void)
{
    if (w.answers != w.wishes)
        fail_msg("%s: %d wishes, %d answers", w.script, w.wishes, w.answers);
    if (w.will_sits != (w.session.seat == SEAT && w.session.status != SESSION_STATUS_ENDED))
        fail_msg("%s: the table and Will do not agree", w.script);
    for (int i = 0; i < w.wishes; i++)
        if (!w.wish[i].sits && !w.wish[i].over && !w.will_sits && w.table->join == JOIN_ALL)
            fail_msg("%s: wish %d is forgotten", w.script, i + 1);
    assert_false(w.session.sitting.open);
}

/* Plays a script. Returns how many of its events could happen. */
static int play(const char *script, enum join_policy join)
{
    int done = 0;
    begin(script, join);
    while (script[done] != '\0' && happen(script[done]))
        done++;
    if (script[done] == '\0') {
        settle();
        expect_an_end();
    }
    clear();
    return done;
}

/* Plays every script of this length. Returns how many there were. */
static int play_all(const char *events, int length, enum join_policy join)
{
    char script[LONGEST + 1];
    int digits[LONGEST] = {0};
    int played = 0;
    const int kinds = (int)strlen(events);
    while (true) {
        for (int i = 0; i < length; i++)
            script[i] = events[digits[i]];
        script[length] = '\0';
        int at = play(script, join);
        played += at == length;
        if (at == length)
            at--;
        for (int i = at + 1; i < length; i++)
            digits[i] = 0;
        while (at >= 0 && ++digits[at] == kinds)
            digits[at--] = 0;
        if (at < 0)
            return played;
    }
}

static void every_order(void **state)
{
    for (int length = 1; length <= 5; length++)
        assert_true(play_all("wcrsudDfb", length, JOIN_ALL) > 0);
}

static void every_order_with_the_hosts_consent(void **state)
{
    for (int length = 1; length <= 5; length++)
        assert_true(play_all("wcrsuDfyn", length, JOIN_ASK) > 0);
}

static void longer_ones(void **state)
{
    static const char *const scripts[] = {
        "cwruDuDcfru",  /* wished for while away, answered, freed while away again */
        "wucfruDuD",    /* carried out, and freed before the answer arrives */
        "wudcfruDuD",   /* freed between the answer and the welcome */
        "wusfruDuD",    /* the server forgets nothing of it when it restarts */
        "wucfrucrusru", /* again and again */
        "bwuDfcruD",    /* refused, and then the seat is free */
        "wucfruDuDwuD", /* a new wish is a new wish */
    };
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++)
        if (scripts[i][play(scripts[i], JOIN_ALL)] != '\0')
            fail_msg("%s cannot happen", scripts[i]);
}

/* A wish after the host has freed the seat counts. */
static void sits_down_again_on_purpose(void **state)
{
    begin("wuDfDwuD", JOIN_ALL);
    for (const char *event = w.script; *event != '\0'; event++)
        assert_true(happen(*event));
    assert_true(w.will_sits && w.session.seat == SEAT);
    clear();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_order),
        cmocka_unit_test(every_order_with_the_hosts_consent),
        cmocka_unit_test(longer_ones),
        cmocka_unit_test(sits_down_again_on_purpose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
