/* text_test.c -- the catalogues: every id has its sentence in every language; and the law book. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "canasta/heap.h"

#include "words/data.h"
#include "words/speech.h"
#include "words/words.h"

static struct cn_words english(void)
{
    struct cn_words words;
    assert_true(cn_words_find("en", &words));
    return words;
}

/* ---- every key exists, without arguments that are never passed ---- */

/* Returns the highest {n…} in a sentence, or -1. Fails on meaningless braces. */
static int highest_argument(const char *key, const char *sentence)
{
    int highest = -1;
    for (const char *at = strchr(sentence, '{'); at != NULL; at = strchr(at + 1, '{')) {
        const bool digit = at[1] >= '0' && at[1] <= '9';
        const bool form = at[2] == '}' || at[2] == '?' || at[2] == ':';
        if (!digit || !form)
            fail_msg("%s: unknown braces in: %s", key, sentence);
        if (at[2] == '?' && strchr(at, '|') == NULL)
            fail_msg("%s: one word only: %s", key, sentence);
        if (at[1] - '0' > highest)
            highest = at[1] - '0';
    }
    return highest;
}

static void expect_key(const struct cn_words *words, const char *prefix, const char *name,
                       int arguments)
{
    char key[80], sentence[512];
    (void)snprintf(key, sizeof key, "%s%s", prefix, name);
    if (!cn_words_lookup(words, key, sentence, sizeof sentence))
        fail_msg("no sentence for %s", key);
    if (sentence[0] == '\0')
        fail_msg("empty sentence for %s", key);
    if (highest_argument(key, sentence) >= arguments)
        fail_msg("%s: an argument that is never passed: %s", key, sentence);
}

static void expect_names(const struct cn_words *words, const char *prefix, const char *names,
                         int arguments)
{
    char copy[512];
    (void)snprintf(copy, sizeof copy, "%s", names);
    for (char *name = strtok(copy, " "); name != NULL; name = strtok(NULL, " "))
        expect_key(words, prefix, name, arguments);
}

static void expect_refusals(const struct cn_words *words)
{
#define X(id, arguments, article) expect_key(words, "refusal.", #id, (int)strlen(arguments));
    CN_REFUSALS(X)
#undef X
}

static void expect_cards(const struct cn_words *words)
{
    for (int kind = 0; kind < CN_KINDS; kind++) {
        expect_key(words, "kind.", cn_kind_name(kind), 0);
        expect_key(words, "kinds.", cn_kind_name(kind), 0);
    }
    expect_names(words, "rank.", "2 3 4 5 6 7 8 9 T J Q K A", 0);
    expect_names(words, "suit.", "s h d c", 0);
    expect_names(words, "card.", "Xr Xb", 0);
    for (int kind = 0; kind < CN_KINDS; kind++)
        expect_key(words, "one.", cn_kind_name(kind), 0);
    expect_names(words, "number.", "0 1 2 3 4 5 6 7 8 9 10 11 12", 0);
    expect_names(words, "", "nothing", 0);
    expect_names(words, "", "card amount list.comma list.and", 2);
    expect_key(words, "", "seat", 1);
}

static void expect_events(const struct cn_words *words)
{
    expect_names(words, "event.",
                 "DEAL DEAL.own FACE FACE.own FACE.drawn.own DRAW DRAW.red DRAW.only_red DRAW.own "
                 "DRAW.red.own DRAW.only_red.own TAKE.pair TAKE.pair.own TAKE.wild TAKE.wild.own "
                 "TAKE.onto TAKE.onto.own PILE PILE.red PILE.empty PILE.own PILE.red.own "
                 "PILE.only_red PILE.only_red.own MELD MELD.own ADD ADD.own COMBINE COMBINE.own",
                 3);
    expect_names(words, "event.",
                 "ASK ASK.own ANSWER.yes ANSWER.yes.own ANSWER.no ANSWER.no.own STOP STOP.own "
                 "END.out END.out.own END.concealed END.concealed.own END.stock END.red3 OVER "
                 "PUMPA PUMPA.own",
                 1);
    expect_names(words, "event.",
                 "DISCARD DISCARD.own DISCARD.freeze DISCARD.freeze.own DISCARD.stop "
                 "DISCARD.stop.own",
                 2);
    expect_names(words, "event.",
                 "IRREGULAR.touch IRREGULAR.touch.own CALL CALL.own CALL.idle CALL.idle.own "
                 "REQUIRE.draw REQUIRE.draw.own REQUIRE.out REQUIRE.out.own REQUIRE.waive "
                 "REQUIRE.waive.own REQUIRE.accept REQUIRE.accept.own PEEK PEEK.own STOCK "
                 "STOCK.own REOPEN REOPEN.own REOPEN.pile REOPEN.pile.own BOUND BOUND.own",
                 1);
    expect_names(words, "event.", "CALL.referee", 0);
    expect_names(words, "event.",
                 "PEEK.seen PEEK.seen.own EXPOSE EXPOSE.own EXPOSE.ruled EXPOSE.ruled.own BACK "
                 "BACK.own OWE OWE.own STOCK.seen STOCK.seen.own REOPEN.cards REOPEN.cards.own "
                 "REOPEN.both REOPEN.both.own UNLAY UNLAY.own",
                 2);
    expect_names(words, "event.", "IRREGULAR LAPSE RULING HOLD HOLD.own HOLD.red HOLD.red.own", 3);
}

/* What a referee notes, and what it obliges to. */
static void expect_rulings(const struct cn_words *words)
{
    for (int what = 0; what < CN_IRREGULAR_COUNT; what++) {
        char key[80];
        (void)snprintf(key, sizeof key, "%s.%s", cn_irregular_law(what), cn_irregular_name(what));
        for (char *at = key; *at != '\0'; at++)
            *at = *at == ' ' ? '_' : *at;
        expect_key(words, "ruled.", key, 1);
        (void)strcat(key, ".own");
        expect_key(words, "ruled.", key, 0);
    }
    expect_names(words, "then.", "owe expose reopen draw bound", 1);
    expect_names(words, "then.",
                 "owe.own expose.own reopen.own draw.own bound.own stock pile unlay back nothing "
                 "may_require.draw.you may_require.out.you",
                 0);
    expect_names(words, "then.", "may_require.draw may_require.out points points.own", 2);
    expect_names(words, "duty.", "owe owe.own", 1);
    expect_names(words, "duty.", "exposed exposed.own no_take no_take.own bound bound.own", 0);
    expect_names(words, "decision.", "undrawn taken out out_against_no accept", 2);
    expect_names(words, "decision.",
                 "undrawn.own taken.own out.own out_against_no.own accept.own undrawn.you "
                 "taken.you out.you out_against_no.you accept.you",
                 2);
    expect_names(words, "effect.",
                 "undrawn.require undrawn.waive taken.require taken.waive out.require out.waive "
                 "out_against_no.require out_against_no.waive accept.require accept.call",
                 1);
    expect_names(words, "",
                 "turn.DECIDE turn.DECIDE.you turn.ACCEPT decide.draw decide.out decide.accept", 2);
    expect_names(words, "bound.", "short no_take exposed ruled", 1);
}

static void expect_actions(const struct cn_words *words)
{
    expect_names(words, "action.", "draw stop stop.own ask ask.own yes no", 0);
    expect_names(words, "action.", "meld discard combine combine.own", 1);
    expect_names(words, "action.",
                 "take.pair take.pair.own take.deuce take.deuce.own take.joker take.joker.own "
                 "take.onto take.onto.own add add.own",
                 2);
    expect_names(words, "action.", "take.onto.which take.onto.which.own", 3);
    expect_names(words, "action.", "add.which add.which.own", 4);
    expect_names(words, "action.", "combine.which", 5);
    expect_names(words, "action.",
                 "call require.draw require.out waive accept peek touch take.hand draw.more "
                 "draw.out_of_turn",
                 0);
    expect_names(words, "action.", "expose anyway out_of_turn out_of_turn.own discard.undrawn", 1);
}

static void expect_catalogue(const struct cn_words *words)
{
    expect_actions(words);
    expect_refusals(words);
    expect_cards(words);
    expect_events(words);
    expect_rulings(words);
    expect_names(
        words, "rules.",
        "SYNTAX UNKNOWN TYPE RANGE NO_SUCH_SET TWICE TOO_LONG DEAL JOKERS NO_CANASTA WILDS "
        "BLACK_THREES CUT NATURALS MINIMA",
        5);
    expect_names(words, "rules.expected.",
                 "INT LIMIT BOOL WORD INT_BY WORD_BY PLAYERS KINDS MINIMA BONUSES POINTS CITE", 4);
    expect_names(words, "rules.expected.", "END_OF_VALUE END_OF_LINE SETTING EQUALS FROM_FIRST", 0);
    expect_names(words, "rules.", "parameter parameter.bare", 2);
    expect_names(words, "position.", "SEAT COPIES MELD RED HAND MELDED", 4);
    expect_names(words, "", "turn turn.ANSWER", 1);
    expect_names(words, "may.", "draw take meld combine discard stop ask", 0);
    expect_names(words, "", "may.or", 2);
    expect_names(words, "phase.",
                 "START START.stock_gone ANSWER CLAIM CLAIM.counted LAST_RED ENDED", 3);
    expect_names(words, "bound.", "yes no", 1);
    for (int i = 0; i < CN_SCORE_ITEM_COUNT; i++) {
        char about[64];
        const char *item = cn_score_item_at(i)->name;
        (void)snprintf(about, sizeof about, "%s.about", item);
        expect_key(words, "score.", item, 0);
        expect_key(words, "web.sheet.", item, 0);
        expect_key(words, "web.sheet.", about, 0);
    }
    for (int i = 0; i < CN_PARAM_COUNT; i++)
        expect_key(words, "param.", cn_param_name(i), 0);
    for (int i = 0; cn_rules_builtin(i) != NULL; i++) {
        char about[64];
        expect_key(words, "set.", cn_rules_builtin(i), 0);
        (void)snprintf(about, sizeof about, "%s.about", cn_rules_builtin(i));
        expect_key(words, "set.", about, 0);
    }
    for (int i = 0; cn_house_builtin(i) != NULL; i++) {
        char about[64];
        expect_key(words, "house.", cn_house_builtin(i), 0);
        (void)snprintf(about, sizeof about, "%s.about", cn_house_builtin(i));
        expect_key(words, "house.", about, 0);
    }
}

static void every_catalogue_is_complete(void **state)
{
    int catalogues = 0;
    const struct cn_data *file;
    for (int i = 0; (file = cn_data_at(i)) != NULL; i++) {
        if (strncmp(file->path, "words/", 6) != 0)
            continue;
        const struct cn_words words = {file->text, file->size};
        expect_catalogue(&words);
        catalogues++;
    }
    assert_true(catalogues >= 1);
}

/* A repeated key would hide a sentence. An unknown key is a typing error. */
static void keys_are_unique_and_known(void **state)
{
    const struct cn_words words = english();
    char found[1024], sentence[1024], key[80];
    struct cn__span name, value;
    int count = 0;
    for (size_t at = 0; cn__next_entry(words.text, words.length, &at, &name, &value); count++) {
        const size_t length = (size_t)(value.text + value.length - name.text);
        const struct cn_words own = {name.text, length};
        (void)snprintf(key, sizeof key, "%.*s", (int)name.length, name.text);
        assert_true(cn_words_lookup(&own, key, sentence, sizeof sentence));
        assert_true(cn_words_lookup(&words, key, found, sizeof found));
        assert_string_equal(found, sentence);
        assert_null(strchr(found, '\n'));
    }
    assert_true(count > 1000);
}

/* ---- finding and filling in ---- */

static struct cn_words small(void)
{
    static const char text[] = "# a = comment\n"
                               "a = one\n"
                               "b=  {0} and\t\r\n \t {1}  \r\n"
                               "c = {0} {0?card|cards}, {1?{1} it|many of {0}}\n"
                               "d = {2} {x} {0 { }\n"
                               "e = \xc3\xa4\xc3\xa4\xc3\xa4\n"
                               "g = {0:of}, {1:of}; {0:none}, {1?{0:of}|}\n"
                               "form.of = of {0}\n"
                               "form.of.as = d'{0:of}\n"
                               "f = last";
    return (struct cn_words){text, sizeof text - 1};
}

static void sentences_are_found(void **state)
{
    const struct cn_words words = small();
    char text[64];
    assert_true(cn_words_lookup(&words, "a", text, sizeof text));
    assert_string_equal(text, "one");
    assert_true(cn_words_lookup(&words, "f", text, sizeof text));
    assert_string_equal(text, "last");
    assert_false(cn_words_lookup(&words, "on", text, sizeof text));
    assert_string_equal(text, "on");
    assert_false(cn_words_lookup(&words, "# a", text, sizeof text));
    assert_true(cn_words_lookup(&words, "e", text, 6));
    assert_string_equal(text, "\xc3\xa4\xc3\xa4"); /* no partial character */
    struct cn_words none = words;
    assert_false(cn_words_find("e", &none));
    assert_false(cn_words_find("english", &none));
    assert_ptr_equal(none.text, words.text);
}

static int by_key(const void *one, const void *other)
{
    return strcmp(*(const char *const *)one, *(const char *const *)other);
}

/* Writes the English sentences below a mark, each as "key\1sentence" until they are in order: a key
 * comes before those that it begins. */
static struct cn_words sorted_english(char *text, size_t size)
{
    static char lines[1 << 18];
    static const char *list[4096];
    const struct cn_words words = english();
    struct cn__span key, value;
    size_t used = 0;
    int count = 0;
    for (size_t at = 0; cn__next_entry(words.text, words.length, &at, &key, &value);) {
        char name[80], sentence[1024];
        (void)snprintf(name, sizeof name, "%.*s", (int)key.length, key.text);
        assert_true(cn_words_lookup(&words, name, sentence, sizeof sentence));
        assert_true(count < 4096 && used + key.length + value.length + 3 < sizeof lines);
        list[count++] = lines + used;
        used += 1 + (size_t)snprintf(lines + used, sizeof lines - used, "%s\1%s", name, sentence);
    }
    qsort(list, (size_t)count, sizeof *list, by_key);
    size_t length = (size_t)snprintf(text, size, "# sorted\n");
    for (int i = 0; i < count; i++) {
        const char *mark = strchr(list[i], '\1');
        length += (size_t)snprintf(text + length, size - length, "%.*s = %s\n",
                                   (int)(mark - list[i]), list[i], mark + 1);
        assert_true(length < size);
    }
    return (struct cn_words){text, length};
}

/* The same sentences, and none for any other key. */
static void sorted_catalogues_are_searched_by_halves(void **state)
{
    static char text[1 << 18];
    const struct cn_words words = english(), sorted = sorted_english(text, sizeof text);
    struct cn__span name, value;
    char key[80], found[1024], sentence[1024];
    int count = 0;
    for (size_t at = 0; cn__next_entry(words.text, words.length, &at, &name, &value); count++) {
        (void)snprintf(key, sizeof key, "%.*s", (int)name.length, name.text);
        assert_true(cn_words_lookup(&words, key, sentence, sizeof sentence));
        assert_true(cn_words_lookup(&sorted, key, found, sizeof found));
        assert_string_equal(found, sentence);
        (void)snprintf(key, sizeof key, "%.*s!", (int)name.length, name.text);
        assert_false(cn_words_lookup(&sorted, key, found, sizeof found));
    }
    assert_true(count > 1000);
    assert_false(cn_words_lookup(&sorted, "", found, sizeof found));
    assert_false(cn_words_lookup(&sorted, "~", found, sizeof found));
    const struct cn_words none = {text, strlen("# sorted\n")};
    assert_false(cn__has_key(&none, "no such key"));
}

static void arguments_are_filled_in(void **state)
{
    const struct cn_words words = small();
    const char *const one[] = {"1", "1"};
    const char *const two[] = {"2", "0"};
    char text[64];
    assert_int_equal(cn_words_format(&words, "b", two, 2, text, sizeof text), 7);
    assert_string_equal(text, "2 and 0"); /* its line is continued */
    cn_words_format(&words, "c", one, 2, text, sizeof text);
    assert_string_equal(text, "1 card, 1 it");
    cn_words_format(&words, "c", two, 2, text, sizeof text);
    assert_string_equal(text, "2 cards, many of 2");
    cn_words_format(&words, "d", two, 2, text, sizeof text);
    assert_string_equal(text, "{2} {x} {0 { }");
    cn_words_format(&words, "zzz", two, 2, text, sizeof text);
    assert_string_equal(text, "zzz");
    cn_words_format(&words, "kinds.7", two, 2, text, sizeof text);
    assert_string_equal(text, "sevens"); /* missing sentences fall back to English */
    assert_int_equal(cn_words_format(&words, "b", two, 2, text, 4), 3);
    assert_string_equal(text, "2 a");
    assert_int_equal(cn_words_format(&words, "b", two, 2, NULL, 0), 0);
}

/* A form may be irregular for one text. Forms cannot contain forms, so none is endless. */
static void arguments_have_forms(void **state)
{
    const struct cn_words words = small();
    const char *const arguments[] = {"rois", "1"};
    const char *const irregular[] = {"as", "2"};
    char text[64];
    cn_words_format(&words, "g", arguments, 2, text, sizeof text);
    assert_string_equal(text, "of rois, of 1; {0:none}, of rois");
    cn_words_format(&words, "g", irregular, 2, text, sizeof text);
    assert_string_equal(text, "d'{0:of}, of 2; {0:none}, ");
}

static void a_locale_selects_a_language(void **state)
{
    char language[CN_LANGUAGE_SIZE] = "before";
    assert_false(cn_words_match_language("", language));
    assert_false(cn_words_match_language("C", language));
    assert_false(cn_words_match_language("C.UTF-8", language));
    assert_false(cn_words_match_language("POSIX", language));
    assert_false(cn_words_match_language("xx_YY.UTF-8", language));
    assert_false(cn_words_match_language("englishenglishenglish", language));
    assert_string_equal(language, "before");
    static const char *const wanted[] = {"en",    "EN",   "en_GB",   "en_GB.UTF-8",
                                         "en-US", "en@x", "en.UTF-8"};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        language[0] = '\0';
        assert_true(cn_words_match_language(wanted[i], language));
        assert_string_equal(language, "en");
    }
}

/* ---- sentences ---- */

static void cards_have_names(void **state)
{
    const struct cn_words words = english();
    char text[64];
    cn_words_kind(&words, CN_SEVEN, true, text, sizeof text);
    assert_string_equal(text, "sevens");
    cn_words_kind(&words, CN_BLACK_THREE, false, text, sizeof text);
    assert_string_equal(text, "black three");
    cn_words_card(&words, cn_card_parse("7h"), text, sizeof text);
    assert_string_equal(text, "the seven of hearts");
    cn_words_card(&words, cn_card_parse("Ts"), text, sizeof text);
    assert_string_equal(text, "the ten of spades");
    cn_words_card(&words, CN_JOKER_BLACK, text, sizeof text);
    assert_string_equal(text, "the black joker");
    cn_words_card(&words, CN_NO_CARD, text, sizeof text);
    assert_string_equal(text, "?");
}

static void expect_refusal(struct cn_refusal refusal, const char *const *names, const char *said)
{
    const struct cn_words words = english();
    char text[256];
    const size_t length = cn_words_refusal(&words, &refusal, names, text, sizeof text);
    assert_string_equal(text, said);
    assert_int_equal(length, strlen(said));
}

static void refusals_name_what_is_missing(void **state)
{
    const char *const names[CN_SEATS_MAX] = {"Anna", "Ben", "Cleo", "Dan", "Eva", "Finn"};
    expect_refusal(
        (struct cn_refusal){CN_REFUSED_FROZEN_BEFORE_INITIAL, "L31", {CN_SEVEN}}, NULL,
        "L31: the pack is frozen to your side until its first meld; you need two natural "
        "sevens from your hand");
    expect_refusal((struct cn_refusal){CN_REFUSED_MINIMUM, "L26", {45, 90}}, NULL,
                   "L26: your melds count 45, your side needs 90");
    expect_refusal((struct cn_refusal){CN_REFUSED_KEEP_A_CARD, "T", {0, 2}}, NULL,
                   "T: you must keep a card: your side has 0 canastas and needs 2 to go out");
    expect_refusal((struct cn_refusal){CN_REFUSED_KEEP_A_CARD, "T", {1, 2}}, NULL,
                   "T: you must keep a card: your side has 1 canasta and needs 2 to go out");
    const int natural = CN_KEY_OF_CLASS + CN_CLASS_NATURAL;
    expect_refusal((struct cn_refusal){CN_REFUSED_CONTRACT, "T", {natural, 1, 2}}, NULL,
                   "T: your side has 1 natural canasta and needs 2 to go out");
    expect_refusal((struct cn_refusal){CN_REFUSED_CONTRACT, "T", {CN_SEVEN, 0, 1}}, NULL,
                   "T: your side has 0 canastas of sevens and needs 1 to go out");
    expect_refusal((struct cn_refusal){CN_REFUSED_CONTRACT_SPOILED, "T", {natural}}, NULL,
                   "T: melding the cards that are left would spoil the natural canastas that your "
                   "side needs to go out");
    expect_refusal((struct cn_refusal){CN_REFUSED_NOT_YOUR_TURN, "L14", {2}}, names,
                   "L14: it's not your turn: Cleo decides now");
    expect_refusal((struct cn_refusal){CN_REFUSED_NOT_YOUR_TURN, "", {2}}, NULL,
                   "it's not your turn: seat 2 decides now");
    expect_refusal((struct cn_refusal){CN_REFUSED_TOP_CARD, "L34", {CN_BLACK_THREE}}, NULL,
                   "L34: the pack may not be taken while a black three is on top");
    expect_refusal(
        (struct cn_refusal){CN_REFUSED_CLAIM_NEEDS_WILD, "L32", {CN_ACE, CN_JOKER}}, NULL,
        "L32: to take the pack with a wild card you need one ace and one joker from your "
        "hand");
    expect_refusal((struct cn_refusal){CN_REFUSED_NOT_HELD_MELD, "L19", {CN_TEN, 2, 3}}, NULL,
                   "L19: you do not hold enough tens: you want to lay 3 and have 2");
    expect_refusal((struct cn_refusal){CN_LEGAL, "", {0}}, NULL, "");
}

static void expect_rules_error(const char *language, const char *profile, const char *said)
{
    struct cn_words words;
    struct cn_rules rules;
    struct cn_rules_error error;
    char text[512];
    assert_true(cn_words_find(language, &words));
    cn_rules_init(&rules);
    assert_false(cn_rules_read(&rules, profile, strlen(profile), NULL, NULL, &error));
    const size_t length = cn_words_rules_error(&words, &error, text, sizeof text);
    assert_string_equal(text, said);
    assert_int_equal(length, strlen(said));
}

/* People know a parameter by its label, files by its name. The sentence has both, and the rest is
 * in the same language. */
static void a_refused_parameter_is_called_by_its_label(void **state)
{
    expect_rules_error("en", "target = x",
                       "“Points that win the game” (target) cannot have this value (expected a "
                       "whole number from 1 to 1000000)");
    expect_rules_error("de", "target = x",
                       "„Punkte zum Gewinn der Partie“ (target) kann diesen Wert nicht haben "
                       "(erwartet: eine ganze Zahl von 1 bis 1000000)");
    expect_rules_error("fr", "packs = 7",
                       "ce nombre est trop petit ou trop grand pour « Jeux de cartes » (packs) "
                       "(attendu : de 1 à 6)");
    expect_rules_error("es", "packs = 2 # L3\npacks = 2",
                       "«Barajas» (packs) aparece dos veces (se espera una vez por "
                       "archivo)");
    expect_rules_error("en", "bonus_kinds = [3b]",
                       "“Bonus cards” (bonus_kinds) cannot have this value (expected red threes "
                       "(3r), or red and black threes (3r, 3b))");
    expect_rules_error("en", "out_bars = [X]",
                       "“Unfinished melds that bar going out” (out_bars) cannot have this value "
                       "(expected kinds of cards or wild, as [7, A, wild])");
    expect_rules_error("en", "cite_frozen = []",
                       "'cite_frozen' cannot have this value (expected the name of an article)");
    expect_rules_error(
        "de", "hand_size = none",
        "„Karten für jeden“ (hand_size) kann diesen Wert nicht haben (erwartet: "
        "eine ganze Zahl von 1 bis 40 oder nach Zahl der Spieler {\"2\": a, \"3\": b, "
        "\"4\": c})");
    expect_rules_error("de", "target 3000", "diese Zeile ist ungültig (erwartet: =)");
    expect_rules_error("es", "target = 3000 4",
                       "esta línea no es válida (se espera el final de "
                       "la línea o # artículo)");
}

/* Sentences that name a second parameter use its label as well. */
static void second_parameters_have_their_label(void **state)
{
    static const struct {
        const char *profile;
        int param;
    } cases[] = {
        {"fewest_black_threes = 5\nmost_black_threes = 4", CN_PARAM_most_black_threes},
        {"most_wilds_canasta = 2", CN_PARAM_most_wilds_canasta},
        {"initial_minimum = [[null, 0], [50, 0], [50, 1]]", CN_PARAM_initial_minimum},
    };
    static const char *const languages[] = {"en", "de", "fr", "es"};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t l = 0; l < sizeof languages / sizeof languages[0]; l++) {
            struct cn_words words;
            struct cn_rules rules;
            struct cn_rules_error error;
            char text[512], label[200], named[300];
            assert_true(cn_words_find(languages[l], &words));
            cn_rules_init(&rules);
            assert_false(cn_rules_read(&rules, cases[i].profile, strlen(cases[i].profile), NULL,
                                       NULL, &error));
            cn_words_rules_error(&words, &error, text, sizeof text);
            cn_words_parameter_label(&words, cases[i].param, label, sizeof label);
            const char *const parts[] = {cn_param_name(cases[i].param), label};
            cn_words_format(&words, "rules.parameter", parts, 2, named, sizeof named);
            if (strstr(text, named) == NULL)
                fail_msg("no %s in: %s", named, text);
        }
}

/* Every parameter's possible values are described in every language. */
static void every_value_is_described(void **state)
{
    const struct cn_words words = english();
    char text[512], cut[6];
    for (int param = 0; param < CN_PARAM_COUNT; param++) {
        cn_words_parameter_range(&words, param, text, sizeof text);
        assert_true(text[0] != '\0' && strstr(text, "rules.") == NULL &&
                    strchr(text, '\n') == NULL);
    }
    cn_words_parameter_range(&words, CN_PARAM_one_card_pile, text, sizeof text);
    assert_string_equal(text, "one of: unless_forced never stock_gone free");
    cn_words_parameter_range(&words, CN_PARAM_card_points, text, sizeof text);
    assert_string_equal(text, "points by kind of card, as {X: 50, A: 20}");
    cn_words_parameter_range(&words, CN_PARAM_target, cut, sizeof cut);
    assert_string_equal(cut, "a who");
    cn_words_parameter_label(&words, CN_PARAM_target, text, sizeof text);
    assert_string_equal(text, "Points that win the game");
    cn_words_parameter_label(&words, CN_PARAM_cite_frozen, text, sizeof text);
    assert_string_equal(text, "cite_frozen");
}

static void errors_name_the_fault(void **state)
{
    const struct cn_words words = english();
    char text[256];
    expect_rules_error("en", "packs = 1",
                       "4 jokers are more than the decks have (expected at most 2, two per deck)");
    const struct cn_position_fault copies = {CN_POSITION_COPIES, 20, -1, -1, -1};
    cn_words_position_fault(&words, &copies, text, sizeof text);
    assert_string_equal(text, "the position has more copies of the seven of spades than the decks");
    const struct cn_position_fault meld = {CN_POSITION_MELD, -1, -1, 1, 3};
    cn_words_position_fault(&words, &meld, text, sizeof text);
    assert_string_equal(text, "meld 3 of side 1 is not a valid meld");
}

/* ---- events ---- */

enum {
    DEUCE_S = 0,
    THREE_S = 4,
    THREE_H = 5,
    THREE_D = 6,
    SEVEN_S = 20,
    SEVEN_H = 21,
    SEVEN_D = 22
};

static const char *const people[CN_SEATS_MAX] = {"Anna", "Ben", "Cleo", "Dan", "Eva", "Finn"};

static void expect_event(struct cn_event event, int own, const char *said)
{
    const struct cn_words words = english();
    char text[512];
    const size_t length = cn_words_event(&words, &event, people, own, text, sizeof text);
    assert_string_equal(text, said);
    assert_int_equal(length, strlen(said));
}

static struct cn_event event_of(int type, int seat, const cn_card *cards, int count)
{
    return (struct cn_event){
        .type = (uint8_t)type, .seat = (uint8_t)seat, .cards = cards, .card_count = count};
}

static void a_draw_is_named_to_its_seat_only(void **state)
{
    const cn_card seven[] = {SEVEN_H};
    const cn_card red[] = {THREE_H, SEVEN_S, SEVEN_D};
    const cn_card only[] = {THREE_D, THREE_H};
    struct cn_event draw = event_of(CN_EVENT_DRAW, 1, seven, 1);
    expect_event(draw, 1, "you draw the seven of hearts");
    expect_event(draw, 0, "Ben draws a card");
    expect_event(draw, -1, "Ben draws a card");
    draw = event_of(CN_EVENT_DRAW, 1, red, 3);
    expect_event(
        draw, 1,
        "you draw and lay down the three of hearts, and draw the seven of spades and the seven of "
        "diamonds");
    expect_event(draw, 3, "Ben draws and lays down the three of hearts, and draws 2 cards");
    draw = event_of(CN_EVENT_DRAW, 1, only, 2);
    expect_event(draw, 3, "Ben draws and lays down the three of diamonds and the three of hearts");
    draw = event_of(CN_EVENT_DRAW, 1, NULL, 2); /* the cards are not in the event either */
    expect_event(draw, 3, "Ben draws 2 cards");
}

/* What another seat reads of cards drawn, taken or dealt depends only on their number and the red
 * threes. */
static void another_seat_reads_nothing_hidden(void **state)
{
    const struct cn_words words = english();
    const int types[] = {CN_EVENT_DRAW, CN_EVENT_PILE, CN_EVENT_DEAL, CN_EVENT_FACE};
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
        char usual[512], text[512];
        for (cn_card card = 0; card < CN_CARD_CODES; card++) {
            if (cn_card_kind(card) == CN_RED_THREE)
                continue;
            const cn_card cards[] = {card, THREE_H, card};
            struct cn_event event = event_of(types[t], 2, cards, 3);
            event.drawn = cards;
            event.drawn_count = types[t] == CN_EVENT_FACE ? 3 : 0;
            event.cards = types[t] == CN_EVENT_FACE ? cards + 1 : cards;
            event.card_count = types[t] == CN_EVENT_FACE ? 1 : 3;
            cn_words_event(&words, &event, people, 0, text, sizeof text);
            if (card == 0)
                memcpy(usual, text, sizeof usual);
            assert_string_equal(text, usual);
        }
    }
}

static void taking_melding_discarding(void **state)
{
    const cn_card pair[] = {SEVEN_S, SEVEN_H};
    const cn_card wild[] = {SEVEN_S, CN_JOKER_RED};
    const cn_card meld[] = {SEVEN_S, SEVEN_H, SEVEN_D, DEUCE_S};
    const cn_card black[] = {THREE_S};
    const cn_card pile[] = {SEVEN_S, THREE_H, SEVEN_D};
    struct cn_event take = event_of(CN_EVENT_TAKE, 0, pair, 2);
    take.kind = CN_SEVEN;
    expect_event(take, -1, "Anna takes the pack with a pair of sevens");
    take.cards = wild;
    expect_event(take, 0, "you take the pack with a seven and a joker");
    struct cn_event onto = event_of(CN_EVENT_TAKE, 0, NULL, 0);
    onto.kind = CN_QUEEN;
    expect_event(onto, -1, "Anna takes the pack by adding its top card to the queens");
    expect_event(onto, 0, "you take the pack by adding its top card to your queens");
    expect_event(event_of(CN_EVENT_PILE, 0, pile, 3), 1,
                 "Anna picks up the rest of the pack, 2 cards, and lays down the three of hearts");
    expect_event(event_of(CN_EVENT_PILE, 0, pile, 3), 0,
                 "you pick up the rest of the pack, 2 cards, and lay down the three of hearts");
    expect_event(event_of(CN_EVENT_PILE, 0, pile, 1), 1,
                 "Anna picks up the rest of the pack: 1 card");
    expect_event(event_of(CN_EVENT_PILE, 0, pile, 0), 1, "the pack had no other card");
    expect_event(event_of(CN_EVENT_MELD, 0, meld, 4), 1, "Anna melds three sevens and a deuce");
    struct cn_event add = event_of(CN_EVENT_ADD, 0, meld, 1);
    add.kind = CN_SEVEN;
    expect_event(add, 0, "you add a seven to your sevens");
    expect_event(add, 1, "Anna adds a seven to the sevens");
    struct cn_event combine = event_of(CN_EVENT_MERGE, 0, NULL, 0);
    combine.kind = CN_ACE;
    expect_event(combine, 1, "Anna merges the two melds of aces");
    expect_event(event_of(CN_EVENT_DISCARD, 3, meld, 1), 1, "Dan discards the seven of spades");
    struct cn_event deuce = event_of(CN_EVENT_DISCARD, 3, meld + 3, 1);
    expect_event(deuce, 1,
                 "Dan discards the deuce of spades: the next player may not take the pack");
    deuce.freezes = 1;
    expect_event(deuce, 1, "Dan discards the deuce of spades, freezing the pack");
    expect_event(event_of(CN_EVENT_DISCARD, 3, black, 1), 3,
                 "you discard the three of spades: the next player may not take the pack");
}

static void red_threes_are_faced_before_all(void **state)
{
    const cn_card dealt[] = {THREE_H};
    const cn_card drawn[] = {THREE_D, SEVEN_S};
    struct cn_event face = event_of(CN_EVENT_FACE, 2, dealt, 1);
    face.drawn = drawn;
    face.drawn_count = 2;
    expect_event(face, 1, "Cleo lays down the three of hearts and the three of diamonds");
    expect_event(
        face, 2,
        "you lay down the three of hearts and the three of diamonds and draw the seven of spades");
}

static void answers_and_ends(void **state)
{
    struct cn_event event = event_of(CN_EVENT_ANSWER, 2, NULL, 0);
    expect_event(event, 1, "Cleo answers: “No”");
    event.yes = 1;
    expect_event(event, 2, "you answer: “Yes”");
    expect_event(event_of(CN_EVENT_ASK, 0, NULL, 0), 1, "Anna asks: “Partner, may I go out?”");
    expect_event(event_of(CN_EVENT_STOP, 0, NULL, 0), 1, "Anna stops");
    event = event_of(CN_EVENT_END, 0, NULL, 0);
    event.why = CN_END_OUT;
    expect_event(event, 1, "Anna goes out: the deal is over");
    event.concealed = 1;
    expect_event(event, 0, "you go out with a concealed hand: the deal is over");
    event = event_of(CN_EVENT_END, CN_NO_SEAT, NULL, 0);
    event.why = CN_END_STOCK;
    expect_event(event, 0, "the stock is gone: the deal is over");
    event.why = CN_END_RED_THREE;
    expect_event(event, 0, "the last card of the stock was a red three: the deal is over");
    event = event_of(CN_EVENT_OVER, 0, NULL, 0);
    event.winner = 1;
    expect_event(event, 0, "the game is over: Ben's side has won");
}

static void every_event_has_a_sentence(void **state)
{
    const struct cn_words words = english();
    const cn_card card[] = {SEVEN_S};
    for (int type = 0; type < CN_EVENT_TYPES; type++) {
        char text[512];
        const struct cn_event event = event_of(type, 0, card, 1);
        cn_words_event(&words, &event, NULL, -1, text, sizeof text);
        assert_true(text[0] != '\0');
        assert_null(strstr(text, "event."));
        assert_null(strchr(text, '{'));
    }
    char text[64];
    cn_words_last_card(&words, 1, people, 0, text, sizeof text);
    assert_string_equal(text, "Ben: “Pumpa!”");
}

static const struct cn_words *words_of_turn;
static const struct cn_law *law_of_turn;

static void expect_turn(const struct cn_board *board, int own, unsigned may, const char *wanted)
{
    char text[256];
    cn_words_turn(words_of_turn, law_of_turn, board, people, own, may, text, sizeof text);
    assert_string_equal(text, wanted);
}

static void turns_are_announced(void **state)
{
    const struct cn_words words = english();
    const unsigned draw = 1u << CN_ACTION_DRAW, take = 1u << CN_ACTION_TAKE_ONTO,
                   stop = 1u << CN_ACTION_STOP;
    const unsigned ask = 1u << CN_ACTION_ASK, add = 1u << CN_ACTION_ADD,
                   discard = 1u << CN_ACTION_DISCARD;
    struct cn_board board;
    words_of_turn = &words;
    memset(&board, 0, sizeof board);
    board.stock = 1;
    expect_turn(&board, 0, draw | take, "your turn: draw, or take the pack");
    expect_turn(&board, 0, draw, "your turn: draw");
    expect_turn(&board, 0, draw | take | ask,
                "your turn: draw, take the pack, or ask your partner whether you may go out");
    expect_turn(&board, 1, 0, "it's Anna's turn");
    board.phase = CN_PHASE_MELD;
    expect_turn(&board, 0, add | discard, "meld, or discard to end your turn");
    expect_turn(&board, 0, discard, "discard to end your turn");
    expect_turn(&board, 0, 1u << CN_ACTION_MERGE | discard,
                "merge two melds, or discard to end your turn");
    board.phase = CN_PHASE_LAST_RED_THREE;
    expect_turn(&board, 0, stop, "the stock has ended with a red three: stop");
    board.phase = CN_PHASE_START;
    board.stock = 0;
    expect_turn(&board, 0, take | stop, "your turn: the stock is gone; take the pack, or stop");
    expect_turn(&board, 0, stop, "your turn: the stock is gone; stop");
}

static struct cn_law *new_law(const char *name)
{
    struct cn_rules rules;
    assert_true(cn_rules_load(&rules, name));
    struct cn_law *law = cn_law_new(&rules);
    assert_non_null(law);
    return law;
}

/* A:opening: the claimed top card does not count. */
static void a_claim_is_announced_by_what_counts(void **state)
{
    static const struct {
        const char *law;
        int naturals, points;
        const char *wanted;
    } rows[] = {
        {"laws1950", 3, 20, "you have taken the top card; your melds must count 25: meld"},
        {"laws1950", 3, 30, "you have taken the top card; lay what is still missing: meld"},
        {"american", 3, 30, "you have taken the top card; your melds must count 25: meld"},
        {"american", 4, 40, "you have taken the top card; lay what is still missing: meld"},
    };
    static struct cn_words words;
    words = english();
    words_of_turn = &words;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cn_law *law = new_law(rows[i].law);
        struct cn_board board;
        memset(&board, 0, sizeof board);
        board.phase = CN_PHASE_TAKING;
        board.drew_from = CN_DREW_PILE;
        board.laid = 1;
        board.minimum[0] = 25;
        board.opening_points = (uint16_t)rows[i].points;
        board.melds[0][0] = cn_meld_of(CN_KING, rows[i].naturals, 0, 0);
        board.meld_count[0] = 1;
        law_of_turn = law;
        expect_turn(&board, 0, 1u << CN_ACTION_ADD, rows[i].wanted);
        free(law);
    }
}

/* The partner's answer must stay on screen during the turn. */
static void the_answer_stays_in_sight(void **state)
{
    const struct cn_words words = english();
    const unsigned start = 1u << CN_ACTION_DRAW | 1u << CN_ACTION_TAKE_PAIR;
    const unsigned middle = 1u << CN_ACTION_MELD | 1u << CN_ACTION_DISCARD;
    struct cn_board board;
    words_of_turn = &words;
    memset(&board, 0, sizeof board);
    board.stock = 1;
    board.asked = 1;
    board.answer = CN_ANSWER_YES;
    expect_turn(&board, 0, start,
                "your turn: draw, or take the pack; your partner said yes: go out in this turn");
    board.phase = CN_PHASE_MELD;
    expect_turn(&board, 0, middle,
                "meld, or discard to end your turn; your partner said yes: go out in this turn");
    expect_turn(&board, 1, 0, "it's Anna's turn");
    board.answer = CN_ANSWER_NO;
    expect_turn(
        &board, 0, middle,
        "meld, or discard to end your turn; your partner said no: do not go out in this turn");
    board.phase = CN_PHASE_START;
    expect_turn(
        &board, 0, start,
        "your turn: draw, or take the pack; your partner said no: do not go out in this turn");
}

/* ---- French spaces ---- */

static const char guillemet_open[] = "\xc2\xab", guillemet_close[] = "\xc2\xbb";
static const char no_break_space[] = "\xc2\xa0";

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\n';
}

/* Is it a key to press, at the start of a sentence or of a column? */
static bool is_key(const char *line, const char *at)
{
    const long column = at - line;
    if (column > 0 && at[-1] == '/')
        return true;
    return column > 2 && at[-1] == ' ' &&
           (at[-2] == '=' || at[-2] == '>' || (at[-2] == ' ' && column > 4));
}

/* Does a mark stand here that needs a no-break space and has another, or none? */
static bool is_loose(const char *line, const char *at)
{
    const bool has_space = at - line > 2 && begins(at - 2, no_break_space);
    if (begins(at, guillemet_open))
        return !begins(at + 2, no_break_space);
    if (begins(at, guillemet_close))
        return !has_space;
    if (*at == '\0' || strchr(":;?!", *at) == NULL || has_space || is_key(line, at))
        return false;
    return at == line || is_blank(at[-1]) || is_blank(at[1]) || begins(at + 1, no_break_space);
}

static void expect_no_break_spaces(const char *path, const char *text)
{
    const char *line = text;
    for (const char *at = text; *at != '\0'; at++) {
        if (at > text && at[-1] == '\n')
            line = at;
        const bool foreign =
            *line == '#' || begins(line, "source = ") || begins(line, "ui.command.");
        if (!foreign && is_loose(line, at))
            fail_msg("%s: no-break space: %.*s", path, (int)strcspn(line, "\n"), line);
    }
}

/* In French a no-break space goes before : ; ? ! and within « ». Commands are lists of words. */
static void french_marks_have_their_spaces(void **state)
{
    int files = 0;
    for (int i = 0; cn_data_at(i) != NULL; i++) {
        const struct cn_data *data = cn_data_at(i);
        if (!begins(data->path, "words/fr.words") && !begins(data->path, "law/fr/"))
            continue;
        expect_no_break_spaces(data->path, data->text);
        files++;
    }
    assert_true(files > 10);
}

/* ---- the law book ---- */

static void expect_article(const char *name)
{
    struct cn_law_article article;
    if (!cn_law_find("en", name, &article))
        fail_msg("no article %s", name);
    assert_int_equal(article.name_length, strlen(name));
    assert_memory_equal(article.name, name, article.name_length);
    assert_true(article.title_length > 0 && article.body_length > 0 && article.book_length > 0);
}

static void expect_series(const char *letter, int most)
{
    for (int i = 1; i <= most; i++) {
        char name[24];
        (void)snprintf(name, sizeof name, "%s%d", letter, i);
        expect_article(name);
    }
}

static void every_article_exists(void **state)
{
    expect_series("L", 60);
    expect_series("P", 5);
    expect_series("C", 8);
    expect_series("U", 16);
    expect_series("I", 42);
    expect_series("IA", 24);
    expect_article("T");
    const char *const sections[] = {
        "B:freezing",  "B:information", "H:taking",        "H:two-players",
        "S:pumpa",     "S:american",    "culbertson",      "strategy",
        "history",     "minute",        "minute-american", "minute-uruguay",
        "A:threes",    "A:opening",     "A:melds",         "A:sevens",
        "A:aces",      "A:wilds",       "A:closed",        "A:pack",
        "A:discard",   "A:talon",       "A:out",           "A:score",
        "A:hands",     "UR:pack",       "UR:wilds",        "HF:cards",
        "HF:foot",     "HF:pack",       "HF:books",        "HF:opening",
        "HF:out",      "HF:score",      "PH:cards",        "PH:foot",
        "PH:canastas", "PH:wilds",      "PH:opening",      "PH:sevens",
        "PH:out",      "PH:score",      "A:deal",          "A:stock",
        "A:game",      "UR:play",       "minute-pennies",  "minute-handandfoot"};
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
        expect_article(sections[i]);
}

/* The article of a refusal that is not given yet comes into the book with it. */
static bool is_used(int param)
{
#define LAW(name)                 NULL
#define CITE(param)               "cite_" #param
#define X(id, arguments, article) article,
    static const char *const used[] = {CN_REFUSALS(X) "cite_hands"};
#undef X
#undef CITE
#undef LAW
    bool found = strncmp(cn_param_name(param), "cite_", 5) != 0;
    for (size_t i = 0; i < sizeof used / sizeof used[0]; i++)
        found = found || (used[i] != NULL && strcmp(used[i], cn_param_name(param)) == 0);
    return found;
}

static void every_cited_article_exists(void **state)
{
    for (int s = 0; cn_rules_builtin(s) != NULL; s++) {
        struct cn_rules rules;
        assert_true(cn_rules_load(&rules, cn_rules_builtin(s)));
        for (int i = 0; i < CN_PARAM_COUNT; i++) {
            if (!is_used(i))
                continue;
            /* "P" cites all five point penalties. */
            if (strcmp(rules.article[i].text, "P") != 0)
                expect_article(rules.article[i].text);
            if (strncmp(cn_param_name(i), "cite_", 5) != 0)
                continue;
            char cited[64];
            cn_rules_value(&rules, i, cited, sizeof cited);
            expect_article(cited);
        }
    }
}

static void every_refusal_cites_an_article(void **state)
{
    struct cn_rules rules;
    cn_rules_init(&rules);
#define LAW(name)                 expect_article(name)
#define CITE(param)               expect_article(rules.cite_##param.text)
#define X(id, arguments, article) article;
    CN_REFUSALS(X)
#undef X
#undef CITE
#undef LAW
}

/* A reference such as "[L31]" must name an article, and names must be unique. */
static void references_name_articles(void **state)
{
    struct cn_law_article article, found;
    size_t cursor = 0;
    int count = 0;
    while (cn_law_next("en", &cursor, &article)) {
        char name[32];
        (void)snprintf(name, sizeof name, "%.*s", (int)article.name_length, article.name);
        assert_true(cn_law_find("en", name, &found));
        assert_ptr_equal(found.body, article.body);
        count++;
        for (size_t i = 0; i < article.body_length; i++) {
            const char *close = memchr(article.body + i, ']', article.body_length - i);
            if (article.body[i] != '[' || close == NULL)
                continue;
            (void)snprintf(name, sizeof name, "%.*s", (int)(close - (article.body + i)) - 1,
                           article.body + i + 1);
            expect_article(name);
        }
    }
    assert_true(count > 60 + 5 + 8 + 16 + 42);
}

static void the_first_book_is_the_laws(void **state)
{
    struct cn_law_article article;
    size_t cursor = 0;
    assert_true(cn_law_next("en", &cursor, &article));
    assert_memory_equal(article.name, "L1", 2);
    assert_int_equal(article.title_length, strlen("Number of players"));
    assert_memory_equal(article.book, "Laws of Canasta, 1950", article.book_length);
    assert_true(article.body[article.body_length - 1] == '.');
    cursor = 0;
    assert_false(cn_law_next("e", &cursor, &article));
    assert_false(cn_law_next("xx", &cursor, &article));
}

static void searching_the_law(void **state)
{
    struct cn_law_article article;
    assert_true(cn_law_find("en", "l31", &article));
    assert_int_equal(cn_law_find_text("a b\nc", 5, "B  C"), 2);
    assert_int_equal(cn_law_find_text("abc", 3, "d"), 3);
    assert_int_equal(cn_law_find_text("el comodín", 11, "COMODIN"), 3);
    assert_int_equal(cn_law_find_text("el comodin", 10, "Ín"), 8);
    assert_int_equal(cn_law_find_text("ñ", 1, "n"), 1); /* half a letter does not match */
    struct cn_law_article untouched = article;
    assert_false(cn_law_find("en", "L311", &untouched));
    assert_false(cn_law_find("en", "", &untouched));
    assert_memory_equal(&untouched, &article, sizeof article);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_catalogue_is_complete),
        cmocka_unit_test(keys_are_unique_and_known),
        cmocka_unit_test(sentences_are_found),
        cmocka_unit_test(sorted_catalogues_are_searched_by_halves),
        cmocka_unit_test(arguments_are_filled_in),
        cmocka_unit_test(arguments_have_forms),
        cmocka_unit_test(a_locale_selects_a_language),
        cmocka_unit_test(cards_have_names),
        cmocka_unit_test(refusals_name_what_is_missing),
        cmocka_unit_test(errors_name_the_fault),
        cmocka_unit_test(a_refused_parameter_is_called_by_its_label),
        cmocka_unit_test(second_parameters_have_their_label),
        cmocka_unit_test(every_value_is_described),
        cmocka_unit_test(a_draw_is_named_to_its_seat_only),
        cmocka_unit_test(another_seat_reads_nothing_hidden),
        cmocka_unit_test(taking_melding_discarding),
        cmocka_unit_test(red_threes_are_faced_before_all),
        cmocka_unit_test(answers_and_ends),
        cmocka_unit_test(every_event_has_a_sentence),
        cmocka_unit_test(turns_are_announced),
        cmocka_unit_test(a_claim_is_announced_by_what_counts),
        cmocka_unit_test(the_answer_stays_in_sight),
        cmocka_unit_test(french_marks_have_their_spaces),
        cmocka_unit_test(every_article_exists),
        cmocka_unit_test(every_cited_article_exists),
        cmocka_unit_test(every_refusal_cites_an_article),
        cmocka_unit_test(references_name_articles),
        cmocka_unit_test(the_first_book_is_the_laws),
        cmocka_unit_test(searching_the_law),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
