/* terminal_referee_test.c -- the terminal at refereed tables: typed words that insist, duties on
 * the table page, penalties on the score sheet, and a local game whose bots call. */
#include "refereed.h"

#include "terminal/command_parser.h"
#include "terminal/text_page.h"
#include "terminal_place.h"

#define PLAIN "hands: 4 5 6 8 J / 4 5 6 8 J / 4 5 6 8 J / 4 5 6 8 J; pile: 9; stock: Q K T 9 +20"

static struct {
    struct game_source source;
    struct display display;
    struct text_page page;
    struct card_plays plans;
} w;

static void on_event(void *context, const struct cn_event *event)
{
    (void)context;
    scene_on_event(&w.source.scene, event);
}

static void look(int seat)
{
    display_of(&w.source.scene, seat, &w.display);
}

/* The table of a position, seen by seat 0. */
static void show(const char *rules, const char *position)
{
    static const char *const names[] = {"Anna", "Ben", "Cleo", "Dan"};
    struct cn_words words;
    table(rules, position);
    assert_true(cn_words_find("en", &words));
    scene_free(&w.source.scene);
    memset(&w.source, 0, sizeof w.source);
    scene_init(&w.source.scene, &words, SCENE_ALL_SEATS);
    for (int seat = 0; seat < 4; seat++)
        scene_set_name(&w.source.scene, seat, names[seat], NULL);
    w.source.scene.game = at_table.game;
    look(0);
}

static void act(const char *text, int index)
{
    const struct cn_observer observer = {.event = on_event};
    struct cn_refusal why;
    (void)index;
    w.source.scene.action = table_action(text + 2);
    if (!cn_game_play(&w.source.scene.game, text[0] - '0', w.source.scene.action, NULL, &why,
                      &observer))
        fail_msg("%s: refused, %s %s", text, cn_refusal_name(why.id), why.article);
}

static void plays(const char *actions)
{
    table_parts(actions, ';', act);
    look(0);
}

/* ---- words that insist ---- */

/* The words mean these steps: "!meld K 3 0 0", or those of several ways, joined by "|"; or nothing
 * that can be insisted on: the article. */
static void means(int verb, const char *line, const char *wanted)
{
    char found[400] = "";
    const char *rest = line + strcspn(line, " ");
    const enum parsed_command parsed =
        command_parse_anyway(&w.display, verb, line, rest + strspn(rest, " "), &w.plans);
    if (parsed == COMMAND_UNCLEAR)
        strcpy(found, "unclear");
    if (parsed == COMMAND_REFUSED)
        snprintf(found, sizeof found, "%s", w.plans.why.article);
    for (int i = 0; parsed == COMMAND_PLANS && i < w.plans.count; i++)
        for (int step = 0; step < w.plans.at[i].count; step++) {
            char action[CN_ACTION_TEXT];
            const size_t length = strlen(found);
            cn_action_format(w.display.law, w.plans.at[i].step[step].action, action);
            snprintf(found + length, sizeof found - length, "%s%s",
                     length == 0 ? ""
                     : step == 0 ? " | "
                                 : "; ",
                     action);
        }
    if (strcmp(found, wanted) != 0)
        fail_msg("%s:\n  expected %s\n  found    %s", line, wanted, found);
}

static void words_insist(void **state)
{
    (void)state;
    show(CALLED, PLAIN);
    means(CN_ACTION_DRAW, "draw", "R1"); /* it is legal */
    means(CN_ACTION_DISCARD, "discard four", "!discard 4");
    means(CN_ACTION_DISCARD, "discard king", "R2");
    means(CN_ACTION_DISCARD, "discard four and five", "unclear");
    means(CN_ACTION_TAKE_PAIR, "take", "!take hand"); /* touching is something else */
    means(CN_ACTION_TOUCH, "touch", "!touch");
    means(CN_ACTION_EXPOSE, "expose four and eight", "!expose 4; !expose 8");
    means(CN_ACTION_EXPOSE, "expose", "unclear");
    plays("0 draw");
    means(CN_ACTION_DRAW, "draw", "!draw");
    means(CN_ACTION_MELD, "meld four", "R2"); /* nobody lays one card */
    means(CN_ACTION_MELD, "meld king", "L19");
    show(CALLED, "hands: 9 2 4 5 6 / 4 5 6 8 J; pile: 7 9; stock: Q K T 9 +20");
    means(CN_ACTION_TAKE_PAIR, "take", "!take deuce | !take hand");
    means(CN_ACTION_TAKE_PAIR, "take nine and deuce", "!take deuce");
    show(CALLED, "hands: Kx3 8 8 4 5 6; pile: 9; stock: Q +20");
    plays("0 draw");
    means(CN_ACTION_MELD, "meld three kings", "!meld K 3 0 0");
    means(CN_ACTION_MELD, "meld eights", "!meld 8 2 0 0");
    show("laws1950", PLAIN);
    means(CN_ACTION_DISCARD, "discard four", "R2");
}

/* ---- pages ---- */

static void page_says(const char *line)
{
    for (int i = 0; i < w.page.count; i++)
        if (strcmp(w.page.line[i], line) == 0)
            return;
    for (int i = 0; i < w.page.count; i++)
        print_error("%s\n", w.page.line[i]);
    fail_msg("the page does not say: %s", line);
}

static void the_table_page_has_duties(void **state)
{
    (void)state;
    show(CALLED, PLAIN);
    plays("0 draw; 0 !draw; 1 call; 1 !expose 8; 0 call");
    text_page_table(&w.page, &w.display, 79);
    page_says("You owe a discard.");
    page_says("Ben, face up on the table: the eight of hearts.");
    page_says("Ben: must discard an exposed card.");
    page_says("We: penalties in this deal -50.");
}

static void the_sheet_has_penalties_and_their_laws(void **state)
{
    (void)state;
    show(CALLED,
         "hands: K / 3r 5 6 / 5 6 / 5 6; melds: Kx7; pile: 9; stock: Q T +20; turned: 0123");
    plays("0 draw; 2 !peek; 1 call; 0 add 0 1 0 0; 0 discard Q");
    assert_false(w.source.scene.game.in_deal);
    text_page_sheet(&w.page, &w.source, &w.display);
    page_says("  penalties (P1-P5, L56)          -100        -500");
    page_says("L53: Cleo has looked at the top card of the stock; the side");
    page_says("loses 100 points.");
    page_says("L56: They kept red threes undeclared, -500");
}

/* More news than a display keeps do not make the rulings that are forgotten red threes. */
static void forgotten_rulings_are_no_red_threes(void **state)
{
    (void)state;
    show(CALLED,
         "hands: K / 3r 5 6 / 5 6 / 5 6; melds: Kx7; pile: 9; stock: Q T +20; turned: 0123");
    plays("0 draw");
    for (int i = 0; i < DISPLAY_NEWS; i++)
        plays("2 !touch; 1 call");
    plays("0 add 0 1 0 0; 0 discard Q");
    text_page_sheet(&w.page, &w.source, &w.display);
    page_says("  penalties (P1-P5, L56)        -9,600        -500");
    page_says("L56: They kept red threes undeclared, -500");
    for (int i = 0; i < w.page.count; i++)
        assert_null(strstr(w.page.line[i], "L56: We"));
}

/* ---- a local game ---- */

static void a_bot_calls_and_the_game_is_resumed(void **state)
{
    struct place *place = *state;
    struct io_error trouble = {NULL, ""};
    struct cn_refusal why;
    const struct cn_action draw = cn_action_insist(cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0));
    place->options.rules.referee = CN_REFEREE_CALLED;
    strcpy(place->options.bots[0], "level:master");
    struct local_game *session = begin(place);
    assert_true(local_game_deal(session));
    const struct cn_game *game = &session->source.scene.game;
    while (cn_game_actor(game) != 0)
        local_game_bot_move(session);
    assert_true(local_game_play(session, 0, cn_action_plain(draw), NULL, &why));
    assert_true(local_game_play(session, 0, draw, NULL, &why));
    assert_int_equal(game->deal.board.owed[0], 1); /* ruled on, because a bot called */
    assert_int_equal(cn_referee_open(game), 0);
    assert_int_equal(local_game_undoable(session, 0), 0);
    const struct cn_game before = *game;
    local_game_free(session);
    session = local_game_resume(&place->options, &trouble);
    if (session == NULL)
        fail_msg("%s: %s", trouble.key, trouble.detail);
    assert_memory_equal(&session->source.scene.game.deal, &before.deal, sizeof before.deal);
    local_game_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_insist),
        cmocka_unit_test(the_table_page_has_duties),
        cmocka_unit_test(the_sheet_has_penalties_and_their_laws),
        cmocka_unit_test(forgotten_rulings_are_no_red_threes),
        cmocka_unit_test_setup_teardown(a_bot_calls_and_the_game_is_resumed, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, leave_last);
}
