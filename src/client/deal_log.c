#include "deal_log.h"

#include <stdlib.h>
#include <string.h>

/* Far more than any real deal has; anything larger is a flood. */
enum {
    STEPS_MOST = 4000,
    SEEN_MOST = 100000,
    BACK_MOST = 64 /* as many decisions as a replica can undo */
};

struct deal_log_decision {
    struct cn_action action;
    uint8_t seat;
    uint8_t count; /* cards */
    uint16_t back; /* above 0: not a decision, but this many were undone */
    bool perhaps;  /* or it followed automatically; then the seat had seen 'seen' bytes before it */
    size_t seen;
};

void deal_log_discard(struct deal_log *course)
{
    free(course->steps);
    cn__text_free(&course->cards);
    cn__text_free(&course->seen);
    memset(course, 0, sizeof *course);
}

void deal_log_start(struct deal_log *course, const struct cn_game *game, int dealer, int idle)
{
    deal_log_discard(course);
    course->whole = true;
    course->dealer = (uint8_t)dealer;
    course->idle = (uint8_t)idle;
    course->deals = game->deal_number;
    memcpy(course->score, game->score, sizeof course->score);
}

/* ---- what a seat saw ---- */

static void put_byte(struct cn__text *seen, int value)
{
    const char byte = (char)value;
    cn__text_append(seen, &byte, 1);
}

static void put_bytes(struct cn__text *seen, const cn_card *cards, int count)
{
    put_byte(seen, count);
    if (count > 0)
        cn__text_append(seen, (const char *)cards, (size_t)count);
}

/* Writes cards that are sent in no particular order. */
static void put_faces(struct cn__text *seen, const cn_card *cards, int count)
{
    uint8_t copies[CN_CARD_CODES] = {0};
    for (int i = 0; i < count; i++)
        copies[cards[i]]++;
    for (int face = 0; face < CN_CARD_CODES; face++)
        for (; copies[face] > 0; copies[face]--)
            put_byte(seen, face);
    put_byte(seen, CN_NO_CARD);
}

/* Writes how many cards another seat received, and which bonus cards it showed. */
static void put_received(struct cn__text *seen, const struct cn_event *event)
{
    put_byte(seen, event->card_count + event->drawn_count - event->shown_count);
    put_faces(seen, event->shown, event->shown_count);
}

static void put_deal(struct cn__text *seen, const struct cn_event *event,
                     const struct cn_game *game, int own)
{
    const struct cn_board *board = &game->deal.board;
    const int hands = game->law->rules.hand_size.at[board->players_class] * board->seats;
    cn_card hand[CN_CARDS_MAX];
    int count = 0;
    int seat = board->next[board->dealer];
    for (int i = 0; i < hands; i++) {
        if (seat == own)
            hand[count++] = event->cards[i];
        seat = board->next[seat];
    }
    put_faces(seen, hand, count);
    int second = 0;
    for (int i = 0; i < game->law->rules.second_hand.count; i++)
        second += game->law->rules.second_hand.of[i] * board->seats;
    put_bytes(seen, event->cards + hands + second, game->starting_pile);
}

static void put_scores(struct cn__text *seen, const struct cn_event *event)
{
    put_byte(seen, event->why);
    put_byte(seen, event->concealed);
    cn__text_append(seen, (const char *)event->sides, event->side_count * sizeof *event->sides);
}

static void see(struct cn__text *seen, const struct cn_event *event, const struct cn_game *game,
                int seat)
{
    const bool own = event->seat == seat;
    if (event->type == CN_EVENT_OVER)
        return; /* follows from the scores */
    put_byte(seen, event->type);
    put_byte(seen, event->seat);
    put_byte(seen, event->meld);
    put_byte(seen, event->merged_into);
    put_byte(seen, event->yes);
    switch ((enum cn_event_type)event->type) {
    case CN_EVENT_DEAL: put_deal(seen, event, game, seat); break;
    case CN_EVENT_END: put_scores(seen, event); break;
    case CN_EVENT_TALON: put_byte(seen, event->card_count); break;
    case CN_EVENT_PICK:
        if (own)
            put_bytes(seen, event->cards, event->card_count);
        else
            put_byte(seen, event->card_count);
        break;
    case CN_EVENT_PEEK:
    case CN_EVENT_STOCK:
        if (own)
            put_bytes(seen, event->cards, event->card_count);
        break;
    case CN_EVENT_PILE: put_bytes(seen, event->cards, event->card_count); break;
    case CN_EVENT_DRAW:
    case CN_EVENT_FACE:
        if (own && event->type == CN_EVENT_DRAW) {
            put_bytes(seen, event->cards, event->card_count);
        } else if (own) {
            put_faces(seen, event->cards, event->card_count);
            put_bytes(seen, event->drawn, event->drawn_count);
        } else {
            put_received(seen, event);
        }
        break;
    default: put_faces(seen, event->cards, event->card_count); break;
    }
}

static void check_room(struct deal_log *course)
{
    if (course->cards.failed || course->seen.failed || course->seen.length > SEEN_MOST)
        deal_log_discard(course);
}

void deal_log_event(struct deal_log *course, const struct cn_event *event,
                    const struct cn_game *game, int seat)
{
    if (!course->whole)
        return;
    see(&course->seen, event, game, seat);
    check_room(course);
}

/* ---- what was decided ---- */

static void add_step(struct deal_log *course, struct deal_log_decision step)
{
    if (course->count == STEPS_MOST ||
        !cn__array_grow(&course->steps, &course->capacity, (size_t)course->count + 1,
                        sizeof *course->steps)) {
        deal_log_discard(course);
        return;
    }
    course->steps[course->count++] = step;
}

void deal_log_decision(struct deal_log *course, int seat, struct cn_action action,
                       const cn_card *cards, int count)
{
    if (!course->whole)
        return;
    if (count > 0)
        cn__text_append(&course->cards, (const char *)cards, (size_t)count);
    add_step(course, (struct deal_log_decision){
                         .action = action, .seat = (uint8_t)seat, .count = (uint8_t)count});
    check_room(course);
}

void deal_log_perhaps(struct deal_log *course, int seat, struct cn_action action, cn_card card)
{
    if (!course->whole)
        return;
    cn__text_append(&course->cards, (const char *)&card, 1);
    add_step(course, (struct deal_log_decision){.action = action,
                                                .seat = (uint8_t)seat,
                                                .count = 1,
                                                .perhaps = true,
                                                .seen = course->seen.length});
    check_room(course);
}

void deal_log_undo(struct deal_log *course, int n)
{
    if (course->whole)
        add_step(course, (struct deal_log_decision){.back = (uint16_t)n});
}

/* ---- replay ---- */

struct past {
    struct cn_deal deal;
    struct cn_meter meter;
    struct cn_placement cards;
};

struct again {
    const struct deal_log *course;
    struct cn_game game;
    struct cn_meter meter;
    struct cn__text seen;
    size_t compared;
    int seat;
    int played; /* decisions that were not undone; their pasts are a ring */
    int past_count;
    struct past past[BACK_MOST];
};

static void hear(void *context, const struct cn_event *event)
{
    struct again *again = context;
    see(&again->seen, event, &again->game, again->seat);
}

/* Returns whether the replay shows the same as the log since the last comparison. */
static bool looks_the_same(struct again *again)
{
    const struct cn__text *a = &again->seen;
    const struct cn__text *b = &again->course->seen;
    const size_t from = again->compared;
    again->compared = a->length;
    return !a->failed && a->length <= b->length &&
           memcmp(a->text + from, b->text + from, a->length - from) == 0;
}

static void remember(struct again *again)
{
    again->past[again->played++ % BACK_MOST] =
        (struct past){.deal = again->game.deal, .meter = again->meter, .cards = again->game.cards};
    again->past_count += again->past_count < BACK_MOST;
}

static bool go_back(struct again *again, int n)
{
    if (n > again->past_count || !again->game.in_deal)
        return false;
    again->past_count -= n;
    again->played -= n;
    const struct past *past = &again->past[again->played % BACK_MOST];
    again->game.deal = past->deal;
    again->meter = past->meter;
    again->game.cards = past->cards;
    return true;
}

/* Returns whether the seat holds these cards, and whether they are what the action would lay. */
static bool can_show(const struct cn_game *game, const struct deal_log_decision *step,
                     const cn_card *cards)
{
    cn_card chosen[CN_CARDS_MAX];
    int kinds[CN_NO_KIND] = {0};
    uint8_t held[CN_CARD_CODES];
    if (cn_game_pick_cards(game, step->seat, step->action, chosen) != step->count)
        return false;
    memcpy(held, game->cards.hand[step->seat], sizeof held);
    for (int i = 0; i < step->count; i++) {
        if (held[cards[i]]-- == 0)
            return false;
        kinds[cn_card_kind(cards[i])]++;
        kinds[cn_card_kind(chosen[i])]--;
    }
    for (int kind = 0; kind < CN_NO_KIND; kind++)
        if (kinds[kind] != 0)
            return false;
    return true;
}

/* Where a referee rules, every seat may act; what it may do is asked in any case. */
static bool may_act(const struct cn_game *game, const struct deal_log_decision *step)
{
    return game->in_deal && (game->law->refereed || cn_game_actor(game) == step->seat);
}

static bool play(struct again *again, const struct deal_log_decision *step, const cn_card *cards)
{
    const struct cn_observer observer = {hear, again};
    if (step->back > 0)
        return go_back(again, step->back);
    if (step->perhaps && again->seen.length > step->seen)
        return true; /* it has followed automatically */
    if (!may_act(&again->game, step) || !can_show(&again->game, step, cards))
        return false;
    remember(again);
    const struct past *before = &again->past[(again->played - 1) % BACK_MOST];
    if (!cn_game_play(&again->game, step->seat, step->action, cards, NULL, &observer))
        return false;
    cn_meter_step(&again->meter, again->game.law, &before->deal, &again->game.deal);
    return true;
}

static bool play_all(struct again *again, const cn_card deck[CN_CARDS_MAX])
{
    const struct deal_log *course = again->course;
    const struct cn_observer observer = {hear, again};
    size_t at = 0;
    if (!cn_game_deal(&again->game, course->dealer, course->idle, deck, NULL, &observer) ||
        !looks_the_same(again))
        return false;
    cn_meter_deal(&again->meter, again->game.law, &again->game.deal);
    for (int i = 0; i < course->count; i++) {
        const struct deal_log_decision *step = &course->steps[i];
        const char *cards = step->count > 0 ? course->cards.text + at : NULL;
        if (!play(again, step, (const cn_card *)cards) || !looks_the_same(again))
            return false;
        at += step->count;
    }
    return again->seen.length == course->seen.length;
}

enum deal_log_fit deal_log_verify(const struct deal_log *course, const struct cn_law *law,
                                  int players, int seat, const cn_card deck[CN_CARDS_MAX],
                                  struct cn_meter *meter)
{
    struct again *again = course->whole ? calloc(1, sizeof *again) : NULL;
    if (again == NULL)
        return DEAL_LOG_UNKNOWN;
    again->course = course;
    again->seat = seat;
    cn_game_init(&again->game, law, players, course->score);
    again->game.deal_number = course->deals;
    const bool fits = play_all(again, deck);
    if (fits && meter != NULL)
        *meter = again->meter;
    cn__text_free(&again->seen);
    free(again);
    return fits ? DEAL_LOG_FITS : DEAL_LOG_DIFFERS;
}
