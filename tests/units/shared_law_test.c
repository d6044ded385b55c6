/* shared_law_test.c -- tables of the same rules share one law, which goes with the last of them. */
#include "hosted.h"

static const char house[] = "target = 700\n";

static const struct cn_law *take(const char *name, const char *lines)
{
    const char *why = NULL;
    const struct cn_law *law = table_law_take(name, lines, &why);
    assert_non_null(law);
    return law;
}

static void the_same_rules_are_one(void **state)
{
    char copy[sizeof house];
    memcpy(copy, house, sizeof house); /* the text counts, not where it is */
    const struct cn_law *first = take("laws1950", NULL);
    const struct cn_law *ours = take("laws1950", house);
    assert_ptr_equal(take("laws1950", NULL), first);
    assert_ptr_equal(take("laws1950", copy), ours);
    const struct cn_law *other = take("hoyle", NULL);
    assert_ptr_not_equal(ours, first);
    assert_ptr_not_equal(other, first);
    assert_int_equal(first->rules.target, 5000);
    assert_int_equal(ours->rules.target, 700);
    table_law_release(first);
    assert_int_equal(first->rules.target, 5000); /* the second table still plays by it */
    table_law_release(first);
    table_law_release(other);
    table_law_release(ours);
    assert_int_equal(ours->rules.target, 700);
    table_law_release(ours); /* and what is left over would be a leak */
}

static void wrong_rules_have_a_reason(void **state)
{
    const char *why = NULL;
    assert_null(table_law_take("nobody's", NULL, &why));
    assert_string_equal(why, "rules");
    assert_null(table_law_take("laws1950", "target = many\n", &why));
    assert_string_equal(why, "house");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_rules_are_one),
        cmocka_unit_test(wrong_rules_have_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
