/* terminal_words_test.c -- the terminal's sentences: numbers, advice, sides, the news read aloud,
 * and ASCII in place of other characters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "terminal/frontend.h"
#include "terminal_place.h"

/* ---- numbers ---- */

/* web/tests/numbers.test.ts has the same for pages. */
static void numbers_are_written_as_in_the_language(void **state)
{
    static const struct {
        const char *language;
        int points;
        const char *text;
    } written[] = {
        {"en", 995, "995"},     {"en", 5000, "5,000"},   {"en", -10000, "-10,000"},
        {"de", 5000, "5.000"},  {"de", 10000, "10.000"}, {"es", 5000, "5000"},
        {"es", -9995, "-9995"}, {"es", 10000, "10.000"}, {"fr", 5000, "5\u00a0000"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++) {
        struct cn_words words;
        char text[32];
        assert_true(cn_words_find(written[i].language, &words));
        assert_string_equal(words_number(&words, written[i].points, text, sizeof text),
                            written[i].text);
    }
}

/* ---- advice ---- */

/* Joins all lines of a page into one. */
static void join_page(const struct text_page *page, char *text, size_t size)
{
    size_t at = 0;
    text[0] = '\0';
    for (int i = 0; i < page->count && at < size; i++)
        at += (size_t)snprintf(text + at, size - at, "%s ", page->line[i]);
}

/* No alternative looks better than the advice: none has more points, in figures or in words. */
static void expect_no_better(const struct display *display, const struct advice *advice)
{
    static struct text_page page;
    static char text[20000];
    char gain[SAY_SIZE];
    text_page_advice(&page, display, advice, 78);
    join_page(&page, text, sizeof text);
    assert_null(strchr(text, '+'));
    assert_true(advice->review.gain >= 0);
    for (int i = 1; i < advice->count; i++) {
        char action[SAY_SIZE], line[2 * SAY_SIZE];
        const int less = advice->moves[i].points - advice->moves[0].points;
        assert_true(less <= 0);
        words_action(display, advice->moves[i].action, action, sizeof action);
        snprintf(line, sizeof line, "%d %s.", less, action);
        if (strlen(line) < 60 && strstr(text, line) == NULL)
            fail_msg("%s: %s", line, text);
    }
    words_gain(display, advice, gain, sizeof gain);
    assert_null(strchr(gain, '-'));
    if (advice->review.finding.any)
        assert_true(advice->review.clear && advice->review.gain > 0);
}

/* In every position of a deal, advice is legal and reproducible, and its sentence has the gain. */
static void advice_is_legal_and_in_words(void **state)
{
    struct place *place = *state;
    struct local_game *session = begin(place);
    static struct display display;
    static struct text_page page;
    int weighed = 0, found = 0;
    assert_true(local_game_deal(session));
    do {
        struct advice advice;
        struct advice again;
        char text[SAY_SIZE];
        if (!game_source_is_here(&session->source, game_source_actor(&session->source)))
            continue;
        display_of(&session->source.scene, game_source_actor(&session->source), &display);
        advise(&display, &advice);
        advise(&display, &again);
        assert_true(cn_action_equal(advice.action, again.action));
        assert_int_equal(advice.count, again.count);
        assert_int_equal(advice.review.gain, again.review.gain);
        assert_true(display_check(&display, advice.action, NULL));
        for (int i = 0; i < advice.count; i++)
            assert_true(display_check(&display, advice.moves[i].action, NULL));
        if (advice.count > 0)
            assert_true(cn_action_equal(advice.moves[0].action, advice.action));
        weighed += advice.count > 1;
        found += advice.review.finding.any;
        words_advice(&display, &advice, text, sizeof text);
        assert_non_null(strstr(text, "Hint: "));
        assert_int_equal(text[strlen(text) - 1], '.');
        text_page_advice(&page, &display, &advice, 78);
        assert_true(page.count >= advice.count + 1);
        if (advice.count > 1)
            expect_no_better(&display, &advice);
    } while (display.turn < 20 && move(session, &display));
    if (cn_bot_find(cn_level_best()->bot)->decide == NULL)
        assert_true(weighed > 0 && found > 0);
    local_game_free(session);
}

/* Every course and share has its words, in every language. */
static void findings_are_in_words(void **state)
{
    static const char *const languages[] = {"en", "es", "de", "fr"};
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct cn_words words;
        assert_true(cn_words_find(languages[i], &words));
        for (int course = 0; course < CN_COURSES_ALL; course++)
            for (int share = 0; share <= 1000; share += 25) {
                char text[SAY_SIZE];
                const struct cn_finding finding = {true, (enum cn_course)course, share,
                                                   1000 - share};
                words_found(&words, &finding, text, sizeof text);
                assert_null(strstr(text, "found."));
                assert_null(strstr(text, "share."));
                assert_null(strchr(text, '{'));
                assert_int_equal(text[strlen(text) - 1], '.');
            }
    }
    struct cn_words english;
    char text[SAY_SIZE];
    const struct cn_finding finding = {true, CN_COURSE_NEXT_TAKES, 40, 340};
    assert_true(cn_words_find("en", &english));
    assert_string_equal(words_found(&english, &finding, text, sizeof text),
                        "The next player takes the pack in hardly any case, otherwise in 1 of 3 "
                        "cases.");
}

/* ---- sides ---- */

static void sides_have_the_players_names(void **state)
{
    static const char *const wanted[][3] = {
        [2] = {"You", "North"}, [3] = {"You", "West", "East"}, [4] = {"We", "They"}};
    struct place *place = *state;
    static struct display display;
    for (int players = 2; players <= 4; players++) {
        place->options.players = players;
        struct local_game *session = begin(place);
        char text[SAY_SIZE];
        display_of(&session->source.scene, 0, &display);
        for (int side = 0; side < (players == 3 ? 3 : 2); side++)
            assert_string_equal(words_side(&display, side, text, sizeof text),
                                wanted[players][side]);
        words_won(&display, 0, text, sizeof text);
        assert_string_equal(text, players == 4 ? "The game is over: we have won!"
                                               : "The game is over: you have won!");
        words_won(&display, 1, text, sizeof text);
        if (players == 2)
            assert_string_equal(text, "The game is over. North won.");
        local_game_free(session);
        unlink(place->file);
    }
}

/* ---- read aloud ---- */

/* Reads the news after number 'last' aloud. Returns how many pieces there were. */
static int listen(const struct display *display, int32_t *last, int *owner, char *text, size_t size)
{
    int count = 0;
    text[0] = '\0';
    for (int i = 0; i < display->news_count; i++) {
        char one[SAY_SIZE];
        if (display->news[i].id <= *last)
            continue;
        *last = display->news[i].id;
        if (words_aloud(display, i, one, sizeof one)[0] == '\0')
            continue;
        count++;
        *owner = display->news[i].seat;
        snprintf(text, size, "%s", one);
    }
    return count;
}

static int occurrences(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part))
        count++;
    return count;
}

/* Another player's turn is read at its end in one sentence, the viewer's turn piece by piece. */
static void another_s_turn_is_one_sentence(void **state)
{
    static struct display display;
    struct local_game *session = begin(*state);
    char text[SAY_SIZE];
    int owner = CN_NO_SEAT;
    int long_ones = 0;
    int32_t last = 0;
    assert_true(local_game_deal(session));
    display_of(&session->source.scene, 0, &display);
    listen(&display, &last, &owner, text, sizeof text);
    for (;;) {
        const int actor = game_source_actor(&session->source);
        const int turn = session->source.scene.turn;
        if (!move(session, &display))
            break;
        display_of(&session->source.scene, 0, &display);
        const bool over = session->source.scene.turn > turn || display.stage != CN_STAGE_IN_DEAL;
        const int count = listen(&display, &last, &owner, text, sizeof text);
        if (actor == 0 || session->source.scene.game.deal.board.phase == CN_PHASE_ANSWER) {
            assert_true(count > 0);
            continue;
        }
        if (display.stage != CN_STAGE_IN_DEAL)
            break; /* the end of the deal is also read */
        assert_int_equal(count, over ? 1 : 0);
        if (!over)
            continue;
        assert_int_equal(occurrences(text, display.names[actor]), 1);
        assert_ptr_equal(strstr(text, display.names[actor]), text);
        assert_int_equal(occurrences(text, "."), 1);
        assert_non_null(strstr(text, "discards"));
        long_ones += strstr(text, ", ") != NULL && strstr(text, " and discards") != NULL;
    }
    assert_true(long_ones > 3);
    local_game_free(session);
}

/* ---- ASCII ---- */

static void sentences_begin_with_a_capital(void **state)
{
    char text[16] = "\u00e9l roba";
    assert_string_equal(words_capitalize(text, sizeof text), "\u00c9l roba.");
    strcpy(text, "\u00c9l");
    assert_string_equal(words_capitalize(text, sizeof text), "\u00c9l.");
    (void)state;
}

static void ascii_is_ascii(void **state)
{
    char text[] = "7\u2665 \u201cPumpa!\u201d \u2014 \u00e9 \u2592";
    char letters[] =
        "\u00a1Comod\u00edn, \u00c1s, a\u00f1o! Gro\u00df \u00ab c\u0153ur \u00bb \u20ac";
    utf8_to_ascii(text);
    assert_string_equal(text, "7h \"Pumpa!\" - e #");
    utf8_to_ascii(letters);
    assert_string_equal(letters, "!Comodin, As, ano! Gross \" coeur \" ?");
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_written_as_in_the_language),
        PLACE_TEST(advice_is_legal_and_in_words),
        cmocka_unit_test(findings_are_in_words),
        PLACE_TEST(sides_have_the_players_names),
        PLACE_TEST(another_s_turn_is_one_sentence),
        cmocka_unit_test(sentences_begin_with_a_capital),
        cmocka_unit_test(ascii_is_ascii),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
