/* hand_test.c -- hands and sets of kinds against plain arrays of counts.
 *
 * Counts go as high as six packs allow. hand_narrow_test.c compiles the same tests for the copies
 * of the functions that hold at most 15 of a kind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/engine.h"

enum {
    HANDS = 20000,
    MOST = CN_HANDS_ARE_WIDE ? 24 : 15
};

static struct cn_rng rng;

static int below(int n)
{
    return (int)cn_rng_below(&rng, (uint32_t)n);
}

/* A few cards, many of a few kinds, or all. */
static cn_hand random_hand(int count[CN_KINDS])
{
    cn_hand hand = CN_NO_CARDS;
    const int most = 1 + below(MOST);
    const int held = 1 + below(4);
    for (int kind = 0; kind < CN_KINDS; kind++) {
        count[kind] = below(held) == 0 ? below(most + 1) : 0;
        hand = cn_hand_add(hand, cn_hand_single(kind, count[kind]));
    }
    return hand;
}

static uint64_t random_mask(void)
{
    uint64_t mask = 0;
    for (int kind = 0; kind < CN_KINDS; kind++)
        if (below(3) == 0)
            mask |= cn_kind_mask(kind);
    return mask;
}

static bool has(uint64_t mask, int kind)
{
    return (mask & cn_kind_mask(kind)) != 0;
}

static void sets_of_kinds_agree_with_the_counts(void **state)
{
    (void)state;
    for (int i = 0; i < HANDS; i++) {
        int count[CN_KINDS];
        const cn_hand hand = random_hand(count);
        int size = 0;
        for (int kind = 0; kind < CN_KINDS; kind++) {
            const int n = count[kind];
            size += n;
            assert_int_equal(cn_hand_count(hand, kind), n);
            assert_int_equal(has(cn_hand_mask(hand), kind), n >= 1);
            assert_int_equal(has(cn_hand_pairs(hand), kind), n >= 2);
            assert_int_equal(has(cn_hand_triples(hand), kind), n >= 3);
            assert_int_equal(has(cn_hand_singles(hand), kind), n == 1);
            assert_int_equal(has(cn_hand_doubles(hand), kind), n == 2);
            assert_true(cn_hand_bound(hand, cn_kind_mask(kind)) >= n);
        }
        assert_int_equal(cn_hand_size(hand), size);
        assert_int_equal(cn_hand_is_empty(hand), size == 0);
        assert_int_equal(cn_hand_wilds(hand), count[CN_JOKER] + count[CN_DEUCE]);
        const uint64_t all = cn_hand_mask(hand) | cn_hand_pairs(hand) | cn_hand_triples(hand) |
                             cn_hand_singles(hand) | cn_hand_doubles(hand);
        assert_true((all & ~CN_KINDS_MASK) == 0);
    }
}

static void the_bound_is_the_nearest_of_three(void **state)
{
    (void)state;
    for (int n = 0; n <= MOST; n++) {
        const cn_hand hand = cn_hand_add(cn_hand_single(CN_SIX, n), cn_hand_single(CN_DEUCE, MOST));
        assert_int_equal(cn_hand_bound(hand, CN_NATURALS_MASK), n <= 3      ? 3
                                                                : n <= 7    ? 7
                                                                : MOST > 15 ? 30
                                                                            : 15);
    }
}

/* Adds up the hand from two parts of any size, and card by card. */
static void expect_sums(cn_hand hand, const int count[CN_KINDS])
{
    cn_hand part = CN_NO_CARDS, rest = hand, built = CN_NO_CARDS;
    int size = 0;
    for (int kind = 0; kind < CN_KINDS; kind++) {
        const int n = below(count[kind] + 1);
        part = cn_hand_add(part, cn_hand_single(kind, n));
        cn_hand_remove_cards(&rest, kind, n);
        for (int i = 0; i < count[kind]; i++)
            cn_hand_add_card(&built, kind);
        size += n;
    }
    assert_int_equal(cn_hand_size(part), size);
    assert_memory_equal(&built, &hand, sizeof hand);
    const cn_hand removed = cn_hand_remove(hand, part);
    assert_memory_equal(&removed, &rest, sizeof rest);
    const cn_hand sum = cn_hand_add(part, rest);
    assert_memory_equal(&sum, &hand, sizeof sum);
}

static void cards_are_added_and_taken_away(void **state)
{
    (void)state;
    for (int i = 0; i < HANDS; i++) {
        int count[CN_KINDS];
        const cn_hand hand = random_hand(count);
        const uint64_t mask = random_mask();
        const cn_hand kept = cn_hand_keep(hand, mask);
        const cn_hand rest = cn_hand_drop(hand, mask);
        for (int kind = 0; kind < CN_KINDS; kind++) {
            assert_int_equal(cn_hand_count(kept, kind), has(mask, kind) ? count[kind] : 0);
            assert_int_equal(cn_hand_count(rest, kind), has(mask, kind) ? 0 : count[kind]);
            assert_int_equal(cn_hand_count(cn_hand_of_each(mask, 12), kind),
                             has(mask, kind) ? 12 : 0);
        }
        assert_true(cn_hand_same(cn_hand_add(kept, rest), hand));
        expect_sums(hand, count);
        assert_true(cn_hand_same(cn_hand_remove(hand, kept), rest));
        assert_int_equal(cn_hand_same(kept, hand), cn_hand_is_empty(rest));
    }
}

static void kinds_are_listed_from_either_end(void **state)
{
    (void)state;
    for (int i = 0; i < HANDS; i++) {
        const uint64_t mask = i == 0 ? 0 : i == 1 ? CN_KINDS_MASK : random_mask();
        uint64_t up = mask, down = mask, rest = mask;
        int size = 0;
        for (int kind = 0; kind < CN_KINDS; kind++) {
            if (!has(mask, kind))
                continue;
            assert_int_equal(cn_mask_first(rest), kind);
            rest = cn_mask_rest(rest);
            assert_int_equal(cn_mask_pop(&up), kind);
            size++;
        }
        assert_int_equal(cn_mask_first(rest), CN_NO_KIND);
        for (int kind = CN_KINDS - 1; kind >= 0; kind--)
            if (has(mask, kind))
                assert_int_equal(cn_mask_last(&down), kind);
        assert_true(up == 0 && down == 0 && rest == 0);
        assert_int_equal(cn_mask_size(mask), size);
        assert_int_equal(cn_mask_has_several(mask), size > 1);
    }
}

static void points_of_hands_and_melds(void **state)
{
    (void)state;
    struct cn_rules rules;
    cn_rules_init(&rules);
    for (int i = 0; i < HANDS; i++) {
        int count[CN_KINDS];
        const cn_hand hand = random_hand(count);
        int points = 0;
        for (int kind = 0; kind < CN_KINDS; kind++)
            if (kind != CN_RED_THREE)
                points += count[kind] * rules.card_points.of[kind];
        assert_int_equal(cn_hand_points(&rules, hand), points);
        const int kind = CN_FOUR + below(CN_KINDS - CN_FOUR);
        const cn_packed_meld meld = cn_meld_of(kind, 2 + below(11), below(4), below(4));
        const cn_hand cards = cn_meld_cards(meld);
        assert_int_equal(cn_hand_size(cards), cn_meld_size(meld));
        assert_int_equal(cn_hand_count(cards, kind), cn_meld_naturals(meld));
        assert_int_equal(cn_hand_wilds(cards), cn_meld_wilds(meld));
        assert_int_equal(cn_meld_points(&rules, meld), cn_hand_points(&rules, cards));
    }
    assert_true(cn_hand_is_empty(cn_meld_cards(0)));
}

static int seed(void **state)
{
    (void)state;
    cn_rng_init(&rng, 15);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_of_kinds_agree_with_the_counts),
        cmocka_unit_test(the_bound_is_the_nearest_of_three),
        cmocka_unit_test(cards_are_added_and_taken_away),
        cmocka_unit_test(kinds_are_listed_from_either_end),
        cmocka_unit_test(points_of_hands_and_melds),
    };
    return cmocka_run_group_tests(tests, seed, NULL);
}
