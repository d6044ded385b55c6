/* screen_table.c -- everything above the hand: title, seats, the sides' melds, pack and stock. */
#include <stdio.h>
#include <string.h>

#include "cell.h"
#include "screen.h"
#include "side_facts.h"

enum {
    ROOMY = 32,
    LABEL_WIDTH = 25,
    COUNT_WIDTH = 9,
    COUNT_MOST = 40,
    CARD = 4,
    BIG_CARD = 6,
    BIG_SIDE = 62,    /* columns of a side with room for big cards */
    COMMON_MELDS = 8, /* melds to reserve room for, so that cards do not shrink with every meld */
    CARD_ROWS_MOST = 3,
    SHEET_ROWS = 45, /* rows of a terminal with room for the score beside the table */
    SHEET_COLUMNS = 62,
    SHEET_LINES = 20
};

/* ---- title and seats ---- */

/* Writes the bots' pace or, at a remote table, its state and the time left to the seat in turn. */
static void say_pace(const struct screen *screen, char *text, size_t size)
{
    const struct game_source *source = screen->source;
    char key[32];
    snprintf(key, sizeof key, "ui.pace.%d", screen->pace);
    if (!game_source_is_remote(source)) {
        words_format(screen->display.words, text, size, key, 0);
        return;
    }
    const int seconds = game_source_seconds(source);
    snprintf(text, size, "%s", source->status);
    if (seconds >= 0 && source->status[0] == '\0')
        snprintf(text, size, "%s %d:%02d", screen->display.names[source->clock_seat], seconds / 60,
                 seconds % 60);
}

/* Adds to the title what a first meld needs, where that goes by the number of the deal. */
static void say_minimum_of_deal(const struct display *display, char *text, size_t size)
{
    const struct cn_rules *rules = &display->law->rules;
    char minimum[16];
    char title[SAY_SIZE];
    if (rules->minimum_by_round.count == 0 || display->stage != CN_STAGE_IN_DEAL)
        return;
    snprintf(minimum, sizeof minimum, "%d", cn_rules_minimum(rules, display->deal, 0));
    snprintf(title, sizeof title, "%s", text);
    words_format(display->words, text, size, "ui.title.minimum", 2, title, minimum);
}

static void draw_title(const struct screen *screen)
{
    const struct display *display = &screen->display;
    char key[64];
    char rules[80];
    char deal[16];
    char target[24];
    char text[SAY_SIZE];
    snprintf(key, sizeof key, "set.%s", display->law->rules.name);
    if (!cn_words_lookup(display->words, key, rules, sizeof rules))
        snprintf(rules, sizeof rules, "%s", display->law->rules.name);
    snprintf(deal, sizeof deal, "%d", display->deal > 0 ? display->deal : 1);
    const int32_t rounds = display->law->rules.rounds;
    words_number(display->words, rounds > 0 ? rounds : display->law->rules.target, target,
                 sizeof target);
    canvas_blank(screen, 0, 0, screen->columns, STYLE_TITLE);
    WORDS3(display->words, text, rounds > 0 ? "ui.title.rounds" : "ui.title", rules, deal, target);
    say_minimum_of_deal(display, text, sizeof text);
    canvas_text(screen, 0, 1, screen->columns - 2, STYLE_TITLE, text);
    say_pace(screen, text, sizeof text);
    canvas_text(screen, 0, screen->columns - 1 - cn__columns(text), cn__columns(text), STYLE_TITLE,
                text);
}

/* Writes "West" or "North (partner)", with the level if it has one and there is room. */
static void seat_label(const struct display *display, int seat, char *text, size_t size)
{
    const bool partner = display->viewer != CN_NO_SEAT && display_is_partner(display, seat);
    const char *key = seat == display->board.idle ? "ui.seat.idle"
                      : partner                   ? "ui.seat.partner"
                                                  : "ui.seat";
    char longer[32];
    snprintf(longer, sizeof longer, "%s.level", key);
    words_format(display->words, text, size, longer, 2, display->names[seat],
                 display->levels[seat]);
    if (display->shared && seat == display->viewer) {
        words_format(display->words, text, size, "ui.seat.you", 1, display->given_names[seat]);
        return;
    }
    if (display->levels[seat][0] == '\0' || cn__columns(text) > LABEL_WIDTH)
        words_format(display->words, text, size, key, 1, display->names[seat]);
}

/* "13 cards", and what else waits beside the hand: a foot, or the cards of a talon. */
static void say_cards(const struct display *display, int hand, int talon, int second, char *text,
                      size_t size)
{
    char count[16];
    char more[16];
    snprintf(count, sizeof count, "%d", hand);
    snprintf(more, sizeof more, "%d", talon > 0 ? talon : second);
    const char *key = talon > 0    ? "ui.cards.talon"
                      : second > 1 ? "ui.cards.feet"
                      : second > 0 ? "ui.cards.foot"
                                   : "ui.cards";
    words_format(display->words, text, size, key, 2, count, more);
}

/* The columns of the numbers of cards, the same for a whole game. */
static int count_width(const struct display *display)
{
    const struct cn_rules *rules = &display->law->rules;
    char text[COUNT_MOST];
    if (rules->talon.count == 0 && rules->second_hand.count == 0)
        return COUNT_WIDTH;
    say_cards(display, 11, rules->talon.count > 0 ? rules->talon.of[0] : 0,
              rules->second_hand.count, text, sizeof text);
    return cn__columns(text) + 1;
}

static void draw_seat(const struct screen *screen, int y, int seat)
{
    const struct display *display = &screen->display;
    const bool acts = seat == display->actor;
    const enum text_style style = acts ? STYLE_TURN : STYLE_TEXT;
    const struct cn_board *board = &display->board;
    const int counts = count_width(display);
    const int last_x = 3 + LABEL_WIDTH + counts + 2;
    char label[80];
    char cards[COUNT_MOST];
    char last[SAY_SIZE];
    char up[SAY_SIZE];
    canvas_blank(screen, y, 0, screen->width, style);
    if (acts)
        canvas_text(screen, y, 1, 1, style, "\u25b6");
    seat_label(display, seat, label, sizeof label);
    canvas_text(screen, y, 3, LABEL_WIDTH, style, label);
    say_cards(display, board->hand_size[seat], board->talon[seat], board->second[seat], cards,
              sizeof cards);
    canvas_text(screen, y, last_x - 2 - cn__columns(cards), counts, style, cards);
    int x = last_x;
    if (words_up_short(display, seat, screen->ascii, up, sizeof up)[0] != '\0')
        x += canvas_text(screen, y, x, screen->width - x - 1, acts ? style : STYLE_STRONG, up) + 2;
    if (x >= screen->width - 1)
        return;
    last_turn_text(display, seat, screen->ascii, screen->width - x - 1, last, sizeof last);
    const bool news = last[0] != '\0';
    canvas_text(screen, y, x, screen->width - x - 1, acts || !news ? style : STYLE_FAINT, last);
}

/* In turn order from the next player. This seat comes last, nearest to its cards. */
static int draw_seats(const struct screen *screen, int y)
{
    const int players = screen->display.board.players;
    for (int step = 1; step <= players; step++)
        draw_seat(screen, y++, (screen->display.bottom_seat + step) % players);
    return y;
}

/* ---- melds ---- */

/* Writes the first of the texts that fits. */
static void draw_fitting(const struct screen *screen, int y, int x, int columns,
                         enum text_style style, char texts[][80], int count)
{
    int i = 0;
    while (i < count - 1 && cn__columns(texts[i]) > columns)
        i++;
    canvas_text(screen, y, x, columns, style, texts[i]);
}

/* 'rows': how tall its cards are. */
static void draw_meld(struct screen *screen, int y, int x, int rows, int columns, int side,
                      int meld)
{
    struct meld_cell cell;
    const bool big = columns >= BIG_SIDE;
    const int pitch = big ? BIG_CARD : CARD;
    const bool canasta = cn_meld_is_canasta(screen->display.board.melds[side][meld]);
    const bool dead = display_meld_state(&screen->display, side, meld) == MELD_DEAD;
    cell_of(&screen->display, side, meld, columns, pitch, &cell);
    for (int i = 0; i < cell.card_count; i++) {
        const enum text_style style = canvas_suit(screen, cell.cards[i], STYLE_CARD);
        canvas_card(screen, y, x + pitch * i, cell.cards[i], STYLE_CARD, pitch - 1);
        for (int row = 1; row < rows && screen->colours; row++)
            canvas_blank(screen, y + row, x + pitch * i, pitch - 1, style);
    }
    canvas_text(screen, y, x, columns, STYLE_CARD, cell.ranks);
    canvas_text(screen, y, x + cell.at, columns - cell.at,
                dead      ? STYLE_FAINT
                : canasta ? STYLE_STRONG
                          : STYLE_TEXT,
                cell.words);
    if (side == screen->display.side)
        canvas_region(screen, y, x, rows, columns, PRESS_MELD + meld);
}

/* Lists a side's melds by rank. Returns their number. */
static int melds_by_rank(const struct display *display, int side, int order[CN_MELDS_MAX])
{
    int count = 0;
    for (int kind = CN_KINDS - 1; kind >= 0; kind--)
        for (int meld = 0; meld < display->board.meld_count[side]; meld++)
            if (display->board.melds[side][meld] != 0 &&
                cn_meld_kind(display->board.melds[side][meld]) == kind)
                order[count++] = meld;
    return count;
}

/* Draws one meld per line or, if there are too many, as many narrow columns as needed. */
static void draw_melds(struct screen *screen, int y, int x, int rows, int columns, int side,
                       int apart)
{
    int order[CN_MELDS_MAX];
    const int count = melds_by_rank(&screen->display, side, order);
    if (rows <= 0)
        return;
    const int across = (count + rows - 1) / rows;
    const int width = across > 1 ? columns / across : columns;
    for (int i = 0; i < count; i++)
        draw_meld(screen, y + apart * (i % rows), x + i / rows * width, apart > 1 ? apart - 1 : 1,
                  across > 1 ? width - 2 : width, side, order[i]);
}

/* A side's name and score, and in 'minimum' what its first meld needs, "" if it has melded. */
struct heading {
    char name[120], score[80], minimum[2][80]; /* from long to short */
};

static void side_heading(const struct display *display, int side, struct heading *heading)
{
    char name[100];
    char score[24];
    char minimum[16];
    words_side(display, side, name, sizeof name);
    words_number(display->words, display->board.score[side], score, sizeof score);
    snprintf(minimum, sizeof minimum, "%d", display->board.minimum[side]);
    WORDS1(display->words, heading->name, "ui.side", name);
    WORDS1(display->words, heading->score, "ui.side.score", score);
    WORDS1(display->words, heading->minimum[0], "ui.side.minimum", minimum);
    WORDS1(display->words, heading->minimum[1], "ui.side.minimum.short", minimum);
    if (cn_side_has_melded(&display->board, side) || display->board.minimum[side] == 0)
        heading->minimum[0][0] = heading->minimum[1][0] = '\0';
}

/* A side's bonus cards at the right of its heading: one by one, or counted by colour if there is no
 * room for that. */
struct threes {
    int count, of[2]; /* of them red, black */
    cn_card first[2];
    int columns;
    bool counted;
};

enum {
    COUNTED = 7 /* columns of "3♥ ×12" */
};

static struct threes threes_of_side(const struct display *display, int side, int columns)
{
    struct threes threes = {0};
    for (int i = 0; i < display->red_count; i++) {
        const int colour = cn_card_kind(display->red[i]) == CN_BLACK_THREE;
        if (display->red_side[i] != side)
            continue;
        if (threes.of[colour]++ == 0)
            threes.first[colour] = display->red[i];
        threes.count++;
    }
    const int colours = (threes.of[0] > 0) + (threes.of[1] > 0);
    threes.counted = CARD * threes.count > columns / 2 && COUNTED * colours < CARD * threes.count;
    threes.columns = threes.counted ? COUNTED * colours : CARD * threes.count;
    return threes;
}

/* Returns the rows of the headings: one, or two if names and scores are too long. */
static int heading_rows(const struct display *display, int columns)
{
    for (int side = 0; side < display->board.sides; side++) {
        struct heading heading;
        side_heading(display, side, &heading);
        const int text = cn__columns(heading.name) + cn__columns(heading.score) +
                         cn__columns(heading.minimum[1]) + 3;
        if (text + threes_of_side(display, side, columns).columns > columns)
            return 2;
    }
    return 1;
}

/* Draws a side's bonus cards so that they end before column 'end'. */
static void draw_threes(const struct screen *screen, int y, int end, const struct threes *threes,
                        int side)
{
    const struct display *display = &screen->display;
    int at = end;
    for (int colour = 1; colour >= 0 && threes->counted; colour--) {
        char count[16];
        if (threes->of[colour] == 0)
            continue;
        at -= COUNTED;
        canvas_card(screen, y, at + 1, threes->first[colour], STYLE_CARD, 3);
        snprintf(count, sizeof count, "\u00d7%d", threes->of[colour]);
        canvas_text(screen, y, at + 4, COUNTED - 4, STYLE_TEXT, count);
    }
    for (int i = display->red_count - 1; i >= 0 && !threes->counted; i--) {
        if (display->red_side[i] != side)
            continue;
        at -= CARD;
        canvas_card(screen, y, at + 1, display->red[i], STYLE_CARD, 3);
    }
}

/* A side's heading, its bonus cards at the right. */
static void draw_side_head(const struct screen *screen, int y, int x, int rows, int columns,
                           int side)
{
    const struct display *display = &screen->display;
    struct heading heading;
    side_heading(display, side, &heading);
    const struct threes threes = threes_of_side(display, side, columns);
    const int room = columns - threes.columns;
    int used = canvas_text(screen, y, x, room, STYLE_HEAD, heading.name) + 1;
    const int second = rows == 1 ? used : 0;
    const int row = y + rows - 1;
    used =
        second + canvas_text(screen, row, x + second, columns - second, STYLE_HEAD, heading.score);
    draw_fitting(screen, row, x + used + 2, (rows == 1 ? room : columns) - used - 2, STYLE_TEXT,
                 heading.minimum, 2);
    draw_threes(screen, y, x + columns, &threes, side);
}

/* Returns the lines from one meld to the next. With room to spare, melds have a blank line between
 * them and taller cards. */
static int lines_apart(const struct display *display, int rows)
{
    int order[CN_MELDS_MAX];
    int most = 1;
    for (int side = 0; side < display->board.sides; side++) {
        const int count = melds_by_rank(display, side, order);
        most = count > most ? count : most;
    }
    const bool high = rows > 2 * COMMON_MELDS;
    const int apart = (rows + 1) / (high && most < COMMON_MELDS ? COMMON_MELDS : most);
    const int limit = high ? CARD_ROWS_MOST + 1 : 2;
    return apart < 1 ? 1 : apart > limit ? limit : apart;
}

/* Draws a line about each side, if there is something to say of any. Returns its rows. */
static int draw_facts(const struct screen *screen, int y, int width)
{
    const struct display *display = &screen->display;
    int rows = 0;
    for (int i = 0; i < display->board.sides; i++) {
        char text[SAY_SIZE];
        cell_side_facts(display, (display->side + i) % display->board.sides, width, text,
                        sizeof text);
        canvas_text(screen, y, 1 + i * (width + 3), width, STYLE_TEXT, text);
        rows |= text[0] != '\0';
    }
    return rows;
}

static void draw_sides(struct screen *screen, int y, int rows)
{
    const int sides = screen->display.board.sides;
    const int width = (screen->width - 2 - 3 * (sides - 1)) / sides;
    const int lines = heading_rows(&screen->display, width);
    const int head = lines + draw_facts(screen, y + lines, width);
    const int apart = lines_apart(&screen->display, rows - head);
    for (int i = 0; i < sides; i++) {
        const int side = (screen->display.side + i) % sides;
        const int x = 1 + i * (width + 3);
        draw_side_head(screen, y, x, lines, width, side);
        draw_melds(screen, y + head, x, rows - head, width, side, apart);
        for (int row = 0; row < rows && i > 0; row++)
            canvas_text(screen, y + row, x - 2, 1, STYLE_FAINT, "\u2502");
    }
}

/* ---- pack and stock ---- */

/* The state of the pack, and what an empty one refuses or, if there is room, how much of it a claim
 * brings. */
static void say_pack(const struct display *display, int columns, char *text, size_t size)
{
    char longer[SAY_SIZE];
    char about[SAY_SIZE];
    char state[SAY_SIZE];
    char taken[16];
    char left[16];
    int cards;
    int rest;
    display_pile_text(display, state, sizeof state);
    words_capitalize(state, sizeof state);
    snprintf(text, size, "%s", state);
    if (cell_empty_pack_facts(display, about, sizeof about)[0] != '\0')
        words_format(display->words, text, size, "ui.fact.empty", 2, state, about);
    if (!display_pack_parts(display, &cards, &rest))
        return;
    snprintf(taken, sizeof taken, "%d", cards);
    snprintf(left, sizeof left, "%d", rest);
    WORDS3(display->words, longer, "ui.fact.parts", state, taken, left);
    if (cn__columns(longer) <= columns)
        snprintf(text, size, "%s", longer);
}

static void draw_pack(struct screen *screen, int y)
{
    const struct display *display = &screen->display;
    char count[16];
    char text[SAY_SIZE];
    char state[2 * SAY_SIZE];
    snprintf(count, sizeof count, "%d", display->board.pile);
    int x = 1;
    x += canvas_text(screen, y, x, 20, STYLE_HEAD, WORDS0(display->words, text, "ui.pack")) + 1;
    canvas_card(screen, y, x, display->pile_top,
                display->pile_top == CN_NO_CARD ? STYLE_TEXT : STYLE_CARD, 3);
    x += 5;
    WORDS1(display->words, text, "ui.cards", count);
    canvas_text(screen, y, x, 20, STYLE_TEXT, text);
    canvas_region(screen, y, 1, 2, x + 10, key_for_deed(DEED_TAKE));
    say_pack(display, screen->width - 2, state, sizeof state);
    canvas_text(screen, y + 1, 1, screen->width - 2,
                display_can_take(display) ? STYLE_HEAD : STYLE_TEXT, state);
    snprintf(count, sizeof count, "%d", display->board.stock);
    WORDS1(display->words, text, "ui.cards", count);
    x = screen->width - 1 - cn__columns(text);
    canvas_text(screen, y, x, 20, STYLE_TEXT, text);
    x -= 5;
    canvas_text(screen, y, x, 4, STYLE_BACK,
                display->board.stock > 0 ? "\u2592\u2592\u2592\u2592" : " -- ");
    WORDS0(display->words, text, "ui.stock");
    x -= cn__columns(text) + 1;
    canvas_text(screen, y, x, 20, STYLE_HEAD, text);
    canvas_region(screen, y, x, 1, screen->width - x, key_for_deed(DEED_DRAW));
}

/* ---- beside the table ---- */

/* Draws the score sheet upwards from row y. Returns the first row used. */
static int draw_panel_sheet(struct screen *screen, int y, int x, int columns)
{
    struct text_page *page = &screen->small;
    text_page_sheet(page, screen->source, &screen->display);
    if (screen->rows < SHEET_ROWS || columns < SHEET_COLUMNS)
        return y;
    const int lines = page->count < SHEET_LINES ? page->count : SHEET_LINES;
    y -= lines + 2;
    canvas_rule(screen, y, screen->width + 1, screen->columns - screen->width - 1);
    canvas_text(screen, y + 1, x, columns, STYLE_HEAD, page->title);
    for (int i = 0; i < lines; i++)
        canvas_text(screen, y + 2 + i, x, columns, STYLE_TEXT, page->line[i]);
    return y;
}

/* In a wide terminal the events of this deal are at the right, the latest at the bottom, and in a
 * high one the score is below them. */
static void draw_panel(struct screen *screen)
{
    struct text_page *page = &screen->small;
    const int x = screen->width + 2;
    const int columns = screen->columns - x - 1;
    const int bottom = screen->rows - BOTTOM_ROWS;
    if (screen->width == screen->columns)
        return;
    for (int y = 1; y < bottom; y++)
        canvas_text(screen, y, screen->width, 1, STYLE_FAINT, "\u2502");
    const int rows = draw_panel_sheet(screen, bottom, x, columns) - 3;
    text_page_log(page, &screen->display, columns);
    canvas_text(screen, 2, x, columns, STYLE_HEAD, page->title);
    const int first = page->count > rows ? page->count - rows : 0;
    for (int i = first; i < page->count; i++)
        canvas_text(screen, 3 + i - first, x, columns, STYLE_TEXT, page->line[i]);
}

/* ---- all of it ---- */

/* Draws the message over as many lines as it needs. The game waits. */
static void draw_too_small(struct screen *screen)
{
    char size[40];
    char least[40];
    char text[SAY_SIZE];
    snprintf(size, sizeof size, "%d x %d", screen->columns, screen->rows);
    snprintf(least, sizeof least, "%d x %d", SCREEN_COLUMNS, SCREEN_ROWS);
    WORDS2(screen->display.words, text, "ui.too_small", size, least);
    text_page_clear(&screen->small, "");
    text_page_text(&screen->small, text, strlen(text),
                   screen->columns > 2 ? screen->columns - 1 : 1);
    for (int i = 0; i < screen->small.count; i++)
        canvas_text(screen, i, 0, screen->columns, STYLE_TEXT, screen->small.line[i]);
}

static void draw_waiting_room(struct screen *screen)
{
    const char *status = screen->source->status;
    canvas_blank(screen, 0, 0, screen->columns, STYLE_TITLE);
    canvas_text(screen, 0, 1, screen->columns - 2, STYLE_TITLE, "Canasta");
    canvas_text(screen, 0, screen->columns - 1 - cn__columns(status), cn__columns(status),
                STYLE_TITLE, status);
    bottom_draw(screen, screen->rows - BOTTOM_ROWS);
}

void screen_draw(struct screen *screen)
{
    canvas_clear(screen);
    if (screen_is_too_small(screen)) {
        draw_too_small(screen);
        return;
    }
    if (!screen_has_game(screen)) {
        draw_waiting_room(screen);
        return;
    }
    const bool roomy = screen->rows >= ROOMY;
    draw_title(screen);
    int y = draw_seats(screen, roomy ? 2 : 1);
    const int hand = hand_rows(screen);
    const int bottom = screen->rows - BOTTOM_ROWS;
    const int heading = bottom - hand - 1 - (roomy ? 1 : 0);
    const int pack = heading - 2 - (roomy ? 1 : 0);
    if (roomy)
        canvas_rule(screen, y, 0, screen->width);
    if (roomy)
        y++;
    draw_sides(screen, y, pack - y - (roomy ? 1 : 0));
    if (roomy)
        canvas_rule(screen, pack - 1, 0, screen->width);
    draw_pack(screen, pack);
    if (roomy)
        canvas_rule(screen, heading - 1, 0, screen->width);
    hand_draw(screen, heading, hand);
    draw_panel(screen);
    bottom_draw(screen, bottom);
}
