/* say_test.c -- actions and events have one wording, and no two actions share a sentence.
 *
 * Games are played at random by every rule set, and by house rules under which melds of one rank
 * are plentiful. If two legal actions had the same sentence, a player could not choose between them
 * in a list. The display and the library once had separate wordings, which differed in numerals, in
 * "from your hand" and in how melds were numbered. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "display/display.h"
#include "law_of.h"
#include "tests/fuzz/driver/witness.h"

enum {
    SAID_MOST = 160, /* actions compared of a long list, plus all that could go to several melds */
    LINE_SIZE = SAY_SIZE
};

static const char *const languages[] = {"en", "es", "de", "fr"};

static struct {
    struct chance chance;
    struct cn_game game;
    struct scene scene;
    struct display display;
    struct cn_actions list;
    struct line {
        char text[LINE_SIZE];
        struct cn_action action;
    } lines[CN_ACTIONS_MAX];
    int64_t decisions, takes, adds, freezes;
    int64_t combines; /* positions in which several actions could be worded the same */
    int64_t events[CN_EVENT_TYPES];
} w;

static int side_in_turn(void)
{
    const struct cn_board *board = &w.game.deal.board;
    return board->side[board->turn];
}

static int melds_of(int kind)
{
    return cn_side_melds_of(&w.game.deal.board, side_in_turn(), kind);
}

static int melds_beside(struct cn_action action)
{
    const struct cn_board *board = &w.game.deal.board;
    if (action.type != CN_ACTION_TAKE_ONTO && action.type != CN_ACTION_ADD &&
        action.type != CN_ACTION_MERGE)
        return 0;
    return melds_of(cn_meld_kind(board->melds[side_in_turn()][action.place]));
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(((const struct line *)a)->text, ((const struct line *)b)->text);
}

static void expect_different(int count, const char *language)
{
    qsort(w.lines, (size_t)count, sizeof w.lines[0], compare_lines);
    for (int i = 1; i < count; i++) {
        char one[CN_ACTION_TEXT], other[CN_ACTION_TEXT];
        if (strcmp(w.lines[i - 1].text, w.lines[i].text) != 0)
            continue;
        cn_action_format(NULL, w.lines[i - 1].action, one);
        cn_action_format(NULL, w.lines[i].action, other);
        fail_msg("%s, %s: '%s' and '%s' are both: %s", w.game.law->rules.name, language, one, other,
                 w.lines[i].text);
    }
}

static void expect_same_in_display(struct cn_action action, const char *said)
{
    char shown[LINE_SIZE];
    words_action(&w.display, action, shown, sizeof shown);
    assert_string_equal(shown, said);
}

/* Words all actions as the player reads them in a list and as others do in a review. */
static void say_all(const char *language)
{
    struct cn_words words;
    int count = 0;
    assert_true(cn_words_find(language, &words));
    w.scene.words = words;
    for (int way = 0; way < 2; way++, count = 0) {
        for (int i = 0; i < w.list.count; i++) {
            const struct cn_action action = w.list.at[i];
            struct line *line = &w.lines[count];
            if (i >= SAID_MOST && melds_beside(action) < 2)
                continue;
            line->action = action;
            const int own = way == 0 ? w.display.viewer : CN_NO_SEAT;
            cn_words_action(&words, w.game.law, &w.game.deal.board, own, action, line->text,
                            sizeof line->text);
            if (way == 0)
                expect_same_in_display(action, line->text);
            assert_true(line->text[0] != '\0' && strlen(line->text) < sizeof line->text - 1);
            assert_null(strchr(line->text, '{'));
            count++;
        }
        expect_different(count, language);
    }
}

/* Returns whether several melds of a rank allow several ways to do the same. */
static bool count_ways(void)
{
    int takes = 0, adds = 0, combines = 0;
    for (int i = 0; i < w.list.count; i++) {
        const struct cn_action action = w.list.at[i];
        takes += action.type == CN_ACTION_TAKE_ONTO;
        adds += action.type == CN_ACTION_ADD && melds_beside(action) > 1;
        combines += action.type == CN_ACTION_MERGE && melds_beside(action) > 2;
    }
    w.takes += takes > 1;
    w.adds += adds > 1;
    w.combines += combines > 1;
    return takes > 1 || adds > 1 || combines > 1;
}

/* Chooses at random, but prefers opening another meld of a rank and taking the pack. */
static struct cn_action choose(void)
{
    struct cn_action best = w.list.at[chance_below(&w.chance, w.list.count)];
    for (int tries = 0; tries < 6; tries++) {
        const struct cn_action other = w.list.at[chance_below(&w.chance, w.list.count)];
        const bool small = other.type == CN_ACTION_MELD && other.amount <= 3;
        if (small && (best.type != CN_ACTION_MELD || melds_of(other.place) > 0))
            best = other;
        else if (best.type == CN_ACTION_DRAW && other.type == CN_ACTION_TAKE_PAIR)
            best = other;
        else if (best.type == CN_ACTION_MERGE || best.type == CN_ACTION_ADD)
            best = other;
    }
    return best;
}

/* The display's log and the library must write the same sentence, for the seat itself and for
 * others. */
static void expect_same_event(const struct cn_event *event, int seat, const char *language)
{
    char said[LINE_SIZE], shown[LINE_SIZE];
    const char *names[CN_SEATS_MAX];
    struct cn_words words;
    assert_true(cn_words_find(language, &words));
    w.scene.words = words;
    display_of(&w.scene, seat, &w.display);
    display_seat_names(&w.display, names);
    cn_words_event(&words, event, names, seat, said, sizeof said);
    words_capitalize(said, sizeof said);
    display_news_text(&w.display, &w.display.news[w.display.news_count - 1], shown, sizeof shown);
    assert_string_equal(shown, said);
    assert_null(strchr(said, '{'));
    assert_null(strstr(said, "event."));
    w.events[event->type]++;
}

static void on_event(void *context, const struct cn_event *event)
{
    (void)context;
    if (event->type == CN_EVENT_OVER) /* the display names the sides: "we have won" */
        return;
    w.scene.game = w.game;
    scene_on_event(&w.scene, event);
    if (event->freezes) /* a deuce freezes nothing in American, say */
        assert_int_not_equal(w.game.deal.board.frozen, 0);
    w.freezes += event->freezes;
    if (event->type ==
        CN_EVENT_TALON) { /* the seat's line shows it with the turn that it follows */
        const struct news_item *news = &w.scene.news[w.scene.news_count - 1];
        assert_int_equal(news[-1].type, CN_EVENT_DISCARD);
        assert_int_equal(news->turn, news[-1].turn);
    }
    if (w.events[event->type] > 40 && !chance_percent(&w.chance, 2))
        return;
    for (int seat = 0; seat < w.game.players; seat++)
        expect_same_event(event, seat, languages[(w.scene.last_id + seat) % 4]);
}

static void play_deal(void)
{
    const struct cn_observer observer = {on_event, NULL};
    assert_true(witness_deal(&w.game, &w.chance, NULL));
    w.scene.game = w.game;
    scene_new_deal(&w.scene);
    while (w.game.in_deal) {
        const int seat = cn_game_actor(&w.game);
        cn_board_legal_list(w.game.law, &w.game.deal.board, w.game.deal.hands[seat], &w.list);
        assert_true(w.list.count > 0);
        const bool several = count_ways();
        w.decisions++;
        if (several || chance_percent(&w.chance, 3)) {
            w.scene.game = w.game;
            display_of(&w.scene, seat, &w.display);
            for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++)
                if (!several || i == (size_t)(w.decisions % 4) || chance_percent(&w.chance, 10))
                    say_all(languages[i]);
        }
        w.scene.action = choose();
        assert_true(cn_game_play(&w.game, seat, w.scene.action, NULL, NULL, &observer));
    }
}

static void play(const char *set, const char *house, int deals)
{
    struct cn_rules rules;
    struct cn_rules_error error;
    assert_true(cn_rules_load(&rules, set));
    assert_true(cn_rules_read(&rules, house, strlen(house), NULL, NULL, &error));
    for (int i = 0; i < deals; i++) {
        int players = 2 + i % 5;
        while (!cn_rules_allow_players(&rules, players))
            players = 2 + (players - 1) % 5;
        cn_game_init(&w.game, law_of(&rules), players, NULL);
        play_deal();
    }
}

static void actions_and_events_have_one_wording(void **state)
{
    const struct cn_words none = {"", 0};
    chance_from_seed(&w.chance, 20);
    scene_init(&w.scene, &none, SCENE_ALL_SEATS);
    for (int i = 0; cn_rules_builtin(i) != NULL; i++)
        play(cn_rules_builtin(i), "", 5);
    play("laws1950", "initial_minimum = [[null, 0]]\nfrozen_before_initial_meld = false\n", 25);
    play("laws1950",
         "initial_minimum = [[null, 0]]\nfrozen_before_initial_meld = false\npacks = 3\n", 25);
    print_message("%lld decisions; several ways to take onto %lld, to add %lld, to combine %lld\n",
                  (long long)w.decisions, (long long)w.takes, (long long)w.adds,
                  (long long)w.combines);
    assert_true(w.takes > 5 && w.adds > 50 && w.combines > 5);
    assert_true(w.freezes > 0);
    for (int type = CN_EVENT_FACE; type < CN_EVENT_OVER; type++)
        if (w.events[type] == 0)
            fail_msg("no event of type %d", type);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(actions_and_events_have_one_wording),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
