#include "local_game.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "local_game_internal.h"

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
    return local_game_fail_at(&session->source.trouble, "save", session->store.path) != NULL;
}

static void on_event(void *context, const struct cn_event *event)
{
    struct local_game *session = context;
    session->events++;
    cn_record_write_event(&session->lines, event, &session->source.scene.game);
    write_lines(session);
    programs_hear(session, event);
    scene_on_event(&session->source.scene, event);
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
    scene_new_deal(&session->source.scene);
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
    const struct cn_observer observer = {on_event, session};
    new_deal(session);
    cn_game_next_dealer(&session->source.scene.game, &dealer, &idle);
    const int deal = session->source.scene.game.deal_number + 1;
    const int k =
        cn_seeded_deck(&session->source.scene.game.law->rules, session->source.scene.game.players,
                       session->seed, deal, deck, &rng);
    const int cutter = cn_game_cutter(&session->source.scene.game, dealer, idle);
    write_cut(session, cutter, k);
    scene_news(&session->source.scene, NEWS_CUT, cutter)->count = (uint16_t)k;
    const bool dealt =
        given != NULL
            ? cn_game_deal(&session->source.scene.game, dealer, idle, given, NULL, &observer)
            : cn_game_deal(&session->source.scene.game, dealer, idle, deck, &rng, &observer);
    if (dealt)
        cn_meter_deal(&session->meter, &session->law, &session->source.scene.game.deal);
    return dealt;
}

bool local_game_deal(struct local_game *session)
{
    assert(game_source_stage(&session->source) == CN_STAGE_BETWEEN_DEALS);
    const bool dealt = local_game_start_deal(session, NULL);
    assert(dealt);
    return dealt && local_game_save(session);
}

/* ---- playing ---- */

static void forget_oldest(struct local_game *session)
{
    session->source.scene.undoable--;
    programs_forget_oldest(session, session->source.scene.undoable);
    memmove(session->undo, session->undo + 1,
            (size_t)session->source.scene.undoable * sizeof session->undo[0]);
    memmove(session->undo_news, session->undo_news + 1,
            (size_t)session->source.scene.undoable * sizeof session->undo_news[0]);
}

static void remember(struct local_game *session, const struct cn_game *before, int news)
{
    if (session->source.scene.undoable == UNDO_MAX)
        forget_oldest(session);
    const int at = session->source.scene.undoable;
    session->source.scene.undoable =
        session->source.scene.game.law->refereed
            ? 0 /* taking back is what the referee is for (R22) */
            : cn_undo_count(at, session->source.scene.action, session->events);
    if (session->source.scene.undoable == 0)
        return;
    programs_remember(session, at);
    session->undo[at] = *before;
    session->undo_news[at] = news;
}

/* What can be undone draws nothing. Where a referee rules, cards can go back to the stock. */
static void measure_luck(struct local_game *session, const struct cn_deal *before)
{
    struct scene *scene = &session->source.scene;
    if (session->law.refereed)
        return;
    cn_meter_step(&session->meter, &session->law, before, &scene->game.deal);
    if (!scene->game.in_deal) {
        scene->meter = session->meter;
        scene->metered = scene->game.deal_number;
    }
}

bool local_game_apply(struct local_game *session, int seat, struct cn_action action,
                      const cn_card *cards, struct cn_refusal *why)
{
    const struct cn_observer observer = {on_event, session};
    struct cn_game *before = &session->undo[UNDO_MAX];
    uint8_t hands[CN_SEATS_MAX];
    const int news = session->source.scene.news_count;
    const int turn = session->source.scene.turn;
    *before = session->source.scene.game;
    memcpy(hands, session->source.scene.game.deal.board.hand_size, sizeof hands);
    session->source.scene.action = action;
    session->events = 0;
    programs_mark(session);
    if (!cn_game_play(&session->source.scene.game, seat, action, cards, why, &observer))
        return false;
    session->actions++;
    session->thought.begun = false;
    remember(session, before, news);
    scene_announce_last_card(&session->source.scene, hands, turn);
    measure_luck(session, &before->deal);
    assert(cn_game_check(&session->source.scene.game) == NULL);
    return true;
}

/* What bots notice follows from the seed, however often they are asked. */
static uint64_t dice_of(const struct local_game *session)
{
    struct cn_rng rng;
    const uint64_t number = (uint64_t)session->source.scene.game.deal_number << 24 | 15;
    cn_seeded_rng(session->seed, CN_STREAM_BOT, number, &rng);
    return cn_rng_next(&rng);
}

/* Lets the first bot that has noticed the newest irregularity call attention. Returns false if none
 * has. */
static bool bot_calls(struct local_game *session)
{
    const struct cn_game *game = &session->source.scene.game;
    const struct cn_action call = cn_action_of(CN_ACTION_CALL, 0, 0, 0, 0);
    if (!game->in_deal || !game->law->refereed || cn_referee_open(game) == 0)
        return false;
    const int offender = cn_referee_open_at(game, cn_referee_open(game) - 1).seat;
    for (int step = 1; step < game->players; step++) {
        const int seat = (offender + step) % game->players;
        const struct cn_bot *bot = session->bots[seat];
        if (bot == NULL || session->seats[seat].program != NULL)
            continue;
        const int notices = cn_bot_notices(bot, session->nodes[seat]);
        if (cn_bot_calls(game, seat, notices, dice_of(session)))
            return local_game_apply(session, seat, call, NULL, NULL);
    }
    return false;
}

bool local_game_play(struct local_game *session, int seat, struct cn_action action,
                     const cn_card *cards, struct cn_refusal *why)
{
    if (!local_game_apply(session, seat, action, cards, why))
        return false;
    while (bot_calls(session))
        continue;
    local_game_save(session);
    return true;
}

/* Starts the decision. A bot that needs no search decides immediately. */
static void begin_thought(struct local_game *session, int seat)
{
    struct bot_thought *thought = &session->thought;
    const struct cn_bot *bot = session->bots[seat];
    const struct cn_view view = cn_game_view(&session->source.scene.game, seat);
    const uint64_t number =
        (uint64_t)session->source.scene.game.deal_number << 24 | (uint64_t)session->actions << 4;
    cn_seeded_rng(session->seed, CN_STREAM_BOT, number | (uint64_t)seat, &thought->rng);
    thought->begun = true;
    thought->left = session->nodes[seat];
    thought->made = bot->decide != NULL;
    if (thought->made)
        thought->action = cn_bot_decide(bot, NULL, 0, &view, &thought->rng);
    else
        bot->begin(session->minds[seat], &view, &thought->rng);
}

bool local_game_bot_think(struct local_game *session)
{
    struct bot_thought *thought = &session->thought;
    const int seat = game_source_actor(&session->source);
    assert(seat < session->source.scene.game.players && session->bots[seat] != NULL);
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
    const int seat = game_source_actor(&session->source);
    while (!local_game_bot_think(session))
        continue;
    if (session->source.trouble.key != NULL)
        return;
    const bool played = local_game_play(session, seat, session->thought.action, NULL, NULL);
    assert(played);
    (void)played;
}

/* ---- undo ---- */

int local_game_undoable(const struct local_game *session, int seat)
{
    return seat == game_source_actor(&session->source) ? session->source.scene.undoable : 0;
}

void local_game_take_back(struct local_game *session, int count)
{
    assert(count > 0 && count <= session->source.scene.undoable);
    const int seat = session->source.scene.game.deal.board.turn;
    char line[64];
    const int length =
        snprintf(line, sizeof line, "{\"t\":\"undo\",\"seat\":%d,\"n\":%d}\n", seat, count);
    session->source.scene.undoable -= count;
    programs_take_back(session, session->source.scene.undoable);
    session->source.scene.game = session->undo[session->source.scene.undoable];
    session->source.scene.news_count = session->undo_news[session->source.scene.undoable];
    session->actions -= count;
    session->thought.begun = false;
    scene_news(&session->source.scene, NEWS_UNDO, seat)->count = (uint16_t)count;
    local_game_write(session, line, (size_t)length);
}

void local_game_undo(struct local_game *session)
{
    local_game_take_back(session, 1);
    local_game_save(session);
}

/* ---- as a game source ---- */

static struct local_game *game_of(struct game_source *source)
{
    return (struct local_game *)source;
}

static bool play(struct game_source *source, int seat, struct cn_action action,
                 const cn_card *cards, struct cn_refusal *why)
{
    return local_game_play(game_of(source), seat, action, cards, why);
}

static void undo(struct game_source *source)
{
    local_game_undo(game_of(source));
}

static void ready(struct game_source *source)
{
    local_game_deal(game_of(source));
}

static bool advance(struct game_source *source)
{
    if (game_source_stage(source) == CN_STAGE_BETWEEN_DEALS && source->scene.game.deal_number == 0)
        local_game_deal(game_of(source));
    else if (game_source_bot_decides(source))
        local_game_bot_move(game_of(source));
    else
        return false;
    return true;
}

static bool think(struct game_source *source)
{
    return local_game_bot_think(game_of(source));
}

const struct game_source_type local_game_type = {
    .play = play, .undo = undo, .ready = ready, .advance = advance, .think = think};

void local_game_free(struct local_game *session)
{
    if (session == NULL)
        return;
    game_file_close(&session->store);
    scene_free(&session->source.scene);
    cn__text_free(&session->lines);
    programs_end(session);
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        free(session->minds[seat]);
    free(session);
}
