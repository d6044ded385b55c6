/* cmd_join.c -- canasta join: a server's table in this terminal. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/command.h"
#include "command/options.h"

#include "commands.h"
#include "join_table.h"
#include "look.h"

enum {
    SEATS_PATH_SIZE = 600
};

static struct {
    struct join_options join;
    const char *rules, *name, *token, *url;
    int64_t players, seat;
    bool no_keep;
    struct command_sets sets;
} request;

static const struct option_row rows[] = {
    {"--make", "make a table there", OPTION_FLAG, .to = &request.join.make},
    {"--rules R", "rule set, or ready house rules, of the new table", OPTION_RULES,
     .to = &request.rules, .text = "laws1950"},
    {"--set NAME=VALUE", "change a parameter of the new table; may be repeated", OPTION_SETS,
     .to = &request.sets},
    {"--players N", "players at the new table (4, or the fewest that can play)", OPTION_NUMBER,
     .to = &request.players, .low = 2, .high = CN_SEATS_MAX, .number = 1},
    {"--name NAME", "your name, if not $USER", OPTION_TEXT, .to = &request.name},
    {"--seat S", "the seat you want, from 1", OPTION_NUMBER, .to = &request.seat, .low = 1,
     .high = CN_SEATS_MAX},
    {"--watch", "join as a spectator", OPTION_FLAG, .to = &request.join.watching},
    {"--token T",
     "the token of your seat; tokens are kept in the file seats in $XDG_DATA_HOME/canasta or "
     "~/.local/share/canasta",
     OPTION_TEXT, .to = &request.token},
    {"--no-keep", "neither read nor write that file", OPTION_FLAG, .to = &request.no_keep},
    {"--insecure", "accept an untrusted TLS certificate", OPTION_FLAG,
     .to = &request.join.insecure},
    {"", "", OPTION_ROWS, .rows = look_rows},
    {.usage = NULL},
};

/* What cannot be asked for together. */
static bool check_request(void)
{
    static const char *const for_make[] = {"rules", "set", "players"};
    for (int i = 0; i < 3; i++)
        if (command_was_given(for_make[i]) && !request.join.make)
            return command_misuse("--%s is for a table that --make makes", for_make[i]);
    if (request.join.watching && (request.join.make || request.seat > 0 || request.token != NULL))
        return command_misuse("--watch excludes --make, --seat and --token");
    return !request.join.make || request.token == NULL ||
           command_misuse("--make and --token exclude each other");
}

/* Checks the rules here: the server would refuse them without saying what is wrong. It gets the
 * built-in set and what is changed, since it knows no ready house rules by name. */
static bool read_rules(void)
{
    struct cn_rules rules;
    struct join_options *join = &request.join;
    struct cn__text house = {.text = NULL};
    if (!join->make)
        return true;
    if (!cn_rules_load(&rules, request.rules) && !cn_house_load(&rules, request.rules))
        return command_complain("--rules '%s': expected a name that \"canasta rules\" lists",
                                request.rules);
    if (!command_rules_load(&rules, request.rules, &request.sets) ||
        !command_players_settle(&rules, &request.players))
        return false;
    cn_record_write_house(&house, &rules);
    cn__text_append(&house, "", 1);
    const bool fits = !house.failed && house.length <= sizeof join->house;
    if (fits)
        memcpy(join->house, house.text, house.length);
    cn__text_free(&house);
    snprintf(join->rules, sizeof join->rules, "%s", rules.name);
    return fits || command_complain("--set: the house rules are too long for a table");
}

static bool read_where(void)
{
    struct join_options *join = &request.join;
    const char *token = request.token;
    if (!url_parse(request.url, &join->url))
        return command_complain("'%s': expected http://HOST:PORT/TABLE", request.url);
    const bool table = join->url.table[0] != '\0';
    if (table && join->make)
        return command_complain("--make takes a server, and '%s' is a table", request.url);
    if (!table && !join->make)
        return command_complain("'%s' names no table; --make makes one", request.url);
    join->has_token =
        token != NULL && cn__hex_parse(token, strlen(token), join->token, sizeof join->token);
    return token == NULL || join->has_token ||
           command_complain("--token: expected 32 hexadecimal digits");
}

/* Finds the file of tokens in the player's data folder, which is created if missing. Otherwise
 * prints a message and returns the exit status: without the file a lost seat could not be
 * reclaimed. */
static int find_seats(char path[SEATS_PATH_SIZE])
{
    if (!command_data_path("canasta/seats", "--no-keep", path, SEATS_PATH_SIZE))
        return EXIT_USAGE;
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

/* Writes the options as join_open reads them. Returns the exit status. */
static int prepare(void)
{
    static char seats_path[SEATS_PATH_SIZE];
    struct join_options *join = &request.join;
    const char *user = getenv("USER");
    if (!check_request() || !read_where() || !read_rules())
        return EXIT_USAGE;
    join->named = request.name != NULL;
    if (request.name == NULL)
        request.name = user != NULL && user[0] != '\0' ? user : "?";
    snprintf(join->name, sizeof join->name, "%s", request.name);
    join->players = (int)request.players;
    join->seat = (int)request.seat - 1; /* people count from 1; none: -1 */
    if (request.no_keep || join->watching)
        return EXIT_OK;
    join->seats_path = seats_path;
    return find_seats(seats_path);
}

static int join(char **operands)
{
    static struct terminal_options terminal;
    static struct join_table table;
    static const struct remote_door door = {.context = &table,
                                            .wait = join_wait,
                                            .act = join_act,
                                            .undo = join_undo,
                                            .ready = join_ready,
                                            .command = join_command,
                                            .is_over = join_is_over};
    request.url = operands[0];
    const int prepared = prepare();
    if (prepared != EXIT_OK)
        return prepared;
    look_apply(&terminal);
    if (!join_open(&table, &request.join, &terminal, &door)) {
        command_complain("cannot start");
        return EXIT_IO;
    }
    const int status = remote_game_run(table.far);
    join_close(&table);
    if (table.unreached) {
        command_complain("%s: no table was made, because no server answers there", request.url);
        return EXIT_IO;
    }
    return table.exit_status != 0 ? table.exit_status : status;
}

const struct command cmd_join = {
    .name = "join",
    .about = "play at a server's table in this terminal",
    .operands = "URL",
    .lead = "URL is the table's link, or with --make the server's address.",
    .rows = rows,
    .notes = "At the table, type /help for the commands: /ready, /chat, /bot, /pause, ... A lost "
             "connection is restored automatically.",
    .run = join,
};
