/* web_replay_test.c -- a record in the browser: every step shows the game as it was, from any seat,
 * and its review is that of canasta analyze. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "command/analyze.h"
#include "display/display.h"
#include "law_of.h"
#include "pages/pages.h"
#include "pages/timeline.h"
#include "tests/fuzz/driver/mover.h"
#include "tests/fuzz/driver/witness.h"

enum {
    STEPS_MAX = 2000
};

static struct {
    struct cn_game game;
    struct cn_game after[STEPS_MAX + 1]; /* each step; [0] is before the first */
    int steps;
    struct cn__text record, answer;
    struct replay_page *replay;
    struct chance chance;
    struct cn_actions list;
} w;

/* ---- a record, and the game after each of its steps ---- */

static void put_text(const char *text)
{
    cn__text_append(&w.record, text, strlen(text));
}

static void stepped(void)
{
    assert_true(w.steps < STEPS_MAX);
    w.after[++w.steps] = w.game;
}

/* Lays a meld and undoes it. */
static void lay_and_take_back(const struct cn_observer *observer)
{
    const int seat = cn_game_actor(&w.game);
    char undo[60];
    cn_board_legal_list(w.game.law, &w.game.deal.board, w.game.deal.hands[seat], &w.list);
    for (int i = 0; i < w.list.count; i++) {
        if (w.list.at[i].type != CN_ACTION_MELD || w.game.deal.board.phase != CN_PHASE_MELD)
            continue;
        const struct cn_game before = w.game;
        assert_true(cn_game_play(&w.game, seat, w.list.at[i], NULL, NULL, observer));
        stepped();
        if (!w.game.in_deal)
            return;
        w.game = before;
        snprintf(undo, sizeof undo, "{\"t\":\"undo\",\"seat\":%d,\"n\":1}\n", seat);
        put_text(undo);
        stepped();
        return;
    }
}

static void make_record_by(const struct cn_rules *rules, int players, int deals)
{
    static const char *const names[CN_SEATS_MAX] = {"Ann", "Bob", "Cid", "Dot", "Eve", "Fay"};
    const struct cn_game_header line = {
        .rules = rules, .players = players, .names = names, .seed = "seven"};
    struct cn_record_writer recorder = {.lines = &w.record, .game = &w.game};
    const struct cn_observer observer = {.event = cn_record_on_event, .context = &recorder};
    cn__text_clear(&w.record);
    cn_record_write_game(&w.record, &line);
    cn_game_init(&w.game, law_of(rules), players, NULL);
    w.steps = 0;
    w.after[0] = w.game;
    for (int deal = 0; deal < deals && w.game.winner < 0; deal++) {
        if (deal == 1) {
            int dealer;
            int idle;
            char cut[60];
            cn_game_next_dealer(&w.game, &dealer, &idle);
            snprintf(cut, sizeof cut, "{\"t\":\"cut\",\"seat\":%d,\"k\":40}\n",
                     cn_game_cutter(&w.game, dealer, idle));
            put_text(cut);
        }
        assert_true(witness_deal(&w.game, &w.chance, &observer));
        stepped();
        while (w.game.in_deal) {
            if (chance_percent(&w.chance, 5))
                lay_and_take_back(&observer);
            if (!w.game.in_deal)
                break;
            const struct cn_view view = cn_game_view(&w.game, cn_game_actor(&w.game));
            const struct cn_action action = mover_move(cn_bot_at(1), &view, &w.chance.rng);
            assert_true(cn_game_play(&w.game, view.seat, action, NULL, NULL, &observer));
            stepped();
        }
    }
}

static void make_record(const char *set, int players, int deals)
{
    struct cn_rules rules;
    memset(&rules, 0, sizeof rules);
    assert_true(cn_rules_load(&rules, set));
    make_record_by(&rules, players, deals);
}

/* ---- asking ---- */

static json_t *ask(json_t *question)
{
    cn__text_clear(&w.answer);
    replay_page_query(w.replay, question, &w.answer);
    json_decref(question);
    json_t *answer = json_loadb(w.answer.text, w.answer.length, 0, NULL);
    assert_non_null(answer);
    return answer;
}

static json_t *open_record_in(const char *language, size_t length)
{
    return ask(json_pack("{ss ss% ss}", "do", "open", "record", w.record.text, length, "language",
                         language));
}

static json_t *open_record(size_t length)
{
    return open_record_in("en", length);
}

static void assert_cards(const json_t *list, const cn_card *cards, int count)
{
    assert_int_equal(json_array_size(list), count);
    for (int i = 0; i < count; i++) {
        char name[3];
        cn_card_format(cards[i], name);
        assert_string_equal(json_string_value(json_array_get(list, (size_t)i)), name);
    }
}

static void assert_open(const json_t *page, const struct cn_game *game)
{
    const json_t *open = json_object_get(page, "open");
    for (int seat = 0; seat < game->players; seat++) {
        cn_card hand[CN_CARDS_MAX];
        const int count = cn_placement_hand(&game->cards, seat, hand);
        cards_sort(hand, count);
        assert_cards(json_array_get(json_object_get(open, "hands"), (size_t)seat), hand, count);
    }
    assert_cards(json_object_get(open, "pile"), game->cards.pile, game->cards.pile_count);
    assert_cards(json_object_get(open, "stock"), game->deal.stock + game->deal.drawn,
                 game->deal.board.stock);
}

static void assert_seat(const json_t *page, const struct cn_game *game, int seat)
{
    cn_card hand[CN_CARDS_MAX];
    size_t i;
    json_t *news;
    const int count = cn_placement_hand(&game->cards, seat, hand);
    cards_sort(hand, count);
    assert_null(json_object_get(page, "open"));
    assert_cards(json_object_get(page, "hand"), hand, count);
    assert_int_equal(json_is_true(json_object_get(page, "mine")),
                     game->in_deal && cn_game_actor(game) == seat);
    json_array_foreach(json_object_get(page, "news"), i, news)
    {
        const char *type = json_string_value(json_object_get(news, "type"));
        if ((strcmp(type, "draw") == 0 || strcmp(type, "face") == 0) &&
            json_integer_value(json_object_get(news, "seat")) != seat)
            assert_int_equal(json_array_size(json_object_get(news, "cards")), 0);
    }
}

static void assert_step(int step)
{
    const struct cn_game *game = &w.after[step];
    const int seat = chance_below(&w.chance, game->players);
    json_t *open = ask(json_pack("{ss si ss}", "do", "at", "step", step, "seat", "open"));
    json_t *page = ask(json_pack("{ss si si}", "do", "at", "step", step, "seat", seat));
    assert_open(open, game);
    assert_seat(page, game, seat);
    assert_int_equal(json_integer_value(json_object_get(page, "deal")), game->deal_number);
    for (int side = 0; side < game->sides; side++) {
        const json_t *shown = json_array_get(json_object_get(page, "sides"), (size_t)side);
        assert_int_equal(json_integer_value(json_object_get(shown, "score")), game->score[side]);
    }
    assert_int_equal(json_array_size(json_object_get(page, "sheet")),
                     game->deal_number - (game->in_deal ? 1 : 0));
    json_decref(open);
    json_decref(page);
}

/* The reader of a review is not the player, so moves are worded without "you": "add a six to the
 * sixes". */
static void assert_of_somebody(const json_t *replay)
{
    size_t i;
    json_t *decision;
    json_array_foreach(json_object_get(replay, "decisions"), i, decision)
        assert_null(strstr(json_string_value(json_object_get(decision, "text")), "your"));
}

static bool allows(const char *set, int players)
{
    struct cn_rules rules;
    memset(&rules, 0, sizeof rules);
    return cn_rules_load(&rules, set) && cn_rules_allow_players(&rules, players);
}

static void steps_show_the_game_as_it_was(void **state)
{
    for (int set = 0; cn_rules_builtin(set) != NULL; set++) {
        chance_from_seed(&w.chance, (uint64_t)set + 1);
        const bool four = set != 1 && allows(cn_rules_builtin(set), 4);
        make_record(cn_rules_builtin(set), four ? 4 : CN_SEATS_MAX, 2);
        json_t *replay = open_record(w.record.length);
        assert_int_equal(json_array_size(json_object_get(replay, "steps")), w.steps);
        assert_int_equal(json_array_size(json_object_get(replay, "deals")),
                         w.after[w.steps].deal_number);
        assert_string_equal(json_string_value(json_object_get(replay, "seed")), "seven");
        assert_of_somebody(replay);
        assert_step(w.steps);
        assert_step(0);
        for (int i = 0; i < 60; i++)
            assert_step(chance_below(&w.chance, w.steps + 1));
        json_decref(replay);
    }
}

/* The rules in the form that pages and "make" use must be those of the game. */
static void house_rules_are_in_the_answer(void **state)
{
    static const char house[] =
        "target = 3000\ncanastas_to_go_out = {\"2\": 1, \"3\": 1, \"4\": 2}\n";
    chance_from_seed(&w.chance, 5);
    for (int set = 0; cn_rules_builtin(set) != NULL; set++) {
        const char *name = cn_rules_builtin(set);
        struct cn_rules played;
        struct cn_rules told;
        struct cn_rules_error error;
        memset(&played, 0, sizeof played);
        assert_true(cn_rules_load(&played, name));
        told = played;
        const int players = allows(name, 4) ? 4 : CN_SEATS_MAX;
        make_record(name, players, 1);
        json_t *replay = open_record(w.record.length);
        assert_string_equal(json_string_value(json_object_get(replay, "house")), "");
        json_decref(replay);
        assert_true(cn_rules_read(&played, house, sizeof house - 1, NULL, NULL, &error));
        make_record_by(&played, players, 1);
        replay = open_record(w.record.length);
        const char *text = json_string_value(json_object_get(replay, "house"));
        assert_non_null(strstr(text, "target = 3000\n"));
        assert_true(cn_rules_read(&told, text, strlen(text), NULL, NULL, &error));
        for (int param = 0; param < CN_PARAM_COUNT; param++) {
            char wanted[CN_RULES_VALUE_SIZE];
            char value[CN_RULES_VALUE_SIZE];
            cn_rules_value(&played, param, wanted, sizeof wanted);
            cn_rules_value(&told, param, value, sizeof value);
            assert_string_equal(value, wanted);
        }
        json_decref(replay);
    }
}

/* ---- where a referee rules ---- */

/* Returns an action of any seat: lawful, a call, or one that it insists on. */
static struct cn_action any_act(int *seat)
{
    const struct cn_action call = cn_action_of(CN_ACTION_CALL, 0, 0, 0, 0);
    struct cn_action insisted[64];
    struct cn_noted noted;
    *seat = chance_below(&w.chance, w.game.players);
    if (chance_percent(&w.chance, 8) && cn_referee_check(&w.game, *seat, call, &noted, NULL))
        return call;
    const int count = cn_referee_insist_list(&w.game, *seat, 0, insisted, 64);
    if (chance_percent(&w.chance, 25) && count > 0)
        return insisted[chance_below(&w.chance, count < 64 ? count : 64)];
    *seat = cn_game_actor(&w.game);
    const struct cn_view view = cn_game_view(&w.game, *seat);
    return mover_move(cn_bot_at(1), &view, &w.chance.rng);
}

/* Random play at a refereed table, as far as 'acts'. */
static void make_erring_record(const struct cn_rules *rules, int acts)
{
    static const char *const names[CN_SEATS_MAX] = {"Ann", "Bob", "Cid", "Dot", "Eve", "Fay"};
    const struct cn_game_header line = {.rules = rules, .players = 4, .names = names, .seed = "x"};
    struct cn_record_writer recorder = {.lines = &w.record, .game = &w.game};
    const struct cn_observer observer = {.event = cn_record_on_event, .context = &recorder};
    cn__text_clear(&w.record);
    cn_record_write_game(&w.record, &line);
    cn_game_init(&w.game, law_of(rules), 4, NULL);
    w.steps = 0;
    w.after[0] = w.game;
    while (w.steps < acts && w.game.winner < 0) {
        if (!w.game.in_deal) {
            assert_true(witness_deal(&w.game, &w.chance, &observer));
        } else {
            int seat;
            const struct cn_action action = any_act(&seat);
            assert_true(cn_game_play(&w.game, seat, action, NULL, NULL, &observer));
        }
        stepped();
    }
}

static void assert_up(const json_t *page, const struct cn_game *game)
{
    for (int seat = 0; seat < game->players; seat++) {
        const json_t *shown = json_array_get(json_object_get(page, "seats"), (size_t)seat);
        int up = 0;
        for (int card = 0; card < CN_CARD_CODES; card++)
            up += game->cards.up[seat][card];
        assert_int_equal(json_array_size(json_object_get(shown, "up")), up);
        if (game->in_deal && game->deal.board.owed[seat] > 0)
            assert_true(json_array_size(json_object_get(shown, "duties")) > 0);
    }
}

/* The decision that is due is asked of the seat that decides, and of no other. */
static void assert_due(const json_t *page, const struct cn_game *game, int seat)
{
    const struct cn_board *board = &game->deal.board;
    const json_t *due = json_object_get(json_object_get(page, "referee"), "due");
    const bool any = game->in_deal && board->due != CN_DUE_NOTHING;
    assert_int_equal(json_is_object(due), any);
    if (!any)
        return;
    const json_t *choices = json_object_get(due, "choices");
    const size_t count = board->due == CN_DUE_ACCEPT ? 1 : 2;
    assert_int_equal(json_array_size(choices), seat == board->due_seat ? count : 0);
    assert_int_equal(json_integer_value(json_object_get(due, "seat")), board->due_seat);
    assert_string_not_equal(json_string_value(json_object_get(due, "text")), "");
}

static void refereed_deals_are_shown(void **state)
{
    int dues = 0;
    int unknown = 0;
    for (int round = 0; round < 6; round++) {
        struct cn_rules rules;
        memset(&rules, 0, sizeof rules);
        assert_true(cn_rules_load(&rules, "laws1950"));
        rules.referee = (uint8_t)(round % 2 == 0 ? CN_REFEREE_CALLED : CN_REFEREE_WATCHFUL);
        rules.point_penalties = 1;
        chance_from_seed(&w.chance, (uint64_t)round + 70);
        make_erring_record(&rules, 400);
        json_t *replay = open_record(w.record.length);
        assert_int_equal(json_array_size(json_object_get(replay, "steps")), w.steps);
        for (int step = 0; step <= w.steps; step += 1 + chance_below(&w.chance, 4)) {
            const struct cn_game *game = &w.after[step];
            const int seat = chance_below(&w.chance, 4);
            json_t *page = ask(json_pack("{ss si si}", "do", "at", "step", step, "seat", seat));
            assert_seat(page, game, seat);
            assert_up(page, game);
            assert_due(page, game, seat);
            dues += json_is_object(json_object_get(json_object_get(page, "referee"), "due"));
            json_decref(page);
        }
        for (int decision = 0; decision < w.steps / 2; decision++) {
            const json_t *one =
                json_array_get(json_object_get(replay, "decisions"), (size_t)decision);
            const char *action = json_string_value(json_object_get(one, "action"));
            if (action == NULL || action[0] != '!' || decision % 9 != 0)
                continue;
            json_t *answer =
                ask(json_pack("{ss si si}", "do", "judge", "decision", decision, "nodes", 100));
            unknown += json_is_true(json_object_get(answer, "done"));
            json_decref(answer);
        }
        json_decref(replay);
    }
    assert_true(dues > 0);
    assert_true(unknown > 0);
}

/* ---- records that do not fit ---- */

static void unplayable_lines_are_reported(void **state)
{
    chance_from_seed(&w.chance, 9);
    make_record("laws1950", 4, 1);
    char *draw = strstr(w.record.text, "\"t\":\"draw\"");
    assert_non_null(draw);
    memcpy(draw, "\"t\":\"stop\"", 10);
    json_t *fault = open_record_in("fr", w.record.length);
    assert_true(json_integer_value(json_object_get(fault, "line")) > 1);
    const char *text = json_string_value(json_object_get(fault, "text"));
    assert_non_null(strstr(text, "n'est pas permis (L"));
    json_decref(fault);
    fault = open_record(0);
    assert_non_null(json_object_get(fault, "line"));
    json_decref(fault);
    fault = ask(json_pack("{ss si ss}", "do", "at", "step", 0, "seat", "open"));
    assert_non_null(json_object_get(fault, "error"));
    json_decref(fault);
}

/* A record can list many games without play at little cost, but keeping a game needs memory, so
 * these are not kept. */
static void games_without_play_are_not_kept(void **state)
{
    enum {
        LINES = 5000
    };
    struct timeline_error fault;
    struct timeline timeline = {.games = NULL};
    struct cn_words words;
    assert_true(cn_words_find("en", &words));
    make_record("laws1950", 4, 1);
    const char *newline = strchr(w.record.text, '\n');
    const size_t first = (size_t)(newline - w.record.text) + 1;
    struct cn__text many = {.text = NULL};
    for (int i = 0; i < LINES; i++)
        cn__text_append(&many, w.record.text, first);
    assert_false(timeline_read(&timeline, many.text, many.length, &words, &fault));
    assert_string_equal(fault.text, "nothing was played in it");
    assert_true(fault.line > 0);
    assert_true(timeline.game_size <= TIMELINE_GAMES_MAX);
    /* The game with play in it is still read from its beginning. */
    cn__text_append(&many, w.record.text + first, w.record.length - first);
    assert_true(timeline_read(&timeline, many.text, many.length, &words, &fault));
    assert_int_equal(timeline.game_count, 1);
    assert_int_equal(timeline.step_count, w.steps);
    assert_int_equal(timeline.moment_count, w.steps + 1);
    assert_int_equal(timeline.moments[0].game, 0);
    cn__text_append(&many, w.record.text, first);
    assert_true(timeline_read(&timeline, many.text, many.length, &words, &fault));
    assert_int_equal(timeline.game_count, 2);
    assert_int_equal(timeline.moment_count, w.steps + 1);
    timeline_show(&timeline, w.steps, 0);
    cn__text_free(&many);
    /* Games with play are kept, up to a limit. */
    for (int i = 0; i < TIMELINE_GAMES_MAX; i++)
        cn__text_append(&many, w.record.text, w.record.length);
    assert_true(timeline_read(&timeline, many.text, many.length, &words, &fault));
    assert_int_equal(timeline.game_count, TIMELINE_GAMES_MAX);
    cn__text_append(&many, w.record.text, w.record.length);
    assert_false(timeline_read(&timeline, many.text, many.length, &words, &fault));
    assert_string_equal(fault.text, "it is too long to be shown");
    cn__text_free(&many);
    timeline_free(&timeline);
}

/* ---- undone actions ---- */

static int count_news(json_t *replay, const char *type)
{
    const json_t *steps = json_object_get(replay, "steps");
    json_t *page = ask(
        json_pack("{ss sI si}", "do", "at", "step", (json_int_t)json_array_size(steps), "seat", 0));
    size_t i;
    const json_t *news;
    int count = 0;
    json_array_foreach(json_object_get(page, "news"), i, news) count +=
        strcmp(json_string_value(json_object_get(news, "type")), type) == 0;
    json_decref(page);
    return count;
}

/* A record may consist of nothing but undone actions. It must cost no more than others of its
 * length. */
static void undone_actions_cost_no_more(void **state)
{
    enum {
        TIMES = 100
    };
    static const char begin[] = "{\"t\":\"game\",\"v\":1,\"rules\":\"laws1950\",\"set\":{},"
                                "\"players\":2,\"names\":[\"a\",\"b\"],"
                                "\"scores\":[1500,-20]}\n{\"t\":\"position\",\"dealer\":1,\"turn\":"
                                "0,\"hands\":[[\"7s\",\"7h\",\"Ks\","
                                "\"Kh\",\"2s\",\"4d\"],[\"5c\",\"6c\"]],\"melds\":[[[\"4s\",\"4h\","
                                "\"4c\"]],[]],\"red\":[[],[]],"
                                "\"pile\":[\"9c\",\"7d\"],\"stock\":[\"Ah\",\"Xr\",\"Td\"],"
                                "\"scores\":[1500,-20],\"turned\":[true,true]}\n"
                                "{\"t\":\"take\",\"seat\":0,\"with\":[\"7s\",\"7h\"]}\n"
                                "{\"t\":\"pile\",\"seat\":0,\"cards\":[\"9c\"]}\n";
    static const char lay[] = "{\"t\":\"meld\",\"seat\":0,\"cards\":[\"Ks\",\"Kh\",\"2s\"]}\n";
    static struct timeline timeline;
    struct cn_words words;
    struct timeline_error fault;
    cn__text_clear(&w.record);
    put_text(begin);
    for (int i = 0; i < TIMES; i++) {
        put_text(lay);
        put_text("{\"t\":\"undo\",\"seat\":0,\"n\":1}\n");
    }
    json_t *replay = open_record(w.record.length);
    assert_int_equal(count_news(replay, "meld"), 0);
    assert_int_equal(count_news(replay, "undo"), TIMES);
    assert_int_equal(count_news(replay, "take"), 1);
    json_decref(replay);
    put_text(lay);
    replay = open_record(w.record.length);
    assert_int_equal(count_news(replay, "meld"), 1);
    json_decref(replay);
    assert_true(cn_words_find("en", &words));
    assert_true(timeline_read(&timeline, w.record.text, w.record.length, &words, &fault));
    assert_true(timeline.news_count < 2 * TIMES + 10);
    timeline_free(&timeline);
}

/* ---- the review ---- */

static struct reviewed_decision judged[STEPS_MAX];
static int judged_count;

static void keep(void *context, const struct reviewed_decision *one,
                 const struct review_summary *so_far)
{
    judged[judged_count++] = *one;
}

static void reviews_are_those_of_analyze(void **state)
{
    chance_from_seed(&w.chance, 3);
    make_record("laws1950", 2, 1);
    /* A short record with the first decisions of the deal. */
    size_t length = 0;
    for (int lines = 0; lines < 14; lines++)
        length =
            (size_t)((const char *)memchr(w.record.text + length, '\n', w.record.length - length) +
                     1 - w.record.text);
    json_t *replay = open_record(length);
    FILE *file = fmemopen(w.record.text, length, "r");
    struct review_summary analyzed;
    const struct review_options analysis = {.record = file,
                                            .bot = cn_bot_find(cn_level_best()->bot),
                                            .nodes = 100000,
                                            .seat = CN_NO_SEAT,
                                            .told = keep};
    judged_count = 0;
    review_record(&analysis, &analyzed);
    fclose(file);
    assert_true(judged_count > 0);
    for (int i = 0; i < judged_count && i < 5; i++) {
        char best[CN_ACTION_TEXT];
        json_t *answer = NULL;
        int slices = 0;
        do {
            json_decref(answer);
            answer = ask(json_pack("{ss si si}", "do", "judge", "decision", i, "nodes", 7777));
            slices++;
        } while (!json_is_true(json_object_get(answer, "done")));
        cn_action_format(NULL, judged[i].judgement.best, best);
        assert_string_equal(json_string_value(json_object_get(answer, "best")), best);
        assert_int_equal(json_integer_value(json_object_get(answer, "loss")),
                         judged[i].judgement.loss);
        assert_int_equal(json_integer_value(json_object_get(answer, "error")),
                         judged[i].judgement.error);
        assert_int_equal(json_integer_value(json_object_get(answer, "worlds")),
                         judged[i].judgement.worlds);
        assert_non_null(json_object_get(answer, "reason"));
        if (judged[i].judgement.kind != CN_REVIEW_FORCED)
            assert_true(slices > 5);
        json_decref(answer);
    }
    json_decref(replay);
}

static void assert_name(const json_t *page, size_t seat, const char *name, const char *level)
{
    const json_t *shown = json_array_get(json_object_get(page, "seats"), seat);
    assert_string_equal(json_string_value(json_object_get(shown, "name")), name);
    assert_string_equal(json_string_value(json_object_get(shown, "level")), level);
}

/* The record's author may read another language, so players without a name get none here. */
static void assert_people(const json_t *replay, const char *wanted)
{
    char *people = json_dumps(json_object_get(replay, "people"), JSON_COMPACT);
    assert_string_equal(people, wanted);
    free(people);
    assert_int_equal(json_integer_value(json_object_get(replay, "bottom")), 0);
}

/* At a table a bot is named by its place; its record has its level instead. Names have no hidden
 * characters. */
static void bots_are_named_by_their_places(void **state)
{
    static const char game[] =
        "{\"t\":\"game\",\"v\":1,\"rules\":\"laws1950\",\"players\":4,"
        "\"names\":[\"A\\u202enn\",\"club\",\"\",\"expert\"],\"scores\":[0,0]}\n";
    struct cn__text record = {.text = NULL};
    make_record("laws1950", 4, 1);
    const size_t first = strcspn(w.record.text, "\n") + 1;
    cn__text_append(&record, game, sizeof game - 1);
    cn__text_append(&record, w.record.text + first, w.record.length - first);
    cn__text_clear(&w.record);
    cn__text_append(&w.record, record.text, record.length);
    cn__text_free(&record);
    json_t *replay = open_record(w.record.length);
    assert_people(replay, "[\"Ann\",\"\",\"\",\"\"]");
    json_decref(replay);
    for (int seat = -1; seat < 4; seat++) {
        json_t *page = seat < 0
                           ? ask(json_pack("{ss si ss}", "do", "at", "step", 0, "seat", "open"))
                           : ask(json_pack("{ss si si}", "do", "at", "step", 0, "seat", seat));
        assert_name(page, 0, "Ann", "");
        assert_name(page, 1, "West", "club");
        assert_name(page, 2, "North", "");
        assert_name(page, 3, "East", "expert");
        json_decref(page);
    }
}

static int open_replay(void **state)
{
    w.replay = replay_page_open();
    return w.replay == NULL;
}

static int close_replay(void **state)
{
    replay_page_close(w.replay);
    cn__text_free(&w.record);
    cn__text_free(&w.answer);
    return 0;
}

/* The same worth as from the deals themselves, undone draws or not. */
static void luck_is_that_of_the_deals(void **state)
{
    const char *table = display_luck_table();
    (void)state;
    make_record("laws1950", 4, 2);
    json_decref(open_record(w.record.length));
    struct cn_meter meter = {.minimum = {0}};
    struct cn_meter_fit fit;
    int deal = -1;
    assert_true(cn_meter_find(table, &w.game.law->rules, 4, &fit));
    for (int i = 1; i <= w.steps; i++) {
        const struct cn_game *now = &w.after[i];
        if (now->deal_number != w.after[i - 1].deal_number) {
            cn_meter_deal(&meter, now->law, &now->deal);
            deal++;
        } else {
            cn_meter_step(&meter, now->law, &w.after[i - 1].deal, &now->deal);
        }
        for (int seat = 0; seat < 2 && !now->in_deal; seat++) {
            json_t *answer = ask(json_pack("{ss si si ss}", "do", "deal-luck", "deal", deal, "seat",
                                           seat, "table", table));
            const json_t *luck = json_object_get(answer, "luck");
            const json_int_t made = json_integer_value(json_object_get(luck, "made"));
            assert_int_equal(json_integer_value(json_object_get(luck, "worth")),
                             cn_meter_worth(&meter, &fit, 2, seat));
            assert_int_equal(made, now->score[seat] - (deal == 0 ? 0 : w.after[0].score[seat]));
            assert_true(strlen(json_string_value(json_object_get(luck, "says"))) > 20);
            w.after[0].score[seat] = now->score[seat];
            json_decref(answer);
        }
    }
    assert_int_equal(deal, 1);
    json_t *none =
        ask(json_pack("{ss si si ss}", "do", "deal-luck", "deal", 2, "seat", 0, "table", table));
    assert_true(json_is_null(json_object_get(none, "luck")));
    json_decref(none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_show_the_game_as_it_was),
        cmocka_unit_test(house_rules_are_in_the_answer),
        cmocka_unit_test(refereed_deals_are_shown),
        cmocka_unit_test(unplayable_lines_are_reported),
        cmocka_unit_test(games_without_play_are_not_kept),
        cmocka_unit_test(undone_actions_cost_no_more),
        cmocka_unit_test(bots_are_named_by_their_places),
        cmocka_unit_test(reviews_are_those_of_analyze),
        cmocka_unit_test(luck_is_that_of_the_deals),
    };
    return cmocka_run_group_tests(tests, open_replay, close_replay);
}
