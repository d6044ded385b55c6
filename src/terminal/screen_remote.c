/* screen_remote.c -- a remote table on a screen: the waiting room, score sheets between deals, and
 * lines typed to the table. */
#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "remote_game.h"
#include "screen.h"
#include "tell.h"

/* ---- answers from the table ---- */

static int columns_of(const struct screen *screen)
{
    return screen->columns - 4 < 78 ? screen->columns - 4 : 78;
}

/* An answer of many lines gets a window. */
static void show_answer(struct screen *screen)
{
    struct remote_game *far = screen->session->far;
    const struct notice *saying;
    char text[SAY_SIZE];
    if (far->sayings - far->told <= 2) {
        screen_hear(screen);
        return;
    }
    text_page_clear(&screen->page, WORDS0(screen->face.words, text, "ui.far.title.said"));
    while ((saying = remote_game_next_notice(far)) != NULL)
        text_page_text(&screen->page, saying->text, strlen(saying->text), columns_of(screen));
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
        screen->seconds = remote_game_seconds(screen->session->far);
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

static void say_to_table(struct screen *screen)
{
    const struct remote_door *remote = screen->session->far->remote;
    struct typed typed = {"/", 1};
    screen_hear(screen);
    screen->types = true;
    const bool whole = type_line(screen, &typed);
    screen->types = false;
    screen_forget(screen);
    if (!whole)
        return;
    remote->command(remote->context, typed.line + 1);
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
    for (const char *said; (said = remote_game_recent(screen->session->far, &at)) != NULL;) {
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
    const struct remote_game *far = screen->session->far;
    char text[SAY_SIZE];
    char lines[REMOTE_GAME_LOBBY_SIZE];
    char *rest = lines;
    text_page_clear(&screen->page, WORDS0(screen->face.words, text, "ui.far.title.lobby"));
    snprintf(lines, sizeof lines, "%s", far->lobby);
    for (const char *line; (line = strsep(&rest, "\n")) != NULL;)
        text_page_text(&screen->page, line, strlen(line), columns_of(screen));
    text_page_line(&screen->page, "");
    add_said(screen);
}

static int look_at_room(struct screen *screen)
{
    screen->face.words = &screen->session->scene.words;
    screen->face.viewer = CN_NO_SEAT;
    screen_forget(screen);
    canvas_clear(screen); /* reads the terminal's size again */
    page_of_room(screen);
    return window_show(screen, "ui.far.foot.lobby", &screen->sheet_top);
}

static void obey_in_room(struct screen *screen, int key)
{
    const struct remote_door *remote = screen->session->far->remote;
    if (key == PRESS_ENTER)
        remote->ready(remote->context);
    else if (key == PRESS_GONE)
        screen->leaving = true;
    else if (key_deed(key) == DEED_QUIT)
        screen_quit(screen);
}

/* ---- between deals, and after the last ---- */

static bool is_sheet_aside(const struct screen *screen)
{
    const struct local_game *session = screen->session;
    return session->scene.game.deal_number == 0 ||
           (screen->sheet_shown == session->scene.game.deal_number &&
            screen->sheet_game == session->far->games + 1);
}

static int look_at_sheet(struct screen *screen, bool over)
{
    if (is_sheet_aside(screen) && !over) {
        screen_draw(screen);
        return canvas_key(screen, -1);
    }
    char foot[40];
    text_page_sheet(&screen->page, screen->session, &screen->face);
    snprintf(foot, sizeof foot, "ui.far.foot.%s%s", over ? "over" : "deal",
             window_fits(screen) ? "" : ".scroll");
    return window_show(screen, foot, &screen->sheet_top);
}

static void obey_between(struct screen *screen, int key, bool over)
{
    const struct remote_door *remote = screen->session->far->remote;
    const bool aside = is_sheet_aside(screen);
    if (key == PRESS_GONE || (over && key == PRESS_ENTER)) {
        screen->leaving = true;
    } else if (key == PRESS_ENTER) {
        screen->sheet_shown = screen->session->scene.game.deal_number;
        screen->sheet_game = screen->session->far->games + 1;
        remote->ready(remote->context);
    } else if (aside || key_deed(key) == DEED_QUIT) {
        screen_handle_key(screen, key);
    }
}

/* ---- the table ---- */

static int look_at_table(struct screen *screen, enum cn_stage stage)
{
    screen_refresh(screen);
    if (stage != CN_STAGE_IN_DEAL)
        return look_at_sheet(screen, stage == CN_STAGE_OVER);
    screen->sheet_top = 0;
    screen_draw(screen);
    return canvas_key(screen, -1);
}

static void obey(struct screen *screen, int key, enum cn_stage stage)
{
    if (key == PRESS_NONE || key == KEY_RESIZE)
        return;
    if (key == '/' && !screen_is_too_small(screen))
        say_to_table(screen);
    else if (!screen_has_game(screen))
        obey_in_room(screen, key);
    else if (stage == CN_STAGE_IN_DEAL)
        screen_handle_key(screen, key);
    else
        obey_between(screen, key, stage == CN_STAGE_OVER);
}

static void step(struct screen *screen)
{
    const struct remote_game *far = screen->session->far;
    const enum cn_stage stage = local_game_stage(screen->session);
    screen->viewer = local_game_viewer(screen->session, CN_NO_SEAT);
    screen_hear(screen);
    screen->seconds = remote_game_seconds(far);
    screen->wakes = true;
    const int key = far->session.scene.begun ? look_at_table(screen, stage) : look_at_room(screen);
    screen->wakes = false;
    obey(screen, key, stage);
    if (far->remote->is_over(far->remote->context))
        screen->leaving = true;
}

/* Prints the last notice again after the screen closes, such as why the table removed the player.
 */
static void say_rest(struct remote_game *far)
{
    const struct notice *saying;
    while ((saying = remote_game_next_notice(far)) != NULL)
        terminal_tell(saying->text, "\n");
}

int screen_far(struct remote_game *far)
{
    struct screen *screen = calloc(1, sizeof *screen);
    if (screen == NULL)
        return EXIT_IO;
    screen->session = &far->session;
    screen->options = far->options;
    screen->pace = far->options->pace;
    if (!canvas_begin(screen)) {
        free(screen);
        return plain_far(far);
    }
    far->on_screen = true;
    canvas_clear(screen);
    while (!screen->leaving)
        step(screen);
    canvas_end();
    say_rest(far);
    free(screen);
    return 0;
}
