#include "remote_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the person wants ---- */

static const struct remote_door *door_of(const struct game_source *source)
{
    return ((const struct remote_game *)source)->door;
}

/* The rules are the same here, so what is refused need not be sent. */
static bool is_refused(const struct cn_game *game, int seat, struct cn_action action,
                       struct cn_refusal *why)
{
    const struct cn_view view = cn_game_view(game, seat);
    struct cn_noted noted;
    if (game->law->refereed)
        return !cn_view_insists(&view, action, &noted, why);
    return !cn_board_legal_check(game->law, &game->deal.board, seat, game->deal.hands[seat], action,
                                 why);
}

static bool play(struct game_source *source, int seat, struct cn_action action,
                 const cn_card *cards, struct cn_refusal *why)
{
    const struct remote_door *door = door_of(source);
    const struct cn_game *game = &source->scene.game;
    char sentence[NOTICE_SIZE] = "";
    cn_card chosen[CN_CARDS_MAX];
    source->refused = false;
    if (is_refused(game, seat, action, why))
        return false;
    const bool shows = cn_action_plain(action).type == CN_ACTION_EXPOSE;
    const int found = cn_game_pick_cards(game, seat, cn_action_plain(action), chosen);
    const int count = shows && cards != NULL ? 1 : found < 0 ? 0 : found;
    if (door->act(door->context, action, cards != NULL ? cards : chosen, count, sentence,
                  sizeof sentence))
        return true;
    source->refused = true;
    if (sentence[0] != '\0')
        game_source_notify(source, sentence, false);
    return false;
}

static void undo(struct game_source *source)
{
    const struct remote_door *door = door_of(source);
    char sentence[NOTICE_SIZE] = "";
    if (!door->undo(door->context, sentence, sizeof sentence) && sentence[0] != '\0')
        game_source_notify(source, sentence, false);
}

static void ready(struct game_source *source)
{
    door_of(source)->ready(door_of(source)->context);
}

static bool wait(struct game_source *source, int ms, bool *input)
{
    return door_of(source)->wait(door_of(source)->context, ms, input);
}

static void command(struct game_source *source, const char *line)
{
    door_of(source)->command(door_of(source)->context, line);
}

static bool is_over(const struct game_source *source)
{
    return door_of(source)->is_over(door_of(source)->context);
}

/* ---- opening and closing ---- */

struct remote_game *remote_game_open(const struct terminal_options *options,
                                     const struct remote_door *door)
{
    static const struct game_source_type type = {.play = play,
                                                 .undo = undo,
                                                 .ready = ready,
                                                 .wait = wait,
                                                 .command = command,
                                                 .is_over = is_over};
    struct remote_game *far = calloc(1, sizeof *far);
    struct cn_words words;
    if (far == NULL)
        return NULL;
    if (!cn_words_find(options->language, &words)) {
        free(far);
        return NULL;
    }
    game_source_init(&far->source, &type, options->language);
    scene_init(&far->source.scene, &words, CN_NO_SEAT);
    far->options = options;
    far->door = door;
    return far;
}

void remote_game_close(struct remote_game *far)
{
    if (far == NULL)
        return;
    scene_free(&far->source.scene);
    free(far);
}

/* ---- updates from the caller ---- */

struct scene *remote_game_scene(struct remote_game *far)
{
    return &far->source.scene;
}

void remote_game_say_undoing(const struct remote_game *far, int count, char *text, size_t size)
{
    const struct scene *scene = &far->source.scene;
    struct display *display = calloc(1, sizeof *display);
    text[0] = '\0';
    if (display != NULL && scene->begun) {
        display_of(scene, scene->self == CN_NO_SEAT ? 0 : scene->self, display);
        words_undoing(display, count, text, size);
    }
    free(display);
}

void remote_game_hints(struct remote_game *far, bool allowed)
{
    far->source.no_hints = !allowed;
}

void remote_game_pending(struct remote_game *far, bool pending)
{
    far->source.pending = pending;
}

void remote_game_lobby(struct remote_game *far, const char *lines)
{
    snprintf(far->source.lobby, sizeof far->source.lobby, "%s", lines);
}

void remote_game_status(struct remote_game *far, const char *text)
{
    snprintf(far->source.status, sizeof far->source.status, "%s", text);
}

enum {
    HOUR_MS = 3600 * 1000
};

/* What the person has so much time for: a turn, or a decision that silence makes too. */
static const char *timed(const struct scene *scene)
{
    switch ((enum cn_due)scene->game.deal.board.due) {
    case CN_DUE_NOTHING: return "clock";
    case CN_DUE_ACCEPT: return "silence.accept";
    case CN_DUE_DRAW:
    case CN_DUE_OUT: break;
    }
    return "silence";
}

void remote_game_clock(struct remote_game *far, int seat, int ms)
{
    struct game_source *source = &far->source;
    const bool decides = game_source_decides(source);
    char key[40];
    char left[16];
    char text[SAY_SIZE];
    source->clock_seat = ms < 0 ? CN_NO_SEAT : seat;
    source->clock_of_decision = decides;
    source->clock_ends = cn__clock_ms() + ms;
    if (ms < 0 || seat != source->scene.self || (source->on_screen && !decides))
        return;
    const bool days = ms > HOUR_MS;
    snprintf(key, sizeof key, "ui.far.%s%s", timed(&source->scene), days ? ".hours" : "");
    snprintf(left, sizeof left, "%d", days ? ms / HOUR_MS : (ms + 500) / 1000);
    remote_game_say(far, WORDS1(&source->scene.words, text, key, left));
}

void remote_game_say(struct remote_game *far, const char *text)
{
    game_source_notify(&far->source, text, false);
}

void remote_game_answer(struct remote_game *far, const char *text)
{
    game_source_notify(&far->source, text, true);
}
