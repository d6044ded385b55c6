#include "duty.h"

#include <stdio.h>
#include <string.h>

int display_offender(const struct display *display)
{
    const struct cn_board *board = &display->board;
    for (int seat = 0; seat < board->players && board->due != CN_DUE_NOTHING; seat++)
        if (seat != board->due_seat && board->next[seat] == board->due_seat)
            return seat;
    return CN_NO_SEAT;
}

/* ---- duties ---- */

struct listed {
    const struct display *display;
    struct duty *duties;
    int count;
    bool own; /* said to the seat itself */
};

static void add(struct listed *list, bool stands, const char *law, const char *key, int number)
{
    char own[64];
    char amount[16];
    if (!stands)
        return;
    struct duty *duty = &list->duties[list->count++];
    snprintf(own, sizeof own, "%s%s", key, list->own ? ".own" : "");
    snprintf(amount, sizeof amount, "%d", number);
    duty->law = law;
    WORDS1(list->display->words, duty->text, own, amount);
}

/* R13: the law of the ruling that forbids it. */
static const char *law_of_no_take(const struct cn_board *board)
{
    return board->no_take == 55 ? "L55" : board->no_take == 57 ? "L57" : "L53";
}

static int list_duties(const struct display *display, int seat, bool own,
                       struct duty duties[DUTIES_MAX])
{
    struct listed list = {display, duties, 0, own};
    const struct cn_board *board = &display->board;
    const bool turn = seat == board->turn;
    if (display->stage != CN_STAGE_IN_DEAL || seat >= board->players)
        return 0;
    add(&list, board->owed[seat] > 0, "L53", "duty.owe", board->owed[seat]);
    add(&list, cn_board_must_discard(board, seat) != 0, "L54", "duty.exposed", 0);
    add(&list, turn && board->no_take != 0 && board->phase == CN_PHASE_START, law_of_no_take(board),
        "duty.no_take", 0);
    add(&list, turn && board->bound != 0, "L59", "duty.bound", 0);
    return list.count;
}

int display_duties(const struct display *display, int seat, struct duty duties[DUTIES_MAX])
{
    return list_duties(display, seat, seat == display->viewer, duties);
}

char *words_duties(const struct display *display, int seat, char *text, size_t size)
{
    struct duty duties[DUTIES_MAX];
    const int count = display_duties(display, seat, duties);
    text[0] = '\0';
    for (int i = 0; i < count; i++)
        words_join(display->words, "list.comma", duties[i].text, text, size);
    return text;
}

/* ---- decisions ---- */

/* It has gone out against its partner's no: only that empties the hand before a decision. */
static bool is_out(const struct display *display)
{
    const int offender = display_offender(display);
    return offender != CN_NO_SEAT && display->board.hand_size[offender] == 0;
}

static const char *decision_of(const struct display *display)
{
    switch ((enum cn_due)display->board.due) {
    case CN_DUE_DRAW: return display->board.due_law == 57 ? "taken" : "undrawn";
    case CN_DUE_OUT: return is_out(display) ? "out_against_no" : "out";
    case CN_DUE_ACCEPT: return "accept";
    default: return NULL;
    }
}

static const char *name_of(const struct display *display, int seat)
{
    return seat < display->board.players ? display->names[seat] : "?";
}

char *words_decision(const struct display *display, char *text, size_t size)
{
    char key[64];
    const struct cn_board *board = &display->board;
    const char *decision = display->stage == CN_STAGE_IN_DEAL ? decision_of(display) : NULL;
    text[0] = '\0';
    if (decision == NULL)
        return text;
    const bool own = board->due_seat == display->viewer;
    const bool about = display_offender(display) == display->viewer;
    snprintf(key, sizeof key, "decision.%s%s", decision, own ? ".own" : about ? ".you" : "");
    return words_format(display->words, text, size, key, 2, name_of(display, board->due_seat),
                        name_of(display, display_offender(display)));
}

char *words_decision_effect(const struct display *display, struct cn_action choice, char *text,
                            size_t size)
{
    char key[64];
    const char *decision = decision_of(display);
    const char *does = choice.type == CN_ACTION_CALL    ? ".call"
                       : choice.type == CN_ACTION_WAIVE ? ".waive"
                                                        : ".require";
    text[0] = '\0';
    if (decision == NULL)
        return text;
    snprintf(key, sizeof key, "effect.%s%s", decision, does);
    return words_format(display->words, text, size, key, 1,
                        name_of(display, display_offender(display)));
}

char *words_choice(const struct display *display, struct cn_action choice, char *text, size_t size)
{
    char action[SAY_SIZE];
    char effect[SAY_SIZE];
    words_action(display, choice, action, sizeof action);
    words_decision_effect(display, choice, effect, sizeof effect);
    return words_format(display->words, text, size, "decision.choice", 2, action, effect);
}

char *words_up(const struct display *display, int seat, char *text, size_t size)
{
    cn_card cards[CN_CARDS_MAX];
    bool exposed[CN_CARDS_MAX];
    const int count = display_up(display, seat, cards, exposed);
    text[0] = '\0';
    return count > 0 ? words_each(display->words, cards, count, text, size) : text;
}

char *words_up_short(const struct display *display, int seat, bool ascii, char *text, size_t size)
{
    cn_card cards[CN_CARDS_MAX];
    bool exposed[CN_CARDS_MAX];
    struct duty duties[DUTIES_MAX];
    const int count = display_up(display, seat, cards, exposed);
    const int duty_count = list_duties(display, seat, false, duties);
    size_t at = 0;
    text[0] = '\0';
    for (int i = 0; i < count && at + 8 < size; i++) {
        char card[8];
        at += (size_t)snprintf(text + at, size - at, "%s%s", at > 0 ? " " : "",
                               words_card_short(cards[i], ascii, card));
    }
    for (int i = 0; i < duty_count && at < size; i++)
        if (strcmp(duties[i].law, "L54") != 0) /* the cards say it */
            at +=
                (size_t)snprintf(text + at, size - at, "%s%s", at > 0 ? ", " : "", duties[i].text);
    return text;
}
