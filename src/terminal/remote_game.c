#include "remote_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "local_game_internal.h"

struct remote_game *remote_game_open(const struct terminal_options *options,
                                     const struct remote_door *remote)
{
    struct remote_game *far = calloc(1, sizeof *far);
    if (far == NULL)
        return NULL;
    struct local_game *session = &far->session;
    struct cn_words words;
    if (!cn_words_find(options->language, &words)) {
        free(far);
        return NULL;
    }
    scene_init(&session->scene, &words, CN_NO_SEAT);
    snprintf(session->language, sizeof session->language, "%s", options->language);
    far->options = options;
    far->remote = remote;
    session->far = far;
    session->store.file = -1;
    far->clock_seat = CN_NO_SEAT;
    return far;
}

void remote_game_close(struct remote_game *far)
{
    if (far == NULL)
        return;
    scene_free(&far->session.scene);
    cn__text_free(&far->session.lines);
    free(far);
}

/* ---- updates from the caller ---- */

void remote_game_game(struct remote_game *far, const struct cn_game *game, int seat)
{
    far->games += scene_set_game(&far->session.scene, game, seat);
}

void remote_game_event(struct remote_game *far, const struct cn_event *event,
                       const struct cn_game *game)
{
    scene_apply_event(&far->session.scene, event, game);
}

void remote_game_undone(struct remote_game *far, const struct cn_game *game, int seat, int count)
{
    scene_undo(&far->session.scene, game, seat, count);
}

void remote_game_say_undoing(const struct remote_game *far, int count, char *text, size_t size)
{
    const struct scene *scene = &far->session.scene;
    struct display *face = calloc(1, sizeof *face);
    text[0] = '\0';
    if (face != NULL && scene->begun) {
        display_of(scene, scene->self == CN_NO_SEAT ? 0 : scene->self, face);
        words_undoing(face, count, text, size);
    }
    free(face);
}

void remote_game_cut(struct remote_game *far, int seat, int count)
{
    scene_cut(&far->session.scene, seat, count);
}

void remote_game_name(struct remote_game *far, int seat, const char *name, const char *level)
{
    scene_set_name(&far->session.scene, seat, name, level);
}

void remote_game_sheet(struct remote_game *far, int deal, const struct cn_score *sides, int count)
{
    scene_set_score(&far->session.scene, deal, sides, count);
}

void remote_game_hints(struct remote_game *far, bool allowed)
{
    far->no_hints = !allowed;
}

void remote_game_pending(struct remote_game *far, bool pending)
{
    far->pending = pending;
}

void remote_game_lobby(struct remote_game *far, const char *lines)
{
    snprintf(far->lobby, sizeof far->lobby, "%s", lines);
}

void remote_game_status(struct remote_game *far, const char *text)
{
    snprintf(far->status, sizeof far->status, "%s", text);
}

void remote_game_clock(struct remote_game *far, int seat, int ms)
{
    char seconds[16];
    char text[SAY_SIZE];
    far->clock_seat = ms < 0 ? CN_NO_SEAT : seat;
    far->clock_ends = cn__clock_ms() + ms;
    if (far->on_screen || ms < 0 || seat != far->session.scene.self)
        return;
    snprintf(seconds, sizeof seconds, "%d", (ms + 500) / 1000);
    remote_game_say(far, WORDS1(&far->session.scene.words, text, "ui.far.clock", seconds));
}

int remote_game_seconds(const struct remote_game *far)
{
    const int64_t left = far->clock_ends - cn__clock_ms();
    if (far->clock_seat == CN_NO_SEAT || far->clock_seat != local_game_actor(&far->session))
        return -1;
    return left > 0 ? (int)((left + 999) / 1000) : 0;
}

static void add_saying(struct remote_game *far, const char *text, bool is_answer)
{
    if (far->sayings == REMOTE_GAME_NOTICES) {
        memmove(far->saying, far->saying + 1, (REMOTE_GAME_NOTICES - 1) * sizeof far->saying[0]);
        far->sayings--;
        far->told -= far->told > 0;
    }
    struct notice *saying = &far->saying[far->sayings++];
    snprintf(saying->text, sizeof saying->text, "%s", text);
    saying->is_answer = is_answer;
    saying->after = far->session.scene.last_id;
}

void remote_game_say(struct remote_game *far, const char *text)
{
    add_saying(far, text, false);
}

void remote_game_answer(struct remote_game *far, const char *text)
{
    add_saying(far, text, true);
}

const struct notice *remote_game_next_notice(struct remote_game *far)
{
    return far->told < far->sayings ? &far->saying[far->told++] : NULL;
}

const char *remote_game_recent(const struct remote_game *far, int *at)
{
    while (*at < far->sayings && far->saying[*at].is_answer)
        ++*at;
    return *at < far->sayings ? far->saying[(*at)++].text : NULL;
}

/* ---- actions ---- */

bool remote_game_play(struct remote_game *far, int seat, struct cn_action action,
                      const cn_card *cards, struct cn_refusal *why)
{
    const struct cn_game *game = &far->session.scene.game;
    char sentence[REMOTE_GAME_NOTICE_SIZE] = "";
    cn_card chosen[CN_CARDS_MAX];
    far->refused = false;
    /* The rules are the same here, so an illegal action need not be sent. */
    if (!cn_board_legal_check(game->law, &game->deal.table, seat, game->deal.hands[seat], action,
                              why))
        return false;
    const int count = cn_game_pick_cards(game, seat, action, chosen);
    if (far->remote->act(far->remote->context, action, cards != NULL ? cards : chosen, count,
                         sentence, sizeof sentence))
        return true;
    far->refused = true;
    if (sentence[0] != '\0')
        remote_game_say(far, sentence);
    return false;
}

void remote_game_undo(struct remote_game *far)
{
    char sentence[REMOTE_GAME_NOTICE_SIZE] = "";
    if (!far->remote->undo(far->remote->context, sentence, sizeof sentence) && sentence[0] != '\0')
        remote_game_say(far, sentence);
}
