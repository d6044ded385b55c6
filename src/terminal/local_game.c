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

void cn__session_write(struct cn_session *session, const char *text, size_t length)
{
    if (++session->written > session->on_disk)
        cn_store_gather(&session->store, text, length);
}

static void write_lines(struct cn_session *session)
{
    const char *at = session->lines.text;
    const char *end = at + session->lines.length;
    while (at < end) {
        const char *next = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
        cn__session_write(session, at, (size_t)(next - at));
        at = next;
    }
    if (session->lines.failed)
        abort(); /* no memory for a line: the record must not have a hole */
    cn_lines_reset(&session->lines);
}

bool cn__session_save(struct cn_session *session)
{
    if (cn_store_flush(&session->store))
        return true;
    return cn__session_fail_at(&session->trouble, "save", session->store.path) != NULL;
}

static void hear(void *context, const struct cn_event *event)
{
    struct cn_session *session = context;
    session->events++;
    cn_lines_event(&session->lines, event, &session->scene.game);
    write_lines(session);
    cn__programs_hear(session, event);
    cn_scene_hear(&session->scene, event);
}

/* ---- dealing ---- */

static void write_cut(struct cn_session *session, int seat, int k)
{
    char line[64];
    const int length =
        snprintf(line, sizeof line, "{\"t\":\"cut\",\"seat\":%d,\"k\":%d}\n", seat, k);
    cn__session_write(session, line, (size_t)length);
}

static void new_deal(struct cn_session *session)
{
    cn_scene_new_deal(&session->scene);
    session->actions = 0;
    session->events = 0;
    session->thought.begun = false;
}

bool cn__session_start_deal(struct cn_session *session, const cn_card *given)
{
    int dealer;
    int idle;
    cn_card deck[CN_CARDS_MAX];
    struct cn_rng rng;
    const struct cn_sink sink = {hear, session};
    new_deal(session);
    cn_game_next_dealer(&session->scene.game, &dealer, &idle);
    const int deal = session->scene.game.deals + 1;
    const int k = cn_numbered_deck(&session->scene.game.rules, session->seed, deal, deck, &rng);
    const int cutter = cn_cutter(&session->scene.game, dealer, idle);
    write_cut(session, cutter, k);
    cn_scene_news(&session->scene, CN_NEWS_CUT, cutter)->count = (uint8_t)k;
    if (given != NULL)
        return cn_game_deal(&session->scene.game, dealer, idle, given, NULL, &sink);
    return cn_game_deal(&session->scene.game, dealer, idle, deck, &rng, &sink);
}

bool cn_session_deal(struct cn_session *session)
{
    assert(cn_session_stage(session) == CN_STAGE_BETWEEN);
    const bool dealt = cn__session_start_deal(session, NULL);
    assert(dealt);
    return dealt && cn__session_save(session);
}

/* ---- playing ---- */

static bool can_be_taken_back(const struct cn_action *action)
{
    switch ((enum cn_action_type)action->type) {
    case CN_TAKE_PAIR:
    case CN_TAKE_DEUCE:
    case CN_TAKE_JOKER:
    case CN_TAKE_ONTO:
    case CN_MELD:
    case CN_ADD:
    case CN_COMBINE: return true;
    default: return false;
    }
}

static void forget_oldest(struct cn_session *session)
{
    session->scene.undoable--;
    cn__programs_forget_oldest(session, session->scene.undoable);
    memmove(session->undo, session->undo + 1,
            (size_t)session->scene.undoable * sizeof session->undo[0]);
    memmove(session->undo_news, session->undo_news + 1,
            (size_t)session->scene.undoable * sizeof session->undo_news[0]);
}

/* An action that caused nothing besides itself has shown no card: it can be taken back. */
static void remember(struct cn_session *session, const struct cn_game *before, int news)
{
    if (session->events != 1 || !can_be_taken_back(&session->scene.action)) {
        session->scene.undoable = 0;
        return;
    }
    if (session->scene.undoable == CN_UNDO_MAX)
        forget_oldest(session);
    cn__programs_remember(session, session->scene.undoable);
    session->undo[session->scene.undoable] = *before;
    session->undo_news[session->scene.undoable++] = news;
}

bool cn__session_apply(struct cn_session *session, int seat, struct cn_action action,
                       const cn_card *cards, struct cn_refusal *why)
{
    const struct cn_sink sink = {hear, session};
    struct cn_game *before = &session->undo[CN_UNDO_MAX];
    uint8_t hands[CN_SEATS_MAX];
    const int news = session->scene.news_count;
    const int turn = session->scene.turn;
    *before = session->scene.game;
    memcpy(hands, session->scene.game.deal.table.hand_size, sizeof hands);
    session->scene.action = action;
    session->events = 0;
    cn__programs_mark(session);
    if (!cn_game_play(&session->scene.game, seat, action, cards, why, &sink))
        return false;
    session->actions++;
    session->thought.begun = false;
    remember(session, before, news);
    cn_scene_last_cards(&session->scene, hands, turn);
    assert(cn_game_check(&session->scene.game) == NULL);
    return true;
}

bool cn_session_play(struct cn_session *session, int seat, struct cn_action action,
                     const cn_card *cards, struct cn_refusal *why)
{
    if (session->far != NULL)
        return cn__far_play(session->far, seat, action, cards, why);
    if (!cn__session_apply(session, seat, action, cards, why))
        return false;
    cn__session_save(session);
    return true;
}

/* Takes the decision in; a bot that decides at once has decided then. */
static void begin_thought(struct cn_session *session, int seat)
{
    struct cn_thought *thought = &session->thought;
    const struct cn_bot *bot = session->bots[seat];
    const struct cn_view view = cn_game_view(&session->scene.game, seat);
    const uint64_t number = (uint64_t)session->scene.game.deals << 24 | (uint64_t)session->actions
                                                                            << 4;
    cn_numbered_random(session->seed, CN_STREAM_BOT, number | (uint64_t)seat, &thought->rng);
    thought->begun = true;
    thought->left = session->nodes[seat];
    thought->made = bot->decide != NULL;
    if (thought->made)
        thought->action =
            bot->decide(&session->scene.game.rules, &view, &thought->rng, &session->scratch);
    else
        bot->begin(session->minds[seat], &session->scene.game.rules, &view, &thought->rng);
}

bool cn_session_bot_think(struct cn_session *session)
{
    struct cn_thought *thought = &session->thought;
    const int seat = cn_session_actor(session);
    assert(seat < session->scene.game.players && session->bots[seat] != NULL);
    if (session->seats[seat].program != NULL)
        return cn__programs_think(session, seat);
    if (!thought->begun)
        begin_thought(session, seat);
    if (thought->made)
        return true;
    /* Always in the same slices: what is decided must not hang on the host's pace. */
    const int64_t nodes = thought->left < SLICE_NODES ? thought->left : SLICE_NODES;
    thought->left -= nodes;
    const bool more = session->bots[seat]->think(session->minds[seat], nodes);
    thought->made = !more || thought->left <= 0;
    if (thought->made)
        thought->action = session->bots[seat]->choice(session->minds[seat]);
    return thought->made;
}

void cn_session_bot_move(struct cn_session *session)
{
    const int seat = cn_session_actor(session);
    while (!cn_session_bot_think(session))
        continue;
    if (session->trouble.key != NULL)
        return;
    const bool played = cn_session_play(session, seat, session->thought.action, NULL, NULL);
    assert(played);
    (void)played;
}

/* ---- taking back ---- */

int cn_session_undoable(const struct cn_session *session, int seat)
{
    return seat == cn_session_actor(session) ? session->scene.undoable : 0;
}

void cn__session_take_back(struct cn_session *session, int count)
{
    assert(count > 0 && count <= session->scene.undoable);
    const int seat = session->scene.game.deal.table.turn;
    char line[64];
    const int length =
        snprintf(line, sizeof line, "{\"t\":\"undo\",\"seat\":%d,\"n\":%d}\n", seat, count);
    session->scene.undoable -= count;
    cn__programs_take_back(session, session->scene.undoable);
    session->scene.game = session->undo[session->scene.undoable];
    session->scene.news_count = session->undo_news[session->scene.undoable];
    session->actions -= count;
    session->thought.begun = false;
    cn_scene_news(&session->scene, CN_NEWS_UNDO, seat)->count = (uint8_t)count;
    cn__session_write(session, line, (size_t)length);
}

void cn_session_undo(struct cn_session *session)
{
    if (session->far != NULL) {
        cn__far_undo(session->far);
        return;
    }
    cn__session_take_back(session, 1);
    cn__session_save(session);
}

/* ---- asking ---- */

enum cn_stage cn_session_stage(const struct cn_session *session)
{
    return cn_scene_stage(&session->scene);
}

int cn_session_humans(const struct cn_session *session)
{
    int count = 0;
    for (int seat = 0; seat < session->scene.game.players; seat++)
        count += cn_session_is_human(session, seat);
    return count;
}

void cn_session_free(struct cn_session *session)
{
    if (session == NULL)
        return;
    cn_store_close(&session->store);
    cn_scene_free(&session->scene);
    cn_lines_free(&session->lines);
    cn__programs_end(session);
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        free(session->minds[seat]);
    free(session);
}
