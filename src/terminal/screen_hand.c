/* screen_hand.c -- the hand, the meter above it, and the message and keys below.
 *
 * The hand is sorted and grouped by rank. If it fits in one line, its cards stand upright and
 * picked cards are raised by a row, which is visible without colours too. A bigger hand lies flat
 * in several lines, and picked cards are marked with a star.
 */
#include <stdio.h>
#include <string.h>

#include "screen.h"

enum {
    NARROW = 4,
    WIDE = 5,
    TALL = 3,
    TALLER = 5,
    TALLEST = 7,
    WIDEST = 7,
    HIGH = 45, /* rows of a terminal that has room for the biggest cards */
    LINES_MAX = 12,
    METER = 12
};

/* ---- placing ---- */

/* A gap between two ranks, if the hand has room for gaps. */
static bool is_new_rank(const struct display *display, int i)
{
    return i > 0 && cn_card_kind(display->cards[i]) != cn_card_kind(display->cards[i - 1]);
}

static int rank_gaps(const struct display *display)
{
    int gaps = 0;
    for (int i = 0; i < display->card_count; i++)
        gaps += is_new_rank(display, i);
    return gaps;
}

/* The position of each card. A card's first column is a gap, which may hold a mark. */
struct places {
    int x[CN_CARDS_MAX], line[CN_CARDS_MAX];
    int lines, pitch;
};

static void place_cards(const struct screen *screen, struct places *places)
{
    const struct display *display = &screen->display;
    const int room = screen->width - 1;
    const int spare = room - rank_gaps(display);
    const bool wide = WIDE * display->card_count <= spare;
    const bool widest = screen->rows >= HIGH && WIDEST * display->card_count <= spare;
    const bool gaps = NARROW * display->card_count <= spare || NARROW * display->card_count > room;
    int x = 0;
    int line = 0;
    memset(places, 0, sizeof *places);
    places->pitch = widest ? WIDEST : wide ? WIDE : NARROW;
    for (int i = 0; i < display->card_count; i++) {
        if (gaps && x > 0)
            x += is_new_rank(display, i);
        if (x + places->pitch > room) {
            x = 0;
            line++;
        }
        places->x[i] = x;
        places->line[i] = line;
        x += places->pitch;
    }
    places->lines = line + 1;
}

int hand_rows(const struct screen *screen)
{
    struct places places;
    place_cards(screen, &places);
    if (places.lines > 1)
        return places.lines < LINES_MAX ? places.lines : LINES_MAX;
    return screen->rows >= HIGH ? TALLEST : screen->rows >= 32 ? TALLER : TALL;
}

int hand_neighbour(const struct screen *screen, int step)
{
    struct places places;
    place_cards(screen, &places);
    const int wanted = places.line[screen->cursor] + step;
    int best = screen->cursor;
    int distance = 1000;
    for (int i = 0; i < screen->display.card_count; i++) {
        const int gap = places.x[i] - places.x[screen->cursor];
        if (places.line[i] != wanted || (gap < 0 ? -gap : gap) >= distance)
            continue;
        best = i;
        distance = gap < 0 ? -gap : gap;
    }
    return best;
}

/* ---- the meter ---- */

static bool shows_meter(const struct display *display)
{
    const struct cn_board *board = &display->board;
    if (!display_is_my_turn(display))
        return false;
    if (board->phase == CN_PHASE_TAKING)
        return true;
    return board->phase != CN_PHASE_ANSWER && board->owes_opening &&
           board->minimum[display->side] > 0;
}

/* Counts the points laid in this turn and picked, with the top card if the picked cards would claim
 * it. */
static int count_so_far(const struct screen *screen, bool *with_top)
{
    const struct display *display = &screen->display;
    cn_card cards[CN_CARDS_MAX];
    cn_card shown[2];
    struct cn_action take;
    const int count = screen_picks(screen, cards);
    int points = cn_opening_count(&display->law->rules, &display->board) +
                 points_of_cards(display, cards, count);
    *with_top = display->board.phase == CN_PHASE_START && display->pile_top != CN_NO_CARD &&
                take_for_cards(display, cards, count, &take, shown) &&
                display_check(display, take, NULL);
    if (*with_top)
        points += points_of_cards(display, &display->pile_top, 1);
    return points;
}

static void draw_meter(const struct screen *screen, int y)
{
    const struct display *display = &screen->display;
    const int needed = display->board.minimum[display->side];
    bool with_top;
    const int points = count_so_far(screen, &with_top);
    char have[16];
    char need[16];
    char text[120];
    char bar[METER + 1];
    snprintf(have, sizeof have, "%d", points);
    snprintf(need, sizeof need, "%d", needed);
    WORDS2(display->words, text, with_top ? "ui.meter.pack" : "ui.meter", have, need);
    int full = needed > 0 ? points * METER / needed : METER;
    if (full > METER)
        full = METER;
    for (int i = 0; i < METER; i++)
        bar[i] = i < full ? '#' : '.';
    bar[METER] = '\0';
    const bool enough = points >= needed;
    int x = screen->width - METER - 3;
    canvas_text(screen, y, x, METER + 2, STYLE_TEXT, "[");
    canvas_text(screen, y, x + 1, METER, enough ? STYLE_HEAD : STYLE_TEXT, bar);
    canvas_text(screen, y, x + 1 + METER, 1, STYLE_TEXT, "]");
    x -= cn__columns(text) + 1;
    canvas_text(screen, y, x, 80, enough ? STYLE_HEAD : STYLE_STRONG, text);
}

/* ---- the hand ---- */

static void draw_heading(const struct screen *screen, int y)
{
    const struct display *display = &screen->display;
    cn_card cards[CN_CARDS_MAX];
    char count[16];
    char points[16];
    char text[120];
    const int picked = screen_picks(screen, cards);
    snprintf(count, sizeof count, "%d", picked > 0 ? picked : display->card_count);
    snprintf(points, sizeof points, "%d",
             picked > 0 ? points_of_cards(display, cards, picked)
                        : points_of_cards(display, display->cards, display->card_count));
    WORDS2(display->words, text,
           display->viewer == CN_NO_SEAT ? "ui.far.watching"
           : picked > 0                  ? "ui.hand.picked"
                                         : "ui.hand",
           count, points);
    canvas_text(screen, y, 1, screen->width - 2, STYLE_HEAD, text);
    if (shows_meter(display))
        draw_meter(screen, y);
}

/* In ASCII an x would read as a joker. */
static const char *barred_mark(const struct screen *screen)
{
    return screen->ascii ? "!" : "\u00d7";
}

/* What the mark of cards means, in the row that picked cards are raised to. */
static void draw_legend(const struct screen *screen, int y)
{
    cn_card cards[CN_CARDS_MAX];
    char text[120];
    if (screen->barred != 0 && screen_picks(screen, cards) == 0)
        canvas_text(screen, y, 1, screen->width - 2, STYLE_FAINT,
                    WORDS1(screen->display.words, text, "ui.hand.barred", barred_mark(screen)));
}

static enum text_style style_of(const struct screen *screen, int i)
{
    if (i == screen->cursor)
        return STYLE_CURSOR;
    return screen->picked[i] ? STYLE_PICKED : STYLE_CARD;
}

/* Draws the mark beside a card: the cursor, for terminals without colours, a picked card, or one
 * that must not be discarded now. */
static void draw_mark(struct screen *screen, int y, int x, int i)
{
    const bool marked = i == screen->cursor && !screen->colours;
    const bool barred = (screen->barred >> cn_card_kind(screen->display.cards[i]) & 1) != 0;
    canvas_text(screen, y, x, 1, STYLE_TEXT,
                marked              ? ">"
                : screen->picked[i] ? "*"
                : barred            ? barred_mark(screen)
                                    : " ");
    if (i != screen->cursor)
        return;
    screen->cursor_y = y;
    screen->cursor_x = x + 1;
}

/* Draws an upright card: its name on top, the rest below, raised by a row if it is picked. */
static void draw_standing(struct screen *screen, int y, int rows, int x, int pitch, int i)
{
    const cn_card card = screen->display.cards[i];
    const enum text_style style = style_of(screen, i);
    const enum text_style blank = canvas_suit(screen, card, style);
    const int top = screen->picked[i] ? y : y + 1;
    canvas_card(screen, top, x + 1, card, style, pitch - 1);
    for (int row = 1; row < rows - 1; row++)
        canvas_blank(screen, top + row, x + 1, pitch - 1, screen->colours ? blank : STYLE_TEXT);
    draw_mark(screen, top, x, i);
    canvas_region(screen, y, x, rows, pitch, PRESS_CARD + i);
}

static void draw_flat(struct screen *screen, int y, int x, int pitch, int i)
{
    canvas_card(screen, y, x + 1, screen->display.cards[i], style_of(screen, i), pitch - 1);
    draw_mark(screen, y, x, i);
    canvas_region(screen, y, x, 1, pitch, PRESS_CARD + i);
}

/* The kinds in the hand that must not be discarded in this turn; none before it is due. */
static unsigned barred_kinds(const struct display *display)
{
    unsigned barred = 0;
    struct cn_refusal why;
    for (int i = 0; i < display->card_count && display->board.phase == CN_PHASE_MELD; i++) {
        const int kind = cn_card_kind(display->cards[i]);
        const bool asked = i > 0 && cn_card_kind(display->cards[i - 1]) == kind;
        if (!asked && display_discard_is_barred(display, kind, &why))
            barred |= 1u << kind;
    }
    return barred;
}

void hand_draw(struct screen *screen, int y, int rows)
{
    struct places places;
    screen->barred = barred_kinds(&screen->display);
    place_cards(screen, &places);
    draw_heading(screen, y++);
    if (places.lines == 1)
        draw_legend(screen, y);
    for (int i = 0; i < screen->display.card_count; i++) {
        if (places.lines == 1)
            draw_standing(screen, y, rows, places.x[i], places.pitch, i);
        else if (places.line[i] < rows)
            draw_flat(screen, y + places.line[i], places.x[i], places.pitch, i);
    }
}

/* ---- message and keys ---- */

/* Writes who has announced a last card since this seat's own turn, or else whose turn it is. */
static void say_state(const struct display *display, char *text, size_t size)
{
    char sentence[SAY_SIZE];
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < display->news_count; i++) {
        const struct news_item *news = &display->news[i];
        if (news->type != NEWS_LAST_CARD || news->turn + display->board.seats <= display->turn)
            continue;
        display_news_text(display, news, sentence, sizeof sentence);
        used += (size_t)snprintf(text + used, size - used, "%s ", sentence);
        if (used >= size)
            return;
    }
    if (display->stage == CN_STAGE_BETWEEN_DEALS)
        words_format(display->words, text + used, size - used, "ui.far.wait", 0);
    if (display->stage == CN_STAGE_IN_DEAL)
        snprintf(text + used, size - used, "%s", words_turn(display, sentence, sizeof sentence));
}

static void draw_message(struct screen *screen, int y)
{
    char text[2 * SAY_SIZE];
    const int columns = screen->columns - 2;
    if (screen->before[0] != '\0' && cn__columns(screen->before) <= columns &&
        cn__columns(screen->message) <= columns)
        canvas_text(screen, y++, 1, columns, STYLE_TEXT, screen->before);
    if (screen->message[0] != '\0')
        snprintf(text, sizeof text, "%s", screen->message);
    else if (screen_has_game(screen))
        say_state(&screen->display, text, sizeof text);
    else
        text[0] = '\0';
    text_page_clear(&screen->small, "");
    text_page_text(&screen->small, text, strlen(text), screen->columns - 2);
    for (int i = 0; i < 2 && i < screen->small.count; i++)
        canvas_text(screen, y + i, 1, screen->columns - 2,
                    screen->warning ? STYLE_WARN : STYLE_STRONG, screen->small.line[i]);
}

/* Draws each key and what it does, as a button. */
static void draw_bar(struct screen *screen, int y, const struct key_bar *bar)
{
    for (int i = 0; i < bar->count; i++) {
        const struct bar_key *key = &bar->key[i];
        char label[60];
        if (key->x < 0)
            continue;
        const size_t length = strcspn(key->text, " ");
        snprintf(label, sizeof label, "%.*s", (int)length, key->text);
        const int x = 1 + key->x;
        const int used = canvas_text(screen, y, x, 20, STYLE_KEY, label);
        canvas_text(screen, y, x + used, 40, STYLE_TEXT, key->text + length);
        canvas_region(screen, y, x, 1, cn__columns(key->text), key_for_deed(key->deed));
    }
}

void bottom_draw(struct screen *screen, int y)
{
    struct key_bar bar;
    const struct display *display = &screen->display;
    const bool far = game_source_is_remote(screen->source);
    draw_message(screen, y);
    if (!screen_has_game(screen))
        return;
    key_bar_of_turn(display, screen->columns - 2, &bar);
    draw_bar(screen, y + 2, &bar);
    key_bar_of_looks(display, screen->article[0] != '\0', far, screen->columns - 2, &bar);
    draw_bar(screen, y + 3, &bar);
}
