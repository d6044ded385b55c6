/* screen.c -- the table on a screen: the main loop, which waits for keys or for the next bot. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "screen.h"

/* Returns how long a bot's move stays visible at this pace. */
static int pause_ms(const struct screen *screen)
{
    static const int ms[PACES] = {0, 350, 1100, 2400};
    return ms[screen->pace];
}

/* Shows a page before a deal, until the player wants the cards or leaves. */
static void show_before_deal(struct screen *screen)
{
    int top = 0;
    while (!screen->leaving) {
        const char *foot = window_fits(screen) ? "ui.foot.deal" : "ui.foot.deal.scroll";
        const int key = window_show(screen, foot, &top);
        if (key == PRESS_ENTER)
            return;
        if (key == PRESS_GONE)
            screen->leaving = true;
        if (key_deed(key) == DEED_QUIT)
            screen_quit(screen);
    }
}

static void start_deal(struct screen *screen)
{
    if (screen->session->scene.game.deal_number == 0) {
        screen_refresh(screen);
        if (text_page_seating(&screen->page, screen->session, &screen->face, 70))
            show_before_deal(screen);
    } else {
        text_page_sheet(&screen->page, screen->session, &screen->face);
        show_before_deal(screen);
    }
    if (screen->leaving)
        return;
    memset(screen->picked, 0, sizeof screen->picked);
    screen->message[0] = '\0';
    local_game_deal(screen->session);
}

/* Waits for a bot's move. The previous move stays visible for a while, in which the bot thinks,
 * longer if it needs to. Keys work meanwhile. */
static void wait_for_bot(struct screen *screen)
{
    const int64_t end = cn__clock_ms() + pause_ms(screen);
    bool decided = local_game_bot_think(screen->session);
    if (!decided || pause_ms(screen) > 0)
        screen_draw(screen);
    for (int64_t left = pause_ms(screen); !decided || left > 0; left = end - cn__clock_ms()) {
        const int key = canvas_key(screen, decided ? (int)left : 0);
        if (key != PRESS_NONE) {
            screen_handle_key(screen, key);
            return;
        }
        decided = decided || local_game_bot_think(screen->session);
    }
    if (screen_is_too_small(screen) && pause_ms(screen) > 0)
        return;
    local_game_bot_move(screen->session);
}

static void wait_for_person(struct screen *screen, int actor)
{
    if (screen->hidden || actor != screen->viewer) {
        window_hand_over(screen, screen->session->scene.names[actor]);
        screen->viewer = actor;
        screen->hidden = false;
        memset(screen->picked, 0, sizeof screen->picked);
        screen->message[0] = '\0';
        return;
    }
    screen_draw(screen);
    screen_handle_key(screen, canvas_key(screen, -1));
}

static void step(struct screen *screen)
{
    const int actor = local_game_actor(screen->session);
    screen_refresh(screen);
    if (local_game_stage(screen->session) == CN_STAGE_BETWEEN_DEALS)
        start_deal(screen);
    else if (local_game_is_human(screen->session, actor))
        wait_for_person(screen, actor);
    else
        wait_for_bot(screen);
}

/* Shows the last score sheet, with the settlement. */
static void finish(struct screen *screen)
{
    screen_refresh(screen);
    text_page_sheet(&screen->page, screen->session, &screen->face);
    window_page(screen, "ui.foot.over");
}

int screen_run(struct local_game *session, const struct terminal_options *options)
{
    struct screen *screen = calloc(1, sizeof *screen);
    if (screen == NULL)
        return EXIT_IO;
    screen->session = session;
    screen->options = options;
    screen->pace = options->pace;
    screen->viewer = local_game_viewer(session, CN_NO_SEAT);
    screen->hidden = local_game_humans(session) > 1;
    if (!canvas_begin(screen)) {
        free(screen);
        return plain_run(session, options);
    }
    canvas_clear(screen);
    while (!screen->leaving && session->trouble.key == NULL &&
           local_game_stage(session) != CN_STAGE_OVER)
        step(screen);
    if (local_game_stage(session) == CN_STAGE_OVER && !screen->leaving)
        finish(screen);
    canvas_end();
    free(screen);
    return 0;
}
