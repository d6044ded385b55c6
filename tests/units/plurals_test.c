/* plurals_test.c -- every sentence with all arguments 1: no "1 cards" in any language.
 *
 * The choices of a catalogue ("{0?card|cards}") show which words are plurals; a list of nouns adds
 * those without a choice. A plural after a 1, with at most one word between, is a fault. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "words/data.h"
#include "words/speech.h"
#include "words/words.h"

enum {
    WORD = 40,
    WORDS = 400,
    SHORTEST = 4 /* bytes of a plural learnt from a choice; articles are shorter */
};

struct plurals {
    int count;
    char word[WORDS][WORD];
};

static int checked, faults;

/* Sentences in which the argument before the word is a name or an example, or that are right with
 * 1. */
static const char *const exempt[] = {
    "event.DEAL",                      /* a name, and a verb */
    "rules.expected.INT_BY",           /* an example */
    "rules.expected.WORD_BY",          /* an example */
    "de:reason.TAKE_FITS",             /* "1 seiner Karten passt" */
    "de:reason.SAFE_PASSED",           /* a kind, and a verb */
    "de:reason.HOLD",                  /* a rank */
    "de:event.EXPOSE.ruled",           /* a name */
    "de:ruled.L54.no_meld",            /* a name */
    "de:ruled.L54.against_the_answer", /* a name */
    "es:web.real.about.natural.of",    /* a rank */
    "es:web.real.about.unfinished.of", /* a rank */
};

static const struct {
    const char *language, *words;
} nouns[] = {
    {"en",
     "cards players points games deals files messages actions seconds minutes people tables chairs "
     "threes characters canastas"},
    {"es",
     "cartas jugadores puntos partidas archivos mensajes acciones segundos minutos personas mesas "
     "asientos treses caracteres canastas"},
    {"de",
     "Karten Punkte Partien Dateien Nachrichten Aktionen Sekunden Minuten Personen Tische Dreien "
     "Canastas"},
    {"fr",
     "cartes joueurs points parties donnes fichiers messages actions secondes minutes personnes "
     "tables places caractères canastas"},
};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* Returns the length of the word at text, or 0 if there is none. */
static size_t word_at(const char *text)
{
    size_t length = 0;
    while (is_letter(text[length]))
        length++;
    return length;
}

static bool has_word(const char *text, size_t length, const char *word, size_t size)
{
    for (size_t at = 0; at < length;) {
        const size_t here = word_at(text + at);
        if (here == size && memcmp(text + at, word, size) == 0)
            return true;
        at += here > 0 ? here : 1;
    }
    return false;
}

static bool is_plural(const struct plurals *plurals, const char *word, size_t length)
{
    for (int i = 0; i < plurals->count; i++)
        if (strlen(plurals->word[i]) == length && memcmp(plurals->word[i], word, length) == 0)
            return true;
    return false;
}

static void add(struct plurals *plurals, const char *word, size_t length)
{
    if (length >= WORD || is_plural(plurals, word, length))
        return;
    assert_true(plurals->count < WORDS);
    snprintf(plurals->word[plurals->count++], WORD, "%.*s", (int)length, word);
}

/* "{0?one card|{0} cards}": the first word of the second half, unless the first half has it too. */
static void learn(struct plurals *plurals, const char *sentence)
{
    for (const char *at = strchr(sentence, '?'); at != NULL; at = strchr(at + 1, '?')) {
        const char *bar = strchr(at, '|');
        if (at - sentence < 2 || at[-2] != '{' || bar == NULL)
            continue;
        const char *word = bar + 1;
        word += strspn(word, "{}0123456789 ");
        const size_t length = word_at(word);
        if (length >= SHORTEST && !has_word(at, (size_t)(bar - at), word, length))
            add(plurals, word, length);
    }
}

static void learn_nouns(struct plurals *plurals, const char *language)
{
    for (size_t i = 0; i < sizeof nouns / sizeof nouns[0]; i++) {
        if (strcmp(nouns[i].language, language) != 0)
            continue;
        for (const char *word = nouns[i].words; *word != '\0'; word += strspn(word, " ")) {
            const size_t length = strcspn(word, " ");
            add(plurals, word, length);
            word += length;
        }
    }
}

/* Returns the plural after a 1 in this text, or NULL. */
static const char *fault_in(const struct plurals *plurals, const char *text)
{
    for (const char *one = strchr(text, '1'); one != NULL; one = strchr(one + 1, '1')) {
        const char *word = one + 1;
        if (one > text && (is_letter(one[-1]) || strchr("0123456789.,", one[-1]) != NULL))
            continue;
        for (int between = 0; between < 2 && *word == ' '; between++) {
            const size_t length = word_at(++word);
            if (is_plural(plurals, word, length))
                return one;
            word += length;
        }
    }
    return NULL;
}

static bool is_exempt(const char *language, const char *key)
{
    char whole[2100];
    snprintf(whole, sizeof whole, "%s:%s", language, key);
    for (size_t i = 0; i < sizeof exempt / sizeof exempt[0]; i++)
        if (strcmp(exempt[i], key) == 0 || strcmp(exempt[i], whole) == 0)
            return true;
    return false;
}

static void check(const struct cn_words *words, const struct plurals *plurals, const char *language,
                  const char *key)
{
    static const char *const ones[] = {"1", "1", "1", "1", "1", "1", "1", "1", "1", "1"};
    char text[2048];
    cn_words_format(words, key, ones, 10, text, sizeof text);
    checked++;
    if (fault_in(plurals, text) == NULL || is_exempt(language, key))
        return;
    printf("%s: %s = %s\n", language, key, text);
    faults++;
}

/* Calls the function for every sentence of the catalogue with an argument. */
static void each_sentence(const struct cn_words *words, struct plurals *plurals,
                          const char *language, bool learning)
{
    char key[100], sentence[2048];
    struct cn__span name, value;
    for (size_t at = 0; cn__next_entry(words->text, words->length, &at, &name, &value);) {
        snprintf(key, sizeof key, "%.*s", (int)name.length, name.text);
        cn_words_lookup(words, key, sentence, sizeof sentence);
        if (strchr(sentence, '{') == NULL)
            continue;
        if (learning)
            learn(plurals, sentence);
        else
            check(words, plurals, language, key);
    }
}

static void one_takes_the_singular(void **state)
{
    static struct plurals plurals;
    const struct cn_data *file;
    int languages = 0;
    for (int i = 0; (file = cn_data_at(i)) != NULL; i++) {
        char language[CN_LANGUAGE_SIZE] = "";
        struct cn_words words;
        if (sscanf(file->path, "words/%15[a-z].words", language) != 1)
            continue;
        assert_true(cn_words_find(language, &words));
        memset(&plurals, 0, sizeof plurals);
        learn_nouns(&plurals, language);
        assert_true(plurals.count > 0); /* a new language must list a few nouns */
        each_sentence(&words, &plurals, language, true);
        each_sentence(&words, &plurals, language, false);
        languages++;
    }
    assert_true(languages >= 4 && checked > 400 * languages);
    assert_int_equal(faults, 0);
    (void)state;
}

/* The test finds what it looks for. */
static void an_unpluralised_sentence_is_found(void **state)
{
    static struct plurals plurals;
    learn_nouns(&plurals, "en");
    learn(&plurals, "{0} {0?wild card is|wild tricks are} here, {1?one|{1} ounces}");
    assert_non_null(fault_in(&plurals, "Take 1 cards."));
    assert_non_null(fault_in(&plurals, "1 new messages"));
    assert_non_null(fault_in(&plurals, "that is 1 ounces"));
    assert_null(fault_in(&plurals, "1 card, 11 cards, 2.1 cards, 1 of all my cards"));
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_takes_the_singular),
        cmocka_unit_test(an_unpluralised_sentence_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
