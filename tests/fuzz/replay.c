/* replay.c -- any record given to a page (src/pages/replay_page.c): it is shown, or its fault is
 * reported. Every step can be shown from every seat, and looks the same in any order. */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "tests/fuzz/driver/fuzz.h"
#include "tests/fuzz/driver/must.h"

#include "pages/pages.h"

enum {
    LOOKS = 24 /* steps shown, evenly over the record */
};

/* Returns the answer, which the caller owns. Consumes the question. */
static json_t *ask(struct replay_page *replay, json_t *question)
{
    struct cn__text text = {.text = NULL};
    replay_page_query(replay, question, &text);
    json_t *answer = json_loadb(text.text, text.length, JSON_REJECT_DUPLICATES, NULL);
    must(json_is_object(answer), "an answer is an object");
    cn__text_free(&text);
    json_decref(question);
    return answer;
}

static json_t *at(struct replay_page *replay, size_t step, json_t *seat)
{
    json_t *page =
        ask(replay, json_pack("{ss sI so}", "do", "at", "step", (json_int_t)step, "seat", seat));
    must(json_object_get(page, "error") == NULL, "every step can be looked at");
    return page;
}

static void look(struct replay_page *replay, size_t steps, int players)
{
    const size_t stride = steps / LOOKS + 1;
    json_t *first = at(replay, 0, json_string("open"));
    for (size_t step = 0; step <= steps; step += stride) {
        json_decref(at(replay, step, json_string("open")));
        json_decref(at(replay, step, json_integer((json_int_t)step % players)));
        json_t *watched = at(replay, step, json_null());
        must(json_array_size(json_object_get(watched, "hand")) == 0, "who watches has no hand");
        json_decref(watched);
    }
    json_t *again = at(replay, 0, json_string("open"));
    must(json_equal(first, again), "a step is as it was");
    json_decref(first);
    json_decref(again);
}

static void judge(struct replay_page *replay, size_t decisions)
{
    if (decisions == 0)
        return;
    json_decref(ask(replay, json_pack("{ss sI si}", "do", "judge", "decision",
                                      (json_int_t)decisions - 1, "nodes", 1)));
    json_t *answer =
        ask(replay, json_pack("{ss sI si}", "do", "judge", "decision", (json_int_t)0, "nodes", 1));
    must(json_object_get(answer, "done") != NULL, "every decision can be judged");
    json_decref(answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct replay_page *replay = replay_page_open();
    json_t *record = json_stringn((const char *)data, size);
    if (record != NULL) { /* it was UTF-8 */
        json_t *shown =
            ask(replay, json_pack("{ss ss so}", "do", "open", "language", "en", "record", record));
        const json_t *steps = json_object_get(shown, "steps");
        if (steps != NULL) {
            look(replay, json_array_size(steps),
                 (int)json_integer_value(json_object_get(shown, "players")));
            judge(replay, json_array_size(json_object_get(shown, "decisions")));
        }
        json_decref(shown);
    }
    replay_page_close(replay);
    return 0;
}
