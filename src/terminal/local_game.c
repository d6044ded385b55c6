#include "local_game.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "local_game_internal.h"
#include "remote_game.h"

enum {
    SLICE_NODES = 2000 /* about a millisecond */
};

/* ---- on disk ---- */

void local_game_write(struct local_game *session, const char *text, size_t length)
{
    if (++session->written > session->on_disk)
        game_file_append(&session->store, text, length);
}

static void write_lines(struct local_game *session)
{
    const char *at = session->lines.text;
    const char *end = at + session->lines.length;
    while (at < end) {
        const char *next = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
        local_game_write(session, at, (size_t)(next - at));
        at = next;
    }
    if (session->lines.failed)
        abort(); /* no memory for a line: the record must not have a gap */
    cn__text_clear(&session->lines);
}

bool local_game_save(struct local_game *session)
{
    if (game_file_flush(&session->store))
        return true;
    return local_game_fail_at(&session->trouble, "save", session->store.path) != NULL;
}

static void on_event(void *context, const struct cn_event *event)
{
    struct local_game *session = context;
    session->events++;
    cn_record_write_event(&session->lines, event, &session->scene.game);
    write_lines(session);
    programs_hear(session, event);
    scene_on_event(&session->scene, event);
}

/* ---- dealing ---- */

static void write_cut(struct local_game *session, int seat, int k)
{
    char line[64];
    const int length =
        snprintf(line, sizeof line, "{\"t\":\"cut\",\"seat\":%d,\"k\":%d}\n", seat, k);
    local_game_write(session, line, (size_t)length);
}

static void new_deal(struct local_game *session)
{
    scene_new_deal(&session->scene);
    session->actions = 0;
    session->events = 0;
    session->thought.begun = false;
}

bool local_game_start_deal(struct local_game *session, const cn_card *given)
{
    int dealer;
    int idle;
    cn_card deck[CN_CARDS_MAX];
    struct cn_rng rng;
    const struct cn_observer sink = {on_event, session};
    new_deal(session);
    cn_game_next_dealer(&session->scene.game, &dealer, &idle);
    const int deal = session->scene.game.deal_number + 1;
    const int k = cn_seeded_deck(&session->scene.game.law->rules, session->seed, deal, deck, &rng);
    const int cutter = cn_game_cutter(&session->scene.game, dealer, idle);
    write_cut(session, cutter, k);
    scene_news(&session->scene, NEWS_CUT, cutter)->count = (uint16_t)k;
    if (given != NULL)
        return cn_game_deal(&session->scene.game, dealer, idle, given, NULL, &sink);
    return cn_game_deal(&session->scene.game, dealer, idle, deck, &rng, &sink);
}

bool local_game_deal(struct local_game *session)
{
    assert(local_game_stage(session) == CN_STAGE_BETWEEN_DEALS);
    const bool dealt = local_game_start_deal(session, NULL);
    assert(dealt);
    return dealt && local_game_save(session);
}

/* ---- playing ---- */

static void forget_oldest(struct local_game *session)
{
    session->scene.undoable--;
    programs_forget_oldest(session, session->scene.undoable);
    memmove(session->undo, session->undo + 1,
            (size_t)session->scene.undoable * sizeof session->undo[0]);
    memmove(session->undo_news, session->undo_news + 1,
            (size_t)session->scene.undoable * sizeof session->undo_news[0]);
}

static void remember(struct local_game *session, const struct cn_game *before, int news)
{
    if (session->scene.undoable == UNDO_MAX)
        forget_oldest(session);
    const int at = session->scene.undoable;
    session->scene.undoable = cn_undo_count(at, session->scene.action, session->events);
    if (session->scene.undoable == 0)
        return;
    programs_remember(session, at);
    session->undo[at] = *before;
    session->undo_news[at] = news;
}

bool local_game_apply(struct local_game *session, int seat, struct cn_action action,
                      const cn_card *cards, struct cn_refusal *why)
{
    const struct cn_observer sink = {on_event, session};
    struct cn_game *before = &session->undo[UNDO_MAX];
    uint8_t hands[CN_SEATS_MAX];
    const int news = session->scene.news_count;
    const int turn = session->scene.turn;
    *before = session->scene.game;
    memcpy(hands, session->scene.game.deal.table.hand_size, sizeof hands);
    session->scene.action = action;
    session->events = 0;
    programs_mark(session);
    if (!cn_game_play(&session->scene.game, seat, action, cards, why, &sink))
        return false;
    session->actions++;
    session->thought.begun = false;
    remember(session, before, news);
    scene_announce_last_card(&session->scene, hands, turn);
    assert(cn_game_check(&session->scene.game) == NULL);
    return true;
}

bool local_game_play(struct local_game *session, int seat, struct cn_action action,
                     const cn_card *cards, struct cn_refusal *why)
{
    if (session->far != NULL)
        return remote_game_play(session->far, seat, action, cards, why);
    if (!local_game_apply(session, seat, action, cards, why))
        return false;
    local_game_save(session);
    return true;
}

int local_game_play_cards(struct local_game *session, int seat, const struct card_play *plan,
                          struct cn_refusal *why)
{
    for (int i = 0; i < plan->count; i++) {
        const struct card_play_step *step = &plan->step[i];
        if (!local_game_play(session, seat, step->action, step->count > 0 ? step->cards : NULL,
                             why))
            return i;
    }
    return plan->count;
}

/* Starts the decision. A bot that needs no search decides immediately. */
static void begin_thought(struct local_game *session, int seat)
{
    struct bot_thought *thought = &session->thought;
    const struct cn_bot *bot = session->bots[seat];
    const struct cn_view view = cn_game_view(&session->scene.game, seat);
    const uint64_t number =
        (uint64_t)session->scene.game.deal_number << 24 | (uint64_t)session->actions << 4;
    cn_seeded_rng(session->seed, CN_STREAM_BOT, number | (uint64_t)seat, &thought->rng);
    thought->begun = true;
    thought->left = session->nodes[seat];
    thought->made = bot->decide != NULL;
    if (thought->made)
        thought->action = bot->decide(&view, &thought->rng);
    else
        bot->begin(session->minds[seat], &view, &thought->rng);
}

bool local_game_bot_think(struct local_game *session)
{
    struct bot_thought *thought = &session->thought;
    const int seat = local_game_actor(session);
    assert(seat < session->scene.game.players && session->bots[seat] != NULL);
    if (session->seats[seat].program != NULL)
        return programs_think(session, seat);
    if (!thought->begun)
        begin_thought(session, seat);
    if (thought->made)
        return true;
    /* Always equal slices: the decision must not depend on the host's speed. */
    const int64_t nodes = thought->left < SLICE_NODES ? thought->left : SLICE_NODES;
    thought->left -= nodes;
    const bool more = session->bots[seat]->think(session->minds[seat], nodes);
    thought->made = !more || thought->left <= 0;
    if (thought->made)
        thought->action = session->bots[seat]->choice(session->minds[seat]);
    return thought->made;
}

void local_game_bot_move(struct local_game *session)
{
    const int seat = local_game_actor(session);
    while (!local_game_bot_think(session))
        continue;
    if (session->trouble.key != NULL)
        return;
    const bool played = local_game_play(session, seat, session->thought.action, NULL, NULL);
    assert(played);
    (void)played;
}

/* ---- undo ---- */

int local_game_undoable(const struct local_game *session, int seat)
{
    return seat == local_game_actor(session) ? session->scene.undoable : 0;
}

void local_game_take_back(struct local_game *session, int count)
{
    assert(count > 0 && count <= session->scene.undoable);
    const int seat = session->scene.game.deal.table.turn;
    char line[64];
    const int length =
        snprintf(line, sizeof line, "{\"t\":\"undo\",\"seat\":%d,\"n\":%d}\n", seat, count);
    session->scene.undoable -= count;
    programs_take_back(session, session->scene.undoable);
    session->scene.game = session->undo[session->scene.undoable];
    session->scene.news_count = session->undo_news[session->scene.undoable];
    session->actions -= count;
    session->thought.begun = false;
    scene_news(&session->scene, NEWS_UNDO, seat)->count = (uint16_t)count;
    local_game_write(session, line, (size_t)length);
}

void local_game_undo(struct local_game *session)
{
    if (session->far != NULL) {
        remote_game_undo(session->far);
        return;
    }
    local_game_take_back(session, 1);
    local_game_save(session);
}

/* ---- queries ---- */

enum cn_stage local_game_stage(const struct local_game *session)
{
    return cn_game_stage(&session->scene.game);
}

int local_game_viewer(const struct local_game *session, int before)
{
    const int actor = local_game_actor(session);
    if (session->far != NULL)
        return session->scene.self == CN_NO_SEAT ? 0 : session->scene.self;
    if (actor != CN_NO_SEAT && local_game_is_human(session, actor))
        return actor;
    if (before != CN_NO_SEAT && local_game_is_human(session, before))
        return before;
    for (int seat = 0; seat < session->scene.game.players; seat++)
        if (local_game_is_human(session, seat))
            return seat;
    return 0;
}

int local_game_humans(const struct local_game *session)
{
    int count = 0;
    for (int seat = 0; seat < session->scene.game.players; seat++)
        count += local_game_is_human(session, seat);
    return count;
}

void local_game_free(struct local_game *session)
{
    if (session == NULL)
        return;
    game_file_close(&session->store);
    scene_free(&session->scene);
    cn__text_free(&session->lines);
    programs_end(session);
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        free(session->minds[seat]);
    free(session);
}
