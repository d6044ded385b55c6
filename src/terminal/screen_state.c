/* screen_state.c -- what a screen shows: its size, the message, the seat's display and the picked
 * cards. */
#include <stdio.h>
#include <string.h>

#include "screen.h"

/* ---- its size ---- */

int screen_table_width(int columns)
{
    const int beside = columns - TABLE_COLUMNS;
    if (columns < SCREEN_WIDE)
        return columns;
    return columns - (beside < PANEL_COLUMNS ? beside : PANEL_COLUMNS);
}

bool screen_is_too_small(const struct screen *screen)
{
    return screen->rows < SCREEN_ROWS || screen->columns < SCREEN_COLUMNS;
}

bool screen_has_game(const struct screen *screen)
{
    return screen->source->scene.begun;
}

/* ---- the message ---- */

void screen_forget(struct screen *screen)
{
    screen->message[0] = screen->before[0] = screen->article[0] = '\0';
    screen->anyway.count = 0;
    screen->warning = screen->said = false;
}

void screen_say(struct screen *screen, const char *key, const char *argument)
{
    screen_forget(screen);
    WORDS1(screen->display.words, screen->message, key, argument);
}

void screen_hear(struct screen *screen)
{
    const struct notice *notice;
    while ((notice = game_source_next_notice(screen->source)) != NULL) {
        char before[SAY_SIZE] = "";
        if (screen->said)
            snprintf(before, sizeof before, "%s", screen->message);
        screen_forget(screen);
        snprintf(screen->before, sizeof screen->before, "%s", before);
        snprintf(screen->message, sizeof screen->message, "%s", notice->text);
        screen->said = true;
    }
}

/* ---- the display ---- */

/* A message from others' turns ("It is not your turn.") is no longer true in one's own. Notices of
 * a remote table stay. */
static void forget_waiting(struct screen *screen)
{
    const bool mine = display_is_my_turn(&screen->display);
    if (mine && !screen->was_mine && !screen->said)
        screen_forget(screen);
    screen->was_mine = mine;
}

/* Picked cards stay picked while the hand still has them. */
void screen_refresh(struct screen *screen)
{
    int left[CN_CARD_CODES] = {0};
    const cn_card under = screen->cursor < screen->display.card_count
                              ? screen->display.cards[screen->cursor]
                              : CN_NO_CARD;
    for (int i = 0; i < screen->display.card_count; i++)
        if (screen->picked[i])
            left[screen->display.cards[i]]++;
    display_of(&screen->source->scene, screen->viewer, &screen->display);
    if (screen->hidden) { /* nobody has confirmed being here yet */
        screen->display.card_count = screen->display.news_count = 0;
        screen->display.hand = CN_NO_CARDS;
    }
    const struct display *display = &screen->display;
    forget_waiting(screen);
    memset(screen->picked, 0, sizeof screen->picked);
    for (int i = 0; i < display->card_count; i++)
        screen->picked[i] = left[display->cards[i]]-- > 0;
    const bool stays =
        screen->cursor < display->card_count && display->cards[screen->cursor] == under;
    for (int i = 0; i < display->card_count && !stays && under != CN_NO_CARD; i++)
        if (card_hand_order(display->cards[i]) <= card_hand_order(under))
            screen->cursor = i;
    if (screen->cursor >= display->card_count)
        screen->cursor = display->card_count - 1;
    if (screen->cursor < 0)
        screen->cursor = 0;
}

int screen_picks(const struct screen *screen, cn_card cards[CN_CARDS_MAX])
{
    int count = 0;
    for (int i = 0; i < screen->display.card_count; i++)
        if (screen->picked[i])
            cards[count++] = screen->display.cards[i];
    return count;
}
