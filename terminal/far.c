#include "far.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "front.h"
#include "say.h"
#include "session_parts.h"

struct cn_far *cn_far_open(const struct cn_terminal_options *options,
                           const struct cn_remote *remote)
{
    struct cn_far *far = calloc(1, sizeof *far);
    if (far == NULL)
        return NULL;
    struct cn_session *session = &far->session;
    if (!cn_words_find(options->language, &session->words)) {
        free(far);
        return NULL;
    }
    snprintf(session->language, sizeof session->language, "%s", options->language);
    far->options = options;
    far->remote = remote;
    session->far = far;
    session->far_seat = CN_NO_SEAT;
    session->store.file = -1;
    session->turn = 1;
    session->game.winner = -1;
    far->clock_seat = CN_NO_SEAT;
    return far;
}

void cn_far_close(struct cn_far *far)
{
    if (far == NULL)
        return;
    cn_sheet_free(&far->session.sheet);
    cn_lines_free(&far->session.lines);
    free(far);
}

/* ---- what is heard ---- */

void cn_far_game(struct cn_far *far, const struct cn_game *game, int seat)
{
    struct cn_session *session = &far->session;
    if (!far->begun || game->deals != session->game.deals)
        session->news_count = 0;
    if (session->game.winner >= 0 && game->winner < 0) { /* another game */
        far->games++;
        cn_sheet_free(&session->sheet);
        session->sheet_first = 0;
    }
    session->game = *game;
    session->far_seat = seat;
    session->undo_count = 0;
    far->begun = true;
}

/* The decision behind an event, as far as news tell of it. */
static struct cn_action decision_of(const struct cn_event *event)
{
    struct cn_action action;
    int naturals = 0;
    int deuces = 0;
    int jokers = 0;
    int rank = CN_NO_KIND;
    memset(&action, 0, sizeof action);
    for (int i = 0; i < event->card_count; i++) {
        const int kind = cn_card_kind(event->cards[i]);
        if (kind == CN_DEUCE)
            deuces++;
        else if (kind == CN_JOKER)
            jokers++;
        else {
            rank = kind;
            naturals++;
        }
    }
    switch (event->type) {
    case CN_EVENT_TAKE:
        if (event->card_count == 0)
            return cn_action_of(CN_TAKE_ONTO, event->at, 0, 0, 0);
        return cn_action_of(deuces > 0   ? CN_TAKE_DEUCE
                            : jokers > 0 ? CN_TAKE_JOKER
                                         : CN_TAKE_PAIR,
                            0, 0, 0, 0);
    case CN_EVENT_MELD: return cn_action_of(CN_MELD, rank, naturals, deuces, jokers);
    case CN_EVENT_ADD: return cn_action_of(CN_ADD, event->at, naturals, deuces, jokers);
    case CN_EVENT_COMBINE: return cn_action_of(CN_COMBINE, event->into, event->at, 0, 0);
    case CN_EVENT_DISCARD: return cn_action_of(CN_DISCARD, cn_card_kind(event->cards[0]), 1, 0, 0);
    case CN_EVENT_ANSWER: return cn_action_of(event->yes ? CN_YES : CN_NO, 0, 0, 0, 0);
    case CN_EVENT_ASK: return cn_action_of(CN_ASK, 0, 0, 0, 0);
    case CN_EVENT_STOP: return cn_action_of(CN_STOP, 0, 0, 0, 0);
    default: return cn_action_of(CN_DRAW, 0, 0, 0, 0);
    }
}

/* Own layings of the turn can be taken back until a card is shown (undo). */
static void count_undoable(struct cn_session *session, const struct cn_event *event)
{
    switch (event->type) {
    case CN_EVENT_TAKE:
    case CN_EVENT_MELD:
    case CN_EVENT_ADD:
    case CN_EVENT_COMBINE: session->undo_count++; break;
    default: session->undo_count = 0; break;
    }
}

void cn_far_event(struct cn_far *far, const struct cn_event *event, const struct cn_game *game)
{
    cn__session_follow(&far->session, event, game, decision_of(event));
    count_undoable(&far->session, event);
    far->begun = true;
}

void cn_far_undone(struct cn_far *far, const struct cn_game *game, int seat, int count)
{
    struct cn_session *session = &far->session;
    session->game = *game;
    session->undo_count = session->undo_count > count ? session->undo_count - count : 0;
    cn__session_news(session, CN_NEWS_UNDO, seat)->count = (uint8_t)count;
}

void cn_far_cut(struct cn_far *far, int seat, int count)
{
    far->session.news_count = 0;
    far->session.turn = 1;
    cn__session_news(&far->session, CN_NEWS_CUT, seat)->count = (uint8_t)count;
}

void cn_far_name(struct cn_far *far, int seat, const char *name, const char *level)
{
    struct cn_session *session = &far->session;
    snprintf(session->names[seat], CN_NAME_SIZE, "%s", name);
    session->levels[seat] = level != NULL ? cn_level_find(level) : NULL;
    if (level != NULL)
        session->far_bots |= 1u << seat;
    else
        session->far_bots &= ~(1u << seat);
}

/* What is told anew begins with the first deal that is known. */
void cn_far_sheet(struct cn_far *far, int deal, const struct cn_side_score *sides, int count)
{
    struct cn_session *session = &far->session;
    if (deal != session->sheet_first + session->sheet.count + 1) {
        session->sheet.count = 0;
        session->sheet_first = deal - 1;
    }
    cn_sheet_add(&session->sheet, sides, count);
    if (!session->game.dealing && session->game.deals < deal)
        session->game.deals = deal;
}

void cn_far_hints(struct cn_far *far, bool allowed)
{
    far->no_hints = !allowed;
}

void cn_far_pending(struct cn_far *far, bool pending)
{
    far->pending = pending;
}

void cn_far_lobby(struct cn_far *far, const char *lines)
{
    snprintf(far->lobby, sizeof far->lobby, "%s", lines);
}

void cn_far_status(struct cn_far *far, const char *text)
{
    snprintf(far->status, sizeof far->status, "%s", text);
}

int64_t cn_far_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void cn_far_clock(struct cn_far *far, int seat, int ms)
{
    char seconds[16];
    char text[CN_SAY_SIZE];
    far->clock_seat = ms < 0 ? CN_NO_SEAT : seat;
    far->clock_ends = cn_far_now() + ms;
    if (far->on_screen || ms < 0 || seat != far->session.far_seat)
        return;
    snprintf(seconds, sizeof seconds, "%d", (ms + 500) / 1000);
    cn_far_say(far, CN_SAY1(&far->session.words, text, "ui.far.clock", seconds));
}

int cn_far_seconds(const struct cn_far *far)
{
    const int64_t left = far->clock_ends - cn_far_now();
    if (far->clock_seat == CN_NO_SEAT || far->clock_seat != cn_session_actor(&far->session))
        return -1;
    return left > 0 ? (int)((left + 999) / 1000) : 0;
}

static void add_saying(struct cn_far *far, const char *text, bool is_answer)
{
    if (far->sayings == CN_FAR_SAYINGS) {
        memmove(far->saying, far->saying + 1, (CN_FAR_SAYINGS - 1) * sizeof far->saying[0]);
        far->sayings--;
        far->told -= far->told > 0;
    }
    struct cn_saying *saying = &far->saying[far->sayings++];
    snprintf(saying->text, sizeof saying->text, "%s", text);
    saying->is_answer = is_answer;
    saying->after = far->session.last_id;
}

void cn_far_say(struct cn_far *far, const char *text)
{
    add_saying(far, text, false);
}

void cn_far_answer(struct cn_far *far, const char *text)
{
    add_saying(far, text, true);
}

const struct cn_saying *cn_far_saying(struct cn_far *far)
{
    return far->told < far->sayings ? &far->saying[far->told++] : NULL;
}

const char *cn_far_said(const struct cn_far *far, int *at)
{
    while (*at < far->sayings && far->saying[*at].is_answer)
        ++*at;
    return *at < far->sayings ? far->saying[(*at)++].text : NULL;
}

/* ---- what is done ---- */

bool cn__far_play(struct cn_far *far, int seat, struct cn_action action, const cn_card *cards,
                  struct cn_refusal *why)
{
    const struct cn_game *game = &far->session.game;
    char sentence[CN_FAR_SAYING_SIZE] = "";
    cn_card chosen[CN_CARDS_MAX];
    far->refused = false;
    /* The law is the same here: what it refuses need not be sent. */
    if (!cn_legal_check(&game->rules, &game->deal.table, seat, game->deal.hands[seat], action, why))
        return false;
    const int count = cn_game_choose(game, seat, action, chosen);
    if (far->remote->act(far->remote->context, action, cards != NULL ? cards : chosen, count,
                         sentence, sizeof sentence))
        return true;
    far->refused = true;
    if (sentence[0] != '\0')
        cn_far_say(far, sentence);
    return false;
}

void cn__far_undo(struct cn_far *far)
{
    char sentence[CN_FAR_SAYING_SIZE] = "";
    if (!far->remote->undo(far->remote->context, sentence, sizeof sentence) && sentence[0] != '\0')
        cn_far_say(far, sentence);
}

int cn_far_run(struct cn_far *far)
{
    const bool plain = far->options->plain || !cn_screen_is_possible();
    return plain ? cn_plain_far(far) : cn_screen_far(far);
}
