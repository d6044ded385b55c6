/* cmd_bench.c -- canasta-lab bench: how fast the engine is on this machine. */

#include "command/command.h"
#include "command/options.h"

#include "lab.h"
#include "lab_commands.h"

static bool json;
static int64_t seconds;
static const char *beside;

static void print_words(const struct benchmark *b)
{
    printf("random  %.0f deals a second, %.0f decisions a second\n", b->random_deals_per_s,
           b->random_decisions_per_s);
    printf("greedy  %.0f deals a second\n", b->greedy_deals_per_s);
    printf("expert  %.0f deals a second, %.2f of greedy\n", b->expert_deals_per_s,
           b->expert_deals_per_s / b->greedy_deals_per_s);
    printf("worlds  %.0f sampled a second, %.2f of greedy's deals\n", b->worlds_per_s,
           b->worlds_per_s / b->greedy_deals_per_s);
    printf("state   %d bytes; copy %.1f ns, list %.1f ns, apply %.1f ns\n", b->state_bytes,
           b->copy_ns, b->list_ns, b->apply_ns);
    if (beside != NULL)
        printf("beside  %.0f random deals a second, %.2f of laws1950 in turns\n",
               b->beside_deals_per_s, b->beside_of_laws);
}

static void print_json(const struct benchmark *b)
{
    printf("{\"random_deals_per_s\":%.0f,\"random_decisions_per_s\":%.0f,"
           "\"greedy_deals_per_s\":%.0f,\"expert_deals_per_s\":%.0f,\"worlds_per_s\":%.0f,\"copy_"
           "ns\":%.1f,\"list_ns\":%."
           "1f,\"apply_ns\":%.1f,"
           "\"state_bytes\":%d",
           b->random_deals_per_s, b->random_decisions_per_s, b->greedy_deals_per_s,
           b->expert_deals_per_s, b->worlds_per_s, b->copy_ns, b->list_ns, b->apply_ns,
           b->state_bytes);
    if (beside != NULL)
        printf(",\"beside_deals_per_s\":%.0f,\"beside_of_laws\":%.3f", b->beside_deals_per_s,
               b->beside_of_laws);
    printf("}\n");
}

static const struct option_row rows[] = {
    {"-b, --beside R",
     "also random deals of a rule set, by name or from a file, in turns with "
     "those of laws1950",
     OPTION_RULES, .to = &beside},
    {"-j, --json", "one JSON object", OPTION_FLAG, .to = &json},
    {"-s, --seconds S", "the time to measure", OPTION_NUMBER, .to = &seconds, .low = 1,
     .high = 3600, .number = 5},
    {.usage = NULL},
};

static int bench(char **operands)
{
    struct benchmark figures;
    const atomic_int *interrupted = command_interrupted();
    struct cn_rules rules;
    (void)operands;
    if (beside != NULL && !command_rules_load(&rules, beside, NULL))
        return EXIT_USAGE;
    if (!bench_run((double)seconds, beside != NULL ? &rules : NULL, interrupted, &figures)) {
        command_complain("out of memory");
        return EXIT_IO;
    }
    if (atomic_load(interrupted) != 0) {
        command_complain("interrupted: no figures");
        return command_interrupted_status();
    }
    if (json)
        print_json(&figures);
    else
        print_words(&figures);
    return EXIT_OK;
}

const struct command cmd_bench = {
    .name = "bench",
    .about = "measure how fast the engine is",
    .lead = "Measures in one thread, with four players and laws1950: deals and decisions per "
            "second with every decision drawn from the complete legal list; deals per second of "
            "greedy and of expert bots; samples of hidden cards per second; nanoseconds to copy a "
            "state, to list the legal actions and to apply one; bytes per state.",
    .rows = rows,
    .run = bench,
};
