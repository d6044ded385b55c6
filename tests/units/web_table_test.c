/* web_table_test.c -- the browser's side of a server's table: clients sit down, deal fairly, undo,
 * go astray, are given hints, and come back between deals. CANASTA_SEED=n plays other deals. */
#include "web_pages.h"

#include "effort.h"

enum {
    PEOPLE = 4,
    WATCHER = PEOPLE,
    CLIENTS = PEOPLE + 1
};

static struct {
    struct hosted hosted;
    struct table_page *client[CLIENTS];
    char verdict[CLIENTS][32];
    struct {
        int client;
        char *text;
    } out[64]; /* sent by pages, and not yet received by the table */
    int out_count, cutter;
    int64_t tickets;
} t;

/* ---- a server that cheats ---- */

/* What it changes for each seat, in lines of a kind: a digit behind the text, or cards there. */
static const struct forgery {
    const char *kind, *after, *verdict;
} forgeries[PEOPLE] = {
    {"\"t\":\"reveal\"", "\"committed\":[\"", "unfair.hash"},
    {"\"t\":\"reveal\"", "\"nonce\":\"", "unfair.hash"},
    {"\"t\":\"fair\"", "\"hash\":\"", "unfair.hash"},
    {"\"t\":\"fair\"", "\"parts\":[", "unfair.opened"},
};
static bool cheating;
static int forged[CLIENTS];

static void change_digit(char *digit)
{
    *digit = *digit == '0' ? '1' : '0';
}

/* In a list such as "2c","2c","Kh". */
static void swap_unequal_cards(char *cards)
{
    while (memcmp(cards, cards + 5, 2) == 0)
        cards += 5;
    const char first[2] = {cards[0], cards[1]};
    memcpy(cards, cards + 5, 2);
    memcpy(cards + 5, first, 2);
}

static void change_all_parts(char *list)
{
    for (char *at = list; *at != ']'; at++)
        if (*at == '"') {
            change_digit(at + 1);
            at = strchr(at + 1, '"');
        }
}

/* Changes the line to this client as a cheating server would. */
static void forge(int client, char *line)
{
    const struct forgery *how = &forgeries[client];
    if (strstr(line, how->kind) == NULL)
        return;
    char *at = strstr(line, how->after);
    assert_non_null(at);
    at += strlen(how->after);
    if (strstr(how->after, "parts") != NULL)
        change_all_parts(at);
    else if (strstr(how->after, "committed") != NULL)
        swap_unequal_cards(at);
    else
        change_digit(at);
    forged[client]++;
}

static const char *take_line(int client, const char *line, size_t length)
{
    if (!cheating || client >= PEOPLE)
        return take(t.client[client], line, length, t.verdict[client]);
    char *copy = malloc(length + 1);
    assert_non_null(copy);
    memcpy(copy, line, length);
    copy[length] = '\0';
    forge(client, copy);
    const char *is = take(t.client[client], copy, length, t.verdict[client]);
    free(copy);
    return is;
}

static void hear_line(int client, const char *line, size_t length)
{
    struct message message;
    struct message_error why;
    const char *is = take_line(client, line, length);
    if (strcmp(is, "wrong") == 0)
        fail_msg("client %d: %.*s", client, (int)length, line);
    if (message_parse(line, length - 1, MESSAGE_FROM_CLIENT, &message, &why) != MESSAGE_VALID)
        return;
    if (message.kind == MESSAGE_PLEDGED)
        t.cutter = message.seat;
    if (message.kind == MESSAGE_NO)
        fail_msg("client %d is refused: %.*s", client, (int)length, line);
}

static void step(struct table_event input)
{
    const struct table_effects *effects = &t.hosted.effects;
    hosted_next_step(&t.hosted, input);
    for (int i = 0; i < effects->count; i++) {
        const struct table_effect *e = &effects->at[i];
        const char *text = effects->text.text + e->at;
        for (size_t at = 0, size; e->type == EFFECT_SEND && at < e->length; at += size) {
            size = hosted_line(text + at, e->length - at);
            hear_line((int)e->client - 1, text + at, size);
        }
    }
}

static void keep(struct table_page *page, const char *text)
{
    for (int client = 0; client < CLIENTS; client++) {
        if (t.client[client] != page)
            continue;
        assert_true(t.out_count < 64);
        t.out[t.out_count].client = client;
        t.out[t.out_count++].text = strdup(text);
    }
}

/* Gives the table the pages' messages, until there are no more. */
static void pump(void)
{
    while (t.out_count > 0) {
        struct message message;
        const int client = t.out[0].client;
        char *text = t.out[0].text;
        memmove(t.out, t.out + 1, (size_t)--t.out_count * sizeof t.out[0]);
        const struct table_event input =
            hosted_event_of_text((uint32_t)client + 1, text, strlen(text), &message);
        free(text);
        step(input);
    }
}

/* Sends a request of a page, without an id, which its session adds. */
static void say(int client, struct message *message)
{
    struct cn__text line = {NULL, 0, 0, false};
    message_write(&line, message);
    json_t *told = told_by(t.client[client], json_pack("{ss sI ss% si}", "do", "want", "ticket",
                                                       (json_int_t)++t.tickets, "message",
                                                       line.text, line.length - 1, "now", 1));
    cn__text_free(&line);
    send_all(t.client[client], told);
    json_decref(told);
    pump();
}

static void say_kind(int client, enum message_kind kind)
{
    struct message message;
    message_init(&message, kind);
    say(client, &message);
}

static void come(int client)
{
    json_t *told = told_by(t.client[client], json_pack("{ss si}", "do", "connected", "now", 1));
    send_all(t.client[client], told);
    json_decref(told);
    pump();
}

/* Opens a page without stored data that returns to its seat. */
static void open_page(int client)
{
    char token[2 * TOKEN_BYTES + 1];
    const struct message hello =
        sitting_hello(client, client == 0 ? "Ann" : "Player", client == WATCHER);
    t.client[client] = table_page_open();
    assert_non_null(t.client[client]);
    json_decref(answer_to(t.client[client], "{\"do\":\"language\",\"language\":\"en\"}"));
    json_t *question = json_pack("{ss ss ss sb si}", "do", "begin", "link", SITTING_LINK, "name",
                                 hello.name, "isNew", client != WATCHER, "seat", client);
    cn__hex_format(hello.token, sizeof hello.token, token);
    if (client != WATCHER)
        json_object_set_new(question, "token", json_string(token));
    json_decref(told_by(t.client[client], question));
}

static void cut(void)
{
    struct message message;
    json_t *cuts = answer_to(t.client[t.cutter], "{\"do\":\"cut-range\"}");
    const int k = (int)number_at(cuts, "most");
    assert_int_equal(number_at(cuts, "cards"), 108);
    assert_int_equal(number_at(cuts, "least") + k, 108);
    json_decref(cuts);
    assert_true(t.client[t.cutter]->session.cutting);
    message = sitting_cut(k);
    say(t.cutter, &message);
}

static void sit_down(void)
{
    memset(&t, 0, sizeof t);
    carry = keep;
    t.hosted.seed = (int)(first_seed() % 1000) + 30;
    t.hosted.table = sitting_table("laws1950", PEOPLE, 5, &t.hosted.effects);
    assert_non_null(t.hosted.table);
    for (int client = 0; client < CLIENTS; client++) {
        open_page(client);
        come(client);
    }
}

static void deal_fairly(void)
{
    for (int client = 0; client < PEOPLE; client++)
        say_kind(client, MESSAGE_READY);
    cut();
    assert_true(t.hosted.table->game.in_deal);
}

static void see_all(void)
{
    w.game = t.hosted.table->game;
    for (int client = 0; client < CLIENTS; client++)
        assert_page(t.client[client], client < PEOPLE ? client : CN_NO_SEAT);
}

static void act(int seat, struct cn_action action)
{
    struct message message = sitting_act(t.hosted.table->number, action);
    say(seat, &message);
}

/* Everyone reads what would be undone, without anything that only one seat may know. */
static void expect_undoing(int seat, int n, const char *wanted)
{
    char question[60];
    snprintf(question, sizeof question, "{\"do\":\"undoing\",\"n\":%d}", n);
    for (int client = 0; client < CLIENTS; client++) {
        json_t *answer = answer_to(t.client[client], question);
        const char *text = json_string_value(json_object_get(answer, "text"));
        if (wanted[0] == '\0')
            assert_string_equal(text, "");
        if (strstr(text, wanted) == NULL)
            fail_msg("client %d is told of %d of seat %d: %s", client, n, seat, text);
        json_decref(answer);
    }
}

/* The page must offer to undo exactly what the table lets the seat undo alone. */
static void expect_undoable(int seat)
{
    json_t *page = answer_to(t.client[seat], "{\"do\":\"page\"}");
    const int count = (int)number_at(page, "undoable");
    json_decref(page);
    assert_true(table_may_undo_alone(t.hosted.table, seat, count));
    assert_false(table_may_undo_alone(t.hosted.table, seat, count + 1));
}

/* Undoes what was laid. The page must offer this. */
static void take_back(int seat)
{
    struct message back;
    json_t *page = answer_to(t.client[seat], "{\"do\":\"page\"}");
    const int64_t undoable = number_at(page, "undoable");
    json_decref(page);
    assert_true(undoable > 0);
    message_init(&back, MESSAGE_UNDO);
    message_set_number(&back, FIELD_N, 1);
    say(seat, &back);
    page = answer_to(t.client[seat], "{\"do\":\"page\"}");
    assert_int_equal(number_at(page, "undoable"), undoable - 1);
    const json_t *news = json_object_get(page, "news");
    const size_t count = json_array_size(news);
    const json_t *last = json_array_get(news, count - 1);
    assert_string_equal(json_string_value(json_object_get(last, "type")), "undo");
    json_decref(page);
    see_all();
}

/* Returns every seat's last turn, as one client reads it. Free it with free. */
static char *what_was_done(int client)
{
    json_t *page = answer_to(t.client[client], "{\"do\":\"page\"}");
    json_t *done = json_array();
    size_t i;
    json_t *seat;
    json_array_foreach(json_object_get(page, "seats"), i, seat)
        json_array_append(done, json_object_get(seat, "last"));
    json_array_append(done, json_object_get(page, "turn"));
    char *text = json_dumps(done, 0);
    json_decref(done);
    json_decref(page);
    return text;
}

/* Undoes a discard with everyone's consent. Then no page shows it. */
static void discard_and_take_back(int seat, struct cn_action discard)
{
    char *before[CLIENTS];
    struct message message;
    for (int client = 0; client < CLIENTS; client++)
        before[client] = what_was_done(client);
    act(seat, discard);
    message_init(&message, MESSAGE_UNDO);
    message_set_number(&message, FIELD_N, 1);
    say(seat, &message);
    const int32_t on = t.hosted.table->proposals[PROPOSAL_BACK].on;
    assert_int_not_equal(on, 0);
    expect_undoing(seat, 1, " discard");
    expect_undoing(seat, 2, "after it: 1 action (");
    expect_undoing(seat, 10000, "");
    for (int client = 0; client < PEOPLE; client++) {
        if (client == seat)
            continue;
        message_init(&message, MESSAGE_VOTE);
        message_set_number(&message, FIELD_ON, on);
        message_set_number(&message, FIELD_YES, true);
        say(client, &message);
    }
    assert_int_equal(cn_game_actor(&t.hosted.table->game), seat);
    for (int client = 0; client < CLIENTS; client++) {
        char *after = what_was_done(client);
        assert_string_equal(before[client], after);
        free(before[client]);
        free(after);
    }
    expect_undoable(seat);
    see_all();
}

/* Sends an impossible line. The page must not change until a snapshot comes. */
static void go_astray(int client)
{
    static const char wrong[] = "{\"#\":999999,\"t\":\"discard\",\"seat\":0,\"card\":\"zz\"}\n";
    struct cn__text before = {NULL, 0, 0, false};
    struct cn__text after = {NULL, 0, 0, false};
    ask(t.client[client], "{\"do\":\"page\"}", &before);
    assert_string_equal(take(t.client[client], wrong, sizeof wrong - 1, NULL), "wrong");
    ask(t.client[client], "{\"do\":\"page\"}", &after);
    assert_int_equal(before.length, after.length);
    assert_memory_equal(before.text, after.text, before.length);
    cn__text_free(&before);
    cn__text_free(&after);
    pump(); /* the page has asked for a snapshot */
    see_all();
}

static char *hinted(struct table_page *client, const char *action, const char *why)
{
    char question[200];
    snprintf(question, sizeof question,
             "{\"do\":\"hint\",\"action\":\"%s\",\"why\":\"%s\",\"text\":\"English\"}", action,
             why);
    json_t *answer = answer_to(client, question);
    char *text = strdup(json_string_value(json_object_get(answer, "text")));
    json_decref(answer);
    assert_non_null(text);
    return text;
}

/* A hint is in the page's language, with its reason unless the page cannot word it. The server's
 * words are never shown. */
static void expect_hint(int seat, struct cn_action action, enum cn_reason_id id)
{
    struct table_page *client = t.client[seat];
    char text[CN_ACTION_TEXT];
    cn_action_format(NULL, action, text);
    speak(client, "de");
    char *known = hinted(client, text, cn_reason_name(id));
    char *plain = hinted(client, text, "DRAW"); /* a reason whose sentence has no arguments */
    char *bare = hinted(client, text, "none of ours");
    assert_int_equal(strncmp(known, bare, strlen(bare)), 0);
    assert_true(strlen(known) > strlen(bare));
    assert_null(strstr(known, "English"));
    assert_non_null(strstr(plain, "Paket kann man nicht nehmen"));
    assert_null(strstr(bare, "English"));
    char *found = hinted(client, text, "THEY_OUT.0.500");
    assert_non_null(
        strstr(found, "In keinem Fall machen am Ende die anderen aus, sonst in 1 von 2"));
    assert_non_null(strstr(found, known + strlen(bare))); /* and the principle */
    free(found);
    char *broken = hinted(client, text, "THEY_OUT.0.5000");
    assert_string_equal(broken, bare);
    free(broken);
    free(known);
    free(plain);
    free(bare);
    speak(client, "en");
}

static bool ends_deal(const struct cn_game *game, struct cn_action action)
{
    static struct cn_game after;
    after = *game;
    assert_true(cn_game_play(&after, cn_game_actor(game), action, NULL, NULL, NULL));
    return !after.in_deal;
}

static void play_deal(void)
{
    bool taken_back = false;
    int decisions = 0;
    while (t.hosted.table->game.in_deal) {
        const struct cn_game *game = &t.hosted.table->game;
        const int seat = cn_game_actor(game);
        const struct cn_view view = cn_game_view(game, seat);
        const struct cn_action action = mover_move(cn_bot_at(1), &view, &w.chance.rng);
        const bool lays = action.type == CN_ACTION_MELD || action.type == CN_ACTION_ADD;
        if (decisions % 9 == 0)
            expect_hint(seat, action, cn_reason_for(&view, action).id);
        if (decisions % 4 == 3 && action.type == CN_ACTION_DISCARD && !ends_deal(game, action))
            discard_and_take_back(seat, action);
        act(seat, action);
        if (decisions++ % 7 == 0)
            see_all();
        if (lays && !taken_back && t.hosted.table->game.in_deal &&
            t.client[seat]->scene.undoable > 0) { /* else it has completed the taking of the pile */
            take_back(seat);
            taken_back = true;
        }
        if (decisions % 40 == 20 && t.hosted.table->game.in_deal)
            go_astray(chance_below(&w.chance, CLIENTS));
    }
    assert_true(taken_back);
    see_all();
}

/* Returns what the page shows of the deal's end. Free it with json_decref. */
static json_t *told_end(int client, size_t *news_count)
{
    json_t *page = answer_to(t.client[client], "{\"do\":\"page\"}");
    const json_t *news = json_object_get(page, "news");
    *news_count = json_array_size(news);
    const json_t *last = json_array_get(news, *news_count - 1);
    assert_string_equal(json_string_value(json_object_get(last, "type")), "end");
    json_t *text = json_incref(json_object_get(last, "text"));
    json_decref(page);
    return text;
}

/* A page that returns between deals without stored data shows the last deal's end like the pages
 * that were there. */
static void come_back_between_deals(int client)
{
    size_t count;
    json_t *seen = told_end(client, &count);
    assert_true(count > 1);
    table_page_close(t.client[client]);
    open_page(client);
    come(client);
    json_t *told = told_end(client, &count);
    assert_int_equal(count, 1);
    assert_true(json_equal(told, seen));
    json_decref(told);
    json_decref(seen);
}

static void leave_table(void)
{
    for (int client = 0; client < CLIENTS; client++)
        table_page_close(t.client[client]);
    hosted_free(&t.hosted);
}

static void a_table_is_followed(void **state)
{
    chance_from_seed(&w.chance, first_seed() + 4);
    sit_down();
    for (int deal = 1; deal <= 2; deal++) {
        memset(t.verdict, 0, sizeof t.verdict);
        deal_fairly();
        play_deal();
        /* A client with a snapshot missed a part of the deal. */
        for (int client = 0; client < CLIENTS; client++) {
            const char *verdict = t.verdict[client];
            assert_true(strcmp(verdict, client < PEOPLE ? "fair" : "fair.watched") == 0 ||
                        strncmp(verdict, "unchecked.", 10) == 0);
        }
    }
    for (int client = 0; client < CLIENTS; client++)
        come_back_between_deals(client);
    say_kind(2, MESSAGE_SHEET);
    json_t *page = answer_to(t.client[2], "{\"do\":\"page\"}");
    assert_int_equal(json_array_size(json_object_get(page, "sheet")), 2);
    const json_t *seats = json_object_get(page, "seats");
    assert_string_equal(json_string_value(json_object_get(json_array_get(seats, 0), "name")),
                        "Ann");
    assert_string_equal(json_string_value(json_object_get(json_array_get(seats, 1), "name")),
                        "Player (seat 2)");
    assert_string_equal(json_string_value(json_object_get(json_array_get(seats, 3), "name")),
                        "Player (seat 4)");
    assert_true(json_is_true(json_object_get(json_array_get(seats, 0), "isPartner")));
    json_decref(page);
    leave_table();
}

/* Each seat receives a different false line, and sees that the deal was not fair. */
static void forged_deals_are_not_fair(void **state)
{
    chance_from_seed(&w.chance, first_seed() + 5);
    sit_down();
    cheating = true;
    deal_fairly();
    while (t.hosted.table->game.in_deal) {
        const int seat = cn_game_actor(&t.hosted.table->game);
        const struct cn_view view = cn_game_view(&t.hosted.table->game, seat);
        act(seat, mover_move(cn_bot_at(1), &view, &w.chance.rng));
    }
    cheating = false;
    for (int client = 0; client < PEOPLE; client++) {
        assert_int_equal(forged[client], 1);
        assert_string_equal(t.verdict[client], forgeries[client].verdict);
    }
    assert_string_equal(t.verdict[WATCHER], "fair.watched");
    leave_table();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_is_followed),
        cmocka_unit_test(forged_deals_are_not_fair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
