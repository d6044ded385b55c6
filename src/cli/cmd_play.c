/* cmd_play.c -- canasta play: a game at this terminal. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/bots.h"
#include "command/command.h"
#include "command/external_bot.h"
#include "command/options.h"
#include "terminal/terminal.h"

#include "commands.h"

static const char usage[] =
    "usage: canasta play [OPTIONS]\n"
    "\n"
    "  --rules R        a rule set by name, or a file of house rules (laws1950)\n"
    "  --set K=V        change a parameter; may be repeated\n"
    "  --players N      number of players (4)\n"
    "  --seat S         sit on seat S, from 1, instead of drawing for seats\n"
    "  --humans S,S,... several people at this terminal, on these seats\n"
    "  --name N,N,...   your name, or those of the people at this terminal, in the order of seats\n"
    "  --level L,L,...  the bots' levels in turn order, or one for all:\n"
    "                   beginner, casual, club, expert, master (club)\n"
    "  --bots A,B,...   use these bots instead, or exec:COMMAND, an external program; a shorter\n"
    "                   list repeats\n"
    "  --bot-ms MS      time limit per decision of an external program (1000)\n"
    "  --seed S         any text; the same seed gives the same deals\n"
    "  --resume         resume the latest unfinished game, or the one in --file\n"
    "  --file FILE      the record of the game (a new one in the data folder)\n"
    "  --pace P         how fast bots play: off, fast, normal, slow (normal)\n"
    "  --plain          line by line, for screen readers and pipes\n"
    "  --ascii          only ASCII characters\n"
    "  --colours C      2 or 4 colours of suits, or none (2)\n"
    "  --language L     en, es, ... (that of the locale, else en)\n"
    "\n"
    "The game is saved after every action, in $XDG_DATA_HOME/canasta or ~/.local/share/canasta.\n"
    "If the terminal cannot show a screen, it is played line by line.\n";

struct request {
    struct terminal_options options;
    const char *rules_name, *bots, *levels, *humans, *names;
    char name[CN_SEATS_MAX][PERSON_SIZE];
    char *sets[COMMAND_SETS_MAX];
    int set_count;
    int64_t players, seat, bot_ms;
    const char *new_game; /* an option that only a new game can have; NULL: none was given */
    bool help;
};

/* ---- programs that play a seat ---- */

static void *open_program(void *context, const char *command)
{
    const struct request *r = context;
    struct external_bot *program = external_bot_open(command, (int)r->bot_ms);
    /* Its error messages would appear in the middle of the screen. */
    if (program != NULL && !r->options.plain && isatty(STDERR_FILENO) != 0)
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

static bool read_pace(struct request *r, const char *text)
{
    r->options.pace_given = terminal_pace_find(text, &r->options.pace);
    return r->options.pace_given || complain("--pace", text, "off, fast, normal or slow");
}

static bool read_colours(struct request *r, const char *text)
{
    if (strcmp(text, "2") == 0)
        r->options.colours = COLOURS_TWO;
    else if (strcmp(text, "4") == 0)
        r->options.colours = COLOURS_FOUR;
    else if (strcmp(text, "none") == 0)
        r->options.colours = COLOURS_NONE;
    else
        return complain("--colours", text, "2, 4 or none");
    return true;
}

/* What --resume reads from the record. Returns NULL for an option that any game can have. */
static const char *option_of_new_game(int option)
{
    switch (option) {
    case 'r': return "--rules";
    case 'S': return "--set";
    case 'n': return "--players";
    case 's': return "--seat";
    case 'H': return "--humans";
    case 'N': return "--name";
    case 'L': return "--level";
    case 'e': return "--seed";
    default: return NULL;
    }
}

static bool read_option(void *to, int option)
{
    struct request *r = to;
    if (r->new_game == NULL)
        r->new_game = option_of_new_game(option);
    switch (option) {
    case 'r': r->rules_name = optarg; return true;
    case 'S': return command_add_set(r->sets, &r->set_count, optarg);
    case 'n': return command_number("--players", optarg, 2, CN_SEATS_MAX, &r->players);
    case 's': return command_number("--seat", optarg, 1, CN_SEATS_MAX, &r->seat);
    case 'H': r->humans = optarg; return true;
    case 'N': r->names = optarg; return true;
    case 'b': r->bots = optarg; return true;
    case 'm': return command_number("--bot-ms", optarg, 1, 3600000, &r->bot_ms);
    case 'L': r->levels = optarg; return true;
    case 'e': r->options.seed = optarg; return true;
    case 'R': r->options.resume = true; return true;
    case 'f': r->options.file = optarg; return true;
    case 'p': return read_pace(r, optarg);
    case 'P': r->options.plain = true; return true;
    case 'a': r->options.ascii = true; return true;
    case 'c': return read_colours(r, optarg);
    case 'l': return r->options.language_given = command_choose_language(optarg);
    case 'h': r->help = true; return true;
    default: return false;
    }
}

static bool read_command_line(struct request *r, int argc, char **argv)
{
    static const struct option options[] = {
        {"rules", required_argument, NULL, 'r'},    {"set", required_argument, NULL, 'S'},
        {"players", required_argument, NULL, 'n'},  {"seat", required_argument, NULL, 's'},
        {"humans", required_argument, NULL, 'H'},   {"bots", required_argument, NULL, 'b'},
        {"name", required_argument, NULL, 'N'},     {"level", required_argument, NULL, 'L'},
        {"seed", required_argument, NULL, 'e'},     {"resume", no_argument, NULL, 'R'},
        {"file", required_argument, NULL, 'f'},     {"pace", required_argument, NULL, 'p'},
        {"plain", no_argument, NULL, 'P'},          {"ascii", no_argument, NULL, 'a'},
        {"colours", required_argument, NULL, 'c'},  {"colors", required_argument, NULL, 'c'},
        {"language", required_argument, NULL, 'l'}, {"bot-ms", required_argument, NULL, 'm'},
        {"help", no_argument, NULL, 'h'},           {NULL, 0, NULL, 0}};
    if (!command_read_options(argc, argv, options, read_option, r))
        return false;
    if (!r->help && r->options.resume && r->new_game != NULL)
        return command_misuse("%s and --resume exclude each other: a resumed game keeps its rules, "
                              "players and seed",
                              r->new_game);
    return r->help || command_operands(argc, argv, 0, 0, "");
}

/* ---- seats ---- */

/* Reads the people's seats, counted from 1: "1,3". */
static bool read_humans(struct request *r)
{
    const char *at = r->humans;
    while (*at != '\0') {
        char *end;
        const long seat = strtol(at, &end, 10);
        if (end == at || seat < 1 || seat > r->players || (*end != ',' && *end != '\0'))
            return complain("--humans", r->humans, "seats like 1,3");
        r->options.humans |= 1u << (seat - 1);
        at = *end == ',' ? end + 1 : end;
    }
    return r->options.humans != 0 || complain("--humans", r->humans, "seats like 1,3");
}

/* Reads names of bots or levels, in turn order after the first person. */
static void read_names(struct request *r, const char *names, const char *prefix)
{
    for (const char *at = names; at != NULL && r->options.bot_count < CN_SEATS_MAX;) {
        const size_t length = strcspn(at, ",");
        char *name = r->options.bots[r->options.bot_count++];
        snprintf(name, BOT_NAME_SIZE, "%s%.*s", prefix, (int)length, at);
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
}

/* Returns false if a name is too long, and would be cut. */
static bool fits(const char *names)
{
    for (const char *at = names; at != NULL;) {
        const size_t length = strcspn(at, ",");
        if (length >= BOT_NAME_SIZE)
            return complain("--bots", names, "names and commands of 199 characters at most");
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    return true;
}

static bool unknown_level(const char *name)
{
    fprintf(stderr, "canasta: no level '%s'; there are:", name);
    for (int i = 0; cn_level_at(i) != NULL; i++)
        fprintf(stderr, " %s", cn_level_at(i)->name);
    fputs(cn_bot_find(name) != NULL ? "; bots are chosen by --bots\n" : "\n", stderr);
    return false;
}

/* Reads one level for all bots, or one for each. */
static bool read_levels(struct request *r)
{
    int others = (int)r->players;
    for (unsigned people = r->options.humans; people != 0; people &= people - 1)
        others--;
    if (r->options.humans == 0)
        others--;
    read_names(r, r->levels, LEVEL_PREFIX);
    for (int i = 0; i < r->options.bot_count; i++) {
        const char *name = r->options.bots[i] + strlen(LEVEL_PREFIX);
        if (cn_level_find(name) == NULL)
            return unknown_level(name);
    }
    if (r->options.bot_count == 1 || r->options.bot_count == others)
        return true;
    return command_complain("--level '%s': expected one level for all, or %d, one for each",
                            r->levels, others);
}

/* Reads the other players: bots by name or by level. */
static bool read_others(struct request *r)
{
    if (r->bots != NULL && r->levels != NULL)
        return command_misuse("--level and --bots exclude each other");
    if (r->bots != NULL) {
        read_names(r, r->bots, "");
        return fits(r->bots);
    }
    if (r->levels == NULL)
        r->levels = "club";
    return read_levels(r);
}

static int people(unsigned seats)
{
    int count = 0;
    for (; seats != 0; seats &= seats - 1)
        count++;
    return count > 0 ? count : 1; /* one, whose seat is drawn */
}

/* Reads the people's names. If there are fewer names than people, the last ones have none. */
static bool read_people(struct request *r)
{
    int count = 0;
    for (const char *at = r->names; at != NULL; count++) {
        const size_t length = strcspn(at, ",");
        char name[200];
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        if (count == people(r->options.humans))
            return complain("--name", r->names, "at most one name for each person");
        if (!terminal_person_name(name, r->name[count]))
            return complain("--name", name, "1 to 24 characters, all of which can be seen");
        r->options.names[count] = r->name[count];
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    return true;
}

static bool read_seats(struct request *r)
{
    if (r->seat > r->players) {
        const char seat[] = {(char)('0' + r->seat), '\0'};
        return complain("--seat", seat, "a seat from 1 to the number of players");
    }
    if (r->humans != NULL && r->seat > 0)
        return command_misuse("--seat and --humans exclude each other");
    if (r->humans != NULL)
        return read_humans(r);
    if (r->seat > 0)
        r->options.humans = 1u << (r->seat - 1);
    return true;
}

static bool load_rules(struct request *r)
{
    return command_rules_load(&r->options.rules, r->rules_name, r->sets, r->set_count) &&
           command_is_played_by(&r->options.rules, r->players);
}

int cmd_play(int argc, char **argv)
{
    static struct request r = {
        .rules_name = "laws1950", .players = 4, .bot_ms = EXTERNAL_BOT_LIMIT_MS};
    static const struct program_hooks programs = {.context = &r,
                                                  .open = open_program,
                                                  .close = close_program,
                                                  .begin = begin_program,
                                                  .tell = tell_program,
                                                  .wait = wait_for_program,
                                                  .fault = fault_of_program};
    r.options.programs = &programs;
    r.options.pace = PACE_NORMAL;
    r.options.colours = COLOURS_TWO;
    r.options.offer = argc == 1; /* any option means a new table */
    if (!read_command_line(&r, argc, argv))
        return EXIT_USAGE;
    if (r.help) {
        fputs(usage, stdout);
        return EXIT_OK;
    }
    if (!load_rules(&r) || !read_seats(&r) || !read_people(&r) || !read_others(&r))
        return EXIT_USAGE;
    r.options.players = (int)r.players;
    r.options.language = command_language();
    if (r.options.plain && !r.options.pace_given)
        r.options.pace = PACE_OFF;
    return terminal_play(&r.options);
}
