/* check.c -- canasta check: records replayed, every automatic line and every score compared. */
#include <getopt.h>
#include <inttypes.h>

#include "cli.h"
#include "options.h"

static const char usage[] =
    "usage: canasta check FILE...\n"
    "\n"
    "Replays records ('-': standard input), recomputes every line that follows by itself\n"
    "and every score, compares legal lines as sets and judges try lines. Each difference is\n"
    "a line FILE:LINE: ARTICLE: expected ..., found ... The last line counts.\n"
    "\n"
    "Exit status: 0 if all agree; 1 differences; 2 a line that is none of a record; 3 a\n"
    "file could not be read.\n";

struct check {
    const char *path;
    int64_t files;
    struct cn_counts all;
    int status;
};

static void print(void *context, const struct cn_report *report)
{
    const struct check *check = context;
    cli_print_report(report->kind == CN_REPORT_UNKNOWN ? stderr : stdout, check->path, report);
}

static void worsen(struct check *check, int status)
{
    if (status > check->status)
        check->status = status;
}

static void add(struct check *check, const struct cn_counts *counts)
{
    check->files++;
    check->all.deals += counts->deals;
    check->all.actions += counts->actions;
    check->all.legal_sets += counts->legal_sets;
    check->all.tries += counts->tries;
    check->all.differences += counts->differences;
    if (counts->differences > 0)
        worsen(check, CLI_NOT);
    if (counts->damaged > 0)
        worsen(check, CLI_USAGE);
}

static void check_file(struct check *check, const char *path)
{
    check->path = path;
    FILE *file = cli_open(path);
    if (file == NULL) {
        worsen(check, CLI_WORLD);
        return;
    }
    struct cn_replay *replay = cn_replay_open(file, print, check);
    if (replay == NULL || !cn_replay_run(replay, 0)) {
        fprintf(stderr, "%s: %s\n", path,
                replay != NULL ? cn_replay_error(replay) : "out of memory");
        worsen(check, CLI_WORLD);
    }
    if (replay != NULL)
        add(check, cn_replay_counts(replay));
    cn_replay_close(replay);
    cli_close(file);
}

int cmd_check(int argc, char **argv)
{
    static const struct option options[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    struct check check = {.status = CLI_OK};
    optind = 0;
    const int option = getopt_long(argc, argv, "h", options, NULL);
    if (option != -1) {
        fputs(usage, option == 'h' ? stdout : stderr);
        return option == 'h' ? CLI_OK : CLI_USAGE;
    }
    if (optind == argc) {
        fputs(usage, stderr);
        return CLI_USAGE;
    }
    for (int i = optind; i < argc; i++)
        check_file(&check, argv[i]);
    printf("%" PRId64 " files, %" PRId64 " deals, %" PRId64 " actions, %" PRId64
           " legal sets, %" PRId64 " tries, %" PRId64 " differences\n",
           check.files, check.all.deals, check.all.actions, check.all.legal_sets, check.all.tries,
           check.all.differences);
    return check.status;
}
