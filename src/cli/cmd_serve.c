/* cmd_serve.c -- canasta serve, backup, export, import and drain: tables on a network, and the data
 * they leave. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command/command.h"
#include "command/options.h"
#include "server/server.h"

#include "commands.h"

/* Finds the browser client installed with this program, used when none is named; "" if none. */
static void find_web(char *web)
{
    char path[2 * SERVER_TEXT];
    char found[PATH_MAX];
    if (strcmp(web, "none") == 0) {
        web[0] = '\0';
        return;
    }
    const ssize_t length = readlink("/proc/self/exe", path, SERVER_TEXT);
    if (web[0] != '\0' || length <= 0 || length == SERVER_TEXT)
        return;
    path[length] = '\0';
    char *end = strrchr(path, '/') + 1;
    snprintf(end, sizeof path - (size_t)(end - path), "%s", CANASTA_WEB);
    if (realpath(path, found) != NULL && strlen(found) < SERVER_TEXT)
        memcpy(web, found, strlen(found) + 1);
}

/* ---- the command line ---- */

static const char *listen_at, *data_folder, *web_folder, *config, *store, *node, *public_url;
static bool prints_config, whole;

static const struct option_row data_rows[] = {
    {"--data FOLDER",
     "the database's folder ($XDG_DATA_HOME/canasta/server or ~/.local/share/canasta/server)",
     OPTION_FILE, .to = &data_folder},
    {.usage = NULL},
};

static const struct option_row serve_rows[] = {
    {"--listen ADDRESS:PORT", "the address to listen on (127.0.0.1:8080)", OPTION_TEXT,
     .to = &listen_at},
    {"", "", OPTION_ROWS, .rows = data_rows},
    {"--store ADDRESS",
     "keep the tables in a PostgreSQL that several servers may share (postgresql://HOST/NAME)",
     OPTION_TEXT, .to = &store},
    {"--node NAME", "this server's name among them (the machine's)", OPTION_TEXT, .to = &node},
    {"--public URL", "where clients find this server among them", OPTION_TEXT, .to = &public_url},
    {"--web FOLDER", "the browser client's files, or none (as installed)", OPTION_FILE,
     .to = &web_folder},
    {"--config FILE", "lines key = value; command-line options take precedence", OPTION_FILE,
     .to = &config},
    {"--print-config", "every key with its default and meaning", OPTION_FLAG, .to = &prints_config},
    {.usage = NULL},
};

static void override(char *option, const char *given)
{
    if (given != NULL)
        snprintf(option, SERVER_TEXT, "%s", given);
}

/* Without --data, a folder that the configuration has given stays. */
static bool find_data(char *data)
{
    override(data, data_folder);
    return data[0] != '\0' ||
           command_data_path("canasta/server", "--data FOLDER", data, SERVER_TEXT);
}

static int serve(char **operands)
{
    static struct server_options options;
    char why[2 * SERVER_TEXT];
    (void)operands;
    if (prints_config) {
        server_print_config(stdout);
        return EXIT_OK;
    }
    server_defaults(&options);
    if (config != NULL && !server_read_config(&options, config, why, sizeof why)) {
        command_complain("%s", why);
        return EXIT_USAGE;
    }
    override(options.listen, listen_at);
    override(options.web, web_folder);
    override(options.store, store);
    override(options.node, node);
    override(options.public_url, public_url);
    find_web(options.web);
    return options.store[0] != '\0' || find_data(options.data) ? server_run(&options) : EXIT_USAGE;
}

const struct command cmd_serve = {
    .name = "serve",
    .about = "serve tables to the network",
    .rows = serve_rows,
    .notes = "On SIGTERM or SIGINT, notifies all tables and exits. Logs JSON lines to standard "
             "error.",
    .run = serve,
};

/* ---- backup, export and import ---- */

static const struct option_row from_rows[] = {
    {"", "", OPTION_ROWS, .rows = data_rows},
    {"--store ADDRESS", "the PostgreSQL that keeps the tables", OPTION_TEXT, .to = &store},
    {.usage = NULL},
};

/* The store that the options name. */
static bool find_store(char *from)
{
    override(from, store);
    return from[0] != '\0' || find_data(from);
}

static int backup(char **operands)
{
    char from[SERVER_TEXT] = "";
    char why[2 * SERVER_TEXT] = "";
    if (!find_store(from))
        return EXIT_USAGE;
    if (server_backup(from, operands[0], why, sizeof why))
        return EXIT_OK;
    command_complain("%s", why);
    return EXIT_IO;
}

const struct command cmd_backup = {
    .name = "backup",
    .about = "copy a server's database while it runs",
    .operands = "FILE",
    .lead = "Copies a server's database to a new file, while it runs.",
    .rows = from_rows,
    .run = backup,
};

static const struct option_row export_rows[] = {
    {"", "", OPTION_ROWS, .rows = from_rows},
    {"--whole", "include the deal in play, with all hands", OPTION_FLAG, .to = &whole},
    {.usage = NULL},
};

static int export_table(char **operands)
{
    char from[SERVER_TEXT] = "";
    char why[2 * SERVER_TEXT] = "";
    if (!find_store(from))
        return EXIT_USAGE;
    const int status = server_export(from, operands[0], whole, stdout, why, sizeof why);
    if (status != EXIT_OK)
        command_complain("%s", why);
    return status;
}

const struct command cmd_export = {
    .name = "export",
    .about = "print the record of a server's table",
    .operands = "TABLE",
    .lead = "Prints the record of the finished deals of the table with this link.",
    .rows = export_rows,
    .run = export_table,
};

static int import_tables(char **operands)
{
    char to[SERVER_TEXT] = "";
    char why[2 * SERVER_TEXT] = "";
    int64_t tables = 0;
    if (!find_store(to))
        return EXIT_USAGE;
    if (!server_import(operands[0], to, &tables, why, sizeof why)) {
        command_complain("%s", why);
        return EXIT_IO;
    }
    printf("%lld tables\n", (long long)tables);
    return EXIT_OK;
}

const struct command cmd_import = {
    .name = "import",
    .about = "move a server's tables to another database",
    .operands = "FROM",
    .lead = "Copies all tables from FROM, a server's folder or the address of a PostgreSQL, into "
            "an empty database.",
    .rows = from_rows,
    .notes = "Stop the servers first. The tables keep their links.",
    .run = import_tables,
};

static const struct option_row drain_rows[] = {
    {"--store ADDRESS", "the PostgreSQL that the server shares", OPTION_TEXT, .to = &store},
    {.usage = NULL},
};

static int drain(char **operands)
{
    char why[2 * SERVER_TEXT] = "";
    if (store == NULL) {
        command_complain("--store is missing");
        return EXIT_USAGE;
    }
    if (server_drain(store, operands[0], why, sizeof why))
        return EXIT_OK;
    command_complain("%s: %s", operands[0], why);
    return EXIT_IO;
}

const struct command cmd_drain = {
    .name = "drain",
    .about = "move a server's tables to the others, and end it",
    .operands = "NAME",
    .lead = "Moves the tables of the server with this name to the others that share its "
            "PostgreSQL, one by one, and ends it.",
    .rows = drain_rows,
    .run = drain,
};
