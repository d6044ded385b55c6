/* cmd_fair.c -- canasta fair: checks that a record's decks were made from all players'
 * contributions. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "client/client.h"
#include "command/command.h"
#include "command/options.h"
#include "protocol/protocol.h"

#include "commands.h"

static const char usage[] =
    "usage: canasta fair FILE\n"
    "\n"
    "Checks every fair deal of a complete record ('-': standard input): the deck and the nonce\n"
    "must match the commitment, and the cards dealt must follow from them, the players'\n"
    "contributions and the cut. Lists the seats that did not contribute.\n"
    "\n"
    "Exit status: 0 every deal that ended is fair and verified; 1 one is not, or there are no\n"
    "deals; 2 a line that is not part of a record; 3 the file could not be read.\n";

enum {
    RECORD_MOST = 64 << 20
};

struct fair_run {
    struct cn_words words;
    int64_t holds, others;
};

/* Returns the file's text, which the caller frees, or NULL after printing a message. */
static char *read_all(const char *path, size_t *length)
{
    FILE *file = command_open(path);
    if (file == NULL)
        return NULL;
    char *text = malloc(RECORD_MOST);
    *length = text != NULL ? fread(text, 1, RECORD_MOST, file) : 0;
    const bool good = text != NULL && !ferror(file) && *length < RECORD_MOST;
    command_close(file);
    if (good)
        return text;
    command_complain("%s: %s", path,
                     text == NULL             ? "out of memory"
                     : *length == RECORD_MOST ? "larger than 64 MiB"
                                              : "could not be read");
    free(text);
    return NULL;
}

static void print_absent(const struct fair_run *run, const struct audit *audit)
{
    char seats[32] = "";
    char sentence[200];
    for (int seat = 0; seat < audit->players; seat++)
        if ((audit->given >> seat & 1) == 0)
            snprintf(seats + strlen(seats), sizeof seats - strlen(seats), " %d", seat);
    if (seats[0] == '\0')
        return;
    const char *arguments[] = {seats + 1};
    cn_words_format(&run->words, "fair.absent", arguments, 1, sentence, sizeof sentence);
    printf("; %s", sentence);
}

static void print_deal(void *context, const struct audit *audit)
{
    struct fair_run *run = context;
    char key[24];
    char sentence[200];
    snprintf(key, sizeof key, "fair.%s",
             audit->is_fair ? fair_verdict_name(audit->verdict) : "none");
    cn_words_format(&run->words, key, NULL, 0, sentence, sizeof sentence);
    printf("line %lld: deal %d: %s", (long long)audit->line, audit->deal, sentence);
    if (audit->is_fair)
        print_absent(run, audit);
    printf("\n");
    if (audit->verdict == FAIR_VERIFIED)
        run->holds++;
    else if (!audit->is_fair || audit->ended)
        run->others++;
}

int cmd_fair(int argc, char **argv)
{
    static const struct option options[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    struct fair_run run = {.holds = 0};
    size_t length;
    int64_t line;
    optind = 0;
    const int option = getopt_long(argc, argv, "h", options, NULL);
    if (option == 'h') {
        fputs(usage, stdout);
        return EXIT_OK;
    }
    if (option != -1)
        command_misuse_option();
    if (option != -1 || !command_operands(argc, argv, 1, 1, "FILE"))
        return EXIT_USAGE;
    run.words = *command_words();
    char *text = read_all(argv[optind], &length);
    if (text == NULL)
        return EXIT_IO;
    const bool read = fair_audit(text, length, print_deal, &run, &line);
    free(text);
    if (!read) {
        command_complain("%s:%lld: not a line of a whole record", argv[optind], (long long)line);
        return EXIT_USAGE;
    }
    printf("%lld deal%s, %lld %s not\n", (long long)run.holds, run.holds == 1 ? " holds" : "s hold",
           (long long)run.others, run.others == 1 ? "does" : "do");
    return run.others > 0 || run.holds == 0 ? EXIT_NEGATIVE : EXIT_OK;
}
