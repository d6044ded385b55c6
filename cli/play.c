/* play.c -- canasta play: a game at this terminal. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "options.h"
#include "terminal/terminal.h"

static const char usage[] =
    "usage: canasta play [OPTIONS]\n"
    "\n"
    "  --rules R        a rule set by name, or a file of house rules (laws1950)\n"
    "  --set K=V        change a parameter; may be repeated\n"
    "  --players N      (4)\n"
    "  --seat S         sit on seat S, from 0, instead of drawing for seats\n"
    "  --humans S,S,... several people at this terminal, on these seats\n"
    "  --bots A,B,...   the other players, in turn order; fewer repeat (expert)\n"
    "  --seed S         any text; the same seed gives the same deals\n"
    "  --resume         go on with the latest unfinished game, or that of --file\n"
    "  --file FILE      the record of the game (a new one in the data folder)\n"
    "  --pace P         how fast bots play: off, fast, normal, slow (normal)\n"
    "  --plain          line by line, for screen readers and pipes\n"
    "  --ascii          only ASCII characters\n"
    "  --colours C      2 or 4 colours of suits, or none (2)\n"
    "  --language L     (en)\n"
    "\n"
    "The game is saved after every action, in $XDG_DATA_HOME/canasta or ~/.local/share/canasta.\n"
    "Without a terminal that can show a screen it is played line by line.\n";

struct request {
    struct cn_terminal_options options;
    const char *rules_name, *bots, *humans;
    char *sets[CLI_SETS_MAX];
    int set_count;
    int64_t players, seat;
    bool pace_given, help;
};

/* ---- the command line ---- */

static bool complain(const char *option, const char *text, const char *expected)
{
    fprintf(stderr, "canasta: %s '%s': expected %s\n", option, text, expected);
    return false;
}

static bool read_set(struct request *r, char *set)
{
    if (r->set_count == CLI_SETS_MAX)
        return complain("--set", set, "fewer of them");
    r->sets[r->set_count++] = set;
    return true;
}

static bool read_pace(struct request *r, const char *text)
{
    static const char *const names[CN_PACES] = {"off", "fast", "normal", "slow"};
    for (int pace = 0; pace < CN_PACES; pace++) {
        if (strcmp(names[pace], text) != 0)
            continue;
        r->options.pace = (enum cn_pace)pace;
        r->pace_given = true;
        return true;
    }
    return complain("--pace", text, "off, fast, normal or slow");
}

static bool read_colours(struct request *r, const char *text)
{
    if (strcmp(text, "2") == 0)
        r->options.colours = CN_COLOURS_TWO;
    else if (strcmp(text, "4") == 0)
        r->options.colours = CN_COLOURS_FOUR;
    else if (strcmp(text, "none") == 0)
        r->options.colours = CN_COLOURS_NONE;
    else
        return complain("--colours", text, "2, 4 or none");
    return true;
}

static bool read_option(struct request *r, int option)
{
    switch (option) {
    case 'r': r->rules_name = optarg; return true;
    case 'S': return read_set(r, optarg);
    case 'n': return cli_number("--players", optarg, 2, CN_SEATS_MAX, &r->players);
    case 's': return cli_number("--seat", optarg, 0, CN_SEATS_MAX - 1, &r->seat);
    case 'H': r->humans = optarg; return true;
    case 'b': r->bots = optarg; return true;
    case 'e': r->options.seed = optarg; return true;
    case 'R': r->options.resume = true; return true;
    case 'f': r->options.file = optarg; return true;
    case 'p': return read_pace(r, optarg);
    case 'P': r->options.plain = true; return true;
    case 'a': r->options.ascii = true; return true;
    case 'c': return read_colours(r, optarg);
    case 'l': r->options.language = optarg; return true;
    case 'h': r->help = true; return true;
    default: return false;
    }
}

static bool read_command_line(struct request *r, int argc, char **argv)
{
    static const struct option options[] = {{"rules", required_argument, NULL, 'r'},
                                            {"set", required_argument, NULL, 'S'},
                                            {"players", required_argument, NULL, 'n'},
                                            {"seat", required_argument, NULL, 's'},
                                            {"humans", required_argument, NULL, 'H'},
                                            {"bots", required_argument, NULL, 'b'},
                                            {"seed", required_argument, NULL, 'e'},
                                            {"resume", no_argument, NULL, 'R'},
                                            {"file", required_argument, NULL, 'f'},
                                            {"pace", required_argument, NULL, 'p'},
                                            {"plain", no_argument, NULL, 'P'},
                                            {"ascii", no_argument, NULL, 'a'},
                                            {"colours", required_argument, NULL, 'c'},
                                            {"colors", required_argument, NULL, 'c'},
                                            {"language", required_argument, NULL, 'l'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    optind = 0;
    for (int option; (option = getopt_long(argc, argv, "h", options, NULL)) != -1;)
        if (!read_option(r, option))
            return false;
    if (r->help || optind == argc)
        return true;
    fputs(usage, stderr);
    return false;
}

/* ---- who sits where ---- */

/* "0,2": the seats of people. */
static bool read_humans(struct request *r)
{
    const char *at = r->humans;
    while (*at != '\0') {
        char *end;
        const long seat = strtol(at, &end, 10);
        if (end == at || seat < 0 || seat >= r->players || (*end != ',' && *end != '\0'))
            return complain("--humans", r->humans, "seats like 0,2");
        r->options.humans |= 1u << seat;
        at = *end == ',' ? end + 1 : end;
    }
    return r->options.humans != 0 || complain("--humans", r->humans, "seats like 0,2");
}

/* The levels of the bots, in turn order from the first person on. */
static bool read_bots(struct request *r)
{
    const char *at = r->bots;
    while (*at != '\0' && r->options.bot_count < CN_SEATS_MAX) {
        const size_t length = strcspn(at, ",");
        char *name = r->options.bots[r->options.bot_count++];
        snprintf(name, CN_BOT_NAME_SIZE, "%.*s", (int)length, at);
        at += length;
        if (*at == ',')
            at++;
    }
    return r->options.bot_count > 0 || complain("--bots", r->bots, "names like expert,random");
}

static bool read_seats(struct request *r)
{
    if (r->seat >= r->players) {
        const char seat[] = {(char)('0' + r->seat), '\0'};
        return complain("--seat", seat, "a seat below the number of players");
    }
    if (r->humans != NULL)
        return read_humans(r);
    if (r->seat >= 0)
        r->options.humans = 1u << r->seat;
    return true;
}

static bool load_rules(struct request *r)
{
    if (!cli_rules_load(&r->options.rules, r->rules_name, r->sets, r->set_count))
        return false;
    if (cn_rules_allow_players(&r->options.rules, (int)r->players))
        return true;
    fprintf(stderr, "canasta: %s is not played by %d\n", r->options.rules.name, (int)r->players);
    return false;
}

int cmd_play(int argc, char **argv)
{
    static struct request r = {
        .rules_name = "laws1950", .bots = "expert", .players = 4, .seat = -1};
    r.options.language = "en";
    r.options.pace = CN_PACE_NORMAL;
    r.options.colours = CN_COLOURS_TWO;
    r.options.offer = argc == 1; /* with any wish for the table, a new one is meant */
    if (!read_command_line(&r, argc, argv))
        return CLI_USAGE;
    if (r.help) {
        fputs(usage, stdout);
        return CLI_OK;
    }
    if (!load_rules(&r) || !read_seats(&r) || !read_bots(&r))
        return CLI_USAGE;
    r.options.players = (int)r.players;
    if (r.options.plain && !r.pace_given)
        r.options.pace = CN_PACE_OFF;
    return cn_terminal_play(&r.options);
}
