/* problems_test.c -- the problems of data/problems.jsonl: each is a record that can be played, all
 * that is legal in it was weighed, a page shows it and nothing hidden, and a sample of the answers
 * is judged again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "bots/bots.h"
#include "pages/pages.h"
#include "record/record.h"
#include "words/words.h"

enum {
    PROBLEMS = 300,
    LEAD = 150,
    MOVES = 32,
    TWINS_OF = 10,  /* one of ten is shown with other hidden cards too */
    DRAWN_MOST = 6, /* cards of the stock that the turn may have drawn */
    JUDGED_OF = 60,
    NODES = 20000
};

static json_t *problems[PROBLEMS];
static struct table_page *page;

static int read_problems(void **state)
{
    char *line = NULL;
    size_t room = 0;
    int count = 0;
    FILE *file = fopen("data/problems.jsonl", "r");
    (void)state;
    assert_non_null(file);
    for (; getline(&line, &room, file) > 0; count++) {
        assert_true(count < PROBLEMS);
        problems[count] = json_loads(line, 0, NULL);
        assert_non_null(problems[count]);
    }
    fclose(file);
    free(line);
    assert_int_equal(count, PROBLEMS);
    page = table_page_open();
    return page == NULL ? -1 : 0;
}

static int forget_problems(void **state)
{
    (void)state;
    for (int i = 0; i < PROBLEMS; i++)
        json_decref(problems[i]);
    table_page_close(page);
    return 0;
}

static json_t *moves_of(int i)
{
    return json_object_get(problems[i], "moves");
}

static json_t *move_of(int i, size_t move)
{
    return json_array_get(moves_of(i), move);
}

static const char *action_of(int i, size_t move)
{
    return json_string_value(json_array_get(move_of(i, move), 0));
}

static int64_t loss_of(int i, size_t move)
{
    return json_integer_value(json_array_get(move_of(i, move), 1));
}

/* The lines of the record. The caller frees the text. */
static char *record_of(const json_t *problem)
{
    struct cn__text text = {0};
    const json_t *lines = json_object_get(problem, "record");
    for (size_t i = 0; i < json_array_size(lines); i++) {
        char *line = json_dumps(json_array_get(lines, i), JSON_COMPACT);
        cn__text_append(&text, line, strlen(line));
        cn__text_append(&text, "\n", 2);
        text.length--;
        free(line);
    }
    return text.text;
}

static struct cn_reader *open_record(const char *record)
{
    struct cn_reader *reader = cn_reader_open_text(record, strlen(record), NULL, NULL);
    assert_non_null(reader);
    assert_true(cn_reader_run(reader, 0));
    assert_false(cn_reader_failed(reader));
    assert_true(cn_reader_in_deal(reader));
    return reader;
}

static struct cn_view view_of(const struct cn_reader *reader)
{
    const struct cn_game *game = cn_reader_game(reader);
    return cn_game_view(game, cn_game_actor(game));
}

static bool parse(const struct cn_law *law, const char *text, struct cn_action *action)
{
    return cn_action_parse(law, text, strlen(text), action);
}

/* ---- what was weighed ---- */

static void all_that_is_legal_is_weighed(void **state)
{
    (void)state;
    for (int i = 0; i < PROBLEMS; i++) {
        char *record = record_of(problems[i]);
        struct cn_reader *reader = open_record(record);
        const struct cn_view view = view_of(reader);
        const size_t count = json_array_size(moves_of(i));
        assert_in_range(count, 2, MOVES);
        assert_int_equal(cn_legal_list(&view, NULL, 0), count);
        for (size_t move = 0; move < count; move++) {
            struct cn_action action;
            assert_true(parse(view.law, action_of(i, move), &action));
            assert_true(
                cn_board_legal_check(view.law, view.board, view.seat, view.hand, action, NULL));
            for (size_t other = 0; other < move; other++)
                assert_string_not_equal(action_of(i, other), action_of(i, move));
            assert_true(move == 0 ? loss_of(i, move) == 0 : loss_of(i, move) >= LEAD);
            assert_true(move < 2 || loss_of(i, move) >= loss_of(i, move - 1));
        }
        cn_reader_close(reader);
        free(record);
    }
}

static void samples_are_judged_again(void **state)
{
    struct cn_duel *duel = calloc(1, sizeof *duel);
    (void)state;
    assert_non_null(duel);
    for (int i = 0; i < PROBLEMS; i += JUDGED_OF) {
        char *record = record_of(problems[i]);
        struct cn_reader *reader = open_record(record);
        const struct cn_view view = view_of(reader);
        struct cn_action best;
        struct cn_action next;
        struct cn_rng rng;
        assert_true(parse(view.law, action_of(i, 0), &best));
        assert_true(parse(view.law, action_of(i, 1), &next));
        cn_rng_init(&rng, (uint64_t)i);
        cn_duel_begin(duel, &view, best, next, &rng);
        cn_duel_think(duel, NODES);
        const struct cn_difference mean = cn_duel_mean(duel);
        if (mean.points <= 2 * mean.error)
            fail_msg("problem %d: %s against %s: %d, error %d", i + 1, action_of(i, 0),
                     action_of(i, 1), mean.points, mean.error);
        cn_reader_close(reader);
        free(record);
    }
    free(duel);
}

/* ---- what is shown ---- */

/* A hidden card that can lie anywhere else: not a three, which might be laid down. */
static bool is_free(const json_t *card)
{
    return json_string_value(card)[0] != '3';
}

/* Puts the free cards of a list into 'hidden', or takes them from its end. */
static void exchange(json_t *list, size_t first, json_t *hidden, bool takes)
{
    for (size_t i = first; i < json_array_size(list); i++) {
        if (!is_free(json_array_get(list, i)))
            continue;
        const size_t last = json_array_size(hidden) - 1;
        if (takes) {
            json_array_set(list, i, json_array_get(hidden, last));
            json_array_remove(hidden, last);
        } else {
            json_array_append(hidden, json_array_get(list, i));
        }
    }
}

/* Deals the hidden cards in reverse: the other hands and the stock that nobody has drawn yet. */
static json_t *twin_of(const json_t *problem, int seat)
{
    json_t *twin = json_deep_copy(problem);
    json_t *position = json_array_get(json_object_get(twin, "record"), 1);
    json_t *hands = json_object_get(position, "hands");
    json_t *hidden = json_array();
    for (int takes = 0; takes <= 1; takes++) {
        for (size_t i = 0; i < json_array_size(hands); i++)
            if (i != (size_t)seat)
                exchange(json_array_get(hands, i), 0, hidden, takes == 1);
        exchange(json_object_get(position, "stock"), DRAWN_MOST, hidden, takes == 1);
    }
    assert_int_equal(json_array_size(hidden), 0);
    json_decref(hidden);
    return twin;
}

/* Whose turn it is in the position. */
static int turn_of(const json_t *problem)
{
    const json_t *position = json_array_get(json_object_get(problem, "record"), 1);
    return (int)json_integer_value(json_object_get(position, "turn"));
}

static json_t *ask(json_t *question)
{
    struct cn__text text = {0};
    table_page_query(page, question, &text);
    json_t *answer = json_loadb(text.text, text.length, 0, NULL);
    assert_non_null(answer);
    json_decref(question);
    cn__text_free(&text);
    return answer;
}

static json_t *shown(const json_t *problem)
{
    char *record = record_of(problem);
    json_t *answer = ask(json_pack("{s:s, s:s}", "do", "position", "record", record));
    free(record);
    return answer;
}

static void a_page_shows_what_the_seat_sees(void **state)
{
    (void)state;
    json_decref(ask(json_pack("{s:s, s:s}", "do", "language", "language", "en")));
    for (int i = 0; i < PROBLEMS; i++) {
        json_t *now = shown(problems[i]);
        assert_true(json_is_true(json_object_get(now, "mine")));
        assert_string_equal(json_string_value(json_object_get(now, "stage")), "playing");
        const json_t *legal = json_object_get(now, "legal");
        assert_int_equal(json_array_size(legal), json_array_size(moves_of(i)));
        json_t *hint =
            ask(json_pack("{s:s, s:s, s:s}", "do", "hint", "action", action_of(i, 0), "why",
                          json_string_value(json_object_get(problems[i], "why"))));
        assert_non_null(json_object_get(hint, "choice"));
        json_decref(hint);
        /* Who asks to go out must be able to, so those cards cannot lie elsewhere. */
        const int seat = (int)json_integer_value(json_object_get(now, "self"));
        if (i % TWINS_OF == 0 && seat == turn_of(problems[i])) {
            json_t *twin = twin_of(problems[i], seat);
            json_t *other = shown(twin);
            assert_true(json_equal(now, other));
            json_decref(other);
            json_decref(twin);
        }
        json_decref(now);
    }
}

static void what_is_no_position_is_refused(void **state)
{
    (void)state;
    static const char game[] = "{\"t\":\"game\",\"v\":1,\"rules\":\"laws1950\",\"players\":4,"
                               "\"names\":[\"\",\"\",\"\",\"\"]}\n";
    static const char *const wrong[] = {"", "{", "{\"t\":\"game\"}\n", game};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        json_t *answer = ask(json_pack("{s:s, s:s}", "do", "position", "record", wrong[i]));
        assert_string_equal(json_string_value(json_object_get(answer, "error")), "position");
        json_decref(answer);
    }
    json_t *none = ask(json_pack("{s:s}", "do", "page"));
    assert_true(json_is_false(json_object_get(none, "has")));
    json_decref(none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_is_legal_is_weighed),
        cmocka_unit_test(samples_are_judged_again),
        cmocka_unit_test(a_page_shows_what_the_seat_sees),
        cmocka_unit_test(what_is_no_position_is_refused),
    };
    return cmocka_run_group_tests(tests, read_problems, forget_problems);
}
