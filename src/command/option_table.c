/* option_table.c -- reading a command line by the table of its command. */
#include "option_table.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- the table ---- */

static struct option_slot slot_of(const struct option_row *row)
{
    struct option_slot slot = {.row = row};
    const char *name = strstr(row->usage, "--") + 2;
    const size_t length = strcspn(name, " ");
    snprintf(slot.name, sizeof slot.name, "%.*s", (int)length, name);
    slot.letter = row->usage[1] != '-' ? row->usage[1] : '\0';
    slot.argument = name[length] == ' ' ? name + length + 1 : NULL;
    return slot;
}

static int list_rows(const struct option_row *rows, struct option_slot *slots)
{
    int count = 0;
    for (; rows != NULL && rows->usage != NULL; rows++)
        if (rows->kind == OPTION_ROWS)
            count += list_rows(rows->rows, slots + count);
        else
            slots[count++] = slot_of(rows);
    return count;
}

int option_table_list(const struct command *command, struct option_slot slots[OPTION_ROWS_MAX])
{
    return list_rows(command->rows, slots);
}

void option_default_format(const struct option_row *row, char *text, size_t size)
{
    const char *words = row->kind == OPTION_CHOICE ? row->choices[row->number] : row->text;
    if (row->kind == OPTION_NUMBER && row->number >= row->low)
        snprintf(text, size, "%" PRId64, row->number);
    else
        snprintf(text, size, "%s", words != NULL ? words : "");
}

void option_choices_format(const struct option_row *row, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; row->choices != NULL && row->choices[i] != NULL && used < size; i++) {
        const char *comma = i == 0 ? "" : row->choices[i + 1] != NULL ? ", " : " or ";
        used += (size_t)snprintf(text + used, size - used, "%s%s", comma, row->choices[i]);
    }
}

static void set_default(const struct option_row *row)
{
    switch (row->kind) {
    case OPTION_FLAG: *(bool *)row->to = false; break;
    case OPTION_NUMBER: *(int64_t *)row->to = row->number; break;
    case OPTION_CHOICE: *(int *)row->to = (int)row->number; break;
    case OPTION_TEXT:
    case OPTION_FILE:
    case OPTION_RULES: *(const char **)row->to = row->text; break;
    case OPTION_SETS: ((struct command_sets *)row->to)->count = 0; break;
    case OPTION_READ:
    case OPTION_ROWS: break;
    }
}

/* ---- one option ---- */

static bool choose(const struct option_slot *slot, const char *text)
{
    const struct option_row *row = slot->row;
    char choices[OPTION_WORDS];
    for (int i = 0; row->choices[i] != NULL; i++) {
        if (strcmp(row->choices[i], text) != 0)
            continue;
        *(int *)row->to = i;
        return true;
    }
    option_choices_format(row, choices, sizeof choices);
    return command_complain("--%s '%s': expected %s", slot->name, text, choices);
}

static bool read_number(const struct option_slot *slot, const char *text)
{
    char option[OPTION_NAME_SIZE + 2];
    snprintf(option, sizeof option, "--%s", slot->name);
    return command_number(option, text, slot->row->low, slot->row->high, slot->row->to);
}

static bool read_option(const struct option_slot *slot, const char *text)
{
    const struct option_row *row = slot->row;
    switch (row->kind) {
    case OPTION_FLAG: *(bool *)row->to = true; return true;
    case OPTION_NUMBER: return read_number(slot, text);
    case OPTION_CHOICE: return choose(slot, text);
    case OPTION_SETS: return command_add_set(row->to, text);
    case OPTION_READ: return row->read(text);
    default: *(const char **)row->to = text; return true;
    }
}

/* ---- the command line ---- */

/* What getopt returns for a long option: its place in the list, above all letters. */
enum {
    FIRST = 256,
    NAMES = 2 * OPTION_ROWS_MAX + 2 /* with other spellings, --help and the end */
};

static struct option_slot listed[OPTION_ROWS_MAX];
static bool given[OPTION_ROWS_MAX];
static int listed_count;

bool command_was_given(const char *option)
{
    for (int i = 0; i < listed_count; i++)
        if (given[i] && (option == NULL || strcmp(listed[i].name, option) == 0))
            return true;
    return false;
}

static struct option name_of(const char *name, const char *argument, int value)
{
    return (struct option){name, argument != NULL ? required_argument : no_argument, NULL, value};
}

/* Describes the list to getopt. */
static void describe(struct option names[NAMES], char letters[NAMES])
{
    *names++ = name_of("help", NULL, 'h');
    *letters++ = 'h';
    for (int i = 0; i < listed_count; i++) {
        const struct option_slot *slot = &listed[i];
        *names++ = name_of(slot->name, slot->argument, FIRST + i);
        if (slot->row->spelling != NULL)
            *names++ = name_of(slot->row->spelling, slot->argument, FIRST + i);
        if (slot->letter == '\0')
            continue;
        *letters++ = slot->letter;
        if (slot->argument != NULL)
            *letters++ = ':';
    }
    *names = (struct option){NULL, 0, NULL, 0};
    *letters = '\0';
}

static int place_of(int found)
{
    int place = 0;
    if (found >= FIRST)
        return found - FIRST;
    while (listed[place].letter != found)
        place++;
    return place;
}

/* getopt has said what is wrong. Of a name that it does not know, suggests those near it. */
static void suggest(const char *typed)
{
    bool any = false;
    typed += strspn(typed, "-");
    const size_t length = strcspn(typed, "=");
    for (int i = 0; i < listed_count; i++) {
        const char *name = listed[i].name;
        const int distance = cn__edit_distance(name, strlen(name), typed, length);
        if (distance > 2 || distance >= (int)strlen(name))
            continue;
        fprintf(stderr, any ? " or --%s" : "did you mean --%s", name);
        any = true;
    }
    if (any)
        fputs("?\n", stderr);
}

static enum option_outcome refuse(char **argv)
{
    if (optopt == 0) /* not known, or not a whole name */
        suggest(argv[optind - 1]);
    command_misuse_option();
    return OPTIONS_REFUSED;
}

/* The operands as their usage line names them: "[X]" may be missing, "X..." may be repeated. */
static bool check_operands(const char *names, int count, char **operands)
{
    int most = 0;
    for (const char *name = names; name != NULL && *name != '\0'; most++) {
        const size_t length = strcspn(name, " ");
        if (most >= count && name[0] != '[')
            return command_misuse("%.*s is missing", (int)strcspn(name, " ."), name);
        if (name[length - 1] == '.')
            return true;
        name += length + strspn(name + length, " ");
    }
    return count <= most || command_misuse("'%s' is one argument too many", operands[most]);
}

enum option_outcome option_table_read(const struct command *command, int argc, char **argv)
{
    struct option names[NAMES];
    char letters[NAMES];
    listed_count = option_table_list(command, listed);
    memset(given, 0, sizeof given);
    for (int i = 0; i < listed_count; i++)
        set_default(listed[i].row);
    describe(names, letters);
    optind = 0; /* options may have been read before: reset getopt */
    for (int found; (found = getopt_long(argc, argv, letters, names, NULL)) != -1;) {
        if (found == 'h')
            return OPTIONS_HELP;
        if (found == '?')
            return refuse(argv);
        const int place = place_of(found);
        given[place] = true;
        if (!read_option(&listed[place], optarg))
            return OPTIONS_REFUSED;
    }
    return check_operands(command->operands, argc - optind, argv + optind) ? OPTIONS_READ
                                                                           : OPTIONS_REFUSED;
}
