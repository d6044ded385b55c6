/* outside_test.c -- external programs that play a seat: what they receive, how their answers are
 * read, and that no process or descriptor is left behind.
 *
 * The programs are shell scripts in a temporary folder. No test measures time: programs that should
 * answer have a minute, and those that hang have a moment and must only be reported late. */
#include <dirent.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "lab/lab.h"
#include "law_of.h"

enum {
    PATIENT_MS = 60000,
    HASTY_MS = 5
};

/* Reads the lines and answers every question by $answer. */
#define ANSWERS(answer) \
    "while read -r line; do case $line in '{\"t\":\"actions\"'*) " answer ";; esac; done"

struct table {
    struct cn_rules rules;
    struct cn_game game;
    struct external_bot *outside;
    struct cn_observer observer;
    char folder[64], program[96], heard[96];
    int descriptors;
};

static const char *const names[] = {"A", "B"};

/* ---- nothing is left behind ---- */

static int open_descriptors(void)
{
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

static int set_up(void **state)
{
    struct table *t = calloc(1, sizeof *t);
    assert_non_null(t);
    assert_true(cn_rules_load(&t->rules, "laws1950"));
    snprintf(t->folder, sizeof t->folder, "/tmp/outside_test.XXXXXX");
    assert_non_null(mkdtemp(t->folder));
    snprintf(t->program, sizeof t->program, "%s/program", t->folder);
    snprintf(t->heard, sizeof t->heard, "%s/heard", t->folder);
    t->descriptors = open_descriptors();
    *state = t;
    return 0;
}

static int clear_up(void **state)
{
    struct table *t = *state;
    external_bot_close(t->outside);
    assert_int_equal(open_descriptors(), t->descriptors);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    unlink(t->program);
    unlink(t->heard);
    assert_int_equal(rmdir(t->folder), 0);
    free(t);
    return 0;
}

/* ---- a table with a program at seat 0, which plays first ---- */

static void write_program(const struct table *t, const char *script)
{
    FILE *file = fopen(t->program, "w");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\n%s\n", script);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(t->program, 0700), 0);
}

static bool begin_game(struct table *t, const char *name)
{
    const char *const both[] = {name, "B"};
    const struct cn_game_header line = {
        .rules = &t->rules, .players = 2, .names = both, .seed = "not to be told"};
    cn_game_init(&t->game, law_of(&t->rules), 2, NULL);
    return external_bot_begin(t->outside, &line, &t->game, 0);
}

static void deal(struct table *t, uint64_t seed)
{
    cn_card deck[CN_CARDS_MAX];
    struct cn_rng rng;
    int dealer;
    int idle;
    cn_rng_init(&rng, seed);
    cn_rng_shuffle(&rng, deck, cn_deck_init(&t->rules, 2, deck));
    cn_game_next_dealer(&t->game, &dealer, &idle);
    assert_true(cn_game_deal(&t->game, dealer, idle, deck, &rng, &t->observer));
    assert_int_equal(cn_game_actor(&t->game), 0);
}

static void open_program(struct table *t, const char *command, int limit_ms)
{
    t->outside = external_bot_open(command, limit_ms);
    assert_non_null(t->outside);
    t->observer = (struct cn_observer){.event = external_bot_hear, .context = t->outside};
}

/* Returns the result of the first question. */
static enum external_bot_result first_answer(struct table *t, const char *script, int limit_ms,
                                             struct cn_action *action)
{
    write_program(t, script);
    open_program(t, t->program, limit_ms);
    assert_true(begin_game(t, "A"));
    deal(t, 1);
    return external_bot_decide(t->outside, action);
}

static void expect_fault(struct table *t, const char *script, int limit_ms,
                         enum external_bot_result expected)
{
    struct cn_action action;
    char text[200] = "";
    assert_int_equal(first_answer(t, script, limit_ms, &action), expected);
    assert_int_equal(external_bot_decide(t->outside, &action), expected); /* the failure stays */
    assert_int_equal(external_bot_fault(t->outside)->result, expected);
    external_bot_fault_format(external_bot_fault(t->outside), text, sizeof text);
    assert_true(strncmp(text, external_bot_result_name(expected), 4) == 0);
}

/* ---- answers ---- */

static void expect_draw(struct table *t, const char *script)
{
    struct cn_action action;
    assert_int_equal(first_answer(t, script, PATIENT_MS, &action), EXTERNAL_BOT_ANSWERED);
    assert_true(cn_action_equal(action, cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0)));
    assert_int_equal(external_bot_fault(t->outside)->result, EXTERNAL_BOT_ANSWERED);
}

static void a_string_answers(void **state)
{
    expect_draw(*state, ANSWERS("echo '\"draw\"'"));
}

static void an_object_answers(void **state)
{
    expect_draw(*state, ANSWERS("printf ' {\"note\":[1],\"action\":\"draw\"}\\r\\n'"));
}

/* An answer may arrive in pieces, and before the question. */
static void pieces_answer(void **state)
{
    expect_draw(*state, "printf '\"dr'; printf 'aw\"'; echo; sleep 1000");
}

/* The program receives exactly the seat's record, and the question at its end. */
static void the_program_receives_the_seats_record(void **state)
{
    struct table *t = *state;
    struct cn__text lines = {.text = NULL};
    struct cn_actions *list = malloc(sizeof *list);
    char script[400];
    char heard[20000];
    struct cn_action action;
    assert_non_null(list);
    snprintf(script, sizeof script,
             "while read -r line; do echo \"$line\" >>%s; case $line in "
             "'{\"t\":\"actions\"'*) echo '\"draw\"';; esac; done",
             t->heard);
    assert_int_equal(first_answer(t, script, PATIENT_MS, &action), EXTERNAL_BOT_ANSWERED);

    struct cn_game again;
    struct cn_seat_record_writer recorder = {.lines = &lines, .game = &t->game, .seat = 0};
    const struct cn_game_header line = {.rules = &t->rules, .players = 2, .names = names};
    cn_record_write_game(&lines, &line);
    again = t->game;
    t->observer = (struct cn_observer){.event = cn_seat_record_event, .context = &recorder};
    cn_game_init(&t->game, law_of(&t->rules), 2, NULL);
    deal(t, 1);
    assert_memory_equal(&again.deal, &t->game.deal, sizeof again.deal);
    cn_board_legal_list(law_of(&t->rules), &t->game.deal.board, t->game.deal.hands[0], list);
    cn_record_write_actions(&lines, NULL, 0, list->at, list->count);

    FILE *file = fopen(t->heard, "r");
    assert_non_null(file);
    const size_t length = fread(heard, 1, sizeof heard, file);
    fclose(file);
    assert_int_equal(length, lines.length);
    assert_memory_equal(heard, lines.text, length);
    cn__text_free(&lines);
    free(list);
}

/* ---- what goes wrong ---- */

static void not_json_is_nonsense(void **state)
{
    expect_fault(*state, ANSWERS("echo draw"), PATIENT_MS, EXTERNAL_BOT_NONSENSE);
}

static void other_json_is_nonsense(void **state)
{
    expect_fault(*state, ANSWERS("echo '[\"draw\"]'"), PATIENT_MS, EXTERNAL_BOT_NONSENSE);
}

static void an_object_without_action_is_nonsense(void **state)
{
    expect_fault(*state, ANSWERS("echo '{\"move\":\"draw\"}'"), PATIENT_MS, EXTERNAL_BOT_NONSENSE);
}

static void no_action_string_is_nonsense(void **state)
{
    struct table *t = *state;
    expect_fault(t, ANSWERS("printf '\"draw a\\\\u0000card\\033\"\\n'"), PATIENT_MS,
                 EXTERNAL_BOT_NONSENSE);
    assert_non_null(strchr(external_bot_fault(t->outside)->answer, '?'));
}

static void a_line_without_end_is_nonsense(void **state)
{
    expect_fault(*state, "while :; do printf '\"draw draw draw draw draw draw\"'; done", PATIENT_MS,
                 EXTERNAL_BOT_NONSENSE);
}

static void an_illegal_action_is_refused(void **state)
{
    struct table *t = *state;
    expect_fault(t, ANSWERS("echo '\"stop\"'"), PATIENT_MS, EXTERNAL_BOT_ILLEGAL);
    const struct external_bot_fault *fault = external_bot_fault(t->outside);
    assert_string_equal(fault->refusal.article, "L36");
    assert_string_equal(fault->answer, "\"stop\"");
}

static void a_program_that_hangs_is_late(void **state)
{
    expect_fault(*state, "exec sleep 1000", HASTY_MS, EXTERNAL_BOT_LATE);
}

static void a_program_that_ignores_signals_is_late(void **state)
{
    expect_fault(*state, "trap '' TERM HUP INT PIPE; sleep 1000 & while :; do sleep 1000; done",
                 HASTY_MS, EXTERNAL_BOT_LATE);
}

static void half_a_line_is_late(void **state)
{
    expect_fault(*state, "printf '\"draw\"'; exec sleep 1000", HASTY_MS, EXTERNAL_BOT_LATE);
}

static void an_exit_is_reported(void **state)
{
    struct table *t = *state;
    expect_fault(t, "exit 3", PATIENT_MS, EXTERNAL_BOT_DIED);
    assert_int_equal(external_bot_fault(t->outside)->exit, 3);
    assert_int_equal(external_bot_fault(t->outside)->signal, 0);
}

static void a_signal_is_reported(void **state)
{
    struct table *t = *state;
    expect_fault(t, "read -r line; printf '\"dr'; kill -TERM $$", PATIENT_MS, EXTERNAL_BOT_DIED);
    assert_int_equal(external_bot_fault(t->outside)->signal, 15);
}

static void a_program_that_closes_its_output_is_dead(void **state)
{
    expect_fault(*state, "exec >&-; exec sleep 1000", PATIENT_MS, EXTERNAL_BOT_DIED);
}

/* A program that does not read gets what the pipe holds, and the host does not wait for it. */
static void a_program_that_does_not_read_is_late(void **state)
{
    struct table *t = *state;
    static char name[60000];
    int told = 0;
    memset(name, 'x', sizeof name - 1);
    write_program(t, "exec sleep 1000");
    open_program(t, t->program, PATIENT_MS);
    do
        assert_true(begin_game(t, name));
    while (external_bot_fault(t->outside)->result == EXTERNAL_BOT_ANSWERED && ++told < 1000);
    assert_int_equal(external_bot_fault(t->outside)->result, EXTERNAL_BOT_LATE);
    assert_in_range(told, 4 << 4, 1 << 7);
}

/* Lines longer than the pipe's buffer arrive while the program answers. */
static void a_slow_reader_receives_everything(void **state)
{
    struct table *t = *state;
    static char name[300000];
    struct cn_action action;
    memset(name, 'x', sizeof name - 1);
    write_program(t, ANSWERS("echo '\"draw\"'"));
    open_program(t, t->program, PATIENT_MS);
    assert_true(begin_game(t, name));
    deal(t, 1);
    assert_int_equal(external_bot_decide(t->outside, &action), EXTERNAL_BOT_ANSWERED);
}

/* Writing to a program that has ended must not kill the host with SIGPIPE. */
static void writing_to_a_dead_program_is_safe(void **state)
{
    struct table *t = *state;
    struct cn_action action;
    write_program(t, "exec <&-; exec sleep 1000");
    open_program(t, t->program, HASTY_MS);
    for (int i = 0; i < 2000; i++)
        assert_true(begin_game(t, "A"));
    deal(t, 1);
    assert_int_equal(external_bot_decide(t->outside, &action), EXTERNAL_BOT_LATE);
}

static void a_missing_program_cannot_start(void **state)
{
    struct table *t = *state;
    struct cn_action action;
    static const char *const commands[] = {"/nonesuch/bot", "  ", "/"};
    static const int errors[] = {ENOENT, EINVAL, EACCES};
    for (int i = 0; i < 3; i++) {
        open_program(t, commands[i], PATIENT_MS);
        assert_false(begin_game(t, "A"));
        assert_int_equal(external_bot_fault(t->outside)->error, errors[i]);
        deal(t, 1);
        assert_int_equal(external_bot_decide(t->outside, &action), EXTERNAL_BOT_NO_START);
        external_bot_close(t->outside);
        t->outside = NULL;
    }
}

/* Only the next game starts the program again. */
static void a_new_game_starts_it_again(void **state)
{
    struct table *t = *state;
    struct cn_action action;
    assert_int_equal(first_answer(t, ANSWERS("echo '\"draw\"'; exit 0"), PATIENT_MS, &action),
                     EXTERNAL_BOT_ANSWERED);
    assert_int_equal(external_bot_decide(t->outside, &action), EXTERNAL_BOT_DIED);
    assert_true(begin_game(t, "A"));
    deal(t, 2);
    assert_int_equal(external_bot_decide(t->outside, &action), EXTERNAL_BOT_ANSWERED);
}

static void a_bots_name_shows_its_kind(void **state)
{
    assert_null(external_bot_command("greedy"));
    assert_null(external_bot_command("exec"));
    assert_string_equal(external_bot_command("exec:./bot -x"), "./bot -x");
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, clear_up)
    const struct CMUnitTest tests[] = {
        TEST(a_string_answers),
        TEST(an_object_answers),
        TEST(pieces_answer),
        TEST(the_program_receives_the_seats_record),
        TEST(not_json_is_nonsense),
        TEST(other_json_is_nonsense),
        TEST(an_object_without_action_is_nonsense),
        TEST(no_action_string_is_nonsense),
        TEST(a_line_without_end_is_nonsense),
        TEST(an_illegal_action_is_refused),
        TEST(a_program_that_hangs_is_late),
        TEST(a_program_that_ignores_signals_is_late),
        TEST(half_a_line_is_late),
        TEST(an_exit_is_reported),
        TEST(a_signal_is_reported),
        TEST(a_program_that_closes_its_output_is_dead),
        TEST(a_program_that_does_not_read_is_late),
        TEST(a_slow_reader_receives_everything),
        TEST(writing_to_a_dead_program_is_safe),
        TEST(a_missing_program_cannot_start),
        TEST(a_new_game_starts_it_again),
        cmocka_unit_test(a_bots_name_shows_its_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
