/* record_test.c -- records written and replayed: nothing is lost, every fault is reported, and no
 * file content does harm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lab/lab.h"
#include "record/record.h"

/* ---- the reports of a replay ---- */

struct heard {
    int differences, damaged, unknown;
    int64_t line;     /* of the first difference */
    char article[24]; /* of the first difference, with its arguments */
    char expected[800], found[800];
    char said[800]; /* in German */
};

static void on_report(void *context, const struct cn_report *report)
{
    struct heard *heard = context;
    if (report->kind == CN_REPORT_UNKNOWN) {
        heard->unknown++;
        return;
    }
    if (report->kind == CN_REPORT_UNREADABLE)
        heard->damaged++;
    if (heard->differences++ > 0)
        return;
    heard->line = report->line;
    snprintf(heard->article, sizeof heard->article, "%s", report->article);
    snprintf(heard->expected, sizeof heard->expected, "%s", report->expected);
    snprintf(heard->found, sizeof heard->found, "%s", report->found);
    struct cn_words words;
    assert_true(cn_words_find("de", &words));
    cn_words_report(report, &words, heard->said, sizeof heard->said);
}

/* Replays a text to its end. Copies the game at that point to *game unless it is NULL. Its law is
 * valid until the next call. */
static struct heard replay(const char *text, size_t length, struct cn_game *game)
{
    static struct cn_law law;
    struct heard heard;
    memset(&heard, 0, sizeof heard);
    struct cn_reader *r = cn_reader_open_text(text, length, on_report, &heard);
    assert_non_null(r);
    assert_true(cn_reader_run(r, 0));
    assert_int_equal(heard.differences, cn_reader_counts(r)->differences);
    if (game != NULL && cn_reader_game(r) != NULL)
        cn_game_copy_with_law(game, &law, cn_reader_game(r));
    cn_reader_close(r);
    return heard;
}

static struct heard replay_text(const char *text)
{
    return replay(text, strlen(text), NULL);
}

static void expect_clean(const char *text)
{
    const struct heard heard = replay_text(text);
    if (heard.differences > 0)
        print_message("line %lld: %s: expected %s, found %s\n", (long long)heard.line,
                      heard.article, heard.expected, heard.found);
    assert_int_equal(heard.differences, 0);
}

/* Expects the first difference on this line, by this article. */
static void expect(const char *text, int64_t line, const char *article)
{
    const struct heard heard = replay_text(text);
    assert_true(heard.differences > 0);
    assert_string_equal(heard.article, article);
    assert_int_equal(heard.line, line);
}

/* ---- records that bots make ---- */

/* A rule set, or ready house rules. */
static void load(struct cn_rules *rules, const char *name)
{
    assert_true(cn_rules_load(rules, name) || cn_house_load(rules, name));
}

static char *simulate(const char *rules_name, int players, const char *bots[2], int64_t games,
                      bool to_target, bool legal, size_t *length)
{
    struct cn_rules rules;
    struct arena_tally tally;
    char *text = NULL;
    load(&rules, rules_name);
    FILE *memory = open_memstream(&text, length);
    assert_non_null(memory);
    struct simulation simulation = {.rules = &rules,
                                    .seed = "record \"test\"",
                                    .record = memory,
                                    .games = games,
                                    .players = players,
                                    .jobs = 1,
                                    .to_target = to_target,
                                    .legal = legal};
    for (int seat = 0; seat < players; seat++)
        simulation.bot[seat] = cn_bot_find(bots[seat % 2]);
    assert_int_equal(lab_simulate(&simulation, &tally), LAB_OK);
    assert_int_equal(tally.games, games);
    assert_int_equal(fclose(memory), 0);
    return text;
}

static const char *mixed[2] = {"greedy", "random"};
static const char *greedy[2] = {"greedy", "greedy"};

static void each_number(const char *name, void each(const char *rules, int players))
{
    struct cn_rules rules;
    load(&rules, name);
    for (int players = 2; players <= CN_SEATS_MAX; players++)
        if (cn_rules_allow_players(&rules, players))
            each(name, players);
}

static void each_set(void each(const char *rules, int players))
{
    for (int i = 0; cn_rules_builtin(i) != NULL; i++)
        each_number(cn_rules_builtin(i), each);
    for (int i = 0; cn_house_builtin(i) != NULL; i++)
        each_number(cn_house_builtin(i), each);
}

static void round_trip(const char *rules, int players)
{
    size_t length;
    char *text = simulate(rules, players, mixed, 12, false, true, &length);
    expect_clean(text);
    free(text);
    text = simulate(rules, players, greedy, 2, true, false, &length);
    expect_clean(text);
    assert_non_null(strstr(text, "\"t\":\"over\""));
    free(text);
}

static void written_records_replay(void **state)
{
    each_set(round_trip);
}

/* ---- positions ---- */

static void expect_same_deal(const struct cn_game *a, const struct cn_game *b)
{
    assert_memory_equal(&a->deal.board, &b->deal.board, sizeof a->deal.board);
    assert_memory_equal(a->deal.hands, b->deal.hands, sizeof a->deal.hands);
    assert_true(cn_hand_same(a->deal.pile, b->deal.pile));
    const int stock = a->deal.cards - a->deal.drawn;
    assert_int_equal(stock, b->deal.cards - b->deal.drawn);
    assert_memory_equal(a->deal.stock + a->deal.drawn, b->deal.stock + b->deal.drawn,
                        (size_t)stock);
}

/* Writes the game as a position and reads it back. */
static void check_position(struct cn_reader *r, const char *rules)
{
    const struct cn_game *game = cn_reader_game(r);
    struct cn_game read;
    struct cn_rules base;
    struct cn__text lines = {0};
    const char *names[CN_SEATS_MAX] = {"a", "b", "c", "d", "e", "f"};
    load(&base, rules);
    const struct cn_game_header line = {.rules = &base, .players = game->players, .names = names};
    cn_record_write_game(&lines, &line);
    cn_record_write_position(&lines, game);
    const struct heard heard = replay(lines.text, lines.length, &read);
    assert_int_equal(heard.differences, 0);
    expect_same_deal(game, &read);
    cn__text_free(&lines);
}

static void positions_of(const char *rules, int players)
{
    size_t length;
    char *text = simulate(rules, players, mixed, 2, false, false, &length);
    struct cn_reader *r = cn_reader_open_text(text, length, NULL, NULL);
    while (cn_reader_step(r) == CN_STEP_LINE) {
        const struct cn_game *game = cn_reader_game(r);
        if (!game->in_deal || game->deal.board.phase != CN_PHASE_START)
            continue;
        if (game->deal.board.asked == 0)
            check_position(r, rules);
    }
    cn_reader_close(r);
    free(text);
}

static void a_position_is_the_whole_state(void **state)
{
    each_set(positions_of);
}

/* ---- rules on a game line ---- */

static void house_rules_travel(void **state)
{
    for (int i = 0; cn_rules_builtin(i) != NULL; i++) {
        struct cn_rules rules;
        struct cn_game game;
        struct cn__text lines = {0};
        const char *names[CN_SEATS_MAX] = {"\"", "\\", "\x1b", "\xc3\xa4", "\xff", ""};
        assert_true(cn_rules_load(&rules, cn_rules_builtin(i)));
        const int players = cn_rules_allow_players(&rules, 4) ? 4 : CN_SEATS_MAX;
        snprintf(rules.name, sizeof rules.name, "house");
        rules.target = 4321;
        const struct cn_game_header line = {.rules = &rules, .players = players, .names = names};
        cn_record_write_game(&lines, &line);
        assert_int_equal(replay(lines.text, lines.length, &game).differences, 0);
        for (int param = 0; param < CN_PARAM_COUNT; param++) {
            char written[CN_RULES_VALUE_SIZE];
            char read[CN_RULES_VALUE_SIZE];
            cn_rules_value(&rules, param, written, sizeof written);
            cn_rules_value(&game.law->rules, param, read, sizeof read);
            assert_string_equal(written, read);
        }
        cn__text_free(&lines);
    }
}

#define GAME_KEYS "{\"t\":\"game\",\"v\":1,\"rules\":\"laws1950\",\"players\":4,\"scores\":[0,0]"

static void target_is_short_for_set_target(void **state)
{
    expect_clean(GAME_KEYS ",\"target\":3000}\n");
    expect_clean(GAME_KEYS ",\"target\":3000,\"set\":{\"target\":3000}}\n");
    expect(GAME_KEYS ",\"target\":3000,\"set\":{\"target\":4000}}\n", 1, "RECORD");
    expect(GAME_KEYS ",\"set\":{\"no_such\":1}}\n", 1, "RECORD");
    expect(GAME_KEYS ",\"set\":{\"packs\":9}}\n", 1, "RECORD");
    expect(GAME_KEYS ",\"set\":{\"hand_size\":40}}\n", 1, "RECORD");
}

/* ---- positions set up by hand ---- */

#define GAME GAME_KEYS ",\"names\":[\"a\",\"b\",\"c\",\"d\"]}\n"
#define POSITION                                                                                   \
    "{\"t\":\"position\",\"dealer\":3,\"turn\":0,\"hands\":[[\"As\",\"Ah\",\"Ad\",\"7s\",\"7h\","  \
    "\"4c\",\"9c\",\"Kd\"],[\"5s\",\"5h\",\"6c\"],[\"6s\",\"6h\",\"Kc\"],[\"8s\",\"8h\",\"Kh\"]]," \
    "\"melds\":[[],[]],\"red\":[[],[]],\"pile\":[\"9d\",\"7d\"],\"stock\":[\"Jc\",\"Jd\",\"Qc\"]," \
    "\"scores\":[0,0],\"turned\":[true,true,true,true]}\n"
#define TABLE       GAME POSITION
#define DRAW        "{\"t\":\"draw\",\"seat\":0,\"cards\":[\"Jc\"]}\n"
#define ACES        "{\"t\":\"meld\",\"seat\":0,\"cards\":[\"As\",\"Ah\",\"Ad\"]}\n"
#define TAKE        "{\"t\":\"take\",\"seat\":0,\"with\":[\"7s\",\"7h\"]}\n"
#define PILE        "{\"t\":\"pile\",\"seat\":0,\"cards\":[\"9d\"]}\n"
#define DISCARD(c)  "{\"t\":\"discard\",\"seat\":0,\"card\":\"" c "\"}\n"
#define UNDO(n, by) "{\"t\":\"undo\",\"seat\":0,\"n\":" #n by "}\n"
#define TRY(action, rest) \
    "{\"t\":\"try\",\"seat\":0,\"action\":\"" action "\",\"legal\":" rest "}\n"

static void melds_can_be_withdrawn_alone(void **state)
{
    expect_clean(TABLE DRAW ACES UNDO(1, "") DISCARD("As"));
    expect_clean(TABLE TAKE UNDO(1, "") DRAW DISCARD("9c"));
    expect_clean(TABLE TAKE ACES PILE UNDO(2, ",\"by\":[1,2,3]") DRAW DISCARD("9c"));
    expect(TABLE TAKE ACES PILE UNDO(1, ""), 6, "RECORD");
    expect(TABLE DRAW UNDO(1, ""), 4, "RECORD");
    expect(TABLE DRAW DISCARD("9c") UNDO(1, ",\"by\":[1,2]"), 5, "RECORD");
    expect_clean(TABLE DRAW DISCARD("9c") UNDO(1, ",\"by\":[3,1,2]") DISCARD("As"));
    expect(TABLE DRAW UNDO(2, ",\"by\":[1,2,3]"), 4, "RECORD");
    expect(TABLE DRAW ACES UNDO(1, "") DISCARD("2s"), 6, "L16");
}

static void tries_are_checked(void **state)
{
    expect_clean(TABLE TRY("draw", "true"));
    expect_clean(TABLE TRY("take joker", "false,\"law\":\"L31\""));
    expect(TABLE TRY("take joker", "true"), 3, "L31");
    expect(TABLE TRY("take joker", "false,\"law\":\"L32\""), 3, "L31");
    expect(TABLE TRY("take joker", "false"), 3, "L31");
    expect(TABLE TRY("take pair", "false,\"law\":\"L31\""), 3, "L31");
    expect(TABLE TRY("take  pair", "true"), 3, "RECORD");
    expect(GAME TRY("draw", "true"), 2, "RECORD");
}

static void an_illegal_action_stops_the_game(void **state)
{
    expect(TABLE ACES, 3, "L14");
    expect(TABLE DRAW DRAW, 4, "L15");
    expect(TABLE DRAW DISCARD("2s"), 4, "L16");
    expect(TABLE DRAW DISCARD("Ac"), 4, "L16");
    expect(TABLE DRAW "{\"t\":\"meld\",\"seat\":0,\"cards\":[\"7s\",\"7h\",\"9c\"]}\n", 4, "L19");
    expect(TABLE "{\"t\":\"take\",\"seat\":0,\"with\":[\"9c\",\"9c\"]}\n", 3, "L32");
    expect(TABLE "{\"t\":\"draw\",\"seat\":0,\"cards\":[\"Jd\"]}\n", 3, "L15");
    /* The next game is checked again. */
    const struct heard heard = replay_text(TABLE ACES DRAW DRAW "{}\n" TABLE DRAW DRAW);
    assert_int_equal(heard.differences, 2);
}

static void automatic_lines_are_compared(void **state)
{
    expect(TABLE TAKE ACES DISCARD("9c"), 5, "L33");
    expect(TABLE TAKE ACES, 4, "L33");
    expect(TABLE TAKE ACES PILE PILE, 6, "L33");
    expect(TABLE PILE, 3, "L33");
    expect(TABLE "{\"t\":\"end\",\"why\":\"out\"}\n", 3, "L41");
    expect(TABLE "{\"t\":\"over\",\"winner\":0,\"settlement\":[0,0]}\n", 3, "L45");
    expect(TABLE "{\"t\":\"legal\",\"seat\":0,\"actions\":[\"draw\"]}\n", 3, "L14");
    expect_clean(TABLE "{\"t\":\"legal\",\"seat\":0,\"actions\":[\"take pair\",\"draw\"]}\n");
    expect(TABLE "{\"t\":\"legal\",\"seat\":1,\"actions\":[\"take pair\",\"draw\"]}\n", 3, "L14");
    expect(TABLE "{\"t\":\"legal\",\"seat\":0,\"actions\":[\"draw\",1]}\n", 3, "RECORD");
}

/* Replays a deal with 'from' replaced by 'to' in the line "end". */
static void expect_score(const char *rules, const char *from, const char *to, const char *article)
{
    size_t length;
    char *text = simulate(rules, 4, greedy, 1, false, false, &length);
    char *end = strstr(text, "{\"t\":\"end\"");
    char *at = end != NULL ? strstr(end, from) : NULL;
    assert_non_null(at);
    char *changed = malloc(length + strlen(to) + 1);
    assert_non_null(changed);
    sprintf(changed, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    const struct heard heard = replay_text(changed);
    assert_int_equal(heard.differences, article != NULL);
    if (article != NULL)
        assert_string_equal(heard.article, article);
    free(changed);
    free(text);
}

/* Score items that records omit if they are 0, and the articles of the rule set in force. */
static void scores_are_compared(void **state)
{
    expect_score("laws1950", "\"total\"", "\"other\":0,\"total\"", NULL);
    expect_score("laws1950", "\"total\"", "\"other\":-100,\"total\"", "RECORD");
    expect_score("laws1950", "\"total\"", "\"undeclared\":-500,\"total\"", "L56");
    expect_score("laws1950", "\"total\"", "\"undeclared\":true,\"total\"", "RECORD");
    expect_score("laws1950", "\"melds\":", "\"melds\":1", "L25");
    expect_score("bicycle", "\"melds\":", "\"melds\":1", "B:minimum");
    expect_score("bicycle", "\"bonus\":", "\"bonus\":1", "B:game");
}

static void expect_report(const char *text, const char *said)
{
    const struct heard heard = replay_text(text);
    assert_int_equal(heard.differences, 1);
    assert_string_equal(heard.said, said);
}

/* Reports are in the reader's language. */
static void reports_are_translated(void **state)
{
    expect_report(TABLE DRAW DRAW,
                  "dieser Zug ist nicht erlaubt (L15: Sie haben in diesem Zug schon "
                  "gezogen oder das Paket genommen)");
    expect_report(TABLE "{\"t\":\"draw\"}\n", "diese Zeile gehört nicht in eine Aufzeichnung");
    expect_report("x\n", "diese Zeile gehört nicht in eine Aufzeichnung");
    expect_report(
        GAME "{\"t\":\"deal\",\"n\":1,\"dealer\":3,\"sizes\":[11,11,11,11]}\n",
        "die Aufzeichnung zeigt nur, was ein einzelner Spieler sah; die Karten der anderen "
        "fehlen darin");
    expect_report(TABLE UNDO(1, ""), "eine Zeile dieser Art ist hier nicht erlaubt");
    expect_report(TABLE "{\"t\":\"draw\",\"seat\":0,\"cards\":[\"Jd\"]}\n",
                  "diese Zeile passt nicht zum Spielverlauf (L15)");
}

static void unknown_lines_are_skipped(void **state)
{
    const struct heard heard =
        replay_text(TABLE "{\"t\":\"x\"}\n{\"t\":\"x\"}\n{\"t\":\"y\"}\n" DRAW
                          "{\"t\":\"fair\",\"hash\":1}\n{\"t\":\"reveal\"}\n");
    assert_int_equal(heard.differences, 0);
    assert_int_equal(heard.unknown, 2);
}

static void reads_number(const char *text, int number)
{
    struct cn_game read;
    const struct heard heard = replay(text, strlen(text), &read);
    assert_int_equal(heard.differences, 0);
    assert_int_equal(read.deal_number, number);
    assert_int_equal(read.deal.board.number, number);
    assert_int_equal(read.deal.board.minimum[0], number == 3 ? 120 : 50);
}

/* A position is the first deal, unless it says which it is; written again, it says so. */
static void HF_score_a_position_has_its_number(void **state)
{
    static const char game[] = GAME_KEYS ",\"set\":{\"rounds\":4,\"minimum_by_round\":[50,90,120]},"
                                         "\"names\":[\"a\",\"b\",\"c\",\"d\"]}\n";
    static const char position[] = POSITION;
    char text[3000];
    struct cn_game read;
    struct cn__text lines = {0};
    snprintf(text, sizeof text, "%s%s", game, position);
    reads_number(text, 1);
    snprintf(text, sizeof text, "%s{\"n\":3,%s", game, position + 1);
    reads_number(text, 3);
    (void)replay(text, strlen(text), &read);
    cn_record_write_position(&lines, &read);
    cn__text_append(&lines, "", 1);
    assert_non_null(strstr(lines.text, "\"n\":3"));
    cn__text_free(&lines);
    snprintf(text, sizeof text, "%s{\"n\":0,%s", game, position + 1);
    expect(text, 2, "RECORD");
}

static void an_impossible_position_is_refused(void **state)
{
    static const char *const pairs[][2] = {
        {"\"stock\":[\"Jc\"", "\"stock\":[\"7d\",\"7d\""},
        {"\"turn\":0", "\"turn\":4"},
        {"\"melds\":[[],[]]", "\"melds\":[[[\"4s\",\"4h\"]],[]]"},
        {"\"red\":[[],[]]", "\"red\":[[\"4s\"],[]]"},
        {"\"red\":[[],[]]", "\"red\":[[]]"},
        {"\"scores\":[0,0]", "\"scores\":[0]"},
        {"\"scores\":[0,0]", "\"scores\":[0,1e9]"},
        {"[true,true,", "[true,"},
        {"\"dealer\":3", "\"dealer\":-1"},
        {"\"dealer\":3,", ""},
        {"\"9c\"", "\"3h\""},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        static const char position[] = POSITION;
        char text[2000];
        const char *at = strstr(position, pairs[i][0]);
        assert_non_null(at);
        snprintf(text, sizeof text, "%s%.*s%s%s", GAME, (int)(at - position), position, pairs[i][1],
                 at + strlen(pairs[i][0]));
        expect(text, 2, "RECORD");
    }
}

/* Writes this many cards of a rank, as a list in JSON without its brackets. */
static void put_rank(char *text, size_t size, char rank, int count)
{
    size_t length = 0;
    for (int i = 0; i < count; i++)
        length += (size_t)snprintf(text + length, size - length, "%s\"%c%c\"", i > 0 ? "," : "",
                                   rank, "shdc"[i % 4]);
}

/* Melds 'kings' and 'deuces' in one action, with six packs. */
static struct heard meld_many(int kings, int deuces, struct cn_game *game)
{
    char hand[400];
    char wilds[400];
    char laid[800];
    char text[4000];
    put_rank(hand, sizeof hand, 'K', 24);
    put_rank(wilds, sizeof wilds, '2', 24);
    put_rank(laid, sizeof laid, 'K', kings);
    size_t length = strlen(laid);
    if (deuces > 0) {
        laid[length++] = ',';
        put_rank(laid + length, sizeof laid - length, '2', deuces);
    }
    snprintf(
        text, sizeof text,
        "{\"t\":\"game\",\"v\":1,\"rules\":\"laws1950\",\"players\":2,\"names\":[\"\",\"\"],"
        "\"set\":{\"packs\":6},\"scores\":[0,0]}\n"
        "{\"t\":\"position\",\"dealer\":1,\"turn\":0,\"hands\":[[%s,%s,\"4s\",\"5s\"],[\"6s\"]],"
        "\"melds\":[[],[]],\"red\":[[],[]],\"pile\":[\"9h\"],\"stock\":[\"5h\",\"6h\"],"
        "\"scores\":[0,0],\"turned\":[true,true]}\n"
        "{\"t\":\"draw\",\"seat\":0,\"cards\":[\"5h\"]}\n"
        "{\"t\":\"meld\",\"seat\":0,\"cards\":[%s]}\n",
        hand, wilds, laid);
    return replay(text, strlen(text), game);
}

static void many_cards_are_laid_in_one_action(void **state)
{
    struct cn_game game;
    static const int counts[][2] = {{15, 0}, {16, 0}, {24, 0}, {24, 15}};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        const int kings = counts[i][0];
        const int deuces = counts[i][1];
        const struct heard heard = meld_many(kings, deuces, &game);
        assert_string_equal(heard.found, "");
        const cn_packed_meld meld = game.deal.board.melds[0][0];
        assert_int_equal(cn_meld_naturals(meld), kings);
        assert_int_equal(cn_meld_deuces(meld), deuces);
        assert_int_equal(game.deal.board.hand_size[0], 24 + 24 + 3 - kings - deuces);
    }
    const struct heard heard = meld_many(7, 16, NULL);
    assert_int_equal(heard.line, 4);
    assert_string_equal(heard.article, "RECORD");
    assert_string_equal(heard.expected, "at most 15 deuces in one action");
    assert_string_equal(meld_many(25, 0, NULL).article, "L19");
}

/* ---- deals ---- */

/* Returns the lines of a record before the first one that contains 'word'. */
static char *before_line(const char *text, const char *word)
{
    const char *at = strstr(text, word);
    assert_non_null(at);
    while (at > text && at[-1] != '\n')
        at--;
    return strndup(text, (size_t)(at - text));
}

/* Simulates some deals, inserts 'line' before the first deal and replaces 'from' by 'to' in it. */
static void expect_deal(const char *rules, int players, const char *line, const char *from,
                        const char *to, const char *article)
{
    size_t length;
    char *whole = simulate(rules, players, greedy, 1, true, false, &length);
    char *head = before_line(whole, "\"t\":\"deal\"");
    const char *rest = whole + strlen(head);
    const char *at = strstr(rest, from);
    assert_non_null(at);
    char *text = NULL;
    assert_true(asprintf(&text, "%s%s%.*s%s%s", head, line, (int)(at - rest), rest, to,
                         at + strlen(from)) > 0);
    if (article == NULL)
        expect_clean(text);
    else
        assert_string_equal(replay_text(text).article, article);
    free(text);
    free(head);
    free(whole);
}

static void deals_are_checked(void **state)
{
    expect_deal("laws1950", 4, "", "\"n\":1", "\"n\":2", "RECORD");
    expect_deal("laws1950", 4, "", "\"n\":2,\"dealer\":0", "\"n\":2,\"dealer\":1", "L6");
    expect_deal("laws1950", 5, "", "\"n\":2,\"dealer\":0,\"idle\":1",
                "\"n\":2,\"dealer\":0,\"idle\":3", "L2");
    expect_deal("laws1950", 5, "", "\"idle\":4", "\"idle\":2", "RECORD");
    expect_deal("laws1950", 4, "", "\"deck\":[\"", "\"deck\":[\"4s\",\"", "L3");
    expect_deal("laws1950", 4, "", "\"deck\":[", "\"hand\":[", "RECORD");
    expect_deal("laws1950", 4, "{\"t\":\"cut\",\"seat\":2,\"k\":40}\n", "", "", NULL);
    expect_deal("laws1950", 4, "{\"t\":\"cut\",\"seat\":0,\"k\":40}\n", "", "", "L7");
    expect_deal("laws1950", 4, "{\"t\":\"cut\",\"seat\":2,\"k\":3}\n", "", "", "L7");
    expect_deal("bicycle", 4, "{\"t\":\"cut\",\"seat\":0,\"k\":40}\n", "", "", NULL);
}

#define DRAWS(seat, card) "{\"t\":\"draws\",\"seat\":" #seat ",\"cards\":[\"" card "\"]}\n"

static void seats_are_drawn(void **state)
{
    expect_deal("laws1950", 2, DRAWS(0, "As") DRAWS(1, "Ah"), "", "", NULL);
    expect_deal("laws1950", 2, DRAWS(0, "Ah") DRAWS(1, "As"), "", "", "L6");
    expect_deal("laws1950", 2, DRAWS(0, "As") DRAWS(1, "Xr"), "", "", "L5");
}

/* ---- damage ---- */

static bool is_harmless(const char *text, size_t length, const struct cn_game *original)
{
    struct cn_game game;
    memset(&game, 0, sizeof game);
    if (replay(text, length, &game).differences > 0)
        return true;
    return memcmp(&game.deal, &original->deal, sizeof game.deal) == 0 &&
           memcmp(game.score, original->score, sizeof game.score) == 0;
}

/* A changed character is reported, or it does not change the game. */
static void each_changed_character_is_found(void **state)
{
    static const char with[] = {'\0', '\xff', '"', '}', '[', '0', '9', 'X', 's', '\n', '\\'};
    size_t length;
    struct cn_game original;
    char *text = simulate("laws1950", 4, mixed, 1, false, true, &length);
    assert_int_equal(replay(text, length, &original).differences, 0);
    for (size_t i = 0; i < length; i += 1 + i % 19) {
        const char kept = text[i];
        text[i] = with[i % sizeof with];
        assert_true(is_harmless(text, length, &original));
        text[i] = kept;
    }
    free(text);
}

/* A missing line is reported, also the last one, unless the record is correct without it. */
static void each_missing_line_is_found(void **state)
{
    size_t length;
    struct cn_game original;
    char *text = simulate("montevideo", 3, mixed, 1, false, true, &length);
    assert_int_equal(replay(text, length, &original).differences, 0);
    char *less = malloc(length);
    for (size_t start = 0; start < length;) {
        const size_t end = (size_t)(strchr(text + start, '\n') - text) + 1;
        memcpy(less, text, start);
        memcpy(less + start, text + end, length - end);
        assert_true(is_harmless(less, length - (end - start), &original));
        start = end;
    }
    free(less);
    free(text);
}

/* A truncated file is read to its end. */
static void a_truncated_file_is_read_to_its_end(void **state)
{
    size_t length;
    char *text = simulate("hoyle", 2, greedy, 1, false, false, &length);
    for (size_t cut = 0; cut < length; cut += 13) {
        struct cn_reader *r = cn_reader_open_text(text, cut, NULL, NULL);
        assert_true(cn_reader_run(r, 0));
        const int64_t good = cn_reader_valid_bytes(r);
        assert_true(good <= (int64_t)cut);
        assert_true(good == 0 || text[good - 1] == '\n' || good == (int64_t)cut);
        cn_reader_close(r);
    }
    free(text);
}

static void expect_damage(const char *text, size_t length)
{
    assert_true(replay(text, length, NULL).damaged > 0);
}

static void hostile_files_do_no_harm(void **state)
{
    enum {
        HUGE_LINE = 3 * 1000 * 1000
    };
    static const char *const lines[] = {
        "",
        "null\n",
        "[]\n",
        "{\"t\":\"game\"}\n",
        "{\"t\":\"game\",\"t\":\"game\"}\n",
        "{\"t\":7}\n",
        "{\"t\":\"game\",\"v\":1e400}\n",
        "{\"t\":\"game\",\"v\":123456789012345678901234567890}\n",
        "{\"t\":\"game\",\"v\":1,\"rules\":\"../laws1950\"}\n",
        "{\"t\":\"game\",\"v\":1,\"rules\":\"laws1950\",\"players\":7}\n",
        "{\"t\":\"game\",\"v\":1,\"rules\":\"laws1950\",\"players\":4,\"scores\":[0]}\n",
        "{\"t\":\"\xff\"}\n",
        "{\"t\":\"game\\u0000\"}\n",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        expect_damage(lines[i], strlen(lines[i]));
    expect_damage("{\"t\":\0\"game\"}\n", 14);
    char *huge = malloc(HUGE_LINE);
    assert_non_null(huge);
    memset(huge, '[', HUGE_LINE);
    expect_damage(huge, HUGE_LINE);
    expect_damage(huge, 100 * 1000);
    free(huge);
}

/* Every key of every line with every wrong type gives a report, never a crash. */
static void wrong_types_are_reported(void **state)
{
    static const char *const types[] = {
        "deal",   "position", "face", "draw", "take", "pile", "meld",  "add", "combine", "ask",
        "answer", "discard",  "stop", "end",  "try",  "undo", "draws", "cut", "over",    "legal"};
    static const char *const values[] = {
        "null", "true", "-1", "1e9", "\"\"", "[]", "{}", "[[]]", "9223372036854775807", "[null]"};
    static const char *const keys[] = {"seat", "cards", "with", "onto",  "meld", "into",
                                       "card", "n",     "k",    "sides", "by",   "actions"};
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++)
        for (size_t v = 0; v < sizeof values / sizeof values[0]; v++)
            for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
                char text[3000];
                snprintf(text, sizeof text, "%s{\"t\":\"%s\",%s\"%s\":%s}\n", TABLE, types[t],
                         strcmp(keys[k], "seat") == 0 ? "" : "\"seat\":0,", keys[k], values[v]);
                replay_text(text);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_records_replay),
        cmocka_unit_test(a_position_is_the_whole_state),
        cmocka_unit_test(house_rules_travel),
        cmocka_unit_test(target_is_short_for_set_target),
        cmocka_unit_test(melds_can_be_withdrawn_alone),
        cmocka_unit_test(tries_are_checked),
        cmocka_unit_test(an_illegal_action_stops_the_game),
        cmocka_unit_test(automatic_lines_are_compared),
        cmocka_unit_test(scores_are_compared),
        cmocka_unit_test(reports_are_translated),
        cmocka_unit_test(unknown_lines_are_skipped),
        cmocka_unit_test(HF_score_a_position_has_its_number),
        cmocka_unit_test(an_impossible_position_is_refused),
        cmocka_unit_test(many_cards_are_laid_in_one_action),
        cmocka_unit_test(deals_are_checked),
        cmocka_unit_test(seats_are_drawn),
        cmocka_unit_test(each_changed_character_is_found),
        cmocka_unit_test(each_missing_line_is_found),
        cmocka_unit_test(a_truncated_file_is_read_to_its_end),
        cmocka_unit_test(hostile_files_do_no_harm),
        cmocka_unit_test(wrong_types_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
