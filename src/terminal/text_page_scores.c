/* text_page_scores.c -- the score sheet: the sides in columns, base and points apart (U15), every
 * deal with its running total (L47, C6), and the settlement. */
#include <stdio.h>
#include <string.h>

#include "text_page.h"

enum {
    LABEL = 26,
    COLUMN = 12,
    WIDTH = LABEL + COLUMN * CN_SIDES_MAX
};

struct sheet {
    struct text_page *page;
    const struct display *display;
    const struct cn_score_sheet *deals;
    int first;
};

/* Pads a text to this many columns, right-aligned if asked. */
static void pad(const char *text, int columns, bool right, char *out, size_t size)
{
    const int missing = columns > cn__columns(text) ? columns - cn__columns(text) : 0;
    if (right)
        snprintf(out, size, "%*s%s", missing, "", text);
    else
        snprintf(out, size, "%s%*s", text, missing, "");
}

/* Adds a line: a label and one text per side, this seat's side first. */
static void put_row(const struct sheet *sheet, const char *label, char cells[CN_SIDES_MAX][40])
{
    char line[TEXT_PAGE_WIDTH];
    char cell[60];
    pad(label, LABEL, false, line, sizeof line);
    for (int i = 0; i < sheet->display->board.sides; i++) {
        const int side = (sheet->display->side + i) % sheet->display->board.sides;
        pad(cells[side], COLUMN, true, cell, sizeof cell);
        const size_t at = strlen(line);
        snprintf(line + at, sizeof line - at, "%s", cell);
    }
    text_page_line(sheet->page, line);
}

static void put_heads(const struct sheet *sheet)
{
    char cells[CN_SIDES_MAX][40];
    for (int side = 0; side < sheet->display->board.sides; side++) {
        words_side(sheet->display, side, cells[side], sizeof cells[side]);
        cn__cut_to_columns(cells[side], COLUMN - 1);
    }
    put_row(sheet, "", cells);
}

static void put_numbers(const struct sheet *sheet, const char *label, const int32_t *numbers)
{
    char cells[CN_SIDES_MAX][40];
    for (int side = 0; side < sheet->display->board.sides; side++)
        words_number(sheet->display->words, numbers[side], cells[side], sizeof cells[side]);
    put_row(sheet, label, cells);
}

static void put_item(const struct sheet *sheet, const char *key, const char *indent,
                     const int32_t *numbers)
{
    char label[80];
    char text[sizeof label + 8];
    cn_words_lookup(sheet->display->words, key, label, sizeof label);
    snprintf(text, sizeof text, "%s%s", indent, label);
    put_numbers(sheet, text, numbers);
}

/* Adds a line below the numbers of a sum. */
static void put_rule(const struct sheet *sheet)
{
    char cells[CN_SIDES_MAX][40];
    for (int side = 0; side < CN_SIDES_MAX; side++)
        snprintf(cells[side], sizeof cells[side], "-------");
    put_row(sheet, "", cells);
}

static void put_score(const struct sheet *sheet, const char *key, const char *indent,
                      const struct cn_score *sides, int item)
{
    const struct cn_score_row *row = cn_score_item_at(item);
    int32_t numbers[CN_SIDES_MAX];
    bool any = row == NULL || row->shown;
    for (int side = 0; side < sheet->display->board.sides; side++) {
        numbers[side] = cn_score_item(sides, side, item);
        any = any || numbers[side] != 0;
    }
    if (any)
        put_item(sheet, key, indent, numbers);
}

/* Does the line add up threes of both colours? */
static bool is_of_both(const struct sheet *sheet, int item)
{
    return item == CN_SCORE_RED_THREES && cn_black_threes_are_bonus(&sheet->display->law->rules);
}

/* Does the line have points of rulings and of red threes that were not laid down (L56)? */
static bool is_refereed(const struct sheet *sheet, int item)
{
    return item == CN_SCORE_PENALTIES && sheet->display->law->refereed;
}

static void put_column(const struct sheet *sheet, const struct cn_score *sides,
                       enum cn_score_column column, const char *sum)
{
    char key[40];
    int32_t numbers[CN_SIDES_MAX];
    for (int item = 0; item < CN_SCORE_ITEM_COUNT; item++) {
        const struct cn_score_row *row = cn_score_item_at(item);
        snprintf(key, sizeof key, "score.%s%s", row->name,
                 is_of_both(sheet, item)    ? ".both"
                 : is_refereed(sheet, item) ? ".refereed"
                                            : "");
        if (row->column == column)
            put_score(sheet, key, "  ", sides, item);
    }
    for (int side = 0; side < sheet->display->board.sides; side++)
        numbers[side] = cn_score_column_sum(&sides[side], column);
    put_item(sheet, sum, "", numbers);
}

/* Base first, then points, written separately (U15). */
static void put_deal(const struct sheet *sheet, const struct cn_score *sides)
{
    put_column(sheet, sides, CN_SCORE_BASE, "ui.sheet.base");
    put_column(sheet, sides, CN_SCORE_CARDS, "ui.sheet.points");
    put_rule(sheet);
    put_score(sheet, "ui.sheet.total", "", sides, CN_SCORE_TOTAL);
    put_score(sheet, "ui.sheet.score", "", sides, CN_SCORE_AFTER);
}

/* Every deal and the total after it. */
static void put_all(const struct sheet *sheet)
{
    const int count = sheet->deals->count;
    for (int deal = 0; deal < count; deal++) {
        char cells[CN_SIDES_MAX][40];
        char label[60];
        char number[16];
        snprintf(number, sizeof number, "%d", sheet->first + deal + 1);
        WORDS1(sheet->display->words, label, "ui.sheet.deal", number);
        for (int side = 0; side < sheet->display->board.sides; side++)
            words_number(sheet->display->words, sheet->deals->deal[deal][side].total, cells[side],
                         sizeof cells[side]);
        put_row(sheet, label, cells);
        for (int side = 0; side < sheet->display->board.sides; side++)
            words_number(sheet->display->words, sheet->deals->deal[deal][side].after, cells[side],
                         sizeof cells[side]);
        WORDS1(sheet->display->words, label, "ui.sheet.after", number);
        put_row(sheet, label, cells);
    }
}

/* Who has won, and what each side receives or pays (L46, C8). */
static void put_settlement(const struct sheet *sheet, const struct game_source *source)
{
    int32_t receives[CN_SIDES_MAX];
    char text[SAY_SIZE];
    const struct display *display = sheet->display;
    const struct cn_rules *rules = &source->scene.game.law->rules;
    text_page_line(sheet->page, "");
    text_page_line(sheet->page, words_won(display, source->scene.game.winner, text, sizeof text));
    cn_score_settlement(rules, source->scene.game.score, source->scene.game.sides, receives);
    put_item(sheet,
             rules->settlement == CN_SETTLE_HUNDREDS ? "ui.sheet.settle.hundreds"
                                                     : "ui.sheet.settle",
             "", receives);
}

/* The rulings that cost points, each with its law, as far as they are remembered; and red threes
 * that were not laid down. */
static void put_rulings(const struct sheet *sheet)
{
    const struct display *display = sheet->display;
    char text[SAY_SIZE];
    char name[100];
    char points[24];
    for (int i = 0; i < display->news_count; i++) {
        const struct news_item *news = &display->news[i];
        if (news->type != CN_EVENT_RULING || news->points == 0)
            continue;
        display_news_text(display, news, text, sizeof text);
        text_page_text(sheet->page, text, strlen(text), WIDTH);
    }
    for (int side = 0; side < display->board.sides && display->law->refereed; side++) {
        const int32_t undeclared = display_undeclared(display, side);
        if (undeclared == 0)
            continue;
        words_side(display, side, name, sizeof name);
        words_number(display->words, undeclared, points, sizeof points);
        WORDS2(display->words, text, "ui.sheet.undeclared", name, points);
        text_page_line(sheet->page, text);
    }
}

/* What else cost points: melds that were not finished, cards that were held. */
static void put_notes(const struct sheet *sheet)
{
    const struct display *display = sheet->display;
    struct sheet_note notes[SHEET_NOTES_MAX];
    char text[SAY_SIZE];
    char name[100];
    char points[24];
    const int count = display_sheet_notes(display, notes);
    for (int i = 0; i < count; i++) {
        if (notes[i].item != CN_SCORE_PENALTIES)
            continue;
        words_side(display, notes[i].side, name, sizeof name);
        words_number(display->words, notes[i].points, points, sizeof points);
        WORDS3(display->words, text, "ui.sheet.note", name, notes[i].text, points);
        text_page_text(sheet->page, text, strlen(text), WIDTH);
    }
}

/* Why the signs are as they are, where canastas decide them. */
static void put_swing(const struct sheet *sheet, const struct cn_score *sides)
{
    const struct display *display = sheet->display;
    char text[SAY_SIZE];
    char name[100];
    for (int i = 0; i < display->board.sides; i++) {
        const int side = (display->side + i) % display->board.sides;
        const int canastas = display->board.canastas[side];
        if (!display->law->rules.score_by_canastas || canastas > 1 ||
            sides[side].item[CN_SCORE_SPECIAL] != 0)
            continue;
        words_side(display, side, name, sizeof name);
        WORDS1(display->words, text, canastas == 0 ? "ui.sheet.swing.none" : "ui.sheet.swing.one",
               name);
        words_capitalize(text, sizeof text);
        text_page_text(sheet->page, text, strlen(text), WIDTH);
    }
}

static void put_explanations(const struct sheet *sheet, const struct cn_score *sides)
{
    if (sheet->display->law->rules.score_by_canastas)
        text_page_line(sheet->page, "");
    put_swing(sheet, sides);
    put_rulings(sheet);
    put_notes(sheet);
}

/* How the deal ended. */
static void put_end(const struct sheet *sheet)
{
    const struct display *display = sheet->display;
    char text[SAY_SIZE];
    for (int i = display->news_count - 1; i >= 0; i--) {
        if (display->news[i].type != CN_EVENT_END)
            continue;
        text_page_line(sheet->page,
                       display_news_text(display, &display->news[i], text, sizeof text));
        text_page_line(sheet->page, "");
        return;
    }
}

static void put_luck(const struct sheet *sheet, const struct game_source *source)
{
    char text[SAY_SIZE];
    words_luck(&source->scene, display_luck_table(), sheet->display->side, text, sizeof text);
    if (text[0] == '\0')
        return;
    text_page_line(sheet->page, "");
    text_page_line(sheet->page, text);
}

void text_page_sheet(struct text_page *page, const struct game_source *source,
                     const struct display *display)
{
    const struct sheet sheet = {page, display, &source->scene.sheet, source->scene.sheet_first};
    char text[SAY_SIZE];
    text_page_clear(page, WORDS0(display->words, text, "ui.title.sheet"));
    const int count = source->scene.sheet.count;
    if (count == 0) {
        text_page_line(page, WORDS0(display->words, text, "ui.sheet.nothing"));
        text_page_line(page, "");
    }
    if (display->stage != CN_STAGE_IN_DEAL)
        put_end(&sheet);
    put_heads(&sheet);
    if (count > 0) {
        put_deal(&sheet, source->scene.sheet.deal[count - 1]);
        if (display->stage != CN_STAGE_IN_DEAL)
            put_explanations(&sheet, source->scene.sheet.deal[count - 1]);
    } else {
        put_numbers(&sheet, "", source->scene.game.score);
    }
    if (display->stage != CN_STAGE_IN_DEAL)
        put_luck(&sheet, source);
    if (display->stage == CN_STAGE_OVER)
        put_settlement(&sheet, source);
    if (count > 0) {
        text_page_line(page, "");
        put_heads(&sheet);
        put_all(&sheet);
    }
}
