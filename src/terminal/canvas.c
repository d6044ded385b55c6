/* canvas.c -- the terminal: colours, text, clicks and keys. The only file that draws with ncurses.
 *
 * In a locale that is not UTF-8, everything is ASCII, lines and suits too. Without colours, styles
 * become bold, reverse or nothing. Jokers are "JK" because terminals disagree about the width of a
 * joker's character.
 */
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "screen.h"

static attr_t attributes[STYLES];

/* ---- beginning ---- */

static void plain_styles(void)
{
    for (int style = 0; style < STYLES; style++)
        attributes[style] = A_NORMAL;
    attributes[STYLE_STRONG] = attributes[STYLE_HEAD] = A_BOLD;
    attributes[STYLE_TURN] = attributes[STYLE_WARN] = A_BOLD;
    attributes[STYLE_KEY] = attributes[STYLE_WINDOW_STRONG] = A_BOLD;
    attributes[STYLE_TITLE] = A_REVERSE;
    for (int suit = 0; suit < 4; suit++) {
        attributes[STYLE_PICKED + suit] = A_BOLD;
        attributes[STYLE_CURSOR + suit] = A_REVERSE;
    }
}

struct pair {
    short front, back;
    attr_t more;
};

/* On a green cloth where the terminal has 256 colours, else on its own background. */
static void colour_styles(bool four)
{
    const bool rich = COLORS >= 256;
    const short cloth = rich ? 22 : -1;
    const short white = rich ? 255 : COLOR_WHITE;
    const short paper = rich ? 231 : COLOR_WHITE;
    const short picked = rich ? 228 : COLOR_YELLOW;
    const short cursor = rich ? 153 : COLOR_CYAN;
    const short text = rich ? 255 : -1;
    const short ink = rich ? 16 : COLOR_BLACK;
    const short red = rich ? 160 : COLOR_RED;
    const short blue = rich ? 26 : COLOR_BLUE;
    const short green = rich ? 28 : COLOR_GREEN;
    const short suits[4] = {ink, red, four ? blue : red, four ? green : ink};
    struct pair pairs[STYLES] = {
        [STYLE_TEXT] = {text, cloth, 0},
        [STYLE_FAINT] = {rich ? 151 : text, cloth, 0},
        [STYLE_STRONG] = {text, cloth, A_BOLD},
        [STYLE_TITLE] = {white, rich ? 235 : COLOR_BLUE, A_BOLD},
        [STYLE_HEAD] = {rich ? 222 : COLOR_YELLOW, cloth, A_BOLD},
        [STYLE_TURN] = {rich ? 230 : COLOR_YELLOW, rich ? 28 : -1, A_BOLD},
        [STYLE_WARN] = {rich ? 220 : COLOR_YELLOW, cloth, A_BOLD},
        [STYLE_KEY] = {rich ? 222 : COLOR_YELLOW, cloth, A_BOLD},
        [STYLE_BACK] = {rich ? 153 : COLOR_WHITE, rich ? 24 : COLOR_BLUE, 0},
        [STYLE_WINDOW] = {rich ? 16 : COLOR_BLACK, rich ? 230 : COLOR_WHITE, 0},
        [STYLE_WINDOW_STRONG] = {rich ? 16 : COLOR_BLACK, rich ? 222 : COLOR_CYAN, A_BOLD},
    };
    for (int suit = 0; suit < 4; suit++) {
        pairs[STYLE_CARD + suit] = (struct pair){suits[suit], paper, A_BOLD};
        pairs[STYLE_PICKED + suit] = (struct pair){suits[suit], picked, A_BOLD};
        pairs[STYLE_CURSOR + suit] = (struct pair){suits[suit], cursor, A_BOLD};
    }
    for (int style = 0; style < STYLES; style++) {
        init_pair((short)(style + 1), pairs[style].front, pairs[style].back);
        attributes[style] = (attr_t)COLOR_PAIR(style + 1) | pairs[style].more;
    }
    bkgdset((chtype)COLOR_PAIR(1) | ' ');
}

bool canvas_begin(struct screen *screen)
{
    setlocale(LC_CTYPE, "");
    screen->ascii = screen->options->ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    if (newterm(NULL, stdout, stdin) == NULL)
        return false;
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    set_escdelay(50);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    const char *no_color = getenv("NO_COLOR");
    const bool wanted =
        screen->options->colours != COLOURS_NONE && (no_color == NULL || no_color[0] == '\0');
    screen->colours = wanted && has_colors() && start_color() == OK && COLOR_PAIRS > STYLES;
    screen->four_colours = screen->options->colours == COLOURS_FOUR;
    plain_styles();
    if (screen->colours && use_default_colors() == OK)
        colour_styles(screen->four_colours);
    return true;
}

void canvas_end(void)
{
    endwin();
}

/* ---- drawing ---- */

int canvas_text(const struct screen *screen, int y, int x, int columns, enum text_style style,
                const char *text)
{
    char copy[2 * SAY_SIZE];
    if (y < 0 || y >= screen->rows || x >= screen->columns || columns <= 0)
        return 0;
    snprintf(copy, sizeof copy, "%s", text);
    if (screen->ascii)
        utf8_to_ascii(copy);
    cn__cut_to_columns(copy, columns < screen->columns - x ? columns : screen->columns - x);
    attrset((int)attributes[style]);
    mvaddstr(y, x, copy);
    return cn__columns(copy);
}

void canvas_blank(const struct screen *screen, int y, int x, int columns, enum text_style style)
{
    if (y < 0 || y >= screen->rows)
        return;
    attrset((int)attributes[style]);
    for (int i = 0; i < columns && x + i < screen->columns; i++)
        mvaddch(y, x + i, ' ');
}

void canvas_rule(const struct screen *screen, int y, int x, int columns)
{
    for (int i = 0; i < columns; i++)
        canvas_text(screen, y, x + i, 1, STYLE_FAINT, "\u2500");
}

enum text_style canvas_suit(const struct screen *screen, cn_card card, enum text_style family)
{
    (void)screen;
    if (card == CN_JOKER_RED)
        return family + 1;
    if (card >= CN_JOKER_RED)
        return family;
    return family + card % 4;
}

void canvas_card(const struct screen *screen, int y, int x, cn_card card, enum text_style style,
                 int columns)
{
    char name[8];
    char text[16];
    words_card_short(card, screen->ascii, name);
    const int room = 3 - cn__columns(name);
    snprintf(text, sizeof text, "%*s%s%*s", room > 0 ? room : 0, "", name, columns - 3, "");
    canvas_text(screen, y, x, columns, canvas_suit(screen, card, style), text);
}

void canvas_clear(struct screen *screen)
{
    screen->region_count = 0;
    screen->cursor_y = screen->cursor_x = -1;
    getmaxyx(stdscr, screen->rows, screen->columns);
    screen->width = screen_table_width(screen->columns);
    attrset((int)attributes[STYLE_TEXT]);
    erase();
}

void canvas_region(struct screen *screen, int y, int x, int rows, int columns, int key)
{
    if (screen->region_count == REGIONS_MAX)
        return;
    screen->region[screen->region_count++] = (struct screen_region){y, x, rows, columns, key};
}

/* ---- keys ---- */

/* Of overlapping regions, the one drawn last is on top. */
static int key_of_click(const struct screen *screen, int y, int x)
{
    for (int i = screen->region_count - 1; i >= 0; i--) {
        const struct screen_region *r = &screen->region[i];
        if (y >= r->y && y < r->y + r->rows && x >= r->x && x < r->x + r->columns)
            return r->key;
    }
    return 0;
}

static int key_of_mouse(const struct screen *screen)
{
    MEVENT event;
    if (getmouse(&event) != OK)
        return 0;
    if ((event.bstate & BUTTON4_PRESSED) != 0)
        return KEY_UP;
    if ((event.bstate & BUTTON5_PRESSED) != 0)
        return KEY_DOWN;
    if ((event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)) == 0)
        return 0;
    return key_of_click(screen, event.y, event.x);
}

/* Lets a remote table go on for a moment, or until a key can be read. Returns false if something
 * there has to be shown. Only for a moment, because a resize is noticed only by reading a key. */
static bool wait_for_table(const struct screen *screen)
{
    enum {
        MOMENT_MS = 150
    };
    bool input = false;
    const bool changed = game_source_wait(screen->source, MOMENT_MS, &input);
    const bool ticked = game_source_seconds(screen->source) != screen->seconds;
    return !((changed || ticked) && screen->wakes) && !game_source_is_over(screen->source);
}

int canvas_key(struct screen *screen, int wait_ms)
{
    const bool shown = screen->cursor_y >= 0;
    curs_set(shown ? 1 : 0);
    if (shown)
        move(screen->cursor_y, screen->cursor_x);
    refresh();
    /* Wait in slices, so that a closed terminal is noticed. */
    const bool waits = game_source_is_remote(screen->source) && wait_ms < 0;
    const int slice = waits ? 0 : wait_ms < 0 ? 1000 : wait_ms;
    int failures = 0;
    while (true) {
        if (waits && !wait_for_table(screen))
            return game_source_is_over(screen->source) ? PRESS_GONE : PRESS_NONE;
        wint_t key;
        timeout(slice);
        const int result = get_wch(&key);
        if (result == ERR) {
            if (wait_ms >= 0)
                return PRESS_NONE;
            if (!isatty(STDIN_FILENO) && ++failures > 2)
                return PRESS_GONE;
            continue;
        }
        if (result == KEY_CODE_YES && key == KEY_MOUSE)
            return key_of_mouse(screen);
        if (key == '\r' || (result == KEY_CODE_YES && key == KEY_ENTER))
            return PRESS_ENTER;
        if (screen->types && result == OK && key >= 0x80)
            return PRESS_TEXT + (int)key;
        return (int)key;
    }
}
