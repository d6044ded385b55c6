/* terminal_test.c -- what the terminal shows of a game.
 *
 * A display must not change if cards are exchanged that its seat cannot see (the twins). The front
 * ends draw from a display alone, so this holds for the screen as well.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "terminal/cell.h"
#include "terminal/frontend.h"
#include "terminal/screen.h"
#include "terminal_place.h"

/* ---- twins ---- */

/* Exchanges a card of another seat with one of another kind from the stock. Returns false if no
 * card fits. */
static bool exchange_hidden(struct local_game *session, int seat)
{
    struct cn_deal *deal = &session->source.scene.game.deal;
    struct cn_placement *cards = &session->source.scene.game.cards;
    for (int at = deal->drawn; at < deal->cards; at++) {
        const cn_card drawn = deal->stock[at];
        const int kind = cn_card_kind(drawn);
        if (kind == CN_RED_THREE)
            continue;
        for (int face = 0; face < CN_CARD_CODES; face++) {
            const int held = cn_card_kind((cn_card)face);
            if (cards->hand[seat][face] == 0 || held == kind || held == CN_RED_THREE)
                continue;
            cards->hand[seat][face]--;
            cards->hand[seat][drawn]++;
            deal->hands[seat] =
                cn_hand_add(cn_hand_remove(deal->hands[seat], cn_hand_single(held, 1)),
                            cn_hand_single(kind, 1));
            deal->stock[at] = (cn_card)face;
            return true;
        }
    }
    return false;
}

static void assert_same_display(const struct local_game *a, const struct local_game *b, int seat)
{
    static struct display one, two;
    display_of(&a->source.scene, seat, &one);
    display_of(&b->source.scene, seat, &two);
    assert_memory_equal(one.law, two.law, sizeof *one.law);
    one.law = two.law = NULL;
    one.words = two.words = NULL;
    assert_memory_equal(&one, &two, sizeof one);
}

static void a_display_shows_nothing_hidden(void **state)
{
    struct local_game *session = begin(*state);
    struct local_game *twin = malloc(sizeof *twin);
    static struct display display;
    int compared = 0;
    assert_non_null(twin);
    assert_true(local_game_deal(session));
    while (move(session, &display)) {
        for (int seat = 0; seat < session->source.scene.game.players; seat++) {
            memcpy(twin, session, sizeof *twin);
            if (!exchange_hidden(twin, (seat + 1) % session->source.scene.game.players))
                continue;
            assert_same_display(session, twin, seat);
            compared++;
        }
    }
    assert_true(compared > 50);
    free(twin);
    local_game_free(session);
}

/* ---- whose terminal it is ---- */

static bool pretend_to_wait(struct game_source *source, int ms, bool *input)
{
    return false;
}

/* At a remote table one seat is here, or none; it can change, and its bots decide elsewhere. */
static void a_remote_table_shows_one_seat(struct game_source *source)
{
    static const struct game_source_type remote = {.wait = pretend_to_wait};
    source->type = &remote;
    source->scene.self = 2;
    assert_true(game_source_is_remote(source) && !game_source_is_shared(source));
    assert_true(game_source_is_here(source, 2) && !game_source_is_here(source, 0));
    assert_int_equal(game_source_viewer(source, 0), 2);
    assert_false(game_source_bot_decides(source) || game_source_advance(source));
    assert_false(game_source_command(source, "who"));
    source->scene.self = CN_NO_SEAT;
    assert_int_equal(game_source_people(source), 0);
    assert_int_equal(game_source_viewer(source, 2), 0);
}

static void one_loop_asks_whose_terminal_it_is(void **state)
{
    struct place *place = *state;
    place->options.humans = 1u << 1 | 1u << 3;
    struct local_game *session = begin(place);
    struct game_source *source = &session->source;
    bool input = false;
    assert_true(!game_source_is_remote(source) && game_source_is_shared(source));
    assert_int_equal(game_source_people(source), 1u << 1 | 1u << 3);
    assert_int_equal(game_source_viewer(source, CN_NO_SEAT), 1);
    assert_true(game_source_advance(source)); /* deals: nobody has to be asked for the first deal */
    assert_int_equal(game_source_stage(source), CN_STAGE_IN_DEAL);
    while (game_source_bot_decides(source))
        assert_true(game_source_advance(source));
    const int actor = game_source_actor(source);
    assert_true(game_source_is_here(source, actor));
    assert_false(game_source_advance(source));
    assert_int_equal(game_source_viewer(source, CN_NO_SEAT), actor);
    assert_int_equal(game_source_viewer(source, 4 - actor),
                     4 - actor); /* until the other is here */
    assert_false(game_source_wait(source, -1, &input));
    assert_true(input);
    assert_false(game_source_command(source, "who") || game_source_is_over(source));
    assert_null(game_source_next_notice(source));
    a_remote_table_shows_one_seat(source);
    local_game_free(session);
}

/* ---- the screen ---- */

/* The message "It's not your turn." disappears when the turn comes. */
static void a_message_about_waiting_disappears(void **state)
{
    struct local_game *session = begin(*state);
    struct screen *screen = calloc(1, sizeof *screen);
    static struct display display;
    int waits = 0;
    assert_non_null(screen);
    screen->source = &session->source;
    assert_true(local_game_deal(session));
    do {
        screen_refresh(screen);
        const bool mine = display_is_my_turn(&screen->display);
        if (mine && waits > 0)
            assert_string_equal(screen->message, "");
        waits = mine ? 0 : waits + 1;
        screen_say(screen, "ui.hint.wait", "");
        screen_refresh(screen); /* stays until something changes */
        assert_string_equal(screen->message, "It's not your turn.");
    } while (display.turn < 12 && move(session, &display));
    free(screen);
    local_game_free(session);
}

static void names_have_visible_characters_only(void **state)
{
    static const char *const bad[] = {
        "",
        "   ",
        "An\nn",
        "\033[2J",
        "A\xc2\x9bn",
        "\xff",
        "\xc3",
        "\xc0\xaf",
        "\xed\xa0\x80",
        "a\342\200\256b", /* an octal escape ends after three digits */
        "\xe2\x80\x8b",
        "1234567890123456789012345"};
    static const char *const good[][2] = {{" Ann ", "Ann"},
                                          {"José María", "José María"},
                                          {"éééééééééééééééééééééééé", "éééééééééééééééééééééééé"},
                                          {"王", "王"}};
    char name[PERSON_SIZE];
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(terminal_person_name(bad[i], name));
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(terminal_person_name(good[i][0], name));
        assert_string_equal(name, good[i][1]);
    }
}

/* ---- melds in narrow columns ---- */

/* Puts one meld, its cards of any suit, on the table for the viewer's side. */
static void lay(struct display *display, cn_packed_meld m)
{
    const int counts[3] = {cn_meld_naturals(m), cn_meld_deuces(m), cn_meld_jokers(m)};
    const int kinds[3] = {cn_meld_kind(m), CN_DEUCE, CN_JOKER};
    display->laid_count = 0;
    for (int i = 0; i < 3; i++)
        for (int card = 0, left = counts[i]; left > 0; card = (card + 1) % CN_CARD_CODES) {
            if (cn_card_kind((cn_card)card) != kinds[i])
                continue;
            display->laid_side[display->laid_count] = (uint8_t)display->side;
            display->laid_meld[display->laid_count] = 0;
            display->laid[display->laid_count++] = (cn_card)card;
            left--;
        }
    display->board.melds[display->side][0] = m;
    display->board.meld_count[display->side] = 1;
}

static int tokens_of(const char *text)
{
    int count = 0;
    for (const char *at = text; *at != '\0'; at += strcspn(at, " "), at += strspn(at, " "))
        count++;
    return count;
}

/* In any width, a meld shows its cards or their number in words, without symbols that players must
 * learn. */
static void expect_cell(const struct display *display, cn_packed_meld m, int columns)
{
    struct meld_cell cell;
    char size[16];
    cell_of(display, display->side, 0, columns, columns > 50 ? 6 : 4, &cell);
    snprintf(size, sizeof size, "%d", cn_meld_size(m));
    assert_null(strchr(cell.words, '+'));
    assert_true(cn__columns(cell.ranks) <= columns);
    if (cell.words[0] != '\0' && columns >= 16)
        assert_true(cell.at + cn__columns(cell.words) <= columns);
    if (cell.ranks[0] != '\0')
        assert_true(cn__columns(cell.ranks) < cell.at || cell.words[0] == '\0');
    const bool shown =
        cell.card_count == cn_meld_size(m) || tokens_of(cell.ranks) == cn_meld_size(m);
    if (!shown && strstr(cell.words, size) == NULL)
        fail_msg("%d columns: \"%s\" \"%s\"", columns, cell.ranks, cell.words);
}

static void melds_are_readable_in_narrow_columns(void **state)
{
    static const char *const languages[] = {"en", "es", "de", "fr"};
    struct local_game *session = begin(*state);
    static struct display display;
    assert_true(local_game_deal(session));
    display_of(&session->source.scene, 0, &display);
    for (int i = 0; i < 4; i++) {
        struct cn_words words;
        assert_true(cn_words_find(languages[i], &words));
        display.words = &words;
        for (int naturals = 2; naturals <= 8; naturals++)
            for (int wilds = 0; wilds <= 3; wilds++)
                for (int columns = 10; columns <= 60; columns++)
                    for (int kind = CN_NINE; kind <= CN_TEN; kind++) {
                        const cn_packed_meld m =
                            cn_meld_of(kind, naturals, wilds / 2, wilds - wilds / 2);
                        if (cn_meld_size(m) < 3)
                            continue;
                        lay(&display, m);
                        expect_cell(&display, m, columns);
                    }
    }
    local_game_free(session);
}

/* ---- the table in words ---- */

static bool page_has(const struct text_page *page, const char *line)
{
    for (int i = 0; i < page->count; i++)
        if (strcmp(page->line[i], line) == 0)
            return true;
    return false;
}

/* More canastas than needed are "enough", not "3 of 2". */
static void canastas_are_counted_against_the_need(void **state)
{
    static const char *const lines[] = {
        "We: 0 canastas; to go out 2 are needed.", "We: 1 canasta; to go out 2 are needed.",
        "We: 2 canastas, enough to go out.", "We: 3 canastas, enough to go out."};
    static struct text_page page;
    static struct display display;
    struct place *place = *state;
    struct cn_rules_error error;
    assert_true(cn_rules_set(&place->options.rules, "canastas_to_go_out", "2", 1, &error));
    struct local_game *session = begin(place);
    assert_true(local_game_deal(session));
    display_of(&session->source.scene, 0, &display);
    text_page_table(&page, &display, 100);
    assert_false(page_has(&page, lines[0]));
    display.board.meld_count[display.side] = 1;
    for (uint8_t count = 0; count < 4; count++) {
        display.board.canastas[display.side] = count;
        text_page_table(&page, &display, 100);
        assert_true(page_has(&page, lines[count]));
    }
    local_game_free(session);
}

/* With a contract, each number that it asks for. */
static void canastas_are_counted_by_name(void **state)
{
    static const char contract[] = "{natural: 1, 7: 1}";
    static struct text_page page;
    static struct display display;
    struct place *place = *state;
    struct cn_rules_error error;
    assert_true(cn_rules_set(&place->options.rules, "canastas_to_go_out", "3", 1, &error));
    assert_true(
        cn_rules_set(&place->options.rules, "out_contract", contract, sizeof contract - 1, &error));
    struct local_game *session = begin(place);
    assert_true(local_game_deal(session));
    display_of(&session->source.scene, 0, &display);
    display.board.meld_count[display.side] = 2;
    display.board.canastas[display.side] = 2;
    display.board.melds[display.side][0] = cn_meld_of(CN_SEVEN, 7, 0, 0);
    display.board.melds[display.side][1] = cn_meld_of(CN_KING, 7, 1, 0);
    text_page_table(&page, &display, 120);
    assert_true(page_has(&page, "We: to go out, natural canastas: 0 of 1, canastas of sevens: 1 of "
                                "1, canastas in all: 2 of 3."));
    display.board.meld_count[display.side] = 3;
    display.board.canastas[display.side] = 3;
    display.board.melds[display.side][2] = cn_meld_of(CN_ACE, 7, 0, 0);
    text_page_table(&page, &display, 120);
    assert_true(page_has(&page, "We: enough to go out, natural canastas: 1 of 1, canastas "
                                "of sevens: 1 of 1, canastas in all: 3 of 3."));
    local_game_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PLACE_TEST(a_display_shows_nothing_hidden),
        PLACE_TEST(one_loop_asks_whose_terminal_it_is),
        PLACE_TEST(a_message_about_waiting_disappears),
        cmocka_unit_test(names_have_visible_characters_only),
        PLACE_TEST(melds_are_readable_in_narrow_columns),
        PLACE_TEST(canastas_are_counted_against_the_need),
        PLACE_TEST(canastas_are_counted_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
