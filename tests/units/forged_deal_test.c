/* forged_deal_test.c -- what a dishonest server could send of a fair deal, kind by kind: neither
 * the library's client nor the browser's page lets any of it pass, and none gives its part away.
 *
 * Three people and a bot play a deal at an honest table, and another after the part of one of them
 * did not come. Each forgery changes the lines of one client as a server could have sent them. */
#include "web_pages.h"

enum {
    PEOPLE = 3,
    BOT = 3,
    LATE = 1, /* whose part does not come, in the second of the two games */
    WATCHER = HOSTED_CLIENTS - 1,
    LINES_MOST = 1500,
    LINE_MOST = 4000,
    PLAYER = 0,
    CUTTER = 2 /* of both deals */
};

struct lines {
    char *at[LINES_MOST];
    int count;
};

static struct hosted hosted;
static struct lines honest[2][HOSTED_CLIENTS]; /* of a deal; of a deal after a void one */

/* ---- an honest table ---- */

static void say_kind(int client, enum message_kind kind, int deal)
{
    struct message message;
    message_init(&message, kind);
    if (kind == MESSAGE_PLEDGE)
        message = sitting_pledge(hosted.table, client, deal);
    if (kind == MESSAGE_PART)
        message = sitting_part(client, deal);
    if (kind == MESSAGE_CUT)
        message = sitting_cut(HOSTED_CUT);
    hosted_send(&hosted, client, &message);
}

static void wait_for_timer(enum table_stage stage)
{
    const struct table_event timer = {.type = TABLE_EVENT_TIMER};
    for (int i = 0; i < 60 && hosted.table->stage == stage; i++) {
        hosted.steps += 100; /* a second passes */
        hosted_kept_step(&hosted, timer);
    }
    assert_int_not_equal(hosted.table->stage, stage);
}

static void sit_down(void)
{
    struct message bot;
    hosted.seed = 11;
    hosted.table = sitting_table("laws1950", 4, 11, &hosted.effects);
    assert_non_null(hosted.table);
    hosted.table->pace = 0;
    for (int client = 0; client < HOSTED_CLIENTS; client++) {
        struct message hello = sitting_hello(client, "Player", client == WATCHER);
        if (client < PEOPLE || client == WATCHER)
            hosted_send(&hosted, client, &hello);
    }
    message_init(&bot, MESSAGE_BOT);
    message_set_number(&bot, FIELD_SEAT, BOT);
    message_set_text(&bot, FIELD_LEVEL, "beginner");
    hosted_send(&hosted, 0, &bot);
    for (int client = 0; client < PEOPLE; client++)
        say_kind(client, MESSAGE_READY, 0);
}

static void shuffle_with(bool is_whole)
{
    const uint8_t absent = hosted.table->absent;
    for (int client = 0; client < PEOPLE; client++)
        if ((absent >> client & 1) == 0)
            say_kind(client, MESSAGE_PLEDGE, 1);
    assert_int_equal(hosted.table->cutter, CUTTER);
    say_kind(CUTTER, MESSAGE_CUT, 1);
    assert_int_equal(hosted.table->stage, STAGE_PARTS);
    for (int client = 0; client < PEOPLE; client++)
        if ((absent >> client & 1) == 0 && (is_whole || client != LATE))
            say_kind(client, MESSAGE_PART, 1);
    if (!is_whole)
        wait_for_timer(STAGE_PARTS);
}

static void play(void)
{
    struct cn_rng rng;
    cn_rng_init(&rng, 5);
    while (hosted.table->stage == STAGE_PLAY) {
        const int seat = cn_game_actor(&hosted.table->game);
        const struct cn_view view = cn_game_view(&hosted.table->game, seat);
        const struct cn_action action = mover_move(cn_bot_find("greedy"), &view, &rng);
        struct message act = sitting_act(hosted.table->number, action);
        if (seat == BOT)
            hosted_kept_step(&hosted, (struct table_event){.type = TABLE_EVENT_BOT_MOVE,
                                                           .decision = hosted.table->asked,
                                                           .action = action});
        else
            hosted_send(&hosted, seat, &act);
    }
}

static char *copy_of(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

static void keep_lines(struct lines *lines, const struct cn__text *sent)
{
    for (size_t at = 0; at < sent->length;) {
        const size_t length = hosted_line(sent->text + at, sent->length - at);
        assert_true(lines->count < LINES_MOST);
        lines->at[lines->count++] = copy_of(sent->text + at, length - 1);
        at += length;
    }
}

static int set_up(void **state)
{
    for (int is_void = 0; is_void < 2; is_void++) {
        memset(&hosted, 0, sizeof hosted);
        sit_down();
        if (is_void) {
            shuffle_with(false);
            assert_int_equal(hosted.table->absent, 1 << LATE);
        }
        shuffle_with(true);
        play();
        for (int client = 0; client < HOSTED_CLIENTS; client++)
            keep_lines(&honest[is_void][client], &hosted.sent[client]);
        hosted_free(&hosted);
    }
    return 0;
}

static void drop_lines(struct lines *lines)
{
    for (int i = 0; i < lines->count; i++)
        free(lines->at[i]);
    lines->count = 0;
}

static int tear_down(void **state)
{
    for (int client = 0; client < HOSTED_CLIENTS; client++) {
        drop_lines(&honest[0][client]);
        drop_lines(&honest[1][client]);
    }
    return 0;
}

/* ---- forging ---- */

enum how {
    DIGIT,    /* changes the digit behind the text 'where' */
    REPLACED, /* 'where' becomes 'put' */
    ENTRY,    /* of the list 'where', the seat put[0] gets the value behind it */
    DROPPED,
    MOVED,    /* to before the first line of the type 'where' */
    REPEATED, /* with another digit behind 'put', before the first line of the type 'where' */
    INSERTED, /* 'put', before the line */
    OLD       /* "fair" of version 1: no pledges, and shorter parts */
};

static struct lines forged;

static bool is(const char *line, const char *type)
{
    char wanted[40];
    snprintf(wanted, sizeof wanted, "\"t\":\"%s\"", type);
    return strstr(line, wanted) != NULL;
}

static int find(const char *type, int nth)
{
    for (int i = 0; i < forged.count; i++)
        if (is(forged.at[i], type) && nth-- == 0)
            return i;
    fail_msg("no line %s", type);
    return 0;
}

static void put_line(int at, char *line)
{
    assert_true(forged.count < LINES_MOST);
    memmove(forged.at + at + 1, forged.at + at, (size_t)(forged.count++ - at) * sizeof line);
    forged.at[at] = line;
}

static char *take_line(int at)
{
    char *line = forged.at[at];
    memmove(forged.at + at, forged.at + at + 1, (size_t)(--forged.count - at) * sizeof line);
    return line;
}

/* Exchanges a part of a line, which it frees. */
static char *exchanged(char *line, size_t from, size_t length, const char *put)
{
    char *made = malloc(strlen(line) + strlen(put) + 1);
    assert_non_null(made);
    memcpy(made, line, from);
    strcpy(made + from, put);
    strcat(made, line + from + length);
    free(line);
    return made;
}

static char *replaced(char *line, const char *where, const char *put)
{
    const char *at = strstr(line, where);
    if (at == NULL)
        fail_msg("no %s in %s", where, line);
    return exchanged(line, (size_t)(at - line), strlen(where), put);
}

static void change_digit(char *line, const char *where)
{
    char *at = strstr(line, where);
    assert_non_null(at);
    at += strlen(where);
    *at = *at == '0' ? '1' : '0';
}

static char *with_entry(char *line, const char *list, const char *entry)
{
    char *at = strstr(line, list);
    assert_non_null(at);
    at = strchr(at, '[') + 1;
    for (int seat = entry[0] - '0'; seat > 0; seat--)
        at = strchr(at, ',') + 1;
    return exchanged(line, (size_t)(at - line), strcspn(at, ",]"), entry + 1);
}

static char *of_version_1(char *line)
{
    json_t *fair = json_loads(line, 0, NULL);
    json_t *parts = json_object_get(fair, "parts");
    assert_non_null(fair);
    for (size_t seat = 0; seat < json_array_size(parts); seat++) {
        const char *part = json_string_value(json_array_get(parts, seat));
        if (part != NULL)
            json_array_set_new(parts, seat, json_stringn(part, (size_t)2 * OLD_PART_BYTES));
    }
    json_object_del(fair, "v");
    json_object_del(fair, "table");
    json_object_del(fair, "pledges");
    free(line);
    line = json_dumps(fair, JSON_COMPACT);
    json_decref(fair);
    return line;
}

/* As the server would have numbered them. */
static void renumber(void)
{
    int number = 1000;
    for (int i = 0; i < forged.count; i++) {
        char text[24];
        char *line = forged.at[i];
        if (strncmp(line, "{\"#\":", 5) != 0)
            continue;
        snprintf(text, sizeof text, "%d", number++);
        forged.at[i] = exchanged(line, 5, strcspn(line + 5, ","), text);
    }
}

struct forgery {
    const char *name;
    int client;
    bool is_void; /* the game in which a part did not come */
    enum how how;
    const char *type;
    int nth;
    const char *where, *put;
    /* that the client reaches first, or how it begins; "": the line cannot be read, and the client
     * asks for a snapshot */
    const char *verdict;
};

static void forge(const struct forgery *f)
{
    const struct lines *lines = &honest[f->is_void][f->client];
    for (int i = 0; i < lines->count; i++)
        forged.at[forged.count++] = copy_of(lines->at[i], strlen(lines->at[i]));
    const int at = find(f->type, f->nth);
    char *line = forged.at[at];
    switch (f->how) {
    case DIGIT: change_digit(line, f->where); break;
    case REPLACED: forged.at[at] = replaced(line, f->where, f->put); break;
    case ENTRY: forged.at[at] = with_entry(line, f->where, f->put); break;
    case DROPPED: free(take_line(at)); break;
    case MOVED: put_line(find(f->where, 0), take_line(at)); break;
    case REPEATED:
        line = copy_of(line, strlen(line));
        change_digit(line, f->put);
        put_line(find(f->where, 0), line);
        break;
    case INSERTED: put_line(at, copy_of(f->put, strlen(f->put))); break;
    case OLD: forged.at[at] = of_version_1(line); break;
    }
    renumber();
}

/* ---- the clients ---- */

/* What a client makes of the lines. */
struct outcome {
    char first[40],
        last[40]; /* the first verdict that the deal is not fair, and the last verdict */
    bool gave;    /* its part, after that */
};

static void note(struct outcome *outcome, const char *verdict)
{
    snprintf(outcome->last, sizeof outcome->last, "%s", verdict);
    if (outcome->first[0] == '\0' && strncmp(verdict, "unfair.", 7) == 0)
        snprintf(outcome->first, sizeof outcome->first, "%s", verdict);
}

static void note_sent(struct outcome *outcome, const char *text)
{
    outcome->gave |= outcome->first[0] != '\0' && strstr(text, "\"part\":\"") != NULL;
}

static struct session session;
static struct session_effects effects;

static void follow(struct session_event event, int client, struct outcome *outcome)
{
    event.now_ms = 1;
    memset(event.random, sitting_part(client, 1).part[0], sizeof event.random);
    hosted_follow(&session, &event, &effects);
    note(outcome, deal_verdict_name(session.verdict));
    for (int i = 0; i < effects.count; i++) {
        const struct session_effect *e = &effects.at[i];
        char *text = copy_of(effects.text.text + e->at, e->length);
        if (e->type == SESSION_EFFECT_SEND)
            note_sent(outcome, text);
        free(text);
    }
}

static void want(struct message message, int client, struct outcome *outcome)
{
    follow((struct session_event){.type = SESSION_WANT, .message = &message}, client, outcome);
}

/* A client of the library: its requests have the numbers that the honest one's had. */
static struct outcome library(int client)
{
    struct outcome outcome = {.first = ""};
    const struct message hello = sitting_hello(client, "Player", client == WATCHER);
    struct session_options options = {.name = "Player",
                                      .link = SITTING_LINK,
                                      .has_token = client != WATCHER,
                                      .seat = client,
                                      .first_id = client == 0 ? 2 : 1};
    memcpy(options.token, hello.token, sizeof options.token);
    session_init(&session, &options);
    follow((struct session_event){.type = SESSION_CONNECTED}, client, &outcome);
    for (int i = 0; i < forged.count; i++) {
        const char *line = forged.at[i];
        follow((struct session_event){.type = SESSION_LINES, .text = line, .length = strlen(line)},
               client, &outcome);
        if (is(line, "welcome") && client != WATCHER) {
            struct message ready;
            message_init(&ready, MESSAGE_READY);
            want(ready, client, &outcome);
        }
        if (session.cutting)
            want(sitting_cut(HOSTED_CUT), client, &outcome);
    }
    session_free(&session);
    session_effects_free(&effects);
    return outcome;
}

static void told(struct table_page *page, int client, json_t *question, struct outcome *outcome)
{
    char random[2 * PART_BYTES + 1];
    size_t at;
    const json_t *effect;
    cn__hex_format(sitting_part(client, 1).part, PART_BYTES, random);
    json_object_set_new(question, "random", json_string(random));
    json_object_set_new(question, "now", json_integer(1));
    json_t *answer = told_by(page, question);
    const json_t *judged = json_object_get(json_object_get(answer, "state"), "verdict");
    note(outcome, json_is_object(judged) ? json_string_value(json_object_get(judged, "name")) : "");
    json_array_foreach(
        json_object_get(answer, "effects"), at,
        effect) if (strcmp(json_string_value(json_object_get(effect, "is")), "send") == 0)
        note_sent(outcome, json_string_value(json_object_get(effect, "text")));
    json_decref(answer);
}

static void page_wants(struct table_page *page, int client, const char *message,
                       struct outcome *outcome)
{
    told(page, client, json_pack("{ss si ss}", "do", "want", "ticket", 1, "message", message),
         outcome);
}

/* The lines up to the deal one by one; then those of the play together. */
static int heard_together(int from)
{
    int to = from + 1;
    if (!is(forged.at[from], "deal"))
        return to;
    while (to < forged.count && !is(forged.at[to], "reveal") && !is(forged.at[to], "commit") &&
           !is(forged.at[to], "void"))
        to++;
    return to;
}

/* The browser's page, as its own questions drive it. */
static struct outcome browser(int client)
{
    struct outcome outcome = {.first = ""};
    struct table_page *page = table_page_open();
    char token[2 * TOKEN_BYTES + 1];
    const struct message hello = sitting_hello(client, "Player", client == WATCHER);
    assert_non_null(page);
    json_decref(answer_to(page, "{\"do\":\"language\",\"language\":\"en\"}"));
    json_t *question = json_pack("{ss ss ss sb si}", "do", "begin", "link", SITTING_LINK, "name",
                                 "Player", "isNew", 0, "now", client == 0 ? 2 : 1);
    cn__hex_format(hello.token, sizeof hello.token, token);
    if (client != WATCHER)
        json_object_set_new(question, "token", json_string(token));
    json_decref(told_by(page, question));
    told(page, client, json_pack("{ss}", "do", "connected"), &outcome);
    for (int i = 0; i < forged.count;) {
        struct cn__text text = {.text = NULL};
        const int from = i;
        for (const int to = heard_together(i); i < to; i++)
            cn__text_printf(&text, "%s\n", forged.at[i]);
        told(page, client, json_pack("{ss ss%}", "do", "heard", "text", text.text, text.length),
             &outcome);
        cn__text_free(&text);
        if (is(forged.at[from], "welcome") && client != WATCHER)
            page_wants(page, client, "{\"t\":\"ready\"}", &outcome);
        if (page->session.cutting)
            page_wants(page, client, "{\"t\":\"cut\",\"k\":40}", &outcome);
    }
    table_page_close(page);
    return outcome;
}

/* ---- honest deals ---- */

static void honest_deals_pass(void **state)
{
    static const char *const verdicts[2][HOSTED_CLIENTS] = {
        {"fair", "fair", "fair", NULL, NULL, NULL, "fair.watched"},
        {"fair", "fair.absent", "fair", NULL, NULL, NULL, "fair.watched"}};
    for (int is_void = 0; is_void < 2; is_void++)
        for (int client = 0; client < HOSTED_CLIENTS; client++) {
            const struct lines *lines = &honest[is_void][client];
            if (verdicts[is_void][client] == NULL)
                continue;
            for (int i = 0; i < lines->count; i++)
                forged.at[forged.count++] = copy_of(lines->at[i], strlen(lines->at[i]));
            renumber();
            const struct outcome a = library(client);
            const struct outcome b = browser(client);
            assert_string_equal(a.first, "");
            assert_string_equal(a.last, verdicts[is_void][client]);
            assert_string_equal(b.first, "");
            assert_string_equal(b.last, verdicts[is_void][client]);
            drop_lines(&forged);
        }
}

/* ---- forged deals ---- */

#define EIGHT(byte)  byte byte byte byte byte byte byte byte
#define HEX(byte)    EIGHT(byte) EIGHT(byte) EIGHT(byte) EIGHT(byte)
#define QUOTED(byte) "\"" HEX(byte) "\""
#define COMMIT(n)    "{\"#\":1,\"t\":\"commit\",\"deal\":" #n ",\"hash\":\"" HEX("ab") "\"}"
/* The parts of seats 0 to 2 in the first deal are bytes 01, 08 and 0f. */

static const struct forgery forgeries[] = {
    /* pledges */
    {"own pledge echoed as another", PLAYER, false, DIGIT, "pledge", 0, "\"pledge\":\"", "",
     "unfair.pledge"},
    {"another's pledge told as another", PLAYER, false, DIGIT, "pledge", 1, "\"pledge\":\"", "",
     "unfair.pledges"},
    {"a pledge told to spectators as another", WATCHER, false, DIGIT, "pledge", 1, "\"pledge\":\"",
     "", "unfair.pledges"},
    {"a pledge listed that was never told", PLAYER, false, DROPPED, "pledge", 1, "", "",
     "unfair.pledges"},
    {"a pledge told twice, with another value", PLAYER, false, REPEATED, "pledge", 1, "pledged",
     "\"pledge\":\"", "unfair.pledges"},
    {"own pledge told twice, with another value", PLAYER, false, REPEATED, "pledge", 0, "pledged",
     "\"pledge\":\"", "unfair.pledge"},
    {"a pledge for a bot", PLAYER, false, INSERTED, "pledged", 0, "",
     "{\"#\":1,\"t\":\"pledge\",\"seat\":3,\"pledge\":" QUOTED("ab") "}", "unfair.pledges"},
    {"a pledge after the list", PLAYER, false, INSERTED, "open", 0, "",
     "{\"#\":1,\"t\":\"pledge\",\"seat\":3,\"pledge\":" QUOTED("ab") "}", "unfair.order"},
    {"a pledge changed after the list", PLAYER, false, REPEATED, "pledge", 1, "open",
     "\"pledge\":\"", "unfair.order"},
    {"a pledge after the parts began", PLAYER, false, INSERTED, "part", 1, "",
     "{\"#\":1,\"t\":\"pledge\",\"seat\":3,\"pledge\":" QUOTED("ab") "}", "unfair.order"},
    /* lists */
    {"own pledge left out of the list", PLAYER, false, ENTRY, "pledged", 0, "pledges", "0null",
     "unfair.pledge"},
    {"own pledge exchanged in the list", PLAYER, false, ENTRY, "pledged", 0, "pledges",
     "0" QUOTED("ab"), "unfair.pledge"},
    {"another's pledge left out of the list", PLAYER, false, ENTRY, "pledged", 0, "pledges",
     "1null", "unfair.pledges"},
    {"another's pledge exchanged in the list", PLAYER, false, ENTRY, "pledged", 0, "pledges",
     "1" QUOTED("ab"), "unfair.pledges"},
    {"a bot in the list", PLAYER, false, ENTRY, "pledged", 0, "pledges", "3" QUOTED("ab"),
     "unfair.pledges"},
    {"a list for spectators that lacks a pledge", WATCHER, false, ENTRY, "pledged", 0, "pledges",
     "2null", "unfair.pledges"},
    {"a list of one seat more", PLAYER, false, REPLACED, "pledged", 0, "\"pledges\":[",
     "\"pledges\":[" QUOTED("ab") ",", ""},
    {"a list without one seat", PLAYER, false, REPLACED, "pledged", 0, ",null]", "]", ""},
    {"no list", PLAYER, false, DROPPED, "pledged", 0, "", "", "unfair.order"},
    {"no list for spectators", WATCHER, false, DROPPED, "pledged", 0, "", "", "unfair.order"},
    {"a second list", PLAYER, false, REPEATED, "pledged", 0, "open", "\"pledges\":[\"",
     "unfair.pledges"},
    {"a second list while parts are sent", PLAYER, false, REPEATED, "pledged", 0, "fair",
     "\"pledges\":[\"", "unfair.pledges"},
    {"the list before the pledges", PLAYER, false, MOVED, "pledged", 0, "pledge", "", "unfair"},
    /* the order of steps */
    {"parts asked for before the list", PLAYER, false, MOVED, "open", 0, "pledged", "",
     "unfair.order"},
    {"parts never asked for", PLAYER, false, DROPPED, "open", 0, "", "", "unfair.order"},
    {"parts of another deal asked for", PLAYER, false, REPLACED, "open", 0, "\"deal\":1",
     "\"deal\":2", "unfair.order"},
    {"a part before parts are asked for", PLAYER, false, MOVED, "part", 1, "open", "",
     "unfair.order"},
    {"a part before the list", PLAYER, false, MOVED, "part", 1, "pledged", "", "unfair.order"},
    {"a part before the pledges", WATCHER, false, MOVED, "part", 0, "pledge", "", "unfair.order"},
    {"dealt before the parts are there", PLAYER, false, MOVED, "fair", 0, "part", "",
     "unfair.opened"},
    {"dealt before the list", PLAYER, false, MOVED, "fair", 0, "pledged", "", "unfair"},
    {"dealt without a word of how", PLAYER, false, DROPPED, "fair", 0, "", "", "unfair.hash"},
    {"another commitment after the pledge", PLAYER, false, INSERTED, "pledged", 0, "", COMMIT(1),
     "unfair.again"},
    {"another commitment after the list", PLAYER, false, INSERTED, "open", 0, "", COMMIT(1),
     "unfair.again"},
    {"another commitment after the parts", PLAYER, false, INSERTED, "fair", 0, "", COMMIT(1),
     "unfair.again"},
    {"another commitment for a later deal", PLAYER, false, INSERTED, "pledged", 0, "", COMMIT(2),
     "unfair.again"},
    {"another commitment in play", PLAYER, false, INSERTED, "end", 0, "", COMMIT(2),
     "unfair.again"},
    {"another number of the deal", PLAYER, false, REPLACED, "commit", 0, "\"deal\":1", "\"deal\":2",
     "unfair"},
    /* parts */
    {"own part echoed as another", PLAYER, false, DIGIT, "part", 0, "\"part\":\"", "",
     "unfair.opened"},
    {"a part that does not fit its pledge", PLAYER, false, DIGIT, "part", 1, "\"part\":\"", "",
     "unfair.opened"},
    {"a part for spectators that does not fit", WATCHER, false, DIGIT, "part", 2, "\"part\":\"", "",
     "unfair.opened"},
    {"a part of another seat", PLAYER, false, REPLACED, "part", 1, "\"seat\":1", "\"seat\":2",
     "unfair.opened"},
    {"a part of a bot", PLAYER, false, REPLACED, "part", 1, "\"seat\":1", "\"seat\":3",
     "unfair.opened"},
    {"a part that was never told", PLAYER, false, DROPPED, "part", 1, "", "", "unfair.opened"},
    {"a part added for a bot", PLAYER, false, ENTRY, "fair", 0, "parts", "3" QUOTED("ab"),
     "unfair.opened"},
    {"own part exchanged in the deal", PLAYER, false, ENTRY, "fair", 0, "parts", "0" QUOTED("ab"),
     "unfair.opened"},
    {"another's part exchanged in the deal", PLAYER, false, ENTRY, "fair", 0, "parts",
     "1" QUOTED("ab"), "unfair.opened"},
    {"own part left out of the deal", PLAYER, false, ENTRY, "fair", 0, "parts", "0null",
     "unfair.opened"},
    {"a pledged part left out of the deal", PLAYER, false, ENTRY, "fair", 0, "parts", "1null",
     "unfair.opened"},
    {"a part left out for spectators", WATCHER, false, ENTRY, "fair", 0, "parts", "1null",
     "unfair.opened"},
    {"a pledge exchanged in the deal", PLAYER, false, ENTRY, "fair", 0, "pledges", "1" QUOTED("ab"),
     "unfair.pledges"},
    {"a pledge left out of the deal", PLAYER, false, ENTRY, "fair", 0, "pledges", "1null",
     "unfair.pledges"},
    {"own pledge left out of the deal", PLAYER, false, ENTRY, "fair", 0, "pledges", "0null",
     "unfair.pledge"},
    {"a pledge added in the deal", PLAYER, false, ENTRY, "fair", 0, "pledges", "3" QUOTED("ab"),
     "unfair.pledges"},
    {"another table's deal", PLAYER, false, DIGIT, "fair", 0, "\"table\":\"", "", "unfair.pledges"},
    {"another commitment in the deal", PLAYER, false, DIGIT, "fair", 0, "\"hash\":\"", "",
     "unfair.hash"},
    {"a deal of version 1", PLAYER, false, OLD, "fair", 0, "", "", "unfair.hash"},
    {"a deal of version 1 for spectators", WATCHER, false, OLD, "fair", 0, "", "", "unfair.hash"},
    {"a deal of no version", PLAYER, false, REPLACED, "fair", 0, "\"v\":2", "\"v\":3", ""},
    /* the cut */
    {"parts asked for with another cut", CUTTER, false, REPLACED, "open", 0, "\"k\":40", "\"k\":41",
     "unfair.cut"},
    {"parts asked for as if nobody had cut", CUTTER, false, REPLACED, "open", 0, ",\"k\":40", "",
     "unfair.cut"},
    {"another cut in the deal", PLAYER, false, REPLACED, "fair", 0, "\"cut\":40", "\"cut\":41",
     "unfair.cut"},
    {"a cut where nobody is said to have cut", PLAYER, false, REPLACED, "fair", 0, "\"cut\":40",
     "\"cut\":40,\"uncut\":true", "unfair.cut"},
    {"cut by another seat", PLAYER, false, REPLACED, "cut", 0, "\"seat\":2", "\"seat\":1",
     "unfair.cut"},
    {"cut elsewhere", PLAYER, false, REPLACED, "cut", 0, "\"k\":40", "\"k\":41", "unfair.cut"},
    {"parts asked for twice, with two cuts", PLAYER, false, INSERTED, "part", 0, "",
     "{\"#\":1,\"t\":\"open\",\"deal\":1,\"k\":50}", "unfair.cut"},
    /* what is revealed */
    {"another nonce", PLAYER, false, DIGIT, "reveal", 0, "\"nonce\":\"", "", "unfair.hash"},
    {"another nonce for spectators", WATCHER, false, DIGIT, "reveal", 0, "\"nonce\":\"", "",
     "unfair.hash"},
    /* aborts */
    {"void, and nobody is named", PLAYER, true, REPLACED, "void", 0, "\"by\":[1]", "\"by\":[]",
     "unfair.void"},
    {"void by a seat whose part was there", WATCHER, true, REPLACED, "void", 0, "\"by\":[1]",
     "\"by\":[2]", "unfair.void"},
    {"void by us, whose part was confirmed", PLAYER, true, REPLACED, "void", 0, "\"by\":[1]",
     "\"by\":[0]", "unfair.void"},
    {"void by us too", PLAYER, true, REPLACED, "void", 0, "\"by\":[1]", "\"by\":[0,1]",
     "unfair.void"},
    {"void by a bot", PLAYER, true, REPLACED, "void", 0, "\"by\":[1]", "\"by\":[3]", "unfair.void"},
    {"void by a bot too", PLAYER, true, REPLACED, "void", 0, "\"by\":[1]", "\"by\":[1,3]",
     "unfair.void"},
    {"void before the parts are asked for", PLAYER, true, MOVED, "void", 0, "open", "",
     "unfair.void"},
    {"void before the list", PLAYER, true, MOVED, "void", 0, "pledged", "", "unfair.void"},
    {"void before the pledges", PLAYER, true, MOVED, "void", 0, "pledge", "", "unfair.void"},
    {"void in play", PLAYER, true, REPEATED, "void", 0, "end", "\"hash\":\"", "unfair.void"},
    {"another deal void", PLAYER, true, DIGIT, "void", 0, "\"hash\":\"", "", "unfair.void"},
    {"void with another part", PLAYER, true, ENTRY, "void", 0, "parts", "2" QUOTED("ab"),
     "unfair.void"},
    {"void with another pledge", PLAYER, true, ENTRY, "void", 0, "pledges", "2" QUOTED("ab"),
     "unfair.void"},
    {"void although the part came", PLAYER, true, INSERTED, "void", 0, "",
     "{\"#\":1,\"t\":\"part\",\"seat\":1,\"part\":" QUOTED("08") "}", "unfair.void"},
    {"given up without a word", PLAYER, true, DROPPED, "void", 0, "", "", "unfair"},
    {"a seat counts as absent that withheld nothing", PLAYER, false, REPLACED, "commit", 0,
     "\"deal\":1", "\"deal\":1,\"absent\":2", "unfair.void"},
    {"our seat counts as absent for nothing", PLAYER, false, REPLACED, "commit", 0, "\"deal\":1",
     "\"deal\":1,\"absent\":1", "unfair.void"},
    {"a seat pledges that counts as absent", PLAYER, true, INSERTED, "pledged", 1, "",
     "{\"#\":1,\"t\":\"pledge\",\"seat\":1,\"pledge\":" QUOTED("ab") "}", "unfair.pledges"},
    {"a seat is listed that counts as absent", WATCHER, true, ENTRY, "pledged", 1, "pledges",
     "1" QUOTED("ab"), "unfair.pledges"},
};

static void expect(const struct forgery *f, const char *who, const struct outcome *outcome)
{
    if (strncmp(outcome->first, f->verdict, strlen(f->verdict)) != 0)
        fail_msg("%s, %s: the verdict is \"%s\", not %s", who, f->name, outcome->first, f->verdict);
    if (strncmp(outcome->last, "fair", 4) == 0)
        fail_msg("%s, %s: in the end the deal is %s", who, f->name, outcome->last);
    if (outcome->gave)
        fail_msg("%s, %s: the part is given away", who, f->name);
}

static void no_forgery_passes(void **state)
{
    enum {
        KINDS = sizeof forgeries / sizeof forgeries[0]
    };
    for (int i = 0; i < KINDS; i++) {
        forge(&forgeries[i]);
        const struct outcome a = library(forgeries[i].client);
        const struct outcome b = browser(forgeries[i].client);
        drop_lines(&forged);
        expect(&forgeries[i], "library", &a);
        expect(&forgeries[i], "browser", &b);
    }
    print_message("%d kinds of forgery\n", KINDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest_deals_pass),
        cmocka_unit_test(no_forgery_passes),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
