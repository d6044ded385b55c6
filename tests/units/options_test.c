/* options_test.c -- the table of every command: it can be read by the program and by people, and
 * what it says of an option is what the parser does. Refused values print their messages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/base.h"
#include "bots/bots.h"
#include "cli/commands.h"
#include "command/command.h"
#include "command/option_table.h"
#include "command/options.h"
#include "engine/engine.h"
#include "lab/lab_commands.h"
#include "terminal/terminal.h"

typedef void option_check(const struct command *command, const struct option_slot *slot);

/* Calls back with every option of both programs. */
static void each_option(option_check *check)
{
    const struct command_program *const programs[] = {&canasta_program, &lab_program};
    struct option_slot slots[OPTION_ROWS_MAX];
    int options = 0;
    for (int i = 0; i < 2; i++) {
        for (const struct command *const *c = programs[i]->commands; *c != NULL; c++) {
            const int count = option_table_list(*c, slots);
            assert_true(count < OPTION_ROWS_MAX);
            for (int at = 0; at < count; at++)
                check(*c, &slots[at]);
            options += count;
        }
    }
    assert_true(options > 100);
}

/* ---- rows ---- */

static bool is_name(const char *name)
{
    const size_t length = strlen(name);
    return length > 0 && length < OPTION_NAME_SIZE - 1 && name[0] != '-' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz-") == length;
}

static void check_row(const struct command *command, const struct option_slot *slot)
{
    const struct option_row *row = slot->row;
    char usage[100];
    const char letter[] = {'-', slot->letter, ',', ' ', '\0'};
    assert_true(is_name(slot->name));
    assert_string_not_equal(slot->name, "help");
    assert_int_not_equal(slot->letter, 'h');
    snprintf(usage, sizeof usage, "%s--%s%s%s", slot->letter != '\0' ? letter : "", slot->name,
             slot->argument != NULL ? " " : "", slot->argument != NULL ? slot->argument : "");
    assert_string_equal(usage, row->usage);
    /* A sentence in the middle of others. */
    const size_t length = strlen(row->about);
    assert_true(length > 2 && row->about[length - 1] != '.' && strchr(row->about, '\n') == NULL);
    assert_true((row->kind == OPTION_FLAG) == (slot->argument == NULL));
    assert_true((row->kind == OPTION_READ) == (row->read != NULL));
    assert_true((row->to == NULL) == (row->kind == OPTION_READ));
    assert_true(command->name != NULL);
}

static void test_rows(void **state)
{
    each_option(check_row);
}

static void test_names_are_different(void **state)
{
    const struct command_program *const programs[] = {&canasta_program, &lab_program};
    struct option_slot slots[OPTION_ROWS_MAX];
    for (int i = 0; i < 2; i++) {
        for (const struct command *const *c = programs[i]->commands; *c != NULL; c++) {
            const int count = option_table_list(*c, slots);
            for (int a = 0; a < count; a++) {
                for (int b = 0; b < a; b++) {
                    assert_string_not_equal(slots[a].name, slots[b].name);
                    assert_true(slots[a].letter == '\0' || slots[a].letter != slots[b].letter);
                    assert_true(slots[a].row->to == NULL || slots[a].row->to != slots[b].row->to);
                }
            }
        }
    }
}

static void test_commands(void **state)
{
    const struct command_program *const programs[] = {&canasta_program, &lab_program};
    for (int i = 0; i < 2; i++) {
        for (const struct command *const *c = programs[i]->commands; *c != NULL; c++) {
            assert_true(is_name((*c)->name));
            assert_non_null((*c)->about);
            assert_non_null((*c)->run);
            assert_true(strchr((*c)->about, '.') == NULL);
        }
    }
}

/* ---- values ---- */

/* Reads "--OPTION=VALUE" with as many operands as the command needs. */
static enum option_outcome read_value(const struct command *command, const struct option_slot *slot,
                                      const char *value)
{
    char program[] = "test";
    static char option[200]; /* a text stays where it is */
    char operand[] = "operand";
    char *argv[] = {program, option, operand, operand, NULL};
    const int least = command->operands == NULL || command->operands[0] == '[' ? 0
                      : strcmp(command->name, "perft") == 0                    ? 2
                                                                               : 1;
    argv[2 + least] = NULL;
    snprintf(option, sizeof option, "--%s%s%s", slot->name, value != NULL ? "=" : "",
             value != NULL ? value : "");
    return option_table_read(command, 2 + least, argv);
}

static enum option_outcome read_number(const struct command *command,
                                       const struct option_slot *slot, int64_t number)
{
    char value[24];
    snprintf(value, sizeof value, "%lld", (long long)number);
    return read_value(command, slot, value);
}

static void check_number(const struct command *command, const struct option_slot *slot)
{
    const struct option_row *row = slot->row;
    if (row->kind != OPTION_NUMBER)
        return;
    assert_true(row->low < row->high);
    assert_true(row->number >= row->low - 1 && row->number <= row->high);
    assert_int_equal(read_number(command, slot, row->low), OPTIONS_READ);
    assert_true(*(int64_t *)row->to == row->low);
    assert_int_equal(read_number(command, slot, row->high), OPTIONS_READ);
    assert_true(*(int64_t *)row->to == row->high);
    assert_true(command_was_given(slot->name));
    assert_int_equal(read_number(command, slot, row->low - 1), OPTIONS_REFUSED);
    assert_int_equal(read_value(command, slot, "1x"), OPTIONS_REFUSED);
    assert_int_equal(read_value(command, slot, ""), OPTIONS_REFUSED);
    if (row->high < INT64_MAX)
        assert_int_equal(read_number(command, slot, row->high + 1), OPTIONS_REFUSED);
}

static void test_numbers(void **state)
{
    each_option(check_number);
}

static void check_choice(const struct command *command, const struct option_slot *slot)
{
    const struct option_row *row = slot->row;
    if (row->kind != OPTION_CHOICE)
        return;
    int count = 0;
    for (; row->choices[count] != NULL; count++) {
        assert_int_equal(read_value(command, slot, row->choices[count]), OPTIONS_READ);
        assert_int_equal(*(int *)row->to, count);
    }
    assert_true(count > 1);
    assert_in_range(row->number, 0, count - 1);
    assert_int_equal(read_value(command, slot, "nothing"), OPTIONS_REFUSED);
}

static void test_choices(void **state)
{
    each_option(check_choice);
}

static void check_default(const struct command *command, const struct option_slot *slot)
{
    const struct option_row *row = slot->row;
    char program[] = "test";
    char *argv[] = {program, NULL};
    (void)option_table_read(command, 1, argv); /* operands may be missing */
    assert_false(command_was_given(slot->name));
    switch (row->kind) {
    case OPTION_FLAG: assert_false(*(bool *)row->to); break;
    case OPTION_NUMBER: assert_true(*(int64_t *)row->to == row->number); break;
    case OPTION_CHOICE: assert_int_equal(*(int *)row->to, row->number); break;
    case OPTION_SETS: assert_int_equal(((struct command_sets *)row->to)->count, 0); break;
    case OPTION_READ: break;
    default: assert_ptr_equal(*(const char **)row->to, row->text); break;
    }
}

static void test_defaults(void **state)
{
    each_option(check_default);
}

static void check_rules(const struct command *command, const struct option_slot *slot)
{
    struct cn_rules rules;
    if (slot->row->kind == OPTION_RULES && slot->row->text != NULL)
        assert_true(command_rules_load(&rules, slot->row->text, NULL));
    (void)command;
}

static void test_default_rules(void **state)
{
    each_option(check_rules);
}

static void check_flag(const struct command *command, const struct option_slot *slot)
{
    if (slot->row->kind != OPTION_FLAG)
        return;
    assert_int_equal(read_value(command, slot, NULL), OPTIONS_READ);
    assert_true(*(bool *)slot->row->to);
    assert_int_equal(read_value(command, slot, "yes"), OPTIONS_REFUSED);
}

static void test_flags(void **state)
{
    each_option(check_flag);
}

/* ---- the terminal's names ---- */

static const struct option_row *find(const struct command *command, const char *name)
{
    struct option_slot slots[OPTION_ROWS_MAX];
    const int count = option_table_list(command, slots);
    for (int i = 0; i < count; i++)
        if (strcmp(slots[i].name, name) == 0)
            return slots[i].row;
    fail_msg("no --%s", name);
    return NULL;
}

static void test_paces_and_levels(void **state)
{
    const char *const *paces = find(&cmd_play, "pace")->choices;
    const char *const *levels = find(&cmd_play, "level")->choices;
    for (int i = 0; i < PACES; i++)
        assert_string_equal(paces[i], terminal_pace_name((enum pace)i));
    assert_null(paces[PACES]);
    int count = 0;
    for (; cn_level_at(count) != NULL; count++)
        assert_string_equal(levels[count], cn_level_at(count)->name);
    assert_null(levels[count]);
}

/* ---- operands, and other spellings ---- */

static enum option_outcome read_words(const struct command *command, const char *words)
{
    static char text[200]; /* what is read stays where it is */
    char *argv[20];
    int argc = 0;
    snprintf(text, sizeof text, "test %s", words);
    for (char *at = strtok(text, " "); at != NULL; at = strtok(NULL, " "))
        argv[argc++] = at;
    argv[argc] = NULL;
    return option_table_read(command, argc, argv);
}

static void test_operands(void **state)
{
    assert_int_equal(read_words(&cmd_perft, "file 3"), OPTIONS_READ);
    assert_int_equal(read_words(&cmd_perft, "file"), OPTIONS_REFUSED);
    assert_int_equal(read_words(&cmd_perft, "file 3 4"), OPTIONS_REFUSED);
    assert_int_equal(read_words(&cmd_check, "a b c d"), OPTIONS_READ);
    assert_int_equal(read_words(&cmd_check, ""), OPTIONS_REFUSED);
    assert_int_equal(read_words(&cmd_law, ""), OPTIONS_READ);
    assert_int_equal(read_words(&cmd_law, "L1 L2 L3"), OPTIONS_READ);
    assert_int_equal(read_words(&cmd_load, ""), OPTIONS_READ);
    assert_int_equal(read_words(&cmd_load, "a b"), OPTIONS_REFUSED);
    assert_int_equal(read_words(&cmd_play, "a"), OPTIONS_REFUSED);
    assert_int_equal(read_words(&cmd_show, "--help"), OPTIONS_HELP);
    assert_int_equal(read_words(&cmd_show, "file -h"), OPTIONS_HELP);
}

static void test_spellings(void **state)
{
    const struct option_row *colours = find(&cmd_play, "colours");
    assert_int_equal(read_words(&cmd_play, "--colors 4"), OPTIONS_READ);
    assert_int_equal(*(int *)colours->to, COLOURS_FOUR);
    assert_true(command_was_given("colours"));
    assert_int_equal(read_words(&cmd_show, "file -s 2 -p"), OPTIONS_READ);
    assert_true(command_was_given("seat"));
    assert_true(command_was_given("plain"));
    assert_false(command_was_given("at"));
    assert_int_equal(read_words(&cmd_play, ""), OPTIONS_READ);
    assert_false(command_was_given(NULL));
}

static void test_sets(void **state)
{
    struct command_sets sets = {.count = 0};
    for (int i = 0; i < COMMAND_SETS_MAX; i++)
        assert_true(command_add_set(&sets, "target=1"));
    assert_false(command_add_set(&sets, "target=1"));
    assert_int_equal(read_words(&cmd_play, "--set a=1 --set b=2"), OPTIONS_READ);
    assert_int_equal(command_game()->sets.count, 2);
    assert_string_equal(command_game()->sets.at[1], "b=2");
}

static void test_parts(void **state)
{
    static const char *const wanted[] = {"a", "", "bc", ""};
    const char *rest = "a,,bc,";
    const char *part;
    int length;
    for (int i = 0; i < 4; i++) {
        assert_true(command_next_part(&rest, &part, &length));
        assert_int_equal(length, strlen(wanted[i]));
        assert_memory_equal(part, wanted[i], (size_t)length);
    }
    assert_false(command_next_part(&rest, &part, &length));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_names_are_different),
        cmocka_unit_test(test_commands),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_choices),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_default_rules),
        cmocka_unit_test(test_flags),
        cmocka_unit_test(test_paces_and_levels),
        cmocka_unit_test(test_operands),
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_sets),
        cmocka_unit_test(test_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
