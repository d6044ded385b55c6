/* bad_cards_test.c -- every reader of cards refuses an array with an invalid card. Two readers once
 * skipped such cards, so they read another action from the same line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "client/client.h"
#include "display/display.h"
#include "law_of.h"
#include "pages/answers.h"
#include "protocol/protocol.h"
#include "record/record.h"

/* One deal, and the lines written about it. */
static struct {
    struct cn_rules rules;
    struct cn_game game;
    struct cn__text record, seat; /* the full record, and seat 0's */
    struct cn_record_writer writer;
    struct cn_seat_record_writer seat_writer;
    struct cn__fault fault;
} deal;

static void on_event(void *context, const struct cn_event *event)
{
    cn_record_on_event(&deal.writer, event);
    cn_seat_record_event(&deal.seat_writer, event);
}

static int deal_one(void **state)
{
    static const char *const names[] = {"A", "B", "C", "D"};
    const struct cn_observer observer = {on_event, NULL};
    cn_card deck[CN_CARDS_MAX];
    struct cn_rng rng;
    memset(&deal, 0, sizeof deal);
    deal.writer = (struct cn_record_writer){.lines = &deal.record, .game = &deal.game};
    deal.seat_writer = (struct cn_seat_record_writer){.lines = &deal.seat, .game = &deal.game};
    assert_true(cn_rules_load(&deal.rules, "laws1950"));
    cn_game_init(&deal.game, law_of(&deal.rules), 4, NULL);
    const struct cn_game_header header = {.rules = &deal.rules, .players = 4, .names = names};
    cn_record_write_game(&deal.record, &header);
    cn_record_write_seat_game(&deal.seat, &header);
    const int count = cn_deck_init(&deal.rules, 4, deck);
    cn_rng_init(&rng, 1950);
    cn_rng_shuffle(&rng, deck, count);
    assert_true(cn_game_deal(&deal.game, 3, CN_NO_SEAT, deck, &rng, &observer));
    return 0;
}

static int free_all(void **state)
{
    cn__text_free(&deal.record);
    cn__text_free(&deal.seat);
    return 0;
}

/* ---- the readers: a valid line each, and whether a line is accepted ---- */

/* The line of this number, from 0. */
static json_t *line_of(const struct cn__text *text, int number, size_t *start)
{
    const char *at = text->text;
    const char *end;
    for (;; at = end + 1) {
        end = memchr(at, '\n', text->length - (size_t)(at - text->text));
        assert_non_null(end);
        if (number-- == 0)
            break;
    }
    *start = (size_t)(at - text->text);
    return json_loadb(at, (size_t)(end - at), 0, NULL);
}

static json_t *deal_line(void)
{
    size_t start;
    return line_of(&deal.record, 1, &start);
}

static void keep_fault(void *context, const struct cn_report *report)
{
    if (report->kind == CN_REPORT_UNREADABLE) {
        snprintf(deal.fault.expected, sizeof deal.fault.expected, "%s", report->expected);
        snprintf(deal.fault.found, sizeof deal.fault.found, "%s", report->found);
    }
}

/* The game line, followed by this line. */
static struct cn__text after_game_line(const struct cn__text *text, const char *line)
{
    struct cn__text both = {NULL, 0, 0, false};
    size_t start;
    json_decref(line_of(text, 1, &start));
    cn__text_append(&both, text->text, start);
    cn__text_append_string(&both, line);
    cn__text_append_string(&both, "\n");
    return both;
}

static bool record_accepts(const char *line)
{
    struct cn__text text = after_game_line(&deal.record, line);
    struct cn_reader *reader = cn_reader_open_text(text.text, text.length, keep_fault, NULL);
    assert_non_null(reader);
    assert_true(cn_reader_run(reader, 2));
    const bool taken = cn_reader_counts(reader)->damaged == 0 && cn_reader_in_deal(reader);
    cn_reader_close(reader);
    cn__text_free(&text);
    return taken;
}

static bool replica_accepts(const char *line)
{
    static struct replica replica;
    struct cn__text text = after_game_line(&deal.seat, line);
    size_t start;
    json_decref(line_of(&text, 1, &start));
    replica_init(&replica, 0);
    assert_int_equal(replica_take_line(&replica, text.text, start), REPLICA_APPLIED);
    const bool taken = replica_take_line(&replica, line, strlen(line)) == REPLICA_APPLIED;
    replica_free(&replica);
    cn__text_free(&text);
    return taken;
}

static json_t *seat_deal_line(void)
{
    size_t start;
    return line_of(&deal.seat, 1, &start);
}

static json_t *parsed(const char *text)
{
    json_t *line = json_loads(text, 0, NULL);
    assert_non_null(line);
    return line;
}

static json_t *act_line(void)
{
    return parsed("{\"t\":\"act\",\"id\":1,\"at\":1,\"action\":\"meld 5 3 0 0\","
                  "\"cards\":[\"5h\",\"5d\",\"5s\"]}");
}

static bool server_accepts(const char *line)
{
    struct message message;
    struct message_error why;
    return message_parse(line, strlen(line), MESSAGE_FROM_SERVER, &message, &why) == MESSAGE_VALID;
}

static json_t *drawn_line(void)
{
    return parsed("{\"t\":\"drawn\",\"seat\":0,\"to\":1,\"cards\":[\"Kh\",\"4d\"]}");
}

static bool client_accepts(const char *line)
{
    struct message message;
    struct message_error why;
    return message_parse(line, strlen(line), MESSAGE_FROM_CLIENT, &message, &why) == MESSAGE_VALID;
}

static json_t *reveal_line(void)
{
    static const uint8_t bytes[HASH_BYTES];
    struct cn__text text = {NULL, 0, 0, false};
    struct fair_deal fair;
    fair_commit(&fair, &deal.rules, 4, bytes, bytes);
    fair_write_reveal(&text, &fair);
    json_t *line = json_loadb(text.text, text.length, 0, NULL);
    cn__text_free(&text);
    return line;
}

static bool reveal_is_accepted(const char *text)
{
    struct fair_deal fair;
    json_t *line = parsed(text);
    memset(&fair, 0, sizeof fair);
    const bool taken = fair_read_reveal(line, &fair);
    json_decref(line);
    return taken;
}

static json_t *view_line(void)
{
    struct cn__text text = {NULL, 0, 0, false};
    static struct snapshot snapshot;
    snapshot_of(&deal.game, 0, &snapshot);
    snapshot_write(&text, &snapshot, &deal.rules, 7);
    json_t *line = json_loadb(text.text, text.length, 0, NULL);
    cn__text_free(&text);
    return line;
}

static bool view_is_accepted(const char *text)
{
    static struct snapshot snapshot;
    json_t *line = parsed(text);
    const bool taken = snapshot_read(line, &deal.rules, 4, 0, &snapshot);
    json_decref(line);
    return taken;
}

static json_t *question(void)
{
    return parsed("{\"do\":\"points\",\"cards\":[\"5h\",\"2d\"]}");
}

static bool question_is_accepted(const char *text)
{
    static struct scene scene;
    static struct display display;
    const struct cn_words none = {"", 0};
    struct cn__text answer = {NULL, 0, 0, false};
    json_t *asked = parsed(text);
    scene_init(&scene, &none, SCENE_ALL_SEATS);
    scene_set_game(&scene, &deal.game, 0);
    display_of(&scene, 0, &display);
    assert_true(seat_query(&answer, "points", asked, &display));
    cn__text_append(&answer, "", 1);
    const bool taken = strstr(answer.text, "\"error\"") == NULL;
    cn__text_free(&answer);
    json_decref(asked);
    return taken;
}

static const struct reader {
    const char *name, *key;
    json_t *(*line)(void);
    bool (*takes)(const char *line);
} readers[] = {
    {"a record", "deck", deal_line, record_accepts},
    {"a client's replica", "hand", seat_deal_line, replica_accepts},
    {"a server, of an action", "cards", act_line, server_accepts},
    {"a client, of a draw for seats", "cards", drawn_line, client_accepts},
    {"a fair deal", "committed", reveal_line, reveal_is_accepted},
    {"a snapshot's hand", "hand", view_line, view_is_accepted},
    {"a snapshot's pile", "pile", view_line, view_is_accepted},
    {"a page", "cards", question, question_is_accepted},
};

/* ---- the tests ---- */

/* Returns the line with a value in place of the last card, after it, or in place of the whole
 * array. */
enum place {
    LAST,
    AFTER,
    WHOLE
};

static char *with_bad_card(const struct reader *reader, const char *value, enum place place)
{
    json_t *line = reader->line();
    json_t *bad = json_loads(value, JSON_DECODE_ANY, NULL);
    json_t *cards = json_object_get(line, reader->key);
    assert_non_null(bad);
    assert_true(json_array_size(cards) > 0);
    if (place == WHOLE)
        json_object_set_new(line, reader->key, bad);
    else if (place == AFTER)
        json_array_append_new(cards, bad);
    else
        json_array_set_new(cards, json_array_size(cards) - 1, bad);
    char *text = json_dumps(line, JSON_COMPACT);
    json_decref(line);
    return text;
}

static void every_reader_refuses_what_is_not_a_card(void **state)
{
    static const char *const bad[] = {"\"XX\"", "\"5\"", "\"5hh\"", "\"5H\"",  "\"\"",
                                      "5",      "null",  "true",    "[\"5h\"]"};
    static const char *const not_lists[] = {"\"5h\"", "{\"0\":\"5h\"}", "null", "3"};
    for (size_t r = 0; r < sizeof readers / sizeof readers[0]; r++) {
        json_t *line = readers[r].line();
        char *text = json_dumps(line, JSON_COMPACT);
        if (!readers[r].takes(text))
            fail_msg("%s refuses a valid line: %s", readers[r].name, text);
        free(text);
        json_decref(line);
        for (size_t i = 0; i < 2 * sizeof bad / sizeof bad[0]; i++) {
            text = with_bad_card(&readers[r], bad[i / 2], i % 2 == 0 ? LAST : AFTER);
            if (readers[r].takes(text))
                fail_msg("%s accepts %s", readers[r].name, text);
            free(text);
        }
        for (size_t i = 0; i < sizeof not_lists / sizeof not_lists[0]; i++) {
            text = with_bad_card(&readers[r], not_lists[i], WHOLE);
            if (readers[r].takes(text))
                fail_msg("%s accepts %s", readers[r].name, text);
            free(text);
        }
    }
}

/* More cards than fit in an array must not be written past its end. */
static void every_reader_refuses_too_many_cards(void **state)
{
    for (size_t r = 0; r < sizeof readers / sizeof readers[0]; r++) {
        json_t *line = readers[r].line();
        json_t *cards = json_object_get(line, readers[r].key);
        while (json_array_size(cards) <= CN_CARDS_MAX)
            json_array_append_new(cards, json_string("5h"));
        char *text = json_dumps(line, JSON_COMPACT);
        if (readers[r].takes(text))
            fail_msg("%s accepts %zu cards", readers[r].name, json_array_size(cards));
        free(text);
        json_decref(line);
    }
}

static void the_fault_names_the_key_and_the_value(void **state)
{
    char *text = with_bad_card(&readers[0], "\"XX\"", LAST);
    assert_false(record_accepts(text));
    assert_string_equal(deal.fault.expected, "\"deck\": cards");
    assert_string_equal(deal.fault.found, "\"XX\"");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reader_refuses_what_is_not_a_card),
        cmocka_unit_test(every_reader_refuses_too_many_cards),
        cmocka_unit_test(the_fault_names_the_key_and_the_value),
    };
    return cmocka_run_group_tests(tests, deal_one, free_all);
}
