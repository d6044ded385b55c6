#include "session.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "far.h"
#include "session_parts.h"

/* Streams of random numbers from one seed, so that none depends on how far another has come. */
enum {
    STREAM_DECK = 1,
    STREAM_CUT,
    STREAM_BOT
};

enum {
    SLICE_NODES = 2000 /* about a millisecond */
};

static void random_for(const struct cn_session *session, int stream, uint64_t n, struct cn_rng *rng)
{
    const uint64_t number = (uint64_t)stream << 56 | n;
    cn_rng_init(rng, cn_rng_seed_of(session->seed, strlen(session->seed), number));
}

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
    session->trouble.key = "save";
    snprintf(session->trouble.detail, sizeof session->trouble.detail, "%s", strerror(errno));
    return false;
}

/* ---- what happened ---- */

struct cn_news *cn__session_news(struct cn_session *session, int type, int seat)
{
    if (session->news_count == CN_NEWS_MAX) {
        const int half = CN_NEWS_MAX / 2;
        memmove(session->news, session->news + half, (size_t)half * sizeof session->news[0]);
        session->news_count -= half;
    }
    struct cn_news *news = &session->news[session->news_count++];
    memset(news, 0, sizeof *news);
    news->id = ++session->last_id;
    news->type = (uint8_t)type;
    news->seat = (uint8_t)seat;
    news->turn = (uint16_t)session->turn;
    return news;
}

/* Red threes go one way, the cards that are kept the other. */
static void add_cards(struct cn_news *news, const cn_card *cards, int count)
{
    for (int i = 0; i < count; i++) {
        if (cn_card_kind(cards[i]) == CN_RED_THREE) {
            if (news->red_count < 2 * CN_PACKS_MAX)
                news->red[news->red_count++] = cards[i];
            continue;
        }
        news->count++;
        if (news->card_count < CN_NEWS_CARDS)
            news->cards[news->card_count++] = cards[i];
    }
}

static int kind_of_meld(const struct cn_session *session, int meld)
{
    const struct cn_table *table = &session->game.deal.table;
    return cn_meld_kind(table->melds[table->side[table->turn]][meld]);
}

static void news_of_event(struct cn_session *session, const struct cn_event *event)
{
    struct cn_news *news = cn__session_news(session, event->type, event->seat);
    news->action = session->action;
    switch ((enum cn_event_type)event->type) {
    case CN_EVENT_FACE:
        add_cards(news, event->cards, event->card_count);
        add_cards(news, event->drawn, event->drawn_count);
        break;
    case CN_EVENT_DRAW:
    case CN_EVENT_TAKE:
    case CN_EVENT_DISCARD: add_cards(news, event->cards, event->card_count); break;
    case CN_EVENT_PILE:
        add_cards(news, event->cards, event->card_count);
        news->card_count = 0; /* the pile's cards are nobody's business (I27) */
        memset(news->cards, 0, sizeof news->cards);
        break;
    case CN_EVENT_OVER: news->kind = (uint8_t)event->winner; break;
    case CN_EVENT_MELD: news->kind = session->action.at; break;
    case CN_EVENT_ADD: news->kind = (uint8_t)kind_of_meld(session, event->at); break;
    case CN_EVENT_COMBINE: news->kind = (uint8_t)kind_of_meld(session, event->into); break;
    default: break;
    }
    if (event->type == CN_EVENT_TAKE && event->card_count == 0)
        news->kind = (uint8_t)kind_of_meld(session, event->at);
    else if (event->type == CN_EVENT_TAKE)
        news->kind = (uint8_t)cn_card_kind(news->cards[0]);
}

static void hear(void *context, const struct cn_event *event)
{
    struct cn_session *session = context;
    session->events++;
    cn_lines_event(&session->lines, event, &session->game);
    write_lines(session);
    if (event->type == CN_EVENT_END)
        cn_sheet_add(&session->sheet, event->sides, event->side_count);
    news_of_event(session, event);
    if (event->type == CN_EVENT_DISCARD)
        session->turn++;
}

/* "Pumpa!": a hand has come down to one card (I42). */
static void announce_last_cards(struct cn_session *session, const uint8_t *before, int turn)
{
    const struct cn_table *table = &session->game.deal.table;
    if (!session->game.rules.announce_last_card || !session->game.dealing)
        return;
    for (int seat = 0; seat < session->game.players; seat++)
        if (table->hand_size[seat] == 1 && before[seat] != 1)
            cn__session_news(session, CN_NEWS_LAST_CARD, seat)->turn = (uint16_t)turn;
}

void cn__session_follow(struct cn_session *session, const struct cn_event *event,
                        const struct cn_game *game, struct cn_action action)
{
    uint8_t hands[CN_SEATS_MAX];
    const int turn = session->turn;
    memcpy(hands, session->game.deal.table.hand_size, sizeof hands);
    if (event->type == CN_EVENT_DEAL)
        session->turn = 1;
    session->game = *game;
    session->action = action;
    if (event->type == CN_EVENT_END)
        cn_sheet_add(&session->sheet, event->sides, event->side_count);
    news_of_event(session, event);
    if (event->type == CN_EVENT_DISCARD)
        session->turn++;
    if (event->type != CN_EVENT_DEAL)
        announce_last_cards(session, hands, turn);
}

/* ---- dealing ---- */

/* The shuffled deck of the deal, before the cut; returns how many cards. */
static int shuffled_deck(const struct cn_session *session, int deal, cn_card *deck,
                         struct cn_rng *rng)
{
    const int count = cn_deck_fill(&session->game.rules, deck);
    random_for(session, STREAM_DECK, (uint64_t)deal, rng);
    cn_rng_shuffle(rng, deck, count);
    return count;
}

/* Where the cutter divides the deck: anywhere that the law allows (L7). */
static int choose_cut(const struct cn_session *session, int deal, int count)
{
    struct cn_rng rng;
    random_for(session, STREAM_CUT, (uint64_t)deal, &rng);
    for (int tries = 0; tries < 1000; tries++) {
        const int k = 1 + (int)cn_rng_below(&rng, (uint32_t)(count - 1));
        if (cn_cut_is_allowed(&session->game.rules, k))
            return k;
    }
    return session->game.rules.cut_least;
}

static void write_cut(struct cn_session *session, int seat, int k)
{
    char line[64];
    const int length =
        snprintf(line, sizeof line, "{\"t\":\"cut\",\"seat\":%d,\"k\":%d}\n", seat, k);
    cn__session_write(session, line, (size_t)length);
}

static void new_deal(struct cn_session *session)
{
    session->news_count = 0;
    session->undo_count = 0;
    session->turn = 1;
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
    cn_game_next_dealer(&session->game, &dealer, &idle);
    const int deal = session->game.deals + 1;
    const int count = shuffled_deck(session, deal, deck, &rng);
    const int k = choose_cut(session, deal, count);
    const int cutter = cn_cutter(&session->game, dealer, idle);
    write_cut(session, cutter, k);
    cn__session_news(session, CN_NEWS_CUT, cutter)->count = (uint8_t)k;
    if (given != NULL)
        return cn_game_deal(&session->game, dealer, idle, given, NULL, &sink);
    cn_deck_cut(deck, count, k);
    return cn_game_deal(&session->game, dealer, idle, deck, &rng, &sink);
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
    session->undo_count--;
    memmove(session->undo, session->undo + 1,
            (size_t)session->undo_count * sizeof session->undo[0]);
    memmove(session->undo_news, session->undo_news + 1,
            (size_t)session->undo_count * sizeof session->undo_news[0]);
}

/* An action that caused nothing besides itself has shown no card: it can be taken back. */
static void remember(struct cn_session *session, const struct cn_game *before, int news)
{
    if (session->events != 1 || !can_be_taken_back(&session->action)) {
        session->undo_count = 0;
        return;
    }
    if (session->undo_count == CN_UNDO_MAX)
        forget_oldest(session);
    session->undo[session->undo_count] = *before;
    session->undo_news[session->undo_count++] = news;
}

bool cn__session_apply(struct cn_session *session, int seat, struct cn_action action,
                       const cn_card *cards, struct cn_refusal *why)
{
    const struct cn_sink sink = {hear, session};
    struct cn_game *before = &session->undo[CN_UNDO_MAX];
    uint8_t hands[CN_SEATS_MAX];
    const int news = session->news_count;
    const int turn = session->turn;
    *before = session->game;
    memcpy(hands, session->game.deal.table.hand_size, sizeof hands);
    session->action = action;
    session->events = 0;
    if (!cn_game_play(&session->game, seat, action, cards, why, &sink))
        return false;
    session->actions++;
    session->thought.begun = false;
    remember(session, before, news);
    announce_last_cards(session, hands, turn);
    assert(cn_game_check(&session->game) == NULL);
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
    const struct cn_view view = cn_game_view(&session->game, seat);
    const uint64_t number = (uint64_t)session->game.deals << 24 | (uint64_t)session->actions << 4;
    random_for(session, STREAM_BOT, number | (uint64_t)seat, &thought->rng);
    thought->begun = true;
    thought->left = session->nodes[seat];
    thought->made = bot->decide != NULL;
    if (thought->made)
        thought->action =
            bot->decide(&session->game.rules, &view, &thought->rng, &session->scratch);
    else
        bot->begin(session->minds[seat], &session->game.rules, &view, &thought->rng);
}

bool cn_session_bot_think(struct cn_session *session)
{
    struct cn_thought *thought = &session->thought;
    const int seat = cn_session_actor(session);
    assert(seat < session->game.players && session->bots[seat] != NULL);
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
    const bool played = cn_session_play(session, seat, session->thought.action, NULL, NULL);
    assert(played);
    (void)played;
}

/* ---- taking back ---- */

int cn_session_undoable(const struct cn_session *session, int seat)
{
    return seat == cn_session_actor(session) ? session->undo_count : 0;
}

void cn__session_take_back(struct cn_session *session, int count)
{
    assert(count > 0 && count <= session->undo_count);
    const int seat = session->game.deal.table.turn;
    char line[64];
    const int length =
        snprintf(line, sizeof line, "{\"t\":\"undo\",\"seat\":%d,\"n\":%d}\n", seat, count);
    session->undo_count -= count;
    session->game = session->undo[session->undo_count];
    session->news_count = session->undo_news[session->undo_count];
    session->actions -= count;
    session->thought.begun = false;
    cn__session_news(session, CN_NEWS_UNDO, seat)->count = (uint8_t)count;
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
    if (session->game.dealing)
        return CN_STAGE_PLAYING;
    return session->game.winner >= 0 ? CN_STAGE_OVER : CN_STAGE_BETWEEN;
}

int cn_session_humans(const struct cn_session *session)
{
    int count = 0;
    for (int seat = 0; seat < session->game.players; seat++)
        count += cn_session_is_human(session, seat);
    return count;
}

void cn_session_free(struct cn_session *session)
{
    if (session == NULL)
        return;
    cn_store_close(&session->store);
    cn_sheet_free(&session->sheet);
    cn_lines_free(&session->lines);
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        free(session->minds[seat]);
    free(session);
}
