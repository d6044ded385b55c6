/* cmd_join.c -- canasta join: a server's table in this terminal. */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/command.h"
#include "command/options.h"

#include "commands.h"
#include "join_table.h"

static const char usage[] =
    "usage: canasta join [OPTIONS] URL\n"
    "\n"
    "  URL              the table's link, or with --make the server's address\n"
    "  --make           make a table there\n"
    "  --rules R        rule set for the new table (laws1950)\n"
    "  --set NAME=VALUE change a parameter of the new table; may be repeated\n"
    "  --players N      players at the new table (4)\n"
    "  --name NAME      your name ($USER)\n"
    "  --seat S         the seat you want, from 1\n"
    "  --watch          join as a spectator\n"
    "  --token T        the token of your seat; tokens are kept in the file seats in\n"
    "                   $XDG_DATA_HOME/canasta or ~/.local/share/canasta\n"
    "  --no-keep        neither read nor write that file\n"
    "  --insecure       accept an untrusted TLS certificate\n"
    "  --plain          line by line, for screen readers and pipes\n"
    "  --ascii          only ASCII characters\n"
    "  --colours C      2 or 4 colours of suits, or none (2)\n"
    "  --language L     en, es, ... (that of the locale, else en)\n"
    "\n"
    "At the table, type /help for the commands: /ready, /chat, /bot, /pause, ...\n"
    "A lost connection is restored automatically.\n";

enum {
    SEATS_PATH_SIZE = 600
};

struct request {
    struct join_options join;
    struct terminal_options terminal;
    const char *token, *url;
    int64_t players, seat;
    bool help, no_keep;
    const char *for_make; /* an option that is valid only when creating a table; NULL: none */
    char *sets[COMMAND_SETS_MAX];
    int set_count;
};

static bool read_colours(struct request *r, const char *text)
{
    static const char *const names[] = {"none", "2", "4"};
    for (int i = 0; i < 3; i++)
        if (strcmp(names[i], text) == 0) {
            r->terminal.colours = (enum colours)i;
            return true;
        }
    return command_complain("--colours '%s': expected 2, 4 or none", text);
}

static bool read_option(void *to, int option)
{
    struct request *r = to;
    switch (option) {
    case 'm': r->join.make = true; return true;
    case 'r':
        r->for_make = "--rules";
        snprintf(r->join.rules, sizeof r->join.rules, "%s", optarg);
        return true;
    case 'S': r->for_make = "--set"; return command_add_set(r->sets, &r->set_count, optarg);
    case 'n':
        r->for_make = "--players";
        return command_number("--players", optarg, 2, CN_SEATS_MAX, &r->players);
    case 'N':
        snprintf(r->join.name, sizeof r->join.name, "%s", optarg);
        return r->join.named = true;
    case 's': return command_number("--seat", optarg, 1, CN_SEATS_MAX, &r->seat);
    case 'w': r->join.watching = true; return true;
    case 't': r->token = optarg; return true;
    case 'k': r->no_keep = true; return true;
    case 'i': r->join.insecure = true; return true;
    case 'P': r->terminal.plain = true; return true;
    case 'a': r->terminal.ascii = true; return true;
    case 'c': return read_colours(r, optarg);
    case 'l': return command_choose_language(optarg);
    case 'h': r->help = true; return true;
    default: return false;
    }
}

static bool read_command_line(struct request *r, int argc, char **argv)
{
    static const struct option options[] = {{"make", no_argument, NULL, 'm'},
                                            {"rules", required_argument, NULL, 'r'},
                                            {"players", required_argument, NULL, 'n'},
                                            {"name", required_argument, NULL, 'N'},
                                            {"seat", required_argument, NULL, 's'},
                                            {"watch", no_argument, NULL, 'w'},
                                            {"token", required_argument, NULL, 't'},
                                            {"no-keep", no_argument, NULL, 'k'},
                                            {"insecure", no_argument, NULL, 'i'},
                                            {"plain", no_argument, NULL, 'P'},
                                            {"ascii", no_argument, NULL, 'a'},
                                            {"colours", required_argument, NULL, 'c'},
                                            {"colors", required_argument, NULL, 'c'},
                                            {"language", required_argument, NULL, 'l'},
                                            {"help", no_argument, NULL, 'h'},
                                            {"set", required_argument, NULL, 'S'},
                                            {NULL, 0, NULL, 0}};
    if (!command_read_options(argc, argv, options, read_option, r))
        return false;
    if (r->help)
        return true;
    if (!command_operands(argc, argv, 1, 1, "URL"))
        return false;
    r->url = argv[optind];
    if (r->for_make != NULL && !r->join.make)
        return command_misuse("%s is for a table that --make makes", r->for_make);
    if (r->join.watching && (r->join.make || r->seat > 0 || r->token != NULL))
        return command_misuse("--watch excludes --make, --seat and --token");
    return !r->join.make || r->token == NULL ||
           command_misuse("--make and --token exclude each other");
}

/* Checks the rules here: the server would refuse them without saying what is wrong. */
static bool read_rules(struct request *r)
{
    struct cn_rules rules;
    char *house = r->join.house;
    memset(&rules, 0, sizeof rules);
    if (!r->join.make)
        return true;
    if (!cn_rules_load(&rules, r->join.rules)) {
        fprintf(stderr, "canasta join: --rules '%s': expected a set that \"canasta rules\" lists\n",
                r->join.rules);
        return false;
    }
    if (!command_rules_load(&rules, r->join.rules, r->sets, r->set_count))
        return false;
    size_t used = 0;
    for (int i = 0; i < r->set_count && used < sizeof r->join.house; i++)
        used += (size_t)snprintf(house + used, sizeof r->join.house - used, "%s\n", r->sets[i]);
    if (used >= sizeof r->join.house)
        fputs("canasta join: --set: too many\n", stderr);
    return used < sizeof r->join.house;
}

static bool read_where(struct request *r)
{
    if (!url_parse(r->url, &r->join.url)) {
        fprintf(stderr, "canasta join: '%s': expected http://HOST:PORT/TABLE\n", r->url);
        return false;
    }
    const bool table = r->join.url.table[0] != '\0';
    if (table == r->join.make) {
        fprintf(stderr,
                table ? "canasta join: --make takes a server, and '%s' is a table\n"
                      : "canasta join: '%s' names no table; --make makes one\n",
                r->url);
        return false;
    }
    if (r->token == NULL)
        return true;
    r->join.has_token =
        cn__hex_parse(r->token, strlen(r->token), r->join.token, sizeof r->join.token);
    if (!r->join.has_token)
        fputs("canasta join: --token: expected 32 hexadecimal digits\n", stderr);
    return r->join.has_token;
}

/* Finds the file of tokens in the player's data folder, which is created if missing. Otherwise
 * prints a message and returns the exit status: without the file a lost seat could not be
 * reclaimed. */
static int find_seats(char path[SEATS_PATH_SIZE])
{
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    if (data != NULL && data[0] == '/')
        snprintf(path, SEATS_PATH_SIZE, "%s/canasta/seats", data);
    else if (home != NULL && home[0] == '/')
        snprintf(path, SEATS_PATH_SIZE, "%s/.local/share/canasta/seats", home);
    else {
        command_complain(
            "neither XDG_DATA_HOME nor HOME is an absolute path; set one, or use --no-keep");
        return EXIT_USAGE;
    }
    for (char *at = strchr(path + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
        *at = '\0';
        mkdir(path, 0700);
        *at = '/';
    }
    const int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) {
        command_complain("%s: %s: cannot store your seat there; use --no-keep to go without", path,
                         strerror(errno));
        return EXIT_IO;
    }
    close(file);
    return EXIT_OK;
}

int cmd_join(int argc, char **argv)
{
    static struct request r;
    static struct join_table table;
    static const struct remote_door door = {.context = &table,
                                            .wait = join_wait,
                                            .act = join_act,
                                            .undo = join_undo,
                                            .ready = join_ready,
                                            .command = join_command,
                                            .is_over = join_is_over};
    static char seats_path[SEATS_PATH_SIZE];
    const char *user = getenv("USER");
    memset(&r, 0, sizeof r);
    r.players = 4;
    r.terminal.colours = COLOURS_TWO;
    snprintf(r.join.rules, sizeof r.join.rules, "laws1950");
    snprintf(r.join.name, sizeof r.join.name, "%s", user != NULL && user[0] != '\0' ? user : "?");
    if (!read_command_line(&r, argc, argv))
        return EXIT_USAGE;
    if (r.help) {
        fputs(usage, stdout);
        return EXIT_OK;
    }
    if (!read_where(&r) || !read_rules(&r))
        return EXIT_USAGE;
    r.terminal.language = command_language();
    r.join.players = (int)r.players;
    r.join.seat = (int)r.seat - 1; /* people count from 1; none: -1 */
    if (!r.no_keep && !r.join.watching) {
        const int found = find_seats(seats_path);
        if (found != EXIT_OK)
            return found;
        r.join.seats_path = seats_path;
    }
    if (!join_open(&table, &r.join, &r.terminal, &door)) {
        fputs("canasta join: cannot start\n", stderr);
        return EXIT_IO;
    }
    const int status = remote_game_run(table.far);
    join_close(&table);
    if (table.unreached) {
        command_complain("%s: no table was made, because no server answers there", r.url);
        return EXIT_IO;
    }
    return table.exit_status != 0 ? table.exit_status : status;
}
