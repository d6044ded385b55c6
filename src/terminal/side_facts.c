#include "side_facts.h"

#include <stdio.h>
#include <string.h>

/* Adds the clause after the others, if all of them fit. */
static void add_fitting(const struct display *display, const char *clause, int columns, char *text,
                        size_t size)
{
    char longer[SAY_SIZE];
    snprintf(longer, sizeof longer, "%s", clause);
    if (clause[0] != '\0' && text[0] != '\0')
        WORDS2(display->words, longer, "ui.goal.also", text, clause);
    if (clause[0] != '\0' && cn__columns(longer) <= columns)
        snprintf(text, size, "%s", longer);
}

/* ---- going out ---- */

/* "natural", "2 mixed", "sevens" */
static void say_missing(const struct display *display, int key, int missing, char *text,
                        size_t size)
{
    char name[80];
    char number[16];
    char word[40];
    snprintf(number, sizeof number, "%d", missing);
    snprintf(word, sizeof word, "ui.fact.%s", cn_canasta_key_name(key));
    if (!cn_words_lookup(display->words, word, name, sizeof name))
        cn_words_canastas(display->words, key, missing > 1, name, sizeof name);
    if (key < CN_KEY_OF_CLASS)
        cn_words_kind(display->words, key, true, name, sizeof name);
    if (missing == 1)
        snprintf(text, size, "%s", name);
    else
        words_format(display->words, text, size, "amount", 2, number, name);
}

/* "still needed: natural, sevens", or how many canastas more. */
static void say_contract(const struct display *display, int side, char *text, size_t size)
{
    const struct cn_rules *rules = &display->law->rules;
    const int more =
        cn_board_canastas_needed(rules, &display->board) - (int)display->board.canastas[side];
    struct cn_canasta_numbers counted;
    char items[SAY_SIZE] = "";
    char item[120];
    cn_board_count_contract(rules, &display->board, side, &counted);
    text[0] = '\0';
    for (int i = 0; i < CN_CANASTA_KEYS; i++) {
        const int key = (i + CN_KEY_OF_CLASS) % CN_CANASTA_KEYS; /* classes before ranks */
        const int missing = rules->out_contract.of[key] - counted.of[key];
        if (missing <= 0)
            continue;
        say_missing(display, key, missing, item, sizeof item);
        words_join(display->words, "list.comma", item, items, sizeof items);
    }
    snprintf(item, sizeof item, "%d", more);
    if (items[0] != '\0')
        words_format(display->words, text, size, "ui.fact.contract", 1, items);
    else if (more > 0)
        words_format(display->words, text, size, "ui.fact.canastas", 1, item);
}

static void say_bar(const struct display *display, int side, char *text, size_t size)
{
    const int bar = cn_board_out_bar(&display->law->rules, &display->board, side);
    char kinds[40];
    text[0] = '\0';
    if (bar == CN_NO_KIND)
        return;
    cn_words_kind(display->words, bar, true, kinds, sizeof kinds);
    words_format(display->words, text, size, bar == CN_JOKER ? "ui.fact.bar.wild" : "ui.fact.bar",
                 1, kinds);
}

/* ---- scoring ---- */

static void say_threes(const struct display *display, int side, char *text, size_t size)
{
    const struct cn_rules *rules = &display->law->rules;
    const int canastas = display->board.canastas[side];
    char standing[SAY_SIZE];
    text[0] = '\0';
    if (rules->score_by_canastas && canastas < 2)
        words_format(display->words, text, size,
                     canastas == 0 ? "ui.fact.swing.none" : "ui.fact.swing.one", 0);
    else if (!rules->score_by_canastas &&
             words_standing(display, side, standing, sizeof standing)[0] != '\0')
        words_format(display->words, text, size,
                     rules->red_three_without_meld == CN_RED_SUBTRACT ? "ui.fact.threes.against"
                                                                      : "ui.fact.threes.nothing",
                     0);
}

static bool scores_by_canastas(const struct cn_rules *rules)
{
    return rules->score_by_canastas || rules->red_three_needs != CN_BONUS_NEEDS_MELD;
}

char *cell_side_facts(const struct display *display, int side, int columns, char *text, size_t size)
{
    const struct cn_rules *rules = &display->law->rules;
    char clause[SAY_SIZE];
    text[0] = '\0';
    if (display->stage != CN_STAGE_IN_DEAL)
        return text;
    if (!cn_side_has_melded(&display->board, side) && side == display->side) {
        words_opening_needs(display, false, clause, sizeof clause);
        if (cn__columns(clause) > columns)
            words_opening_needs(display, true, clause, sizeof clause);
        add_fitting(display, clause, columns, text, size);
        return text;
    }
    if (!cn_side_has_melded(&display->board, side))
        return text;
    if (scores_by_canastas(rules)) {
        say_threes(display, side, clause, sizeof clause);
        add_fitting(display, clause, columns, text, size);
    }
    if (cn_rules_contract_size(rules) > 0 || scores_by_canastas(rules)) {
        say_contract(display, side, clause, sizeof clause);
        add_fitting(display, clause, columns, text, size);
    }
    say_bar(display, side, clause, sizeof clause);
    add_fitting(display, clause, columns, text, size);
    return text;
}

/* ---- the pack ---- */

char *cell_empty_pack_facts(const struct display *display, char *text, size_t size)
{
    const int32_t listed = display->law->rules.empty_pile_discard;
    char item[40];
    text[0] = '\0';
    if (display->stage != CN_STAGE_IN_DEAL || display->board.pile > 0)
        return text;
    for (int i = 0; i < CN_KINDS; i++) {
        const int kind = (i + CN_RED_THREE) % CN_KINDS; /* wild cards last */
        if ((listed >> kind & 1) == 0)
            continue;
        const char *name = cn_kind_name(kind);
        words_join(display->words, "list.comma",
                   kind == CN_JOKER ? "JK"
                   : kind == CN_TEN ? "10"
                                    : name,
                   text, size);
    }
    if ((listed & CN_KINDS_WORD) != 0 && display->board.closed != 0)
        words_join(display->words, "list.comma", WORDS0(display->words, item, "ui.pack.empty.dead"),
                   text, size);
    return text;
}
