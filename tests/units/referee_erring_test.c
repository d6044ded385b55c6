/* referee_erring_test.c -- random play at refereed tables, legal and irregular, called and not.
 *
 * Every card stays in one place, somebody can always do something legal, what is listed can be
 * done, every deal ends with nothing open, and its record is read without a difference. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "effort.h"
#include "engine/engine.h"
#include "record/record.h"

enum {
    ACTS = 50000,
    LIST = 6000,
    DEAL_ACTS_MAX = 20000
};

static struct cn_rules rules;
static struct cn_law law;
static struct cn_game game, copy;
static struct cn_rng rng;
static struct cn_action list[LIST];
static struct cn__text record;
static int64_t noted[CN_IRREGULAR_COUNT], events[CN_EVENT_TYPES];

static int below(int n)
{
    return (int)cn_rng_below(&rng, (uint32_t)n);
}

static void on_event(void *context, const struct cn_event *event)
{
    (void)context;
    events[event->type]++;
    cn_record_write_event(&record, event, &game);
    if (event->type == CN_EVENT_EXPOSE || event->type == CN_EVENT_BACK)
        assert_true(event->card_count > 0);
    if (event->type == CN_EVENT_RULING)
        assert_true(event->points <= 0 && (rules.point_penalties || event->points == 0));
    if (event->type == CN_EVENT_END)
        assert_int_equal(game.notes.open_count, 0);
}

static const struct cn_observer observer = {on_event, NULL};

static void on_report(void *context, const struct cn_report *report)
{
    (void)context;
    print_error("line %d, %s: expected %s, found %s\n", (int)report->line, report->article,
                report->expected, report->found);
}

/* The record of the game is read as it was written. */
static void check_record(void)
{
    struct cn_reader *reader = cn_reader_open_text(record.text, record.length, on_report, NULL);
    assert_non_null(reader);
    assert_true(cn_reader_run(reader, 0));
    assert_int_equal(cn_reader_counts(reader)->differences, 0);
    assert_int_equal(cn_reader_counts(reader)->damaged, 0);
    cn_reader_close(reader);
    cn__text_free(&record);
}

static void start_record(void)
{
    static const char *const names[CN_SEATS_MAX] = {"", "", "", "", "", ""};
    const struct cn_game_header header = {
        .rules = &rules, .players = game.players, .names = names, .scores = game.score};
    cn_record_write_game(&record, &header);
}

static void set_up(const char *name, int players, int referee, bool points)
{
    assert_true(cn_rules_load(&rules, name));
    rules.referee = referee;
    rules.point_penalties = points;
    cn_law_init(&law, &rules);
    assert_true(law.refereed);
    cn_game_init(&game, &law, players, NULL);
    start_record();
}

static void start_deal(void)
{
    cn_card deck[CN_CARDS_MAX];
    int dealer;
    int idle;
    if (game.winner >= 0) {
        cn_game_init(&game, &law, game.players, NULL);
        start_record();
    }
    cn_game_next_dealer(&game, &dealer, &idle);
    cn_rng_shuffle(&rng, deck, cn_deck_init(&rules, game.players, deck));
    cn_game_deal(&game, dealer, idle, deck, &rng, &observer);
}

/* Plays an action that is allowed, twice from the same state: the same bytes follow. */
static void play(int seat, struct cn_action action)
{
    struct cn_refusal why;
    char text[CN_ACTION_TEXT];
    copy = game;
    if (!cn_game_play(&game, seat, action, NULL, &why, &observer)) {
        cn_action_format(&law, action, text);
        fail_msg("seat %d: %s: refused by %s", seat, text, why.article);
    }
    const struct cn_game after = game;
    game = copy;
    cn_game_play(&game, seat, action, NULL, &why, NULL);
    assert_memory_equal(&game, &after, sizeof game);
}

static void play_lawfully(void)
{
    const int seat = cn_game_actor(&game);
    const struct cn_view view = cn_game_view(&game, seat);
    const int count = cn_legal_list(&view, list, LIST);
    assert_true(count > 0 && count <= LIST);
    play(seat, list[below(count)]);
}

static bool insist(void)
{
    const struct cn_deal *deal = &game.deal;
    const int seat = below(game.players);
    int count = cn_insist_list(&law, &deal->board, seat, deal->hands[seat], 0, list, LIST);
    assert_true(count <= LIST);
    if (count == 0 || game.notes.open_count == CN_OPEN_MAX)
        return false;
    /* Any irregularity as likely as another: most of the list are melds. */
    static uint8_t whats[LIST];
    int of[CN_IRREGULAR_COUNT] = {0};
    int kinds = 0;
    for (int i = 0; i < count; i++) {
        struct cn_insisted found;
        assert_int_equal(cn_insist_check(&law, &deal->board, seat, deal->hands[seat],
                                         cn_action_plain(list[i]), &found),
                         CN_LEGAL);
        whats[i] = found.what;
        kinds += of[found.what]++ == 0;
    }
    int what = 0;
    for (int nth = below(kinds); of[what] == 0 || nth-- > 0; what++) {
    }
    int nth = below(of[what]);
    int chosen = 0;
    while (whats[chosen] != what || nth-- > 0)
        chosen++;
    noted[what]++;
    play(seat, list[chosen]);
    return true;
}

static void call(void)
{
    const int seat = below(game.players);
    const struct cn_action action = cn_action_of(CN_ACTION_CALL, 0, 0, 0, 0);
    struct cn_noted what;
    if (cn_referee_check(&game, seat, action, &what, NULL))
        play(seat, action);
}

static void act(int erring)
{
    if (below(100) < erring) {
        if (below(4) == 0)
            call();
        else
            insist();
    } else {
        play_lawfully();
    }
}

static void check_end(void)
{
    const struct cn_board *board = &game.deal.board;
    assert_int_equal(board->phase, CN_PHASE_ENDED);
    assert_int_equal(board->due, CN_DUE_NOTHING);
    assert_false(board->waiting);
}

static int play_deal(int acts)
{
    const int erring = 5 + below(60);
    int done = 0;
    start_deal();
    while (game.in_deal) {
        act(done < DEAL_ACTS_MAX / 2 ? erring : 0);
        done++;
        assert_true(done < DEAL_ACTS_MAX);
    }
    check_end();
    return acts - done;
}

static void test_erring_play(void **state)
{
    static const char *const names[] = {"laws1950",   "threepack", "bicycle",
                                        "montevideo", "hoyle",     "pumpa"};
    (void)state;
    cn_rng_init(&rng, first_seed());
    for (int acts = ACTS; acts > 0;) {
        const char *name = names[below(6)];
        const int players = 2 + below(5);
        assert_true(cn_rules_load(&rules, name));
        if (!cn_rules_allow_players(&rules, players))
            continue;
        set_up(name, players, 1 + below(2), below(2) == 0);
        for (int deals = 1 + below(3); deals > 0; deals--)
            acts = play_deal(acts);
        check_record();
    }
    static const uint8_t common[] = {CN_IRREGULAR_TOO_MANY,        CN_IRREGULAR_DRAWN_OUT_OF_TURN,
                                     CN_IRREGULAR_LOOKED,          CN_IRREGULAR_NO_MELD,
                                     CN_IRREGULAR_WITHOUT_DRAWING, CN_IRREGULAR_MELDED_OUT_OF_TURN,
                                     CN_IRREGULAR_EXPOSED,         CN_IRREGULAR_TOUCHED,
                                     CN_IRREGULAR_TAKEN,           CN_IRREGULAR_ASKED_UNABLE};
    for (size_t i = 0; i < sizeof common; i++)
        assert_true(noted[common[i]] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_erring_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
