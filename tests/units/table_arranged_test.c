/* table_arranged_test.c -- deals at a server's table with a chosen deck. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "law_of.h"
#include "stepped.h"

/* ---- a deal with a chosen deck ---- */

/* Shuffles the two packs by a seed, and writes ",\"deck\":…" with them, a choice of open_table. */
static void shuffle(uint64_t seed, cn_card deck[CN_CARDS_MAX], char choice[300])
{
    struct cn_rules rules;
    struct cn_rng rng;
    assert_true(cn_rules_load(&rules, "laws1950"));
    cn_rng_init(&rng, seed);
    const int count = cn_deck_init(&rules, 4, deck);
    cn_rng_shuffle(&rng, deck, count);
    int at = snprintf(choice, 300, ",\"deck\":\"");
    for (int i = 0; i < count; i++) {
        cn_card_format(deck[i], choice + at);
        at += 2;
    }
    snprintf(choice + at, (size_t)(300 - at), "\"");
}

static bool makes(const char *choices, const char **why)
{
    struct message make;
    struct message_error misread;
    const uint8_t random[RANDOM_BYTES] = {0};
    struct table_effects effects = {.at = NULL};
    char text[800];
    snprintf(text, sizeof text, "{\"t\":\"make\",\"v\":2,\"name\":\"A\"%s}", choices);
    if (message_parse(text, strlen(text), MESSAGE_FROM_SERVER, &make, &misread) != MESSAGE_VALID) {
        *why = misread.why;
        return false;
    }
    struct table *table =
        table_create(&make, "0123456789abcdef0123456789abcdef", 0, random, &effects, why);
    table_free(table);
    table_effects_free(&effects);
    return table != NULL;
}

static void a_deck_is_of_the_rules(void **state)
{
    cn_card deck[CN_CARDS_MAX];
    char choice[300];
    char other[400];
    const char *why = "";
    shuffle(1, deck, choice);
    assert_true(makes(choice, &why));
    snprintf(other, sizeof other, "%s,\"rules\":\"threepack\"", choice);
    assert_false(makes(other, &why)); /* too few cards */
    assert_string_equal(why, "deck");
    memcpy(choice + 11, choice + 13, 2); /* one card too many of a kind */
    if (memcmp(choice + 9, choice + 11, 2) == 0)
        memcpy(choice + 9, choice + 15, 2);
    assert_false(makes(choice, &why));
    assert_string_equal(why, "deck");
    assert_false(makes(",\"deck\":\"\"", &why));
    assert_string_equal(why, "deck");
    assert_false(makes(",\"deck\":\"7\"", &why));
    assert_string_equal(why, "value");
    assert_false(makes(",\"deck\":\"7h8z\"", &why));
    assert_string_equal(why, "value");
    assert_false(makes(",\"arranged\":true", &why)); /* only the server sends this */
    assert_string_equal(why, "field");
}

static void a_referee_sits_at_a_table(void **state)
{
    const char *why = "";
    assert_true(makes(",\"house\":\"referee = strict\\n\"", &why));
    assert_true(makes(",\"house\":\"referee = watchful\\n\"", &why));
    assert_false(makes(",\"rules\":\"american\",\"house\":\"referee = called\\n\"", &why));
    assert_string_equal(why, "house");
}

/* The hands must be those of the deck. */
static void expect_dealt(const cn_card deck[CN_CARDS_MAX])
{
    const struct cn_game *game = &t.table->game;
    struct cn_game same;
    cn_card order[CN_CARDS_MAX];
    int dealer;
    int idle;
    memcpy(order, deck, sizeof order);
    cn_game_init(&same, game->law, 4, NULL);
    cn_game_next_dealer(&same, &dealer, &idle);
    assert_int_equal(game->deal.board.dealer, dealer);
    if (!cn_game_deal(&same, dealer, idle, order, NULL, NULL))
        return; /* the deck has another upcard here */
    assert_memory_equal(same.deal.hands, game->deal.hands, sizeof same.deal.hands);
    assert_memory_equal(same.deal.stock, game->deal.stock, sizeof same.deal.stock);
}

static void play_deal(void)
{
    for (int i = 0; i < 5000 && t.table->stage == STAGE_PLAY; i++)
        act(t.table->seats[actor()].client);
    assert_true(t.table->stage == STAGE_BETWEEN || t.table->stage == STAGE_OVER);
}

static void expect_record(int deals)
{
    struct cn__text record = {.text = NULL};
    int found = 0;
    table_log_to_record(t.log.text, t.log.length, false, &record);
    struct cn_reader *replay = cn_reader_open_text(record.text, record.length, NULL, NULL);
    assert_true(cn_reader_run(replay, 0));
    assert_int_equal(cn_reader_counts(replay)->differences, 0);
    cn_reader_close(replay);
    cn__text_append(&record, "", 1);
    for (const char *at = record.text; (at = strstr(at, "{\"t\":\"deal\"")) != NULL; at++)
        found++;
    assert_int_equal(found, deals);
    cn__text_free(&record);
}

static void an_arranged_deal(uint64_t seed, int upcard)
{
    cn_card deck[CN_CARDS_MAX];
    char choice[300];
    char house[400];
    struct table_summary brief;
    shuffle(seed, deck, choice);
    for (int i = 0; upcard != CN_NO_CARD && i < 108; i++) {
        if (deck[i] != upcard)
            continue;
        char *a = choice + 9 + (size_t)2 * (size_t)i;
        char *b = choice + 9 + (size_t)2 * 44;
        const char name[] = {a[0], a[1]};
        memcpy(a, b, 2);
        memcpy(b, name, 2);
        deck[i] = deck[44];
        deck[44] = (cn_card)upcard;
        break;
    }
    snprintf(house, sizeof house, "%s,\"house\":\"target = 5\\n\"", choice);
    open_table(house);
    assert_true(receives(1, "\"arranged\":true"));
    assert_false(receives(1, "\"deck\""));
    table_get_summary(t.table, &brief);
    assert_true(brief.arranged);
    for (int seat = 1; seat < 4; seat++)
        come((uint32_t)seat + 1, seat + 1, seat);
    loads();
    watch(9);
    assert_true(receives(9, "\"arranged\":true"));
    for (uint32_t client = 1; client <= 4; client++)
        say(client, "{\"t\":\"ready\",\"id\":ID}");
    assert_int_equal(t.table->stage, STAGE_PLAY);
    assert_true(receives(9, "\"t\":\"deal\""));
    assert_false(receives(9, "\"deck\"") || receives(9, "\"commit\"") ||
                 receives(9, "\"shuffled\"") || receives(9, "\"fair\""));
    expect_dealt(deck);
    loads();
    /* A spectator who comes during the deal is sent it without a commitment. */
    drop(9);
    watch(10);
    assert_true(receives(10, "\"t\":\"view\""));
    assert_false(receives(10, "\"fair\""));
    expect_record(0);
    t.received[10][0] = '\0';
    play_deal();
    assert_true(receives(10, "\"t\":\"end\""));
    assert_false(receives(10, "\"reveal\""));
    expect_record(1);
    loads();
    /* The next deal is a fair one, as are those of a rematch. */
    if (t.table->stage == STAGE_OVER) {
        for (uint32_t client = 1; client <= 4; client++)
            say(client, "{\"t\":\"rematch\",\"id\":ID}");
        assert_int_equal(t.table->stage, STAGE_PLEDGES);
        table_get_summary(t.table, &brief);
        assert_false(brief.arranged);
        watch(11);
        assert_false(receives(11, "\"arranged\":true"));
    } else {
        deal(4);
    }
    close_table();
}

static void an_arranged_deal_is_dealt_once(void **state)
{
    for (uint64_t seed = 1; seed <= 6; seed++)
        an_arranged_deal(seed, CN_NO_CARD);
    an_arranged_deal(7, cn_card_parse("3h"));
    an_arranged_deal(8, cn_card_parse("Xr"));
}

/* Returns what seat 0 and spectators receive of an arranged deal until the first card is drawn.
 * Free it with free. */
static char *lines_of(const char *choice, const struct cn_deal *deal)
{
    open_table(choice);
    for (int seat = 1; seat < 4; seat++)
        come((uint32_t)seat + 1, seat + 1, seat);
    watch(9);
    for (uint32_t client = 1; client <= 4; client++)
        say(client, "{\"t\":\"ready\",\"id\":ID}");
    assert_memory_equal(&t.table->game.deal, deal, sizeof *deal);
    struct cn__text all = {.text = NULL};
    static const char *const asked[] = {"{\"t\":\"hint\",\"id\":ID}", "{\"t\":\"share\",\"id\":ID}",
                                        "{\"t\":\"sheet\",\"id\":ID}"};
    cn__text_append(&all, t.received[1], strlen(t.received[1]));
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        say(1, asked[i]);
        if (i == 0)
            think();
        cn__text_append(&all, t.received[1], strlen(t.received[1]));
    }
    for (int rank = 0; rank < 13; rank++) {
        char text[100];
        snprintf(text, sizeof text,
                 "{\"t\":\"act\",\"id\":ID,\"at\":%lld,\"action\":\"discard %c\"}",
                 (long long)t.table->number, "A2456789TJQKX"[rank]);
        say(1, text);
        cn__text_append(&all, t.received[1], strlen(t.received[1]));
    }
    watch(10);
    say(10, "{\"t\":\"share\",\"id\":1}");
    cn__text_append(&all, t.received[9], strlen(t.received[9]));
    cn__text_append(&all, t.received[10], strlen(t.received[10]) + 1);
    close_table();
    return all.text;
}

static bool looks_the_same(const struct cn_game *a, const struct cn_game *b)
{
    return memcmp(&a->deal.board, &b->deal.board, sizeof a->deal.board) == 0 &&
           cn_hand_same(a->deal.hands[0], b->deal.hands[0]) &&
           cn_hand_same(a->deal.pile, b->deal.pile) &&
           memcmp(a->cards.hand[0], b->cards.hand[0], sizeof a->cards.hand[0]) == 0 &&
           memcmp(a->cards.pile, b->cards.pile, a->cards.pile_count) == 0;
}

/* Decks that differ only in cards that a seat has not seen must send it the same bytes. */
static void an_arranged_deal_gives_nothing_away(void **state)
{
    cn_card deck[CN_CARDS_MAX];
    char choice[300];
    struct cn_game game;
    struct cn_game other;
    struct chance chance;
    int tried = 0;
    chance_from_seed(&chance, 11);
    for (uint64_t seed = 1; tried < 40; seed++) {
        struct cn_rules rules;
        char twin[300];
        shuffle(seed, deck, choice);
        assert_true(cn_rules_load(&rules, "laws1950"));
        cn_game_init(&game, law_of(&rules), 4, NULL);
        cn_game_init(&other, law_of(&rules), 4, NULL);
        if (!cn_game_deal(&game, 3, CN_NO_SEAT, deck, NULL, NULL))
            continue;
        const int i = chance_below(&chance, 108);
        const int k = chance_below(&chance, 108);
        const cn_card card = deck[i];
        deck[i] = deck[k];
        deck[k] = card;
        memcpy(twin, choice, sizeof twin);
        memcpy(twin + 9 + (size_t)2 * (size_t)i, choice + 9 + (size_t)2 * (size_t)k, 2);
        memcpy(twin + 9 + (size_t)2 * (size_t)k, choice + 9 + (size_t)2 * (size_t)i, 2);
        if (!cn_game_deal(&other, 3, CN_NO_SEAT, deck, NULL, NULL) ||
            !looks_the_same(&game, &other))
            continue;
        char *one = lines_of(choice, &game.deal);
        char *two = lines_of(twin, &other.deal);
        assert_string_equal(one, two);
        free(one);
        free(two);
        tried++;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deck_is_of_the_rules),
        cmocka_unit_test(a_referee_sits_at_a_table),
        cmocka_unit_test(an_arranged_deal_is_dealt_once),
        cmocka_unit_test(an_arranged_deal_gives_nothing_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
