/* input.c -- numbers, files and records from the command line. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bots/bots.h"
#include "command.h"
#include "options.h"

static struct command_game game;

const struct option_row command_game_rows[] = {
    {"--rules R", "a rule set or ready house rules by name, or a file of house rules", OPTION_RULES,
     .to = &game.rules, .text = "laws1950"},
    {"--set K=V", "change a parameter; may be repeated", OPTION_SETS, .to = &game.sets},
    {"--players N", "number of players (4, or the fewest that can play)", OPTION_NUMBER,
     .to = &game.players, .low = 2, .high = CN_SEATS_MAX, .number = 1},
    {.usage = NULL},
};

struct command_game *command_game(void)
{
    return &game;
}

bool command_players_settle(const struct cn_rules *rules, int64_t *players)
{
    if (*players < 2)
        *players = cn_rules_allow_players(rules, 4) ? 4 : 2;
    else if (!cn_rules_allow_players(rules, (int)*players))
        return command_complain("--players %d: %s cannot be played by %d players", (int)*players,
                                rules->name, (int)*players);
    while (*players < CN_SEATS_MAX && !cn_rules_allow_players(rules, (int)*players))
        ++*players;
    return true;
}

bool command_game_load(struct cn_rules *rules)
{
    return command_rules_load(rules, game.rules, &game.sets) &&
           command_players_settle(rules, &game.players);
}

bool command_number(const char *option, const char *text, int64_t low, int64_t high, int64_t *value)
{
    char *end;
    errno = 0;
    const long long number = strtoll(text, &end, 10);
    if (end != text && *end == '\0' && errno == 0 && number >= low && number <= high) {
        *value = number;
        return true;
    }
    return command_complain("%s: expected a whole number from %" PRId64 " to %" PRId64
                            ", found '%s'",
                            option, low, high, text);
}

bool command_data_path(const char *name, const char *option, char *path, size_t size)
{
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    if (data != NULL && data[0] == '/')
        snprintf(path, size, "%s/%s", data, name);
    else if (home != NULL && home[0] == '/')
        snprintf(path, size, "%s/.local/share/%s", home, name);
    else
        return command_complain(
            "neither XDG_DATA_HOME nor HOME is an absolute path; set one, or use %s", option);
    return true;
}

bool command_next_part(const char **list, const char **part, int *length)
{
    *part = *list;
    if (*list == NULL)
        return false;
    *length = (int)strcspn(*list, ",");
    *list = (*list)[*length] == ',' ? *list + *length + 1 : NULL;
    return true;
}

/* Is it one of cn_bot_at? */
static bool is_of_ladder(const struct cn_bot *bot)
{
    for (int i = 0; cn_bot_at(i) != NULL; i++)
        if (cn_bot_at(i) == bot)
            return true;
    return false;
}

bool command_no_bot(const char *name)
{
    char names[512] = "";
    size_t used = 0;
    for (int i = 0; cn_bot_at(i) != NULL && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, " %s", cn_bot_at(i)->name);
    for (int i = 0; cn_pool_at(i) != NULL && used < sizeof names; i++)
        if (!is_of_ladder(cn_pool_at(i)))
            used += (size_t)snprintf(names + used, sizeof names - used, " %s", cn_pool_at(i)->name);
    return command_complain("no bot '%s'; there are:%s", name, names);
}

static int64_t jobs;

const struct option_row command_jobs_rows[] = {
    {"--jobs J", "number of threads, if not one per processor; does not affect results",
     OPTION_NUMBER, .to = &jobs, .low = 1, .high = 256},
    {.usage = NULL},
};

int command_jobs(void)
{
    const long n = jobs > 0 ? jobs : sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : jobs == 0 && n > 64 ? 64 : (int)n;
}

FILE *command_open(const char *path)
{
    if (strcmp(path, "-") == 0)
        return stdin;
    struct stat state;
    FILE *file = fopen(path, "rb");
    int why = errno;
    if (file != NULL && fstat(fileno(file), &state) == 0 && S_ISDIR(state.st_mode)) {
        (void)fclose(file);
        file = NULL;
        why = EISDIR;
    }
    if (file == NULL)
        command_complain("%s: %s", path, strerror(why));
    return file;
}

void command_close(FILE *file)
{
    if (file != stdin)
        (void)fclose(file);
}

void command_print_report(FILE *to, const char *path, const struct cn_report *report)
{
    if (report->kind == CN_REPORT_UNKNOWN)
        fprintf(to, "%s:%" PRId64 ": skipped: lines of the unknown kind \"%s\"\n", path,
                report->line, report->found);
    else
        fprintf(to, "%s:%" PRId64 ": %s: expected %s, found %s%s\n", path, report->line,
                report->article, report->expected, report->found,
                report->stops ? "; the rest of this game is skipped" : "");
}

static void print_to_stderr(void *path, const struct cn_report *report)
{
    command_print_report(stderr, path, report);
}

/* Says why there is nothing to show; NULL if there is. */
static const char *trouble(const struct cn_reader *replay, bool read, int *status)
{
    *status = EXIT_IO;
    if (!read)
        return cn_reader_error(replay);
    *status = EXIT_USAGE;
    if (cn_reader_failed(replay))
        return "the record cannot be replayed to this point";
    return cn_reader_in_deal(replay) ? NULL : "no deal or position here";
}

struct cn_reader *command_replay(const char *path, int64_t line, int *status)
{
    char where[512];
    snprintf(where, sizeof where, "%s", strcmp(path, "-") == 0 ? "(standard input)" : path);
    *status = EXIT_IO;
    FILE *file = command_open(path);
    if (file == NULL)
        return NULL;
    struct cn_reader *replay = cn_reader_open(file, print_to_stderr, where);
    if (replay == NULL) {
        command_complain("out of memory");
        command_close(file);
        return NULL;
    }
    const bool read = cn_reader_run(replay, line);
    command_close(file);
    const char *why = trouble(replay, read, status);
    if (read && line > cn_reader_line(replay)) {
        command_complain("%s: there is no line %" PRId64 ", the last one is %" PRId64, where, line,
                         cn_reader_line(replay));
        *status = EXIT_USAGE;
        cn_reader_close(replay);
        return NULL;
    }
    if (why == NULL)
        return replay;
    fprintf(stderr, "%s: %s\n", where, why);
    cn_reader_close(replay);
    return NULL;
}
