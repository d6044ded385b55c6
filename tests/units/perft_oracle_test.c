/* perft_oracle_test.c -- the perft table counted by the oracles.
 *
 * tests/perft/table.txt lists how many sequences of decisions begin at each record there, as
 * 'canasta-lab perft' counts them (tests/hosts/perft.sh). This test walks the same trees with the
 * lists of tests/oracle, which were written independently of the engine: by search if hands are
 * small enough, otherwise by calculation. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "record/record.h"
#include "tests/oracle/feasible.h"

enum {
    SEARCHED_HAND_MAX = 10,
    DEPTH_MAX = 12
};

static struct cn_actions lists[DEPTH_MAX];
static int64_t searched, calculated;

static int list(const struct cn_rules *rules, const struct cn_deal *deal, struct cn_actions *out)
{
    const struct cn_board *board = &deal->board;
    const cn_hand hand = deal->hands[cn_board_actor(board)];
    if (cn_hand_size(hand) <= SEARCHED_HAND_MAX) {
        const int count = oracle_list(rules, board, hand, 0, out);
        if (count >= 0) {
            searched++;
            return count;
        }
    }
    calculated++;
    return feasible_list(rules, board, hand, 0, out);
}

static int64_t count(const struct cn_rules *rules, const struct cn_deal *deal, int depth)
{
    struct cn_actions *actions = &lists[depth];
    if (depth == 0 || deal->board.phase == CN_PHASE_ENDED)
        return 1;
    const int n = list(rules, deal, actions);
    if (depth == 1)
        return n;
    int64_t total = 0;
    for (int i = 0; i < n; i++) {
        struct cn_deal next = *deal;
        cn_deal_apply(rules, &next, actions->at[i]);
        total += count(rules, &next, depth - 1);
    }
    return total;
}

static void report(void *context, const struct cn_report *r)
{
    fail_msg("%s:%" PRId64 ": expected %s, found %s", (const char *)context, r->line, r->expected,
             r->found);
}

static FILE *open_in_perft(const char *name)
{
    char path[4096];
    const char *root = getenv("SOURCE_DIR");
    snprintf(path, sizeof path, "%s/tests/perft/%s", root != NULL ? root : ".", name);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        fail_msg("%s cannot be opened", path);
    return file;
}

static int64_t count_file(char *name, int depth)
{
    FILE *file = open_in_perft(name);
    struct cn_reader *replay = cn_reader_open(file, report, name);
    assert_non_null(replay);
    assert_true(cn_reader_run(replay, 0));
    assert_true(cn_reader_in_deal(replay));
    const struct cn_game *game = cn_reader_game(replay);
    const int64_t total = count(&game->law->rules, &game->deal, depth);
    cn_reader_close(replay);
    fclose(file);
    return total;
}

static bool check_row(const char *line)
{
    char name[100];
    int depth;
    int64_t expected;
    if (line[0] == '#')
        return false;
    assert_int_equal(sscanf(line, "%99s %d %" SCNd64, name, &depth, &expected), 3);
    assert_in_range(depth, 1, DEPTH_MAX - 1);
    const int64_t found = count_file(name, depth);
    if (found != expected)
        fail_msg("%s %d: the table has %" PRId64 ", the oracle counts %" PRId64, name, depth,
                 expected, found);
    return true;
}

static void the_oracles_count_the_same(void **state)
{
    char line[200];
    int rows = 0;
    FILE *table = open_in_perft("table.txt");
    while (fgets(line, sizeof line, table) != NULL)
        rows += check_row(line);
    fclose(table);
    printf("%d totals; %" PRId64 " lists by search, %" PRId64 " by calculation\n", rows, searched,
           calculated);
    assert_true(rows > 30);
    assert_true(searched > 0 && calculated > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_oracles_count_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
