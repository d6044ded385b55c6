/* cmd_serve.c -- canasta serve, backup and export: tables on a network, and the data they
 * leave. */
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command/command.h"
#include "command/options.h"
#include "server/server.h"

#include "commands.h"

static const char usage[] =
    "usage: canasta serve [OPTIONS]\n"
    "\n"
    "  --listen ADDRESS:PORT  the address to listen on (127.0.0.1:8080)\n"
    "  --data FOLDER          the database's folder ($XDG_DATA_HOME/canasta/server or\n"
    "                         ~/.local/share/canasta/server)\n"
    "  --web FOLDER           the browser client's files, or none (as installed)\n"
    "  --config FILE          lines key = value; command-line options take precedence\n"
    "  --print-config         every key with its default and meaning\n"
    "\n"
    "On SIGTERM or SIGINT, notifies all tables and exits. Logs JSON lines to standard error.\n";
static const char backup_usage[] = "usage: canasta backup [--data FOLDER] FILE\n"
                                   "\n"
                                   "Copies a server's database to a new file, while it runs.\n";
static const char export_usage[] = "usage: canasta export [--data FOLDER] [--whole] TABLE\n"
                                   "\n"
                                   "Prints the record of the finished deals of the table with this "
                                   "link;\n"
                                   "--whole includes the deal in play, with all hands.\n";

/* Finds the user's data folder, used when none is given. */
static bool find_data(char *data)
{
    const char *base = getenv("XDG_DATA_HOME");
    if (data[0] != '\0')
        return true;
    if (base != NULL && base[0] == '/') {
        snprintf(data, SERVER_TEXT, "%s/canasta/server", base);
        return true;
    }
    base = getenv("HOME");
    if (base == NULL || base[0] != '/') {
        return command_complain(
            "neither XDG_DATA_HOME nor HOME is an absolute path; set one, or use --data FOLDER");
    }
    snprintf(data, SERVER_TEXT, "%s/.local/share/canasta/server", base);
    return true;
}

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

struct request {
    const char *listen, *data, *web, *config;
    bool help, print, whole;
};

static bool read_command_line(struct request *r, int argc, char **argv)
{
    static const struct option options[] = {
        {"listen", required_argument, NULL, 'l'}, {"data", required_argument, NULL, 'd'},
        {"web", required_argument, NULL, 'w'},    {"config", required_argument, NULL, 'c'},
        {"print-config", no_argument, NULL, 'p'}, {"whole", no_argument, NULL, 'a'},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0}};
    optind = 0;
    for (int option; (option = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        switch (option) {
        case 'l': r->listen = optarg; break;
        case 'd': r->data = optarg; break;
        case 'w': r->web = optarg; break;
        case 'c': r->config = optarg; break;
        case 'p': r->print = true; break;
        case 'a': r->whole = true; break;
        case 'h': r->help = true; break;
        default: return command_misuse_option();
        }
    }
    return true;
}

/* One function reads the options of all three commands, so each rejects those of the others. */
static bool has_no(bool given, const char *option)
{
    return !given || command_misuse("unrecognized option '%s'", option);
}

static void override(char *option, const char *given)
{
    if (given != NULL)
        snprintf(option, SERVER_TEXT, "%s", given);
}

int cmd_serve(int argc, char **argv)
{
    static struct server_options options;
    struct request r = {NULL, NULL, NULL, NULL, false, false, false};
    char why[2 * SERVER_TEXT];
    if (!read_command_line(&r, argc, argv) || !command_operands(argc, argv, 0, 0, "") ||
        !has_no(r.whole, "--whole"))
        return EXIT_USAGE;
    if (r.help || r.print) {
        if (r.help)
            fputs(usage, stdout);
        else
            server_print_config(stdout);
        return EXIT_OK;
    }
    server_defaults(&options);
    if (r.config != NULL && !server_read_config(&options, r.config, why, sizeof why)) {
        fprintf(stderr, "canasta serve: %s\n", why);
        return EXIT_USAGE;
    }
    override(options.listen, r.listen);
    override(options.data, r.data);
    override(options.web, r.web);
    find_web(options.web);
    if (!find_data(options.data))
        return EXIT_USAGE;
    return server_run(&options);
}

/* Reads one argument, described by 'missing', and the options --data and --whole where they apply.
 */
static bool read_one(int argc, char **argv, const char *text, const char *missing, char *data,
                     bool *whole, int *status)
{
    struct request r = {NULL, NULL, NULL, NULL, false, false, false};
    *status = EXIT_USAGE;
    data[0] = '\0';
    if (!read_command_line(&r, argc, argv))
        return false;
    if (r.help) {
        *status = EXIT_OK;
        fputs(text, stdout);
        return false;
    }
    if (!has_no(r.listen != NULL, "--listen") || !has_no(r.web != NULL, "--web") ||
        !has_no(r.config != NULL, "--config") || !has_no(r.print, "--print-config") ||
        !has_no(whole == NULL && r.whole, "--whole") ||
        !command_operands(argc, argv, 1, 1, missing))
        return false;
    override(data, r.data);
    if (whole != NULL)
        *whole = r.whole;
    return find_data(data);
}

int cmd_backup(int argc, char **argv)
{
    char data[SERVER_TEXT];
    char why[2 * SERVER_TEXT] = "";
    int status;
    if (!read_one(argc, argv, backup_usage, "FILE", data, NULL, &status))
        return status;
    if (server_backup(data, argv[optind], why, sizeof why))
        return EXIT_OK;
    fprintf(stderr, "canasta backup: %s\n", why);
    return EXIT_IO;
}

int cmd_export(int argc, char **argv)
{
    char data[SERVER_TEXT];
    char why[2 * SERVER_TEXT] = "";
    bool whole;
    int status;
    if (!read_one(argc, argv, export_usage, "TABLE", data, &whole, &status))
        return status;
    status = server_export(data, argv[optind], whole, stdout, why, sizeof why);
    if (status != EXIT_OK)
        command_complain("%s", why);
    return status;
}
