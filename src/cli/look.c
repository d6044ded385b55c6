#include "look.h"

static bool plain, ascii;
static int colours;

static const char *const colours_names[] = {
    [COLOURS_NONE] = "none", [COLOURS_TWO] = "2", [COLOURS_FOUR] = "4", NULL};

const struct option_row look_rows[] = {
    {"--plain", "line by line, for screen readers and pipes", OPTION_FLAG, .to = &plain},
    {"--ascii", "only ASCII characters", OPTION_FLAG, .to = &ascii},
    {"--colours C", "colours of suits", OPTION_CHOICE, .to = &colours, .number = COLOURS_TWO,
     .choices = colours_names, .spelling = "colors"},
    {"", "", OPTION_ROWS, .rows = command_language_rows},
    {.usage = NULL},
};

void look_apply(struct terminal_options *options)
{
    options->plain = plain;
    options->ascii = ascii;
    options->colours = (enum colours)colours;
    options->language = command_language();
    options->language_given = command_was_given("language");
}
