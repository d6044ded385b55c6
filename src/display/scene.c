#include "scene.h"

#include <stdio.h>
#include <string.h>

void scene_init(struct scene *scene, const struct cn_words *words, int self)
{
    memset(scene, 0, sizeof *scene);
    scene->words = *words;
    scene->self = self;
    scene->turn = 1;
    scene->game.winner = -1;
}

void scene_free(struct scene *scene)
{
    cn_sheet_free(&scene->sheet);
}

const char *scene_news_name(int type)
{
    switch (type) {
    case NEWS_CUT: return "cut";
    case NEWS_UNDO: return "undo";
    case NEWS_LAST_CARD: return "last-card";
    default: return cn_event_name(type);
    }
}

/* ---- what happened ---- */

struct news_item *scene_news(struct scene *scene, int type, int seat)
{
    if (scene->news_count == NEWS_MAX) {
        const int half = NEWS_MAX / 2;
        memmove(scene->news, scene->news + half, (size_t)half * sizeof scene->news[0]);
        scene->news_count -= half;
    }
    struct news_item *news = &scene->news[scene->news_count++];
    memset(news, 0, sizeof *news);
    news->id = ++scene->last_id;
    news->type = (uint8_t)type;
    news->seat = (uint8_t)seat;
    news->turn = (uint16_t)scene->turn;
    news->meld = CN_NO_MELD;
    return news;
}

/* Bonus cards that were laid down, in 'shown' as they came, go one way, the cards that are kept the
 * other. */
static void add_cards(struct news_item *news, const struct cn_event *event, const cn_card *cards,
                      int count)
{
    for (int i = 0; i < count; i++) {
        if (news->red_count < event->shown_count && news->red_count < CN_BONUS_CARDS_MAX &&
            cards[i] == event->shown[news->red_count]) {
            news->red[news->red_count++] = cards[i];
            continue;
        }
        news->count++;
        if (news->card_count < NEWS_CARDS)
            news->cards[news->card_count++] = cards[i];
    }
}

/* Where a referee rules 'shown' has only what was drawn (REFEREE, 6). */
static void add_faced(const struct scene *scene, struct news_item *news,
                      const struct cn_event *event)
{
    if (!cn_law_is_refereed(scene->game.law)) {
        add_cards(news, event, event->cards, event->card_count);
        add_cards(news, event, event->drawn, event->drawn_count);
        return;
    }
    add_cards(news, event, event->drawn, event->drawn_count);
    const int before = news->red_count;
    for (int i = 0; i < event->card_count && news->red_count < CN_BONUS_CARDS_MAX; i++)
        news->red[news->red_count++] = event->cards[i];
    for (int i = 0; i < before; i++) { /* what was drawn came after it */
        const cn_card first = news->red[0];
        memmove(news->red, news->red + 1, (size_t)(news->red_count - 1));
        news->red[news->red_count - 1] = first;
    }
}

/* Where the cards of an event came to lie. */
static uint8_t meld_of_event(const struct scene *scene, const struct cn_event *event)
{
    switch (event->type) {
    case CN_EVENT_TAKE:
        return event->card_count == 0 ? event->meld : scene->game.deal.board.take_meld;
    case CN_EVENT_MELD:
    case CN_EVENT_ADD: return event->meld;
    case CN_EVENT_MERGE: return event->merged_into;
    default: return CN_NO_MELD;
    }
}

/* Nobody at a table says that a rule has been broken: what follows shows it, and of a touch only
 * its own event. Nor does anybody say that it is too late to notice it. */
static bool is_unnoticed(const struct cn_event *event)
{
    return event->type == CN_EVENT_LAPSE ||
           (event->type == CN_EVENT_IRREGULAR &&
            cn_action_plain(event->action).type != CN_ACTION_TOUCH);
}

/* Names of irregularities are kept by pointer, whatever holds those of the event. */
static void note_law(const struct scene *scene, struct news_item *news,
                     const struct cn_event *event)
{
    news->points = event->points;
    news->ruled = event->ruled != 0;
    news->irregular = event->irregular != 0;
    news->pile = event->pile != NULL;
    if (event->type == CN_EVENT_REQUIRE)
        news->what = cn_decision_name(cn_decision_type(event->what));
    if (event->type == CN_EVENT_IRREGULAR && !scene->review)
        return;
    if (event->law == NULL || event->what == NULL)
        return;
    for (int what = 0; what < CN_IRREGULAR_COUNT; what++)
        if (strcmp(cn_irregular_law(what), event->law) == 0 &&
            strcmp(cn_irregular_name(what), event->what) == 0) {
            news->law = cn_irregular_law(what);
            news->what = cn_irregular_name(what);
        }
}

static void news_of_event(struct scene *scene, const struct cn_event *event)
{
    if (is_unnoticed(event) && !scene->review)
        return;
    struct news_item *news = scene_news(scene, event->type, event->seat);
    news->action = scene->action;
    news->meld = meld_of_event(scene, event);
    news->kind = event->kind;
    note_law(scene, news, event);
    switch ((enum cn_event_type)event->type) {
    case CN_EVENT_FACE: add_faced(scene, news, event); break;
    case CN_EVENT_DRAW:
    case CN_EVENT_PICK:
    case CN_EVENT_TAKE:
    case CN_EVENT_MELD:
    case CN_EVENT_ADD:
    case CN_EVENT_EXPOSE:
    case CN_EVENT_BACK:
    case CN_EVENT_UNLAY:
    case CN_EVENT_REOPEN:
    case CN_EVENT_PEEK:
    case CN_EVENT_STOCK:
    case CN_EVENT_DISCARD: add_cards(news, event, event->cards, event->card_count); break;
    case CN_EVENT_TALON: news->count = (uint16_t)event->card_count; break;
    case CN_EVENT_HAND: snprintf(news->hand, sizeof news->hand, "%s", event->name); break;
    case CN_EVENT_OWE: news->count = (uint16_t)event->n; break;
    case CN_EVENT_IRREGULAR: news->action = event->action; break;
    case CN_EVENT_HOLD:
    case CN_EVENT_PILE:
        add_cards(news, event, event->cards, event->card_count);
        news->card_count = 0; /* nobody may look at them again (I27) */
        memset(news->cards, 0, sizeof news->cards);
        break;
    case CN_EVENT_END:
        news->why = event->why;
        news->concealed = event->concealed != 0;
        break;
    case CN_EVENT_OVER: news->kind = (uint8_t)event->winner; break;
    default: break;
    }
}

/* What a discard brings to its own seat is still part of that turn. */
static bool follows_discard(const struct scene *scene, const struct cn_event *event)
{
    return event->type == CN_EVENT_TALON ||
           (event->type == CN_EVENT_PICK && event->seat != scene->game.deal.board.turn);
}

void scene_on_event(struct scene *scene, const struct cn_event *event)
{
    if (event->type == CN_EVENT_END && event->side_count > 0)
        cn_score_sheet_add(&scene->sheet, event->sides, event->side_count);
    news_of_event(scene, event);
    if (follows_discard(scene, event))
        scene->news[scene->news_count - 1].turn--;
    if (event->type == CN_EVENT_DISCARD)
        scene->turn++;
}

void scene_announce_last_card(struct scene *scene, const uint8_t *before, int turn)
{
    const struct cn_board *board = &scene->game.deal.board;
    if (!scene->game.law->rules.announce_last_card || !scene->game.in_deal)
        return;
    for (int seat = 0; seat < scene->game.players; seat++)
        if (board->hand_size[seat] == 1 && before[seat] != 1)
            scene_news(scene, NEWS_LAST_CARD, seat)->turn = (uint16_t)turn;
}

void scene_new_deal(struct scene *scene)
{
    scene->news_count = 0;
    scene->undoable = 0;
    scene->metered = 0;
    scene->turn = 1;
}

/* ---- a game that is played elsewhere ---- */

void scene_set_game(struct scene *scene, const struct cn_game *game, int self)
{
    const bool another = scene->game.winner >= 0 && game->winner < 0;
    /* News of another seat do not say which cards were drawn, or say too much. */
    if (!scene->begun || game->deal_number != scene->game.deal_number || self != scene->self)
        scene->news_count = 0;
    if (another) {
        cn_sheet_free(&scene->sheet);
        scene->sheet_first = 0;
    }
    scene->game = *game;
    scene->self = self;
    scene->undoable = 0;
    scene->snapshot_id = scene->last_id;
    scene->begun = true;
    scene->games += another;
}

/* Bonus cards are faced automatically at the start of a turn and with cards that come into the
 * hand; otherwise a seat decides it. A kept one that goes as the first deed of a turn looks the
 * same, and counts as automatic. */
static bool is_faced_by_decision(const struct scene *scene, const struct cn_event *event)
{
    const struct cn_board *board = &scene->game.deal.board;
    const int last =
        scene->news_count > 0 ? scene->news[scene->news_count - 1].type : CN_EVENT_DEAL;
    return event->card_count == 1 && board->turn == event->seat &&
           (board->phase == CN_PHASE_MELD || board->phase == CN_PHASE_LAST_RED_THREE) &&
           last != CN_EVENT_PICK;
}

/* The decision behind an event, as far as news tell of it. */
static struct cn_action decision_of(const struct scene *scene, const struct cn_event *event)
{
    struct cn_action action;
    int naturals = 0;
    int deuces = 0;
    int jokers = 0;
    int rank = CN_JOKER; /* a meld of wild cards alone */
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
            return cn_action_of(CN_ACTION_TAKE_ONTO, event->meld, 0, 0, 0);
        return cn_action_of(deuces > 0   ? CN_ACTION_TAKE_DEUCE
                            : jokers > 0 ? CN_ACTION_TAKE_JOKER
                                         : CN_ACTION_TAKE_PAIR,
                            0, 0, 0, 0);
    case CN_EVENT_MELD:
        return cn_action_of(CN_ACTION_MELD, rank == CN_NO_KIND ? CN_JOKER : rank, naturals, deuces,
                            jokers);
    case CN_EVENT_FACE:
        if (is_faced_by_decision(scene, event))
            return cn_action_of(CN_ACTION_FACE, cn_card_kind(event->cards[0]), 0, 0, 0);
        return cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0);
    case CN_EVENT_ADD: return cn_action_of(CN_ACTION_ADD, event->meld, naturals, deuces, jokers);
    case CN_EVENT_MERGE:
        return cn_action_of(CN_ACTION_MERGE, event->merged_into, event->meld, 0, 0);
    case CN_EVENT_DISCARD:
        return cn_action_of(CN_ACTION_DISCARD, cn_card_kind(event->cards[0]), 1, 0, 0);
    case CN_EVENT_ANSWER:
        return cn_action_of(event->yes ? CN_ACTION_YES : CN_ACTION_NO, 0, 0, 0, 0);
    case CN_EVENT_ASK: return cn_action_of(CN_ACTION_ASK, 0, 0, 0, 0);
    case CN_EVENT_STOP: return cn_action_of(CN_ACTION_STOP, 0, 0, 0, 0);
    default: return cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0);
    }
}

/* A card that a decision made the seat draw. */
static bool is_required(const struct news_item *news)
{
    return news->type == CN_EVENT_DRAW && news->irregular &&
           news->action.type == CN_ACTION_REQUIRE_DRAW;
}

bool scene_news_is_decision(const struct news_item *news)
{
    return (news->type >= CN_EVENT_DRAW && news->type <= CN_EVENT_STOP &&
            news->type != CN_EVENT_PILE && !is_required(news)) ||
           news->type == CN_EVENT_HAND ||
           (news->type == CN_EVENT_FACE && news->action.type == CN_ACTION_FACE);
}

/* Counts from the news, since an undo by consent can leave actions that may be undone alone. News
 * from before a snapshot do not count: lines between them may be missing. */
static int count_undoable(const struct scene *scene)
{
    int count = 0;
    if (cn_law_is_refereed(scene->game.law))
        return 0; /* taking back is what the referee is for (R22) */
    for (int i = scene->news_count - 1; i >= 0; i--) {
        const struct news_item *news = &scene->news[i];
        if (news->type == NEWS_UNDO || news->type == NEWS_LAST_CARD)
            continue;
        if (news->id <= scene->snapshot_id || !scene_news_is_decision(news) ||
            cn_undo_count(0, news->action, 1) == 0)
            break;
        count++;
    }
    return count;
}

void scene_apply_event(struct scene *scene, const struct cn_event *event,
                       const struct cn_game *game)
{
    uint8_t hands[CN_SEATS_MAX];
    memcpy(hands, scene->game.deal.board.hand_size, sizeof hands);
    if (event->type == CN_EVENT_DEAL)
        scene->turn = 1;
    const int turn = scene->turn;
    scene->action = decision_of(scene, event);
    scene->game = *game;
    scene->begun = true;
    scene_on_event(scene, event);
    if (event->type != CN_EVENT_DEAL)
        scene_announce_last_card(scene, hands, turn);
    scene->undoable = count_undoable(scene);
}

void scene_settle(struct scene *scene, const struct cn_game *game)
{
    scene->game = *game;
}

/* Removes the latest decisions, and what they caused, from the news. */
static void forget_decisions(struct scene *scene, int count)
{
    int left = scene->news_count;
    while (count > 0 && left > 0)
        count -= scene_news_is_decision(&scene->news[--left]);
    if (left < scene->news_count)
        scene->turn = scene->news[left].turn;
    scene->news_count = left;
}

void scene_undo(struct scene *scene, const struct cn_game *game, int seat, int count)
{
    scene->game = *game;
    forget_decisions(scene, count);
    scene->undoable = count_undoable(scene);
    scene_news(scene, NEWS_UNDO, seat)->count = (uint16_t)count;
}

void scene_cut(struct scene *scene, int seat, int count)
{
    scene->news_count = 0;
    scene->turn = 1;
    scene_news(scene, NEWS_CUT, seat)->count = (uint16_t)count;
}

void scene_set_name(struct scene *scene, int seat, const char *name, const char *level)
{
    snprintf(scene->names[seat], NAME_SIZE, "%s", name);
    scene->levels[seat] = level != NULL ? cn_level_find(level) : NULL;
    if (level != NULL)
        scene->bots |= 1u << seat;
    else
        scene->bots &= ~(1u << seat);
}

/* The scores received again begin with the first deal that is known. */
void scene_set_score(struct scene *scene, int deal, const struct cn_score *sides, int count)
{
    if (deal != scene->sheet_first + scene->sheet.count + 1) {
        scene->sheet.count = 0;
        scene->sheet_first = deal - 1;
    }
    cn_score_sheet_add(&scene->sheet, sides, count);
    if (!scene->game.in_deal && scene->game.deal_number < deal)
        scene->game.deal_number = deal;
}
