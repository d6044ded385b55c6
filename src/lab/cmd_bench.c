/* cmd_bench.c -- canasta-lab bench: how fast the engine is on this machine. */
#include <getopt.h>

#include "command/command.h"
#include "command/options.h"

#include "lab.h"
#include "lab_commands.h"

static const char usage[] =
    "usage: canasta-lab bench [--json] [--seconds S]\n"
    "\n"
    "Measures in one thread, with four players and laws1950: deals and decisions per second\n"
    "with every decision drawn from the complete legal list; deals per second of greedy and of\n"
    "expert bots; samples of hidden cards per second; nanoseconds to copy a state, to list the\n"
    "legal actions and to apply one; bytes per state. S is the time to measure (5).\n";

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
}

static void print_json(const struct benchmark *b)
{
    printf("{\"random_deals_per_s\":%.0f,\"random_decisions_per_s\":%.0f,"
           "\"greedy_deals_per_s\":%.0f,\"expert_deals_per_s\":%.0f,\"worlds_per_s\":%.0f,\"copy_"
           "ns\":%.1f,\"list_ns\":%."
           "1f,\"apply_ns\":%.1f,"
           "\"state_bytes\":%d}\n",
           b->random_deals_per_s, b->random_decisions_per_s, b->greedy_deals_per_s,
           b->expert_deals_per_s, b->worlds_per_s, b->copy_ns, b->list_ns, b->apply_ns,
           b->state_bytes);
}

int cmd_bench(int argc, char **argv)
{
    static const struct option options[] = {{"json", no_argument, NULL, 'j'},
                                            {"seconds", required_argument, NULL, 's'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    bool json = false;
    int64_t seconds = 5;
    optind = 0;
    for (int option; (option = getopt_long(argc, argv, "js:h", options, NULL)) != -1;) {
        switch (option) {
        case 'j': json = true; break;
        case 's':
            if (!command_number("--seconds", optarg, 1, 3600, &seconds))
                return EXIT_USAGE;
            break;
        case 'h': fputs(usage, stdout); return EXIT_OK;
        default: command_misuse_option(); return EXIT_USAGE;
        }
    }
    if (!command_operands(argc, argv, 0, 0, ""))
        return EXIT_USAGE;
    struct benchmark bench;
    const atomic_int *interrupted = command_interrupted();
    if (!bench_run((double)seconds, interrupted, &bench)) {
        command_complain("out of memory");
        return EXIT_IO;
    }
    if (atomic_load(interrupted) != 0) {
        command_complain("interrupted: no figures");
        return command_interrupted_status();
    }
    if (json)
        print_json(&bench);
    else
        print_words(&bench);
    return EXIT_OK;
}
