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

/* Makes weighed moves as a bot might: the first is its choice, the others are ordered by points,
 * some of them above it. */
static void make_moves(struct cn_rng *rng, struct advice *advice)
{
    static const int kinds[] = {CN_FOUR, CN_KING, CN_QUEEN, CN_DEUCE, CN_ACE, CN_JOKER};
    advice->count = 2 + (int)cn_rng_below(rng, 5);
    for (int i = 0; i < advice->count; i++)
        advice->moves[i] =
            (struct cn_candidate){.action = cn_action_of(CN_ACTION_DISCARD, kinds[i], 0, 0, 0),
                                  .points = (int32_t)cn_rng_below(rng, 200) - 100,
                                  .error = (int32_t)cn_rng_below(rng, 60),
                                  .worlds = 1 + (int32_t)cn_rng_below(rng, 64)};
    for (int i = 1; i < advice->count; i++)
        for (int j = 2; j < advice->count; j++)
            if (advice->moves[j].points > advice->moves[j - 1].points) {
                const struct cn_candidate move = advice->moves[j];
                advice->moves[j] = advice->moves[j - 1];
                advice->moves[j - 1] = move;
            }
    advice->action = advice->moves[0].action;
}

/* Every move estimated above the hint, and no other, must be below the heading that explains why it
 * is not advised. Returns how many there are. */
static int expect_reasons(const struct display *face, const struct advice *advice)
{
    static struct text_page page;
    static char text[20000];
    char heading[SAY_SIZE], gain[SAY_SIZE];
    int unsure = 0;
    text_page_advice(&page, face, advice, 78);
    join_page(&page, text, sizeof text);
    WORDS0(face->words, heading, "ui.why.unsure");
    const char *below = strstr(text, heading);
    for (int i = 1; i < advice->count; i++) {
        char action[SAY_SIZE], line[2 * SAY_SIZE];
        const int more = advice->moves[i].points - advice->moves[0].points;
        words_action(face, advice->moves[i].action, action, sizeof action);
        snprintf(line, sizeof line, more > 0 ? "%+d " : "%+d %s.", more, action);
        const char *at = strstr(more > 0 && below != NULL ? below : text, line);
        assert_non_null(at);
        if ((more > 0) != (below != NULL && at > below))
            fail_msg("%s: %s", line, text);
        unsure += more > 0;
    }
    if (unsure == 0)
        assert_null(below);
    words_gain(face, advice, gain, sizeof gain);
    if (unsure > 0) { /* not "worth -41 points more", nor "about as good" */
        char next[SAY_SIZE], close[SAY_SIZE];
        words_action(face, advice->moves[1].action, next, sizeof next);
        WORDS2(face->words, close, "ui.hint.close", "", next);
        assert_string_not_equal(gain, close);
        assert_null(strchr(gain, '-'));
    }
    return unsure;
}

/* In every position of a deal, advice is legal and reproducible, and its sentence has the gain. */
static void advice_is_legal_and_in_words(void **state)
{
    struct place *place = *state;
    struct local_game *session = begin(place);
    static struct display face;
    static struct text_page page;
    int weighed = 0;
    assert_true(local_game_deal(session));
    do {
        struct advice advice;
        struct advice again;
        char text[SAY_SIZE];
        if (!game_source_is_here(&session->source, game_source_actor(&session->source)))
            continue;
        display_of(&session->source.scene, game_source_actor(&session->source), &face);
        advise(&face, &advice);
        advise(&face, &again);
        assert_true(cn_action_equal(advice.action, again.action));
        assert_int_equal(advice.count, again.count);
        assert_true(display_check(&face, advice.action, NULL));
        for (int i = 0; i < advice.count; i++)
            assert_true(display_check(&face, advice.moves[i].action, NULL));
        if (advice.count > 0)
            assert_true(cn_action_equal(advice.moves[0].action, advice.action));
        weighed += advice.count > 1;
        words_advice(&face, &advice, text, sizeof text);
        assert_non_null(strstr(text, "Hint: "));
        assert_int_equal(text[strlen(text) - 1], '.');
        text_page_advice(&page, &face, &advice, 78);
        assert_true(page.count >= advice.count + 1);
        if (advice.count > 1)
            expect_reasons(&face, &advice);
    } while (face.turn < 20 && move(session, &face));
    if (cn_bot_find(cn_level_best()->bot)->decide == NULL)
        assert_true(weighed > 0);
    local_game_free(session);
}

static void moves_above_the_hint_are_explained(void **state)
{
    static const char *const languages[] = {"en", "es", "de", "fr"};
    struct local_game *session = begin(*state);
    static struct display face;
    struct advice advice;
    struct cn_rng rng;
    int unsure = 0;
    cn_rng_init(&rng, 11);
    assert_true(local_game_deal(session));
    face_with(session, &face, "4s Ks Qs 2s As Xr 9h");
    for (int i = 0; i < 400; i++) {
        struct cn_words words;
        assert_true(cn_words_find(languages[i % 4], &words));
        face.words = &words;
        make_moves(&rng, &advice);
        unsure += expect_reasons(&face, &advice);
    }
    assert_true(unsure > 200);
    local_game_free(session);
}

/* ---- sides ---- */

static void sides_have_the_players_names(void **state)
{
    static const char *const wanted[][3] = {
        [2] = {"You", "North"}, [3] = {"You", "West", "East"}, [4] = {"We", "They"}};
    struct place *place = *state;
    static struct display face;
    for (int players = 2; players <= 4; players++) {
        place->options.players = players;
        struct local_game *session = begin(place);
        char text[SAY_SIZE];
        display_of(&session->source.scene, 0, &face);
        for (int side = 0; side < (players == 3 ? 3 : 2); side++)
            assert_string_equal(words_side(&face, side, text, sizeof text), wanted[players][side]);
        words_won(&face, 0, text, sizeof text);
        assert_string_equal(text, players == 4 ? "The game is over: we have won!"
                                               : "The game is over: you have won!");
        words_won(&face, 1, text, sizeof text);
        if (players == 2)
            assert_string_equal(text, "The game is over. North won.");
        local_game_free(session);
        unlink(place->file);
    }
}

/* ---- read aloud ---- */

/* Reads the news after number 'last' aloud. Returns how many pieces there were. */
static int listen(const struct display *face, int32_t *last, int *owner, char *text, size_t size)
{
    int count = 0;
    text[0] = '\0';
    for (int i = 0; i < face->news_count; i++) {
        char one[SAY_SIZE];
        if (face->news[i].id <= *last)
            continue;
        *last = face->news[i].id;
        if (words_aloud(face, i, one, sizeof one)[0] == '\0')
            continue;
        count++;
        *owner = face->news[i].seat;
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
    static struct display face;
    struct local_game *session = begin(*state);
    char text[SAY_SIZE];
    int owner = CN_NO_SEAT;
    int long_ones = 0;
    int32_t last = 0;
    assert_true(local_game_deal(session));
    display_of(&session->source.scene, 0, &face);
    listen(&face, &last, &owner, text, sizeof text);
    for (;;) {
        const int actor = game_source_actor(&session->source);
        const int turn = session->source.scene.turn;
        if (!move(session, &face))
            break;
        display_of(&session->source.scene, 0, &face);
        const bool over = session->source.scene.turn > turn || face.stage != CN_STAGE_IN_DEAL;
        const int count = listen(&face, &last, &owner, text, sizeof text);
        if (actor == 0 || session->source.scene.game.deal.board.phase == CN_PHASE_ANSWER) {
            assert_true(count > 0);
            continue;
        }
        if (face.stage != CN_STAGE_IN_DEAL)
            break; /* the end of the deal is also read */
        assert_int_equal(count, over ? 1 : 0);
        if (!over)
            continue;
        assert_int_equal(occurrences(text, face.names[actor]), 1);
        assert_ptr_equal(strstr(text, face.names[actor]), text);
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
        PLACE_TEST(moves_above_the_hint_are_explained),
        PLACE_TEST(sides_have_the_players_names),
        PLACE_TEST(another_s_turn_is_one_sentence),
        cmocka_unit_test(sentences_begin_with_a_capital),
        cmocka_unit_test(ascii_is_ascii),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
