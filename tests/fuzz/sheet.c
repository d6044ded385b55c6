/* sheet.c -- the module's functions that answer pages about score sheets and rule sets: the answer
 * to any question is an object, and the same each time. The first byte selects the function. */
#include "tests/fuzz/driver/door.h"
#include "tests/fuzz/driver/fuzz.h"
#include "tests/fuzz/driver/must.h"

/* A score is the previous score plus the sum of its items. */
static void check_sums(const json_t *deals)
{
    const json_t *before = NULL;
    for (size_t deal = 0; deal < json_array_size(deals); deal++) {
        const json_t *sides = json_array_get(deals, deal);
        for (size_t side = 0; side < json_array_size(sides); side++) {
            const char *key;
            json_t *value;
            json_int_t sum = 0;
            json_t *score = json_array_get(sides, side);
            json_object_foreach(score, key, value) sum += json_integer_value(value);
            const json_int_t total = json_integer_value(json_object_get(score, "total"));
            const json_int_t after = json_integer_value(json_object_get(score, "score"));
            const json_t *last = json_array_get(before, side);
            must(sum - total - after == total, "the total is the sum of all parts");
            must(before == NULL ||
                     json_integer_value(json_object_get(last, "score")) + total == after,
                 "the score is the score before and the total");
        }
        before = sides;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    door *const which = data[0] % 2 == 0 ? web_sheet : web_sets;
    json_t *answer = door_ask(which, (const char *)data + 1, size - 1);
    json_t *again = door_ask(which, (const char *)data + 1, size - 1);
    must(json_equal(answer, again), "the same question, the same answer");
    check_sums(json_object_get(answer, "deals"));
    json_decref(answer);
    json_decref(again);
    return 0;
}
