/* referee_position_test.c -- positions of refereed deals: what erring play leaves at the beginning
 * of a turn is written, read and played on as the same; what is impossible is refused by name. */
#include "erring_table.h"

#include "record/record.h"

enum {
    POSITIONS = 400,
    ERRING = 35,   /* of a hundred acts */
    FOLLOWING = 30 /* acts that both games play on */
};

static int exposed, owed, penalties, red_threes, short_turns;

/* ---- written and read ---- */

static void on_report(void *context, const struct cn_report *report)
{
    (void)context;
    print_error("line %d: expected %s, found %s\n", (int)report->line, report->expected,
                report->found);
}

static struct cn_reader *read_again(struct cn__text *lines)
{
    static const char *const names[CN_SEATS_MAX] = {"", "", "", "", "", ""};
    const struct cn_game_header header = {
        .rules = &rules, .players = game.players, .names = names, .scores = game.score};
    cn_record_write_game(lines, &header);
    cn_record_write_position(lines, &game);
    struct cn_reader *reader = cn_reader_open_text(lines->text, lines->length, on_report, NULL);
    assert_non_null(reader);
    assert_true(cn_reader_run(reader, 0));
    assert_int_equal(cn_reader_counts(reader)->differences, 0);
    assert_int_equal(cn_reader_counts(reader)->damaged, 0);
    return reader;
}

static void expect_same(const struct cn_game *a, const struct cn_game *b)
{
    const size_t stock = (size_t)(a->deal.cards - a->deal.drawn);
    assert_memory_equal(&a->deal.board, &b->deal.board, sizeof a->deal.board);
    assert_memory_equal(a->deal.hands, b->deal.hands, sizeof a->deal.hands);
    assert_memory_equal(a->cards.hand, b->cards.hand, sizeof a->cards.hand);
    assert_memory_equal(a->cards.up, b->cards.up, sizeof a->cards.up);
    assert_int_equal(stock, b->deal.cards - b->deal.drawn);
    assert_memory_equal(a->deal.stock + a->deal.drawn, b->deal.stock + b->deal.drawn, stock);
    assert_null(cn_game_check(b));
}

static void count(void)
{
    const struct cn_board *board = &game.deal.board;
    short_turns += board->short_turn;
    for (int seat = 0; seat < game.players; seat++) {
        exposed += !cn_hand_is_empty(board->exposed[seat]);
        owed += board->owed[seat] > 0;
        red_threes += cn_hand_count(game.deal.hands[seat], CN_RED_THREE) > 0 &&
                      (board->turned >> seat & 1) != 0;
    }
    for (int side = 0; side < game.sides; side++)
        penalties += board->penalties[side] < 0;
}

/* Both games go on alike, whatever is done. */
static void check_position(void)
{
    static struct cn_game again;
    struct cn__text lines = {0};
    struct cn_reader *reader = read_again(&lines);
    again = *cn_reader_game(reader);
    count();
    expect_same(&game, &again);
    for (int i = 0; i < FOLLOWING && game.in_deal; i++) {
        const struct erring_act act = erring_choose(&game, &rng, ERRING);
        assert_true(cn_game_play(&game, act.seat, act.action, NULL, NULL, NULL));
        assert_true(cn_game_play(&again, act.seat, act.action, NULL, NULL, NULL));
        expect_same(&game, &again);
        assert_int_equal(cn_referee_open(&game), cn_referee_open(&again));
    }
    cn_reader_close(reader);
    cn__text_free(&lines);
}

static void test_positions_of_erring_play(void **state)
{
    (void)state;
    cn_rng_init(&rng, first_seed());
    for (int left = POSITIONS; left > 0;) {
        if (!game.in_deal)
            deal_some();
        const struct erring_act act = erring_choose(&game, &rng, ERRING);
        assert_true(cn_game_play(&game, act.seat, act.action, NULL, NULL, NULL));
        if (cn_record_has_position(&game)) {
            check_position();
            left--;
        }
    }
    assert_true(exposed > 0 && owed > 0 && penalties > 0 && red_threes > 0 && short_turns > 0);
}

/* ---- what is refused ---- */

static char found[300];

static void on_fault(void *context, const struct cn_report *report)
{
    (void)context;
    snprintf(found, sizeof found, "%s", report->found);
}

/* A position of seats with two sevens each, with these keys, gives a fault that says this. */
static void refused(const char *set, int players, const char *keys, const char *says)
{
    char text[1500];
    const char *hands = players == 2 ? "[[\"7c\",\"7d\"],[\"7h\",\"7s\"]]"
                                     : "[[\"7c\",\"7d\"],[\"7h\",\"7s\"],[\"8c\",\"8d\"],"
                                       "[\"3h\",\"8s\"]]";
    const char *turned = players == 2 ? "[true,true]" : "[true,true,true,true]";
    const int length = snprintf(
        text, sizeof text,
        "{\"t\":\"game\",\"v\":1,\"rules\":\"laws1950\",\"set\":{%s},\"players\":%d,\"names\":%s}\n"
        "{\"t\":\"position\",\"dealer\":0,\"turn\":1,\"hands\":%s,\"melds\":[[],[]],"
        "\"red\":[[],[]],\"pile\":[\"9c\"],\"stock\":[\"Tc\",\"Td\",\"Th\"],\"scores\":[0,0],"
        "\"turned\":%s%s}\n",
        set, players, players == 2 ? "[\"a\",\"b\"]" : "[\"a\",\"b\",\"c\",\"d\"]", hands, turned,
        keys);
    found[0] = '\0';
    struct cn_reader *reader = cn_reader_open_text(text, (size_t)length, on_fault, NULL);
    assert_non_null(reader);
    assert_true(cn_reader_run(reader, 0));
    if (says == NULL)
        assert_string_equal(found, "");
    else if (strstr(found, says) == NULL)
        fail_msg("%s: expected %s, found %s", keys, says, found);
    cn_reader_close(reader);
}

#define CALLED "\"referee\":\"called\",\"point_penalties\":true"

static void test_impossible_positions(void **state)
{
    (void)state;
    refused(CALLED, 4, "", NULL);
    refused(CALLED, 4, ",\"exposed\":[[\"7d\"],[],[],[]],\"owed\":[0,2,0,0],\"penalties\":[0,-50]",
            NULL);
    refused(CALLED, 4, ",\"exposed\":[[\"8d\"],[],[],[]]", "eight of diamonds");
    refused(CALLED, 4, ",\"exposed\":[[\"7d\",\"7d\"],[],[],[]]", "seven of diamonds");
    refused(CALLED, 2, ",\"exposed\":[[\"7d\"],[]]", "seven of diamonds");
    refused("", 4, "", "red three");
    refused("", 2, ",\"exposed\":[[\"7d\"],[]]", "seven of diamonds");
    refused("", 2, ",\"owed\":[0,1]", "owe");
    refused("", 2, ",\"penalties\":[0,-50]", "penalties");
    refused(CALLED, 4, ",\"penalties\":[50,0]", "penalties");
    refused("\"referee\":\"called\"", 4, ",\"penalties\":[0,-50]", "penalties");
    refused(CALLED, 4, ",\"owed\":[0,-1,0,0]", "something else");
    refused(CALLED, 4, ",\"owed\":[0,0]", "[0,0]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions_of_erring_play),
        cmocka_unit_test(test_impossible_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
