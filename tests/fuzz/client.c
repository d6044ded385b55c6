/* client.c -- the browser's side of a table (src/pages/table_page.c): the answer is an object for
 * any line from the server and any question of the page, and questions change nothing. The first
 * byte is the seat. Lines with "do" are questions; all others are the server's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "tests/fuzz/driver/fuzz.h"
#include "tests/fuzz/driver/must.h"

#include "pages/pages.h"

enum {
    LOOK_EVERY = 48 /* lines, because a page takes longer than a line */
};

/* Returns the answer, which the caller owns. */
static json_t *ask(struct table_page *client, const json_t *question)
{
    struct cn__text text = {.text = NULL};
    table_page_query(client, question, &text);
    json_t *answer = json_loadb(text.text, text.length, JSON_REJECT_DUPLICATES, NULL);
    must(json_is_object(answer), "an answer is an object");
    cn__text_free(&text);
    return answer;
}

static json_t *ask_for(struct table_page *client, const char *what)
{
    json_t *question = json_pack("{ss}", "do", what);
    json_t *answer = ask(client, question);
    json_decref(question);
    return answer;
}

static void receive(struct table_page *client, const char *text, size_t length)
{
    json_t *question = json_pack("{ss ss%}", "do", "heard", "text", text, length);
    if (question != NULL) /* it was UTF-8 */
        json_decref(ask(client, question));
    json_decref(question);
}

static void begin(struct table_page *client, int seat)
{
    char welcome[120];
    json_t *words = json_pack("{ss ss}", "do", "language", "language", "en");
    json_t *question = json_pack("{ss ss}", "do", "begin", "name", "");
    json_decref(ask(client, words));
    json_decref(ask(client, question));
    json_decref(words);
    json_decref(question);
    const int length =
        snprintf(welcome, sizeof welcome,
                 "{\"t\":\"welcome\",\"v\":2,\"table\":\"%032d\",\"last\":0,\"%s\":%d}", 0,
                 seat == 6 ? "done" : "seat", seat == 6 ? 0 : seat);
    receive(client, welcome, (size_t)length);
}

/* Every legal action of a page can be played, and a spectator's page has no hand. */
static void check_page(struct table_page *client, const json_t *page, int seat)
{
    size_t at;
    const json_t *action;
    if (seat == 6 && json_is_true(json_object_get(page, "has")))
        must(json_array_size(json_object_get(page, "hand")) == 0, "who watches has no hand");
    json_array_foreach(json_object_get(page, "legal"), at, action)
    {
        if (at % 8 != 0)
            continue;
        json_t *question = json_pack("{ss ss}", "do", "check", "action", json_string_value(action));
        json_t *answer = ask(client, question);
        must(json_is_true(json_object_get(answer, "legal")), "what is listed is legal");
        json_decref(question);
        json_decref(answer);
    }
}

static void look(struct table_page *client, int seat)
{
    json_t *page = ask_for(client, "page");
    check_page(client, page, seat);
    json_decref(ask_for(client, "options"));
    json_decref(ask_for(client, "take-options"));
    json_decref(ask_for(client, "cut-range"));
    json_t *again = ask_for(client, "page");
    must(json_equal(page, again), "looking changes nothing");
    json_decref(page);
    json_decref(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct table_page *client = table_page_open();
    const int seat = data[0] % 7;
    int lines = 0;
    bool same = true; /* false once a question has changed the seat */
    begin(client, seat);
    for (size_t at = 1; at < size;) {
        const char *text = (const char *)data + at;
        const char *end = memchr(text, '\n', size - at);
        const size_t length = end != NULL ? (size_t)(end - text) : size - at;
        json_t *line = json_loadb(text, length, 0, NULL);
        if (json_object_get(line, "do") != NULL) {
            same = same && json_object_get(line, "seat") == NULL;
            json_decref(ask(client, line));
        } else {
            receive(client, text, length);
        }
        json_decref(line);
        at += length + 1;
        if (lines++ % LOOK_EVERY == 0)
            look(client, same ? seat : 0);
    }
    look(client, same ? seat : 0);
    table_page_close(client);
    return 0;
}
