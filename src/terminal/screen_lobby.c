/* screen_lobby.c -- talking to a remote table on a screen: lines typed to it, its answers, and the
 * waiting room before a game. */
#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "screen.h"

/* ---- answers from the table ---- */

static int columns_of(const struct screen *screen)
{
    return screen->columns - 4 < 78 ? screen->columns - 4 : 78;
}

/* An answer of many lines gets a window. */
static void show_answer(struct screen *screen)
{
    struct game_source *source = screen->source;
    const struct notice *notice;
    char text[SAY_SIZE];
    if (source->notices - source->notices_told <= 2) {
        screen_hear(screen);
        return;
    }
    text_page_clear(&screen->page, WORDS0(screen->display.words, text, "ui.far.title.said"));
    while ((notice = game_source_next_notice(source)) != NULL)
        text_page_text(&screen->page, notice->text, strlen(notice->text), columns_of(screen));
    window_page(screen, "ui.foot.page");
}

/* ---- lines to the table ---- */

struct typed {
    char line[256];
    size_t length;
};

static void add_character(struct typed *typed, int code)
{
    char bytes[4];
    size_t count = 0;
    if (code < 0x80) {
        bytes[count++] = (char)code;
    } else if (code < 0x800) {
        bytes[count++] = (char)(0xc0 | code >> 6);
    } else if (code < 0x10000) {
        bytes[count++] = (char)(0xe0 | code >> 12);
        bytes[count++] = (char)(0x80 | (code >> 6 & 0x3f));
    } else {
        bytes[count++] = (char)(0xf0 | code >> 18);
        bytes[count++] = (char)(0x80 | (code >> 12 & 0x3f));
        bytes[count++] = (char)(0x80 | (code >> 6 & 0x3f));
    }
    if (code >= 0x80)
        bytes[count++] = (char)(0x80 | (code & 0x3f));
    if (typed->length + count >= sizeof typed->line)
        return;
    memcpy(typed->line + typed->length, bytes, count);
    typed->length += count;
    typed->line[typed->length] = '\0';
}

/* The slash stays. */
static void drop_character(struct typed *typed)
{
    while (typed->length > 1 && (typed->line[--typed->length] & 0xc0) == 0x80)
        continue;
    typed->line[typed->length] = '\0';
}

/* Returns the end of a line that is wider than the screen. */
static const char *shown_end(const char *line, int columns)
{
    int left = cn__columns(line) - columns;
    while (left > 0 || (*line & 0xc0) == 0x80)
        left -= (*line++ & 0xc0) != 0x80;
    return line;
}

static void show_typed(struct screen *screen, const struct typed *typed)
{
    screen_forget(screen);
    snprintf(screen->message, sizeof screen->message, "%s_",
             shown_end(typed->line, 2 * screen->columns - 10));
}

/* Returns true if the line is complete. The table continues meanwhile; its notices are shown
 * afterwards. */
static bool type_line(struct screen *screen, struct typed *typed)
{
    while (true) {
        show_typed(screen, typed);
        screen->seconds = game_source_seconds(screen->source);
        if (screen_has_game(screen))
            screen_refresh(screen);
        screen_draw(screen);
        const int key = canvas_key(screen, -1);
        if (key == PRESS_ENTER)
            return typed->length > 1;
        if (key == PRESS_ESCAPE || key == PRESS_GONE)
            return false;
        if (key == KEY_BACKSPACE || key == 127 || key == 8)
            drop_character(typed);
        else if (key > PRESS_TEXT || (key >= ' ' && key < 127))
            add_character(typed, key > PRESS_TEXT ? key - PRESS_TEXT : key);
    }
}

void screen_type_to_table(struct screen *screen)
{
    struct typed typed = {"/", 1};
    screen_hear(screen);
    screen->types = true;
    const bool whole = type_line(screen, &typed);
    screen->types = false;
    screen_forget(screen);
    if (!whole)
        return;
    game_source_command(screen->source, typed.line + 1);
    show_answer(screen);
}

/* ---- the waiting room ---- */

/* Adds recent notices, as many as fit. */
static void add_said(struct screen *screen)
{
    struct text_page *lines = &screen->small;
    const int room = screen->rows - BOTTOM_ROWS - 5 - screen->page.count;
    int at = 0;
    text_page_clear(lines, "");
    for (const char *said; (said = game_source_recent(screen->source, &at)) != NULL;) {
        if (lines->count + 4 > TEXT_PAGE_LINES)
            text_page_clear(lines, "");
        text_page_text(lines, said, strlen(said), columns_of(screen));
    }
    for (int i = lines->count > room ? lines->count - room : 0; i < lines->count; i++)
        text_page_line(&screen->page, lines->line[i]);
}

/* Shows who is present, and recent notices. */
static void page_of_room(struct screen *screen)
{
    char text[SAY_SIZE];
    char lines[LOBBY_SIZE];
    char *rest = lines;
    text_page_clear(&screen->page, WORDS0(screen->display.words, text, "ui.far.title.lobby"));
    snprintf(lines, sizeof lines, "%s", screen->source->lobby);
    for (const char *line; (line = strsep(&rest, "\n")) != NULL;)
        text_page_text(&screen->page, line, strlen(line), columns_of(screen));
    text_page_line(&screen->page, "");
    add_said(screen);
}

void screen_wait_in_lobby(struct screen *screen)
{
    screen->display.words = &screen->source->scene.words;
    screen->display.viewer = CN_NO_SEAT;
    screen_forget(screen);
    canvas_clear(screen); /* reads the terminal's size again */
    page_of_room(screen);
    screen->wakes = true;
    const int key = window_show(screen, "ui.far.foot.lobby", &screen->sheet_top);
    screen->wakes = false;
    if (key == '/' && !screen_is_too_small(screen))
        screen_type_to_table(screen);
    else if (key == PRESS_ENTER)
        screen->source->type->ready(screen->source);
    else if (key == PRESS_GONE)
        screen->leaving = true;
    else if (key_deed(key) == DEED_QUIT)
        screen_quit(screen);
}
