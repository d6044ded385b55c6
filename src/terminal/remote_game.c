#include "remote_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "frontend.h"
#include "local_game_internal.h"

struct cn_far *cn_far_open(const struct cn_terminal_options *options,
                           const struct cn_remote *remote)
{
    struct cn_far *far = calloc(1, sizeof *far);
    if (far == NULL)
        return NULL;
    struct cn_session *session = &far->session;
    struct cn_words words;
    if (!cn_words_find(options->language, &words)) {
        free(far);
        return NULL;
    }
    cn_scene_init(&session->scene, &words, CN_NO_SEAT);
    snprintf(session->language, sizeof session->language, "%s", options->language);
    far->options = options;
    far->remote = remote;
    session->far = far;
    session->store.file = -1;
    far->clock_seat = CN_NO_SEAT;
    return far;
}

void cn_far_close(struct cn_far *far)
{
    if (far == NULL)
        return;
    cn_scene_free(&far->session.scene);
    cn_lines_free(&far->session.lines);
    free(far);
}

/* ---- what is heard ---- */

void cn_far_game(struct cn_far *far, const struct cn_game *game, int seat)
{
    far->games += cn_scene_game(&far->session.scene, game, seat);
}

void cn_far_event(struct cn_far *far, const struct cn_event *event, const struct cn_game *game)
{
    cn_scene_event(&far->session.scene, event, game);
}

void cn_far_undone(struct cn_far *far, const struct cn_game *game, int seat, int count)
{
    cn_scene_undone(&far->session.scene, game, seat, count);
}

void cn_far_say_undoing(const struct cn_far *far, int count, char *text, size_t size)
{
    const struct cn_scene *scene = &far->session.scene;
    struct cn_face *face = calloc(1, sizeof *face);
    text[0] = '\0';
    if (face != NULL && scene->begun) {
        cn_face_of(scene, scene->self == CN_NO_SEAT ? 0 : scene->self, face);
        cn_say_undoing(face, count, text, size);
    }
    free(face);
}

void cn_far_cut(struct cn_far *far, int seat, int count)
{
    cn_scene_cut(&far->session.scene, seat, count);
}

void cn_far_name(struct cn_far *far, int seat, const char *name, const char *level)
{
    cn_scene_name(&far->session.scene, seat, name, level);
}

void cn_far_sheet(struct cn_far *far, int deal, const struct cn_side_score *sides, int count)
{
    cn_scene_sheet(&far->session.scene, deal, sides, count);
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
    if (far->on_screen || ms < 0 || seat != far->session.scene.self)
        return;
    snprintf(seconds, sizeof seconds, "%d", (ms + 500) / 1000);
    cn_far_say(far, CN_SAY1(&far->session.scene.words, text, "ui.far.clock", seconds));
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
    saying->after = far->session.scene.last_id;
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
    const struct cn_game *game = &far->session.scene.game;
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
