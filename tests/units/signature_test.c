/* signature_test.c -- one number for all that the engine and the bots do.
 *
 * Deals from fixed seeds, over all rule sets and numbers of players, by every bot and by mixed tables; every
 * action string and every score goes into an FNV-1a hash. The number must be the one in tests/signature.txt, whatever
 * the compiler, the optimisation and the sanitizers. A difference between two builds is undefined behaviour or
 * arithmetic that depends on the machine.
 *
 * Whoever changes the law, a bot, the shuffle or the order of the legal list changes it, on purpose, and
 * writes the new number in the same commit:
 *
 *     cmake --build --preset debug --target unit_signature_test &&
 *         CANASTA_RENEW=1 build-debug/tests/unit_signature_test
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "tests/fuzz/driver/house.h"
#include "tests/fuzz/driver/mover.h"
#include "tests/fuzz/driver/witness.h"

enum {
    DEALS = 3 /* a table */
};

static struct cn_game game;
static struct cn_actions scratch;

static uint64_t hash_bytes(uint64_t hash, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(1099511628211);
    return hash;
}

static uint64_t hash_line(uint64_t hash, const char *text)
{
    hash = hash_bytes(hash, text, strlen(text));
    return hash_bytes(hash, "\n", 1);
}

static uint64_t hash_scores(uint64_t hash)
{
    for (int side = 0; side < game.sides; side++) {
        char text[16];
        snprintf(text, sizeof text, "%d", (int)game.score[side]);
        hash = hash_line(hash, text);
    }
    return hash;
}

static int bot_count(void)
{
    int count = 0;
    while (cn_bot_at(count) != NULL)
        count++;
    return count;
}

/* The bot of a seat: one of them at all seats, or, past the last, each in turn. */
static const struct cn_bot *bot_of(int bots, int seat)
{
    return cn_bot_at(bots < bot_count() ? bots : seat % bot_count());
}

static uint64_t hash_deal(uint64_t hash, int bots, struct chance *c)
{
    char text[CN_ACTION_TEXT];
    assert_true(witness_deal(&game, c, NULL));
    while (game.dealing) {
        const int seat = cn_game_actor(&game);
        const struct cn_view view = cn_game_view(&game, seat);
        const struct cn_action action =
            mover_move(bot_of(bots, seat), &game.rules, &view, &c->rng, &scratch);
        cn_action_format(action, text);
        hash = hash_line(hash, text);
        assert_true(cn_game_play(&game, seat, action, NULL, NULL, NULL));
    }
    return hash_scores(hash);
}

static uint64_t hash_table(uint64_t hash, const struct cn_rules *rules, int players, int bots)
{
    struct chance c;
    chance_from_seed(&c, 1950);
    cn_game_init(&game, rules, players, NULL);
    for (int deals = 0; deals < DEALS && game.winner < 0; deals++)
        hash = hash_deal(hash, bots, &c);
    return hash;
}

static uint64_t signature(void)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    struct cn_rules rules;
    for (int set = 0; house_set_at(&rules, set); set++)
        for (int i = 0; house_players(&rules, i) != 0; i++)
            for (int bots = 0; bots <= bot_count(); bots++)
                hash = hash_table(hash, &rules, house_players(&rules, i), bots);
    return hash;
}

static FILE *open_expected(const char *mode)
{
    char path[4096];
    const char *root = getenv("SOURCE_DIR");
    snprintf(path, sizeof path, "%s/tests/signature.txt", root != NULL ? root : ".");
    FILE *file = fopen(path, mode);
    if (file == NULL)
        fail_msg("%s cannot be opened", path);
    return file;
}

static void is_the_one_written_down(void **state)
{
    uint64_t expected = 0;
    const uint64_t found = signature();
    const char *renew = getenv("CANASTA_RENEW");
    if (renew != NULL && renew[0] == '1') {
        FILE *file = open_expected("w");
        fprintf(file, "%016" PRIx64 "\n", found);
        assert_int_equal(fclose(file), 0);
        return;
    }
    FILE *file = open_expected("r");
    assert_int_equal(fscanf(file, "%16" SCNx64, &expected), 1);
    fclose(file);
    if (found != expected)
        fail_msg("the signature is %016" PRIx64 ", tests/signature.txt has %016" PRIx64, found,
                 expected);
}

static void is_the_same_twice(void **state)
{
    assert_true(signature() == signature());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_one_written_down),
        cmocka_unit_test(is_the_same_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
