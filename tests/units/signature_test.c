/* signature_test.c -- one number for all that the engine and the bots do
 * (tests/fuzz/driver/signature.h).
 *
 * The number must be the one in tests/signature.txt with every compiler, optimisation and
 * sanitizer; tests/web/signature.mjs checks it in WebAssembly. A difference between two builds is
 * undefined behaviour or arithmetic that depends on the machine.
 *
 * A deliberate change to the law, a bot, the shuffle or the order of the legal list changes it.
 * Commit the new number with that change:
 *
 *     cmake --build --preset debug --target unit_signature_test &&
 *         CANASTA_RENEW=1 build-debug/tests/unit_signature_test */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/fuzz/driver/signature.h"

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

static void is_the_committed_one(void **state)
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
        cmocka_unit_test(is_the_committed_one),
        cmocka_unit_test(is_the_same_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
