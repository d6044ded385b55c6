/* cmd_play.c -- canasta play: a game at this terminal. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/bots.h"
#include "command/command.h"
#include "command/external_bot.h"
#include "command/options.h"
#include "terminal/terminal.h"

#include "commands.h"
#include "look.h"

static struct {
    struct terminal_options options;
    const char *bots, *levels, *humans, *names;
    char name[CN_SEATS_MAX][PERSON_SIZE];
    int64_t seat, bot_ms;
    int pace;
} request;

/* ---- programs that play a seat ---- */

static void *open_program(void *context, const char *command)
{
    (void)context;
    struct external_bot *program = external_bot_open(command, (int)request.bot_ms);
    /* Its error messages would appear in the middle of the screen. */
    if (program != NULL && !request.options.plain && isatty(STDERR_FILENO) != 0)
        external_bot_hush(program);
    return program;
}

static void close_program(void *program)
{
    external_bot_close(program);
}

static bool begin_program(void *program, const struct cn_game_header *line,
                          const struct cn_game *game, int seat)
{
    return external_bot_begin(program, line, game, seat);
}

static void tell_program(void *program, const char *lines, size_t length)
{
    external_bot_tell(program, lines, length);
}

static bool wait_for_program(void *program, int ms, struct cn_action *action)
{
    return external_bot_wait(program, ms, action);
}

static void fault_of_program(void *program, char *text, size_t size)
{
    const struct external_bot_fault *fault = external_bot_fault(program);
    text[0] = '\0';
    if (fault->result != EXTERNAL_BOT_ANSWERED)
        external_bot_fault_format(fault, text, size);
}

/* ---- the command line ---- */

static bool complain(const char *option, const char *text, const char *expected)
{
    return command_complain("%s '%s': expected %s", option, text, expected);
}

static const char *const levels[] = {"beginner", "casual", "club", "expert", "master", NULL};
static const char *const paces[] = {
    [PACE_OFF] = "off", [PACE_FAST] = "fast", [PACE_NORMAL] = "normal", [PACE_SLOW] = "slow", NULL};

static const struct option_row rows[] = {
    {"", "", OPTION_ROWS, .rows = command_game_rows},
    {"--seat S", "sit on seat S, from 1, instead of drawing for seats", OPTION_NUMBER,
     .to = &request.seat, .low = 1, .high = CN_SEATS_MAX},
    {"--humans S,S,...", "several people at this terminal, on these seats", OPTION_TEXT,
     .to = &request.humans},
    {"--name N,N,...", "your name, or those of the people at this terminal, in the order of seats",
     OPTION_TEXT, .to = &request.names},
    {"--level L,L,...", "the bots' levels in turn order, or one for all", OPTION_TEXT,
     .to = &request.levels, .text = "club", .choices = levels},
    {"--bots A,B,...",
     "use these bots instead, or exec:COMMAND, an external program; a shorter list repeats",
     OPTION_TEXT, .to = &request.bots},
    {"--bot-ms MS", "time limit per decision of an external program", OPTION_NUMBER,
     .to = &request.bot_ms, .low = 1, .high = 3600000, .number = EXTERNAL_BOT_LIMIT_MS},
    {"--seed S", "any text; the same seed gives the same deals", OPTION_TEXT,
     .to = &request.options.seed},
    {"--resume", "resume the latest unfinished game, or the one in --file", OPTION_FLAG,
     .to = &request.options.resume},
    {"--file FILE", "the record of the game, if not a new one in the data folder", OPTION_FILE,
     .to = &request.options.file},
    {"--pace P", "how fast bots play", OPTION_CHOICE, .to = &request.pace, .number = PACE_NORMAL,
     .choices = paces},
    {"", "", OPTION_ROWS, .rows = look_rows},
    {.usage = NULL},
};

/* ---- seats ---- */

/* Reads the people's seats, counted from 1: "1,3". */
static bool read_humans(void)
{
    const char *at = request.humans;
    while (*at != '\0') {
        char *end;
        const long seat = strtol(at, &end, 10);
        if (end == at || seat < 1 || seat > command_game()->players ||
            (*end != ',' && *end != '\0'))
            return complain("--humans", request.humans, "seats like 1,3");
        if ((request.options.humans >> (seat - 1) & 1) != 0)
            return complain("--humans", request.humans, "each seat once");
        request.options.humans |= 1u << (seat - 1);
        at = *end == ',' ? end + 1 : end;
    }
    return request.options.humans != 0 || complain("--humans", request.humans, "seats like 1,3");
}

/* Reads names of bots or levels, in turn order after the first person. */
static void read_names(const char *names, const char *prefix)
{
    struct terminal_options *o = &request.options;
    const char *name;
    int length;
    while (o->bot_count < CN_SEATS_MAX && command_next_part(&names, &name, &length))
        snprintf(o->bots[o->bot_count++], BOT_NAME_SIZE, "%s%.*s", prefix, length, name);
}

/* Returns false if a name is too long, and would be cut. */
static bool fits(const char *names)
{
    const char *name;
    int length;
    for (const char *rest = names; command_next_part(&rest, &name, &length);)
        if (length >= BOT_NAME_SIZE)
            return complain("--bots", names, "names and commands of 199 characters at most");
    return true;
}

static bool unknown_level(const char *name)
{
    char names[200] = "";
    size_t used = 0;
    for (int i = 0; cn_level_at(i) != NULL && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, " %s", cn_level_at(i)->name);
    return command_complain("no level '%s'; there are:%s%s", name, names,
                            cn_bot_find(name) != NULL ? "; bots are chosen by --bots" : "");
}

/* People at this terminal: at least one, whose seat is drawn. */
static int people(void)
{
    int count = 0;
    for (unsigned seats = request.options.humans; seats != 0; seats &= seats - 1)
        count++;
    return count > 0 ? count : 1;
}

/* Reads one level for all bots, or one for each. */
static bool read_levels(void)
{
    struct terminal_options *o = &request.options;
    const int others = (int)command_game()->players - people();
    read_names(request.levels, LEVEL_PREFIX);
    for (int i = 0; i < o->bot_count; i++) {
        const char *name = o->bots[i] + strlen(LEVEL_PREFIX);
        if (cn_level_find(name) == NULL)
            return unknown_level(name);
    }
    if (o->bot_count == 1 || o->bot_count == others)
        return true;
    return command_complain("--level '%s': expected one level for all, or %d, one for each",
                            request.levels, others);
}

/* Reads the other players: bots by name or by level. */
static bool read_others(void)
{
    if (request.bots == NULL)
        return read_levels();
    if (command_was_given("level"))
        return command_misuse("--level and --bots exclude each other");
    read_names(request.bots, "");
    return fits(request.bots);
}

/* Reads the people's names. If there are fewer names than people, the last ones have none. */
static bool read_people(void)
{
    const char *part;
    int length;
    int count = 0;
    for (const char *rest = request.names; command_next_part(&rest, &part, &length); count++) {
        char name[200];
        snprintf(name, sizeof name, "%.*s", length, part);
        if (count == people())
            return complain("--name", request.names, "at most one name for each person");
        if (!terminal_person_name(name, request.name[count]))
            return complain("--name", name, "1 to 24 characters, all of which can be seen");
        request.options.names[count] = request.name[count];
    }
    return true;
}

static bool read_seats(void)
{
    if (request.seat > command_game()->players) {
        const char seat[] = {(char)('0' + request.seat), '\0'};
        return complain("--seat", seat, "a seat from 1 to the number of players");
    }
    if (request.humans != NULL && request.seat > 0)
        return command_misuse("--seat and --humans exclude each other");
    if (request.humans != NULL)
        return read_humans();
    if (request.seat > 0)
        request.options.humans = 1u << (request.seat - 1);
    return true;
}

/* A resumed game reads from its record what these would say. */
static bool check_resume(void)
{
    static const char *const of_new_game[] = {"rules",  "set",  "players", "seat",
                                              "humans", "name", "level",   "seed"};
    const size_t count = sizeof of_new_game / sizeof of_new_game[0];
    for (size_t i = 0; request.options.resume && i < count; i++)
        if (command_was_given(of_new_game[i]))
            return command_misuse("--%s and --resume exclude each other: a resumed game keeps its "
                                  "rules, players and seed",
                                  of_new_game[i]);
    return true;
}

static int play(char **operands)
{
    static const struct program_hooks programs = {.open = open_program,
                                                  .close = close_program,
                                                  .begin = begin_program,
                                                  .tell = tell_program,
                                                  .wait = wait_for_program,
                                                  .fault = fault_of_program};
    struct terminal_options *o = &request.options;
    (void)operands;
    look_apply(o);
    if (!check_resume() || !command_game_load(&o->rules) || !read_seats() || !read_people() ||
        !read_others())
        return EXIT_USAGE;
    o->players = (int)command_game()->players;
    o->programs = &programs;
    o->offer = !command_was_given(NULL); /* any option means a new table */
    o->pace_given = command_was_given("pace");
    o->pace = o->plain && !o->pace_given ? PACE_OFF : (enum pace)request.pace;
    return terminal_play(o);
}

const struct command cmd_play = {
    .name = "play",
    .about = "play at a table in this terminal",
    .rows = rows,
    .notes = "The game is saved after every action, in $XDG_DATA_HOME/canasta or "
             "~/.local/share/canasta. If the terminal cannot show a screen, it is played line by "
             "line.",
    .run = play,
};
