/* screen.c -- the table on a screen: the main loop, which waits for keys, for the next bot or for a
 * remote table. It is the same for a game that is played here and for a remote one
 * (game_source.h). */
#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "screen.h"
#include "tell.h"

/* ---- bots at this terminal ---- */

/* Returns how long a bot's move stays visible at this pace. */
static int pause_ms(const struct screen *screen)
{
    static const int ms[PACES] = {0, 350, 1100, 2400};
    return ms[screen->pace];
}

/* Waits for a bot's move. The previous move stays visible for a while, in which the bot thinks,
 * longer if it needs to. Keys work meanwhile. */
static void wait_for_bot(struct screen *screen)
{
    struct game_source *source = screen->source;
    const int64_t end = cn__clock_ms() + pause_ms(screen);
    bool decided = source->type->think(source);
    if (!decided || pause_ms(screen) > 0)
        screen_draw(screen);
    for (int64_t left = pause_ms(screen); !decided || left > 0; left = end - cn__clock_ms()) {
        const int key = canvas_key(screen, decided ? (int)left : 0);
        if (key != PRESS_NONE) {
            screen_handle_key(screen, key);
            return;
        }
        decided = decided || source->type->think(source);
    }
    if (screen_is_too_small(screen) && pause_ms(screen) > 0)
        return;
    game_source_advance(source);
}

/* ---- keys ---- */

/* Waits for a key, or until the table has changed. */
static int wait_for_key(struct screen *screen)
{
    screen->wakes = true;
    screen_draw(screen);
    const int key = canvas_key(screen, -1);
    screen->wakes = false;
    return key;
}

/* Handles keys that do not depend on the stage. Returns false if it does. */
static bool obey_always(struct screen *screen, int key)
{
    if (key == PRESS_GONE)
        screen->leaving = true;
    else if (key == '/' && game_source_is_remote(screen->source) && !screen_is_too_small(screen))
        screen_type_to_table(screen);
    else
        return key == PRESS_NONE || key == KEY_RESIZE;
    return true;
}

static void play(struct screen *screen)
{
    screen->sheet_top = 0;
    const int key = wait_for_key(screen);
    if (!obey_always(screen, key))
        screen_handle_key(screen, key);
}

/* ---- between deals, and after the last ---- */

/* Returns whether the page before the next deal was closed, or there is none. */
static bool is_page_aside(const struct screen *screen)
{
    const struct game_source *source = screen->source;
    const int deals = source->scene.game.deal_number;
    return (deals == 0 && !source->seating.done) ||
           (screen->sheet_shown == deals && screen->sheet_game == source->scene.games + 1);
}

static int show_page(struct screen *screen, bool over)
{
    char foot[40];
    const char *where = game_source_is_remote(screen->source) ? "far." : "";
    if (screen->source->scene.game.deal_number == 0)
        text_page_seating(&screen->page, screen->source, &screen->display, 70);
    else
        text_page_sheet(&screen->page, screen->source, &screen->display);
    snprintf(foot, sizeof foot, "ui.%sfoot.%s%s", where, over ? "over" : "deal",
             window_fits(screen) ? "" : ".scroll");
    screen->wakes = true;
    const int key = window_show(screen, foot, &screen->sheet_top);
    screen->wakes = false;
    return key;
}

static void get_ready(struct screen *screen)
{
    struct game_source *source = screen->source;
    screen->sheet_shown = source->scene.game.deal_number;
    screen->sheet_game = source->scene.games + 1;
    source->type->ready(source);
}

static void between_deals(struct screen *screen)
{
    const bool aside = is_page_aside(screen);
    if (aside && game_source_advance(screen->source))
        return;
    const int key = aside ? wait_for_key(screen) : show_page(screen, false);
    if (obey_always(screen, key))
        return;
    if (key == PRESS_ENTER)
        get_ready(screen);
    else if (aside || key_deed(key) == DEED_QUIT)
        screen_handle_key(screen, key);
}

/* A game that was played here is over for good; a remote table can play another. */
static void after_game(struct screen *screen)
{
    const int key = show_page(screen, true);
    if (obey_always(screen, key))
        return;
    const bool quits = key == PRESS_ESCAPE || key_deed(key) == DEED_QUIT;
    if (key == PRESS_ENTER || (quits && !game_source_is_remote(screen->source)))
        screen->leaving = true;
    else if (key_deed(key) == DEED_QUIT)
        screen_quit(screen);
}

/* ---- the loop ---- */

static void hand_over(struct screen *screen, int actor)
{
    screen->hidden = true; /* a question over the table shows it, and the last person's hand */
    screen_refresh(screen);
    window_hand_over(screen, screen->source->scene.names[actor]);
    screen->viewer = actor;
    screen->hidden = false;
    memset(screen->picked, 0, sizeof screen->picked);
    screen_forget(screen);
}

/* News of a referee: calls, rulings, and what they caused. */
static bool is_of_referee(const struct news_item *news)
{
    switch (news->type) {
    case CN_EVENT_CALL:
    case CN_EVENT_REQUIRE:
    case CN_EVENT_RULING:
    case CN_EVENT_OWE:
    case CN_EVENT_STOCK:
    case CN_EVENT_REOPEN:
    case CN_EVENT_UNLAY:
    case CN_EVENT_BOUND: return true;
    case CN_EVENT_EXPOSE: return news->ruled;
    default: return false;
    }
}

/* Shows what a referee has ruled since the last time: too much for the message, and too important
 * to be missed. */
static void show_rulings(struct screen *screen)
{
    const struct display *display = &screen->display;
    const int columns = screen->columns - 4 < 78 ? screen->columns - 4 : 78;
    char text[SAY_SIZE];
    text_page_clear(&screen->page, WORDS0(display->words, text, "ui.title.ruling"));
    for (int i = 0; i < display->news_count; i++) {
        const struct news_item *news = &display->news[i];
        if (news->id <= screen->ruled[screen->viewer] || !is_of_referee(news))
            continue;
        screen->ruled[screen->viewer] = news->id;
        if (news->type == CN_EVENT_REQUIRE && news->seat == screen->viewer)
            continue; /* it was chosen just now */
        display_news_text(display, news, text, sizeof text);
        text_page_text(&screen->page, text, strlen(text), columns);
    }
    if (screen->page.count > 0)
        window_page(screen, "ui.foot.page");
}

static void in_deal(struct screen *screen)
{
    const struct game_source *source = screen->source;
    const int actor = game_source_actor(source);
    const bool here = game_source_is_here(source, actor);
    if (screen->display.law->refereed && !screen->hidden)
        show_rulings(screen);
    if (here && (screen->hidden || actor != screen->viewer))
        hand_over(screen, actor);
    else if (game_source_bot_decides(source))
        wait_for_bot(screen);
    else
        play(screen);
}

/* Picks and messages belong to one deal, but notices stay. */
static void begin_deal(struct screen *screen)
{
    const struct scene *scene = &screen->source->scene;
    const int deal = scene->game.in_deal ? scene->game.deal_number : 0;
    if (deal != 0 && deal != screen->deal_shown) {
        memset(screen->picked, 0, sizeof screen->picked);
        if (!screen->said)
            screen_forget(screen);
    }
    screen->deal_shown = deal;
}

static void step(struct screen *screen)
{
    struct game_source *source = screen->source;
    screen->viewer = game_source_viewer(source, screen->viewer);
    screen_hear(screen);
    screen->seconds = game_source_seconds(source);
    if (screen_has_game(screen)) {
        begin_deal(screen);
        screen_refresh(screen);
        switch (game_source_stage(source)) {
        case CN_STAGE_IN_DEAL: in_deal(screen); break;
        case CN_STAGE_BETWEEN_DEALS: between_deals(screen); break;
        case CN_STAGE_OVER: after_game(screen); break;
        }
    } else {
        screen_wait_in_lobby(screen);
    }
    if (game_source_is_over(source))
        screen->leaving = true;
}

/* Prints the last notices again after the screen closes, such as why the table removed the player.
 */
static void say_rest(struct game_source *source)
{
    const struct notice *notice;
    while ((notice = game_source_next_notice(source)) != NULL)
        terminal_tell(notice->text, "\n");
}

int screen_run(struct game_source *source, const struct terminal_options *options)
{
    struct screen *screen = calloc(1, sizeof *screen);
    if (screen == NULL)
        return EXIT_IO;
    screen->source = source;
    screen->options = options;
    screen->pace = options->pace;
    screen->viewer = game_source_viewer(source, CN_NO_SEAT);
    for (int seat = 0; seat < CN_SEATS_MAX; seat++) /* a resumed game has shown them */
        screen->ruled[seat] = source->scene.last_id;
    screen->hidden = game_source_is_shared(source);
    if (!canvas_begin(screen)) {
        free(screen);
        return plain_run(source, options);
    }
    source->on_screen = true;
    canvas_clear(screen);
    while (!screen->leaving && source->trouble.key == NULL)
        step(screen);
    canvas_end();
    say_rest(source);
    free(screen);
    return EXIT_OK;
}
