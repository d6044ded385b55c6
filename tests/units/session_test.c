/* session_test.c -- a client's conversation with a table, line by line.
 *
 * The terminal and the browser once had separate implementations that behaved differently. Tests
 * whose names begin with "one" cover a point on which they differed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "client/client.h"

#define LINK          "0123456789abcdef0123456789abcdef"
#define TOKEN         "33333333333333333333333333333333"
#define WELCOME(rest) "{\"t\":\"welcome\",\"v\":2,\"table\":\"" LINK "\",\"last\":5" rest "}\n"
#define SEATED        WELCOME(",\"seat\":1,\"done\":7")
#define WATCHING      WELCOME(",\"watching\":true")
#define TABLE(number, stage)                                                                    \
    "{\"#\":" number ",\"t\":\"table\",\"rules\":\"laws1950\",\"players\":2,\"stage\":\"" stage \
    "\",\"timer\":\"relaxed\"}\n"
#define SEATS                                                      \
    "{\"t\":\"seat\",\"seat\":0,\"name\":\"Bea\",\"host\":true}\n" \
    "{\"t\":\"seat\",\"seat\":1,\"name\":\"Ada\"}\n"
#define SNAPSHOT TABLE("5", "lobby") SEATS
/* A line that never fits, because no game was begun. */
#define STRAY "{\"#\":6,\"t\":\"draw\",\"seat\":0}\n"
#define HASH  "4444444444444444444444444444444444444444444444444444444444444444"
#define TWOS  "22222222222222222222222222222222"
/* Of a part of 2s, by another program. */
#define PLEDGE "0bcf89f31663342777064a439a1275ec40f32f3157835333ee42b58020f1b720"
#define GAME                                                                                   \
    "{\"t\":\"game\",\"v\":1,\"rules\":\"laws1950\",\"players\":2,\"names\":[\"Bea\",\"Ada\"]" \
    "}\n"
#define PLEDGED(number, first, second, cutter)                                                     \
    "{\"#\":" #number ",\"t\":\"pledged\",\"pledges\":[" first "," second "],\"seat\":" cutter "}" \
    "\n"
#define COMMIT "{\"#\":6,\"t\":\"commit\",\"deal\":1,\"hash\":\"" HASH "\"}\n"

static struct session session;
static struct session_effects effects;
static int64_t now;
static char sent[4000]; /* all messages of the last event, one per line */

static void collect(void)
{
    sent[0] = '\0';
    for (int i = 0; i < effects.count; i++) {
        const struct session_effect *e = &effects.at[i];
        const size_t at = strlen(sent);
        if (e->type == SESSION_EFFECT_SEND)
            snprintf(sent + at, sizeof sent - at, "%.*s\n", (int)e->length,
                     effects.text.text + e->at);
    }
}

static void step(struct session_event event)
{
    event.now_ms = now;
    memset(event.random, 0x22, sizeof event.random);
    session_effects_reset(&effects);
    session_step(&session, &event, &effects);
    assert_false(effects.failed);
    collect();
}

static void connect_it(void)
{
    step((struct session_event){.type = SESSION_CONNECTED});
}

static void close_it(int code)
{
    step((struct session_event){.type = SESSION_CLOSED, .code = code});
}

static void receive(const char *lines)
{
    step((struct session_event){.type = SESSION_LINES, .text = lines, .length = strlen(lines)});
}

static void want(struct message *message, int64_t ticket)
{
    step((struct session_event){.type = SESSION_WANT, .message = message, .ticket = ticket});
}

static void want_kind(enum message_kind kind, int64_t ticket)
{
    struct message message;
    message_init(&message, kind);
    want(&message, ticket);
}

static void chat(const char *text, int64_t ticket)
{
    struct message message;
    message_init(&message, MESSAGE_CHAT);
    message_set_text(&message, FIELD_TEXT, text);
    want(&message, ticket);
}

static void act(const char *action, int64_t ticket)
{
    struct message message;
    message_init(&message, MESSAGE_ACT);
    message_set_text(&message, FIELD_ACTION, action);
    want(&message, ticket);
}

static int count_sent(const char *what)
{
    int count = 0;
    for (const char *at = strstr(sent, what); at != NULL; at = strstr(at + 1, what))
        count++;
    return count;
}

static bool has_sent(const char *what)
{
    return strstr(sent, what) != NULL;
}

static const struct session_effect *effect_of(enum session_effect_type type)
{
    for (int i = 0; i < effects.count; i++)
        if (effects.at[i].type == type)
            return &effects.at[i];
    return NULL;
}

static struct session_options usual(void)
{
    struct session_options options = {.link = LINK,
                                      .name = "Ada",
                                      .has_token = true,
                                      .is_new = true,
                                      .seat = -1,
                                      .first_id = 100,
                                      .keeps_journal = true};
    memset(options.token, 0x33, sizeof options.token);
    return options;
}

static void begin_with(const struct session_options *options)
{
    now = 1000;
    session_init(&session, options);
}

static void begin(void)
{
    const struct session_options options = usual();
    begin_with(&options);
}

/* At a table with nothing pending. */
static void begin_seated(void)
{
    begin();
    connect_it();
    receive(SEATED SNAPSHOT);
    assert_int_equal(session.status, SESSION_STATUS_HERE);
}

static int end(void **state)
{
    (void)state;
    session_free(&session);
    session_effects_free(&effects);
    return 0;
}

/* ---- coming to a table ---- */

static void comes_with_a_token(void **state)
{
    begin();
    connect_it();
    assert_string_equal(sent, "{\"t\":\"hello\",\"v\":2,\"table\":\"" LINK "\",\"token\":\"" TOKEN
                              "\",\"new\":true,\"name\":\"Ada\"}\n");
    receive(SEATED SNAPSHOT);
    assert_int_equal(session.seat, 1);
    assert_string_equal(session.seats[0].name, "Bea");
    assert_int_equal(session.choices.timer, TURN_TIMER_RELAXED);
    assert_false(session_is_host(&session));
    assert_non_null(effect_of(SESSION_EFFECT_TOKEN));
    close_it(1006);
    assert_int_equal(session.status, SESSION_STATUS_LOST);
    connect_it();
    assert_string_equal(sent, "{\"t\":\"hello\",\"v\":2,\"last\":5,\"table\":\"" LINK
                              "\",\"token\":\"" TOKEN "\"}\n");
}

static void makes_a_table(void **state)
{
    struct message make;
    struct session_options options = usual();
    message_init(&make, MESSAGE_MAKE);
    message_set_number(&make, FIELD_V, PROTOCOL_VERSION);
    message_set_text(&make, FIELD_NAME, "Ada");
    options.link[0] = '\0';
    options.has_token = options.is_new = false;
    options.make = &make;
    begin_with(&options);
    connect_it();
    assert_string_equal(sent, "{\"t\":\"make\",\"v\":2,\"name\":\"Ada\"}\n");
    receive("{\"t\":\"made\",\"table\":\"" LINK "\",\"token\":\"" TOKEN "\",\"seat\":1}");
    assert_non_null(effect_of(SESSION_EFFECT_TOKEN));
    assert_true(has_sent("\"t\":\"hello\"") && has_sent(TOKEN) && !has_sent("\"new\""));
    session_free(&session);

    begin_with(&options); /* without a server there is nothing to wait for */
    close_it(1006);
    assert_int_equal(session.status, SESSION_STATUS_ENDED);
    assert_string_equal(session.ended_why, "");
    session_free(&session);

    begin_with(&options); /* refused, so there is no table to return to */
    connect_it();
    receive("{\"t\":\"no\",\"why\":\"busy\"}");
    assert_int_equal(session.status, SESSION_STATUS_ENDED);
    assert_string_equal(session.ended_why, "busy");
}

static void snapshot_older_than_before(void **state)
{
    begin_seated();
    receive("{\"#\":9,\"t\":\"chat\",\"name\":\"Bea\",\"text\":\"hello\"}");
    close_it(1006);
    connect_it();
    assert_true(has_sent("\"last\":9"));
    receive(SEATED TABLE("6", "lobby") SEATS "{\"t\":\"no\",\"at\":6,\"why\":\"lost\"}");
    assert_string_equal(effect_of(SESSION_EFFECT_REFUSAL)->why, "lost");
    assert_int_equal(session.status, SESSION_STATUS_HERE);
    close_it(1006);
    connect_it();
    assert_true(has_sent("\"last\":6"));
}

/* The terminal gave up after three kinds of refusal, the browser after seven. */
static void one_list_of_final_refusals(void **state)
{
    const char *why;
    int ends = 0;
    for (int i = 0; (why = reason_code_at(i)) != NULL; i++) {
        char line[80];
        begin();
        connect_it();
        snprintf(line, sizeof line, "{\"t\":\"no\",\"why\":\"%s\"}", why);
        receive(line);
        const bool ended = session.status == SESSION_STATUS_ENDED;
        assert_int_equal(ended, reason_code_find(why)->outcome == REASON_ENDS);
        assert_int_equal(ended, effect_of(SESSION_EFFECT_ENDED) != NULL);
        ends += ended;
        session_free(&session);
    }
    assert_int_equal(ends, 7);
    for (int code = 1000; code < 5000; code++) {
        begin();
        connect_it();
        close_it(code);
        assert_int_equal(session.status == SESSION_STATUS_ENDED,
                         code == 4001 || code == 4003 || code == 4004);
        session_free(&session);
    }
    begin_seated();
    receive("{\"t\":\"bye\",\"code\":4001,\"why\":\"taken\"}"); /* the reason counts immediately */
    assert_string_equal(session.ended_why, "taken");
    close_it(1006);
    assert_int_equal(session.status, SESSION_STATUS_ENDED);
}

/* The terminal asked for the same seat again with every connection. */
static void one_watches_if_no_seat_is_free(void **state)
{
    static const char *const reasons[] = {"full", "hand", "join"};
    for (int i = 0; i < 3; i++) {
        char line[80];
        begin();
        connect_it();
        snprintf(line, sizeof line, "{\"t\":\"no\",\"why\":\"%s\"}", reasons[i]);
        receive(line);
        assert_string_equal(session.seat_refused, reasons[i]);
        assert_non_null(effect_of(SESSION_EFFECT_NO_TOKEN));
        receive(WATCHING SNAPSHOT);
        assert_int_equal(session.status, SESSION_STATUS_HERE);
        close_it(1006);
        connect_it();
        assert_true(has_sent("\"watching\":true") && !has_sent("\"token\""));
        session_free(&session);
    }
    begin();
    connect_it(); /* a client that waits for the host still wants the seat */
    receive("{\"t\":\"no\",\"why\":\"ask\"}"
            "\n" WATCHING SNAPSHOT);
    close_it(1006);
    connect_it();
    assert_true(has_sent(TOKEN) && has_sent("\"new\":true"));
    receive(WATCHING SNAPSHOT "{\"t\":\"settled\",\"on\":9,\"what\":\"sit\",\"yes\":false}");
    close_it(1006);
    connect_it();
    assert_true(has_sent("\"watching\":true") && !has_sent("\"token\""));
}

/* The terminal let the server choose the token. If its answer was lost, so was the seat. */
static void one_sits_down_with_a_token(void **state)
{
    struct message sit;
    struct session_options options = usual();
    options.has_token = options.is_new = false;
    begin_with(&options);
    connect_it();
    receive(WATCHING SNAPSHOT);
    message_init(&sit, MESSAGE_SIT);
    message_set_number(&sit, FIELD_SEAT, 1);
    want(&sit, 1);
    assert_true(has_sent("\"name\":\"Ada\"") &&
                has_sent("\"token\":\"22222222222222222222222222222222\""));
    close_it(1006);
    connect_it();
    assert_true(has_sent("\"t\":\"hello\"") && has_sent("\"new\":true") &&
                has_sent("\"watching\":true") &&
                has_sent("\"token\":\"22222222222222222222222222222222\""));
    receive(WATCHING SNAPSHOT);
    receive("{\"t\":\"no\",\"id\":100,\"why\":\"full\"}");
    assert_false(effect_of(SESSION_EFFECT_ANSWER)->done);
    assert_false(session.options.has_token);
}

/* ---- snapshots ---- */

/* The terminal took lines before the snapshot for a part of it, and asked again for each. */
static void one_snapshot_is_asked_for(void **state)
{
    begin_seated();
    receive(STRAY "{\"#\":7,\"t\":\"draw\",\"seat\":0}\n"
                  "{\"#\":8,\"t\":\"chat\",\"name\":\"Bea\",\"text\":\"early\"}\n" STRAY);
    assert_int_equal(count_sent("\"t\":\"hello\""), 1);
    assert_false(has_sent("\"last\""));
    assert_int_equal(session.replica.number, 0);
    chat("later", 1);
    assert_string_equal(sent, ""); /* decisions wait until the snapshot has come */
    receive(WELCOME(",\"seat\":1,\"done\":7") TABLE("12", "lobby") SEATS);
    assert_int_equal(session.replica.number, 12);
    assert_int_equal(count_sent("later"), 1);
}

static void gives_up_asking(void **state)
{
    begin_seated();
    for (int tries = 1; tries <= 3; tries++) {
        receive(STRAY);
        assert_int_equal(count_sent("\"t\":\"hello\""), 1);
        receive(SEATED SNAPSHOT);
    }
    receive(STRAY);
    assert_int_equal(count_sent("\"t\":\"hello\""), 0);
    assert_non_null(effect_of(SESSION_EFFECT_RECONNECT));
}

static void slows_down_when_asked(void **state)
{
    begin_seated();
    receive(STRAY);
    receive("{\"t\":\"no\",\"why\":\"slow\"}"); /* the server dropped the hello */
    assert_non_null(effect_of(SESSION_EFFECT_RECONNECT));
}

static void stops_waiting_in_time(void **state)
{
    begin_seated();
    now += 10 * SESSION_ANSWER_MS;
    step((struct session_event){.type = SESSION_TICK}); /* nothing is pending */
    assert_int_equal(effects.count, 0);
    chat("hello", 1);
    now += SESSION_ANSWER_MS - 1;
    step((struct session_event){.type = SESSION_TICK});
    assert_int_equal(effects.count, 0);
    now += 1;
    step((struct session_event){.type = SESSION_TICK});
    assert_non_null(effect_of(SESSION_EFFECT_RECONNECT));
    close_it(1006);
    connect_it();
    now += SESSION_ANSWER_MS; /* an unanswered hello counts as well */
    step((struct session_event){.type = SESSION_TICK});
    assert_non_null(effect_of(SESSION_EFFECT_RECONNECT));
}

/* If another device had played for the seat, the terminal only skipped numbers, and kept calling
 * the deal fair although it did not know that device's contribution. */
static void one_starts_afresh_after_another(void **state)
{
    begin_seated();
    receive(COMMIT);
    assert_true(session.replica.commitment.sent);
    receive("{\"t\":\"ok\",\"id\":100}");
    act("draw", 5);
    close_it(1006);
    connect_it();
    receive(WELCOME(",\"seat\":1,\"done\":5000"));
    assert_true(has_sent("\"t\":\"hello\"") && !has_sent("\"last\""));
    assert_false(session.replica.commitment.sent);
    /* Whether the pending messages were done is unknown, so they are not reported as done. */
    assert_int_equal(effect_of(SESSION_EFFECT_ANSWER)->ticket, 5);
    assert_false(effect_of(SESSION_EFFECT_ANSWER)->done);
    receive("{\"#\":40,\"t\":\"chat\",\"name\":\"Bea\",\"text\":\"early\"}");
    assert_int_equal(session.replica.number, 0);
    receive(WELCOME(",\"seat\":1,\"done\":5000") SNAPSHOT);
    assert_int_equal(session.status, SESSION_STATUS_HERE);
    chat("again", 6);
    assert_true(has_sent("\"id\":5001"));
}

/* ---- wishes ---- */

static void asks_again(void **state)
{
    begin_seated();
    act("draw", 5);
    assert_string_equal(sent, "{\"t\":\"act\",\"id\":100,\"at\":5,\"action\":\"draw\"}\n");
    assert_true(session_is_pending(&session));
    chat("two", 6);
    assert_string_equal(sent, ""); /* one at a time */
    close_it(1006);
    connect_it();
    assert_false(has_sent("\"act\""));
    receive(SEATED);
    assert_string_equal(sent, "{\"t\":\"act\",\"id\":100,\"at\":5,\"action\":\"draw\"}\n");
    receive("{\"t\":\"no\",\"id\":100,\"why\":\"old\"}"); /* the first one was accepted */
    assert_int_equal(effect_of(SESSION_EFFECT_ANSWER)->ticket, 5);
    assert_true(effect_of(SESSION_EFFECT_ANSWER)->done);
    assert_true(has_sent("\"two\""));
    assert_false(session_is_pending(&session));
}

static void ids_continue_after_those_acknowledged(void **state)
{
    begin();
    connect_it();
    receive(WELCOME(",\"seat\":1,\"done\":4000") SNAPSHOT);
    chat("hello", 0);
    assert_true(has_sent("\"id\":4001"));
}

/* The terminal waited forever for the answer to a message that the table could not read. */
static void one_answer_without_an_id(void **state)
{
    static const char *const unread[] = {"json", "object", "long"};
    for (int i = 0; i < 3; i++) {
        char line[80];
        begin_seated();
        act("draw", 5);
        snprintf(line, sizeof line, "{\"t\":\"no\",\"why\":\"%s\"}", unread[i]);
        receive(line);
        assert_false(effect_of(SESSION_EFFECT_ANSWER)->done);
        assert_string_equal(effect_of(SESSION_EFFECT_ANSWER)->why, unread[i]);
        session_free(&session);
    }
    begin_seated();
    act("draw", 5);
    receive("{\"t\":\"no\",\"why\":\"slow\"}");
    assert_null(effect_of(SESSION_EFFECT_ANSWER));
}

static void ends_after_pending_requests(void **state)
{
    begin_seated();
    act("draw", 5);
    chat("two", 6);
    receive("{\"t\":\"bye\",\"code\":4001,\"why\":\"taken\"}");
    int gone = 0;
    for (int i = 0; i < effects.count; i++)
        gone += effects.at[i].type == SESSION_EFFECT_ANSWER && !effects.at[i].done &&
                strcmp(effects.at[i].why, "gone") == 0;
    assert_int_equal(gone, 2);
    chat("three", 7);
    assert_int_equal(effect_of(SESSION_EFFECT_ANSWER)->ticket, 7);
    assert_false(effect_of(SESSION_EFFECT_ANSWER)->done);
}

/* ---- fair deals ---- */

/* The terminal sent its contribution outside the queue and only once, so a lost connection lost
 * it. */
static void one_pledge_is_sent_until_it_is_answered(void **state)
{
    begin_seated();
    chat("one", 1);
    receive(COMMIT);
    assert_string_equal(sent, ""); /* after the pending messages */
    receive("{\"t\":\"ok\",\"id\":100}");
    assert_true(has_sent("\"t\":\"pledge\"") && has_sent(PLEDGE));
    close_it(1006);
    connect_it();
    assert_true(has_sent("\"last\":6")); /* the commit will not be sent again */
    receive(WELCOME(",\"seat\":1,\"done\":100"));
    assert_true(has_sent("\"t\":\"pledge\"") && has_sent("\"id\":101") && has_sent(PLEDGE));
}

/* The part is sent when the list of pledges is closed and the cut is made, and only then. */
static void the_part_follows_the_list(void **state)
{
    begin_seated();
    receive(GAME COMMIT "{\"t\":\"ok\",\"id\":100}"); /* the requested score sheet */
    receive("{\"#\":7,\"t\":\"pledge\",\"seat\":1,\"pledge\":\"" PLEDGE "\"}");
    receive("{\"t\":\"ok\",\"id\":101}\n" PLEDGED(8, "null", "\"" PLEDGE "\"", "0"));
    assert_string_equal(sent, "");
    receive("{\"#\":9,\"t\":\"open\",\"deal\":1}");
    assert_true(has_sent("\"t\":\"part\"") && has_sent("\"part\":\"" TWOS TWOS "\""));
    assert_int_equal(session.stage, STAGE_PARTS);
    assert_int_equal(session.verdict, DEAL_UNJUDGED);
}

/* A server that leaves out what it has confirmed is given no part, and the player learns of it. */
static void no_part_without_the_pledge(void **state)
{
    begin_seated();
    receive(GAME COMMIT "{\"t\":\"ok\",\"id\":100}");
    receive("{\"t\":\"ok\",\"id\":101}\n" PLEDGED(8, "null", "null", "0"));
    assert_int_equal(session.verdict, DEAL_BAD_PLEDGE);
    receive("{\"#\":9,\"t\":\"open\",\"deal\":1}");
    assert_string_equal(sent, "");
}

static void cuts_until_a_cut_is_taken(void **state)
{
    struct message cut;
    begin_seated();
    receive(GAME);
    receive("{\"t\":\"ok\",\"id\":100}"); /* the requested score sheet */
    receive(PLEDGED(7, "\"" HASH "\"", "null", "0"));
    assert_int_equal(session.stage, STAGE_CUT);
    assert_false(session.cutting);
    receive(PLEDGED(8, "\"" HASH "\"", "null", "1"));
    assert_false(session.cutting); /* its seat has not pledged */
    receive(PLEDGED(9, "null", "\"" HASH "\"", "1"));
    assert_true(session.cutting);
    message_init(&cut, MESSAGE_CUT);
    message_set_number(&cut, FIELD_K, 3);
    want(&cut, 1);
    assert_false(session.cutting);
    assert_true(has_sent("\"k\":3"));
    receive("{\"t\":\"no\",\"id\":101,\"why\":\"cut\"}");
    assert_true(session.cutting);
}

/* Only the terminal reported a deck that was committed again after this client's contribution. The
 * page cleared the verdict that the same line had given. */
static void one_verdict_on_a_second_commit(void **state)
{
    begin_seated();
    receive(COMMIT);
    receive("{\"#\":7,\"t\":\"commit\",\"deal\":1,\"hash\":"
            "\"5555555555555555555555555555555555555555555555555555555555555555\"}");
    assert_int_equal(session.verdict, DEAL_BAD_AGAIN);
}

/* ---- people ---- */

/* The terminal sent "ready" whenever the table reported it as not ready. */
static void one_readiness(void **state)
{
    static const char unready[] = "{\"t\":\"here\",\"seat\":1,\"here\":\"yes\",\"ready\":false}\n";
    static const char readied[] = "{\"t\":\"here\",\"seat\":1,\"here\":\"yes\",\"ready\":true}\n"
                                  "{\"t\":\"ok\",\"id\":100}\n";
    begin_seated();
    want_kind(MESSAGE_READY, 1);
    receive(readied);
    close_it(1006);
    close_it(1006); /* the first reconnection failed */
    connect_it();
    receive(WELCOME(",\"seat\":1,\"done\":100") SNAPSHOT);
    receive(unready); /* the restarted table does not have it */
    assert_int_equal(count_sent("\"t\":\"ready\""), 1);
    receive("{\"t\":\"ok\",\"id\":101}");
    receive(unready);
    assert_int_equal(count_sent("\"t\":\"ready\""), 0);
    session_free(&session);

    begin_seated(); /* closed on purpose; another deal may have begun since */
    want_kind(MESSAGE_READY, 1);
    receive(readied);
    receive(unready);
    assert_int_equal(count_sent("\"t\":\"ready\""), 0);
    session_free(&session);
    begin_seated();
    want_kind(MESSAGE_READY, 1);
    receive(readied);
    close_it(1006);
    connect_it();
    receive(WELCOME(",\"seat\":1,\"done\":100") TABLE("80", "between") SEATS);
    receive(unready);
    assert_int_equal(count_sent("\"t\":\"ready\""), 0);
}

/* The terminal kept proposals and choices after a snapshot without them. */
static void one_snapshot_replaces_everything(void **state)
{
    begin_seated();
    receive("{\"t\":\"set\",\"#\":6,\"title\":\"Ours\",\"hints\":false,\"pace\":300}\n"
            "{\"t\":\"proposal\",\"on\":77,\"what\":\"back\",\"seat\":0,\"n\":2}");
    assert_true(session.proposals[PROPOSAL_BACK].may_vote);
    assert_false(session.choices.hints);
    close_it(1006);
    connect_it();
    receive(WELCOME(",\"seat\":1,\"done\":7") TABLE("80", "between") SEATS);
    assert_int_equal(session.proposals[PROPOSAL_BACK].on, 0);
    assert_true(session.choices.hints);
    assert_string_equal(session.choices.title, "");
    assert_int_equal(session.choices.timer, TURN_TIMER_RELAXED);
}

/* The terminal could vote twice while its first vote was pending. */
static void one_vote(void **state)
{
    struct message vote;
    begin_seated();
    receive("{\"t\":\"proposal\",\"on\":77,\"what\":\"back\",\"seat\":0,\"n\":2}");
    message_init(&vote, MESSAGE_VOTE);
    message_set_number(&vote, FIELD_ON, 77);
    message_set_number(&vote, FIELD_YES, true);
    want(&vote, 1);
    assert_false(session.proposals[PROPOSAL_BACK].may_vote);
    receive("{\"t\":\"proposal\",\"on\":77,\"what\":\"back\",\"seat\":0,\"n\":2}");
    assert_false(session.proposals[PROPOSAL_BACK].may_vote);
    receive("{\"t\":\"settled\",\"on\":77,\"what\":\"back\",\"yes\":false}");
    assert_null(effect_of(SESSION_EFFECT_DECLINED)); /* the answer was to another message */
    receive("{\"t\":\"proposal\",\"on\":78,\"what\":\"open\",\"seat\":1,\"n\":60}");
    assert_true(session.proposals[PROPOSAL_OPEN].mine);
    receive("{\"t\":\"settled\",\"on\":78,\"what\":\"open\",\"yes\":false}");
    assert_int_equal(effect_of(SESSION_EFFECT_DECLINED)->what, PROPOSAL_OPEN);
}

static void seats_that_are_drawn(void **state)
{
    begin_seated();
    receive("{\"#\":6,\"t\":\"drawn\",\"seat\":0,\"to\":1,\"cards\":[\"Kh\"]}\n"
            "{\"#\":7,\"t\":\"drawn\",\"seat\":1,\"to\":0,\"cards\":[\"As\"]}");
    assert_string_equal(session.drawn[0].name, "Bea");
    assert_string_equal(session.seats[1].name, "Bea");
    assert_string_equal(session.seats[0].name, "Ada");
}

static void hands_for_spectators(void **state)
{
    struct session_options options = usual();
    options.has_token = options.is_new = false;
    begin_with(&options);
    connect_it();
    receive(WATCHING SNAPSHOT "{\"t\":\"hands\",\"at\":6,\"hands\":[[\"Kh\",\"Xr\"],[]]}");
    assert_true(session.hands_shown);
    assert_int_equal(session.hand_count[0], 2);
    receive("{\"t\":\"hands\",\"at\":6,\"hands\":[[\"Kh\",\"nonsense\"],[]]}");
    assert_false(session.hands_shown);
}

/* ---- clocks ---- */

/* The clock of a decision about an irregularity ends with it, though the turn that goes on may be
 * that of the same seat; one that runs for a turn stays. */
static void a_clock_ends_with_its_decision(void **state)
{
    begin_seated();
    struct cn_board *board = &session.replica.game.deal.board;
    session.replica.has_deal = true;
    session.replica.game.in_deal = 1;
    board->turn = 0;
    board->due = CN_DUE_DRAW;
    board->due_seat = 0;
    receive("{\"t\":\"clock\",\"seat\":0,\"ms\":60000}");
    receive("{\"t\":\"here\",\"watchers\":1}");
    assert_int_equal(session.clock_seat, 0);
    board->due = CN_DUE_NOTHING;
    receive("{\"t\":\"here\",\"watchers\":2}");
    assert_int_equal(cn_game_actor(&session.replica.game), 0);
    assert_int_equal(session.clock_seat, CN_NO_SEAT);
    receive("{\"t\":\"clock\",\"seat\":0,\"ms\":60000}");
    receive("{\"t\":\"here\",\"watchers\":3}");
    assert_int_equal(session.clock_seat, 0);
    session.replica.has_deal = false;
}

/* ---- a later session of the same seat ---- */

static void recalls(void **state)
{
    struct cn__text journal = {.text = NULL};
    begin_seated();
    receive(COMMIT "{\"t\":\"clock\",\"seat\":0,\"ms\":5000}");
    assert_true(has_sent("\"t\":\"pledge\""));
    cn__text_append(&journal, session.journal.text, session.journal.length);
    cn__text_append(&journal, "", 1);
    assert_null(strstr(journal.text, TOKEN));
    assert_null(strstr(journal.text, "clock"));
    const int64_t highest = session.highest_id;
    session_free(&session);

    begin();
    session.options.is_new = false;
    session_recall(&session, journal.text, journal.length - 1, highest);
    assert_true(session.replica.commitment.sent && session.replica.commitment.away);
    connect_it();
    assert_true(has_sent("\"last\":6"));
    receive(WELCOME(",\"seat\":1,\"done\":7"));
    assert_true(has_sent("\"t\":\"pledge\"") && has_sent(PLEDGE));
    assert_true(has_sent("\"id\":10")); /* under its own number */
    session_free(&session);

    begin(); /* another device has played since, so nothing is recalled */
    session_recall(&session, journal.text, journal.length - 1, highest);
    connect_it();
    receive(WELCOME(",\"seat\":1,\"done\":5000"));
    assert_false(session.replica.commitment.sent);
    assert_int_equal(session.journal.length, 0);
    cn__text_free(&journal);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, end)
    const struct CMUnitTest tests[] = {
        TEST(comes_with_a_token),
        TEST(makes_a_table),
        TEST(snapshot_older_than_before),
        TEST(one_list_of_final_refusals),
        TEST(one_watches_if_no_seat_is_free),
        TEST(one_sits_down_with_a_token),
        TEST(one_snapshot_is_asked_for),
        TEST(gives_up_asking),
        TEST(slows_down_when_asked),
        TEST(stops_waiting_in_time),
        TEST(one_starts_afresh_after_another),
        TEST(asks_again),
        TEST(ids_continue_after_those_acknowledged),
        TEST(one_answer_without_an_id),
        TEST(ends_after_pending_requests),
        TEST(one_pledge_is_sent_until_it_is_answered),
        TEST(the_part_follows_the_list),
        TEST(no_part_without_the_pledge),
        TEST(cuts_until_a_cut_is_taken),
        TEST(one_verdict_on_a_second_commit),
        TEST(one_readiness),
        TEST(one_snapshot_replaces_everything),
        TEST(one_vote),
        TEST(seats_that_are_drawn),
        TEST(hands_for_spectators),
        TEST(a_clock_ends_with_its_decision),
        TEST(recalls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
