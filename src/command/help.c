/* help.c -- what the programs say of their commands. */
#include "help.h"

#include <string.h>

#include "option_table.h"
#include "options.h"

enum {
    WIDEST = 80,
    GAP = 2,       /* blanks between columns */
    LEFT_MOST = 24 /* columns for names; a longer one has a line of its own */
};

static const struct option_row help_row = {.usage = "-h, --help", .about = "show this"};

/* ---- the program ---- */

void command_print_program(const struct command_program *program, FILE *to)
{
    const char *name = program->name;
    fprintf(to,
            "usage: %s COMMAND [ARGUMENTS]\n"
            "       %s COMMAND --help | %s help COMMAND\n"
            "       %s --help | --version | --list-options\n"
            "\n"
            "%s\n"
            "\n",
            name, name, name, name, program->about);
    for (const struct command *const *c = program->commands; *c != NULL; c++)
        fprintf(to, "  %-10s %s\n", (*c)->name, (*c)->about);
    fputs("\n"
          "Exit status: 0 all is well; 1 differences, not found or not legal;\n"
          "2 bad usage or input; 3 a file or memory failed; 130 or 143\n"
          "interrupted, after saying how far it got.\n",
          to);
}

/* ---- one command ---- */

static int columns(void)
{
    const int width = command_width();
    return width < WIDEST ? width : WIDEST;
}

static void print_usage(const struct command_program *program, const struct command *command)
{
    const char *lead = "usage:";
    const char *operands = command->operands != NULL ? command->operands : "";
    if (command->usage == NULL)
        printf("%s %s %s%s%s%s\n", lead, program->name, command->name,
               command->rows != NULL ? " [OPTIONS]" : "", operands[0] != '\0' ? " " : "", operands);
    for (const char *line = command->usage; line != NULL;) {
        const size_t length = strcspn(line, "\n");
        printf("%6s %s %s %.*s\n", lead, program->name, command->name, (int)length, line);
        line = line[length] == '\n' ? line + length + 1 : NULL;
        lead = "";
    }
}

static void print_paragraphs(const char *text)
{
    if (text != NULL)
        printf("\n");
    while (text != NULL) {
        const size_t length = strcspn(text, "\n");
        command_print_wrapped(text, length, 0, 0, columns());
        text = text[length] == '\n' ? text + length + 1 : NULL;
    }
}

/* "how fast bots play: off, fast, normal or slow (normal)" */
static void format_right(const struct option_row *row, char right[OPTION_SENTENCE])
{
    char choices[OPTION_WORDS];
    char otherwise[OPTION_WORDS];
    option_choices_format(row, choices, sizeof choices);
    option_default_format(row, otherwise, sizeof otherwise);
    snprintf(right, OPTION_SENTENCE, "%s%s%s%s%s%s", row->about, choices[0] != '\0' ? ": " : "",
             choices, otherwise[0] != '\0' ? " (" : "", otherwise, otherwise[0] != '\0' ? ")" : "");
}

static void print_row(const struct option_row *row, int widest)
{
    char right[OPTION_SENTENCE];
    const int indent = GAP + widest + GAP;
    const int length = (int)strlen(row->usage);
    format_right(row, right);
    printf("%*s%s", GAP, "", row->usage);
    if (length > widest)
        printf("\n%*s", indent, "");
    else
        printf("%*s", widest - length + GAP, "");
    command_print_wrapped(right, strlen(right), indent, indent, columns());
}

static void print_options(const struct command *command)
{
    struct option_slot slots[OPTION_ROWS_MAX];
    const int count = option_table_list(command, slots);
    int widest = (int)strlen(help_row.usage);
    for (int i = 0; i < count; i++) {
        const int width = (int)strlen(slots[i].row->usage);
        widest = width > widest && width <= LEFT_MOST ? width : widest;
    }
    if (count > 0)
        printf("\n");
    for (int i = 0; i < count; i++)
        print_row(slots[i].row, widest);
    if (count > 0)
        print_row(&help_row, widest);
}

void command_print_help(const struct command_program *program, const struct command *command)
{
    print_usage(program, command);
    print_paragraphs(command->lead);
    print_options(command);
    print_paragraphs(command->notes);
}

/* ---- for other programs ---- */

static void list_values(const struct option_row *row)
{
    if (row->kind == OPTION_FILE || row->kind == OPTION_RULES)
        printf("%s", row->kind == OPTION_FILE ? "file" : "rules");
    for (int i = 0; row->choices != NULL && row->choices[i] != NULL; i++)
        printf("%s%s", i > 0 ? " " : "", row->choices[i]);
}

static void list_option(const char *command, const struct option_slot *slot)
{
    char otherwise[OPTION_WORDS];
    char right[OPTION_SENTENCE];
    option_default_format(slot->row, otherwise, sizeof otherwise);
    format_right(slot->row, right);
    printf("%s\t--%s\t%.*s\t%s\t", command, slot->name, slot->letter != '\0' ? 2 : 0,
           slot->row->usage, slot->argument != NULL ? slot->argument : "");
    list_values(slot->row);
    printf("\t%s\t%s\n", otherwise, right);
}

void command_list_options(const struct command_program *program)
{
    struct option_slot slots[OPTION_ROWS_MAX];
    for (const struct command *const *c = program->commands; *c != NULL; c++) {
        const int count = option_table_list(*c, slots);
        for (int i = 0; i < count; i++)
            list_option((*c)->name, &slots[i]);
    }
}
