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

static int version = FAIR_PLEDGED; /* of the deals that are made */

/* The seats that give a part promise it. */
static void pledge_parts(struct fair_deal *fair)
{
    fair->version = (uint8_t)version;
    if (version == FAIR_OLD)
        return;
    fair_table("0123456789abcdef0123456789abcdef", fair->table);
    fair->pledged = fair->given;
    for (int seat = 0; seat < fair->players; seat++)
        if ((fair->given >> seat & 1) != 0)
            fair_pledge(fair->table, fair->deal, seat, fair->hash, fair->part[seat],
                        fair->pledge[seat]);
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
    fair->deal = 1;
    pledge_parts(fair);
}

static void expect_hex(const uint8_t bytes[HASH_BYTES], const char *expected)
{
    char text[2 * HASH_BYTES + 1];
    cn__hex_format(bytes, HASH_BYTES, text);
    assert_string_equal(text, expected);
}

static void expect_order(const char *order, uint64_t seed, struct fair_deal *fair)
{
    struct cn_rules rules;
    struct cn_rng rng;
    struct cn_rng expected;
    cn_card deck[CN_CARDS_MAX];
    char text[2 * CN_CARDS_MAX + 1];
    laws(&rules);
    known_deal(fair, &rules);
    fair_shuffle(fair, deck, &rng);
    for (int i = 0; i < fair->cards; i++)
        cn_card_format(deck[i], text + 2 * (size_t)i);
    assert_string_equal(text, order);
    cn_rng_init(&expected, seed);
    assert_memory_equal(&rng, &expected, sizeof rng);
}

static void known_answers(void **state)
{
    static const char old[] =
        "4d8cQs4h2sQsJdTh7c2s8sAc4cAh6c8d5s8cTc2cJsXrJcTs6dThXbAdQd4h5cJh9s7sJd9d4s8dJh6c3c2cKdKh"
        "Qh5dAs5c3s7hKs2d5dKc7d5s2hXrTcAdAc4s5h9h9s3h9d6sKh7h8hQhXb3d4dKd7c3hQcQc3s9c4cTdAh3cKsQd"
        "TsJs9hKc6h2hTd8hAs6dJc9c5h3d6h7d6s7s8s2d";
    static const char pledged[] =
        "Ks6c4cQh8hTs9sJc8d7cQdAs7cXr8s5s9c8s2dTcKh3c9dKc3sJhAd5c7d6h6dXrQc2sTd3sKd3d9c4d5dKsKh5h"
        "Ad4cXb9h3d2d4s5d6sAhQc9d5c9hQs2cJd2hThAcAhJh6s4dJd2c8hKc5s6d9sJs7d2h4hAsAc7s6c3h7sQh8dTc"
        "JcTs6hTh3hQd8c7h7h8c2s4hKd4s3c5hTdJsXbQs";
    struct fair_deal fair;
    version = FAIR_OLD;
    expect_order(old, UINT64_C(0xeea0692ed322d8d9), &fair);
    version = FAIR_PLEDGED;
    expect_order(pledged, UINT64_C(0x604884bef536dcde), &fair);
    expect_hex(fair.hash, "1cf43330cc7a58f5a720fefb0be15f06f7bc08daf5359c4d43b61f50dc7d369f");
    expect_hex(fair.pledge[0], "609326d578b0b44f36a779ac3fb6a3973774964419d82faeb515ba873bb10ba8");
    expect_hex(fair.pledge[2], "8b895fb02033af256346d9473b08ea2f3460a1d808ed2f126c40b6b30226cc84");
    struct cn_rules rules;
    laws(&rules);
    assert_int_equal(fair_cut(&fair, &rules), 33);
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
    const struct cn_observer observer = {cn_record_on_event, &recorder};
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
    assert_true(cn_game_deal(game, dealer, idle, deck, &rng, &observer));
    while (game->in_deal) {
        const int seat = cn_game_actor(game);
        const struct cn_view view = cn_game_view(game, seat);
        const struct cn_action action = cn_bot_find("greedy")->decide(&view, &dice);
        assert_true(cn_game_play(game, seat, action, NULL, NULL, &observer));
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
    pledge_parts(fair);
    fair->cut = (int16_t)(fair_cut(fair, &game->law->rules) + cut.beside);
    if (!cn_cut_is_legal(&game->law->rules, game->players, fair->cut))
        fair->cut = (int16_t)(fair->cut - 2 * cut.beside);
}

static void make_record_by(const char *set, struct cn__text *lines, int deals)
{
    static const char *const names[] = {"Anna", "Bo", "Cai", "Dee"};
    struct cn_rules rules;
    static struct cn_game game;
    assert_true(cn_rules_load(&rules, set));
    const struct cn_game_header line = {.rules = &rules, .players = 4, .names = names};
    cn_game_init(&game, law_of(&rules), 4, NULL);
    cn_record_write_game(lines, &line);
    for (int deal = 0; deal < deals && game.winner < 0; deal++) {
        struct fair_deal fair;
        known_deal(&fair, &rules);
        fair.nonce[0] = (uint8_t)deal;
        fair_hash(&fair, fair.hash);
        fair.deal = deal + 1;
        pledge_parts(&fair);
        fair.cut = (int16_t)fair_cut(&fair, &rules);
        if (cut.absent || cut.uncut || cut.beside != 0)
            make_cut(&fair, &game);
        play_deal(&game, &fair, lines);
    }
}

static void make_record(struct cn__text *lines, int deals)
{
    make_record_by("laws1950", lines, deals);
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

static void pass_true_records(void)
{
    struct cn__text lines = {.text = NULL};
    make_record(&lines, 3);
    assert_int_equal(audit_of(lines.text, lines.length), FAIR_VERIFIED);
    assert_int_equal(audits, 3);
    assert_int_equal(holding, 3);
    assert_int_equal(last_audit.given, 5);
    cn__text_free(&lines);
}

/* Second hands lie in another order in the deal than in the deck. */
static void pass_records_with_second_hands(void)
{
    struct cn__text lines = {.text = NULL};
    make_record_by("handandfoot", &lines, 2);
    assert_int_equal(audit_of(lines.text, lines.length), FAIR_VERIFIED);
    assert_int_equal(holding, 2);
    cn__text_free(&lines);
}

static void true_records_pass(void **state)
{
    version = FAIR_OLD;
    pass_true_records();
    version = FAIR_PLEDGED;
    pass_true_records();
    pass_records_with_second_hands();
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
    assert_int_equal(forged("\"hash\":\"", 0, "ff"), FAIR_PLEDGE);
    assert_int_equal(forged("\"parts\":[\"", 0, "ff"), FAIR_PLEDGE);
    assert_int_equal(forged("\"pledges\":[\"", 0, "ff"), FAIR_PLEDGE);
    assert_int_equal(forged("\"table\":\"", 0, "ff"), FAIR_PLEDGE);
    version = FAIR_OLD;
    assert_int_equal(forged("\"hash\":\"", 0, "ff"), FAIR_HASH);
    assert_int_equal(forged("\"parts\":[\"", 0, "ff"), FAIR_DECK);
    version = FAIR_PLEDGED;
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
    version = FAIR_OLD;
    assert_int_equal(verdict_of_cut(true, false, 1), FAIR_CUT);
    assert_int_equal(verdict_of_cut(false, true, 0), FAIR_VERIFIED);
    version = FAIR_PLEDGED;
    assert_int_equal(verdict_of_cut(false, false, 1), FAIR_VERIFIED);
    assert_int_equal(verdict_of_cut(true, false, 0), FAIR_VERIFIED);
    assert_int_equal(verdict_of_cut(true, true, 0), FAIR_VERIFIED);
    assert_int_equal(verdict_of_cut(false, true, 0), FAIR_VERIFIED);
    assert_int_equal(verdict_of_cut(true, false, 1), FAIR_CUT);
    assert_int_equal(verdict_of_cut(true, true, 1), FAIR_CUT);
    assert_int_equal(verdict_of_cut(false, true, 1), FAIR_CUT);
}

/* ---- an accomplice ---- */

enum {
    TRIES = 1500,
    MANY = 7 /* wild cards for one side, of 12: at random there are 2 or 3 */
};

/* How many wild cards seats 1 and 3 are dealt. */
static int wilds_of(const struct fair_deal *fair, const struct cn_rules *rules)
{
    cn_card deck[CN_CARDS_MAX];
    int wilds = 0;
    assert_true(fair_deck(fair, rules, 0, CN_NO_SEAT, deck));
    for (int i = 0; i < 4 * 11; i += 2) /* from seat 1 on */
        wilds += cn_card_kind(deck[i]) == CN_DEUCE || cn_card_kind(deck[i]) == CN_JOKER;
    return wilds;
}

/* Seat 1, which sends the last part, tries parts with the server's help, that is with the nonce.
 * Returns the most wild cards among those that the other players' clients would accept, and sets
 * *choice to how many they would. */
static int most_wilds(struct fair_deal *fair, const struct cn_rules *rules, int *choice)
{
    const uint8_t pledged[PART_BYTES] = {5};
    int most = 0;
    *choice = 0;
    memcpy(fair->part[1], pledged, sizeof pledged);
    fair->given |= 1 << 1;
    pledge_parts(fair);
    for (int i = 0; i < TRIES; i++) {
        memcpy(fair->part[1], pledged, sizeof pledged);
        memcpy(fair->part[1] + 1, &i, sizeof i);
        if (fair_check_parts(fair) != FAIR_VERIFIED)
            continue;
        const int wilds = wilds_of(fair, rules);
        most = wilds > most ? wilds : most;
        ++*choice;
    }
    return most;
}

static void begin_trial(struct fair_deal *fair, const struct cn_rules *rules, int trial)
{
    known_deal(fair, rules);
    fair->nonce[0] = (uint8_t)trial;
    fair_hash(fair, fair->hash);
    fair->cut = 40;
    pledge_parts(fair);
}

static void an_accomplice_cannot_choose_the_deal(void **state)
{
    struct cn_rules rules;
    struct fair_deal fair;
    laws(&rules);
    for (int trial = 0; trial < 3; trial++) {
        int choice;
        version = FAIR_OLD; /* where it could */
        begin_trial(&fair, &rules, trial);
        assert_true(most_wilds(&fair, &rules, &choice) >= MANY);
        assert_int_equal(choice, TRIES);
        version = FAIR_PLEDGED;
        begin_trial(&fair, &rules, trial);
        assert_true(most_wilds(&fair, &rules, &choice) < MANY);
        assert_int_equal(choice, 1);
    }
}

/* The pledge is given before the others' parts are known. Choosing it by trying deals with a guess
 * of them brings no more wild cards than chance. */
static void an_accomplice_cannot_choose_its_pledge(void **state)
{
    enum {
        TRIALS = 40,
        GUESSES = 100
    };
    struct cn_rules rules;
    int wilds = 0;
    laws(&rules);
    for (int trial = 0; trial < TRIALS; trial++) {
        struct fair_deal fair;
        struct fair_deal guess;
        int most = -1;
        begin_trial(&fair, &rules, trial);
        guess = fair;
        guess.given |= 1 << 1;
        memset(guess.part[0], trial, sizeof guess.part[0]);
        for (int i = 0; i < GUESSES; i++) {
            memcpy(guess.part[1], &i, sizeof i);
            const int guessed = wilds_of(&guess, &rules);
            if (guessed <= most)
                continue;
            most = guessed;
            memcpy(fair.part[1], guess.part[1], sizeof fair.part[1]);
        }
        fair.given |= 1 << 1;
        assert_true(most > 4);
        wilds += wilds_of(&fair, &rules);
    }
    /* 22 of 108 cards, 12 of them wild: 98 in 40 deals, with a standard deviation of 9 */
    assert_in_range(wilds, 70, 125);
}

/* A void deal names the seats that withheld a part, and they pledge no more in this game. */
static void void_deals_are_checked(void **state)
{
    static const struct {
        uint8_t given, by;
        enum fair_verdict verdict;
    } deals[] = {{1, 4, FAIR_VOID},     {4, 1, FAIR_VOID},     {0, 5, FAIR_VOID},
                 {5, 0, FAIR_NOT_VOID}, {5, 4, FAIR_NOT_VOID}, {1, 5, FAIR_NOT_VOID},
                 {1, 2, FAIR_NOT_VOID}, {1, 6, FAIR_NOT_VOID}, {0, 1, FAIR_NOT_VOID}};
    for (size_t i = 0; i < sizeof deals / sizeof deals[0]; i++) {
        struct cn__text lines = {.text = NULL};
        struct cn_rules rules;
        struct fair_deal fair;
        const char *game = "{\"t\":\"game\",\"v\":1,\"rules\":\"laws1950\",\"players\":4}\n";
        laws(&rules);
        known_deal(&fair, &rules);
        fair.given = deals[i].given;
        cn__text_append(&lines, game, strlen(game));
        fair_write_void(&lines, &fair, deals[i].by);
        assert_int_equal(audit_of(lines.text, lines.length), deals[i].verdict);
        assert_int_equal(last_audit.by, deals[i].by);
        fair_write_void(&lines, &fair, deals[i].by);
        audit_of(lines.text, lines.length);
        if (deals[i].verdict == FAIR_VOID)
            assert_int_equal(last_audit.verdict, FAIR_ABSENT);
        cn__text_free(&lines);
    }
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
    read.deal = fair.deal; /* follows from the game */
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
        cmocka_unit_test(an_accomplice_cannot_choose_the_deal),
        cmocka_unit_test(an_accomplice_cannot_choose_its_pledge),
        cmocka_unit_test(void_deals_are_checked),
        cmocka_unit_test(lines_are_read_as_written),
    };
    const char *write = getenv("FAIR_TEST_RECORD"); /* writes docs/examples/fair.jsonl */
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
