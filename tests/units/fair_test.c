/* fair_test.c -- fair deals: known answers, computed by an independent program in another language,
 * and forged records. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "client/client.h"
#include "law_of.h"
#include "protocol/protocol.h"

static void laws(struct cn_rules *rules)
{
    memset(rules, 0, sizeof *rules);
    assert_true(cn_rules_load(rules, "laws1950"));
}

static void known_deal(struct fair_deal *fair, const struct cn_rules *rules)
{
    uint8_t nonce[HASH_BYTES];
    uint8_t seed[HASH_BYTES];
    for (int i = 0; i < HASH_BYTES; i++) {
        nonce[i] = (uint8_t)i;
        seed[i] = (uint8_t)(100 + i);
    }
    fair_commit(fair, rules, 4, seed, nonce);
    memset(fair->part[0], 1, PART_BYTES);
    memset(fair->part[2], 3, PART_BYTES);
    fair->given = 1 << 0 | 1 << 2;
    fair->has_parts = true;
}

static void known_answers(void **state)
{
    static const char order[] =
        "4d8cQs4h2sQsJdTh7c2s8sAc4cAh6c8d5s8cTc2cJsXrJcTs6dThXbAdQd4h5cJh9s7sJd9d4s8dJh6c3c2cKdKh"
        "Qh5dAs5c3s7hKs2d5dKc7d5s2hXrTcAdAc4s5h9h9s3h9d6sKh7h8hQhXb3d4dKd7c3hQcQc3s9c4cTdAh3cKsQd"
        "TsJs9hKc6h2hTd8hAs6dJc9c5h3d6h7d6s7s8s2d";
    struct cn_rules rules;
    struct fair_deal fair;
    struct cn_rng rng;
    struct cn_rng expected;
    cn_card deck[CN_CARDS_MAX];
    char text[2 * CN_CARDS_MAX + 1];
    char hash[2 * HASH_BYTES + 1];
    laws(&rules);
    known_deal(&fair, &rules);
    cn__hex_format(fair.hash, HASH_BYTES, hash);
    assert_string_equal(hash, "1cf43330cc7a58f5a720fefb0be15f06f7bc08daf5359c4d43b61f50dc7d369f");
    fair_shuffle(&fair, deck, &rng);
    for (int i = 0; i < fair.cards; i++)
        cn_card_format(deck[i], text + 2 * (size_t)i);
    assert_string_equal(text, order);
    cn_rng_init(&expected, UINT64_C(0xeea0692ed322d8d9));
    assert_memory_equal(&rng, &expected, sizeof rng);
}

/* Every card is equally likely in every place. A biased shuffle would show in the first or last
 * card. */
static void evenly(void **state)
{
    enum {
        SHUFFLES = 20000
    };
    struct cn_rules rules;
    struct fair_deal fair;
    struct cn_rng rng;
    cn_card deck[CN_CARDS_MAX];
    int first[CN_CARD_CODES] = {0};
    int last[CN_CARD_CODES] = {0};
    laws(&rules);
    known_deal(&fair, &rules);
    for (int i = 0; i < SHUFFLES; i++) {
        memcpy(fair.part[0], &i, sizeof i);
        fair_shuffle(&fair, deck, &rng);
        first[deck[0]]++;
        last[deck[fair.cards - 1]]++;
    }
    double chi = 0;
    double chi_last = 0;
    for (int face = 0; face < CN_CARD_CODES; face++) {
        const double share = SHUFFLES * 2.0 / 108;
        chi += (first[face] - share) * (first[face] - share) / share;
        chi_last += (last[face] - share) * (last[face] - share) / share;
    }
    assert_true(chi < 95 && chi_last < 95); /* 53 degrees of freedom: beyond 1 - 0.0003 */
}

/* ---- a record, and forged ones ---- */

static void play_deal(struct cn_game *game, const struct fair_deal *fair, struct cn__text *lines)
{
    struct cn_record_writer recorder = {.lines = lines, .game = game};
    const struct cn_observer sink = {cn_record_on_event, &recorder};
    struct cn_rng rng;
    struct cn_rng dice;
    cn_card deck[CN_CARDS_MAX];
    char line[64];
    int dealer;
    int idle;
    cn_rng_init(&dice, 7);
    cn_game_next_dealer(game, &dealer, &idle);
    fair_write(lines, fair);
    const int length = snprintf(line, sizeof line, "{\"t\":\"cut\",\"seat\":%d,\"k\":%d}\n",
                                cn_game_cutter(game, dealer, idle), fair->cut);
    cn__text_append(lines, line, (size_t)length);
    fair_shuffle(fair, deck, &rng);
    cn_deck_cut(deck, fair->cards, fair->cut);
    assert_true(cn_game_deal(game, dealer, idle, deck, &rng, &sink));
    while (game->in_deal) {
        const int seat = cn_game_actor(game);
        const struct cn_view view = cn_game_view(game, seat);
        const struct cn_action action = cn_bot_find("greedy")->decide(&view, &dice);
        assert_true(cn_game_play(game, seat, action, NULL, NULL, &sink));
    }
    fair_write_reveal(lines, fair);
}

/* How the cut is made: without a contribution from the cutter, by nobody, or this many cards off
 * the place that the nonce chooses. */
static struct {
    bool absent, uncut;
    int beside;
} cut;

static int cutter_of(const struct cn_game *game)
{
    int dealer;
    int idle;
    cn_game_next_dealer(game, &dealer, &idle);
    return cn_game_cutter(game, dealer, idle);
}

static void make_cut(struct fair_deal *fair, const struct cn_game *game)
{
    const int cutter = cutter_of(game);
    fair->given |= (uint8_t)(1u << cutter);
    if (cut.absent)
        fair->given &= (uint8_t) ~(1u << cutter);
    fair->uncut = cut.uncut;
    fair->cut = (int16_t)(fair_cut(fair, &game->law->rules) + cut.beside);
    if (!cn_cut_is_legal(&game->law->rules, game->players, fair->cut))
        fair->cut = (int16_t)(fair->cut - 2 * cut.beside);
}

static void make_record(struct cn__text *lines, int deals)
{
    static const char *const names[] = {"Anna", "Bo", "Cai", "Dee"};
    struct cn_rules rules;
    static struct cn_game game;
    laws(&rules);
    const struct cn_game_header line = {.rules = &rules, .players = 4, .names = names};
    cn_game_init(&game, law_of(&rules), 4, NULL);
    cn_record_write_game(lines, &line);
    for (int deal = 0; deal < deals && game.winner < 0; deal++) {
        struct fair_deal fair;
        known_deal(&fair, &rules);
        fair.nonce[0] = (uint8_t)deal;
        fair_hash(&fair, fair.hash);
        fair.cut = (int16_t)fair_cut(&fair, &rules);
        if (cut.absent || cut.uncut || cut.beside != 0)
            make_cut(&fair, &game);
        play_deal(&game, &fair, lines);
    }
}

static struct audit last_audit;
static int audits, holding;

static void on_audit(void *context, const struct audit *audit)
{
    last_audit = *audit;
    audits++;
    holding += audit->verdict == FAIR_VERIFIED;
}

static enum fair_verdict audit_of(const char *text, size_t length)
{
    int64_t line;
    audits = holding = 0;
    assert_true(fair_audit(text, length, on_audit, NULL, &line));
    return last_audit.verdict;
}

static void true_records_pass(void **state)
{
    struct cn__text lines = {.text = NULL};
    make_record(&lines, 3);
    assert_int_equal(audit_of(lines.text, lines.length), FAIR_VERIFIED);
    assert_int_equal(audits, 3);
    assert_int_equal(holding, 3);
    assert_int_equal(last_audit.given, 5);
    cn__text_free(&lines);
}

/* Returns the verdict on the record with the text behind 'after' changed. */
static enum fair_verdict forged(const char *after, size_t skip, const char *put)
{
    struct cn__text lines = {.text = NULL};
    make_record(&lines, 1);
    cn__text_append(&lines, "", 1);
    char *at = strstr(lines.text, after);
    assert_non_null(at);
    at += strlen(after) + skip;
    assert_true(memcmp(at, put, strlen(put)) != 0);
    memcpy(at, put, strlen(put));
    const enum fair_verdict verdict = audit_of(lines.text, lines.length - 1);
    cn__text_free(&lines);
    return verdict;
}

static void swap_cards(char *a, char *b)
{
    char card[2];
    memcpy(card, a, 2);
    memcpy(a, b, 2);
    memcpy(b, card, 2);
}

/* Exchanges two cards of a list. */
static enum fair_verdict swapped(const char *after, int from)
{
    struct cn__text lines = {.text = NULL};
    make_record(&lines, 1);
    cn__text_append(&lines, "", 1);
    char *at = strstr(lines.text, after);
    assert_non_null(at);
    char *a = at + strlen(after) + (size_t)5 * (size_t)from;
    char *b = a + 5;
    while (memcmp(a, b, 2) == 0)
        b += 5;
    swap_cards(a, b);
    const enum fair_verdict verdict = audit_of(lines.text, lines.length - 1);
    cn__text_free(&lines);
    return verdict;
}

static void forged_records_fail(void **state)
{
    assert_int_equal(forged("\"nonce\":\"", 0, "ff"), FAIR_HASH);
    assert_int_equal(forged("\"hash\":\"", 0, "ff"), FAIR_HASH);
    assert_int_equal(forged("\"parts\":[\"", 0, "ff"), FAIR_DECK);
    assert_int_equal(forged("],\"cut\":", 0, "31"), FAIR_CUT);
    assert_int_equal(forged("\"t\":\"cut\",\"seat\":", 0, "3"), FAIR_CUT);
    assert_int_equal(swapped("\"committed\":[\"", 3), FAIR_HASH);
    /* The last card of a stock that was not exhausted: no player saw it, but the deck was
     * committed. */
    assert_int_equal(swapped("\"deck\":[\"", 100), FAIR_DECK);
}

static enum fair_verdict verdict_of_cut(bool absent, bool uncut, int beside)
{
    struct cn__text lines = {.text = NULL};
    cut.absent = absent;
    cut.uncut = uncut;
    cut.beside = beside;
    make_record(&lines, 1);
    memset(&cut, 0, sizeof cut);
    const enum fair_verdict verdict = audit_of(lines.text, lines.length);
    cn__text_free(&lines);
    return verdict;
}

/* If nobody cut, the nonce decides. Otherwise the server could choose among all cuts after it knew
 * the contributions. */
static void an_absent_player_does_not_cut(void **state)
{
    assert_int_equal(verdict_of_cut(false, false, 1), FAIR_VERIFIED);
    assert_int_equal(verdict_of_cut(true, false, 0), FAIR_VERIFIED);
    assert_int_equal(verdict_of_cut(true, true, 0), FAIR_VERIFIED);
    assert_int_equal(verdict_of_cut(false, true, 0), FAIR_VERIFIED);
    assert_int_equal(verdict_of_cut(true, false, 1), FAIR_CUT);
    assert_int_equal(verdict_of_cut(true, true, 1), FAIR_CUT);
    assert_int_equal(verdict_of_cut(false, true, 1), FAIR_CUT);
}

static void lines_are_read_as_written(void **state)
{
    struct cn_rules rules;
    struct fair_deal fair;
    struct fair_deal read;
    struct cn__text lines = {.text = NULL};
    laws(&rules);
    known_deal(&fair, &rules);
    fair.cut = 44;
    fair.uncut = true;
    fair_write(&lines, &fair);
    json_t *line = json_loadb(lines.text, lines.length, 0, NULL);
    assert_true(fair_read(line, 4, &read));
    assert_false(fair_read(line, 3, &read));
    json_decref(line);
    cn__text_clear(&lines);
    fair_write_reveal(&lines, &fair);
    line = json_loadb(lines.text, lines.length, 0, NULL);
    assert_true(fair_read_reveal(line, &read));
    json_decref(line);
    assert_memory_equal(&read, &fair, sizeof read);
    cn__text_free(&lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),
        cmocka_unit_test(evenly),
        cmocka_unit_test(true_records_pass),
        cmocka_unit_test(forged_records_fail),
        cmocka_unit_test(an_absent_player_does_not_cut),
        cmocka_unit_test(lines_are_read_as_written),
    };
    const char *write = getenv("FAIR_TEST_RECORD"); /* writes tests/hosts/fair.jsonl */
    if (write != NULL) {
        struct cn__text lines = {.text = NULL};
        FILE *file = fopen(write, "wb");
        make_record(&lines, 1);
        if (file != NULL) {
            fwrite(lines.text, 1, lines.length, file);
            fclose(file);
        }
        cn__text_free(&lines);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
