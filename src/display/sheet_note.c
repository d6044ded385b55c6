#include "sheet_note.h"

#include <stdio.h>

#include "say.h"

struct writer {
    const struct display *display;
    const struct cn_rules *rules;
    struct cn_tally counted;
    struct sheet_note *notes;
    int count, side;
};

static char *add(struct writer *w, enum cn_score_item_id item, int32_t points)
{
    struct sheet_note *note = &w->notes[w->count++];
    note->item = item;
    note->side = w->side;
    note->points = points;
    note->text[0] = '\0';
    return note->text;
}

static void add_canastas(struct writer *w, int key)
{
    const struct cn_words *words = w->display->words;
    const int number = w->counted.canastas[key];
    char called[100];
    char count[16];
    if (number == 0)
        return;
    cn_words_canastas(words, key, number > 1, called, sizeof called);
    snprintf(count, sizeof count, "%d", number);
    words_format(words, add(w, CN_SCORE_CANASTAS, number * cn_canasta_bonus(w->rules, key)),
                 sizeof w->notes->text, "amount", 2, count, called);
}

/* A side that laid a special hand scores nothing else. */
static bool has_canasta_points(const struct cn_score *score)
{
    return score->item[CN_SCORE_CANASTAS] != 0;
}

static void add_unfinished(struct writer *w, int key)
{
    const struct cn_words *words = w->display->words;
    const int number = w->counted.unfinished[key];
    char melds[100];
    if (number == 0)
        return;
    if (key < CN_KEY_OF_CLASS)
        cn_words_kind(words, key, true, melds, sizeof melds);
    else
        cn_words_lookup(words, "kinds.wild", melds, sizeof melds);
    words_format(words, add(w, CN_SCORE_PENALTIES, -number * w->rules->unfinished_penalty.of[key]),
                 sizeof w->notes->text, "ui.sheet.note.unfinished", 1, melds);
}

/* The kinds that cost their holder points at the end, and how many of them. */
static int held_kinds(const struct writer *w, char *text, size_t size)
{
    int least = 0;
    text[0] = '\0';
    for (int kind = 0; kind < CN_KINDS; kind++) {
        char kinds[60];
        const int cards = w->rules->held_penalty.of[kind].cards;
        if (cards == 0 || w->rules->held_penalty.of[kind].points == 0)
            continue;
        cn_words_kind(w->display->words, kind, true, kinds, sizeof kinds);
        words_join(w->display->words, "list.comma", kinds, text, size);
        least = least == 0 || cards < least ? cards : least;
    }
    return least;
}

static int32_t unfinished_points(const struct cn_rules *rules, const struct cn_tally *counted)
{
    int32_t points = 0;
    for (int key = 0; key < CN_CANASTA_KEYS; key++)
        points -= counted->unfinished[key] * rules->unfinished_penalty.of[key];
    return points;
}

static const struct cn_score *last_score(const struct display *display, int side)
{
    const bool over = display->stage != CN_STAGE_IN_DEAL && display->sheet.count > 0;
    return over ? &display->sheet.deal[display->sheet.count - 1][side] : NULL;
}

/* What is left of the penalties: the board tells neither whose cards nor which. */
static int32_t other_penalties(const struct display *display, int side)
{
    const struct cn_rules *rules = &display->law->rules;
    const struct cn_tally counted = cn_tally_of_board(rules, &display->board, side);
    return last_score(display, side)->item[CN_SCORE_PENALTIES] - display->board.penalties[side] -
           unfinished_points(rules, &counted);
}

static void add_held(struct writer *w)
{
    char kinds[200];
    char least[16];
    const int32_t points = other_penalties(w->display, w->side);
    snprintf(least, sizeof least, "%d", held_kinds(w, kinds, sizeof kinds));
    if (points >= 0 || kinds[0] == '\0')
        return;
    words_format(w->display->words, add(w, CN_SCORE_PENALTIES, points), sizeof w->notes->text,
                 "ui.sheet.note.held", 2, least, kinds);
}

int display_sheet_notes(const struct display *display, struct sheet_note notes[SHEET_NOTES_MAX])
{
    struct writer w = {.display = display, .rules = &display->law->rules, .notes = notes};
    for (int i = 0; i < display->board.sides; i++) {
        w.side = (display->side + i) % display->board.sides;
        const struct cn_score *score = last_score(display, w.side);
        if (score == NULL)
            return 0;
        w.counted = cn_tally_of_board(w.rules, &display->board, w.side);
        for (int key = 0; key < CN_CANASTA_KEYS && has_canasta_points(score); key++)
            add_canastas(&w, key);
        if (score->item[CN_SCORE_SPECIAL] != 0)
            continue;
        for (int key = 0; key < CN_CANASTA_KEYS; key++)
            add_unfinished(&w, key);
        add_held(&w);
    }
    return w.count;
}

int32_t display_undeclared(const struct display *display, int side)
{
    const struct cn_rules *rules = &display->law->rules;
    if (last_score(display, side) == NULL)
        return 0;
    for (int kind = 0; kind < CN_KINDS; kind++)
        if (rules->held_penalty.of[kind].points != 0)
            return 0;
    return other_penalties(display, side);
}
