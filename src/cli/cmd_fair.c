/* cmd_fair.c -- canasta fair: checks that a record's decks were made from all players'
 * contributions. */
#include <stdlib.h>
#include <string.h>

#include "client/client.h"
#include "command/command.h"
#include "command/options.h"
#include "protocol/protocol.h"

#include "commands.h"

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

/* Adds a sentence about some seats, bit s for seat s, if there are any. */
static void print_seats(const struct fair_run *run, const char *key, unsigned which)
{
    char seats[32] = "";
    char sentence[200];
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        if ((which >> seat & 1) != 0)
            snprintf(seats + strlen(seats), sizeof seats - strlen(seats), " %d", seat);
    if (seats[0] == '\0')
        return;
    const char *arguments[] = {seats + 1};
    cn_words_format(&run->words, key, arguments, 1, sentence, sizeof sentence);
    printf("; %s", sentence);
}

static void print_details(const struct fair_run *run, const struct audit *audit)
{
    char sentence[200];
    const unsigned all = (1u << audit->players) - 1;
    print_seats(run, "fair.withheld", audit->by);
    if (audit->by == 0)
        print_seats(run, "fair.absent", all & ~(unsigned)audit->given);
    if (audit->version != FAIR_OLD)
        return;
    cn_words_format(&run->words, "fair.old", NULL, 0, sentence, sizeof sentence);
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
        print_details(run, audit);
    printf("\n");
    const bool is_open = audit->is_fair && audit->verdict == FAIR_UNKNOWN;
    if (audit->verdict == FAIR_VERIFIED)
        run->holds++;
    else if (!is_open && audit->verdict != FAIR_VOID)
        run->others++;
}

static int audit(char **operands)
{
    struct fair_run run = {.words = *command_words()};
    const char *path = operands[0];
    size_t length;
    int64_t line;
    char *text = read_all(path, &length);
    if (text == NULL)
        return EXIT_IO;
    const bool read = fair_audit(text, length, print_deal, &run, &line);
    free(text);
    if (!read) {
        command_complain("%s:%lld: not a line of a whole record", path, (long long)line);
        return EXIT_USAGE;
    }
    printf("%lld deal%s, %lld %s not\n", (long long)run.holds, run.holds == 1 ? " holds" : "s hold",
           (long long)run.others, run.others == 1 ? "does" : "do");
    return run.others > 0 || run.holds == 0 ? EXIT_NEGATIVE : EXIT_OK;
}

const struct command cmd_fair = {
    .name = "fair",
    .about = "check that the deals of a record were fair",
    .operands = "FILE",
    .lead = "Checks every fair deal of a complete record ('-': standard input): the deck and the "
            "nonce must match the commitment, each contribution its pledge, and the cards dealt "
            "must follow from them and the cut. Lists the seats that did not contribute, and for a "
            "void deal those that withheld what they had pledged.",
    .notes = "Exit status: 0 every deal that ended is fair and verified; 1 one is not, or there "
             "are no deals; 2 a line that is not part of a record; 3 the file could not be read.",
    .run = audit,
};
