/* cmd_check.c -- canasta check: replays records and compares every automatic line and every score.
 */
#include <inttypes.h>
#include <sys/stat.h>

#include "command/command.h"
#include "command/options.h"

#include "commands.h"

struct check {
    const char *path;
    int64_t line; /* how many of that file were read */
    int64_t files;
    struct cn_record_counts all;
    int status;
    struct command_progress progress;
};

static void print(void *context, const struct cn_report *report)
{
    const struct check *check = context;
    command_progress_end(&check->progress);
    command_print_report(report->kind == CN_REPORT_UNKNOWN ? stderr : stdout, check->path, report);
}

static void worsen(struct check *check, int status)
{
    if (status > check->status)
        check->status = status;
}

static void add(struct check *check, const struct cn_record_counts *counts)
{
    check->files++;
    check->all.deals += counts->deals;
    check->all.actions += counts->actions;
    check->all.legal_sets += counts->legal_sets;
    check->all.tries += counts->tries;
    check->all.differences += counts->differences;
    if (counts->differences > 0)
        worsen(check, EXIT_NEGATIVE);
    if (counts->damaged > 0)
        worsen(check, EXIT_USAGE);
}

/* Percent of a regular file; nothing of another. */
static void show_progress(struct check *check, FILE *file, const struct cn_reader *replay)
{
    struct stat state;
    if (!command_progress_is_due(&check->progress))
        return;
    fprintf(stderr, "%s: %" PRId64 " line%s", check->path, cn_reader_line(replay),
            command_s(cn_reader_line(replay)));
    if (fstat(fileno(file), &state) == 0 && S_ISREG(state.st_mode) && state.st_size > 0)
        fprintf(stderr, ", %" PRId64 " %%",
                100 * cn_reader_valid_bytes(replay) / (int64_t)state.st_size);
    fflush(stderr);
}

static bool is_interrupted(void)
{
    return atomic_load(command_interrupted()) != 0;
}

/* Replays to the end, or until interrupted. Returns false if reading or memory failed. */
static bool replay_file(struct check *check, FILE *file, struct cn_reader *replay)
{
    enum cn_step step = CN_STEP_LINE;
    while (step == CN_STEP_LINE && !is_interrupted()) {
        step = cn_reader_step(replay);
        if (step == CN_STEP_LINE)
            show_progress(check, file, replay);
    }
    check->line = cn_reader_line(replay);
    return step != CN_STEP_IO_ERROR || is_interrupted(); /* a signal ends waiting for a pipe */
}

static void check_file(struct check *check, const char *path)
{
    check->path = path;
    check->line = 0;
    FILE *file = command_open(path);
    if (file == NULL) {
        worsen(check, EXIT_IO);
        return;
    }
    struct cn_reader *replay = cn_reader_open(file, print, check);
    if (replay == NULL || !replay_file(check, file, replay)) {
        command_complain("%s: %s", path,
                         replay != NULL ? cn_reader_error(replay) : "out of memory");
        worsen(check, EXIT_IO);
    }
    if (replay != NULL)
        add(check, cn_reader_counts(replay));
    cn_reader_close(replay);
    command_close(file);
}

static void print_counts(const struct check *check)
{
    const struct cn_record_counts *all = &check->all;
    printf("%" PRId64 " file%s, %" PRId64 " deal%s, ", check->files, command_s(check->files),
           all->deals, command_s(all->deals));
    printf("%" PRId64 " action%s, %" PRId64 " legal set%s, ", all->actions, command_s(all->actions),
           all->legal_sets, command_s(all->legal_sets));
    printf("%" PRId64 " %s, %" PRId64 " difference%s\n", all->tries,
           all->tries == 1 ? "try" : "tries", all->differences, command_s(all->differences));
}

static int check(char **paths)
{
    struct check check = {.path = *paths, .status = EXIT_OK};
    command_progress_begin(&check.progress);
    for (; *paths != NULL && !is_interrupted(); paths++)
        check_file(&check, *paths);
    command_progress_end(&check.progress);
    if (is_interrupted()) { /* in a file, or between two */
        command_complain("interrupted after line %" PRId64 " of %s", check.line, check.path);
        check.status = command_interrupted_status();
    }
    print_counts(&check);
    return check.status;
}

const struct command cmd_check = {
    .name = "check",
    .about = "replay records and compare every line",
    .operands = "FILE...",
    .lead = "Replays records ('-': standard input), recomputes every derived line and every score, "
            "compares legal lines as sets and checks try lines. Prints one line per difference, "
            "FILE:LINE: ARTICLE: expected ..., found ..., and the totals last. If interrupted, it "
            "prints the totals so far.",
    .notes = "Exit status: 0 no differences; 1 differences; 2 a line that is not part of a "
             "record; 3 a file could not be read.",
    .run = check,
};
