/* web_host_test.c -- the table without a server: a page's person plays deals against bots.
 *
 * Every answer is compared with the schema when it is written. Here the deals must end, and loading
 * the log must restore the table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "protocol/protocol.h"
#include "tests/fuzz/driver/chance.h"
#include "tests/fuzz/driver/door.h"

static const char table_link[] = "0123456789abcdef0123456789abcdef";

static struct {
    struct chance chance;
    struct cn__text log, lines; /* lines: sent but not read yet */
    int64_t now, timer, at;     /* at: number of the last line */
    int64_t thinking[16];
    int thinking_count, id, ended, wanted;
} w;

/* ---- asking ---- */

static const char *random_bytes(void)
{
    static char text[129];
    for (int i = 0; i < 128; i++)
        text[i] = "0123456789abcdef"[chance_below(&w.chance, 16)];
    return text;
}

/* Returns the answer, to be freed with json_decref. Consumes the question. */
static json_t *ask(json_t *question)
{
    char *text = json_dumps(question, JSON_COMPACT);
    json_t *answer = door_ask(web_host, text, strlen(text));
    free(text);
    json_decref(question);
    return answer;
}

static void keep(struct cn__text *text, const json_t *effect)
{
    const json_t *string = json_object_get(effect, "text");
    cn__text_append(text, json_string_value(string), json_string_length(string));
}

/* Carries out the effects of an answer. */
static void perform(json_t *answer)
{
    size_t i;
    const json_t *effect;
    if (json_object_get(answer, "effects") == NULL)
        fail_msg("no effects: %s", json_dumps(answer, 0));
    json_array_foreach(json_object_get(answer, "effects"), i, effect)
    {
        const char *is = json_string_value(json_object_get(effect, "is"));
        if (strcmp(is, "append") == 0)
            keep(&w.log, effect);
        if (strcmp(is, "send") == 0)
            keep(&w.lines, effect);
        if (strcmp(is, "timer") == 0)
            w.timer = json_integer_value(json_object_get(effect, "at"));
        if (strcmp(is, "think") == 0)
            w.thinking[w.thinking_count++] =
                json_integer_value(json_object_get(effect, "decision"));
    }
    json_decref(answer);
}

static void say(json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    perform(ask(json_pack("{ss si ss sI ss}", "do", "message", "client", 1, "message", text, "now",
                          (json_int_t)w.now, "random", random_bytes())));
    free(text);
    json_decref(message);
}

/* ---- playing ---- */

static void act(const json_t *line)
{
    const json_t *actions = json_object_get(line, "actions");
    const int choice = chance_below(&w.chance, (int)json_array_size(actions));
    const char *action = json_string_value(json_array_get(actions, (size_t)choice));
    say(json_pack("{ss si sI ss}", "t", "act", "id", ++w.id, "at", (json_int_t)w.at, "action",
                  action));
}

/* In each deal the person's part is the same. */
static const char part[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

static void pledge(const json_t *commit)
{
    uint8_t table[HASH_BYTES];
    uint8_t hash[HASH_BYTES];
    uint8_t bytes[PART_BYTES];
    uint8_t sealed[HASH_BYTES];
    char text[2 * HASH_BYTES + 1];
    const json_int_t deal = json_integer_value(json_object_get(commit, "deal"));
    assert_true(cn__get_hex(commit, "hash", hash, sizeof hash, NULL));
    assert_true(cn__hex_parse(part, strlen(part), bytes, sizeof bytes));
    fair_table(table_link, table);
    fair_pledge(table, (int32_t)deal, 0, hash, bytes, sealed);
    cn__hex_format(sealed, sizeof sealed, text);
    say(json_pack("{ss si sI ss}", "t", "pledge", "id", ++w.id, "deal", deal, "pledge", text));
}

static void hear(const json_t *line)
{
    const char *t = json_string_value(json_object_get(line, "t"));
    const json_t *number = json_object_get(line, "#");
    if (json_is_integer(number))
        w.at = json_integer_value(number);
    if (strcmp(t, "commit") == 0)
        pledge(line);
    if (strcmp(t, "pledged") == 0 && json_integer_value(json_object_get(line, "seat")) == 0)
        say(json_pack("{ss si si}", "t", "cut", "id", ++w.id, "k", 20));
    if (strcmp(t, "open") == 0)
        say(json_pack("{ss si sO ss}", "t", "part", "id", ++w.id, "deal",
                      json_object_get(line, "deal"), "part", part));
    if (strcmp(t, "actions") == 0)
        act(line);
    if (strcmp(t, "end") == 0)
        w.ended++;
    if (strcmp(t, "no") == 0)
        fail_msg("refused: %s", json_dumps(line, 0));
    if (strcmp(t, "reveal") == 0 && w.ended < w.wanted)
        say(json_pack("{ss si}", "t", "ready", "id", ++w.id));
}

/* Reads one line that was sent. Returns false if there is none. */
static bool read_line(void)
{
    if (w.lines.length == 0)
        return false;
    const char *end = memchr(w.lines.text, '\n', w.lines.length);
    const size_t length = end != NULL ? (size_t)(end - w.lines.text) : w.lines.length;
    json_t *line = json_loadb(w.lines.text, length, 0, NULL);
    assert_non_null(line);
    cn__text_remove(&w.lines, length + (end != NULL));
    hear(line);
    json_decref(line);
    return true;
}

/* Thinks about the oldest question in slices. Returns false if there is none. */
static bool think(void)
{
    json_t *answer;
    bool done = false;
    if (w.thinking_count == 0)
        return false;
    const json_int_t decision = w.thinking[0];
    memmove(w.thinking, w.thinking + 1, (size_t)--w.thinking_count * sizeof w.thinking[0]);
    do {
        answer = ask(json_pack("{ss sI si s[[s][s]]}", "do", "think", "decision", decision, "nodes",
                               50, "script", "draw", "draw"));
        done = json_is_true(json_object_get(answer, "done"));
        if (!done)
            json_decref(answer);
    } while (!done);
    const char *action = json_string_value(json_object_get(answer, "action"));
    if (action != NULL)
        perform(ask(json_pack("{ss sI ss sI ss}", "do", "thought", "decision", decision, "action",
                              action, "now", (json_int_t)w.now, "random", random_bytes())));
    json_decref(answer);
    return true;
}

static bool ring(void)
{
    if (w.timer == 0)
        return false;
    w.now = w.timer > w.now ? w.timer : w.now;
    w.timer = 0;
    perform(ask(json_pack("{ss sI ss}", "do", "timer", "now", (json_int_t)w.now, "random",
                          random_bytes())));
    return true;
}

static void make(const char *level)
{
    static const char message[] =
        "{\"t\":\"make\",\"v\":2,\"name\":\"Ann\",\"players\":2,\"rules\":\"hoyle\",\"pace\":0}";
    json_t *made = ask(json_pack("{ss ss ss sI ss}", "do", "make", "message", message, "link",
                                 table_link, "now", (json_int_t)w.now, "random", random_bytes()));
    json_t *token = json_incref(json_object_get(made, "token"));
    perform(made);
    say(json_pack("{ss si ss so sb}", "t", "hello", "v", PROTOCOL_VERSION, "table", table_link,
                  "token", token, "actions", 1));
    say(json_pack("{ss si si ss}", "t", "bot", "id", ++w.id, "seat", 1, "level", level));
    say(json_pack("{ss si}", "t", "ready", "id", ++w.id));
}

static void begin(void)
{
    cn__text_clear(&w.log);
    cn__text_clear(&w.lines);
    memset(&w.now, 0, sizeof w - offsetof(__typeof__(w), now));
    chance_from_seed(&w.chance, 7);
}

static void play(const char *level, int deals)
{
    begin();
    w.wanted = deals;
    make(level);
    while (read_line() || think() || (w.ended < deals && ring()))
        ;
    assert_int_equal(w.ended, deals);
}

/* ---- tests ---- */

static json_t *load(const char *log, size_t length)
{
    return ask(
        json_pack("{ss ss% sI}", "do", "load", "log", log, length, "now", (json_int_t)w.now));
}

static void deals_are_played_and_loaded(void **state)
{
    play("club", 2);
    json_t *loaded = load(w.log.text, w.log.length);
    assert_int_equal(json_object_size(loaded), 0);
    json_decref(loaded);
    loaded = load(w.log.text, w.log.length / 2);
    assert_true(json_integer_value(json_object_get(loaded, "line")) > 1);
    json_decref(loaded);
    json_t *record = ask(json_pack("{ss ss%}", "do", "record", "log", w.log.text, w.log.length));
    assert_non_null(strstr(json_string_value(json_object_get(record, "record")), "\"t\":\"end\""));
    json_decref(record);
}

/* A searching bot is asked again for each slice. */
static void a_bot_thinks_in_slices(void **state)
{
    play("expert", 1);
}

static void impossible_requests_are_answered(void **state)
{
    static const char *const asked[] = {"{\"do\":\"weather\"}", "{\"do\":\"think\",\"decision\":0}",
                                        "{\"do\":\"timer\",\"random\":\"0\"}"};
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        json_t *answer = door_ask(web_host, asked[i], strlen(asked[i]));
        assert_non_null(json_object_get(answer, "error"));
        json_decref(answer);
    }
    json_t *why = ask(json_pack("{ss ss ss si ss}", "do", "make", "message", "{\"t\":\"make\"}",
                                "link", table_link, "now", 0, "random", random_bytes()));
    assert_string_equal(json_string_value(json_object_get(why, "why")), "missing");
    json_decref(why);
    begin();
    make("club");
    cn__text_clear(&w.lines);
    perform(ask(json_pack("{ss si ss sI ss}", "do", "message", "client", 1, "message", "[]", "now",
                          (json_int_t)w.now, "random", random_bytes())));
    assert_non_null(w.lines.text);
    assert_memory_equal(w.lines.text, "{\"t\":\"no\"", 9);
    perform(ask(json_pack("{ss si sI ss}", "do", "drop", "client", 1, "now", (json_int_t)w.now,
                          "random", random_bytes())));
}

static int free_all(void **state)
{
    cn__text_free(&w.log);
    cn__text_free(&w.lines);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deals_are_played_and_loaded),
        cmocka_unit_test(a_bot_thinks_in_slices),
        cmocka_unit_test(impossible_requests_are_answered),
    };
    return cmocka_run_group_tests(tests, NULL, free_all);
}
