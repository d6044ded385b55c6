/* screen_window.c -- windows over the table: pages, menus, questions, the law book.
 *
 * Each window waits for its own keys and redraws the table and itself for each, so that resizing
 * the terminal while a window is open needs no special care.
 */
#include <curses.h>
#include <stdio.h>
#include <string.h>

#include "screen.h"

enum {
    WIDEST = 78,
    ARTICLES_MAX = 400,
    FOUND_MOST = 20,
    FILTER_MAX = 72
};

struct frame {
    int y, x, rows, columns; /* inside */
};

static int at_most(int value, int most)
{
    return value < most ? value : most;
}

/* Returns the first row that windows may cover, and how many they may. At a remote table its state
 * and notices stay visible. */
static int top_of(const struct screen *screen)
{
    return game_source_is_remote(screen->source) ? 1 : 0;
}

static int room_of(const struct screen *screen)
{
    return screen->rows - (game_source_is_remote(screen->source) ? 1 + BOTTOM_ROWS : 0);
}

/* Returns how many lines of a page a window shows. */
static int lines_of(const struct screen *screen)
{
    return room_of(screen) - (game_source_is_remote(screen->source) && screen->colours ? 2 : 4);
}

bool window_fits(const struct screen *screen)
{
    return screen->page.count <= lines_of(screen);
}

/* Draws the table, and over it an empty window with a title, a foot and this many lines. */
static struct frame draw_frame(struct screen *screen, const char *title, const char *foot,
                               int lines)
{
    struct frame frame;
    char text[SAY_SIZE];
    screen_draw(screen);
    screen->region_count = 0;
    screen->cursor_y = -1;
    frame.columns = at_most(WIDEST, screen->columns - 4);
    frame.rows = at_most(lines, lines_of(screen));
    if (frame.rows < 1)
        frame.rows = 1;
    frame.y = top_of(screen) + (room_of(screen) - frame.rows - 2) / 2 + 1;
    frame.x = (screen->columns - frame.columns) / 2;
    /* the screen shows a message instead; the window waits, hidden */
    if (screen_is_too_small(screen)) {
        frame.y = -2 * screen->rows - lines;
        return frame;
    }
    /* Without colours, mark the window off from the table beside it. */
    for (int row = -1; row <= frame.rows && !screen->colours; row++)
        canvas_blank(screen, frame.y + row, 0, screen->columns, STYLE_WINDOW);
    /* What would stay of the table beside a window as wide as the screen means nothing. */
    const int apart = frame.x > 2 ? 1 : frame.x;
    for (int row = -1; row <= frame.rows; row++)
        canvas_blank(screen, frame.y + row, frame.x - apart, frame.columns + 2 * apart,
                     row < 0 || row == frame.rows ? STYLE_WINDOW_STRONG : STYLE_WINDOW);
    canvas_text(screen, frame.y - 1, frame.x, frame.columns, STYLE_WINDOW_STRONG, title);
    WORDS0(screen->display.words, text, foot);
    canvas_text(screen, frame.y + frame.rows, frame.x, frame.columns, STYLE_WINDOW_STRONG, text);
    canvas_region(screen, frame.y + frame.rows, frame.x, 1, frame.columns, PRESS_ENTER);
    if (!screen->colours) {
        for (int i = 0; i < frame.columns + 2 && frame.y >= 2; i++)
            canvas_text(screen, frame.y - 2, frame.x - 1 + i, 1, STYLE_WINDOW, "-");
        for (int i = 0; i < frame.columns + 2; i++)
            canvas_text(screen, frame.y + frame.rows + 1, frame.x - 1 + i, 1, STYLE_WINDOW, "-");
    }
    return frame;
}

static bool is_leaving(int key)
{
    return key == PRESS_ENTER || key == PRESS_ESCAPE || key == PRESS_GONE;
}

/* Scrolls by a key; 'top' is the first line shown. Returns the new first line. */
static int scrolled(int key, int top, int count, int rows)
{
    if (key == KEY_UP)
        top--;
    if (key == KEY_DOWN)
        top++;
    if (key == KEY_PPAGE)
        top -= rows - 1;
    if (key == KEY_NPAGE || key == ' ')
        top += rows - 1;
    if (key == KEY_HOME)
        top = 0;
    if (key == KEY_END)
        top = count;
    if (top > count - rows)
        top = count - rows;
    return top < 0 ? 0 : top;
}

int window_show(struct screen *screen, const char *foot, int *top)
{
    const struct text_page *page = &screen->page;
    const struct frame frame = draw_frame(screen, page->title, foot, page->count);
    *top = scrolled(PRESS_NONE, *top, page->count, frame.rows);
    for (int row = 0; row < frame.rows && *top + row < page->count; row++)
        canvas_text(screen, frame.y + row, frame.x, frame.columns, STYLE_WINDOW,
                    page->line[*top + row]);
    const int key = canvas_key(screen, -1);
    *top = scrolled(key, *top, page->count, frame.rows);
    return key;
}

static void show_page(struct screen *screen, const char *foot, int top)
{
    int key;
    do {
        key = window_show(screen, window_fits(screen) ? foot : "ui.foot.scroll", &top);
    } while (!is_leaving(key));
}

void window_page(struct screen *screen, const char *foot)
{
    show_page(screen, foot, 0);
}

void window_page_end(struct screen *screen, const char *foot)
{
    show_page(screen, foot, screen->page.count);
}

/* ---- menus ---- */

/* Draws the choices from line 'top'; the chosen one is highlighted. */
static void draw_choices(struct screen *screen, struct frame frame, char lines[][SAY_SIZE],
                         int count, int top, int chosen)
{
    for (int row = 0; row < frame.rows && top + row < count; row++) {
        const int i = top + row;
        char text[SAY_SIZE + 16];
        const enum text_style style = i == chosen ? STYLE_WINDOW_STRONG : STYLE_WINDOW;
        snprintf(text, sizeof text, "%c %s", i == chosen ? '>' : ' ', lines[i]);
        canvas_blank(screen, frame.y + row, frame.x, frame.columns, style);
        canvas_text(screen, frame.y + row, frame.x, frame.columns, style, text);
        canvas_region(screen, frame.y + row, frame.x, 1, frame.columns, PRESS_ITEM + i);
        if (i != chosen)
            continue;
        screen->cursor_y = frame.y + row;
        screen->cursor_x = frame.x;
    }
}

int window_menu(struct screen *screen, const char *title, char lines[][SAY_SIZE], int count)
{
    int chosen = 0;
    while (true) {
        const struct frame frame = draw_frame(screen, title, "ui.foot.menu", count);
        const int top = chosen >= frame.rows ? chosen - frame.rows + 1 : 0;
        draw_choices(screen, frame, lines, count, top, chosen);
        const int key = canvas_key(screen, -1);
        if (key == PRESS_ENTER)
            return chosen;
        if (is_leaving(key))
            return -1;
        if (key >= PRESS_ITEM && key < PRESS_ITEM + count)
            return key - PRESS_ITEM;
        if (key >= '1' && key < '1' + count && key <= '9')
            chosen = key - '1'; /* digits are ranks too, so only Enter confirms */
        if (key == KEY_UP && chosen > 0)
            chosen--;
        if (key == KEY_DOWN && chosen < count - 1)
            chosen++;
    }
}

struct question {
    char title[SAY_SIZE];
    char answer[2][SAY_SIZE]; /* each after its key */
    char yes;
};

static void say_question(const struct screen *screen, enum deed yes, const char *name,
                         struct question *question)
{
    const struct cn_words *words = screen->display.words;
    const char letter = key_letter(words, yes);
    char text[SAY_SIZE / 2];
    char about[64];
    snprintf(about, sizeof about, "%s.yes", name);
    WORDS0(words, question->title, name);
    WORDS0(words, question->answer[1], "ui.confirm.no");
    snprintf(text, sizeof text, "%.*s", (int)strcspn(question->answer[1], " "),
             question->answer[1]);
    const int indent = cn__columns(text) - 1; /* both answers begin in the same column */
    snprintf(question->answer[0], SAY_SIZE, "%c%*s  %s", letter, indent, "",
             WORDS0(words, text, about));
    question->yes = letter;
}

/* In a terminal too small for a window, the question fills the screen. */
static void draw_bare_question(struct screen *screen, const struct question *question)
{
    struct text_page *small = &screen->small;
    canvas_clear(screen);
    text_page_clear(small, "");
    text_page_text(small, question->title, strlen(question->title), screen->columns);
    for (int i = 0; i < 2; i++)
        text_page_line(small, question->answer[i]);
    for (int row = 0; row < small->count; row++)
        canvas_text(screen, row, 0, screen->columns, STYLE_TEXT, small->line[row]);
}

static void draw_question(struct screen *screen, const struct question *question)
{
    const struct frame frame = draw_frame(screen, question->title, "ui.foot.confirm", 2);
    for (int i = 0; i < 2; i++) {
        canvas_text(screen, frame.y + i, frame.x, frame.columns, STYLE_WINDOW, question->answer[i]);
        canvas_region(screen, frame.y + i, frame.x, 1, frame.columns,
                      i == 0 ? question->yes : PRESS_ENTER);
    }
}

/* ---- the law book ---- */

void window_article(struct screen *screen, const char *name)
{
    const int columns = at_most(WIDEST, screen->columns - 4);
    if (text_page_law(&screen->page, screen->source->language, name, columns))
        window_page(screen, "ui.foot.page");
}

/* The articles that match the typed text. */
struct list {
    int count;
    char name[ARTICLES_MAX][CN_ARTICLE_SIZE];
    char line[ARTICLES_MAX][SAY_SIZE];
};

static bool is_named(const struct cn_law_article *article, const char *filter)
{
    const size_t length = strlen(filter);
    return article->name_length >= length && strncasecmp(article->name, filter, length) == 0;
}

static void list_article(struct list *list, const struct cn_law_article *article)
{
    if (list->count == ARTICLES_MAX)
        return;
    snprintf(list->name[list->count], CN_ARTICLE_SIZE, "%.*s", (int)article->name_length,
             article->name);
    snprintf(list->line[list->count], SAY_SIZE, "%-18.*s %.*s", (int)article->name_length,
             article->name, (int)article->title_length, article->title);
    list->count++;
}

/* First lists articles whose name begins with the filter, then those that match it as a search,
 * with the book of the rule set in play first. */
static void list_articles(const struct screen *screen, const char *filter, struct list *list)
{
    const char *language = screen->source->language;
    struct cn_rules book = {.name = ""};
    struct cn_law_article article;
    struct cn_law_found found[FOUND_MOST];
    size_t count = 0;
    list->count = 0;
    if (screen->display.law != NULL)
        cn_record_find_base(&screen->display.law->rules, &book);
    for (size_t cursor = 0; cn_law_next(language, &cursor, &article);)
        if (is_named(&article, filter))
            list_article(list, &article);
    if (strlen(filter) >= 3) /* one or two letters would match every text */
        count = cn_law_search(language, book.name, filter, found, FOUND_MOST);
    for (size_t i = 0; i < count; i++)
        if (!is_named(&found[i].article, filter))
            list_article(list, &found[i].article);
}

/* Edits the filter by a key. Returns true if it was changed. */
static bool edit(char filter[FILTER_MAX], int key)
{
    const size_t length = strlen(filter);
    if ((key == KEY_BACKSPACE || key == 127 || key == 8) && length > 0) {
        filter[length - 1] = '\0';
        return true;
    }
    if (key < 32 || key > 126 || length + 1 >= FILTER_MAX)
        return false;
    filter[length] = (char)key;
    filter[length + 1] = '\0';
    return true;
}

void window_law_book(struct screen *screen)
{
    static struct list list; /* too big for the stack; there is only one screen */
    char filter[FILTER_MAX] = "";
    char title[SAY_SIZE];
    int chosen = 0;
    list_articles(screen, filter, &list);
    while (true) {
        WORDS1(screen->display.words, title, "ui.title.law", filter);
        const struct frame frame = draw_frame(screen, title, "ui.foot.law", screen->rows);
        const int top = chosen >= frame.rows ? chosen - frame.rows + 1 : 0;
        draw_choices(screen, frame, list.line, list.count, top, chosen);
        const int key = canvas_key(screen, -1);
        if (key == PRESS_ESCAPE || key == PRESS_GONE)
            return;
        if (key >= PRESS_ITEM && key < PRESS_ITEM + list.count)
            chosen = key - PRESS_ITEM;
        if ((key == PRESS_ENTER || key >= PRESS_ITEM) && chosen < list.count)
            window_article(screen, list.name[chosen]);
        else if (key == KEY_UP || key == KEY_DOWN)
            chosen += key == KEY_UP ? -1 : 1;
        else if (key == KEY_PPAGE || key == KEY_NPAGE)
            chosen += key == KEY_PPAGE ? -frame.rows : frame.rows;
        else if (edit(filter, key)) {
            list_articles(screen, filter, &list);
            chosen = 0;
        }
        if (chosen >= list.count)
            chosen = list.count - 1;
        if (chosen < 0)
            chosen = 0;
    }
}

/* ---- between two people ---- */

bool window_confirm(struct screen *screen, enum deed yes, const char *name)
{
    const struct cn_words *words = screen->display.words;
    struct question question;
    say_question(screen, yes, name, &question);
    while (true) {
        if (screen_is_too_small(screen))
            draw_bare_question(screen, &question);
        else
            draw_question(screen, &question);
        const int key = canvas_key(screen, -1);
        if (key_says(words, yes, key))
            return true;
        if (is_leaving(key) || key_says(words, DEED_NO, key))
            return false;
    }
}

void screen_quit(struct screen *screen)
{
    const bool far = game_source_is_remote(screen->source);
    if (window_confirm(screen, DEED_YES, far ? "ui.far.confirm.quit" : "ui.confirm.quit"))
        screen->leaving = true;
}

void window_hand_over(struct screen *screen, const char *name)
{
    char text[SAY_SIZE];
    while (true) {
        canvas_clear(screen);
        WORDS1(screen->display.words, text, "ui.pass", name);
        const int x = (screen->columns - cn__columns(text)) / 2;
        canvas_text(screen, screen->rows / 2 - 1, x > 0 ? x : 0, screen->columns, STYLE_HEAD, text);
        WORDS1(screen->display.words, text, "ui.pass.enter", name);
        const int x2 = (screen->columns - cn__columns(text)) / 2;
        canvas_text(screen, screen->rows / 2 + 1, x2 > 0 ? x2 : 0, screen->columns, STYLE_TEXT,
                    text);
        canvas_region(screen, 0, 0, screen->rows, screen->columns, PRESS_ENTER);
        const int key = canvas_key(screen, -1);
        if (key == PRESS_GONE)
            screen->leaving = true;
        if (key_deed(key) == DEED_QUIT)
            screen_quit(screen);
        if (key == PRESS_ENTER || screen->leaving)
            return;
    }
}
