/* keys_test.c -- the keys of the screen: a key that names a rank does nothing else in any language,
 * and the bar shows each key as the table lists it. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "terminal/command_parser.h"
#include "terminal/keys.h"
#include "terminal/text_page.h"
#include "words/data.h"

enum {
    NARROWEST = 80 - 2,
    HELP_WIDTH = 80 - 4
};

/* Loads the next language with a catalogue, from *at on. Returns false past the last. */
static bool next_language(int *at, struct cn_words *words)
{
    for (; cn_data_at(*at) != NULL; ++*at) {
        char language[CN_LANGUAGE_SIZE];
        const char *path = cn_data_at(*at)->path;
        if (strncmp(path, "words/", 6) != 0 || !cn_words_match_language(path + 6, language))
            continue;
        ++*at;
        return cn_words_find(language, words);
    }
    return false;
}

/* Both cases of a letter. */
static int other_case(int key)
{
    return key > 0 && key < 128 && isalpha(key) ? key ^ 0x20 : key;
}

static void no_command_has_a_rank_s_key(void **state)
{
    struct cn_words words;
    int languages = 0;
    for (int at = 0; next_language(&at, &words); languages++) {
        for (int i = 0; command_key_at(i) != NULL; i++) {
            const int key = command_key_at(i)->key;
            if (key_kind(&words, key) != CN_NO_KIND ||
                key_kind(&words, other_case(key)) != CN_NO_KIND)
                fail_msg("language %d: %c is a rank and a command", languages, key);
        }
        for (const char *rank = "AKQJTXakqjtx*0123456789"; *rank != '\0'; rank++) {
            assert_int_not_equal(key_kind(&words, *rank), CN_NO_KIND);
            assert_int_equal(key_deed(*rank), DEED_NONE);
        }
    }
    assert_true(languages >= 4);
}

/* In German, "B" is a jack (Bube) and "D" a queen (Dame). */
static void ranks_have_a_language_s_letters(void **state)
{
    struct cn_words words;
    assert_true(cn_words_find("de", &words));
    assert_int_equal(key_kind(&words, 'B'), CN_JACK);
    assert_int_equal(key_kind(&words, 'd'), CN_QUEEN);
    assert_true(cn_words_find("fr", &words));
    assert_int_equal(key_kind(&words, 'v'), CN_JACK);
    assert_int_equal(key_kind(&words, 'R'), CN_KING);
    assert_true(cn_words_find("en", &words));
    assert_int_equal(key_kind(&words, 'b'), CN_NO_KIND);
}

static void letters_mean_the_same_in_both_cases(void **state)
{
    for (int i = 0; command_key_at(i) != NULL; i++) {
        const struct command_key *row = command_key_at(i);
        assert_int_equal(key_deed(row->key), row->deed);
        /* The one exception undoes more in upper case. */
        if (row->deed != DEED_UNDO && row->deed != DEED_UNDO_ALL)
            assert_int_equal(key_deed(other_case(row->key)), row->deed);
        for (int j = 0; j < i; j++)
            assert_int_not_equal(row->key, command_key_at(j)->key);
    }
}

/* Returns whether a line of the help names this key, as a separate word: "o ask your partner", "y,
 * n answer". */
static bool help_names(const struct display *display, int key)
{
    char text[SAY_SIZE];
    for (int i = 0; text_page_help(display, "ui.help.", &i, text, sizeof text);)
        for (const char *at = text; *at != '\0'; at++)
            if (tolower((unsigned char)*at) == tolower(key) && at > text && at[-1] == ' ' &&
                (at[1] == ' ' || at[1] == ',') && text[0] == '>')
                return true;
    return false;
}

/* By a rule set that needs every key. */
static void words_name_the_keys(void **state)
{
    static struct display display;
    static struct cn_law law;
    struct cn_words words;
    law.rules.keep_bonus_card = 1;
    law.rules.special_hands.count = 1;
    law.rules.second_meld = CN_SECOND_MELD_ANY;
    display.law = &law;
    display.words = &words;
    for (int at = 0; next_language(&at, &words);) {
        for (int i = 0; command_key_at(i) != NULL; i++) {
            const struct command_key *row = command_key_at(i);
            char name[40], text[80];
            if (row->key <= ' ' || row->key > '~')
                continue; /* named by words in each language */
            law.rules.referee = row->key == '.' ? CN_REFEREE_CALLED : CN_REFEREE_STRICT;
            if (!help_names(&display, row->key))
                fail_msg("the help does not name %c", row->key);
            if (row->word == NULL)
                continue;
            snprintf(name, sizeof name, "ui.key.%s", row->word);
            assert_true(cn_words_lookup(&words, name, text, sizeof text));
            if (tolower((unsigned char)text[0]) != row->key || text[1] != ' ')
                fail_msg("%s is \"%s\", and the key is %c", name, text, row->key);
        }
    }
}

/* ---- yes and no ---- */

static void every_language_has_letters_for_yes_and_no(void **state)
{
    static const struct {
        const char *language;
        char yes;
    } letters[] = {{"en", 'y'}, {"es", 's'}, {"de", 'j'}, {"fr", 'o'}};
    struct cn_words words;
    for (int i = 0; i < 4; i++) {
        assert_true(cn_words_find(letters[i].language, &words));
        assert_int_equal(key_letter(&words, DEED_YES), letters[i].yes);
        assert_int_equal(key_letter(&words, DEED_NO), 'n');
    }
    for (int at = 0; next_language(&at, &words);) {
        for (int key = PRESS_GONE; key < 256; key++) {
            const int small = key > 0 ? tolower(key) : key;
            assert_int_equal(key_says(&words, DEED_YES, key),
                             small == 'y' || small == key_letter(&words, DEED_YES));
            assert_int_equal(key_says(&words, DEED_NO, key), small == key_letter(&words, DEED_NO));
        }
        assert_true(command_is(&words, "ui.command.yes", "y"));
        assert_true(command_is(&words, "ui.command.no", "n"));
    }
}

static bool bar_has(const struct key_bar *bar, const char *text)
{
    for (int i = 0; i < bar->count; i++)
        if (strncmp(bar->key[i].text, text, 2) == 0)
            return true;
    return false;
}

/* The letter of the language answers a partner's question, and does nothing else meanwhile: "s" is
 * the score in Spanish, "o" asks in French, and "j" picks a jack. */
static void the_letters_answer_a_question(void **state)
{
    static struct cn_law law;
    static struct display display = {.law = &law, .board = {.phase = CN_PHASE_ANSWER}};
    struct cn_words words;
    struct key_bar bar;
    for (int at = 0; next_language(&at, &words);) {
        const char letter[] = {key_letter(&words, DEED_YES), ' ', '\0'};
        display.words = &words;
        display.viewer = 0;
        assert_int_equal(key_answer(&display, letter[0]), DEED_YES);
        assert_int_equal(key_answer(&display, other_case(letter[0])), DEED_YES);
        assert_int_equal(key_answer(&display, 'y'), DEED_YES);
        assert_int_equal(key_answer(&display, 'n'), DEED_NO);
        assert_int_equal(key_answer(&display, 'h'), DEED_NONE);
        key_bar_of_looks(&display, false, false, NARROWEST, &bar);
        assert_false(bar_has(&bar, letter));
        assert_true(bar_has(&bar, "h "));
        display.viewer = 1; /* nobody else is asked */
        assert_int_equal(key_answer(&display, 'y'), DEED_NONE);
        assert_int_equal(key_answer(&display, letter[0]), DEED_NONE);
    }
}

static void help_fits(void **state)
{
    struct cn_words words;
    for (int at = 0; next_language(&at, &words);) {
        char text[SAY_SIZE], name[32] = "ui.help.1";
        for (int i = 1; cn_words_lookup(&words, name, text, sizeof text); i++) {
            if (cn__columns(text) > HELP_WIDTH)
                fail_msg("%s: %d columns: %s", name, cn__columns(text), text);
            snprintf(name, sizeof name, "ui.help.%d", i + 1);
        }
    }
}

/* ---- the bar ---- */

static void expect_all(const struct key_bar *bar, int columns)
{
    int end = -1;
    for (int i = 0; i < bar->count; i++) {
        const struct bar_key *key = &bar->key[i];
        if (key->x <= end)
            fail_msg("\"%s\" has no room in %d columns", key->text, columns);
        end = key->x + cn__columns(key->text);
        assert_true(end <= columns);
    }
}

static void every_key_is_on_the_bar(void **state)
{
    static struct cn_law law;
    static struct display display = {.law = &law};
    struct key_bar bar;
    struct cn_words words;
    for (int at = 0; next_language(&at, &words);) {
        display.words = &words;
        for (int wait = 0; wait < 2; wait++)
            for (int cited = 0; cited < 2; cited++)
                for (int far = 0; far < 2; far++) {
                    display.actor = wait; /* the display's own seat is 0 */
                    key_bar_of_looks(&display, cited != 0, far != 0, NARROWEST, &bar);
                    assert_int_equal(bar.count, wait ? 7 : 8);
                    expect_all(&bar, NARROWEST);
                }
    }
}

/* Where a referee rules, the keys that work out of turn are there, whatever else is. */
static void a_referee_s_keys_are_on_the_bar(void **state)
{
    static struct cn_law law = {.refereed = true};
    static struct display display = {.law = &law, .stage = CN_STAGE_IN_DEAL};
    struct key_bar bar;
    struct cn_words words;
    law.rules.referee = CN_REFEREE_CALLED;
    for (int at = 0; next_language(&at, &words);) {
        display.words = &words;
        key_bar_of_looks(&display, true, true, NARROWEST, &bar);
        assert_true(bar_has(&bar, ". ") && bar_has(&bar, "! ") && bar_has(&bar, "f "));
        for (int i = 0; i < bar.count; i++)
            if (strchr(".!?f", bar.key[i].text[0]) != NULL)
                assert_true(bar.key[i].x >= 0);
    }
    law.rules.referee = CN_REFEREE_WATCHFUL; /* nobody calls */
    key_bar_of_looks(&display, false, false, NARROWEST, &bar);
    assert_true(!bar_has(&bar, ". ") && bar_has(&bar, "! "));
}

/* The decision that is due is answered as a question is. */
static void a_decision_is_answered_with_the_letters(void **state)
{
    static struct cn_law law = {.refereed = true};
    static struct display display = {.law = &law, .board = {.due = CN_DUE_DRAW}};
    struct cn_words words;
    for (int at = 0; next_language(&at, &words);) {
        display.words = &words;
        assert_int_equal(key_answer(&display, key_letter(&words, DEED_YES)), DEED_YES);
        assert_int_equal(key_answer(&display, 'n'), DEED_NO);
    }
}

/* The most that one turn can offer. */
static void a_full_turn_has_room(void **state)
{
    static const char *const turns[2][8] = {{"pick", "meld", "combine", "discard", "undo", "ask"},
                                            {"draw", "take", "pick", "stop", "ask"}};
    struct cn_words words;
    for (int at = 0; next_language(&at, &words);) {
        for (int t = 0; t < 2; t++) {
            int columns = -2;
            for (int i = 0; turns[t][i] != NULL; i++) {
                char name[40], text[80];
                snprintf(name, sizeof name, "ui.key.%s", turns[t][i]);
                assert_true(cn_words_lookup(&words, name, text, sizeof text));
                columns += cn__columns(text) + 2;
            }
            assert_in_range(columns, 20, NARROWEST);
        }
    }
}

static void leaving_is_never_dropped(void **state)
{
    static struct cn_law law;
    static struct display display = {.law = &law};
    struct key_bar bar;
    struct cn_words words;
    assert_true(cn_words_find("en", &words));
    display.words = &words;
    for (int columns = NARROWEST; columns >= 20; columns--) {
        key_bar_of_looks(&display, true, true, columns, &bar);
        const struct bar_key *last = &bar.key[bar.count - 1];
        assert_int_equal(last->deed, DEED_QUIT);
        assert_true(last->x >= 0 && last->x + cn__columns(last->text) <= columns);
    }
    assert_true(bar.key[bar.count - 2].x < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_command_has_a_rank_s_key),
        cmocka_unit_test(ranks_have_a_language_s_letters),
        cmocka_unit_test(letters_mean_the_same_in_both_cases),
        cmocka_unit_test(words_name_the_keys),
        cmocka_unit_test(every_language_has_letters_for_yes_and_no),
        cmocka_unit_test(the_letters_answer_a_question),
        cmocka_unit_test(help_fits),
        cmocka_unit_test(every_key_is_on_the_bar),
        cmocka_unit_test(a_referee_s_keys_are_on_the_bar),
        cmocka_unit_test(a_decision_is_answered_with_the_letters),
        cmocka_unit_test(a_full_turn_has_room),
        cmocka_unit_test(leaving_is_never_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
